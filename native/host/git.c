#include "host/git.h"

#include "host/requests_parts.h"

size_t sx_batch_repositories(sx_batch *batch) {
  sx_buf args;
  sx_buf_init(&args, 64);
  sx_buf_add_char(&args, '[');
  return sx_batch__post_list(batch, "repositories", &args);
}

sx_status sx_batch_get_repositories(sx_batch *batch, size_t slot, sx_host_repositories *out,
                                    sx_err *err) {
  sx_status status;
  *out = (sx_host_repositories){0};
  cJSON *root = sx_batch__fetch(batch, slot, true, &status, err);
  if (!root) return status;
  const cJSON *row, *path;
  cJSON_ArrayForEach (row, root) {
    sx_host_repository *one = SX_ARRAY_ADD(out, batch->arena);
    if (!one) break;
    one->root = sx_json_str(sx_json_get(row, "root"), batch->arena);
    one->branch = sx_json_str(sx_json_get(row, "branch"), batch->arena);
    one->commit = sx_json_str(sx_json_get(row, "commit"), batch->arena);
    cJSON_ArrayForEach (path, sx_json_get(row, "changed")) {
      sx_str *changed = SX_ARRAY_ADD(&one->changed, batch->arena);
      if (!changed) break;
      *changed = sx_json_str(path, batch->arena);
    }
  }
  return sx_batch__end_fetch(batch, root, err);
}
