#ifndef SX_WORKSPACE_TEXT_INDEX_PARTS_H
#define SX_WORKSPACE_TEXT_INDEX_PARTS_H

/* Shared by text_index*.c; no other file includes it. */

#include "index/select.h"
#include "index/store.h"
#include "os/lock.h"
#include "os/process.h"
#include "workspace/root_table.h"
#include "workspace/text_index.h"

/* ---- which entry of the index is which file ------------------------------------------------ */

/* A folder where so many databases were damaged does not get another one. */
#define SX_MAX_DAMAGED 32

/* A store that is open, counted. */
typedef struct sx_open_store {
  size_t users;
  sx_index_store store;
  struct sx_symbols_reader *symbols[SX_INDEX_SEGMENTS]; /* of the base and of the delta, once they
                                                    are there */
  struct sx_symbols_reader *damaged[SX_MAX_DAMAGED];    /* those before them, which may be in use */
  size_t damaged_count;
  /* The same of meaning/reader. */
  struct sx_meaning_reader *meaning[SX_INDEX_SEGMENTS], *damaged_meaning[SX_MAX_DAMAGED];
  size_t damaged_meaning_count;
} sx_open_store;

#define SX_NO_ENTRY UINT32_MAX
#define SX_OF_DELTA ((uint32_t)1 << 31)

/** A list of files beside a store: immutable, counted, of one arena. */
typedef struct sx_index_map {
  size_t users;          /* with the mutex of the service */
  sx_known_files *known; /* that has the list */
  const sx_known_list *list;
  sx_open_store *open;
  uint32_t *entries; /* of each file: its number, that of the delta with SX_OF_DELTA */
  uint64_t *binary;  /* bitmap: files whose entries say that they are */
} sx_index_map;

/** Takes over nothing where it fails. CORRUPT where the store is damaged; NOMEM, TOO_BIG. */
sx_status sx_index_map_make(sx_index_map **out, sx_known_files *known, const sx_known_list *list,
                            sx_open_store *open) SX_MUST_USE;
/** The entry of a file; false: it has none, or `*status` is not OK (it begins with OK). */
bool sx_index_map_entry(const sx_index_map *map, size_t file, sx_index_entry *out,
                        sx_status *status);
void sx_index_map_free(sx_index_map *map); /* without its list and store; NULL is allowed */

/* ---- which files are as the index has them -------------------------------------------------- */

/** Bitmaps by number in a map's list. */
typedef struct sx_index_marks {
  uint64_t *must_read; /* not known to be as in the index, or not in it */
  uint64_t *stale;     /* of those: the writer would read them */
  uint64_t *young;     /* of those: written so shortly ago that it would leave them to later */
  uint64_t *shared;    /* have hard links: no event reports a change by another name */
} sx_index_marks;

static inline bool sx_index__has(const uint64_t *bitmap, size_t i) {
  return bitmap[i / 64] >> (i % 64) & 1;
}
static inline void sx_index__set(uint64_t *bitmap, size_t i, bool is_set) {
  uint64_t bit = (uint64_t)1 << (i % 64);
  bitmap[i / 64] = is_set ? bitmap[i / 64] | bit : bitmap[i / 64] & ~bit;
}

/** How many are stale, and not young. */
size_t sx_index_marks_count(const sx_index_marks *marks, size_t files);
/** How many bits are set in [from, to). */
size_t sx_index__count(const uint64_t *bitmap, size_t from, size_t to);

/** All files must be read. False without memory. */
bool sx_index_marks_init(sx_index_marks *marks, size_t count);
void sx_index_marks_release(sx_index_marks *marks);
/** Marks in `look` what is not known from the marks of another map. CORRUPT. */
sx_status sx_index_marks_carry(sx_index_marks *marks, const sx_index_map *map,
                               const sx_index_marks *former, const sx_index_map *from,
                               uint64_t *look) SX_MUST_USE;
/** Marks the files of these paths, and those in such folders. */
void sx_index_marks_add_paths(uint64_t *look, const sx_known_list *list, const sx_strs *paths);
/** Looks at the marked files on the disk. CORRUPT, NOMEM; the call's statuses. */
sx_status sx_index_marks_look(sx_index_marks *marks, sx_call *call, sx_str root,
                              const sx_index_map *map, const uint64_t *look) SX_MUST_USE;

/* ---- progress, as a person sees it ---------------------------------------------------------- */

typedef struct sx_index_progress sx_index_progress;

/** A run of the writer. */
typedef struct sx_index_run {
  struct sx_index_run *next;
  uint64_t began_ms, files, of;
  uint64_t all_files, covered, bytes; /* at its end, of the whole folder */
  bool is_shown;
} sx_index_run;

sx_index_progress *sx_index_progress_new(void); /* NULL without memory */
void sx_index_progress_free(sx_index_progress *progress);
/** Replaces the listener: as sx_text_index_listen. */
void sx_index_progress_listen(sx_index_progress *progress, const sx_index_listener *listener);
void sx_index_progress_begin(sx_index_run *run);
void sx_index_progress_note(sx_index_progress *progress, sx_index_run *run, uint64_t files,
                            uint64_t of);
void sx_index_progress_end(sx_index_progress *progress, sx_index_run *run);
/** A line for the log; `complaint`: why it failed, or empty. */
void sx_index_progress_log(sx_index_progress *progress, const sx_index_run *run, sx_str root,
                           sx_str complaint);

/* ---- the writer --------------------------------------------------------------------------- */

/** The process that writes the index of one folder, when it is wanted. */
typedef struct sx_index_writer {
  uv_mutex_t mutex;
  sx_index_progress *progress;
  char *program, *folder, *root; /* folder: of the store */
  const char *argv[6];           /* of the process, while there is one */
  sx_process *process;
  sx_process *former; /* it has ended, or is about to; NULL where its memory was given back */
  char *again;        /* the list to begin again with when it has ended, or NULL */
  size_t again_bytes;
  bool is_running, must_rebuild;
  bool with_meaning; /* that was asked for: all runs write it */
  bool had_meaning;  /* the last run did */
  bool is_closing;
  bool is_left;           /* a thread of it hangs, and goes on using this */
  sx_index_run run;       /* the last one */
  bool reads_all;         /* the last run: there was no index before it */
  uint64_t may_start_ms;  /* not before; 0: at once */
  uint64_t may_update_ms; /* the same of a run that reads some files only */
  uint64_t some_ms;       /* how long a run that reads some takes, about */
  uint32_t failures;      /* in a row */
  uint64_t files, of;     /* progress */
  char complaint[256];    /* of the last run; empty: it ended well */
} sx_index_writer;

/** False without memory. `progress` is borrowed. */
bool sx_index_writer_init(sx_index_writer *writer, sx_index_progress *progress, sx_str program,
                          sx_str folder, sx_str root);
/** Asks the process to end, without waiting. */
void sx_index_writer_stop(sx_index_writer *writer);
/** Stops the process. False: what it is in must stay, as a thread hangs in it. */
bool sx_index_writer_release(sx_index_writer *writer);
/**
 * Starts it, unless it is running or was just now. `stale`: bitmap of the files that it is to look
 * at, NULL: all; `count`: how many of them it would read, 0: all.
 */
void sx_index_writer_want(sx_index_writer *writer, const sx_known_list *list, const uint64_t *stale,
                          size_t count);
/** Every run writes the words of units, too; the first one need not rest after those before it. */
void sx_index_writer_want_meaning(sx_index_writer *writer);
/**
 * The same, to read every file again; `is_wished`: also where it was just now, or failed, and once
 * more after a run that has not ended. Whether one had not.
 */
bool sx_index_writer_rebuild(sx_index_writer *writer, const sx_known_list *list, bool is_wished);

/* ---- the service -------------------------------------------------------------------------- */

typedef struct sx_index_root {
  sx_root_entry entry;  /* by its real path */
  char *folder;         /* of its store */
  sx_index_map *map;    /* or NULL: there is no index */
  sx_index_marks marks; /* of the map's files */
  uint64_t turn;        /* of what happened (workspace/event_log), that the marks have */
  uint64_t damaged;     /* the generation that is; 0: none */
  uint64_t too_big;     /* the current one, where that cannot be read; or 0 */
  size_t files;         /* of the folder, as they were last listed */
  bool has_symbols;     /* they were asked for: it has an index however few files it has */
  bool is_vast;         /* workspace/vast_folder.h: it has none unless */
  bool is_wished;       /* one was asked for */
  sx_lock used;         /* shared while the store is open: index/storage.h */
  sx_index_writer writer;
} sx_index_root;

struct sx_text_index {
  uv_mutex_t mutex; /* of the users of maps and stores, and `is_left` */
  char *program, *storage;
  size_t least_files; /* fewer have no index */
  sx_index_progress *progress;
  bool is_left; /* a thread of a writer hangs, and goes on using `progress` */
  sx_root_table roots;
};

/**
 * Makes the state of a folder the caller's own until sx_text_index__end. NULL in *out where another
 * call takes long. NOMEM; the call's statuses.
 */
sx_status sx_text_index__begin(sx_text_index *index, sx_call *call, sx_str path,
                               sx_index_root **out) SX_MUST_USE;
void sx_text_index__end(sx_text_index *index, sx_index_root *one);
/**
 * The map of the caller's own folder, brought up to date; NULL in *out where there is no index, or
 * where a part of the folder is not worth the first list of all. The caller drops it. Errors of
 * known_files; the call's statuses.
 */
sx_status sx_text_index__take(sx_index_map **out, sx_index_root *one, sx_call *call,
                              const sx_known_part *part, sx_err *err) SX_MUST_USE;
/** Opens the symbols of the map's store that are there: the map's own until it is dropped.
 */
sx_status sx_text_index__symbols(sx_text_declared *out, sx_text_index *index,
                                 const sx_index_root *one, sx_arena *arena) SX_MUST_USE;
/** The same of the words of their units. */
sx_status sx_text_index__meaning(sx_text_declared *out, sx_text_index *index,
                                 const sx_index_root *one, sx_arena *arena) SX_MUST_USE;
void sx_text_index__drop(sx_text_index *index, sx_index_map *map); /* NULL is allowed */
/** Whether no index is written of it: it is vast, has none so far, and none was asked for. */
bool sx_text_index__is_refused(const sx_index_root *one);
/** The folder has no index until its store is opened again. */
void sx_text_index__forget(sx_text_index *index, sx_index_root *one);
/** The folder of all stores. Empty without memory. */
sx_str sx_text_index__stores(const sx_text_index *index, sx_arena *arena);
/** Whether there is a folder at its path; true also where that cannot be found out, false of NULL.
 */
bool sx_text_index__is_on_disk(const sx_root *root);

#endif
