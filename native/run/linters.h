#ifndef SX_RUN_LINTERS_H
#define SX_RUN_LINTERS_H

#include "commands/program.h"
#include "reports/lint_report.h"

/*
 * The linters that are known: by which files they are configured, how they are run, and how their
 * report is read. One row a linter, in linters.c.
 */

typedef enum sx_linter_home {
  SX_LINTER_NODE,   /* node_modules/.bin, upward */
  SX_LINTER_PYTHON, /* a virtual environment, a runner such as uv, or PATH */
  SX_LINTER_RUBY,   /* bundler, or PATH */
  SX_LINTER_SYSTEM, /* PATH, and where its language's tools are installed */
} sx_linter_home;

typedef enum sx_lint_state {
  SX_LINT_WAITS,
  SX_LINT_RAN,
  SX_LINT_NO_FILES,      /* it checks none of the files that it was given */
  SX_LINT_NOT_INSTALLED, /* `why`, `install` */
  SX_LINT_TIMED_OUT,
  SX_LINT_FAILED, /* `why`: its own message; issues that it had found before count */
} sx_lint_state;

/** One run of a linter in one folder, and what came of it. In the call's arena. */
typedef struct sx_lint_job {
  const struct sx_linter *linter;
  sx_call *call;
  sx_str folder;   /* absolute; where it runs: the nearest that configures it */
  sx_str config;   /* the name of the file there that does; empty: it was asked for by its name */
  sx_strs paths;   /* absolute: what it is to check; empty: all of the folder */
  sx_strs program; /* argv so far: of the project's own installation */
  size_t attempt;  /* 1: with other options, as its version did not know the first ones */
  SX_ARRAY(sx_strs) commands; /* whole argv, one after another */
  /* Afterwards. */
  sx_lint_state state;
  sx_str why, install; /* a sentence or its own message; a command line */
  sx_lint_report report;
  size_t issues; /* that are listed */
} sx_lint_job;

/** A part of a file that several programs share, by which a linter is configured. */
typedef struct sx_linter_mark {
  const char *file, *text;
} sx_linter_mark;

typedef struct sx_linter {
  const char *name, *title; /* "eslint", "ESLint" */
  const char *program;      /* in node_modules/.bin or PATH */
  const char *package;      /* that brings it */
  const char *install; /* the command, where no file of the project knows what brings it; or NULL */
  const char *const *configs;  /* names of files; end with NULL */
  const sx_linter_mark *marks; /* end with a NULL file */
  const char *const *endings;  /* of the files that it checks; end with NULL */
  /** Adds `commands` to the job, by `program`, `paths` and `attempt`. */
  sx_status (*write)(sx_lint_job *job, sx_err *err);
  /** Whether the end of the first attempt means that its version does not know an option. */
  bool (*is_unknown_option)(const sx_program_end *end);
  sx_lint_reader read;
  uint64_t good_exits; /* a bit for each exit code of a run that went well, up to 63 */
  int other_good_exit; /* or -1 */
  sx_linter_home home;
  bool is_of_project; /* it checks projects, not files: issues of other files are left out */
  bool is_nested;     /* it finds the configurations in the folders below by itself */
  bool has_remarks;   /* what it writes on standard error is about its settings */
  bool reads_both;    /* its report may be on either stream, or on both */
} sx_linter;

extern const sx_linter sx_linters[];
extern const size_t sx_linters_count;

/** By its name or title, whatever the case; NULL: there is none. */
const sx_linter *sx_linter_find(sx_str name);
/** Whether it checks files with such a name. */
bool sx_linter_takes(const sx_linter *linter, sx_str path);

/* ---- for those that write command lines ---------------------------------------------------- */

/** A new command that begins with the job's program. Failures are in the arena's status. */
void sx_linter_begin(sx_lint_job *job);
/** Adds a word to the last command. */
void sx_linter_add(sx_lint_job *job, sx_str word);
void sx_linter_add_text(sx_lint_job *job, const char *word);
/** The same with several words that end with NULL. */
void sx_linter_add_words(sx_lint_job *job, const char *const *words);
/** The arena's status as an error. */
sx_status sx_linter_end(sx_lint_job *job, sx_err *err) SX_MUST_USE;

sx_status sx_linter_write_eslint(sx_lint_job *job, sx_err *err) SX_MUST_USE;
sx_status sx_linter_write_biome(sx_lint_job *job, sx_err *err) SX_MUST_USE;
sx_status sx_linter_write_stylelint(sx_lint_job *job, sx_err *err) SX_MUST_USE;
sx_status sx_linter_write_tsc(sx_lint_job *job, sx_err *err) SX_MUST_USE;
sx_status sx_linter_write_pylint(sx_lint_job *job, sx_err *err) SX_MUST_USE;
sx_status sx_linter_write_flake8(sx_lint_job *job, sx_err *err) SX_MUST_USE;
sx_status sx_linter_write_mypy(sx_lint_job *job, sx_err *err) SX_MUST_USE;
sx_status sx_linter_write_ruff(sx_lint_job *job, sx_err *err) SX_MUST_USE;
sx_status sx_linter_write_golangci(sx_lint_job *job, sx_err *err) SX_MUST_USE;
sx_status sx_linter_write_vet(sx_lint_job *job, sx_err *err) SX_MUST_USE;
sx_status sx_linter_write_clippy(sx_lint_job *job, sx_err *err) SX_MUST_USE;
sx_status sx_linter_write_rubocop(sx_lint_job *job, sx_err *err) SX_MUST_USE;
sx_status sx_linter_write_shellcheck(sx_lint_job *job, sx_err *err) SX_MUST_USE;
sx_status sx_linter_write_clang_tidy(sx_lint_job *job, sx_err *err) SX_MUST_USE;

#endif
