#include "refactor/move_c.h"

#include "base/byte.h"
#include "base/word.h"
#include "text/c/c_code.h"
#include "text/language.h"

/*
 * Parts of a source of C that do not fit the grammar. A body of a function hides no declaration of
 * others, and what it uses is seen by its words; any word of another part may be declared there.
 */

/* The outermost node around one that is not a condition, or all of the file. */
static uint32_t outer_of(const sx_nodes *nodes, uint32_t node) {
  uint32_t outer = node;
  for (uint32_t above; (above = sx_nodes_parent(nodes, node)) != SX_NODE_NONE; node = above)
    if (sx_nodes_is(nodes, above, SX_MOVE_C_CONTAINERS) &&
        !sx_nodes_is(nodes, node, SX_MOVE_C_CONTAINERS))
      outer = node;
  return outer;
}

/* Whether the braces of a body say where it ends as the grammar does. */
static bool is_balanced(sx_str code, size_t start, size_t end) {
  size_t depth = 0;
  for (size_t at = start; at < end && at < code.len; at++) {
    depth += code.ptr[at] == '{';
    if (code.ptr[at] == '}' && (!depth || !--depth)) return at + 1 == end;
  }
  return false;
}

static sx_str code_of(const sx_moving_c *c, sx_str text) {
  return sx_c_code(text, sx_language_find(SX_STR("cpp"), SX_STR("")), false,
                   c->moving->call->arena);
}

sx_status sx_move_c_find_doubts(sx_moving_c *c, sx_move_c_file *file) {
  const sx_nodes *nodes = &file->text.nodes;
  sx_arena *arena = c->moving->call->arena;
  file->doubts.len = 0;
  if (!nodes->tree.error_count) return SX_OK;
  sx_str code = code_of(c, nodes->text);
  for (uint32_t i = 0; i < nodes->tree.nodes.len; i++) {
    if (!(sx_nodes_get(nodes, i)->flags & (SX_TREE_ERROR | SX_TREE_MISSING))) continue;
    uint32_t outer = outer_of(nodes, i), body = sx_nodes_field(nodes, outer, "body");
    bool is_body =
        sx_nodes_is(nodes, outer, "function_definition") && sx_nodes_has_in(nodes, body, i) &&
        is_balanced(code, sx_move_start(&file->text, body), sx_move_end(&file->text, body));
    const sx_tree_node *part = sx_nodes_get(nodes, is_body ? body : outer);
    const sx_move_c_doubt *last =
        file->doubts.len ? &file->doubts.items[file->doubts.len - 1] : NULL;
    if (last && last->start == part->start && last->end == part->end) continue;
    sx_move_c_doubt *added = SX_ARRAY_ADD(&file->doubts, arena);
    if (!added) break;
    *added = (sx_move_c_doubt){part->start, part->end, is_body};
  }
  return arena->status ? sx_fail(c->err, arena->status, NULL) : SX_OK;
}

const sx_move_c_doubt *sx_move_c_doubt_at(const sx_move_c_file *file, size_t place) {
  for (size_t i = 0; i < file->doubts.len; i++)
    if (place >= file->doubts.items[i].start && place < file->doubts.items[i].end)
      return &file->doubts.items[i];
  return NULL;
}

bool sx_move_c_may_declare(const sx_move_c_file *file, sx_str name) {
  for (size_t i = 0; i < file->doubts.len; i++) {
    const sx_move_c_doubt *one = &file->doubts.items[i];
    sx_str part = sx_str_slice(file->text.document->text, one->start, one->end);
    if (!one->is_body && sx_word_is_in(part, name)) return true;
  }
  return false;
}

/* ---- the declaration that moves -------------------------------------------------------------- */

sx_status sx_move_c_check_extent(sx_moving_c *c, const sx_moved *moved) {
  const sx_move_text *source = &c->moving->source;
  const sx_nodes *nodes = &source->nodes;
  for (size_t i = 0; i < c->files.items[0].doubts.len; i++) {
    const sx_move_c_doubt *one = &c->files.items[0].doubts.items[i];
    if (one->start < moved->end && one->end > moved->start)
      return sx_move_refuse(c->moving, source, one->start, c->err,
                            "this does not fit the grammar of C, or is a macro that no file read "
                            "here defines, so that what the declaration uses is not known");
  }
  if (sx_nodes_is(nodes, moved->first, "preproc_def preproc_function_def")) return SX_OK;
  sx_str code = code_of(c, source->document->text);
  sx_str before = sx_str_trim_end(sx_str_slice(code, 0, sx_move_start(source, moved->first)));
  char mark = before.len ? before.ptr[before.len - 1] : ';';
  if (c->moving->call->arena->status) return sx_fail(c->err, c->moving->call->arena->status, NULL);
  if (mark == ';' || mark == '}' || mark == '{') return SX_OK;
  return sx_move_refuse(c->moving, source, before.len - 1, c->err,
                        "this may be a part of the declaration, or not");
}

/* ---- words ----------------------------------------------------------------------------------- */

/* A name of an attribute or in it, as that of a function in `cleanup(f)`. */
static bool is_unnamed(const sx_moving_c *c, uint32_t node, uint32_t start) {
  const sx_names *names = &c->moving->source.names;
  size_t at = sx_names_from(names, start);
  bool is_named = at < names->names.len && names->names.items[at].start == start;
  return !is_named && sx_nodes_is(&c->moving->source.nodes, node, "identifier type_identifier") &&
         sx_nodes_above(&c->moving->source.nodes, node, "attribute_specifier") != SX_NODE_NONE;
}

sx_str sx_move_c_next_loose(const sx_moving_c *c, sx_move_c_words which, size_t *at) {
  const sx_nodes *nodes = &c->moving->source.nodes;
  for (;;) {
    sx_str word = sx_word_next(c->code, at);
    if (!word.len) return word;
    uint32_t start = (uint32_t)(*at - word.len), end = (uint32_t)*at;
    bool is_moved = sx_move_has(c->moving, start);
    if (is_moved == (which == SX_MOVE_C_STAYING) || sx_byte_is_digit(word.ptr[0])) continue;
    uint32_t node = sx_nodes_around(nodes, start, end);
    if (node == SX_NODE_NONE) return word;
    const sx_tree_node *found = sx_nodes_get(nodes, node);
    bool is_token = nodes->ends[node] == node + 1 || (found->start == start && found->end == end);
    if (!is_token || (which != SX_MOVE_C_NEEDED && is_unnamed(c, node, start))) return word;
  }
}
