#include "base/byte.h"
#include "shell/dangers.h"
#include "shell/options.h"
#include "shell/wrappers.h"
#include "shell/writes.h"

/* Protected files that words and code name, of programs of which it is not known what they write.
 */

#define MAX_CODE_BYTES 65536
#define MAX_WORDS 2000

static bool is_path_byte(char c) {
  return sx_byte_is_word(c) || sx_byte_is_one_of(c, "/.-~+@%");
}

static const char *find_protected_in(const sx_shell_look *look, sx_str name, sx_str dir) {
  const sx_shell_rules *rules = look->walk->rules;
  bool is_home = sx_str_at(name, 0) == '~';
  sx_str folder = is_home ? rules->home : dir.len ? dir : rules->cwd;
  if (is_home) name = sx_str_slice(name, 1, name.len);
  if (is_home)
    while (sx_str_at(name, 0) == '/') name = sx_str_slice(name, 1, name.len);
  sx_str path = sx_shell_join_path(folder, name, look->walk->arena);
  return path.len ? rules->find_protected(rules->arg, path) : NULL;
}

static const char *find_protected(const sx_shell_look *look, sx_str name) {
  const char *why = look->dirs->len ? NULL : find_protected_in(look, name, SX_STR(""));
  for (uint8_t i = 0; i < look->dirs->len && !why; i++)
    why = find_protected_in(look, name, look->dirs->items[i]);
  return why;
}

const char *sx_shell_find_protected_name(const sx_shell_look *look, sx_str text) {
  const char *why = NULL;
  if (!look->walk->rules->find_protected) return NULL;
  for (size_t at = 0; at < text.len && at < MAX_CODE_BYTES && !why;) {
    size_t from = at;
    while (at < text.len && is_path_byte(text.ptr[at])) at++;
    sx_str name = sx_str_slice(text, from, at);
    bool is_path = sx_str_find_char(name, '/', 0) != SX_STR_NONE || sx_str_at(name, 0) == '.';
    if (is_path && name.len > 2) why = find_protected(look, name);
    /* `-so.git/config`: the value of a letter. */
    size_t dot = sx_str_at(name, 0) == '-' ? sx_str_find_char(name, '.', 0) : SX_STR_NONE;
    if (!why && dot != SX_STR_NONE) why = find_protected(look, sx_str_slice(name, dot, name.len));
    at += at == from;
  }
  return why;
}

/* ---- programs ------------------------------------------------------------------------------ */

/* Programs that write nothing but what `writes` and `dangers` know of. */
static bool is_followed(const sx_shell_look *look) {
  const sx_shell_command *command = look->command;
  const sx_shell_wrapper *wrapper = sx_shell_find_wrapper(look->program, command);
  if (wrapper && wrapper->is_transparent) return true;
  if (sx_shell_is_harmless(command) || sx_shell_is_interpreter(look->program)) return true;
  return sx_shell_names_program(
      "cat ls grep egrep fgrep head tail wc less more file stat diff cmp du df md5sum sha1sum "
      "sha256sum cksum readlink realpath dirname basename which type od hexdump strings nl cut tr "
      "comm tac rev fold column bat ag ack export declare typeset local readonly read set unset "
      "pushd popd printf touch rm rmdir unlink mkdir cp mv ln tee chmod chown chgrp rsync scp "
      "install code open source .",
      look->program);
}

/* The same where they have no option or code by which they do more. */
static bool is_reader(const sx_shell_look *look) {
  const sx_shell_command *command = look->command;
  uint32_t at = sx_shell_git_subcommand(command);
  bool is_git = sx_str_is_equal(look->program, SX_STR("git"));
  if (!is_git && !sx_shell_names_program("sed awk sort rg find fd fdfind jq tree eslint prettier",
                                         look->program))
    return false;
  if (is_git && (at >= command->word_count ||
                 !sx_shell_list_has("diff log show status blame grep add commit ls-files ls-tree "
                                    "cat-file rev-parse rev-list check-ignore check-attr config "
                                    "branch tag remote fetch push",
                                    command->words[at].text)))
    return false;
  return (is_git && sx_str_is_equal(command->words[at].text, SX_STR("config"))) ||
         !sx_shell_find_risky_word(command, 1);
}

static const char *find_folder(const sx_shell_look *look) {
  const sx_shell_rules *rules = look->walk->rules;
  const char *why = NULL;
  for (uint8_t i = 0; i < look->dirs->len && !why; i++)
    if (!sx_str_is_equal(look->dirs->items[i], rules->cwd))
      why = rules->find_protected(rules->arg, look->dirs->items[i]);
  return why;
}

/* `--exclude=.git`, `--ignore .git`. */
static bool is_left_out(const sx_shell_command *command, uint32_t at) {
  sx_str own = command->words[at].text, before = command->words[at - 1].text;
  bool is_value = sx_shell_list_has("--exclude --exclude-dir --ignore --ignore-pattern", before);
  return is_value || sx_str_has_prefix(own, SX_STR("--exclude=")) ||
         sx_str_has_prefix(own, SX_STR("--exclude-dir=")) ||
         sx_str_has_prefix(own, SX_STR("--ignore="));
}

sx_str sx_shell_find_named(const sx_shell_look *look) {
  const sx_shell_command *command = look->command;
  if (!command->word_count || !look->walk->rules->find_protected || is_followed(look) ||
      is_reader(look))
    return SX_STR("");
  const char *why = find_folder(look);
  if (why) return sx_arena_printf(look->walk->arena, "it runs in a protected folder: %s", why);
  for (uint32_t i = 1; i < command->word_count && i < MAX_WORDS && !why; i++) {
    const sx_shell_word *word = &command->words[i];
    if (is_left_out(command, i)) continue;
    bool is_name = sx_shell_is_static(word) && word->text.len > 1 && !word->lead_len;
    if (is_name) why = find_protected(look, word->text);
    if (!why) why = sx_shell_find_protected_name(look, word->text);
  }
  return why ? sx_arena_printf(look->walk->arena, "it may change a protected file: %s", why)
             : SX_STR("");
}
