#include "refactor/extract.h"

#include "text/keywords.h"
#include "text/language.h"

/* ---- which kind ------------------------------------------------------------------------------ */

static const char *const methods[] = {
    [SX_EXTRACT_PYTHON] = "function_definition",
    [SX_EXTRACT_SCRIPT] = "method_definition",
    [SX_EXTRACT_C] = "",
    [SX_EXTRACT_GO] = "method_declaration",
};

static const char *const members[] = {
    [SX_EXTRACT_PYTHON] = "class_definition",
    [SX_EXTRACT_SCRIPT] = "class_body",
    [SX_EXTRACT_C] = "",
    [SX_EXTRACT_GO] = "source_file",
};

/* The class's member that a node is; of Python's the definition may have decorators. */
static bool is_member(const sx_extraction *x, uint32_t node) {
  uint32_t around = sx_nodes_parent(&x->nodes, node);
  if (sx_nodes_is(&x->nodes, around, "decorated_definition"))
    around = sx_nodes_parent(&x->nodes, around);
  if (sx_nodes_is(&x->nodes, around, "block")) around = sx_nodes_parent(&x->nodes, around);
  return sx_nodes_is(&x->nodes, around, members[x->style]);
}

/* The method whose receiver the selection uses: its own function, or one around arrow functions. */
static uint32_t find_method(const sx_extraction *x) {
  uint32_t node = x->part.function;
  while (sx_nodes_is(&x->nodes, node, "arrow_function"))
    node = sx_control_function(&x->control, node);
  bool is_method = sx_nodes_is(&x->nodes, node, methods[x->style]) && is_member(x, node);
  return is_method ? node : SX_NODE_NONE;
}

static uint32_t first_parameter(const sx_extraction *x, uint32_t method) {
  if (x->style == SX_EXTRACT_GO) {
    uint32_t list = sx_nodes_field(&x->nodes, method, "receiver");
    return sx_nodes_field(&x->nodes, sx_nodes_first_named(&x->nodes, list), "name");
  }
  return sx_nodes_first_named(&x->nodes, sx_nodes_field(&x->nodes, method, "parameters"));
}

/* Python: the receiver is the first parameter, unless a decorator says otherwise. */
static bool is_plain_method(const sx_extraction *x, uint32_t method) {
  if (x->style == SX_EXTRACT_GO) return first_parameter(x, method) != SX_NODE_NONE;
  uint32_t around = sx_nodes_parent(&x->nodes, method);
  if (!sx_nodes_is(&x->nodes, first_parameter(x, method), "identifier")) return false;
  if (!sx_nodes_is(&x->nodes, around, "decorated_definition")) return true;
  for (uint32_t child = sx_nodes_first_named(&x->nodes, around); child != method;
       child = sx_nodes_next_named(&x->nodes, child))
    if (sx_language_has_word("@staticmethod @classmethod", sx_nodes_text(&x->nodes, child), false))
      return false;
  return true;
}

static uint32_t receiver_binding(const sx_extraction *x, uint32_t method) {
  const sx_name *name = sx_names_at(&x->names, first_parameter(x, method));
  return name ? name->binding : SX_BINDING_FREE;
}

static bool uses_receiver(const sx_extraction *x, uint32_t method) {
  if (x->style == SX_EXTRACT_SCRIPT) return x->part.receiver != SX_NODE_NONE;
  uint32_t binding = receiver_binding(x, method);
  for (size_t i = 0; i < x->part.values.len; i++)
    if (x->part.values.items[i].binding == binding) return true;
  return false;
}

/* The receiver is the method's own: it is not a parameter. */
static sx_status drop_receiver(sx_extraction *x, sx_err *err) {
  uint32_t binding = receiver_binding(x, x->owner);
  size_t kept = 0;
  for (size_t i = 0; i < x->part.values.len; i++) {
    sx_extract_value value = x->part.values.items[i];
    if (value.binding != binding)
      x->part.values.items[kept++] = value;
    else if (value.is_result)
      return sx_extract_refuse(x, value.node, err, "The selection writes the method's receiver.");
  }
  x->part.values.len = kept;
  for (size_t i = 0; i < x->names.names.len; i++) {
    const sx_name *name = &x->names.names.items[i];
    if (name->binding == binding && (name->roles & SX_NAME_WRITES) &&
        !(name->roles & SX_NAME_DECLARES))
      return sx_extract_refuse(x, name->node, err, "The method writes its receiver.");
  }
  return SX_OK;
}

static sx_status fail_no_method(const sx_extraction *x, sx_err *err) {
  uint32_t node = x->part.receiver == SX_NODE_NONE ? x->part.first : x->part.receiver;
  return sx_extract_refuse(x, node, err,
                           "This is not in a method of a class, or uses what only a method has, so "
                           "it cannot become %s. Select other code.",
                           x->request.kind == SX_EXTRACT_METHOD ? "a method" : "a function");
}

static sx_status choose_kind(sx_extraction *x, sx_err *err) {
  uint32_t method = find_method(x);
  bool is_python = x->style == SX_EXTRACT_PYTHON || x->style == SX_EXTRACT_GO;
  bool can_be = method != SX_NODE_NONE && (!is_python || is_plain_method(x, method));
  bool must_be = x->part.needs_class || x->part.receiver != SX_NODE_NONE;
  bool is_wanted = x->request.kind == SX_EXTRACT_METHOD || must_be ||
                   (x->request.kind == SX_EXTRACT_ANY && can_be && uses_receiver(x, method));
  if (!is_wanted) return SX_OK;
  if (!can_be) return fail_no_method(x, err);
  if (x->request.kind == SX_EXTRACT_FUNCTION)
    return sx_extract_refuse(x, x->part.receiver == SX_NODE_NONE ? x->part.first : x->part.receiver,
                             err,
                             "The selection uses what only a method has. Call again with "
                             "kind=\"method\".");
  x->is_method = true;
  x->owner = method;
  return is_python ? drop_receiver(x, err) : SX_OK;
}

/* ---- where ----------------------------------------------------------------------------------- */

static uint32_t statement_of(const sx_extraction *x, uint32_t node, uint32_t list) {
  while (sx_nodes_parent(&x->nodes, node) != list) node = sx_nodes_parent(&x->nodes, node);
  return node;
}

/* The rest of its line is blank or a comment. */
static bool is_last_on_line(const sx_extraction *x, uint32_t node) {
  size_t end = sx_nodes_get(&x->nodes, node)->end;
  size_t until = sx_str_find_char(x->nodes.text, '\n', end);
  sx_str rest = sx_str_trim(sx_str_slice(x->nodes.text, end, until));
  return !rest.len || sx_str_has_prefix(rest, SX_STR("#")) ||
         sx_str_has_prefix(rest, SX_STR("//")) || sx_str_is_equal(rest, SX_STR(";"));
}

static sx_status fail_crowded(const sx_extraction *x, uint32_t node, sx_err *err) {
  return sx_extract_refuse(
      x, node, err,
      "Other code stands on the same line, where the new function would go. Put "
      "it on a line of its own first.");
}

static size_t line_end(const sx_extraction *x, size_t at) {
  size_t end = sx_str_find_char(x->nodes.text, '\n', at);
  return end == SX_STR_NONE ? x->nodes.text.len : end + 1;
}

/* Before the comments that are directly above it. */
static size_t before(const sx_extraction *x, uint32_t node, uint32_t list) {
  size_t at = sx_str_line_start(x->nodes.text, sx_nodes_get(&x->nodes, node)->start);
  for (uint32_t child = sx_nodes_first(&x->nodes, list); child != SX_NODE_NONE && child < node;
       child = sx_nodes_next(&x->nodes, child)) {
    if (!sx_nodes_is_comment(&x->nodes, child)) continue;
    uint32_t first = child, last = child, next = sx_nodes_next(&x->nodes, child);
    while (sx_nodes_is_comment(&x->nodes, next)) {
      last = next;
      next = sx_nodes_next(&x->nodes, next);
    }
    size_t start = sx_str_line_start(x->nodes.text, sx_nodes_get(&x->nodes, first)->start);
    sx_str between = sx_str_slice(x->nodes.text, sx_nodes_get(&x->nodes, last)->end, at);
    size_t lines = 0;
    for (size_t i = 0; i < between.len; i++) lines += between.ptr[i] == '\n';
    bool is_alone =
        sx_str_trim(sx_str_slice(x->nodes.text, start, sx_nodes_get(&x->nodes, first)->start))
            .len == 0;
    if (next == node && lines <= 1 && is_alone &&
        !sx_str_has_prefix(sx_nodes_text(&x->nodes, first), SX_STR("#!")))
      return start;
    child = last;
  }
  return at;
}

/* The list that the new function is put in: C's may be in `#if`. */
static uint32_t list_of(const sx_extraction *x) {
  return x->style == SX_EXTRACT_C ? sx_nodes_parent(&x->nodes, x->part.function) : 0;
}

/* The definitions of Python and C are there once they are reached: before what calls it. */
static sx_status place_in_file(sx_extraction *x, sx_err *err) {
  x->place = statement_of(x, x->part.first, list_of(x));
  const sx_tree_node *at = sx_nodes_get(&x->nodes, x->place);
  sx_str line = sx_str_slice(x->nodes.text, sx_str_line_start(x->nodes.text, at->start), at->start);
  /* C: a macro may be before what a function returns. */
  bool is_macro = x->style == SX_EXTRACT_C && !x->part.has_value &&
                  sx_str_find_char(line, ';', 0) == SX_STR_NONE &&
                  sx_str_find_char(line, '}', 0) == SX_STR_NONE;
  if (sx_str_trim(line).len && !is_macro) return fail_crowded(x, x->place, err);
  if (x->style == SX_EXTRACT_PYTHON || x->style == SX_EXTRACT_C) {
    x->at = before(x, x->place, list_of(x));
    return SX_OK;
  }
  uint32_t last = statement_of(x, x->part.last, 0);
  if (!is_last_on_line(x, last)) return fail_crowded(x, last, err);
  x->at = line_end(x, sx_nodes_get(&x->nodes, last)->end);
  x->is_below = true;
  return SX_OK;
}

/* Definitions that are called earlier in the file must be there earlier. */
sx_status sx_extract_place_for_all(sx_extraction *x, sx_err *err) {
  bool is_above = x->style == SX_EXTRACT_PYTHON || x->style == SX_EXTRACT_C;
  if (!is_above || x->is_method || !x->request.replaces_duplicates) return SX_OK;
  for (size_t i = 0; i < x->duplicates.len; i++) {
    uint32_t statement = statement_of(x, x->duplicates.items[i].first, 0);
    size_t at = before(x, statement, 0);
    if (at >= x->at) continue;
    if (x->request.target_line)
      return sx_extract_refuse(x, statement, err,
                               "A duplicate here comes before target_line. Give an earlier one.");
    x->at = at;
  }
  return SX_OK;
}

static sx_status place_in_class(sx_extraction *x, sx_err *err) {
  uint32_t node = x->owner;
  if (x->style == SX_EXTRACT_GO) return place_in_file(x, err);
  if (sx_nodes_is(&x->nodes, sx_nodes_parent(&x->nodes, node), "decorated_definition"))
    node = sx_nodes_parent(&x->nodes, node);
  x->place = node;
  x->is_below = true;
  if (!is_last_on_line(x, node)) return fail_crowded(x, node, err);
  x->at = line_end(x, sx_nodes_get(&x->nodes, node)->end);
  return SX_OK;
}

/* ---- a line that is asked for ---------------------------------------------------------------- */

static bool is_definition(const sx_extraction *x, uint32_t node) {
  return sx_nodes_is(&x->nodes, node,
                     "function_definition import_statement import_from_statement comment");
}

/* The first statement of the list that begins at or after the line; the one before it. */
static sx_status place_at_line(sx_extraction *x, sx_err *err) {
  uint32_t list = sx_nodes_parent(&x->nodes, x->place), next = SX_NODE_NONE, last = SX_NODE_NONE;
  if (x->request.target_line > x->document->lines.count)
    return sx_fail(
        err, SX_INVALID_ARGUMENT,
        "target_line %u is past the end of the file, which has %u lines. Leave it out to "
        "put the function beside the code.",
        x->request.target_line, x->document->lines.count);
  size_t start = sx_document_offset(x->document, (sx_pos16){x->request.target_line - 1, 0});
  for (uint32_t child = sx_nodes_first_named(&x->nodes, list); child != SX_NODE_NONE;
       child = sx_nodes_next_named(&x->nodes, child)) {
    if (sx_nodes_get(&x->nodes, child)->start >= start) {
      next = child;
      break;
    }
    last = child;
  }
  for (uint32_t i = x->place;
       x->style == SX_EXTRACT_PYTHON && !x->is_method && i < last && i != SX_NODE_NONE;
       i = sx_nodes_next_named(&x->nodes, i))
    if (!is_definition(x, i))
      return sx_extract_refuse(x, i, err,
                               "This is run before line %u is reached, and may call the new "
                               "function. Give a target_line before it.",
                               x->request.target_line);
  if (next != SX_NODE_NONE)
    x->at = before(x, next, list);
  else if (last != SX_NODE_NONE)
    x->at = line_end(x, sx_nodes_get(&x->nodes, last)->end);
  return SX_OK;
}

sx_status sx_extract_find_place(sx_extraction *x, sx_err *err) {
  sx_status status = choose_kind(x, err);
  if (!status) status = x->is_method ? place_in_class(x, err) : place_in_file(x, err);
  if (!status && x->request.target_line) status = place_at_line(x, err);
  return status;
}

/* ---- the name -------------------------------------------------------------------------------- */

/* Go's `_` cannot be read. */
static bool is_identifier(const sx_extraction *x, sx_str name) {
  bool is_blank = sx_str_is_equal(name, SX_STR("_"));
  if (is_blank && sx_str_is_equal(x->nodes.grammar, SX_STR("go"))) return false;
  for (size_t i = 0; i < name.len; i++) {
    char c = name.ptr[i];
    bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
                     (c == '$' && x->style == SX_EXTRACT_SCRIPT);
    if (!is_letter && (i == 0 || c < '0' || c > '9')) return false;
  }
  return name.len > 0;
}

static sx_status fail_taken(const sx_extraction *x, uint32_t node, sx_err *err) {
  return sx_extract_refuse(x, node, err, "The name '%.*s' is in use here. Choose another one.",
                           SX_STR_ARG(x->request.name));
}

static uint32_t class_of(const sx_extraction *x) {
  return sx_nodes_above(&x->nodes, x->owner,
                        "class_definition class_declaration class "
                        "abstract_class_declaration");
}

/* Members of this name, of any object: bases and those that derive are not looked at. */
static sx_status check_member(const sx_extraction *x, sx_err *err) {
  uint32_t class = class_of(x);
  for (uint32_t i = 0; i < x->nodes.tree.nodes.len; i++)
    if (sx_nodes_is(&x->nodes, i, "identifier property_identifier field_identifier") &&
        sx_str_is_equal(sx_nodes_text(&x->nodes, i), x->request.name))
      return fail_taken(x, i, err);
  if (class == SX_NODE_NONE) return SX_OK;
  bool has_base = sx_nodes_field(&x->nodes, class, "superclasses") != SX_NODE_NONE;
  for (uint32_t i = class; i < x->nodes.ends[class]; i++)
    if (sx_nodes_is(&x->nodes, i, "class_heritage")) has_base = true;
  if (!has_base) return SX_OK;
  return sx_refactoring_warn(x->r, x->document, sx_nodes_get(&x->nodes, class)->start,
                             "a base class may have a member '%.*s', which was not looked for.",
                             SX_STR_ARG(x->request.name));
}

sx_status sx_extract_check_name(sx_extraction *x, sx_err *err) {
  sx_str name = x->request.name;
  if (!is_identifier(x, name))
    return sx_fail(err, SX_INVALID_ARGUMENT,
                   "function_name '%.*s' is not a valid name. Give one identifier.",
                   SX_STR_ARG(sx_str_slice(name, 0, 80)));
  if (sx_keyword_is_reserved(x->document->language, name, false))
    return sx_fail(err, SX_INVALID_ARGUMENT,
                   "function_name '%.*s' is a keyword. Choose another name.", SX_STR_ARG(name));
  if (x->is_method) return check_member(x, err);
  sx_str result = sx_arena_printf(x->call->arena, "%.*sResult", SX_STR_ARG(name));
  for (size_t i = 0; i < x->names.names.len; i++) {
    uint32_t node = x->names.names.items[i].node;
    sx_str text = sx_nodes_text(&x->nodes, node);
    if (sx_str_is_equal(text, name) || sx_str_is_equal(text, result))
      return fail_taken(x, node, err);
  }
  return SX_OK;
}
