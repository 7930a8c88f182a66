#include "diff/diff_parts.h"

/*
 * A run of lines that is only added or only removed often has several equal readings: in
 * "a }  +b }" the first brace may as well be the new one. Here runs that can meet are joined, and
 * the others are put where the text itself has a seam.
 */

/* Positions of one run that are judged, nearest to the lowest first. */
#define MAX_POSITIONS 100
/* Steps of sliding for each line of both texts, so that joining stays linear on any text. */
#define STEPS_A_LINE 8
#define TAB_COLUMNS 8
#define MAX_INDENT 160

/* The cost of a cut, in columns of indentation. */
#define COST_BLANK_BEHIND 6    /* the run begins, or what follows it, with a blank line */
#define COST_DEEPER 8          /* it cuts a block's first line off what opens it */
#define COST_CLOSING 12        /* it cuts a block's last line off the block */
#define COST_BLANK_BEFORE (-5) /* a paragraph begins here */

typedef struct slider {
  const sx_line_index *sides[2];
  int64_t steps_left;
} slider;

/** Start and end of the run on the side that has it. */
typedef struct line_run {
  const sx_line_index *lines;
  uint32_t *start;
  uint32_t count;
} line_run;

/** The run of an edit on one side only; false for a replacement, which stays where it is. */
static bool run_of(const slider *s, sx_line_edit *edit, line_run *run) {
  if (edit->before_count && edit->after_count) return false;
  bool is_before = edit->before_count > 0;
  run->lines = s->sides[is_before ? 0 : 1];
  run->start = is_before ? &edit->before_line : &edit->after_line;
  run->count = is_before ? edit->before_count : edit->after_count;
  return true;
}

static bool is_same_line(const sx_line_index *lines, uint32_t a, uint32_t b) {
  return sx_str_is_equal(sx_line_index_get(lines, a, 1), sx_line_index_get(lines, b, 1));
}

/** How many lines the run can move up, at most `limit`. */
static uint32_t find_way_up(slider *s, const line_run *run, uint32_t limit) {
  uint32_t way = 0, start = *run->start, end = start + run->count;
  while (way < limit && s->steps_left-- > 0 &&
         is_same_line(run->lines, start - 1 - way, end - 1 - way))
    way++;
  return way;
}

static uint32_t find_way_down(slider *s, const line_run *run, uint32_t limit) {
  uint32_t way = 0, start = *run->start, end = start + run->count;
  while (way < limit && s->steps_left-- > 0 && is_same_line(run->lines, start + way, end + way))
    way++;
  return way;
}

static bool is_blank(sx_str line) {
  return line.len <= MAX_INDENT && sx_str_trim(line).len == 0;
}

static int32_t indent_of(sx_str line) {
  int32_t columns = 0;
  for (size_t i = 0; i < line.len && columns < MAX_INDENT; i++) {
    if (line.ptr[i] == ' ')
      columns++;
    else if (line.ptr[i] == '\t')
      columns += TAB_COLUMNS - columns % TAB_COLUMNS;
    else
      break;
  }
  return columns;
}

/** The cost of a cut before line `at`. A blank line counts as deep as the text after it. */
static int32_t cut_cost(const sx_line_index *lines, uint32_t at) {
  if (at == 0) return 0;
  if (at == lines->count) return COST_BLANK_BEFORE;
  bool is_behind_blank = is_blank(sx_line_index_get(lines, at - 1, 1));
  bool is_at_blank = is_blank(sx_line_index_get(lines, at, 1));
  uint32_t text = at, last = lines->count - at > MAX_POSITIONS ? at + MAX_POSITIONS : lines->count;
  while (text < last && is_blank(sx_line_index_get(lines, text, 1))) text++;
  int32_t indent = text < last ? indent_of(sx_line_index_get(lines, text, 1)) : 0;
  int32_t cost = indent;
  if (is_at_blank) cost += COST_BLANK_BEHIND;
  if (is_behind_blank) return is_at_blank ? cost : cost + COST_BLANK_BEFORE;
  int32_t indent_before = indent_of(sx_line_index_get(lines, at - 1, 1));
  if (indent > indent_before) cost += COST_DEEPER;
  if (indent < indent_before && !is_at_blank) cost += COST_CLOSING;
  return cost;
}

/** Puts the run, which can move `up` and `down`, where the two cuts cost least. */
static void settle(const line_run *run, sx_line_edit *edit, uint32_t up, uint32_t down) {
  uint32_t lowest = *run->start + down, best = lowest;
  uint32_t ways = up + down < MAX_POSITIONS ? up + down : MAX_POSITIONS;
  int32_t best_cost = INT32_MAX;
  for (uint32_t i = 0; i <= ways; i++) {
    uint32_t start = lowest - i;
    int32_t cost = cut_cost(run->lines, start) + cut_cost(run->lines, start + run->count);
    if (cost >= best_cost) continue;
    best_cost = cost;
    best = start;
  }
  uint32_t moved = best - *run->start; /* modulo 2^32, as the additions are */
  edit->before_line += moved;
  edit->after_line += moved;
}

/** Makes one of two edits that meet. */
static sx_line_edit join(const sx_line_edit *first, const sx_line_edit *second) {
  return (sx_line_edit){first->before_line, first->before_count + second->before_count,
                        first->after_line, first->after_count + second->after_count};
}

static void move(sx_line_edit *edit, int64_t way) {
  edit->before_line = (uint32_t)(edit->before_line + way);
  edit->after_line = (uint32_t)(edit->after_line + way);
}

/** Common lines between the end of one edit (NULL: the start of the texts) and the next. */
static uint32_t gap_between(const sx_line_edit *first, const sx_line_edit *second) {
  return second->before_line - (first ? first->before_line + first->before_count : 0);
}

static uint32_t gap_behind(const slider *s, const sx_line_edit *edit, const sx_line_edit *next) {
  if (next) return gap_between(edit, next);
  return s->sides[0]->count - edit->before_line - edit->before_count;
}

/**
 * Slides one edit as far as it meets a neighbour and joins them. `kept` are the edits before it,
 * already slid; `next` the one after it, or NULL. True when `edit` now is both it and `next`.
 */
static bool slide_one(slider *s, sx_line_edit *kept, size_t *kept_count, sx_line_edit *edit,
                      const sx_line_edit *next) {
  line_run run;
  while (run_of(s, edit, &run)) {
    sx_line_edit *previous = *kept_count ? &kept[*kept_count - 1] : NULL;
    uint32_t above = gap_between(previous, edit), below = gap_behind(s, edit, next);
    uint32_t up = find_way_up(s, &run, above);
    if (up == above && previous) {
      move(edit, -(int64_t)up);
      *edit = join(previous, edit);
      --*kept_count;
      continue;
    }
    uint32_t down = find_way_down(s, &run, below);
    if (down == below && next) {
      move(edit, down);
      *edit = join(edit, next);
      return true;
    }
    settle(&run, edit, up, down);
    return false;
  }
  return false;
}

void sx_diff__slide(sx_line_edit *edits, size_t *count, const sx_line_index *before,
                    const sx_line_index *after) {
  slider s = {{before, after}, STEPS_A_LINE * ((int64_t)before->count + after->count)};
  size_t kept = 0;
  for (size_t i = 0; i < *count;) {
    /* The write position never overtakes the read position. */
    sx_line_edit edit = edits[i++];
    while (slide_one(&s, edits, &kept, &edit, i < *count ? &edits[i] : NULL)) i++;
    edits[kept++] = edit;
  }
  *count = kept;
}
