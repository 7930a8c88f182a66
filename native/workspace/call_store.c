#include "workspace/call_store.h"

static sx_status check(void *arg) {
  return sx_port_call_check(arg);
}

sx_status sx_call_store_run(sx_call *call, bool is_write, sx_store_work work, void *arg,
                            sx_err *err) {
  const sx_store_wait wait = {check, call->wait};
  sx_store *store = call->services->store;
  return is_write ? sx_store_write(store, &wait, work, arg, err)
                  : sx_store_read(store, &wait, work, arg, err);
}
