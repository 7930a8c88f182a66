#ifndef SX_OS_SCRATCH_H
#define SX_OS_SCRATCH_H

#include "base/status.h"
#include "base/str.h"

#include <stdint.h>

/**
 * A file without a name in the system's temporary folder, for what memory should not keep: no
 * other user can open it, and it is gone with the process. Zeroed is ready to use. Every call
 * blocks; one thread at a time.
 */
typedef struct sx_scratch {
  int file; /* descriptor + 1; 0: not made yet */
  uint64_t size_bytes;
} sx_scratch;

#define SX_SCRATCH_MAX_BYTES ((uint64_t)8 * 1024 * 1024 * 1024)

/** Appends `text`; *at is where it begins. IO (also past the limit): what was there stays. */
sx_status sx_scratch_add(sx_scratch *scratch, sx_str text, uint64_t *at) SX_MUST_USE;
/** Reads `len` bytes back into `out`. IO. */
sx_status sx_scratch_read(const sx_scratch *scratch, uint64_t at, char *out,
                          size_t len) SX_MUST_USE;
/** Gives up everything from `size_bytes` on. */
void sx_scratch_cut(sx_scratch *scratch, uint64_t size_bytes);
void sx_scratch_release(sx_scratch *scratch);

#endif
