#include "diff/patch_header.h"

#include "diff/path.h"

/* More lines than any text can have are a slip. */
#define MAX_LINE_NUMBER 0x3FFFFFFFu
#define MODE_DIGITS 6

bool sx_patch__skip(sx_str *rest, const char *prefix) {
  sx_str wanted = sx_str_from(prefix);
  if (!sx_str_has_prefix(*rest, wanted)) return false;
  *rest = sx_str_slice(*rest, wanted.len, rest->len);
  return true;
}

/** Whether a date after a name is the one that diff -N gives a file that does not exist. */
static bool is_epoch(sx_str date) {
  return sx_str_has_prefix(date, SX_STR("\t1970-01-01 ")) ||
         sx_str_has_prefix(date, SX_STR("\t1969-12-31 "));
}

sx_str sx_patch__read_label(sx_str rest, sx_arena *arena, sx_status *status) {
  sx_str path;
  if (!sx_diff_path_read_quoted(&path, &rest, arena, status)) {
    size_t tab = sx_str_find_char(rest, '\t', 0);
    path = tab == SX_STR_NONE ? rest : sx_str_slice(rest, 0, tab);
    rest = sx_str_slice(rest, path.len, rest.len);
  }
  return is_epoch(rest) ? SX_STR("/dev/null") : path;
}

static uint32_t read_mode(sx_str digits) {
  uint32_t mode = 0;
  if (digits.len != MODE_DIGITS) return 0;
  for (size_t i = 0; i < digits.len; i++) {
    if (digits.ptr[i] < '0' || digits.ptr[i] > '7') return 0;
    mode = mode * 8 + (uint32_t)(digits.ptr[i] - '0');
  }
  return mode;
}

bool sx_patch__read_extended(sx_patch__header *header, sx_str line, sx_arena *arena,
                             sx_status *status) {
  sx_str rest = line;
  if (sx_patch__skip(&rest, "old mode "))
    header->before_mode = read_mode(rest);
  else if (sx_patch__skip(&rest, "new mode "))
    header->after_mode = read_mode(rest);
  else if (sx_patch__skip(&rest, "new file mode ")) {
    header->is_created = true;
    header->after_mode = read_mode(rest);
  } else if (sx_patch__skip(&rest, "deleted file mode ")) {
    header->is_deleted = true;
    header->before_mode = read_mode(rest);
  } else if (sx_patch__skip(&rest, "rename from ") || sx_patch__skip(&rest, "copy from "))
    header->from_path = sx_patch__read_label(rest, arena, status);
  else if (sx_patch__skip(&rest, "rename to ")) {
    header->is_renamed = true;
    header->to_path = sx_patch__read_label(rest, arena, status);
  } else if (sx_patch__skip(&rest, "copy to ")) {
    header->is_copied = true;
    header->to_path = sx_patch__read_label(rest, arena, status);
  } else
    return sx_patch__skip(&rest, "index ") || sx_patch__skip(&rest, "similarity index ") ||
           sx_patch__skip(&rest, "dissimilarity index ");
  return true;
}

static bool is_nothing(sx_str label) {
  return sx_str_is_equal(label, SX_STR("/dev/null"));
}

/** Whether the path begins with one of the folders that git puts in front. */
static bool has_folder(sx_str path) {
  return path.len > 2 && path.ptr[1] == '/' && path.ptr[0] && strchr("abciwo", path.ptr[0]);
}

/** Takes git's first folders off both paths, or off neither. */
static void strip_folders(sx_str *before, sx_str *after) {
  bool is_made = !before->len, is_gone = !after->len;
  if (!(is_made || has_folder(*before)) || !(is_gone || has_folder(*after))) return;
  if (!is_made && !is_gone && before->ptr[0] == after->ptr[0]) return;
  if (!is_made) *before = sx_str_slice(*before, 2, before->len);
  if (!is_gone) *after = sx_str_slice(*after, 2, after->len);
}

/** Splits "a/x b/x", whose path may hold blanks: where both halves name the same. */
static bool split_same_paths(sx_str both, sx_str *before, sx_str *after) {
  if (both.len % 2 == 0 || both.ptr[both.len / 2] != ' ') return false;
  *before = sx_str_slice(both, 0, both.len / 2);
  *after = sx_str_slice(both, both.len / 2 + 1, both.len);
  strip_folders(before, after);
  return sx_str_is_equal(*before, *after);
}

static bool split_git_paths(sx_str both, sx_str *before, sx_str *after, sx_arena *arena,
                            sx_status *status) {
  if (split_same_paths(both, before, after)) return true;
  sx_str rest = both;
  if (!sx_diff_path_read_quoted(before, &rest, arena, status)) {
    size_t blank = sx_str_find_char(rest, ' ', 0);
    if (blank == SX_STR_NONE) return false;
    *before = sx_str_slice(rest, 0, blank);
    rest = sx_str_slice(rest, blank, rest.len);
  }
  if (!sx_patch__skip(&rest, " ") || !rest.len) return false;
  if (!sx_diff_path_read_quoted(after, &rest, arena, status)) *after = rest;
  strip_folders(before, after);
  return true;
}

bool sx_patch__finish_header(sx_patch_file *file, const sx_patch__header *header, sx_arena *arena,
                             sx_status *status) {
  sx_str before = header->before_label, after = header->after_label;
  bool is_moved = header->is_renamed || header->is_copied;
  if (is_moved) {
    before = header->from_path;
    after = header->to_path;
  } else if (header->has_labels) {
    if (is_nothing(before)) before = SX_STR("");
    if (is_nothing(after)) after = SX_STR("");
    strip_folders(&before, &after);
  } else if (!split_git_paths(header->git_paths, &before, &after, arena, status))
    return false;
  if (header->is_created || !before.len)
    file->kind = SX_PATCH_CREATE;
  else if (header->is_deleted || !after.len)
    file->kind = SX_PATCH_DELETE;
  else if (is_moved)
    file->kind = header->is_renamed ? SX_PATCH_RENAME : SX_PATCH_COPY;
  file->before_path = file->kind == SX_PATCH_CREATE ? SX_STR("") : before;
  file->after_path = file->kind == SX_PATCH_DELETE ? SX_STR("") : after;
  file->before_mode = header->before_mode;
  file->after_mode = header->after_mode;
  return file->before_path.len || file->after_path.len;
}

static bool read_number(sx_str *rest, uint32_t *number) {
  size_t i = 0;
  *number = 0;
  for (; i < rest->len && rest->ptr[i] >= '0' && rest->ptr[i] <= '9'; i++) {
    *number = *number * 10 + (uint32_t)(rest->ptr[i] - '0');
    if (*number > MAX_LINE_NUMBER) return false;
  }
  *rest = sx_str_slice(*rest, i, rest->len);
  return i > 0;
}

/** Reads "12,3" or "12", which is one line. */
static bool read_range(sx_str *rest, uint32_t *line, uint32_t *count) {
  *count = 1;
  if (!read_number(rest, line)) return false;
  if (sx_patch__skip(rest, ",") && !read_number(rest, count)) return false;
  if (!*count) return true;
  /* Lines count from 1. */
  if (!*line) return false;
  --*line;
  return true;
}

bool sx_patch__read_range_line(sx_patch_hunk *hunk, sx_str line) {
  sx_str rest = line;
  bool is_whole =
      sx_patch__skip(&rest, "@@ -") && read_range(&rest, &hunk->before_line, &hunk->before_count) &&
      sx_patch__skip(&rest, " +") && read_range(&rest, &hunk->after_line, &hunk->after_count) &&
      sx_patch__skip(&rest, " @@");
  if (!is_whole) return false;
  sx_patch__skip(&rest, " ");
  hunk->heading = rest;
  return true;
}
