#include "text/terminal_parts.h"

#define MAX_PARAMETER 0x7FFFFFFFu
#define MAX_STRING_CHARS (1u << 20) /* then it was not one: binary output, for example */
#define MAX_REPEAT SX_TERMINAL_MAX_COLUMN

enum { BELL = 7, CANCEL = 0x18, SUBSTITUTE = 0x1A, ESC = 0x1B, ST = 0x9C };

/** The parameter, or `other` where it is missing or 0. */
static size_t parameter(const sx_terminal_escape *escape, size_t index, size_t other) {
  size_t value = index < escape->count ? escape->parameters[index] : 0;
  return value ? value : other;
}

static void begin(sx_terminal_escape *escape, int state) {
  *escape = (sx_terminal_escape){.count = 1};
  escape->state = state;
}

static void save_cursor(struct sx_terminal_state *state) {
  sx_terminal__screen_save(sx_terminal__screen(state));
  state->is_saved_drawing[state->is_alternate] = state->is_drawing[state->charset];
}

static void restore_cursor(struct sx_terminal_state *state) {
  sx_terminal__screen_restore(sx_terminal__screen(state));
  state->is_drawing[state->charset] = state->is_saved_drawing[state->is_alternate];
}

/** To the alternate screen, which is empty then, or back. */
static void switch_screen(struct sx_terminal_state *state, bool is_alternate) {
  if (state->is_alternate == is_alternate) return;
  sx_terminal_screen *from = sx_terminal__screen(state);
  size_t row = from->cursor.row, column = sx_terminal__screen_column(from);
  state->is_alternate = is_alternate;
  sx_terminal_screen *to = sx_terminal__screen(state);
  if (is_alternate) sx_terminal__screen_clear(to);
  sx_terminal__screen_move(to, row, column);
}

static void set_mode(struct sx_terminal_state *state, uint32_t mode, bool is_set) {
  bool has_screen = mode == 47 || mode == 1047 || mode == 1049;
  bool has_cursor = mode == 1048 || mode == 1049;
  if (has_cursor && is_set) save_cursor(state);
  if (has_screen) switch_screen(state, is_set);
  if (has_cursor && !is_set) restore_cursor(state);
}

static void set_modes(struct sx_terminal_state *state, char last) {
  const sx_terminal_escape *escape = &state->escape;
  for (size_t i = 0; i < escape->count; i++) set_mode(state, escape->parameters[i], last == 'h');
}

/** Up to `count` less, at least 0. */
static size_t less(size_t from, size_t count) {
  return from > count ? from - count : 0;
}

static void move_by_tabs(sx_terminal_screen *screen, size_t count, bool is_back) {
  size_t column = sx_terminal__screen_column(screen), stop = column / 8;
  if (is_back) stop += column % 8 != 0;
  stop = is_back ? less(stop, count) : stop + count;
  sx_terminal__screen_move(screen, screen->cursor.row, stop * 8);
}

/** The sequences that move the cursor; false for others. */
static bool move(sx_terminal_screen *screen, const sx_terminal_escape *escape, char last) {
  size_t row = screen->cursor.row, column = 0, n = parameter(escape, 0, 1);
  if (!strchr("ABCDEFGHI`Zadef", last)) return false;
  if (strchr("ABCDade", last)) column = sx_terminal__screen_column(screen);
  switch (last) {
  case 'A': sx_terminal__screen_move(screen, less(row, n), column); break;
  case 'B':
  case 'e': sx_terminal__screen_move(screen, row + n, column); break;
  case 'C':
  case 'a': sx_terminal__screen_move(screen, row, column + n); break;
  case 'D': sx_terminal__screen_move(screen, row, less(column, n)); break;
  case 'E': sx_terminal__screen_move(screen, row + n, 0); break;
  case 'F': sx_terminal__screen_move(screen, less(row, n), 0); break;
  case 'G':
  case '`': sx_terminal__screen_move(screen, row, n - 1); break;
  case 'H':
  case 'f': sx_terminal__screen_move(screen, n - 1, parameter(escape, 1, 1) - 1); break;
  case 'I':
  case 'Z': move_by_tabs(screen, n, last == 'Z'); break;
  default: sx_terminal__screen_move(screen, n - 1, column);
  }
  return true;
}

static void repeat(struct sx_terminal_state *state, size_t count) {
  sx_terminal_screen *screen = sx_terminal__screen(state);
  if (count > MAX_REPEAT) count = MAX_REPEAT;
  for (; state->last && count && !screen->status; count--)
    sx_terminal__screen_put(screen, state->last);
}

/** The sequences that change what is on the screen. */
static void edit(struct sx_terminal_state *state, char last) {
  sx_terminal_screen *screen = sx_terminal__screen(state);
  const sx_terminal_escape *escape = &state->escape;
  size_t n = parameter(escape, 0, 1), row = screen->cursor.row;
  unsigned which = (unsigned)parameter(escape, 0, 0);
  switch (last) {
  case '@': sx_terminal__screen_insert_columns(screen, n); break;
  case 'J': sx_terminal__screen_erase(screen, which); break;
  case 'K': sx_terminal__screen_erase_line(screen, which); break;
  case 'L': sx_terminal__screen_insert_rows(screen, row, n); break;
  case 'M': sx_terminal__screen_remove_rows(screen, row, n); break;
  case 'P': sx_terminal__screen_remove_columns(screen, n); break;
  case 'X': sx_terminal__screen_erase_columns(screen, n); break;
  case 'b': repeat(state, n); break;
  case 's': save_cursor(state); break;
  case 'u': restore_cursor(state); break;
  default: break;
  }
}

/** All rows up or down, under the cursor. */
static void scroll_by(sx_terminal_screen *screen, size_t count, bool is_up) {
  size_t row = screen->cursor.row, column = sx_terminal__screen_column(screen);
  if (is_up)
    sx_terminal__screen_remove_rows(screen, 0, count);
  else
    sx_terminal__screen_insert_rows(screen, 0, count);
  sx_terminal__screen_move(screen, row, column);
}

/** Acts on a whole CSI sequence. */
static void finish_csi(struct sx_terminal_state *state, char last) {
  sx_terminal_screen *screen = sx_terminal__screen(state);
  sx_terminal_escape *escape = &state->escape;
  bool is_plain = !escape->prefix;
  escape->state = SX_TERMINAL_GROUND;
  if (escape->is_broken || escape->intermediate) return;
  if (escape->prefix == '?' && (last == 'h' || last == 'l'))
    set_modes(state, last);
  else if (is_plain && (last == 'S' || (last == 'T' && escape->count == 1)))
    scroll_by(screen, parameter(escape, 0, 1), last == 'S');
  else if (is_plain && move(screen, escape, last))
    return;
  else if (is_plain || (escape->prefix == '?' && (last == 'J' || last == 'K')))
    edit(state, last);
  if (last != 'b') state->last = 0;
}

static void add_digit(sx_terminal_escape *escape, uint32_t c) {
  uint32_t *value = &escape->parameters[escape->count - 1];
  if (escape->is_sub) return;
  *value = *value > (MAX_PARAMETER - 9) / 10 ? MAX_PARAMETER : *value * 10 + (c - '0');
}

static void take_csi(struct sx_terminal_state *state, uint32_t c) {
  sx_terminal_escape *escape = &state->escape;
  bool is_first = escape->count == 1 && !escape->parameters[0] && !escape->prefix;
  if (c >= '0' && c <= '9')
    add_digit(escape, c);
  else if (c == ';') {
    escape->is_sub = false;
    if (escape->count < SX_TERMINAL_MAX_PARAMETERS) escape->count++;
  } else if (c == ':')
    escape->is_sub = true;
  else if (c >= '<' && c <= '?') {
    escape->is_broken |= !is_first;
    escape->prefix = (char)c;
  } else if (c >= ' ' && c <= '/')
    escape->intermediate = (char)c;
  else if (c >= '@' && c <= '~')
    finish_csi(state, (char)c);
}

/** ESC and one character. */
static void finish_escape(struct sx_terminal_state *state, uint32_t c) {
  sx_terminal_screen *screen = sx_terminal__screen(state);
  char intermediate = state->escape.intermediate;
  state->last = 0;
  state->escape.state = SX_TERMINAL_GROUND;
  if (intermediate == '(' || intermediate == ')') state->is_drawing[intermediate == ')'] = c == '0';
  if (intermediate) return;
  switch (c) {
  case '7': save_cursor(state); break;
  case '8': restore_cursor(state); break;
  case 'D': sx_terminal__screen_index(screen); break;
  case 'E': sx_terminal__screen_newline(screen); break;
  case 'M': sx_terminal__screen_reverse_index(screen); break;
  case 'c':
    state->is_alternate = state->is_drawing[0] = state->is_drawing[1] = false;
    state->charset = 0;
    sx_terminal__screen_clear(sx_terminal__screen(state));
    break;
  default: break;
  }
}

/** Begins what `c` after ESC begins; the controls of C1 are the same as these. */
static bool begin_sequence(struct sx_terminal_state *state, uint32_t c) {
  sx_terminal_escape *escape = &state->escape;
  if (c != '[') state->last = 0;
  switch (c) {
  case '[': begin(escape, SX_TERMINAL_CSI); return true;
  case ']': begin(escape, SX_TERMINAL_TITLE); return true;
  case 'P':
  case 'X':
  case '^':
  case '_': begin(escape, SX_TERMINAL_STRING); return true;
  default: return false;
  }
}

static void take_escape(struct sx_terminal_state *state, uint32_t c) {
  sx_terminal_escape *escape = &state->escape;
  if (c >= ' ' && c <= '/')
    escape->intermediate = (char)c;
  else if (escape->intermediate || !begin_sequence(state, c))
    finish_escape(state, c);
}

/** Goes over titles and other strings up to their end. */
static void take_string(struct sx_terminal_state *state, uint32_t c) {
  sx_terminal_escape *escape = &state->escape;
  bool is_title = escape->state == SX_TERMINAL_TITLE;
  bool is_end = c == ST || c == CANCEL || c == SUBSTITUTE || (is_title && (c == BELL || c == '\n'));
  if (is_end || ++escape->string_bytes > MAX_STRING_CHARS) escape->state = SX_TERMINAL_GROUND;
  if (is_title && c == '\n') sx_terminal__screen_newline(sx_terminal__screen(state));
}

/** Controls that act, also within an escape sequence. */
static void act(struct sx_terminal_state *state, uint32_t c) {
  sx_terminal_screen *screen = sx_terminal__screen(state);
  state->last = 0;
  switch (c) {
  case '\b': sx_terminal__screen_back(screen); break;
  case '\t': sx_terminal__screen_tab(screen); break;
  case '\n':
  case '\v':
  case '\f': sx_terminal__screen_newline(screen); break;
  case '\r': sx_terminal__screen_return(screen); break;
  case 0x0E:
  case 0x0F: state->charset = c == 0x0E; break;
  case CANCEL:
  case SUBSTITUTE: state->escape.state = SX_TERMINAL_GROUND; break;
  default: break;
  }
}

/** A control of C1, which ends any sequence but a string. */
static void act_c1(struct sx_terminal_state *state, uint32_t c) {
  sx_terminal_escape *escape = &state->escape;
  state->last = 0;
  begin(escape, SX_TERMINAL_GROUND);
  if (!begin_sequence(state, c - 0x40) && (c == 0x84 || c == 0x85 || c == 0x8D))
    finish_escape(state, c - 0x40);
}

void sx_terminal__escape_take(struct sx_terminal_state *state, uint32_t c) {
  sx_terminal_escape *escape = &state->escape;
  bool is_string = escape->state == SX_TERMINAL_TITLE || escape->state == SX_TERMINAL_STRING;
  if (c == ESC)
    begin(escape, SX_TERMINAL_ESCAPE);
  else if (is_string)
    take_string(state, c);
  else if (c < ' ')
    act(state, c);
  else if (c >= 0x80 && c < 0xA0)
    act_c1(state, c);
  else if (c == 0x7F)
    return;
  else if (c >= 0x80)
    escape->state = SX_TERMINAL_GROUND;
  else if (escape->state == SX_TERMINAL_CSI)
    take_csi(state, c);
  else if (escape->state == SX_TERMINAL_ESCAPE)
    take_escape(state, c);
}
