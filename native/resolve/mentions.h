#ifndef SX_RESOLVE_MENTIONS_H
#define SX_RESOLVE_MENTIONS_H

#include "workspace/call.h"

/** Files of the workspace whose texts contain a name, in code or elsewhere. */
typedef struct sx_mentions {
  sx_strs paths; /* ascending */
  bool is_cut;   /* there was no time to look into all files, or one is too large */
} sx_mentions;

/**
 * Looks for `count` names at once; out[i] is of names[i]. Unsaved texts count. Files that are
 * ignored or that settings hide, and what a package manager has installed, are passed over.
 *
 * Memory  in the call's arena.
 * Errors  CANCELLED, CLOSED, NOMEM. Files that are not read within `ms` set `is_cut`.
 * Cost    Files are read that may have a name by the index; without one, each file once while it
 *         stays as it is, then only its filter is asked.
 */
sx_status sx_mentions_find(sx_mentions *out, sx_call *call, const sx_str *names, size_t count,
                           uint64_t ms, sx_err *err) SX_MUST_USE;

#endif
