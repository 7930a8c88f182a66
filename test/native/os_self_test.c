#include "harness.h"
#include "os/clock.h"
#include "os/self.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static void work(uint64_t ms) {
  uint64_t start_ms = sx_clock_thread_ms();
  while (sx_clock_span_ms(start_ms, sx_clock_thread_ms()) < ms)
    for (volatile int i = 0; i < 100000; i++)
      ;
}

/* The state of a process that limits its steps to a second, and works in `steps` of so many ms. */
static int run_steps(int steps, uint64_t ms, bool is_limited) {
  int state = 0;
  pid_t child = fork();
  if (child == 0) {
    for (int i = 0; i < steps; i++) {
      sx_self_limit_step(1);
      if (!is_limited) sx_self_limit_step(0);
      work(ms);
    }
    _exit(0);
  }
  return child > 0 && waitpid(child, &state, 0) == child ? state : -1;
}

SX_TEST(a_step_that_goes_on_ends_the_process) {
  int state = run_steps(1, 60000, true);
  SX_EXPECT(WIFSIGNALED(state) && WTERMSIG(state) == SIGVTALRM);
}

SX_TEST(each_step_has_its_own_limit) {
  SX_EXPECT(run_steps(4, 500, true) == 0);
  SX_EXPECT(run_steps(1, 1500, false) == 0);
}

SX_SUITE(os_self_test, SX_CASE(a_step_that_goes_on_ends_the_process),
         SX_CASE(each_step_has_its_own_limit));
