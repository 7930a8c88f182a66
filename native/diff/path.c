#include "diff/path.h"

/* The letter of each escape stands where its byte does in the other. */
static const char escape_letters[] = "abtnvfr\"\\";
static const char escape_bytes[] = "\a\b\t\n\v\f\r\"\\";

static bool needs_escape(unsigned char c) {
  return c < 0x20 || c == 0x7F || c == '"' || c == '\\';
}

bool sx_diff_path_needs_quotes(sx_str path) {
  for (size_t i = 0; i < path.len; i++)
    if (needs_escape((unsigned char)path.ptr[i])) return true;
  return false;
}

void sx_diff_path_write_escape(sx_buf *out, char byte) {
  unsigned char c = (unsigned char)byte;
  const char *letter = c ? strchr(escape_bytes, c) : NULL;
  sx_buf_add_char(out, '\\');
  if (letter)
    sx_buf_add_char(out, escape_letters[letter - escape_bytes]);
  else
    sx_buf_addf(out, "%03o", c);
}

void sx_diff_path_write(sx_buf *out, sx_str prefix, sx_str path) {
  if (!sx_diff_path_needs_quotes(path)) {
    sx_buf_add(out, prefix);
    sx_buf_add(out, path);
    return;
  }
  sx_buf_add_char(out, '"');
  sx_buf_add(out, prefix);
  for (size_t i = 0; i < path.len; i++) {
    if (needs_escape((unsigned char)path.ptr[i]))
      sx_diff_path_write_escape(out, path.ptr[i]);
    else
      sx_buf_add_char(out, path.ptr[i]);
  }
  sx_buf_add_char(out, '"');
}

/** Reads what follows a backslash at `*i`; -1 when it is not an escape. */
static int read_escape(sx_str s, size_t *i) {
  if (*i >= s.len || !s.ptr[*i]) return -1;
  const char *letter = strchr(escape_letters, s.ptr[*i]);
  if (letter) {
    ++*i;
    return (unsigned char)escape_bytes[letter - escape_letters];
  }
  int value = 0;
  for (int digit = 0; digit < 3; digit++, ++*i) {
    if (*i >= s.len || s.ptr[*i] < '0' || s.ptr[*i] > '7') return -1;
    value = value * 8 + (s.ptr[*i] - '0');
  }
  return value <= 0xFF ? value : -1;
}

/** The length of the quoted string, both quotes included, and of what it stands for; 0: none. */
static size_t measure(sx_str s, size_t *len) {
  *len = 0;
  if (!s.len || s.ptr[0] != '"') return 0;
  for (size_t i = 1; i < s.len; ++*len) {
    char c = s.ptr[i++];
    if (c == '"') return i;
    if (c == '\n') return 0;
    if (c == '\\' && read_escape(s, &i) < 0) return 0;
  }
  return 0;
}

bool sx_diff_path_read_quoted(sx_str *path, sx_str *rest, sx_arena *arena, sx_status *status) {
  size_t len, quoted_len = measure(*rest, &len);
  if (!quoted_len) return false;
  char *bytes = sx_arena_alloc(arena, len + 1);
  if (!bytes) {
    *status = arena->status;
    return false;
  }
  for (size_t i = 1, to = 0; i < quoted_len - 1; to++) {
    char c = rest->ptr[i++];
    bytes[to] = c == '\\' ? (char)read_escape(*rest, &i) : c;
  }
  *path = sx_str_make(bytes, len);
  *rest = sx_str_slice(*rest, quoted_len, rest->len);
  return true;
}
