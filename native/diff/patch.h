#ifndef SX_DIFF_PATCH_H
#define SX_DIFF_PATCH_H

#include "diff/diff.h"

/*
 * Patches in the unified format, as diff -u, git and agents write them: read, then applied to
 * texts.
 */

typedef enum sx_patch_kind {
  SX_PATCH_MODIFY,
  SX_PATCH_CREATE,
  SX_PATCH_DELETE,
  SX_PATCH_RENAME,
  SX_PATCH_COPY
} sx_patch_kind;

/** A line of a hunk: its sign (' ', '-' or '+') and its bytes, line end included where it has one.
 */
typedef struct sx_patch_line {
  char sign;
  sx_str text;
} sx_patch_line;

typedef struct sx_patch_hunk {
  uint32_t before_line, before_count; /* 0-based; of an empty range, what it stands before */
  uint32_t after_line, after_count;
  sx_str heading;      /* after the second @@ */
  uint32_t patch_line; /* of the @@ in the patch, 1-based */
  const sx_patch_line *lines;
  uint32_t line_count;
} sx_patch_hunk;

typedef struct sx_patch_file {
  sx_patch_kind kind;
  sx_str before_path, after_path;   /* unquoted, without a/ and b/; empty for /dev/null */
  uint32_t before_mode, after_mode; /* octal as git writes them; 0: not given */
  uint32_t patch_line;              /* where its header begins, 1-based */
  const sx_patch_hunk *hunks;
  size_t hunk_count;
} sx_patch_file;

typedef struct sx_patch {
  const sx_patch_file *files;
  size_t count;
} sx_patch;

/**
 * Reads a patch of any number of files.
 *
 * Takes    `diff --git` headers with modes, renames and copies; quoted paths, /dev/null, dates
 *          after a tab; text between files; CRLF headers; "\ No newline at end of file"; context
 *          lines that are empty because an editor cut their blank; a last line without its end.
 * Paths    lose their first folder when both have one of git's (a/ and b/, i/ and w/…).
 * Memory   in `arena`; what needs no unquoting is borrowed from `text`.
 * Errors   INVALID_ARGUMENT with the line of the patch and what is wrong with it: no file at all, a
 *          header that is none, a hunk with more or fewer lines than its header has; BINARY for a
 *          binary patch; TOO_BIG; NOMEM.
 */
sx_status sx_patch_parse(sx_patch *out, sx_str text, sx_arena *arena, sx_err *err) SX_MUST_USE;

typedef struct sx_patch_options {
  uint32_t max_fuzz;   /* context lines that may differ at each end; patch's own default is 2 */
  uint32_t max_offset; /* lines from the place in its header; UINT32_MAX: anywhere */
  bool reverse;        /* makes the text before from the text after */
  /* A hunk with less context at one end than at the other need not stand at that end of the text:
     for patches that were not made by a program. */
  bool loose_ends;
} sx_patch_options;

typedef enum sx_patch_outcome {
  SX_PATCH_APPLIED,
  SX_PATCH_NOT_FOUND,      /* its lines stand nowhere where it may go */
  SX_PATCH_ALREADY_APPLIED /* not found, and what it would make is there */
} sx_patch_outcome;

/** Where a hunk went. Lines are 0-based, of the text that the patch is applied to. */
typedef struct sx_patch_place {
  sx_patch_outcome outcome;
  uint32_t line;       /* its first line; where it was expected when it was not applied */
  int64_t offset;      /* from the place in its header */
  uint32_t fuzz;       /* context lines that were ignored at each end, at most */
  uint32_t patch_line; /* not applied: the first line of the patch that differs there, 1-based */
} sx_patch_place;

typedef struct sx_patch_result {
  sx_str text;                  /* with those hunks that went in */
  const sx_patch_place *places; /* one for each hunk */
  size_t count, failed;
} sx_patch_result;

/**
 * Applies the hunks of `file` to `before`.
 *
 * Rules    those of GNU patch: each hunk is looked for where its header has it, moved as far as the
 * one before it was, then further and further off, after the one before it; first as it is, then
 * with 1, 2… lines of context less. Hunks that stand nowhere are left out and counted. Options
 * NULL: no fuzz, any offset. Memory   text and places in `arena`; the text may be `before` itself.
 * Errors   TOO_BIG, NOMEM. A hunk that does not fit is not an error but an outcome.
 * Cost     linear in texts and hunks that stand where their headers have it; else the number of
 * hunks times the lines, cut off at a bound past which hunks count as not found.
 */
sx_status sx_patch_apply(sx_patch_result *out, sx_str before, const sx_patch_file *file,
                         const sx_patch_options *options, sx_arena *arena, sx_err *err) SX_MUST_USE;

#endif
