#ifndef SX_COMMANDS_PROGRAM_H
#define SX_COMMANDS_PROGRAM_H

#include "commands/approve.h"
#include "commands/commands.h"

/** A program that a tool runs to its end, and what came of it. */
typedef struct sx_program {
  sx_strs argv;        /* argv[0]: a name in PATH, or an absolute path */
  sx_str folder;       /* absolute: where it runs */
  sx_strs environment; /* "NAME=value": in addition to the window's own */
  uint64_t timeout_ms; /* 0: as long as the call lasts; else the call lasts so long, too */
  void (*on_output)(void *arg, bool is_stderr, sx_str bytes); /* from another thread; or NULL */
  void *arg;
  bool is_hidden; /* people do not see it: it is not the agent's */
} sx_program;

#define SX_PROGRAM_MAX_BYTES ((size_t)32 * 1024 * 1024)

typedef struct sx_program_end {
  bool has_started; /* false: `why` */
  int exit_code;    /* -1: a signal ended it, or it did not start */
  int signal;       /* 0: none */
  bool is_timed_out;
  sx_str out, err; /* raw, in the call's arena; cut at SX_PROGRAM_MAX_BYTES each */
  bool is_cut;
  sx_str why; /* a sentence */
} sx_program_end;

/**
 * Runs it to its end, with all that comes from it; nothing is on its standard input. People see it
 * in a terminal. The caller has asked for approval (sx_commands_ask).
 * Errors  CANCELLED, CLOSED, DEADLINE: it is being ended; NOMEM, IO.
 */
sx_status sx_program_run(sx_call *call, const sx_program *program, sx_program_end *end,
                         sx_err *err) SX_MUST_USE;

/** Both streams, the errors after the output. Borrowed, or in the call's arena. */
sx_str sx_program_both(sx_call *call, const sx_program_end *end);

/** Has the call last as long as a program may, and long enough for an answer. */
void sx_program_extend(sx_call *call, uint64_t timeout_ms);
/**
 * Waits for the end of a command that may take so long (0: as long as the call lasts), and ends it
 * where that was too short. As sx_command_wait.
 */
sx_status sx_program_await(sx_call *call, sx_command *command, uint64_t timeout_ms) SX_MUST_USE;

/** The absolute path of a program in PATH; empty where there is none. Looks at the disk. */
sx_str sx_program_find(sx_call *call, sx_str name);

/** Words as a shell reads them: quoted where needed. In the call's arena. */
sx_str sx_program_quote(sx_call *call, const sx_strs *argv);

/** A message beside the call's progress, such as "12 tests passed so far"; never waits. */
void sx_program_progress(sx_call *call, sx_str message);

/** A private folder for what programs write, until the call ends. Absolute. IO, NOMEM. */
sx_status sx_program_scratch(sx_call *call, sx_str *folder, sx_err *err) SX_MUST_USE;
/** Removes it, if there is one; by the engine, at the end of the call. */
void sx_program_scratch_end(sx_call *call);

#endif
