#include "shell/wrappers.h"

#include "base/byte.h"
#include "shell/known_options.h"
#include "shell/parse_parts.h"

#define LOOKED SX_SHELL_ONLY_LOOKED_AT

/* ---- the command inside -------------------------------------------------------------------- */

static bool is_option(const sx_shell_word *word) {
  return word->text.len > 1 && word->text.ptr[0] == '-';
}

static bool is_text(const sx_shell_word *word, const char *text) {
  return sx_str_is_equal(word->text, sx_str_from(text));
}

static void derive(sx_shell_parser *p, uint32_t outer, sx_shell_word *words, uint32_t count,
                   uint16_t flags) {
  if (!count) return;
  sx_shell_command *made = SX_ARRAY_ADD(&p->script->commands, p->arena);
  if (!made) return;
  const sx_shell_command *from = &p->script->commands.items[outer];
  *made = *from;
  made->words = words;
  made->word_count = count;
  made->assignments = NULL;
  made->assignment_count = 0;
  made->redirects = NULL;
  made->redirect_count = 0;
  made->outer = outer;
  made->flags |= (uint16_t)(flags | SX_SHELL_INNER);
  sx_str source = words[0].source;
  if (source.ptr >= from->text.ptr && source.ptr <= from->text.ptr + from->text.len)
    made->text = sx_str_make(source.ptr, (size_t)(from->text.ptr + from->text.len - source.ptr));
}

/* Where a letter stands in a group such as `-0I`; 0: it does not. */
static size_t letter_at(sx_str option, char letter) {
  size_t at = option.len > 1 && option.ptr[0] == '-' && option.ptr[1] != '-'
                  ? sx_str_find_char(option, letter, 1)
                  : SX_STR_NONE;
  return at == SX_STR_NONE ? 0 : at;
}

/* The sign that xargs replaces with what it reads; without one it adds that at the end. */
static sx_str replaced_sign(const sx_shell_command *command) {
  for (uint32_t i = 1; i < command->word_count; i++) {
    sx_str text = command->words[i].text;
    size_t at = letter_at(text, 'I'), small = letter_at(text, 'i');
    if (!at) at = letter_at(text, 'J');
    if (at && at + 1 == text.len && i + 1 < command->word_count) return command->words[i + 1].text;
    if (at) return sx_str_slice(text, at + 1, text.len);
    if (sx_str_has_prefix(text, SX_STR("--replace="))) return sx_str_slice(text, 10, text.len);
    if (small && small + 1 < text.len) return sx_str_slice(text, small + 1, text.len);
  }
  return SX_STR("{}");
}

/* Words in which `sign` is a text that is not known, with one more such at the end. */
static sx_shell_word *add_unknown(sx_shell_parser *p, const sx_shell_word *words, uint32_t count,
                                  sx_str sign) {
  sx_shell_word *copy = sx_arena_calloc(p->arena, count + 1, sizeof *copy);
  if (!copy) return NULL;
  if (count) memcpy(copy, words, count * sizeof *copy);
  p->words_made += count;
  for (uint32_t i = 0; i < count; i++) {
    size_t at = sign.len ? sx_str_find(copy[i].text, sign, 0) : SX_STR_NONE;
    if (at == SX_STR_NONE) continue;
    copy[i].flags |= SX_SHELL_DYNAMIC;
    if (at < copy[i].known_len) copy[i].known_len = (uint32_t)at;
  }
  copy[count] = (sx_shell_word){
      .text = SX_STR("$@"), .source = SX_STR(""), .flags = SX_SHELL_DYNAMIC | SX_SHELL_MAY_SPLIT};
  return copy;
}

/* `{}`, `{1}` and `{.}` of parallel, as a variable. */
static sx_str replace_signs(sx_shell_parser *p, sx_str text) {
  char *out = sx_arena_alloc(p->arena, text.len + 1);
  size_t len = 0;
  if (!out) return SX_STR("");
  for (size_t i = 0; i < text.len; i++) {
    size_t end =
        text.ptr[i] == '{' ? sx_str_find_char(sx_str_slice(text, i, i + 6), '}', 0) : SX_STR_NONE;
    out[len++] = text.ptr[i];
    if (end == SX_STR_NONE) continue;
    out[len - 1] = '$';
    out[len++] = '@';
    i += end;
  }
  return sx_str_make(out, len);
}

/* Commands in a text are a list of their own, which is read before what follows. */
static void read_text(sx_shell_parser *p, uint32_t outer, sx_str text, uint16_t flags,
                      bool is_same_shell) {
  const sx_shell_command *command = &p->script->commands.items[outer];
  sx_shell_frame *frame = sx_shell__push_text(p, SX_FRAME_TEXT, text, command->from, command->to);
  if (!frame) return;
  if (is_same_shell) p->script->scopes.items[frame->scope].kind = SX_SHELL_SCOPE_BRANCH;
  p->outer_command = outer;
  p->inner_flags |= (uint16_t)(flags | SX_SHELL_INNER);
}

static sx_str join_words(sx_shell_parser *p, const sx_shell_word *words, uint32_t count) {
  size_t len = 0;
  for (uint32_t i = 0; i < count; i++) len += words[i].text.len + 1;
  char *out = sx_arena_alloc(p->arena, len + 1);
  if (!out) return SX_STR("");
  len = 0;
  for (uint32_t i = 0; i < count; i++) {
    if (i) out[len++] = ' ';
    memcpy(out + len, words[i].text.ptr, words[i].text.len);
    len += words[i].text.len;
  }
  return sx_str_make(out, len);
}

static bool is_wrapper(const sx_shell_wrapper *wrapper, const char *name) {
  return strcmp(wrapper->name, name) == 0;
}

/* Assignments before the command: `env A=1 cmd`. env takes any word with an equals sign as one. */
static bool is_assignment(const sx_shell_wrapper *wrapper, const sx_shell_word *word) {
  size_t equals = sx_str_find_char(word->text, '=', 0);
  if (equals == SX_STR_NONE || !equals || wrapper->how == SX_WRAP_JOINED) return false;
  return is_wrapper(wrapper, "env") ||
         sx_str_find_char(sx_str_slice(word->text, 0, equals), '/', 0) == SX_STR_NONE;
}

/* eval has no options: all of its words are the text. */
static bool is_own_option(const sx_shell_wrapper *wrapper, const sx_shell_word *word) {
  return is_option(word) && !is_wrapper(wrapper, "eval");
}

static bool has_letter(const char *list, char letter) {
  char option[] = {'-', letter};
  return sx_shell_list_has(list, sx_str_make(option, 2));
}

/* Where the value of a group of letters such as `-qc` begins; 0: no letter of the list is in it. */
static size_t letter_value_at(const char *list, const char *values, sx_str option) {
  for (size_t i = 1; list && i < option.len && option.ptr[1] != '-'; i++) {
    if (has_letter(list, option.ptr[i])) return i + 1;
    if (values && has_letter(values, option.ptr[i])) return 0;
  }
  return 0;
}

/* Programs take shorter forms of long options. */
static bool has_name(const char *list, sx_str name) {
  return sx_shell_list_has(list, name) || sx_shell_list_has_long(list, name);
}

/* Escapes and quotes are others in a text of env than in one of a shell. */
static void read_option_text(sx_shell_parser *p, const sx_shell_wrapper *wrapper, uint32_t outer,
                             sx_str text) {
  for (size_t i = 0; i < text.len && is_wrapper(wrapper, "env"); i++)
    if (sx_byte_is_one_of(text.ptr[i], "\\'\"$`#;&|<>()"))
      sx_shell__mark_ambiguous(p, "a text of env -S that is not read as a shell does");
  read_text(p, outer, text, wrapper->flags, false);
}

/* `-c text`, `-ctext`, `-qc text` and `--call=text` are read as commands. */
static void take_text_option(sx_shell_parser *p, const sx_shell_wrapper *wrapper, uint32_t outer,
                             const sx_shell_word *words, uint32_t count) {
  sx_str option = words[0].text;
  size_t equals = sx_str_find_char(option, '=', 0),
         from = letter_value_at(wrapper->text_options, wrapper->values, option);
  sx_str name = sx_str_slice(option, 0, equals);
  if (!wrapper->text_options) return;
  if (has_name(wrapper->text_options, name)) from = equals != SX_STR_NONE ? equals + 1 : option.len;
  if (from && from < option.len)
    read_option_text(p, wrapper, outer, sx_str_slice(option, from, option.len));
  else if (from && count > 1)
    read_option_text(p, wrapper, outer, words[1].text);
}

/* Whether the next word is the option's value. */
static bool takes_next(const sx_shell_wrapper *wrapper, sx_str option) {
  if (has_name(wrapper->values, option) || has_name(wrapper->text_options, option)) return true;
  return letter_value_at(wrapper->values, NULL, option) == option.len ||
         letter_value_at(wrapper->text_options, NULL, option) == option.len;
}

/* `-C`, `-D` and `--chdir`, also in a group or shortened. */
static bool changes_folder(sx_str option) {
  sx_str name = sx_str_slice(option, 0, sx_str_find_char(option, '=', 0));
  if (sx_str_has_prefix(option, SX_STR("--"))) return sx_shell_list_has_long("--chdir", name);
  return letter_at(option, 'C') || letter_at(option, 'D');
}

/* Whether all letters of a group, or the name, are options that change nothing else. */
static bool is_plain_option(const sx_shell_wrapper *wrapper, sx_str option) {
  if (sx_str_has_prefix(option, SX_STR("--")))
    return sx_shell_list_has(wrapper->plain,
                             sx_str_slice(option, 0, sx_str_find_char(option, '=', 0)));
  for (size_t i = 1; i < option.len; i++) {
    if (sx_byte_is_digit(option.ptr[i]) && is_wrapper(wrapper, "nice")) continue;
    if (!has_letter(wrapper->plain, option.ptr[i])) return false;
    /* A shell takes the next word, whatever follows its -o in the group. */
    if (wrapper->values && has_letter(wrapper->values, option.ptr[i]))
      return wrapper->how != SX_WRAP_SHELL || i + 1 == option.len;
  }
  return true;
}

/* `-o keyword` of a shell changes what commands mean. */
static bool sets_unknown(const sx_shell_wrapper *wrapper, const sx_shell_command *command,
                         uint32_t at) {
  if (wrapper->how != SX_WRAP_SHELL || !takes_next(wrapper, command->words[at].text)) return false;
  return at + 1 >= command->word_count ||
         !sx_shell_list_has("pipefail errexit nounset xtrace noglob noclobber posix",
                            command->words[at + 1].text);
}

bool sx_shell_has_plain_options(const sx_shell_wrapper *wrapper, const sx_shell_command *command) {
  int positional = wrapper->positional;
  for (uint32_t at = 1; at < command->word_count; at++) {
    const sx_shell_word *word = &command->words[at];
    bool is_switched_off = wrapper->how == SX_WRAP_SHELL && sx_str_at(word->text, 0) == '+';
    if (word->flags & SX_SHELL_MAY_SPLIT || is_switched_off) return false;
    if (is_text(word, "--")) return true;
    if (is_own_option(wrapper, word)) {
      if (!is_plain_option(wrapper, word->text)) return false;
      if (sets_unknown(wrapper, command, at)) return false;
      at += takes_next(wrapper, word->text);
    } else if (!is_assignment(wrapper, word) && !is_text(word, "-") && positional-- <= 0) {
      return true;
    }
  }
  return true;
}

/* The first word that is neither an option nor an argument of the wrapper. */
static uint32_t find_command(sx_shell_parser *p, const sx_shell_wrapper *wrapper, uint32_t outer,
                             uint16_t *flags) {
  const sx_shell_command command = p->script->commands.items[outer];
  int positional = wrapper->positional;
  uint32_t at = wrapper->subcommand ? 2 : 1;
  bool has_ended = false;
  for (; at < command.word_count && !p->status; at++) {
    const sx_shell_word *word = &command.words[at];
    if (!has_ended && is_text(word, "--")) {
      has_ended = true;
    } else if (!has_ended && is_own_option(wrapper, word)) {
      if (changes_folder(word->text)) *flags |= SX_SHELL_OTHER_FOLDER;
      take_text_option(p, wrapper, outer, word, command.word_count - at);
      at += takes_next(wrapper, word->text);
    } else if (!is_assignment(wrapper, word) && !is_text(word, "-")) {
      if (positional-- <= 0) break;
    }
  }
  return at;
}

/* Programs whose arguments matter wherever they stand. */
static bool is_grave(sx_str program) {
  return sx_shell_is_shell(program) ||
         sx_shell_names_program("rm sudo doas su dd find chmod chown mv cp tee ln shred git reboot "
                                "halt poweroff shutdown",
                                program);
}

/* After an option that is not known the first word may be its value, and the command the next one.
 */
static void derive_after_option(sx_shell_parser *p, const sx_shell_wrapper *wrapper, uint32_t outer,
                                uint32_t at, uint16_t flags) {
  const sx_shell_command command = p->script->commands.items[outer];
  const sx_shell_word *before = &command.words[at - 1];
  if (at + 1 >= command.word_count || !is_option(before) || takes_next(wrapper, before->text))
    return;
  if (sx_str_find_char(before->text, '=', 0) != SX_STR_NONE ||
      !is_grave(command.words[at + 1].text))
    return;
  derive(p, outer, command.words + at + 1, command.word_count - at - 1, flags | LOOKED);
}

static void unwrap_words(sx_shell_parser *p, const sx_shell_wrapper *wrapper, uint32_t outer) {
  uint16_t flags = wrapper->flags;
  uint32_t at = find_command(p, wrapper, outer, &flags);
  const sx_shell_command command = p->script->commands.items[outer];
  /* `command -v name` only looks it up. */
  bool looks_up = command.word_count > 1 && is_text(&command.words[0], "command") &&
                  (is_text(&command.words[1], "-v") || is_text(&command.words[1], "-V"));
  if (at >= command.word_count || looks_up || p->status) return;
  sx_shell_word *words = command.words + at;
  uint32_t count = command.word_count - at;
  if (wrapper->how == SX_WRAP_JOINED || wrapper->adds_words) {
    words = wrapper->adds_words ? add_unknown(p, words, count, replaced_sign(&command)) : words;
    count += wrapper->adds_words;
    if (!words) return;
  }
  if (wrapper->how == SX_WRAP_JOINED) {
    bool is_eval = sx_str_is_equal(sx_shell_program(&command), SX_STR("eval"));
    sx_str text = join_words(p, words, count);
    read_text(p, outer, wrapper->adds_words ? replace_signs(p, text) : text, flags, is_eval);
  } else {
    derive(p, outer, words, count, flags);
    derive_after_option(p, wrapper, outer, at, flags);
  }
}

static void unwrap_texts(sx_shell_parser *p, const sx_shell_wrapper *wrapper, uint32_t outer) {
  const sx_shell_command command = p->script->commands.items[outer];
  sx_shell_word *kept = sx_arena_calloc(p->arena, command.word_count, sizeof *kept);
  uint32_t count = 0;
  if (!kept) return;
  for (uint32_t i = 1; i < command.word_count; i++)
    if (sx_str_find_char(command.words[i].text, ' ', 0) != SX_STR_NONE)
      kept[count++] = command.words[i];
  for (uint32_t i = 0; i + 1 < count; i++)
    kept[i].text = sx_arena_printf(p->arena, "%.*s\n", SX_STR_ARG(kept[i].text));
  if (count) read_text(p, outer, join_words(p, kept, count), wrapper->flags, false);
}

/* ---- shells -------------------------------------------------------------------------------- */

/* `-ec`, and the long options that take a value. */
static uint32_t shell_option_words(const sx_shell_word *word, bool *is_text) {
  sx_str text = word->text;
  if (sx_str_has_prefix(text, SX_STR("--")))
    return 1 + sx_shell_list_has("--rcfile --init-file", text);
  if (text.ptr[0] == '-' && sx_str_find_char(text, 'c', 0) != SX_STR_NONE) *is_text = true;
  uint32_t count = 1;
  for (size_t i = 1; i < text.len; i++) count += text.ptr[i] == 'o' || text.ptr[i] == 'O';
  return count;
}

uint32_t sx_shell_script_at(const sx_shell_command *command, bool *is_text_found) {
  uint32_t at = 1;
  *is_text_found = false;
  while (at < command->word_count) {
    const sx_shell_word *word = &command->words[at];
    sx_str text = word->text;
    if (is_text(word, "--") || is_text(word, "-")) return at + 1;
    if (text.len < 2 || (text.ptr[0] != '-' && text.ptr[0] != '+')) return at;
    at += shell_option_words(word, is_text_found);
  }
  return at;
}

static void unwrap_shell(sx_shell_parser *p, uint32_t outer) {
  const sx_shell_command command = p->script->commands.items[outer];
  bool has_text;
  uint32_t at = sx_shell_script_at(&command, &has_text);
  if (at < command.word_count && has_text) read_text(p, outer, command.words[at].text, 0, false);
  for (uint32_t i = 0; i < command.redirect_count && at >= command.word_count; i++) {
    const sx_shell_redirect *redirect = &command.redirects[i];
    bool is_string = sx_str_is_equal(redirect->operator_text, SX_STR("<<<"));
    if (is_string && redirect->is_literal) read_text(p, outer, redirect->body, 0, false);
  }
}

/* `bash -s a b` reads its input, and a and b are arguments. */
bool sx_shell_reads_input(const sx_shell_command *command) {
  bool has_text;
  uint32_t at = sx_shell_script_at(command, &has_text);
  for (uint32_t i = 1; i < at && i < command->word_count; i++)
    if (letter_at(command->words[i].text, 's')) return true;
  return at >= command->word_count ||
         sx_shell_list_has("/dev/stdin /dev/fd/0 /proc/self/fd/0", command->words[at].text);
}

void sx_shell__feed(sx_shell_parser *p, uint32_t command, const sx_shell_redirect *redirect,
                    size_t from) {
  (void)from;
  for (uint32_t i = command; i < p->script->commands.len; i++) {
    const sx_shell_command *one = &p->script->commands.items[i];
    if (i != command && one->outer != i - 1) return;
    sx_str program = sx_shell_program(one);
    bool is_sourced = sx_shell_list_has("source .", program) && sx_shell_reads_input(one);
    if (!sx_shell_is_shell(program) && !is_sourced &&
        !(sx_str_is_equal(program, SX_STR("ssh")) && i + 1 == p->script->commands.len))
      continue;
    bool is_shell = sx_shell_is_shell(program);
    if (is_shell && !sx_shell_reads_input(one)) return;
    read_text(p, i, redirect->body, is_shell || is_sourced ? 0 : SX_SHELL_REMOTE, false);
    return;
  }
}

/* ---- find ---------------------------------------------------------------------------------- */

static bool begins_command(const sx_shell_word *word) {
  return sx_shell_list_has("-exec -execdir -ok -okdir -x -X --exec --exec-batch", word->text);
}

/* The words up to ; or +, in which {} is a file that is not known. */
static uint32_t unwrap_exec(sx_shell_parser *p, uint32_t outer, uint32_t from) {
  const sx_shell_command command = p->script->commands.items[outer];
  uint32_t to = from;
  while (to < command.word_count && !is_text(&command.words[to], ";") &&
         !(is_text(&command.words[to], "+") && to > from && is_text(&command.words[to - 1], "{}")))
    to++;
  sx_shell_word *words = add_unknown(p, command.words + from, to - from, SX_STR("{}"));
  if (!words) return to;
  bool is_fd = sx_str_has_prefix(sx_shell_program(&command), SX_STR("fd"));
  derive(p, outer, words, to - from + (is_fd ? 1 : 0), SX_SHELL_OTHER_FOLDER);
  return to;
}

static void unwrap_find(sx_shell_parser *p, uint32_t outer) {
  uint32_t count = p->script->commands.items[outer].word_count;
  for (uint32_t i = 1; i < count && !p->status && !p->arena->status; i++)
    if (begins_command(&p->script->commands.items[outer].words[i]))
      i = unwrap_exec(p, outer, i + 1);
}

/* ---- all ----------------------------------------------------------------------------------- */

/* After an alias words mean other commands than those that are read here. */
static bool defines_alias(const sx_shell_command *command) {
  if (!command->word_count || !is_text(&command->words[0], "alias")) return false;
  for (uint32_t i = 1; i < command->word_count; i++) {
    const sx_shell_word *word = &command->words[i];
    if (word->flags & SX_SHELL_DYNAMIC || sx_str_find_char(word->text, '=', 0) != SX_STR_NONE)
      return true;
  }
  return false;
}

/* The first word that is not an option is run at the end, or by a signal. */
static void unwrap_trap(sx_shell_parser *p, uint32_t outer) {
  const sx_shell_command *command = &p->script->commands.items[outer];
  uint32_t at = 1 + (command->word_count > 1 && is_text(&command->words[1], "--"));
  if (at + 1 < command->word_count && !is_text(&command->words[at], "-"))
    read_text(p, outer, command->words[at].text, 0, true);
}

/* After `hash -p` a name is another program, and after `enable -f` a program is loaded code. */
static bool renames(const sx_shell_command *command) {
  const char *letters = is_text(&command->words[0], "hash")     ? "p"
                        : is_text(&command->words[0], "enable") ? "fd"
                                                                : "";
  for (uint32_t i = 1; i < command->word_count; i++)
    for (const char *at = letters; *at; at++)
      if (letter_at(command->words[i].text, *at)) return true;
  return false;
}

static void unwrap_one(sx_shell_parser *p, uint32_t index) {
  const sx_shell_command *command = &p->script->commands.items[index];
  if (defines_alias(command)) {
    sx_shell__fail(p, "an alias, after which words mean other commands");
    return;
  }
  if (command->word_count && renames(command)) {
    sx_shell__fail(p, "a name for another program, after which words mean other commands");
    return;
  }
  const sx_shell_wrapper *wrapper = sx_shell_find_wrapper(sx_shell_program(command), command);
  if (!wrapper) return;
  switch (wrapper->how) {
  case SX_WRAP_SHELL: unwrap_shell(p, index); break;
  case SX_WRAP_FIND: unwrap_find(p, index); break;
  case SX_WRAP_TEXTS: unwrap_texts(p, wrapper, index); break;
  case SX_WRAP_TEXT: unwrap_trap(p, index); break;
  default: unwrap_words(p, wrapper, index);
  }
}

/* How many wrappers the command is within. */
static size_t depth_of(const sx_shell_script *script, uint32_t index) {
  size_t depth = 0;
  while (index != SX_SHELL_NO_COMMAND && depth <= SX_SHELL_MAX_TEXTS) {
    index = script->commands.items[index].outer;
    depth++;
  }
  return depth;
}

void sx_shell__unwrap(sx_shell_parser *p, uint32_t command) {
  for (uint32_t i = command; i < p->script->commands.len && !p->status && !p->arena->status; i++) {
    if (depth_of(p->script, i) > SX_SHELL_MAX_TEXTS)
      sx_shell__fail_too_big(p, "too many commands in the arguments of each other");
    else
      unwrap_one(p, i);
  }
}
