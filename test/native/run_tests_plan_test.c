#include "call_scene.h"
#include "temp_files.h"

#include "commands/commands.h"
#include "commands/program.h"
#include "os/file_write.h"
#include "run/script.h"
#include "run/test_run.h"
#include "workspace/paths.h"
#include "workspace/roots.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/*
 * Which runners are found in a workspace, and how they are called. A case of the corpus is a tree
 * and a request, each line one of:
 *
 *   file PATH: TEXT      with \n for line ends
 *   program NAME         on PATH
 *   files PATH|PATH      testFiles
 *   names NAME|NAME      testNames
 *   parts                they are tried as parts of names
 *   runner NAME
 */

typedef struct plan_scene {
  call_scene *base;
  sx_str bin, scratch, folder;
  size_t number;
  sx_test_wanted wanted;
  sx_strs names;
  bool are_parts;
} plan_scene;

static plan_scene *scene;

/* ---- the tree ----------------------------------------------------------------------------- */

static bool take(sx_str *line, const char *word) {
  if (!sx_str_has_prefix(*line, sx_str_from(word))) return false;
  *line = sx_str_slice(*line, strlen(word), line->len);
  return true;
}

static void make_file(sx_str line) {
  size_t colon = sx_str_find_char(line, ':', 0);
  sx_str path = sx_str_slice(line, 0, colon == SX_STR_NONE ? line.len : colon);
  sx_str text = sx_str_trim(sx_str_slice(line, path.len + 1, line.len));
  char *bytes = sx_test_memory(text.len + 2), *name = sx_test_memory(path.len + 1);
  size_t len = 0;
  for (size_t i = 0; i < text.len; i++) {
    bool is_end = text.ptr[i] == '\\' && sx_str_at(text, i + 1) == 'n';
    bytes[len++] = is_end ? '\n' : text.ptr[i];
    i += is_end;
  }
  memcpy(name, path.ptr, path.len);
  temp_file(scene->folder, name, sx_str_make(bytes, len));
}

static void make_program(sx_str name) {
  char *text = sx_test_memory(name.len + 1);
  memcpy(text, name.ptr, name.len);
  sx_str path = temp_file(scene->bin, text, SX_STR("#!/bin/sh\n"));
  (void)chmod(path.ptr, 0755);
}

static void remove_programs(void) {
  sx_dir_list list;
  if (sx_dir_read(&list, scene->bin, scene->base->call.arena, NULL)) return;
  for (size_t i = 0; i < list.count; i++) {
    sx_str path = sx_path_join(&scene->base->call, scene->bin, list.items[i].name);
    (void)unlink(sx_arena_dup(scene->base->call.arena, path).ptr);
  }
}

static sx_status add_each(sx_strs *list, sx_str line, bool are_paths) {
  sx_arena *arena = scene->base->call.arena;
  sx_status status = SX_OK;
  while (line.len && !status) {
    size_t bar = sx_str_find_char(line, '|', 0);
    sx_str one = sx_str_slice(line, 0, bar == SX_STR_NONE ? line.len : bar);
    line = sx_str_slice(line, one.len + 1, line.len);
    if (are_paths) one = sx_path_join(&scene->base->call, scene->folder, one);
    status = sx_strs_add(list, one, arena, NULL);
  }
  return status;
}

static sx_status read_line(sx_str line) {
  if (take(&line, "file ")) {
    make_file(line);
  } else if (take(&line, "program ")) {
    make_program(line);
  } else if (take(&line, "files ")) {
    return add_each(&scene->wanted.files, line, true);
  } else if (take(&line, "names ")) {
    return add_each(&scene->names, line, false);
  } else if (take(&line, "runner ")) {
    scene->wanted.runner = sx_test_runner_find(line);
  } else if (take(&line, "parts")) {
    scene->are_parts = true;
  }
  return SX_OK;
}

static sx_status begin_case(void) {
  char name[32];
  sx_call *call = &scene->base->call;
  char keep[48];
  snprintf(name, sizeof name, "w%zu", scene->number++);
  snprintf(keep, sizeof keep, "%s/.keep", name);
  scene->folder = temp_path(scene->base->folder, name);
  temp_file(scene->base->folder, keep, SX_STR(""));
  remove_programs();
  scene->wanted = (sx_test_wanted){0};
  scene->names = (sx_strs){0};
  scene->are_parts = false;
  const sx_root root = {.name = SX_STR("ws"), .path = scene->folder};
  sx_status status = sx_roots_set(call->services->roots, &root, 1);
  if (!status) status = sx_roots_get(call->services->roots, &call->roots, call->arena);
  return status ? status : add_each(&scene->wanted.folders, SX_STR("."), true);
}

/* ---- what is found ------------------------------------------------------------------------ */

static void write_neutral(sx_buf *out, sx_str text) {
  sx_arena *arena = scene->base->call.arena;
  text = sx_text_replace(text, scene->folder.ptr, "WS", arena);
  text = sx_text_replace(text, sx_pattern_quote(scene->folder, arena).ptr, "QUOTED", arena);
  text = sx_text_replace(text, scene->bin.ptr, "BIN", arena);
  sx_buf_add(out, sx_text_replace(text, scene->scratch.ptr, "SCRATCH", arena));
}

/* The program that runs unittest is long, and its own file. */
static void shorten(sx_strs *argv) {
  for (size_t i = 0; i < argv->len; i++)
    if (sx_str_is_equal(argv->items[i], sx_unittest_runner())) argv->items[i] = SX_STR("UNITTEST");
}

static sx_status write_target(sx_buf *out, const sx_test_target *target) {
  sx_call *call = &scene->base->call;
  sx_test_command command;
  sx_err *err = sx_test_err();
  sx_status status =
      sx_test_plan(&command, call, target, &scene->names, scene->are_parts, scene->scratch, err);
  if (sx_status_ends_call(status)) return status;
  sx_buf_addf(out, "%s in ", target->runner->title);
  write_neutral(out, command.folder);
  sx_buf_add_char(out, '\n');
  if (status) {
    sx_buf_addf(out, "  error: %s\n", err->message);
    return SX_OK;
  }
  if (command.missing.len) {
    sx_buf_add_text(out, "  missing: ");
    write_neutral(out, command.missing);
    sx_buf_add_char(out, '\n');
    return SX_OK;
  }
  if (command.build.len) {
    sx_buf_add_text(out, "  build: ");
    write_neutral(out, sx_program_quote(call, &command.build));
    sx_buf_add_char(out, '\n');
  }
  for (size_t i = 3; i < command.environment.len; i++) {
    sx_buf_add_text(out, "  ");
    write_neutral(out, command.environment.items[i]);
    sx_buf_add_char(out, '\n');
  }
  shorten(&command.argv);
  sx_buf_addf(out, "  typed: %.*s\n  run: ", SX_STR_ARG(sx_program_quote(call, &command.typed)));
  write_neutral(out, sx_program_quote(call, &command.argv));
  sx_buf_add_char(out, '\n');
  return SX_OK;
}

static sx_status run_case(sx_str title, sx_str input, sx_buf *actual) {
  sx_test_targets targets;
  sx_err *err = sx_test_err();
  sx_str line;
  (void)title;
  sx_status status = begin_case();
  while (!status && sx_str_next_line(&input, &line)) status = read_line(line);
  if (!status) status = sx_test_find(&targets, &scene->base->call, &scene->wanted, err);
  if (status == SX_INVALID_ARGUMENT) {
    sx_buf_addf(actual, "error: %s\n", err->message);
    return actual->status;
  }
  for (size_t i = 0; !status && i < targets.items.len; i++)
    status = write_target(actual, &targets.items.items[i]);
  if (!status && !targets.items.len) sx_buf_add_text(actual, "nothing\n");
  if (!status) status = scene->base->call.arena->status;
  return status ? status : actual->status;
}

static void restore_path(void *path) {
  setenv("PATH", path, 1);
}

static bool make_scene(void) {
  scene = sx_test_memory(sizeof *scene);
  scene->bin = temp_folder();
  scene->scratch = temp_folder();
  const char *path = getenv("PATH");
  char *old = sx_test_memory(strlen(path) + 1);
  memcpy(old, path, strlen(path));
  sx_test_defer(restore_path, old);
  setenv("PATH", scene->bin.ptr, 1);
  scene->base = call_scene_new(call_scene_refuse, NULL);
  if (!scene->base) return false;
  return sx_commands_set_up(scene->base->call.services->commands, scene->base->port, SX_STR(""));
}

SX_TEST(runners_are_found_and_called_as_their_projects_are_set_up) {
  if (sx_test_is_failing_allocations()) return; /* the next one does */
  SX_EXPECT_ALLOC(make_scene() ? scene : NULL);
  sx_test_corpus("run_tests", run_case);
}

SX_TEST(a_plan_needs_memory_for_all_of_it) {
  static const char input[] = "file package.json: {\"scripts\": {\"test\": \"A=1 mocha -t 5 x\"}}\n"
                              "file node_modules/.bin/mocha:\nfile a/pytest.ini:\n"
                              "program pytest\nnames a > b|c\n";
  SX_EXPECT_ALLOC(make_scene() ? scene : NULL);
  sx_buf *out = sx_test_buf();
  SX_EXPECT_OK(run_case(SX_STR(""), sx_str_from(input), out));
  SX_EXPECT_OK(out->status);
  SX_EXPECT(sx_str_find(sx_buf_str(out), SX_STR("mocha -t 5 x --reporter json"), 0) != SX_STR_NONE);
  SX_EXPECT(sx_str_find(sx_buf_str(out), SX_STR("-k '(a and b) or (c)'"), 0) != SX_STR_NONE);
}

/* ---- scripts ------------------------------------------------------------------------------ */

static const char *find_words(const char *script, const char *program) {
  sx_arena *arena = sx_test_arena();
  sx_package package = {.is_there = true};
  sx_script_use use;
  sx_buf *out = sx_test_buf();
  sx_err *err = sx_test_err();
  if (sx_strs_add(&package.script_names, SX_STR("test"), arena, err) ||
      sx_strs_add(&package.scripts, sx_str_from(script), arena, err) ||
      sx_script_find(&use, &package, program, false, arena, err))
    return NULL;
  for (size_t i = 0; i < use.assignments.len; i++)
    sx_buf_addf(out, "%.*s ", SX_STR_ARG(use.assignments.items[i]));
  for (size_t i = 0; i < use.node_options.len; i++)
    sx_buf_addf(out, "node %.*s ", SX_STR_ARG(use.node_options.items[i]));
  sx_buf_add_text(out, use.is_found ? ":" : "none");
  for (size_t i = 0; i < use.words.len; i++)
    sx_buf_addf(out, " <%.*s>", SX_STR_ARG(use.words.items[i]));
  return out->status ? NULL : out->ptr;
}

static void expect_words(const char *script, const char *program, const char *expected) {
  const char *words = find_words(script, program);
  SX_EXPECT_ALLOC(words);
  SX_EXPECT_STR(sx_str_from(words), sx_str_from(expected));
}

SX_TEST(a_program_is_found_in_a_script_as_a_shell_reads_it) {
  expect_words("jest", "jest", ":");
  expect_words("npm run lint && jest --ci 'a b'", "jest", ": <--ci> <a b>");
  expect_words("A=1 cross-env B=2 jest x", "jest", "A=1 B=2 : <x>");
  expect_words("node --expose-gc node_modules/jest/bin/jest.js -i", "jest",
               "node --expose-gc : <-i>");
  expect_words("./node_modules/.bin/jest a\\ b|cat", "jest", ": <a b>");
  expect_words("echo jest", "jest", "none");
  expect_words("eslint jest.config.js; c8 mocha", "mocha", ":");
  expect_words("", "jest", "none");
  expect_words("jest \"unclosed", "jest", ": <unclosed>");
}

SX_SUITE(run_tests_plan_test, SX_CASE(runners_are_found_and_called_as_their_projects_are_set_up),
         SX_CASE(a_plan_needs_memory_for_all_of_it),
         SX_CASE(a_program_is_found_in_a_script_as_a_shell_reads_it));
