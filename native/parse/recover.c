#include "parse/pieces.h"
#include "parse/reading.h"

/* Declarations in declarations, and the ranges that the outer ones have around an inner one. */
#define MAX_DEPTH 6
#define MAX_RANGES 400
/* Limit of one text. */
#define MAX_PIECES 3000

typedef struct recovery {
  sx_reading *reading;
  sx_piece_lines lines;
  uint32_t mistake; /* where the first begins: what is after it may not be what it seems */
  size_t piece_count;
  TSRange ranges[MAX_RANGES]; /* of the lines that are given to the grammar */
} recovery;

static bool is_over_lines(TSNode node) {
  return ts_node_start_point(node).row < ts_node_end_point(node).row;
}

/* Where the first mistake that goes on over lines begins; UINT32_MAX: there is none. */
static uint32_t find_mistake(TSNode root) {
  TSTreeCursor cursor = ts_tree_cursor_new(root);
  uint32_t found = UINT32_MAX;
  for (bool is_at_end = false; !is_at_end;) {
    TSNode node = ts_tree_cursor_current_node(&cursor);
    if (ts_node_is_error(node) && is_over_lines(node)) {
      found = ts_node_start_byte(node);
      break;
    }
    if (ts_node_has_error(node) && ts_tree_cursor_goto_first_child(&cursor)) continue;
    while (!is_at_end && !ts_tree_cursor_goto_next_sibling(&cursor))
      is_at_end = !ts_tree_cursor_goto_parent(&cursor);
  }
  ts_tree_cursor_delete(&cursor);
  return found;
}

/* Adds the lines from `first` to before `end`, at the end of those that there are. */
static bool add_range(recovery *r, uint32_t *count, size_t first, size_t end) {
  if (*count >= MAX_RANGES) return false;
  r->ranges[(*count)++] = (TSRange){{(uint32_t)first, 0},
                                    {(uint32_t)end, 0},
                                    r->lines.items[first].start,
                                    r->lines.items[end].start};
  return true;
}

typedef struct piece {
  size_t first, end;
  uint32_t inner; /* how far what is in it is indented */
} piece;

/* Its own lines before or after one that is in it: those that are not indented so far. */
static bool add_own(recovery *r, uint32_t *count, const piece *p, size_t from, size_t to) {
  for (size_t i = from; i < to; i++)
    if (r->lines.items[i].indent < p->inner && !add_range(r, count, i, i + 1)) return false;
  return true;
}

/* The grammar is given, for the last of `depth + 1` pieces, the own lines of the others and its
 * own. `is_whole`: with what is in it. */
static uint32_t set_ranges(recovery *r, const piece *pieces, size_t depth, bool is_whole) {
  const piece *last = &pieces[depth];
  uint32_t count = 0;
  bool has_room = true;
  for (size_t i = 0; i < depth && has_room; i++)
    has_room = add_own(r, &count, &pieces[i], pieces[i].first, pieces[i + 1].first);
  if (has_room)
    has_room = is_whole ? add_range(r, &count, last->first, last->end)
                        : add_own(r, &count, last, last->first, last->end);
  for (size_t i = depth; i > 0 && has_room; i--)
    has_room = add_own(r, &count, &pieces[i - 1], pieces[i].end, pieces[i - 1].end);
  return has_room ? count : 0;
}

static bool has_no_mistake(const recovery *r, const TSTree *tree, const piece *p) {
  TSNode node = ts_node_descendant_for_byte_range(
      ts_tree_root_node(tree), r->lines.items[p->first].start, r->lines.items[p->end].start);
  return !ts_node_is_null(node) && !ts_node_has_error(node);
}

/* Whether nothing in it is to be looked at by itself. */
static bool read_piece(recovery *r, const piece *pieces, size_t depth, bool is_whole) {
  uint32_t count = set_ranges(r, pieces, depth, is_whole);
  if (!count || r->piece_count++ >= MAX_PIECES) return true;
  TSTree *tree = sx_reading__parse(r->reading, r->ranges, count);
  if (!tree) return true;
  bool is_done = has_no_mistake(r, tree, &pieces[depth]);
  sx_reading__match(r->reading, tree);
  ts_tree_delete(tree);
  return is_done;
}

/* The pieces of a level, one after the other, and of each the ones in it: `pieces` is where it is.
 */
static void read_pieces(recovery *r, uint32_t top) {
  piece pieces[MAX_DEPTH];
  size_t depth = 0, at[MAX_DEPTH] = {0}, ends[MAX_DEPTH] = {r->lines.len - 1};
  uint32_t indents[MAX_DEPTH] = {top};
  for (;;) {
    size_t first = sx_pieces_find(&r->lines, at[depth], ends[depth], indents[depth]);
    if (first == ends[depth] || r->reading->until->has_passed || r->piece_count >= MAX_PIECES) {
      if (!depth--) return;
      continue;
    }
    piece *p = &pieces[depth];
    p->first = first;
    p->end = at[depth] = sx_pieces_end(&r->lines, first, ends[depth]);
    p->inner = sx_pieces_inner(&r->lines, first, p->end);
    bool is_meant = r->lines.items[p->end].start > r->mistake;
    if (!is_meant || read_piece(r, pieces, depth, true)) continue;
    if (p->inner == UINT32_MAX || depth + 1 == MAX_DEPTH) continue;
    read_piece(r, pieces, depth, false);
    depth++;
    at[depth] = first + 1;
    ends[depth] = p->end;
    indents[depth] = p->inner;
  }
}

void sx_reading__recover(sx_reading *reading, const TSTree *tree, sx_str language) {
  sx_arena *scratch = reading->gathered.scratch;
  TSNode root = ts_tree_root_node(tree);
  if (!ts_node_has_error(root)) return;
  recovery *r = sx_arena_calloc(scratch, 1, sizeof *r);
  if (!r) return;
  r->reading = reading;
  r->mistake = find_mistake(root);
  if (r->mistake == UINT32_MAX) return;
  sx_pieces_cut(&r->lines, reading->text, language, scratch);
  if (!scratch->status && r->lines.len > 1) read_pieces(r, 0);
}
