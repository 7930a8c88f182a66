#ifndef SX_OS_FILE_SYSTEM_H
#define SX_OS_FILE_SYSTEM_H

#include "base/arena.h"

#include <stdbool.h>
#include <uv.h>

/*
 * Functions that libuv does not have. Results are libuv's codes: 0, or a negative UV_E…. UV_ENOSYS
 * and UV_ENOTSUP: this system, or the file system of the file, cannot do it.
 */

/**
 * Locks an open file for this handle, or finds it locked: UV_EAGAIN. Programs that do not ask for
 * the lock do not notice it. Closing the file, and the end of the process, give it back.
 */
int sx_fs_try_lock(int file);
/** The same with others who share it. */
int sx_fs_try_share(int file);

/** Whether the file belongs to the user of this process; true where files have no such owners. */
bool sx_fs_is_own(const uv_stat_t *stat);
/** Gives the open file to the user of this process. */
int sx_fs_make_own(int file);

/**
 * `one` and `other` take each other's names at once. Watches report `one` last, as a name
 * that came, so that it does not look deleted to them.
 */
int sx_fs_exchange(const char *one, const char *other);

/**
 * Whether a program has the file open for writing; false also where the system cannot report it.
 * `file` is open for reading only.
 */
bool sx_fs_has_writer(int file);

/**
 * Whether the open file, or folder, is on a file system to which only this machine writes, as far
 * as its kind says: not on the network, not of a program of the user's, nor of a kind that is
 * unknown.
 */
bool sx_fs_is_local(int file);
/** The same by its path; false also where nothing is there. */
bool sx_fs_is_local_path(const char *path);

/**
 * Gives the file `to` the access control list and the extended attributes of `from`, and takes
 * those away that it got from its folder. An error where one that counts could not be given.
 */
int sx_fs_copy_attributes(int from, int to, sx_arena *arena);

#endif
