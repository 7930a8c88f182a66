#ifndef SX_RESOLVE_MENTIONS_H
#define SX_RESOLVE_MENTIONS_H

#include "workspace/call.h"

/** Files of the workspace whose texts contain a name, in code or elsewhere. */
typedef struct sx_mentions {
  sx_strs paths;     /* ascending */
  bool is_cut;       /* not all files were looked into */
  bool is_late;      /* as there was no time */
  sx_str too_large;  /* the first file that is; or empty */
  sx_str unreadable; /* the first source that is; or empty */
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

/** Files with a name, one after the other. */
typedef struct sx_mentions_visit {
  sx_str name;
  uint64_t ms; /* for all of them */
  /* A text of now that has the name; borrowed until it returns. Another status than OK ends it. */
  sx_status (*take)(void *arg, sx_str path, sx_str text, sx_err *err);
  void *arg;
  const bool *is_enough; /* set by `take`: other files are not looked into; or NULL */
} sx_mentions_visit;
/** The same, with their texts; by path, those with unsaved edits first. Errors of `take`, too. */
sx_status sx_mentions_each(sx_mentions *out, sx_call *call, const sx_mentions_visit *visit,
                           sx_err *err) SX_MUST_USE;

#endif
