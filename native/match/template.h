#ifndef SX_MATCH_TEMPLATE_H
#define SX_MATCH_TEMPLATE_H

#include "base/buf.h"
#include "match/regex.h"

/*
 * The replacement of a match, as in VS Code:
 *
 *   $1 ${1} ${name} $<name>   a group      $0 $&   the match      $$   a dollar sign
 *   \n \t \\                  a line end, a tab, a backslash
 *   \u \l                     the next character of the next group in upper (lower) case
 *   \U \L … \E                the next group in upper (lower) case; \u\L$1 does both
 *
 * A group that took no part is empty. Any other $ or \ stands for itself.
 */

#define SX_TEMPLATE_MAX_CASES 8

typedef struct sx_template_part {
  sx_str text; /* when `is_group` is false */
  uint32_t group;
  bool is_group;
  char cases[SX_TEMPLATE_MAX_CASES + 1]; /* of u l U L, for a group */
} sx_template_part;

typedef struct sx_template {
  const sx_template_part *parts;
  size_t count;
} sx_template;

/**
 * Takes a replacement text apart. `regex` is NULL for a literal search, whose replacement is taken
 * as it is.
 *
 * Memory   In `a`; text borrowed as long as the template is used.
 * Errors   INVALID_ARGUMENT for a group that is not there, naming those that are; NOMEM, TOO_BIG.
 */
sx_status sx_template_parse(sx_template *out, sx_str text, const sx_regex *regex, sx_arena *a,
                            sx_err *err) SX_MUST_USE;

/** Appends the replacement of a match in `subject`; see out->status. */
void sx_template_expand(sx_buf *out, const sx_template *from, sx_str subject,
                        const sx_regex_match *match);

/**
 * Appends `text` in the case of what it replaces: foo, Foo, FOO become bar, Bar, BAR; parts that
 * hyphens or underscores separate count one by one where both have as many.
 */
void sx_template_keep_case(sx_buf *out, sx_str text, sx_str replaced);

#endif
