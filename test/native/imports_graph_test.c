#include "call_scene.h"
#include "harness.h"
#include "imports/graph.h"
#include "temp_files.h"

/* A closed file's text is its own; the editor has no unsaved ones. */
static fake_outcome answer(const sx_port_ticket *ticket, sx_buf *json, sx_buf *text,
                           void *context) {
  (void)text;
  (void)context;
  if (strcmp(ticket->op, "heldDocuments") != 0 && strcmp(ticket->op, "dirtyDocuments") != 0)
    return FAKE_ERROR;
  sx_buf_add_text(json, "[]");
  return FAKE_REPLY;
}

static void free_imports(void *imports) {
  sx_imports_free(imports);
}

static sx_str below(const call_scene *s, sx_str path) {
  return sx_str_slice(path, s->folder.len + 1, path.len);
}

/* The files with their depths, and the cycles, each on a line. */
static sx_status show(const call_scene *s, const sx_import_graph *graph, sx_str *out) {
  sx_buf *text = sx_test_buf();
  for (size_t i = 0; i < graph->nodes.len; i++)
    sx_buf_addf(text, "%u %.*s\n", graph->nodes.items[i].depth,
                SX_STR_ARG(below(s, graph->nodes.items[i].path)));
  for (size_t i = 0; i < graph->cycles.len; i++) {
    const sx_import_cycle *cycle = &graph->cycles.items[i];
    sx_buf_add_text(text, cycle->is_of_types ? "types" : "cycle");
    for (size_t k = 0; k < cycle->paths.len; k++)
      sx_buf_addf(text, " %.*s", SX_STR_ARG(below(s, cycle->paths.items[k])));
    sx_buf_add_char(text, '\n');
  }
  *out = sx_buf_str(text);
  return text->status;
}

SX_TEST(follows_imports_both_ways) {
  call_scene *s = call_scene_new(answer, NULL);
  SX_EXPECT_ALLOC(s);
  temp_file(s->folder, "a.ts", SX_STR("import './b';\nimport 'node:fs';\nimport './gone';\n"));
  temp_file(s->folder, "b.ts", SX_STR("import './c';\n"));
  temp_file(s->folder, "c.ts", SX_STR("import './b';\nimport type { A } from './a';\n"));
  sx_str got, first = temp_path(s->folder, "a.ts"), last = temp_path(s->folder, "c.ts");
  sx_imports *imports = sx_imports_new(&s->call);
  SX_EXPECT_ALLOC(imports);
  sx_test_defer(free_imports, imports);
  sx_import_graph graph;
  CALL_SCENE_EXPECT_DONE(
      sx_import_graph_forward(&graph, imports, &s->call, first, 2, sx_test_err()));
  if (!sx_test_is_failing_allocations() || !graph.unread) {
    SX_EXPECT_OK(show(s, &graph, &got));
    SX_EXPECT_TEXT(got,
                   "0 a.ts\n1 b.ts\n2 c.ts\ncycle b.ts c.ts b.ts\ntypes a.ts b.ts c.ts a.ts\n");
    SX_EXPECT_SIZE(graph.externals.len, 1);
    SX_EXPECT_SIZE(graph.missing.len, 1);
  }
  CALL_SCENE_EXPECT_DONE(
      sx_import_graph_backward(&graph, imports, &s->call, last, 2, sx_test_err()));
  if (sx_test_is_failing_allocations()) return; /* the editor may have had no memory */
  SX_EXPECT_OK(show(s, &graph, &got));
  SX_EXPECT_TEXT(got, "0 c.ts\n1 b.ts\n2 a.ts\n");
}

/* A file of the last depth is asked for cycles alone, and a part of a file is not one. */
SX_TEST(a_graph_ends_at_its_depth) {
  call_scene *s = call_scene_new(answer, NULL);
  SX_EXPECT_ALLOC(s);
  temp_file(s->folder, "Cargo.toml", SX_STR("[package]\nname = \"top\"\n"));
  temp_file(s->folder, "src/lib.rs", SX_STR("mod a;\n"));
  temp_file(s->folder, "src/a.rs", SX_STR("use crate::Till;\nmod deep;\nmod none;\n"));
  temp_file(s->folder, "src/a/deep.rs", SX_STR(""));
  sx_imports *imports = sx_imports_new(&s->call);
  SX_EXPECT_ALLOC(imports);
  sx_test_defer(free_imports, imports);
  sx_import_graph graph;
  sx_str got, path = temp_path(s->folder, "src/lib.rs");
  CALL_SCENE_EXPECT_DONE(
      sx_import_graph_forward(&graph, imports, &s->call, path, 1, sx_test_err()));
  if (sx_test_is_failing_allocations()) return; /* the editor may have had no memory */
  SX_EXPECT_OK(show(s, &graph, &got));
  SX_EXPECT_TEXT(got, "0 src/lib.rs\n1 src/a.rs\n");
  SX_EXPECT_SIZE(graph.edges.len, 2);
  SX_EXPECT_SIZE(graph.missing.len, 0);
}

typedef struct names_case {
  const char *target, *target_text, *importer, *importer_text;
} names_case;

/* Each importer names its file by something else than the letters of the file's name. */
static const names_case names_cases[] = {
    {"$till.ts", "export {};\n", "a.ts", "import './$till';\n"},
    {"@types/index.ts", "export {};\n", "b.ts", "import './@types';\n"},
    {"\xC3\xA9tat.py", "", "c.py", "import \xC3\xA9tat\n"},
    {"a/b/Util.kt", "package a.b\nclass Other\n", "d.kt", "package d\nimport a.b.Other\n"},
    {"go/root.go", "package proj\n", "go/cmd/main.go",
     "package main\nimport \"example.com/x/proj/v2\"\n"},
};

SX_TEST(finds_importers_whatever_the_file_is_named) {
  call_scene *s = call_scene_new(answer, NULL);
  SX_EXPECT_ALLOC(s);
  temp_file(s->folder, "go/go.mod", SX_STR("module example.com/x/proj/v2\n"));
  for (size_t i = 0; i < sizeof names_cases / sizeof *names_cases; i++) {
    const names_case *one = &names_cases[i];
    temp_file(s->folder, one->target, sx_str_from(one->target_text));
    temp_file(s->folder, one->importer, sx_str_from(one->importer_text));
  }
  for (size_t i = 0; i < sizeof names_cases / sizeof *names_cases && !sx_test_is_over(); i++) {
    const names_case *one = &names_cases[i];
    sx_str got, target = temp_path(s->folder, one->target);
    sx_imports *imports = sx_imports_new(&s->call);
    SX_EXPECT_ALLOC(imports);
    sx_test_defer(free_imports, imports);
    sx_import_graph graph;
    CALL_SCENE_EXPECT_DONE(
        sx_import_graph_backward(&graph, imports, &s->call, target, 1, sx_test_err()));
    if (sx_test_is_failing_allocations()) return; /* the editor may have had no memory */
    SX_EXPECT_OK(show(s, &graph, &got));
    sx_str wanted = sx_arena_printf(sx_test_arena(), "0 %s\n1 %s\n", one->target, one->importer);
    SX_EXPECT_STR(got, wanted);
  }
}

SX_SUITE(imports_graph_test, SX_CASE(follows_imports_both_ways), SX_CASE(a_graph_ends_at_its_depth),
         SX_CASE(finds_importers_whatever_the_file_is_named));
