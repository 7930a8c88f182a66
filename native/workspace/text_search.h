#ifndef SX_WORKSPACE_TEXT_SEARCH_H
#define SX_WORKSPACE_TEXT_SEARCH_H

#include "match/glob.h"
#include "match/grep.h"
#include "text/file_type.h"
#include "workspace/call.h"

/** Larger files are not searched. */
#define SX_TEXT_SEARCH_MAX_BYTES ((size_t)256 << 20)

/**
 * A search through the texts of files as they are now: the editor's where it has unsaved edits or
 * another encoding, otherwise the file's. Walking and searching are done by the same threads.
 */
typedef struct sx_text_search {
  const sx_grep *grep;
  const sx_glob *glob;      /* of paths relative to the folder; NULL: all files */
  const sx_file_type *type; /* or NULL: all */
  bool with_ignored;
  /* Whether a file counts, by its path in the folder; called by several threads. NULL: all do. */
  bool (*has)(const void *arg, sx_str below);
  const void *arg;
} sx_text_search;

/** A file that has matches. */
typedef struct sx_text_file {
  sx_str path; /* as the editor names it */
  size_t hits;
  uint64_t hash;   /* of the places of the hits */
  bool is_editors; /* the text is the editor's */
} sx_text_file;

/** Files that were not searched, or not in whole. */
typedef struct sx_left_out {
  size_t count;
  sx_str first; /* a path; empty where there was no memory for it */
} sx_left_out;

typedef struct sx_text_found {
  SX_ARRAY(sx_text_file) files; /* in any order */
  size_t searched;              /* files */
  size_t binary;
  sx_left_out too_big, unreadable; /* unreadable: folders, too */
  sx_left_out slow;                /* with lines on which the pattern takes too many steps */
  sx_left_out foreign;             /* in another encoding, and not asked for: too many */
  bool is_cut;                     /* the call's time was over before all was searched */
} sx_text_found;

/**
 * Adds what is found in a folder or a file (`path` as sx_path_resolve_any gives it) to `*found`,
 * which begins zeroed. Paths in the call's arena.
 *
 * Errors  CANCELLED, CLOSED, NOMEM; of the folder: NOT_FOUND, NOT_READABLE.
 */
sx_status sx_text_search_run(sx_text_found *found, sx_call *call, const sx_text_search *search,
                             sx_str path, bool is_folder, sx_err *err) SX_MUST_USE;

/** A text that was searched, for its lines. */
typedef struct sx_text_lines {
  sx_str text;
  SX_ARRAY(sx_grep_hit) hits;
  bool is_cut; /* the call's time was over before all of it was searched */
} sx_text_lines;

/**
 * Searches one file again, with all hits, in `arena`. A file that is gone, or cannot be read now,
 * has none. Errors: CANCELLED, CLOSED, NOMEM.
 */
sx_status sx_text_search_lines(sx_text_lines *out, sx_call *call, const sx_text_search *search,
                               const sx_text_file *file, sx_arena *arena, sx_err *err) SX_MUST_USE;

#endif
