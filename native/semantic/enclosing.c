#include "semantic/enclosing.h"

#include "base/byte.h"
#include "os/clock.h"
#include "syntax/languages.h"
#include "text/c/c_code.h"
#include "text/declaration.h"
#include "workspace/document_facts.h"

#include <string.h>

/* How far up it is looked for: interpreters have loops of more than a thousand lines. */
#define MAX_LINES_UP 4000
/* So long grammars are read in a call. */
#define GRAMMARS_MS 1000

/** A walk up from a line. */
typedef struct walk {
  const sx_document *document;
  bool is_c, has_hash_comments;
  size_t width;          /* lines that are indented less than this count */
  bool takes_equal_once; /* the next line counts that is indented as much as `width` */
} walk;

static size_t indentation(sx_str line) {
  size_t width = 0;
  for (size_t i = 0; i < line.len && (line.ptr[i] == ' ' || line.ptr[i] == '\t'); i++)
    width += line.ptr[i] == '\t' ? 4 : 1;
  return width;
}

static bool is_comment(const walk *w, sx_str line) {
  static const char *const starts[] = {"//", "/*", "*/", "* "};
  for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
    if (sx_str_has_prefix(line, sx_str_from(starts[i]))) return true;
  return sx_str_is_equal(line, SX_STR("*")) ||
         ((w->is_c || w->has_hash_comments) && line.ptr[0] == '#');
}

/* `done:`, which stands further left than what it is in. */
static bool is_label(const walk *w, sx_str line) {
  size_t len = sx_language_ident_end(w->document->language, line, 0);
  sx_str rest = sx_str_trim(sx_str_slice(line, len, line.len));
  return w->is_c && len && sx_str_is_equal(rest, SX_STR(":"));
}

/*
 * The body's brace on a line of its own, or the end of a list of parameters over several lines:
 * the line that opens it is indented as much.
 */
static bool closes_head(sx_str line) {
  return strchr(")]}", line.ptr[0]) || sx_str_is_equal(line, SX_STR("{"));
}

static bool is_no_name(sx_str name) {
  static const char words[] = "return case default else throw yield await new delete goto do try";
  return sx_language_has_word(words, name, false);
}

/* `}` or `});` alone: the block is over, so what opens it encloses no line below, as of a comment.
 */
static bool ends_block(sx_str line) {
  if (line.ptr[0] != '}') return false;
  for (size_t i = 1; i < line.len; i++)
    if (!strchr(")]};,", line.ptr[i])) return false;
  return true;
}

/* `static void`, alone on the line above: the type of what follows. */
static bool has_type_above(const walk *w, sx_str line) {
  sx_str text = w->document->text;
  size_t end = (size_t)(line.ptr - text.ptr), start;
  while (end > 0 && sx_byte_is_space(text.ptr[end - 1])) end--;
  for (start = end; start > 0 && text.ptr[start - 1] != '\n';) start--;
  sx_str above = sx_str_slice(text, start, end);
  return above.len && sx_byte_is_ident(above.ptr[0]) &&
         (above.ptr[above.len - 1] == '*' || sx_byte_is_word(above.ptr[above.len - 1]));
}

/*
 * In C a name that only parentheses follow is called; a name inside a function is not a function.
 */
static bool may_be_c_function(const walk *w, sx_str line, sx_str name, size_t own) {
  bool is_cpp = sx_str_is_equal(sx_language_name(w->document->language), SX_STR("cpp"));
  bool has_type = name.ptr > line.ptr || (own == 0 && has_type_above(w, line));
  return (own == 0 || is_cpp) && has_type && !sx_str_has_suffix(line, SX_STR(";"));
}

static bool is_enclosing(const walk *w, sx_str line, sx_str name, size_t own) {
  static const char values[] = "Variable Constant Property EnumMember";
  const char *kind = "";
  sx_str text = w->document->text;
  if (is_no_name(name)) return false;
  sx_declaration_rate(text, (size_t)(name.ptr - text.ptr), name.len, w->document->language, &kind);
  bool is_value = sx_language_has_word(values, sx_str_from(kind), false);
  if (is_value) return own == 0;
  bool is_function = strcmp(kind, "Function") == 0 || strcmp(kind, "Method") == 0;
  return !w->is_c || !is_function || may_be_c_function(w, line, name, own);
}

/* The name that the line gives to what is inside; empty: go on further up. */
static sx_str look_at(walk *w, sx_str whole) {
  const sx_document *document = w->document;
  sx_str line = sx_str_trim(whole);
  if (!line.len || is_comment(w, line) || is_label(w, line)) return SX_STR("");
  size_t own = indentation(whole);
  bool counts = own < w->width || (own == w->width && w->takes_equal_once);
  if (!counts) return SX_STR("");
  bool is_after_block = own < w->width && ends_block(line);
  w->takes_equal_once = closes_head(line) && !is_after_block;
  w->width = own;
  if (is_after_block) return SX_STR("");
  if (w->takes_equal_once || sx_declaration_is_control(whole, document->language))
    return SX_STR("");
  size_t start = (size_t)(whole.ptr - document->text.ptr);
  sx_str name =
      sx_declaration_in_line(document->text, start, start + whole.len, document->language);
  return name.len && is_enclosing(w, line, name, own) ? name : SX_STR("");
}

/* The macro whose body has the line, after its first one; empty. */
static sx_str macro_around(const sx_document *document, uint32_t row) {
  sx_c_macro macro;
  sx_str text = document->text;
  size_t at = (size_t)(sx_lines_get(&document->lines, row).ptr - text.ptr);
  if (!sx_c_macro_at(&macro, text, at)) return SX_STR("");
  return sx_str_slice(text, macro.name_start, macro.name_end);
}

sx_str sx_enclosing_name(const sx_document *document, uint32_t row) {
  sx_str language = sx_language_name(document->language);
  walk w = {.document = document,
            .is_c = sx_language_has_word("c cpp objective-c yacc", language, false),
            .has_hash_comments =
                sx_language_has_word("python shellscript ruby perl r elixir", language, false),
            .width = indentation(sx_lines_get(&document->lines, row))};
  sx_str macro = w.is_c ? macro_around(document, row) : SX_STR("");
  if (macro.len) return macro;
  for (uint32_t up = 1; up <= row && up <= MAX_LINES_UP; up++) {
    if (w.width == 0 && !w.takes_equal_once) break;
    sx_str name = look_at(&w, sx_lines_get(&document->lines, row - up));
    if (name.len) return name;
  }
  return SX_STR("");
}

/* ---- by what the text declares --------------------------------------------------------------- */

/* Lists go from file to file, so the last text is enough. */
struct sx_enclosing {
  sx_str path, text;
  sx_facts facts;
  bool is_read;
  uint64_t spent_ms;
};

static bool is_known(const struct sx_enclosing *last, const sx_document *document) {
  return last->text.ptr == document->text.ptr && last->text.len == document->text.len &&
         sx_str_is_equal(last->path, document->path);
}

static bool has_macros(const sx_document *document) {
  return sx_language_has_word("c cpp objective-c yacc cuda-cpp",
                              sx_language_name(document->language), false);
}

/* NULL: the lines have to do. */
static const struct sx_enclosing *facts_of(sx_call *call, const sx_document *document) {
  struct sx_enclosing *last = call->enclosing;
  const sx_syntax_language *language =
      sx_syntax_language_find(document->language_id, document->path, document->text);
  if (!language || !sx_syntax_language_is_code(language) || has_macros(document)) return NULL;
  if (!last) {
    last = call->enclosing = SX_ARENA_NEW(call->arena, struct sx_enclosing);
    if (!last) return NULL;
    *last = (struct sx_enclosing){.path = SX_STR(""), .text = SX_STR("")};
  }
  if (is_known(last, document)) return last->is_read ? last : NULL;
  if (last->spent_ms >= GRAMMARS_MS) return NULL;
  uint64_t began_ms = sx_clock_ms();
  sx_status status = sx_document_facts(&last->facts, &last->is_read, call, document, NULL);
  last->is_read = !status && last->is_read;
  last->spent_ms += sx_clock_since_ms(began_ms);
  last->path = sx_arena_dup(call->arena, document->path);
  last->text = document->text;
  return last->is_read ? last : NULL;
}

sx_str sx_enclosing_at(sx_call *call, const sx_document *document, sx_pos16 at) {
  const struct sx_enclosing *known = facts_of(call, document);
  if (!known) return sx_enclosing_name(document, at.line);
  const sx_fact *fact =
      sx_facts_around(&known->facts, document->text, sx_document_offset(document, at));
  return fact ? sx_fact_name(fact, document->text) : SX_STR("");
}
