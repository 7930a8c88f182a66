#include "change/store_parts.h"

#include "base/mem.h"

/* Without room on the disk, memory is taken up to this before changes are no longer kept. */
#define HARD_MAX_BYTES (2 * SX_CHANGES_MAX_BYTES)
/* Changes that were undone, of which only the id is left. */
#define MAX_REMEMBERED 4096

void sx_changes__free_kept(sx_kept_change *kept) {
  if (!kept) return;
  sx_arena_release(&kept->arena);
  sx_free(kept->decided_text);
  sx_free(kept->decided_facts);
  sx_free(kept);
}

/* ---- copies ------------------------------------------------------------------------------ */

size_t sx_changes__count_bytes(const sx_change *change) {
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
  out->must_verify = change->must_verify;
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

sx_status sx_changes__new_kept(sx_kept_change **out, const sx_change *change, sx_change_state state,
                               bool with_texts) {
  sx_kept_change *kept = sx_calloc(1, sizeof *kept);
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
  kept->bytes = with_texts ? sx_changes__count_bytes(change) : 0;
  if (!status) return SX_OK;
  sx_changes__free_kept(kept);
  *out = NULL;
  return status;
}

void sx_changes__swap_memory(sx_kept_change *kept, sx_kept_change *from) {
  sx_arena arena = kept->arena;
  kept->arena = from->arena;
  kept->change = from->change;
  kept->bytes = from->bytes;
  kept->spans = from->spans;
  kept->at = from->at;
  from->arena = arena;
}

void sx_changes__strip(sx_kept_change *kept) {
  sx_kept_change *slim;
  if (sx_changes__new_kept(&slim, &kept->change, kept->state, false)) return;
  sx_changes__swap_memory(kept, slim);
  sx_changes__free_kept(slim);
}

/* ---- the scratch file -------------------------------------------------------------------- */

static sx_status write_texts_locked(sx_changes *changes, const sx_change *change,
                                    sx_kept_span *spans) {
  for (size_t i = 0; i < change->files.len; i++) {
    const sx_file_change *file = &change->files.items[i];
    uint64_t at;
    sx_status status = sx_scratch_add(&changes->scratch, file->before, &at);
    if (!status) status = sx_scratch_add(&changes->scratch, file->after, &at);
    if (status) return status;
    spans[i] = (sx_kept_span){file->before.len, file->after.len};
  }
  return SX_OK;
}

/* Moves the texts to the disk. */
static bool spill_locked(sx_changes *changes, sx_kept_change *kept) {
  sx_kept_change *slim;
  uint64_t end = changes->scratch.size_bytes;
  if (sx_changes__new_kept(&slim, &kept->change, kept->state, false)) return false;
  slim->at = end;
  slim->spans = sx_arena_calloc(&slim->arena, kept->change.files.len + 1, sizeof *slim->spans);
  bool is_done = slim->spans && !write_texts_locked(changes, &kept->change, slim->spans);
  if (is_done)
    sx_changes__swap_memory(kept, slim);
  else
    sx_scratch_cut(&changes->scratch, end);
  sx_changes__free_kept(slim);
  return is_done;
}

/* At the end of the list, where the oldest are. */
static bool add_oldest_locked(sx_changes *changes, sx_kept_change *loaded) {
  sx_kept_change **link = &changes->newest;
  for (; *link; link = &(*link)->older)
    if ((*link)->number == loaded->number) return false;
  *link = loaded;
  return true;
}

sx_status sx_changes__add_loaded(sx_changes *changes, const sx_change *change, uint64_t number,
                                 uint64_t turn) {
  sx_kept_change *kept;
  sx_status status = sx_changes__new_kept(&kept, change, SX_CHANGE_APPLIED, true);
  if (status) return status;
  kept->number = number;
  kept->applied_turn = turn;
  uv_mutex_lock(&changes->mutex);
  bool is_added = add_oldest_locked(changes, kept);
  /* A text that may never be asked for is not in memory; where that fails it stays there. */
  if (is_added) (void)spill_locked(changes, kept);
  uv_mutex_unlock(&changes->mutex);
  if (!is_added) sx_changes__free_kept(kept);
  return SX_OK;
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

sx_status sx_changes__hand_out_locked(const sx_changes *changes, const sx_kept_change *kept,
                                      sx_call *call, sx_change *out) {
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

void sx_changes__remove_locked(sx_changes *changes, const sx_kept_change *kept) {
  sx_kept_change **link = &changes->newest;
  while (*link && *link != kept) link = &(*link)->older;
  if (!*link) return;
  sx_kept_change *dropped = *link;
  *link = dropped->older;
  sx_changes__free_kept(dropped);
}

/* Nothing more happens to it. */
static bool has_ended(const sx_kept_change *kept) {
  return kept->state == SX_CHANGE_UNDONE || kept->state == SX_CHANGE_REJECTED ||
         kept->state == SX_CHANGE_REFUSED;
}

static bool is_held(const sx_kept_change *kept) {
  return kept->state != SX_CHANGE_PLANNED && !has_ended(kept);
}

void sx_changes__forget_previews_locked(sx_changes *changes, size_t bytes) {
  for (;;) {
    size_t count = 0, sum = bytes;
    sx_kept_change *oldest = NULL;
    for (sx_kept_change *kept = changes->newest; kept; kept = kept->older) {
      if (kept->state != SX_CHANGE_PLANNED) continue;
      count++;
      sum += kept->bytes;
      oldest = kept;
    }
    bool is_full = count >= SX_CHANGES_MAX || sum > SX_CHANGES_MAX_BYTES;
    if (!oldest || !is_full) return;
    sx_changes__remove_locked(changes, oldest);
  }
}

void sx_changes__forget_ended_locked(sx_changes *changes, sx_kept_change *ended) {
  size_t count = 0;
  sx_kept_change *oldest = NULL;
  sx_changes__strip(ended);
  for (sx_kept_change *kept = changes->newest; kept; kept = kept->older)
    if (has_ended(kept)) count++, oldest = kept;
  if (count > MAX_REMEMBERED) sx_changes__remove_locked(changes, oldest);
}

bool sx_changes__make_room_locked(sx_changes *changes, size_t bytes) {
  for (;;) {
    size_t sum = bytes;
    sx_kept_change *oldest = NULL;
    for (sx_kept_change *kept = changes->newest; kept; kept = kept->older) {
      if (!is_held(kept)) continue;
      sum += kept->bytes;
      if (kept->state == SX_CHANGE_APPLIED && kept->bytes) oldest = kept;
    }
    if (sum <= SX_CHANGES_MAX_BYTES || !oldest) return sum <= HARD_MAX_BYTES;
    if (!spill_locked(changes, oldest)) return sum <= HARD_MAX_BYTES;
  }
}
