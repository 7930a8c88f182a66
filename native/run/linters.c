#include "run/linters.h"

#include "workspace/paths.h"

#define EXIT(code) (UINT64_C(1) << (code))
#define ALL_EXITS_OF_PYLINT ((EXIT(32)) - 1) /* a bit for each kind of message that there was */
#define NO_EXIT (-1)

#define SCRIPTS ".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx", ".mts", ".cts"
#define LIST(...)                                                                                  \
  (const char *const[]) {                                                                          \
    __VA_ARGS__, NULL                                                                              \
  }
#define MARKS(...)                                                                                 \
  (const sx_linter_mark[]) {                                                                       \
    __VA_ARGS__, {                                                                                 \
      NULL, NULL                                                                                   \
    }                                                                                              \
  }
#define PRE_COMMIT ".pre-commit-config.yaml"
#define PYPROJECT "pyproject.toml"

static bool is_unknown_python_option(const sx_program_end *end) {
  return end->exit_code == 2 &&
         sx_str_find(end->err, SX_STR("unrecognized arguments"), 0) != SX_STR_NONE;
}

static bool is_unknown_go_option(const sx_program_end *end) {
  return end->exit_code && sx_str_find(end->err, SX_STR("unknown flag"), 0) != SX_STR_NONE;
}

const sx_linter sx_linters[] = {
    {
        .name = "eslint",
        .title = "ESLint",
        .program = "eslint",
        .package = "eslint",
        .configs =
            LIST("eslint.config.js", "eslint.config.mjs", "eslint.config.cjs", "eslint.config.ts",
                 "eslint.config.mts", "eslint.config.cts", ".eslintrc", ".eslintrc.js",
                 ".eslintrc.cjs", ".eslintrc.json", ".eslintrc.yaml", ".eslintrc.yml"),
        .marks = MARKS({"package.json", "\"eslintConfig\""}),
        .endings = LIST(SCRIPTS, ".vue", ".svelte", ".astro"),
        .good_exits = EXIT(0) | EXIT(1),
        .other_good_exit = NO_EXIT,
        .write = sx_linter_write_eslint,
        .read = sx_lint_read_eslint,
    },
    {
        .name = "biome",
        .title = "Biome",
        .program = "biome",
        .package = "@biomejs/biome",
        .configs = LIST("biome.json", "biome.jsonc", ".biome.json", ".biome.jsonc"),
        .marks = MARKS({NULL, NULL}),
        .endings = LIST(SCRIPTS, ".vue", ".svelte", ".astro", ".json", ".jsonc", ".css", ".graphql",
                        ".html"),
        .is_nested = true,
        .good_exits = EXIT(0) | EXIT(1),
        .other_good_exit = NO_EXIT,
        .write = sx_linter_write_biome,
        .read = sx_lint_read_biome,
    },
    {
        .name = "tsc",
        .title = "TypeScript",
        .program = "tsc",
        .package = "typescript",
        .configs = LIST("tsconfig.json"),
        .marks = MARKS({NULL, NULL}),
        .endings = LIST(SCRIPTS, ".vue"),
        .is_of_project = true,
        .good_exits = EXIT(0) | EXIT(1) | EXIT(2),
        .other_good_exit = NO_EXIT,
        .write = sx_linter_write_tsc,
        .read = sx_lint_read_tsc,
    },
    {
        .name = "stylelint",
        .title = "Stylelint",
        .program = "stylelint",
        .package = "stylelint",
        .configs =
            LIST(".stylelintrc", ".stylelintrc.json", ".stylelintrc.yaml", ".stylelintrc.yml",
                 ".stylelintrc.js", ".stylelintrc.cjs", ".stylelintrc.mjs", "stylelint.config.js",
                 "stylelint.config.cjs", "stylelint.config.mjs", "stylelint.config.ts"),
        .marks = MARKS({"package.json", "\"stylelint\": {"}, {"package.json", "\"stylelint\":{"}),
        .endings = LIST(".css", ".scss", ".sass", ".less", ".pcss", ".vue", ".svelte"),
        .good_exits = EXIT(0) | EXIT(2),
        .other_good_exit = NO_EXIT,
        .reads_both = true,
        .write = sx_linter_write_stylelint,
        .read = sx_lint_read_stylelint,
    },
    {
        .name = "pylint",
        .title = "Pylint",
        .home = SX_LINTER_PYTHON,
        .program = "pylint",
        .package = "pylint",
        .configs = LIST(".pylintrc", "pylintrc", ".pylintrc.toml", "pylintrc.toml"),
        .marks =
            MARKS({PYPROJECT, "[tool.pylint"}, {PYPROJECT, "\"pylint"}, {PYPROJECT, "\npylint ="},
                  {"setup.cfg", "[pylint"}, {"tox.ini", "[pylint"}, {PRE_COMMIT, "id: pylint"},
                  {"requirements-dev.txt", "pylint"}, {"requirements.txt", "pylint"}),
        .endings = LIST(".py", ".pyi"),
        .good_exits = ALL_EXITS_OF_PYLINT,
        .other_good_exit = NO_EXIT,
        .write = sx_linter_write_pylint,
        .read = sx_lint_read_pylint,
    },
    {
        .name = "flake8",
        .title = "Flake8",
        .home = SX_LINTER_PYTHON,
        .program = "flake8",
        .package = "flake8",
        .configs = LIST(".flake8"),
        .marks =
            MARKS({PYPROJECT, "[tool.flake8"}, {PYPROJECT, "\"flake8"}, {PYPROJECT, "\nflake8 ="},
                  {"setup.cfg", "[flake8"}, {"tox.ini", "[flake8"}, {PRE_COMMIT, "id: flake8"},
                  {"requirements-dev.txt", "flake8"}, {"requirements.txt", "flake8"}),
        .endings = LIST(".py", ".pyi"),
        .good_exits = EXIT(0) | EXIT(1),
        .other_good_exit = NO_EXIT,
        .write = sx_linter_write_flake8,
        .read = sx_lint_read_flake8,
    },
    {
        .name = "mypy",
        .title = "mypy",
        .home = SX_LINTER_PYTHON,
        .program = "mypy",
        .package = "mypy",
        .configs = LIST("mypy.ini", ".mypy.ini"),
        .marks = MARKS({PYPROJECT, "[tool.mypy"}, {PYPROJECT, "\"mypy"}, {PYPROJECT, "\nmypy ="},
                       {"setup.cfg", "[mypy"}, {PRE_COMMIT, "id: mypy"},
                       {"requirements-dev.txt", "mypy"}, {"requirements.txt", "mypy"}),
        .endings = LIST(".py", ".pyi"),
        .is_of_project = true,
        .good_exits = EXIT(0) | EXIT(1),
        .other_good_exit = NO_EXIT,
        .has_remarks = true,
        .write = sx_linter_write_mypy,
        .is_unknown_option = is_unknown_python_option,
        .read = sx_lint_read_mypy,
    },
    {
        .name = "ruff",
        .title = "Ruff",
        .home = SX_LINTER_PYTHON,
        .program = "ruff",
        .package = "ruff",
        .configs = LIST("ruff.toml", ".ruff.toml"),
        .marks = MARKS({PYPROJECT, "[tool.ruff"}, {PYPROJECT, "\"ruff"}, {PYPROJECT, "\nruff ="},
                       {PRE_COMMIT, "id: ruff"}, {"requirements-dev.txt", "ruff"},
                       {"requirements.txt", "ruff"}),
        .endings = LIST(".py", ".pyi", ".ipynb"),
        .is_nested = true,
        .good_exits = EXIT(0) | EXIT(1),
        .other_good_exit = NO_EXIT,
        .has_remarks = true,
        .write = sx_linter_write_ruff,
        .read = sx_lint_read_ruff,
    },
    {
        .name = "golangci-lint",
        .title = "golangci-lint",
        .home = SX_LINTER_SYSTEM,
        .program = "golangci-lint",
        .package = "golangci-lint",
        .install = "go install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@latest",
        .configs = LIST(".golangci.yml", ".golangci.yaml", ".golangci.toml", ".golangci.json"),
        .marks = MARKS({PRE_COMMIT, "id: golangci-lint"}),
        .endings = LIST(".go"),
        .is_of_project = true,
        .good_exits = EXIT(0) | EXIT(1),
        .other_good_exit = NO_EXIT,
        .write = sx_linter_write_golangci,
        .is_unknown_option = is_unknown_go_option,
        .read = sx_lint_read_golangci,
    },
    {
        .name = "go vet",
        .title = "go vet",
        .home = SX_LINTER_SYSTEM,
        .program = "go",
        .package = "golang-go",
        .install = "apt-get install golang-go",
        .configs = LIST("go.mod"),
        .marks = MARKS({NULL, NULL}),
        .endings = LIST(".go"),
        .is_of_project = true,
        .good_exits = EXIT(0) | EXIT(1) | EXIT(2),
        .other_good_exit = NO_EXIT,
        .reads_both = true,
        .write = sx_linter_write_vet,
        .read = sx_lint_read_vet,
    },
    {
        .name = "clippy",
        .title = "Clippy",
        .home = SX_LINTER_SYSTEM,
        .program = "cargo",
        .package = "clippy",
        .install = "rustup component add clippy",
        .configs = LIST("Cargo.toml"),
        .marks = MARKS({NULL, NULL}),
        .endings = LIST(".rs"),
        .is_of_project = true,
        .is_nested = true,
        .good_exits = EXIT(0),
        .other_good_exit = 101,
        .write = sx_linter_write_clippy,
        .read = sx_lint_read_cargo,
    },
    {
        .name = "rubocop",
        .title = "RuboCop",
        .home = SX_LINTER_RUBY,
        .program = "rubocop",
        .package = "rubocop",
        .configs = LIST(".rubocop.yml"),
        .marks =
            MARKS({"Gemfile", "\"rubocop"}, {"Gemfile", "'rubocop"}, {PRE_COMMIT, "id: rubocop"}),
        .endings = LIST(".rb", ".rake", ".gemspec", ".ru", "Gemfile", "Rakefile"),
        .is_nested = true,
        .good_exits = EXIT(0) | EXIT(1),
        .other_good_exit = NO_EXIT,
        .write = sx_linter_write_rubocop,
        .read = sx_lint_read_rubocop,
    },
    {
        .name = "shellcheck",
        .title = "ShellCheck",
        .home = SX_LINTER_SYSTEM,
        .program = "shellcheck",
        .package = "shellcheck",
        .install = "apt-get install shellcheck",
        .configs = LIST(".shellcheckrc", "shellcheckrc"),
        .marks = MARKS({PRE_COMMIT, "id: shellcheck"}, {"package.json", "\"shellcheck\""}),
        .endings = LIST(".sh", ".bash", ".ksh", ".bats", ".dash"),
        .is_nested = true,
        .good_exits = EXIT(0) | EXIT(1),
        .other_good_exit = NO_EXIT,
        .write = sx_linter_write_shellcheck,
        .read = sx_lint_read_shellcheck,
    },
    {
        .name = "clang-tidy",
        .title = "clang-tidy",
        .home = SX_LINTER_SYSTEM,
        .program = "clang-tidy",
        .package = "clang-tidy",
        .install = "apt-get install clang-tidy",
        .configs = LIST(".clang-tidy"),
        .marks = MARKS({NULL, NULL}),
        .endings = LIST(".c", ".cc", ".cpp", ".cxx", ".c++", ".m", ".mm", ".cu", ".h", ".hh",
                        ".hpp", ".hxx"),
        .is_nested = true,
        .good_exits = EXIT(0) | EXIT(1),
        .other_good_exit = NO_EXIT,
        .write = sx_linter_write_clang_tidy,
        .read = sx_lint_read_clang,
    },
};

const size_t sx_linters_count = sizeof sx_linters / sizeof *sx_linters;

/* Other words that mean one. */
static const struct {
  const char *word, *name;
} others[] = {{"typescript", "tsc"}, {"vet", "go vet"},       {"govet", "go vet"},
              {"go-vet", "go vet"},  {"go", "go vet"},        {"golangci", "golangci-lint"},
              {"cargo", "clippy"},   {"clang", "clang-tidy"}, {"cargo clippy", "clippy"}};

const sx_linter *sx_linter_find(sx_str name) {
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (sx_str_is_equal_fold(name, sx_str_from(others[i].word))) name = sx_str_from(others[i].name);
  for (size_t i = 0; i < sx_linters_count; i++)
    if (sx_str_is_equal_fold(name, sx_str_from(sx_linters[i].name)) ||
        sx_str_is_equal_fold(name, sx_str_from(sx_linters[i].title)))
      return &sx_linters[i];
  return NULL;
}

/* An ending with a point is that of a name, any other the whole name. */
bool sx_linter_takes(const sx_linter *linter, sx_str path) {
  sx_str name = sx_path_name(path);
  for (const char *const *ending = linter->endings; *ending; ending++) {
    sx_str one = sx_str_from(*ending);
    if (one.ptr[0] == '.' ? sx_str_has_suffix(name, one) : sx_str_is_equal(name, one)) return true;
  }
  return false;
}

/* ---- command lines ------------------------------------------------------------------------- */

void sx_linter_begin(sx_lint_job *job) {
  sx_strs *command = SX_ARRAY_ADD(&job->commands, job->call->arena);
  if (command) *command = (sx_strs){0};
  for (size_t i = 0; command && i < job->program.len; i++)
    sx_linter_add(job, job->program.items[i]);
}

void sx_linter_add(sx_lint_job *job, sx_str word) {
  if (job->call->arena->status || !job->commands.len) return;
  sx_strs *command = &job->commands.items[job->commands.len - 1];
  sx_str *added = SX_ARRAY_ADD(command, job->call->arena);
  if (added) *added = word;
}

void sx_linter_add_text(sx_lint_job *job, const char *word) {
  sx_linter_add(job, sx_str_from(word));
}

void sx_linter_add_words(sx_lint_job *job, const char *const *words) {
  for (; *words; words++) sx_linter_add_text(job, *words);
}

sx_status sx_linter_end(sx_lint_job *job, sx_err *err) {
  sx_status status = job->call->arena->status;
  return status ? sx_fail(err, status, NULL) : SX_OK;
}
