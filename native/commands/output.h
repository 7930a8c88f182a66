#ifndef SX_COMMANDS_OUTPUT_H
#define SX_COMMANDS_OUTPUT_H

#include "base/buf.h"
#include "os/scratch.h"

/**
 * All that a command has written to one of its streams, as it came. A little is kept in
 * memory, more in a file without a name that is gone with this process. One thread at a time.
 */
typedef struct sx_output {
  sx_buf memory;
  sx_scratch file;    /* all of it, once that is more than memory is to keep */
  uint64_t bytes;     /* written, kept or not */
  uint64_t line_ends; /* in all of it */
  char last;          /* its last byte */
  bool is_cut;        /* the end is not kept: there is no room for it */
} sx_output;

#define SX_OUTPUT_MEMORY_BYTES ((size_t)64 * 1024)
#define SX_OUTPUT_MAX_BYTES ((uint64_t)1 << 30)

void sx_output_init(sx_output *output);
void sx_output_release(sx_output *output);

/** Never fails: what cannot be kept is counted. Blocks while the disk does. */
void sx_output_add(sx_output *output, sx_str bytes);

/** How many bytes can be read. */
uint64_t sx_output_kept(const sx_output *output);
/** Lines, the last one also without an end. */
uint64_t sx_output_lines(const sx_output *output);
/** Appends the bytes [at, at + len) to `out`, less at the end. IO; NOMEM, TOO_BIG by `out`. */
sx_status sx_output_read(const sx_output *output, uint64_t at, size_t len, sx_buf *out) SX_MUST_USE;

#endif
