#include "match/rewrite.h"

#include "base/buf.h"
#include "match/indent.h"
#include "match/loose.h"

#define MAX_NUMBER_DIGITS 9

/** The number that a line of a listing begins with. */
typedef struct numbered {
  unsigned long number;
  char separator; /* the first byte of it */
  bool is_spaced; /* a blank or nothing stands after it */
  sx_str code;    /* what stands after the separator */
} numbered;

/** Bytes of the separator after a line's number: '|', ':', a tab, an arrow; 0: none. */
static size_t separator_bytes(sx_str text) {
  if (!text.len) return 0;
  if (*text.ptr == '|' || *text.ptr == ':' || *text.ptr == '\t') return 1;
  return sx_str_has_prefix(text, SX_STR("\xE2\x86\x92")) ? 3 : 0;
}

static bool read_number(numbered *out, sx_str line) {
  size_t at = sx_indent_bytes(line), digits = 0;
  out->number = 0;
  for (; at < line.len && line.ptr[at] >= '0' && line.ptr[at] <= '9'; at++, digits++)
    if (digits < MAX_NUMBER_DIGITS)
      out->number = out->number * 10 + (unsigned long)(line.ptr[at] - '0');
  if (!digits || digits > MAX_NUMBER_DIGITS) return false;
  while (at < line.len && line.ptr[at] == ' ') at++;
  size_t bytes = separator_bytes(sx_str_slice(line, at, line.len));
  if (!bytes) return false;
  out->separator = line.ptr[at];
  out->code = sx_str_slice(line, at + bytes, line.len);
  out->is_spaced = !out->code.len || *out->code.ptr == ' ';
  return true;
}

/** Whether all lines are numbered alike; `*is_spaced`: all have a blank after the separator. */
static bool is_numbered(sx_str text, bool is_listing, bool *is_spaced) {
  numbered now, before = {0};
  sx_str line;
  size_t count = 0;
  *is_spaced = true;
  while (sx_str_next_line(&text, &line)) {
    if (sx_indent_is_blank(line)) continue;
    if (!read_number(&now, line)) return false;
    bool is_next = !is_listing || now.number == before.number + 1;
    if (count && (now.separator != before.separator || !is_next)) return false;
    *is_spaced = *is_spaced && now.is_spaced;
    before = now;
    count++;
  }
  /* After a tab or an arrow a blank belongs to the code. */
  *is_spaced = *is_spaced && (before.separator == '|' || before.separator == ':');
  return count > 0;
}

static void drop_numbers(sx_buf *out, sx_str text, bool is_spaced) {
  sx_str line;
  for (sx_str rest = text; sx_str_next_line(&text, &line); rest = text) {
    numbered now;
    if (read_number(&now, line))
      sx_buf_add(out, sx_str_slice(now.code, is_spaced && now.code.len, now.code.len));
    size_t with_end = rest.len - text.len;
    sx_buf_add(out, sx_str_slice(rest, line.len, with_end));
  }
}

/** The character of the escape at the start of `text`; 0: leave it. */
static char unescaped(sx_str text, sx_rewrite rewrite) {
  if (text.len < 2 || text.ptr[0] != '\\') return 0;
  switch (text.ptr[1]) {
  case '"':
  case '\'':
  case '`': return text.ptr[1];
  case '\\':
  case '/': return (char)(rewrite == SX_REWRITE_ESCAPES ? text.ptr[1] : 0);
  case 'n': return (char)(rewrite == SX_REWRITE_ESCAPES ? '\n' : 0);
  case 't': return (char)(rewrite == SX_REWRITE_ESCAPES ? '\t' : 0);
  default: return 0;
  }
}

/** Undoes escapes or typographic quotes. */
static void replace_parts(sx_buf *out, sx_str text, sx_rewrite rewrite) {
  for (size_t at = 0; at < text.len;) {
    sx_str rest = sx_str_slice(text, at, text.len);
    char plain = 0;
    size_t bytes = 2;
    if (rewrite == SX_REWRITE_QUOTES)
      bytes = sx_loose_quote(rest, &plain);
    else
      plain = unescaped(rest, rewrite);
    sx_buf_add_char(out, plain ? plain : text.ptr[at]);
    at += plain ? bytes : 1;
  }
}

sx_status sx_rewrite_undo(sx_str *out, sx_str text, sx_rewrite rewrite, bool is_listing,
                          sx_arena *arena, sx_err *err) {
  sx_buf made;
  bool is_spaced = false;
  sx_status status = SX_OK;
  *out = text;
  if (rewrite == SX_REWRITE_NONE) return SX_OK;
  sx_buf_init(&made, text.len + 1);
  if (rewrite != SX_REWRITE_LINE_NUMBERS)
    replace_parts(&made, text, rewrite);
  else if (is_numbered(text, is_listing, &is_spaced))
    drop_numbers(&made, text, is_spaced);
  else
    goto done;
  status = made.status;
  if (status || made.len == text.len) goto done; /* all of them make the text shorter */
  *out = sx_arena_dup(arena, sx_buf_str(&made));
  status = arena->status;
done:
  sx_buf_release(&made);
  return status ? sx_fail(err, status, NULL) : SX_OK;
}
