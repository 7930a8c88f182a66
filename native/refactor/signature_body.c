#include "refactor/signature.h"

#include "base/word.h"
#include "text/language.h"

#define MAX_SHOWN 5

static size_t receivers_of(const sx_parameters *list) {
  return list->items.len && list->items.items[0].kind == SX_PARAMETER_RECEIVER;
}

/* The old parameter that a name means; SX_STR_NONE: something else. Its own in a pattern, too. */
static size_t parameter_of(const sx_signature *change, const sx_signature_file *file,
                           const sx_signature_site *site, const sx_name *name) {
  if (name->binding == SX_BINDING_FREE) return SX_STR_NONE;
  const sx_binding *binding = &file->names.bindings.items[name->binding];
  if (binding->kind != SX_BINDING_PARAMETER) return SX_STR_NONE;
  uint32_t first = file->names.names.items[binding->first].start;
  size_t skip = receivers_of(&site->parameters);
  for (size_t i = 0; i < sx_signature_old_count(change); i++) {
    const sx_parameter *one = &site->parameters.items.items[i + skip];
    if (first >= one->start && first < one->end) return i;
  }
  return SX_STR_NONE;
}

static bool is_inside(const sx_parameter *one, uint32_t offset) {
  return offset >= one->start && offset < one->end;
}

static sx_status fail_used(const sx_signature *change, const sx_signature_file *file,
                           const sx_name *name, sx_err *err) {
  return sx_refactoring_refuse(change->r, file->document, name->start, err,
                               "the removed parameter '%.*s' is still used here. Take its uses out "
                               "first.",
                               SX_STR_ARG(sx_nodes_text(&file->nodes, name->node)));
}

static bool is_new_name(const sx_signature *change, sx_str text) {
  for (size_t i = 0; i < change->items.len; i++) {
    const sx_new_parameter *one = &change->items.items[i];
    if ((one->is_renamed || one->from == SX_STR_NONE) && one->as.name.len &&
        sx_str_is_equal(one->as.name, text))
      return true;
  }
  return false;
}

static sx_status rename_one(sx_signature *change, sx_signature_file *file, const sx_name *name,
                            sx_str new_name, sx_err *err) {
  sx_arena *arena = change->call->arena;
  sx_str text = new_name;
  if (sx_nodes_is(&file->nodes, name->node,
                  "shorthand_property_identifier shorthand_property_identifier_pattern"))
    text = sx_arena_printf(arena, "%.*s: %.*s", SX_STR_ARG(sx_nodes_text(&file->nodes, name->node)),
                           SX_STR_ARG(new_name));
  return sx_text_edits_set(&file->edits, name->start, name->end, text, arena, err);
}

static sx_status judge_name(sx_signature *change, sx_signature_file *file,
                            const sx_signature_site *site, const sx_name *name, sx_err *err) {
  size_t old = parameter_of(change, file, site, name);
  sx_str text = sx_nodes_text(&file->nodes, name->node);
  if (old == SX_STR_NONE) {
    if (!is_new_name(change, text)) return SX_OK;
    return sx_refactoring_refuse(change->r, file->document, name->start, err,
                                 "'%.*s' means something else here, which a parameter of that name "
                                 "would hide. Choose another name.",
                                 SX_STR_ARG(text));
  }
  const sx_parameter *own = &site->parameters.items.items[old + receivers_of(&site->parameters)];
  size_t at = sx_signature_new_of(change, old);
  if (is_inside(own, name->start)) return SX_OK;
  if (at == SX_STR_NONE) return fail_used(change, file, name, err);
  const sx_new_parameter *one = &change->items.items[at];
  bool is_own_name = sx_str_is_equal(own->name, sx_signature_old(change, old)->name);
  if (!one->is_renamed || own->is_pattern || !is_own_name) return SX_OK;
  return rename_one(change, file, name, one->as.name, err);
}

/* Words that look parameters up in ways that the text does not show. */
static sx_status check_dynamic(const sx_signature *change, const sx_signature_file *file,
                               const sx_signature_site *site, sx_err *err) {
  const sx_nodes *nodes = &file->nodes;
  const char *words = change->family == SX_SIGNATURE_PYTHON   ? "eval exec locals vars"
                      : change->family == SX_SIGNATURE_SCRIPT ? "eval arguments"
                                                              : "va_start";
  if (change->family == SX_SIGNATURE_GO) return SX_OK;
  for (uint32_t one = site->where; one < nodes->ends[site->where]; one++) {
    if (!sx_nodes_is(nodes, one, "identifier") ||
        !sx_language_has_word(words, sx_nodes_text(nodes, one), false))
      continue;
    return sx_refactoring_refuse(
        change->r, file->document, sx_nodes_get(nodes, one)->start, err,
        "the function gets at its parameters by '%.*s' here. Name them there first.",
        SX_STR_ARG(sx_nodes_text(nodes, one)));
  }
  return SX_OK;
}

/* The old parameter that a macro's text has, and that gets another name or goes; SX_STR_NONE. */
static size_t parameter_in_macro(const sx_signature *change, const sx_nodes *nodes,
                                 uint32_t definition) {
  sx_str value = sx_nodes_text(nodes, sx_nodes_field(nodes, definition, "value"));
  sx_str own = sx_nodes_text(nodes, sx_nodes_field(nodes, definition, "parameters"));
  for (size_t i = 0; i < sx_signature_old_count(change); i++) {
    size_t at = sx_signature_new_of(change, i);
    sx_str name = sx_signature_old(change, i)->name;
    bool is_kept = at != SX_STR_NONE && !change->items.items[at].is_renamed;
    if (!is_kept && sx_word_is_in(value, name) && !sx_word_is_in(own, name)) return i;
  }
  return SX_STR_NONE;
}

/* C: a macro of the file that takes a parameter by its name. */
static sx_status check_macro(const sx_signature *change, const sx_signature_file *file,
                             const sx_name *use, sx_err *err) {
  const sx_names *names = &file->names;
  bool is_macro = use->binding != SX_BINDING_FREE &&
                  names->bindings.items[use->binding].kind == SX_BINDING_MACRO;
  for (size_t i = 0; is_macro && i < names->names.len; i++) {
    const sx_name *one = &names->names.items[i];
    if (one->binding != use->binding || !(one->roles & SX_NAME_DECLARES)) continue;
    size_t old = parameter_in_macro(change, &file->nodes, sx_nodes_parent(&file->nodes, one->node));
    if (old == SX_STR_NONE) continue;
    return sx_refactoring_refuse(change->r, file->document, use->start, err,
                                 "this macro has the parameter '%.*s' in its text, which is not "
                                 "rewritten. Give the parameter to the macro first.",
                                 SX_STR_ARG(sx_signature_old(change, old)->name));
  }
  return SX_OK;
}

/* TypeScript's `constructor(private name)` also declares a member. */
static sx_status check_members(const sx_signature *change, const sx_signature_file *file,
                               const sx_signature_site *site, sx_err *err) {
  size_t skip = receivers_of(&site->parameters);
  for (size_t i = 0; i < sx_signature_old_count(change); i++) {
    const sx_parameter *own = &site->parameters.items.items[i + skip];
    size_t at = sx_signature_new_of(change, i);
    bool is_changed = at == SX_STR_NONE || change->items.items[at].is_renamed;
    if (own->prefix.len && is_changed)
      return sx_refactoring_refuse(
          change->r, file->document, own->start, err,
          "this parameter is also a member of the class. Declare the member by itself first.");
  }
  return SX_OK;
}

static bool changes_names(const sx_signature *change) {
  for (size_t i = 0; i < change->items.len; i++)
    if (change->items.items[i].is_renamed ||
        (change->items.items[i].from == SX_STR_NONE && change->items.items[i].as.name.len))
      return true;
  for (size_t i = 0; i < sx_signature_old_count(change); i++) {
    const sx_parameter *one = sx_signature_old(change, i);
    if (sx_signature_new_of(change, i) == SX_STR_NONE && one->name.len) return true;
  }
  return false;
}

/* Whether the order of what it gets changes: for what counts arguments. */
static bool changes_order(const sx_signature *change) {
  for (size_t i = 0; i < change->items.len; i++)
    if (change->items.items[i].from != i && change->items.items[i].as.name.len) return true;
  return false;
}

/* C has the list beside the body. */
static uint32_t whole_of(const sx_nodes *nodes, uint32_t function) {
  uint32_t around = sx_nodes_is(nodes, function, "function_declarator")
                        ? sx_nodes_above(nodes, function, "function_definition declaration")
                        : function;
  return around == SX_NODE_NONE ? function : around;
}

sx_status sx_signature_write_body(sx_signature *change, sx_signature_file *file,
                                  const sx_signature_site *site, sx_err *err) {
  if (!changes_names(change) && !changes_order(change)) return SX_OK;
  sx_signature_site all = *site;
  all.where = whole_of(&file->nodes, site->where);
  sx_status status = check_dynamic(change, file, &all, err);
  if (!status && changes_names(change)) status = check_members(change, file, site, err);
  if (!status) status = sx_signature_names(change, file, err);
  if (status) return status;
  uint32_t end = sx_nodes_get(&file->nodes, all.where)->end;
  size_t at = sx_names_from(&file->names, site->parameters.start);
  for (; at < file->names.names.len && !status; at++) {
    const sx_name *name = &file->names.names.items[at];
    if (name->start >= end) break;
    status = judge_name(change, file, site, name, err);
    if (!status && change->family == SX_SIGNATURE_C) status = check_macro(change, file, name, err);
  }
  return status;
}
