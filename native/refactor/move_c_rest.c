#include "refactor/move_c.h"

#include "base/word.h"
#include "refactor/pasted.h"
#include "text/c/c_code.h"
#include "text/language.h"

/* The code of a source that stays in it, and may not use any more what moves. */

bool sx_move_c_is_linked(const sx_move_text *text, const sx_binding *binding) {
  const sx_nodes *nodes = &text->nodes;
  uint32_t node = text->names.names.items[binding->first].node;
  uint32_t above = sx_nodes_parent(nodes, node);
  while (sx_nodes_is(nodes, above, "parenthesized_declarator"))
    above = sx_nodes_parent(nodes, above);
  bool is_function = sx_nodes_is(nodes, above, "function_declarator");
  while (sx_nodes_is(nodes, above,
                     "pointer_declarator array_declarator function_declarator "
                     "parenthesized_declarator"))
    above = sx_nodes_parent(nodes, above);
  return sx_nodes_is(nodes, above, "declaration") &&
         (is_function || sx_str_has_prefix(sx_nodes_text(nodes, above), SX_STR("extern")));
}

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

static sx_status refuse_use(sx_moving_c *c, const sx_moved *moved, size_t place) {
  bool is_shared = sx_move_c_is_shared(c, moved->first);
  return sx_move_refuse(c->moving, &c->moving->source, place, c->err,
                        "what stays here uses '%.*s', which %s", SX_STR_ARG(moved->name),
                        is_shared ? "no header declares; declare it in one first"
                                  : "only its own file sees; move what uses it, too");
}

/* The code that stays and that the grammar does not read: no word of it is a local one for sure. */
static sx_status check_loose(sx_moving_c *c) {
  size_t at = 0;
  for (sx_str word; (word = sx_move_c_next_loose(c, SX_MOVE_C_STAYING, &at)).len;) {
    const sx_moved *moved = sx_move_find(c->moving, word);
    if (!moved || sx_c_is_of_member(c->code, at - word.len)) continue;
    if (sx_move_c_is_shared(c, moved->first) && is_declared_before(c, word)) continue;
    return refuse_use(c, moved, at - word.len);
  }
  return SX_OK;
}

static sx_status check_names(sx_moving_c *c) {
  sx_moving *moving = c->moving;
  const sx_move_text *source = &moving->source;
  for (size_t i = 0; i < source->names.names.len; i++) {
    const sx_name *one = &source->names.names.items[i];
    sx_str name = sx_str_slice(source->document->text, one->start, one->end);
    const sx_moved *moved = sx_move_find(moving, name);
    bool has_scope = one->binding != SX_BINDING_FREE &&
                     source->names.bindings.items[one->binding].scope &&
                     !sx_move_c_doubt_at(&c->files.items[0], one->start);
    bool is_linked =
        has_scope && sx_move_c_is_linked(source, &source->names.bindings.items[one->binding]);
    if (!moved || (has_scope && !is_linked) || sx_move_has(moving, one->start)) continue;
    if (is_linked && sx_move_c_is_shared(c, moved->first)) continue;
    if (lacks_size(source, moved) && is_measured(c, one->node))
      return sx_move_refuse(moving, source, one->start, c->err,
                            "this needs the size of '%.*s', which only its own file sees",
                            SX_STR_ARG(name));
    if (sx_move_c_is_shared(c, moved->first) && is_declared_before(c, name)) continue;
    return refuse_use(c, moved, one->start);
  }
  return SX_OK;
}

/* `#if` of what moves. */
static sx_status check_conditions(sx_moving_c *c) {
  sx_moving *moving = c->moving;
  const sx_move_text *source = &moving->source;
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

/* Files that the source includes below it may use it, too. */
static sx_status check_included(sx_moving_c *c, const sx_moved *moved) {
  bool reached[SX_MOVE_C_MAX_FILES];
  const sx_move_c_file *source = &c->files.items[0];
  bool is_macro =
      sx_nodes_is(&source->text.nodes, moved->first, "preproc_def preproc_function_def");
  for (size_t k = 0; k < source->includes.len; k++) {
    const sx_move_c_include *one = &source->includes.items[k];
    if (!one->path.len || sx_move_start(&source->text, one->node) < moved->start) continue;
    sx_move_c_reach(c, sx_move_c_find(c, one->path), false, reached);
    for (size_t i = 1; i < c->files.len; i++) {
      size_t at = sx_word_find(c->files.items[i].code, moved->name, 0);
      bool is_prototype = sx_move_c_is_shared(c, moved->first) && !is_macro;
      if (reached[i] && at != SX_STR_NONE && !is_prototype)
        return sx_move_refuse(c->moving, &c->files.items[i].text, at, c->err,
                              "the source includes this file below '%.*s', and it uses that",
                              SX_STR_ARG(moved->name));
    }
  }
  return SX_OK;
}

sx_status sx_move_c_check_rest(sx_moving_c *c) {
  sx_status status = check_names(c);
  for (size_t i = 0; i < c->moving->moved.len && !status; i++)
    status = check_included(c, &c->moving->moved.items[i]);
  if (!status) status = check_loose(c);
  if (!status) status = check_conditions(c);
  return status ? status : check_pasted(c);
}
