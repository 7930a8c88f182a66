#ifndef SX_OS_PROCESS_H
#define SX_OS_PROCESS_H

#include "base/status.h"
#include "base/str.h"

#include <stdbool.h>
#include <stdint.h>

/**
 * A program that runs beside this process, on a thread of its own: nothing blocks the caller.
 *
 * It gets texts on its standard input, what it writes comes to a callback, and it is always reaped,
 * by its own number: the other children of this process are none of our business.
 * It inherits its streams, the environment, and descriptors that this process was itself
 * given to pass on. No signal reaches this process, whenever the program dies.
 */
typedef struct sx_process sx_process;

#define SX_PROCESS_LINE_BYTES ((size_t)4096)
#define SX_PROCESS_COMPLAINT_BYTES ((size_t)1000)
#define SX_PROCESS_STOP_MS 2000u
#define SX_PROCESS_QUIET_MS 50u

typedef struct sx_process_end {
  sx_status status; /* NOT_FOUND, NOT_READABLE (not executable), NOMEM, IO: it did not start */
  int exit_code;    /* -1: it did not start, or a signal ended it */
  int signal;       /* that ended it; 0: none */
  bool was_stopped; /* by sx_process_stop, _kill or _free, or as it was idle */
  sx_str complaint; /* the first line of its standard error, or why it did not start; cut */
} sx_process_end;

typedef struct sx_process_options {
  const char *const *argv; /* ends with NULL; argv[0] is an absolute path. Borrowed until the end */
  char *input;             /* of sx_malloc, or NULL; taken where starting succeeds */
  size_t input_bytes;
  bool keeps_input_open; /* its standard input stays open after the input: closing asks it to end */
  bool may_close_output; /* it goes on without output; else it is killed some seconds later */
  uint64_t stop_ms;      /* for its end once it was asked to; 0: SX_PROCESS_STOP_MS */
  const char *const *environment; /* ends with NULL; borrowed until the end. NULL: the process's */
  uint64_t idle_ms; /* it is stopped when it was given and has written nothing for so long; 0: never
                     */
  /* All from the process's thread. A line comes without its end, cut at SX_PROCESS_LINE_BYTES. */
  void (*on_line)(void *arg, sx_str line);    /* or NULL */
  void (*on_output)(void *arg, sx_str bytes); /* instead of lines; or NULL */
  void (*on_errors)(void *arg, sx_str bytes); /* all of its standard error, beside the complaint */
  void (*on_report)(void *arg, sx_str bytes); /* what it writes to descriptor 3, if this is set */
  /* After output, when it has written nothing for SX_PROCESS_QUIET_MS; or NULL. */
  void (*on_quiet)(void *arg);
  void (*on_end)(void *arg, const sx_process_end *end); /* or NULL; once, the last call */
  void *arg;
} sx_process_options;

/** Whether this system is one on which programs can be started. */
bool sx_process_is_possible(void);

/**
 * Returns at once; that the program is missing is reported by `on_end`.
 * Errors  NOMEM, IO without a thread or descriptors; nothing is taken or called then.
 */
sx_status sx_process_start(sx_process **out, const sx_process_options *options,
                           sx_err *err) SX_MUST_USE;
/**
 * Gives it more, where its input stays open. False: it has ended, or was stopped, or what it was
 * given before is not on its way yet; nothing is taken then.
 */
bool sx_process_give(sx_process *process, char *input, size_t input_bytes);
/** Closes its standard input, and kills it where it has not ended two seconds later. Returns at
 * once.
 */
void sx_process_stop(sx_process *process);
/** Kills it without asking. Returns at once. */
void sx_process_kill(sx_process *process);
/**
 * Stops it and waits until it is reaped and `on_end` has returned. Not from a callback.
 *
 * False after `wait_ms`, as it hangs in a file system: its thread is left behind, which reaps it
 * when that is possible. No callback begins then any more, but what they use must stay, as one may
 * be running.
 */
bool sx_process_free(sx_process *process, uint64_t wait_ms);

#endif
