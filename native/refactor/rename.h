#ifndef SX_REFACTOR_RENAME_H
#define SX_REFACTOR_RENAME_H

#include "change/planned.h"
#include "semantic/reconcile.h"
#include "resolve/mentions.h"

/** A rename on its way: what rename_symbol.c, its only user, takes from step to step. */
typedef struct sx_renaming {
  sx_call *call;
  sx_target target;
  sx_str new_name;
  bool goes_through_aliases; /* no `export { b as a }` is left */
  sx_host_planned planned;   /* what the server would change */
  sx_places places;          /* that would be renamed */
  size_t left_out;
  sx_places declared; /* all that declares the symbol, once it was asked for conflicts */
  sx_places excluded; /* those that the caller leaves out */
  sx_change change;
  bool is_sure;
  sx_reconcile behind;   /* files that contain the name where nothing would be renamed */
  sx_mentions old_files; /* of the workspace that contain the old name; none of a local symbol */
  sx_mentions new_files; /* … and the new one */
  sx_places in_texts;    /* comments and strings in old_files, a few of each file */
  bool is_local;         /* no other file can name it */
  bool is_own_name; /* an import gets another name for what stays: no other file is concerned */
  bool are_mentions_known;
} sx_renaming;

/** An occurrence that keeps the old name as an alias: `export { throwErr as throwError }`. */
bool sx_renaming_is_alias(const sx_renaming *rename, const sx_host_edit *edit);

/** Whether the change edits the file. `change` is planned. */
bool sx_renaming_has_changed(const sx_renaming *rename, sx_str path);

/** Whether the symbol is only used through another one, as methods and fields are. */
bool sx_renaming_is_member(const sx_renaming *rename);

/**
 * Asks the server for `planned` and `places`, until all files are known that contain the name. HOST
 * with the reason where it renames nothing; CANCELLED, CLOSED, DEADLINE, NOMEM.
 */
sx_status sx_renaming_ask(sx_renaming *rename, sx_err *err) SX_MUST_USE;

/** Takes the edits of `planned` as `places`. NOMEM. */
sx_status sx_renaming_collect(sx_renaming *rename, sx_err *err) SX_MUST_USE;

/**
 * For a property of a type without a name: where the files of the change keep the old name for what
 * may be a property of the same shape. `change` is planned. CANCELLED, CLOSED, NOMEM.
 */
sx_status sx_renaming_find_same_shape(sx_renaming *rename, sx_places *out, sx_err *err) SX_MUST_USE;

/**
 * Fills in `old_files`, `new_files`, `in_texts` and `is_local`. CANCELLED, CLOSED, NOMEM.
 */
sx_status sx_renaming_find_mentions(sx_renaming *rename, sx_err *err) SX_MUST_USE;

/** Where a member keeps the old name, and it is not certain that it should. */
typedef struct sx_renaming_left {
  sx_places unknown; /* uses, and strings of getattr and the like, that may be the symbol's */
  sx_places alike;   /* members of other types that fit where its own type does */
  size_t not_asked;  /* so many further uses were not looked at */
} sx_renaming_left;

/**
 * For a member: the places of the old name that the change leaves although the code may need them
 * renamed. A server passes over a use when it does not know the type there, and TypeScript's does
 * not rename in types that are compatible without saying so. `change` is planned.
 * CANCELLED, CLOSED, NOMEM. A server that fails or is late makes `not_asked`.
 */
sx_status sx_renaming_find_left(sx_renaming *rename, sx_renaming_left *out,
                                sx_err *err) SX_MUST_USE;

/** Where the new name is already, in the way of the change. */
typedef struct sx_name_conflict {
  sx_str path;
  sx_pos16 at;
} sx_name_conflict;

typedef SX_ARRAY(sx_name_conflict) sx_name_conflicts;

/**
 * Declarations, imports and uses of the new name that the change would collide with: visible where
 * an occurrence stands, members of the same class or of one above or below it, and uses that would
 * mean the renamed symbol afterwards. By the texts' scopes and by the server's definitions; where
 * neither decides, it is a conflict. `change` is planned.
 *
 * Errors  CANCELLED, CLOSED, NOMEM. A server that fails or is late leaves it to the texts.
 */
sx_status sx_renaming_find_conflicts(sx_renaming *rename, sx_name_conflicts *out,
                                     sx_err *err) SX_MUST_USE;

#endif
