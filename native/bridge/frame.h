#ifndef SX_BRIDGE_FRAME_H
#define SX_BRIDGE_FRAME_H

#include "base/buf.h"
#include "bridge/envelope.h"

/*
 * The framing of MCP's stdio transport: one JSON message a line, "\n" or "\r\n".
 */

/** The most that one message may take, its line end not counted. */
#define SX_MESSAGE_MAX_BYTES ((size_t)16 * 1024 * 1024)

/** One message with its line end, kept as long as it is referenced. Not shared by threads. */
typedef struct sx_line {
  size_t refs;
  size_t len; /* with the line end */
  char bytes[];
} sx_line;

/** A line of `text` and "\n", with one reference; NULL when memory is out. */
sx_line *sx_line_new(sx_str text);
sx_line *sx_line_hold(sx_line *line);
/** Lets go; NULL is fine. */
void sx_line_drop(sx_line *line);

/** A line that arrived. All of it is borrowed until the handler returns. */
typedef struct sx_message {
  sx_str text; /* without the line end; empty when the message was not kept */
  const sx_envelope *envelope;
  sx_status status; /* OK; TOO_BIG or NOMEM: not kept, but its envelope was read to the end */
} sx_message;

typedef void (*sx_message_handler)(void *ctx, const sx_message *message);

/**
 * Cuts bytes into messages, in pieces of any size.
 *
 * Life     sx_reader_init, sx_reader_feed as bytes come, sx_reader_release.
 * Memory   Grows to the longest message seen, SX_MESSAGE_MAX_BYTES at most; big ones are let go.
 * Calls    `handler` for each line that is not blank. It may call sx_reader_stop, after which
 *          the rest of the bytes is ignored, but not release the reader.
 */
typedef struct sx_reader {
  sx_buf line;
  sx_envelope envelope;
  bool is_blank; /* only white space so far */
  bool is_stopped;
  sx_message_handler handler;
  void *ctx;
} sx_reader;

void sx_reader_init(sx_reader *reader, sx_message_handler handler, void *ctx);
void sx_reader_release(sx_reader *reader);
void sx_reader_feed(sx_reader *reader, sx_str bytes);
/** No more bytes will come: a last line without a line end counts as a message. */
void sx_reader_finish(sx_reader *reader);
void sx_reader_stop(sx_reader *reader);

#endif
