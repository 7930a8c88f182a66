#include "host/languages.h"

#include "host/requests_parts.h"

size_t sx_batch_languages(sx_batch *batch) {
  return sx_batch__post_alone(batch, "languages");
}

static void read_language(sx_host_language *out, const cJSON *row, sx_arena *arena) {
  out->id = sx_json_get_str(row, "id", arena);
  sx_json_get_strs(&out->files, row, "files", arena);
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
