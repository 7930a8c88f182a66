#ifndef SX_CHANGE_STORE_PARTS_H
#define SX_CHANGE_STORE_PARTS_H

/* Shared by the files of the store: one change that it keeps, and the room for all of them. */

#include "change/store.h"
#include "os/scratch.h"

#include <uv.h>

typedef struct sx_kept_span {
  size_t before_len, after_len;
} sx_kept_span;

typedef struct sx_kept_change {
  struct sx_kept_change *older;
  uint64_t number;       /* of its id */
  uint64_t applied_turn; /* which one was applied last */
  sx_change_state state;
  bool was_previewed; /* goes back to PLANNED when it was not applied */
  bool is_passed;     /* lost, and a person was informed */
  bool was_waiting;   /* its call ended before a person decided (waiting.h) */
  bool waiting_save, waiting_to_disk, waiting_protected;
  uint64_t allowed_ms;                /* when a person allowed it; 0: not yet */
  bool has_decision;                  /* what came of it is kept, though it may have no words */
  char *decided_text, *decided_facts; /* kept for the agent; owned; may be NULL */
  const char *why_lost;               /* its texts are not kept; NULL: they are */
  size_t bytes;                       /* in memory */
  sx_kept_span *spans; /* of each file in the scratch file, from `at` on; NULL: in memory */
  uint64_t at;
  sx_arena arena; /* holds all of this */
  sx_change change;
} sx_kept_change;

struct sx_changes {
  uv_mutex_t mutex;   /* of what follows */
  uv_mutex_t writing; /* locked while a call writes files */
  sx_kept_change *newest;
  sx_scratch scratch;
  uint64_t last_number, last_turn;
  struct sx_hold *holds;       /* change/hold.h */
  struct sx_change_disk *disk; /* change/store_disk.h; NULL: changes end with the window */
};

/* ---- one change (store_kept.c) ------------------------------------------------------------- */

/** Bytes that the change takes in memory with its texts. */
size_t sx_changes__count_bytes(const sx_change *change);

/** A copy, with or without the texts; NOMEM, TOO_BIG. Ends with sx_changes__free_kept. */
sx_status sx_changes__new_kept(sx_kept_change **out, const sx_change *change, sx_change_state state,
                               bool with_texts) SX_MUST_USE;
void sx_changes__free_kept(sx_kept_change *kept);

/** Takes the memory of `from`, and gives it its own; list entry, id and state stay `kept`'s. */
void sx_changes__swap_memory(sx_kept_change *kept, sx_kept_change *from);

/** Drops its texts; without memory even for that they stay. */
void sx_changes__strip(sx_kept_change *kept);

/** The change with its texts, from memory or the scratch file, in the call's arena. IO, NOMEM. */
sx_status sx_changes__hand_out_locked(const sx_changes *changes, const sx_kept_change *kept,
                                      sx_call *call, sx_change *out) SX_MUST_USE;

/** Adds an applied change from before the window, unless another one has its number. NOMEM. */
sx_status sx_changes__add_loaded(sx_changes *changes, const sx_change *change, uint64_t number,
                                 uint64_t turn) SX_MUST_USE;

/* ---- room for all of them (store_kept.c) ---------------------------------------------------- */

/** Takes it off the list and frees it. */
void sx_changes__remove_locked(sx_changes *changes, const sx_kept_change *kept);

/** Forgets the oldest previews until one more, of so many bytes, fits. */
void sx_changes__forget_previews_locked(sx_changes *changes, size_t bytes);

/** One that was undone or rejected is remembered for long, without its texts. */
void sx_changes__forget_ended_locked(sx_changes *changes, sx_kept_change *ended);

/** The change of an id, or NULL. */
sx_kept_change *sx_changes__find_locked(const sx_changes *changes, sx_str id);

/** Goes back to the state before it was begun; off the list if it was never previewed. */
void sx_changes__drop_begun_locked(sx_changes *changes, sx_kept_change *kept);

/** Room in memory for an applied change; false when the disk took nothing and all is full. */
bool sx_changes__make_room_locked(sx_changes *changes, size_t bytes);

#endif
