# The parser's core and the grammars, from the npm packages of ../package.json.
{
  "target_defaults": {
    "include_dirs": [
      "../node_modules/tree-sitter/vendor/tree-sitter/lib/include",
      "../node_modules/tree-sitter/vendor/tree-sitter/lib/src",
      # The headers that grammars share, for scanners that are in no folder of a grammar.
      "../node_modules/tree-sitter-c/src"
    ],
    # Scanners take their memory where the parser does.
    "defines": ["TREE_SITTER_REUSE_ALLOCATOR"],
    "cflags": ["-fvisibility=hidden", "-w", "-fno-strict-aliasing"]
  },
  "targets": [
    {
      "target_name": "tree-sitter",
      "type": "static_library",
      "sources": [
        "../node_modules/tree-sitter/vendor/tree-sitter/lib/src/lib.c",
        "<!@(node sources.mjs parser.c)"
      ],
      "direct_dependent_settings": {
        "include_dirs": ["../node_modules/tree-sitter/vendor/tree-sitter/lib/include"]
      }
    },
    {
      # What is written by hand. A scanner writes its state where native/parse/scanners.c lets it.
      "target_name": "scanners",
      "type": "static_library",
      "sources": ["<!@(node sources.mjs scanner.c)"],
      "cflags": ["-include <(module_root_dir)/native/deps/tree-sitter/scanner_names.h"]
    }
  ]
}
