#ifndef SX_MATCH_GREP_H
#define SX_MATCH_GREP_H

#include "match/regex_literals.h"

/*
 * The lines of texts in which a pattern matches: compiled once, used by many threads. A line
 * matches by itself, whatever stands around it, unless matches may span lines.
 *
 * Strings that every match contains are looked for first, and the pattern is then tried on the
 * lines that have them. Without such strings it is tried on many lines at once.
 */

typedef struct sx_grep_options {
  bool literal; /* the pattern is text */
  bool whole_word;
  bool ignore_case;
  bool smart_case; /* ignores case unless the pattern has a letter in upper case */
  bool multi_line; /* matches may span lines */
} sx_grep_options;

typedef struct sx_grep sx_grep;

/**
 * Compiles `pattern`, as sx_regex_compile takes it; a line end in it, also as `\n`, stands for
 * multi_line.
 * In `a`; sx_grep_release gives back what is not of the arena, before the arena is released.
 * `*out` is NULL where it failed.
 */
sx_status sx_grep_compile(sx_grep **out, sx_str pattern, const sx_grep_options *options,
                          sx_arena *a, sx_err *err) SX_MUST_USE;
void sx_grep_release(sx_grep *grep); /* NULL is allowed */

/** The strings that a text of any kind has if it has a match. */
typedef struct sx_grep_need {
  const sx_needed *needed;
  bool folds_case; /* strings are in lower case; letters of the text count in any case, and also as
                      Unicode has it: the Kelvin sign is a k, the long s an s */
  bool per_line;   /* all of it in one line */
} sx_grep_need;

/** Borrowed from `grep`. */
sx_grep_need sx_grep_get_need(const sx_grep *grep);

/** The state of one thread; reused from text to text. */
typedef struct sx_grep_worker sx_grep_worker;

/** NULL without memory. `grep` and `check` (may be NULL) are borrowed until it is freed. */
sx_grep_worker *sx_grep_worker_new(const sx_grep *grep, const sx_regex_check *check);
void sx_grep_worker_free(sx_grep_worker *worker); /* NULL is allowed */

/** One line that matches, or the lines that matches span. Bytes of the text. */
typedef struct sx_grep_hit {
  size_t start, end;   /* without the last line's end */
  sx_match_span match; /* the first in them */
} sx_grep_hit;

/**
 * Begins with a text, which is borrowed until the next one. It may have broken UTF-8, as in
 * match/regex.h, and has no byte order mark. `is_ascii`: it is known to have ASCII only.
 */
void sx_grep_begin(sx_grep_worker *worker, sx_str text, bool is_ascii);

/**
 * The next hit; false at the end, and in `*status` why: OK, what the check gave, or NOMEM.
 * Hits ascend, and no two share a line.
 */
bool sx_grep_next(sx_grep_hit *hit, sx_grep_worker *worker, sx_status *status);

/**
 * The lines of this text that were passed over, as the pattern takes too many steps in them, and
 * where the first of them begins. Where matches may span lines, it is the rest of the text.
 */
size_t sx_grep_passed_over(const sx_grep_worker *worker, size_t *first);

#endif
