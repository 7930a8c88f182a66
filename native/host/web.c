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
  out->why = sx_json_get_str(root, "why", arena);
  out->detail = sx_json_get_str(root, "detail", arena);
  out->url = sx_json_get_str(root, "url", arena);
  out->host = sx_json_get_str(root, "host", arena);
  out->is_allowed = sx_json_get_bool(root, "isAllowed");
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
  sx_json_write_str(&args, wanted->real);
  write_bool(&args, "raw", wanted->is_raw);
  write_bool(&args, "kept", wanted->is_kept);
  sx_buf_add_char(&args, '}');
  return sx_batch__post_list(batch, "webGet", &args);
}

sx_status sx_batch_get_web_page(sx_batch *batch, size_t slot, sx_web_page *out, sx_err *err) {
  sx_status status;
  sx_arena *arena = batch->arena;
  *out = (sx_web_page){0};
  cJSON *root = sx_batch__fetch(batch, slot, false, &status, err);
  if (!root) return status;
  out->why = sx_json_get_str(root, "why", arena);
  out->detail = sx_json_get_str(root, "detail", arena);
  out->type = sx_json_get_str(root, "type", arena);
  out->url = sx_json_get_str(root, "url", arena);
  out->location = sx_json_get_str(root, "location", arena);
  out->title = sx_json_get_str(root, "title", arena);
  out->from = sx_json_get_str(root, "from", arena);
  out->status = sx_json_get_u32(root, "status");
  out->bytes = sx_json_get_u64(root, "bytes");
  out->resumed = sx_json_get_u64(root, "resumed");
  out->is_markdown = sx_json_get_bool(root, "isMarkdown");
  out->is_cut = sx_json_get_bool(root, "isCut");
  const cJSON *header;
  cJSON_ArrayForEach (header, sx_json_get(root, "headers")) {
    sx_web_header *added = SX_ARRAY_ADD(&out->headers, arena);
    if (!added) break;
    *added = (sx_web_header){sx_arena_dup(arena, sx_str_from(header->string)),
                             sx_json_str(header, arena)};
  }
  sx_str text = sx_request_text(batch->requests.items[slot]);
  bool is_lost = sx_json_get_bool(root, "hasText") && !text.len;
  out->text = sx_arena_dup(arena, text);
  status = sx_batch__end_fetch(batch, root, err);
  return is_lost ? sx_fail(err, SX_NOMEM, NULL) : status;
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
  out->why = sx_json_get_str(root, "why", arena);
  out->detail = sx_json_get_str(root, "detail", arena);
  out->name = sx_json_get_str(root, "name", arena);
  out->from = sx_json_get_str(root, "from", arena);
  out->total = sx_json_get_u64(root, "total");
  const cJSON *row;
  cJSON_ArrayForEach (row, sx_json_get(root, "results")) {
    sx_web_result *added = SX_ARRAY_ADD(&out->items, arena);
    if (!added) break;
    *added =
        (sx_web_result){sx_json_get_str(row, "title", arena), sx_json_get_str(row, "url", arena),
                        sx_json_get_str(row, "snippet", arena)};
  }
  return sx_batch__end_fetch(batch, root, err);
}
