#include "os/file_stream.h"

#include "os/file_parts.h"

#define MAX_READ_BYTES ((size_t)1 << 30)

static sx_status status_of(int code) {
  switch (code) {
  case UV_ENOENT:
  case UV_ENOTDIR:
  case UV_ELOOP: return SX_NOT_FOUND;
  case UV_ENOMEM: return SX_NOMEM;
  default: return SX_NOT_READABLE;
  }
}

/** Looks at a file that cannot be opened. */
static void look(sx_file_info *info, const char *path) {
  uv_fs_t req;
  int code = uv_fs_lstat(NULL, &req, path, NULL);
  if (!code && (req.statbuf.st_mode & S_IFMT) == S_IFREG) sx_file__fill_info(info, &req.statbuf);
  uv_fs_req_cleanup(&req);
}

sx_status sx_file_stream_open(sx_file_stream *out, sx_file_info *info, const char *path) {
  uv_fs_t req;
  *info = (sx_file_info){0};
  int flags = UV_FS_O_RDONLY | UV_FS_O_NONBLOCK | UV_FS_O_NOFOLLOW;
  out->file = (int)uv_fs_open(NULL, &req, path, flags, 0, NULL);
  uv_fs_req_cleanup(&req);
  if (out->file < 0) {
    sx_status status = status_of(out->file);
    if (out->file == UV_EACCES || out->file == UV_EPERM) look(info, path);
    return status;
  }
  sx_status status = sx_file_stream_stat(out, info);
  if (!status && !info->is_regular) status = SX_NOT_READABLE;
  if (status) sx_file_stream_close(out);
  return status;
}

sx_status sx_file_stream_read(const sx_file_stream *stream, char *out, size_t room, size_t *got) {
  for (*got = 0; *got < room;) {
    uv_fs_t req;
    size_t piece = room - *got > MAX_READ_BYTES ? MAX_READ_BYTES : room - *got;
    uv_buf_t into = uv_buf_init(out + *got, (unsigned)piece);
    ssize_t count = uv_fs_read(NULL, &req, stream->file, &into, 1, -1, NULL);
    uv_fs_req_cleanup(&req);
    if (count < 0) return status_of((int)count);
    if (!count) return SX_OK;
    *got += (size_t)count;
  }
  return SX_OK;
}

sx_status sx_file_stream_stat(const sx_file_stream *stream, sx_file_info *info) {
  uv_stat_t stat;
  int code = sx_file__stat(stream->file, &stat);
  if (!code) sx_file__fill_info(info, &stat);
  return code ? status_of(code) : SX_OK;
}

void sx_file_stream_close(sx_file_stream *stream) {
  sx_file__close(stream->file);
}
