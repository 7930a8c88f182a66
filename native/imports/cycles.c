#include "imports/graph_parts.h"

/*
 * Cycles of imports: the shortest one through each file that is the first of those that reach each
 * other. A `mod x;` of Rust makes x a part of the file, and what is in x may use it: no cycle.
 */

#define MAX_CYCLES 100
/* Steps over edges in all: a graph of the largest size is searched from its first files only. */
#define MAX_STEPS 5000000

typedef struct search {
  const sx_import_graph *graph;
  size_t *first_edge; /* of each node, in `order`; one more at the end */
  size_t *order;      /* edges by their node `from` */
  size_t *parent;     /* by which a node was reached; SIZE_MAX: it was not */
  size_t *queue;
  bool *is_told; /* a cycle that was found leads through it */
  size_t steps;
  bool with_types; /* imports of types count */
} search;

static bool counts(const search *s, const sx_import_edge *edge) {
  if (edge->kind == SX_IMPORT_TYPE && !s->with_types) return false;
  return edge->kind != SX_IMPORT_MOD && edge->kind != SX_IMPORT_MOD_PATH;
}

static bool sort_edges(search *s, sx_arena *arena) {
  size_t nodes = s->graph->nodes.len, edges = s->graph->edges.len;
  s->first_edge = sx_arena_calloc(arena, nodes + 2, sizeof *s->first_edge);
  s->order = sx_arena_calloc(arena, edges + 1, sizeof *s->order);
  s->parent = sx_arena_calloc(arena, nodes, sizeof *s->parent);
  s->queue = sx_arena_calloc(arena, nodes, sizeof *s->queue);
  s->is_told = sx_arena_calloc(arena, nodes, sizeof *s->is_told);
  if (!s->first_edge || !s->order || !s->parent || !s->queue || !s->is_told) return false;
  for (size_t i = 0; i < edges; i++) s->first_edge[s->graph->edges.items[i].from + 2]++;
  for (size_t i = 2; i < nodes + 2; i++) s->first_edge[i] += s->first_edge[i - 1];
  for (size_t i = 0; i < edges; i++)
    s->order[s->first_edge[s->graph->edges.items[i].from + 1]++] = i;
  return true;
}

/* The shortest way from a node back to it: the last node of it, or SIZE_MAX. */
static size_t find_way(search *s, size_t start) {
  size_t first = 0, end = 0;
  for (size_t i = 0; i < s->graph->nodes.len; i++) s->parent[i] = SIZE_MAX;
  s->queue[end++] = start;
  while (first < end && s->steps < MAX_STEPS) {
    size_t node = s->queue[first++];
    for (size_t i = s->first_edge[node]; i < s->first_edge[node + 1]; i++, s->steps++) {
      const sx_import_edge *edge = &s->graph->edges.items[s->order[i]];
      if (!counts(s, edge)) continue;
      if (edge->to == start) return node;
      if (s->parent[edge->to] != SIZE_MAX) continue;
      s->parent[edge->to] = node;
      s->queue[end++] = edge->to;
    }
  }
  return SIZE_MAX;
}

static bool add_cycle(search *s, sx_import_graph *graph, size_t start, size_t last,
                      sx_arena *arena) {
  sx_strs path = {0};
  size_t count = 1;
  for (size_t at = last; at != start; at = s->parent[at]) count++;
  path.items = sx_arena_calloc(arena, count + 1, sizeof *path.items);
  sx_import_cycle *added = SX_ARRAY_ADD(&graph->cycles, arena);
  if (!path.items || !added) return false;
  path.len = path.cap = count + 1;
  path.items[0] = path.items[count] = graph->nodes.items[start].path;
  s->is_told[start] = true;
  for (size_t at = last; at != start; at = s->parent[at]) {
    path.items[--count] = graph->nodes.items[at].path;
    s->is_told[at] = true;
  }
  *added = (sx_import_cycle){path, s->with_types};
  return true;
}

/* Those that begin at each node that none leads through yet. */
static bool add_cycles(search *s, sx_import_graph *graph, sx_arena *arena) {
  for (size_t i = 0; i < graph->nodes.len && graph->cycles.len < MAX_CYCLES; i++) {
    size_t last = s->is_told[i] ? SIZE_MAX : find_way(s, i);
    if (last != SIZE_MAX && !add_cycle(s, graph, i, last, arena)) return false;
  }
  return true;
}

sx_status sx_import_graph__find_cycles(sx_import_graph *graph, sx_arena *arena, sx_err *err) {
  search s = {.graph = graph};
  bool is_on = sort_edges(&s, arena) && add_cycles(&s, graph, arena);
  s.with_types = true;
  is_on = is_on && add_cycles(&s, graph, arena);
  if (s.steps >= MAX_STEPS || graph->cycles.len == MAX_CYCLES) graph->is_cut = true;
  return is_on ? SX_OK : sx_fail(err, arena->status, NULL);
}
