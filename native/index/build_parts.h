#ifndef SX_INDEX_BUILD_PARTS_H
#define SX_INDEX_BUILD_PARTS_H

#include "base/buf.h"
#include "index/build.h"
#include "index/collector.h"

#include <uv.h>

/* Shared by index/build*.c. */

#define SX_BUILD_MAX_THREADS 16

/** A file of the list. */
typedef struct sx_build_file {
  sx_index_stamp stamp;
  uint32_t blocks;
  uint8_t state;
} sx_build_file;

typedef struct sx_builder sx_builder;

/** One thread's part. */
typedef struct sx_build_worker {
  sx_builder *builder;
  size_t index;
  size_t next, end; /* files that it is still to read; with the mutex */
  sx_collector *collector;
  sx_file_out out;
  sx_index_runs runs;
  sx_buf path;
  char *bytes;    /* of the file, SX_BUILD_PIECE_BYTES */
  sx_buf decoded; /* from UTF-16 */
  uv_thread_t thread;
  bool is_running;
  sx_status status;
} sx_build_worker;

struct sx_builder {
  const sx_index_build *build;
  sx_build_file *files;
  uv_mutex_t mutex;
  uint64_t files_done, bytes_done; /* with the mutex */
  sx_status status;                /* of the first that failed, with the mutex */
  sx_build_worker workers[SX_BUILD_MAX_THREADS];
  size_t worker_count;
};

/* A piece shows whether a file is binary. */
#ifdef SX_DEBUG
#define SX_BUILD_PIECE_BYTES ((size_t)8192)
#else
#define SX_BUILD_PIECE_BYTES ((size_t)256 << 10)
#endif

/** Counts what was read and reports it; the status that all are to end with. */
sx_status sx_build__progress(sx_builder *builder, uint64_t files, uint64_t bytes);
/** Reads a file of the list, and fills in what is known of it. */
sx_status sx_build__read_file(sx_build_worker *worker, size_t file) SX_MUST_USE;

#endif
