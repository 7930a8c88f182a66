#include "text/terminal.h"

#include "base/mem.h"
#include "base/utf8.h"
#include "text/terminal_parts.h"
#include "text/width.h"

#define OUT_BYTES (64u << 10) /* final rows are handed over at the latest when they are so many */
/* Final rows between two times that they are handed over, and what a screen may add at once. */
#define MAX_OUT_BYTES (64u << 20)

sx_status sx_terminal_init(sx_terminal *terminal, sx_terminal_on_rows *on_rows, void *arg) {
  struct sx_terminal_state *state = sx_calloc(1, sizeof *state);
  terminal->state = state;
  if (!state) return SX_NOMEM;
  state->on_rows = on_rows;
  state->arg = arg;
  sx_buf_init(&state->out, MAX_OUT_BYTES);
  sx_terminal__screen_init(&state->screens[0], &state->out);
  sx_terminal__screen_init(&state->screens[1], NULL);
  return SX_OK;
}

void sx_terminal_release(sx_terminal *terminal) {
  struct sx_terminal_state *state = terminal->state;
  if (!state) return;
  sx_terminal__screen_release(&state->screens[0]);
  sx_terminal__screen_release(&state->screens[1]);
  sx_buf_release(&state->out);
  sx_free(state);
  terminal->state = NULL;
}

static sx_status status_of(struct sx_terminal_state *state) {
  if (state->screens[0].status || state->screens[1].status || state->out.status)
    state->status = SX_NOMEM;
  return state->status;
}

static void hand_over(struct sx_terminal_state *state) {
  if (state->out.len) state->on_rows(state->arg, sx_buf_str(&state->out));
  sx_buf_truncate(&state->out, 0);
}

#define EACH(byte) (0x0101010101010101u * (byte))

/** The top bit of each byte that is `byte` is set; those of other bytes are not. `high` has none.
 */
static uint64_t equals(uint64_t low, uint64_t byte) {
  return ~((low ^ EACH(byte)) + EACH(0x7Fu)) & EACH(0x80u);
}

/** Whether 8 bytes have one that is not plain. */
static bool has_other(uint64_t eight) {
  uint64_t low = eight & EACH(0x7Fu);
  uint64_t controls = ~(low + EACH(0x60u)) & EACH(0x80u);
  controls &= ~(equals(low, '\n') | equals(low, '\t'));
  return ((eight & EACH(0x80u)) | controls | equals(low, 0x7F)) != 0;
}

static bool is_plain(unsigned char c) {
  return (c >= ' ' && c < 0x7F) || c == '\n' || c == '\t';
}

/* How many bytes of the text are printable ASCII, \t and \n, from its beginning. */
static size_t plain_ascii(sx_str text) {
  size_t at = 0;
  for (uint64_t eight; text.len - at >= sizeof eight; at += sizeof eight) {
    memcpy(&eight, text.ptr + at, sizeof eight);
    if (has_other(eight)) break;
  }
  while (at < text.len && is_plain((unsigned char)text.ptr[at])) at++;
  return at;
}

/** The same with whole characters past ASCII, except for controls. */
static size_t plain_bytes(sx_str text) {
  size_t at = 0;
  while (at < text.len) {
    uint32_t c = 0;
    size_t ascii = plain_ascii(sx_str_slice(text, at, text.len));
    at += ascii;
    if (at == text.len || (unsigned char)text.ptr[at] < 0x80) break;
    size_t len = sx_utf8_decode(text.ptr + at, text.len - at, &c);
    if (len == 1 || c < 0xA0) break;
    at += len;
  }
  return at;
}

/** Where the last `count` line ends begin; 0 where there are not more than that. */
static size_t find_last_rows(sx_str text, size_t count) {
  size_t at = text.len;
  for (size_t i = 0; i <= count; i++) {
    size_t end = sx_str_find_last_char(sx_str_slice(text, 0, at), '\n');
    if (end == SX_STR_NONE) return 0;
    at = end;
  }
  return at + 1;
}

/**
 * Rows that no longer fit on the screen go out at once. Not more than what the rows after them
 * push out anyway: these are printed, so all limits apply to them as they always do.
 */
static sx_str skip_rows(struct sx_terminal_state *state, sx_str text) {
  sx_terminal_screen *screen = sx_terminal__screen(state);
  size_t first = find_last_rows(text, SX_TERMINAL_ROWS);
  if (!first) return text;
  sx_terminal__screen_flush(screen, sx_str_slice(text, 0, first));
  if (!state->is_alternate && !state->out.status) {
    hand_over(state);
    state->on_rows(state->arg, sx_str_slice(text, 0, first));
  }
  return sx_str_slice(text, first, text.len);
}

/** The last character, if REP can repeat it. */
static uint32_t last_character(sx_str text) {
  uint32_t c;
  size_t at = sx_utf8_previous(text.ptr, text.len);
  sx_utf8_decode(text.ptr + at, text.len - at, &c);
  return c < ' ' || !sx_width_of(c) ? 0 : c;
}

static void print(struct sx_terminal_state *state, sx_str text) {
  sx_terminal_screen *screen = sx_terminal__screen(state);
  state->last = last_character(text);
  if (!sx_terminal__screen_is_growing(screen)) {
    size_t end = sx_str_find_char(text, '\n', 0);
    sx_str line = sx_str_slice(text, 0, end == SX_STR_NONE ? text.len : end + 1);
    sx_terminal__screen_print(screen, line);
    text = sx_str_slice(text, line.len, text.len);
  }
  if (sx_terminal__screen_is_growing(screen)) text = skip_rows(state, text);
  sx_terminal__screen_print(screen, text);
  if (state->out.len > OUT_BYTES) hand_over(state);
}

/** The boxes that letters from '`' to '~' are in the set of line drawing. */
static uint32_t drawn(uint32_t c) {
  static const uint16_t lines[] = {0x25C6, 0x2592, 0x2409, 0x240C, 0x240D, 0x240A, 0x00B0, 0x00B1,
                                   0x2424, 0x240B, 0x2518, 0x2510, 0x250C, 0x2514, 0x253C, 0x23BA,
                                   0x23BB, 0x2500, 0x23BC, 0x23BD, 0x251C, 0x2524, 0x2534, 0x252C,
                                   0x2502, 0x2264, 0x2265, 0x03C0, 0x2260, 0x00A3, 0x00B7};
  return c >= '`' && c <= '~' ? lines[c - '`'] : c;
}

static bool is_drawing(const struct sx_terminal_state *state) {
  return state->is_drawing[state->charset];
}

/** Takes one character, of which all bytes are there. */
static void take(struct sx_terminal_state *state, uint32_t c) {
  sx_terminal_screen *screen = sx_terminal__screen(state);
  bool is_control = c < ' ' || (c >= 0x7F && c < 0xA0);
  bool is_escape = state->escape.state != SX_TERMINAL_GROUND;
  if (is_control || is_escape) sx_terminal__escape_take(state, c);
  /* A letter that no sequence can have ends it, and is printed. */
  if (is_control || (is_escape && (c < 0x80 || state->escape.state != SX_TERMINAL_GROUND))) return;
  if (is_drawing(state)) c = drawn(c);
  sx_terminal__screen_put(screen, c);
  state->last = sx_width_of(c) ? c : 0;
}

/** Whether the text is the beginning of a character that may go on. */
static bool is_cut(sx_str text) {
  unsigned char lead = (unsigned char)text.ptr[0];
  size_t need = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  if (lead < 0xC2 || lead > 0xF4 || text.len >= need) return false;
  return sx_utf8_broken_bytes(text.ptr, text.len) == text.len;
}

/** Takes the first character of the text; its bytes. */
static size_t take_first(struct sx_terminal_state *state, sx_str text) {
  uint32_t c;
  size_t broken = sx_utf8_broken_bytes(text.ptr, text.len);
  size_t len = sx_utf8_decode(text.ptr, text.len, &c);
  take(state, c);
  return broken ? broken : len;
}

/** Goes on with a character that the bytes before only began; what is left of the text. */
static sx_str take_carried(struct sx_terminal_state *state, sx_str text) {
  while (state->carry_len && text.len) {
    state->carry[state->carry_len] = text.ptr[0];
    sx_str carried = sx_str_make(state->carry, state->carry_len + 1);
    if (is_cut(carried)) {
      state->carry_len++;
      text = sx_str_slice(text, 1, text.len);
      continue;
    }
    size_t taken = take_first(state, carried);
    text = sx_str_slice(text, taken - state->carry_len, text.len);
    state->carry_len = 0;
  }
  return text;
}

static void feed(struct sx_terminal_state *state, sx_str text) {
  text = take_carried(state, text);
  while (text.len && !status_of(state)) {
    bool is_ground = state->escape.state == SX_TERMINAL_GROUND && !is_drawing(state);
    size_t plain = is_ground ? plain_bytes(text) : 0;
    if (plain)
      print(state, sx_str_slice(text, 0, plain));
    else if (is_cut(text)) {
      memcpy(state->carry, text.ptr, text.len);
      state->carry_len = text.len;
      return;
    } else
      plain = take_first(state, text);
    text = sx_str_slice(text, plain, text.len);
  }
}

sx_status sx_terminal_feed(sx_terminal *terminal, sx_str bytes) {
  struct sx_terminal_state *state = terminal->state;
  if (status_of(state)) return state->status;
  feed(state, bytes);
  if (status_of(state)) return state->status;
  hand_over(state);
  return SX_OK;
}

static void write_screens(const struct sx_terminal_state *state, sx_buf *out) {
  size_t from = out->len;
  sx_terminal__screen_write(&state->screens[0], out);
  if (!state->is_alternate) return;
  if (out->len > from && out->ptr[out->len - 1] != '\n') sx_buf_add_char(out, '\n');
  sx_terminal__screen_write(&state->screens[1], out);
}

/** As after init, but for the memory that it has. */
static void reset(struct sx_terminal_state *state) {
  for (size_t i = 0; i < 2; i++) {
    sx_terminal__screen_clear(&state->screens[i]);
    state->screens[i].saved = (sx_terminal_cursor){0};
    state->screens[i].scrolled = 0;
    state->is_saved_drawing[i] = false;
  }
  state->is_alternate = state->is_drawing[0] = state->is_drawing[1] = false;
  state->charset = 0;
  state->escape = (sx_terminal_escape){0};
  state->last = 0;
}

sx_status sx_terminal_end(sx_terminal *terminal) {
  struct sx_terminal_state *state = terminal->state;
  if (status_of(state)) return state->status;
  if (state->carry_len) take(state, SX_UTF8_REPLACEMENT);
  state->carry_len = 0;
  write_screens(state, &state->out);
  if (status_of(state)) return state->status;
  hand_over(state);
  reset(state);
  return SX_OK;
}

static void add_rows(void *arg, sx_str text) {
  sx_buf_add(arg, text);
}

sx_status sx_terminal_resolve(sx_buf *out, sx_str text) {
  sx_terminal terminal;
  sx_status status = sx_terminal_init(&terminal, add_rows, out);
  if (!status) status = sx_terminal_feed(&terminal, text);
  if (!status) status = sx_terminal_end(&terminal);
  sx_terminal_release(&terminal);
  return status ? status : out->status;
}
