#include "run/test_failures.h"

#include "base/folder.h"
#include "base/map.h"
#include "reports/test_stack.h"
#include "semantic/enclosing.h"
#include "semantic/place_list.h"
#include "workspace/document.h"
#include "workspace/paths.h"

#define MAX_FRAMES 6
/* Symbols are looked for at so many failures: each reads a file. */
#define MAX_SYMBOLS 20
#define MAX_LOOKED_AT_FRAMES 40

typedef struct collector {
  sx_call *call;
  const sx_test_result *result;
  uint32_t run;
  sx_test_failures found; /* in the order of the reports */
  size_t symbols;         /* that were looked for */
} collector;

/* ---- places ------------------------------------------------------------------------------- */

/* The absolute path of a file that the report names; empty where there is no such file. */
static sx_str find_file(collector *c, sx_str file) {
  sx_file_info info;
  if (!file.len) return file;
  sx_str path = sx_path_join(c->call, c->result->folder, file);
  if (!sx_file_stat(&info, path, NULL) && info.exists) return path;
  return SX_STR("");
}

static void set_file(sx_test_failure *out, collector *c, sx_str file) {
  sx_str path = find_file(c, file);
  out->file = path.len ? sx_path_display(c->call, path) : file;
  out->given = path.len && sx_path_is_inside(c->call, path) ? out->file : SX_STR("");
}

/* ---- the symbol that was tested ------------------------------------------------------------ */

static bool is_test_file(collector *c, sx_str path, const sx_test_case *test) {
  sx_str own = find_file(c, test->file);
  return sx_str_is_equal(path, own) || sx_place_is_test(c->call, path);
}

/* The frame nearest to where it failed that is in the project's own code and not in its tests. */
static bool find_frame(collector *c, const sx_test_case *test, sx_test_frame *out, sx_str *path) {
  sx_strs folders = {.items = (sx_str *)&c->result->folder, .len = 1};
  bool is_last = c->result->runner->family == SX_TESTS_PYTHON, is_found = false;
  sx_str rest = test->stack, line;
  for (size_t i = 0; i < MAX_LOOKED_AT_FRAMES && sx_str_next_line(&rest, &line); i++) {
    sx_test_frame frame;
    if (!sx_test_frame_read(&frame, line) || !sx_test_frame_is_own(&frame, &folders)) continue;
    sx_str file = find_file(c, frame.file);
    if (!file.len || !frame.line || is_test_file(c, file, test)) continue;
    *out = frame;
    *path = file;
    is_found = true;
    if (!is_last) break;
  }
  return is_found;
}

static sx_status find_symbol(sx_test_failure *out, collector *c, const sx_test_case *test,
                             sx_err *err) {
  sx_test_frame frame;
  sx_str path;
  const sx_document *document;
  if (c->symbols >= MAX_SYMBOLS || !find_frame(c, test, &frame, &path)) return SX_OK;
  c->symbols++;
  if (!sx_path_is_inside(c->call, path)) return SX_OK;
  sx_status status = sx_document_peek_any(c->call, path, &document, err);
  if (status || !document) return status;
  sx_pos16 at = {frame.line - 1, frame.column ? frame.column - 1 : 0};
  sx_str name = sx_enclosing_at(c->call, document, at);
  if (!name.len || sx_str_is_equal(name, test->name)) return SX_OK;
  out->symbol = sx_arena_dup(c->call->arena, name);
  out->symbol_place = sx_arena_printf(c->call->arena, "%.*s:%u",
                                      SX_STR_ARG(sx_path_display(c->call, path)), frame.line);
  return SX_OK;
}

/* ---- one failure -------------------------------------------------------------------------- */

static sx_status add(collector *c, const sx_test_case *test, bool is_broken, sx_err *err) {
  sx_arena *arena = c->call->arena;
  sx_strs folders = {.items = (sx_str *)&c->result->folder, .len = 1};
  sx_test_failure *out = SX_ARRAY_ADD(&c->found, arena);
  if (!out) return sx_fail(err, arena->status, NULL);
  *out = (sx_test_failure){.line = test->line,
                           .message = test->message,
                           .expected = test->expected,
                           .received = test->received,
                           .has_expected = test->has_expected,
                           .is_error = test->is_error,
                           .is_broken = is_broken,
                           .symbol = SX_STR(""),
                           .symbol_place = SX_STR(""),
                           .run = c->run};
  set_file(out, c, is_broken && !test->file.len && find_file(c, test->name).len ? test->name
                                                                               : test->file);
  out->name = is_broken ? test->name : sx_test_case_name(test, c->result->runner, arena);
  if (is_broken && out->given.len && find_file(c, test->name).len) out->name = out->file;
  sx_status status = sx_test_stack_cut(&out->stack, test->stack, &folders, MAX_FRAMES, arena, err);
  return status ? status : find_symbol(out, c, test, err);
}

static sx_status add_result(collector *c, sx_err *err) {
  const sx_test_report *report = &c->result->report;
  sx_status status = SX_OK;
  for (size_t i = 0; i < report->broken.len && !status; i++)
    status = add(c, &report->broken.items[i], true, err);
  for (size_t i = 0; i < report->cases.len && !status; i++)
    if (report->cases.items[i].outcome == SX_TEST_FAILED)
      status = add(c, &report->cases.items[i], false, err);
  return status;
}

/* ---- those that failed alike -------------------------------------------------------------- */

static uint64_t hash_failure(const sx_test_failure *one) {
  uint64_t hash = sx_hash(one->message) * 31 + sx_hash(one->expected);
  hash = (hash * 31 + sx_hash(one->received)) * 31 + one->run;
  return hash * 31 + sx_hash(one->symbol_place) + one->is_broken;
}

typedef struct chains {
  size_t *next; /* the next that is like it, plus one; 0: none */
  bool *is_led; /* is in the chain of an earlier one */
} chains;

static sx_status link_alike(const sx_test_failures *found, chains *out, sx_arena *arena,
                            sx_err *err) {
  sx_map last;
  sx_map_init(&last, arena);
  out->next = sx_arena_calloc(arena, found->len + 1, sizeof *out->next);
  out->is_led = sx_arena_calloc(arena, found->len + 1, sizeof *out->is_led);
  if (!out->next || !out->is_led) return sx_fail(err, arena->status, NULL);
  for (size_t i = 0; i < found->len; i++) {
    uint64_t earlier;
    if (!found->items[i].message.len) continue;
    sx_str key = sx_arena_printf(arena, "%016llx",
                                 (unsigned long long)hash_failure(&found->items[i]));
    if (sx_map_find(&last, key, &earlier)) {
      out->next[earlier] = i + 1;
      out->is_led[i] = true;
    }
    sx_status status = sx_map_put(&last, key, i);
    if (status) return sx_fail(err, status, NULL);
  }
  return SX_OK;
}

static sx_status order(sx_test_failures *out, const sx_test_failures *found, sx_arena *arena,
                       sx_err *err) {
  chains chain;
  sx_status status = link_alike(found, &chain, arena, err);
  for (size_t first = 0; first < found->len && !status; first++) {
    if (chain.is_led[first]) continue;
    for (size_t i = first + 1; i; i = chain.next[i - 1]) {
      sx_test_failure *added = SX_ARRAY_ADD(out, arena);
      if (!added) return sx_fail(err, arena->status, NULL);
      *added = found->items[i - 1];
      added->is_like_above = i - 1 != first;
    }
  }
  return status;
}

sx_status sx_test_failures_collect(sx_test_failures *out, sx_call *call,
                                   const sx_test_results *results, sx_err *err) {
  collector c = {.call = call};
  sx_status status = SX_OK;
  *out = (sx_test_failures){0};
  for (size_t i = 0; i < results->len && !status; i++) {
    c.result = &results->items[i];
    c.run = (uint32_t)i;
    status = add_result(&c, err);
  }
  if (!status) status = order(out, &c.found, call->arena, err);
  if (!status && call->arena->status) status = sx_fail(err, call->arena->status, NULL);
  return status;
}
