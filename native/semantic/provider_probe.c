#include "semantic/provider_probe.h"

#include "host/requests.h"
#include "host/signatures.h"
#include "text/declaration.h"
#include "semantic/code_words.h"
#include "workspace/outline.h"
#include "workspace/paths.h"
#include "servers/state.h"
#include "workspace/workspace_files.h"

#define MAX_PROBES 12
/* Files that are read, and of those with a class asked in, where the one in question has none. */
#define MAX_READ 200
#define MAX_FILES_ASKED 4
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

static sx_status ask_probes(sx_call *call, const sx_document *document, const probes *at,
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

/* ---- other files --------------------------------------------------------------------------- */

/* The name after `class` on one of its lines. */
static bool find_class(const sx_document *document, sx_pos16 *at) {
  for (uint32_t row = 0; row < document->lines.count; row++) {
    sx_str line = sx_lines_get(&document->lines, row);
    size_t word = sx_str_find(line, SX_STR("class "), 0);
    size_t start = (size_t)(line.ptr - document->text.ptr);
    if (word == SX_STR_NONE) continue;
    sx_str name =
        sx_declaration_in_line(document->text, start, start + line.len, document->language);
    if (name.ptr != line.ptr + word + 6 || !name.len) continue;
    *at = sx_document_position(document, (size_t)(name.ptr - document->text.ptr));
    return true;
  }
  return false;
}

static sx_status list_files(sx_call *call, sx_str like, sx_strs *out) {
  bool is_cut;
  size_t dot = sx_str_find_last_char(sx_path_name(like), '.');
  if (dot == SX_STR_NONE) return SX_OK;
  sx_str glob = sx_arena_printf(call->arena, "**/*%.*s",
                                SX_STR_ARG(sx_str_slice(sx_path_name(like), dot, like.len)));
  return sx_workspace_files(call, glob, MAX_READ, out, &is_cut, NULL);
}

/* Once a language: an interface without implementations proves nothing about the provider. */
static sx_status ask_elsewhere(sx_call *call, const sx_document *document, bool *has) {
  const sx_feature sought = SX_FEATURE_IMPLEMENTATIONS_SOUGHT;
  sx_strs files = {0};
  size_t asked = 0;
  if (sx_servers_has_feature(call->services->servers, document->language_id, sought)) return SX_OK;
  sx_status status = list_files(call, document->path, &files);
  for (size_t i = 0; i < files.len && asked < MAX_FILES_ASKED && !status && !*has; i++) {
    const sx_document *other;
    probes at = {.len = 1};
    status = sx_document_peek(call, files.items[i], &other, NULL);
    if (!sx_status_ends_call(status)) {
      bool is_asked = !status && find_class(other, &at.items[0]);
      status = is_asked ? ask_probes(call, other, &at, SX_FEATURE_IMPLEMENTATIONS, has) : SX_OK;
      asked += is_asked;
    }
  }
  if (!status) sx_servers_note_feature(call->services->servers, document->language_id, sought);
  return status;
}

sx_status sx_provider_probe(sx_call *call, sx_str path, sx_feature feature, bool *has,
                            sx_err *err) {
  const sx_document *document;
  probes at = {.len = 0};
  *has = false;
  sx_status status = sx_document_open(call, path, &document, err);
  if (status) return sx_status_ends_call(status) ? status : SX_OK;
  *has = sx_servers_has_feature(call->services->servers, document->language_id, feature);
  if (*has) return SX_OK;
  status = feature == SX_FEATURE_IMPLEMENTATIONS ? add_declarations(call, document, &at)
                                                 : add_calls(call, document, &at);
  if (!status && at.len) status = ask_probes(call, document, &at, feature, has);
  if (!status && !*has && feature == SX_FEATURE_IMPLEMENTATIONS)
    status = ask_elsewhere(call, document, has);
  if (*has) sx_servers_note_feature(call->services->servers, document->language_id, feature);
  return sx_status_ends_call(status) ? sx_fail(err, status, NULL) : SX_OK;
}

void sx_provider_note(sx_call *call, sx_str path, sx_feature feature) {
  const sx_document *document;
  if (!sx_document_open(call, path, &document, NULL))
    sx_servers_note_feature(call->services->servers, document->language_id, feature);
}
