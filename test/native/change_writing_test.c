#include "fake_editor.h"
#include "harness.h"
#include "temp_files.h"
#include "engine/tool.h"

/*
 * Two windows that apply and take back changes of the same files on the disk, several calls at a
 * time: what one reports done is there once, whatever the others write. Their editors hold no
 * files. Made for TSan, which sees both windows here as they are in no real editor: in one process.
 */

#define WINDOWS 2
#define CALLS 12 /* of each window */
#define LIMIT (256 * 1024)

typedef struct window {
  fake_editor *editor;
  sx_engine *engine;
} window;

/* By libc, also on the editor's thread. `text` is of LIMIT bytes. */
static sx_str read_into(char *text, const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file) return SX_STR("(unreadable)");
  size_t len = fread(text, 1, LIMIT, file);
  fclose(file);
  return sx_str_make(text, len);
}

static sx_str contents(sx_str path) {
  return read_into(sx_test_memory(LIMIT), path.ptr);
}

/* As an editor that has just loaded it: ["path",wants its text]. */
static void write_document(sx_str args, sx_buf *json, sx_buf *text) {
  sx_str path = sx_str_slice(args, 2, sx_str_find_char(args, '"', 2));
  char name[512];
  snprintf(name, sizeof name, "%.*s", SX_STR_ARG(path));
  char *memory = malloc(LIMIT);
  sx_str now = memory ? read_into(memory, name) : SX_STR("");
  size_t lines = 1;
  for (size_t i = 0; i < now.len; i++) lines += now.ptr[i] == '\n';
  bool has_text = !sx_str_has_suffix(args, SX_STR("0]"));
  sx_buf_addf(json,
              "{\"language\":\"plaintext\",\"encoding\":\"utf8\",\"version\":1,\"lineCount\":%zu,"
              "\"hasText\":%s}",
              lines, has_text ? "true" : "false");
  if (has_text) sx_buf_add(text, now);
  free(memory);
}

static fake_outcome answer(const sx_port_ticket *ticket, sx_buf *json, sx_buf *text,
                           void *context) {
  (void)context;
  const char *op = ticket->op;
  if (strcmp(op, "policy") == 0)
    sx_buf_add_text(json, "{\"policy\":\"always\"}");
  else if (strcmp(op, "document") == 0)
    write_document(ticket->args, json, text);
  else if (strcmp(op, "diagnostics") == 0)
    sx_buf_add_text(json, "{\"events\":0,\"loaded\":false,\"exact\":false,\"rows\":[]}");
  else
    sx_buf_add_text(json, "[]");
  return FAKE_REPLY;
}

static void free_engine(void *engine) {
  sx_engine_free(engine);
}

static bool open_window(window *w, sx_str folder) {
  w->editor = fake_editor_new(answer, NULL);
  if (!w->editor) return false;
  sx_test_defer(fake_editor_free, w->editor);
  w->engine = sx_engine_new(fake_editor_wake, w->editor);
  if (!w->engine) return false;
  sx_test_defer(free_engine, w->engine);
  fake_editor_serve(w->editor, sx_engine_port(w->engine), w->engine);
  sx_test_defer(fake_editor_stop, w->editor);
  sx_root root = {SX_STR("ws"), folder, SX_STR("")};
  return sx_engine_set_roots(w->engine, &root, 1) == SX_OK;
}

static void begin(const window *w, uint64_t id, const char *tool, const char *args) {
  sx_call_options options = {.format = SX_FORMAT_TEXT, .deadline_ms = 60000};
  SX_EXPECT_OK(sx_engine_call(w->engine, id, sx_str_from(tool), sx_str_from(args), &options));
}

/* Whether it was done; `id` of the change then. Whoever is too late is refused. */
static bool end(const window *w, uint64_t call, char id[16]) {
  sx_result *result = fake_editor_wait(w->editor, call, 60000);
  bool is_done = result && !result->is_error;
  const char *at = is_done ? strstr(result->facts, "\"change\":\"") : NULL;
  id[0] = 0;
  if (at) snprintf(id, 16, "%.*s", (int)strcspn(at + 10, "\""), at + 10);
  if (!result || (result->is_error && strcmp(result->code, "conflict") != 0))
    sx_test_fail(__FILE__, __LINE__, "call %d: %s", (int)call, result ? result->text : "no end");
  sx_result_free(result);
  return is_done;
}

static size_t count(sx_str text, const char *part) {
  size_t found = 0;
  for (size_t at = 0; (at = sx_str_find(text, sx_str_from(part), at)) != SX_STR_NONE; at++) found++;
  return found;
}

typedef struct round {
  window windows[WINDOWS];
  bool is_done[WINDOWS][CALLS];
  char ids[WINDOWS][CALLS][16];
} round;

typedef void (*write_args)(char *out, size_t size, size_t w, size_t call);

/* All calls of both windows at once. */
static void run(round *r, const char *tool, write_args write) {
  static uint64_t last;
  uint64_t first = last + 1;
  for (size_t call = 0; call < CALLS; call++)
    for (size_t w = 0; w < WINDOWS; w++) {
      char args[256];
      write(args, sizeof args, w, call);
      begin(&r->windows[w], ++last, tool, args);
    }
  for (size_t call = 0; call < CALLS; call++)
    for (size_t w = 0; w < WINDOWS; w++)
      r->is_done[w][call] = end(&r->windows[w], first + call * WINDOWS + w, r->ids[w][call]);
}

static void append(char *out, size_t size, size_t w, size_t call) {
  snprintf(out, size,
           "{\"filePath\":\"log.txt\",\"mode\":\"append\",\"content\":\"line %zu.%zu.\\n\"}", w,
           call);
}

/* Unlike what the editor writes, all line ends stay as they are: such files go to the disk. */
static void edit(char *out, size_t size, size_t w, size_t call) {
  snprintf(out, size,
           "{\"filePath\":\"rows.txt\",\"searchTerm\":\"row %zu.%zu: old\",\"replacementText\":"
           "\"row %zu.%zu: new\"}",
           w, call, w, call);
}

static round *new_round(sx_str folder) {
  round *r = sx_test_memory(sizeof *r);
  for (size_t w = 0; w < WINDOWS; w++)
    if (!open_window(&r->windows[w], folder)) return NULL;
  return r;
}

static void expect_each(const round *r, sx_str text, const char *before, const char *after) {
  for (size_t w = 0; w < WINDOWS; w++)
    for (size_t call = 0; call < CALLS; call++) {
      char part[64];
      snprintf(part, sizeof part, "%s %zu.%zu%s", before, w, call, after);
      SX_EXPECT_SIZE(count(text, part), r->is_done[w][call]);
    }
}

SX_TEST(what_two_windows_append_is_there_once) {
  if (sx_test_is_failing_allocations()) return; /* of the tools' own tests */
  sx_str folder = temp_folder(), path = temp_file(folder, "log.txt", SX_STR("first\n"));
  round *r = new_round(folder);
  SX_EXPECT_ALLOC(r);
  run(r, "file_write", append);
  expect_each(r, contents(path), "line", ".\n");
  SX_EXPECT_SIZE(count(contents(path), "first\n"), 1);
}

static sx_str make_rows(sx_str folder) {
  sx_buf *text = sx_test_buf();
  for (size_t w = 0; w < WINDOWS; w++)
    for (size_t call = 0; call < CALLS; call++)
      sx_buf_addf(text, "above %zu.%zu\nrow %zu.%zu: old\r\nbelow %zu.%zu\n", w, call, w, call, w,
                  call);
  return temp_file(folder, "rows.txt", sx_buf_str(text));
}

static const round *taken_back;

static void undo(char *out, size_t size, size_t w, size_t call) {
  snprintf(out, size, "{\"change\":\"%s\"}", taken_back->ids[w][call]);
}

SX_TEST(what_two_windows_edit_and_take_back_is_done_once) {
  if (sx_test_is_failing_allocations()) return;
  sx_str folder = temp_folder(), path = make_rows(folder), before = contents(path);
  round *r = new_round(folder);
  SX_EXPECT_ALLOC(r);
  run(r, "file_edit", edit);
  expect_each(r, contents(path), "row", ": new\r\n");
  round *back = sx_test_memory(sizeof *back);
  memcpy(back, r, sizeof *back);
  taken_back = r;
  for (size_t w = 0; w < WINDOWS; w++)
    for (size_t call = 0; call < CALLS; call++) SX_EXPECT(r->is_done[w][call]);
  run(back, "undo_change", undo);
  for (size_t w = 0; w < WINDOWS; w++)
    for (size_t call = 0; call < CALLS; call++) SX_EXPECT(back->is_done[w][call]);
  SX_EXPECT_STR(contents(path), before);
}

SX_SUITE(change_writing_test, SX_CASE(what_two_windows_append_is_there_once),
         SX_CASE(what_two_windows_edit_and_take_back_is_done_once));
