#include "semantic/file_diagnostics.h"

#include "os/clock.h"
#include "semantic/place_filter.h"
#include "workspace/document.h"
#include "servers/readiness.h"
#include "servers/state.h"

#define POLL_MS 25
/* A server that has not published for a file after this time may never do so. */
#define WAIT_MS 3000
#define TAB_AFTER_MS 500
#define TAB_SOON_MS 100

static sx_status ask_file(sx_call *call, sx_str path, bool ask_server, sx_host_diagnostics *out,
                          sx_err *err) {
  sx_batch batch;
  sx_batch_init(&batch, call->wait, call->arena);
  size_t slot = sx_batch_diagnostics(&batch, path, ask_server);
  sx_status status = sx_batch_run(&batch, err);
  if (!status) status = sx_batch_get_diagnostics(&batch, slot, out, err);
  sx_batch_release(&batch);
  return status;
}

static sx_status set_tab(sx_call *call, sx_str path, bool is_shown, bool *done, sx_err *err) {
  sx_batch batch;
  sx_host_verdict verdict = {0};
  sx_batch_init(&batch, call->wait, call->arena);
  size_t slot = sx_batch_background_tab(&batch, path, is_shown);
  sx_status status = sx_batch_run(&batch, err);
  if (!status) status = sx_batch_get_verdict(&batch, slot, &verdict, err);
  sx_batch_release(&batch);
  *done = !status && verdict.is_allowed;
  return status == SX_HOST ? SX_OK : status;
}

static bool is_said(const sx_host_diagnostics *found) {
  return found->is_exact || (found->events > 0 && !found->is_behind);
}

/* Asked again until the file has diagnostics, or the time is over. */
static sx_status wait_for(sx_call *call, sx_str path, uint64_t end_ms, sx_host_diagnostics *out,
                          sx_err *err) {
  sx_status status = ask_file(call, path, true, out, err);
  while (!status && !is_said(out) && sx_clock_ms() < end_ms) {
    status = sx_port_call_sleep(call->wait, POLL_MS);
    if (!status) status = ask_file(call, path, true, out, err);
  }
  return status;
}

/* Diagnostics past the end of the file are of an older text; how many there were. */
static size_t keep_sound(const sx_document *document, sx_host_diagnostics *found) {
  size_t kept = 0, len = found->items.len;
  for (size_t i = 0; i < len; i++)
    if (sx_place_is_sound(document, found->items.items[i].range.start))
      found->items.items[kept++] = found->items.items[i];
  found->items.len = kept;
  return len - kept;
}

sx_status sx_file_diagnostics_begin(sx_file_diagnostics *out, sx_call *call, sx_str path,
                                    sx_err *err) {
  const sx_document *document;
  sx_readiness readiness = SX_ABSENT;
  uint64_t start_ms = sx_clock_ms();
  *out = (sx_file_diagnostics){.path = path, .absent_language = SX_STR("")};
  sx_status status = sx_document_open(call, path, &document, err);
  if (!status) status = sx_readiness_get(call, document->language_id, &readiness, err);
  if (status) return status;
  bool needs_tab = sx_servers_needs_tab(call->services->servers, document->language_id);
  uint64_t patience_ms = readiness == SX_ABSENT || needs_tab ? 0 : TAB_AFTER_MS;
  status = wait_for(call, path, start_ms + patience_ms, &out->list, err);
  if (!status && !is_said(&out->list) && readiness != SX_ABSENT) {
    status = set_tab(call, path, true, &out->has_tab, err);
    if (!status) status = wait_for(call, path, start_ms + WAIT_MS, &out->list, err);
    if (is_said(&out->list) && out->has_tab)
      sx_servers_set_needs_tab(call->services->servers, document->language_id, true);
  }
  out->left_out = keep_sound(document, &out->list);
  out->is_known = is_said(&out->list) && !out->left_out;
  if (out->is_known) sx_servers_set_ready(call->services->servers, document->language_id);
  if (readiness == SX_ABSENT) out->absent_language = document->language_id;
  return status == SX_DEADLINE ? SX_OK : status;
}

void sx_file_diagnostics_end(sx_file_diagnostics *diagnostics, sx_call *call) {
  bool was_closed;
  if (!diagnostics->has_tab) return;
  sx_status status = set_tab(call, diagnostics->path, false, &was_closed, NULL);
  (void)status; /* a tab that stays is a person's to close */
  diagnostics->has_tab = false;
}

static size_t count_at(const sx_host_diagnostics *list, uint32_t first_row, uint32_t last_row) {
  size_t count = 0;
  for (size_t i = 0; i < list->items.len; i++) {
    const sx_range16 *range = &list->items.items[i].range;
    count += range->start.line <= last_row && range->end.line >= first_row;
  }
  return count;
}

sx_status sx_file_diagnostics_publish(sx_file_diagnostics *diagnostics, sx_call *call,
                                      uint32_t first_row, uint32_t last_row, sx_err *err) {
  uint64_t start_ms = sx_clock_ms();
  size_t wanted = count_at(&diagnostics->list, first_row, last_row);
  sx_host_diagnostics published;
  sx_status status = SX_OK;
  bool has_tried = diagnostics->has_tab;
  while (wanted && sx_clock_since_ms(start_ms) < WAIT_MS) {
    status = ask_file(call, diagnostics->path, false, &published, err);
    if (status || count_at(&published, first_row, last_row) >= wanted) return status;
    /* Some publish for what is in a tab only. */
    if (!has_tried && sx_clock_since_ms(start_ms) >= TAB_SOON_MS) {
      has_tried = true;
      status = set_tab(call, diagnostics->path, true, &diagnostics->has_tab, err);
      if (status) return status;
    }
    status = sx_port_call_sleep(call->wait, POLL_MS);
    if (status) return sx_fail(err, status, NULL);
  }
  return status;
}
