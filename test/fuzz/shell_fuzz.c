/*
 * Fuzz target: commands of a shell.
 *
 * Whatever the text: reading it ends, takes memory by its length, and gives commands whose places
 * lie in it and whose parts fit together; judging it is repeatable. Appending a command that is
 * denied makes a text that could be read, denied; deleting the top always asks.
 */
#include "shell/verdict.h"

#include <stdint.h>

#define MAX_BYTES 4096

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds) {
  if (!holds) __builtin_trap();
}

static void check_word(const sx_shell_word *word) {
  check(word->known_len <= word->text.len && word->lead_len <= word->text.len);
  check(!(word->flags & (SX_SHELL_HOME | SX_SHELL_PWD)) == !word->lead_len);
}

static void check_command(const sx_shell_script *script, uint32_t index) {
  const sx_shell_command *command = &script->commands.items[index];
  check(command->from <= command->to && command->to <= script->text.len);
  check(command->scope < script->scopes.len);
  check(command->outer == SX_SHELL_NO_COMMAND || command->outer < index);
  check(command->word_count || command->assignment_count || command->redirect_count);
  for (uint32_t i = 0; i < command->word_count; i++) check_word(&command->words[i]);
  for (uint32_t i = 0; i < command->assignment_count; i++) check(command->assignments[i].name.len);
  for (uint32_t i = 0; i < command->redirect_count; i++) check_word(&command->redirects[i].target);
}

static void check_script(const sx_shell_script *script) {
  for (uint32_t i = 0; i < script->scopes.len; i++)
    check(script->scopes.items[i].parent < i || (!i && !script->scopes.items[i].parent));
  for (uint32_t i = 0; i < script->commands.len; i++) check_command(script, i);
}

static const char *find_protected(void *arg, sx_str path) {
  (void)arg;
  check(path.len && path.ptr[0] == '/' && sx_str_find(path, SX_STR("//"), 0) == SX_STR_NONE);
  check(path.len == 1 || path.ptr[path.len - 1] != '/');
  return sx_str_find(path, SX_STR("/.git/"), 0) == SX_STR_NONE ? NULL
                                                               : "it can change what git runs";
}

static bool judge(sx_shell_verdict *out, sx_str text, sx_arena *arena) {
  sx_str allowed[] = {SX_STR("git status"), SX_STR("ls"), SX_STR("npm test")};
  sx_str denied = SX_STR("git push"), folder = SX_STR("/home/me/app");
  sx_shell_rules rules = {.allowed = {.items = allowed, .len = 3},
                          .denied = {.items = &denied, .len = 1},
                          .folders = {.items = &folder, .len = 1},
                          .cwd = folder,
                          .home = SX_STR("/home/me"),
                          .find_protected = find_protected};
  sx_shell_write_list writes;
  sx_status status = sx_shell_judge(out, text, &rules, arena, NULL);
  check(status == SX_OK || status == SX_NOMEM || status == SX_TOO_BIG);
  if (status) return false;
  check(out->must_ask ? out->must_reason.len > 0 && out->decision != SX_SHELL_ALLOWED
                      : !out->must_reason.len);
  check((out->decision == SX_SHELL_ALLOWED) == !out->reason.len);
  check(sx_shell_writes(&writes, &out->script, &rules, arena, NULL) == SX_OK || arena->status);
  return true;
}

static void check_same(const sx_shell_verdict *a, const sx_shell_verdict *b) {
  sx_buf left, right;
  sx_buf_init(&left, 1 << 20);
  sx_buf_init(&right, 1 << 20);
  sx_shell_explain(&left, a);
  sx_shell_explain(&right, b);
  check(a->decision == b->decision && sx_str_is_equal(sx_buf_str(&left), sx_buf_str(&right)));
  sx_buf_release(&left);
  sx_buf_release(&right);
}

/* On a line of its own, after a text that is whole. */
static void look_at_more(sx_str text, sx_arena *arena) {
  sx_shell_verdict verdict;
  sx_str denied = sx_arena_printf(arena, "%.*s\ngit push", SX_STR_ARG(text));
  sx_str deleting = sx_arena_printf(arena, "rm -rf /\n%.*s", SX_STR_ARG(text));
  if (judge(&verdict, deleting, arena)) check(verdict.must_ask);
  if (sx_str_find_char(text, '\\', 0) != SX_STR_NONE ||
      sx_str_find(text, SX_STR("<<"), 0) != SX_STR_NONE)
    return;
  if (judge(&verdict, denied, arena) && verdict.script.commands.len)
    check(verdict.decision == SX_SHELL_DENIED);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size > MAX_BYTES) return 0;
  sx_str text = sx_str_make((const char *)data, size);
  sx_arena arena;
  sx_shell_script script;
  sx_shell_verdict verdict, again;
  sx_arena_init(&arena, 256 << 20);
  sx_status status = sx_shell_parse(&script, text, &arena, NULL);
  check(status == SX_OK || status == SX_INVALID_ARGUMENT || status == SX_TOO_BIG);
  check(arena.used_bytes <= 65536 + 2048 * size);
  if (status == SX_OK) check_script(&script);
  if (judge(&verdict, text, &arena)) {
    check(status == SX_OK || verdict.must_ask);
    if (judge(&again, text, &arena)) check_same(&verdict, &again);
    if (status == SX_OK) look_at_more(text, &arena);
  }
  sx_arena_release(&arena);
  return 0;
}
