#include "os/pool.h"

#include "base/mem.h"
#include "os/clock.h"
#include "os/thread.h"

#include <uv.h>

#define STACK_BYTES (1024 * 1024)

typedef struct task {
  struct task *next;
  sx_pool_job job;
  void *argument;
} task;

struct sx_pool {
  uv_mutex_t mutex;
  uv_cond_t has_work;
  task *first, **last;
  size_t waiting, max_waiting;
  uv_thread_t *threads;
  size_t thread_count, max_threads, idle, ended;
  uv_cond_t has_ended;
  bool is_closing, is_left;
};

static task *take(sx_pool *pool) {
  task *next = pool->first;
  if (!next) return NULL;
  pool->first = next->next;
  if (!pool->first) pool->last = &pool->first;
  pool->waiting--;
  return next;
}

static void destroy(sx_pool *pool) {
  uv_cond_destroy(&pool->has_ended);
  uv_cond_destroy(&pool->has_work);
  uv_mutex_destroy(&pool->mutex);
  sx_free(pool->threads);
  sx_free(pool);
}

static void run_thread(void *argument) {
  sx_pool *pool = argument;
  uv_mutex_lock(&pool->mutex);
  for (;;) {
    task *next = take(pool);
    if (next) {
      uv_mutex_unlock(&pool->mutex);
      next->job(next->argument);
      sx_free(next);
      uv_mutex_lock(&pool->mutex);
      continue;
    }
    if (pool->is_closing) break;
    pool->idle++;
    uv_cond_wait(&pool->has_work, &pool->mutex);
    pool->idle--;
  }
  bool is_last = ++pool->ended == pool->thread_count && pool->is_left;
  uv_cond_signal(&pool->has_ended);
  uv_mutex_unlock(&pool->mutex);
  if (is_last) destroy(pool);
}

sx_pool *sx_pool_new(size_t max_threads, size_t max_waiting) {
  sx_pool *pool = sx_calloc(1, sizeof *pool);
  if (!pool) return NULL;
  pool->max_threads = max_threads;
  pool->max_waiting = max_waiting;
  pool->last = &pool->first;
  pool->threads = sx_calloc(max_threads, sizeof *pool->threads);
  if (!pool->threads) goto no_threads;
  if (uv_mutex_init(&pool->mutex)) goto no_mutex;
  if (uv_cond_init(&pool->has_work)) goto no_work;
  if (uv_cond_init(&pool->has_ended)) goto no_end;
  return pool;
no_end:
  uv_cond_destroy(&pool->has_work);
no_work:
  uv_mutex_destroy(&pool->mutex);
no_mutex:
  sx_free(pool->threads);
no_threads:
  sx_free(pool);
  return NULL;
}

/* With the mutex held. A thread that cannot start is a failure only if no other runs. */
static bool start_thread(sx_pool *pool) {
  uv_thread_options_t options = {.flags = UV_THREAD_HAS_STACK_SIZE, .stack_size = STACK_BYTES};
  uv_thread_t *thread = &pool->threads[pool->thread_count];
  if (uv_thread_create_ex(thread, &options, run_thread, pool)) return pool->thread_count > 0;
  pool->thread_count++;
  return true;
}

sx_status sx_pool_add(sx_pool *pool, sx_pool_job job, void *argument) {
  task *added = sx_malloc(sizeof *added);
  if (!added) return SX_NOMEM;
  *added = (task){NULL, job, argument};
  uv_mutex_lock(&pool->mutex);
  sx_status status = SX_OK;
  if (pool->is_closing)
    status = SX_CLOSED;
  else if (pool->waiting >= pool->max_waiting)
    status = SX_BUSY;
  else if (pool->waiting >= pool->idle && pool->thread_count < pool->max_threads &&
           !start_thread(pool))
    status = SX_NOMEM;
  if (status == SX_OK) {
    *pool->last = added;
    pool->last = &added->next;
    pool->waiting++;
    uv_cond_signal(&pool->has_work);
  }
  uv_mutex_unlock(&pool->mutex);
  if (status) sx_free(added);
  return status;
}

bool sx_pool_remove(sx_pool *pool, sx_pool_job job, const void *argument) {
  uv_mutex_lock(&pool->mutex);
  task **link = &pool->first;
  while (*link && ((*link)->job != job || (*link)->argument != argument)) link = &(*link)->next;
  task *removed = *link;
  if (removed) {
    *link = removed->next;
    if (!*link) pool->last = link;
    pool->waiting--;
  }
  uv_mutex_unlock(&pool->mutex);
  sx_free(removed);
  return removed != NULL;
}

bool sx_pool_free(sx_pool *pool, uint64_t wait_ms) {
  if (!pool) return true;
  uint64_t end_ms = sx_clock_ms() + wait_ms, now_ms;
  uv_mutex_lock(&pool->mutex);
  pool->is_closing = true;
  uv_cond_broadcast(&pool->has_work);
  while (pool->ended < pool->thread_count && (now_ms = sx_clock_ms()) < end_ms)
    uv_cond_timedwait(&pool->has_ended, &pool->mutex, (end_ms - now_ms) * 1000000u);
  pool->is_left = pool->ended < pool->thread_count;
  bool is_left = pool->is_left;
  for (size_t i = 0; is_left && i < pool->thread_count; i++) sx_thread_detach(&pool->threads[i]);
  uv_mutex_unlock(&pool->mutex);
  if (is_left) return false;
  for (size_t i = 0; i < pool->thread_count; i++) uv_thread_join(&pool->threads[i]);
  destroy(pool);
  return true;
}
