#include "text/clean.h"

#include "base/utf8.h"
#include "text/width.h"

/* LRE to RLO, LRI to PDI, LRM, RLM, ALM */
static bool turns_direction(uint32_t c) {
  return (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069) || c == 0x200E ||
         c == 0x200F || c == 0x061C;
}

static bool is_shown(uint32_t c) {
  if (c == '\n' || c == '\t') return true;
  bool is_control = c < ' ' || (c >= 0x7F && c < 0xA0) || c == 0x2028 || c == 0x2029;
  return !is_control && !turns_direction(c);
}

sx_str sx_text_clean(sx_str bytes, sx_arena *arena) {
  char *made = sx_arena_alloc(arena, 3 * bytes.len + 1);
  size_t len = 0;
  if (!made) return SX_STR("");
  for (size_t at = 0; at < bytes.len;) {
    uint32_t c;
    size_t broken = sx_utf8_broken_bytes(bytes.ptr + at, bytes.len - at);
    size_t step = broken ? broken : sx_utf8_decode(bytes.ptr + at, bytes.len - at, &c);
    if (broken) c = SX_UTF8_REPLACEMENT;
    bool is_crlf = c == '\r' && sx_str_at(bytes, at + 1) == '\n';
    if (c == '\r') c = '\n';
    if (!is_crlf && is_shown(c)) len += sx_utf8_encode(c, made + len);
    at += step;
  }
  return sx_str_make(made, len);
}

bool sx_text_is_visible(sx_str text) {
  for (size_t at = 0; at < text.len;) {
    uint32_t c;
    at += sx_utf8_decode(text.ptr + at, text.len - at, &c);
    bool is_blank = c <= ' ' || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) ||
                    c == 0x202F || c == 0x205F || c == 0x3000;
    if (!is_blank && sx_width_of(c)) return true;
  }
  return false;
}
