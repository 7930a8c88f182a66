#include "base/folder.h"
#include "host/json.h"
#include "run/lint_files.h"
#include "run/linters.h"
#include "run/lint_script.h"
#include "workspace/paths.h"
#include "workspace/workspace_files.h"

#define MAX_FILES 20000
/* Names of files in one command: the system has a limit for all of them. */
#define MAX_NAMES 500
#define MAX_NAME_BYTES ((size_t)100 << 10)

/* ---- Go ------------------------------------------------------------------------------------ */

/* Packages are folders: those of the files, and folders with all below them. */
static sx_status add_packages(sx_lint_job *job, sx_err *err) {
  sx_call *call = job->call;
  sx_strs packages = {0};
  sx_status status = SX_OK;
  for (size_t i = 0; i < job->paths.len && !status; i++) {
    sx_str path = job->paths.items[i];
    bool is_file = sx_str_has_suffix(path, SX_STR(".go"));
    sx_str folder = is_file ? sx_folder_of(path) : path;
    sx_str below = sx_folder_has(job->folder, folder)
                       ? sx_str_slice(folder, job->folder.len, folder.len)
                       : SX_STR("");
    sx_str package =
        sx_arena_printf(call->arena, ".%.*s%s", SX_STR_ARG(below), is_file ? "" : "/...");
    status = sx_strs_add_new(&packages, package, call->arena, err);
  }
  for (size_t i = 0; i < packages.len; i++) sx_linter_add(job, packages.items[i]);
  if (!packages.len) sx_linter_add_text(job, "./...");
  return status ? status : sx_linter_end(job, err);
}

sx_status sx_linter_write_vet(sx_lint_job *job, sx_err *err) {
  sx_linter_begin(job);
  sx_linter_add_words(job, (const char *const[]){"vet", "-json", NULL});
  return add_packages(job, err);
}

/* Version 2 has other options than version 1. */
sx_status sx_linter_write_golangci(sx_lint_job *job, sx_err *err) {
  sx_linter_begin(job);
  sx_linter_add_text(job, "run");
  if (!job->attempt)
    sx_linter_add_words(
        job, (const char *const[]){"--output.json.path=stdout", "--show-stats=false", NULL});
  else
    sx_linter_add_words(job, (const char *const[]){"--out-format", "json", NULL});
  return add_packages(job, err);
}

/* ---- Rust, Ruby ---------------------------------------------------------------------------- */

sx_status sx_linter_write_clippy(sx_lint_job *job, sx_err *err) {
  sx_linter_begin(job);
  sx_linter_add_words(job,
                      (const char *const[]){"clippy", "--message-format=json", "--quiet", NULL});
  return sx_linter_end(job, err);
}

/* Files that are named are checked though the settings leave them out, but for this option. */
sx_status sx_linter_write_rubocop(sx_lint_job *job, sx_err *err) {
  sx_linter_begin(job);
  sx_linter_add_words(job, (const char *const[]){"--format", "json", "--force-exclusion", NULL});
  for (size_t i = 0; i < job->paths.len; i++) sx_linter_add(job, job->paths.items[i]);
  return sx_linter_end(job, err);
}

/* ---- linters that take files alone --------------------------------------------------------- */

static bool is_wanted(const sx_lint_job *job, sx_str path) {
  if (!job->paths.len) return sx_folder_has(job->folder, path);
  return sx_strs_have(&job->paths, path) || sx_folders_have(&job->paths, path);
}

/* The files as they are given, and those in the folders that are. */
static sx_status list_files(sx_lint_job *job, sx_str glob, sx_strs *out, sx_err *err) {
  sx_strs found = {0};
  bool is_cut;
  sx_status status = SX_OK;
  for (size_t i = 0; i < job->paths.len && !status; i++) {
    sx_file_info info = {0};
    status = sx_file_stat(&info, job->paths.items[i], err);
    if (!status && info.is_regular)
      status = sx_strs_add_new(out, job->paths.items[i], job->call->arena, err);
  }
  if (!status && job->paths.len == out->len && out->len) return SX_OK;
  if (!status) status = sx_workspace_files(job->call, glob, MAX_FILES, &found, &is_cut, err);
  for (size_t i = 0; i < found.len && !status; i++)
    if (is_wanted(job, found.items[i]) && !sx_strs_have(&job->paths, found.items[i]))
      status = sx_strs_add(out, found.items[i], job->call->arena, err);
  return status;
}

/* As many commands as their names need. */
static void add_files(sx_lint_job *job, const sx_strs *files, void (*begin)(sx_lint_job *job)) {
  size_t bytes = 0, names = 0;
  for (size_t i = 0; i < files->len; i++) {
    if (!names || names == MAX_NAMES || bytes > MAX_NAME_BYTES) {
      begin(job);
      bytes = names = 0;
    }
    sx_linter_add(job, files->items[i]);
    bytes += files->items[i].len;
    names++;
  }
}

static void begin_shellcheck(sx_lint_job *job) {
  sx_linter_begin(job);
  sx_linter_add_text(job, "--format=json1");
}

sx_status sx_linter_write_shellcheck(sx_lint_job *job, sx_err *err) {
  sx_strs files = {0};
  sx_status status = list_files(job, SX_STR("**/*.{sh,bash,ksh,dash,bats}"), &files, err);
  if (status) return status;
  add_files(job, &files, begin_shellcheck);
  return sx_linter_end(job, err);
}

/* ---- clang-tidy ---------------------------------------------------------------------------- */

/* Where build systems leave compile_commands.json: in the folder, in one for builds, or above. */
static sx_str find_commands(sx_lint_job *job) {
  static const char *const folders[] = {"",          "build/", "out/", "cmake-build-debug/",
                                        "builddir/", "_build/"};
  sx_call *call = job->call;
  for (sx_str folder = job->folder; folder.len; folder = sx_folder_of(folder)) {
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
      sx_str at = sx_arena_printf(call->arena, "%.*s/%s", SX_STR_ARG(folder), folders[i]);
      sx_str build = sx_str_slice(at, 0, at.len - (at.len > 0));
      if (sx_lint_has_file(call, build, "compile_commands.json")) return build;
    }
    if (!sx_path_is_inside(call, folder)) break;
  }
  return SX_STR("");
}

/* The sources that the build compiles, of the folder or of the files that are given. */
static sx_status list_sources(sx_lint_job *job, sx_str build, sx_strs *out, sx_err *err) {
  sx_call *call = job->call;
  cJSON *root = sx_lint_script_json(call, build, "compile_commands.json");
  const cJSON *item;
  sx_status status = SX_OK;
  cJSON_ArrayForEach (item, root) {
    sx_str folder = sx_json_get_str(item, "directory", call->arena);
    sx_str path = sx_json_get_str(item, "file", call->arena);
    if (!path.len || !folder.len) continue;
    path = sx_path_join(call, folder, path);
    if (!status && is_wanted(job, path)) status = sx_strs_add_new(out, path, call->arena, err);
  }
  cJSON_Delete(root);
  return status;
}

static void begin_clang_tidy(sx_lint_job *job) {
  sx_linter_begin(job);
  sx_linter_add_words(job, (const char *const[]){"--quiet", "-p", NULL});
  sx_linter_add(job, job->why); /* the build's folder, until it has run */
}

sx_status sx_linter_write_clang_tidy(sx_lint_job *job, sx_err *err) {
  sx_strs files = {0};
  sx_str build = find_commands(job);
  if (!build.len) {
    job->state = SX_LINT_FAILED;
    job->why = SX_STR("it needs compile_commands.json, which the build writes (CMake: "
                      "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON), and none was found in the folder, its "
                      "build folders or above.");
    return SX_OK;
  }
  sx_status status = list_sources(job, build, &files, err);
  /* Headers that are named have no command of their own: they are read as in a source beside. */
  for (size_t i = 0; i < job->paths.len && !status; i++) {
    if (!sx_lint_is_folder(job->call, job->paths.items[i]))
      status = sx_strs_add_new(&files, job->paths.items[i], job->call->arena, err);
  }
  if (status) return status;
  job->why = build;
  add_files(job, &files, begin_clang_tidy);
  job->why = SX_STR("");
  return sx_linter_end(job, err);
}
