#include "servers/patience.h"

#include "host/requests.h"
#include "os/clock.h"
#include "workspace/document.h"
#include "servers/readiness.h"
#include "servers/state.h"

#define FIRST_DELAY_MS 50
#define MAX_DELAY_MS 500
#define PROBE_MS 2000
/* A second project that was just loaded has once been seen to know one file only. */
#define JUST_LOADED_MS 1500

/* Having nothing to say to one question, a server may well answer this one: then it runs. */
static void look_for_life(sx_call *call, const sx_document *document, sx_readiness *readiness) {
  sx_batch batch;
  sx_host_symbols outline = {0};
  sx_batch_init(&batch, call->wait, call->arena);
  size_t slot = sx_batch_outline(&batch, document->path);
  sx_status status = sx_batch_run_within(&batch, PROBE_MS, NULL);
  if (!status) status = sx_batch_get_symbols(&batch, slot, &outline, NULL);
  sx_batch_release(&batch);
  if (status || !outline.len) return;
  sx_servers_set_ready(call->services->servers, document->language_id);
  *readiness = SX_READY;
}

/* Whether the server is so young that it may not have loaded the project yet. */
static bool may_be_loading(sx_call *call, sx_str path, sx_str *language, sx_readiness *readiness,
                           sx_err *err) {
  const sx_document *document;
  *readiness = SX_READY;
  *language = SX_STR("");
  if (sx_document_open(call, path, &document, err)) return false;
  *language = document->language_id;
  if (sx_readiness_get(call, *language, readiness, err)) return false;
  if (*readiness == SX_ABSENT) return false;
  if (*readiness != SX_READY) look_for_life(call, document, readiness);
  if (*readiness != SX_READY) return *readiness == SX_STARTING;
  if (sx_readiness_is_project_loaded(call, path))
    return sx_clock_ms() - sx_servers_loaded_at(call->services->servers) < JUST_LOADED_MS;
  return sx_clock_ms() - sx_servers_ready_since(call->services->servers, *language) < SX_LOADING_MS;
}

sx_status sx_patience_wait(sx_patience *patience, sx_call *call, sx_str path, bool *again,
                           bool *is_sure, sx_err *err) {
  sx_readiness readiness;
  *again = may_be_loading(call, path, &patience->language, &readiness, err);
  *is_sure = readiness == SX_READY;
  patience->is_absent = readiness == SX_ABSENT;
  if (!*again) return SX_OK;
  uint64_t ms = patience->delay_ms ? patience->delay_ms : FIRST_DELAY_MS;
  patience->delay_ms = ms * 2 < MAX_DELAY_MS ? ms * 2 : MAX_DELAY_MS;
  sx_status status = sx_port_call_sleep(call->wait, ms);
  if (status == SX_DEADLINE) {
    *again = *is_sure = false;
    return SX_OK;
  }
  return status ? sx_fail(err, status, NULL) : SX_OK;
}

sx_status sx_patience_note_answer(sx_call *call, sx_str path, sx_err *err) {
  const sx_document *document;
  sx_status status = sx_document_open(call, path, &document, err);
  if (!status) sx_servers_set_ready(call->services->servers, document->language_id);
  return sx_status_ends_call(status) ? status : SX_OK;
}
