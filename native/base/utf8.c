#include "base/utf8.h"

static bool is_continuation(unsigned char byte) {
  return (byte & 0xC0) == 0x80;
}

size_t sx_utf8_decode(const char *text, size_t len, uint32_t *codepoint) {
  const unsigned char *s = (const unsigned char *)text;
  *codepoint = SX_UTF8_REPLACEMENT;
  if (s[0] < 0x80) {
    *codepoint = s[0];
    return 1;
  }
  size_t need = s[0] >= 0xC2 && s[0] < 0xE0   ? 2
                : s[0] >= 0xE0 && s[0] < 0xF0 ? 3
                : s[0] >= 0xF0 && s[0] < 0xF5 ? 4
                                              : 0;
  if (need == 0 || need > len) return 1;
  uint32_t value = need == 2 ? s[0] & 0x1Fu : need == 3 ? s[0] & 0x0Fu : s[0] & 0x07u;
  for (size_t i = 1; i < need; i++) {
    if (!is_continuation(s[i])) return 1;
    value = value << 6 | (s[i] & 0x3Fu);
  }
  bool overlong = (need == 3 && value < 0x800) || (need == 4 && value < 0x10000);
  if (overlong || value > 0x10FFFF || (value >= 0xD800 && value < 0xE000)) return 1;
  *codepoint = value;
  return need;
}

size_t sx_utf8_previous(const char *text, size_t offset) {
  uint32_t codepoint;
  for (size_t back = 2; back <= 4 && back <= offset; back++)
    if (!is_continuation((unsigned char)text[offset - back])) {
      bool fits = sx_utf8_decode(text + offset - back, back, &codepoint) == back;
      return fits ? offset - back : offset - 1;
    }
  return offset - 1;
}

size_t sx_utf8_encode(uint32_t codepoint, char out[4]) {
  if (codepoint > 0x10FFFF || (codepoint >= 0xD800 && codepoint < 0xE000))
    codepoint = SX_UTF8_REPLACEMENT;
  if (codepoint < 0x80) {
    out[0] = (char)codepoint;
    return 1;
  }
  size_t len = codepoint < 0x800 ? 2 : codepoint < 0x10000 ? 3 : 4;
  static const unsigned char lead[] = {0, 0, 0xC0, 0xE0, 0xF0};
  for (size_t i = len; i-- > 1; codepoint >>= 6) out[i] = (char)(0x80 | (codepoint & 0x3F));
  out[0] = (char)(lead[len] | codepoint);
  return len;
}

size_t sx_utf8_count_u16(const char *text, size_t len) {
  size_t units = 0;
  for (size_t i = 0; i < len;) {
    uint32_t codepoint;
    i += sx_utf8_decode(text + i, len - i, &codepoint);
    units += codepoint >= 0x10000 ? 2 : 1;
  }
  return units;
}

size_t sx_utf8_floor(const char *text, size_t len, size_t offset) {
  if (offset >= len) offset = len;
  for (size_t back = 1; back <= 3 && back <= offset; back++) {
    uint32_t codepoint;
    size_t start = offset - back;
    if (is_continuation((unsigned char)text[start])) continue;
    size_t width = sx_utf8_decode(text + start, len - start, &codepoint);
    /* A lead byte cut off by the end of the text is not whole either. */
    bool cut = width > back || (width == 1 && (unsigned char)text[start] >= 0xC2 && offset == len);
    return cut ? start : offset;
  }
  return offset;
}

/* Most of most texts is ASCII: many bytes are looked at at once. */
static size_t skip_ascii(const char *text, size_t len, size_t at) {
  for (uint64_t many[4]; len - at >= sizeof many; at += sizeof many) {
    memcpy(many, text + at, sizeof many);
    if ((many[0] | many[1] | many[2] | many[3]) & 0x8080808080808080u) break;
  }
  for (uint64_t eight; len - at >= sizeof eight; at += sizeof eight) {
    memcpy(&eight, text + at, sizeof eight);
    if (eight & 0x8080808080808080u) break;
  }
  return at;
}

/* The second byte shows values that are too long, too large or surrogates. */
static bool is_second(unsigned char lead, unsigned char byte) {
  unsigned char first = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  unsigned char last = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  return byte >= first && byte <= last;
}

/* The bytes of a character that is not ASCII; 0: it is none. */
static size_t width_at(const unsigned char *s, size_t len) {
  if (s[0] < 0xC2 || s[0] > 0xF4 || len < 2 || !is_second(s[0], s[1])) return 0;
  if (s[0] < 0xE0) return 2;
  if (len < 3 || !is_continuation(s[2])) return 0;
  if (s[0] < 0xF0) return 3;
  return len < 4 || !is_continuation(s[3]) ? 0 : 4;
}

sx_str sx_utf8_cut(sx_str text, size_t most_bytes) {
  return sx_str_slice(text, 0, sx_utf8_floor(text.ptr, text.len, most_bytes));
}

bool sx_utf8_is_valid(const char *text, size_t len) {
  const unsigned char *s = (const unsigned char *)text;
  size_t i = skip_ascii(text, len, 0), after = 0;
  while (i < len) {
    size_t width = s[i] < 0x80 ? 1 : width_at(s + i, len - i);
    if (!width) return false;
    i += width;
    after = width == 1 ? after + 1 : 0;
    /* Not between letters of another script: they are near each other. */
    if (after >= 8) i = skip_ascii(text, len, i);
  }
  return true;
}

size_t sx_utf8_broken_bytes(const char *text, size_t len) {
  const unsigned char *s = (const unsigned char *)text;
  uint32_t codepoint;
  if (s[0] < 0x80 || sx_utf8_decode(text, len, &codepoint) > 1) return 0;
  size_t most = s[0] >= 0xF0 && s[0] < 0xF5 ? 3 : s[0] >= 0xE0 && s[0] < 0xF0 ? 2 : 1, bytes = 1;
  while (bytes < most && bytes < len &&
         (bytes == 1 ? is_second(s[0], s[1]) : is_continuation(s[bytes])))
    bytes++;
  return bytes;
}

size_t sx_utf8_repair(const char *text, size_t len, char *out) {
  size_t written = 0;
  for (size_t i = 0; i < len;) {
    uint32_t codepoint;
    size_t ascii = skip_ascii(text, len, i) - i;
    size_t broken = ascii ? 0 : sx_utf8_broken_bytes(text + i, len - i);
    size_t taken = ascii ? ascii : broken ? broken : sx_utf8_decode(text + i, len - i, &codepoint);
    size_t made = broken ? 3 : taken;
    memcpy(out + written, broken ? "\xEF\xBF\xBD" : text + i, made);
    written += made;
    i += taken;
  }
  return written;
}

static uint32_t unit_at(const char *bytes, bool is_big_endian) {
  unsigned char first = (unsigned char)bytes[0], second = (unsigned char)bytes[1];
  return is_big_endian ? (uint32_t)first << 8 | second : (uint32_t)second << 8 | first;
}

size_t sx_utf8_from_u16(const char *bytes, size_t len, bool is_big_endian, char *out) {
  size_t written = 0, i = 0;
  while (i + 1 < len) {
    uint32_t unit = unit_at(bytes + i, is_big_endian);
    i += 2;
    bool is_high = unit >= 0xD800 && unit < 0xDC00;
    uint32_t low = is_high && i + 1 < len ? unit_at(bytes + i, is_big_endian) : 0;
    if (low >= 0xDC00 && low < 0xE000) {
      unit = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
      i += 2;
    }
    written += sx_utf8_encode(unit, out + written);
  }
  if (i < len) written += sx_utf8_encode(SX_UTF8_REPLACEMENT, out + written);
  return written;
}
