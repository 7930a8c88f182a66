#include "tools/symbols/behind.h"

#include "os/clock.h"
#include "text/occurrences.h"
#include "tools/symbols/place_list.h"
#include "workspace/document.h"
#include "workspace/freshness.h"
#include "workspace/paths.h"

#define WAIT_MS 2500
#define DELAY_MS 100
#define MAX_OCCURRENCES 1000

static bool is_told(const sx_places *told, sx_str path, sx_pos16 at) {
  for (size_t i = 0; i < told->len; i++) {
    const sx_place *one = &told->items[i];
    if (one->range.start.line == at.line && one->range.start.character == at.character &&
        sx_str_is_equal(one->path, path))
      return true;
  }
  return false;
}

static bool is_wanted(const sx_document *document, const sx_occurrence *one, sx_str name,
                      sx_behind_uses uses) {
  if (one->use != SX_USE_CODE) return false;
  if (uses == SX_BEHIND_ALL) return true;
  sx_range16 range = {{one->point.row, one->col_u16},
                      sx_document_position(document, one->offset + name.len)};
  const char *kind = sx_place_use(document, range, SX_STR(""));
  return kind && strcmp(kind, "call") == 0;
}

/* Whether the file's text says the name in places that were not told, or not where they were. */
static sx_status differs(sx_call *call, sx_str path, sx_str name, sx_behind_uses uses,
                         const sx_places *told, bool *out, sx_err *err) {
  const sx_document *document;
  sx_occurrences found = {0};
  *out = false;
  sx_document_forget(call, path); /* it may have changed since */
  sx_status status = sx_document_peek(call, path, &document, err);
  if (status == SX_CANCELLED || status == SX_CLOSED || status == SX_NOMEM) return status;
  if (status) return SX_OK; /* gone, or nothing to read */
  if (!sx_freshness_has_index(document->language_id)) return SX_OK;
  status = sx_occurrences_find(&found, document->text, name, document->language, MAX_OCCURRENCES,
                               call->arena, err);
  if (status) return status;
  sx_occurrences_classify(&found, document->text, document->language);
  for (size_t i = 0; i < found.len && !*out; i++) {
    const sx_occurrence *one = &found.items[i];
    *out = is_wanted(document, one, name, uses) &&
           !is_told(told, path, (sx_pos16){one->point.row, one->col_u16});
  }
  for (size_t i = 0; i < told->len && !*out; i++) {
    if (!sx_str_is_equal(told->items[i].path, path)) continue;
    size_t at = sx_document_offset(document, told->items[i].range.start);
    *out = !sx_str_has_prefix(sx_str_slice(document->text, at, document->text.len), name);
  }
  return SX_OK;
}

/* The first of the files that the answer does not fit. */
static sx_status find_different(sx_str *out, sx_call *call, const sx_strs *paths, sx_str name,
                                sx_behind_uses uses, const sx_places *told, sx_err *err) {
  *out = SX_STR("");
  for (size_t i = 0; i < paths->len && !out->len; i++) {
    bool is_different;
    sx_str path = sx_path_own(call, paths->items[i]);
    sx_status status = differs(call, path, name, uses, told, &is_different, err);
    if (status) return status;
    if (is_different) *out = path;
  }
  return SX_OK;
}

/* Opens the changed files that the editor holds no longer and that the answer does not fit. */
static sx_status show_again(sx_behind *behind, sx_call *call, sx_str name, sx_behind_uses uses,
                            const sx_places *told, sx_err *err) {
  sx_strs changed;
  sx_status status = sx_freshness_get_changed(call, &changed, err);
  for (size_t i = 0; i < changed.len && !status; i++) {
    const sx_document *document;
    bool is_different;
    sx_str path = sx_path_own(call, changed.items[i]);
    if (!sx_freshness_has_index(sx_language_name(sx_language_find(SX_STR(""), path)))) continue;
    status = differs(call, path, name, uses, told, &is_different, err);
    if (status || !is_different) continue;
    if (sx_document_peek(call, path, &document, NULL) || !document->is_peeked) continue;
    if (sx_document_open(call, path, &document, NULL)) continue;
    sx_str *shown = SX_ARRAY_ADD(&behind->shown, call->arena);
    if (!shown) return sx_fail(err, call->arena->status, NULL);
    *shown = path;
  }
  return status;
}

sx_status sx_behind_wait(sx_behind *behind, sx_call *call, sx_str path, sx_str name,
                         sx_behind_uses uses, const sx_places *told, bool *again, sx_err *err) {
  const sx_document *document;
  sx_strs recent;
  sx_str shown = SX_STR("");
  uint64_t now_ms = sx_clock_ms();
  *again = false;
  if (sx_document_open(call, path, &document, NULL) ||
      !sx_freshness_has_index(document->language_id))
    return SX_OK;
  sx_status status = sx_freshness_get_recent(call, &recent, err);
  if (!status) status = find_different(&behind->file, call, &recent, name, uses, told, err);
  if (!status && !behind->until_ms) status = show_again(behind, call, name, uses, told, err);
  if (!status) status = find_different(&shown, call, &behind->shown, name, uses, told, err);
  if (status || (!behind->file.len && !shown.len)) return status;
  if (!behind->until_ms) behind->until_ms = now_ms + WAIT_MS;
  if (now_ms >= behind->until_ms) return SX_OK;
  status = sx_port_call_sleep(call->wait, DELAY_MS);
  *again = !status;
  return status && status != SX_DEADLINE ? sx_fail(err, status, NULL) : SX_OK;
}

void sx_behind_write(const sx_behind *behind, sx_call *call, sx_buf *text) {
  if (!behind->file.len) return;
  sx_buf_addf(
      text,
      "Unknown in part: %.*s changed a moment ago and says the name otherwise. The language "
      "server may not have taken that in, or it is another symbol of that name. Call again "
      "in a few seconds.\n",
      SX_STR_ARG(sx_path_display(call, behind->file)));
}
