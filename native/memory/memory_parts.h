#ifndef SX_MEMORY_MEMORY_PARTS_H
#define SX_MEMORY_MEMORY_PARTS_H

/* Shared by the files of memory. */

#include "memory/checkpoints.h"

/** Works on the store for a call, which ends the wait for it. */
sx_status sx_memory__run(sx_call *call, bool is_write, sx_store_work work, void *arg,
                         sx_err *err) SX_MUST_USE;

#endif
