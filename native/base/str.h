#ifndef SX_BASE_STR_H
#define SX_BASE_STR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/**
 * Borrowed bytes, usually UTF-8, not NUL-terminated. The empty one points to "", never NULL.
 * Who lends it says how long it lives.
 */
typedef struct sx_str {
  const char *ptr;
  size_t len;
} sx_str;

/** A string literal as an sx_str. */
#define SX_STR(literal) ((sx_str){"" literal, sizeof(literal) - 1})

/** For "%.*s". A length over INT_MAX is cut. */
#define SX_STR_ARG(s) (int)((s).len > 0x7fffffff ? 0x7fffffff : (s).len), (s).ptr

static inline sx_str sx_str_make(const char *ptr, size_t len) {
  sx_str s = {len ? ptr : "", len};
  return s;
}

/** The text of a NUL-terminated string; NULL gives the empty one. */
static inline sx_str sx_str_from(const char *text) {
  return text ? sx_str_make(text, strlen(text)) : sx_str_make("", 0);
}

/** A NUL-terminated copy to be freed with sx_free; NULL without memory. */
char *sx_str_copy(sx_str s);

static inline bool sx_str_is_equal(sx_str a, sx_str b) {
  return a.len == b.len && memcmp(a.ptr, b.ptr, a.len) == 0;
}

/** Bytes [from, to), both clamped to the length. */
static inline sx_str sx_str_slice(sx_str s, size_t from, size_t to) {
  if (to > s.len) to = s.len;
  if (from > to) from = to;
  return sx_str_make(s.ptr + from, to - from);
}

/** The byte at `at`; 0 past the end. */
static inline char sx_str_at(sx_str s, size_t at) {
  return at < s.len ? s.ptr[at] : 0;
}

#define SX_STR_NONE ((size_t)-1)

bool sx_str_is_equal_fold(sx_str a, sx_str b); /* ASCII letters only */
bool sx_str_has_fold(sx_str s, sx_str needle); /* somewhere, likewise; the empty one, too */
bool sx_str_has_prefix(sx_str s, sx_str prefix);
bool sx_str_has_suffix(sx_str s, sx_str suffix);
int sx_str_compare(sx_str a, sx_str b); /* by bytes, as memcmp */
sx_str sx_str_trim(sx_str s);           /* ASCII white space */
sx_str sx_str_trim_end(sx_str s);

/** Offset of the first `needle` at or after `from`, or SX_STR_NONE. */
size_t sx_str_find(sx_str s, sx_str needle, size_t from);
size_t sx_str_find_char(sx_str s, char c, size_t from);
/** Offset of the last `c`, or SX_STR_NONE. */
size_t sx_str_find_last_char(sx_str s, char c);

/** The offset after the blanks at `at`, of which there may be none. */
size_t sx_str_skip_blanks(sx_str s, size_t at);
/** The same with line ends. */
size_t sx_str_skip_spaces(sx_str s, size_t at);
/** Where the line begins that `at` is in: after a \n or \r. A line end is in its line, a \r\n
 * whole. */
size_t sx_str_line_start(sx_str s, size_t at);
/** How lines of a text end, as its first one does: "\r\n", or "\n" where there is none. */
sx_str sx_str_newline(sx_str s);

/** Decimal digits and nothing else, up to 18 of them, as a number; false: it is not one. */
bool sx_str_read_number(sx_str digits, uint64_t *out);

/** Takes the next line off `*rest` (without its \n, \r\n or \r); false at the end. */
bool sx_str_next_line(sx_str *rest, sx_str *line);

/** Levenshtein distance by bytes, ASCII case folded; `limit` + 1 when it is more. */
size_t sx_str_distance(sx_str a, sx_str b, size_t limit);

#endif
