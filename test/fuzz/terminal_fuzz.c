/*
 * Fuzz target: the text that a terminal shows.
 *
 * Byte 0 chooses where the bytes are cut. The text is valid UTF-8 without controls other than \n
 * and \t, is the same however the bytes are cut, and resolves to itself.
 */
#include "base/utf8.h"
#include "text/terminal.h"

#include <stdint.h>

#define MAX_BYTES 16384
#define MAX_TEXT_BYTES (256u << 20)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds) {
  if (!holds) __builtin_trap();
}

static void add_rows(void *arg, sx_str text) {
  sx_buf_add(arg, text);
}

static void resolve_pieces(sx_buf *out, sx_str text, size_t piece) {
  sx_terminal terminal;
  check(sx_terminal_init(&terminal, add_rows, out) == SX_OK);
  for (size_t i = 0; i < text.len; i += piece)
    check(sx_terminal_feed(&terminal, sx_str_slice(text, i, i + piece)) == SX_OK);
  check(sx_terminal_end(&terminal) == SX_OK);
  sx_terminal_release(&terminal);
}

static void check_text(sx_str text) {
  uint32_t c = 0;
  for (size_t i = 0; i < text.len;) {
    size_t len = sx_utf8_decode(text.ptr + i, text.len - i, &c);
    check(len > 1 ? c >= 0xA0 : (c >= ' ' && c < 0x7F) || c == '\n' || c == '\t');
    i += len;
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 1 || size > MAX_BYTES) return 0;
  sx_str text = sx_str_make((const char *)data + 1, size - 1);
  sx_buf whole, cut, again;
  sx_buf_init(&whole, MAX_TEXT_BYTES);
  sx_buf_init(&cut, MAX_TEXT_BYTES);
  sx_buf_init(&again, MAX_TEXT_BYTES);
  check(sx_terminal_resolve(&whole, text) == SX_OK);
  resolve_pieces(&cut, text, data[0] % 64 + 1u);
  check(sx_str_is_equal(sx_buf_str(&cut), sx_buf_str(&whole)));
  check_text(sx_buf_str(&whole));
  check(sx_terminal_resolve(&again, sx_buf_str(&whole)) == SX_OK);
  check(sx_str_is_equal(sx_buf_str(&again), sx_buf_str(&whole)));
  sx_buf_release(&whole);
  sx_buf_release(&cut);
  sx_buf_release(&again);
  return 0;
}
