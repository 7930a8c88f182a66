#include "text/language.h"

#include "base/utf8.h"
#include "text/ident.h"

#define MAX_EXTENSION_BYTES 32
#define MAX_ANNOTATION_BYTES 400

bool sx_language_has_word(const char *list, sx_str word, bool folds_case) {
  sx_str rest = sx_str_from(list);
  if (!word.len) return false;
  if (sx_str_is_equal(rest, SX_STR("*"))) return true;
  while (rest.len) {
    size_t end = sx_str_find_char(rest, ' ', 0);
    sx_str item = sx_str_slice(rest, 0, end);
    if (sx_str_is_equal(item, word) || (folds_case && sx_str_is_equal_fold(item, word)))
      return true;
    rest = end == SX_STR_NONE ? SX_STR("") : sx_str_slice(rest, end + 1, rest.len);
  }
  return false;
}

/** The part of a path after its last separator. */
static sx_str file_name(sx_str path) {
  size_t start = path.len;
  while (start && path.ptr[start - 1] != '/' && path.ptr[start - 1] != '\\') start--;
  return sx_str_slice(path, start, path.len);
}

static const sx_language *find_by_id(sx_str id) {
  size_t count;
  const sx_language *rows = sx_language_list(&count);
  for (size_t i = 0; i < count; i++)
    if (sx_language_has_word(rows[i].ids, id, true)) return &rows[i];
  return NULL;
}

static const sx_language *find_by_file(sx_str name) {
  size_t count, dot = sx_str_find_last_char(name, '.');
  const sx_language *rows = sx_language_list(&count);
  for (size_t i = 0; i < count; i++)
    if (sx_language_has_word(rows[i].files, name, true)) return &rows[i];
  if (dot == SX_STR_NONE || name.len - dot > MAX_EXTENSION_BYTES) return NULL;
  sx_str extension = sx_str_slice(name, dot, name.len);
  for (size_t i = 0; i < count; i++)
    if (sx_language_has_word(rows[i].files, extension, true)) return &rows[i];
  return NULL;
}

const sx_language *sx_language_find(sx_str language_id, sx_str path) {
  size_t count;
  const sx_language *found = find_by_id(language_id);
  if (!found) found = find_by_file(file_name(path));
  /* The last row is the one for unknown languages. */
  const sx_language *rows = sx_language_list(&count);
  return found ? found : &rows[count - 1];
}

bool sx_language_has_file(sx_str path) {
  const char *files = sx_language_find(SX_STR(""), path)->files;
  return files && files[0]; /* not the row for unknown languages */
}

sx_str sx_language_name(const sx_language *language) {
  sx_str ids = sx_str_from(language->ids);
  return sx_str_slice(ids, 0, sx_str_find_char(ids, ' ', 0));
}

bool sx_language_is_ident(const sx_language *language, uint32_t codepoint) {
  if (sx_ident_is_continue(codepoint)) return true;
  return codepoint && codepoint < 0x80 && language->ident_extra &&
         strchr(language->ident_extra, (int)codepoint) != NULL;
}

size_t sx_language_ident_end(const sx_language *language, sx_str text, size_t at) {
  uint32_t c;
  while (at < text.len) {
    size_t bytes = sx_utf8_decode(text.ptr + at, text.len - at, &c);
    if (!sx_language_is_ident(language, c)) break;
    at += bytes;
  }
  return at;
}

size_t sx_language_ident_start(const sx_language *language, sx_str text, size_t at) {
  uint32_t c;
  while (at > 0) {
    size_t before = sx_utf8_previous(text.ptr, at);
    sx_utf8_decode(text.ptr + before, text.len - before, &c);
    if (!sx_language_is_ident(language, c)) break;
    at = before;
  }
  return at;
}

bool sx_language_is_word(const sx_language *language, sx_str text, size_t start, size_t end) {
  return sx_language_ident_start(language, text, start) == start &&
         sx_language_ident_end(language, text, end) == end;
}

static size_t skip_blanks_back(sx_str text, size_t end) {
  while (end && strchr(" \t\r\n", text.ptr[end - 1])) end--;
  return end;
}

/* In front of `: Type`, which ends at `end`; `end` where there is none. */
static size_t skip_annotation_back(sx_str text, size_t end) {
  size_t depth = 0;
  for (size_t i = end; i > 0 && end - i < MAX_ANNOTATION_BYTES; i--) {
    char c = text.ptr[i - 1];
    if (strchr(")]}", c) || (c == '>' && (i < 2 || text.ptr[i - 2] != '='))) depth++;
    if (strchr("([{<", c) && !depth--) return end;
    if (c == ';' && !depth) return end;
    if (c != ':' || depth) continue;
    i = skip_blanks_back(text, i - 1);
    return i && strchr("?!", text.ptr[i - 1]) ? skip_blanks_back(text, i - 1) : i;
  }
  return end;
}

static bool is_function_value(const sx_language *language, sx_str text, size_t at) {
  static const char *const words[] = {"function", "class", "async"};
  if (at < text.len && strchr("(<", text.ptr[at])) return text.ptr[at] != 0;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    sx_str word = sx_str_from(words[i]);
    if (sx_str_has_prefix(sx_str_slice(text, at, text.len), word))
      return sx_language_is_word(language, text, at, at + word.len);
  }
  return false;
}

/* TypeScript's server gives the value of `area = () => 1` as what a call of it leads to. */
static size_t assigned_name_start(const sx_language *language, sx_str text, size_t at) {
  size_t end = skip_blanks_back(text, at);
  if (!is_function_value(language, text, at) || !end || text.ptr[end - 1] != '=') return at;
  end = skip_blanks_back(text, end - 1);
  size_t start = sx_language_ident_start(language, text, end);
  size_t before = start == end ? end : skip_blanks_back(text, start);
  bool is_type = start == end || (before && strchr(":|&.>", text.ptr[before - 1]));
  if (is_type) end = skip_annotation_back(text, end);
  start = sx_language_ident_start(language, text, end);
  if (start == end) return at;
  return start && text.ptr[start - 1] == '#' ? start - 1 : start;
}

size_t sx_language_name_start(const sx_language *language, sx_str text, size_t at) {
  size_t start = at;
  while (at < text.len && text.ptr[at] == '*') at++;
  if (at != start) return at;
  bool is_python = sx_str_is_equal(sx_language_name(language), SX_STR("python"));
  bool is_quote = at < text.len && (text.ptr[at] == '"' || text.ptr[at] == '\'');
  if (is_python) return is_quote ? at + 1 : at;
  bool is_typescript = sx_str_is_equal(sx_language_name(language), SX_STR("typescript"));
  return is_typescript ? assigned_name_start(language, text, at) : at;
}

size_t sx_language_find_word(const sx_language *language, sx_str text, sx_str word, size_t from) {
  size_t at = sx_str_find(text, word, from);
  while (at != SX_STR_NONE && !sx_language_is_word(language, text, at, at + word.len))
    at = sx_str_find(text, word, at + 1);
  return at;
}

void sx_language_mark_ident(const sx_language *language, unsigned char value,
                            unsigned char table[128]) {
  const char *extra = language->ident_extra ? language->ident_extra : "";
  memset(table + 'a', value, 26);
  memset(table + 'A', value, 26);
  memset(table + '0', value, 10);
  table['_'] = value;
  for (; *extra; extra++) table[(unsigned char)*extra & 0x7f] = value;
}
