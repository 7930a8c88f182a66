#ifndef SX_WORKSPACE_CALL_STORE_H
#define SX_WORKSPACE_CALL_STORE_H

#include "store/store.h"
#include "workspace/call.h"

/** Works on the store for a call, whose end is the end of the wait for it, too. As sx_store_read
 * and sx_store_write. */
sx_status sx_call_store_run(sx_call *call, bool is_write, sx_store_work work, void *arg,
                            sx_err *err) SX_MUST_USE;

#endif
