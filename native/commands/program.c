#include "commands/program.h"

#include "base/folder.h"
#include "host/json.h"
#include "os/clock.h"
#include "os/file.h"
#include "os/temporary.h"

/* After its time: for its end, and for the answer. */
#define END_MS 6000u
#define ANSWER_MS 10000u
#define ANY_EXECUTE 0111u

typedef struct watched {
  const sx_program *program;
} watched;

static void watch(void *arg, sx_stream stream, sx_str bytes) {
  const sx_program *program = ((watched *)arg)->program;
  program->on_output(program->arg, stream == SX_STDERR, bytes);
}

static sx_status take_output(sx_call *call, sx_command *command, sx_stream stream, sx_str *out) {
  sx_buf bytes;
  sx_buf_init(&bytes, SX_PROGRAM_MAX_BYTES);
  sx_status status = sx_command_read(command, stream, 0, SX_PROGRAM_MAX_BYTES, &bytes);
  if (!status) *out = sx_arena_dup(call->arena, sx_buf_str(&bytes));
  sx_buf_release(&bytes);
  return status ? status : call->arena->status;
}

static sx_status take_end(sx_call *call, sx_command *command, sx_program_end *end, sx_err *err) {
  sx_command_state state = sx_command_get(command);
  *end = (sx_program_end){
      .has_started = state.end != SX_COMMAND_NOT_STARTED,
      .exit_code = state.exit_code,
      .signal = state.signal,
      .is_timed_out = state.end == SX_COMMAND_TIMED_OUT,
      .why = sx_arena_dup(call->arena, sx_str_from(state.why)),
  };
  for (int i = 0; i < SX_STREAMS; i++)
    end->is_cut |= state.is_cut[i] || state.bytes[i] > SX_PROGRAM_MAX_BYTES;
  sx_status status = take_output(call, command, SX_STDOUT, &end->out);
  if (!status) status = take_output(call, command, SX_STDERR, &end->err);
  return status ? sx_fail(err, status, NULL) : SX_OK;
}

sx_str sx_program_both(sx_call *call, const sx_program_end *end) {
  if (!end->err.len) return end->out;
  if (!end->out.len) return end->err;
  return sx_arena_printf(call->arena, "%.*s\n%.*s", SX_STR_ARG(end->out), SX_STR_ARG(end->err));
}

void sx_program_extend(sx_call *call, uint64_t timeout_ms) {
  uint64_t left_ms = sx_port_call_remaining_ms(call->wait), wanted_ms = timeout_ms + ANSWER_MS;
  if (left_ms < wanted_ms) sx_port_call_extend(call->wait, wanted_ms - left_ms);
}

sx_status sx_program_await(sx_call *call, sx_command *command, uint64_t timeout_ms) {
  uint64_t until_ms = timeout_ms ? sx_clock_ms() + timeout_ms : 0;
  sx_status status = sx_command_wait(command, call, until_ms);
  if (status || sx_command_get(command).end != SX_COMMAND_RUNNING) return status;
  sx_command_stop(command, SX_COMMAND_TIMED_OUT);
  return sx_command_wait(command, call, sx_clock_ms() + END_MS);
}

sx_status sx_program_run(sx_call *call, const sx_program *program, sx_program_end *end,
                         sx_err *err) {
  watched to = {program};
  const sx_command_options options = {
      .argv = &program->argv,
      .environment = &program->environment,
      .text = sx_program_quote(call, &program->argv),
      .folder = program->folder,
      .is_hidden = program->is_hidden,
      .watch = program->on_output ? watch : NULL,
      .watch_arg = &to,
  };
  sx_command *command;
  *end = (sx_program_end){.exit_code = -1};
  if (program->timeout_ms) sx_program_extend(call, program->timeout_ms);
  if (call->arena->status) return sx_fail(err, call->arena->status, NULL);
  sx_status status = sx_command_start(&command, call, &options, err);
  if (status) return status;
  status = sx_program_await(call, command, program->timeout_ms);
  sx_command_unwatch(command);
  if (status) {
    sx_command_stop(command, SX_COMMAND_STOPPED);
    (void)sx_fail(err, status, NULL);
  } else {
    status = take_end(call, command, end, err);
  }
  sx_command_release(command);
  return status;
}

/* ---- names and words ---------------------------------------------------------------------- */

static bool is_program(sx_str path) {
  sx_file_info info = {0};
  return !sx_file_stat(&info, path, NULL) && info.is_regular && (info.mode & ANY_EXECUTE);
}

sx_str sx_program_find(sx_call *call, sx_str name) {
  const sx_command_environment *environment = sx_commands_environment(call->services->commands);
  sx_str folders = sx_command_environment_get(environment, SX_STR("PATH"));
  if (!name.len || sx_str_find_char(name, '/', 0) != SX_STR_NONE)
    return name.len && name.ptr[0] == '/' && is_program(name) ? name : SX_STR("");
  while (folders.len) {
    size_t end = sx_str_find_char(folders, ':', 0);
    sx_str folder = end == SX_STR_NONE ? folders : sx_str_slice(folders, 0, end);
    folders = end == SX_STR_NONE ? SX_STR("") : sx_str_slice(folders, end + 1, folders.len);
    if (!folder.len || folder.ptr[0] != '/') continue;
    sx_str path = sx_arena_printf(call->arena, "%.*s/%.*s", SX_STR_ARG(folder), SX_STR_ARG(name));
    if (path.len && is_program(path)) return path;
  }
  return SX_STR("");
}

static bool is_plain(sx_str word) {
  static const char others[] = "-_./=:,+@%";
  for (size_t i = 0; i < word.len; i++) {
    unsigned char c = (unsigned char)word.ptr[i];
    bool is_word = (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z') || c >= 0x80;
    if (!is_word && (!c || !strchr(others, c))) return false;
  }
  return word.len > 0;
}

static size_t quote(char *out, sx_str word) {
  size_t len = 0;
  out[len++] = '\'';
  for (size_t i = 0; i < word.len; i++) {
    static const char escaped[] = "'\\''";
    if (word.ptr[i] != '\'') {
      out[len++] = word.ptr[i];
      continue;
    }
    memcpy(out + len, escaped, sizeof escaped - 1);
    len += sizeof escaped - 1;
  }
  out[len++] = '\'';
  return len;
}

sx_str sx_program_quote(sx_call *call, const sx_strs *argv) {
  size_t most = 1, len = 0;
  for (size_t i = 0; i < argv->len; i++) most += argv->items[i].len * 4 + 3;
  char *line = sx_arena_alloc(call->arena, most);
  if (!line) return SX_STR("");
  for (size_t i = 0; i < argv->len; i++) {
    sx_str word = argv->items[i];
    if (i) line[len++] = ' ';
    if (!is_plain(word)) {
      len += quote(line + len, word);
      continue;
    }
    memcpy(line + len, word.ptr, word.len);
    len += word.len;
  }
  line[len] = '\0';
  return sx_str_make(line, len);
}

/* ---- beside it ---------------------------------------------------------------------------- */

void sx_program_progress(sx_call *call, sx_str message) {
  sx_buf args;
  sx_buf_init(&args, 64 * 1024);
  sx_buf_addf(&args, "[%llu,", (unsigned long long)call->id);
  sx_json_write_str(&args, message);
  sx_buf_add_char(&args, ']');
  if (!args.status && call->id) sx_port_tell(call->wait, "callProgress", sx_buf_str(&args));
  sx_buf_release(&args);
}

sx_status sx_program_scratch(sx_call *call, sx_str *folder, sx_err *err) {
  sx_status status = SX_OK;
  if (!call->scratch.len) status = sx_temporary_make(&call->scratch, call->arena, err);
  *folder = call->scratch;
  return status;
}

void sx_program_scratch_end(sx_call *call) {
  if (call->scratch.len) sx_temporary_remove(call->scratch, call->arena);
  call->scratch = SX_STR("");
}
