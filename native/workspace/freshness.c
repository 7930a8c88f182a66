#include "workspace/freshness.h"

#include "host/edits.h"
#include "os/clock.h"
#include "os/file.h"
#include "text/language.h"
#include "text/lines.h"
#include "workspace/known_files.h"
#include "workspace/paths.h"

#define MAX_BYTES (2u * 1024 * 1024)
#define POLL_MS 2
/* How long the editor is waited for: to tell of a file that came or went, and to load a text. */
#define EDITOR_MS 1500
/* Clients of language servers collect what the editor's watcher tells for up to 250 ms. */
#define PASS_ON_MS 300
/* How long servers take something in that concerns other files. */
#define RECENT_MS 3000
/* How long those with an index do, busy ones included. */
#define INDEXED_MS 8000

/* Logs, images and build products change all the time and no server reads them. */
static bool may_be_source(sx_str path) {
  static const char *const passed_over[] = {"/node_modules/", "/.git/", "/dist/", "/build/",
                                            "/out/"};
  for (size_t i = 0; i < sizeof passed_over / sizeof *passed_over; i++)
    if (sx_str_find(path, sx_str_from(passed_over[i]), 0) != SX_STR_NONE) return false;
  const char *files = sx_language_find(SX_STR(""), path)->files;
  return files && files[0]; /* not the row for unknown languages */
}

static bool is_source(sx_str path) {
  sx_file_info info;
  return may_be_source(path) && sx_file_stat(&info, path, NULL) == SX_OK && info.is_regular &&
         info.size_bytes <= MAX_BYTES;
}

void sx_freshness_note(sx_workspace *workspace, sx_str path, bool is_name) {
  sx_workspace_add_changed(workspace, path);
  sx_workspace_end_awaiting(workspace, path, is_name && may_be_source(path) ? PASS_ON_MS : 0);
}

bool sx_freshness_is_recent(sx_call *call) {
  uint64_t at_ms = sx_workspace_changed_at(call->workspace);
  return at_ms && sx_clock_ms() - at_ms < RECENT_MS;
}

sx_status sx_freshness_get_recent(sx_call *call, sx_strs *out, sx_err *err) {
  sx_status status = sx_workspace_get_recent(call->workspace, INDEXED_MS, out, call->arena);
  return status ? sx_fail(err, status, NULL) : SX_OK;
}

bool sx_freshness_has_index(sx_str language_id) {
  const sx_family *family = sx_family_of(language_id);
  return family && family->has_index;
}

bool sx_freshness_is_indexing(sx_call *call, sx_str path) {
  sx_strs recent;
  if (sx_freshness_get_recent(call, &recent, NULL)) return false;
  for (size_t i = 0; i < recent.len; i++)
    if (sx_str_is_equal(sx_path_own(call, recent.items[i]), path)) return true;
  return false;
}

sx_status sx_freshness_get_changed(sx_call *call, sx_strs *out, sx_err *err) {
  sx_status status = sx_workspace_get_recent(call->workspace, UINT64_MAX, out, call->arena);
  return status ? sx_fail(err, status, NULL) : SX_OK;
}

/* ---- what changed -------------------------------------------------------------------------- */

static void set_roots(sx_call *call, sx_watch *watch) {
  sx_str *paths = sx_arena_calloc(call->arena, call->roots.len + 1, sizeof *paths);
  size_t count = 0;
  if (!paths) return;
  for (size_t i = 0; i < call->roots.len; i++)
    if (!sx_path_is_uri(call->roots.items[i].path)) paths[count++] = call->roots.items[i].path;
  sx_watch_set_roots(watch, paths, count);
}

static sx_status look(sx_call *call, sx_err *err) {
  sx_watch *watch;
  sx_watch_events events;
  bool has_new_roots = sx_workspace_get_watch(call->workspace, &watch);
  if (!watch) return SX_OK;
  if (has_new_roots) set_roots(call, watch);
  sx_status status = sx_watch_take(watch, &events, call->arena);
  if (status) return sx_fail(err, status, NULL);
  for (size_t i = 0; i < events.len; i++) {
    if (!may_be_source(events.items[i].path)) continue;
    sx_workspace_add_changed(call->workspace, events.items[i].path);
    if (events.items[i].is_name) sx_workspace_await_editor(call->workspace, events.items[i].path);
  }
  return SX_OK;
}

static sx_status await_editor(sx_call *call, sx_err *err) {
  sx_status status = SX_OK;
  while (!status && sx_workspace_is_awaiting(call->workspace, EDITOR_MS))
    status = sx_port_call_sleep(call->wait, POLL_MS);
  return status && status != SX_DEADLINE ? sx_fail(err, status, NULL) : status;
}

/* ---- showing it to the servers ------------------------------------------------------------- */

/* Whether the editor has the file's text, or one that is not for us to replace. */
static bool is_loaded(const sx_host_document *host, sx_str path) {
  sx_arena scratch;
  sx_str bytes;
  bool is_utf8 = sx_str_has_prefix(host->encoding, SX_STR("utf8"));
  if (host->is_dirty || !is_utf8) return true;
  sx_arena_init(&scratch, MAX_BYTES + 64 * 1024);
  bool is_read = sx_file_read(&bytes, path, MAX_BYTES, &scratch, NULL) == SX_OK;
  if (is_read && sx_str_has_prefix(bytes, SX_STR("\xEF\xBB\xBF")))
    bytes = sx_str_slice(bytes, 3, bytes.len);
  bool is_same = !is_read || sx_text_is_same(bytes, host->text);
  sx_arena_release(&scratch);
  return is_same;
}

/* Opens them all; those stay in the list whose text the editor has not loaded yet. */
static sx_status show_once(sx_call *call, sx_strs *paths, sx_err *err) {
  size_t kept = 0;
  sx_batch batch;
  sx_batch_init(&batch, call->wait, call->arena);
  for (size_t i = 0; i < paths->len; i++) sx_batch_document(&batch, paths->items[i], true);
  sx_status status = sx_batch_run(&batch, err);
  for (size_t i = 0; i < paths->len && !status; i++) {
    sx_host_document host = {0};
    status = sx_batch_get_document(&batch, i, &host, NULL);
    if (status == SX_HOST)
      status = SX_OK; /* gone by now, or binary */
    else if (!status && !is_loaded(&host, paths->items[i]))
      paths->items[kept++] = paths->items[i];
  }
  sx_batch_release(&batch);
  if (!status) paths->len = kept;
  return status;
}

static sx_status show(sx_call *call, sx_strs changed, sx_err *err) {
  uint64_t start_ms = sx_clock_ms();
  sx_strs sources = {0};
  for (size_t i = 0; i < changed.len; i++) {
    sx_str *source = is_source(changed.items[i]) ? SX_ARRAY_ADD(&sources, call->arena) : NULL;
    if (source) *source = changed.items[i];
  }
  sx_status status = call->arena->status ? sx_fail(err, call->arena->status, NULL) : SX_OK;
  while (sources.len && !status) {
    status = show_once(call, &sources, err);
    if (status || !sources.len || sx_clock_ms() - start_ms > EDITOR_MS) break;
    status = sx_port_call_sleep(call->wait, 5 * POLL_MS);
  }
  return status;
}

static sx_status settle(sx_call *call, sx_err *err) {
  sx_strs changed = {0};
  sx_status status = look(call, err);
  if (!status) status = await_editor(call, err);
  if (status) return status == SX_DEADLINE ? SX_OK : status;
  status = sx_workspace_take_changed(call->workspace, &changed, call->arena);
  if (status) return sx_fail(err, status, NULL);
  status = show(call, changed, err);
  /* Not shown to the servers: the next call does it. */
  for (size_t i = 0; i < changed.len && status; i++)
    sx_workspace_add_changed(call->workspace, changed.items[i]);
  return status == SX_DEADLINE ? SX_OK : status;
}

sx_status sx_freshness_settle(sx_call *call, sx_err *err) {
  while (!sx_workspace_begin_settling(call->workspace)) {
    sx_status status = sx_port_call_sleep(call->wait, POLL_MS);
    if (status == SX_DEADLINE) return SX_OK; /* what is known by then is told */
    if (status) return sx_fail(err, status, NULL);
  }
  sx_status status = settle(call, err);
  sx_workspace_end_settling(call->workspace);
  return status;
}

/* ---- what is gone -------------------------------------------------------------------------- */

sx_status sx_freshness_is_gone(sx_call *call, sx_str path, bool *gone, sx_err *err) {
  sx_file_info info;
  sx_host_buffer buffer = {0};
  *gone = false;
  if (sx_path_is_uri(path) || sx_file_stat(&info, path, NULL) || info.exists) return SX_OK;
  sx_batch batch;
  sx_batch_init(&batch, call->wait, call->arena);
  size_t slot = sx_batch_buffer(&batch, path);
  sx_status status = sx_batch_run(&batch, err);
  if (!status) status = sx_batch_get_buffer(&batch, slot, &buffer, err);
  sx_batch_release(&batch);
  *gone = !status && !buffer.is_dirty;
  return sx_status_ends_call(status) ? status : SX_OK;
}

sx_status sx_freshness_drop_gone(sx_call *call, sx_places *places, bool *dropped, sx_err *err) {
  size_t kept = 0;
  bool gone = false;
  sx_str last = SX_STR("");
  for (size_t i = 0; i < places->len; i++) {
    sx_place place = places->items[i];
    bool is_known = i && sx_str_is_equal(last, place.path);
    sx_status status = is_known ? SX_OK : sx_freshness_is_gone(call, place.path, &gone, err);
    if (status) return status;
    last = place.path;
    if (gone && dropped) *dropped = true;
    if (!gone) places->items[kept++] = place;
  }
  places->len = kept;
  return SX_OK;
}
