#include "flow_scene.h"

#include "parse/tree.h"
#include "parse_scene.h"

sx_status sx_scene_nodes(sx_nodes *out, const char *language, const char *text) {
  const sx_syntax_language *read_as = sx_syntax_language_named(sx_str_from(language));
  const sx_parse_limits limits = {.bytes = UINT32_MAX};
  sx_parser *parser = sx_scene_parser();
  sx_str all = sx_str_from(text);
  const sx_tree_query query = {.to = (uint32_t)all.len,
                               .max_depth = SX_TREE_MAX_DEPTH,
                               .max_nodes = SX_TREE_MAX_NODES,
                               .has_tokens = true};
  sx_syntax_tree tree;
  if (!parser) return SX_NOMEM;
  sx_status status =
      sx_parse_tree(&tree, parser, &read_as, all, &query, &limits, sx_test_arena(), sx_test_err());
  if (status) return status;
  return sx_nodes_make(out, &tree, sx_str_from(read_as->name), all, sx_test_arena(), sx_test_err());
}
