#ifndef SX_RUN_LINT_H
#define SX_RUN_LINT_H

#include "answer/answer.h"
#include "run/linters.h"

/**
 * Runs the project's own linters and gives their issues as one list.
 *
 *   sx_lint lint;
 *   status = sx_lint_run(&lint, call, &request, err);
 *   if (!status) status = sx_lint_write(&lint, cursor, answer, err);
 */
typedef struct sx_lint_request {
  sx_strs files;          /* absolute paths of files and folders; empty: the whole workspace */
  sx_strs linters;        /* names, "editor" among them; empty: those that are configured */
  sx_lint_severity least; /* to list */
} sx_lint_request;

typedef struct sx_lint_jobs {
  sx_lint_job *items;
  size_t len, cap;
} sx_lint_jobs;

typedef struct sx_lint {
  sx_call *call;
  sx_lint_request request;
  sx_lint_jobs jobs;
  bool has_editor;
  sx_lint_job editor; /* of the language servers, where has_editor */
  /* Sorted, each once: errors first, then by file and place. Files are absolute. */
  sx_lint_issues issues;
  size_t counts[3];    /* by severity, whether they are listed or not */
  size_t elsewhere;    /* in files that were not asked for, which are not counted */
  sx_strs unsaved;     /* files whose unsaved edits no linter has read */
  sx_strs not_on_disk; /* folders of the workspace that no linter can read */
} sx_lint;

/**
 * Finds, asks the person once for all command lines, runs one after another. A linter that cannot
 * run is a job with its reason. In the call's arena.
 * Errors  INVALID_ARGUMENT for a linter that is not known; NOT_ALLOWED; CANCELLED, CLOSED, NOMEM.
 */
sx_status sx_lint_run(sx_lint *out, sx_call *call, const sx_lint_request *request,
                      sx_err *err) SX_MUST_USE;

/** Writes text, facts and status. Errors: of the cursor, as sx_pager_begin. */
sx_status sx_lint_write(sx_lint *lint, sx_str cursor, sx_answer *answer, sx_err *err) SX_MUST_USE;

/** "error", "warning", "information". Static. */
const char *sx_lint_severity_name(sx_lint_severity severity);

/* ---- the parts, for run/lint*.c ------------------------------------------------------------ */

/** Adds the jobs of the linters that are configured for the files, or that are named. */
sx_status sx_lint_find(sx_lint *lint, sx_err *err) SX_MUST_USE;

/** Whether a file is by its name a report that some program has written: it is read, not checked.
 */
bool sx_lint_is_report(sx_str path);
/** Adds such a report as a job that has run. */
sx_status sx_lint_read_report(sx_lint *lint, sx_str path, sx_err *err) SX_MUST_USE;

/** Sets the job's program, or its state to NOT_INSTALLED with the command that installs it. */
sx_status sx_lint_find_program(sx_lint_job *job, sx_err *err) SX_MUST_USE;
/** The command that installs it, by the lockfiles of the project. */
sx_str sx_lint_find_install(sx_lint_job *job);

/** Writes the job's commands; their state may change. */
sx_status sx_lint_prepare(sx_lint_job *job, sx_err *err) SX_MUST_USE;
/** Runs them and reads their reports. */
sx_status sx_lint_job_run(sx_lint_job *job, sx_err *err) SX_MUST_USE;

/** Takes the diagnostics of the language servers as the editor's job. */
sx_status sx_lint_ask_editor(sx_lint *lint, sx_err *err) SX_MUST_USE;

/** Makes one list of the issues of all jobs. */
sx_status sx_lint_join(sx_lint *lint, sx_err *err) SX_MUST_USE;

/** Converts the columns of the issues, whose files are absolute, to UTF-16 units. */
sx_status sx_lint_convert_columns(sx_call *call, sx_lint_issues *issues, sx_err *err) SX_MUST_USE;

#endif
