#include "refactor/extract.h"

/* Other code of the file that is the same, token by token, and needs and gives the same. */

#define MAX_DUPLICATES 100

/* Comments and blanks do not count. */
static uint32_t next_token(const sx_extraction *x, uint32_t node, uint32_t end) {
  while (node < end && (x->nodes.ends[node] != node + 1 || sx_nodes_is_comment(&x->nodes, node)))
    node++;
  return node;
}

static bool is_same_token(const sx_extraction *x, uint32_t a, uint32_t b) {
  return sx_nodes_get(&x->nodes, a)->kind == sx_nodes_get(&x->nodes, b)->kind &&
         sx_str_is_equal(sx_nodes_text(&x->nodes, a), sx_nodes_text(&x->nodes, b));
}

/* Where what is the same as the part ends, if it begins at a node; NONE. */
static bool is_same(const sx_extraction *x, uint32_t first, uint32_t last) {
  uint32_t a = x->part.first, a_end = x->nodes.ends[x->part.last];
  uint32_t b = first, b_end = x->nodes.ends[last];
  for (;;) {
    a = next_token(x, a, a_end);
    b = next_token(x, b, b_end);
    if (a == a_end || b == b_end) return a == a_end && b == b_end;
    if (!is_same_token(x, a++, b++)) return false;
  }
}

static size_t count_statements(const sx_extraction *x) {
  size_t count = 0;
  for (uint32_t node = x->part.first; node != SX_NODE_NONE && node <= x->part.last;
       node = sx_nodes_next_named(&x->nodes, node))
    count++;
  return count;
}

static uint32_t last_of(const sx_extraction *x, uint32_t node, size_t count) {
  while (--count && node != SX_NODE_NONE) node = sx_nodes_next_named(&x->nodes, node);
  return node;
}

/* Names of the file mean the same; others are variables of the same name. */
static bool mean_the_same(const sx_extraction *x, const sx_extract_part *other) {
  size_t a = sx_names_from(&x->names, x->part.start), b = sx_names_from(&x->names, other->start);
  for (; a < x->names.names.len && x->names.names.items[a].start < x->part.end; a++, b++) {
    if (b >= x->names.names.len) return false;
    uint32_t one = x->names.names.items[a].binding, two = x->names.names.items[b].binding;
    bool is_outer = one == SX_BINDING_FREE || x->names.bindings.items[one].scope == 0;
    bool is_other_outer = two == SX_BINDING_FREE || x->names.bindings.items[two].scope == 0;
    if (is_outer != is_other_outer || (is_outer && one != two)) return false;
  }
  return true;
}

static bool have_the_same_values(const sx_extraction *x, const sx_extract_part *other) {
  if (x->style == SX_EXTRACT_C && !sx_extract_c_is_same(x, other)) return false;
  if (x->style == SX_EXTRACT_GO && !sx_extract_go_is_same(x, other)) return false;
  if (other->values.len != x->part.values.len) return false;
  for (size_t i = 0; i < other->values.len; i++) {
    const sx_extract_value *a = &x->part.values.items[i], *b = &other->values.items[i];
    if (a->is_parameter != b->is_parameter || a->is_shared != b->is_shared ||
        a->is_result != b->is_result ||
        !sx_str_is_equal(x->names.bindings.items[a->binding].name,
                         x->names.bindings.items[b->binding].name))
      return false;
  }
  return true;
}

/* The receiver of a method is another's in another class. */
static bool is_in_reach(const sx_extraction *x, const sx_extract_part *other) {
  if (!x->is_method) return other->receiver == SX_NODE_NONE && !other->needs_class;
  return other->function == x->part.function;
}

static bool overlaps(const sx_extraction *x, const sx_extract_part *other) {
  if (other->start < x->part.end && other->end > x->part.start) return true;
  for (size_t i = 0; i < x->duplicates.len; i++)
    if (other->start < x->duplicates.items[i].end) return true;
  return false;
}

static void drop_receiver(sx_extraction *x, sx_extract_part *part) {
  size_t kept = 0;
  for (size_t i = 0; i < part->values.len && x->is_method; i++) {
    uint32_t binding = part->values.items[i].binding;
    const sx_binding *b = &x->names.bindings.items[binding];
    bool is_receiver =
        x->style == SX_EXTRACT_PYTHON && b->kind == SX_BINDING_PARAMETER &&
        b->function == x->owner &&
        b->first ==
            sx_names_from(&x->names,
                          sx_nodes_get(&x->nodes, x->names.names.items[b->first].node)->start) &&
        sx_nodes_first_named(&x->nodes, sx_nodes_field(&x->nodes, x->owner, "parameters")) ==
            x->names.names.items[b->first].node;
    if (!is_receiver) part->values.items[kept++] = part->values.items[i];
  }
  if (x->is_method) part->values.len = kept;
}

static sx_status look_at(sx_extraction *x, uint32_t first, uint32_t last, sx_err *err) {
  sx_extract_part part = {.first = first, .last = last, .is_expression = x->part.is_expression};
  sx_err ignored = {0};
  part.start = sx_nodes_get(&x->nodes, first)->start;
  part.end = sx_nodes_get(&x->nodes, last)->end;
  part.function = sx_control_function(&x->control, first);
  if (overlaps(x, &part) || !mean_the_same(x, &part)) return SX_OK;
  sx_status status = sx_extract_check_exits(x, &part, &ignored);
  if (!status) status = sx_extract_find_values(x, &part, &ignored);
  if (status == SX_NOMEM || status == SX_TOO_BIG) return sx_fail(err, status, NULL);
  drop_receiver(x, &part);
  if (status || !is_in_reach(x, &part) || !have_the_same_values(x, &part) ||
      part.is_returning != x->part.is_returning)
    return SX_OK;
  /* Python's function is put before the part: what runs earlier cannot call it. */
  sx_extract_part *added = SX_ARRAY_ADD(&x->duplicates, x->call->arena);
  if (!added) return sx_fail(err, x->call->arena->status, NULL);
  *added = part;
  return SX_OK;
}

sx_status sx_extract_find_duplicates(sx_extraction *x, sx_err *err) {
  size_t count = x->part.is_expression ? 1 : count_statements(x);
  uint32_t kind = sx_nodes_get(&x->nodes, x->part.first)->kind;
  sx_status status = SX_OK;
  if (x->part.is_expression && x->nodes.ends[x->part.first] == x->part.first + 1) return SX_OK;
  for (uint32_t node = 1; node < x->nodes.tree.nodes.len && !status; node++) {
    if (sx_nodes_get(&x->nodes, node)->kind != kind || node == x->part.first) continue;
    if (x->part.is_expression ? !sx_extract_is_expression(x, node)
                              : !sx_extract_is_list(x, sx_nodes_parent(&x->nodes, node)))
      continue;
    uint32_t last = last_of(x, node, count);
    if (last == SX_NODE_NONE || !is_same(x, node, last)) continue;
    if (x->duplicates.len < MAX_DUPLICATES) status = look_at(x, node, last, err);
  }
  return status;
}
