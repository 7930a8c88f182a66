#ifndef SX_REPORTS_LINT_REPORT_H
#define SX_REPORTS_LINT_REPORT_H

#include "base/array.h"

#include <stdint.h>

typedef enum sx_lint_severity {
  SX_LINT_ERROR,
  SX_LINT_WARNING,
  SX_LINT_INFORMATION,
} sx_lint_severity;

/** How a linter counts columns. The editor and agents count UTF-16 units. */
typedef enum sx_lint_unit { SX_LINT_UTF16, SX_LINT_CHARACTERS, SX_LINT_BYTES } sx_lint_unit;

typedef struct sx_lint_issue {
  sx_str file;           /* as the report has it, relative or absolute; empty: of the project */
  uint32_t line, column; /* 1-based; 0: unknown */
  uint32_t end_line, end_column; /* where it ends, exclusive; 0: unknown */
  sx_lint_unit unit;             /* of the columns */
  sx_lint_severity severity;
  sx_str message; /* whole, of one line or several */
  sx_str rule;    /* as the linter names it; may be empty */
  sx_str source;  /* the linter */
  sx_str url;     /* of the rule; may be empty */
} sx_lint_issue;

typedef SX_ARRAY(sx_lint_issue) sx_lint_issues;

typedef struct sx_lint_report {
  sx_lint_issues issues;
  bool counts_files; /* the linter reports how many files it has checked */
  size_t files;      /* that it has checked; only where it counts them */
  sx_strs problems;  /* what it could not do, in its own words */
  bool is_cut;       /* the report ends before its end: what was read counts */
} sx_lint_report;

/**
 * A reader of one format: bytes in, issues added to `report`, so several reports add up. Broken
 * UTF-8 becomes U+FFFD in JSON; elsewhere it stays as it is.
 *
 * Memory  in `arena`; `text` is borrowed as long as `report` lives.
 * Errors  BAD_MESSAGE where it is not that format at all, with the reason; NOMEM, TOO_BIG.
 */
typedef sx_status (*sx_lint_reader)(sx_lint_report *report, sx_str text, sx_arena *arena,
                                    sx_err *err);

/* ESLint's and Stylelint's `json`, and Biome's `json` of its versions 1 and 2. */
sx_status sx_lint_read_eslint(sx_lint_report *report, sx_str text, sx_arena *arena,
                              sx_err *err) SX_MUST_USE;
sx_status sx_lint_read_stylelint(sx_lint_report *report, sx_str text, sx_arena *arena,
                                 sx_err *err) SX_MUST_USE;
sx_status sx_lint_read_biome(sx_lint_report *report, sx_str text, sx_arena *arena,
                             sx_err *err) SX_MUST_USE;

/** `file(line,column): error TS1: …`: tsc has no other form. Never fails for what the text is. */
sx_status sx_lint_read_tsc(sx_lint_report *report, sx_str text, sx_arena *arena,
                           sx_err *err) SX_MUST_USE;

/* Pylint's `json` and `json2`; Flake8 with SX_LINT_FLAKE8_FORMAT; mypy's `json` lines, and its text
 * with columns and ends; Ruff's `json`. */
#define SX_LINT_FLAKE8_FORMAT "%(path)s\t%(row)d\t%(col)d\t%(code)s\t%(text)s"
sx_status sx_lint_read_pylint(sx_lint_report *report, sx_str text, sx_arena *arena,
                              sx_err *err) SX_MUST_USE;
sx_status sx_lint_read_flake8(sx_lint_report *report, sx_str text, sx_arena *arena,
                              sx_err *err) SX_MUST_USE;
sx_status sx_lint_read_mypy(sx_lint_report *report, sx_str text, sx_arena *arena,
                            sx_err *err) SX_MUST_USE;
sx_status sx_lint_read_ruff(sx_lint_report *report, sx_str text, sx_arena *arena,
                            sx_err *err) SX_MUST_USE;

/* golangci-lint's JSON of its versions 1 and 2; `go vet -json`, which is JSON between lines of text
 * on either stream. */
sx_status sx_lint_read_golangci(sx_lint_report *report, sx_str text, sx_arena *arena,
                                sx_err *err) SX_MUST_USE;
sx_status sx_lint_read_vet(sx_lint_report *report, sx_str text, sx_arena *arena,
                           sx_err *err) SX_MUST_USE;

/* Cargo's JSON lines, of Clippy and rustc; RuboCop's `json`; ShellCheck's `json1`. */
sx_status sx_lint_read_cargo(sx_lint_report *report, sx_str text, sx_arena *arena,
                             sx_err *err) SX_MUST_USE;
sx_status sx_lint_read_rubocop(sx_lint_report *report, sx_str text, sx_arena *arena,
                               sx_err *err) SX_MUST_USE;
sx_status sx_lint_read_shellcheck(sx_lint_report *report, sx_str text, sx_arena *arena,
                                  sx_err *err) SX_MUST_USE;

/** `file:line:column: warning: … [rule]`, as clang-tidy writes it; notes are left out. */
sx_status sx_lint_read_clang(sx_lint_report *report, sx_str text, sx_arena *arena,
                             sx_err *err) SX_MUST_USE;

/** SARIF 2.1, of any linter: its name is the issues' source. Suppressed results are left out. */
sx_status sx_lint_read_sarif(sx_lint_report *report, sx_str text, sx_arena *arena,
                             sx_err *err) SX_MUST_USE;

/** XML of the form of checkstyle, which many linters write. */
sx_status sx_lint_read_checkstyle(sx_lint_report *report, sx_str text, sx_arena *arena,
                                  sx_err *err) SX_MUST_USE;

#endif
