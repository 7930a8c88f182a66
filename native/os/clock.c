#include "os/clock.h"

#include <uv.h>

uint64_t sx_clock_ms(void) {
  return uv_hrtime() / 1000000;
}

int64_t sx_clock_day_ns(void) {
  struct timespec now;
  if (timespec_get(&now, TIME_UTC) != TIME_UTC) return 0;
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}
