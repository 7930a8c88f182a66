# The parser's core and the grammars, from the npm packages of ../package.json.
{
  "targets": [
    {
      "target_name": "tree-sitter",
      "type": "static_library",
      "sources": [
        "../node_modules/tree-sitter/vendor/tree-sitter/lib/src/lib.c",
        "<!@(node sources.mjs)"
      ],
      "include_dirs": [
        "../node_modules/tree-sitter/vendor/tree-sitter/lib/include",
        "../node_modules/tree-sitter/vendor/tree-sitter/lib/src",
        # The headers that grammars share, for scanners that are in no folder of a grammar.
        "../node_modules/tree-sitter-c/src"
      ],
      # Scanners take their memory where the parser does.
      "defines": ["TREE_SITTER_REUSE_ALLOCATOR"],
      "cflags": ["-fvisibility=hidden", "-w", "-fno-strict-aliasing"],
      "direct_dependent_settings": {
        "include_dirs": ["../node_modules/tree-sitter/vendor/tree-sitter/lib/include"]
      }
    }
  ]
}
