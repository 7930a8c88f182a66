#include "os/file_out.h"

#include "base/mem.h"
#include "os/file_parts.h"

#ifdef SX_DEBUG
#define BUFFER_BYTES ((size_t)64)
#else
#define BUFFER_BYTES ((size_t)256 << 10)
#endif
#define PIECE_BYTES ((size_t)1 << 30)

static void write_at(sx_file_out *out, uint64_t at, const char *bytes, size_t len) {
  while (len && !out->code) {
    uv_fs_t req;
    size_t piece = len > PIECE_BYTES ? PIECE_BYTES : len;
    uv_buf_t from = uv_buf_init((char *)(uintptr_t)bytes, (unsigned)piece);
    ssize_t written = uv_fs_write(NULL, &req, out->file - 1, &from, 1, (int64_t)at, NULL);
    uv_fs_req_cleanup(&req);
    if (written <= 0) {
      out->code = written ? (int)written : UV_EIO;
      return;
    }
    at += (uint64_t)written;
    bytes += written;
    len -= (size_t)written;
  }
}

sx_status sx_file_out_open(sx_file_out *out, sx_str path, bool is_nameless, sx_err *err) {
  uv_fs_t req;
  *out = (sx_file_out){.path = sx_str_copy(path)};
  if (out->path) out->buffer = sx_malloc(BUFFER_BYTES);
  if (!out->buffer) out->code = UV_ENOMEM;
  if (!out->code) {
    /* One may be left of a process that was killed in the moment. */
    if (is_nameless) sx_file__unlink(out->path);
    int flags = UV_FS_O_RDWR | UV_FS_O_CREAT | UV_FS_O_EXCL | SX_FILE_NO_LINK;
    uv_file file = (uv_file)uv_fs_open(NULL, &req, out->path, flags, 0600, NULL);
    uv_fs_req_cleanup(&req);
    if (file < 0)
      out->code = file;
    else
      out->file = file + 1;
    if (file >= 0 && is_nameless) sx_file__unlink(out->path);
  }
  sx_status status = sx_file_out_check(out, err);
  if (status) sx_file_out_close(out);
  return status;
}

void sx_file_out_flush(sx_file_out *out) {
  write_at(out, out->size_bytes - out->len, out->buffer, out->len);
  out->len = 0;
}

void sx_file_out_add(sx_file_out *out, const void *bytes, size_t len) {
  const char *from = bytes;
  if (out->code) return;
  if (len > BUFFER_BYTES - out->len) sx_file_out_flush(out);
  if (len > BUFFER_BYTES) {
    write_at(out, out->size_bytes, from, len);
  } else if (len) {
    memcpy(out->buffer + out->len, from, len);
    out->len += len;
  }
  out->size_bytes += len;
}

void sx_file_out_put(sx_file_out *out, uint64_t at, const void *bytes, size_t len) {
  sx_file_out_flush(out);
  write_at(out, at, bytes, len);
}

sx_status sx_file_out_read(const sx_file_out *out, uint64_t at, void *into, size_t len) {
  for (size_t done = 0; done < len;) {
    uv_fs_t req;
    size_t piece = len - done > PIECE_BYTES ? PIECE_BYTES : len - done;
    uv_buf_t to = uv_buf_init((char *)into + done, (unsigned)piece);
    ssize_t got = uv_fs_read(NULL, &req, out->file - 1, &to, 1, (int64_t)(at + done), NULL);
    uv_fs_req_cleanup(&req);
    if (got <= 0) return SX_IO;
    done += (size_t)got;
  }
  return SX_OK;
}

void sx_file_out_sync(sx_file_out *out) {
  sx_file_out_flush(out);
  if (!out->code) out->code = sx_file__sync(out->file - 1);
}

sx_status sx_file_out_check(const sx_file_out *out, sx_err *err) {
  return out->code ? sx_file__fail_write(err, out->code, sx_str_from(out->path)) : SX_OK;
}

void sx_file_out_close(sx_file_out *out) {
  if (out->file) sx_file__close(out->file - 1);
  sx_free(out->buffer);
  sx_free(out->path);
  out->file = 0;
  out->buffer = out->path = NULL;
}

void sx_file_out_discard(sx_file_out *out) {
  if (out->file) sx_file__unlink(out->path);
  sx_file_out_close(out);
}
