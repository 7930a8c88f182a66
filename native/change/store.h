#ifndef SX_CHANGE_STORE_H
#define SX_CHANGE_STORE_H

#include "change/change.h"

/**
 * The changes of a window: those that were previewed and can be applied by their id, and those
 * that were applied and can be reviewed and undone. From any thread.
 *
 * Applied changes are kept as long as the window lives, in memory up to SX_CHANGES_MAX_BYTES and
 * in a nameless file beyond (os/scratch.h). Previews never push them out: of previews, and of
 * changes that were undone, the oldest are forgotten.
 *
 *   PLANNED -> APPLYING -> APPLIED -> UNDOING -> UNDONE
 *
 * Applying and undoing begin and end here: the call that begins has the change to itself, so that
 * two calls with one id are one change. Where it was not done, it goes back to the state before.
 */
typedef struct sx_changes sx_changes;

#define SX_CHANGES_MAX 64 /* previews */
#define SX_CHANGES_MAX_BYTES ((size_t)192 * 1024 * 1024)
#define SX_CHANGE_ID_BYTES 16

typedef enum sx_change_state {
  SX_CHANGE_PLANNED,
  SX_CHANGE_APPLYING,
  SX_CHANGE_APPLIED,
  SX_CHANGE_UNDOING,
  SX_CHANGE_UNDONE,
  /* of change/waiting.h */
  SX_CHANGE_WAITING,
  SX_CHANGE_ALLOWED,
  SX_CHANGE_REJECTED,
  SX_CHANGE_REFUSED
} sx_change_state;

sx_changes *sx_changes_new(void);
void sx_changes_free(sx_changes *changes);

/**
 * The ids that follow have higher numbers, before the first one. Where each window begins
 * elsewhere, an id of another window, or of this one before it was reloaded, is unknown and not
 * another change.
 */
void sx_changes_number_from(sx_changes *changes, uint64_t number);

/**
 * Keeps a copy of a previewed change, and writes its id ("c12"). A change that is larger than the
 * store is not kept: the id is empty then.
 */
sx_status sx_changes_put(sx_changes *changes, const sx_change *change,
                         char id[SX_CHANGE_ID_BYTES]) SX_MUST_USE;

/**
 * The change of an id, copied into `call`'s arena.
 *
 * Errors  NOT_FOUND where there is none, or it was forgotten; CONFLICT where its texts are not
 *         kept; IO, NOMEM. The message has what to do.
 */
sx_status sx_changes_find(sx_changes *changes, sx_call *call, sx_str id, sx_change *out,
                          sx_change_state *state, sx_err *err) SX_MUST_USE;

/** The last one that was applied and not undone. Errors as sx_changes_find. */
sx_status sx_changes_find_last(sx_changes *changes, sx_call *call, sx_change *out,
                               char id[SX_CHANGE_ID_BYTES], sx_err *err) SX_MUST_USE;

/** CONFLICT, in words, where a change of this state cannot be applied: it was, or is being. */
sx_status sx_changes_check_planned(sx_str id, sx_change_state state, sx_err *err) SX_MUST_USE;

/**
 * Begins to apply a change: the previewed one of `id`, or `change` itself where `id` is empty,
 * which gets one then. It is kept now, because afterwards could be too late: where there is no
 * room for it, *can_undo is false. OK must be followed by sx_changes_end_applying.
 *
 * Errors  CONFLICT where it is not PLANNED any more; NOT_FOUND, NOMEM.
 */
sx_status sx_changes_begin_applying(sx_changes *changes, const sx_change *change,
                                    char id[SX_CHANGE_ID_BYTES], bool *can_undo,
                                    sx_err *err) SX_MUST_USE;
/**
 * `applied`: the change with the texts that it really replaced and made; NULL: nothing was
 * changed. False where it could not be kept.
 */
bool sx_changes_end_applying(sx_changes *changes, const char *id, const sx_change *applied);

/** An applied change that cannot be undone here; `why` (static) ends a sentence. */
sx_status sx_changes_put_lost(sx_changes *changes, const sx_change *change, const char *why,
                              char id[SX_CHANGE_ID_BYTES]) SX_MUST_USE;

/**
 * Begins to undo the change of `wanted`, or the last one where that is empty; the change as it was
 * applied is in `out`, its id in `id`. OK must be followed by sx_changes_end_undoing.
 *
 * Errors  NOT_FOUND; CONFLICT where it was undone already, is being undone, was never applied, or
 *         cannot be undone. This is reported once for the last one; then the one before it is the
 * last.
 */
sx_status sx_changes_begin_undoing(sx_changes *changes, sx_call *call, sx_str wanted,
                                   sx_change *out, char id[SX_CHANGE_ID_BYTES],
                                   sx_err *err) SX_MUST_USE;
void sx_changes_end_undoing(sx_changes *changes, const char *id, bool is_undone);

/**
 * The ids of applied changes that came after the change of `id` and concern a file of it, the last
 * one first: `max` at most. How many there are.
 */
size_t sx_changes_list_later(sx_changes *changes, const char *id, char (*out)[SX_CHANGE_ID_BYTES],
                             size_t max);

/**
 * Between the two no other call of the window writes files on the disk: who looks at a file and
 * then replaces it replaces what it has seen.
 */
void sx_changes_begin_writing(sx_changes *changes);
void sx_changes_end_writing(sx_changes *changes);

#endif
