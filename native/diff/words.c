#include "diff/words.h"

#include "base/byte.h"
#include "diff/diff_parts.h"

/* Diagonals are differences of word numbers, and must fit into 32 bits with their sign. */
#define MAX_BYTES 0x3FFFFFFFu

/** The characters of operators: != changes as a whole. */
static bool is_operator(char c) {
  return c && strchr("=<>!&|+-*/%^~:?", c);
}

/** Where the word that starts at `from` ends. */
static size_t word_end(sx_str text, size_t from) {
  size_t i = from + 1;
  char c = text.ptr[from];
  if (sx_byte_is_word(c))
    while (i < text.len && sx_byte_is_word(text.ptr[i])) i++;
  else if (sx_byte_is_blank(c))
    while (i < text.len && sx_byte_is_blank(text.ptr[i])) i++;
  else if (is_operator(c))
    while (i < text.len && is_operator(text.ptr[i])) i++;
  else if (c == '\r' && i < text.len && text.ptr[i] == '\n')
    i++;
  return i;
}

/** An index of words in place of lines. */
static sx_status index_words(sx_line_index *words, sx_str text, sx_arena *scratch) {
  uint32_t count = 0;
  for (size_t i = 0; i < text.len; i = word_end(text, i)) count++;
  uint32_t *starts = sx_arena_calloc(scratch, (size_t)count + 1, sizeof *starts);
  if (!starts) return scratch->status;
  *words = (sx_line_index){text, starts, count};
  for (size_t i = 0; i < text.len;) {
    i = word_end(text, i);
    *++starts = (uint32_t)i;
  }
  return SX_OK;
}

static bool is_only_blanks(sx_str text) {
  for (size_t i = 0; i < text.len; i++)
    if (!sx_byte_is_blank(text.ptr[i])) return false;
  return true;
}

/** The edit in bytes. */
static sx_word_edit bytes_of(const sx_line_edit *edit, const sx_line_index *before,
                             const sx_line_index *after) {
  uint32_t before_start = before->starts[edit->before_line];
  uint32_t after_start = after->starts[edit->after_line];
  return (sx_word_edit){
      before_start, before->starts[edit->before_line + edit->before_count] - before_start,
      after_start, after->starts[edit->after_line + edit->after_count] - after_start};
}

/** Edits in bytes, those that only blanks part joined. */
static sx_status convert(sx_word_diff *out, const sx_line_edit *edits, size_t count,
                         const sx_line_index *before, const sx_line_index *after, sx_arena *arena) {
  sx_word_edit *items = sx_arena_calloc(arena, count, sizeof *items);
  if (!items) return arena->status;
  size_t kept = 0;
  for (size_t i = 0; i < count; i++) {
    sx_word_edit edit = bytes_of(&edits[i], before, after);
    sx_word_edit *last = kept ? &items[kept - 1] : NULL;
    uint32_t last_end = last ? last->before_offset + last->before_len : 0;
    if (!last || !is_only_blanks(sx_str_slice(before->text, last_end, edit.before_offset))) {
      items[kept++] = edit;
      continue;
    }
    last->before_len = edit.before_offset + edit.before_len - last->before_offset;
    last->after_len = edit.after_offset + edit.after_len - last->after_offset;
  }
  *out = (sx_word_diff){items, kept};
  return SX_OK;
}

static sx_status compare(sx_word_diff *out, sx_str before, sx_str after,
                         const sx_diff_options *options, sx_arena *scratch, sx_arena *arena) {
  sx_line_index words[2];
  sx_diff__search_options search = {
      options->patience, options->minimal, {options->should_stop, options->stop_arg}};
  uint32_t class_count;
  bool is_minimal;
  sx_line_edit *edits;
  size_t count;
  sx_status status = index_words(&words[0], before, scratch);
  if (!status) status = index_words(&words[1], after, scratch);
  if (status) return status;
  sx_diff__side sides[2] = {{.index = &words[0], .count = words[0].count},
                            {.index = &words[1], .count = words[1].count}};
  status = sx_diff__classify(sides, &class_count, scratch);
  if (!status) status = sx_diff__search(sides, class_count, &search, &is_minimal, scratch);
  if (!status) status = sx_diff__edits(&edits, &count, sides, scratch);
  return status ? status : convert(out, edits, count, &words[0], &words[1], arena);
}

sx_status sx_diff_words(sx_word_diff *out, sx_str before, sx_str after,
                        const sx_diff_options *options, sx_arena *arena, sx_err *err) {
  static const sx_diff_options defaults = {0};
  sx_arena scratch;
  *out = (sx_word_diff){NULL, 0};
  if (before.len > MAX_BYTES || after.len > MAX_BYTES)
    return sx_fail(err, SX_TOO_BIG, "A text has more than 1 GB.");
  sx_arena_init(&scratch, arena->max_bytes - arena->used_bytes);
  sx_status status = compare(out, before, after, options ? options : &defaults, &scratch, arena);
  sx_arena_release(&scratch);
  return status ? sx_fail(err, status, NULL) : SX_OK;
}
