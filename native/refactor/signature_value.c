#include "refactor/signature_value.h"

#include "base/byte.h"
#include "base/folder.h"
#include "base/word.h"
#include "imports/graph.h"
#include "refactor/import_items.h"
#include "resolve/mentions.h"
#include "text/language.h"

/*
 * `value_for_calls` is the same text at each call, and there its names must mean the same: a name
 * that a call's file does not have, or that means another thing there, is refused.
 */

static const char *const known[] = {
    [SX_SIGNATURE_PYTHON] =
        "abs all any ascii bin bool bytearray bytes callable chr classmethod complex dict dir "
        "divmod enumerate filter float format frozenset getattr globals hasattr hash help hex id "
        "input int isinstance issubclass iter len list locals map max memoryview min next object "
        "oct open ord pow print property range repr reversed round set slice sorted staticmethod "
        "str sum super tuple type vars zip __name__ __file__ Ellipsis NotImplemented",
    [SX_SIGNATURE_SCRIPT] =
        "undefined NaN Infinity globalThis Object Array Map Set WeakMap WeakSet RegExp Symbol "
        "String Number Boolean BigInt Math JSON Date URL URLSearchParams Error TypeError "
        "RangeError Intl Proxy Reflect Promise Function process console window document location "
        "navigator performance crypto fetch setTimeout setInterval queueMicrotask structuredClone "
        "require module exports Buffer TextEncoder TextDecoder AbortController ArrayBuffer "
        "Uint8Array Int8Array Uint16Array Int32Array Uint32Array Float32Array Float64Array "
        "parseInt parseFloat isNaN isFinite encodeURIComponent decodeURIComponent arguments",
    [SX_SIGNATURE_GO] = "nil iota len cap make new append copy string int int8 int16 int32 int64 "
                        "uint uint8 uint16 uint32 uint64 byte rune float32 float64 bool error any",
    [SX_SIGNATURE_C] = "NULL EOF stdin stdout stderr errno INT_MAX INT_MIN UINT_MAX SIZE_MAX "
                       "LONG_MAX BUFSIZ EXIT_SUCCESS EXIT_FAILURE size_t int char long short "
                       "unsigned signed float double void struct union enum const bool",
};

static const char words[] = /* that do not name anything */
    "None True False true false null not and or in is if else for lambda await async new typeof "
    "void delete instanceof as satisfies function return yield sizeof map chan func struct "
    "interface from import let const var keyof unknown never";

typedef struct check {
  sx_signature *change;
  sx_signature_file *file;
  const sx_signature_site *site;
  sx_str name;
  bool is_qualifier; /* a dot follows */
} check;

static sx_status refuse(const check *c, const char *why, sx_err *err) {
  return sx_fail(err, SX_REFUSED, "value_for_calls has '%.*s', which %s", SX_STR_ARG(c->name), why);
}

/* ---- what declares it ------------------------------------------------------------------------ */

static uint32_t top_binding(const sx_names *names, sx_str name) {
  for (uint32_t i = 0; i < names->bindings.len; i++)
    if (!names->bindings.items[i].scope && sx_str_is_equal(names->bindings.items[i].name, name))
      return i;
  return SX_BINDING_FREE;
}

/* The file uses it already without declaring it: something else gives it. */
static bool is_ambient(const check *c) {
  const sx_names *names = &c->file->names;
  for (size_t i = 0; i < names->names.len; i++)
    if (names->names.items[i].binding == SX_BINDING_FREE &&
        sx_str_is_equal(sx_nodes_text(&c->file->nodes, names->names.items[i].node), c->name))
      return true;
  return false;
}

/* A file of the call's package, or a header that its file includes, has the word. */
static sx_status is_declared_beside(const check *c, bool *out, sx_err *err) {
  sx_call *call = c->change->call;
  sx_import_graph graph = {0};
  sx_str folder = sx_folder_of(c->file->document->path);
  bool is_go = c->change->family == SX_SIGNATURE_GO;
  sx_mentions found = {0};
  sx_imports *imports = is_go ? NULL : sx_imports_new(call);
  if (!is_go && !imports) return sx_fail(err, SX_NOMEM, NULL);
  sx_status status =
      is_go ? sx_mentions_find(&found, call, &c->name, 1, 5000, err)
            : sx_import_graph_forward(&graph, imports, call, c->file->document->path, 20, err);
  *out = status && !sx_status_ends_call(status); /* it is not known */
  if (*out) status = SX_OK;
  for (size_t i = 0; i < found.paths.len && !status && !*out; i++) {
    const sx_document *document;
    sx_nodes nodes;
    sx_names names;
    if (!sx_str_is_equal(sx_folder_of(found.paths.items[i]), folder) ||
        !sx_str_has_suffix(found.paths.items[i], SX_STR(".go")))
      continue;
    status = sx_document_peek_any(call, found.paths.items[i], &document, err);
    if (status || !document) continue;
    status = sx_nodes_read(&nodes, call, document, err);
    if (!status) status = sx_names_find(&names, &nodes, call->arena, err);
    if (!status) *out = top_binding(&names, c->name) != SX_BINDING_FREE;
  }
  for (size_t i = 0; i < graph.nodes.len && !status && !*out; i++) {
    const sx_document *header;
    if (sx_str_is_equal(graph.nodes.items[i].path, c->file->document->path)) continue;
    status = sx_document_peek_any(call, graph.nodes.items[i].path, &header, err);
    if (!status && header) *out = sx_word_is_in(header->text, c->name);
  }
  sx_imports_free(imports);
  return status;
}

static sx_status check_free(const check *c, sx_err *err) {
  static const char lacks[] = "this file does not declare or import; add it there first, or give a "
                              "value that all calls have";
  sx_signature_family family = c->change->family;
  if (c->file->names.dynamic != SX_NODE_NONE && family == SX_SIGNATURE_PYTHON) return SX_OK;
  if (sx_language_has_word(known[family], c->name, false)) return SX_OK;
  bool is_error = family == SX_SIGNATURE_PYTHON && c->name.ptr[0] >= 'A' && c->name.ptr[0] <= 'Z' &&
                  (sx_str_has_suffix(c->name, SX_STR("Error")) ||
                   sx_str_has_suffix(c->name, SX_STR("Exception")));
  if (is_error || is_ambient(c)) return SX_OK;
  if (family == SX_SIGNATURE_GO || family == SX_SIGNATURE_C) {
    bool is_beside = false;
    sx_status status = is_declared_beside(c, &is_beside, err);
    if (status || is_beside) return status;
  }
  return refuse(c, lacks, err);
}

/* A local variable, where others of the file, or the language, have the name as well. */
static sx_status check_local(const check *c, sx_err *err) {
  bool is_top = top_binding(&c->file->names, c->name) != SX_BINDING_FREE;
  bool is_known = sx_language_has_word(known[c->change->family], c->name, false);
  if (!is_top && !is_known) return SX_OK;
  return refuse(c, "a local variable hides here; give a value that means the same at all calls",
                err);
}

/* Whether the call's file imports it from a file that is not the function's, and declares it. */
static sx_status is_imported_elsewhere(const check *c, bool *out, sx_err *err) {
  sx_call *call = c->change->call;
  sx_str own = c->change->files.items[0].document->path;
  sx_import_items items;
  sx_imports *imports = sx_imports_new(call);
  *out = false;
  if (!imports) return sx_fail(err, SX_NOMEM, NULL);
  sx_status status = sx_import_items_find(&items, &c->file->nodes, call->arena, err);
  for (size_t i = 0; !status && i < items.items.len; i++) {
    const sx_import_item *item = &items.items.items[i];
    sx_import_line line = {.specifier = item->module, .kind = SX_IMPORT_PLAIN};
    sx_import_target target;
    if (!sx_str_is_equal(item->local, c->name) || !item->name.len) continue;
    status = sx_imports_resolve(&target, imports, c->file->document->path, &line, err);
    if (status || sx_strs_have(&target.files, own)) continue;
    const sx_document *document = NULL;
    bool is_file = target.outcome == SX_IMPORT_FOUND && target.files.len;
    if (is_file) status = sx_document_peek_any(call, target.files.items[0], &document, err);
    sx_nodes nodes;
    sx_names names;
    *out = !is_file; /* of a package */
    if (status || !document) continue;
    status = sx_nodes_read(&nodes, call, document, err);
    if (!status) status = sx_names_find(&names, &nodes, call->arena, err);
    uint32_t there = status ? SX_BINDING_FREE : top_binding(&names, item->name);
    *out = there != SX_BINDING_FREE && names.bindings.items[there].kind != SX_BINDING_IMPORT;
  }
  sx_imports_free(imports);
  return status;
}

/* A name that the call's file has at its top, where the function's own file has one of its own. */
static sx_status check_top(const check *c, const sx_binding *binding, sx_err *err) {
  sx_signature_file *own = &c->change->files.items[0];
  const sx_nodes *nodes = &c->file->nodes;
  const sx_name *first = &c->file->names.names.items[binding->first];
  sx_status status = sx_signature_names(c->change, own, err);
  if (status) return status;
  uint32_t there = top_binding(&own->names, c->name);
  bool is_other = own != c->file && there != SX_BINDING_FREE &&
                  own->names.bindings.items[there].kind != SX_BINDING_IMPORT &&
                  c->change->family != SX_SIGNATURE_GO && c->change->family != SX_SIGNATURE_C;
  if (is_other && binding->kind == SX_BINDING_IMPORT)
    status = is_imported_elsewhere(c, &is_other, err);
  if (status) return status;
  if (is_other) return refuse(c, "is another one in this file than in that of the function", err);
  bool is_at_top = sx_nodes_above(nodes, c->site->where,
                                  "function_definition function_declaration arrow_function "
                                  "function_expression method_definition lambda "
                                  "class_definition") == SX_NODE_NONE;
  bool is_script =
      c->change->family == SX_SIGNATURE_SCRIPT || c->change->family == SX_SIGNATURE_PYTHON;
  bool is_early =
      binding->kind == SX_BINDING_VARIABLE || binding->kind == SX_BINDING_CONSTANT ||
      (binding->kind == SX_BINDING_FUNCTION && c->change->family == SX_SIGNATURE_PYTHON);
  if (is_script && is_at_top && is_early && first->start > c->site->start)
    return refuse(c, "gets its value below this call", err);
  return SX_OK;
}

static sx_status check_name(const check *c, sx_err *err) {
  const sx_names *names = &c->file->names;
  uint32_t found = sx_names_look_up(names, c->name, c->site->where);
  if (found == SX_BINDING_FREE) return check_free(c, err);
  const sx_binding *binding = &names->bindings.items[found];
  if (binding->since > c->site->start) return check_free(c, err);
  return binding->scope ? check_local(c, err) : check_top(c, binding, err);
}

/* `this` outside of classes and functions is nothing that others mean. */
static sx_status check_this(const check *c, sx_err *err) {
  if (sx_nodes_above(&c->file->nodes, c->site->where,
                     "method_definition function_declaration function_expression "
                     "class_static_block public_field_definition field_definition") != SX_NODE_NONE)
    return SX_OK;
  return refuse(c, "means nothing here, outside of classes", err);
}

/* ---- the text -------------------------------------------------------------------------------- */

/* Texts that declare names of their own are left to who gives them. */
static bool is_known_text(sx_str text) {
  static const char *const odd[] = {"lambda", "=>", "func", " for ", "`", "${", "f\"", "f'", ":="};
  for (size_t i = 0; i < sizeof odd / sizeof *odd; i++)
    if (sx_str_find(text, sx_str_from(odd[i]), 0) != SX_STR_NONE) return false;
  return true;
}

static size_t skip_string(sx_str text, size_t at) {
  char quote = text.ptr[at++];
  while (at < text.len && text.ptr[at] != quote) at += text.ptr[at] == '\\' ? 2 : 1;
  return at + 1;
}

/* A key of an object, the name of an argument, or a member: not looked up. */
static bool is_looked_up(const check *c, sx_str text, size_t start, size_t end) {
  sx_str before = sx_str_trim_end(sx_str_slice(text, 0, start));
  size_t next = sx_str_skip_spaces(text, end);
  char last = before.len ? before.ptr[before.len - 1] : 0, sign = sx_str_at(text, next);
  if (last == '.' && !sx_str_has_suffix(before, SX_STR(".."))) return false;
  if (sx_str_has_suffix(before, SX_STR("->"))) return false;
  bool is_keyed =
      c->change->family != SX_SIGNATURE_PYTHON && sign == ':' && (last == '{' || last == ',');
  bool is_keyword = c->change->family == SX_SIGNATURE_PYTHON && sign == '=' &&
                    sx_str_at(text, next + 1) != '=' && (last == '(' || last == ',');
  return !is_keyed && !is_keyword;
}

sx_status sx_signature_check_value(sx_signature *change, sx_signature_file *file,
                                   const sx_signature_site *site, sx_str text, sx_err *err) {
  check c = {.change = change, .file = file, .site = site};
  sx_status status = sx_signature_names(change, file, err);
  if (!is_known_text(text)) return status;
  for (size_t at = 0; at < text.len && !status;) {
    char first = text.ptr[at];
    if (first == '"' || first == '\'') {
      at = skip_string(text, at);
      continue;
    }
    size_t end = at;
    while (end < text.len && (sx_byte_is_ident(text.ptr[end]) || text.ptr[end] == '$')) end++;
    c.name = sx_str_slice(text, at, end);
    bool is_name = c.name.len && !sx_byte_is_digit(first) && first > 0 &&
                   !sx_language_has_word(words, c.name, false) && is_looked_up(&c, text, at, end);
    bool is_this =
        change->family == SX_SIGNATURE_SCRIPT &&
        (sx_str_is_equal(c.name, SX_STR("this")) || sx_str_is_equal(c.name, SX_STR("super")));
    if (is_name) status = is_this ? check_this(&c, err) : check_name(&c, err);
    at = end > at ? end : at + 1;
  }
  return status;
}
