#ifndef SX_WEB_PAGE_H
#define SX_WEB_PAGE_H

#include "answer/answer.h"
#include "workspace/call.h"

/** A page, as an agent asks for it. */
typedef struct sx_web_question {
  sx_str url;
  bool is_head;
  sx_str selector; /* empty: the readable part */
  bool is_raw;
  sx_str cursor; /* from an answer, or empty */
} sx_web_question;

/**
 * Fetches the page and writes its text, within the answer's budget. All remarks
 * of Sextant are above that text, as a page may have lines that look like them.
 *
 * Errors  as sx_web_visit; CONFLICT where the page is not as it was at the cursor.
 */
sx_status sx_web_answer(sx_call *call, const sx_web_question *question, sx_answer *answer,
                        sx_err *err) SX_MUST_USE;

#endif
