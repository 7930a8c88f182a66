#include "host/run_settings.h"

#include "host/requests_parts.h"

size_t sx_batch_run_settings(sx_batch *batch) {
  sx_buf args;
  sx_buf_init(&args, 16);
  sx_buf_add_text(&args, "[]");
  return sx_batch__post(batch, "runSettings", &args);
}

static void read_list(sx_strs *out, const cJSON *list, sx_arena *arena) {
  const cJSON *one;
  cJSON_ArrayForEach (one, list) {
    sx_str *item = cJSON_IsString(one) ? SX_ARRAY_ADD(out, arena) : NULL;
    if (item) *item = sx_json_str(one, arena);
  }
}

sx_status sx_batch_get_run_settings(sx_batch *batch, size_t slot, sx_run_settings *out,
                                    sx_err *err) {
  sx_status status;
  *out = (sx_run_settings){0};
  cJSON *root = sx_batch__fetch(batch, slot, false, &status, err);
  if (!root) return status;
  sx_str sandbox = sx_json_str(sx_json_get(root, "sandbox"), batch->arena);
  read_list(&out->allowed, sx_json_get(root, "allowed"), batch->arena);
  read_list(&out->denied, sx_json_get(root, "denied"), batch->arena);
  out->has_network = sx_json_is_true(sx_json_get(root, "network"));
  if (sx_str_is_equal(sandbox, SX_STR("always"))) out->sandbox = SX_SANDBOX_ALWAYS;
  if (sx_str_is_equal(sandbox, SX_STR("never"))) out->sandbox = SX_SANDBOX_NEVER;
  return sx_batch__end_fetch(batch, root, err);
}
