#include "change/change.h"
#include "change/merge.h"
#include "diff/unified.h"
#include "workspace/paths.h"

/* The patch has rules of its own for names. */
static sx_str plain(const sx_change *change, sx_str path) {
  return path.len ? sx_path_plain(change->call, path) : path;
}

static sx_status preview_file(const sx_change *change, const sx_file_change *file, sx_buf *out,
                              sx_change_size *size, sx_err *err) {
  sx_diff diff;
  sx_status status = sx_change_diff(&diff, change->call, file->before, file->after, err);
  if (status) return status;
  size->added_lines += (uint32_t)diff.added;
  size->removed_lines += (uint32_t)diff.removed;
  bool is_new = file->action == SX_ACTION_CREATE, is_gone = file->action == SX_ACTION_DELETE;
  sx_str path = plain(change, file->path);
  sx_unified_options options = {
      .before_path = is_new ? SX_STR("") : path,
      .after_path = is_gone                            ? SX_STR("")
                    : file->action == SX_ACTION_RENAME ? plain(change, file->new_path)
                                                       : path,
      .context_lines = SX_UNIFIED_CONTEXT_LINES,
      .function_context = true,
      .git_header = change->files.len > 1,
  };
  status = sx_unified_render(out, &diff, &options);
  return status ? sx_fail(err, status, NULL) : SX_OK;
}

sx_status sx_change_preview(const sx_change *change, sx_buf *out, sx_change_size *size,
                            sx_err *err) {
  *size = (sx_change_size){0};
  sx_status status = sx_change_check_shown(change, err);
  for (size_t i = 0; i < change->files.len && !status; i++)
    status = preview_file(change, &change->files.items[i], out, size, err);
  if (!status && out->status) status = sx_fail(err, out->status, NULL);
  return status;
}
