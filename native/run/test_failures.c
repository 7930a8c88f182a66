#include "run/test_failures.h"

#include "base/buf.h"
#include "base/byte.h"
#include "base/map.h"
#include "reports/test_stack.h"
#include "semantic/enclosing.h"
#include "semantic/place_list.h"
#include "workspace/document.h"
#include "workspace/paths.h"

#include <stdlib.h>

#define MAX_FRAMES 6
#define MAX_FRAMES_READ 24
#define MAX_PRINTED_LINES 6
#define MAX_STACK_BYTES ((size_t)64 << 10)
/* Symbols are looked for at so many failures: each reads a file. */
#define MAX_SYMBOLS 20

typedef struct collector {
  sx_call *call;
  const sx_test_result *result;
  uint32_t run;
  sx_test_failures found; /* in the order of the reports */
  size_t symbols;         /* that were looked for */
} collector;

/* ---- places ------------------------------------------------------------------------------- */

static sx_str find_in(collector *c, sx_str folder, sx_str file) {
  sx_file_info info;
  sx_str path = sx_path_join(c->call, folder, file);
  return !sx_file_stat(&info, path, NULL) && info.exists ? path : SX_STR("");
}

/* Go names files as their package has them: its folder is below the one with go.mod. */
static sx_str package_folder(collector *c, sx_str package) {
  sx_str line, rest = sx_project_read(c->result->project, "go.mod");
  while (sx_str_next_line(&rest, &line)) {
    if (!sx_str_has_prefix(line, SX_STR("module "))) continue;
    sx_str module = sx_str_trim(sx_str_slice(line, 7, line.len));
    if (!sx_str_has_prefix(package, module)) break;
    sx_str below = sx_str_slice(package, module.len, package.len);
    return sx_arena_printf(c->call->arena, "%.*s%.*s", SX_STR_ARG(c->result->folder),
                           SX_STR_ARG(below));
  }
  return c->result->folder;
}

/* The absolute path of a file that the report names; empty where there is no such file. */
static sx_str find_file(collector *c, sx_str file, const sx_test_case *test) {
  if (!file.len) return file;
  sx_str path = find_in(c, c->result->folder, file);
  if (path.len || c->result->runner->family != SX_TESTS_GO || !test->groups.len) return path;
  return find_in(c, package_folder(c, test->groups.items[0]), file);
}

/* A file that a test only passes through is not one that it can be chosen by. */
static bool has_tests(collector *c, sx_str path) {
  switch (c->result->runner->family) {
  case SX_TESTS_GO: return sx_str_has_suffix(path, SX_STR("_test.go"));
  case SX_TESTS_RUST:
  case SX_TESTS_CMAKE: return false;
  default: return sx_path_is_inside(c->call, path);
  }
}

static void set_file(sx_test_failure *out, collector *c, const sx_test_case *test, sx_str file) {
  sx_str path = find_file(c, file, test);
  out->file = path.len ? sx_path_display(c->call, path) : file;
  out->given = path.len && has_tests(c, path) ? out->file : SX_STR("");
}

/* ---- frames ------------------------------------------------------------------------------- */

typedef struct own_frame {
  sx_str path, function;
  uint32_t line, column;
} own_frame;

/* Frames of the project's own code, in the order of the stack. */
typedef struct frames {
  own_frame items[MAX_FRAMES_READ];
  size_t len;
} frames;

/* The function on the line above, as Go and Rust write it: `3: calc::divide`. */
static sx_str function_above(sx_str line) {
  line = sx_str_trim(line);
  size_t at = 0;
  while (at < line.len && sx_byte_is_digit(line.ptr[at])) at++;
  if (at && sx_str_at(line, at) == ':') line = sx_str_slice(line, at + 2, line.len);
  size_t open = sx_str_find_last_char(line, '(');
  return sx_str_slice(line, 0, open == SX_STR_NONE ? line.len : open);
}

static void read_frames(collector *c, const sx_test_case *test, frames *out) {
  sx_strs folders = {.items = (sx_str *)&c->result->folder, .len = 1};
  sx_str rest = test->stack, line, above = SX_STR("");
  out->len = 0;
  while (out->len < MAX_FRAMES_READ && sx_str_next_line(&rest, &line)) {
    sx_test_frame frame;
    bool is_frame = sx_test_frame_read(&frame, line);
    sx_str last = above;
    above = is_frame ? SX_STR("") : line;
    if (!is_frame || !frame.line || !sx_test_frame_is_own(&frame, &folders)) continue;
    sx_str path = find_file(c, frame.file, test);
    if (!path.len || !sx_path_is_inside(c->call, path)) continue;
    bool is_above = !frame.function.len && c->result->runner->family != SX_TESTS_PYTHON;
    out->items[out->len++] = (own_frame){path, is_above ? function_above(last) : frame.function,
                                         frame.line, frame.column};
  }
}

/* The frames but that of the place where the failure is shown; the innermost first. */
static sx_status write_stack(sx_test_failure *out, collector *c, const frames *all, sx_err *err) {
  bool is_reversed = c->result->runner->family == SX_TESTS_PYTHON;
  sx_buf text;
  sx_buf_init(&text, MAX_STACK_BYTES);
  for (size_t i = 0; i < all->len && i < MAX_FRAMES; i++) {
    const own_frame *one = &all->items[is_reversed ? all->len - 1 - i : i];
    sx_str shown = sx_path_display(c->call, one->path);
    bool is_closure = sx_str_has_suffix(one->function, SX_STR("{{closure}}"));
    if (is_closure || (one->line == out->line && sx_str_is_equal(shown, out->file))) continue;
    if (one->function.len)
      sx_buf_addf(&text, "at %.*s (%.*s:%u)\n", SX_STR_ARG(one->function), SX_STR_ARG(shown),
                  one->line);
    else
      sx_buf_addf(&text, "at %.*s:%u\n", SX_STR_ARG(shown), one->line);
  }
  out->stack = sx_arena_dup(c->call->arena, sx_str_trim_end(sx_buf_str(&text)));
  sx_status status = text.status ? sx_fail(err, text.status, NULL) : SX_OK;
  sx_buf_release(&text);
  return status;
}

/* ---- the symbol that was tested ------------------------------------------------------------ */

static bool is_test_file(collector *c, sx_str path, const sx_test_case *test) {
  sx_test_family family = c->result->runner->family;
  /* Go's and Rust's reports name the file where it failed alone; Rust has tests beside the code. */
  bool has_own = family != SX_TESTS_RUST && family != SX_TESTS_GO;
  bool is_own = has_own && sx_str_is_equal(path, find_file(c, test->file, test));
  return is_own || sx_place_is_test(c->call, path);
}

/* The frame nearest to where it failed that is not in the tests. */
static const own_frame *find_tested(collector *c, const sx_test_case *test, const frames *all) {
  bool is_reversed = c->result->runner->family == SX_TESTS_PYTHON;
  for (size_t i = 0; i < all->len; i++) {
    const own_frame *one = &all->items[is_reversed ? all->len - 1 - i : i];
    if (!is_test_file(c, one->path, test)) return one;
  }
  return NULL;
}

static sx_status find_symbol(sx_test_failure *out, collector *c, const sx_test_case *test,
                             const frames *all, sx_err *err) {
  const sx_document *document;
  const own_frame *frame = c->symbols < MAX_SYMBOLS ? find_tested(c, test, all) : NULL;
  if (!frame) return SX_OK;
  c->symbols++;
  sx_status status = sx_document_peek_any(c->call, frame->path, &document, err);
  if (status || !document) return status;
  sx_pos16 at = {frame->line - 1, frame->column ? frame->column - 1 : 0};
  sx_str name = sx_enclosing_at(c->call, document, at);
  if (sx_str_is_equal(name, SX_STR("self"))) name = frame->function; /* of Ruby's modules */
  if (!name.len || sx_str_has_suffix(out->name, name)) return SX_OK; /* the test itself */
  out->symbol = sx_arena_dup(c->call->arena, name);
  out->symbol_place = sx_arena_printf(
      c->call->arena, "%.*s:%u", SX_STR_ARG(sx_path_display(c->call, frame->path)), frame->line);
  return SX_OK;
}

/* ---- one failure -------------------------------------------------------------------------- */

/* Paths in messages are relative, as all others. */
static sx_str shorten_paths(collector *c, sx_str message) {
  sx_str folder = sx_arena_printf(c->call->arena, "%.*s/", SX_STR_ARG(c->result->folder));
  return sx_text_replace(message, folder.ptr, "", c->call->arena);
}

static bool is_noise(sx_str line, sx_str message) {
  sx_test_frame frame;
  sx_str words = sx_str_trim(line);
  return !words.len || sx_test_frame_read(&frame, line) ||
         sx_str_has_prefix(words, SX_STR("Node.js v")) ||
         sx_str_find(message, words, 0) != SX_STR_NONE;
}

/* The process of a file may have printed why it ended, also among its frames. */
static sx_str with_printed(collector *c, sx_str message, sx_str printed) {
  sx_str rest = printed, line, out = message;
  for (size_t i = 0; i < MAX_PRINTED_LINES && sx_str_next_line(&rest, &line);) {
    if (is_noise(line, message)) continue;
    out = sx_arena_printf(c->call->arena, "%.*s\n%.*s", SX_STR_ARG(out), SX_STR_ARG(line));
    i++;
  }
  return out;
}

/* A file that could not run has its own name, but for Python's modules. */
static void name_broken(sx_test_failure *out, collector *c, const sx_test_case *test) {
  bool is_path = find_file(c, test->name, test).len > 0;
  bool is_script = c->result->runner->family == SX_TESTS_SCRIPT;
  out->message = with_printed(c, sx_str_trim_end(out->message), test->output);
  if (is_script && sx_str_find_char(out->message, '\n', 0) == SX_STR_NONE)
    out->message = with_printed(c, out->message, test->stack);
  out->message = shorten_paths(c, out->message);
  out->name = test->name;
  if (is_path && !test->file.len) set_file(out, c, test, test->name);
  bool is_module = c->result->runner->family == SX_TESTS_PYTHON && out->given.len;
  if (is_path || is_module) out->name = out->file;
  if (out->line == 1) out->line = 0; /* of the file itself */
}

static sx_status add(collector *c, const sx_test_case *test, bool is_broken, sx_err *err) {
  sx_arena *arena = c->call->arena;
  frames own;
  sx_test_failure *out = SX_ARRAY_ADD(&c->found, arena);
  if (!out) return sx_fail(err, arena->status, NULL);
  *out = (sx_test_failure){.line = test->line,
                           .message = shorten_paths(c, test->message),
                           .expected = test->expected,
                           .received = test->received,
                           .has_expected = test->has_expected,
                           .is_error = test->is_error,
                           .is_broken = is_broken,
                           .stack = SX_STR(""),
                           .symbol = SX_STR(""),
                           .symbol_place = SX_STR(""),
                           .run = c->run};
  set_file(out, c, test, test->file);
  if (is_broken)
    name_broken(out, c, test);
  else
    out->name = sx_test_case_name(test, c->result->runner, arena);
  read_frames(c, test, &own);
  sx_status status = write_stack(out, c, &own, err);
  return status ? status : find_symbol(out, c, test, &own, err);
}

/* By place, as runners that use several threads report them in any order. */
static int compare_failures(const void *left, const void *right) {
  const sx_test_failure *a = left, *b = right;
  if (a->is_broken != b->is_broken) return a->is_broken ? -1 : 1;
  int order = sx_str_compare(a->file, b->file);
  if (!order && a->line != b->line) order = a->line < b->line ? -1 : 1;
  return order ? order : sx_str_compare(a->name, b->name);
}

static sx_status add_result(collector *c, sx_err *err) {
  size_t first = c->found.len;
  const sx_test_report *report = &c->result->report;
  sx_status status = SX_OK;
  for (size_t i = 0; i < report->broken.len && !status; i++)
    status = add(c, &report->broken.items[i], true, err);
  for (size_t i = 0; i < report->cases.len && !status; i++)
    if (report->cases.items[i].outcome == SX_TEST_FAILED)
      status = add(c, &report->cases.items[i], false, err);
  if (c->found.len > first)
    qsort(c->found.items + first, c->found.len - first, sizeof *c->found.items, compare_failures);
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
    sx_str key =
        sx_arena_printf(arena, "%016llx", (unsigned long long)hash_failure(&found->items[i]));
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
