#include "change/hold.h"

#include "change/store_parts.h"

#define POLL_MS 20

static bool has_file(const sx_change *change, sx_str path) {
  for (size_t i = 0; i < change->files.len; i++) {
    const sx_file_change *file = &change->files.items[i];
    if (sx_str_is_equal(file->path, path)) return true;
    if (file->new_path.len && sx_str_is_equal(file->new_path, path)) return true;
  }
  return false;
}

static bool share_files(const sx_change *one, const sx_change *other) {
  for (size_t i = 0; i < one->files.len; i++) {
    const sx_file_change *file = &one->files.items[i];
    if (has_file(other, file->path)) return true;
    if (file->new_path.len && has_file(other, file->new_path)) return true;
  }
  return false;
}

static bool has_any(const sx_change *change, const sx_strs *paths) {
  for (size_t i = 0; i < paths->len; i++)
    if (has_file(change, paths->items[i])) return true;
  return false;
}

bool sx_hold_begin(sx_changes *changes, sx_hold *hold, const sx_change *change,
                   const sx_strs *users) {
  bool is_free = true;
  uv_mutex_lock(&changes->mutex);
  for (const sx_hold *other = changes->holds; other && is_free; other = other->next)
    is_free = !share_files(change, other->change) && !has_any(change, other->users) &&
              !has_any(other->change, users);
  if (is_free) {
    *hold = (sx_hold){changes->holds, change, users};
    changes->holds = hold;
  }
  uv_mutex_unlock(&changes->mutex);
  return is_free;
}

void sx_hold_end(sx_changes *changes, sx_hold *hold) {
  uv_mutex_lock(&changes->mutex);
  sx_hold **at = &changes->holds;
  while (*at && *at != hold) at = &(*at)->next;
  if (*at) *at = hold->next;
  hold->change = NULL;
  uv_mutex_unlock(&changes->mutex);
}

bool sx_hold_stops(sx_changes *changes, const sx_change *change) {
  bool stops = false;
  uv_mutex_lock(&changes->mutex);
  for (const sx_hold *hold = changes->holds; hold && !stops; hold = hold->next)
    stops = share_files(change, hold->change);
  uv_mutex_unlock(&changes->mutex);
  return stops;
}

static bool take_turn(sx_hold *hold, const sx_change *change, const sx_strs *users) {
  sx_changes *changes = change->call->services->changes;
  return users ? sx_hold_begin(changes, hold, change, users) : !sx_hold_stops(changes, change);
}

sx_status sx_hold_await(sx_hold *hold, const sx_change *change, const sx_strs *users, sx_err *err) {
  sx_status status = SX_OK;
  while (!status && !take_turn(hold, change, users))
    status = sx_port_call_sleep(change->call->wait, POLL_MS);
  if (status != SX_DEADLINE) return status ? sx_fail(err, status, NULL) : SX_OK;
  return sx_fail(err, SX_CONFLICT,
                 "Another change of these files was being verified all the time. Nothing was "
                 "changed. Try again.");
}
