#ifndef SX_RUN_TEST_STREAM_H
#define SX_RUN_TEST_STREAM_H

#include "base/buf.h"
#include "run/test_runner.h"

#define SX_TEST_LINE_BYTES ((size_t)1000)
#define SX_TEST_STREAM_BYTES ((size_t)32 << 20)

/**
 * Follows the output of a runner: counts what it reports, for the person who waits, and keeps both
 * streams in the order in which they came. `take` is called from one other thread.
 */
typedef struct sx_test_stream {
  sx_call *call;
  const sx_test_runner *runner;
  sx_test_counts counts;
  uint64_t next_ms; /* no message before it */
  bool keeps_both;
  sx_buf both; /* stops growing at its limit */
  struct {
    char line[SX_TEST_LINE_BYTES];
    size_t len;
  } streams[2];
} sx_test_stream;

void sx_test_stream_init(sx_test_stream *stream, sx_call *call, const sx_test_command *command);
/** The `on_output` of sx_program; `arg` is the stream. */
void sx_test_stream_take(void *arg, bool is_stderr, sx_str bytes);
void sx_test_stream_release(sx_test_stream *stream);

#endif
