#ifndef SX_MATCH_REGEX_H
#define SX_MATCH_REGEX_H

#include "base/arena.h"
#include "base/status.h"
#include "base/str.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * Regular expressions on one text, as in VS Code's search: Perl's syntax, Unicode classes, ^ and $
 * at lines, line ends \n, \r\n and \r. A pattern cannot hang the engine, nor use up its memory.
 */

typedef struct sx_regex_options {
  bool ignore_case;
  bool single_line; /* ^ and $ only at the ends of the text */
  bool dot_all;     /* . also takes line ends */
  bool literal;     /* the pattern is text; a line end in it fits any */
  bool whole_word;
  bool no_groups; /* parentheses only group: thousands of them cost nothing where none is used */
} sx_regex_options;

typedef struct sx_regex sx_regex;

/** Bytes [start, end) of the subject; SX_STR_NONE in both where a group took no part. */
typedef struct sx_match_span {
  size_t start, end;
} sx_match_span;

/** spans[0] is the match, spans[n] its group n, as many as sx_regex_group_count + 1. */
typedef struct sx_regex_match {
  const sx_match_span *spans;
} sx_regex_match;

typedef struct sx_regex_matches {
  const sx_regex_match *items; /* ascending, not overlapping */
  size_t count;
} sx_regex_matches;

/** Whether to give up: SX_OK goes on, anything else (CANCELLED, DEADLINE) is the search's end. */
typedef struct sx_regex_check {
  sx_status (*run)(void *arg);
  void *arg;
} sx_regex_check;

/**
 * Compiles `pattern`. `\n` and a line end in it fit any line end, except in [] and in a lookbehind.
 *
 * Memory   In `a`, with the regex; nothing to release. Used by one thread at a time.
 * Errors   INVALID_ARGUMENT: what is wrong, at which character, and often what to write instead;
 *          TOO_BIG for patterns of more than 64 KiB; NOMEM.
 */
sx_status sx_regex_compile(sx_regex **out, sx_str pattern, const sx_regex_options *options,
                           sx_arena *a, sx_err *err) SX_MUST_USE;

/** How many groups can be referred to: 1 to this number. */
uint32_t sx_regex_group_count(const sx_regex *regex);
/** The number of the group called `name`; 0 when there is none. */
uint32_t sx_regex_group_of(const sx_regex *regex, sx_str name);
/** Name `i` of those in alphabetical order, "" past the last. */
sx_str sx_regex_group_name(const sx_regex *regex, uint32_t i);

/**
 * The next matches of a text, one at a time.
 *
 *   sx_regex_scan scan;
 *   status = sx_regex_scan_init(&scan, regex, text, check, err);
 *   while (!status && !(status = sx_regex_scan_next(&match, &scan, err)) && match.spans) …
 *   sx_regex_scan_release(&scan);       // also when init failed
 *
 * Subject  May hold broken UTF-8: each broken byte is a character of its own, which `.` takes.
 * Empty    After an empty match the search continues after the next character.
 * Limits   Each place where a match may begin gets so many steps and so much memory; past them:
 *          MATCH_LIMIT. Meanwhile `check` (may be NULL) is asked every few milliseconds; but for
 *          patterns whose code is too large for callouts in it, only after a few of these places,
 *          which may take seconds where single steps go over a long text.
 */
typedef struct sx_regex_scan {
  const sx_regex *regex;
  sx_str text;    /* borrowed */
  char *repaired; /* with broken bytes replaced; NULL when there are none */
  void *block, *context, *general;
  sx_match_span *spans;
  size_t at;
  bool is_over;
  const sx_regex_check *check; /* borrowed */
  size_t stops, stops_between_checks;
  sx_status stopped;
} sx_regex_scan;

sx_status sx_regex_scan_init(sx_regex_scan *scan, const sx_regex *regex, sx_str text,
                             const sx_regex_check *check, sx_err *err) SX_MUST_USE;
/** match->spans is NULL when there is no more; borrowed until the next call. */
sx_status sx_regex_scan_next(sx_regex_match *match, sx_regex_scan *scan, sx_err *err) SX_MUST_USE;
void sx_regex_scan_release(sx_regex_scan *scan);

/** All matches, in `a`. */
sx_status sx_regex_find_all(sx_regex_matches *out, const sx_regex *regex, sx_str text,
                            const sx_regex_check *check, sx_arena *a, sx_err *err) SX_MUST_USE;

#endif
