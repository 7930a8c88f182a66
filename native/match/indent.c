#include "match/indent.h"

#define MAX_UNIT 8

size_t sx_indent_bytes(sx_str line) {
  return sx_str_skip_blanks(line, 0);
}

bool sx_indent_is_blank(sx_str line) {
  return sx_indent_bytes(line) == line.len;
}

/** The characters of an indentation. */
typedef struct depth {
  int32_t tabs, spaces;
} depth;

static depth depth_of(sx_str line) {
  depth found = {0, 0};
  for (size_t i = 0; i < line.len; i++) {
    if (line.ptr[i] == '\t')
      found.tabs++;
    else if (line.ptr[i] == ' ')
      found.spaces++;
    else
      break;
  }
  return found;
}

uint8_t sx_indent_guess_unit(const sx_str *lines, size_t count, uint8_t fallback) {
  size_t steps[MAX_UNIT + 1] = {0};
  int32_t before = 0;
  for (size_t i = 0; i < count; i++) {
    if (sx_indent_is_blank(lines[i])) continue;
    depth now = depth_of(lines[i]);
    if (now.tabs) steps[0]++;
    int32_t step = now.spaces - before;
    /* One space more is alignment: the second line of a comment, not a level. */
    if (!now.tabs && step > 1 && step <= MAX_UNIT) steps[step]++;
    before = now.tabs ? 0 : now.spaces;
  }
  size_t best = 0;
  for (size_t unit = 1; unit <= MAX_UNIT; unit++)
    if (steps[unit] > steps[best]) best = unit;
  return steps[best] ? (uint8_t)best : fallback;
}

/* ---- measuring ---- */

typedef struct pairs {
  const sx_str *written, *standing;
  size_t count;
} pairs;

static bool next_pair(const pairs *all, size_t *i, depth *from, depth *to) {
  for (; *i < all->count; ++*i) {
    if (sx_indent_is_blank(all->written[*i]) || sx_indent_is_blank(all->standing[*i])) continue;
    *from = depth_of(all->written[*i]);
    *to = depth_of(all->standing[*i]);
    ++*i;
    return true;
  }
  return false;
}

/** Levels of an indentation in `unit` spaces (0: tabs); false when that leaves a rest. */
static bool count_levels(int32_t *levels, depth of, uint8_t unit) {
  if (unit == 0) {
    *levels = of.tabs;
    return of.spaces == 0;
  }
  *levels = of.spaces / unit;
  return of.tabs == 0 && of.spaces % unit == 0;
}

/** Whether all lines have the same number of levels more, in these units. */
static bool fits_levels(sx_shift *shift, const pairs *all, uint8_t from_unit, uint8_t to_unit) {
  depth from, to;
  int32_t before, after;
  bool is_first = true;
  for (size_t i = 0; next_pair(all, &i, &from, &to); is_first = false) {
    if (!count_levels(&before, from, from_unit) || !count_levels(&after, to, to_unit)) return false;
    if (is_first)
      *shift =
          (sx_shift){SX_SHIFT_LEVELS, after - before, from_unit, to_unit, to_unit ? ' ' : '\t'};
    else if (after - before != shift->count)
      return false;
  }
  return !is_first;
}

/** Units in the order in which they are tried; `first` before all others. */
static uint8_t unit_at(size_t i, uint8_t first) {
  static const uint8_t order[] = {4, 2, 8, 3, 6, 5, 7, 1};
  return i == 0 ? first : order[i - 1];
}

static bool find_levels(sx_shift *shift, const pairs *all, bool from_tabs, bool to_tabs,
                        uint8_t unit) {
  uint8_t guess = sx_indent_guess_unit(all->written, all->count, 4);
  size_t from_count = from_tabs ? 1 : MAX_UNIT + 1, to_count = to_tabs ? 1 : MAX_UNIT + 1;
  bool has_any = false;
  for (size_t t = 0; t < to_count; t++)
    for (size_t f = 0; f < from_count; f++) {
      sx_shift found;
      uint8_t from_unit = from_tabs ? 0 : unit_at(f, guess ? guess : 4);
      uint8_t to_unit = to_tabs ? 0 : unit_at(t, unit ? unit : 4);
      if (!fits_levels(&found, all, from_unit, to_unit)) continue;
      /* Eight spaces for two tabs is rather the same depth than two levels fewer. */
      if (!has_any || found.count == 0) *shift = found;
      if (found.count == 0) return true;
      has_any = true;
    }
  return has_any;
}

/** Whether all lines have the same number of blanks of one kind more. */
static bool fits_chars(sx_shift *shift, const pairs *all, char fill) {
  depth from, to;
  bool is_first = true;
  for (size_t i = 0; next_pair(all, &i, &from, &to); is_first = false) {
    int32_t count = fill == '\t' ? to.tabs - from.tabs : to.spaces - from.spaces;
    /* Spaces after tabs align; they are not part of the level. */
    if (fill == '\t' ? to.spaces != from.spaces : from.tabs || to.tabs) return false;
    if (is_first)
      shift->count = count;
    else if (count != shift->count)
      return false;
  }
  shift->kind = shift->count ? SX_SHIFT_CHARS : SX_SHIFT_NONE;
  shift->fill = fill;
  return true;
}

bool sx_indent_measure(sx_shift *shift, const sx_str *written, const sx_str *standing, size_t count,
                       uint8_t unit) {
  pairs all = {written, standing, count};
  depth from, to;
  bool from_tabs = false, from_spaces = false, to_tabs = false, to_spaces = false;
  *shift = (sx_shift){SX_SHIFT_NONE, 0, unit, unit, ' '};
  for (size_t i = 0; next_pair(&all, &i, &from, &to);) {
    from_tabs = from_tabs || from.tabs;
    from_spaces = from_spaces || (from.spaces && !from.tabs);
    to_tabs = to_tabs || to.tabs;
    to_spaces = to_spaces || (to.spaces && !to.tabs);
  }
  bool is_same_kind = !(from_tabs && to_spaces) && !(from_spaces && to_tabs);
  if (is_same_kind && fits_chars(shift, &all, to_tabs || from_tabs ? '\t' : ' ')) {
    if (to_tabs) shift->to_unit = 0;
    return true;
  }
  if ((from_tabs && from_spaces) || (to_tabs && to_spaces)) return false;
  return find_levels(shift, &all, from_tabs, to_tabs, unit);
}

/* ---- applying ---- */

static int32_t at_least_zero(int32_t count) {
  return count > 0 ? count : 0;
}

static void add_levels(sx_buf *out, int32_t levels, uint8_t unit) {
  sx_buf_add_repeat(out, unit ? ' ' : '\t', (size_t)levels * (unit ? unit : 1));
}

static void apply_levels(sx_buf *out, depth of, const sx_shift *shift, uint8_t unit) {
  uint8_t from = shift->from_unit ? shift->from_unit : unit;
  int32_t levels = of.tabs + (from ? of.spaces / from : 0);
  add_levels(out, at_least_zero(levels + shift->count), shift->to_unit);
  sx_buf_add_repeat(out, ' ', (size_t)(from ? of.spaces % from : of.spaces));
}

/** An agent that gave lines without indentation may indent the new ones with the other character.
 */
static void apply_chars(sx_buf *out, depth of, const sx_shift *shift, uint8_t unit) {
  if (shift->fill == '\t') {
    int32_t levels = of.tabs, rest = of.spaces;
    if (unit && !of.tabs) levels = of.spaces / unit, rest = of.spaces % unit;
    add_levels(out, at_least_zero(levels + shift->count), 0);
    sx_buf_add_repeat(out, ' ', (size_t)rest);
    return;
  }
  int32_t spaces = of.spaces + of.tabs * (shift->to_unit ? shift->to_unit : 4);
  sx_buf_add_repeat(out, ' ', (size_t)at_least_zero(spaces + shift->count));
}

void sx_indent_apply(sx_buf *out, sx_str line, const sx_shift *shift, uint8_t unit) {
  size_t indent = sx_indent_bytes(line);
  if (indent == line.len) return;
  if (shift->kind == SX_SHIFT_NONE)
    sx_buf_add(out, sx_str_slice(line, 0, indent));
  else if (shift->kind == SX_SHIFT_LEVELS)
    apply_levels(out, depth_of(line), shift, unit);
  else
    apply_chars(out, depth_of(line), shift, unit);
  sx_buf_add(out, sx_str_slice(line, indent, line.len));
}
