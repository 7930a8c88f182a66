#include "os/file_text.h"

#include "base/utf8.h"
#include "os/file.h"
#include "text/lines.h"

static bool begins_with(sx_str text, const char *bytes, size_t len) {
  return text.len >= len && memcmp(text.ptr, bytes, len) == 0;
}

sx_file_text_kind sx_file_text_kind_of(sx_str start, size_t *mark_bytes) {
  *mark_bytes = 2;
  /* With two NULs after the mark it would be UTF-32. */
  if (begins_with(start, "\xFF\xFE", 2) && !begins_with(start, "\xFF\xFE\0\0", 4))
    return SX_FILE_TEXT_U16_LITTLE;
  if (begins_with(start, "\xFE\xFF", 2)) return SX_FILE_TEXT_U16_BIG;
  *mark_bytes = sx_lines_mark_bytes(start);
  return sx_file_is_binary(start) ? SX_FILE_TEXT_BINARY : SX_FILE_TEXT_BYTES;
}

bool sx_file_text_decode(sx_str *text, sx_buf *decoded, sx_str bytes, sx_status *status) {
  size_t mark_bytes;
  sx_file_text_kind kind = sx_file_text_kind_of(bytes, &mark_bytes);
  *text = sx_str_slice(bytes, mark_bytes, bytes.len);
  if (kind == SX_FILE_TEXT_BYTES || kind == SX_FILE_TEXT_BINARY) return kind == SX_FILE_TEXT_BYTES;
  sx_buf_clear(decoded);
  if (!sx_buf_reserve(decoded, text->len / 2 * 3 + 3)) {
    *status = SX_NOMEM;
    return false;
  }
  size_t len = sx_utf8_from_u16(text->ptr, text->len, kind == SX_FILE_TEXT_U16_BIG, decoded->ptr);
  *text = sx_str_make(decoded->ptr, len);
  return true;
}

sx_status sx_file_text_load(sx_str *text, sx_str path, size_t most_bytes, sx_arena *arena) {
  sx_str bytes;
  size_t mark_bytes;
  *text = SX_STR("");
  sx_status status = sx_file_read(&bytes, path, most_bytes, arena, NULL);
  if (status) return status;
  sx_file_text_kind kind = sx_file_text_kind_of(bytes, &mark_bytes);
  bytes = sx_str_slice(bytes, mark_bytes, bytes.len);
  if (kind == SX_FILE_TEXT_BINARY) return SX_BINARY;
  *text = bytes;
  if (kind == SX_FILE_TEXT_BYTES) return SX_OK;
  char *decoded = sx_arena_alloc(arena, bytes.len / 2 * 3 + 3);
  if (!decoded) return arena->status;
  *text = sx_str_make(
      decoded, sx_utf8_from_u16(bytes.ptr, bytes.len, kind == SX_FILE_TEXT_U16_BIG, decoded));
  return SX_OK;
}
