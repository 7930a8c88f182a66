#include "os/file_reader.h"

#include "base/mem.h"
#include "os/file_parts.h"
#include "os/file_text.h"

#include <uv.h>

#ifdef SX_DEBUG
#define FIRST_BYTES ((size_t)16)
#else
/* Most files fit, and so do the caches of a processor. */
#define FIRST_BYTES ((size_t)256 << 10)
#endif
/* More is given back after the file that needed it. */
#define MAX_KEPT_BYTES ((size_t)16 << 20)
#define MAX_READ_BYTES ((size_t)1 << 30)

void sx_file_reader_init(sx_file_reader *reader) {
  *reader = (sx_file_reader){NULL, 0};
}

void sx_file_reader_release(sx_file_reader *reader) {
  sx_free(reader->bytes);
  *reader = (sx_file_reader){NULL, 0};
}

static bool grow(sx_file_reader *reader, size_t cap) {
  char *bytes = sx_realloc(reader->bytes, cap);
  if (!bytes) return false;
  reader->bytes = bytes;
  reader->cap = cap;
  return true;
}

static sx_status status_of(int code) {
  switch (code) {
  case UV_ENOENT:
  case UV_ENOTDIR:
  case UV_EISDIR:
  case UV_ELOOP: return SX_NOT_FOUND;
  case UV_ENOMEM: return SX_NOMEM;
  default: return SX_NOT_READABLE;
  }
}

/* A file that is too big is not read to see that, but for its start. */
static bool is_seen_too_big(uv_file file, size_t len, size_t max_bytes) {
  uv_stat_t stat;
  return len >= SX_FILE_TEXT_PROBE_BYTES && sx_file__stat(file, &stat) == 0 &&
         stat.st_size > max_bytes;
}

static sx_status read_all(sx_file_reader *reader, uv_file file, size_t max_bytes, size_t *len) {
  uv_fs_t req;
  for (;;) {
    /* One byte more shows that it is too big. */
    size_t room = reader->cap - *len;
    if (!room && is_seen_too_big(file, *len, max_bytes)) return SX_TOO_BIG;
    if (!room && !grow(reader, reader->cap * 4)) return SX_NOMEM;
    room = reader->cap - *len;
    if (room > MAX_READ_BYTES) room = MAX_READ_BYTES;
    uv_buf_t into = uv_buf_init(reader->bytes + *len, (unsigned)room);
    ssize_t got = uv_fs_read(NULL, &req, file, &into, 1, -1, NULL);
    uv_fs_req_cleanup(&req);
    if (got < 0) return status_of((int)got);
    if (!got) return SX_OK;
    *len += (size_t)got;
    if (*len > max_bytes) return SX_TOO_BIG;
  }
}

sx_status sx_file_reader_read(sx_str *out, sx_file_reader *reader, const char *path,
                              size_t max_bytes) {
  uv_fs_t req;
  size_t len = 0;
  *out = SX_STR("");
  if (reader->cap > MAX_KEPT_BYTES) sx_file_reader_release(reader);
  if (!reader->cap && !grow(reader, FIRST_BYTES)) return SX_NOMEM;
  int flags = UV_FS_O_RDONLY | UV_FS_O_NONBLOCK | UV_FS_O_NOFOLLOW;
  int file = uv_fs_open(NULL, &req, path, flags, 0, NULL);
  uv_fs_req_cleanup(&req);
  if (file < 0) return status_of(file);
  sx_status status = read_all(reader, file, max_bytes, &len);
  uv_fs_close(NULL, &req, file, NULL);
  uv_fs_req_cleanup(&req);
  if (!status || status == SX_TOO_BIG) *out = sx_str_make(reader->bytes, len);
  return status;
}
