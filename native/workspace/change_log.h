#ifndef SX_WORKSPACE_CHANGE_LOG_H
#define SX_WORKSPACE_CHANGE_LOG_H

#include "workspace/file_log.h"
#include "workspace/watching.h"

/**
 * Changes since the window was opened: the generation that every event of the editor raises, the
 * watch of the folders with what is ignored in them, and the files that changed on the disk.
 */
typedef struct sx_change_log sx_change_log;

sx_change_log *sx_change_log_new(void); /* NULL without memory */
void sx_change_log_free(sx_change_log *log);

/** Something changed that answers may depend on: an edit, a save, a provider, a folder. */
void sx_change_log_touch(sx_change_log *log);
uint64_t sx_change_log_generation(sx_change_log *log);

/** A file changed on the disk: language servers may not have seen it. */
void sx_change_log_add(sx_change_log *log, sx_str path);

/** These live as long as the log. */
sx_file_log *sx_change_log_files(sx_change_log *log);
sx_ignored *sx_change_log_ignored(sx_change_log *log);
sx_watch *sx_change_log_watch(sx_change_log *log);
sx_watching *sx_change_log_watching(sx_change_log *log);

/** Only one call at a time shows changes to the servers. False: another one is doing it. */
bool sx_change_log_begin_settling(sx_change_log *log);
void sx_change_log_end_settling(sx_change_log *log);

#endif
