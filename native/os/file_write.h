#ifndef SX_OS_FILE_WRITE_H
#define SX_OS_FILE_WRITE_H

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>

/* Writing. Every call blocks: never on the editor's main thread. */

/**
 * Replaces a file's contents where it has just those of `expected`; CONFLICT where it has others.
 *
 * Atomic   readers see the old or the new contents, also after a crash: they are written
 *          beside it, synced, and take its name. A symbolic link stays one: what it leads to is
 *          replaced. Mode, owner, access control list and extended attributes stay.
 * In place A file that has several hard links, or that a new file could not be like, is overwritten
 *          instead, with a journal beside it: what a kill has torn is finished by the next write of
 *          any process in that folder.
 * Others   Processes that write by this function take turns. If another program writes between the
 *          look and the swap, its file is put back (Linux, macOS; elsewhere, and in place, it is
 *          lost if it comes in the microseconds between the two).
 * Errors   CONFLICT, NOT_FOUND (no such folder, a link to nothing), IS_DIRECTORY, READ_ONLY (no
 *          right to write), IO, NOMEM; the file is as it was, or as others have written it, then.
 */
sx_status sx_file_replace(sx_str path, const sx_str *expected, size_t expected_count,
                          const sx_str *pieces, size_t count, sx_err *err) SX_MUST_USE;

/** The same whatever the file contains, or a new file where there is none. */
sx_status sx_file_write(sx_str path, const sx_str *pieces, size_t count, sx_err *err) SX_MUST_USE;

/**
 * Creates a file; EXISTS if the path is taken, by a file or anything else. Otherwise as
 * sx_file_replace. `mode`: its permission bits; 0: those that the system gives new files.
 */
sx_status sx_file_write_new(sx_str path, const sx_str *pieces, size_t count, uint32_t mode,
                            sx_err *err) SX_MUST_USE;

/**
 * Makes the folders above `path`; `*made_bytes` of it, or 0, are the first one that was not there.
 * Where it fails none is left. Errors: READ_ONLY, IO, NOMEM.
 */
sx_status sx_file_make_parents(sx_str path, size_t *made_bytes, sx_err *err) SX_MUST_USE;
/** The `*made_bytes` that sx_file_make_parents would give, without making anything. */
size_t sx_file_find_missing_parents(sx_str path);
/** Removes those folders again, as far as they are empty. */
void sx_file_remove_parents(sx_str path, size_t made_bytes);

/** Removes a folder if it is empty; needs no memory. */
void sx_dir_remove_empty(const char *path);

/** Removes a file, not a folder. NOT_FOUND, READ_ONLY, IO. */
sx_status sx_file_remove(sx_str path, sx_err *err) SX_MUST_USE;

typedef struct sx_dir_entry {
  sx_str name;
  bool is_directory, is_link;
  uint64_t size_bytes; /* of files */
} sx_dir_entry;

typedef struct sx_dir_list {
  const sx_dir_entry *items; /* sorted by name, bytewise */
  size_t count;
} sx_dir_list;

/** The entries of a folder. Links are followed for type and size. Memory in `arena`. */
sx_status sx_dir_read(sx_dir_list *out, sx_str path, sx_arena *arena, sx_err *err) SX_MUST_USE;

#endif
