#include "commands/readable.h"

#include "text/terminal.h"

#define MAX_BYTES ((size_t)64 * 1024 * 1024)

sx_status sx_readable_add(sx_call *call, sx_str bytes, sx_buf *out, sx_err *err) {
  sx_buf plain;
  sx_buf_init(&plain, MAX_BYTES);
  sx_status status = sx_terminal_resolve(&plain, bytes);
  const sx_secrets *secrets = sx_commands_secrets(call->services->commands);
  if (!status) status = sx_secrets_redact(out, sx_buf_str(&plain), secrets);
  sx_buf_release(&plain);
  return status ? sx_fail(err, status, NULL) : SX_OK;
}

/* Without these a terminal shows the lines as they are. */
static bool has_controls(sx_str bytes) {
  for (size_t i = 0; i < bytes.len; i++) {
    unsigned char c = (unsigned char)bytes.ptr[i];
    if (c < ' ' && c != '\n' && c != '\t') return true;
  }
  return false;
}

/* Each line as if it were alone, so that none is written over. */
static sx_status resolve_lines(sx_buf *out, sx_str bytes) {
  sx_status status = SX_OK;
  if (!has_controls(bytes)) return sx_terminal_resolve(out, bytes);
  while (bytes.len && !status) {
    size_t end = sx_str_find_char(bytes, '\n', 0);
    size_t len = end == SX_STR_NONE ? bytes.len : end;
    status = sx_terminal_resolve(out, sx_str_slice(bytes, 0, len));
    if (end != SX_STR_NONE) sx_buf_add_char(out, '\n');
    bytes = sx_str_slice(bytes, end == SX_STR_NONE ? len : len + 1, bytes.len);
  }
  return status ? status : out->status;
}

/* Secrets are looked for in all of it: a key goes over several lines. */
sx_status sx_readable_add_lines(sx_call *call, sx_str bytes, sx_buf *out, sx_err *err) {
  sx_buf plain;
  sx_buf_init(&plain, MAX_BYTES);
  sx_status status = resolve_lines(&plain, bytes);
  const sx_secrets *secrets = sx_commands_secrets(call->services->commands);
  if (!status) status = sx_secrets_redact_lines(out, sx_buf_str(&plain), secrets);
  sx_buf_release(&plain);
  return status ? sx_fail(err, status, NULL) : SX_OK;
}

sx_status sx_command_read_text(sx_call *call, sx_command *command, sx_stream stream, uint64_t at,
                               size_t len, sx_buf *out, sx_err *err) {
  sx_buf raw;
  sx_buf_init(&raw, MAX_BYTES);
  sx_status status = sx_command_read(command, stream, at, len, &raw);
  if (status) (void)sx_fail(err, status, "The output of the command could not be read back.");
  if (!status) status = sx_readable_add(call, sx_buf_str(&raw), out, err);
  sx_buf_release(&raw);
  return status;
}
