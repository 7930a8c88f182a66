#include "refactor/inline_parts.h"

#include "semantic/references.h"
#include "text/language.h"
#include "workspace/paths.h"

/* ---- C: declarations beside the definition --------------------------------------------------- */

static uint32_t declaration_of(const sx_nodes *nodes, uint32_t node) {
  uint32_t parent = sx_nodes_parent(nodes, node);
  if (!sx_nodes_is(nodes, parent, "function_declarator") ||
      !sx_nodes_is_field(nodes, node, "declarator"))
    return SX_NODE_NONE;
  while (sx_nodes_is(nodes, parent, "function_declarator pointer_declarator"))
    parent = sx_nodes_parent(nodes, parent);
  return parent;
}

bool sx_inline_is_prototype(const sx_inline_text *text, uint32_t node) {
  const sx_nodes *nodes = &text->nodes;
  return !text->language->is_go && sx_nodes_is(nodes, declaration_of(nodes, node), "declaration");
}

static bool is_definition(const sx_inline_text *text, uint32_t node) {
  const sx_nodes *nodes = &text->nodes;
  return sx_nodes_is(nodes, declaration_of(nodes, node), "function_definition");
}

static bool is_alone(const sx_nodes *nodes, uint32_t declaration) {
  uint32_t child = sx_nodes_first_named(nodes, declaration);
  size_t count = 0;
  for (; child != SX_NODE_NONE; child = sx_nodes_next_named(nodes, child))
    count += sx_nodes_is_field(nodes, child, "declarator");
  return count == 1;
}

static sx_status add_prototype(sx_inlining *in, sx_inline_text *text, uint32_t node, sx_err *err) {
  const sx_nodes *nodes = &text->nodes;
  uint32_t declaration = declaration_of(nodes, node);
  if (!is_alone(nodes, declaration))
    return sx_inline_refuse(in, text, node, err,
                            "it is declared together with others. Declare it alone first.");
  for (size_t i = 0; i < in->prototypes.len; i++)
    if (in->prototypes.items[i].in == text && in->prototypes.items[i].node == declaration)
      return SX_OK;
  sx_inline_prototype *added = SX_ARRAY_ADD(&in->prototypes, in->r.call->arena);
  if (!added) return sx_fail(err, in->r.call->arena->status, NULL);
  *added = (sx_inline_prototype){text, declaration};
  return SX_OK;
}

/* ---- uses ------------------------------------------------------------------------------------ */

/* Names that the file itself does not declare, or only by a prototype, mean what others declare. */
static bool is_of_others(const sx_inlining *in, const sx_inline_text *text, const sx_name *name) {
  if (text == in->definition.in) return name->binding == in->definition.binding;
  if (name->binding == SX_BINDING_FREE) return true;
  const sx_binding *binding = &text->names.bindings.items[name->binding];
  uint32_t first = text->names.names.items[binding->first].node;
  return binding->scope == 0 && sx_inline_is_prototype(text, first);
}

static bool is_called_at_once(const sx_nodes *nodes, uint32_t node) {
  uint32_t above = sx_nodes_parent(nodes, sx_nodes_parent(nodes, node));
  return !sx_nodes_is(nodes, above, "go_statement defer_statement");
}

/* C: whether it is asked for the size or the type, which an array or a string has of its own. */
static bool is_measured(const sx_nodes *nodes, uint32_t node) {
  uint32_t parent = sx_nodes_parent(nodes, node);
  while (sx_nodes_is(nodes, parent, "parenthesized_expression") ||
         (sx_nodes_is(nodes, parent, "call_expression") &&
          sx_nodes_is_field(nodes, node, "function"))) {
    node = parent;
    parent = sx_nodes_parent(nodes, parent);
  }
  return sx_nodes_is(nodes, parent, "sizeof_expression alignof_expression generic_expression");
}

static bool is_pointer(const sx_inlining *in) {
  return in->definition.results.len &&
         sx_str_find_char(in->definition.results.items[0].type, '*', 0) != SX_STR_NONE;
}

static sx_status take_name(sx_inlining *in, sx_inline_text *text, const sx_name *name,
                           sx_err *err) {
  const sx_nodes *nodes = &text->nodes;
  bool is_own = text == in->definition.in && name->node == in->definition.name;
  if (is_own) return SX_OK;
  if (sx_nodes_is(nodes, name->node, "preproc_arg"))
    return sx_refactoring_refuse(&in->r, text->document, name->start, err,
                                 "a use of it in a macro, which stands wherever that is used.");
  if (sx_inline_is_prototype(text, name->node)) return add_prototype(in, text, name->node, err);
  if (name->roles & (SX_NAME_WRITES | SX_NAME_ADDRESS | SX_NAME_DECLARES))
    return sx_inline_refuse(in, text, name->node, err,
                            "a use of it other than a plain read or call: its address is taken, it "
                            "gets another value, or it is declared again.");
  if (!is_called_at_once(nodes, name->node))
    return sx_inline_refuse(in, text, name->node, err,
                            "a call of it by go or defer, which needs the function itself.");
  if (!text->language->is_go && is_pointer(in) && is_measured(nodes, name->node))
    return sx_inline_refuse(in, text, name->node, err,
                            "a use of its size or its type, which may be those of an array or a "
                            "string instead of a pointer.");
  return sx_inline_add_use(in, text, name->node, err);
}

sx_status sx_inline_take_text_typed(sx_inlining *in, sx_inline_text *text, sx_err *err) {
  const sx_names *names = &text->names;
  sx_str wanted = sx_nodes_text(&in->definition.in->nodes, in->definition.name);
  sx_status status = SX_OK;
  for (size_t i = 0; i < names->names.len && !status; i++) {
    const sx_name *name = &names->names.items[i];
    if (sx_str_is_equal(sx_str_slice(text->nodes.text, name->start, name->end), wanted) &&
        is_of_others(in, text, name))
      status = take_name(in, text, name, err);
  }
  return status;
}

/* ---- C: from a prototype to the code --------------------------------------------------------- */

static bool has_code(const sx_inline_text *text, uint32_t binding, uint32_t *node) {
  for (size_t i = 0; i < text->names.names.len; i++) {
    const sx_name *name = &text->names.names.items[i];
    if (name->binding != binding || !is_definition(text, name->node)) continue;
    *node = name->node;
    return true;
  }
  return false;
}

static sx_status look_elsewhere(sx_inlining *in, sx_str name, sx_err *err) {
  sx_inline_definition *out = &in->definition;
  sx_references found = {0};
  sx_status status = sx_references_find(&found, in->r.call, &in->target, SX_TEXT_USES_SOME, err);
  for (size_t i = 0; i < found.places.len && !status; i++) {
    sx_inline_text *text;
    status = sx_inline_open(in, found.places.items[i].path, &text, err);
    if (status) break;
    uint32_t at = (uint32_t)sx_document_offset(text->document, found.places.items[i].range.start);
    uint32_t node = sx_inline_identifier_at(text, at);
    const sx_name *one = node == SX_NODE_NONE ? NULL : sx_names_at(&text->names, node);
    if (!one || !is_definition(text, node) ||
        !sx_str_is_equal(sx_nodes_text(&text->nodes, node), name))
      continue;
    out->in = text;
    out->binding = one->binding;
    out->name = node;
    return SX_OK;
  }
  return status;
}

sx_status sx_inline_find_code(sx_inlining *in, sx_err *err) {
  sx_inline_definition *out = &in->definition;
  const sx_binding *binding = &out->in->names.bindings.items[out->binding];
  bool is_function = binding->kind == SX_BINDING_FUNCTION && !out->in->language->is_go;
  if (!is_function || has_code(out->in, out->binding, &out->name)) return SX_OK;
  return look_elsewhere(in, binding->name, err);
}

/* ---- names at a call ------------------------------------------------------------------------- */

static sx_status refuse_name(const sx_inline_call *call, sx_str name, const char *why,
                             sx_err *err) {
  return sx_inline_refuse(call->inlining, call->use->in, call->use->call, err,
                          "a call where %.*s, which the code uses, %s.", SX_STR_ARG(name), why);
}

static sx_str folder_of(sx_str path) {
  size_t slash = sx_str_find_last_char(path, '/');
  return slash == SX_STR_NONE ? SX_STR("") : sx_str_slice(path, 0, slash);
}

static sx_str package_of(const sx_inline_text *text) {
  for (uint32_t i = 0; i < text->nodes.tree.nodes.len; i++)
    if (sx_nodes_is(&text->nodes, i, "package_clause"))
      return sx_nodes_text(&text->nodes, sx_nodes_first_named(&text->nodes, i));
  return SX_STR("");
}

static uint32_t spec_of(const sx_inline_text *text, uint32_t binding) {
  uint32_t first = text->names.bindings.items[binding].first;
  uint32_t node = text->names.names.items[first].node;
  return sx_nodes_is(&text->nodes, node, "import_spec")
             ? node
             : sx_nodes_above(&text->nodes, node, "import_spec");
}

static sx_str path_of(const sx_inline_text *text, uint32_t spec) {
  return sx_nodes_text(&text->nodes, sx_nodes_field(&text->nodes, spec, "path"));
}

/* The import is added to the file of the call, by its text. */
static sx_status need_import(sx_inline_call *call, const sx_name *name, sx_err *err) {
  const sx_inline_text *of = call->inlining->definition.in;
  sx_inline_text *to = call->use->in;
  sx_str wanted = of->names.bindings.items[name->binding].name;
  sx_str path = path_of(of, spec_of(of, name->binding));
  for (size_t i = 0; i < to->names.bindings.len; i++)
    if (sx_str_is_equal(to->names.bindings.items[i].name, wanted))
      return refuse_name(call, wanted,
                         "means something else in that file: rename one of both first", err);
  for (uint32_t i = 0; i < to->nodes.tree.nodes.len; i++)
    if (sx_nodes_is(&to->nodes, i, "import_spec") && sx_str_is_equal(path_of(to, i), path))
      return refuse_name(call, wanted, "is imported there by another name", err);
  return sx_strs_add_new(&to->needs, sx_nodes_text(&of->nodes, spec_of(of, name->binding)),
                         call->inlining->r.call->arena, err);
}

static sx_status check_go(sx_inline_call *call, const sx_name *name, uint32_t found, sx_err *err) {
  const sx_inline_text *of = call->inlining->definition.in, *to = call->use->in;
  sx_str word = sx_str_slice(of->nodes.text, name->start, name->end);
  bool is_import = name->binding != SX_BINDING_FREE &&
                   of->names.bindings.items[name->binding].kind == SX_BINDING_IMPORT;
  bool is_same_package =
      sx_str_is_equal(folder_of(of->document->path), folder_of(to->document->path)) &&
      sx_str_is_equal(package_of(of), package_of(to));
  if (!is_same_package) return refuse_name(call, word, "is in another package", err);
  if (!is_import)
    return found == SX_BINDING_FREE
               ? SX_OK
               : refuse_name(call, word, "means something else: rename one of both first", err);
  if (found == SX_BINDING_FREE) return need_import(call, name, err);
  if (to->names.bindings.items[found].kind == SX_BINDING_IMPORT &&
      sx_str_is_equal(path_of(of, spec_of(of, name->binding)), path_of(to, spec_of(to, found))))
    return SX_OK;
  return refuse_name(call, word, "means something else: rename one of both first", err);
}

/* A header's names are those of all files that include it. */
static sx_status check_c(sx_inline_call *call, const sx_name *name, uint32_t found, sx_err *err) {
  const sx_inline_text *of = call->inlining->definition.in;
  sx_str word = sx_str_slice(of->nodes.text, name->start, name->end);
  if (found != SX_BINDING_FREE)
    return refuse_name(call, word, "means something else: rename one of both first", err);
  if (sx_str_has_suffix(of->document->path, SX_STR(".h"))) return SX_OK;
  if (name->binding == SX_BINDING_FREE) return SX_OK;
  return refuse_name(call, word, "is declared in the function's file alone", err);
}

sx_status sx_inline_check_other_typed(sx_inline_call *call, const sx_name *name, uint32_t found,
                                      sx_err *err) {
  if (call->use->in->language->is_go) return check_go(call, name, found, err);
  return check_c(call, name, found, err);
}

/* ---- includes and macros --------------------------------------------------------------------- */

static bool has_include(const sx_inline_text *text, sx_str path, uint32_t before) {
  for (uint32_t i = 0; i < before; i++)
    if (sx_nodes_is(&text->nodes, i, "preproc_include") &&
        sx_str_is_equal(sx_nodes_text(&text->nodes, sx_nodes_field(&text->nodes, i, "path")), path))
      return true;
  return false;
}

/* Names of headers that the code reads must be there at the call as well. */
static sx_status check_includes(sx_inline_call *call, sx_err *err) {
  const sx_inline_definition *of = &call->inlining->definition;
  const sx_inline_text *text = of->in, *to = call->use->in;
  bool is_header = text != to && sx_str_has_suffix(text->document->path, SX_STR(".h"));
  for (uint32_t i = 0; i < text->nodes.tree.nodes.len && !is_header; i++) {
    if (!sx_nodes_is(&text->nodes, i, "preproc_include") || i > of->item) continue;
    sx_str path = sx_nodes_text(&text->nodes, sx_nodes_field(&text->nodes, i, "path"));
    if (!has_include(to, path, call->use->call))
      return sx_inline_refuse(call->inlining, to, call->use->call, err,
                              "a call where %.*s, which the function's file includes, is not "
                              "included before. Include it there first.",
                              SX_STR_ARG(path));
  }
  return SX_OK;
}

static bool is_used(const sx_inline_call *call, sx_str word) {
  const sx_inline_definition *of = &call->inlining->definition;
  const sx_names *names = &of->in->names;
  for (size_t i = 0; i < names->names.len; i++) {
    const sx_name *name = &names->names.items[i];
    uint32_t root = of->function == SX_NODE_NONE ? of->item : of->function;
    if (sx_nodes_has_in(&of->in->nodes, root, name->node) &&
        sx_str_is_equal(sx_str_slice(of->in->nodes.text, name->start, name->end), word))
      return true;
  }
  return false;
}

static sx_status check_undefined(sx_inline_call *call, const sx_inline_text *text, sx_err *err) {
  for (uint32_t i = 0; i < text->nodes.tree.nodes.len; i++) {
    if (!sx_nodes_is(&text->nodes, i, "preproc_call") ||
        !sx_str_has_prefix(sx_nodes_text(&text->nodes, i), SX_STR("#undef")))
      continue;
    sx_str word =
        sx_str_trim(sx_nodes_text(&text->nodes, sx_nodes_field(&text->nodes, i, "argument")));
    if (is_used(call, word))
      return sx_inline_refuse(call->inlining, text, i, err,
                              "%.*s, which the code uses, is undefined here.", SX_STR_ARG(word));
  }
  return SX_OK;
}

/* A parameter or a variable of the function, which the text of a macro would go on naming. */
static bool is_of_function(const sx_inline_definition *of, sx_str word) {
  for (size_t i = 0; i < of->in->names.bindings.len; i++) {
    const sx_binding *binding = &of->in->names.bindings.items[i];
    if (binding->scope != 0 && binding->function == of->function &&
        sx_str_is_equal(binding->name, word))
      return true;
  }
  return false;
}

/* The names that a macro of the code stands for are looked up at the call. */
static sx_status check_macro(sx_inline_call *call, const sx_binding *macro, sx_err *err) {
  const sx_inline_text *of = call->inlining->definition.in;
  const sx_names *names = &of->names;
  uint32_t own = sx_nodes_parent(&of->nodes, names->names.items[macro->first].node);
  for (size_t i = 0; i < names->names.len; i++) {
    const sx_name *name = &names->names.items[i];
    if (!sx_nodes_has_in(&of->nodes, own, name->node) ||
        !sx_nodes_is(&of->nodes, name->node, "preproc_arg"))
      continue;
    sx_str word = sx_str_slice(of->nodes.text, name->start, name->end);
    uint32_t here = sx_names_look_up(&call->use->in->names, word, call->use->call);
    uint32_t there = sx_names_look_up(&of->names, word, call->inlining->definition.name);
    bool is_same = call->use->in == of ? here == there : here == SX_BINDING_FREE;
    bool is_own =
        there != SX_BINDING_FREE && of->names.bindings.items[there].kind == SX_BINDING_MACRO;
    if (!is_same || is_own || is_of_function(&call->inlining->definition, word))
      return refuse_name(call, macro->name, "is a macro with names that may mean another", err);
  }
  return SX_OK;
}

static sx_status check_macros(sx_inline_call *call, sx_err *err) {
  const sx_inline_definition *of = &call->inlining->definition;
  sx_status status = SX_OK;
  for (size_t i = 0; i < of->in->names.bindings.len && !status; i++) {
    const sx_binding *binding = &of->in->names.bindings.items[i];
    if (binding->kind == SX_BINDING_MACRO && is_used(call, binding->name))
      status = check_macro(call, binding, err);
  }
  return status;
}

/* A macro around the call may show its code as text, or evaluate it in its own way. */
static sx_status check_around(sx_inline_call *call, sx_err *err) {
  const sx_inline_text *text = call->use->in;
  const sx_nodes *nodes = &text->nodes;
  uint32_t around = sx_nodes_above(nodes, call->use->call, "call_expression compound_statement");
  for (; sx_nodes_is(nodes, around, "call_expression");
       around = sx_nodes_above(nodes, around, "call_expression compound_statement")) {
    const sx_name *name = sx_names_at(&text->names, sx_nodes_field(nodes, around, "function"));
    if (!name) continue;
    sx_str word = sx_nodes_text(nodes, name->node);
    bool is_macro = name->binding == SX_BINDING_FREE
                        ? word.len && (sx_str_is_equal(word, SX_STR("assert")) ||
                                       (word.ptr[0] >= 'A' && word.ptr[0] <= 'Z' && word.len > 1 &&
                                        (word.ptr[1] < 'a' || word.ptr[1] > 'z')))
                        : text->names.bindings.items[name->binding].kind == SX_BINDING_MACRO;
    if (is_macro)
      return sx_inline_refuse(call->inlining, text, call->use->call, err,
                              "a call within the macro %.*s, which may show or repeat its code. "
                              "Put its result into a variable first.",
                              SX_STR_ARG(word));
  }
  for (size_t i = 0; i < nodes->tree.errors.len; i++) {
    uint32_t function = sx_nodes_above(nodes, call->use->call, "function_definition");
    uint32_t root = function == SX_NODE_NONE ? 0 : function;
    uint32_t at = nodes->tree.errors.items[i].start;
    if (at >= sx_nodes_get(nodes, root)->start && at < sx_nodes_get(nodes, root)->end)
      return sx_inline_refuse(call->inlining, text, call->use->call, err,
                              "a call in a function with a syntax error, or a macro like one.");
  }
  return SX_OK;
}

sx_status sx_inline_check_place_typed(sx_inline_call *call, sx_err *err) {
  if (call->use->in->language->is_go) return SX_OK;
  const sx_inline_text *of = call->inlining->definition.in;
  sx_status status = check_includes(call, err);
  if (!status) status = check_undefined(call, of, err);
  if (!status && of != call->use->in) status = check_undefined(call, call->use->in, err);
  if (!status) status = check_macros(call, err);
  return status ? status : check_around(call, err);
}
