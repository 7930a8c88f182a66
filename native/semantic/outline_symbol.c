#include "semantic/outline_symbol.h"

#include "answer/facts.h"
#include "base/byte.h"
#include "resolve/locator.h"
#include "text/declaration_head.h"
#include "text/tokens.h"

/* For the line on the cut. */
#define CUT_TOKENS 24
#define MAX_DECORATOR_BYTES 60

bool sx_outline_is_function(sx_str kind) {
  return sx_language_has_word("Function Method Constructor Operator", kind, false);
}

/* ---- the signature ------------------------------------------------------------------------ */

static sx_head_of head_of(const sx_outline *outline, sx_str kind) {
  bool is_line = outline->document->language->flags & SX_LANGUAGE_HEADINGS;
  if (is_line || sx_str_is_equal(kind, SX_STR("Macro"))) return SX_HEAD_LINE;
  if (sx_outline_is_function(kind)) return SX_HEAD_FUNCTION;
  bool is_type = sx_language_has_word("Class Interface Struct Enum Union Namespace Module Package",
                                      kind, false);
  bool is_key = outline->document->language->flags & SX_LANGUAGE_KEYS;
  return is_type && !is_key ? SX_HEAD_TYPE : SX_HEAD_VALUE;
}

sx_str sx_outline_symbol_signature(const sx_outline *outline, const sx_host_symbol *symbol,
                                   sx_arena *arena) {
  const sx_document *document = outline->document;
  sx_str bare = sx_locator_bare_name(symbol->name);
  sx_head_place place = {.of = head_of(outline, symbol->kind)};
  place.start = sx_document_offset(document, symbol->range.start);
  place.end = sx_document_offset(document, symbol->range.end);
  place.name = sx_document_offset(document, sx_host_symbol_at(symbol));
  if (!symbol->has_name_at) {
    sx_str rest = sx_str_slice(document->text, 0, place.end);
    place.name = sx_language_find_word(document->language, rest, bare, place.start);
    if (place.name == SX_STR_NONE) return SX_STR("");
  }
  sx_str text = sx_str_slice(document->text, place.name, document->text.len);
  place.name_end = place.name + bare.len;
  if (!sx_str_has_prefix(text, bare))
    place.name_end = sx_language_ident_end(document->language, document->text, place.name);
  sx_str head = sx_declaration_head(document->text, &place, document->language, arena);
  return sx_str_find(head, bare, 0) == SX_STR_NONE ? SX_STR("") : head;
}

/* `@property `, `@app.get `: the names of the decorators above a declaration. */
static void write_decorators(const sx_outline *outline, const sx_host_symbol *symbol,
                             sx_buf *text) {
  const sx_lines *lines = &outline->document->lines;
  size_t start = text->len;
  for (uint32_t row = symbol->range.start.line; row < sx_host_symbol_at(symbol).line; row++) {
    sx_str line = sx_str_trim(sx_lines_get(lines, row));
    size_t end = 1;
    bool is_decorator = sx_str_has_prefix(line, SX_STR("@"));
    if (!is_decorator || text->len - start > MAX_DECORATOR_BYTES) continue;
    while (end < line.len && (sx_byte_is_ident(line.ptr[end]) || line.ptr[end] == '.')) end++;
    sx_buf_add(text, sx_str_slice(line, 0, end));
    sx_buf_add_char(text, ' ');
  }
}

/* `head` with decorators; the kind and the name where it is empty. */
static void write_signature(const sx_outline *outline, const sx_host_symbol *symbol, sx_str head,
                            sx_buf *text, cJSON *fact) {
  sx_buf_add_char(text, ' ');
  size_t start = text->len;
  write_decorators(outline, symbol, text);
  if (head.len)
    sx_buf_add(text, head);
  else
    sx_buf_addf(text, "%.*s %.*s", SX_STR_ARG(symbol->kind), SX_STR_ARG(symbol->name));
  sx_answer_fact(fact, "signature", sx_str_slice(sx_buf_str(text), start, text->len));
  sx_buf_add_char(text, '\n');
}

/* ---- code --------------------------------------------------------------------------------- */

sx_str sx_outline_symbol_code(const sx_outline *outline, const sx_host_symbol *symbol) {
  sx_str text = outline->document->text;
  size_t start = sx_document_offset(outline->document, symbol->range.start);
  size_t end = sx_document_offset(outline->document, symbol->range.end);
  size_t line = sx_str_line_start(text, start), at = line;
  while (at < start && !sx_byte_is_one_of(text.ptr[at], "{}();")) at++;
  while (end < text.len && sx_byte_is_one_of(text.ptr[end], ";,")) end++;
  return sx_str_trim_end(sx_str_slice(text, at == start ? line : start, end));
}

sx_str sx_outline_code_cut(sx_str code, size_t tokens, size_t *left_out) {
  *left_out = 0;
  if (sx_tokens_count(code) <= tokens) return code;
  size_t most = tokens > CUT_TOKENS ? tokens - CUT_TOKENS : 1;
  size_t end = sx_tokens_prefix(code, most), whole = sx_str_line_start(code, end);
  if (whole) end = whole;
  *left_out = 1;
  for (size_t i = end; i < code.len; i++) *left_out += code.ptr[i] == '\n';
  return sx_str_trim_end(sx_str_slice(code, 0, end));
}

static void write_code(sx_str code, size_t left_out, uint32_t last_line, sx_buf *text) {
  sx_buf_add_char(text, '\n');
  sx_buf_add(text, code);
  sx_buf_add_char(text, '\n');
  if (left_out)
    sx_buf_addf(text, "[%zu lines up to %u are left out: raise max_tokens]\n", left_out, last_line);
}

/* ---- all of it ---------------------------------------------------------------------------- */

static void write_lines(const sx_host_symbol *symbol, uint32_t depth, sx_buf *text) {
  uint32_t first = symbol->range.start.line + 1, last = symbol->range.end.line + 1;
  sx_buf_add_repeat(text, ' ', 2 * (size_t)depth);
  sx_buf_addf(text, "%u", first);
  if (first != last) sx_buf_addf(text, "-%u", last);
  sx_buf_add_char(text, ':');
}

static cJSON *make_fact(const sx_outline *outline, const sx_host_symbol *symbol, bool with_file,
                        sx_arena *arena) {
  cJSON *fact = cJSON_CreateObject();
  sx_pos16 at = sx_host_symbol_at(symbol);
  sx_str bare = sx_locator_bare_name(symbol->name);
  sx_answer_fact(fact, "name", symbol->name);
  sx_answer_fact(fact, "kind", symbol->kind);
  if (symbol->container.len) sx_answer_fact(fact, "container", symbol->container);
  if (with_file) sx_answer_fact(fact, "file", outline->shown_path);
  sx_facts_position(fact, at);
  cJSON_AddNumberToObject(fact, "end_line", symbol->range.end.line + 1);
  sx_str member = sx_locator_member_name(symbol->container, bare, arena);
  /* Symbols without a name are called `<unknown>`, say: they cannot be found by that. */
  sx_str line = sx_lines_get(&outline->document->lines, at.line);
  if (bare.len && sx_str_find(line, bare, 0) != SX_STR_NONE)
    sx_answer_fact(fact, "handle", sx_locator_handle(outline->shown_path, at, member, arena));
  return fact;
}

void sx_outline_symbol_write(const sx_outline *outline, const sx_outline_entry *entry,
                             size_t code_tokens, bool with_file, sx_call *call, sx_answer *answer,
                             cJSON *facts) {
  const sx_host_symbol *symbol = entry->symbol;
  cJSON *fact = make_fact(outline, symbol, with_file, call->arena);
  sx_str code = sx_outline_symbol_code(outline, symbol);
  sx_str signature = sx_outline_symbol_signature(outline, symbol, call->arena);
  write_lines(symbol, entry->depth, &answer->text);
  /* A short one is no more than that; of a variable, some servers give its name alone. */
  bool is_more = sx_str_trim(code).len > signature.len + 1;
  if (entry->has_code && is_more) {
    size_t left_out;
    code = sx_outline_code_cut(code, code_tokens, &left_out);
    write_code(code, left_out, symbol->range.end.line + 1, &answer->text);
    sx_answer_fact(fact, "code", code);
  } else {
    write_signature(outline, symbol, signature, &answer->text, fact);
  }
  sx_answer_push(facts, fact);
}
