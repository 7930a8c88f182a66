#include "servers/readiness.h"

#include "host/requests.h"
#include "os/clock.h"
#include "workspace/document.h"
#include "workspace/paths.h"
#include "servers/state.h"

#define LOAD_DELAY_MS 100
/* A project that was loaded before gets this part of the time that is left. */
#define AGAIN_PART 10

sx_status sx_readiness_get(sx_call *call, sx_str language, sx_readiness *out, sx_err *err) {
  *out = SX_READY;
  if (sx_servers_is_ready(call->services->servers, language)) return SX_OK;
  sx_batch batch;
  sx_batch_init(&batch, call->wait, call->arena);
  size_t slot = sx_batch_language_servers(&batch, language);
  sx_host_servers servers = {0};
  sx_status status = sx_batch_run(&batch, err);
  if (!status) status = sx_batch_get_servers(&batch, slot, &servers, err);
  sx_batch_release(&batch);
  if (status) return status;
  bool is_silent = sx_readiness_is_silent(call, language);
  *out = servers.len == 0 ? SX_ABSENT : is_silent ? SX_SILENT : SX_STARTING;
  return SX_OK;
}

/* ---- projects ------------------------------------------------------------------------------ */

static bool can_be_asked(sx_str language) {
  const sx_family *family = sx_family_of(language);
  return family && family->can_load;
}

static sx_status ask_to_load(sx_call *call, sx_str path, uint64_t ms, bool *is_loaded,
                             sx_err *err) {
  sx_batch batch;
  sx_batch_init(&batch, call->wait, call->arena);
  size_t slot = sx_batch_load_project(&batch, path);
  sx_status status = sx_batch_run_within(&batch, ms, err);
  if (!status) status = sx_batch_get_loaded(&batch, slot, is_loaded, err);
  sx_batch_release(&batch);
  return status == SX_HOST ? SX_OK : status;
}

/* Its extension may be starting, and not know the question yet. */
static sx_status load(sx_call *call, sx_str path, sx_str language, bool *is_loaded, sx_err *err) {
  uint64_t start_ms = sx_clock_ms(), left_ms = sx_port_call_remaining_ms(call->wait) / 2;
  sx_readiness readiness = SX_STARTING;
  while (sx_clock_since_ms(start_ms) < left_ms) {
    uint64_t spent_ms = sx_clock_since_ms(start_ms);
    sx_status status = ask_to_load(call, path, left_ms - spent_ms, is_loaded, err);
    if (status || *is_loaded) return status == SX_DEADLINE ? SX_OK : status;
    status = sx_readiness_get(call, language, &readiness, err);
    if (status || readiness == SX_ABSENT) return status;
    /* Another extension than VS Code's own, which cannot be asked, may serve it. */
    *is_loaded = sx_clock_since_ms(start_ms) > SX_PATIENCE_MS && readiness == SX_READY;
    if (*is_loaded) return SX_OK;
    status = sx_port_call_sleep(call->wait, LOAD_DELAY_MS);
    if (status) return status == SX_DEADLINE ? SX_OK : sx_fail(err, status, NULL);
  }
  return SX_OK;
}

bool sx_readiness_is_project_loaded(sx_call *call, sx_str path) {
  return sx_servers_is_loaded(call->services->servers, sx_path_folder(path));
}

sx_status sx_readiness_load_again(sx_call *call, sx_str path, unsigned part, bool *is_loaded,
                                  sx_err *err) {
  const sx_document *document;
  bool ignored;
  *is_loaded = true;
  sx_status status = sx_document_open(call, path, &document, err);
  if (sx_status_ends_call(status)) return status;
  if (status || !can_be_asked(document->language_id)) return SX_OK;
  uint64_t ms = sx_port_call_remaining_ms(call->wait) / part;
  status = ask_to_load(call, path, ms, &ignored, err);
  *is_loaded = status != SX_DEADLINE;
  return sx_status_ends_call(status) ? status : SX_OK;
}

sx_status sx_readiness_load_project(sx_call *call, sx_str path, bool *is_loaded, sx_err *err) {
  const sx_document *document;
  *is_loaded = true;
  if (sx_readiness_is_project_loaded(call, path))
    return sx_readiness_load_again(call, path, AGAIN_PART, is_loaded, err);
  sx_status status = sx_document_open(call, path, &document, err);
  if (status || !can_be_asked(document->language_id)) return status;
  *is_loaded = false;
  status = load(call, path, document->language_id, is_loaded, err);
  if (!status && *is_loaded) sx_servers_set_loaded(call->services->servers, sx_path_folder(path));
  return status;
}

/* Whether TypeScript's server, which is not there to be asked, is another extension's. */
static bool is_served_otherwise(sx_call *call, sx_str language) {
  uint64_t since_ms = sx_servers_ready_since(call->services->servers, language);
  return since_ms && sx_clock_since_ms(since_ms) > SX_PATIENCE_MS;
}

static sx_status glance(sx_call *call, const sx_document *document, bool *is_loaded, sx_err *err) {
  sx_batch batch;
  sx_host_symbols outline = {0};
  size_t load_slot = 0;
  bool can_load = can_be_asked(document->language_id);
  sx_batch_init(&batch, call->wait, call->arena);
  size_t slot = sx_batch_outline(&batch, document->path);
  if (can_load) load_slot = sx_batch_load_project(&batch, document->path);
  sx_status status = sx_batch_run_within(&batch, SX_GLANCE_MS, err);
  bool is_late = sx_port_call_outlasts(call->wait, status);
  if (is_late) status = SX_OK;
  /* Replies that came count, where others are late. */
  if (!status && !sx_batch_get_symbols(&batch, slot, &outline, NULL) && outline.len)
    sx_servers_set_ready(call->services->servers, document->language_id);
  if (!status && can_load && sx_batch_get_loaded(&batch, load_slot, is_loaded, NULL))
    *is_loaded = false;
  else if (!status && can_load && !*is_loaded)
    *is_loaded = is_served_otherwise(call, document->language_id);
  sx_batch_release(&batch);
  return status == SX_HOST ? SX_OK : status;
}

sx_status sx_readiness_is_starting(sx_call *call, sx_str path, bool *out, sx_err *err) {
  const sx_document *document;
  sx_readiness readiness;
  sx_servers *servers = call->services->servers;
  *out = false;
  sx_status status = sx_document_open(call, path, &document, err);
  if (status) return sx_status_ends_call(status) ? status : SX_OK;
  bool is_loaded =
      !can_be_asked(document->language_id) || sx_readiness_is_project_loaded(call, path);
  if (is_loaded && sx_servers_is_ready(servers, document->language_id)) return SX_OK;
  status = sx_readiness_get(call, document->language_id, &readiness, err);
  if (status || readiness == SX_ABSENT) return status;
  status = glance(call, document, &is_loaded, err);
  if (status) return status;
  if (is_loaded && can_be_asked(document->language_id))
    sx_servers_set_loaded(servers, sx_path_folder(path));
  *out = !is_loaded || !sx_servers_is_ready(servers, document->language_id);
  return SX_OK;
}

bool sx_readiness_is_silent(sx_call *call, sx_str language) {
  sx_servers *servers = call->services->servers;
  return !sx_servers_is_ready(servers, language) &&
         sx_clock_since_ms(sx_servers_asked_since(servers, language)) > SX_READINESS_GRACE_MS;
}

sx_status sx_readiness_urge(sx_call *call, sx_str path, sx_err *err) {
  const sx_document *document;
  bool is_loaded = false;
  sx_status status = sx_document_open(call, path, &document, err);
  if (!status && can_be_asked(document->language_id))
    status = ask_to_load(call, path, SX_PATIENCE_MS, &is_loaded, err);
  return sx_status_ends_call(status) ? status : SX_OK;
}
