#include "refactor/text_edits.h"

#include "base/buf.h"

/* ---- the list ------------------------------------------------------------------------------- */

/* Most are added from the text's start to its end. */
static size_t place_of(const sx_text_edits *edits, size_t start, size_t end) {
  size_t at = edits->len;
  while (at && (edits->items[at - 1].start > start ||
                (edits->items[at - 1].start == start && edits->items[at - 1].end > end)))
    at--;
  return at;
}

sx_status sx_text_edits_add(sx_text_edits *edits, size_t start, size_t end, sx_str text,
                            sx_arena *arena, sx_err *err) {
  size_t at = place_of(edits, start, end);
  if (SX_ARRAY_ADD(edits, arena) == NULL) return sx_fail(err, arena->status, NULL);
  memmove(&edits->items[at + 1], &edits->items[at], (edits->len - 1 - at) * sizeof *edits->items);
  edits->items[at] = (sx_text_edit){start, end, text};
  return SX_OK;
}

static bool is_within(const sx_text_edit *edit, size_t start, size_t end) {
  return edit->start >= start && edit->end <= end;
}

static size_t remove_within(sx_text_edits *edits, size_t start, size_t end) {
  size_t kept = 0, len = edits->len;
  for (size_t i = 0; i < len; i++)
    if (!is_within(&edits->items[i], start, end)) edits->items[kept++] = edits->items[i];
  edits->len = kept;
  return len - kept;
}

sx_status sx_text_edits_set(sx_text_edits *edits, size_t start, size_t end, sx_str text,
                            sx_arena *arena, sx_err *err) {
  bool is_new = !sx_str_is_equal(text, sx_text_edits_get(edits, start, end, arena));
  if (arena->status) return sx_fail(err, arena->status, NULL);
  bool is_as_before = sx_str_is_equal(text, sx_str_slice(edits->text, start, end));
  edits->changes += is_new;
  if (!remove_within(edits, start, end) && is_as_before) return SX_OK;
  return sx_text_edits_add(edits, start, end, text, arena, err);
}

bool sx_text_edits_cover(const sx_text_edits *edits, size_t offset) {
  for (size_t i = 0; i < edits->len; i++)
    if (offset >= edits->items[i].start && offset < edits->items[i].end) return true;
  return false;
}

/* ---- the text ------------------------------------------------------------------------------- */

sx_str sx_text_edits_get(const sx_text_edits *edits, size_t start, size_t end, sx_arena *arena) {
  sx_buf out;
  size_t at = start;
  sx_buf_init(&out, SIZE_MAX);
  for (size_t i = 0; i < edits->len; i++) {
    const sx_text_edit *edit = &edits->items[i];
    if (!is_within(edit, start, end)) continue;
    sx_buf_add(&out, sx_str_slice(edits->text, at, edit->start));
    sx_buf_add(&out, edit->text);
    at = edit->end;
  }
  sx_buf_add(&out, sx_str_slice(edits->text, at, end));
  return sx_buf_keep(&out, arena);
}

sx_str sx_text_edits_take(sx_text_edits *edits, size_t start, size_t end, sx_arena *arena) {
  sx_str part = sx_text_edits_get(edits, start, end, arena);
  remove_within(edits, start, end);
  return part;
}

sx_status sx_text_edits_apply(sx_str *out, const sx_text_edits *edits, sx_arena *arena,
                              sx_err *err) {
  sx_buf buf;
  size_t at = 0;
  bool is_bad = false, is_removal = true; /* what ended at `at` */
  sx_buf_init(&buf, SIZE_MAX);
  for (size_t i = 0; i < edits->len; i++) {
    const sx_text_edit *edit = &edits->items[i];
    is_bad |= edit->end > edits->text.len || edit->end < edit->start;
    if (edit->start < at) is_bad |= !is_removal || (edit->text.len && edit->end > edit->start);
    if (edit->start > at) sx_buf_add(&buf, sx_str_slice(edits->text, at, edit->start));
    sx_buf_add(&buf, edit->text);
    if (edit->end > edit->start && edit->end >= at) is_removal = !edit->text.len;
    if (edit->end > at) at = edit->end;
    if (edit->start > at) at = edit->start;
  }
  sx_buf_add(&buf, sx_str_slice(edits->text, at, edits->text.len));
  *out = sx_buf_keep(&buf, arena);
  if (arena->status) return sx_fail(err, arena->status, NULL);
  return is_bad ? sx_fail(err, SX_INTERNAL, NULL) : SX_OK;
}
