#include "bridge/windows.h"

#include "bridge/stream.h"
#include "deps/cjson/cJSON.h"

#ifndef _WIN32
#include <unistd.h>
#endif

#define FILE_MAX_BYTES ((size_t)1024 * 1024)
#define WARNINGS_MAX_BYTES ((size_t)1024 * 1024)

/* Standard error: libuv's way to write works where stdio's buffers would not be flushed. */
void sx_warn(const char *format, ...) {
  char text[2048];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  for (char *c = text; *c; c++)
    if (*c == '\n' || *c == '\r') *c = ' ';
  fprintf(stderr, "sextant-mcp: %s\n", text);
}

sx_status sx_registry_init(sx_registry *registry, sx_str home) {
  sx_arena_init(&registry->arena, WARNINGS_MAX_BYTES);
  sx_map_init(&registry->warned, &registry->arena);
  registry->folder = sx_arena_printf(&registry->arena, "%.*s/windows", SX_STR_ARG(home));
  return registry->arena.status;
}

void sx_registry_release(sx_registry *registry) {
  sx_arena_release(&registry->arena);
}

/** Complains about a file once in the life of this process. */
static void warn_once(sx_registry *registry, sx_str file, const char *problem) {
  uint64_t unused;
  if (sx_map_find(&registry->warned, file, &unused)) return;
  sx_str kept = sx_arena_dup(&registry->arena, file);
  if (!kept.len || sx_map_put(&registry->warned, kept, 1)) return;
  sx_warn("%s is ignored: %s", kept.ptr, problem);
}

static bool is_ours(const uv_stat_t *stat) {
#ifdef _WIN32
  (void)stat;
  return true;
#else
  return stat->st_uid == (uint64_t)geteuid();
#endif
}

static bool is_of_type(const uv_stat_t *stat, uint64_t type) {
  return (stat->st_mode & S_IFMT) == type;
}

/** Why a file or folder of the registry cannot be trusted, or NULL. */
static const char *find_distrust(const uv_stat_t *stat, bool is_folder) {
  if (!is_of_type(stat, is_folder ? S_IFDIR : S_IFREG))
    return is_folder ? "it is not a folder" : "it is not a regular file";
  if (!is_ours(stat)) return "it belongs to another user";
#ifndef _WIN32
  if (!is_folder && (stat->st_mode & 077)) return "others may use it (its mode must be 600)";
  if (is_folder && (stat->st_mode & 022)) return "others may write to it (its mode must be 700)";
#endif
  return NULL;
}

static bool find_stat(const char *path, uv_stat_t *stat) {
  uv_fs_t request;
  bool is_found = uv_fs_lstat(NULL, &request, path, NULL) == 0;
  if (is_found) *stat = request.statbuf;
  uv_fs_req_cleanup(&request);
  return is_found;
}

/** Contents of a file that is `size` bytes long; empty when it cannot be read or is too big. */
static sx_str read_file(const char *path, uint64_t size, sx_arena *arena) {
  uv_fs_t request;
  char *bytes = size < FILE_MAX_BYTES ? sx_arena_alloc(arena, (size_t)size + 1) : NULL;
  int file = bytes ? uv_fs_open(NULL, &request, path, UV_FS_O_RDONLY, 0, NULL) : -1;
  if (file < 0) return SX_STR("");
  uv_fs_req_cleanup(&request);
  uv_buf_t buf = uv_buf_init(bytes, (unsigned)size);
  int count = uv_fs_read(NULL, &request, file, &buf, 1, 0, NULL);
  uv_fs_req_cleanup(&request);
  uv_fs_close(NULL, &request, file, NULL);
  uv_fs_req_cleanup(&request);
  return sx_str_make(bytes, count > 0 ? (size_t)count : 0);
}

sx_str sx_path_resolve(sx_str path, sx_arena *arena) {
  sx_str terminated = sx_arena_dup(arena, path);
  uv_fs_t request;
  int code = uv_fs_realpath(NULL, &request, terminated.ptr, NULL);
  if (!code) terminated = sx_arena_dup(arena, sx_str_from(request.ptr));
  uv_fs_req_cleanup(&request);
  return terminated;
}

static sx_str get_text(const cJSON *object, const char *key) {
  return sx_str_from(cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, key)));
}

/** Fills a window from its JSON; false when that lacks something. */
static bool parse_window(sx_window *window, const cJSON *json, sx_arena *arena) {
  const cJSON *version = cJSON_GetObjectItemCaseSensitive(json, "version");
  const cJSON *pid = cJSON_GetObjectItemCaseSensitive(json, "pid");
  const cJSON *folders = cJSON_GetObjectItemCaseSensitive(json, "folders");
  const cJSON *tools = cJSON_GetObjectItemCaseSensitive(json, "readOnlyTools");
  if (!cJSON_IsNumber(version) || version->valuedouble != 1 || !cJSON_IsArray(folders) ||
      !cJSON_IsNumber(pid) || pid->valuedouble < 1 || pid->valuedouble != pid->valueint)
    return false;
  window->pid = pid->valueint;
  window->socket = sx_arena_dup(arena, get_text(json, "socket"));
  window->failure = sx_arena_dup(arena, get_text(json, "failure"));
  window->editor = sx_arena_dup(arena, get_text(json, "editor"));
  const cJSON *used = cJSON_GetObjectItemCaseSensitive(json, "used");
  if (cJSON_IsNumber(used) && used->valuedouble > 0) window->used_ms = used->valuedouble;
  if (!window->editor.len) window->editor = SX_STR("VS Code");
  const cJSON *item;
  cJSON_ArrayForEach (item, folders) {
    sx_str *folder = cJSON_IsString(item) ? SX_ARRAY_ADD(&window->folders, arena) : NULL;
    if (folder) *folder = sx_path_resolve(sx_str_from(item->valuestring), arena);
  }
  cJSON_ArrayForEach (item, tools) {
    sx_str *tool = cJSON_IsString(item) ? SX_ARRAY_ADD(&window->read_only_tools, arena) : NULL;
    if (tool) *tool = sx_arena_dup(arena, sx_str_from(item->valuestring));
  }
  return window->socket.len > 0 || window->failure.len > 0;
}

static bool is_process_gone(int pid) {
  return uv_kill(pid, 0) == UV_ESRCH;
}

bool sx_window_is_dead(int connect_code) {
  return connect_code == UV_ECONNREFUSED || connect_code == UV_ENOENT;
}

bool sx_window_is_gone(const sx_window *window) {
  if (window->failure.len) return is_process_gone(window->pid);
  return sx_window_is_dead(sx_socket_probe(window->socket.ptr));
}

static bool unlink_file(const char *path) {
  uv_fs_t request;
  int code = uv_fs_unlink(NULL, &request, path, NULL);
  uv_fs_req_cleanup(&request);
  return !code || code == UV_ENOENT;
}

bool sx_window_remove(const sx_window *window) {
  uv_stat_t stat;
  if (window->socket.len && find_stat(window->socket.ptr, &stat) && is_of_type(&stat, S_IFSOCK) &&
      is_ours(&stat))
    unlink_file(window->socket.ptr);
  return unlink_file(window->file.ptr);
}

/** Adds the window of one registry file to the list, if it is a sound one that may be alive. */
static void read_window(sx_window_list *out, sx_registry *registry, sx_str name, sx_arena *arena) {
  uv_stat_t stat;
  sx_str file = sx_arena_printf(arena, "%s/%s", registry->folder.ptr, name.ptr);
  if (!file.len || !find_stat(file.ptr, &stat)) return;
  const char *distrust = find_distrust(&stat, false);
  if (distrust) {
    warn_once(registry, file, distrust);
    return;
  }
  sx_window window = {.file = file};
  sx_str text = read_file(file.ptr, stat.st_size, arena);
  cJSON *json = cJSON_ParseWithLength(text.ptr, text.len);
  bool is_sound = parse_window(&window, json, arena);
  cJSON_Delete(json);
  if (!is_sound) {
    warn_once(registry, file, "this version cannot read it");
    return;
  }
  /* A process that cannot be seen may be that of another container: its socket decides. */
  if (is_process_gone(window.pid) && sx_window_is_gone(&window) && sx_window_remove(&window))
    return;
  sx_window *added = SX_ARRAY_ADD(out, arena);
  if (added) *added = window;
}

sx_status sx_registry_read(sx_window_list *out, sx_registry *registry, sx_arena *arena) {
  *out = (sx_window_list){0};
  uv_stat_t stat;
  if (!find_stat(registry->folder.ptr, &stat)) return SX_OK;
  const char *distrust = find_distrust(&stat, true);
  if (distrust) {
    warn_once(registry, registry->folder, distrust);
    return SX_OK;
  }
  uv_fs_t request;
  uv_dirent_t entry;
  if (uv_fs_scandir(NULL, &request, registry->folder.ptr, 0, NULL) >= 0)
    while (!uv_fs_scandir_next(&request, &entry)) {
      sx_str name = sx_str_from(entry.name);
      if (sx_str_has_suffix(name, SX_STR(".json")) && name.ptr[0] != '.')
        read_window(out, registry, name, arena);
    }
  uv_fs_req_cleanup(&request);
  return arena->status;
}
