#include "markdown/hover.h"

#include "base/utf8.h"
#include "markdown/block.h"
#include "text/tokens.h"

#define MAX_ROUNDS 8

/* Text of a part: valid UTF-8, lines ending in \n, no NUL. */

static bool is_clean(sx_str text) {
  return sx_str_find_char(text, '\r', 0) == SX_STR_NONE &&
         sx_str_find_char(text, 0, 0) == SX_STR_NONE && sx_utf8_is_valid(text.ptr, text.len);
}

/** The text itself where nothing is wrong with it, else a copy. */
static sx_str clean_bytes(sx_str text, sx_arena *arena) {
  sx_writer out;
  if (is_clean(text)) return text;
  sx_writer_init(&out, arena);
  sx_writer_reserve(&out, text.len);
  for (size_t i = 0; i < text.len;) {
    uint32_t codepoint;
    size_t len = sx_utf8_decode(text.ptr + i, text.len - i, &codepoint);
    bool is_broken = codepoint == SX_UTF8_REPLACEMENT && len == 1;
    bool is_pair = text.ptr[i] == '\r' && i + 1 < text.len && text.ptr[i + 1] == '\n';
    if (is_broken)
      sx_writer_add(&out, SX_STR("\xEF\xBF\xBD"));
    else if (text.ptr[i] == '\r' && !is_pair)
      sx_writer_add_char(&out, '\n');
    else if (text.ptr[i] != 0 && !is_pair)
      sx_writer_add(&out, sx_str_slice(text, i, i + len));
    i += len;
  }
  return sx_writer_str(&out);
}

/**
 * LSP plaintext that a client has made Markdown of: every blank is &nbsp; and every line end is
 * doubled. The lines are put back, the escapes go with all others.
 */
static bool is_plaintext(sx_str text) {
  return sx_str_find_char(text, ' ', 0) == SX_STR_NONE &&
         sx_str_find(text, SX_STR("&nbsp;"), 0) != SX_STR_NONE;
}

static sx_str undo_plaintext(sx_str text, sx_arena *arena) {
  sx_writer out;
  sx_writer_init(&out, arena);
  for (size_t i = 0; i < text.len; i++) {
    sx_writer_add_char(&out, text.ptr[i]);
    if (text.ptr[i] == '\n' && i + 1 < text.len && text.ptr[i + 1] == '\n') i++;
  }
  return sx_writer_str(&out);
}

static void read_part(sx_md_blocks *blocks, const sx_hover_part *part) {
  sx_str text = clean_bytes(part->value, blocks->arena);
  if (part->kind != SX_HOVER_CODE) {
    bool is_escaped = is_plaintext(text);
    if (is_escaped) text = undo_plaintext(text, blocks->arena);
    sx_md_read_part(blocks, text, part, is_escaped);
    return;
  }
  sx_str language = sx_str_trim(clean_bytes(part->language, blocks->arena));
  sx_str line = SX_STR("");
  sx_md_next_line(&language, &line);
  while (text.len && text.ptr[text.len - 1] == '\n') text.len--;
  while (text.len && text.ptr[0] == '\n') text = sx_str_slice(text, 1, text.len);
  sx_md_add_code(blocks, text, line);
}

static sx_str render(const sx_md_blocks *blocks, bool has_signature) {
  sx_writer out;
  sx_writer_init(&out, blocks->arena);
  for (size_t i = 0; i < blocks->len; i++) {
    const sx_md_block *block = &blocks->items[i];
    if (block->is_dropped || (block->is_signature && !has_signature)) continue;
    if (out.len) sx_writer_add(&out, SX_STR("\n\n"));
    if (block->kind == SX_MD_PROSE) sx_writer_add(&out, block->text);
    if (block->kind != SX_MD_CODE) continue;
    size_t fence = block->backticks < 3 ? 3 : block->backticks + 1;
    sx_writer_add_repeat(&out, '`', fence);
    sx_writer_add(&out, block->info);
    sx_writer_add_char(&out, '\n');
    sx_writer_add(&out, block->text);
    sx_writer_add_char(&out, '\n');
    sx_writer_add_repeat(&out, '`', fence);
  }
  return sx_writer_str(&out);
}

static sx_str join_signature(const sx_md_blocks *blocks, sx_str *language) {
  sx_writer out;
  sx_writer_init(&out, blocks->arena);
  for (size_t i = 0; i < blocks->len; i++) {
    const sx_md_block *block = &blocks->items[i];
    if (block->is_dropped || !block->is_signature) continue;
    if (out.len) sx_writer_add_char(&out, '\n');
    if (!out.len) *language = block->info;
    sx_writer_add(&out, block->text);
  }
  return sx_writer_str(&out);
}

/** The text within the budget. The estimate of a whole may be a little off its parts' sum. */
static sx_str render_within(sx_hover_text *out, sx_md_blocks *blocks, size_t max_tokens) {
  size_t limit = max_tokens;
  sx_str text = render(blocks, true);
  size_t tokens = max_tokens ? sx_tokens_count(text) : 0;
  for (size_t round = 0; tokens > max_tokens; round++) {
    if (round == MAX_ROUNDS || blocks->arena->status) return SX_STR("");
    out->is_truncated |= sx_md_shorten(blocks, limit);
    text = render(blocks, true);
    tokens = sx_tokens_count(text);
    /* Soon far below the budget, should the sum be far from the whole. */
    limit -= limit / 4 + (limit > 0);
  }
  return text;
}

sx_status sx_hover_format(sx_hover_text *out, const sx_hover_part *parts, size_t count,
                          size_t max_tokens, sx_arena *arena, sx_err *err) {
  sx_md_blocks blocks = {.arena = arena, .subject = SX_STR(""), .subject_kind = SX_STR("")};
  *out = SX_HOVER_NOTHING;
  if (max_tokens && max_tokens < SX_HOVER_MIN_TOKENS) max_tokens = SX_HOVER_MIN_TOKENS;
  for (size_t i = 0; i < count && !arena->status && !blocks.is_cut; i++) {
    blocks.part = i;
    read_part(&blocks, &parts[i]);
  }
  if (!arena->status) sx_md_find_subject(&blocks);
  if (!arena->status && sx_md_dedupe(&blocks) == SX_OK) {
    sx_md_drop_rules(&blocks);
    sx_md_mark_signature(&blocks);
    out->is_ready = sx_md_is_ready(&blocks);
    out->is_documented = out->is_ready && sx_md_is_documented(&blocks);
    out->is_truncated = blocks.is_cut;
    out->subject = blocks.subject;
    out->subject_kind = blocks.subject_kind;
    out->signature = join_signature(&blocks, &out->language);
    out->text = render_within(out, &blocks, max_tokens);
    out->body = render(&blocks, false);
    out->is_empty = out->text.len == 0;
  }
  return arena->status ? sx_fail(err, arena->status, NULL) : SX_OK;
}
