#include "call_scene.h"
#include "change/apply.h"
#include "temp_files.h"

/*
 * A change of a file that the editor does not hold, with a server that finds an error wherever a
 * text says ERROR: on the disk it is as before, or it is the new text, also without memory.
 */

#define LIMIT 4096

/* By libc, also on the editor's thread. */
static sx_str read_into(char *text, const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file) return SX_STR("(absent)");
  size_t len = fread(text, 1, LIMIT, file);
  fclose(file);
  return sx_str_make(text, len);
}

static sx_str on_disk(sx_str path) {
  return read_into(sx_test_memory(LIMIT), path.ptr);
}

/* The path that arguments begin with: ["path",… */
static void path_of(sx_str args, char out[512]) {
  snprintf(out, 512, "%.*s", SX_STR_ARG(sx_str_slice(args, 2, sx_str_find_char(args, '"', 2))));
}

static void write_document(sx_str args, sx_buf *json, sx_buf *text) {
  char name[512], memory[LIMIT];
  path_of(args, name);
  sx_str now = read_into(memory, name);
  size_t lines = 1;
  for (size_t i = 0; i < now.len; i++) lines += now.ptr[i] == '\n';
  bool has_text = !sx_str_has_suffix(args, SX_STR("0]"));
  sx_buf_addf(json,
              "{\"language\":\"typescript\",\"encoding\":\"utf8\",\"version\":1,\"lineCount\":%zu,"
              "\"hasText\":%s}",
              lines, has_text ? "true" : "false");
  if (has_text) sx_buf_add(text, now);
}

/* Written by another program once the change is there; NULL: nothing is. */
static const char *written_meanwhile;

static void write_meanwhile(const char *name) {
  /* A case whose call found no memory has ended meanwhile. */
  const char *text = written_meanwhile;
  FILE *file = text ? fopen(name, "wb") : NULL;
  if (!file) return;
  fputs(text, file);
  fclose(file);
}

static void write_diagnostics(sx_str args, sx_buf *json) {
  char name[512], memory[LIMIT];
  path_of(args, name);
  bool is_bad = sx_str_find(read_into(memory, name), SX_STR("ERROR"), 0) != SX_STR_NONE;
  if (is_bad) write_meanwhile(name);
  sx_buf_addf(json, "{\"events\":1,\"loaded\":true,\"exact\":true,\"rows\":[%s]}",
              is_bad ? "[0,1,0,2,0,\"7\",\"ts\",\"bad\"]" : "");
}

static fake_outcome answer(const sx_port_ticket *ticket, sx_buf *json, sx_buf *text,
                           void *context) {
  (void)context;
  if (strcmp(ticket->op, "policy") == 0)
    sx_buf_add_text(json, "{\"policy\":\"always\"}");
  else if (strcmp(ticket->op, "document") == 0)
    write_document(ticket->args, json, text);
  else if (strcmp(ticket->op, "diagnostics") == 0)
    write_diagnostics(ticket->args, json);
  else if (strcmp(ticket->op, "languageServers") == 0)
    sx_buf_add_text(json, CALL_SCENE_TYPESCRIPT_SERVER);
  else if (strcmp(ticket->op, "heldDocuments") == 0)
    sx_buf_add_text(json, "[false]");
  else
    sx_buf_add_text(json, "[]");
  return FAKE_REPLY;
}

static sx_str without_mark(sx_str text) {
  return sx_str_slice(text, sx_lines_mark_bytes(text), text.len);
}

typedef struct result {
  sx_status status;
  sx_outcome outcome;
  sx_str path;
} result;

/* Applies `after` to a file with the text "a\r\nb\n", or to none where `before` is NULL. */
static result apply(const char *before, const char *after) {
  result r = {.status = SX_NOMEM, .outcome = {.id = ""}};
  call_scene *s = call_scene_new(answer, NULL);
  if (!s) return r;
  const sx_apply_options options = {.save = true, .write_to_disk = true};
  sx_change change;
  sx_change_init(&change, &s->call, SX_STR("t"));
  change.must_verify = true;
  r.path = temp_file(s->folder, "a.ts", sx_str_from(before ? before : ""));
  if (!before) remove(r.path.ptr);
  sx_file_change *file = SX_ARRAY_ADD(&change.files, s->call.arena);
  if (!file) return r;
  *file = (sx_file_change){before ? SX_ACTION_EDIT : SX_ACTION_CREATE,
                           r.path,
                           SX_STR(""),
                           without_mark(sx_str_from(before ? before : "")),
                           sx_str_from(after),
                           SX_STR("typescript"),
                           .bytes = SX_STR("")};
  r.status = sx_change_apply(&change, &options, &r.outcome, sx_test_err());
  return r;
}

/* Without memory whichever text is there is there as a whole. */
static bool is_one_of(sx_str now, const char *before, const char *after) {
  return sx_str_is_equal(now, sx_str_from(before)) || sx_str_is_equal(now, sx_str_from(after));
}

SX_TEST(a_good_change_stays) {
  result r = apply("a\r\nb\n", "a\r\nc\n");
  if (sx_test_is_failing_allocations() && r.path.len)
    SX_EXPECT(is_one_of(on_disk(r.path), "a\r\nb\n", "a\r\nc\n"));
  CALL_SCENE_EXPECT_DONE(r.status);
  SX_EXPECT_STR(on_disk(r.path), SX_STR("a\r\nc\n"));
  if (sx_test_is_failing_allocations()) return;
  SX_EXPECT_INT(r.outcome.verification.verdict, SX_VERDICT_GOOD);
  SX_EXPECT(r.outcome.can_undo);
}

SX_TEST(a_bad_change_is_taken_back_byte_for_byte) {
  result r = apply("\xEF\xBB\xBF"
                   "a\r\nb\n",
                   "a\r\nERROR\n");
  SX_EXPECT(!r.path.len || is_one_of(on_disk(r.path),
                                     "\xEF\xBB\xBF"
                                     "a\r\nb\n",
                                     "\xEF\xBB\xBF"
                                     "a\r\nERROR\n"));
  if (r.status != SX_REFUSED && sx_test_is_failing_allocations()) return;
  SX_EXPECT_INT(r.status, SX_REFUSED);
  SX_EXPECT_STR(on_disk(r.path), SX_STR("\xEF\xBB\xBF"
                                        "a\r\nb\n"));
  SX_EXPECT(sx_str_has_suffix(sx_str_from(sx_test_err()->message), SX_STR("a.ts:1:2: ts 7: bad")));
}

SX_TEST(a_file_that_is_made_goes_again) {
  result r = apply(NULL, "ERROR\n");
  if (r.status != SX_REFUSED && sx_test_is_failing_allocations()) return;
  SX_EXPECT_INT(r.status, SX_REFUSED);
  SX_EXPECT_TEXT(on_disk(r.path), "(absent)");
}

SX_TEST(a_file_that_cannot_be_restored_is_named) {
  written_meanwhile = "of another program\nERROR\n";
  result r = apply("a\nb\n", "a\nERROR\n");
  written_meanwhile = NULL;
  if (r.status != SX_IO && sx_test_is_failing_allocations()) return;
  SX_EXPECT_INT(r.status, SX_IO);
  SX_EXPECT_TEXT(on_disk(r.path), "of another program\nERROR\n");
  SX_EXPECT(
      strstr(sx_test_err()->message, "1 file could not be written back: 'a.ts' may still have"));
}

SX_SUITE(change_verify_test, SX_CASE(a_good_change_stays),
         SX_CASE(a_bad_change_is_taken_back_byte_for_byte), SX_CASE(a_file_that_is_made_goes_again),
         SX_CASE(a_file_that_cannot_be_restored_is_named));
