#include "host/edits.h"

#include "host/requests_parts.h"

#define MAX_ARGS_BYTES ((size_t)512 * 1024 * 1024)

/* ---- asking ------------------------------------------------------------------------------ */

static sx_buf begin(void) {
  sx_buf args;
  sx_buf_init(&args, MAX_ARGS_BYTES);
  sx_buf_add_char(&args, '[');
  return args;
}

static void write_edit(sx_buf *args, const sx_host_edit *edit) {
  sx_buf_addf(args, "[%u,%u,%u,%u,", edit->range.start.line, edit->range.start.character,
              edit->range.end.line, edit->range.end.character);
  sx_json_write_str(args, edit->text);
  sx_buf_add_char(args, ']');
}

static void write_file(sx_buf *args, const sx_host_file_edit *file) {
  static const char *const actions[] = {"edit", "create", "delete", "rename"};
  sx_buf_addf(args, "{\"action\":\"%s\",\"path\":", actions[file->action]);
  sx_json_write_str(args, file->path);
  if (file->action == SX_HOST_RENAME_FILE) {
    sx_buf_add_text(args, ",\"newPath\":");
    sx_json_write_str(args, file->new_path);
  }
  if (file->action == SX_HOST_CREATE_FILE) {
    sx_buf_add_text(args, ",\"text\":");
    sx_json_write_str(args, file->text);
  }
  if (file->is_closed) sx_buf_add_text(args, ",\"isClosed\":true");
  sx_buf_addf(args, ",\"version\":%u,\"lineCount\":%u,\"edits\":[", file->version,
              file->line_count);
  for (size_t i = 0; i < file->edits.len; i++) {
    if (i) sx_buf_add_char(args, ',');
    write_edit(args, &file->edits.items[i]);
  }
  sx_buf_add_text(args, "]}");
}

static sx_buf write_files(const sx_host_file_edits *files) {
  sx_buf args = begin();
  sx_buf_add_char(&args, '[');
  for (size_t i = 0; i < files->len; i++) {
    if (i) sx_buf_add_char(&args, ',');
    write_file(&args, &files->items[i]);
  }
  sx_buf_add_char(&args, ']');
  return args;
}

size_t sx_batch_apply_edit(sx_batch *batch, const sx_host_file_edits *files) {
  sx_buf args = write_files(files);
  return sx_batch__post_list(batch, "applyEdit", &args);
}

size_t sx_batch_take_back_edit(sx_batch *batch, const sx_host_file_edits *files) {
  sx_buf args = write_files(files);
  sx_buf_add_text(&args, ",true");
  return sx_batch__post_list(batch, "applyEdit", &args);
}

size_t sx_batch_save(sx_batch *batch, const sx_strs *paths) {
  return sx_batch__post_paths(batch, "save", paths);
}

size_t sx_batch_policy(sx_batch *batch, sx_str tool, sx_str toolset) {
  sx_buf args = begin();
  sx_json_write_str(&args, tool);
  sx_buf_add_char(&args, ',');
  sx_json_write_str(&args, toolset);
  return sx_batch__post_list(batch, "policy", &args);
}

static void write_changed_text(sx_buf *args, const sx_host_changed_text *text) {
  sx_buf_add_char(args, '[');
  sx_json_write_str(args, text->path);
  sx_buf_add_char(args, ',');
  sx_json_write_str(args, text->before);
  sx_buf_add_char(args, ',');
  sx_json_write_str(args, text->after);
  sx_buf_addf(args, ",%zu,%zu]", text->added_lines, text->removed_lines);
}

static void write_command(sx_buf *args, const sx_host_question *question) {
  sx_buf_add_text(args, ",\"command\":");
  sx_json_write_str(args, question->command);
  sx_buf_add_text(args, ",\"folder\":");
  sx_json_write_str(args, question->folder);
  if (!question->prefix.len) return;
  sx_buf_add_text(args, ",\"prefix\":");
  sx_json_write_str(args, question->prefix);
}

size_t sx_batch_approve(sx_batch *batch, const sx_host_question *question) {
  sx_buf args = begin();
  sx_buf_addf(&args, "{\"call\":%llu,\"change\":", (unsigned long long)question->call);
  sx_json_write_str(&args, question->change);
  sx_buf_add_text(&args, ",\"tool\":");
  sx_json_write_str(&args, question->tool);
  sx_buf_add_text(&args, ",\"title\":");
  sx_json_write_str(&args, question->title);
  sx_buf_addf(&args, ",\"canAllowFile\":%s,\"canAllowAlways\":%s,\"toolsets\":[",
              question->can_allow_file ? "true" : "false",
              question->can_allow_always ? "true" : "false");
  for (size_t i = 0; i < question->toolsets.len; i++) {
    if (i) sx_buf_add_char(&args, ',');
    sx_json_write_str(&args, question->toolsets.items[i]);
  }
  sx_buf_add_text(&args, "],\"files\":[");
  for (size_t i = 0; i < question->texts.len; i++) {
    if (i) sx_buf_add_char(&args, ',');
    write_changed_text(&args, &question->texts.items[i]);
  }
  sx_buf_add_char(&args, ']');
  if (question->command.len) write_command(&args, question);
  if (question->host.len) {
    sx_buf_add_text(&args, ",\"host\":");
    sx_json_write_str(&args, question->host);
  }
  sx_buf_add_char(&args, '}');
  return sx_batch__post_list(batch, "approve", &args);
}

size_t sx_batch_diagnostics(sx_batch *batch, sx_str path, bool ask_server) {
  sx_buf args = begin();
  sx_json_write_str(&args, path);
  sx_buf_add_text(&args, ask_server ? ",true" : ",false");
  return sx_batch__post_list(batch, "diagnostics", &args);
}

size_t sx_batch_all_errors(sx_batch *batch) {
  sx_buf args = begin();
  return sx_batch__post_list(batch, "allErrors", &args);
}

size_t sx_batch_files_to_check(sx_batch *batch) {
  sx_buf args = begin();
  return sx_batch__post_list(batch, "filesToCheck", &args);
}

size_t sx_batch_buffer(sx_batch *batch, sx_str path) {
  sx_buf args = begin();
  sx_json_write_str(&args, path);
  return sx_batch__post_list(batch, "buffer", &args);
}

size_t sx_batch_background_tab(sx_batch *batch, sx_str path, bool is_shown) {
  sx_buf args = begin();
  sx_json_write_str(&args, path);
  sx_buf_add_text(&args, is_shown ? ",true" : ",false");
  return sx_batch__post_list(batch, "backgroundTab", &args);
}

size_t sx_batch_trash(sx_batch *batch, sx_str path) {
  sx_buf args = begin();
  sx_json_write_str(&args, path);
  return sx_batch__post_list(batch, "trash", &args);
}

/* ---- fetching ---------------------------------------------------------------------------- */

sx_status sx_batch_get_applied(sx_batch *batch, size_t slot, sx_host_applied *out, sx_err *err) {
  sx_status status;
  *out = (sx_host_applied){.misfit = SX_STR(""), .why = SX_STR("")};
  cJSON *root = sx_batch__fetch(batch, slot, false, &status, err);
  if (!root) return status;
  out->is_applied = sx_json_get_bool(root, "applied");
  out->misfit = sx_json_get_str(root, "misfit", batch->arena);
  out->why = sx_json_get_str(root, "why", batch->arena);
  const cJSON *path;
  cJSON_ArrayForEach (path, sx_json_get(root, "stale")) {
    sx_str *stale = SX_ARRAY_ADD(&out->stale, batch->arena);
    if (!stale) break;
    *stale = sx_json_str(path, batch->arena);
  }
  return sx_batch__end_fetch(batch, root, err);
}

sx_status sx_batch_get_saves(sx_batch *batch, size_t slot, sx_host_saves *out, sx_err *err) {
  sx_status status;
  *out = (sx_host_saves){0};
  cJSON *root = sx_batch__fetch(batch, slot, true, &status, err);
  if (!root) return status;
  const cJSON *row;
  cJSON_ArrayForEach (row, root) {
    sx_host_saved *saved = SX_ARRAY_ADD(out, batch->arena);
    if (!saved) break;
    saved->path = sx_json_get_str(row, "path", batch->arena);
    saved->is_saved = sx_json_get_bool(row, "saved");
    saved->why = sx_json_get_str(row, "why", batch->arena);
  }
  return sx_batch__end_fetch(batch, root, err);
}

sx_status sx_batch_get_policy(sx_batch *batch, size_t slot, sx_host_policy *out, sx_err *err) {
  static const char *const names[] = {"always", "ask", "never", "untrusted"};
  sx_status status;
  *out = SX_POLICY_NEVER;
  cJSON *root = sx_batch__fetch(batch, slot, false, &status, err);
  if (!root) return status;
  sx_str name = sx_json_get_str(root, "policy", batch->arena);
  for (size_t i = 0; i < 4; i++)
    if (sx_str_is_equal(name, sx_str_from(names[i]))) *out = (sx_host_policy)i;
  return sx_batch__end_fetch(batch, root, err);
}

sx_status sx_batch_get_verdict(sx_batch *batch, size_t slot, sx_host_verdict *out, sx_err *err) {
  sx_status status;
  *out = (sx_host_verdict){.why = SX_STR("")};
  cJSON *root = sx_batch__fetch(batch, slot, false, &status, err);
  if (!root) return status;
  out->is_allowed = sx_json_get_bool(root, "allowed");
  out->why = sx_json_get_str(root, "why", batch->arena);
  return sx_batch__end_fetch(batch, root, err);
}

/*
 * A message for reading: pyright indents with no-break spaces, clangd ends with what its own
 * client can do and has blank lines between a problem and its notes.
 */
static sx_str clean_message(sx_str message, sx_arena *arena) {
  static const char *const ends[] = {" (fix available)", " (fixes available)"};
  static const char no_break[] = "\xC2\xA0";
  message = sx_str_trim(message);
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
    if (sx_str_has_suffix(message, sx_str_from(ends[i]))) message.len -= strlen(ends[i]);
  bool is_clean = sx_str_find(message, sx_str_from(no_break), 0) == SX_STR_NONE &&
                  sx_str_find(message, SX_STR("\n\n"), 0) == SX_STR_NONE;
  char *text = is_clean ? NULL : sx_arena_alloc(arena, message.len + 1);
  if (!text) return is_clean ? message : SX_STR("");
  size_t len = 0;
  for (size_t i = 0; i < message.len; i++) {
    bool is_no_break = sx_str_has_prefix(sx_str_slice(message, i, message.len), SX_STR("\xC2\xA0"));
    char c = is_no_break ? ' ' : message.ptr[i];
    i += is_no_break;
    if (c != '\n' || text[len - 1] != '\n') text[len++] = c; /* it does not begin with one */
  }
  return sx_str_make(text, len);
}

/* [start line, start character, end line, end character, severity, code, source, message] */
static void read_diagnostic(sx_diagnostic *out, const cJSON *row, sx_arena *arena) {
  const cJSON *item = row->child;
  out->code = out->source = out->message = SX_STR("");
  out->range = sx_batch__read_range(&item);
  uint32_t severity = sx_json_u32(item);
  out->severity = (sx_severity)(severity < 4 ? severity : 3);
  if (item) item = item->next;
  if (item) out->code = sx_json_str(item, arena), item = item->next;
  if (item) out->source = sx_json_str(item, arena), item = item->next;
  if (item) out->message = clean_message(sx_json_str(item, arena), arena);
}

sx_status sx_batch_get_diagnostics(sx_batch *batch, size_t slot, sx_host_diagnostics *out,
                                   sx_err *err) {
  sx_status status;
  *out = (sx_host_diagnostics){0};
  cJSON *root = sx_batch__fetch(batch, slot, false, &status, err);
  if (!root) return status;
  out->events = sx_json_get_u32(root, "events");
  out->is_behind = sx_json_get_bool(root, "behind");
  out->is_loaded = sx_json_get_bool(root, "loaded");
  out->is_listed = sx_json_get_bool(root, "listed");
  out->is_exact = sx_json_get_bool(root, "exact");
  const cJSON *row;
  cJSON_ArrayForEach (row, sx_json_get(root, "rows")) {
    sx_diagnostic *item = SX_ARRAY_ADD(&out->items, batch->arena);
    if (!item) break;
    read_diagnostic(item, row, batch->arena);
  }
  return sx_batch__end_fetch(batch, root, err);
}

static void read_error_file(sx_host_error_file *out, const cJSON *item, sx_arena *arena) {
  const cJSON *row;
  out->path = sx_json_get_str(item, "path", arena);
  cJSON_ArrayForEach (row, sx_json_get(item, "rows")) {
    sx_diagnostic *error = SX_ARRAY_ADD(&out->items, arena);
    if (!error) break;
    read_diagnostic(error, row, arena);
  }
}

sx_status sx_batch_get_all_errors(sx_batch *batch, size_t slot, sx_host_error_files *out,
                                  sx_err *err) {
  sx_status status;
  *out = (sx_host_error_files){0};
  cJSON *root = sx_batch__fetch(batch, slot, true, &status, err);
  if (!root) return status;
  const cJSON *item;
  cJSON_ArrayForEach (item, root) {
    sx_host_error_file file = {.path = SX_STR("")};
    read_error_file(&file, item, batch->arena);
    if (sx_port_call_hides(batch->wait, file.path, NULL)) continue;
    sx_host_error_file *added = SX_ARRAY_ADD(out, batch->arena);
    if (!added) break;
    *added = file;
  }
  return sx_batch__end_fetch(batch, root, err);
}

sx_status sx_batch_get_buffer(sx_batch *batch, size_t slot, sx_host_buffer *out, sx_err *err) {
  sx_status status;
  *out = (sx_host_buffer){0};
  cJSON *root = sx_batch__fetch(batch, slot, false, &status, err);
  if (!root) return status;
  out->is_open = sx_json_get_bool(root, "isOpen");
  out->is_loaded = sx_json_get_bool(root, "isLoaded");
  out->is_dirty = sx_json_get_bool(root, "isDirty");
  out->is_crlf = sx_json_get_bool(root, "isCrlf");
  return sx_batch__end_fetch(batch, root, err);
}
