#include "memory/redact.h"

#include "base/buf.h"
#include "text/secrets.h"

/* Each secret may be shorter than what is shown instead. */
#define MAX_BYTES ((size_t)1 << 20)

sx_str sx_memory_redact(sx_str text, sx_arena *arena) {
  sx_buf out;
  sx_buf_init(&out, MAX_BYTES);
  (void)!sx_secrets_redact(&out, text, NULL); /* `out` keeps the status */
  return sx_buf_keep(&out, arena);
}
