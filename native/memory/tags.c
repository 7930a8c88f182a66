#include "memory/tags.h"

#include "base/byte.h"
#include "base/utf8.h"
#include "memory/checkpoints.h"
#include "text/clean.h"
#include "text/secrets.h"

#define SHOWN_BYTES 40

static sx_status add(sx_strs *out, sx_str tag, sx_arena *arena, sx_err *err) {
  while (sx_str_at(tag, 0) == '#') tag = sx_str_slice(tag, 1, tag.len);
  tag = sx_str_trim(tag);
  if (!tag.len) return SX_OK;
  if (tag.len > SX_CHECKPOINT_MAX_TAG_BYTES)
    return sx_fail(err, SX_INVALID_ARGUMENT,
                   "The tag that begins '%.*s' has %zu bytes; a tag may have %d. Shorten it.",
                   SX_STR_ARG(sx_utf8_cut(tag, SHOWN_BYTES)), tag.len, SX_CHECKPOINT_MAX_TAG_BYTES);
  sx_status status = sx_strs_add_new(out, tag, arena, err);
  if (status || out->len <= SX_CHECKPOINT_MAX_TAGS) return status;
  return sx_fail(err, SX_INVALID_ARGUMENT, "tags takes up to %d tags.", SX_CHECKPOINT_MAX_TAGS);
}

sx_status sx_memory_read_tags(sx_strs *out, sx_call *call, const cJSON *list, sx_err *err) {
  const cJSON *item;
  sx_status status = SX_OK;
  sx_arena *arena = call->arena;
  cJSON_ArrayForEach (item, list) {
    sx_str given = sx_text_clean(sx_str_from(cJSON_GetStringValue(item)), arena);
    sx_str rest = sx_secrets_redact_note(given, arena);
    while (rest.len && !status) {
      size_t end = 0;
      while (end < rest.len && !sx_byte_is_one_of(rest.ptr[end], ",\n")) end++;
      status = add(out, sx_str_slice(rest, 0, end), arena, err);
      rest = sx_str_slice(rest, end + 1, rest.len);
    }
  }
  if (!status && arena->status) status = sx_fail(err, arena->status, NULL);
  return status;
}
