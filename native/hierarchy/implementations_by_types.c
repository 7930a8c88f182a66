#include "hierarchy/implementations_by_types.h"

#include "hierarchy/hierarchy.h"
#include "hierarchy/unlisted_subtypes.h"
#include "workspace/outline.h"
#include "servers/readiness.h"

/* The depth of types that derive from each other; deeper ones do not occur. */
#define MAX_LEVELS 12

/** A type, and the member of it that is asked about; empty: the type itself. */
typedef struct question {
  sx_place type;
  sx_str type_name, member;
} question;

static bool is_type(const sx_host_symbol *symbol) {
  return sx_language_has_word("Class Interface Struct", symbol->kind, false);
}

static sx_status get_outline(sx_call *call, sx_str path, sx_host_symbols *out, sx_err *err) {
  const sx_document *document;
  *out = (sx_host_symbols){0};
  sx_status status = sx_document_open(call, path, &document, err);
  return status ? status : sx_outline_get(call, document, SX_PATIENCE_MS, out, err);
}

/* The innermost type around a place, with its index; `symbols->len` where there is none. */
static size_t find_type(const sx_host_symbols *symbols, sx_pos16 at) {
  size_t found = symbols->len;
  for (size_t i = 0; i < symbols->len; i++)
    if (is_type(&symbols->items[i]) && sx_range16_has(symbols->items[i].range, at)) found = i;
  return found;
}

static sx_status make_question(question *out, sx_call *call, const sx_target *target, bool *is_made,
                               sx_err *err) {
  const sx_symbol *symbol = target->symbol;
  sx_host_symbols symbols;
  *is_made = false;
  if (!symbol->is_declaration_known) return SX_OK;
  sx_status status = get_outline(call, symbol->path, &symbols, err);
  size_t i = status ? 0 : find_type(&symbols, symbol->at);
  if (status || i == symbols.len) return status;
  sx_pos16 at = symbols.items[i].name_at;
  bool is_itself = sx_pos16_is_equal(at, symbol->at);
  *out = (question){.type = {symbol->path, {at, at}},
                    .type_name = sx_locator_bare_name(symbols.items[i].name),
                    .member = is_itself ? SX_STR("") : symbol->name};
  *is_made = true;
  return SX_OK;
}

static sx_status add_place(sx_call *call, sx_places *out, sx_str path, sx_pos16 at, sx_err *err) {
  sx_place *added = SX_ARRAY_ADD(out, call->arena);
  if (!added) return sx_fail(err, call->arena->status, NULL);
  *added = (sx_place){path, {at, at}};
  return SX_OK;
}

/* The type's own declaration of the name; a type nested in it has its own. */
static sx_status add_members(sx_call *call, const sx_host_item *type, sx_str name, sx_places *out,
                             sx_err *err) {
  sx_host_symbols symbols;
  sx_status status = get_outline(call, type->path, &symbols, err);
  size_t own = status ? 0 : find_type(&symbols, type->name_at);
  for (size_t i = own + 1; i < symbols.len && !status; i++) {
    const sx_host_symbol *one = &symbols.items[i];
    if (one->depth <= symbols.items[own].depth) break;
    bool is_member = one->depth == symbols.items[own].depth + 1 && one->has_name_at &&
                     sx_str_is_equal(sx_locator_bare_name(one->name), name);
    if (is_member) status = add_place(call, out, type->path, one->name_at, err);
  }
  return status;
}

static sx_status collect(const question *ask, sx_call *call, sx_hierarchy *tree, sx_err *err) {
  sx_relatives_source source;
  sx_host_item root;
  *tree = (sx_hierarchy){.failure = SX_STR("")};
  sx_status status =
      sx_hierarchy_by_references(&source, call, &ask->type, ask->type_name, &root, err);
  if (!status) status = sx_hierarchy_collect(tree, &source, SX_SUBTYPES, &root, MAX_LEVELS, err);
  return status ? status : sx_unlisted_subtypes_note(tree, call, err);
}

static sx_str gap_of(const sx_hierarchy *tree) {
  if (tree->failure.len) return tree->failure;
  if (tree->is_late) return SX_STR("the call timed out before all types were checked.");
  return tree->is_cut ? SX_STR("there are too many types to check all of them.") : SX_STR("");
}

sx_status sx_implementations_by_types(sx_places *out, sx_call *call, const sx_target *target,
                                      sx_str *gap, sx_err *err) {
  question ask;
  sx_hierarchy tree;
  bool is_made;
  *out = (sx_places){0};
  *gap = SX_STR("");
  sx_status status = make_question(&ask, call, target, &is_made, err);
  if (!status && !is_made) return SX_OK;
  if (!status) status = collect(&ask, call, &tree, err);
  if (!status) *gap = gap_of(&tree);
  for (size_t i = 1; !status && i < tree.nodes.len; i++) {
    const sx_hierarchy_node *node = &tree.nodes.items[i];
    if (node->is_recursive || node->is_repeated) continue;
    status = ask.member.len ? add_members(call, &node->item, ask.member, out, err)
                            : add_place(call, out, node->item.path, node->item.name_at, err);
  }
  if (!status || sx_status_ends_call(status)) return status;
  *gap = status == SX_DEADLINE ? SX_STR("the call timed out before all types were checked.")
                               : sx_arena_dup(call->arena, sx_str_from(err ? err->message : ""));
  return call->arena->status ? sx_fail(err, call->arena->status, NULL) : SX_OK;
}

sx_status sx_implementations_by_names(sx_places *out, sx_type_names **names, sx_call *call,
                                      const sx_target *target, sx_str *gap, sx_err *err) {
  const sx_symbol *symbol = target->symbol;
  const sx_place place = {symbol->path, {symbol->at, symbol->at}};
  sx_host_item root;
  sx_hierarchy tree = {.failure = SX_STR("")};
  bool is_member;
  *out = (sx_places){0};
  sx_status status = sx_type_names_begin(names, call, err);
  if (!status) status = sx_type_names_find(*names, &place, symbol->name, &root, &is_member, err);
  if (status || !root.path.len) return status;
  sx_relatives_source source = sx_type_names_source(*names);
  status = sx_hierarchy_collect(&tree, &source, SX_SUBTYPES, &root, MAX_LEVELS, err);
  if (!status) *gap = gap_of(&tree);
  for (size_t i = 1; i < tree.nodes.len && !status; i++) {
    const sx_hierarchy_node *node = &tree.nodes.items[i];
    if (node->is_recursive || node->is_repeated) continue;
    status = is_member ? sx_type_names_add_members(*names, &node->item, symbol->name, out, err)
                       : add_place(call, out, node->item.path, node->item.name_at, err);
  }
  return status;
}
