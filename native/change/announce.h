#ifndef SX_CHANGE_ANNOUNCE_H
#define SX_CHANGE_ANNOUNCE_H

#include "change/change.h"

/* Reports a change to the editor, which shows it to people: files and counts, no texts. */

#define SX_ANNOUNCE_MAX_FILES 100

typedef struct sx_announcement {
  bool is_undone; /* the change of this id was undone just now; else it was applied */
  bool can_undo;
} sx_announcement;

/**
 * Posts `changed [call, id, is_undone, can_undo, file_count, added, removed, [[path, added,
 * removed], …]]`, with the first SX_ANNOUNCE_MAX_FILES files. Nothing is posted for a change
 * without an id, where there is no memory, or where the call has ended: it is shown, not acted on.
 */
void sx_change_announce(const sx_change *change, const char *id, const sx_announcement *what);

/**
 * Posts `changePlanned [call, id, path, file_count]`, with the first file: agents ask for a change
 * that was previewed, or waits, by its id alone. As above where nothing is posted.
 */
void sx_change_announce_planned(const sx_change *change, const char *id);

/** Lines of one file of the change; zeros where they cannot be counted, and of a rename. */
sx_change_size sx_change_measure(const sx_change *change, const sx_file_change *file);

#endif
