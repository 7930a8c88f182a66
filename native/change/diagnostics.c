#include "change/apply.h"

#include "os/clock.h"
#include "workspace/paths.h"
#include "workspace/readiness.h"

#define POLL_MS 25
/* Servers publish in bursts (syntax, then types): what they said last counts when they rest. */
#define QUIET_MS 250
#define FIRST_WAIT_MS 1500
#define CHANGED_WAIT_MS 3000

static bool has_text(const sx_file_change *file) {
  return file->action == SX_ACTION_EDIT || file->action == SX_ACTION_CREATE;
}

static sx_status ask_all(const sx_change *change, sx_diagnostics_before *out, sx_err *err) {
  sx_call *call = change->call;
  sx_batch batch;
  sx_batch_init(&batch, call->wait, call->arena);
  for (size_t i = 0; i < change->files.len; i++)
    sx_batch_diagnostics(&batch, change->files.items[i].path, has_text(&change->files.items[i]));
  sx_status status = sx_batch_run(&batch, err);
  out->files.len = 0;
  for (size_t i = 0; i < change->files.len && !status; i++) {
    sx_host_diagnostics *taken = SX_ARRAY_ADD(&out->files, call->arena);
    status = taken ? sx_batch_get_diagnostics(&batch, i, taken, err) : SX_NOMEM;
  }
  sx_batch_release(&batch);
  return status;
}

/* Whether somebody checks each file here: without that nobody is waited for. */
static sx_status ask_readiness(const sx_change *change, sx_diagnostics_before *out, sx_err *err) {
  for (size_t i = 0; i < change->files.len; i++) {
    const sx_file_change *file = &change->files.items[i];
    sx_readiness *slot = SX_ARRAY_ADD(&out->readiness, change->call->arena);
    if (!slot) return sx_fail(err, SX_NOMEM, NULL);
    *slot = SX_ABSENT;
    if (!has_text(file) || !file->language.len) continue;
    sx_status status = sx_readiness_get(change->call, file->language, slot, err);
    if (status) return status;
  }
  return SX_OK;
}

static bool is_waiting_for_first(const sx_diagnostics_before *taken) {
  for (size_t i = 0; i < taken->files.len; i++) {
    const sx_host_diagnostics *one = &taken->files.items[i];
    bool may_come = one->is_loaded && taken->readiness.items[i] == SX_READY;
    if (may_come && !one->is_exact && one->events == 0) return true;
  }
  return false;
}

sx_status sx_diagnostics_take(sx_diagnostics_before *out, const sx_change *change, sx_err *err) {
  uint64_t end_ms = sx_clock_ms() + FIRST_WAIT_MS;
  *out = (sx_diagnostics_before){0};
  sx_status status = ask_readiness(change, out, err);
  if (!status) status = ask_all(change, out, err);
  while (!status && is_waiting_for_first(out) && sx_clock_ms() < end_ms) {
    status = sx_port_call_sleep(change->call->wait, POLL_MS);
    if (!status) status = ask_all(change, out, err);
  }
  return status;
}

/* ---- comparing --------------------------------------------------------------------------- */

static bool is_same(const sx_diagnostic *a, const sx_diagnostic *b) {
  return a->severity == b->severity && sx_str_is_equal(a->message, b->message) &&
         sx_str_is_equal(a->code, b->code) && sx_str_is_equal(a->source, b->source);
}

/* Lines shift, messages stay: each one before takes one of those after that say the same. */
static sx_status compare_file(sx_file_outcome *out, const sx_host_diagnostics *before,
                              const sx_host_diagnostics *after, sx_arena *arena) {
  bool *is_taken = sx_arena_calloc(arena, after->items.len + 1, sizeof *is_taken);
  if (!is_taken) return arena->status;
  for (size_t i = 0; i < before->items.len; i++) {
    size_t k = 0;
    while (k < after->items.len &&
           (is_taken[k] || !is_same(&before->items.items[i], &after->items.items[k])))
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
    sx_diagnostic *added = is_taken[k] ? NULL : SX_ARRAY_ADD(&out->appeared, arena);
    if (added) *added = after->items.items[k];
  }
  return arena->status;
}

/* ---- waiting for those of the new text --------------------------------------------------- */

typedef struct settling {
  uint32_t events;
  uint64_t since_ms;
} settling;

static bool is_settled(const sx_host_diagnostics *now, const sx_host_diagnostics *before,
                       settling *at) {
  if (now->is_exact) return true;
  if (now->events == before->events) return false;
  if (now->events != at->events) *at = (settling){now->events, sx_clock_ms()};
  return sx_clock_ms() - at->since_ms >= QUIET_MS;
}

static bool are_settled(const sx_diagnostics_before *before, const sx_diagnostics_before *now,
                        settling *at) {
  bool is_all = true;
  for (size_t i = 0; i < now->files.len; i++)
    if (before->readiness.items[i] != SX_ABSENT)
      is_all &= is_settled(&now->files.items[i], &before->files.items[i], &at[i]);
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
    file->diagnostics = !is_served && !is_known       ? SX_DIAGNOSTICS_NOT_ASKED
                        : is_settled(is, was, &at[i]) ? SX_DIAGNOSTICS_KNOWN
                                                      : SX_DIAGNOSTICS_NOT_YET;
    bool is_new_file = file->file->action == SX_ACTION_CREATE;
    file->is_before_known = was->is_exact || was->events > 0 || is_new_file;
    if (file->diagnostics != SX_DIAGNOSTICS_KNOWN) continue;
    sx_status status = compare_file(file, was, is, change->call->arena);
    if (status) return status;
  }
  return SX_OK;
}

sx_status sx_diagnostics_compare(const sx_diagnostics_before *before, const sx_change *change,
                                 sx_outcome *out, sx_err *err) {
  uint64_t end_ms = sx_clock_ms() + CHANGED_WAIT_MS;
  sx_diagnostics_before now = {0};
  settling *at = sx_arena_calloc(change->call->arena, change->files.len + 1, sizeof *at);
  if (!at) return sx_fail(err, SX_NOMEM, NULL);
  sx_status status = ask_all(change, &now, err);
  while (!status && !are_settled(before, &now, at) && sx_clock_ms() < end_ms) {
    status = sx_port_call_sleep(change->call->wait, POLL_MS);
    if (!status) status = ask_all(change, &now, err);
  }
  if (!status) status = fill_outcome(out, before, &now, change, at);
  return status;
}
