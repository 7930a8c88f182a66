#include "call_scene.h"
#include "harness.h"
#include "host/json.h"
#include "run/lint.h"
#include "run/lint_script.h"
#include "temp_files.h"

/* Parts of run/ that need no program: scripts, what is configured, and one list of many issues. */

/* ---- scripts ------------------------------------------------------------------------------- */

/* The words of a script; "-" where it is left to a shell, or is of another program. */
static sx_str read_script(call_scene *scene, const char *program, const char *json, sx_buf *shown) {
  sx_strs words = {0};
  sx_buf_clear(shown);
  (void)temp_file(scene->folder, "package.json", sx_str_from(json));
  bool is_found = sx_lint_script_words(&scene->call, scene->folder, sx_str_from(program), &words);
  if (!is_found) sx_buf_add_char(shown, '-');
  for (size_t i = 0; i < words.len; i++)
    sx_buf_addf(shown, "%s%.*s", i ? "|" : "", SX_STR_ARG(words.items[i]));
  return sx_buf_str(shown);
}

static const char *const scripts[][3] = {
    {"eslint", "{\"scripts\":{\"lint\":\"eslint src 'a b' \\\"c d\\\" --ext .ts\"}}",
     "src|a b|c d|--ext|.ts"},
    {"eslint", "{\"scripts\":{\"lint\":\"X=1 npx eslint --fix . -f unix -o out.txt --format=x\"}}",
     "."},
    {"eslint", "{\"scripts\":{\"lint\":\"tsc && eslint src&&echo eslint no; eslint other\"}}",
     "src"},
    {"stylelint", "{\"scripts\":{\"lint:css\":\"stylelint 'src/**/*.css'\",\"lint\":\"eslint .\"}}",
     "src/**/*.css"},
    {"eslint", "{\"scripts\":{\"lint:a\":\"eslint a\",\"lint\":\"eslint b\"}}", "b"},
    {"eslint", "{\"scripts\":{\"test\":\"eslint a\"}}", "-"},
    {"eslint", "{\"scripts\":{\"lint\":\"eslint $FILES\"}}", "-"},
    {"eslint", "{\"scripts\":{\"lint\":\"eslint . > out\"}}", "-"},
    {"eslint", "{\"scripts\":{\"lint\":\"echo eslint .\"}}", "-"},
    {"eslint", "{\"scripts\":{\"lint\":\"node_modules/.bin/eslint . -w\"}}", "."},
    {"eslint", "{\"scripts\":{\"lint\":\"eslint\"}}", ""},
    {"eslint", "{\"scripts\":{\"lint\":7}}", "-"},
    {"eslint", "{\"scripts\":[\"eslint .\"]}", "-"},
    {"eslint", "{\"scripts\":{\"lint\":\"'eslint\"}}", ""},
    {"tsc", "{\"scripts\":{\"typecheck\":\"tsc --noEmit -p tsconfig.app.json\"}}",
     "-p|tsconfig.app.json"},
    {"eslint", "not JSON", "-"},
    {"biome", "{\"scripts\":{\"check\":\"biome check --write src\"}}", "check|src"},
};

SX_TEST(scripts_of_packages) {
  call_scene *scene = call_scene_new(call_scene_refuse, NULL);
  SX_EXPECT_ALLOC(scene);
  sx_buf *shown = sx_test_buf();
  for (size_t i = 0; i < sizeof scripts / sizeof *scripts && !sx_test_is_over(); i++) {
    sx_str got = read_script(scene, scripts[i][0], scripts[i][1], shown);
    if (sx_test_is_failing_allocations()) continue;
    SX_EXPECT_STR(got, sx_str_from(scripts[i][2]));
  }
}

/* ---- names --------------------------------------------------------------------------------- */

SX_TEST(linters_by_name_and_by_file) {
  SX_EXPECT(sx_linter_find(SX_STR("ESLint")) == &sx_linters[0]);
  SX_EXPECT(sx_linter_find(SX_STR("typescript")) == sx_linter_find(SX_STR("tsc")));
  SX_EXPECT(sx_linter_find(SX_STR("govet")) == sx_linter_find(SX_STR("go vet")));
  SX_EXPECT(sx_linter_find(SX_STR("")) == NULL && sx_linter_find(SX_STR("eslin")) == NULL);
  SX_EXPECT(sx_linter_takes(sx_linter_find(SX_STR("eslint")), SX_STR("/a b/c.d.ts")));
  SX_EXPECT(!sx_linter_takes(sx_linter_find(SX_STR("eslint")), SX_STR("/a.ts/b.py")));
  SX_EXPECT(sx_linter_takes(sx_linter_find(SX_STR("rubocop")), SX_STR("/a/Gemfile")));
  SX_EXPECT(!sx_linter_takes(sx_linter_find(SX_STR("rubocop")), SX_STR("/a/MyGemfile")));
}

/* ---- one list ------------------------------------------------------------------------------ */

typedef struct joined {
  call_scene *scene;
  sx_lint lint;
} joined;

static joined *open_joined(void) {
  joined *j = sx_test_memory(sizeof *j);
  call_scene *scene = call_scene_new(call_scene_refuse, NULL);
  if (!scene) return NULL;
  *j = (joined){.scene = scene, .lint = {.call = &scene->call}};
  return j;
}

/* A job of the linter that has found these; false without memory. */
static bool add_found(joined *j, const char *linter, const sx_lint_issue *issues, size_t count) {
  sx_arena *arena = j->scene->call.arena;
  sx_lint_job *job = SX_ARRAY_ADD(&j->lint.jobs, arena);
  if (!job) return false;
  *job = (sx_lint_job){.linter = sx_linter_find(sx_str_from(linter)),
                       .call = &j->scene->call,
                       .folder = j->scene->folder,
                       .state = SX_LINT_RAN};
  for (size_t i = 0; i < count; i++) {
    sx_lint_issue *added = SX_ARRAY_ADD(&job->report.issues, arena);
    if (!added) return false;
    *added = issues[i];
    added->source = sx_str_from(linter);
    added->url = SX_STR("");
  }
  return true;
}

static sx_status show_issues(const joined *j, sx_buf *shown) {
  for (size_t i = 0; i < j->lint.issues.len; i++) {
    const sx_lint_issue *issue = &j->lint.issues.items[i];
    sx_str file = issue->file;
    size_t slash = sx_str_find_last_char(file, '/');
    sx_buf_addf(shown, "%.*s:%u:%u %s %.*s (%.*s)\n",
                SX_STR_ARG(sx_str_slice(file, slash + 1, file.len)), issue->line, issue->column,
                sx_lint_severity_name(issue->severity), SX_STR_ARG(issue->rule),
                SX_STR_ARG(issue->source));
  }
  return shown->status;
}

static sx_lint_issue at(const char *file, uint32_t line, uint32_t column, sx_lint_severity severity,
                        const char *rule, const char *message) {
  return (sx_lint_issue){.file = sx_str_from(file),
                         .line = line,
                         .column = column,
                         .severity = severity,
                         .rule = sx_str_from(rule),
                         .message = sx_str_from(message)};
}

#define COUNT(list) (sizeof(list) / sizeof *(list))

SX_TEST(the_same_issue_is_listed_once) {
  const sx_lint_issue ruff[] = {
      at("b.py", 1, 8, SX_LINT_WARNING, "F401", "`os` imported but unused"),
      at("b.py", 3, 1, SX_LINT_WARNING, "E501", "Line too long"),
      at("b.py", 5, 1, SX_LINT_ERROR, "F821", "Undefined name `x`"),
      at("b.py", 5, 9, SX_LINT_ERROR, "F821", "Undefined name `y`"),
  };
  const sx_lint_issue flake8[] = {
      at("./b.py", 1, 1, SX_LINT_WARNING, "F401", "'os' imported but unused"),
      at("./b.py", 5, 9, SX_LINT_ERROR, "F821", "undefined name 'y'"),
      at("./b.py", 5, 1, SX_LINT_ERROR, "F821", "undefined name 'x'"),
      at("./b.py", 4, 1, SX_LINT_WARNING, "E501", "line too long"),
  };
  const sx_lint_issue pylint[] = {
      at("b.py", 1, 1, SX_LINT_ERROR, "W0611:unused-import", "Unused import os"),
      at("a.py", 0, 0, SX_LINT_INFORMATION, "", "of the file"),
      at("a.py", 0, 0, SX_LINT_INFORMATION, "", "of the file"),
      at("", 0, 0, SX_LINT_ERROR, "config", "of the project"),
  };
  joined *j = open_joined();
  SX_EXPECT_ALLOC(j);
  bool is_there = add_found(j, "ruff", ruff, COUNT(ruff)) &&
                  add_found(j, "flake8", flake8, COUNT(flake8)) &&
                  add_found(j, "pylint", pylint, COUNT(pylint));
  if (!is_there) {
    SX_EXPECT(sx_test_is_failing_allocations());
    return;
  }
  SX_EXPECT_OK(sx_lint_join(&j->lint, sx_test_err()));
  sx_buf *shown = sx_test_buf();
  SX_EXPECT_OK(show_issues(j, shown));
  SX_EXPECT_TEXT(sx_buf_str(shown), ":0:0 error config (pylint)\n"
                                    "b.py:1:8 error F401 (ruff, flake8, pylint)\n"
                                    "b.py:5:1 error F821 (ruff, flake8)\n"
                                    "b.py:5:9 error F821 (ruff, flake8)\n"
                                    "b.py:3:1 warning E501 (ruff)\n"
                                    "b.py:4:1 warning E501 (flake8)\n"
                                    "a.py:0:0 information  (pylint)\n");
  SX_EXPECT_SIZE(j->lint.counts[SX_LINT_ERROR], 4);
  SX_EXPECT_SIZE(j->lint.counts[SX_LINT_WARNING], 2);
  SX_EXPECT_SIZE(j->lint.counts[SX_LINT_INFORMATION], 1);
}

SX_TEST(only_files_that_were_asked_for) {
  const sx_lint_issue found[] = {
      at("in/a.ts", 1, 1, SX_LINT_ERROR, "TS1", "one"),
      at("inner.ts", 1, 1, SX_LINT_ERROR, "TS1", "another"),
      at("../out.ts", 1, 1, SX_LINT_ERROR, "TS1", "outside"),
      at("", 0, 0, SX_LINT_ERROR, "TS5", "of the project"),
      at("in/a.ts", 2, 1, SX_LINT_ERROR, "TS6305", "not built"),
  };
  joined *j = open_joined();
  SX_EXPECT_ALLOC(j);
  sx_arena *arena = j->scene->call.arena;
  sx_str folder = sx_arena_printf(arena, "%.*s/in", SX_STR_ARG(j->scene->folder));
  SX_EXPECT_OK(sx_strs_add(&j->lint.request.files, folder, arena, sx_test_err()));
  if (!add_found(j, "tsc", found, COUNT(found))) {
    SX_EXPECT(sx_test_is_failing_allocations());
    return;
  }
  SX_EXPECT_OK(sx_lint_join(&j->lint, sx_test_err()));
  sx_buf *shown = sx_test_buf();
  SX_EXPECT_OK(show_issues(j, shown));
  SX_EXPECT_TEXT(sx_buf_str(shown), ":0:0 error TS5 (tsc)\na.ts:1:1 error TS1 (tsc)\n");
  SX_EXPECT_SIZE(j->lint.elsewhere, 2);
  SX_EXPECT_SIZE(j->lint.jobs.items[0].report.problems.len, 1);
}

/* ---- columns ------------------------------------------------------------------------------- */

SX_TEST(columns_in_units_of_the_editor) {
  static const struct {
    sx_lint_unit unit;
    uint32_t column, expected;
  } rows[] = {
      {SX_LINT_CHARACTERS, 1, 1}, {SX_LINT_CHARACTERS, 2, 2},    {SX_LINT_CHARACTERS, 3, 4},
      {SX_LINT_CHARACTERS, 4, 5}, {SX_LINT_CHARACTERS, 99, 100}, {SX_LINT_BYTES, 1, 1},
      {SX_LINT_BYTES, 3, 2},      {SX_LINT_BYTES, 7, 4},         {SX_LINT_BYTES, 8, 5},
      {SX_LINT_BYTES, 5, 2},      {SX_LINT_UTF16, 7, 7},         {SX_LINT_BYTES, 0, 0},
  };
  call_scene *scene = call_scene_new(call_scene_refuse, NULL);
  SX_EXPECT_ALLOC(scene);
  sx_arena *arena = scene->call.arena;
  /* ü is 2 bytes and 1 unit, the other one 4 bytes and 2 units. */
  sx_str path = temp_file(scene->folder, "a b.c", SX_STR("first\nü😀x\n"));
  sx_lint_issues issues = {0};
  for (size_t i = 0; i < COUNT(rows); i++) {
    sx_lint_issue *issue = SX_ARRAY_ADD(&issues, arena);
    SX_EXPECT_ALLOC(issue);
    if (!issue) return;
    *issue = (sx_lint_issue){.file = path,
                             .line = 2,
                             .column = rows[i].column,
                             .end_line = 2,
                             .end_column = rows[i].column,
                             .unit = rows[i].unit};
  }
  SX_EXPECT_OK(sx_lint_convert_columns(&scene->call, &issues, sx_test_err()));
  for (size_t i = 0; i < COUNT(rows); i++) {
    SX_EXPECT_SIZE(issues.items[i].column, rows[i].expected);
    SX_EXPECT_SIZE(issues.items[i].end_column, rows[i].expected);
  }
}

/* ---- the whole, where no linter is installed ----------------------------------------------- */

static void release_answer(void *answer) {
  sx_answer_release(answer);
}

static const char *const project[][2] = {
    {"package.json", "{\"devDependencies\":{\"eslint\":\"9\"}}"},
    {"package-lock.json", "{}"},
    {"eslint.config.mjs", ""},
    {"web/.stylelintrc", "{}"},
    {"web/deep/a.css", ""},
    {"api/pyproject.toml", "[project]\n[tool.ruff]\nline-length = 80\n"},
    {"api/uv.lock", ""},
    {"api/inner/ruff.toml", ""},
    {"Gemfile", "gem 'rubocop-rails'\n"},
};

static const char expected_text[] =
    "Unknown: no linter has checked these files.\n"
    "Unknown in part: ESLint is configured by eslint.config.mjs, but not installed. To install it: "
    "npm ci\n"
    "Unknown in part: Ruff is configured by api/pyproject.toml, but not installed. To install it: "
    "uv add --dev ruff\n"
    "Unknown in part: Stylelint is configured by web/.stylelintrc, but not installed. To install "
    "it: npm install --save-dev stylelint\n";

SX_TEST(linters_that_are_not_installed) {
  call_scene *scene = call_scene_new(call_scene_refuse, NULL);
  SX_EXPECT_ALLOC(scene);
  for (size_t i = 0; i < COUNT(project); i++)
    (void)temp_file(scene->folder, project[i][0], sx_str_from(project[i][1]));
  sx_lint_request request = {.least = SX_LINT_INFORMATION};
  sx_lint lint;
  sx_answer *answer = sx_test_memory(sizeof *answer);
  sx_json_init();
  SX_EXPECT_OK(sx_answer_init(answer, SX_FORMAT_TEXT, 2000));
  sx_test_defer(release_answer, answer);
  CALL_SCENE_EXPECT_DONE(sx_lint_run(&lint, &scene->call, &request, sx_test_err()));
  SX_EXPECT_OK(sx_lint_write(&lint, SX_STR(""), answer, sx_test_err()));
  SX_EXPECT_OK(answer->text.status);
  SX_EXPECT_STR(sx_buf_str(&answer->text), sx_str_from(expected_text));
  SX_EXPECT_INT(answer->status, SX_ANSWER_UNKNOWN);
}

SX_SUITE(run_lint_test, SX_CASE(linters_that_are_not_installed), SX_CASE(scripts_of_packages),
         SX_CASE(linters_by_name_and_by_file), SX_CASE(the_same_issue_is_listed_once),
         SX_CASE(only_files_that_were_asked_for), SX_CASE(columns_in_units_of_the_editor));
