#include "os/parallel.h"

#include <stdatomic.h>
#include <uv.h>

#define STACK_BYTES (1024u * 1024)

typedef struct shared_work {
  const sx_parallel *work;
  atomic_size_t next;
  atomic_int status;
} shared_work;

typedef struct worker {
  shared_work *shared;
  size_t number;
  uv_thread_t thread;
  bool has_thread;
} worker;

static void run(void *argument) {
  const worker *own = argument;
  shared_work *shared = own->shared;
  const sx_parallel *work = shared->work;
  while (!atomic_load(&shared->status)) {
    size_t from = atomic_fetch_add(&shared->next, work->chunk);
    if (from >= work->count) return;
    size_t to = work->count - from < work->chunk ? work->count : from + work->chunk;
    sx_status status = work->run(work->arg, own->number, from, to);
    if (status) atomic_store(&shared->status, (int)status);
  }
}

sx_status sx_parallel_run(const sx_parallel *work) {
  worker workers[SX_PARALLEL_MAX_THREADS];
  shared_work shared = {.work = work};
  uv_thread_options_t options = {.flags = UV_THREAD_HAS_STACK_SIZE,
                                 .stack_size = work->stack_bytes ? work->stack_bytes : STACK_BYTES};
  size_t useful = work->count / work->chunk + 1;
  size_t count = work->threads < useful ? work->threads : useful;
  if (count > SX_PARALLEL_MAX_THREADS) count = SX_PARALLEL_MAX_THREADS;
  if (!count) count = 1;
  for (size_t i = 0; i < count; i++) {
    workers[i] = (worker){.shared = &shared, .number = i};
    /* The first is this one, whose stack is as long as it is. */
    workers[i].has_thread =
        (i || work->stack_bytes) &&
        uv_thread_create_ex(&workers[i].thread, &options, run, &workers[i]) == 0;
  }
  if (!workers[0].has_thread) run(&workers[0]);
  for (size_t i = 0; i < count; i++)
    if (workers[i].has_thread) uv_thread_join(&workers[i].thread);
  return (sx_status)atomic_load(&shared.status);
}
