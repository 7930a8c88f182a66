#include "text/declaration.h"

#include "text/lexer_parts.h"

/*
 * Judges by the line around a name whether it declares it. Each rule sees what stands before
 * the name on its line and what stands after it, and gives a score and a kind.
 */

#define MAX_BEFORE_BYTES 400
#define MAX_AFTER_BYTES 3000

/* Words after which a name is used, not declared. */
#define USING_WORDS                                                                                \
  "return else new throw case goto await in and or not delete sizeof typeof typename using if "    \
  "while for switch yield import from echo print raise assert do operator is as extends "          \
  "implements instanceof unless when elif until"
#define MODIFIERS                                                                                  \
  "public private protected internal static async abstract override readonly export default "      \
  "declare final virtual inline explicit constexpr local global open sealed unsafe extern "        \
  "synchronized native get set"
/* Words that may come between a function's parentheses and its body. */
#define BEHIND_PARENS "const noexcept override final throws throw mutable volatile async where try"

typedef struct place {
  sx_str text;
  const sx_language *language;
  size_t name_len, indent;
  sx_str before, after;         /* before: without indentation, space at its end and qualifiers */
  bool is_qualified, is_spaced; /* M.name; a space stood before the name */
} place;

typedef struct verdict {
  int score;
  const char *kind;
} verdict;

static bool has_flag(const place *p, unsigned flag) {
  return p->language->flags & flag;
}

static char first(sx_str s) {
  return s.len ? s.ptr[0] : 0;
}

static char last(sx_str s) {
  return s.len ? s.ptr[s.len - 1] : 0;
}

static bool is_word_char(char c) {
  return sx_lexer__is_word_start(c) || (c >= '0' && c <= '9') || c == '$';
}

static sx_str from(sx_str s, size_t at) {
  return sx_str_slice(s, at, s.len);
}

static sx_str skip_space(sx_str s) {
  return from(s, sx_str_skip_blanks(s, 0));
}

static sx_str skip_blank(sx_str s) {
  size_t at = 0;
  while (at < s.len && strchr(" \t\r\n", s.ptr[at]) && s.ptr[at]) at++;
  return from(s, at);
}

/** The word that `s` ends with. */
static sx_str last_word(sx_str s) {
  size_t start = s.len;
  while (start && is_word_char(s.ptr[start - 1])) start--;
  return from(s, start);
}

static sx_str first_word(sx_str s) {
  size_t end = 0;
  while (end < s.len && is_word_char(s.ptr[end])) end++;
  return sx_str_slice(s, 0, end);
}

/** After the bracket that closes the one `s` begins with; "" when it is not found. */
static sx_str behind_brackets(sx_str s) {
  char open = first(s), close = open == '(' ? ')' : open == '<' ? '>' : ']';
  size_t depth = 0;
  for (size_t i = 0; i < s.len; i++) {
    if (s.ptr[i] == open)
      depth++;
    else if (s.ptr[i] == close && --depth == 0)
      return from(s, i + 1);
    else if (open == '<' && (s.ptr[i] == ';' || s.ptr[i] == '{'))
      break;
  }
  return SX_STR("");
}

/** Before the bracket that opens the one `s` ends with; `s` when it is not found. */
static sx_str before_brackets(sx_str s) {
  char close = last(s), open = close == ')' ? '(' : '<';
  size_t depth = 0;
  for (size_t i = s.len; i-- > 0;) {
    if (s.ptr[i] == close)
      depth++;
    else if (s.ptr[i] == open && --depth == 0)
      return sx_str_trim_end(sx_str_slice(s, 0, i));
  }
  return s;
}

/** Takes `M.`, `Class::`, `table:` off the end of what stands before the name. */
static void take_qualifiers(place *p) {
  for (;;) {
    sx_str s = p->before;
    size_t len = s.len;
    if (sx_str_has_suffix(s, SX_STR("::")) || sx_str_has_suffix(s, SX_STR("->")))
      len -= 2;
    else if (last(s) == '.' || last(s) == ':')
      len -= 1;
    else
      return;
    s = sx_str_slice(s, 0, len);
    if (last(s) == '>') s = before_brackets(s); /* List<T>.name */
    sx_str word = last_word(s);
    if (!word.len) return;
    p->before = sx_str_slice(s, 0, s.len - word.len);
    p->is_qualified = true;
    p->is_spaced = p->before.len && (last(p->before) == ' ' || last(p->before) == '\t');
    p->before = sx_str_trim_end(p->before);
    if (p->is_spaced) return;
  }
}

static place look(sx_str text, size_t offset, size_t name_len, const sx_language *language) {
  size_t start = offset;
  while (start && text.ptr[start - 1] != '\n' && text.ptr[start - 1] != '\r' &&
         offset - start < MAX_BEFORE_BYTES)
    start--;
  sx_str line = sx_str_slice(text, start, offset);
  sx_str before = skip_space(line);
  size_t end = offset + name_len;
  place p = {.text = text, .language = language, .name_len = name_len};
  p.indent = line.len - before.len;
  p.is_spaced = before.len && (last(before) == ' ' || last(before) == '\t');
  p.before = sx_str_trim_end(before);
  p.after = sx_str_slice(text, end, end + MAX_AFTER_BYTES);
  if (!p.is_spaced) take_qualifiers(&p);
  return p;
}

/* Values. */

/** The kind of a name by its assigned value. */
static const char *kind_of_value(sx_str value) {
  value = skip_blank(value);
  sx_str word = first_word(value);
  if (sx_language_has_word("function lambda async fn func proc", word, false)) return "Function";
  if (sx_language_has_word("class", word, false)) return "Class";
  if (first(value) == '(') {
    sx_str behind = skip_space(behind_brackets(value));
    if (sx_str_has_prefix(behind, SX_STR("=>")) || first(behind) == ':') return "Function";
  }
  sx_str behind = skip_space(from(value, word.len));
  return word.len && sx_str_has_prefix(behind, SX_STR("=>")) ? "Function" : "Variable";
}

/** The value that `after` assigns; false when it does not. */
static bool find_value(sx_str after, sx_str *value) {
  static const char *const signs[] = {":=", "?=", "<-", "="};
  after = skip_space(after);
  for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
    sx_str sign = sx_str_from(signs[i]);
    if (!sx_str_has_prefix(after, sign)) continue;
    *value = from(after, sign.len);
    return !strchr("=>~", first(*value)) || !value->len;
  }
  if (first(after) != ':' || sx_str_has_prefix(after, SX_STR("::"))) return false;
  size_t end = sx_lexer__line_end(after, 0); /* name: type = value */
  size_t sign = sx_str_find_char(sx_str_slice(after, 0, end), '=', 0);
  if (sign == SX_STR_NONE) return false;
  *value = from(after, sign + 1);
  return first(*value) != '=' && first(*value) != '>';
}

/* A word before the name that declares it. */

/** Whether `s` ends with a declarer's word, which may be "#define" ("# define"). */
static bool ends_with_declarer(sx_str s, const char *text, bool folds) {
  sx_str word = sx_str_from(text);
  if (first(word) == '#') {
    if (!sx_str_has_suffix(s, from(word, 1))) return false;
    return last(sx_str_trim_end(sx_str_slice(s, 0, s.len - word.len + 1))) == '#';
  }
  if (s.len < word.len) return false;
  sx_str tail = from(s, s.len - word.len);
  if (folds ? !sx_str_is_equal_fold(tail, word) : !sx_str_is_equal(tail, word)) return false;
  return s.len == word.len || !is_word_char(s.ptr[s.len - word.len - 1]) || !is_word_char(*text);
}

static const sx_declarer *find_declarer(const place *p, sx_str before) {
  for (const sx_declarer *d = p->language->declarers; d->word; d++)
    if (ends_with_declarer(before, d->word, has_flag(p, SX_LANGUAGE_FOLDS_CASE))) return d;
  return NULL;
}

/** 100 when a body follows the name, 50 for the semicolon of a forward declaration, else 0. */
static int rate_body(const place *p) {
  sx_str s = skip_blank(p->after);
  if (first(s) == '<') s = skip_blank(behind_brackets(s));
  if (sx_str_has_prefix(s, SX_STR("final"))) s = skip_blank(from(s, 5));
  char c = first(s), second = s.len > 1 ? s.ptr[1] : 0;
  if (c == ';') return 50;
  if (c == '{' || (c == ':' && second != ':')) return 100;
  return (c == '=' && second != '=' && second != '>') || c == '(' ? 90 : 0;
}

static bool is_value_kind(const char *kind) {
  return strcmp(kind, "Variable") == 0 || strcmp(kind, "Constant") == 0 ||
         strcmp(kind, "Property") == 0;
}

/** The declarer before the name, and how surely it means it. */
static const sx_declarer *find_declarer_before(const place *p, sx_str before, int *score) {
  const sx_declarer *d = find_declarer(p, before);
  *score = 100;
  if (d && d->needs_body) *score = rate_body(p);
  if (d) return d;
  if (last(before) == '>' || last(before) == ')') { /* fun <T> name, func (r *T) name */
    d = find_declarer(p, before_brackets(before));
    return d && !is_value_kind(d->kind) ? d : NULL;
  }
  sx_str word = last_word(before); /* class EXPORT name { */
  if (!word.len) return NULL;
  d = find_declarer(p, sx_str_trim_end(sx_str_slice(before, 0, before.len - word.len)));
  *score = 95;
  return d && d->needs_body && rate_body(p) == 100 ? d : NULL;
}

static verdict rate_declarer(const place *p) {
  static const verdict no = {0, ""};
  sx_str value, before = p->before;
  while (before.len && strchr("*&\"'`[:", last(before)))
    before = sx_str_slice(before, 0, before.len - 1);
  before = sx_str_trim_end(before);
  if (!p->is_spaced && before.len == p->before.len && !p->is_qualified) return no;
  bool is_created = sx_str_is_equal_fold(sx_str_slice(before, 0, 6), SX_STR("create"));
  if (has_flag(p, SX_LANGUAGE_CREATES) && !is_created) return no;
  int score;
  const sx_declarer *d = find_declarer_before(p, before, &score);
  if (!d || score == 0) return no;
  const char *kind = d->kind;
  if (is_value_kind(kind)) {
    score -= 15;
    const char *made = find_value(p->after, &value) ? kind_of_value(value) : "Variable";
    if (strcmp(made, "Variable") != 0) kind = made;
  }
  return (verdict){score - (p->is_qualified && score > 10 ? 5 : 0), kind};
}

/* Functions that no word declares. */

/** Whether a body, or => value, comes after the parentheses that `after` begins with. */
static bool has_function_body(sx_str after, bool *is_prototype) {
  sx_str s = skip_blank(behind_brackets(after));
  size_t limit = 200;
  *is_prototype = first(s) == ';';
  if (first(s) == '{' || sx_str_has_prefix(s, SX_STR("=>"))) return true;
  bool may_have_type = first(s) == ':' || sx_str_has_prefix(s, SX_STR("->"));
  if (!may_have_type && !sx_language_has_word(BEHIND_PARENS, first_word(s), false)) return false;
  for (size_t i = 0; i < s.len && i < limit; i++) {
    if (s.ptr[i] == '{') return true;
    if (s.ptr[i] == ';') {
      *is_prototype = true;
      return false;
    }
  }
  return false;
}

/**
 * The word after an attribute that is written as a call, as in `static __alloc_size(1, 2) void *`.
 * 0 where an attribute's parenthesis is not what stands at `at` in `before`.
 */
static size_t behind_attribute(sx_str before, size_t at) {
  if (before.ptr[at] != '(') return 0;
  sx_str word = last_word(sx_str_slice(before, 0, at));
  if (!word.len || sx_language_has_word(USING_WORDS, word, false)) return 0;
  sx_str rest = skip_space(behind_brackets(from(before, at)));
  return rest.len && is_word_char(first(rest)) ? before.len - rest.len : 0;
}

/** Whether `before` can be the type or the modifiers of what it stands before. */
static bool is_type_like(sx_str before) {
  char c = last(before);
  if (!is_word_char(c) && c != '*' && c != '&' && c != '>' && c != ']' && c != '?') return false;
  if (sx_language_has_word(USING_WORDS, last_word(before), false)) return false;
  if (sx_language_has_word(USING_WORDS, first_word(before), false)) return false;
  for (size_t i = 0; i < before.len; i++) {
    size_t behind = behind_attribute(before, i);
    if (behind) i = behind;
    if (strchr("=()\"'+-/|{};!%^#", before.ptr[i])) return false;
  }
  return true;
}

static verdict rate_c_function(const place *p) {
  bool is_prototype = false;
  sx_str after = skip_space(p->after);
  if (first(after) == '<') after = skip_space(behind_brackets(after));
  if (first(after) != '(') return (verdict){0, ""};
  bool has_type = is_type_like(p->before);
  bool has_body = has_function_body(after, &is_prototype);
  if (p->before.len && !has_type) return (verdict){0, ""};
  if (has_body) return (verdict){has_type ? 90 : p->indent ? 55 : 85, "Function"};
  if (is_prototype && has_type) return (verdict){p->indent ? 50 : 60, "Function"};
  return (verdict){0, ""};
}

static bool has_only_modifiers(sx_str before) {
  while (before.len) {
    while (last(before) == '*' || last(before) == '#') before.len--;
    before = sx_str_trim_end(before);
    sx_str word = last_word(before);
    if (!before.len) return true;
    if (!word.len || !sx_language_has_word(MODIFIERS, word, false)) return false;
    before = sx_str_trim_end(sx_str_slice(before, 0, before.len - word.len));
  }
  return true;
}

static verdict rate_bare_method(const place *p) {
  bool is_prototype = false;
  sx_str after = skip_space(p->after);
  if (first(after) == '<') after = skip_space(behind_brackets(after));
  if (first(after) != '(' || !has_only_modifiers(p->before)) return (verdict){0, ""};
  const char *kind = p->indent ? "Method" : "Function";
  if (has_function_body(after, &is_prototype)) return (verdict){p->indent ? 75 : 90, kind};
  return (verdict){is_prototype && first(skip_space(behind_brackets(after))) == ':' ? 55 : 0, kind};
}

/* Assignments and keys. */

static verdict rate_assigned(const place *p) {
  sx_str value;
  bool is_first = has_only_modifiers(p->before) || sx_str_is_equal(p->before, SX_STR("$")) ||
                  sx_str_is_equal(p->before, SX_STR("@"));
  if (!is_first || !find_value(p->after, &value)) return (verdict){0, ""};
  const char *kind = kind_of_value(value);
  int score = strcmp(kind, "Variable") != 0 ? 78 : has_flag(p, SX_LANGUAGE_ASSIGNS) ? 60 : 35;
  return (verdict){score - (p->is_qualified ? 10 : 0), kind};
}

static verdict rate_key(const place *p) {
  sx_str before = p->before, after = p->after;
  bool is_quoted = last(before) == '"' || last(before) == '\'';
  if (is_quoted && first(after) == last(before)) {
    before = sx_str_trim_end(sx_str_slice(before, 0, before.len - 1));
    after = from(after, 1);
  }
  if (sx_str_is_equal(before, SX_STR("-"))) before = SX_STR("");
  after = skip_space(after);
  if (has_flag(p, SX_LANGUAGE_SIGNATURES) && !p->before.len &&
      sx_str_has_prefix(after, SX_STR("::")))
    return (verdict){90, "Function"};
  if (sx_str_has_prefix(after, SX_STR("::")) || sx_str_has_prefix(after, SX_STR(":=")))
    return (verdict){0, ""};
  bool is_key = first(after) == ':' || sx_str_has_prefix(after, SX_STR("?:"));
  bool may_be_first = !before.len || last(before) == '{' || last(before) == ',';
  if (has_flag(p, SX_LANGUAGE_LABELS) && is_key && may_be_first) return (verdict){60, "Property"};
  if (has_flag(p, SX_LANGUAGE_BARE_METHODS) && is_key && has_only_modifiers(before)) {
    bool is_function = strcmp(kind_of_value(from(after, 1)), "Function") == 0;
    return (verdict){is_function ? 70 : 35, is_function ? "Function" : "Property"};
  }
  return (verdict){0, ""};
}

/** type name; type name = …; in languages that write so, and what closes a typedef. */
static verdict rate_typed(const place *p) {
  sx_str after = skip_space(p->after);
  char c = first(after);
  bool ends =
      c == ';' || c == ',' || c == '[' || (c == '=' && !sx_str_has_prefix(after, SX_STR("==")));
  if (!ends) return (verdict){0, ""};
  if (sx_str_is_equal(first_word(p->before), SX_STR("typedef"))) return (verdict){85, "Type"};
  if (first(p->before) == '}' && c == ';' && !p->indent) return (verdict){70, "Type"};
  if (is_type_like(p->before) && p->is_spaced) return (verdict){p->indent ? 40 : 55, "Variable"};
  return (verdict){!p->before.len && c != '[' && c != ';' && p->indent ? 25 : 0, "EnumMember"};
}

static verdict rate_other(const place *p) {
  sx_str after = skip_space(p->after);
  bool is_styled = !p->before.len || last(p->before) == '.' || last(p->before) == '#' ||
                   last(p->before) == '%' || last(p->before) == '&';
  if (has_flag(p, SX_LANGUAGE_SELECTORS) && is_styled && !p->is_spaced &&
      (first(after) == '{' || first(after) == ','))
    return (verdict){80, "Class"};
  if (has_flag(p, SX_LANGUAGE_HEADINGS) && first(p->before) == '#') return (verdict){80, "Heading"};
  if (has_flag(p, SX_LANGUAGE_KEYS) && first(p->before) == '[' && first(after) == ']')
    return (verdict){80, "Object"};
  return (verdict){0, ""};
}

static void take_better(verdict *best, verdict other) {
  if (other.score > best->score) *best = other;
}

int sx_declaration_rate(sx_str text, size_t offset, size_t name_len, const sx_language *language,
                        const char **kind) {
  place p = look(text, offset, name_len, language);
  verdict best = rate_declarer(&p);
  if (has_flag(&p, SX_LANGUAGE_C_FUNCTIONS)) {
    take_better(&best, rate_c_function(&p));
    take_better(&best, rate_typed(&p));
  }
  if (has_flag(&p, SX_LANGUAGE_BARE_METHODS)) take_better(&best, rate_bare_method(&p));
  take_better(&best, rate_assigned(&p));
  take_better(&best, rate_key(&p));
  take_better(&best, rate_other(&p));
  *kind = best.score > 0 ? best.kind : "";
  if (best.score <= 0) return 0;
  /* A declaration further in is more often a local of the same name. */
  return best.score - (p.indent > 0 ? 2 : 0);
}
