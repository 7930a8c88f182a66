#ifndef SX_MARKDOWN_WRITER_H
#define SX_MARKDOWN_WRITER_H

#include "base/arena.h"
#include "base/str.h"

/**
 * Bytes that grow in an arena. Errors are sticky in the arena: write on, check
 * `arena->status` once at the end.
 */
typedef struct sx_writer {
  char *ptr;
  size_t len, cap;
  sx_arena *arena;
} sx_writer;

static inline void sx_writer_init(sx_writer *writer, sx_arena *arena) {
  *writer = (sx_writer){NULL, 0, 0, arena};
}

/** Makes room for `extra` more bytes; false when the arena refuses. */
bool sx_writer_reserve(sx_writer *writer, size_t extra);
void sx_writer_add_repeat(sx_writer *writer, char c, size_t count);

static inline void sx_writer_add(sx_writer *writer, sx_str s) {
  if (s.len > writer->cap - writer->len && !sx_writer_reserve(writer, s.len)) return;
  if (s.len) memcpy(writer->ptr + writer->len, s.ptr, s.len);
  writer->len += s.len;
}

static inline void sx_writer_add_char(sx_writer *writer, char c) {
  if (writer->len == writer->cap && !sx_writer_reserve(writer, 1)) return;
  writer->ptr[writer->len++] = c;
}

static inline sx_str sx_writer_str(const sx_writer *writer) {
  return sx_str_make(writer->ptr, writer->len);
}

/** The last byte written, 0 when there is none. */
static inline char sx_writer_last(const sx_writer *writer) {
  return writer->len ? writer->ptr[writer->len - 1] : 0;
}

#endif
