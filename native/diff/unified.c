#include "diff/unified.h"

#include "base/utf8.h"
#include "diff/path.h"

#define MAX_HEADING_BYTES 80

/** Edits [from, to), whose contexts touch, and the lines that they and their contexts cover. */
typedef struct hunk_span {
  size_t from, to;
  uint32_t before_line, before_count, after_line, after_count;
} hunk_span;

/** The last heading before a line, found once for all hunks. */
typedef struct heading_search {
  const sx_diff *diff;
  const sx_unified_options *options;
  uint32_t looked; /* lines that were looked at */
  uint32_t found;  /* 1 + the last heading among them; 0: none */
} heading_search;

static bool is_default_heading(sx_str line) {
  char c = line.len ? line.ptr[0] : ' ';
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
}

static bool is_heading(const sx_unified_options *options, sx_str line) {
  if (options->is_heading) return options->is_heading(line, options->heading_arg);
  return is_default_heading(line);
}

/** Writes the heading of a hunk that begins at `line`, as far as what was looked at before. */
static void write_heading(sx_buf *out, heading_search *headings, uint32_t line) {
  const sx_line_index *lines = &headings->diff->before_lines;
  for (uint32_t i = line; i > headings->looked; i--) {
    if (!is_heading(headings->options, sx_line_index_get(lines, i - 1, 1))) continue;
    headings->found = i;
    break;
  }
  headings->looked = line;
  if (!headings->found) return;
  sx_str text = sx_line_index_get(lines, headings->found - 1, 1);
  if (text.len > MAX_HEADING_BYTES) text.len = sx_utf8_floor(text.ptr, text.len, MAX_HEADING_BYTES);
  text = sx_str_trim_end(text);
  if (!text.len) return;
  sx_buf_add_char(out, ' ');
  sx_buf_add(out, text);
}

/** Decimal digits; there are enough of them in a patch for printf to be felt. */
static void write_number(sx_buf *out, uint32_t number) {
  char digits[10];
  size_t at = sizeof digits;
  do digits[--at] = (char)('0' + number % 10);
  while (number /= 10);
  sx_buf_add(out, sx_str_make(digits + at, sizeof digits - at));
}

static void write_range(sx_buf *out, char sign, uint32_t line, uint32_t count) {
  sx_buf_add_char(out, sign);
  /* An empty range names the line that it stands after. */
  write_number(out, count ? line + 1 : line);
  if (count == 1) return;
  sx_buf_add_char(out, ',');
  write_number(out, count);
}

/** Writes lines with `sign` in front of each. */
static void write_lines(sx_buf *out, char sign, const sx_line_index *lines, uint32_t from,
                        uint32_t count) {
  for (uint32_t i = from; i < from + count; i++) {
    sx_str line = sx_line_index_get(lines, i, 1);
    if (!sx_buf_reserve(out, line.len + 1)) return;
    out->ptr[out->len] = sign;
    memcpy(out->ptr + out->len + 1, line.ptr, line.len);
    out->len += line.len + 1;
    out->ptr[out->len] = 0;
    if (lines->text.ptr[lines->starts[i + 1] - 1] != '\n')
      sx_buf_add_text(out, "\n\\ No newline at end of file\n");
  }
}

static hunk_span next_hunk(const sx_diff *diff, size_t from, uint32_t context) {
  const sx_line_edit *edits = diff->edits;
  hunk_span hunk = {from, from + 1, 0, 0, 0, 0};
  for (; hunk.to < diff->count; hunk.to++) {
    const sx_line_edit *last = &edits[hunk.to - 1];
    uint32_t gap = edits[hunk.to].before_line - (last->before_line + last->before_count);
    if (gap > (uint64_t)2 * context) break;
  }
  const sx_line_edit *first = &edits[from], *last = &edits[hunk.to - 1];
  uint32_t lead = first->before_line < context ? first->before_line : context;
  uint32_t before_end = last->before_line + last->before_count;
  uint32_t after_end = last->after_line + last->after_count;
  uint32_t left = diff->before_lines.count - before_end;
  uint32_t trail = left < context ? left : context;
  hunk.before_line = first->before_line - lead;
  hunk.after_line = first->after_line - lead;
  hunk.before_count = before_end + trail - hunk.before_line;
  hunk.after_count = after_end + trail - hunk.after_line;
  return hunk;
}

static void write_hunk(sx_buf *out, heading_search *headings, const hunk_span *hunk) {
  const sx_diff *diff = headings->diff;
  sx_buf_add_text(out, "@@ ");
  write_range(out, '-', hunk->before_line, hunk->before_count);
  sx_buf_add_char(out, ' ');
  write_range(out, '+', hunk->after_line, hunk->after_count);
  sx_buf_add_text(out, " @@");
  if (headings->options->function_context) write_heading(out, headings, hunk->before_line);
  sx_buf_add_char(out, '\n');
  uint32_t at = hunk->before_line;
  for (size_t i = hunk->from; i < hunk->to; i++) {
    const sx_line_edit *edit = &diff->edits[i];
    write_lines(out, ' ', &diff->before_lines, at, edit->before_line - at);
    write_lines(out, '-', &diff->before_lines, edit->before_line, edit->before_count);
    write_lines(out, '+', &diff->after_lines, edit->after_line, edit->after_count);
    at = edit->before_line + edit->before_count;
  }
  uint32_t end = hunk->before_line + hunk->before_count;
  write_lines(out, ' ', &diff->before_lines, at, end - at);
}

static void write_name(sx_buf *out, const char *label, const char *prefix, sx_str path) {
  sx_buf_add_text(out, label);
  if (path.len)
    sx_diff_path_write(out, sx_str_from(prefix), path);
  else
    sx_buf_add_text(out, "/dev/null");
  /* A date follows a tab: so a name with blanks has an end. */
  bool has_blank = sx_str_find_char(path, ' ', 0) != SX_STR_NONE;
  if (has_blank && !sx_diff_path_needs_quotes(path)) sx_buf_add_char(out, '\t');
  sx_buf_add_char(out, '\n');
}

/** Writes a path of git's header, where one with blanks has no end but its quotes to patch. */
static void write_git_path(sx_buf *out, const char *label, const char *prefix, sx_str path) {
  bool has_blank = sx_str_find_char(path, ' ', 0) != SX_STR_NONE;
  bool is_quoted = has_blank && !sx_diff_path_needs_quotes(path);
  sx_buf_add_text(out, label);
  if (is_quoted) sx_buf_add_char(out, '"');
  sx_diff_path_write(out, sx_str_from(prefix), path);
  if (is_quoted) sx_buf_add_char(out, '"');
}

/** The lines of git before ---: needed where --- and +++ are not enough. */
static void write_git_header(sx_buf *out, const sx_unified_options *options) {
  sx_str before = options->before_path, after = options->after_path;
  const char *mode = options->is_executable ? "100755" : "100644";
  write_git_path(out, "diff --git ", "a/", before.len ? before : after);
  write_git_path(out, " ", "b/", after.len ? after : before);
  if (!before.len)
    sx_buf_addf(out, "\nnew file mode %s\n", mode);
  else if (!after.len)
    sx_buf_addf(out, "\ndeleted file mode %s\n", mode);
  else if (!sx_str_is_equal(before, after)) {
    write_git_path(out, "\nrename from ", "", before);
    write_git_path(out, "\nrename to ", "", after);
    sx_buf_add_char(out, '\n');
  } else
    sx_buf_add_char(out, '\n');
}

sx_status sx_unified_render(sx_buf *out, const sx_diff *diff, const sx_unified_options *options) {
  sx_str before = options->before_path, after = options->after_path;
  if (!before.len && !after.len) return SX_INVALID_ARGUMENT;
  bool is_same_path = sx_str_is_equal(before, after);
  if (!is_same_path || (options->git_header && diff->count)) write_git_header(out, options);
  if (diff->count) {
    write_name(out, "--- ", "a/", before);
    write_name(out, "+++ ", "b/", after);
  }
  heading_search headings = {diff, options, 0, 0};
  for (size_t i = 0; i < diff->count;) {
    hunk_span hunk = next_hunk(diff, i, options->context_lines);
    write_hunk(out, &headings, &hunk);
    i = hunk.to;
  }
  return out->status;
}
