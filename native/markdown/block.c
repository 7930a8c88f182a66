#include "markdown/block.h"

#include "markdown/inline.h"
#include "markdown/writer.h"

#define CODE_INDENT 4
#define LIST_INDENT 2
#define MAX_TITLE_BYTES 60

/* Reading a part: fences, indented code and rules are taken out here, all else is prose. */
typedef struct reader {
  sx_md_blocks *blocks;
  sx_md_inline prose;
  sx_str text;
  size_t at;
  bool is_after_blank; /* an indented line is code only here */
  bool is_in_list;     /* and not here: it belongs to the item */
} reader;

static sx_md_block *add_block(sx_md_blocks *blocks, sx_md_kind kind) {
  if (blocks->len >= SX_HOVER_MAX_BLOCKS) {
    blocks->is_cut = true;
    return NULL;
  }
  sx_md_block *block = SX_ARRAY_ADD(blocks, blocks->arena);
  if (!block) return NULL;
  block->kind = kind;
  block->part = blocks->part;
  block->text = block->info = SX_STR("");
  return block;
}

size_t sx_md_longest_backticks(sx_str text) {
  size_t longest = 0;
  for (size_t i = 0; (i = sx_str_find_char(text, '`', i)) != SX_STR_NONE;) {
    size_t start = i;
    while (i < text.len && text.ptr[i] == '`') i++;
    if (i - start > longest) longest = i - start;
  }
  return longest;
}

/** After ~~~ there may be backticks, after ``` not. */
static sx_str clean_info(sx_str info) {
  size_t len = 0;
  while (len < info.len && info.ptr[len] != '`' && !(info.ptr[len] >= 0 && info.ptr[len] < ' '))
    len++;
  return sx_str_trim(sx_str_slice(info, 0, len));
}

void sx_md_add_code(sx_md_blocks *blocks, sx_str text, sx_str info) {
  if (sx_str_trim(text).len == 0) return;
  if (text.ptr[text.len - 1] == '\n') text.len--;
  sx_md_block *block = add_block(blocks, SX_MD_CODE);
  if (!block) return;
  block->text = text;
  block->info = clean_info(info);
  block->backticks = sx_md_longest_backticks(text);
}

void sx_md_add_rule(sx_md_blocks *blocks) {
  if (blocks->len && blocks->items[blocks->len - 1].kind == SX_MD_RULE) return;
  add_block(blocks, SX_MD_RULE);
}

/* Clean prose into blocks. */

/** Whether prose could be read as a rule or a fence where it was not meant as one. */
static bool looks_like_structure(sx_str line) {
  sx_md_fence fence;
  size_t i = 0;
  while (i < line.len && (line.ptr[i] == ' ' || line.ptr[i] == '\t')) i++;
  if (i == line.len || !strchr("-*_~`>+0123456789", line.ptr[i])) return false;
  return sx_md_is_rule(line) || sx_md_opens_fence(line, &fence);
}

/** The line with a backslash before what would make it a rule or a fence. */
static void add_defused(sx_writer *out, sx_str line) {
  sx_md_fence fence;
  size_t at = 0;
  if (sx_md_is_rule(line))
    while (line.ptr[at] == ' ' || line.ptr[at] == '\t') at++;
  else if (sx_md_opens_fence(line, &fence))
    while (line.ptr[at] != fence.mark) at++;
  sx_writer_add(out, sx_str_slice(line, 0, at));
  sx_writer_add_char(out, '\\');
  sx_writer_add(out, sx_str_slice(line, at, line.len));
}

static bool is_label(sx_str text) {
  if (sx_md_is_heading(text)) return true;
  if (sx_str_has_prefix(text, SX_STR("*@example*"))) return true;
  if (text.len > 60 || sx_str_find_char(text, '\n', 0) != SX_STR_NONE) return false;
  if (sx_md_is_list_item(text)) return false;
  char last = text.ptr[text.len - 1];
  return last == ':' || (last == '*' && text.ptr[0] == '*');
}

static void add_paragraph(sx_md_blocks *blocks, sx_str text) {
  sx_md_block *block = add_block(blocks, SX_MD_PROSE);
  if (!block) return;
  block->text = sx_arena_dup(blocks->arena, text);
  block->is_label = text.len && is_label(text);
}

/** Whether the first line after the blank ones in `rest` goes on with a list item. */
static bool continues_item(sx_str rest) {
  sx_str line;
  while (sx_md_next_line(&rest, &line))
    if (!sx_md_is_blank(line)) return sx_md_indent(line) >= LIST_INDENT;
  return false;
}

typedef struct paragraph {
  sx_writer *text;
  size_t indent;
  bool is_list;
} paragraph;

static void end_paragraph(sx_md_blocks *blocks, paragraph *now) {
  sx_str text = sx_str_trim_end(sx_writer_str(now->text));
  if (text.len) add_paragraph(blocks, text);
  now->text->len = 0;
}

static void add_line(paragraph *now, sx_str line) {
  if (now->text->len == 0) {
    now->indent = sx_md_indent(line);
    now->is_list = sx_md_is_list_item(line);
  } else {
    sx_writer_add_char(now->text, '\n');
  }
  line = sx_str_trim_end(sx_md_dedent(line, now->indent));
  if (looks_like_structure(line))
    add_defused(now->text, line);
  else
    sx_writer_add(now->text, line);
}

void sx_md_add_prose(sx_md_blocks *blocks, sx_str text, sx_writer *scratch) {
  paragraph now = {scratch, 0, false};
  sx_str line;
  scratch->len = 0;
  while (sx_md_next_line(&text, &line)) {
    if (line.len == 1 && line.ptr[0] == SX_MD_MARK_RULE) {
      end_paragraph(blocks, &now);
      sx_md_add_rule(blocks);
    } else if (sx_md_is_blank(line)) {
      if (now.text->len == 0) continue;
      /* One blank line inside a list block; those that follow are skipped here. */
      if (now.is_list && continues_item(text)) {
        sx_writer_add_char(now.text, '\n');
        while (text.len && sx_md_next_line(&text, &line) && sx_md_is_blank(line)) continue;
        add_line(&now, line);
      } else {
        end_paragraph(blocks, &now);
      }
    } else if (sx_md_is_heading(line)) {
      end_paragraph(blocks, &now);
      add_line(&now, line);
      end_paragraph(blocks, &now);
    } else {
      add_line(&now, line);
    }
  }
  end_paragraph(blocks, &now);
}

/* Raw text into blocks. */

static sx_str rest_of(const reader *in) {
  return sx_str_slice(in->text, in->at, in->text.len);
}

static bool closes_fence(sx_str line, const sx_md_fence *fence) {
  line = sx_str_trim(line);
  if (line.len < fence->len) return false;
  for (size_t i = 0; i < line.len; i++)
    if (line.ptr[i] != fence->mark) return false;
  return true;
}

/** `line` of a quoted fence without its "> "; false when the quote has ended. */
static bool unquote(sx_str *line) {
  sx_str inner = sx_md_dedent(*line, line->len);
  if (inner.len == 0 || inner.ptr[0] != '>') return false;
  size_t skip = inner.len > 1 && inner.ptr[1] == ' ' ? 2 : 1;
  *line = sx_str_make(inner.ptr + skip, inner.len - skip);
  return true;
}

static void read_fence(reader *in, const sx_md_fence *fence) {
  sx_str rest = rest_of(in), line;
  sx_md_next_line(&rest, &line);
  size_t start = in->text.len - rest.len, end = start;
  bool is_copied = fence->indent > 0, is_closed = false;
  sx_writer copy;
  sx_writer_init(&copy, in->blocks->arena);
  for (sx_str next = rest; !is_closed && sx_md_next_line(&next, &line); rest = next) {
    if (fence->is_quoted && !unquote(&line)) break;
    is_closed = closes_fence(line, fence);
    if (is_closed) continue;
    end = in->text.len - next.len;
    if (!is_copied) continue;
    sx_writer_add(&copy, fence->is_quoted ? line : sx_md_dedent(line, fence->indent));
    sx_writer_add_char(&copy, '\n');
  }
  sx_str code = is_copied ? sx_writer_str(&copy) : sx_str_slice(in->text, start, end);
  if (!is_closed) code = sx_str_trim_end(code);
  sx_md_add_code(in->blocks, code, fence->info);
  in->at = in->text.len - rest.len;
}

static void read_indented_code(reader *in) {
  sx_str rest = rest_of(in), line;
  sx_writer code;
  size_t len = 0; /* up to the last line that is not blank */
  sx_writer_init(&code, in->blocks->arena);
  for (sx_str next = rest; sx_md_next_line(&next, &line);) {
    bool is_blank = sx_md_is_blank(line);
    if (!is_blank && sx_md_indent(line) < CODE_INDENT) break;
    sx_writer_add(&code, sx_md_dedent(line, CODE_INDENT));
    sx_writer_add_char(&code, '\n');
    if (is_blank) continue;
    len = code.len;
    rest = next;
  }
  code.len = len;
  sx_md_add_code(in->blocks, sx_writer_str(&code), SX_STR(""));
  in->at = in->text.len - rest.len;
}

/** Offset where the prose that begins at `in->at` ends: a blank line, a fence, a rule. */
static size_t find_prose_end(const reader *in) {
  sx_str rest = rest_of(in), line;
  sx_md_fence fence;
  size_t end = in->at;
  bool was_blank = false;
  while (sx_md_next_line(&rest, &line)) {
    if (sx_md_is_blank(line)) {
      if (!in->is_in_list) break;
      was_blank = true;
      continue;
    }
    if (was_blank && sx_md_indent(line) < LIST_INDENT) break;
    if (end > in->at && sx_md_is_rule(line)) break;
    if (end > in->at && sx_md_opens_fence(line, &fence)) break;
    was_blank = false;
    end = in->text.len - rest.len;
  }
  return end;
}

/**
 * Length of the "----" or "====" under the title `line`, its newline too; 0 when there is none.
 * Python docstrings have their sections so.
 */
static size_t find_underline(sx_str line, sx_str rest) {
  sx_str under;
  size_t before = rest.len;
  unsigned char first = (unsigned char)*line.ptr;
  bool is_word = first >= 0x80 || (first >= '0' && first <= '9') ||
                 ((first | 32) >= 'a' && (first | 32) <= 'z');
  if (!is_word || line.len > MAX_TITLE_BYTES || sx_md_is_list_item(line)) return 0;
  if (!sx_md_next_line(&rest, &under)) return 0;
  under = sx_str_trim_end(under);
  if (under.len < 3 || (*under.ptr != '-' && *under.ptr != '=')) return 0;
  for (size_t i = 0; i < under.len; i++)
    if (under.ptr[i] != *under.ptr) return 0;
  return before - rest.len;
}

static void read_title(reader *in, sx_str line, size_t underline) {
  size_t end = in->at + line.len + 1; /* with the newline */
  sx_writer_add(&in->prose.out, SX_STR("## "));
  in->at = sx_md_clean_prose(&in->prose, in->text, in->at, end);
  if (in->at == end) in->at += underline;
  in->is_after_blank = true;
  in->is_in_list = false;
}

static void read_line(reader *in) {
  sx_str rest = rest_of(in), line;
  sx_md_fence fence;
  size_t underline;
  sx_md_next_line(&rest, &line);
  bool is_after_blank = in->is_after_blank;
  in->is_after_blank = sx_md_is_blank(line);
  if (in->is_after_blank) {
    in->at = in->text.len - rest.len;
    return;
  }
  if (is_after_blank && !in->is_in_list && sx_md_indent(line) >= CODE_INDENT) {
    read_indented_code(in);
    in->is_after_blank = true;
  } else if (sx_md_opens_fence(line, &fence)) {
    read_fence(in, &fence);
    in->is_after_blank = true;
  } else if (sx_md_is_rule(line)) {
    sx_md_add_rule(in->blocks);
    in->at = in->text.len - rest.len;
    in->is_after_blank = true;
    in->is_in_list = false;
  } else if ((underline = find_underline(line, rest)) > 0) {
    read_title(in, line, underline);
  } else {
    if (sx_md_is_list_item(line))
      in->is_in_list = true;
    else if (sx_md_indent(line) < LIST_INDENT)
      in->is_in_list = false;
    in->at = sx_md_clean_prose(&in->prose, in->text, in->at, find_prose_end(in));
    in->is_after_blank = sx_md_is_heading(line);
  }
}

void sx_md_read_part(sx_md_blocks *blocks, sx_str text, const sx_hover_part *part,
                     bool is_plaintext) {
  reader in = {.blocks = blocks, .text = text, .is_after_blank = true};
  sx_md_inline_init(&in.prose, blocks);
  in.prose.is_any_tag = part->supports_html;
  in.prose.has_icons = part->supports_icons;
  in.prose.is_plaintext = is_plaintext;
  while (in.at < text.len && !blocks->is_cut && !blocks->arena->status) read_line(&in);
}
