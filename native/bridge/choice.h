#ifndef SX_BRIDGE_CHOICE_H
#define SX_BRIDGE_CHOICE_H

#include "base/buf.h"
#include "bridge/windows.h"

/** The folders that the agent works in. */
typedef struct sx_wish {
  const sx_str *folders; /* real paths, at least one; borrowed */
  size_t count;
  bool is_explicit; /* named by --workspace, not only the current directory */
} sx_wish;

typedef enum sx_choice_kind {
  SX_CHOICE_FOUND,
  SX_CHOICE_NONE,      /* `folder` is open nowhere */
  SX_CHOICE_AMBIGUOUS, /* several windows, or none that has all the folders, fit as well */
  SX_CHOICE_BROKEN     /* Sextant could not start in the window that is meant */
} sx_choice_kind;

typedef struct sx_choice {
  sx_choice_kind kind;
  const sx_window *window;  /* FOUND, BROKEN */
  bool is_guess;            /* the folders do not decide: it is the only one, or was used last */
  sx_str folder;            /* NONE: the one that is missing */
  const sx_window **others; /* those that could be meant, of NONE all; in the arena */
  size_t other_count;
} sx_choice;

/**
 * The window that the wish means. For each folder the windows with the longest folder that is
 * it or holds it fit; if there are none, those that have a folder inside of it. The window must
 * fit all folders. A wish that is not explicit takes any window when nothing fits. If
 * several fit, it is the one that a person used last, if their files contain the time.
 * NOMEM.
 */
sx_status sx_choose_window(sx_choice *out, const sx_window_list *windows, const sx_wish *wish,
                           sx_arena *arena) SX_MUST_USE;

/** The code that an agent sees for a choice that failed: no_window, ambiguous_window or
 * broken_window. */
const char *sx_choice_code(sx_choice_kind kind);

/**
 * Says why there is no window and what to do: a sentence or two in `message`, and in `data`
 * JSON with the code, the folders and the open windows.
 */
void sx_choice_explain(const sx_choice *choice, const sx_window_list *windows, const sx_wish *wish,
                       sx_buf *message, sx_buf *data);

#endif
