#include "syntax/tree_wire.h"

#include "base/utf8.h"
#include "syntax/wire_parts.h"

enum { NODE_BYTES = 24, ERROR_BYTES = 12, NUMBERS = 10, MAX_NAMES = 4096 };
enum { IS_CUT = 1, IS_BY_PLAIN = 2 };

/* ---- the question ---------------------------------------------------------------------------- */

bool sx_tree_question(sx_str line, sx_str *language, uint32_t *bytes, sx_tree_query *query) {
  uint32_t has_tokens;
  if (!sx_str_is_equal(sx_wire__word(&line), SX_STR("tree"))) return false;
  *language = sx_wire__word(&line);
  bool is_right = language->len && sx_wire__decimal(&line, bytes) &&
                  sx_wire__decimal(&line, &query->from) && sx_wire__decimal(&line, &query->to) &&
                  sx_wire__decimal(&line, &query->max_depth) &&
                  sx_wire__decimal(&line, &query->max_nodes) &&
                  sx_wire__decimal(&line, &has_tokens) && !line.len;
  if (is_right) query->has_tokens = has_tokens != 0;
  return is_right;
}

void sx_tree_question_write(sx_buf *out, sx_str language, size_t bytes,
                            const sx_tree_query *query) {
  sx_buf_addf(out, "tree %.*s %zu %u %u %u %u %d\n", SX_STR_ARG(language), bytes, query->from,
              query->to, query->max_depth, query->max_nodes, query->has_tokens);
}

/* ---- writing --------------------------------------------------------------------------------- */

static void add_node(sx_buf *out, const sx_tree_node *node) {
  const uint32_t fields[] = {
      node->start, node->end, node->depth, node->inner, node->kind | (uint32_t)node->field << 16,
      node->flags};
  sx_wire__add_all(out, fields, sizeof fields / sizeof *fields);
}

static void add_error(sx_buf *out, const sx_tree_error *error) {
  sx_wire__add(out, error->start);
  sx_wire__add(out, error->end);
  sx_wire__add(out, error->name | (uint32_t)error->kind << 16);
}

/* The length of a name is a byte. */
static sx_str short_name(sx_str name) {
  return sx_str_slice(name, 0, sx_utf8_floor(name.ptr, name.len, UINT8_MAX));
}

void sx_tree_write(sx_buf *out, const sx_syntax_tree *tree, sx_str language) {
  sx_buf_addf(out, "%.*s %d %zu %zu %zu %u %u %u %u %u %d\n", SX_STR_ARG(language),
              (int)tree->extent, tree->names.len, tree->nodes.len, tree->errors.len, tree->outer,
              tree->depth, tree->deepest, tree->total, tree->error_count,
              (tree->is_cut ? IS_CUT : 0) | (tree->is_by_plain ? IS_BY_PLAIN : 0));
  sx_buf_reserve(out, tree->nodes.len * NODE_BYTES + tree->errors.len * ERROR_BYTES);
  for (size_t i = 0; i < tree->names.len; i++) {
    sx_str name = short_name(tree->names.items[i]);
    sx_buf_add_char(out, (char)name.len);
    sx_buf_add(out, name);
  }
  for (size_t i = 0; i < tree->nodes.len; i++) add_node(out, &tree->nodes.items[i]);
  for (size_t i = 0; i < tree->errors.len; i++) add_error(out, &tree->errors.items[i]);
}

/* ---- reading --------------------------------------------------------------------------------- */

typedef struct reader {
  const unsigned char *at, *end;
  size_t text_bytes;
  sx_arena *arena;
  bool is_wrong;
} reader;

/* The counts of a line, in its order. */
typedef enum number {
  EXTENT,
  NAMES,
  NODES,
  ERRORS,
  OUTER,
  DEPTH,
  DEEPEST,
  TOTAL,
  ALL_ERRORS,
  FLAGS
} number;

/* False: not all of them are there yet. */
static bool take_names(reader *r, sx_strs *names, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    size_t left = (size_t)(r->end - r->at);
    size_t len = left ? r->at[0] : 0;
    if (left < len + 1) return false;
    names->items[i] = sx_str_make((const char *)r->at + 1, len);
    r->at += len + 1;
    r->is_wrong |= !sx_utf8_is_valid(names->items[i].ptr, len);
  }
  return true;
}

/* A node lies in the one above it, `above`, and after those before it. */
static bool is_in_place(const sx_tree_nodes *nodes, size_t i, const uint32_t *above) {
  const sx_tree_node *node = &nodes->items[i];
  if (!i) return !node->depth;
  if (node->depth > nodes->items[i - 1].depth + 1 || !node->depth) return false;
  const sx_tree_node *outer = &nodes->items[above[node->depth - 1]];
  return node->start >= nodes->items[i - 1].start && node->start >= outer->start &&
         node->end <= outer->end && node->inner < outer->inner;
}

static void take_node(reader *r, sx_syntax_tree *out, size_t i, uint32_t *above) {
  sx_tree_node *node = &out->nodes.items[i];
  node->start = sx_wire__take(&r->at);
  node->end = sx_wire__take(&r->at);
  node->depth = sx_wire__take(&r->at);
  node->inner = sx_wire__take(&r->at);
  uint32_t names = sx_wire__take(&r->at);
  node->kind = (uint16_t)(names & 0xffff);
  node->field = (uint16_t)(names >> 16);
  node->flags = sx_wire__take(&r->at);
  bool is_right = node->start <= node->end && node->end <= r->text_bytes &&
                  node->depth <= SX_TREE_MAX_DEPTH + SX_TREE_MAX_OUTER &&
                  node->kind < out->names.len && node->field < out->names.len &&
                  is_in_place(&out->nodes, i, above);
  r->is_wrong |= !is_right;
  if (is_right) above[node->depth] = (uint32_t)i;
}

static void take_error(reader *r, sx_syntax_tree *out, size_t i) {
  sx_tree_error *error = &out->errors.items[i];
  error->start = sx_wire__take(&r->at);
  error->end = sx_wire__take(&r->at);
  uint32_t rest = sx_wire__take(&r->at);
  error->name = (uint16_t)(rest & 0xffff);
  error->kind = (uint16_t)(rest >> 16);
  r->is_wrong |= error->start > error->end || error->end > r->text_bytes ||
                 error->name >= out->names.len || error->kind >= SX_TREE_ERROR_KINDS ||
                 (i && error->start < error[-1].start);
}

static bool is_within_limits(const uint32_t counts[NUMBERS]) {
  return counts[EXTENT] < SX_FACTS_EXTENT_COUNT && counts[NAMES] && counts[NAMES] <= MAX_NAMES &&
         counts[NODES] <= SX_TREE_MAX_NODES + SX_TREE_MAX_OUTER &&
         counts[ERRORS] <= SX_TREE_MAX_ERRORS && counts[OUTER] <= SX_TREE_MAX_OUTER &&
         counts[OUTER] <= counts[NODES] && counts[DEEPEST] <= SX_TREE_MAX_DEPTH &&
         counts[DEPTH] <= counts[DEEPEST] && counts[FLAGS] <= (IS_CUT | IS_BY_PLAIN);
}

static void take_counts(sx_syntax_tree *out, const uint32_t counts[NUMBERS]) {
  *out = (sx_syntax_tree){.extent = (sx_facts_extent)counts[EXTENT],
                          .outer = counts[OUTER],
                          .depth = counts[DEPTH],
                          .deepest = counts[DEEPEST],
                          .total = counts[TOTAL],
                          .error_count = counts[ALL_ERRORS],
                          .is_cut = (counts[FLAGS] & IS_CUT) != 0,
                          .is_by_plain = (counts[FLAGS] & IS_BY_PLAIN) != 0};
  out->names.len = out->names.cap = counts[NAMES];
  out->nodes.len = out->nodes.cap = counts[NODES];
  out->errors.len = out->errors.cap = counts[ERRORS];
}

/* `*is_whole`: all of it is there. */
static sx_status take_rows(reader *r, sx_syntax_tree *out, bool *is_whole) {
  uint32_t above[SX_TREE_MAX_DEPTH + SX_TREE_MAX_OUTER + 1] = {0};
  *is_whole = false;
  out->names.items = sx_arena_calloc(r->arena, out->names.len + 1, sizeof *out->names.items);
  if (!out->names.items) return r->arena->status;
  if (!take_names(r, &out->names, (uint32_t)out->names.len))
    return r->is_wrong ? SX_CORRUPT : SX_OK;
  size_t rows = out->nodes.len * NODE_BYTES + out->errors.len * ERROR_BYTES;
  if (rows > (size_t)(r->end - r->at)) return r->is_wrong ? SX_CORRUPT : SX_OK;
  out->nodes.items = sx_arena_calloc(r->arena, out->nodes.len + 1, sizeof *out->nodes.items);
  out->errors.items = sx_arena_calloc(r->arena, out->errors.len + 1, sizeof *out->errors.items);
  if (!out->nodes.items || !out->errors.items) return r->arena->status;
  *is_whole = true;
  for (size_t i = 0; i < out->nodes.len; i++) take_node(r, out, i, above);
  for (size_t i = 0; i < out->errors.len; i++) take_error(r, out, i);
  return r->is_wrong ? SX_CORRUPT : SX_OK;
}

/* Names outlive the bytes that came. */
static sx_status keep_names(sx_strs *names, sx_arena *arena) {
  for (size_t i = 0; i < names->len; i++) names->items[i] = sx_arena_dup(arena, names->items[i]);
  return arena->status;
}

sx_status sx_tree_read(sx_syntax_tree *out, sx_str *language, size_t *used, sx_str bytes,
                       size_t text_bytes, sx_arena *arena, sx_err *err) {
  uint32_t counts[NUMBERS];
  bool is_whole;
  *out = (sx_syntax_tree){0};
  *used = 0;
  size_t end = sx_str_find_char(sx_str_slice(bytes, 0, SX_TREE_LINE_BYTES), '\n', 0);
  if (end == SX_STR_NONE)
    return bytes.len < SX_TREE_LINE_BYTES ? SX_OK : sx_fail(err, SX_CORRUPT, "not an answer");
  sx_str line = sx_str_slice(bytes, 0, end);
  *language = sx_wire__word(&line);
  bool is_answer = language->len > 0;
  for (size_t i = 0; i < NUMBERS; i++) is_answer = is_answer && sx_wire__decimal(&line, &counts[i]);
  if (!is_answer || line.len || !is_within_limits(counts))
    return sx_fail(err, SX_CORRUPT, "not an answer");
  const unsigned char *first = (const unsigned char *)bytes.ptr;
  reader r = {first + end + 1, first + bytes.len, text_bytes, arena, false};
  take_counts(out, counts);
  sx_status status = take_rows(&r, out, &is_whole);
  if (!status && is_whole) status = keep_names(&out->names, arena);
  if (status)
    return sx_fail(err, status, status == SX_CORRUPT ? "the answer is not of the text" : NULL);
  *used = is_whole ? (size_t)(r.at - first) : 0;
  if (!is_whole) *out = (sx_syntax_tree){0};
  return SX_OK;
}
