#include "refactor/extract.h"

#include "base/byte.h"
#include "text/position.h"

/* ---- kinds ----------------------------------------------------------------------------------- */

static const char *const expressions[] = {
    [SX_EXTRACT_PYTHON] =
        "binary_operator boolean_operator not_operator comparison_operator unary_operator call "
        "attribute subscript conditional_expression lambda list tuple dictionary set "
        "list_comprehension set_comprehension dictionary_comprehension generator_expression string "
        "concatenated_string integer float true false none identifier parenthesized_expression "
        "await",
    [SX_EXTRACT_SCRIPT] =
        "call_expression new_expression member_expression subscript_expression binary_expression "
        "unary_expression ternary_expression parenthesized_expression template_string string "
        "number "
        "array object arrow_function function_expression await_expression as_expression "
        "non_null_expression satisfies_expression identifier regex true false null this "
        "jsx_element "
        "jsx_self_closing_element",
    [SX_EXTRACT_C] =
        "call_expression field_expression subscript_expression binary_expression unary_expression "
        "conditional_expression parenthesized_expression string_literal number_literal identifier "
        "char_literal pointer_expression cast_expression sizeof_expression true false null",
    [SX_EXTRACT_GO] =
        "call_expression selector_expression index_expression slice_expression binary_expression "
        "unary_expression parenthesized_expression composite_literal func_literal identifier "
        "int_literal float_literal rune_literal interpreted_string_literal raw_string_literal true "
        "false nil type_assertion_expression type_conversion_expression",
};

static const char *const lists[] = {
    [SX_EXTRACT_PYTHON] = "module block",
    [SX_EXTRACT_SCRIPT] = "program statement_block switch_case switch_default",
    [SX_EXTRACT_C] = "compound_statement case_statement",
    [SX_EXTRACT_GO] = "statement_list",
};

bool sx_extract_is_list(const sx_extraction *x, uint32_t node) {
  return sx_nodes_is(&x->nodes, node, lists[x->style]);
}

/* A target, a name or a part of what is more than a value. */
static bool is_bound_to(const sx_extraction *x, uint32_t node) {
  const sx_nodes *nodes = &x->nodes;
  uint32_t parent = sx_nodes_parent(nodes, node);
  if (sx_nodes_is_field(nodes, node, "left") &&
      sx_nodes_is(nodes, parent,
                  "assignment augmented_assignment assignment_expression for_in_statement "
                  "augmented_assignment_expression for_statement for_in_clause"))
    return true;
  if (sx_nodes_is(nodes, parent,
                  "pattern_list tuple_pattern list_pattern list_splat_pattern object_pattern "
                  "array_pattern rest_pattern dotted_name aliased_import delete_statement "
                  "as_pattern_target update_expression concatenated_string nested_identifier "
                  "global_statement nonlocal_statement import_specifier export_specifier "
                  "import_clause namespace_import type_query required_parameter typed_parameter "
                  "optional_parameter formal_parameters parameters lambda_parameters "
                  "jsx_opening_element jsx_closing_element jsx_self_closing_element decorator "
                  "class_heritage extends_clause type"))
    return true;
  return sx_nodes_is_field(nodes, node, "name") || sx_nodes_is_field(nodes, node, "alias") ||
         sx_nodes_is_field(nodes, node, "attribute") ||
         sx_nodes_is_field(nodes, node, "property") || sx_nodes_is_field(nodes, node, "key") ||
         sx_nodes_is_field(nodes, node, "constructor") ||
         sx_nodes_is_field(nodes, node, "source") || sx_nodes_is_field(nodes, node, "parameter");
}

static bool is_callee(const sx_extraction *x, uint32_t node) {
  /* o.m is called with o; in Python it is a value as any other. */
  return x->style == SX_EXTRACT_SCRIPT && sx_nodes_is_field(&x->nodes, node, "function") &&
         sx_nodes_is(&x->nodes, node, "member_expression subscript_expression import super");
}

/* `a?.b` in `a?.b.c`: all of it is passed over where `a` is nothing. */
static bool is_chain_part(const sx_extraction *x, uint32_t node) {
  uint32_t parent = sx_nodes_parent(&x->nodes, node);
  bool is_object = sx_nodes_is_field(&x->nodes, node, "object") ||
                   sx_nodes_is_field(&x->nodes, node, "function");
  if (!is_object ||
      !sx_nodes_is(&x->nodes, parent, "member_expression subscript_expression call_expression"))
    return false;
  for (uint32_t i = node; i < x->nodes.ends[node]; i++)
    if (sx_nodes_is(&x->nodes, i, "optional_chain")) return true;
  return false;
}

static bool is_special_place(const sx_extraction *x, uint32_t node) {
  const sx_nodes *nodes = &x->nodes;
  uint32_t parent = sx_nodes_parent(nodes, node);
  if (sx_nodes_is(nodes, node, "generator_expression") &&
      sx_nodes_is_field(nodes, node, "arguments"))
    return true;
  if (sx_nodes_is(nodes, parent, "interpolation"))
    return sx_nodes_token(nodes, parent, "=") != SX_NODE_NONE;
  if (!sx_nodes_is(nodes, parent, "unary_expression")) return false;
  sx_str sign = sx_nodes_text(nodes, sx_nodes_field(nodes, parent, "operator"));
  return sx_str_is_equal(sign, SX_STR("delete")) || sx_str_is_equal(sign, SX_STR("typeof"));
}

/* In a type, a pattern of `case`, or an import nothing is a value. */
static bool is_among_values(const sx_extraction *x, uint32_t node) {
  return sx_nodes_above(&x->nodes, node,
                        "type type_annotation case_pattern type_arguments import_statement "
                        "import_from_statement type_alias_declaration interface_declaration "
                        "extends_type_clause decorator") == SX_NODE_NONE;
}

bool sx_extract_is_expression(const sx_extraction *x, uint32_t node) {
  return sx_nodes_is(&x->nodes, node, expressions[x->style]) && !is_bound_to(x, node) &&
         !is_callee(x, node) && !is_chain_part(x, node) && !is_special_place(x, node) &&
         is_among_values(x, node);
}

/* ---- what is meant --------------------------------------------------------------------------- */

static sx_status fail_lines(const sx_extraction *x, sx_err *err) {
  return sx_fail(err, SX_INVALID_ARGUMENT,
                 "Lines %u to %u are not lines of the file, which has %u. Give start_line and "
                 "end_line of what is to be extracted.",
                 x->request.start_line, x->request.end_line, x->document->lines.count);
}

static sx_status find_range(const sx_extraction *x, uint32_t *start, uint32_t *end, sx_err *err) {
  const sx_extract_request *q = &x->request;
  sx_str text = x->document->text;
  uint32_t count = x->document->lines.count;
  if (!q->start_line || q->end_line < q->start_line || q->end_line > count)
    return fail_lines(x, err);
  sx_pos16 from = {q->start_line - 1, q->start_column ? q->start_column - 1 : 0};
  sx_pos16 to = {q->end_line - 1, q->end_column ? q->end_column - 1 : UINT32_MAX / 2};
  size_t a = sx_document_offset(x->document, from), b = sx_document_offset(x->document, to);
  while (a < b && sx_byte_is_space(text.ptr[a])) a++;
  while (b > a && sx_byte_is_space(text.ptr[b - 1])) b--;
  if (a == b)
    return sx_fail(err, SX_INVALID_ARGUMENT,
                   "Nothing but blanks is selected. Give the lines of the code to extract.");
  *start = (uint32_t)a;
  *end = (uint32_t)b;
  return SX_OK;
}

static void take_expression(sx_extraction *x, uint32_t node) {
  x->part.is_expression = true;
  x->part.first = x->part.last = node;
  x->part.start = sx_nodes_get(&x->nodes, node)->start;
  x->part.end = sx_nodes_get(&x->nodes, node)->end;
}

static bool is_exactly(const sx_extraction *x, uint32_t node, uint32_t start, uint32_t end) {
  const sx_tree_node *at = sx_nodes_get(&x->nodes, node);
  return at->start == start && at->end == end;
}

/* Among nodes of one extent an expression may be below a list of one. */
static uint32_t inner_expression(const sx_extraction *x, uint32_t node) {
  const sx_tree_node *at = sx_nodes_get(&x->nodes, node);
  while (node != SX_NODE_NONE && is_exactly(x, node, at->start, at->end)) {
    if (sx_extract_is_expression(x, node)) return node;
    node = sx_nodes_first_named(&x->nodes, node);
  }
  return SX_NODE_NONE;
}

/* A comment after the last statement, on its line, goes with it. */
static uint32_t with_comment(const sx_extraction *x, uint32_t last) {
  uint32_t next = sx_nodes_next(&x->nodes, last);
  uint32_t end = sx_nodes_get(&x->nodes, last)->end;
  if (!sx_nodes_is_comment(&x->nodes, next)) return last;
  sx_str between = sx_str_slice(x->nodes.text, end, sx_nodes_get(&x->nodes, next)->start);
  return sx_str_find_char(between, '\n', 0) == SX_STR_NONE ? next : last;
}

static bool overlaps(const sx_extraction *x, uint32_t node, uint32_t start, uint32_t end) {
  const sx_tree_node *at = sx_nodes_get(&x->nodes, node);
  return at->end > start && at->start < end;
}

/* In a `case` its value is beside the statements. */
static bool is_statement(const sx_extraction *x, uint32_t node) {
  return sx_nodes_is_named(&x->nodes, node) && !sx_nodes_is_field(&x->nodes, node, "value");
}

static sx_status take_statements(sx_extraction *x, uint32_t list, uint32_t start, uint32_t end,
                                 sx_err *err) {
  sx_extract_part *part = &x->part;
  part->first = part->last = SX_NODE_NONE;
  bool has_code = false;
  for (uint32_t child = sx_nodes_first(&x->nodes, list); child != SX_NODE_NONE;
       child = sx_nodes_next(&x->nodes, child)) {
    if (!is_statement(x, child) || !overlaps(x, child, start, end)) continue;
    if (part->first == SX_NODE_NONE) part->first = child;
    part->last = child;
    has_code = has_code || !sx_nodes_is_comment(&x->nodes, child);
  }
  if (!has_code)
    return sx_fail(err, SX_REFUSED,
                   "There is no statement and no expression in lines %u to %u that could become a "
                   "function. Nothing was changed. Give the lines of one.",
                   x->request.start_line, x->request.end_line);
  part->last = with_comment(x, part->last);
  part->start = sx_nodes_get(&x->nodes, part->first)->start;
  part->end = sx_nodes_get(&x->nodes, part->last)->end;
  return SX_OK;
}

static uint32_t list_around(const sx_extraction *x, uint32_t node) {
  while (node != SX_NODE_NONE && !sx_extract_is_list(x, node))
    node = sx_nodes_parent(&x->nodes, node);
  return node;
}

static uint32_t expression_around(const sx_extraction *x, uint32_t node, uint32_t list) {
  while (node != list && node != SX_NODE_NONE && !sx_extract_is_expression(x, node))
    node = sx_nodes_parent(&x->nodes, node);
  return node == list ? SX_NODE_NONE : node;
}

/* Whether the range is in the middle of one statement: its ends are not both the statement's. */
static bool is_within_statement(const sx_extraction *x, uint32_t node, uint32_t list,
                                uint32_t start, uint32_t end) {
  while (node != SX_NODE_NONE && sx_nodes_parent(&x->nodes, node) != list)
    node = sx_nodes_parent(&x->nodes, node);
  if (node == SX_NODE_NONE) return false;
  const sx_tree_node *at = sx_nodes_get(&x->nodes, node);
  return at->start < start || at->end > end + 1;
}

static sx_status select_around(sx_extraction *x, uint32_t node, uint32_t start, uint32_t end,
                               sx_err *err) {
  uint32_t list = list_around(x, node);
  bool is_variable = x->request.kind == SX_EXTRACT_VARIABLE;
  bool has_columns = x->request.start_column && x->request.end_column;
  if (list == SX_NODE_NONE)
    return sx_extract_refuse(x, node, err, "This is not code of a function. Select code of one.");
  if (node != list &&
      (is_variable || (has_columns && is_within_statement(x, node, list, start, end)))) {
    uint32_t around = expression_around(x, node, list);
    if (around != SX_NODE_NONE) {
      take_expression(x, around);
      return SX_OK;
    }
  }
  if (is_variable)
    return sx_extract_refuse(x, node, err,
                             "A variable takes the value of an expression, and this is none. Give "
                             "start_column and end_column of an expression.");
  return take_statements(x, list, start, end, err);
}

/* Python's grammar has comments at the beginning of a block before it: they stay where they are. */
static uint32_t skip_comments(const sx_extraction *x, uint32_t start, uint32_t end) {
  for (;;) {
    uint32_t node = sx_nodes_around(&x->nodes, start, start + 1);
    if (!sx_nodes_is_comment(&x->nodes, node) ||
        sx_extract_is_list(x, sx_nodes_parent(&x->nodes, node)))
      return start;
    size_t next = sx_str_skip_spaces(x->nodes.text, sx_nodes_get(&x->nodes, node)->end);
    if (next >= end) return start;
    start = (uint32_t)next;
  }
}

/* ---- what is not worth a function, or none --------------------------------------------------- */

/* The string of several lines that an offset is within, and not in code in it; NONE. */
static uint32_t string_at(const sx_extraction *x, uint32_t offset) {
  const sx_nodes *nodes = &x->nodes;
  uint32_t node = sx_nodes_around(nodes, offset, offset + 1);
  while (node != SX_NODE_NONE && !sx_nodes_is(nodes, node, "string template_string")) {
    if (sx_nodes_is(nodes, node, "interpolation template_substitution")) return SX_NODE_NONE;
    node = sx_nodes_parent(nodes, node);
  }
  bool has_lines = sx_str_find_char(sx_nodes_text(nodes, node), '\n', 0) != SX_STR_NONE;
  return has_lines ? node : SX_NODE_NONE;
}

static sx_status check_strings(const sx_extraction *x, uint32_t start, uint32_t end, sx_err *err) {
  uint32_t first = string_at(x, start), last = string_at(x, end - 1);
  bool is_cut = first != SX_NODE_NONE && sx_nodes_get(&x->nodes, first)->start < start;
  if (!is_cut) {
    first = last;
    is_cut = last != SX_NODE_NONE && sx_nodes_get(&x->nodes, last)->end > end;
  }
  if (!is_cut) return SX_OK;
  return sx_extract_refuse(x, first, err,
                           "The selection begins or ends within this string of several lines. "
                           "Select all of it, or none.");
}

/* Alone as a statement a string is documentation or a directive. */
static bool is_string_statement(const sx_extraction *x, uint32_t node) {
  uint32_t inner = sx_nodes_first_named(&x->nodes, node);
  return sx_nodes_is(&x->nodes, node, "expression_statement") &&
         sx_nodes_is(&x->nodes, inner, "string concatenated_string") &&
         sx_nodes_next_named(&x->nodes, inner) == SX_NODE_NONE;
}

static bool is_single(const sx_extraction *x) {
  const sx_nodes *nodes = &x->nodes;
  uint32_t node = x->part.first;
  while (sx_nodes_is(nodes, node, "parenthesized_expression"))
    node = sx_nodes_first_named(nodes, node);
  if (sx_nodes_is(nodes, node,
                  "identifier integer float number true false none null this regex number_literal "
                  "char_literal int_literal float_literal rune_literal string_literal nil "
                  "interpreted_string_literal raw_string_literal"))
    return true;
  if (!sx_nodes_is(nodes, node, "string template_string")) return false;
  for (uint32_t i = node; i < nodes->ends[node]; i++)
    if (sx_nodes_is(nodes, i, "interpolation template_substitution")) return false;
  return true;
}

static sx_status check_worth(const sx_extraction *x, sx_err *err) {
  const sx_nodes *nodes = &x->nodes;
  uint32_t first = x->part.first;
  if (x->part.is_expression) first = sx_nodes_parent(nodes, first);
  for (uint32_t node = first; node != SX_NODE_NONE && node <= x->part.last;
       node = x->part.is_expression ? SX_NODE_NONE : sx_nodes_next(nodes, node))
    if (is_string_statement(x, node))
      return sx_extract_refuse(x, node, err,
                               "This string is documentation or a directive of what it stands in, "
                               "and not code. Select code without it.");
  if (!x->part.is_expression || x->request.kind == SX_EXTRACT_VARIABLE || !is_single(x))
    return SX_OK;
  return sx_extract_refuse(x, x->part.first, err,
                           "A single name or literal is not worth a function, which may change its "
                           "type. Select an expression that does something.");
}

sx_status sx_extract_select(sx_extraction *x, sx_err *err) {
  uint32_t start = 0, end = 0;
  sx_status status = find_range(x, &start, &end, err);
  if (status) return status;
  start = skip_comments(x, start, end);
  status = check_strings(x, start, end, err);
  if (status) return status;
  uint32_t node = sx_nodes_around(&x->nodes, start, end);
  if (node == SX_NODE_NONE) node = 0;
  bool is_whole =
      sx_extract_is_list(x, node) || sx_extract_is_list(x, sx_nodes_parent(&x->nodes, node));
  uint32_t exact = is_exactly(x, node, start, end) ? inner_expression(x, node) : SX_NODE_NONE;
  if (exact != SX_NODE_NONE && (!is_whole || x->request.kind == SX_EXTRACT_VARIABLE))
    take_expression(x, exact);
  else
    status = select_around(x, node, start, end, err);
  if (!status) status = check_worth(x, err);
  if (status) return status;
  x->is_snapped = x->part.start != start || x->part.end != end;
  x->part.function = sx_control_function(&x->control, x->part.first);
  return SX_OK;
}

bool sx_extract_has(const sx_extraction *x, const sx_extract_part *part, uint32_t node) {
  return node != SX_NODE_NONE && node >= part->first && node < x->nodes.ends[part->last];
}
