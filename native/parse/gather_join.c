#include "parse/gather.h"
#include "text/lexer.h"

#include <stdlib.h>

/* Wrappers in wrappers: a template of a template, exported. */
#define MAX_WRAPS 8
/* Comments and attributes above one declaration. */
#define MAX_NOTES 1000

static int compare(uint32_t a, uint32_t b) {
  return (a > b) - (a < b);
}

static int compare_wraps(const void *a, const void *b) {
  const sx_raw_wrap *x = a, *y = b;
  int order = compare(x->inner_start, y->inner_start);
  return order ? order : compare(x->inner_end, y->inner_end);
}

static int compare_flags(const void *a, const void *b) {
  return compare(((const sx_raw_flag *)a)->at, ((const sx_raw_flag *)b)->at);
}

static int compare_notes(const void *a, const void *b) {
  const sx_raw_note *x = a, *y = b;
  int order = compare(x->start, y->start);
  return order ? order : compare(x->end, y->end);
}

static void widen(const sx_gathered *c, sx_fact *fact) {
  for (int turn = 0; turn < MAX_WRAPS && c->wraps.len; turn++) {
    sx_raw_wrap wanted = {.inner_start = fact->start, .inner_end = fact->end};
    const sx_raw_wrap *wrap =
        bsearch(&wanted, c->wraps.items, c->wraps.len, sizeof wanted, compare_wraps);
    bool is_wider = wrap && (wrap->outer_start < fact->start || wrap->outer_end > fact->end);
    if (!is_wider) return;
    if (fact->body == fact->end) fact->body = wrap->outer_end;
    fact->start = wrap->outer_start;
    fact->end = wrap->outer_end;
  }
}

/* ---- comments and attributes --------------------------------------------------------------- */

/* Whether only white space stands between, and no empty line. */
static bool are_adjacent(sx_str text, uint32_t end, uint32_t start) {
  int lines = 0;
  for (uint32_t at = end; at < start; at++) {
    if (!strchr(" \t\r\n", text.ptr[at])) return false;
    lines += text.ptr[at] == '\n';
  }
  return lines <= 1;
}

/* Else it is about what stands before it. */
static bool is_first_on_line(sx_str text, uint32_t at) {
  while (at > 0 && (text.ptr[at - 1] == ' ' || text.ptr[at - 1] == '\t')) at--;
  return at == 0 || text.ptr[at - 1] == '\n';
}

/* How many notes begin before `at`. */
static size_t count_before(const sx_gathered *c, uint32_t at) {
  size_t low = 0, high = c->notes.len;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (c->notes.items[middle].start < at)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* Goes up over attributes, which belong to it, and comments, in any order. */
static void take_attributes(const sx_gathered *c, sx_fact *fact) {
  uint32_t at = fact->start;
  size_t next = count_before(c, at);
  for (size_t i = 0; i < MAX_NOTES && next > 0; i++) {
    const sx_raw_note *note = &c->notes.items[--next];
    if (note->end > at || !are_adjacent(c->text, note->end, at)) break;
    if (!note->is_attribute && !is_first_on_line(c->text, note->start)) break;
    at = note->start;
    if (note->is_attribute) fact->start = at;
  }
}

/* ---- flags --------------------------------------------------------------------------------- */

static size_t first_flag(const sx_gathered *c, uint32_t at) {
  size_t low = 0, high = c->flags.len;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (c->flags.items[middle].at < at)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* Up to where words are its flags: its name, or that of what is declared with it before, as in
   `export const a = class { static x }, b`, or something in it, as in `struct { static int x; } a`.
 */
static uint32_t flags_end(const sx_gathered *c, const sx_fact *fact) {
  size_t low = 0, high = c->facts.len;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (c->facts.items[middle].fact.name_start < fact->start)
      low = middle + 1;
    else
      high = middle;
  }
  const sx_fact *first = low < c->facts.len ? &c->facts.items[low].fact : fact;
  uint32_t end = first->start > fact->start ? first->start : first->name_end;
  return end < fact->name_end ? end : fact->name_end;
}

static void take_flags(const sx_gathered *c, sx_fact *fact) {
  uint32_t end = flags_end(c, fact);
  for (size_t i = first_flag(c, fact->start); i < c->flags.len; i++) {
    if (c->flags.items[i].at >= end) return;
    fact->flags |= c->flags.items[i].flag;
  }
}

/* Comments of a part that is read again are there twice. They are in order. */
static void drop_same_notes(sx_gathered *c) {
  size_t kept = 0;
  for (size_t i = 0; i < c->notes.len; i++)
    if (!kept || compare_notes(&c->notes.items[kept - 1], &c->notes.items[i]))
      c->notes.items[kept++] = c->notes.items[i];
  c->notes.len = kept;
}

/* Where a macro stands that the grammar does not know, it may take all up to a later name for one
 * declaration: no function has a body, or another declaration, before its name. Lines of the
 * preprocessor say nothing of that. */
static bool has_swallowed(const sx_gathered *c, const sx_fact *fact) {
  sx_lexer lexer;
  sx_span span;
  if (!(c->query->grammar->flags & SX_GRAMMAR_MACROS) || !sx_fact_is_function(fact)) return false;
  sx_str head = sx_str_slice(c->text, fact->start, fact->name_start);
  bool may_have = sx_str_find_char(head, '{', 0) != SX_STR_NONE ||
                  sx_str_find_char(head, ';', 0) != SX_STR_NONE;
  if (!may_have || sx_str_find(head, SX_STR("\n#"), 0) != SX_STR_NONE) return false;
  sx_lexer_init(&lexer, head, sx_language_find(SX_STR("cpp"), SX_STR("")));
  while (sx_lexer_next(&lexer, &span)) {
    if (span.use != SX_USE_CODE) continue;
    for (size_t at = span.start; at < span.end; at++)
      if (head.ptr[at] == '{' || head.ptr[at] == ';') return true;
  }
  return false;
}

static void drop_swallowing(sx_gathered *c) {
  size_t kept = 0;
  for (size_t i = 0; i < c->facts.len; i++)
    if (!has_swallowed(c, &c->facts.items[i].fact)) c->facts.items[kept++] = c->facts.items[i];
  c->facts.len = kept;
}

void sx_gathered__join(sx_gathered *c) {
  drop_swallowing(c);
  if (c->wraps.len > 1) qsort(c->wraps.items, c->wraps.len, sizeof *c->wraps.items, compare_wraps);
  if (c->flags.len > 1) qsort(c->flags.items, c->flags.len, sizeof *c->flags.items, compare_flags);
  if (c->notes.len > 1) qsort(c->notes.items, c->notes.len, sizeof *c->notes.items, compare_notes);
  drop_same_notes(c);
  for (size_t i = 0; i < c->facts.len; i++) {
    sx_fact *fact = &c->facts.items[i].fact;
    widen(c, fact);
    take_flags(c, fact);
    take_attributes(c, fact);
  }
}
