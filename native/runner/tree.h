#ifndef SX_RUNNER_TREE_H
#define SX_RUNNER_TREE_H

#include <stddef.h>

/* The processes that come from this one, as the system lists them now. */

/**
 * Sends `signal` to all of them, those that left their group and session, too; 0: only counts.
 * Returns how many were alive. Allocates nothing.
 */
size_t sx_tree_signal(int signal);

#endif
