#include "base/utf8.h"
#include "text/keyword.h"
#include "text/occurrences.h"
#include "text/qualifier.h"
#include "resolve/members_parts.h"
#include "workspace/paths.h"

#define MAX_HEADER_BYTES 2000
#define MAX_BASES 8
#define MAX_OCCURRENCES 2000

/* ---- bases ----------------------------------------------------------------------------------- */

/* Offsets of the names in a declaration's head that may be bases: no arguments of types. */
static size_t find_bases(const sx_document *document, size_t from, size_t offsets[MAX_BASES]) {
  sx_str text = document->text;
  size_t end = from + MAX_HEADER_BYTES < text.len ? from + MAX_HEADER_BYTES : text.len;
  size_t count = 0, brackets = 0, parentheses = 0;
  for (size_t at = from; at < end && count < MAX_BASES;) {
    uint32_t c;
    size_t bytes = sx_utf8_decode(text.ptr + at, end - at, &c), start = at;
    bool is_scope = c == ':' && at + 1 < end && text.ptr[at + 1] == ':';
    bool is_python = document->language->flags & SX_LANGUAGE_DOCSTRING;
    if (c == '{' || c == ';' || (is_python && c == ':' && !parentheses && !brackets)) break;
    if (is_python && c == '\n' && !parentheses) break;
    if (c == '(') parentheses++;
    if (c == ')' && parentheses) parentheses--;
    if (c == '<' || c == '[') brackets++;
    if ((c == '>' || c == ']') && brackets) brackets--;
    if (is_scope) bytes = 2;
    at += bytes ? bytes : 1;
    if (!sx_language_is_ident(document->language, c) || (c >= '0' && c <= '9')) continue;
    at = sx_language_ident_end(document->language, text, start);
    sx_str word = sx_str_slice(text, start, at);
    size_t next = at;
    while (next < end && (text.ptr[next] == ' ' || text.ptr[next] == '\n')) next++;
    bool is_part = next < end && (text.ptr[next] == '.' || text.ptr[next] == '=' ||
                                  sx_str_has_prefix(sx_str_slice(text, next, end), SX_STR("::")));
    if (brackets || is_part || sx_keyword_of(document->language, word)) continue;
    offsets[count++] = start;
  }
  return count;
}

sx_status sx_members__look_into_bases(sx_member_search *find, const sx_document *document,
                                      const sx_referent *owner, size_t depth, sx_err *err) {
  size_t offsets[MAX_BASES] = {0};
  size_t head = sx_document_offset(document, owner->at) + owner->name.len;
  size_t count = find_bases(document, head, offsets);
  if (count == MAX_BASES) *find->is_sure = false;
  sx_referents bases = {0};
  sx_status status = SX_OK;
  for (size_t i = 0; i < count && !status; i++) {
    sx_places places;
    size_t end = sx_language_ident_end(document->language, document->text, offsets[i]);
    status = sx_members__ask_definitions(find->call, document, &offsets[i], 1, &places, err);
    if (!status && !places.len) *find->is_sure = false;
    if (!status)
      status = sx_referents_of_places(find->call, &places,
                                      sx_str_slice(document->text, offsets[i], end), &bases, err);
  }
  return status ? status : sx_members__look_into_all(find, &bases, owner->name, depth, err);
}

/* ---- types of variables, and what is assigned to the object itself --------------------------- */

sx_status sx_members__look_into_type(sx_member_search *find, const sx_document *document,
                                     const sx_referent *owner, size_t depth, sx_err *err) {
  size_t offset = sx_document_offset(document, owner->at);
  sx_places places;
  sx_referents types = {0};
  sx_status status = sx_members__ask_types(find->call, document, offset, &places, err);
  for (size_t i = 0; i < places.len && !status; i++) {
    const sx_document *there;
    const sx_places one = {.items = &places.items[i], .len = 1};
    status = sx_document_peek(find->call, places.items[i].path, &there, err);
    if (sx_status_ends_call(status)) return status;
    if (status) { /* the member may be in that file */
      *find->is_sure = false;
      status = SX_OK;
      continue;
    }
    size_t at = sx_document_offset(there, places.items[i].range.start);
    size_t end = sx_language_ident_end(there->language, there->text, at);
    status =
        sx_referents_of_places(find->call, &one, sx_str_slice(there->text, at, end), &types, err);
  }
  if (!status && !types.len) *find->is_sure = false;
  return status ? status : sx_members__look_into_all(find, &types, SX_STR(""), depth, err);
}

/* `self._loop` in a method of the class: no outline has it. */
sx_status sx_members__take_own_attributes(sx_member_search *find, const sx_document *document,
                                          const sx_range16 *range, const sx_referent *owner,
                                          sx_err *err) {
  sx_occurrences found = {0};
  size_t offsets[2] = {0}, count = 0;
  size_t from = sx_document_offset(document, range->start);
  size_t to = sx_document_offset(document, range->end);
  sx_str text = sx_str_slice(document->text, 0, to);
  sx_status status = sx_occurrences_find(&found, text, find->name, document->language,
                                         MAX_OCCURRENCES, find->call->arena, err);
  if (status) return status;
  sx_occurrences_classify(&found, text, document->language);
  for (size_t i = 0; i < found.len && count < 2; i++) {
    sx_qualifier before;
    if (found.items[i].offset < from || found.items[i].use != SX_USE_CODE) continue;
    sx_qualifier_find(&before, text, found.items[i].offset, document->language);
    bool is_own = before.count == 1 && (sx_str_is_equal(before.parts[0], SX_STR("self")) ||
                                        sx_str_is_equal(before.parts[0], SX_STR("this")) ||
                                        sx_str_is_equal(before.parts[0], SX_STR("cls")));
    if (is_own) offsets[count++] = found.items[i].offset;
  }
  sx_places places;
  status = sx_members__ask_definitions(find->call, document, offsets, count, &places, err);
  for (size_t i = 0; i < places.len && !status; i++) {
    const sx_place *place = &places.items[i];
    bool is_here = sx_str_is_equal(sx_path_own(find->call, place->path), document->path);
    if (!is_here || !sx_range16_holds(range, place->range.start)) continue;
    sx_referent member = {.path = document->path,
                          .at = place->range.start,
                          .name = find->name,
                          .kind = SX_STR("Property"),
                          .container = owner->name,
                          .inherited_by = SX_STR("")};
    status = sx_referents_add(find->call, find->out, &member, err);
    if (!status) break;
  }
  return status;
}
