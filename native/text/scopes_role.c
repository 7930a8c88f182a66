#include "text/scopes_parts.h"

/* The role of a name, by the text around it. */

#define MODIFIERS                                                                                  \
  "public private protected static readonly abstract override async get set declare accessor "     \
  "export default"

static bool is_first_on_line(sx_str code, size_t offset) {
  while (offset > 0 && (code.ptr[offset - 1] == ' ' || code.ptr[offset - 1] == '\t')) offset--;
  return offset == 0 || code.ptr[offset - 1] == '\n';
}

static bool is_behind_dot(const sx_scopes *scopes, size_t offset) {
  sx_str code = scopes->code;
  size_t at = sx_code__back(code, offset);
  char c = at ? code.ptr[at - 1] : 0, d = at > 1 ? code.ptr[at - 2] : 0;
  if (c == '.') return !(d == '.' && at > 2 && code.ptr[at - 3] == '.');
  if (c == '#') return sx_scopes__is_script(scopes->language);
  return (c == '>' && d == '-') || (c == ':' && d == ':');
}

/* `name: 1`, `name?: T` and `name() {}` between the braces of an object or a type. */
static bool is_key(const sx_scopes *scopes, const sx_block *in, size_t offset, size_t end) {
  sx_str code = scopes->code;
  if (in->bracket != '{' || in->kind != SX_BLOCK_OTHER) return false;
  char before = sx_code__before(code, offset),
       after = sx_str_at(code, sx_str_skip_spaces(code, end));
  bool is_start = strchr("{,;", before) || is_first_on_line(code, offset) ||
                  sx_code__has_word(MODIFIERS, sx_code__word_before(code, offset));
  return is_start && after && strchr(":?(", after);
}

static bool is_member_declared(const sx_scopes *scopes, const sx_block *in, size_t offset,
                               size_t end) {
  sx_str code = scopes->code;
  char before = sx_code__before(code, offset),
       after = sx_str_at(code, sx_str_skip_spaces(code, end));
  sx_str word = sx_code__word_before(code, offset);
  if (in->kind != SX_BLOCK_CLASS) return false;
  if (sx_scopes__is_c(scopes->language)) return after && strchr(";,[:", after);
  if (sx_scopes__is_script(scopes->language))
    return strchr("{};,*", before) || is_first_on_line(code, offset) ||
           sx_code__has_word(MODIFIERS, word);
  if (sx_scopes_is_indented(scopes->language))
    return offset >= in->body_at &&
           (sx_code__has_word("def class", word) || is_first_on_line(code, offset));
  return false;
}

/* `name=1` of a call. */
static bool is_argument_key(const sx_scopes *scopes, const sx_block *in, size_t offset,
                            size_t end) {
  sx_str code = scopes->code;
  if (!sx_scopes_is_indented(scopes->language) || in->bracket != '(') return false;
  size_t behind = sx_str_skip_spaces(code, end);
  char before = sx_code__before(code, offset);
  if ((before != '(' && before != ',') || sx_str_at(code, behind) != '=' ||
      sx_str_at(code, behind + 1) == '=')
    return false;
  sx_str callee = sx_code__word_before(code, in->start);
  size_t callee_at = (size_t)(callee.ptr - code.ptr);
  return !callee.len || !sx_code__has_word("def", sx_code__word_before(code, callee_at));
}

static bool is_foreign(const sx_scopes *scopes, size_t offset, size_t end) {
  sx_str code = scopes->code;
  bool is_script = sx_scopes__is_script(scopes->language);
  if (!is_script && !sx_scopes_is_indented(scopes->language)) return false;
  size_t line = offset;
  while (line > 0 && !strchr(is_script ? ";{" : "\n", code.ptr[line - 1])) line--;
  sx_str next = sx_code__word_at(code, sx_str_skip_spaces(code, end));
  if (!is_script) {
    sx_str first = sx_code__word_at(code, sx_str_skip_spaces(code, line));
    bool is_import = sx_code__has_word("import from", first);
    return (is_import && sx_code__has_word("as", next)) ||
           (is_import && sx_code__has_word("from", sx_code__word_before(code, offset)));
  }
  const sx_block *in = sx_scopes_block_at(scopes, offset);
  if (!in || in->bracket != '{') return false;
  return sx_code__has_word("as", next) &&
         sx_code__has_word("import type", sx_code__word_before(code, in->start));
}

sx_role sx_scopes_role(const sx_scopes *scopes, size_t offset, size_t name_len) {
  sx_str code = scopes->code;
  size_t end = offset + name_len;
  if (is_behind_dot(scopes, offset)) return SX_ROLE_MEMBER;
  if (sx_scopes__is_c(scopes->language) &&
      sx_code__has_word("struct union enum", sx_code__word_before(code, offset)))
    return SX_ROLE_TAG;
  if (is_foreign(scopes, offset, end)) return SX_ROLE_FOREIGN;
  const sx_block *in = sx_scopes_block_at(scopes, offset);
  if (in && is_argument_key(scopes, in, offset, end)) return SX_ROLE_KEY;
  size_t i = in ? (size_t)(in - scopes->blocks.items) : SX_STR_NONE;
  if (in && !in->bracket && in->name_at == offset) { /* the def's own name is outside of it */
    i = sx_scopes__around(scopes, offset, i);
    in = i == SX_STR_NONE ? NULL : &scopes->blocks.items[i];
  }
  if (in && is_key(scopes, in, offset, end)) return SX_ROLE_KEY;
  return in && is_member_declared(scopes, in, offset, end) ? SX_ROLE_DECLARED : SX_ROLE_NAME;
}

bool sx_scopes_is_global(const sx_scopes *scopes, size_t offset, size_t name_len) {
  sx_scope scope = sx_scopes_of(scopes, offset, name_len);
  return scope.start == 0 && scope.end == scopes->code.len &&
         sx_scopes_role(scopes, offset, name_len) == SX_ROLE_NAME;
}

/* A name in the brackets of a pattern, or of parameters, is a variable's. */
static bool is_in_pattern(const sx_scopes *scopes, size_t offset) {
  sx_str code = scopes->code;
  size_t i = sx_scopes__around(scopes, offset, SX_STR_NONE);
  for (; i != SX_STR_NONE; i = sx_scopes__around(scopes, offset, i)) {
    const sx_block *block = &scopes->blocks.items[i];
    if (sx_code__has_word("const let var", sx_code__word_before(code, block->start))) return true;
    if (block->bracket == '(') return true;
    if (block->kind != SX_BLOCK_OTHER) return false;
  }
  return false;
}

sx_space sx_scopes_space(const sx_scopes *scopes, size_t offset, size_t name_len) {
  sx_str code = scopes->code;
  sx_str before = sx_code__word_before(code, offset);
  size_t behind = sx_str_skip_spaces(code, offset + name_len);
  if (!sx_scopes__is_script(scopes->language)) return SX_SPACE_BOTH;
  if (sx_scopes_role(scopes, offset, name_len) != SX_ROLE_NAME) return SX_SPACE_BOTH;
  bool is_alias = sx_str_at(code, behind) == '=' || sx_str_at(code, behind) == '<';
  if (sx_code__has_word("type", before) && is_alias) return SX_SPACE_TYPE;
  if (sx_code__has_word("interface infer", before)) return SX_SPACE_TYPE;
  if (sx_code__has_word("const let var function", before)) return SX_SPACE_VALUE;
  if (before.len) return SX_SPACE_BOTH;
  if (sx_scopes__is_type_parameter(scopes, offset)) return SX_SPACE_TYPE;
  bool is_arrow = sx_str_at(code, behind) == '=' && sx_str_at(code, behind + 1) == '>';
  return is_arrow || is_in_pattern(scopes, offset) ? SX_SPACE_VALUE : SX_SPACE_BOTH;
}
