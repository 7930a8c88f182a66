#ifndef SX_OS_PROCESS_SPAWN_H
#define SX_OS_PROCESS_SPAWN_H

#include "base/status.h"

#include <stdbool.h>

/* Starting a program, for os/process alone. Not on Windows. */

typedef struct sx_spawned {
  int id;
  int input, output, complaints; /* our ends of its streams, which do not block; -1: closed */
  int report;                    /* of its descriptor 3, where it has one */
  int handle;                    /* readable once it has ended; -1 where systems have none */
} sx_spawned;

typedef struct sx_spawn_wishes {
  const char *const *argv, *const *environment; /* the latter NULL: this process's own */
  bool has_report;
  bool is_bulky; /* it may write much: its output gets more room on the way */
} sx_spawn_wishes;

/**
 * Blocks while the system loads it. Errors: NOT_FOUND, NOT_READABLE where it must not be run,
 * NOMEM, IO; then there is nothing to close.
 */
sx_status sx_spawn__start(sx_spawned *out, const sx_spawn_wishes *wishes, sx_err *err) SX_MUST_USE;
/** Both ends are above the standard streams and are not inherited. */
bool sx_spawn__pipe(int ends[2]);
void sx_spawn__unblock(int file);
/** Closes it unless it is -1, which it is then. */
void sx_spawn__close(int *file);

#endif
