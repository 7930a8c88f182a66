#include "refactor/move_c.h"

#include "base/byte.h"
#include "base/folder.h"
#include "base/word.h"
#include "workspace/paths.h"

/*
 * The layout of a header of C: its include guard, the part that is `extern "C"` for C++, and where
 * a declaration goes in it.
 */

/* ---- a header that is there ------------------------------------------------------------------ */

static bool is_pragma_once(const sx_nodes *nodes, uint32_t node) {
  sx_str line = sx_nodes_text(nodes, node);
  return sx_nodes_is(nodes, node, "preproc_call") && sx_word_is_in(line, SX_STR("pragma")) &&
         sx_word_is_in(line, SX_STR("once"));
}

/* The line, from `from` on, that begins a part for C++ alone. */
static size_t find_others(sx_str text, size_t from) {
  for (size_t at = from; at < text.len; at = sx_move_line_end(text, at)) {
    sx_str line = sx_str_trim(sx_str_slice(text, at, sx_move_line_end(text, at)));
    if (sx_str_has_prefix(line, SX_STR("#")) && sx_word_is_in(line, SX_STR("__cplusplus")) &&
        sx_str_find(line, SX_STR("ifndef"), 0) == SX_STR_NONE)
      return at;
  }
  return SX_STR_NONE;
}

/* The part of a text between `extern "C" {` and its brace, both of which are for C++ alone. */
static void find_linkage(sx_move_c_layout *out, sx_str text) {
  size_t opened = SX_STR_NONE;
  out->linkage_start = out->linkage_end = SX_STR_NONE;
  for (size_t at = 0; (at = find_others(text, at)) != SX_STR_NONE;) {
    size_t line = sx_move_line_end(text, at), end = sx_str_find(text, SX_STR("#endif"), line);
    if (end == SX_STR_NONE) return;
    sx_str part = sx_str_trim(sx_str_slice(text, line, end));
    size_t after = sx_move_line_end(text, end);
    if (sx_str_has_prefix(part, SX_STR("extern \"C\""))) opened = after;
    if (opened != SX_STR_NONE && sx_str_has_prefix(part, SX_STR("}"))) {
      out->linkage_start = opened;
      out->linkage_end = at;
      return;
    }
    at = after;
  }
}

static size_t skip_blank_line(sx_str text, size_t at) {
  size_t end = sx_move_line_end(text, at);
  return sx_str_trim(sx_str_slice(text, at, end)).len ? at : end;
}

bool sx_move_c_find_layout(sx_move_c_layout *out, const sx_move_text *text) {
  const sx_nodes *nodes = &text->nodes;
  sx_str all = text->document->text;
  uint32_t guard = SX_NODE_NONE, others = 0;
  bool is_once = false;
  *out = (sx_move_c_layout){.end = all.len};
  find_linkage(out, all);
  for (uint32_t node = sx_nodes_first_named(nodes, 0); node != SX_NODE_NONE;
       node = sx_nodes_next_named(nodes, node)) {
    if (is_pragma_once(nodes, node)) {
      is_once = true;
      if (!others++)
        out->start = skip_blank_line(all, sx_move_line_end(all, sx_move_text_end(text, node)));
    } else if (sx_move_c_is_guard(nodes, node) && guard == SX_NODE_NONE) {
      guard = node;
    } else {
      others++;
    }
  }
  if (guard == SX_NODE_NONE || (others && !is_once)) return is_once;
  if (is_once && others > 1) return true;
  uint32_t macro = sx_nodes_first_named(nodes, guard);
  while (!sx_nodes_is(nodes, macro, "preproc_def")) macro = sx_nodes_next_named(nodes, macro);
  out->start = skip_blank_line(all, sx_move_line_end(all, sx_move_start(text, macro)));
  out->guard = sx_nodes_text(nodes, sx_nodes_field(nodes, guard, "name"));
  out->end = sx_str_line_start(all, sx_move_text_end(text, guard) - 1);
  return true;
}

/* ---- a new header ---------------------------------------------------------------------------- */

static char as_upper(char c) {
  return c >= 'a' && c <= 'z' ? (char)(c - 32) : c;
}

/* A name of a file as macros have it. */
static sx_str word_of(sx_moving_c *c, sx_str path, bool is_upper) {
  sx_str name = sx_path_name(path), out;
  size_t dot = sx_str_find_last_char(name, '.');
  name = sx_str_slice(name, 0, dot == SX_STR_NONE ? name.len : dot);
  out = sx_arena_dup(c->moving->call->arena, name);
  for (size_t i = 0; i < out.len; i++) {
    char *at = (char *)out.ptr + i;
    *at = !sx_byte_is_word(*at) || (unsigned char)*at >= 0x80 ? '_'
          : is_upper                                          ? as_upper(*at)
                                                              : *at;
  }
  return out;
}

/* The guard of a neighbour with the name of the new header for its own; empty: it has none. */
static sx_str guard_like(sx_moving_c *c, const sx_move_c_file *file, sx_str guard) {
  for (int turn = 0; turn < 2; turn++) {
    sx_str own = word_of(c, file->path, !turn), new = word_of(c, c->moving->target.path, !turn);
    size_t at = own.len ? sx_str_find(guard, own, 0) : SX_STR_NONE;
    if (at == SX_STR_NONE) continue;
    sx_str rest = sx_str_slice(guard, at + own.len, guard.len);
    return sx_arena_printf(c->moving->call->arena, "%.*s%.*s%.*s", (int)at, guard.ptr,
                           SX_STR_ARG(new), SX_STR_ARG(rest));
  }
  return SX_STR("");
}

static bool is_neighbour(const sx_moving_c *c, const sx_move_c_file *file, bool is_beside) {
  bool is_in_folder =
      sx_str_is_equal(sx_folder_of(file->path), sx_folder_of(c->moving->target.path));
  return sx_str_has_suffix(file->path, SX_STR(".h")) && is_in_folder == is_beside;
}

void sx_move_c_choose_guard(sx_moving_c *c, sx_str *before, sx_str *after) {
  sx_arena *arena = c->moving->call->arena;
  sx_str guard = SX_STR("");
  *before = *after = SX_STR("");
  for (int turn = 0; turn < 2 && !guard.len; turn++)
    for (size_t i = 0; i < c->files.len && !guard.len; i++) {
      const sx_move_c_file *file = &c->files.items[i];
      sx_move_c_layout layout;
      if (!is_neighbour(c, file, !turn) || !sx_move_c_find_layout(&layout, &file->text)) continue;
      if (!layout.guard.len) {
        *before = SX_STR("#pragma once\n\n");
        return;
      }
      guard = guard_like(c, file, layout.guard);
    }
  if (!guard.len)
    guard = sx_arena_printf(arena, "%.*s_H", SX_STR_ARG(word_of(c, c->moving->target.path, true)));
  for (size_t i = 0; i < c->files.len; i++) /* of a file of the same name elsewhere */
    if (sx_word_is_in(c->files.items[i].text.document->text, guard))
      guard = sx_arena_printf(arena, "%.*s_", SX_STR_ARG(guard));
  *before = sx_arena_printf(arena, "#ifndef %.*s\n#define %.*s\n\n", SX_STR_ARG(guard),
                            SX_STR_ARG(guard));
  *after = SX_STR("\n#endif\n");
}

/* ---- a place in a header --------------------------------------------------------------------- */

/* The first statement of the target that has a name of what moves; NONE. */
static uint32_t first_user(const sx_moving_c *c) {
  const sx_move_text *target = &c->moving->target;
  sx_str code = c->files.items[1].code;
  size_t first = SX_STR_NONE;
  for (size_t i = 0; i < c->moving->moved.len; i++) {
    size_t at = sx_word_find(code, c->moving->moved.items[i].name, 0);
    if (at < first) first = at;
  }
  if (first == SX_STR_NONE) return SX_NODE_NONE;
  return sx_move_c_top(&target->nodes,
                       sx_nodes_around(&target->nodes, (uint32_t)first, (uint32_t)first + 1));
}

/* REFUSED where the moved code uses something of the target that is declared below the place. */
static sx_status check_above(sx_moving_c *c, size_t place) {
  const sx_move_c_file *target = &c->files.items[1];
  const sx_names *names = &target->text.names;
  for (size_t i = 0; i < names->bindings.len; i++) {
    const sx_binding *binding = &names->bindings.items[i];
    if (binding->scope || names->names.items[binding->first].start < place) continue;
    for (size_t k = 0; k < c->moving->moved.len; k++) {
      const sx_moved *moved = &c->moving->moved.items[k];
      if (!sx_word_is_in(sx_str_slice(c->code, moved->start, moved->end), binding->name)) continue;
      return sx_move_refuse(c->moving, &target->text, names->names.items[binding->first].start,
                            c->err,
                            "the code uses '%.*s', which the target declares below its first use "
                            "of '%.*s'",
                            SX_STR_ARG(binding->name), SX_STR_ARG(moved->name));
    }
  }
  return SX_OK;
}

sx_status sx_move_c_find_place(sx_moving_c *c, size_t *out) {
  const sx_move_text *target = &c->moving->target;
  sx_move_c_layout layout;
  *out = target->document->text.len;
  if (!c->to_header) return SX_OK;
  if (!sx_move_c_find_layout(&layout, target))
    return sx_move_refuse(c->moving, target, 0, c->err,
                          "the header has no include guard around all of it, so that what it "
                          "declares may be there twice");
  *out = layout.linkage_end != SX_STR_NONE ? layout.linkage_end : layout.end;
  uint32_t user = c->from_header ? first_user(c) : SX_NODE_NONE; /* else it is another name */
  if (user == SX_NODE_NONE) return SX_OK;
  sx_moved found = {.first = user, .last = user};
  if (sx_nodes_is(&target->nodes, user, "preproc_if preproc_ifdef preproc_include ERROR") ||
      sx_move_c_doubt_at(&c->files.items[1], sx_move_start(target, user)))
    return sx_move_refuse(c->moving, target, sx_move_start(target, user), c->err,
                          "the target uses the name here, where nothing can be put above");
  sx_move_find_extent(target, &found);
  *out = found.start;
  for (size_t i = 0; i < c->files.items[1].includes.len; i++)
    if (sx_move_start(target, c->files.items[1].includes.items[i].node) > *out)
      return sx_move_refuse(c->moving, target, *out, c->err,
                            "the target uses the name here, above an include");
  return check_above(c, *out);
}

/* ---- C++ ------------------------------------------------------------------------------------- */

sx_status sx_move_c_check_linkage(sx_moving_c *c) {
  const sx_move_text *source = &c->moving->source;
  const sx_moved *moved = &c->moving->moved.items[0];
  sx_move_c_layout from, to = {.linkage_start = SX_STR_NONE};
  if (c->from_header && !sx_move_c_find_layout(&from, source))
    return sx_move_refuse(c->moving, source, 0, c->err,
                          "the header has no include guard around all of it, so that each include "
                          "of it may mean something else");
  if (!c->from_header ||
      !sx_nodes_is(&source->nodes, moved->first, "function_definition declaration"))
    return SX_OK;
  bool has_target = c->has_target && sx_move_c_find_layout(&to, &c->moving->target);
  bool is_in = from.linkage_start != SX_STR_NONE && moved->start >= from.linkage_start &&
               moved->start < from.linkage_end;
  bool will_be_in = has_target && to.linkage_start != SX_STR_NONE;
  if (is_in == will_be_in) return SX_OK;
  return sx_move_refuse(c->moving, source, moved->start, c->err,
                        is_in ? "for C++ this is 'extern \"C\"', which the target has no part for"
                              : "in the target this would become 'extern \"C\"' for C++");
}
