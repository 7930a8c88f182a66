#include "text/c/c_local.h"

#include "base/byte.h"
#include "text/c/c_parts.h"

/* How far a declaration is read for its first name. */
#define MAX_HEAD_BYTES 2048

static char char_at(sx_str code, size_t at) {
  return sx_str_at(code, sx_c__skip_spaces(code, at));
}

static char char_before(sx_str code, size_t at) {
  size_t end = sx_c__back_over_spaces(code, at);
  return end ? code.ptr[end - 1] : 0;
}

static const sx_c_bracket *innermost(const sx_c_reader *r, size_t depth) {
  return depth && depth <= SX_C_MAX_DEPTH ? &r->open[depth - 1] : NULL;
}

/* After `__free(kfree) UNUSED` at `at`: attributes that macros stand for. */
static size_t skip_attributes(sx_str code, size_t at) {
  code = sx_str_slice(code, 0, at + MAX_HEAD_BYTES);
  for (;;) {
    size_t start = sx_c__skip_spaces(code, at);
    sx_str word = sx_c__word_at(code, start);
    bool is_attribute = word.len && !sx_byte_is_digit(*word.ptr);
    for (size_t i = 0; i < word.len && *word.ptr != '_'; i++)
      is_attribute &= !(word.ptr[i] >= 'a' && word.ptr[i] <= 'z');
    if (!is_attribute) return at;
    at = start + word.len;
    size_t open = sx_c__skip_spaces(code, at);
    if (sx_str_at(code, open) == '(') at = sx_c__behind_bracket(code, open);
  }
}

/* The character after the name that ends at `end`, and after its attributes. */
static char char_after(sx_str code, size_t end, bool *has_attributes) {
  size_t at = skip_attributes(code, end);
  *has_attributes = at > end;
  return char_at(code, at);
}

/* ---- labels --------------------------------------------------------------------------------- */

/* `goto out;`, `out:` at the start of a statement. */
static bool is_label(sx_str code, size_t at, size_t end) {
  if (sx_c__is_word(sx_c__word_before(code, at), "goto")) return true;
  size_t colon = sx_c__skip_spaces(code, end);
  if (sx_str_at(code, colon) != ':' || sx_str_at(code, colon + 1) == ':') return false;
  char before = char_before(code, at);
  return before && strchr(";{}:", before);
}

/* ---- declarations --------------------------------------------------------------------------- */

/* The statement that a name stands in, as far as it may declare it. */
typedef struct head {
  sx_str code;
  size_t at;        /* read so far */
  size_t words;     /* of the type, and the first name */
  size_t names;     /* those that are not qualifiers */
  size_t last_word; /* where that begins */
  bool is_other;    /* it declares nothing, or nothing of its own */
} head;

static void take_word(head *h, size_t limit) {
  static const char qualifiers[] = "static const volatile register restrict __restrict inline "
                                   "_Thread_local __thread constexpr";
  static const char no_types[] = "return goto else case do if while switch sizeof break continue "
                                 "default extern for typedef delete throw";
  sx_str word = sx_c__word_at(h->code, h->at);
  h->is_other = sx_c__is_word(word, no_types);
  h->last_word = h->at;
  h->at += word.len;
  h->words++;
  h->names += !sx_c__is_word(word, qualifiers);
  size_t next = sx_c__skip_spaces(h->code, h->at);
  if (next >= limit) return;
  bool takes_parentheses =
      sx_c__is_word(word, "typeof __typeof__ __typeof __attribute__ _Alignas alignas");
  if (takes_parentheses && h->code.ptr[next] == '(') h->at = sx_c__behind_bracket(h->code, next);
  bool is_tag = sx_c__is_word(word, "struct union enum");
  if (is_tag && sx_c_is_word(h->code.ptr[next])) {
    h->at = next + sx_c__word_at(h->code, next).len;
    next = sx_c__skip_spaces(h->code, h->at);
  }
  if (is_tag && sx_str_at(h->code, next) == '{') h->at = sx_c__behind_bracket(h->code, next);
}

/* Reads `static struct page *first`, up to what follows the first name. */
static head read_head(sx_str code, size_t statement, size_t limit) {
  head h = {.code = sx_str_slice(code, 0, limit), .at = statement};
  while (!h.is_other && h.at < statement + MAX_HEAD_BYTES) {
    h.at = sx_c__skip_spaces(h.code, h.at);
    char c = sx_str_at(h.code, h.at);
    if (c == '*')
      h.at++;
    else if (c && sx_c_is_word(c))
      take_word(&h, limit);
    else
      break;
  }
  return h;
}

/* `DEFINE_WAIT(name);` */
static bool is_macro_that_declares(sx_str code, size_t open, size_t at) {
  sx_str word = sx_c__word_before(code, open);
  return sx_c__skip_spaces(code, open + 1) == at && (sx_str_has_prefix(word, SX_STR("DEFINE_")) ||
                                                     sx_str_has_prefix(word, SX_STR("DECLARE_")) ||
                                                     sx_str_has_suffix(word, SX_STR("LIST_HEAD")));
}

/* In a function's block, whose statement begins at `statement`: `int a, *name = b;`. */
static bool declares(sx_str code, size_t statement, size_t at, size_t end) {
  bool has_attributes;
  char after = char_after(code, end, &has_attributes);
  if (!sx_byte_is_one_of(after, has_attributes ? "=;," : "=;,[:)")) return false;
  head h = read_head(code, sx_c__skip_spaces(code, statement), end);
  if (h.is_other || h.words < 2) return false;
  /* `static name __warned;` declares that, `name` is its type. */
  if (h.last_word == at) return !has_attributes || h.names > 1;
  size_t before = sx_c__back_over_spaces(code, at);
  while (before && code.ptr[before - 1] == '*') before = sx_c__back_over_spaces(code, before - 1);
  char first_after = sx_str_at(code, h.at);
  return before && code.ptr[before - 1] == ',' && first_after && strchr("=,[:", first_after);
}

/* `int (*name)(void);`: by what stands before the parenthesis. */
static bool declares_pointer(sx_str code, size_t statement, size_t open, size_t end) {
  size_t close = sx_c__skip_spaces(code, end);
  char after = char_at(code, close + 1);
  head h = read_head(code, sx_c__skip_spaces(code, statement), open);
  return (after == '(' || after == '[') && !h.is_other && h.words &&
         sx_c__skip_spaces(code, h.at) >= open;
}

/* `int f(struct page *name, …)`, whatever its type is. */
static bool is_parameter(sx_str code, size_t at, size_t end) {
  bool has_attributes;
  char after = char_after(code, end, &has_attributes);
  if (!sx_byte_is_one_of(after, has_attributes ? ",)" : ",)[")) return false;
  sx_str word = sx_c__word_before(code, at);
  size_t before = sx_c__back_over_spaces(code, at);
  while (sx_c__is_word(word, "const volatile restrict __restrict register")) {
    before = (size_t)(word.ptr - code.ptr);
    word = sx_c__word_before(code, before);
    before = sx_c__back_over_spaces(code, before);
  }
  while (before && code.ptr[before - 1] == '*') before = sx_c__back_over_spaces(code, before - 1);
  /* A type stands before it: a number and the parenthesis of a call are factors. */
  word = sx_c__word_before(code, before);
  bool is_number = sx_byte_is_one_of(sx_str_at(word, 0), "0123456789");
  return word.len && !is_number && !sx_c__is_word(word, "struct union enum class return");
}

/* Whether the parenthesis may open parameters: `= (5 * name)` and `static_assert(` have values. */
static bool may_open_parameters(sx_str code, size_t statement, size_t open) {
  static const char of_values[] =
      "_Static_assert static_assert __attribute__ _Alignas alignas typeof __typeof__";
  sx_str word = sx_c__word_before(code, open);
  size_t depth = 0, at = open > MAX_HEAD_BYTES ? open - MAX_HEAD_BYTES : 0;
  sx_str first = sx_c__word_at(code, sx_c__skip_spaces(code, statement));
  if (sx_c__is_word(word, of_values)) return false;
  if (sx_c__is_word(first, "template")) return true;
  for (at = at > statement ? at : statement; at < open; at++) {
    char c = code.ptr[at];
    if (c == '(' || c == '[' || c == '{') depth++;
    if ((c == ')' || c == ']' || c == '}') && depth) depth--;
    if (c != '=' || depth) continue;
    size_t name = at;
    while (name > statement && sx_byte_is_one_of(code.ptr[name - 1], "=!<>+-*/%&|^ ")) name--;
    if (!sx_c__is_word(sx_c__word_before(code, name), "operator")) return false;
  }
  return true;
}

/* ---- scopes --------------------------------------------------------------------------------- */

static bool is_outside(const sx_c_reader *r, size_t depth) {
  for (size_t i = 0; i < depth; i++)
    if (!r->open[i].is_namespace) return false;
  return true;
}

static bool counts(const sx_c_locals *locals, const sx_c_shadow *shadow) {
  const sx_c_reader *r = &locals->reader;
  size_t depth = r->depth < SX_C_MAX_DEPTH ? r->depth : SX_C_MAX_DEPTH;
  for (size_t i = 0; i < depth; i++) {
    const sx_c_bracket *one = &r->open[i];
    if (one->c != '{') continue;
    if (shadow->is_parameter ? one->is_body && one->outer_statement == shadow->key
                             : one->at == shadow->key)
      return true;
  }
  return false;
}

/* Whether one counts; those that are over go. */
static bool is_shadowed(sx_c_locals *locals) {
  size_t kept = 0;
  bool is = false;
  for (size_t i = 0; i < locals->count; i++) {
    const sx_c_shadow shadow = locals->shadows[i];
    bool does = counts(locals, &shadow);
    bool is_to_come = shadow.is_parameter && locals->reader.statement == shadow.key;
    is |= does;
    if (does || is_to_come) locals->shadows[kept++] = shadow;
  }
  locals->count = kept;
  return is;
}

static void add(sx_c_locals *locals, bool is_of_parameter, size_t key) {
  if (locals->count < SX_C_MAX_SHADOWS)
    locals->shadows[locals->count++] = (sx_c_shadow){is_of_parameter, key};
}

/* In the parentheses after a function's name, also in those of a parameter that is a function. */
static bool take_parameter(sx_c_locals *locals, size_t at, size_t end) {
  const sx_c_reader *r = &locals->reader;
  size_t outer = 0, depth = r->depth;
  while (outer < depth && outer < SX_C_MAX_DEPTH && r->open[outer].c != '(') outer++;
  if (outer >= depth || outer >= SX_C_MAX_DEPTH || !is_outside(r, outer)) return false;
  const sx_c_bracket *inner = innermost(r, depth);
  if (!inner || inner->c != '(') return false;
  if (!may_open_parameters(r->code, r->statement, r->open[outer].at)) return false;
  bool is_pointer = sx_c__is_declarator(r->code, inner->at, at, end) && depth > outer + 1;
  if (!is_pointer && !is_parameter(r->code, at, end)) return false;
  /* `int name(void)` is the function itself, as is `int (name)(void)`. */
  if (is_pointer || depth == outer + 1) add(locals, true, r->statement);
  return true;
}

static bool take_variable(sx_c_locals *locals, size_t at, size_t end) {
  const sx_c_reader *r = &locals->reader;
  const sx_c_bracket *inner = innermost(r, r->depth), *block = inner;
  bool is_declared = false;
  if (!inner) return false;
  if (inner->c == '(') {
    block = innermost(r, r->depth - 1);
    bool is_loop = sx_c__is_word(sx_c__word_before(r->code, inner->at), "for");
    if (is_loop)
      is_declared = declares(r->code, inner->at + 1, at, end);
    else if (is_macro_that_declares(r->code, inner->at, at))
      is_declared = true;
    else if (sx_c__is_declarator(r->code, inner->at, at, end))
      is_declared = declares_pointer(r->code, r->statement, inner->at, end);
  } else if (inner->c == '{') {
    is_declared = declares(r->code, r->statement, at, end);
  }
  if (!is_declared || !block || block->c != '{' || !block->is_body) return false;
  add(locals, false, block->at);
  return true;
}

bool sx_c_is_local(sx_c_locals *locals, size_t at, size_t len) {
  size_t end = at + len;
  sx_c__read_to(&locals->reader, at);
  bool is = is_shadowed(locals);
  if (is_label(locals->reader.code, at, end)) return true;
  if (sx_c__is_word(sx_c__word_before(locals->reader.code, at), "struct union enum")) return false;
  return take_parameter(locals, at, end) || take_variable(locals, at, end) || is;
}

bool sx_c_may_be_local(sx_str text, size_t at, size_t len) {
  bool has_attributes;
  char before = char_before(text, at), after = char_after(text, at + len, &has_attributes);
  if (after == ':') return true;
  if (!before || !sx_byte_is_one_of(after, has_attributes ? "=;,)" : "=;,[)")) return false;
  return sx_c_is_word(before) || strchr("*,(", before);
}
