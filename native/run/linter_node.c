#include "host/json.h"
#include "run/lint_files.h"
#include "run/linters.h"
#include "run/lint_script.h"
#include "workspace/paths.h"

/*
 * Linters of packages: without files they check what the project's own script has them check, with
 * the options of that script in any case.
 */

/* The script's words; with files only its options, as the files take the place of its paths. */
static bool add_script(sx_lint_job *job) {
  sx_strs words = {0};
  sx_str program = sx_str_from(job->linter->program);
  bool has_script = sx_lint_script_words(job->call, job->folder, program, &words);
  bool takes_value = false, has_path = false;
  for (size_t i = 0; i < words.len; i++) {
    sx_str word = words.items[i];
    bool is_option = sx_str_at(word, 0) == '-', is_value = takes_value;
    takes_value = is_option && sx_lint_script_takes_value(word);
    if (job->paths.len && !is_option && !is_value) continue;
    has_path |= !is_option && !is_value;
    sx_linter_add(job, word);
  }
  return has_script && has_path;
}

static void add_paths(sx_lint_job *job) {
  for (size_t i = 0; i < job->paths.len; i++) sx_linter_add(job, job->paths.items[i]);
}

sx_status sx_linter_write_eslint(sx_lint_job *job, sx_err *err) {
  sx_linter_begin(job);
  sx_linter_add_words(
      job, (const char *const[]){"--format", "json", "--no-error-on-unmatched-pattern", NULL});
  bool has_paths = add_script(job);
  add_paths(job);
  if (!has_paths && !job->paths.len) sx_linter_add_text(job, ".");
  return sx_linter_end(job, err);
}

sx_status sx_linter_write_stylelint(sx_lint_job *job, sx_err *err) {
  sx_linter_begin(job);
  sx_linter_add_words(job,
                      (const char *const[]){"--formatter", "json", "--allow-empty-input", NULL});
  bool has_paths = add_script(job);
  add_paths(job);
  if (!has_paths && !job->paths.len) sx_linter_add_text(job, "**/*.{css,scss,sass,less,pcss}");
  return sx_linter_end(job, err);
}

/* `biome check` also formats and sorts: only where the project's script does. */
sx_status sx_linter_write_biome(sx_lint_job *job, sx_err *err) {
  sx_strs words = {0};
  bool checks = sx_lint_script_words(job->call, job->folder, SX_STR("biome"), &words) && words.len;
  sx_str verb = checks ? words.items[0] : SX_STR("");
  checks = sx_str_is_equal(verb, SX_STR("check")) || sx_str_is_equal(verb, SX_STR("ci"));
  sx_linter_begin(job);
  sx_linter_add_text(job, checks ? "check" : "lint");
  sx_linter_add_words(job, (const char *const[]){"--reporter=json", "--max-diagnostics=none",
                                                 "--colors=off", NULL});
  size_t kept = 0;
  for (size_t i = 1; i < words.len && !job->paths.len; i++, kept++)
    sx_linter_add(job, words.items[i]);
  add_paths(job);
  if (!kept && !job->paths.len) sx_linter_add_text(job, ".");
  return sx_linter_end(job, err);
}

/* ---- tsc ----------------------------------------------------------------------------------- */

#define MAX_PROJECTS 64

static bool has_inputs(const cJSON *config) {
  const cJSON *files = sx_json_get(config, "files");
  return !cJSON_IsArray(files) || cJSON_GetArraySize(files) > 0 || sx_json_get(config, "include");
}

static cJSON *read_project(sx_lint_job *job, sx_str path) {
  sx_str name = sx_path_name(path), folder = sx_path_folder(path);
  folder.len -= folder.len > 1;
  return sx_lint_script_json(job->call, folder, sx_arena_dup(job->call->arena, name).ptr);
}

/* "path" of a reference is a file, or a folder with a tsconfig.json. */
static sx_str find_project(sx_lint_job *job, sx_str from, const cJSON *reference) {
  sx_call *call = job->call;
  sx_str given = sx_json_get_str(reference, "path", call->arena);
  sx_str path = sx_path_join(call, sx_path_folder(from), given);
  if (!given.len) return given;
  if (sx_lint_is_folder(call, path)) path = sx_path_join(call, path, SX_STR("tsconfig.json"));
  return path;
}

/* The project and those that it refers to, and they, each once: tsc checks one at a time. */
static sx_status list_projects(sx_lint_job *job, sx_strs *seen, sx_strs *checked, sx_err *err) {
  sx_arena *arena = job->call->arena;
  sx_status status = SX_OK;
  for (size_t i = 0; i < seen->len && i < MAX_PROJECTS && !status; i++) {
    sx_str path = seen->items[i];
    cJSON *config = read_project(job, path);
    const cJSON *reference;
    if (!config || has_inputs(config)) status = sx_strs_add(checked, path, arena, err);
    cJSON_ArrayForEach (reference, sx_json_get(config, "references")) {
      sx_str next = find_project(job, path, reference);
      if (!status && next.len) status = sx_strs_add_new(seen, next, arena, err);
    }
    cJSON_Delete(config);
  }
  return status;
}

static void add_project(sx_lint_job *job, sx_str path) {
  sx_linter_begin(job);
  if (path.len) {
    sx_linter_add_text(job, "-p");
    sx_linter_add(job, path);
  }
  sx_linter_add_words(job, (const char *const[]){"--noEmit", "--pretty", "false", NULL});
}

/* The project of the script's `-p`, if it has one; else that of the folder. */
static sx_str find_first_project(sx_lint_job *job) {
  sx_strs words = {0};
  bool has_words = sx_lint_script_words(job->call, job->folder, SX_STR("tsc"), &words);
  for (size_t i = 0; has_words && i + 1 < words.len; i++)
    if (sx_str_is_equal(words.items[i], SX_STR("-p")) ||
        sx_str_is_equal(words.items[i], SX_STR("--project"))) {
      sx_str path = sx_path_join(job->call, job->folder, words.items[i + 1]);
      if (sx_lint_is_folder(job->call, path))
        return sx_path_join(job->call, path, SX_STR("tsconfig.json"));
      if (sx_lint_has_path(job->call, path)) return path;
    }
  return sx_path_join(job->call, job->folder, SX_STR("tsconfig.json"));
}

sx_status sx_linter_write_tsc(sx_lint_job *job, sx_err *err) {
  sx_strs seen = {0}, checked = {0};
  sx_str first = find_first_project(job);
  if (!sx_lint_has_path(job->call, first)) {
    job->state = SX_LINT_FAILED;
    job->why = SX_STR("there is no tsconfig.json.");
    return SX_OK;
  }
  sx_status status = sx_strs_add(&seen, first, job->call->arena, err);
  if (!status) status = list_projects(job, &seen, &checked, err);
  for (size_t i = 0; i < checked.len && !status; i++) add_project(job, checked.items[i]);
  if (!status && !checked.len) add_project(job, SX_STR(""));
  return status ? status : sx_linter_end(job, err);
}
