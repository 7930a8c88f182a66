#include "refactor/signature.h"
#include "refactor/signature_find.h"

#include "workspace/paths.h"

#define MAX_FILES 2000

/* ---- files ----------------------------------------------------------------------------------- */

sx_status sx_signature_file_at(sx_signature *change, sx_str path, size_t *out, sx_err *err) {
  const sx_document *document;
  path = sx_path_own(change->call, path);
  for (*out = 0; *out < change->files.len; ++*out)
    if (sx_str_is_equal(change->files.items[*out].document->path, path)) return SX_OK;
  if (change->files.len >= MAX_FILES)
    return sx_fail(err, SX_TOO_BIG, "More than %d files use it. Nothing was changed.", MAX_FILES);
  sx_status status = sx_document_take(change->call, path, true, &document, err);
  if (status) return status;
  sx_signature_file file = {.document = document};
  status = sx_nodes_read(&file.nodes, change->call, document, err);
  if (status) return status;
  file.edits.text = document->text;
  sx_signature_file *added = SX_ARRAY_ADD(&change->files, change->call->arena);
  if (!added) return sx_fail(err, change->call->arena->status, NULL);
  *added = file;
  return SX_OK;
}

sx_status sx_signature_names(sx_signature *change, sx_signature_file *file, sx_err *err) {
  if (file->has_names) return SX_OK;
  sx_status status = sx_names_find(&file->names, &file->nodes, change->call->arena, err);
  file->has_names = !status;
  return status;
}

uint32_t sx_signature_leaf(const sx_nodes *nodes, size_t start, size_t end) {
  uint32_t node = sx_nodes_around(nodes, (uint32_t)start, (uint32_t)end), inner = node;
  while (inner != SX_NODE_NONE && sx_nodes_get(nodes, inner)->start == start &&
         sx_nodes_get(nodes, inner)->end == end) {
    node = inner;
    inner = sx_nodes_first(nodes, inner);
  }
  return node;
}

static sx_status refuse(const sx_signature *change, const sx_signature_file *file, uint32_t node,
                        const char *why, sx_err *err) {
  return sx_refactoring_refuse(change->r, file->document, sx_nodes_get(&file->nodes, node)->start,
                               err, "%s", why);
}

/* A call that stays as it is, where the caller has allowed that. */
static sx_status refuse_use(sx_signature *change, const sx_signature_file *file, uint32_t node,
                            const char *why, sx_err *err) {
  if (!change->is_partial)
    return sx_refactoring_refuse(change->r, file->document, sx_nodes_get(&file->nodes, node)->start,
                                 err, "%s partial=true leaves such places as they are.", why);
  change->calls_left++;
  return sx_refactoring_warn(change->r, file->document, sx_nodes_get(&file->nodes, node)->start,
                             "%s", why);
}

/* ---- sites ----------------------------------------------------------------------------------- */

static bool has_site(const sx_signature_file *file, uint32_t name) {
  for (size_t i = 0; i < file->sites.len; i++)
    if (file->sites.items[i].name == name) return true;
  return false;
}

static sx_status add_site(sx_signature *change, sx_signature_file *file,
                          const sx_signature_site *site, sx_err *err) {
  sx_signature_site *added = SX_ARRAY_ADD(&file->sites, change->call->arena);
  if (!added) return sx_fail(err, change->call->arena->status, NULL);
  *added = *site;
  return SX_OK;
}

static bool is_same_for_all(const sx_signature *change) {
  if (change->is_grown) return true;
  if (!change->is_shape_same) return false;
  for (size_t i = 0; i < change->items.len; i++)
    if (change->items.items[i].is_retyped && change->family != SX_SIGNATURE_PYTHON &&
        change->family != SX_SIGNATURE_SCRIPT)
      return false;
  return !change->return_type.len || change->family == SX_SIGNATURE_PYTHON ||
         change->family == SX_SIGNATURE_SCRIPT;
}

/* Adds the uses of another symbol that is the function, too: `other`, which must have its name. */
static sx_status follow(sx_signature *change, sx_signature_file *file, uint32_t node,
                        uint32_t other, const char *why, sx_err *err) {
  const sx_nodes *nodes = &file->nodes;
  bool is_renamed = !sx_str_is_equal(change->name, change->new_name);
  if (is_same_for_all(change) && !is_renamed) return SX_OK;
  if (!sx_str_is_equal(sx_nodes_text(nodes, other), change->name))
    return refuse_use(change, file, node, why, err);
  sx_place place = {file->document->path, {{0}, {0}}};
  place.range.start = sx_document_position(file->document, sx_nodes_get(nodes, other)->start);
  place.range.end = sx_document_position(file->document, sx_nodes_get(nodes, other)->end);
  if (sx_places_have(&change->relatives, &place)) return SX_OK;
  sx_place *added = SX_ARRAY_ADD(&change->relatives, change->call->arena);
  if (!added) return sx_fail(err, change->call->arena->status, NULL);
  *added = place;
  return SX_OK;
}

/* `pay` twice in `const pay = function pay() {}`: the one of the two that `name` is not. NONE. */
static uint32_t other_name(const sx_nodes *nodes, uint32_t function, uint32_t name) {
  uint32_t inner = sx_nodes_field(nodes, function, "name");
  uint32_t holder = sx_nodes_parent(nodes, function);
  if (!sx_nodes_is(nodes, function, "function_expression generator_function")) return SX_NODE_NONE;
  if (inner != name) return inner;
  if (sx_nodes_is(nodes, holder, "assignment_expression")) {
    uint32_t left = sx_nodes_field(nodes, holder, "left");
    uint32_t property = sx_nodes_field(nodes, left, "property");
    return property == SX_NODE_NONE ? left : property;
  }
  uint32_t outer = sx_nodes_field(nodes, holder, "name");
  if (outer == SX_NODE_NONE) outer = sx_nodes_field(nodes, holder, "key");
  return outer == SX_NODE_NONE ? sx_nodes_field(nodes, holder, "property") : outer;
}

static bool has_declaration(const sx_signature_file *file, uint32_t function) {
  for (size_t i = 0; i < file->sites.len; i++)
    if (file->sites.items[i].kind == SX_SITE_DECLARATION && file->sites.items[i].where == function)
      return true;
  return false;
}

static sx_status add_declaration(sx_signature *change, sx_signature_file *file, uint32_t name,
                                 uint32_t function, sx_err *err) {
  sx_signature_site site = {.kind = SX_SITE_DECLARATION, .name = name, .where = function};
  sx_err why;
  if (has_declaration(file, function)) return SX_OK;
  sx_status status =
      sx_parameters_read(&site.parameters, &file->nodes, function, name, change->call->arena, &why);
  if (status == SX_REFUSED) return refuse(change, file, name, why.message, err);
  if (status) return sx_fail(err, status, NULL);
  site.start = site.parameters.start;
  uint32_t other = other_name(&file->nodes, function, name);
  if (other != SX_NODE_NONE)
    status =
        follow(change, file, name, other,
               "the function has another name here, too, and uses of that are not followed.", err);
  return status ? status : add_site(change, file, &site, err);
}

/* ---- the object of a call -------------------------------------------------------------------- */

/* `till` of till.pay; NONE where the function is called by its name alone. */
static uint32_t object_of(const sx_nodes *nodes, uint32_t name) {
  uint32_t parent = sx_nodes_parent(nodes, name);
  if (sx_nodes_is(nodes, parent, "attribute") && sx_nodes_is_field(nodes, name, "attribute"))
    return sx_nodes_field(nodes, parent, "object");
  if (sx_nodes_is(nodes, parent, "selector_expression"))
    return sx_nodes_field(nodes, parent, "operand");
  return SX_NODE_NONE;
}

static bool is_class_of_family(const sx_signature *change, sx_str name) {
  for (size_t i = 0; i < change->classes.len; i++)
    if (sx_str_is_equal(change->classes.items[i], name)) return true;
  return false;
}

static uint8_t kind_of_name(const sx_signature_file *file, uint32_t node) {
  const sx_name *name = sx_names_at(&file->names, node);
  if (!name || name->binding == SX_BINDING_FREE) return SX_BINDING_VARIABLE;
  return file->names.bindings.items[name->binding].kind;
}

static bool may_be_class(const sx_signature_file *file, uint32_t object) {
  sx_str name = sx_nodes_text(&file->nodes, object);
  bool is_title = name.len && *name.ptr >= 'A' && *name.ptr <= 'Z';
  if (!sx_nodes_is(&file->nodes, object, "identifier")) return false;
  uint8_t kind = kind_of_name(file, object);
  return kind == SX_BINDING_TYPE || (is_title && kind == SX_BINDING_IMPORT) ||
         sx_str_is_equal(name, SX_STR("cls"));
}

/* Python: whether a method is called on its class, with the object in the list. */
static sx_status judge_object(sx_signature *change, sx_signature_file *file,
                              sx_signature_site *site, bool *is_unsure, sx_err *err) {
  uint32_t object = object_of(&file->nodes, site->name);
  *is_unsure = false;
  if (object == SX_NODE_NONE) return SX_OK;
  sx_status status = sx_signature_names(change, file, err);
  if (status) return status;
  if (change->family == SX_SIGNATURE_GO && change->is_member && !change->is_shape_same) {
    sx_signature_operand operand;
    status = sx_signature_judge_operand(change, file, object, &operand, err);
    site->has_receiver = operand == SX_OPERAND_TYPE;
    *is_unsure = operand == SX_OPERAND_UNSURE;
    return status;
  }
  if (!change->has_instance) return SX_OK;
  uint32_t last = sx_nodes_is(&file->nodes, object, "attribute")
                      ? sx_nodes_field(&file->nodes, object, "attribute")
                      : object;
  sx_str name = sx_nodes_text(&file->nodes, last);
  uint32_t made = sx_nodes_field(&file->nodes, object, "function");
  site->has_receiver = is_class_of_family(change, name);
  *is_unsure = !site->has_receiver &&
               (may_be_class(file, object) || sx_str_is_equal(name, SX_STR("__class__")) ||
                sx_str_is_equal(sx_nodes_text(&file->nodes, made), SX_STR("type")));
  return SX_OK;
}

/* C has calls in functions only: `EXPORTED(int) f(int a);` is a declaration that looks like one. */
static bool is_by_macro(const sx_signature *change, const sx_nodes *nodes, uint32_t call) {
  return change->family == SX_SIGNATURE_C &&
         sx_nodes_above(nodes, call, "compound_statement") == SX_NODE_NONE;
}

static sx_status add_call(sx_signature *change, sx_signature_file *file, uint32_t name,
                          uint32_t call, sx_err *err) {
  sx_signature_site site = {.kind = SX_SITE_CALL, .name = name, .where = call};
  sx_err why;
  bool is_unsure;
  if (change->family == SX_SIGNATURE_C &&
      !sx_str_is_equal(sx_nodes_text(&file->nodes, name), change->name))
    return refuse_use(change, file, name,
                      "a macro of another name uses it here: its text is not rewritten.", err);
  if (is_by_macro(change, &file->nodes, call))
    return refuse(change, file, name,
                  "a macro is a part of this declaration, which cannot be rewritten. Change it "
                  "with edit_buffer, or write the declaration without the macro first.",
                  err);
  sx_status status =
      sx_arguments_read(&site.arguments, &file->nodes, call, change->call->arena, &why);
  if (status == SX_REFUSED) return refuse_use(change, file, name, why.message, err);
  if (status) return sx_fail(err, status, NULL);
  site.start = site.arguments.start;
  status = judge_object(change, file, &site, &is_unsure, err);
  if (status) return status;
  if (is_unsure && !change->is_shape_same)
    return refuse_use(change, file, name,
                      "it is not known whether this call gives the object in its list.", err);
  return add_site(change, file, &site, err);
}

/* ---- uses other than calls ------------------------------------------------------------------ */

#define IMPORTS                                                                                    \
  "import_from_statement aliased_import import_statement import_specifier export_specifier "       \
  "import_clause namespace_import namespace_export global_statement nonlocal_statement "           \
  "import_require_clause"

/* `module.exports = { pay }`, `exports.pay = pay`, `export default pay`: importers are asked for,
 * too. */
static bool is_exported(const sx_nodes *nodes, uint32_t node) {
  uint32_t parent = sx_nodes_parent(nodes, node);
  if (sx_nodes_is(nodes, parent, "export_statement")) return true;
  if (sx_nodes_is(nodes, node, "property_identifier"))
    node = parent, parent = sx_nodes_parent(nodes, node);
  if (sx_nodes_is(nodes, parent, "pair")) parent = sx_nodes_parent(nodes, parent);
  if (sx_nodes_is(nodes, parent, "object")) node = parent, parent = sx_nodes_parent(nodes, node);
  if (!sx_nodes_is(nodes, parent, "assignment_expression")) return false;
  sx_str left = sx_nodes_text(nodes, sx_nodes_field(nodes, parent, "left"));
  return sx_str_is_equal(left, SX_STR("module.exports")) ||
         sx_str_has_prefix(left, SX_STR("module.exports.")) ||
         sx_str_has_prefix(left, SX_STR("exports."));
}

/* `const { pay } = require("./till")` */
static bool is_required(const sx_nodes *nodes, uint32_t node) {
  uint32_t declarator = sx_nodes_above(nodes, node, "variable_declarator statement_block");
  uint32_t name = sx_nodes_field(nodes, declarator, "name");
  sx_str value = sx_nodes_text(nodes, sx_nodes_field(nodes, declarator, "value"));
  return sx_nodes_is(nodes, name, "object_pattern") && sx_nodes_has_in(nodes, name, node) &&
         (sx_str_has_prefix(value, SX_STR("require(")) ||
          sx_str_has_prefix(value, SX_STR("await import(")));
}

static bool is_import(const sx_nodes *nodes, uint32_t node) {
  uint32_t parent = sx_nodes_parent(nodes, node);
  if (sx_nodes_is(nodes, parent, "dotted_name")) parent = sx_nodes_parent(nodes, parent);
  return sx_nodes_is(nodes, parent, IMPORTS) || is_exported(nodes, node) ||
         is_required(nodes, node);
}

static sx_status judge_other(sx_signature *change, sx_signature_file *file, uint32_t node,
                             sx_err *err) {
  if (sx_nodes_above(&file->nodes, node, "preproc_def preproc_function_def preproc_arg") !=
          SX_NODE_NONE ||
      sx_nodes_is(&file->nodes, node, "preproc_arg"))
    return refuse_use(change, file, node, "a macro uses it: its text is not rewritten.", err);
  if (is_same_for_all(change)) return SX_OK;
  return refuse_use(change, file, node,
                    "it is used here without being called, and whoever gets it calls it as it was. "
                    "Change this place first, or make a new function.",
                    err);
}

/* ---- one use --------------------------------------------------------------------------------- */

static sx_status note_name(sx_signature *change, sx_signature_file *file, uint32_t node,
                           sx_err *err) {
  if (!sx_str_is_equal(sx_nodes_text(&file->nodes, node), change->name)) return SX_OK;
  uint32_t *added = SX_ARRAY_ADD(&file->renamed, change->call->arena);
  if (!added) return sx_fail(err, change->call->arena->status, NULL);
  *added = node;
  return SX_OK;
}

/* The key by which `exports = { charge: pay }` and `exports.charge = pay` give it to others. NONE.
 */
static uint32_t exported_as(const sx_nodes *nodes, uint32_t node) {
  uint32_t parent = sx_nodes_parent(nodes, node);
  if (sx_nodes_is(nodes, parent, "pair") && sx_nodes_is_field(nodes, node, "value"))
    return sx_nodes_field(nodes, parent, "key");
  if (!sx_nodes_is(nodes, parent, "assignment_expression") ||
      !sx_nodes_is_field(nodes, node, "right"))
    return SX_NODE_NONE;
  uint32_t left = sx_nodes_field(nodes, parent, "left");
  bool is_whole = sx_str_is_equal(sx_nodes_text(nodes, left), SX_STR("module.exports"));
  return is_whole ? SX_NODE_NONE : sx_nodes_field(nodes, left, "property");
}

/* The key is another symbol to the server, with uses of its own. */
static sx_status follow_export(sx_signature *change, sx_signature_file *file, uint32_t node,
                               sx_err *err) {
  uint32_t key = exported_as(&file->nodes, node);
  if (key == SX_NODE_NONE) return SX_OK;
  return follow(change, file, node, key,
                "it is exported by another name here, and uses of that are not followed.", err);
}

static sx_status judge_use(sx_signature *change, sx_signature_file *file, uint32_t node,
                           sx_err *err) {
  const sx_nodes *nodes = &file->nodes;
  if (sx_nodes_is_comment(nodes, node) || has_site(file, node)) return SX_OK;
  for (size_t i = 0; i < file->renamed.len; i++)
    if (file->renamed.items[i] == node) return SX_OK;
  uint32_t function = sx_parameters_function_of(nodes, node);
  uint32_t call = sx_arguments_call_of(nodes, node);
  sx_status status = note_name(change, file, node, err);
  if (status) return status;
  if (function != SX_NODE_NONE) return add_declaration(change, file, node, function, err);
  if (call != SX_NODE_NONE) return add_call(change, file, node, call, err);
  return is_import(nodes, node) ? follow_export(change, file, node, err)
                                : judge_other(change, file, node, err);
}

sx_status sx_signature_add_use(sx_signature *change, const sx_place *place, sx_err *err) {
  size_t index;
  if (!sx_path_is_inside(change->call, place->path))
    return sx_fail(err, SX_REFUSED,
                   "%.*s:%u:%u is outside the workspace and declares or uses it. Nothing was "
                   "changed.",
                   SX_STR_ARG(sx_path_display(change->call, place->path)),
                   place->range.start.line + 1, place->range.start.character + 1);
  sx_status status = sx_signature_file_at(change, place->path, &index, err);
  if (status) return status;
  sx_signature_file *file = &change->files.items[index];
  size_t start = sx_document_offset(file->document, place->range.start);
  size_t end = sx_document_offset(file->document, place->range.end);
  if (end <= start)
    end = sx_language_ident_end(file->document->language, file->document->text, start);
  uint32_t node = sx_signature_leaf(&file->nodes, start, end);
  if (node == SX_NODE_NONE) return SX_OK;
  if (sx_signature_family_of(&file->nodes) != change->family)
    return sx_refactoring_refuse(change->r, file->document, start, err,
                                 "it is used in another language here.");
  return judge_use(change, file, node, err);
}

/* ---- references ------------------------------------------------------------------------------ */

sx_status sx_signature_target_at(sx_signature *change, sx_target *out, sx_str path, sx_pos16 at,
                                 sx_str name, sx_err *err) {
  *out = (sx_target){0};
  sx_status status = sx_locator_parse_name(&out->locator, "symbol", name, err);
  if (status) return status;
  out->locator.file = path;
  out->locator.has_line = out->locator.has_column = true;
  out->locator.line = at.line;
  out->locator.column_u16 = at.character;
  return sx_target_find_located(out, change->call, err);
}

static void write_place(const sx_signature *change, const sx_place *place, const char *what,
                        sx_buf *text) {
  sx_buf_addf(text, " %.*s:%u:%u %s", SX_STR_ARG(sx_path_display(change->call, place->path)),
              place->range.start.line + 1, place->range.start.character + 1, what);
}

/* The first place of the name in code that is not among them: " other.c:4:10 has the name, …". */
static sx_status write_unlisted(const sx_signature *change, const sx_references *found,
                                const sx_target *target, sx_buf *text, sx_err *err) {
  sx_text_uses uses;
  if (found->behind.unresolved.len) {
    write_place(change, &found->behind.unresolved.items[0], "is the first of these.", text);
    return SX_OK;
  }
  sx_status status = sx_text_uses_find(&uses, change->call, target->symbol->name,
                                       target->symbol->path, SX_TEXT_USES_SOME, err);
  for (size_t i = 0; !status && i < uses.items.len; i++) {
    const sx_text_use *use = &uses.items.items[i];
    bool is_listed = sx_places_have(&found->places, &use->place) ||
                     sx_places_have(&found->definitions, &use->place);
    if (is_listed || use->is_declaration || use->is_member || use->is_local || use->is_tag)
      continue;
    write_place(change, &use->place, "has the name, and is not listed.", text);
    break;
  }
  return status;
}

static sx_status fail_unsure(const sx_signature *change, const sx_references *found,
                             const sx_target *target, sx_err *err) {
  sx_buf text;
  sx_buf_init(&text, SX_ERR_MESSAGE_BYTES);
  sx_references_write_doubts(found, target, found->places.len, change->call, &text);
  sx_status status = write_unlisted(change, found, target, &text, err);
  if (!status && text.status) status = sx_fail(err, text.status, NULL);
  sx_str doubts = sx_str_trim(sx_buf_str(&text));
  if (!status)
    status =
        sx_fail(err, SX_REFUSED, "Not all uses of %.*s are known, so nothing was changed. %.*s",
                SX_STR_ARG(target->symbol->name), SX_STR_ARG(doubts));
  sx_buf_release(&text);
  return status;
}

sx_status sx_signature_references(sx_signature *change, const sx_target *target,
                                  sx_references *found, sx_err *err) {
  sx_status status = sx_references_find(found, change->call, target, SX_TEXT_USES_MOST, err);
  if (status) return status;
  bool is_sure = sx_references_status(found, found->places.len) == SX_ANSWER_FOUND;
  bool is_by_other_text = found->is_by_text && change->family != SX_SIGNATURE_C;
  if (is_sure && !is_by_other_text && !found->unresolved.is_cut) return SX_OK;
  return change->is_partial ? SX_OK : fail_unsure(change, found, target, err);
}

sx_status sx_signature_add_uses_of(sx_signature *change, const sx_target *target, sx_err *err) {
  sx_references found;
  sx_status status = sx_signature_references(change, target, &found, err);
  for (size_t i = 0; i < found.places.len && !status; i++)
    status = sx_signature_add_use(change, &found.places.items[i], err);
  for (size_t i = 0; i < found.definitions.len && !status; i++)
    status = sx_signature_add_use(change, &found.definitions.items[i], err);
  return status;
}

/* A declaration that no server has listed would be left. */
static sx_status add_own(sx_signature *change, sx_err *err) {
  const sx_symbol *symbol = change->target.symbol;
  sx_place place = {symbol->path, {symbol->at, symbol->at}};
  return has_declaration(&change->files.items[0], change->old.function)
             ? SX_OK
             : sx_signature_add_use(change, &place, err);
}

sx_status sx_signature_find_uses(sx_signature *change, sx_err *err) {
  sx_status status = sx_signature_find_relatives(change, err);
  if (!status) status = sx_signature_add_uses_of(change, &change->target, err);
  if (!status) status = add_own(change, err);
  if (!status) status = sx_signature_find_methods(change, err);
  for (size_t i = 0; i < change->relatives.len && !status; i++) {
    const sx_place one = change->relatives.items[i];
    sx_target target;
    status = sx_signature_target_at(change, &target, one.path, one.range.start, change->name, err);
    if (!status && !target.symbol)
      status = sx_fail(err, SX_REFUSED,
                       "%.*s:%u:%u goes with it, and the uses of that are not known. "
                       "Nothing was changed.",
                       SX_STR_ARG(sx_path_display(change->call, one.path)),
                       one.range.start.line + 1, one.range.start.character + 1);
    if (!status) status = sx_signature_add_uses_of(change, &target, err);
  }
  if (!status) status = sx_signature_find_strays(change, err);
  return status ? status : sx_signature_find_spelled(change, err);
}
