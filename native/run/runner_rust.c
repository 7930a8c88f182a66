#include "base/folder.h"
#include "commands/program.h"
#include "os/file_write.h"
#include "run/test_runner.h"
#include "workspace/paths.h"

/* cargo test, and cargo-nextest where the project is set up for it. */

static bool is_crate(const sx_project *project) {
  return sx_project_has(project, "Cargo.toml");
}

static bool is_workspace(const sx_project *project) {
  return sx_project_says(project, "Cargo.toml", "[workspace");
}

static bool nextest_has_config(const sx_project *project) {
  return is_crate(project) && sx_project_find_inside(project, ".config/nextest.toml").len &&
         sx_program_find(project->call, SX_STR("cargo-nextest")).len;
}

static bool cargo_has_config(const sx_project *project) {
  return is_crate(project) && !nextest_has_config(project);
}

static bool begin(sx_test_command *out, const sx_test_request *request) {
  sx_str cargo = sx_program_find(request->project->call, SX_STR("cargo"));
  if (cargo.len)
    sx_test_command_add_as(out, cargo, "cargo");
  else
    sx_test_command_miss(out, "Cargo is not on PATH. Install Rust first.");
  sx_test_command_set(out, SX_STR("CARGO_TERM_COLOR=never"));
  return cargo.len > 0;
}

/* ---- files -> targets and modules ---------------------------------------------------------- */

/* `src/a/b.rs` -> `a::b::`; empty for the root of a crate. */
static sx_str module_of(sx_str path, sx_arena *arena) {
  sx_str below = sx_str_slice(path, 4, path.len - 3);
  if (sx_str_has_suffix(below, SX_STR("/mod"))) below.len -= 4;
  if (sx_str_is_equal(below, SX_STR("lib")) || sx_str_is_equal(below, SX_STR("main")))
    return SX_STR("");
  return sx_arena_printf(arena, "%.*s::", SX_STR_ARG(sx_text_replace(below, "/", "::", arena)));
}

static sx_str first_name(sx_str path, size_t at) {
  size_t end = sx_folder_next(path, at);
  sx_str name = sx_str_slice(path, at, end);
  return sx_str_has_suffix(name, SX_STR(".rs")) ? sx_str_slice(name, 0, name.len - 3) : name;
}

/* `tests/a.rs` and `tests/a/main.rs` are the target `a`. */
static void add_target(sx_test_command *out, sx_str path, sx_strs *filters) {
  static const struct {
    const char *folder, *option;
  } kinds[] = {{"tests/", "--test"},
               {"src/bin/", "--bin"},
               {"examples/", "--example"},
               {"benches/", "--bench"}};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    sx_str folder = sx_str_from(kinds[i].folder);
    if (!sx_str_has_prefix(path, folder)) continue;
    sx_test_command_add_text(out, kinds[i].option);
    sx_str rest = sx_str_slice(path, folder.len, path.len);
    sx_test_command_add(out, first_name(rest, 0));
    return;
  }
  if (!sx_str_has_prefix(path, SX_STR("src/")) || !sx_str_has_suffix(path, SX_STR(".rs"))) return;
  if (sx_str_is_equal(path, SX_STR("src/main.rs"))) {
    sx_test_command_add_text(out, "--bins");
    return;
  }
  sx_test_command_add_text(out, "--lib");
  sx_str module = module_of(path, out->arena);
  if (module.len && !out->status) out->status = sx_strs_add(filters, module, out->arena, NULL);
}

static void add_targets(sx_test_command *out, const sx_test_request *request, sx_strs *filters) {
  for (size_t i = 0; i < request->files.len; i++)
    add_target(out, sx_project_relative(request->project, request->files.items[i]), filters);
  if (!request->files.len && is_workspace(request->project))
    sx_test_command_add_text(out, "--workspace");
}

/* ---- cargo test ---------------------------------------------------------------------------- */

static void add_filters(sx_test_command *out, const sx_test_request *request,
                        const sx_strs *filters) {
  const sx_strs *wanted = request->names.len ? &request->names : filters;
  if (!wanted->len) return;
  sx_test_command_add_text(out, "--");
  if (request->names.len && !request->are_parts) sx_test_command_add_text(out, "--exact");
  for (size_t i = 0; i < wanted->len; i++)
    sx_test_command_add(out, sx_text_replace(wanted->items[i], " > ", "::", out->arena));
  out->has_parts = request->names.len && request->are_parts;
}

static sx_status cargo_plan(sx_test_command *out, const sx_test_request *request, sx_err *err) {
  sx_strs filters = {0};
  begin(out, request);
  sx_test_command_add_text(out, "test");
  sx_test_command_add_text(out, "--no-fail-fast");
  add_targets(out, request, &filters);
  add_filters(out, request, &filters);
  out->place = SX_REPORT_IN_BOTH;
  return out->status ? sx_fail(err, out->status, NULL) : SX_OK;
}

static void cargo_count(sx_test_counts *counts, sx_str line) {
  if (!sx_str_has_prefix(line, SX_STR("test "))) return;
  counts->passed += sx_str_has_suffix(line, SX_STR(" ... ok"));
  counts->failed += sx_str_has_suffix(line, SX_STR(" ... FAILED"));
  counts->skipped += sx_str_find(line, SX_STR(" ... ignored"), 0) != SX_STR_NONE;
}

const sx_test_runner sx_runner_cargo = {
    "cargo",          "cargo test", SX_TESTS_RUST, SX_TEST_FORMAT_CARGO,
    cargo_has_config, is_workspace, cargo_plan,    cargo_count,
};

/* ---- cargo nextest ------------------------------------------------------------------------- */

/* Its report is a setting; one that a tool adds leaves those of the project as they are. */
static sx_status write_setting(sx_test_command *out, const sx_test_request *request, sx_str *path,
                               sx_err *err) {
  sx_str report = sx_test_command_report(out, request, "nextest.xml");
  sx_str text =
      sx_arena_printf(out->arena, "[profile.default.junit]\npath = '%.*s'\n", SX_STR_ARG(report));
  *path = sx_arena_printf(out->arena, "%.*s/nextest.toml", SX_STR_ARG(request->scratch));
  return sx_file_write(*path, &text, 1, err);
}

static void add_expressions(sx_test_command *out, const sx_test_request *request) {
  for (size_t i = 0; i < request->names.len; i++) {
    sx_str name = sx_text_replace(request->names.items[i], " > ", "::", out->arena);
    sx_test_command_add_text(out, "-E");
    sx_test_command_add(out, sx_arena_printf(out->arena, "test(%s%.*s)",
                                             request->are_parts ? "~" : "=", SX_STR_ARG(name)));
  }
  out->has_parts = request->names.len && request->are_parts;
}

static sx_status nextest_plan(sx_test_command *out, const sx_test_request *request, sx_err *err) {
  sx_strs filters = {0};
  sx_str setting;
  begin(out, request);
  sx_test_command_add_text(out, "nextest");
  sx_test_command_add_text(out, "run");
  sx_test_command_add_text(out, "--no-fail-fast");
  sx_status status = write_setting(out, request, &setting, err);
  if (status) return status;
  sx_test_command_add_hidden_text(out, "--tool-config-file");
  sx_test_command_add_hidden(out, sx_arena_printf(out->arena, "sextant:%.*s", SX_STR_ARG(setting)));
  add_targets(out, request, &filters);
  add_expressions(out, request);
  if (!request->names.len)
    for (size_t i = 0; i < filters.len; i++) sx_test_command_add(out, filters.items[i]);
  return out->status ? sx_fail(err, out->status, NULL) : SX_OK;
}

static void nextest_count(sx_test_counts *counts, sx_str line) {
  line = sx_str_slice(line, sx_str_skip_blanks(line, 0), line.len);
  counts->passed += sx_str_has_prefix(line, SX_STR("PASS ["));
  counts->failed += sx_str_has_prefix(line, SX_STR("FAIL ["));
}

const sx_test_runner sx_runner_nextest = {
    "nextest",          "cargo nextest", SX_TESTS_RUST, SX_TEST_FORMAT_JUNIT,
    nextest_has_config, is_workspace,    nextest_plan,  nextest_count,
};
