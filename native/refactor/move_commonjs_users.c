#include "refactor/move_parts.h"

#include "base/byte.h"
#include "text/keywords.h"
#include "workspace/paths.h"

/*
 * The files that require what moves: each `require` of the source stays where it is, at the top, in
 * a function or under a condition, and takes what moved from the target.
 */

/* A name that a block has got. */
typedef struct given {
  uint32_t block;
  sx_str name;
} given;

typedef SX_ARRAY(given) givens;

/* One `require("./source")`. */
typedef struct site {
  sx_moving *moving;
  sx_move_text *text;
  uint32_t call, string;
  sx_str module;
  bool is_target;
  givens *names; /* of the file, so that none is declared twice */
} site;

static sx_status refuse_object(const site *at, uint32_t node, sx_err *err) {
  return sx_move_refuse(at->moving, at->text, sx_move_start(at->text, node), err,
                        "all of the source is used as one object here, so it is not known whether "
                        "'%.*s' is taken from it",
                        SX_STR_ARG(sx_move_shown(&at->moving->moved.items[0])));
}

static sx_status new_module(const site *at, sx_str *out, bool is_whole, sx_err *err) {
  sx_status status = sx_move_script_check_import(at->moving, at->text,
                                                 sx_move_start(at->text, at->call), is_whole, err);
  return status ? status
                : sx_move_script_module(out, at->moving, at->text, at->module,
                                        at->moving->target.path, err);
}

static uint32_t statement_of(const site *at) {
  uint32_t node = sx_nodes_above(&at->text->nodes, at->call,
                                 "lexical_declaration variable_declaration expression_statement "
                                 "return_statement");
  return node == SX_NODE_NONE ? at->call : node;
}

/* The same statement, of the target. */
static sx_status retarget(const site *at, sx_err *err) {
  sx_str module;
  size_t start = sx_move_start(at->text, at->string) + 1;
  sx_status status = new_module(at, &module, true, err);
  if (status) return status;
  uint32_t node = statement_of(at);
  sx_str old = sx_nodes_text(&at->text->nodes, node);
  size_t from = start - sx_move_start(at->text, node);
  sx_str line = sx_arena_printf(at->moving->call->arena, "%.*s%.*s%.*s",
                                SX_STR_ARG(sx_str_slice(old, 0, from)), SX_STR_ARG(module),
                                SX_STR_ARG(sx_str_slice(old, from + at->module.len, old.len)));
  status = sx_move_note(at->moving, at->text, old, line, err);
  return status ? status
                : sx_move_edit(at->moving, at->text, start, start + at->module.len, module, err);
}

/* ---- what is done with a member -------------------------------------------------------------- */

/* Whether it is replaced, or called where the function would see another `this`. */
static sx_status check_use(const site *at, uint32_t member, const sx_moved *moved, sx_err *err) {
  const sx_nodes *nodes = &at->text->nodes;
  uint32_t above = sx_nodes_parent(nodes, member);
  bool is_written = sx_nodes_is_field(nodes, member, "left") ||
                    sx_nodes_is(nodes, above, "update_expression array_pattern pair_pattern") ||
                    sx_nodes_token(nodes, above, "delete") != SX_NODE_NONE;
  bool is_called =
      sx_nodes_is(nodes, above, "call_expression") && sx_nodes_is_field(nodes, member, "function");
  if (is_written)
    return sx_move_refuse(at->moving, at->text, sx_move_start(at->text, member), err,
                          "'%.*s' of the source is replaced here, which others would not see any "
                          "more",
                          SX_STR_ARG(sx_move_shown(moved)));
  if (is_called && moved->has_this)
    return sx_move_refuse(at->moving, at->text, sx_move_start(at->text, member), err,
                          "'%.*s' uses 'this', which is all of the source in this call",
                          SX_STR_ARG(moved->name));
  return SX_OK;
}

/* `require("./source").f` */
static sx_status take_member(const site *at, uint32_t member, sx_err *err) {
  const sx_nodes *nodes = &at->text->nodes;
  const sx_moved *moved = sx_move_script_exported(
      at->moving, sx_nodes_text(nodes, sx_nodes_field(nodes, member, "property")));
  if (!moved) return SX_OK;
  sx_status status = check_use(at, member, moved, err);
  if (status || !at->is_target) return status ? status : retarget(at, err);
  return sx_move_refuse(at->moving, at->text, sx_move_start(at->text, member), err,
                        "the target takes the symbol in an expression; require it in a statement "
                        "of its own first");
}

/* ---- const { f, g: h } = require("./source") ------------------------------------------------- */

/* The name of the source that a part of a pattern takes, if it is known; `*local`: what it is here.
 */
static bool taken_name(const sx_nodes *nodes, uint32_t part, sx_str *out, sx_str *local) {
  uint32_t inner = part;
  if (sx_nodes_is(nodes, part, "object_assignment_pattern"))
    inner = sx_nodes_field(nodes, part, "left");
  bool is_pair = sx_nodes_is(nodes, inner, "pair_pattern");
  *local = sx_nodes_text(nodes, is_pair ? sx_nodes_field(nodes, inner, "value") : inner);
  return sx_cjs_key(nodes, is_pair ? sx_nodes_field(nodes, inner, "key") : inner, out);
}

/* The index of a statement among those that take parts of a module; NONE. */
static uint32_t listed_statement(const site *at) {
  for (uint32_t i = 0; i < at->text->imports.statements.len; i++) {
    const sx_import_statement *one = &at->text->imports.statements.items[i];
    if (one->form == SX_IMPORT_REQUIRED &&
        one->module_start == sx_move_start(at->text, at->string) + 1)
      return i;
  }
  return SX_NODE_NONE;
}

static sx_status insert_below(const site *at, uint32_t statement, sx_str line, sx_err *err) {
  sx_str all = at->text->document->text, newline = at->text->newline;
  size_t place = sx_move_line_end(all, sx_move_end(at->text, statement));
  bool is_cut = place == all.len && place && all.ptr[place - 1] != '\n';
  uint32_t block = sx_nodes_parent(&at->text->nodes, statement);
  if (!sx_move_is_alone(at->text, statement) ||
      (block && !sx_nodes_is(&at->text->nodes, block, "statement_block")))
    return sx_move_refuse(at->moving, at->text, sx_move_start(at->text, statement), err,
                          "another statement is on the line of this require; put each on a line");
  sx_str text = sx_arena_printf(at->moving->call->arena, "%.*s%.*s%.*s%.*s",
                                SX_STR_ARG(is_cut ? newline : SX_STR("")),
                                SX_STR_ARG(sx_move_indent(all, sx_move_start(at->text, statement))),
                                SX_STR_ARG(line), SX_STR_ARG(newline));
  return sx_move_edit(at->moving, at->text, place, place, text, err);
}

/* The parts that are taken, as a statement of the target. */
static sx_status write_listed(const site *at, uint32_t index, const bool *marks, sx_str *out,
                              sx_err *err) {
  const sx_nodes *nodes = &at->text->nodes;
  const sx_import_statement *statement = &at->text->imports.statements.items[index];
  sx_str module, old = sx_nodes_text(nodes, statement->node);
  sx_status status = new_module(at, &module, false, err);
  if (status) return status;
  bool is_close = sx_str_find(old, SX_STR("{ "), 0) == SX_STR_NONE &&
                  sx_str_find_char(old, '\n', 0) == SX_STR_NONE;
  const char *room = is_close ? "" : " ", *comma = "";
  sx_buf buf;
  sx_buf_init(&buf, 65536);
  sx_buf_addf(&buf, "%.*s {%s",
              SX_STR_ARG(sx_nodes_text(nodes, sx_nodes_first(nodes, statement->node))), room);
  for (uint32_t i = 0; i < statement->count; i++) {
    if (!marks[i]) continue;
    const sx_import_item *item = &at->text->imports.items.items[statement->first + i];
    sx_buf_addf(&buf, "%s%.*s", comma, SX_STR_ARG(sx_nodes_text(nodes, item->node)));
    comma = ", ";
  }
  char quote = at->text->document->text.ptr[statement->module_start - 1];
  sx_buf_addf(&buf, "%s} = require(%c%.*s%c)%s", room, quote, SX_STR_ARG(module), quote,
              sx_str_has_suffix(old, SX_STR(";")) ? ";" : "");
  *out = sx_buf_keep(&buf, at->moving->call->arena);
  return SX_OK;
}

static sx_status take_some(const site *at, uint32_t index, const bool *marks, sx_err *err) {
  const sx_import_statement *statement = &at->text->imports.statements.items[index];
  sx_str line = SX_STR("");
  bool is_whole;
  sx_status status = at->is_target ? SX_OK : write_listed(at, index, marks, &line, err);
  if (!status)
    status = sx_move_note(at->moving, at->text, sx_nodes_text(&at->text->nodes, statement->node),
                          line, err);
  if (!status && !at->is_target) status = insert_below(at, statement->node, line, err);
  return status ? status : sx_move_drop_items(at->moving, at->text, index, marks, &is_whole, err);
}

static sx_status check_local(const site *at, uint32_t part, const sx_moved *moved, sx_str local,
                             sx_err *err) {
  if (!at->is_target || sx_str_is_equal(local, moved->name)) return SX_OK;
  return sx_move_refuse(at->moving, at->text, sx_move_start(at->text, part), err,
                        "the target has the symbol under another name, '%.*s'", SX_STR_ARG(local));
}

static sx_status take_pattern(const site *at, uint32_t pattern, sx_err *err) {
  const sx_nodes *nodes = &at->text->nodes;
  bool marks[256] = {0};
  size_t count = 0, marked = 0;
  sx_status status = SX_OK;
  for (uint32_t part = sx_nodes_first_named(nodes, pattern); part != SX_NODE_NONE && !status;
       part = sx_nodes_next_named(nodes, part), count++) {
    sx_str name, local;
    if (sx_nodes_is(nodes, part, "rest_pattern") || count == 256 ||
        !taken_name(nodes, part, &name, &local))
      return refuse_object(at, part, err);
    const sx_moved *moved = sx_move_script_exported(at->moving, name);
    marks[count] = moved != NULL;
    marked += moved != NULL;
    if (moved) status = check_local(at, part, moved, local, err);
  }
  if (status || !marked) return status;
  uint32_t index = listed_statement(at);
  if (marked == count && !at->is_target) return retarget(at, err);
  if (index == SX_NODE_NONE)
    return sx_move_refuse(at->moving, at->text, sx_move_start(at->text, at->call), err,
                          "this declaration takes more than what moves; write one for each");
  return take_some(at, index, marks, err);
}

/* ---- const a = require("./source"); a.f() ---------------------------------------------------- */

typedef struct object_use {
  const site *at;
  uint32_t binding;
  SX_ARRAY(uint32_t) members; /* `a.f` of what moves */
  SX_ARRAY(size_t) moved;     /* which of it, for each of them */
  size_t others;
} object_use;

static sx_status find_uses(object_use *use, sx_err *err) {
  const site *at = use->at;
  const sx_nodes *nodes = &at->text->nodes;
  sx_arena *arena = at->moving->call->arena;
  sx_status status = SX_OK;
  for (size_t i = 0; i < at->text->names.names.len && !status; i++) {
    const sx_name *one = &at->text->names.names.items[i];
    if (one->binding != use->binding || one->roles & SX_NAME_DECLARES) continue;
    uint32_t above = sx_nodes_parent(nodes, one->node);
    if (!sx_nodes_is(nodes, above, "member_expression") ||
        !sx_nodes_is_field(nodes, one->node, "object"))
      return refuse_object(at, one->node, err);
    const sx_moved *moved = sx_move_script_exported(
        at->moving, sx_nodes_text(nodes, sx_nodes_field(nodes, above, "property")));
    use->others += !moved;
    if (!moved) continue;
    status = check_use(at, above, moved, err);
    uint32_t *member = SX_ARRAY_ADD(&use->members, arena);
    size_t *index = SX_ARRAY_ADD(&use->moved, arena);
    if (!member || !index) return sx_fail(err, arena->status, NULL);
    *member = above;
    *index = (size_t)(moved - at->moving->moved.items);
  }
  return status;
}

/* Whether a name could be declared beside the object without meaning another one anywhere. */
static bool is_usable(const object_use *use, sx_str name) {
  return !sx_move_script_is_bound(use->at->text, name);
}

/* `b` for ./lib/b.js, `myPart` for my-part.js; empty where that cannot be a name. */
static sx_str object_name(const object_use *use) {
  sx_str stem = sx_path_name(use->at->moving->target.path);
  size_t dot = sx_str_find_char(stem, '.', 1);
  bool is_upper = false;
  sx_buf buf;
  sx_buf_init(&buf, 256);
  for (size_t i = 0; i < stem.len && i < dot && i < 100; i++) {
    char c = stem.ptr[i];
    if (!sx_byte_is_word(c)) {
      is_upper = buf.len > 0;
      continue;
    }
    sx_buf_add_char(&buf, is_upper && c >= 'a' && c <= 'z' ? (char)(c - 32) : c);
    is_upper = false;
  }
  sx_str name = sx_buf_keep(&buf, use->at->moving->call->arena);
  bool is_name =
      name.len && !(name.ptr[0] >= '0' && name.ptr[0] <= '9') &&
      !sx_keyword_is_reserved(sx_language_find(SX_STR("javascript"), SX_STR("")), name, false);
  return is_name && is_usable(use, name) ? name : SX_STR("");
}

static sx_status rewrite_uses(const object_use *use, sx_str object, sx_err *err) {
  const site *at = use->at;
  const sx_nodes *nodes = &at->text->nodes;
  sx_status status = SX_OK;
  for (size_t i = 0; i < use->members.len && !status; i++) {
    const sx_moved *moved = &at->moving->moved.items[use->moved.items[i]];
    uint32_t member = use->members.items[i];
    sx_str to = at->is_target ? moved->name : sx_move_shown(moved);
    uint32_t meant = sx_names_look_up(&at->text->names, to, member);
    if (at->is_target && meant != SX_BINDING_FREE && at->text->names.bindings.items[meant].scope)
      return sx_move_refuse(at->moving, at->text, sx_move_start(at->text, member), err,
                            "'%.*s' means something else here", SX_STR_ARG(to));
    size_t end = sx_move_end(at->text, member);
    if (object.len) {
      to = object;
      end = sx_move_end(at->text, sx_nodes_field(nodes, member, "object"));
    }
    status = sx_move_edit(at->moving, at->text, sx_move_start(at->text, member), end, to, err);
  }
  return status;
}

/* Whether the block has the name by another object of the source already; it has it from now on. */
static bool is_given(const site *at, uint32_t block, sx_str name) {
  for (size_t i = 0; i < at->names->len; i++)
    if (at->names->items[i].block == block && sx_str_is_equal(at->names->items[i].name, name))
      return true;
  given *added = SX_ARRAY_ADD(at->names, at->moving->call->arena);
  if (added) *added = (given){block, name};
  return false;
}

/* The statement that takes what is used, or all of the target, from it; empty where others do. */
static sx_status write_taken(const object_use *use, uint32_t declaration, sx_str object,
                             sx_str *out, sx_err *err) {
  const site *at = use->at;
  uint32_t block = sx_nodes_parent(&at->text->nodes, declaration);
  sx_arena *arena = at->moving->call->arena;
  sx_move_script_imports imports = {0};
  sx_str module;
  sx_status status = new_module(at, &module, !use->others, err);
  if (status) return status;
  for (size_t i = 0; i < use->moved.len; i++) {
    sx_str name = sx_move_shown(&at->moving->moved.items[use->moved.items[i]]);
    sx_str local = object.len ? object : name;
    if (is_given(at, block, local)) continue;
    sx_move_script_import *added = SX_ARRAY_ADD(&imports, arena);
    if (added)
      *added = (sx_move_script_import){module, object.len ? SX_STR("") : name, local, false};
  }
  if (arena->status) return sx_fail(err, arena->status, NULL);
  *out = sx_str_trim_end(sx_move_script_block(at->moving, at->text, &imports));
  return SX_OK;
}

static sx_status take_uses(object_use *use, uint32_t declaration, bool is_only, sx_err *err) {
  const site *at = use->at;
  sx_move_text *text = at->text;
  sx_str line = SX_STR(""), object = SX_STR(""), old = sx_nodes_text(&text->nodes, declaration);
  bool is_free = !at->is_target;
  for (size_t i = 0; i < use->moved.len && is_free; i++)
    is_free = is_usable(use, sx_move_shown(&at->moving->moved.items[use->moved.items[i]]));
  if (!at->is_target && (!is_free || !text->is_commonjs)) {
    if (!use->others) return retarget(at, err);
    object = object_name(use);
    if (!object.len || !text->is_commonjs)
      return sx_move_refuse(
          at->moving, text, sx_move_start(text, at->call), err,
          "what moves needs a name here, and '%.*s' means something else in this "
          "file already",
          SX_STR_ARG(sx_move_shown(&at->moving->moved.items[use->moved.items[0]])));
  }
  sx_status status = rewrite_uses(use, object, err);
  if (!status && !at->is_target) status = write_taken(use, declaration, object, &line, err);
  bool is_replaced = is_only && !use->others;
  if (!status) status = sx_move_note(at->moving, text, is_replaced ? old : SX_STR(""), line, err);
  if (status) return status;
  if (!line.len)
    return is_replaced ? sx_move_drop_statement(at->moving, text, declaration, err) : SX_OK;
  if (is_replaced)
    return sx_move_edit(at->moving, text, sx_move_start(text, declaration),
                        sx_move_end(text, declaration), line, err);
  return insert_below(at, declaration, line, err);
}

static sx_status take_object(const site *at, uint32_t declarator, uint32_t name, sx_err *err) {
  const sx_nodes *nodes = &at->text->nodes;
  const sx_name *declared = sx_names_at(&at->text->names, name);
  uint32_t declaration = sx_nodes_parent(nodes, declarator);
  bool is_only = sx_nodes_first_named(nodes, declaration) == declarator &&
                 sx_nodes_next_named(nodes, declarator) == SX_NODE_NONE;
  if (!declared || declared->binding == SX_BINDING_FREE ||
      at->text->names.bindings.items[declared->binding].declarations > 1)
    return refuse_object(at, at->call, err);
  object_use use = {.at = at, .binding = declared->binding};
  sx_status status = find_uses(&use, err);
  return status || !use.members.len ? status : take_uses(&use, declaration, is_only, err);
}

/* ---- a file ---------------------------------------------------------------------------------- */

static sx_status take_site(const site *at, sx_err *err) {
  const sx_nodes *nodes = &at->text->nodes;
  uint32_t above = sx_nodes_parent(nodes, at->call);
  uint32_t name = sx_nodes_field(nodes, above, "name");
  if (sx_nodes_is(nodes, above, "expression_statement")) return SX_OK;
  if (sx_move_script_exported(at->moving, SX_STR("default"))) return retarget(at, err);
  if (sx_nodes_is(nodes, above, "member_expression") &&
      sx_nodes_is_field(nodes, at->call, "object"))
    return take_member(at, above, err);
  if (sx_nodes_is(nodes, above, "variable_declarator")) {
    if (sx_nodes_is(nodes, name, "object_pattern")) return take_pattern(at, name, err);
    if (sx_nodes_is(nodes, name, "identifier")) return take_object(at, above, name, err);
  }
  return refuse_object(at, at->call, err);
}

static bool has_exported(const sx_moving *moving) {
  for (size_t i = 0; i < moving->moved.len; i++)
    if (moving->moved.items[i].is_exported) return true;
  return false;
}

sx_status sx_move_cjs_user(sx_moving *moving, sx_move_text *text, bool is_target, sx_err *err) {
  sx_status status = SX_OK;
  givens names = {0};
  bool is_shown = has_exported(moving) || moving->source.exports.added.len;
  for (uint32_t i = 0; i < text->nodes.tree.nodes.len && !status && is_shown; i++) {
    uint32_t string = sx_cjs_required(&text->names, i);
    if (string == SX_NODE_NONE) continue;
    sx_str module = sx_nodes_text(&text->nodes, string);
    bool leads = false;
    site at = {moving, text, i, string, sx_str_slice(module, 1, module.len - 1), is_target, &names};
    status = sx_move_leads_to(moving, text->path, at.module, SX_STR(""), moving->source.path,
                              &leads, err);
    if (!status && leads) status = take_site(&at, err);
  }
  return status;
}
