/*
 * Fuzz target: what the bridge reads off a message from an agent or a window.
 *
 * Read whole and in pieces, a message says the same; what is accepted, cJSON can parse, and the
 * members that were picked out are those that cJSON finds.
 */
#include "bridge/envelope.h"
#include "deps/cjson/cJSON.h"

#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds) {
  if (!holds) __builtin_trap();
}

static void read_in_pieces(sx_envelope *e, sx_str input, size_t piece) {
  sx_envelope_init(e);
  for (size_t at = 0; at < input.len; at += piece)
    sx_envelope_feed(e, sx_str_slice(input, at, at + piece));
  sx_envelope_finish(e);
}

static void check_equal(const sx_envelope *a, const sx_envelope *b) {
  check(a->kind == b->kind && a->error_offset == b->error_offset && a->root == b->root);
  for (int i = 0; i < SX_FIELD_COUNT; i++) {
    const sx_member *x = &a->members[i], *y = &b->members[i];
    check(x->type == y->type && x->begin == y->begin && x->end == y->end);
    check(x->is_cut == y->is_cut && sx_str_is_equal(sx_member_str(x), sx_member_str(y)));
  }
}

/** The last member of this name, as JSON.parse would have it. */
static const cJSON *find_last(const cJSON *object, const char *key) {
  const cJSON *found = NULL, *item;
  cJSON_ArrayForEach (item, object)
    if (strcmp(item->string, key) == 0) found = item;
  return found;
}

/** A string as cJSON has it, which ends at a NUL and stops at lone surrogates. */
static void check_text(const cJSON *object, const char *key, const sx_member *member) {
  const cJSON *item = find_last(object, key);
  if (member->type != SX_JSON_STRING || member->is_cut) return;
  check(cJSON_IsString(item));
  if (strlen(item->valuestring) == member->len)
    check(memcmp(item->valuestring, member->text, member->len) == 0);
}

static void compare_with_parser(const sx_envelope *e, sx_str input) {
  cJSON *json = cJSON_ParseWithLength(input.ptr, input.len);
  /* cJSON takes no lone surrogates, no NUL in a string and nests less deep. */
  bool is_plain = sx_str_find(input, SX_STR("\\u"), 0) == SX_STR_NONE && input.len < 1000;
  check(json || !is_plain || e->kind == SX_ENVELOPE_MALFORMED);
  if (json && is_plain && e->kind >= SX_ENVELOPE_REQUEST) {
    check_text(json, "id", &e->members[SX_FIELD_ID]);
    check_text(json, "method", &e->members[SX_FIELD_METHOD]);
    check_text(find_last(json, "params"), "name", &e->members[SX_FIELD_NAME]);
    check_text(find_last(json, "params"), "requestId", &e->members[SX_FIELD_REQUEST_ID]);
  }
  cJSON_Delete(json);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (!size) return 0;
  static sx_envelope whole, pieces;
  size_t piece = 1 + data[0] % 16;
  sx_str input = sx_str_make((const char *)data + 1, size - 1);
  read_in_pieces(&whole, input, input.len + 1);
  read_in_pieces(&pieces, input, piece);
  check_equal(&whole, &pieces);
  for (int i = 0; i < SX_FIELD_COUNT; i++) {
    const sx_member *member = &whole.members[i];
    check(member->begin <= member->end && member->end <= input.len);
    check(member->len <= SX_ENVELOPE_TEXT_BYTES && !member->text[member->len]);
  }
  if (whole.kind != SX_ENVELOPE_MALFORMED) compare_with_parser(&whole, input);
  return 0;
}
