#include "commands/confine.h"
#include "commands/effects.h"
#include "commands/program.h"
#include "commands/shown.h"
#include "engine/args.h"
#include "os/clock.h"
#include "workspace/paths.h"

#define DEFAULT_TOKENS 2000
#define DEFAULT_TIMEOUT_MS 60000
#define MAX_COMMAND_BYTES ((size_t)1 << 20)
/* A command in the background that fails at once is reported by the answer that starts it. */
#define BACKGROUND_MS 500
#define END_MS 6000u
#define COMPLAINT_BYTES ((size_t)16 * 1024)

sx_status sx_tool_bash(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err);

typedef struct bash_call {
  sx_call *call;
  const cJSON *args;
  sx_answer *answer;
  sx_str text, folder;
  bool is_background;
  uint64_t timeout_ms;
  sx_effects effects;
} bash_call;

/* Arguments of other operations would be without effect. */
static sx_status check_arguments(const bash_call *b, sx_err *err) {
  static const char *const others[] = {"id", "stream", "search", "cursor"};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (sx_args_has(b->args, others[i]))
      return sx_fail(err, SX_INVALID_ARGUMENT,
                     "%s is for operation=\"output\" on a command that was started before, not for "
                     "one that is to run. Leave it out, or filter in the command itself.",
                     others[i]);
  if (b->is_background && sx_args_has(b->args, "timeout"))
    return sx_fail(
        err, SX_INVALID_ARGUMENT,
        "timeout is not for background=true: such a command runs until operation=\"stop\" "
        "or the window closes. Leave one of both out.");
  return SX_OK;
}

/* ---- what runs ---------------------------------------------------------------------------- */

static sx_status check_command(bash_call *b, sx_err *err) {
  b->text = sx_args_str(b->args, "command", b->call->arena);
  if (!sx_str_trim(b->text).len && sx_args_has(b->args, "id"))
    return sx_fail(err, SX_INVALID_ARGUMENT,
                   "id names a command that was started before: add operation=\"output\", "
                   "\"status\" or \"stop\".");
  if (!sx_str_trim(b->text).len)
    return sx_fail(err, SX_INVALID_ARGUMENT, "command is missing. Give what the shell is to run.");
  if (b->text.len > MAX_COMMAND_BYTES)
    return sx_fail(err, SX_TOO_BIG,
                   "command has %zu bytes, and may have 1 MB. Write it to a file, and run that.",
                   b->text.len);
  return SX_OK;
}

static sx_status find_folder(bash_call *b, sx_err *err) {
  sx_call *call = b->call;
  sx_str given = sx_args_str(b->args, "cwd", call->arena);
  bool is_folder = true;
  if (given.len) {
    sx_status status = sx_path_resolve_any(call, "cwd", given, &b->folder, &is_folder, err);
    if (status || is_folder) return status;
    return sx_fail(err, SX_INVALID_ARGUMENT, "cwd must be a folder; '%.*s' is a file.",
                   SX_STR_ARG(given));
  }
  for (size_t i = 0; i < call->roots.len; i++) {
    b->folder = call->roots.items[i].path;
    if (!sx_path_is_uri(b->folder)) return SX_OK;
  }
  return sx_fail(err, SX_NOT_FOUND,
                 "No folder on the disk is open in the editor, so no command can be run. Open one, "
                 "then call again.");
}

static sx_status approve(bash_call *b, sx_err *err) {
  const sx_strs commands = {.items = &b->text, .len = 1};
  return sx_commands_ask(b->call, &commands, b->folder, err);
}

static sx_status start(bash_call *b, sx_command **out, sx_err *err) {
  sx_strs argv = {0};
  const sx_command_options options = {
      .argv = &argv,
      .text = b->text,
      .folder = b->folder,
      .is_background = b->is_background,
  };
  const sx_str words[] = {SX_STR("/bin/sh"), SX_STR("-c"), b->text};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    sx_status status = sx_strs_add(&argv, words[i], b->call->arena, err);
    if (status) return status;
  }
  return sx_command_start(out, b->call, &options, err);
}

static sx_status await(bash_call *b, sx_command *command, sx_err *err) {
  sx_status status = b->is_background
                         ? sx_command_wait(command, b->call, sx_clock_ms() + BACKGROUND_MS)
                         : sx_program_await(b->call, command, b->timeout_ms);
  if (!status) return SX_OK;
  if (!b->is_background) sx_command_stop(command, SX_COMMAND_STOPPED);
  return sx_fail(err, status, NULL);
}

/* By the beginning of what it complained of. */
static void write_confined(bash_call *b, sx_command *command, const sx_command_state *state) {
  sx_buf errors;
  sx_buf_init(&errors, COMPLAINT_BYTES + 1);
  bool has_failed = state->end == SX_COMMAND_ENDED && state->exit_code != 0;
  if (has_failed && sx_command_read(command, SX_STDERR, 0, COMPLAINT_BYTES, &errors))
    sx_buf_clear(&errors);
  sx_commands_write_confined(b->call, has_failed, sx_buf_str(&errors), b->answer);
  sx_buf_release(&errors);
}

static sx_status write_answer(bash_call *b, sx_command *command, sx_err *err) {
  sx_command_state state = sx_command_get(command);
  sx_command_write_state(b->call, &state, b->answer);
  if (b->is_background && state.end == SX_COMMAND_RUNNING)
    sx_buf_addf(
        &b->answer->text,
        "It keeps running in the background as c%llu, until operation=\"stop\" or the window "
        "closes.\n",
        (unsigned long long)state.number);
  write_confined(b, command, &state);
  sx_status status = sx_effects_write(&b->effects, b->call, b->answer, err);
  return status ? status : sx_command_write_output(b->call, command, b->answer, err);
}

static sx_status run_approved(bash_call *b, sx_err *err) {
  sx_command *command = NULL;
  sx_program_extend(b->call, b->timeout_ms);
  sx_status status = sx_effects_begin(&b->effects, b->call, err);
  if (!status) status = start(b, &command, err);
  if (!status) {
    status = await(b, command, err);
    if (!status) status = write_answer(b, command, err);
    sx_command_release(command);
  }
  sx_effects_end(&b->effects, b->call);
  return status;
}

static sx_status run(bash_call *b, sx_err *err) {
  b->is_background = sx_args_bool(b->args, "background", false);
  b->timeout_ms = (uint64_t)sx_args_int(b->args, "timeout", DEFAULT_TIMEOUT_MS);
  sx_status status = find_folder(b, err);
  if (!status) status = check_command(b, err);
  if (!status) status = check_arguments(b, err);
  if (!status) status = approve(b, err);
  return status ? status : run_approved(b, err);
}

/* ---- those that run ----------------------------------------------------------------------- */

static sx_status find_command(bash_call *b, sx_command **out, sx_err *err) {
  sx_str id = sx_str_trim(sx_args_str(b->args, "id", b->call->arena));
  if (id.len) return sx_command_by_id(out, b->call, id, err);
  return sx_fail(err, SX_INVALID_ARGUMENT,
                 "id is missing: which command? operation=\"status\" lists those in the "
                 "background.");
}

static sx_status list(bash_call *b, sx_err *err) {
  sx_command **commands;
  size_t count;
  cJSON *facts = cJSON_AddArrayToObject(b->answer->facts, "commands");
  sx_status status =
      sx_commands_list(b->call->services->commands, &commands, &count, b->call->arena);
  if (status) return sx_fail(err, status, NULL);
  for (size_t i = 0; i < count; i++) {
    sx_command_state state = sx_command_get(commands[i]);
    sx_command_write_row(b->call, &state, b->answer, facts);
    sx_command_release(commands[i]);
  }
  if (!count) sx_buf_add_text(&b->answer->text, "No command runs in the background.\n");
  b->answer->status = count ? SX_ANSWER_FOUND : SX_ANSWER_NONE;
  return SX_OK;
}

static sx_status show_state(bash_call *b, sx_err *err) {
  sx_command *command = NULL;
  if (!sx_args_has(b->args, "id")) return list(b, err);
  sx_status status = find_command(b, &command, err);
  if (status) return status;
  sx_command_state state = sx_command_get(command);
  sx_command_write_state(b->call, &state, b->answer);
  sx_command_release(command);
  return SX_OK;
}

static sx_status show_output(bash_call *b, sx_err *err) {
  sx_command *command = NULL;
  sx_arena *arena = b->call->arena;
  sx_status status = find_command(b, &command, err);
  if (status) return status;
  bool is_stderr = sx_str_is_equal(sx_args_str(b->args, "stream", arena), SX_STR("stderr"));
  const sx_output_page page = {
      .stream = is_stderr ? SX_STDERR : SX_STDOUT,
      .search = sx_args_str(b->args, "search", arena),
      .cursor = sx_args_str(b->args, "cursor", arena),
  };
  sx_command_state state = sx_command_get(command);
  bool is_whole = !page.search.len && !page.cursor.len && !sx_args_has(b->args, "stream");
  sx_command_write_state(b->call, &state, b->answer);
  status = is_whole ? sx_command_write_output(b->call, command, b->answer, err)
                    : sx_command_write_page(b->call, command, &page, b->answer, err);
  sx_command_release(command);
  return status;
}

static sx_status stop(bash_call *b, sx_err *err) {
  sx_command *command = NULL;
  sx_status status = find_command(b, &command, err);
  if (status) return status;
  sx_command_stop(command, SX_COMMAND_STOPPED);
  status = sx_command_wait(command, b->call, sx_clock_ms() + END_MS);
  sx_command_state state = sx_command_get(command);
  if (!status) sx_command_write_state(b->call, &state, b->answer);
  sx_command_release(command);
  return status ? sx_fail(err, status, NULL) : SX_OK;
}

/* ---- which of them ------------------------------------------------------------------------ */

static const struct {
  const char *name;
  sx_status (*run)(bash_call *b, sx_err *err);
} operations[] = {{"status", show_state}, {"output", show_output}, {"stop", stop}};

sx_status sx_tool_bash(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err) {
  bash_call b = {.call = call, .args = args, .answer = answer};
  sx_str operation = sx_args_str(args, "operation", call->arena);
  sx_status (*chosen)(bash_call *, sx_err *) = run;
  for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
    if (sx_str_is_equal(operation, sx_str_from(operations[i].name))) chosen = operations[i].run;
  answer->max_tokens = (size_t)sx_args_int(args, "max_tokens", DEFAULT_TOKENS);
  answer->status = SX_ANSWER_FOUND;
  sx_status status = chosen(&b, err);
  cJSON_AddStringToObject(answer->facts, "status", sx_answer_status_name(answer->status));
  cJSON_AddBoolToObject(answer->facts, "truncated", answer->is_truncated);
  return status;
}
