#include "refactor/move_c.h"

#include "base/byte.h"
#include "base/word.h"
#include "text/language.h"

/*
 * A declaration of C to another source or header. To a source it goes where headers say what both
 * see of it, which stay as they are; to a header, what each file that includes it may have.
 */

/* ---- the declaration ------------------------------------------------------------------------ */

uint32_t sx_move_c_top(const sx_nodes *nodes, uint32_t node) {
  for (uint32_t above; node != SX_NODE_NONE && node; node = above) {
    above = sx_nodes_parent(nodes, node);
    if (!above || sx_move_c_is_guard(nodes, above)) break;
  }
  return node;
}

/* All that stands before the body. */
static sx_str head_of(const sx_move_text *text, uint32_t node) {
  sx_str all = sx_nodes_text(&text->nodes, node);
  uint32_t body = sx_nodes_field(&text->nodes, node, "body");
  if (body != SX_NODE_NONE) all.len = sx_move_start(text, body) - sx_move_start(text, node);
  return all;
}

bool sx_move_c_is_static(const sx_moving_c *c, uint32_t node) {
  const sx_move_text *source = &c->moving->source;
  return sx_nodes_is(&source->nodes, node, "function_definition declaration") &&
         sx_move_c_says(c, head_of(source, node), SX_STR("static"));
}

bool sx_move_c_is_shared(const sx_moving_c *c, uint32_t node) {
  return sx_nodes_is(&c->moving->source.nodes, node, "function_definition declaration") &&
         !sx_move_c_is_static(c, node);
}

static bool is_prototype(const sx_nodes *nodes, uint32_t node) {
  uint32_t declarator = sx_nodes_field(nodes, node, "declarator");
  while (sx_nodes_is(nodes, declarator, "pointer_declarator"))
    declarator = sx_nodes_field(nodes, declarator, "declarator");
  return sx_nodes_is(nodes, node, "declaration") &&
         sx_nodes_is(nodes, declarator, "function_declarator");
}

/* Attributes whose meaning does not depend on the file or the order in it. */
#define PLAIN_ATTRIBUTES                                                                           \
  "visibility noreturn unused used format format_arg deprecated pure const malloc nonnull "        \
  "returns_nonnull warn_unused_result cold hot noinline always_inline nothrow leaf sentinel "      \
  "alloc_size flatten fallthrough default internal hidden protected printf scanf gnu_printf "      \
  "__visibility__ __noreturn__ __unused__ __format__ __deprecated__ __pure__ __const__ "           \
  "__malloc__ __nonnull__ __warn_unused_result__ __cold__ __hot__ __noinline__ "                   \
  "__always_inline__ __nothrow__ __printf__ __scanf__"

/* Whether the attributes of a head say something else, as `constructor`. */
static bool has_attributes(const sx_moving_c *c, sx_str head) {
  static const char *const others[] = {"constructor", "destructor", "alias",   "ifunc",
                                       "weak",        "weakref",    "section", "init_priority"};
  if (!sx_move_c_says(c, head, SX_STR("__attribute__")) &&
      !sx_move_c_says(c, head, SX_STR("__declspec")))
    return false;
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (sx_move_c_says(c, head, sx_str_from(others[i]))) return true;
  size_t from = sx_str_find(head, SX_STR("__attribute__"), 0);
  if (from == SX_STR_NONE) return false;
  size_t end = from + strlen("__attribute__");
  size_t stop = sx_str_find(head, SX_STR("))"), end);
  sx_str given = sx_str_slice(head, end, stop);
  size_t at = 0;
  for (sx_str word = sx_word_next(given, &at); word.len; word = sx_word_next(given, &at))
    if (!sx_language_has_word(PLAIN_ATTRIBUTES, word, false) && !sx_byte_is_digit(word.ptr[0]))
      return true;
  return false;
}

/* A variable of its own in a function of a header would be another in each file. */
static bool keeps_state(const sx_nodes *nodes, uint32_t function) {
  for (uint32_t i = function; i < nodes->ends[function]; i++)
    if (sx_nodes_is(nodes, i, "storage_class_specifier") &&
        sx_str_is_equal(sx_nodes_text(nodes, i), SX_STR("static")) &&
        sx_nodes_parent(nodes, i) != function)
      return true;
  return false;
}

/* REFUSED for what a header would define in each file that includes it. */
static sx_status check_header_kind(sx_moving_c *c, uint32_t node) {
  const sx_move_text *source = &c->moving->source;
  const sx_nodes *nodes = &source->nodes;
  size_t place = sx_move_start(source, node);
  sx_str head = head_of(source, node);
  bool is_function = sx_nodes_is(nodes, node, "function_definition");
  bool is_inline = sx_move_c_is_static(c, node) && (sx_move_c_says(c, head, SX_STR("inline")) ||
                                                    sx_move_c_says(c, head, SX_STR("__inline")) ||
                                                    sx_move_c_says(c, head, SX_STR("__inline__")));
  if (!sx_nodes_is(nodes, node, "function_definition declaration")) return SX_OK;
  if (is_function && !is_inline)
    return sx_move_refuse(c->moving, source, place, c->err,
                          "each file that includes the header would have this function; move its "
                          "prototype, or make it 'static inline' first");
  if (is_function && !c->from_header && keeps_state(nodes, node))
    return sx_move_refuse(c->moving, source, place, c->err,
                          "each file that includes the header would have 'static' variables of "
                          "this function for itself");
  if (is_function) return SX_OK;
  bool is_declared = !sx_move_c_is_static(c, node) &&
                     (is_prototype(nodes, node) || sx_move_c_says(c, head, SX_STR("extern")));
  for (uint32_t i = node; i < nodes->ends[node]; i++)
    is_declared = is_declared && !sx_nodes_is(nodes, i, "init_declarator");
  if (is_declared) return SX_OK;
  if (is_prototype(nodes, node))
    return sx_move_refuse(c->moving, source, place, c->err,
                          "a 'static' function is one of its file, which no header declares");
  return sx_move_refuse(c->moving, source, place, c->err,
                        "each file that includes the header would have this variable; move its "
                        "'extern' declaration");
}

static sx_status check_kind(sx_moving_c *c, uint32_t node) {
  static const char *const words[] = {"inline", "__inline", "__inline__", "main"};
  sx_moving *moving = c->moving;
  const sx_move_text *source = &moving->source;
  const sx_nodes *nodes = &source->nodes;
  size_t place = sx_move_start(source, node);
  sx_str head = head_of(source, node);
  bool is_known = sx_nodes_is(nodes, node,
                              "function_definition declaration type_definition struct_specifier "
                              "union_specifier enum_specifier preproc_def preproc_function_def");
  if (sx_nodes_is(nodes, node, "preproc_ifdef preproc_if linkage_specification"))
    return sx_move_refuse(moving, source, place, c->err,
                          "the declaration is under a condition, which may mean something else in "
                          "another file");
  if (!is_known)
    return sx_move_refuse(moving, source, place, c->err,
                          "this is not a function, variable, type or macro that the file declares");
  sx_move_c_layout layout;
  if (c->from_header && sx_nodes_is(nodes, node, "preproc_def") &&
      sx_move_c_find_layout(&layout, source) &&
      sx_str_is_equal(layout.guard, sx_nodes_text(nodes, sx_nodes_field(nodes, node, "name"))))
    return sx_move_refuse(moving, source, place, c->err, "this is the include guard of the header");
  if (c->to_header) return check_header_kind(c, node);
  for (size_t i = 0; i < sizeof words / sizeof *words && sx_move_c_is_shared(c, node); i++)
    if (sx_move_c_says(c, head, sx_str_from(words[i])))
      return sx_move_refuse(moving, source, place, c->err,
                            "declarations with '%s' are not moved, as what that means depends on "
                            "their file",
                            words[i]);
  bool is_extern =
      sx_nodes_is(nodes, node, "declaration") && sx_move_c_says(c, head, SX_STR("extern"));
  if (is_extern || has_attributes(c, head))
    return sx_move_refuse(moving, source, place, c->err,
                          "declarations with '%s' are not moved, as what that means depends on "
                          "their file",
                          is_extern ? "extern" : "__attribute__");
  return SX_OK;
}

/* Whether a head gives its function another name for the linker. */
static bool has_label(const sx_moving_c *c, sx_str head) {
  return sx_move_c_says(c, head, SX_STR("asm")) || sx_move_c_says(c, head, SX_STR("__asm__")) ||
         sx_move_c_says(c, head, SX_STR("__asm"));
}

static sx_status take_prototypes(sx_moving_c *c, uint32_t binding, uint32_t own) {
  sx_moving *moving = c->moving;
  const sx_move_text *source = &moving->source;
  sx_status status = SX_OK;
  for (size_t i = 0; i < source->names.names.len && !status; i++) {
    const sx_name *name = &source->names.names.items[i];
    uint32_t top = sx_move_c_top(&source->nodes, name->node);
    if (name->binding != binding || !(name->roles & SX_NAME_DECLARES) || top == own) continue;
    if (sx_move_has(moving, sx_move_start(source, top))) continue;
    if (!is_prototype(&source->nodes, top))
      return sx_move_refuse(moving, source, name->start, c->err,
                            "'%.*s' is declared here once more",
                            SX_STR_ARG(source->names.bindings.items[binding].name));
    sx_str head = head_of(source, top);
    if (!sx_move_c_is_static(c, top) && (has_attributes(c, head) || has_label(c, head)))
      return sx_move_refuse(moving, source, name->start, c->err,
                            "this declares '%.*s' with an attribute or a label, which the target "
                            "would not see; move it to a header first",
                            SX_STR_ARG(source->names.bindings.items[binding].name));
    if (!sx_move_c_is_static(c, top)) continue;
    sx_moved found = {
        .name = source->names.bindings.items[binding].name, .first = top, .last = top};
    sx_move_find_extent(source, &found);
    status = sx_move_check_lines(moving, source, &found, c->err);
    if (!status) status = sx_move_add(moving, &found, c->err);
  }
  return status;
}

/* All names that a statement declares; of functions and variables only one. */
static sx_status take(sx_moving_c *c, uint32_t node) {
  sx_moving *moving = c->moving;
  const sx_move_text *source = &moving->source;
  const sx_nodes *nodes = &source->nodes;
  sx_status status = check_kind(c, node);
  size_t linked = 0;
  for (size_t i = 0; i < source->names.names.len && !status; i++) {
    const sx_name *name = &source->names.names.items[i];
    if (name->binding == SX_BINDING_FREE || !sx_nodes_has_in(nodes, node, name->node) ||
        !(name->roles & SX_NAME_DECLARES))
      continue;
    const sx_binding *binding = &source->names.bindings.items[name->binding];
    if (binding->scope) continue;
    linked += binding->kind == SX_BINDING_FUNCTION || binding->kind == SX_BINDING_VARIABLE;
    if (linked > 1)
      status =
          sx_move_refuse(moving, source, name->start, c->err,
                         "several names are declared together here: declare them one by one first");
    sx_moved found = {.name = binding->name, .first = node, .last = node};
    if (sx_move_find(moving, binding->name)) continue;
    sx_move_find_extent(source, &found);
    if (!status) status = sx_move_check_lines(moving, source, &found, c->err);
    if (!status) status = sx_move_c_check_extent(c, &found);
    if (!status) status = sx_move_add(moving, &found, c->err);
    bool is_declared = c->to_header && sx_nodes_is(nodes, node, "declaration");
    if (!status && !is_declared) status = take_prototypes(c, name->binding, node);
  }
  return status;
}

/* The statement at a name; for a prototype the definition, which alone is moved. */
static uint32_t find_statement(const sx_moving_c *c, uint32_t name_at) {
  const sx_move_text *source = &c->moving->source;
  const sx_nodes *nodes = &source->nodes;
  uint32_t top = sx_move_c_top(nodes, sx_nodes_around(nodes, name_at, name_at + 1));
  size_t at = sx_names_from(&source->names, name_at);
  if (c->to_header || !is_prototype(nodes, top) || at == source->names.names.len) return top;
  for (size_t i = 0; i < source->names.names.len; i++) {
    const sx_name *one = &source->names.names.items[i];
    uint32_t other = sx_move_c_top(nodes, one->node);
    if (one->binding == source->names.names.items[at].binding && one->binding != SX_BINDING_FREE &&
        one->roles & SX_NAME_DECLARES && sx_nodes_is(nodes, other, "function_definition"))
      return other;
  }
  return SX_NODE_NONE;
}

/* ---- what it uses of its source ------------------------------------------------------------- */

static sx_status use_own(sx_moving_c *c, uint32_t own, size_t place) {
  sx_moving *moving = c->moving;
  const sx_move_text *source = &moving->source;
  const sx_binding *binding = &source->names.bindings.items[own];
  const sx_name *first = &source->names.names.items[binding->first];
  uint32_t top = sx_move_c_top(&source->nodes, first->node);
  bool is_in_header = false;
  for (size_t i = 1; i < c->files.len; i++)
    is_in_header |= c->files.items[i].is_in_source &&
                    sx_move_c_declares(&c->files.items[i], binding->name, false);
  if (is_in_header && sx_move_c_is_shared(c, top)) return SX_OK;
  if (c->from_header && !moving->with_dependencies) {
    c->needs_source = true;
    return SX_OK;
  }
  if (moving->with_dependencies) {
    for (size_t i = 0; i < source->names.names.len; i++) {
      const sx_name *one = &source->names.names.items[i];
      uint32_t at = sx_move_c_top(&source->nodes, one->node);
      if (one->binding == own && one->roles & SX_NAME_DECLARES && !is_prototype(&source->nodes, at))
        return take(c, at);
    }
  }
  return sx_move_refuse(moving, source, place, c->err,
                        "the code uses '%.*s', which only its file declares; declare it in a "
                        "header, or move it along by with_dependencies=true",
                        SX_STR_ARG(binding->name));
}

/* A declaration of the source, whichever it is: of a name in what the grammar does not read. */
static uint32_t find_own(const sx_names *names, sx_str name) {
  for (uint32_t i = 0; i < names->bindings.len; i++)
    if (!names->bindings.items[i].scope && sx_str_is_equal(names->bindings.items[i].name, name))
      return i;
  return SX_BINDING_FREE;
}

static sx_status use_word(sx_moving_c *c, sx_str word, size_t place) {
  uint32_t own = find_own(&c->moving->source.names, word);
  if (own == SX_BINDING_FREE || sx_move_find(c->moving, word)) return SX_OK;
  return use_own(c, own, place);
}

/* Names that no node has, and those that mean nothing here: a macro's text may use what is declared
 * below it. */
static sx_status use_loose(sx_moving_c *c) {
  const sx_move_text *source = &c->moving->source;
  sx_status status = SX_OK;
  size_t at = 0;
  for (size_t i = 0; i < source->names.names.len && !status; i++) {
    const sx_name *one = &source->names.names.items[i];
    sx_str word = sx_str_slice(source->document->text, one->start, one->end);
    if (one->binding == SX_BINDING_FREE && sx_move_has(c->moving, one->start))
      status = use_word(c, word, one->start);
  }
  for (sx_str word; !status && (word = sx_move_c_next_loose(c, SX_MOVE_C_MOVING, &at)).len;)
    status = use_word(c, word, at - word.len);
  return status;
}

static sx_status use_all(sx_moving_c *c) {
  sx_moving *moving = c->moving;
  const sx_names *names = &moving->source.names;
  sx_status status = SX_OK;
  size_t known;
  do { /* what moves along may use more */
    known = moving->moved.len;
    for (size_t i = 0; i < names->names.len && !status; i++) {
      const sx_name *one = &names->names.items[i];
      if (one->binding == SX_BINDING_FREE || !sx_move_has(moving, one->start)) continue;
      const sx_binding *binding = &names->bindings.items[one->binding];
      if (!binding->scope && !sx_move_find(moving, binding->name))
        status = use_own(c, one->binding, one->start);
    }
    if (!status) status = use_loose(c);
  } while (!status && moving->moved.len > known);
  return status;
}

/* ---- the whole --------------------------------------------------------------------------- */

bool sx_move_c_is_for(const sx_move_text *source) {
  const sx_nodes *nodes = &source->nodes;
  if (sx_str_is_equal(source->document->language_id, SX_STR("c"))) return true;
  if (!sx_str_has_suffix(source->path, SX_STR(".h"))) return false;
  for (uint32_t i = 0; i < nodes->tree.nodes.len; i++)
    if (sx_nodes_is(nodes, i,
                    "class_specifier namespace_definition template_declaration "
                    "using_declaration alias_declaration access_specifier "
                    "reference_declarator qualified_identifier operator_name") &&
        sx_nodes_above(nodes, i, "ERROR") == SX_NODE_NONE)
      return false;
  return true;
}

/* Declarations that files have of each other. */
static sx_status plan_headers(sx_moving_c *c) {
  sx_status status = sx_move_c_read_others(c);
  if (!status) status = sx_move_c_check_leaks(c);
  if (!status) status = sx_move_c_needs(c);
  if (!status) status = sx_move_c_need_source(c);
  if (!status) status = sx_move_c_check_linkage(c);
  if (!status) status = sx_move_c_check_viewers(c);
  return status ? status : sx_move_c_give_users(c);
}

static sx_status plan_sources(sx_moving_c *c) {
  sx_status status = sx_move_c_check_rest(c);
  if (!status) status = sx_move_c_needs(c);
  return status ? status : sx_move_c_check_builds(c);
}

sx_status sx_move_c(sx_moving *moving, uint32_t name_at, sx_err *err) {
  sx_moving_c c = {.moving = moving, .err = err};
  uint32_t node = SX_NODE_NONE;
  c.from_header = sx_str_has_suffix(moving->source.path, SX_STR(".h"));
  c.to_header = sx_str_has_suffix(moving->target.path, SX_STR(".h"));
  sx_status status = sx_move_c_check_files(moving, err);
  if (!status) status = sx_move_c_read(&c);
  if (!status) status = sx_move_c_check_settings(&c);
  if (!status) node = find_statement(&c, name_at);
  if (node != SX_NODE_NONE) status = take(&c, node);
  if (!status && !moving->moved.len)
    status = sx_move_refuse(moving, &moving->source, name_at, err,
                            "this is not a function, variable, type or macro that the file "
                            "declares");
  if (!status) status = use_all(&c);
  if (!status) status = sx_move_c_check_lines(&c);
  if (!status) status = c.to_header ? plan_headers(&c) : plan_sources(&c);
  if (!status) status = sx_move_cut(moving, err);
  if (!status) status = sx_move_plan(moving, &moving->source, err);
  if (!status) status = sx_move_c_fill_target(&c);
  return status ? status : sx_move_c_check_syntax(&c);
}
