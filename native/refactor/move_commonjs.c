#include "refactor/move_parts.h"

#include "text/language.h"
#include "workspace/paths.h"

/*
 * A declaration of one module of CommonJS to another one: what it is exported as, and what it
 * needs there.
 */

#define FUNCTIONS                                                                                  \
  "function_declaration generator_function_declaration function_expression function "              \
  "generator_function"
#define OWN_ARGUMENTS FUNCTIONS " method_definition class_static_block"

/* ---- the two files --------------------------------------------------------------------------- */

static sx_status check_kind(const sx_moving *moving, const sx_move_text *text, sx_err *err) {
  static const char *const endings[] = {".js", ".cjs", ".jsx"};
  bool is_script = false;
  for (size_t i = 0; i < 3; i++)
    is_script |= sx_str_has_suffix(text->path, sx_str_from(endings[i]));
  if (!is_script)
    return sx_move_refuse(moving, text, 0, err,
                          "a declaration of CommonJS is moved only into .js, .cjs and .jsx files");
  if (sx_imports_is_module(moving->imports, text->path))
    return sx_move_refuse(moving, text, 0, err,
                          "package.json makes this file a module with import and export, and the "
                          "declaration is one of CommonJS");
  if (text->document && text->exports.unknown != SX_NODE_NONE)
    return sx_move_refuse(moving, text, sx_move_start(text, text->exports.unknown), err,
                          "it is not known what this exports or takes from the exports; only "
                          "exports.name = …, module.exports = … and reads of them are understood");
  return SX_OK;
}

/* Code that would end before what is put below it, or is not known to use what moves. */
static sx_status check_code(const sx_moving *moving, const sx_move_text *text, sx_err *err) {
  const sx_names *names = &text->names;
  const sx_nodes *nodes = &text->nodes;
  for (uint32_t i = 0; text->document && i < nodes->tree.nodes.len; i++)
    if (sx_nodes_is(nodes, i, "return_statement") &&
        sx_nodes_above(nodes, i, OWN_ARGUMENTS " arrow_function") == SX_NODE_NONE)
      return sx_move_refuse(
          moving, text, sx_move_start(text, i), err,
          "the module may end here, before exports below are set; put the code below under "
          "a condition instead");
  for (size_t i = 0; text->document && i < names->names.len; i++) {
    const sx_name *one = &names->names.items[i];
    if (one->binding == SX_BINDING_FREE && one->roles & SX_NAME_CALLS &&
        !(text == &moving->source && sx_move_has(moving, one->start)) &&
        sx_str_is_equal(sx_nodes_text(nodes, one->node), SX_STR("eval")))
      return sx_move_refuse(moving, text, one->start, err,
                            "eval() sees all names of this module, so it is not known whether it "
                            "uses '%.*s'; replace it by code first",
                            SX_STR_ARG(moving->moved.items[0].name));
  }
  return SX_OK;
}

static bool is_strict(const sx_move_text *text) {
  const sx_nodes *nodes = &text->nodes;
  uint32_t node = sx_nodes_first_named(nodes, 0);
  if (sx_nodes_is(nodes, node, "hash_bang_line")) node = sx_nodes_next_named(nodes, node);
  for (; sx_nodes_is(nodes, sx_nodes_first_named(nodes, node), "string");
       node = sx_nodes_next_named(nodes, node)) {
    sx_str string = sx_nodes_text(nodes, sx_nodes_first_named(nodes, node));
    if (!sx_nodes_is(nodes, node, "expression_statement")) break;
    if (sx_str_is_equal(sx_str_slice(string, 1, string.len - 1), SX_STR("use strict"))) return true;
  }
  return false;
}

/* Imports of the source may be taken for another file: a.d.ts, a.ts. A new target may be taken for
 * a file that is there: b.js for b/index.js. */
static sx_status check_names(sx_moving *moving, sx_err *err) {
  const sx_move_text *texts[] = {&moving->source, &moving->target};
  for (size_t i = 0; i < 2; i++) {
    sx_str name = sx_path_name(texts[i]->path);
    sx_str stem = sx_str_slice(name, 0, sx_str_find_last_char(name, '.'));
    sx_import_target found;
    const sx_import_line line = {
        .specifier = sx_arena_printf(moving->call->arena, "./%.*s", SX_STR_ARG(stem)),
        .kind = SX_IMPORT_REQUIRE};
    bool is_plain = sx_str_has_suffix(name, SX_STR(".js"));
    sx_status status = sx_imports_resolve(&found, moving->imports, texts[i]->path, &line, err);
    if (status) return status;
    bool is_other = found.outcome == SX_IMPORT_FOUND && found.files.len &&
                    !sx_strs_have(&found.files, texts[i]->path);
    if (is_other && (is_plain || sx_str_has_suffix(found.files.items[0], SX_STR(".ts"))))
      return sx_move_refuse(moving, texts[i], 0, err,
                            "\"%.*s\" means %.*s for some programs, which is not rewritten",
                            SX_STR_ARG(line.specifier),
                            SX_STR_ARG(sx_path_display(moving->call, found.files.items[0])));
  }
  return SX_OK;
}

sx_status sx_move_cjs_check(sx_moving *moving, sx_err *err) {
  sx_move_text *target = &moving->target;
  bool is_blank = !target->document || !sx_str_trim(target->document->text).len;
  moving->inner.text = moving->source.document->text;
  moving->is_kept = sx_imports_is_entry(moving->imports, moving->source.path);
  sx_status status = check_kind(moving, &moving->source, err);
  if (!status) status = check_names(moving, err);
  if (!status && is_blank && target->document) {
    status = sx_cjs_exports_find(&target->exports, &target->names, moving->call->arena, err);
  } else if (!status && !is_blank && !target->is_commonjs) {
    status = sx_move_refuse(moving, target, 0, err,
                            "the declaration is of a module of CommonJS, and this file neither "
                            "requires nor exports as one");
  }
  target->is_commonjs = true;
  if (!status) status = check_kind(moving, target, err);
  if (status || is_blank || is_strict(&moving->source) == is_strict(target)) {
    bool is_other = !status && is_blank && target->document && is_strict(&moving->source);
    return !is_other
               ? status
               : sx_move_refuse(moving, target, 0, err,
                                "the source begins with \"use strict\"; write it here, too, or "
                                "give a file that is not there yet");
  }
  return sx_move_refuse(moving, target, 0, err,
                        "one of the two files begins with \"use strict\" and the other does not, "
                        "which changes the meaning of their code");
}

sx_status sx_move_cjs_check_target(sx_moving *moving, sx_err *err) {
  const sx_move_text *target = &moving->target;
  sx_status status = check_code(moving, &moving->source, err);
  if (!status) status = check_code(moving, target, err);
  if (status) return status;
  if (!target->document || !sx_str_trim(target->document->text).len) return SX_OK;
  const sx_cjs_export *whole = sx_cjs_whole(&target->exports);
  for (size_t i = 0; i < moving->moved.len; i++) {
    const sx_moved *moved = &moving->moved.items[i];
    bool is_needed = moved->is_exported || sx_move_script_rest(moving, moved).is_used;
    if (moved->is_default)
      return sx_move_refuse(moving, target, 0, err,
                            "'%.*s' is all that its module exports, which needs a file of its own; "
                            "give a target_file that is not there yet",
                            SX_STR_ARG(moved->name));
    if (is_needed && whole)
      return sx_move_refuse(
          moving, target, sx_move_start(target, whole->statement), err,
          "the target exports one value as all of it, so it cannot export '%.*s', "
          "too",
          SX_STR_ARG(moved->name));
    for (size_t k = 0; k < target->exports.items.len && is_needed; k++) {
      const sx_cjs_export *other = &target->exports.items.items[k];
      if (sx_nodes_is(&target->nodes, other->node, "spread_element"))
        return sx_move_refuse(moving, target, sx_move_start(target, other->node), err,
                              "the target exports all of another object, which may have '%.*s'; "
                              "give another target_file",
                              SX_STR_ARG(sx_move_shown(moved)));
      if (sx_str_is_equal(other->name, sx_move_shown(moved)) &&
          !sx_str_is_equal(other->local, moved->name))
        return sx_move_refuse(moving, target, sx_move_start(target, other->node), err,
                              "the target exports another '%.*s'", SX_STR_ARG(other->name));
    }
  }
  return SX_OK;
}

/* ---- the declaration ------------------------------------------------------------------------- */

static bool is_inline(const sx_move_text *source, const sx_cjs_export *one, sx_str *name,
                      uint32_t *at) {
  const sx_nodes *nodes = &source->nodes;
  uint32_t left = sx_nodes_field(nodes, one->node, "left");
  uint32_t key = one->form == SX_CJS_WHOLE ? sx_nodes_field(nodes, one->value, "name")
                                           : sx_nodes_field(nodes, left, "property");
  if (one->form == SX_CJS_ENTRY || one->local.len || key == SX_NODE_NONE) return false;
  if (one->form == SX_CJS_WHOLE && !sx_nodes_is(nodes, one->value, FUNCTIONS " class"))
    return false;
  *name = sx_nodes_text(nodes, key);
  *at = sx_move_start(source, key);
  return true;
}

bool sx_move_cjs_find(const sx_move_text *source, sx_str name, int64_t line, sx_str *out,
                      uint32_t *at) {
  for (size_t i = 0; i < source->exports.items.len && source->is_commonjs; i++) {
    if (!is_inline(source, &source->exports.items.items[i], out, at)) continue;
    bool is_line = !line || sx_document_position(source->document, *at).line + 1 == (uint64_t)line;
    if (is_line && (!name.len || sx_str_is_equal(name, *out))) return true;
  }
  return false;
}

static sx_status refuse_export(const sx_moving *moving, const sx_cjs_export *one, sx_str name,
                               sx_err *err) {
  return sx_move_refuse(moving, &moving->source, sx_move_start(&moving->source, one->node), err,
                        "'%.*s' is exported here together with others, or under several names",
                        SX_STR_ARG(name));
}

/* `this` of a function is what stands before its name in a call. */
static bool has_this(const sx_nodes *nodes, uint32_t function) {
  for (uint32_t i = function; function != SX_NODE_NONE && i < nodes->ends[function]; i++)
    if (sx_nodes_is(nodes, i, "this") &&
        sx_nodes_above(nodes, i, OWN_ARGUMENTS " class_body") == function)
      return true;
  return false;
}

static sx_status take_inline(sx_moving *moving, sx_moved *found, const sx_cjs_export *one,
                             sx_err *err) {
  const sx_move_text *source = &moving->source;
  if (one->is_shared) return refuse_export(moving, one, found->name, err);
  if (!sx_move_is_alone(source, one->statement))
    return sx_move_refuse(moving, source, sx_move_start(source, one->statement), err,
                          "another statement is on the line of the declaration; put each on a "
                          "line of its own");
  found->first = found->last = one->statement;
  found->is_inline = true;
  found->has_this = has_this(&source->nodes, one->value);
  return SX_OK;
}

/* Whether a value gets a member, or is given to a call whose result nothing takes. */
static bool changes(const sx_nodes *nodes, uint32_t value) {
  uint32_t top = value;
  while (
      sx_nodes_is(nodes, sx_nodes_parent(nodes, top), "member_expression subscript_expression") &&
      sx_nodes_is_field(nodes, top, "object"))
    top = sx_nodes_parent(nodes, top);
  if (top != value && sx_nodes_is_field(nodes, top, "left")) return true;
  uint32_t call = sx_nodes_parent(nodes, sx_nodes_parent(nodes, top));
  if (sx_language_has_word("Object.assign Object.defineProperty Object.defineProperties "
                           "Object.setPrototypeOf Object.freeze Object.seal "
                           "Object.preventExtensions Reflect.set Reflect.defineProperty "
                           "Reflect.deleteProperty Reflect.setPrototypeOf",
                           sx_nodes_text(nodes, sx_nodes_field(nodes, call, "function")), false))
    return true;
  return sx_nodes_is(nodes, sx_nodes_parent(nodes, top), "arguments") &&
         sx_nodes_above(nodes, top, "variable_declarator") == SX_NODE_NONE;
}

static sx_status refuse_addition(const sx_moving *moving, size_t at, sx_str name, sx_err *err) {
  return sx_move_refuse(moving, &moving->source, at, err,
                        "this changes '%.*s' when the module is loaded, which files that take it "
                        "from the target would miss",
                        SX_STR_ARG(name));
}

/* The same of `exports.f`. */
static sx_status check_reads(const sx_moving *moving, const sx_moved *found, sx_err *err) {
  const sx_move_text *source = &moving->source;
  for (size_t i = 0; i < source->exports.reads.len && found->shown.len; i++) {
    const sx_cjs_read *read = &source->exports.reads.items[i];
    if (sx_str_is_equal(read->name, found->shown) && changes(&source->nodes, read->node) &&
        sx_nodes_above(&source->nodes, read->node, OWN_ARGUMENTS " arrow_function") == SX_NODE_NONE)
      return refuse_addition(moving, sx_move_start(source, read->node), found->shown, err);
  }
  return SX_OK;
}

/* `Shape.prototype.area = …`, `inherits(Shape, Base)`: what others do not see in the target. */
static sx_status check_additions(const sx_moving *moving, const sx_moved *found, sx_err *err) {
  const sx_move_text *source = &moving->source;
  const sx_nodes *nodes = &source->nodes;
  for (size_t i = 0; i < source->names.names.len; i++) {
    const sx_name *one = &source->names.names.items[i];
    if (one->binding == SX_BINDING_FREE || one->roles & SX_NAME_DECLARES ||
        (one->node >= found->first && one->node < nodes->ends[found->last]))
      continue;
    const sx_binding *binding = &source->names.bindings.items[one->binding];
    if (binding->scope || !sx_str_is_equal(binding->name, found->name) ||
        sx_nodes_above(nodes, one->node, OWN_ARGUMENTS " arrow_function") != SX_NODE_NONE)
      continue;
    if (changes(nodes, one->node)) return refuse_addition(moving, one->start, found->name, err);
  }
  return SX_OK;
}

static bool is_required_name(const sx_move_text *source, sx_str name) {
  for (size_t i = 0; i < source->imports.items.len; i++) {
    const sx_import_item *item = &source->imports.items.items[i];
    const sx_import_statement *statement = &source->imports.statements.items[item->statement];
    if (!statement->block && sx_str_is_equal(item->local, name)) return true;
  }
  return false;
}

sx_status sx_move_cjs_take(sx_moving *moving, sx_moved *found, uint32_t name_at, sx_err *err) {
  const sx_move_text *source = &moving->source;
  const sx_cjs_exports *exports = &source->exports;
  const sx_cjs_export *own = NULL;
  for (size_t i = 0; i < exports->items.len; i++) {
    const sx_cjs_export *one = &exports->items.items[i];
    sx_str name;
    uint32_t at;
    bool is_own = found->first == SX_NODE_NONE
                      ? is_inline(source, one, &name, &at) && sx_str_is_equal(name, found->name)
                      : sx_str_is_equal(one->local, found->name);
    if (!is_own) continue;
    if (own) return refuse_export(moving, one, found->name, err);
    own = one;
  }
  if (is_required_name(source, found->name))
    return sx_move_refuse(moving, source, name_at, err,
                          "'%.*s' is what the module requires; only what it declares is moved",
                          SX_STR_ARG(found->name));
  if (found->first == SX_NODE_NONE) {
    sx_status status = own ? take_inline(moving, found, own, err) : SX_OK;
    if (status || !own) return status;
  } else {
    uint32_t value =
        sx_nodes_field(&source->nodes, sx_nodes_first_named(&source->nodes, found->last), "value");
    found->has_this = has_this(
        &source->nodes, sx_nodes_is(&source->nodes, found->last, FUNCTIONS) ? found->last : value);
    sx_status status = check_additions(moving, found, err);
    if (status) return status;
  }
  if (!own) return SX_OK;
  bool is_whole = own->form == SX_CJS_WHOLE;
  bool is_odd = !is_whole && sx_str_is_equal(own->name, SX_STR("default"));
  const sx_cjs_export *other = sx_cjs_replacement(exports, &source->nodes, own);
  if (other && !is_whole && !own->is_shared && !is_odd)
    return sx_move_refuse(moving, source, sx_move_start(source, other->node), err,
                          "this gives the export '%.*s' another value, or may do so; set it once",
                          SX_STR_ARG(own->name));
  if (own->is_shared || is_odd || (is_whole && exports->items.len > 1))
    return refuse_export(moving, own, found->name, err);
  found->is_exported = true;
  found->is_default = is_whole;
  found->shown = own->name;
  return check_reads(moving, found, err);
}

/* ---- what it needs --------------------------------------------------------------------------- */

/* Whether a package's name means the same where the target is. */
static sx_status check_same_module(sx_moving *moving, const sx_name *use, sx_str module,
                                   sx_err *err) {
  sx_import_target here, there;
  sx_import_line line = {.specifier = module, .kind = SX_IMPORT_REQUIRE};
  if (sx_str_at(module, 0) == '.') return SX_OK;
  sx_status status = sx_imports_resolve(&here, moving->imports, moving->source.path, &line, err);
  if (!status)
    status = sx_imports_resolve(&there, moving->imports, moving->target.path, &line, err);
  if (status) return status;
  bool is_same = here.outcome == there.outcome && here.files.len == there.files.len;
  for (size_t i = 0; is_same && i < here.files.len; i++)
    is_same = sx_str_is_equal(here.files.items[i], there.files.items[i]);
  if (is_same) return SX_OK;
  return sx_move_refuse(moving, &moving->source, use->start, err,
                        "the code requires \"%.*s\", which is another module where the target is",
                        SX_STR_ARG(module));
}

/* Where a name gets its value: the parts of `const { a: b } = require("x")`, `= require("x").a`. */
static uint32_t find_required(const sx_move_text *source, uint32_t name, sx_str *member) {
  const sx_nodes *nodes = &source->nodes;
  uint32_t above = sx_nodes_parent(nodes, name), declarator = above;
  *member = SX_STR("");
  if (sx_nodes_is(nodes, above, "pair_pattern")) {
    *member = sx_nodes_text(nodes, sx_nodes_field(nodes, above, "key"));
    above = sx_nodes_parent(nodes, above);
  } else if (sx_nodes_is(nodes, name, "shorthand_property_identifier_pattern")) {
    *member = sx_nodes_text(nodes, name);
  }
  if (sx_nodes_is(nodes, above, "object_pattern")) declarator = sx_nodes_parent(nodes, above);
  uint32_t value = sx_nodes_field(nodes, declarator, "value");
  if (!sx_nodes_is(nodes, declarator, "variable_declarator") ||
      sx_nodes_parent(nodes, sx_nodes_parent(nodes, declarator)))
    return SX_NODE_NONE;
  if (!member->len && sx_nodes_is(nodes, value, "member_expression")) {
    *member = sx_nodes_text(nodes, sx_nodes_field(nodes, value, "property"));
    value = sx_nodes_field(nodes, value, "object");
  }
  return sx_cjs_required(&source->names, value);
}

static sx_status check_value(const sx_moving *moving, const sx_name *use, sx_err *err) {
  const sx_names *names = &moving->source.names;
  const sx_binding *binding = &names->bindings.items[use->binding];
  bool is_changed = binding->declarations > 1;
  for (size_t i = 0; i < names->names.len && !is_changed; i++) {
    const sx_name *one = &names->names.items[i];
    is_changed = one->binding == use->binding && one->roles & SX_NAME_WRITES &&
                 !(one->roles & SX_NAME_DECLARES);
  }
  if (!is_changed) return SX_OK;
  return sx_move_refuse(moving, &moving->source, use->start, err,
                        "the code uses '%.*s', which gets other values in its module; the target "
                        "would not see them",
                        SX_STR_ARG(binding->name));
}

sx_status sx_move_cjs_need(sx_moving *moving, const sx_name *use, sx_move_script_import *wanted,
                           bool *is_done, sx_err *err) {
  const sx_move_text *source = &moving->source;
  const sx_binding *binding = &source->names.bindings.items[use->binding];
  sx_str member;
  uint32_t first = source->names.names.items[binding->first].node;
  uint32_t string = find_required(source, first, &member);
  *is_done = string != SX_NODE_NONE;
  if (!*is_done) return SX_OK;
  sx_str module = sx_nodes_text(&source->nodes, string);
  module = sx_str_slice(module, 1, module.len - 1);
  *wanted =
      (sx_move_script_import){sx_move_script_remade(moving, module), member, binding->name, false};
  sx_status status = check_value(moving, use, err);
  return status ? status : check_same_module(moving, use, module, err);
}

sx_status sx_move_cjs_export_own(sx_moving *moving, const sx_name *use, sx_str *shown,
                                 sx_err *err) {
  sx_move_text *source = &moving->source;
  const sx_binding *binding = &source->names.bindings.items[use->binding];
  const sx_cjs_export *own = sx_cjs_export_of(&source->exports, binding->name);
  const sx_cjs_export *whole = sx_cjs_whole(&source->exports);
  sx_status status = check_value(moving, use, err);
  *shown = binding->name;
  if (status) return status;
  if (own) {
    *shown = own->form == SX_CJS_WHOLE ? SX_STR("default") : own->name;
    return SX_OK;
  }
  bool is_gone = whole && !moving->is_kept && sx_move_find(moving, whole->local);
  for (size_t i = 0; i < source->exports.items.len; i++)
    if (sx_str_is_equal(source->exports.items.items[i].name, binding->name))
      return sx_move_refuse(moving, source, use->start, err,
                            "the code uses '%.*s', and the module exports something else under "
                            "that name",
                            SX_STR_ARG(binding->name));
  if (moving->is_kept || (whole && !is_gone))
    return sx_move_refuse(moving, source, use->start, err,
                          "the code uses '%.*s', which this module does not export: %s. "
                          "with_dependencies=true moves it along",
                          SX_STR_ARG(binding->name),
                          moving->is_kept ? "its package shows others all that it exports"
                                          : "all that it exports is one value");
  return sx_strs_add_new(&source->exports.added, binding->name, moving->call->arena, err);
}

/* `exports.f` on the left of what is moved. */
static bool is_left_of_moved(const sx_moving *moving, uint32_t node) {
  const sx_nodes *nodes = &moving->source.nodes;
  for (size_t i = 0; i < moving->moved.len; i++) {
    const sx_moved *one = &moving->moved.items[i];
    uint32_t left = sx_nodes_field(nodes, sx_nodes_first_named(nodes, one->first), "left");
    if (one->is_inline && node >= left && node < nodes->ends[left]) return true;
  }
  return false;
}

/* `require("./x")` in a function stays there, with the way from the target's folder. */
static sx_status need_require(sx_moving *moving, const sx_name *use, uint32_t string, sx_err *err) {
  const sx_move_text *source = &moving->source;
  sx_str text = sx_nodes_text(&source->nodes, string);
  sx_str module = sx_str_slice(text, 1, text.len - 1);
  sx_str remade = sx_move_script_remade(moving, module);
  size_t start = sx_move_start(source, string) + 1;
  bool is_target = false, is_source = false;
  sx_status status = check_same_module(moving, use, module, err);
  if (!status)
    status =
        sx_move_leads_to(moving, source->path, module, SX_STR(""), source->path, &is_source, err);
  if (!status)
    status = sx_move_leads_to(moving, source->path, module, SX_STR(""), moving->target.path,
                              &is_target, err);
  if (status) return status;
  if (is_target || is_source)
    return sx_move_refuse(moving, source, use->start, err, "the code requires the %s itself",
                          is_target ? "target" : "source");
  if (sx_str_is_equal(remade, module) || sx_text_edits_cover(&moving->inner, start)) return SX_OK;
  return sx_text_edits_add(&moving->inner, start, start + module.len, remade, moving->call->arena,
                           err);
}

sx_status sx_move_cjs_need_free(sx_moving *moving, const sx_name *use, sx_str name, sx_err *err) {
  const sx_nodes *nodes = &moving->source.nodes;
  static const char of_module[] = "module exports __dirname __filename";
  uint32_t string = sx_cjs_required(&moving->source.names, sx_nodes_parent(nodes, use->node));
  bool is_arguments = sx_str_is_equal(name, SX_STR("arguments")) &&
                      sx_nodes_above(nodes, use->node, OWN_ARGUMENTS) == SX_NODE_NONE;
  bool is_require = sx_str_is_equal(name, SX_STR("require"));
  if (is_require && string != SX_NODE_NONE) return need_require(moving, use, string, err);
  if (!is_require && !is_arguments &&
      (!sx_language_has_word(of_module, name, false) || is_left_of_moved(moving, use->node)))
    return SX_OK;
  return sx_move_refuse(moving, &moving->source, use->start, err,
                        "the code uses '%.*s', which would mean something else in another module",
                        SX_STR_ARG(name));
}
