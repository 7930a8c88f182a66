#ifndef SX_MARKDOWN_BLOCK_H
#define SX_MARKDOWN_BLOCK_H

#include "base/array.h"
#include "base/status.h"
#include "base/str.h"
#include "markdown/hover.h"
#include "markdown/writer.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * A hover on its way through the module: hover.c reads each part into blocks (block.c, which
 * has inline.c clean the prose), then dedupe.c, judge.c and budget.c mark blocks as dropped or
 * shorten them, and hover.c writes what is left.
 */
typedef enum sx_md_kind { SX_MD_PROSE, SX_MD_CODE, SX_MD_RULE } sx_md_kind;

typedef struct sx_md_block {
  sx_str text; /* prose: clean Markdown, no blank end; code: the contents, no newline at the end */
  sx_str info; /* of code: what stands after the opening fence */
  size_t part;
  size_t tokens;    /* set by the budget */
  size_t backticks; /* of code: the longest run in it */
  sx_md_kind kind;
  bool is_label;     /* a heading or caption that is there for what follows it */
  bool is_signature; /* code that declares the symbol */
  bool is_dropped;
} sx_md_block;

typedef struct sx_md_blocks {
  sx_md_block *items;
  size_t len, cap;
  sx_arena *arena;
  size_t part;                  /* what new blocks belong to */
  sx_str subject, subject_kind; /* from the first heading of clangd's; or empty */
  bool is_cut;                  /* SX_HOVER_MAX_BLOCKS was reached */
} sx_md_blocks;

/* The kind of a line. */

typedef struct sx_md_fence {
  sx_str info;    /* what follows the opening run, trimmed */
  size_t len;     /* of that run */
  size_t indent;  /* blanks (and list marks) before it */
  bool is_quoted; /* within "> " */
  char mark;      /* ` or ~ */
} sx_md_fence;

/** A thematic break: three or more of - * or _ with nothing else but blanks. */
bool sx_md_is_rule(sx_str line);
/** Whether `line` opens a fence; "> " and list marks may stand before it. */
bool sx_md_opens_fence(sx_str line, sx_md_fence *fence);
bool sx_md_is_list_item(sx_str line);
bool sx_md_is_heading(sx_str line);
bool sx_md_is_blank(sx_str line);
/** Columns of blanks that the line begins with, a tab going to the next multiple of 4. */
size_t sx_md_indent(sx_str line);
/** `line` without its first `columns` columns of blanks (or fewer, when it has fewer). */
sx_str sx_md_dedent(sx_str line, size_t columns);
/** Takes the next line off; unlike sx_str_next_line only \n ends one. */
bool sx_md_next_line(sx_str *rest, sx_str *line);

/**
 * Reads a part into blocks. `text` is valid UTF-8 with \n only; borrowed by the blocks.
 * `is_plaintext`: it was plain text that a client escaped.
 */
void sx_md_read_part(sx_md_blocks *blocks, sx_str text, const sx_hover_part *part,
                     bool is_plaintext);

/** Adds code; nothing when it is blank. `text` and `info` borrowed. */
void sx_md_add_code(sx_md_blocks *blocks, sx_str text, sx_str info);
size_t sx_md_longest_backticks(sx_str text);
void sx_md_add_rule(sx_md_blocks *blocks);
/** Splits clean prose at blank lines and headings and adds it. Copies. */
void sx_md_add_prose(sx_md_blocks *blocks, sx_str text, sx_writer *scratch);

/** Drops repeated blocks, white space aside. */
sx_status sx_md_dedupe(sx_md_blocks *blocks) SX_MUST_USE;
/** Drops all rules: blank lines separate well enough. */
void sx_md_drop_rules(sx_md_blocks *blocks);

/** Reads clangd's heading, and puts the declaration where it stood. Before the dedupe. */
void sx_md_find_subject(sx_md_blocks *blocks);

/** Marks the code that declares the symbol. */
void sx_md_mark_signature(sx_md_blocks *blocks);
bool sx_md_is_ready(const sx_md_blocks *blocks);
bool sx_md_is_documented(const sx_md_blocks *blocks);
/** Prose with content of its own; false for "Type: `int`", "Parameters:" and their like. */
bool sx_md_is_telling(const sx_md_block *block);

/** Drops and shortens until all of it takes at most `max_tokens`; true when it had to. */
bool sx_md_shorten(sx_md_blocks *blocks, size_t max_tokens);
#endif
