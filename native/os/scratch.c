#include "os/scratch.h"

#include <stdio.h>
#include <uv.h>

#define PIECE_BYTES (1u << 30)
#define MAX_PATH_BYTES 4096

/* Made for this user alone (mkstemp), and nameless as soon as it is open. */
static int open_nameless(void) {
  char folder[MAX_PATH_BYTES - 32], path[MAX_PATH_BYTES];
  size_t len = sizeof folder;
  if (uv_os_tmpdir(folder, &len)) return -1;
  snprintf(path, sizeof path, "%s/sextant-XXXXXX", folder);
  uv_fs_t req;
  int file = uv_fs_mkstemp(NULL, &req, path, NULL);
  if (file >= 0) {
    uv_fs_t unlinked;
    (void)uv_fs_unlink(NULL, &unlinked, req.path, NULL);
    uv_fs_req_cleanup(&unlinked);
  }
  uv_fs_req_cleanup(&req);
  return file;
}

sx_status sx_scratch_add(sx_scratch *scratch, sx_str text, uint64_t *at) {
  *at = scratch->size_bytes;
  if (text.len > SX_SCRATCH_MAX_BYTES - scratch->size_bytes) return SX_IO;
  if (!scratch->file) {
    int file = open_nameless();
    if (file < 0) return SX_IO;
    scratch->file = file + 1;
  }
  for (size_t done = 0; done < text.len;) {
    uv_fs_t req;
    size_t left = text.len - done;
    uv_buf_t from = uv_buf_init((char *)(uintptr_t)(text.ptr + done),
                                left > PIECE_BYTES ? PIECE_BYTES : (unsigned)left);
    ssize_t written =
        uv_fs_write(NULL, &req, scratch->file - 1, &from, 1, (int64_t)(*at + done), NULL);
    uv_fs_req_cleanup(&req);
    if (written <= 0) return SX_IO;
    done += (size_t)written;
  }
  scratch->size_bytes += text.len;
  return SX_OK;
}

sx_status sx_scratch_read(const sx_scratch *scratch, uint64_t at, char *out, size_t len) {
  for (size_t done = 0; done < len;) {
    uv_fs_t req;
    size_t left = len - done;
    uv_buf_t to = uv_buf_init(out + done, left > PIECE_BYTES ? PIECE_BYTES : (unsigned)left);
    ssize_t count = uv_fs_read(NULL, &req, scratch->file - 1, &to, 1, (int64_t)(at + done), NULL);
    uv_fs_req_cleanup(&req);
    if (count <= 0) return SX_IO;
    done += (size_t)count;
  }
  return SX_OK;
}

void sx_scratch_cut(sx_scratch *scratch, uint64_t size_bytes) {
  if (!scratch->file || size_bytes >= scratch->size_bytes) return;
  scratch->size_bytes = size_bytes;
  uv_fs_t req;
  (void)uv_fs_ftruncate(NULL, &req, scratch->file - 1, (int64_t)size_bytes, NULL);
  uv_fs_req_cleanup(&req);
}

void sx_scratch_release(sx_scratch *scratch) {
  if (scratch->file) {
    uv_fs_t req;
    (void)uv_fs_close(NULL, &req, scratch->file - 1, NULL);
    uv_fs_req_cleanup(&req);
  }
  *scratch = (sx_scratch){0};
}
