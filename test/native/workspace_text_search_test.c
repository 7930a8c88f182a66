#include "workspace/text_search.h"

#include "call_scene.h"
#include "harness.h"
#include "os/file_reader.h"
#include "os/file_text.h"
#include "temp_files.h"

#include <stdio.h>

/* An editor without unsaved edits that reads all files as UTF-8. */
static fake_outcome answer_plainly(const sx_port_ticket *ticket, sx_buf *json, sx_buf *text,
                                   void *context) {
  (void)text, (void)context;
  sx_buf_add_text(json, strcmp(ticket->op, "heldDocuments") == 0 ? "[null]" : "[]");
  return FAKE_REPLY;
}

static void release_grep(void *grep) {
  sx_grep_release(grep);
}

typedef struct searched {
  sx_text_search search;
  sx_text_found found;
} searched;

static sx_status run(searched *out, call_scene *s, const char *pattern, sx_str path,
                     bool is_folder) {
  sx_grep *grep;
  const sx_grep_options options = {0};
  *out = (searched){.search = {.grep = NULL}};
  sx_status status =
      sx_grep_compile(&grep, sx_str_from(pattern), &options, s->call.arena, sx_test_err());
  if (status) return status;
  sx_test_defer(release_grep, grep);
  out->search.grep = grep;
  return sx_text_search_run(&out->found, &s->call, &out->search, path, is_folder, sx_test_err());
}

static const sx_text_file *find_file(const searched *out, const char *name) {
  for (size_t i = 0; i < out->found.files.len; i++)
    if (sx_str_has_suffix(out->found.files.items[i].path, sx_str_from(name)))
      return &out->found.files.items[i];
  return NULL;
}

SX_TEST(searches_all_kinds_of_files) {
  call_scene *s = call_scene_new(answer_plainly, NULL);
  SX_EXPECT_ALLOC(s);
  searched out;
  temp_file(s->folder, "a/one.c", SX_STR("x\nneedle\nneedle\n"));
  temp_file(s->folder, "binary", SX_STR("\0needle"));
  temp_file(s->folder, "empty", SX_STR(""));
  temp_file(s->folder, "u16", SX_STR("\xFF\xFEn\0e\0e\0d\0l\0e\0"));
  temp_file(s->folder, "broken", SX_STR("needle \xE9\n"));
  CALL_SCENE_EXPECT_DONE(run(&out, s, "needle", s->folder, true));
  SX_EXPECT_SIZE(out.found.searched, 4);
  SX_EXPECT_SIZE(out.found.binary, 1);
  SX_EXPECT_SIZE(out.found.files.len, 3);
  const sx_text_file *file = find_file(&out, "/a/one.c");
  SX_EXPECT(file != NULL);
  SX_EXPECT_SIZE(file->hits, 2);
  sx_text_lines lines;
  CALL_SCENE_EXPECT_DONE(
      sx_text_search_lines(&lines, &s->call, &out.search, file, s->call.arena, sx_test_err()));
  SX_EXPECT_SIZE(lines.hits.len, 2);
  SX_EXPECT_SIZE(lines.hits.items[1].start, 9);
  file = find_file(&out, "/u16");
  CALL_SCENE_EXPECT_DONE(
      sx_text_search_lines(&lines, &s->call, &out.search, file, s->call.arena, sx_test_err()));
  SX_EXPECT_TEXT(lines.text, "needle");
}

SX_TEST(searches_one_file) {
  call_scene *s = call_scene_new(answer_plainly, NULL);
  SX_EXPECT_ALLOC(s);
  searched out;
  sx_str path = temp_file(s->folder, "one.c", SX_STR("needle\n"));
  temp_file(s->folder, "two.c", SX_STR("needle\n"));
  CALL_SCENE_EXPECT_DONE(run(&out, s, "needle", path, false));
  SX_EXPECT_SIZE(out.found.searched, 1);
  SX_EXPECT_SIZE(out.found.files.len, 1);
  SX_EXPECT_STR(out.found.files.items[0].path, path);
}

static void release_reader(void *reader) {
  sx_file_reader_release(reader);
}

SX_TEST(reads_files_of_all_sizes) {
  sx_str folder = temp_folder(), text;
  sx_file_reader *reader = sx_test_memory(sizeof *reader);
  char bytes[300];
  memset(bytes, 'x', sizeof bytes);
  sx_file_reader_init(reader);
  sx_test_defer(release_reader, reader);
  for (size_t size = 0; size < sizeof bytes && !sx_test_is_over(); size += 7) {
    sx_str path = temp_file(folder, "file", sx_str_make(bytes, size));
    SX_EXPECT_OK(sx_file_reader_read(&text, reader, path.ptr, sizeof bytes));
    SX_EXPECT_STR(text, sx_str_make(bytes, size));
  }
  sx_str path = temp_file(folder, "file", sx_str_make(bytes, 200));
  SX_EXPECT_OK(sx_file_reader_read(&text, reader, path.ptr, 200));
  SX_EXPECT_STATUS(sx_file_reader_read(&text, reader, path.ptr, 199), SX_TOO_BIG);
  SX_EXPECT_STATUS(sx_file_reader_read(&text, reader, folder.ptr, 199), SX_NOT_FOUND);
  /* One that is much too big is read as far as it takes to see of what kind it is. */
  static char many[40000];
  path = temp_file(folder, "file", sx_str_make(many, sizeof many));
  SX_EXPECT_STATUS(sx_file_reader_read(&text, reader, path.ptr, sizeof many - 1), SX_TOO_BIG);
  SX_EXPECT(text.len >= SX_FILE_TEXT_PROBE_BYTES && text.len < sizeof many);
  sx_str missing = temp_path(folder, "missing");
  SX_EXPECT_STATUS(sx_file_reader_read(&text, reader, missing.ptr, 199), SX_NOT_FOUND);
}

SX_SUITE(workspace_text_search_test, SX_CASE(searches_all_kinds_of_files),
         SX_CASE(searches_one_file), SX_CASE(reads_files_of_all_sizes));
