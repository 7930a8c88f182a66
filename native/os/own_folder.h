#ifndef SX_OS_OWN_FOLDER_H
#define SX_OS_OWN_FOLDER_H

#include "base/array.h"

#include <stdint.h>

/*
 * A folder that belongs to the extension alone: no other program makes, removes or cuts files in
 * it. Folders and names are C strings. Every call blocks.
 */

/** Makes it with the folders above it; only this user may look into it. READ_ONLY, IO, NOMEM. */
sx_status sx_own_folder_make(const char *folder, sx_err *err) SX_MUST_USE;
/** The names in it, in any order, in `arena`. NOT_FOUND, NOT_READABLE, NOMEM. */
sx_status sx_own_folder_list(sx_strs *out, const char *folder, sx_arena *arena,
                             sx_err *err) SX_MUST_USE;
/**
 * Puts a file in place of the one of that name: whatever happens, the name has the whole old text
 * or the whole new one, and after success the new one also where the system fails. All files of
 * the folder that were synced keep their names, too. Errors: IO (a full disk, too), READ_ONLY.
 */
sx_status sx_own_folder_put(const char *folder, const char *name, sx_str text,
                            sx_err *err) SX_MUST_USE;
/** Gives a file that was written another name, safe on the disk. IO, READ_ONLY, NOMEM. */
sx_status sx_own_folder_rename(const char *folder, const char *from, const char *to,
                               sx_err *err) SX_MUST_USE;
/** Removes a file, or a folder with the files in it. A missing name is not an error. IO. */
sx_status sx_own_folder_remove(const char *folder, const char *name, sx_err *err);

/** A file that is written over in place, whose room was taken before: no write needs any. */
typedef struct sx_own_file {
  int file; /* descriptor + 1; 0: not open */
} sx_own_file;

/** Makes it, of `bytes` NULs; what was there is gone. IO, READ_ONLY: there is none. */
sx_status sx_own_file_make(sx_own_file *out, const char *folder, const char *name, size_t bytes,
                           sx_err *err) SX_MUST_USE;
/** Writes at `at`, from any thread. Another process reads the old text or the new one. */
void sx_own_file_write(const sx_own_file *file, uint64_t at, sx_str text);
void sx_own_file_close(sx_own_file *file);

#endif
