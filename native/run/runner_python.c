#include "base/buf.h"
#include "base/byte.h"
#include "commands/program.h"
#include "run/test_runner.h"
#include "workspace/paths.h"

/* pytest and unittest, by the interpreter of the project. */

/* Files that are looked into to see how tests are written. */
#define MAX_LOOKED_AT 20
#define MAX_LOOKED_AT_BYTES ((size_t)1 << 20)

static bool covers_all(const sx_project *project) {
  (void)project;
  return true;
}

/* ---- the interpreter ---------------------------------------------------------------------- */

static sx_str find_environment(const sx_project *project) {
  static const char *const paths[] = {".venv/bin/python", "venv/bin/python", "env/bin/python",
                                      ".venv/Scripts/python.exe", "venv/Scripts/python.exe"};
  for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
    sx_str found = sx_project_find_inside(project, paths[i]);
    if (found.len) return found;
  }
  return SX_STR("");
}

/* uv, Poetry and the like, where they keep the environment elsewhere. */
static bool add_manager(sx_test_command *out, const sx_project *project) {
  static const char *const managers[][2] = {{"uv.lock", "uv"},
                                            {"poetry.lock", "poetry"},
                                            {"pdm.lock", "pdm"},
                                            {"Pipfile.lock", "pipenv"}};
  for (size_t i = 0; i < sizeof managers / sizeof *managers; i++) {
    if (!sx_project_find_inside(project, managers[i][0]).len) continue;
    sx_str program = sx_program_find(project->call, sx_str_from(managers[i][1]));
    if (!program.len) continue;
    sx_test_command_add_as(out, program, managers[i][1]);
    sx_test_command_add_text(out, "run");
    sx_test_command_add_text(out, "python");
    return true;
  }
  return false;
}

static void add_python(sx_test_command *out, const sx_project *project) {
  sx_str own = find_environment(project);
  sx_arena *arena = out->arena;
  if (own.len) {
    sx_str shown = sx_arena_dup(arena, sx_project_relative(project, own));
    sx_test_command_add_as(out, own, shown.ptr);
    return;
  }
  if (add_manager(out, project)) return;
  static const char *const names[] = {"python3", "python"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    sx_str program = sx_program_find(project->call, sx_str_from(names[i]));
    if (!program.len) continue;
    sx_test_command_add_as(out, program, names[i]);
    return;
  }
  sx_test_command_miss(out, "Python is not on PATH, and %.*s has no environment in .venv.",
                       SX_STR_ARG(project->folder));
}

/* ---- pytest ------------------------------------------------------------------------------- */

static bool is_required(const sx_project *project) {
  static const char *const files[] = {"requirements-dev.txt",
                                      "requirements-test.txt",
                                      "requirements.txt",
                                      "dev-requirements.txt",
                                      "test-requirements.txt",
                                      "pyproject.toml",
                                      "setup.cfg",
                                      "setup.py",
                                      "Pipfile",
                                      "tox.ini"};
  for (size_t i = 0; i < sizeof files / sizeof *files; i++)
    if (sx_project_has(project, files[i]) && sx_project_says(project, files[i], "pytest"))
      return true;
  return false;
}

/* Tests belong to a project, and not to the folder of it that they are in. */
static bool is_root(const sx_project *project) {
  static const char *const marks[] = {
      "pyproject.toml", "setup.py",  "setup.cfg",   "pytest.ini",       "tox.ini",
      "Pipfile",        "manage.py", ".pytest.ini", "requirements.txt", "requirements-dev.txt"};
  if (sx_str_is_equal(project->folder, project->top)) return true;
  for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
    if (sx_project_has(project, marks[i])) return true;
  return false;
}

static bool is_test_file(sx_str name) {
  return sx_str_has_prefix(name, SX_STR("test")) && sx_str_has_suffix(name, SX_STR(".py"));
}

/* Whether tests in this folder are functions, which unittest does not find. */
static bool are_functions(const sx_project *project, sx_str folder) {
  sx_dir_list list;
  sx_str text;
  size_t left = MAX_LOOKED_AT;
  sx_arena *arena = project->call->arena;
  if (sx_dir_read(&list, folder, arena, NULL)) return false;
  for (size_t i = 0; i < list.count && left; i++) {
    if (!is_test_file(list.items[i].name)) continue;
    left--;
    sx_str path =
        sx_arena_printf(arena, "%.*s/%.*s", SX_STR_ARG(folder), SX_STR_ARG(list.items[i].name));
    if (sx_file_read(&text, path, MAX_LOOKED_AT_BYTES, arena, NULL)) continue;
    if (sx_str_find(text, SX_STR("import pytest"), 0) != SX_STR_NONE ||
        sx_str_find(text, SX_STR("\ndef test_"), 0) != SX_STR_NONE)
      return true;
  }
  return false;
}

static bool is_written_for_pytest(const sx_project *project) {
  static const char *const folders[] = {"tests", "test"};
  if (are_functions(project, project->folder)) return true;
  for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
    if (sx_project_has(project, folders[i]) &&
        are_functions(project, sx_project_path(project, sx_str_from(folders[i]))))
      return true;
  return false;
}

static bool pytest_has_config(const sx_project *project) {
  if (!is_root(project)) return false;
  return sx_project_has(project, "pytest.ini") || sx_project_has(project, ".pytest.ini") ||
         sx_project_has(project, "conftest.py") ||
         sx_project_has_path(project, "tests/conftest.py") ||
         sx_project_has_path(project, "test/conftest.py") || is_required(project) ||
         is_written_for_pytest(project);
}

static sx_str install_advice(const sx_project *project, sx_arena *arena) {
  static const char *const files[] = {"requirements-dev.txt", "dev-requirements.txt",
                                      "requirements-test.txt", "test-requirements.txt",
                                      "requirements.txt"};
  static const char *const managers[][2] = {{"uv.lock", "uv sync"},
                                            {"poetry.lock", "poetry install"},
                                            {"pdm.lock", "pdm install"},
                                            {"Pipfile.lock", "pipenv install --dev"}};
  for (size_t i = 0; i < sizeof managers / sizeof *managers; i++)
    if (sx_project_find_inside(project, managers[i][0]).len)
      return sx_arena_printf(arena, "Run '%s' first.", managers[i][1]);
  for (size_t i = 0; i < sizeof files / sizeof *files; i++)
    if (sx_project_says(project, files[i], "pytest"))
      return sx_arena_printf(arena, "Run 'pip install -r %s' first.", files[i]);
  return SX_STR("Run 'pip install pytest' first.");
}

/* Without an environment of the project's the program itself may belong to another Python. */
static void add_pytest(sx_test_command *out, const sx_project *project) {
  sx_str program = sx_program_find(project->call, SX_STR("pytest"));
  bool is_plain = !find_environment(project).len && program.len;
  if (is_plain && !sx_project_find_inside(project, "uv.lock").len &&
      !sx_project_find_inside(project, "poetry.lock").len) {
    sx_test_command_add_as(out, program, "pytest");
    return;
  }
  add_python(out, project);
  sx_test_command_add_text(out, "-m");
  sx_test_command_add_text(out, "pytest");
  out->absent_mark = "No module named pytest";
  out->absent_advice = install_advice(project, out->arena);
}

/* `tests/test_a.py::TestA::test_b[1]` */
static bool is_node_id(sx_str name) {
  return sx_str_find(name, SX_STR(".py::"), 0) != SX_STR_NONE;
}

/* One name as `-k` takes it: words, without parameters, all of which a test has to have. */
static void write_keyword(sx_buf *out, sx_str name) {
  size_t bracket = sx_str_find_char(name, '[', 0);
  if (bracket != SX_STR_NONE) name = sx_str_slice(name, 0, bracket);
  bool is_first = true;
  sx_buf_add_char(out, '(');
  for (size_t at = 0; at < name.len;) {
    size_t start = at;
    while (at < name.len && sx_byte_is_word(name.ptr[at])) at++;
    if (at > start) {
      sx_buf_addf(out, "%s%.*s", is_first ? "" : " and ", (int)(at - start), name.ptr + start);
      is_first = false;
    } else {
      at++;
    }
  }
  sx_buf_add_text(out, is_first ? "False)" : ")");
}

static void add_keywords(sx_test_command *out, const sx_test_request *request) {
  sx_buf text;
  sx_buf_init(&text, (size_t)1 << 20);
  for (size_t i = 0; i < request->names.len; i++) {
    if (is_node_id(request->names.items[i])) continue;
    if (text.len) sx_buf_add_text(&text, " or ");
    write_keyword(&text, request->names.items[i]);
  }
  if (text.len) {
    sx_test_command_add_text(out, "-k");
    sx_test_command_add(out, sx_arena_dup(out->arena, sx_buf_str(&text)));
  }
  if (text.status) out->status = text.status;
  sx_buf_release(&text);
}

static sx_status pytest_plan(sx_test_command *out, const sx_test_request *request, sx_err *err) {
  size_t ids = 0;
  add_pytest(out, request->project);
  sx_test_command_add_hidden_text(out, "-v");
  sx_test_command_add_hidden_text(out, "--color=no");
  sx_test_command_add_hidden_text(out, "--continue-on-collection-errors");
  sx_test_command_add_hidden_text(out, "-o");
  sx_test_command_add_hidden_text(out, "junit_family=xunit1");
  sx_str report = sx_test_command_report(out, request, "pytest.xml");
  sx_test_command_add_hidden(out,
                             sx_arena_printf(out->arena, "--junitxml=%.*s", SX_STR_ARG(report)));
  for (size_t i = 0; i < request->names.len; i++) {
    if (!is_node_id(request->names.items[i])) continue;
    sx_test_command_add(out, request->names.items[i]);
    ids++;
  }
  add_keywords(out, request);
  if (!ids) sx_test_command_add_files(out, request);
  return out->status ? sx_fail(err, out->status, NULL) : SX_OK;
}

static bool has_word(sx_str line, const char *word) {
  return sx_str_find(line, sx_str_from(word), 0) != SX_STR_NONE;
}

static void pytest_count(sx_test_counts *counts, sx_str line) {
  if (!has_word(line, "::")) return;
  counts->passed += has_word(line, " PASSED") || has_word(line, " XPASS");
  counts->failed += has_word(line, " FAILED ") || has_word(line, " ERROR ");
  counts->skipped += has_word(line, " SKIPPED") || has_word(line, " XFAIL");
}

const sx_test_runner sx_runner_pytest = {
    "pytest",          "pytest",   SX_TESTS_PYTHON, SX_TEST_FORMAT_JUNIT,
    pytest_has_config, covers_all, pytest_plan,     pytest_count,
};

/* ---- unittest ----------------------------------------------------------------------------- */

static bool has_test_file(const sx_project *project) {
  for (size_t i = 0; i < project->entries.count; i++)
    if (is_test_file(project->entries.items[i].name)) return true;
  return false;
}

/* The folder that the tests of a project are in, where it is a package or not; NULL: itself. */
static const char *tests_folder(const sx_project *project) {
  static const char *const names[] = {"tests", "test"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    sx_dir_list list;
    sx_str path = sx_project_path(project, sx_str_from(names[i]));
    if (!sx_project_has(project, names[i]) || sx_dir_read(&list, path, project->call->arena, NULL))
      continue;
    for (size_t at = 0; at < list.count; at++)
      if (is_test_file(list.items[at].name)) return names[i];
  }
  return NULL;
}

static bool unittest_has_config(const sx_project *project) {
  return is_root(project) && (has_test_file(project) || tests_folder(project) != NULL);
}

static void add_discovery(sx_test_command *out, const sx_test_request *request) {
  const char *folder = tests_folder(request->project);
  sx_test_command_add_text(out, "discover");
  bool is_at_top = has_test_file(request->project);
  for (size_t i = 0; i < request->files.len; i++) {
    sx_test_command_add_text(out, "-s");
    sx_test_command_add(out, sx_project_relative(request->project, request->files.items[i]));
  }
  if (request->files.len || !folder) return;
  char package[32];
  snprintf(package, sizeof package, "%s/__init__.py", folder);
  if (is_at_top || sx_project_has_path(request->project, package)) return;
  sx_test_command_add_text(out, "-s");
  sx_test_command_add_text(out, folder);
}

static bool are_modules(const sx_test_request *request) {
  for (size_t i = 0; i < request->files.len; i++)
    if (!sx_str_has_suffix(request->files.items[i], SX_STR(".py"))) return false;
  return request->files.len > 0;
}

/* `tests.test_a.TestA.test_b` is one test; a name without a dot, or a part, is a pattern. */
static bool add_test_names(sx_test_command *out, const sx_test_request *request) {
  bool has_exact = false;
  for (size_t i = 0; i < request->names.len; i++) {
    sx_str name = sx_text_replace(request->names.items[i], " > ", ".", out->arena);
    bool is_exact = !request->are_parts && sx_str_find_char(name, '.', 0) != SX_STR_NONE;
    size_t blank = sx_str_find_char(name, ' ', 0); /* a subtest's parameters */
    name = sx_str_slice(name, 0, blank == SX_STR_NONE ? name.len : blank);
    if (!is_exact) sx_test_command_add_text(out, "-k");
    sx_test_command_add(out, name);
    has_exact |= is_exact;
  }
  out->has_parts = request->names.len && request->are_parts;
  return has_exact;
}

static sx_status unittest_plan(sx_test_command *out, const sx_test_request *request, sx_err *err) {
  add_python(out, request->project);
  sx_test_command_add_hidden_text(out, "-c");
  sx_test_command_add_hidden(out, sx_unittest_runner());
  sx_test_command_add_typed(out, "-m");
  sx_test_command_add_typed(out, "unittest");
  sx_test_command_add_hidden(out, sx_test_command_report(out, request, "unittest.jsonl"));
  bool has_exact = false;
  for (size_t i = 0; i < request->names.len && !request->are_parts; i++)
    has_exact |= sx_str_find_char(request->names.items[i], '.', 0) != SX_STR_NONE;
  if (has_exact) {
    add_test_names(out, request);
  } else {
    if (are_modules(request))
      sx_test_command_add_files(out, request);
    else
      add_discovery(out, request);
    add_test_names(out, request);
  }
  return out->status ? sx_fail(err, out->status, NULL) : SX_OK;
}

const sx_test_runner sx_runner_unittest = {
    "unittest",          "unittest", SX_TESTS_PYTHON, SX_TEST_FORMAT_UNITTEST,
    unittest_has_config, covers_all, unittest_plan,   NULL,
};
