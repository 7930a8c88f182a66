#ifndef SX_BRIDGE_REPLY_H
#define SX_BRIDGE_REPLY_H

#include "base/buf.h"
#include "bridge/frame.h"

/* The JSON that the bridge writes itself. */

/** Codes of JSON-RPC, and one of ours for what is wrong with the window. */
typedef enum sx_rpc_code {
  SX_RPC_PARSE_ERROR = -32700,
  SX_RPC_INVALID_REQUEST = -32600,
  SX_RPC_INTERNAL_ERROR = -32603,
  SX_RPC_NO_WINDOW = -32001
} sx_rpc_code;

/** Writes `text` in quotes. */
void sx_json_write_string(sx_buf *out, sx_str text);

/** Writes a member of a message as JSON: a string, a number, else null. */
void sx_json_write_member(sx_buf *out, const sx_member *member);

/**
 * An error answer to the request `id` (NULL: null); the caller releases it. NULL when memory is
 * out. `data` is JSON, or empty for none.
 */
sx_line *sx_reply_error(const sx_member *id, sx_rpc_code code, sx_str message, sx_str data);

/** A result (JSON) as the answer to `id`; the caller releases it. NULL: no memory. */
sx_line *sx_reply_result(const sx_member *id, sx_str result);

/** {"method": `method`} as a notification. */
sx_line *sx_reply_notification(const char *method);

/** Cancels the window's request `id` at the client. */
sx_line *sx_reply_cancelled(const sx_member *id, const char *reason);

#endif
