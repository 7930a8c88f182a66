#include "text/scopes_parts.h"

/* How far what is declared in a head reaches: parameters, a loop's variables, type parameters. */

#define MAX_GENERIC_BYTES 400
#define CONTROL "if for while switch catch with foreach using lock until elseif"
#define STATEMENTS                                                                                 \
  "const let var function class export import return if for while type interface enum async "      \
  "switch throw abstract declare namespace"

static const sx_block *bracket_at(const sx_scopes *scopes, size_t at) {
  size_t i = sx_scopes__last_before(scopes, at);
  const sx_block *block = i == SX_STR_NONE ? NULL : &scopes->blocks.items[i];
  return block && block->start == at && block->bracket ? block : NULL;
}

/* The end of the bracket that opens at `at`. */
static size_t bracket_end(const sx_scopes *scopes, size_t at) {
  const sx_block *block = bracket_at(scopes, at);
  return block ? block->end : at + 1;
}

static bool is_open(char c) {
  return c == '(' || c == '[' || c == '{';
}

static bool is_close(char c) {
  return c == ')' || c == ']' || c == '}';
}

/* Whether a statement begins on the line after `at`, where no semicolon ended the last. */
static bool begins_statement(sx_str code, size_t at) {
  return code.ptr[at] == '\n' &&
         sx_code__has_word(STATEMENTS, sx_code__word_at(code, sx_str_skip_spaces(code, at)));
}

static size_t expression_end(const sx_scopes *scopes, size_t at, bool ends_at_comma) {
  sx_str code = scopes->code;
  for (at = sx_str_skip_spaces(code, at); at < code.len;) {
    char c = code.ptr[at];
    if (is_close(c) || c == ';' || (c == ',' && ends_at_comma) || begins_statement(code, at)) break;
    at = is_open(c) ? bracket_end(scopes, at) : at + 1;
  }
  return at;
}

size_t sx_scopes__arrow_end(const sx_scopes *scopes, size_t at) {
  at = sx_str_skip_spaces(scopes->code, at);
  return sx_str_at(scopes->code, at) == '{' ? bracket_end(scopes, at)
                                            : expression_end(scopes, at, true);
}

static bool is_arrow(sx_str code, size_t at) {
  return sx_str_at(code, at) == '=' && sx_str_at(code, at + 1) == '>';
}

/* After the > that closes the < at `at`. */
static size_t angle_end(const sx_scopes *scopes, size_t at) {
  sx_str code = scopes->code;
  size_t depth = 0;
  while (at < code.len) {
    char c = code.ptr[at];
    if (c == '<') depth++;
    if (c == '>' && code.ptr[at - 1] != '=' && --depth == 0) return at + 1;
    if (c == ';' || is_close(c)) break;
    at = is_open(c) ? bracket_end(scopes, at) : at + 1;
  }
  return at;
}

/* After a result's type, which begins at `at`: the body or the arrow; 0: there is none. */
static size_t behind_type(const sx_scopes *scopes, size_t at) {
  sx_str code = scopes->code;
  bool wants_type = true;
  while ((at = sx_str_skip_spaces(code, at)) < code.len) {
    char c = code.ptr[at];
    sx_str word = sx_code__word_at(code, at);
    if (is_arrow(code, at) || (c == '{' && !wants_type)) return at;
    if (word.len) {
      wants_type = sx_code__has_word("is asserts keyof typeof readonly infer extends", word);
      at += word.len;
    } else if (is_open(c)) {
      at = bracket_end(scopes, at);
      wants_type = false;
    } else if (c == '<') {
      at = angle_end(scopes, at);
    } else if (strchr(";,)]}=", c)) {
      return 0;
    } else {
      wants_type = strchr("|&?:", c) != NULL;
      at++;
    }
  }
  return 0;
}

/* After what may stand between the head and the body: `const noexcept`, `: a(1), b{2}`. */
static size_t behind_words(const sx_scopes *scopes, size_t at) {
  sx_str code = scopes->code;
  while ((at = sx_str_skip_spaces(code, at)) < code.len) {
    char c = code.ptr[at], before = sx_code__before(code, at);
    sx_str word = sx_code__word_at(code, at);
    if (c == '{' && (before == ')' || before == '}' || !sx_byte_is_ident(before))) return at;
    if (c == '{' && sx_code__has_word("const noexcept override final mutable volatile throws try",
                                      sx_code__word_before(code, at)))
      return at;
    if (c == '{' || c == '(' || c == '[')
      at = bracket_end(scopes, at);
    else if (word.len)
      at += word.len;
    else if (strchr(":,->&*<.", c))
      at++;
    else
      return 0;
  }
  return 0;
}

static size_t behind_head(const sx_scopes *scopes, size_t at) {
  sx_str code = scopes->code;
  char c = sx_str_at(code, at);
  if (c == '{' || is_arrow(code, at)) return at;
  if (sx_scopes__is_script(scopes->language)) return c == ':' ? behind_type(scopes, at + 1) : 0;
  bool may_go_on = sx_byte_is_ident(c) || c == ':' || (c == '-' && sx_str_at(code, at + 1) == '>');
  return may_go_on && c != '?' ? behind_words(scopes, at) : 0;
}

size_t sx_scopes__extent(const sx_scopes *scopes, const sx_block *block) {
  sx_str code = scopes->code;
  size_t at = sx_str_skip_spaces(code, block->end);
  bool is_control = sx_code__has_word(CONTROL, sx_code__word_before(code, block->start));
  size_t body = behind_head(scopes, at);
  if (is_control && sx_str_at(code, at) != '{') return expression_end(scopes, at, false);
  if (!body) return block->end;
  return is_arrow(code, body) ? sx_scopes__arrow_end(scopes, body + 2) : bracket_end(scopes, body);
}

/* ---- type parameters ------------------------------------------------------------------------- */

/* The < of the type parameters that the name at `offset` is one of; NONE. */
static size_t find_angle(const sx_scopes *scopes, size_t offset) {
  sx_str code = scopes->code;
  char before = sx_code__before(code, offset);
  bool may_be = before == '<' || before == ',' ||
                sx_code__has_word("const in out", sx_code__word_before(code, offset));
  size_t depth = 0; /* in `(a: A<B>, b` the angle is closed before b */
  for (size_t at = offset; may_be && at > 0 && offset - at < MAX_GENERIC_BYTES; at--) {
    char c = code.ptr[at - 1];
    if (c == '>' && !(at > 1 && code.ptr[at - 2] == '=')) depth++;
    if (c == '<' && !depth--) return at - 1;
    if (strchr(";{}()", c)) break;
  }
  return SX_STR_NONE;
}

/* The reach of a type parameter: to the end of what it belongs to. */
static bool find_generic(const sx_scopes *scopes, size_t offset, sx_scope *out) {
  sx_str code = scopes->code;
  size_t start = find_angle(scopes, offset);
  if (start == SX_STR_NONE) return false;
  size_t at = sx_str_skip_spaces(code, angle_end(scopes, start));
  *out = (sx_scope){start, code.len, false};
  if (sx_str_at(code, at) == '(') {
    const sx_block *head = bracket_at(scopes, at);
    if (head) out->end = sx_scopes__extent(scopes, head);
    return true;
  }
  if (sx_str_at(code, at) == '=') { /* type A<T> = … */
    out->end = expression_end(scopes, at + 1, false);
    return true;
  }
  while (at < code.len && code.ptr[at] != '{' && code.ptr[at] != ';') at++;
  out->end = sx_str_at(code, at) == '{' ? bracket_end(scopes, at) : at;
  return true;
}

bool sx_scopes__is_type_parameter(const sx_scopes *scopes, size_t offset) {
  return find_angle(scopes, offset) != SX_STR_NONE;
}

/* ---- declarations ---------------------------------------------------------------------------- */

/* A name in a comprehension or a lambda is visible there alone. */
static bool find_inline(const sx_scopes *scopes, size_t offset, sx_scope *out) {
  sx_str code = scopes->code;
  const sx_block *block = sx_scopes_block_at(scopes, offset);
  size_t from = block && block->bracket ? block->start : offset;
  while (!(block && block->bracket) && from > 0 && code.ptr[from - 1] != '\n') from--;
  bool is_inside = false;
  for (size_t at = from; at < offset;) {
    sx_str word = sx_code__word_at(code, at);
    if (sx_code__has_word("lambda", word) ||
        (sx_code__has_word("for", word) && block && block->bracket))
      is_inside = true;
    else if (sx_code__has_word("in", word) || code.ptr[at] == ':')
      is_inside = false;
    at += word.len ? word.len : 1;
  }
  size_t end = offset;
  while (end < code.len && code.ptr[end] != '\n') end++;
  *out = block && block->bracket ? (sx_scope){block->start, block->end, false}
                                 : (sx_scope){from, end, false};
  return is_inside;
}

static sx_scope indented_scope(const sx_scopes *scopes, size_t offset) {
  sx_scope scope;
  if (find_inline(scopes, offset, &scope)) return scope;
  size_t i = sx_scopes__around(scopes, offset, SX_STR_NONE);
  for (; i != SX_STR_NONE; i = sx_scopes__around(scopes, offset, i)) {
    const sx_block *block = &scopes->blocks.items[i];
    bool is_head = block->kind == SX_BLOCK_CLASS && offset < block->body_at;
    if (block->bracket || block->name_at == offset || is_head) continue;
    return (sx_scope){block->start, block->end, block->kind == SX_BLOCK_CLASS};
  }
  return (sx_scope){0, scopes->code.len, false};
}

sx_scope sx_scopes_of(const sx_scopes *scopes, size_t offset, size_t name_len) {
  sx_str code = scopes->code;
  sx_scope scope;
  bool is_script = sx_scopes__is_script(scopes->language);
  if (sx_scopes_is_indented(scopes->language)) return indented_scope(scopes, offset);
  size_t behind = sx_str_skip_spaces(code, offset + name_len);
  if (is_script && is_arrow(code, behind))
    return (sx_scope){offset, sx_scopes__arrow_end(scopes, behind + 2), false};
  if (is_script && find_generic(scopes, offset, &scope)) return scope;
  bool is_hoisted = is_script && sx_code__has_word("var", sx_code__word_before(code, offset));
  size_t i = sx_scopes__around(scopes, offset, SX_STR_NONE);
  for (; i != SX_STR_NONE; i = sx_scopes__around(scopes, offset, i)) {
    const sx_block *block = &scopes->blocks.items[i];
    if (block->bracket == '(' && !is_hoisted)
      return (sx_scope){block->start, sx_scopes__extent(scopes, block), false};
    if (block->kind == SX_BLOCK_OTHER || (is_hoisted && block->kind == SX_BLOCK_CODE)) continue;
    return (sx_scope){block->start, block->end, block->kind == SX_BLOCK_CLASS};
  }
  return (sx_scope){0, code.len, false};
}
