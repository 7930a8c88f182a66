#include "host/run_settings.h"

#include "host/requests_parts.h"

size_t sx_batch_run_settings(sx_batch *batch) {
  return sx_batch__post_alone(batch, "runSettings");
}

sx_status sx_batch_get_run_settings(sx_batch *batch, size_t slot, sx_run_settings *out,
                                    sx_err *err) {
  sx_status status;
  *out = (sx_run_settings){0};
  cJSON *root = sx_batch__fetch(batch, slot, false, &status, err);
  if (!root) return status;
  sx_str sandbox = sx_json_get_str(root, "sandbox", batch->arena);
  sx_json_get_strs(&out->allowed, root, "allowed", batch->arena);
  sx_json_get_strs(&out->denied, root, "denied", batch->arena);
  out->has_network = sx_json_get_bool(root, "network");
  if (sx_str_is_equal(sandbox, SX_STR("always"))) out->sandbox = SX_SANDBOX_ALWAYS;
  if (sx_str_is_equal(sandbox, SX_STR("never"))) out->sandbox = SX_SANDBOX_NEVER;
  return sx_batch__end_fetch(batch, root, err);
}
