#ifndef SX_MEMORY_NOTES_H
#define SX_MEMORY_NOTES_H

#include "memory/checkpoints.h"

/* Checkpoints as files, one for each: what two branches add never meets in a merge. */

/** As sx_checkpoint_save, where the place is files. */
sx_status sx_notes_save(sx_call *call, const sx_memory_place *place, sx_checkpoint *checkpoint,
                        sx_err *err) SX_MUST_USE;
/** As sx_checkpoint_forget, where the place is files. `id` may have the suffix. */
sx_status sx_notes_forget(sx_call *call, const sx_memory_place *place, sx_str id,
                          sx_err *err) SX_MUST_USE;

/** The first words of a text as a part of a file's name: "rounded-to-cents". */
sx_str sx_notes_slug(sx_str text, sx_arena *arena);
/**
 * Writes a new file `below` the folder, NAME.md, or NAME-2.md where that is taken, whole or not at
 * all. `*path` of it, relative to the folder, in the call's arena. READ_ONLY, IO.
 */
sx_status sx_notes_write_new(sx_str *path, sx_call *call, const sx_memory_place *place,
                             sx_str below, sx_str name, sx_str text, sx_err *err) SX_MUST_USE;

#endif
