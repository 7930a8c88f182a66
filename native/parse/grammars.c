#include "parse/grammars.h"

#define SX_GRAMMARS(ROW)                                                                           \
  ROW(bash)                                                                                        \
  ROW(c_sharp)                                                                                     \
  ROW(cpp)                                                                                         \
  ROW(css)                                                                                         \
  ROW(elixir)                                                                                      \
  ROW(go)                                                                                          \
  ROW(html)                                                                                        \
  ROW(java)                                                                                        \
  ROW(javascript)                                                                                  \
  ROW(json)                                                                                        \
  ROW(kotlin)                                                                                      \
  ROW(lua)                                                                                         \
  ROW(markdown)                                                                                    \
  ROW(php)                                                                                         \
  ROW(python)                                                                                      \
  ROW(ruby)                                                                                        \
  ROW(rust)                                                                                        \
  ROW(scala)                                                                                       \
  ROW(swift)                                                                                       \
  ROW(toml)                                                                                        \
  ROW(tsx)                                                                                         \
  ROW(typescript)                                                                                  \
  ROW(yaml)                                                                                        \
  ROW(zig)

#define ROW(name) const TSLanguage *tree_sitter_##name(void);
SX_GRAMMARS(ROW)
#undef ROW

/* QUERY_name: the text of queries/name.scm. */
#include "queries.inc"

#define JS_MARKS                                                                                   \
  .calls =                                                                                         \
      {[SX_CALLS_IMPORT] = "require import", [SX_CALLS_TEST] = "it test describe suite specify"},  \
  .constructor = "constructor"

static const sx_grammar rows[] = {
    {.name = "typescript", .get = tree_sitter_typescript, .query = QUERY_typescript, JS_MARKS},
    {.name = "tsx", .get = tree_sitter_tsx, .query = QUERY_typescript, JS_MARKS},
    {.name = "javascript", .get = tree_sitter_javascript, .query = QUERY_javascript, JS_MARKS},
    {.name = "python",
     .get = tree_sitter_python,
     .query = QUERY_python,
     .test_names = "test",
     .flags = SX_GRAMMAR_UNDERSCORE_HIDES},
    {.name = "go",
     .get = tree_sitter_go,
     .query = QUERY_go,
     .test_names = "Test Benchmark Fuzz Example",
     .flags = SX_GRAMMAR_CAPITALS_EXPORT},
    {.name = "rust",
     .get = tree_sitter_rust,
     .query = QUERY_rust,
     .name_mark = "r#",
     .calls = {[SX_CALLS_TYPE] = "bitflags", [SX_CALLS_ATTRIBUTE] = "lazy_static"},
     .test_marks = "#[test] #[tokio::test #[rstest #[test_case"},
    {.name = "java",
     .get = tree_sitter_java,
     .query = QUERY_java,
     .test_marks = "@Test @ParameterizedTest @RepeatedTest"},
    {.name = "cpp",
     .get = tree_sitter_cpp,
     .query = QUERY_cpp,
     .flags = SX_GRAMMAR_TYPE_CONSTRUCTS | SX_GRAMMAR_MACROS | SX_GRAMMAR_BRANCHES},
    {.name = "csharp",
     .get = tree_sitter_c_sharp,
     .query = QUERY_csharp,
     .name_mark = "@",
     .test_marks = "[Test] [Fact [Theory [TestMethod [TestCase",
     .flags = SX_GRAMMAR_BRANCHES},
    {.name = "php",
     .get = tree_sitter_php,
     .query = QUERY_php,
     .calls = {[SX_CALLS_FUNCTION] = "define"},
     .constructor = "__construct",
     .test_names = "test"},
    {.name = "ruby",
     .get = tree_sitter_ruby,
     .query = QUERY_ruby,
     .calls = {"require require_relative load autoload", "include extend prepend",
               "attr_accessor attr_reader attr_writer", "new define",
               [SX_CALLS_FUNCTION] = "alias_method", [SX_CALLS_TYPE] = "Struct Class Module Data",
               [SX_CALLS_TEST] = "it describe context specify"},
     .test_names = "test_"},
    {.name = "kotlin",
     .get = tree_sitter_kotlin,
     .query = QUERY_kotlin,
     .calls = {[SX_CALLS_MODULE] = "class"},
     .test_marks = "@Test @ParameterizedTest",
     .flags = SX_GRAMMAR_ANNOTATIONS | SX_GRAMMAR_LINE_END},
    {.name = "swift",
     .get = tree_sitter_swift,
     .query = QUERY_swift,
     .test_names = "test",
     .flags = SX_GRAMMAR_CONDITIONS},
    {.name = "scala", .get = tree_sitter_scala, .query = QUERY_scala, .constructor = "this"},
    {.name = "lua",
     .get = tree_sitter_lua,
     .query = QUERY_lua,
     .calls = {"require dofile loadfile"}},
    {.name = "bash", .get = tree_sitter_bash, .query = QUERY_bash, .calls = {"source ."}},
    {.name = "elixir",
     .get = tree_sitter_elixir,
     .query = QUERY_elixir,
     .calls = {"import alias use require", NULL, NULL, "defmodule defprotocol defimpl",
               "def defmacro defguard defdelegate", "defp defmacrop defguardp", "test describe",
               "type typep opaque", "callback macrocallback",
               "doc typedoc spec impl deprecated since dialyzer tag describetag"}},
    {.name = "zig",
     .get = tree_sitter_zig,
     .query = QUERY_zig,
     .calls = {"@import @embedFile"},
     .flags = SX_GRAMMAR_NO_LOCALS},
    {.name = "json", .get = tree_sitter_json, .query = QUERY_json},
    {.name = "yaml", .get = tree_sitter_yaml, .query = QUERY_yaml},
    {.name = "toml", .get = tree_sitter_toml, .query = QUERY_toml},
    {.name = "html",
     .get = tree_sitter_html,
     .query = QUERY_html,
     .calls = {"src href", NULL, "id", "link"}},
    {.name = "css", .get = tree_sitter_css, .query = QUERY_css},
    {.name = "markdown", .get = tree_sitter_markdown, .query = QUERY_markdown},
};

const sx_grammar *sx_grammar_find(sx_str name) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (sx_str_is_equal(name, sx_str_from(rows[i].name))) return &rows[i];
  return NULL;
}
