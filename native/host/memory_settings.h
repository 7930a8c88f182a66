#ifndef SX_HOST_MEMORY_SETTINGS_H
#define SX_HOST_MEMORY_SETTINGS_H

#include "host/requests.h"

/* The settings sextant.memory.*. Batches as in host/requests.h. */

typedef struct sx_memory_settings {
  bool is_in_workspace; /* notes are files of the workspace */
  bool is_trusted;      /* the workspace is, by the person */
} sx_memory_settings;

size_t sx_batch_memory_settings(sx_batch *batch);
/** HOST, NOMEM. */
sx_status sx_batch_get_memory_settings(sx_batch *batch, size_t slot, sx_memory_settings *out,
                                       sx_err *err) SX_MUST_USE;

#endif
