#include "memory/recall_answer.h"

#include "answer/pager.h"
#include "base/map.h"
#include "memory/plan_answer.h"

#define COMMIT_CHARS 9
#define MAX_TEXT_FILES 10

static void write_list(sx_buf *text, const char *lead, const sx_strs *items, size_t most) {
  if (!items->len) return;
  sx_buf_add_text(text, lead);
  for (size_t i = 0; i < items->len && i < most; i++)
    sx_buf_addf(text, "%s%.*s", i ? ", " : "", SX_STR_ARG(items->items[i]));
  if (items->len > most) sx_buf_addf(text, " and %zu more", items->len - most);
}

/* "#3 21:05 Cline, main 1a2b3c4d5, tags: a, b", the text indented, the changed files. */
static void write_text(const sx_checkpoint *one, sx_buf *text) {
  sx_str commit = sx_str_slice(one->commit, 0, COMMIT_CHARS), rest = one->description, line;
  sx_buf_addf(text, "#%lld %.*s %.*s", (long long)one->id, SX_STR_ARG(one->hour),
              SX_STR_ARG(one->client));
  if (one->branch.len || commit.len) sx_buf_add_char(text, ',');
  if (one->branch.len) sx_buf_addf(text, " %.*s", SX_STR_ARG(one->branch));
  if (commit.len) sx_buf_addf(text, " %.*s", SX_STR_ARG(commit));
  write_list(text, ", tags: ", &one->tags, SX_CHECKPOINT_MAX_TAGS);
  sx_buf_add_char(text, '\n');
  while (sx_str_next_line(&rest, &line))
    sx_buf_addf(text, "%s%.*s\n", line.len ? "  " : "", SX_STR_ARG(line));
  write_list(text, "  Changed: ", &one->files, MAX_TEXT_FILES);
  if (one->files.len) sx_buf_add_char(text, '\n');
  write_list(text, "  Symbols there: ", &one->symbols, MAX_TEXT_FILES);
  if (one->symbols.len) sx_buf_add_char(text, '\n');
  if (one->tests.len) sx_buf_addf(text, "  Tests: %.*s\n", SX_STR_ARG(one->tests));
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

static cJSON *make_fact(const sx_checkpoint *one) {
  cJSON *fact = cJSON_CreateObject();
  cJSON_AddNumberToObject(fact, "id", (double)one->id);
  cJSON_AddNumberToObject(fact, "time_ms", (double)one->time_ms);
  sx_answer_fact(fact, "client", one->client);
  if (one->branch.len) sx_answer_fact(fact, "branch", one->branch);
  if (one->commit.len) sx_answer_fact(fact, "commit", one->commit);
  sx_answer_fact(fact, "description", one->description);
  if (one->tests.len) sx_answer_fact(fact, "tests", one->tests);
  add_strings(fact, "tags", &one->tags);
  add_strings(fact, "files", &one->files);
  add_strings(fact, "symbols", &one->symbols);
  return fact;
}

static void write_head(const sx_recall *recall, size_t shown, uint64_t total, sx_answer *answer) {
  sx_buf_addf(&answer->text, "%zu", shown);
  if (total > shown) sx_buf_addf(&answer->text, " of %llu", (unsigned long long)total);
  sx_buf_addf(&answer->text, " checkpoint%s", total == 1 ? "" : "s");
  if (recall->query.len)
    sx_buf_addf(&answer->text, " for '%.*s'", SX_STR_ARG(sx_str_slice(recall->query, 0, 100)));
  sx_buf_add_char(&answer->text, '\n');
  cJSON_AddNumberToObject(answer->facts, "total", (double)total);
}

/* A plan that is cut does not make another page. */
static sx_status write_plan(const sx_plan *active, sx_answer *answer, sx_err *err) {
  cJSON *fact = cJSON_CreateObject();
  bool was_truncated = answer->is_truncated;
  if (!fact) return sx_fail(err, SX_NOMEM, NULL);
  sx_plan_answer_head(active, &answer->text, fact);
  sx_plan_answer_text(active, answer->max_tokens / 3, answer, fact);
  sx_answer_put(answer->facts, "plan", fact);
  answer->is_truncated = was_truncated;
  return SX_OK;
}

sx_status sx_recall_answer(const sx_recall *recall, const sx_plan *active,
                           const sx_checkpoints *list, uint64_t total, sx_str cursor,
                           sx_answer *answer, sx_err *err) {
  cJSON *facts = cJSON_AddArrayToObject(answer->facts, "checkpoints");
  uint64_t hash = list->len;
  if (!facts) return sx_fail(err, SX_NOMEM, NULL);
  bool has_plan = active->title.len > 0;
  answer->status = list->len || has_plan ? SX_ANSWER_FOUND : SX_ANSWER_NONE;
  if (has_plan && !cursor.len && write_plan(active, answer, err)) return SX_NOMEM;
  write_head(recall, list->len, total, answer);
  for (size_t i = 0; i < list->len; i++) hash = sx_pager_hash(hash, (uint64_t)list->items[i].id);
  sx_pager pager = {.answer = answer, .facts = facts, .count = list->len, .hash = hash};
  sx_status status = sx_pager_begin(&pager, cursor, err);
  while (!status && sx_pager_has_item(&pager)) {
    const sx_checkpoint *one = &list->items[pager.next];
    bool is_new_day =
        pager.next == pager.first || !sx_str_is_equal(one->day, list->items[pager.next - 1].day);
    if (is_new_day) sx_buf_addf(&answer->text, "%.*s\n", SX_STR_ARG(one->day));
    write_text(one, &answer->text);
    sx_answer_push(facts, make_fact(one));
  }
  if (!status) sx_pager_end(&pager);
  cJSON_AddBoolToObject(answer->facts, "truncated", answer->is_truncated);
  cJSON_AddStringToObject(answer->facts, "status", sx_answer_status_name(answer->status));
  return status;
}
