/*
 * The bridge's reading of a message. The bridge is a program of its own and not in the engine that
 * the other tests link, so its source is included here.
 */
#include "bridge/envelope.c"

#include "harness.h"

#include "base/mem.h"

static void add_member(sx_buf *out, const char *name, const sx_member *member) {
  static const char *const types[] = {"absent", "null",   "bool", "number",
                                      "string", "object", "array"};
  if (member->type == SX_JSON_ABSENT) return;
  sx_buf_addf(out, " %s=%s", name, types[member->type]);
  if (member->is_cut) sx_buf_add_text(out, "(cut)");
  if (member->type == SX_JSON_NUMBER || member->type == SX_JSON_STRING)
    sx_buf_addf(out, "(%s)", member->text);
}

/** One line that says all that was found in the envelope. */
static void describe(const sx_envelope *e, sx_buf *out) {
  static const char *const kinds[] = {"malformed", "invalid", "request", "notification",
                                      "response"};
  static const char *const fields[] = {"",       "jsonrpc", "id",   "method",   "params",
                                       "result", "error",   "name", "requestId"};
  sx_buf_add_text(out, kinds[e->kind]);
  if (e->kind == SX_ENVELOPE_MALFORMED) sx_buf_addf(out, " at %zu", e->error_offset);
  if (e->kind == SX_ENVELOPE_INVALID) sx_buf_addf(out, ": %s;", e->problem);
  for (int i = SX_FIELD_ID; i < SX_FIELD_COUNT; i++) add_member(out, fields[i], &e->members[i]);
  sx_buf_add_char(out, '\n');
}

static void read_in_pieces(sx_str input, size_t piece, sx_buf *out) {
  sx_envelope e;
  sx_envelope_init(&e);
  for (size_t at = 0; at < input.len; at += piece)
    sx_envelope_feed(&e, sx_str_slice(input, at, at + piece));
  sx_envelope_finish(&e);
  describe(&e, out);
}

/** Reads the line whole and in pieces of every size: all must say the same. */
static sx_status run_case(sx_str title, sx_str input, sx_buf *actual) {
  (void)title;
  if (input.len) input.len--; /* the line end */
  read_in_pieces(input, input.len + 1, actual);
  sx_buf pieces;
  sx_buf_init(&pieces, 4096);
  for (size_t size = 1; size < input.len && size < 40; size++) {
    sx_buf_clear(&pieces);
    read_in_pieces(input, size, &pieces);
    if (!pieces.status && !sx_str_is_equal(sx_buf_str(&pieces), sx_buf_str(actual)))
      sx_buf_addf(actual, "but in pieces of %zu: %s", size, pieces.ptr);
  }
  sx_status status = pieces.status ? pieces.status : actual->status;
  sx_buf_release(&pieces);
  return status;
}

SX_TEST(reads_the_corpus) {
  sx_test_corpus("envelope", run_case);
}

SX_TEST(nests_to_its_limit) {
  for (size_t depth = SX_ENVELOPE_MAX_DEPTH - 1; depth <= SX_ENVELOPE_MAX_DEPTH; depth++) {
    sx_buf *json = sx_test_buf();
    sx_buf_add_text(json, "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"m\",\"params\":{\"a\":");
    sx_buf_add_repeat(json, '[', depth - 2);
    sx_buf_add_repeat(json, ']', depth - 2);
    sx_buf_add_text(json, "}}");
    SX_EXPECT_OK(json->status);
    sx_envelope e;
    sx_envelope_init(&e);
    sx_envelope_feed(&e, sx_buf_str(json));
    sx_envelope_finish(&e);
    SX_EXPECT_INT(e.kind, SX_ENVELOPE_REQUEST);
  }
  sx_buf *deep = sx_test_buf();
  sx_buf_add_repeat(deep, '[', SX_ENVELOPE_MAX_DEPTH + 1);
  SX_EXPECT_OK(deep->status);
  sx_envelope e;
  sx_envelope_init(&e);
  sx_envelope_feed(&e, sx_buf_str(deep));
  SX_EXPECT_SIZE(e.depth, SX_ENVELOPE_MAX_DEPTH);
  sx_envelope_finish(&e);
  SX_EXPECT_INT(e.kind, SX_ENVELOPE_MALFORMED);
  SX_EXPECT_SIZE(e.error_offset, SX_ENVELOPE_MAX_DEPTH);
}

SX_TEST(finds_control_characters_at_every_place_of_a_word) {
  for (size_t at = 1; at < 30; at++)
    for (int c = 0; c < 0x20; c++) {
      char text[32];
      memset(text, 'x', sizeof text);
      text[0] = text[31] = '"';
      text[at] = (char)c;
      sx_envelope e;
      sx_envelope_init(&e);
      sx_envelope_feed(&e, sx_str_make(text, sizeof text));
      sx_envelope_finish(&e);
      SX_EXPECT_INT(e.kind, SX_ENVELOPE_MALFORMED);
      SX_EXPECT_SIZE(e.error_offset, at);
    }
}

SX_TEST(keeps_the_id_of_a_message_of_any_size) {
  sx_envelope e;
  sx_envelope_init(&e);
  sx_envelope_feed(&e, SX_STR("{\"method\":\"tools/call\",\"params\":{\"x\":\""));
  char filler[4096];
  memset(filler, 'y', sizeof filler);
  for (int i = 0; i < 1000; i++) sx_envelope_feed(&e, sx_str_make(filler, sizeof filler));
  sx_envelope_feed(&e, SX_STR("\",\"name\":\"n\"},\"jsonrpc\":\"2.0\",\"id\":\"at the end\"}"));
  sx_envelope_finish(&e);
  SX_EXPECT_INT(e.kind, SX_ENVELOPE_REQUEST);
  SX_EXPECT_TEXT(sx_member_str(sx_envelope_member(&e, SX_FIELD_ID)), "at the end");
  SX_EXPECT_TEXT(sx_member_str(sx_envelope_member(&e, SX_FIELD_NAME)), "n");
}

SX_TEST(says_where_the_id_stands) {
  sx_str json = SX_STR("{\"id\": \"a\\\"b\" ,\"jsonrpc\":\"2.0\",\"method\":\"m\","
                       "\"params\":{\"requestId\":-12}}");
  sx_envelope e;
  sx_envelope_init(&e);
  sx_envelope_feed(&e, json);
  sx_envelope_finish(&e);
  const sx_member *id = sx_envelope_member(&e, SX_FIELD_ID);
  const sx_member *other = sx_envelope_member(&e, SX_FIELD_REQUEST_ID);
  SX_EXPECT_TEXT(sx_str_slice(json, id->begin, id->end), "\"a\\\"b\"");
  SX_EXPECT_TEXT(sx_str_slice(json, other->begin, other->end), "-12");
}

SX_TEST(takes_no_id_that_is_not_utf8) {
  sx_envelope e;
  sx_envelope_init(&e);
  sx_envelope_feed(&e, SX_STR("{\"id\":\"\xFF\",\"jsonrpc\":\"2.0\",\"method\":\"m\"}"));
  sx_envelope_finish(&e);
  SX_EXPECT_INT(e.kind, SX_ENVELOPE_INVALID);
}

SX_SUITE(bridge_envelope_test, SX_CASE(reads_the_corpus), SX_CASE(nests_to_its_limit),
         SX_CASE(finds_control_characters_at_every_place_of_a_word),
         SX_CASE(keeps_the_id_of_a_message_of_any_size), SX_CASE(says_where_the_id_stands),
         SX_CASE(takes_no_id_that_is_not_utf8));
