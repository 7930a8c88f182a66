#include "refactor/move_parts.h"

#include "base/word.h"
#include "workspace/paths.h"

#define MAX_LIKE 20

/*
 * The files that import what moves: by its name, by all of its module, or to export it again.
 */

typedef struct user {
  sx_moving *moving;
  sx_move_text *text;
  bool is_target;
} user;

/* The checks on a file that will import the target instead of the source. */
static sx_status check_import(const user *use, const sx_import_statement *statement, bool is_whole,
                              sx_err *err) {
  if (statement->is_type) return SX_OK;
  return sx_move_script_check_import(use->moving, use->text,
                                     sx_move_start(use->text, statement->node), is_whole, err);
}

/* ---- by its name
 * ------------------------------------------------------------------------------- */

static bool is_fully_marked(const bool *marks, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    if (!marks[i]) return false;
  return count > 0;
}

/* `import { a as b } from "./t";` in the style of the statement that has had them. */
static sx_str write_marked(const user *use, const sx_import_statement *statement, const bool *marks,
                           sx_str module) {
  sx_str all = use->text->document->text;
  sx_str old = sx_nodes_text(&use->text->nodes, statement->node);
  char quote = all.ptr[statement->module_start - 1];
  bool is_close = sx_str_find(old, SX_STR("{ "), 0) == SX_STR_NONE &&
                  sx_str_find_char(old, '\n', 0) == SX_STR_NONE,
       is_first = true;
  sx_buf buf;
  sx_buf_init(&buf, 65536);
  sx_buf_addf(&buf, "%s%s {%s", statement->form == SX_IMPORT_REEXPORT ? "export" : "import",
              statement->is_type ? " type" : "", is_close ? "" : " ");
  for (uint32_t i = 0; i < statement->count; i++) {
    const sx_import_item *item = &use->text->imports.items.items[statement->first + i];
    if (!marks[i]) continue;
    if (!is_first) sx_buf_add_text(&buf, ", ");
    is_first = false;
    sx_buf_add(&buf, sx_nodes_text(&use->text->nodes, item->node));
  }
  sx_buf_addf(&buf, "%s} from %c%.*s%c%s", is_close ? "" : " ", quote, SX_STR_ARG(module), quote,
              sx_str_has_suffix(old, SX_STR(";")) ? ";" : "");
  return sx_buf_keep(&buf, use->moving->call->arena);
}

static sx_status insert_below(const user *use, const sx_import_statement *statement, sx_str line,
                              sx_err *err) {
  sx_str all = use->text->document->text, newline = use->text->newline;
  size_t start = sx_move_start(use->text, statement->node);
  size_t place = sx_move_line_end(all, sx_move_end(use->text, statement->node));
  bool is_cut = place == all.len && place && all.ptr[place - 1] != '\n';
  if (!sx_move_is_alone(use->text, statement->node))
    return sx_move_refuse(use->moving, use->text, start, err,
                          "another statement is on the line of this import; put each on a line");
  sx_str text = sx_arena_printf(use->moving->call->arena, "%.*s%.*s%.*s",
                                SX_STR_ARG(is_cut ? newline : SX_STR("")), SX_STR_ARG(line),
                                SX_STR_ARG(newline));
  return sx_move_edit(use->moving, use->text, place, place, text, err);
}

/* Whether the attributes of a statement (`with { … }`) or its form are beyond what is written. */
static sx_status check_form(const user *use, const sx_import_statement *statement, sx_err *err) {
  if (statement->form == SX_IMPORT_FROM || statement->form == SX_IMPORT_REEXPORT) return SX_OK;
  return sx_move_refuse(use->moving, use->text, sx_move_start(use->text, statement->node), err,
                        "require() of what moves is not rewritten; use an import here first");
}

static sx_status retarget(const user *use, uint32_t index, const bool *marks, sx_err *err) {
  sx_move_text *text = use->text;
  const sx_import_statement *statement = &text->imports.statements.items[index];
  bool is_whole = is_fully_marked(marks, statement->count);
  sx_str module;
  sx_status status = check_form(use, statement, err);
  if (!status) status = check_import(use, statement, is_whole, err);
  if (!status)
    status = sx_move_script_module(&module, use->moving, text, statement->module,
                                   use->moving->target.path, err);
  if (status) return status;
  sx_str all = sx_nodes_text(&text->nodes, statement->node);
  size_t from = statement->module_start - sx_move_start(text, statement->node);
  size_t to = statement->module_end - sx_move_start(text, statement->node);
  sx_str line = is_whole
                    ? sx_arena_printf(use->moving->call->arena, "%.*s%.*s%.*s",
                                      SX_STR_ARG(sx_str_slice(all, 0, from)), SX_STR_ARG(module),
                                      SX_STR_ARG(sx_str_slice(all, to, all.len)))
                    : write_marked(use, statement, marks, module);
  status = sx_move_note(use->moving, text, sx_nodes_text(&text->nodes, statement->node), line, err);
  if (status) return status;
  if (is_whole)
    return sx_move_edit(use->moving, text, statement->module_start, statement->module_end, module,
                        err);
  status = insert_below(use, statement, line, err);
  return status ? status : sx_move_drop_items(use->moving, text, index, marks, &is_whole, err);
}

static sx_status drop_in_target(const user *use, uint32_t index, const bool *marks, sx_err *err) {
  sx_move_text *text = use->text;
  const sx_import_statement *statement = &text->imports.statements.items[index];
  bool is_whole, is_reexport = statement->form == SX_IMPORT_REEXPORT;
  sx_status status = check_form(use, statement, err);
  for (uint32_t i = 0; i < statement->count && !status; i++) {
    const sx_import_item *item = &text->imports.items.items[statement->first + i];
    const sx_moved *moved = sx_move_script_exported(use->moving, item->name);
    if (marks[i] && moved && !is_reexport && !sx_str_is_equal(item->local, moved->name))
      status = sx_move_refuse(
          use->moving, text, item->start, err,
          "the target has the symbol under another name, '%.*s': import it under its own first",
          SX_STR_ARG(item->local));
    if (!status && marks[i] && is_reexport && !sx_str_is_equal(item->local, item->name))
      status = sx_move_refuse(use->moving, text, item->start, err,
                              "the target exports it again under another name, '%.*s'",
                              SX_STR_ARG(item->local));
  }
  if (!status)
    status = sx_move_note(use->moving, text, sx_nodes_text(&text->nodes, statement->node),
                          SX_STR(""), err);
  return status ? status : sx_move_drop_items(use->moving, text, index, marks, &is_whole, err);
}

/* `export * from "./s"`: what is moved is exported beside it. */
static sx_status take_star(const user *use, const sx_import_statement *statement, sx_err *err) {
  sx_str module, old = sx_nodes_text(&use->text->nodes, statement->node);
  sx_status status = SX_OK;
  for (size_t i = 0; i < use->moving->moved.len && !status; i++) {
    const sx_moved *moved = &use->moving->moved.items[i];
    if (!moved->is_exported || moved->is_default) continue;
    if (use->is_target)
      return sx_move_refuse(use->moving, use->text, sx_move_start(use->text, statement->node), err,
                            "the target exports all of the source, which would lack the symbol");
    status = check_import(use, statement, false, err);
    if (!status)
      status = sx_move_script_module(&module, use->moving, use->text, statement->module,
                                     use->moving->target.path, err);
    if (status) return status;
    char quote = use->text->document->text.ptr[statement->module_start - 1];
    sx_str line = sx_arena_printf(use->moving->call->arena, "export %s{ %.*s } from %c%.*s%c%s",
                                  moved->is_type || statement->is_type ? "type " : "",
                                  SX_STR_ARG(moved->name), quote, SX_STR_ARG(module), quote,
                                  sx_str_has_suffix(old, SX_STR(";")) ? ";" : "");
    status = insert_below(use, statement, line, err);
    if (!status) status = sx_move_note(use->moving, use->text, SX_STR(""), line, err);
  }
  return status;
}

/* ---- by all of its module
 * ---------------------------------------------------------------------- */

bool sx_move_script_is_bound(const sx_move_text *text, sx_str name) {
  const sx_names *names = &text->names;
  for (size_t i = 0; i < names->names.len; i++)
    if (sx_str_is_equal(sx_nodes_text(names->nodes, names->names.items[i].node), name)) return true;
  return false;
}

/* `ns.name` around a use of `ns`: its last part; NONE where the use is another one. */
static uint32_t member_of(const sx_nodes *nodes, uint32_t object, uint32_t *whole) {
  *whole = sx_nodes_parent(nodes, object);
  if (sx_nodes_is(nodes, *whole, "member_expression") && sx_nodes_is_field(nodes, object, "object"))
    return sx_nodes_field(nodes, *whole, "property");
  if (sx_nodes_is(nodes, *whole, "nested_type_identifier"))
    return sx_nodes_field(nodes, *whole, "name");
  if (sx_nodes_is(nodes, *whole, "nested_identifier") && sx_nodes_first(nodes, *whole) == object)
    return sx_nodes_next_named(nodes, object);
  return SX_NODE_NONE;
}

/* An import of the name itself, which will be one of the target: it serves for `ns.name`, too. */
static sx_status find_import(const user *use, const sx_moved *moved, bool is_type, bool *out,
                             sx_err *err) {
  const sx_import_items *imports = &use->text->imports;
  *out = false;
  for (size_t i = 0; i < imports->items.len && !*out; i++) {
    const sx_import_item *item = &imports->items.items[i];
    bool is_from = imports->statements.items[item->statement].form == SX_IMPORT_FROM;
    if (!is_from || !sx_str_is_equal(item->local, moved->name) ||
        !sx_str_is_equal(item->name, moved->name) || (item->is_type && !is_type))
      continue;
    sx_status status = sx_move_leads_to(use->moving, use->text->path, item->module, SX_STR(""),
                                        use->moving->source.path, out, err);
    if (status) return status;
  }
  return SX_OK;
}

/* The uses of all of the source as one object, by what they take of it. */
typedef struct namespace {
  bool used[64]; /* of `moved` */
  bool has_others;
}
namespace;

/* Whether what is taken from the object is surely what moves, or surely not. */
static sx_status check_member(const user *use, const sx_name *one, uint32_t member,
                              const sx_moved *moved, bool is_twice, sx_err *err) {
  sx_move_text *text = use->text;
  if (member == SX_NODE_NONE || is_twice)
    return sx_move_refuse(use->moving, text, one->start, err,
                          "all of the source is used as one object here, so it is not known "
                          "whether '%.*s' is taken from it: import what is used by its name first",
                          SX_STR_ARG(use->moving->moved.items[0].name));
  if (!moved) return SX_OK;
  if (moved->is_default)
    return sx_move_refuse(use->moving, text, one->start, err,
                          "the default export is taken from all of the source here; import it by "
                          "itself first");
  if (use->moving->is_commonjs &&
      (moved->has_this || !sx_str_is_equal(sx_move_shown(moved), moved->name)))
    return sx_move_refuse(use->moving, text, one->start, err,
                          "'%.*s' is taken from all of the source here; import it by its name "
                          "first",
                          SX_STR_ARG(sx_move_shown(moved)));
  uint32_t meant = sx_names_look_up(&text->names, moved->name, one->node);
  if (meant == SX_BINDING_FREE || !text->names.bindings.items[meant].scope) return SX_OK;
  return sx_move_refuse(use->moving, text, one->start, err,
                        "'%.*s' means something else here: rename one of both first",
                        SX_STR_ARG(moved->name));
}

/* `ns.name` becomes `name`. */
static sx_status take_member(const user *use, const sx_import_item *item, const sx_name *one,
                             namespace *found, sx_err *err) {
  sx_move_text *text = use->text;
  const sx_nodes *nodes = &text->nodes;
  uint32_t whole, member = member_of(nodes, one->node, &whole);
  const sx_moved *moved = sx_move_script_exported(use->moving, sx_nodes_text(nodes, member));
  bool is_twice = use->moving->is_commonjs && !item->name.len &&
                  sx_str_is_equal(sx_nodes_text(nodes, member), SX_STR("default"));
  sx_status status = check_member(use, one, member, moved, is_twice, err);
  if (status) return status;
  found->has_others |= !moved;
  if (!moved) return SX_OK;
  size_t index = (size_t)(moved - use->moving->moved.items);
  if (index >= sizeof found->used) return sx_fail(err, SX_TOO_BIG, NULL);
  found->used[index] = true;
  return sx_move_edit(use->moving, text, sx_move_start(text, whole), sx_move_start(text, member),
                      SX_STR(""), err);
}

/* The target's import for a name, in the place of the one of all of the source or below it. */
static sx_status import_member(const user *use, const sx_import_item *item, size_t index,
                               bool may_replace, sx_err *err) {
  sx_move_text *text = use->text;
  const sx_import_statement *statement = &text->imports.statements.items[item->statement];
  sx_str name = use->moving->moved.items[index].name, module = SX_STR("");
  if (sx_move_script_is_bound(text, name))
    return sx_move_refuse(use->moving, text, item->start, err,
                          "'%.*s' means something else in this file already: rename that one first",
                          SX_STR_ARG(name));
  sx_status status = check_form(use, statement, err);
  if (!status) status = check_import(use, statement, false, err);
  if (!status)
    status = sx_move_script_module(&module, use->moving, text, statement->module,
                                   use->moving->target.path, err);
  if (status) return status;
  const sx_move_script_import import = {module, name, name, statement->is_type};
  sx_str line = sx_move_script_line(use->moving, text, &import);
  bool is_replaced = may_replace && statement->count == 1;
  status = sx_move_note(use->moving, text, sx_nodes_text(&text->nodes, statement->node), line, err);
  if (!status && is_replaced) status = check_import(use, statement, true, err);
  if (status) return status;
  return is_replaced ? sx_move_edit(use->moving, text, sx_move_start(text, statement->node),
                                    sx_move_end(text, statement->node), line, err)
                     : insert_below(use, statement, line, err);
}

static sx_status take_namespace(const user *use, const sx_import_item *item, sx_err *err) {
  sx_move_text *text = use->text;
  const sx_import_statement *statement = &text->imports.statements.items[item->statement];
  namespace found = {0};
  sx_status status = SX_OK;
  if (statement->form == SX_IMPORT_REEXPORT)
    return sx_move_refuse(use->moving, text, item->start, err,
                          "all of the source is exported here as one object");
  for (size_t i = 0; i < text->names.names.len && !status; i++) {
    const sx_name *one = &text->names.names.items[i];
    if (one->binding == SX_BINDING_FREE || one->roles & SX_NAME_DECLARES) continue;
    const sx_binding *binding = &text->names.bindings.items[one->binding];
    if (!binding->scope && sx_str_is_equal(binding->name, item->local))
      status = take_member(use, item, one, &found, err);
  }
  bool is_first = true;
  for (size_t i = 0; i < sizeof found.used && !status && !use->is_target; i++) {
    bool has_import = false;
    if (!found.used[i]) continue;
    const sx_moved *moved = &use->moving->moved.items[i];
    status = find_import(use, moved, statement->is_type || moved->is_type, &has_import, err);
    if (status || has_import) continue;
    status = import_member(use, item, i, is_first && !found.has_others, err);
    is_first = false;
  }
  return status;
}

/* ---- a file
 * ------------------------------------------------------------------------------------ */

/* How an import names the source, if it does. */
static sx_status take_like(sx_moving *moving, const sx_move_text *text, sx_err *err) {
  sx_status status = SX_OK;
  for (size_t i = 0; i < text->imports.statements.len && !status && !moving->like.len; i++) {
    sx_str module = text->imports.statements.items[i].module;
    bool leads = false;
    if (sx_str_at(module, 0) != '.') continue;
    status =
        sx_move_leads_to(moving, text->path, module, SX_STR(""), moving->source.path, &leads, err);
    if (leads) moving->like = module;
  }
  return status;
}

sx_status sx_move_script_find_like(sx_moving *moving, sx_err *err) {
  if (sx_move_script_style(moving, &moving->target).len) return SX_OK;
  sx_status status = sx_documents_peek(moving->call, &moving->importing, err);
  if (status) return status;
  for (size_t i = 0; i < moving->importing.len && i < MAX_LIKE && !moving->like.len; i++) {
    sx_move_text *text = SX_ARENA_NEW(moving->call->arena, sx_move_text);
    sx_err why;
    if (!text) return sx_fail(err, moving->call->arena->status, NULL);
    status = sx_move_text_read(text, moving, moving->importing.items[i], &why);
    if (!status) status = take_like(moving, text, &why);
    if (sx_status_ends_call(status)) return sx_fail(err, status, NULL);
  }
  return SX_OK;
}

/* `import a from "./a"` of a module of CommonJS is all that it exports. */
static bool is_object(const sx_moving *moving, const sx_import_statement *statement,
                      const sx_import_item *item) {
  return moving->is_commonjs && statement->form != SX_IMPORT_BARE &&
         sx_str_is_equal(item->name, SX_STR("default")) &&
         !sx_move_script_exported(moving, SX_STR("default"));
}

static sx_status take_statement(const user *use, uint32_t index, sx_err *err) {
  sx_moving *moving = use->moving;
  sx_move_text *text = use->text;
  const sx_import_statement *statement = &text->imports.statements.items[index];
  bool *marks = sx_arena_calloc(moving->call->arena, statement->count + 1, sizeof *marks);
  bool leads = false, is_any = false;
  if (!marks) return sx_fail(err, moving->call->arena->status, NULL);
  if (statement->form == SX_IMPORT_CALL || statement->form == SX_IMPORT_BARE ||
      (moving->is_commonjs && statement->form == SX_IMPORT_REQUIRED))
    return SX_OK; /* of these sx_move_cjs_user takes what there is of CommonJS */
  sx_status status = sx_move_leads_to(moving, text->path, statement->module, SX_STR(""),
                                      moving->source.path, &leads, err);
  if (status || !leads) return status;
  if (!moving->like.len && sx_str_at(statement->module, 0) == '.') moving->like = statement->module;
  moving->is_imported = true;
  for (uint32_t i = 0; i < statement->count && !status; i++) {
    const sx_import_item *item = &text->imports.items.items[statement->first + i];
    if (sx_str_is_equal(item->name, SX_STR("*"))) {
      status = take_star(use, statement, err);
    } else if (!item->name.len || is_object(moving, statement, item)) {
      status = take_namespace(use, item, err);
    } else {
      marks[i] = sx_move_script_exported(moving, item->name) != NULL;
      is_any |= marks[i];
    }
  }
  if (status || !is_any) return status;
  return use->is_target ? drop_in_target(use, index, marks, err) : retarget(use, index, marks, err);
}

static bool is_import_module(const sx_import_items *imports, size_t start) {
  for (size_t i = 0; i < imports->statements.len; i++)
    if (imports->statements.items[i].form != SX_IMPORT_CALL &&
        imports->statements.items[i].module_start == start)
      return true;
  return false;
}

/* Strings that name the source otherwise: import("./s"), jest.mock("./s"). */
static sx_status check_strings(const user *use, sx_err *err) {
  const sx_nodes *nodes = &use->text->nodes;
  sx_status status = SX_OK;
  for (uint32_t i = 0; i < nodes->tree.nodes.len && !status; i++) {
    bool leads = false;
    sx_str text = sx_nodes_text(nodes, i);
    if (sx_nodes_is_comment(nodes, i) && sx_str_find(text, SX_STR("import("), 0) != SX_STR_NONE)
      for (size_t k = 0; k < use->moving->moved.len; k++)
        if (sx_word_is_in(text, use->moving->moved.items[k].name))
          return sx_move_refuse(use->moving, use->text, sx_move_start(use->text, i), err,
                                "this comment imports a type by its file");
    uint32_t call = sx_nodes_above(nodes, i, "call_expression");
    bool is_required = use->moving->is_commonjs && sx_nodes_is(nodes, i, "string_fragment") &&
                       sx_cjs_required(&use->text->names, call) == sx_nodes_parent(nodes, i);
    if (!sx_nodes_is(nodes, i, "string_fragment") || is_required ||
        is_import_module(&use->text->imports, sx_move_start(use->text, i)))
      continue;
    if (sx_str_at(text, 0) != '.' && sx_str_find_char(text, '/', 0) == SX_STR_NONE) continue;
    status = sx_move_leads_to(use->moving, use->text->path, text, SX_STR(""),
                              use->moving->source.path, &leads, err);
    if (leads)
      return sx_move_refuse(use->moving, use->text, sx_move_start(use->text, i), err,
                            "the source is named here by a string, so it is not known what is "
                            "taken from it");
  }
  return status;
}

static sx_status take_file(const user *use, sx_err *err) {
  sx_status status = SX_OK;
  for (uint32_t i = 0; i < use->text->imports.statements.len && !status; i++)
    status = take_statement(use, i, err);
  if (!status && use->moving->is_commonjs)
    status = sx_move_cjs_user(use->moving, use->text, use->is_target, err);
  return status ? status : check_strings(use, err);
}

static bool is_script(const sx_document *document) {
  static const char languages[] = "javascript javascriptreact typescript typescriptreact";
  static const char *const ends[] = {".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx", ".mts", ".cts"};
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
    if (sx_str_has_suffix(document->path, sx_str_from(ends[i]))) return true;
  return sx_language_has_word(languages, document->language_id, false);
}

/*
 * Whether a text that cannot be parsed may take something from the source: as an import, which the
 * index finds line by line, or by a string that ends in the name of the file. Built files with
 * copies of what moves are neither.
 */
static bool may_use(const sx_moving *moving, const sx_document *document) {
  uint64_t found;
  sx_str name = sx_path_name(moving->source.path), text = document->text;
  sx_str stem = sx_str_slice(name, 0, sx_str_find_char(name, '.', 0));
  if (sx_map_find(&moving->importers, document->path, &found)) return true;
  /* An index is named by its folder, or as "."; of `.name.js` there is nothing to look for. */
  if (!stem.len || sx_str_is_equal(stem, SX_STR("index"))) return true;
  for (size_t at = 0; (at = sx_str_find(text, stem, at)) != SX_STR_NONE; at += stem.len) {
    char before = at ? text.ptr[at - 1] : '\0', after = sx_str_at(text, at + stem.len);
    if (before && after && strchr("/\"'`", before) && strchr("\"'`.?", after)) return true;
  }
  return false;
}

static sx_status take_path(sx_moving *moving, sx_str path, sx_err *err) {
  static const char *const others[] = {".vue", ".svelte", ".astro", ".mdx"};
  const sx_document *document;
  sx_move_text *text = SX_ARENA_NEW(moving->call->arena, sx_move_text);
  if (!text) return sx_fail(err, moving->call->arena->status, NULL);
  sx_status status = sx_document_peek_any(moving->call, path, &document, err);
  if (status || !document) return status;
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (sx_str_has_suffix(path, sx_str_from(others[i]))) {
      *text = (sx_move_text){.path = path, .document = document};
      return sx_move_refuse(moving, text, 0, err, "imports of files like this are not rewritten");
    }
  if (!is_script(document)) return SX_OK;
  status = sx_move_text_read(text, moving, path, err);
  if (status == SX_REFUSED && !may_use(moving, document)) return SX_OK;
  const user use = {.moving = moving, .text = text};
  if (!status) status = take_file(&use, err);
  return status ? status : sx_move_plan(moving, text, err);
}

static bool takes_all(sx_str text) {
  size_t at = 0;
  while ((at = sx_str_find(text, SX_STR("export"), at)) != SX_STR_NONE) {
    at = sx_str_skip_spaces(text, at + 6);
    if (sx_str_has_prefix(sx_str_slice(text, at, text.len), SX_STR("type")))
      at = sx_str_skip_spaces(text, at + 4);
    if (sx_str_at(text, at) == '*') return true;
  }
  return false;
}

/* The name that a file gives a default export, or a module, may be any. */
static bool takes_any(sx_str text) {
  (void)text;
  return true;
}

sx_status sx_move_script_in_target(sx_moving *moving, sx_err *err) {
  const user target = {.moving = moving, .text = &moving->target, .is_target = true};
  return moving->target.document ? take_file(&target, err) : SX_OK;
}

sx_status sx_move_script_users(sx_moving *moving, sx_err *err) {
  sx_strs paths = {0};
  bool is_any = moving->is_commonjs || sx_move_script_exported(moving, SX_STR("default"));
  if (moving->is_kept) return SX_OK;
  sx_status status = sx_move_list_files(moving, is_any ? takes_any : takes_all, &paths, err);
  for (size_t i = 0; i < paths.len && !status; i++)
    if (!sx_str_is_equal(paths.items[i], moving->source.path) &&
        !sx_str_is_equal(paths.items[i], moving->target.path))
      status = take_path(moving, paths.items[i], err);
  return status;
}
