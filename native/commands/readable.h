#ifndef SX_COMMANDS_READABLE_H
#define SX_COMMANDS_READABLE_H

#include "commands/commands.h"

/**
 * Appends the bytes [at, at + len) of a stream to `out` as text: as a terminal would show it at the
 * end, without secrets, in valid UTF-8. IO; NOMEM, TOO_BIG.
 */
sx_status sx_command_read_text(sx_call *call, sx_command *command, sx_stream stream, uint64_t at,
                               size_t len, sx_buf *out, sx_err *err) SX_MUST_USE;

/** The same of bytes. */
sx_status sx_readable_add(sx_call *call, sx_str bytes, sx_buf *out, sx_err *err) SX_MUST_USE;
/** The same line by line: `out` gets as many lines, also where one would be written over. */
sx_status sx_readable_add_lines(sx_call *call, sx_str bytes, sx_buf *out, sx_err *err) SX_MUST_USE;

#endif
