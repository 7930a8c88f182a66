#ifndef SX_MATCH_REGEX_PARTS_H
#define SX_MATCH_REGEX_PARTS_H

/* Shared by regex.c, regex_source.c and regex_scan.c; no other file includes it. */

#define PCRE2_CODE_UNIT_WIDTH 8
#define PCRE2_STATIC
#include "deps/pcre2/pcre2.h"

#include "base/buf.h"
#include "match/regex.h"

struct sx_regex {
  pcre2_code *code;
  uint32_t group_count;
  uint32_t name_count, name_bytes; /* rows of the table of names */
  const unsigned char *names;
};

/**
 * Writes what PCRE2 gets for a pattern: a callout before it, which is where a search can be
 * stopped, literal text escaped, words bounded, and \R for \n when `any_line_end`.
 *
 * Stops when `out` has `limit` bytes, and returns how many bytes of the pattern those stand for.
 */
size_t sx_regex__write_source(sx_buf *out, sx_str pattern, const sx_regex_options *options,
                              bool any_line_end, size_t limit);

#endif
