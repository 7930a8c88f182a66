#include "flow/nodes.h"

#include "text/language.h"
#include "workspace/facts_host.h"
#include "workspace/paths.h"

#define COMMENTS "comment line_comment block_comment html_comment"

/* ---- reading --------------------------------------------------------------------------------- */

sx_status sx_nodes_make(sx_nodes *out, const sx_syntax_tree *tree, sx_str grammar, sx_str text,
                        sx_arena *arena, sx_err *err) {
  size_t count = tree->nodes.len;
  uint32_t open[SX_TREE_MAX_DEPTH + SX_TREE_MAX_OUTER + 2];
  uint32_t depth = 0;
  *out = (sx_nodes){.text = text, .grammar = grammar, .tree = *tree};
  out->parents = sx_arena_calloc(arena, count + 1, sizeof *out->parents);
  out->ends = sx_arena_calloc(arena, count + 1, sizeof *out->ends);
  if (!out->parents || !out->ends) return sx_fail(err, arena->status, NULL);
  for (uint32_t i = 0; i < count; i++) {
    const sx_tree_node *node = &tree->nodes.items[i];
    for (; depth > node->depth; depth--) out->ends[open[depth - 1]] = i;
    out->parents[i] = depth ? open[depth - 1] : SX_NODE_NONE;
    open[depth++] = i;
  }
  for (; depth; depth--) out->ends[open[depth - 1]] = (uint32_t)count;
  return SX_OK;
}

static sx_status fail_unread(sx_call *call, const sx_document *document, const char *why,
                             sx_err *err) {
  return sx_fail(err, SX_UNSUPPORTED, "%.*s cannot be parsed: %s. Nothing was changed.",
                 SX_STR_ARG(sx_path_display(call, document->path)), why);
}

sx_status sx_nodes_read_text(sx_nodes *out, sx_call *call, const sx_document *document, sx_str text,
                             sx_err *err) {
  const sx_syntax_language *language =
      sx_syntax_language_find(document->language_id, document->path, text);
  sx_syntax_tree tree;
  sx_str read_as;
  const sx_tree_query query = {.to = (uint32_t)text.len,
                               .max_depth = SX_TREE_MAX_DEPTH,
                               .max_nodes = SX_TREE_MAX_NODES,
                               .has_tokens = true};
  if (!language) return fail_unread(call, document, "nothing here reads its language", err);
  sx_status status =
      sx_facts_host_ask_tree(&tree, &read_as, call, sx_str_from(language->name), text, &query, err);
  if (status) return status;
  if (tree.extent == SX_FACTS_TOO_BIG)
    return fail_unread(call, document, "it is longer than 8 MB", err);
  if (tree.extent != SX_FACTS_WHOLE)
    return fail_unread(call, document,
                       "the parser cannot be started, took too long or was ended by its text", err);
  if (tree.is_cut || tree.depth < tree.deepest || tree.deepest == SX_TREE_MAX_DEPTH)
    return fail_unread(call, document, "its code is too deep or too long", err);
  return sx_nodes_make(out, &tree, read_as, text, call->arena, err);
}

sx_status sx_nodes_read(sx_nodes *out, sx_call *call, const sx_document *document, sx_err *err) {
  return sx_nodes_read_text(out, call, document, document->text, err);
}

/* ---- a node ---------------------------------------------------------------------------------- */

sx_str sx_nodes_kind(const sx_nodes *nodes, uint32_t node) {
  if (node == SX_NODE_NONE) return SX_STR("");
  return nodes->tree.names.items[sx_nodes_get(nodes, node)->kind];
}

sx_str sx_nodes_text(const sx_nodes *nodes, uint32_t node) {
  if (node == SX_NODE_NONE) return SX_STR("");
  const sx_tree_node *at = sx_nodes_get(nodes, node);
  return sx_str_slice(nodes->text, at->start, at->end);
}

bool sx_nodes_is_named(const sx_nodes *nodes, uint32_t node) {
  return node != SX_NODE_NONE && (sx_nodes_get(nodes, node)->flags & SX_TREE_NAMED);
}

bool sx_nodes_is(const sx_nodes *nodes, uint32_t node, const char *kinds) {
  return sx_nodes_is_named(nodes, node) &&
         sx_language_has_word(kinds, sx_nodes_kind(nodes, node), false);
}

bool sx_nodes_is_field(const sx_nodes *nodes, uint32_t node, const char *field) {
  if (node == SX_NODE_NONE) return false;
  const sx_tree_node *at = sx_nodes_get(nodes, node);
  return at->field && sx_str_is_equal(nodes->tree.names.items[at->field], sx_str_from(field));
}

bool sx_nodes_is_comment(const sx_nodes *nodes, uint32_t node) {
  return sx_nodes_is(nodes, node, COMMENTS);
}

/* ---- ways ------------------------------------------------------------------------------------ */

uint32_t sx_nodes_parent(const sx_nodes *nodes, uint32_t node) {
  return node == SX_NODE_NONE ? node : nodes->parents[node];
}

uint32_t sx_nodes_first(const sx_nodes *nodes, uint32_t node) {
  if (node == SX_NODE_NONE || nodes->ends[node] == node + 1) return SX_NODE_NONE;
  return node + 1;
}

uint32_t sx_nodes_next(const sx_nodes *nodes, uint32_t node) {
  uint32_t parent = sx_nodes_parent(nodes, node);
  if (parent == SX_NODE_NONE || nodes->ends[node] >= nodes->ends[parent]) return SX_NODE_NONE;
  return nodes->ends[node];
}

static uint32_t skip_unnamed(const sx_nodes *nodes, uint32_t node) {
  while (node != SX_NODE_NONE &&
         (!sx_nodes_is_named(nodes, node) || sx_nodes_is_comment(nodes, node)))
    node = sx_nodes_next(nodes, node);
  return node;
}

uint32_t sx_nodes_first_named(const sx_nodes *nodes, uint32_t node) {
  return skip_unnamed(nodes, sx_nodes_first(nodes, node));
}

uint32_t sx_nodes_next_named(const sx_nodes *nodes, uint32_t node) {
  return skip_unnamed(nodes, sx_nodes_next(nodes, node));
}

uint32_t sx_nodes_field(const sx_nodes *nodes, uint32_t node, const char *field) {
  uint32_t child = sx_nodes_first(nodes, node);
  while (child != SX_NODE_NONE && !sx_nodes_is_field(nodes, child, field))
    child = sx_nodes_next(nodes, child);
  return child;
}

uint32_t sx_nodes_token(const sx_nodes *nodes, uint32_t node, const char *token) {
  uint32_t child = sx_nodes_first(nodes, node);
  sx_str wanted = sx_str_from(token);
  for (; child != SX_NODE_NONE; child = sx_nodes_next(nodes, child))
    if (!sx_nodes_is_named(nodes, child) && sx_str_is_equal(sx_nodes_kind(nodes, child), wanted))
      break;
  return child;
}

uint32_t sx_nodes_above(const sx_nodes *nodes, uint32_t node, const char *kinds) {
  do node = sx_nodes_parent(nodes, node);
  while (node != SX_NODE_NONE && !sx_nodes_is(nodes, node, kinds));
  return node;
}

bool sx_nodes_has_in(const sx_nodes *nodes, uint32_t node, uint32_t inner) {
  return node != SX_NODE_NONE && inner >= node && inner < nodes->ends[node];
}

static bool covers(const sx_nodes *nodes, uint32_t node, uint32_t start, uint32_t end) {
  const sx_tree_node *at = sx_nodes_get(nodes, node);
  return at->start <= start && at->end >= end;
}

uint32_t sx_nodes_around(const sx_nodes *nodes, uint32_t start, uint32_t end) {
  uint32_t best = SX_NODE_NONE, node = nodes->tree.nodes.len ? 0 : SX_NODE_NONE;
  while (node != SX_NODE_NONE) {
    if (!covers(nodes, node, start, end)) {
      node = sx_nodes_next(nodes, node);
      continue;
    }
    const sx_tree_node *at = sx_nodes_get(nodes, node);
    bool is_same = best != SX_NODE_NONE && sx_nodes_get(nodes, best)->start == at->start &&
                   sx_nodes_get(nodes, best)->end == at->end;
    if (!is_same) best = node;
    node = sx_nodes_first(nodes, node);
  }
  return best;
}
