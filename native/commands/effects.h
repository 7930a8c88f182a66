#ifndef SX_COMMANDS_EFFECTS_H
#define SX_COMMANDS_EFFECTS_H

#include "answer/answer.h"
#include "workspace/call.h"

/**
 * The files of the workspace that a command changed, by the watch of its folders and the list of
 * their files, and the texts that it could not see, as they are not saved. Files that rules ignore,
 * those of version control and those that are hidden from agents are not named, but those that make
 * other programs run something are. A new .git/commondir, by which git would take its settings from
 * another folder, is removed.
 */
typedef struct sx_effects {
  sx_strs shared;  /* files .git/commondir that were there before it */
  sx_strs unsaved; /* files with edits in the editor that the disk does not have */
  uint64_t turn;   /* of the watch, before the command */
  bool is_known;   /* the watch sees everything */
  SX_ARRAY(const struct sx_known_list *) lists; /* of the roots, before it; NULL: not known */
} sx_effects;

/** Before it runs. To be ended in any case. CANCELLED, CLOSED, NOMEM. */
sx_status sx_effects_begin(sx_effects *effects, sx_call *call, sx_err *err) SX_MUST_USE;
/** After it, or at any moment while it runs: lines and facts of the answer. NOMEM. */
sx_status sx_effects_write(const sx_effects *effects, sx_call *call, sx_answer *answer,
                           sx_err *err) SX_MUST_USE;
void sx_effects_end(sx_effects *effects, sx_call *call);

#endif
