#include "semantic/page.h"

#include <stdlib.h>

sx_status sx_page_begin(size_t *first, sx_str cursor, uint32_t hash, size_t count, sx_err *err) {
  char *dot = NULL, *end = NULL;
  *first = 0;
  if (!cursor.len) return SX_OK;
  unsigned long long index = strtoull(cursor.ptr, &dot, 10);
  unsigned long long given = *dot == '.' ? strtoull(dot + 1, &end, 16) : 0;
  if (!end || *end)
    return sx_fail(err, SX_INVALID_ARGUMENT,
                   "cursor must be copied unchanged from the previous answer.");
  if (given != hash || index > count)
    return sx_fail(
        err, SX_CONFLICT,
        "The list has changed since the answer with this cursor. Call again without it.");
  *first = (size_t)index;
  return SX_OK;
}

void sx_page_end(sx_answer *answer, uint32_t hash, size_t next, size_t count) {
  char cursor[40];
  if (next >= count) return;
  snprintf(cursor, sizeof cursor, "%zu.%08x", next, hash);
  answer->is_truncated = true;
  cJSON_AddStringToObject(answer->facts, "cursor", cursor);
  sx_buf_addf(&answer->text, "[%zu more: cursor=\"%s\"]\n", count - next, cursor);
}
