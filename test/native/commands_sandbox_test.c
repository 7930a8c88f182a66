#include "base/folder.h"
#include "commands/sandbox.h"
#include "harness.h"

/* The argv alone; test/engine/sandbox.test.mjs runs commands with it. */

static sx_strs list_of(const char *const *items, size_t count) {
  sx_strs list = {0};
  for (size_t i = 0; i < count; i++)
    if (sx_strs_add(&list, sx_str_from(items[i]), sx_test_arena(), sx_test_err())) break;
  return list;
}

static sx_sandbox make_sandbox(void) {
  static const char *const writable[] = {"/w/one", "/w/two"};
  static const char *const protected[] = {"/w/one/.git/hooks", "/w/two/a/b/c", "/elsewhere"};
  static const char *const folders[] = {"/home/me/.ssh", "/w"};
  static const char *const files[] = {"/home/me/.netrc"};
  return (sx_sandbox){.program = SX_STR("/usr/bin/bwrap"),
                      .home = SX_STR("/home/me"),
                      .folder = SX_STR("/w/one"),
                      .writable = list_of(writable, 2),
                      .protected = list_of(protected, 3),
                      .hidden_folders = list_of(folders, 2),
                      .hidden_files = list_of(files, 1)};
}

/** Adds the argv as one text, with a blank after each item. */
static void add_prefix(sx_buf *text, const sx_sandbox *sandbox) {
  sx_strs argv = {0};
  SX_EXPECT_OK(sx_sandbox_prefix(&argv, sandbox, sx_test_arena(), sx_test_err()));
  for (size_t i = 0; i < argv.len; i++) {
    sx_buf_add(text, argv.items[i]);
    sx_buf_add_char(text, ' ');
  }
  SX_EXPECT_OK(text->status);
}

static bool has(const sx_buf *text, const char *part) {
  return sx_str_find(sx_buf_str(text), sx_str_from(part), 0) != SX_STR_NONE;
}

SX_TEST(confines_to_the_workspace) {
  sx_sandbox sandbox = make_sandbox();
  sx_buf *text = sx_test_buf();
  SX_EXPECT_OK(sx_test_arena()->status);
  add_prefix(text, &sandbox);
  if (sx_test_is_over()) return;
  SX_EXPECT(sx_str_has_prefix(sx_buf_str(text), SX_STR("/usr/bin/bwrap --die-with-parent ")));
  SX_EXPECT(sx_str_has_suffix(sx_buf_str(text), SX_STR(" --chdir /w/one -- ")));
  SX_EXPECT(has(text, " --unshare-net "));
  SX_EXPECT(has(text, " --tmpfs /tmp "));
  SX_EXPECT(has(text, " --proc /proc --tmpfs /run --ro-bind-try /proc/sys /proc/sys "));
  SX_EXPECT(has(text, " --bind-try /home/me/.cache /home/me/.cache "));
  SX_EXPECT(has(text, " --ro-bind /dev/null /home/me/.netrc "));
  SX_EXPECT(has(text, " --tmpfs /home/me/.ssh --remount-ro /home/me/.ssh "));
  SX_EXPECT(!has(text, " --tmpfs /w "));
  SX_EXPECT(!has(text, "--cap"));
  /* The contents of a folder come after the folder, or it would be covered. */
  SX_EXPECT(has(text, " --bind /w/one /w/one --bind /w/two /w/two --remount-ro /run "
                      "--bind-try /w/one/.git /w/one/.git --bind-try /w/two/a /w/two/a "
                      "--bind-try /w/two/a/b /w/two/a/b "
                      "--ro-bind-try /w/one/.git/hooks /w/one/.git/hooks "
                      "--ro-bind-try /w/two/a/b/c /w/two/a/b/c "
                      "--ro-bind-try /elsewhere /elsewhere "));
}

SX_TEST(has_what_is_asked_for) {
  sx_sandbox sandbox = make_sandbox();
  sx_buf *text = sx_test_buf();
  SX_EXPECT_OK(sx_test_arena()->status);
  sandbox.has_network = sandbox.is_root = true;
  sandbox.env = SX_STR("/usr/bin/env");
  sandbox.temporary = SX_STR("/storage/tmp");
  sandbox.empty = SX_STR("/storage/empty");
  sandbox.home = SX_STR("");
  add_prefix(text, &sandbox);
  if (sx_test_is_over()) return;
  SX_EXPECT(sx_str_has_prefix(sx_buf_str(text),
                              SX_STR("/usr/bin/env --ignore-signal=TERM /usr/bin/bwrap ")));
  SX_EXPECT(sx_str_has_suffix(sx_buf_str(text), SX_STR(" -- /usr/bin/env --default-signal=TERM ")));
  SX_EXPECT(!has(text, "--unshare-net"));
  SX_EXPECT(has(text, " --cap-drop ALL "));
  SX_EXPECT(has(text, " --bind /storage/tmp /tmp "));
  SX_EXPECT(has(text, " --ro-bind /storage/empty /home/me/.netrc "));
  SX_EXPECT(!has(text, ".cache"));
}

SX_TEST(refuses_paths_that_are_not_absolute) {
  static const char *const paths[] = {"", "/", "a", "./a", "/a/", "--bind"};
  for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
    sx_sandbox sandbox = make_sandbox();
    sx_strs argv = {0};
    SX_EXPECT_OK(sx_test_arena()->status);
    sandbox.writable.items[1] = sx_str_from(paths[i]);
    SX_EXPECT_STATUS(sx_sandbox_prefix(&argv, &sandbox, sx_test_arena(), sx_test_err()),
                     SX_INVALID_ARGUMENT);
  }
  sx_sandbox sandbox = make_sandbox();
  sx_strs argv = {0};
  SX_EXPECT_OK(sx_test_arena()->status);
  sandbox.folder = sx_str_make("/a\0b", 4);
  SX_EXPECT_STATUS(sx_sandbox_prefix(&argv, &sandbox, sx_test_arena(), sx_test_err()),
                   SX_INVALID_ARGUMENT);
}

SX_TEST(judges_a_probe) {
  sx_arena *arena = sx_test_arena();
  sx_sandbox sandbox = make_sandbox();
  sx_strs argv = {0};
  sx_str why;
  SX_EXPECT_OK(arena->status);
  SX_EXPECT_OK(sx_sandbox_probe(&argv, &sandbox, arena, sx_test_err()));
  SX_EXPECT_TEXT(argv.items[argv.len - 1], "true");
  SX_EXPECT(sx_sandbox_works(true, 0, SX_STR(""), arena, &why) && !why.len);
  SX_EXPECT(!sx_sandbox_works(false, -1, SX_STR(""), arena, &why));
  SX_EXPECT(sx_str_find(why, SX_STR("install the package"), 0) != SX_STR_NONE);
  SX_EXPECT(!sx_sandbox_works(true, 1, SX_STR("bwrap: No permissions to create a new namespace\n"),
                              arena, &why));
  SX_EXPECT_OK(arena->status);
  SX_EXPECT(sx_str_find(why, SX_STR("No permissions to create"), 0) != SX_STR_NONE);
  SX_EXPECT(!sx_sandbox_works(
      true, 125, SX_STR("env: unrecognized option '--ignore-signal=TERM'\n"), arena, &why));
  SX_EXPECT(sx_str_find(why, SX_STR("coreutils"), 0) != SX_STR_NONE);
  SX_EXPECT(!sx_sandbox_works(true, -1, SX_STR(""), arena, &why) && why.len);
}

SX_TEST(lists_are_relative) {
  size_t secrets, caches;
  const sx_sandbox_secret *secret = sx_sandbox_secrets(&secrets);
  const char *const *cache = sx_sandbox_caches(&caches);
  for (size_t i = 0; i < secrets; i++)
    for (size_t k = 0; k < caches; k++) {
      sx_str hidden = sx_str_from(secret[i].path), open = sx_str_from(cache[k]);
      SX_EXPECT(hidden.len && hidden.ptr[0] != '/' && open.len && open.ptr[0] != '/');
      SX_EXPECT(!sx_folder_has(hidden, open) && !sx_folder_has(open, hidden));
    }
}

SX_SUITE(commands_sandbox_test, SX_CASE(confines_to_the_workspace), SX_CASE(has_what_is_asked_for),
         SX_CASE(refuses_paths_that_are_not_absolute), SX_CASE(judges_a_probe),
         SX_CASE(lists_are_relative));
