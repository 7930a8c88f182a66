#ifndef SX_MARKDOWN_HTML_H
#define SX_MARKDOWN_HTML_H

#include "base/byte.h"
#include "base/str.h"

#include <stdbool.h>
#include <stdint.h>

/** White space of Markdown, in which \n alone ends a line. */
static inline bool sx_md_is_space(char c) {
  return sx_byte_is_blank(c) || c == '\n';
}

/** The meaning of a tag to a reader of plain Markdown. */
typedef enum sx_html_effect {
  SX_HTML_NONE, /* only its text counts: span, font, u… and, where asked, any unknown tag */
  SX_HTML_BREAK,
  SX_HTML_PARAGRAPH,
  SX_HTML_HEADING,
  SX_HTML_RULE,
  SX_HTML_LIST,
  SX_HTML_ITEM,
  SX_HTML_TERM,
  SX_HTML_DETAIL,
  SX_HTML_BOLD,
  SX_HTML_ITALIC,
  SX_HTML_CODE,
  SX_HTML_PRE,
  SX_HTML_LINK,
  SX_HTML_IMAGE,
  SX_HTML_TABLE,
  SX_HTML_ROW,
  SX_HTML_CELL,
  SX_HTML_HIDDEN /* its contents go too: style, script */
} sx_html_effect;

typedef struct sx_html_tag {
  sx_html_effect effect;
  sx_str name;       /* as written */
  sx_str attributes; /* what stands between name and > */
  size_t end;        /* offset after > */
  bool is_closing;
} sx_html_tag;

/**
 * Reads the tag that begins at text[at] == '<'. Only names of HTML are tags, so that `Vec<T>`
 * in prose stays; a single capital letter never is one. `any_name` takes every name.
 * Cost: to the next '<' outside quotes.
 */
bool sx_html_parse_tag(sx_html_tag *tag, sx_str text, size_t at, bool any_name);

/** Value of an attribute without its quotes; empty when absent. */
sx_str sx_html_attribute(sx_str attributes, sx_str name);

/** Offset of `</name` at or after `from`, ASCII case aside, or SX_STR_NONE. */
size_t sx_html_find_closing(sx_str text, sx_str name, size_t from);

/** Bytes of the entity at text[at] == '&' and its character; 0 when it is none we know. */
size_t sx_html_parse_entity(sx_str text, size_t at, uint32_t *codepoint);

#endif
