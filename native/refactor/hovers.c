#include "refactor/hovers.h"

#include "servers/inquiry.h"

typedef struct question {
  sx_call *call;
  const sx_document *document;
  const uint32_t *offsets;
  size_t count;
  sx_hover_text *out;
} question;

static sx_status take(const question *ask, sx_batch *batch, size_t slot, sx_hover_text *out,
                      bool *is_loading, sx_err *err) {
  sx_hover_parts parts = {0};
  *out = SX_HOVER_NOTHING;
  sx_status status = sx_batch_get_hover(batch, slot, &parts, err);
  if (status == SX_HOST) return SX_OK;
  if (!status && parts.len)
    status = sx_hover_format(out, parts.items, parts.len, 0, ask->call->arena, err);
  if (status || !parts.len || out->is_ready || out->is_empty) return status;
  *out = SX_HOVER_NOTHING;
  *is_loading = true;
  return SX_OK;
}

static sx_status ask_round(void *arg, sx_round *round, sx_err *err) {
  const question *ask = arg;
  sx_batch batch;
  bool is_loading = false;
  size_t *slots = sx_arena_calloc(ask->call->arena, ask->count, sizeof *slots);
  if (!slots) return sx_fail(err, ask->call->arena->status, NULL);
  sx_batch_init(&batch, ask->call->wait, ask->call->arena);
  for (size_t i = 0; i < ask->count; i++)
    slots[i] = sx_batch_hover(&batch, ask->document->path,
                              sx_document_position(ask->document, ask->offsets[i]));
  sx_status status = sx_batch_run(&batch, err);
  for (size_t i = 0; i < ask->count && !status; i++)
    status = take(ask, &batch, slots[i], &ask->out[i], &is_loading, err);
  sx_batch_release(&batch);
  *round = SX_ROUND_ENOUGH;
  if (status || !is_loading) return status;
  *round = SX_ROUND_LOADING;
  status = sx_readiness_urge(ask->call, ask->document->path, err);
  return status ? status : sx_inquiry_note_answer(ask->call, ask->document->path, err);
}

sx_status sx_hovers_ask(sx_call *call, const sx_document *document, const uint32_t *offsets,
                        size_t count, sx_hover_text *out, sx_err *err) {
  sx_certainty certainty;
  question ask = {call, document, offsets, count, out};
  for (size_t i = 0; i < count; i++) out[i] = SX_HOVER_NOTHING;
  if (!count) return SX_OK;
  return sx_inquiry_run(&certainty, call, document->path, ask_round, &ask, err);
}
