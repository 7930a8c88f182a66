#include "commands/program.h"
#include "commands/shown.h"
#include "engine/args.h"
#include "os/clock.h"
#include "workspace/paths.h"

#define DEFAULT_TOKENS 2000
#define DEFAULT_TIMEOUT_MS 60000
#define MAX_COMMAND_BYTES ((size_t)1 << 20)
/* A command in the background that fails at once is told in the answer that starts it. */
#define BACKGROUND_MS 500
#define END_MS 6000u
#define ANSWER_MS 10000u

sx_status sx_tool_bash(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err);

typedef struct bash_call {
  sx_call *call;
  const cJSON *args;
  sx_answer *answer;
  sx_str text, folder;
  bool is_background;
  uint64_t timeout_ms;
} bash_call;

/* ---- what runs ---------------------------------------------------------------------------- */

static sx_status check_command(bash_call *b, sx_err *err) {
  b->text = sx_args_str(b->args, "command", b->call->arena);
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

static void extend(bash_call *b) {
  uint64_t left_ms = sx_port_call_remaining_ms(b->call->wait);
  uint64_t wanted_ms = b->timeout_ms + ANSWER_MS;
  if (left_ms < wanted_ms) sx_port_call_extend(b->call->wait, wanted_ms - left_ms);
}

static sx_status await(bash_call *b, sx_command *command, sx_err *err) {
  uint64_t wait_ms = b->is_background ? BACKGROUND_MS : b->timeout_ms;
  sx_status status = sx_command_wait(command, b->call, sx_clock_ms() + wait_ms);
  bool is_running = sx_command_get(command).end == SX_COMMAND_RUNNING;
  if (!status && is_running && !b->is_background) {
    sx_command_stop(command, SX_COMMAND_TIMED_OUT);
    status = sx_command_wait(command, b->call, sx_clock_ms() + END_MS);
  }
  if (!status) return SX_OK;
  if (!b->is_background) sx_command_stop(command, SX_COMMAND_STOPPED);
  return sx_fail(err, status, NULL);
}

static sx_status run(bash_call *b, sx_err *err) {
  sx_command *command;
  b->is_background = sx_args_bool(b->args, "background", false);
  b->timeout_ms = (uint64_t)sx_args_int(b->args, "timeout", DEFAULT_TIMEOUT_MS);
  sx_status status = check_command(b, err);
  if (!status) status = find_folder(b, err);
  if (!status) status = approve(b, err);
  if (status) return status;
  extend(b);
  status = start(b, &command, err);
  if (status) return status;
  status = await(b, command, err);
  if (!status) {
    sx_command_state state = sx_command_get(command);
    sx_command_write_state(b->call, &state, b->answer);
    if (b->is_background && state.end == SX_COMMAND_RUNNING)
      sx_buf_addf(&b->answer->text,
                  "It goes on in the background as c%llu. To read on: operation=\"output\", "
                  "id=\"c%llu\"; to end it: operation=\"stop\".\n",
                  (unsigned long long)state.number, (unsigned long long)state.number);
    status = sx_command_write_output(b->call, command, b->answer, err);
  }
  sx_command_release(command);
  return status;
}

/* ---- which of them ------------------------------------------------------------------------ */

sx_status sx_tool_bash(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err) {
  bash_call b = {.call = call, .args = args, .answer = answer};
  answer->max_tokens = (size_t)sx_args_int(args, "max_tokens", DEFAULT_TOKENS);
  answer->status = SX_ANSWER_FOUND;
  sx_status status = run(&b, err);
  cJSON_AddStringToObject(answer->facts, "status", sx_answer_status_name(answer->status));
  cJSON_AddBoolToObject(answer->facts, "truncated", answer->is_truncated);
  return status;
}
