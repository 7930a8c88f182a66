#include "refactor/move_parts.h"

#include "base/byte.h"
#include "base/word.h"
#include "base/folder.h"
#include "refactor/parameters.h"
#include "workspace/paths.h"

/*
 * A declaration of Python to another module: what stays in the source, what the target gets.
 */

/* ---- __all__
 * ----------------------------------------------------------------------------------- */

/* The list of `__all__ = […]` at the top; NONE. */
static uint32_t exported_list(const sx_move_text *text) {
  const sx_nodes *nodes = &text->nodes;
  for (uint32_t node = sx_nodes_first(nodes, 0); node != SX_NODE_NONE;
       node = sx_nodes_next(nodes, node)) {
    uint32_t assignment = sx_nodes_first_named(nodes, node);
    uint32_t left = sx_nodes_field(nodes, assignment, "left");
    if (sx_nodes_is(nodes, node, "expression_statement") &&
        sx_nodes_is(nodes, assignment, "assignment") &&
        sx_str_is_equal(sx_nodes_text(nodes, left), SX_STR("__all__")))
      return sx_nodes_field(nodes, assignment, "right");
  }
  return SX_NODE_NONE;
}

static uint32_t content_of(const sx_nodes *nodes, uint32_t string) {
  uint32_t child = sx_nodes_first(nodes, string);
  while (child != SX_NODE_NONE && !sx_nodes_is(nodes, child, "string_content"))
    child = sx_nodes_next(nodes, child);
  return child;
}

/* The string with the name directly in a list; `*others`: there is one elsewhere. */
static uint32_t exported_string(const sx_move_text *text, uint32_t list, sx_str name) {
  const sx_nodes *nodes = &text->nodes;
  if (!sx_nodes_is(nodes, list, "list tuple")) return SX_NODE_NONE;
  for (uint32_t child = sx_nodes_first_named(nodes, list); child != SX_NODE_NONE;
       child = sx_nodes_next_named(nodes, child))
    if (sx_str_is_equal(sx_nodes_text(nodes, content_of(nodes, child)), name)) return child;
  return SX_NODE_NONE;
}

/* Other ways to say what a module exports: `__all__ += […]`. */
static sx_status check_exports(sx_moving *moving, const sx_move_text *text, sx_err *err) {
  const sx_names *names = &text->names;
  size_t writes = 0;
  for (size_t i = 0; i < names->names.len; i++) {
    const sx_name *one = &names->names.items[i];
    if (!sx_str_is_equal(sx_nodes_text(&text->nodes, one->node), SX_STR("__all__"))) continue;
    writes++;
    if (writes > 1 || !sx_nodes_is(&text->nodes, exported_list(text), "list tuple"))
      return sx_move_refuse(moving, text, one->start, err,
                            "__all__ is not one list of names, so what the module exports is not "
                            "known");
  }
  return SX_OK;
}

static sx_status drop_exported(sx_moving *moving, uint32_t list, uint32_t string, sx_err *err) {
  sx_move_text *source = &moving->source;
  const sx_nodes *nodes = &source->nodes;
  sx_str all = source->document->text;
  size_t start = sx_move_start(source, string), end = sx_move_end(source, string);
  uint32_t next = sx_nodes_next_named(nodes, string), before = SX_NODE_NONE;
  for (uint32_t child = sx_nodes_first_named(nodes, list); child != string;
       child = sx_nodes_next_named(nodes, child))
    before = child;
  size_t comma = sx_str_skip_spaces(all, end);
  if (next != SX_NODE_NONE)
    end = sx_move_start(source, next);
  else if (before != SX_NODE_NONE)
    start = sx_move_end(source, before);
  else if (sx_str_at(all, comma) == ',')
    end = comma + 1;
  if (next != SX_NODE_NONE && sx_text_edits_cover(&source->edits, start)) start = end;
  return sx_move_edit(moving, source, start, end, SX_STR(""), err);
}

static sx_status add_exported(sx_moving *moving, uint32_t list, sx_str name, sx_err *err) {
  sx_move_text *target = &moving->target;
  const sx_nodes *nodes = &target->nodes;
  sx_str all = target->document->text;
  uint32_t last = SX_NODE_NONE;
  for (uint32_t child = sx_nodes_first_named(nodes, list); child != SX_NODE_NONE;
       child = sx_nodes_next_named(nodes, child))
    last = child;
  if (last == SX_NODE_NONE) {
    sx_str only = sx_arena_printf(moving->call->arena, "\"%.*s\"%s", SX_STR_ARG(name),
                                  sx_nodes_is(nodes, list, "tuple") ? "," : "");
    size_t place = sx_move_start(target, list) + 1;
    return sx_move_edit(moving, target, place, place, only, err);
  }
  size_t start = sx_move_start(target, last), end = sx_move_end(target, last);
  sx_str indent = sx_move_indent(all, start);
  bool is_own_line = sx_str_line_start(all, start) + indent.len == start;
  sx_str added = sx_arena_printf(moving->call->arena, ",%.*s%.*s%c%.*s%c",
                                 SX_STR_ARG(is_own_line ? target->newline : SX_STR(" ")),
                                 SX_STR_ARG(is_own_line ? indent : SX_STR("")), all.ptr[end - 1],
                                 SX_STR_ARG(name), all.ptr[end - 1]);
  return sx_move_edit(moving, target, end, end, added, err);
}

/* Whether a name is used where it does not move from; the source then imports it. */
static bool stays_used(const sx_moving *moving, sx_str name, size_t *place) {
  const sx_names *names = &moving->source.names;
  for (size_t i = 0; i < names->names.len; i++) {
    const sx_name *one = &names->names.items[i];
    if (one->binding == SX_BINDING_FREE || sx_move_has(moving, one->start)) continue;
    const sx_binding *binding = &names->bindings.items[one->binding];
    *place = one->start;
    if (!binding->scope && sx_str_is_equal(binding->name, name)) return true;
  }
  return false;
}

static sx_status move_exports(sx_moving *moving, sx_err *err) {
  sx_move_text *source = &moving->source, *target = &moving->target;
  sx_status status = check_exports(moving, source, err);
  if (!status && target->document) status = check_exports(moving, target, err);
  if (status) return status;
  uint32_t from = exported_list(source);
  uint32_t to = target->document ? exported_list(target) : SX_NODE_NONE;
  for (size_t i = 0; i < moving->moved.len && !status; i++) {
    sx_str name = moving->moved.items[i].name;
    uint32_t string = exported_string(source, from, name);
    size_t place;
    if (string != SX_NODE_NONE && !stays_used(moving, name, &place)) {
      status = drop_exported(moving, from, string, err);
      if (!status)
        status = sx_refactoring_warn(moving->refactoring, source->document,
                                     sx_move_start(source, string),
                                     "'%.*s' was exported here: code outside of this workspace may "
                                     "import it from this module.",
                                     SX_STR_ARG(name));
    }
    bool is_public = string != SX_NODE_NONE || (from == SX_NODE_NONE && sx_str_at(name, 0) != '_');
    if (!status && is_public && to != SX_NODE_NONE &&
        exported_string(target, to, name) == SX_NODE_NONE)
      status = add_exported(moving, to, name, err);
  }
  return status;
}

/* ---- checks
 * ------------------------------------------------------------------------------------ */

/* Names at the top of the target that would be in the way. */
static sx_status check_target(sx_moving *moving, sx_err *err) {
  const sx_move_text *target = &moving->target;
  const sx_names *names = &target->names;
  for (size_t i = 0; target->document && i < names->names.len; i++) {
    const sx_name *one = &names->names.items[i];
    sx_str name = sx_nodes_text(&target->nodes, one->node);
    if (!sx_move_find(moving, name)) continue;
    if (one->binding == SX_BINDING_FREE)
      return sx_move_refuse(moving, target, one->start, err,
                            "'%.*s' means something else in the target", SX_STR_ARG(name));
    const sx_binding *binding = &names->bindings.items[one->binding];
    if (binding->scope) continue;
    if (binding->kind != SX_BINDING_IMPORT || binding->declarations > 1)
      return sx_move_refuse(moving, target, one->start, err,
                            "the target has a '%.*s' already; rename one of them first",
                            SX_STR_ARG(name));
    if (!(one->roles & SX_NAME_DECLARES)) continue;
    for (size_t k = 0; k < target->imports.items.len; k++) {
      const sx_import_item *item = &target->imports.items.items[k];
      bool leads = false;
      if (!sx_str_is_equal(item->local, name)) continue;
      sx_status status = sx_move_leads_to(moving, target->path, item->module, SX_STR(""),
                                          moving->source.path, &leads, err);
      if (status) return status;
      if (!leads || !sx_str_is_equal(item->name, name))
        return sx_move_refuse(moving, target, item->start, err, "the target imports another '%.*s'",
                              SX_STR_ARG(name));
    }
  }
  return SX_OK;
}

/* Annotations in strings are names, too. */
static sx_status check_strings(sx_moving *moving, sx_err *err) {
  const sx_move_text *source = &moving->source;
  const sx_nodes *nodes = &source->nodes;
  for (uint32_t i = 0; i < nodes->tree.nodes.len; i++) {
    if (!sx_nodes_is(nodes, i, "string_content") ||
        sx_nodes_above(nodes, i, "type") == SX_NODE_NONE)
      continue;
    bool is_moved = sx_move_has(moving, sx_move_start(source, i));
    for (size_t k = 0; k < source->names.bindings.len; k++) {
      const sx_binding *binding = &source->names.bindings.items[k];
      if (binding->scope || !sx_word_is_in(sx_nodes_text(nodes, i), binding->name)) continue;
      if (is_moved != (sx_move_find(moving, binding->name) != NULL))
        return sx_move_refuse(moving, source, sx_move_start(source, i), err,
                              "the annotation in quotes has '%.*s'; write it without quotes",
                              SX_STR_ARG(binding->name));
    }
  }
  return SX_OK;
}

static sx_str future_of(const sx_move_text *text) {
  for (size_t i = 0; text->document && i < text->imports.statements.len; i++)
    if (sx_str_is_equal(text->imports.statements.items[i].module, SX_STR("__future__")))
      return sx_nodes_text(&text->nodes, text->imports.statements.items[i].node);
  return SX_STR("");
}

/* `from __future__ import annotations` changes what annotations are. */
static sx_status check_future(sx_moving *moving, sx_err *err) {
  if (!moving->target.document ||
      sx_str_is_equal(future_of(&moving->source), future_of(&moving->target)))
    return SX_OK;
  for (size_t i = 0; i < moving->moved.len; i++) {
    const sx_moved *moved = &moving->moved.items[i];
    for (uint32_t node = moved->first; node < moving->source.nodes.ends[moved->last]; node++)
      if (sx_nodes_is(&moving->source.nodes, node, "type"))
        return sx_move_refuse(moving, &moving->source, sx_move_start(&moving->source, node), err,
                              "the two modules differ in their imports of __future__, which "
                              "change what this annotation means");
  }
  return SX_OK;
}

/* The files that an import of a name loads: the module of that name, or what declares it. */
static sx_status follow_import(sx_moving *moving, sx_str module, sx_str name, sx_err *err) {
  sx_import_target found;
  bool is_dot = sx_str_has_suffix(module, SX_STR(".")), is_name = name.len && name.ptr[0] != '*';
  sx_import_line line = {.specifier = module, .kind = SX_IMPORT_PLAIN};
  if (is_name) {
    line.kind = SX_IMPORT_MEMBER;
    line.specifier = sx_arena_printf(moving->call->arena, "%.*s%s%.*s", SX_STR_ARG(module),
                                     is_dot ? "" : ".", SX_STR_ARG(name));
  }
  sx_status status = sx_imports_resolve(&found, moving->imports, moving->target.path, &line, err);
  for (size_t k = 0; !status && found.outcome == SX_IMPORT_FOUND && k < found.files.len; k++)
    status = sx_move_follow(moving, found.files.items[k], err);
  return status;
}

/* Those that the target gains must not lead back to it. */
static sx_status check_circles(sx_moving *moving, const sx_move_imports *imports, sx_err *err) {
  sx_status status = SX_OK;
  for (size_t i = 0; i < imports->len && !status; i++)
    status = follow_import(moving, imports->items[i].module, imports->items[i].name, err);
  if (!status && moving->needs_source) status = sx_move_follow(moving, moving->source.path, err);
  if (!status && sx_move_is_reached(moving, moving->target.path))
    return sx_move_refuse(moving, &moving->source, moving->moved.items[0].start, err,
                          "in the target the code would need an import that leads back to the "
                          "target: that circle may fail when the modules are loaded");
  sx_str from = sx_folder_of(moving->source.path), to = sx_folder_of(moving->target.path);
  for (; !status && to.len && !sx_str_is_equal(to, from) && !sx_folder_has(to, from);
       to = sx_folder_of(to)) /* what loading the target's packages runs */
    status = sx_move_follow(
        moving, sx_arena_printf(moving->call->arena, "%.*s/__init__.py", SX_STR_ARG(to)), err);
  return status;
}

/* The imports of the target, but for the imports that it needs no longer. */
static sx_status follow_target(sx_moving *moving, sx_err *err) {
  const sx_move_text *target = &moving->target;
  sx_status status = SX_OK;
  for (size_t i = 0; target->document && i < target->imports.items.len && !status; i++) {
    const sx_import_item *item = &target->imports.items.items[i];
    if (!sx_text_edits_cover(&target->edits, item->start))
      status = follow_import(moving, item->module, item->name, err);
  }
  return status;
}

/* ---- the source
 * -------------------------------------------------------------------------------- */

static sx_status import_rest(sx_moving *moving, sx_err *err) {
  sx_move_imports imports = {0};
  sx_status status = SX_OK;
  size_t place = 0;
  for (size_t i = 0; i < moving->moved.len && !status; i++) {
    sx_str name = moving->moved.items[i].name;
    if (!stays_used(moving, name, &place)) continue;
    if (moving->needs_source || sx_move_is_reached(moving, moving->source.path))
      return sx_move_refuse(
          moving, &moving->source, place, err,
          "what stays here uses '%.*s', and %.*s would import this module: that circle may fail "
          "when the modules are loaded%s",
          SX_STR_ARG(name), SX_STR_ARG(sx_path_display(moving->call, moving->target.path)),
          moving->needs_source ? ". with_dependencies=true moves what the code uses along" : "");
    sx_move_import *added = SX_ARRAY_ADD(&imports, moving->call->arena);
    if (!added) return sx_fail(err, moving->call->arena->status, NULL);
    *added = (sx_move_import){SX_STR(""), name, name};
    status = sx_move_python_module(&added->module, moving, &moving->source, moving->target.path,
                                   sx_move_python_is_relative(&moving->source), err);
  }
  if (status || !imports.len) return status;
  return sx_move_python_add(moving, &moving->source, &imports, err);
}

/* Whether another file imports what moves. */
static bool has_users(const sx_moving *moving) {
  for (size_t i = 0; i < moving->updates.len; i++)
    if (!sx_str_is_equal(moving->updates.items[i].path, moving->source.path) &&
        !sx_str_is_equal(moving->updates.items[i].path, moving->target.path))
      return true;
  return false;
}

/* A base, or a metaclass, may keep a class that is made of it; NONE where all are plain. */
static uint32_t keeping_base(const sx_move_text *source, const sx_moved *moved) {
  static const char plain[] = "object Exception BaseException ValueError TypeError RuntimeError "
                              "KeyError AttributeError LookupError OSError ABC Enum IntEnum "
                              "StrEnum Flag IntFlag NamedTuple TypedDict Protocol Generic dict "
                              "list set tuple str int float ABCMeta";
  const sx_nodes *nodes = &source->nodes;
  uint32_t node = moved->last;
  if (sx_nodes_is(nodes, node, "decorated_definition"))
    node = sx_nodes_field(nodes, node, "definition");
  uint32_t bases = sx_nodes_field(nodes, node, "superclasses");
  for (uint32_t one = sx_nodes_first_named(nodes, bases); one != SX_NODE_NONE;
       one = sx_nodes_next_named(nodes, one)) {
    sx_str text = sx_nodes_text(nodes, one);
    text = sx_str_slice(text, 0, sx_str_find_char(text, '[', 0));
    size_t dot = sx_str_find_last_char(text, '.'), equal = sx_str_find_last_char(text, '=');
    if (dot != SX_STR_NONE) text = sx_str_slice(text, dot + 1, text.len);
    if (equal != SX_STR_NONE) text = sx_str_trim(sx_str_slice(text, equal + 1, text.len));
    if (!sx_language_has_word(plain, text, false)) return one;
  }
  return SX_NODE_NONE;
}

static sx_status check_bases(sx_moving *moving, sx_err *err) {
  for (size_t i = 0; i < moving->moved.len && !has_users(moving); i++) {
    size_t place = 0;
    uint32_t base = keeping_base(&moving->source, &moving->moved.items[i]);
    if (base == SX_NODE_NONE || stays_used(moving, moving->moved.items[i].name, &place)) continue;
    return sx_move_refuse(moving, &moving->source, sx_move_start(&moving->source, base), err,
                          "this base may keep '%.*s' when the module is loaded, and then it would "
                          "no longer be: nothing imports the target for it",
                          SX_STR_ARG(moving->moved.items[i].name));
  }
  return SX_OK;
}

/* `def __getattr__(name)` gives the names that a module does not have. */
static sx_status check_asked(sx_moving *moving, const sx_move_text *text, sx_err *err) {
  for (size_t i = 0; text->document && i < text->names.bindings.len; i++) {
    const sx_binding *binding = &text->names.bindings.items[i];
    if (!binding->scope && sx_str_is_equal(binding->name, SX_STR("__getattr__")))
      return sx_move_refuse(moving, text, text->names.names.items[binding->first].start, err,
                            "this gives names that the module does not have, and a name that comes "
                            "or goes changes what it is asked for");
  }
  return SX_OK;
}

/* A decorator may keep what it decorates: that is lost where the new module is not loaded. */
static sx_status check_decorators(sx_moving *moving, sx_err *err) {
  const sx_move_text *source = &moving->source;
  const sx_nodes *nodes = &source->nodes;
  for (size_t i = 0; i < moving->moved.len && !has_users(moving); i++) {
    const sx_moved *moved = &moving->moved.items[i];
    size_t place = 0;
    if (!sx_nodes_is(nodes, moved->last, "decorated_definition") ||
        stays_used(moving, moved->name, &place))
      continue;
    for (uint32_t one = sx_nodes_first_named(nodes, moved->last); one != SX_NODE_NONE;
         one = sx_nodes_next_named(nodes, one))
      if (sx_nodes_is(nodes, one, "decorator") &&
          !sx_signature_is_plain_decorator(sx_nodes_text(nodes, one)))
        return sx_move_refuse(moving, source, sx_move_start(source, one), err,
                              "this decorator gets '%.*s' when the module is loaded, and then it "
                              "would no longer be: nothing imports the target for it",
                              SX_STR_ARG(moved->name));
  }
  return SX_OK;
}

/* ---- the target
 * -------------------------------------------------------------------------------- */

static sx_str write_declarations(sx_moving *moving, sx_str newline, bool is_spaced) {
  sx_buf buf;
  sx_str all = moving->source.document->text;
  sx_buf_init(&buf, SX_DOCUMENT_MAX_BYTES);
  for (size_t i = 0; i < moving->moved.len; i++) {
    sx_str rest = sx_str_trim_end(
        sx_str_slice(all, moving->moved.items[i].start, moving->moved.items[i].end));
    sx_str line;
    for (int k = 0; i && is_spaced && k < 2; k++) sx_buf_add(&buf, newline);
    while (sx_str_next_line(&rest, &line)) {
      sx_buf_add(&buf, line);
      sx_buf_add(&buf, newline);
    }
  }
  return sx_buf_keep(&buf, moving->call->arena);
}

static bool is_spaced(const sx_moving *moving) {
  for (size_t i = 0; i < moving->moved.len; i++)
    if (!sx_nodes_is(&moving->source.nodes, moving->moved.items[i].first, "expression_statement"))
      return true;
  return false;
}

static sx_status create_target(sx_moving *moving, const sx_move_imports *imports, sx_err *err) {
  sx_buf buf;
  sx_str newline = moving->source.newline, license = sx_move_license(&moving->source);
  sx_str future = future_of(&moving->source);
  sx_buf_init(&buf, SX_DOCUMENT_MAX_BYTES);
  if (license.len) {
    sx_buf_add(&buf, license);
    sx_buf_add(&buf, newline);
    sx_buf_add(&buf, newline);
  }
  if (future.len) sx_buf_add(&buf, future), sx_buf_add(&buf, newline), sx_buf_add(&buf, newline);
  sx_buf_add(&buf, sx_move_python_block(moving, &moving->target, imports));
  for (int k = 0; imports->len && k < 1 + is_spaced(moving); k++) sx_buf_add(&buf, newline);
  sx_buf_add(&buf, write_declarations(moving, newline, is_spaced(moving)));
  sx_str text = sx_buf_keep(&buf, moving->call->arena);
  for (size_t i = 0; i < imports->len; i++) {
    sx_status status = sx_move_note(moving, &moving->target, SX_STR(""),
                                    sx_move_python_line(moving, &imports->items[i]), err);
    if (status) return status;
  }
  return sx_change_create(&moving->refactoring->change, moving->target.path, text, err);
}

/* `if __name__ == "__main__":` runs what is above it. */
static size_t end_place(const sx_move_text *text) {
  const sx_nodes *nodes = &text->nodes;
  for (uint32_t node = sx_nodes_first(nodes, 0); node != SX_NODE_NONE;
       node = sx_nodes_next(nodes, node)) {
    sx_str condition = sx_nodes_text(nodes, sx_nodes_field(nodes, node, "condition"));
    if (sx_nodes_is(nodes, node, "if_statement") && sx_word_is_in(condition, SX_STR("__name__")))
      return sx_move_start(text, node);
  }
  return text->document->text.len;
}

static bool target_uses(const sx_moving *moving) {
  for (size_t i = 0; i < moving->target.names.names.len; i++) {
    const sx_name *one = &moving->target.names.names.items[i];
    if (sx_move_find(moving, sx_nodes_text(&moving->target.nodes, one->node))) return true;
  }
  return false;
}

static sx_status insert_declarations(sx_moving *moving, sx_err *err) {
  sx_move_text *target = &moving->target;
  sx_str all = target->document->text, newline = target->newline;
  bool has_imports, is_above = target_uses(moving);
  size_t place = is_above ? sx_move_import_place(target, &has_imports) : end_place(target);
  sx_buf buf;
  sx_buf_init(&buf, SX_DOCUMENT_MAX_BYTES);
  sx_str before = sx_str_slice(all, 0, place);
  size_t breaks = 0;
  for (size_t i = sx_str_trim_end(before).len; i < before.len; i++) breaks += before.ptr[i] == '\n';
  for (size_t i = breaks; sx_str_trim(before).len && i < 3; i++) sx_buf_add(&buf, newline);
  sx_buf_add(&buf, write_declarations(moving, newline, is_spaced(moving)));
  sx_str after = sx_str_slice(all, place, all.len);
  size_t below = 0;
  for (size_t i = 0; i < after.len && sx_byte_is_space(after.ptr[i]); i++)
    below += after.ptr[i] == '\n';
  for (size_t i = below; sx_str_trim(after).len && i < 2; i++) sx_buf_add(&buf, newline);
  return sx_move_edit(moving, target, place, place, sx_buf_keep(&buf, moving->call->arena), err);
}

/* Leaves those out that the target has; one that it has for something else is in the way. */
static sx_status keep_new(sx_moving *moving, sx_move_imports *imports, sx_err *err) {
  const sx_move_text *target = &moving->target;
  size_t kept = 0;
  for (size_t i = 0; i < imports->len; i++) {
    sx_move_import one = imports->items[i];
    bool is_own = false, is_there = false, is_taken = false;
    sx_status status =
        sx_move_leads_to(moving, target->path, one.module, SX_STR(""), target->path, &is_own, err);
    if (status) return status;
    for (size_t k = 0; k < target->imports.items.len; k++) {
      const sx_import_item *item = &target->imports.items.items[k];
      const sx_import_statement *statement = &target->imports.statements.items[item->statement];
      bool is_same = !statement->block && sx_str_is_equal(item->module, one.module) &&
                     sx_str_is_equal(item->name, one.name) &&
                     sx_str_is_equal(item->local, one.local);
      is_there |= is_same;
      is_taken |= sx_str_is_equal(item->local, one.local) && !is_same &&
                  !(!item->name.len && !one.name.len && !item->has_alias);
    }
    for (size_t k = 0; k < target->names.names.len; k++) {
      const sx_name *name = &target->names.names.items[k];
      bool is_top =
          name->binding == SX_BINDING_FREE || !target->names.bindings.items[name->binding].scope;
      if (is_there || !is_top ||
          !sx_str_is_equal(sx_nodes_text(&target->nodes, name->node), one.local))
        continue;
      is_taken |= name->binding == SX_BINDING_FREE ||
                  target->names.bindings.items[name->binding].kind != SX_BINDING_IMPORT;
    }
    bool is_declared = is_own && one.name.len && sx_str_is_equal(one.name, one.local);
    if ((is_own && !is_declared) || (is_taken && !is_declared) ||
        (is_declared && target_uses(moving)))
      return sx_move_refuse(moving, target, 0, err,
                            "the code needs '%.*s' of %.*s, and in the target that name is another",
                            SX_STR_ARG(one.local), SX_STR_ARG(one.module));
    if (!is_there && !is_declared) imports->items[kept++] = one;
  }
  imports->len = kept;
  return SX_OK;
}

static sx_status fill_target(sx_moving *moving, sx_move_imports *imports, sx_err *err) {
  if (!moving->target.document) return create_target(moving, imports, err);
  sx_status status = keep_new(moving, imports, err);
  if (!status && imports->len) status = sx_move_python_add(moving, &moving->target, imports, err);
  if (!status) status = insert_declarations(moving, err);
  return status ? status : sx_move_plan(moving, &moving->target, err);
}

sx_status sx_move_python(sx_moving *moving, sx_str name, uint32_t name_at, sx_err *err) {
  sx_move_imports imports = {0};
  sx_status status = sx_move_python_take(moving, name, name_at, err);
  if (!status) status = sx_move_find_importers(moving, err);
  if (!status) status = sx_move_python_needs(moving, &imports, err);
  if (!status) status = sx_move_python_reach_home(moving, err);
  if (!status) status = sx_move_python_reach_needs(moving, err);
  if (!status) status = check_target(moving, err);
  if (!status) status = check_strings(moving, err);
  if (!status) status = check_future(moving, err);
  if (!status) status = check_circles(moving, &imports, err);
  if (!status) status = sx_move_python_in_target(moving, err);
  if (!status) status = follow_target(moving, err);
  if (!status) status = sx_move_python_users(moving, err);
  if (!status) status = move_exports(moving, err);
  if (!status) status = sx_move_python_clean(moving, err);
  if (!status) status = import_rest(moving, err);
  if (!status) status = check_asked(moving, &moving->source, err);
  if (!status) status = check_asked(moving, &moving->target, err);
  if (!status) status = check_decorators(moving, err);
  if (!status) status = check_bases(moving, err);
  if (!status) status = sx_move_check_order(moving, err);
  if (!status) status = sx_move_cut(moving, err);
  if (!status) status = sx_move_plan(moving, &moving->source, err);
  return status ? status : fill_target(moving, &imports, err);
}
