#include "call_scene.h"
#include "harness.h"
#include "hierarchy/hierarchy.h"
#include "temp_files.h"

static void free_hierarchies(void *hierarchies) {
  sx_hierarchies_free(hierarchies);
}

SX_TEST(a_session_is_not_pushed_out_by_later_ones) {
  sx_hierarchies *open = sx_hierarchies_new();
  SX_EXPECT_ALLOC(open);
  sx_test_defer(free_hierarchies, open);
  uint32_t sessions[SX_OPEN_HIERARCHIES], more;
  for (size_t i = 0; i < SX_OPEN_HIERARCHIES; i++) {
    SX_EXPECT(sx_hierarchies_begin(open, &sessions[i]));
    for (size_t k = 0; k < i; k++) SX_EXPECT(sessions[k] != sessions[i]);
  }
  SX_EXPECT(!sx_hierarchies_begin(open, &more));
  for (size_t i = 1; i < SX_OPEN_HIERARCHIES; i++) sx_hierarchies_end(open, sessions[i]);
  SX_EXPECT(sx_hierarchies_begin(open, &more));
  sx_hierarchies_end(open, more);
  SX_EXPECT(!sx_hierarchies_begin(open, &more)); /* the first one would be too old */
  sx_hierarchies_end(open, sessions[0]);
  SX_EXPECT(sx_hierarchies_begin(open, &more));
}

/* ---- what is collected --------------------------------------------------------------------- */

static fake_outcome answer(const sx_port_ticket *ticket, sx_buf *json, sx_buf *text,
                           void *context) {
  (void)text, (void)context;
  if (strcmp(ticket->op, "heldDocuments") == 0) {
    sx_buf_add_text(json, "[]");
    return FAKE_REPLY;
  }
  return FAKE_ERROR;
}

/* Functions `a` to `d`, one a line; the source says who calls whom. */
typedef struct graph {
  sx_relatives_source source;
  sx_str path;
  const char *callers[4]; /* of each, as letters */
  sx_status status;
  size_t expanded;
} graph;

static sx_host_item item_of(const graph *g, char name) {
  uint32_t line = (uint32_t)(name - 'a');
  char *text = sx_test_memory(2);
  text[0] = name;
  return (sx_host_item){.token = line,
                        .name = sx_str_from(text),
                        .kind = SX_STR("Function"),
                        .path = g->path,
                        .range = {{line, 0}, {line, 16}},
                        .name_at = {line, 9}};
}

static sx_status expand(const sx_relatives_source *self, sx_relation relation,
                        const sx_host_item *items, size_t count, sx_host_relatives *out,
                        sx_err *err) {
  graph *g = (graph *)self; /* its first member */
  (void)relation;
  if (g->status) return sx_fail(err, g->status, "no luck");
  for (size_t i = 0; i < count; i++) {
    g->expanded++;
    for (const char *c = g->callers[items[i].token]; *c; c++) {
      sx_host_relative *added = SX_ARRAY_ADD(&out[i], self->call->arena);
      if (!added) return sx_fail(err, SX_NOMEM, NULL);
      *added = (sx_host_relative){.item = item_of(g, *c)};
    }
  }
  return SX_OK;
}

static graph *new_graph(call_scene *s) {
  graph *g = sx_test_memory(sizeof *g);
  *g = (graph){.source = {.expand = expand, .call = &s->call}, .callers = {"cb", "c", "a", ""}};
  g->path =
      temp_file(s->folder, "a.ts",
                SX_STR("function a() {}\nfunction b() {}\nfunction c() {}\nfunction d() {}\n"));
  return g;
}

static sx_status collect(sx_hierarchy *out, graph *g, uint32_t depth) {
  sx_host_item root = item_of(g, 'a');
  return sx_hierarchy_collect(out, &g->source, SX_INCOMING_CALLS, &root, depth, sx_test_err());
}

SX_TEST(each_function_is_followed_once) {
  call_scene *s = call_scene_new(answer, NULL);
  SX_EXPECT_ALLOC(s);
  graph *g = new_graph(s);
  sx_hierarchy tree;
  sx_status status = collect(&tree, g, 5);
  if (status && sx_test_is_failing_allocations()) return;
  SX_EXPECT_OK(status);
  if (sx_test_is_failing_allocations()) return;
  /* a <- b, c by place; b <- c again; c <- a, which is the root. */
  SX_EXPECT_SIZE(tree.nodes.len, 5);
  SX_EXPECT_TEXT(tree.nodes.items[1].item.name, "b");
  SX_EXPECT_TEXT(tree.nodes.items[2].item.name, "c");
  SX_EXPECT(tree.nodes.items[3].is_repeated && !tree.nodes.items[3].is_recursive);
  SX_EXPECT(tree.nodes.items[4].is_recursive && tree.nodes.items[4].parent == 2);
  SX_EXPECT_SIZE(g->expanded, 3);
  SX_EXPECT(!tree.is_cut && !tree.is_late && !tree.failure.len);
  g->expanded = 0;
  SX_EXPECT_OK(collect(&tree, g, 1));
  SX_EXPECT_SIZE(tree.nodes.len, 3);
  SX_EXPECT_SIZE(g->expanded, 1);
}

SX_TEST(a_provider_that_fails_is_reported) {
  call_scene *s = call_scene_new(answer, NULL);
  SX_EXPECT_ALLOC(s);
  graph *g = new_graph(s);
  sx_hierarchy tree;
  g->status = SX_HOST;
  sx_status status = collect(&tree, g, 2);
  if (status && sx_test_is_failing_allocations()) return;
  SX_EXPECT_OK(status);
  if (sx_test_is_failing_allocations()) return;
  SX_EXPECT_TEXT(tree.failure, "no luck");
  SX_EXPECT_SIZE(tree.nodes.len, 1);
  g->status = SX_DEADLINE;
  SX_EXPECT_OK(collect(&tree, g, 2));
  SX_EXPECT(tree.is_late);
  g->status = SX_CANCELLED;
  SX_EXPECT_STATUS(collect(&tree, g, 2), SX_CANCELLED);
}

SX_SUITE(hierarchies_test, SX_CASE(a_session_is_not_pushed_out_by_later_ones),
         SX_CASE(each_function_is_followed_once), SX_CASE(a_provider_that_fails_is_reported));
