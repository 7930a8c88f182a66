#include "harness.h"
#include "os/clock.h"

#include <time.h>

/* Another thread may have noted a time after this one has read the clock. */
SX_TEST(no_time_has_passed_since_a_later_one) {
  uint64_t now_ms = sx_clock_ms();
  SX_EXPECT(sx_clock_since_ms(now_ms + 60000) == 0);
  SX_EXPECT(sx_clock_span_ms(now_ms + 1, now_ms) == 0);
  SX_EXPECT(sx_clock_span_ms(now_ms, now_ms) == 0);
  SX_EXPECT(sx_clock_span_ms(now_ms, now_ms + 7) == 7);
  SX_EXPECT(sx_clock_since_ms(0) >= now_ms);
}

/* Waiting does not count. */
SX_TEST(the_thread_s_time_is_that_of_its_work) {
  uint64_t start_ms = sx_clock_ms(), worked_ms = sx_clock_thread_ms();
  while (sx_clock_since_ms(start_ms) < 20) {
    struct timespec pause = {0, 1000000};
    nanosleep(&pause, NULL);
  }
  SX_EXPECT(sx_clock_span_ms(worked_ms, sx_clock_thread_ms()) < 15);
  worked_ms = sx_clock_thread_ms();
  while (sx_clock_span_ms(worked_ms, sx_clock_thread_ms()) < 5) {
    if (sx_clock_since_ms(start_ms) > 20000) SX_FAIL("the clock stands still");
  }
}

SX_SUITE(os_clock_test, SX_CASE(no_time_has_passed_since_a_later_one),
         SX_CASE(the_thread_s_time_is_that_of_its_work));
