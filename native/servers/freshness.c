#include "servers/freshness.h"

#include "base/folder.h"
#include "host/edits.h"
#include "os/clock.h"
#include "os/file.h"
#include "text/language.h"
#include "text/lines.h"
#include "workspace/document.h"
#include "workspace/encoding.h"
#include "workspace/ignored.h"
#include "servers/coverage.h"
#include "servers/traits.h"
#include "workspace/paths.h"
#include "workspace/change_log.h"
#include "workspace/roots.h"

#define MAX_BYTES (2u * 1024 * 1024)
#define POLL_MS 2
/* How long the editor is waited for to load a text. */
#define EDITOR_MS 1500
/* After that its watcher has missed the change: it does not see all folders. */
#define RELOAD_MS 400
/* How long the watch is waited for while it looks through folders. */
#define WATCH_MS 40
/* More files than that are shown by the next calls. */
#define MAX_SHOWN 256
/* Clients of language servers collect events of the editor's watcher for up to 250 ms. */
#define PASS_ON_MS 300
#define NOT_ALL_KNOWN "not all changes on disk are known yet"

static bool may_be_source(sx_change_log *log, sx_str path) {
  return sx_language_has_file(path) && (!sx_ignored_has(sx_change_log_ignored(log), path, false) ||
                                        sx_file_log_is_cared(sx_change_log_files(log), path));
}

/* Links may lead out of the workspace: what is there is opened only if an answer was about it. */
static bool leads_outside(sx_call *call, sx_str path) {
  sx_str real;
  return sx_file_real_path(&real, path, call->arena, NULL) || !sx_path_is_inside(call, real);
}

static bool is_source(sx_call *call, sx_str path) {
  sx_file_info info;
  if (!may_be_source(call->services->change_log, path) || sx_file_stat(&info, path, NULL))
    return false;
  if (!info.is_regular || info.size_bytes > MAX_BYTES) return false;
  return sx_file_log_is_cared(sx_change_log_files(call->services->change_log), path) ||
         !leads_outside(call, path);
}

void sx_freshness_note(sx_change_log *log, sx_str path, sx_file_news news) {
  sx_file_log_tell(sx_change_log_files(log), path, news);
  sx_change_log_touch(log);
}

void sx_freshness_care(sx_change_log *log, sx_str path) {
  if (!sx_path_is_uri(path)) sx_file_log_care(sx_change_log_files(log), path, NULL);
}

bool sx_freshness_is_recent(sx_call *call) {
  uint64_t at_ms = sx_file_log_changed_at(sx_change_log_files(call->services->change_log));
  return at_ms && sx_clock_since_ms(at_ms) < SX_RECENT_MS;
}

sx_status sx_freshness_get_recent(sx_call *call, sx_strs *out, sx_err *err) {
  sx_status status = sx_file_log_get_recent(sx_change_log_files(call->services->change_log),
                                            SX_INDEX_LAG_MS, out, call->arena);
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
  sx_status status = sx_file_log_get_recent(sx_change_log_files(call->services->change_log),
                                            UINT64_MAX, out, call->arena);
  return status ? sx_fail(err, status, NULL) : SX_OK;
}

/* ---- what changed -------------------------------------------------------------------------- */

/* Its event, and how long ago it was: if it is gone, its folder's stamp is the time. */
static sx_file_turn turn_of(const sx_watch_event *event) {
  sx_file_info info = {0};
  sx_file_turn turn = {.path = event->path, .is_new = event->is_new};
  turn.exists = sx_file_stat(&info, event->path, NULL) == SX_OK && info.exists;
  for (sx_str at = sx_folder_of(event->path); !info.exists && at.len; at = sx_folder_of(at))
    if (sx_file_stat(&info, at, NULL)) break;
  int64_t age_ns = sx_clock_day_ns() - info.changed_ns;
  if (info.exists && age_ns > 0) turn.age_ms = (uint64_t)age_ns / 1000000;
  return turn;
}

/* A build may open thousands of files for writing that it only locks. */
static bool is_written(const sx_watch_events *events, const sx_watch_event *event) {
  sx_file_info info = {0};
  if (!event->is_closing || sx_file_stat(&info, event->path, NULL)) return true;
  return !info.is_regular || sx_watch_is_written(events, event, info.changed_ns);
}

static void take_event(sx_call *call, const sx_watch_events *events, const sx_watch_event *event) {
  if (sx_ignored_is_rules(event->path) || !is_written(events, event)) return;
  if (!event->is_folder) sx_change_log_add(call->services->change_log, event->path);
  if (!event->is_name) return;
  sx_file_turn turn = turn_of(event);
  if (event->is_folder && turn.exists) return; /* the files in it are reported */
  if (event->is_folder) sx_change_log_touch(call->services->change_log);
  sx_file_log_await(sx_change_log_files(call->services->change_log), &turn);
}

/* Takes in what changed; the files are in `out`. */
static sx_status look(sx_call *call, uint64_t wait_ms, sx_watch_events *out, sx_err *err) {
  sx_watch *watch = sx_change_log_watch(call->services->change_log);
  sx_watching_begin(call);
  sx_status status = sx_watch_take(watch, wait_ms, out, call->arena);
  for (size_t i = 0; i < out->len; i++) take_event(call, out, &out->items[i]);
  /* Kept for the answer with that note: this one may end before. */
  if (out->has_lost) sx_file_log_add_lost(sx_change_log_files(call->services->change_log));
  if (!status)
    status = sx_file_log_look(sx_change_log_files(call->services->change_log), call->arena);
  return status ? sx_fail(err, status, NULL) : SX_OK;
}

/* Another call may have taken the event of it. */
static bool has_changed_since(sx_call *call, sx_str path) {
  return sx_file_log_has_changed_since(sx_change_log_files(call->services->change_log), path,
                                       call->settled_turn);
}

bool sx_freshness_is_overtaken(sx_call *call) {
  sx_watch_events events;
  if (look(call, 0, &events, NULL)) return false;
  for (size_t i = 0; i < call->dependencies.len; i++)
    if (has_changed_since(call, call->dependencies.items[i].path)) return true;
  return false;
}

bool sx_freshness_has_changed(sx_call *call, const sx_str *paths, size_t count, sx_str *which) {
  sx_watch_events events;
  if (look(call, 0, &events, NULL)) return false;
  for (size_t i = 0; i < count; i++)
    if (has_changed_since(call, *which = paths[i])) return true;
  return false;
}

/* A folder has no ending: with it all went that was in it. */
static bool concerns_servers(sx_change_log *log, sx_str path) {
  bool has_ending = sx_str_find_char(sx_path_name(path), '.', 0) != SX_STR_NONE;
  return !has_ending || may_be_source(log, path);
}

/* How long what the editor reported last has to be waited for until the servers have it. */
static uint64_t passing_ms(sx_call *call) {
  sx_strs reported;
  sx_file_log *files = sx_change_log_files(call->services->change_log);
  uint64_t now_ms = sx_clock_ms(), last_ms = 0;
  if (sx_file_log_get_reported(files, PASS_ON_MS, &reported, call->arena)) return 0;
  for (size_t i = 0; i < reported.len; i++) {
    uint64_t at_ms = sx_file_log_reported_at(files, reported.items[i]);
    if (at_ms > last_ms && concerns_servers(call->services->change_log, reported.items[i]))
      last_ms = at_ms;
  }
  uint64_t passed_ms = sx_clock_span_ms(last_ms, now_ms);
  return last_ms && passed_ms < PASS_ON_MS ? PASS_ON_MS - passed_ms : 0;
}

/* By the editor's own clock: however busy it is, its clients' timers have gone off before. */
static sx_status pass_on(sx_call *call, sx_err *err) {
  uint64_t ms = passing_ms(call);
  if (!ms) return SX_OK;
  sx_batch batch;
  sx_batch_init(&batch, call->wait, call->arena);
  sx_batch_pause(&batch, ms);
  sx_status status = sx_batch_run(&batch, err);
  sx_batch_release(&batch);
  return status;
}

static sx_status await_editor(sx_call *call, sx_err *err) {
  sx_status status = SX_OK;
  while (!status && sx_file_log_is_awaiting(sx_change_log_files(call->services->change_log)))
    status = sx_port_call_sleep(call->wait, POLL_MS);
  if (!status) return pass_on(call, err);
  return status != SX_DEADLINE ? sx_fail(err, status, NULL) : status;
}

/* ---- showing it to the servers ------------------------------------------------------------- */

/* Whether the editor has the file's text, or one that is not for us to replace. */
static bool is_loaded(const sx_host_document *host, sx_str path) {
  sx_arena scratch;
  sx_str bytes;
  if (host->is_dirty || !sx_encoding_is_utf8(host->encoding)) return true;
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
      status = SX_OK; /* gone in the meantime, or binary */
    else if (!status && !is_loaded(&host, paths->items[i]))
      paths->items[kept++] = paths->items[i];
  }
  sx_batch_release(&batch);
  if (!status) paths->len = kept;
  return status;
}

/* The next call shows them. */
static void put_back(sx_call *call, const sx_strs *paths) {
  for (size_t i = 0; i < paths->len; i++)
    sx_file_log_put_back(sx_change_log_files(call->services->change_log), paths->items[i]);
}

static sx_status show(sx_call *call, sx_strs changed, sx_err *err) {
  uint64_t start_ms = sx_clock_ms();
  sx_strs sources = {0};
  for (size_t i = 0; i < changed.len; i++) {
    bool is_shown = is_source(call, changed.items[i]);
    sx_str *source = is_shown ? SX_ARRAY_ADD(&sources, call->arena) : NULL;
    if (source) *source = changed.items[i];
  }
  sx_status status = call->arena->status ? sx_fail(err, call->arena->status, NULL) : SX_OK;
  bool is_reloaded = false;
  while (sources.len && !status) {
    status = show_once(call, &sources, err);
    uint64_t since_ms = sx_clock_since_ms(start_ms);
    if (status || !sources.len || since_ms > EDITOR_MS) break;
    bool is_missed = since_ms > RELOAD_MS && !is_reloaded;
    is_reloaded = is_reloaded || is_missed;
    status = is_missed ? sx_documents_reload(call, sources.items, sources.len, err)
                       : sx_port_call_sleep(call->wait, 5 * POLL_MS);
  }
  if (status || !sources.len) return status;
  put_back(call, &sources);
  call->stale =
      sx_arena_printf(call->arena, "the editor has not loaded the current text of %.*s from disk",
                      SX_STR_ARG(sx_path_display(call, sources.items[0])));
  return SX_OK;
}

static void say_what_is_missing(sx_call *call, bool is_whole) {
  size_t left = sx_file_log_count_changed(sx_change_log_files(call->services->change_log));
  bool is_lost = sx_file_log_take_lost(sx_change_log_files(call->services->change_log));
  if (!is_whole || is_lost)
    call->stale = SX_STR(NOT_ALL_KNOWN);
  else if (left && !call->stale.len)
    call->stale = sx_arena_printf(call->arena,
                                  "%zu changed files have not reached the language servers", left);
}

static sx_status settle(sx_call *call, sx_err *err) {
  sx_strs changed = {0};
  sx_watch_events events;
  sx_status status = look(call, WATCH_MS, &events, err);
  if (!status) status = await_editor(call, err);
  if (!status) {
    call->settled_turn = sx_file_log_turn(sx_change_log_files(call->services->change_log));
    status = sx_file_log_take_changed(sx_change_log_files(call->services->change_log), MAX_SHOWN,
                                      &changed, call->arena);
    if (status) sx_fail(err, status, NULL);
  }
  if (!status) status = show(call, changed, err);
  if (status) put_back(call, &changed);
  bool is_late = status == SX_DEADLINE;
  if (!status || is_late) say_what_is_missing(call, events.is_whole && !is_late);
  return is_late ? SX_OK : status;
}

sx_status sx_freshness_settle(sx_call *call, sx_err *err) {
  while (!sx_change_log_begin_settling(call->services->change_log)) {
    sx_status status = sx_port_call_sleep(call->wait, POLL_MS);
    if (status == SX_DEADLINE) call->stale = SX_STR(NOT_ALL_KNOWN);
    if (status == SX_DEADLINE) return SX_OK;
    if (status) return sx_fail(err, status, NULL);
  }
  sx_status status = settle(call, err);
  sx_change_log_end_settling(call->services->change_log);
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
