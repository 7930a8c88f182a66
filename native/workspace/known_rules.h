#ifndef SX_WORKSPACE_KNOWN_RULES_H
#define SX_WORKSPACE_KNOWN_RULES_H

#include "base/buf.h"
#include "workspace/ignore_scope.h"
#include "workspace/known_files.h"

/**
 * The rules of single paths below a folder of the workspace, as a walk finds them: for one call,
 * while they do not change. Used by one thread.
 */
typedef struct sx_known_rules {
  sx_call *call;
  sx_arena arena; /* of the rules: there may be very many paths */
  sx_buf path;    /* of the question, absolute */
  sx_str root;    /* real path */
  sx_git_tracked_list *tracked;
  const struct sx_glob *excluded; /* NULL: the settings hide nothing */
  sx_ignore_scope top;            /* of what is in the root */
  /* The folder that was asked about last, relative. */
  sx_str folder;
  bool has_folder, is_folder_listed;
  const sx_ignore_scope *scope;
} sx_known_rules;

/** `*is_hidden`: the root itself is. Release it in any case. NOMEM. */
sx_status sx_known_rules_init(sx_known_rules *rules, sx_call *call, sx_str root,
                              bool *is_hidden) SX_MUST_USE;
void sx_known_rules_release(sx_known_rules *rules);

/**
 * Whether a walk would list the path (relative) if it were a file or link, or enter it as a folder.
 * Reads the rules of the folders above it. `path` is borrowed until the next one. NOMEM.
 */
sx_status sx_known_rules_ask(sx_known_rules *rules, sx_str path, bool is_folder,
                             bool *is_listed) SX_MUST_USE;

#endif
