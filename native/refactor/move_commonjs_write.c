#include "refactor/move_parts.h"

#include "refactor/parameters.h"
#include "text/language.h"

/*
 * Exports of CommonJS as they are after the move, and the declarations with theirs.
 */

/* ---- style ----------------------------------------------------------------------------------- */

/* The call that a chain of members and calls begins with, if it is one of require. */
static bool begins_with_require(const sx_move_text *text, uint32_t node) {
  const sx_nodes *nodes = &text->nodes;
  while (sx_cjs_required(&text->names, node) == SX_NODE_NONE) {
    bool is_call = sx_nodes_is(nodes, node, "call_expression");
    if (!is_call && !sx_nodes_is(nodes, node, "member_expression")) return false;
    node = sx_nodes_field(nodes, node, is_call ? "function" : "object");
    if (node == SX_NODE_NONE) return false;
  }
  return true;
}

bool sx_move_cjs_is_require(const sx_move_text *text, uint32_t statement) {
  const sx_nodes *nodes = &text->nodes;
  uint32_t part = sx_nodes_first_named(nodes, statement);
  if (sx_nodes_is(nodes, statement, "expression_statement"))
    return sx_cjs_required(&text->names, part) != SX_NODE_NONE;
  if (!sx_nodes_is(nodes, statement, "lexical_declaration variable_declaration")) return false;
  for (; part != SX_NODE_NONE; part = sx_nodes_next_named(nodes, part))
    if (!begins_with_require(text, sx_nodes_field(nodes, part, "value"))) return false;
  return true;
}

sx_str sx_move_cjs_keyword(const sx_moving *moving, const sx_move_text *text) {
  const sx_move_text *texts[] = {text, &moving->source};
  for (size_t k = 0; k < 2; k++) {
    const sx_nodes *nodes = &texts[k]->nodes;
    uint32_t found = SX_NODE_NONE;
    bool is_require = false;
    if (!texts[k]->document) continue;
    for (uint32_t i = sx_nodes_first_named(nodes, 0); i != SX_NODE_NONE && !is_require;
         i = sx_nodes_next_named(nodes, i)) {
      if (!sx_nodes_is(nodes, i, "lexical_declaration variable_declaration")) continue;
      is_require = sx_move_cjs_is_require(texts[k], i);
      if (found == SX_NODE_NONE || is_require) found = i;
    }
    if (found == SX_NODE_NONE) continue;
    return sx_nodes_is(nodes, found, "variable_declaration") ? SX_STR("var") : SX_STR("const");
  }
  return SX_STR("const");
}

static bool is_needed(const sx_moved *moved) {
  return moved->is_exported || moved->is_needed;
}

/* Whether modules with import see the names: Node looks for them in the text. */
static bool is_seen_by_node(const sx_move_text *text) {
  for (size_t i = 0; i < text->exports.items.len; i++) {
    const sx_cjs_export *one = &text->exports.items.items[i];
    if (one->form == SX_CJS_ENTRY &&
        !sx_nodes_is(&text->nodes, one->value, "identifier shorthand_property_identifier"))
      return false;
  }
  return true;
}

/* Whether the target exports by an object in braces. */
static bool has_object(const sx_moving *moving) {
  const sx_cjs_exports *target = &moving->target.exports, *source = &moving->source.exports;
  bool is_there = moving->target.document && target->items.len;
  if (is_there && target->object == SX_NODE_NONE) return false;
  if (moving->target.document && target->object != SX_NODE_NONE)
    return !moving->is_imported || is_seen_by_node(&moving->target);
  return source->object != SX_NODE_NONE || sx_cjs_whole(source);
}

static sx_str prefix(const sx_moving *moving) {
  const sx_cjs_exports *target = &moving->target.exports;
  if (moving->target.document && target->prefix.len) return target->prefix;
  if (moving->target.document && target->object != SX_NODE_NONE) return SX_STR("module.exports");
  return moving->source.exports.prefix.len ? moving->source.exports.prefix : SX_STR("exports");
}

/* ---- an object ------------------------------------------------------------------------------- */

static sx_str entry(const sx_moving *moving, sx_str shown, sx_str local) {
  bool is_short = sx_move_script_has_patterns(moving, &moving->target);
  if (is_short && sx_str_is_equal(shown, local)) return local;
  return sx_arena_printf(moving->call->arena, "%.*s: %.*s", SX_STR_ARG(shown), SX_STR_ARG(local));
}

/* Entries on lines of their own go with these; false where one is not. */
static sx_status drop_lines(sx_moving *moving, sx_move_text *text, sx_err *err) {
  sx_str all = text->document->text;
  sx_status status = SX_OK;
  for (size_t i = 0; i < text->exports.items.len && !status; i++) {
    const sx_cjs_export *one = &text->exports.items.items[i];
    if (one->form != SX_CJS_ENTRY || !sx_move_find(moving, one->local)) continue;
    size_t start = sx_str_line_start(all, sx_move_start(text, one->node));
    size_t end = sx_str_skip_blanks(all, sx_move_end(text, one->node));
    if (sx_str_at(all, end) == ',') end = sx_str_skip_blanks(all, end + 1);
    bool is_own = sx_str_skip_blanks(all, start) == sx_move_start(text, one->node) &&
                  (sx_str_at(all, end) == '\n' || sx_str_at(all, end) == '\r');
    if (!is_own)
      return sx_move_refuse(moving, text, start, err,
                            "a comment is in the list of exports; put each export on a line");
    status = sx_move_edit(moving, text, start, sx_move_line_end(all, end), SX_STR(""), err);
  }
  return status;
}

static sx_status edit_object(sx_moving *moving, sx_move_text *text, const sx_strs *added,
                             bool is_dropping, sx_err *err) {
  sx_arena *arena = moving->call->arena;
  const sx_cjs_exports *exports = &text->exports;
  SX_ARRAY(sx_listed_item) old = {0};
  sx_new_items items = {0};
  size_t dropped = 0;
  for (size_t i = 0; i < exports->items.len; i++) {
    const sx_cjs_export *one = &exports->items.items[i];
    if (one->form != SX_CJS_ENTRY) continue;
    bool is_moved = is_dropping && sx_move_find(moving, one->local);
    sx_listed_item *listed = SX_ARRAY_ADD(&old, arena);
    sx_new_item *kept = is_moved ? NULL : SX_ARRAY_ADD(&items, arena);
    if (listed)
      *listed = (sx_listed_item){(uint32_t)sx_move_start(text, one->node),
                                 (uint32_t)sx_move_end(text, one->node)};
    if (kept) *kept = (sx_new_item){old.len - 1, sx_nodes_text(&text->nodes, one->node)};
    dropped += is_moved;
  }
  for (size_t i = 0; i < added->len; i++) {
    sx_new_item *fresh = SX_ARRAY_ADD(&items, arena);
    if (fresh) *fresh = (sx_new_item){SX_STR_NONE, added->items[i]};
  }
  if (arena->status) return sx_fail(err, arena->status, NULL);
  if (!dropped && !added->len) return SX_OK;
  if (!items.len && exports->items.len == dropped)
    return sx_move_drop_statement(moving, text, exports->object_statement, err);
  uint32_t start = (uint32_t)sx_move_start(text, exports->object) + 1, comment;
  uint32_t end = (uint32_t)sx_move_end(text, exports->object) - 1;
  const sx_old_list list = {start, end, old.items, old.len};
  sx_str written;
  sx_status status = sx_list_write(&written, &text->nodes, &list, &items, arena, &comment, err);
  if (status == SX_REFUSED && !added->len) return drop_lines(moving, text, err);
  if (status == SX_REFUSED)
    return sx_move_refuse(moving, text, comment, err, "a comment is in the list of exports");
  if (!status && !old.len)
    written = sx_arena_printf(arena, " %.*s ", SX_STR_ARG(sx_str_trim(written)));
  return status ? status : sx_move_edit(moving, text, start, end, written, err);
}

/* ---- the source ------------------------------------------------------------------------------ */

/* Names that the target needs, below their declarations or in the object. */
static sx_status add_own(sx_moving *moving, sx_err *err) {
  sx_move_text *source = &moving->source;
  sx_arena *arena = moving->call->arena;
  const sx_cjs_exports *exports = &source->exports;
  sx_strs entries = {0};
  sx_status status = SX_OK;
  for (size_t i = 0; i < exports->added.len && !status; i++) {
    sx_str name = exports->added.items[i];
    uint32_t found = sx_names_look_up(&source->names, name, 0);
    const sx_binding *binding = &source->names.bindings.items[found];
    uint32_t node = source->names.names.items[binding->first].node;
    bool is_before = binding->kind == SX_BINDING_FUNCTION ||
                     (exports->object != SX_NODE_NONE && node < exports->object_statement);
    if (exports->object != SX_NODE_NONE && is_before) {
      status = sx_strs_add(&entries, entry(moving, name, name), arena, err);
      continue;
    }
    while (sx_nodes_parent(&source->nodes, node)) node = sx_nodes_parent(&source->nodes, node);
    size_t at = sx_move_line_end(source->document->text, sx_move_end(source, node));
    bool is_cut = at && source->document->text.ptr[at - 1] != '\n';
    sx_str on = exports->object != SX_NODE_NONE ? SX_STR("module.exports")
                : exports->prefix.len           ? exports->prefix
                                                : SX_STR("exports");
    sx_str line = sx_arena_printf(
        arena, "%.*s%.*s.%.*s = %.*s%s%.*s", SX_STR_ARG(is_cut ? source->newline : SX_STR("")),
        SX_STR_ARG(on), SX_STR_ARG(name), SX_STR_ARG(name),
        sx_move_script_ends(moving, source) ? ";" : "", SX_STR_ARG(source->newline));
    status = sx_move_edit(moving, source, at, at, line, err);
  }
  if (status || exports->object == SX_NODE_NONE) return status;
  return edit_object(moving, source, &entries, !moving->is_kept, err);
}

/* An export by its own statement becomes one of what the target has. */
static sx_status keep_inline(sx_moving *moving, const sx_moved *moved, sx_err *err) {
  sx_move_text *source = &moving->source;
  const sx_nodes *nodes = &source->nodes;
  char quote;
  sx_str module;
  uint32_t left = sx_nodes_field(nodes, sx_nodes_first_named(nodes, moved->first), "left");
  sx_status status = sx_move_script_module(
      &module, moving, source, sx_move_script_style(moving, source), moving->target.path, err);
  if (status) return status;
  bool ends = sx_move_script_find_style(moving, source, &quote);
  sx_str line = sx_arena_printf(moving->call->arena, "%.*s = require(%c%.*s%c)%s%.*s%s%.*s",
                                SX_STR_ARG(sx_nodes_text(nodes, left)), quote, SX_STR_ARG(module),
                                quote, moved->is_default ? "" : ".", SX_STR_ARG(moved->shown),
                                ends ? ";" : "", SX_STR_ARG(source->newline));
  status = sx_move_note(moving, source, SX_STR(""), line, err);
  return status ? status : sx_move_edit(moving, source, moved->start, moved->start, line, err);
}

sx_status sx_move_cjs_drop_exports(sx_moving *moving, sx_err *err) {
  sx_move_text *source = &moving->source;
  sx_status status = SX_OK;
  for (size_t i = 0; i < source->exports.items.len && !status && !moving->is_kept; i++) {
    const sx_cjs_export *one = &source->exports.items.items[i];
    if (one->form != SX_CJS_ENTRY && sx_move_find(moving, one->local))
      status = sx_move_drop_statement(moving, source, one->statement, err);
  }
  for (size_t i = 0; i < moving->moved.len && !status && moving->is_kept; i++)
    if (moving->moved.items[i].is_inline)
      status = keep_inline(moving, &moving->moved.items[i], err);
  if (!status && moving->is_kept)
    status = sx_refactoring_warn(moving->refactoring, moving->source.document,
                                 moving->moved.items[0].start,
                                 "package.json names this file to others, so it goes on exporting "
                                 "what moved, and other files still take it from here.");
  return status ? status : add_own(moving, err);
}

static sx_status take_read(sx_moving *moving, const sx_cjs_read *read, const sx_moved *moved,
                           sx_err *err) {
  sx_move_text *source = &moving->source;
  const sx_nodes *nodes = &source->nodes;
  size_t at = sx_move_start(source, read->node);
  uint32_t meant = sx_names_look_up(&source->names, moved->name, read->node);
  bool is_free = meant == SX_BINDING_FREE;
  bool is_called = sx_nodes_is(nodes, sx_nodes_parent(nodes, read->node), "call_expression") &&
                   sx_nodes_is_field(nodes, read->node, "function");
  bool is_other =
      moved->is_inline ? !is_free : is_free || source->names.bindings.items[meant].scope;
  for (size_t i = 0; i < source->names.names.len && moved->is_inline && !is_other; i++) {
    const sx_name *one = &source->names.names.items[i];
    is_other = !sx_move_has(moving, one->start) &&
               sx_str_is_equal(sx_nodes_text(nodes, one->node), moved->name);
  }
  if (is_other)
    return sx_move_refuse(moving, source, at, err, "'%.*s' means something else here",
                          SX_STR_ARG(moved->name));
  if (is_called && moved->has_this)
    return sx_move_refuse(moving, source, at, err,
                          "'%.*s' uses 'this', which is all that this module exports in this call",
                          SX_STR_ARG(moved->name));
  return sx_move_edit(moving, source, at, sx_move_end(source, read->node), moved->name, err);
}

sx_status sx_move_cjs_reads(sx_moving *moving, sx_err *err) {
  sx_status status = SX_OK;
  for (size_t i = 0; i < moving->source.exports.reads.len && !status && !moving->is_kept; i++) {
    const sx_cjs_read *read = &moving->source.exports.reads.items[i];
    const sx_moved *moved = sx_move_script_exported(moving, read->name);
    bool is_inside = sx_move_has(moving, sx_move_start(&moving->source, read->node));
    if (moved && !is_inside) status = take_read(moving, read, moved, err);
  }
  return status;
}

/* ---- the target ------------------------------------------------------------------------------ */

size_t sx_move_cjs_place(const sx_moving *moving) {
  const sx_move_text *target = &moving->target;
  uint32_t statement = target->exports.object_statement;
  if (statement == SX_NODE_NONE || !has_object(moving)) return target->document->text.len;
  sx_moved place = {.first = statement, .last = statement};
  sx_move_find_extent(target, &place);
  return place.start;
}

static sx_str piece(const sx_moving *moving, size_t from, size_t to) {
  return sx_text_edits_get(&moving->inner, from, to, moving->call->arena);
}

static void write_one(const sx_moving *moving, const sx_moved *moved, bool is_object, sx_buf *buf) {
  const sx_nodes *nodes = &moving->source.nodes;
  uint32_t assignment = sx_nodes_first_named(nodes, moved->first);
  size_t from = moved->start;
  const char *ends = sx_move_script_ends(moving, &moving->target) ? ";" : "";
  bool is_used = moving->target.document && sx_move_script_is_bound(&moving->target, moved->name);
  if (moved->is_inline && !moved->is_default) {
    size_t statement = sx_move_start(&moving->source, moved->first);
    sx_buf_add(buf, piece(moving, from, statement));
    from = sx_move_start(&moving->source, sx_nodes_field(nodes, assignment, "right"));
    if (is_object || is_used)
      sx_buf_addf(buf, "%.*s %.*s = ", SX_STR_ARG(sx_move_cjs_keyword(moving, &moving->target)),
                  SX_STR_ARG(moved->name));
    else
      sx_buf_addf(buf, "%.*s.%.*s = ", SX_STR_ARG(prefix(moving)), SX_STR_ARG(moved->shown));
  }
  sx_buf_add(buf, sx_str_trim_end(piece(moving, from, moved->end)));
  sx_buf_add_char(buf, '\n');
  bool is_done = moved->is_inline && !is_used;
  if (is_object || is_done || moved->is_default || !is_needed(moved)) return;
  sx_str shown = sx_move_shown(moved);
  sx_buf_addf(buf, "%.*s.%.*s = %.*s%s\n", SX_STR_ARG(prefix(moving)), SX_STR_ARG(shown),
              SX_STR_ARG(moved->name), ends);
}

/* `module.exports = …` of a target that has none. */
static void write_module(const sx_moving *moving, sx_buf *buf) {
  const char *ends = sx_move_script_ends(moving, &moving->target) ? ";" : "";
  bool is_first = true;
  for (size_t i = 0; i < moving->moved.len; i++) {
    const sx_moved *moved = &moving->moved.items[i];
    if (moved->is_default && !moved->is_inline)
      sx_buf_addf(buf, "\nmodule.exports = %.*s%s\n", SX_STR_ARG(moved->name), ends);
    if (moved->is_default) return;
  }
  for (size_t i = 0; i < moving->moved.len; i++) {
    const sx_moved *moved = &moving->moved.items[i];
    if (!is_needed(moved)) continue;
    sx_buf_addf(buf, "%s%.*s", is_first ? "\nmodule.exports = { " : ", ",
                SX_STR_ARG(entry(moving, sx_move_shown(moved), moved->name)));
    is_first = false;
  }
  if (!is_first) sx_buf_addf(buf, " }%s\n", ends);
}

sx_str sx_move_cjs_write(const sx_moving *moving, sx_str newline) {
  bool is_object = has_object(moving), is_there = false;
  sx_buf buf, lines;
  sx_buf_init(&buf, SX_DOCUMENT_MAX_BYTES);
  sx_buf_init(&lines, SX_DOCUMENT_MAX_BYTES);
  for (size_t i = 0; i < moving->moved.len; i++) {
    if (i) sx_buf_add_char(&buf, '\n');
    write_one(moving, &moving->moved.items[i], is_object, &buf);
  }
  is_there = moving->target.document && moving->target.exports.object != SX_NODE_NONE;
  if (is_object && !is_there) write_module(moving, &buf);
  sx_move_add_lines(&lines, sx_buf_keep(&buf, moving->call->arena), newline);
  return sx_buf_keep(&lines, moving->call->arena);
}

sx_status sx_move_cjs_fill_exports(sx_moving *moving, sx_err *err) {
  sx_move_text *target = &moving->target;
  sx_strs entries = {0};
  sx_status status = SX_OK;
  if (target->exports.object == SX_NODE_NONE || !has_object(moving)) return SX_OK;
  for (size_t i = 0; i < moving->moved.len && !status; i++) {
    const sx_moved *moved = &moving->moved.items[i];
    if (!is_needed(moved) || sx_cjs_export_of(&target->exports, moved->name)) continue;
    status = sx_strs_add(&entries, entry(moving, sx_move_shown(moved), moved->name),
                         moving->call->arena, err);
  }
  return status ? status : edit_object(moving, target, &entries, false, err);
}
