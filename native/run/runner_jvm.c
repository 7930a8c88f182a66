#include "base/folder.h"
#include "commands/program.h"
#include "run/test_runner.h"
#include "workspace/paths.h"

/* Maven, Gradle and dotnet: their tests have classes, and reports that a build leaves. */

static bool covers_all(const sx_project *project) {
  (void)project;
  return true;
}

/* `CalcTest` of `src/test/java/CalcTest.java`. */
static sx_str class_of(sx_str path) {
  sx_str name = sx_path_name(path);
  size_t dot = sx_str_find_last_char(name, '.');
  return sx_str_slice(name, 0, dot == SX_STR_NONE ? name.len : dot);
}

static void look_in(sx_test_command *out, sx_str folder, const char *ending) {
  out->place = SX_REPORT_IN_FOLDER;
  out->report = folder;
  out->ending = sx_str_from(ending);
}

/* The wrapper of the project, or the program on PATH. */
static void add_build_tool(sx_test_command *out, const sx_project *project, const char *wrapper,
                           const char *program) {
  sx_str own = sx_project_find_inside(project, wrapper);
  sx_str shared = sx_program_find(project->call, sx_str_from(program));
  if (own.len) {
    char typed[32];
    snprintf(typed, sizeof typed, "./%s", wrapper);
    sx_test_command_add_as(out, own, sx_arena_dup(out->arena, sx_str_from(typed)).ptr);
  } else if (shared.len) {
    sx_test_command_add_as(out, shared, program);
  } else {
    sx_test_command_miss(out, "%s is not on PATH, and the project has no %s. Install it first.",
                         out->runner->title, wrapper);
  }
}

/* The highest folder that the chain of folders with `file` leads to. */
static sx_str find_top(const sx_project *project, const char *file) {
  sx_str top = project->folder;
  for (sx_str folder = project->folder; folder.len; folder = sx_folder_of(folder)) {
    sx_file_info info;
    sx_str path = sx_arena_printf(project->call->arena, "%.*s/%s", SX_STR_ARG(folder), file);
    if (sx_file_stat(&info, path, NULL) || !info.exists) break;
    top = folder;
    if (sx_str_is_equal(folder, project->top)) break;
  }
  return top;
}

/* ---- Maven -------------------------------------------------------------------------------- */

static bool maven_has_config(const sx_project *project) {
  return sx_project_has(project, "pom.xml");
}

/* `a.b.CalcTest#adds`, or `CalcTest` of a file; names may be those of methods alone. */
static sx_str maven_selection(const sx_test_request *request, sx_arena *arena) {
  sx_str out = SX_STR("");
  const sx_strs *from = request->names.len ? &request->names : &request->files;
  for (size_t i = 0; i < from->len; i++) {
    sx_str one = from->items[i];
    if (!request->names.len) {
      one = class_of(one);
    } else if (sx_str_find_char(one, '#', 0) == SX_STR_NONE) {
      one = sx_arena_printf(arena, "*#%.*s%s", SX_STR_ARG(one), request->are_parts ? "*" : "");
    }
    out = sx_arena_printf(arena, "%.*s%s%.*s", SX_STR_ARG(out), i ? "," : "", SX_STR_ARG(one));
  }
  return out;
}

static sx_status maven_plan(sx_test_command *out, const sx_test_request *request, sx_err *err) {
  const sx_project *project = request->project;
  sx_str top = find_top(project, "pom.xml");
  add_build_tool(out, project, "mvnw", "mvn");
  sx_test_command_add_hidden_text(out, "-B");
  sx_test_command_add_hidden_text(out, "-ntp");
  sx_test_command_add_hidden_text(out, "-fae");
  sx_test_command_add_hidden_text(out, "-Dstyle.color=never");
  sx_test_command_add_text(out, "test");
  if (!sx_str_is_equal(top, project->folder)) {
    sx_test_command_add_text(out, "-pl");
    sx_test_command_add(out, sx_str_slice(project->folder, top.len + 1, project->folder.len));
    sx_test_command_add_text(out, "-am");
  }
  if (request->names.len || request->files.len) {
    sx_str selection = maven_selection(request, out->arena);
    sx_test_command_add(out, sx_arena_printf(out->arena, "-Dtest=%.*s", SX_STR_ARG(selection)));
    sx_test_command_add_hidden_text(out, "-DfailIfNoTests=false");
    sx_test_command_add_hidden_text(out, "-Dsurefire.failIfNoSpecifiedTests=false");
  }
  out->folder = top;
  out->has_parts = request->names.len && request->are_parts;
  look_in(out, top, ".xml");
  return out->status ? sx_fail(err, out->status, NULL) : SX_OK;
}

const sx_test_runner sx_runner_maven = {
    "maven",          "Maven",    SX_TESTS_JVM, SX_TEST_FORMAT_JUNIT,
    maven_has_config, covers_all, maven_plan,   NULL,
};

/* ---- Gradle ------------------------------------------------------------------------------- */

static bool gradle_has_config(const sx_project *project) {
  return sx_project_has(project, "build.gradle") || sx_project_has(project, "build.gradle.kts") ||
         sx_project_has(project, "settings.gradle") ||
         sx_project_has(project, "settings.gradle.kts");
}

static sx_str gradle_filter(const sx_test_request *request, size_t i, sx_arena *arena) {
  if (!request->names.len)
    return sx_arena_printf(arena, "*%.*s", SX_STR_ARG(class_of(request->files.items[i])));
  sx_str name = sx_text_replace(request->names.items[i], "#", ".", arena);
  bool has_class = sx_str_find_char(name, '.', 0) != SX_STR_NONE;
  return sx_arena_printf(arena, "%s%.*s%s", has_class ? "" : "*.", SX_STR_ARG(name),
                         request->are_parts ? "*" : "");
}

/* Tests that are up to date are not run again unless their results are removed. */
static sx_status gradle_plan(sx_test_command *out, const sx_test_request *request, sx_err *err) {
  const sx_project *project = request->project;
  size_t count = request->names.len ? request->names.len : request->files.len;
  add_build_tool(out, project, "gradlew", "gradle");
  sx_test_command_add_hidden_text(out, "--console=plain");
  sx_test_command_add_hidden_text(out, "--continue");
  sx_test_command_add_text(out, "cleanTest");
  sx_test_command_add_text(out, "test");
  for (size_t i = 0; i < count; i++) {
    sx_test_command_add_text(out, "--tests");
    sx_test_command_add(out, gradle_filter(request, i, out->arena));
  }
  out->has_parts = request->names.len && request->are_parts;
  look_in(out, project->folder, ".xml");
  return out->status ? sx_fail(err, out->status, NULL) : SX_OK;
}

const sx_test_runner sx_runner_gradle = {
    "gradle",          "Gradle",   SX_TESTS_JVM, SX_TEST_FORMAT_JUNIT,
    gradle_has_config, covers_all, gradle_plan,  NULL,
};

/* ---- dotnet ------------------------------------------------------------------------------- */

static bool dotnet_has_config(const sx_project *project) {
  static const char *const endings[] = {".sln", ".slnx", ".csproj", ".fsproj", ".vbproj"};
  for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
    if (sx_project_has_ending(project, endings[i])) return true;
  return false;
}

static sx_str dotnet_filter(const sx_test_request *request, sx_arena *arena) {
  sx_str out = SX_STR("");
  const sx_strs *from = request->names.len ? &request->names : &request->files;
  bool is_exact = request->names.len && !request->are_parts;
  for (size_t i = 0; i < from->len; i++) {
    sx_str one = request->names.len ? from->items[i] : class_of(from->items[i]);
    size_t end = sx_str_find_char(one, '(', 0); /* parameters are not a part of the name */
    one = sx_str_slice(one, 0, end == SX_STR_NONE ? one.len : end);
    out = sx_arena_printf(arena, "%.*s%sFullyQualifiedName%s%.*s", SX_STR_ARG(out), i ? "|" : "",
                          is_exact ? "=" : "~", SX_STR_ARG(one));
  }
  return out;
}

static sx_status dotnet_plan(sx_test_command *out, const sx_test_request *request, sx_err *err) {
  sx_str dotnet = sx_program_find(request->project->call, SX_STR("dotnet"));
  if (dotnet.len)
    sx_test_command_add_as(out, dotnet, "dotnet");
  else
    sx_test_command_miss(out, "The .NET SDK (dotnet) is not on PATH. Install it first.");
  sx_test_command_add_text(out, "test");
  sx_test_command_add_hidden_text(out, "--nologo");
  sx_test_command_add_hidden_text(out, "--logger");
  sx_test_command_add_hidden_text(out, "trx");
  sx_test_command_add_hidden_text(out, "--results-directory");
  sx_test_command_add_hidden(out, request->scratch);
  if (request->names.len || request->files.len) {
    sx_test_command_add_text(out, "--filter");
    sx_test_command_add(out, dotnet_filter(request, out->arena));
  }
  out->has_parts = request->names.len && request->are_parts;
  look_in(out, request->scratch, ".trx");
  sx_test_command_set(out, SX_STR("DOTNET_CLI_TELEMETRY_OPTOUT=1"));
  return out->status ? sx_fail(err, out->status, NULL) : SX_OK;
}

const sx_test_runner sx_runner_dotnet = {
    "dotnet",          "dotnet test", SX_TESTS_DOTNET, SX_TEST_FORMAT_TRX,
    dotnet_has_config, covers_all,    dotnet_plan,     NULL,
};
