#include "run/test_stream.h"

#include "base/byte.h"
#include "commands/program.h"
#include "os/clock.h"

#include <stdio.h>

#define EVERY_MS 250

void sx_test_stream_init(sx_test_stream *stream, sx_call *call, const sx_test_command *command) {
  *stream = (sx_test_stream){
      .call = call, .runner = command->runner, .keeps_both = command->place == SX_REPORT_IN_BOTH};
  sx_buf_init(&stream->both, SX_TEST_STREAM_BYTES);
}

void sx_test_stream_release(sx_test_stream *stream) {
  sx_buf_release(&stream->both);
}

static void report(sx_test_stream *stream) {
  char text[160];
  const sx_test_counts *counts = &stream->counts;
  const char *what = counts->are_files ? " test files" : "";
  if (sx_clock_ms() < stream->next_ms) return;
  stream->next_ms = sx_clock_ms() + EVERY_MS;
  int len = snprintf(text, sizeof text, "%s: %u%s passed, %u failed so far", stream->runner->title,
                     counts->passed, what, counts->failed);
  if (len > 0) sx_program_progress(stream->call, sx_str_make(text, (size_t)len));
}

static void end_line(sx_test_stream *stream, int which) {
  sx_test_counts before = stream->counts;
  sx_str line = sx_str_make(stream->streams[which].line, stream->streams[which].len);
  stream->streams[which].len = 0;
  stream->runner->count(&stream->counts, line);
  if (before.passed != stream->counts.passed || before.failed != stream->counts.failed)
    report(stream);
}

/* A line that is too long counts by its beginning. */
static void take_line_bytes(sx_test_stream *stream, int which, sx_str bytes) {
  for (size_t i = 0; i < bytes.len; i++) {
    size_t len = stream->streams[which].len;
    if (sx_byte_is_line_end(bytes.ptr[i])) {
      if (len) end_line(stream, which);
    } else if (len < SX_TEST_LINE_BYTES) {
      stream->streams[which].line[stream->streams[which].len++] = bytes.ptr[i];
    }
  }
}

void sx_test_stream_take(void *arg, bool is_stderr, sx_str bytes) {
  sx_test_stream *stream = arg;
  if (stream->keeps_both) sx_buf_add(&stream->both, bytes);
  if (stream->runner->count) take_line_bytes(stream, is_stderr, bytes);
}
