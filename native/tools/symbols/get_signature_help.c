#include "engine/args.h"
#include "servers/inquiry.h"
#include "semantic/provider_probe.h"
#include "documentation/signatures.h"
#include "workspace/paths.h"
#include "servers/readiness.h"

#define DEFAULT_TOKENS 2000

sx_status sx_tool_get_signature_help(sx_call *call, const cJSON *args, sx_answer *answer,
                                     sx_err *err);

static sx_status take_place(sx_signatures *ask, const cJSON *args, sx_err *err) {
  sx_locator locator = {0};
  sx_str path;
  sx_target_take_place(&locator, args, ask->call->arena);
  sx_status status = sx_path_resolve(ask->call, "file_path", locator.file, &path, err);
  if (status) return status;
  sx_pos16 at = {locator.line, locator.column_u16};
  ask->place = (sx_place){path, {at, at}};
  return sx_signatures_read_place(ask, err);
}

static sx_str asked_path(const sx_signatures *ask) {
  return ask->is_by_name ? ask->doc.target.path : ask->place.path;
}

static bool is_answered(const sx_signatures *ask) {
  return ask->found.items.len || ask->declared.len;
}

/* A call that the server knows has most; without one the declaration is there. */
static sx_status look_for_signatures(sx_signatures *ask, sx_err *err) {
  sx_status status =
      ask->is_by_name ? sx_signatures_ask_calls(ask, err) : sx_signatures_ask_place(ask, err);
  if (!status && !is_answered(ask)) status = sx_signatures_ask_declaration(ask, err);
  return status;
}

static sx_status ask_signatures(void *question, sx_round *round, sx_err *err) {
  sx_signatures *ask = question;
  sx_status status = look_for_signatures(ask, err);
  if (is_answered(ask)) *round = SX_ROUND_ENOUGH;
  return status;
}

static sx_status find_signatures(sx_signatures *ask, sx_err *err) {
  sx_certainty certainty;
  sx_status status =
      sx_inquiry_run(&certainty, ask->call, asked_path(ask), ask_signatures, ask, err);
  ask->is_sure = certainty.is_sure;
  /* No server is asked for one that the index has shown. */
  if (!status && certainty.is_early && ask->is_by_name && !is_answered(ask))
    status = sx_signatures_ask_declaration(ask, err);
  return status;
}

/* An empty answer proves nothing if no provider is known to return signatures. */
static sx_status look_for_provider(sx_signatures *ask, sx_err *err) {
  bool has = ask->found.items.len > 0;
  if (has) sx_provider_note(ask->call, ask->at.path, SX_FEATURE_SIGNATURES);
  /* If the text shows that there is no call at the place, no server is needed. */
  bool is_no_call = !ask->is_by_name && !ask->is_call && !ask->may_be_call;
  if (has || ask->declared.len || !ask->is_sure || is_no_call) return SX_OK;
  sx_status status =
      sx_provider_probe(ask->call, asked_path(ask), SX_FEATURE_SIGNATURES, &has, err);
  ask->is_unproven = !status && !has;
  ask->is_sure = !ask->is_unproven;
  return status;
}

static sx_status look_for_server(sx_signatures *ask, sx_err *err) {
  const sx_document *document;
  sx_readiness readiness;
  ask->language = SX_STR("this language");
  if (sx_document_open(ask->call, asked_path(ask), &document, NULL)) return SX_OK;
  ask->language = document->language_id;
  ask->may_be_call = (document->language->flags & SX_LANGUAGE_BARE_CALLS) != 0;
  sx_status status = sx_readiness_get(ask->call, ask->language, &readiness, err);
  ask->is_absent = !status && readiness == SX_ABSENT;
  return sx_status_ends_call(status) ? status : SX_OK;
}

sx_status sx_tool_get_signature_help(sx_call *call, const cJSON *args, sx_answer *answer,
                                     sx_err *err) {
  sx_signatures ask = {.call = call};
  answer->max_tokens = (size_t)sx_args_int(args, "max_tokens", DEFAULT_TOKENS);
  bool has_place =
      sx_args_has(args, "file_path") && sx_args_has(args, "line") && sx_args_has(args, "column");
  ask.is_by_name = sx_args_has(args, "symbol") || sx_args_has(args, "handle") || !has_place;
  sx_status status = ask.is_by_name ? sx_target_find(&ask.doc.target, call, args, err)
                                    : take_place(&ask, args, err);
  bool is_missing = !status && ask.is_by_name && !ask.doc.target.symbol;
  if (is_missing) status = sx_target_write_missing(&ask.doc.target, call, answer, err);
  if (!status && !is_missing) {
    status = find_signatures(&ask, err);
    if (!status) status = look_for_provider(&ask, err);
    if (!status && !ask.found.items.len) status = look_for_server(&ask, err);
    if (!status) status = sx_signatures_write(&ask, answer, err);
  }
  cJSON_AddStringToObject(answer->facts, "status", sx_answer_status_name(answer->status));
  cJSON_AddBoolToObject(answer->facts, "truncated", answer->is_truncated);
  return status;
}
