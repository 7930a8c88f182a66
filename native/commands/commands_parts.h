#ifndef SX_COMMANDS_COMMANDS_PARTS_H
#define SX_COMMANDS_COMMANDS_PARTS_H

#include "commands/commands.h"
#include "os/process.h"
#include "text/secrets.h"

#include <uv.h>

/* The insides of commands/, for its files alone. */

/** A terminal of the editor is sent so much at once, and so often at most. */
#define SX_LIVE_BYTES ((size_t)64 * 1024)
#define SX_LIVE_MS 100u

typedef struct sx_live {
  sx_port *port; /* NULL: the window is closed */
  sx_buf text;   /* not sent yet */
  uint64_t left_out, sent_ms;
} sx_live;

struct sx_command {
  sx_commands *commands;
  uint64_t number;
  char *text, *folder, **argv, **environment;
  bool is_background;
  uint64_t started_ms;
  sx_process *process;

  uv_mutex_t outputs_mutex; /* for as long as the disk is used; not with `mutex` */
  sx_output outputs[SX_STREAMS];

  uv_mutex_t mutex;
  uv_cond_t moved;
  /* By `mutex`. */
  size_t holders; /* the list is one */
  sx_command_end end;
  bool is_over; /* nothing comes from its thread any more */
  int exit_code, signal;
  uint64_t ended_ms;
  size_t left;
  char why[256], report[32];
  size_t report_len;
  sx_command_watch watch;
  void *watch_arg;
  sx_live live;
};

typedef enum sx_sandbox_state {
  SX_SANDBOX_UNTRIED,
  SX_SANDBOX_WORKS,
  SX_SANDBOX_FAILS
} sx_sandbox_state;

struct sx_commands {
  uv_mutex_t mutex;
  char *temporary; /* a folder for what is /tmp in a sandbox; NULL: there is none yet */
  sx_sandbox_state sandbox;
  char why_open[512];
  bool has_told; /* an agent that it is not confined */
  sx_port *port;
  char *program;
  sx_command_environment environment;
  sx_secrets secrets; /* in it; the list is in `arena` */
  sx_arena arena;
  sx_command **items; /* the oldest first */
  size_t len, cap;
  uint64_t last_number;
};

/** Gives it a number, and a place in the list. NOMEM. */
sx_status sx_commands__add(sx_commands *commands, sx_command *command);

/* All with the command's lock. */
void sx_live__start(sx_command *command);
void sx_live__add(sx_command *command, sx_str bytes);
/** Sends what is waiting, if it is time or `must`. */
void sx_live__send(sx_command *command, bool must);
void sx_live__end(sx_command *command);

/** The lines of an end, such as "exit code 1", for people. */
void sx_command__describe_end(const sx_command *command, sx_buf *out);

#endif
