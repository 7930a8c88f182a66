#include "flow/syntax_errors.h"

#include "base/byte.h"
#include "base/utf8.h"
#include "syntax/languages.h"
#include "workspace/facts_host.h"

#define MAX_QUOTED_BYTES 60
#define MAX_MESSAGE_BYTES 1024

/* ---- in words -------------------------------------------------------------------------------- */

void sx_syntax_quote(sx_buf *out, sx_str text) {
  size_t len = sx_utf8_floor(text.ptr, text.len, MAX_QUOTED_BYTES);
  sx_buf_add_char(out, '"');
  for (size_t i = 0; i < len; i++) {
    char c = text.ptr[i];
    if (c == '\n' || c == '\r' || c == '\t')
      sx_buf_addf(out, "\\%c", c == '\n' ? 'n' : c == '\r' ? 'r' : 't');
    else if (c == '"' || c == '\\')
      sx_buf_addf(out, "\\%c", c);
    else
      sx_buf_add_char(out, (unsigned char)c < ' ' || c == 0x7f ? '?' : c);
  }
  sx_buf_add_text(out, len < text.len ? "…\"" : "\"");
}

static bool is_word(sx_str name) {
  for (size_t i = 0; i < name.len; i++)
    if (!sx_byte_is_word(name.ptr[i])) return false;
  return name.len > 0;
}

/* The first line of what is wrong. */
static sx_str text_of(const sx_tree_error *error, sx_str text) {
  size_t end = error->start;
  while (end < error->end && end < text.len && !sx_byte_is_line_end(text.ptr[end])) end++;
  return sx_str_trim(sx_str_slice(text, error->start, end));
}

void sx_syntax_error_describe(sx_buf *out, const sx_syntax_tree *tree, const sx_tree_error *error,
                              sx_str text) {
  sx_str wrong = text_of(error, text), name = tree->names.items[error->name];
  switch ((sx_tree_error_kind)error->kind) {
  case SX_TREE_ABSENT:
    sx_buf_add_text(out, "missing ");
    if (is_word(name))
      sx_buf_add(out, name);
    else
      sx_syntax_quote(out, name);
    return;
  case SX_TREE_UNCLOSED:
    sx_syntax_quote(out, wrong);
    sx_buf_add_text(out, " is not closed");
    return;
  case SX_TREE_UNEXPECTED:
  case SX_TREE_ERROR_KINDS: break;
  }
  sx_buf_add_text(out, "unexpected ");
  if (wrong.len)
    sx_syntax_quote(out, wrong);
  else
    sx_buf_add_text(out, "end");
}

/* ---- before and after ------------------------------------------------------------------------ */

typedef struct side {
  const sx_syntax_tree *tree;
  sx_str text;
} side;

static bool is_same(const side *a, const sx_tree_error *one, const side *b,
                    const sx_tree_error *other) {
  return one->kind == other->kind &&
         sx_str_is_equal(a->tree->names.items[one->name], b->tree->names.items[other->name]) &&
         sx_str_is_equal(text_of(one, a->text), text_of(other, b->text));
}

static sx_status add_flaw(sx_syntax_flaws *out, const side *after, const sx_lines *lines,
                          const sx_tree_error *error, sx_arena *arena) {
  sx_syntax_flaw *flaw = SX_ARRAY_ADD(&out->items, arena);
  sx_buf message;
  if (!flaw) return arena->status;
  sx_buf_init(&message, MAX_MESSAGE_BYTES);
  sx_syntax_error_describe(&message, after->tree, error, after->text);
  flaw->at = sx_pos16_at(lines, error->start);
  flaw->message = sx_arena_dup(arena, sx_buf_str(&message));
  sx_status status = message.status;
  sx_buf_release(&message);
  return status ? status : arena->status;
}

/* Where a text had errors, an edit beside them may shift what the parser takes for them: only more
 * of them are new ones. */
sx_status sx_syntax_flaws_compare(sx_syntax_flaws *out, const sx_syntax_tree *before,
                                  sx_str before_text, const sx_syntax_tree *after,
                                  sx_str after_text, sx_arena *arena, sx_err *err) {
  const side was = {before, before_text}, is = {after, after_text};
  sx_lines lines;
  *out = (sx_syntax_flaws){.is_known = true};
  if (after->error_count <= before->error_count) return SX_OK;
  bool *is_taken = sx_arena_calloc(arena, before->errors.len + 1, sizeof *is_taken);
  if (!is_taken) return sx_fail(err, arena->status, NULL);
  sx_status status = sx_lines_init(&lines, after_text, arena, err);
  for (size_t i = 0; i < after->errors.len && !status; i++) {
    const sx_tree_error *error = &after->errors.items[i];
    size_t k = 0;
    while (k < before->errors.len &&
           (is_taken[k] || !is_same(&was, &before->errors.items[k], &is, error)))
      k++;
    if (k < before->errors.len)
      is_taken[k] = true;
    else
      status = add_flaw(out, &is, &lines, error, arena);
  }
  return status ? sx_fail(err, status, NULL) : SX_OK;
}

/* `*is_read` false: nothing here reads it. */
static sx_status read_errors(sx_syntax_tree *out, bool *is_read, sx_call *call,
                             const sx_syntax_language *language, sx_str text, sx_err *err) {
  sx_str read_as;
  const sx_tree_query query = {.to = (uint32_t)text.len};
  *out = (sx_syntax_tree){.extent = SX_FACTS_WHOLE};
  *is_read = true;
  if (!text.len) return SX_OK;
  sx_status status =
      sx_facts_host_ask_tree(out, &read_as, call, sx_str_from(language->name), text, &query, err);
  *is_read = !status && out->extent == SX_FACTS_WHOLE;
  return status;
}

sx_status sx_syntax_flaws_find(sx_syntax_flaws *out, sx_call *call, const sx_document *document,
                               sx_str after, sx_err *err) {
  const sx_syntax_language *language =
      sx_syntax_language_find(document->language_id, document->path, after);
  sx_syntax_tree old, new;
  bool is_read = false;
  *out = (sx_syntax_flaws){.is_known = false};
  if (!language) return SX_OK;
  sx_status status = read_errors(&new, &is_read, call, language, after, err);
  if (status || !is_read) return status;
  out->is_known = true;
  if (!new.error_count) return SX_OK;
  status = read_errors(&old, &out->is_known, call, language, document->text, err);
  if (status || !out->is_known) return status;
  return sx_syntax_flaws_compare(out, &old, document->text, &new, after, call->arena, err);
}
