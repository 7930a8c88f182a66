#include "resolve/overload.h"

#include "base/byte.h"

#define MAX_PARAMETER_BYTES 4000

/* Where the bracket that opens at `at` closes; the text's end where it does not. */
static size_t find_close(sx_str text, size_t at) {
  size_t depth = 0;
  for (; at < text.len; at++) {
    bool is_arrow = text.ptr[at] == '>' && at > 0 && sx_byte_is_one_of(text.ptr[at - 1], "-=");
    if (sx_byte_is_one_of(text.ptr[at], "(<[{")) depth++;
    if (sx_byte_is_one_of(text.ptr[at], ")>]}") && !is_arrow && --depth == 0) return at;
  }
  return text.len;
}

/* Takes what stands before the next comma that is in no brackets. */
static sx_str take_part(sx_str *rest) {
  size_t at = 0;
  for (; at < rest->len && rest->ptr[at] != ','; at++)
    if (sx_byte_is_one_of(rest->ptr[at], "(<[{")) at = find_close(*rest, at);
  size_t end = at < rest->len ? at : rest->len;
  sx_str part = sx_str_trim(sx_str_slice(*rest, 0, end));
  *rest = sx_str_slice(*rest, end < rest->len ? end + 1 : end, rest->len);
  return part;
}

/* Whether `type` stands in the parameter from `from` on; blanks are not compared. */
static bool is_there(sx_str parameter, size_t from, sx_str type) {
  size_t i = from, j = 0;
  for (; j < type.len && i < parameter.len; i++) {
    if (sx_byte_is_one_of(parameter.ptr[i], " \t\r\n")) continue;
    while (j < type.len && sx_byte_is_one_of(type.ptr[j], " \t")) j++;
    if (j < type.len && parameter.ptr[i] != type.ptr[j++]) return false;
  }
  bool is_cut = i > from && i < parameter.len && sx_byte_is_ident(parameter.ptr[i - 1]) &&
                sx_byte_is_ident(parameter.ptr[i]);
  return j == type.len && !is_cut;
}

static bool has_type(sx_str parameter, sx_str type) {
  for (size_t i = 0; i < parameter.len; i++)
    if ((i == 0 || !sx_byte_is_ident(parameter.ptr[i - 1])) && is_there(parameter, i, type))
      return true;
  return !type.len;
}

static bool fits(sx_str parameters, sx_str arguments) {
  while (arguments.len) {
    if (!parameters.len) return false;
    sx_str type = take_part(&arguments);
    if (!has_type(take_part(&parameters), type)) return false;
  }
  return !sx_str_trim(parameters).len;
}

bool sx_overload_fits(const sx_document *document, sx_pos16 at, sx_str name, sx_str arguments) {
  size_t start = sx_document_offset(document, at) + name.len;
  size_t most = document->text.len - start;
  if (start > document->text.len) return false;
  if (most > MAX_PARAMETER_BYTES) most = MAX_PARAMETER_BYTES;
  sx_str text = sx_str_slice(document->text, start, start + most);
  size_t open = 0;
  if (text.len && text.ptr[0] == '<') open = find_close(text, 0) + 1;
  while (open < text.len && sx_byte_is_one_of(text.ptr[open], " \t\r\n?")) open++;
  if (open >= text.len || text.ptr[open] != '(') return false;
  return fits(sx_str_slice(text, open + 1, find_close(text, open)), arguments);
}

/* ---- two signatures of C++ ------------------------------------------------------------------- */

/* Words that need another one to be a type, or that are one though a word stands before. */
#define TYPE_WORDS                                                                                 \
  "int char short long float double bool void auto unsigned signed wchar_t char8_t char16_t "      \
  "char32_t const volatile"
#define QUALIFIERS "const volatile unsigned signed struct class union enum typename"

static sx_str take_last_word(sx_str *text) {
  size_t start = text->len;
  while (start > 0 && sx_byte_is_ident(text->ptr[start - 1])) start--;
  sx_str word = sx_str_slice(*text, start, text->len);
  *text = sx_str_trim(sx_str_slice(*text, 0, start));
  return word;
}

/* `const T &` of `const T &a = b`. */
static sx_str type_of(sx_str parameter) {
  size_t end = sx_str_find_char(parameter, '=', 0);
  if (end != SX_STR_NONE) parameter = sx_str_trim(sx_str_slice(parameter, 0, end));
  sx_str type = parameter;
  sx_str word = take_last_word(&type), before = type;
  bool is_qualified = sx_language_has_word(QUALIFIERS, take_last_word(&before), false);
  bool is_path = sx_str_has_suffix(type, SX_STR("::"));
  bool is_bare = !type.len || (is_qualified && !before.len) || is_path;
  return !word.len || is_bare || sx_language_has_word(TYPE_WORDS, word, false) ? parameter : type;
}

static bool is_equal_but_blanks(sx_str a, sx_str b) {
  size_t i = 0, j = 0;
  for (;;) {
    while (i < a.len && sx_byte_is_space(a.ptr[i])) i++;
    while (j < b.len && sx_byte_is_space(b.ptr[j])) j++;
    if (i == a.len || j == b.len) return i == a.len && j == b.len;
    if (a.ptr[i++] != b.ptr[j++]) return false;
  }
}

typedef struct signature {
  sx_str head, parameters, suffix; /* head: a template's; suffix: up to `= 0` */
} signature;

static bool split(signature *out, sx_str text, sx_str name) {
  size_t at = sx_str_find(text, name, 0), open = SX_STR_NONE;
  for (; at != SX_STR_NONE && open == SX_STR_NONE; at = sx_str_find(text, name, at + 1)) {
    size_t next = at + name.len;
    while (next < text.len && sx_byte_is_space(text.ptr[next])) next++;
    if (next < text.len && text.ptr[next] == '(') open = next;
  }
  if (open == SX_STR_NONE) return false;
  size_t close = find_close(text, open), angle = sx_str_find_char(text, '<', 0), end = close;
  bool is_template = sx_str_has_prefix(text, SX_STR("template")) && angle < open;
  while (end < text.len && !sx_byte_is_one_of(text.ptr[end], "={;:")) end++;
  out->head = is_template ? sx_str_slice(text, 0, find_close(text, angle)) : SX_STR("");
  out->parameters = sx_str_slice(text, open + 1, close);
  out->suffix = sx_str_trim(sx_str_slice(text, close < end ? close + 1 : end, end));
  return true;
}

bool sx_overload_is_same(sx_str a, sx_str b, sx_str name) {
  signature one, other;
  if (!split(&one, a, name) || !split(&other, b, name)) return sx_str_is_equal(a, b);
  bool is_same =
      is_equal_but_blanks(one.head, other.head) && is_equal_but_blanks(one.suffix, other.suffix);
  while (is_same && one.parameters.len && other.parameters.len)
    is_same = is_equal_but_blanks(type_of(take_part(&one.parameters)),
                                  type_of(take_part(&other.parameters)));
  return is_same && !one.parameters.len && !other.parameters.len;
}
