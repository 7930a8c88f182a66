#include "text/file_type.h"

#include "base/buf.h"
#include "text/language.h"

#define MAX_NAME_BYTES 32
#define MAX_DISTANCE 2
/* Rows of so many ids are of languages that only look alike. */
#define MIXED_IDS 3
#define JAVASCRIPT ".js .jsx .mjs .cjs"

/* Where a row has more or fewer files than is meant. */
typedef struct own_type {
  const char *names, *files;
} own_type;

static const own_type own_types[] = {
    {"ts typescript", ".ts .tsx .mts .cts"},
    {"js javascript", JAVASCRIPT},
    {"cpp c++", ".cpp .cc .cxx .c++ .hpp .hh .hxx .h++ .ipp .inl .tpp .h"},
    {"objc objective-c", ".m .mm .h"},
};

/* The next of the words of a list; empty at its end. */
static sx_str next_word(sx_str *rest) {
  size_t end = sx_str_find_char(*rest, ' ', 0);
  sx_str word = sx_str_slice(*rest, 0, end);
  *rest = end == SX_STR_NONE ? SX_STR("") : sx_str_slice(*rest, end + 1, rest->len);
  return word;
}

static size_t count_words(const char *list) {
  sx_str rest = sx_str_from(list);
  size_t count = 0;
  while (rest.len) count += next_word(&rest).len > 0;
  return count;
}

/* As it is in a list of files: with a dot. */
static sx_str with_dot(sx_str name, char buf[MAX_NAME_BYTES + 1]) {
  buf[0] = '.';
  memcpy(buf + 1, name.ptr, name.len);
  return sx_str_make(buf, name.len + 1);
}

static sx_str name_of(sx_str path) {
  size_t slash = sx_str_find_last_char(path, '/');
  return slash == SX_STR_NONE ? path : sx_str_slice(path, slash + 1, path.len);
}

static sx_str extension_of(sx_str name) {
  size_t dot = sx_str_find_last_char(name, '.');
  return dot == SX_STR_NONE ? SX_STR("") : sx_str_slice(name, dot, name.len);
}

bool sx_file_type_has(const sx_file_type *type, sx_str path) {
  sx_str name = name_of(path), extension = extension_of(name);
  if (type->only.len) return sx_str_is_equal_fold(extension, type->only);
  return sx_language_has_word(type->files, name, true) ||
         sx_language_has_word(type->files, extension, true);
}

bool sx_file_is_javascript(sx_str path) {
  return sx_language_has_word(JAVASCRIPT, extension_of(name_of(path)), false);
}

bool sx_file_is_typings(sx_str path) {
  sx_str name = name_of(path), extension = extension_of(name);
  sx_str stem = sx_str_slice(name, 0, name.len - extension.len);
  return sx_language_has_word(".ts .mts .cts", extension, false) &&
         sx_str_has_suffix(stem, SX_STR(".d"));
}

/* The whole row, or where it mixes languages the one extension. */
static bool take_row(sx_file_type *out, const sx_language *row, sx_str name, sx_str extension) {
  if (!row->files || !row->files[0]) return false; /* the row for unknown languages */
  bool is_extension = sx_language_has_word(row->files, extension, true);
  if (!is_extension && !sx_language_has_word(row->ids, name, true) &&
      !sx_language_has_word(row->files, name, true))
    return false;
  out->files = row->files;
  sx_str rest = sx_str_from(row->files);
  while (is_extension && count_words(row->ids) >= MIXED_IDS && !out->only.len) {
    sx_str word = next_word(&rest);
    if (sx_str_is_equal_fold(word, extension)) out->only = word;
  }
  return true;
}

static bool find(sx_file_type *out, sx_str name) {
  char buf[MAX_NAME_BYTES + 1];
  size_t count;
  const sx_language *rows = sx_language_list(&count);
  if (!name.len || name.len > MAX_NAME_BYTES) return false;
  sx_str extension = with_dot(name, buf);
  for (size_t i = 0; i < sizeof own_types / sizeof *own_types; i++) {
    if (!sx_language_has_word(own_types[i].names, name, true)) continue;
    out->files = own_types[i].files;
    return true;
  }
  for (size_t i = 0; i < count; i++)
    if (take_row(out, &rows[i], name, extension)) return true;
  return false;
}

/* ---- suggestions ----------------------------------------------------------------------------- */

static sx_status add_near(sx_strs *out, const char *list, sx_str name, size_t distance,
                          sx_arena *arena) {
  sx_status status = SX_OK;
  for (sx_str rest = sx_str_from(list); rest.len && !status;) {
    sx_str word = next_word(&rest);
    if (sx_str_at(word, 0) == '.') word = sx_str_slice(word, 1, word.len);
    bool is_near = sx_str_distance(word, name, MAX_DISTANCE + 1) == distance &&
                   2 * distance < name.len && distance < word.len;
    if (is_near && !sx_strs_have(out, word)) status = sx_strs_add(out, word, arena, NULL);
  }
  return status;
}

/* Names like it; without any, all languages. */
static sx_status suggest(sx_strs *out, sx_str name, bool *is_any_near, sx_arena *arena) {
  size_t count;
  const sx_language *rows = sx_language_list(&count);
  sx_status status = SX_OK;
  for (size_t distance = 1; distance <= MAX_DISTANCE && !out->len; distance++)
    for (size_t i = 0; i + 1 < count && !status; i++) {
      status = add_near(out, rows[i].ids, name, distance, arena);
      if (!status) status = add_near(out, rows[i].files, name, distance, arena);
    }
  *is_any_near = out->len > 0;
  for (size_t i = 0; i + 1 < count && !status && !*is_any_near; i++)
    status = sx_strs_add(out, sx_language_name(&rows[i]), arena, NULL);
  return status;
}

sx_status sx_file_type_find(sx_file_type *out, sx_str name, const char *otherwise, sx_arena *arena,
                            sx_err *err) {
  sx_strs near = {0};
  *out = (sx_file_type){.only = SX_STR("")};
  sx_str given = name;
  if (sx_str_has_prefix(name, SX_STR("*."))) name = sx_str_slice(name, 1, name.len);
  if (sx_str_at(name, 0) == '.') name = sx_str_slice(name, 1, name.len);
  if (find(out, name)) return SX_OK;
  bool is_any_near;
  sx_status status = suggest(&near, name, &is_any_near, arena);
  sx_buf list;
  sx_buf_init(&list, SX_ERR_MESSAGE_BYTES);
  for (size_t i = 0; i < near.len; i++)
    sx_buf_addf(&list, "%s%.*s", i ? ", " : "", SX_STR_ARG(near.items[i]));
  if (!status) status = list.status;
  sx_str shown = sx_str_slice(given, 0, 80);
  if (status)
    status = sx_fail(err, status, NULL);
  else if (is_any_near)
    status = sx_fail(err, SX_INVALID_ARGUMENT,
                     "'%.*s' is not a known language or extension. Did you mean %s? Otherwise "
                     "use %s.",
                     SX_STR_ARG(shown), list.ptr, otherwise);
  else
    status = sx_fail(err, SX_INVALID_ARGUMENT,
                     "'%.*s' is not a known language or extension. Use one of these: %s; "
                     "or %s.",
                     SX_STR_ARG(shown), list.ptr, otherwise);
  sx_buf_release(&list);
  return status;
}
