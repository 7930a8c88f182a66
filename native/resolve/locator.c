#include "resolve/locator.h"

#include "base/byte.h"
#include "base/utf8.h"

/* A name that a provider gives is taken apart up to this length: longer ones are not names. */
#define MAX_PROVIDED_BYTES 2048
#define MAX_SHOWN_BYTES 200

/* A number without sign that ends where `s` ends; false when it is none or too big. */
static bool parse_number(sx_str s, uint32_t *out) {
  if (!s.len || s.len > 9) return false;
  uint32_t value = 0;
  for (size_t i = 0; i < s.len; i++) {
    if (!sx_byte_is_digit(s.ptr[i])) return false;
    value = value * 10 + (uint32_t)(s.ptr[i] - '0');
  }
  *out = value;
  return true;
}

/* `save[1]`, `save#2` and `save[1]#2`: takes the numbers off the end. */
static void take_suffixes(sx_locator *out, sx_str *name) {
  uint32_t number;
  size_t hash = sx_str_find_last_char(*name, '#');
  if (hash != SX_STR_NONE && hash > 0 &&
      parse_number(sx_str_slice(*name, hash + 1, name->len), &number) && number > 0) {
    out->has_occurrence = true;
    out->occurrence = number;
    *name = sx_str_slice(*name, 0, hash);
  }
  size_t open = sx_str_find_last_char(*name, '[');
  if (open != SX_STR_NONE && open > 0 && sx_str_has_suffix(*name, SX_STR("]")) &&
      parse_number(sx_str_slice(*name, open + 1, name->len - 1), &number)) {
    out->has_index = true;
    out->index = number;
    *name = sx_str_slice(*name, 0, open);
  }
}

/* Ruby's operators are methods: `Till#==`, `Till::[]=`. */
static bool is_operator(sx_str name) {
  for (size_t i = 0; i < name.len; i++)
    if (!sx_byte_is_one_of(name.ptr[i], "[]=<>+-*/%!~&|^@")) return false;
  return name.len > 0 && name.len <= 3;
}

/* Length of the separator at `i` when it stands between two names; else 0. */
static size_t separator_at(sx_str s, size_t i) {
  size_t len = sx_byte_is_one_of(s.ptr[i], "./#\\")                      ? 1
               : s.ptr[i] == ':' && i + 1 < s.len && s.ptr[i + 1] == ':' ? 2
                                                                         : 0;
  if (!len || i == 0 || i + len >= s.len) return 0;
  char after = s.ptr[i + len];
  bool is_after_word = sx_byte_is_ident(s.ptr[i - 1]) || sx_byte_is_one_of(s.ptr[i - 1], ">)]");
  bool is_private = after == '#' && s.ptr[i] == '.'; /* `Counter.#count` */
  bool is_path = sx_byte_is_one_of(s.ptr[i], "/\\"); /* a star after it is a pattern's */
  bool is_name = sx_byte_is_ident(after) || after == '~' || after == '@' || is_private ||
                 (!is_path && is_operator(sx_str_slice(s, i + len, s.len)));
  return is_after_word && is_name ? len : 0;
}

/*
 * End of the `<…>` or `(…)` that opens at `i` right after a name; `i` when there is none or it
 * does not close. The name does not depend on the inside: `vector<std::string>::size`.
 */
static size_t skip_arguments(sx_str s, size_t i) {
  char before = i ? s.ptr[i - 1] : 0;
  bool is_after_name = sx_byte_is_one_of(s.ptr[i], "<(") && sx_byte_is_ident(before);
  bool is_qualified = i == 0 && s.ptr[i] == '<'; /* Rust's `<T as Trait>::f` */
  if (!is_after_name && !is_qualified) return i;
  size_t depth = 0;
  for (size_t at = i; at < s.len; at++) {
    char c = s.ptr[at];
    bool is_arrow = c == '>' && at && sx_byte_is_one_of(s.ptr[at - 1], "-=");
    if (c == '<' || c == '(') depth++;
    if ((c == '>' || c == ')') && !is_arrow && --depth == 0) return at + 1;
  }
  return i;
}

/* The C++ operators' names go on where other names end; 0 when `s` begins with none. */
static size_t operator_len(sx_str s) {
  if (!sx_str_has_prefix(s, SX_STR("operator")) || s.len < 9 || sx_byte_is_ident(s.ptr[8]))
    return 0;
  size_t end = sx_str_has_prefix(s, SX_STR("operator()")) ? 10 : 9;
  while (end < s.len && s.ptr[end] != '(') end++;
  return end;
}

/* Where the last name of a name path starts; those before it go to `out` (may be NULL). */
static size_t split(sx_locator *out, sx_str name) {
  size_t start = 0;
  for (size_t i = 0; i < name.len; i++) {
    if (i == start && operator_len(sx_str_slice(name, i, name.len))) break;
    size_t end = skip_arguments(name, i);
    if (end > i) {
      i = end - 1;
      continue;
    }
    size_t separator = separator_at(name, i);
    if (!separator) continue;
    if (out && out->parent_count == SX_LOCATOR_MAX_PARTS - 1) {
      /* The last ones of a longer path matter most. */
      memmove(out->parents, out->parents + 1, (out->parent_count - 1) * sizeof *out->parents);
      out->parent_count--;
    }
    if (out) out->parents[out->parent_count++] = sx_str_slice(name, start, i);
    start = i + separator;
    i = start - 1;
  }
  return start;
}

/* `save<T>(user)` is `save`, `operator()(int)` is `operator()`. */
static sx_str cut_arguments(sx_str name) {
  size_t end = operator_len(name);
  for (size_t i = 1; i < name.len && !end; i++)
    if (skip_arguments(name, i) > i) end = i;
  return end ? sx_str_slice(name, 0, end) : name;
}

/* `<T>(int)` has "int"; `()` is how functions are written, and means nothing. */
static sx_str arguments_in(sx_str behind_name) {
  size_t open = sx_str_find_char(behind_name, '(', 0);
  if (open == SX_STR_NONE || !sx_str_has_suffix(behind_name, SX_STR(")"))) return SX_STR("");
  return sx_str_trim(sx_str_slice(behind_name, open + 1, behind_name.len - 1));
}

/* `User extends Base {` ends after the name, `save(a, b) -> None:` after the parentheses. */
static sx_str up_to_blank(sx_str text) {
  for (size_t i = 0; i < text.len; i++) {
    size_t end = skip_arguments(text, i);
    if (end > i)
      i = end - 1;
    else if (sx_byte_is_one_of(text.ptr[i], " \t{;"))
      return sx_str_slice(text, 0, i);
  }
  return text;
}

static bool is_keyword(sx_str word) {
  static const char *const keywords[] = {
      "abstract",  "async",  "class",   "const",     "def",     "default",   "enum",
      "export",    "fn",     "func",    "function",  "impl",    "interface", "let",
      "namespace", "new",    "private", "protected", "pub",     "public",    "readonly",
      "static",    "struct", "trait",   "type",      "typedef", "union",     "var"};
  for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
    if (sx_str_is_equal(word, sx_str_from(keywords[i]))) return true;
  return false;
}

/*
 * Whether what follows belongs to the declaration: in `static int count` another name does, and
 * the first one is its type.
 */
static bool is_rest_of_declaration(sx_str rest) {
  size_t end = 0;
  while (end < rest.len && sx_byte_is_ident(rest.ptr[end])) end++;
  sx_str word = sx_str_slice(rest, 0, end);
  if (!end) return !rest.len || sx_byte_is_one_of(rest.ptr[0], "{=-:;");
  return sx_str_is_equal(word, SX_STR("extends")) || sx_str_is_equal(word, SX_STR("implements"));
}

/* `export class User`, `async def save(a)`, `new User()`: only the name. */
static sx_str without_keywords(sx_str name, sx_str *keyword) {
  sx_str rest = name, last = SX_STR("");
  for (;;) {
    size_t end = 0;
    while (end < rest.len && sx_byte_is_ident(rest.ptr[end])) end++;
    sx_str behind = sx_str_trim(sx_str_slice(rest, end, rest.len));
    bool is_before_name = end < rest.len && sx_byte_is_one_of(rest.ptr[end], " \t") && behind.len &&
                          sx_byte_is_ident(behind.ptr[0]) && !sx_byte_is_digit(behind.ptr[0]);
    if (!is_before_name || !is_keyword(sx_str_slice(rest, 0, end))) break;
    last = sx_str_slice(rest, 0, end);
    rest = behind;
  }
  if (rest.len == name.len) return name;
  sx_str first = up_to_blank(rest);
  if (!is_rest_of_declaration(sx_str_trim(sx_str_slice(rest, first.len, rest.len)))) return name;
  *keyword = last;
  return first;
}

bool sx_locator_fits_kind(const sx_locator *locator, sx_str kind) {
  static const char *const kinds[][2] = {{"class", "Class"},
                                         {"enum", "Enum"},
                                         {"interface", "Interface"},
                                         {"struct", "Struct"},
                                         {"union", "Union"}};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (sx_str_is_equal(locator->keyword, sx_str_from(kinds[i][0])))
      return sx_str_is_equal(kind, sx_str_from(kinds[i][1]));
  return true;
}

/*
 * Drops the beginning that leads to the first name from anywhere, or from where the path stands:
 * `\Shop\Till`, `::shop::Till`, `crate::till::Till`, `self::open`. Each is a word that no symbol
 * has as its name.
 */
static sx_str without_root(sx_str name) {
  static const char *const roots[] = {
      "\\", "::", "$crate::", "crate::", "self::", "super::", "static::"};
  for (size_t i = 0; i < sizeof roots / sizeof *roots; i++) {
    sx_str root = sx_str_from(roots[i]);
    if (!sx_str_has_prefix(name, root) || name.len == root.len) continue;
    if (!sx_byte_is_ident(name.ptr[root.len])) continue;
    name = sx_str_slice(name, root.len, name.len);
    i = SX_STR_NONE; /* `super::super::open` */
  }
  return name;
}

/* C#'s `global::Shop.Tills` is the namespace Shop.Tills. */
static sx_str whole_of(sx_str name) {
  const sx_str root = SX_STR("global::");
  bool is_root =
      sx_str_has_prefix(name, root) && sx_str_find_char(name, '.', root.len) != SX_STR_NONE;
  return is_root ? sx_str_slice(name, root.len, name.len) : name;
}

sx_status sx_locator_parse_name(sx_locator *out, const char *argument, sx_str given, sx_err *err) {
  sx_str name = sx_str_trim(given);
  if (!name.len || name.len > SX_LOCATOR_MAX_NAME_BYTES || memchr(name.ptr, 0, name.len) ||
      memchr(name.ptr, '\n', name.len))
    return sx_fail(err, SX_INVALID_ARGUMENT,
                   "%s: a symbol's name of 1 to %d bytes on one line is required, such as `User` "
                   "or `User.save`.",
                   argument, SX_LOCATOR_MAX_NAME_BYTES);
  out->given = name;
  out->has_index = out->has_occurrence = false;
  out->parent_count = 0;
  out->keyword = SX_STR("");
  name = without_root(without_keywords(name, &out->keyword));
  take_suffixes(out, &name);
  size_t start = split(out, name);
  out->whole = out->parent_count ? whole_of(name) : SX_STR("");
  out->has_root =
      sx_str_has_prefix(name, SX_STR("global::")) || sx_str_has_prefix(name, SX_STR("parent::"));
  out->name = cut_arguments(sx_str_slice(name, start, name.len));
  out->arguments = arguments_in(sx_str_slice(name, start + out->name.len, name.len));
  return SX_OK;
}

bool sx_locator_split_dollars(sx_locator *out, const sx_locator *locator, sx_arena *arena) {
  size_t sign = sx_str_find_char(locator->name, '$', 1);
  sx_locator made = *locator;
  if (sign == SX_STR_NONE || sign + 1 >= locator->name.len) return false;
  sx_str given = sx_arena_dup(arena, locator->given);
  if (arena->status) return false;
  char *text = (char *)given.ptr;
  for (size_t i = 1; i + 1 < given.len; i++)
    if (text[i] == '$' && sx_byte_is_word(text[i - 1]) && sx_byte_is_word(text[i + 1]))
      text[i] = '.';
  if (sx_locator_parse_name(&made, "symbol", given, NULL)) return false;
  *out = made;
  return true;
}

/* Takes `:digits` off the end. */
static bool take_number(sx_str *s, uint32_t *out) {
  size_t colon = sx_str_find_last_char(*s, ':');
  if (colon == SX_STR_NONE || !parse_number(sx_str_slice(*s, colon + 1, s->len), out)) return false;
  *s = sx_str_slice(*s, 0, colon);
  return *out > 0;
}

/* `path:line:column` or `line:column`: leaves the path. */
static bool take_place(sx_str *s, uint32_t *line, uint32_t *column) {
  if (!take_number(s, column)) return false;
  if (take_number(s, line)) return s->len > 0;
  bool is_line = parse_number(*s, line) && *line > 0;
  *s = SX_STR("");
  return is_line;
}

sx_status sx_locator_parse_handle(sx_locator *out, const char *argument, sx_str given,
                                  sx_err *err) {
  /* Both the path and the name may hold a '#': the right one has `:line:column` before it. */
  for (size_t hash = sx_str_find_char(given, '#', 0); hash != SX_STR_NONE;
       hash = sx_str_find_char(given, '#', hash + 1)) {
    sx_str place = sx_str_slice(given, 0, hash);
    uint32_t line, column;
    if (!take_place(&place, &line, &column)) continue;
    sx_status status =
        sx_locator_parse_name(out, argument, sx_str_slice(given, hash + 1, given.len), err);
    if (status) return status;
    out->file = place;
    out->has_line = out->has_column = true;
    out->line = line - 1;
    out->column_u16 = column - 1;
    return SX_OK;
  }
  given = sx_str_slice(given, 0, sx_utf8_floor(given.ptr, given.len, MAX_SHOWN_BYTES));
  return sx_fail(err, SX_INVALID_ARGUMENT,
                 "%s: '%.*s' is not a handle. Copy one unchanged from an earlier answer "
                 "(path:line:column#name), or use symbol with file_path.",
                 argument, SX_STR_ARG(given));
}

bool sx_locator_parse_place(sx_locator *out, sx_str given) {
  uint32_t line, column;
  sx_str path = sx_str_trim(given);
  if (!take_place(&path, &line, &column) || !path.len) return false;
  out->file = path;
  out->has_line = out->has_column = true;
  out->line = line - 1;
  out->column_u16 = column - 1;
  return true;
}

sx_str sx_locator_handle(sx_str path, sx_pos16 at, sx_str name, sx_arena *arena) {
  return sx_arena_printf(arena, "%.*s:%u:%u#%.*s", SX_STR_ARG(path), at.line + 1, at.character + 1,
                         SX_STR_ARG(name));
}

sx_str sx_locator_bare_name(sx_str name) {
  /* TypeScript's outline has `(get) size`, and `save() callback` for a function without name. */
  bool is_accessor =
      sx_str_has_prefix(name, SX_STR("(get) ")) || sx_str_has_prefix(name, SX_STR("(set) "));
  if (is_accessor && name.len > 6) return sx_str_slice(name, 6, name.len);
  if (sx_str_has_suffix(name, SX_STR(") callback")) || name.len > MAX_PROVIDED_BYTES) return name;
  /* Go's has `(*User).Save`, C++'s may have `User::save`. */
  sx_str bare = cut_arguments(sx_str_slice(name, split(NULL, name), name.len));
  if (operator_len(bare)) return bare;
  for (size_t i = 1; i < bare.len; i++) /* a bracket without its end, and text after a blank */
    if (sx_byte_is_one_of(bare.ptr[i], "(< ") && sx_byte_is_ident(bare.ptr[i - 1]))
      return sx_str_slice(bare, 0, i);
  return bare;
}

static size_t skip_blanks(sx_str s, size_t i) {
  while (i < s.len && sx_byte_is_one_of(s.ptr[i], " \t\r\n")) i++;
  return i;
}

bool sx_locator_is_line_text(const sx_locator *locator, sx_str line) {
  sx_str given = locator->line_text;
  size_t i = skip_blanks(given, 0), j = skip_blanks(line, 0);
  for (; i < given.len && j < line.len; i = skip_blanks(given, i + 1), j = skip_blanks(line, j + 1))
    if (given.ptr[i] != line.ptr[j]) return false;
  return i == given.len && j == line.len;
}

static bool is_plain_path(sx_str container) {
  for (size_t i = 0; i < container.len; i++)
    if (!sx_byte_is_ident(container.ptr[i]) && !sx_byte_is_one_of(container.ptr[i], ".:\\"))
      return false;
  return container.len > 0 && container.len < MAX_SHOWN_BYTES;
}

bool sx_locator_may_hold(sx_str container, sx_str name) {
  return is_plain_path(container) && name.len && sx_byte_is_ident(name.ptr[0]);
}

sx_str sx_locator_member_name(sx_str container, sx_str name, sx_arena *arena) {
  bool is_plain = sx_locator_may_hold(container, name);
  return is_plain ? sx_arena_printf(arena, "%.*s.%.*s", SX_STR_ARG(container), SX_STR_ARG(name))
                  : name;
}

sx_str sx_locator_own_container(sx_str name, sx_str container, sx_arena *arena) {
  bool is_path = name.len && (sx_byte_is_ident(name.ptr[0]) || name.ptr[0] == '(');
  if (!is_path || sx_byte_is_digit(name.ptr[0]) || name.len > MAX_PROVIDED_BYTES ||
      sx_str_has_suffix(name, SX_STR(") callback")) || sx_str_has_prefix(name, SX_STR("(get) ")) ||
      sx_str_has_prefix(name, SX_STR("(set) ")))
    return container;
  size_t end = split(NULL, name);
  while (end > 0 && sx_byte_is_one_of(name.ptr[end - 1], ".:#/")) end--;
  for (size_t i = 0; i < end; i++)
    if (!sx_byte_is_ident(name.ptr[i]) && !sx_byte_is_one_of(name.ptr[i], ".:()*<>, "))
      return container;
  sx_str own = sx_str_slice(name, 0, end);
  if (!own.len || !container.len) return own.len ? own : container;
  return sx_arena_printf(arena, "%.*s::%.*s", SX_STR_ARG(container), SX_STR_ARG(own));
}
