#include "parse/tree.h"

#include "os/clock.h"
#include "parse/plain.h"
#include "parse/reading.h"
#include "parse/scanners.h"

#include <stdlib.h>

/* Brackets in one another, in one mistake. */
#define MAX_BRACKETS 64

/* ---- names ----------------------------------------------------------------------------------- */

/* The names of kinds and fields that occur: their index + 1 by the grammar's number, 0 before. */
typedef struct naming {
  const TSLanguage *language;
  uint16_t *kinds, *fields;
  uint16_t error; /* the grammar has no number for it */
  sx_strs *names;
  sx_arena *arena;
} naming;

static uint16_t add_name(naming *n, const char *name) {
  sx_str *added = n->names->len < UINT16_MAX ? SX_ARRAY_ADD(n->names, n->arena) : NULL;
  if (!added) return 0;
  *added = sx_str_from(name ? name : "");
  return (uint16_t)(n->names->len - 1);
}

static sx_status begin_names(naming *n, const TSLanguage *language, sx_strs *names,
                             sx_arena *arena) {
  *n = (naming){.language = language, .names = names, .arena = arena};
  n->kinds = sx_arena_calloc(arena, ts_language_symbol_count(language) + 1, sizeof *n->kinds);
  n->fields = sx_arena_calloc(arena, ts_language_field_count(language) + 1, sizeof *n->fields);
  add_name(n, "");
  return arena->status;
}

static uint16_t kind_name(naming *n, TSNode node) {
  TSSymbol symbol = ts_node_symbol(node);
  bool has_number = symbol < ts_language_symbol_count(n->language);
  uint16_t *known = has_number ? &n->kinds[symbol] : &n->error;
  if (!*known) *known = add_name(n, ts_node_type(node));
  return *known;
}

static uint16_t field_name(naming *n, TSFieldId field) {
  if (!field || field > ts_language_field_count(n->language)) return 0;
  if (!n->fields[field])
    n->fields[field] = add_name(n, ts_language_field_name_for_id(n->language, field));
  return n->fields[field];
}

/* ---- a walk ---------------------------------------------------------------------------------- */

typedef struct walk {
  naming names;
  sx_syntax_tree *out;
  const sx_tree_query *query;
  sx_arena *arena;
  uint32_t text_bytes;
  TSNode top;
  TSFieldId top_field;
  TSTreeCursor cursor;
  uint32_t level;                         /* of the cursor below `top` */
  uint32_t mistake_level;                 /* of the last mistake + 1; 0: none */
  uint32_t levels[SX_TREE_MAX_DEPTH + 1]; /* how many nodes each has */
  /* Where nodes are listed: the last node of each level, until it ends. */
  uint32_t open[SX_TREE_MAX_DEPTH + 1], seen_before[SX_TREE_MAX_DEPTH + 1];
  uint32_t open_count, seen;
} walk;

static uint32_t at_most(uint32_t number, uint32_t most) {
  return number < most ? number : most;
}

static void begin_walk(walk *w) {
  w->cursor = ts_tree_cursor_new(w->top);
  w->level = w->mistake_level = 0;
}

/* To the next node, without what is in this one unless it is to be entered. False: that was all. */
static bool go_on(walk *w, bool enters) {
  if (enters && ts_tree_cursor_goto_first_child(&w->cursor)) {
    w->level++;
    return true;
  }
  while (!ts_tree_cursor_goto_next_sibling(&w->cursor)) {
    if (!w->level || !ts_tree_cursor_goto_parent(&w->cursor)) return false;
    w->level--;
  }
  return true;
}

static TSFieldId field_of(const walk *w) {
  return w->level ? ts_tree_cursor_current_field_id(&w->cursor) : w->top_field;
}

/* Nodes outside of the part are passed over, with all that is in them. */
static bool is_in_part(const walk *w, TSNode node) {
  uint32_t start = ts_node_start_byte(node), end = ts_node_end_byte(node);
  if (start == end) return start >= w->query->from && start <= w->query->to;
  if (w->query->from == w->query->to) return start <= w->query->from && end > w->query->from;
  return start < w->query->to && end > w->query->from;
}

/* A node that has others in it is always seen, so a node's level is that of the cursor. */
static bool is_seen(const walk *w, TSNode node) {
  return w->query->has_tokens || !w->level || ts_node_is_named(node) || ts_node_is_missing(node) ||
         ts_node_child_count(node) || field_of(w);
}

static uint32_t flags_of(TSNode node) {
  return (ts_node_is_named(node) ? SX_TREE_NAMED : 0u) |
         (ts_node_is_error(node) ? SX_TREE_ERROR : 0u) |
         (ts_node_is_missing(node) ? SX_TREE_MISSING : 0u);
}

static sx_tree_node *add_node(walk *w, TSNode node, TSFieldId field, uint32_t depth) {
  sx_tree_node *added = SX_ARRAY_ADD(&w->out->nodes, w->arena);
  if (!added) return NULL;
  *added = (sx_tree_node){.start = at_most(ts_node_start_byte(node), w->text_bytes),
                          .end = at_most(ts_node_end_byte(node), w->text_bytes),
                          .depth = depth,
                          .kind = kind_name(&w->names, node),
                          .field = field_name(&w->names, field),
                          .flags = flags_of(node)};
  return added;
}

/* ---- mistakes -------------------------------------------------------------------------------- */

/* The innermost bracket among what is in the mistake that nothing there closes. */
static bool find_unclosed(TSNode mistake, TSNode *out) {
  static const char opening[] = "([{", closing[] = ")]}";
  TSNode open[MAX_BRACKETS];
  size_t count = 0;
  TSTreeCursor cursor = ts_tree_cursor_new(mistake);
  bool has_one = ts_tree_cursor_goto_first_child(&cursor);
  for (; has_one; has_one = ts_tree_cursor_goto_next_sibling(&cursor)) {
    TSNode node = ts_tree_cursor_current_node(&cursor);
    const char *kind = ts_node_type(node);
    if (ts_node_is_named(node) || !kind[0] || kind[1] || ts_node_is_missing(node)) continue;
    const char *pair = count ? strchr(opening, ts_node_type(open[count - 1])[0]) : NULL;
    if (pair && closing[pair - opening] == kind[0])
      count--;
    else if (strchr(opening, kind[0]) && count < MAX_BRACKETS)
      open[count++] = node;
  }
  ts_tree_cursor_delete(&cursor);
  if (count) *out = open[count - 1];
  return count > 0;
}

static void add_error(walk *w, TSNode node, sx_tree_error_kind kind) {
  if (w->out->error_count++ >= SX_TREE_MAX_ERRORS) return;
  sx_tree_error *added = SX_ARRAY_ADD(&w->out->errors, w->arena);
  if (!added) return;
  *added = (sx_tree_error){.start = at_most(ts_node_start_byte(node), w->text_bytes),
                           .end = at_most(ts_node_end_byte(node), w->text_bytes),
                           .name = kind == SX_TREE_ABSENT ? kind_name(&w->names, node) : 0,
                           .kind = (uint16_t)kind};
}

/* A mistake directly in another one is a part of it. */
static void note_mistake(walk *w, TSNode node) {
  TSNode bracket;
  if (w->mistake_level > w->level) w->mistake_level = 0;
  if (ts_node_is_missing(node)) add_error(w, node, SX_TREE_ABSENT);
  if (!ts_node_is_error(node)) return;
  bool is_part = w->level && w->mistake_level == w->level;
  w->mistake_level = w->level + 1;
  if (is_part) return;
  bool is_open = find_unclosed(node, &bracket);
  add_error(w, is_open ? bracket : node, is_open ? SX_TREE_UNCLOSED : SX_TREE_UNEXPECTED);
}

static int compare_errors(const void *a, const void *b) {
  const sx_tree_error *one = a, *other = b;
  if (one->start != other->start) return one->start < other->start ? -1 : 1;
  return one->end < other->end ? -1 : one->end > other->end;
}

/* ---- walks ----------------------------------------------------------------------------------- */

/* Notes what does not fit, and nothing else. */
static void find_errors(walk *w) {
  begin_walk(w);
  for (bool has_one = true; has_one && !w->arena->status;) {
    TSNode node = ts_tree_cursor_current_node(&w->cursor);
    bool has_errors = ts_node_has_error(node) && (!w->level || is_in_part(w, node));
    if (has_errors) note_mistake(w, node);
    has_one = go_on(w, has_errors);
  }
  ts_tree_cursor_delete(&w->cursor);
}

static void count_node(walk *w) {
  sx_syntax_tree *out = w->out;
  out->total++;
  if (w->level <= SX_TREE_MAX_DEPTH) w->levels[w->level]++;
  if (w->level > out->deepest) out->deepest = at_most(w->level, SX_TREE_MAX_DEPTH);
}

/* The deepest level down to which all nodes are within the limit; at least the first two, cut. */
static void choose_depth(walk *w) {
  uint32_t most = at_most(w->query->max_depth, w->out->deepest), depth = 0;
  uint64_t count = w->levels[0];
  while (depth < most && count + w->levels[depth + 1] <= w->query->max_nodes)
    count += w->levels[++depth];
  w->out->depth = depth || !most ? depth : 1;
}

/* Nodes from this level down have ended: what was seen since is in them. */
static void close_nodes(walk *w, uint32_t level) {
  for (; w->open_count > level; w->open_count--) {
    uint32_t i = w->open_count - 1;
    w->out->nodes.items[w->open[i]].inner = w->seen - w->seen_before[i];
  }
}

static void list_node(walk *w, TSNode node) {
  if (w->level > w->out->depth) {
    w->seen++;
    return;
  }
  close_nodes(w, w->level);
  bool has_room = w->out->nodes.len < w->out->outer + (size_t)w->query->max_nodes;
  w->out->is_cut |= !has_room;
  w->seen++;
  if (!has_room || !add_node(w, node, field_of(w), w->out->outer + w->level)) return;
  w->open[w->level] = (uint32_t)w->out->nodes.len - 1;
  w->seen_before[w->level] = w->seen;
  w->open_count = w->level + 1;
}

/* Counts the nodes of each level, and notes what does not fit; or lists those down to `depth`; or
 * all of it. */
static void walk_nodes(walk *w, bool counts, bool lists) {
  begin_walk(w);
  for (bool has_one = true; has_one && !w->arena->status;) {
    TSNode node = ts_tree_cursor_current_node(&w->cursor);
    bool is_inside = !w->level || is_in_part(w, node);
    bool is_seen_here = is_inside && is_seen(w, node);
    if (counts && is_inside) note_mistake(w, node);
    if (counts && is_seen_here) count_node(w);
    if (lists && is_seen_here) list_node(w, node);
    has_one = go_on(w, is_inside);
  }
  if (lists) close_nodes(w, 0);
  ts_tree_cursor_delete(&w->cursor);
}

static bool is_whole(const walk *w) {
  return !w->query->from && w->query->to >= w->text_bytes;
}

/* Most often all nodes are asked for, and there is room for them: then one walk does it. */
static void list_nodes(walk *w) {
  sx_syntax_tree *out = w->out;
  bool wants_all = w->query->max_depth >= SX_TREE_MAX_DEPTH;
  /* About a half of all nodes are tokens. */
  uint32_t likely = ts_node_descendant_count(w->top) / (w->query->has_tokens ? 1 : 2);
  size_t room = out->outer + (size_t)at_most(likely, w->query->max_nodes);
  if (wants_all && is_whole(w) && !SX_ARRAY_RESERVE(&out->nodes, w->arena, room)) return;
  out->depth = SX_TREE_MAX_DEPTH;
  walk_nodes(w, true, wants_all);
  choose_depth(w);
  if (wants_all && !out->is_cut && out->depth == out->deepest) return;
  out->nodes.len = out->outer;
  out->is_cut = false;
  w->seen = w->open_count = 0;
  walk_nodes(w, false, true);
}

/* ---- the part -------------------------------------------------------------------------------- */

typedef struct outer_node {
  TSNode node;
  TSFieldId field;
} outer_node;

static bool covers_part(const walk *w, TSNode node) {
  return ts_node_start_byte(node) <= w->query->from && ts_node_end_byte(node) >= w->query->to;
}

static bool is_within_part(const walk *w, TSNode node) {
  return ts_node_start_byte(node) >= w->query->from && ts_node_end_byte(node) <= w->query->to;
}

/* Goes down to the smallest node that has the whole part; those around it are listed first. */
static void find_top(walk *w, TSNode root) {
  outer_node around[SX_TREE_MAX_OUTER];
  size_t count = 0;
  TSTreeCursor cursor = ts_tree_cursor_new(root);
  w->top = root;
  w->top_field = 0;
  while (!is_whole(w) && !is_within_part(w, w->top) &&
         ts_tree_cursor_goto_first_child_for_byte(&cursor, w->query->from) >= 0) {
    TSNode node = ts_tree_cursor_current_node(&cursor);
    if (!covers_part(w, node) || !ts_node_is_named(node)) break;
    around[count++ % SX_TREE_MAX_OUTER] = (outer_node){w->top, w->top_field};
    w->top = node;
    w->top_field = ts_tree_cursor_current_field_id(&cursor);
  }
  ts_tree_cursor_delete(&cursor);
  w->out->outer = at_most((uint32_t)count, SX_TREE_MAX_OUTER);
  for (uint32_t i = 0; i < w->out->outer; i++) {
    const outer_node *one = &around[(count - w->out->outer + i) % SX_TREE_MAX_OUTER];
    add_node(w, one->node, one->field, i);
  }
}

static sx_status read_tree(sx_syntax_tree *out, const TSTree *tree, const sx_tree_query *query,
                           sx_str text, sx_arena *arena) {
  walk *w = sx_arena_calloc(arena, 1, sizeof *w);
  if (!w) return arena->status;
  TSNode root = ts_tree_root_node(tree);
  *w = (walk){.out = out, .query = query, .arena = arena, .text_bytes = (uint32_t)text.len};
  sx_status status = begin_names(&w->names, ts_tree_language(tree), &out->names, arena);
  if (status) return status;
  find_top(w, root);
  if (query->max_nodes) {
    list_nodes(w);
  } else {
    find_errors(w);
  }
  for (uint32_t i = 0; i < out->outer && !arena->status; i++)
    out->nodes.items[i].inner = out->total + out->outer - i;
  if (out->errors.len)
    qsort(out->errors.items, out->errors.len, sizeof *out->errors.items, compare_errors);
  return arena->status;
}

/* ---- one text -------------------------------------------------------------------------------- */

static TSTree *parse_text(sx_reading *reading, sx_str text, size_t *bytes) {
  reading->text = text;
  reading->file = SX_TREES_NO_FILE;
  return sx_reading__parse_file(reading, bytes);
}

static bool has_errors(const TSTree *tree) {
  return tree && ts_node_has_error(ts_tree_root_node(tree));
}

/* A text that Kotlin's scanner would read on after must have its line end from the beginning. */
static TSTree *parse_best(sx_reading *reading, bool *is_by_plain, size_t *bytes, sx_str text,
                          sx_str plain) {
  bool needs_end = reading->query->grammar->flags & SX_GRAMMAR_LINE_END;
  TSTree *tree = parse_text(reading, needs_end ? plain : text, bytes);
  *is_by_plain = false;
  if (needs_end || plain.ptr == text.ptr || !has_errors(tree)) return tree;
  size_t other_bytes;
  TSTree *other = parse_text(reading, plain, &other_bytes);
  *is_by_plain = other && !has_errors(other);
  if (*is_by_plain) {
    ts_tree_delete(tree);
    *bytes = other_bytes;
    return other;
  }
  if (other) sx_reading__keep(reading, other, other_bytes);
  reading->text = text;
  reading->file = SX_TREES_NO_FILE;
  return tree;
}

static sx_status parse_by(sx_syntax_tree *out, sx_reading *reading, sx_str text,
                          const sx_tree_query *query, sx_arena *arena, sx_err *err) {
  sx_arena scratch;
  sx_str plain = text;
  sx_arena_init(&scratch, arena->max_bytes);
  sx_status status = sx_parse_plain(&plain, reading->query->grammar, text, &scratch, err);
  size_t bytes = 0;
  sx_scanners_begin();
  TSTree *tree = status ? NULL : parse_best(reading, &out->is_by_plain, &bytes, text, plain);
  bool has_forgotten = sx_scanners_have_forgotten();
  if (!tree || has_forgotten) out->extent = SX_FACTS_CUT;
  if (tree) {
    status = read_tree(out, tree, query, text, arena);
    if (status) status = sx_fail(err, status, NULL);
    sx_reading__keep(reading, tree, bytes);
  }
  sx_arena_release(&scratch);
  return status;
}

/* The wire has a name before all others, also where there is no tree. */
static sx_status add_empty_name(sx_strs *names, sx_arena *arena, sx_err *err) {
  return names->len ? SX_OK : sx_strs_add(names, SX_STR(""), arena, err);
}

sx_status sx_parse_tree(sx_syntax_tree *out, sx_parser *parser, const sx_syntax_language **language,
                        sx_str text, const sx_tree_query *query, const sx_parse_limits *limits,
                        sx_arena *arena, sx_err *err) {
  sx_tree_query asked = *query;
  *out = (sx_syntax_tree){0};
  if ((*language)->reader == SX_SYNTAX_SCAN) *language = sx_syntax_language_named(SX_STR("cpp"));
  const sx_query bare = {.grammar = sx_grammar_find(sx_str_from((*language)->name))};
  if (!bare.grammar) return sx_fail(err, SX_INTERNAL, "no grammar for %s", (*language)->name);
  sx_deadline until;
  sx_reading reading = {
      .parser = parser, .query = &bare, .time_ms = limits->time_ms, .until = &until};
  asked.max_nodes = at_most(query->max_nodes, SX_TREE_MAX_NODES);
  asked.max_depth = at_most(query->max_depth, SX_TREE_MAX_DEPTH);
  sx_status status = SX_OK;
  if (text.len > limits->bytes)
    out->extent = SX_FACTS_TOO_BIG;
  else
    status = parse_by(out, &reading, text, &asked, arena, err);
  return status ? status : add_empty_name(&out->names, arena, err);
}
