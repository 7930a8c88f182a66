#include "markdown/block.h"

/*
 * clangd begins with a heading on what the hover is of, and repeats in prose what the
 * declaration at its end has:
 *
 *   ### function `add`  →  `int`  Parameters:  - `int a`  (the comment)  ```cpp int add(int a)```
 *
 * The heading becomes the subject, the declaration comes first, and what repeats it goes.
 */

#define HEADING "### "
#define ARROW "\xE2\x86\x92 "

/** Takes "function" and "add" out of the heading "### function `add`"; false for another text. */
static bool read_heading(sx_str text, sx_str *kind, sx_str *name) {
  if (!sx_str_has_prefix(text, SX_STR(HEADING)) || !sx_str_has_suffix(text, SX_STR("`")) ||
      sx_str_find_char(text, '\n', 0) != SX_STR_NONE)
    return false;
  size_t open = sx_str_find_char(text, '`', 0);
  if (open + 1 >= text.len) return false;
  *kind = sx_str_trim(sx_str_slice(text, 4, open));
  *name = sx_str_slice(text, open + 1, text.len - 1);
  return name->len > 0 && sx_str_find_char(*name, '`', 0) == SX_STR_NONE;
}

/* ---- lines that repeat the declaration ---------------------------------------------------- */

/** A list item that is one code span and nothing else: a parameter without a word on it. */
static bool is_bare_item(sx_str line) {
  if (!sx_str_has_prefix(line, SX_STR("- `")) || !sx_str_has_suffix(line, SX_STR("`")))
    return false;
  return line.len > 4 &&
         sx_str_find_char(sx_str_slice(line, 3, line.len - 1), '`', 0) == SX_STR_NONE;
}

static bool is_list_label(sx_str line) {
  return sx_str_is_equal(line, SX_STR("Parameters:")) ||
         sx_str_is_equal(line, SX_STR("Template Parameters:"));
}

/** Whether the label in front of `rest` is of a list in which no item has words. */
static bool is_bare_list(sx_str rest) {
  sx_str line;
  size_t items = 0;
  for (; sx_md_next_line(&rest, &line); items++) {
    line = sx_str_trim(line);
    if (!sx_str_has_prefix(line, SX_STR("- `"))) break;
    if (!is_bare_item(line)) return false;
  }
  return items > 0;
}

static bool is_repetition(sx_str line) {
  return sx_str_has_prefix(line, SX_STR(ARROW "`")) || sx_str_has_prefix(line, SX_STR("Type: `"));
}

/** The text without lines that repeat the declaration; the same where there are none. */
static sx_str drop_repetitions(sx_str text, sx_arena *arena) {
  sx_writer out;
  sx_str rest = text, line;
  bool is_in_list = false, is_changed = false;
  sx_writer_init(&out, arena);
  while (sx_md_next_line(&rest, &line)) {
    sx_str bare = sx_str_trim(line);
    bool is_label = is_list_label(bare) && is_bare_list(rest);
    is_in_list = is_label || (is_in_list && is_bare_item(bare));
    if (is_label || is_in_list || is_repetition(bare)) {
      is_changed = true;
      continue;
    }
    if (out.len) sx_writer_add_char(&out, '\n');
    sx_writer_add(&out, line);
  }
  return is_changed ? sx_str_trim(sx_writer_str(&out)) : text;
}

/* ---- stars that lead the lines of a comment ----------------------------------------------- */

static bool is_fact(sx_str line) {
  static const char *const begins[] = {
      "provided by ", "Size: ", "Offset: ", "Value = ", "Passed ", ARROW, "Type: "};
  for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
    if (sx_str_has_prefix(line, sx_str_from(begins[i]))) return true;
  return false;
}

/** Whether each line but clangd's own begins with a star, as in comments of two stars a line. */
static bool is_starred(const sx_md_blocks *blocks, size_t from, size_t to) {
  size_t stars = 0;
  for (size_t i = from; i < to; i++) {
    sx_str rest = blocks->items[i].text, line;
    if (blocks->items[i].is_dropped || blocks->items[i].kind != SX_MD_PROSE) continue;
    while (sx_md_next_line(&rest, &line)) {
      bool is_star = *line.ptr == '*' && (line.len == 1 || line.ptr[1] == ' ');
      if (line.len && !is_star && !is_fact(line)) return false;
      stars += line.len && is_star;
    }
  }
  return stars > 0;
}

static sx_str strip_stars(sx_str text, sx_arena *arena) {
  sx_writer out;
  sx_str line;
  sx_writer_init(&out, arena);
  while (sx_md_next_line(&text, &line)) {
    if (line.len && *line.ptr == '*') line = sx_str_trim(sx_str_slice(line, 1, line.len));
    if (out.len) sx_writer_add_char(&out, '\n');
    sx_writer_add(&out, line);
  }
  return sx_str_trim(sx_writer_str(&out));
}

/* ---- a part ------------------------------------------------------------------------------- */

static void settle(sx_md_block *block) {
  if (!block->text.len) block->is_dropped = true;
  block->is_label = false;
}

/** Moves the block at `at` to `to`, which is before it. */
static void move_up(sx_md_blocks *blocks, size_t at, size_t to) {
  sx_md_block moved = blocks->items[at];
  memmove(blocks->items + to + 1, blocks->items + to, (at - to) * sizeof moved);
  blocks->items[to] = moved;
}

/** Tidies the blocks [from, to) of one part, which begins with a heading. */
static void tidy(sx_md_blocks *blocks, size_t from, size_t to) {
  size_t code = to;
  while (code > from && blocks->items[code - 1].kind != SX_MD_CODE) code--;
  if (code == from) return; /* without a declaration the prose is all there is */
  code--;
  blocks->items[from].is_dropped = true;
  for (size_t i = from + 1; i < code; i++) {
    sx_md_block *block = &blocks->items[i];
    if (block->kind != SX_MD_PROSE || block->is_dropped) continue;
    block->text = drop_repetitions(block->text, blocks->arena);
    if (!block->text.len) settle(block);
  }
  if (is_starred(blocks, from + 1, code))
    for (size_t i = from + 1; i < code; i++) {
      sx_md_block *block = &blocks->items[i];
      if (block->kind != SX_MD_PROSE || block->is_dropped) continue;
      block->text = strip_stars(block->text, blocks->arena);
      settle(block);
    }
  move_up(blocks, code, from);
}

void sx_md_find_subject(sx_md_blocks *blocks) {
  size_t from = 0;
  while (from < blocks->len) {
    size_t to = from + 1;
    sx_str kind, name;
    while (to < blocks->len && blocks->items[to].part == blocks->items[from].part) to++;
    const sx_md_block *first = &blocks->items[from];
    if (first->kind == SX_MD_PROSE && read_heading(first->text, &kind, &name)) {
      if (!blocks->subject.len) {
        blocks->subject = name;
        blocks->subject_kind = kind;
      }
      tidy(blocks, from, to);
    }
    from = to;
  }
}
