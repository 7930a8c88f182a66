#include "base/array.h"
#include "base/buf.h"
#include "match/find_text.h"

#define MAX_BYTES ((size_t)1 << 30)

typedef struct edit {
  const sx_found *found;
  const sx_found_shift *shift;      /* NULL: nothing is shifted */
  sx_strs fresh, written, standing; /* lines of the new text, of the old, of the document */
  size_t same_before, same_after;   /* lines that new and old text have in common */
  uint8_t unit;
} edit;

static sx_status split(sx_strs *lines, sx_str text, sx_arena *arena) {
  sx_str line;
  while (sx_str_next_line(&text, &line)) {
    sx_str *added = SX_ARRAY_ADD(lines, arena);
    if (!added) return arena->status;
    *added = line;
  }
  return SX_OK;
}

/** Leaves out the blank lines around the new text that were left out of the old one. */
static void drop_blank_lines(edit *e) {
  size_t before = 0, after = 0;
  sx_strs *lines = &e->fresh;
  while (before < e->found->blank_before && before < lines->len &&
         sx_indent_is_blank(lines->items[before]))
    before++;
  while (after < e->found->blank_after && after + before < lines->len &&
         sx_indent_is_blank(lines->items[lines->len - 1 - after]))
    after++;
  if (before) lines->items += before;
  lines->len -= before + after;
}

/** Counts the lines at both ends that the edit leaves as they are. */
static void find_same(edit *e) {
  size_t least = e->fresh.len < e->written.len ? e->fresh.len : e->written.len;
  /* A place has the lines of the old text; anything else would mix them up. */
  if (e->standing.len != e->written.len) return;
  while (e->same_before < least &&
         sx_str_is_equal(e->fresh.items[e->same_before], e->written.items[e->same_before]))
    e->same_before++;
  while (e->same_before + e->same_after < least &&
         sx_str_is_equal(e->fresh.items[e->fresh.len - 1 - e->same_after],
                         e->written.items[e->written.len - 1 - e->same_after]))
    e->same_after++;
}

static sx_status prepare(edit *e, sx_str text, size_t place, sx_arena *arena) {
  const sx_found *found = e->found;
  sx_status status = split(&e->fresh, text, arena);
  if (status || !found->shifts) return status;
  sx_str standing =
      sx_str_slice(found->document, found->places[place].start, found->places[place].end);
  e->shift = &found->shifts[place];
  status = split(&e->written, found->written, arena);
  if (!status) status = split(&e->standing, standing, arena);
  if (status) return status;
  drop_blank_lines(e);
  find_same(e);
  uint8_t fallback = sx_indent_guess_unit(e->written.items, e->written.len, 4);
  e->unit = sx_indent_guess_unit(e->fresh.items, e->fresh.len, fallback);
  return SX_OK;
}

static void write_line(sx_buf *out, const edit *e, size_t row) {
  sx_str line = e->fresh.items[row];
  bool is_shifted = e->shift && !(row == 0 && e->shift->skips_first);
  if (row < e->same_before)
    line = e->standing.items[row];
  else if (row >= e->fresh.len - e->same_after)
    line = e->standing.items[e->standing.len - (e->fresh.len - row)];
  else if (is_shifted) {
    sx_indent_apply(out, line, &e->shift->shift, e->unit);
    return;
  }
  sx_buf_add(out, line);
}

static bool ends_line(sx_str text) {
  return text.len && (text.ptr[text.len - 1] == '\n' || text.ptr[text.len - 1] == '\r');
}

sx_status sx_reindent(sx_str *out, sx_str new_text, const sx_found *found, size_t place,
                      sx_arena *a, sx_err *err) {
  edit e = {.found = found};
  sx_buf made;
  sx_str text;
  sx_buf_init(&made, MAX_BYTES);
  sx_status status = sx_rewrite_undo(&text, new_text, found->rewrite, false, a, err);
  if (!status) status = prepare(&e, text, place, a);
  if (status) goto done;
  /* A document of one line has no line end to go by. */
  sx_str ending = found->line_ending.len ? found->line_ending : SX_STR("\n");
  bool has_ending = ends_line(text) && !(e.shift && e.shift->lacks_ending);
  for (size_t row = 0; row < e.fresh.len; row++) {
    write_line(&made, &e, row);
    if (row + 1 < e.fresh.len || has_ending) sx_buf_add(&made, ending);
  }
  status = made.status;
  if (!status) *out = sx_arena_dup(a, sx_buf_str(&made));
  if (!status) status = a->status;
done:
  sx_buf_release(&made);
  return status ? sx_fail(err, status, NULL) : SX_OK;
}
