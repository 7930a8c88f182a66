#include "indexer/text.h"

#include "base/buf.h"
#include "os/file_text.h"

static bool is_as_indexed(const sx_file_stream *stream, const sx_index_stamp *stamp) {
  sx_file_info info;
  if (sx_file_stream_stat(stream, &info)) return false;
  const sx_index_stamp now = {info.size_bytes, info.mtime_ns, info.changed_ns, info.inode};
  return sx_index_stamp_is_same(&now, stamp);
}

/* All of it, or of a file that does not begin with the head the first bytes. */
static sx_status read_bytes(sx_str head, const sx_file_stream *stream, char *out, size_t room,
                            size_t *got) {
  size_t first = room < head.len ? 0 : head.len;
  sx_status status = sx_file_stream_read(stream, out, first, got);
  if (status || *got < first || memcmp(out, head.ptr, first) != 0) return status;
  status = sx_file_stream_read(stream, out + first, room - first, got);
  *got += first;
  return status;
}

sx_status sx_indexer_text_read(sx_str *text, bool *is_same, const sx_file_stream *stream,
                               const sx_index_stamp *stamp, sx_str head, sx_arena *arena) {
  size_t room = (size_t)stamp->size_bytes + 1, got;
  sx_buf decoded;
  char *bytes = sx_arena_alloc(arena, room);
  *is_same = false;
  if (!bytes) return SX_NOMEM;
  sx_status status = read_bytes(head, stream, bytes, room, &got);
  if (status || got == room || !is_as_indexed(stream, stamp))
    return status == SX_NOMEM ? status : SX_OK;
  sx_buf_init(&decoded, room * 2);
  if (sx_file_text_decode(text, &decoded, sx_str_make(bytes, got), &status)) {
    *is_same = true;
    if (text->ptr == decoded.ptr) *text = sx_arena_dup(arena, *text);
  }
  sx_buf_release(&decoded);
  return status ? status : arena->status;
}
