#ifndef SX_OS_THREAD_H
#define SX_OS_THREAD_H

#include <uv.h>

#ifndef _WIN32
#include <pthread.h>
#endif

/** Gives up a thread that may never end: it is not joined, and its stack is freed if it ends. */
static inline void sx_thread_detach(uv_thread_t *thread) {
#ifdef _WIN32
  CloseHandle(*thread);
#else
  pthread_detach(*thread); /* libuv has this from 1.50 on */
#endif
}

#endif
