#ifndef SX_MATCH_REGEX_MANY_H
#define SX_MATCH_REGEX_MANY_H

#include "match/regex.h"

/*
 * A regular expression for many texts, used by several threads: compiled to machine code where the
 * processor and the system allow it, and once more for texts of ASCII alone, which are most.
 */
typedef struct sx_regex_many sx_regex_many;

/**
 * To be called once before threads compile: the first compilation looks what the processor has, the
 * first stack how long a page is, and they note it where all of them read it.
 */
void sx_regex_many_prepare(void);
/**
 * As sx_regex_compile, in `a`; but sx_regex_many_release gives back what is not of the arena, and
 * is called before the arena is released, also when this failed (`*out` is then NULL).
 */
sx_status sx_regex_many_compile(sx_regex_many **out, sx_str pattern,
                                const sx_regex_options *options, sx_arena *a,
                                sx_err *err) SX_MUST_USE;
void sx_regex_many_release(sx_regex_many *many); /* NULL is allowed */

/** The state of one thread that uses it. */
typedef struct sx_regex_worker {
  const sx_regex_many *many;
  void *general, *block, *context, *stack;
  const sx_regex_check *check; /* borrowed */
  uint32_t tries;
  sx_status stopped;
} sx_regex_worker;

/** NOMEM. Release it also then. `check` may be NULL. */
sx_status sx_regex_worker_init(sx_regex_worker *worker, const sx_regex_many *many,
                               const sx_regex_check *check) SX_MUST_USE;
void sx_regex_worker_release(sx_regex_worker *worker);

typedef struct sx_regex_subject {
  sx_str text;        /* valid UTF-8 */
  bool is_ascii;      /* it has no other characters */
  bool may_take_long; /* the check is asked, and a place may take many steps */
} sx_regex_subject;

/**
 * The first match at or after `from`; start is SX_STR_NONE where there is none.
 * Errors  MATCH_LIMIT where a place took too many steps, without may_take_long rather few; what the
 *         check gave; NOMEM; INTERNAL. No message is written.
 */
sx_status sx_regex_worker_find(sx_match_span *out, sx_regex_worker *worker,
                               const sx_regex_subject *subject, size_t from) SX_MUST_USE;

#endif
