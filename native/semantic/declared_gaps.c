#include "semantic/declared.h"

#include "os/clock.h"
#include "os/file.h"
#include "os/file_text.h"
#include "text/occurrences.h"

#define MAX_BYTES ((size_t)32 << 20)
/* As text, and decoded. */
#define FILE_BYTES (3 * MAX_BYTES)
#define READ_MS 1000

typedef enum sight { HAS_NOT, HAS, UNREAD } sight;

static sx_status look_into(sight *out, sx_str path, sx_str name, sx_arena *arena) {
  sx_str bytes, text;
  sx_buf decoded;
  sx_status status = sx_file_read(&bytes, path, MAX_BYTES, arena, NULL);
  *out = UNREAD;
  if (status) return status == SX_NOMEM ? status : SX_OK;
  sx_buf_init(&decoded, 2 * MAX_BYTES);
  if (sx_file_text_decode(&text, &decoded, bytes, &status))
    *out = sx_occurrences_has(text, name, sx_language_find(SX_STR(""), path)) ? HAS : HAS_NOT;
  sx_buf_release(&decoded);
  return status;
}

sx_status sx_declared_gaps_search(const sx_declared_gaps *gaps, sx_call *call, sx_str name,
                                  bool *has_none, sx_str *first, sx_err *err) {
  uint64_t begin_ms = sx_clock_ms();
  *first = SX_STR("");
  *has_none = false;
  size_t without = 0;
  for (size_t i = 0; i < gaps->paths.len && !first->len; i++) {
    sx_arena scratch;
    sight seen;
    sx_status status = sx_port_call_check(call->wait);
    if (status) return sx_fail(err, status, NULL);
    if (sx_clock_since_ms(begin_ms) > READ_MS) break;
    sx_arena_init(&scratch, FILE_BYTES);
    status = look_into(&seen, gaps->paths.items[i], name, &scratch);
    sx_arena_release(&scratch);
    if (status) return sx_fail(err, status, NULL);
    if (seen == HAS) *first = gaps->paths.items[i];
    without += seen == HAS_NOT;
  }
  *has_none = without == gaps->paths.len;
  return SX_OK;
}
