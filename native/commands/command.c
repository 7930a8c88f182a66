#include "commands/commands_parts.h"

#include "base/mem.h"
#include "commands/approve.h"
#include "os/clock.h"

/* How soon a waiting call sees that it was cancelled. */
#define STEP_MS 10u
/* sextant-run kills what does not end two seconds after it was asked; this is for sextant-run. */
#define STOP_MS 5000u

/* ---- what its thread reports ------------------------------------------------------------- */

static void take(sx_command *command, sx_stream stream, sx_str bytes) {
  uv_mutex_lock(&command->outputs_mutex);
  sx_output_add(&command->outputs[stream], bytes);
  uv_mutex_unlock(&command->outputs_mutex);
  uv_mutex_lock(&command->mutex);
  sx_live__add(command, bytes);
  if (command->watch) command->watch(command->watch_arg, stream, bytes);
  uv_mutex_unlock(&command->mutex);
}

static void on_output(void *arg, sx_str bytes) {
  take(arg, SX_STDOUT, bytes);
}

static void on_errors(void *arg, sx_str bytes) {
  take(arg, SX_STDERR, bytes);
}

static void on_quiet(void *arg) {
  sx_command *command = arg;
  uv_mutex_lock(&command->mutex);
  sx_live__send(command, false);
  uv_mutex_unlock(&command->mutex);
}

/* "left N\n" */
static void on_report(void *arg, sx_str bytes) {
  sx_command *command = arg;
  uv_mutex_lock(&command->mutex);
  size_t room = sizeof command->report - 1 - command->report_len;
  size_t len = bytes.len < room ? bytes.len : room;
  memcpy(command->report + command->report_len, bytes.ptr, len);
  command->report_len += len;
  uv_mutex_unlock(&command->mutex);
}

static size_t read_left(const sx_command *command) {
  static const char start[] = "left ";
  bool is_one = strncmp(command->report, start, sizeof start - 1) == 0;
  return is_one ? strtoul(command->report + sizeof start - 1, NULL, 10) : 0;
}

static void on_end(void *arg, const sx_process_end *end) {
  sx_command *command = arg;
  uv_mutex_lock(&command->mutex);
  command->ended_ms = sx_clock_ms();
  command->exit_code = end->exit_code;
  command->signal = end->signal;
  command->left = read_left(command);
  if (end->status) {
    command->end = SX_COMMAND_NOT_STARTED;
    (void)snprintf(command->why, sizeof command->why, "%.*s", SX_STR_ARG(end->complaint));
  }
  if (command->end == SX_COMMAND_RUNNING) command->end = SX_COMMAND_ENDED;
  sx_live__end(command);
  command->is_over = true;
  uv_cond_broadcast(&command->moved);
  uv_mutex_unlock(&command->mutex);
}

/* ---- for people --------------------------------------------------------------------------- */

void sx_command__describe_end(const sx_command *command, sx_buf *out) {
  switch (command->end) {
  case SX_COMMAND_NOT_STARTED: sx_buf_addf(out, "not started: %s", command->why); return;
  case SX_COMMAND_TIMED_OUT: sx_buf_add_text(out, "ended, as its time was over"); return;
  case SX_COMMAND_STOPPED: sx_buf_add_text(out, "stopped"); return;
  case SX_COMMAND_RUNNING:
  case SX_COMMAND_ENDED: break;
  }
  if (command->signal)
    sx_buf_addf(out, "ended by signal %d (%s)", command->signal, strsignal(command->signal));
  else
    sx_buf_addf(out, "exit code %d", command->exit_code);
}

/* ---- life -------------------------------------------------------------------------------- */

static void destroy(sx_command *command) {
  for (int i = 0; i < SX_STREAMS; i++) sx_output_release(&command->outputs[i]);
  sx_buf_release(&command->live.text);
  sx_command_environment_free_list(command->argv);
  sx_command_environment_free_list(command->environment);
  sx_free(command->text);
  sx_free(command->folder);
  uv_cond_destroy(&command->moved);
  uv_mutex_destroy(&command->mutex);
  uv_mutex_destroy(&command->outputs_mutex);
  sx_free(command);
}

/* Its thread is joined, which is at its end: is_over. */
void sx_command_release(sx_command *command) {
  if (!command) return;
  uv_mutex_lock(&command->mutex);
  bool is_last = --command->holders == 0;
  uv_mutex_unlock(&command->mutex);
  if (!is_last) return;
  if (sx_process_free(command->process, STOP_MS)) destroy(command);
}

/* sextant-run FOLDER PROGRAM…; ends with NULL. */
static char **make_argv(const char *program, sx_str folder, const sx_strs *prefix,
                        const sx_strs *argv) {
  char **list = sx_calloc(prefix->len + argv->len + 3, sizeof *list);
  if (!list) return NULL;
  size_t count = 2;
  bool is_whole = (list[0] = sx_str_copy(sx_str_from(program))) != NULL;
  is_whole = is_whole && (list[1] = sx_str_copy(folder)) != NULL;
  for (size_t i = 0; i < prefix->len && is_whole; i++)
    is_whole = (list[count++] = sx_str_copy(prefix->items[i])) != NULL;
  for (size_t i = 0; i < argv->len && is_whole; i++)
    is_whole = (list[count++] = sx_str_copy(argv->items[i])) != NULL;
  if (is_whole) return list;
  sx_command_environment_free_list(list);
  return NULL;
}

static bool fill(sx_command *command, const sx_command_options *options, const sx_strs *prefix) {
  const sx_strs none = {0}, *more = options->environment ? options->environment : &none;
  sx_commands *commands = command->commands;
  command->text = sx_str_copy(options->text);
  command->folder = sx_str_copy(options->folder);
  command->argv = make_argv(commands->program, options->folder, prefix, options->argv);
  command->environment = sx_command_environment_list(&commands->environment, more);
  return command->text && command->folder && command->argv && command->environment;
}

static sx_command *make(sx_commands *commands, const sx_command_options *options,
                        const sx_strs *prefix) {
  sx_command *command = sx_calloc(1, sizeof *command);
  if (!command) return NULL;
  if (uv_mutex_init(&command->outputs_mutex)) goto no_outputs_mutex;
  if (uv_mutex_init(&command->mutex)) goto no_mutex;
  if (uv_cond_init(&command->moved)) goto no_cond;
  command->commands = commands;
  command->holders = 1;
  command->exit_code = -1;
  command->is_background = options->is_background;
  command->watch = options->watch;
  command->watch_arg = options->watch_arg;
  command->started_ms = sx_clock_ms();
  for (int i = 0; i < SX_STREAMS; i++) sx_output_init(&command->outputs[i]);
  sx_buf_init(&command->live.text, 2 * SX_LIVE_BYTES);
  if (fill(command, options, prefix)) return command;
  destroy(command);
  return NULL;
no_cond:
  uv_mutex_destroy(&command->mutex);
no_mutex:
  uv_mutex_destroy(&command->outputs_mutex);
no_outputs_mutex:
  sx_free(command);
  return NULL;
}

/* With the command's lock, so that no event of it comes before it is complete. */
static sx_status start_process(sx_command *command, sx_err *err) {
  const sx_process_options options = {
      .argv = (const char *const *)command->argv,
      .environment = (const char *const *)command->environment,
      .keeps_input_open = true,
      .may_close_output = true,
      .stop_ms = STOP_MS,
      .on_output = on_output,
      .on_errors = on_errors,
      .on_report = on_report,
      .on_quiet = on_quiet,
      .on_end = on_end,
      .arg = command,
  };
  return sx_process_start(&command->process, &options, err);
}

sx_status sx_command_start(sx_command **out, sx_call *call, const sx_command_options *options,
                           sx_err *err) {
  sx_commands *commands = call->services->commands;
  *out = NULL;
  if (!commands->program || !sx_process_is_possible())
    return sx_fail(err, SX_NOT_FOUND, "Commands cannot be run on this system.");
  if (!call->consent)
    return sx_fail(err, SX_INTERNAL, "A command was to be started without consent.");
  sx_command *command = make(commands, options, &call->consent->prefix);
  if (!command) return sx_fail(err, SX_NOMEM, NULL);
  sx_status status = options->is_hidden ? SX_OK : sx_commands__add(commands, command);
  if (status) {
    sx_command_release(command);
    return sx_fail(err, status, NULL);
  }
  uv_mutex_lock(&command->mutex);
  command->live.port = options->is_hidden ? NULL : commands->port;
  sx_live__start(command);
  status = start_process(command, err);
  if (status) {
    command->end = SX_COMMAND_NOT_STARTED;
    command->is_over = true;
    sx_live__end(command);
  }
  uv_mutex_unlock(&command->mutex);
  if (status)
    sx_command_release(command);
  else
    *out = command;
  return status;
}

/* ---- use --------------------------------------------------------------------------------- */

sx_status sx_command_wait(sx_command *command, sx_call *call, uint64_t until_ms) {
  sx_status status = SX_OK;
  uint64_t now_ms;
  uv_mutex_lock(&command->mutex);
  while (!command->is_over && ((now_ms = sx_clock_ms()) < until_ms || !until_ms)) {
    uint64_t step_ms = until_ms && until_ms - now_ms < STEP_MS ? until_ms - now_ms : STEP_MS;
    (void)uv_cond_timedwait(&command->moved, &command->mutex, step_ms * 1000000);
    uv_mutex_unlock(&command->mutex);
    status = sx_port_call_check(call->wait);
    uv_mutex_lock(&command->mutex);
    if (status) break;
  }
  if (command->is_over) status = SX_OK;
  uv_mutex_unlock(&command->mutex);
  return status;
}

void sx_command_unwatch(sx_command *command) {
  uv_mutex_lock(&command->mutex);
  command->watch = NULL;
  uv_mutex_unlock(&command->mutex);
}

void sx_command_stop(sx_command *command, sx_command_end why) {
  uv_mutex_lock(&command->mutex);
  if (command->end == SX_COMMAND_RUNNING) command->end = why;
  sx_process *process = command->is_over ? NULL : command->process;
  if (process) sx_process_stop(process);
  uv_mutex_unlock(&command->mutex);
}

sx_command_state sx_command_get(sx_command *command) {
  uv_mutex_lock(&command->mutex);
  sx_command_state state = {
      .number = command->number,
      .text = sx_str_from(command->text),
      .folder = sx_str_from(command->folder),
      .is_background = command->is_background,
      .end = command->is_over ? command->end : SX_COMMAND_RUNNING,
      .exit_code = command->is_over ? command->exit_code : -1,
      .signal = command->signal,
      .ms = (command->is_over ? command->ended_ms : sx_clock_ms()) - command->started_ms,
      .left = command->left,
  };
  memcpy(state.why, command->why, sizeof state.why);
  uv_mutex_unlock(&command->mutex);
  /* Afterwards: nothing is added to them any more where it is over. */
  uv_mutex_lock(&command->outputs_mutex);
  for (int i = 0; i < SX_STREAMS; i++) {
    state.bytes[i] = sx_output_kept(&command->outputs[i]);
    state.lines[i] = sx_output_lines(&command->outputs[i]);
    state.is_cut[i] = command->outputs[i].is_cut;
  }
  uv_mutex_unlock(&command->outputs_mutex);
  return state;
}

sx_status sx_command_read(sx_command *command, sx_stream stream, uint64_t at, size_t len,
                          sx_buf *out) {
  uv_mutex_lock(&command->outputs_mutex);
  sx_status status = sx_output_read(&command->outputs[stream], at, len, out);
  uv_mutex_unlock(&command->outputs_mutex);
  return status;
}
