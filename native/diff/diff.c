#include "diff/diff_parts.h"

/* Diagonals are differences of line numbers, and must fit into 32 bits with their sign. */
#define MAX_LINES 0x3FFFFFFFu
#define BLOCK_BYTES 4096

/** Bytes that both begin with. */
static size_t common_prefix(sx_str a, sx_str b) {
  size_t most = a.len < b.len ? a.len : b.len, len = 0;
  while (most - len >= BLOCK_BYTES && !memcmp(a.ptr + len, b.ptr + len, BLOCK_BYTES))
    len += BLOCK_BYTES;
  while (len < most && a.ptr[len] == b.ptr[len]) len++;
  return len;
}

/** Bytes that both end with. */
static size_t common_suffix(sx_str a, sx_str b) {
  size_t most = a.len < b.len ? a.len : b.len, len = 0;
  const char *a_end = a.ptr + a.len, *b_end = b.ptr + b.len;
  while (most - len >= BLOCK_BYTES &&
         !memcmp(a_end - len - BLOCK_BYTES, b_end - len - BLOCK_BYTES, BLOCK_BYTES))
    len += BLOCK_BYTES;
  while (len < most && a_end[-1 - (ptrdiff_t)len] == b_end[-1 - (ptrdiff_t)len]) len++;
  return len;
}

/** The first line that starts at or after `offset`; the count of lines when none does. */
static uint32_t line_from(const sx_line_index *lines, size_t offset) {
  uint32_t low = 0, high = lines->count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (lines->starts[middle] < offset)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/** Whole lines that both begin with. */
static uint32_t common_first_lines(const sx_diff *diff) {
  const sx_line_index *lines = &diff->before_lines;
  size_t prefix = common_prefix(diff->before, diff->after);
  uint32_t count = line_from(lines, prefix);
  if (lines->starts[count] > prefix) return count - 1;
  /* A last line without its end is common only when both texts end there. */
  bool is_open = count && diff->before.ptr[lines->starts[count] - 1] != '\n';
  return is_open && prefix < diff->after.len ? count - 1 : count;
}

/** Sets the sides to the lines between those that both begin and end with. */
static void trim_sides(sx_diff__side sides[2], const sx_diff *diff) {
  const sx_line_index *before = &diff->before_lines, *after = &diff->after_lines;
  uint32_t first = common_first_lines(diff);
  sx_str rest_before = sx_str_slice(diff->before, before->starts[first], diff->before.len);
  sx_str rest_after = sx_str_slice(diff->after, after->starts[first], diff->after.len);
  size_t suffix = common_suffix(rest_before, rest_after);
  /* One side's line may start where the suffix does and the other's before it: the fewer count. */
  uint32_t in_before = before->count - line_from(before, diff->before.len - suffix);
  uint32_t in_after = after->count - line_from(after, diff->after.len - suffix);
  uint32_t both = first + (in_before < in_after ? in_before : in_after);
  sides[0] = (sx_diff__side){.index = before, .first = first, .count = before->count - both};
  sides[1] = (sx_diff__side){.index = after, .first = first, .count = after->count - both};
}

/** The places of the next run of marks on both sides, from (*x, *y) on; false at the end. */
static bool next_edit(const sx_diff__side sides[2], uint32_t *x, uint32_t *y, sx_line_edit *edit) {
  const unsigned char *before = sides[0].changed, *after = sides[1].changed;
  uint32_t x_count = sides[0].count, y_count = sides[1].count;
  while (*x < x_count && *y < y_count && !before[*x] && !after[*y]) ++*x, ++*y;
  uint32_t x0 = *x, y0 = *y;
  while (*x < x_count && before[*x]) ++*x;
  while (*y < y_count && after[*y]) ++*y;
  *edit = (sx_line_edit){sides[0].first + x0, *x - x0, sides[1].first + y0, *y - y0};
  return edit->before_count || edit->after_count;
}

sx_status sx_diff__edits(sx_line_edit **edits, size_t *count, const sx_diff__side sides[2],
                         sx_arena *arena) {
  sx_line_edit edit;
  sx_status status = SX_CHECK(sides[0].changed && sides[1].changed);
  if (status) return status;
  *count = 0;
  for (uint32_t x = 0, y = 0; next_edit(sides, &x, &y, &edit);) ++*count;
  *edits = sx_arena_calloc(arena, *count, sizeof **edits);
  if (!*edits) return arena->status;
  uint32_t x = 0, y = 0;
  for (size_t i = 0; i < *count; i++) next_edit(sides, &x, &y, &(*edits)[i]);
  return SX_OK;
}

static void count_lines(sx_diff *diff) {
  diff->removed = diff->added = 0;
  for (size_t i = 0; i < diff->count; i++) {
    diff->removed += diff->edits[i].before_count;
    diff->added += diff->edits[i].after_count;
  }
}

/** Marks what changed: directly where little did, else by numbers. */
static sx_status mark_changes(sx_diff *diff, sx_diff__side sides[2], const sx_diff_options *options,
                              sx_arena *scratch) {
  sx_diff__search_options search = {
      options->patience, options->minimal, {options->should_stop, options->stop_arg}};
  uint32_t class_count;
  bool is_found = false;
  for (int i = 0; i < 2; i++) {
    sides[i].changed = sx_arena_alloc(scratch, sides[i].count);
    if (!sides[i].changed) return scratch->status;
  }
  if (!options->patience) {
    sx_status status = sx_diff__search_directly(sides, &is_found, scratch);
    if (status || is_found) return status;
  }
  sx_status status = sx_diff__classify(sides, &class_count, scratch);
  if (status) return status;
  return sx_diff__search(sides, class_count, &search, &diff->is_minimal, scratch);
}

/** Finds the edits of `diff`, whose lines are indexed. */
static sx_status find_edits(sx_diff *diff, const sx_diff_options *options, sx_arena *scratch,
                            sx_arena *arena) {
  sx_diff__side sides[2];
  sx_line_edit *edits = NULL;
  trim_sides(sides, diff);
  sx_status status = mark_changes(diff, sides, options, scratch);
  if (!status) status = sx_diff__edits(&edits, &diff->count, sides, arena);
  if (status) return status;
  if (!options->no_slide)
    sx_diff__slide(edits, &diff->count, &diff->before_lines, &diff->after_lines);
  diff->edits = edits;
  count_lines(diff);
  return SX_OK;
}

sx_status sx_diff_lines(sx_diff *out, sx_str before, sx_str after, const sx_diff_options *options,
                        sx_arena *arena, sx_err *err) {
  static const sx_diff_options defaults = {0};
  sx_arena scratch;
  *out = (sx_diff){.before = before, .after = after, .is_minimal = true};
  sx_status status = sx_line_index_init(&out->before_lines, before, arena, err);
  if (!status) status = sx_line_index_init(&out->after_lines, after, arena, err);
  if (status) return status;
  if (out->before_lines.count > MAX_LINES || out->after_lines.count > MAX_LINES)
    return sx_fail(err, SX_TOO_BIG, "A text has more than %u lines.", MAX_LINES);
  sx_arena_init(&scratch, arena->max_bytes - arena->used_bytes);
  status = find_edits(out, options ? options : &defaults, &scratch, arena);
  sx_arena_release(&scratch);
  return status ? sx_fail(err, status, NULL) : SX_OK;
}
