#ifndef SX_OS_LOCK_H
#define SX_OS_LOCK_H

#include "base/status.h"

#include <stdbool.h>

/** A lock that one process at a time has, or several share. Zeroed: not this one. */
typedef struct sx_lock {
  int file; /* descriptor + 1 */
} sx_lock;

/**
 * Takes the lock of the file `path`, which is made where it is missing and never removed. The
 * system gives it back when the process ends, however that happens.
 *
 * Errors  BUSY: another process, or another sx_lock of this one, has it; READ_ONLY, NOT_FOUND (no
 *         such folder), IO with the reason.
 */
sx_status sx_lock_try(sx_lock *out, const char *path, sx_err *err) SX_MUST_USE;
/**
 * The same with any number of others who share it: BUSY while one has it alone. The file's time of
 * change becomes now.
 */
sx_status sx_lock_share(sx_lock *out, const char *path, sx_err *err) SX_MUST_USE;
/** Whether another process, or a lock of this one, has it now. */
bool sx_lock_is_taken(const char *path);
/** The time of change of the lock's file becomes now. */
void sx_lock_touch(const sx_lock *lock);
void sx_lock_release(sx_lock *lock);

#endif
