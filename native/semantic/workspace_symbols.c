#include "semantic/workspace_symbols.h"

#include "answer/facts.h"
#include "base/map.h"
#include "text/declared_kind.h"
#include "text/keyword.h"
#include "text/tokens.h"
#include "engine/args.h"
#include "semantic/code_words.h"
#include "semantic/declared_query.h"
#include "answer/pager.h"
#include "semantic/certainty.h"
#include "semantic/place_list.h"
#include "workspace/document.h"
#include "servers/freshness.h"
#include "workspace/paths.h"
#include "resolve/resolve.h"
#include "workspace/allowed.h"

#include <stdlib.h>

#define DEFAULT_LIMIT 50
/* Declarations by the index, each of which is compared with all others. */
#define MAX_OF_INDEX ((size_t)2000)
/* A declaration's name stands within so much of its start. */
#define MAX_HEAD_BYTES 2000

enum { EXACT = 60, EXACT_FOLDED = 50, BEGINS = 40, HAS = 30, INSIDE = 8, NO_TEST = 4 };

/** A symbol that is listed. */
typedef struct named {
  sx_str name, kind, container, path;
  sx_pos16 at, end; /* of the declaration, where the server does not return that of its name */
  int score;
  size_t number; /* in the servers' order */
} named;

typedef SX_ARRAY(named) names;

typedef struct name_search {
  sx_call *call;
  sx_str query;
  names found;
  sx_str unready_language; /* not empty: its server has not answered yet */
  sx_str failure;          /* what a server reported */
  bool is_partial;
  bool has_left; /* the index has more names like it than were taken */
} name_search;

/* ---- order -------------------------------------------------------------------------------- */

static bool has_folded(sx_str text, sx_str part) {
  for (size_t i = 0; i + part.len <= text.len; i++)
    if (sx_str_is_equal_fold(sx_str_slice(text, i, i + part.len), part)) return true;
  return false;
}

static int rate(const name_search *search, sx_str name, sx_str path) {
  sx_str query = search->query, head = sx_str_slice(name, 0, query.len);
  int likeness = sx_str_is_equal(name, query)        ? EXACT
                 : sx_str_is_equal_fold(name, query) ? EXACT_FOLDED
                 : sx_str_is_equal_fold(head, query) ? BEGINS
                 : has_folded(name, query)           ? HAS
                                                     : 0;
  return likeness + (sx_path_is_inside(search->call, path) ? INSIDE : 0) +
         (sx_place_is_test(search->call, path) ? 0 : NO_TEST);
}

static int compare_names(const void *a, const void *b) {
  const named *one = a, *other = b;
  if (one->score != other->score) return one->score > other->score ? -1 : 1;
  return one->number < other->number ? -1 : one->number > other->number;
}

static named *listed_at(const name_search *search, sx_str path, sx_pos16 at) {
  for (size_t i = 0; i < search->found.len; i++) {
    named *one = &search->found.items[i];
    if (sx_pos16_is_equal(one->at, at) && sx_str_is_equal(one->path, path)) return one;
  }
  return NULL;
}

static sx_status add(name_search *search, const named *symbol, sx_err *err) {
  sx_str path = sx_path_own(search->call, symbol->path);
  named *listed = listed_at(search, path, symbol->at);
  if (listed && !listed->kind.len) listed->kind = symbol->kind;
  if (listed) return SX_OK;
  named *added = SX_ARRAY_ADD(&search->found, search->call->arena);
  if (!added) return sx_fail(err, search->call->arena->status, NULL);
  *added = *symbol;
  added->path = path;
  added->score = rate(search, symbol->name, path);
  added->number = search->found.len;
  sx_allowed_add(search->call->services->allowed, path);
  return SX_OK;
}

/* ---- asking ------------------------------------------------------------------------------- */

static sx_status ask_servers(name_search *search, sx_err *err) {
  sx_host_symbols found = {0};
  sx_batch batch;
  sx_batch_init(&batch, search->call->wait, search->call->arena);
  size_t slot = sx_batch_workspace_symbols(&batch, search->query);
  sx_status status = sx_batch_run(&batch, err);
  if (!status) status = sx_batch_get_symbols(&batch, slot, &found, err);
  sx_batch_release(&batch);
  if (status == SX_HOST && err) {
    search->failure = sx_arena_dup(search->call->arena, sx_str_from(err->message));
    status = SX_OK;
  }
  bool is_gone = false;
  for (size_t i = 0; i < found.len && !status; i++) {
    const sx_host_symbol *one = &found.items[i];
    bool is_new_file = !i || !sx_str_is_equal(one->path, found.items[i - 1].path);
    if (is_new_file) status = sx_freshness_is_gone(search->call, one->path, &is_gone, err);
    if (status || is_gone) continue;
    named symbol = {sx_locator_bare_name(one->name),
                    one->kind,
                    one->container,
                    one->path,
                    one->range.start,
                    one->range.end,
                    0,
                    0};
    status = add(search, &symbol, err);
  }
  return status;
}

/* By everything that finds a symbol of just this name, with the waiting that goes with it. */
static sx_status look_everywhere(name_search *search, sx_err *err) {
  const sx_declaring declaring = {0};
  sx_locator locator = {0};
  sx_resolution resolution;
  if (sx_locator_parse_name(&locator, "query", search->query, NULL)) return SX_OK; /* no name */
  sx_status status = sx_resolve(search->call, &locator, SX_STR(""), &declaring, &resolution, err);
  for (size_t i = 0; i < resolution.symbols.len && !status; i++) {
    const sx_symbol *one = &resolution.symbols.items[i];
    named symbol = {one->name, one->kind, one->container, one->path, one->at, one->at, 0, 0};
    status = add(search, &symbol, err);
  }
  if (status) return status;
  search->unready_language = resolution.unready_language;
  search->is_partial = resolution.is_scan_partial || resolution.is_timed_out;
  if (resolution.failure.len) search->failure = resolution.failure;
  return SX_OK;
}

/* Whether a symbol is of a language of which servers have shown some: they know more of it. */
static bool is_shown_by_server(const names *shown, size_t count, sx_str path) {
  const sx_language *language = sx_language_find(SX_STR(""), path);
  for (size_t i = 0; i < count; i++)
    if (sx_language_is_kin(sx_language_find(SX_STR(""), shown->items[i].path), language))
      return true;
  return false;
}

static sx_status add_declared(name_search *search, const sx_declared_list *list, size_t shown,
                              sx_err *err) {
  sx_status status = SX_OK;
  search->has_left |= list->len > MAX_OF_INDEX;
  for (size_t i = 0; i < list->len && i < MAX_OF_INDEX && !status; i++) {
    const sx_declared *one = &list->items[i];
    const sx_document *document = NULL;
    if (is_shown_by_server(&search->found, shown, one->path)) continue;
    status = sx_document_peek_any(search->call, one->path, &document, err);
    if (status || !document) continue;
    sx_pos16 at = sx_document_position(document, one->name_at);
    const named symbol = {sx_arena_dup(search->call->arena, one->name),
                          sx_fact_kind_name((sx_fact_kind)one->kind),
                          sx_arena_dup(search->call->arena, one->container),
                          one->path,
                          at,
                          at,
                          0,
                          0};
    status = add(search, &symbol, err);
  }
  return status;
}

/* By the index, for the languages of which no server has shown any: `shown` are from servers. */
static sx_status look_into_index(name_search *search, size_t shown, sx_err *err) {
  sx_declared_search index;
  sx_declared_found found = {0};
  const sx_strs everywhere = {0};
  const sx_declared_query query = {.text = search->query,
                                   .patterns = &everywhere,
                                   .context = SX_STR(""),
                                   .limit = DEFAULT_LIMIT};
  bool has_more;
  sx_status status = sx_declared_begin(&index, search->call, err);
  if (!status && !shown) status = sx_declared_wait(&index, SX_STR(""), &has_more, err);
  if (!status) status = sx_declared_answer(&found, &index, &query, err);
  if (!status) status = add_declared(search, &found.exact, shown, err);
  if (!status && !found.is_by_typo) status = add_declared(search, &found.others, shown, err);
  /* It takes a few of each file and name. */
  search->has_left |= !found.is_by_typo && found.other_names > found.others.len;
  search->is_partial |= index.lack.unwritten || index.lack.unread || index.lack.unreadable;
  sx_declared_end(&index);
  return status == SX_INVALID_ARGUMENT ? SX_OK : status; /* it has no word of a name */
}

/* ---- the answer --------------------------------------------------------------------------- */

static uint64_t hash_names(const names *list) {
  uint64_t hash = list->len;
  for (size_t i = 0; i < list->len; i++) {
    hash = sx_pager_hash_place(hash, list->items[i].path, list->items[i].at);
    hash = sx_pager_hash(hash, sx_hash(list->items[i].name));
  }
  return hash;
}

/* ---- where the name is, and what it is of --------------------------------------------------- */

/* Servers begin with the declaration, mostly with `export`; what cannot be read stays as it is. */
static sx_status locate(const name_search *search, named *one, sx_err *err) {
  const sx_document *document;
  sx_status status = sx_document_peek(search->call, one->path, &document, err);
  if (status) return sx_status_ends_call(status) ? status : SX_OK;
  size_t from = sx_document_offset(document, one->at), to = sx_document_offset(document, one->end);
  bool is_there =
      sx_str_has_prefix(sx_str_slice(document->text, from, document->text.len), one->name);
  if (to > from + MAX_HEAD_BYTES) to = from + MAX_HEAD_BYTES;
  if (!is_there && to > from) {
    sx_str code = sx_code_of(document, from, to, search->call->arena);
    size_t found = sx_language_find_word(document->language, code, one->name, 0);
    is_there = found != SX_STR_NONE;
    if (is_there) from += found;
  }
  if (!is_there) return SX_OK;
  one->at = sx_document_position(document, from);
  one->kind = sx_declared_kind(document->text, from, document->language, one->kind);
  return SX_OK;
}

static sx_status peek_into_page(const name_search *search, size_t first, size_t limit,
                                sx_err *err) {
  sx_strs paths = {0};
  const names *list = &search->found;
  for (size_t i = first; i < list->len && i - first < limit; i++) {
    if (sx_strs_have(&paths, list->items[i].path)) continue;
    sx_str *path = SX_ARRAY_ADD(&paths, search->call->arena);
    if (!path) return sx_fail(err, search->call->arena->status, NULL);
    *path = list->items[i].path;
  }
  return sx_documents_peek(search->call, &paths, err);
}

static void write_one(name_search *search, const named *one, sx_answer *answer, cJSON *facts) {
  sx_str shown = sx_path_display(search->call, one->path);
  cJSON *fact = cJSON_CreateObject();
  sx_buf_addf(&answer->text, "%.*s%s%.*s", SX_STR_ARG(one->kind), one->kind.len ? " " : "",
              SX_STR_ARG(one->name));
  if (one->container.len) sx_buf_addf(&answer->text, " in %.*s", SX_STR_ARG(one->container));
  sx_buf_add_text(&answer->text, "  ");
  sx_answer_add_place(answer, one->path, shown, one->at.line, one->at.character);
  sx_buf_add_char(&answer->text, '\n');
  sx_answer_fact(fact, "name", one->name);
  sx_answer_fact(fact, "kind", one->kind);
  if (one->container.len) sx_answer_fact(fact, "container", one->container);
  sx_facts_place(fact, shown, one->at);
  sx_facts_for_person(fact, answer, one->path, one->kind);
  sx_answer_fact(fact, "handle", sx_locator_handle(shown, one->at, one->name, search->call->arena));
  sx_answer_push(facts, fact);
}

static sx_status write_list(name_search *search, const cJSON *args, sx_answer *answer, cJSON *facts,
                            sx_err *err) {
  const names *list = &search->found;
  sx_pager pager = {.answer = answer,
                    .facts = facts,
                    .count = list->len,
                    .hash = hash_names(list),
                    .most = (size_t)sx_args_int(args, "max_results", DEFAULT_LIMIT)};
  sx_status status = sx_pager_begin(&pager, sx_args_str(args, "cursor", search->call->arena), err);
  if (!status) status = peek_into_page(search, pager.first, pager.most, err);
  while (!status && sx_pager_has_item(&pager)) {
    named one = list->items[pager.next];
    status = locate(search, &one, err);
    if (!status) write_one(search, &one, answer, facts);
  }
  if (!status) sx_pager_end(&pager);
  return status;
}

static void write_reservations(const name_search *search, sx_answer *answer) {
  if (search->failure.len && search->found.len)
    sx_buf_addf(&answer->text, "A language server failed: %.*s\n", SX_STR_ARG(search->failure));
  else if (search->failure.len)
    sx_certainty_add(&answer->text, "a language server failed: %.*s", SX_STR_ARG(search->failure));
  if (search->unready_language.len)
    sx_certainty_write_unanswered(sx_readiness_is_silent(search->call, search->unready_language),
                                  search->unready_language, &answer->text);
  else if (search->is_partial && !search->found.len)
    sx_certainty_add(&answer->text, "the search of the workspace is incomplete.");
  if (search->has_left)
    sx_buf_add_text(&answer->text, "The index has more of them. Use fast_search, which counts them "
                                   "all.\n");
  answer->is_truncated |= search->has_left;
}

sx_status sx_workspace_symbols_answer(sx_call *call, sx_str query, const cJSON *args,
                                      sx_answer *answer, sx_err *err) {
  name_search search = {call, query, {0}, SX_STR(""), SX_STR(""), false, false};
  if (query.len > SX_LOCATOR_MAX_NAME_BYTES)
    return sx_fail(err, SX_INVALID_ARGUMENT, "query: a name of at most %d bytes is required.",
                   SX_LOCATOR_MAX_NAME_BYTES);
  sx_status status = ask_servers(&search, err);
  size_t shown = search.found.len;
  if (!status && !shown) status = look_everywhere(&search, err);
  if (!status) status = look_into_index(&search, shown, err);
  if (status) return status;
  cJSON *facts = cJSON_CreateArray();
  if (!facts) return sx_fail(err, SX_NOMEM, NULL);
  names *list = &search.found;
  if (list->len) qsort(list->items, list->len, sizeof *list->items, compare_names);
  bool is_open = search.unready_language.len || search.failure.len || search.is_partial;
  answer->status = list->len ? SX_ANSWER_FOUND : is_open ? SX_ANSWER_UNKNOWN : SX_ANSWER_NONE;
  sx_buf_addf(&answer->text, "%zu symbol%s like '%.*s' in the workspace\n", list->len,
              list->len == 1 ? "" : "s", SX_STR_ARG(query));
  write_reservations(&search, answer);
  status = write_list(&search, args, answer, facts, err);
  sx_answer_put(answer->facts, "symbols", facts);
  cJSON_AddNumberToObject(answer->facts, "total_count", (double)list->len);
  return status;
}
