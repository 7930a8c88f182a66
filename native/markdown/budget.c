#include "markdown/block.h"

#include "text/tokens.h"

/*
 * Parts that are dropped to fit the budget, in this order: examples from the end, paragraphs from
 * the end except the first one with content, then the end of that one, and as many lines of the
 * signature as necessary.
 */
#define MIN_PARAGRAPH_TOKENS 8 /* a shorter piece of a paragraph is useless */
#define JOINT_TOKENS 1
#define ELLIPSIS "\xE2\x80\xA6"
#define MAX_INFO_TOKENS 3

static size_t count_tokens(const sx_md_block *block) {
  if (block->kind == SX_MD_RULE) return 1;
  size_t tokens = sx_tokens_count(block->text);
  /* The fences, a newline after the language and one before the closing fence. */
  if (block->kind == SX_MD_CODE) tokens += 4 + sx_tokens_count(block->info) + block->backticks / 8;
  return tokens;
}

typedef struct shortening {
  sx_md_blocks *blocks;
  size_t total, max;
  size_t telling; /* the paragraph that stays longest; SX_STR_NONE: there is none */
} shortening;

static bool is_over(const shortening *plan) {
  return plan->total > plan->max;
}

static void drop(shortening *plan, sx_md_block *block) {
  block->is_dropped = true;
  plan->total -= block->tokens + JOINT_TOKENS;
}

/** Drops the label that stands before what was dropped, when nothing else follows it. */
static void drop_label_before(shortening *plan, size_t index) {
  sx_md_block *items = plan->blocks->items;
  for (size_t i = index + 1; i < plan->blocks->len; i++) {
    if (items[i].is_dropped) continue;
    if (items[i].kind == SX_MD_RULE || items[i].is_label) break;
    return;
  }
  while (index-- > 0) {
    if (items[index].is_dropped) continue;
    if (items[index].is_label && index != plan->telling) drop(plan, &items[index]);
    return;
  }
}

static void drop_from_end(shortening *plan, sx_md_kind kind) {
  for (size_t i = plan->blocks->len; i-- > 0 && is_over(plan);) {
    sx_md_block *block = &plan->blocks->items[i];
    if (block->is_dropped || block->kind != kind || block->is_signature) continue;
    if (i == plan->telling) continue;
    drop(plan, block);
    if (kind == SX_MD_CODE) drop_label_before(plan, i);
  }
}

/** Rules go with what they separate; what they cost is then free. */
static void drop_rules(shortening *plan) {
  sx_md_drop_rules(plan->blocks);
  plan->total = 0;
  for (size_t i = 0; i < plan->blocks->len; i++)
    if (!plan->blocks->items[i].is_dropped)
      plan->total += plan->blocks->items[i].tokens + JOINT_TOKENS;
}

/** The last end of a sentence, else of a word, in text[0, limit], outside spans and links. */
static size_t find_cut(sx_str text, size_t limit) {
  size_t word = 0, sentence = 0, depth = 0;
  for (size_t i = 0; i < limit;) {
    char c = text.ptr[i], next = i + 1 < text.len ? text.ptr[i + 1] : ' ';
    /* Scripts without blanks between words may be cut before each character. */
    bool is_end = next == ' ' || next == '\n' || (unsigned char)next >= 0xE3;
    if (c == '`') {
      size_t run = i;
      while (run < text.len && text.ptr[run] == '`') run++;
      size_t close = sx_str_find(text, sx_str_slice(text, i, run), run);
      i = close == SX_STR_NONE ? run : close + run - i;
      if (i <= limit && !depth) word = i;
      continue;
    }
    if (c == '\\') {
      i += 2;
      continue;
    }
    if (c == '[') depth++;
    if (c == ']' && depth && next != '(') depth--;
    if (c == ')' && depth) depth--;
    i++;
    if (depth || !is_end) continue;
    if (c != ' ' && c != '\n') word = i;
    if (c == '.' || c == '!' || c == '?' || next == '\n') sentence = i;
  }
  if (limit == text.len) return limit;
  return sentence >= word / 2 && sentence ? sentence : word;
}

/** Cuts the paragraph to what is left of the budget, or drops it. */
static void cut_paragraph(shortening *plan, sx_md_block *block) {
  size_t others = plan->total - block->tokens;
  size_t left = plan->max > others ? plan->max - others : 0;
  size_t cut = 0;
  if (left >= MIN_PARAGRAPH_TOKENS)
    cut = find_cut(block->text, sx_tokens_prefix(block->text, left - 2));
  sx_str text = sx_str_trim_end(sx_str_slice(block->text, 0, cut));
  if (!text.len) {
    drop(plan, block);
    return;
  }
  block->text = sx_arena_printf(plan->blocks->arena, "%.*s " ELLIPSIS, SX_STR_ARG(text));
  block->tokens = sx_tokens_count(block->text);
  plan->total = others + block->tokens;
}

/** Cuts the declaration at a line, or within its first line. */
static void cut_signature(shortening *plan, sx_md_block *block) {
  size_t others = plan->total - block->tokens;
  if (sx_tokens_count(block->info) > MAX_INFO_TOKENS) block->info = SX_STR("");
  size_t frame = count_tokens(block) - sx_tokens_count(block->text) + 2;
  size_t left = plan->max > others + frame ? plan->max - others - frame : 1;
  sx_str text = sx_str_slice(block->text, 0, sx_tokens_prefix(block->text, left));
  size_t line = sx_str_find_last_char(text, '\n');
  bool is_line = line != SX_STR_NONE && sx_str_trim(sx_str_slice(text, 0, line)).len > 0;
  if (is_line) text = sx_str_slice(text, 0, line);
  block->text = sx_arena_printf(plan->blocks->arena, is_line ? "%.*s\n" ELLIPSIS : "%.*s" ELLIPSIS,
                                SX_STR_ARG(text));
  block->backticks = sx_md_longest_backticks(block->text);
  block->tokens = count_tokens(block);
  plan->total = others + block->tokens;
}

/** Keeps the longest of several fences of a declaration: the other is the container. */
static void shorten_signature(shortening *plan) {
  sx_md_block *longest = NULL;
  for (size_t i = 0; i < plan->blocks->len; i++) {
    sx_md_block *block = &plan->blocks->items[i];
    if (block->is_dropped || !block->is_signature) continue;
    sx_md_block *other = block;
    if (!longest || block->text.len > longest->text.len) {
      other = longest;
      longest = block;
    }
    if (other && is_over(plan)) drop(plan, other);
  }
  if (longest && is_over(plan)) cut_signature(plan, longest);
}

/** An empty text would mean that there is nothing: a start of something is kept. */
static void keep_something(shortening *plan) {
  sx_md_block *kept = NULL;
  for (size_t i = plan->blocks->len; i-- > 0;) {
    if (!plan->blocks->items[i].is_dropped) return;
    if (plan->blocks->items[i].kind != SX_MD_RULE) kept = &plan->blocks->items[i];
  }
  if (plan->telling != SX_STR_NONE) kept = &plan->blocks->items[plan->telling];
  if (!kept) return;
  kept->is_dropped = false;
  plan->total = kept->tokens + JOINT_TOKENS;
  if (kept->kind == SX_MD_CODE)
    cut_signature(plan, kept);
  else
    kept->text = SX_STR(ELLIPSIS); /* one word, too long for the budget */
}

bool sx_md_shorten(sx_md_blocks *blocks, size_t max_tokens) {
  shortening plan = {blocks, 0, max_tokens, SX_STR_NONE};
  size_t first = SX_STR_NONE;
  for (size_t i = 0; i < blocks->len; i++) {
    sx_md_block *block = &blocks->items[i];
    if (block->is_dropped) continue;
    block->tokens = count_tokens(block);
    plan.total += block->tokens + JOINT_TOKENS;
    if (block->kind != SX_MD_PROSE) continue;
    if (first == SX_STR_NONE) first = i;
    if (plan.telling == SX_STR_NONE && sx_md_is_telling(block)) plan.telling = i;
  }
  if (!is_over(&plan)) return false;
  if (plan.telling == SX_STR_NONE) plan.telling = first;
  drop_from_end(&plan, SX_MD_CODE);
  drop_from_end(&plan, SX_MD_PROSE);
  drop_rules(&plan);
  if (is_over(&plan) && plan.telling != SX_STR_NONE)
    cut_paragraph(&plan, &blocks->items[plan.telling]);
  drop_rules(&plan);
  if (is_over(&plan)) shorten_signature(&plan);
  keep_something(&plan);
  return true;
}
