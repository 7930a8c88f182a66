#ifndef SX_ENGINE_TOOL_H
#define SX_ENGINE_TOOL_H

#include "answer/answer.h"
#include "workspace/call.h"

/**
 * A tool: its definition is `<name>.json` beside its `<name>.c`, which has
 *
 *   sx_status sx_tool_<name>(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err);
 *
 * It runs on a thread of the engine's and may wait for the editor. `args` are decoded by the
 * definition's inputSchema. It fills `answer`, or fails with an error for the agent; an
 * ordinary outcome, such as nothing found, is an answer. The list of tools is made from the
 * .json files when the engine is built: there is no other.
 */
typedef sx_status (*sx_tool_run)(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err);

typedef struct sx_tool {
  const char *name;
  const char *definition; /* JSON */
  sx_tool_run run;
} sx_tool;

/** Every tool, in the order in which clients see them; ends with a NULL name. */
extern const sx_tool sx_tools[];

#endif
