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
  bool has_stops;    /* a callout before each part, as one place may take long */
} sx_regex__form;

/**
 * The cost of a pattern. `choices` counts the repeats and alternatives between which a search can
 * go back, so that n bytes of text take about n^(choices + 1) steps at worst.
 */
typedef struct sx_regex__cost {
  bool is_plain;   /* false: it has parts that were not understood, or call each other */
  size_t choices;  /* 0: each place takes steps in proportion to the pattern alone */
  size_t branches; /* what one step may take: alternatives and fixed repeats */
} sx_regex__cost;

struct sx_regex {
  pcre2_code *code;
  sx_regex__form form;
  sx_regex__cost cost;
  uint32_t group_count;
  uint32_t name_count, name_bytes; /* rows of the table of names */
  const unsigned char *names;
};

#define SX_REGEX__MAX_COUNT 65535

sx_regex__cost sx_regex__read_cost(sx_str pattern, bool is_literal);

/** After how many callouts a search in so many bytes is to be checked: some milliseconds. */
size_t sx_regex__stops_between_checks(const sx_regex *regex, size_t text_bytes);

/** Bytes of the part of an expression that `rest` begins with: a class, an escape, a byte. */
size_t sx_regex__part_bytes(sx_str rest);

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
