#include "bridge/frame.h"

#include "base/mem.h"

/* A reader that had to grow past this gives the memory back after the message. */
#define KEEP_BYTES ((size_t)1024 * 1024)

sx_line *sx_line_new(sx_str text) {
  sx_line *line = sx_malloc(sizeof *line + text.len + 1);
  if (!line) return NULL;
  line->refs = 1;
  line->len = text.len + 1;
  memcpy(line->bytes, text.ptr, text.len);
  line->bytes[text.len] = '\n';
  return line;
}

sx_line *sx_line_hold(sx_line *line) {
  line->refs++;
  return line;
}

void sx_line_drop(sx_line *line) {
  if (line && --line->refs == 0) sx_free(line);
}

static void begin_line(sx_reader *reader) {
  if (reader->line.cap > KEEP_BYTES) sx_buf_release(&reader->line);
  sx_buf_clear(&reader->line);
  sx_envelope_init(&reader->envelope);
  reader->is_blank = true;
}

void sx_reader_init(sx_reader *reader, sx_message_handler handler, void *ctx) {
  /* One more than a message: room for the "\r" of a line end. */
  sx_buf_init(&reader->line, SX_MESSAGE_MAX_BYTES + 1);
  reader->is_stopped = false;
  reader->handler = handler;
  reader->ctx = ctx;
  begin_line(reader);
}

void sx_reader_release(sx_reader *reader) {
  sx_buf_release(&reader->line);
}

void sx_reader_stop(sx_reader *reader) {
  reader->is_stopped = true;
}

static bool is_blank(sx_str bytes) {
  for (size_t i = 0; i < bytes.len; i++)
    if (bytes.ptr[i] != ' ' && bytes.ptr[i] != '\t' && bytes.ptr[i] != '\r') return false;
  return true;
}

/** The line is complete. `text` is all of it, or only empty when it was not kept. */
static void end_line(sx_reader *reader, sx_str text, sx_status status) {
  if (!reader->is_blank) {
    if (text.len && text.ptr[text.len - 1] == '\r') text.len--;
    if (text.len > SX_MESSAGE_MAX_BYTES) status = SX_TOO_BIG;
    sx_envelope_finish(&reader->envelope);
    sx_message message = {status ? SX_STR("") : text, &reader->envelope, status};
    reader->handler(reader->ctx, &message);
  }
  begin_line(reader);
}

static void scan(sx_reader *reader, sx_str bytes) {
  reader->is_blank = reader->is_blank && is_blank(bytes);
  sx_envelope_feed(&reader->envelope, bytes);
}

void sx_reader_feed(sx_reader *reader, sx_str bytes) {
  while (bytes.len && !reader->is_stopped) {
    size_t end = sx_str_find_char(bytes, '\n', 0);
    sx_str piece = sx_str_slice(bytes, 0, end); /* SX_STR_NONE: all of it */
    scan(reader, piece);
    if (end == SX_STR_NONE) {
      sx_buf_add(&reader->line, piece);
      return;
    }
    if (!reader->line.len && !reader->line.status) {
      end_line(reader, piece, SX_OK); /* whole in these bytes: nothing to copy */
    } else {
      sx_buf_add(&reader->line, piece);
      end_line(reader, sx_buf_str(&reader->line), reader->line.status);
    }
    bytes = sx_str_slice(bytes, end + 1, bytes.len);
  }
}

void sx_reader_finish(sx_reader *reader) {
  if (reader->is_stopped) return;
  end_line(reader, sx_buf_str(&reader->line), reader->line.status);
  sx_reader_stop(reader);
}
