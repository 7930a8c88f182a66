#include "harness.h"
#include "os/clock.h"
#include "os/pool.h"

#include <stdatomic.h>
#include <uv.h>

/* A door that jobs wait at, so that a case decides when they end. */
typedef struct gate {
  uv_mutex_t mutex;
  uv_cond_t moved;
  bool is_open;
  size_t inside, ended;
} gate;

static void free_gate(void *context) {
  gate *g = context;
  uv_cond_destroy(&g->moved);
  uv_mutex_destroy(&g->mutex);
}

static gate *new_gate(void) {
  gate *g = sx_test_memory(sizeof *g);
  uv_mutex_init(&g->mutex);
  uv_cond_init(&g->moved);
  sx_test_defer(free_gate, g);
  return g;
}

static void wait_at_gate(void *context) {
  gate *g = context;
  uv_mutex_lock(&g->mutex);
  g->inside++;
  uv_cond_broadcast(&g->moved);
  while (!g->is_open) uv_cond_wait(&g->moved, &g->mutex);
  g->ended++;
  uv_cond_broadcast(&g->moved);
  uv_mutex_unlock(&g->mutex);
}

static void open_gate(void *context) {
  gate *g = context;
  uv_mutex_lock(&g->mutex);
  g->is_open = true;
  uv_cond_broadcast(&g->moved);
  uv_mutex_unlock(&g->mutex);
}

/* Waits until so many jobs are at the gate; false after ten seconds. */
static bool wait_inside(gate *g, size_t count) {
  uint64_t end_ms = sx_clock_ms() + 10000;
  uv_mutex_lock(&g->mutex);
  while (g->inside < count && sx_clock_ms() < end_ms)
    uv_cond_timedwait(&g->moved, &g->mutex, 100 * 1000000);
  bool is_reached = g->inside >= count;
  uv_mutex_unlock(&g->mutex);
  return is_reached;
}

static void count_up(void *context) {
  atomic_fetch_add((atomic_size_t *)context, 1);
}

SX_TEST(runs_every_job_once) {
  atomic_size_t done = 0;
  sx_pool *pool = sx_pool_new(4, 20000);
  SX_EXPECT_ALLOC(pool);
  size_t added = 0, count = sx_test_is_failing_allocations() ? 20 : 10000;
  for (size_t i = 0; i < count; i++) added += sx_pool_add(pool, count_up, &done) == SX_OK;
  SX_EXPECT(sx_pool_free(pool, 60000));
  SX_EXPECT_SIZE(atomic_load(&done), added);
  if (!sx_test_is_failing_allocations()) SX_EXPECT_SIZE(added, count);
}

SX_TEST(runs_as_many_at_once_as_it_may) {
  gate *g = new_gate();
  sx_pool *pool = sx_pool_new(8, 8);
  SX_EXPECT_ALLOC(pool);
  sx_status status = SX_OK;
  size_t added = 0;
  for (size_t i = 0; i < 8 && !status; i++) {
    status = sx_pool_add(pool, wait_at_gate, g);
    added += !status;
  }
  bool is_reached = wait_inside(g, added);
  open_gate(g);
  SX_EXPECT(sx_pool_free(pool, 60000));
  SX_EXPECT_OK(status);
  SX_EXPECT(is_reached);
  SX_EXPECT_SIZE(g->ended, 8);
}

SX_TEST(says_busy_when_too_many_wait) {
  gate *g = new_gate();
  sx_pool *pool = sx_pool_new(2, 3);
  SX_EXPECT_ALLOC(pool);
  sx_status first = SX_OK, last = SX_OK;
  for (size_t i = 0; i < 2 && !first; i++) {
    first = sx_pool_add(pool, wait_at_gate, g);
    if (!first && !wait_inside(g, i + 1)) first = SX_INTERNAL;
  }
  for (size_t i = 0; i < 3 && !first; i++) first = sx_pool_add(pool, wait_at_gate, g);
  if (!first) last = sx_pool_add(pool, wait_at_gate, g);
  open_gate(g);
  SX_EXPECT(sx_pool_free(pool, 60000));
  SX_EXPECT_OK(first);
  SX_EXPECT_STATUS(last, SX_BUSY);
  SX_EXPECT_SIZE(g->ended, 5);
}

SX_TEST(takes_back_what_has_not_begun) {
  gate *g = new_gate();
  atomic_size_t first = 0, second = 0, third = 0;
  sx_pool *pool = sx_pool_new(1, 10);
  SX_EXPECT_ALLOC(pool);
  sx_status status = sx_pool_add(pool, wait_at_gate, g);
  bool is_reached = !status && wait_inside(g, 1);
  if (!status) status = sx_pool_add(pool, count_up, &first);
  if (!status) status = sx_pool_add(pool, count_up, &second);
  bool took_running = sx_pool_remove(pool, wait_at_gate, g);
  bool took_last = sx_pool_remove(pool, count_up, &second);
  bool took_again = sx_pool_remove(pool, count_up, &second);
  if (!status) status = sx_pool_add(pool, count_up, &third); /* the queue's end is whole again */
  open_gate(g);
  SX_EXPECT(sx_pool_free(pool, 60000));
  SX_EXPECT_OK(status);
  SX_EXPECT(is_reached && took_last && !took_again && !took_running);
  SX_EXPECT_SIZE(atomic_load(&first), 1);
  SX_EXPECT_SIZE(atomic_load(&second), 0);
  SX_EXPECT_SIZE(atomic_load(&third), 1);
}

static void open_soon(void *context) {
  gate *g = context;
  wait_inside(g, 1);
  open_gate(g);
}

SX_TEST(closing_runs_what_waits) {
  gate *g = new_gate();
  atomic_size_t done = 0;
  uv_thread_t opener;
  sx_pool *pool = sx_pool_new(1, 100);
  SX_EXPECT_ALLOC(pool);
  sx_status status = sx_pool_add(pool, wait_at_gate, g);
  size_t added = 0;
  for (size_t i = 0; i < 100 && !status; i++) added += sx_pool_add(pool, count_up, &done) == SX_OK;
  if (!status) uv_thread_create(&opener, open_soon, g);
  SX_EXPECT(sx_pool_free(pool, 60000)); /* begins while the one thread stands at the gate */
  if (!status) uv_thread_join(&opener);
  SX_EXPECT_OK(status);
  SX_EXPECT_SIZE(atomic_load(&done), added);
}

/* A job that adds another one after itself, also while the pool is being freed. */
typedef struct chain {
  sx_pool *pool;
  atomic_size_t runs;
  atomic_int last;
} chain;

static void add_next(void *context) {
  chain *c = context;
  atomic_fetch_add(&c->runs, 1);
  sx_status status = sx_pool_add(c->pool, add_next, c);
  if (status) atomic_store(&c->last, (int)status);
}

SX_TEST(says_closed_once_it_is_being_freed) {
  chain c = {.pool = sx_pool_new(2, 10)};
  SX_EXPECT_ALLOC(c.pool);
  sx_status status = sx_pool_add(c.pool, add_next, &c);
  uint64_t end_ms = sx_clock_ms() + 10000;
  while (!status && !atomic_load(&c.last) && atomic_load(&c.runs) < 100 && sx_clock_ms() < end_ms)
    uv_sleep(1);
  SX_EXPECT(sx_pool_free(c.pool, 60000));
  SX_EXPECT_OK(status);
  if (!sx_test_is_failing_allocations()) SX_EXPECT_INT(atomic_load(&c.last), SX_CLOSED);
}

SX_TEST(frees_nothing) {
  SX_EXPECT(sx_pool_free(NULL, 60000));
  sx_pool *pool = sx_pool_new(1, 1);
  SX_EXPECT_ALLOC(pool);
  SX_EXPECT(sx_pool_free(pool, 60000));
}

static bool hang_state[2]; /* may go on, has ended; with the mutex */
static uv_mutex_t hang_mutex;

static bool get_state(size_t i) {
  uv_mutex_lock(&hang_mutex);
  bool is = hang_state[i];
  uv_mutex_unlock(&hang_mutex);
  return is;
}

static void set_state(size_t i) {
  uv_mutex_lock(&hang_mutex);
  hang_state[i] = true;
  uv_mutex_unlock(&hang_mutex);
}

static void hang(void *argument) {
  (void)argument;
  while (!get_state(0)) uv_sleep(5);
  set_state(1);
}

SX_TEST(leaves_a_thread_that_hangs_behind) {
  if (sx_test_is_failing_allocations()) return;
  hang_state[0] = hang_state[1] = false;
  SX_EXPECT(uv_mutex_init(&hang_mutex) == 0);
  sx_pool *pool = sx_pool_new(2, 10);
  SX_EXPECT(pool != NULL);
  SX_EXPECT_OK(sx_pool_add(pool, hang, NULL));
  uint64_t start_ms = uv_hrtime() / 1000000;
  SX_EXPECT(!sx_pool_free(pool, 50));
  SX_EXPECT(uv_hrtime() / 1000000 - start_ms < 5000);
  set_state(0);
  while (!get_state(1)) uv_sleep(5);
  uv_sleep(50); /* until the last of it is freed */
  uv_mutex_destroy(&hang_mutex);
}

SX_SUITE(os_pool_test, SX_CASE(leaves_a_thread_that_hangs_behind), SX_CASE(runs_every_job_once),
         SX_CASE(runs_as_many_at_once_as_it_may), SX_CASE(says_busy_when_too_many_wait),
         SX_CASE(takes_back_what_has_not_begun), SX_CASE(closing_runs_what_waits),
         SX_CASE(says_closed_once_it_is_being_freed), SX_CASE(frees_nothing));
