#include "bridge/offered.h"

#include "base/str.h"

#include "offered.inc"

typedef struct offered_tool {
  const char *toolset;
  bool is_default;
  const char *json, *output_schema;
} offered_tool;

#define SX_OFFERED(toolset, is_default, json, output) {toolset, is_default, json, output},

static const offered_tool tools[] = {SX_OFFERED_LIST};

#define TOOL_COUNT (sizeof tools / sizeof *tools)

static bool is_listed(sx_str list, sx_str toolset) {
  while (list.len) {
    size_t end = sx_str_find_char(list, ',', 0);
    if (sx_str_is_equal(sx_str_slice(list, 0, end), toolset)) return true;
    list = end == SX_STR_NONE ? SX_STR("") : sx_str_slice(list, end + 1, list.len);
  }
  return false;
}

sx_str sx_offered_find_unknown(sx_str *list) {
  while (list->len) {
    size_t end = sx_str_find_char(*list, ',', 0);
    sx_str name = sx_str_slice(*list, 0, end);
    bool is_known = !name.len;
    for (size_t i = 0; i < TOOL_COUNT && !is_known; i++)
      is_known = sx_str_is_equal(name, sx_str_from(tools[i].toolset));
    *list = end == SX_STR_NONE ? SX_STR("") : sx_str_slice(*list, end + 1, list->len);
    if (!is_known) return name;
  }
  return SX_STR("");
}

void sx_offered_write(sx_buf *json, const char *toolsets, bool is_structured) {
  bool is_first = true;
  sx_buf_add_text(json, "{\"tools\":[");
  for (size_t i = 0; i < TOOL_COUNT; i++) {
    const offered_tool *tool = &tools[i];
    if (!tool->is_default) continue;
    if (toolsets && !is_listed(sx_str_from(toolsets), sx_str_from(tool->toolset))) continue;
    sx_str members = sx_str_from(tool->json);
    if (!is_first) sx_buf_add_char(json, ',');
    is_first = false;
    sx_buf_add(json, sx_str_slice(members, 0, members.len - 1));
    if (is_structured) {
      sx_buf_add_text(json, ",\"outputSchema\":");
      sx_buf_add_text(json, tool->output_schema);
    }
    sx_buf_add_char(json, '}');
  }
  sx_buf_add_text(json, "]}");
}

const char *sx_offered_prompts(void) {
  return SX_PROMPTS;
}

const char *sx_offered_instructions(void) {
  return SX_INSTRUCTIONS;
}
