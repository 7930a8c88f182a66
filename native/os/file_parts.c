#include "os/file_parts.h"

#include "os/room.h"

#include <fcntl.h>

#define PIECE_BYTES (1u << 30)
#define COMPARE_BYTES 16384u

static bool is_full(int code) {
#ifdef EDQUOT
  if (code == -EDQUOT) return true;
#endif
  return code == UV_ENOSPC;
}

sx_status sx_file__fail_write(sx_err *err, int code, sx_str path) {
  if (is_full(code))
    return sx_room_fail(err, path, code == UV_ENOSPC ? uv_strerror(code) : "disk quota exceeded");
  switch (code) {
  case UV_ENOENT:
  case UV_ENOTDIR: return sx_fail(err, SX_NOT_FOUND, "'%.*s' does not exist.", SX_STR_ARG(path));
  case UV_EISDIR:
    return sx_fail(err, SX_IS_DIRECTORY, "'%.*s' is a directory, not a file.", SX_STR_ARG(path));
  case UV_EACCES:
  case UV_EPERM:
  case UV_EROFS:
    return sx_fail(err, SX_READ_ONLY, "'%.*s' cannot be written: %s. Nothing was changed.",
                   SX_STR_ARG(path), uv_strerror(code));
  case UV_EEXIST:
    return sx_fail(err, SX_EXISTS, "'%.*s' was created in the meantime. Nothing was changed.",
                   SX_STR_ARG(path));
  case UV_ENOMEM: return sx_fail(err, SX_NOMEM, NULL);
  default:
    return sx_fail(err, SX_IO, "'%.*s' could not be written: %s. Nothing was changed.",
                   SX_STR_ARG(path), uv_strerror(code));
  }
}

const char *sx_file__c_path(sx_str path, sx_arena *arena) {
  if (!path.len || memchr(path.ptr, 0, path.len)) return NULL;
  sx_str copy = sx_arena_dup(arena, path);
  return copy.len ? copy.ptr : NULL;
}

int sx_file__no_path(const sx_arena *arena) {
  return arena->status ? UV_ENOMEM : UV_ENOENT;
}

bool sx_file__is_there(const char *name) {
  uv_fs_t req;
  int code = uv_fs_lstat(NULL, &req, name, NULL);
  uv_fs_req_cleanup(&req);
  return code == 0;
}

void sx_file__close(uv_file file) {
  uv_fs_t req;
  uv_fs_close(NULL, &req, file, NULL);
  uv_fs_req_cleanup(&req);
}

int sx_file__sync(uv_file file) {
  uv_fs_t req;
  int code = uv_fs_fsync(NULL, &req, file, NULL);
  uv_fs_req_cleanup(&req);
  return code;
}

void sx_file__unlink(const char *name) {
  uv_fs_t req;
  uv_fs_unlink(NULL, &req, name, NULL);
  uv_fs_req_cleanup(&req);
}

void sx_file__sync_folder(const char *target, sx_arena *arena) {
#ifdef O_DIRECTORY
  const char *slash = strrchr(target, '/');
  if (!slash) return;
  sx_str folder = sx_arena_dup(arena, sx_str_make(target, (size_t)(slash - target) + 1));
  uv_fs_t req;
  uv_file file = (uv_file)uv_fs_open(NULL, &req, folder.ptr, O_RDONLY | O_DIRECTORY, 0, NULL);
  uv_fs_req_cleanup(&req);
  if (file < 0) return;
  (void)sx_file__sync(file);
  sx_file__close(file);
#else
  (void)target, (void)arena;
#endif
}

static int write_piece(uv_file file, sx_str piece, int64_t *at) {
  while (piece.len) {
    uv_fs_t req;
    unsigned len = piece.len > PIECE_BYTES ? PIECE_BYTES : (unsigned)piece.len;
    uv_buf_t from = uv_buf_init((char *)(uintptr_t)piece.ptr, len);
    ssize_t written = uv_fs_write(NULL, &req, file, &from, 1, *at, NULL);
    uv_fs_req_cleanup(&req);
    if (written < 0) return (int)written;
    if (written == 0) return UV_EIO;
    *at += written;
    piece = sx_str_slice(piece, (size_t)written, piece.len);
  }
  return 0;
}

int sx_file__write_pieces(uv_file file, const sx_pieces *pieces) {
  int64_t at = 0;
  int code = 0;
  for (size_t i = 0; i < pieces->count && !code; i++)
    code = write_piece(file, pieces->items[i], &at);
  return code;
}

/* `*is_same` is false where the file ends before the piece. */
static int compare_piece(uv_file file, sx_str piece, int64_t *at, bool *is_same) {
  char scratch[COMPARE_BYTES];
  while (piece.len && *is_same) {
    uv_fs_t req;
    size_t len = piece.len > COMPARE_BYTES ? COMPARE_BYTES : piece.len;
    uv_buf_t into = uv_buf_init(scratch, (unsigned)len);
    ssize_t got = uv_fs_read(NULL, &req, file, &into, 1, *at, NULL);
    uv_fs_req_cleanup(&req);
    if (got < 0) return (int)got;
    *is_same = got > 0 && memcmp(scratch, piece.ptr, (size_t)got) == 0;
    *at += got;
    piece = sx_str_slice(piece, (size_t)got, piece.len);
  }
  return 0;
}

int sx_file__compare(uv_file file, const sx_pieces *pieces, bool *is_same) {
  uv_fs_t req;
  int64_t size = 0, at = 0;
  for (size_t i = 0; i < pieces->count; i++) size += (int64_t)pieces->items[i].len;
  int code = uv_fs_fstat(NULL, &req, file, NULL);
  *is_same = !code && (int64_t)req.statbuf.st_size == size;
  uv_fs_req_cleanup(&req);
  if (code || !*is_same) return code;
  for (size_t i = 0; i < pieces->count && !code && *is_same; i++)
    code = compare_piece(file, pieces->items[i], &at, is_same);
  return code;
}

size_t sx_file__count_bytes(const sx_pieces *pieces) {
  size_t bytes = 0;
  for (size_t i = 0; i < pieces->count; i++) bytes += pieces->items[i].len;
  return bytes;
}

int sx_file__stat(uv_file file, uv_stat_t *out) {
  uv_fs_t req;
  int code = uv_fs_fstat(NULL, &req, file, NULL);
  if (!code) *out = req.statbuf;
  uv_fs_req_cleanup(&req);
  return code;
}

bool sx_file__is_same_file(uv_file one, uv_file other) {
  uv_fs_t a, b;
  bool is_known = uv_fs_fstat(NULL, &a, one, NULL) == 0;
  is_known &= uv_fs_fstat(NULL, &b, other, NULL) == 0;
  bool is_same =
      is_known && a.statbuf.st_ino == b.statbuf.st_ino && a.statbuf.st_dev == b.statbuf.st_dev;
  uv_fs_req_cleanup(&a);
  uv_fs_req_cleanup(&b);
  return is_same;
}

int sx_file__read_all(uv_file file, sx_str *out, sx_arena *arena) {
  uv_fs_t req;
  int code = uv_fs_fstat(NULL, &req, file, NULL);
  uint64_t size = code ? 0 : req.statbuf.st_size;
  uv_fs_req_cleanup(&req);
  if (code || size > SX_FILE_MAX_BYTES) return code ? code : UV_EFBIG;
  char *bytes = sx_arena_alloc(arena, (size_t)size + 1);
  if (!bytes) return UV_ENOMEM;
  size_t len = 0;
  for (ssize_t got = 1; len < size && got > 0; len += (size_t)got) {
    uv_buf_t into = uv_buf_init(bytes + len, (unsigned)(size - len));
    got = uv_fs_read(NULL, &req, file, &into, 1, (int64_t)len, NULL);
    uv_fs_req_cleanup(&req);
    if (got < 0) return (int)got;
  }
  *out = (sx_str){bytes, len};
  return 0;
}

sx_str sx_file__join(const sx_pieces *pieces, sx_arena *arena) {
  char *out = sx_arena_alloc(arena, sx_file__count_bytes(pieces) + 1);
  size_t len = 0;
  for (size_t i = 0; out && i < pieces->count; i++) {
    if (pieces->items[i].len) memcpy(out + len, pieces->items[i].ptr, pieces->items[i].len);
    len += pieces->items[i].len;
  }
  return out ? (sx_str){out, len} : SX_STR("");
}

int sx_file__append(const char *name, uv_file same, sx_str text) {
  uv_fs_t req;
  uv_file file = (uv_file)uv_fs_open(NULL, &req, name, O_WRONLY | O_APPEND, 0, NULL);
  uv_fs_req_cleanup(&req);
  if (file < 0) return file;
  int code = sx_file__is_same_file(file, same) ? 0 : UV_EEXIST;
  while (text.len && !code) {
    uv_buf_t from = uv_buf_init((char *)(uintptr_t)text.ptr, (unsigned)text.len);
    ssize_t written = uv_fs_write(NULL, &req, file, &from, 1, -1, NULL);
    uv_fs_req_cleanup(&req);
    if (written <= 0) code = written ? (int)written : UV_EIO;
    if (!code) text = sx_str_slice(text, (size_t)written, text.len);
  }
  if (!code) code = sx_file__sync(file);
  sx_file__close(file);
  return code;
}
