#ifndef SX_TEXT_TERMINAL_PARTS_H
#define SX_TEXT_TERMINAL_PARTS_H

#include "text/terminal.h"

#include <stdint.h>

/* The parts of the terminal: rows, screens, and the parser of escapes. Internal to
 * native/text/terminal*. */

/** Where a cursor can be sent beyond the end of a row: else 10 bytes could ask for a megabyte of
 * blanks. */
#define SX_TERMINAL_MAX_COLUMN 999

/** One column. More marks than two, and those past U+FFFF, are dropped in rows that were
 * overwritten. */
typedef struct sx_terminal_cell {
  uint32_t base; /* 0: nothing was printed here; '\t': up to the next stop; or a character */
  uint16_t marks[2];
} sx_terminal_cell;

/** In `base`: a later column of the wide character or the tab before. */
#define SX_TERMINAL_PART 0x110000u

/**
 * A row is text as long as it only grows at its end, as nearly all do. Anything else makes cells
 * of it.
 */
typedef struct sx_terminal_row {
  sx_buf text; /* without cells */
  sx_terminal_cell *cells;
  size_t len, cap; /* of the cells */
  size_t noted_bytes;
  bool has_cells;
  bool is_overwritten; /* something that was printed is gone */
} sx_terminal_row;

void sx_terminal__row_init(sx_terminal_row *row);
void sx_terminal__row_release(sx_terminal_row *row);
/** Makes it empty text; keeps memory unless that is much. */
void sx_terminal__row_clear(sx_terminal_row *row);
bool sx_terminal__row_is_empty(const sx_terminal_row *row);
/** Memory that its contents take. */
size_t sx_terminal__row_bytes(const sx_terminal_row *row);
/** Columns up to its end. */
size_t sx_terminal__row_columns(const sx_terminal_row *row);
/** Adds its text, without blanks at its end if `is_trimmed` and it was overwritten. */
void sx_terminal__row_write(const sx_terminal_row *row, bool is_trimmed, sx_buf *out);

/** Makes cells of its text; false without memory. */
bool sx_terminal__row_spread(sx_terminal_row *row);
/* These make cells of the row; false without memory. Columns may be past its end. */
bool sx_terminal__row_put(sx_terminal_row *row, size_t column, uint32_t c, unsigned width);
bool sx_terminal__row_mark(sx_terminal_row *row, size_t column, uint32_t mark);
bool sx_terminal__row_tab(sx_terminal_row *row, size_t column, size_t stop);
bool sx_terminal__row_erase(sx_terminal_row *row, size_t from, size_t to);
bool sx_terminal__row_insert(sx_terminal_row *row, size_t column, size_t count);
bool sx_terminal__row_remove(sx_terminal_row *row, size_t column, size_t count);

typedef struct sx_terminal_cursor {
  size_t row, column;
  bool is_at_end; /* of a row that is text, whose columns were not counted: `column` is not valid */
} sx_terminal_cursor;

typedef struct sx_terminal_screen {
  sx_terminal_row rows[SX_TERMINAL_ROWS];
  uint8_t order[SX_TERMINAL_ROWS]; /* from the top: which of `rows` it is */
  size_t count;                    /* rows that were reached, >= 1; those below are empty */
  sx_terminal_cursor cursor;       /* its row may be below */
  sx_terminal_cursor saved;        /* its row counts from the beginning of all rows */
  size_t scrolled;                 /* rows that left it at the top */
  size_t noted_bytes;              /* of all rows */
  sx_buf *out;                     /* gets the rows that leave it; NULL: they are lost */
  sx_status status;
} sx_terminal_screen;

void sx_terminal__screen_init(sx_terminal_screen *screen, sx_buf *out);
void sx_terminal__screen_release(sx_terminal_screen *screen);
/** Empty again, with the cursor at the top. */
void sx_terminal__screen_clear(sx_terminal_screen *screen);
/** Adds what is on it, without a \n at the end. */
void sx_terminal__screen_write(const sx_terminal_screen *screen, sx_buf *out);
/** Whether text that is printed now only makes the last row longer. */
bool sx_terminal__screen_is_growing(const sx_terminal_screen *screen);
/** Hands over all rows as they are. The text that follows is not printed, and more that pushes them
 * out is. */
void sx_terminal__screen_flush(sx_terminal_screen *screen, sx_str skipped);

/** Text without controls other than \t and \n, valid UTF-8. */
void sx_terminal__screen_print(sx_terminal_screen *screen, sx_str text);
void sx_terminal__screen_put(sx_terminal_screen *screen, uint32_t c);
void sx_terminal__screen_tab(sx_terminal_screen *screen);
/** Down one row; at the bottom all rows go up. */
void sx_terminal__screen_index(sx_terminal_screen *screen);
void sx_terminal__screen_reverse_index(sx_terminal_screen *screen);
void sx_terminal__screen_newline(sx_terminal_screen *screen);
void sx_terminal__screen_return(sx_terminal_screen *screen);
/** The cursor's column, counted where it was not. */
size_t sx_terminal__screen_column(const sx_terminal_screen *screen);
/** Moves the cursor, within the screen. */
void sx_terminal__screen_move(sx_terminal_screen *screen, size_t row, size_t column);
/** One column to the left. */
void sx_terminal__screen_back(sx_terminal_screen *screen);
void sx_terminal__screen_save(sx_terminal_screen *screen);
void sx_terminal__screen_restore(sx_terminal_screen *screen);
/** Which: 0 from the cursor on, 1 up to it, 2 all; others do nothing. */
void sx_terminal__screen_erase_line(sx_terminal_screen *screen, unsigned which);
void sx_terminal__screen_erase(sx_terminal_screen *screen, unsigned which);
void sx_terminal__screen_erase_columns(sx_terminal_screen *screen, size_t count);
void sx_terminal__screen_insert_columns(sx_terminal_screen *screen, size_t count);
void sx_terminal__screen_remove_columns(sx_terminal_screen *screen, size_t count);
/** Inserts empty rows at `at`; those that the bottom pushes out are lost. */
void sx_terminal__screen_insert_rows(sx_terminal_screen *screen, size_t at, size_t count);
void sx_terminal__screen_remove_rows(sx_terminal_screen *screen, size_t at, size_t count);

#define SX_TERMINAL_MAX_PARAMETERS 16

/** An escape sequence as far as it has come. */
typedef struct sx_terminal_escape {
  enum {
    SX_TERMINAL_GROUND,
    SX_TERMINAL_ESCAPE,
    SX_TERMINAL_CSI,
    SX_TERMINAL_TITLE,     /* OSC: ends at a line end at the latest */
    SX_TERMINAL_STRING,    /* DCS, SOS, PM, APC */
    SX_TERMINAL_TITLE_ESC, /* an ESC in one of them */
    SX_TERMINAL_STRING_ESC
  } state;
  uint32_t parameters[SX_TERMINAL_MAX_PARAMETERS];
  size_t count;      /* of the parameters; the last one is being read */
  bool is_sub;       /* after a ':': what follows belongs to the parameter before */
  bool is_broken;    /* a CSI that is read to its end and ignored */
  char prefix;       /* one of <=>? */
  char intermediate; /* one of SP to / */
  size_t string_bytes;
} sx_terminal_escape;

struct sx_terminal_state {
  sx_terminal_on_rows *on_rows;
  void *arg;
  sx_terminal_screen screens[2]; /* the alternate one is the second */
  bool is_alternate;
  bool is_drawing[2];       /* G0, G1: letters mean lines of boxes */
  bool is_saved_drawing[2]; /* of each screen */
  unsigned charset;         /* which of them is in use */
  sx_terminal_escape escape;
  uint32_t last; /* the character that was printed last, if nothing came after it; else 0 */
  char carry[4]; /* the beginning of a character */
  size_t carry_len;
  sx_buf out; /* rows that are final */
  sx_status status;
};

static inline sx_terminal_screen *sx_terminal__screen(struct sx_terminal_state *state) {
  return &state->screens[state->is_alternate];
}

/** Takes a character as the next one of the escape sequence, or begins one. A control other than
 * ESC acts at once. */
void sx_terminal__escape_take(struct sx_terminal_state *state, uint32_t c);

#endif
