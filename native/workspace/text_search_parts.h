#ifndef SX_WORKSPACE_TEXT_SEARCH_PARTS_H
#define SX_WORKSPACE_TEXT_SEARCH_PARTS_H

/* Shared by text_search*.c; no other file includes it. */

#include "base/buf.h"
#include "os/file_reader.h"
#include "workspace/text_search.h"

#define SX_TEXT_SEARCH__MAX_WORKERS 16

/** The part of one thread. */
typedef struct sx_text_searcher {
  sx_grep_worker *grep;
  sx_file_reader reader;
  sx_buf path;    /* of the file on the disk, absolute */
  sx_buf decoded; /* from UTF-16 */
  sx_arena arena;
  sx_text_found found;
  sx_strs broken; /* files with bytes that are not UTF-8 */
  sx_status status;
} sx_text_searcher;

typedef struct sx_text_search_state {
  sx_call *call;
  const sx_text_search *query;
  sx_str folder, shown; /* with a slash at the end; real, and as the editor names it */
  sx_str only;          /* the one file in it that is searched; empty: all */
  sx_regex_check check;
  sx_strs dirty;
  bool *is_dirty_found; /* of each: the walk came to it */
  sx_text_searcher workers[SX_TEXT_SEARCH__MAX_WORKERS];
} sx_text_search_state;

/** Searches the file at this path in the folder, if it counts; of unsaved ones only takes note. */
sx_status sx_text_search__visit(sx_text_search_state *s, size_t worker, sx_str below);
/** Whether the file's path and language are those that are searched. */
bool sx_text_search__has(const sx_text_search_state *s, sx_str below);
/** The number of the document with unsaved edits; their count if it has none. */
size_t sx_text_search__find_dirty(const sx_text_search_state *s, sx_str below);

/**
 * Searches the files that may match by the index, if that knows the folder; otherwise `*is_done` is
 * false. Errors: of a thread, without a message.
 */
sx_status sx_text_search__by_index(sx_text_search_state *s, bool *is_done, sx_err *err);

#endif
