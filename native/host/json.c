#include "host/json.h"

#include "base/mem.h"
#include "base/utf8.h"

void sx_json_init(void) {
  cJSON_Hooks hooks = {sx_malloc, sx_free};
  cJSON_InitHooks(&hooks);
}

cJSON *sx_json_parse(sx_str text) {
  const char *end = NULL;
  cJSON *root = cJSON_ParseWithLengthOpts(text.ptr, text.len, &end, false);
  if (!root) return NULL;
  if (sx_str_trim(sx_str_slice(text, (size_t)(end - text.ptr), text.len)).len) {
    cJSON_Delete(root);
    return NULL;
  }
  return root;
}

sx_str sx_json_str(const cJSON *item, sx_arena *arena) {
  if (!cJSON_IsString(item)) return SX_STR("");
  return sx_arena_dup(arena, sx_str_from(item->valuestring));
}

uint32_t sx_json_u32(const cJSON *item) {
  if (!cJSON_IsNumber(item) || !(item->valuedouble > 0)) return 0;
  return item->valuedouble >= (double)UINT32_MAX ? UINT32_MAX : (uint32_t)item->valuedouble;
}

bool sx_json_is_true(const cJSON *item) {
  return cJSON_IsTrue(item);
}

const cJSON *sx_json_get(const cJSON *object, const char *name) {
  return cJSON_IsObject(object) ? cJSON_GetObjectItemCaseSensitive(object, name) : NULL;
}

static void write_escape(sx_buf *buf, unsigned char c) {
  switch (c) {
  case '"': sx_buf_add_text(buf, "\\\""); break;
  case '\\': sx_buf_add_text(buf, "\\\\"); break;
  case '\n': sx_buf_add_text(buf, "\\n"); break;
  case '\r': sx_buf_add_text(buf, "\\r"); break;
  case '\t': sx_buf_add_text(buf, "\\t"); break;
  default: sx_buf_addf(buf, "\\u%04x", c);
  }
}

void sx_json_write_str(sx_buf *buf, sx_str s) {
  sx_buf_add_char(buf, '"');
  size_t plain = 0; /* start of the bytes that need no change */
  for (size_t i = 0; i < s.len;) {
    unsigned char c = (unsigned char)s.ptr[i];
    uint32_t codepoint = c;
    size_t width = c < 0x80 ? 1 : sx_utf8_decode(s.ptr + i, s.len - i, &codepoint);
    bool is_broken = c >= 0x80 && width == 1;
    if (c < 0x20 || c == '"' || c == '\\' || is_broken) {
      sx_buf_add(buf, sx_str_slice(s, plain, i));
      if (is_broken)
        sx_buf_add_codepoint(buf, SX_UTF8_REPLACEMENT);
      else
        write_escape(buf, c);
      plain = i + width;
    }
    i += width;
  }
  sx_buf_add(buf, sx_str_slice(s, plain, s.len));
  sx_buf_add_char(buf, '"');
}
