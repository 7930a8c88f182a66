#include "change/store.h"

#include "base/mem.h"
#include "os/scratch.h"

#include <stdio.h>
#include <uv.h>

/* Without room on the disk, memory is taken up to this before changes are no longer kept. */
#define HARD_MAX_BYTES (2 * SX_CHANGES_MAX_BYTES)
/* Changes that were undone, of which only the id is left. */
#define MAX_REMEMBERED 4096

#define TOO_LARGE "it was too large to be kept"
#define NO_MEMORY "there was no memory to keep it"

typedef struct text_span {
  size_t before_len, after_len;
} text_span;

typedef struct kept_change {
  struct kept_change *older;
  uint64_t number;       /* of its id */
  uint64_t applied_turn; /* which one was applied last */
  sx_change_state state;
  bool was_previewed;   /* goes back to PLANNED when it was not applied */
  bool is_passed;       /* lost, and a person was told so */
  const char *why_lost; /* its texts are not kept; NULL: they are */
  size_t bytes;         /* in memory */
  text_span *spans;     /* of each file in the scratch file, from `at` on; NULL: in memory */
  uint64_t at;
  sx_arena arena; /* holds all of this */
  sx_change change;
} kept_change;

struct sx_changes {
  uv_mutex_t mutex;   /* of what follows */
  uv_mutex_t writing; /* held while a call writes files */
  kept_change *newest;
  sx_scratch scratch;
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
  if (!kept) return;
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
  sx_scratch_release(&changes->scratch);
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
             file->language.len + file->bytes.len + sizeof *file;
  }
  return bytes;
}

static sx_status copy_change(const sx_change *change, sx_change *out, bool with_texts,
                             sx_arena *arena) {
  out->title = sx_arena_dup(arena, change->title);
  for (size_t i = 0; i < change->toolsets.len; i++) {
    sx_str *toolset = SX_ARRAY_ADD(&out->toolsets, arena);
    if (toolset) *toolset = sx_arena_dup(arena, change->toolsets.items[i]);
  }
  for (size_t i = 0; i < change->files.len; i++) {
    const sx_file_change *from = &change->files.items[i];
    sx_file_change *to = SX_ARRAY_ADD(&out->files, arena);
    if (!to) return arena->status;
    to->action = from->action;
    to->path = sx_arena_dup(arena, from->path);
    to->new_path = sx_arena_dup(arena, from->new_path);
    to->before = with_texts ? sx_arena_dup(arena, from->before) : SX_STR("");
    to->after = with_texts ? sx_arena_dup(arena, from->after) : SX_STR("");
    to->language = sx_arena_dup(arena, from->language);
    to->is_append = from->is_append;
    to->mode = from->mode;
    to->bytes = sx_arena_dup(arena, from->bytes);
  }
  return arena->status;
}

static sx_status new_kept(kept_change **out, const sx_change *change, sx_change_state state,
                          bool with_texts) {
  kept_change *kept = sx_calloc(1, sizeof *kept);
  *out = kept;
  if (!kept) return SX_NOMEM;
  sx_arena_init(&kept->arena, 2 * SX_CHANGES_MAX_BYTES);
  sx_status status = copy_change(change, &kept->change, with_texts, &kept->arena);
  /* Who decided over it so far; a tool that applies it may have another policy. */
  sx_str toolset = change->call ? change->call->toolset : SX_STR("");
  if (!status && toolset.len && !sx_strs_have(&kept->change.toolsets, toolset)) {
    sx_str *added = SX_ARRAY_ADD(&kept->change.toolsets, &kept->arena);
    if (added) *added = sx_arena_dup(&kept->arena, toolset);
    status = kept->arena.status;
  }
  kept->state = state;
  kept->bytes = with_texts ? count_bytes(change) : 0;
  if (!status) return SX_OK;
  free_kept(kept);
  *out = NULL;
  return status;
}

/* Takes the memory of `from`, whose list entry, id and state stay `kept`'s. */
static void swap_memory(kept_change *kept, kept_change *from) {
  sx_arena arena = kept->arena;
  kept->arena = from->arena;
  kept->change = from->change;
  kept->bytes = from->bytes;
  kept->spans = from->spans;
  kept->at = from->at;
  from->arena = arena;
}

/* Without its texts; false when there is no memory even for that: they stay. */
static bool strip(kept_change *kept) {
  kept_change *slim;
  if (new_kept(&slim, &kept->change, kept->state, false)) return false;
  swap_memory(kept, slim);
  free_kept(slim);
  return true;
}

/* ---- the scratch file -------------------------------------------------------------------- */

static sx_status write_texts_locked(sx_changes *changes, const sx_change *change,
                                    text_span *spans) {
  for (size_t i = 0; i < change->files.len; i++) {
    const sx_file_change *file = &change->files.items[i];
    uint64_t at;
    sx_status status = sx_scratch_add(&changes->scratch, file->before, &at);
    if (!status) status = sx_scratch_add(&changes->scratch, file->after, &at);
    if (status) return status;
    spans[i] = (text_span){file->before.len, file->after.len};
  }
  return SX_OK;
}

/* Moves the texts to the disk. */
static bool spill_locked(sx_changes *changes, kept_change *kept) {
  kept_change *slim;
  uint64_t end = changes->scratch.size_bytes;
  if (new_kept(&slim, &kept->change, kept->state, false)) return false;
  slim->at = end;
  slim->spans = sx_arena_calloc(&slim->arena, kept->change.files.len + 1, sizeof *slim->spans);
  bool is_done = slim->spans && !write_texts_locked(changes, &kept->change, slim->spans);
  if (is_done)
    swap_memory(kept, slim);
  else
    sx_scratch_cut(&changes->scratch, end);
  free_kept(slim);
  return is_done;
}

static sx_status read_text(const sx_changes *changes, uint64_t *at, size_t len, sx_str *out,
                           sx_arena *arena) {
  char *text = sx_arena_alloc(arena, len + 1);
  if (!text) return arena->status;
  sx_status status = sx_scratch_read(&changes->scratch, *at, text, len);
  *at += len;
  *out = sx_str_make(text, len);
  return status;
}

static sx_status hand_out_locked(const sx_changes *changes, const kept_change *kept, sx_call *call,
                                 sx_change *out) {
  sx_change_init(out, call, SX_STR(""));
  sx_status status = copy_change(&kept->change, out, true, call->arena);
  uint64_t at = kept->at;
  for (size_t i = 0; kept->spans && i < out->files.len && !status; i++) {
    sx_file_change *file = &out->files.items[i];
    status = read_text(changes, &at, kept->spans[i].before_len, &file->before, call->arena);
    if (!status)
      status = read_text(changes, &at, kept->spans[i].after_len, &file->after, call->arena);
  }
  return status;
}

/* ---- room -------------------------------------------------------------------------------- */

static void remove_locked(sx_changes *changes, const kept_change *kept) {
  kept_change **link = &changes->newest;
  while (*link && *link != kept) link = &(*link)->older;
  if (!*link) return;
  kept_change *dropped = *link;
  *link = dropped->older;
  free_kept(dropped);
}

static bool is_held(const kept_change *kept) {
  return kept->state != SX_CHANGE_PLANNED && kept->state != SX_CHANGE_UNDONE;
}

/* Until one more preview, of so many bytes, fits. */
static void forget_previews_locked(sx_changes *changes, size_t bytes) {
  for (;;) {
    size_t count = 0, sum = bytes;
    kept_change *oldest = NULL;
    for (kept_change *kept = changes->newest; kept; kept = kept->older) {
      if (kept->state != SX_CHANGE_PLANNED) continue;
      count++;
      sum += kept->bytes;
      oldest = kept;
    }
    bool is_full = count >= SX_CHANGES_MAX || sum > SX_CHANGES_MAX_BYTES;
    if (!oldest || !is_full) return;
    remove_locked(changes, oldest);
  }
}

/* That a change was undone is remembered for long, without its texts. */
static void forget_undone_locked(sx_changes *changes, kept_change *undone) {
  size_t count = 0;
  kept_change *oldest = NULL;
  (void)strip(undone); /* without memory for it the texts stay */
  for (kept_change *kept = changes->newest; kept; kept = kept->older)
    if (kept->state == SX_CHANGE_UNDONE) count++, oldest = kept;
  if (count > MAX_REMEMBERED) remove_locked(changes, oldest);
}

/* Makes room in memory for an applied change; false when the disk took nothing and all is full. */
static bool make_room_locked(sx_changes *changes, size_t bytes) {
  for (;;) {
    size_t sum = bytes;
    kept_change *oldest = NULL;
    for (kept_change *kept = changes->newest; kept; kept = kept->older) {
      if (!is_held(kept)) continue;
      sum += kept->bytes;
      if (kept->state == SX_CHANGE_APPLIED && kept->bytes) oldest = kept;
    }
    if (sum <= SX_CHANGES_MAX_BYTES || !oldest) return sum <= HARD_MAX_BYTES;
    if (!spill_locked(changes, oldest)) return sum <= HARD_MAX_BYTES;
  }
}

/* ---- ids --------------------------------------------------------------------------------- */

static void write_id(char id[SX_CHANGE_ID_BYTES], uint64_t number) {
  snprintf(id, SX_CHANGE_ID_BYTES, "c%llu", (unsigned long long)(number % 1000000000000u));
}

static kept_change *find_locked(const sx_changes *changes, sx_str id) {
  uint64_t number = 0;
  if (id.len < 2 || id.len >= SX_CHANGE_ID_BYTES || id.ptr[0] != 'c' || id.ptr[1] == '0')
    return NULL;
  for (size_t i = 1; i < id.len; i++) {
    if (id.ptr[i] < '0' || id.ptr[i] > '9') return NULL;
    number = number * 10 + (uint64_t)(id.ptr[i] - '0');
  }
  kept_change *kept = changes->newest;
  while (kept && kept->number != number) kept = kept->older;
  return kept;
}

static void add_locked(sx_changes *changes, kept_change *kept, char id[SX_CHANGE_ID_BYTES]) {
  kept->number = ++changes->last_number;
  kept->older = changes->newest;
  changes->newest = kept;
  write_id(id, kept->number);
}

static sx_status fail_unknown(sx_str id, sx_err *err) {
  return sx_fail(err, SX_NOT_FOUND,
                 "There is no change '%.*s' in this window: it was forgotten or never made. Make "
                 "the edit again.",
                 SX_STR_ARG(sx_str_slice(id, 0, 40)));
}

static sx_status fail_lost(const kept_change *kept, sx_err *err) {
  return sx_fail(err, SX_CONFLICT,
                 "The change 'c%llu' cannot be undone or shown: %s. Nothing was changed.",
                 (unsigned long long)kept->number, kept->why_lost);
}

/* ---- previews ---------------------------------------------------------------------------- */

sx_status sx_changes_put(sx_changes *changes, const sx_change *change,
                         char id[SX_CHANGE_ID_BYTES]) {
  kept_change *kept;
  id[0] = 0;
  if (count_bytes(change) > SX_CHANGES_MAX_BYTES) return SX_OK;
  sx_status status = new_kept(&kept, change, SX_CHANGE_PLANNED, true);
  if (status) return status;
  kept->was_previewed = true;
  uv_mutex_lock(&changes->mutex);
  forget_previews_locked(changes, kept->bytes);
  add_locked(changes, kept, id);
  uv_mutex_unlock(&changes->mutex);
  return SX_OK;
}

sx_status sx_changes_find(sx_changes *changes, sx_call *call, sx_str id, sx_change *out,
                          sx_change_state *state, sx_err *err) {
  uv_mutex_lock(&changes->mutex);
  const kept_change *kept = find_locked(changes, id);
  sx_status status = SX_NOT_FOUND;
  bool is_undone = kept && kept->state == SX_CHANGE_UNDONE;
  if (kept && kept->why_lost) {
    status = fail_lost(kept, err);
  } else if (is_undone) {
    status = sx_changes_check_planned(id, kept->state, err);
  } else if (kept) {
    *state = kept->state;
    status = hand_out_locked(changes, kept, call, out);
    if (status) sx_fail(err, status, NULL);
  }
  uv_mutex_unlock(&changes->mutex);
  return kept ? status : fail_unknown(id, err);
}

/* ---- applying ---------------------------------------------------------------------------- */

sx_status sx_changes_check_planned(sx_str id, sx_change_state state, sx_err *err) {
  static const char *const said[] = {
      [SX_CHANGE_PLANNED] = NULL,
      [SX_CHANGE_APPLYING] = "is being applied by another call",
      [SX_CHANGE_APPLIED] = "has been applied already",
      [SX_CHANGE_UNDOING] = "has been applied, and is being undone",
      [SX_CHANGE_UNDONE] = "has been applied and undone already; make the edit again to have it",
  };
  if (!said[state]) return SX_OK;
  return sx_fail(err, SX_CONFLICT, "The change '%.*s' %s.", SX_STR_ARG(id), said[state]);
}

static sx_status begin_planned_locked(sx_changes *changes, const char *id, bool *can_undo,
                                      sx_err *err) {
  kept_change *kept = find_locked(changes, sx_str_from(id));
  if (!kept) return fail_unknown(sx_str_from(id), err);
  sx_status status = sx_changes_check_planned(sx_str_from(id), kept->state, err);
  if (status) return status;
  *can_undo = make_room_locked(changes, kept->bytes);
  kept->why_lost = *can_undo ? NULL : TOO_LARGE;
  kept->state = SX_CHANGE_APPLYING;
  return SX_OK;
}

static sx_status begin_new(sx_changes *changes, const sx_change *change,
                           char id[SX_CHANGE_ID_BYTES], bool *can_undo) {
  kept_change *kept;
  size_t bytes = count_bytes(change);
  bool is_small = bytes <= SX_CHANGES_MAX_BYTES;
  sx_status status = new_kept(&kept, change, SX_CHANGE_APPLYING, is_small);
  if (status) return status;
  uv_mutex_lock(&changes->mutex);
  *can_undo = is_small && make_room_locked(changes, bytes);
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
  sx_status status = begin_planned_locked(changes, id, can_undo, err);
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

static void take_applied_locked(sx_changes *changes, kept_change *kept, const sx_change *applied,
                                kept_change *anew) {
  kept->state = SX_CHANGE_APPLIED;
  kept->applied_turn = ++changes->last_turn;
  if (!kept->why_lost && !has_same_texts(&kept->change, applied)) {
    if (anew)
      swap_memory(kept, anew);
    else
      kept->why_lost = NO_MEMORY;
  }
  /* Its texts are of no use. Where there is no memory to leave them they stay. */
  if (kept->why_lost) (void)strip(kept);
  (void)make_room_locked(changes, 0);
}

static void drop_begun_locked(sx_changes *changes, kept_change *kept) {
  kept->why_lost = NULL;
  kept->state = SX_CHANGE_PLANNED;
  if (!kept->was_previewed) remove_locked(changes, kept);
}

bool sx_changes_end_applying(sx_changes *changes, const char *id, const sx_change *applied) {
  kept_change *anew = NULL;
  /* Made before the lock is taken; dropped where it is not needed, or larger than the store. */
  if (applied && count_bytes(applied) <= SX_CHANGES_MAX_BYTES &&
      new_kept(&anew, applied, SX_CHANGE_APPLIED, true))
    anew = NULL;
  uv_mutex_lock(&changes->mutex);
  kept_change *kept = find_locked(changes, sx_str_from(id));
  bool is_begun = kept && kept->state == SX_CHANGE_APPLYING;
  if (is_begun && applied) take_applied_locked(changes, kept, applied, anew);
  if (is_begun && !applied) drop_begun_locked(changes, kept);
  bool is_kept = is_begun && applied && !kept->why_lost;
  uv_mutex_unlock(&changes->mutex);
  free_kept(anew);
  return is_kept;
}

sx_status sx_changes_put_lost(sx_changes *changes, const sx_change *change, const char *why,
                              char id[SX_CHANGE_ID_BYTES]) {
  kept_change *kept;
  id[0] = 0;
  sx_status status = new_kept(&kept, change, SX_CHANGE_APPLIED, false);
  if (status) return status;
  kept->why_lost = why;
  uv_mutex_lock(&changes->mutex);
  kept->applied_turn = ++changes->last_turn;
  add_locked(changes, kept, id);
  uv_mutex_unlock(&changes->mutex);
  return SX_OK;
}

/* ---- undoing ----------------------------------------------------------------------------- */

static kept_change *find_last_locked(const sx_changes *changes) {
  kept_change *last = NULL;
  for (kept_change *kept = changes->newest; kept; kept = kept->older) {
    bool is_done = kept->state == SX_CHANGE_APPLIED || kept->state == SX_CHANGE_UNDOING;
    if (is_done && !kept->is_passed && (!last || kept->applied_turn > last->applied_turn))
      last = kept;
  }
  return last;
}

static sx_status fail_no_last(sx_err *err) {
  return sx_fail(err, SX_NOT_FOUND, "There is no change of an agent in this window to undo.");
}

sx_status sx_changes_find_last(sx_changes *changes, sx_call *call, sx_change *out,
                               char id[SX_CHANGE_ID_BYTES], sx_err *err) {
  uv_mutex_lock(&changes->mutex);
  const kept_change *last = find_last_locked(changes);
  sx_status status = SX_NOT_FOUND;
  if (last && last->why_lost) {
    status = fail_lost(last, err);
  } else if (last) {
    write_id(id, last->number);
    status = hand_out_locked(changes, last, call, out);
    if (status) sx_fail(err, status, NULL);
  }
  uv_mutex_unlock(&changes->mutex);
  return last ? status : fail_no_last(err);
}

static sx_status check_undoable(kept_change *kept, bool is_last, sx_err *err) {
  static const char *const said[] = {
      [SX_CHANGE_PLANNED] = "was only previewed: there is nothing to undo",
      [SX_CHANGE_APPLYING] = "is being applied by another call. Undo it when that has ended",
      [SX_CHANGE_APPLIED] = NULL,
      [SX_CHANGE_UNDOING] = "is being undone already",
      [SX_CHANGE_UNDONE] = "was undone already",
  };
  if (said[kept->state])
    return sx_fail(err, SX_CONFLICT, "The change 'c%llu' %s. Nothing was changed.",
                   (unsigned long long)kept->number, said[kept->state]);
  if (!kept->why_lost) return SX_OK;
  if (!is_last) return fail_lost(kept, err);
  kept->is_passed = true;
  return sx_fail(err, SX_CONFLICT,
                 "The last change, by %.*s, cannot be undone: %s. Nothing was changed. The next "
                 "Undo Last Change takes back the change before it.",
                 SX_STR_ARG(kept->change.title), kept->why_lost);
}

sx_status sx_changes_begin_undoing(sx_changes *changes, sx_call *call, sx_str wanted,
                                   sx_change *out, char id[SX_CHANGE_ID_BYTES], sx_err *err) {
  bool is_last = !wanted.len;
  uv_mutex_lock(&changes->mutex);
  kept_change *kept = is_last ? find_last_locked(changes) : find_locked(changes, wanted);
  sx_status status = SX_NOT_FOUND;
  if (kept) {
    write_id(id, kept->number);
    status = check_undoable(kept, is_last, err);
    if (!status && hand_out_locked(changes, kept, call, out))
      status = sx_fail(err, call->arena->status ? call->arena->status : SX_IO,
                       "The change 'c%llu' could not be read back. Nothing was changed.",
                       (unsigned long long)kept->number);
    if (!status) kept->state = SX_CHANGE_UNDOING;
  }
  uv_mutex_unlock(&changes->mutex);
  if (kept) return status;
  return is_last ? fail_no_last(err) : fail_unknown(wanted, err);
}

void sx_changes_end_undoing(sx_changes *changes, const char *id, bool is_undone) {
  uv_mutex_lock(&changes->mutex);
  kept_change *kept = find_locked(changes, sx_str_from(id));
  bool is_begun = kept && kept->state == SX_CHANGE_UNDOING;
  if (is_begun) kept->state = is_undone ? SX_CHANGE_UNDONE : SX_CHANGE_APPLIED;
  if (is_begun && is_undone) forget_undone_locked(changes, kept);
  uv_mutex_unlock(&changes->mutex);
}
