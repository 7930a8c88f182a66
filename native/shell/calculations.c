#include "shell/calculations.h"

#include "base/byte.h"
#include "shell/options.h"
#include "shell/wrappers.h"

static bool has_prefix(sx_str text, const char *prefix) {
  return sx_str_has_prefix(text, sx_str_from(prefix));
}

/* ---- one text ------------------------------------------------------------------------------ */

/* Expansions stand so in words. */
static size_t expansion_len(sx_str rest) {
  if (has_prefix(rest, "$(())")) return 5;
  if (has_prefix(rest, "$()")) return 3;
  return has_prefix(rest, "``") ? 2 : 0;
}

bool sx_shell_hides_command(sx_str text) {
  size_t at = sx_str_find_char(text, '[', 0);
  while (at < text.len) {
    sx_str rest = sx_str_slice(text, at, text.len);
    size_t len = expansion_len(rest);
    if (!len && (rest.ptr[0] == '`' || has_prefix(rest, "$(") || has_prefix(rest, "@P}")))
      return true;
    at += len ? len : 1;
  }
  return false;
}

/* `a[x=1]`: a subscript is calculated. */
static bool has_hidden_setting(sx_str text) {
  size_t at = sx_str_find_char(text, '[', 1), end = SX_STR_NONE, equals = SX_STR_NONE;
  if (at == SX_STR_NONE || !sx_byte_is_word(text.ptr[at - 1])) return false;
  equals = sx_str_find_char(text, '=', at);
  if (equals != SX_STR_NONE) end = sx_str_find_char(text, ']', equals);
  return end != SX_STR_NONE &&
         sx_str_find_char(sx_str_slice(text, at, equals), ']', 0) == SX_STR_NONE;
}

bool sx_shell_has_hidden_command(sx_str text) {
  return has_hidden_setting(text) || sx_shell_hides_command(text);
}

/* ---- one command --------------------------------------------------------------------------- */

static sx_str name_of(const sx_shell_command *command) {
  return command->word_count ? command->words[0].text : SX_STR("");
}

static bool has_word(const sx_shell_command *command, const char *list) {
  for (uint32_t i = 1; i < command->word_count; i++)
    if (sx_shell_list_has(list, command->words[i].text)) return true;
  return false;
}

/* Commands of the shell whose words are names of variables, which may have a subscript. */
static bool takes_names(const sx_shell_command *command) {
  if (sx_shell_list_has("test [ [[", name_of(command)))
    return has_word(command, "-v -R -eq -ne -lt -le -gt -ge");
  if (sx_shell_list_has("printf wait", name_of(command)))
    return command->word_count > 1 && has_prefix(command->words[1].text, "-");
  return sx_shell_list_has("read unset declare typeset local readonly export let mapfile readarray "
                           "getopts set",
                           name_of(command));
}

bool sx_shell_runs_hidden(const sx_shell_command *command) {
  for (uint32_t i = 0; i < command->assignment_count; i++)
    if (sx_shell_hides_command(command->assignments[i].value.text)) return true;
  for (uint32_t i = 1; i < command->word_count && takes_names(command); i++)
    if (sx_shell_hides_command(command->words[i].text)) return true;
  return false;
}

/* An expansion in a subscript, whose value is calculated once more. */
static bool has_unknown_subscript(const sx_shell_word *word) {
  size_t at = sx_str_find_char(word->text, '[', 1);
  if (at == SX_STR_NONE || !(word->flags & SX_SHELL_DYNAMIC)) return false;
  return sx_str_find_char(word->text, '$', at) != SX_STR_NONE ||
         sx_str_find_char(word->text, '`', at) != SX_STR_NONE;
}

bool sx_shell_calculates_unknown(const sx_shell_command *command) {
  bool is_test = sx_shell_list_has("test [ [[", name_of(command));
  for (uint32_t i = 1; i < command->word_count && takes_names(command); i++) {
    const sx_shell_word *word = &command->words[i];
    bool is_name = sx_shell_list_has("-v -R", command->words[i - 1].text);
    if (is_test ? is_name && word->flags & SX_SHELL_DYNAMIC : has_unknown_subscript(word))
      return true;
  }
  return false;
}

/* ---- a script ------------------------------------------------------------------------------ */

/* A text that stands for a number: it is calculated as an expression, which may set variables. */
static bool is_number(const sx_shell_word *word, sx_str text) {
  if (sx_shell_list_has("$(()) $# $? $$", text)) return true;
  if (word->flags & SX_SHELL_DYNAMIC) return false;
  for (size_t i = 0; i < text.len; i++)
    if (!sx_byte_is_digit(text.ptr[i])) return false;
  return true;
}

static bool sets_text(const sx_shell_command *command) {
  for (uint32_t i = 0; i < command->assignment_count; i++)
    if (!is_number(&command->assignments[i].value, command->assignments[i].value.text)) return true;
  if (sx_str_is_equal(name_of(command), SX_STR("read"))) return true;
  if (!sx_shell_list_has("export declare typeset local readonly", name_of(command)) &&
      !sx_shell_names_program("env", sx_shell_program(command)))
    return false;
  for (uint32_t i = 1; i < command->word_count; i++) {
    const sx_shell_word *word = &command->words[i];
    size_t equals = sx_str_find_char(word->text, '=', 0);
    if (equals != SX_STR_NONE &&
        !is_number(word, sx_str_slice(word->text, equals + 1, word->text.len)))
      return true;
  }
  return false;
}

/* `[[ x -eq 1 ]]` calculates its words; one with an equals sign in it sets a variable, and the
 * output of a command may. */
static bool calculates(const sx_shell_command *command, sx_shell_calculations *all) {
  bool is_found = sx_str_is_equal(name_of(command), SX_STR("[[")) && takes_names(command);
  for (uint32_t i = 1; is_found && i < command->word_count; i++) {
    sx_str text = command->words[i].text;
    if (!sx_shell_list_has("= == != =~", text) && sx_str_find_char(text, '=', 0) != SX_STR_NONE)
      all->sets_risky = true;
    if (command->words[i].flags & SX_SHELL_SUBSTITUTES) all->calculates_text = true;
  }
  return is_found;
}

/* `coproc PATH { … }` sets the variable. */
static bool names_risky(const sx_shell_command *command) {
  for (uint32_t i = 1; i < command->word_count; i++)
    if (sx_str_is_equal(command->words[i - 1].text, SX_STR("coproc")) &&
        sx_shell_is_risky_variable(command->words[i].text))
      return true;
  return false;
}

/* Variables of the environment are variables of make, whose values are parts of its command lines.
 */
static bool passes_text(const sx_shell_script *script) {
  bool has_make = false, passes = false;
  for (size_t i = 0; i < script->commands.len; i++) {
    const sx_shell_command *command = &script->commands.items[i];
    has_make = has_make || sx_shell_names_program("make gmake", sx_shell_program(command));
    passes = passes || (command->word_count && sets_text(command) &&
                        !sx_str_is_equal(name_of(command), SX_STR("read")));
  }
  return has_make && passes;
}

sx_shell_calculations sx_shell_find_calculations(const sx_shell_script *script) {
  sx_shell_calculations all = {.sets_risky = passes_text(script),
                               .calculates_text = script->calculates_unknown};
  bool has_text = script->sets_texts, has_names = script->calculates_names;
  for (size_t i = 0; i < script->set_names.len; i++) {
    sx_str name = script->set_names.items[i];
    all.sets_risky = all.sets_risky || !name.len || sx_shell_is_risky_variable(name);
  }
  for (size_t i = 0; i < script->commands.len; i++) {
    const sx_shell_command *command = &script->commands.items[i];
    has_text = has_text || sets_text(command);
    all.sets_risky = all.sets_risky || names_risky(command);
    has_names = calculates(command, &all) || has_names;
  }
  all.calculates_text = all.calculates_text || (has_names && has_text);
  return all;
}
