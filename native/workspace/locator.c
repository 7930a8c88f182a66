#include "workspace/locator.h"

static bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/* A number without sign that ends where `s` ends; false when it is none or too big. */
static bool parse_number(sx_str s, uint32_t *out) {
  if (!s.len || s.len > 9) return false;
  uint32_t value = 0;
  for (size_t i = 0; i < s.len; i++) {
    if (!is_digit(s.ptr[i])) return false;
    value = value * 10 + (uint32_t)(s.ptr[i] - '0');
  }
  *out = value;
  return true;
}

/* Bytes that could be part of an identifier in some language. */
static bool is_word(char c) {
  return (unsigned char)c >= 0x80 || is_digit(c) || (c >= 'a' && c <= 'z') ||
         (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
}

/* `save[1]` and `save#2`: takes the number off the end. */
static void take_suffixes(sx_locator *out, sx_str *name) {
  size_t open = sx_str_find_last_char(*name, '[');
  if (open != SX_STR_NONE && open > 0 && sx_str_has_suffix(*name, SX_STR("]")) &&
      parse_number(sx_str_slice(*name, open + 1, name->len - 1), &out->index)) {
    out->has_index = true;
    *name = sx_str_slice(*name, 0, open);
  }
  size_t hash = sx_str_find_last_char(*name, '#');
  if (hash != SX_STR_NONE && hash > 0 &&
      parse_number(sx_str_slice(*name, hash + 1, name->len), &out->occurrence) &&
      out->occurrence > 0) {
    out->has_occurrence = true;
    *name = sx_str_slice(*name, 0, hash);
  }
}

/* Length of the separator at `i` when it stands between two words; else 0. */
static size_t separator_at(sx_str s, size_t i) {
  size_t len = s.ptr[i] == '.' || s.ptr[i] == '/' || s.ptr[i] == '#'     ? 1
               : s.ptr[i] == ':' && i + 1 < s.len && s.ptr[i + 1] == ':' ? 2
                                                                         : 0;
  if (!len || i == 0 || i + len >= s.len) return 0;
  char after = s.ptr[i + len];
  bool is_after_word = is_word(s.ptr[i - 1]) || s.ptr[i - 1] == '>' || s.ptr[i - 1] == ')';
  return is_after_word && (is_word(after) || after == '~' || after == '@') ? len : 0;
}

sx_status sx_locator_parse_name(sx_locator *out, const char *argument, sx_str given, sx_err *err) {
  sx_str name = sx_str_trim(given);
  if (!name.len || name.len > SX_LOCATOR_MAX_NAME_BYTES || memchr(name.ptr, 0, name.len) ||
      memchr(name.ptr, '\n', name.len))
    return sx_fail(err, SX_INVALID_ARGUMENT,
                   "%s: a symbol's name of 1 to %d bytes on one line is needed, such as `User` or "
                   "`User.save`.",
                   argument, SX_LOCATOR_MAX_NAME_BYTES);
  out->given = name;
  take_suffixes(out, &name);
  if (name.len > 2 && sx_str_has_suffix(name, SX_STR("()"))) name.len -= 2;
  size_t start = 0;
  out->parent_count = 0;
  for (size_t i = 0; i < name.len; i++) {
    size_t separator = separator_at(name, i);
    if (!separator) continue;
    if (out->parent_count < SX_LOCATOR_MAX_PARTS - 1)
      out->parents[out->parent_count++] = sx_str_slice(name, start, i);
    start = i + separator;
    i = start - 1;
  }
  out->name = sx_str_slice(name, start, name.len);
  return SX_OK;
}

/* Takes `:digits` off the end. */
static bool take_number(sx_str *s, uint32_t *out) {
  size_t colon = sx_str_find_last_char(*s, ':');
  if (colon == SX_STR_NONE || !parse_number(sx_str_slice(*s, colon + 1, s->len), out)) return false;
  *s = sx_str_slice(*s, 0, colon);
  return *out > 0;
}

sx_status sx_locator_parse_handle(sx_locator *out, const char *argument, sx_str given,
                                  sx_err *err) {
  /* Both the path and the name may hold a '#': the right one has `:line:column` before it. */
  for (size_t hash = sx_str_find_char(given, '#', 0); hash != SX_STR_NONE;
       hash = sx_str_find_char(given, '#', hash + 1)) {
    sx_str place = sx_str_slice(given, 0, hash);
    uint32_t line, column;
    if (!take_number(&place, &column) || !take_number(&place, &line) || !place.len) continue;
    sx_status status =
        sx_locator_parse_name(out, argument, sx_str_slice(given, hash + 1, given.len), err);
    if (status) return status;
    out->file = place;
    out->has_line = out->has_column = true;
    out->line = line - 1;
    out->column_u16 = column - 1;
    return SX_OK;
  }
  return sx_fail(err, SX_INVALID_ARGUMENT,
                 "%s: '%.*s' is no handle. Pass one from an earlier answer unchanged "
                 "(path:line:column#name), or use symbol_name with file_path.",
                 argument, SX_STR_ARG(given));
}

sx_str sx_locator_handle(sx_str path, sx_pos16 at, sx_str name, sx_arena *arena) {
  return sx_arena_printf(arena, "%.*s:%u:%u#%.*s", SX_STR_ARG(path), at.line + 1, at.character + 1,
                         SX_STR_ARG(name));
}

sx_str sx_locator_bare_name(sx_str name) {
  size_t end = name.len;
  for (size_t i = 1; i < name.len; i++)
    if ((name.ptr[i] == '(' || name.ptr[i] == '<' || name.ptr[i] == ' ') &&
        is_word(name.ptr[i - 1])) {
      end = i;
      break;
    }
  sx_str bare = sx_str_slice(name, 0, end);
  /* Go's outline says `(*User).Save`, C++'s may say `User::save`. */
  for (size_t i = bare.len; i-- > 1;)
    if (separator_at(bare, i) == 1 && bare.ptr[i] == '.')
      return sx_str_slice(bare, i + 1, bare.len);
    else if (i > 1 && separator_at(bare, i - 1) == 2)
      return sx_str_slice(bare, i + 1, bare.len);
  return bare;
}

/* Takes the last name off a container path; empty at its start. */
static sx_str take_last_name(sx_str *container) {
  sx_str s = sx_str_trim_end(*container);
  size_t end = s.len;
  while (end > 0 && !is_word(s.ptr[end - 1])) end--;
  size_t start = end;
  while (start > 0 && is_word(s.ptr[start - 1])) start--;
  *container = sx_str_slice(s, 0, start);
  return sx_str_slice(s, start, end);
}

bool sx_locator_is_in(const sx_locator *locator, sx_str container) {
  for (size_t i = locator->parent_count; i-- > 0;) {
    sx_str wanted = locator->parents[i];
    sx_str bare = take_last_name(&wanted); /* `Map<K>` and `(*T)` count by their names */
    if (!sx_str_is_equal(take_last_name(&container), bare)) return false;
  }
  return true;
}
