#include "os/file_parts.h"

#include "os/file_system.h"

#include <fcntl.h>
#include <stdlib.h>

/*
 * Some files keep what they are only when they are overwritten: those with several hard links, of
 * other owners, with attributes that a new file cannot get. A process that is killed meanwhile
 * leaves the beginning of the new text and the end of the old one. So both are written to a journal
 * beside it first; who finds the journal, and such a mixture, finishes the writing.
 *
 * A journal is the line "sextant redo OWN FILE NAME OLD NEW" and what it gives the lengths of in
 * bytes: the name of the file, its old and its new text. OWN and FILE are the inodes of the journal
 * and of the file. A repository can bring a file of such a name along; it must not decide what is
 * written to another file, and cannot know these numbers.
 */

#define HEAD_BYTES 192
#define NUMBERS 5

static int cut(uv_file file, size_t bytes) {
  uv_fs_t req;
  int code = uv_fs_ftruncate(NULL, &req, file, (int64_t)bytes, NULL);
  uv_fs_req_cleanup(&req);
  return code;
}

/* In this order: until it is cut the file is the new text and the rest of the old one. */
static int overwrite(uv_file file, const sx_pieces *pieces) {
  int code = sx_file__write_pieces(file, pieces);
  if (!code) code = cut(file, sx_file__count_bytes(pieces));
  return code ? code : sx_file__sync(file);
}

static int open_to_write(const char *name, uv_file *out) {
  uv_fs_t req;
  *out = (uv_file)uv_fs_open(NULL, &req, name, O_RDWR | SX_FILE_NO_WAIT | SX_FILE_NO_LINK, 0, NULL);
  uv_fs_req_cleanup(&req);
  return *out < 0 ? *out : 0;
}

/* A journal counts only if this user has made it and no other user may change it. */
static int make_private(uv_file journal) {
  uv_fs_t req;
  uv_stat_t stat;
  int code = sx_file__stat(journal, &stat);
  if (!code && !sx_fs_is_own(&stat)) code = sx_fs_make_own(journal);
  if (code) return code;
  code = uv_fs_fchmod(NULL, &req, journal, 0600, NULL);
  uv_fs_req_cleanup(&req);
  return code;
}

static int write_journal(sx_str target, uv_file file, const sx_pieces *before,
                         const sx_pieces *after, sx_beside *beside, sx_arena *arena) {
  size_t start = target.len, count = 2;
  while (start > 0 && target.ptr[start - 1] != '/') start--;
  sx_str name = sx_str_slice(target, start, target.len);
  uv_stat_t own, of_file;
  int code = make_private(beside->file);
  if (!code) code = sx_file__stat(beside->file, &own);
  if (!code) code = sx_file__stat(file, &of_file);
  if (code) return code;
  sx_str *items = sx_arena_calloc(arena, count + before->count + after->count, sizeof *items);
  if (!items) return UV_ENOMEM;
  items[0] = sx_arena_printf(arena, "sextant redo %llu %llu %zu %zu %zu\n",
                             (unsigned long long)own.st_ino, (unsigned long long)of_file.st_ino,
                             name.len, sx_file__count_bytes(before), sx_file__count_bytes(after));
  items[1] = name;
  for (size_t i = 0; i < before->count; i++) items[count++] = before->items[i];
  for (size_t i = 0; i < after->count; i++) items[count++] = after->items[i];
  if (arena->status) return UV_ENOMEM;
  const sx_pieces all = {items, count};
  code = overwrite(beside->file, &all);
  return code ? code : sx_beside_make_journal(beside, target, arena);
}

int sx_file__write_in_place(sx_str target, uv_file old, const sx_pieces *before,
                            const sx_pieces *after, sx_beside *beside, sx_arena *arena) {
  uv_file file;
  int code = open_to_write(target.ptr, &file);
  if (code) return code;
  if (!sx_file__is_same_file(file, old)) code = UV_EEXIST;
  if (!code) code = write_journal(target, file, before, after, beside, arena);
  if (!code) {
    sx_str old_text = sx_file__join(before, arena), text = sx_file__join(after, arena);
    bool is_addition = !arena->status && sx_str_has_prefix(text, old_text);
    code = is_addition
               ? sx_file__append(target.ptr, file, sx_str_slice(text, old_text.len, text.len))
               : overwrite(file, after);
    /* The disk is full, say: the old text has its room already. */
    if (code && overwrite(file, before)) beside->name = NULL; /* left for who comes later */
  }
  sx_file__close(file);
  return code;
}

/* ---- afterwards ---------------------------------------------------------------------------- */

typedef struct journal {
  uint64_t own, file; /* inodes */
  sx_str name, before, after;
} journal;

static bool has_separator(sx_str name) {
  return sx_str_find_char(name, '/', 0) != SX_STR_NONE ||
         sx_str_find_char(name, '\\', 0) != SX_STR_NONE || memchr(name.ptr, 0, name.len);
}

static bool parse(journal *out, sx_str bytes) {
  unsigned long long numbers[NUMBERS];
  size_t line = sx_str_find_char(bytes, '\n', 0);
  if (!sx_str_has_prefix(bytes, SX_STR("sextant redo ")) || line == SX_STR_NONE ||
      line > HEAD_BYTES)
    return false;
  char *at = (char *)(uintptr_t)bytes.ptr + sizeof "sextant redo";
  for (size_t i = 0; i < NUMBERS; i++) numbers[i] = strtoull(at, &at, 10);
  if (at != bytes.ptr + line) return false;
  sx_str rest = sx_str_slice(bytes, line + 1, bytes.len);
  size_t left = rest.len;
  for (size_t i = 2; i < NUMBERS; left -= (size_t)numbers[i++])
    if (numbers[i] > left) return false;
  size_t name = (size_t)numbers[2], text = name + (size_t)numbers[3];
  out->own = numbers[0];
  out->file = numbers[1];
  out->name = sx_str_slice(rest, 0, name);
  out->before = sx_str_slice(rest, name, text);
  out->after = sx_str_slice(rest, text, rest.len);
  return !left && name && !has_separator(out->name);
}

/* Whether this user made it, of the file that is open and beside it. */
static bool is_of(const journal *j, uv_file own, uv_file target) {
  uv_stat_t stat, of_target;
  if (sx_file__stat(own, &stat) || sx_file__stat(target, &of_target)) return false;
  return sx_fs_is_own(&stat) && stat.st_ino == j->own && of_target.st_ino == j->file &&
         stat.st_dev == of_target.st_dev && (of_target.st_mode & S_IFMT) == S_IFREG;
}

/* The beginning of the new text, and the rest of the old one. */
static bool is_torn(const journal *j, sx_str now) {
  size_t k = 0;
  if (sx_str_is_equal(now, j->before) || sx_str_is_equal(now, j->after)) return false;
  while (k < now.len && k < j->after.len && now.ptr[k] == j->after.ptr[k]) k++;
  return sx_str_is_equal(sx_str_slice(now, k, now.len),
                         k < j->before.len ? sx_str_slice(j->before, k, j->before.len)
                                           : SX_STR(""));
}

bool sx_file__finish_in_place(uv_file file, const char *name, sx_arena *arena) {
  sx_str bytes, now;
  journal found;
  uv_file target;
  size_t folder = strlen(name);
  while (folder > 0 && name[folder - 1] != '/') folder--;
  if (sx_file__read_all(file, &bytes, arena)) return false;
  if (!parse(&found, bytes)) return true; /* killed before it was whole */
  sx_str path = sx_arena_printf(arena, "%.*s%.*s", (int)folder, name, SX_STR_ARG(found.name));
  if (arena->status) return false;
  if (open_to_write(path.ptr, &target)) return true; /* gone, or not ours any more */
  const sx_pieces after = {&found.after, 1};
  bool is_done = is_of(&found, file, target) && sx_fs_try_lock(target) == 0 &&
                 sx_file__read_all(target, &now, arena) == 0;
  if (is_done && is_torn(&found, now)) is_done = overwrite(target, &after) == 0;
  sx_file__close(target);
  return is_done;
}
