#include "tools/symbols/provider_probe.h"

#include "host/requests.h"
#include "host/signatures.h"
#include "tools/symbols/code_words.h"
#include "workspace/outline.h"

#define MAX_PROBES 12
#define PROBE_MS 3000

typedef struct probes {
  sx_pos16 items[MAX_PROBES];
  size_t len;
} probes;

/* Where a type or a method is declared: it implements itself, or others do. */
static sx_status add_declarations(sx_call *call, const sx_document *document, probes *out) {
  sx_host_symbols symbols = {0};
  sx_status status = sx_outline_get(call, document, PROBE_MS, &symbols, NULL);
  for (size_t i = 0; i < symbols.len && out->len < MAX_PROBES; i++) {
    const sx_host_symbol *one = &symbols.items[i];
    bool is_asked = sx_language_has_word("Interface Class Struct Method", one->kind, false);
    if (is_asked && one->has_name_at) out->items[out->len++] = one->name_at;
  }
  return status;
}

static sx_status add_calls(sx_call *call, const sx_document *document, probes *out) {
  sx_words words = {0};
  sx_str text = document->text;
  sx_status status = sx_code_calls(&words, document, 0, text.len, call->arena, NULL);
  for (size_t i = 0; i < words.len && out->len < MAX_PROBES; i++) {
    /* The last ones: at a file's start a parenthesis mostly declares. */
    size_t open = sx_str_find_char(text, '(', words.items[words.len - 1 - i].end);
    if (open != SX_STR_NONE) out->items[out->len++] = sx_document_position(document, open + 1);
  }
  return status;
}

static bool has_answer(sx_batch *batch, size_t slot, sx_feature feature) {
  sx_places places = {0};
  sx_host_signatures signatures = {0};
  if (feature == SX_FEATURE_IMPLEMENTATIONS)
    return !sx_batch_get_places(batch, slot, &places, NULL) && places.len > 0;
  return !sx_batch_get_signatures(batch, slot, &signatures, NULL) && signatures.items.len > 0;
}

static sx_status ask(sx_call *call, const sx_document *document, const probes *at,
                     sx_feature feature, bool *has) {
  sx_batch batch;
  sx_batch_init(&batch, call->wait, call->arena);
  for (size_t i = 0; i < at->len; i++) {
    if (feature == SX_FEATURE_IMPLEMENTATIONS)
      sx_batch_places(&batch, SX_PLACES_IMPLEMENTATION, document->path, at->items[i]);
    else
      sx_batch_signatures(&batch, document->path, at->items[i]);
  }
  sx_status status = sx_batch_run_within(&batch, PROBE_MS, NULL);
  for (size_t i = 0; i < at->len && !sx_status_ends_call(status) && !*has; i++)
    *has = has_answer(&batch, i, feature);
  sx_batch_release(&batch);
  return status;
}

sx_status sx_provider_probe(sx_call *call, sx_str path, sx_feature feature, bool *has,
                            sx_err *err) {
  const sx_document *document;
  probes at = {.len = 0};
  *has = false;
  sx_status status = sx_document_open(call, path, &document, err);
  if (status) return sx_status_ends_call(status) ? status : SX_OK;
  *has = sx_workspace_has_feature(call->workspace, document->language_id, feature);
  if (*has) return SX_OK;
  status = feature == SX_FEATURE_IMPLEMENTATIONS ? add_declarations(call, document, &at)
                                                 : add_calls(call, document, &at);
  if (!status && at.len) status = ask(call, document, &at, feature, has);
  if (*has) sx_workspace_note_feature(call->workspace, document->language_id, feature);
  return sx_status_ends_call(status) ? sx_fail(err, status, NULL) : SX_OK;
}

void sx_provider_note(sx_call *call, sx_str path, sx_feature feature) {
  const sx_document *document;
  if (!sx_document_open(call, path, &document, NULL))
    sx_workspace_note_feature(call->workspace, document->language_id, feature);
}
