#include "syntax/c_scan.h"

#include "syntax/c_defining.h"
#include "syntax/c_token.h"
#include "text/c/c_code.h"
#include "text/language.h"

#include <stdlib.h>

/* Types in types; deeper ones are passed over. */
#define MAX_DEPTH 64
/* Bytes in the parentheses of (*name). */
#define MAX_DECLARATOR 256

typedef struct word {
  size_t start, end; /* equal: there is none */
} word;

/* Where statements stand. */
typedef enum place { IN_FILE, IN_TYPE, IN_LINKAGE } place;

/* One statement, as far as it has been read. */
typedef struct statement {
  size_t start;
  bool has_begun;
  size_t words;      /* that may be a type or a name */
  word last, former; /* words */
  word plain;        /* the last one that does not look like an attribute: `name __a __b` */
  size_t plain_words, plain_count; /* words up to it, those alike */
  bool after_word;                 /* the last token is one */
  word group;                      /* the name before the parentheses that may be parameters */
  size_t group_words;              /* before them, the name included */
  size_t since_group;              /* words */
  size_t behind_group;             /* where the first of those begins */
  sx_c_defining defining;          /* what the group's name does, if it is a macro */
  word defined;
  word name; /* known before the end: name of (*name) or name[…] */
  bool is_function_pointer;
  bool is_typedef, is_static, is_extern;
  int tag; /* sx_fact_kind of a struct, union or enum, whose braces may follow; or -1 */
  word tag_name;
  bool is_tag_open; /* nothing but words since the tag's */
  bool has_body;    /* a type with braces stands before */
  uint32_t type;    /* its fact, where it has no name; or SX_FACT_TOP */
  bool has_value;
  bool is_expression; /* a mark that no declarator has stands in it */
} statement;

typedef struct scan {
  sx_c_tokens reader;
  sx_facts *out;
  sx_text_imports *imports; /* or NULL */
  sx_arena *arena;
  uint32_t depth;
  bool is_cpp;
} scan;

static sx_str text_of(const scan *s, word w) {
  return sx_str_slice(s->reader.text, w.start, w.end);
}

static sx_fact *add(scan *s, sx_fact_kind kind, word name, uint32_t parent) {
  sx_fact *fact = SX_ARRAY_ADD(s->out, s->arena);
  if (!fact) return NULL;
  fact->kind = (uint8_t)kind;
  fact->name_start = (uint32_t)name.start;
  fact->name_end = (uint32_t)name.end;
  fact->parent = parent;
  return fact;
}

static void set_extent(sx_fact *fact, size_t start, size_t body, size_t end) {
  fact->start = (uint32_t)start;
  fact->body = (uint32_t)body;
  fact->end = (uint32_t)end;
}

/* A macro with parameters has its body after them. */
static size_t after_parameters(sx_str text, size_t at, size_t end) {
  size_t close = sx_str_find_char(sx_str_slice(text, 0, end), ')', at);
  return close == SX_STR_NONE ? end : close + 1;
}

static void on_macro(void *arg, size_t start, size_t end, size_t name_start, size_t name_end) {
  scan *s = arg;
  sx_fact *fact = add(s, SX_FACT_MACRO, (word){name_start, name_end}, SX_FACT_TOP);
  if (!fact) return;
  bool has_parameters = sx_str_at(s->reader.text, name_end) == '(';
  size_t body = has_parameters ? after_parameters(s->reader.text, name_end, end) : name_end;
  set_extent(fact, start, body, end);
  if (has_parameters) fact->flags = SX_FACT_CALLABLE;
}

static void on_include(void *arg, size_t start, size_t end, bool is_angled) {
  scan *s = arg;
  sx_text_import *import = SX_ARRAY_ADD(s->imports, s->arena);
  uint8_t kind = is_angled ? SX_TEXT_IMPORT_ANGLED : SX_TEXT_IMPORT_QUOTED;
  if (import) *import = (sx_text_import){(uint32_t)start, (uint32_t)end, kind};
}

/* ---- words -------------------------------------------------------------------------------- */

/* Words that neither are nor name a type. */
static bool is_storage(sx_str name) {
  static const char words[] =
      "extern inline const volatile register __inline __inline__ __extension__ "
      "restrict __restrict __always_inline auto noinline __const __volatile__ "
      "asmlinkage";
  return sx_language_has_word(words, name, false);
}

/* A word that takes arguments, and declares nothing. */
static bool is_attribute(sx_str name) {
  static const char words[] =
      "__attribute__ __attribute __printf __scanf __section __aligned __alias "
      "__asm__ asm __asm __declspec _Alignas alignas __nonnull __acquires "
      "__releases __must_hold __counted_by _Static_assert static_assert "
      "__alignof__ __packed __bitwise";
  return sx_language_has_word(words, name, false);
}

/* A word that makes a type of its arguments. */
static bool is_type_maker(sx_str name) {
  return sx_language_has_word("typeof __typeof__ __typeof _Atomic", name, false);
}

static bool is_in_capitals(sx_str name) {
  bool has_letter = false;
  for (size_t i = 0; i < name.len; i++) {
    if (name.ptr[i] >= 'a' && name.ptr[i] <= 'z') return false;
    has_letter |= name.ptr[i] >= 'A' && name.ptr[i] <= 'Z';
  }
  return has_letter;
}

/* A word that follows the parameters of a function without being the name of one. */
static bool may_follow_parameters(sx_str name) {
  return sx_str_has_prefix(name, SX_STR("__")) || is_in_capitals(name) || is_attribute(name) ||
         is_type_maker(name);
}

/* As the first word of a statement. */
static bool is_of_cpp(sx_str name) {
  static const char words[] = "class template namespace using public protected private virtual";
  return sx_language_has_word(words, name, false);
}

static int tag_kind(sx_str name) {
  if (sx_str_is_equal(name, SX_STR("struct"))) return SX_FACT_STRUCT;
  if (sx_str_is_equal(name, SX_STR("union"))) return SX_FACT_UNION;
  if (sx_str_is_equal(name, SX_STR("enum"))) return SX_FACT_ENUM;
  return -1;
}

/* ---- the end of a declarator ---------------------------------------------------------------- */

static bool is_named(word w) {
  return w.end > w.start;
}

static uint16_t flags_of(const statement *st, bool is_declaration) {
  return (uint16_t)((st->is_static ? SX_FACT_STATIC : 0) |
                    (is_declaration ? SX_FACT_DECLARATION : 0));
}

/* A prototype: its name is not the only word before its parameters. */
static bool is_prototype(const statement *st) {
  return is_named(st->group) && (st->group_words > 1 || st->has_body) && !st->has_value;
}

static bool is_base_type(sx_str name) {
  static const char words[] = "int long short char void signed unsigned float double";
  return sx_language_has_word(words, name, false);
}

static bool is_reserved(sx_str name) {
  return sx_str_has_prefix(name, SX_STR("__"));
}

/* The last word, or the one before attributes: `int x __initdata`, but not `long __unused`. */
static word last_name(const scan *s, const statement *st) {
  sx_str last = text_of(s, st->last), former = text_of(s, st->former);
  if (is_reserved(last) && is_reserved(former) && st->plain_words > 1 &&
      !is_base_type(text_of(s, st->plain)))
    return st->plain;
  bool may_be = st->words > 2 || (st->has_body && former.len);
  if (st->is_typedef) may_be = may_be && is_attribute(last);
  may_be = may_be && is_reserved(last) && !is_base_type(former);
  return may_be ? st->former : st->last;
}

/* A macro before the name makes a type: `LIST_OF(int) name`. */
static bool is_behind_macro(const scan *s, const statement *st) {
  return is_named(st->group) && st->since_group == 1 && (st->is_typedef || st->group_words == 1) &&
         !may_follow_parameters(text_of(s, st->last));
}

static bool is_variable_macro(const statement *st) {
  return st->defining == SX_C_DEFINES_VARIABLE || st->defining == SX_C_DECLARES_VARIABLE;
}

/* The kind and name that a declarator ends with; false where it declares nothing. */
static bool declared(const scan *s, const statement *st, place in, sx_fact_kind *kind, word *name) {
  bool has_type = st->words > 1 || st->has_body;
  if (st->is_expression) return false;
  if (is_named(st->group) && is_variable_macro(st)) {
    *kind = in == IN_TYPE ? SX_FACT_FIELD : SX_FACT_VARIABLE;
    *name = st->defined;
    return true;
  }
  *name = is_named(st->name) ? st->name : is_named(st->group) ? st->group : last_name(s, st);
  if (!is_named(*name)) return false;
  *kind = st->is_typedef ? SX_FACT_TYPEDEF : in == IN_TYPE ? SX_FACT_FIELD : SX_FACT_VARIABLE;
  if (is_named(st->name)) {
    if (st->is_function_pointer && !st->is_typedef) *kind = SX_FACT_FUNCTION;
    return st->words > 0 || st->has_body;
  }
  if (is_behind_macro(s, st)) {
    *name = st->last;
    return true;
  }
  if (st->is_typedef) return has_type;
  if (is_named(st->group)) {
    *kind = SX_FACT_FUNCTION;
    return is_prototype(st);
  }
  return has_type;
}

/* At a comma, a semicolon or an equals sign. */
static void end_declarator(scan *s, statement *st, place in, uint32_t parent, size_t end) {
  sx_fact_kind kind;
  word name;
  if (declared(s, st, in, &kind, &name)) {
    sx_fact *fact = add(s, kind, name, parent);
    bool is_extern = st->is_extern || st->defining == SX_C_DECLARES_VARIABLE;
    bool is_declaration = kind == SX_FACT_FUNCTION || (kind == SX_FACT_VARIABLE && is_extern);
    if (fact) set_extent(fact, st->start, end, end);
    if (fact) fact->flags = flags_of(st, is_declaration);
    if (st->type != SX_FACT_TOP) {
      s->out->items[st->type].name_start = (uint32_t)name.start;
      s->out->items[st->type].name_end = (uint32_t)name.end;
      st->type = SX_FACT_TOP;
      if (fact) fact->flags |= SX_FACT_TWIN;
    }
  }
}

/* After a comma: the type stays. */
static void next_declarator(statement *st) {
  if (!st->has_body) st->words = 1;
  st->plain_words = 0;
  st->defining = SX_C_DEFINES_NOTHING;
  st->last = st->former = st->group = st->name = (word){0};
  st->after_word = st->is_function_pointer = false;
  st->since_group = 0;
}

/* ---- parentheses --------------------------------------------------------------------------- */

/* After `(`: the name in (*name), (*name(…)), (name); up to its `)`. */
static void read_pointer(scan *s, statement *st) {
  sx_c_tokens *reader = &s->reader;
  word name = {0};
  bool has_star = false;
  for (;;) {
    sx_c_token token = sx_c_tokens_next(reader);
    if (token.kind == SX_C_END || token.mark == ')') break;
    if (token.kind == SX_C_WORD) name = (word){token.start, token.end};
    if (token.mark == '*' || token.mark == '^') has_star = true;
    if (token.mark == '(' && !is_named(name)) continue;
    if (token.mark == '(') {
      st->is_function_pointer = true; /* a function that returns a pointer to one */
      sx_c_tokens_skip(reader);
    } else if (token.mark == '[' || token.mark == '{') {
      sx_c_tokens_skip(reader);
    }
  }
  if ((has_star || st->is_typedef) && is_named(name) && !is_named(st->name)) st->name = name;
}

/* Whether the parentheses after this word take the place of those before. */
static bool is_better_group(const scan *s, const statement *st, word name) {
  if (!is_named(st->group)) return true;
  if (st->since_group > 1) return true;
  return !may_follow_parameters(text_of(s, name)) && is_in_capitals(text_of(s, st->group));
}

/* After the words and stars at `at`; whether one is a star. */
static size_t skip_declarator(sx_str text, size_t at, bool *has_star) {
  size_t start = at;
  for (; at < text.len && at - start < MAX_DECLARATOR; at++) {
    char c = text.ptr[at];
    if (c == '*' || c == '^') *has_star = true;
    if (c != '*' && c != '^' && c != ' ' && !sx_c_is_word(c)) break;
  }
  return at;
}

/* Whether a declarator is in the parentheses: `int (*name)(…)`, `typedef int (name)(…)`. */
static bool begins_pointer(const scan *s, const statement *st) {
  sx_str text = s->reader.text;
  size_t at = sx_str_skip_spaces(text, s->reader.at);
  bool has_star = false;
  if (is_named(st->group)) return false;
  if (sx_str_at(text, at) == '*' || sx_str_at(text, at) == '^') return true;
  at = skip_declarator(text, at, &has_star);
  if (sx_str_at(text, at) != ')' || (!has_star && !st->is_typedef)) return false;
  return sx_str_at(text, sx_str_skip_spaces(text, at + 1)) == '(';
}

/* After the parentheses of the group. */
static void note_macro(scan *s, statement *st, size_t open) {
  sx_str name, text = s->reader.text;
  size_t end = s->reader.at > open ? s->reader.at - 1 : open;
  st->defining = SX_C_DEFINES_NOTHING;
  if (st->plain_count != 1 || st->has_body) return;
  st->defining = sx_c_defining_find(&name, text_of(s, st->group), sx_str_slice(text, open, end));
  if (st->defining == SX_C_DEFINES_NOTHING) return;
  size_t start = (size_t)(name.ptr - text.ptr);
  st->defined = (word){start, start + name.len};
}

static void read_parentheses(scan *s, statement *st) {
  word name = st->last;
  size_t open = s->reader.at;
  if (!st->after_word || begins_pointer(s, st)) {
    if (is_named(st->group) || is_named(st->name))
      sx_c_tokens_skip(&s->reader);
    else
      read_pointer(s, st);
    return;
  }
  if (is_type_maker(text_of(s, name))) {
    st->is_tag_open = false;
  } else if (is_attribute(text_of(s, name))) {
    if (st->is_tag_open) st->tag_name = (word){name.start, name.start};
    if (st->words) st->words--;
    if (st->since_group) st->since_group--;
    st->last = st->former;
  } else if (!is_named(st->name) && is_better_group(s, st, name)) {
    if (st->group_words == 1 && st->since_group > 1) st->start = st->behind_group;
    st->is_tag_open = false;
    st->group = name;
    st->group_words = st->words;
    st->since_group = 0;
    sx_c_tokens_skip(&s->reader);
    note_macro(s, st, open);
    return;
  }
  sx_c_tokens_skip(&s->reader);
}

/* ---- braces -------------------------------------------------------------------------------- */

/* NOLINTBEGIN(misc-no-recursion): MAX_DEPTH limits it. */

static void read_statements(scan *s, place in, uint32_t parent);

static void read_enum_members(scan *s, uint32_t parent) {
  sx_c_tokens *reader = &s->reader;
  bool is_at_name = true;
  for (;;) {
    sx_c_token token = sx_c_tokens_next(reader);
    if (token.kind == SX_C_END || token.mark == '}') return;
    if (token.mark == '(' || token.mark == '[' || token.mark == '{') sx_c_tokens_skip(reader);
    if (token.mark == ',') is_at_name = true;
    if (token.kind != SX_C_WORD || !is_at_name) continue;
    sx_fact *fact = add(s, SX_FACT_ENUM_MEMBER, (word){token.start, token.end}, parent);
    if (fact) set_extent(fact, token.start, token.end, token.end);
    is_at_name = false;
  }
}

static void end_type(statement *st) {
  st->has_body = true;
  st->tag = -1;
  st->words = 1;
  st->plain_words = 0;
  st->defining = SX_C_DEFINES_NOTHING;
  st->last = st->former = st->group = st->name = (word){0};
  st->after_word = false;
  st->since_group = 0;
}

static void read_type(scan *s, statement *st, uint32_t parent, size_t body) {
  sx_fact_kind kind = (sx_fact_kind)st->tag;
  uint32_t index = (uint32_t)s->out->len;
  sx_fact *fact = add(s, kind, st->tag_name, parent);
  if (!fact) return;
  set_extent(fact, st->start, body, body);
  st->type = is_named(st->tag_name) ? SX_FACT_TOP : index;
  if (st->type == index) fact->flags = SX_FACT_NAMELESS;
  if (++s->depth > MAX_DEPTH)
    sx_c_tokens_skip(&s->reader);
  else if (kind == SX_FACT_ENUM)
    read_enum_members(s, index);
  else
    read_statements(s, IN_TYPE, index);
  s->depth--;
  if (index < s->out->len) s->out->items[index].end = (uint32_t)s->reader.at;
  end_type(st);
}

/* A line's `}` ends a function whose `{` stands at a line's start, whatever is between. */
static bool begins_line(sx_str text, size_t at) {
  return !at || text.ptr[at - 1] == '\n';
}

/* Where the branches of an #if close different braces, a function ends before its last statements.
 */
static bool is_control(sx_str name) {
  return sx_language_has_word("if for while switch", name, false);
}

static void read_function(scan *s, statement *st, uint32_t parent, size_t body) {
  word name = is_named(st->name) ? st->name : st->group;
  if (st->defining == SX_C_DEFINES_FUNCTION) name = st->defined;
  sx_fact *fact = add(s, SX_FACT_FUNCTION, name, parent);
  size_t index = s->out->len;
  if (!fact) return;
  set_extent(fact, st->start, body, body);
  fact->flags = flags_of(st, false);
  sx_c_tokens_skip_body(&s->reader, begins_line(s->reader.text, body));
  if (index <= s->out->len) s->out->items[index - 1].end = (uint32_t)s->reader.at;
}

static bool is_type_body(const statement *st) {
  return st->tag >= 0 && st->is_tag_open && !st->has_value;
}

/* True where the statement ends with the braces. */
static bool read_braces(scan *s, statement *st, place in, uint32_t parent, size_t body) {
  if (is_type_body(st)) {
    read_type(s, st, parent, body);
    return false;
  }
  bool is_function = is_named(st->group) || (is_named(st->name) && st->is_function_pointer);
  is_function = is_function && !is_control(text_of(s, st->group));
  if (is_function && !st->has_value && in != IN_TYPE && !st->is_typedef) {
    read_function(s, st, parent, body);
    return true;
  }
  if (st->is_extern && !st->words && !st->has_value) {
    if (++s->depth > MAX_DEPTH)
      sx_c_tokens_skip(&s->reader);
    else
      read_statements(s, IN_LINKAGE, parent);
    s->depth--;
    return true;
  }
  sx_c_tokens_skip(&s->reader);
  return !st->has_value;
}

/* ---- statements ---------------------------------------------------------------------------- */

static void begin(statement *st) {
  *st = (statement){.tag = -1, .type = SX_FACT_TOP};
}

static void take_tag(statement *st, int kind, size_t end) {
  st->tag = kind;
  st->tag_name = (word){end, end};
  st->is_tag_open = true;
}

static void take_word(scan *s, statement *st, sx_c_token token) {
  word name = {token.start, token.end};
  sx_str text = text_of(s, name);
  int tag = tag_kind(text);
  st->after_word = false;
  if (sx_str_is_equal(text, SX_STR("typedef"))) {
    st->is_typedef = true;
  } else if (sx_str_is_equal(text, SX_STR("static"))) {
    st->is_static = true;
  } else if (tag >= 0) {
    take_tag(st, tag, token.end);
  } else if (is_storage(text)) {
    st->is_extern |= sx_str_is_equal(text, SX_STR("extern"));
  } else {
    if (!st->words && !st->is_tag_open && !st->has_body && is_of_cpp(text)) s->is_cpp = true;
    if (st->is_tag_open) st->tag_name = name;
    st->words++;
    if (is_named(st->group) && !st->since_group++) st->behind_group = name.start;
    if (!is_reserved(text)) {
      st->plain = name;
      st->plain_words = st->words;
      st->plain_count++;
    }
    st->former = st->last;
    st->last = name;
    st->after_word = true;
  }
}

/* Old parameters, with their types after the parentheses: `int f(a) int a; {`. */
static bool has_old_parameters(const statement *st) {
  return is_prototype(st) && st->since_group > 1 && !st->is_typedef;
}

/* A macro that needs no semicolon stood before: what follows it counts. */
static void drop_macro(statement *st) {
  if (!is_named(st->group) || st->group_words != 1 || st->since_group < 2) return;
  st->words = st->since_group;
  st->start = st->behind_group;
  st->group = (word){0};
}

/* True where the statement is over. */
static bool take_mark(scan *s, statement *st, place in, uint32_t parent, sx_c_token token) {
  switch (token.mark) {
  case ';':
    if (has_old_parameters(st)) return false;
    drop_macro(st);
    if (!st->has_value) end_declarator(s, st, in, parent, token.end);
    return true;
  case ',':
    drop_macro(st);
    if (!st->has_value) end_declarator(s, st, in, parent, token.start);
    next_declarator(st);
    st->has_value = false;
    return false;
  case '=':
    drop_macro(st);
    if (!st->has_value) end_declarator(s, st, in, parent, token.start);
    st->has_value = true;
    return false;
  case ':':
    if (in == IN_TYPE && !st->has_value) {
      end_declarator(s, st, in, parent, token.start);
      st->has_value = true;
    }
    return false;
  case '*': st->is_tag_open = false; return false;
  case '(': read_parentheses(s, st); return false;
  case '[':
    st->is_tag_open = false;
    if (st->after_word && !is_named(st->name) && !is_named(st->group)) st->name = st->last;
    sx_c_tokens_skip(&s->reader);
    return false;
  case '{': return read_braces(s, st, in, parent, token.start);
  case '^': return false;
  default: st->is_expression |= !st->has_value; return false;
  }
}

static void read_statements(scan *s, place in, uint32_t parent) {
  statement st;
  begin(&st);
  while (!s->arena->status) {
    uint32_t turns = s->reader.branch_turns;
    sx_c_token token = sx_c_tokens_next(&s->reader);
    if (token.kind == SX_C_END) return;
    if (token.mark == '}' && in != IN_FILE) return;
    if (turns != s->reader.branch_turns || token.mark == '}') begin(&st);
    if (token.mark == '}') continue;
    if (!st.has_begun) st.start = token.start;
    st.has_begun = true;
    if (token.kind == SX_C_WORD)
      take_word(s, &st, token);
    else if (token.kind == SX_C_MARK && take_mark(s, &st, in, parent, token))
      begin(&st);
    if (token.kind != SX_C_WORD) st.after_word = false;
  }
}

/* NOLINTEND(misc-no-recursion) */

sx_status sx_c_scan(sx_facts *out, sx_text_imports *imports, bool *is_cpp, sx_str text,
                    sx_arena *arena, sx_err *err) {
  *out = (sx_facts){0};
  if (imports) *imports = (sx_text_imports){0};
  *is_cpp = false;
  if (text.len >= UINT32_MAX) return sx_fail(err, SX_TOO_BIG, NULL);
  scan s = {.reader = {.text = text, .on_macro = on_macro},
            .out = out,
            .arena = arena,
            .imports = imports};
  if (imports) s.reader.on_include = on_include;
  s.reader.arg = &s;
  read_statements(&s, IN_FILE, SX_FACT_TOP);
  *is_cpp = s.is_cpp;
  return arena->status ? sx_fail(err, arena->status, NULL) : SX_OK;
}
