#ifndef SX_OS_SELF_H
#define SX_OS_SELF_H

#include "base/buf.h"

#include <stdbool.h>
#include <stdint.h>

/* A program of ours that the engine starts, and its own process. */

/** First of all: gives back what it inherited beside the three streams, and ignores SIGPIPE. */
bool sx_self_begin(void);
/** Other programs go first, at the processor and at the disk. Before threads are started. */
void sx_self_lower(void);
/** More memory than that is refused, as if there was no more. */
void sx_self_limit_memory(uint64_t bytes);

/**
 * Freed memory stays with the process, up to `bytes`: taking it again costs a fault for each page.
 * Where libc has no such knob, it does as it does. Before threads are started.
 */
void sx_self_keep_memory(size_t bytes);

/**
 * Ends the process, as a fault does, once it has used the processor for `seconds` since the last
 * call; 0: no longer. For steps in code of others, which may go on for ever and be asked by nothing
 * to stop.
 */
void sx_self_limit_step(unsigned seconds);

/** Reads a part of the standard input; `*got` is 0 at its end. Blocks. IO, CANCELLED. */
sx_status sx_self_read(char *out, size_t room, size_t *got) SX_MUST_USE;
/**
 * From now on the end of the standard input, where that is a pipe or a socket, asks the process to
 * end, as signals do. `hang_ms` later it ends at once, with `exit_code`: something hangs in a file
 * system then.
 */
void sx_self_end_with_input(uint64_t hang_ms, int exit_code);
/** Whether the process is asked to end. */
bool sx_self_is_ending(void);

/** Writes to the standard output, if it takes that within `wait_ms`; else the text is lost. */
void sx_self_say(sx_str text, int wait_ms);

#endif
