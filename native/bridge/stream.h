#ifndef SX_BRIDGE_STREAM_H
#define SX_BRIDGE_STREAM_H

#include "bridge/frame.h"

#include <uv.h>

/**
 * One end of a connection, in messages: standard input, standard output or a window's socket.
 *
 * Life     Opened by one of the functions below, closed once by sx_stream_close, which is the
 *          last call on it: its memory goes when the loop has closed the handle.
 * Events   Any of the handlers may be NULL. None is called after sx_stream_close. All run on
 *          the loop, except that `on_end` for standard output may run inside of a write.
 */
typedef struct sx_stream sx_stream;

typedef struct sx_stream_events {
  sx_message_handler on_message;
  /** A connection was made (0) or refused (a code of libuv). */
  void (*on_open)(void *ctx, int code);
  /** The other side is gone: UV_EOF or an error. Called once. */
  void (*on_end)(void *ctx, int code);
  /** Bytes that waited were written. */
  void (*on_drain)(void *ctx);
  void *ctx;
} sx_stream_events;

/** Reads messages from standard input, whatever it is; NULL when that is not possible. */
sx_stream *sx_stream_open_input(uv_loop_t *loop, const sx_stream_events *events);
sx_stream *sx_stream_open_output(uv_loop_t *loop, const sx_stream_events *events);
/** Connects to a socket; `on_open` reports how it went, then messages come. NULL: no memory. */
sx_stream *sx_stream_connect(uv_loop_t *loop, const char *socket, const sx_stream_events *events);

/** Stops or resumes reading. Bytes that were read already are still delivered. */
void sx_stream_set_paused(sx_stream *stream, bool is_paused);
/**
 * Writes, or queues what cannot be written now; holds the line itself while it must. NOMEM: it was
 * written in part or not at all, and nothing that follows is written, as it would read as the rest.
 */
sx_status sx_stream_write(sx_stream *stream, sx_line *line) SX_MUST_USE;
/** Bytes that wait to be written. */
size_t sx_stream_queued_bytes(const sx_stream *stream);
/** Whether the reader of standard output, a pipe or a socket, is known to be gone. */
bool sx_stream_has_no_reader(const sx_stream *stream);
void sx_stream_close(sx_stream *stream);

/** Whether a process listens on a socket: 0, or libuv's error of a connection. Waits for it. */
int sx_socket_probe(const char *socket);

#endif
