#include "refactor/rename_files.h"
#include "refactor/rename_texts.h"
#include "os/file.h"
#include "text/file_type.h"
#include "text/keyword.h"
#include "servers/coverage.h"
#include "workspace/paths.h"

/*
 * Uses of a member's old name that the server did not rename, because it does not know what they
 * are of: a parameter without a type, an attribute that is made while the program runs. A use that
 * leads to another declaration is another symbol's, unless its class is this one by another file:
 * a stub of it, or the same class in C.
 */

#define MENTIONS_MS 1500
/* Files with the old name, at most: their texts stay in memory until the call ends. */
#define MAX_TEXT_BYTES ((size_t)48 * 1024 * 1024)
#define MAX_FOUND 4000
#define MAX_ASKED 200

/* Uses of one receiver in one function: the server is asked about the first. */
typedef struct left_use {
  const sx_document *document;
  sx_str receiver;
  size_t function, offset;
  size_t slot; /* SX_STR_NONE: not asked */
} left_use;

typedef struct search {
  sx_renaming *rename;
  const sx_document *own; /* the symbol's file */
  sx_str class_name;      /* of the symbol's class; may be empty */
  SX_ARRAY(left_use) uses;
  size_t asked;
  sx_renaming_left *out;
} search;

/* ---- files ----------------------------------------------------------------------------------- */

static bool is_member_role(sx_role role) {
  return role == SX_ROLE_MEMBER || role == SX_ROLE_DECLARED || role == SX_ROLE_KEY;
}

/* Takes files of the symbol's language, or the others, as long as there is room for their texts. */
static sx_status take_files(sx_renaming *rename, const sx_document *own, bool is_kin,
                            const sx_mentions *from, size_t *room, sx_err *err) {
  sx_mentions *to = &rename->old_files;
  for (size_t i = 0; i < from->paths.len; i++) {
    sx_file_info info = {0};
    sx_str path = from->paths.items[i];
    const sx_language *language = sx_language_find(SX_STR(""), path);
    if (sx_language_is_kin(own->language, language) != is_kin) continue;
    if (sx_file_stat(&info, path, NULL)) continue;
    if (info.size_bytes > *room) {
      to->is_cut = true;
      continue;
    }
    *room -= (size_t)info.size_bytes;
    sx_str *added = SX_ARRAY_ADD(&to->paths, rename->call->arena);
    if (!added) return sx_fail(err, rename->call->arena->status, NULL);
    *added = path;
  }
  return SX_OK;
}

sx_status sx_renaming_find_mentions(sx_renaming *rename, sx_err *err) {
  sx_call *call = rename->call;
  const sx_symbol *symbol = rename->target.symbol;
  const sx_document *document;
  sx_scopes scopes;
  sx_mentions found[2];
  rename->are_mentions_known = true;
  sx_status status = sx_document_peek(call, symbol->path, &document, err);
  if (status) return sx_renaming_pass(status);
  status = sx_scopes_find(&scopes, document->text, document->language, call->arena, err);
  if (status) return status;
  size_t at = sx_document_offset(document, symbol->at);
  sx_scope scope = sx_scopes_of(&scopes, at, symbol->name.len);
  bool is_whole = scope.start == 0 && scope.end == scopes.code.len;
  bool is_member = is_member_role(sx_scopes_role(&scopes, at, symbol->name.len));
  rename->is_local = !is_whole && !scope.is_class && !is_member && !sx_renaming_is_member(rename);
  if (rename->is_local) return SX_OK;
  const sx_str names[] = {symbol->name, rename->new_name};
  status = sx_mentions_find(found, call, names, 2, MENTIONS_MS, err);
  if (status) return status;
  size_t room = MAX_TEXT_BYTES;
  rename->new_files = found[1];
  rename->old_files.is_cut = found[0].is_cut;
  status = take_files(rename, document, true, &found[0], &room, err);
  if (!status) status = take_files(rename, document, false, &found[0], &room, err);
  return status ? status : sx_renaming_find_texts(rename, err);
}

bool sx_renaming_is_script(const sx_document *document) {
  return sx_language_has_word("typescript vue", sx_language_name(document->language), false);
}

bool sx_renaming_is_source(const sx_renaming *rename, const sx_document *own,
                           const sx_document *document) {
  sx_str path = document->path;
  if (!sx_language_is_kin(own->language, document->language)) return false;
  if (sx_str_is_equal(path, own->path)) return true;
  if (sx_file_is_typings(path)) return false;
  if (!sx_file_is_javascript(path) || sx_file_is_javascript(own->path)) return true;
  /* Files that a TypeScript project leaves out are likely its output. */
  sx_str id = SX_STR("javascript");
  const sx_family *family = sx_family_of(id);
  return !family || sx_coverage_get(rename->call, family, path, id) != SX_KNOWS_OPEN_ONLY;
}

/* ---- one file -------------------------------------------------------------------------------- */

/* `getattr(x, "name")`: the string is the name, and all of it. */
static bool is_reflected(const sx_scopes *scopes, size_t offset, size_t name_len) {
  sx_str text = scopes->text;
  char open = offset ? text.ptr[offset - 1] : 0;
  size_t end = offset + name_len;
  if ((open != '"' && open != '\'') || end >= text.len || text.ptr[end] != open) return false;
  const sx_block *in = sx_scopes_block_at(scopes, offset);
  if (!in || in->bracket != '(') return false;
  size_t at = in->start;
  while (at > 0 && sx_language_is_ident(scopes->language, (unsigned char)text.ptr[at - 1])) at--;
  return sx_language_has_word("getattr setattr hasattr delattr attrgetter methodcaller object",
                              sx_str_slice(text, at, in->start), false);
}

static sx_status note(search *find, sx_places *out, const sx_document *document, size_t offset,
                      sx_err *err) {
  size_t end = offset + find->rename->target.symbol->name.len;
  sx_place place = {document->path,
                    {sx_document_position(document, offset), sx_document_position(document, end)}};
  if (sx_places_have(&find->rename->excluded, &place)) return SX_OK;
  sx_place *added = SX_ARRAY_ADD(out, find->rename->call->arena);
  if (!added) return sx_fail(err, find->rename->call->arena->status, NULL);
  *added = place;
  return SX_OK;
}

static sx_status add_use(search *find, const sx_document *document, const sx_scopes *scopes,
                         size_t offset, sx_err *err) {
  left_use use = {.document = document,
                  .receiver = sx_renaming_receiver(scopes, offset),
                  .function = sx_renaming_function_at(scopes, offset),
                  .offset = offset,
                  .slot = SX_STR_NONE};
  left_use *added = SX_ARRAY_ADD(&find->uses, find->rename->call->arena);
  if (!added) return sx_fail(err, find->rename->call->arena->status, NULL);
  *added = use;
  return SX_OK;
}

static sx_status look_into(search *find, sx_str path, sx_err *err) {
  sx_call *call = find->rename->call;
  sx_str name = find->rename->target.symbol->name;
  const sx_document *document;
  sx_scopes scopes;
  sx_occurrences found = {0};
  sx_offsets edited;
  sx_status status = sx_document_peek(call, path, &document, NULL);
  if (status || !sx_renaming_is_source(find->rename, find->own, document))
    return sx_renaming_pass(status);
  status = sx_occurrences_find(&found, document->text, name, document->language, MAX_FOUND,
                               call->arena, err);
  if (status || !found.len) return status;
  sx_occurrences_classify(&found, document->text, document->language);
  status = sx_renaming_get_edited(find->rename, document, &edited, err);
  if (!status)
    status = sx_scopes_find(&scopes, document->text, document->language, call->arena, err);
  for (size_t i = 0; i < found.len && !status; i++) {
    const sx_occurrence *one = &found.items[i];
    if (sx_offsets_have(&edited, one->offset)) continue;
    if (one->use == SX_USE_CODE && sx_scopes_role(&scopes, one->offset, name.len) == SX_ROLE_MEMBER)
      status = add_use(find, document, &scopes, one->offset, err);
    else if (one->use == SX_USE_STRING && is_reflected(&scopes, one->offset, name.len))
      status = note(find, &find->out->unknown, document, one->offset, err);
  }
  return status;
}

/* ---- what the server knows of them ----------------------------------------------------------- */

/* The first of the uses before that stands for this one. */
static const left_use *find_same(const search *find, size_t index) {
  const left_use *use = &find->uses.items[index];
  for (size_t i = index; i-- > 0 && find->uses.items[i].document == use->document;) {
    const left_use *one = &find->uses.items[i];
    if (use->receiver.len && one->function == use->function && one->slot != SX_STR_NONE &&
        sx_str_is_equal(one->receiver, use->receiver))
      return one;
  }
  return NULL;
}

static void ask_definitions(search *find, sx_batch *batch) {
  for (size_t i = 0; i < find->uses.len; i++) {
    left_use *use = &find->uses.items[i];
    const left_use *same = find_same(find, i);
    if (same) {
      use->slot = same->slot;
    } else if (find->asked < MAX_ASKED) {
      sx_pos16 at = sx_document_position(use->document, use->offset);
      use->slot = sx_batch_definition(batch, use->document->path, at);
      find->asked++;
    }
  }
}

static sx_status get_class_name(sx_call *call, const sx_document *document, sx_pos16 at,
                                sx_str *out, sx_err *err) {
  sx_class_place place = {.document = document};
  sx_name_uses names = {0};
  *out = SX_STR("");
  sx_status status =
      sx_scopes_find(&place.scopes, document->text, document->language, call->arena, err);
  if (status) return status;
  const sx_block *block = sx_scopes_class_at(&place.scopes, sx_document_offset(document, at));
  if (!block) return SX_OK;
  place.block = (size_t)(block - place.scopes.blocks.items);
  status = sx_class_list_head(call, &place, &names, err);
  if (status || !names.len) return status;
  size_t from = names.items[0].offset;
  size_t end = sx_language_ident_end(document->language, document->text, from);
  *out = sx_str_slice(document->text, from, end);
  return SX_OK;
}

static bool is_edited(const search *find, const sx_place *place) {
  const sx_places *places = &find->rename->places;
  return sx_places_have(places, place);
}

/* Whether a definition of a use is the symbol all the same. */
static sx_status may_be_own(search *find, const sx_places *definitions, bool *out, sx_err *err) {
  sx_call *call = find->rename->call;
  *out = definitions->len == 0;
  for (size_t i = 0; i < definitions->len && !*out; i++) {
    const sx_document *document;
    sx_str class_name;
    sx_place place = definitions->items[i];
    place.path = sx_path_own(call, place.path);
    *out = is_edited(find, &place);
    if (*out || !find->class_name.len || sx_path_is_inside(call, place.path)) continue;
    sx_status status = sx_document_peek(call, place.path, &document, NULL);
    if (!status) status = get_class_name(call, document, place.range.start, &class_name, err);
    if (!status) *out = sx_str_is_equal(class_name, find->class_name);
    if (sx_renaming_pass(status)) return status;
  }
  return SX_OK;
}

static sx_status judge_definitions(search *find, sx_batch *batch, sx_err *err) {
  sx_status status = SX_OK;
  for (size_t i = 0; i < find->uses.len && !status; i++) {
    const left_use *use = &find->uses.items[i];
    sx_places definitions = {0};
    bool may_be = false;
    if (use->slot == SX_STR_NONE || sx_batch_get_places(batch, use->slot, &definitions, NULL)) {
      find->out->not_asked++;
      continue;
    }
    status = may_be_own(find, &definitions, &may_be, err);
    if (!status && may_be)
      status = note(find, &find->out->unknown, use->document, use->offset, err);
  }
  return status;
}

static sx_status ask_and_judge(search *find, sx_err *err) {
  sx_batch batch;
  if (!find->uses.len) return SX_OK;
  sx_batch_init(&batch, find->rename->call->wait, find->rename->call->arena);
  ask_definitions(find, &batch);
  sx_status status = sx_batch_run_within(&batch, SX_CONFLICT_ASK_MS, err);
  if (status)
    find->out->not_asked = find->uses.len;
  else
    status = judge_definitions(find, &batch, err);
  sx_batch_release(&batch);
  return sx_renaming_pass(status);
}

/* ---- all of it ------------------------------------------------------------------------------- */

sx_status sx_renaming_find_left(sx_renaming *rename, sx_renaming_left *out, sx_err *err) {
  sx_call *call = rename->call;
  const sx_symbol *symbol = rename->target.symbol;
  const sx_document *document;
  sx_scopes scopes;
  search find = {.rename = rename, .out = out};
  *out = (sx_renaming_left){0};
  sx_status status = sx_document_peek(call, symbol->path, &document, err);
  if (status) return sx_renaming_pass(status);
  const sx_family *family = sx_family_of(document->language_id);
  if (family && family->has_index) return SX_OK; /* compiled: `behind` compares these */
  status = sx_scopes_find(&scopes, document->text, document->language, call->arena, err);
  if (status) return status;
  size_t at = sx_document_offset(document, symbol->at);
  bool is_member = is_member_role(sx_scopes_role(&scopes, at, symbol->name.len));
  if (!is_member && !sx_renaming_is_member(rename)) return SX_OK;
  find.own = document;
  status = get_class_name(call, document, symbol->at, &find.class_name, err);
  if (!status) status = sx_documents_peek(call, &rename->old_files.paths, err);
  for (size_t i = 0; i < rename->old_files.paths.len && !status; i++)
    status = look_into(&find, rename->old_files.paths.items[i], err);
  if (!status) status = ask_and_judge(&find, err);
  return status ? status : sx_renaming_find_alike(rename, &out->alike, err);
}
