#ifndef SX_MATCH_GREP_PLAN_H
#define SX_MATCH_GREP_PLAN_H

/* Shared by grep*.c; no other file includes it. */

#include "match/grep.h"
#include "match/regex_literals.h"
#include "match/regex_many.h"
#include "text/scan.h"

#define SX_GREP__MAX_NEEDLES 8

/** The strings of which a line that matches has at least one, found by their rarest bytes. */
typedef struct sx_grep__plan {
  sx_str strings[SX_GREP__MAX_NEEDLES];
  sx_scan_needle needles[SX_GREP__MAX_NEEDLES];
  size_t count; /* 0: there are none */
  bool folds_case;
  bool is_exact; /* where the one string is, the pattern matches (as a word, if asked for) */
  bool is_local; /* see sx_regex_literals */
} sx_grep__plan;

struct sx_grep {
  sx_grep_options options;
  sx_regex_many *regex;
  sx_grep__plan any, ascii; /* for texts of ASCII alone */
  bool plans_differ;
  sx_grep_need need;
};

/** Chooses the best strings of a condition. */
void sx_grep__plan_make(sx_grep__plan *plan, const sx_regex_literals *literals);

#endif
