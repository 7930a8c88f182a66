#ifndef SX_HOST_SIGNATURES_H
#define SX_HOST_SIGNATURES_H

#include "host/requests.h"

/* Signatures at the parentheses of a call. Batches as in host/requests.h. */

typedef struct sx_host_parameter {
  sx_str label, documentation; /* documentation may be empty */
} sx_host_parameter;

typedef struct sx_host_signature {
  sx_str label, documentation;
  uint32_t active_parameter;
  SX_ARRAY(sx_host_parameter) parameters;
} sx_host_signature;

typedef struct sx_host_signatures {
  uint32_t active;
  SX_ARRAY(sx_host_signature) items; /* none: the position is in no call that a server knows */
} sx_host_signatures;

size_t sx_batch_signatures(sx_batch *batch, sx_str path, sx_pos16 at);

/** HOST, NOMEM. */
sx_status sx_batch_get_signatures(sx_batch *batch, size_t slot, sx_host_signatures *out,
                                  sx_err *err) SX_MUST_USE;

#endif
