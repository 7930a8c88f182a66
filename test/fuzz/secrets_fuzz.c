/*
 * Fuzz target: secrets in a text.
 *
 * The first line is the value of a secret variable, the rest the text. The value is nowhere in
 * what comes out, and nothing but secrets changes: the parts between them are in the text, in
 * order.
 */
#include "text/secrets.h"

#include <stdint.h>

#define MAX_BYTES 8192
#define MAX_TEXT_BYTES (1u << 20)
#define ARENA_BYTES (1u << 20)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds) {
  if (!holds) __builtin_trap();
}

/** Each piece between two secrets follows the one before in the text. */
static void check_pieces(sx_str text, sx_str redacted) {
  size_t at = 0, from = 0;
  for (;;) {
    size_t end = sx_str_find(redacted, SX_STR(SX_SECRETS_SHOWN), from);
    sx_str piece = sx_str_slice(redacted, from, end);
    at = sx_str_find(text, piece, at);
    check(at != SX_STR_NONE);
    at += piece.len;
    if (end == SX_STR_NONE) return;
    from = end + sizeof SX_SECRETS_SHOWN - 1;
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size > MAX_BYTES) return 0;
  sx_str text = sx_str_make((const char *)data, size), value;
  sx_secrets known = {0};
  sx_arena arena;
  sx_buf out;
  sx_arena_init(&arena, ARENA_BYTES);
  sx_buf_init(&out, MAX_TEXT_BYTES);
  if (!sx_str_next_line(&text, &value)) value = text;
  check(sx_secrets_add(&known, SX_STR("A_TOKEN"), value, &arena, NULL) == SX_OK);
  check(sx_secrets_redact(&out, text, &known) == SX_OK);
  check_pieces(text, sx_buf_str(&out));
  /* A value may be put together where another secret was taken out of it. */
  bool is_known = known.values.len && sx_str_find(text, value, 0) != SX_STR_NONE;
  check(!is_known || sx_str_find(sx_buf_str(&out), SX_STR(SX_SECRETS_SHOWN), 0) != SX_STR_NONE);
  sx_buf_release(&out);
  sx_arena_release(&arena);
  return 0;
}
