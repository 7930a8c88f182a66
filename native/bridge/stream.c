#include "bridge/stream.h"

#include "base/mem.h"

#ifndef _WIN32
#include <poll.h>
#endif

#define CHUNK_BYTES ((size_t)64 * 1024)

struct sx_stream {
  union {
    uv_handle_t handle;
    uv_stream_t stream;
    uv_pipe_t pipe;
    uv_tty_t tty;
  } uv;
  sx_stream_events events;
  sx_reader reader;
  uv_connect_t connecting;
  bool is_closed, is_ended, is_paused;
  bool is_broken; /* a line was not written to its end */

  /* A regular file or a device, which libuv does not poll. */
  bool is_file, is_reading_file;
  uv_file file;
  uv_fs_t file_read;

  char chunk[CHUNK_BYTES];
};

typedef struct write_request {
  uv_write_t uv;
  sx_stream *stream;
  sx_line *line;
} write_request;

static sx_stream *new_stream(const sx_stream_events *events) {
  sx_stream *stream = sx_malloc(sizeof *stream);
  if (!stream) return NULL;
  memset(stream, 0, offsetof(sx_stream, chunk));
  stream->events = *events;
  sx_reader_init(&stream->reader, events->on_message, events->ctx);
  stream->uv.handle.data = stream;
  return stream;
}

static void free_stream(sx_stream *stream) {
  sx_reader_release(&stream->reader);
  sx_free(stream);
}

static void on_closed(uv_handle_t *handle) {
  free_stream(handle->data);
}

static void end(sx_stream *stream, int code) {
  if (stream->is_closed || stream->is_ended) return;
  stream->is_ended = true;
  if (stream->events.on_end) stream->events.on_end(stream->events.ctx, code);
}

static void end_input(sx_stream *stream, int code) {
  if (code == UV_EOF) sx_reader_finish(&stream->reader);
  end(stream, code);
}

static void on_alloc(uv_handle_t *handle, size_t suggested, uv_buf_t *buf) {
  sx_stream *stream = handle->data;
  (void)suggested;
  *buf = uv_buf_init(stream->chunk, CHUNK_BYTES);
}

static void on_read(uv_stream_t *uv, ssize_t count, const uv_buf_t *buf) {
  sx_stream *stream = uv->data;
  if (count > 0) {
    sx_reader_feed(&stream->reader, sx_str_make(buf->base, (size_t)count));
  } else if (count < 0) {
    uv_read_stop(uv);
    end_input(stream, (int)count);
  }
}

static void read_file(sx_stream *stream);

static void on_file_read(uv_fs_t *request) {
  sx_stream *stream = request->data;
  int count = (int)request->result;
  uv_fs_req_cleanup(request);
  stream->is_reading_file = false;
  if (stream->is_closed) {
    free_stream(stream);
    return;
  }
  if (count > 0) {
    sx_reader_feed(&stream->reader, sx_str_make(stream->chunk, (size_t)count));
    if (!stream->is_closed && !stream->is_paused) read_file(stream);
  } else {
    end_input(stream, count ? count : UV_EOF);
  }
}

static uv_loop_t *loop_of(sx_stream *stream) {
  return stream->uv.handle.loop;
}

static void read_file(sx_stream *stream) {
  if (stream->is_reading_file || stream->is_ended) return;
  uv_buf_t buf = uv_buf_init(stream->chunk, CHUNK_BYTES);
  stream->file_read.data = stream;
  int code =
      uv_fs_read(loop_of(stream), &stream->file_read, stream->file, &buf, 1, -1, on_file_read);
  stream->is_reading_file = code == 0;
  if (code) end_input(stream, code);
}

static sx_stream *open_stdio(uv_loop_t *loop, uv_file file, const sx_stream_events *events) {
  sx_stream *stream = new_stream(events);
  if (!stream) return NULL;
  int code = 0;
  switch (uv_guess_handle(file)) {
  case UV_TTY: code = uv_tty_init(loop, &stream->uv.tty, file, 0); break;
  case UV_NAMED_PIPE:
  case UV_TCP:
    code = uv_pipe_init(loop, &stream->uv.pipe, 0);
    if (!code) code = uv_pipe_open(&stream->uv.pipe, file);
    if (code) {
      uv_close(&stream->uv.handle, on_closed);
      return NULL;
    }
    break;
  case UV_FILE:
    stream->is_file = true;
    stream->file = file;
    stream->uv.handle.loop = loop;
    break;
  default: code = UV_EBADF;
  }
  if (!code) return stream;
  free_stream(stream);
  return NULL;
}

sx_stream *sx_stream_open_input(uv_loop_t *loop, const sx_stream_events *events) {
  sx_stream *stream = open_stdio(loop, 0, events);
  if (stream) {
    stream->is_paused = true;
    sx_stream_set_paused(stream, false);
  }
  return stream;
}

sx_stream *sx_stream_open_output(uv_loop_t *loop, const sx_stream_events *events) {
  return open_stdio(loop, 1, events);
}

static void on_connected(uv_connect_t *request, int code) {
  sx_stream *stream = request->data;
  if (stream->is_closed) return;
  if (!code) code = uv_read_start(&stream->uv.stream, on_alloc, on_read);
  stream->events.on_open(stream->events.ctx, code);
}

sx_stream *sx_stream_connect(uv_loop_t *loop, const char *socket, const sx_stream_events *events) {
  sx_stream *stream = new_stream(events);
  if (!stream) return NULL;
  if (uv_pipe_init(loop, &stream->uv.pipe, 0)) {
    free_stream(stream);
    return NULL;
  }
  stream->connecting.data = stream;
  uv_pipe_connect(&stream->connecting, &stream->uv.pipe, socket, on_connected);
  return stream;
}

void sx_stream_set_paused(sx_stream *stream, bool is_paused) {
  if (stream->is_ended || stream->is_paused == is_paused) return;
  stream->is_paused = is_paused;
  if (stream->is_file) {
    if (!is_paused) read_file(stream);
    return;
  }
  if (is_paused) {
    uv_read_stop(&stream->uv.stream);
    return;
  }
  int code = uv_read_start(&stream->uv.stream, on_alloc, on_read);
  if (code) end_input(stream, code);
}

static void on_written(uv_write_t *request, int code) {
  write_request *write = request->data;
  sx_stream *stream = write->stream;
  sx_line_drop(write->line);
  sx_free(write);
  if (stream->is_closed) return;
  if (code)
    end(stream, code);
  else if (stream->events.on_drain)
    stream->events.on_drain(stream->events.ctx);
}

static int write_file(const sx_stream *stream, const char *bytes, size_t len) {
  while (len) {
    uv_fs_t request;
    uv_buf_t buf = uv_buf_init((char *)bytes, (unsigned)len);
    int count = uv_fs_write(NULL, &request, stream->file, &buf, 1, -1, NULL);
    uv_fs_req_cleanup(&request);
    if (count == UV_EINTR || count == UV_EAGAIN) continue;
    if (count < 0) return count;
    bytes += count;
    len -= (size_t)count;
  }
  return 0;
}

static int queue_write(sx_stream *stream, sx_line *line, size_t from) {
  write_request *write = sx_malloc(sizeof *write);
  if (!write) return UV_ENOMEM;
  *write = (write_request){.stream = stream, .line = line};
  write->uv.data = write;
  uv_buf_t buf = uv_buf_init(line->bytes + from, (unsigned)(line->len - from));
  int code = uv_write(&write->uv, &stream->uv.stream, &buf, 1, on_written);
  if (code)
    sx_free(write);
  else
    sx_line_hold(line);
  return code;
}

/*
 * A window that has gone is noticed by reading from it, not here, so that its loss is never
 * handled in the middle of sending. Nothing is read from standard output.
 */
static void fail_write(sx_stream *stream, int code) {
  if (!stream->events.on_message) end(stream, code);
}

sx_status sx_stream_write(sx_stream *stream, sx_line *line) {
  if (stream->is_broken) return SX_NOMEM;
  if (stream->is_closed || stream->is_ended) return SX_OK;
  int code = 0;
  if (stream->is_file) {
    code = write_file(stream, line->bytes, line->len);
  } else {
    uv_buf_t buf = uv_buf_init(line->bytes, (unsigned)line->len);
    int count = uv_try_write(&stream->uv.stream, &buf, 1);
    if (count == (int)line->len) return SX_OK;
    if (count == UV_EAGAIN || count == UV_ENOSYS) count = 0;
    code = count < 0 ? count : queue_write(stream, line, (size_t)count);
  }
  stream->is_broken = code == UV_ENOMEM;
  if (stream->is_broken) return SX_NOMEM;
  if (code) fail_write(stream, code);
  return SX_OK;
}

size_t sx_stream_queued_bytes(const sx_stream *stream) {
  return stream->is_file ? 0 : uv_stream_get_write_queue_size(&stream->uv.stream);
}

bool sx_stream_has_no_reader(const sx_stream *stream) {
#ifdef _WIN32
  return stream->is_ended; /* only a write fails there */
#else
  uv_os_fd_t file;
  if (stream->is_ended) return true;
  if (stream->is_file || uv_fileno(&stream->uv.handle, &file)) return false;
  struct pollfd one = {.fd = file, .events = 0};
  return poll(&one, 1, 0) == 1 && (one.revents & (POLLERR | POLLHUP | POLLNVAL)) != 0;
#endif
}

void sx_stream_close(sx_stream *stream) {
  if (stream->is_closed) return;
  stream->is_closed = true;
  sx_reader_stop(&stream->reader);
  if (!stream->is_file)
    uv_close(&stream->uv.handle, on_closed);
  else if (!stream->is_reading_file)
    free_stream(stream);
}

typedef struct probe {
  uv_pipe_t pipe;
  uv_connect_t connecting;
  int code;
} probe;

static void on_probed(uv_connect_t *request, int code) {
  probe *p = request->data;
  if (code != UV_ECANCELED) p->code = code;
  if (!uv_is_closing((uv_handle_t *)&p->pipe)) uv_close((uv_handle_t *)&p->pipe, NULL);
}

int sx_socket_probe(const char *socket) {
  uv_loop_t loop; /* of its own: to wait for this and nothing else */
  probe p = {.code = UV_ENOMEM};
  if (uv_loop_init(&loop)) return UV_ENOMEM;
  p.connecting.data = &p;
  if (!uv_pipe_init(&loop, &p.pipe, 0)) uv_pipe_connect(&p.connecting, &p.pipe, socket, on_probed);
  uv_run(&loop, UV_RUN_DEFAULT);
  uv_loop_close(&loop);
  return p.code;
}
