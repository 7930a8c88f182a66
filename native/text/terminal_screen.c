#include "base/utf8.h"
#include "text/terminal_parts.h"
#include "text/width.h"

#define BOTTOM (SX_TERMINAL_ROWS - 1)
#define TAB_COLUMNS 8
#define MAX_CELLS                                                                                  \
  (SX_TERMINAL_ROW_BYTES / 4) /* of a row that was overwritten, before it goes out in pieces */

static sx_terminal_row *row_at(sx_terminal_screen *screen, size_t index) {
  return &screen->rows[screen->order[index]];
}

static sx_terminal_row *current(sx_terminal_screen *screen) {
  return row_at(screen, screen->cursor.row);
}

void sx_terminal__screen_init(sx_terminal_screen *screen, sx_buf *out) {
  *screen = (sx_terminal_screen){.count = 1, .cursor = {0, 0, true}, .out = out};
  for (size_t i = 0; i < SX_TERMINAL_ROWS; i++) {
    screen->order[i] = (uint8_t)i;
    sx_terminal__row_init(&screen->rows[i]);
  }
}

void sx_terminal__screen_release(sx_terminal_screen *screen) {
  for (size_t i = 0; i < SX_TERMINAL_ROWS; i++) sx_terminal__row_release(&screen->rows[i]);
}

/** Counts what the row takes now. */
static void note_bytes(sx_terminal_screen *screen, sx_terminal_row *row) {
  size_t bytes = sx_terminal__row_bytes(row);
  screen->noted_bytes += bytes - row->noted_bytes;
  row->noted_bytes = bytes;
}

static void clear_row(sx_terminal_screen *screen, size_t index) {
  sx_terminal_row *row = row_at(screen, index);
  sx_terminal__row_clear(row);
  note_bytes(screen, row);
}

static void clear_rows(sx_terminal_screen *screen, size_t from, size_t to) {
  for (size_t i = from; i < to; i++) clear_row(screen, i);
}

void sx_terminal__screen_clear(sx_terminal_screen *screen) {
  clear_rows(screen, 0, screen->count);
  screen->count = 1;
  screen->cursor = (sx_terminal_cursor){0, 0, true};
}

/** Puts the row at `from` where `to` is, and moves those between by one. */
static void rotate(sx_terminal_screen *screen, size_t from, size_t to) {
  uint8_t moved = screen->order[from];
  if (from < to)
    memmove(screen->order + from, screen->order + from + 1, to - from);
  else
    memmove(screen->order + to + 1, screen->order + to, from - to);
  screen->order[to] = moved;
}

/** The top row leaves the screen, and all others go up. */
static void scroll(sx_terminal_screen *screen) {
  if (screen->out) {
    sx_terminal__row_write(row_at(screen, 0), true, screen->out);
    sx_buf_add_char(screen->out, '\n');
  }
  clear_row(screen, 0);
  rotate(screen, 0, BOTTOM);
  screen->scrolled++;
  if (screen->count > 1) screen->count--;
  if (screen->cursor.row) screen->cursor.row--;
}

/** Before the cursor leaves its row: the screen has no more bytes than it may. */
static void leave_row(sx_terminal_screen *screen) {
  note_bytes(screen, current(screen));
  while (screen->noted_bytes > SX_TERMINAL_SCREEN_BYTES && screen->cursor.row) scroll(screen);
}

/** The cursor to a column that is known. */
static void set_column(sx_terminal_screen *screen, size_t column) {
  sx_terminal_cursor *cursor = &screen->cursor;
  cursor->column = column;
  cursor->is_at_end =
      !column && cursor->row < screen->count && sx_terminal__row_is_empty(current(screen));
  if (cursor->is_at_end) sx_terminal__row_clear(current(screen));
}

static bool check(sx_terminal_screen *screen, bool has_memory) {
  if (!has_memory) screen->status = SX_NOMEM;
  return has_memory;
}

/** Where the last row with text, or else the cursor, is. */
static size_t last_row(const sx_terminal_screen *screen) {
  size_t last = screen->count - 1;
  while (last > screen->cursor.row && sx_terminal__row_is_empty(&screen->rows[screen->order[last]]))
    last--;
  return last;
}

void sx_terminal__screen_write(const sx_terminal_screen *screen, sx_buf *out) {
  size_t last = last_row(screen);
  for (size_t i = 0; i <= last; i++) {
    if (i) sx_buf_add_char(out, '\n');
    sx_terminal__row_write(&screen->rows[screen->order[i]], true, out);
  }
}

bool sx_terminal__screen_is_growing(const sx_terminal_screen *screen) {
  return screen->cursor.is_at_end && screen->cursor.row + 1 == screen->count;
}

void sx_terminal__screen_flush(sx_terminal_screen *screen, sx_str skipped) {
  if (screen->out) sx_terminal__screen_write(screen, screen->out);
  /* How many rows there were matters only to a place that is still to be seen. */
  size_t rows = screen->count - 1;
  if (screen->saved.row > screen->scrolled)
    for (size_t at = 0; at < skipped.len; at++) rows += skipped.ptr[at] == '\n';
  screen->scrolled += rows;
  sx_terminal__screen_clear(screen);
}

/** The cursor's row is too long: it and those above are final so far, and it begins again. */
static void hand_over_piece(sx_terminal_screen *screen) {
  while (screen->cursor.row) scroll(screen);
  if (screen->out) sx_terminal__row_write(current(screen), false, screen->out);
  clear_row(screen, 0);
  set_column(screen, 0);
}

/** Makes the rows down to the cursor's part of the screen. */
static void reach(sx_terminal_screen *screen) {
  if (screen->count <= screen->cursor.row) screen->count = screen->cursor.row + 1;
}

/** Text without \n, at the end of a row. */
static void grow(sx_terminal_screen *screen, sx_str text) {
  for (;;) {
    sx_buf *row = &current(screen)->text;
    size_t room = SX_TERMINAL_ROW_BYTES - row->len;
    size_t fits = text.len <= room ? text.len : sx_utf8_floor(text.ptr, text.len, room);
    sx_buf_add(row, sx_str_slice(text, 0, fits));
    check(screen, !row->status);
    if (fits == text.len || screen->status) return;
    hand_over_piece(screen);
    text = sx_str_slice(text, fits, text.len);
  }
}

void sx_terminal__screen_put(sx_terminal_screen *screen, uint32_t c) {
  char bytes[4];
  sx_terminal_cursor *cursor = &screen->cursor;
  if (cursor->is_at_end) {
    grow(screen, sx_str_make(bytes, sx_utf8_encode(c, bytes)));
    return;
  }
  unsigned width = sx_width_of(c);
  reach(screen);
  if (!width) {
    check(screen, sx_terminal__row_mark(current(screen), cursor->column, c));
    return;
  }
  if (cursor->column + width > MAX_CELLS) {
    hand_over_piece(screen);
    grow(screen, sx_str_make(bytes, sx_utf8_encode(c, bytes)));
  } else if (check(screen, sx_terminal__row_put(current(screen), cursor->column, c, width)))
    cursor->column += width;
}

void sx_terminal__screen_tab(sx_terminal_screen *screen) {
  sx_terminal_cursor *cursor = &screen->cursor;
  if (cursor->is_at_end) {
    grow(screen, SX_STR("\t"));
    return;
  }
  reach(screen);
  size_t stop = cursor->column / TAB_COLUMNS * TAB_COLUMNS + TAB_COLUMNS;
  if (stop > MAX_CELLS) return;
  if (check(screen, sx_terminal__row_tab(current(screen), cursor->column, stop)))
    cursor->column = stop;
}

/** A line's text in a row that does not only grow. */
static void print_over(sx_terminal_screen *screen, sx_str text) {
  for (size_t i = 0; i < text.len && !screen->status;) {
    uint32_t c;
    i += sx_utf8_decode(text.ptr + i, text.len - i, &c);
    if (c == '\t')
      sx_terminal__screen_tab(screen);
    else
      sx_terminal__screen_put(screen, c);
  }
}

void sx_terminal__screen_print(sx_terminal_screen *screen, sx_str text) {
  while (text.len && !screen->status) {
    size_t end = sx_str_find_char(text, '\n', 0);
    sx_str line = sx_str_slice(text, 0, end);
    if (screen->cursor.is_at_end)
      grow(screen, line);
    else
      print_over(screen, line);
    if (end == SX_STR_NONE) return;
    sx_terminal__screen_newline(screen);
    text = sx_str_slice(text, end + 1, text.len);
  }
}

void sx_terminal__screen_index(sx_terminal_screen *screen) {
  size_t column = sx_terminal__screen_column(screen);
  sx_terminal__screen_newline(screen);
  set_column(screen, column);
}

void sx_terminal__screen_reverse_index(sx_terminal_screen *screen) {
  size_t column = sx_terminal__screen_column(screen);
  if (!screen->cursor.row) sx_terminal__screen_insert_rows(screen, 0, 1);
  sx_terminal__screen_move(screen, screen->cursor.row ? screen->cursor.row - 1 : 0, column);
}

void sx_terminal__screen_newline(sx_terminal_screen *screen) {
  leave_row(screen);
  if (screen->cursor.row == BOTTOM) {
    reach(screen);
    scroll(screen);
  }
  screen->cursor.row++;
  reach(screen);
  set_column(screen, 0);
}

void sx_terminal__screen_return(sx_terminal_screen *screen) {
  set_column(screen, 0);
}

size_t sx_terminal__screen_column(const sx_terminal_screen *screen) {
  const sx_terminal_cursor *cursor = &screen->cursor;
  if (!cursor->is_at_end) return cursor->column;
  return sx_terminal__row_columns(&screen->rows[screen->order[cursor->row]]);
}

/** Not beyond the end of a row, unless that is short. */
static size_t clamp_column(sx_terminal_screen *screen, size_t column) {
  if (column <= SX_TERMINAL_MAX_COLUMN) return column;
  /* The columns of cells are not counted again each time. */
  if (!check(screen, sx_terminal__row_spread(current(screen)))) return 0;
  size_t len = current(screen)->len;
  size_t most = len > SX_TERMINAL_MAX_COLUMN ? len : SX_TERMINAL_MAX_COLUMN;
  return column < most ? column : most;
}

void sx_terminal__screen_move(sx_terminal_screen *screen, size_t row, size_t column) {
  size_t scrolled = screen->scrolled;
  if (row > BOTTOM) row = BOTTOM;
  if (row != screen->cursor.row) leave_row(screen);
  scrolled = screen->scrolled - scrolled;
  screen->cursor.row = row > scrolled ? row - scrolled : 0;
  set_column(screen, clamp_column(screen, column));
}

void sx_terminal__screen_back(sx_terminal_screen *screen) {
  size_t column = sx_terminal__screen_column(screen);
  set_column(screen, column ? column - 1 : 0);
}

void sx_terminal__screen_save(sx_terminal_screen *screen) {
  size_t column = sx_terminal__screen_column(screen);
  screen->saved = (sx_terminal_cursor){screen->scrolled + screen->cursor.row, column, false};
  /* The next time it is known. */
  set_column(screen, column);
}

void sx_terminal__screen_restore(sx_terminal_screen *screen) {
  size_t row = screen->saved.row > screen->scrolled ? screen->saved.row - screen->scrolled : 0;
  sx_terminal__screen_move(screen, row, screen->saved.column);
}

void sx_terminal__screen_erase_line(sx_terminal_screen *screen, unsigned which) {
  if (which > 2 || (which == 0 && screen->cursor.is_at_end)) return;
  size_t column = sx_terminal__screen_column(screen);
  size_t from = which ? 0 : column, to = which == 1 ? column + 1 : SIZE_MAX;
  if (check(screen, sx_terminal__row_erase(current(screen), from, to))) set_column(screen, column);
}

void sx_terminal__screen_erase(sx_terminal_screen *screen, unsigned which) {
  size_t row = screen->cursor.row;
  if (which > 2) return;
  sx_terminal__screen_erase_line(screen, which);
  if (which) clear_rows(screen, 0, row < screen->count ? row : screen->count);
  if (which == 1) return;
  clear_rows(screen, row + 1, screen->count);
  if (screen->count > row + 1) screen->count = row + 1;
}

void sx_terminal__screen_erase_columns(sx_terminal_screen *screen, size_t count) {
  size_t column = sx_terminal__screen_column(screen);
  if (screen->cursor.is_at_end) return;
  if (check(screen, sx_terminal__row_erase(current(screen), column, column + count)))
    set_column(screen, column);
}

void sx_terminal__screen_insert_columns(sx_terminal_screen *screen, size_t count) {
  if (screen->cursor.is_at_end) return;
  if (count > SX_TERMINAL_MAX_COLUMN) count = SX_TERMINAL_MAX_COLUMN;
  if (current(screen)->len + count > MAX_CELLS) hand_over_piece(screen);
  check(screen, sx_terminal__row_insert(current(screen), screen->cursor.column, count));
}

void sx_terminal__screen_remove_columns(sx_terminal_screen *screen, size_t count) {
  size_t column = screen->cursor.column;
  if (screen->cursor.is_at_end) return;
  if (check(screen, sx_terminal__row_remove(current(screen), column, count)))
    set_column(screen, column);
}

void sx_terminal__screen_insert_rows(sx_terminal_screen *screen, size_t at, size_t count) {
  size_t below = SX_TERMINAL_ROWS - at;
  if (count > below) count = below;
  for (size_t i = 0; i < count; i++) {
    clear_row(screen, BOTTOM);
    rotate(screen, BOTTOM, at);
  }
  if (at < screen->count) {
    screen->count += count;
    if (screen->count > SX_TERMINAL_ROWS) screen->count = SX_TERMINAL_ROWS;
  }
  set_column(screen, 0);
}

void sx_terminal__screen_remove_rows(sx_terminal_screen *screen, size_t at, size_t count) {
  if (at < screen->count) {
    size_t below = screen->count - at;
    if (count > below) count = below;
    for (size_t i = 0; i < count; i++) {
      clear_row(screen, at);
      rotate(screen, at, BOTTOM);
    }
    screen->count -= count;
    if (!screen->count) screen->count = 1;
  }
  set_column(screen, 0);
}
