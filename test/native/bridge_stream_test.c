/*
 * One end of a connection of the bridge. As in bridge_envelope_test.c, whose object has the rest,
 * the sources are taken in here.
 */
#include "bridge/frame.c"
#include "bridge/stream.c"

#include "harness.h"
#include "temp_files.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/* More than a socket takes at once: the first one is written in part. */
#define LINE_BYTES (400 * 1024)
#define LINES 3
#define LIMIT (LINES * (LINE_BYTES + 1) + 1)

typedef struct pair {
  uv_loop_t loop;
  sx_stream *stream;
  int listening, peer;
  bool is_open;
  char *got;
  size_t len;
} pair;

static void on_open(void *context, int code) {
  pair *p = context;
  p->is_open = code == 0;
}

static void free_pair(void *context) {
  pair *p = context;
  if (p->stream) sx_stream_close(p->stream);
  uv_run(&p->loop, UV_RUN_DEFAULT);
  uv_loop_close(&p->loop);
  if (p->peer >= 0) close(p->peer);
  if (p->listening >= 0) close(p->listening);
}

static pair *new_pair(void) {
  pair *p = sx_test_memory(sizeof *p);
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  sx_str path = temp_path(temp_folder(), "x.sock");
  snprintf(address.sun_path, sizeof address.sun_path, "%s", path.ptr);
  p->peer = -1;
  p->got = sx_test_memory(LIMIT);
  p->listening = socket(AF_UNIX, SOCK_STREAM, 0);
  bool is_bound = bind(p->listening, (struct sockaddr *)&address, sizeof address) == 0;
  if (uv_loop_init(&p->loop)) return NULL;
  sx_test_defer(free_pair, p);
  if (!is_bound || listen(p->listening, 1)) return NULL;
  const sx_stream_events events = {.on_open = on_open, .ctx = p};
  p->stream = sx_stream_connect(&p->loop, path.ptr, &events);
  if (!p->stream) return NULL;
  for (int i = 0; i < 100 && !p->is_open; i++) uv_run(&p->loop, UV_RUN_NOWAIT);
  p->peer = accept(p->listening, NULL, NULL);
  if (p->peer >= 0) fcntl(p->peer, F_SETFL, O_NONBLOCK);
  return p->is_open && p->peer >= 0 ? p : NULL;
}

/* Until nothing more comes. */
static void read_all(pair *p) {
  for (int quiet = 0; quiet < 20;) {
    uv_run(&p->loop, UV_RUN_NOWAIT);
    ssize_t got = read(p->peer, p->got + p->len, LIMIT - p->len);
    quiet = got > 0 ? 0 : quiet + 1;
    if (got > 0) p->len += (size_t)got;
  }
}

/* Without memory for the rest of a line nothing may follow: it would read as that rest. */
SX_TEST(a_line_is_never_followed_before_its_end) {
  pair *p = new_pair();
  SX_EXPECT_ALLOC(p);
  char *expected = sx_test_memory(LIMIT);
  size_t len = 0;
  sx_status status = SX_OK;
  for (int i = 0; i < LINES; i++) {
    sx_str text = {expected + len, LINE_BYTES};
    memset(expected + len, 'a' + i, LINE_BYTES);
    sx_line *line = sx_line_new(text);
    SX_EXPECT_ALLOC(line);
    expected[len + LINE_BYTES] = '\n';
    len += LINE_BYTES + 1;
    sx_status one = sx_stream_write(p->stream, line);
    sx_line_drop(line);
    if (status) SX_EXPECT_INT(one, SX_NOMEM);
    status = status ? status : one;
  }
  read_all(p);
  SX_EXPECT(p->len > 0 && memcmp(p->got, expected, p->len) == 0);
  SX_EXPECT_OK(status);
  SX_EXPECT_SIZE(p->len, len);
}

SX_SUITE(bridge_stream_test, SX_CASE(a_line_is_never_followed_before_its_end));
