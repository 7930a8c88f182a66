#include "os/trash.h"

#include "base/buf.h"
#include "base/utf8.h"

#include <uv.h>

#ifndef _WIN32
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#endif

#define MAX_PATH_BYTES 8192
#define MAX_NAMES 1000
/* Names have 255 bytes at most; a number and the ending of the note follow. */
#define MAX_STEM_BYTES 230

static sx_status fail(sx_err *err, int code, sx_str path) {
  if (code == UV_ENOMEM) return sx_fail(err, SX_NOMEM, NULL);
  return sx_fail(err, SX_IO, "'%.*s' could not be moved to the trash: %s.", SX_STR_ARG(path),
                 uv_strerror(code));
}

#ifdef _WIN32

sx_status sx_trash_move(sx_str path, sx_arena *arena, sx_err *err) {
  (void)arena;
  return fail(err, UV_ENOTSUP, path);
}

#else

/* One that is open: what happens to its name meanwhile does not matter. */
typedef struct trash {
  int info, files;
  size_t skip; /* bytes of the path that its notes leave out */
} trash;

static int open_folder_at(int in, const char *name, int flags) {
  int folder = openat(in, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | flags);
  return folder < 0 ? uv_translate_sys_error(errno) : folder;
}

static void close_trash(const trash *t) {
  if (t->info >= 0) close(t->info);
  if (t->files >= 0) close(t->files);
}

/* ---- the home trash ------------------------------------------------------------------------ */

/* Makes every folder of the path. */
static int make_folders(sx_str path, sx_arena *arena) {
  char *copy = (char *)(uintptr_t)sx_arena_dup(arena, path).ptr;
  int code = arena->status ? UV_ENOMEM : 0;
  for (size_t i = 1; i <= path.len && !code; i++) {
    if (i < path.len && copy[i] != '/') continue;
    char kept = copy[i];
    copy[i] = 0;
    if (mkdir(copy, 0700) && errno != EEXIST) code = uv_translate_sys_error(errno);
    copy[i] = kept;
  }
  return code;
}

static sx_str from_env(const char *name, sx_arena *arena) {
  char value[MAX_PATH_BYTES];
  size_t len = sizeof value;
  if (uv_os_getenv(name, value, &len) || !len || value[0] != '/') return SX_STR("");
  return sx_arena_dup(arena, sx_str_make(value, len));
}

static int open_made(sx_str home, const char *name, sx_arena *arena) {
  sx_str path = sx_arena_printf(arena, "%.*s/%s", SX_STR_ARG(home), name);
  int code = make_folders(path, arena);
  return code ? code : open_folder_at(AT_FDCWD, path.ptr, 0);
}

/* Links in its path are the user's own. */
static int open_home_trash(trash *out, sx_arena *arena) {
  sx_str data = from_env("XDG_DATA_HOME", arena), home = from_env("HOME", arena);
  if (data.len)
    home = sx_arena_printf(arena, "%.*s/Trash", SX_STR_ARG(data));
  else if (home.len)
    home = sx_arena_printf(arena, "%.*s/.local/share/Trash", SX_STR_ARG(home));
  *out = (trash){-1, -1, 0};
  if (!home.len) return arena->status ? UV_ENOMEM : UV_EXDEV;
  out->info = open_made(home, "info", arena);
  out->files = out->info < 0 ? -1 : open_made(home, "files", arena);
  return out->info < 0 ? out->info : out->files < 0 ? out->files : 0;
}

/* ---- that of another file system ------------------------------------------------------------ */

/*
 * A folder that is the user's own and closed to others, made if there is none. A link or a folder
 * that others have put there would give them the file. Owners can take rights away, so if the
 * rights stay, the file system has none.
 */
static int open_own(int in, const char *name) {
  struct stat info;
  if (mkdirat(in, name, 0700) && errno != EEXIST) return uv_translate_sys_error(errno);
  int folder = open_folder_at(in, name, O_NOFOLLOW);
  if (folder < 0) return folder;
  if (fstat(folder, &info) == 0 && info.st_uid == geteuid()) {
    if (info.st_mode & 077) (void)fchmod(folder, 0700);
    return folder;
  }
  close(folder);
  return UV_EPERM;
}

/* `.Trash/<uid>`, where an administrator has made a `.Trash` that is safe to share. */
static int open_shared(int top, const char *uid) {
  struct stat info;
  int shared = open_folder_at(top, ".Trash", O_NOFOLLOW);
  if (shared < 0) return shared;
  bool is_safe = fstat(shared, &info) == 0 && (info.st_mode & S_ISVTX);
  int own = is_safe ? open_own(shared, uid) : UV_EPERM;
  close(shared);
  return own;
}

static int open_top_trash(trash *out, int top) {
  char uid[32], name[48];
  snprintf(uid, sizeof uid, "%lu", (unsigned long)geteuid());
  snprintf(name, sizeof name, ".Trash-%s", uid);
  int own = open_shared(top, uid);
  if (own < 0) own = open_own(top, name);
  if (own < 0) return own;
  out->info = open_own(own, "info");
  out->files = out->info < 0 ? -1 : open_own(own, "files");
  close(own);
  return out->info < 0 ? out->info : out->files < 0 ? out->files : 0;
}

static bool has_device(const char *path, dev_t device) {
  struct stat info;
  return lstat(path, &info) == 0 && info.st_dev == device;
}

/* The topmost folder of the file system that `path`, a real one, is on. */
static sx_str find_top(sx_str path, sx_arena *arena) {
  struct stat info;
  sx_str top = sx_arena_dup(arena, path);
  char *end = (char *)(uintptr_t)top.ptr;
  if (arena->status || lstat(top.ptr, &info)) return SX_STR("");
  top.len = sx_str_find_last_char(top, '/');
  end[top.len] = 0;
  while (top.len) {
    sx_str up = sx_str_slice(top, 0, sx_str_find_last_char(top, '/'));
    sx_str parent = up.len ? sx_arena_dup(arena, up) : SX_STR("/");
    if (arena->status) return SX_STR("");
    if (!has_device(parent.ptr, info.st_dev)) break;
    end[up.len] = 0;
    top.len = up.len;
  }
  return top;
}

static int open_mount_trash(trash *out, sx_str path, sx_arena *arena) {
  sx_str place = find_top(path, arena);
  *out = (trash){-1, -1, place.len + 1};
  if (arena->status) return UV_ENOMEM;
  int top = open_folder_at(AT_FDCWD, place.len ? place.ptr : "/", 0);
  if (top < 0) return top;
  int code = open_top_trash(out, top);
  close(top);
  return code;
}

/* ---- moving -------------------------------------------------------------------------------- */

static void add_encoded(sx_buf *buf, sx_str path) {
  for (size_t i = 0; i < path.len; i++) {
    unsigned char c = (unsigned char)path.ptr[i];
    bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                    (c && strchr("-_.~/", c));
    if (is_plain)
      sx_buf_add_char(buf, (char)c);
    else
      sx_buf_addf(buf, "%%%02X", c);
  }
}

static int write_all(int file, sx_str text) {
  while (text.len) {
    ssize_t written = write(file, text.ptr, text.len);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return written ? uv_translate_sys_error(errno) : UV_EIO;
    text = sx_str_slice(text, (size_t)written, text.len);
  }
  return 0;
}

static int write_info(int in, const char *name, sx_str path) {
  sx_buf text;
  struct tm local;
  char date[32] = "";
  time_t seconds = time(NULL);
  if (localtime_r(&seconds, &local)) strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%S", &local);
  sx_buf_init(&text, 4 * MAX_PATH_BYTES);
  sx_buf_add_text(&text, "[Trash Info]\nPath=");
  add_encoded(&text, path);
  sx_buf_addf(&text, "\nDeletionDate=%s\n", date);
  int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
  int code = text.status ? UV_ENOMEM : 0, file = code ? -1 : openat(in, name, flags, 0600);
  if (!code && file < 0) code = uv_translate_sys_error(errno);
  if (file >= 0) {
    code = write_all(file, sx_buf_str(&text));
    close(file);
    if (code) unlinkat(in, name, 0);
  }
  sx_buf_release(&text);
  return code;
}

/* Under this name, unless the trash has it: the note is the lock, by the standard. */
static int move_as(const trash *t, const char *name, const char *note, sx_str path) {
  struct stat info;
  int code = write_info(t->info, note, sx_str_slice(path, t->skip, path.len));
  if (code) return code;
  if (fstatat(t->files, name, &info, AT_SYMLINK_NOFOLLOW) == 0)
    code = UV_EEXIST; /* a file without a note would be overwritten */
  else if (renameat(AT_FDCWD, path.ptr, t->files, name))
    code = uv_translate_sys_error(errno);
  if (code) unlinkat(t->info, note, 0);
  return code;
}

static int move_into(const trash *t, sx_str path, sx_arena *arena) {
  sx_str name = sx_str_slice(path, sx_str_find_last_char(path, '/') + 1, path.len);
  name = sx_str_slice(name, 0, sx_utf8_floor(name.ptr, name.len, MAX_STEM_BYTES));
  int code = UV_EEXIST;
  for (int i = 0; i < MAX_NAMES && code == UV_EEXIST; i++) {
    char number[16] = "";
    if (i) snprintf(number, sizeof number, ".%d", i + 1);
    sx_str file = sx_arena_printf(arena, "%.*s%s", SX_STR_ARG(name), number);
    sx_str note = sx_arena_printf(arena, "%.*s.trashinfo", SX_STR_ARG(file));
    code = arena->status ? UV_ENOMEM : move_as(t, file.ptr, note.ptr, path);
  }
  return code;
}

/* The file itself may be a link; the folder that it is in is taken by its real path. */
static sx_str find_real(sx_str path, sx_arena *arena) {
  size_t slash = sx_str_find_last_char(path, '/');
  sx_str folder = sx_arena_dup(arena, slash ? sx_str_slice(path, 0, slash) : SX_STR("/"));
  char *real = arena->status ? NULL : realpath(folder.ptr, NULL);
  if (!real) return SX_STR("");
  sx_str out = sx_arena_printf(arena, "%s/%.*s", real[1] ? real : "",
                               SX_STR_ARG(sx_str_slice(path, slash + 1, path.len)));
  free(real);
  return out;
}

sx_status sx_trash_move(sx_str path, sx_arena *arena, sx_err *err) {
  if (!path.len || path.ptr[0] != '/') return fail(err, UV_EINVAL, path);
  sx_str real = find_real(path, arena);
  trash t = {-1, -1, 0};
  int code = real.len ? open_home_trash(&t, arena) : UV_ENOENT;
  if (!code) code = move_into(&t, real, arena);
  close_trash(&t);
  if (code == UV_EXDEV) {
    code = open_mount_trash(&t, real, arena);
    if (!code) code = move_into(&t, real, arena);
    close_trash(&t);
  }
  if (arena->status) return sx_fail(err, arena->status, NULL);
  return code ? fail(err, code, path) : SX_OK;
}

#endif
