#include "answer/pager.h"
#include "answer/pattern_hints.h"
#include "engine/args.h"
#include "engine/tool.h"
#include "host/json.h"
#include "os/file.h"
#include "workspace/file_finder.h"
#include "workspace/paths.h"

#define DEFAULT_TOKENS 2000

#if defined(_WIN32) || defined(__APPLE__)
#define FOLDS_CASE true
#else
#define FOLDS_CASE false
#endif

sx_status sx_tool_glob(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err);

typedef struct search {
  sx_call *call;
  sx_answer *answer;
  sx_finder *finder;
  sx_finder_query query;
  sx_searched_folders folders;
  sx_str cwd; /* empty: the workspace */
  sx_strs not_on_disk;
  sx_finder_seen seen;
} search;

/* ---- arguments ---------------------------------------------------------------------------- */

static sx_status take_list(sx_strs *out, const cJSON *args, const char *name, sx_arena *arena,
                           sx_err *err) {
  const cJSON *item;
  sx_status status = SX_OK;
  cJSON_ArrayForEach (item, sx_json_get(args, name)) {
    if (!status) status = sx_strs_add(out, sx_json_str(item, arena), arena, err);
  }
  return status;
}

static sx_status add_root(search *s, sx_str path, sx_err *err) {
  if (sx_path_is_uri(path)) return sx_strs_add(&s->not_on_disk, path, s->call->arena, err);
  return sx_searched_folders_add(&s->folders, s->call, path, err);
}

static sx_status find_folders(search *s, sx_str given, sx_err *err) {
  bool is_directory;
  sx_status status = SX_OK;
  for (size_t i = 0; i < s->call->roots.len && !given.len && !status; i++)
    status = add_root(s, s->call->roots.items[i].path, err);
  if (!given.len) return status;
  status = sx_path_resolve_any(s->call, "cwd", given, &s->cwd, &is_directory, err);
  if (status) return status;
  if (!is_directory)
    return sx_fail(err, SX_INVALID_ARGUMENT, "cwd '%.*s' is a file. Give a folder.",
                   SX_STR_ARG(given));
  return sx_searched_folders_add(&s->folders, s->call, s->cwd, err);
}

static sx_status take_arguments(search *s, const cJSON *args, sx_err *err) {
  sx_arena *arena = s->call->arena;
  sx_status status = take_list(&s->query.patterns, args, "pattern", arena, err);
  if (!status) status = take_list(&s->query.ignored, args, "ignore", arena, err);
  if (!status && !s->query.patterns.len)
    status = sx_fail(err, SX_INVALID_ARGUMENT, "pattern is empty. Write '**' for all files.");
  sx_str cwd = sx_args_str(args, "cwd", arena);
  if (!status) status = find_folders(s, sx_path_is_workspace(s->call, cwd) ? SX_STR("") : cwd, err);
  s->query.folders = s->folders.items;
  s->query.folder_count = s->folders.len;
  s->query.with_ignored = sx_args_bool(args, "ignored", false);
  s->query.options.explicit_dots = !sx_args_bool(args, "hidden", true);
  s->query.options.ignore_case = sx_args_bool(args, "ignore_case", FOLDS_CASE);
  return status;
}

/* ---- the answer --------------------------------------------------------------------------- */

static sx_str show_file(search *s, const sx_finder_file *file) {
  sx_str folder = s->folders.items[file->folder].path;
  const char *slash = sx_str_has_suffix(folder, SX_STR("/")) ? "" : "/";
  sx_str path = sx_arena_printf(s->call->arena, "%.*s%s%.*s", SX_STR_ARG(folder), slash,
                                SX_STR_ARG(file->path));
  return sx_path_display(s->call, path);
}

static void write_patterns(search *s) {
  sx_buf *text = &s->answer->text;
  for (size_t i = 0; i < s->query.patterns.len; i++)
    sx_buf_addf(text, "%s'%.*s'", i ? ", " : "",
                SX_STR_ARG(sx_path_clean(s->call, s->query.patterns.items[i])));
  if (s->cwd.len) sx_buf_addf(text, " in %.*s", SX_STR_ARG(sx_path_show(s->call, s->cwd)));
}

static const char *noun(const search *s, size_t count) {
  if (s->seen.takes_folders) return count == 1 ? "path" : "paths";
  return count == 1 ? "file" : "files";
}

static void write_unknown(search *s) {
  sx_buf *text = &s->answer->text;
  const sx_finder_seen *seen = &s->seen;
  if (seen->unreadable)
    sx_buf_addf(text, SX_UNKNOWN_IN_PART "%zu folder%s could not be read, first '%.*s'.\n",
                seen->unreadable, seen->unreadable == 1 ? "" : "s",
                SX_STR_ARG(sx_path_show(s->call, seen->first_unreadable)));
  if (seen->too_hard)
    sx_buf_addf(text,
                SX_UNKNOWN_IN_PART "%zu path%s too long to compare with the pattern. "
                                   "Simplify it.\n",
                seen->too_hard, seen->too_hard == 1 ? " takes" : "s take");
  for (size_t i = 0; i < s->not_on_disk.len; i++)
    sx_buf_addf(text, SX_UNKNOWN_IN_PART "%.*s is not on the disk and was not searched.\n",
                SX_STR_ARG(sx_path_show(s->call, s->not_on_disk.items[i])));
}

static sx_status write_list(search *s, const cJSON *args, sx_err *err) {
  const sx_finder_file *files = NULL;
  cJSON *paths = cJSON_GetObjectItem(s->answer->facts, "paths");
  sx_pager pager = {.answer = s->answer,
                    .facts = paths,
                    .count = s->seen.count,
                    .hash = sx_pager_hash(s->seen.count, s->seen.hash),
                    .most = (size_t)sx_args_int(args, "max_results", 0)};
  sx_status status = sx_pager_begin(&pager, sx_args_str(args, "cursor", s->call->arena), err);
  /* More than fit: a line takes two bytes at least. */
  size_t page = pager.most ? pager.most : 4 * pager.room_tokens;
  if (!status) status = sx_finder_sort(s->finder, pager.first + page, &files, err);
  while (!status && sx_pager_has_item(&pager)) {
    sx_str shown = show_file(s, &files[pager.next]);
    if (s->call->arena->status) return sx_fail(err, s->call->arena->status, NULL);
    sx_buf_addf(&s->answer->text, "%.*s\n", SX_STR_ARG(shown));
    sx_answer_push(paths, cJSON_CreateString(sx_arena_dup(s->call->arena, shown).ptr));
  }
  if (!status) sx_pager_end(&pager);
  return status;
}

/* ---- nothing found ------------------------------------------------------------------------ */

static sx_status write_none(search *s, sx_err *err) {
  sx_buf *text = &s->answer->text;
  bool is_unknown = s->seen.unreadable || s->seen.too_hard || s->not_on_disk.len;
  s->answer->status = is_unknown ? SX_ANSWER_UNKNOWN : SX_ANSWER_NONE;
  sx_buf_addf(text, "No %s match ", noun(s, 0));
  write_patterns(s);
  sx_buf_addf(text, ". %zu file%s looked at.\n", s->seen.searched,
              s->seen.searched == 1 ? " was" : "s were");
  write_unknown(s);
  if (s->query.options.explicit_dots)
    sx_buf_add_text(text, "Names that begin with a dot were left out (hidden=false).\n");
  return sx_pattern_hints_write(text, s->call, s->finder, &s->query, err);
}

/* ---- the whole ---------------------------------------------------------------------------- */

static sx_status run(search *s, const cJSON *args, sx_err *err) {
  sx_answer *answer = s->answer;
  sx_status status = take_arguments(s, args, err);
  if (!status) status = sx_finder_run(s->finder, s->call, &s->query, &s->seen, err);
  if (status) return status;
  sx_answer_put(answer->facts, "paths", cJSON_CreateArray());
  cJSON_AddNumberToObject(answer->facts, "total_count", (double)s->seen.count);
  cJSON_AddNumberToObject(answer->facts, "searched_files", (double)s->seen.searched);
  if (s->seen.unreadable)
    cJSON_AddNumberToObject(answer->facts, "unreadable_folders", (double)s->seen.unreadable);
  if (!s->seen.count) {
    status = write_none(s, err);
  } else {
    answer->status = SX_ANSWER_FOUND;
    sx_buf_addf(&answer->text, "%zu %s match%s ", s->seen.count, noun(s, s->seen.count),
                s->seen.count == 1 ? "es" : "");
    write_patterns(s);
    sx_buf_add_text(&answer->text, ":\n");
    write_unknown(s);
    status = write_list(s, args, err);
  }
  cJSON_AddBoolToObject(answer->facts, "truncated", answer->is_truncated);
  cJSON_AddStringToObject(answer->facts, "status", sx_answer_status_name(answer->status));
  return status;
}

sx_status sx_tool_glob(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err) {
  search s = {.call = call, .answer = answer, .finder = sx_finder_new()};
  if (!s.finder) return sx_fail(err, SX_NOMEM, NULL);
  answer->max_tokens = (size_t)sx_args_int(args, "max_tokens", DEFAULT_TOKENS);
  sx_status status = run(&s, args, err);
  sx_finder_free(s.finder);
  return status;
}
