#include "harness.h"
#include "os/clock.h"

/* Another thread may have noted a time after this one has read the clock. */
SX_TEST(no_time_has_passed_since_a_later_one) {
  uint64_t now_ms = sx_clock_ms();
  SX_EXPECT(sx_clock_since_ms(now_ms + 60000) == 0);
  SX_EXPECT(sx_clock_span_ms(now_ms + 1, now_ms) == 0);
  SX_EXPECT(sx_clock_span_ms(now_ms, now_ms) == 0);
  SX_EXPECT(sx_clock_span_ms(now_ms, now_ms + 7) == 7);
  SX_EXPECT(sx_clock_since_ms(0) >= now_ms);
}

SX_SUITE(os_clock_test, SX_CASE(no_time_has_passed_since_a_later_one));
