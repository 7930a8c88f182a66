#include "memory/list_column.h"

#include "base/buf.h"

#define MAX_LIST_BYTES ((size_t)256 << 10)

sx_str sx_list_column_write(const sx_strs *items, char between, sx_arena *arena) {
  sx_buf list;
  bool is_closed = between == SX_COLUMN_TAGS;
  sx_buf_init(&list, MAX_LIST_BYTES);
  for (size_t i = 0; i < items->len; i++) {
    sx_str item = items->items[i];
    if (i || is_closed) sx_buf_add_char(&list, between);
    for (size_t j = 0; j < item.len; j++)
      sx_buf_add_char(&list, item.ptr[j] == between ? ' ' : item.ptr[j]);
  }
  if (is_closed && items->len) sx_buf_add_char(&list, between);
  return sx_buf_keep(&list, arena);
}

sx_status sx_list_column_read(sx_strs *out, sx_str column, char between, sx_arena *arena,
                              sx_err *err) {
  sx_status status = SX_OK;
  while (column.len && !status) {
    size_t end = sx_str_find_char(column, between, 0);
    sx_str item = sx_str_slice(column, 0, end);
    if (item.len) status = sx_strs_add(out, item, arena, err);
    column = end == SX_STR_NONE ? SX_STR("") : sx_str_slice(column, end + 1, column.len);
  }
  return status;
}
