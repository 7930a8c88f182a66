#include "workspace/readiness.h"

#include "host/requests.h"
#include "os/clock.h"

sx_status sx_readiness_get(sx_call *call, sx_str language, sx_readiness *out, sx_err *err) {
  *out = SX_READY;
  if (sx_workspace_is_ready(call->workspace, language)) return SX_OK;
  sx_batch batch;
  sx_batch_init(&batch, call->wait, call->arena);
  size_t slot = sx_batch_language_servers(&batch, language);
  sx_host_servers servers = {0};
  sx_status status = sx_batch_run(&batch, err);
  if (!status) status = sx_batch_get_servers(&batch, slot, &servers, err);
  sx_batch_release(&batch);
  if (status) return status;
  uint64_t asked_for_ms = sx_clock_ms() - sx_workspace_asked_since(call->workspace, language);
  *out = servers.len == 0                       ? SX_ABSENT
         : asked_for_ms > SX_READINESS_GRACE_MS ? SX_SILENT
                                                : SX_STARTING;
  return SX_OK;
}
