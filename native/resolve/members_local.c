#include "text/occurrences.h"
#include "text/qualifier.h"
#include "resolve/members_parts.h"
#include "workspace/paths.h"

#define MAX_OCCURRENCES 2000
#define MAX_ASKED 4

/* `<T extends (one: any) => void>` has parentheses, too. */
static size_t behind_types(sx_str text, size_t at, size_t end) {
  size_t depth = 0;
  if (at >= end || text.ptr[at] != '<') return at;
  for (size_t i = at; i < end; i++) {
    if (text.ptr[i] == '<') depth++;
    if (text.ptr[i] == '>' && text.ptr[i - 1] != '=' && !--depth) return i + 1;
  }
  return at;
}

/* Where the head of a declaration ends: after its parameters, or before its body. */
static size_t head_end(const sx_document *document, size_t at, size_t end, bool has_parameters) {
  at = behind_types(document->text, at, end);
  sx_lexer lexer;
  sx_span span;
  size_t depth = 0;
  sx_lexer_init(&lexer, document->text, document->language);
  while (sx_lexer_next(&lexer, &span) && span.start < end) {
    if (span.end <= at || span.use != SX_USE_CODE) continue;
    for (size_t i = span.start < at ? at : span.start; i < span.end && i < end; i++) {
      char c = document->text.ptr[i];
      if (c == '(') depth++;
      if (c == ')' && depth && !--depth && has_parameters) return i + 1;
      if (!depth && (c == '{' || c == ';')) return i;
    }
  }
  return at;
}

/* In the head, or in a function's body and in no function there. */
static bool is_own(const sx_document *document, size_t at, size_t head, bool is_function,
                   const sx_referent *owner, sx_arena *arena) {
  if (at < head || !is_function) return at < head;
  sx_locator locator = {.parents = {owner->name}, .parent_count = 1};
  sx_container container = sx_container_find(document->text, at, document->language, arena);
  return sx_locator_is_in(&locator, container.path);
}

static sx_status add_local(sx_member_search *find, const sx_document *document, sx_pos16 at,
                           const sx_referent *owner, sx_err *err) {
  sx_str container = sx_locator_member_name(owner->container, owner->name, find->call->arena);
  const sx_referent local = {.path = document->path,
                             .at = at,
                             .name = find->name,
                             .kind = SX_STR("Variable"),
                             .container = container,
                             .inherited_by = SX_STR("")};
  return sx_referents_add(find->call, find->out, &local, err);
}

sx_status sx_members__take_locals(sx_member_search *find, const sx_document *document,
                                  const sx_range16 *range, const sx_referent *owner,
                                  bool is_function, sx_err *err) {
  sx_occurrences found = {0};
  size_t offsets[MAX_ASKED] = {0}, count = 0;
  size_t name_at = sx_document_offset(document, owner->at), from = name_at + owner->name.len;
  sx_str here = sx_str_slice(document->text, name_at, document->text.len);
  /* A use of `Error` leads to its construct signature, whose parameters are not the type's. */
  if (!sx_str_has_prefix(here, owner->name)) return SX_OK;
  size_t to = sx_document_offset(document, range->end);
  sx_str text = sx_str_slice(document->text, 0, to);
  sx_status status = sx_occurrences_find(&found, text, find->name, document->language,
                                         MAX_OCCURRENCES, find->call->arena, err);
  if (status) return status;
  sx_occurrences_classify(&found, text, document->language);
  size_t head = found.len ? head_end(document, from, to, is_function) : from;
  for (size_t i = 0; i < found.len && count < MAX_ASKED; i++) {
    sx_qualifier before;
    size_t at = found.items[i].offset;
    if (at < from || found.items[i].use != SX_USE_CODE) continue;
    sx_qualifier_find(&before, text, at, document->language);
    if (before.count || before.is_open) continue;
    if (is_own(document, at, head, is_function, owner, find->call->arena)) offsets[count++] = at;
  }
  sx_places places;
  status = sx_members__ask_definitions(find->call, document, offsets, count, &places, err);
  for (size_t i = 0; i < places.len && !status; i++) {
    size_t offset = sx_document_offset(document, places.items[i].range.start);
    /* The stars of `**options` are not its name. */
    while (offset < to && document->text.ptr[offset] == '*') offset++;
    const sx_pos16 at = sx_document_position(document, offset);
    bool is_here = sx_str_is_equal(sx_path_own(find->call, places.items[i].path), document->path);
    if (!is_here || offset < from || offset >= to) continue;
    if (is_own(document, offset, head, is_function, owner, find->call->arena))
      status = add_local(find, document, at, owner, err);
  }
  return status;
}
