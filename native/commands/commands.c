#include "commands/commands_parts.h"

#include "base/mem.h"
#include "os/clock.h"
#include "os/temporary.h"

#ifdef _WIN32
#define PROGRAM "sextant-run.exe"
#else
#define PROGRAM "sextant-run"
#endif

/* So many that have ended are kept for what they wrote. */
#define MAX_ENDED 32
/* A window that closes waits so long for its commands: sextant-run goes on to end them. */
#define CLOSE_MS 300u
#define MAX_SECRETS_BYTES ((size_t)1 << 20)

static bool take_secrets(sx_commands *commands) {
  sx_status status = SX_OK;
  for (size_t i = 0; i < commands->environment.count && !status; i++) {
    sx_str variable = sx_str_from(commands->environment.variables[i]);
    size_t end = sx_str_find_char(variable, '=', 1);
    if (end == SX_STR_NONE) continue;
    status = sx_secrets_add(&commands->secrets, sx_str_slice(variable, 0, end),
                            sx_str_slice(variable, end + 1, variable.len), &commands->arena, NULL);
  }
  return !status;
}

const sx_secrets *sx_commands_secrets(const sx_commands *commands) {
  return &commands->secrets;
}

sx_commands *sx_commands_new(void) {
  sx_commands *commands = sx_calloc(1, sizeof *commands);
  if (!commands) return NULL;
  sx_arena_init(&commands->arena, MAX_SECRETS_BYTES);
  if (!sx_command_environment_take(&commands->environment)) goto no_environment;
  if (take_secrets(commands) && !uv_mutex_init(&commands->mutex)) return commands;
  sx_command_environment_release(&commands->environment);
no_environment:
  sx_arena_release(&commands->arena);
  sx_free(commands);
  return NULL;
}

bool sx_commands_set_up(sx_commands *commands, sx_port *port, sx_str programs) {
  sx_buf program;
  commands->port = port;
  if (commands->program || !programs.len) return true;
  sx_buf_init(&program, SIZE_MAX / 2);
  sx_buf_addf(&program, "%.*s/" PROGRAM, SX_STR_ARG(programs));
  commands->program = program.status ? NULL : sx_str_copy(sx_buf_str(&program));
  sx_buf_release(&program);
  return commands->program;
}

const sx_command_environment *sx_commands_environment(const sx_commands *commands) {
  return &commands->environment;
}

/* Nothing of it goes to the editor any more. */
static void close_one(sx_command *command) {
  uv_mutex_lock(&command->mutex);
  command->live.port = NULL;
  command->watch = NULL;
  uv_mutex_unlock(&command->mutex);
  sx_command_stop(command, SX_COMMAND_STOPPED);
}

/* One that has not ended is left to its thread, with what that uses. */
static void leave(sx_command *command, uint64_t until_ms) {
  uint64_t now_ms;
  uv_mutex_lock(&command->mutex);
  while (!command->is_over && (now_ms = sx_clock_ms()) < until_ms)
    (void)uv_cond_timedwait(&command->moved, &command->mutex, (until_ms - now_ms) * 1000000);
  bool is_over = command->is_over;
  uv_mutex_unlock(&command->mutex);
  if (is_over)
    sx_command_release(command);
  else
    (void)sx_process_free(command->process, 0);
}

void sx_commands_free(sx_commands *commands) {
  if (!commands) return;
  for (size_t i = 0; i < commands->len; i++) close_one(commands->items[i]);
  uint64_t until_ms = sx_clock_ms() + CLOSE_MS;
  for (size_t i = 0; i < commands->len; i++) leave(commands->items[i], until_ms);
  if (commands->temporary) sx_temporary_remove_later(commands->temporary);
  sx_free(commands->temporary);
  sx_free(commands->items);
  sx_free(commands->program);
  sx_command_environment_release(&commands->environment);
  sx_arena_release(&commands->arena);
  uv_mutex_destroy(&commands->mutex);
  sx_free(commands);
}

/* ---- the list ---------------------------------------------------------------------------- */

static bool is_over(sx_command *command) {
  uv_mutex_lock(&command->mutex);
  bool is = command->is_over;
  uv_mutex_unlock(&command->mutex);
  return is;
}

static bool make_room(sx_commands *commands) {
  if (commands->len < commands->cap) return true;
  size_t cap = commands->cap ? commands->cap * 2 : 16;
  sx_command **items = sx_realloc(commands->items, cap * sizeof *items);
  if (!items) return false;
  commands->items = items;
  commands->cap = cap;
  return true;
}

/* Takes the oldest of those that have ended, where there are too many, out of the list. */
static sx_command *forget_one(sx_commands *commands) {
  size_t ended = 0, oldest = SIZE_MAX;
  for (size_t i = 0; i < commands->len; i++) {
    if (!is_over(commands->items[i])) continue;
    ended++;
    if (oldest == SIZE_MAX) oldest = i;
  }
  if (ended <= MAX_ENDED) return NULL;
  sx_command *command = commands->items[oldest];
  commands->len--;
  for (size_t i = oldest; i < commands->len; i++) commands->items[i] = commands->items[i + 1];
  return command;
}

static void hold(sx_command *command) {
  uv_mutex_lock(&command->mutex);
  command->holders++;
  uv_mutex_unlock(&command->mutex);
}

sx_status sx_commands__add(sx_commands *commands, sx_command *command) {
  uv_mutex_lock(&commands->mutex);
  sx_command *forgotten = forget_one(commands);
  bool has_room = make_room(commands);
  if (has_room) {
    command->number = ++commands->last_number;
    hold(command);
    commands->items[commands->len++] = command;
  }
  uv_mutex_unlock(&commands->mutex);
  sx_command_release(forgotten);
  return has_room ? SX_OK : SX_NOMEM;
}

sx_command *sx_commands_find(sx_commands *commands, uint64_t number) {
  sx_command *found = NULL;
  uv_mutex_lock(&commands->mutex);
  for (size_t i = 0; i < commands->len && !found; i++)
    if (commands->items[i]->number == number) found = commands->items[i];
  if (found) hold(found);
  uv_mutex_unlock(&commands->mutex);
  return found;
}

sx_status sx_commands_list(sx_commands *commands, sx_command ***out, size_t *count,
                           sx_arena *arena) {
  *count = 0;
  uv_mutex_lock(&commands->mutex);
  *out = sx_arena_calloc(arena, commands->len + 1, sizeof **out);
  for (size_t i = 0; i < commands->len && *out; i++) {
    if (!commands->items[i]->is_background) continue;
    hold(commands->items[i]);
    (*out)[(*count)++] = commands->items[i];
  }
  uv_mutex_unlock(&commands->mutex);
  return *out ? SX_OK : arena->status;
}
