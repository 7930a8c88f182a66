#include "answer/pager.h"
#include "base/map.h"
#include "run/lint.h"
#include "semantic/certainty.h"
#include "workspace/paths.h"

#define MAX_UNSAVED 10

/* ---- linters ------------------------------------------------------------------------------- */

static const char *state_name(sx_lint_state state) {
  switch (state) {
  case SX_LINT_RAN: return "ran";
  case SX_LINT_NO_FILES: return "no_files";
  case SX_LINT_NOT_INSTALLED: return "not_installed";
  case SX_LINT_TIMED_OUT: return "timed_out";
  default: return "failed";
  }
}

static const char *job_name(const sx_lint_job *job) {
  return job->linter ? job->linter->name : "editor";
}

static const char *job_title(const sx_lint_job *job) {
  return job->linter ? job->linter->title : "The editor";
}

/* "packages/web"; "." for the only folder of the window. */
static sx_str show_folder(const sx_lint *lint, sx_str folder) {
  sx_str below;
  const sx_root *root = sx_path_find_root(lint->call, folder, &below);
  if (!root || below.len) return sx_path_show(lint->call, folder);
  return lint->call->roots.len == 1 ? SX_STR(".") : root->name;
}

/* " in packages/web", where that is not the only folder. */
static sx_str describe_folder(const sx_lint *lint, const sx_lint_job *job) {
  sx_str shown = show_folder(lint, job->folder);
  if (!job->linter || sx_str_is_equal(shown, SX_STR("."))) return SX_STR("");
  return sx_arena_printf(lint->call->arena, " in %.*s", SX_STR_ARG(shown));
}

static sx_lint_job *get_job(sx_lint *lint, size_t i) {
  return i < lint->jobs.len ? &lint->jobs.items[i] : &lint->editor;
}

static size_t count_jobs(const sx_lint *lint) {
  return lint->jobs.len + lint->has_editor;
}

static bool is_partly_unknown(const sx_lint_job *job) {
  return (job->state != SX_LINT_RAN && job->state != SX_LINT_NO_FILES) || job->report.is_cut ||
         (job->state == SX_LINT_RAN && job->report.problems.len);
}

static void write_facts(const sx_lint *lint, const sx_lint_job *job, cJSON *list) {
  cJSON *fact = cJSON_CreateObject();
  sx_answer_fact(fact, "name", sx_str_from(job_name(job)));
  sx_answer_fact(fact, "status", sx_str_from(state_name(job->state)));
  cJSON_AddNumberToObject(fact, "issues", (double)job->issues);
  if (job->linter) sx_answer_fact(fact, "folder", show_folder(lint, job->folder));
  if (job->why.len) sx_answer_fact(fact, "message", job->why);
  if (job->install.len) sx_answer_fact(fact, "install", job->install);
  sx_answer_push(list, fact);
}

/* The lines of a linter's own message after the first are further in. */
static void write_own_words(sx_buf *text, sx_str words) {
  sx_str line;
  bool is_first = true;
  while (sx_str_next_line(&words, &line)) {
    sx_buf_addf(text, "%s%.*s\n", is_first ? "" : "  ", SX_STR_ARG(line));
    is_first = false;
  }
}

static void write_not_installed(const sx_lint *lint, const sx_lint_job *job, sx_buf *text) {
  sx_buf_addf(text, SX_UNKNOWN_IN_PART "%s", job->linter->title);
  if (job->config.len)
    sx_buf_addf(
        text, " is configured by %.*s",
        SX_STR_ARG(sx_path_show(lint->call, sx_path_join(lint->call, job->folder, job->config))));
  sx_buf_addf(text, "%s not installed. To install it: %.*s\n", job->config.len ? ", but" : " is",
              SX_STR_ARG(job->install));
}

/* Why it could not run, or in part only, where that is so. */
static void write_problem(const sx_lint *lint, const sx_lint_job *job, sx_buf *text) {
  sx_str where = describe_folder(lint, job);
  switch (job->state) {
  case SX_LINT_NOT_INSTALLED: write_not_installed(lint, job, text); return;
  case SX_LINT_TIMED_OUT:
    sx_buf_addf(text,
                SX_UNKNOWN_IN_PART "%s%.*s did not end in time, and was ended. Name fewer files.\n",
                job->linter->title, SX_STR_ARG(where));
    return;
  case SX_LINT_FAILED:
    sx_buf_addf(text, SX_UNKNOWN_IN_PART "%s%.*s could not %s%s: ", job_title(job),
                SX_STR_ARG(where), job->linter && !job->linter->write ? "be read" : "run",
                job->issues ? " to its end" : "");
    write_own_words(text, job->why);
    return;
  default: break;
  }
  for (size_t i = 0; i < job->report.problems.len; i++) {
    sx_buf_addf(text, SX_UNKNOWN_IN_PART "%s%.*s reports: ", job_title(job), SX_STR_ARG(where));
    write_own_words(text, job->report.problems.items[i]);
  }
  if (job->report.is_cut)
    sx_buf_addf(text, SX_UNKNOWN_IN_PART "the report of %s%.*s is cut.\n", job_title(job),
                SX_STR_ARG(where));
}

/* "Ran: eslint, tsc in packages/web. Checks none of these files: stylelint." */
static void write_names(sx_lint *lint, sx_lint_state state, const char *head, sx_buf *text) {
  bool has_any = false;
  for (size_t i = 0; i < count_jobs(lint); i++) {
    const sx_lint_job *job = get_job(lint, i);
    if (job->state != state) continue;
    sx_buf_addf(text, "%s%s%.*s", has_any ? ", " : head, job_name(job),
                SX_STR_ARG(describe_folder(lint, job)));
    has_any = true;
  }
  if (has_any) sx_buf_add_text(text, ".\n");
}

static size_t count_state(sx_lint *lint, sx_lint_state state) {
  size_t count = 0;
  for (size_t i = 0; i < count_jobs(lint); i++) count += get_job(lint, i)->state == state;
  return count;
}

static void write_linters(sx_lint *lint, sx_buf *text) {
  write_names(lint, SX_LINT_RAN, "Ran: ", text);
  write_names(lint, SX_LINT_NO_FILES, "Without files to check: ", text);
  for (size_t i = 0; i < count_jobs(lint); i++) write_problem(lint, get_job(lint, i), text);
}

/* ---- notes --------------------------------------------------------------------------------- */

static void write_unsaved(sx_lint *lint, sx_answer *answer) {
  const sx_strs *unsaved = &lint->unsaved;
  cJSON *facts = cJSON_CreateArray();
  if (unsaved->len)
    sx_buf_addf(&answer->text,
                "Note: %zu file%s unsaved changes that linters do not read: ", unsaved->len,
                unsaved->len == 1 ? " has" : "s have");
  for (size_t i = 0; i < unsaved->len; i++) {
    sx_str shown = sx_path_show(lint->call, unsaved->items[i]);
    if (i < MAX_UNSAVED) sx_buf_addf(&answer->text, "%s%.*s", i ? ", " : "", SX_STR_ARG(shown));
    sx_answer_push(facts, cJSON_CreateString(sx_arena_dup(lint->call->arena, shown).ptr));
  }
  if (unsaved->len > MAX_UNSAVED) sx_buf_add_text(&answer->text, ", …");
  if (unsaved->len) sx_buf_add_text(&answer->text, ".\n");
  sx_answer_put(answer->facts, "unsaved_files", facts);
}

static void write_notes(sx_lint *lint, size_t listed, sx_answer *answer) {
  sx_buf *text = &answer->text;
  write_unsaved(lint, answer);
  if (lint->elsewhere)
    sx_buf_addf(text, "Note: %zu issue%s in other files, which %s not listed.\n", lint->elsewhere,
                lint->elsewhere == 1 ? "" : "s", lint->elsewhere == 1 ? "is" : "are");
  if (listed < lint->issues.len)
    sx_buf_addf(text, "Note: %zu less severe issue%s not listed (severity=%s).\n",
                lint->issues.len - listed, lint->issues.len - listed == 1 ? " is" : "s are",
                sx_lint_severity_name(lint->request.least));
  for (size_t i = 0; i < lint->not_on_disk.len; i++)
    sx_certainty_add_part(text, "%.*s is not on the disk, where linters read.",
                          SX_STR_ARG(sx_path_show(lint->call, lint->not_on_disk.items[i])));
}

/* ---- issues -------------------------------------------------------------------------------- */

static void add_number(cJSON *fact, const char *name, uint32_t number) {
  if (number) cJSON_AddNumberToObject(fact, name, number);
}

static void write_issue_fact(const sx_lint_issue *issue, sx_str shown, cJSON *list) {
  cJSON *fact = cJSON_CreateObject();
  sx_answer_fact(fact, "filePath", shown);
  cJSON_AddNumberToObject(fact, "lineNumber", issue->line);
  cJSON_AddNumberToObject(fact, "columnNumber", issue->column);
  add_number(fact, "endLineNumber", issue->end_line);
  add_number(fact, "endColumnNumber", issue->end_column);
  sx_answer_fact(fact, "message", issue->message);
  sx_answer_fact(fact, "severity", sx_str_from(sx_lint_severity_name(issue->severity)));
  sx_answer_fact(fact, "rule", issue->rule);
  sx_answer_fact(fact, "source", issue->source);
  if (issue->url.len) sx_answer_fact(fact, "url", issue->url);
  sx_answer_push(list, fact);
}

static void write_message(sx_buf *text, sx_str message) {
  sx_str line;
  bool is_first = true;
  while (sx_str_next_line(&message, &line)) {
    sx_buf_addf(text, "%s%.*s\n", is_first ? "" : "    ", SX_STR_ARG(line));
    is_first = false;
  }
  if (is_first) sx_buf_add_char(text, '\n');
}

/* A file's name stands above its issues, and again at the top of a page. */
static void write_issue(sx_lint *lint, size_t index, bool has_heading, sx_answer *answer,
                        cJSON *facts) {
  const sx_lint_issue *issue = &lint->issues.items[index];
  sx_buf *text = &answer->text;
  sx_str shown =
      issue->file.len ? sx_path_display(lint->call, issue->file) : SX_STR("(the project)");
  if (has_heading) sx_buf_addf(text, "%.*s\n", SX_STR_ARG(shown));
  sx_buf_add_text(text, "  ");
  if (issue->line) sx_buf_addf(text, "%u", issue->line);
  if (issue->line && issue->column) sx_buf_addf(text, ":%u", issue->column);
  sx_buf_addf(text, "%s%s", issue->line ? " " : "", sx_lint_severity_name(issue->severity));
  if (issue->rule.len) sx_buf_addf(text, " %.*s", SX_STR_ARG(issue->rule));
  sx_buf_addf(text, " (%.*s): ", SX_STR_ARG(issue->source));
  write_message(text, issue->message);
  write_issue_fact(issue, issue->file.len ? shown : SX_STR(""), facts);
}

static uint64_t hash_issues(const sx_lint *lint, size_t count) {
  uint64_t hash = count;
  for (size_t i = 0; i < count; i++) {
    const sx_lint_issue *issue = &lint->issues.items[i];
    hash = sx_pager_hash_place(hash, issue->file, (sx_pos16){issue->line, issue->column});
    hash = sx_pager_hash(hash, sx_hash(issue->message));
  }
  return hash;
}

static sx_status write_issues(sx_lint *lint, size_t count, sx_str cursor, sx_answer *answer,
                              cJSON *facts, sx_err *err) {
  sx_pager pager = {
      .answer = answer, .facts = facts, .count = count, .hash = hash_issues(lint, count)};
  sx_status status = sx_pager_begin(&pager, cursor, err);
  if (status) return status;
  while (sx_pager_has_item(&pager)) {
    const sx_lint_issue *issues = lint->issues.items;
    bool has_heading = pager.next == pager.first ||
                       !sx_str_is_equal(issues[pager.next].file, issues[pager.next - 1].file);
    write_issue(lint, pager.next, has_heading, answer, facts);
  }
  sx_pager_end(&pager);
  return SX_OK;
}

/* ---- the head ------------------------------------------------------------------------------ */

static size_t count_files(const sx_lint *lint, size_t count) {
  sx_map seen;
  sx_map_init(&seen, lint->call->arena);
  for (size_t i = 0; i < count; i++)
    if (sx_map_put(&seen, lint->issues.items[i].file, 1)) break;
  return seen.len;
}

static void write_none_configured(const sx_lint *lint, sx_buf *text) {
  sx_certainty_add(text,
                   "no linter is configured for %s, so none ran. linter=\"editor\" lists what "
                   "the language servers report.",
                   lint->request.files.len ? "these files" : "this workspace");
}

static void write_counts(const sx_lint *lint, sx_buf *text) {
  const size_t *counts = lint->counts;
  size_t files = count_files(lint, lint->issues.len);
  sx_buf_addf(text, "%zu error%s, %zu warning%s, %zu other in %zu file%s.\n", counts[0],
              counts[0] == 1 ? "" : "s", counts[1], counts[1] == 1 ? "" : "s", counts[2], files,
              files == 1 ? "" : "s");
}

/* Whether every linter that there is has run to its end. */
static bool is_whole(sx_lint *lint) {
  for (size_t i = 0; i < count_jobs(lint); i++)
    if (is_partly_unknown(get_job(lint, i))) return false;
  return count_state(lint, SX_LINT_RAN) > 0 && !lint->not_on_disk.len;
}

static void write_head(sx_lint *lint, sx_answer *answer) {
  sx_buf *text = &answer->text;
  bool has_all = is_whole(lint);
  answer->status = has_all ? SX_ANSWER_NONE : SX_ANSWER_UNKNOWN;
  if (lint->issues.len) {
    answer->status = SX_ANSWER_FOUND;
    write_counts(lint, text);
  } else if (!count_jobs(lint))
    write_none_configured(lint, text);
  else if (has_all)
    sx_buf_add_text(text, "No linting issues found.\n");
  else if (!count_state(lint, SX_LINT_RAN))
    sx_certainty_add(text, "no linter has checked these files.");
  write_linters(lint, text);
}

static void write_totals(const sx_lint *lint, const sx_answer *answer) {
  cJSON *facts = answer->facts;
  cJSON_AddNumberToObject(facts, "total_count", (double)lint->issues.len);
  cJSON_AddNumberToObject(facts, "error_count", (double)lint->counts[SX_LINT_ERROR]);
  cJSON_AddNumberToObject(facts, "warning_count", (double)lint->counts[SX_LINT_WARNING]);
  cJSON_AddNumberToObject(facts, "information_count", (double)lint->counts[SX_LINT_INFORMATION]);
  cJSON_AddBoolToObject(facts, "truncated", answer->is_truncated);
  cJSON_AddStringToObject(facts, "status", sx_answer_status_name(answer->status));
}

sx_status sx_lint_write(sx_lint *lint, sx_str cursor, sx_answer *answer, sx_err *err) {
  cJSON *issues = cJSON_AddArrayToObject(answer->facts, "issues");
  cJSON *linters = cJSON_AddArrayToObject(answer->facts, "linters");
  size_t listed = 0;
  if (!issues || !linters) return sx_fail(err, SX_NOMEM, NULL);
  for (size_t i = 0; i <= (size_t)lint->request.least; i++) listed += lint->counts[i];
  for (size_t i = 0; i < count_jobs(lint); i++) write_facts(lint, get_job(lint, i), linters);
  write_head(lint, answer);
  write_notes(lint, listed, answer);
  sx_status status = write_issues(lint, listed, cursor, answer, issues, err);
  write_totals(lint, answer);
  if (!status && lint->call->arena->status) status = sx_fail(err, lint->call->arena->status, NULL);
  return status;
}
