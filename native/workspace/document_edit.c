#include "workspace/document_edit.h"

#include "base/buf.h"
#include "workspace/paths.h"

/* ---- line ends --------------------------------------------------------------------------- */

sx_str sx_text_line_end(sx_str text) {
  sx_line_ends ends = sx_line_ends_count(text);
  if (ends.crlf > ends.lf && ends.crlf > ends.cr) return SX_STR("\r\n");
  return ends.cr && !ends.lf && !ends.crlf ? SX_STR("\r") : SX_STR("\n");
}

sx_str sx_text_with_line_end(sx_str text, sx_str line_end, sx_arena *arena) {
  bool has_pairs = sx_str_find(text, SX_STR("\r\n"), 0) != SX_STR_NONE;
  if (sx_str_is_equal(line_end, SX_STR("\n")) && !has_pairs) return text;
  size_t breaks = 0;
  for (size_t i = 0; i < text.len; i++) breaks += text.ptr[i] == '\n';
  char *out = sx_arena_alloc(arena, text.len + breaks + 1);
  if (!out) return text;
  size_t len = 0;
  for (size_t i = 0; i < text.len; i++) {
    bool is_crlf = text.ptr[i] == '\r' && i + 1 < text.len && text.ptr[i + 1] == '\n';
    if (is_crlf) continue;
    if (text.ptr[i] != '\n') {
      out[len++] = text.ptr[i];
      continue;
    }
    memcpy(out + len, line_end.ptr, line_end.len);
    len += line_end.len;
  }
  return (sx_str){out, len};
}

sx_str sx_text_like(sx_str text, sx_str model, sx_arena *arena) {
  bool has_ends = sx_str_find_char(model, '\n', 0) != SX_STR_NONE ||
                  sx_str_find_char(model, '\r', 0) != SX_STR_NONE;
  if (!has_ends) return text;
  return sx_text_with_line_end(text, sx_text_line_end(model), arena);
}

/* ---- bytes ------------------------------------------------------------------------------- */

sx_status sx_document_replace_bytes(sx_str *out, const sx_document *document,
                                    const sx_byte_replacement *edits, size_t count, sx_arena *arena,
                                    sx_err *err) {
  size_t len = document->text.len;
  for (size_t i = 0; i < count; i++) len += edits[i].text.len;
  char *made = sx_arena_alloc(arena, len + 1);
  if (!made) return sx_fail(err, arena->status, NULL);
  size_t at = 0, written = 0;
  for (size_t i = 0; i <= count; i++) {
    size_t until = i < count ? edits[i].start : document->text.len;
    bool is_backwards = i < count && (edits[i].end < until || edits[i].end > document->text.len);
    if (until < at || until > document->text.len || is_backwards)
      return sx_fail(err, SX_INTERNAL, NULL);
    memcpy(made + written, document->text.ptr + at, until - at);
    written += until - at;
    if (i == count) break;
    memcpy(made + written, edits[i].text.ptr, edits[i].text.len);
    written += edits[i].text.len;
    at = edits[i].end;
  }
  *out = (sx_str){made, written};
  return SX_OK;
}

/* ---- lines ------------------------------------------------------------------------------- */

static int compare_replacements(const void *a, const void *b) {
  const sx_line_replacement *one = *(const sx_line_replacement *const *)a,
                            *other = *(const sx_line_replacement *const *)b;
  if (one->first_line != other->first_line) return one->first_line < other->first_line ? -1 : 1;
  if (one->last_line != other->last_line) return one->last_line < other->last_line ? -1 : 1;
  return one < other ? -1 : one > other; /* insertions at one line stay in their order */
}

static sx_status check_lines(const sx_document *document, const sx_line_replacement *edit,
                             sx_err *err) {
  uint32_t count = document->lines.count;
  if (edit->first_line < 1 || edit->last_line + 1 < edit->first_line)
    return sx_fail(err, SX_INVALID_ARGUMENT,
                   "Lines %u-%u: line_end must be line_start or more, or line_start - 1 to insert "
                   "before it. Nothing was changed.",
                   edit->first_line, edit->last_line);
  bool is_insertion = edit->last_line + 1 == edit->first_line;
  if (edit->last_line > count || edit->first_line > count + (is_insertion ? 1 : 0))
    return sx_fail(err, SX_INVALID_ARGUMENT,
                   "Line %u is past the end: the file has %u line%s. Nothing was changed.",
                   edit->first_line > count ? edit->first_line : edit->last_line, count,
                   count == 1 ? "" : "s");
  return SX_OK;
}

static sx_status check_order(const sx_line_replacement *const *sorted, size_t count, sx_err *err) {
  for (size_t i = 1; i < count; i++)
    if (sorted[i]->first_line <= sorted[i - 1]->last_line)
      return sx_fail(err, SX_INVALID_ARGUMENT,
                     "The edits of lines %u-%u and %u-%u overlap. Join them into one. Nothing was "
                     "changed.",
                     sorted[i - 1]->first_line, sorted[i - 1]->last_line, sorted[i]->first_line,
                     sorted[i]->last_line);
  return SX_OK;
}

static size_t line_start(const sx_document *document, uint32_t line) {
  return line > document->lines.count ? document->text.len : document->lines.starts[line - 1];
}

/* Bytes of the line end that the text ends with. */
static size_t last_break(sx_str text) {
  if (sx_str_has_suffix(text, SX_STR("\r\n"))) return 2;
  return text.len && (text.ptr[text.len - 1] == '\n' || text.ptr[text.len - 1] == '\r');
}

/* By their bytes: a text may hold a NUL. */
static sx_str join(sx_str text, sx_str tail, sx_arena *arena) {
  char *out = sx_arena_alloc(arena, text.len + tail.len + 1);
  if (!out) return SX_STR("");
  memcpy(out, text.ptr, text.len);
  memcpy(out + text.len, tail.ptr, tail.len);
  return (sx_str){out, text.len + tail.len};
}

/* The replacement's bytes, of whole lines. */
static sx_byte_replacement to_bytes(const sx_document *document, const sx_line_replacement *edit,
                                    sx_str line_end, sx_arena *arena) {
  sx_byte_replacement out = {line_start(document, edit->first_line),
                             line_start(document, edit->last_line + 1),
                             sx_text_with_line_end(edit->text, line_end, arena)};
  if (out.text.len && !last_break(out.text)) out.text = join(out.text, line_end, arena);
  return out;
}

/* For a last line without an end one is thought of, which the new text then goes without. */
static sx_status replace_sorted(sx_str *out, const sx_document *document,
                                const sx_line_replacement *const *sorted, size_t count,
                                sx_arena *arena, sx_err *err) {
  sx_byte_replacement *bytes = sx_arena_calloc(arena, count + 1, sizeof *bytes);
  if (!bytes) return sx_fail(err, arena->status, NULL);
  sx_document whole = *document;
  sx_str line_end = sx_text_line_end(document->text);
  bool is_open = document->text.len && !last_break(document->text);
  if (is_open) whole.text = join(document->text, line_end, arena);
  for (size_t i = 0; i < count; i++) bytes[i] = to_bytes(&whole, sorted[i], line_end, arena);
  if (arena->status) return sx_fail(err, arena->status, NULL);
  sx_status status = sx_document_replace_bytes(out, &whole, bytes, count, arena, err);
  if (!status && is_open) *out = sx_str_slice(*out, 0, out->len - last_break(*out));
  return status;
}

sx_status sx_document_replace_lines(sx_str *out, const sx_document *document,
                                    const sx_line_replacement *edits, size_t count, sx_arena *arena,
                                    sx_err *err) {
  const sx_line_replacement **sorted = sx_arena_calloc(arena, count + 1, sizeof *sorted);
  if (!sorted) return sx_fail(err, arena->status, NULL);
  for (size_t i = 0; i < count; i++) {
    sx_status status = check_lines(document, &edits[i], err);
    if (status) return status;
    sorted[i] = &edits[i];
  }
  qsort(sorted, count, sizeof *sorted, compare_replacements);
  sx_status status = check_order(sorted, count, err);
  return status ? status : replace_sorted(out, document, sorted, count, arena, err);
}
