#include "host/embeddings.h"

#include "host/requests_parts.h"

#include <float.h>
#include <math.h>

/* 64 texts of a thousand bytes, each of which may be written as six. */
#define MAX_ARGS_BYTES ((size_t)1 << 20)
/* Members of a reply beside the numbers of its vectors. */
#define MAX_OTHER_ITEMS 4096

size_t sx_batch_embed(sx_batch *batch, sx_str url, sx_str model, const sx_str *texts, size_t count,
                      uint64_t ms) {
  sx_buf args;
  sx_buf_init(&args, MAX_ARGS_BYTES);
  sx_buf_add_char(&args, '[');
  sx_json_write_str(&args, url);
  sx_buf_add_text(&args, ",{");
  if (model.len) {
    sx_buf_add_text(&args, "\"model\":");
    sx_json_write_str(&args, model);
    sx_buf_add_char(&args, ',');
  }
  sx_buf_add_text(&args, "\"input\":[");
  for (size_t i = 0; i < count; i++) {
    if (i) sx_buf_add_char(&args, ',');
    sx_json_write_str(&args, texts[i]);
  }
  sx_buf_addf(&args, "]},%llu,%zu", (unsigned long long)ms, SX_EMBED_MAX_BYTES);
  return sx_batch__post_list(batch, "embed", &args);
}

/* ---- reasons --------------------------------------------------------------------------------- */

static const char *reason_of_status(uint32_t status) {
  switch (status) {
  case 401:
  case 403: return "did not accept the key";
  case 404: return "has no such address or model";
  case 429: return "has had too many requests";
  default: return "reported an error";
  }
}

/* `why` is a word of the shim's, or the system's name of an error. */
static sx_str reason_of(sx_str why, uint32_t status, sx_arena *arena) {
  static const struct {
    const char *word, *reason;
  } rows[] = {
      {"redirect", "redirects to another server, which is not asked"},
      {"size", "sent more than 8 MB"},
      {"url", "has an address that cannot be used: it must be http or https, without a name and a "
              "password"},
      {"key", "has a key that cannot be read or sent"},
      {"unreachable", "could not be reached"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (sx_str_is_equal(why, sx_str_from(rows[i].word))) return sx_str_from(rows[i].reason);
  if (why.len) return sx_arena_printf(arena, "could not be reached (%.*s)", SX_STR_ARG(why));
  if (status == 200) return SX_STR("");
  return sx_arena_printf(arena, "%s (HTTP %u)", reason_of_status(status), status);
}

/* ---- vectors --------------------------------------------------------------------------------- */

/* Each item of a list takes memory many times its text: there are no more than a reply needs. */
static bool has_too_many_items(sx_str json, size_t count) {
  size_t items = 0, most = count * SX_VECTOR_MAX_LEN + MAX_OTHER_ITEMS;
  for (size_t i = 0; i < json.len; i++) items += json.ptr[i] == ',';
  return items > most;
}

static const char *read_vector(const cJSON *list, uint32_t len, sx_vector *out, sx_arena *arena) {
  const cJSON *item;
  uint32_t count = 0;
  float *items = sx_arena_calloc(arena, len, sizeof *items);
  if (!items) return "";
  cJSON_ArrayForEach (item, list) {
    if (!cJSON_IsNumber(item)) return "sent a vector that has something else than numbers";
    if (!(fabs(item->valuedouble) <= FLT_MAX))
      return "sent a vector with a number that is too large";
    if (count < len) items[count] = (float)item->valuedouble;
    count++;
  }
  if (count != len) return "sent vectors of different lengths";
  if (!sx_vector_normalize(items, len)) return "sent a vector that has no direction";
  *out = (sx_vector){items, len};
  return NULL;
}

/* They may come in any order. Why they are not valid; empty: no memory; NULL: they are. */
static const char *read_vectors(const cJSON *data, sx_vector *out, size_t count, sx_arena *arena) {
  const cJSON *row;
  size_t at = 0;
  uint32_t len = 0;
  cJSON_ArrayForEach (row, data) {
    const cJSON *list = sx_json_get(row, "embedding"), *index = sx_json_get(row, "index");
    size_t place = cJSON_IsNumber(index) ? sx_json_u32(index) : at;
    if (!cJSON_IsArray(list)) return "sent something else than vectors";
    if (place >= count || out[place].items) return "sent vectors of other texts";
    if (!at) len = (uint32_t)cJSON_GetArraySize(list);
    if (!len || len > SX_VECTOR_MAX_LEN) return "sent vectors without numbers, or with too many";
    const char *why = read_vector(list, len, &out[place], arena);
    if (why) return why;
    at++;
  }
  return at == count ? NULL : "sent too few vectors";
}

static const char *read_reply(sx_str json, sx_vector *out, size_t count, sx_arena *arena) {
  if (has_too_many_items(json, count)) return "sent vectors without numbers, or with too many";
  cJSON *root = sx_json_parse(json);
  const cJSON *data = sx_json_get(root, "data");
  const char *why = cJSON_IsArray(data) ? read_vectors(data, out, count, arena)
                                        : "sent an answer that is not as the API has it";
  cJSON_Delete(root);
  return why;
}

sx_status sx_batch_get_embedded(sx_batch *batch, size_t slot, sx_vector *out, size_t count,
                                sx_str *why, sx_err *err) {
  sx_status status;
  sx_arena *arena = batch->arena;
  memset(out, 0, count * sizeof *out);
  *why = SX_STR("");
  cJSON *root = sx_batch__fetch(batch, slot, false, &status, err);
  if (status == SX_HOST) *why = SX_STR("could not be asked by the editor");
  if (!root) return status == SX_HOST ? SX_OK : status;
  sx_str word = sx_json_get_str(root, "why", arena);
  bool is_late = sx_str_is_equal(word, SX_STR("timeout"));
  if (!is_late) *why = reason_of(word, sx_json_get_u32(root, "status"), arena);
  cJSON_Delete(root);
  if (arena->status) return sx_fail(err, arena->status, NULL);
  if (is_late) return sx_fail(err, SX_DEADLINE, NULL);
  if (why->len) return SX_OK;
  const char *reason = read_reply(sx_request_text(batch->requests.items[slot]), out, count, arena);
  if (arena->status) return sx_fail(err, arena->status, NULL);
  if (reason) *why = sx_str_from(reason);
  return SX_OK;
}
