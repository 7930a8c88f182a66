#ifndef SX_TEST_ODD_FOLDERS_H
#define SX_TEST_ODD_FOLDERS_H

#include "base/str.h"

/*
 * Folders of a file system that fails. The test program has an openat of its own, which fails for
 * names that contain "unreadable-folder", and does not return for those with "hanging-folder".
 */

/** From now on, on other threads than this one, until odd_folders_answer. */
void odd_folders_hang(void);
/** Lets those that hang go on. Waits until the threads that were started since have ended. */
void odd_folders_answer(void *nothing);
/** How many threads hang. */
unsigned odd_folders_hanging(void);

/** Folders of the same name in each other, at most 100,000 bytes of a path; removed after the case.
 */
void deep_folders(sx_str top, const char *name, size_t levels, const char *file_in_last);

#endif
