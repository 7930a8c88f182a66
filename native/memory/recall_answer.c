#include "memory/recall_answer.h"

#include "answer/pager.h"
#include "answer/structured.h"
#include "base/map.h"
#include "base/utf8.h"
#include "memory/plan_answer.h"
#include "text/tokens.h"

#define COMMIT_CHARS 9
#define MAX_TEXT_FILES 10
#define QUERY_BYTES 100
/* The part of an answer that the query may have: one eighth. */
#define QUERY_SHARE 8
/* The line with the cursor. */
#define END_TOKENS 20
/* `truncated`, `status` and `cursor`. */
#define END_FACTS_TOKENS 30
#define DAY_TOKENS 8
/* The line that says that the plan is longer; with less room only its head is there. */
#define CUT_PLAN_TOKENS 20
/* So much of a note is worth more than its lists, and so much is shown in any case. */
#define MIN_CUT_BYTES 80
#define LEAST_CUT_BYTES 12

static void write_list(sx_buf *text, const char *lead, const sx_strs *items, size_t most) {
  if (!items->len) return;
  sx_buf_add_text(text, lead);
  for (size_t i = 0; i < items->len && i < most; i++)
    sx_buf_addf(text, "%s%.*s", i ? ", " : "", SX_STR_ARG(items->items[i]));
  if (items->len > most) sx_buf_addf(text, " and %zu more", items->len - most);
}

/* "#3 21:05 Cline, main 1a2b3c4d5, tags: a, b", the text indented, the changed files. */
static void write_text(const sx_checkpoint *one, bool is_cut, sx_buf *text) {
  sx_str commit = sx_str_slice(one->commit, 0, COMMIT_CHARS), rest = one->description, line;
  sx_buf_addf(text, "#%.*s %.*s", SX_STR_ARG(one->id), SX_STR_ARG(one->hour));
  if (one->client.len) sx_buf_addf(text, " %.*s", SX_STR_ARG(one->client));
  if (one->branch.len || commit.len) sx_buf_add_char(text, ',');
  if (one->branch.len) sx_buf_addf(text, " %.*s", SX_STR_ARG(one->branch));
  if (commit.len) sx_buf_addf(text, " %.*s", SX_STR_ARG(commit));
  write_list(text, ", tags: ", &one->tags, SX_CHECKPOINT_MAX_TAGS);
  sx_buf_add_char(text, '\n');
  while (sx_str_next_line(&rest, &line))
    sx_buf_addf(text, "%s%.*s\n", line.len ? "  " : "", SX_STR_ARG(line));
  if (is_cut) sx_buf_add_text(text, "  [the note is longer: recall with more max_tokens]\n");
  write_list(text, "  Changed: ", &one->files, MAX_TEXT_FILES);
  if (one->files.len) sx_buf_add_char(text, '\n');
  write_list(text, "  Symbols there: ", &one->symbols, MAX_TEXT_FILES);
  if (one->symbols.len) sx_buf_add_char(text, '\n');
  if (one->tests.len) sx_buf_addf(text, "  Tests: %.*s\n", SX_STR_ARG(one->tests));
  if (one->flaw.len) sx_buf_addf(text, "  Note: %.*s\n", SX_STR_ARG(one->flaw));
}

static void add_strings(cJSON *object, const char *name, const sx_strs *items) {
  cJSON *list = cJSON_CreateArray();
  for (size_t i = 0; i < items->len; i++) {
    cJSON *holder = cJSON_CreateObject();
    sx_answer_fact(holder, "v", items->items[i]);
    sx_answer_push(list, cJSON_DetachItemFromObjectCaseSensitive(holder, "v"));
    cJSON_Delete(holder);
  }
  sx_answer_put(object, name, list);
}

static cJSON *make_fact(const sx_checkpoint *one, bool is_cut) {
  cJSON *fact = cJSON_CreateObject();
  sx_answer_fact(fact, "id", one->id);
  cJSON_AddNumberToObject(fact, "time_ms", (double)one->time_ms);
  sx_answer_fact(fact, "client", one->client);
  if (one->branch.len) sx_answer_fact(fact, "branch", one->branch);
  if (one->commit.len) sx_answer_fact(fact, "commit", one->commit);
  sx_answer_fact(fact, "description", one->description);
  if (is_cut) cJSON_AddBoolToObject(fact, "cut", true);
  if (one->tests.len) sx_answer_fact(fact, "tests", one->tests);
  if (one->flaw.len) sx_answer_fact(fact, "note", one->flaw);
  add_strings(fact, "tags", &one->tags);
  add_strings(fact, "files", &one->files);
  add_strings(fact, "symbols", &one->symbols);
  return fact;
}

/* Tokens of the text or, where the facts are asked for and longer, of those. */
static size_t measure(const sx_checkpoint *one, bool is_cut, const sx_answer *answer) {
  sx_buf text;
  size_t facts = 0;
  sx_buf_init(&text, SX_ANSWER_MAX_BYTES);
  write_text(one, is_cut, &text);
  size_t tokens = sx_tokens_count(sx_buf_str(&text));
  sx_buf_release(&text);
  if (answer->is_structured) {
    cJSON *fact = make_fact(one, is_cut);
    char *printed = cJSON_PrintUnformatted(fact);
    facts = printed ? sx_tokens_count(sx_str_from(printed)) + 1 : 0;
    cJSON_free(printed);
    cJSON_Delete(fact);
  }
  return facts > tokens ? facts : tokens;
}

static void shorten(sx_strs *list, size_t most) {
  if (list->len > most) list->len = most;
}

/* With little room the lists are shorter, so that some of the text is shown. */
static void shorten_lists(sx_checkpoint *one, size_t room, const sx_answer *answer) {
  static const size_t most[] = {10, 3, 1, 0};
  sx_checkpoint bare = *one;
  bare.description = sx_utf8_cut(one->description, MIN_CUT_BYTES);
  for (size_t i = 0; i < sizeof most / sizeof *most && measure(&bare, true, answer) > room; i++) {
    shorten(&bare.files, most[i]);
    shorten(&bare.symbols, most[i]);
    shorten(&bare.tags, most[i]);
    if (!most[i]) bare.tests = SX_STR("");
  }
  if (measure(&bare, true, answer) > room) bare.commit = SX_STR("");
  if (measure(&bare, true, answer) > room) bare.branch = SX_STR("");
  bare.description = one->description;
  *one = bare;
}

/* The first item of a page is always written: it is cut to the room that there is. */
static bool cut_to(sx_checkpoint *one, size_t room, const sx_answer *answer) {
  if (measure(one, false, answer) <= room) return false;
  shorten_lists(one, room, answer);
  size_t tokens = measure(one, true, answer);
  while (tokens > room && one->description.len > LEAST_CUT_BYTES) {
    size_t len = (size_t)((double)one->description.len * (double)room / (double)tokens * 0.95);
    one->description = sx_utf8_cut(one->description, len > LEAST_CUT_BYTES ? len : LEAST_CUT_BYTES);
    tokens = measure(one, true, answer);
  }
  return true;
}

static void write_head(const sx_recall_page *page, sx_answer *answer) {
  size_t shown = page->found->list.len;
  unsigned long long total = (unsigned long long)page->found->total;
  sx_str given = page->recall->query;
  sx_str query = sx_utf8_cut(given, QUERY_BYTES);
  query = sx_str_slice(query, 0, sx_tokens_room(query, answer->max_tokens / QUERY_SHARE));
  sx_buf_addf(&answer->text, "%zu", shown);
  if (total > shown) sx_buf_addf(&answer->text, " of %llu", total);
  sx_buf_addf(&answer->text, " checkpoint%s", total == 1 ? "" : "s");
  if (query.len)
    sx_buf_addf(&answer->text, " for '%.*s%s'", SX_STR_ARG(query),
                query.len < given.len ? "…" : "");
  if (given.len && !page->found->has_words)
    sx_buf_add_text(&answer->text, ": it has no words that count. Without a query the newest are "
                                   "listed.");
  bool is_all = !given.len && !page->recall->tags->len && !page->recall->since_ms;
  if (!total && is_all) sx_buf_add_text(&answer->text, ": checkpoint makes them.");
  sx_buf_add_char(&answer->text, '\n');
  cJSON_AddNumberToObject(answer->facts, "total", (double)page->found->total);
}

static void write_notes(const sx_recall_notes *notes, sx_answer *answer) {
  const sx_str all[] = {notes->other, notes->unread};
  cJSON *facts = cJSON_CreateArray();
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    if (!all[i].len) continue;
    /* The line itself, by which an answer with facts knows that it has it. */
    size_t start = answer->text.len;
    sx_buf_addf(&answer->text, "Note: %.*s", SX_STR_ARG(all[i]));
    sx_answer_push(facts, cJSON_CreateString(answer->text.ptr + start));
    sx_buf_add_char(&answer->text, '\n');
  }
  if (cJSON_GetArraySize(facts))
    sx_answer_put(answer->facts, "notes", facts);
  else
    cJSON_Delete(facts);
}

/* A plan that is cut does not make another page. */
static sx_status write_plan(const sx_plan *active, sx_answer *answer, sx_err *err) {
  cJSON *fact = cJSON_CreateObject();
  bool was_truncated = answer->is_truncated;
  if (!fact) return sx_fail(err, SX_NOMEM, NULL);
  /* Among the facts the head is longer. */
  size_t given = answer->is_structured ? answer->max_tokens / 2 : answer->max_tokens;
  sx_plan_answer_head(active, given, &answer->text, fact);
  size_t head = sx_tokens_count(sx_buf_str(&answer->text)) + CUT_PLAN_TOKENS;
  size_t most = answer->max_tokens / 3;
  if (most > head) sx_plan_answer_text(active, most - head, answer, fact);
  sx_answer_put(answer->facts, "plan", fact);
  answer->is_truncated = was_truncated;
  return SX_OK;
}

/* Tokens for the first item of a page: what stands above it may leave less than the pager takes. */
static size_t find_room(const sx_pager *pager) {
  const sx_answer *answer = pager->answer;
  size_t given = pager->room_tokens - pager->used_tokens, most = answer->max_tokens;
  size_t taken = sx_tokens_count(sx_buf_str(&answer->text)) + END_TOKENS;
  size_t facts = answer->is_structured ? sx_answer_count_facts(answer) + END_FACTS_TOKENS : 0;
  if (facts > taken) taken = facts;
  given = given > DAY_TOKENS ? given - DAY_TOKENS : 0;
  if (taken + given <= most) return given;
  return taken < most ? most - taken : 0;
}

static uint64_t hash_list(const sx_checkpoints *list) {
  uint64_t hash = list->len;
  for (size_t i = 0; i < list->len; i++) hash = sx_pager_hash(hash, sx_hash(list->items[i].id));
  return hash;
}

sx_status sx_recall_answer(const sx_recall_page *page, sx_answer *answer, sx_err *err) {
  const sx_checkpoints *list = &page->found->list;
  cJSON *facts = cJSON_AddArrayToObject(answer->facts, "checkpoints");
  if (!facts) return sx_fail(err, SX_NOMEM, NULL);
  bool has_plan = page->active->title.len > 0;
  answer->status = list->len || has_plan ? SX_ANSWER_FOUND : SX_ANSWER_NONE;
  if (has_plan && !page->cursor.len && write_plan(page->active, answer, err)) return SX_NOMEM;
  write_notes(&page->notes, answer);
  write_head(page, answer);
  sx_pager pager = {.answer = answer, .facts = facts, .count = list->len, .hash = hash_list(list)};
  sx_status status = sx_pager_begin(&pager, page->cursor, err);
  while (!status && sx_pager_has_item(&pager)) {
    sx_checkpoint one = list->items[pager.next];
    bool is_first = pager.next == pager.first;
    bool is_new_day = is_first || !sx_str_is_equal(one.day, list->items[pager.next - 1].day);
    if (is_new_day) sx_buf_addf(&answer->text, "%.*s\n", SX_STR_ARG(one.day));
    bool is_cut = is_first && cut_to(&one, find_room(&pager), answer);
    write_text(&one, is_cut, &answer->text);
    sx_answer_push(facts, make_fact(&one, is_cut));
  }
  if (!status) sx_pager_end(&pager);
  cJSON_AddBoolToObject(answer->facts, "truncated", answer->is_truncated);
  cJSON_AddStringToObject(answer->facts, "status", sx_answer_status_name(answer->status));
  return status;
}
