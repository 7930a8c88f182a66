#include "engine/args.h"
#include "host/json.h"
#include "resolve/libraries.h"
#include "semantic/outline_list.h"
#include "semantic/workspace_symbols.h"

#define DEFAULT_TOKENS 2000
#define DEFAULT_LIMIT 50
#define MAX_LEVELS 32
/* file_paths has at most 20. */
#define MAX_FILES 21

sx_status sx_tool_get_symbols(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err);

static sx_outline_view take_view(sx_call *call, const cJSON *args) {
  static const char *const modes[] = {"structure", "minimal", "full"};
  sx_str mode = sx_args_str(args, "mode", call->arena);
  /* Local variables are levels below what is listed by default. */
  bool with_locals = sx_args_bool(args, "locals", false);
  sx_outline_view view = {
      .max_depth = (uint32_t)sx_args_int(args, "max_depth", with_locals ? MAX_LEVELS : 1),
      .target = sx_args_str(args, "symbol", call->arena),
      .most = (size_t)sx_args_int(args, "max_results", DEFAULT_LIMIT),
      .cursor = sx_args_str(args, "cursor", call->arena),
  };
  for (size_t i = 0; i < 3; i++)
    if (sx_str_is_equal(mode, sx_str_from(modes[i]))) view.mode = (sx_outline_mode)i;
  return view;
}

/* ---- files -------------------------------------------------------------------------------- */

typedef struct file_list {
  sx_outline_part *parts; /* room for MAX_FILES */
  sx_strs paths;          /* of those that have one */
  size_t count;
} file_list;

/* A file that is named twice is listed once. */
static sx_status add_file(file_list *files, sx_call *call, sx_str given, sx_err *err) {
  sx_outline_part *part = &files->parts[files->count];
  sx_str path;
  *part = (sx_outline_part){.given = given};
  part->error = sx_library_resolve(call, "file_path", given, &path, &part->err);
  if (sx_status_ends_call(part->error)) return sx_fail(err, part->error, NULL);
  if (!part->error && sx_strs_have(&files->paths, path)) return SX_OK;
  part->file.shown_path = path;
  files->count++;
  return part->error ? SX_OK : sx_strs_add(&files->paths, path, call->arena, err);
}

static sx_status take_files(file_list *files, sx_call *call, const cJSON *args, sx_err *err) {
  sx_str file = sx_args_str(args, "file_path", call->arena);
  const cJSON *item;
  sx_status status = file.len ? add_file(files, call, file, err) : SX_OK;
  cJSON_ArrayForEach (item, sx_json_get(args, "file_paths")) {
    if (status || files->count == MAX_FILES) break;
    status = add_file(files, call, sx_json_str(item, call->arena), err);
  }
  if (status || files->count) return status;
  return sx_fail(
      err, SX_INVALID_ARGUMENT,
      "Give file_path or file_paths for outlines of files, or query to search the workspace.");
}

static sx_status read_files(const file_list *files, sx_call *call, bool with_locals, sx_err *err) {
  sx_status status = sx_documents_open(call, &files->paths, err);
  for (size_t i = 0; i < files->count && !status; i++) {
    sx_outline_part *part = &files->parts[i];
    if (part->error) continue;
    sx_str path = part->file.shown_path;
    part->error = sx_outline_read(&part->file, call, path, with_locals, &part->err);
    if (sx_status_ends_call(part->error)) status = sx_fail(err, part->error, NULL);
  }
  return status;
}

static sx_status answer_outlines(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err) {
  const sx_outline_view view = take_view(call, args);
  file_list files = {0};
  files.parts = sx_arena_calloc(call->arena, MAX_FILES, sizeof *files.parts);
  if (!files.parts) return sx_fail(err, call->arena->status, NULL);
  sx_status status = take_files(&files, call, args, err);
  if (!status) status = read_files(&files, call, sx_args_bool(args, "locals", false), err);
  return status ? status
                : sx_outline_list_write(&view, files.parts, files.count, call, answer, err);
}

sx_status sx_tool_get_symbols(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err) {
  sx_str query = sx_str_trim(sx_args_str(args, "query", call->arena));
  answer->max_tokens = (size_t)sx_args_int(args, "max_tokens", DEFAULT_TOKENS);
  if (query.len && (sx_args_has(args, "file_path") || sx_args_has(args, "file_paths")))
    return sx_fail(
        err, SX_INVALID_ARGUMENT,
        "query searches the whole workspace, file_path outlines one file. Give only one of them.");
  sx_status status = query.len ? sx_workspace_symbols_answer(call, query, args, answer, err)
                               : answer_outlines(call, args, answer, err);
  cJSON_AddStringToObject(answer->facts, "status", sx_answer_status_name(answer->status));
  cJSON_AddBoolToObject(answer->facts, "truncated", answer->is_truncated);
  return status;
}
