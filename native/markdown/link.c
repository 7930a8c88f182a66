#include "markdown/inline.h"

#define MAX_PARENTHESES 32
#define MAX_QUERY_BYTES 64

static bool has_scheme(sx_str url, sx_str scheme) {
  return sx_str_is_equal_fold(sx_str_slice(url, 0, scheme.len), scheme);
}

bool sx_md__is_web_target(sx_str url) {
  return has_scheme(url, SX_STR("https://")) || has_scheme(url, SX_STR("http://")) ||
         has_scheme(url, SX_STR("mailto:"));
}

/** Links that run something in the editor or carry data: never left, however malformed. */
static bool is_editor_target(sx_str url) {
  return has_scheme(url, SX_STR("command:")) || has_scheme(url, SX_STR("file:")) ||
         has_scheme(url, SX_STR("data:")) || has_scheme(url, SX_STR("javascript:")) ||
         has_scheme(url, SX_STR("vscode:")) || has_scheme(url, SX_STR("vscode-insiders:"));
}

static size_t skip_blanks(sx_str text, size_t at) {
  while (at < text.len && sx_md_is_space(text.ptr[at])) at++;
  return at;
}

/** End of a target without <>: at a blank or the parenthesis that closes more than opened. */
static size_t find_bare_end(sx_str text, size_t at) {
  size_t depth = 0;
  for (; at < text.len; at++) {
    char c = text.ptr[at];
    if (sx_md_is_space(c) || (c >= 0 && c < ' ')) return at;
    if (c == '\\' && at + 1 < text.len && !sx_md_is_space(text.ptr[at + 1]))
      at++;
    else if (c == '(' && ++depth > MAX_PARENTHESES)
      return SX_STR_NONE;
    else if (c == ')' && depth-- == 0)
      return at;
  }
  return SX_STR_NONE;
}

static size_t skip_title(sx_str text, size_t at) {
  char quote = at < text.len ? text.ptr[at] : 0;
  if (quote != '"' && quote != '\'') return at;
  for (at++; at < text.len; at++) {
    if (text.ptr[at] == quote) return at + 1;
    if (text.ptr[at] == '\\') at++;
  }
  return SX_STR_NONE;
}

/** A target by the rules of Markdown. */
static bool parse_strictly(sx_str text, size_t at, sx_str *url, size_t *after) {
  size_t start = skip_blanks(text, at + 1), end;
  if (start < text.len && text.ptr[start] == '<') {
    for (end = ++start; end < text.len && text.ptr[end] != '>'; end++)
      if (text.ptr[end] == '\n' || text.ptr[end] == '<') return false;
    *url = sx_str_slice(text, start, end);
    end++;
  } else {
    end = find_bare_end(text, start);
    *url = sx_str_slice(text, start, end);
  }
  if (end == SX_STR_NONE || end > text.len) return false;
  size_t next = skip_blanks(text, end);
  if (next > end) next = skip_title(text, next);
  if (next == SX_STR_NONE) return false;
  next = skip_blanks(text, next);
  *after = next + 1;
  return next < text.len && text.ptr[next] == ')';
}

/** Characters that some servers do not encode: blanks and quotes in a command's arguments. */
static bool parse_leniently(sx_str text, size_t at, sx_str *url, size_t *after) {
  size_t start = skip_blanks(text, at + 1);
  if (start < text.len && text.ptr[start] == '<') start++;
  sx_str head = sx_str_slice(text, start, start + 32);
  if (!is_editor_target(head)) return false;
  size_t end = start, depth = 0;
  while (end < text.len && text.ptr[end] != '\n') {
    if (text.ptr[end] == '(') depth++;
    if (text.ptr[end] == ')' && depth-- == 0) break;
    end++;
  }
  bool is_closed = end < text.len && text.ptr[end] == ')';
  if (!is_closed)
    for (end = start; end < text.len && !sx_md_is_space(text.ptr[end]) && text.ptr[end] != ')';)
      end++;
  *url = sx_str_slice(text, start, end);
  *after = end < text.len && text.ptr[end] == ')' ? end + 1 : end;
  return true;
}

/** `names[i](event)` in prose is code, not a link to "event". */
static bool is_plausible(sx_str url) {
  for (size_t i = 0; i < url.len; i++)
    if (strchr("/.#:?%", url.ptr[i])) return true;
  return false;
}

bool sx_md__parse_target(sx_str text, size_t at, sx_str *url, size_t *after) {
  if (parse_strictly(text, at, url, after)) return is_plausible(*url);
  return parse_leniently(text, at, url, after);
}

size_t sx_md__parse_autolink(sx_str text, size_t at) {
  size_t i = at + 1;
  while (i < text.len && i < at + 33 &&
         ((text.ptr[i] >= 'a' && text.ptr[i] <= 'z') ||
          (text.ptr[i] >= 'A' && text.ptr[i] <= 'Z') ||
          (i > at + 1 && strchr("+.-0123456789", text.ptr[i]))))
    i++;
  if (i < at + 3 || i >= text.len || text.ptr[i] != ':') return 0;
  for (; i < text.len; i++) {
    char c = text.ptr[i];
    if (c == '>') return i + 1 - at;
    if (sx_md_is_space(c) || c == '<' || (c >= 0 && c < ' ')) return 0;
  }
  return 0;
}

/* Brackets. */

void sx_md__open_bracket(sx_md_inline *in, bool is_image) {
  if (is_image) {
    sx_writer_add_char(&in->out, SX_MD_MARK_ASK);
    sx_writer_add_char(&in->out, '!');
  }
  in->bracket_top = (in->bracket_top + 1) % SX_MD_MAX_BRACKETS;
  if (in->bracket_count < SX_MD_MAX_BRACKETS) in->bracket_count++;
  in->brackets[in->bracket_top] =
      (sx_md_bracket){in->out.len, in->at + (is_image ? 2 : 1), is_image};
  sx_writer_add_char(&in->out, '[');
}

static sx_md_bracket pop_bracket(sx_md_inline *in) {
  sx_md_bracket top = in->brackets[in->bracket_top];
  in->bracket_top = (in->bracket_top + SX_MD_MAX_BRACKETS - 1) % SX_MD_MAX_BRACKETS;
  in->bracket_count--;
  return top;
}

static void take_back(sx_md_inline *in, size_t at, size_t count) {
  if (in->blocks->arena->status) return;
  memset(in->out.ptr + at, SX_MD_MARK_GONE, count);
}

/** The URL without a query that only a browser would want. */
static sx_str shorten(sx_str url) {
  size_t query = sx_str_find_char(url, '?', 0);
  return query != SX_STR_NONE && url.len - query > MAX_QUERY_BYTES ? sx_str_slice(url, 0, query)
                                                                   : url;
}

void sx_md__put_url(sx_md_inline *in, sx_str url) {
  for (size_t i = 0; i < url.len; i++) {
    char c = url.ptr[i];
    /* A backtick would pair with one of the text, a bracket end a link. */
    if (c == '`')
      sx_writer_add(&in->out, SX_STR("%60"));
    else if (c == '[')
      sx_writer_add(&in->out, SX_STR("%5B"));
    else if (c == ']')
      sx_writer_add(&in->out, SX_STR("%5D"));
    else if (c < 0 || (c >= ' ' && !strchr("<>\x7f", c)))
      sx_writer_add_char(&in->out, c);
  }
}

void sx_md__end_link(sx_md_inline *in, sx_str url) {
  bool is_wrapped = false;
  url = shorten(url);
  for (size_t i = 0; i < url.len; i++) is_wrapped |= strchr(" \t()\\", url.ptr[i]) != NULL;
  sx_writer_add_char(&in->out, ']');
  sx_writer_add_char(&in->out, SX_MD_MARK_RAW_ON);
  sx_writer_add(&in->out, is_wrapped ? SX_STR("(<") : SX_STR("("));
  sx_md__put_url(in, url);
  sx_writer_add(&in->out, is_wrapped ? SX_STR(">)") : SX_STR(")"));
  sx_writer_add_char(&in->out, SX_MD_MARK_RAW_OFF);
}

/** A ']' that ends no link; within <a> it must not end that one. */
static void put_closing_text(sx_md_inline *in) {
  sx_writer_add_char(&in->out, in->href.len ? SX_MD_MARK_ESCAPE : SX_MD_MARK_ASK);
  sx_writer_add_char(&in->out, ']');
}

void sx_md__close_bracket(sx_md_inline *in) {
  sx_str text = sx_str_slice(in->text, 0, in->end), url;
  size_t close = in->at++, after;
  bool is_link = in->at < in->end && text.ptr[in->at] == '(' &&
                 sx_md__parse_target(text, in->at, &url, &after);
  if (!in->bracket_count) {
    put_closing_text(in);
    if (is_link && !sx_md__is_web_target(url)) in->at = after;
    return;
  }
  sx_md_bracket open = pop_bracket(in);
  if (!is_link) {
    put_closing_text(in);
    return;
  }
  in->at = after;
  bool is_bare = sx_str_is_equal(sx_str_slice(text, open.source, close), url);
  if (open.is_image)
    take_back(in, open.mark - 2, 3);
  else if (sx_md__is_web_target(url) && !is_bare)
    sx_md__end_link(in, url);
  else
    take_back(in, open.mark, 1);
}
