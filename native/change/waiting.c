#include "change/waiting.h"

#include "base/mem.h"
#include "change/store_parts.h"
#include "os/clock.h"

/* The call that applies it may hang in a file system after that: then it counts without its words.
 */
#define MAX_APPLYING_MS 60000

bool sx_change_state_is_decided(sx_change_state state) {
  return state == SX_CHANGE_WAITING || state == SX_CHANGE_ALLOWED || state == SX_CHANGE_REJECTED ||
         state == SX_CHANGE_REFUSED;
}

/* Without memory the decision counts, and only its words are missing. */
static void keep_text(char **to, sx_str text) {
  sx_free(*to);
  *to = text.len ? sx_str_copy(text) : NULL;
}

static size_t count_waiting_locked(const sx_changes *changes) {
  size_t count = 0;
  for (const sx_kept_change *kept = changes->newest; kept; kept = kept->older)
    count += kept->state == SX_CHANGE_WAITING;
  return count;
}

bool sx_changes_begin_waiting(sx_changes *changes, const char *id,
                              const sx_waiting_options *options) {
  uv_mutex_lock(&changes->mutex);
  sx_kept_change *kept = sx_changes__find_locked(changes, sx_str_from(id));
  bool is_begun = kept && kept->state == SX_CHANGE_APPLYING;
  /* One that could not be kept has no texts that could be applied later. */
  bool can_wait =
      is_begun && !kept->why_lost && count_waiting_locked(changes) < SX_CHANGES_MAX_WAITING;
  if (can_wait) {
    kept->state = SX_CHANGE_WAITING;
    kept->was_waiting = true;
    kept->waiting_save = options->save;
    kept->waiting_to_disk = options->write_to_disk;
    kept->waiting_protected = options->is_protected;
  } else if (is_begun) {
    sx_changes__drop_begun_locked(changes, kept);
  }
  uv_mutex_unlock(&changes->mutex);
  return can_wait;
}

static void reject_locked(sx_changes *changes, sx_kept_change *kept, sx_str reason) {
  kept->state = SX_CHANGE_REJECTED;
  kept->why_lost = NULL;
  keep_text(&kept->decided_text, reason);
  sx_changes__forget_ended_locked(changes, kept);
}

void sx_changes_end_rejected(sx_changes *changes, const char *id, sx_str reason) {
  uv_mutex_lock(&changes->mutex);
  sx_kept_change *kept = sx_changes__find_locked(changes, sx_str_from(id));
  if (kept && kept->state == SX_CHANGE_APPLYING) reject_locked(changes, kept, reason);
  uv_mutex_unlock(&changes->mutex);
}

/* For people: they have pressed a button twice, or in two places. */
static sx_status fail_decided(const sx_kept_change *kept, sx_err *err) {
  static const char *const states[] = {
      [SX_CHANGE_PLANNED] = "The question about this change was taken back",
      [SX_CHANGE_WAITING] = "This change is waiting for approval",
      [SX_CHANGE_ALLOWED] = "This change is being applied",
      [SX_CHANGE_REJECTED] = "This change has been rejected",
      [SX_CHANGE_REFUSED] = "This change could not be applied any more",
      [SX_CHANGE_APPLYING] = "This change is being applied",
      [SX_CHANGE_APPLIED] = "This change has already been applied",
      [SX_CHANGE_UNDOING] = "This change has been applied and is being undone",
      [SX_CHANGE_UNDONE] = "This change has been applied and undone",
  };
  return sx_fail(err, SX_CONFLICT, "%s.", states[kept->state]);
}

static sx_status fail_gone(sx_err *err) {
  return sx_fail(err, SX_NOT_FOUND, "This change is not known in this window any more.");
}

sx_status sx_changes_allow(sx_changes *changes, sx_call *call, sx_str id, sx_change *out,
                           sx_waiting_options *options, sx_err *err) {
  sx_status status = SX_OK;
  uv_mutex_lock(&changes->mutex);
  sx_kept_change *kept = sx_changes__find_locked(changes, id);
  if (kept && kept->state == SX_CHANGE_WAITING) {
    status = sx_changes__hand_out_locked(changes, kept, call, out);
    if (status) sx_fail(err, status, NULL);
    if (!status) kept->state = SX_CHANGE_ALLOWED;
    if (!status) kept->allowed_ms = sx_clock_ms();
    *options =
        (sx_waiting_options){kept->waiting_save, kept->waiting_to_disk, kept->waiting_protected};
  } else {
    status = kept ? fail_decided(kept, err) : fail_gone(err);
  }
  uv_mutex_unlock(&changes->mutex);
  return status;
}

sx_status sx_changes_reject(sx_changes *changes, sx_str id, sx_str reason, sx_err *err) {
  sx_status status = SX_OK;
  uv_mutex_lock(&changes->mutex);
  sx_kept_change *kept = sx_changes__find_locked(changes, id);
  if (kept && kept->state == SX_CHANGE_WAITING)
    reject_locked(changes, kept, reason);
  else if (kept && kept->state == SX_CHANGE_REJECTED && reason.len)
    keep_text(&kept->decided_text, reason);
  else
    status = kept ? fail_decided(kept, err) : fail_gone(err);
  uv_mutex_unlock(&changes->mutex);
  return status;
}

void sx_changes_withdraw(sx_changes *changes, sx_str id) {
  uv_mutex_lock(&changes->mutex);
  sx_kept_change *kept = sx_changes__find_locked(changes, id);
  if (kept && kept->state == SX_CHANGE_WAITING) {
    kept->was_waiting = false;
    sx_changes__drop_begun_locked(changes, kept);
  }
  uv_mutex_unlock(&changes->mutex);
}

void sx_changes_keep_decision(sx_changes *changes, const char *id, sx_str text, sx_str facts) {
  uv_mutex_lock(&changes->mutex);
  sx_kept_change *kept = sx_changes__find_locked(changes, sx_str_from(id));
  if (kept && kept->was_waiting) {
    /* It failed before it was begun. */
    if (kept->state == SX_CHANGE_ALLOWED) kept->state = SX_CHANGE_REFUSED;
    keep_text(&kept->decided_text, text);
    keep_text(&kept->decided_facts, facts);
    kept->has_decision = true;
    if (kept->state == SX_CHANGE_REFUSED) sx_changes__forget_ended_locked(changes, kept);
  }
  uv_mutex_unlock(&changes->mutex);
}

sx_status sx_changes_find_decision(sx_changes *changes, sx_call *call, sx_str id, sx_decision *out,
                                   sx_err *err) {
  *out = (sx_decision){.state = SX_CHANGE_PLANNED, .text = SX_STR(""), .facts = SX_STR("")};
  uv_mutex_lock(&changes->mutex);
  const sx_kept_change *kept = sx_changes__find_locked(changes, id);
  if (kept) {
    out->state = kept->state;
    out->was_waiting = kept->was_waiting;
    bool is_late = kept->allowed_ms && sx_clock_since_ms(kept->allowed_ms) > MAX_APPLYING_MS;
    out->is_complete = kept->has_decision || is_late;
    if (kept->decided_text) out->text = sx_arena_dup(call->arena, sx_str_from(kept->decided_text));
    if (kept->decided_facts)
      out->facts = sx_arena_dup(call->arena, sx_str_from(kept->decided_facts));
  }
  uv_mutex_unlock(&changes->mutex);
  return call->arena->status ? sx_fail(err, call->arena->status, NULL) : SX_OK;
}
