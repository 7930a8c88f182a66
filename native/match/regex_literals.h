#ifndef SX_MATCH_REGEX_LITERALS_H
#define SX_MATCH_REGEX_LITERALS_H

#include "base/arena.h"
#include "base/status.h"
#include "base/str.h"
#include "match/regex.h"

#include <stdbool.h>

/*
 * Which strings a text must contain where a regular expression matches in it. The reader is
 * conservative: what it does not know, it takes for something that may match any text.
 */

typedef enum sx_needed_kind {
  SX_NEEDED_NOTHING, /* any text may match */
  SX_NEEDED_STRING,
  SX_NEEDED_ALL, /* of its parts */
  SX_NEEDED_ONE, /* of its parts, at least */
} sx_needed_kind;

/** A condition on a text. `parts` are conditions other than SX_NEEDED_NOTHING. */
typedef struct sx_needed {
  sx_needed_kind kind;
  sx_str string; /* of SX_NEEDED_STRING: not empty */
  const struct sx_needed *const *parts;
  size_t part_count; /* of ALL and ONE: two or more */
} sx_needed;

typedef struct sx_regex_literals_options {
  bool ignore_case;
  bool literal;       /* the pattern is text */
  bool is_text_ascii; /* the condition is for texts without any other character */
  bool with_classes;  /* classes of ASCII letters and digits count as these: the condition may have
                         hundreds of strings, which an index can look up */
} sx_regex_literals_options;

typedef struct sx_regex_literals {
  const sx_needed *needed;
  /* Strings are in lower case, and ASCII letters of the text count in any case. */
  bool folds_case;
  /* The pattern matches exactly where `needed`, then a single string, is. */
  bool is_exact;
  /*
   * Whether it matches in a line, taken alone, only where it also matches in the whole text, at
   * the same place though maybe further: it does not look around, and forbids no way to match.
   */
  bool is_local;
} sx_regex_literals;

/**
 * Reads a pattern in PCRE2's syntax, as sx_regex_compile takes it.
 *
 * Case     Ignored also as Unicode has it: the Kelvin sign is a k, the long s an s. So, unless
 *          is_text_ascii, a k, an s and letters past ASCII are in no string if case is ignored.
 * Memory   In `a`; the pattern may go.
 * Errors   NOMEM or TOO_BIG of the arena. A pattern that is not valid needs nothing.
 */
sx_status sx_regex_literals_read(sx_regex_literals *out, sx_str pattern,
                                 const sx_regex_literals_options *options, sx_arena *a,
                                 sx_err *err) SX_MUST_USE;

/** Whether what fulfils it contains a string of so many bytes. */
bool sx_needed_has_string(const sx_needed *needed, size_t bytes);

#endif
