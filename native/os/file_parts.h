#ifndef SX_OS_FILE_PARTS_H
#define SX_OS_FILE_PARTS_H

#include "base/arena.h"
#include "os/file.h"

#include <fcntl.h>
#include <stdbool.h>
#include <uv.h>

/* Shared by os/file_*.c; no other file includes it. Codes are libuv's. */

#define SX_FILE_SCRATCH_BYTES ((size_t)512 * 1024)
#define SX_FILE_MAX_BYTES ((size_t)256 * 1024 * 1024)

/* Flags of opening: do not wait for a named pipe, and do not follow an unexpected link. */
#ifdef O_NONBLOCK
#define SX_FILE_NO_WAIT (O_NONBLOCK | O_NOCTTY)
#define SX_FILE_NO_LINK O_NOFOLLOW
#else
#define SX_FILE_NO_WAIT 0
#define SX_FILE_NO_LINK 0
#endif

/** Contents in pieces, which are borrowed. */
typedef struct sx_pieces {
  const sx_str *items;
  size_t count;
} sx_pieces;

/** The path as a C string in `arena`; NULL where no file can have it, or without memory. */
const char *sx_file__c_path(sx_str path, sx_arena *arena);
/** Why sx_file__c_path gave none. */
int sx_file__no_path(const sx_arena *arena);
sx_status sx_file__fail_write(sx_err *err, int code, sx_str path);

/** Writes all pieces from the file's start. */
int sx_file__write_pieces(uv_file file, const sx_pieces *pieces);
/** Whether the file contains just this; reads it from its start, in parts, and allocates nothing.
 */
int sx_file__compare(uv_file file, const sx_pieces *pieces, bool *is_same);
size_t sx_file__count_bytes(const sx_pieces *pieces);
/** All pieces as one text in `arena`; its status is NOMEM without memory. */
sx_str sx_file__join(const sx_pieces *pieces, sx_arena *arena);
/** The whole file, in `arena`. UV_EFBIG past SX_FILE_MAX_BYTES. */
int sx_file__read_all(uv_file file, sx_str *out, sx_arena *arena);
/** Writes at the end of the file `name`, wherever that is at the time: other programs may write
 * there, too. */
int sx_file__append(const char *name, uv_file same, sx_str text);
int sx_file__stat(uv_file file, uv_stat_t *out);
void sx_file__fill_info(sx_file_info *out, const uv_stat_t *stat);
bool sx_file__is_same_file(uv_file one, uv_file other);
/** Whether the name is taken, be it by a link to nothing. */
bool sx_file__is_there(const char *name);
void sx_file__close(uv_file file);
int sx_file__sync(uv_file file);
void sx_file__unlink(const char *name);
/** Syncs the folder, so that a rename in it survives a crash; not every system can do that. */
void sx_file__sync_folder(const char *target, sx_arena *arena);

/* ---- files beside what they are to replace (file_beside.c) ------------------------------- */

/** Open, and locked by this process: the lock distinguishes it from one that a process has left
 * behind. */
typedef struct sx_beside {
  uv_file file;
  const char *name; /* in the arena; NULL: there is none any more */
} sx_beside;

/**
 * Makes an empty file beside `target`, after removing those that ended processes have left there.
 * The replaced file may be private, so the new one is until it gets its mode, unless `is_new`.
 */
int sx_beside_open(sx_beside *out, sx_str target, bool is_new, sx_arena *arena);
/** Closes it, and removes it where it still has its name. */
void sx_beside_close(sx_beside *beside);
/** From now on the file is a journal of writing to `target` in place: see file_in_place.c. */
int sx_beside_make_journal(sx_beside *beside, sx_str target, sx_arena *arena);
/** Whether a process writes to `target` in place, or was killed in the middle of it. */
bool sx_beside_has_journal(sx_str target, sx_arena *arena);
/** Finishes what a killed process has begun to write to `target` in place. */
void sx_beside_finish(sx_str target, sx_arena *arena);

/* ---- writing without another file taking the name (file_in_place.c) ---------------------- */

/**
 * Overwrites the open file `old`, which contains `before`, with `after`; `beside` becomes the
 * journal by which a process that comes later finishes it, should this one be killed.
 */
int sx_file__write_in_place(sx_str target, uv_file old, const sx_pieces *before,
                            const sx_pieces *after, sx_beside *beside, sx_arena *arena);
/** Finishes what a killed process has begun. `journal` is open and locked. False: keep it. */
bool sx_file__finish_in_place(uv_file journal, const char *name, sx_arena *arena);

#endif
