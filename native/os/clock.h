#ifndef SX_OS_CLOCK_H
#define SX_OS_CLOCK_H

#include <stdint.h>

/** Milliseconds of a clock that never goes back; its zero means nothing. */
uint64_t sx_clock_ms(void);

/**
 * Milliseconds from `start` to `end`, both of sx_clock_ms. None where `start` is the later one:
 * another thread may have noted it after `end` was read.
 */
static inline uint64_t sx_clock_span_ms(uint64_t start_ms, uint64_t end_ms) {
  return end_ms > start_ms ? end_ms - start_ms : 0;
}
/** The same until now. */
uint64_t sx_clock_since_ms(uint64_t start_ms);

/**
 * Milliseconds that the processor has worked for this thread: how much it had to do, however busy
 * the machine is. Where the system does not count them: sx_clock_ms.
 */
uint64_t sx_clock_thread_ms(void);

/** The time of day as files are stamped with it, in nanoseconds since 1970. */
int64_t sx_clock_day_ns(void);

#endif
