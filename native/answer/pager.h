#ifndef SX_ANSWER_PAGER_H
#define SX_ANSWER_PAGER_H

#include "answer/answer.h"
#include "base/arena.h"
#include "text/position.h"

/* ---- cursors ------------------------------------------------------------------------------ */

/**
 * Where an answer continues: decimal numbers and then, as 8 hexadecimal digits, the hash of all
 * that is answered in pages, joined by dots: "40.0badcafe". A cursor of anything else is refused.
 */
#define SX_CURSOR_BYTES 56
#define SX_CURSOR_NUMBERS 2

/** At most SX_CURSOR_NUMBERS numbers. */
void sx_cursor_write(char out[SX_CURSOR_BYTES], const uint64_t *numbers, size_t count,
                     uint32_t hash);

/** The rule that a cursor has to keep. */
typedef struct sx_cursor_rule {
  const char *what; /* that has changed if the hash is another one: "list", "text" */
  uint32_t hash;
  size_t count; /* of numbers, each at most its `most` */
  uint64_t most[SX_CURSOR_NUMBERS];
} sx_cursor_rule;

/**
 * Reads rule->count numbers.
 * Errors  INVALID_ARGUMENT if it is not a cursor; CONFLICT.
 */
sx_status sx_cursor_read(uint64_t *numbers, sx_str cursor, const sx_cursor_rule *rule,
                         sx_err *err) SX_MUST_USE;

/** The part of a hash that a cursor has. */
uint32_t sx_cursor_hash(uint64_t hash);
/** Fold more of a list into its hash, which begins with its count. */
uint64_t sx_pager_hash(uint64_t hash, uint64_t more);
uint64_t sx_pager_hash_place(uint64_t hash, sx_str path, sx_pos16 at);

/* ---- lists -------------------------------------------------------------------------------- */

/**
 * A list that is answered page by page, as far as the answer's budget goes:
 *
 *   sx_pager pager = {.answer = answer, .facts = facts, .count = len, .hash = hash};
 *   status = sx_pager_begin(&pager, cursor, err);
 *   while (!status && sx_pager_has_item(&pager)) status = write_one(&items[pager.next], ...);
 *   if (!status) sx_pager_end(&pager);
 *
 * An item is what was added to the answer's text and to `facts` since the one before; one that is
 * over the budget is removed again, but the first of a page never is.
 */
typedef struct sx_pager {
  /* Set by the caller. */
  sx_answer *answer;
  cJSON *facts;          /* an array; borrowed */
  size_t count;          /* of all items */
  uint64_t hash;         /* of all items */
  size_t most;           /* items on a page; 0: any number */
  const char *no_cursor; /* a sentence on why the list cannot be continued; NULL: it can */
  /* Set by the pager. */
  size_t first, next;   /* the page's first item, and that which is written next */
  size_t start_bytes;   /* of the next item in the text */
  cJSON *last_old_fact; /* the last before the next item's; NULL: there are none */
  size_t used_tokens, room_tokens;
  bool is_open, is_full;
} sx_pager;

/**
 * Call it when everything above the list is written: that counts, too. `cursor` is the one given,
 * or empty.
 * Errors  INVALID_ARGUMENT if it is not a cursor, CONFLICT if the list has changed.
 */
sx_status sx_pager_begin(sx_pager *pager, sx_str cursor, sx_err *err) SX_MUST_USE;

/** Settles the item that was written last; whether item `next` is to be written now. */
bool sx_pager_has_item(sx_pager *pager);

/* For items that are written together, or in several arrays of facts. */

/** The next items begin here: what was written since the last one, as a heading, is free. */
void sx_pager_mark(sx_pager *pager, cJSON *facts);
/** Whether what was written since the last item, as `count` items, is within the budget. */
bool sx_pager_fits(const sx_pager *pager, size_t count);
/** Keeps it. */
void sx_pager_take(sx_pager *pager, size_t count);
/** Removes it, and ends the page. */
void sx_pager_drop(sx_pager *pager);

/** Ends the answer with a cursor where the list continues, or why there is none. */
void sx_pager_end(sx_pager *pager);

#endif
