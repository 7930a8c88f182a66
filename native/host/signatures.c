#include "host/signatures.h"

#include "host/requests_parts.h"

#define MAX_ARGS_BYTES (64 * 1024)

size_t sx_batch_signatures(sx_batch *batch, sx_str path, sx_pos16 at) {
  sx_buf args;
  sx_buf_init(&args, MAX_ARGS_BYTES);
  sx_buf_add_char(&args, '[');
  sx_json_write_str(&args, path);
  sx_buf_addf(&args, ",%u,%u]", at.line, at.character);
  return sx_batch__post(batch, "signatureHelp", &args);
}

static void read_signature(sx_host_signature *out, const cJSON *row, sx_arena *arena) {
  const cJSON *one;
  out->label = sx_json_get_str(row, "label", arena);
  out->documentation = sx_json_get_str(row, "documentation", arena);
  out->active_parameter = sx_json_get_u32(row, "activeParameter");
  cJSON_ArrayForEach (one, sx_json_get(row, "parameters")) {
    sx_host_parameter *parameter = SX_ARRAY_ADD(&out->parameters, arena);
    if (!parameter) break;
    parameter->label = sx_json_get_str(one, "label", arena);
    parameter->documentation = sx_json_get_str(one, "documentation", arena);
  }
}

sx_status sx_batch_get_signatures(sx_batch *batch, size_t slot, sx_host_signatures *out,
                                  sx_err *err) {
  sx_status status;
  *out = (sx_host_signatures){0};
  cJSON *root = sx_batch__fetch(batch, slot, false, &status, err);
  if (!root) return status;
  out->active = sx_json_get_u32(root, "activeSignature");
  const cJSON *row;
  cJSON_ArrayForEach (row, sx_json_get(root, "signatures")) {
    sx_host_signature *signature = SX_ARRAY_ADD(&out->items, batch->arena);
    if (!signature) break;
    read_signature(signature, row, batch->arena);
  }
  return sx_batch__end_fetch(batch, root, err);
}
