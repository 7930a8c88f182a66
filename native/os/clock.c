#include "os/clock.h"

#include <uv.h>

uint64_t sx_clock_ms(void) {
  return uv_hrtime() / 1000000;
}
