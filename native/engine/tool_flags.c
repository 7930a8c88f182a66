#include "engine/tool_flags.h"

static bool is_word(const cJSON *definition, const char *key, const char *word) {
  const cJSON *value = sx_json_get(definition, key);
  return cJSON_IsString(value) && strcmp(value->valuestring, word) == 0;
}

sx_tool_flags sx_tool_flags_read(const cJSON *definition) {
  const cJSON *deadline = sx_json_get(definition, "deadline_ms");
  const cJSON *annotations = sx_json_get(definition, "annotations");
  bool is_none = is_word(definition, "freshness", "none");
  bool is_servers = is_word(definition, "freshness", "servers");
  return (sx_tool_flags){
      .freshness = is_none      ? SX_FRESHNESS_NONE
                   : is_servers ? SX_FRESHNESS_SERVERS
                                : SX_FRESHNESS_FILES,
      .is_cached = cJSON_IsTrue(sx_json_get(definition, "cached")),
      .is_for_people = is_word(definition, "audience", "people"),
      .is_reading = cJSON_IsTrue(sx_json_get(annotations, "readOnlyHint")),
      .deadline_ms = cJSON_IsNumber(deadline) && deadline->valuedouble >= 1
                         ? (uint32_t)deadline->valuedouble
                         : 0,
  };
}
