#include "refactor/signature.h"
#include "refactor/pasted.h"

#include "base/byte.h"
#include "refactor/signature_find.h"
#include "workspace/paths.h"

/* ---- the function ---------------------------------------------------------------------------- */

static sx_status fail_function(const sx_signature *change, const sx_signature_file *file,
                               uint32_t name, sx_err *err) {
  uint32_t parent = sx_nodes_parent(&file->nodes, name);
  bool is_class = sx_nodes_is(
      &file->nodes, parent, "class_definition class_declaration abstract_class_declaration class");
  return sx_refactoring_refuse(change->r, file->document, sx_nodes_get(&file->nodes, name)->start,
                               err,
                               is_class ? "this is a class. Name its constructor."
                                        : "this declares no function whose parameters the text "
                                          "shows.");
}

static bool is_cpp(sx_str path) {
  static const char *const ends[] = {".cpp", ".cc", ".cxx", ".hpp", ".hh", ".hxx", ".c++", ".ipp"};
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
    if (sx_str_has_suffix(path, sx_str_from(ends[i]))) return true;
  return false;
}

static sx_status check_language(sx_signature *change, const sx_signature_file *file, sx_err *err) {
  change->family = sx_signature_family_of(&file->nodes);
  change->is_typed = sx_str_is_equal(file->nodes.grammar, SX_STR("typescript")) ||
                     sx_str_is_equal(file->nodes.grammar, SX_STR("tsx"));
  bool is_c = change->family != SX_SIGNATURE_C || !is_cpp(file->document->path);
  if (change->family != SX_SIGNATURE_NONE && is_c) return SX_OK;
  return sx_fail(err, SX_UNSUPPORTED,
                 "change_signature knows Python, TypeScript, JavaScript, Go and C, not %.*s. "
                 "Nothing was changed.",
                 SX_STR_ARG(file->document->language_id));
}

static bool has_decorator(const sx_nodes *nodes, uint32_t function, const char *name) {
  uint32_t above = sx_nodes_parent(nodes, function);
  if (!sx_nodes_is(nodes, above, "decorated_definition")) return false;
  for (uint32_t one = sx_nodes_first_named(nodes, above); sx_nodes_is(nodes, one, "decorator");
       one = sx_nodes_next_named(nodes, one))
    if (sx_str_find(sx_nodes_text(nodes, one), sx_str_from(name), 0) != SX_STR_NONE) return true;
  return false;
}

static bool is_member(const sx_signature *change, const sx_nodes *nodes, uint32_t function) {
  uint32_t around = sx_nodes_above(nodes, function, "class_definition function_definition");
  if (change->family == SX_SIGNATURE_PYTHON)
    return sx_nodes_is(nodes, around, "class_definition") &&
           sx_nodes_is(nodes, function, "function_definition");
  if (change->family == SX_SIGNATURE_GO)
    return sx_nodes_is(nodes, function, "method_declaration method_elem");
  uint32_t parent = sx_nodes_parent(nodes, function);
  return sx_nodes_is(nodes, function,
                     "method_definition method_signature abstract_method_signature") ||
         sx_nodes_is(nodes, parent, "pair public_field_definition field_definition");
}

static sx_status read_function(sx_signature *change, sx_err *err) {
  const sx_symbol *symbol = change->target.symbol;
  size_t index;
  if (!sx_path_is_inside(change->call, symbol->path))
    return sx_fail(err, SX_REFUSED,
                   "It is declared in %.*s, outside the workspace. Nothing was changed.",
                   SX_STR_ARG(sx_path_display(change->call, symbol->path)));
  sx_status status = sx_signature_file_at(change, symbol->path, &index, err);
  if (status) return status;
  const sx_signature_file *file = &change->files.items[index];
  status = check_language(change, file, err);
  if (status) return status;
  size_t start = sx_document_offset(file->document, symbol->at);
  size_t end = sx_language_ident_end(file->document->language, file->document->text, start);
  uint32_t name = sx_signature_leaf(&file->nodes, start, end);
  uint32_t function = sx_parameters_function_of(&file->nodes, name);
  if (function == SX_NODE_NONE) return fail_function(change, file, name, err);
  change->name = sx_nodes_text(&file->nodes, name);
  change->is_member = is_member(change, &file->nodes, function);
  sx_err why;
  status =
      sx_parameters_read(&change->old, &file->nodes, function, name, change->call->arena, &why);
  if (status)
    return sx_refactoring_refuse(change->r, file->document, start, err, "%s.", why.message);
  change->receiver_count =
      change->old.items.len && change->old.items.items[0].kind == SX_PARAMETER_RECEIVER;
  change->has_instance = change->receiver_count && change->is_member &&
                         !has_decorator(&file->nodes, function, "classmethod");
  return SX_OK;
}

/* ---- the signature as text ------------------------------------------------------------------- */

static sx_str show(const sx_signature *change, const sx_signature_file *file, sx_str name) {
  const sx_parameters *old = &change->old;
  bool is_go = change->family == SX_SIGNATURE_GO;
  bool is_bare = old->is_bare || sx_nodes_is(&file->nodes, old->function, "lambda");
  uint32_t result = sx_nodes_field(&file->nodes, old->function, is_go ? "result" : "return_type");
  size_t start = is_bare ? old->start : old->start - 1, end = is_bare ? old->end : old->end + 1;
  if (result != SX_NODE_NONE && !is_bare) end = sx_nodes_get(&file->nodes, result)->end;
  sx_str list = sx_text_edits_get(&file->edits, start, end, change->call->arena);
  return sx_arena_printf(change->call->arena, "%.*s%.*s", SX_STR_ARG(name), SX_STR_ARG(list));
}

static const sx_signature_file *own_file(const sx_signature *change) {
  return &change->files.items[0];
}

/* ---- writing --------------------------------------------------------------------------------- */

/* Inner lists come after the outer one in the text. */
static void sort_sites(sx_signature_file *file) {
  for (size_t i = 1; i < file->sites.len; i++) {
    sx_signature_site one = file->sites.items[i];
    size_t at = i;
    for (; at && file->sites.items[at - 1].start < one.start; at--)
      file->sites.items[at] = file->sites.items[at - 1];
    file->sites.items[at] = one;
  }
}

static sx_status write_call(sx_signature *change, sx_signature_file *file,
                            const sx_signature_site *site, sx_err *err) {
  sx_err why = {0};
  size_t changes_before = file->edits.changes;
  sx_status status = sx_signature_write_call(change, file, site, &why);
  if (!status) {
    if (file->edits.changes > changes_before || !sx_str_is_equal(change->name, change->new_name))
      change->calls_updated++;
    else
      change->calls_fitting++;
    return SX_OK;
  }
  if (status != SX_REFUSED) return sx_fail(err, status, "%s", why.message);
  uint32_t at = sx_nodes_get(&file->nodes, site->name)->start;
  if (!change->is_partial)
    return sx_refactoring_refuse(change->r, file->document, at, err,
                                 "%s. partial=true leaves such calls as they are.", why.message);
  change->calls_left++;
  return sx_refactoring_warn(change->r, file->document, at, "%s: the call was left as it is.",
                             why.message);
}

static sx_status write_sites(sx_signature *change, sx_signature_file *file, sx_err *err) {
  sx_status status = SX_OK;
  sort_sites(file);
  for (size_t i = 0; i < file->sites.len && !status; i++)
    if (file->sites.items[i].kind == SX_SITE_DECLARATION)
      status = sx_signature_write_body(change, file, &file->sites.items[i], err);
  for (size_t i = 0; i < file->sites.len && !status; i++) {
    const sx_signature_site *site = &file->sites.items[i];
    status = site->kind == SX_SITE_CALL ? write_call(change, file, site, err)
                                        : sx_signature_write_declaration(change, file, site, err);
    if (!status && site->kind == SX_SITE_DECLARATION)
      status = sx_signature_write_docs(change, file, site, err);
  }
  return status;
}

static sx_status check_declarations(const sx_signature *change, sx_err *err) {
  sx_status status = SX_OK;
  for (size_t i = 0; i < change->files.len; i++) {
    const sx_signature_file *file = &change->files.items[i];
    for (size_t k = 0; k < file->sites.len && !status; k++)
      if (file->sites.items[k].kind == SX_SITE_DECLARATION)
        status = sx_signature_check_declaration(change, file, &file->sites.items[k], err);
  }
  return status;
}

static sx_status write_file(sx_signature *change, sx_signature_file *file, sx_err *err) {
  sx_status status = sx_signature_write_name(change, file, err);
  if (!status) status = sx_signature_write_strings(change, file, err);
  if (!status) status = write_sites(change, file, err);
  if (status || !file->edits.len) return status;
  sx_str after = sx_text_edits_get(&file->edits, 0, file->document->text.len, change->call->arena);
  if (change->call->arena->status) return sx_fail(err, change->call->arena->status, NULL);
  return sx_refactoring_edit(change->r, file->document, after, err);
}

sx_status sx_signature_change(sx_signature *change, const cJSON *args, sx_str *before,
                              sx_str *after, sx_err *err) {
  sx_status status = read_function(change, err);
  if (!status) status = sx_signature_plan(change, own_file(change)->document, args, err);
  if (status) return status;
  *before = show(change, own_file(change), change->name);
  status = sx_pasted_check(change->call, own_file(change)->document, change->name, err);
  if (!status) status = sx_signature_find_uses(change, err);
  if (!status) status = check_declarations(change, err);
  for (size_t i = 0; i < change->files.len && !status; i++)
    status = write_file(change, &change->files.items[i], err);
  if (!status && change->call->arena->status)
    status = sx_fail(err, change->call->arena->status, NULL);
  if (!status) *after = show(change, own_file(change), change->new_name);
  return status;
}

sx_status sx_signature_find_calls(sx_signature *change, sx_err *err) {
  change->is_inlined = true;
  sx_status status = read_function(change, err);
  if (status) return status;
  change->new_name = change->name;
  return sx_signature_find_uses(change, err);
}
