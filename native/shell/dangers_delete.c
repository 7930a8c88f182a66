#include "shell/dangers.h"

#include "base/byte.h"
#include "shell/wrappers.h"

bool sx_shell_has_flag(const sx_shell_command *command, char letter, const char *name) {
  sx_str wanted = sx_str_from(name);
  for (uint32_t i = 1; i < command->word_count; i++) {
    sx_str text = command->words[i].text;
    if (text.len < 2 || text.ptr[0] != '-') continue;
    if (text.ptr[1] != '-' && letter && sx_str_find_char(text, letter, 1) != SX_STR_NONE)
      return true;
    if (text.len > 3 && text.ptr[1] == '-' && wanted.len &&
        sx_str_has_prefix(wanted, sx_str_slice(text, 2, text.len)))
      return true;
  }
  return false;
}

/* ---- folders that are not to be deleted ---------------------------------------------------- */

/* The top of the file system, a folder in it, or one that the home or the workspace is in. */
static const char *why_root(const sx_shell_walk *walk, sx_str path) {
  const sx_shell_rules *rules = walk->rules;
  if (path.len == 1 || sx_str_find_char(path, '/', 1) == SX_STR_NONE)
    return "at the top of the file system";
  if (sx_shell_is_within(rules->home, path)) return "that is the home folder, or that it is in";
  for (size_t i = 0; i < rules->folders.len; i++)
    if (sx_shell_is_within(rules->folders.items[i], path))
      return "that is the workspace, or that it is in";
  if (sx_shell_is_within(rules->cwd, path)) return "that the command runs in";
  return NULL;
}

static bool is_temporary(sx_str path) {
  static const char *const folders[] = {"/tmp/", "/var/tmp/", "/private/tmp/"};
  for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
    if (sx_str_has_prefix(path, sx_str_from(folders[i]))) return true;
  return false;
}

static sx_str describe(const sx_shell_look *look, const char *verb, const sx_shell_word *word,
                       const char *why) {
  sx_str shown =
      word->source.len && word->source.len < 80 ? word->source : sx_str_slice(word->text, 0, 80);
  return sx_arena_printf(look->walk->arena, "it %s a whole folder tree %s (%.*s)", verb, why,
                         SX_STR_ARG(shown));
}

/* A pattern of signs alone fits all names: `*`, `.*`, `?*`, `[!.]*`. */
static bool fits_all(sx_str pattern) {
  size_t depth = 0;
  size_t slash = sx_str_find_char(pattern, '/', 0);
  pattern = sx_str_slice(pattern, 0, slash);
  for (size_t i = 0; i < pattern.len; i++) {
    char c = pattern.ptr[i];
    if (c == '[')
      depth = 1;
    else if (c == ']')
      depth = 0;
    else if (!depth && !sx_byte_is_one_of(c, "*?."))
      return false;
  }
  return true;
}

/* The meaning of deleting the word's path in one of the folders. */
static sx_str look_at_path(const sx_shell_look *look, const char *verb, const sx_shell_word *word,
                           sx_str dir) {
  sx_str rest = SX_STR("");
  bool is_pattern =
      word->flags & SX_SHELL_GLOB &&
      sx_shell_is_static(&(sx_shell_word){.flags = word->flags & (uint16_t)~SX_SHELL_GLOB});
  sx_str path = is_pattern ? sx_shell_resolve_pattern(look->walk, word, dir, &rest)
                           : sx_shell_resolve(look->walk, word, dir);
  if (!path.len) return describe(look, verb, word, "whose name is known only when it runs");
  const char *why = !is_pattern || fits_all(rest) ? why_root(look->walk, path) : NULL;
  if (why) return describe(look, verb, word, why);
  if (is_pattern && sx_str_find(rest, SX_STR(".."), 0) != SX_STR_NONE)
    return describe(look, verb, word, "whose name is known only when it runs");
  if (!sx_shell_is_in_workspace(look->walk->rules, path) && !is_temporary(path))
    return describe(look, verb, word, "outside of the workspace");
  return SX_STR("");
}

static sx_str look_at_word(const sx_shell_look *look, const char *verb, const sx_shell_word *word) {
  sx_str found = SX_STR("");
  for (uint8_t i = 0; i < look->dirs->len && !found.len; i++)
    found = look_at_path(look, verb, word, look->dirs->items[i]);
  if (!found.len && (look->dirs->is_unknown || !look->dirs->len))
    found = look_at_path(look, verb, word, SX_STR(""));
  return found;
}

/* The words that are not options; those before `skipped` of them are a mode or an owner. */
static sx_str look_at_files(const sx_shell_look *look, const char *verb, uint32_t skipped) {
  sx_str found = SX_STR("");
  bool has_ended = false;
  for (uint32_t i = 1; i < look->command->word_count && !found.len; i++) {
    const sx_shell_word *word = &look->command->words[i];
    if (!has_ended && sx_str_is_equal(word->text, SX_STR("--")))
      has_ended = true;
    else if (!has_ended && word->text.len > 1 && word->text.ptr[0] == '-')
      continue;
    else if (skipped)
      skipped--;
    else
      found = look_at_word(look, verb, word);
  }
  return found;
}

/* Only roots: all other files that are moved are named by what is written. */
static sx_str look_at_sources(const sx_shell_look *look, const char *verb) {
  const sx_shell_command *command = look->command;
  for (uint32_t i = 1; i + 1 < command->word_count; i++) {
    const sx_shell_word *word = &command->words[i];
    sx_str rest = SX_STR("");
    if (sx_str_at(word->text, 0) == '-') continue;
    for (uint8_t k = 0; k < look->dirs->len; k++) {
      bool is_pattern = word->flags & SX_SHELL_GLOB;
      sx_str path = is_pattern
                        ? sx_shell_resolve_pattern(look->walk, word, look->dirs->items[k], &rest)
                        : sx_shell_resolve(look->walk, word, look->dirs->items[k]);
      const char *why =
          path.len && (!is_pattern || fits_all(rest)) ? why_root(look->walk, path) : NULL;
      if (why) return describe(look, verb, word, why);
    }
  }
  return SX_STR("");
}

/* ---- find ---------------------------------------------------------------------------------- */

static bool has_word(const sx_shell_command *command, const char *list) {
  for (uint32_t i = 1; i < command->word_count; i++)
    if (sx_shell_list_has(list, command->words[i].text)) return true;
  return false;
}

/* Whether it deletes only some of the files below. */
static bool has_filter(const sx_shell_command *command) {
  for (uint32_t i = 1; i + 1 < command->word_count; i++) {
    sx_str next = command->words[i + 1].text;
    if (sx_shell_list_has("-name -iname -path -ipath -regex -wholename", command->words[i].text) &&
        !sx_shell_list_has("* ** *.* ?* .* .", next) &&
        !(command->words[i + 1].flags & SX_SHELL_DYNAMIC))
      return !has_word(command, "-o -or ! -not ,");
  }
  return false;
}

static sx_str look_at_find(const sx_shell_look *look) {
  const sx_shell_command *command = look->command;
  bool deletes = has_word(command, "-delete"), has_root = false;
  for (uint32_t i = 1; i + 1 < command->word_count && !deletes; i++)
    deletes = sx_shell_list_has("-exec -execdir -ok -okdir", command->words[i].text) &&
              has_word(command, "rm unlink shred rmdir trash mv srm /bin/rm /usr/bin/rm");
  if (!deletes) return SX_STR("");
  for (uint32_t i = 1; i < command->word_count; i++) {
    const sx_shell_word *word = &command->words[i];
    if (sx_shell_list_has("-H -L -P", word->text)) continue;
    if (sx_byte_is_one_of(sx_str_at(word->text, 0), "-(!")) break;
    sx_str found = look_at_word(look, "deletes files of", word);
    has_root = true;
    /* Files of some name in the workspace are no more than its own. */
    sx_str path = look->dirs->len == 1 && !look->dirs->is_unknown
                      ? sx_shell_resolve(look->walk, word, look->dirs->items[0])
                      : SX_STR("");
    bool is_own = path.len && sx_shell_is_in_workspace(look->walk->rules, path);
    if (found.len && !(is_own && has_filter(command))) return found;
  }
  bool is_own = look->dirs->len == 1 && !look->dirs->is_unknown &&
                sx_shell_is_in_workspace(look->walk->rules, look->dirs->items[0]);
  if (has_root || (is_own && has_filter(command))) return SX_STR("");
  sx_shell_word here = {.text = SX_STR("."), .source = SX_STR("."), .known_len = 1};
  return look_at_word(look, "deletes files of", &here);
}

/* ---- all ----------------------------------------------------------------------------------- */

/* rsync --delete makes the last folder like the first. */
static sx_str look_at_last(const sx_shell_look *look) {
  const sx_shell_word *last = &look->command->words[look->command->word_count - 1];
  return look->command->word_count > 1 ? look_at_word(look, "deletes files of", last) : SX_STR("");
}

sx_str sx_shell_find_deletion(const sx_shell_look *look) {
  const sx_shell_command *command = look->command;
  sx_str program = look->program;
  bool is_recursive =
      sx_shell_has_flag(command, 'r', "recursive") || sx_shell_has_flag(command, 'R', "");
  for (uint32_t i = 1; i < command->word_count && !is_recursive; i++)
    is_recursive = command->words[i].flags & SX_SHELL_MAY_SPLIT && !command->words[i].known_len &&
                   sx_shell_list_has("rm grm srm", program);
  if (sx_shell_list_has("rm grm srm gio", program) && is_recursive)
    return look_at_files(look, "deletes", 0);
  if (sx_shell_list_has("rimraf trash trash-put del-cli rmtrash", program))
    return look_at_files(look, "deletes", 0);
  if (sx_shell_list_has("mv gmv", program)) return look_at_sources(look, "moves");
  if (sx_shell_list_has("ln gln", program)) return look_at_sources(look, "gives another name to");
  if (sx_shell_list_has("chmod chown chgrp setfacl", program) &&
      sx_shell_has_flag(command, 'R', "recursive"))
    return look_at_files(look, "changes the rights of", 1);
  if (sx_shell_list_has("find gfind", program)) return look_at_find(look);
  if (sx_shell_list_has("rsync", program) &&
      has_word(command,
               "--delete --del --delete-after --delete-before --delete-during --delete-excluded"))
    return look_at_last(look);
  return SX_STR("");
}
