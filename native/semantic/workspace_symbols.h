#ifndef SX_SEMANTIC_WORKSPACE_SYMBOLS_H
#define SX_SEMANTIC_WORKSPACE_SYMBOLS_H

#include "engine/tool.h"

/**
 * Answers with the symbols of the workspace whose names are like `query`: exact names first, then
 * those that begin with it, then those that have it, then what else the language servers offer;
 * tests and dependencies last. Where the servers have nothing, the text of the workspace is
 * searched, as for every symbol: they know what they have loaded only.
 */
sx_status sx_workspace_symbols_answer(sx_call *call, sx_str query, const cJSON *args,
                                      sx_answer *answer, sx_err *err) SX_MUST_USE;

#endif
