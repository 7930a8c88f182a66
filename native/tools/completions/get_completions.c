#include "answer/facts.h"
#include "answer/pager.h"
#include "base/byte.h"
#include "base/utf8.h"
#include "documentation/overloads.h"
#include "engine/args.h"
#include "host/completions.h"
#include "semantic/certainty.h"
#include "servers/state.h"
#include "workspace/document.h"
#include "workspace/outline.h"
#include "workspace/paths.h"

#define DEFAULT_TOKENS 2000
#define DEFAULT_LIMIT 20
/* Servers look up the type of each that is resolved: further ones have their names only. */
#define MAX_RESOLVED 200
#define WORDS_TOKENS 40
#define MAX_SIGNATURE_BYTES 300

sx_status sx_tool_get_completions(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err);

typedef SX_ARRAY(const sx_host_completion *) fitting_list;

typedef struct question {
  sx_call *call;
  const sx_document *document;
  sx_pos16 at;
  sx_str prefix; /* of the word before the place; may be empty */
  sx_str shown;
  size_t limit;
  bool is_loaded; /* its project: before, TypeScript knows no names of other files */
  sx_host_completions all;
  fitting_list fitting;
} question;

/* ---- the place ---------------------------------------------------------------------------- */

static sx_status check_place(const question *q, sx_err *err) {
  const sx_lines *lines = &q->document->lines;
  if (q->at.line >= lines->count)
    return sx_fail(err, SX_INVALID_ARGUMENT, "Line %u is past the end: the file has %u line%s.",
                   q->at.line + 1, lines->count, lines->count == 1 ? "" : "s");
  size_t offset = sx_document_offset(q->document, q->at);
  sx_pos16 last = sx_document_position(q->document, offset);
  if (last.character < q->at.character)
    return sx_fail(err, SX_INVALID_ARGUMENT,
                   "Column %u is past the end of line %u: its end is column %u.",
                   q->at.character + 1, q->at.line + 1, last.character + 1);
  return SX_OK;
}

static sx_status take_place(question *q, const cJSON *args, sx_err *err) {
  sx_str path, file = sx_args_str(args, "file_path", q->call->arena);
  sx_status status = SX_OK;
  if (!sx_args_has(args, "line") || !sx_args_has(args, "column"))
    status = sx_fail(err, SX_INVALID_ARGUMENT,
                     "line and column are required: the place of the cursor, counted from 1.");
  q->at = (sx_pos16){(uint32_t)sx_args_int(args, "line", 1) - 1,
                     (uint32_t)sx_args_int(args, "column", 1) - 1};
  q->limit = (size_t)sx_args_int(args, "max_results", DEFAULT_LIMIT);
  if (!status) status = sx_path_resolve(q->call, "file_path", file, &path, err);
  if (!status) status = sx_document_open(q->call, path, &q->document, err);
  if (!status) status = check_place(q, err);
  if (status) return status;
  sx_str text = q->document->text;
  size_t at = sx_document_offset(q->document, q->at);
  q->prefix = sx_str_slice(text, sx_language_ident_start(q->document->language, text, at), at);
  q->shown = sx_path_display(q->call, path);
  return SX_OK;
}

/* ---- asking ------------------------------------------------------------------------------- */

static sx_status ask_editor(const question *q, uint32_t resolve, sx_host_completions *out,
                            sx_err *err) {
  sx_batch batch;
  sx_batch_init(&batch, q->call->wait, q->call->arena);
  size_t slot = sx_batch_completions(&batch, q->document->path, q->at, resolve);
  sx_status status = sx_batch_run_within(&batch, SX_PATIENCE_MS, err);
  if (!status) status = sx_batch_get_completions(&batch, slot, out, err);
  sx_batch_release(&batch);
  return status;
}

/* How well the name fits the word: 2 as it is, 1 in another case, 0 not. */
static int fit(const question *q, const sx_host_completion *one) {
  sx_str name = one->name;
  while (name.len && !sx_str_has_prefix(name, q->prefix) && sx_byte_is_one_of(name.ptr[0], ".?!"))
    name = sx_str_slice(name, 1, name.len);
  if (sx_str_has_prefix(name, q->prefix)) return 2;
  return name.len >= q->prefix.len &&
         sx_str_is_equal_fold(sx_str_slice(name, 0, q->prefix.len), q->prefix);
}

static bool is_keyword(const sx_host_completion *one) {
  return sx_str_is_equal(one->kind, SX_STR("Keyword"));
}

/* Those that fit as `wanted`, either the keywords or the others, in the editor's order. */
static sx_status add_fitting(question *q, int wanted, bool keywords, sx_err *err) {
  for (size_t i = 0; i < q->all.items.len; i++) {
    const sx_host_completion *one = &q->all.items.items[i];
    if (is_keyword(one) != keywords || fit(q, one) != wanted) continue;
    const sx_host_completion **added = SX_ARRAY_ADD(&q->fitting, q->call->arena);
    if (!added) return sx_fail(err, q->call->arena->status, NULL);
    *added = one;
  }
  return SX_OK;
}

/* Those that begin as the word does, those in its case first; keywords, which a model knows, last.
 */
static sx_status choose(question *q, sx_err *err) {
  q->fitting = (fitting_list){0};
  sx_status status = SX_OK;
  for (int keywords = 0; keywords < 2; keywords++)
    for (int wanted = 2; wanted > 0 && !status; wanted--)
      status = add_fitting(q, wanted, keywords, err);
  return status;
}

static sx_status ask_completions(void *arg, sx_round *round, sx_err *err) {
  question *q = arg;
  sx_host_symbols outline = {0};
  *round = SX_ROUND_SILENT;
  /* clangd completes by its index alone until it has read the file; an outline waits for that. */
  sx_status status = sx_outline_get(q->call, q->document, SX_PATIENCE_MS, &outline, err);
  if (sx_status_ends_call(status) && !sx_port_call_outlasts(q->call->wait, status)) return status;
  sx_str language = q->document->language_id;
  if (!status && outline.len) sx_servers_set_ready(q->call->services->servers, language);
  status = ask_editor(q, 0, &q->all, err);
  if (sx_port_call_outlasts(q->call->wait, status)) return SX_OK;
  if (status || !q->all.items.len) return status;
  sx_servers_set_ready(q->call->services->servers, language);
  /* While a project is being loaded the names of other files are missing. */
  *round = SX_ROUND_UNLIKELY;
  return choose(q, err);
}

static bool is_same(const sx_host_completion *a, const sx_host_completion *b) {
  return sx_str_is_equal(a->label, b->label) && sx_str_is_equal(a->kind, b->kind) &&
         sx_str_is_equal(a->description, b->description);
}

/* Replaces those from `from` to `to` by what the servers know of each, as far as they are asked. */
static sx_status resolve(question *q, size_t from, size_t to, sx_err *err) {
  uint32_t count = 0;
  sx_host_completions resolved;
  for (size_t i = from; i < to; i++) {
    uint32_t place = q->fitting.items[i]->place;
    if (place < MAX_RESOLVED && place >= count) count = place + 1;
  }
  if (!count) return SX_OK;
  sx_status status = ask_editor(q, count, &resolved, err);
  /* Their names are an answer, too. */
  if (status) return sx_status_ends_call(status) && status != SX_DEADLINE ? status : SX_OK;
  for (size_t i = from; i < to; i++) {
    size_t index = (size_t)(q->fitting.items[i] - q->all.items.items);
    if (index < resolved.items.len && is_same(&resolved.items.items[index], q->fitting.items[i]))
      q->fitting.items[i] = &resolved.items.items[index];
  }
  return SX_OK;
}

/* ---- one completion ----------------------------------------------------------------------- */

static sx_str first_line(sx_str text) {
  size_t end = sx_str_find_char(text, '\n', 0);
  return end == SX_STR_NONE ? text : sx_str_slice(text, 0, end);
}

/* Where it comes from and what it is: TypeScript has a first line if an import would be added. */
typedef struct detail {
  sx_str source, signature;
} detail;

static detail read_detail(const sx_host_completion *one, const sx_hover_text *words,
                          sx_arena *arena) {
  detail out = {one->description, sx_str_trim(one->detail)};
  size_t end = sx_str_find_char(out.signature, '\n', 0);
  sx_str first = first_line(out.signature);
  if (end != SX_STR_NONE && sx_str_find(first, one->name, 0) == SX_STR_NONE) {
    out.source = first;
    out.signature = sx_str_slice(out.signature, end + 1, out.signature.len);
  }
  out.signature = out.signature.len ? sx_overloads_without_kind(out.signature) : words->signature;
  out.signature = sx_overloads_compact(out.signature, arena);
  size_t most = sx_utf8_floor(out.signature.ptr, out.signature.len, MAX_SIGNATURE_BYTES);
  out.signature = sx_str_slice(out.signature, 0, most);
  return out;
}

/* Whether the name is in it, and words before it: `const`, `export class`. */
static bool is_declaration(sx_str signature, sx_str name) {
  size_t at = sx_str_find(signature, name, 0);
  for (size_t i = 0; at != SX_STR_NONE && i < at; i++)
    if (signature.ptr[i] != ' ' && !sx_byte_is_word(signature.ptr[i])) return false;
  return at != SX_STR_NONE && at > 0 && signature.ptr[at - 1] == ' ';
}

/* The mark is written by itself. */
static sx_str without_mark(sx_str line) {
  static const char *const marks[] = {"*@deprecated*", " — "};
  for (size_t i = 0; i < 2; i++) {
    sx_str mark = sx_str_from(marks[i]);
    if (sx_str_has_prefix(line, mark)) line = sx_str_slice(line, mark.len, line.len);
  }
  return sx_str_trim(line);
}

/* clangd marks those that would add an `#include`, which it also says in words. */
static sx_str without_bullet(sx_str label) {
  static const sx_str bullet = {"\xE2\x80\xA2", 3};
  return sx_str_has_prefix(label, bullet) ? sx_str_slice(label, bullet.len, label.len) : label;
}

static void write_completion(const question *q, const sx_host_completion *one, sx_answer *answer,
                             cJSON *facts) {
  sx_hover_text words;
  sx_buf *text = &answer->text;
  const sx_hover_part part = {
      .kind = SX_HOVER_MARKDOWN, .value = one->documentation, .language = SX_STR("")};
  if (sx_hover_format(&words, &part, 1, WORDS_TOKENS, q->call->arena, NULL))
    words = SX_HOVER_NOTHING;
  sx_str label = without_bullet(sx_str_trim(one->label)), name = one->name.len ? one->name : label;
  sx_str line = without_mark(first_line(words.body));
  detail known = read_detail(one, &words, q->call->arena);
  bool has_name = sx_str_find(known.signature, name, 0) != SX_STR_NONE;
  if (!is_declaration(known.signature, name)) sx_buf_addf(text, "%.*s ", SX_STR_ARG(one->kind));
  if (!has_name) sx_buf_addf(text, "%.*s%s", SX_STR_ARG(label), known.signature.len ? ": " : "");
  sx_buf_add(text, known.signature);
  if (known.source.len) sx_buf_addf(text, " (%.*s)", SX_STR_ARG(known.source));
  if (one->is_deprecated) sx_buf_add_text(text, " [deprecated]");
  if (line.len) sx_buf_addf(text, ": %.*s", SX_STR_ARG(line));
  sx_buf_add_char(text, '\n');
  cJSON *fact = cJSON_CreateObject();
  sx_answer_fact(fact, "label", label);
  sx_answer_fact(fact, "kind", one->kind);
  if (known.signature.len) sx_answer_fact(fact, "detail", known.signature);
  if (known.source.len) sx_answer_fact(fact, "source", known.source);
  if (line.len) sx_answer_fact(fact, "documentation", line);
  if (one->is_deprecated) cJSON_AddTrueToObject(fact, "deprecated");
  sx_answer_push(facts, fact);
}

/* ---- the answer --------------------------------------------------------------------------- */

static void write_head(const question *q, const sx_certainty *certainty, sx_answer *answer) {
  size_t count = q->fitting.len, others = q->all.items.len;
  sx_buf *text = &answer->text;
  bool is_known = q->is_loaded && (others > 0 || certainty->is_sure);
  answer->status = sx_certainty_status(is_known, count);
  sx_buf_addf(text, "%.*s:%u:%u: ", SX_STR_ARG(q->shown), q->at.line + 1, q->at.character + 1);
  if (count)
    sx_buf_addf(text, "%zu completion%s", count, count == 1 ? "" : "s");
  else
    sx_buf_add_text(text, "No completion");
  if (q->prefix.len)
    sx_buf_addf(text, " of '%.*s'", SX_STR_ARG(sx_str_slice(q->prefix, 0, MAX_SIGNATURE_BYTES)));
  if (!count && others)
    sx_buf_addf(text, "; %zu that begin%s otherwise", others, others == 1 ? "s" : "");
  sx_buf_add_char(text, '\n');
  if (q->all.is_incomplete)
    sx_buf_add_text(text, "The server has more: a longer beginning of the word shows them.\n");
  if (certainty->readiness == SX_ABSENT && !others)
    sx_certainty_write_absent(q->document->language_id, text);
  else if (!others && !certainty->is_sure)
    sx_certainty_write_unanswered(certainty->readiness == SX_SILENT, q->document->language_id,
                                  text);
  else if (!certainty->is_sure || !q->is_loaded)
    sx_certainty_write_loading(certainty, text);
}

static uint64_t hash_fitting(const question *q) {
  uint64_t hash = q->fitting.len;
  for (size_t i = 0; i < q->fitting.len; i++)
    hash = sx_pager_hash_place(hash, q->fitting.items[i]->label, q->at);
  return sx_pager_hash_place(hash, q->shown, q->at);
}

static sx_status write_all(question *q, const sx_certainty *certainty, sx_str cursor,
                           sx_answer *answer, sx_err *err) {
  cJSON *facts = cJSON_CreateArray();
  if (!facts) return sx_fail(err, SX_NOMEM, NULL);
  write_head(q, certainty, answer);
  sx_pager pager = {.answer = answer,
                    .facts = facts,
                    .count = q->fitting.len,
                    .hash = hash_fitting(q),
                    .most = q->limit};
  sx_status status = sx_pager_begin(&pager, cursor, err);
  size_t end = pager.first + q->limit < q->fitting.len ? pager.first + q->limit : q->fitting.len;
  if (!status) status = resolve(q, pager.first, end, err);
  if (!status) {
    while (sx_pager_has_item(&pager))
      write_completion(q, q->fitting.items[pager.next], answer, facts);
    sx_pager_end(&pager);
  }
  sx_facts_place(answer->facts, q->shown, q->at);
  sx_answer_fact(answer->facts, "prefix", q->prefix);
  sx_answer_put(answer->facts, "completions", facts);
  cJSON_AddNumberToObject(answer->facts, "total_count", (double)q->fitting.len);
  if (q->all.is_incomplete) cJSON_AddTrueToObject(answer->facts, "is_incomplete");
  return status;
}

sx_status sx_tool_get_completions(sx_call *call, const cJSON *args, sx_answer *answer,
                                  sx_err *err) {
  question q = {.call = call};
  sx_certainty certainty = {0};
  answer->max_tokens = (size_t)sx_args_int(args, "max_tokens", DEFAULT_TOKENS);
  sx_status status = take_place(&q, args, err);
  if (!status) status = sx_readiness_load_project(call, q.document->path, &q.is_loaded, err);
  if (!status)
    status = sx_inquiry_run(&certainty, call, q.document->path, ask_completions, &q, err);
  if (!status)
    status = write_all(&q, &certainty, sx_args_str(args, "cursor", call->arena), answer, err);
  cJSON_AddStringToObject(answer->facts, "status", sx_answer_status_name(answer->status));
  cJSON_AddBoolToObject(answer->facts, "truncated", answer->is_truncated);
  return status;
}
