#include "base/byte.h"
#include "shell/calculations.h"
#include "shell/parse_parts.h"

/* Variables that expansions set, which have no assignment that could be seen as one. */

static bool is_name_byte(char c) {
  return sx_byte_is_word(c) && (unsigned char)c < 0x80;
}

static void add_set(sx_shell_parser *p, sx_str name) {
  bool is_name = name.len && !sx_byte_is_digit(name.ptr[0]);
  sx_str *added = SX_ARRAY_ADD(&p->script->set_names, p->arena);
  if (added) *added = is_name ? name : SX_STR("");
}

/* The name that ends before `at`, or in whose element that is; empty: another target. */
static sx_str name_before(sx_str text, size_t at) {
  while (at && sx_byte_is_space(text.ptr[at - 1])) at--;
  if (at && text.ptr[at - 1] == ']')
    while (at && text.ptr[--at] != '[') continue;
  size_t from = at;
  while (from && is_name_byte(text.ptr[from - 1])) from--;
  bool is_part = from && sx_byte_is_one_of(text.ptr[from - 1], "$}`)\"\\");
  return is_part ? SX_STR("") : sx_str_slice(text, from, at);
}

static sx_str name_after(sx_str text, size_t at) {
  while (at < text.len && sx_byte_is_space(text.ptr[at])) at++;
  size_t to = at;
  while (to < text.len && is_name_byte(text.ptr[to])) to++;
  return sx_str_slice(text, at, to);
}

/* ---- arithmetic ---------------------------------------------------------------------------- */

/* At an equals sign: `x=`, `x+=`, `x<<=`, and not `==`, `!=`, `<=`; where to go on. */
static size_t look_at_equals(sx_shell_parser *p, sx_str text, size_t at) {
  char before = at ? text.ptr[at - 1] : '\0';
  bool is_shift = at > 1 && (before == '<' || before == '>') && text.ptr[at - 2] == before;
  if (sx_str_at(text, at + 1) == '=') return at + 2;
  if (before == '!' || ((before == '<' || before == '>') && !is_shift)) return at + 1;
  size_t end = at;
  while (end && sx_byte_is_one_of(text.ptr[end - 1], "+-*/%&|^<>")) end--;
  add_set(p, name_before(text, end));
  return at + 1;
}

/* `x++` and `--x`; `1 - -1` has a blank between the signs. */
static size_t look_at_step(sx_shell_parser *p, sx_str text, size_t at) {
  sx_str before = name_before(text, at), after = name_after(text, at + 2);
  /* `++x$y` */
  if (after.len &&
      sx_byte_is_one_of(sx_str_at(text, (size_t)(after.ptr - text.ptr) + after.len), "$`\"\\"))
    after = SX_STR("");
  bool has_before = before.len && !sx_byte_is_digit(before.ptr[0]);
  bool has_after = after.len && !sx_byte_is_digit(after.ptr[0]);
  if (has_before) add_set(p, before);
  if (has_after) add_set(p, after);
  if (!has_before && !has_after) add_set(p, SX_STR(""));
  return at + 2;
}

/* At a dollar: `$x` and `${x}` are as good as their value, `$#` and `${#x}` are numbers. */
static size_t look_at_dollar(sx_shell_parser *p, sx_str text, size_t at) {
  bool has_brace = sx_str_at(text, at + 1) == '{';
  sx_str name = name_after(text, at + 1 + has_brace);
  char next = sx_str_at(text, at + 1 + has_brace);
  if (next == '(' && sx_str_at(text, at + 2) == '(') return at + 3;
  if (sx_byte_is_one_of(next, "#?$!") && next) return at + 2 + has_brace;
  bool is_whole = !has_brace || sx_str_at(text, at + 2 + name.len) == '}';
  if (name.len && !sx_byte_is_digit(name.ptr[0]) && is_whole)
    p->script->calculates_names = true;
  else
    p->script->calculates_unknown = true;
  return at + 1;
}

void sx_shell__look_at_arithmetic(sx_shell_parser *p, sx_str text) {
  for (size_t at = 0; at < text.len && !p->arena->status;) {
    char c = text.ptr[at];
    bool is_first = !at || !is_name_byte(text.ptr[at - 1]);
    if (c == '=') {
      at = look_at_equals(p, text, at);
    } else if ((c == '+' || c == '-') && sx_str_at(text, at + 1) == c) {
      at = look_at_step(p, text, at);
    } else if (c == '$') {
      at = look_at_dollar(p, text, at);
    } else {
      if (c == '`') p->script->calculates_unknown = true;
      if (is_first && is_name_byte(c) && !sx_byte_is_digit(c)) p->script->calculates_names = true;
      at++;
    }
  }
}

/* ---- parameters ---------------------------------------------------------------------------- */

/* A quoted text that hides a command is calculated without its quotes. */
static void look_at_number(sx_shell_parser *p, sx_str text) {
  bool is_quoted = false, has_command = sx_str_find(text, SX_STR("$("), 0) != SX_STR_NONE ||
                                        sx_str_find_char(text, '`', 0) != SX_STR_NONE;
  for (size_t i = 0; i < text.len; i++)
    is_quoted = is_quoted || sx_byte_is_one_of(text.ptr[i], "'\"\\");
  if (is_quoted && has_command) sx_shell__mark_ambiguous(p, SX_SHELL_HIDDEN);
  sx_shell__look_at_arithmetic(p, text);
}

static bool is_all(sx_str text) {
  return sx_str_is_equal(text, SX_STR("@")) || sx_str_is_equal(text, SX_STR("*"));
}

/* `[…]` after the name; what follows it. */
static sx_str look_at_subscript(sx_shell_parser *p, sx_str rest) {
  size_t end = sx_str_find_char(rest, ']', 0);
  sx_str subscript = sx_str_slice(rest, 1, end);
  if (!is_all(subscript)) look_at_number(p, subscript);
  return end == SX_STR_NONE ? SX_STR("") : sx_str_slice(rest, end + 1, rest.len);
}

void sx_shell__look_at_element(sx_shell_parser *p, sx_str text) {
  if (sx_shell_hides_command(text)) sx_shell__mark_ambiguous(p, SX_SHELL_HIDDEN);
  bool is_set = sx_str_find(text, SX_STR("]="), 0) != SX_STR_NONE ||
                sx_str_find(text, SX_STR("]+="), 0) != SX_STR_NONE;
  if (is_set && sx_str_at(text, 0) == '[') look_at_subscript(p, text);
}

static void look_at_value(sx_shell_parser *p, sx_str name, sx_str value) {
  add_set(p, name);
  p->script->sets_texts = true;
  if (sx_shell_hides_command(value)) sx_shell__mark_ambiguous(p, SX_SHELL_HIDDEN);
}

void sx_shell__look_at_parameter(sx_shell_parser *p, sx_str text) {
  char first = sx_str_at(text, 0), next = sx_str_at(text, 1);
  bool is_indirect = first == '!', is_length = first == '#' && is_name_byte(next);
  size_t from = is_indirect || is_length;
  sx_str name = name_after(text, from);
  bool is_list = !name.len && sx_byte_is_one_of(sx_str_at(text, from), "@*");
  sx_str rest = sx_str_slice(text, from + name.len + is_list, text.len);
  /* The value of x in ${!x} is a name, which may have a subscript; ${!x*} and ${!x[@]} are names.
   */
  bool is_names =
      is_all(rest) || sx_str_is_equal(rest, SX_STR("[@]")) || sx_str_is_equal(rest, SX_STR("[*]"));
  if (is_indirect && !is_names) p->script->calculates_names = true;
  if (sx_str_at(rest, 0) == '[') rest = look_at_subscript(p, rest);
  bool has_colon = sx_str_at(rest, 0) == ':';
  if (sx_str_at(rest, has_colon) == '=')
    look_at_value(p, is_indirect ? SX_STR("") : name, sx_str_slice(rest, has_colon + 1u, rest.len));
  else if (has_colon && !sx_byte_is_one_of(sx_str_at(rest, 1), "-?+"))
    look_at_number(p, sx_str_slice(rest, 1, rest.len));
}
