#include "fake_editor.h"
#include "engine/services.h"
#include "harness.h"
#include "os/clock.h"
#include "temp_files.h"
#include "workspace/paths.h"
#include "workspace/allowed.h"
#include "workspace/roots.h"

#include <unistd.h>

/* A call with real folders and an editor that answers nothing. */
typedef struct scene {
  sx_call call;
  sx_str folder; /* that holds the workspace folders and what is outside */
} scene;

static fake_outcome refuse(const sx_port_ticket *ticket, sx_buf *json, sx_buf *text,
                           void *context) {
  (void)ticket;
  (void)json;
  (void)text;
  (void)context;
  return FAKE_ERROR;
}

static void free_port(void *context) {
  sx_port_free(context);
}

static void free_call(void *context) {
  sx_port_call_free(context);
}

static void free_services(void *context) {
  sx_services_free(context);
}

/* Folders are `names` below the scene's own; NULL when there is no memory. */
static scene *new_scene(size_t count, const char *const *names) {
  scene *s = sx_test_memory(sizeof *s);
  s->folder = temp_folder();
  fake_editor *editor = fake_editor_new(refuse, NULL);
  if (!editor) return NULL;
  sx_test_defer(fake_editor_free, editor);
  sx_port *port = sx_port_new(fake_editor_wake, editor);
  if (!port) return NULL;
  sx_test_defer(free_port, port);
  fake_editor_serve(editor, port, NULL);
  sx_test_defer(fake_editor_stop, editor);
  s->call.wait = sx_port_call_new(port, sx_clock_ms() + 60000);
  if (!s->call.wait) return NULL;
  sx_test_defer(free_call, s->call.wait);
  sx_services *services = sx_services_new();
  if (!services) return NULL;
  sx_test_defer(free_services, services);
  s->call.services = services;
  s->call.arena = sx_test_arena();
  sx_root roots[4] = {0};
  for (size_t i = 0; i < count; i++) {
    char keep[256];
    snprintf(keep, sizeof keep, "%s/.keep", names[i]);
    temp_file(s->folder, keep, SX_STR(""));
    const char *slash = strrchr(names[i], '/');
    roots[i].name = sx_str_from(slash ? slash + 1 : names[i]);
    roots[i].path = temp_path(s->folder, names[i]);
  }
  if (s->call.arena->status || sx_roots_set(s->call.services->roots, roots, count)) return NULL;
  return sx_roots_get(s->call.services->roots, &s->call.roots, s->call.arena) ? NULL : s;
}

#define SCENE(...)                                                                                 \
  new_scene(sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *),                           \
            (const char *const[]){__VA_ARGS__})

static sx_status resolve(scene *s, const char *given, sx_str *out) {
  sx_err *err = sx_test_err();
  err->message[0] = 0;
  return sx_path_resolve(&s->call, "file_path", sx_str_from(given), out, err);
}

/* That `given` is the file `expected`, named from the scene's folder. */
static void expect_file(scene *s, const char *given, const char *expected) {
  sx_str path, wanted = temp_path(s->folder, expected);
  SX_EXPECT_OK(resolve(s, given, &path));
  SX_EXPECT_STR(path, wanted);
}

/* Expects this failure, with a message that names the argument and contains `part`. */
static void expect_error(scene *s, const char *given, sx_status status, const char *part) {
  sx_str path;
  SX_EXPECT_STATUS(resolve(s, given, &path), status);
  const char *message = sx_test_err()->message;
  SX_EXPECT_TEXT(path, "");
  if (strncmp(message, "file_path: ", 11) != 0 || !strstr(message, part))
    SX_FAIL("%.99s: '%s' does not hold '%s'", given, message, part);
}

static void expect_shown(scene *s, sx_str path, const char *expected) {
  sx_str shown = sx_path_display(&s->call, path);
  SX_EXPECT_OK(s->call.arena->status);
  SX_EXPECT_STR(shown, sx_str_from(expected));
}

static const char *absolute(const scene *s, const char *name) {
  return temp_path(s->folder, name).ptr;
}

SX_TEST(takes_paths_of_every_kind) {
  scene *s = SCENE("ws");
  SX_EXPECT_ALLOC(s);
  temp_file(s->folder, "ws/src/a b.ts", SX_STR("x"));
  temp_file(s->folder, "ws/src/ü#%1.ts", SX_STR("x"));
  expect_file(s, "src/a b.ts", "ws/src/a b.ts");
  expect_file(s, "  ./src/a b.ts\n", "ws/src/a b.ts");
  expect_file(s, "ws/src/a b.ts", "ws/src/a b.ts");
  expect_file(s, "./././src/a b.ts", "ws/src/a b.ts");
  expect_file(s, "src\\a b.ts", "ws/src/a b.ts");
  expect_file(s, absolute(s, "ws/src/a b.ts"), "ws/src/a b.ts");
  char uri[4200];
  snprintf(uri, sizeof uri, "file://%s/src/a%%20b.ts#L3", absolute(s, "ws"));
  expect_file(s, uri, "ws/src/a b.ts");
  snprintf(uri, sizeof uri, "FILE:%s/src/%%C3%%bc%%23%%251.ts", absolute(s, "ws"));
  expect_file(s, uri, "ws/src/ü#%1.ts");
}

SX_TEST(writes_paths_as_the_editor_does) {
  scene *s = SCENE("ws");
  SX_EXPECT_ALLOC(s);
  temp_file(s->folder, "ws/src/a.ts", SX_STR("x"));
  expect_file(s, "src/../src/a.ts", "ws/src/a.ts");
  expect_file(s, "src//./a.ts", "ws/src/a.ts");
  expect_file(s, "absent/../src/a.ts", "ws/src/a.ts");
  expect_file(s, "../ws/src/a.ts", "ws/src/a.ts");
  expect_file(s, absolute(s, "ws/../ws/./src//a.ts"), "ws/src/a.ts");
  expect_file(s, "src/a.ts/", "ws/src/a.ts");
}

SX_TEST(stays_inside_the_folders) {
  scene *s = SCENE("ws");
  SX_EXPECT_ALLOC(s);
  temp_file(s->folder, "out/secret.ts", SX_STR("x"));
  temp_file(s->folder, "ws2/near.ts", SX_STR("x"));
  temp_link(s->folder, "ws/link.ts", temp_path(s->folder, "out/secret.ts"));
  temp_link(s->folder, "ws/dir", temp_path(s->folder, "out"));
  static const char *const outside[] = {"../out/secret.ts",
                                        "link.ts",
                                        "dir/secret.ts",
                                        "src/../../out/secret.ts",
                                        "dir/../../out/secret.ts",
                                        "/etc/passwd",
                                        "/etc/absent",
                                        "file:///etc/passwd",
                                        "File:///etc/passwd",
                                        "file:/etc/passwd",
                                        "C:\\Users\\x.ts",
                                        "c:/x.ts",
                                        "/",
                                        "/proc/self/environ"};
  for (size_t i = 0; i < sizeof outside / sizeof *outside; i++)
    expect_error(s, outside[i], SX_OUTSIDE_WORKSPACE, "outside the workspace");
  expect_error(s, absolute(s, "ws2/near.ts"), SX_OUTSIDE_WORKSPACE, "outside");
  expect_error(s, absolute(s, "ws/../out/secret.ts"), SX_OUTSIDE_WORKSPACE, "outside");
  expect_error(s, absolute(s, "out/absent.ts"), SX_OUTSIDE_WORKSPACE, "outside");
}

SX_TEST(takes_what_language_servers_pointed_to) {
  scene *s = SCENE("ws");
  SX_EXPECT_ALLOC(s);
  sx_str library = temp_file(s->folder, "lib/std.h", SX_STR("x"));
  sx_str link = temp_link(s->folder, "link.h", library);
  expect_error(s, library.ptr, SX_OUTSIDE_WORKSPACE, "outside");
  sx_allowed_add(s->call.services->allowed, library);
  if (!sx_allowed_has(s->call.services->allowed, library)) return;
  expect_file(s, library.ptr, "lib/std.h");
  expect_file(s, link.ptr, "link.h");
  expect_error(s, absolute(s, "lib"), SX_OUTSIDE_WORKSPACE, "outside");
}

SX_TEST(folders_may_be_links) {
  scene *s = SCENE("real");
  SX_EXPECT_ALLOC(s);
  temp_file(s->folder, "real/a.ts", SX_STR("x"));
  sx_root linked = {SX_STR("l"), temp_link(s->folder, "linked", temp_path(s->folder, "real")),
                    SX_STR("")};
  SX_EXPECT_OK(sx_roots_set(s->call.services->roots, &linked, 1));
  SX_EXPECT_OK(sx_roots_get(s->call.services->roots, &s->call.roots, s->call.arena));
  expect_file(s, "a.ts", "linked/a.ts");
  expect_file(s, absolute(s, "real/a.ts"), "real/a.ts");
  expect_shown(s, temp_path(s->folder, "real/a.ts"), "a.ts");
  expect_shown(s, temp_path(s->folder, "linked/a.ts"), "a.ts");
}

SX_TEST(refuses_what_names_no_file) {
  scene *s = SCENE("ws");
  SX_EXPECT_ALLOC(s);
  temp_file(s->folder, "ws/src/a.ts", SX_STR("x"));
  expect_error(s, "", SX_INVALID_ARGUMENT, "a path is required, absolute or relative");
  expect_error(s, " \t ", SX_INVALID_ARGUMENT, "a path is required, absolute or relative");
  expect_error(s, "file:///a%00b", SX_INVALID_ARGUMENT, "NUL");
  expect_error(s, "file:", SX_INVALID_ARGUMENT, "a path is required");
  expect_error(s, "src", SX_IS_DIRECTORY, "'src' is a directory");
  expect_error(s, ".", SX_IS_DIRECTORY, "is a directory");
  expect_error(s, absolute(s, "ws"), SX_IS_DIRECTORY, "is a directory");
  expect_error(s, "absent.ts", SX_NOT_FOUND, "'absent.ts' does not exist");
  expect_error(s, "src/a.ts/below", SX_NOT_FOUND, "does not exist");
  sx_str path;
  SX_EXPECT_STATUS(
      sx_path_resolve(&s->call, "file_path", sx_str_make("a\0b", 3), &path, sx_test_err()),
      SX_INVALID_ARGUMENT);
  char *longest = sx_test_memory(5000);
  memset(longest, 'a', 4096);
  expect_error(s, longest, SX_NOT_FOUND, "does not exist");
  longest[4096] = 'a';
  expect_error(s, longest, SX_INVALID_ARGUMENT, "1 to 4096 bytes");
}

SX_TEST(uris_keep_to_the_folders_too) {
  scene *s = SCENE("ws");
  SX_EXPECT_ALLOC(s);
  sx_str path;
  SX_EXPECT_OK(resolve(s, "untitled:Untitled-1", &path));
  SX_EXPECT_TEXT(path, "untitled:Untitled-1");
  expect_error(s, "vscode-userdata:/home/settings.json", SX_OUTSIDE_WORKSPACE, "outside");
  expect_error(s, "http://example.org/a.ts", SX_OUTSIDE_WORKSPACE, "outside");
  sx_root virtual_root = {SX_STR("v"), SX_STR("vscode-vfs://x/repo"), SX_STR("")};
  SX_EXPECT_OK(sx_roots_set(s->call.services->roots, &virtual_root, 1));
  SX_EXPECT_OK(sx_roots_get(s->call.services->roots, &s->call.roots, s->call.arena));
  SX_EXPECT_OK(resolve(s, "vscode-vfs://x/repo/a.ts", &path));
  expect_shown(s, path, "a.ts");
  expect_error(s, "vscode-vfs://x/repository/a.ts", SX_OUTSIDE_WORKSPACE, "outside");
  expect_error(s, "vscode-vfs://x/repo/../other/a.ts", SX_OUTSIDE_WORKSPACE, "outside");
  expect_error(s, "vscode-vfs://x/repo/%2E%2e/other/a.ts", SX_OUTSIDE_WORKSPACE, "outside");
  sx_str jar = SX_STR("jdt://contents/rt.jar/String.class");
  sx_allowed_add(s->call.services->allowed, jar);
  if (sx_allowed_has(s->call.services->allowed, jar)) SX_EXPECT_OK(resolve(s, jar.ptr, &path));
}

SX_TEST(a_name_may_look_like_a_uri) {
  scene *s = SCENE("ws");
  SX_EXPECT_ALLOC(s);
  temp_file(s->folder, "ws/node:fs.ts", SX_STR("x"));
  expect_file(s, "node:fs.ts", "ws/node:fs.ts");
}

SX_TEST(suggests_files_of_that_name) {
  scene *s = SCENE("ws");
  SX_EXPECT_ALLOC(s);
  temp_file(s->folder, "ws/deep/user.ts", SX_STR("x"));
  temp_file(s->folder, "ws/user.ts", SX_STR("x"));
  temp_file(s->folder, "ws/users.ts", SX_STR("x"));
  expect_error(s, "src/user.ts", SX_NOT_FOUND,
               sx_test_is_failing_allocations() ? "" : "Did you mean 'deep/user.ts', 'user.ts'?");
  expect_error(s, "src/none.ts", SX_NOT_FOUND, "does not exist in the workspace.");
}

SX_TEST(several_folders_with_the_same_file) {
  scene *s = SCENE("one", "two");
  SX_EXPECT_ALLOC(s);
  temp_file(s->folder, "one/a.ts", SX_STR("x"));
  temp_file(s->folder, "two/a.ts", SX_STR("x"));
  temp_file(s->folder, "two/only.ts", SX_STR("x"));
  expect_error(s, "a.ts", SX_AMBIGUOUS, "Use one of: 'one/a.ts', 'two/a.ts'.");
  expect_file(s, "one/a.ts", "one/a.ts");
  expect_file(s, "two/a.ts", "two/a.ts");
  expect_file(s, "only.ts", "two/only.ts");
  expect_shown(s, temp_path(s->folder, "two/a.ts"), "two/a.ts");
}

/* A shown path must be read as the same file, also where names repeat. */
SX_TEST(what_is_shown_reads_back) {
  scene *s = SCENE("app", "lib");
  SX_EXPECT_ALLOC(s);
  static const char *const files[] = {"app/x.ts", "app/app/x.ts", "lib/app/x.ts", "lib/x.ts",
                                      "lib/lib/x.ts"};
  for (size_t i = 0; i < sizeof files / sizeof *files; i++)
    temp_file(s->folder, files[i], SX_STR("x"));
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    sx_str path = temp_path(s->folder, files[i]), again;
    sx_str shown = sx_path_display(&s->call, path);
    SX_EXPECT_OK(s->call.arena->status);
    SX_EXPECT_OK(sx_path_resolve(&s->call, "file_path", shown, &again, sx_test_err()));
    SX_EXPECT_STR(again, path);
  }
}

/* Names that would not stay one in a line of text. */
SX_TEST(odd_names_are_shown_in_quotes_and_read_back) {
  static const struct {
    const char *name, *shown;
  } cases[] = {
      {"a\nb\tc.ts", "\"a\\nb\\tc.ts\""},
      {"\"q\".ts", "\"\\\"q\\\".ts\""},
      {"say \"hi\".ts", "say \"hi\".ts"}, /* begins with no quote */
      {"back\\slash.ts", "back\\slash.ts"},
      {"back\\slash\r.ts", "\"back\\\\slash\\r.ts\""},
      {" a.ts", "\" a.ts\""},
      {"a.ts ", "\"a.ts \""},
      {"\x7F\x01.ts", "\"\\177\\001.ts\""},
      {"\xC2\x85.ts", "\"\\302\\205.ts\""},
      {"\xE2\x80\xAE.ts", "\"\\342\\200\\256.ts\""},
      {"\xE2\x80.ts", "\"\\342\\200.ts\""},
      {"\xFF\xC3\xA4.ts", "\"\\377\xC3\xA4.ts\""},
  };
  scene *s = SCENE("ws");
  SX_EXPECT_ALLOC(s);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char name[64];
    snprintf(name, sizeof name, "ws/in/%s", cases[i].name);
    temp_file(s->folder, name, SX_STR("x"));
    sx_str folder = temp_path(s->folder, "ws/in"), shown;
    sx_root root = {.name = SX_STR("in"), .path = folder, .real_path = folder};
    sx_call below = s->call;
    below.roots.items = &root;
    shown = sx_path_display(&below, temp_path(s->folder, name));
    SX_EXPECT_OK(s->call.arena->status);
    SX_EXPECT_STR(shown, sx_str_from(cases[i].shown));
    shown = sx_path_display(&s->call, temp_path(s->folder, name));
    SX_EXPECT_OK(s->call.arena->status);
    expect_file(s, shown.ptr, name);
  }
  expect_error(s, "\"in/a.ts\"", SX_NOT_FOUND, "does not exist");
  expect_error(s, "\"\"", SX_INVALID_ARGUMENT, "a path is required");
  expect_error(s, "\"in/\\000.ts\"", SX_INVALID_ARGUMENT, "without NUL");
}

SX_TEST(a_folder_may_hold_one_of_its_own_name) {
  scene *s = SCENE("app");
  SX_EXPECT_ALLOC(s);
  temp_file(s->folder, "app/x.ts", SX_STR("x"));
  temp_file(s->folder, "app/app/x.ts", SX_STR("x"));
  temp_file(s->folder, "app/y.ts", SX_STR("x"));
  expect_file(s, "app/x.ts", "app/app/x.ts");
  expect_file(s, "x.ts", "app/x.ts");
  expect_file(s, "app/y.ts", "app/y.ts");
}

SX_TEST(folders_of_one_name_are_distinguished) {
  scene *s = SCENE("a/app", "b/app");
  SX_EXPECT_ALLOC(s);
  temp_file(s->folder, "a/app/x.ts", SX_STR("x"));
  temp_file(s->folder, "b/app/x.ts", SX_STR("x"));
  expect_error(s, "app/x.ts", SX_AMBIGUOUS,
               sx_test_is_failing_allocations() ? "" : absolute(s, "a/app/x.ts"));
}

SX_TEST(folders_inside_folders) {
  scene *s = SCENE("mono", "mono/packages/core");
  SX_EXPECT_ALLOC(s);
  temp_file(s->folder, "mono/packages/core/x.ts", SX_STR("x"));
  expect_shown(s, temp_path(s->folder, "mono/packages/core/x.ts"), "core/x.ts");
  expect_shown(s, temp_path(s->folder, "mono/y.ts"), "mono/y.ts");
  expect_shown(s, SX_STR("/usr/include/x.h"), "/usr/include/x.h");
  expect_file(s, "x.ts", "mono/packages/core/x.ts");
  expect_file(s, "mono/packages/core/x.ts", "mono/packages/core/x.ts");
}

SX_TEST(needs_a_folder) {
  scene *s = new_scene(0, NULL);
  SX_EXPECT_ALLOC(s);
  expect_error(s, "a.ts", SX_OUTSIDE_WORKSPACE, "no folder is open");
  expect_error(s, "/etc/passwd", SX_OUTSIDE_WORKSPACE, "no folder is open");
}

SX_TEST(tells_uris_from_paths) {
  static const char *const uris[] = {"file:///a", "untitled:Untitled-1", "vscode-vfs://x/y", "ab:c",
                                     "a1+-.:x"};
  static const char *const paths[] = {"",   "a",    "/a:b",  "C:/x", "c:\\x",
                                      ":x", "1a:b", "a b:c", "-a:b"};
  for (size_t i = 0; i < sizeof uris / sizeof *uris; i++)
    if (!sx_path_is_uri(sx_str_from(uris[i]))) SX_FAIL("%s is a URI", uris[i]);
  for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
    if (sx_path_is_uri(sx_str_from(paths[i]))) SX_FAIL("%s is no URI", paths[i]);
  SX_EXPECT_TEXT(sx_path_name(SX_STR("/a/b.c")), "b.c");
  SX_EXPECT_TEXT(sx_path_name(SX_STR("b")), "b");
  SX_EXPECT_TEXT(sx_path_name(SX_STR("a/")), "");
}

SX_TEST(a_path_is_shortened_only_where_its_end_leads_back_to_it) {
  scene *s = SCENE("ws");
  SX_EXPECT_ALLOC(s);
  sx_str path, end = SX_STR("/a-package-with-a-long-name/dist/types/library.ts");
  sx_str known = sx_arena_printf(s->call.arena, "/one/node_modules%.*s", SX_STR_ARG(end));
  sx_str other = sx_arena_printf(s->call.arena, "/other/node_modules%.*s", SX_STR_ARG(end));
  if (s->call.arena->status) return;
  sx_allowed_add(s->call.services->allowed, known);
  if (!sx_allowed_has(s->call.services->allowed, known)) return;
  path = sx_path_short(&s->call, known);
  if (!s->call.arena->status) SX_EXPECT_TEXT(path, "…/types/library.ts");
  path = sx_path_short(&s->call, other);
  if (!s->call.arena->status) SX_EXPECT(sx_str_is_equal(path, other));
}

SX_SUITE(workspace_paths_test, SX_CASE(takes_paths_of_every_kind),
         SX_CASE(writes_paths_as_the_editor_does), SX_CASE(stays_inside_the_folders),
         SX_CASE(takes_what_language_servers_pointed_to), SX_CASE(folders_may_be_links),
         SX_CASE(refuses_what_names_no_file), SX_CASE(uris_keep_to_the_folders_too),
         SX_CASE(a_name_may_look_like_a_uri), SX_CASE(suggests_files_of_that_name),
         SX_CASE(several_folders_with_the_same_file), SX_CASE(what_is_shown_reads_back),
         SX_CASE(odd_names_are_shown_in_quotes_and_read_back),
         SX_CASE(a_folder_may_hold_one_of_its_own_name),
         SX_CASE(folders_of_one_name_are_distinguished), SX_CASE(folders_inside_folders),
         SX_CASE(needs_a_folder), SX_CASE(tells_uris_from_paths),
         SX_CASE(a_path_is_shortened_only_where_its_end_leads_back_to_it));
