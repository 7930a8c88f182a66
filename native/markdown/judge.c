#include "markdown/block.h"

#include "base/byte.h"

#define ELLIPSIS "\xE2\x80\xA6"

/* A text by itself: is it an answer yet, and is there more than a signature? */

static bool is_word_char(char c) {
  return c < 0 || (sx_byte_lower(c) >= 'a' && sx_byte_lower(c) <= 'z') || (c >= '0' && c <= '9');
}

/** The words of a short text in lower case, one blank between; empty when it is longer. */
static sx_str fold_words(sx_str text, char *out, size_t max) {
  size_t len = 0;
  for (size_t i = 0; i < text.len; i++) {
    bool is_ellipsis = sx_str_has_prefix(sx_str_slice(text, i, i + 3), SX_STR(ELLIPSIS));
    bool is_word = is_word_char(text.ptr[i]) && !is_ellipsis;
    if (is_ellipsis) i += 2;
    if (!is_word && (len == 0 || out[len - 1] == ' ')) continue;
    if (len == max) return SX_STR("");
    out[len++] = is_word ? sx_byte_lower(text.ptr[i]) : ' ';
  }
  return sx_str_trim_end(sx_str_make(out, len));
}

/** Texts that servers and clients show while they have nothing to show. */
static bool is_placeholder(sx_str text) {
  static const char *const known[] = {"loading",
                                      "loading hover",
                                      "loading documentation",
                                      "loading project",
                                      "please wait",
                                      "indexing",
                                      "analyzing",
                                      "analysing",
                                      "computing",
                                      "resolving",
                                      "initializing",
                                      "pending",
                                      "fetching documentation",
                                      "server is starting",
                                      "language server is starting"};
  char words[48];
  if (text.len > 120) return false;
  sx_str folded = fold_words(text, words, sizeof words);
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (sx_str_is_equal(folded, sx_str_from(known[i]))) return true;
  /* "…", "...": dots only. Other words in foreign letters are not placeholders. */
  return folded.len == 0 && text.len <= 16;
}

bool sx_md_is_ready(const sx_md_blocks *blocks) {
  bool has_content = false;
  for (size_t i = 0; i < blocks->len; i++) {
    const sx_md_block *block = &blocks->items[i];
    if (block->is_dropped || block->kind == SX_MD_RULE) continue;
    sx_str text = sx_str_trim(block->text);
    if (sx_str_has_prefix(text, SX_STR("(loading...)")) ||
        sx_str_has_prefix(text, SX_STR("(loading" ELLIPSIS ")")))
      return false;
    has_content |= !is_placeholder(text);
  }
  return has_content;
}

/* Documented or not. */

typedef struct line_words {
  size_t words;   /* outside code spans and link targets */
  bool has_code;  /* a code span */
  bool has_value; /* ':' or '=' after the first word, or an arrow at the start */
  bool is_label;  /* ends with ':' */
} line_words;

static size_t skip_span(sx_str line, size_t at) {
  size_t run = at;
  while (run < line.len && line.ptr[run] == '`') run++;
  sx_str mark = sx_str_slice(line, at, run);
  size_t close = sx_str_find(line, mark, run);
  return close == SX_STR_NONE ? line.len : close + mark.len;
}

static line_words read_words(sx_str line) {
  line_words found = {0, false, false, false};
  char last = 0;
  for (size_t i = 0; i < line.len;) {
    char c = line.ptr[i];
    if (c == '`') {
      found.has_code = true;
      i = skip_span(line, i);
    } else if (is_word_char(c)) {
      size_t start = i;
      while (i < line.len && is_word_char(line.ptr[i])) i++;
      bool is_number = line.ptr[start] >= '0' && line.ptr[start] <= '9';
      bool is_tag = start > 0 && line.ptr[start - 1] == '@';
      found.words += !is_number && !is_tag;
    } else {
      found.has_value |= (c == ':' || c == '=') && found.words <= 2;
      i++;
    }
    if (c != ' ' && c != '*' && c != '_') last = c;
  }
  found.is_label = last == ':';
  return found;
}

/* Lines that some servers put into every hover: clangd, gopls, bash-language-server. */
static bool is_boilerplate(sx_str line) {
  static const char *const prefixes[] = {
      "\xE2\x86\x92", "->",     "provided by ", "In ",   "Type: `",
      "Offset: ",     "Size: ", "size = ",      "size: "};
  static const char *const parts[] = {" on pkg.go.dev]", "*defined on line ", "*defined in "};
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
    if (sx_str_has_prefix(line, sx_str_from(prefixes[i])) && read_words(line).words <= 8)
      return sx_str_find(line, SX_STR(". "), 0) == SX_STR_NONE;
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    if (sx_str_find(line, sx_str_from(parts[i]), 0) != SX_STR_NONE) return true;
  return false;
}

static bool is_line_telling(sx_str line) {
  if (sx_md_is_heading(line) || is_boilerplate(line)) return false;
  line_words found = read_words(line);
  if (found.words == 0) return false;
  if (found.is_label && found.words <= 3) return false;
  return !(found.has_code && found.has_value && found.words <= 1);
}

bool sx_md_is_telling(const sx_md_block *block) {
  sx_str rest = block->text, line;
  if (block->kind != SX_MD_PROSE) return false;
  while (sx_md_next_line(&rest, &line))
    if (is_line_telling(sx_str_trim(line))) return true;
  return false;
}

bool sx_md_is_documented(const sx_md_blocks *blocks) {
  for (size_t i = 0; i < blocks->len; i++) {
    const sx_md_block *block = &blocks->items[i];
    if (block->is_dropped) continue;
    if (block->kind == SX_MD_CODE ? !block->is_signature : sx_md_is_telling(block)) return true;
  }
  return false;
}

/** bash-language-server puts comments and manual pages into fences. */
static bool is_manual(const sx_md_block *block) {
  return sx_str_is_equal(block->info, SX_STR("txt")) || sx_str_is_equal(block->info, SX_STR("man"));
}

/**
 * The declaration is the run of fences at the start, which several servers use for container
 * and declaration; where prose comes first (a man page) it is the first that no caption makes an
 * example.
 */
void sx_md_mark_signature(sx_md_blocks *blocks) {
  sx_md_block *found = NULL, *first = NULL, *before = NULL;
  size_t part = SX_STR_NONE;
  for (size_t i = 0; i < blocks->len; i++) {
    sx_md_block *block = &blocks->items[i];
    if (block->is_dropped || block->kind == SX_MD_RULE) continue;
    if (!first) {
      first = block;
      part = block->part;
    }
    if (first->kind == SX_MD_CODE) {
      if (block->kind != SX_MD_CODE || block->part != part || is_manual(block)) return;
      block->is_signature = true;
      continue;
    }
    bool is_example = before && before->is_label && !sx_md_is_heading(before->text);
    before = block;
    if (block->kind != SX_MD_CODE || is_manual(block)) continue;
    if (!found && !is_example) found = block;
  }
  if (found) found->is_signature = true;
}
