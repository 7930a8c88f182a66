/* A file: what it has for others, what it imports, and what imports it. */

#include "dive/dive.h"

#include "base/byte.h"
#include "imports/graph.h"
#include "semantic/certainty.h"
#include "semantic/outline_symbol.h"
#include "workspace/paths.h"

#define MAX_NOTE_BYTES 4096
#define MAX_STATEMENT_BYTES 200

/* ---- exports ------------------------------------------------------------------------------- */

static bool is_of(const sx_document *document, const char *languages) {
  return sx_language_has_word(languages, sx_language_name(document->language), false);
}

static bool is_script(const sx_document *document) {
  return is_of(document, "javascript typescript");
}

/* Whether others may use what has this head, as its language says so. */
static bool is_exported(const sx_document *document, const sx_host_symbol *one, sx_str head) {
  char first = sx_str_at(one->name, 0);
  if (is_script(document)) return sx_str_has_prefix(head, SX_STR("export "));
  if (is_of(document, "python")) return first != '_';
  if (is_of(document, "go")) return first >= 'A' && first <= 'Z';
  if (is_of(document, "rust")) return sx_str_has_prefix(head, SX_STR("pub"));
  if (is_of(document, "c cpp")) return !sx_str_has_prefix(head, SX_STR("static "));
  return !sx_str_has_prefix(head, SX_STR("private "));
}

static bool is_statement(sx_str line) {
  static const char *const starts[] = {"export *", "export {", "export type *", "export type {",
                                       "export ="};
  static const char declaring[] = "class function async abstract interface enum";
  static const sx_str by_default = {"export default ", 15};
  for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
    if (sx_str_has_prefix(line, sx_str_from(starts[i]))) return true;
  if (!sx_str_has_prefix(line, by_default)) return false;
  size_t end = by_default.len;
  while (end < line.len && sx_byte_is_word(line.ptr[end])) end++;
  return !sx_language_has_word(declaring, sx_str_slice(line, by_default.len, end), false);
}

/* Whether a dotted name leads below the folder: `concurrent.futures.thread` in
 * concurrent/futures/. */
static bool is_in_folder(sx_str module, sx_str folder) {
  if (sx_str_has_suffix(folder, SX_STR("/"))) folder.len--;
  for (size_t i = 0; i < module.len && module.ptr[i] != ' '; i++) {
    if (module.ptr[i] != '.' || i > folder.len) continue;
    size_t start = folder.len - i, same = 0;
    while (same < i &&
           (module.ptr[same] == '.' ? '/' : module.ptr[same]) == folder.ptr[start + same])
      same++;
    if (same == i && (!start || folder.ptr[start - 1] == '/')) return true;
  }
  return false;
}

/* `from .core import Thing` in a package's own file, `pub use self::core::Thing`. */
static bool is_reexport(const sx_document *document, sx_str line) {
  bool is_package = sx_str_has_suffix(document->path, SX_STR("/__init__.py")) ||
                    sx_str_has_suffix(document->path, SX_STR("/__init__.pyi"));
  if (is_of(document, "rust")) return sx_str_has_prefix(line, SX_STR("pub use "));
  if (!is_of(document, "python") || !is_package) return false;
  if (sx_str_has_prefix(line, SX_STR("from ."))) return true;
  sx_str from = SX_STR("from ");
  if (!sx_str_has_prefix(line, from)) return false;
  return is_in_folder(sx_str_slice(line, from.len, line.len), sx_path_folder(document->path));
}

/* The sign that closes a list which may end in a later line; 0: none. */
static char closing(const sx_document *document, sx_str line) {
  if (is_script(document))
    return sx_str_has_prefix(line, SX_STR("export {")) ||
                   sx_str_has_prefix(line, SX_STR("export type {"))
               ? '}'
               : 0;
  sx_str end = sx_str_trim_end(line);
  if (is_of(document, "rust")) return sx_str_at(end, end.len - 1) == ';' ? 0 : ';';
  bool is_open = sx_str_find_char(line, '(', 0) != SX_STR_NONE;
  return is_open && sx_str_find_char(line, ')', 0) == SX_STR_NONE ? ')' : 0;
}

/* `export * from "./a"`, `export { b, c }`, `export default d`: on one line. */
static void add_statements(sx_dive *dive, sx_dive_section *section) {
  const sx_document *document = dive->outline.document;
  for (uint32_t row = 0; row < document->lines.count; row++) {
    sx_str line = sx_lines_get(&document->lines, row);
    if (is_script(document) ? !is_statement(line) : !is_reexport(document, line)) continue;
    size_t start = (size_t)(line.ptr - document->text.ptr), end = start + line.len;
    char sign = closing(document, line);
    size_t close = sign ? sx_str_find_char(document->text, sign, start) : SX_STR_NONE;
    if (close != SX_STR_NONE && close > end) end = close + 1;
    if (end > start + MAX_STATEMENT_BYTES) end = start + line.len;
    char *text = sx_arena_alloc(dive->call->arena, end - start + 1);
    size_t len = 0;
    if (!text) return;
    for (size_t i = start; i < end; i++) {
      char c = document->text.ptr[i];
      bool is_blank = c == '\n' || c == '\r' || c == ' ' || c == '\t';
      if (!is_blank || (len && text[len - 1] != ' ')) text[len++] = is_blank ? ' ' : c;
    }
    sx_dive__add(dive, section,
                 (sx_dive_item){.path = dive->path, .at = {row, 0}, .label = {text, len}});
  }
}

static void add_declared(sx_dive *dive, sx_dive_section *section, bool is_all) {
  const sx_host_symbols *all = &dive->outline.symbols;
  for (size_t i = 0; i < all->len; i++) {
    const sx_host_symbol *one = &all->items[i];
    if (one->depth) continue;
    sx_str head = sx_outline_symbol_signature(&dive->outline, one, dive->call->arena);
    if (!is_all && !is_exported(dive->outline.document, one, head)) continue;
    sx_pos16 at = sx_host_symbol_at(one);
    /* Some servers have `export default {…}` in their outlines. */
    sx_str line = sx_lines_get(&dive->outline.document->lines, at.line);
    if (is_script(dive->outline.document) && is_statement(line)) continue;
    sx_dive__add(
        dive, section,
        (sx_dive_item){.path = dive->path, .at = at, .label = head.len ? head : one->name});
  }
}

sx_status sx_dive__exports(sx_dive *dive, sx_err *err) {
  sx_buf text;
  sx_dive_section *section = sx_dive__section(dive, "Exports", "exports");
  dive->signature = dive->documentation = dive->value = dive->code = SX_STR("");
  sx_status status = sx_outline_read(&dive->outline, dive->call, dive->path, false, err);
  if (status == SX_DEADLINE || status == SX_HOST) return sx_dive__fail(dive, section, status, err);
  if (status) return status;
  dive->has_outline = true;
  add_statements(dive, section);
  add_declared(dive, section, false);
  if (!section->total) {
    section->title = "Declares";
    add_declared(dive, section, true);
  }
  section->is_unknown = sx_outline_status(&dive->outline) == SX_ANSWER_UNKNOWN;
  sx_buf_init(&text, MAX_NOTE_BYTES);
  sx_outline_write_doubts(&dive->outline, &text);
  sx_dive__note_all(dive, &text);
  return SX_OK;
}

/* ---- imports ------------------------------------------------------------------------------- */

static uint32_t line_of(const sx_import_graph *graph, size_t node, bool is_backward) {
  for (size_t i = 0; i < graph->edges.len; i++) {
    const sx_import_edge *edge = &graph->edges.items[i];
    if ((is_backward ? edge->from : edge->to) == node) return edge->line ? edge->line - 1 : 0;
  }
  return 0;
}

static void add_files(sx_dive *dive, sx_dive_section *section, const sx_import_graph *graph,
                      bool is_backward) {
  for (size_t i = 1; i < graph->nodes.len; i++) {
    sx_dive_item item = {.path = graph->nodes.items[i].path, .label = SX_STR("")};
    item.is_nowhere = !is_backward;
    item.at.line = line_of(graph, i, is_backward);
    sx_dive__add(dive, section, item);
  }
  section->is_unknown |= graph->is_late || graph->is_cut || graph->unread;
  if (graph->is_late)
    sx_dive__note(
        dive, SX_STR(SX_UNKNOWN_IN_PART "the call timed out before all files were looked into."));
  if (graph->unread)
    sx_dive__note(dive, sx_arena_printf(dive->call->arena,
                                        SX_UNKNOWN_IN_PART "%zu files could not be read.",
                                        graph->unread));
  if (graph->is_cut)
    sx_dive__note(dive, SX_STR(SX_UNKNOWN_IN_PART "too many files import it to list all."));
}

static void add_packages(sx_dive *dive, sx_dive_section *section, const sx_import_graph *graph) {
  sx_strs names = {0};
  for (size_t i = 0; i < graph->externals.len; i++) {
    sx_str name = graph->externals.items[i].name;
    if (sx_strs_have(&names, name)) continue;
    if (sx_strs_add(&names, name, dive->call->arena, NULL)) return;
    sx_dive__add(dive, section, (sx_dive_item){.path = SX_STR(""), .label = name});
  }
  for (size_t i = 0; i < graph->missing.len; i++) {
    sx_str name = sx_arena_printf(dive->call->arena, "%.*s (not found)",
                                  SX_STR_ARG(graph->missing.items[i].name));
    if (sx_strs_have(&names, name)) continue;
    if (sx_strs_add(&names, name, dive->call->arena, NULL)) return;
    sx_dive__add(dive, section, (sx_dive_item){.path = SX_STR(""), .label = name});
  }
}

sx_status sx_dive__imports(sx_dive *dive, sx_err *err) {
  sx_call *call = dive->call;
  sx_import_graph forward, backward;
  sx_dive_section *imports = sx_dive__section(dive, "Dependencies", "dependencies");
  sx_dive_section *importers = sx_dive__section(dive, "Dependents", "dependents");
  sx_str path = sx_path_own(call, dive->path);
  if (!sx_import_family_of(sx_language_find(SX_STR(""), path))) {
    imports->is_unknown = importers->is_unknown = true;
    sx_dive__note(dive, SX_STR(SX_UNKNOWN_IN_PART "imports of this language are not read."));
    return SX_OK;
  }
  sx_imports *session = sx_imports_new(call);
  if (!session) return sx_fail(err, SX_NOMEM, NULL);
  sx_imports_omit_places(session, true);
  sx_status status = sx_import_graph_forward(&forward, session, call, path, 1, err);
  if (!status) add_files(dive, imports, &forward, false), add_packages(dive, imports, &forward);
  status = sx_dive__fail(dive, imports, status, err);
  if (!status) {
    status = sx_import_graph_backward(&backward, session, call, path, 1, err);
    if (!status) add_files(dive, importers, &backward, true);
    const char *unlisted = status ? NULL : sx_import_graph_unlisted(path);
    if (unlisted) sx_dive__note(dive, sx_str_from(unlisted));
    status = sx_dive__fail(dive, importers, status, err);
  }
  sx_imports_free(session);
  return status;
}
