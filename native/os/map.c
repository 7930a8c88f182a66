#include "os/map.h"

#include "base/mem.h"
#include "os/file_parts.h"
#include "os/file_system.h"

#ifdef _WIN32
#include <io.h>
#else
#include <sys/mman.h>
#endif

static sx_status fail(sx_err *err, int code, const char *path) {
  if (code == UV_ENOENT || code == UV_ENOTDIR)
    return sx_fail(err, SX_NOT_FOUND, "'%s' does not exist.", path);
  if (code == UV_EFBIG)
    return sx_fail(err, SX_TOO_BIG, "'%s' is too large for a file system that is not local.", path);
  if (code == UV_ENOMEM) return sx_fail(err, SX_NOMEM, NULL);
  return sx_fail(err, SX_NOT_READABLE, "'%s' could not be read: %s.", path, uv_strerror(code));
}

/* No system call takes more than 2 GB. */
#define MAX_READ ((size_t)1 << 30)

#ifdef _WIN32
static int map_file(sx_map *out, uv_file file, size_t len) {
  HANDLE mapping =
      CreateFileMappingW((HANDLE)_get_osfhandle(file), NULL, PAGE_READONLY, 0, 0, NULL);
  if (!mapping) return uv_translate_sys_error((int)GetLastError());
  void *bytes = MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, len);
  int code = bytes ? 0 : uv_translate_sys_error((int)GetLastError());
  CloseHandle(mapping);
  if (bytes) *out = (sx_map){.bytes = bytes, .len = len, .file = file};
  return code;
}
#else
static int map_file(sx_map *out, uv_file file, size_t len) {
  void *bytes = mmap(NULL, len, PROT_READ, MAP_SHARED, file, 0);
  if (bytes == MAP_FAILED) return uv_translate_sys_error(errno);
  *out = (sx_map){.bytes = bytes, .len = len, .file = file};
  return 0;
}
#endif

/* UV_EIO: it has become shorter. */
static int copy_file(sx_map *out, uv_file file, size_t len) {
  char *bytes = sx_malloc(len);
  if (!bytes) return UV_ENOMEM;
  int code = 0;
  for (size_t at = 0; at < len && !code;) {
    uv_fs_t req;
    size_t size = len - at < MAX_READ ? len - at : MAX_READ;
    uv_buf_t buf = uv_buf_init(bytes + at, (unsigned)size);
    int got = uv_fs_read(NULL, &req, file, &buf, 1, (int64_t)at, NULL);
    uv_fs_req_cleanup(&req);
    if (got <= 0) code = got ? got : UV_EIO;
    if (got > 0) at += (size_t)got;
  }
  if (code)
    sx_free(bytes);
  else
    *out = (sx_map){.bytes = (unsigned char *)bytes, .len = len, .is_copy = true};
  return code;
}

static int take_file(sx_map *out, uv_file file, size_t len, size_t max_copied) {
  if (sx_fs_is_local(file)) return map_file(out, file, len);
  return len > max_copied ? UV_EFBIG : copy_file(out, file, len);
}

sx_status sx_map_open(sx_map *out, const char *path, size_t max_copied, sx_err *err) {
  uv_fs_t req;
  uv_stat_t stat;
  *out = (sx_map){0};
  uv_file file = (uv_file)uv_fs_open(NULL, &req, path, UV_FS_O_RDONLY | UV_FS_O_NONBLOCK, 0, NULL);
  uv_fs_req_cleanup(&req);
  if (file < 0) return fail(err, file, path);
  int code = sx_file__stat(file, &stat);
  if (!code && (stat.st_mode & S_IFMT) != S_IFREG) code = UV_EINVAL;
  if (!code && stat.st_size > SIZE_MAX) code = UV_ENOMEM;
  if (!code && stat.st_size) code = take_file(out, file, (size_t)stat.st_size, max_copied);
  if (!out->bytes || out->is_copy) sx_file__close(file);
  return code ? fail(err, code, path) : SX_OK;
}

static void unmap(const sx_map *map) {
#ifdef _WIN32
  UnmapViewOfFile(map->bytes);
#else
  munmap((void *)(uintptr_t)map->bytes, map->len);
#endif
  sx_file__close(map->file);
}

void sx_map_close(sx_map *map) {
  if (map->is_copy)
    sx_free((void *)(uintptr_t)map->bytes);
  else if (map->bytes)
    unmap(map);
  *map = (sx_map){0};
}

bool sx_map_is_whole(const sx_map *map) {
  uv_stat_t stat;
  if (!map->bytes || map->is_copy) return true;
  return sx_file__stat(map->file, &stat) == 0 && stat.st_size >= map->len;
}
