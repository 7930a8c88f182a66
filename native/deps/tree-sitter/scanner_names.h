/*
 * Included before each scanner.c: what writes down the state of a scanner gets another name, as
 * parse/scanners.c has the function that the grammar calls, and all memory is tree-sitter's.
 */
#include <stdlib.h>

#ifdef TREE_SITTER_REUSE_ALLOCATOR
extern void *(*ts_current_malloc)(size_t);
extern void *(*ts_current_calloc)(size_t, size_t);
extern void *(*ts_current_realloc)(void *, size_t);
extern void (*ts_current_free)(void *);
#define malloc ts_current_malloc
#define realloc ts_current_realloc
#define free ts_current_free
#else
#define ts_current_calloc calloc
#endif

/* Swift's scanner takes the memory of none of its states, and then has one there. */
static inline void *sx_scanner_calloc(size_t count, size_t size) {
  return ts_current_calloc(count ? count : 1, size);
}
#define calloc sx_scanner_calloc

#define tree_sitter_bash_external_scanner_serialize sx_scanner_bash_write
#define tree_sitter_c_sharp_external_scanner_serialize sx_scanner_c_sharp_write
#define tree_sitter_cpp_external_scanner_serialize sx_scanner_cpp_write
#define tree_sitter_css_external_scanner_serialize sx_scanner_css_write
#define tree_sitter_elixir_external_scanner_serialize sx_scanner_elixir_write
#define tree_sitter_html_external_scanner_serialize sx_scanner_html_write
#define tree_sitter_javascript_external_scanner_serialize sx_scanner_javascript_write
#define tree_sitter_kotlin_external_scanner_serialize sx_scanner_kotlin_write
#define tree_sitter_lua_external_scanner_serialize sx_scanner_lua_write
#define tree_sitter_markdown_external_scanner_serialize sx_scanner_markdown_write
#define tree_sitter_php_external_scanner_serialize sx_scanner_php_write
#define tree_sitter_python_external_scanner_serialize sx_scanner_python_write
#define tree_sitter_ruby_external_scanner_serialize sx_scanner_ruby_write
#define tree_sitter_rust_external_scanner_serialize sx_scanner_rust_write
#define tree_sitter_scala_external_scanner_serialize sx_scanner_scala_write
#define tree_sitter_swift_external_scanner_serialize sx_scanner_swift_write
#define tree_sitter_toml_external_scanner_serialize sx_scanner_toml_write
#define tree_sitter_tsx_external_scanner_serialize sx_scanner_tsx_write
#define tree_sitter_typescript_external_scanner_serialize sx_scanner_typescript_write
#define tree_sitter_yaml_external_scanner_serialize sx_scanner_yaml_write
