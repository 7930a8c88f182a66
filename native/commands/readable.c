#include "commands/readable.h"

#include "base/utf8.h"

#define MAX_BYTES ((size_t)64 * 1024 * 1024)

sx_status sx_readable_add(sx_call *call, sx_str bytes, sx_buf *out, sx_err *err) {
  (void)call;
  if (!sx_buf_reserve(out, bytes.len * 3 + 1)) return sx_fail(err, out->status, NULL);
  out->len += sx_utf8_repair(bytes.ptr, bytes.len, out->ptr + out->len);
  out->ptr[out->len] = '\0';
  return SX_OK;
}

sx_status sx_command_read_text(sx_call *call, sx_command *command, sx_stream stream, uint64_t at,
                               size_t len, sx_buf *out, sx_err *err) {
  sx_buf raw;
  sx_buf_init(&raw, MAX_BYTES);
  sx_status status = sx_command_read(command, stream, at, len, &raw);
  if (status) (void)sx_fail(err, status, "What the command wrote could not be read back.");
  if (!status) status = sx_readable_add(call, sx_buf_str(&raw), out, err);
  sx_buf_release(&raw);
  return status;
}
