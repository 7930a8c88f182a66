#include "os/map.h"

#include "os/file_parts.h"

#ifdef _WIN32
#include <io.h>
#else
#include <sys/mman.h>
#endif

static sx_status fail(sx_err *err, int code, const char *path) {
  if (code == UV_ENOENT || code == UV_ENOTDIR)
    return sx_fail(err, SX_NOT_FOUND, "'%s' does not exist.", path);
  if (code == UV_ENOMEM) return sx_fail(err, SX_NOMEM, NULL);
  return sx_fail(err, SX_NOT_READABLE, "'%s' could not be read: %s.", path, uv_strerror(code));
}

#ifdef _WIN32
static int map_file(sx_map *out, uv_file file, size_t len) {
  HANDLE mapping =
      CreateFileMappingW((HANDLE)_get_osfhandle(file), NULL, PAGE_READONLY, 0, 0, NULL);
  if (!mapping) return uv_translate_sys_error((int)GetLastError());
  void *bytes = MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, len);
  int code = bytes ? 0 : uv_translate_sys_error((int)GetLastError());
  CloseHandle(mapping);
  if (bytes) *out = (sx_map){bytes, len, file};
  return code;
}
#else
static int map_file(sx_map *out, uv_file file, size_t len) {
  void *bytes = mmap(NULL, len, PROT_READ, MAP_SHARED, file, 0);
  if (bytes == MAP_FAILED) return uv_translate_sys_error(errno);
  *out = (sx_map){bytes, len, file};
  return 0;
}
#endif

sx_status sx_map_open(sx_map *out, const char *path, sx_err *err) {
  uv_fs_t req;
  uv_stat_t stat;
  *out = (sx_map){0};
  uv_file file = (uv_file)uv_fs_open(NULL, &req, path, UV_FS_O_RDONLY | UV_FS_O_NONBLOCK, 0, NULL);
  uv_fs_req_cleanup(&req);
  if (file < 0) return fail(err, file, path);
  int code = sx_file__stat(file, &stat);
  if (!code && (stat.st_mode & S_IFMT) != S_IFREG) code = UV_EINVAL;
  if (!code && stat.st_size > SIZE_MAX) code = UV_ENOMEM;
  if (!code && stat.st_size) code = map_file(out, file, (size_t)stat.st_size);
  if (!out->bytes) sx_file__close(file);
  return code ? fail(err, code, path) : SX_OK;
}

void sx_map_close(sx_map *map) {
#ifdef _WIN32
  if (map->bytes) UnmapViewOfFile(map->bytes);
#else
  if (map->bytes) munmap((void *)(uintptr_t)map->bytes, map->len);
#endif
  if (map->bytes) sx_file__close(map->file);
  *map = (sx_map){0};
}

bool sx_map_is_whole(const sx_map *map) {
  uv_stat_t stat;
  if (!map->bytes) return true;
  return sx_file__stat(map->file, &stat) == 0 && stat.st_size >= map->len;
}
