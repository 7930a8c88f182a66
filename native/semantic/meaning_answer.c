#include "semantic/meaning_answer.h"

#include "answer/facts.h"
#include "answer/pager.h"
#include "semantic/meaning_rerank.h"
#include "semantic/meaning_snippet.h"
#include "workspace/paths.h"

/* Lines of an answer, and tokens, about. */
#define LEAST_LINES 2
#define MOST_LINES 8
#define LINE_TOKENS 12
#define HEAD_TOKENS 60
/* Copies of one that are named. */
#define MAX_COPIES 3
#define WHY_BYTES ((size_t)8 << 10)

typedef struct answering {
  sx_call *call;
  const sx_meaning_request *request;
  sx_answer *answer;
  sx_declared_search search;
  sx_question question;
  sx_declared_globs globs;
  sx_meaning_filter filter;
  sx_meaning_hits hits;
  sx_strs unread; /* files that have words of the question where they do not count */
  sx_reranked reranked;
  size_t lines; /* of each answer */
} answering;

/* ---- one answer ------------------------------------------------------------------------------ */

static void write_words(const sx_question *question, uint64_t bits, sx_buf *out) {
  bool is_first = true;
  for (size_t t = 0; t < question->terms.len; t++) {
    if (!(bits >> t & 1)) continue;
    sx_buf_addf(out, "%s%.*s", is_first ? "" : ", ", SX_STR_ARG(question->terms.items[t].word));
    is_first = false;
  }
}

/* Those of terms that are not in the unit themselves. */
static void write_related(const answering *a, const sx_meaning_hit *hit, uint64_t written,
                          sx_buf *out) {
  const sx_question *question = &a->question;
  bool is_first = true;
  for (size_t i = 0; i < question->related.len; i++) {
    if (!(hit->related >> i & 1) || written >> question->relations.items[i].term & 1) continue;
    const char *before = !is_first ? ", " : out->len ? "; related: " : "related: ";
    sx_buf_addf(out, "%s%.*s", before, SX_STR_ARG(question->related.items[i]));
    is_first = false;
  }
}

/* Each word once, where it counts most. */
static sx_str why_of(const answering *a, const sx_meaning_hit *hit) {
  static const struct {
    sx_meaning_field field;
    const char *text;
  } rows[] = {{SX_MEANING_NAME, "name: "},
              {SX_MEANING_DOC, "comment: "},
              {SX_MEANING_PATH, "path: "},
              {SX_MEANING_SIGNATURE, "signature: "},
              {SX_MEANING_BODY, "text: "}};
  uint64_t written = 0;
  sx_buf why;
  sx_buf_init(&why, WHY_BYTES);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    uint64_t own = hit->fields[rows[i].field] & ~written;
    if (!own) continue;
    sx_buf_addf(&why, "%s%s", why.len ? "; " : "", rows[i].text);
    write_words(&a->question, own, &why);
    written |= own;
  }
  write_related(a, hit, written, &why);
  return sx_buf_keep(&why, a->call->arena);
}

static sx_str kind_of(const sx_meaning_record *record) {
  if (record->kind == SX_MEANING_FILE) return SX_STR("File");
  if (record->kind == SX_FACT_HEADING) return SX_STR("Section");
  return sx_fact_kind_name((sx_fact_kind)record->kind);
}

static const char *place_of(const answering *a, const sx_meaning_copy *copy) {
  sx_str path = sx_path_display(a->call, copy->path);
  sx_str place = sx_arena_printf(a->call->arena, "%.*s:%u", SX_STR_ARG(path), copy->row + 1);
  return place.len ? place.ptr : "";
}

static void write_copies(const answering *a, const sx_meaning_hit *hit, sx_buf *out) {
  size_t count = hit->copies.len;
  for (size_t i = 0; i < count && i < MAX_COPIES; i++)
    sx_buf_addf(out, "%s%s", i ? ", " : "  The same in ", place_of(a, &hit->copies.items[i]));
  if (count > MAX_COPIES) sx_buf_addf(out, ", and %zu more", count - MAX_COPIES);
  if (count) sx_buf_add_text(out, ".\n");
}

static void write_facts(const answering *a, const sx_meaning_hit *hit,
                        const sx_meaning_snippet *snippet, sx_pos16 at, sx_str why, cJSON *facts) {
  cJSON *fact = cJSON_CreateObject();
  if (a->answer->format == SX_FORMAT_MARKDOWN)
    sx_facts_place(fact, sx_path_display(a->call, hit->path), at);
  sx_facts_for_person(fact, a->answer, hit->path, kind_of(&hit->record));
  sx_answer_fact(fact, "filePath", sx_path_display(a->call, hit->path));
  cJSON_AddNumberToObject(fact, "startLine", (double)hit->record.row + 1);
  cJSON_AddNumberToObject(fact, "endLine", (double)hit->record.end_row + 1);
  sx_answer_fact(fact, "kind", kind_of(&hit->record));
  if (snippet->name.len) sx_answer_fact(fact, "name", snippet->name);
  sx_answer_fact(fact, "codeSnippet", snippet->code);
  cJSON_AddNumberToObject(fact, "similarityScore", (int)(hit->score * 1000 + 0.5f) / 1000.0);
  sx_answer_fact(fact, "why", why);
  cJSON *copies = hit->copies.len ? cJSON_CreateArray() : NULL;
  for (size_t i = 0; copies && i < hit->copies.len && i < MAX_COPIES; i++)
    sx_answer_push(copies, cJSON_CreateString(place_of(a, &hit->copies.items[i])));
  if (hit->copies.len) sx_answer_put(fact, "copies", copies);
  sx_answer_push(facts, fact);
}

static sx_status write_hit(answering *a, const sx_meaning_hit *hit, cJSON *facts, sx_err *err) {
  const sx_document *document = NULL;
  const sx_meaning_record *record = &hit->record;
  sx_buf *out = &a->answer->text;
  sx_meaning_snippet snippet = {SX_STR(""), SX_STR("")};
  sx_status status = sx_document_peek_any(a->call, hit->path, &document, err);
  if (status) return status;
  if (document)
    sx_meaning_snippet_make(&snippet, document, hit, &a->question, a->lines, a->call->arena);
  sx_str why = why_of(a, hit);
  if (a->call->arena->status) return sx_fail(err, a->call->arena->status, NULL);
  uint32_t row = snippet.name.len ? record->name_row : record->row;
  sx_pos16 at = {row, 0};
  if (snippet.name.len)
    at = sx_document_position(document, (size_t)(snippet.name.ptr - document->text.ptr));
  sx_answer_add_place(a->answer, hit->path, sx_path_display(a->call, hit->path), at.line,
                      at.character);
  sx_str kind = kind_of(record);
  sx_buf_addf(out, " %.*s", SX_STR_ARG(kind));
  if (snippet.name.len) sx_buf_addf(out, " %.*s", SX_STR_ARG(snippet.name));
  sx_buf_addf(out, " (%.2f) %.*s\n%.*s", (double)hit->score, SX_STR_ARG(why),
              SX_STR_ARG(snippet.code));
  if (!document) sx_buf_add_text(out, "  The file could not be read.\n");
  write_copies(a, hit, out);
  write_facts(a, hit, &snippet, at, why, facts);
  return SX_OK;
}

/* ---- words that are nowhere, or elsewhere ---------------------------------------------------- */

static void write_missing(const answering *a) {
  const sx_question *question = &a->question;
  cJSON *facts = cJSON_CreateArray();
  uint64_t missing = 0;
  for (size_t t = 0; t < question->terms.len; t++) {
    if (question->terms.items[t].units) continue;
    missing |= (uint64_t)1 << t;
    sx_answer_push(facts, cJSON_CreateString(question->terms.items[t].word.ptr));
  }
  sx_answer_put(a->answer->facts, "missing_words", facts);
  if (!missing || !a->hits.len) return;
  sx_buf_add_text(&a->answer->text,
                  a->search.lack.unwritten ? "Not found so far: " : "Not found: ");
  write_words(question, missing, &a->answer->text);
  sx_buf_add_text(&a->answer->text, ".\n");
}

/* The files are not read further, or not at all; grep reads all of them. */
static void write_unread(const answering *a) {
  sx_buf *out = &a->answer->text;
  bool is_one = a->unread.len == 1;
  sx_buf_add_text(out, SX_UNKNOWN_IN_PART);
  for (size_t i = 0; i < a->unread.len; i++) {
    sx_str shown = sx_path_display(a->call, a->unread.items[i]);
    sx_buf_addf(out, "%s%.*s", i ? ", " : "", SX_STR_ARG(shown));
  }
  sx_buf_addf(out,
              " ha%s words of the question where questions do not look. Search %s with grep.\n",
              is_one ? "s" : "ve", is_one ? "it" : "them");
}

/* The words, those that other files have than the ones that may answer, and what to do. */
static void write_none(const answering *a) {
  const sx_question *question = &a->question;
  sx_buf *out = &a->answer->text;
  bool is_narrow = !sx_meaning_filter_has_all(&a->filter);
  uint64_t all = 0, elsewhere = 0;
  for (size_t t = 0; t < question->terms.len; t++) {
    all |= (uint64_t)1 << t;
    if (question->terms.items[t].units) elsewhere |= (uint64_t)1 << t;
  }
  sx_buf_addf(out, "None of these words was found%s%s: ",
              a->search.lack.unwritten ? " so far" : " in code or documents",
              is_narrow ? " of these files" : "");
  write_words(question, all, out);
  sx_buf_add_text(out, ".\n");
  if (elsewhere) {
    sx_buf_add_text(out, "Other files have: ");
    write_words(question, elsewhere, out);
    sx_buf_add_text(out, ". Ask without file_path and file_types.\n");
  }
  if (a->unread.len)
    write_unread(a);
  else if (!elsewhere)
    sx_buf_add_text(out, "Ask with other words, or search the text of files with fast_search "
                         "(search_target=\"content\").\n");
}

/* ---- all of it ------------------------------------------------------------------------------- */

static size_t lines_of(const answering *a) {
  size_t share = a->hits.len ? a->answer->max_tokens / a->hits.len : 0;
  size_t lines = share > HEAD_TOKENS ? (share - HEAD_TOKENS) / LINE_TOKENS : 0;
  return lines < LEAST_LINES ? LEAST_LINES : lines > MOST_LINES ? MOST_LINES : lines;
}

static sx_status write_hits(answering *a, sx_err *err) {
  sx_strs paths = {0};
  cJSON *facts = cJSON_CreateArray();
  if (!facts) return sx_fail(err, SX_NOMEM, NULL);
  sx_answer_put(a->answer->facts, "results", facts);
  sx_status status = SX_OK;
  for (size_t i = 0; i < a->hits.len && !status; i++)
    status = sx_strs_add_new(&paths, a->hits.items[i].path, a->call->arena, err);
  if (!status) status = sx_documents_peek(a->call, &paths, err);
  a->lines = lines_of(a);
  sx_pager pager = {.answer = a->answer,
                    .facts = facts,
                    .count = a->hits.len,
                    .no_cursor = "Raise max_tokens, or narrow the question."};
  if (!status) status = sx_pager_begin(&pager, SX_STR(""), err);
  while (!status && sx_pager_has_item(&pager))
    status = write_hit(a, &a->hits.items[pager.next], facts, err);
  if (!status) sx_pager_end(&pager);
  return status;
}

/* Who ranked them, and why not the endpoint that is there. */
static void write_ranking(const answering *a) {
  const sx_reranked *r = &a->reranked;
  sx_buf *out = &a->answer->text;
  bool is_ranked = r->is_asked && !r->why.len;
  sx_answer_fact(a->answer->facts, "ranking", is_ranked ? SX_STR("embeddings") : SX_STR("words"));
  if (!r->is_asked) return;
  if (is_ranked) {
    sx_buf_add_text(out, "Ranked by words and by the embeddings endpoint");
    if (r->model.len) sx_buf_addf(out, " (%.*s)", SX_STR_ARG(r->model));
    if (r->count < r->of)
      sx_buf_addf(out, ", which had time for the first %zu of %zu", r->count, r->of);
    sx_buf_add_text(out, ".\n");
  } else {
    sx_buf_addf(out, "The embeddings endpoint %.*s%s: ranked by words alone.\n", SX_STR_ARG(r->why),
                r->is_resting ? " less than 30 s ago" : "");
  }
}

static sx_status write_answer(answering *a, sx_err *err) {
  sx_answer *answer = a->answer;
  bool is_text = a->search.lack.unwritten > 0;
  bool is_sure = sx_declared_write_lack(&a->search, &answer->text);
  bool is_bare = sx_declared_is_bare(&a->search);
  answer->status = is_text                     ? SX_ANSWER_UNKNOWN
                   : a->hits.len               ? SX_ANSWER_FOUND
                   : is_sure && !a->unread.len ? SX_ANSWER_NONE
                                               : SX_ANSWER_UNKNOWN;
  sx_answer_fact(answer->facts, "provenance", is_text ? SX_STR("text") : SX_STR("index"));
  if (a->question.is_cut)
    sx_buf_addf(&answer->text, "The question is long: its first %d words count.\n",
                SX_QUESTION_MAX_TERMS);
  if (is_bare) sx_buf_add_text(&answer->text, SX_DECLARED_BARE SX_DECLARED_BARE_NEXT);
  write_ranking(a);
  if (a->hits.len)
    sx_buf_addf(&answer->text, "%s (scores compare these alone):\n",
                is_text ? "Read so far, the best first" : "The best answers");
  write_missing(a);
  if (!a->hits.len && !is_bare) write_none(a);
  return write_hits(a, err);
}

static sx_status find(answering *a, sx_err *err) {
  bool has_more;
  sx_declared_search *search = &a->search;
  sx_status status = SX_OK;
  if (search->lack.unwritten) status = sx_declared_wait(search, SX_STR(""), &has_more, err);
  if (!status && search->lack.unwritten)
    status = sx_meaning_find_named(search, &a->question, &a->request->filter, &has_more, err);
  bool is_reranked = sx_meaning_has_endpoint(a->call);
  size_t most = a->request->most;
  if (!status)
    status = sx_meaning_ask(&a->hits, search, &a->question, &a->filter,
                            is_reranked && most < SX_RERANK_MOST ? SX_RERANK_MOST : most, err);
  if (!status && !a->hits.len && !search->lack.unwritten)
    status = sx_meaning_find_unread(search, &a->question, &a->request->filter, &a->unread, err);
  if (!status && is_reranked)
    status = sx_meaning_rerank(&a->reranked, a->call, a->request->query, &a->hits, err);
  if (a->hits.len > most) a->hits.len = most;
  return status;
}

static sx_status read_question(answering *a, sx_err *err) {
  sx_status status = sx_question_read(&a->question, a->request->query, a->call->arena);
  if (status) return sx_fail(err, status, NULL);
  if (a->question.terms.len) return SX_OK;
  if (a->question.is_bare)
    return sx_fail(err, SX_INVALID_ARGUMENT,
                   "query has only words that every text has. Name a thing, and what is done with "
                   "it: \"where are retries limited\".");
  return sx_fail(err, SX_INVALID_ARGUMENT,
                 "query has no word of two to 40 letters. Ask in words, \"where are retries "
                 "limited\", or search the text with fast_search(search_target=\"content\").");
}

sx_status sx_meaning_answer(sx_call *call, const sx_meaning_request *request, sx_answer *answer,
                            sx_err *err) {
  answering a = {.call = call, .request = request, .answer = answer, .filter = request->filter};
  sx_status status = read_question(&a, err);
  if (status) return status;
  status = sx_declared_begin_meaning(&a.search, call, err);
  if (!status && request->patterns) {
    a.filter.globs = &a.globs;
    status = sx_declared_globs_parse(&a.globs, &a.search, request->patterns, err);
  }
  if (!status) status = find(&a, err);
  if (!status) status = write_answer(&a, err);
  sx_declared_end(&a.search);
  return status;
}
