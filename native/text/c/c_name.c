#include "text/c/c_parts.h"

/* How far before a brace, and after a name, is looked for what it is. */
#define MAX_HEAD_BYTES 8192

static bool is_space(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r') || c == '\\';
}

size_t sx_c__skip_spaces(sx_str code, size_t at) {
  while (at < code.len && is_space(code.ptr[at])) at++;
  return at;
}

size_t sx_c__back_over_spaces(sx_str code, size_t at) {
  while (at > 0 && is_space(code.ptr[at - 1])) at--;
  return at;
}

sx_str sx_c__word_before(sx_str code, size_t at) {
  size_t end = sx_c__back_over_spaces(code, at), start = end;
  while (start > 0 && sx_c_is_word(code.ptr[start - 1])) start--;
  return sx_str_slice(code, start, end);
}

sx_str sx_c__word_at(sx_str code, size_t at) {
  size_t end = at;
  while (end < code.len && sx_c_is_word(code.ptr[end])) end++;
  return sx_str_slice(code, at, end);
}

bool sx_c__is_word(sx_str word, const char *list) {
  return word.len && sx_language_has_word(list, word, false);
}

static bool is_tag_word(sx_str word) {
  return sx_c__is_word(word, "struct union enum class");
}

/* Whether [from, to) has one of the words, outside of parentheses. */
static bool has_word(sx_str code, size_t from, size_t to, const char *list) {
  size_t depth = 0;
  for (size_t i = from; i < to; i++) {
    if (code.ptr[i] == '(' || code.ptr[i] == '[') depth++;
    if ((code.ptr[i] == ')' || code.ptr[i] == ']') && depth) depth--;
    if (!sx_c_is_word(code.ptr[i])) continue;
    sx_str word = sx_c__word_at(code, i);
    if (!depth && sx_c__is_word(word, list)) return true;
    i += word.len - 1;
  }
  return false;
}

/* ---- brackets ------------------------------------------------------------------------------ */

/* The kind of block that a brace opens, by the statement before it. */
static void classify_brace(const sx_c_reader *r, sx_c_bracket *bracket) {
  size_t end = sx_c__back_over_spaces(r->code, bracket->at);
  size_t start = sx_c__skip_spaces(r->code, r->statement);
  if (end > start + MAX_HEAD_BYTES) start = end - MAX_HEAD_BYTES;
  char before = end > start ? r->code.ptr[end - 1] : 0;
  bool is_inside = r->depth > 0 && r->depth <= SX_C_MAX_DEPTH && r->open[r->depth - 1].is_body;
  bool is_tag = has_word(r->code, start, end, "struct union enum class");
  bool has_call = false;
  size_t depth = 0;
  for (size_t i = start; i < end; i++) {
    if (r->code.ptr[i] == '(' && depth++ == 0) has_call = true;
    if (r->code.ptr[i] == ')' && depth) depth--;
    if (r->code.ptr[i] == '=' && depth == 0) return; /* an initializer */
  }
  bracket->is_namespace =
      !has_call && sx_c__is_word(sx_c__word_at(r->code, start), "namespace extern inline");
  if (bracket->is_namespace) return;
  /* struct X *make(void) { is a function; struct ALIGN(8) X { is none. */
  bool ends_as_function =
      before == ')' ||
      sx_c__is_word(sx_c__word_before(r->code, end), "const noexcept override final try") ||
      (before && has_call && !is_tag);
  size_t open = sx_str_find_char(sx_str_slice(r->code, 0, end), '(', start);
  bool is_attribute =
      before == ')' && is_tag && open != SX_STR_NONE && !has_word(r->code, start, end, "static") &&
      sx_c__is_word(sx_c__word_before(r->code, open), "__attribute__ alignas _Alignas");
  bracket->is_body = is_inside || (ends_as_function && has_call && !is_attribute);
  bracket->is_members = !bracket->is_body && is_tag;
  bracket->is_enum = bracket->is_members && has_word(r->code, start, end, "enum");
}

static void open_one(sx_c_reader *r, size_t at) {
  sx_c_bracket bracket = {.c = r->code.ptr[at], .at = at, .outer_statement = r->statement};
  if (bracket.c == '{') classify_brace(r, &bracket);
  if (r->depth < SX_C_MAX_DEPTH) r->open[r->depth] = bracket;
  r->depth++;
  if (bracket.c == '{') r->statement = at + 1;
}

static void close_one(sx_c_reader *r, size_t at) {
  if (!r->depth) {
    r->statement = at + 1;
    return;
  }
  r->depth--;
  if (r->depth >= SX_C_MAX_DEPTH || r->code.ptr[at] != '}') return;
  const sx_c_bracket *bracket = &r->open[r->depth];
  /* A function ends with its brace, a struct's declaration goes on to the semicolon. */
  r->statement = bracket->is_members ? bracket->outer_statement : at + 1;
}

/*
 * A brace at a line's start closes what is outermost, whatever branches of the preprocessor left
 * open inside.
 */
static void close_inner(sx_c_reader *r, size_t at) {
  bool is_at_start = at == 0 || strchr("\r\n", r->code.ptr[at - 1]);
  size_t outermost = 0;
  if (r->code.ptr[at] != '}' || !is_at_start) return;
  while (outermost < r->depth && outermost < SX_C_MAX_DEPTH && r->open[outermost].is_namespace)
    outermost++;
  if (outermost < r->depth && outermost < SX_C_MAX_DEPTH) r->depth = outermost + 1;
}

/* A closing brace ends parentheses that a branch of the preprocessor left open. */
static void take_bracket(sx_c_reader *r, size_t at) {
  char c = r->code.ptr[at];
  if (c == '{' || c == '(' || c == '[') {
    open_one(r, at);
    return;
  }
  close_inner(r, at);
  while (c == '}' && r->depth && r->depth <= SX_C_MAX_DEPTH && r->open[r->depth - 1].c != '{')
    r->depth--;
  bool fits =
      r->depth && (r->depth > SX_C_MAX_DEPTH || (c == '}') == (r->open[r->depth - 1].c == '{'));
  if (fits || c == '}') close_one(r, at);
}

void sx_c__read_to(sx_c_reader *r, size_t end) {
  for (; r->at < end; r->at++) {
    size_t i = r->at;
    char c = r->code.ptr[i];
    if (c == ';' && (!r->depth || r->depth > SX_C_MAX_DEPTH || r->open[r->depth - 1].c == '{'))
      r->statement = i + 1;
    else if (strchr("{}()[]", c) && c)
      take_bracket(r, i);
  }
}

/* ---- typedefs ------------------------------------------------------------------------------- */

size_t sx_c__behind_bracket(sx_str code, size_t at) {
  size_t depth = 0;
  for (; at < code.len; at++) {
    if (strchr("{([", code.ptr[at]) && code.ptr[at]) depth++;
    if (strchr("})]", code.ptr[at]) && code.ptr[at] && --depth == 0) return at + 1;
  }
  return code.len;
}

static void add_name(sx_c_name *out, size_t start, size_t end) {
  if (out->name_count < SX_C_MAX_NAMES) out->names[out->name_count++] = (sx_c_word){start, end};
}

/* After the type: `A, *B, C[2];`: the names that stand alone. */
static void read_names(sx_c_name *out, sx_str code, size_t at) {
  while (at < code.len && code.ptr[at] != ';') {
    bool is_plain = true;
    sx_c_word name = {at, at};
    for (; at < code.len && code.ptr[at] != ',' && code.ptr[at] != ';'; at++) {
      char c = code.ptr[at];
      if (is_space(c)) continue;
      if (c == '(' || c == '[' || c == '{') {
        is_plain = false;
        at = sx_c__behind_bracket(code, at) - 1;
      } else if (sx_c_is_word(c)) {
        sx_str word = sx_c__word_at(code, at);
        if (!sx_c__is_word(word, "const volatile")) name = (sx_c_word){at, at + word.len};
        at += word.len - 1;
      } else {
        is_plain = false;
      }
    }
    if (is_plain && name.end > name.start) add_name(out, name.start, name.end);
    if (at < code.len && code.ptr[at] == ',') at++;
  }
}

static void read_typedef(sx_c_name *out, sx_str code, size_t statement) {
  size_t at = sx_c__skip_spaces(code, statement);
  if (!sx_str_is_equal(sx_c__word_at(code, at), SX_STR("typedef"))) return;
  out->is_typedef = true;
  at = sx_c__skip_spaces(code, at + sizeof "typedef" - 1);
  while (sx_c__is_word(sx_c__word_at(code, at), "const volatile __extension__"))
    at = sx_c__skip_spaces(code, at + sx_c__word_at(code, at).len);
  if (!is_tag_word(sx_c__word_at(code, at))) return;
  at = sx_c__skip_spaces(code, at + sx_c__word_at(code, at).len);
  while (sx_c__is_word(sx_c__word_at(code, at), "__attribute__ alignas _Alignas class struct")) {
    at = sx_c__skip_spaces(code, at + sx_c__word_at(code, at).len);
    if (at < code.len && code.ptr[at] == '(')
      at = sx_c__skip_spaces(code, sx_c__behind_bracket(code, at));
  }
  sx_str tag = sx_c__word_at(code, at);
  out->tag = (sx_c_word){at, at + tag.len};
  at = sx_c__skip_spaces(code, at + tag.len);
  if (at < code.len && code.ptr[at] == '{') at = sx_c__behind_bracket(code, at);
  read_names(out, code, at);
}

/* ---- the name ------------------------------------------------------------------------------- */

bool sx_c__is_declarator(sx_str code, size_t open, size_t at, size_t end) {
  for (size_t i = open + 1; i < at; i++)
    if (code.ptr[i] != '*' && !is_space(code.ptr[i])) return false;
  end = sx_c__skip_spaces(code, end);
  return end < code.len && code.ptr[end] == ')';
}

/* `EXPORT(extern int table[4];)`: a macro around a whole statement, whose parenthesis is open. */
static bool is_wrapper(const sx_c_reader *r, size_t open, size_t end) {
  size_t word = sx_c__skip_spaces(r->code, r->statement);
  sx_str code = sx_str_slice(r->code, 0, end + MAX_HEAD_BYTES);
  size_t depth = 0, behind = sx_c__skip_spaces(code, word + sx_c__word_at(code, word).len);
  if (behind != open || behind == word) return false;
  for (; end < code.len; end++) {
    if (code.ptr[end] == ';') return depth == 0;
    if (strchr("([{", code.ptr[end])) depth++;
    if (strchr(")]}", code.ptr[end]) && depth-- == 0) return false;
  }
  return false;
}

/* Whether a body follows a name that is called like a function. */
static sx_c_role function_role(sx_str code, size_t parameters) {
  code = sx_str_slice(code, 0, parameters + MAX_HEAD_BYTES);
  size_t at = sx_c__behind_bracket(code, parameters);
  for (; at < code.len; at++) {
    if (code.ptr[at] == '{') return SX_C_FUNCTION;
    if (code.ptr[at] == ';' || code.ptr[at] == ',' || code.ptr[at] == '=') break;
    if (code.ptr[at] == '(' || code.ptr[at] == '[') at = sx_c__behind_bracket(code, at) - 1;
  }
  return SX_C_PROTOTYPE;
}

static sx_c_scope scope_of(const sx_c_reader *r, size_t depth) {
  if (depth > SX_C_MAX_DEPTH) return SX_C_LOCAL;
  for (size_t i = 0; i < depth; i++)
    if (r->open[i].is_body || r->open[i].c != '{') return SX_C_LOCAL;
  for (size_t i = depth; i-- > 0;)
    if (r->open[i].is_members) return SX_C_MEMBER;
  return SX_C_FILE;
}

static bool is_nested(const sx_c_reader *r, size_t depth) {
  size_t count = 0;
  for (size_t i = 0; i < depth && i < SX_C_MAX_DEPTH; i++) count += r->open[i].is_members;
  return count > 1;
}

static bool is_declared_by_typedef(const sx_c_name *name, sx_str code, size_t at, size_t end) {
  for (size_t i = 0; i < name->name_count; i++)
    if (name->names[i].start == at) return true;
  end = sx_c__skip_spaces(code, end);
  return at != name->tag.start && end < code.len && strchr(";,)[", code.ptr[end]) != NULL;
}

/* Reads on to `at`, which is not within a word. */
static void read_before(sx_c_reader *r, size_t statement, size_t at) {
  sx_c_before *before = &r->before;
  if (before->statement != statement || before->to > at || before->to < statement)
    *before = (sx_c_before){.statement = statement, .to = statement};
  size_t i = before->to;
  for (; i < at; i++) {
    char c = r->code.ptr[i];
    if (c == '(' || c == '[') before->depth++;
    if ((c == ')' || c == ']') && before->depth) before->depth--;
    if (c == '=') before->has_equals = true;
    if (!sx_c_is_word(c)) continue;
    sx_str word = sx_c__word_at(r->code, i);
    i += word.len - 1;
    if (before->depth) continue;
    before->has_return |= sx_str_is_equal(word, SX_STR("return"));
    before->has_static |= sx_str_is_equal(word, SX_STR("static"));
    before->has_extern |= sx_str_is_equal(word, SX_STR("extern"));
  }
  before->to = i;
}

static sx_c_role role_of(const sx_c_name *name, const sx_c_reader *r, size_t at, size_t end) {
  sx_str code = r->code;
  size_t next = sx_c__skip_spaces(code, end), first = name->statement;
  char after = next < code.len ? code.ptr[next] : 0;
  bool is_tag =
      is_tag_word(sx_c__word_before(code, at)) || (name->is_typedef && name->tag.start == at);
  if (is_tag)
    return after == '{' || (after == ':' &&
                            !sx_str_has_prefix(sx_str_slice(code, next, code.len), SX_STR("::")))
               ? SX_C_TAG_BODY
               : SX_C_TAG;
  if (name->is_typedef)
    return is_declared_by_typedef(name, code, at, end) ? SX_C_TYPEDEF : SX_C_USE;
  if (name->scope == SX_C_LOCAL) return SX_C_USE;
  bool is_wrapped = after == ')';
  if (is_wrapped)
    next = sx_c__skip_spaces(code, next + 1), after = next < code.len ? code.ptr[next] : 0;
  bool has_type = first < at && sx_c_is_word(code.ptr[first]);
  if (!has_type || r->before.has_return || r->before.has_equals) return SX_C_USE;
  if (after == '(') return function_role(code, next);
  return after && strchr(";,=[", after) ? SX_C_VARIABLE : SX_C_USE;
}

void sx_c_name_look(sx_c_name *out, sx_c_reader *r, size_t at, size_t len) {
  *out = (sx_c_name){.role = SX_C_USE};
  sx_c__read_to(r, at);
  size_t depth = r->depth;
  while (depth && depth <= SX_C_MAX_DEPTH && r->open[depth - 1].c == '(' &&
         sx_c__is_declarator(r->code, r->open[depth - 1].at, at, at + len))
    depth--;
  bool is_wrapped = depth == 1 && r->open[0].c == '(' && is_wrapper(r, r->open[0].at, at + len);
  if (is_wrapped) depth = 0;
  out->scope = scope_of(r, depth);
  out->is_enumerator = out->scope == SX_C_MEMBER && depth && r->open[depth - 1].is_enum;
  out->is_nested = out->scope == SX_C_MEMBER && is_nested(r, depth);
  out->statement = sx_c__skip_spaces(r->code, r->statement);
  if (r->typedef_end != out->statement + 1) {
    r->as_typedef = (sx_c_name){.role = SX_C_USE};
    read_typedef(&r->as_typedef, r->code, out->statement);
    r->typedef_end = out->statement + 1;
  }
  out->is_typedef = r->as_typedef.is_typedef;
  out->tag = r->as_typedef.tag;
  out->name_count = r->as_typedef.name_count;
  memcpy(out->names, r->as_typedef.names, sizeof out->names);
  read_before(r, out->statement, at);
  out->role = role_of(out, r, at, at + len);
  out->is_static = r->before.has_static;
  out->is_extern = r->before.has_extern || is_wrapped; /* it is in a header */
}
