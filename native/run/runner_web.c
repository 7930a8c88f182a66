#include "base/folder.h"
#include "commands/program.h"
#include "run/test_runner.h"
#include "workspace/paths.h"

/* RSpec and PHPUnit. */

static bool covers_own(const sx_project *project) {
  (void)project;
  return false;
}

static sx_status finish(sx_test_command *out, sx_err *err) {
  return out->status ? sx_fail(err, out->status, NULL) : SX_OK;
}

/* ---- RSpec -------------------------------------------------------------------------------- */

static bool rspec_has_config(const sx_project *project) {
  if (sx_project_has(project, ".rspec")) return true;
  if (!sx_project_has(project, "spec")) return false;
  return sx_project_has_path(project, "spec/spec_helper.rb") ||
         sx_project_says(project, "Gemfile", "rspec") || sx_project_has_ending(project, ".gemspec");
}

static void add_rspec(sx_test_command *out, const sx_project *project) {
  sx_str bundle = sx_program_find(project->call, SX_STR("bundle"));
  sx_str rspec = sx_program_find(project->call, SX_STR("rspec"));
  if (sx_project_has_path(project, "bin/rspec")) {
    sx_test_command_add_as(out, sx_project_path(project, SX_STR("bin/rspec")), "bin/rspec");
  } else if (sx_project_has(project, "Gemfile.lock") && bundle.len) {
    sx_test_command_add_as(out, bundle, "bundle");
    sx_test_command_add_text(out, "exec");
    sx_test_command_add_text(out, "rspec");
    out->absent_mark = "bundler: command not found: rspec";
    out->absent_advice = SX_STR("Run 'bundle install' first.");
  } else if (rspec.len) {
    sx_test_command_add_as(out, rspec, "rspec");
  } else {
    sx_test_command_miss(out, "RSpec is configured and not installed. Run '%s' in %.*s first.",
                         sx_project_has(project, "Gemfile") ? "bundle install"
                                                            : "gem install rspec",
                         SX_STR_ARG(project->folder));
  }
}

static sx_status rspec_plan(sx_test_command *out, const sx_test_request *request, sx_err *err) {
  add_rspec(out, request->project);
  sx_test_command_add_hidden_text(out, "--no-color");
  sx_test_command_add_hidden_text(out, "--format");
  sx_test_command_add_hidden_text(out, "documentation");
  sx_test_command_add_hidden_text(out, "--format");
  sx_test_command_add_hidden_text(out, "json");
  sx_test_command_add_hidden_text(out, "--out");
  sx_test_command_add_hidden(out, sx_test_command_report(out, request, "rspec.json"));
  for (size_t i = 0; i < request->names.len; i++) {
    sx_test_command_add_text(out, "--example");
    sx_test_command_add(out, sx_text_replace(request->names.items[i], " > ", " ", out->arena));
  }
  sx_test_command_add_files(out, request);
  return finish(out, err);
}

const sx_test_runner sx_runner_rspec = {
    "rspec",          "RSpec",    SX_TESTS_RUBY, SX_TEST_FORMAT_RSPEC,
    rspec_has_config, covers_own, rspec_plan,    NULL,
};

/* ---- PHPUnit ------------------------------------------------------------------------------ */

static bool phpunit_has_config(const sx_project *project) {
  return sx_project_has(project, "phpunit.xml") || sx_project_has(project, "phpunit.xml.dist") ||
         sx_project_has(project, "phpunit.dist.xml");
}

static void add_phpunit(sx_test_command *out, const sx_project *project) {
  sx_str own = sx_project_find_inside(project, "vendor/bin/phpunit");
  sx_str php = sx_program_find(project->call, SX_STR("php"));
  sx_str shared = sx_program_find(project->call, SX_STR("phpunit"));
  if (own.len && php.len) {
    sx_test_command_add_hidden(out, php);
    sx_test_command_add_as(out, own, "vendor/bin/phpunit");
  } else if (shared.len) {
    sx_test_command_add_as(out, shared, "phpunit");
  } else {
    sx_test_command_miss(
        out, "PHPUnit is configured and not installed. Run 'composer install' in %.*s first.",
        SX_STR_ARG(project->folder));
  }
}

/* `/(^|::)name( with data set .*)?$/`: a set of data is a part of the name that it fits. */
static sx_str phpunit_filter(const sx_test_request *request, sx_arena *arena) {
  if (request->are_parts) return sx_pattern_of_names(&request->names, "/", "/i", "::", arena);
  return sx_pattern_of_names(&request->names, "/(^|::|\\\\)", "( with data set .*)?$/",
                             "::", arena);
}

/* Several files are given by their classes, as it takes one path alone. */
static void add_classes(sx_test_command *out, const sx_test_request *request) {
  sx_strs classes = {0};
  for (size_t i = 0; i < request->files.len && !out->status; i++) {
    sx_str name = sx_path_name(request->files.items[i]);
    if (sx_str_has_suffix(name, SX_STR(".php"))) name = sx_str_slice(name, 0, name.len - 4);
    out->status = sx_strs_add(&classes, name, out->arena, NULL);
  }
  sx_test_command_add_text(out, "--filter");
  sx_test_command_add(out, sx_pattern_of_names(&classes, "/(^|\\\\)", "::/", "::", out->arena));
}

static sx_status phpunit_plan(sx_test_command *out, const sx_test_request *request, sx_err *err) {
  add_phpunit(out, request->project);
  sx_test_command_add_hidden_text(out, "--colors=never");
  sx_test_command_add_hidden_text(out, "--log-junit");
  sx_test_command_add_hidden(out, sx_test_command_report(out, request, "phpunit.xml"));
  if (request->names.len) {
    sx_test_command_add_text(out, "--filter");
    sx_test_command_add(out, phpunit_filter(request, out->arena));
    out->has_parts = request->are_parts;
  }
  if (request->files.len > 1 && !request->names.len)
    add_classes(out, request);
  else if (request->files.len == 1)
    sx_test_command_add_files(out, request);
  return finish(out, err);
}

const sx_test_runner sx_runner_phpunit = {
    "phpunit",          "PHPUnit",  SX_TESTS_PHP, SX_TEST_FORMAT_JUNIT,
    phpunit_has_config, covers_own, phpunit_plan, NULL,
};
