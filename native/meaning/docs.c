#include "meaning/docs.h"

#include "base/byte.h"
#include "text/lexer.h"

#define MAX_ATTRIBUTE_LINES 10
/* Further down a comment is not about the file. */
#define TOP_BYTES 4096

sx_status sx_meaning_comments(sx_meaning_spans *out, sx_str text, const sx_language *language,
                              sx_arena *arena) {
  sx_lexer lexer;
  sx_span span;
  *out = (sx_meaning_spans){0};
  sx_lexer_init(&lexer, text, language);
  while (sx_lexer_next(&lexer, &span)) {
    if (span.use != SX_USE_COMMENT) continue;
    sx_meaning_span *added = SX_ARRAY_ADD(out, arena);
    if (!added) return arena->status;
    *added = (sx_meaning_span){(uint32_t)span.start, (uint32_t)span.end};
  }
  return SX_OK;
}

/* How many comments end at `at` or before. */
static size_t count_before(const sx_meaning_spans *comments, uint32_t at) {
  size_t low = 0, high = comments->len;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (comments->items[middle].end <= at)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static size_t count_lines(sx_str text, size_t from, size_t to) {
  size_t count = 0;
  for (size_t i = from; i < to && i < text.len; i++) count += text.ptr[i] == '\n';
  return count;
}

static bool is_blank(sx_str text, size_t from, size_t to) {
  return sx_str_trim(sx_str_slice(text, from, to)).len == 0;
}

/* Looks no further back than blanks go: a line may be as long as the file. */
static bool is_first_on_line(sx_str text, size_t at) {
  while (at && sx_byte_is_blank(text.ptr[at - 1])) at--;
  return !at || sx_byte_is_line_end(text.ptr[at - 1]);
}

/* The same as sx_str_line_start, but not before `from`. */
static size_t line_start(sx_str text, size_t from, size_t at) {
  return from + sx_str_line_start(sx_str_slice(text, from, text.len), at - from);
}

static bool is_attribute(sx_str line) {
  static const char *const begins[] = {"@", "#[", "[", "template", "__attribute__", "export"};
  line = sx_str_trim(line);
  for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
    if (sx_str_has_prefix(line, sx_str_from(begins[i]))) return true;
  return false;
}

/* The start of its line, or of the attributes above it; or `from`. */
static size_t head_of(sx_str text, uint32_t from, uint32_t start) {
  size_t head = line_start(text, from, start);
  for (size_t i = 0; i < MAX_ATTRIBUTE_LINES && head > from; i++) {
    size_t above = line_start(text, from, head - 1);
    bool is_whole = !above || sx_byte_is_line_end(text.ptr[above - 1]);
    if (!is_whole || !is_attribute(sx_str_slice(text, above, head))) break;
    head = above;
  }
  return head;
}

sx_meaning_span sx_meaning_comment_above(sx_str text, const sx_meaning_spans *comments,
                                         uint32_t from, uint32_t start) {
  const sx_meaning_span none = {start, start};
  size_t head = head_of(text, from, start), last = count_before(comments, start);
  if (!last) return none;
  sx_meaning_span found = comments->items[last - 1];
  if (found.end <= head) {
    if (!is_blank(text, found.end, head) || count_lines(text, found.end, head) > 1) return none;
  } else if (!is_blank(text, found.end, start)) {
    return none;
  }
  if (found.start < from || !is_first_on_line(text, found.start)) return none;
  for (size_t i = last - 1; i-- > 0;) {
    const sx_meaning_span *above = &comments->items[i];
    bool is_next = is_blank(text, above->end, found.start) &&
                   count_lines(text, above->end, found.start) <= 1 && above->start >= from &&
                   is_first_on_line(text, above->start);
    if (!is_next) break;
    found.start = above->start;
  }
  return found;
}

/* The end of the string whose quotes begin at `at`. */
static uint32_t string_end(sx_str text, uint32_t at, uint32_t end) {
  char quote = text.ptr[at];
  bool is_triple = sx_str_at(text, at + 1) == quote && sx_str_at(text, at + 2) == quote;
  for (uint32_t i = at + (is_triple ? 3 : 1); i < end; i++) {
    if (text.ptr[i] == '\\') {
      i++;
      continue;
    }
    if (!is_triple && text.ptr[i] == '\n') return at;
    if (text.ptr[i] != quote) continue;
    if (!is_triple) return i + 1;
    if (sx_str_at(text, i + 1) == quote && sx_str_at(text, i + 2) == quote) return i + 3;
  }
  return at;
}

sx_meaning_span sx_meaning_docstring_at(sx_str text, uint32_t at, uint32_t end) {
  const sx_meaning_span none = {at, at};
  while (at < end && (sx_byte_is_space(text.ptr[at]) || text.ptr[at] == ':')) at++;
  uint32_t start = at;
  while (at < end && at < start + 2 && sx_byte_is_one_of(text.ptr[at], "rRuU")) at++;
  if (at >= end || (text.ptr[at] != '"' && text.ptr[at] != '\'')) return none;
  uint32_t stop = string_end(text, at, end);
  return stop > at && stop <= end ? (sx_meaning_span){start, stop} : none;
}

static bool is_licence(sx_str text, const sx_meaning_span *span) {
  sx_str comment = sx_str_slice(text, span->start, span->end);
  return sx_str_has_fold(comment, SX_STR("copyright")) ||
         sx_str_has_fold(comment, SX_STR("license"));
}

sx_meaning_span sx_meaning_file_doc(sx_str text, const sx_meaning_spans *comments,
                                    const sx_language *language) {
  uint32_t end = text.len < TOP_BYTES ? (uint32_t)text.len : TOP_BYTES, at = 0;
  for (size_t i = 0; i < comments->len && is_blank(text, at, comments->items[i].start); i++) {
    sx_meaning_span found = comments->items[i];
    while (i + 1 < comments->len && is_blank(text, found.end, comments->items[i + 1].start) &&
           count_lines(text, found.end, comments->items[i + 1].start) <= 1)
      found.end = comments->items[++i].end;
    at = found.end;
    if (!is_licence(text, &found)) return found;
    if (at > end) break;
  }
  if (!(language->flags & SX_LANGUAGE_DOCSTRING)) return (sx_meaning_span){0, 0};
  return sx_meaning_docstring_at(text, at, (uint32_t)text.len);
}
