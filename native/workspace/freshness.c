#include "workspace/freshness.h"

#include "host/requests.h"
#include "os/file.h"
#include "text/language.h"

#define MAX_BYTES (2u * 1024 * 1024)
#define POLL_MS 2

/* Logs, images and build products change all the time and no server reads them. */
static bool is_source(sx_str path) {
  static const char *const passed_over[] = {"/node_modules/", "/.git/", "/dist/", "/build/",
                                            "/out/"};
  for (size_t i = 0; i < sizeof passed_over / sizeof *passed_over; i++)
    if (sx_str_find(path, sx_str_from(passed_over[i]), 0) != SX_STR_NONE) return false;
  sx_file_info info;
  const char *files = sx_language_find(SX_STR(""), path)->files;
  if (!files || !files[0]) return false; /* the row for unknown languages */
  return sx_file_stat(&info, path, NULL) == SX_OK && info.is_regular &&
         info.size_bytes <= MAX_BYTES;
}

static sx_status settle(sx_call *call, sx_err *err) {
  sx_strs changed;
  sx_status status = sx_workspace_take_changed(call->workspace, &changed, call->arena);
  if (status) return sx_fail(err, status, NULL);
  sx_batch batch;
  sx_batch_init(&batch, call->wait, call->arena);
  for (size_t i = 0; i < changed.len; i++)
    if (is_source(changed.items[i])) sx_batch_document(&batch, changed.items[i], false);
  if (batch.requests.len) status = sx_batch_run(&batch, err);
  sx_batch_release(&batch);
  /* Not shown to the servers: the next call does it. */
  for (size_t i = 0; i < changed.len && status; i++)
    sx_workspace_add_changed(call->workspace, changed.items[i]);
  return status == SX_DEADLINE ? SX_OK : status;
}

sx_status sx_freshness_settle(sx_call *call, sx_err *err) {
  while (!sx_workspace_begin_settling(call->workspace)) {
    sx_status status = sx_port_call_sleep(call->wait, POLL_MS);
    if (status == SX_DEADLINE) return SX_OK; /* what is known by then is told */
    if (status) return sx_fail(err, status, NULL);
  }
  sx_status status = settle(call, err);
  sx_workspace_end_settling(call->workspace);
  return status;
}
