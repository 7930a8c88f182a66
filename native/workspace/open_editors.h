#ifndef SX_WORKSPACE_OPEN_EDITORS_H
#define SX_WORKSPACE_OPEN_EDITORS_H

#include "base/map.h"
#include "host/requests.h"

/*
 * The files that a person has in tabs: of several declarations that fit a name equally well, the
 * one that is open is more likely meant.
 */

#define SX_MAX_OPEN_EDITORS ((size_t)50)

typedef struct sx_open_editors {
  sx_map places; /* the files and their folders; in the batch's arena */
} sx_open_editors;

typedef enum sx_open_place {
  SX_OPEN_NOT,
  SX_OPEN_BESIDE, /* in the folder of one that is open */
  SX_OPEN_FILE
} sx_open_place;

/** Takes the reply to sx_batch_open_editors. An editor that does not answer has none. NOMEM. */
sx_status sx_open_editors_take(sx_open_editors *out, sx_batch *batch, size_t slot,
                               sx_err *err) SX_MUST_USE;
/** SX_OPEN_NOT where `editors` was never filled. */
sx_open_place sx_open_editors_find(const sx_open_editors *editors, sx_str path);

#endif
