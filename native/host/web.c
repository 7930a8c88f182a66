#include "host/web.h"

#include "host/requests_parts.h"

size_t sx_batch_web_look(sx_batch *batch, sx_str url) {
  sx_buf args = sx_batch__text_args(url);
  return sx_batch__post_list(batch, "webLook", &args);
}

sx_status sx_batch_get_web_place(sx_batch *batch, size_t slot, sx_web_place *out, sx_err *err) {
  sx_status status;
  sx_arena *arena = batch->arena;
  *out = (sx_web_place){0};
  cJSON *root = sx_batch__fetch(batch, slot, false, &status, err);
  if (!root) return status;
  out->why = sx_json_str(sx_json_get(root, "why"), arena);
  out->detail = sx_json_str(sx_json_get(root, "detail"), arena);
  out->url = sx_json_str(sx_json_get(root, "url"), arena);
  out->host = sx_json_str(sx_json_get(root, "host"), arena);
  out->is_allowed = sx_json_is_true(sx_json_get(root, "isAllowed"));
  return sx_batch__end_fetch(batch, root, err);
}

static void write_bool(sx_buf *out, const char *name, bool value) {
  sx_buf_addf(out, ",\"%s\":%s", name, value ? "true" : "false");
}

size_t sx_batch_web_get(sx_batch *batch, const sx_web_wanted *wanted) {
  sx_buf args;
  sx_buf_init(&args, (size_t)1 << 20);
  sx_buf_addf(&args, "[{\"call\":%llu,\"limitMs\":%llu,\"method\":\"%s\",\"url\":",
              (unsigned long long)wanted->call, (unsigned long long)wanted->limit_ms,
              wanted->is_head ? "HEAD" : "GET");
  sx_json_write_str(&args, wanted->url);
  sx_buf_add_text(&args, ",\"selector\":");
  sx_json_write_str(&args, wanted->selector);
  sx_buf_add_text(&args, ",\"path\":");
  sx_json_write_str(&args, wanted->path);
  write_bool(&args, "raw", wanted->is_raw);
  write_bool(&args, "kept", wanted->is_kept);
  sx_buf_add_char(&args, '}');
  return sx_batch__post_list(batch, "webGet", &args);
}

static uint64_t read_count(const cJSON *number) {
  double value = cJSON_IsNumber(number) ? number->valuedouble : 0;
  return value >= 1 && value < 9e15 ? (uint64_t)value : 0;
}

sx_status sx_batch_get_web_page(sx_batch *batch, size_t slot, sx_web_page *out, sx_err *err) {
  sx_status status;
  sx_arena *arena = batch->arena;
  *out = (sx_web_page){0};
  cJSON *root = sx_batch__fetch(batch, slot, false, &status, err);
  if (!root) return status;
  const struct {
    const char *name;
    sx_str *to;
  } texts[] = {{"why", &out->why},  {"detail", &out->detail},     {"type", &out->type},
               {"url", &out->url},  {"location", &out->location}, {"title", &out->title},
               {"from", &out->from}};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    *texts[i].to = sx_json_str(sx_json_get(root, texts[i].name), arena);
  out->status = sx_json_u32(sx_json_get(root, "status"));
  out->bytes = read_count(sx_json_get(root, "bytes"));
  out->resumed = read_count(sx_json_get(root, "resumed"));
  out->is_markdown = sx_json_is_true(sx_json_get(root, "isMarkdown"));
  out->is_cut = sx_json_is_true(sx_json_get(root, "isCut"));
  const cJSON *header;
  cJSON_ArrayForEach (header, sx_json_get(root, "headers")) {
    sx_web_header *added = SX_ARRAY_ADD(&out->headers, arena);
    if (!added) break;
    *added = (sx_web_header){sx_arena_dup(arena, sx_str_from(header->string)),
                             sx_json_str(header, arena)};
  }
  sx_str text = sx_request_text(batch->requests.items[slot]);
  bool is_lost = sx_json_is_true(sx_json_get(root, "hasText")) && !text.len;
  out->text = sx_arena_dup(arena, text);
  if (is_lost) {
    cJSON_Delete(root);
    return sx_fail(err, SX_NOMEM, NULL);
  }
  return sx_batch__end_fetch(batch, root, err);
}

/* ---- searches ------------------------------------------------------------------------------ */

size_t sx_batch_web_provider(sx_batch *batch, sx_str query) {
  sx_buf args = sx_batch__text_args(query);
  return sx_batch__post_list(batch, "webProvider", &args);
}

size_t sx_batch_web_search(sx_batch *batch, uint64_t call, sx_str query, uint64_t limit_ms) {
  sx_buf args;
  sx_buf_init(&args, (size_t)1 << 20);
  sx_buf_addf(&args, "[%llu,", (unsigned long long)call);
  sx_json_write_str(&args, query);
  sx_buf_addf(&args, ",%llu", (unsigned long long)limit_ms);
  return sx_batch__post_list(batch, "webSearch", &args);
}

sx_status sx_batch_get_web_results(sx_batch *batch, size_t slot, sx_web_results *out, sx_err *err) {
  sx_status status;
  sx_arena *arena = batch->arena;
  *out = (sx_web_results){0};
  cJSON *root = sx_batch__fetch(batch, slot, false, &status, err);
  if (!root) return status;
  out->why = sx_json_str(sx_json_get(root, "why"), arena);
  out->detail = sx_json_str(sx_json_get(root, "detail"), arena);
  out->name = sx_json_str(sx_json_get(root, "name"), arena);
  out->from = sx_json_str(sx_json_get(root, "from"), arena);
  out->total = read_count(sx_json_get(root, "total"));
  const cJSON *row;
  cJSON_ArrayForEach (row, sx_json_get(root, "results")) {
    sx_web_result *added = SX_ARRAY_ADD(&out->items, arena);
    if (!added) break;
    *added = (sx_web_result){sx_json_str(sx_json_get(row, "title"), arena),
                             sx_json_str(sx_json_get(row, "url"), arena),
                             sx_json_str(sx_json_get(row, "snippet"), arena)};
  }
  return sx_batch__end_fetch(batch, root, err);
}
