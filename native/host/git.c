#include "host/git.h"

#include "host/requests_parts.h"

size_t sx_batch_repositories(sx_batch *batch, bool is_fresh) {
  sx_buf args;
  sx_buf_init(&args, 16);
  sx_buf_addf(&args, "[%s]", is_fresh ? "true" : "false");
  return sx_batch__post(batch, "repositories", &args);
}

sx_status sx_batch_get_repositories(sx_batch *batch, size_t slot, sx_host_repositories *out,
                                    sx_err *err) {
  sx_status status;
  *out = (sx_host_repositories){0};
  cJSON *root = sx_batch__fetch(batch, slot, true, &status, err);
  if (!root) return status;
  const cJSON *row;
  cJSON_ArrayForEach (row, root) {
    sx_host_repository *one = SX_ARRAY_ADD(out, batch->arena);
    if (!one) break;
    one->root = sx_json_get_str(row, "root", batch->arena);
    one->branch = sx_json_get_str(row, "branch", batch->arena);
    one->commit = sx_json_get_str(row, "commit", batch->arena);
    sx_json_get_strs(&one->changed, row, "changed", batch->arena);
  }
  return sx_batch__end_fetch(batch, root, err);
}
