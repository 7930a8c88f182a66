#include "shell/verdict.h"

#include "base/byte.h"
#include "base/utf8.h"
#include "shell/calculations.h"
#include "shell/dangers.h"
#include "shell/options.h"
#include "shell/prefix.h"
#include "shell/wrappers.h"
#include "shell/writes.h"

#define MAX_SHOWN_BYTES 160
#define ALWAYS_ASKS "always asks"
#define UNREADABLE "cannot be read"

typedef struct judge {
  sx_shell_verdict *out;
  const sx_shell_rules *rules;
  sx_arena *arena;
  sx_err *err;
  sx_shell_prefixes allowed, denied;
  sx_shell_walk walk;
  sx_shell_write_list writes;
  bool has_allowed; /* some command fits a prefix */
  const sx_shell_command *harmless;
} judge;

/* ---- collecting ---------------------------------------------------------------------------- */

/* The first reason of the gravest decision counts. */
static void decide(judge *j, sx_shell_decision decision, sx_str command, sx_str reason) {
  if (j->out->decision >= decision) return;
  j->out->decision = decision;
  j->out->command = command;
  j->out->reason = reason;
}

static void must_ask(judge *j, sx_str command, sx_str reason) {
  decide(j, SX_SHELL_ASK, command, SX_STR(ALWAYS_ASKS));
  if (j->out->must_ask) return;
  j->out->must_ask = true;
  j->out->must_command = command;
  j->out->must_reason = reason;
}

static sx_str add_to_text(judge *j, const char *begin, sx_str word, const char *end) {
  return sx_arena_printf(j->arena, "%s%.*s%s", begin,
                         SX_STR_ARG(sx_str_slice(word, 0, MAX_SHOWN_BYTES)), end);
}

/* ---- allowed ------------------------------------------------------------------------------- */

static bool is_setting_command(const sx_shell_command *command) {
  return command->word_count &&
         sx_shell_list_has("export declare typeset local readonly", command->words[0].text);
}

static bool has_risky_setting(const sx_shell_command *command) {
  for (uint32_t i = 0; i < command->assignment_count; i++)
    if (sx_shell_is_risky_variable(command->assignments[i].name) ||
        sx_shell_has_hidden_command(command->assignments[i].value.text))
      return true;
  return false;
}

/* `-uPATH` and `--unset=PATH` of env. */
static bool unsets_risky(sx_str option) {
  bool is_long = sx_str_has_prefix(option, SX_STR("--"));
  size_t at = sx_str_find_char(option, is_long ? '=' : 'u', 0);
  return at != SX_STR_NONE && sx_shell_is_risky_variable(sx_str_slice(option, at + 1, option.len));
}

/* `env A=1 cmd` and `export A=1`; `*has_other`: words that are not such, and may do something else.
 */
static bool has_risky_words(const sx_shell_command *command, bool *has_other) {
  *has_other = false;
  for (uint32_t i = 1; i < command->word_count; i++) {
    const sx_shell_word *word = &command->words[i];
    size_t equals = sx_str_find_char(word->text, '=', 0);
    sx_str name = sx_str_slice(word->text, 0, equals);
    bool is_after_option = sx_str_at(command->words[i - 1].text, 0) == '-';
    if (sx_str_at(name, 0) == '-') {
      *has_other = *has_other || !sx_shell_list_has("-x -r -g --", name);
      if (unsets_risky(word->text)) return true;
      continue;
    }
    if (word->known_len < name.len) *has_other = true;
    if (sx_shell_is_risky_variable(name) || sx_shell_has_hidden_command(word->text))
      if (equals != SX_STR_NONE || is_after_option || is_setting_command(command)) return true;
  }
  return false;
}

/* A program that is allowed because what it runs is. */
static bool is_transparent(const sx_shell_command *command, bool *is_risky) {
  const sx_shell_wrapper *wrapper = sx_shell_find_wrapper(sx_shell_program(command), command);
  bool has_other;
  *is_risky = false;
  if (!wrapper || !wrapper->is_transparent) return false;
  *is_risky = !sx_shell_has_plain_options(wrapper, command);
  if (wrapper->how == SX_WRAP_WORDS)
    *is_risky =
        *is_risky || (has_risky_words(command, &has_other) &&
                      sx_shell_names_program("env time busybox", sx_shell_program(command)));
  return true;
}

/* Whether some command is what this one runs. */
static bool has_inner(const judge *j, uint32_t index) {
  const sx_shell_script *script = &j->out->script;
  for (size_t i = 0; i < script->commands.len && i <= index + 64u; i++)
    if (script->commands.items[i].outer == index) return true;
  return false;
}

static bool is_function(const judge *j, const sx_shell_command *command) {
  return command->word_count && sx_strs_have(&j->out->script.functions, command->words[0].text);
}

/* Outside of the workspace a prefix means other files; so does a program that is named by its
 * place. */
static bool is_moved(const judge *j, const sx_shell_command *command, const sx_shell_dirs *dirs) {
  sx_str name = command->words[0].text;
  bool is_placed = sx_str_at(name, 0) != '/' && sx_str_find_char(name, '/', 0) != SX_STR_NONE;
  if (dirs->is_unknown || !dirs->len) return !(command->flags & SX_SHELL_OTHER_FOLDER) || is_placed;
  for (uint8_t i = 0; i < dirs->len; i++) {
    if (sx_str_is_equal(dirs->items[i], j->rules->cwd)) continue;
    if (is_placed || !sx_shell_is_in_workspace(j->rules, dirs->items[i])) return true;
  }
  return false;
}

/* An interpreter without a file to run, but for its version. */
static bool runs_its_input(const sx_shell_command *command) {
  if (!sx_shell_is_interpreter(sx_shell_program(command))) return false;
  for (uint32_t i = 1; i < command->word_count; i++) {
    sx_str text = command->words[i].text;
    bool is_option = text.len > 1 && text.ptr[0] == '-';
    if (sx_shell_list_has("- /dev/stdin /dev/fd/0 /proc/self/fd/0", text)) return true;
    if (sx_shell_list_has("--version -V -v --help -h --test", text) || (!is_option && text.len > 1))
      return false;
    if (is_option && sx_shell_list_has(sx_shell_code_options(SX_STR("python")), text)) return false;
  }
  return true;
}

/* A program that another one is asked to find and run: `bundle exec rspec -r x`. */
static const sx_shell_word *find_inner_risk(const judge *j, const sx_shell_command *command,
                                            const sx_shell_prefix *prefix) {
  const sx_shell_script *script = &j->out->script;
  uint32_t index = (uint32_t)(command - script->commands.items);
  const sx_shell_command *inner = index + 1 < script->commands.len ? command + 1 : NULL;
  if (!inner || inner->outer != index || !(inner->flags & SX_SHELL_ONLY_LOOKED_AT)) return NULL;
  if (inner->words < command->words || inner->words >= command->words + command->word_count)
    return NULL;
  size_t before = (size_t)(inner->words - command->words);
  size_t from = prefix->words.len > before ? prefix->words.len - before : 0;
  return sx_shell_find_risky_word(inner, from ? (uint32_t)from : 1);
}

/* Why permission for the prefix is not enough; empty: it is. */
static sx_str find_excess(judge *j, const sx_shell_command *command, const sx_shell_prefix *prefix,
                          const sx_shell_dirs *dirs) {
  const sx_shell_word *risky = sx_shell_find_risky_word(command, (uint32_t)prefix->words.len);
  if (!risky) risky = find_inner_risk(j, command, prefix);
  if (is_function(j, command)) return SX_STR("is a function of the command itself, and asks");
  if (risky)
    return add_to_text(j, "asks: permission for its prefix does not cover `",
                       risky->source.len ? risky->source : risky->text, "`");
  if (runs_its_input(command)) return SX_STR("asks: it runs code that it reads");
  if (has_risky_setting(command))
    return SX_STR("asks: it sets a variable that changes what programs run");
  if (is_moved(j, command, dirs))
    return SX_STR("asks: it runs in a folder that its prefix is not for");
  return SX_STR("");
}

static void judge_allowed(judge *j, uint32_t index, const sx_shell_dirs *dirs) {
  const sx_shell_command *command = &j->out->script.commands.items[index];
  const sx_shell_prefix *prefix = sx_shell_find_allowed(&j->allowed, command);
  bool is_risky, has_other = false;
  if (prefix) {
    sx_str excess = find_excess(j, command, prefix, dirs);
    j->has_allowed = true;
    if (excess.len) decide(j, SX_SHELL_ASK, command->text, excess);
    return;
  }
  if (has_risky_setting(command) ||
      (is_setting_command(command) && has_risky_words(command, &has_other))) {
    decide(j, SX_SHELL_ASK, command->text,
           SX_STR("asks: it sets a variable that changes what programs run"));
  } else if (is_transparent(command, &is_risky) && has_inner(j, index)) {
    if (is_risky)
      decide(j, SX_SHELL_ASK, command->text,
             SX_STR("asks: permission for what it runs does not cover its own words"));
  } else if (command->word_count && !(is_setting_command(command) && !has_other) &&
             (!sx_shell_is_harmless(command) || is_function(j, command))) {
    decide(j, SX_SHELL_ASK, command->text, SX_STR("fits no prefix in sextant.run.allowed"));
  } else if (!j->harmless) {
    j->harmless = command;
  }
}

/* ---- one command --------------------------------------------------------------------------- */

static void judge_denied(judge *j, const sx_shell_command *command) {
  bool may_fit;
  const sx_shell_prefix *prefix = sx_shell_find_denied(&j->denied, command, &may_fit);
  if (!prefix) return;
  if (may_fit)
    must_ask(j, command->text,
             add_to_text(j, "it may be `", prefix->text, "`, which is in sextant.run.denied"));
  else
    decide(j, SX_SHELL_DENIED, command->text,
           add_to_text(j, "is denied by `", prefix->text, "` in sextant.run.denied"));
}

static sx_str fold_program(judge *j, const sx_shell_command *command) {
  sx_str program = sx_shell_program(command);
  if (sx_str_has_suffix(program, SX_STR(".exe"))) program.len -= 4;
  sx_str folded = sx_arena_dup(j->arena, sx_str_slice(program, 0, 256));
  for (size_t i = 0; i < folded.len; i++) ((char *)folded.ptr)[i] = sx_byte_lower(folded.ptr[i]);
  return folded;
}

static sx_status judge_writes(judge *j, uint32_t index, const sx_shell_dirs *dirs) {
  const sx_shell_command *command = &j->out->script.commands.items[index];
  size_t from = j->writes.list.len;
  sx_status status = sx_shell_add_writes(&j->writes, &j->walk, index, dirs, j->err);
  for (size_t i = from; i < j->writes.list.len && !status; i++) {
    const sx_shell_write *write = &j->writes.list.items[i];
    sx_str danger = sx_shell_find_write_danger(&j->walk, write);
    if (danger.len) must_ask(j, command->text, danger);
    bool is_dropped = sx_shell_list_has("/dev/null /dev/stdout /dev/stderr /dev/tty", write->path);
    if (write->is_redirect && !is_dropped)
      decide(j, SX_SHELL_ASK, command->text,
             add_to_text(j, "asks: it writes to ", write->shown, ""));
  }
  return status;
}

static sx_status judge_command(judge *j, uint32_t index) {
  const sx_shell_command *command = &j->out->script.commands.items[index];
  sx_shell_dirs dirs = sx_shell_walk_next(&j->walk, index);
  sx_shell_look look = {&j->walk, index, command, fold_program(j, command), &dirs};
  judge_denied(j, command);
  sx_str danger = sx_shell_find_danger(&look);
  if (danger.len) must_ask(j, command->text, danger);
  sx_status status = judge_writes(j, index, &dirs);
  danger = sx_shell_find_named(&look);
  if (danger.len) must_ask(j, command->text, danger);
  if (!status && !(command->flags & SX_SHELL_ONLY_LOOKED_AT)) judge_allowed(j, index, &dirs);
  return status;
}

/* ---- the whole ----------------------------------------------------------------------------- */

/* Characters that a person does not see, or that show the text in another order. */
static bool is_hidden_character(uint32_t c) {
  return (c < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0x7F ||
         (c >= 0x80 && c < 0xA0) || c == 0xAD || c == 0x061C || c == 0x180E ||
         (c >= 0x200B && c <= 0x200F) || (c >= 0x2028 && c <= 0x202E) ||
         (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF || c == 0x3164 || c == 0xFFA0 || c == 0x115F ||
         c == 0x1160 || c >= 0xE0000;
}

static bool has_hidden_characters(sx_str text) {
  for (size_t i = 0; i < text.len;) {
    uint32_t c;
    size_t len = sx_utf8_decode(text.ptr + i, text.len - i, &c);
    if (is_hidden_character(c)) return true;
    if (c == '\r' && i + 1 < text.len && text.ptr[i + 1] != '\n') return true;
    i += len;
  }
  return false;
}

/* Variables that are set without an assignment: `$((PATH=1))`, `${PATH:=x}`. */
static void judge_settings(judge *j) {
  sx_shell_calculations found = sx_shell_find_calculations(&j->out->script);
  if (found.sets_risky)
    decide(j, SX_SHELL_ASK, SX_STR(""),
           SX_STR("asks: it sets a variable that changes what programs run"));
  if (found.calculates_text)
    decide(j, SX_SHELL_ASK, SX_STR(""),
           SX_STR("asks: it calculates with a text, which may set variables"));
}

static void judge_text(judge *j, sx_str text) {
  const sx_shell_script *script = &j->out->script;
  if (script->ambiguous.len)
    must_ask(j, SX_STR(""),
             sx_arena_printf(j->arena, "it has %.*s", SX_STR_ARG(script->ambiguous)));
  if (has_hidden_characters(text))
    must_ask(j, SX_STR(""), SX_STR("it has characters that do not show"));
}

static sx_status judge_commands(judge *j) {
  const sx_shell_script *script = &j->out->script;
  sx_status status = sx_shell_walk_init(&j->walk, script, j->rules, j->arena, j->err);
  for (uint32_t i = 0; i < script->commands.len && !status; i++) status = judge_command(j, i);
  if (status) return status;
  judge_settings(j);
  if (script->functions.len)
    decide(j, SX_SHELL_ASK, script->functions.items[0],
           SX_STR("is a function of the command itself, and asks"));
  if (!j->has_allowed)
    decide(j, SX_SHELL_ASK, j->harmless ? j->harmless->text : SX_STR(""),
           SX_STR("fits no prefix in sextant.run.allowed"));
  return j->arena->status ? sx_fail(j->err, j->arena->status, NULL) : SX_OK;
}

sx_status sx_shell_judge(sx_shell_verdict *out, sx_str text, const sx_shell_rules *rules,
                         sx_arena *a, sx_err *err) {
  judge j = {.out = out, .rules = rules, .arena = a, .err = err};
  sx_err *reason = SX_ARENA_NEW(a, sx_err);
  *out = (sx_shell_verdict){.command = SX_STR(""),
                            .reason = SX_STR(""),
                            .must_command = SX_STR(""),
                            .must_reason = SX_STR("")};
  if (!reason) return sx_fail(err, a->status, NULL);
  sx_status status = sx_shell_prefixes_read(&j.allowed, &rules->allowed, a, err);
  if (!status) status = sx_shell_prefixes_read(&j.denied, &rules->denied, a, err);
  if (status) return status;
  status = sx_shell_parse(&out->script, text, a, reason);
  if (a->status) return sx_fail(err, a->status, NULL);
  if (status) {
    must_ask(&j, SX_STR(""), sx_arena_dup(a, sx_str_from(reason->message)));
    out->reason = SX_STR(UNREADABLE);
    return a->status ? sx_fail(err, a->status, NULL) : SX_OK;
  }
  judge_text(&j, text);
  return judge_commands(&j);
}

/* ---- words --------------------------------------------------------------------------------- */

/* One line, cut where it is long. */
static void add_shown(sx_buf *out, sx_str command) {
  if (!command.len) {
    sx_buf_add_text(out, "The command");
    return;
  }
  size_t len = sx_utf8_floor(command.ptr, command.len,
                             command.len < MAX_SHOWN_BYTES ? command.len : MAX_SHOWN_BYTES);
  sx_buf_add_char(out, '`');
  for (size_t i = 0; i < len; i++)
    sx_buf_add_char(out, (unsigned char)command.ptr[i] < ' ' ? ' ' : command.ptr[i]);
  sx_buf_add_text(out, len < command.len ? "…`" : "`");
}

void sx_shell_explain(sx_buf *out, const sx_shell_verdict *verdict) {
  bool always = sx_str_is_equal(verdict->reason, SX_STR(ALWAYS_ASKS));
  if (verdict->decision == SX_SHELL_ALLOWED) return;
  if (sx_str_is_equal(verdict->reason, SX_STR(UNREADABLE))) {
    sx_buf_addf(out, "The command %s: %.*s.", UNREADABLE, SX_STR_ARG(verdict->must_reason));
    return;
  }
  if (!always) {
    add_shown(out, verdict->command);
    sx_buf_addf(out, " %.*s", SX_STR_ARG(verdict->reason));
    sx_buf_add_text(out, verdict->must_ask ? ". " : ".");
  }
  if (!verdict->must_ask) return;
  add_shown(out, verdict->must_command);
  sx_buf_addf(out, " " ALWAYS_ASKS ": %.*s.", SX_STR_ARG(verdict->must_reason));
}
