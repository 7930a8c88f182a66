#include "answer/facts.h"
#include "answer/pager.h"
#include "base/byte.h"
#include "base/folder.h"
#include "engine/args.h"
#include "engine/tool.h"
#include "semantic/certainty.h"
#include "semantic/declared_query.h"
#include "semantic/declared_rank.h"
#include "semantic/meaning_answer.h"
#include "semantic/outline_symbol.h"
#include "semantic/workspace_symbols.h"
#include "workspace/paths.h"

#define DEFAULT_TOKENS 2000
#define DEFAULT_LIMIT 10
#define TEST "Test"
/* A list has some lines, however few tokens are left: those before it leave this part of them. */
#define LATER_PART 4
#define LINE_TOKENS 40 /* of a declaration, about */
/* Where the index has nothing, or is not there yet. */
#define MAX_SERVERS_MS 3000
#define SEARCH_CONTENT "search_target=\"content\" searches the text of files.\n"

sx_status sx_tool_fast_search(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err);
sx_status sx_tool_grep(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err);

typedef struct fast_search {
  sx_call *call;
  const cJSON *args;
  sx_answer *answer;
  sx_declared_search search;
  sx_declared_query query;
  sx_file_type type;
  sx_strs patterns;
  sx_declared_found found;
  sx_str cursor;
  uint32_t context;
  bool with_content;
} fast_search;

/* ---- arguments ------------------------------------------------------------------------------ */

static sx_status read_query(fast_search *f, sx_err *err) {
  sx_arena *arena = f->call->arena;
  sx_str text = sx_str_trim(sx_args_str(f->args, "query", arena));
  sx_str language = sx_str_trim(sx_args_str(f->args, "language", arena));
  sx_str pattern = sx_args_str(f->args, "file_pattern", arena);
  sx_str context = sx_args_str(f->args, "context_file", arena);
  if (!text.len)
    return sx_fail(err, SX_INVALID_ARGUMENT, "query is required: a name, words of it, or text.");
  f->query =
      (sx_declared_query){.text = text,
                          .patterns = &f->patterns,
                          .context = SX_STR(""),
                          .with_files = true,
                          .limit = (size_t)sx_args_int(f->args, "max_results", DEFAULT_LIMIT)};
  f->context = (uint32_t)sx_args_int(f->args, "context_lines", 0);
  f->cursor = sx_args_str(f->args, "cursor", arena);
  sx_status status = pattern.len ? sx_strs_add(&f->patterns, pattern, arena, err) : SX_OK;
  if (!status && context.len)
    status = sx_path_resolve(f->call, "context_file", context, &f->query.context, err);
  if (!status && language.len) {
    f->query.type = &f->type;
    status = sx_file_type_find(&f->type, language, "file_pattern", arena, err);
  }
  return status;
}

/* ---- files by their names ------------------------------------------------------------------ */

static void write_files(fast_search *f) {
  const sx_strs *files = &f->found.files;
  if (!files->len) return;
  cJSON *facts = cJSON_CreateArray();
  sx_buf_addf(&f->answer->text, "Files of that name (%zu of %zu):\n", files->len,
              f->found.file_count);
  for (size_t i = 0; i < files->len; i++) {
    sx_str shown = sx_path_display(f->call, files->items[i]);
    sx_buf_addf(&f->answer->text, " %.*s\n", SX_STR_ARG(shown));
    sx_answer_push(facts, cJSON_CreateString(sx_arena_dup(f->call->arena, shown).ptr));
  }
  sx_answer_put(f->answer->facts, "files", facts);
}

/* ---- one declaration ----------------------------------------------------------------------- */

/* As outlines have it. The title of a test is its name already. */
static sx_str signature_of(fast_search *f, const sx_document *document, const sx_declared *one,
                           sx_str kind) {
  const sx_outline outline = {.document = document};
  const sx_range16 range = {sx_document_position(document, one->start),
                            sx_document_position(document, one->end)};
  const sx_host_symbol symbol = {.name = one->name,
                                 .kind = kind,
                                 .range = range,
                                 .name_at = sx_document_position(document, one->name_at),
                                 .has_name_at = true};
  if (sx_str_is_equal(kind, SX_STR(TEST))) return SX_STR("");
  return sx_outline_symbol_signature(&outline, &symbol, f->call->arena);
}

/* False where the index has another text than the file: it is damaged, or the file has just
 * changed. */
static bool is_as_indexed(const sx_document *document, const sx_declared *one) {
  sx_str name = sx_str_slice(document->text, one->name_at, one->name_at + one->name.len);
  return sx_str_is_equal(name, one->name);
}

static uint32_t moved(uint32_t at, size_t from, size_t to, size_t max) {
  uint64_t sum = (uint64_t)at + to;
  return sum < from ? 0 : sum - from > max ? (uint32_t)max : (uint32_t)(sum - from);
}

/* The editor has a mark in place of each byte that is not UTF-8, and so all that follows is not
 * where the index has it: in the same line yet. */
static bool find_after_marks(const sx_document *document, sx_declared *one) {
  const sx_str mark = SX_STR("\xEF\xBF\xBD");
  size_t from = one->name_at, max = document->text.len;
  if (one->row >= document->lines.count) return false;
  sx_str line = sx_lines_get(&document->lines, one->row);
  size_t column = sx_str_find(line, one->name, 0), at = (size_t)(line.ptr - document->text.ptr);
  if (column == SX_STR_NONE) return false;
  at += column;
  if (sx_str_find(sx_str_slice(document->text, 0, at), mark, 0) == SX_STR_NONE) return false;
  one->start = moved(one->start, from, at, max);
  one->end = moved(one->end, from, at, max);
  one->name_at = (uint32_t)at;
  return true;
}

/* `it("does it", …)` declares a test, whose name is not that of a function. */
static sx_str kind_of(const sx_document *document, const sx_declared *one) {
  char before = one->name_at ? sx_str_at(document->text, one->name_at - 1) : 0;
  if ((one->flags & SX_FACT_TEST) && sx_byte_is_one_of(before, "\"'`")) return SX_STR(TEST);
  return sx_fact_kind_name((sx_fact_kind)one->kind);
}

/* As the declaration or its name says; NULL where neither does. */
static const char *visibility_of(const sx_declared *one) {
  if (one->flags & SX_FACT_PRIVATE) return "private";
  if (one->flags & SX_FACT_PROTECTED) return "protected";
  if (one->flags & SX_FACT_EXPORTED) return "public";
  return (one->flags & SX_FACT_STATIC) && !one->container.len ? "file" : NULL;
}

static void write_code(fast_search *f, const sx_document *document, const sx_declared *one,
                       cJSON *fact) {
  sx_buf *out = &f->answer->text;
  uint32_t last = one->end_row - one->row > f->context ? one->row + f->context : one->end_row;
  size_t before = out->len;
  for (uint32_t row = one->row; row <= last && row < document->lines.count; row++)
    sx_buf_addf(out, "  %u| %.*s\n", row + 1, SX_STR_ARG(sx_lines_get(&document->lines, row)));
  sx_answer_fact(fact, "code", sx_str_slice(sx_buf_str(out), before, out->len));
}

static sx_status write_one(fast_search *f, const sx_declared *found, bool with_name, cJSON *facts,
                           sx_err *err) {
  const sx_document *document = NULL;
  sx_declared own = *found;
  const sx_declared *one = &own;
  sx_status status = sx_document_peek_any(f->call, one->path, &document, err);
  if (status) return status;
  bool is_sure = document && (is_as_indexed(document, one) || find_after_marks(document, &own));
  sx_pos16 at = is_sure ? sx_document_position(document, one->name_at) : (sx_pos16){one->row, 0};
  sx_str shown = sx_path_display(f->call, one->path);
  sx_str kind = is_sure ? kind_of(document, one) : sx_fact_kind_name((sx_fact_kind)one->kind);
  sx_str signature = is_sure ? signature_of(f, document, one, kind) : SX_STR("");
  sx_buf *out = &f->answer->text;
  bool is_mere = one->flags & SX_FACT_DECLARATION;
  sx_buf_add_char(out, ' ');
  sx_answer_add_place(f->answer, one->path, shown, at.line, at.character);
  sx_buf_addf(out, " %.*s%s", SX_STR_ARG(kind), is_mere ? " declaration" : "");
  if (with_name) sx_buf_addf(out, " %.*s", SX_STR_ARG(one->name));
  if (one->container.len) sx_buf_addf(out, " in %.*s", SX_STR_ARG(one->container));
  if (signature.len) sx_buf_addf(out, ": %.*s", SX_STR_ARG(signature));
  sx_buf_add_text(out, is_sure    ? "\n"
                       : document ? " (the file has just changed)\n"
                                  : " (the file could not be read)\n");
  cJSON *fact = cJSON_CreateObject();
  sx_answer_fact(fact, "name", one->name);
  sx_answer_fact(fact, "kind", kind);
  if (one->container.len) sx_answer_fact(fact, "container", one->container);
  const char *visibility = visibility_of(one);
  if (visibility) sx_answer_fact(fact, "visibility", sx_str_from(visibility));
  sx_answer_fact(fact, "file", shown);
  sx_facts_position(fact, at);
  if (signature.len) sx_answer_fact(fact, "signature", signature);
  sx_facts_for_person(fact, f->answer, one->path, kind);
  if (is_mere) cJSON_AddTrueToObject(fact, "is_declaration");
  if (f->context && is_sure) write_code(f, document, one, fact);
  sx_answer_push(facts, fact);
  return SX_OK;
}

/* ---- the lists ----------------------------------------------------------------------------- */

typedef struct listing {
  const sx_declared_list *list;
  size_t most;
  bool with_name;
  const char *fact;
} listing;

/* `*shown`: how many there was room for. */
static sx_status write_list(fast_search *f, const listing *wanted, size_t *shown, sx_err *err) {
  sx_strs paths = {0};
  size_t count = wanted->list->len < wanted->most ? wanted->list->len : wanted->most;
  sx_status status = SX_OK;
  for (size_t i = 0; i < count && !status; i++)
    status = sx_strs_add_new(&paths, wanted->list->items[i].path, f->call->arena, err);
  if (!status) status = sx_documents_peek(f->call, &paths, err);
  cJSON *facts = cJSON_CreateArray();
  if (!facts) return sx_fail(err, SX_NOMEM, NULL);
  sx_answer_put(f->answer->facts, wanted->fact, facts);
  sx_pager pager = {.answer = f->answer,
                    .facts = facts,
                    .count = count,
                    .no_cursor = "Raise max_tokens, or narrow the query."};
  /* The cursor of a list by the servers, before the index was there, is refused. */
  if (!status) status = sx_pager_begin(&pager, f->cursor, err);
  while (!status && sx_pager_has_item(&pager))
    status = write_one(f, &wanted->list->items[pager.next], wanted->with_name, facts, err);
  *shown = status ? 0 : pager.next;
  if (!status) sx_pager_end(&pager);
  return status;
}

static sx_status write_exact(fast_search *f, sx_err *err) {
  const sx_declared_list *exact = &f->found.exact;
  size_t shown;
  cJSON_AddNumberToObject(f->answer->facts, "definition_count", (double)exact->len);
  if (!exact->len) return SX_OK;
  sx_buf_addf(&f->answer->text, "Definition found: %.*s", SX_STR_ARG(exact->items[0].name));
  if (exact->len > 1) {
    bool is_cut = exact->len > f->query.limit;
    if (is_cut)
      sx_buf_addf(&f->answer->text, " (%zu of %zu)", f->query.limit, exact->len);
    else
      sx_buf_addf(&f->answer->text, " (%zu)", exact->len);
  }
  sx_buf_add_char(&f->answer->text, '\n');
  const listing wanted = {exact, f->query.limit, false, "definitions"};
  size_t given = f->answer->max_tokens;
  size_t later = f->found.others.len * LINE_TOKENS, most = given / LATER_PART;
  f->answer->max_tokens -= later < most ? later : most;
  sx_status status = write_list(f, &wanted, &shown, err);
  f->answer->max_tokens = given;
  return status;
}

static sx_status write_others(fast_search *f, sx_err *err) {
  const sx_declared_found *found = &f->found;
  size_t shown;
  cJSON_AddNumberToObject(f->answer->facts, "other_count", (double)found->other_names);
  if (!found->others.len) return SX_OK;
  if (found->is_by_typo || found->has_alike)
    sx_buf_addf(&f->answer->text, "The index has no declaration named '%.*s'",
                SX_STR_ARG(f->query.text));
  if (found->has_alike && !found->is_by_typo)
    sx_buf_addf(&f->answer->text, "; %zu %s that name in another case or container", found->alike,
                found->alike == 1 ? "has" : "have");
  if (found->is_by_typo || found->has_alike) sx_buf_add_text(&f->answer->text, ". ");
  if (found->is_by_some)
    sx_buf_addf(&f->answer->text,
                "No name has all of these words. Names with some of them (of %zu):\n",
                found->other_names);
  else if (found->is_by_typo)
    sx_buf_add_text(&f->answer->text, "Names like it:\n");
  else
    sx_buf_addf(&f->answer->text, "Other matches (of %s%zu name%s):\n",
                found->is_about   ? "about "
                : found->is_least ? "at least "
                                  : "",
                found->other_names, found->other_names == 1 ? "" : "s");
  const listing wanted = {&found->others, f->query.limit, true, "other_matches"};
  return write_list(f, &wanted, &shown, err);
}

/* ---- the answer ---------------------------------------------------------------------------- */

/* Whether no declaration of the files that language and file_pattern have can be missing: without
   these the text of all files is searched. */
static bool write_gaps(fast_search *f) {
  const sx_declared_gaps *gaps = &f->found.gaps;
  size_t count = gaps->paths.len;
  bool is_sure = f->found.has_no_gap;
  if (!count) return true;
  sx_str shown = sx_path_display(f->call, f->found.gap);
  sx_buf_addf(&f->answer->text, "%sthe index lacks ", is_sure ? "Note: " : SX_UNKNOWN_IN_PART);
  if (gaps->unread)
    sx_buf_addf(&f->answer->text, "the declarations of %zu file%s, too big or not readable%s",
                gaps->unread, gaps->unread == 1 ? "" : "s", gaps->cut ? ", and " : "");
  if (gaps->cut)
    sx_buf_addf(&f->answer->text, "some macros or declarations of %zu file%s", gaps->cut,
                gaps->cut == 1 ? "" : "s");
  sx_buf_addf(&f->answer->text, ": %.*s%s.%s\n", SX_STR_ARG(shown), count > 1 ? " and others" : "",
              !is_sure     ? ""
              : count == 1 ? " Its text does not contain the name."
                           : " Their texts do not contain the name.");
  return is_sure;
}

/* As many as of the index, where the caller gave no number. */
static cJSON *args_of_servers(const fast_search *f) {
  cJSON *args = cJSON_Duplicate(f->args, true);
  if (args && !sx_args_has(args, "max_results"))
    cJSON_AddNumberToObject(args, "max_results", DEFAULT_LIMIT);
  return args;
}

/* The language servers may know what the index does not read. Late ones do not fail the call. */
static sx_status ask_servers(fast_search *f, sx_err *err) {
  sx_answer *answer = f->answer;
  bool is_sure = sx_declared_write_lack(&f->search, &answer->text);
  size_t start = answer->text.len;
  cJSON *args = args_of_servers(f);
  if (!args) return sx_fail(err, SX_NOMEM, NULL);
  sx_port_call_limit(f->call->wait, MAX_SERVERS_MS);
  sx_status status = sx_workspace_symbols_answer(f->call, f->query.text, args, answer, err);
  sx_port_call_reserve(f->call->wait, 0);
  cJSON_Delete(args);
  if (sx_port_call_outlasts(f->call->wait, status)) {
    sx_buf_truncate(&answer->text, start);
    sx_certainty_add(&answer->text,
                     "%s, and the language servers have not answered in time. Call "
                     "again in a few seconds.",
                     is_sure ? "the index has no such name" : "the index has no such name so far");
    answer->status = SX_ANSWER_UNKNOWN;
    status = SX_OK;
  }
  if (!status && answer->status != SX_ANSWER_FOUND)
    sx_buf_add_text(&answer->text, sx_declared_is_bare(&f->search)
                                       ? SX_DECLARED_BARE SX_DECLARED_BARE_NEXT
                                       : SEARCH_CONTENT);
  if (!is_sure && answer->status == SX_ANSWER_NONE) answer->status = SX_ANSWER_UNKNOWN;
  return status;
}

static sx_status write_content(fast_search *f, sx_err *err) {
  cJSON *args = cJSON_CreateObject();
  sx_str pattern = sx_args_str(f->args, "file_pattern", f->call->arena);
  sx_str language = sx_args_str(f->args, "language", f->call->arena);
  if (!args) return sx_fail(err, SX_NOMEM, NULL);
  sx_answer_fact(args, "pattern", f->query.text);
  if (pattern.len) sx_answer_fact(args, "file_pattern", pattern);
  if (language.len) sx_answer_fact(args, "type", language);
  if (f->cursor.len) sx_answer_fact(args, "cursor", f->cursor);
  cJSON_AddTrueToObject(args, "literal");
  cJSON_AddTrueToObject(args, "smart_case");
  cJSON_AddTrueToObject(args, "symbols");
  cJSON_AddNumberToObject(args, "context_lines", f->context);
  cJSON_AddNumberToObject(args, "max_results", (double)f->query.limit);
  cJSON_AddNumberToObject(args, "max_tokens", (double)f->answer->max_tokens);
  sx_status status = sx_tool_grep(f->call, args, f->answer, err);
  cJSON_Delete(args);
  return status;
}

/* Files are listed as they are now, whatever the index has. */
static sx_status write_definitions(fast_search *f, sx_err *err) {
  sx_answer *answer = f->answer;
  bool has_any = f->found.exact.len || f->found.others.len || f->found.files.len;
  bool is_sure = f->found.files.len || sx_declared_write_lack(&f->search, &answer->text);
  write_files(f);
  sx_status status = write_exact(f, err);
  if (!status) status = write_others(f, err);
  if (status) return status;
  is_sure = is_sure && (has_any || write_gaps(f));
  answer->status = has_any ? SX_ANSWER_FOUND : is_sure ? SX_ANSWER_NONE : SX_ANSWER_UNKNOWN;
  if (has_any) return SX_OK;
  sx_buf_addf(&answer->text, "No declaration%s has a name like '%.*s'.%s",
              f->query.type || f->patterns.len ? " in these files" : "", SX_STR_ARG(f->query.text),
              f->with_content ? "\n" : " " SEARCH_CONTENT);
  return SX_OK;
}

/* ---- by meaning ---------------------------------------------------------------------------- */

/* A sentence that no name has all of, and no text as it is. */
static bool asks_in_words(const fast_search *f) {
  const sx_declared_found *found = &f->found;
  bool has_name = found->files.len || found->exact.len || (found->others.len && !found->is_by_some);
  return found->is_sentence && !has_name && f->answer->status != SX_ANSWER_FOUND;
}

/* The answer's own facts have the list; a question that says nothing has no answer. */
static sx_status write_by_meaning(fast_search *f, sx_err *err) {
  sx_answer *answer = f->answer;
  cJSON *facts = answer->facts;
  size_t start = answer->text.len, pages = answer->page_count;
  const sx_meaning_request request = {
      .query = f->query.text,
      .filter = {.below = SX_STR(""), .types = f->query.type, .type_count = f->query.type ? 1 : 0},
      .patterns = &f->patterns,
      .most = f->query.limit};
  answer->facts = cJSON_CreateObject();
  if (!answer->facts) {
    answer->facts = facts;
    return sx_fail(err, SX_NOMEM, NULL);
  }
  sx_buf_add_text(&answer->text, "By meaning, as semantic_search answers:\n");
  sx_status status = sx_meaning_answer(f->call, &request, answer, err);
  cJSON *own = answer->facts, *list = cJSON_DetachItemFromObjectCaseSensitive(own, "results");
  answer->facts = facts;
  bool has_any = !status && cJSON_GetArraySize(list);
  if (has_any)
    sx_answer_put(facts, "by_meaning", list);
  else
    cJSON_Delete(list);
  cJSON_Delete(own);
  if (!has_any) {
    sx_buf_truncate(&answer->text, start);
    answer->page_count = pages;
  }
  return status == SX_INVALID_ARGUMENT ? SX_OK : status;
}

/* ---- all of it ----------------------------------------------------------------------------- */

static sx_status wait_and_answer(fast_search *f, sx_err *err) {
  bool has_more;
  sx_status status = sx_declared_wait(&f->search, f->query.text, &has_more, err);
  return status || !has_more ? status : sx_declared_answer(&f->found, &f->search, &f->query, err);
}

static sx_status answer_definitions(fast_search *f, sx_err *err) {
  sx_status status = sx_declared_begin(&f->search, f->call, err);
  if (!status) status = sx_declared_answer(&f->found, &f->search, &f->query, err);
  /* A name that is there need not be waited for. */
  if (!status && !f->found.files.len && !sx_declared_has_definition(&f->search, &f->found.exact))
    status = wait_and_answer(f, err);
  bool has_any = f->found.exact.len || f->found.others.len || f->found.files.len;
  /* Providers find anything by a sentence: they are not asked by one. */
  bool is_sentence = f->found.is_sentence;
  if (!status && (has_any || is_sentence || f->query.type || f->patterns.len || f->with_content))
    status = write_definitions(f, err);
  else if (!status)
    status = ask_servers(f, err);
  sx_declared_end(&f->search);
  return status;
}

sx_status sx_tool_fast_search(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err) {
  fast_search f = {.call = call, .args = args, .answer = answer};
  sx_str target = sx_args_str(args, "search_target", call->arena);
  bool is_content = sx_str_is_equal(target, SX_STR("content"));
  f.with_content = sx_str_is_equal(target, SX_STR("all"));
  answer->is_own = !is_content && !f.with_content;
  /* Only the list of content has a cursor, not that of definitions. */
  is_content |= f.with_content && sx_args_has(args, "cursor");
  answer->max_tokens = (size_t)sx_args_int(args, "max_tokens", DEFAULT_TOKENS);
  size_t given = answer->max_tokens;
  sx_status status = read_query(&f, err);
  if (f.with_content) answer->max_tokens -= given / LATER_PART;
  if (!status && !is_content) status = answer_definitions(&f, err);
  answer->max_tokens = given;
  sx_answer_status found = answer->status;
  if (!status && (is_content || f.with_content)) status = write_content(&f, err);
  if (!status && !is_content && f.with_content && asks_in_words(&f))
    status = write_by_meaning(&f, err);
  if (!is_content && found == SX_ANSWER_FOUND) answer->status = found;
  return status;
}
