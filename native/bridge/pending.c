#include "bridge/pending.h"

#include "base/map.h"
#include "base/mem.h"

void sx_pending_init(sx_pending *pending) {
  memset(pending, 0, sizeof *pending);
}

void sx_pending_release(sx_pending *pending) {
  while (pending->first) sx_pending_remove(pending, pending->first);
}

bool sx_member_is_equal(const sx_member *a, const sx_member *b) {
  return a->type == b->type && sx_str_is_equal(sx_member_str(a), sx_member_str(b));
}

static sx_request **bucket_of(sx_pending *pending, uint64_t hash) {
  return &pending->buckets[hash % SX_PENDING_BUCKETS];
}

sx_request *sx_pending_add(sx_pending *pending, const sx_envelope *envelope, sx_line *line) {
  sx_request *request = sx_calloc(1, sizeof *request);
  if (!request) return NULL;
  sx_str method = sx_member_str(sx_envelope_member(envelope, SX_FIELD_METHOD));
  sx_str tool = sx_member_str(sx_envelope_member(envelope, SX_FIELD_NAME));
  request->id = *sx_envelope_member(envelope, SX_FIELD_ID);
  request->hash = sx_hash(sx_member_str(&request->id));
  request->line = line ? sx_line_hold(line) : NULL;
  request->is_initialize = sx_str_is_equal(method, SX_STR("initialize"));
  request->is_listen = sx_str_is_equal(method, SX_STR("subscriptions/listen"));
  request->is_tool_call = sx_str_is_equal(method, SX_STR("tools/call"));
  request->is_tool_list = sx_str_is_equal(method, SX_STR("tools/list"));
  request->is_prompt_list = sx_str_is_equal(method, SX_STR("prompts/list"));
  request->is_ping = sx_str_is_equal(method, SX_STR("ping"));
  memcpy(request->tool, tool.ptr, tool.len);

  request->previous = pending->last;
  *(pending->last ? &pending->last->next : &pending->first) = request;
  pending->last = request;
  sx_request **end = bucket_of(pending, request->hash);
  while (*end) end = &(*end)->chain;
  *end = request;
  pending->count++;
  pending->listen_count += request->is_listen;
  pending->line_bytes += line ? line->len : 0;
  return request;
}

sx_request *sx_pending_find(const sx_pending *pending, const sx_member *id) {
  uint64_t hash = sx_hash(sx_member_str(id));
  sx_request *request = pending->buckets[hash % SX_PENDING_BUCKETS];
  while (request && !(request->hash == hash && sx_member_is_equal(&request->id, id)))
    request = request->chain;
  return request;
}

void sx_pending_remove(sx_pending *pending, sx_request *request) {
  sx_request **link = bucket_of(pending, request->hash);
  while (*link != request) link = &(*link)->chain;
  *link = request->chain;
  *(request->previous ? &request->previous->next : &pending->first) = request->next;
  *(request->next ? &request->next->previous : &pending->last) = request->previous;
  pending->count--;
  pending->listen_count -= request->is_listen;
  pending->line_bytes -= request->line ? request->line->len : 0;
  sx_line_drop(request->line);
  sx_free(request);
}
