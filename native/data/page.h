#ifndef SX_DATA_PAGE_H
#define SX_DATA_PAGE_H

#include "data/statement.h"

/**
 * The rows of an answer, within its budget:
 *
 *   sx_db_page page = {.call = call, .answer = answer, .columns = &columns, .most = most};
 *   status = sx_db_page_begin(&page, err);
 *   for each row: sx_db_page_take(&page, sx_db_page_wants(&page) ? values : NULL);
 *   if (!status) status = sx_db_page_end(&page, numbers, count, hash, err);
 *   sx_db_page_release(&page);
 */
typedef struct sx_db_page {
  /* Set by the caller. */
  sx_call *call;
  sx_answer *answer;
  const sx_db_columns *columns;
  uint64_t skip;   /* rows before the page */
  size_t most;     /* rows on it */
  bool is_write;   /* the rows come with a change: they cannot be continued */
  bool is_counted; /* all rows were seen */
  /* Set by the page. */
  cJSON *facts;
  size_t used, room; /* tokens */
  uint64_t rows;     /* all that were seen; the caller may know of more */
  size_t written;
  uint64_t last_hash; /* of the last row that was written */
  bool is_full, has_cut;
  sx_status status; /* a row that could not be written */
  sx_buf line;
} sx_db_page;

/** Writes the columns, if there are any. */
sx_status sx_db_page_begin(sx_db_page *page, sx_err *err) SX_MUST_USE;
/** Whether the values of the next row are looked at. */
bool sx_db_page_wants(const sx_db_page *page);
void sx_db_page_take(sx_db_page *page, const sx_db_value *values);
/** Writes how many rows are left, with a cursor of `numbers`; `hash` is of what is asked for. */
sx_status sx_db_page_end(sx_db_page *page, const uint64_t *numbers, size_t count, uint32_t hash,
                         sx_err *err) SX_MUST_USE;
void sx_db_page_release(sx_db_page *page);

/** Another row has another hash, with hardly an exception. */
uint64_t sx_db_hash_row(const sx_db_value *values, size_t count);

/** With as few digits as make this finite number and no other, as JSON has it. */
void sx_db_add_number(sx_buf *out, double number);

#endif
