#include "parse/scanners.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* TREE_SITTER_SERIALIZATION_BUFFER_SIZE: the parser's own room. */
#define STATE_BYTES 1024

/* A scanner reads back no more than that, and adds to it one level or word by one token; it
 * compares the length of a word with its room. */
#define ROOM_BYTES (4 * STATE_BYTES)

/* As shells have it: 128 and SIGABRT. */
#define EXIT_OVERWRITTEN 134

typedef unsigned write_state(void *scanner, char *state);
typedef bool can_be_read(const uint8_t *state, unsigned len);

static _Thread_local bool has_forgotten;

void sx_scanners_begin(void) {
  has_forgotten = false;
}

bool sx_scanners_have_forgotten(void) {
  return has_forgotten;
}

/* The memory after the room is overwritten. */
static _Noreturn void end_overwritten(unsigned len) {
  fprintf(stderr, "a scanner wrote %u bytes\n", len);
  fflush(stderr);
  _Exit(EXIT_OVERWRITTEN);
}

static unsigned keep(write_state *write, can_be_read *is_sound, void *scanner, char *state) {
  char room[ROOM_BYTES];
  unsigned len = write(scanner, room);
  if (len > sizeof room) end_overwritten(len);
  if (len > STATE_BYTES || !is_sound((const uint8_t *)room, len)) {
    has_forgotten = true;
    return 0;
  }
  memcpy(state, room, len);
  return len;
}

static bool any(const uint8_t *state, unsigned len) {
  (void)state;
  (void)len;
  return true;
}

/* Also the first state has bytes, and none stands for one that has no room. */
static bool some(const uint8_t *state, unsigned len) {
  (void)state;
  return len > 0;
}

/* The count of literals and 5 bytes for each; then the count of here documents, and for each 3
 * bytes, the length of its word, of which there is only the lowest byte, and the word. */
static bool is_ruby(const uint8_t *state, unsigned len) {
  size_t at = 0;
  if (!len) return false; /* as with `some` */
  at += 1 + 5 * (size_t)state[0];
  if (at >= len) return false;
  for (unsigned left = state[at++]; left; left--) {
    if (at + 4 > len) return false;
    at += 4 + (size_t)state[at + 3];
  }
  return at == len;
}

/* The names are those of deps/tree-sitter/scanner_names.h. */
#define ROW(name, is_sound)                                                                        \
  write_state sx_scanner_##name##_write, tree_sitter_##name##_external_scanner_serialize;          \
  unsigned tree_sitter_##name##_external_scanner_serialize(void *scanner, char *state) {           \
    return keep(sx_scanner_##name##_write, is_sound, scanner, state);                              \
  }

ROW(bash, some)
ROW(c_sharp, some)
ROW(cpp, any)
ROW(css, any)
ROW(elixir, any)
ROW(html, any)
ROW(javascript, any)
ROW(kotlin, any)
ROW(lua, any)
ROW(markdown, any)
ROW(php, some)
ROW(python, any)
ROW(ruby, is_ruby)
ROW(rust, any)
ROW(scala, any)
ROW(swift, any)
ROW(toml, any)
ROW(tsx, any)
ROW(typescript, any)
ROW(yaml, any)
