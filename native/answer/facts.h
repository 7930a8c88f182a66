#ifndef SX_ANSWER_FACTS_H
#define SX_ANSWER_FACTS_H

#include "answer/answer.h"
#include "host/edits.h"
#include "resolve/resolve.h"

/*
 * Facts that many tools have. Lines are 1-based in facts, columns 0-based UTF-16 units. A member
 * without memory for it is left out. `shown` is a path as it is displayed.
 */

/** `line`, `column`. */
void sx_facts_position(cJSON *object, sx_pos16 at);

/** `file`, `line`, `column`. */
void sx_facts_place(cJSON *object, sx_str shown, sx_pos16 at);

/** `name`, `kind?`, `container?`, the place, and `handle`, which is made in `arena`. */
void sx_facts_symbol(cJSON *object, const sx_symbol *symbol, sx_str shown, sx_arena *arena);

/** In an answer for a person alone: `path` as the editor names it, and the `icon` of the kind. */
void sx_facts_for_person(cJSON *object, const sx_answer *answer, sx_str path, sx_str kind);

/** "error", "warning", "information", "hint". Static. */
const char *sx_facts_severity(sx_severity severity);

/** The place, `end_line`, `end_column`, `severity`, `code?`, `source?`, `message`. */
void sx_facts_diagnostic(cJSON *object, sx_str shown, const sx_diagnostic *diagnostic);

#endif
