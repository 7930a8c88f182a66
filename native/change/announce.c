#include "change/announce.h"

#include "change/merge.h"
#include "host/json.h"

/* A hundred of the longest paths, escaped. */
#define MAX_NOTE_BYTES ((size_t)4 * 1024 * 1024)

sx_change_size sx_change_measure(const sx_change *change, const sx_file_change *file) {
  sx_diff diff;
  sx_change_size size = {0};
  if (file->action == SX_ACTION_RENAME) return size;
  if (sx_change_diff(&diff, change->call, file->before, file->after, NULL)) return size;
  size.added_lines = (uint32_t)diff.added;
  size.removed_lines = (uint32_t)diff.removed;
  return size;
}

static void write_file(const sx_file_change *file, sx_change_size size, bool is_first,
                       sx_buf *json) {
  sx_buf_add_text(json, is_first ? "[" : ",[");
  sx_json_write_str(json, file->action == SX_ACTION_RENAME ? file->new_path : file->path);
  sx_buf_addf(json, ",%u,%u]", size.added_lines, size.removed_lines);
}

void sx_change_announce(const sx_change *change, const char *id, const sx_announcement *what) {
  sx_buf json, files;
  sx_change_size total = {0};
  if (!id[0]) return;
  sx_buf_init(&json, MAX_NOTE_BYTES);
  sx_buf_init(&files, MAX_NOTE_BYTES);
  /* An id is enough for a change that the editor knows. */
  size_t count = what->is_undone ? 0 : change->files.len;
  for (size_t i = 0; i < count; i++) {
    sx_change_size size = sx_change_measure(change, &change->files.items[i]);
    total.added_lines += size.added_lines;
    total.removed_lines += size.removed_lines;
    if (i < SX_ANNOUNCE_MAX_FILES) write_file(&change->files.items[i], size, i == 0, &files);
  }
  sx_buf_addf(&json, "[%llu,", (unsigned long long)change->call->id);
  sx_json_write_str(&json, sx_str_from(id));
  sx_buf_addf(&json, ",%s,%s,%zu,%u,%u,[", what->is_undone ? "true" : "false",
              what->can_undo ? "true" : "false", count, total.added_lines, total.removed_lines);
  sx_buf_add(&json, sx_buf_str(&files));
  sx_buf_add_text(&json, "]]");
  if (!json.status && !files.status) sx_port_tell(change->call->wait, "changed", sx_buf_str(&json));
  sx_buf_release(&files);
  sx_buf_release(&json);
}

void sx_change_announce_planned(const sx_change *change, const char *id) {
  sx_buf json;
  if (!id[0] || !change->files.len) return;
  const sx_file_change *first = &change->files.items[0];
  sx_buf_init(&json, MAX_NOTE_BYTES);
  sx_buf_addf(&json, "[%llu,", (unsigned long long)change->call->id);
  sx_json_write_str(&json, sx_str_from(id));
  sx_buf_add_char(&json, ',');
  sx_json_write_str(&json, first->path);
  sx_buf_addf(&json, ",%zu]", change->files.len);
  if (!json.status) sx_port_tell(change->call->wait, "changePlanned", sx_buf_str(&json));
  sx_buf_release(&json);
}
