#ifndef SX_OS_CLOCK_H
#define SX_OS_CLOCK_H

#include <stdint.h>

/** Milliseconds of a clock that never goes back; its zero means nothing. */
uint64_t sx_clock_ms(void);

/** The time of day as files are stamped with it, in nanoseconds since 1970. */
int64_t sx_clock_day_ns(void);

#endif
