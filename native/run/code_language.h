#ifndef SX_RUN_CODE_LANGUAGE_H
#define SX_RUN_CODE_LANGUAGE_H

#include "syntax/languages.h"
#include "workspace/call.h"

/*
 * The language of a text that is in no file, by what an agent calls it: an id of VS Code, our own
 * name, an extension, or another usual name (c++, golang).
 */

/** NULL: no grammar reads it. */
const sx_syntax_language *sx_code_language_grammar(sx_str name);
/** VS Code's id, which may be `name` itself, and an extension of its files with the dot, which may
 * be empty. In `arena`. */
void sx_code_language_editor(sx_str name, sx_str *id, sx_str *extension, sx_arena *arena);
/** INVALID_ARGUMENT with the languages that have a grammar. `what`: "sql", "notes.txt". */
sx_status sx_code_language_fail(sx_call *call, sx_str what, sx_err *err);

#endif
