#include "parse/trees.h"

#include "base/mem.h"

/* ---- two texts ------------------------------------------------------------------------------- */

static bool is_in_character(char c) {
  return ((unsigned char)c & 0xc0) == 0x80;
}

/* How many bytes both begin with, up to the start of a character. */
static size_t common_start(sx_str a, sx_str b) {
  size_t max = a.len < b.len ? a.len : b.len, len = 0;
  while (len < max && a.ptr[len] == b.ptr[len]) len++;
  while (len > 0 && len < max && is_in_character(a.ptr[len])) len--;
  return len;
}

/* … and end with, after `start`. */
static size_t common_end(sx_str a, sx_str b, size_t start) {
  size_t max = (a.len < b.len ? a.len : b.len) - start, len = 0;
  while (len < max && a.ptr[a.len - 1 - len] == b.ptr[b.len - 1 - len]) len++;
  while (len > 0 && is_in_character(a.ptr[a.len - len])) len--;
  return len;
}

static size_t common_bytes(sx_str a, sx_str b) {
  size_t start = common_start(a, b);
  return start + common_end(a, b, start);
}

/* ---- what is kept ---------------------------------------------------------------------------- */

void sx_tree_free(sx_tree *tree) {
  if (tree->tree) ts_tree_delete(tree->tree);
  sx_free(tree->text);
  *tree = (sx_tree){0};
}

static sx_tree take(sx_trees *trees, sx_tree *place) {
  sx_tree taken = *place;
  *place = (sx_tree){0};
  trees->bytes -= taken.bytes;
  return taken;
}

sx_tree sx_trees_take(sx_trees *trees, const sx_grammar *grammar, uint32_t file) {
  for (size_t i = 0; i < SX_TREES_MAX; i++) {
    sx_tree *one = &trees->items[i];
    if (one->tree && one->file == file && one->grammar == grammar) return take(trees, one);
  }
  return (sx_tree){0};
}

sx_tree sx_trees_take_like(sx_trees *trees, const sx_grammar *grammar, sx_str text) {
  sx_tree *best = NULL;
  size_t most = 0;
  for (size_t i = 0; i < SX_TREES_MAX; i++) {
    sx_tree *one = &trees->items[i];
    if (!one->tree || one->grammar != grammar) continue;
    size_t common = common_bytes(sx_str_make(one->text, one->text_bytes), text);
    if (common > most) {
      most = common;
      best = one;
    }
  }
  return best && most >= text.len / 2 ? take(trees, best) : (sx_tree){0};
}

/* A free place is older than all others. */
static sx_tree *oldest(sx_trees *trees, bool is_free_allowed) {
  sx_tree *found = NULL;
  for (size_t i = 0; i < SX_TREES_MAX; i++) {
    sx_tree *one = &trees->items[i];
    if ((is_free_allowed || one->tree) && (!found || one->used < found->used)) found = one;
  }
  return found;
}

static void drop(sx_trees *trees, sx_tree *tree) {
  trees->bytes -= tree->bytes;
  sx_tree_free(tree);
}

void sx_trees_add(sx_trees *trees, const sx_grammar *grammar, uint32_t file, TSTree *tree,
                  sx_str text, size_t bytes) {
  sx_tree one = {.grammar = grammar,
                 .file = file,
                 .tree = tree,
                 .text_bytes = text.len,
                 .bytes = bytes + text.len,
                 .used = ++trees->uses};
  bool is_small = bytes <= SX_TREES_MAX_BYTES && one.bytes <= SX_TREES_MAX_BYTES;
  if (is_small) one.text = sx_str_copy(text);
  if (!one.text) {
    sx_tree_free(&one);
    return;
  }
  while (trees->bytes + one.bytes > SX_TREES_MAX_BYTES) drop(trees, oldest(trees, false));
  sx_tree *place = oldest(trees, true);
  drop(trees, place);
  *place = one;
  trees->bytes += one.bytes;
}

void sx_trees_clear(sx_trees *trees) {
  for (size_t i = 0; i < SX_TREES_MAX; i++) drop(trees, &trees->items[i]);
}

/* ---- edits ----------------------------------------------------------------------------------- */

/* Where `end` is, from a place before it. */
static TSPoint point_after(sx_str text, size_t from, TSPoint at, size_t end) {
  for (size_t i = from; i < end; i++) {
    bool is_end = text.ptr[i] == '\n';
    at.row += is_end;
    at.column = is_end ? 0 : at.column + 1;
  }
  return at;
}

bool sx_tree_edit(sx_tree *tree, sx_str text) {
  sx_str old = sx_str_make(tree->text, tree->text_bytes);
  size_t start = common_start(old, text), end = common_end(old, text, start);
  if (text.len - start - end > text.len / 2) return false;
  TSPoint at = point_after(text, 0, (TSPoint){0, 0}, start);
  const TSInputEdit edit = {.start_byte = (uint32_t)start,
                            .old_end_byte = (uint32_t)(old.len - end),
                            .new_end_byte = (uint32_t)(text.len - end),
                            .start_point = at,
                            .old_end_point = point_after(old, start, at, old.len - end),
                            .new_end_point = point_after(text, start, at, text.len - end)};
  ts_tree_edit(tree->tree, &edit);
  return true;
}
