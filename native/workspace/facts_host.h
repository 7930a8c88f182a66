#ifndef SX_WORKSPACE_FACTS_HOST_H
#define SX_WORKSPACE_FACTS_HOST_H

#include "syntax/facts.h"
#include "syntax/tree.h"
#include "workspace/call.h"

/**
 * Reads what texts declare in languages that have a grammar: by `sextant-indexer --facts`, a
 * process of its own, as a fault in a grammar ends it. There is one for a window; it is started by
 * the first question, and ended after a minute without one. Questions are answered one after
 * another.
 *
 * A text that ends the process twice, or holds it up, is not sent again.
 */
typedef struct sx_facts_host sx_facts_host;

sx_facts_host *sx_facts_host_new(void); /* NULL without memory */
/** Kills the process. No call may be asking any more. */
void sx_facts_host_free(sx_facts_host *host);

/**
 * `programs` is the folder of sextant-indexer. To be called once, before the first question;
 * without it, and where programs cannot be started, nothing is read. False without memory.
 */
bool sx_facts_host_set_up(sx_facts_host *host, sx_str programs);
/**
 * After how long without a question the process is ended, and how long it has for one; for tests.
 */
void sx_facts_host_set_times(sx_facts_host *host, uint64_t idle_ms, uint64_t question_ms);

/**
 * Finds what `text` declares. `language` is a name of syntax/languages.h; a header of C may be read
 * as C++. A `file` that is not 0 numbers the file of the text: the next text with that number is
 * read faster if it differs by an edit. The extent is UNREAD where there is no process, the call's
 * time is over, or the text has ended the process; then there are no facts.
 *
 * Memory  in `arena`.
 * Errors  CANCELLED, CLOSED; NOMEM; TOO_BIG from the arena.
 */
sx_status sx_facts_host_ask(sx_text_facts *out, sx_call *call, sx_str language, sx_str text,
                            uint32_t file, sx_arena *arena, sx_err *err) SX_MUST_USE;

/**
 * The syntax tree of `text`, or of a part of it. `*read_as` is the language whose grammar read it.
 * The extent is UNREAD as above; TOO_BIG over 8 MB; CUT where it took too long or too much memory,
 * and then there may be nodes or none.
 *
 * Memory  in the call's arena.
 * Errors  CANCELLED, CLOSED; NOMEM; TOO_BIG from the arena.
 */
sx_status sx_facts_host_ask_tree(sx_syntax_tree *out, sx_str *read_as, sx_call *call,
                                 sx_str language, sx_str text, const sx_tree_query *query,
                                 sx_err *err) SX_MUST_USE;

#endif
