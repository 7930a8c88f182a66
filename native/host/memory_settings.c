#include "host/memory_settings.h"

#include "host/requests_parts.h"

size_t sx_batch_memory_settings(sx_batch *batch) {
  return sx_batch__post_alone(batch, "memorySettings");
}

sx_status sx_batch_get_memory_settings(sx_batch *batch, size_t slot, sx_memory_settings *out,
                                       sx_err *err) {
  sx_status status;
  *out = (sx_memory_settings){0};
  cJSON *root = sx_batch__fetch(batch, slot, false, &status, err);
  if (!root) return status;
  sx_str location = sx_json_get_str(root, "location", batch->arena);
  out->is_in_workspace = sx_str_is_equal(location, SX_STR("workspace"));
  out->is_trusted = sx_json_get_bool(root, "isTrusted");
  return sx_batch__end_fetch(batch, root, err);
}
