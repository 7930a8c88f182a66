#ifndef SX_MARKDOWN_INLINE_H
#define SX_MARKDOWN_INLINE_H

#include "markdown/block.h"
#include "markdown/html.h"
#include "markdown/writer.h"

/*
 * Prose: what stands outside fences. It is read once from left to right into marked text:
 * bytes below 7 (which text never holds, control characters are dropped) say what is to become
 * of the byte or span that follows. A second pass from right to left (mark.c) makes clean text
 * of it. It goes backwards since whether a literal '<' or ']' must keep a backslash depends on
 * what follows it in the end: only then does clean text read again as itself.
 */
enum {
  SX_MD_MARK_GONE = 1, /* nothing: what was here has been taken back */
  SX_MD_MARK_RAW_ON,   /* as it is, up to RAW_OFF: code spans, link targets */
  SX_MD_MARK_RAW_OFF,
  SX_MD_MARK_ASK,    /* next byte is text; with a backslash where it would be syntax */
  SX_MD_MARK_ESCAPE, /* next byte is text, always with a backslash */
  SX_MD_MARK_RULE    /* a line of its own: <hr> */
};

#define SX_MD_MAX_BRACKETS 64
#define SX_MD_MAX_BACKTICKS 32

typedef struct sx_md_bracket {
  size_t mark;   /* of the '[' in the output */
  size_t source; /* offset after it in the text */
  bool is_image;
} sx_md_bracket;

typedef struct sx_md_inline {
  sx_md_blocks *blocks;
  bool is_any_tag, has_icons;
  bool is_plaintext; /* escaped by a client: "\\`x\\`" was `x` */

  sx_str text; /* the whole part: comments, <pre> and tables reach past `end` */
  size_t at, end;
  sx_writer out, clean, paragraph;

  /* The last SX_MD_MAX_BRACKETS open ones, in a ring. */
  sx_md_bracket brackets[SX_MD_MAX_BRACKETS];
  size_t bracket_top, bracket_count;

  sx_str href; /* of the open <a>, empty when none */
  size_t href_mark;
  size_t bold_at, italic_at; /* output length after the opening mark, 0: not open */
  size_t list_depth;
  size_t line_at; /* output length where the line began */
  struct {
    size_t rows, cells; /* of the row */
    size_t close;       /* offset of the next </table> that was found */
    bool is_open, is_row_open, is_cell_open;
  } table;

  /* Where the last run of each length is, +1, so that no run looks for a missing partner. */
  size_t last_run[SX_MD_MAX_BACKTICKS + 1];
  size_t last_run_end;  /* for which `end` that was found */
  unsigned absent;      /* effects without a closing tag in the rest of the part */
  unsigned absent_here; /* the same for the rest of the prose */
  bool is_comment_end_absent;
} sx_md_inline;

void sx_md_inline_init(sx_md_inline *in, sx_md_blocks *blocks);

/** Cleans text[at, end) and adds its blocks; returns where to go on, which may be past `end`. */
size_t sx_md_clean_prose(sx_md_inline *in, sx_str text, size_t at, size_t end);

/* Within the cleaner. */

/** Ends what is open and adds what was written as blocks. */
void sx_md__flush(sx_md_inline *in);
/** Text without syntax, entities decoded. */
void sx_md__put_text(sx_md_inline *in, sx_str text);
void sx_md__put_codepoint(sx_md_inline *in, uint32_t codepoint);
/** A code span; `is_html`: tags are stripped, entities decoded; else backslash escapes undone. */
typedef enum sx_md_span { SX_MD_SPAN_RAW, SX_MD_SPAN_ESCAPED, SX_MD_SPAN_HTML } sx_md_span;
void sx_md__put_code(sx_md_inline *in, sx_str code, sx_md_span span);

void sx_md__open_bracket(sx_md_inline *in, bool is_image);
void sx_md__close_bracket(sx_md_inline *in);
/** Writes the end of a link whose '[' and text have been written. */
void sx_md__end_link(sx_md_inline *in, sx_str url);
/** A URL within raw marks, without what would end it. */
void sx_md__put_url(sx_md_inline *in, sx_str url);
/** Whether a link target that a model can use: http, https, mailto. */
bool sx_md__is_web_target(sx_str url);
/** Whether text[at] == '(' begins the target of a link; `*after` is the offset past it. */
bool sx_md__parse_target(sx_str text, size_t at, sx_str *url, size_t *after);
/** Bytes of the `<scheme:…>` at text[at] == '<', 0 for none. */
size_t sx_md__parse_autolink(sx_str text, size_t at);

/** Reads what begins with '<'. */
void sx_md__read_angle(sx_md_inline *in);
/** Ends the line, and the paragraph when `newlines` is 2; a blank within tables. */
void sx_md__break_line(sx_md_inline *in, size_t newlines);
void sx_md__put_table_row_end(sx_md_inline *in);

/** Marked text into clean text, in `clean`. */
sx_str sx_md__resolve(sx_writer *clean, sx_str marked);

#endif
