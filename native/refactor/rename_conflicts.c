#include "refactor/rename_files.h"
#include "workspace/outline.h"
#include "workspace/paths.h"

#define OUTLINE_MS 3000
/* Places that the server is asked about, of all files; the texts alone decide on the rest. */
#define MAX_ASKED 300

/* ---- names ---------------------------------------------------------------------------------- */

/* A use of the new name that the server is asked about, for all that have its scope. */
typedef struct question {
  const sx_met_file *file;
  const sx_name_use *use;
  size_t slot; /* SX_STR_NONE: not asked */
} question;

typedef SX_ARRAY(question) questions;

/* Whether the name is found by itself at an occurrence: a name after a tag is not. */
static bool meets(const sx_met_file *file, sx_scope scope, sx_role role) {
  for (size_t i = 0; i < file->renamed.len; i++) {
    const sx_name_use *use = &file->renamed.items[i];
    if (use->role == role && sx_scopes_sees(&file->scopes, scope, use->offset)) return true;
  }
  return false;
}

static bool is_name(const sx_name_use *use) {
  return use->role == SX_ROLE_NAME || use->role == SX_ROLE_TAG;
}

/* One question is enough for uses of one scope. */
static bool is_asked(const questions *list, const sx_met_file *file, const sx_name_use *use,
                     size_t name_len) {
  sx_scope scope = sx_scopes_of(&file->scopes, use->offset, name_len);
  for (size_t i = list->len; i-- > 0 && list->items[i].file == file;) {
    sx_scope other = sx_scopes_of(&file->scopes, list->items[i].use->offset, name_len);
    if (other.start == scope.start && other.end == scope.end &&
        list->items[i].use->role == use->role)
      return true;
  }
  return false;
}

static bool is_imported(const sx_name_use *use) {
  return use->is_import && use->role == SX_ROLE_NAME;
}

static sx_status collect(sx_renaming *rename, const sx_met_file *file, questions *out,
                         sx_err *err) {
  for (size_t i = 0; i < file->found.len; i++) {
    const sx_name_use *use = &file->found.items[i];
    if (!is_name(use) || is_asked(out, file, use, rename->new_name.len)) continue;
    question *added = SX_ARRAY_ADD(out, rename->call->arena);
    if (!added) return sx_fail(err, rename->call->arena->status, NULL);
    *added = (question){file, use, SX_STR_NONE};
  }
  return SX_OK;
}

static bool is_inside(sx_scope scope, size_t offset) {
  return scope.start <= offset && offset < scope.end;
}

/*
 * A name from around the renamed one's scope is only hidden in it, which changes nothing unless it
 * is used there. Scopes that end together are those of a function's parameters and its body.
 */
static bool is_hidden(const sx_met_file *file, sx_scope around, size_t use) {
  sx_scope own = file->visible;
  return !around.is_class && around.start <= own.start && own.end < around.end &&
         !is_inside(own, use);
}

/* The server's definition is in the file: does the name reach an occurrence from there? */
static sx_status judge_own(sx_renaming *rename, const question *asked, size_t declared,
                           bool *is_name_there, sx_name_conflicts *out, sx_err *err) {
  const sx_met_file *file = asked->file;
  sx_role role = sx_scopes_role(&file->scopes, declared, rename->new_name.len);
  bool has_name = sx_str_has_prefix(sx_str_slice(file->document->text, declared, SX_STR_NONE),
                                    rename->new_name);
  sx_scope scope = sx_scopes_of(&file->scopes, declared, rename->new_name.len);
  if (!has_name) scope = file->visible; /* it comes by another name */
  /* The property that is unpacked, not the variable that it is unpacked into. */
  if (has_name && role != SX_ROLE_NAME && role != SX_ROLE_TAG && !scope.is_class) return SX_OK;
  *is_name_there = true;
  if (!meets(file, scope, asked->use->role)) return SX_OK;
  if (is_hidden(file, scope, asked->use->offset)) return SX_OK;
  return sx_renaming_add_conflict(rename, out, file->document,
                                  has_name ? declared : asked->use->offset, err);
}

/* It is declared elsewhere, or no provider knows where. */
static sx_status judge_other(sx_renaming *rename, const question *asked, bool is_known,
                             sx_name_conflicts *out, sx_err *err) {
  const sx_met_file *file = asked->file;
  size_t offset = asked->use->offset;
  sx_scope scope = sx_scopes_of(&file->scopes, offset, rename->new_name.len);
  bool is_in_way = is_inside(file->visible, offset) && meets(file, file->visible, asked->use->role);
  if (!is_in_way && !is_known) is_in_way = meets(file, scope, asked->use->role);
  return is_in_way ? sx_renaming_add_conflict(rename, out, file->document, offset, err) : SX_OK;
}

/* Whether a definition makes the name a type or a value; BOTH if its text does not show it. */
static sx_status get_space(sx_renaming *rename, const sx_place *place, sx_space *out, sx_err *err) {
  sx_call *call = rename->call;
  const sx_document *document;
  sx_scopes scopes;
  *out = SX_SPACE_BOTH;
  sx_status status = sx_document_peek(call, sx_path_own(call, place->path), &document, NULL);
  if (status) return sx_renaming_pass(status);
  size_t offset = sx_document_offset(document, place->range.start);
  size_t end = sx_language_ident_end(document->language, document->text, offset);
  if (end == offset) return SX_OK;
  status = sx_scopes_find(&scopes, document->text, document->language, call->arena, err);
  if (!status) *out = sx_scopes_space(&scopes, offset, end - offset);
  return status;
}

/* Whether one is a type and the other a value, which TypeScript keeps apart. */
static sx_status are_apart(sx_renaming *rename, const sx_places *definitions, bool *out,
                           sx_err *err) {
  const sx_symbol *symbol = rename->target.symbol;
  sx_place declared = {symbol->path, {symbol->at, symbol->at}};
  sx_space own = SX_SPACE_BOTH, other = definitions->len ? 0 : SX_SPACE_BOTH;
  sx_status status = get_space(rename, &declared, &own, err);
  /* Declarations that are one symbol may be of both: an interface and its constant. */
  for (size_t i = 0; i < rename->declared.len && own != SX_SPACE_BOTH && !status; i++) {
    sx_space more;
    status = get_space(rename, &rename->declared.items[i], &more, err);
    own |= more;
  }
  for (size_t i = 0; i < definitions->len && other != SX_SPACE_BOTH && !status; i++) {
    sx_space more;
    status = get_space(rename, &definitions->items[i], &more, err);
    other |= more;
  }
  *out = !(own & other);
  return status;
}

/* An import makes the name one of the scope that it is in, be it a type or a value. */
static sx_status judge_import(sx_renaming *rename, const question *asked, sx_name_conflicts *out,
                              sx_err *err) {
  const sx_met_file *file = asked->file;
  size_t offset = asked->use->offset;
  sx_scope scope = sx_scopes_of(&file->scopes, offset, rename->new_name.len);
  if (!meets(file, scope, SX_ROLE_NAME) || is_hidden(file, scope, offset)) return SX_OK;
  return sx_renaming_add_conflict(rename, out, file->document, offset, err);
}

static sx_status judge_definitions(sx_renaming *rename, const question *asked,
                                   const sx_places *definitions, sx_name_conflicts *out,
                                   sx_err *err) {
  const sx_document *document = asked->file->document;
  bool is_own = false, is_elsewhere = definitions->len > 0, is_apart = false;
  if (is_imported(asked->use)) return judge_import(rename, asked, out, err);
  sx_status met = are_apart(rename, definitions, &is_apart, err);
  if (met || is_apart) return met;
  for (size_t i = 0; i < definitions->len; i++) {
    const sx_place *place = &definitions->items[i];
    if (!sx_str_is_equal(sx_path_own(rename->call, place->path), document->path)) continue;
    is_elsewhere = false;
    sx_status status = judge_own(rename, asked, sx_document_offset(document, place->range.start),
                                 &is_own, out, err);
    if (status) return status;
  }
  return is_own ? SX_OK : judge_other(rename, asked, is_elsewhere, out, err);
}

static sx_status ask_definitions(sx_renaming *rename, questions *list, sx_batch *batch,
                                 sx_err *err) {
  const sx_symbol *symbol = rename->target.symbol;
  if (!list->len) return SX_OK;
  size_t own = sx_batch_definition(batch, symbol->path, symbol->at);
  for (size_t i = 0; i < list->len && i < MAX_ASKED; i++) {
    question *one = &list->items[i];
    sx_pos16 at = sx_document_position(one->file->document, one->use->offset);
    one->slot = sx_batch_definition(batch, one->file->document->path, at);
  }
  sx_status status = sx_batch_run_within(batch, SX_CONFLICT_ASK_MS, err);
  if (status)
    for (size_t i = 0; i < list->len; i++) list->items[i].slot = SX_STR_NONE;
  else
    status = sx_batch_get_places(batch, own, &rename->declared, NULL);
  return sx_renaming_pass(status);
}

static sx_status find_names(sx_renaming *rename, const sx_met_files *files, sx_name_conflicts *out,
                            sx_err *err) {
  questions list = {0};
  sx_batch batch;
  sx_status status = SX_OK;
  for (size_t i = 0; i < files->len && !status; i++)
    if (files->items[i].has_names) status = collect(rename, &files->items[i], &list, err);
  sx_batch_init(&batch, rename->call->wait, rename->call->arena);
  if (!status) status = ask_definitions(rename, &list, &batch, err);
  for (size_t i = 0; i < list.len && !status; i++) {
    sx_places definitions = {0};
    const question *one = &list.items[i];
    if (one->slot != SX_STR_NONE)
      status = sx_renaming_pass(sx_batch_get_places(&batch, one->slot, &definitions, NULL));
    if (!status) status = judge_definitions(rename, one, &definitions, out, err);
  }
  sx_batch_release(&batch);
  return status;
}

/* ---- by the outline ------------------------------------------------------------------------- */

/* Something of the new name that stands where the symbol stands. */
static sx_status find_beside(sx_renaming *rename, sx_name_conflicts *out, sx_err *err) {
  const sx_symbol *symbol = rename->target.symbol;
  const sx_document *document;
  sx_host_symbols outline = {0};
  sx_status status = sx_document_open(rename->call, symbol->path, &document, err);
  if (!status) status = sx_outline_get(rename->call, document, OUTLINE_MS, &outline, NULL);
  if (status) return sx_renaming_pass(status); /* no provider knows of any */
  bool is_container_known = false;
  for (size_t i = 0; i < outline.len && !is_container_known; i++) {
    const sx_host_symbol *one = &outline.items[i];
    is_container_known = sx_str_is_equal(one->name, symbol->name) &&
                         sx_str_is_equal(one->container, symbol->container);
  }
  for (size_t i = 0; i < outline.len && is_container_known && !status; i++) {
    const sx_host_symbol *one = &outline.items[i];
    if (!sx_str_is_equal(one->name, rename->new_name)) continue;
    if (!sx_str_is_equal(one->container, symbol->container)) continue;
    sx_place place = {document->path, {one->name_at, one->name_at}};
    const sx_places definitions = {.items = &place, .len = 1};
    bool is_apart = false;
    status = are_apart(rename, &definitions, &is_apart, err);
    if (!status && !is_apart)
      status = sx_renaming_add_conflict(rename, out, document,
                                        sx_document_offset(document, one->name_at), err);
  }
  return status;
}

sx_status sx_renaming_find_conflicts(sx_renaming *rename, sx_name_conflicts *out, sx_err *err) {
  sx_met_files files = {0};
  sx_status status = sx_renaming_find_met(rename, &files, err);
  if (!status) status = find_names(rename, &files, out, err);
  if (!status) status = find_beside(rename, out, err);
  if (!status) status = sx_renaming_find_members(rename, &files, out, err);
  if (!status) status = sx_renaming_find_globals(rename, out, err);
  if (!status) status = sx_renaming_find_scripts(rename, out, err);
  if (!status) status = sx_renaming_find_exported(rename, out, err);
  return status;
}
