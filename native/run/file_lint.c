#include "run/file_lint.h"

#include "answer/facts.h"
#include "answer/pager.h"
#include "base/map.h"
#include "semantic/certainty.h"
#include "semantic/file_diagnostics.h"
#include "workspace/paths.h"

#include <stdlib.h>

static int compare_issues(const void *a, const void *b) {
  const sx_diagnostic *one = a, *other = b;
  if (one->severity != other->severity) return one->severity < other->severity ? -1 : 1;
  return sx_pos16_compare(one->range.start, other->range.start);
}

/* Hints are offers of the editor, as greying out what is not used. */
static void drop_hints(sx_host_diagnostics *list) {
  size_t kept = 0;
  for (size_t i = 0; i < list->items.len; i++)
    if (list->items.items[i].severity != SX_SEVERITY_HINT)
      list->items.items[kept++] = list->items.items[i];
  list->items.len = kept;
}

static uint64_t hash_issues(const sx_host_diagnostics *list, sx_str path) {
  uint64_t hash = list->items.len;
  for (size_t i = 0; i < list->items.len; i++) {
    hash = sx_pager_hash_place(hash, path, list->items.items[i].range.start);
    hash = sx_pager_hash(hash, sx_hash(list->items.items[i].message));
  }
  return hash;
}

static void write_issue(sx_str path, sx_str shown, const sx_diagnostic *issue, sx_answer *answer,
                        cJSON *facts) {
  sx_pos16 at = issue->range.start;
  sx_answer_add_place(answer, path, shown, at.line, at.character);
  sx_buf_addf(&answer->text, " %s", sx_facts_severity(issue->severity));
  sx_answer_add_source(answer, issue->source, issue->code);
  sx_buf_addf(&answer->text, ": %.*s\n", SX_STR_ARG(issue->message));
  cJSON *fact = cJSON_CreateObject();
  sx_answer_fact(fact, "filePath", shown);
  cJSON_AddNumberToObject(fact, "lineNumber", at.line + 1.0);
  cJSON_AddNumberToObject(fact, "columnNumber", at.character + 1.0);
  sx_answer_fact(fact, "message", issue->message);
  cJSON_AddStringToObject(fact, "severity", sx_facts_severity(issue->severity));
  sx_answer_fact(fact, "rule", issue->code);
  if (issue->source.len) sx_answer_fact(fact, "source", issue->source);
  sx_answer_push(facts, fact);
}

static void write_head(sx_call *call, const sx_file_diagnostics *found, sx_str shown,
                       sx_answer *answer) {
  size_t count = found->list.items.len;
  bool is_known = found->is_known && !call->stale.len;
  answer->status = sx_certainty_status(is_known, count);
  if (count)
    sx_buf_addf(&answer->text, "%.*s: %zu issue%s\n", SX_STR_ARG(shown), count,
                count == 1 ? "" : "s");
  else if (is_known)
    sx_buf_addf(&answer->text, "%.*s: No linting issues found.\n", SX_STR_ARG(shown));
  if (found->is_known) return;
  if (found->absent_language.len)
    sx_certainty_write_absent(found->absent_language, &answer->text);
  else
    sx_certainty_add(&answer->text,
                     "%.*s: no language server or linter of the editor has checked the text as it "
                     "is now, or none checks this language. Call again in a few seconds.",
                     SX_STR_ARG(shown));
}

static sx_status write_issues(sx_call *call, sx_file_diagnostics *found, sx_str path, sx_str cursor,
                              sx_answer *answer, sx_err *err) {
  sx_host_diagnostics *list = &found->list;
  sx_str shown = sx_path_display(call, path);
  cJSON *facts = cJSON_AddArrayToObject(answer->facts, "issues");
  if (!facts) return sx_fail(err, SX_NOMEM, NULL);
  drop_hints(list);
  if (list->items.len)
    qsort(list->items.items, list->items.len, sizeof *list->items.items, compare_issues);
  write_head(call, found, shown, answer);
  cJSON_AddNumberToObject(answer->facts, "total_count", (double)list->items.len);
  sx_pager pager = {
      .answer = answer, .facts = facts, .count = list->items.len, .hash = hash_issues(list, path)};
  sx_status status = sx_pager_begin(&pager, cursor, err);
  while (!status && sx_pager_has_item(&pager))
    write_issue(path, shown, &list->items.items[pager.next], answer, facts);
  if (!status) sx_pager_end(&pager);
  return status;
}

sx_status sx_file_lint(sx_call *call, sx_str path, sx_str cursor, sx_answer *answer, sx_err *err) {
  sx_file_diagnostics found;
  sx_status status = sx_file_diagnostics_begin(&found, call, path, err);
  if (!status) status = write_issues(call, &found, path, cursor, answer, err);
  sx_file_diagnostics_end(&found, call);
  return status;
}
