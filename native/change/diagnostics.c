#include "change/apply.h"

#include "os/clock.h"
#include "workspace/paths.h"
#include "servers/readiness.h"
#include "servers/state.h"

#define POLL_MS 25
/* Servers publish in bursts (syntax, then types): the last ones count when they rest. */
#define QUIET_MS 250
/* A server that is busy rests for longer between one answer and the next. */
#define QUIET_MAX_MS 1000
#define FIRST_WAIT_MS 1500
#define CHANGED_WAIT_MS 3000
/* For a change that is to be verified; or a share of the call's time, where that is longer. */
#define VERIFY_FIRST_WAIT_MS 5000
#define VERIFY_FIRST_SHARE 8
/* A file that is only now in a tab, for a server that may still be loading its project. */
#define VERIFY_TAB_WAIT_MS 10000
/* A server that starts. The change is not yet applied, and its errors would not be known. */
#define VERIFY_START_WAIT_MS 20000
#define VERIFY_CHANGED_WAIT_MS 10000
#define VERIFY_CHANGED_SHARE 4
/* Many servers publish of a file that was not changed only what is other than before. */
#define OTHERS_WAIT_MS 3000
#define MAX_TABS_OF_OTHERS 6
/*
 * A server forgets a file some time after its tab was closed: that empty list is not yet the one of
 * a tab that was opened meanwhile.
 */
#define TAB_FORGOTTEN_MS 5000
#define REOPENED_QUIET_MS 1000
/* Servers that are asked instead of publishing are asked for files in tabs only. */
#define TAB_AFTER_MS 500
/* One that has published of a file does so without a tab, but on a busy machine takes longer. */
#define VERIFY_TAB_AFTER_MS 2000
#define VERIFY_TAB_AFTER_SHARE 16
/* As tab_events: nothing was published of the text before. */
#define NO_EVENTS UINT32_MAX

static bool is_too_wide(const sx_change *change) {
  return change->files.len > SX_DIAGNOSTICS_MAX_FILES;
}

static bool has_text(const sx_file_change *file) {
  return file->action == SX_ACTION_EDIT || file->action == SX_ACTION_CREATE;
}

/* `end_ms`: servers that are asked may take longer than anybody wants to wait. DEADLINE then. */
static sx_status ask_all(const sx_change *change, sx_diagnostics_before *out, bool ask_servers,
                         uint64_t end_ms, sx_err *err) {
  sx_call *call = change->call;
  sx_batch batch;
  sx_batch_init(&batch, call->wait, call->arena);
  for (size_t i = 0; i < change->files.len; i++)
    sx_batch_diagnostics(&batch, change->files.items[i].path,
                         ask_servers && has_text(&change->files.items[i]));
  sx_status status = sx_batch_run_until(&batch, end_ms, err);
  if (!status) out->files.len = 0;
  for (size_t i = 0; i < change->files.len && !status; i++) {
    sx_host_diagnostics *taken = SX_ARRAY_ADD(&out->files, call->arena);
    status = taken ? sx_batch_get_diagnostics(&batch, i, taken, err) : SX_NOMEM;
  }
  sx_batch_release(&batch);
  return status;
}

/* ---- tabs that are not looked at ----------------------------------------------------------- */

static sx_status set_tab(const sx_change *change, sx_diagnostics_before *state, size_t i,
                         bool is_shown, sx_err *err) {
  sx_batch batch;
  sx_batch_init(&batch, change->call->wait, change->call->arena);
  size_t slot = sx_batch_background_tab(&batch, change->files.items[i].path, is_shown);
  sx_host_verdict done = {0};
  sx_status status = sx_batch_run(&batch, err);
  if (!status) status = sx_batch_get_verdict(&batch, slot, &done, err);
  sx_batch_release(&batch);
  if (!status) state->has_tab.items[i] = is_shown && done.is_allowed;
  return status == SX_HOST ? SX_OK : status;
}

/* Only those that were opened here. */
static void close_tabs(const sx_change *change, sx_diagnostics_before *state) {
  for (size_t i = 0; i < state->has_tab.len; i++) {
    if (!state->has_tab.items[i]) continue;
    sx_servers_note_tab_closed(change->call->services->servers, change->files.items[i].language);
    if (set_tab(change, state, i, false, NULL)) return;
  }
}

static uint64_t first_quiet_ms(const sx_change *change, size_t i) {
  sx_str language = change->files.items[i].language;
  uint64_t closed_ms = sx_servers_tab_closed_at(change->call->services->servers, language);
  bool is_reopened = closed_ms && sx_clock_since_ms(closed_ms) < TAB_FORGOTTEN_MS;
  return is_reopened ? REOPENED_QUIET_MS : QUIET_MS;
}

/* Whether a server checks each file here: otherwise there is no wait. */
static sx_status ask_readiness(const sx_change *change, sx_diagnostics_before *out, sx_err *err) {
  for (size_t i = 0; i < change->files.len; i++) {
    const sx_file_change *file = &change->files.items[i];
    sx_readiness *slot = SX_ARRAY_ADD(&out->readiness, change->call->arena);
    if (!slot) return sx_fail(err, SX_NOMEM, NULL);
    bool *has_tab = SX_ARRAY_ADD(&out->has_tab, change->call->arena);
    uint32_t *tab_events = SX_ARRAY_ADD(&out->tab_events, change->call->arena);
    if (!has_tab || !tab_events) return sx_fail(err, SX_NOMEM, NULL);
    *slot = SX_ABSENT;
    if (!has_text(file) || !file->language.len) continue;
    sx_status status = sx_readiness_get(change->call, file->language, slot, err);
    if (status) return status;
  }
  return SX_OK;
}

/* Whether the diagnostics are those that the server has of the text before. */
static bool is_published(const sx_diagnostics_before *taken, size_t i) {
  const sx_host_diagnostics *one = &taken->files.items[i];
  return one->is_exact || one->events > taken->tab_events.items[i];
}

typedef struct settling {
  uint32_t events;
  uint64_t since_ms;
} settling;

static bool is_resting(const sx_host_diagnostics *now, settling *at, uint64_t quiet_ms) {
  if (now->events != at->events) *at = (settling){now->events, sx_clock_ms()};
  return sx_clock_since_ms(at->since_ms) >= quiet_ms;
}

/* Diagnostics carry no version: those of the text before may come after the change. How long the
   server took for a file that was just shown is how long it may take for the next text. */
static void learn_pace(sx_diagnostics_before *taken, const settling *at, uint64_t start_ms) {
  for (size_t i = 0; i < taken->files.len; i++) {
    if (!taken->has_tab.items[i]) continue;
    uint64_t end_ms = is_published(taken, i) ? at[i].since_ms : sx_clock_ms();
    uint64_t quiet_ms = end_ms > start_ms ? 2 * (end_ms - start_ms) : 0;
    if (quiet_ms > QUIET_MAX_MS) quiet_ms = QUIET_MAX_MS;
    if (quiet_ms > taken->quiet_ms) taken->quiet_ms = quiet_ms;
  }
}

/* The first event for a file in a new tab may be that its previous tab was closed. */
static bool is_waiting_for_first(const sx_diagnostics_before *taken, const sx_change *change,
                                 settling *at) {
  for (size_t i = 0; i < taken->files.len; i++) {
    const sx_host_diagnostics *one = &taken->files.items[i];
    sx_readiness readiness = taken->readiness.items[i];
    bool is_served = readiness == SX_READY || taken->has_tab.items[i] ||
                     (change->must_verify && readiness == SX_STARTING);
    bool may_come = one->is_loaded && is_served;
    bool is_here = is_published(taken, i) &&
                   (!taken->has_tab.items[i] || is_resting(one, &at[i], first_quiet_ms(change, i)));
    if (may_come && !is_here) return true;
  }
  return false;
}

void sx_diagnostics_drop(sx_diagnostics_before *before, const sx_change *change) {
  close_tabs(change, before);
}

static sx_status open_tab(const sx_change *change, sx_diagnostics_before *state, size_t i,
                          sx_err *err) {
  sx_status status = set_tab(change, state, i, true, err);
  /* A server drops the diagnostics of a file when its tab closes, and publishes them again. The
     old ones are dropped first. */
  if (status || !state->has_tab.items[i]) return status;
  const sx_host_diagnostics *last = &state->files.items[i];
  state->tab_events.items[i] = last->events + (last->items.len > 0);
  return SX_OK;
}

/* Published since the text changed last: of this text, or as the server forgot the file. */
static bool has_list(const sx_host_diagnostics *one) {
  return one->is_loaded && one->events && !one->is_behind;
}

/*
 * Languages whose servers are known to look at tabs only get one from the start; some files that
 * use those of the change, as well.
 */
static sx_status open_tabs(const sx_change *change, sx_diagnostics_before *state, sx_err *err) {
  sx_status status = SX_OK;
  size_t end = state->own_count + MAX_TABS_OF_OTHERS;
  for (size_t i = 0; i < change->files.len && !status; i++) {
    const sx_file_change *file = &change->files.items[i];
    bool is_wanted = i < end && file->action == SX_ACTION_EDIT &&
                     state->readiness.items[i] != SX_ABSENT &&
                     sx_servers_needs_tab(change->call->services->servers, file->language);
    if (!is_wanted) continue;
    if (!state->files.len) status = ask_all(change, state, false, UINT64_MAX, err);
    if (!status) status = open_tab(change, state, i, err);
  }
  return status;
}

/*
 * Files of which nothing was ever published are shown in a tab: without their errors before,
 * those afterwards could not be compared. `*is_shown` where there is one.
 */
static sx_status show_silent(const sx_change *change, sx_diagnostics_before *state, bool *is_shown,
                             sx_err *err) {
  sx_status status = SX_OK;
  for (size_t i = 0; i < state->own_count && i < state->files.len && !status; i++) {
    const sx_host_diagnostics *one = &state->files.items[i];
    bool can_help = one->is_loaded && !one->is_exact && !one->events && !state->has_tab.items[i] &&
                    state->readiness.items[i] != SX_ABSENT;
    if (can_help && change->files.items[i].action == SX_ACTION_EDIT)
      status = open_tab(change, state, i, err);
    *is_shown |= state->has_tab.items[i];
  }
  return status;
}

/* Who lets calls take longer has slow servers, or a slow machine. */
static uint64_t share_ms(const sx_change *change, uint64_t least_ms, unsigned share) {
  uint64_t part_ms = sx_port_call_remaining_ms(change->call->wait) / share;
  return part_ms > least_ms ? part_ms : least_ms;
}

/* Half of the call's time is left for what follows. */
static uint64_t first_wait_ms(const sx_diagnostics_before *before, const sx_change *change) {
  uint64_t most_ms = sx_port_call_remaining_ms(change->call->wait) / 2;
  bool is_starting = false;
  for (size_t i = 0; i < before->own_count && i < before->readiness.len; i++)
    is_starting |= before->readiness.items[i] == SX_STARTING;
  if (!change->must_verify) return FIRST_WAIT_MS;
  if (!is_starting) return share_ms(change, VERIFY_FIRST_WAIT_MS, VERIFY_FIRST_SHARE);
  return most_ms < VERIFY_START_WAIT_MS ? most_ms : VERIFY_START_WAIT_MS;
}

/*
 * A busy server looked as if it needed a tab: it has nothing new to say when one is opened for a
 * file that it has checked. The list may yet be the empty one of a file that was forgotten.
 */
static void unlearn_tabs(const sx_diagnostics_before *before, const sx_change *change) {
  for (size_t i = 0; i < before->own_count && i < before->tab_events.len; i++) {
    const sx_host_diagnostics *one = &before->files.items[i];
    uint32_t last = before->tab_events.items[i];
    if (before->has_tab.items[i] && has_list(one) && last && one->events <= last)
      sx_servers_set_needs_tab(change->call->services->servers, change->files.items[i].language,
                               false);
  }
}

static sx_status wait_for_first(sx_diagnostics_before *out, const sx_change *change, settling *at,
                                uint64_t start_ms, sx_err *err) {
  uint64_t end_ms = start_ms + first_wait_ms(out, change);
  bool has_tried = !change->must_verify, is_shown = false;
  sx_status status = ask_all(change, out, true, end_ms, err);
  while (!status && is_waiting_for_first(out, change, at) && sx_clock_ms() < end_ms) {
    if (!has_tried && sx_clock_since_ms(start_ms) >= TAB_AFTER_MS) {
      has_tried = true;
      status = show_silent(change, out, &is_shown, err);
      uint64_t tab_ms = share_ms(change, VERIFY_TAB_WAIT_MS, VERIFY_CHANGED_SHARE);
      if (is_shown && end_ms < start_ms + tab_ms) end_ms = start_ms + tab_ms;
    }
    if (!status) status = sx_port_call_sleep(change->call->wait, POLL_MS);
    if (!status) status = ask_all(change, out, true, end_ms, err);
  }
  return status;
}

sx_status sx_diagnostics_take(sx_diagnostics_before *out, const sx_change *change, size_t own_count,
                              sx_err *err) {
  *out = (sx_diagnostics_before){.quiet_ms = QUIET_MS, .own_count = own_count};
  if (is_too_wide(change)) return SX_OK;
  settling *at = sx_arena_calloc(change->call->arena, change->files.len + 1, sizeof *at);
  if (!at) return sx_fail(err, SX_NOMEM, NULL);
  sx_status status = ask_readiness(change, out, err);
  uint64_t start_ms = sx_clock_ms();
  if (!status) status = open_tabs(change, out, err);
  if (!status) status = wait_for_first(out, change, at, start_ms, err);
  learn_pace(out, at, start_ms);
  if (sx_port_call_outlasts(change->call->wait, status))
    status = ask_all(change, out, false, UINT64_MAX, err);
  if (!status && change->must_verify && out->files.len) unlearn_tabs(out, change);
  return status;
}

/* ---- comparing --------------------------------------------------------------------------- */

bool sx_diagnostic_is_same(const sx_diagnostic *a, const sx_diagnostic *b) {
  return a->severity == b->severity && sx_str_is_equal(a->message, b->message) &&
         sx_str_is_equal(a->code, b->code) && sx_str_is_equal(a->source, b->source);
}

/* Hints fade code out ("is not accessed"): no list of problems shows them. */
static bool counts(const sx_diagnostic *diagnostic) {
  return diagnostic->severity != SX_SEVERITY_HINT;
}

/* Lines shift, messages stay: each one before takes one of those after with the same message. */
static sx_status compare_file(sx_file_outcome *out, const sx_host_diagnostics *before,
                              const sx_host_diagnostics *after, sx_arena *arena) {
  bool *is_taken = sx_arena_calloc(arena, after->items.len + 1, sizeof *is_taken);
  if (!is_taken) return arena->status;
  for (size_t i = 0; i < before->items.len; i++) {
    size_t k = 0;
    if (!counts(&before->items.items[i])) continue;
    while (k < after->items.len &&
           (is_taken[k] || !sx_diagnostic_is_same(&before->items.items[i], &after->items.items[k])))
      k++;
    if (k < after->items.len) {
      is_taken[k] = true;
      out->remaining++;
      continue;
    }
    sx_diagnostic *gone = SX_ARRAY_ADD(&out->vanished, arena);
    if (gone) *gone = before->items.items[i];
  }
  for (size_t k = 0; k < after->items.len; k++) {
    bool is_new = !is_taken[k] && counts(&after->items.items[k]);
    sx_diagnostic *added = is_new ? SX_ARRAY_ADD(&out->appeared, arena) : NULL;
    if (added) *added = after->items.items[k];
  }
  return arena->status;
}

/* ---- waiting for those of the new text --------------------------------------------------- */

/*
 * The server that reported of the file does not any more: it was asked and does not answer, or its
 * list has gone with it. Without its errors the file would seem to have none.
 */
static bool has_ended(const sx_host_diagnostics *was, const sx_host_diagnostics *is) {
  return !is->is_exact && (was->is_exact || (was->is_listed && !is->is_listed));
}

/* The next one may report before it has seen all files. */
static void note_ended(sx_diagnostics_before *before, const sx_diagnostics_before *now) {
  for (size_t i = 0; i < now->files.len; i++)
    if (has_ended(&before->files.items[i], &now->files.items[i])) before->quiet_ms = QUIET_MAX_MS;
}

static bool is_settled(const sx_diagnostics_before *before, const sx_diagnostics_before *now,
                       size_t i, settling *at) {
  const sx_host_diagnostics *is = &now->files.items[i];
  if (is->is_exact) return true;
  if (has_ended(&before->files.items[i], is)) return false;
  return is->events != before->files.items[i].events && is_resting(is, &at[i], before->quiet_ms);
}

/* The first `count` files. */
static bool are_settled(const sx_diagnostics_before *before, const sx_diagnostics_before *now,
                        size_t count, settling *at) {
  bool is_all = true;
  for (size_t i = 0; i < now->files.len && i < count; i++)
    if (before->readiness.items[i] != SX_ABSENT) is_all &= is_settled(before, now, i, at);
  return is_all;
}

static sx_status fill_outcome(sx_outcome *out, const sx_diagnostics_before *before,
                              const sx_diagnostics_before *now, const sx_change *change,
                              settling *at) {
  for (size_t i = 0; i < out->files.len; i++) {
    sx_file_outcome *file = &out->files.items[i];
    const sx_host_diagnostics *was = &before->files.items[i], *is = &now->files.items[i];
    bool is_known = is->is_exact || is->events != was->events;
    bool is_served = before->readiness.items[i] != SX_ABSENT;
    file->diagnostics = !is_served && !is_known          ? SX_DIAGNOSTICS_NOT_ASKED
                        : is_settled(before, now, i, at) ? SX_DIAGNOSTICS_KNOWN
                                                         : SX_DIAGNOSTICS_NOT_YET;
    bool is_new_file = file->file->action == SX_ACTION_CREATE;
    file->is_before_known = is_published(before, i) || is_new_file;
    if (file->diagnostics != SX_DIAGNOSTICS_KNOWN) continue;
    sx_status status = compare_file(file, was, is, change->call->arena);
    if (status) return status;
  }
  return SX_OK;
}

/* Files without any event are shown in a tab; the events that follow are remembered. A server that
   looks at tabs only had forgotten such a file: an empty list is not its list of the text before.
   `had_list`: those that had been published of. */
static sx_status try_tabs(sx_diagnostics_before *before, const sx_diagnostics_before *now,
                          const sx_change *change, bool had_list, sx_err *err) {
  sx_status status = SX_OK;
  for (size_t i = 0; i < now->files.len && !status; i++) {
    bool is_silent = now->files.items[i].events == before->files.items[i].events;
    bool can_help = i < before->own_count && before->readiness.items[i] != SX_ABSENT &&
                    !now->files.items[i].is_exact && !before->has_tab.items[i] &&
                    has_text(&change->files.items[i]);
    if (!is_silent || !can_help || has_list(&before->files.items[i]) != had_list) continue;
    status = set_tab(change, before, i, true, err);
    bool is_late = before->has_tab.items[i] && !before->files.items[i].items.len;
    if (is_late) before->tab_events.items[i] = NO_EVENTS;
  }
  return status;
}

static void learn_tabs(const sx_diagnostics_before *before, const sx_diagnostics_before *now,
                       const sx_change *change) {
  for (size_t i = 0; i < now->files.len; i++)
    if (before->has_tab.items[i] && now->files.items[i].events != before->files.items[i].events)
      sx_servers_set_needs_tab(change->call->services->servers, change->files.items[i].language,
                               true);
}

static sx_status wait_for_new(sx_diagnostics_before *before, sx_diagnostics_before *now,
                              const sx_change *change, settling *at, sx_err *err) {
  uint64_t start_ms = sx_clock_ms(), own_ms = 0;
  uint64_t verify_ms = share_ms(change, VERIFY_CHANGED_WAIT_MS, VERIFY_CHANGED_SHARE);
  uint64_t end_ms = start_ms + (change->must_verify ? verify_ms : CHANGED_WAIT_MS);
  uint64_t listed_ms = change->must_verify
                           ? share_ms(change, VERIFY_TAB_AFTER_MS, VERIFY_TAB_AFTER_SHARE)
                           : TAB_AFTER_MS;
  bool has_tried[2] = {false}; /* files without a list before, and those with one */
  sx_status status = ask_all(change, now, true, end_ms, err);
  while (!status && !are_settled(before, now, SIZE_MAX, at) && sx_clock_ms() < end_ms) {
    note_ended(before, now);
    bool is_own_settled = are_settled(before, now, before->own_count, at);
    if (!own_ms && is_own_settled) own_ms = sx_clock_ms();
    if (own_ms && sx_clock_since_ms(own_ms) >= OTHERS_WAIT_MS) break;
    for (int had_list = 0; had_list < 2 && !status; had_list++) {
      uint64_t after_ms = had_list ? listed_ms : TAB_AFTER_MS;
      if (has_tried[had_list] || sx_clock_since_ms(start_ms) < after_ms) continue;
      has_tried[had_list] = true;
      status = try_tabs(before, now, change, had_list, err);
    }
    if (!status) status = sx_port_call_sleep(change->call->wait, POLL_MS);
    if (!status) status = ask_all(change, now, true, end_ms, err);
  }
  bool is_slow = sx_port_call_outlasts(change->call->wait, status);
  if (is_slow && !now->files.len) return ask_all(change, now, false, UINT64_MAX, err);
  return is_slow ? SX_OK : status;
}

sx_status sx_diagnostics_look(sx_diagnostics_before *before, const sx_change *change,
                              sx_outcome *out, sx_err *err) {
  sx_diagnostics_before now = {0};
  if (is_too_wide(change)) return SX_OK;
  settling *at = sx_arena_calloc(change->call->arena, change->files.len + 1, sizeof *at);
  if (!at) return sx_fail(err, SX_NOMEM, NULL);
  sx_status status = wait_for_new(before, &now, change, at, err);
  learn_tabs(before, &now, change);
  return status ? status : fill_outcome(out, before, &now, change, at);
}

sx_status sx_diagnostics_compare(sx_diagnostics_before *before, const sx_change *change,
                                 sx_outcome *out, sx_err *err) {
  sx_status status = sx_diagnostics_look(before, change, out, err);
  close_tabs(change, before);
  return status;
}
