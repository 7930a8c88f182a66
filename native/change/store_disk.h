#ifndef SX_CHANGE_STORE_DISK_H
#define SX_CHANGE_STORE_DISK_H

#include "change/store.h"

/**
 * Applied changes that outlive a reload of the window: each is a file in a folder of the
 * extension's private storage, written by a thread of its own, checked by a checksum when it is
 * read, and removed when the change is undone. The oldest go where there are too many. Files of
 * other names are another program's, and stay.
 *
 *     changes/0/lock   one window has it; a second window of the same workspace takes 1
 *     changes/0/7.c1234  the change c1234, the seventh that was written
 *     changes/0/begun.c1235  is in the editor's buffers, and may yet be taken back
 */
/* The most that one window keeps. */
#define SX_CHANGES_DISK_MAX 200
#define SX_CHANGES_DISK_MAX_BYTES ((size_t)64 * 1024 * 1024)
/** A larger change lives as long as the window. */
#define SX_CHANGES_DISK_MAX_ONE_BYTES ((size_t)24 * 1024 * 1024)

/**
 * `ids`: those of the changes from before, once they are known; from another thread. `begun`: those
 * of them that were still being verified when their window ended.
 */
typedef struct sx_changes_listener {
  void (*loaded)(void *arg, const sx_strs *ids, const sx_strs *begun);
  void *arg;
} sx_changes_listener;

/**
 * Keeps changes in `storage` from now on, and loads those that are there, which can then be found
 * and undone like others. Once, before the first change. Until they are loaded (some milliseconds;
 * SX_CHANGES_LOCK_MS while another window has the folder) who looks for a change waits.
 * False without memory: then changes live as long as the window.
 */
bool sx_changes_keep_in(sx_changes *changes, sx_str storage, const sx_changes_listener *listener);

/* A window that is reloaded may begin before the one before it has ended. */
#define SX_CHANGES_LOCK_MS 3000

/* ---- for the store alone -------------------------------------------------------------------- */

typedef struct sx_change_disk sx_change_disk;

/** Waits until changes from before are loaded, some seconds at most. Not while the store is locked.
 */
void sx_change_disk__await(sx_change_disk *disk);
/** The file of a change that was applied; sx_change_disk__write or __drop takes it. */
typedef struct sx_change_file sx_change_file;
/** NULL where it cannot be kept. */
sx_change_file *sx_change_disk__prepare(sx_change_disk *disk, const sx_change *change,
                                        const char *id);
/** Takes `file`, which may be NULL. */
void sx_change_disk__write(sx_change_disk *disk, sx_change_file *file);
void sx_change_disk__drop(sx_change_file *file);
void sx_change_disk__remove(sx_change_disk *disk, const char *id);
/**
 * A change that is about to be applied and verified: where the window ends meanwhile, it is not
 * taken back, and its text is in unsaved buffers. Until sx_change_disk__end_verifying it is on the
 * disk, and the next window takes it back. Where that fails, it is not known then.
 */
void sx_change_disk__begin_verifying(sx_change_disk *disk, const sx_change *change, const char *id);
/** Done before anybody hears that the change is kept. */
void sx_change_disk__end_verifying(sx_change_disk *disk, const char *id);
/** Writes the rest, if that takes no more than a moment. False: it hangs. */
bool sx_change_disk__free(sx_change_disk *disk);

/* ---- a change as bytes (store_coded.c) ------------------------------------------------------ */

/** Errors are those of `out`. */
void sx_change__encode(const sx_change *change, sx_buf *out);
/** `out` borrows `bytes`; its arrays are in `arena`. CORRUPT, NOMEM. */
sx_status sx_change__decode(sx_change *out, sx_str bytes, sx_arena *arena) SX_MUST_USE;

#endif
