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

/** How much text it is best tried on at once, where a match is in one line. */
size_t sx_regex_many_piece_bytes(const sx_regex_many *many);

/** The state of one thread that uses it. */
typedef struct sx_regex_worker {
  const sx_regex_many *many;
  void *general, *block, *context, *stack;
  const sx_regex_check *check; /* borrowed */
  size_t work, next_check, most_work,
      at; /* of one search: bytes that it went over, and where it is */
  size_t stops, stops_between_checks;
  uint32_t searches;
  sx_status stopped; /* what the check gave */
} sx_regex_worker;

/** NOMEM. Release it also then. `check` may be NULL. */
sx_status sx_regex_worker_init(sx_regex_worker *worker, const sx_regex_many *many,
                               const sx_regex_check *check) SX_MUST_USE;
void sx_regex_worker_release(sx_regex_worker *worker);

typedef struct sx_regex_subject {
  sx_str text;        /* valid UTF-8 */
  bool is_ascii;      /* it has no other characters */
  bool may_take_long; /* a place may take many steps; slower */
} sx_regex_subject;

/**
 * The first match at or after `from`; start is SX_STR_NONE where there is none.
 * Errors  MATCH_LIMIT where it took too many steps. Without may_take_long these are rather few, and
 *         none at all where even one may take long. NOMEM; INTERNAL; or what the check gave. No
 *         message is written.
 * Time    The check is asked every few milliseconds. Where a pattern is too large for callouts in
 *         it, it is asked once in some places where a match may begin: each of these has so few
 *         steps that all of them are over in a tenth of a second, in texts of up to a megabyte.
 */
sx_status sx_regex_worker_find(sx_match_span *out, sx_regex_worker *worker,
                               const sx_regex_subject *subject, size_t from) SX_MUST_USE;

#endif
