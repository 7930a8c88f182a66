#include "engine/tool.h"

/* Made from the .json files in the folders of native/tools: SX_TOOL(name, definition). */
#include "tools.inc"

#define SX_TOOL(name, definition)                                                                  \
  sx_status sx_tool_##name(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err);
SX_TOOL_LIST
#undef SX_TOOL

const sx_tool sx_tools[] = {
#define SX_TOOL(name, definition) {#name, definition, sx_tool_##name},
    SX_TOOL_LIST
#undef SX_TOOL
    {NULL, NULL, NULL},
};
