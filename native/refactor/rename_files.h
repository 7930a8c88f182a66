#ifndef SX_REFACTOR_RENAME_FILES_H
#define SX_REFACTOR_RENAME_FILES_H

#include "text/occurrences.h"
#include "text/scopes.h"
#include "refactor/rename.h"

/* Between the files that look for conflicts. */

#define SX_CONFLICT_ASK_MS 5000

/** A place of a name in a file's text. */
typedef struct sx_name_use {
  size_t offset;
  sx_role role;
  bool is_import;
} sx_name_use;

typedef SX_ARRAY(sx_name_use) sx_name_uses;

/** A file that contains the new name, with the occurrences that the change renames in it. */
typedef struct sx_met_file {
  const sx_document *document;
  sx_scopes scopes;
  sx_name_uses renamed; /* occurrences of the old name */
  sx_name_uses found;   /* of the new one, in code */
  sx_scope visible;     /* where the renamed symbol is visible */
  bool has_names;       /* some of `renamed` are names by themselves, no members */
} sx_met_file;

typedef SX_ARRAY(sx_met_file) sx_met_files;

/**
 * Files of the change that contain the new name in code. Memory: the call's. CANCELLED, CLOSED,
 * NOMEM.
 */
sx_status sx_renaming_find_met(sx_renaming *rename, sx_met_files *out, sx_err *err) SX_MUST_USE;

/** One more conflict, unless it is there. NOMEM. */
sx_status sx_renaming_add_conflict(sx_renaming *rename, sx_name_conflicts *out,
                                   const sx_document *document, size_t offset,
                                   sx_err *err) SX_MUST_USE;

/** Offsets of what the change edits in a file; ascending. NOMEM. */
typedef SX_ARRAY(size_t) sx_offsets;
sx_status sx_renaming_get_edited(const sx_renaming *rename, const sx_document *document,
                                 sx_offsets *out, sx_err *err) SX_MUST_USE;
bool sx_offsets_have(const sx_offsets *offsets, size_t offset);

/** TypeScript, JavaScript and the scripts of Vue. */
bool sx_renaming_is_script(const sx_document *document);

/**
 * Whether a file is source that the symbol's language may name it in, and not written by a
 * compiler.
 */
bool sx_renaming_is_source(const sx_renaming *rename, const sx_document *own,
                           const sx_document *document);

/**
 * The name before the dot in front of `offset`: `self`, `order`; "" for other expressions.
 */
sx_str sx_renaming_receiver(const sx_scopes *scopes, size_t offset);
/** Where the function begins that `offset` is in; SX_STR_NONE. */
size_t sx_renaming_function_at(const sx_scopes *scopes, size_t offset);

/** A class of a document, by its block's index. */
typedef struct sx_class_place {
  const sx_document *document;
  sx_scopes scopes;
  size_t block;
} sx_class_place;

const sx_block *sx_class_block(const sx_class_place *place);
/** Names in the head of a class: its own first, then those of its bases. NOMEM. */
sx_status sx_class_list_head(sx_call *call, const sx_class_place *place, sx_name_uses *out,
                             sx_err *err) SX_MUST_USE;

/** TypeScript alone: members of other types that are compatible with the renamed one's. */
sx_status sx_renaming_find_alike(sx_renaming *rename, sx_places *out, sx_err *err) SX_MUST_USE;

/** Where a module that exports all of the symbol's own has the new name already. */
sx_status sx_renaming_find_exported(sx_renaming *rename, sx_name_conflicts *out,
                                    sx_err *err) SX_MUST_USE;

/** Members: of the same class or object, and of the classes above and below. */
sx_status sx_renaming_find_members(sx_renaming *rename, const sx_met_files *files,
                                   sx_name_conflicts *out, sx_err *err) SX_MUST_USE;

/** Where one thing of a name is in the whole program: C and C++. */
sx_status sx_renaming_find_globals(sx_renaming *rename, sx_name_conflicts *out,
                                   sx_err *err) SX_MUST_USE;

/** Where other scripts have the new name: files without import and export share what they declare.
 */
sx_status sx_renaming_find_scripts(sx_renaming *rename, sx_name_conflicts *out,
                                   sx_err *err) SX_MUST_USE;

/** Everything of the editor's batch that failed or was late is nothing; the rest ends the call. */
static inline sx_status sx_renaming_pass(sx_status status) {
  return sx_status_ends_call(status) || status == SX_NOMEM ? status : SX_OK;
}

#endif
