#include "refactor/splices.h"

#include "base/buf.h"

#include <stdlib.h>

#define MAX_TEXT_BYTES ((size_t)50 << 20)

sx_status sx_splices_add(sx_splices *edits, size_t start, size_t end, sx_str text, sx_arena *arena,
                         sx_err *err) {
  uint32_t turn = (uint32_t)edits->len;
  sx_splice *edit = SX_ARRAY_ADD(edits, arena);
  if (!edit) return sx_fail(err, arena->status, NULL);
  *edit = (sx_splice){(uint32_t)start, (uint32_t)end, text, turn};
  return SX_OK;
}

bool sx_splices_remove(const sx_splices *edits, size_t offset) {
  for (size_t i = 0; i < edits->len; i++)
    if (offset >= edits->items[i].start && offset < edits->items[i].end) return true;
  return false;
}

static int compare(const void *a, const void *b) {
  const sx_splice *left = a, *right = b;
  if (left->start != right->start) return left->start < right->start ? -1 : 1;
  return left->turn < right->turn ? -1 : left->turn > right->turn;
}

sx_status sx_splices_apply(sx_str *out, sx_splices *edits, sx_str text, sx_arena *arena,
                           sx_err *err) {
  sx_buf buf;
  size_t at = 0;
  bool is_bad = false, is_removal = true; /* what ended at `at` */
  sx_buf_init(&buf, MAX_TEXT_BYTES);
  if (edits->len) qsort(edits->items, edits->len, sizeof *edits->items, compare);
  for (size_t i = 0; i < edits->len; i++) {
    const sx_splice *edit = &edits->items[i];
    is_bad |= edit->end > text.len || edit->end < edit->start;
    if (edit->start < at) is_bad |= !is_removal || (edit->text.len && edit->end > edit->start);
    if (edit->start > at) sx_buf_add(&buf, sx_str_slice(text, at, edit->start));
    sx_buf_add(&buf, edit->text);
    if (edit->end > edit->start && edit->end >= at) is_removal = !edit->text.len;
    if (edit->end > at) at = edit->end;
    if (edit->start > at) at = edit->start;
  }
  sx_buf_add(&buf, sx_str_slice(text, at, text.len));
  *out = sx_buf_keep(&buf, arena);
  if (arena->status) return sx_fail(err, arena->status, NULL);
  return is_bad ? sx_fail(err, SX_INTERNAL, NULL) : SX_OK;
}
