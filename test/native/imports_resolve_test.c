#include "call_scene.h"
#include "harness.h"
#include "imports/imports.h"
#include "temp_files.h"

typedef struct file_row {
  const char *name, *text;
} file_row;

/* `kind` and what an import in `file` means, in a line. */
typedef struct row {
  const char *file;
  sx_import_kind kind;
  const char *specifier, *expected;
} row;

static sx_str below(const call_scene *s, sx_str path) {
  bool is_below = sx_str_has_prefix(path, s->folder);
  return is_below ? sx_str_slice(path, s->folder.len + 1, path.len) : path;
}

static void show(const call_scene *s, const sx_import_target *target, sx_buf *out) {
  static const char *const outcomes[] = {"", "external ", "missing"};
  sx_buf_clear(out);
  sx_buf_add_text(out, outcomes[target->outcome]);
  if (target->outcome == SX_IMPORT_EXTERNAL) sx_buf_add(out, target->name);
  if (target->is_standard) sx_buf_add_text(out, " standard");
  if (target->is_absent) sx_buf_add_text(out, " absent");
  for (size_t i = 0; i < target->files.len && target->outcome == SX_IMPORT_FOUND; i++)
    sx_buf_addf(out, "%s%.*s", i ? " " : "", SX_STR_ARG(below(s, target->files.items[i])));
  if (target->is_by_name) sx_buf_add_text(out, "?");
}

static void free_imports(void *imports) {
  sx_imports_free(imports);
}

static void check(const file_row *files, const row *rows) {
  call_scene *s = call_scene_new(call_scene_refuse, NULL);
  SX_EXPECT_ALLOC(s);
  sx_buf *shown = sx_test_buf();
  for (; files->name; files++) temp_file(s->folder, files->name, sx_str_from(files->text));
  sx_imports *imports = sx_imports_new(&s->call);
  SX_EXPECT_ALLOC(imports);
  sx_test_defer(free_imports, imports);
  for (; rows->file; rows++) {
    sx_import_target target;
    const sx_import_line line = {sx_str_from(rows->specifier), rows->kind, 1, false};
    SX_EXPECT_OK(sx_imports_resolve(&target, imports, temp_path(s->folder, rows->file), &line,
                                    sx_test_err()));
    show(s, &target, shown);
    SX_EXPECT_OK(shown->status);
    if (!sx_str_is_equal(sx_buf_str(shown), sx_str_from(rows->expected)))
      SX_FAIL("%s: '%s' is '%s', not '%s'", rows->file, rows->specifier, shown->ptr,
              rows->expected);
  }
}

SX_TEST(scripts) {
  static const file_row files[] = {
      {"tsconfig.json", "{\n// a\n\"extends\": \"./base.json\", \"compilerOptions\": {"
                        "\"baseUrl\": \".\", \"paths\": {\"@/*\": [\"src/*\",], "
                        "\"@/c/*\": [\"own/*\"], \"@*\": [\"none/*\"]},},}"},
      {"base.json", "{\"compilerOptions\": {\"paths\": {\"@/*\": [\"none/*\"]}}}"},
      {"own/x.ts", ""},
      {"package.json", "{\"name\": \"top\", \"dependencies\": {\"gone\": \"1\"}, "
                       "\"imports\": {\"#b\": \"./src/b.ts\"}}"},
      {"node_modules/dep/package.json", "{}"},
      {"src/a.ts", ""},
      {"src/b.ts", ""},
      {"src/c/index.tsx", ""},
      {"src/d.d.ts", ""},
      {"src/e.css", ""},
      {".sextantignore", "secret.ts\n"},
      {"src/secret.ts", ""},
      {NULL, NULL}};
  static const row rows[] = {
      {"src/a.ts", SX_IMPORT_PLAIN, "./b.js", "src/b.ts"},
      {"src/a.ts", SX_IMPORT_PLAIN, "./c", "src/c/index.tsx"},
      {"src/a.ts", SX_IMPORT_PLAIN, "./d", "src/d.d.ts"},
      {"src/a.ts", SX_IMPORT_PLAIN, "./e.css", "src/e.css"},
      {"src/a.ts", SX_IMPORT_PLAIN, "./secret", "missing"},
      {"src/a.ts", SX_IMPORT_PLAIN, "@/b", "src/b.ts"},
      {"src/a.ts", SX_IMPORT_PLAIN, "@/c/x", "own/x.ts"},
      {"src/a.ts", SX_IMPORT_PLAIN, "src/b", "src/b.ts"},
      {"src/a.ts", SX_IMPORT_PLAIN, "#b", "src/b.ts"},
      {"src/a.ts", SX_IMPORT_PLAIN, "dep/deep", "external dep"},
      {"src/a.ts", SX_IMPORT_PLAIN, "gone", "external gone absent"},
      {"src/a.ts", SX_IMPORT_REQUIRE, "fs/promises", "external fs/promises standard"},
      {"src/a.ts", SX_IMPORT_PLAIN, "node:test", "external node:test standard"},
      {"src/a.ts", SX_IMPORT_PLAIN, "nobody", "missing"},
      {NULL, SX_IMPORT_PLAIN, NULL, NULL}};
  check(files, rows);
}

SX_TEST(python) {
  static const file_row files[] = {
      {"pyproject.toml", "[tool.setuptools.packages.find]\nwhere = [\"lib\"]\n"},
      {"lib/pkg/__init__.py", ""},
      {"lib/pkg/a.py", ""},
      {"lib/pkg/sub/__init__.py", ""},
      {"lib/pkg/sub/b.py", ""},
      {"lib/pkg/stub.pyi", ""},
      {"lib/space/mod.py", ""},
      {"apart/far/top/__init__.py", ""},
      {"apart/far/top/in/__init__.py", ""},
      {"apart/far/top/in/c.py", ""},
      {"tools/run.py", ""},
      {"tools/helper.py", ""},
      {".venv/lib/python3.12/site-packages/dep/__init__.py", ""},
      {NULL, NULL}};
  static const row rows[] = {
      {"lib/pkg/sub/b.py", SX_IMPORT_MEMBER, "..a.name", "lib/pkg/a.py"},
      {"lib/pkg/sub/b.py", SX_IMPORT_MEMBER, "..a", "lib/pkg/a.py"},
      {"lib/pkg/sub/b.py", SX_IMPORT_MEMBER, ".name", "lib/pkg/sub/__init__.py"},
      {"lib/pkg/sub/b.py", SX_IMPORT_PLAIN, "...up", "missing"},
      {"lib/pkg/a.py", SX_IMPORT_PLAIN, "pkg.sub.b", "lib/pkg/sub/b.py"},
      {"lib/pkg/a.py", SX_IMPORT_MEMBER, "pkg.stub.x", "lib/pkg/stub.pyi"},
      {"lib/pkg/a.py", SX_IMPORT_PLAIN, "pkg.none", "missing"},
      {"lib/pkg/a.py", SX_IMPORT_MEMBER, "space.mod", "lib/space/mod.py"},
      {"lib/pkg/a.py", SX_IMPORT_PLAIN, "space", ""},
      /* Packages above it: the folder of the first is on the path. */
      {"apart/far/top/in/c.py", SX_IMPORT_PLAIN, "top.in.c", "apart/far/top/in/c.py"},
      {"tools/run.py", SX_IMPORT_PLAIN, "helper", "tools/helper.py"},
      {"tools/run.py", SX_IMPORT_PLAIN, "pkg", "lib/pkg/__init__.py"},
      {"tools/run.py", SX_IMPORT_PLAIN, "os.path", "external os standard"},
      {"tools/run.py", SX_IMPORT_PLAIN, "dep", "external dep"},
      {"tools/run.py", SX_IMPORT_PLAIN, "other.x", "external other absent"},
      {NULL, SX_IMPORT_PLAIN, NULL, NULL}};
  check(files, rows);
}

SX_TEST(c_with_commands) {
  static const file_row files[] = {
      {"build/compile_commands.json",
       "[{\"directory\": \"..\", \"file\": \"src/a.c\", \"command\": \"cc -I 'in c' "
       "-isystem\\\"sys\\\" -iquote quo src/a.c\"}, {\"directory\": \"..\", "
       "\"file\": \"src/a.c\", \"arguments\": [\"cc\", \"-Isecond\", \"src/a.c\"]}]"},
      {"second/far.h", ""},
      {"src/a.c", ""},
      {"src/own.h", ""},
      {"in c/own.h", ""},
      {"in c/far.h", ""},
      {"sys/far.h", ""},
      {"sys/s.h", ""},
      {"quo/q.h", ""},
      {"other/deep/lone.h", ""},
      {"one/twice.h", ""},
      {"two/twice.h", ""},
      {NULL, NULL}};
  static const row rows[] = {{"src/a.c", SX_IMPORT_QUOTED, "own.h", "src/own.h"},
                             {"src/a.c", SX_IMPORT_ANGLE, "own.h", "in c/own.h"},
                             {"src/a.c", SX_IMPORT_QUOTED, "far.h", "in c/far.h"},
                             {"src/a.c", SX_IMPORT_ANGLE, "s.h", "sys/s.h"},
                             {"src/a.c", SX_IMPORT_QUOTED, "q.h", "quo/q.h"},
                             {"src/a.c", SX_IMPORT_QUOTED, "deep/lone.h", "other/deep/lone.h?"},
                             {"src/a.c", SX_IMPORT_QUOTED, "twice.h", "missing"},
                             {"src/own.h", SX_IMPORT_ANGLE, "s.h", "sys/s.h"},
                             {NULL, SX_IMPORT_PLAIN, NULL, NULL}};
  check(files, rows);
}

SX_TEST(c_without_commands) {
  static const file_row files[] = {
      {"lib/src/deep/a.c", ""}, {"lib/include/x/a.h", ""}, {"lib/src/base/b.h", ""}, {NULL, NULL}};
  static const row rows[] = {
      {"lib/src/deep/a.c", SX_IMPORT_ANGLE, "x/a.h", "lib/include/x/a.h?"},
      {"lib/src/deep/a.c", SX_IMPORT_QUOTED, "base/b.h", "lib/src/base/b.h?"},
      {"lib/src/deep/a.c", SX_IMPORT_ANGLE, "stdio.h", "external stdio.h standard"},
      {"lib/src/deep/a.c", SX_IMPORT_QUOTED, "none.h", "missing"},
      {NULL, SX_IMPORT_PLAIN, NULL, NULL}};
  check(files, rows);
}

SX_TEST(go) {
  static const file_row files[] = {
      {"go.work", "use (\n\t./main // x\n\t./other\n)\n"},
      {"main/go.mod", "module example.com/main // y\n\nrequire (\n\tgithub.com/a/b v1.0.0\n"
                      "\tgithub.com/a v1.0.0\n)\n"
                      "replace github.com/local => ../local\n"},
      {"main/a.go", ""},
      {"main/in/x.go", ""},
      {"main/in/y.go", ""},
      {"main/in/x_test.go", ""},
      {"main/nested/go.mod", "module example.com/main/nested\n"},
      {"main/nested/n.go", ""},
      {"other/go.mod", "module \"example.com/other\"\n"},
      {"other/pkg/o.go", ""},
      {"local/sub/l.go", ""},
      {NULL, NULL}};
  static const row rows[] = {
      {"main/a.go", SX_IMPORT_PLAIN, "example.com/main/in", "main/in/x.go main/in/y.go"},
      {"main/a.go", SX_IMPORT_PLAIN, "example.com/main/nested", "main/nested/n.go"},
      {"main/nested/n.go", SX_IMPORT_PLAIN, "example.com/other/pkg", "other/pkg/o.go"},
      {"main/a.go", SX_IMPORT_PLAIN, "github.com/local/sub", "local/sub/l.go"},
      {"main/a.go", SX_IMPORT_PLAIN, "github.com/a/b/c", "external github.com/a/b"},
      {"main/a.go", SX_IMPORT_PLAIN, "github.com/c/d", "external github.com/c/d absent"},
      {"main/a.go", SX_IMPORT_PLAIN, "net/http", "external net/http standard"},
      {"main/a.go", SX_IMPORT_PLAIN, "example.com/main/none", "missing"},
      {"main/a.go", SX_IMPORT_PLAIN, "example.com/mainly", "external example.com/mainly absent"},
      {NULL, SX_IMPORT_PLAIN, NULL, NULL}};
  check(files, rows);
}

SX_TEST(rust) {
  static const file_row files[] = {
      {"Cargo.toml", "[workspace]\nmembers = [\n  \"crates/*\",\n]\n[workspace.dependencies]\n"
                     "shared = { path = \"else/shared\" }\n"},
      {"crates/app/Cargo.toml", "[package]\nname = \"my-app\"\n[dependencies] # a\nserde = \"1\"\n"
                                "near = { path = \"../near-by\" }\nshared.workspace = true\n"},
      {"crates/app/src/lib.rs", ""},
      {"crates/app/src/main.rs", ""},
      {"crates/app/src/a.rs", ""},
      {"crates/app/src/a/b.rs", ""},
      {"crates/app/src/c/mod.rs", ""},
      {"crates/app/src/c/d.rs", ""},
      {"crates/app/src/c/odd.rs", ""},
      {"crates/app/tests/t.rs", ""},
      {"crates/near-by/Cargo.toml", "[package]\nname = \"near\"\n[lib]\npath = \"near.rs\"\n"},
      {"crates/near-by/near.rs", ""},
      {"crates/far-off/Cargo.toml", "[package]\nname = \"far-off\"\n"},
      {"crates/far-off/src/lib.rs", ""},
      {"crates/far-off/src/x.rs", ""},
      {"else/shared/Cargo.toml", "[package]\nname = \"shared\"\n"},
      {"else/shared/src/lib.rs", ""},
      {NULL, NULL}};
  static const row rows[] = {
      {"crates/app/src/lib.rs", SX_IMPORT_MOD, "a", "crates/app/src/a.rs"},
      {"crates/app/src/lib.rs", SX_IMPORT_MOD, "c", "crates/app/src/c/mod.rs"},
      {"crates/app/src/lib.rs", SX_IMPORT_MOD, "none", "missing"},
      {"crates/app/src/a.rs", SX_IMPORT_MOD, "b", "crates/app/src/a/b.rs"},
      {"crates/app/src/c/mod.rs", SX_IMPORT_MOD_PATH, "odd.rs", "crates/app/src/c/odd.rs"},
      {"crates/app/src/a/b.rs", SX_IMPORT_MEMBER, "crate::c::d::X", "crates/app/src/c/d.rs"},
      {"crates/app/src/a/b.rs", SX_IMPORT_MEMBER, "super::X", "crates/app/src/a.rs"},
      {"crates/app/src/a/b.rs", SX_IMPORT_MEMBER, "super::super::c", "crates/app/src/c/mod.rs"},
      {"crates/app/src/a.rs", SX_IMPORT_MEMBER, "super::super::x", "missing"},
      {"crates/app/src/c/d.rs", SX_IMPORT_MEMBER, "super::odd::X", "crates/app/src/c/odd.rs"},
      {"crates/app/src/a.rs", SX_IMPORT_MEMBER, "self::b::X", "crates/app/src/a/b.rs"},
      {"crates/app/src/a.rs", SX_IMPORT_MEMBER, "self::Y", ""},
      {"crates/app/src/a.rs", SX_IMPORT_MEMBER, "Enum::Y", ""},
      {"crates/app/src/main.rs", SX_IMPORT_MEMBER, "my_app::a::b", "crates/app/src/a/b.rs"},
      {"crates/app/tests/t.rs", SX_IMPORT_MEMBER, "my_app::X", "crates/app/src/lib.rs"},
      {"crates/app/src/a.rs", SX_IMPORT_MEMBER, "near::X", "crates/near-by/near.rs"},
      {"crates/app/src/a.rs", SX_IMPORT_MEMBER, "far_off::x::Y", "crates/far-off/src/x.rs"},
      {"crates/app/src/a.rs", SX_IMPORT_MEMBER, "shared::X", "else/shared/src/lib.rs"},
      {"crates/app/src/a.rs", SX_IMPORT_MEMBER, "serde::Serialize", "external serde"},
      {"crates/app/src/a.rs", SX_IMPORT_MEMBER, "std::fs", "external std standard"},
      {"crates/app/src/a.rs", SX_IMPORT_MEMBER, "nobody::x", "external nobody absent"},
      {NULL, SX_IMPORT_PLAIN, NULL, NULL}};
  check(files, rows);
}

SX_TEST(java) {
  static const file_row files[] = {
      {"app/src/main/java/org/a/Main.java", "package org.a;\n"},
      {"app/src/main/java/org/a/b/One.java", "package org.a.b;\n"},
      {"app/src/main/java/org/a/b/Two.java", "package org.a.b;\n"},
      {"lib/src/main/kotlin/org/lib/Tools.kt", "package org.lib\n\nfun helper() = 1\nval x = 2\n"},
      {"lib/src/main/kotlin/org/lib/Far.kt", "package org.lib\nclass Far\n"},
      {"lib/src/main/java/org/split/One.java", "package org.split;\n"},
      {"lib/src/test/java/org/split/Two.java", "package org.split;\n"},
      {"lib/src/main/kotlin/org/lib/Ext.kt",
       "package org.lib\nfun <K : Any> Map<K, Int>.total() = 0\n"},
      {"lib/src/main/kotlin/org/lib/Use.kt",
       "package org.lib\nfun use(far: Far) = far.helper() + far.total()\n"},
      {NULL, NULL}};
  static const char *const main_file = "app/src/main/java/org/a/Main.java";
  const row rows[] = {
      {main_file, SX_IMPORT_PLAIN, "org.a.b.One", "app/src/main/java/org/a/b/One.java"},
      {main_file, SX_IMPORT_PLAIN, "org.a.b.One.Inner", "app/src/main/java/org/a/b/One.java"},
      {main_file, SX_IMPORT_MEMBER, "org.a.b.Two.max", "app/src/main/java/org/a/b/Two.java"},
      {main_file, SX_IMPORT_MEMBER, "org.a.b.Two.*", "app/src/main/java/org/a/b/Two.java"},
      {main_file, SX_IMPORT_PLAIN, "org.a.b.*",
       "app/src/main/java/org/a/b/One.java app/src/main/java/org/a/b/Two.java"},
      {main_file, SX_IMPORT_PLAIN, "org.lib.Far", "lib/src/main/kotlin/org/lib/Far.kt"},
      {main_file, SX_IMPORT_PLAIN, "org.lib.helper", "lib/src/main/kotlin/org/lib/Tools.kt"},
      {main_file, SX_IMPORT_PLAIN, "org.lib.total", "lib/src/main/kotlin/org/lib/Ext.kt"},
      {main_file, SX_IMPORT_PLAIN, "org.a.b.None", "missing"},
      {main_file, SX_IMPORT_PLAIN, "java.util.List", "external java.util standard"},
      /* The package was looked for before, by one of its files. */
      {main_file, SX_IMPORT_MEMBER, "org.split.Gone.*", "missing"},
      {main_file, SX_IMPORT_PLAIN, "org.split.*",
       "lib/src/main/java/org/split/One.java lib/src/test/java/org/split/Two.java"},
      {main_file, SX_IMPORT_PLAIN, "com.x.Y", "external com.x"},
      {NULL, SX_IMPORT_PLAIN, NULL, NULL}};
  check(files, rows);
}

/* A file, and whether a project names it. */
typedef struct named_row {
  const char *file;
  bool is_named;
} named_row;

/* NULL without memory. */
static sx_imports *imports_of(call_scene *s, const file_row *files) {
  for (; files->name; files++) temp_file(s->folder, files->name, sx_str_from(files->text));
  sx_imports *imports = sx_imports_new(&s->call);
  if (imports) sx_test_defer(free_imports, imports);
  return imports;
}

static void check_named(const file_row *files, const named_row *rows) {
  call_scene *s = call_scene_new(call_scene_refuse, NULL);
  SX_EXPECT_ALLOC(s);
  sx_imports *imports = imports_of(s, files);
  SX_EXPECT_ALLOC(imports);
  for (; rows->file; rows++) {
    bool is_named = sx_imports_project_of(imports, temp_path(s->folder, rows->file)).len > 0;
    SX_EXPECT_OK(s->call.arena->status);
    if (is_named != rows->is_named) SX_FAIL("%s is %snamed", rows->file, is_named ? "" : "not ");
  }
}

SX_TEST(files_of_a_project) {
  static const file_row files[] = {
      {"tsconfig.json", "{\"extends\": \"./base.json\", \"references\": [{\"path\": \"./tools\"}], "
                        "\"exclude\": [\"**/*.spec.ts\", \"src/old\"]}"},
      {"base.json",
       "{// a\n\"include\": [\"src\", \"one.ts\", \"web/*/[a].ts\", \"../out/**/*\"],}"},
      {"tools/tsconfig.json", "{\"files\": [\"main.ts\"]}"},
      {"plain/tsconfig.json", "{\"compilerOptions\": {\"outDir\": \"./dist\"}}"},
      {"scripts/jsconfig.json", "{}"},
      {"mixed/tsconfig.json", "{\"compilerOptions\": {\"allowJs\": true}, \"include\": [\"*\"]}"},
      {"broken/tsconfig.json",
       "{\"include\": [1, \"\", \"a\"], \"references\": [3, {\"path\": \"..\"}]"},
      {"damaged/tsconfig.json", "{\"compilerOptions\": {}, \"exclude\": 'a'}"},
      {"unknown/tsconfig.json", "{\"extends\": \"../damaged/tsconfig.json\"}"},
      {"empty/tsconfig.json", "\n"},
      {"circle/tsconfig.json", "{\"extends\": [\"./tsconfig.json\", \"./other.json\"], "
                               "\"references\": [{\"path\": \".\"}], \"include\": [\"a.ts\"]}"},
      {"circle/other.json",
       "{\"extends\": [\"./other\", \"./tsconfig\"], \"include\": [\"b.ts\"]}"},
      {"mixed/both.ts", ""},
      {"mixed/both.mts", ""},
      {NULL, NULL}};
  static const named_row rows[] = {{"src/a.ts", true},          {"src/deep/b.tsx", true},
                                   {"src/a.spec.ts", false},    {"src/old/a.ts", false},
                                   {"src/older/a.ts", true},    {"src/.hidden/a.ts", false},
                                   {"src/a.js", false},         {"srcs/a.ts", false},
                                   {"test/a.ts", false},        {"one.ts", true},
                                   {"two.ts", false},           {"web/x/[a].ts", true},
                                   {"web/x/a.ts", false},       {"web/x/y/[a].ts", false},
                                   {"tools/main.ts", true},     {"tools/other.ts", false},
                                   {"plain/a/b.ts", true},      {"plain/.storybook/b.ts", false},
                                   {"plain/dist/b.ts", false},  {"scripts/a.js", true},
                                   {"mixed/a.mjs", true},       {"mixed/deep/a.mjs", false},
                                   {"mixed/both.ts", true},     {"mixed/both.tsx", false},
                                   {"mixed/both.js", false},    {"mixed/one.js", true},
                                   {"mixed/one.min.js", false}, {"mixed/both.mts", true},
                                   {"mixed/both.mjs", false},   {"src/node_modules/a/a.ts", false},
                                   {"damaged/a.ts", false},     {"unknown/a.ts", false},
                                   {"empty/a.ts", true},        {"circle/a.ts", true},
                                   {"circle/b.ts", false},      {NULL, false}};
  check_named(files, rows);
}

/* A project has what it extends where it has nothing of its own. */
SX_TEST(files_of_projects_that_extend_and_refer) {
  static const file_row files[] = {
      {"tsconfig.json", "{\"files\": [], \"references\": [{\"path\": \"./app\"}, "
                        "{\"path\": \"./lib/tsconfig.lib.json\"}, {\"path\": \"./gone\"}]}"},
      {"shared/base.json", "{\"extends\": \"./deeper\", \"include\": [\"${configDir}/src\"]}"},
      {"shared/deeper.json", "{\"compilerOptions\": {\"allowJs\": true, \"outDir\": "
                             "\"${configDir}/src/out\"}, \"files\": [\"common.ts\"]}"},
      {"app/tsconfig.json",
       "{\"extends\": [\"../shared/base\"], \"references\": [{\"path\": \"..\"}]}"},
      {"lib/tsconfig.lib.json", "{\"extends\": \"../shared/base.json\", \"include\": [\"*.ts\"], "
                                "\"references\": [{\"path\": \"./far\"}]}"},
      {"lib/far/tsconfig.json", "{\"include\": [\"../near\"]}"},
      {"around/tsconfig.json", "{\"extends\": \"./tsconfig.json\"}"},
      {NULL, NULL}};
  static const named_row rows[] = {
      {"app/src/a.ts", true},     {"app/src/a.js", true},     {"app/test/a.ts", false},
      {"shared/common.ts", true}, {"shared/other.ts", false}, {"lib/a.ts", true},
      {"lib/src/a.ts", false},    {"lib/near/a.ts", true},    {"lib/near/a.js", false},
      {"top.ts", false},          {"around/a.ts", true},      {NULL, false}};
  check_named(files, rows);
}

/* Whether a project could name a file, and where the nearest one is. */
SX_TEST(projects_above_a_file) {
  static const file_row files[] = {
      {"ts/tsconfig.json", "{\n// \"allowJs\": true,\n\"compilerOptions\": {}}"},
      {"ts/js/tsconfig.json", "{\"extends\": \"../../base.json\"}"},
      {"ts/off/jsconfig.json", "{\"compilerOptions\": {\"allowJs\": false}}"},
      {"base.json", "{\"compilerOptions\": {\n\"checkJs\":\ntrue}}"},
      {"all/tsconfig.json", "{\"files\": [], \"references\": [{\"path\": \"../script\"}]}"},
      {"script/jsconfig.json", "{}"},
      {"script/tsconfig.json", "{}"},
      {NULL, NULL}};
  static const struct {
    const char *file;
    bool has_project;
    const char *folder; /* empty: none */
  } rows[] = {{"ts/a.ts", true, "ts/"},
              {"ts/a.js", false, "ts/"},
              {"ts/js/deep/a.mjs", true, "ts/js/"},
              {"ts/off/a.jsx", false, "ts/off/"},
              {"ts/off/a.tsx", true, "ts/off/"},
              {"all/a.cjs", false, "all/"},
              {"script/a.js", true, "script/"},
              {"none/a.ts", false, ""}};
  call_scene *s = call_scene_new(call_scene_refuse, NULL);
  SX_EXPECT_ALLOC(s);
  sx_imports *imports = imports_of(s, files);
  SX_EXPECT_ALLOC(imports);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    sx_str file = temp_path(s->folder, rows[i].file);
    bool has = sx_imports_has_project(imports, file);
    sx_str folder = sx_imports_project_folder(imports, file);
    SX_EXPECT_OK(s->call.arena->status);
    if (has != rows[i].has_project) SX_FAIL("%s has %sproject", rows[i].file, has ? "a " : "no ");
    sx_str below = sx_str_slice(folder, s->folder.len + 1, folder.len);
    SX_EXPECT_STR(below, sx_str_from(rows[i].folder));
  }
}

/* Ten thousands are asked about in a large workspace: only what is in their folders takes room. */
SX_TEST(a_further_file_of_a_folder_takes_no_memory) {
  static const file_row files[] = {
      {"tsconfig.json", "{\"files\": [], \"references\": [{\"path\": \"a\"}, {\"path\": \"b\"}]}"},
      {"a/tsconfig.json", "{}"},
      {"b/tsconfig.json", "{}"},
      {NULL, NULL}};
  call_scene *s = call_scene_new(call_scene_refuse, NULL);
  SX_EXPECT_ALLOC(s);
  sx_imports *imports = imports_of(s, files);
  SX_EXPECT_ALLOC(imports);
  sx_str one = temp_path(s->folder, "c/one.ts"), two = temp_path(s->folder, "c/two.ts");
  SX_EXPECT(!sx_imports_project_of(imports, one).len);
  SX_EXPECT_OK(s->call.arena->status);
  size_t used = s->call.arena->used_bytes;
  SX_EXPECT(!sx_imports_project_of(imports, two).len);
  SX_EXPECT_SIZE(s->call.arena->used_bytes, used);
}

/* Packages of a workspace: which of them may use what a/src/index.ts declares. */
SX_TEST(projects_that_may_use_another_ones_symbol) {
  static const file_row files[] = {
      {"package.json", "{\"name\": \"root\"}"},
      {"tsconfig.json", "{\"include\": [\"test\"]}"},
      {"a/package.json", "{\"name\": \"@m/a\"}"},
      {"a/tsconfig.json", "{\"include\": [\"src\"]}"},
      {"a/test/tsconfig.json", "{}"},
      {"b/package.json", "{\"name\": \"@m/b\", \"devDependencies\": {\"@m/a\": \"*\"}}"},
      {"b/tsconfig.json", "{}"},
      {"c/package.json", "{\"dependencies\": {\"@m/b\": \"*\", \"lib\": \"1\"}}"},
      {"c/tsconfig.json", "{}"},
      {"d/package.json", "{\"dependencies\": {\"lib\": \"1\"}}"},
      {"d/tsconfig.json", "{}"},
      {"e/package.json", "{}"},
      {"e/tsconfig.json", "{\"references\": [{\"path\": \"../f\"}]}"},
      {"f/package.json", "{}"},
      {"f/tsconfig.json", "{\"references\": [{\"path\": \"../a\"}]}"},
      {"g/package.json", "{}"},
      {"g/tsconfig.json",
       "{\"compilerOptions\": {\"paths\": {\"~/*\": [\"./src/*\"], \"a\": [\"../a/src\"]}}}"},
      {"a/src/i/package.json", "{}"},
      {"a/src/i/tsconfig.json", "{}"},
      {"h/package.json", "{}"},
      {"h/tsconfig.json", "{\"compilerOptions\": {\"paths\": {\"~/*\": [\"./src/*\"]}}}"},
      {"node_modules/lib/package.json", "{\"dependencies\": {\"@m/a\": \"*\"}}"},
      {NULL, NULL}};
  static const struct {
    const char *project;
    bool may_use;
  } rows[] = {{"tsconfig.json", true},    {"a/test/tsconfig.json", true},
              {"b/tsconfig.json", true},  {"c/tsconfig.json", true},
              {"d/tsconfig.json", false}, {"e/tsconfig.json", true},
              {"f/tsconfig.json", true},  {"g/tsconfig.json", true},
              {"h/tsconfig.json", false}, {"a/src/i/tsconfig.json", false}};
  static const struct {
    const char *file, *text;
    bool names;
  } texts[] = {{"h/src/x.ts", "import { x } from \"@m/a\";", true},
               {"h/src/x.ts", "import { x } from '@m/a/deep';", true},
               {"h/src/x.ts", "import { x } from \"@m/abc\"; // @m/a", false},
               {"h/src/x.ts", "import { x } from \"../x\";", false},
               {"h/src/x.ts", "import { x } from \"../../a/src\";", true},
               {"h/src/deep/x.ts", "import { x } from \"../../a/src\";", false}};
  call_scene *s = call_scene_new(call_scene_refuse, NULL);
  SX_EXPECT_ALLOC(s);
  sx_imports *imports = imports_of(s, files);
  SX_EXPECT_ALLOC(imports);
  sx_str target = temp_path(s->folder, "a/src/index.ts");
  sx_str modules = temp_path(s->folder, "node_modules/@m");
  (void)mkdir(modules.ptr, 0755);
  (void)symlink("../../b", temp_path(s->folder, "node_modules/@m/b").ptr);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    bool may = sx_imports_may_use(imports, temp_path(s->folder, rows[i].project), target);
    SX_EXPECT_OK(s->call.arena->status);
    if (may != rows[i].may_use) SX_FAIL("%s may %suse it", rows[i].project, may ? "" : "not ");
  }
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    sx_str file = temp_path(s->folder, texts[i].file);
    bool names = sx_imports_names_package(imports, file, sx_str_from(texts[i].text), target);
    SX_EXPECT_OK(s->call.arena->status);
    if (names != texts[i].names) SX_FAIL("%s in %s", texts[i].text, texts[i].file);
  }
}

SX_SUITE(imports_resolve_test, SX_CASE(scripts), SX_CASE(python), SX_CASE(c_with_commands),
         SX_CASE(c_without_commands), SX_CASE(go), SX_CASE(rust), SX_CASE(java),
         SX_CASE(files_of_a_project), SX_CASE(files_of_projects_that_extend_and_refer),
         SX_CASE(projects_above_a_file), SX_CASE(a_further_file_of_a_folder_takes_no_memory),
         SX_CASE(projects_that_may_use_another_ones_symbol));
