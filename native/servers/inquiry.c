#include "servers/inquiry.h"

#include "host/requests.h"
#include "os/clock.h"
#include "workspace/document.h"
#include "servers/state.h"

#define FIRST_DELAY_MS 50
#define MAX_DELAY_MS 500
#define PROBE_MS 2000
/* A part of the call's time is left for the text, where the server is too late; at most so long. */
#define TEXT_PART 8
#define TEXT_MS 3000

/* A server with no answer to one question may well answer this one: then it runs. */
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
    return sx_clock_since_ms(sx_servers_loaded_at(call->services->servers)) < SX_JUST_LOADED_MS;
  return sx_clock_since_ms(sx_servers_ready_since(call->services->servers, *language)) <
         SX_LOADING_MS;
}

static sx_status get_readiness(sx_certainty *out, sx_call *call, sx_str path, sx_err *err) {
  const sx_document *document;
  sx_status status = sx_document_open(call, path, &document, err);
  if (status) return status;
  out->language = document->language_id;
  return sx_readiness_get(call, out->language, &out->readiness, err);
}

/* Whether another round may bring more: it does not where the server has long been ready. */
static bool may_bring_more(sx_certainty *out, sx_call *call, sx_str path, sx_round round,
                           sx_status *status, sx_err *err) {
  bool again;
  if (round == SX_ROUND_SILENT || round == SX_ROUND_LOADING) {
    *status = get_readiness(out, call, path, err);
    if (*status) return false;
    again =
        out->readiness == SX_STARTING || (round == SX_ROUND_LOADING && out->readiness == SX_READY);
  } else {
    again = may_be_loading(call, path, &out->language, &out->readiness, err);
  }
  out->is_sure = round != SX_ROUND_LOADING && out->readiness == SX_READY;
  return again;
}

bool sx_inquiry_is_early(sx_call *call, sx_str language) {
  return call->early.len && sx_strs_have(&call->early, language);
}

/* `is_late`: not as it was known to be starting, but as the time ran out. */
static sx_certainty without_server(sx_call *call, sx_str language, bool is_late) {
  bool is_ready = sx_servers_is_ready(call->services->servers, language);
  bool is_silent = sx_readiness_is_silent(call, language);
  return (sx_certainty){.readiness = is_ready    ? SX_READY
                                     : is_silent ? SX_SILENT
                                                 : SX_STARTING,
                        .language = language,
                        .is_early = true,
                        .is_late = is_late};
}

static bool is_early(sx_certainty *out, sx_call *call, sx_str path) {
  const sx_document *document;
  if (!call->early.len || sx_document_open(call, path, &document, NULL)) return false;
  if (!sx_inquiry_is_early(call, document->language_id)) return false;
  *out = without_server(call, document->language_id, call->is_late);
  return true;
}

/* `young_ms`: so long a server that knows little is asked again, as it may be loading. */
static sx_status run(sx_certainty *out, sx_call *call, sx_str path, uint64_t young_ms,
                     sx_inquiry_round *ask, void *question, sx_err *err) {
  uint64_t answered_ms = 0;
  *out = (sx_certainty){.language = SX_STR("")};
  if (is_early(out, call, path)) return SX_OK;
  for (uint64_t delay_ms = FIRST_DELAY_MS;;) {
    sx_round round = SX_ROUND_LESS;
    sx_status status = ask(question, &round, err);
    out->is_sure = !status && round == SX_ROUND_ENOUGH;
    if (status || out->is_sure) return status;
    if (!answered_ms) answered_ms = sx_clock_ms();
    if (round == SX_ROUND_AGAIN) {
      status = sx_port_call_check(call->wait);
      if (!status) continue;
    } else {
      bool again = may_bring_more(out, call, path, round, &status, err);
      if (!again && status != SX_DEADLINE) return status;
      if (again && sx_clock_since_ms(answered_ms) >= young_ms) {
        *out = without_server(call, out->language, false);
        return SX_OK;
      }
      if (again) status = sx_port_call_sleep(call->wait, delay_ms);
    }
    if (status == SX_DEADLINE) {
      out->is_sure = false;
      return SX_OK;
    }
    if (status) return sx_fail(err, status, NULL);
    if (round == SX_ROUND_UNLIKELY && out->is_sure) return SX_OK;
    delay_ms = delay_ms * 2 < MAX_DELAY_MS ? delay_ms * 2 : MAX_DELAY_MS;
  }
}

sx_status sx_inquiry_run(sx_certainty *out, sx_call *call, sx_str path, sx_inquiry_round *ask,
                         void *question, sx_err *err) {
  return run(out, call, path, UINT64_MAX, ask, question, err);
}

static void reserve_for_text(sx_call *call) {
  uint64_t part_ms = sx_port_call_remaining_ms(call->wait) / TEXT_PART;
  sx_port_call_reserve(call->wait, part_ms < TEXT_MS ? part_ms : TEXT_MS);
}

void sx_inquiry_limit(sx_call *call, sx_str language) {
  bool was_late = sx_servers_is_late(call->services->servers, language);
  uint64_t patience_ms = was_late ? SX_LATE_PATIENCE_MS : SX_IN_TIME_MS;
  reserve_for_text(call);
  if (call->may_be_early && sx_port_call_remaining_ms(call->wait) > patience_ms + TEXT_MS)
    sx_port_call_limit(call->wait, patience_ms);
}

/* Within the limit that was set, which ends here. */
static sx_status run_limited(sx_certainty *out, sx_call *call, sx_str path, uint64_t young_ms,
                             sx_inquiry_round *ask, void *question, sx_err *err) {
  const sx_document *document;
  sx_status status = run(out, call, path, young_ms, ask, question, err);
  sx_port_call_reserve(call->wait, 0);
  if (!sx_port_call_outlasts(call->wait, status)) return status;
  status = sx_document_open(call, path, &document, err);
  if (status) return status;
  *out = without_server(call, document->language_id, true);
  return SX_OK;
}

sx_status sx_inquiry_run_in_time(sx_certainty *out, sx_call *call, sx_str path,
                                 sx_inquiry_round *ask, void *question, sx_err *err) {
  uint64_t young_ms = call->may_be_early ? SX_YOUNG_PATIENCE_MS : UINT64_MAX;
  reserve_for_text(call);
  return run_limited(out, call, path, young_ms, ask, question, err);
}

sx_status sx_inquiry_run_soon(sx_certainty *out, sx_call *call, sx_str path, sx_inquiry_round *ask,
                              void *question, sx_err *err) {
  const sx_document *document;
  bool is_open = sx_document_open(call, path, &document, NULL) == SX_OK;
  sx_inquiry_limit(call, is_open ? document->language_id : SX_STR(""));
  sx_status status = run_limited(out, call, path, UINT64_MAX, ask, question, err);
  if (!status && out->is_late) sx_servers_set_late(call->services->servers, out->language);
  return status;
}

sx_status sx_inquiry_note_answer(sx_call *call, sx_str path, sx_err *err) {
  const sx_document *document;
  sx_status status = sx_document_open(call, path, &document, err);
  if (!status) sx_servers_set_ready(call->services->servers, document->language_id);
  return sx_status_ends_call(status) ? status : SX_OK;
}

bool sx_inquiry_is_unanswered(const sx_certainty *certainty) {
  return !certainty->is_sure && certainty->readiness != SX_ABSENT;
}
