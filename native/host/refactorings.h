#ifndef SX_HOST_REFACTORINGS_H
#define SX_HOST_REFACTORINGS_H

#include "host/edits.h"

/*
 * Renames and code actions of language servers. Only sx_batch_run_code_action changes anything.
 * Batches as in host/requests.h.
 */

/** The edits of a provider, for one version of each file, in any order. */
typedef struct sx_host_planned {
  sx_host_file_edits files; /* CREATE with its text, or with edits of an empty one */
  bool is_partial;          /* it has parts that are not in `files`: cells of notebooks, say */
  bool has_snippet;         /* one of those parts is a snippet, with places to fill in */
} sx_host_planned;

/** A code action that is offered at a place: the editor gives neither disabled ones, nor for what.
 */
typedef struct sx_host_action_row {
  sx_str title, kind; /* kind may be empty: a command */
  sx_str command;     /* what it runs beside or instead of its edit; may be empty */
  bool is_preferred;
  bool has_edit; /* false also where only resolving it gives one */
  size_t index;  /* in the editor's list */
} sx_host_action_row;

typedef SX_ARRAY(sx_host_action_row) sx_host_actions;

/** Which of the actions at a place is meant: by its index in the list and its title. */
typedef struct sx_host_action_choice {
  sx_str path;
  sx_range16 range;
  sx_str kind; /* the filter that the list was asked with; may be empty */
  size_t index;
  sx_str title;
} sx_host_action_choice;

typedef struct sx_host_resolved_action {
  bool is_found; /* false: it is not offered any more */
  bool has_edit;
  sx_str command;
  sx_host_planned planned;
} sx_host_resolved_action;

/** HOST with the provider's reason where nothing can be renamed. */
size_t sx_batch_rename(sx_batch *batch, sx_str path, sx_pos16 at, sx_str new_name);
size_t sx_batch_code_actions(sx_batch *batch, sx_str path, sx_range16 range, sx_str kind);
size_t sx_batch_resolve_code_action(sx_batch *batch, const sx_host_action_choice *choice);
/** Runs its command, which may do anything. True: it was there. */
size_t sx_batch_run_code_action(sx_batch *batch, const sx_host_action_choice *choice);

/* HIDDEN where the edits change what the call must not show. */
sx_status sx_batch_get_planned(sx_batch *batch, size_t slot, sx_host_planned *out,
                               sx_err *err) SX_MUST_USE;
sx_status sx_batch_get_actions(sx_batch *batch, size_t slot, sx_host_actions *out,
                               sx_err *err) SX_MUST_USE;
sx_status sx_batch_get_resolved_action(sx_batch *batch, size_t slot, sx_host_resolved_action *out,
                                       sx_err *err) SX_MUST_USE;
sx_status sx_batch_get_was_run(sx_batch *batch, size_t slot, bool *out, sx_err *err) SX_MUST_USE;

#endif
