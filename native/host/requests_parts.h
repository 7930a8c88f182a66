#ifndef SX_HOST_REQUESTS_PARTS_H
#define SX_HOST_REQUESTS_PARTS_H

/* Shared by the files of typed requests; not for tools. */

#include "base/buf.h"
#include "host/json.h"
#include "host/requests.h"

/** Posts `op` with a JSON array of arguments, and releases it. The slot. */
size_t sx_batch__post(sx_batch *batch, const char *op, sx_buf *args);

/** Posts `op` without arguments. The slot. */
size_t sx_batch__post_alone(sx_batch *batch, const char *op);

/** An open array of arguments that begins with `text`, to be posted. */
sx_buf sx_batch__text_args(sx_str text);

/** Closes the array, and posts it. The slot. */
size_t sx_batch__post_list(sx_batch *batch, const char *op, sx_buf *args);

/** Posts `op` with one argument, the list of `paths`. The slot. */
size_t sx_batch__post_paths(sx_batch *batch, const char *op, const sx_strs *paths);

/** The reply's list or object, deleted by the caller; NULL with `*status` when there is none. */
cJSON *sx_batch__fetch(const sx_batch *batch, size_t slot, bool is_list, sx_status *status,
                       sx_err *err);
/** Deletes `root`; NOMEM when copying out of it found no memory. */
sx_status sx_batch__end_fetch(const sx_batch *batch, cJSON *root, sx_err *err);

/** Four numbers from `item` on: start line and character, end line and character. */
sx_range16 sx_batch__read_range(const cJSON **item);

/** Objects with `extension` and `active`; nothing where it is not a list. */
void sx_batch__read_servers(sx_host_servers *out, const cJSON *list, sx_arena *arena);

#endif
