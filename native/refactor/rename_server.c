#include "refactor/rename.h"

#include "base/map.h"
#include "refactor/rename_ask.h"
#include "semantic/overridden.h"
#include "servers/inquiry.h"
#include "workspace/paths.h"

#define MAX_ALIASES 64

/* ---- through aliases ----------------------------------------------------------------------- */

bool sx_renaming_has_changed(const sx_renaming *rename, sx_str path) {
  for (size_t i = 0; i < rename->change.files.len; i++)
    if (sx_str_is_equal(rename->change.files.items[i].path, path)) return true;
  return false;
}

bool sx_renaming_is_alias(const sx_renaming *rename, const sx_host_edit *edit) {
  size_t at = sx_str_find(edit->text, SX_STR(" as "), 0);
  return at != SX_STR_NONE && edit->text.len > rename->new_name.len;
}

static bool is_same_range(const sx_host_edit *a, const sx_host_edit *b) {
  return memcmp(&a->range, &b->range, sizeof a->range) == 0;
}

static sx_host_file_edit *find_file(sx_host_planned *planned, sx_str path) {
  for (size_t i = 0; i < planned->files.len; i++)
    if (planned->files.items[i].action == SX_HOST_EDIT_FILE &&
        sx_str_is_equal(planned->files.items[i].path, path))
      return &planned->files.items[i];
  return NULL;
}

/*
 * A place that is an alias in one direction in the one, and in the other direction in the other, is
 * not an alias.
 */
static sx_status add_edits(sx_renaming *rename, sx_host_file_edit *into,
                           const sx_host_file_edit *from, sx_err *err) {
  size_t before = into->edits.len;
  sx_planned_unite_versions(into, from);
  for (size_t i = 0; i < from->edits.len; i++) {
    const sx_host_edit *edit = &from->edits.items[i];
    size_t k = 0;
    while (k < before && !is_same_range(&into->edits.items[k], edit)) k++;
    if (k < before) {
      if (!sx_str_is_equal(into->edits.items[k].text, edit->text))
        into->edits.items[k].text = rename->new_name;
      continue;
    }
    sx_host_edit *added = SX_ARRAY_ADD(&into->edits, rename->call->arena);
    if (!added) return sx_fail(err, rename->call->arena->status, NULL);
    *added = *edit;
  }
  return SX_OK;
}

static sx_status add_file(sx_renaming *rename, const sx_host_file_edit *file) {
  sx_host_file_edit *added = SX_ARRAY_ADD(&rename->planned.files, rename->call->arena);
  if (added) *added = *file;
  return added ? SX_OK : rename->call->arena->status;
}

static sx_status add_planned(sx_renaming *rename, const sx_host_planned *more, sx_err *err) {
  sx_status status = SX_OK;
  for (size_t i = 0; i < more->files.len && !status; i++) {
    const sx_host_file_edit *file = &more->files.items[i];
    sx_host_file_edit *same = find_file(&rename->planned, file->path);
    status = same ? add_edits(rename, same, file, err) : add_file(rename, file);
  }
  rename->planned.is_partial |= more->is_partial;
  rename->planned.has_snippet |= more->has_snippet;
  return status ? sx_fail(err, status, NULL) : SX_OK;
}

/* The first alias that was not asked about yet. */
static bool find_alias(sx_renaming *rename, const sx_places *asked, sx_place *out) {
  for (size_t i = 0; i < rename->planned.files.len; i++) {
    const sx_host_file_edit *file = &rename->planned.files.items[i];
    for (size_t k = 0; k < file->edits.len; k++) {
      *out = (sx_place){file->path, file->edits.items[k].range};
      if (sx_renaming_is_alias(rename, &file->edits.items[k]) && !sx_places_have(asked, out))
        return true;
    }
  }
  return false;
}

/* The person's setting stays as it is: what an alias exports is renamed on its own, too. */
static sx_status follow_aliases(sx_renaming *rename, sx_err *err) {
  sx_places asked = {0};
  sx_place place;
  while (asked.len < MAX_ALIASES && find_alias(rename, &asked, &place)) {
    sx_place *added = SX_ARRAY_ADD(&asked, rename->call->arena);
    if (!added) return sx_fail(err, rename->call->arena->status, NULL);
    *added = place;
    sx_host_planned more = {0};
    sx_status status = sx_rename_ask_at(rename, place.path, place.range.start, &more, err);
    if (status == SX_HOST) continue; /* it stays, and the answer names it */
    if (!status) status = add_planned(rename, &more, err);
    if (status) return status;
  }
  return SX_OK;
}

/* A member beside the projects may override one that is then renamed in all of its project. */
static sx_status add_overridden(sx_renaming *rename, sx_err *err) {
  sx_places declared = {0};
  sx_status status = sx_renaming_collect(rename, err);
  if (!status)
    status = sx_overridden_find(&declared, rename->call, &rename->target, &rename->places, err);
  for (size_t i = 0; i < declared.len && !status; i++) {
    const sx_place *one = &declared.items[i];
    sx_host_planned more = {0};
    status = sx_rename_ask_at(rename, one->path, one->range.start, &more, err);
    if (!status) status = add_planned(rename, &more, err);
  }
  return status;
}

/* A use would only get an alias of its own: the whole name begins where it is declared. */
static sx_status ask_rename(sx_renaming *rename, sx_err *err) {
  const sx_symbol *symbol = rename->target.symbol;
  bool is_at_declaration =
      rename->goes_through_aliases && symbol->is_declaration_known && !symbol->declared_as.len;
  sx_status status = is_at_declaration
                         ? sx_rename_ask_at(rename, symbol->path, symbol->at, &rename->planned, err)
                         : sx_rename_ask(rename, &rename->planned, err);
  if (!status) status = add_overridden(rename, err);
  return status || !rename->goes_through_aliases ? status : follow_aliases(rename, err);
}

/* ---- another name for what is imported ------------------------------------------------------ */

/* Whether the statement around `at` is an import: the nearest of both words before it. */
static bool is_imported_at(const sx_document *document, size_t at) {
  sx_str text = document->text;
  while (at && !strchr(";}\"'`", text.ptr[at - 1])) {
    size_t end = at--;
    size_t start = sx_language_ident_start(document->language, text, end);
    if (start == end) continue;
    sx_str word = sx_str_slice(text, start, end);
    if (sx_language_has_word("import export", word, false)) return text.ptr[start] == 'i';
    at = start;
  }
  return false;
}

/* `import { a as b }`, by the server's plan; nothing else but its file is changed. */
static bool gives_own_name(const sx_renaming *rename) {
  const sx_host_planned *planned = &rename->planned;
  const sx_target *target = &rename->target;
  const sx_document *document;
  bool is = false;
  if (rename->goes_through_aliases || planned->files.len != 1) return false;
  const sx_host_file_edit *file = &planned->files.items[0];
  if (!sx_str_is_equal(sx_path_own(rename->call, file->path), target->path)) return false;
  if (sx_document_peek(rename->call, target->path, &document, NULL)) return false;
  for (size_t i = 0; i < file->edits.len && !is; i++) {
    const sx_host_edit *edit = &file->edits.items[i];
    is = sx_renaming_is_alias(rename, edit) && sx_str_has_suffix(edit->text, rename->new_name) &&
         is_imported_at(document, sx_document_offset(document, edit->range.start));
  }
  return is;
}

/* ---- until all is known -------------------------------------------------------------------- */

static size_t count_edits(const sx_host_planned *planned) {
  size_t count = 0;
  for (size_t i = 0; i < planned->files.len; i++) count += planned->files.items[i].edits.len;
  return count;
}

sx_status sx_renaming_collect(sx_renaming *rename, sx_err *err) {
  sx_arena *arena = rename->call->arena;
  rename->places = (sx_places){0};
  for (size_t i = 0; i < rename->planned.files.len; i++) {
    const sx_host_file_edit *file = &rename->planned.files.items[i];
    for (size_t k = 0; k < file->edits.len; k++) {
      sx_place *place = SX_ARRAY_ADD(&rename->places, arena);
      if (!place) return sx_fail(err, arena->status, NULL);
      *place = (sx_place){file->path, file->edits.items[k].range};
    }
  }
  return SX_OK;
}

/* Servers end what they report with a full stop or without. */
static sx_status fail_refused(const sx_renaming *rename, const char *reason, sx_err *err) {
  sx_str text = sx_str_trim_end(sx_str_from(reason));
  bool is_ended = text.len && strchr(".!?", text.ptr[text.len - 1]);
  return sx_fail(err, SX_HOST, "'%.*s' cannot be renamed. %.*s%s Nothing was changed.",
                 SX_STR_ARG(rename->target.symbol->name), SX_STR_ARG(text), is_ended ? "" : ".");
}

/*
 * TypeScript's server renames what is open beside its projects, and the editor closes some files
 * where others are opened: those of an earlier round stay.
 */
static sx_status keep_closed(sx_renaming *rename, const sx_host_planned *earlier, sx_err *err) {
  const sx_family *family = sx_family_of_file(rename->target.path);
  sx_host_planned *now = &rename->planned;
  sx_map known;
  sx_status status = SX_OK;
  if (!family || family->has_index) return SX_OK;
  sx_map_init(&known, rename->call->arena);
  for (size_t i = 0; i < now->files.len && !status; i++)
    if (now->files.items[i].action == SX_HOST_EDIT_FILE)
      status = sx_map_put(&known, now->files.items[i].path, 1);
  for (size_t i = 0; i < earlier->files.len && !status; i++) {
    const sx_host_file_edit *file = &earlier->files.items[i];
    uint64_t ignored;
    if (file->action != SX_HOST_EDIT_FILE || sx_map_find(&known, file->path, &ignored)) continue;
    status = add_file(rename, file);
  }
  now->is_partial |= earlier->is_partial;
  now->has_snippet |= earlier->has_snippet;
  return status ? sx_fail(err, status, NULL) : SX_OK;
}

typedef struct question {
  sx_renaming *rename;
  bool is_refused; /* in the last round; the server gave this as its reason: */
  sx_err refusal;
} question;

/*
 * Until all files are known that contain the name: what is left out would be broken. A server that
 * has just begun knows the declaration only, or refuses; one that has looked into other files knows
 * the project.
 */
static sx_status ask_round(void *arg, sx_round *round, sx_err *err) {
  question *ask = arg;
  sx_renaming *rename = ask->rename;
  bool again = false;
  const sx_host_planned earlier = rename->planned;
  ask->refusal = (sx_err){0};
  rename->planned = (sx_host_planned){0};
  sx_status status = ask_rename(rename, &ask->refusal);
  if (!status) status = keep_closed(rename, &earlier, &ask->refusal);
  if (!status && count_edits(&rename->planned)) {
    status = sx_renaming_collect(rename, &ask->refusal);
    rename->is_own_name = !status && gives_own_name(rename);
    if (!status && !rename->is_own_name)
      status = sx_reconcile_wait(&rename->behind, rename->call, &rename->target, &rename->places,
                                 &again, &ask->refusal);
  }
  if (status) rename->planned = earlier; /* a later round may add to it */
  if (status && status != SX_HOST) return sx_fail(err, status, "%s", ask->refusal.message);
  ask->is_refused = status == SX_HOST;
  size_t count = status ? 0 : count_edits(&rename->planned);
  if (again)
    *round = SX_ROUND_AGAIN;
  else if (rename->is_own_name || (count > 1 && rename->planned.files.len > 1))
    *round = SX_ROUND_ENOUGH;
  else if (count)
    return sx_inquiry_note_answer(rename->call, rename->target.path, err);
  return SX_OK;
}

sx_status sx_renaming_ask(sx_renaming *rename, sx_err *err) {
  sx_certainty certainty;
  question ask = {.rename = rename};
  sx_str path = rename->target.path;
  sx_status status = sx_inquiry_run(&certainty, rename->call, path, ask_round, &ask, err);
  rename->is_sure = certainty.is_sure;
  if (status) return status;
  if (certainty.readiness == SX_ABSENT)
    return sx_fail(err, SX_HOST,
                   "No installed extension serves the language of '%.*s', so nothing can rename "
                   "it safely. replace_in_buffer edits text.",
                   SX_STR_ARG(sx_path_display(rename->call, path)));
  if (ask.is_refused) return fail_refused(rename, ask.refusal.message, err);
  if (!count_edits(&rename->planned))
    return sx_fail(err, SX_HOST,
                   "The language server found nothing to rename there. Nothing was changed. "
                   "find_references lists the uses.");
  return SX_OK;
}
