#include "reports/test_report.h"

#include "base/map.h"
#include "host/json.h"
#include "reports/go_parts.h"
#include "reports/report_json.h"

/* The lines of `go test -json`: events of tests that run at the same time, and the compiler's text.
 */

typedef struct build {
  sx_str package;
  sx_go_entry text;
  bool is_failed;
} build;

typedef struct reading {
  sx_test_report *report;
  sx_arena *arena;
  sx_map known; /* package and name -> index in `entries` */
  SX_ARRAY(sx_go_entry) entries;
  SX_ARRAY(build) builds;
  bool has_event, is_in_build; /* lines without JSON go on with the last build's */
  bool is_out_of_memory;
} reading;

/* ---- entries -------------------------------------------------------------------------------- */

static sx_str key_of(reading *r, sx_str package, sx_str name) {
  return sx_arena_printf(r->arena, "%.*s\x1f%.*s", SX_STR_ARG(package), SX_STR_ARG(name));
}

/* The index of the entry; SX_STR_NONE without memory. */
static size_t find_entry(reading *r, sx_str package, sx_str name) {
  uint64_t at;
  sx_str key = key_of(r, package, name);
  if (sx_map_find(&r->known, key, &at)) return (size_t)at;
  sx_go_entry *added = SX_ARRAY_ADD(&r->entries, r->arena);
  if (!added || sx_map_put(&r->known, key, r->entries.len - 1)) return SX_STR_NONE;
  *added = (sx_go_entry){.package = sx_report_name(package, r->arena),
                         .name = sx_report_name(name, r->arena),
                         .state = SX_GO_RUNNING,
                         .seconds = -1};
  return r->entries.len - 1;
}

static build *find_build(reading *r, sx_str package) {
  /* "a/b [a/b.test]" is what tests of a/b are built as. */
  package = sx_str_slice(package, 0, sx_str_find_char(package, ' ', 0));
  for (size_t i = r->builds.len; i > 0; i--)
    if (sx_str_is_equal(r->builds.items[i - 1].package, package)) return &r->builds.items[i - 1];
  build *added = SX_ARRAY_ADD(&r->builds, r->arena);
  if (!added) return NULL;
  added->package = sx_report_name(package, r->arena);
  return added;
}

/* ---- events --------------------------------------------------------------------------------- */

typedef struct event {
  sx_str action, package, test, output, import_path, failed_build;
  double seconds;
} event;

static sx_str member(const cJSON *object, const char *name) {
  const cJSON *item = sx_json_get(object, name);
  return cJSON_IsString(item) ? sx_str_from(item->valuestring) : SX_STR("");
}

static bool is_action(const event *e, const char *name) {
  return sx_str_is_equal(e->action, sx_str_from(name));
}

static void set_state(sx_go_entry *entry, const event *e) {
  if (is_action(e, "run") || is_action(e, "cont")) entry->state = SX_GO_RUNNING;
  if (is_action(e, "pause")) entry->state = SX_GO_WAITING;
  if (is_action(e, "pass") || is_action(e, "bench")) entry->state = SX_GO_PASSED;
  if (is_action(e, "skip")) entry->state = SX_GO_SKIPPED;
  if (is_action(e, "fail")) entry->state = SX_GO_FAILED;
  if (entry->state >= SX_GO_PASSED && e->seconds >= 0) entry->seconds = e->seconds;
}

static void read_build_event(reading *r, const event *e) {
  build *one = find_build(r, e->import_path);
  if (!one) return;
  if (is_action(e, "build-fail")) one->is_failed = true;
  if (is_action(e, "build-output")) sx_go_entry_print(&one->text, e->output, r->arena);
}

static void read_event(reading *r, const event *e) {
  if (e->import_path.len && sx_str_has_prefix(e->action, SX_STR("build-"))) {
    r->has_event = true;
    read_build_event(r, e);
    return;
  }
  if (!e->action.len || !e->package.len) return;
  r->has_event = true;
  size_t package = find_entry(r, e->package, SX_STR(""));
  size_t at = find_entry(r, e->package, e->test);
  if (package == SX_STR_NONE || at == SX_STR_NONE) return;
  sx_go_entry *entry = &r->entries.items[at];
  if (is_action(e, "output")) sx_go_entry_print(entry, e->output, r->arena);
  set_state(entry, e);
  if (!e->test.len && e->failed_build.len) {
    build *one = find_build(r, e->failed_build);
    if (one) one->is_failed = true;
  }
}

/* The compiler's lines, which versions before 1.24 print beside the events. */
static void read_text(reading *r, sx_str line) {
  if (sx_str_has_prefix(line, SX_STR("# "))) {
    build *one = find_build(r, sx_str_slice(line, 2, line.len));
    r->is_in_build = one != NULL;
    /* It may be vet's or a warning: it counts when the package fails. */
    return;
  }
  if (sx_str_has_prefix(line, SX_STR("FAIL\t"))) {
    size_t end = sx_str_find(line, SX_STR(" ["), 5);
    bool is_build = end != SX_STR_NONE;
    build *one = is_build ? find_build(r, sx_str_slice(line, 5, end)) : NULL;
    if (one) one->is_failed = true;
    if (is_build) r->has_event = true;
    r->is_in_build = false;
    return;
  }
  if (!r->is_in_build || !r->builds.len) return;
  build *last = &r->builds.items[r->builds.len - 1];
  sx_go_entry_print(&last->text, line, r->arena);
  sx_go_entry_print(&last->text, SX_STR("\n"), r->arena);
}

static bool read_line(reading *r, sx_str line) {
  if (sx_str_at(line, 0) != '{') {
    read_text(r, line);
    return true;
  }
  cJSON *root = sx_report_json_line(line, &r->is_out_of_memory);
  if (!cJSON_IsObject(root)) {
    cJSON_Delete(root);
    return false;
  }
  event e = {.action = member(root, "Action"),
             .package = member(root, "Package"),
             .test = member(root, "Test"),
             .output = member(root, "Output"),
             .import_path = member(root, "ImportPath"),
             .failed_build = member(root, "FailedBuild"),
             .seconds = sx_report_json_seconds(root, "Elapsed", 1)};
  r->is_in_build = false;
  read_event(r, &e);
  cJSON_Delete(root);
  return true;
}

/* ---- the end -------------------------------------------------------------------------------- */

/* Where the last part of a subtest's name begins: after a slash that a known test stands before. */
static size_t name_start(reading *r, const sx_go_entry *entry, size_t *parent) {
  for (size_t i = entry->name.len; i > 1; i--) {
    uint64_t at;
    if (entry->name.ptr[i - 1] != '/') continue;
    sx_str key = key_of(r, entry->package, sx_str_slice(entry->name, 0, i - 1));
    if (!sx_map_find(&r->known, key, &at)) continue;
    *parent = (size_t)at;
    return i;
  }
  return 0;
}

static void mark_groups(reading *r) {
  for (size_t i = r->entries.len; i > 0; i--) {
    size_t parent;
    const sx_go_entry *entry = &r->entries.items[i - 1];
    if (!entry->name.len) continue;
    bool is_reason = entry->state == SX_GO_FAILED || entry->state == SX_GO_RUNNING;
    uint64_t package;
    bool is_known = sx_map_find(&r->known, key_of(r, entry->package, SX_STR("")), &package);
    if (is_reason && is_known) r->entries.items[package].has_reason = true;
    if (!name_start(r, entry, &parent)) continue;
    r->entries.items[parent].is_group = true;
    if (entry->state == SX_GO_FAILED || entry->has_failed_part)
      r->entries.items[parent].has_failed_part = true;
  }
}

/* Its package, the tests around it, and its own name. */
static void name_test(reading *r, sx_test_case *test, const sx_go_entry *entry) {
  size_t starts[64], count = 0, parent;
  const sx_go_entry *outer = entry;
  for (size_t start; count < 64 && (start = name_start(r, outer, &parent)) > 0;) {
    starts[count++] = start;
    outer = &r->entries.items[parent];
  }
  sx_report_add_group(test, entry->package, r->arena);
  size_t from = 0;
  for (; count > 0; count--) {
    sx_report_add_group(test, sx_str_slice(entry->name, from, starts[count - 1] - 1), r->arena);
    from = starts[count - 1];
  }
  test->name = sx_str_slice(entry->name, from, entry->name.len);
}

static bool has_ended(const reading *r, sx_str package) {
  uint64_t at;
  char key[SX_REPORT_NAME_BYTES + 2];
  if (package.len > SX_REPORT_NAME_BYTES) return false;
  memcpy(key, package.ptr, package.len);
  key[package.len] = '\x1f';
  if (!sx_map_find(&r->known, sx_str_make(key, package.len + 1), &at)) return false;
  return r->entries.items[at].state >= SX_GO_PASSED;
}

static sx_status add_test(reading *r, const sx_go_entry *entry, sx_err *err) {
  sx_test_case test = sx_report_case();
  test.seconds = entry->seconds;
  bool is_open = entry->state < SX_GO_PASSED;
  /* The rest of a cut report would have its end. */
  if (is_open && !has_ended(r, entry->package)) return SX_OK;
  if (entry->is_group && (entry->state != SX_GO_FAILED || entry->has_failed_part)) return SX_OK;
  name_test(r, &test, entry);
  test.outcome = entry->state == SX_GO_PASSED ? SX_TEST_PASSED : SX_TEST_FAILED;
  if (entry->state == SX_GO_SKIPPED || entry->state == SX_GO_WAITING)
    test.outcome = SX_TEST_SKIPPED;
  sx_status status = sx_go_describe(&test, entry, r->arena, err);
  if (status) return status;
  if (is_open) {
    bool is_waiting = entry->state == SX_GO_WAITING;
    test.is_error = !is_waiting;
    if (!test.message.len)
      test.message = is_waiting ? SX_STR("It did not run: another test ended the program.")
                                : SX_STR("It did not end: the test program ended while it ran.");
  }
  r->report->is_ended_early |= test.is_error;
  sx_report_add(r->report, &test, r->arena);
  return SX_OK;
}

static bool has_failed_build(const reading *r, sx_str package) {
  for (size_t i = 0; i < r->builds.len; i++)
    if (r->builds.items[i].is_failed && sx_str_is_equal(r->builds.items[i].package, package))
      return true;
  return false;
}

/* A package that failed though none of its tests did. */
static sx_status add_package(reading *r, const sx_go_entry *package, sx_err *err) {
  sx_test_case broken = sx_report_case();
  sx_report_add_seconds(r->report, package->seconds);
  if (package->state != SX_GO_FAILED || package->has_reason) return SX_OK;
  if (has_failed_build(r, package->package)) return SX_OK;
  broken.name = package->package;
  broken.outcome = SX_TEST_FAILED;
  sx_status status = sx_go_describe(&broken, package, r->arena, err);
  if (status) return status;
  if (!broken.message.len) broken.message = SX_STR("The package failed without a failed test.");
  sx_report_add_broken(r->report, &broken, r->arena);
  return SX_OK;
}

static sx_status add_builds(reading *r, sx_err *err) {
  for (size_t i = 0; i < r->builds.len; i++) {
    sx_test_case broken = sx_report_case();
    const build *one = &r->builds.items[i];
    if (!one->is_failed) continue;
    broken.name = one->package;
    broken.outcome = SX_TEST_FAILED;
    sx_status status = sx_go_describe(&broken, &one->text, r->arena, err);
    if (status) return status;
    sx_go_describe_build(&broken, broken.message);
    sx_report_add_broken(r->report, &broken, r->arena);
  }
  return SX_OK;
}

static sx_status add_all(reading *r, sx_err *err) {
  mark_groups(r);
  sx_status status = add_builds(r, err);
  for (size_t i = 0; i < r->entries.len && !status; i++) {
    const sx_go_entry *entry = &r->entries.items[i];
    status = entry->name.len ? add_test(r, entry, err) : add_package(r, entry, err);
    if (!entry->name.len && entry->state < SX_GO_PASSED) r->report->is_cut = true;
  }
  return status;
}

sx_status sx_test_report_go(sx_test_report *report, sx_str text, sx_arena *arena, sx_err *err) {
  reading r = {.report = report, .arena = arena};
  sx_str rest = text, line;
  bool is_whole = true;
  sx_map_init(&r.known, arena);
  while (!arena->status && !r.is_out_of_memory && sx_str_next_line(&rest, &line))
    is_whole = read_line(&r, line);
  if (r.is_out_of_memory) return sx_fail(err, SX_NOMEM, NULL);
  if (arena->status) return sx_report_end(arena, err);
  if (!r.has_event) return sx_fail(err, SX_BAD_MESSAGE, "It has no event of `go test -json`.");
  if (!is_whole) report->is_cut = true;
  sx_status status = add_all(&r, err);
  return status ? status : sx_report_end(arena, err);
}
