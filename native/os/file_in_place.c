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
 * A journal is the line "sextant redo NAME OLD NEW", of the lengths in bytes of what follows it:
 * the name of the file, its old and its new text.
 */

#define HEAD_BYTES 128

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
  *out = (uv_file)uv_fs_open(NULL, &req, name, O_RDWR, 0, NULL);
  uv_fs_req_cleanup(&req);
  return *out < 0 ? *out : 0;
}

static int write_journal(sx_str target, const sx_pieces *before, const sx_pieces *after,
                         sx_beside *beside, sx_arena *arena) {
  size_t start = target.len, count = 2;
  while (start > 0 && target.ptr[start - 1] != '/') start--;
  sx_str name = sx_str_slice(target, start, target.len);
  sx_str *items = sx_arena_calloc(arena, count + before->count + after->count, sizeof *items);
  if (!items) return UV_ENOMEM;
  items[0] = sx_arena_printf(arena, "sextant redo %zu %zu %zu\n", name.len,
                             sx_file__count_bytes(before), sx_file__count_bytes(after));
  items[1] = name;
  for (size_t i = 0; i < before->count; i++) items[count++] = before->items[i];
  for (size_t i = 0; i < after->count; i++) items[count++] = after->items[i];
  if (arena->status) return UV_ENOMEM;
  const sx_pieces all = {items, count};
  int code = overwrite(beside->file, &all);
  return code ? code : sx_beside_make_journal(beside, arena);
}

int sx_file__write_in_place(sx_str target, uv_file old, const sx_pieces *before,
                            const sx_pieces *after, sx_beside *beside, sx_arena *arena) {
  uv_file file;
  int code = open_to_write(target.ptr, &file);
  if (code) return code;
  if (!sx_file__is_same_file(file, old)) code = UV_EEXIST;
  if (!code) code = write_journal(target, before, after, beside, arena);
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
  sx_str name, before, after;
} journal;

static bool parse(journal *out, sx_str bytes) {
  size_t lengths[3], line = sx_str_find_char(bytes, '\n', 0);
  if (!sx_str_has_prefix(bytes, SX_STR("sextant redo ")) || line == SX_STR_NONE ||
      line > HEAD_BYTES)
    return false;
  char *at = (char *)(uintptr_t)bytes.ptr + sizeof "sextant redo";
  for (size_t i = 0; i < 3; i++) lengths[i] = (size_t)strtoull(at, &at, 10);
  sx_str rest = sx_str_slice(bytes, line + 1, bytes.len);
  if (lengths[0] > rest.len || lengths[1] > rest.len || lengths[2] > rest.len ||
      lengths[0] + lengths[1] + lengths[2] != rest.len)
    return false;
  out->name = sx_str_slice(rest, 0, lengths[0]);
  out->before = sx_str_slice(rest, lengths[0], lengths[0] + lengths[1]);
  out->after = sx_str_slice(rest, lengths[0] + lengths[1], rest.len);
  return true;
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
  bool is_done = sx_fs_try_lock(target) == 0 && sx_file__read_all(target, &now, arena) == 0;
  if (is_done && is_torn(&found, now)) is_done = overwrite(target, &after) == 0;
  sx_file__close(target);
  return is_done;
}
