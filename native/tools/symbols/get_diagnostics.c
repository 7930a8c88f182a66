#include "answer/facts.h"
#include "answer/pager.h"
#include "base/map.h"
#include "engine/args.h"
#include "refactor/fixes.h"
#include "semantic/file_diagnostics.h"
#include "engine/tool.h"
#include "workspace/paths.h"
#include "semantic/certainty.h"

#include <stdlib.h>

#define DEFAULT_TOKENS 2000
/* Files that are checked, at most, if none was named. */
#define MAX_FILES 100
/* Diagnostics of a page whose fixes are asked for: servers work on each. */
#define MAX_WITH_FIXES 20

sx_status sx_tool_get_diagnostics(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err);

typedef struct listed_diagnostic {
  sx_str path;
  const sx_diagnostic *diagnostic;
} listed_diagnostic;

typedef SX_ARRAY(listed_diagnostic) listed_diagnostics;

/** Files that were checked, and what is listed of them. */
typedef struct check {
  sx_call *call;
  sx_severity least;
  listed_diagnostics list;
  sx_str where;  /* in words */
  sx_str absent; /* the language of a single file that no extension serves; else empty */
  bool is_known; /* a server has checked each file */
  bool is_one_file, with_fixes;
} check;

/* "error", "warning", …: this one and worse; hints are shown only when asked for. */
static sx_status take_severity(sx_severity *out, sx_str name, sx_err *err) {
  *out = SX_SEVERITY_INFO;
  if (!name.len || sx_str_is_equal(name, SX_STR("all"))) {
    if (name.len) *out = SX_SEVERITY_HINT;
    return SX_OK;
  }
  for (size_t i = 0; i < 4; i++)
    if (sx_str_is_equal_fold(name, sx_str_from(sx_facts_severity((sx_severity)i)))) {
      *out = (sx_severity)i;
      return SX_OK;
    }
  return sx_fail(err, SX_INVALID_ARGUMENT,
                 "severity must be error, warning, information, hint or all, not '%.*s'.",
                 SX_STR_ARG(sx_str_slice(name, 0, 40)));
}

/* ---- lists -------------------------------------------------------------------------------- */

static int compare_diagnostics(const void *a, const void *b) {
  const listed_diagnostic *one = a, *other = b;
  if (one->diagnostic->severity != other->diagnostic->severity)
    return one->diagnostic->severity < other->diagnostic->severity ? -1 : 1;
  int order = sx_str_compare(one->path, other->path);
  if (order) return order;
  uint32_t p = one->diagnostic->range.start.line, q = other->diagnostic->range.start.line;
  return p < q ? -1 : p > q;
}

static sx_status add_all(check *c, sx_str path, const sx_host_diagnostics *from, sx_err *err) {
  for (size_t i = 0; i < from->items.len; i++) {
    if (from->items.items[i].severity > c->least) continue;
    listed_diagnostic *added = SX_ARRAY_ADD(&c->list, c->call->arena);
    if (!added) return sx_fail(err, c->call->arena->status, NULL);
    *added = (listed_diagnostic){path, &from->items.items[i]};
  }
  return SX_OK;
}

/* `fixes` may be NULL. */
static void write_one(sx_call *call, const listed_diagnostic *one, const sx_fixes *fixes,
                      sx_answer *answer, cJSON *facts) {
  const sx_diagnostic *d = one->diagnostic;
  sx_str shown = sx_path_display(call, one->path);
  sx_answer_add_place(answer, one->path, shown, d->range.start.line, d->range.start.character);
  sx_buf_addf(&answer->text, " %s", sx_facts_severity(d->severity));
  sx_answer_add_source(answer, d->source, d->code);
  sx_buf_addf(&answer->text, ": %.*s\n", SX_STR_ARG(d->message));
  cJSON *fact = cJSON_CreateObject();
  sx_facts_diagnostic(fact, shown, d);
  if (fixes) {
    cJSON *list = cJSON_CreateArray();
    sx_fixes_write(fixes, answer, list);
    sx_answer_put(fact, "fixes", list);
  }
  sx_answer_push(facts, fact);
}

static uint64_t hash_diagnostics(const listed_diagnostics *list) {
  uint64_t hash = list->len;
  for (size_t i = 0; i < list->len; i++) {
    const sx_diagnostic *diagnostic = list->items[i].diagnostic;
    hash = sx_pager_hash_place(hash, list->items[i].path, diagnostic->range.start);
    hash = sx_pager_hash(hash, sx_hash(diagnostic->message));
  }
  return hash;
}

/* Those of the page's diagnostics; NULL where they are not wanted. */
static sx_status find_fixes(const check *c, size_t first, sx_fixes **out, bool *is_whole,
                            sx_err *err) {
  size_t left = c->list.len - first, count = left < MAX_WITH_FIXES ? left : MAX_WITH_FIXES;
  *out = NULL;
  *is_whole = true;
  if (!c->with_fixes) return SX_OK;
  sx_fixes *fixes = sx_arena_calloc(c->call->arena, count + 1, sizeof *fixes);
  if (!fixes) return sx_fail(err, c->call->arena->status, NULL);
  for (size_t i = 0; i < count; i++) {
    fixes[i].path = c->list.items[first + i].path;
    fixes[i].diagnostic = c->list.items[first + i].diagnostic;
  }
  *out = fixes;
  return sx_fixes_ask(fixes, count, c->call, is_whole, err);
}

/* The next step, by the fixes of the page. */
static void write_advice(const sx_fixes *fixes, size_t count, bool is_whole, sx_buf *text) {
  bool has_any = false;
  for (size_t i = 0; i < count; i++) has_any |= fixes[i].actions.rows.len > 0;
  if (has_any)
    sx_buf_add_text(text, "Preview a fix: apply_code_action with file_path, line, column and "
                          "action=ID.\n");
  else if (count && is_whole)
    sx_buf_add_text(text, "No quick fix is offered for these.\n");
  if (!is_whole)
    sx_certainty_add_part(text, "a language server has not answered in time, so fixes may be "
                                "missing. Call again in a few seconds.");
}

static sx_status write_list(const check *c, sx_str cursor, sx_answer *answer, cJSON *facts,
                            sx_err *err) {
  sx_fixes *fixes;
  bool is_whole;
  sx_pager pager = {.answer = answer,
                    .facts = facts,
                    .count = c->list.len,
                    .hash = hash_diagnostics(&c->list),
                    .most = c->with_fixes ? MAX_WITH_FIXES : 0};
  sx_status status = sx_pager_begin(&pager, cursor, err);
  if (!status) status = find_fixes(c, pager.first, &fixes, &is_whole, err);
  if (status) return status;
  while (sx_pager_has_item(&pager))
    write_one(c->call, &c->list.items[pager.next], fixes ? &fixes[pager.next - pager.first] : NULL,
              answer, facts);
  if (fixes) write_advice(fixes, pager.next - pager.first, is_whole, &answer->text);
  sx_pager_end(&pager);
  return SX_OK;
}

static void write_head(const check *c, sx_answer *answer) {
  const listed_diagnostics *list = &c->list;
  size_t counts[4] = {0};
  for (size_t i = 0; i < list->len; i++) counts[list->items[i].diagnostic->severity]++;
  sx_buf_addf(&answer->text, "%.*s: %zu error%s, %zu warning%s, %zu other\n", SX_STR_ARG(c->where),
              counts[0], counts[0] == 1 ? "" : "s", counts[1], counts[1] == 1 ? "" : "s",
              counts[2] + counts[3]);
  if (!c->is_known && c->absent.len)
    sx_certainty_write_absent(c->absent, &answer->text);
  else if (!c->is_known && c->is_one_file)
    sx_certainty_add(&answer->text,
                     "no language server has checked the text as it is now, or none checks this "
                     "language. This does not mean that there are no errors. Call again in a few "
                     "seconds.");
  else if (!c->is_known)
    sx_certainty_add(&answer->text,
                     "not every file has been checked by a language server, or none checks "
                     "this language. This does not mean that there are no errors.");
  cJSON_AddNumberToObject(answer->facts, "total_count", (double)list->len);
  cJSON_AddNumberToObject(answer->facts, "error_count", (double)counts[0]);
  cJSON_AddNumberToObject(answer->facts, "warning_count", (double)counts[1]);
}

static sx_status collect_file(sx_call *call, sx_str path, sx_file_diagnostics *out, sx_err *err) {
  sx_status status = sx_file_diagnostics_begin(out, call, path, err);
  sx_file_diagnostics_end(out, call);
  return status;
}

/*
 * Files that were changed, in the editor or against git, and those that the editor has checked
 * already.
 */
static sx_status list_files(sx_call *call, sx_strs *out, sx_err *err) {
  sx_batch batch;
  sx_batch_init(&batch, call->wait, call->arena);
  size_t slot = sx_batch_files_to_check(&batch);
  sx_status status = sx_batch_run(&batch, err);
  if (!status) status = sx_batch_get_paths(&batch, slot, out, err);
  sx_batch_release(&batch);
  return status;
}

static sx_status collect_many(check *c, sx_err *err) {
  sx_strs paths = {0};
  size_t checked = 0;
  bool is_cut = false;
  sx_status status = list_files(c->call, &paths, err);
  for (size_t i = 0; i < paths.len && !is_cut && !status; i++) {
    sx_file_diagnostics found;
    if (!sx_path_is_inside(c->call, paths.items[i])) continue;
    is_cut = checked == MAX_FILES;
    if (is_cut) break;
    status = collect_file(c->call, paths.items[i], &found, err);
    if (sx_status_ends_call(status)) return status;
    /* Deleted files and binary ones have no diagnostics. */
    bool has_text = status != SX_NOT_FOUND && status != SX_BINARY;
    status = status ? SX_OK : add_all(c, paths.items[i], &found.list, err);
    checked += has_text;
    c->is_known &= !has_text || found.absent_language.len || found.is_known;
  }
  c->is_known &= !is_cut;
  c->where = sx_arena_printf(c->call->arena, "%zu file%s changed or checked%s", checked,
                             checked == 1 ? " that was" : "s that were",
                             is_cut ? "; more were not checked" : "");
  return status;
}

/* Those of one file, or of the files that were changed. */
static sx_status collect(check *c, sx_str file, sx_err *err) {
  sx_str path;
  sx_file_diagnostics found;
  if (!file.len) return collect_many(c, err);
  sx_status status = sx_path_resolve(c->call, "file_path", file, &path, err);
  if (!status) status = collect_file(c->call, path, &found, err);
  if (status) return status;
  c->is_one_file = true;
  c->is_known = found.is_known;
  c->absent = found.absent_language;
  c->where = sx_path_display(c->call, path);
  return add_all(c, path, &found.list, err);
}

sx_status sx_tool_get_diagnostics(sx_call *call, const cJSON *args, sx_answer *answer,
                                  sx_err *err) {
  check c = {.call = call, .where = SX_STR(""), .absent = SX_STR(""), .is_known = true};
  answer->max_tokens = (size_t)sx_args_int(args, "max_tokens", DEFAULT_TOKENS);
  c.with_fixes = sx_args_bool(args, "include_fixes", false);
  sx_status status = take_severity(&c.least, sx_args_str(args, "severity", call->arena), err);
  if (!status) status = collect(&c, sx_args_str(args, "file_path", call->arena), err);
  if (status) return status;
  cJSON *facts = cJSON_CreateArray();
  if (!facts) return sx_fail(err, SX_NOMEM, NULL);
  listed_diagnostics list = c.list;
  if (list.len) qsort(list.items, list.len, sizeof *list.items, compare_diagnostics);
  /* Those of a text that a server does not have any more are not the file's. */
  bool is_old = list.len && call->stale.len;
  answer->status = list.len ? SX_ANSWER_FOUND : SX_ANSWER_NONE;
  if (is_old || (!list.len && !c.is_known)) answer->status = SX_ANSWER_UNKNOWN;
  write_head(&c, answer);
  status = write_list(&c, sx_args_str(args, "cursor", call->arena), answer, facts, err);
  sx_answer_put(answer->facts, "diagnostics", facts);
  cJSON_AddStringToObject(answer->facts, "status", sx_answer_status_name(answer->status));
  cJSON_AddBoolToObject(answer->facts, "truncated", answer->is_truncated);
  return status;
}
