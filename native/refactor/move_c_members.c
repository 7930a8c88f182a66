#include "refactor/move_c.h"

#include "base/word.h"

/*
 * Moved code of C also needs headers of types that it does not name: of the struct of a member that
 * it reaches by a pointer, `find()->count`, and of `bool`, which a header and a typedef may
 * declare.
 */

/* ---- members --------------------------------------------------------------------------------- */

/* The place of a member of that name in a struct that a file defines; NONE. */
static uint32_t member_of(const sx_move_text *text, sx_str name) {
  const sx_nodes *nodes = &text->nodes;
  for (uint32_t i = 0; i < nodes->tree.nodes.len; i++)
    if (sx_nodes_is(nodes, i, "field_identifier") &&
        sx_str_is_equal(sx_nodes_text(nodes, i), name) &&
        sx_nodes_above(nodes, i, "field_declaration") != SX_NODE_NONE)
      return i;
  return SX_NODE_NONE;
}

static bool is_in_target(const sx_moving_c *c, size_t index) {
  const sx_move_c_file *file = &c->files.items[index];
  return (c->has_target && index == 1) || file->is_in_target || file->is_added;
}

static sx_status need_member(sx_moving_c *c, uint32_t member) {
  const sx_move_text *source = &c->moving->source;
  sx_str name = sx_nodes_text(&source->nodes, member);
  sx_status status = SX_OK;
  uint32_t own = member_of(source, name);
  if (own != SX_NODE_NONE && sx_move_has(c->moving, sx_move_start(source, own))) return SX_OK;
  size_t found = SIZE_MAX;
  for (size_t i = 1; i < c->files.len; i++) {
    const sx_move_c_file *file = &c->files.items[i];
    if (member_of(&file->text, name) == SX_NODE_NONE) continue;
    if (is_in_target(c, i)) return SX_OK;
    if (file->is_in_source && found == SIZE_MAX) found = i;
  }
  if (found != SIZE_MAX)
    status = sx_move_c_need_file(c, found, sx_move_start(source, member), name);
  else if (own != SX_NODE_NONE)
    status = sx_move_refuse(c->moving, source, sx_move_start(source, own), c->err,
                            "the code uses the member '%.*s' of a type that only its file defines; "
                            "define it in a header first",
                            SX_STR_ARG(name));
  return status;
}

static sx_status check_members(sx_moving_c *c) {
  const sx_move_text *source = &c->moving->source;
  const sx_nodes *nodes = &source->nodes;
  sx_status status = SX_OK;
  for (uint32_t i = 1; i < nodes->tree.nodes.len && !status; i++)
    if (sx_nodes_is(nodes, i, "field_identifier") && sx_nodes_is_field(nodes, i, "field") &&
        sx_move_has(c->moving, sx_move_start(source, i)))
      status = need_member(c, i);
  return status;
}

/* ---- bool
 * ---------------------------------------------------------------------------------------- */

/* `typedef int bool;`, `#define true 1`, `enum { false, true }`: which the grammar reads as C++. */
static bool declares_bool(sx_str text) {
  for (size_t at = 0; (at = sx_word_find(text, SX_STR("bool"), at)) != SX_STR_NONE; at += 4) {
    size_t start = sx_str_line_start(text, at);
    sx_str line = sx_str_trim(sx_str_slice(text, start, at));
    bool is_defined =
        sx_str_has_prefix(line, SX_STR("#")) && sx_str_has_suffix(line, SX_STR("define"));
    bool is_typedef = sx_str_at(text, sx_str_skip_blanks(text, at + 4)) == ';' && line.len;
    if (is_defined || is_typedef) return true;
  }
  return false;
}

typedef struct booleans {
  size_t own;       /* the first file that declares its own; SIZE_MAX */
  bool is_standard; /* <stdbool.h> */
} booleans;

static booleans booleans_of(const sx_moving_c *c, bool is_target) {
  booleans found = {SIZE_MAX, false};
  for (size_t i = 0; i < c->files.len; i++) {
    const sx_move_c_file *file = &c->files.items[i];
    bool is_seen = is_target ? is_in_target(c, i) : !i || file->is_in_source;
    if (!is_seen) continue;
    if (found.own == SIZE_MAX && declares_bool(file->text.document->text)) found.own = i;
    for (size_t k = 0; k < file->includes.len; k++)
      found.is_standard |= sx_str_is_equal(file->includes.items[k].given, SX_STR("<stdbool.h>"));
  }
  return found;
}

static sx_status check_bool(sx_moving_c *c) {
  sx_moving *moving = c->moving;
  sx_str all = moving->source.document->text;
  booleans from = booleans_of(c, false), to = booleans_of(c, true);
  to.is_standard |= sx_strs_have(&c->added, SX_STR("<stdbool.h>"));
  bool is_clash = (from.own != SIZE_MAX && to.is_standard) ||
                  (from.is_standard && to.own != SIZE_MAX) ||
                  (from.own == 0 && to.own != SIZE_MAX) ||
                  (from.own != SIZE_MAX && to.own != SIZE_MAX && from.own != to.own);
  for (size_t i = 0; i < moving->moved.len; i++) {
    const sx_moved *moved = &moving->moved.items[i];
    sx_str text = sx_str_slice(all, moved->start, moved->end);
    bool has_word = sx_word_is_in(text, SX_STR("bool")) || sx_word_is_in(text, SX_STR("true")) ||
                    sx_word_is_in(text, SX_STR("false"));
    if (has_word && (is_clash || from.own == 0))
      return sx_move_refuse(moving, &moving->source, moved->start, c->err,
                            "the code uses 'bool', 'true' or 'false', and the two files do not "
                            "have them from the same header");
  }
  return SX_OK;
}

sx_status sx_move_c_check_members(sx_moving_c *c) {
  sx_status status = check_members(c);
  return status ? status : check_bool(c);
}
