#ifndef SX_COMMANDS_COMMANDS_H
#define SX_COMMANDS_COMMANDS_H

#include "commands/environment.h"
#include "commands/output.h"
#include "text/secrets.h"
#include "workspace/call.h"

/**
 * The commands that ran in a window, and those that do. Each has a number, is seen by people in a
 * terminal of the editor, and is ended with all that came from it when the window is: by
 * sextant-run, which does so even if this process is gone. All functions are for any thread.
 */
typedef struct sx_commands sx_commands;

sx_commands *sx_commands_new(void); /* NULL without memory */
/** Asks all that run to end, and waits for that a moment only. No call may run any more. */
void sx_commands_free(sx_commands *commands);
/**
 * `port` is where people's terminals are, `programs` the folder of sextant-run. Once, before the
 * first command. False without memory.
 */
bool sx_commands_set_up(sx_commands *commands, sx_port *port, sx_str programs);
const sx_command_environment *sx_commands_environment(const sx_commands *commands);
/** The secrets in that. */
const sx_secrets *sx_commands_secrets(const sx_commands *commands);

/* ---- one of them -------------------------------------------------------------------------- */

typedef struct sx_command sx_command;

typedef enum sx_stream { SX_STDOUT, SX_STDERR, SX_STREAMS } sx_stream;

/** Gets what a command writes as it comes, from its thread. */
typedef void (*sx_command_watch)(void *arg, sx_stream stream, sx_str bytes);

typedef struct sx_command_options {
  const sx_strs *argv;        /* its program is found as a shell finds it */
  const sx_strs *environment; /* "NAME=value", in addition to the window's; NULL: none */
  sx_str text;                /* as people read it */
  sx_str folder;              /* absolute */
  bool is_background;         /* it goes on after the call */
  bool is_hidden;             /* people do not see it: it is not the agent's */
  sx_command_watch watch;     /* or NULL */
  void *watch_arg;
} sx_command_options;

typedef enum sx_command_end {
  SX_COMMAND_RUNNING,
  SX_COMMAND_ENDED,      /* by itself, or by a signal of another program */
  SX_COMMAND_TIMED_OUT,  /* these two were asked to end, then killed */
  SX_COMMAND_STOPPED,    /* by an agent, a person, or as its call was cancelled */
  SX_COMMAND_NOT_STARTED /* `why` */
} sx_command_end;

typedef struct sx_command_state {
  uint64_t number;
  sx_str text, folder; /* borrowed from the command */
  bool is_background;
  sx_command_end end;
  int exit_code; /* -1: it runs, or a signal ended it */
  int signal;    /* 0: none */
  uint64_t ms;   /* that it ran, or has been running */
  size_t left;   /* processes that it left behind, which were ended */
  uint64_t bytes[SX_STREAMS], lines[SX_STREAMS];
  bool is_cut[SX_STREAMS];
  char why[256];
} sx_command_state;

/**
 * Starts it. The command is to be released; it is kept for a while afterwards, to be found by its
 * number.
 * Errors  NOMEM, IO; NOT_FOUND without sextant-run.
 */
sx_status sx_command_start(sx_command **out, sx_call *call, const sx_command_options *options,
                           sx_err *err) SX_MUST_USE;
void sx_command_release(sx_command *command);

/**
 * Waits for its end, at most until then (sx_clock_ms; 0: as long as the call lasts): OK also where
 * it still runs. CANCELLED, CLOSED, DEADLINE.
 */
sx_status sx_command_wait(sx_command *command, sx_call *call, uint64_t until_ms) SX_MUST_USE;
/** From now on nothing goes to its watch: when this returns, none is being called. */
void sx_command_unwatch(sx_command *command);
/** Has all of it ended; `why` is TIMED_OUT or STOPPED. Returns at once. */
void sx_command_stop(sx_command *command, sx_command_end why);

sx_command_state sx_command_get(sx_command *command);
/** As sx_output_read. */
sx_status sx_command_read(sx_command *command, sx_stream stream, uint64_t at, size_t len,
                          sx_buf *out) SX_MUST_USE;

/** A command of that number, to be released; NULL: there is none, or it is not kept any more. */
sx_command *sx_commands_find(sx_commands *commands, uint64_t number);
/** Those in the background, running or not, the oldest first; to be released. NOMEM. */
sx_status sx_commands_list(sx_commands *commands, sx_command ***out, size_t *count,
                           sx_arena *arena) SX_MUST_USE;

#endif
