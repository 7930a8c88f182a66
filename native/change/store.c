#include "change/store_parts.h"

#include "base/mem.h"
#include "change/store_disk.h"

#include <stdio.h>
#include <uv.h>

#define TOO_LARGE "it was too large to keep"
#define NO_MEMORY "there was not enough memory to keep it"

sx_changes *sx_changes_new(void) {
  sx_changes *changes = sx_calloc(1, sizeof *changes);
  if (!changes) return NULL;
  bool has_first = uv_mutex_init(&changes->mutex) == 0;
  if (has_first && uv_mutex_init(&changes->writing) == 0) return changes;
  if (has_first) uv_mutex_destroy(&changes->mutex);
  sx_free(changes);
  return NULL;
}

void sx_changes_free(sx_changes *changes) {
  if (!changes) return;
  if (!sx_change_disk__free(changes->disk)) return; /* a thread that hangs still needs the rest */
  while (changes->newest) {
    sx_kept_change *next = changes->newest->older;
    sx_changes__free_kept(changes->newest);
    changes->newest = next;
  }
  sx_scratch_release(&changes->scratch);
  uv_mutex_destroy(&changes->writing);
  uv_mutex_destroy(&changes->mutex);
  sx_free(changes);
}

void sx_changes_number_from(sx_changes *changes, uint64_t number) {
  changes->last_number = number;
}

void sx_changes_begin_writing(sx_changes *changes) {
  uv_mutex_lock(&changes->writing);
}

void sx_changes_end_writing(sx_changes *changes) {
  uv_mutex_unlock(&changes->writing);
}

/* ---- ids --------------------------------------------------------------------------------- */

static void write_id(char id[SX_CHANGE_ID_BYTES], uint64_t number) {
  snprintf(id, SX_CHANGE_ID_BYTES, "c%llu", (unsigned long long)(number % 1000000000000u));
}

static sx_kept_change *find_number_locked(const sx_changes *changes, uint64_t number) {
  sx_kept_change *kept = changes->newest;
  while (kept && kept->number != number) kept = kept->older;
  return kept;
}

sx_kept_change *sx_changes__find_locked(const sx_changes *changes, sx_str id) {
  uint64_t number = 0;
  if (id.len < 2 || id.len >= SX_CHANGE_ID_BYTES || id.ptr[0] != 'c' || id.ptr[1] == '0')
    return NULL;
  for (size_t i = 1; i < id.len; i++) {
    if (id.ptr[i] < '0' || id.ptr[i] > '9') return NULL;
    number = number * 10 + (uint64_t)(id.ptr[i] - '0');
  }
  return find_number_locked(changes, number);
}

static void add_locked(sx_changes *changes, sx_kept_change *kept, char id[SX_CHANGE_ID_BYTES]) {
  /* Those from before the window have any numbers. */
  do changes->last_number++;
  while (find_number_locked(changes, changes->last_number));
  kept->number = changes->last_number;
  kept->older = changes->newest;
  changes->newest = kept;
  write_id(id, kept->number);
}

#define MAKE_AGAIN                                                                                 \
  "Make the edit again, unless it waits for a person in another window: then ask there."
#define EDIT_BACK "Nothing was changed. Take the edit back with another edit, or with git."

static sx_status fail_unknown(sx_str id, const char *advice, sx_err *err) {
  return sx_fail(
      err, SX_NOT_FOUND,
      "There is no change '%.*s' in this window: it has expired, is another window's, or "
      "never existed. %s",
      SX_STR_ARG(sx_str_slice(id, 0, 40)), advice);
}

static sx_status fail_lost(const sx_kept_change *kept, sx_err *err) {
  return sx_fail(err, SX_CONFLICT,
                 "The change 'c%llu' cannot be undone or shown: %s. Nothing was changed.",
                 (unsigned long long)kept->number, kept->why_lost);
}

/* ---- previews ---------------------------------------------------------------------------- */

sx_status sx_changes_put(sx_changes *changes, const sx_change *change,
                         char id[SX_CHANGE_ID_BYTES]) {
  sx_kept_change *kept;
  id[0] = 0;
  if (sx_changes__count_bytes(change) > SX_CHANGES_MAX_BYTES) return SX_OK;
  sx_status status = sx_changes__new_kept(&kept, change, SX_CHANGE_PLANNED, true);
  if (status) return status;
  kept->was_previewed = true;
  uv_mutex_lock(&changes->mutex);
  sx_changes__forget_previews_locked(changes, kept->bytes);
  add_locked(changes, kept, id);
  uv_mutex_unlock(&changes->mutex);
  return SX_OK;
}

sx_status sx_changes_find(sx_changes *changes, sx_call *call, sx_str id, sx_change *out,
                          sx_change_state *state, sx_err *err) {
  sx_change_disk__await(changes->disk);
  uv_mutex_lock(&changes->mutex);
  const sx_kept_change *kept = sx_changes__find_locked(changes, id);
  sx_status status = SX_NOT_FOUND;
  bool is_undone = kept && kept->state == SX_CHANGE_UNDONE;
  if (kept && kept->why_lost) {
    status = fail_lost(kept, err);
  } else if (is_undone) {
    status = sx_changes_check_planned(id, kept->state, err);
  } else if (kept) {
    *state = kept->state;
    status = sx_changes__hand_out_locked(changes, kept, call, out);
    if (status) sx_fail(err, status, NULL);
  }
  uv_mutex_unlock(&changes->mutex);
  return kept ? status : fail_unknown(id, MAKE_AGAIN, err);
}

/* ---- applying ---------------------------------------------------------------------------- */

sx_status sx_changes_check_planned(sx_str id, sx_change_state state, sx_err *err) {
  static const char *const states[] = {
      [SX_CHANGE_PLANNED] = NULL,
      [SX_CHANGE_APPLYING] = "is being applied by another call",
      [SX_CHANGE_APPLIED] = "has already been applied",
      [SX_CHANGE_UNDOING] = "has been applied and is being undone",
      [SX_CHANGE_UNDONE] = "has already been applied and undone. Make the edit again to restore it",
      [SX_CHANGE_WAITING] = "is waiting for a person's approval",
      [SX_CHANGE_ALLOWED] = "is being applied",
      [SX_CHANGE_REJECTED] = "was rejected by a person",
      [SX_CHANGE_REFUSED] = "was allowed, but could not be applied any more. Make the edit again",
  };
  if (!states[state]) return SX_OK;
  return sx_fail(err, SX_CONFLICT, "The change '%.*s' %s.", SX_STR_ARG(id), states[state]);
}

static sx_status begin_planned_locked(sx_changes *changes, const sx_change *change, const char *id,
                                      bool *can_undo, sx_err *err) {
  bool is_persons = change->call && change->call->caller == SX_CALLER_PERSON;
  sx_kept_change *kept = sx_changes__find_locked(changes, sx_str_from(id));
  if (!kept) return fail_unknown(sx_str_from(id), MAKE_AGAIN, err);
  bool is_allowed = kept->state == SX_CHANGE_ALLOWED && is_persons;
  sx_status status =
      is_allowed ? SX_OK : sx_changes_check_planned(sx_str_from(id), kept->state, err);
  if (status) return status;
  *can_undo = sx_changes__make_room_locked(changes, kept->bytes);
  kept->why_lost = *can_undo ? NULL : TOO_LARGE;
  kept->state = SX_CHANGE_APPLYING;
  return SX_OK;
}

static sx_status begin_new(sx_changes *changes, const sx_change *change,
                           char id[SX_CHANGE_ID_BYTES], bool *can_undo) {
  sx_kept_change *kept;
  size_t bytes = sx_changes__count_bytes(change);
  bool is_small = bytes <= SX_CHANGES_MAX_BYTES;
  sx_status status = sx_changes__new_kept(&kept, change, SX_CHANGE_APPLYING, is_small);
  if (status) return status;
  uv_mutex_lock(&changes->mutex);
  *can_undo = is_small && sx_changes__make_room_locked(changes, bytes);
  kept->why_lost = *can_undo ? NULL : TOO_LARGE;
  add_locked(changes, kept, id);
  uv_mutex_unlock(&changes->mutex);
  return SX_OK;
}

sx_status sx_changes_begin_applying(sx_changes *changes, const sx_change *change,
                                    char id[SX_CHANGE_ID_BYTES], bool *can_undo, sx_err *err) {
  *can_undo = false;
  if (!id[0]) {
    sx_status status = begin_new(changes, change, id, can_undo);
    return status ? sx_fail(err, status, NULL) : SX_OK;
  }
  uv_mutex_lock(&changes->mutex);
  sx_status status = begin_planned_locked(changes, change, id, can_undo, err);
  uv_mutex_unlock(&changes->mutex);
  return status;
}

/* Whether what was applied is what was planned, and kept. */
static bool has_same_texts(const sx_change *kept, const sx_change *applied) {
  if (kept->files.len != applied->files.len) return false;
  for (size_t i = 0; i < kept->files.len; i++)
    if (!sx_str_is_equal(kept->files.items[i].before, applied->files.items[i].before) ||
        !sx_str_is_equal(kept->files.items[i].after, applied->files.items[i].after))
      return false;
  return true;
}

static void take_applied_locked(sx_changes *changes, sx_kept_change *kept, const sx_change *applied,
                                sx_kept_change *anew) {
  kept->state = SX_CHANGE_APPLIED;
  kept->applied_turn = ++changes->last_turn;
  if (!kept->why_lost && !has_same_texts(&kept->change, applied)) {
    if (anew)
      sx_changes__swap_memory(kept, anew);
    else
      kept->why_lost = NO_MEMORY;
  }
  /* Its texts are of no use. Where there is no memory to leave them they stay. */
  if (kept->why_lost) sx_changes__strip(kept);
  (void)sx_changes__make_room_locked(changes, 0);
}

void sx_changes__drop_begun_locked(sx_changes *changes, sx_kept_change *kept) {
  kept->why_lost = NULL;
  /* One that a person has allowed stays known: its agent asks what became of it. */
  kept->state = kept->was_waiting ? SX_CHANGE_REFUSED : SX_CHANGE_PLANNED;
  if (!kept->was_previewed && !kept->was_waiting) sx_changes__remove_locked(changes, kept);
}

bool sx_changes_end_applying(sx_changes *changes, const char *id, const sx_change *applied) {
  sx_kept_change *anew = NULL;
  /* Made before the lock is taken; dropped where it is not needed, or larger than the store. */
  if (applied && sx_changes__count_bytes(applied) <= SX_CHANGES_MAX_BYTES &&
      sx_changes__new_kept(&anew, applied, SX_CHANGE_APPLIED, true))
    anew = NULL;
  sx_change_file *file = anew ? sx_change_disk__prepare(changes->disk, &anew->change, id) : NULL;
  uv_mutex_lock(&changes->mutex);
  sx_kept_change *kept = sx_changes__find_locked(changes, sx_str_from(id));
  bool is_begun = kept && kept->state == SX_CHANGE_APPLYING;
  if (is_begun && applied) take_applied_locked(changes, kept, applied, anew);
  if (is_begun && !applied) sx_changes__drop_begun_locked(changes, kept);
  bool is_kept = is_begun && applied && !kept->why_lost;
  /* Before another call can undo it, which removes the file. */
  if (is_kept) sx_change_disk__write(changes->disk, file);
  uv_mutex_unlock(&changes->mutex);
  if (!is_kept) sx_change_disk__drop(file);
  sx_changes__free_kept(anew);
  return is_kept;
}

sx_status sx_changes_put_lost(sx_changes *changes, const sx_change *change, const char *why,
                              char id[SX_CHANGE_ID_BYTES]) {
  sx_kept_change *kept;
  id[0] = 0;
  sx_status status = sx_changes__new_kept(&kept, change, SX_CHANGE_APPLIED, false);
  if (status) return status;
  kept->why_lost = why;
  uv_mutex_lock(&changes->mutex);
  kept->applied_turn = ++changes->last_turn;
  add_locked(changes, kept, id);
  uv_mutex_unlock(&changes->mutex);
  return SX_OK;
}

/* ---- undoing ----------------------------------------------------------------------------- */

static sx_kept_change *find_last_locked(const sx_changes *changes) {
  sx_kept_change *last = NULL;
  for (sx_kept_change *kept = changes->newest; kept; kept = kept->older) {
    bool is_done = kept->state == SX_CHANGE_APPLIED || kept->state == SX_CHANGE_UNDOING;
    if (is_done && !kept->is_passed && (!last || kept->applied_turn > last->applied_turn))
      last = kept;
  }
  return last;
}

static sx_status fail_no_last(sx_err *err) {
  return sx_fail(err, SX_NOT_FOUND,
                 "Agents have changed nothing in this window, or all of it has been undone.");
}

sx_status sx_changes_find_last(sx_changes *changes, sx_call *call, sx_change *out,
                               char id[SX_CHANGE_ID_BYTES], sx_err *err) {
  sx_change_disk__await(changes->disk);
  uv_mutex_lock(&changes->mutex);
  const sx_kept_change *last = find_last_locked(changes);
  sx_status status = SX_NOT_FOUND;
  if (last && last->why_lost) {
    status = fail_lost(last, err);
  } else if (last) {
    write_id(id, last->number);
    status = sx_changes__hand_out_locked(changes, last, call, out);
    if (status) sx_fail(err, status, NULL);
  }
  uv_mutex_unlock(&changes->mutex);
  return last ? status : fail_no_last(err);
}

static sx_status check_undoable(sx_kept_change *kept, bool is_last, sx_err *err) {
  static const char *const states[] = {
      [SX_CHANGE_PLANNED] = "was only previewed, so there is nothing to undo",
      [SX_CHANGE_APPLYING] =
          "is being applied by another call. Undo it when that call has finished",
      [SX_CHANGE_APPLIED] = NULL,
      [SX_CHANGE_UNDOING] = "is already being undone",
      [SX_CHANGE_UNDONE] = "has already been undone",
      [SX_CHANGE_WAITING] = "is waiting for a person's approval, so there is nothing to undo",
      [SX_CHANGE_ALLOWED] = "is being applied. Undo it when that has finished",
      [SX_CHANGE_REJECTED] = "was rejected, so there is nothing to undo",
      [SX_CHANGE_REFUSED] = "could not be applied, so there is nothing to undo",
  };
  if (states[kept->state])
    return sx_fail(err, SX_CONFLICT, "The change 'c%llu' %s. Nothing was changed.",
                   (unsigned long long)kept->number, states[kept->state]);
  if (!kept->why_lost) return SX_OK;
  if (!is_last) return fail_lost(kept, err);
  kept->is_passed = true;
  return sx_fail(err, SX_CONFLICT,
                 "The last change, by %.*s, cannot be undone: %s. Nothing was changed. Run Undo "
                 "Last Change again to undo the change before it.",
                 SX_STR_ARG(kept->change.title), kept->why_lost);
}

sx_status sx_changes_begin_undoing(sx_changes *changes, sx_call *call, sx_str wanted,
                                   sx_change *out, char id[SX_CHANGE_ID_BYTES], sx_err *err) {
  bool is_last = !wanted.len;
  sx_change_disk__await(changes->disk);
  uv_mutex_lock(&changes->mutex);
  sx_kept_change *kept =
      is_last ? find_last_locked(changes) : sx_changes__find_locked(changes, wanted);
  sx_status status = SX_NOT_FOUND;
  if (kept) {
    write_id(id, kept->number);
    status = check_undoable(kept, is_last, err);
    if (!status && sx_changes__hand_out_locked(changes, kept, call, out))
      status = sx_fail(err, call->arena->status ? call->arena->status : SX_IO,
                       "The change 'c%llu' could not be read back. Nothing was changed.",
                       (unsigned long long)kept->number);
    if (!status) kept->state = SX_CHANGE_UNDOING;
  }
  uv_mutex_unlock(&changes->mutex);
  if (kept) return status;
  return is_last ? fail_no_last(err) : fail_unknown(wanted, EDIT_BACK, err);
}

void sx_changes_end_undoing(sx_changes *changes, const char *id, bool is_undone) {
  uv_mutex_lock(&changes->mutex);
  sx_kept_change *kept = sx_changes__find_locked(changes, sx_str_from(id));
  bool is_begun = kept && kept->state == SX_CHANGE_UNDOING;
  if (is_begun) kept->state = is_undone ? SX_CHANGE_UNDONE : SX_CHANGE_APPLIED;
  if (is_begun && is_undone) sx_changes__forget_ended_locked(changes, kept);
  if (is_begun && is_undone) sx_change_disk__remove(changes->disk, id);
  uv_mutex_unlock(&changes->mutex);
}

static bool has_path(const sx_change *change, sx_str path) {
  for (size_t i = 0; path.len && i < change->files.len; i++)
    if (sx_str_is_equal(change->files.items[i].path, path) ||
        sx_str_is_equal(change->files.items[i].new_path, path))
      return true;
  return false;
}

static bool is_of_same_files(const sx_change *one, const sx_change *other) {
  for (size_t i = 0; i < one->files.len; i++)
    if (has_path(other, one->files.items[i].path) || has_path(other, one->files.items[i].new_path))
      return true;
  return false;
}

/* The one that was applied last before `turn`, of those that count; NULL: none. */
static const sx_kept_change *find_later_locked(const sx_changes *changes,
                                               const sx_kept_change *than, uint64_t turn) {
  const sx_kept_change *found = NULL;
  for (const sx_kept_change *kept = changes->newest; kept; kept = kept->older) {
    bool is_between = kept->state == SX_CHANGE_APPLIED && kept->applied_turn < turn &&
                      kept->applied_turn > than->applied_turn;
    if (is_between && (!found || kept->applied_turn > found->applied_turn) &&
        is_of_same_files(&than->change, &kept->change))
      found = kept;
  }
  return found;
}

size_t sx_changes_list_later(sx_changes *changes, const char *id, char (*out)[SX_CHANGE_ID_BYTES],
                             size_t max) {
  size_t count = 0;
  uint64_t turn = UINT64_MAX;
  uv_mutex_lock(&changes->mutex);
  const sx_kept_change *kept = sx_changes__find_locked(changes, sx_str_from(id)), *later;
  while (kept && (later = find_later_locked(changes, kept, turn))) {
    if (count < max) write_id(out[count], later->number);
    turn = later->applied_turn;
    count++;
  }
  uv_mutex_unlock(&changes->mutex);
  return count;
}
