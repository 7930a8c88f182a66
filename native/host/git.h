#ifndef SX_HOST_GIT_H
#define SX_HOST_GIT_H

#include "host/requests.h"

/** A repository, as the editor's git extension has it. */
typedef struct sx_host_repository {
  sx_str root, branch, commit; /* branch: empty if HEAD is on none */
  sx_strs changed;             /* paths, untracked files too */
} sx_host_repository;
typedef SX_ARRAY(sx_host_repository) sx_host_repositories;

/** `is_fresh`: git looks at the files first; else the list may be some seconds old. */
size_t sx_batch_repositories(sx_batch *batch, bool is_fresh);
/** None where git is off. In the batch's arena. */
sx_status sx_batch_get_repositories(sx_batch *batch, size_t slot, sx_host_repositories *out,
                                    sx_err *err) SX_MUST_USE;

#endif
