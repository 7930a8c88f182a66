#include "refactor/import_items.h"

#include "base/byte.h"

typedef struct finder {
  sx_import_items *out;
  const sx_nodes *nodes;
  sx_arena *arena;
} finder;

static uint32_t start_of(const finder *find, uint32_t node) {
  return sx_nodes_get(find->nodes, node)->start;
}

static uint32_t end_of(const finder *find, uint32_t node) {
  return sx_nodes_get(find->nodes, node)->end;
}

static sx_import_statement *open_statement(finder *find, uint32_t node, sx_import_form form) {
  sx_import_statement *statement = SX_ARRAY_ADD(&find->out->statements, find->arena);
  if (!statement) return NULL;
  *statement = (sx_import_statement){.node = node,
                                     .block = sx_nodes_parent(find->nodes, node),
                                     .form = form,
                                     .module = SX_STR(""),
                                     .first = (uint32_t)find->out->items.len};
  return statement;
}

/* Adds an item to the last statement. Without memory the arena has the status. */
static sx_import_item *add_item(finder *find, uint32_t node, sx_str name, sx_str local) {
  sx_import_statement *statement = &find->out->statements.items[find->out->statements.len - 1];
  sx_import_item *item = SX_ARRAY_ADD(&find->out->items, find->arena);
  if (!item) return NULL;
  statement->count++;
  *item = (sx_import_item){.statement = (uint32_t)find->out->statements.len - 1,
                           .node = node,
                           .start = start_of(find, node),
                           .end = end_of(find, node),
                           .module = statement->module,
                           .name = name,
                           .local = local,
                           .is_type = statement->is_type};
  return item;
}

/* ---- Python --------------------------------------------------------------------------------- */

static sx_str first_part(sx_str dotted) {
  size_t dot = sx_str_find_char(dotted, '.', 0);
  return dot == SX_STR_NONE ? dotted : sx_str_slice(dotted, 0, dot);
}

static void add_python_item(finder *find, uint32_t node, bool is_module) {
  const sx_nodes *nodes = find->nodes;
  uint32_t alias = sx_nodes_field(nodes, node, "alias");
  uint32_t named = alias == SX_NODE_NONE ? node : sx_nodes_field(nodes, node, "name");
  sx_str name = sx_nodes_text(nodes, named);
  sx_str local = is_module ? first_part(name) : name;
  if (alias != SX_NODE_NONE) local = sx_nodes_text(nodes, alias);
  sx_import_item *item = add_item(find, node, is_module ? SX_STR("") : name, local);
  if (!item) return;
  item->has_alias = alias != SX_NODE_NONE;
  item->is_listed = true;
  if (is_module) item->module = name;
}

static void read_python(finder *find, uint32_t node) {
  const sx_nodes *nodes = find->nodes;
  bool is_modules = sx_nodes_is(nodes, node, "import_statement");
  sx_import_statement *statement =
      open_statement(find, node, is_modules ? SX_IMPORT_MODULES : SX_IMPORT_FROM);
  if (!statement) return;
  uint32_t module = sx_nodes_field(nodes, node, "module_name");
  if (sx_nodes_is(nodes, node, "future_import_statement"))
    statement->module = SX_STR("__future__");
  else if (module != SX_NODE_NONE) {
    statement->module = sx_nodes_text(nodes, module);
    statement->module_start = start_of(find, module);
    statement->module_end = end_of(find, module);
  }
  for (uint32_t child = sx_nodes_first(nodes, node); child != SX_NODE_NONE;
       child = sx_nodes_next(nodes, child)) {
    if (sx_nodes_is_field(nodes, child, "name")) add_python_item(find, child, is_modules);
    if (sx_nodes_is(nodes, child, "wildcard_import"))
      add_item(find, child, SX_STR("*"), SX_STR(""));
  }
}

/* ---- JavaScript and TypeScript --------------------------------------------------------------- */

/* The text in quotes; empty for any other node. */
static sx_str take_module(const finder *find, uint32_t string, sx_import_statement *statement) {
  const sx_nodes *nodes = find->nodes;
  if (!sx_nodes_is(nodes, string, "string")) return SX_STR("");
  statement->module_start = start_of(find, string) + 1;
  statement->module_end = end_of(find, string) - 1;
  statement->module = sx_str_slice(nodes->text, statement->module_start, statement->module_end);
  return statement->module;
}

/* `import { "f" as g }` takes f, too. */
static sx_str name_of(const sx_nodes *nodes, uint32_t name) {
  sx_str text = sx_nodes_text(nodes, name);
  if (!sx_nodes_is(nodes, name, "string")) return text;
  sx_str inner = sx_str_slice(text, 1, text.len - 1);
  for (size_t i = 0; i < inner.len; i++)
    if (!sx_byte_is_word(inner.ptr[i])) return text;
  return inner;
}

static void add_listed(finder *find, uint32_t list, const char *kind) {
  const sx_nodes *nodes = find->nodes;
  for (uint32_t child = sx_nodes_first_named(nodes, list); child != SX_NODE_NONE;
       child = sx_nodes_next_named(nodes, child)) {
    if (!sx_nodes_is(nodes, child, kind)) continue;
    uint32_t alias = sx_nodes_field(nodes, child, "alias");
    sx_str name = name_of(nodes, sx_nodes_field(nodes, child, "name"));
    sx_str local = alias == SX_NODE_NONE ? name : sx_nodes_text(nodes, alias);
    sx_import_item *item = add_item(find, child, name, local);
    if (!item) return;
    item->has_alias = alias != SX_NODE_NONE;
    item->is_listed = true;
    item->is_type |= sx_nodes_token(nodes, child, "type") != SX_NODE_NONE;
  }
}

static void read_clause(finder *find, uint32_t clause) {
  const sx_nodes *nodes = find->nodes;
  for (uint32_t child = sx_nodes_first_named(nodes, clause); child != SX_NODE_NONE;
       child = sx_nodes_next_named(nodes, child)) {
    if (sx_nodes_is(nodes, child, "identifier"))
      add_item(find, child, SX_STR("default"), sx_nodes_text(nodes, child));
    else if (sx_nodes_is(nodes, child, "namespace_import"))
      add_item(find, child, SX_STR(""), sx_nodes_text(nodes, sx_nodes_first_named(nodes, child)));
    else if (sx_nodes_is(nodes, child, "named_imports"))
      add_listed(find, child, "import_specifier");
  }
}

static uint32_t child_of_kind(const sx_nodes *nodes, uint32_t node, const char *kinds) {
  uint32_t child = sx_nodes_first_named(nodes, node);
  while (child != SX_NODE_NONE && !sx_nodes_is(nodes, child, kinds))
    child = sx_nodes_next_named(nodes, child);
  return child;
}

static void read_import(finder *find, uint32_t node) {
  const sx_nodes *nodes = find->nodes;
  uint32_t clause = child_of_kind(nodes, node, "import_clause");
  uint32_t source = sx_nodes_field(nodes, node, "source");
  sx_import_form form = clause == SX_NODE_NONE ? SX_IMPORT_BARE : SX_IMPORT_FROM;
  if (source == SX_NODE_NONE) {
    uint32_t required = child_of_kind(nodes, node, "import_require_clause");
    source = sx_nodes_field(nodes, required, "source");
    form = SX_IMPORT_CALL;
  }
  sx_import_statement *statement = open_statement(find, node, form);
  if (!statement) return;
  statement->is_type = sx_nodes_token(nodes, node, "type") != SX_NODE_NONE;
  take_module(find, source, statement);
  if (form == SX_IMPORT_FROM) read_clause(find, clause);
}

static void read_reexport(finder *find, uint32_t node) {
  const sx_nodes *nodes = find->nodes;
  uint32_t source = sx_nodes_field(nodes, node, "source");
  if (source == SX_NODE_NONE) return;
  sx_import_statement *statement = open_statement(find, node, SX_IMPORT_REEXPORT);
  if (!statement) return;
  statement->is_type = sx_nodes_token(nodes, node, "type") != SX_NODE_NONE;
  take_module(find, source, statement);
  uint32_t list = child_of_kind(nodes, node, "export_clause");
  uint32_t space = child_of_kind(nodes, node, "namespace_export");
  if (list != SX_NODE_NONE)
    add_listed(find, list, "export_specifier");
  else if (space != SX_NODE_NONE)
    add_item(find, space, SX_STR(""), sx_nodes_text(nodes, sx_nodes_first_named(nodes, space)));
  else {
    uint32_t star = sx_nodes_token(nodes, node, "*");
    if (star != SX_NODE_NONE) add_item(find, star, SX_STR("*"), SX_STR(""));
  }
}

/* `const { a, b: c } = require("x")`: the pattern's parts; false where it has others. */
static bool read_pattern(finder *find, uint32_t pattern) {
  const sx_nodes *nodes = find->nodes;
  for (uint32_t child = sx_nodes_first_named(nodes, pattern); child != SX_NODE_NONE;
       child = sx_nodes_next_named(nodes, child)) {
    uint32_t key = sx_nodes_field(nodes, child, "key");
    uint32_t value = sx_nodes_field(nodes, child, "value");
    bool is_pair = sx_nodes_is(nodes, child, "pair_pattern");
    if (is_pair ? !sx_nodes_is(nodes, value, "identifier") ||
                      !sx_nodes_is(nodes, key, "property_identifier")
                : !sx_nodes_is(nodes, child, "shorthand_property_identifier_pattern"))
      return false;
    sx_import_item *item = add_item(find, child, sx_nodes_text(nodes, is_pair ? key : child),
                                    sx_nodes_text(nodes, is_pair ? value : child));
    if (!item) return false;
    item->has_alias = is_pair;
    item->is_listed = true;
  }
  return true;
}

/* The declaration that consists of one `x = require(…)`; NONE. */
static uint32_t required_declaration(const finder *find, uint32_t call, uint32_t *name) {
  const sx_nodes *nodes = find->nodes;
  uint32_t declarator = sx_nodes_parent(nodes, call);
  uint32_t declaration = sx_nodes_parent(nodes, declarator);
  if (!sx_nodes_is(nodes, declarator, "variable_declarator") ||
      !sx_nodes_is_field(nodes, call, "value") ||
      sx_nodes_first_named(nodes, declaration) != declarator ||
      sx_nodes_next_named(nodes, declarator) != SX_NODE_NONE)
    return SX_NODE_NONE;
  *name = sx_nodes_field(nodes, declarator, "name");
  return sx_nodes_is(nodes, *name, "identifier object_pattern") ? declaration : SX_NODE_NONE;
}

static void read_call(finder *find, uint32_t call) {
  const sx_nodes *nodes = find->nodes;
  sx_str function = sx_nodes_text(nodes, sx_nodes_field(nodes, call, "function"));
  bool is_require = sx_str_is_equal(function, SX_STR("require"));
  uint32_t argument = sx_nodes_first_named(nodes, sx_nodes_field(nodes, call, "arguments"));
  uint32_t name = SX_NODE_NONE;
  if (!is_require && !sx_str_is_equal(function, SX_STR("import"))) return;
  uint32_t declaration = is_require ? required_declaration(find, call, &name) : SX_NODE_NONE;
  bool is_known = declaration != SX_NODE_NONE;
  sx_import_statement *statement = open_statement(find, is_known ? declaration : call,
                                                  is_known ? SX_IMPORT_REQUIRED : SX_IMPORT_CALL);
  if (!statement) return;
  take_module(find, argument, statement);
  if (!is_known) return;
  if (sx_nodes_is(nodes, name, "identifier")) {
    add_item(find, name, SX_STR(""), sx_nodes_text(nodes, name));
  } else if (!read_pattern(find, name)) {
    statement = &find->out->statements.items[find->out->statements.len - 1];
    statement->form = SX_IMPORT_CALL;
    find->out->items.len = statement->first;
    statement->count = 0;
  }
}

sx_status sx_import_items_find(sx_import_items *out, const sx_nodes *nodes, sx_arena *arena,
                               sx_err *err) {
  finder find = {out, nodes, arena};
  bool is_python = sx_str_is_equal(nodes->grammar, SX_STR("python"));
  bool is_script = sx_language_has_word("javascript typescript tsx", nodes->grammar, false);
  *out = (sx_import_items){0};
  for (uint32_t i = 0; i < nodes->tree.nodes.len; i++) {
    if (is_python &&
        sx_nodes_is(nodes, i, "import_statement import_from_statement future_import_statement"))
      read_python(&find, i);
    if (!is_script) continue;
    if (sx_nodes_is(nodes, i, "import_statement")) read_import(&find, i);
    if (sx_nodes_is(nodes, i, "export_statement")) read_reexport(&find, i);
    if (sx_nodes_is(nodes, i, "call_expression")) read_call(&find, i);
  }
  return arena->status ? sx_fail(err, arena->status, NULL) : SX_OK;
}
