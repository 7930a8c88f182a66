#include "run/test_runner.h"
#include "workspace/paths.h"

const sx_test_runner *const sx_test_runners[] = {
    &sx_runner_vitest, &sx_runner_jest,     &sx_runner_mocha,  &sx_runner_node,
    &sx_runner_pytest, &sx_runner_unittest, &sx_runner_go,     &sx_runner_nextest,
    &sx_runner_cargo,  &sx_runner_ctest,    &sx_runner_rspec,  &sx_runner_phpunit,
    &sx_runner_maven,  &sx_runner_gradle,   &sx_runner_dotnet, NULL,
};

const sx_test_runner *sx_test_runner_find(sx_str name) {
  static const char *const others[][2] = {
      {"node:test", "node"},     {"node --test", "node"}, {"go test", "go"},
      {"gotest", "go"},          {"cargo test", "cargo"}, {"cargo nextest", "nextest"},
      {"dotnet test", "dotnet"}, {"mvn", "maven"},        {"surefire", "maven"},
      {"python", "unittest"},    {"py.test", "pytest"},
  };
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (sx_str_is_equal_fold(name, sx_str_from(others[i][0]))) name = sx_str_from(others[i][1]);
  for (size_t i = 0; sx_test_runners[i]; i++)
    if (sx_str_is_equal_fold(name, sx_str_from(sx_test_runners[i]->name)))
      return sx_test_runners[i];
  return NULL;
}

sx_test_family sx_test_family_of(sx_str path) {
  static const struct {
    const char *ending;
    sx_test_family family;
  } rows[] = {
      {".ts", SX_TESTS_SCRIPT},     {".tsx", SX_TESTS_SCRIPT}, {".js", SX_TESTS_SCRIPT},
      {".jsx", SX_TESTS_SCRIPT},    {".mjs", SX_TESTS_SCRIPT}, {".cjs", SX_TESTS_SCRIPT},
      {".mts", SX_TESTS_SCRIPT},    {".cts", SX_TESTS_SCRIPT}, {".vue", SX_TESTS_SCRIPT},
      {".svelte", SX_TESTS_SCRIPT}, {".py", SX_TESTS_PYTHON},  {".go", SX_TESTS_GO},
      {".rs", SX_TESTS_RUST},       {".rb", SX_TESTS_RUBY},    {".php", SX_TESTS_PHP},
      {".java", SX_TESTS_JVM},      {".kt", SX_TESTS_JVM},     {".groovy", SX_TESTS_JVM},
      {".scala", SX_TESTS_JVM},     {".cs", SX_TESTS_DOTNET},  {".fs", SX_TESTS_DOTNET},
      {".vb", SX_TESTS_DOTNET},     {".c", SX_TESTS_CMAKE},    {".cc", SX_TESTS_CMAKE},
      {".cpp", SX_TESTS_CMAKE},     {".cxx", SX_TESTS_CMAKE},  {".h", SX_TESTS_CMAKE},
  };
  sx_str name = sx_path_name(path);
  size_t dot = sx_str_find_last_char(name, '.');
  sx_str ending = sx_str_slice(name, dot == SX_STR_NONE ? name.len : dot, name.len);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (sx_str_is_equal_fold(ending, sx_str_from(rows[i].ending))) return rows[i].family;
  return SX_TESTS_FAMILIES;
}
