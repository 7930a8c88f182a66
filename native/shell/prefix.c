#include "shell/prefix.h"

#include "base/byte.h"
#include "shell/paths.h"
#include "shell/wrappers.h"
#include "shell/writes.h"

/* ---- reading ------------------------------------------------------------------------------- */

/* A star at the end is what a prefix means by itself. */
static void drop_star(sx_strs *words) {
  sx_str *last = words->len > 1 ? &words->items[words->len - 1] : NULL;
  if (last && sx_str_is_equal(*last, SX_STR("*"))) words->len--;
  if (last && last->len > 2 && sx_str_has_suffix(*last, SX_STR(":*"))) last->len -= 2;
}

static sx_status split(sx_strs *words, sx_str text, sx_arena *a, sx_err *err) {
  sx_status status = SX_OK;
  for (size_t at = sx_str_skip_spaces(text, 0); at < text.len && !status;
       at = sx_str_skip_spaces(text, at)) {
    size_t from = at;
    while (at < text.len && !sx_byte_is_space(text.ptr[at])) at++;
    status = sx_strs_add(words, sx_str_slice(text, from, at), a, err);
  }
  return status;
}

/* Quotes count as in a command; a text that is not one simple command is split at its blanks. */
static sx_status read_words(sx_strs *words, sx_str text, sx_arena *a, sx_err *err) {
  sx_shell_script script;
  sx_status status = sx_shell_parse(&script, text, a, NULL);
  const sx_shell_command *command =
      status || script.commands.len == 0 ? NULL : &script.commands.items[0];
  if (a->status) return sx_fail(err, a->status, NULL);
  bool is_one = command && !command->assignment_count && !command->redirect_count &&
                !(command->flags & SX_SHELL_PIPED_OUT);
  for (size_t i = 1; is_one && i < script.commands.len; i++)
    is_one = script.commands.items[i].flags & SX_SHELL_INNER;
  if (!is_one) return split(words, text, a, err);
  status = SX_OK;
  for (uint32_t i = 0; i < command->word_count && !status; i++)
    status = sx_strs_add(words, command->words[i].text, a, err);
  return status;
}

sx_status sx_shell_prefixes_read(sx_shell_prefixes *out, const sx_strs *texts, sx_arena *a,
                                 sx_err *err) {
  sx_status status = SX_OK;
  *out = (sx_shell_prefixes){0};
  for (size_t i = 0; i < texts->len && !status; i++) {
    sx_shell_prefix prefix = {.text = sx_str_trim(texts->items[i])};
    status = read_words(&prefix.words, prefix.text, a, err);
    drop_star(&prefix.words);
    if (status || !prefix.words.len) continue;
    sx_shell_prefix *made = SX_ARRAY_ADD(&out->list, a);
    if (!made) return sx_fail(err, a->status, NULL);
    *made = prefix;
  }
  return status;
}

/* ---- fitting ------------------------------------------------------------------------------- */

/* `/usr/bin/git` is `git`: only folders that the system's own programs are in. */
static sx_str standard_name(sx_str program) {
  static const char folders[] =
      "/bin /sbin /usr/bin /usr/sbin /usr/local/bin /usr/local/sbin /opt/homebrew/bin";
  size_t slash = sx_str_find_last_char(program, '/');
  if (slash == SX_STR_NONE || !sx_shell_list_has(folders, sx_str_slice(program, 0, slash)))
    return program;
  return sx_str_slice(program, slash + 1, program.len);
}

static bool fits_allowed(const sx_strs *words, const sx_shell_command *command, uint32_t skipped) {
  if (command->word_count < words->len + skipped) return false;
  for (size_t i = 0; i < words->len; i++) {
    const sx_shell_word *word = &command->words[i ? i + skipped : 0];
    bool is_same = sx_str_is_equal(word->text, words->items[i]);
    if (!i && !is_same) is_same = sx_str_is_equal(standard_name(word->text), words->items[i]);
    if (!is_same || !sx_shell_is_static(word) || word->lead_len) return false;
  }
  return true;
}

const sx_shell_prefix *sx_shell_find_allowed(const sx_shell_prefixes *prefixes,
                                             const sx_shell_command *command) {
  const sx_shell_prefix *found = NULL;
  /* `git --no-pager log` is `git log`. */
  bool has_pager = command->word_count > 1 &&
                   sx_str_is_equal(sx_shell_program(command), SX_STR("git")) &&
                   sx_shell_list_has("--no-pager", command->words[1].text);
  for (size_t i = 0; i < prefixes->list.len; i++) {
    const sx_shell_prefix *prefix = &prefixes->list.items[i];
    if (found && found->words.len >= prefix->words.len) continue;
    bool is_star = prefix->words.len == 1 && sx_str_is_equal(prefix->words.items[0], SX_STR("*"));
    if (!is_star && (fits_allowed(&prefix->words, command, 0) ||
                     (has_pager && fits_allowed(&prefix->words, command, 1))))
      found = prefix;
  }
  return found;
}

static sx_str last_name(sx_str path) {
  size_t slash = sx_str_find_last_char(path, '/');
  return sx_str_slice(path, slash == SX_STR_NONE ? 0 : slash + 1, path.len);
}

static bool fits_program(sx_str wanted, const sx_shell_command *command) {
  sx_str program = sx_shell_program(command);
  if (sx_str_has_suffix(program, SX_STR(".exe"))) program.len -= 4;
  return program.len && sx_str_is_equal_fold(last_name(wanted), program);
}

static bool is_option(sx_str text) {
  return text.len > 1 && text.ptr[0] == '-';
}

typedef enum fit { FITS_NOT, FITS_PERHAPS, FITS } fit;

/* `git-push` is `git push`, which `git send-pack` is a part of. */
static bool is_git_part(const sx_strs *words, const sx_shell_command *command) {
  sx_str program = sx_shell_program(command),
         wanted = words->len == 2 ? words->items[1] : SX_STR("");
  uint32_t at = sx_shell_git_subcommand(command);
  if (!wanted.len || !sx_str_is_equal(words->items[0], SX_STR("git"))) return false;
  if (sx_str_has_prefix(program, SX_STR("git-")))
    return sx_str_is_equal(sx_str_slice(program, 4, program.len), wanted);
  return sx_str_is_equal(program, SX_STR("git")) && at < command->word_count &&
         sx_str_is_equal(wanted, SX_STR("push")) &&
         sx_shell_list_has("send-pack http-push", command->words[at].text);
}

/* Programs that run nothing that a word says, or whose words are judged as commands. */
static bool runs_no_words(const sx_shell_command *command) {
  sx_str program = sx_shell_program(command);
  const sx_shell_wrapper *wrapper = sx_shell_find_wrapper(program, command);
  return wrapper ||
         sx_shell_names_program("grep egrep fgrep rg ag ack echo printf git cat test [ [[ : gh jq",
                                program);
}

/* A text such as `!git push`, which the program may run. */
static bool has_denied_text(sx_str denied, const sx_shell_command *command) {
  for (uint32_t i = 1; i < command->word_count && !runs_no_words(command); i++) {
    sx_str text = command->words[i].text;
    size_t at = sx_str_find(text, denied, 0), end = at + denied.len;
    if (at != SX_STR_NONE && !(at && sx_byte_is_word(text.ptr[at - 1])) &&
        !sx_byte_is_word(sx_str_at(text, end)) && sx_str_find_char(text, ' ', 0) != SX_STR_NONE)
      return true;
  }
  return false;
}

/* Options may stand between the words, and each may have a value. */
static fit fit_denied(const sx_strs *words, const sx_shell_command *command) {
  bool is_star = words->len == 1 && sx_str_is_equal(words->items[0], SX_STR("*"));
  size_t wanted = 1;
  fit best = FITS;
  if (is_star || is_git_part(words, command)) return FITS;
  if (!fits_program(words->items[0], command)) return FITS_NOT;
  for (uint32_t i = 1; i < command->word_count && wanted < words->len; i++) {
    const sx_shell_word *word = &command->words[i];
    if (sx_str_is_equal(word->text, words->items[wanted])) {
      wanted++;
    } else if (!sx_shell_is_static(word)) {
      return FITS_PERHAPS;
    } else if (!is_option(word->text)) {
      if (!is_option(command->words[i - 1].text)) return FITS_NOT;
      bool is_git = sx_str_is_equal(sx_shell_program(command), SX_STR("git"));
      bool takes_value = is_git && sx_shell_list_has("-C -c --git-dir --work-tree --namespace",
                                                     command->words[i - 1].text);
      if (!takes_value) best = FITS_PERHAPS;
    }
  }
  return wanted == words->len ? best : FITS_NOT;
}

const sx_shell_prefix *sx_shell_find_denied(const sx_shell_prefixes *prefixes,
                                            const sx_shell_command *command, bool *may_fit) {
  const sx_shell_prefix *perhaps = NULL;
  *may_fit = false;
  if (!command->word_count) return NULL;
  for (size_t i = 0; i < prefixes->list.len; i++) {
    fit how = fit_denied(&prefixes->list.items[i].words, command);
    if (how == FITS) return &prefixes->list.items[i];
    if (how == FITS_NOT && has_denied_text(prefixes->list.items[i].text, command))
      how = FITS_PERHAPS;
    if (how == FITS_PERHAPS && !perhaps) perhaps = &prefixes->list.items[i];
  }
  *may_fit = perhaps != NULL;
  return perhaps;
}
