#include "change/store.h"

#include "base/mem.h"

#include <stdio.h>
#include <uv.h>

typedef struct kept_change {
  struct kept_change *older;
  uint64_t number;       /* of its id */
  uint64_t applied_turn; /* which one was applied last */
  sx_change_state state;
  size_t bytes;
  sx_arena arena; /* holds the change */
  sx_change change;
} kept_change;

struct sx_changes {
  uv_mutex_t mutex;   /* of what follows */
  uv_mutex_t writing; /* held while a call writes files */
  kept_change *newest;
  size_t count, bytes;
  uint64_t last_number, last_turn;
};

sx_changes *sx_changes_new(void) {
  sx_changes *changes = sx_calloc(1, sizeof *changes);
  if (!changes) return NULL;
  bool has_first = uv_mutex_init(&changes->mutex) == 0;
  if (has_first && uv_mutex_init(&changes->writing) == 0) return changes;
  if (has_first) uv_mutex_destroy(&changes->mutex);
  sx_free(changes);
  return NULL;
}

static void free_kept(kept_change *kept) {
  sx_arena_release(&kept->arena);
  sx_free(kept);
}

void sx_changes_free(sx_changes *changes) {
  if (!changes) return;
  while (changes->newest) {
    kept_change *next = changes->newest->older;
    free_kept(changes->newest);
    changes->newest = next;
  }
  uv_mutex_destroy(&changes->writing);
  uv_mutex_destroy(&changes->mutex);
  sx_free(changes);
}

void sx_changes_begin_writing(sx_changes *changes) {
  uv_mutex_lock(&changes->writing);
}

void sx_changes_end_writing(sx_changes *changes) {
  uv_mutex_unlock(&changes->writing);
}

/* ---- copies ------------------------------------------------------------------------------ */

static size_t count_bytes(const sx_change *change) {
  size_t bytes = change->title.len;
  for (size_t i = 0; i < change->files.len; i++) {
    const sx_file_change *file = &change->files.items[i];
    bytes += file->path.len + file->new_path.len + file->before.len + file->after.len +
             file->language.len + sizeof *file;
  }
  return bytes;
}

static sx_status copy_change(const sx_change *change, sx_change *out, sx_arena *arena) {
  out->title = sx_arena_dup(arena, change->title);
  for (size_t i = 0; i < change->files.len; i++) {
    const sx_file_change *from = &change->files.items[i];
    sx_file_change *to = SX_ARRAY_ADD(&out->files, arena);
    if (!to) return arena->status;
    to->action = from->action;
    to->path = sx_arena_dup(arena, from->path);
    to->new_path = sx_arena_dup(arena, from->new_path);
    to->before = sx_arena_dup(arena, from->before);
    to->after = sx_arena_dup(arena, from->after);
    to->language = sx_arena_dup(arena, from->language);
  }
  return arena->status;
}

/* ---- keeping ----------------------------------------------------------------------------- */

static void write_id(char id[SX_CHANGE_ID_BYTES], uint64_t number) {
  snprintf(id, SX_CHANGE_ID_BYTES, "c%llu", (unsigned long long)(number % 1000000000000u));
}

static void unlink_locked(sx_changes *changes, kept_change **link) {
  kept_change *dropped = *link;
  *link = dropped->older;
  changes->count--;
  changes->bytes -= dropped->bytes;
  free_kept(dropped);
}

static void drop_oldest_locked(sx_changes *changes) {
  kept_change **link = &changes->newest;
  while (*link && (*link)->older) link = &(*link)->older;
  if (*link) unlink_locked(changes, link);
}

/* The number of the change that had this id, or 0. */
static uint64_t drop_locked(sx_changes *changes, sx_str id) {
  for (kept_change **link = &changes->newest; *link; link = &(*link)->older) {
    char own[SX_CHANGE_ID_BYTES];
    uint64_t number = (*link)->number;
    write_id(own, number);
    if (!sx_str_is_equal(sx_str_from(own), id)) continue;
    unlink_locked(changes, link);
    return number;
  }
  return 0;
}

sx_status sx_changes_put(sx_changes *changes, const sx_change *change, sx_change_state state,
                         char id[SX_CHANGE_ID_BYTES]) {
  size_t bytes = count_bytes(change);
  if (bytes > SX_CHANGES_MAX_BYTES) return id[0] = 0, SX_OK;
  kept_change *kept = sx_calloc(1, sizeof *kept);
  if (!kept) return SX_NOMEM;
  sx_arena_init(&kept->arena, 2 * SX_CHANGES_MAX_BYTES);
  sx_status status = copy_change(change, &kept->change, &kept->arena);
  if (status) {
    free_kept(kept);
    return status;
  }
  kept->state = state;
  kept->bytes = bytes;
  uv_mutex_lock(&changes->mutex);
  uint64_t former = drop_locked(changes, sx_str_from(id));
  while (changes->count &&
         (changes->count == SX_CHANGES_MAX || changes->bytes + bytes > SX_CHANGES_MAX_BYTES))
    drop_oldest_locked(changes);
  kept->number = former ? former : ++changes->last_number;
  if (state == SX_CHANGE_APPLIED) kept->applied_turn = ++changes->last_turn;
  kept->older = changes->newest;
  changes->newest = kept;
  changes->count++;
  changes->bytes += bytes;
  write_id(id, kept->number);
  uv_mutex_unlock(&changes->mutex);
  return SX_OK;
}

/* ---- finding ----------------------------------------------------------------------------- */

static kept_change *find_locked(sx_changes *changes, sx_str id) {
  for (kept_change *kept = changes->newest; kept; kept = kept->older) {
    char own[SX_CHANGE_ID_BYTES];
    write_id(own, kept->number);
    if (sx_str_is_equal(sx_str_from(own), id)) return kept;
  }
  return NULL;
}

static sx_status hand_out_locked(const kept_change *kept, sx_call *call, sx_change *out) {
  sx_change_init(out, call, SX_STR(""));
  return copy_change(&kept->change, out, call->arena);
}

sx_status sx_changes_find(sx_changes *changes, sx_call *call, sx_str id, sx_change *out,
                          sx_change_state *state, sx_err *err) {
  uv_mutex_lock(&changes->mutex);
  const kept_change *kept = find_locked(changes, id);
  sx_status status = kept ? hand_out_locked(kept, call, out) : SX_NOT_FOUND;
  if (kept) *state = kept->state;
  uv_mutex_unlock(&changes->mutex);
  if (status == SX_NOT_FOUND)
    return sx_fail(err, status,
                   "There is no change '%.*s' in this window: it was forgotten or never made. Make "
                   "the edit again.",
                   SX_STR_ARG(sx_str_slice(id, 0, 40)));
  return status ? sx_fail(err, status, NULL) : SX_OK;
}

sx_status sx_changes_find_last(sx_changes *changes, sx_call *call, sx_change *out,
                               char id[SX_CHANGE_ID_BYTES], sx_err *err) {
  uv_mutex_lock(&changes->mutex);
  const kept_change *last = NULL;
  for (const kept_change *kept = changes->newest; kept; kept = kept->older)
    if (kept->state == SX_CHANGE_APPLIED && (!last || kept->applied_turn > last->applied_turn))
      last = kept;
  sx_status status = last ? hand_out_locked(last, call, out) : SX_NOT_FOUND;
  if (last) write_id(id, last->number);
  uv_mutex_unlock(&changes->mutex);
  if (status == SX_NOT_FOUND)
    return sx_fail(err, status, "No agent has changed a file in this window yet.");
  return status ? sx_fail(err, status, NULL) : SX_OK;
}

void sx_changes_set_state(sx_changes *changes, sx_str id, sx_change_state state) {
  uv_mutex_lock(&changes->mutex);
  kept_change *kept = find_locked(changes, id);
  if (kept) kept->state = state;
  if (kept && state == SX_CHANGE_APPLIED) kept->applied_turn = ++changes->last_turn;
  uv_mutex_unlock(&changes->mutex);
}
