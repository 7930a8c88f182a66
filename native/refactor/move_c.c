#include "refactor/move_c.h"

#include "base/byte.h"
#include "base/word.h"
#include "refactor/pasted.h"
#include "workspace/paths.h"

/*
 * A declaration of C to another source. Headers say what both sources see of it, and stay as they
 * are.
 */

/* ---- the declaration ------------------------------------------------------------------------ */

static uint32_t top_of(const sx_nodes *nodes, uint32_t node) {
  while (node != SX_NODE_NONE && node && sx_nodes_parent(nodes, node))
    node = sx_nodes_parent(nodes, node);
  return node;
}

static bool has_word(const sx_move_text *text, uint32_t node, const char *word) {
  sx_str all = sx_nodes_text(&text->nodes, node);
  uint32_t body = sx_nodes_field(&text->nodes, node, "body");
  if (body != SX_NODE_NONE) all.len = sx_move_start(text, body) - sx_move_start(text, node);
  return sx_word_is_in(all, sx_str_from(word));
}

static bool is_static(const sx_move_text *text, uint32_t node) {
  return sx_nodes_is(&text->nodes, node, "function_definition declaration") &&
         has_word(text, node, "static");
}

/* Whether the others that use it see it by a linker, and not by its text. */
static bool is_shared(const sx_move_text *text, uint32_t node) {
  return sx_nodes_is(&text->nodes, node, "function_definition declaration") &&
         !is_static(text, node);
}

static bool is_prototype(const sx_nodes *nodes, uint32_t node) {
  uint32_t declarator = sx_nodes_field(nodes, node, "declarator");
  while (sx_nodes_is(nodes, declarator, "pointer_declarator"))
    declarator = sx_nodes_field(nodes, declarator, "declarator");
  return sx_nodes_is(nodes, node, "declaration") &&
         sx_nodes_is(nodes, declarator, "function_declarator");
}

static sx_status check_kind(sx_moving *moving, uint32_t node, sx_err *err) {
  static const char *const words[] = {"inline", "__inline", "__attribute__",
                                      "main",   "extern",   "_Noreturn"};
  const sx_move_text *source = &moving->source;
  const sx_nodes *nodes = &source->nodes;
  size_t place = sx_move_start(source, node);
  bool is_known = sx_nodes_is(nodes, node,
                              "function_definition declaration type_definition struct_specifier "
                              "union_specifier enum_specifier preproc_def preproc_function_def");
  if (sx_nodes_is(nodes, node, "preproc_ifdef preproc_if linkage_specification"))
    return sx_move_refuse(moving, source, place, err,
                          "the declaration is under a condition, which may mean something else in "
                          "another file");
  if (!is_known)
    return sx_move_refuse(moving, source, place, err,
                          "this is not a function, variable, type or macro that the file declares");
  for (size_t i = 0; i < sizeof words / sizeof *words && is_shared(source, node); i++)
    if (has_word(source, node, words[i]))
      return sx_move_refuse(moving, source, place, err,
                            "declarations with '%s' are not moved, as what that means depends on "
                            "their file",
                            words[i]);
  return SX_OK;
}

static sx_status take_prototypes(sx_moving *moving, uint32_t binding, uint32_t own, sx_err *err) {
  const sx_move_text *source = &moving->source;
  sx_status status = SX_OK;
  for (size_t i = 0; i < source->names.names.len && !status; i++) {
    const sx_name *name = &source->names.names.items[i];
    uint32_t top = top_of(&source->nodes, name->node);
    if (name->binding != binding || !(name->roles & SX_NAME_DECLARES) || top == own) continue;
    if (sx_move_has(moving, sx_move_start(source, top))) continue;
    if (!is_prototype(&source->nodes, top))
      return sx_move_refuse(moving, source, name->start, err, "'%.*s' is declared here once more",
                            SX_STR_ARG(source->names.bindings.items[binding].name));
    if (!is_static(source, top)) continue;
    sx_moved found = {
        .name = source->names.bindings.items[binding].name, .first = top, .last = top};
    sx_move_find_extent(source, &found);
    status = sx_move_check_lines(moving, source, &found, err);
    if (!status) status = sx_move_add(moving, &found, err);
  }
  return status;
}

/* All names that a statement declares; of functions and variables only one. */
static sx_status take(sx_moving *moving, uint32_t node, sx_err *err) {
  const sx_move_text *source = &moving->source;
  const sx_nodes *nodes = &source->nodes;
  sx_status status = check_kind(moving, node, err);
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
      status = sx_move_refuse(moving, source, name->start, err,
                              "several names are declared together here");
    sx_moved found = {.name = binding->name, .first = node, .last = node};
    if (sx_move_find(moving, binding->name)) continue;
    sx_move_find_extent(source, &found);
    if (!status) status = sx_move_check_lines(moving, source, &found, err);
    if (!status) status = sx_move_add(moving, &found, err);
    if (!status) status = take_prototypes(moving, name->binding, node, err);
  }
  return status;
}

/* The statement at a name; for a prototype the definition, which alone is moved. */
static uint32_t find_statement(const sx_move_text *source, uint32_t name_at) {
  const sx_nodes *nodes = &source->nodes;
  uint32_t top = top_of(nodes, sx_nodes_around(nodes, name_at, name_at + 1));
  size_t at = sx_names_from(&source->names, name_at);
  if (!is_prototype(nodes, top) || at == source->names.names.len) return top;
  for (size_t i = 0; i < source->names.names.len; i++) {
    const sx_name *one = &source->names.names.items[i];
    uint32_t other = top_of(nodes, one->node);
    if (one->binding == source->names.names.items[at].binding && one->binding != SX_BINDING_FREE &&
        one->roles & SX_NAME_DECLARES && sx_nodes_is(nodes, other, "function_definition"))
      return other;
  }
  return SX_NODE_NONE;
}

/* ---- what it uses of its source ------------------------------------------------------------- */

static sx_status use_own(sx_moving_c *c, const sx_name *name) {
  sx_moving *moving = c->moving;
  const sx_move_text *source = &moving->source;
  const sx_binding *binding = &source->names.bindings.items[name->binding];
  const sx_name *first = &source->names.names.items[binding->first];
  uint32_t top = top_of(&source->nodes, first->node);
  bool is_in_header = false;
  for (size_t i = 1; i < c->files.len; i++)
    is_in_header |= c->files.items[i].is_in_source &&
                    sx_move_c_declares(&c->files.items[i], binding->name, false);
  if (is_in_header && is_shared(source, top)) return SX_OK;
  if (moving->with_dependencies) {
    for (size_t i = 0; i < source->names.names.len; i++) {
      const sx_name *one = &source->names.names.items[i];
      uint32_t at = top_of(&source->nodes, one->node);
      if (one->binding == name->binding && one->roles & SX_NAME_DECLARES &&
          !is_prototype(&source->nodes, at))
        return take(moving, at, c->err);
    }
  }
  return sx_move_refuse(moving, source, name->start, c->err,
                        "the code uses '%.*s', which only its file declares; declare it in a "
                        "header, or move it along by with_dependencies=true",
                        SX_STR_ARG(binding->name));
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
      if (!binding->scope && !sx_move_find(moving, binding->name)) status = use_own(c, one);
    }
  } while (!status && moving->moved.len > known);
  return status;
}

/* ---- what stays ----------------------------------------------------------------------------- */

static bool is_declared_before(const sx_moving_c *c, sx_str name) {
  const sx_move_text *source = &c->moving->source;
  for (size_t i = 1; i < c->files.len; i++)
    if (c->files.items[i].is_in_source && sx_move_c_declares(&c->files.items[i], name, false))
      return true;
  for (size_t i = 0; i < source->names.names.len; i++) {
    const sx_name *one = &source->names.names.items[i];
    if (one->binding == SX_BINDING_FREE || sx_move_has(c->moving, one->start)) continue;
    if (sx_str_is_equal(source->names.bindings.items[one->binding].name, name) &&
        !source->names.bindings.items[one->binding].scope)
      return (one->roles & SX_NAME_DECLARES) != 0; /* before all uses that stay */
  }
  return false;
}

/* An array whose size only its value says: headers declare it without one. */
static bool lacks_size(const sx_move_text *source, const sx_moved *moved) {
  const sx_nodes *nodes = &source->nodes;
  for (uint32_t i = moved->first; i < nodes->ends[moved->last]; i++)
    if (sx_nodes_is(nodes, i, "array_declarator") &&
        sx_nodes_field(nodes, i, "size") == SX_NODE_NONE &&
        sx_str_is_equal(sx_nodes_text(nodes, sx_nodes_field(nodes, i, "declarator")), moved->name))
      return true;
  return false;
}

/* Whether the size of a name is asked for there, maybe by a macro. */
static bool is_measured(const sx_moving_c *c, uint32_t node) {
  const sx_nodes *nodes = &c->moving->source.nodes;
  uint32_t list = sx_nodes_above(nodes, node, "argument_list");
  uint32_t macro = sx_nodes_field(nodes, sx_nodes_parent(nodes, list), "function");
  if (sx_nodes_above(nodes, node, "sizeof_expression") != SX_NODE_NONE) return true;
  for (size_t i = 0; list != SX_NODE_NONE && i < c->files.len; i++)
    if (sx_move_c_declares(&c->files.items[i], sx_nodes_text(nodes, macro), true)) return true;
  return false;
}

static sx_status check_rest(sx_moving_c *c) {
  sx_moving *moving = c->moving;
  const sx_move_text *source = &moving->source;
  for (size_t i = 0; i < source->names.names.len; i++) {
    const sx_name *one = &source->names.names.items[i];
    sx_str name = sx_str_slice(source->document->text, one->start, one->end);
    const sx_moved *moved = sx_move_find(moving, name);
    bool is_local =
        one->binding != SX_BINDING_FREE && source->names.bindings.items[one->binding].scope;
    if (!moved || is_local || sx_move_has(moving, one->start)) continue;
    if (lacks_size(source, moved) && is_measured(c, one->node))
      return sx_move_refuse(moving, source, one->start, c->err,
                            "this needs the size of '%.*s', which only its own file sees",
                            SX_STR_ARG(name));
    if (is_shared(source, moved->first) && is_declared_before(c, name)) continue;
    return sx_move_refuse(moving, source, one->start, c->err,
                          "what stays here uses '%.*s', which %s", SX_STR_ARG(name),
                          is_shared(source, moved->first)
                              ? "no header declares; declare it in one first"
                              : "only its own file sees; move what uses it, too");
  }
  for (uint32_t i = 0; i < source->nodes.tree.nodes.len; i++) {
    if (!sx_nodes_is(&source->nodes, i, "preproc_call preproc_ifdef preproc_if preproc_elif") ||
        sx_move_has(moving, sx_move_start(source, i)))
      continue;
    sx_str line = sx_nodes_text(&source->nodes, i);
    line.len = sx_move_line_end(line, 0);
    for (size_t k = 0; k < moving->moved.len; k++)
      if (sx_word_is_in(line, moving->moved.items[k].name))
        return sx_move_refuse(moving, source, sx_move_start(source, i), c->err,
                              "this asks for '%.*s'", SX_STR_ARG(moving->moved.items[k].name));
  }
  return SX_OK;
}

/* Names that macros make of parts: what moves, in what stays, and what stays, in what moves. */
static sx_status check_pasted(sx_moving_c *c) {
  sx_moving *moving = c->moving;
  const sx_move_text *source = &moving->source;
  sx_str all = source->document->text;
  sx_status status = SX_OK;
  for (size_t i = 0; i < moving->moved.len && !status; i++)
    status = sx_pasted_check(moving->call, source->document, moving->moved.items[i].name, c->err);
  for (size_t i = 0; i < source->names.bindings.len && !status; i++) {
    const sx_binding *binding = &source->names.bindings.items[i];
    if (binding->scope || sx_move_find(moving, binding->name)) continue;
    for (size_t k = 0; k < moving->moved.len; k++) {
      size_t at;
      sx_str uses = sx_str_slice(all, moving->moved.items[k].start, moving->moved.items[k].end);
      for (size_t f = 0; f < c->files.len; f++)
        if ((!f || c->files.items[f].is_in_source) &&
            sx_pasted_makes(c->files.items[f].text.document->text, uses, binding->name, &at))
          return sx_move_refuse(moving, &c->files.items[f].text, at, c->err,
                                "by this macro the code uses '%.*s', which only its file declares",
                                SX_STR_ARG(binding->name));
    }
  }
  return status;
}

/* ---- files ---------------------------------------------------------------------------------- */

/* Lines that change what is below them. */
static sx_status check_lines(sx_moving *moving, const sx_move_text *text, sx_err *err) {
  const sx_nodes *nodes = &text->nodes;
  for (uint32_t i = 0; text->document && i < nodes->tree.nodes.len; i++) {
    sx_str line = sx_str_trim(sx_nodes_text(nodes, i));
    if (sx_nodes_is(nodes, i, "preproc_call") &&
        (sx_str_has_prefix(line, SX_STR("#pragma")) || sx_str_has_prefix(line, SX_STR("#undef")) ||
         sx_str_has_prefix(line, SX_STR("#line"))))
      return sx_move_refuse(moving, text, sx_move_start(text, i), err,
                            "this line changes the meaning of those below it");
  }
  return SX_OK;
}

static bool is_macro_node(const sx_nodes *nodes, uint32_t node) {
  return sx_nodes_is(nodes, node, "preproc_def preproc_function_def");
}

/* Whether there is an include below a node. */
static bool has_include_below(const sx_nodes *nodes, uint32_t node) {
  for (uint32_t i = node; i < nodes->tree.nodes.len; i++)
    if (sx_nodes_is(nodes, i, "preproc_include")) return true;
  return false;
}

/* Whether headers may ask for a macro. Those of the system ask for some with an underscore. */
static bool is_asked_for(const sx_moving_c *c, sx_str name) {
  if (sx_str_at(name, 0) == '_') return true;
  for (size_t i = c->has_target ? 2 : 1; i < c->files.len; i++)
    if (sx_word_is_in(c->files.items[i].text.document->text, name)) return true;
  return false;
}

static bool has_setting(const sx_move_text *text, sx_str line) {
  const sx_nodes *nodes = &text->nodes;
  for (uint32_t i = 0; i < nodes->tree.nodes.len; i++)
    if (is_macro_node(nodes, i) && !sx_nodes_parent(nodes, i) && has_include_below(nodes, i) &&
        sx_str_is_equal(sx_str_trim(sx_nodes_text(nodes, i)), line))
      return true;
  return false;
}

/* Macros above includes that change what these declare are in both files, or a new one gets them.
 */
static sx_status check_settings(sx_moving_c *c, size_t from, size_t to) {
  const sx_move_text *text = &c->files.items[from].text;
  const sx_nodes *nodes = &text->nodes;
  sx_status status = SX_OK;
  for (uint32_t i = 0; i < nodes->tree.nodes.len && !status; i++) {
    if (!is_macro_node(nodes, i) || !has_include_below(nodes, i)) continue;
    sx_str line = sx_str_trim(sx_nodes_text(nodes, i));
    if (!is_asked_for(c, sx_nodes_text(nodes, sx_nodes_field(nodes, i, "name")))) continue;
    bool is_plain = !sx_nodes_parent(nodes, i);
    if (is_plain && c->has_target && has_setting(&c->files.items[to].text, line)) continue;
    if (!is_plain || c->has_target)
      return sx_move_refuse(c->moving, text, sx_move_start(text, i), c->err,
                            "this macro may change what the headers included below declare");
    status = sx_strs_add(&c->settings, line, c->moving->call->arena, c->err);
  }
  return status;
}

static sx_status check_included(sx_moving *moving, const sx_move_text *text, sx_err *err) {
  sx_import_graph graph = {0};
  sx_status status =
      sx_import_graph_backward(&graph, moving->imports, moving->call, text->path, 1, err);
  for (size_t i = 0; i < graph.nodes.len && !status; i++)
    if (!sx_str_is_equal(graph.nodes.items[i].path, text->path))
      return sx_move_refuse(moving, text, 0, err, "%.*s includes this source",
                            SX_STR_ARG(sx_path_display(moving->call, graph.nodes.items[i].path)));
  if (!status && (graph.is_cut || graph.is_late || graph.unread))
    return sx_move_refuse(moving, text, 0, err,
                          "not all files that may include this one could be read; call again");
  return status;
}

static sx_status check_files(sx_moving *moving, sx_err *err) {
  const sx_move_text *source = &moving->source, *target = &moving->target;
  if (!sx_str_has_suffix(source->path, SX_STR(".c")) ||
      !sx_str_has_suffix(target->path, SX_STR(".c")))
    return sx_move_refuse(moving, sx_str_has_suffix(source->path, SX_STR(".c")) ? target : source,
                          0, err,
                          "declarations of C are moved from one .c file to another; what headers "
                          "declare may be used where no search finds it");
  sx_status status = check_lines(moving, source, err);
  if (!status) status = check_lines(moving, target, err);
  if (!status) status = check_included(moving, source, err);
  return status || !target->document ? status : check_included(moving, target, err);
}

/* ---- the texts ------------------------------------------------------------------------------ */

static sx_str write_declarations(const sx_moving *moving) {
  const sx_move_text *source = &moving->source;
  sx_buf buf;
  size_t last = SX_STR_NONE;
  sx_buf_init(&buf, SX_DOCUMENT_MAX_BYTES);
  for (size_t i = 0; i < moving->moved.len; i++) {
    const sx_moved *moved = &moving->moved.items[i];
    if (moved->start == last) continue; /* another name of the same declaration */
    bool is_beside = i && moved[-1].end == moved->start;
    if (i && !is_beside) sx_buf_add_char(&buf, '\n');
    sx_move_add_lines(
        &buf, sx_str_trim_end(sx_str_slice(source->document->text, moved->start, moved->end)),
        SX_STR("\n"));
    last = moved->start;
  }
  return sx_buf_keep(&buf, moving->call->arena);
}

static sx_status create_target(sx_moving_c *c) {
  sx_moving *moving = c->moving;
  sx_buf buf, lines;
  sx_str license = sx_move_license(&moving->source);
  sx_status status = SX_OK;
  sx_buf_init(&buf, SX_DOCUMENT_MAX_BYTES);
  sx_buf_init(&lines, SX_DOCUMENT_MAX_BYTES);
  if (license.len) sx_buf_addf(&lines, "%.*s\n\n", SX_STR_ARG(license));
  for (size_t i = 0; i < c->settings.len; i++)
    sx_buf_addf(&lines, "%.*s\n", SX_STR_ARG(c->settings.items[i]));
  if (c->settings.len) sx_buf_add_char(&lines, '\n');
  /* Those of the project first, as the source's own header is. */
  for (int turn = 0; turn < 2; turn++)
    for (size_t i = 0; i < c->added.len && !status; i++) {
      if ((c->added.items[i].ptr[0] == '<') != (turn == 1)) continue;
      sx_str line =
          sx_arena_printf(moving->call->arena, "#include %.*s", SX_STR_ARG(c->added.items[i]));
      sx_buf_addf(&lines, "%.*s\n", SX_STR_ARG(line));
      status = sx_move_note(moving, &moving->target, SX_STR(""), line, c->err);
    }
  if (c->added.len) sx_buf_add_char(&lines, '\n');
  sx_buf_add(&lines, write_declarations(moving));
  sx_move_add_lines(&buf, sx_buf_keep(&lines, moving->call->arena), moving->source.newline);
  sx_str text = sx_buf_keep(&buf, moving->call->arena);
  return status ? status
                : sx_change_create(&moving->refactoring->change, moving->target.path, text, c->err);
}

static sx_status fill_target(sx_moving_c *c) {
  sx_moving *moving = c->moving;
  if (!moving->target.document) return create_target(c);
  sx_status status = sx_move_c_add_includes(c);
  if (!status)
    status = sx_move_append(moving, write_declarations(moving), moving->target.document->text.len,
                            c->err);
  return status ? status : sx_move_plan(moving, &moving->target, c->err);
}

sx_status sx_move_c(sx_moving *moving, uint32_t name_at, sx_err *err) {
  sx_moving_c c = {.moving = moving, .err = err};
  uint32_t node = find_statement(&moving->source, name_at);
  sx_status status = check_files(moving, err);
  if (!status) status = sx_move_c_read(&c);
  if (!status) status = check_settings(&c, 0, 1);
  if (!status && c.has_target) status = check_settings(&c, 1, 0);
  if (!status && node != SX_NODE_NONE) status = take(moving, node, err);
  if (!status && !moving->moved.len)
    status = sx_move_refuse(moving, &moving->source, name_at, err,
                            "this is not a function, variable, type or macro that the file "
                            "declares");
  if (!status) status = use_all(&c);
  if (!status) status = check_rest(&c);
  if (!status) status = check_pasted(&c);
  if (!status) status = sx_move_c_needs(&c);
  if (!status) status = sx_move_c_check_builds(&c);
  if (!status) status = sx_move_cut(moving, err);
  if (!status) status = sx_move_plan(moving, &moving->source, err);
  return status ? status : fill_target(&c);
}
