#include "markdown/inline.h"

#include "base/utf8.h"

/* Bytes that are not copied as they are; all control characters but the tab are among them. */
static const bool is_special[256] = {
    [0] = 1,   [1] = 1,   [2] = 1,    [3] = 1,   [4] = 1,    [5] = 1,   [6] = 1,
    [7] = 1,   [8] = 1,   ['\n'] = 1, [11] = 1,  [12] = 1,   [13] = 1,  [14] = 1,
    [15] = 1,  [16] = 1,  [17] = 1,   [18] = 1,  [19] = 1,   [20] = 1,  [21] = 1,
    [22] = 1,  [23] = 1,  [24] = 1,   [25] = 1,  [26] = 1,   [27] = 1,  [28] = 1,
    [29] = 1,  [30] = 1,  [31] = 1,   [127] = 1, ['\\'] = 1, ['`'] = 1, ['<'] = 1,
    ['&'] = 1, ['['] = 1, [']'] = 1,  ['!'] = 1, ['$'] = 1,  ['|'] = 1, [0xC2] = 1,
};

static bool is_punctuation(char c) {
  return (c >= '!' && c <= '/') || (c >= ':' && c <= '@') || (c >= '[' && c <= '`') ||
         (c >= '{' && c <= '~');
}

void sx_md_inline_init(sx_md_inline *in, sx_md_blocks *blocks) {
  *in = (sx_md_inline){.blocks = blocks};
  in->href = SX_STR("");
  sx_writer_init(&in->out, blocks->arena);
  sx_writer_init(&in->clean, blocks->arena);
  sx_writer_init(&in->paragraph, blocks->arena);
}

static void put_marked(sx_md_inline *in, char mark, char c) {
  sx_writer_add_char(&in->out, mark);
  sx_writer_add_char(&in->out, c);
}

/** A character of text: those that may be syntax are marked. */
static void put_literal(sx_md_inline *in, char c) {
  switch (c) {
  case '<':
  case '&':
  case '!':
  case '\\': put_marked(in, SX_MD_MARK_ASK, c); break;
  case ']': {
    /* Within a link's text it would end the link. */
    bool is_inside = in->bracket_count > 0 || in->href.len > 0;
    put_marked(in, is_inside ? SX_MD_MARK_ESCAPE : SX_MD_MARK_ASK, c);
    break;
  }
  case '`':
  case '|': put_marked(in, SX_MD_MARK_ESCAPE, c); break;
  default: sx_writer_add_char(&in->out, c);
  }
}

void sx_md__put_codepoint(sx_md_inline *in, uint32_t codepoint) {
  char bytes[4];
  bool is_invisible = codepoint == 0xAD || codepoint == 0x200C || codepoint == 0x200D;
  if (codepoint == '\n' || codepoint == '\t') codepoint = ' ';
  if (codepoint < ' ' || codepoint == 127 || is_invisible) return;
  if (codepoint < 128)
    put_literal(in, (char)codepoint);
  else
    sx_writer_add(&in->out, sx_str_make(bytes, sx_utf8_encode(codepoint, bytes)));
}

void sx_md__put_text(sx_md_inline *in, sx_str text) {
  for (size_t i = 0; i < text.len;) {
    uint32_t codepoint;
    size_t len = text.ptr[i] == '&' ? sx_html_parse_entity(text, i, &codepoint) : 0;
    if (!len) len = sx_utf8_decode(text.ptr + i, text.len - i, &codepoint);
    sx_md__put_codepoint(in, codepoint);
    i += len;
  }
}

/* Code spans. */

static size_t longest_run(sx_str code) {
  size_t longest = 0;
  for (size_t i = 0; i < code.len; i++) {
    size_t start = i;
    while (i < code.len && code.ptr[i] == '`') i++;
    if (i - start > longest) longest = i - start;
  }
  return longest;
}

/** Bytes at code[at] that stand for one character of a span, written as `*c`; 0: none do. */
static size_t decode_in_span(sx_str code, size_t at, sx_md_span span, char *c) {
  uint32_t codepoint;
  *c = code.ptr[at];
  if (span == SX_MD_SPAN_RAW) return 1;
  if (*c == '&') {
    size_t len = sx_html_parse_entity(code, at, &codepoint);
    if (!len || codepoint > 126 || codepoint < ' ' || codepoint == '`') return 1;
    *c = (char)codepoint;
    return len;
  }
  if (span == SX_MD_SPAN_ESCAPED && *c == '\\' && at + 1 < code.len &&
      is_punctuation(code.ptr[at + 1])) {
    *c = code.ptr[at + 1];
    return 2;
  }
  return 1;
}

/** The contents of a span as they are to be, in a scratch writer. */
static sx_str decode_span(sx_writer *out, sx_str code, sx_md_span span) {
  sx_html_tag tag;
  out->len = 0;
  for (size_t i = 0; i < code.len;) {
    char c;
    if (span == SX_MD_SPAN_HTML && code.ptr[i] == '<' && sx_html_parse_tag(&tag, code, i, false)) {
      i = tag.end;
      continue;
    }
    i += decode_in_span(code, i, span, &c);
    /* A line end is a blank, and so are the blanks around it. */
    if (c == '\n') {
      while (out->len && sx_md_is_space(sx_writer_last(out))) out->len--;
      while (i < code.len && sx_md_is_space(code.ptr[i])) i++;
      c = ' ';
    }
    if ((c >= 0 && c < ' ' && c != '\t') || c == 127) continue;
    sx_writer_add_char(out, c);
  }
  return sx_writer_str(out);
}

void sx_md__put_code(sx_md_inline *in, sx_str code, sx_md_span span) {
  sx_writer *out = &in->out;
  code = decode_span(&in->clean, code, span);
  if (span == SX_MD_SPAN_HTML) code = sx_str_trim(code);
  if (code.len == 0) return;
  size_t run = longest_run(code), delimiter = run ? run + 1 : 1;
  sx_writer_add_char(out, SX_MD_MARK_RAW_ON);
  sx_writer_add_repeat(out, '`', delimiter);
  if (run && code.ptr[0] != ' ') sx_writer_add_char(out, ' ');
  sx_writer_add(out, code);
  if (run && code.ptr[code.len - 1] != ' ') sx_writer_add_char(out, ' ');
  sx_writer_add_repeat(out, '`', delimiter);
  sx_writer_add_char(out, SX_MD_MARK_RAW_OFF);
}

static size_t run_length(const sx_md_inline *in, size_t at) {
  size_t i = at;
  while (i < in->end && in->text.ptr[i] == '`') i++;
  return i - at;
}

static void find_last_runs(sx_md_inline *in) {
  sx_str text = sx_str_slice(in->text, 0, in->end);
  memset(in->last_run, 0, sizeof in->last_run);
  in->last_run_end = in->end;
  for (size_t i = in->at; (i = sx_str_find_char(text, '`', i)) != SX_STR_NONE;) {
    size_t run = run_length(in, i);
    if (run <= SX_MD_MAX_BACKTICKS) in->last_run[run] = i + 1;
    i += run;
  }
}

static void read_backticks(sx_md_inline *in) {
  size_t run = run_length(in, in->at), start = in->at + run;
  if (in->last_run_end != in->end) find_last_runs(in);
  if (run > SX_MD_MAX_BACKTICKS || in->last_run[run] <= start) {
    for (size_t i = 0; i < run; i++) put_literal(in, '`');
    in->at = start;
    return;
  }
  sx_str text = sx_str_slice(in->text, 0, in->end);
  size_t close = start, closing_run = 0;
  for (; closing_run != run; close += closing_run == run ? 0 : closing_run) {
    close = sx_str_find_char(text, '`', close);
    if (close == SX_STR_NONE) return; /* cannot be: there is a later run of that length */
    closing_run = run_length(in, close);
  }
  sx_md__put_code(in, sx_str_slice(text, start, close), SX_MD_SPAN_RAW);
  in->at = close + run;
}

/** The span of "\`name\`", as clients escape the plain text of a server; false: it is none. */
static bool read_escaped_span(sx_md_inline *in) {
  size_t start = in->at + 2;
  size_t end = sx_str_find_char(sx_str_slice(in->text, 0, in->end), '`', start);
  if (end == SX_STR_NONE || end < start + 2) return false;
  size_t slashes = 0;
  while (slashes < end - start && in->text.ptr[end - 1 - slashes] == '\\') slashes++;
  sx_str code = sx_str_slice(in->text, start, end - 1);
  if (slashes % 2 == 0 || sx_str_trim(code).len == 0) return false;
  if (sx_str_find_char(code, '\n', 0) != SX_STR_NONE) return false;
  sx_md__put_code(in, code, SX_MD_SPAN_ESCAPED);
  in->at = end + 1;
  return true;
}

static void read_backslash(sx_md_inline *in) {
  char next = in->at + 1 < in->end ? in->text.ptr[in->at + 1] : 0;
  if (next == '`' && in->is_plaintext && read_escaped_span(in)) return;
  if (is_punctuation(next)) {
    put_literal(in, next);
    in->at += 2;
  } else {
    /* Before a line of the same paragraph it is a hard line break. */
    bool is_break = next == '\n' && in->at + 2 < in->end && in->text.ptr[in->at + 2] != '\n';
    if (!is_break) put_literal(in, '\\');
    in->at++;
  }
}

/** $(name) or $(name~spin): a theme icon, with the blank after it. */
static void read_icon(sx_md_inline *in) {
  size_t i = in->at + 2;
  sx_str text = in->text;
  bool is_open = in->has_icons && i < in->end && text.ptr[i - 1] == '(';
  while (is_open && i < in->end &&
         ((text.ptr[i] >= 'a' && text.ptr[i] <= 'z') ||
          (text.ptr[i] >= '0' && text.ptr[i] <= '9') ||
          (text.ptr[i] >= 'A' && text.ptr[i] <= 'Z') || text.ptr[i] == '-' || text.ptr[i] == '~'))
    i++;
  if (!is_open || i == in->at + 2 || i >= in->end || text.ptr[i] != ')') {
    sx_writer_add_char(&in->out, '$');
    in->at++;
    return;
  }
  in->at = i + 1;
  char last = sx_writer_last(&in->out);
  bool is_word_before = last && !sx_md_is_space(last);
  if (!is_word_before && in->at < in->end && text.ptr[in->at] == ' ') in->at++;
}

static void end_text_line(sx_md_inline *in) {
  in->at++;
  if (in->table.is_open) {
    char last = sx_writer_last(&in->out);
    if (last && !sx_md_is_space(last) && last != '|') sx_writer_add_char(&in->out, ' ');
    return;
  }
  while (in->out.len && (sx_writer_last(&in->out) == ' ' || sx_writer_last(&in->out) == '\t'))
    in->out.len--;
  sx_writer_add_char(&in->out, '\n');
  in->line_at = in->out.len;
}

static void read_special(sx_md_inline *in) {
  char c = in->text.ptr[in->at];
  char next = in->at + 1 < in->end ? in->text.ptr[in->at + 1] : 0;
  uint32_t codepoint;
  size_t len;
  switch (c) {
  case '\\': read_backslash(in); return;
  case '`': read_backticks(in); return;
  case '<': sx_md__read_angle(in); return;
  case '$': read_icon(in); return;
  case '\n': end_text_line(in); return;
  case ']': sx_md__close_bracket(in); return;
  case '[':
    sx_md__open_bracket(in, false);
    in->at++;
    return;
  case '&':
    len = sx_html_parse_entity(sx_str_slice(in->text, 0, in->end), in->at, &codepoint);
    if (len)
      sx_md__put_codepoint(in, codepoint);
    else
      put_literal(in, c);
    in->at += len ? len : 1;
    return;
  case '!':
    if (next == '[')
      sx_md__open_bracket(in, true);
    else
      put_literal(in, c);
    in->at += next == '[' ? 2 : 1;
    return;
  case '|':
    if (in->table.is_open)
      put_literal(in, c);
    else
      sx_writer_add_char(&in->out, c);
    in->at++;
    return;
  case (char)0xC2: /* U+00A0 is a blank */
    if (next == (char)0xA0)
      sx_writer_add_char(&in->out, ' ');
    else
      sx_writer_add_char(&in->out, c);
    in->at += next == (char)0xA0 ? 2 : 1;
    return;
  default: in->at++; /* control characters */
  }
}

/** Ends what the prose left open. */
static void close_all(sx_md_inline *in) {
  if (in->href.len) in->out.ptr[in->href_mark] = SX_MD_MARK_GONE;
  in->href = SX_STR("");
  while (in->out.len && sx_md_is_space(sx_writer_last(&in->out))) in->out.len--;
  if (in->italic_at) sx_writer_add_char(&in->out, '*');
  if (in->bold_at) sx_writer_add(&in->out, SX_STR("**"));
  in->bold_at = in->italic_at = 0;
  if (in->table.is_row_open) sx_md__put_table_row_end(in);
  in->bracket_count = 0;
}

void sx_md__flush(sx_md_inline *in) {
  /* Out of memory is sticky in the arena; marks may be cut off then. */
  if (in->blocks->arena->status) return;
  close_all(in);
  if (in->blocks->arena->status || !in->out.len) return;
  sx_str clean = sx_md__resolve(&in->clean, sx_writer_str(&in->out));
  sx_md_add_prose(in->blocks, clean, &in->paragraph);
  in->out.len = in->line_at = 0;
}

size_t sx_md_clean_prose(sx_md_inline *in, sx_str text, size_t at, size_t end) {
  in->text = text;
  in->at = at;
  in->end = end;
  in->absent_here = 0;
  in->list_depth = 0;
  while (in->at < in->end && !in->blocks->arena->status) {
    size_t plain = in->at;
    while (plain < in->end && !is_special[(unsigned char)text.ptr[plain]]) plain++;
    if (plain > in->at) sx_writer_add(&in->out, sx_str_slice(text, in->at, plain));
    in->at = plain;
    if (plain < in->end) read_special(in);
  }
  sx_md__flush(in);
  return in->at;
}
