#include "refactor/move_parts.h"

#include "base/word.h"
#include "workspace/paths.h"

/*
 * The files that use what moves: by the names that they import, or by the module (`import shapes`,
 * `shapes.area`).
 */

typedef struct user {
  sx_moving *moving;
  sx_move_text *text;
  bool is_target;
  bool has_source; /* it imports the source in some way, or names it in a string */
  sx_strs lines;   /* imports that were put in, with the blanks before them */
} user;

static sx_status refuse_cycle(const user *use, size_t offset, sx_err *err) {
  return sx_move_refuse(
      use->moving, use->text, offset, err,
      "this file would import %.*s, which imports it, directly or by others: "
      "that circle may fail when the modules are loaded. Give another target_file",
      SX_STR_ARG(sx_path_display(use->moving->call, use->moving->target.path)));
}

static bool is_in_function(const sx_move_text *text, uint32_t node) {
  return sx_nodes_above(&text->nodes, node, "function_definition lambda") != SX_NODE_NONE;
}

/* Whether an import of the target that stands there is one too many. */
static sx_status check_cycle(const user *use, uint32_t node, sx_err *err) {
  if (is_in_function(use->text, node) || !sx_move_is_reached(use->moving, use->text->path))
    return SX_OK;
  return refuse_cycle(use, sx_move_start(use->text, node), err);
}

/* ---- from shapes import area
 * ------------------------------------------------------------------- */

static bool is_fully_marked(const bool *marks, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    if (!marks[i]) return false;
  return count > 0;
}

static sx_status target_name(const user *use, const sx_import_statement *like, sx_str *out,
                             sx_err *err) {
  bool is_relative =
      like ? sx_str_at(like->module, 0) == '.' : sx_move_python_is_relative(use->text);
  return sx_move_python_module(out, use->moving, use->text, use->moving->target.path, is_relative,
                               err);
}

/* The line of an import of the marked items from another module. */
static sx_str write_marked(const user *use, const sx_import_statement *statement, const bool *marks,
                           sx_str module) {
  sx_buf buf;
  bool is_first = true;
  sx_buf_init(&buf, 65536);
  sx_buf_addf(&buf, "from %.*s import ", SX_STR_ARG(module));
  for (uint32_t i = 0; i < statement->count; i++) {
    if (!marks[i]) continue;
    const sx_import_item *item = &use->text->imports.items.items[statement->first + i];
    if (!is_first) sx_buf_add_text(&buf, ", ");
    is_first = false;
    sx_buf_add(&buf, sx_nodes_text(&use->text->nodes, item->node));
  }
  return sx_buf_keep(&buf, use->moving->call->arena);
}

static sx_status insert_below(user *use, const sx_import_statement *statement, sx_str line,
                              sx_err *err) {
  sx_arena *arena = use->moving->call->arena;
  sx_str all = use->text->document->text;
  size_t start = sx_move_start(use->text, statement->node);
  size_t place = sx_move_line_end(all, sx_move_end(use->text, statement->node));
  bool is_cut = place == all.len && place && all.ptr[place - 1] != '\n';
  if (!sx_move_is_alone(use->text, statement->node))
    return sx_move_refuse(use->moving, use->text, start, err,
                          "another statement is on the line of this import; put each on a line");
  sx_str text = sx_arena_printf(
      arena, "%.*s%.*s%.*s%.*s", SX_STR_ARG(is_cut ? use->text->newline : SX_STR("")),
      SX_STR_ARG(sx_move_indent(all, start)), SX_STR_ARG(line), SX_STR_ARG(use->text->newline));
  if (sx_strs_have(&use->lines, sx_str_trim_end(text))) return SX_OK;
  sx_status status = sx_strs_add(&use->lines, sx_str_trim_end(text), arena, err);
  return status ? status : sx_move_edit(use->moving, use->text, place, place, text, err);
}

/* Whether loading the source does more than declaring. */
static uint32_t side_effect(const sx_move_text *source) {
  const sx_nodes *nodes = &source->nodes;
  uint32_t node = sx_nodes_first_named(nodes, 0);
  for (; node != SX_NODE_NONE; node = sx_nodes_next_named(nodes, node)) {
    uint32_t inner = sx_nodes_first_named(nodes, node);
    if (sx_nodes_is(nodes, node, "for_statement while_statement with_statement delete_statement"))
      return node;
    if (sx_nodes_is(nodes, node, "expression_statement") &&
        sx_nodes_is(nodes, inner, "call await augmented_assignment"))
      return node;
  }
  return SX_NODE_NONE;
}

/* A file that imports the source for the symbol alone would not load it any more. */
static sx_status check_loading(const user *use, uint32_t node, sx_err *err) {
  const sx_moving *moving = use->moving;
  uint32_t effect = side_effect(&moving->source);
  if (effect == SX_NODE_NONE || moving->needs_source) return SX_OK;
  return sx_move_refuse(
      moving, use->text, sx_move_start(use->text, node), err,
      "this import also runs what %.*s does when it is loaded, as in its line %u",
      SX_STR_ARG(sx_path_display(moving->call, moving->source.path)),
      sx_document_position(moving->source.document, sx_move_start(&moving->source, effect)).line +
          1);
}

static sx_status retarget(user *use, uint32_t index, const bool *marks, sx_err *err) {
  sx_move_text *text = use->text;
  const sx_import_statement *statement = &text->imports.statements.items[index];
  sx_str module, before = sx_nodes_text(&text->nodes, statement->node);
  bool is_whole;
  sx_status status = check_cycle(use, statement->node, err);
  if (!status) status = target_name(use, statement, &module, err);
  if (status) return status;
  sx_str line = write_marked(use, statement, marks, module);
  status = sx_move_note(use->moving, text, before, line, err);
  if (status) return status;
  if (is_fully_marked(marks, statement->count)) {
    status = check_loading(use, statement->node, err);
    return status ? status
                  : sx_move_edit(use->moving, text, statement->module_start, statement->module_end,
                                 module, err);
  }
  status = insert_below(use, statement, line, err);
  return status ? status : sx_move_drop_items(use->moving, text, index, marks, &is_whole, err);
}

/* In the target the names are there without an import. */
static sx_status drop_in_target(user *use, uint32_t index, const bool *marks, sx_err *err) {
  sx_move_text *text = use->text;
  const sx_import_statement *statement = &text->imports.statements.items[index];
  bool is_whole;
  for (uint32_t i = 0; i < statement->count; i++) {
    const sx_import_item *item = &text->imports.items.items[statement->first + i];
    if (marks[i] && !sx_str_is_equal(item->local, item->name))
      return sx_move_refuse(
          use->moving, text, item->start, err,
          "the target has the symbol under another name, '%.*s': import it under its own first",
          SX_STR_ARG(item->local));
  }
  sx_status status = sx_move_note(use->moving, text, sx_nodes_text(&text->nodes, statement->node),
                                  SX_STR(""), err);
  return status ? status : sx_move_drop_items(use->moving, text, index, marks, &is_whole, err);
}

static sx_status take_star(user *use, const sx_import_statement *statement, sx_err *err) {
  sx_str module;
  sx_status status = SX_OK;
  for (size_t i = 0; i < use->moving->moved.len && !status; i++) {
    sx_str name = use->moving->moved.items[i].name;
    size_t place;
    if (sx_str_at(name, 0) == '_' || sx_move_python_is_exported(use->moving, name, &place))
      continue;
    if (use->is_target)
      return sx_move_refuse(use->moving, use->text, sx_move_start(use->text, statement->node), err,
                            "the target imports all names of the source, so the symbol would be "
                            "declared in it twice: import them by their names first");
    status = check_cycle(use, statement->node, err);
    if (!status) status = target_name(use, statement, &module, err);
    if (status) return status;
    const sx_move_import import = {module, name, name};
    sx_str line = sx_move_python_line(use->moving, &import);
    status = insert_below(use, statement, line, err);
    if (!status) status = sx_move_note(use->moving, use->text, SX_STR(""), line, err);
  }
  return status;
}

/* ---- shapes.area
 * ------------------------------------------------------------------------------- */

/* The uses of a module, counted. */
typedef struct module_uses {
  size_t moved, others;
} module_uses;

/* `a.b.shapes` from its first name on; NONE where it goes another way. */
static uint32_t climb(const sx_move_text *text, uint32_t node, sx_str module) {
  const sx_nodes *nodes = &text->nodes;
  while (!sx_str_is_equal(sx_nodes_text(nodes, node), module)) {
    uint32_t above = sx_nodes_parent(nodes, node);
    if (!sx_nodes_is(nodes, above, "attribute") || !sx_nodes_is_field(nodes, node, "object") ||
        sx_nodes_text(nodes, above).len > module.len)
      return SX_NODE_NONE;
    node = above;
  }
  return node;
}

/* One use: of what moves it is changed. */
static sx_status take_use(user *use, uint32_t object, sx_str to, module_uses *found, sx_err *err) {
  sx_move_text *text = use->text;
  const sx_nodes *nodes = &text->nodes;
  uint32_t attribute = sx_nodes_parent(nodes, object);
  uint32_t member = sx_nodes_field(nodes, attribute, "attribute");
  sx_str name = sx_nodes_text(nodes, member);
  bool is_attribute =
      sx_nodes_is(nodes, attribute, "attribute") && sx_nodes_is_field(nodes, object, "object");
  if (!is_attribute || !sx_move_find(use->moving, name)) {
    found->others++;
    if (is_attribute && !sx_language_has_word("__dict__ __getattribute__ __setattr__", name, false))
      return SX_OK;
    return sx_move_refuse(use->moving, text, sx_move_start(text, object), err,
                          "the module is used as an object here, so it is not known whether '%.*s' "
                          "is taken from it: import what is used by its name first",
                          SX_STR_ARG(use->moving->moved.items[0].name));
  }
  if (sx_move_python_is_written(nodes, attribute))
    return sx_move_refuse(use->moving, text, sx_move_start(text, object), err,
                          "'%.*s' is replaced from outside of its module here", SX_STR_ARG(name));
  found->moved++;
  if (use->is_target && sx_names_look_up(&text->names, name, object) != SX_BINDING_FREE)
    return sx_move_refuse(use->moving, text, sx_move_start(text, object), err,
                          "'%.*s' means something else here: rename that one first",
                          SX_STR_ARG(name));
  size_t end = use->is_target ? sx_move_start(text, member) : sx_move_end(text, object);
  return sx_move_edit(use->moving, text, sx_move_start(text, object), end,
                      use->is_target ? SX_STR("") : to, err);
}

static sx_status take_uses(user *use, const sx_import_item *item, sx_str chain, sx_str to,
                           module_uses *found, sx_err *err) {
  const sx_names *names = &use->text->names;
  uint32_t binding = SX_BINDING_FREE;
  sx_status status = SX_OK;
  *found = (module_uses){0};
  for (size_t i = sx_names_from(names, item->start); i < names->names.len; i++) {
    const sx_name *one = &names->names.items[i];
    if (one->start >= item->end) break;
    if (one->roles & SX_NAME_DECLARES) binding = one->binding;
  }
  for (size_t i = 0; i < names->names.len && !status; i++) {
    const sx_name *one = &names->names.items[i];
    if (one->binding != binding || binding == SX_BINDING_FREE || one->roles & SX_NAME_DECLARES)
      continue;
    uint32_t object = climb(use->text, one->node, chain);
    if (object != SX_NODE_NONE) status = take_use(use, object, to, found, err);
  }
  return status;
}

static sx_str last_part(sx_str dotted) {
  size_t dot = sx_str_find_last_char(dotted, '.');
  return dot == SX_STR_NONE ? dotted : sx_str_slice(dotted, dot + 1, dotted.len);
}

static sx_str without_last(sx_str dotted) {
  size_t dot = sx_str_find_last_char(dotted, '.');
  return sx_str_slice(dotted, 0, dot == SX_STR_NONE ? 0 : dot);
}

/* The statement that imports the target as the one of `item` does the source. */
static sx_status like_item(const user *use, const sx_import_item *item, sx_move_import *out,
                           sx_err *err) {
  const sx_import_statement *statement = &use->text->imports.statements.items[item->statement];
  bool is_relative = sx_str_at(item->module, 0) == '.';
  sx_str module;
  sx_status status = sx_move_python_module(&module, use->moving, use->text,
                                           use->moving->target.path, is_relative, err);
  if (status) return status;
  sx_str last = last_part(module), above = without_last(module);
  *out = (sx_move_import){module, SX_STR(""), last};
  if (statement->form == SX_IMPORT_FROM) {
    bool is_all_dots = sx_str_has_suffix(above, SX_STR(".")) || (is_relative && !above.len);
    if (is_all_dots || !above.len)
      above = is_relative ? sx_str_slice(module, 0, module.len - last.len) : above;
    *out = (sx_move_import){above.len ? above : module, above.len ? last : SX_STR(""), last};
  } else if (!item->has_alias) {
    size_t dot = sx_str_find_char(module, '.', 0);
    out->local = dot == SX_STR_NONE ? module : sx_str_slice(module, 0, dot);
  }
  if (!last.len)
    return sx_move_refuse(use->moving, use->text, item->start, err,
                          "this import of the module cannot be written for the target");
  return SX_OK;
}

static bool is_bound(const sx_names *names, sx_str name) {
  for (size_t i = 0; i < names->bindings.len; i++)
    if (sx_str_is_equal(names->bindings.items[i].name, name)) return true;
  return false;
}

static sx_status take_module(user *use, const sx_import_item *item, sx_err *err) {
  sx_move_text *text = use->text;
  const sx_import_statement *statement = &text->imports.statements.items[item->statement];
  bool is_dotted = statement->form == SX_IMPORT_MODULES && !item->has_alias;
  sx_move_import import = {SX_STR(""), SX_STR(""), SX_STR("")};
  module_uses found;
  if (sx_str_is_equal(text->path, use->moving->source.path))
    return sx_move_refuse(use->moving, text, item->start, err,
                          "the source imports itself: remove that import first");
  sx_status status = use->is_target ? SX_OK : like_item(use, item, &import, err);
  if (status) return status;
  sx_str to = is_dotted ? import.module : import.local;
  status = take_uses(use, item, is_dotted ? item->module : item->local, to, &found, err);
  if (status || !found.moved || use->is_target) return status;
  status = check_cycle(use, statement->node, err);
  if (status) return status;
  sx_str first = import.local;
  bool is_same_top = is_dotted && sx_str_has_prefix(item->module, first);
  if (!is_same_top && is_bound(&text->names, first))
    return sx_move_refuse(use->moving, text, item->start, err,
                          "'%.*s' means something else in this file, so that it cannot import the "
                          "target as it imports the source",
                          SX_STR_ARG(first));
  sx_str line = sx_move_python_line(use->moving, &import);
  bool is_replaced =
      !found.others && statement->count == 1 &&
      !sx_str_is_equal(sx_path_name(text->path), SX_STR("__init__.py")) &&
      (!is_dotted || sx_str_is_equal(without_last(item->module), without_last(import.module)));
  status = sx_move_note(use->moving, text, sx_nodes_text(&text->nodes, statement->node), line, err);
  if (status) return status;
  if (is_replaced) status = check_loading(use, statement->node, err);
  if (status) return status;
  if (is_replaced)
    return sx_move_edit(use->moving, text, sx_move_start(text, statement->node),
                        sx_move_end(text, statement->node), line, err);
  return insert_below(use, statement, line, err);
}

/* ---- a file
 * ------------------------------------------------------------------------------------ */

static sx_status take_statement(user *use, uint32_t index, sx_err *err) {
  sx_moving *moving = use->moving;
  sx_move_text *text = use->text;
  const sx_import_statement *statement = &text->imports.statements.items[index];
  bool *marks = sx_arena_calloc(moving->call->arena, statement->count + 1, sizeof *marks);
  bool leads = false, is_any = false;
  if (!marks) return sx_fail(err, moving->call->arena->status, NULL);
  sx_status status = SX_OK;
  if (statement->form == SX_IMPORT_FROM)
    status = sx_move_leads_to(moving, text->path, statement->module, SX_STR(""),
                              moving->source.path, &leads, err);
  for (uint32_t i = 0; i < statement->count && !status; i++) {
    const sx_import_item *item = &text->imports.items.items[statement->first + i];
    bool is_module = false;
    use->has_source |= leads;
    if (leads && sx_str_is_equal(item->name, SX_STR("*"))) {
      status = take_star(use, statement, err);
    } else if (leads) {
      marks[i] = sx_move_find(moving, item->name) != NULL;
      is_any |= marks[i];
    } else {
      status = sx_move_leads_to(moving, text->path, item->module, item->name, moving->source.path,
                                &is_module, err);
      use->has_source |= !status && is_module;
      if (!status && is_module) status = take_module(use, item, err);
    }
  }
  if (status || !is_any) return status;
  return use->is_target ? drop_in_target(use, index, marks, err) : retarget(use, index, marks, err);
}

/* `package.shapes.area` of a file that does not import it in a way that is seen, and strings. */
static sx_status look_for_others(user *use, sx_err *err) {
  sx_moving *moving = use->moving;
  const sx_nodes *nodes = &use->text->nodes;
  sx_str file = sx_path_name(moving->source.path);
  sx_str module = sx_str_slice(file, 0, file.len - 3);
  sx_status status = SX_OK;
  for (uint32_t i = 0; i < nodes->tree.nodes.len && !status; i++) {
    bool is_string = sx_nodes_is(nodes, i, "string_content");
    if (!is_string && !sx_nodes_is(nodes, i, "attribute")) continue;
    sx_str text = sx_nodes_text(nodes, i);
    for (size_t k = 0; k < moving->moved.len && !status; k++) {
      sx_str name = moving->moved.items[k].name;
      sx_str chain =
          sx_arena_printf(moving->call->arena, "%.*s.%.*s", SX_STR_ARG(module), SX_STR_ARG(name));
      uint32_t object = sx_nodes_field(nodes, i, "object");
      bool is_chain =
          !is_string && sx_nodes_is(nodes, object, "attribute") &&
          sx_str_is_equal(sx_nodes_text(nodes, sx_nodes_field(nodes, object, "attribute")),
                          module) &&
          sx_str_is_equal(sx_nodes_text(nodes, sx_nodes_field(nodes, i, "attribute")), name);
      bool is_done = sx_text_edits_cover(&use->text->edits, sx_move_start(use->text, i));
      if (is_string && sx_word_is_in(text, chain))
        status = sx_refactoring_warn(
            moving->refactoring, use->text->document, sx_move_start(use->text, i),
            "this string names '%.*s' by its module; it is not changed.", SX_STR_ARG(chain));
      else if (is_chain && !is_done)
        status = sx_move_refuse(moving, use->text, sx_move_start(use->text, i), err,
                                "this may be the symbol, reached through a package; import its "
                                "module in this file first");
    }
  }
  return status;
}

static bool names_module(const sx_nodes *nodes, sx_str module) {
  for (uint32_t i = 0; i < nodes->tree.nodes.len; i++)
    if (sx_nodes_is(nodes, i, "string_content") && sx_str_is_equal(sx_nodes_text(nodes, i), module))
      return true;
  return false;
}

/* An object that is surely not the module: of another import, or the receiver of a method. */
static bool is_other_object(const sx_move_text *text, uint32_t object) {
  const sx_name *name = sx_names_at(&text->names, object);
  sx_str word = sx_nodes_text(&text->nodes, object);
  if (sx_language_has_word("self cls", word, false)) return true;
  return name && name->binding != SX_BINDING_FREE &&
         text->names.bindings.items[name->binding].kind == SX_BINDING_IMPORT;
}

/* `self.module.area`: what the object is, the text does not show. */
static sx_status warn_attributes(user *use, sx_err *err) {
  const sx_nodes *nodes = &use->text->nodes;
  sx_str file = sx_path_name(use->moving->source.path);
  sx_status status = SX_OK;
  if (!use->has_source && !names_module(nodes, sx_str_slice(file, 0, file.len - 3))) return SX_OK;
  for (uint32_t i = 0; i < nodes->tree.nodes.len && !status; i++) {
    sx_str name = sx_nodes_text(nodes, sx_nodes_field(nodes, i, "attribute"));
    size_t start = sx_move_start(use->text, i);
    if (!sx_nodes_is(nodes, i, "attribute") || !sx_move_find(use->moving, name) ||
        sx_text_edits_cover(&use->text->edits, start) ||
        is_other_object(use->text, sx_nodes_field(nodes, i, "object")))
      continue;
    status = sx_refactoring_warn(use->moving->refactoring, use->text->document, start,
                                 "this may read '%.*s' from its old module; it is not changed.",
                                 SX_STR_ARG(name));
  }
  return status ? sx_fail(err, status, NULL) : SX_OK;
}

/* import_module("package.shapes"), and functions of the kind. */
static sx_status check_names(const user *use, sx_err *err) {
  const sx_nodes *nodes = &use->text->nodes;
  sx_str file = sx_path_name(use->moving->source.path);
  sx_str module = sx_str_slice(file, 0, file.len - 3);
  for (uint32_t i = 0; i < nodes->tree.nodes.len; i++) {
    sx_str text = sx_nodes_text(nodes, i);
    if (!sx_nodes_is(nodes, i, "string_content") || !sx_str_has_suffix(text, module)) continue;
    bool is_name = text.len == module.len || text.ptr[text.len - module.len - 1] == '.';
    sx_str function =
        sx_nodes_text(nodes, sx_nodes_field(nodes, sx_nodes_above(nodes, i, "call"), "function"));
    uint32_t key = sx_nodes_parent(nodes, sx_nodes_parent(nodes, i));
    if (sx_nodes_is(nodes, key, "subscript"))
      function = sx_nodes_text(nodes, sx_nodes_field(nodes, key, "value"));
    if (is_name && (sx_str_find(function, SX_STR("import"), 0) != SX_STR_NONE ||
                    sx_str_find(function, SX_STR("modules"), 0) != SX_STR_NONE))
      return sx_move_refuse(use->moving, use->text, sx_move_start(use->text, i), err,
                            "the module is imported by a string here, so what is taken from it is "
                            "not known");
  }
  return SX_OK;
}

static sx_status take_file(user *use, sx_err *err) {
  sx_status status = SX_OK;
  for (uint32_t i = 0; i < use->text->imports.statements.len && !status; i++)
    status = take_statement(use, i, err);
  if (!status) status = check_names(use, err);
  if (!status) status = sx_move_python_check_patches(use->moving, use->text, err);
  if (!status) status = look_for_others(use, err);
  return status ? status : warn_attributes(use, err);
}

static sx_status take_path(sx_moving *moving, sx_str path, sx_err *err) {
  const sx_document *document;
  sx_move_text *text = SX_ARENA_NEW(moving->call->arena, sx_move_text);
  if (!text) return sx_fail(err, moving->call->arena->status, NULL);
  bool is_stub =
      path.len == moving->source.path.len + 1 && sx_str_has_prefix(path, moving->source.path);
  bool is_python =
      sx_str_has_suffix(path, SX_STR(".py")) || sx_str_has_suffix(path, SX_STR(".pyi"));
  sx_status status = sx_document_peek_any(moving->call, path, &document, err);
  if (status || !document ||
      (!is_python && !sx_str_is_equal(document->language_id, SX_STR("python"))))
    return status;
  if (is_stub) {
    *text = (sx_move_text){.path = path, .document = document};
    return sx_move_refuse(moving, text, 0, err,
                          "this stub of the module declares the symbol, too; stubs are not moved");
  }
  status = sx_move_text_read(text, moving, path, err);
  user use = {.moving = moving, .text = text};
  if (!status) status = take_file(&use, err);
  return status ? status : sx_move_plan(moving, text, err);
}

sx_status sx_move_python_in_target(sx_moving *moving, sx_err *err) {
  user target = {.moving = moving, .text = &moving->target, .is_target = true};
  return moving->target.document ? take_file(&target, err) : SX_OK;
}

sx_status sx_move_python_users(sx_moving *moving, sx_err *err) {
  sx_strs paths = {0};
  sx_status status = sx_move_list_files(moving, sx_move_python_takes_all, &paths, err);
  for (size_t i = 0; i < paths.len && !status; i++)
    if (!sx_str_is_equal(paths.items[i], moving->source.path) &&
        !sx_str_is_equal(paths.items[i], moving->target.path))
      status = take_path(moving, paths.items[i], err);
  return status;
}
