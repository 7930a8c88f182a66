#include "host/refactorings.h"

#include "host/requests_parts.h"

#define MAX_ARGS_BYTES (64 * 1024)

/* ---- asking ------------------------------------------------------------------------------ */

size_t sx_batch_rename(sx_batch *batch, sx_str path, sx_pos16 at, sx_str new_name) {
  sx_buf args = sx_batch__text_args(path);
  sx_buf_addf(&args, ",%u,%u,", at.line, at.character);
  sx_json_write_str(&args, new_name);
  return sx_batch__post_list(batch, "rename", &args);
}

static sx_buf begin_actions(sx_str path, sx_range16 range, sx_str kind) {
  sx_buf args = sx_batch__text_args(path);
  sx_buf_addf(&args, ",[%u,%u,%u,%u],", range.start.line, range.start.character, range.end.line,
              range.end.character);
  sx_json_write_str(&args, kind);
  return args;
}

size_t sx_batch_code_actions(sx_batch *batch, sx_str path, sx_range16 range, sx_str kind) {
  sx_buf args = begin_actions(path, range, kind);
  return sx_batch__post_list(batch, "codeActions", &args);
}

static size_t post_choice(sx_batch *batch, const char *op, const sx_host_action_choice *choice) {
  sx_buf args = begin_actions(choice->path, choice->range, choice->kind);
  sx_buf_addf(&args, ",%zu,", choice->index);
  sx_json_write_str(&args, choice->title);
  return sx_batch__post_list(batch, op, &args);
}

size_t sx_batch_resolve_code_action(sx_batch *batch, const sx_host_action_choice *choice) {
  return post_choice(batch, "resolveCodeAction", choice);
}

size_t sx_batch_run_code_action(sx_batch *batch, const sx_host_action_choice *choice) {
  return post_choice(batch, "runCodeAction", choice);
}

/* ---- fetching ---------------------------------------------------------------------------- */

/* [start line, start character, end line, end character, text] */
static void read_edit(sx_host_edit *out, const cJSON *row, sx_arena *arena) {
  const cJSON *item = row->child;
  out->text = SX_STR("");
  out->range = sx_batch__read_range(&item);
  if (item) out->text = sx_json_str(item, arena);
}

static sx_host_action read_file_action(const cJSON *item, sx_arena *arena) {
  static const char *const names[] = {"edit", "create", "delete", "rename"};
  sx_str name = sx_json_str(item, arena);
  for (size_t i = 0; i < 4; i++)
    if (sx_str_is_equal(name, sx_str_from(names[i]))) return (sx_host_action)i;
  return SX_HOST_EDIT_FILE;
}

static void read_planned(sx_host_planned *out, const cJSON *root, sx_arena *arena) {
  const cJSON *row, *edit;
  out->is_partial = sx_json_get_bool(root, "partial");
  out->has_snippet = sx_json_get_bool(root, "snippet");
  cJSON_ArrayForEach (row, sx_json_get(root, "files")) {
    sx_host_file_edit *file = SX_ARRAY_ADD(&out->files, arena);
    if (!file) return;
    file->action = read_file_action(sx_json_get(row, "action"), arena);
    file->path = sx_json_get_str(row, "path", arena);
    file->new_path = sx_json_get_str(row, "newPath", arena);
    file->text = sx_json_get_str(row, "text", arena);
    file->version = sx_json_get_u32(row, "version");
    file->has_changed = sx_json_get_bool(row, "changed");
    file->ignore_if_exists = sx_json_get_bool(row, "ignoreIfExists");
    cJSON_ArrayForEach (edit, sx_json_get(row, "edits")) {
      sx_host_edit *added = SX_ARRAY_ADD(&file->edits, arena);
      if (!added) return;
      read_edit(added, edit, arena);
    }
  }
}

/* A part of the edits would break the code, and their diff would show the file's text. */
static sx_status check_shown(const sx_batch *batch, const sx_host_planned *planned, sx_err *err) {
  size_t count = 0;
  for (size_t i = 0; i < planned->files.len; i++) {
    const sx_host_file_edit *file = &planned->files.items[i];
    count += sx_port_call_hides(batch->wait, file->path, NULL) ||
             (file->new_path.len && sx_port_call_hides(batch->wait, file->new_path, NULL));
  }
  if (!count) return SX_OK;
  return sx_fail(
      err, SX_HIDDEN,
      "The language server's edits also change %zu file%s that .sextantignore hides from "
      "agents. Nothing was changed. Ask the person to make this change in the editor.",
      count, count == 1 ? "" : "s");
}

static cJSON *fetch_object(sx_batch *batch, size_t slot, sx_status *status, sx_err *err) {
  return sx_batch__fetch(batch, slot, false, status, err);
}

sx_status sx_batch_get_planned(sx_batch *batch, size_t slot, sx_host_planned *out, sx_err *err) {
  sx_status status;
  *out = (sx_host_planned){0};
  cJSON *root = fetch_object(batch, slot, &status, err);
  if (!root) return status;
  read_planned(out, root, batch->arena);
  status = sx_batch__end_fetch(batch, root, err);
  return status ? status : check_shown(batch, out, err);
}

static void read_action(sx_host_action_row *out, const cJSON *row, sx_arena *arena) {
  out->title = sx_json_get_str(row, "title", arena);
  out->kind = sx_json_get_str(row, "kind", arena);
  out->command = sx_json_get_str(row, "command", arena);
  out->is_preferred = sx_json_get_bool(row, "preferred");
  out->has_edit = sx_json_get_bool(row, "hasEdit");
}

sx_status sx_batch_get_actions(sx_batch *batch, size_t slot, sx_host_actions *out, sx_err *err) {
  sx_status status;
  *out = (sx_host_actions){0};
  cJSON *root = sx_batch__fetch(batch, slot, true, &status, err);
  if (!root) return status;
  const cJSON *row;
  cJSON_ArrayForEach (row, root) {
    sx_host_action_row *action = SX_ARRAY_ADD(out, batch->arena);
    if (!action) break;
    action->index = out->len - 1;
    read_action(action, row, batch->arena);
  }
  return sx_batch__end_fetch(batch, root, err);
}

sx_status sx_batch_get_resolved_action(sx_batch *batch, size_t slot, sx_host_resolved_action *out,
                                       sx_err *err) {
  sx_status status;
  *out = (sx_host_resolved_action){.command = SX_STR("")};
  cJSON *root = fetch_object(batch, slot, &status, err);
  if (!root) return status;
  out->is_found = sx_json_get_bool(root, "found");
  out->has_edit = sx_json_get_bool(root, "hasEdit");
  out->command = sx_json_get_str(root, "command", batch->arena);
  read_planned(&out->planned, root, batch->arena);
  status = sx_batch__end_fetch(batch, root, err);
  return status ? status : check_shown(batch, &out->planned, err);
}

sx_status sx_batch_get_was_run(sx_batch *batch, size_t slot, bool *out, sx_err *err) {
  sx_status status;
  *out = false;
  cJSON *root = fetch_object(batch, slot, &status, err);
  if (!root) return status;
  *out = sx_json_get_bool(root, "found");
  return sx_batch__end_fetch(batch, root, err);
}
