#include "change/reload.h"

#include "host/requests.h"
#include "os/file.h"
#include "text/lines.h"
#include "workspace/document.h"

#define NAP_MS 20
#define MAX_TRIES 60
/* The editor needs about 100 ms for what its watcher sees. */
#define RELOAD_TRY 15

static sx_status compare(sx_call *call, sx_str path, bool *is_loaded, sx_arena *scratch) {
  sx_batch batch;
  sx_host_document host = {0};
  sx_str disk;
  sx_batch_init(&batch, call->wait, scratch);
  size_t slot = sx_batch_document(&batch, path, true);
  sx_status status = sx_batch_run(&batch, NULL);
  if (!status) status = sx_batch_get_document(&batch, slot, &host, NULL);
  sx_batch_release(&batch);
  if (!status) status = sx_file_read(&disk, path, SX_DOCUMENT_MAX_BYTES, scratch, NULL);
  if (status) return status;
  disk = sx_str_slice(disk, sx_lines_mark_bytes(disk), disk.len);
  *is_loaded = host.is_dirty || sx_text_is_same(disk, host.text);
  return SX_OK;
}

/* In memory of its own: it is done many times. */
static sx_status has_loaded(sx_call *call, sx_str path, bool *is_loaded) {
  sx_arena scratch;
  sx_arena_init(&scratch, 3 * (size_t)SX_DOCUMENT_MAX_BYTES);
  sx_status status = compare(call, path, is_loaded, &scratch);
  sx_arena_release(&scratch);
  return status;
}

void sx_change_await_reload(sx_call *call, sx_str path) {
  bool is_loaded = false;
  for (int try = 0; try < MAX_TRIES; try++) {
    sx_status status = has_loaded(call, path, &is_loaded);
    if (status || is_loaded) return;
    if (try == RELOAD_TRY && sx_documents_reload(call, &path, 1, NULL)) return;
    if (sx_port_call_sleep(call->wait, NAP_MS)) return;
  }
}
