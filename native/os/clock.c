#include "os/clock.h"

#include <time.h>
#include <uv.h>

uint64_t sx_clock_ms(void) {
  return uv_hrtime() / 1000000;
}

uint64_t sx_clock_since_ms(uint64_t start_ms) {
  return sx_clock_span_ms(start_ms, sx_clock_ms());
}

uint64_t sx_clock_thread_ms(void) {
#ifdef CLOCK_THREAD_CPUTIME_ID
  struct timespec used;
  if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used) == 0)
    return (uint64_t)used.tv_sec * 1000 + (uint64_t)used.tv_nsec / 1000000;
#endif
  return sx_clock_ms();
}

int64_t sx_clock_day_ns(void) {
  struct timespec now;
  if (timespec_get(&now, TIME_UTC) != TIME_UTC) return 0;
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}
