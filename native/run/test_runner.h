#ifndef SX_RUN_TEST_RUNNER_H
#define SX_RUN_TEST_RUNNER_H

#include "reports/test_report.h"
#include "run/project.h"

/**
 * The test runners: how each one is recognised, called and read. One row each, in
 * runner_<name>.c; test_find chooses among them, test_run calls them.
 */
typedef struct sx_test_runner sx_test_runner;

/** Runners of one family have the same files: one of them is chosen for a file. */
typedef enum sx_test_family {
  SX_TESTS_SCRIPT, /* JavaScript and TypeScript */
  SX_TESTS_PYTHON,
  SX_TESTS_GO,
  SX_TESTS_RUST,
  SX_TESTS_CMAKE,
  SX_TESTS_RUBY,
  SX_TESTS_PHP,
  SX_TESTS_JVM,
  SX_TESTS_DOTNET,
  SX_TESTS_FAMILIES
} sx_test_family;

/** The part of a project's tests that is wanted. */
typedef struct sx_test_request {
  const sx_project *project; /* whose folder the runner runs in */
  sx_strs files;             /* absolute, files or folders; empty: all */
  sx_strs names;             /* as the answers name tests; empty: all */
  bool are_parts; /* names may be parts of names; else a runner that can runs exactly these */
  sx_str scratch; /* a folder for reports */
} sx_test_request;

typedef enum sx_test_report_place {
  SX_REPORT_IN_OUTPUT, /* its standard output */
  SX_REPORT_IN_BOTH,   /* both streams, in the order in which they came */
  SX_REPORT_IN_FILE,   /* `report`; standard output where there is no such file */
  SX_REPORT_IN_FOLDER  /* files below `report` that end with `ending`, written since the start */
} sx_test_report_place;

/** A command line, and where its report will be. In the call's arena. */
typedef struct sx_test_command {
  const sx_test_runner *runner;
  const sx_project *project;
  sx_arena *arena;
  sx_status status; /* of the arena: checked once, when all is added */
  sx_str folder;
  sx_strs argv, environment;
  sx_strs build;         /* runs first: the tests are not built where it fails; may be empty */
  sx_strs typed;         /* the words of argv as a person would type them */
  sx_str report, ending; /* absolute */
  sx_test_report_place place;
  bool has_parts;          /* names were given to the runner as parts of names */
  const char *absent_mark; /* in its output: the interpreter runs, and the runner is not installed;
                              or NULL */
  sx_str absent_advice;    /* a sentence on how to install it then */
  sx_str missing;          /* why it cannot run, and what to do: sentences. Empty: it can. */
} sx_test_command;

/** The counts that a runner's output has shown so far. */
typedef struct sx_test_counts {
  uint32_t passed, failed, skipped;
  bool are_files; /* files with tests, and not tests, are counted */
} sx_test_counts;

struct sx_test_runner {
  const char *name;  /* of the argument `runner` */
  const char *title; /* in answers */
  sx_test_family family;
  sx_test_format format;
  /** Whether the configuration in the folder says that its tests run so. */
  bool (*has_config)(const sx_project *project);
  /** Whether it also runs the tests of the folders below. */
  bool (*covers_below)(const sx_project *project);
  /** Fills in a command whose runner, project, folder and arena are set. INVALID_ARGUMENT, NOMEM.
   */
  sx_status (*plan)(sx_test_command *out, const sx_test_request *request, sx_err *err);
  /** Counts what a line of the output reports; or NULL. No memory, from any thread. */
  void (*count)(sx_test_counts *counts, sx_str line);
};

extern const sx_test_runner sx_runner_jest, sx_runner_vitest, sx_runner_mocha, sx_runner_node,
    sx_runner_pytest, sx_runner_unittest, sx_runner_go, sx_runner_cargo, sx_runner_nextest,
    sx_runner_ctest, sx_runner_rspec, sx_runner_phpunit, sx_runner_maven, sx_runner_gradle,
    sx_runner_dotnet;

/** All of them; within a family the one that is more likely meant comes first. Ends with NULL. */
extern const sx_test_runner *const sx_test_runners[];

/** By the name of the argument, or by the title, whatever the case; NULL: none. */
const sx_test_runner *sx_test_runner_find(sx_str name);

/** The family that a file with this name belongs to; SX_TESTS_FAMILIES: none. */
sx_test_family sx_test_family_of(sx_str path);

/* ---- command lines ------------------------------------------------------------------------ */

/** Adds a word to the command line and to what a person would type. */
void sx_test_command_add(sx_test_command *command, sx_str word);
void sx_test_command_add_text(sx_test_command *command, const char *word);
/** A word that is needed for the report alone. */
void sx_test_command_add_hidden(sx_test_command *command, sx_str word);
void sx_test_command_add_hidden_text(sx_test_command *command, const char *word);
/** A word of the command line that a person would type otherwise. */
void sx_test_command_add_as(sx_test_command *command, sx_str word, const char *typed);
/** A word that a person would type, and the command line does not have. */
void sx_test_command_add_typed(sx_test_command *command, const char *word);
/** A variable of the environment: "NAME=value". */
void sx_test_command_set(sx_test_command *command, sx_str variable);
/** The report will be this file in the scratch folder; its path. */
sx_str sx_test_command_report(sx_test_command *command, const sx_test_request *request,
                              const char *name);
/** Sets `missing`. */
void sx_test_command_miss(sx_test_command *command, const char *format, ...) SX_PRINTF(2, 3);

/** Adds the wanted files, relative to the folder; none for the folder itself. */
void sx_test_command_add_files(sx_test_command *command, const sx_test_request *request);

/* ---- names of tests ----------------------------------------------------------------------- */

/** `text` in which each character that means something in a pattern has a backslash. */
sx_str sx_pattern_quote(sx_str text, sx_arena *arena);
/** All names in one pattern: `before(a|b)after`, each quoted; " > " is written as `separator`. */
sx_str sx_pattern_of_names(const sx_strs *names, const char *before, const char *after,
                           const char *separator, sx_arena *arena);
/** `text` with `from` written as `to`. */
sx_str sx_text_replace(sx_str text, const char *from, const char *to, sx_arena *arena);

#endif
