#include "refactor/move_c.h"

#include "base/byte.h"
#include "base/word.h"
#include "text/c/c_code.h"
#include "text/language.h"
#include "workspace/paths.h"

/*
 * Macros that a grammar of C takes for something else, `API(int) count(void);`,
 * `cast(struct s *, x)`, as far as a file that is read says what they stand for: the grammar is
 * given a text without them. Names in such parts are in no node of the tree.
 */

/* Macros that stand for others are followed so far. */
#define MAX_TEXTS 512
#define MAX_MACROS 32
#define MAX_ARGUMENT_BYTES 8000

#define SPECIFIERS                                                                                 \
  "extern static inline __inline __inline__ __forceinline __extension__ _Noreturn noreturn "       \
  "__cdecl __stdcall __fastcall __vectorcall register auto _cdecl _stdcall WINAPI APIENTRY"
#define ATTRIBUTES "__attribute__ __attribute __declspec _declspec _Alignas __pragma _Pragma"
#define TYPES                                                                                      \
  "void char short int long float double signed unsigned _Bool bool struct union enum const "      \
  "volatile restrict __restrict"

sx_status sx_move_c_note_macros(sx_moving_c *c, sx_str code) {
  sx_arena *arena = c->moving->call->arena;
  sx_c_macro found;
  for (size_t at = 0; sx_c_next_macro(&found, code, &at);) {
    sx_str name = sx_str_slice(code, found.name_start, found.name_end);
    uint64_t before = 0;
    bool has_before = sx_map_find(&c->macro_places, name, &before);
    sx_move_c_macro *macro = SX_ARRAY_ADD(&c->macros, arena);
    if (!macro) break;
    *macro = (sx_move_c_macro){.parameters =
                                   sx_str_slice(code, found.parameters_start, found.parameters_end),
                               .body = sx_str_slice(code, found.body_start, found.body_end),
                               .has_parameters = sx_str_at(code, found.name_end) == '(',
                               .before = has_before ? (size_t)before : SIZE_MAX};
    if (sx_map_put(&c->macro_places, name, c->macros.len - 1)) break;
  }
  return arena->status ? sx_fail(c->err, arena->status, NULL) : SX_OK;
}

static const sx_move_c_macro *first_of(const sx_moving_c *c, sx_str name) {
  uint64_t found;
  return sx_map_find(&c->macro_places, name, &found) ? &c->macros.items[found] : NULL;
}

static const sx_move_c_macro *next_of(const sx_moving_c *c, const sx_move_c_macro *macro) {
  return macro->before == SIZE_MAX ? NULL : &c->macros.items[macro->before];
}

/* Adds the texts that a word stands for; false where there are too many. */
static bool add_bodies(const sx_moving_c *c, sx_str word, sx_str *texts, size_t *count) {
  for (const sx_move_c_macro *macro = first_of(c, word); macro; macro = next_of(c, macro)) {
    size_t known = 0;
    while (known < *count && texts[known].ptr != macro->body.ptr) known++;
    if (known < *count) continue;
    if (*count == MAX_TEXTS) return false;
    texts[(*count)++] = macro->body;
  }
  return true;
}

/* Also where that takes too long. */
bool sx_move_c_says(const sx_moving_c *c, sx_str text, sx_str word) {
  sx_str texts[MAX_TEXTS] = {text};
  size_t count = 1;
  for (size_t i = 0; i < count; i++) {
    size_t at = 0;
    for (sx_str one = sx_word_next(texts[i], &at); one.len; one = sx_word_next(texts[i], &at))
      if (sx_str_is_equal(one, word) || !add_bodies(c, one, texts, &count)) return true;
  }
  return false;
}

/* ---- what stands for specifiers alone -------------------------------------------------------- */

/* After the parenthesis that closes the one at `open`; NONE. */
static size_t after_close(sx_str code, size_t open) {
  size_t depth = 0, end = open + MAX_ARGUMENT_BYTES;
  for (size_t at = open; at < code.len && at < end; at++) {
    depth += code.ptr[at] == '(';
    if (code.ptr[at] == ')' && !--depth) return at + 1;
  }
  return SX_STR_NONE;
}

/* Macros to look at. */
typedef struct pending {
  const sx_move_c_macro *items[MAX_MACROS];
  size_t len;
} pending;

/* Adds all definitions of a word that must be specifiers as well. */
static bool add_pending(const sx_moving_c *c, pending *p, sx_str word) {
  const sx_move_c_macro *macro = first_of(c, word);
  if (!macro) return false;
  for (; macro; macro = next_of(c, macro)) {
    size_t known = 0;
    while (known < p->len && p->items[known] != macro) known++;
    if (known < p->len) continue;
    if (macro->has_parameters || p->len == MAX_MACROS) return false;
    p->items[p->len++] = macro;
  }
  return true;
}

/* `*uses`: how often the parameter stands there. */
static bool is_body_plain(const sx_moving_c *c, const sx_move_c_macro *macro, pending *p,
                          size_t *uses) {
  sx_str body = macro->body, parameter = sx_str_trim(macro->parameters);
  for (size_t at = 0; at < body.len;) {
    char mark = body.ptr[at];
    if (!sx_byte_is_word(mark)) {
      if (mark != '\\' && !sx_byte_is_space(mark)) return false;
      at++;
      continue;
    }
    sx_str word = sx_str_slice(body, at, sx_word_end(body, at));
    size_t open = sx_str_skip_spaces(body, at + word.len);
    at += word.len;
    if (macro->has_parameters && sx_str_is_equal(word, parameter)) {
      ++*uses;
    } else if (sx_language_has_word(ATTRIBUTES, word, false)) {
      size_t end = sx_str_at(body, open) == '(' ? after_close(body, open) : SX_STR_NONE;
      if (end == SX_STR_NONE) return false;
      at = end;
    } else if (!sx_language_has_word(SPECIFIERS, word, false) && !add_pending(c, p, word)) {
      return false;
    }
  }
  return true;
}

static bool is_specifiers(const sx_moving_c *c, const sx_move_c_macro *macro, size_t *uses) {
  pending p = {.items = {macro}, .len = 1};
  for (size_t i = 0; i < p.len; i++)
    if (!is_body_plain(c, p.items[i], &p, uses)) return false;
  return true;
}

typedef enum role {
  UNKNOWN,  /* nothing that is read defines it */
  VALUE,    /* or anything else that the grammar may read */
  NOTHING,  /* specifiers, attributes or nothing */
  ARGUMENT, /* its argument, with or without these */
} role;

/* By all of its definitions. `*has_parameters`: of one of them. */
static role role_of(const sx_moving_c *c, sx_str name, bool *has_parameters) {
  const sx_move_c_macro *macro = first_of(c, name);
  role found = UNKNOWN;
  *has_parameters = false;
  for (; macro; macro = next_of(c, macro)) {
    size_t uses = 0;
    bool is_plain = is_specifiers(c, macro, &uses);
    role one = !is_plain || uses > 1 ? VALUE : uses ? ARGUMENT : NOTHING;
    if (found != UNKNOWN && (one != found || macro->has_parameters != *has_parameters)) one = VALUE;
    *has_parameters |= macro->has_parameters;
    found = one;
  }
  return found;
}

/* ---- the text for the grammar ---------------------------------------------------------------- */

typedef struct plain {
  const sx_moving_c *c;
  sx_str code; /* without strings, comments and lines of the preprocessor */
  char *copy;
  bool is_changed;
} plain;

static void blank(plain *p, size_t from, size_t to) {
  for (; from < to; from++)
    if (!sx_byte_is_line_end(p->copy[from])) p->copy[from] = ' ';
  p->is_changed = true;
}

/* A type as an argument: its name stays, or one that no keyword is. */
static void mend_type(plain *p, size_t from, size_t to) {
  sx_str code = p->code, kept = SX_STR("");
  size_t end = from, words = 0, stars = 0;
  bool is_type = false;
  for (size_t at = from; at < to; at = end) {
    sx_str word = sx_str_slice(code, at, sx_word_end(code, at));
    end = at + (word.len ? word.len : 1);
    if (!word.len && code.ptr[at] == '*' && words) stars++;
    if (!word.len && code.ptr[at] != '*' && !sx_byte_is_space(code.ptr[at])) return;
    if (!word.len) continue;
    bool is_keyword = sx_language_has_word(TYPES, word, false);
    if (stars && !is_keyword) return; /* a product */
    if (!is_keyword && words && !is_type) return;
    is_type |= is_keyword;
    words++;
    if (!is_keyword || !kept.len || sx_language_has_word(TYPES, kept, false)) kept = word;
  }
  if (!kept.len || (!is_type && !stars)) return;
  size_t start = (size_t)(kept.ptr - code.ptr);
  blank(p, from, start);
  blank(p, start + kept.len, to);
  if (sx_language_has_word(TYPES, kept, false)) p->copy[start] = '_';
}

static void mend_arguments(plain *p, size_t open, size_t end) {
  size_t depth = 0, from = open + 1;
  for (size_t at = open; at < end; at++) {
    char mark = p->code.ptr[at];
    bool is_end = depth == 1 && (mark == ',' || mark == ')');
    if (is_end) mend_type(p, from, at);
    if (is_end) from = at + 1;
    depth += mark == '(';
    depth -= mark == ')';
  }
}

static void mend_word(plain *p, size_t start, size_t end) {
  sx_str word = sx_str_slice(p->code, start, end);
  bool has_parameters;
  size_t open = sx_str_skip_spaces(p->code, end);
  role what = role_of(p->c, word, &has_parameters);
  if (sx_str_is_equal(word, SX_STR("va_arg"))) what = VALUE, has_parameters = true;
  if (what == NOTHING && !has_parameters) blank(p, start, end);
  size_t after = what != UNKNOWN && has_parameters && sx_str_at(p->code, open) == '('
                     ? after_close(p->code, open)
                     : SX_STR_NONE;
  if (after == SX_STR_NONE) return;
  if (what == VALUE) {
    mend_arguments(p, open, after);
    return;
  }
  blank(p, start, what == NOTHING ? after : open + 1);
  blank(p, after - 1, after);
}

/* `#ifdef __cplusplus` is for others than C: an `extern "C" {` there closes in another such part.
 */
static void blank_others(plain *p, sx_str text) {
  size_t depth = 0; /* of conditions in it; 0: outside */
  for (size_t at = 0; at < text.len;) {
    size_t next = sx_move_line_end(text, at);
    sx_str line = sx_str_trim(sx_str_slice(text, at, next));
    bool is_directive = sx_str_at(line, 0) == '#';
    size_t skipped = is_directive ? sx_str_skip_blanks(line, 1) : 0;
    line = sx_str_slice(line, skipped, line.len);
    bool is_if = is_directive && sx_str_has_prefix(line, SX_STR("if"));
    if (depth && !is_directive) blank(p, at, next);
    if (is_directive && depth == 1 &&
        (sx_str_has_prefix(line, SX_STR("el")) || sx_str_has_prefix(line, SX_STR("endif"))))
      depth = 0;
    if (depth && is_if) depth++;
    if (is_directive && depth > 1 && sx_str_has_prefix(line, SX_STR("endif"))) depth--;
    bool is_other = is_if && sx_word_is_in(line, SX_STR("__cplusplus")) &&
                    !sx_str_has_prefix(line, SX_STR("ifndef")) &&
                    sx_str_find_char(line, '!', 0) == SX_STR_NONE;
    if (!depth && is_other) depth = 1;
    at = next;
  }
}

/* Macros that were passed over before a declaration belong to it. */
static void extend_starts(sx_nodes *nodes, sx_str code) {
  for (uint32_t i = 0; i < nodes->tree.nodes.len; i++) {
    if (!sx_nodes_is(nodes, i, SX_MOVE_C_CONTAINERS)) continue;
    uint32_t from = sx_nodes_get(nodes, i)->start;
    for (uint32_t k = sx_nodes_first(nodes, i); k != SX_NODE_NONE; k = sx_nodes_next(nodes, k)) {
      uint32_t start = (uint32_t)sx_str_skip_spaces(code, from);
      bool is_declaration = sx_nodes_is(nodes, k,
                                        "function_definition declaration type_definition "
                                        "struct_specifier union_specifier enum_specifier");
      if (is_declaration && start < sx_nodes_get(nodes, k)->start)
        nodes->tree.nodes.items[k].start = start;
      from = sx_nodes_get(nodes, k)->end;
    }
  }
}

/* A comment in the middle of a macro's lines, at which the grammar would end it. */
static void blank_comments(plain *p, sx_str text) {
  sx_lexer lexer;
  sx_span span;
  sx_lexer_init(&lexer, text, sx_language_find(SX_STR("cpp"), SX_STR("")));
  while (sx_lexer_next(&lexer, &span))
    if (span.use == SX_USE_COMMENT && sx_str_at(text, sx_str_skip_blanks(text, span.end)) == '\\')
      blank(p, span.start, span.end);
}

/* The text that the grammar is given for one; `*code`: that without strings and comments. */
static sx_status write_plain(sx_moving_c *c, sx_str all, sx_str *code, sx_str *out) {
  sx_arena *arena = c->moving->call->arena;
  plain p = {.c = c,
             .code = sx_c_code(all, sx_language_find(SX_STR("cpp"), SX_STR("")), false, arena)};
  sx_str copy = sx_arena_dup(arena, all);
  if (arena->status) return sx_fail(c->err, arena->status, NULL);
  p.copy = (char *)copy.ptr;
  size_t end = 0;
  for (sx_str word = sx_word_next(p.code, &end); word.len; word = sx_word_next(p.code, &end))
    mend_word(&p, end - word.len, end);
  blank_others(&p, all);
  blank_comments(&p, all);
  *code = p.code;
  *out = copy;
  return SX_OK;
}

sx_status sx_move_c_read_plain(sx_moving_c *c, sx_move_text *text) {
  sx_call *call = c->moving->call;
  sx_str all = text->document->text, code = SX_STR(""), copy = SX_STR("");
  sx_nodes other;
  bool has_errors = text->nodes.tree.error_count > 0;
  if (!has_errors && !text->nodes.tree.is_by_plain) return SX_OK;
  sx_status status = write_plain(c, all, &code, &copy);
  if (!status && has_errors)
    status = sx_nodes_read_text(&other, call, text->document, copy, c->err);
  if (status) return status;
  if (has_errors && other.tree.error_count <= text->nodes.tree.error_count) {
    text->nodes = other;
    text->nodes.text = all;
  }
  extend_starts(&text->nodes, code);
  return sx_names_find(&text->names, &text->nodes, call->arena, c->err);
}

static sx_status count_errors(sx_moving_c *c, const sx_file_change *file, sx_str text,
                              uint32_t *out) {
  const sx_document document = {
      .path = file->path, .language_id = c->moving->source.document->language_id, .text = text};
  sx_str code = SX_STR(""), copy = SX_STR("");
  sx_nodes nodes;
  *out = 0;
  if (!text.len) return SX_OK;
  sx_status status = write_plain(c, text, &code, &copy);
  if (!status) status = sx_nodes_read_text(&nodes, c->moving->call, &document, copy, c->err);
  if (!status) *out = nodes.tree.error_count;
  return status;
}

sx_status sx_move_c_check_syntax(sx_moving_c *c) {
  const sx_change *change = &c->moving->refactoring->change;
  for (size_t i = 0; i < change->files.len; i++) {
    const sx_file_change *file = &change->files.items[i];
    uint32_t before, after;
    sx_status status = count_errors(c, file, file->before, &before);
    if (!status) status = count_errors(c, file, file->after, &after);
    if (status) return status;
    if (after > before)
      return sx_fail(c->err, SX_REFUSED,
                     "The new text of %.*s would have syntax errors. Nothing was changed.",
                     SX_STR_ARG(sx_path_display(c->moving->call, file->path)));
  }
  c->moving->refactoring->is_parsed = true;
  return SX_OK;
}
