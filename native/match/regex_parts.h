#ifndef SX_MATCH_REGEX_PARTS_H
#define SX_MATCH_REGEX_PARTS_H

/* Shared by regex*.c; no other file includes it. */

#define PCRE2_CODE_UNIT_WIDTH 8
#define PCRE2_STATIC
#include "deps/pcre2/pcre2.h"

#include "base/buf.h"
#include "match/regex.h"

/** How a pattern is compiled. */
typedef struct sx_regex__form {
  bool any_line_end; /* `\n` fits any of them */
  bool is_unchecked; /* without the callout where a search can be stopped */
  bool is_ascii;     /* for texts without other characters: bytes, not UTF-8 */
} sx_regex__form;

struct sx_regex {
  pcre2_code *code;
  sx_regex__form form;
  uint32_t group_count;
  uint32_t name_count, name_bytes; /* rows of the table of names */
  const unsigned char *names;
};

/** A compilation that failed. */
typedef struct sx_regex__failure {
  int error;       /* PCRE2's; 0: none */
  size_t error_at; /* in the text that PCRE2 was given */
} sx_regex__failure;

/** NULL with the failure, or without memory: then the arena has its status. In `a`. */
pcre2_code *sx_regex__compile(sx_regex__failure *failure, sx_str pattern,
                              const sx_regex_options *options, const sx_regex__form *form,
                              sx_arena *a);

/**
 * Writes what PCRE2 gets for a pattern: a callout before it, which is where a search can be
 * stopped, literal text escaped, words bounded, and \R for \n when `any_line_end`.
 *
 * Stops when `out` has `limit` bytes, and returns how many bytes of the pattern those stand for.
 */
size_t sx_regex__write_source(sx_buf *out, sx_str pattern, const sx_regex_options *options,
                              const sx_regex__form *form, size_t limit);

/** Whether a regular expression has a line end that it would take, as itself or as \n, \r or \R. */
bool sx_regex__names_line_end(sx_str pattern);

/** A copy of the text in which each broken byte is a character: offsets stay what they are. */
void sx_regex__repair(char *copy, sx_str text);

#endif
