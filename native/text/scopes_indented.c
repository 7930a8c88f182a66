#include "text/scopes_parts.h"

/* Defs and classes of a language in which indentation makes the blocks. */

#define MAX_DEPTH 128
#define TAB_COLUMNS 8

typedef struct row {
  size_t start, text_at; /* of the line, and of what stands on it */
  size_t indent;
} row;

/* The next line that begins a statement; false at the end. `*at` moves after it. */
static bool next_row(const sx_scopes *scopes, size_t *at, row *out) {
  sx_str code = scopes->code;
  while (*at < code.len) {
    size_t start = *at, end = start, indent = 0;
    while (end < code.len && (code.ptr[end] == ' ' || code.ptr[end] == '\t'))
      indent += code.ptr[end++] == '\t' ? TAB_COLUMNS - indent % TAB_COLUMNS : 1;
    size_t text_at = end;
    while (end < code.len && code.ptr[end] != '\n') end++;
    *at = end + 1;
    const sx_block *in = sx_scopes_block_at(scopes, text_at);
    bool goes_on = start > 1 && code.ptr[start - 2] == '\\';
    if (text_at == end || code.ptr[text_at] == '\r' || in || goes_on) continue;
    *out = (row){start, text_at, indent};
    return true;
  }
  return false;
}

/* Whether the line end at `at` ends a statement, as far as backslashes show. */
static bool ends_line(sx_str code, size_t at) {
  if (code.ptr[at] != '\n') return false;
  if (at && code.ptr[at - 1] == '\r') at--;
  return !at || code.ptr[at - 1] != '\\';
}

/* Where the body begins: after the colon that ends the head, or its line where there is none. */
static size_t head_end(const sx_scopes *scopes, size_t at) {
  sx_str code = scopes->code;
  for (; at < code.len; at++)
    if ((code.ptr[at] == ':' || ends_line(code, at)) && !sx_scopes_block_at(scopes, at))
      return at + 1;
  return at;
}

static bool read_head(const sx_scopes *scopes, const row *line, sx_block *out) {
  sx_str code = scopes->code, word = sx_code__word_at(code, line->text_at);
  size_t at = line->text_at;
  if (sx_code__has_word("async", word)) {
    at = sx_str_skip_spaces(code, at + word.len);
    word = sx_code__word_at(code, at);
  }
  bool is_class = sx_code__has_word("class", word);
  if (!is_class && !sx_code__has_word("def", word)) return false;
  *out = (sx_block){.start = line->start, .end = code.len};
  out->kind = is_class ? SX_BLOCK_CLASS : SX_BLOCK_FUNCTION;
  out->name_at = sx_str_skip_spaces(code, at + word.len);
  out->body_at = head_end(scopes, out->name_at);
  return true;
}

sx_status sx_scopes__find_indented(sx_scopes *scopes, sx_arena *arena, sx_err *err) {
  struct {
    size_t index, indent;
  } open[MAX_DEPTH];
  /* Brackets alone decide what a line is: results go into a list of their own. */
  SX_ARRAY(sx_block) found = {0};
  size_t depth = 0, at = 0;
  row line;
  while (next_row(scopes, &at, &line)) {
    sx_block head;
    while (depth && open[depth - 1].indent >= line.indent)
      found.items[open[--depth].index].end = line.start;
    if (depth == MAX_DEPTH || !read_head(scopes, &line, &head)) continue;
    sx_block *added = SX_ARRAY_ADD(&found, arena);
    if (!added) return sx_fail(err, arena->status, NULL);
    *added = head;
    open[depth].index = found.len - 1;
    open[depth++].indent = line.indent;
  }
  for (size_t i = 0; i < found.len; i++) {
    sx_block *added = SX_ARRAY_ADD(&scopes->blocks, arena);
    if (!added) return sx_fail(err, arena->status, NULL);
    *added = found.items[i];
  }
  return SX_OK;
}
