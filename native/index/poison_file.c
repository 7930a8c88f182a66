#include "index/poison_file.h"

#include "base/buf.h"
#include "os/file.h"
#include "os/own_folder.h"

#include <inttypes.h>

#define MAX_BYTES ((size_t)1 << 20)
#define HEAD "sextant-poison 1\n"
#define NUMBERS 5

static bool take_number(sx_str *rest, uint64_t *out) {
  size_t at = 0;
  bool is_negative = sx_str_at(*rest, 0) == '-';
  for (*out = 0, at = is_negative; sx_str_at(*rest, at) >= '0' && sx_str_at(*rest, at) <= '9'; at++)
    *out = *out * 10 + (uint64_t)(rest->ptr[at] - '0');
  if (at == is_negative || sx_str_at(*rest, at) != ' ') return false;
  if (is_negative) *out = 0 - *out;
  *rest = sx_str_slice(*rest, at + 1, rest->len);
  return true;
}

/* "COUNT SIZE MTIME CTIME INODE PATH" and a NUL each, up to the first that is none. */
static sx_status parse(sx_index_poison_list *out, sx_str text, sx_arena *arena) {
  if (!sx_str_has_prefix(text, SX_STR(HEAD))) return SX_OK;
  sx_str rest = sx_str_slice(text, sizeof HEAD - 1, text.len);
  for (size_t end; (end = sx_str_find_char(rest, 0, 0)) != SX_STR_NONE;) {
    sx_str row = sx_str_slice(rest, 0, end);
    rest = sx_str_slice(rest, end + 1, rest.len);
    uint64_t numbers[NUMBERS];
    for (size_t i = 0; i < NUMBERS; i++)
      if (!take_number(&row, &numbers[i])) return SX_OK;
    sx_index_stamp stamp = {numbers[1], (int64_t)numbers[2], (int64_t)numbers[3], numbers[4]};
    sx_index_poisoned *item = SX_ARRAY_ADD(out, arena);
    if (!item) return SX_NOMEM;
    *item = (sx_index_poisoned){row, stamp, numbers[0]};
  }
  return SX_OK;
}

sx_status sx_index_poison_read(sx_index_poison_list *out, const char *folder, sx_arena *arena,
                               sx_err *err) {
  sx_str text;
  *out = (sx_index_poison_list){0};
  sx_str path = sx_arena_printf(arena, "%s/" SX_INDEX_POISON, folder);
  if (arena->status) return sx_fail(err, arena->status, NULL);
  sx_status status = sx_file_read(&text, path, MAX_BYTES, arena, NULL);
  /* One that cannot be read is as good as absent: those it names are tried again. */
  if (status && status != SX_NOMEM) return SX_OK;
  if (!status) status = parse(out, text, arena);
  return status ? sx_fail(err, status, NULL) : SX_OK;
}

sx_status sx_index_poison_write(const sx_index_poison_list *list, const char *folder, sx_err *err) {
  sx_buf text;
  sx_buf_init(&text, MAX_BYTES);
  sx_buf_add_text(&text, HEAD);
  for (size_t i = 0; i < list->len; i++) {
    const sx_index_poisoned *item = &list->items[i];
    if (!item->count || text.len + item->path.len > MAX_BYTES - 256) continue;
    sx_buf_addf(&text, "%" PRIu64 " %" PRIu64 " %" PRId64 " %" PRId64 " %" PRIu64 " ", item->count,
                item->stamp.size_bytes, item->stamp.mtime_ns, item->stamp.ctime_ns,
                item->stamp.inode);
    sx_buf_add(&text, item->path);
    sx_buf_add_char(&text, 0);
  }
  sx_status status = text.status ? sx_fail(err, text.status, NULL) : SX_OK;
  if (!status) status = sx_own_folder_put(folder, SX_INDEX_POISON, sx_buf_str(&text), err);
  sx_buf_release(&text);
  return status;
}
