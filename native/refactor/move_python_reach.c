#include "refactor/move_parts.h"

#include "base/word.h"
#include "workspace/paths.h"

/*
 * Ways to a module's names that do not stand in the text: `globals()`, `eval`, `module.__dict__`,
 * `sys.modules`, and patches of tests, by a string or by an assignment to `module.name`.
 */

/* ---- assignments ----------------------------------------------------------------------------- */

bool sx_move_python_is_written(const sx_nodes *nodes, uint32_t attribute) {
  static const char lists[] = "pattern_list tuple_pattern list_pattern list_splat_pattern tuple "
                              "list list_splat expression_list parenthesized_expression "
                              "as_pattern_target";
  uint32_t node = attribute, above = sx_nodes_parent(nodes, node);
  for (; sx_nodes_is(nodes, above, lists); above = sx_nodes_parent(nodes, node)) node = above;
  if (sx_nodes_is(nodes, above, "delete_statement as_pattern")) return true;
  return sx_nodes_is_field(nodes, node, "left") &&
         sx_nodes_is(nodes, above, "assignment augmented_assignment for_statement for_in_clause");
}

/* ---- texts ----------------------------------------------------------------------------------- */

static sx_str content_of(const sx_nodes *nodes, uint32_t string) {
  uint32_t child = sx_nodes_first_named(nodes, string);
  while (child != SX_NODE_NONE && !sx_nodes_is(nodes, child, "string_content"))
    child = sx_nodes_next_named(nodes, child);
  return sx_nodes_text(nodes, child);
}

/* A string without anything that is put into it. */
static bool is_literal(const sx_nodes *nodes, uint32_t node) {
  if (!sx_nodes_is(nodes, node, "string")) return false;
  for (uint32_t i = sx_nodes_first_named(nodes, node); i != SX_NODE_NONE;
       i = sx_nodes_next_named(nodes, i))
    if (sx_nodes_is(nodes, i, "interpolation")) return false;
  return true;
}

static bool has_moved_word(const sx_moving *moving, sx_str text) {
  for (size_t i = 0; i < moving->moved.len; i++)
    if (sx_word_is_in(text, moving->moved.items[i].name)) return true;
  return false;
}

static sx_str module_of(const sx_moving *moving) {
  sx_str file = sx_path_name(moving->source.path);
  if (sx_str_is_equal(file, SX_STR("__init__.py")))
    file = sx_path_name(sx_str_slice(moving->source.path, 0, moving->source.path.len - 12));
  return sx_str_has_suffix(file, SX_STR(".py")) ? sx_str_slice(file, 0, file.len - 3) : file;
}

/* ---- at home --------------------------------------------------------------------------------- */

/* The only key that `globals()` is asked for, where it is a literal: `globals()["key"]`. */
static sx_str key_of(const sx_nodes *nodes, uint32_t call) {
  uint32_t above = sx_nodes_parent(nodes, call), key = SX_NODE_NONE;
  if (sx_nodes_is(nodes, above, "subscript") && sx_nodes_is_field(nodes, call, "value"))
    key = sx_nodes_field(nodes, above, "subscript");
  uint32_t asked = sx_nodes_parent(nodes, above);
  if (sx_nodes_is(nodes, above, "attribute") && sx_nodes_is(nodes, asked, "call") &&
      sx_str_is_equal(sx_nodes_text(nodes, sx_nodes_field(nodes, above, "attribute")),
                      SX_STR("get")))
    key = sx_nodes_first_named(nodes, sx_nodes_field(nodes, asked, "arguments"));
  return is_literal(nodes, key) ? content_of(nodes, key) : SX_STR("");
}

/* Whether a call of `globals`, `vars`, `eval`, … may take what moves from the module. */
static bool is_taking(const sx_moving *moving, const sx_name *one, sx_str name) {
  const sx_nodes *nodes = &moving->source.nodes;
  uint32_t call = sx_nodes_parent(nodes, one->node);
  uint32_t first = sx_nodes_first_named(nodes, sx_nodes_field(nodes, call, "arguments"));
  if (!sx_nodes_is(nodes, call, "call")) return true; /* it is handed on */
  if (sx_language_has_word("eval exec", name, false)) {
    if (sx_nodes_next_named(nodes, first) != SX_NODE_NONE) return false; /* its own names */
    return !is_literal(nodes, first) || has_moved_word(moving, content_of(nodes, first));
  }
  bool is_module = sx_str_is_equal(name, SX_STR("globals")) ||
                   (first == SX_NODE_NONE && sx_nodes_above(nodes, call,
                                                            "function_definition lambda "
                                                            "class_definition") == SX_NODE_NONE);
  sx_str key = key_of(nodes, call);
  return is_module && (!key.len || sx_move_find(moving, key));
}

/* `sys.modules[__name__]`, `import_module(__name__)`. */
static bool is_own_module(const sx_nodes *nodes, uint32_t node) {
  uint32_t above = sx_nodes_parent(nodes, node);
  sx_str from = sx_nodes_text(nodes, sx_nodes_field(nodes, above, "value"));
  if (sx_nodes_is(nodes, above, "argument_list"))
    from = sx_nodes_text(nodes, sx_nodes_field(nodes, sx_nodes_parent(nodes, above), "function"));
  return sx_str_has_suffix(from, SX_STR("modules")) ||
         sx_str_has_suffix(from, SX_STR("modules.get")) ||
         sx_str_has_suffix(from, SX_STR("import_module")) ||
         sx_str_has_suffix(from, SX_STR("__import__"));
}

sx_status sx_move_python_reach_home(sx_moving *moving, sx_err *err) {
  const sx_move_text *source = &moving->source;
  for (size_t i = 0; i < source->names.names.len; i++) {
    const sx_name *one = &source->names.names.items[i];
    sx_str name = sx_nodes_text(&source->nodes, one->node);
    if (one->binding != SX_BINDING_FREE || sx_move_has(moving, one->start)) continue;
    bool is_call = sx_language_has_word("globals vars locals dir eval exec", name, false);
    bool is_self =
        sx_str_is_equal(name, SX_STR("__name__")) && is_own_module(&source->nodes, one->node);
    if (is_self || (is_call && is_taking(moving, one, name)))
      return sx_move_refuse(moving, source, one->start, err,
                            "the module looks its own names up here, so it is not known whether "
                            "'%.*s' is taken from it; write the name instead",
                            SX_STR_ARG(moving->moved.items[0].name));
  }
  return SX_OK;
}

/* ---- from other files ------------------------------------------------------------------------ */

bool sx_move_python_takes_all(sx_str text) {
  static const char *const words[] = {"getattr", "setattr", "delattr",    "vars(",  "__dict__",
                                      "modules", "dir(",    "getmembers", "reload", "patch"};
  size_t at = 0;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (sx_str_find(text, sx_str_from(words[i]), 0) != SX_STR_NONE) return true;
  while ((at = sx_str_find(text, SX_STR("import"), at)) != SX_STR_NONE) {
    at = sx_str_skip_blanks(text, at + 6);
    if (sx_str_at(text, at) == '*' ||
        sx_str_has_prefix(sx_str_slice(text, at, text.len), SX_STR("(*")))
      return true;
  }
  return false;
}

/* `patch("package.module.name")`, `monkeypatch.setattr("package.module.name", …)`. */
static bool is_patch(const sx_nodes *nodes, uint32_t string) {
  uint32_t list = sx_nodes_parent(nodes, string);
  sx_str function =
      sx_nodes_text(nodes, sx_nodes_field(nodes, sx_nodes_parent(nodes, list), "function"));
  size_t dot = sx_str_find_last_char(function, '.');
  if (dot != SX_STR_NONE) function = sx_str_slice(function, dot + 1, function.len);
  return sx_nodes_is(nodes, list, "argument_list") &&
         sx_language_has_word("patch setattr delattr", function, false);
}

/* The name after the module's own in a dotted text; or empty. */
static sx_str name_in(sx_str text, sx_str module) {
  for (size_t at = 0; (at = sx_str_find(text, module, at)) != SX_STR_NONE; at++) {
    size_t end = at + module.len;
    if ((at && text.ptr[at - 1] != '.') || sx_str_at(text, end) != '.') continue;
    sx_str rest = sx_str_slice(text, end + 1, text.len);
    return sx_str_slice(rest, 0, sx_str_find_char(rest, '.', 0));
  }
  return SX_STR("");
}

/* A string that names something of the source, and is there to replace it. */
static sx_str patched_name(const sx_moving *moving, const sx_nodes *nodes, uint32_t node) {
  if (!is_literal(nodes, node) || !is_patch(nodes, node)) return SX_STR("");
  return name_in(content_of(nodes, node), module_of(moving));
}

sx_status sx_move_python_check_patches(sx_moving *moving, const sx_move_text *text, sx_err *err) {
  const sx_nodes *nodes = &text->nodes;
  for (uint32_t i = 0; i < nodes->tree.nodes.len; i++) {
    sx_str name = patched_name(moving, nodes, i);
    if (name.len && sx_move_find(moving, name))
      return sx_move_refuse(moving, text, sx_move_start(text, i), err,
                            "'%.*s' is replaced here by the name of its module, and it is not "
                            "known whether that still is what its users see",
                            SX_STR_ARG(name));
  }
  return SX_OK;
}

/* ---- names that stay or are imported, and that the moved code uses --------------------------- */

static bool is_needed(const sx_moving *moving, sx_str name) {
  return name.len && sx_strs_have(&moving->needed, name);
}

/* A file in which the source's own name is replaced from outside. */
static sx_status check_replaced(sx_moving *moving, const sx_move_text *text, sx_err *err) {
  const sx_nodes *nodes = &text->nodes;
  for (uint32_t i = 0; i < nodes->tree.nodes.len; i++) {
    sx_str name = SX_STR("");
    if (sx_nodes_is(nodes, i, "attribute") && sx_move_python_is_written(nodes, i)) {
      sx_str object = sx_nodes_text(nodes, sx_nodes_field(nodes, i, "object"));
      bool is_self = sx_language_has_word("self cls", object, false);
      if (!is_self) name = sx_nodes_text(nodes, sx_nodes_field(nodes, i, "attribute"));
      bool is_module = false;
      for (size_t k = 0; k < text->imports.items.len && is_needed(moving, name) && !is_module;
           k++) {
        const sx_import_item *item = &text->imports.items.items[k];
        if (!sx_str_is_equal(item->local, object) && !sx_str_is_equal(item->module, object))
          continue;
        sx_status status = sx_move_leads_to(moving, text->path, item->module, item->name,
                                            moving->source.path, &is_module, err);
        if (status) return status;
      }
      if (!is_module) name = SX_STR("");
    } else {
      name = patched_name(moving, nodes, i);
    }
    if (is_needed(moving, name))
      return sx_move_refuse(moving, text, sx_move_start(text, i), err,
                            "'%.*s' is replaced here in the module that the code leaves, and the "
                            "code uses it: in the target it would keep the old one",
                            SX_STR_ARG(name));
  }
  return SX_OK;
}

static bool has_needed_word(const sx_moving *moving, sx_str text) {
  for (size_t i = 0; i < moving->needed.len; i++)
    if (sx_word_is_in(text, moving->needed.items[i])) return true;
  return false;
}

/* Whether a text could have an assignment or a patch of what the code needs. */
static bool may_replace(const sx_moving *moving, sx_str text) {
  return sx_word_is_in(text, module_of(moving)) && has_needed_word(moving, text);
}

sx_status sx_move_python_reach_needs(sx_moving *moving, sx_err *err) {
  sx_call *call = moving->call;
  sx_strs paths = {0};
  sx_status status = SX_OK;
  for (size_t i = 0; i < moving->needed.len && !status; i++) {
    sx_mentions found; /* a patch is in files that do not import the module, too */
    status = sx_mentions_find(&found, call, &moving->needed.items[i], 1, 20000, err);
    for (size_t k = 0; !status && k < found.paths.len; k++)
      status = sx_strs_add_new(&paths, found.paths.items[k], call->arena, err);
  }
  if (!status) status = sx_documents_peek(call, &paths, err);
  for (size_t i = 0; i < paths.len && !status; i++) {
    const sx_document *document;
    sx_move_text *text = SX_ARENA_NEW(call->arena, sx_move_text);
    if (!text) return sx_fail(err, call->arena->status, NULL);
    if (sx_str_is_equal(paths.items[i], moving->source.path) ||
        !sx_str_has_suffix(paths.items[i], SX_STR(".py")))
      continue;
    status = sx_document_peek_any(call, paths.items[i], &document, err);
    if (status || !document || !may_replace(moving, document->text)) continue;
    status = sx_move_text_read(text, moving, paths.items[i], err);
    if (!status) status = check_replaced(moving, text, err);
  }
  return status;
}
