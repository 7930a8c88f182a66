#include "text/doc_comment.h"

#include "base/array.h"
#include "base/buf.h"
#include "base/byte.h"
#include "text/doc_attributes.h"
#include "text/lexer.h"
#include "text/lexer_parts.h"

#define MAX_COMMENT_BYTES (8 * 1024)
#define MAX_ATTRIBUTE_LINES 10
#define MAX_ATTRIBUTE_BYTES (16 * 1024)
#define MAX_BODY_BYTES (64 * 1024)
#define MAX_LAST 128

static sx_str from(sx_str s, size_t at) {
  return sx_str_slice(s, at, s.len);
}

static bool is_blank(sx_str s) {
  return sx_str_trim(s).len == 0;
}

/** The line before the one that begins at `start`, its own start in `*before`; false at the top. */
static bool find_line_above(sx_str text, size_t start, size_t *before, sx_str *line) {
  if (start == 0) return false;
  size_t end = start - 1;
  if (end && text.ptr[end] == '\n' && text.ptr[end - 1] == '\r') end--;
  *before = sx_str_line_start(text, end);
  *line = sx_str_slice(text, *before, end);
  return true;
}

static size_t count_line_ends(sx_str s) {
  size_t count = 0;
  for (size_t i = 0; i < s.len; i++)
    count += s.ptr[i] == '\n' || (s.ptr[i] == '\r' && !sx_lexer__has(s, i, "\r\n"));
  return count;
}

/* Taking comment marks off. */

static bool is_border(sx_str line) {
  line = sx_str_trim(line);
  for (size_t i = 0; i < line.len; i++)
    if (!strchr("=-*#~/+_", line.ptr[i]) || !line.ptr[i]) return false;
  return line.len >= 3;
}

/** Takes a block comment's own marks off both ends. */
static sx_str strip_block(sx_str s, const sx_block_comment *block) {
  sx_str close = sx_str_from(block->close);
  s = from(s, strlen(block->open));
  if (sx_str_has_suffix(s, close)) s.len -= close.len;
  char mark = block->open[strlen(block->open) - 1];
  while (s.len && (s.ptr[0] == mark || s.ptr[0] == '!') && mark == '*') s = from(s, 1);
  while (s.len && mark == '*' && s.ptr[s.len - 1] == '*') s.len--;
  if (mark == '*' && s.len && s.ptr[0] == '<') s = from(s, 1); /* Doxygen: of what is before */
  if (sx_str_has_prefix(sx_str_trim(s), SX_STR("| "))) s = from(sx_str_trim(s), 2); /* Haddock */
  return sx_str_make(s.ptr, s.len);
}

static const sx_block_comment *find_block(sx_str s, const sx_language *language) {
  for (const sx_block_comment *b = language->block_comments; b && b->open; b++)
    if (sx_lexer__has(s, 0, b->open)) return b;
  return NULL;
}

/** A line without its comment mark, however often that is repeated, and what Doxygen adds. */
static sx_str strip_line_mark(sx_str line, const sx_language *language) {
  sx_str s = sx_str_trim(line);
  for (size_t i = 0; language->line_comments[i]; i++) {
    sx_str mark = sx_str_trim_end(sx_str_from(language->line_comments[i]));
    if (!sx_str_has_prefix(s, mark)) continue;
    s = from(s, mark.len);
    while (s.len && (s.ptr[0] == mark.ptr[0] || s.ptr[0] == '!')) s = from(s, 1);
    if (s.len && s.ptr[0] == '<') s = from(s, 1);
    /* Haddock's "-- |" and "-- ^" */
    if (sx_str_has_prefix(s, SX_STR(" | ")) || sx_str_has_prefix(s, SX_STR(" ^ "))) s = from(s, 2);
    return sx_str_trim_end(s);
  }
  return sx_str_trim_end(line);
}

/** A line for a tool (linter, formatter, checker), without meaning for a reader. */
static bool is_directive(sx_str line) {
  static const char *const begins[] = {
      "eslint-", "tslint:",       "prettier-ignore", "biome-ignore", "@ts-",    "istanbul ",
      "c8 ",     "v8 ignore",     "NOLINT",          "clang-format", "noqa",    "pylint:",
      "pragma:", "type: ignore",  "pyright:",        "mypy:",        "fmt: ",   "isort:",
      "nosec",   "shellcheck ",   "rubocop:",        "region ",      "#region", "#endregion",
      "go:",     "noinspection ", "jshint ",         "jslint "};
  line = sx_str_trim(line);
  for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
    if (sx_str_has_prefix(line, sx_str_from(begins[i]))) return true;
  return false;
}

/** A line of a block comment without the star that leads it, or the two. */
static sx_str strip_star(sx_str line) {
  sx_str s = sx_str_trim(line);
  size_t stars = 0;
  while (stars < 2 && stars < s.len && s.ptr[stars] == '*') stars++;
  if (stars && (s.len == stars || s.ptr[stars] == ' ' || s.ptr[stars] == '\t'))
    return sx_str_trim_end(from(s, stars));
  return sx_str_trim_end(line);
}

typedef SX_ARRAY(sx_str) line_list;

/** Takes the common indentation off `lines` (the first not counted when `skips_first`). */
static sx_str join(line_list lines, bool skips_first, sx_arena *arena) {
  size_t common = SIZE_MAX, first = 0, last = lines.len, len = 0;
  while (first < last && is_blank(lines.items[first])) first++;
  while (last > first && is_blank(lines.items[last - 1])) last--;
  for (size_t i = first; i < last; i++) {
    size_t indent = sx_str_skip_blanks(lines.items[i], 0);
    len += lines.items[i].len + 1;
    if (!is_blank(lines.items[i]) && !(skips_first && i == 0) && indent < common) common = indent;
  }
  char *text = sx_arena_alloc(arena, len + 1);
  if (!text) return SX_STR("");
  len = 0;
  for (size_t i = first; i < last; i++) {
    size_t indent = sx_str_skip_blanks(lines.items[i], 0);
    sx_str line = from(lines.items[i], skips_first && i == 0 ? indent
                                       : indent < common     ? indent
                                                             : common);
    if (i > first) text[len++] = '\n';
    if (line.len) memcpy(text + len, line.ptr, line.len);
    len += line.len;
  }
  return sx_str_make(text, len);
}

static bool add_line(line_list *lines, sx_str line, sx_arena *arena) {
  sx_str *added = SX_ARRAY_ADD(lines, arena);
  if (added) *added = line;
  return added != NULL;
}

sx_str sx_doc_comment_strip(sx_str comment, const sx_language *language, sx_arena *arena) {
  line_list lines = {0};
  sx_str line, rest = sx_str_trim(sx_str_slice(comment, 0, MAX_COMMENT_BYTES));
  const sx_block_comment *block = find_block(rest, language);
  bool is_first = true;
  if (block) rest = strip_block(rest, block);
  while (sx_str_next_line(&rest, &line)) {
    sx_str bare = block ? strip_star(line) : strip_line_mark(line, language);
    if (is_border(bare) || (block && is_border(line)) || is_directive(bare)) bare = SX_STR("");
    if (is_first && block) bare = sx_str_trim(bare);
    is_first = false;
    if (!add_line(&lines, bare, arena)) return SX_STR("");
  }
  return join(lines, block != NULL, arena);
}

/* Where the comment is. */

/** Whether a line belongs to the declaration below it: attributes, decorators, templates. */
static bool is_attribute(sx_str line) {
  static const char *const begins[] = {"@", "#[", "[", "template", "__attribute__", "extern \""};
  line = sx_str_trim(line);
  for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
    if (sx_str_has_prefix(line, sx_str_from(begins[i]))) return true;
  return false;
}

/** Whether a line can be the return type of the function whose name begins the next. */
static bool is_type_line(sx_str line) {
  sx_str s = sx_str_trim(line);
  for (size_t i = 0; i < s.len; i++)
    if (!sx_lexer__is_word_start(s.ptr[i]) && !strchr("0123456789 *&:<>,", s.ptr[i])) return false;
  return s.len > 0 && sx_str_skip_blanks(line, 0) == 0;
}

/** The start of the line whose brace the one at `close` closes; `close` when not found. */
static size_t body_start(sx_str text, size_t close) {
  size_t depth = 0;
  for (size_t i = close + 1; i-- > 0 && close - i < MAX_BODY_BYTES;) {
    if (text.ptr[i] == '}')
      depth++;
    else if (text.ptr[i] == '{' && --depth == 0)
      return sx_str_line_start(text, i);
  }
  return close;
}

size_t sx_doc_comment_declaration_start(sx_str text, size_t offset, const sx_language *language) {
  size_t start = sx_str_line_start(text, offset), above;
  sx_str line;
  if (!(language->flags & SX_LANGUAGE_C_FUNCTIONS)) return start;
  if (start == offset && find_line_above(text, start, &above, &line) && is_type_line(line))
    return above;
  return start < offset && text.ptr[start] == '}' ? body_start(text, start) : start;
}

/** The same, with the attributes on the lines above. */
static size_t whole_start(sx_str text, size_t offset, const sx_language *language) {
  size_t start = sx_doc_comment_declaration_start(text, offset, language), above;
  sx_str line;
  for (size_t i = 0; i < MAX_ATTRIBUTE_LINES; i++) {
    if (!find_line_above(text, start, &above, &line) || !is_attribute(line)) break;
    start = above;
  }
  return start;
}

/** The last comments before a place, as the lexer saw them. */
typedef struct recent {
  sx_span spans[MAX_LAST];
  size_t count;
} recent;

static const sx_span *get_recent(const recent *r, size_t back) {
  return back < r->count && back < MAX_LAST ? &r->spans[(r->count - 1 - back) % MAX_LAST] : NULL;
}

static sx_str comment_above(sx_str text, const recent *r, size_t start, size_t offset,
                            const sx_language *language) {
  const sx_span *span = get_recent(r, 0);
  if (!span) return SX_STR("");
  /* At the end of the line above, or before the declaration on its own line. */
  size_t until = span->end > start ? offset : start;
  sx_str between = sx_str_slice(text, span->end, until);
  if (span->end > start ? sx_str_line_start(text, span->start) > start : !is_blank(between))
    return SX_STR("");
  if (span->end <= start && count_line_ends(between) > 1) return SX_STR("");
  if (span->end > start && count_line_ends(between) > 0) return SX_STR("");
  if (!is_blank(sx_str_slice(text, sx_str_line_start(text, span->start), span->start)))
    return SX_STR("");
  size_t begin = span->start, end = span->end;
  bool is_block = find_block(from(text, begin), language) != NULL;
  for (size_t back = 1; !is_block; back++) {
    const sx_span *above = get_recent(r, back);
    if (!above || find_block(from(text, above->start), language)) break;
    sx_str gap = sx_str_slice(text, above->end, begin);
    if (!is_blank(gap) || count_line_ends(gap) != 1) break;
    if (!is_blank(sx_str_slice(text, sx_str_line_start(text, above->start), above->start))) break;
    begin = above->start;
  }
  return sx_str_slice(text, begin, end);
}

static bool is_first_on_line(sx_str text, size_t at) {
  return is_blank(sx_str_slice(text, sx_str_line_start(text, at), at));
}

/** Whether `gap` begins with the next line at most, so that a comment before it is about it. */
static bool is_adjacent(sx_str gap) {
  size_t end = 0;
  while (end < gap.len && sx_byte_is_space(gap.ptr[end])) end++;
  return count_line_ends(sx_str_slice(gap, 0, end)) <= 1;
}

/** The nearest comment above `below` with only attributes between; `*back`: which one it is. */
static const sx_span *over_attributes(sx_str text, const recent *r, size_t below, size_t *back) {
  for (size_t i = 0; i < MAX_LAST; i++, (*back)++) {
    const sx_span *span = get_recent(r, *back);
    if (!span || span->end > below || below - span->end > MAX_ATTRIBUTE_BYTES) return NULL;
    if (!sx_doc_attributes_fill(text, span->end, below)) continue; /* it may be in one */
    if (!is_first_on_line(text, span->start))
      below = span->start; /* about an attribute */
    else
      return is_adjacent(sx_str_slice(text, span->end, below)) ? span : NULL;
  }
  return NULL;
}

/** The comment above attributes that go on over lines. */
static sx_str comment_over_attributes(sx_str text, const recent *r, size_t start,
                                      const sx_language *language) {
  size_t back = 0;
  const sx_span *span = over_attributes(text, r, start, &back);
  if (!span) return SX_STR("");
  size_t begin = span->start;
  bool is_block = find_block(from(text, begin), language) != NULL;
  while (!is_block) {
    const sx_span *above = get_recent(r, ++back);
    if (!above || find_block(from(text, above->start), language)) break;
    sx_str gap = sx_str_slice(text, above->end, begin);
    if (!is_blank(gap) || count_line_ends(gap) != 1 || !is_first_on_line(text, above->start)) break;
    begin = above->start;
  }
  return sx_str_slice(text, begin, span->end);
}

static bool is_rust_doc(sx_str comment) {
  bool is_line = sx_lexer__has(comment, 0, "///") && !sx_lexer__has(comment, 0, "////");
  return is_line || sx_lexer__has(comment, 0, "/**");
}

/** Rust: the parts of a comment with attributes between them, which may have parts, too, as one. */
static sx_str comment_of_parts(sx_str text, const recent *r, size_t start,
                               const sx_language *language, sx_arena *arena) {
  line_list parts = {0};
  size_t back = 0, below = start;
  bool has_gap = false;
  for (const sx_span *span; (span = over_attributes(text, r, below, &back)); back++) {
    sx_str comment = sx_str_slice(text, span->start, span->end);
    sx_str gap = sx_str_slice(text, span->end, below);
    has_gap |= !is_blank(gap);
    add_line(&parts, sx_doc_attributes_text(gap, arena), arena);
    if (is_rust_doc(comment)) add_line(&parts, comment, arena);
    below = span->start;
  }
  sx_buf out;
  sx_str found = SX_STR("");
  sx_buf_init(&out, 2 * MAX_COMMENT_BYTES);
  for (size_t i = parts.len; i-- > 0 && has_gap;) {
    sx_str line, part = parts.items[i];
    bool is_block = sx_lexer__has(part, 0, "/**");
    if (is_block) part = sx_doc_comment_strip(part, language, arena);
    while (sx_str_next_line(&part, &line))
      sx_buf_addf(&out, "%s%.*s\n", is_block ? "/// " : "", SX_STR_ARG(line));
  }
  if (!out.status) found = sx_arena_dup(arena, sx_buf_str(&out));
  if (out.status == SX_NOMEM && !arena->status) arena->status = SX_NOMEM;
  sx_buf_release(&out);
  return found;
}

/** Whether a bracket in the text is open at its end: a parameter's comment, or a body's. */
static bool is_inside_brackets(sx_str text) {
  int depth = 0;
  for (size_t i = 0; i < text.len; i++) {
    depth += strchr("([{", text.ptr[i]) && text.ptr[i];
    depth -= strchr(")]}", text.ptr[i]) && text.ptr[i];
  }
  return depth > 0;
}

/** The comment that ends the same line, if it is not on something within the declaration. */
static sx_str comment_behind(sx_lexer *lexer, size_t offset) {
  sx_span span;
  size_t end = sx_lexer__line_end(lexer->text, offset);
  while (sx_lexer_next(lexer, &span) && span.start < end) {
    if (span.use != SX_USE_COMMENT || span.start <= offset) continue;
    if (is_inside_brackets(sx_str_slice(lexer->text, offset, span.start))) return SX_STR("");
    return sx_str_slice(lexer->text, span.start, span.end);
  }
  return SX_STR("");
}

/* Documentation in strings. */

/** The content of the string that `s` begins with, one or three quotes on each side. */
static sx_str unquote(sx_str s) {
  while (s.len && s.ptr[0] != '"' && s.ptr[0] != '\'') s = from(s, 1);
  size_t quotes = s.len >= 6 && s.ptr[1] == s.ptr[0] && s.ptr[2] == s.ptr[0] ? 3 : 1;
  return s.len >= 2 * quotes ? sx_str_slice(s, quotes, s.len - quotes) : SX_STR("");
}

static sx_str strip_docstring(sx_str s, sx_arena *arena) {
  line_list lines = {0};
  sx_str line, rest = sx_str_slice(unquote(s), 0, MAX_COMMENT_BYTES);
  while (sx_str_next_line(&rest, &line))
    if (!add_line(&lines, sx_str_trim_end(line), arena)) return SX_STR("");
  return join(lines, true, arena);
}

/** Python: the string that is the first statement of the body. `span` holds the name. */
static sx_str docstring_below(sx_lexer lexer, sx_span span, size_t offset) {
  size_t depth = 0;
  bool is_behind_colon = false;
  do {
    size_t i = span.start > offset ? span.start : offset;
    for (; i < span.end && span.use == SX_USE_CODE; i++) {
      char c = lexer.text.ptr[i];
      bool is_blank_or_prefix = strchr(" \t\r\nrRuU", c) != NULL;
      bool ends_head = (c == '\n' || c == '=') && !depth;
      if (is_behind_colon ? !is_blank_or_prefix : ends_head) return SX_STR("");
      if (c == ':' && !depth) is_behind_colon = true;
      if (c == '(' || c == '[' || c == '{') depth++;
      if ((c == ')' || c == ']' || c == '}') && depth) depth--;
    }
    if (span.use == SX_USE_STRING && is_behind_colon)
      return sx_str_slice(lexer.text, span.start, span.end);
  } while (sx_lexer_next(&lexer, &span));
  return SX_STR("");
}

/** The string in quotes that ends on the line above `start`, or "". */
static sx_str docstring_above(sx_str text, size_t start) {
  static const char triple[] = "\"\"\"";
  size_t above;
  sx_str line;
  if (!find_line_above(text, start, &above, &line)) return SX_STR("");
  size_t end = above + sx_str_trim_end(line).len;
  if (!sx_str_has_suffix(sx_str_trim_end(line), SX_STR("\"\"\""))) {
    sx_str bare = sx_str_trim(line);
    bool is_string = bare.len >= 2 && sx_str_has_suffix(bare, SX_STR("\"")) &&
                     (bare.ptr[0] == '"' || sx_str_has_prefix(bare, SX_STR("@doc ")));
    return is_string ? bare : SX_STR("");
  }
  for (size_t at = end - 3; at-- > 0 && end - at < MAX_COMMENT_BYTES;)
    if (sx_lexer__has(text, at, triple)) return sx_str_slice(text, at, end);
  return SX_STR("");
}

/** The string above the declaration at `offset`, over the attributes between them. */
static sx_str find_docstring_above(sx_str text, size_t offset) {
  size_t start = sx_str_line_start(text, offset), above;
  sx_str line, found = docstring_above(text, start);
  while (!found.len && find_line_above(text, start, &above, &line) && is_attribute(line)) {
    start = above;
    found = docstring_above(text, start);
  }
  return found;
}

sx_str sx_doc_comment_find(sx_str text, size_t offset, const sx_language *language,
                           sx_arena *arena) {
  sx_lexer lexer;
  sx_span span = {0, 0, SX_USE_CODE};
  recent r = {.count = 0};
  sx_str found = SX_STR("");
  sx_lexer_init(&lexer, text, language);
  while (span.end <= offset && sx_lexer_next(&lexer, &span))
    if (span.use == SX_USE_COMMENT && span.end <= offset) r.spans[r.count++ % MAX_LAST] = span;
  if (language->flags & SX_LANGUAGE_DOCSTRING) found = docstring_below(lexer, span, offset);
  if (language->flags & SX_LANGUAGE_DOCSTRING_ABOVE) found = find_docstring_above(text, offset);
  if (found.len) return strip_docstring(found, arena);
  size_t start = sx_doc_comment_declaration_start(text, offset, language);
  if (sx_str_is_equal(sx_language_name(language), SX_STR("rust")))
    found = comment_of_parts(text, &r, start, language, arena);
  if (!found.len)
    found = comment_above(text, &r, whole_start(text, offset, language), offset, language);
  if (!found.len) found = comment_over_attributes(text, &r, start, language);
  if (!found.len) found = comment_behind(&lexer, offset);
  return sx_doc_comment_strip(found, language, arena);
}
