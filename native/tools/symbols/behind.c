#include "tools/symbols/behind.h"

#include "os/clock.h"
#include "os/file.h"
#include "text/occurrences.h"
#include "tools/symbols/place_list.h"
#include "workspace/document.h"
#include "workspace/freshness.h"
#include "workspace/paths.h"

#define WAIT_MS 2500
/* What was shown again may as well say another symbol of that name. */
#define SHOWN_MS 1500
/*
 * How long after its first answer a server may still be building its index. Nobody tells when that
 * ends: meanwhile every source counts like one that changed.
 */
#define BUILDING_MS 120000
#define MAX_SOURCES 2000
#define MAX_SOURCE_BYTES ((size_t)1024 * 1024)
#define SOURCES "**/*.{c,h,cc,cpp,cxx,hh,hpp,hxx,m,mm,cu}"
/* So many are opened for one question: each takes the server some time. */
#define MAX_SHOWN 20
#define DELAY_MS 100
#define OUTLINES_MS 5000
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

/* The files that the answer does not fit, by their texts as they are now. */
static sx_status find_different(sx_strs *out, sx_call *call, const sx_strs *paths, sx_str name,
                                sx_behind_uses uses, const sx_places *told, sx_err *err) {
  sx_strs own = {0};
  *out = (sx_strs){0};
  for (size_t i = 0; i < paths->len; i++) {
    sx_str path = sx_path_own(call, paths->items[i]);
    if (!sx_freshness_has_index(sx_language_name(sx_language_find(SX_STR(""), path)))) continue;
    sx_document_forget(call, path);
    sx_str *added = SX_ARRAY_ADD(&own, call->arena);
    if (!added) return sx_fail(err, call->arena->status, NULL);
    *added = path;
  }
  sx_status status = sx_documents_peek(call, &own, err);
  for (size_t i = 0; i < own.len && !status; i++) {
    bool is_different;
    status = differs(call, own.items[i], name, uses, told, &is_different, err);
    if (status || !is_different) continue;
    sx_str *added = SX_ARRAY_ADD(out, call->arena);
    if (!added) return sx_fail(err, call->arena->status, NULL);
    *added = own.items[i];
  }
  return status;
}

static bool is_building(sx_call *call, sx_str language_id) {
  uint64_t since_ms = sx_workspace_ready_since(call->workspace, language_id);
  return !since_ms || sx_clock_ms() - since_ms < BUILDING_MS;
}

static bool says(sx_str path, sx_str name) {
  sx_arena scratch;
  sx_str text;
  sx_arena_init(&scratch, MAX_SOURCE_BYTES + 64 * 1024);
  bool is_there = sx_file_read(&text, path, MAX_SOURCE_BYTES, &scratch, NULL) == SX_OK &&
                  sx_str_find(text, name, 0) != SX_STR_NONE;
  sx_arena_release(&scratch);
  return is_there;
}

/* The workspace's sources that say the name in any way. */
static sx_status add_sources(sx_call *call, sx_str name, sx_strs *out, sx_err *err) {
  sx_strs sources = {0};
  sx_batch batch;
  sx_batch_init(&batch, call->wait, call->arena);
  size_t slot = sx_batch_find_files(&batch, SX_STR(SOURCES), MAX_SOURCES);
  sx_status status = sx_batch_run(&batch, err);
  if (!status) status = sx_batch_get_strs(&batch, slot, &sources, err);
  sx_batch_release(&batch);
  for (size_t i = 0; i < sources.len && !status; i++) {
    status = sx_port_call_check(call->wait);
    if (status || sx_path_is_uri(sources.items[i]) || !says(sources.items[i], name)) continue;
    sx_str *added = SX_ARRAY_ADD(out, call->arena);
    if (!added) return sx_fail(err, call->arena->status, NULL);
    *added = sources.items[i];
  }
  bool ends_call = status == SX_CANCELLED || status == SX_CLOSED || status == SX_NOMEM;
  return ends_call ? sx_fail(err, status, NULL) : SX_OK;
}

/* Their outlines come when the server has read them, and then they are in its index. */
static sx_status await_outlines(sx_call *call, const sx_strs *paths, sx_err *err) {
  sx_batch batch;
  sx_batch_init(&batch, call->wait, call->arena);
  for (size_t i = 0; i < paths->len; i++) sx_batch_outline(&batch, paths->items[i]);
  sx_status status = sx_batch_run_within(&batch, OUTLINES_MS, err);
  sx_batch_release(&batch);
  if (!status || status == SX_DEADLINE) status = sx_port_call_sleep(call->wait, DELAY_MS);
  return status == SX_DEADLINE ? SX_OK : status;
}

/* Opens the files that the editor does not hold and that the answer does not fit. */
static sx_status show_again(sx_behind *behind, sx_call *call, bool is_building, sx_str name,
                            sx_behind_uses uses, const sx_places *told, sx_err *err) {
  sx_strs changed, different = {0};
  behind->shown = (sx_strs){0};
  sx_status status = sx_freshness_get_changed(call, &changed, err);
  if (!status && is_building) status = add_sources(call, name, &changed, err);
  if (!status) status = find_different(&different, call, &changed, name, uses, told, err);
  for (size_t i = 0; i < different.len && !status && behind->shown.len < MAX_SHOWN; i++) {
    const sx_document *document;
    sx_str path = different.items[i];
    if (sx_document_peek(call, path, &document, NULL) || !document->is_peeked) continue;
    if (sx_document_open(call, path, &document, NULL)) continue;
    sx_str *added = SX_ARRAY_ADD(&behind->shown, call->arena);
    if (!added) return sx_fail(err, call->arena->status, NULL);
    *added = path;
  }
  return !status && behind->shown.len ? await_outlines(call, &behind->shown, err) : status;
}

sx_status sx_behind_wait(sx_behind *behind, sx_call *call, sx_str path, sx_str name,
                         sx_behind_uses uses, const sx_places *told, bool *again, sx_err *err) {
  const sx_document *document;
  sx_strs recent, missing = {0}, shown = {0};
  bool is_first = !behind->began_ms;
  *again = false;
  if (sx_document_open(call, path, &document, NULL) ||
      !sx_freshness_has_index(document->language_id))
    return SX_OK;
  sx_status status = sx_freshness_get_recent(call, &recent, err);
  if (!status) status = find_different(&missing, call, &recent, name, uses, told, err);
  behind->file = missing.len ? missing.items[0] : SX_STR("");
  if (!status && is_first) {
    bool may_build = is_building(call, document->language_id);
    status = show_again(behind, call, may_build, name, uses, told, err);
    behind->began_ms = sx_clock_ms();
    if (behind->shown.len) return *again = !status, status;
  }
  if (!status) status = find_different(&shown, call, &behind->shown, name, uses, told, err);
  uint64_t waited_ms = sx_clock_ms() - behind->began_ms;
  bool is_waiting = (missing.len && waited_ms < WAIT_MS) || (shown.len && waited_ms < SHOWN_MS);
  if (status || !is_waiting) return status;
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
