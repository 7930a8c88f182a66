#include "hierarchy/hierarchy.h"

#include "base/map.h"
#include "semantic/place_list.h"
#include "semantic/place_filter.h"
#include "servers/freshness.h"
#include "text/file_type.h"
#include "workspace/paths.h"
#include "workspace/allowed.h"
#include "host/hierarchies.h"

#include <stdlib.h>

#define MAX_NODES 2000
/* So many are asked for together: more would only queue in the server. */
#define MAX_TOGETHER 32
#define GATE_DELAY_MS 10

/* ---- a session of the editor's ------------------------------------------------------------- */

static sx_status drop_gone(sx_call *call, sx_host_relatives *relatives, sx_err *err) {
  size_t kept = 0;
  bool gone = false;
  sx_status status = SX_OK;
  sx_str last = SX_STR("");
  for (size_t i = 0; i < relatives->len && !status; i++) {
    sx_host_relative one = relatives->items[i];
    bool is_known = i && sx_str_is_equal(last, one.item.path);
    if (!is_known) status = sx_freshness_is_gone(call, one.item.path, &gone, err);
    last = one.item.path;
    if (!gone) relatives->items[kept++] = one;
  }
  relatives->len = kept;
  return status;
}

static sx_status expand_session(const sx_relatives_source *self, sx_relation relation,
                                const sx_host_item *items, size_t count, sx_host_relatives *out,
                                sx_err *err) {
  sx_batch batch;
  sx_status failure = SX_OK;
  sx_batch_init(&batch, self->call->wait, self->call->arena);
  size_t slot = 0, asked = 0;
  for (size_t i = 0; i < count; i++)
    if (items[i].token != SX_HOST_NO_TOKEN)
      sx_batch_expand_hierarchy(&batch, self->session, relation, items[i].token), asked++;
  sx_status status = asked ? sx_batch_run(&batch, err) : SX_OK;
  for (size_t i = 0; i < count && !status; i++) {
    if (items[i].token == SX_HOST_NO_TOKEN) {
      status = sx_hierarchy_expand_by_references(&out[i], self->call, relation, &items[i], err);
      if (status == SX_HOST) failure = status, status = SX_OK;
      continue;
    }
    status = sx_batch_get_relatives(&batch, slot++, &out[i], err);
    if (!status) status = drop_gone(self->call, &out[i], err);
    if (!status && relation == SX_OUTGOING_CALLS)
      status = sx_hierarchy_add_callees(&out[i], self, &items[i], err);
    if (status == SX_HOST) failure = status, status = SX_OK; /* the others still count */
  }
  sx_batch_release(&batch);
  return status ? status : failure;
}

static void prepare(sx_batch *batch, const sx_hierarchy_question *question, uint32_t session) {
  const sx_place *place = &question->place;
  sx_batch_prepare_hierarchy(batch, session, question->is_of_types, place->path,
                             place->range.start);
}

void sx_hierarchy_ask_ahead(sx_hierarchy_question *question, sx_call *call) {
  sx_batch batch;
  sx_batch_init_ahead(&batch, call->wait, call->arena);
  question->session = 0;
  if (sx_hierarchies_begin(call->services->hierarchies, &question->session))
    prepare(&batch, question, question->session);
  else
    question->session = 0;
}

void sx_hierarchy_drop_ahead(sx_hierarchy_question *question, sx_call *call) {
  sx_relatives_source source = {.call = call, .session = question->session};
  sx_hierarchy_end(&source);
  question->session = 0;
}

/* One that was asked ahead counts unless it was dropped since, when the call had to wait: its
   answer would come between those of another question. */
static sx_status begin_session(sx_relatives_source *source, sx_hierarchy_question *question,
                               sx_err *err) {
  sx_call *call = source->call;
  if (!sx_port_call_is_ahead(call->wait)) sx_hierarchy_drop_ahead(question, call);
  source->session = question->session;
  question->session = 0;
  if (source->session) return SX_OK;
  while (!sx_hierarchies_begin(call->services->hierarchies, &source->session)) {
    sx_status status = sx_port_call_sleep(call->wait, GATE_DELAY_MS);
    if (status) return sx_fail(err, status, NULL);
  }
  return SX_OK;
}

sx_status sx_hierarchy_begin(sx_relatives_source *out, sx_call *call,
                             sx_hierarchy_question *question, sx_host_item *root, sx_err *err) {
  sx_batch batch;
  sx_host_relatives items = {0};
  bool is_sound = false;
  *root = (sx_host_item){.path = SX_STR("")};
  *out = (sx_relatives_source){.expand = expand_session, .call = call};
  sx_status status = begin_session(out, question, err);
  if (status) return status;
  sx_batch_init(&batch, call->wait, call->arena);
  prepare(&batch, question, out->session);
  status = sx_batch_run(&batch, err);
  if (!status) status = sx_batch_get_relatives(&batch, 0, &items, err);
  sx_batch_release(&batch);
  if (status || !items.len) return status;
  const sx_host_item *item = &items.items[0].item;
  status = sx_place_check(call, item->path, item->name_at, &is_sound, err);
  if (!status && !is_sound)
    return sx_fail(err, SX_HOST, "The language server returned a place past the end of the file.");
  if (!status) *root = *item;
  return status;
}

void sx_hierarchy_expand_ahead(const sx_relatives_source *source, const sx_relation *relations,
                               size_t count, const sx_host_item *root) {
  sx_batch batch;
  sx_batch_init_ahead(&batch, source->call->wait, source->call->arena);
  if (root->token == SX_HOST_NO_TOKEN) return;
  for (size_t i = 0; i < count; i++)
    sx_batch_expand_hierarchy(&batch, source->session, relations[i], root->token);
}

void sx_hierarchy_end(sx_relatives_source *source) {
  sx_call *call = source->call;
  if (!source->session) return;
  sx_host_release_hierarchy(call->wait, source->session);
  sx_hierarchies_end(call->services->hierarchies, source->session);
  source->session = 0;
}

/* ---- order -------------------------------------------------------------------------------- */

static int compare_positions(const void *a, const void *b) {
  const sx_pos16 *p = a, *q = b;
  return sx_pos16_compare(*p, *q);
}

static int compare_nodes(const void *a, const void *b) {
  const sx_hierarchy_node *one = a, *other = b;
  if (one->is_test != other->is_test) return one->is_test ? 1 : -1;
  if (one->is_external != other->is_external) return one->is_external ? 1 : -1;
  int order = sx_str_compare(one->item.path, other->item.path);
  return order ? order : compare_positions(&one->item.name_at, &other->item.name_at);
}

static void sort_sites(sx_positions *sites) {
  size_t kept = 0;
  if (!sites->len) return;
  qsort(sites->items, sites->len, sizeof *sites->items, compare_positions);
  for (size_t i = 0; i < sites->len; i++)
    if (!kept || compare_positions(&sites->items[kept - 1], &sites->items[i]))
      sites->items[kept++] = sites->items[i];
  sites->len = kept;
}

/* ---- collecting ----------------------------------------------------------------------------- */

typedef struct collector {
  sx_call *call;
  sx_hierarchy *out;
  sx_map met; /* place of an item -> index of its node */
} collector;

static sx_str key_of(const sx_host_item *item, sx_arena *arena) {
  return sx_arena_printf(arena, "%u:%u:%.*s", item->name_at.line, item->name_at.character,
                         SX_STR_ARG(item->path));
}

static bool is_ancestor(const sx_hierarchy *tree, size_t wanted, size_t of) {
  for (; of != 0; of = tree->nodes.items[of].parent)
    if (of == wanted) return true;
  return wanted == 0;
}

static bool is_external(const sx_call *call, sx_str path) {
  return !sx_path_is_inside(call, path) ||
         sx_str_find(path, SX_STR("/node_modules/"), 0) != SX_STR_NONE;
}

static bool has_same_sites(const sx_hierarchy_node *a, const sx_hierarchy_node *b) {
  if (a->sites.len != b->sites.len || !a->sites.len) return false;
  for (size_t i = 0; i < a->sites.len; i++)
    if (compare_positions(&a->sites.items[i], &b->sites.items[i])) return false;
  return true;
}

/* One item, or overloads of one function for which the server reports the same calls. */
static bool is_same(const sx_hierarchy_node *a, const sx_hierarchy_node *b) {
  if (compare_nodes(a, b) == 0) return true;
  return sx_str_is_equal(a->item.path, b->item.path) &&
         sx_str_is_equal(a->item.name, b->item.name) && has_same_sites(a, b);
}

/* The first of two equal items stays, with the sites of both. */
static sx_status merge_same(collector *c, size_t first, sx_err *err) {
  size_t kept = first;
  sx_hierarchy_node *nodes = c->out->nodes.items;
  for (size_t i = first; i < c->out->nodes.len; i++) {
    size_t same = first;
    while (same < kept && !is_same(&nodes[same], &nodes[i])) same++;
    if (same == kept) {
      nodes[kept++] = nodes[i];
      continue;
    }
    for (size_t k = 0; k < nodes[i].sites.len; k++) {
      sx_pos16 *site = SX_ARRAY_ADD(&nodes[same].sites, c->call->arena);
      if (!site) return sx_fail(err, c->call->arena->status, NULL);
      *site = nodes[i].sites.items[k];
    }
    sort_sites(&nodes[same].sites);
  }
  c->out->nodes.len = kept;
  return SX_OK;
}

static sx_status peek_into_all(sx_call *call, const sx_host_relatives *found, sx_err *err) {
  sx_strs paths = {0};
  for (size_t i = 0; i < found->len && i < MAX_NODES; i++) {
    sx_str *path = SX_ARRAY_ADD(&paths, call->arena);
    if (!path) return sx_fail(err, SX_NOMEM, NULL);
    *path = found->items[i].item.path;
  }
  return sx_documents_peek(call, &paths, err);
}

static sx_status add_children(collector *c, size_t parent, const sx_host_relatives *found,
                              sx_err *err) {
  sx_arena *arena = c->call->arena;
  sx_hierarchy *out = c->out;
  size_t first = out->nodes.len;
  uint32_t depth = out->nodes.items[parent].depth + 1;
  sx_status peeked = peek_into_all(c->call, found, err);
  if (peeked) return peeked;
  for (size_t i = 0; i < found->len; i++) {
    const sx_host_item *item = &found->items[i].item;
    bool is_sound = true;
    sx_status checked = sx_place_check(c->call, item->path, item->name_at, &is_sound, err);
    if (checked) return checked;
    if (!is_sound) {
      out->failure = SX_STR("The language server returned a place past the end of a file.");
      continue;
    }
    out->is_cut |= out->nodes.len >= MAX_NODES;
    if (out->is_cut) break;
    sx_hierarchy_node *node = SX_ARRAY_ADD(&out->nodes, arena);
    if (!node) return sx_fail(err, arena->status, NULL);
    *node = (sx_hierarchy_node){
        .item = *item, .sites = found->items[i].sites, .parent = parent, .depth = depth};
    sort_sites(&node->sites);
    node->is_test = sx_place_is_test(c->call, node->item.path);
    node->is_external = is_external(c->call, node->item.path);
    if (node->is_external) sx_allowed_add(c->call->services->allowed, node->item.path);
  }
  if (out->nodes.len == first) return SX_OK;
  qsort(&out->nodes.items[first], out->nodes.len - first, sizeof *out->nodes.items, compare_nodes);
  sx_status status = merge_same(c, first, err);
  for (size_t i = first; i < out->nodes.len && !status; i++) {
    sx_hierarchy_node *node = &out->nodes.items[i];
    uint64_t before;
    sx_str key = key_of(&node->item, arena);
    if (sx_map_find(&c->met, key, &before)) {
      node->is_recursive = is_ancestor(out, (size_t)before, parent);
      node->is_repeated = !node->is_recursive;
    } else {
      status = sx_map_put(&c->met, key, i);
    }
  }
  out->nodes.items[parent].first_child = first;
  out->nodes.items[parent].child_count = out->nodes.len - first;
  return status ? sx_fail(err, status, NULL) : SX_OK;
}

/*
 * Functions in a declaration file have no body to call from. TypeScript's server returns calls in
 * another file for them.
 */
static bool has_no_body(const sx_hierarchy *tree, sx_str path) {
  return tree->relation == SX_OUTGOING_CALLS && sx_file_is_typings(path);
}

/* The next nodes from `*from` to `end` that are followed. */
static size_t take_some(const sx_hierarchy *tree, size_t *from, size_t end, size_t *indexes,
                        sx_host_item *items) {
  size_t count = 0;
  for (; *from < end && count < MAX_TOGETHER; (*from)++) {
    const sx_hierarchy_node *node = &tree->nodes.items[*from];
    if (node->is_recursive || node->is_repeated || has_no_body(tree, node->item.path)) continue;
    indexes[count] = *from;
    items[count++] = node->item;
  }
  return count;
}

/* A provider that failed, or a file that cannot be read: what was found without it counts. */
static sx_status note_failure(collector *c, sx_status status, const sx_err *err) {
  if (status != SX_HOST) return status;
  c->out->failure = sx_arena_dup(c->call->arena, sx_str_from(err->message));
  return SX_OK;
}

static sx_status collect_level(collector *c, const sx_relatives_source *source, size_t from,
                               size_t end, sx_err *err) {
  size_t indexes[MAX_TOGETHER];
  sx_host_item items[MAX_TOGETHER];
  for (size_t count; (count = take_some(c->out, &from, end, indexes, items)) > 0;) {
    sx_host_relatives found[MAX_TOGETHER] = {{0}};
    sx_status status =
        note_failure(c, source->expand(source, c->out->relation, items, count, found, err), err);
    bool is_root = indexes[0] == 0 && c->out->relation == SX_INCOMING_CALLS;
    if (!status && is_root && source->also)
      status = note_failure(
          c, sx_hierarchy_add_callers(&found[0], c->call, source->also, source->is_c, err), err);
    for (size_t i = 0; i < count && !status; i++)
      status = add_children(c, indexes[i], &found[i], err);
    if (status) return status;
  }
  return SX_OK;
}

sx_status sx_hierarchy_collect(sx_hierarchy *out, const sx_relatives_source *source,
                               sx_relation relation, const sx_host_item *root, uint32_t depth,
                               sx_err *err) {
  sx_call *call = source->call;
  collector c = {.call = call, .out = out};
  *out = (sx_hierarchy){.relation = relation, .failure = SX_STR("")};
  sx_map_init(&c.met, call->arena);
  sx_hierarchy_node *top = SX_ARRAY_ADD(&out->nodes, call->arena);
  if (!top) return sx_fail(err, SX_NOMEM, NULL);
  top->item = *root;
  sx_status status = sx_map_put(&c.met, key_of(root, call->arena), 0);
  if (status) return sx_fail(err, status, NULL);
  if (has_no_body(out, root->path))
    out->failure = SX_STR("a declaration file has no bodies, so what this calls is not known from "
                          "it. Ask at the implementation.");
  for (size_t from = 0, level = 0; level < depth && from < out->nodes.len; level++) {
    size_t end = out->nodes.len;
    status = collect_level(&c, source, from, end, err);
    if (status == SX_DEADLINE) {
      out->is_late = true;
      return SX_OK;
    }
    if (status) return status;
    from = end;
  }
  return SX_OK;
}
