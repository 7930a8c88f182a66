#include "text/qualifier.h"

#include "text/declaration.h"

/* Deeper nesting than this, and lines farther above, are not looked at. */
#define MAX_LEVELS 8
#define MAX_LINES 20000
#define TAB_COLUMNS 8

/* ---- what stands before a name -------------------------------------------------------------- */

static size_t skip_blanks_back(sx_str text, size_t at) {
  while (at > 0 && strchr(" \t\r\n", text.ptr[at - 1])) at--;
  return at;
}

/* Start of the separator that ends at `at`; `at` when there is none. */
static size_t separator_start(sx_str text, size_t at) {
  char last = at > 0 ? text.ptr[at - 1] : 0, before = at > 1 ? text.ptr[at - 2] : 0;
  if (last == '.') return before == '?' || before == '!' ? at - 2 : before == '.' ? at : at - 1;
  bool is_arrow = last == '>' && before == '-', is_scope = last == ':' && before == ':';
  return is_arrow || is_scope ? at - 2 : at;
}

void sx_qualifier_find(sx_qualifier *out, sx_str text, size_t offset, const sx_language *language) {
  *out = (sx_qualifier){0};
  for (size_t at = offset; out->count < SX_QUALIFIER_MAX_PARTS;) {
    size_t end = skip_blanks_back(text, at);
    size_t separator = separator_start(text, end);
    if (separator == end) return;
    end = skip_blanks_back(text, separator);
    at = sx_language_ident_start(language, text, end);
    if (at == end) {
      out->is_open = true;
      return;
    }
    out->parts[out->count++] = sx_str_slice(text, at, end);
  }
}

/* ---- what a place stands in ----------------------------------------------------------------- */

/* Columns of blanks that the line begins with; `*first` is what follows them. */
static size_t indentation(sx_str text, size_t start, size_t end, size_t *first) {
  size_t columns = 0, i = start;
  for (; i < end && (text.ptr[i] == ' ' || text.ptr[i] == '\t'); i++)
    columns += text.ptr[i] == ' ' ? 1 : TAB_COLUMNS - columns % TAB_COLUMNS;
  *first = i;
  return columns;
}

/* Lines whose indentation means nothing: blank, brackets, `#if`, `public:`. */
static bool is_passed_over(sx_str text, size_t first, size_t end) {
  sx_str line = sx_str_trim_end(sx_str_slice(text, first, end));
  if (!line.len || strchr("{})]#", line.ptr[0])) return true;
  return line.ptr[line.len - 1] == ':' && (sx_str_has_prefix(line, SX_STR("public")) ||
                                           sx_str_has_prefix(line, SX_STR("protected")) ||
                                           sx_str_has_prefix(line, SX_STR("private")));
}

typedef struct level {
  sx_str name;
  const char *kind;
} level;

static bool declares(sx_str text, size_t start, size_t end, const sx_language *language,
                     level *out) {
  out->name = sx_declaration_in_line(text, start, end, language);
  if (!out->name.len) return false;
  size_t at = (size_t)(out->name.ptr - text.ptr);
  return sx_declaration_rate(text, at, out->name.len, language, &out->kind) > 0;
}

sx_container sx_container_find(sx_str text, size_t offset, const sx_language *language,
                               sx_arena *arena) {
  level levels[MAX_LEVELS];
  if (offset > text.len) offset = text.len;
  size_t count = 0, first, start = sx_str_line_start(text, offset);
  size_t inner = indentation(text, start, offset, &first);
  sx_container out = {.path = SX_STR(""), .kind = ""};
  for (size_t seen = 0; start > 0 && inner > 0 && count < MAX_LEVELS && seen < MAX_LINES; seen++) {
    size_t end = start - 1;
    if (end > 0 && text.ptr[end] == '\n' && text.ptr[end - 1] == '\r') end--;
    start = sx_str_line_start(text, end);
    size_t columns = indentation(text, start, end, &first);
    if (columns >= inner || is_passed_over(text, first, end)) continue;
    inner = columns;
    count += declares(text, start, end, language, &levels[count]);
  }
  if (count) out.kind = levels[0].kind;
  for (size_t i = count; i-- > 0;)
    out.path = sx_arena_printf(arena, "%.*s%s%.*s", SX_STR_ARG(out.path), out.path.len ? "." : "",
                               SX_STR_ARG(levels[i].name));
  return out;
}

/* Whether `offset` is in brackets that open after the name that ends at `from`. */
static bool is_in_brackets(sx_str text, size_t from, size_t offset) {
  size_t depth = 0;
  if (from >= offset || (text.ptr[from] != '(' && text.ptr[from] != '<')) return false;
  for (size_t i = from; i < offset; i++) {
    bool is_arrow = text.ptr[i] == '>' && (text.ptr[i - 1] == '=' || text.ptr[i - 1] == '-');
    if (strchr("(<[{", text.ptr[i])) depth++;
    if (strchr(")>]}", text.ptr[i]) && !is_arrow && depth && !--depth && text.ptr[i] == ')')
      return false;
  }
  return depth > 0;
}

sx_container sx_container_find_with_head(sx_str text, size_t offset, const sx_language *language,
                                         sx_arena *arena) {
  sx_container out = sx_container_find(text, offset, language, arena);
  level head;
  if (offset > text.len) offset = text.len;
  size_t start = sx_str_line_start(text, offset), end = sx_str_find_char(text, '\n', offset);
  if (!declares(text, start, end == SX_STR_NONE ? text.len : end, language, &head)) return out;
  size_t name_end = (size_t)(head.name.ptr - text.ptr) + head.name.len;
  if (!is_in_brackets(text, name_end, offset)) return out;
  out.path = sx_arena_printf(arena, "%.*s%s%.*s", SX_STR_ARG(out.path), out.path.len ? "." : "",
                             SX_STR_ARG(head.name));
  out.kind = head.kind;
  return out;
}

bool sx_container_is_local(sx_str text, size_t offset, const sx_language *language,
                           sx_arena *arena) {
  const char *kind = sx_container_find(text, offset, language, arena).kind;
  return strcmp(kind, "Function") == 0 || strcmp(kind, "Method") == 0;
}
