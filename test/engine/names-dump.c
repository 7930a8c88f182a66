/*
 * The names of texts, as a program, for tests that compare it with what compilers say.
 *
 *   names-dump LANGUAGE FILE…
 *
 * For each file it prints `# FILE`, and then a line a name: where it begins, its roles, and where
 * the name that declares it first begins and what its scope is, or `free`. Offsets are bytes.
 */
#include "flow/names.h"
#include "parse/tree.h"
#include "workspace/facts_host.h"

#include <stdio.h>

#define MAX_BYTES (8 << 20)

static char text[MAX_BYTES];

static sx_status dump(sx_parser *parser, const char *language, const char *path, sx_arena *arena,
                      sx_err *err) {
  FILE *file = fopen(path, "rb");
  const sx_syntax_language *read_as = sx_syntax_language_named(sx_str_from(language));
  const sx_parse_limits limits = {.bytes = UINT32_MAX};
  sx_tree_query query = {
      .max_depth = SX_TREE_MAX_DEPTH, .max_nodes = SX_TREE_MAX_NODES, .has_tokens = true};
  sx_syntax_tree tree;
  sx_nodes nodes;
  sx_names names;
  if (!file || !read_as) return sx_fail(err, SX_INVALID_ARGUMENT, "no such file or language");
  sx_str all = sx_str_make(text, fread(text, 1, sizeof text, file));
  fclose(file);
  query.to = (uint32_t)all.len;
  sx_status status = sx_parse_tree(&tree, parser, &read_as, all, &query, &limits, arena, err);
  if (!status && (tree.is_cut || tree.depth < tree.deepest)) return SX_TOO_BIG;
  if (!status) status = sx_nodes_make(&nodes, &tree, sx_str_from(read_as->name), all, arena, err);
  if (!status) status = sx_names_find(&names, &nodes, arena, err);
  if (status) return status;
  printf("# %s %zu\n", path, tree.errors.len);
  for (size_t i = 0; i < names.names.len; i++) {
    const sx_name *name = &names.names.items[i];
    printf("%u %u ", name->start, name->roles);
    if (name->binding == SX_BINDING_FREE)
      puts("free");
    else {
      const sx_binding *binding = &names.bindings.items[name->binding];
      sx_str kind = sx_nodes_kind(&nodes, binding->scope);
      printf("%u %.*s %u\n", names.names.items[binding->first].start, SX_STR_ARG(kind),
             sx_nodes_get(&nodes, binding->scope)->start);
    }
  }
  return SX_OK;
}

int main(int argc, char **argv) {
  sx_err err = {0};
  sx_parser *parser;
  if (argc < 3 || sx_parser_new(&parser, &err)) return 1;
  for (int i = 2; i < argc; i++) {
    sx_arena arena;
    sx_arena_init(&arena, (size_t)1 << 30);
    sx_status status = dump(parser, argv[1], argv[i], &arena, &err);
    if (status) printf("! %s %s\n", argv[i], err.message);
    sx_arena_release(&arena);
  }
  sx_parser_free(parser);
  return 0;
}
