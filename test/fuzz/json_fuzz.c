/*
 * Fuzz target: JSON of the editor and of agents, and strings written as JSON.
 *
 * Byte 0 chooses between reading and writing. A value that was read is written and read again; any
 * bytes come back as they were, except for those that are not UTF-8.
 */
#include "base/utf8.h"
#include "host/json.h"

#include <stdint.h>

#define MAX_BYTES 8192
#define ARENA_BYTES (16u << 20)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds) {
  if (!holds) __builtin_trap();
}

static void check_item(const cJSON *item, sx_arena *arena) {
  for (; item; item = item->next) {
    sx_str text = sx_json_str(item, arena);
    check(cJSON_IsString(item) || !text.len);
    check(!memchr(text.ptr, 0, text.len));
    check(cJSON_IsNumber(item) || !sx_json_u32(item));
    check(sx_json_get(item, "a") == NULL || cJSON_IsObject(item));
    if (item->child) check_item(item->child, arena);
  }
}

static void read_any(sx_str text, sx_arena *arena) {
  bool has_nul = sx_json_has_nul(text);
  cJSON *root = sx_json_parse(text);
  if (memchr(text.ptr, 0, text.len)) check(has_nul);
  if (!root) return;
  check_item(root, arena);
  char *written = cJSON_PrintUnformatted(root);
  check(written != NULL);
  cJSON *again = sx_json_parse(sx_str_from(written));
  check(again != NULL && (cJSON_IsNumber(root) || again->type == root->type));
  cJSON_Delete(again);
  cJSON_free(written);
  cJSON_Delete(root);
}

static void write_any(sx_str text, sx_arena *arena) {
  sx_buf json;
  sx_buf_init(&json, ARENA_BYTES);
  sx_json_write_str(&json, text);
  check(!json.status && sx_utf8_is_valid(json.ptr, json.len));
  bool has_nul = memchr(text.ptr, 0, text.len) != NULL;
  check(sx_json_has_nul(sx_buf_str(&json)) == has_nul);
  cJSON *root = sx_json_parse(sx_buf_str(&json));
  check(cJSON_IsString(root));
  if (!has_nul && sx_utf8_is_valid(text.ptr, text.len))
    check(sx_str_is_equal(sx_json_str(root, arena), text));
  cJSON_Delete(root);
  sx_buf_release(&json);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  sx_arena arena;
  if (size < 1 || size > MAX_BYTES) return 0;
  sx_json_init();
  sx_arena_init(&arena, ARENA_BYTES);
  sx_str text = sx_str_make((const char *)data + 1, size - 1);
  if (data[0] & 1)
    write_any(text, &arena);
  else
    read_any(text, &arena);
  sx_arena_release(&arena);
  return 0;
}
