#include "call_scene.h"
#include "harness.h"
#include "temp_files.h"
#include "workspace/excluded.h"
#include "workspace/roots.h"
#include "workspace/workspace_files.h"

static fake_outcome list_remote(const sx_port_ticket *ticket, sx_buf *json, sx_buf *text,
                                void *context) {
  (void)text;
  (void)context;
  if (strcmp(ticket->op, "findFiles") != 0) return FAKE_ERROR;
  sx_buf_add_text(json, "[\"vfs://host/shop/till.c\",\"/elsewhere/x.c\"]");
  return FAKE_REPLY;
}

/* The paths below the case's folder, each on a line, and what else is listed. */
static sx_status find(call_scene *s, const char *glob, size_t max, sx_str *out, bool *is_cut) {
  sx_strs paths;
  sx_status status =
      sx_workspace_files(&s->call, sx_str_from(glob), max, &paths, is_cut, sx_test_err());
  sx_buf *text = sx_test_buf();
  for (size_t i = 0; i < paths.len && !status; i++) {
    sx_str path = paths.items[i];
    bool is_below = sx_str_has_prefix(path, s->folder);
    sx_buf_add(text, is_below ? sx_str_slice(path, s->folder.len + 1, path.len) : path);
    sx_buf_add_char(text, '\n');
  }
  *out = sx_buf_str(text);
  return status ? status : text->status;
}

static void write_tree(call_scene *s) {
  temp_file(s->folder, ".gitignore", SX_STR("made/\n"));
  temp_file(s->folder, "b.c", SX_STR(""));
  temp_file(s->folder, "made/c.c", SX_STR(""));
  temp_file(s->folder, "a/one.c", SX_STR(""));
  temp_file(s->folder, "a/two.h", SX_STR(""));
  temp_file(s->folder, "a/node_modules/m.c", SX_STR(""));
  temp_link(s->folder, "link.c", SX_STR("b.c"));
}

SX_TEST(finds_what_neither_rules_nor_settings_hide) {
  call_scene *s = call_scene_new(call_scene_refuse, NULL);
  SX_EXPECT_ALLOC(s);
  sx_str got;
  bool is_cut;
  write_tree(s);
  SX_EXPECT_OK(find(s, "**", 100, &got, &is_cut));
  SX_EXPECT_TEXT(got, ".gitignore\na/one.c\na/two.h\nb.c\n");
  SX_EXPECT(!is_cut);
  SX_EXPECT_OK(find(s, "**/*.{c,x}", 100, &got, &is_cut));
  SX_EXPECT_TEXT(got, "a/one.c\nb.c\n");
  SX_EXPECT_OK(find(s, "**/*.c", 1, &got, &is_cut));
  SX_EXPECT_TEXT(got, "a/one.c\n");
  SX_EXPECT(is_cut);
  sx_str globs[] = {SX_STR("**/one.*"), SX_STR("two.h"), SX_STR("{"), SX_STR("b.c")};
  const sx_strs excluded = {.items = globs, .len = 4};
  SX_EXPECT_OK(sx_excluded_set(s->call.services->excluded, &excluded));
  SX_EXPECT_OK(find(s, "**", 100, &got, &is_cut));
  SX_EXPECT_TEXT(got, ".gitignore\na/two.h\n");
  const sx_strs folder = {.items = &(sx_str){"a", 1}, .len = 1};
  SX_EXPECT_OK(sx_excluded_set(s->call.services->excluded, &folder));
  SX_EXPECT_OK(find(s, "**", 100, &got, &is_cut));
  SX_EXPECT_TEXT(got, ".gitignore\nb.c\n");
}

SX_TEST(each_folder_of_the_workspace_is_listed_once) {
  call_scene *s = call_scene_new(list_remote, NULL);
  SX_EXPECT_ALLOC(s);
  sx_str got;
  bool is_cut;
  write_tree(s);
  const sx_root roots[] = {
      {SX_STR("all"), s->folder, SX_STR("")},
      {SX_STR("inner"), temp_path(s->folder, "made"), SX_STR("")},
      {SX_STR("gone"), temp_path(s->folder, "gone"), SX_STR("")},
      {SX_STR("shop"), SX_STR("vfs://host/shop"), SX_STR("")},
  };
  SX_EXPECT_OK(sx_roots_set(s->call.services->roots, roots, 4));
  SX_EXPECT_OK(sx_roots_get(s->call.services->roots, &s->call.roots, s->call.arena));
  CALL_SCENE_EXPECT_DONE(find(s, "**/*.c", 100, &got, &is_cut));
  if (!sx_test_is_failing_allocations()) /* the editor may have had no memory for its list */
    SX_EXPECT_TEXT(got, "a/one.c\nb.c\nmade/c.c\nvfs://host/shop/till.c\n");
  SX_EXPECT(is_cut); /* one is gone */
  SX_EXPECT_STATUS(find(s, "[", 100, &got, &is_cut), SX_INVALID_ARGUMENT);
}

SX_SUITE(workspace_workspace_files_test, SX_CASE(finds_what_neither_rules_nor_settings_hide),
         SX_CASE(each_folder_of_the_workspace_is_listed_once));
