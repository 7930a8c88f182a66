#ifndef SX_BASE_BUF_H
#define SX_BASE_BUF_H

#include "base/status.h"
#include "base/str.h"

#include <stdint.h>

struct sx_arena;

/**
 * Owned bytes that grow, always followed by a NUL that does not count.
 *
 * Life     sx_buf_init, writes, then sx_buf_release (or sx_buf_detach).
 * Errors   Sticky: the first failed write sets `status` (NOMEM, or TOO_BIG past `max`) and
 *          later writes do nothing. Write on, and check `status` once at the end.
 * Empty    `ptr` is never NULL.
 */
typedef struct sx_buf {
  char *ptr;
  size_t len;
  size_t cap; /* 0: `ptr` is a static empty string */
  size_t max; /* bytes */
  sx_status status;
} sx_buf;

/** An empty buffer that may grow to `max_bytes`. Allocates nothing. */
void sx_buf_init(sx_buf *buf, size_t max_bytes);
void sx_buf_release(sx_buf *buf);
/** Forgets contents and status, keeps the memory. */
void sx_buf_clear(sx_buf *buf);
/** Makes room for `extra` more bytes; false (and sticky status) when that fails. */
bool sx_buf_reserve(sx_buf *buf, size_t extra);

void sx_buf_add(sx_buf *buf, sx_str s);
void sx_buf_add_char(sx_buf *buf, char c);
void sx_buf_add_text(sx_buf *buf, const char *text);
void sx_buf_add_repeat(sx_buf *buf, char c, size_t count);
void sx_buf_add_codepoint(sx_buf *buf, uint32_t codepoint);
/** A number as a person reads it: 78,255. */
void sx_buf_add_count(sx_buf *buf, uint64_t count);
void sx_buf_addf(sx_buf *buf, const char *format, ...) SX_PRINTF(2, 3);
void sx_buf_addv(sx_buf *buf, const char *format, va_list args);
/** Cuts to `len` bytes (more than there is: nothing happens). */
void sx_buf_truncate(sx_buf *buf, size_t len);

/** The contents, borrowed until the next write. */
static inline sx_str sx_buf_str(const sx_buf *buf) {
  return sx_str_make(buf->ptr, buf->len);
}

/** A copy of the contents in `arena`, which gets the status as its own where it has none; releases
 * the buffer. */
sx_str sx_buf_keep(sx_buf *buf, struct sx_arena *arena);
/** Gives up the memory: NUL-terminated, caller frees with sx_free; NULL when out of memory. */
char *sx_buf_detach(sx_buf *buf);

#endif
