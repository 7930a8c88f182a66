#ifndef SX_MEMORY_CHECKPOINTS_H
#define SX_MEMORY_CHECKPOINTS_H

#include "memory/place.h"

/**
 * Checkpoints: notes of agents on what they have done and learnt, kept for a workspace where
 * memory/place.h says: in the store, or as files beside those that people write. They are found by
 * time, by their words, and by what those mean.
 *
 * Errors of all functions: those of the store (store/store.h), which have left all as it was.
 * Memory: in the call's arena.
 */

#define SX_CHECKPOINT_MAX_BYTES ((size_t)20000)
#define SX_CHECKPOINT_MAX_TAGS 20
#define SX_CHECKPOINT_MAX_TAG_BYTES 50
/** More changed files are not listed. */
#define SX_CHECKPOINT_MAX_FILES 50
/** More of their symbols neither. */
#define SX_CHECKPOINT_MAX_SYMBOLS 50

typedef struct sx_checkpoint {
  sx_str id; /* a number, or the path of a file in SX_MEMORY_FOLDER without its suffix */
  int64_t time_ms;
  sx_str day, hour; /* in local time: "2025-11-29", "21:05" */
  sx_str client, branch, commit, description;
  sx_str tests;                 /* how those ended that ran last; may be empty */
  sx_strs tags, files, symbols; /* symbols: declared in the files */
  sx_str flaw;                  /* of a file: a remark on it; may be empty */
} sx_checkpoint;
typedef SX_ARRAY(sx_checkpoint) sx_checkpoints;

/**
 * Keeps one; its id and time are set. Where it is a file: READ_ONLY, IO (a full disk, too).
 */
sx_status sx_checkpoint_save(sx_call *call, const sx_memory_place *place, sx_checkpoint *checkpoint,
                             sx_err *err) SX_MUST_USE;

/** NOT_FOUND: there is none of that id. NOT_ALLOWED: a person has written it. */
sx_status sx_checkpoint_forget(sx_call *call, const sx_memory_place *place, sx_str id,
                               sx_err *err) SX_MUST_USE;

/** The checkpoints that are wanted. */
typedef struct sx_recall {
  sx_str query;        /* empty: the newest */
  const sx_strs *tags; /* it has all of them */
  int64_t since_ms;    /* 0: from the first on */
  size_t most;
} sx_recall;

typedef struct sx_recalled {
  sx_checkpoints list;
  uint64_t total; /* all that the tags and the time let through and that have a word of the query */
  bool has_words; /* the query has */
} sx_recalled;

/** The newest, or those that answer the query best; in both cases the newest first. */
sx_status sx_recall_run(sx_recalled *out, sx_call *call, const sx_memory_place *place,
                        const sx_recall *recall, sx_err *err) SX_MUST_USE;

/**
 * Reads a time: "2025-11-29", "2025-11-29 21:05" (local), with Z or an offset, or how long ago:
 * "12h", "3d", "2 weeks". INVALID_ARGUMENT.
 */
sx_status sx_recall_read_since(int64_t *out, sx_call *call, sx_str text, sx_err *err) SX_MUST_USE;

#endif
