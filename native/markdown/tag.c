#include "markdown/inline.h"

#define MAX_LIST_DEPTH 4
#define MAX_ROW_INDENT 16

/** Whether the line being written is a row of a Markdown table, which has no line ends. */
static bool is_in_pipe_row(const sx_md_inline *in) {
  size_t i = in->line_at, last = i + MAX_ROW_INDENT;
  while (i < in->out.len && i < last && in->out.ptr[i] == ' ') i++;
  return i < in->out.len && in->out.ptr[i] == '|';
}

static void skip_source_blanks(sx_md_inline *in) {
  while (in->at < in->end && sx_md_is_space(in->text.ptr[in->at])) in->at++;
}

void sx_md__break_line(sx_md_inline *in, size_t newlines) {
  size_t had = 0;
  if (in->table.is_open || is_in_pipe_row(in)) {
    if (!sx_md_is_space(sx_writer_last(&in->out))) sx_writer_add_char(&in->out, ' ');
    return;
  }
  for (; in->out.len && sx_md_is_space(sx_writer_last(&in->out)); in->out.len--)
    had += sx_writer_last(&in->out) == '\n';
  if (had > 2) had = 2;
  if (in->out.len) sx_writer_add_repeat(&in->out, '\n', had > newlines ? had : newlines);
  in->line_at = in->out.len;
  skip_source_blanks(in);
}

/** Offset of the closing tag of `tag` before `end`; remembers when there is none. */
static size_t find_closing(sx_md_inline *in, const sx_html_tag *tag, size_t end, unsigned *absent) {
  /* The names looked for differ in their second letter. */
  unsigned bit = 1u << ((unsigned)(tag->name.ptr[1] | 0x20) - 'a');
  if (*absent & bit) return SX_STR_NONE;
  size_t at = sx_html_find_closing(sx_str_slice(in->text, 0, end), tag->name, tag->end);
  if (at == SX_STR_NONE) *absent |= bit;
  return at;
}

static size_t skip_closing_tag(const sx_md_inline *in, size_t at) {
  size_t end = sx_str_find_char(in->text, '>', at);
  return end == SX_STR_NONE ? in->text.len : end + 1;
}

/* <pre> */

static sx_str pre_language(sx_str content, sx_str attributes) {
  sx_html_tag code;
  sx_str text = sx_str_trim(content);
  sx_str class = sx_html_attribute(attributes, SX_STR("class"));
  if (text.len && text.ptr[0] == '<' && sx_html_parse_tag(&code, text, 0, false) &&
      code.effect == SX_HTML_CODE) {
    sx_str inner = sx_html_attribute(code.attributes, SX_STR("class"));
    if (inner.len) class = inner;
  }
  size_t at = sx_str_find(class, SX_STR("language-"), 0);
  if (at == SX_STR_NONE) return SX_STR("");
  size_t end = at += 9;
  while (end < class.len && !sx_md_is_space(class.ptr[end]) && class.ptr[end] != '`') end++;
  return sx_str_slice(class, at, end);
}

/** The text of preformatted HTML; javadoc's {@code …} around all of it is taken off. */
static sx_str read_preformatted(sx_md_inline *in, sx_str content) {
  sx_writer out;
  sx_html_tag tag;
  sx_writer_init(&out, in->blocks->arena);
  for (size_t i = 0; i < content.len;) {
    uint32_t codepoint;
    size_t len = 0;
    if (content.ptr[i] == '<' && sx_html_parse_tag(&tag, content, i, false)) {
      if (tag.effect == SX_HTML_BREAK) sx_writer_add_char(&out, '\n');
      i = tag.end;
      continue;
    }
    if (content.ptr[i] == '&') len = sx_html_parse_entity(content, i, &codepoint);
    if (len && codepoint < 128)
      sx_writer_add_char(&out, codepoint ? (char)codepoint : ' ');
    else
      sx_writer_add(&out, sx_str_slice(content, i, i + (len ? len : 1)));
    i += len ? len : 1;
  }
  sx_str code = sx_str_trim_end(sx_writer_str(&out));
  if (sx_str_has_prefix(sx_str_trim(code), SX_STR("{@code")) &&
      sx_str_has_suffix(code, SX_STR("}")))
    code = sx_str_trim_end(sx_str_slice(code, sx_str_find_char(code, '@', 0) + 5, code.len - 1));
  while (code.len && sx_md_is_blank(sx_str_slice(code, 0, sx_str_find_char(code, '\n', 0))) &&
         sx_str_find_char(code, '\n', 0) != SX_STR_NONE)
    code = sx_str_slice(code, sx_str_find_char(code, '\n', 0) + 1, code.len);
  return code;
}

static void read_pre(sx_md_inline *in, const sx_html_tag *tag) {
  size_t close = tag->is_closing ? SX_STR_NONE : find_closing(in, tag, in->text.len, &in->absent);
  in->at = tag->end;
  if (close == SX_STR_NONE) return;
  sx_str content = sx_str_slice(in->text, tag->end, close);
  sx_md__flush(in);
  sx_md_add_code(in->blocks, read_preformatted(in, content),
                 pre_language(content, tag->attributes));
  in->at = skip_closing_tag(in, close);
}

/* Tables. */

static void end_cell(sx_md_inline *in) {
  if (!in->table.is_cell_open) return;
  while (sx_writer_last(&in->out) == ' ') in->out.len--;
  sx_writer_add(&in->out, SX_STR(" |"));
  in->table.is_cell_open = false;
}

void sx_md__put_table_row_end(sx_md_inline *in) {
  end_cell(in);
  sx_writer_add_char(&in->out, '\n');
  if (in->table.rows++ == 0) {
    sx_writer_add_char(&in->out, '|');
    for (size_t i = 0; i < in->table.cells; i++) sx_writer_add(&in->out, SX_STR(" --- |"));
    sx_writer_add_char(&in->out, '\n');
  }
  in->table.is_row_open = false;
}

static void start_row(sx_md_inline *in) {
  while (in->out.len && sx_md_is_space(sx_writer_last(&in->out))) in->out.len--;
  if (in->table.rows == 0 && in->out.len)
    sx_writer_add(&in->out, SX_STR("\n\n"));
  else if (in->out.len)
    sx_writer_add_char(&in->out, '\n');
  sx_writer_add_char(&in->out, '|');
  in->table.is_row_open = true;
  in->table.cells = 0;
}

static void read_cell(sx_md_inline *in, const sx_html_tag *tag) {
  if (!in->table.is_open) {
    if (!sx_md_is_space(sx_writer_last(&in->out))) sx_writer_add_char(&in->out, ' ');
    return;
  }
  end_cell(in);
  if (tag->is_closing) return;
  if (!in->table.is_row_open) start_row(in);
  sx_writer_add_char(&in->out, ' ');
  in->table.is_cell_open = true;
  in->table.cells++;
}

static void read_row(sx_md_inline *in, const sx_html_tag *tag) {
  if (!in->table.is_open) {
    sx_md__break_line(in, 1);
    return;
  }
  if (in->table.is_row_open) sx_md__put_table_row_end(in);
  if (!tag->is_closing) start_row(in);
}

static void read_table(sx_md_inline *in, const sx_html_tag *tag) {
  size_t close = SX_STR_NONE;
  if (!tag->is_closing && in->table.close > tag->end)
    close = in->table.close;
  else if (!tag->is_closing)
    close = find_closing(in, tag, in->text.len, &in->absent);
  if (tag->is_closing ? in->table.is_open : close != SX_STR_NONE) sx_md__flush(in);
  in->table.is_open = close != SX_STR_NONE;
  if (in->table.is_open) in->table.close = close;
  in->table.rows = in->table.cells = 0;
  in->table.is_row_open = in->table.is_cell_open = false;
  /* Blank lines do not end prose within a table. */
  if (in->table.is_open && close + 1 > in->end) in->end = skip_closing_tag(in, close);
}

/* Emphasis, lists, links. */

static void read_emphasis(sx_md_inline *in, const sx_html_tag *tag, size_t *open, sx_str mark) {
  if (!tag->is_closing) {
    if (*open) return;
    sx_writer_add(&in->out, mark);
    *open = in->out.len;
  } else if (*open) {
    if (in->out.len == *open)
      in->out.len -= mark.len;
    else
      sx_writer_add(&in->out, mark);
    *open = 0;
  }
}

static void read_item(sx_md_inline *in, const sx_html_tag *tag) {
  if (in->table.is_open || is_in_pipe_row(in)) {
    if (!sx_md_is_space(sx_writer_last(&in->out))) sx_writer_add_char(&in->out, ' ');
    return;
  }
  sx_md__break_line(in, 1);
  if (tag->is_closing) return;
  sx_writer_add_repeat(&in->out, ' ', in->list_depth > 1 ? 2 * (in->list_depth - 1) : 0);
  sx_writer_add(&in->out, SX_STR("- "));
}

static void read_list(sx_md_inline *in, const sx_html_tag *tag) {
  if (tag->is_closing && in->list_depth) in->list_depth--;
  sx_md__break_line(in, in->list_depth ? 1 : 2);
  if (!tag->is_closing && in->list_depth < MAX_LIST_DEPTH) in->list_depth++;
}

static void read_detail(sx_md_inline *in, const sx_html_tag *tag) {
  if (tag->is_closing) return;
  while (in->out.len && sx_md_is_space(sx_writer_last(&in->out))) in->out.len--;
  if (in->out.len) sx_writer_add(&in->out, SX_STR(": "));
  skip_source_blanks(in);
}

static void read_anchor(sx_md_inline *in, const sx_html_tag *tag) {
  if (tag->is_closing) {
    if (in->href.len) sx_md__end_link(in, in->href);
    in->href = SX_STR("");
    return;
  }
  sx_str href = sx_html_attribute(tag->attributes, SX_STR("href"));
  if (in->href.len || !sx_md__is_web_target(href)) return;
  for (size_t i = 0; i < href.len; i++)
    if (strchr(" \t\n<>\\", href.ptr[i])) return;
  in->href = href;
  in->href_mark = in->out.len;
  sx_writer_add_char(&in->out, '[');
}

static void read_heading(sx_md_inline *in, const sx_html_tag *tag) {
  sx_md__break_line(in, 2);
  if (tag->is_closing || in->table.is_open || is_in_pipe_row(in)) return;
  sx_writer_add_repeat(&in->out, '#', (size_t)(tag->name.ptr[1] - '0'));
  sx_writer_add_char(&in->out, ' ');
}

static void read_rule(sx_md_inline *in) {
  sx_md__break_line(in, 2);
  if (in->table.is_open || is_in_pipe_row(in)) return;
  sx_writer_add_char(&in->out, SX_MD_MARK_RULE);
  sx_writer_add(&in->out, SX_STR("\n\n"));
}

static void read_code(sx_md_inline *in, const sx_html_tag *tag) {
  size_t close = tag->is_closing ? SX_STR_NONE : find_closing(in, tag, in->end, &in->absent_here);
  if (close == SX_STR_NONE) return;
  sx_md__put_code(in, sx_str_trim(sx_str_slice(in->text, tag->end, close)), SX_MD_SPAN_HTML);
  in->at = skip_closing_tag(in, close);
}

static void read_hidden(sx_md_inline *in, const sx_html_tag *tag) {
  size_t close = tag->is_closing ? SX_STR_NONE : find_closing(in, tag, in->text.len, &in->absent);
  if (close != SX_STR_NONE) in->at = skip_closing_tag(in, close);
}

static void read_tag(sx_md_inline *in, const sx_html_tag *tag) {
  in->at = tag->end;
  switch (tag->effect) {
  case SX_HTML_NONE: break;
  case SX_HTML_BREAK: sx_md__break_line(in, 1); break;
  case SX_HTML_PARAGRAPH: sx_md__break_line(in, 2); break;
  case SX_HTML_HEADING: read_heading(in, tag); break;
  case SX_HTML_RULE: read_rule(in); break;
  case SX_HTML_LIST: read_list(in, tag); break;
  case SX_HTML_ITEM:
  case SX_HTML_TERM: read_item(in, tag); break;
  case SX_HTML_DETAIL: read_detail(in, tag); break;
  case SX_HTML_BOLD: read_emphasis(in, tag, &in->bold_at, SX_STR("**")); break;
  case SX_HTML_ITALIC: read_emphasis(in, tag, &in->italic_at, SX_STR("*")); break;
  case SX_HTML_CODE: read_code(in, tag); break;
  case SX_HTML_PRE: read_pre(in, tag); break;
  case SX_HTML_LINK: read_anchor(in, tag); break;
  case SX_HTML_IMAGE: sx_md__put_text(in, sx_html_attribute(tag->attributes, SX_STR("alt"))); break;
  case SX_HTML_TABLE: read_table(in, tag); break;
  case SX_HTML_ROW: read_row(in, tag); break;
  case SX_HTML_CELL: read_cell(in, tag); break;
  case SX_HTML_HIDDEN: read_hidden(in, tag); break;
  }
}

static bool read_comment(sx_md_inline *in) {
  if (in->is_comment_end_absent ||
      !sx_str_has_prefix(sx_str_slice(in->text, in->at, in->end), SX_STR("<!--")))
    return false;
  size_t end = sx_str_find(in->text, SX_STR("-->"), in->at + 4);
  in->is_comment_end_absent = end == SX_STR_NONE;
  if (end != SX_STR_NONE) in->at = end + 3;
  return end != SX_STR_NONE;
}

void sx_md__read_angle(sx_md_inline *in) {
  sx_str text = sx_str_slice(in->text, 0, in->end);
  sx_html_tag tag;
  if (sx_html_parse_tag(&tag, text, in->at, in->is_any_tag)) {
    read_tag(in, &tag);
    return;
  }
  if (read_comment(in)) return;
  size_t len = sx_md__parse_autolink(text, in->at);
  sx_str inner = sx_str_slice(text, in->at + 1, in->at + (len ? len - 1 : 1));
  if (sx_md__is_web_target(inner)) {
    sx_writer_add_char(&in->out, SX_MD_MARK_RAW_ON);
    sx_writer_add_char(&in->out, '<');
    sx_md__put_url(in, inner);
    sx_writer_add_char(&in->out, '>');
    sx_writer_add_char(&in->out, SX_MD_MARK_RAW_OFF);
  } else if (!len) {
    sx_writer_add_char(&in->out, SX_MD_MARK_ASK);
    sx_writer_add_char(&in->out, '<');
    len = 1;
  } else if (sx_str_is_equal_fold(sx_str_slice(inner, 0, 5), SX_STR("file:"))) {
    sx_md__put_text(in, inner);
  }
  in->at += len;
}
