#include "parse/declarator.h"
#include "parse/gather.h"

#include "base/byte.h"
#include "text/language.h"

#include <stdlib.h>

/* The parts of one match. */
typedef struct parts {
  TSNode kind, name, body, owner, declarator, outer, inner;
  int fact_kind; /* -1: none */
  bool has_name, has_body, has_owner, is_qualified, has_outer, has_inner;
  bool has_declarator, is_prototype, is_friend;
} parts;

typedef struct extent {
  uint32_t start, end;
} extent;

void sx_gathered_init(sx_gathered *gathered, const sx_query *query, sx_str text,
                      sx_arena *scratch) {
  *gathered = (sx_gathered){.query = query, .text = text, .scratch = scratch};
}

/* The grammar may have been given a line end after the text: plain.h. Some nodes have the white
 * space after them, which may be the next lines. */
static extent extent_of(const sx_gathered *c, TSNode node) {
  uint32_t start = ts_node_start_byte(node), end = ts_node_end_byte(node);
  uint32_t most = (uint32_t)c->text.len;
  extent e = {start < most ? start : most, end < most ? end : most};
  while (e.end > e.start && strchr(" \t\r\n", c->text.ptr[e.end - 1])) e.end--;
  return e;
}

static bool are_quotes(char open, char close) {
  return open == close && (open == '"' || open == '\'' || open == '`');
}

static bool are_angles(char open, char close) {
  return open == '<' && close == '>';
}

/* Without the white space that some grammars have in a name, and without what stands around it. */
static extent without(sx_str text, extent e, bool (*are_around)(char open, char close)) {
  while (e.end > e.start && strchr(" \t\r\n", text.ptr[e.end - 1])) e.end--;
  while (e.end > e.start && strchr(" \t\r\n", text.ptr[e.start])) e.start++;
  if (e.end - e.start >= 2 && are_around(text.ptr[e.start], text.ptr[e.end - 1]))
    return (extent){e.start + 1, e.end - 1};
  return e;
}

/* Ruby's <=> is a name. */
static extent without_quotes(sx_str text, extent e) {
  return without(text, e, are_quotes);
}

/* ---- one match ------------------------------------------------------------------------------- */

static void add_note(sx_gathered *c, TSNode node, bool is_attribute) {
  sx_raw_note *note = SX_ARRAY_ADD(&c->notes, c->scratch);
  extent e = extent_of(c, node);
  if (note) *note = (sx_raw_note){e.start, e.end, is_attribute};
}

static void add_import(sx_gathered *c, TSNode node, uint8_t kind, uint32_t pattern) {
  extent e = without(c->text, without_quotes(c->text, extent_of(c, node)), are_angles);
  /* Where a grammar has no node for all of it the statement is taken, without its first word. */
  sx_str word = SX_STR("import ");
  if (sx_str_has_prefix(sx_str_slice(c->text, e.start, e.end), word)) e.start += (uint32_t)word.len;
  sx_raw_import *import = e.end > e.start ? SX_ARRAY_ADD(&c->imports, c->scratch) : NULL;
  if (import) *import = (sx_raw_import){{e.start, e.end, kind}, pattern};
}

static void add_base(sx_gathered *c, TSNode node, uint8_t kind) {
  sx_base *base = SX_ARRAY_ADD(&c->bases, c->scratch);
  extent e = extent_of(c, node);
  if (base) *base = (sx_base){SX_FACT_TOP, e.start, e.end, kind};
}

static void add_flag(sx_gathered *c, TSNode node, uint16_t value) {
  sx_raw_flag *flag = SX_ARRAY_ADD(&c->flags, c->scratch);
  if (flag) *flag = (sx_raw_flag){ts_node_start_byte(node), value};
}

/* All between the brackets. */
static void add_again(sx_gathered *c, TSNode node) {
  extent e = extent_of(c, node);
  if (e.end < e.start + 2 || c->text.ptr[e.start] != '{') return;
  TSRange *range = SX_ARRAY_ADD(&c->again, c->scratch);
  if (!range) return;
  *range = (TSRange){ts_node_start_point(node), ts_node_end_point(node), e.start + 1, e.end - 1};
  range->start_point.column++;
  range->end_point.column--;
}

static void take_part(parts *p, sx_role role, TSNode node) {
  switch (role.what) {
  case SX_ROLE_KIND: p->kind = node, p->fact_kind = role.value; break;
  case SX_ROLE_NAME: p->name = node, p->has_name = true; break;
  case SX_ROLE_QUALIFIED: p->name = node, p->has_name = p->is_qualified = true; break;
  case SX_ROLE_BODY: p->body = node, p->has_body = true; break;
  case SX_ROLE_OWNER: p->owner = node, p->has_owner = true; break;
  case SX_ROLE_DECLARATOR: p->declarator = node, p->has_declarator = true; break;
  case SX_ROLE_OUTER: p->outer = node, p->has_outer = true; break;
  case SX_ROLE_INNER: p->inner = node, p->has_inner = true; break;
  default: break;
  }
}

static void take_capture(sx_gathered *c, parts *p, const TSQueryMatch *match, uint16_t i) {
  TSNode node = match->captures[i].node;
  sx_role role = c->query->roles[match->captures[i].index];
  switch (role.what) {
  case SX_ROLE_COMMENT: add_note(c, node, false); break;
  case SX_ROLE_ATTRIBUTE: add_note(c, node, true); break;
  case SX_ROLE_AGAIN: add_again(c, node); break;
  case SX_ROLE_IMPORT: add_import(c, node, (uint8_t)role.value, match->pattern_index); break;
  case SX_ROLE_BASE: add_base(c, node, (uint8_t)role.value); break;
  case SX_ROLE_FLAG: add_flag(c, node, role.value); break;
  default: take_part(p, role, node);
  }
}

/* C++'s `operator+` and `operator std::string`; not a word that begins so, nor what has members. */
static bool is_operator(sx_str name) {
  sx_str word = SX_STR("operator");
  if (!sx_str_has_prefix(name, word) || name.len == word.len) return false;
  char next = name.ptr[word.len];
  return !sx_byte_is_word(next) && next != '.' && next != ':';
}

/* Where the name of an operator begins; SX_STR_NONE: it is none. */
static size_t find_operator(sx_str name) {
  size_t at = is_operator(name) ? 0 : sx_str_find(name, SX_STR("::operator"), 0);
  while (at && at != SX_STR_NONE && !is_operator(sx_str_slice(name, at + 2, name.len)))
    at = sx_str_find(name, SX_STR("::operator"), at + 1);
  return at && at != SX_STR_NONE ? at + 2 : at;
}

/* Where the last name of `A::B::operator()` or `a.b:c` begins; `*owner_end`: where the rest ends.
 */
static uint32_t last_name(sx_str text, extent e, uint32_t *owner_end) {
  sx_str name = sx_str_slice(text, e.start, e.end);
  size_t marked = find_operator(name);
  size_t at = marked == SX_STR_NONE ? name.len : marked;
  for (int depth = 0; at > 0 && marked == SX_STR_NONE; at--) {
    char c = name.ptr[at - 1];
    depth += (c == '>') - (c == '<');
    if (depth <= 0 && (c == ':' || c == '.')) break;
  }
  if (!at) return *owner_end = e.start;
  size_t end = at;
  while (end > 0 && strchr(":.", name.ptr[end - 1])) end--;
  *owner_end = e.start + (uint32_t)end;
  return e.start + (uint32_t)at;
}

/* In JavaScript's older modules what is put in them is exported. */
static bool is_module_object(sx_str owner) {
  return sx_str_is_equal(owner, SX_STR("exports")) ||
         sx_str_is_equal(owner, SX_STR("module.exports"));
}

/* The end of A in `A.prototype`. */
static uint32_t without_prototype(sx_str text, extent owner) {
  sx_str suffix = SX_STR(".prototype");
  bool has_it = sx_str_has_suffix(sx_str_slice(text, owner.start, owner.end), suffix);
  return has_it ? owner.end - (uint32_t)suffix.len : owner.end;
}

/* Where `operator bool() const` has its parameters. */
static uint32_t conversion_end(sx_str text, extent e) {
  sx_str name = sx_str_slice(text, e.start, e.end);
  size_t open = sx_str_find_char(name, '(', 0);
  if (open == SX_STR_NONE || !sx_str_has_prefix(name, SX_STR("operator "))) return e.end;
  return e.start + (uint32_t)sx_str_trim_end(sx_str_slice(name, 0, open)).len;
}

/* Where std::hash<A> has its type arguments. */
static uint32_t arguments_start(sx_str text, extent e) {
  sx_str name = sx_str_slice(text, e.start, e.end);
  size_t open = sx_str_find_char(name, '<', 0);
  bool has_them = open && open != SX_STR_NONE && sx_str_has_suffix(name, SX_STR(">"));
  if (!has_them || is_operator(name)) return e.end;
  return e.start + (uint32_t)sx_str_trim_end(sx_str_slice(name, 0, open)).len;
}

/* How long a mark is that makes any word a name: Rust's r#type, C#'s @event. */
static size_t count_mark(const sx_gathered *c, extent e) {
  sx_str name = sx_str_slice(c->text, e.start, e.end);
  sx_str mark = sx_str_from(c->query->grammar->name_mark ? c->query->grammar->name_mark : "");
  return mark.len && name.len > mark.len && sx_str_has_prefix(name, mark) ? mark.len : 0;
}

/* Whether a name that begins at `at` is in what is read now. */
static bool is_within(const sx_gathered *c, uint32_t at) {
  size_t low = 0, high = c->within_count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (c->within[middle].start <= at)
      low = middle + 1;
    else
      high = middle;
  }
  return !c->within_count || (low && at < c->within[low - 1].end);
}

static void add_fact(sx_gathered *c, const parts *p, uint32_t pattern) {
  extent whole = extent_of(c, p->kind), name = without_quotes(c->text, extent_of(c, p->name));
  if (strcmp(ts_node_type(p->name), "simple_symbol") == 0) name.start++; /* Ruby's :name */
  if (strcmp(ts_node_type(p->kind), "destructor_declaration") == 0)      /* C#'s ~A */
    name.start -= name.start > whole.start && c->text.ptr[name.start - 1] == '~';
  name.start += (uint32_t)count_mark(c, name);
  extent owner = p->has_owner ? extent_of(c, p->owner) : (extent){0, 0};
  if (p->is_qualified) {
    owner.start = name.start;
    name.start = last_name(c->text, name, &owner.end);
    name.end = conversion_end(c->text, name);
    name.end = arguments_start(c->text, name);
  }
  if (name.start >= name.end || name.start < whole.start || name.end > whole.end) return;
  if (!is_within(c, name.start)) return;
  sx_raw_fact *raw = SX_ARRAY_ADD(&c->facts, c->scratch);
  if (!raw) return;
  raw->fact = (sx_fact){.start = whole.start,
                        .end = whole.end,
                        .name_start = name.start,
                        .name_end = name.end,
                        .body = p->has_body ? ts_node_start_byte(p->body) : whole.end,
                        .parent = SX_FACT_TOP,
                        .kind = (uint8_t)p->fact_kind};
  if (raw->fact.body < whole.start || raw->fact.body > whole.end) raw->fact.body = whole.end;
  raw->fact.flags = p->is_prototype ? SX_FACT_DECLARATION : 0;
  raw->is_friend = p->is_friend;
  raw->pattern = pattern;
  raw->reading = c->reading;
  raw->branches = c->branches;
  if (is_module_object(sx_str_slice(c->text, owner.start, owner.end))) {
    owner.end = owner.start;
    raw->fact.flags |= SX_FACT_EXPORTED;
  }
  raw->owner_start = owner.start;
  raw->owner_end = without_prototype(c->text, owner);
}

/* Finds the name and the kind in a declarator: `*(*const name[2])(int)`. */
static void read_declarator(parts *p) {
  bool is_function;
  p->has_name = sx_declarator_find(&p->name, &is_function, p->declarator);
  p->is_qualified = true;
  p->is_friend = sx_declarator_is_friend(p->kind);
  bool is_type = p->fact_kind == SX_FACT_TYPEDEF, is_whole = p->fact_kind == SX_FACT_FUNCTION;
  if (is_type || is_whole) {
    p->has_name &= is_type || is_function;
    return;
  }
  p->is_prototype = is_function;
  if (is_function)
    p->fact_kind =
        p->fact_kind == SX_FACT_FIELD && !p->is_friend ? SX_FACT_METHOD : SX_FACT_FUNCTION;
}

/* Whether a call that may import is one of those that do. */
static bool is_ruled_out(const sx_gathered *c, const TSQueryMatch *match) {
  for (uint16_t i = 0; i < match->capture_count; i++) {
    sx_role role = c->query->roles[match->captures[i].index];
    if (role.what != SX_ROLE_CALLEE) continue;
    extent e = extent_of(c, match->captures[i].node);
    sx_str name = sx_str_slice(c->text, e.start, e.end);
    if (!sx_language_has_word(c->query->grammar->calls[role.value], name, false)) return true;
  }
  return false;
}

void sx_gathered_add(sx_gathered *c, const TSQueryMatch *match) {
  parts p = {.fact_kind = -1};
  if (is_ruled_out(c, match)) return;
  for (uint16_t i = 0; i < match->capture_count; i++) take_capture(c, &p, match, i);
  if (p.fact_kind >= 0 && p.has_declarator) read_declarator(&p);
  if (p.fact_kind >= 0 && p.has_name) add_fact(c, &p, match->pattern_index);
  if (!p.has_outer || !p.has_inner) return;
  sx_raw_wrap *wrap = SX_ARRAY_ADD(&c->wraps, c->scratch);
  extent outer = extent_of(c, p.outer), inner = extent_of(c, p.inner);
  if (wrap) *wrap = (sx_raw_wrap){inner.start, inner.end, outer.start, outer.end};
}

/* ---- order and nesting --------------------------------------------------------------------- */

static int compare(uint32_t a, uint32_t b) {
  return (a > b) - (a < b);
}

/* The last reading, and in it the pattern that stands first, come first of those with one name. */
static int compare_names(const void *a, const void *b) {
  const sx_raw_fact *x = a, *y = b;
  int order = compare(x->fact.name_start, y->fact.name_start);
  if (!order) order = compare(y->reading, x->reading);
  if (!order) order = compare(x->pattern, y->pattern);
  return order ? order : compare(x->fact.start, y->fact.start);
}

static int compare_places(const void *a, const void *b) {
  const sx_raw_fact *x = a, *y = b;
  int order = compare(x->fact.start, y->fact.start);
  if (!order) order = compare(y->fact.end, x->fact.end);
  return order ? order : compare(x->fact.name_start, y->fact.name_start);
}

static int compare_imports(const void *a, const void *b) {
  const sx_raw_import *x = a, *y = b;
  int order = compare(x->import.start, y->import.start);
  return order ? order : compare(x->pattern, y->pattern);
}

static int compare_bases(const void *a, const void *b) {
  const sx_base *x = a, *y = b;
  int order = compare(x->start, y->start);
  return order ? order : compare(x->end, y->end);
}

static void sort(void *items, size_t len, size_t size, int (*order)(const void *, const void *)) {
  if (len > 1) qsort(items, len, size, order);
}

static void drop_twins(sx_gathered *c) {
  size_t kept = 0;
  sort(c->facts.items, c->facts.len, sizeof *c->facts.items, compare_names);
  for (size_t i = 0; i < c->facts.len; i++)
    if (!kept || c->facts.items[kept - 1].fact.name_start != c->facts.items[i].fact.name_start)
      c->facts.items[kept++] = c->facts.items[i];
  c->facts.len = kept;
}

/* Also two that end with the same bracket, each with a head of its own: in two branches of #if, so
 * that no text has both. In one text, what ends where a type ends is its last member: blocks may
 * end with a line, or with the file. */
static bool is_of_same_place(const sx_gathered *c, const sx_facts *facts, uint32_t i, uint32_t k) {
  const sx_fact *a = &facts->items[i], *b = &facts->items[k];
  bool has_bodies = a->body < a->end && b->body < b->end && c->text.ptr[a->end - 1] == '}';
  has_bodies &= c->facts.items[i].branches != c->facts.items[k].branches;
  return a->end == b->end && (a->start == b->start || has_bodies);
}

/* A declaration around a place, the innermost last. `first`: those of the same place, as of
 * `var a = {…}, b = {…}`, begin there. */
typedef struct around {
  uint32_t fact, first;
} around;

/* The parent among several that one declaration declares is the one before it. */
static size_t choose_parent(const sx_facts *facts, const around *stack, size_t depth,
                            const sx_fact *fact) {
  if (!depth) return 0;
  size_t low = stack[depth - 1].first + 1, high = depth;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (facts->items[stack[middle].fact].name_start <= fact->start)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* `facts`: those that were gathered, in the same order. */
static sx_status nest(const sx_gathered *c, sx_facts *facts) {
  sx_arena *scratch = c->scratch;
  around *stack = sx_arena_calloc(scratch, facts->len + 1, sizeof *stack);
  size_t depth = 0;
  if (!stack) return scratch->status;
  for (uint32_t i = 0; i < facts->len; i++) {
    sx_fact *fact = &facts->items[i];
    while (depth && facts->items[stack[depth - 1].fact].end < fact->end) depth--;
    bool is_beside = depth && is_of_same_place(c, facts, stack[depth - 1].fact, i);
    size_t from = is_beside ? stack[depth - 1].first : choose_parent(facts, stack, depth, fact);
    fact->parent = from ? stack[from - 1].fact : SX_FACT_TOP;
    stack[depth] = (around){i, (uint32_t)(is_beside ? from : depth)};
    depth++;
  }
  return SX_OK;
}

/* The last that begins at or before `at`, and those that it is in, until one goes on to `end`. */
static uint32_t find_around(const sx_facts *facts, uint32_t at, uint32_t end) {
  size_t low = 0, high = facts->len;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (facts->items[middle].start <= at)
      low = middle + 1;
    else
      high = middle;
  }
  uint32_t index = low ? (uint32_t)(low - 1) : SX_FACT_TOP;
  while (index != SX_FACT_TOP && facts->items[index].end < end) index = facts->items[index].parent;
  return index;
}

/* ---- kinds and flags that a language has by names ------------------------------------------ */

static bool is_type(const sx_fact *fact) {
  switch ((sx_fact_kind)fact->kind) {
  case SX_FACT_CLASS:
  case SX_FACT_STRUCT:
  case SX_FACT_UNION:
  case SX_FACT_ENUM:
  case SX_FACT_ENUM_MEMBER:
  case SX_FACT_INTERFACE:
  case SX_FACT_EXTENSION:
  case SX_FACT_OBJECT: return true;
  default: return false;
  }
}

static bool begins_with_one(const char *list, sx_str name) {
  sx_str rest = sx_str_from(list);
  while (rest.len) {
    size_t end = sx_str_find_char(rest, ' ', 0);
    if (sx_str_has_prefix(name, sx_str_slice(rest, 0, end))) return true;
    rest = end == SX_STR_NONE ? SX_STR("") : sx_str_slice(rest, end + 1, rest.len);
  }
  return false;
}

static bool has_one(const char *list, sx_str text) {
  sx_str rest = sx_str_from(list);
  while (rest.len) {
    size_t end = sx_str_find_char(rest, ' ', 0);
    if (sx_str_find(text, sx_str_slice(rest, 0, end), 0) != SX_STR_NONE) return true;
    rest = end == SX_STR_NONE ? SX_STR("") : sx_str_slice(rest, end + 1, rest.len);
  }
  return false;
}

static bool is_callable(const sx_fact *fact) {
  return fact->kind == SX_FACT_FUNCTION || fact->kind == SX_FACT_METHOD;
}

/* The last word of the type that a fact is a member of, without type arguments. */
static sx_str type_name(const sx_gathered *c, const sx_raw_fact *raw, const sx_facts *all) {
  const sx_fact *fact = &raw->fact;
  if (raw->owner_end > raw->owner_start) {
    sx_str owner = sx_str_slice(c->text, raw->owner_start, raw->owner_end);
    size_t colon = sx_str_find_last_char(owner, ':');
    if (colon != SX_STR_NONE) owner = sx_str_slice(owner, colon + 1, owner.len);
    return sx_str_slice(owner, 0, sx_str_find_char(owner, '<', 0));
  }
  if (fact->parent == SX_FACT_TOP || !is_type(&all->items[fact->parent])) return SX_STR("");
  return sx_fact_name(&all->items[fact->parent], c->text);
}

static void name_kind(const sx_gathered *c, const sx_raw_fact *raw, sx_fact *fact,
                      const sx_facts *all) {
  const sx_grammar *grammar = c->query->grammar;
  sx_str name = sx_fact_name(fact, c->text), type = type_name(c, raw, all);
  bool is_member = type.len || raw->owner_end > raw->owner_start;
  if (fact->kind == SX_FACT_FUNCTION && is_member) fact->kind = SX_FACT_METHOD;
  bool constructs =
      grammar->constructor && sx_str_is_equal(name, sx_str_from(grammar->constructor));
  if (grammar->flags & SX_GRAMMAR_TYPE_CONSTRUCTS) constructs |= sx_str_is_equal(name, type);
  if (fact->kind == SX_FACT_METHOD && constructs) fact->kind = SX_FACT_CONSTRUCTOR;
}

static void flag_by_name(const sx_gathered *c, sx_fact *fact) {
  const sx_grammar *grammar = c->query->grammar;
  sx_str name = sx_fact_name(fact, c->text);
  sx_str before = sx_str_slice(c->text, fact->start, fact->name_start);
  char first = sx_str_at(name, 0);
  if ((grammar->flags & SX_GRAMMAR_CAPITALS_EXPORT) && first >= 'A' && first <= 'Z')
    fact->flags |= SX_FACT_EXPORTED;
  if ((grammar->flags & SX_GRAMMAR_UNDERSCORE_HIDES) && first == '_' &&
      !sx_str_has_suffix(name, SX_STR("__")))
    fact->flags |= SX_FACT_PRIVATE;
  if (is_callable(fact) &&
      (begins_with_one(grammar->test_names, name) || has_one(grammar->test_marks, before)))
    fact->flags |= SX_FACT_TEST;
}

/* ---- the end ------------------------------------------------------------------------------- */

static void copy_facts(const sx_gathered *c, sx_facts *out) {
  out->len = c->facts.len;
  for (size_t i = 0; i < out->len; i++) out->items[i] = c->facts.items[i].fact;
}

static bool is_variable(const sx_fact *fact) {
  return fact->kind == SX_FACT_VARIABLE || fact->kind == SX_FACT_CONSTANT;
}

/* Variables of functions and of lambdas that are the value of one, and what looks like a prototype
 * there, are not what the file declares. */
static bool is_local(const sx_gathered *c, const sx_facts *facts, const sx_fact *fact) {
  bool has_none = c->query->grammar->flags & SX_GRAMMAR_NO_LOCALS;
  if (fact->parent == SX_FACT_TOP || has_none) return false;
  const sx_fact *parent = &facts->items[fact->parent];
  bool has_locals = is_callable(parent) || parent->kind == SX_FACT_CONSTRUCTOR ||
                    parent->kind == SX_FACT_VARIABLE;
  if (!has_locals) return false;
  return is_variable(fact) ||
         (fact->kind == SX_FACT_FUNCTION && (fact->flags & SX_FACT_DECLARATION));
}

static void drop_locals(sx_gathered *c, const sx_facts *facts) {
  size_t kept = 0;
  for (size_t i = 0; i < facts->len; i++)
    if (!is_local(c, facts, &facts->items[i])) c->facts.items[kept++] = c->facts.items[i];
  c->facts.len = kept;
}

/* A friend is not a member of the types that it stands in. */
static void lift_friend(const sx_facts *facts, sx_fact *fact) {
  while (fact->parent != SX_FACT_TOP && is_type(&facts->items[fact->parent]))
    fact->parent = facts->items[fact->parent].parent;
}

/* A property that a constructor's parameter declares is one of the type's. */
static void lift(sx_facts *facts, sx_fact *fact) {
  if (fact->kind != SX_FACT_PROPERTY || fact->parent == SX_FACT_TOP) return;
  const sx_fact *parent = &facts->items[fact->parent];
  if (parent->kind == SX_FACT_CONSTRUCTOR && fact->start < parent->body)
    fact->parent = parent->parent;
}

static sx_status finish_facts(sx_gathered *c, sx_facts *out, sx_arena *arena) {
  out->cap = c->facts.len + 1;
  out->items = sx_arena_calloc(arena, out->cap, sizeof *out->items);
  if (!out->items) return arena->status;
  copy_facts(c, out);
  sx_status status = nest(c, out);
  drop_locals(c, out);
  copy_facts(c, out);
  if (!status) status = nest(c, out);
  for (size_t i = 0; i < out->len && !status; i++) {
    lift(out, &out->items[i]);
    if (c->facts.items[i].is_friend) lift_friend(out, &out->items[i]);
    c->facts.items[i].fact.parent = out->items[i].parent;
    name_kind(c, &c->facts.items[i], &out->items[i], out);
    flag_by_name(c, &out->items[i]);
  }
  return status;
}

static sx_status finish_imports(sx_gathered *c, sx_text_imports *out, sx_arena *arena) {
  sort(c->imports.items, c->imports.len, sizeof *c->imports.items, compare_imports);
  for (size_t i = 0; i < c->imports.len; i++) {
    const sx_text_import *import = &c->imports.items[i].import;
    if (out->len && out->items[out->len - 1].start == import->start) continue;
    sx_text_import *one = SX_ARRAY_ADD(out, arena);
    if (!one) return arena->status;
    *one = *import;
  }
  return SX_OK;
}

/* It is read again with each part of its declaration that is. */
static bool is_same_base(const sx_base *a, const sx_base *b) {
  bool has_owner = a->kind == SX_BASE_OWNER || b->kind == SX_BASE_OWNER;
  return !has_owner && a->start == b->start && a->end == b->end;
}

static sx_status finish_bases(sx_gathered *c, sx_bases *out, const sx_facts *facts,
                              sx_arena *arena) {
  for (uint32_t i = 0; i < c->facts.len; i++) {
    const sx_raw_fact *raw = &c->facts.items[i];
    if (raw->owner_start >= raw->owner_end) continue;
    sx_base *base = SX_ARRAY_ADD(&c->bases, c->scratch);
    if (!base) return c->scratch->status;
    *base = (sx_base){i, raw->owner_start, raw->owner_end, SX_BASE_OWNER};
  }
  sort(c->bases.items, c->bases.len, sizeof *c->bases.items, compare_bases);
  for (size_t i = 0; i < c->bases.len; i++) {
    sx_base base = c->bases.items[i];
    if (i && is_same_base(&c->bases.items[i - 1], &base)) continue;
    if (base.kind != SX_BASE_OWNER) base.fact = find_around(facts, base.start, base.end);
    if (base.fact == SX_FACT_TOP) continue;
    sx_base *one = SX_ARRAY_ADD(out, arena);
    if (!one) return arena->status;
    *one = base;
  }
  return SX_OK;
}

sx_status sx_gathered_finish(sx_gathered *c, sx_text_facts *out, sx_arena *arena, sx_err *err) {
  sx_status status = c->scratch->status;
  if (!status) {
    drop_twins(c);
    sx_gathered__join(c);
    sort(c->facts.items, c->facts.len, sizeof *c->facts.items, compare_places);
    status = finish_facts(c, &out->facts, arena);
  }
  if (!status) status = finish_imports(c, &out->imports, arena);
  if (!status) status = finish_bases(c, &out->bases, &out->facts, arena);
  return status ? sx_fail(err, status, NULL) : SX_OK;
}
