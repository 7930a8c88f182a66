#ifndef SX_SEMANTIC_CERTAINTY_H
#define SX_SEMANTIC_CERTAINTY_H

#include "answer/answer.h"
#include "servers/inquiry.h"

/** The next step for a silent server. */
#define SX_SEE_STATUS "manage_workspace(operation=\"status\") names its extension."

/* The sentences on what an answer may lack, and its status. */

/** A line "Unknown: …" with a sentence of the caller's. */
void sx_certainty_add(sx_buf *text, const char *format, ...) SX_PRINTF(2, 3);

/** The same if the answer has a part that is known: "Unknown in part: …". */
void sx_certainty_add_part(sx_buf *text, const char *format, ...) SX_PRINTF(2, 3);

/** `unknown` where it is not known whether that is all, else by whether something was found. */
sx_answer_status sx_certainty_status(bool is_known, size_t count);

/** Why the answer may lack something, if it may. Whether there was something to write. */
bool sx_certainty_write(const sx_certainty *certainty, sx_buf *text);

/** No extension serves the language. */
void sx_certainty_write_absent(sx_str language, sx_buf *text);

/** There may be more: the server is still loading, or silent. */
void sx_certainty_write_loading(const sx_certainty *certainty, sx_buf *text);

/** "no extension that serves …", or that its server is starting or silent; with what to do, and a
 * point. */
void sx_certainty_write_reason(const sx_certainty *certainty, sx_buf *text);

/** The server is starting or silent, and the call does without it: by the index and the text. */
void sx_certainty_write_early(const sx_certainty *certainty, sx_buf *text);

/** The server of the language has not answered yet, or never. */
void sx_certainty_write_unanswered(bool is_silent, sx_str language, sx_buf *text);

/** `what` ("uses", "calls"): all that may be some are in code that no server reads. */
void sx_certainty_write_unread(const char *what, sx_buf *text);

/** A provider failed, or was late: "Unknown in part: …". Nothing where `reason` is empty. */
void sx_certainty_write_part(sx_str reason, sx_buf *text);

#endif
