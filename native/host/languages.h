#ifndef SX_HOST_LANGUAGES_H
#define SX_HOST_LANGUAGES_H

#include "host/requests.h"

/* The languages that the editor knows. Batches as in host/requests.h. */

typedef struct sx_host_language {
  sx_str id;
  sx_strs files;           /* extensions with their dot, and whole file names; lower case */
  sx_host_servers servers; /* as sx_batch_language_servers */
} sx_host_language;

/** In the order in which extensions bring them: where two want a file name, the last has it. */
typedef SX_ARRAY(sx_host_language) sx_host_languages;

size_t sx_batch_languages(sx_batch *batch);

/** HOST, NOMEM. */
sx_status sx_batch_get_languages(sx_batch *batch, size_t slot, sx_host_languages *out,
                                 sx_err *err) SX_MUST_USE;

#endif
