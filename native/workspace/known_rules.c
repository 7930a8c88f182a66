#include "workspace/known_rules.h"

#include "base/folder.h"
#include "match/glob.h"
#include "os/file.h"
#include "workspace/excluded.h"
#include "workspace/paths.h"

#define MAX_GLOB_STEPS 1000000
#define MAX_MEMORY ((size_t)256 << 20)
/* Longer paths do not exist. */
#define MAX_PATH_BYTES ((size_t)64 << 10)

static sx_status take_excluded(sx_known_rules *rules) {
  const sx_glob_options options = {0};
  sx_str all[] = {SX_STR("**"), SX_STR("**/")};
  const sx_strs patterns = {.items = all, .len = 2};
  sx_strs ignored;
  sx_glob *glob;
  sx_arena *arena = &rules->arena;
  sx_status status = sx_excluded_get(rules->call->services->excluded, &ignored, arena);
  if (status || !ignored.len) return status;
  status = sx_glob_parse(&glob, &patterns, &ignored, &options, arena, NULL);
  if (!status) rules->excluded = glob;
  return status;
}

/* Good until the next one. Empty where it does not exist, or without memory. */
static sx_str full_path(sx_known_rules *rules, sx_str path) {
  sx_buf_clear(&rules->path);
  sx_buf_addf(&rules->path, "%.*s/%.*s", SX_STR_ARG(rules->root), SX_STR_ARG(path));
  return rules->path.status ? SX_STR("") : sx_buf_str(&rules->path);
}

static sx_status enter(sx_known_rules *rules, const sx_ignore_scope *outer, sx_str path,
                       const sx_ignore_scope **out) {
  sx_ignore_scope *scope = SX_ARENA_NEW(&rules->arena, sx_ignore_scope);
  if (!scope) return rules->arena.status;
  sx_ignore_reader reader = sx_ignore_reader_at(&path);
  reader.tracked = rules->tracked;
  *out = scope;
  return sx_ignore_scope_enter(scope, outer, path, &reader, &rules->arena);
}

sx_status sx_known_rules_init(sx_known_rules *rules, sx_call *call, sx_str root, bool *is_hidden) {
  sx_strs roots;
  sx_ignore_answer is = SX_IGNORE_SHOWN;
  sx_ignore_scope above;
  const sx_ignore_scope *top = NULL;
  *rules = (sx_known_rules){.call = call, .root = root, .folder = SX_STR("")};
  sx_arena_init(&rules->arena, MAX_MEMORY);
  sx_buf_init(&rules->path, MAX_PATH_BYTES);
  rules->tracked = sx_git_tracked_list_new();
  sx_status status = rules->tracked ? take_excluded(rules) : SX_NOMEM;
  if (!status) status = sx_root_list_paths(&call->roots, &roots, &rules->arena);
  if (!status)
    status = sx_ignore_scope_find(&above, root, &roots, rules->tracked, &is, &rules->arena);
  *is_hidden = is == SX_IGNORE_NEVER;
  if (!status) status = enter(rules, &above, root, &top);
  if (!status && top) rules->top = *top;
  return status;
}

void sx_known_rules_release(sx_known_rules *rules) {
  sx_git_tracked_list_free(rules->tracked);
  sx_buf_release(&rules->path);
  sx_arena_release(&rules->arena);
}

/* The answer for one name in a folder with that scope. */
static sx_status ask(sx_known_rules *rules, const sx_ignore_scope *scope, sx_str path,
                     bool is_folder, bool *is_listed, const sx_ignore_scope **inner) {
  sx_ignore_answer answer;
  uint64_t work = MAX_GLOB_STEPS;
  sx_str full = full_path(rules, path);
  *is_listed = false;
  if (!full.len) return rules->path.status;
  if (sx_ignore_is_store(sx_path_name(path))) return SX_OK;
  if (rules->excluded && !sx_glob_match(rules->excluded, path, is_folder, &work) && work)
    return SX_OK;
  sx_status status = sx_ignore_scope_ask_git(scope, full, is_folder, &answer, inner, &rules->arena);
  *is_listed = !status && answer == SX_IGNORE_SHOWN;
  return status ? status : sx_git_tracked_list_status(rules->tracked);
}

static bool is_real_folder(sx_known_rules *rules, sx_str path) {
  sx_file_info info;
  sx_str full = full_path(rules, path);
  return full.len && sx_file_stat(&info, full, NULL) == SX_OK && info.is_directory &&
         !sx_file_is_link(full, rules->call->arena);
}

/* Down to the folder, as a walk goes. */
static sx_status go_to(sx_known_rules *rules, sx_str folder) {
  sx_status status = SX_OK;
  if (rules->has_folder && sx_str_is_equal(rules->folder, folder)) return SX_OK;
  const sx_ignore_scope *scope = &rules->top;
  bool is_listed = true;
  for (size_t at = 0; at < folder.len && is_listed && !status;) {
    at = sx_folder_next(folder, at);
    sx_str outer = sx_str_slice(folder, 0, at);
    status = ask(rules, scope, outer, true, &is_listed, &scope);
    is_listed = is_listed && is_real_folder(rules, outer);
    if (!status && is_listed) status = enter(rules, scope, full_path(rules, outer), &scope);
  }
  if (!status) status = rules->arena.status ? rules->arena.status : rules->path.status;
  rules->folder = folder;
  rules->has_folder = !status;
  rules->is_folder_listed = is_listed;
  rules->scope = scope;
  return status;
}

sx_status sx_known_rules_ask(sx_known_rules *rules, sx_str path, bool is_folder, bool *is_listed) {
  const sx_ignore_scope *inner;
  *is_listed = false;
  sx_status status = go_to(rules, sx_folder_of(path));
  if (status || !rules->is_folder_listed) return status;
  return ask(rules, rules->scope, path, is_folder, is_listed, &inner);
}
