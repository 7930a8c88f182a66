#include "markdown/block.h"

#include "base/byte.h"

#define TAB_COLUMNS 4
#define MAX_CONTAINERS 8

bool sx_md_next_line(sx_str *rest, sx_str *line) {
  if (rest->len == 0) return false;
  size_t end = sx_str_find_char(*rest, '\n', 0);
  size_t next = end == SX_STR_NONE ? rest->len : end + 1;
  *line = sx_str_make(rest->ptr, end == SX_STR_NONE ? rest->len : end);
  *rest = sx_str_make(rest->ptr + next, rest->len - next);
  return true;
}

bool sx_md_is_blank(sx_str line) {
  for (size_t i = 0; i < line.len; i++)
    if (!sx_byte_is_blank(line.ptr[i])) return false;
  return true;
}

size_t sx_md_indent(sx_str line) {
  size_t columns = 0;
  for (size_t i = 0; i < line.len && sx_byte_is_blank(line.ptr[i]); i++)
    columns += line.ptr[i] == '\t' ? TAB_COLUMNS - columns % TAB_COLUMNS : 1;
  return columns;
}

sx_str sx_md_dedent(sx_str line, size_t columns) {
  size_t i = 0, column = 0;
  while (i < line.len && column < columns && sx_byte_is_blank(line.ptr[i])) {
    column += line.ptr[i] == '\t' ? TAB_COLUMNS - column % TAB_COLUMNS : 1;
    i++;
  }
  return sx_str_make(line.ptr + i, line.len - i);
}

bool sx_md_is_rule(sx_str line) {
  size_t count = 0;
  char mark = 0;
  for (size_t i = 0; i < line.len; i++) {
    char c = line.ptr[i];
    if (sx_byte_is_blank(c)) continue;
    if (c != '-' && c != '*' && c != '_') return false;
    if (mark && c != mark) return false;
    mark = c;
    count++;
  }
  return count >= 3;
}

/** Bytes of the list mark and the blank after it at line[at], 0 for none. */
static size_t list_mark(sx_str line, size_t at) {
  size_t i = at;
  while (i < line.len && i < at + 9 && line.ptr[i] >= '0' && line.ptr[i] <= '9') i++;
  if (i >= line.len) return 0;
  char c = line.ptr[i];
  bool is_mark = i > at ? c == '.' || c == ')' : c == '-' || c == '+' || c == '*';
  if (!is_mark) return 0;
  if (i + 1 == line.len) return i + 1 - at;
  return sx_byte_is_blank(line.ptr[i + 1]) ? i + 2 - at : 0;
}

static size_t skip_blanks(sx_str line, size_t at) {
  while (at < line.len && sx_byte_is_blank(line.ptr[at])) at++;
  return at;
}

bool sx_md_is_list_item(sx_str line) {
  return list_mark(line, skip_blanks(line, 0)) > 0;
}

bool sx_md_is_heading(sx_str line) {
  size_t level = 0;
  while (level < line.len && line.ptr[level] == '#') level++;
  return level >= 1 && level <= 6 && level < line.len && sx_byte_is_blank(line.ptr[level]);
}

bool sx_md_opens_fence(sx_str line, sx_md_fence *fence) {
  size_t i = skip_blanks(line, 0);
  fence->is_quoted = false;
  for (size_t n = 0; n < MAX_CONTAINERS && i < line.len; n++) {
    size_t mark = line.ptr[i] == '>' ? 1 : list_mark(line, i);
    if (!mark) break;
    fence->is_quoted |= line.ptr[i] == '>';
    i = skip_blanks(line, i + mark);
  }
  if (i >= line.len || (line.ptr[i] != '`' && line.ptr[i] != '~')) return false;
  size_t start = i;
  fence->mark = line.ptr[i];
  while (i < line.len && line.ptr[i] == fence->mark) i++;
  fence->len = i - start;
  fence->indent = sx_md_indent(sx_str_slice(line, 0, start));
  if (fence->indent < start) fence->indent = start;
  fence->info = sx_str_trim(sx_str_slice(line, i, line.len));
  if (fence->len < 3) return false;
  return fence->mark == '~' || sx_str_find_char(fence->info, '`', 0) == SX_STR_NONE;
}
