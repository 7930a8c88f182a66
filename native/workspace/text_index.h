#ifndef SX_WORKSPACE_TEXT_INDEX_H
#define SX_WORKSPACE_TEXT_INDEX_H

#include "match/grep.h"
#include "workspace/call.h"
#include "workspace/known_files.h"

/**
 * Which files of the workspace may have a text: by an index of the trigrams of each file that a
 * process of its own, sextant-indexer, writes into the extension's storage. The index narrows, the
 * text decides: files that the index does not cover as they are now are always read.
 *
 * It is written for folders of 2,000 files or more, when they are first searched, and again when
 * files have changed. Until then, and where anything about it is wrong, all files are read. One of
 * `/`, of the person's own folder or of one above that is written only when it is asked for.
 */
typedef struct sx_text_index sx_text_index;

sx_text_index *sx_text_index_new(void); /* NULL without memory */
void sx_text_index_free(sx_text_index *index);

/**
 * `programs` is the folder of sextant-indexer, `storage` one that may be written to. To be called
 * once, before the first call of a tool; without it, and on systems where it cannot start programs,
 * there is no index. False without memory.
 */
bool sx_text_index_set_up(sx_text_index *index, sx_str programs, sx_str storage);

/** Writing as a person sees it. Called from any thread; each must return soon. */
typedef struct sx_index_listener {
  /* An index is being written, where that takes some time: how many of the files have been read.
     None of none when it is over. */
  void (*tell)(void *arg, uint64_t files, uint64_t of);
  /* A run of the writer for the folder `root` has ended: a line for the log, and why it failed, or
     an empty text. */
  void (*ended)(void *arg, sx_str line, sx_str root, sx_str complaint);
  void *arg;
} sx_index_listener;
/** Replaces the listener; NULL: none. No call of the former one is under way afterwards. */
void sx_text_index_listen(sx_text_index *index, const sx_index_listener *listener);

/** How many files a folder must have for an index; for tests. */
void sx_text_index_set_least(sx_text_index *index, size_t files);

/** The files of a folder, and which of them have to be read. */
typedef struct sx_text_narrowed {
  const sx_known_list *list; /* NULL: nothing is known, all files are to be read */
  size_t from, to;           /* the folder's files, by number in list->paths */
  size_t above_len;          /* of the path of the folder in these, with its slash */
  const uint64_t *to_read;   /* bitmap by number, of the folder's files alone */
  size_t count;              /* of those */
  const uint64_t *binary;    /* the same: not read, as they are binary */
  struct sx_index_map *map;  /* the index's own */
} sx_text_narrowed;

/**
 * Narrows the files of a folder of the workspace, or of one below it (a root's path, or one without
 * links), to those that may have the text, as they are now on the disk. Starts writing the index
 * where it is missing or old.
 *
 * Memory  release `out` with sx_text_index_release; bitmaps are in the call's arena and the index.
 * Errors  CANCELLED, CLOSED, DEADLINE, NOMEM. Everything else only means that nothing is known.
 */
sx_status sx_text_index_narrow(sx_text_narrowed *out, sx_call *call, sx_str folder,
                               const sx_grep_need *need, sx_err *err) SX_MUST_USE;
/**
 * Brings what is known of a folder's index up to date, where there is one, so that the next search
 * need not look at all files. Never starts writing it. Errors as sx_text_index_narrow.
 */
sx_status sx_text_index_prepare(sx_call *call, sx_str root, sx_err *err) SX_MUST_USE;
/** Whether file `i` of the list has to be read. */
static inline bool sx_text_narrowed_reads(const sx_text_narrowed *narrowed, size_t i) {
  return narrowed->to_read[i / 64] >> (i % 64) & 1;
}
/** Its path in the folder. */
static inline sx_str sx_text_narrowed_path(const sx_text_narrowed *narrowed, size_t i) {
  sx_str path = narrowed->list->paths.items[i];
  return sx_str_slice(path, narrowed->above_len, path.len);
}
void sx_text_index_release(sx_call *call, sx_text_narrowed *narrowed);

#define SX_INDEX_SEGMENTS 2

/** The files of a folder of the workspace, and the index of what they declare. */
typedef struct sx_text_declared {
  const sx_known_list *list; /* NULL: there is no index */
  const uint64_t *stale;     /* bitmap by number: files that are not as the index has them */
  struct sx_symbols_reader *symbols[SX_INDEX_SEGMENTS]; /* NULL: there is none (yet) */
  struct sx_meaning_reader *meaning[SX_INDEX_SEGMENTS]; /* the same, where it was asked for */
  bool has_meaning;                                     /* no segment lacks it */
  size_t files;             /* of the folder, as they were last listed; 0: not yet */
  bool is_whole;            /* no file of the list lacks them but those that are stale */
  bool is_writing;          /* by this window */
  bool is_due;              /* it will be: the writer rests a while */
  bool is_refused;          /* it is vast (workspace/vast_folder.h), and none was asked for */
  sx_str folder;            /* of the store */
  sx_str complaint;         /* why the writer failed last; empty: it did not */
  struct sx_index_map *map; /* the index's own */
} sx_text_declared;

/**
 * Takes what is known of the declarations of a folder's files. Starts writing that where it is
 * missing or old, however few files the folder has. `with_meaning`: also the words of its units
 * (meaning/reader), which are kept up to date from then on.
 *
 * Memory  release `out` with sx_text_index_release_declared.
 * Errors  as sx_text_index_narrow.
 */
sx_status sx_text_index_declared(sx_text_declared *out, sx_call *call, const sx_root *root,
                                 bool with_meaning, sx_err *err) SX_MUST_USE;
void sx_text_index_release_declared(sx_call *call, sx_text_declared *declared);
/** Removes the symbols of a segment, which are damaged: the next question has them written again.
 */
void sx_text_index_remove_declared(sx_call *call, sx_text_declared *declared, size_t segment);
void sx_text_index_remove_meaning(sx_call *call, sx_text_declared *declared, size_t segment);
/** How many files a segment has. */
size_t sx_text_declared_entries(const sx_text_declared *declared, size_t segment);
/** Marks the files of a segment that are as it has them: a bit for each of its entries. */
void sx_text_declared_current(const sx_text_declared *declared, size_t segment, uint64_t *bitmap);
/** The number of a file of a segment, by its path in the folder; SX_STR_NONE where it lacks it. */
size_t sx_text_declared_find(const sx_text_declared *declared, size_t segment, sx_str path);
/** The path of one in its folder, borrowed from the segment. CORRUPT. */
sx_status sx_text_declared_path(const sx_text_declared *declared, size_t segment, uint32_t entry,
                                sx_str *out) SX_MUST_USE;
/**
 * The number in the list of a file of symbols[segment]; SX_STR_NONE where it is not as the index
 * has it, or the list lacks it.
 */
size_t sx_text_declared_file(const sx_text_declared *declared, size_t segment, uint32_t entry);

/** The files of a language whose declarations are in the index of symbols. */
typedef struct sx_text_index_language {
  sx_str name;
  size_t files;
  size_t unread; /* of them: too big, or the writer ended at them */
  size_t cut;    /* of them: with more macros than are taken, or reading them took too long */
} sx_text_index_language;

/** The state of the index of one folder. */
typedef struct sx_text_index_report {
  bool is_on;          /* false: there is none in this window */
  bool is_on_disk;     /* the folder */
  bool is_too_big;     /* not used: larger than SX_INDEX_MAX_COPIED, and not local */
  bool is_refused;     /* the folder is vast (workspace/vast_folder.h), and none was asked for */
  uint64_t generation; /* 0: not written yet, or the folder has too few files */
  size_t files;        /* of the folder */
  size_t covered, binary, open, stale; /* of them; open: always read, stale: changed since */
  sx_strs poisoned; /* of them: read always, as the writer ended at them; relative paths */
  uint64_t text_bytes, store_bytes;
  int64_t written_ns;                         /* sx_clock_day_ns; 0: never */
  sx_str folder;                              /* of the store */
  bool is_writing;                            /* a process of this window */
  bool is_others;                             /* that of another window writes it */
  uint64_t read, to_read;                     /* by the writer, so far */
  sx_str complaint;                           /* of its last run; empty: it ended well */
  bool has_symbols;                           /* of all files that the index has */
  SX_ARRAY(sx_text_index_language) languages; /* with symbols, by their names */
} sx_text_index_report;

/** Brings it up to date first. Errors as sx_text_index_narrow. */
sx_status sx_text_index_get_report(sx_text_index_report *out, sx_call *call, sx_str root,
                                   sx_err *err) SX_MUST_USE;

typedef enum sx_text_index_wish {
  SX_TEXT_INDEX_IS_OFF,
  SX_TEXT_INDEX_ELSEWHERE, /* the folder is not on the disk */
  SX_TEXT_INDEX_TOO_FEW,   /* files: searching them needs none */
  SX_TEXT_INDEX_BEGUN,
  SX_TEXT_INDEX_AFTERWARDS, /* it is being written: once more when that has ended */
} sx_text_index_wish;

/** Reads all files for it again. Errors as sx_text_index_narrow; BUSY where a search takes long. */
sx_status sx_text_index_write(sx_text_index_wish *out, sx_call *call, sx_str root,
                              sx_err *err) SX_MUST_USE;

/** Changes in one folder that the watch had missed. Paths are relative, in the call's arena. */
typedef struct sx_text_index_refreshed {
  size_t files;
  sx_strs came, went;
  sx_strs changed; /* since the index was written; empty where there is none */
} sx_text_index_refreshed;

/**
 * Looks at all folders, rules and files of `root` again, whatever the watch has seen. Errors as
 * sx_text_index_narrow, and those of walking.
 */
sx_status sx_text_index_refresh(sx_text_index_refreshed *out, sx_call *call, sx_str root,
                                sx_err *err) SX_MUST_USE;

struct sx_index_tidied;
/** All indexes of this user together: the least recently used go first, never one that is open. */
#define SX_TEXT_INDEX_MAX_BYTES ((uint64_t)4 << 30)
/**
 * Removes the indexes of folders that are gone, or that no window has had open for 30 days;
 * `is_all`: of all folders that no other window has open. Errors as sx_index_storage_tidy.
 */
sx_status sx_text_index_clean(struct sx_index_tidied *out, sx_call *call, bool is_all,
                              sx_err *err) SX_MUST_USE;

#endif
