#include "refactor/inline_parts.h"

#include "engine/args.h"
#include "refactor/pasted.h"
#include "refactor/served.h"
#include "refactor/symbol_place.h"
#include "workspace/paths.h"

static sx_status replace_all(sx_inlining *in, sx_err *err) {
  sx_status status = SX_OK;
  if (in->definition.function == SX_NODE_NONE) return sx_inline_variable_replace(in, err);
  for (size_t i = 0; i < in->uses.len && !status; i++)
    status = sx_inline_call_replace(in, &in->uses.items[i], err);
  return status;
}

/* Who uses a package is not among the files here. */
static sx_status warn_exported(sx_inlining *in, sx_err *err) {
  const sx_inline_definition *of = &in->definition;
  if (!of->is_exported || in->keeps_definition) return SX_OK;
  sx_status status = sx_refactoring_warn(
      &in->r, of->in->document, sx_nodes_get(&of->in->nodes, of->name)->start,
      "it is exported: code outside of the workspace that imports it would miss it.");
  return status ? sx_fail(err, status, NULL) : SX_OK;
}

/* C: compilers warn of a static function that nothing calls. */
static sx_status warn_kept(sx_inlining *in, sx_err *err) {
  const sx_inline_definition *of = &in->definition;
  bool is_unused = in->keeps_definition && of->function != SX_NODE_NONE && !of->is_exported &&
                   of->in->language->is_typed && !of->in->language->is_go;
  if (!is_unused) return SX_OK;
  sx_status status = sx_refactoring_warn(
      &in->r, of->in->document, sx_nodes_get(&of->in->nodes, of->name)->start,
      "it is static and kept, though nothing calls it: compilers may warn of it.");
  return status ? sx_fail(err, status, NULL) : SX_OK;
}

static sx_status remove_rest(sx_inlining *in, sx_err *err) {
  sx_status status = sx_inline_remove_imports(in, err);
  if (!status && !in->keeps_definition) status = sx_inline_remove_definition(in, err);
  if (!status) status = warn_kept(in, err);
  return status ? status : warn_exported(in, err);
}

static sx_status answer_it(sx_inlining *in, sx_answer *answer, sx_err *err) {
  size_t files = in->r.change.files.len, count = in->uses.len;
  cJSON *affected = cJSON_AddArrayToObject(answer->facts, "affected_files");
  if (!affected) return sx_fail(err, SX_NOMEM, NULL);
  sx_answer_put(answer->facts, "symbol", sx_target_fact(&in->target, in->r.call));
  cJSON_AddNumberToObject(answer->facts, "replacements_count", (double)count);
  for (size_t i = 0; i < files; i++)
    sx_answer_push(affected,
                   cJSON_CreateString(
                       sx_arena_dup(in->r.call->arena,
                                    sx_path_display(in->r.call, in->r.change.files.items[i].path))
                           .ptr));
  sx_buf_addf(&answer->text, "%zu use%s of %.*s in %zu file%s inlined%s.\n", count,
              count == 1 ? "" : "s", SX_STR_ARG(in->target.symbol->name), files,
              files == 1 ? "" : "s",
              in->keeps_definition ? "; the definition is kept" : ", and the definition removed");
  return sx_refactoring_finish(&in->r, answer, err);
}

/* Whether it is of a language that is left to its server. */
static sx_status check_served(sx_inlining *in, bool *is_served, sx_err *err) {
  const sx_document *document;
  *is_served = false;
  if (!in->target.symbol) return SX_OK;
  sx_status status = sx_document_peek(in->r.call, in->target.symbol->path, &document, err);
  *is_served = !status && sx_served_is_for(document);
  return status;
}

sx_status sx_inlining_run(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err) {
  sx_inlining in = {.keeps_definition = sx_args_bool(args, "keep_definition", false)};
  bool is_done, is_served = false;
  sx_status status = sx_refactoring_begin(&in.r, call, args, answer, &is_done, err);
  if (status || is_done) return status;
  status = sx_target_find(&in.target, call, args, err);
  if (!status) status = sx_symbol_check_alone(call, &in.target, err);
  if (!status) status = check_served(&in, &is_served, err);
  if (is_served) return sx_inline_by_server(&in, answer, err);
  if (!status) status = sx_inline_find_definition(&in, answer, err);
  if (!status && !in.keeps_definition)
    status = sx_pasted_check(call, in.definition.in->document, in.target.symbol->name, err);
  if (!status) status = sx_inline_find_uses(&in, err);
  if (!status) status = replace_all(&in, err);
  if (!status) status = remove_rest(&in, err);
  if (!status) status = sx_inline_plan(&in, err);
  return status ? status : answer_it(&in, answer, err);
}
