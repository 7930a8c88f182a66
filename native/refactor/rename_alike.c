#include "base/byte.h"
#include "refactor/rename_files.h"
#include "servers/coverage.h"
#include "workspace/paths.h"

/*
 * In TypeScript a type fits where another is wanted when it has the same members, without naming
 * it. Its server renames a member in types that name each other only: the others then no longer
 * fit. Types are compared by the names of their members.
 */

#define MAX_FOUND 4000
/* Classes above a type; further ones may only have more members. */
#define MAX_ABOVE 24

typedef struct type_shape {
  sx_class_place place;
  size_t member_at;           /* of the member in question */
  sx_strs required, optional; /* names of members, those of the types above too, once they are */
  sx_str name;                /* empty: it has none */
  sx_str project;             /* the folder of its file's */
  bool is_nominal;            /* has a private member: nothing fits but what derives from it */
  bool has_bases, is_whole;   /* is_whole: the types above are in it */
} type_shape;

typedef SX_ARRAY(type_shape) type_shapes;

/* ---- members of a type ----------------------------------------------------------------------- */

#define MODIFIERS "public protected private readonly abstract override async declare accessor"

static bool is_word_char(char c) {
  return sx_byte_is_ident(c) || c == '#';
}

/* The offset after the closing bracket of the one at `at`. */
static size_t end_of_bracket(const sx_scopes *scopes, size_t at) {
  size_t from = 0, to = scopes->blocks.len;
  while (from < to) {
    size_t middle = from + (to - from) / 2;
    if (scopes->blocks.items[middle].start < at)
      from = middle + 1;
    else
      to = middle;
  }
  bool is_there = from < scopes->blocks.len && scopes->blocks.items[from].start == at;
  return is_there ? scopes->blocks.items[from].end : at + 1;
}

/* Where the next member may begin: after a ; or , or a body, or on a line of its own. */
static size_t next_member(const sx_scopes *scopes, size_t at, size_t end) {
  sx_str code = scopes->code;
  while (at < end) {
    char c = code.ptr[at];
    if (c == ';' || c == ',') return at + 1;
    if (c == '{' || c == '(' || c == '[') {
      at = end_of_bracket(scopes, at);
      continue;
    }
    if (c == '\n') {
      size_t back = at, next = sx_str_skip_spaces(code, at);
      while (back > 0 && strchr(" \t\r", code.ptr[back - 1])) back--;
      bool goes_on = (back > 0 && strchr("=:|&?,(<>+", code.ptr[back - 1])) ||
                     (next < end && strchr("=:|&?.)>+", code.ptr[next]));
      if (!goes_on) return at + 1;
    }
    at++;
  }
  return end;
}

typedef struct type_member {
  sx_str name;
  bool is_private, is_static, is_optional;
} type_member;

/* Reads the modifiers and the name at `*at`; false: there is no name. */
static bool read_member(sx_str code, size_t *at, size_t end, type_member *out) {
  *out = (type_member){0};
  while (*at < end) {
    *at = sx_str_skip_spaces(code, *at);
    size_t from = *at;
    while (*at < end && is_word_char(code.ptr[*at])) ++*at;
    sx_str word = sx_str_slice(code, from, *at);
    if (!word.len) return false;
    size_t next = sx_str_skip_spaces(code, *at);
    char c = next < end ? code.ptr[next] : 0;
    bool is_modifier = is_word_char(c) || c == '*' || c == '[';
    if (is_modifier && sx_language_has_word("private protected", word, false))
      out->is_private = true;
    if (is_modifier && sx_language_has_word("static", word, false)) out->is_static = true;
    if (is_modifier && sx_language_has_word(MODIFIERS " static get set", word, false)) {
      *at = c == '*' ? next + 1 : next;
      continue;
    }
    out->name = word;
    out->is_private |= word.ptr[0] == '#';
    out->is_optional = c == '?';
    return true;
  }
  return false;
}

static sx_status take_members(sx_call *call, type_shape *into, const sx_class_place *place,
                              sx_err *err) {
  const sx_block *block = sx_class_block(place);
  sx_str code = place->scopes.code;
  sx_status status = SX_OK;
  size_t end = block->end ? block->end - 1 : 0;
  for (size_t at = block->start + 1; at < end && !status;) {
    type_member member;
    at = sx_str_skip_spaces(code, at);
    bool is_named = read_member(code, &at, end, &member);
    bool counts = is_named && !member.is_static &&
                  !sx_str_is_equal(member.name, SX_STR("constructor")) &&
                  !sx_str_is_equal(member.name, SX_STR("new"));
    if (counts) into->is_nominal |= member.is_private;
    if (counts)
      status = sx_strs_add_new(member.is_optional ? &into->optional : &into->required, member.name,
                               call->arena, err);
    at = next_member(&place->scopes, at, end);
  }
  return status;
}

/* Properties that a constructor declares: `constructor(private source: Source)`. */
static bool has_private_parameter(const sx_class_place *place) {
  const sx_block *block = sx_class_block(place);
  sx_str body = sx_str_slice(place->scopes.code, block->start, block->end);
  size_t at = sx_str_find(body, SX_STR("constructor"), 0);
  if (at == SX_STR_NONE) return false;
  size_t open = sx_str_find_char(body, '(', at);
  if (open == SX_STR_NONE) return false;
  size_t end = end_of_bracket(&place->scopes, block->start + open) - block->start;
  sx_str head = sx_str_slice(body, open, end);
  return sx_str_find(head, SX_STR("private "), 0) != SX_STR_NONE ||
         sx_str_find(head, SX_STR("protected "), 0) != SX_STR_NONE;
}

/* ---- types of the files ---------------------------------------------------------------------- */

/*
 * The class or the braces that a declared member is directly in; NULL: it is not in one, or in an
 * enum, which nothing else fits.
 */
static const sx_block *find_type(const sx_scopes *scopes, size_t offset, size_t name_len) {
  sx_role role = sx_scopes_role(scopes, offset, name_len);
  const sx_block *in = sx_scopes_block_at(scopes, offset);
  bool is_declared = role == SX_ROLE_DECLARED || role == SX_ROLE_KEY;
  if (!is_declared || !in || in->bracket != '{') return NULL;
  sx_str head = sx_str_slice(scopes->code, sx_scopes_head_start(scopes, in), in->start);
  bool is_enum = sx_language_find_word(scopes->language, head, SX_STR("enum"), 0) != SX_STR_NONE;
  return is_enum ? NULL : in;
}

static sx_status add_type(sx_call *call, type_shapes *list, const sx_class_place *place,
                          size_t member_at, sx_err *err) {
  const sx_document *document = place->document;
  type_shape *added = SX_ARRAY_ADD(list, call->arena);
  if (!added) return sx_fail(err, call->arena->status, NULL);
  *added = (type_shape){.place = *place, .member_at = member_at};
  sx_name_uses head = {0};
  sx_status status = take_members(call, added, &added->place, err);
  added->is_nominal |= has_private_parameter(&added->place);
  if (!status && sx_class_block(place)->kind == SX_BLOCK_CLASS)
    status = sx_class_list_head(call, &added->place, &head, err);
  added->has_bases = head.len > 1;
  added->project = sx_coverage_project(call, document->path);
  if (!head.len) return status;
  size_t at = head.items[0].offset;
  size_t end = sx_language_ident_end(document->language, document->text, at);
  added->name = sx_str_slice(document->text, at, end);
  return status;
}

/* Types of a file that have the member: those where it is renamed, and the others. */
static sx_status look_into(sx_renaming *rename, const sx_document *own, sx_str path,
                           type_shapes *renamed, type_shapes *others, sx_err *err) {
  sx_call *call = rename->call;
  sx_str name = rename->target.symbol->name;
  const sx_document *document;
  sx_scopes scopes;
  sx_occurrences found = {0};
  sx_offsets edited;
  sx_status status = sx_document_peek(call, path, &document, NULL);
  if (status || !sx_renaming_is_script(document) || !sx_renaming_is_source(rename, own, document))
    return sx_renaming_pass(status);
  status = sx_occurrences_find(&found, document->text, name, document->language, MAX_FOUND,
                               call->arena, err);
  if (status || !found.len) return status;
  sx_occurrences_classify(&found, document->text, document->language);
  status = sx_renaming_get_edited(rename, document, &edited, err);
  if (!status)
    status = sx_scopes_find(&scopes, document->text, document->language, call->arena, err);
  for (size_t i = 0; i < found.len && !status; i++) {
    size_t offset = found.items[i].offset;
    if (found.items[i].use != SX_USE_CODE) continue;
    const sx_block *block = find_type(&scopes, offset, name.len);
    if (!block) continue;
    type_shapes *list = sx_offsets_have(&edited, offset) ? renamed : others;
    const sx_class_place place = {document, scopes, (size_t)(block - scopes.blocks.items)};
    status = add_type(call, list, &place, offset, err);
  }
  return status;
}

/* ---- types above ----------------------------------------------------------------------------- */

typedef SX_ARRAY(sx_class_place) class_places;

static sx_status add_above(sx_call *call, class_places *list, const sx_class_place *one,
                           sx_err *err) {
  for (size_t i = 0; i < list->len; i++)
    if (sx_str_is_equal(list->items[i].document->path, one->document->path) &&
        list->items[i].block == one->block)
      return SX_OK;
  if (list->len == MAX_ABOVE) return SX_OK;
  sx_class_place *added = SX_ARRAY_ADD(list, call->arena);
  if (!added) return sx_fail(err, call->arena->status, NULL);
  *added = *one;
  return SX_OK;
}

static sx_status add_bases_at(sx_call *call, class_places *list, const sx_places *places,
                              sx_err *err) {
  sx_status status = SX_OK;
  for (size_t i = 0; i < places->len && !status; i++) {
    sx_class_place base = {0};
    if (sx_document_peek(call, sx_path_own(call, places->items[i].path), &base.document, NULL))
      continue;
    status = sx_scopes_find(&base.scopes, base.document->text, base.document->language, call->arena,
                            err);
    size_t offset = sx_document_offset(base.document, places->items[i].range.start);
    const sx_block *block = status ? NULL : sx_scopes_headed_class(&base.scopes, offset);
    if (!block) continue;
    base.block = (size_t)(block - base.scopes.blocks.items);
    status = add_above(call, list, &base, err);
  }
  return status;
}

/* Where the names after `extends` and `implements` lead. */
static sx_status add_bases(sx_call *call, class_places *list, size_t index, sx_err *err) {
  sx_class_place place = list->items[index];
  sx_name_uses names = {0};
  sx_batch batch;
  sx_status status = sx_class_list_head(call, &place, &names, err);
  if (status || names.len < 2) return status;
  sx_batch_init(&batch, call->wait, call->arena);
  for (size_t i = 1; i < names.len; i++)
    sx_batch_definition(&batch, place.document->path,
                        sx_document_position(place.document, names.items[i].offset));
  status = sx_batch_run_within(&batch, SX_CONFLICT_ASK_MS, err);
  for (size_t slot = 0; slot + 1 < names.len && !status; slot++) {
    sx_places places = {0};
    status = sx_renaming_pass(sx_batch_get_places(&batch, slot, &places, NULL));
    if (!status) status = add_bases_at(call, list, &places, err);
  }
  sx_batch_release(&batch);
  return sx_renaming_pass(status);
}

static sx_status take_above(sx_call *call, type_shape *into, sx_err *err) {
  class_places list = {0};
  sx_status status = add_above(call, &list, &into->place, err);
  for (size_t i = 0; i < list.len && !status; i++) {
    if (i) status = take_members(call, into, &list.items[i], err);
    if (i) into->is_nominal |= has_private_parameter(&list.items[i]);
    if (!status) status = add_bases(call, &list, i, err);
  }
  return status;
}

/* ---- comparing ------------------------------------------------------------------------------- */

static bool has_all(const type_shape *one, const sx_strs *wanted) {
  for (size_t i = 0; i < wanted->len; i++)
    if (!sx_strs_have(&one->required, wanted->items[i]) &&
        !sx_strs_have(&one->optional, wanted->items[i]))
      return false;
  return true;
}

static bool fits(const type_shape *one, const type_shape *wanted) {
  return !wanted->is_nominal && has_all(one, &wanted->required);
}

/* Types of two projects meet only where one names the other. */
static bool may_meet(const type_shape *one, const type_shape *other) {
  const sx_document *here = one->place.document, *there = other->place.document;
  if (sx_str_is_equal(one->project, other->project)) return true;
  if (sx_str_is_equal(one->name, other->name)) return false; /* each file has its own */
  return (other->name.len && sx_occurrences_has(here->text, other->name, here->language)) ||
         (one->name.len && sx_occurrences_has(there->text, one->name, there->language));
}

/* By the names of all their members. */
static sx_status are_alike(sx_call *call, type_shape *one, type_shape *other, bool *out,
                           sx_err *err) {
  type_shape *both[] = {one, other};
  sx_status status = SX_OK;
  *out = false;
  if (!may_meet(one, other)) return SX_OK;
  for (size_t i = 0; i < 2 && !status; i++) {
    bool asks = both[i]->has_bases && !both[i]->is_whole;
    if (!asks) continue;
    both[i]->is_whole = true;
    status = take_above(call, both[i], err);
  }
  *out = fits(one, other) || fits(other, one);
  return status;
}

sx_status sx_renaming_find_alike(sx_renaming *rename, sx_places *out, sx_err *err) {
  sx_call *call = rename->call;
  type_shapes renamed = {0}, others = {0};
  const sx_document *own;
  sx_status status = sx_document_peek(call, rename->target.symbol->path, &own, NULL);
  if (status || !sx_renaming_is_script(own)) return sx_renaming_pass(status);
  for (size_t i = 0; i < rename->old_files.paths.len && !status; i++)
    status = look_into(rename, own, rename->old_files.paths.items[i], &renamed, &others, err);
  for (size_t i = 0; i < others.len && !status; i++) {
    type_shape *one = &others.items[i];
    bool is_alike = false;
    for (size_t k = 0; k < renamed.len && !is_alike && !status; k++)
      status = are_alike(call, one, &renamed.items[k], &is_alike, err);
    if (status || !is_alike) continue;
    const sx_document *document = one->place.document;
    sx_pos16 at = sx_document_position(document, one->member_at);
    sx_place *added = SX_ARRAY_ADD(out, call->arena);
    if (!added) return sx_fail(err, call->arena->status, NULL);
    *added = (sx_place){document->path, {at, at}};
  }
  return status;
}
