#include "refactor/move_parts.h"

#include "base/folder.h"
#include "workspace/paths.h"

/*
 * How files of JavaScript and TypeScript name modules, and the statements that import them.
 */

#define MAX_UP 32

static sx_str extension_of(sx_str path) {
  static const char known[] = "js mjs cjs jsx ts mts cts tsx";
  sx_str name = sx_path_name(path);
  size_t dot = sx_str_find_last_char(name, '.');
  if (dot == SX_STR_NONE || dot + 1 == name.len) return SX_STR("");
  sx_str end = sx_str_slice(name, dot + 1, name.len);
  return sx_language_has_word(known, end, false) ? end : SX_STR("");
}

static sx_str without_extension(sx_str path) {
  sx_str end = extension_of(path);
  return end.len ? sx_str_slice(path, 0, path.len - end.len - 1) : path;
}

/* The extension of what is built of a source. */
static sx_str built_extension(sx_str source) {
  if (sx_str_is_equal(source, SX_STR("ts")) || sx_str_is_equal(source, SX_STR("tsx")))
    return SX_STR("js");
  if (sx_str_is_equal(source, SX_STR("mts"))) return SX_STR("mjs");
  if (sx_str_is_equal(source, SX_STR("cts"))) return SX_STR("cjs");
  return source;
}

/* "./a", "../b/a": the way from a folder to a path. */
static sx_str relative_path(sx_arena *arena, sx_str folder, sx_str path) {
  sx_buf buf;
  size_t up = 0;
  for (;
       folder.len && !sx_folder_has(folder, path) && !sx_str_is_equal(folder, path) && up < MAX_UP;
       up++)
    folder = sx_folder_of(folder);
  sx_buf_init(&buf, 8192);
  if (sx_str_is_equal(folder, path)) { /* a folder above: "..", "../.." */
    for (size_t i = 0; i < up; i++) sx_buf_add_text(&buf, i ? "/.." : "..");
    sx_buf_add_text(&buf, up ? "" : ".");
    return sx_buf_keep(&buf, arena);
  }
  sx_buf_add_text(&buf, up ? "" : "./");
  for (size_t i = 0; i < up; i++) sx_buf_add_text(&buf, "../");
  sx_buf_add(&buf, sx_str_slice(path, folder.len + 1, path.len));
  return sx_buf_keep(&buf, arena);
}

/* The path of a file with the ending that the style has. */
static sx_str styled(sx_arena *arena, sx_str path, sx_str like) {
  sx_str end = extension_of(path), wanted = extension_of(like), stem = without_extension(path);
  bool is_special = sx_language_has_word("mjs cjs mts cts", end, false);
  if (wanted.len || is_special) {
    bool is_source = sx_language_has_word("ts tsx mts cts", wanted, false);
    return sx_arena_printf(arena, "%.*s.%.*s", SX_STR_ARG(stem),
                           SX_STR_ARG(is_source ? end : built_extension(end)));
  }
  if (sx_str_has_suffix(stem, SX_STR("/index")) && !sx_str_has_suffix(like, SX_STR("/index")))
    return sx_str_slice(stem, 0, stem.len - 6);
  return stem;
}

/* `@/a/b` for src/a/b.ts: the folder that `@` is, by the parts that both end with. */
static bool alias_base(sx_str like, sx_str path, sx_str *alias, sx_str *folder) {
  sx_str left = without_extension(like), right = without_extension(path);
  if (sx_str_has_suffix(right, SX_STR("/index")) && !sx_str_has_suffix(left, SX_STR("/index")))
    right = sx_str_slice(right, 0, right.len - 6);
  size_t same = 0, parts = 0;
  for (size_t i = 1; i <= left.len && i <= right.len; i++) {
    char a = left.ptr[left.len - i], b = right.ptr[right.len - i];
    if (a != b) break;
    if (a == '/') same = i, parts++;
  }
  if (!parts) return false;
  *alias = sx_str_slice(left, 0, left.len - same);
  *folder = sx_str_slice(right, 0, right.len - same);
  return alias->len > 0;
}

/* Whether the name leads to the path, or would if that was there. */
static sx_status is_alias_of(sx_moving *moving, const sx_move_text *file, sx_str name, sx_str path,
                             bool *out, sx_err *err) {
  sx_import_target found;
  const sx_import_line line = {.specifier = name, .kind = SX_IMPORT_PLAIN};
  sx_status status = sx_imports_resolve(&found, moving->imports, file->path, &line, err);
  *out = !status && (found.outcome == SX_IMPORT_FOUND ? sx_strs_have(&found.files, path)
                                                      : sx_strs_have(&found.looked, path));
  return status;
}

sx_status sx_move_script_module(sx_str *out, sx_moving *moving, const sx_move_text *file,
                                sx_str like, sx_str path, sx_err *err) {
  sx_arena *arena = moving->call->arena;
  sx_str known = moving->source.path, alias, folder;
  if (!like.len || like.ptr[0] == '.') {
    *out = relative_path(arena, sx_folder_of(file->path), styled(arena, path, like));
    return arena->status ? sx_fail(err, arena->status, NULL) : SX_OK;
  }
  if (alias_base(like, known, &alias, &folder) && sx_folder_has(folder, path)) {
    sx_str rest = styled(arena, path, like);
    *out = sx_arena_printf(arena, "%.*s%.*s", SX_STR_ARG(alias),
                           SX_STR_ARG(sx_str_slice(rest, folder.len, rest.len)));
    bool is_meant;
    sx_status status = is_alias_of(moving, file, *out, path, &is_meant, err);
    if (status || is_meant) return status;
  }
  return sx_move_refuse(moving, file, 0, err,
                        "this file imports the source as \"%.*s\", and it is not known how it "
                        "would import the target so",
                        SX_STR_ARG(like));
}

sx_str sx_move_script_remade(sx_moving *moving, sx_str module) {
  sx_str from = sx_folder_of(moving->source.path), to = sx_folder_of(moving->target.path);
  if (sx_str_at(module, 0) != '.' || sx_str_is_equal(from, to)) return module;
  sx_str path = sx_path_join(moving->call, from, module);
  return relative_path(moving->call->arena, to, path);
}

sx_str sx_move_script_style(const sx_moving *moving, const sx_move_text *first) {
  const sx_move_text *texts[] = {first, &moving->source, &moving->target};
  for (size_t k = 0; k < 3; k++)
    for (size_t i = 0; texts[k]->document && i < texts[k]->imports.statements.len; i++) {
      sx_str module = texts[k]->imports.statements.items[i].module;
      if (sx_str_at(module, 0) == '.' && sx_path_name(module).len) return module;
    }
  if (moving->like.len || moving->is_commonjs) return moving->like;
  bool is_built = sx_language_has_word("js mjs cjs", extension_of(moving->source.path), false);
  return is_built ? SX_STR("./x.js") : SX_STR("");
}

const sx_moved *sx_move_script_exported(const sx_moving *moving, sx_str name) {
  bool is_default = sx_str_is_equal(name, SX_STR("default"));
  for (size_t i = 0; i < moving->moved.len; i++) {
    const sx_moved *one = &moving->moved.items[i];
    if (one->is_exported && one->is_default == is_default &&
        (is_default || sx_str_is_equal(sx_move_shown(one), name)))
      return one;
  }
  return NULL;
}

/* ---- statements
 * ------------------------------------------------------------------------------- */

/* How the file writes its imports. */
static void find_style(const sx_moving *moving, const sx_move_text *text, char *quote, bool *ends) {
  const sx_move_text *texts[] = {text, &moving->source};
  *quote = '"';
  *ends = true;
  for (size_t k = 0; k < 2; k++)
    for (size_t i = 0; texts[k]->document && i < texts[k]->imports.statements.len; i++) {
      const sx_import_statement *one = &texts[k]->imports.statements.items[i];
      if (!one->module_start || (one->form == SX_IMPORT_CALL && !texts[k]->is_commonjs)) continue;
      *quote = texts[k]->nodes.text.ptr[one->module_start - 1];
      uint32_t statement = one->node;
      if (one->form == SX_IMPORT_CALL)
        statement = sx_nodes_above(&texts[k]->nodes, statement,
                                   "lexical_declaration variable_declaration "
                                   "expression_statement return_statement");
      if (statement == SX_NODE_NONE) continue;
      *ends = sx_str_has_suffix(sx_nodes_text(&texts[k]->nodes, statement), SX_STR(";"));
      return;
    }
  sx_str all = moving->source.nodes.text;
  *ends = sx_str_find(all, SX_STR(";\n"), 0) != SX_STR_NONE ||
          sx_str_find(all, SX_STR(";\r"), 0) != SX_STR_NONE;
  if (sx_str_find_char(all, '"', 0) == SX_STR_NONE && sx_str_find_char(all, '\'', 0) != SX_STR_NONE)
    *quote = '\'';
}

bool sx_move_script_find_style(const sx_moving *moving, const sx_move_text *text, char *quote) {
  bool ends;
  find_style(moving, text, quote, &ends);
  return ends;
}

bool sx_move_script_ends(const sx_moving *moving, const sx_move_text *text) {
  char quote;
  return sx_move_script_find_style(moving, text, &quote);
}

static void write_item(sx_buf *buf, const sx_move_text *text, const sx_move_script_import *import) {
  sx_buf_add(buf, import->name);
  if (!sx_str_is_equal(import->name, import->local))
    sx_buf_addf(buf, "%s%.*s", text->is_commonjs ? ": " : " as ", SX_STR_ARG(import->local));
}

static bool is_listed(const sx_move_script_import *import) {
  return import->name.len && !sx_str_is_equal(import->name, SX_STR("default"));
}

static bool is_together(const sx_move_script_import *a, const sx_move_script_import *b) {
  return is_listed(a) && is_listed(b) && a->is_type == b->is_type &&
         sx_str_is_equal(a->module, b->module);
}

bool sx_move_script_has_patterns(const sx_moving *moving, const sx_move_text *text) {
  const sx_move_text *texts[] = {text, &moving->source};
  if (!sx_str_is_equal(sx_move_cjs_keyword(moving, text), SX_STR("var"))) return true;
  for (size_t k = 0; k < 2; k++)
    for (uint32_t i = 0; texts[k]->document && i < texts[k]->nodes.tree.nodes.len; i++)
      if (sx_nodes_is(&texts[k]->nodes, i, "object_pattern arrow_function")) return true;
  return false;
}

/* `const { a, b: c } = require("./x")`, `const x = require("./x")`, `var a = require("./x").a` */
static void write_require(const sx_moving *moving, const sx_move_text *text,
                          const sx_move_script_imports *imports, size_t first, sx_buf *buf) {
  const sx_move_script_import *one = &imports->items[first];
  bool is_pattern = is_listed(one) && sx_move_script_has_patterns(moving, text), ends;
  char quote;
  find_style(moving, text, &quote, &ends);
  sx_buf_add(buf, sx_move_cjs_keyword(moving, text));
  sx_buf_addf(buf, " %s", is_pattern ? "{ " : "");
  if (!is_pattern)
    sx_buf_add(buf, one->local);
  else
    write_item(buf, text, one);
  for (size_t i = first + 1; i < imports->len && is_pattern; i++) {
    if (!is_together(one, &imports->items[i])) continue;
    sx_buf_add_text(buf, ", ");
    write_item(buf, text, &imports->items[i]);
  }
  sx_buf_addf(buf, "%s = require(%c%.*s%c)", is_pattern ? " }" : "", quote, SX_STR_ARG(one->module),
              quote);
  if (is_listed(one) && !is_pattern) sx_buf_addf(buf, ".%.*s", SX_STR_ARG(one->name));
}

/* One statement of those from `first` on that are of one module. */
static void write_line(sx_moving *moving, const sx_move_text *text,
                       const sx_move_script_imports *imports, size_t first, sx_buf *buf) {
  const sx_move_script_import *one = &imports->items[first];
  char quote;
  bool ends;
  find_style(moving, text, &quote, &ends);
  if (text->is_commonjs) {
    write_require(moving, text, imports, first, buf);
    sx_buf_addf(buf, "%s", ends ? ";" : "");
    return;
  }
  sx_buf_addf(buf, "import %s", one->is_type ? "type " : "");
  if (!one->name.len)
    sx_buf_addf(buf, "* as %.*s", SX_STR_ARG(one->local));
  else if (!is_listed(one))
    sx_buf_add(buf, one->local);
  else {
    sx_buf_add_text(buf, "{ ");
    write_item(buf, text, one);
    for (size_t i = first + 1; i < imports->len; i++) {
      if (!is_together(one, &imports->items[i])) continue;
      sx_buf_add_text(buf, ", ");
      write_item(buf, text, &imports->items[i]);
    }
    sx_buf_add_text(buf, " }");
  }
  sx_buf_addf(buf, " from %c%.*s%c%s", quote, SX_STR_ARG(one->module), quote, ends ? ";" : "");
}

sx_str sx_move_script_line(sx_moving *moving, const sx_move_text *text,
                           const sx_move_script_import *import) {
  sx_buf buf;
  sx_move_script_import one = *import;
  const sx_move_script_imports list = {.items = &one, .len = 1, .cap = 1};
  sx_buf_init(&buf, 65536);
  write_line(moving, text, &list, 0, &buf);
  return sx_buf_keep(&buf, moving->call->arena);
}

sx_str sx_move_script_block(sx_moving *moving, const sx_move_text *text,
                            const sx_move_script_imports *imports) {
  sx_buf buf;
  sx_buf_init(&buf, SX_DOCUMENT_MAX_BYTES);
  for (size_t i = 0; i < imports->len; i++) {
    bool is_first = true;
    bool is_apart = text->is_commonjs && !sx_move_script_has_patterns(moving, text);
    for (size_t k = 0; k < i && !is_apart; k++)
      is_first &= !is_together(&imports->items[k], &imports->items[i]);
    if (!is_first) continue;
    write_line(moving, text, imports, i, &buf);
    sx_buf_add(&buf, text->newline);
  }
  return sx_buf_keep(&buf, moving->call->arena);
}

/* A list at the top to which names of the module can be added. */
static const sx_import_item *last_of_module(const sx_move_text *text,
                                            const sx_move_script_import *import) {
  for (size_t i = 0; i < text->imports.statements.len && is_listed(import); i++) {
    const sx_import_statement *one = &text->imports.statements.items[i];
    sx_import_form form = text->is_commonjs ? SX_IMPORT_REQUIRED : SX_IMPORT_FROM;
    if (one->form != form || one->is_type != import->is_type || !one->count || one->block ||
        !sx_str_is_equal(one->module, import->module))
      continue;
    const sx_import_item *last = &text->imports.items.items[one->first + one->count - 1];
    if (last->is_listed && !sx_text_edits_cover(&text->edits, last->start) &&
        !sx_text_edits_cover(&text->edits, last->end - 1))
      return last;
  }
  return NULL;
}

static sx_status add_to(sx_moving *moving, sx_move_text *text, const sx_import_item *last,
                        const sx_move_script_import *import, sx_err *err) {
  sx_str all = text->document->text, indent = sx_move_indent(all, last->start);
  bool is_own_line = sx_str_line_start(all, last->start) + indent.len == last->start;
  sx_buf buf;
  sx_buf_init(&buf, 8192);
  sx_buf_add_text(&buf, is_own_line ? "," : ", ");
  if (is_own_line) sx_buf_add(&buf, text->newline), sx_buf_add(&buf, indent);
  write_item(&buf, text, import);
  sx_str added = sx_buf_keep(&buf, moving->call->arena);
  return sx_move_edit(moving, text, last->end, last->end, added, err);
}

sx_status sx_move_script_add(sx_moving *moving, sx_move_text *text,
                             const sx_move_script_imports *imports, sx_err *err) {
  sx_arena *arena = moving->call->arena;
  sx_move_script_imports fresh = {0};
  bool has_imports;
  sx_status status = SX_OK;
  for (size_t i = 0; i < imports->len && !status; i++) {
    const sx_move_script_import *one = &imports->items[i];
    const sx_import_item *last = last_of_module(text, one);
    if (last) status = add_to(moving, text, last, one, err);
    if (!status)
      status = sx_move_note(moving, text, SX_STR(""), sx_move_script_line(moving, text, one), err);
    sx_move_script_import *added = last || status ? NULL : SX_ARRAY_ADD(&fresh, arena);
    if (added) *added = *one;
  }
  if (status || !fresh.len) return arena->status ? sx_fail(err, arena->status, NULL) : status;
  size_t place = sx_move_import_place(text, &has_imports);
  sx_str all = text->document->text;
  bool is_cut = place && all.ptr[place - 1] != '\n';
  char next = sx_str_at(all, place);
  bool is_spaced = !has_imports && next && next != '\n' && next != '\r';
  bool is_below = text->is_commonjs && !has_imports && place; /* of a directive */
  sx_str block = sx_arena_printf(arena, "%.*s%.*s%.*s",
                                 SX_STR_ARG(is_cut || is_below ? text->newline : SX_STR("")),
                                 SX_STR_ARG(sx_move_script_block(moving, text, &fresh)),
                                 SX_STR_ARG(is_spaced ? text->newline : SX_STR("")));
  return sx_move_edit(moving, text, place, place, block, err);
}
