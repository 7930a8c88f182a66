#include "base/byte.h"
#include "match/regex_parts.h"

/* Between two callouts each byte of the text is looked at once, if at all, and each branch tried.
 */
#define STEPS_BETWEEN_CHECKS 100000000
#define MAX_STOPS_BETWEEN_CHECKS 1024
/* Where one place may take all its steps before the next callout. */
#define PLACES_BETWEEN_CHECKS 4

/* A scan for choices: where it is, and what stands before it. */
typedef struct reader {
  sx_str pattern;
  size_t at, depth;
  bool is_after_repeat, is_after_group;
  sx_regex__cost cost;
} reader;

static char char_at(const reader *r, size_t at) {
  return (char)(at < r->pattern.len ? r->pattern.ptr[at] : 0);
}

/** `[a[:alpha:]]` is plain; a class whose end PCRE2 may see elsewhere is not. */
static void read_class(reader *r, sx_str class) {
  for (size_t at = 1; at + 1 < class.len; at++) {
    bool is_odd = class.ptr[at] == '\\' && sx_byte_is_one_of(class.ptr[at + 1], "QEc");
    bool is_named = class.ptr[at] == '[' && sx_byte_is_one_of(class.ptr[at + 1], ":.=");
    if (is_odd) r->cost.is_plain = false;
    if (class.ptr[at] == '\\') at++;
    if (!is_named) continue;
    at += 2;
    while (at < class.len && (sx_byte_is_word(class.ptr[at]) || class.ptr[at] == '^')) at++;
    if (!sx_str_has_prefix(sx_str_slice(class, at, class.len), SX_STR(":]")))
      r->cost.is_plain = false;
  }
}

/** `\x{61}` is one character, but `\N{2}` repeats \N; how many bytes of the braces that is. */
static size_t braces_of_escape(sx_str behind, char letter) {
  bool has_braces = letter == 'N'
                        ? sx_str_has_prefix(behind, SX_STR("{U+"))
                        : sx_byte_is_one_of(letter, "xopPgk") && sx_str_at(behind, 0) == '{';
  size_t end = has_braces ? sx_str_find_char(behind, '}', 0) : SX_STR_NONE;
  return end == SX_STR_NONE ? 0 : end + 1;
}

/** Reads an escape, or a quote; returns how many bytes of `rest` that is. */
static size_t read_escape(reader *r, sx_str rest, size_t bytes) {
  char next = sx_str_at(rest, 1);
  bool is_empty = next == 'E' || sx_str_has_prefix(rest, SX_STR("\\Q\\E"));
  /* A repeat after nothing is of what stands before that, and \c takes any byte. */
  if (is_empty || sx_byte_is_one_of(next, "cgkGKXC")) r->cost.is_plain = false;
  /* The text of a group is compared whole. */
  if (next >= '1' && next <= '9') r->cost.choices++;
  return bytes + braces_of_escape(sx_str_slice(rest, bytes, rest.len), next);
}

/** Reads the opening of a group, with its kind; returns how many bytes that is. */
static size_t read_opening(reader *r) {
  char next = char_at(r, r->at + 1), kind = char_at(r, r->at + 2);
  r->depth++;
  if (next == '*') r->cost.is_plain = false;
  if (next != '?') return 1;
  if (sx_byte_is_one_of(kind, ":=!>")) return 3;
  char name = char_at(r, r->at + 3);
  if (kind == '<' || (kind == 'P' && name == '<')) return 3;
  size_t end = r->at + 2;
  while (sx_byte_is_one_of(char_at(r, end), "imsnU-^")) end++;
  if (char_at(r, end) != ')' && char_at(r, end) != ':') r->cost.is_plain = false;
  return end - r->at;
}

/** `{2}`, `{2,}`, `{2,5}` at `at`; 0 where it is text. */
static size_t braces_bytes(const reader *r, size_t *most, bool *is_fixed) {
  size_t at = r->at + 1, number = 0;
  *is_fixed = true;
  *most = 0;
  for (; sx_byte_is_one_of(char_at(r, at), "0123456789,"); at++) {
    if (char_at(r, at) == ',') {
      *is_fixed = false;
      number = 0;
    } else if (number < SX_REGEX__MAX_COUNT)
      number = number * 10 + (size_t)(char_at(r, at) - '0');
    if (number > *most) *most = number;
  }
  return char_at(r, at) == '}' && at > r->at + 1 ? at + 1 - r->at : 0;
}

static void add_repeat(reader *r) {
  /* A group that repeats has the choices in it each time. */
  r->cost.choices += r->is_after_group ? 2 : 1;
}

/** A part that is one byte. */
static size_t read_byte(reader *r) {
  size_t bytes = 1, most;
  bool is_fixed, is_repeat = false, is_group = false;
  switch (char_at(r, r->at)) {
  case '(': bytes = read_opening(r); break;
  case ')':
    r->depth -= r->depth > 0;
    is_group = true;
    break;
  case '|':
    r->cost.branches++;
    r->cost.choices += r->depth > 0;
    break;
  case '{':
    bytes = braces_bytes(r, &most, &is_fixed);
    is_repeat = bytes > 0;
    if (is_repeat) r->cost.branches += most;
    if (is_repeat && (!is_fixed || r->is_after_group)) add_repeat(r);
    if (!bytes) bytes = 1;
    break;
  case '?':
  case '*':
  case '+':
    is_repeat = !r->is_after_repeat; /* else lazy or possessive */
    if (is_repeat) add_repeat(r);
    break;
  default: break;
  }
  r->is_after_repeat = is_repeat;
  r->is_after_group = is_group;
  return bytes;
}

sx_regex__cost sx_regex__read_cost(sx_str pattern, bool is_literal) {
  reader r = {.pattern = pattern, .cost = {.is_plain = true, .branches = 1}};
  while (!is_literal && r.at < pattern.len) {
    sx_str rest = sx_str_slice(pattern, r.at, pattern.len);
    size_t bytes = sx_regex__part_bytes(rest);
    sx_str part = sx_str_slice(rest, 0, bytes);
    if (*part.ptr == '[') read_class(&r, part);
    if (*part.ptr == '\\') bytes = read_escape(&r, rest, bytes);
    if (bytes == 1)
      bytes = read_byte(&r);
    else
      r.is_after_repeat = r.is_after_group = false;
    r.at += bytes;
  }
  return r.cost;
}

size_t sx_regex__stops_between_checks(const sx_regex *regex, size_t text_bytes) {
  bool is_linear = regex->cost.is_plain && !regex->cost.choices;
  if (!is_linear && !regex->form.has_stops) return PLACES_BETWEEN_CHECKS;
  size_t count = STEPS_BETWEEN_CHECKS / (text_bytes + regex->cost.branches);
  if (count > MAX_STOPS_BETWEEN_CHECKS) return MAX_STOPS_BETWEEN_CHECKS;
  return count ? count : 1;
}
