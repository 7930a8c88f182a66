#include "parse/declarator.h"

#include "base/str.h"
#include "text/language.h"

#define MAX_DEPTH 32

static bool is_one_of(const char *type, const char *types) {
  return sx_language_has_word(types, sx_str_from(type), false);
}

static bool is_conversion(TSNode node) {
  for (size_t i = 0; i < MAX_DEPTH && !ts_node_is_null(node); i++) {
    if (is_one_of(ts_node_type(node), "operator_cast")) return true;
    node = ts_node_child_by_field_name(node, "name", 4);
  }
  return false;
}

static TSNode inner_of(TSNode node) {
  TSNode inner = ts_node_child_by_field_name(node, "declarator", 10);
  if (!ts_node_is_null(inner)) return inner;
  bool is_first = is_one_of(ts_node_type(node), "attributed_declarator");
  uint32_t count = ts_node_named_child_count(node);
  return ts_node_named_child(node, is_first || !count ? 0 : count - 1);
}

/* The name in `int (min)()` where int is a name, or a macro: it looks like a function that returns
 * one. A null node where `node` is something else. */
static TSNode named_by_parameter(TSNode node) {
  TSNode none = {0};
  TSNode inner = ts_node_child_by_field_name(node, "declarator", 10);
  if (ts_node_is_null(inner) || !is_one_of(ts_node_type(inner), "function_declarator")) return none;
  TSNode list = ts_node_child_by_field_name(inner, "parameters", 10);
  if (ts_node_is_null(list) || ts_node_named_child_count(list) != 1) return none;
  TSNode type = ts_node_child_by_field_name(ts_node_named_child(list, 0), "type", 4);
  bool is_name = !ts_node_is_null(type) && is_one_of(ts_node_type(type), "type_identifier") &&
                 ts_node_end_byte(type) == ts_node_end_byte(ts_node_named_child(list, 0));
  return is_name ? type : none;
}

bool sx_declarator_find(TSNode *out, bool *is_function, TSNode node) {
  *is_function = false;
  for (size_t i = 0; i < MAX_DEPTH && !ts_node_is_null(node); i++) {
    const char *type = ts_node_type(node);
    if (is_one_of(type, "identifier field_identifier type_identifier destructor_name operator_name "
                        "qualified_identifier template_function template_method operator_cast")) {
      *is_function |= is_conversion(node);
      *out = node;
      return true;
    }
    if (is_one_of(type, "function_declarator")) {
      *is_function = true;
      *out = named_by_parameter(node);
      if (!ts_node_is_null(*out)) return true;
    }
    if (is_one_of(type, "pointer_declarator reference_declarator array_declarator"))
      *is_function = false;
    else if (!is_one_of(type, "function_declarator parenthesized_declarator init_declarator "
                              "attributed_declarator"))
      return false;
    node = inner_of(node);
  }
  return false;
}

bool sx_declarator_is_friend(TSNode declaration) {
  TSNode parent = ts_node_parent(declaration);
  return !ts_node_is_null(parent) && is_one_of(ts_node_type(parent), "friend_declaration");
}
