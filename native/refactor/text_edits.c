#include "refactor/text_edits.h"

#include "base/buf.h"

static size_t first_from(const sx_text_edits *edits, size_t start) {
  size_t at = 0;
  while (at < edits->items.len && edits->items.items[at].start < start) at++;
  return at;
}

/* Those in [start, end), which must not cross its ends. */
static size_t count_in(const sx_text_edits *edits, size_t from, size_t end) {
  size_t count = 0;
  while (from + count < edits->items.len && edits->items.items[from + count].end <= end &&
         edits->items.items[from + count].start <= end)
    count++;
  return count;
}

sx_str sx_text_edits_get(const sx_text_edits *edits, size_t start, size_t end, sx_arena *arena) {
  sx_buf out;
  size_t at = start, from = first_from(edits, start);
  size_t count = count_in(edits, from, end);
  if (!count) return sx_str_slice(edits->text, start, end);
  sx_buf_init(&out, SIZE_MAX);
  for (size_t i = from; i < from + count; i++) {
    const sx_text_edit *edit = &edits->items.items[i];
    sx_buf_add(&out, sx_str_slice(edits->text, at, edit->start));
    sx_buf_add(&out, edit->text);
    at = edit->end;
  }
  sx_buf_add(&out, sx_str_slice(edits->text, at, end));
  return sx_buf_keep(&out, arena);
}

sx_status sx_text_edits_set(sx_text_edits *edits, size_t start, size_t end, sx_str text,
                            sx_arena *arena, sx_err *err) {
  size_t from = first_from(edits, start), count = count_in(edits, from, end);
  if (!count && sx_str_is_equal(text, sx_str_slice(edits->text, start, end))) return SX_OK;
  if (!count) {
    const sx_text_edit *added = SX_ARRAY_ADD(&edits->items, arena);
    if (!added) return sx_fail(err, arena->status, NULL);
    memmove(&edits->items.items[from + 1], &edits->items.items[from],
            (edits->items.len - 1 - from) * sizeof *edits->items.items);
  } else if (count > 1) {
    memmove(&edits->items.items[from + 1], &edits->items.items[from + count],
            (edits->items.len - from - count) * sizeof *edits->items.items);
    edits->items.len -= count - 1;
  }
  edits->items.items[from] = (sx_text_edit){start, end, text};
  return SX_OK;
}
