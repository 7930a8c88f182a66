#include "engine/replace_regex.h"

#include "base/array.h"
#include "base/byte.h"
#include "match/template.h"
#include "text/lines.h"
#include "workspace/document_edit.h"
#include "workspace/paths.h"

/* Bytes of new text, and matches, between two checks for cancellation. */
#define BYTES_BETWEEN_CHECKS ((size_t)1 << 20)
#define MATCHES_BETWEEN_CHECKS 256
/* Fewer groups cost less than compiling the pattern again. */
#define MIN_LEFT_OUT 8

typedef struct regex_work {
  sx_call *call;
  const sx_replace *replace;
  const sx_document *document;
  sx_regex *regex;
  sx_template template;
  SX_ARRAY(sx_byte_replacement) edits;
  SX_ARRAY(uint32_t) others;
  size_t starts[SX_REPLACE_LISTED_PLACES]; /* of the first matches, in the document */
  size_t count;
  size_t made_bytes, unchecked_bytes;
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

/*
 * The spans of all groups are copied at each step, so groups that nothing refers to are left out. A
 * \1 in the pattern may mean something else without them.
 */
static void leave_out_groups(regex_work *work, sx_regex_options options) {
  sx_str pattern = work->replace->old_text;
  sx_regex *without;
  bool refers = options.literal;
  for (size_t i = 0; i < work->template.count; i++) refers |= work->template.parts[i].group > 0;
  for (size_t i = 0; i + 1 < pattern.len; i++)
    refers |= pattern.ptr[i] == '\\' && sx_byte_is_digit(pattern.ptr[i + 1]);
  if (refers || sx_regex_group_count(work->regex) < MIN_LEFT_OUT) return;
  options.no_groups = true;
  /* Where it is not valid so, it stays as it is. */
  if (sx_regex_compile(&without, pattern, &options, work->call->arena, NULL) == SX_OK)
    work->regex = without;
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
  if (!status) leave_out_groups(work, options);
  work->line_end = sx_text_line_end(work->document->text);
  return status;
}

static sx_status fail_too_long(const regex_work *work, sx_err *err) {
  return sx_fail(err, SX_TOO_BIG,
                 "The new texts of the first %zu matches have more than %u MB, the limit. Nothing "
                 "was changed. Refer to shorter groups, or to fewer, in the new text; or replace "
                 "fewer matches at a time.",
                 work->count, SX_DOCUMENT_MAX_BYTES >> 20);
}

static sx_status expand(regex_work *work, const sx_regex_match *match, sx_str *out, sx_err *err) {
  sx_buf text, cased;
  size_t most = SX_DOCUMENT_MAX_BYTES - work->made_bytes;
  sx_buf_init(&text, most);
  sx_buf_init(&cased, most);
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
  if (status == SX_TOO_BIG || (!status && out->len > most)) return fail_too_long(work, err);
  if (!status) work->made_bytes += out->len;
  if (!status) work->unchecked_bytes += out->len;
  return status ? sx_fail(err, status, NULL) : SX_OK;
}

/* Expanding a match takes time that the search does not see. */
static sx_status check_now(regex_work *work, sx_err *err) {
  bool is_due =
      work->unchecked_bytes >= BYTES_BETWEEN_CHECKS || work->count % MATCHES_BETWEEN_CHECKS == 0;
  if (!is_due) return SX_OK;
  work->unchecked_bytes = 0;
  sx_status status = sx_port_call_check(work->call->wait);
  return status ? sx_fail(err, status, NULL) : SX_OK;
}

static sx_status take_match(regex_work *work, const sx_regex_match *match, sx_err *err) {
  const sx_replace *replace = work->replace;
  sx_arena *arena = work->call->arena;
  size_t start = to_document(work, match->spans[0].start), number = ++work->count;
  if (number <= SX_REPLACE_LISTED_PLACES) work->starts[number - 1] = start;
  if (replace->occurrence ? number != replace->occurrence : number > SX_REPLACE_MAX_PLACES) {
    if (!replace->occurrence || work->others.len == SX_REPLACE_MAX_OTHERS) return SX_OK;
    uint32_t *other = SX_ARRAY_ADD(&work->others, arena);
    if (!other) return sx_fail(err, arena->status, NULL);
    *other = sx_lines_row_at(&work->document->lines, start) + 1;
    return SX_OK;
  }
  /* Several are refused: only the first is made. */
  if (replace->must_be_one && number > 1) return SX_OK;
  sx_byte_replacement *edit = SX_ARRAY_ADD(&work->edits, arena);
  if (!edit) return sx_fail(err, arena->status, NULL);
  *edit = (sx_byte_replacement){.start = start, .end = to_document(work, match->spans[0].end)};
  return expand(work, match, &edit->text, err);
}

static sx_status fail_late(const regex_work *work, sx_err *err) {
  return sx_fail(err, SX_DEADLINE,
                 "Finding and replacing %s took longer than one call may: %zu matches were found. "
                 "Nothing was changed. Simplify the pattern (fewer groups and alternatives, "
                 "[^\"]* instead of .*), or edit the file in parts.",
                 work->replace->old_argument, work->count);
}

static sx_status take_matches(regex_work *work, sx_err *err) {
  sx_regex_scan scan;
  sx_regex_match match;
  const sx_regex_check check = {check_call, work->call->wait};
  sx_status status = sx_regex_scan_init(&scan, work->regex, work->text, &check, err);
  while (!status) {
    status = sx_regex_scan_next(&match, &scan, err);
    if (status || !match.spans) break;
    status = take_match(work, &match, err);
    if (!status) status = check_now(work, err);
  }
  sx_regex_scan_release(&scan);
  return status == SX_DEADLINE ? fail_late(work, err) : status;
}

sx_status sx_replace_regex(sx_str *after, sx_call *call, const sx_replace *replace,
                           const sx_document *document, sx_replaced *out, sx_err *err) {
  regex_work work = {.call = call, .replace = replace, .document = document};
  sx_status status = prepare(&work, err);
  if (!status) status = take_matches(&work, err);
  if (status) return status;
  size_t count = work.count;
  if (!count)
    return sx_fail(err, SX_NO_MATCH, "%s matches nothing in '%.*s'. Nothing was changed.",
                   replace->old_argument, SX_STR_ARG(sx_path_display(call, document->path)));
  if (replace->occurrence > count)
    return sx_fail(err, SX_NO_MATCH,
                   "There is no occurrence %u: %s matches %zu times. Nothing was changed.",
                   replace->occurrence, replace->old_argument, count);
  status = sx_replace_check_one(replace, call, document, work.starts, count, err);
  if (!status) status = sx_replace_check_count(replace, call, document, count, err);
  if (status) return status;
  *out = (sx_replaced){.path = out->path,
                       .found = count,
                       .replaced = work.edits.len,
                       .how = replace->is_regex ? "by the pattern" : "in any case",
                       .others = work.others.items,
                       .other_count = work.others.len};
  return sx_document_replace_bytes(after, document, work.edits.items, work.edits.len, call->arena,
                                   err);
}
