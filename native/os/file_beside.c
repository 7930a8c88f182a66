#include "os/file_parts.h"

#include "base/utf8.h"
#include "os/file_system.h"

#include <fcntl.h>
#include <stdatomic.h>

#define MAX_TRIES 16
/* Names have 255 bytes at most; a number and an ending follow. */
#define MAX_STEM_BYTES 190
#define MARK ".sextant-"
#define TEMPORARY ".tmp"
#define JOURNAL ".redo.tmp"
/* How often a folder is looked through for what ended processes have left. */
#define CLEAN_AGAIN_NS ((uint64_t)2000000000)
#define CLEANED_FOLDERS 16

#ifdef _WIN32
#define SEPARATOR '\\'
#else
#define SEPARATOR '/'
#endif

static size_t name_start(sx_str path) {
  size_t start = path.len;
  while (start > 0 && path.ptr[start - 1] != '/' && path.ptr[start - 1] != SEPARATOR) start--;
  return start;
}

/* The part of the target's name that a longer one has room for. */
static sx_str name_stem(sx_str target) {
  size_t start = name_start(target);
  sx_str name = sx_str_slice(target, start, target.len);
  return sx_str_slice(target, 0, start + sx_utf8_floor(name.ptr, name.len, MAX_STEM_BYTES));
}

/* FNV-1a: the same in every process. */
static uint64_t hash_of(sx_str text) {
  uint64_t hash = 14695981039346656037u;
  for (size_t i = 0; i < text.len; i++) hash = (hash ^ (unsigned char)text.ptr[i]) * 1099511628211u;
  return hash;
}

/* ---- what was left ------------------------------------------------------------------------- */

static size_t skip_digits(sx_str text, size_t at) {
  while (at < text.len && text.ptr[at] >= '0' && text.ptr[at] <= '9') at++;
  return at;
}

/* NAME.sextant-PID-NUMBER and one of the endings. */
static bool is_ours(sx_str name) {
  size_t last = SX_STR_NONE;
  for (size_t at = 0; (at = sx_str_find(name, SX_STR(MARK), at)) != SX_STR_NONE; at++) last = at;
  if (last == SX_STR_NONE) return false;
  size_t start = last + sizeof MARK - 1, dash = skip_digits(name, start);
  if (dash == start || dash == name.len || name.ptr[dash] != '-') return false;
  size_t end = skip_digits(name, dash + 1);
  sx_str ending = sx_str_slice(name, end, name.len);
  return end > dash + 1 &&
         (sx_str_is_equal(ending, SX_STR(TEMPORARY)) || sx_str_is_equal(ending, SX_STR(JOURNAL)));
}

/* Who is alive holds the lock of what is theirs; where there are no locks it stays. */
static void clean_one(const char *name, sx_arena *arena) {
  uv_fs_t req;
  uv_stat_t stat;
  int flags = O_RDONLY | SX_FILE_NO_WAIT | SX_FILE_NO_LINK;
  uv_file file = (uv_file)uv_fs_open(NULL, &req, name, flags, 0, NULL);
  uv_fs_req_cleanup(&req);
  if (file < 0) return;
  bool is_file = sx_file__stat(file, &stat) == 0 && (stat.st_mode & S_IFMT) == S_IFREG;
  bool is_left = is_file && sx_fs_try_lock(file) == 0;
  bool is_journal = sx_str_has_suffix(sx_str_from(name), SX_STR(JOURNAL));
  if (is_left && is_journal) is_left = sx_file__finish_in_place(file, name, arena);
  if (is_left) sx_file__unlink(name);
  sx_file__close(file);
}

static void clean_folder(sx_str folder, sx_arena *arena) {
  uv_fs_t req;
  uv_dirent_t found;
  int code = uv_fs_scandir(NULL, &req, folder.ptr, 0, NULL);
  /* To the end in any case: libuv loses the last entry of a list that is left before. */
  while (code >= 0 && uv_fs_scandir_next(&req, &found) != UV_EOF) {
    if (!is_ours(sx_str_from(found.name))) continue;
    sx_str name = sx_arena_printf(arena, "%.*s%s", SX_STR_ARG(folder), found.name);
    if (name.len) clean_one(name.ptr, arena);
  }
  uv_fs_req_cleanup(&req);
}

/* Whether the folder has not been looked through for a while. Two threads at once do no harm. */
static bool is_due(sx_str folder) {
  static atomic_uint_fast64_t hashes[CLEANED_FOLDERS], times_ns[CLEANED_FOLDERS];
  uint64_t hash = hash_of(folder), now_ns = uv_hrtime();
  size_t slot = (size_t)(hash % CLEANED_FOLDERS);
  bool is_known = atomic_load(&hashes[slot]) == hash;
  if (is_known && now_ns - atomic_load(&times_ns[slot]) < CLEAN_AGAIN_NS) return false;
  atomic_store(&times_ns[slot], now_ns);
  atomic_store(&hashes[slot], hash);
  return true;
}

static void clean(sx_str target) {
  sx_arena arena;
  sx_arena_init(&arena, (size_t)256 * 1024 * 1024);
  sx_str folder = sx_arena_dup(&arena, sx_str_slice(target, 0, name_start(target)));
  if (folder.len && is_due(folder)) clean_folder(folder, &arena);
  sx_arena_release(&arena);
}

/* ---- making one ---------------------------------------------------------------------------- */

/* Another process that cleaned up may have removed it before it was locked. */
static bool has_name(uv_file file) {
  uv_fs_t req;
  bool has_name = uv_fs_fstat(NULL, &req, file, NULL) == 0 && req.statbuf.st_nlink > 0;
  uv_fs_req_cleanup(&req);
  return has_name;
}

static int open_new(sx_beside *out, sx_str stem, bool is_new, sx_arena *arena) {
  static atomic_uint turn;
  uv_fs_t req;
  sx_str name = sx_arena_printf(arena, "%.*s" MARK "%d-%u" TEMPORARY, SX_STR_ARG(stem),
                                (int)uv_os_getpid(), atomic_fetch_add(&turn, 1));
  if (!name.len) return UV_ENOMEM;
  int code =
      uv_fs_open(NULL, &req, name.ptr, O_RDWR | O_CREAT | O_EXCL, is_new ? 0666 : 0600, NULL);
  uv_fs_req_cleanup(&req);
  if (code < 0) return code;
  *out = (sx_beside){code, name.ptr};
  (void)sx_fs_try_lock(out->file);
  if (has_name(out->file)) return 0;
  sx_file__close(out->file);
  *out = (sx_beside){-1, NULL};
  return UV_EEXIST; /* another name, then */
}

int sx_beside_open(sx_beside *out, sx_str target, bool is_new, sx_arena *arena) {
  *out = (sx_beside){-1, NULL};
  clean(target);
  int code = UV_EEXIST;
  for (int i = 0; i < MAX_TRIES && code == UV_EEXIST; i++)
    code = open_new(out, name_stem(target), is_new, arena);
  return code;
}

/* ---- journals -------------------------------------------------------------------------------- */

/* One name for each file, so that who is about to write to it finds the journal by one look. */
static sx_str journal_of(sx_str target, sx_arena *arena) {
  uint64_t hash = hash_of(sx_str_slice(target, name_start(target), target.len));
  return sx_arena_printf(arena, "%.*s" MARK "%llu-0" JOURNAL, SX_STR_ARG(name_stem(target)),
                         (unsigned long long)hash);
}

bool sx_beside_has_journal(sx_str target, sx_arena *arena) {
  sx_str journal = journal_of(target, arena);
  return journal.len && sx_file__is_there(journal.ptr);
}

void sx_beside_finish(sx_str target, sx_arena *arena) {
  sx_str journal = journal_of(target, arena);
  if (journal.len && sx_file__is_there(journal.ptr)) clean_one(journal.ptr, arena);
}

int sx_beside_make_journal(sx_beside *beside, sx_str target, sx_arena *arena) {
  uv_fs_t req;
  sx_str name = sx_str_from(beside->name), journal = journal_of(target, arena);
  /* That of another process, where there are no locks: it stays. */
  if (journal.len && sx_file__is_there(journal.ptr))
    journal = sx_arena_printf(arena, "%.*s" JOURNAL,
                              SX_STR_ARG(sx_str_slice(name, 0, name.len - (sizeof TEMPORARY - 1))));
  if (!journal.len) return UV_ENOMEM;
  int code = uv_fs_rename(NULL, &req, beside->name, journal.ptr, NULL);
  uv_fs_req_cleanup(&req);
  if (!code) beside->name = journal.ptr;
  return code;
}

void sx_beside_close(sx_beside *beside) {
  if (beside->name) sx_file__unlink(beside->name);
  if (beside->file >= 0) sx_file__close(beside->file);
  *beside = (sx_beside){-1, NULL};
}
