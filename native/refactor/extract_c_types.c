#include "refactor/extract.h"

#include "base/byte.h"
#include "base/word.h"
#include "refactor/c_arrays.h"
#include "text/language.h"

/* C: declarations of variables, and which of them are given by their address. */

/* ---- declarations ---------------------------------------------------------------------------- */

static bool is_declarator(const sx_nodes *nodes, uint32_t node) {
  return sx_nodes_is(nodes, node,
                     "pointer_declarator array_declarator function_declarator "
                     "parenthesized_declarator init_declarator attributed_declarator");
}

/* No name of a function may be in a type. */
static bool is_known_in_file(const sx_extraction *x, uint32_t start, uint32_t end, uint32_t but) {
  for (size_t i = sx_names_from(&x->names, start);
       i < x->names.names.len && x->names.names.items[i].start < end; i++) {
    uint32_t binding = x->names.names.items[i].binding;
    if (binding == SX_BINDING_FREE || binding == but) continue;
    uint32_t scope = x->names.bindings.items[binding].scope;
    bool is_inside = scope != 0 && sx_nodes_get(&x->nodes, scope)->start >= start;
    if (scope != 0 && !is_inside) return false;
  }
  return true;
}

/* The words before the first declarator but for those that say how it is stored. */
static bool find_specifiers(const sx_extraction *x, uint32_t declaration, sx_extract_declared *out,
                            uint32_t binding) {
  const sx_nodes *nodes = &x->nodes;
  sx_buf text;
  bool is_usable = true;
  sx_buf_init(&text, SX_DOCUMENT_MAX_BYTES);
  for (uint32_t child = sx_nodes_first_named(nodes, declaration); child != SX_NODE_NONE;
       child = sx_nodes_next_named(nodes, child)) {
    if (sx_nodes_is_field(nodes, child, "declarator")) break;
    const sx_tree_node *at = sx_nodes_get(nodes, child);
    sx_str word = sx_nodes_text(nodes, child);
    if (sx_nodes_is(nodes, child, "storage_class_specifier")) {
      if (sx_str_is_equal(word, SX_STR("register"))) out->is_register = true;
      continue;
    }
    if (sx_nodes_is(nodes, child,
                    "attribute_specifier attribute_declaration placeholder_type_"
                    "specifier ms_declspec_modifier") ||
        sx_nodes_field(nodes, child, "body") != SX_NODE_NONE ||
        sx_str_find(word, SX_STR("va_list"), 0) != SX_STR_NONE ||
        sx_str_find_char(word, '\n', 0) != SX_STR_NONE ||
        !is_known_in_file(x, at->start, at->end, binding))
      is_usable = false;
    if (text.len) sx_buf_add_char(&text, ' ');
    sx_buf_add(&text, word);
  }
  out->specifiers = sx_buf_keep(&text, x->call->arena);
  return is_usable && out->specifiers.len;
}

static bool is_pointer_text(sx_str text) {
  for (size_t i = 0; i < text.len; i++)
    if (text.ptr[i] != '*' && text.ptr[i] != ' ') return false;
  return true;
}

bool sx_extract_c_declared(const sx_extraction *x, uint32_t binding, sx_extract_declared *out) {
  const sx_nodes *nodes = &x->nodes;
  const sx_binding *b = &x->names.bindings.items[binding];
  uint32_t node = x->names.names.items[b->first].node, top = node;
  *out = (sx_extract_declared){SX_STR(""), SX_STR(""), SX_STR(""), false, false, false};
  if (b->declarations != 1) return false;
  for (uint32_t parent = sx_nodes_parent(nodes, top); is_declarator(nodes, parent);
       parent = sx_nodes_parent(nodes, parent)) {
    if (sx_nodes_is(nodes, parent, "attributed_declarator")) return false;
    if (sx_nodes_is(nodes, parent, "init_declarator")) break;
    if (top == node && sx_nodes_is(nodes, parent, "array_declarator")) out->is_array = true;
    top = parent;
  }
  uint32_t declaration = sx_nodes_above(nodes, top, "declaration parameter_declaration");
  if (declaration == SX_NODE_NONE || !sx_nodes_has_in(nodes, b->scope, declaration)) return false;
  const sx_tree_node *name = sx_nodes_get(nodes, node), *all = sx_nodes_get(nodes, top);
  out->before = sx_str_slice(nodes->text, all->start, name->start);
  out->after = sx_str_slice(nodes->text, name->end, all->end);
  out->is_plain = !out->after.len && is_pointer_text(out->before);
  bool is_one_line = sx_str_find_char(sx_nodes_text(nodes, top), '\n', 0) == SX_STR_NONE;
  return find_specifiers(x, declaration, out, binding) && is_one_line &&
         is_known_in_file(x, all->start, all->end, binding);
}

/* ---- what is given by its address ------------------------------------------------------------ */

/* `x.f` may be the address of an array in x, and `x[0]` a part of an array by a typedef. */
static bool is_part_used(const sx_extraction *x, const sx_name *name, bool is_pointer) {
  const sx_nodes *nodes = &x->nodes;
  uint32_t parent = sx_nodes_parent(nodes, name->node);
  while (sx_nodes_is(nodes, parent, "parenthesized_expression"))
    parent = sx_nodes_parent(nodes, parent);
  if (sx_nodes_is(nodes, parent, "field_expression"))
    return sx_nodes_token(nodes, parent, ".") != SX_NODE_NONE;
  return !is_pointer && sx_nodes_is(nodes, parent, "subscript_expression") &&
         sx_nodes_is_field(nodes, name->node, "argument");
}

bool sx_extract_c_is_shared(const sx_extraction *x, uint32_t binding) {
  sx_extract_declared declared;
  const sx_binding *b = &x->names.bindings.items[binding];
  if (b->scope == 0) return false;
  bool is_known = sx_extract_c_declared(x, binding, &declared);
  bool is_parameter = b->kind == SX_BINDING_PARAMETER;
  if (is_known && declared.is_array && !is_parameter) return true;
  bool is_watched = sx_str_find(declared.specifiers, SX_STR("volatile"), 0) != SX_STR_NONE ||
                    sx_str_find(declared.specifiers, SX_STR("_Atomic"), 0) != SX_STR_NONE;
  if (is_known && is_watched) return true;
  bool is_pointer = is_known && (declared.is_array || declared.before.len > 0);
  for (size_t i = 0; i < x->names.names.len; i++) {
    const sx_name *name = &x->names.names.items[i];
    if (name->binding != binding) continue;
    if ((name->roles & SX_NAME_ADDRESS) || is_part_used(x, name, is_pointer)) return true;
  }
  return false;
}

/* ---- values ---------------------------------------------------------------------------------- */

static const sx_binding *binding_of(const sx_extraction *x, const sx_extract_value *value) {
  return &x->names.bindings.items[value->binding];
}

/* Whether a word, not that of a tag, is in a type or in the size of an array. */
static bool has_word(sx_str text, sx_str word) {
  sx_str before = SX_STR("");
  size_t at = 0;
  for (sx_str one = sx_word_next(text, &at); one.len; one = sx_word_next(text, &at)) {
    if (sx_str_is_equal(one, word) && !sx_language_has_word("struct union enum", before, false))
      return true;
    before = one;
  }
  return false;
}

/* A parameter would hide the type of another one: `long *T, T *a`. */
static sx_status check_hidden(sx_extraction *x, const sx_extract_part *part,
                              const sx_extract_value *value, sx_err *err) {
  sx_extract_declared declared;
  if (!sx_extract_c_declared(x, value->binding, &declared)) return SX_OK;
  for (size_t i = 0; i < part->values.len; i++) {
    const sx_extract_value *other = &part->values.items[i];
    sx_str name = binding_of(x, other)->name;
    if (other == value || !(has_word(declared.specifiers, name) || has_word(declared.after, name)))
      continue;
    return sx_extract_refuse(x, value->node, err,
                             "The declaration of '%.*s' cannot be written beside that of '%.*s', "
                             "which means something else in it. Rename one of both first.",
                             SX_STR_ARG(binding_of(x, value)->name), SX_STR_ARG(name));
  }
  return SX_OK;
}

/* `typedef int trio[3]`, by one name or several. */
static bool is_array_type(const sx_extraction *x, sx_str type) {
  for (int turn = 0; turn < 8; turn++) {
    uint32_t node = SX_NODE_NONE;
    for (size_t i = 0; i < x->names.bindings.len; i++) {
      const sx_binding *b = &x->names.bindings.items[i];
      if (b->scope == 0 && b->kind == SX_BINDING_TYPE && sx_str_is_equal(b->name, type))
        node = x->names.names.items[b->first].node;
    }
    if (node == SX_NODE_NONE) return sx_c_is_array_type(x->call, x->document, type);
    uint32_t parent = sx_nodes_parent(&x->nodes, node);
    if (sx_nodes_is(&x->nodes, parent, "array_declarator")) return true;
    if (!sx_nodes_is(&x->nodes, parent, "type_definition")) return false;
    type = sx_nodes_text(&x->nodes, sx_nodes_field(&x->nodes, parent, "type"));
  }
  return false;
}

/* Functions get the address of such an array as a copy, and return none. */
static bool is_odd_array(const sx_extraction *x, const sx_extract_value *value,
                         const sx_extract_declared *declared) {
  bool is_parameter = binding_of(x, value)->kind == SX_BINDING_PARAMETER;
  if (!value->is_result && !(value->is_shared && is_parameter)) return false;
  sx_str type = declared->specifiers;
  if (sx_str_has_prefix(type, SX_STR("const "))) type = sx_str_slice(type, 6, type.len);
  return !declared->before.len && is_array_type(x, type);
}

static bool is_read_outside(const sx_extraction *x, const sx_extract_part *part, uint32_t binding) {
  for (size_t i = 0; i < x->names.names.len; i++) {
    const sx_name *name = &x->names.names.items[i];
    if (name->binding == binding && (name->roles & (SX_NAME_READS | SX_NAME_ADDRESS)) &&
        !sx_extract_has(x, part, name->node))
      return true;
  }
  return false;
}

static sx_status check_value(sx_extraction *x, const sx_extract_part *part,
                             const sx_extract_value *value, sx_err *err) {
  sx_extract_declared declared;
  sx_str name = binding_of(x, value)->name;
  if (!sx_extract_c_declared(x, value->binding, &declared))
    return sx_extract_refuse(x, value->node, err,
                             "The declaration of '%.*s' cannot be written outside of this "
                             "function: its type is declared here, has no name, or is that of a "
                             "list of arguments. Select code without it.",
                             SX_STR_ARG(name));
  bool is_moved = declared.is_array && binding_of(x, value)->kind == SX_BINDING_PARAMETER;
  if (value->is_shared && (declared.is_register || is_moved))
    return sx_extract_refuse(x, value->node, err,
                             "The address of '%.*s', which the new function would need, cannot be "
                             "given. Select code without it.",
                             SX_STR_ARG(name));
  if (is_odd_array(x, value, &declared))
    return sx_extract_refuse(x, value->node, err,
                             "'%.*s' is an array by a typedef, which a function cannot return, and "
                             "which is a pointer where it is a parameter. Select code without it.",
                             SX_STR_ARG(name));
  bool is_idle = value->is_local && !is_read_outside(x, part, value->binding), is_dropped = false;
  sx_status status =
      is_idle ? sx_extract_drop_declaration(x, part, value->binding, &is_dropped, err) : SX_OK;
  if (status) return status;
  if (is_idle && !is_dropped)
    return sx_extract_refuse(x, value->node, err,
                             "'%.*s' is declared before the selection and would not be used there "
                             "any more. Move its declaration into the selection first.",
                             SX_STR_ARG(name));
  if (value->is_result && !declared.is_plain)
    return sx_extract_refuse(x, value->node, err,
                             "'%.*s' is of a type that a function cannot return as it is written. "
                             "Select it with its uses, or without it.",
                             SX_STR_ARG(name));
  return SX_OK;
}

static bool is_written_first(sx_extraction *x, const sx_extract_part *part, uint32_t binding) {
  const sx_binding *b = &x->names.bindings.items[binding];
  return b->kind == SX_BINDING_PARAMETER ||
         sx_control_is_written_before(&x->control, binding, part->first, 0);
}

/* The function returns one result, if it can one that the selection declares. It shares the others.
 */
static sx_status share_results(sx_extraction *x, sx_extract_part *part, sx_err *err) {
  size_t count = sx_extract_count(part, true), fresh = 0;
  for (size_t i = 0; i < part->values.len; i++)
    fresh += part->values.items[i].is_result && part->values.items[i].is_new;
  for (size_t i = 0; i < part->values.len; i++) {
    sx_extract_value *value = &part->values.items[i];
    if (!value->is_result) continue;
    if (value->is_new && fresh > 1)
      return sx_extract_refuse(x, value->node, err,
                               "The selection declares several variables that are used after it. "
                               "Declare '%.*s' before the selection, or select its uses, too.",
                               SX_STR_ARG(binding_of(x, value)->name));
    if (value->is_new && sx_extract_c_is_shared(x, value->binding))
      return sx_extract_refuse(x, value->node, err,
                               "The selection declares '%.*s', which is used after it and of which "
                               "the address is used. Declare it before the selection.",
                               SX_STR_ARG(binding_of(x, value)->name));
    if (value->is_new || count == 1) continue;
    value->is_result = value->is_local = false;
    value->is_parameter = value->is_shared = true;
  }
  return SX_OK;
}

/* Functions that keep no address that they are given. */
static bool is_kept(const sx_extraction *x, uint32_t use) {
  const sx_nodes *nodes = &x->nodes;
  uint32_t list = sx_nodes_parent(nodes, use);
  if (sx_nodes_is(nodes, list, "pointer_expression")) list = sx_nodes_parent(nodes, list);
  while (sx_nodes_is(nodes, list, "parenthesized_expression")) list = sx_nodes_parent(nodes, list);
  if (sx_nodes_is(nodes, list, "sizeof_expression")) return false;
  uint32_t call = sx_nodes_parent(nodes, list);
  sx_str callee = sx_nodes_text(nodes, sx_nodes_field(nodes, call, "function"));
  if (!sx_nodes_is(nodes, list, "argument_list")) return true;
  if (sx_language_has_word("strlen strcmp strncmp memcmp snprintf sprintf printf fprintf puts "
                           "fputs sscanf scanf fread fwrite atoi atof",
                           callee, false))
    return false;
  bool is_dropped = sx_nodes_is(nodes, sx_nodes_parent(nodes, call), "expression_statement");
  return !is_dropped ||
         !sx_language_has_word("memset memcpy memmove strcpy strncpy strcat", callee, false);
}

/* Whether a struct of the file has an array of this name. */
static bool is_array_field(const sx_extraction *x, sx_str name) {
  for (uint32_t i = 0; i < x->nodes.tree.nodes.len; i++) {
    uint32_t parent = sx_nodes_parent(&x->nodes, i);
    if (sx_nodes_is(&x->nodes, i, "field_identifier") &&
        sx_nodes_is(&x->nodes, parent, "array_declarator") &&
        sx_str_is_equal(sx_nodes_text(&x->nodes, i), name))
      return true;
  }
  return false;
}

/* The part of a variable that a use is of, where that is an array: `rows[1]`, `p.name`, or what is
 * one by a typedef. NONE: it is none. */
static uint32_t array_part(const sx_extraction *x, const sx_name *use) {
  const sx_nodes *nodes = &x->nodes;
  sx_extract_declared declared;
  uint32_t node = use->node, parent = sx_nodes_parent(nodes, node);
  if (!sx_extract_c_declared(x, use->binding, &declared)) return SX_NODE_NONE;
  size_t depth = !declared.before.len && is_array_type(x, declared.specifiers);
  for (size_t i = 0; i < declared.after.len; i++) depth += declared.after.ptr[i] == '[';
  if (sx_nodes_is(nodes, parent, "field_expression") &&
      sx_nodes_token(nodes, parent, ".") != SX_NODE_NONE)
    return is_array_field(x, sx_nodes_text(nodes, sx_nodes_field(nodes, parent, "field")))
               ? parent
               : SX_NODE_NONE;
  for (; depth && sx_nodes_is(nodes, parent, "subscript_expression") &&
         sx_nodes_is_field(nodes, node, "argument");
       parent = sx_nodes_parent(nodes, parent)) {
    node = parent;
    depth--;
  }
  return depth && !(use->roles & SX_NAME_DECLARES) ? node : SX_NODE_NONE;
}

static bool is_pointed_at(const sx_extraction *x, const sx_name *use) {
  if ((use->roles & SX_NAME_ADDRESS) && is_kept(x, use->node)) return true;
  uint32_t part = array_part(x, use);
  return part != SX_NODE_NONE &&
         !(sx_nodes_is(&x->nodes, sx_nodes_parent(&x->nodes, part), "subscript_expression") &&
           sx_nodes_is_field(&x->nodes, part, "argument")) &&
         is_kept(x, part);
}

static sx_status check_life(sx_extraction *x, const sx_extract_part *part, uint32_t binding,
                            sx_err *err) {
  for (size_t i = sx_names_from(&x->names, part->start);
       i < x->names.names.len && x->names.names.items[i].start < part->end; i++) {
    const sx_name *use = &x->names.names.items[i];
    if (use->binding != binding || !is_pointed_at(x, use)) continue;
    return sx_extract_refuse(x, use->node, err,
                             "The address of '%.*s' is used here and may be kept, but in a "
                             "function of its own this variable ends before the code after the "
                             "selection. Select up to the end of its block.",
                             SX_STR_ARG(x->names.bindings.items[binding].name));
  }
  return SX_OK;
}

/* Variables of the selection live to the end of its block; those of a function to its end. */
static sx_status check_lives(sx_extraction *x, const sx_extract_part *part, sx_err *err) {
  sx_status status = SX_OK;
  bool is_last = sx_nodes_next_named(&x->nodes, part->last) == SX_NODE_NONE;
  if (is_last || part->is_expression) return SX_OK;
  for (size_t i = sx_names_from(&x->names, part->start);
       i < x->names.names.len && x->names.names.items[i].start < part->end && !status; i++) {
    const sx_name *name = &x->names.names.items[i];
    if (!(name->roles & SX_NAME_DECLARES) || name->binding == SX_BINDING_FREE) continue;
    const sx_binding *b = &x->names.bindings.items[name->binding];
    if (b->kind <= SX_BINDING_PARAMETER && !sx_extract_has(x, part, b->scope))
      status = check_life(x, part, name->binding, err);
  }
  return status;
}

sx_status sx_extract_c_settle(sx_extraction *x, sx_extract_part *part, sx_err *err) {
  sx_status status = share_results(x, part, err);
  for (size_t i = 0; i < part->values.len && !status; i++) {
    sx_extract_value *value = &part->values.items[i];
    bool is_open = value->is_parameter && !value->is_shared;
    if (is_open && value->is_result && !is_written_first(x, part, value->binding)) {
      value->is_result = false;
      value->is_shared = true;
    }
    status = check_value(x, part, value, err);
    if (!status) status = check_hidden(x, part, value, err);
  }
  return status ? status : check_lives(x, part, err);
}

bool sx_extract_c_is_same(const sx_extraction *x, const sx_extract_part *other) {
  size_t count = x->part.values.len;
  if (other->values.len != count) return false;
  for (size_t i = 0; i < count; i++) {
    sx_extract_declared a, b;
    if (!sx_extract_c_declared(x, x->part.values.items[i].binding, &a) ||
        !sx_extract_c_declared(x, other->values.items[i].binding, &b) ||
        !sx_str_is_equal(a.specifiers, b.specifiers) || !sx_str_is_equal(a.before, b.before) ||
        !sx_str_is_equal(a.after, b.after))
      return false;
  }
  return true;
}
