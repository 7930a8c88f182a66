#include "base/folder.h"
#include "base/map.h"
#include "commands/readable.h"
#include "run/lint.h"
#include "run/lint_files.h"
#include "workspace/hidden.h"
#include "workspace/paths.h"

#include <stdlib.h>

/* Issues at one line that another is compared with, as a project may have any number without one.
 */
#define MAX_COMPARED 200

/* ---- which file is meant ------------------------------------------------------------------- */

typedef struct joining {
  sx_lint *lint;
  sx_lint_job *job;
  sx_map files;   /* as the report has them -> index of paths */
  sx_strs paths;  /* absolute */
  sx_map places;  /* file and line -> the last issue there, + 1 */
  size_t *before; /* the issue at the same line before each, + 1 */
  size_t cap;
} joining;

/* Relative to the folder where it ran, to one above (Cargo's are to the workspace's top), or to
 * that of a source (clang-tidy's are to where the build compiles it). */
static sx_str find_file(sx_call *call, const sx_lint_job *job, sx_str file) {
  sx_str first = sx_path_join(call, job->folder, file);
  if (sx_str_at(file, 0) == '/' || sx_lint_has_path(call, first)) return first;
  for (size_t i = 0; i < job->commands.len; i++) {
    const sx_strs *argv = &job->commands.items[i];
    for (size_t k = 1; k < argv->len; k++) {
      if (sx_str_at(argv->items[k], 0) != '/') continue;
      sx_str beside = sx_path_join(call, sx_folder_of(argv->items[k]), file);
      if (sx_lint_has_path(call, beside)) return beside;
    }
  }
  for (sx_str at = sx_folder_of(job->folder); at.len; at = sx_folder_of(at)) {
    sx_str above = sx_path_join(call, at, file);
    if (sx_lint_has_path(call, above)) return above;
    if (!sx_path_is_inside(call, at)) break;
  }
  return first;
}

static sx_status resolve(joining *j, sx_str file, sx_str *out, sx_err *err) {
  sx_call *call = j->lint->call;
  uint64_t index;
  *out = SX_STR("");
  if (!file.len) return SX_OK;
  if (sx_map_find(&j->files, file, &index)) {
    *out = j->paths.items[index];
    return SX_OK;
  }
  *out = sx_path_own(call, find_file(call, j->job, file));
  if (call->arena->status) return sx_fail(err, call->arena->status, NULL);
  sx_status status = sx_strs_add(&j->paths, *out, call->arena, err);
  if (!status) status = sx_map_put(&j->files, file, j->paths.len - 1);
  return status;
}

/* ---- which are listed ---------------------------------------------------------------------- */

static bool is_target(const sx_lint *lint, sx_str file) {
  const sx_strs *files = &lint->request.files;
  return !files->len || !file.len || sx_strs_have(files, file) || sx_folders_have(files, file);
}

/* A file in a folder with a configuration of its own is checked by the run in that folder. */
static bool is_of_inner_job(const sx_lint *lint, const sx_lint_job *job, sx_str file) {
  for (size_t i = 0; i < lint->jobs.len; i++) {
    const sx_lint_job *other = &lint->jobs.items[i];
    if (other != job && other->linter == job->linter && other->state == SX_LINT_RAN &&
        !other->paths.len && sx_folder_has(job->folder, other->folder) &&
        sx_folder_has(other->folder, file))
      return true;
  }
  return false;
}

/* ---- the same issue from two linters ------------------------------------------------------- */

/* Names of one rule in several linters. */
static const char *const same_rules[][2] = {
    {"F401", "unused-import"},
    {"F841", "unused-variable"},
    {"F821", "undefined-variable"},
    {"E999", "syntax-error"},
    {"E501", "line-too-long"},
    {"F811", "function-redefined"},
    {"F541", "f-string-without-interpolation"},
};

static bool is_same_word(sx_str a, sx_str b) {
  if (sx_str_is_equal_fold(a, b)) return a.len > 0;
  for (size_t i = 0; i < sizeof same_rules / sizeof *same_rules; i++) {
    sx_str one = sx_str_from(same_rules[i][0]), other = sx_str_from(same_rules[i][1]);
    if ((sx_str_is_equal(a, one) && sx_str_is_equal(b, other)) ||
        (sx_str_is_equal(a, other) && sx_str_is_equal(b, one)))
      return true;
  }
  return false;
}

/* "TS2322" of tsc is "2322" of the editor. */
static sx_str without_prefix(sx_str rule) {
  bool is_code = rule.len > 2 && sx_str_has_prefix(rule, SX_STR("TS")) && rule.ptr[2] >= '0' &&
                 rule.ptr[2] <= '9';
  return is_code ? sx_str_slice(rule, 2, rule.len) : rule;
}

/* "W0611:unused-import" has two names. */
static bool is_same_rule(sx_str a, sx_str b) {
  a = without_prefix(a);
  b = without_prefix(b);
  size_t a_cut = sx_str_find_last_char(a, ':'), b_cut = sx_str_find_last_char(b, ':');
  sx_str a_last = a_cut == SX_STR_NONE ? a : sx_str_slice(a, a_cut + 1, a.len);
  sx_str b_last = b_cut == SX_STR_NONE ? b : sx_str_slice(b, b_cut + 1, b.len);
  return is_same_word(a, b) || is_same_word(a_last, b_last);
}

static bool has_source(const sx_lint_issue *issue, sx_str source) {
  for (size_t at = sx_str_find(issue->source, source, 0); at != SX_STR_NONE;
       at = sx_str_find(issue->source, source, at + 1)) {
    char after = sx_str_at(issue->source, at + source.len);
    if ((!at || issue->source.ptr[at - 1] == ' ') && (!after || after == ',')) return true;
  }
  return false;
}

/* 0: another one; 2: at the same place. Two of one linter are the same only where all of them is.
 */
static int compare_issues(const sx_lint_issue *known, const sx_lint_issue *issue) {
  bool is_same_message = sx_str_is_equal(known->message, issue->message);
  bool is_same_place = known->column == issue->column;
  if (has_source(known, issue->source))
    return is_same_place && is_same_message && sx_str_is_equal(known->rule, issue->rule) ? 2 : 0;
  if (!is_same_message && !is_same_rule(known->rule, issue->rule)) return 0;
  return is_same_place ? 2 : 1;
}

static sx_lint_issue *find_same(joining *j, uint64_t last, const sx_lint_issue *issue) {
  sx_lint_issue *best = NULL;
  int best_rate = 0;
  size_t left = MAX_COMPARED;
  for (size_t i = (size_t)last; i && left; i = j->before[i - 1], left--) {
    sx_lint_issue *known = &j->lint->issues.items[i - 1];
    int rate = compare_issues(known, issue);
    if (rate <= best_rate) continue;
    best = known;
    best_rate = rate;
  }
  return best;
}

static sx_status merge(sx_lint_issue *known, const sx_lint_issue *issue, sx_arena *arena) {
  if (issue->severity < known->severity) known->severity = issue->severity;
  if (!known->url.len) known->url = issue->url;
  if (!known->column) known->column = issue->column;
  if (has_source(known, issue->source) || !issue->source.len) return SX_OK;
  known->source =
      sx_arena_printf(arena, "%.*s, %.*s", SX_STR_ARG(known->source), SX_STR_ARG(issue->source));
  return arena->status;
}

/* ---- adding -------------------------------------------------------------------------------- */

static bool grow(joining *j) {
  sx_arena *arena = j->lint->call->arena;
  if (j->lint->issues.len < j->cap) return true;
  size_t cap = j->cap ? j->cap * 2 : 256;
  size_t *more = sx_arena_calloc(arena, cap, sizeof *more);
  if (!more) return false;
  if (j->cap) memcpy(more, j->before, j->cap * sizeof *more);
  j->before = more;
  j->cap = cap;
  return true;
}

static sx_status add_issue(joining *j, const sx_lint_issue *issue, sx_err *err) {
  uint64_t last = 0;
  sx_arena *arena = j->lint->call->arena;
  sx_str key = sx_arena_printf(arena, "%u:%.*s", issue->line, SX_STR_ARG(issue->file));
  if (!key.len || !grow(j)) return sx_fail(err, SX_NOMEM, NULL);
  if (sx_map_find(&j->places, key, &last)) {
    sx_lint_issue *known = find_same(j, last, issue);
    if (known) {
      sx_status status = merge(known, issue, arena);
      return status ? sx_fail(err, status, NULL) : SX_OK;
    }
  }
  sx_lint_issue *added = SX_ARRAY_ADD(&j->lint->issues, arena);
  if (!added) return sx_fail(err, arena->status, NULL);
  *added = *issue;
  j->before[j->lint->issues.len - 1] = (size_t)last;
  return sx_map_put(&j->places, key, j->lint->issues.len);
}

/* tsc writes these of a project whose references were never built: not the code's fault. */
static bool is_about_references(const sx_lint_issue *issue) {
  return sx_str_is_equal(issue->rule, SX_STR("TS6305")) ||
         sx_str_is_equal(issue->rule, SX_STR("TS6306")) ||
         sx_str_is_equal(issue->rule, SX_STR("TS6310"));
}

/* Words of other programs: as a terminal shows them, without secrets. Names stay on their line. */
static sx_status clean(joining *j, sx_lint_issue *issue, sx_err *err) {
  sx_call *call = j->lint->call;
  sx_buf text;
  sx_buf_init(&text, SX_ANSWER_MAX_BYTES);
  sx_status status = sx_readable_add(call, issue->message, &text, err);
  if (!status && text.status) status = sx_fail(err, text.status, NULL);
  if (!status) issue->message = sx_arena_dup(call->arena, sx_buf_str(&text));
  sx_buf_release(&text);
  issue->rule = sx_path_clean(call, issue->rule);
  issue->source = sx_path_clean(call, issue->source);
  return status;
}

static sx_status take_issue(joining *j, sx_lint_issue *issue, sx_err *err) {
  sx_call *call = j->lint->call;
  if (is_about_references(issue))
    return sx_strs_add_new(&j->job->report.problems,
                           SX_STR("projects that it refers to are not built, so what is imported "
                                  "from them is not checked. `npx tsc -b` builds them."),
                           call->arena, err);
  sx_status status = resolve(j, issue->file, &issue->file, err);
  if (status) return status;
  if (issue->file.len) status = sx_hidden_check(call, NULL, issue->file, err);
  if (status) return status == SX_HIDDEN ? SX_OK : status;
  bool is_of_report = j->job->linter && !j->job->linter->write;
  if (!is_of_report && !is_target(j->lint, issue->file)) {
    j->lint->elsewhere++;
    return SX_OK;
  }
  if (j->job->linter && is_of_inner_job(j->lint, j->job, issue->file)) return SX_OK;
  j->job->issues++;
  return clean(j, issue, err);
}

/* ---- the whole ----------------------------------------------------------------------------- */

static int compare_order(const void *a, const void *b) {
  const sx_lint_issue *one = a, *other = b;
  if (one->severity != other->severity) return one->severity < other->severity ? -1 : 1;
  int order = sx_path_compare(one->file, other->file);
  if (order) return order;
  if (one->line != other->line) return one->line < other->line ? -1 : 1;
  if (one->column != other->column) return one->column < other->column ? -1 : 1;
  order = sx_str_compare(one->rule, other->rule);
  return order ? order : sx_str_compare(one->message, other->message);
}

/* TS1002 to TS1180 are of the parser: where a file has one, tsc checks no types at all. */
static bool is_of_parser(const sx_lint_issue *issue) {
  sx_str rule = issue->rule;
  unsigned number = 0;
  if (rule.len != 6 || !sx_str_has_prefix(rule, SX_STR("TS"))) return false;
  for (size_t i = 2; i < rule.len; i++) number = number * 10 + (unsigned)(rule.ptr[i] - '0');
  return number >= 1002 && number <= 1180;
}

static sx_status note_unchecked(joining *j, const sx_lint_job *job, sx_err *err) {
  const sx_lint_issues *issues = &job->report.issues;
  bool is_tsc = job->linter && strcmp(job->linter->name, "tsc") == 0;
  size_t count = 0;
  while (is_tsc && count < issues->len && is_of_parser(&issues->items[count])) count++;
  if (!count || count < issues->len) return SX_OK;
  sx_str words = sx_arena_printf(j->lint->call->arena,
                                 "it stopped at syntax errors, such as the one in %.*s, so types "
                                 "were not checked.",
                                 SX_STR_ARG(issues->items[0].file));
  return sx_strs_add_new(&j->job->report.problems, words, j->lint->call->arena, err);
}

/* Issues that are not to be listed go out of the job's list. */
static sx_status take_job(joining *j, sx_lint_job *job, sx_err *err) {
  sx_lint_issues *issues = &job->report.issues;
  size_t kept = 0;
  sx_status status = SX_OK;
  j->job = job;
  j->paths.len = 0;
  sx_map_init(&j->files, j->lint->call->arena);
  status = note_unchecked(j, job, err);
  for (size_t i = 0; i < issues->len && !status; i++) {
    size_t before = job->issues;
    status = take_issue(j, &issues->items[i], err);
    if (job->issues > before) issues->items[kept++] = issues->items[i];
  }
  issues->len = kept;
  sx_status memory = j->lint->call->arena->status;
  if (!status && memory) status = sx_fail(err, memory, NULL);
  if (!status) status = sx_lint_convert_columns(j->lint->call, issues, err);
  for (size_t i = 0; i < issues->len && !status; i++) status = add_issue(j, &issues->items[i], err);
  return status;
}

sx_status sx_lint_join(sx_lint *lint, sx_err *err) {
  joining j = {.lint = lint};
  sx_status status = SX_OK;
  sx_map_init(&j.places, lint->call->arena);
  for (size_t i = 0; i < lint->jobs.len && !status; i++)
    status = take_job(&j, &lint->jobs.items[i], err);
  if (!status && lint->has_editor) status = take_job(&j, &lint->editor, err);
  sx_lint_issues *issues = &lint->issues;
  for (size_t i = 0; i < issues->len; i++) lint->counts[issues->items[i].severity]++;
  if (issues->len) qsort(issues->items, issues->len, sizeof *issues->items, compare_order);
  return status;
}
