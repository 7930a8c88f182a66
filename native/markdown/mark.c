#include "base/utf8.h"
#include "markdown/inline.h"

static bool is_punctuation(char c) {
  return (c >= '!' && c <= '/') || (c >= ':' && c <= '@') || (c >= '[' && c <= '`') ||
         (c >= '{' && c <= '~');
}

/** Whether the first character of `with` would be read as syntax. */
static bool is_syntax(sx_str with) {
  sx_str right = sx_str_slice(with, 1, with.len);
  sx_html_tag tag;
  uint32_t codepoint;
  size_t after;
  sx_str url;
  switch (with.ptr[0]) {
  case '<':
    return sx_html_parse_tag(&tag, with, 0, false) || sx_md__parse_autolink(with, 0) ||
           sx_str_has_prefix(right, SX_STR("!--"));
  case '&': return sx_html_parse_entity(with, 0, &codepoint) > 0;
  case '!': return right.len && right.ptr[0] == '[';
  case ']': return right.len && right.ptr[0] == '(' && sx_md__parse_target(right, 0, &url, &after);
  case '\\':
    if (right.len > 1 && right.ptr[0] == '\n') return right.ptr[1] != '\n';
    return right.len && is_punctuation(right.ptr[0]);
  default: return false;
  }
}

sx_str sx_md__resolve(sx_writer *clean, sx_str marked) {
  clean->len = 0; /* it never takes more bytes than the marked text */
  if (!sx_writer_reserve(clean, marked.len)) return SX_STR("");
  char *const end = clean->ptr + marked.len;
  char *to = end, *paragraph_end = end;
  size_t i = marked.len;
  while (i > 0) {
    char c = marked.ptr[--i];
    if (c == SX_MD_MARK_GONE) continue;
    if (c == SX_MD_MARK_RAW_OFF) {
      /* Two code spans side by side would read as one. The marks leave room for the blank. */
      if (to < end && *to == '`' && marked.ptr[i - 1] == '`') *--to = ' ';
      while (marked.ptr[--i] != SX_MD_MARK_RAW_ON) *--to = marked.ptr[i];
      continue;
    }
    /* A blank line ends the paragraph, and what could be syntax with it. */
    if (c == '\n' && to < end && *to == '\n') paragraph_end = to - 1;
    char mark = i > 0 ? marked.ptr[i - 1] : 0;
    *--to = c;
    if (mark != SX_MD_MARK_ASK && mark != SX_MD_MARK_ESCAPE) continue;
    i--;
    bool is_escaped = mark == SX_MD_MARK_ESCAPE;
    if (is_escaped || is_syntax(sx_str_make(to, (size_t)(paragraph_end - to)))) *--to = '\\';
  }
  return sx_str_make(to, (size_t)(end - to));
}
