#include "call_scene.h"
#include "temp_files.h"

#include "commands/output.h"
#include "commands/program.h"
#include "commands/shown.h"
#include "os/clock.h"
#include "os/file.h"

#include <sys/stat.h>
#include <uv.h>

#define BIG_BYTES (3 * SX_OUTPUT_MEMORY_BYTES)
#define DEADLINE_MS 20000u

/* ---- outputs ------------------------------------------------------------------------------ */

static void release_output(void *output) {
  sx_output_release(output);
}

static sx_output *new_output(void) {
  sx_output *output = sx_test_memory(sizeof *output);
  sx_output_init(output);
  sx_test_defer(release_output, output);
  return output;
}

SX_TEST(an_output_is_kept_whole_in_memory_and_then_in_a_file) {
  sx_output *output = new_output();
  sx_buf *all = sx_test_buf();
  char piece[1000];
  for (size_t i = 0; i < sizeof piece; i++) piece[i] = i % 10 == 9 ? '\n' : (char)('a' + i % 7);
  size_t written = 0;
  for (; written < BIG_BYTES; written += sizeof piece)
    sx_output_add(output, sx_str_make(piece, sizeof piece));
  SX_EXPECT_SIZE(output->bytes, written);
  SX_EXPECT_SIZE(sx_output_lines(output), written / 10);
  if (output->is_cut) return; /* without memory for it */
  SX_EXPECT_SIZE(sx_output_kept(output), written);
  SX_EXPECT(output->file.file != 0);
  SX_EXPECT_OK(sx_output_read(output, 65000, 4000, all));
  SX_EXPECT_SIZE(all->len, 4000);
  SX_EXPECT(memcmp(all->ptr, piece, sizeof piece) == 0);
  SX_EXPECT(memcmp(all->ptr + 3000, piece, sizeof piece) == 0);
  sx_buf_clear(all);
  SX_EXPECT_OK(sx_output_read(output, written - 5, 100, all));
  SX_EXPECT_SIZE(all->len, 5);
  SX_EXPECT_OK(sx_output_read(output, written + 5, 100, all));
  SX_EXPECT_SIZE(all->len, 5);
}

SX_TEST(lines_of_an_output_count_the_last_one_without_an_end) {
  static const struct {
    const char *text;
    size_t lines;
  } cases[] = {{"", 0},
               {"a", 1},
               {"\n", 1},
               {"a\nb", 2},
               {"a\nb\n", 2},
               {"\n\n\n", 3},
               {"12345678\n", 1},
               {"1234567\n8", 2},
               {"\n\n\n\n\n\n\n\n\n", 9},
               {"\x0b\x0a\x8a\x8a\x0a\x09\x0a\x0a", 4}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    sx_output *output = new_output();
    sx_output_add(output, sx_str_from(cases[i].text));
    SX_EXPECT_SIZE(sx_output_lines(output), cases[i].lines);
  }
}

/* ---- the environment ------------------------------------------------------------------------ */

static void release_environment(void *environment) {
  sx_command_environment_release(environment);
}

static void free_list(void *list) {
  sx_command_environment_free_list(list);
}

static sx_str value_in(char **list, const char *name) {
  for (size_t i = 0, len = strlen(name); list[i]; i++)
    if (strncmp(list[i], name, len) == 0 && list[i][len] == '=')
      return sx_str_from(list[i] + len + 1);
  return SX_STR("(none)");
}

SX_TEST(the_environment_is_the_windows_without_the_editors_own) {
  static sx_command_environment environment;
  sx_str variables[] = {SX_STR("CI=1"), SX_STR("SEXTANT_SAME=other")};
  const sx_strs more = {.items = variables, .len = 2};
  setenv("ELECTRON_RUN_AS_NODE", "1", 1);
  setenv("SEXTANT_SAME", "own", 1);
  setenv("PAGER", "less", 1);
  bool is_taken = sx_command_environment_take(&environment);
  unsetenv("ELECTRON_RUN_AS_NODE");
  unsetenv("SEXTANT_SAME");
  SX_EXPECT_ALLOC(is_taken ? &environment : NULL);
  sx_test_defer(release_environment, &environment);
  SX_EXPECT_STR(sx_command_environment_get(&environment, SX_STR("SEXTANT_SAME")), SX_STR("own"));
  char **list = sx_command_environment_list(&environment, &more);
  SX_EXPECT_ALLOC(list);
  sx_test_defer(free_list, list);
  SX_EXPECT_STR(value_in(list, "ELECTRON_RUN_AS_NODE"), SX_STR("(none)"));
  SX_EXPECT_STR(value_in(list, "SEXTANT_SAME"), SX_STR("other"));
  SX_EXPECT_STR(value_in(list, "CI"), SX_STR("1"));
  SX_EXPECT_STR(value_in(list, "PAGER"), SX_STR("cat"));
  SX_EXPECT(value_in(list, "PATH").len > 0);
}

/* ---- programs ----------------------------------------------------------------------------- */

/* Stands for sextant-run, which is a program of its own: test/engine has the real one. */
static const char stand_in[] = "#!/bin/sh\ncd \"$1\" || exit 126\nshift\nexec \"$@\"\n";

static call_scene *new_scene(void) {
  call_scene *s = call_scene_new(call_scene_refuse, NULL);
  if (!s) return NULL;
  sx_str program = temp_file(s->folder, "sextant-run", sx_str_from(stand_in));
  chmod(program.ptr, 0755);
  static sx_run_consent consent;
  s->call.consent = &consent;
  return sx_commands_set_up(s->call.services->commands, s->port, s->folder) ? s : NULL;
}

static sx_status run_script(call_scene *s, const char *script, uint64_t timeout_ms,
                            sx_program_end *end) {
  sx_str *words = sx_test_memory(3 * sizeof *words);
  words[0] = SX_STR("sh"), words[1] = SX_STR("-c"), words[2] = sx_str_from(script);
  const sx_program program = {
      .argv = {.items = words, .len = 3}, .folder = s->folder, .timeout_ms = timeout_ms};
  return sx_program_run(&s->call, &program, end, sx_test_err());
}

SX_TEST(a_program_gives_its_output_and_its_end) {
  sx_program_end end;
  call_scene *s = new_scene();
  SX_EXPECT_ALLOC(s);
  SX_EXPECT_OK(run_script(s, "pwd; echo bad >&2; exit 4", 0, &end));
  SX_EXPECT(end.has_started);
  SX_EXPECT_INT(end.exit_code, 4);
  if (end.is_cut) return; /* without memory for it */
  SX_EXPECT_STR(sx_str_trim(end.out), s->folder);
  SX_EXPECT_STR(end.err, SX_STR("bad\n"));
}

SX_TEST(a_program_is_ended_when_its_time_is_over) {
  sx_program_end end;
  call_scene *s = new_scene();
  SX_EXPECT_ALLOC(s);
  uint64_t begin_ms = sx_clock_ms();
  /* The stand-in does not look at its input, as sextant-run does: reading it is the program's. */
  SX_EXPECT_OK(run_script(s, "cat >/dev/null; exit 9", 50, &end));
  SX_EXPECT(end.is_timed_out);
  SX_EXPECT(sx_clock_ms() - begin_ms < DEADLINE_MS);
}

SX_TEST(a_command_is_found_by_its_number_until_it_is_forgotten) {
  sx_program_end end;
  sx_command *command;
  call_scene *s = new_scene();
  SX_EXPECT_ALLOC(s);
  size_t count = sx_test_is_failing_allocations() ? 2 : 40;
  for (size_t i = 0; i < count; i++) SX_EXPECT_OK(run_script(s, "exit 0", 0, &end));
  if (count < 40) return;
  SX_EXPECT_STATUS(sx_command_by_id(&command, &s->call, SX_STR("c1"), sx_test_err()), SX_NOT_FOUND);
  SX_EXPECT_OK(sx_command_by_id(&command, &s->call, SX_STR("c40"), sx_test_err()));
  SX_EXPECT_INT(sx_command_get(command).exit_code, 0);
  sx_command_release(command);
}

SX_TEST(ids_that_are_none_are_refused) {
  static const char *const cases[] = {"", "c", "x1", "c1x", "c-1", "c99999999999999999999"};
  sx_command *command;
  call_scene *s = new_scene();
  SX_EXPECT_ALLOC(s);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    SX_EXPECT_STATUS(sx_command_by_id(&command, &s->call, sx_str_from(cases[i]), sx_test_err()),
                     SX_INVALID_ARGUMENT);
}

SX_TEST(words_are_quoted_as_a_shell_reads_them) {
  sx_str words[] = {SX_STR("git"),     SX_STR("commit"), SX_STR("-m"), SX_STR("it's done"),
                    SX_STR("a/b_c.d"), SX_STR(""),       SX_STR("$X"), SX_STR("\xC3\xA4")};
  const sx_strs argv = {.items = words, .len = sizeof words / sizeof *words};
  call_scene *s = new_scene();
  SX_EXPECT_ALLOC(s);
  sx_str line = sx_program_quote(&s->call, &argv);
  SX_EXPECT_OK(s->call.arena->status);
  SX_EXPECT_STR(line, SX_STR("git commit -m 'it'\\''s done' a/b_c.d '' '$X' \xC3\xA4"));
}

SX_TEST(a_scratch_folder_is_removed_with_all_that_is_in_it) {
  sx_str folder, again;
  sx_program_end end;
  sx_file_info info;
  call_scene *s = new_scene();
  SX_EXPECT_ALLOC(s);
  SX_EXPECT_OK(sx_program_scratch(&s->call, &folder, sx_test_err()));
  SX_EXPECT_OK(sx_program_scratch(&s->call, &again, sx_test_err()));
  SX_EXPECT_STR(folder, again);
  char script[4096];
  (void)snprintf(script, sizeof script,
                 "mkdir -p '%s/a/b' && touch '%s/a/b/c' && ln -s '%s' '%s/l'", folder.ptr,
                 folder.ptr, s->folder.ptr, folder.ptr);
  SX_EXPECT_OK(run_script(s, script, 0, &end));
  SX_EXPECT_INT(end.exit_code, 0);
  sx_program_scratch_end(&s->call);
  if (s->call.arena->status) return; /* a name found no memory: it stays */
  SX_EXPECT_OK(sx_file_stat(&info, folder, sx_test_err()));
  SX_EXPECT(!info.exists);
  SX_EXPECT_OK(sx_file_stat(&info, s->folder, sx_test_err()));
  SX_EXPECT(info.exists);
}

SX_SUITE(commands_test, SX_CASE(an_output_is_kept_whole_in_memory_and_then_in_a_file),
         SX_CASE(lines_of_an_output_count_the_last_one_without_an_end),
         SX_CASE(the_environment_is_the_windows_without_the_editors_own),
         SX_CASE(a_program_gives_its_output_and_its_end),
         SX_CASE(a_program_is_ended_when_its_time_is_over),
         SX_CASE(a_command_is_found_by_its_number_until_it_is_forgotten),
         SX_CASE(ids_that_are_none_are_refused), SX_CASE(words_are_quoted_as_a_shell_reads_them),
         SX_CASE(a_scratch_folder_is_removed_with_all_that_is_in_it));
