#include "base/buf.h"

#include "base/arena.h"
#include "base/mem.h"
#include "base/utf8.h"

#include <inttypes.h>
#include <stdio.h>

static char empty[1] = "";

#ifdef SX_DEBUG
#define FIRST_CAP 1 /* grow often, so that tests see every growth */
#else
#define FIRST_CAP 256
#endif

void sx_buf_init(sx_buf *buf, size_t max_bytes) {
  *buf = (sx_buf){empty, 0, 0, max_bytes, SX_OK};
}

void sx_buf_release(sx_buf *buf) {
  if (buf->cap) sx_free(buf->ptr);
  sx_buf_init(buf, buf->max);
}

void sx_buf_clear(sx_buf *buf) {
  buf->len = 0;
  buf->status = SX_OK;
  if (buf->cap) buf->ptr[0] = 0;
}

bool sx_buf_reserve(sx_buf *buf, size_t extra) {
  if (buf->status) return false;
  bool is_over = buf->max < buf->len || extra > buf->max - buf->len;
  /* Half the address space leaves room for the NUL and for doubling. */
  if (is_over || extra > SIZE_MAX / 2 - buf->len) {
    buf->status = SX_TOO_BIG;
    return false;
  }
  size_t wanted = buf->len + extra + 1;
  if (wanted <= buf->cap) return true;
  size_t cap = buf->cap ? buf->cap : FIRST_CAP;
  while (cap < wanted) cap = cap > wanted / 2 ? wanted : cap * 2;
  if (cap < buf->cap + buf->cap / 2) cap = buf->cap + buf->cap / 2;
  char *grown = sx_realloc(buf->cap ? buf->ptr : NULL, cap);
  if (!grown) {
    buf->status = SX_NOMEM;
    return false;
  }
  buf->ptr = grown;
  buf->cap = cap;
  buf->ptr[buf->len] = 0;
  return true;
}

void sx_buf_add(sx_buf *buf, sx_str s) {
  if (!s.len || !sx_buf_reserve(buf, s.len)) return;
  memcpy(buf->ptr + buf->len, s.ptr, s.len);
  buf->len += s.len;
  buf->ptr[buf->len] = 0;
}

void sx_buf_add_char(sx_buf *buf, char c) {
  sx_buf_add(buf, sx_str_make(&c, 1));
}

void sx_buf_add_text(sx_buf *buf, const char *text) {
  sx_buf_add(buf, sx_str_from(text));
}

void sx_buf_add_repeat(sx_buf *buf, char c, size_t count) {
  if (!count || !sx_buf_reserve(buf, count)) return;
  memset(buf->ptr + buf->len, c, count);
  buf->len += count;
  buf->ptr[buf->len] = 0;
}

void sx_buf_add_codepoint(sx_buf *buf, uint32_t codepoint) {
  char bytes[4];
  sx_buf_add(buf, sx_str_make(bytes, sx_utf8_encode(codepoint, bytes)));
}

void sx_buf_add_count(sx_buf *buf, uint64_t count) {
  char digits[24];
  int len = snprintf(digits, sizeof digits, "%" PRIu64, count);
  for (int i = 0; i < len; i++) {
    if (i && (len - i) % 3 == 0) sx_buf_add_char(buf, ',');
    sx_buf_add_char(buf, digits[i]);
  }
}

void sx_buf_addf(sx_buf *buf, const char *format, ...) {
  va_list args;
  va_start(args, format);
  sx_buf_addv(buf, format, args);
  va_end(args);
}

void sx_buf_addv(sx_buf *buf, const char *format, va_list args) {
  va_list again;
  va_copy(again, args);
  int wanted = vsnprintf(NULL, 0, format, args);
  if (wanted > 0 && sx_buf_reserve(buf, (size_t)wanted)) {
    vsnprintf(buf->ptr + buf->len, (size_t)wanted + 1, format, again);
    buf->len += (size_t)wanted;
  }
  va_end(again);
}

void sx_buf_truncate(sx_buf *buf, size_t len) {
  if (len >= buf->len) return;
  buf->len = len;
  buf->ptr[len] = 0;
}

sx_str sx_buf_keep(sx_buf *buf, sx_arena *arena) {
  sx_str kept = sx_arena_dup(arena, sx_buf_str(buf));
  if (!arena->status) arena->status = buf->status;
  sx_buf_release(buf);
  return kept;
}

char *sx_buf_detach(sx_buf *buf) {
  if (buf->status || (!buf->cap && !sx_buf_reserve(buf, 0))) return NULL;
  char *owned = buf->ptr;
  sx_buf_init(buf, buf->max);
  return owned;
}
