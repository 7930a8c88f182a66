#include "parse/branches.h"

#include "base/byte.h"
#include "text/c/c_code.h"
#include "text/language.h"

/* Conditions in conditions; what is deeper belongs to the branch that it is in. */
#define MAX_DEPTH 32
/* Limit of one file: each takes the time of parsing it. */
#define MAX_TEXTS 5

/* The conditions around a place, the innermost last. */
typedef struct open_list {
  uint32_t branches[MAX_DEPTH]; /* the open branch of each */
  size_t depth, skipped;        /* `skipped`: conditions that are deeper */
  uint32_t groups;
} open_list;

static bool is_one_of(sx_str word, const char *words) {
  return sx_language_has_word(words, word, false);
}

static bool is_joined(sx_str text, size_t line_end) {
  size_t last = line_end;
  if (last && text.ptr[last] == '\n' && text.ptr[last - 1] == '\r') last--;
  return last && text.ptr[last - 1] == '\\';
}

/* After a string that begins there, or at its line's end: it may be the mark of an inch. */
static size_t string_end(sx_str text, size_t at) {
  for (at++; at < text.len && !sx_byte_is_line_end(text.ptr[at]); at++) {
    if (text.ptr[at] == '"') return at + 1;
    if (text.ptr[at] == '\\' && at + 1 < text.len && text.ptr[at + 1] == '"') at++;
  }
  return at;
}

/* After the line, and those that a backslash or a comment joins to it; at the line's end. In a
 * string, and after two slashes, no comment begins. */
static size_t directive_end(sx_str text, size_t at) {
  bool is_rest = false; /* after two slashes */
  while (at < text.len) {
    sx_str two = sx_str_slice(text, at, at + 2);
    size_t close = SX_STR_NONE;
    if (sx_byte_is_line_end(text.ptr[at]) && !is_joined(text, at)) break;
    is_rest |= sx_str_is_equal(two, SX_STR("//"));
    if (!is_rest && text.ptr[at] == '"') {
      at = string_end(text, at);
      continue;
    }
    if (!is_rest && sx_str_is_equal(two, SX_STR("/*")))
      close = sx_str_find(text, SX_STR("*/"), at + 2);
    at = close == SX_STR_NONE ? at + 1 : close + 2;
  }
  return at;
}

/* ---- finding them ---------------------------------------------------------------------------- */

static void open_branch(sx_branches *b, open_list *open, uint32_t group, size_t start, bool is_dead,
                        sx_arena *arena) {
  uint32_t index = (uint32_t)b->items.len;
  uint32_t around = open->depth ? open->branches[open->depth - 1] : SX_BRANCH_NONE;
  sx_branch *one = SX_ARRAY_ADD(&b->items, arena);
  if (!one) return;
  if (around != SX_BRANCH_NONE) is_dead |= b->items.items[around].is_dead;
  *one = (sx_branch){.start = (uint32_t)start,
                     .end = (uint32_t)b->text.len,
                     .group = group,
                     .around = around,
                     .is_pending = !is_dead,
                     .is_dead = is_dead};
  open->branches[open->depth++] = index;
}

/* Ends the innermost branch; its group, or UINT32_MAX where none is open. */
static uint32_t close_branch(sx_branches *b, open_list *open, size_t end) {
  if (!open->depth) return UINT32_MAX;
  sx_branch *last = &b->items.items[open->branches[--open->depth]];
  last->end = (uint32_t)end;
  return last->group;
}

/* `start` to `end`: its lines. */
static void add_directive(sx_branches *b, open_list *open, sx_str word, sx_str rest, size_t start,
                          size_t end, sx_arena *arena) {
  sx_text_range *range = SX_ARRAY_ADD(&b->directives, arena);
  if (!range) return;
  *range = (sx_text_range){(uint32_t)start, (uint32_t)end};
  bool is_if = is_one_of(word, "if ifdef ifndef");
  bool is_end = is_one_of(word, "endif");
  if (is_if && (open->depth == MAX_DEPTH || open->skipped)) {
    open->skipped++;
  } else if (is_if) {
    bool is_dead = sx_str_is_equal(rest, SX_STR("0")) || sx_str_is_equal(rest, SX_STR("false"));
    open_branch(b, open, open->groups++, end, is_dead, arena);
  } else if (open->skipped) {
    open->skipped -= is_end;
  } else if (is_end || is_one_of(word, "else elif elifdef elifndef")) {
    uint32_t group = close_branch(b, open, start);
    if (!is_end && group != UINT32_MAX) open_branch(b, open, group, end, false, arena);
  }
}

/* Conditions, and lines that say nothing about what is declared but are in the way of it. */
static bool is_directive(sx_str word) {
  return is_one_of(word, "if ifdef ifndef else elif elifdef elifndef endif pragma error warning "
                         "line region endregion undef nullable");
}

void sx_branches_find(sx_branches *out, sx_str text, sx_str language, sx_arena *arena) {
  open_list open = {.depth = 0};
  *out = (sx_branches){.text = text};
  sx_str code = sx_c_code(text, sx_language_find(language, SX_STR("")), true, arena);
  for (size_t line = 0; line < code.len && !arena->status;) {
    size_t start = line, end = line;
    while (start < code.len && sx_byte_is_one_of(code.ptr[start], " \t\f\v")) start++;
    if (start < code.len && code.ptr[start] == '#') {
      end = directive_end(text, start);
      size_t from = start + 1;
      while (from < end && sx_byte_is_one_of(code.ptr[from], " \t")) from++;
      size_t to = from;
      while (to < end && sx_byte_is_word(code.ptr[to])) to++;
      sx_str word = sx_str_slice(code, from, to), rest = sx_str_trim(sx_str_slice(code, to, end));
      if (is_directive(word)) add_directive(out, &open, word, rest, start, end, arena);
    }
    size_t next = sx_str_find_char(code, '\n', end);
    line = next == SX_STR_NONE ? code.len : next + 1;
  }
}

/* ---- the texts ------------------------------------------------------------------------------- */

/* A branch comes after the branch around it. */
static uint32_t count_left(sx_branches *b) {
  uint32_t all = 0;
  for (size_t i = 0; i < b->items.len; i++) b->items.items[i].left = 0;
  for (size_t i = b->items.len; i-- > 0;) {
    sx_branch *one = &b->items.items[i];
    one->left += one->is_pending;
    all += one->is_pending;
    if (one->around != SX_BRANCH_NONE) b->items.items[one->around].left += one->left;
  }
  return all;
}

/* The first branch of each condition that has something left; else the first that is not dead. */
static void choose(sx_branches *b) {
  for (size_t i = 0; i < b->items.len; i++) b->chosen[i] = SX_BRANCH_NONE;
  for (size_t i = 0; i < b->items.len; i++) {
    const sx_branch *one = &b->items.items[i];
    uint32_t now = b->chosen[one->group];
    if (one->is_dead) continue;
    if (now == SX_BRANCH_NONE || (!b->items.items[now].left && one->left))
      b->chosen[one->group] = (uint32_t)i;
  }
}

static void blank(char *text, uint32_t start, uint32_t end) {
  for (uint32_t i = start; i < end; i++)
    if (!sx_byte_is_line_end(text[i])) text[i] = ' ';
}

static void add_fresh(sx_branches *b, const sx_branch *one, sx_arena *arena) {
  uint32_t end = b->fresh.len ? b->fresh.items[b->fresh.len - 1].end : 0;
  if (one->start < end) return; /* in one that is fresh */
  sx_text_range *range = SX_ARRAY_ADD(&b->fresh, arena);
  if (range) *range = (sx_text_range){one->start, one->end};
}

static void show(sx_branches *b, sx_arena *arena) {
  for (uint32_t i = 0; i < b->items.len; i++) {
    sx_branch *one = &b->items.items[i];
    bool is_within = one->around == SX_BRANCH_NONE || b->items.items[one->around].is_shown;
    one->is_shown = is_within && b->chosen[one->group] == i;
    if (is_within && !one->is_shown) blank(b->shown, one->start, one->end);
    if (one->is_shown && one->is_pending) add_fresh(b, one, arena);
    if (one->is_shown) one->is_pending = false;
  }
  for (size_t i = 0; i < b->directives.len; i++)
    blank(b->shown, b->directives.items[i].start, b->directives.items[i].end);
}

/* All of it is fresh. */
static void show_first(sx_branches *b, sx_arena *arena) {
  show(b, arena);
  b->fresh.len = 0;
  sx_text_range *range = SX_ARRAY_ADD(&b->fresh, arena);
  if (range) *range = (sx_text_range){0, (uint32_t)b->text.len};
}

bool sx_branches_next(sx_branches *b, sx_str *out, sx_arena *arena) {
  bool is_first = !b->count;
  if (arena->status || b->count == MAX_TEXTS || (!count_left(b) && !is_first)) return false;
  if (is_first) b->chosen = sx_arena_calloc(arena, b->items.len + 1, sizeof *b->chosen);
  if (is_first) b->shown = sx_arena_alloc(arena, b->text.len + 1);
  if (!b->chosen || !b->shown) return false;
  if (b->text.len) memcpy(b->shown, b->text.ptr, b->text.len);
  b->count++;
  b->fresh.len = 0;
  choose(b);
  if (is_first)
    show_first(b, arena);
  else
    show(b, arena);
  *out = sx_str_make(b->shown, b->text.len);
  return !arena->status;
}

bool sx_branches_rest(sx_branches *b, sx_arena *arena) {
  b->fresh.len = 0;
  for (size_t i = 0; i < b->items.len; i++)
    if (b->items.items[i].is_pending) add_fresh(b, &b->items.items[i], arena);
  return b->fresh.len && !arena->status;
}
