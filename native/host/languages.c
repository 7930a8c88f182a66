#include "host/languages.h"

#include "host/requests_parts.h"

size_t sx_batch_languages(sx_batch *batch) {
  sx_buf args;
  sx_buf_init(&args, 16);
  sx_buf_add_text(&args, "[]");
  return sx_batch__post(batch, "languages", &args);
}

static void read_language(sx_host_language *out, const cJSON *row, sx_arena *arena) {
  const cJSON *one;
  out->id = sx_json_str(sx_json_get(row, "id"), arena);
  cJSON_ArrayForEach (one, sx_json_get(row, "files")) {
    sx_str *file = SX_ARRAY_ADD(&out->files, arena);
    if (file) *file = sx_json_str(one, arena);
  }
  sx_batch__read_servers(&out->servers, sx_json_get(row, "servers"), arena);
}

sx_status sx_batch_get_languages(sx_batch *batch, size_t slot, sx_host_languages *out,
                                 sx_err *err) {
  sx_status status;
  *out = (sx_host_languages){0};
  cJSON *root = sx_batch__fetch(batch, slot, true, &status, err);
  if (!root) return status;
  const cJSON *row;
  cJSON_ArrayForEach (row, root) {
    sx_host_language *language = SX_ARRAY_ADD(out, batch->arena);
    if (!language) break;
    read_language(language, row, batch->arena);
  }
  return sx_batch__end_fetch(batch, root, err);
}
