#ifndef SX_CHANGE_STORE_H
#define SX_CHANGE_STORE_H

#include "change/change.h"

/**
 * The changes of a window: those that were previewed and can be applied by their id, and those
 * that were applied and can be reviewed and undone. As long as the window lives; the oldest are
 * forgotten when there are too many or they hold too much text. From any thread.
 */
typedef struct sx_changes sx_changes;

#define SX_CHANGES_MAX 64
#define SX_CHANGES_MAX_BYTES ((size_t)192 * 1024 * 1024)
#define SX_CHANGE_ID_BYTES 16

typedef enum sx_change_state {
  SX_CHANGE_PLANNED,
  SX_CHANGE_APPLIED,
  SX_CHANGE_UNDONE
} sx_change_state;

sx_changes *sx_changes_new(void);
void sx_changes_free(sx_changes *changes);

/**
 * Keeps a copy of `change`, and writes its id ("c12"); an `id` that is not empty is that of the
 * change which this one replaces. A change that is larger than the store is not kept: the id is
 * empty then.
 */
sx_status sx_changes_put(sx_changes *changes, const sx_change *change, sx_change_state state,
                         char id[SX_CHANGE_ID_BYTES]) SX_MUST_USE;

/**
 * The change of an id, copied into `call`'s arena. NOT_FOUND where there is none, or it was
 * forgotten; the message says what to do.
 */
sx_status sx_changes_find(sx_changes *changes, sx_call *call, sx_str id, sx_change *out,
                          sx_change_state *state, sx_err *err) SX_MUST_USE;

/** The last one that was applied and not undone; NOT_FOUND. */
sx_status sx_changes_find_last(sx_changes *changes, sx_call *call, sx_change *out,
                               char id[SX_CHANGE_ID_BYTES], sx_err *err) SX_MUST_USE;

/** Nothing happens where it has been forgotten. APPLIED makes it the last one. */
void sx_changes_set_state(sx_changes *changes, sx_str id, sx_change_state state);

/**
 * Between the two no other call of the window writes files on the disk: who looks at a file and
 * then replaces it replaces what it has seen.
 */
void sx_changes_begin_writing(sx_changes *changes);
void sx_changes_end_writing(sx_changes *changes);

#endif
