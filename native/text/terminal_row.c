#include "base/mem.h"
#include "base/utf8.h"
#include "text/terminal_parts.h"
#include "text/width.h"

#define KEPT_BYTES 4096 /* memory that an empty row keeps */
#define TAB_COLUMNS 8

#ifdef SX_DEBUG
#define FIRST_CELLS 2 /* grow often, so that tests see every growth */
#else
#define FIRST_CELLS 128
#endif

void sx_terminal__row_init(sx_terminal_row *row) {
  *row = (sx_terminal_row){0};
  sx_buf_init(&row->text, SX_TERMINAL_ROW_BYTES);
}

static void free_cells(sx_terminal_row *row) {
  sx_free(row->cells);
  row->cells = NULL;
  row->len = row->cap = 0;
}

void sx_terminal__row_release(sx_terminal_row *row) {
  sx_buf_release(&row->text);
  free_cells(row);
}

void sx_terminal__row_clear(sx_terminal_row *row) {
  if (row->text.cap > KEPT_BYTES) sx_buf_release(&row->text);
  sx_buf_clear(&row->text);
  if (row->cap * sizeof *row->cells > KEPT_BYTES) free_cells(row);
  row->len = 0;
  row->has_cells = row->is_overwritten = false;
}

bool sx_terminal__row_is_empty(const sx_terminal_row *row) {
  return !row->text.len && !row->len;
}

size_t sx_terminal__row_bytes(const sx_terminal_row *row) {
  return row->text.len + row->len * sizeof *row->cells;
}

/** Columns that the character takes at `column`. */
static size_t columns_of(uint32_t c, size_t column) {
  return c == '\t' ? TAB_COLUMNS - column % TAB_COLUMNS : sx_width_of(c);
}

size_t sx_terminal__row_columns(const sx_terminal_row *row) {
  if (row->has_cells) return row->len;
  size_t columns = 0;
  for (size_t i = 0; i < row->text.len;) {
    uint32_t c;
    i += sx_utf8_decode(row->text.ptr + i, row->text.len - i, &c);
    columns += columns_of(c, columns);
  }
  return columns;
}

static void write_cell(const sx_terminal_cell *cell, sx_buf *out) {
  if (cell->base == SX_TERMINAL_PART) return;
  sx_buf_add_codepoint(out, cell->base ? cell->base : ' ');
  for (size_t i = 0; i < 2 && cell->marks[i]; i++) sx_buf_add_codepoint(out, cell->marks[i]);
}

void sx_terminal__row_write(const sx_terminal_row *row, bool is_trimmed, sx_buf *out) {
  size_t from = out->len, len = row->len;
  sx_buf_add(out, sx_buf_str(&row->text));
  while (is_trimmed && len && !row->cells[len - 1].base) len--;
  for (size_t i = 0; i < len; i++) write_cell(&row->cells[i], out);
  if (!is_trimmed || !row->is_overwritten) return;
  sx_str written = sx_str_slice(sx_buf_str(out), from, out->len);
  sx_buf_truncate(out, from + sx_str_trim_end(written).len);
}

static bool reserve(sx_terminal_row *row, size_t len) {
  if (len <= row->cap) return true;
  size_t cap = row->cap ? row->cap : FIRST_CELLS;
  while (cap < len) cap *= 2;
  sx_terminal_cell *grown = sx_realloc(row->cells, cap * sizeof *grown);
  if (!grown) return false;
  row->cells = grown;
  row->cap = cap;
  return true;
}

/** Makes it at least so long, with nothing in the new columns. */
static bool extend(sx_terminal_row *row, size_t len) {
  if (len <= row->len) return true;
  if (!reserve(row, len)) return false;
  memset(row->cells + row->len, 0, (len - row->len) * sizeof *row->cells);
  row->len = len;
  return true;
}

static void set(sx_terminal_row *row, size_t column, uint32_t base, size_t width) {
  row->cells[column] = (sx_terminal_cell){base, {0, 0}};
  for (size_t i = 1; i < width; i++)
    row->cells[column + i] = (sx_terminal_cell){SX_TERMINAL_PART, {0, 0}};
}

static void add_mark(sx_terminal_row *row, size_t column, uint32_t mark) {
  if (mark > 0xFFFF || column > row->len) return;
  while (column && row->cells[column - 1].base == SX_TERMINAL_PART) column--;
  if (!column || !row->cells[column - 1].base) return;
  uint16_t *marks = row->cells[column - 1].marks;
  if (!marks[0])
    marks[0] = (uint16_t)mark;
  else if (!marks[1])
    marks[1] = (uint16_t)mark;
}

bool sx_terminal__row_spread(sx_terminal_row *row) {
  if (row->has_cells) return true;
  sx_str text = sx_buf_str(&row->text);
  row->len = 0;
  for (size_t i = 0; i < text.len;) {
    uint32_t c;
    i += sx_utf8_decode(text.ptr + i, text.len - i, &c);
    size_t column = row->len, width = columns_of(c, column);
    if (!extend(row, column + width)) return false;
    if (width)
      set(row, column, c, width);
    else
      add_mark(row, column, c);
  }
  row->has_cells = true;
  sx_buf_clear(&row->text);
  return true;
}

/** Blanks what is left of a wide character or a tab that begins before `column` and goes on there.
 */
static void cut(sx_terminal_row *row, size_t column) {
  if (column >= row->len || row->cells[column].base != SX_TERMINAL_PART) return;
  size_t from = column, to = column;
  while (from && row->cells[from].base == SX_TERMINAL_PART) from--;
  while (to < row->len && row->cells[to].base == SX_TERMINAL_PART) to++;
  memset(row->cells + from, 0, (to - from) * sizeof *row->cells);
}

/** Readies the columns to be written. */
static bool open_columns(sx_terminal_row *row, size_t column, size_t width) {
  if (!sx_terminal__row_spread(row)) return false;
  if (column < row->len) row->is_overwritten = true;
  cut(row, column);
  cut(row, column + width);
  return extend(row, column + width);
}

bool sx_terminal__row_put(sx_terminal_row *row, size_t column, uint32_t c, unsigned width) {
  if (!open_columns(row, column, width)) return false;
  set(row, column, c, width);
  return true;
}

bool sx_terminal__row_mark(sx_terminal_row *row, size_t column, uint32_t mark) {
  if (!sx_terminal__row_spread(row)) return false;
  add_mark(row, column, mark);
  return true;
}

bool sx_terminal__row_tab(sx_terminal_row *row, size_t column, size_t stop) {
  if (!sx_terminal__row_spread(row)) return false;
  /* A tab only moves the cursor: it leaves what it goes over. */
  for (size_t i = column; i < stop && i < row->len; i++)
    if (row->cells[i].base) return true;
  if (!extend(row, stop)) return false;
  set(row, column, '\t', stop - column);
  return true;
}

bool sx_terminal__row_erase(sx_terminal_row *row, size_t from, size_t to) {
  if (!sx_terminal__row_spread(row)) return false;
  if (to > row->len) to = row->len;
  if (from >= to) return true;
  cut(row, from);
  cut(row, to);
  row->is_overwritten = true;
  if (to == row->len)
    row->len = from;
  else
    memset(row->cells + from, 0, (to - from) * sizeof *row->cells);
  return true;
}

bool sx_terminal__row_insert(sx_terminal_row *row, size_t column, size_t count) {
  if (!sx_terminal__row_spread(row)) return false;
  if (column >= row->len) return true;
  size_t after = row->len - column;
  cut(row, column);
  if (!extend(row, row->len + count)) return false;
  memmove(row->cells + column + count, row->cells + column, after * sizeof *row->cells);
  memset(row->cells + column, 0, count * sizeof *row->cells);
  row->is_overwritten = true;
  return true;
}

bool sx_terminal__row_remove(sx_terminal_row *row, size_t column, size_t count) {
  if (!sx_terminal__row_spread(row)) return false;
  if (column >= row->len) return true;
  if (count > row->len - column) count = row->len - column;
  cut(row, column);
  cut(row, column + count);
  size_t after = row->len - column - count;
  memmove(row->cells + column, row->cells + column + count, after * sizeof *row->cells);
  row->len -= count;
  row->is_overwritten = true;
  return true;
}
