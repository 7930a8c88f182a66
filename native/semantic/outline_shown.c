#include "semantic/outline_shown.h"

#include "workspace/outline.h"
#include "base/byte.h"
#include "text/declared_kind.h"
#include "semantic/code_words.h"
#include "semantic/outline_symbol.h"
#include "resolve/locator.h"

/* Deeper levels than this are shown as this one. */
#define MAX_LEVELS 64

/* ---- locals -------------------------------------------------------------------------------- */

static bool is_type(sx_str kind) {
  return sx_language_has_word("Class Interface Struct Enum Union Namespace Module Package Object",
                              kind, false);
}

static bool is_value(sx_str kind) {
  return sx_language_has_word("Variable Constant Property Field Array String Number Boolean Key "
                              "Null TypeParameter Object Event",
                              kind, false);
}

/* `map() callback`, `<function>`. */
static bool is_callback(sx_str name) {
  return sx_str_has_suffix(name, SX_STR(" callback")) || !name.len || name.ptr[0] == '<' ||
         sx_str_has_prefix(name, SX_STR("(anonymous"));
}

/* `describe("a title") callback`. */
static bool has_title(sx_str name) {
  return sx_str_find_char(name, '"', 0) != SX_STR_NONE ||
         sx_str_find_char(name, '\'', 0) != SX_STR_NONE ||
         sx_str_find_char(name, '`', 0) != SX_STR_NONE;
}

/* Tests stand in tests; `it.only("a title") callback` is one, too. */
static bool is_test(sx_str name) {
  static const char words[] = "describe it test suite context specify scenario bench";
  size_t end = 0;
  while (end < name.len && sx_byte_is_ident(name.ptr[end])) end++;
  return sx_language_has_word(words, sx_str_slice(name, 0, end), false);
}

/* A title is as good as a name, in a function only a test's: `refine("too short") callback`. */
static bool is_nameless(sx_str name, bool is_in_function) {
  return is_callback(name) && !(has_title(name) && (!is_in_function || is_test(name)));
}

/*
 * Clangd's outline has what a macro's use expands to, with the use as what holds it, and `struct a`
 * in `struct a *next` as a type of its own.
 */
static bool is_use(const sx_document *document, const sx_host_symbol *symbol) {
  sx_str text = document->text, name = sx_locator_bare_name(symbol->name);
  if (!sx_language_has_word("c cpp objective-c", sx_language_name(document->language), false) ||
      !symbol->has_name_at)
    return false;
  size_t at = sx_document_offset(document, symbol->name_at), end = at + name.len;
  sx_str line = sx_lines_get(&document->lines, symbol->name_at.line);
  if (sx_str_is_equal(symbol->kind, SX_STR("Null"))) return true;
  if (sx_language_find_word(document->language, line, name, 0) == SX_STR_NONE) return true;
  if (!sx_language_has_word("Struct Class Union", symbol->kind, false)) return false;
  if (!sx_str_has_prefix(sx_str_slice(text, at, text.len), name)) return false;
  while (end < text.len && strchr(" \t\r\n", text.ptr[end])) end++;
  return end < text.len && !strchr("{:;<f", text.ptr[end]);
}

/* `const f = () => { … }`: what is declared inside is local to it. */
static bool has_function_value(const sx_document *document, const sx_host_symbol *symbol) {
  size_t from = sx_document_offset(document, symbol->name_at);
  size_t to = sx_document_offset(document, symbol->range.end);
  sx_str text = sx_str_slice(document->text, from, to);
  size_t arrow = sx_str_find(text, SX_STR("=>"), 0),
         word = sx_str_find(text, SX_STR("function"), 0);
  size_t brace = sx_str_find_char(text, '{', 0), first = arrow < word ? arrow : word;
  return first != SX_STR_NONE && first < brace;
}

/** The symbols that contain the next one, by the server's depth. */
typedef struct level {
  bool is_local;  /* what is inside is local to a function */
  uint32_t depth; /* at which what is inside is shown */
} level;

static level level_inside(const sx_document *document, const sx_host_symbol *symbol, level outer,
                          bool is_shown) {
  bool is_local = outer.is_local;
  if (sx_outline_is_function(symbol->kind))
    is_local = true;
  else if (is_type(symbol->kind))
    is_local = false;
  else if (!is_local && symbol->has_name_at)
    is_local = has_function_value(document, symbol);
  return (level){is_local, outer.depth + is_shown};
}

/* A local symbol goes to `locals`, unless that is NULL. */
static sx_status drop_locals(sx_call *call, const sx_document *document, sx_host_symbols *symbols,
                             sx_host_symbols *locals, sx_err *err) {
  level levels[MAX_LEVELS] = {{false, 0}};
  size_t kept = 0;
  for (size_t i = 0; i < symbols->len; i++) {
    sx_host_symbol one = symbols->items[i];
    uint32_t depth = one.depth < MAX_LEVELS - 1 ? one.depth : MAX_LEVELS - 2;
    level outer = levels[depth];
    bool is_local = is_nameless(one.name, outer.is_local) || (outer.is_local && is_value(one.kind));
    bool is_known = !is_use(document, &one), is_shown = is_known && !(is_local && locals);
    levels[depth + 1] = level_inside(document, &one, outer, is_shown);
    one.depth = outer.depth;
    if (is_shown) symbols->items[kept++] = one;
    if (is_shown || !is_known) continue;
    sx_host_symbol *left_out = SX_ARRAY_ADD(locals, call->arena);
    if (!left_out) return sx_fail(err, call->arena->status, NULL);
    *left_out = one;
  }
  symbols->len = kept;
  return SX_OK;
}

/* ---- macros -------------------------------------------------------------------------------- */

static sx_status add_macro(sx_call *call, const sx_document *document, sx_host_symbols *out,
                           size_t name, size_t end, sx_err *err) {
  sx_host_symbol *added = SX_ARRAY_ADD(out, call->arena);
  if (!added) return sx_fail(err, call->arena->status, NULL);
  sx_pos16 at = sx_document_position(document, name);
  uint32_t last = at.line;
  while (last + 1 < document->lines.count &&
         sx_str_has_suffix(sx_str_trim_end(sx_lines_get(&document->lines, last)), SX_STR("\\")))
    last++;
  sx_str line = sx_lines_get(&document->lines, last);
  size_t line_end = (size_t)(line.ptr - document->text.ptr) + line.len;
  *added = (sx_host_symbol){.name = sx_str_slice(document->text, name, end),
                            .kind = SX_STR("Macro"),
                            .container = SX_STR(""),
                            .path = SX_STR(""),
                            .has_name_at = true,
                            .name_at = at,
                            .range = {{at.line, 0}, sx_document_position(document, line_end)}};
  return SX_OK;
}

static sx_status find_macros(sx_call *call, const sx_document *document,
                             const sx_host_symbols *known, sx_host_symbols *out, sx_err *err) {
  const sx_lines *lines = &document->lines;
  sx_str code = SX_STR("");
  size_t name, end;
  for (uint32_t row = 0; row < lines->count; row++) {
    sx_str line = sx_lines_get(lines, row);
    size_t start = (size_t)(line.ptr - document->text.ptr);
    if (!line.len || !sx_declared_macro(document->text, start, document->language, &name, &end))
      continue;
    if (!code.len) code = sx_code_of(document, 0, document->text.len, call->arena);
    if (call->arena->status) return sx_fail(err, call->arena->status, NULL);
    bool is_code = name < code.len && code.ptr[name] == document->text.ptr[name];
    if (!is_code || sx_outline_has_name_at(known, sx_document_position(document, name))) continue;
    sx_status status = add_macro(call, document, out, name, end, err);
    if (status) return status;
  }
  return SX_OK;
}

/* Between top-level symbols, or after what is inside the one that a macro stands in. */
static sx_status merge_macros(sx_call *call, const sx_host_symbols *macros,
                              sx_host_symbols *symbols, sx_err *err) {
  sx_host_symbols merged = {0};
  size_t next = 0;
  for (size_t i = 0; i < symbols->len || next < macros->len;) {
    bool is_top = i == symbols->len || symbols->items[i].depth == 0;
    bool is_macro = next < macros->len && is_top &&
                    (i == symbols->len || sx_pos16_compare(macros->items[next].name_at,
                                                           symbols->items[i].range.start) < 0);
    sx_host_symbol *added = SX_ARRAY_ADD(&merged, call->arena);
    if (!added) return sx_fail(err, call->arena->status, NULL);
    *added = is_macro ? macros->items[next++] : symbols->items[i++];
  }
  *symbols = merged;
  return SX_OK;
}

sx_status sx_outline_show(sx_call *call, const sx_document *document, bool with_locals,
                          sx_host_symbols *symbols, sx_host_symbols *locals, sx_err *err) {
  sx_host_symbols macros = {0};
  *locals = (sx_host_symbols){0};
  sx_status status = drop_locals(call, document, symbols, with_locals ? NULL : locals, err);
  if (!status) status = find_macros(call, document, symbols, &macros, err);
  if (!status && macros.len) status = merge_macros(call, &macros, symbols, err);
  return status;
}
