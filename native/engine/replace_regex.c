#include "engine/replace_regex.h"

#include "match/template.h"
#include "text/lines.h"
#include "workspace/document_edit.h"
#include "workspace/paths.h"

typedef struct regex_work {
  sx_call *call;
  const sx_replace *replace;
  const sx_document *document;
  sx_regex *regex;
  sx_template template;
  sx_regex_matches matches;
  sx_str line_end;
  sx_str text;         /* the document's, with each \r\n as \n: who writes [^\n]* means the line */
  const size_t *pairs; /* where in `text` those are that were two, ascending */
  size_t pair_count;
} regex_work;

/* Patterns with a \r of their own are tried on the text as it is. */
static bool is_about_returns(const sx_replace *replace) {
  static const char *const signs[] = {"\r",     "\\r",     "\\R",     "\\x0d", "\\x0D", "\\x{d}",
                                      "\\x{D}", "\\x{0d}", "\\x{0D}", "\\015", "\\cM"};
  for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
    if (sx_str_find(replace->old_text, sx_str_from(signs[i]), 0) != SX_STR_NONE) return true;
  return false;
}

static sx_status join_pairs(regex_work *work, sx_err *err) {
  sx_str text = work->document->text;
  sx_arena *arena = work->call->arena;
  size_t count = 0, len = 0;
  work->text = text;
  for (size_t at = 0; (at = sx_str_find(text, SX_STR("\r\n"), at)) != SX_STR_NONE; at += 2) count++;
  if (!count || is_about_returns(work->replace)) return SX_OK;
  char *joined = sx_arena_alloc(arena, text.len + 1);
  size_t *pairs = sx_arena_calloc(arena, count, sizeof *pairs);
  if (!joined || !pairs) return sx_fail(err, arena->status, NULL);
  for (size_t i = 0; i < text.len; i++) {
    bool is_pair = text.ptr[i] == '\r' && i + 1 < text.len && text.ptr[i + 1] == '\n';
    if (is_pair) pairs[work->pair_count++] = len, i++;
    joined[len++] = text.ptr[i];
  }
  work->text = sx_str_make(joined, len);
  work->pairs = pairs;
  return SX_OK;
}

/* Where a place of `text` is in the document: before the \r of a pair, never in it. */
static size_t to_document(const regex_work *work, size_t at) {
  size_t low = 0, high = work->pair_count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (work->pairs[middle] < at)
      low = middle + 1;
    else
      high = middle;
  }
  return at + low;
}

static sx_status check_call(void *argument) {
  return sx_port_call_check(argument);
}

/* With preserved case every case of the text is meant. */
static sx_status prepare(regex_work *work, sx_err *err) {
  sx_regex_options options = {
      .literal = !work->replace->is_regex,
      .ignore_case = work->replace->preserves_case,
  };
  sx_arena *arena = work->call->arena;
  sx_status status = join_pairs(work, err);
  if (!status)
    status = sx_regex_compile(&work->regex, work->replace->old_text, &options, arena, err);
  if (!status)
    status = sx_template_parse(&work->template, work->replace->new_text,
                               work->replace->is_regex ? work->regex : NULL, arena, err);
  const sx_regex_check check = {check_call, work->call->wait};
  if (!status)
    status = sx_regex_find_all(&work->matches, work->regex, work->text, &check, arena, err);
  return status;
}

static sx_status expand(regex_work *work, const sx_regex_match *match, sx_str *out, sx_err *err) {
  sx_buf text, cased;
  sx_buf_init(&text, SX_DOCUMENT_MAX_BYTES);
  sx_buf_init(&cased, SX_DOCUMENT_MAX_BYTES);
  sx_template_expand(&text, &work->template, work->text, match);
  sx_str whole = sx_str_slice(work->text, match->spans[0].start, match->spans[0].end);
  if (work->replace->preserves_case) sx_template_keep_case(&cased, sx_buf_str(&text), whole);
  sx_buf *made = work->replace->preserves_case ? &cased : &text;
  sx_status status = text.status ? text.status : cased.status;
  if (!status)
    *out = sx_text_with_line_end(sx_arena_dup(work->call->arena, sx_buf_str(made)), work->line_end,
                                 work->call->arena);
  sx_buf_release(&text);
  sx_buf_release(&cased);
  return status ? sx_fail(err, status, NULL) : SX_OK;
}

static sx_status check_one(const regex_work *work, sx_err *err) {
  size_t count = work->matches.count;
  size_t *starts = sx_arena_calloc(work->call->arena, count, sizeof *starts);
  if (!starts) return sx_fail(err, SX_NOMEM, NULL);
  for (size_t i = 0; i < count; i++)
    starts[i] = to_document(work, work->matches.items[i].spans[0].start);
  return sx_replace_check_one(work->replace, work->call, work->document, starts, count, err);
}

static sx_status replace_matches(regex_work *work, sx_byte_replacement *edits, uint32_t *others,
                                 sx_replaced *out, sx_err *err) {
  uint32_t wanted = work->replace->occurrence;
  for (size_t i = 0; i < work->matches.count; i++) {
    const sx_regex_match *match = &work->matches.items[i];
    if (wanted && i + 1 != wanted) {
      others[out->other_count++] =
          sx_lines_row_at(&work->document->lines, to_document(work, match->spans[0].start)) + 1;
      continue;
    }
    sx_byte_replacement *edit = &edits[out->replaced++];
    edit->start = to_document(work, match->spans[0].start);
    edit->end = to_document(work, match->spans[0].end);
    sx_status status = expand(work, match, &edit->text, err);
    if (status) return status;
  }
  return SX_OK;
}

sx_status sx_replace_regex(sx_str *after, sx_call *call, const sx_replace *replace,
                           const sx_document *document, sx_replaced *out, sx_err *err) {
  regex_work work = {.call = call, .replace = replace, .document = document};
  sx_status status = prepare(&work, err);
  if (status) return status;
  size_t count = work.matches.count;
  if (!count)
    return sx_fail(err, SX_NO_MATCH, "%s matches nothing in '%.*s'. Nothing was changed.",
                   replace->old_argument, SX_STR_ARG(sx_path_display(call, document->path)));
  if (replace->occurrence > count)
    return sx_fail(err, SX_NO_MATCH,
                   "There is no occurrence %u: %s matches %zu times. Nothing was changed.",
                   replace->occurrence, replace->old_argument, count);
  status = check_one(&work, err);
  if (status) return status;
  sx_byte_replacement *edits = sx_arena_calloc(call->arena, count, sizeof *edits);
  uint32_t *others = sx_arena_calloc(call->arena, count, sizeof *others);
  if (!edits || !others) return sx_fail(err, SX_NOMEM, NULL);
  work.line_end = sx_text_line_end(document->text);
  out->found = count;
  out->how = replace->is_regex ? "by the pattern" : "in any case";
  out->others = others;
  status = replace_matches(&work, edits, others, out, err);
  if (status) return status;
  return sx_document_replace_bytes(after, document, edits, out->replaced, call->arena, err);
}
