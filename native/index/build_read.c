#include "base/utf8.h"
#include "index/build_parts.h"
#include "os/clock.h"
#include "os/file_stream.h"
#include "os/file_text.h"

static sx_index_stamp stamp_of(const sx_file_info *info) {
  return (sx_index_stamp){.size_bytes = info->size_bytes,
                          .mtime_ns = info->mtime_ns,
                          .ctime_ns = info->changed_ns,
                          .inode = info->inode};
}

/** How much of a piece ends with a whole character. */
static size_t whole_bytes(sx_file_text_kind kind, sx_str piece) {
  if (kind == SX_FILE_TEXT_BYTES) return sx_utf8_floor(piece.ptr, piece.len, piece.len);
  size_t len = piece.len - piece.len % 2;
  if (len < 2) return len;
  char high = piece.ptr[kind == SX_FILE_TEXT_U16_BIG ? len - 2 : len - 1];
  bool is_half = ((unsigned char)high & 0xFC) == 0xD8;
  return is_half ? len - 2 : len;
}

/** A piece of the text as it is searched; false where it is not UTF-8. */
static bool decode(sx_build_worker *w, sx_file_text_kind kind, sx_str *piece, sx_status *status) {
  if (kind == SX_FILE_TEXT_BYTES) return sx_utf8_is_valid(piece->ptr, piece->len);
  sx_buf_clear(&w->decoded);
  if (!sx_buf_reserve(&w->decoded, SX_BUILD_PIECE_BYTES / 2 * 3 + 3)) {
    *status = SX_NOMEM;
    return false;
  }
  size_t len =
      sx_utf8_from_u16(piece->ptr, piece->len, kind == SX_FILE_TEXT_U16_BIG, w->decoded.ptr);
  *piece = sx_str_make(w->decoded.ptr, len);
  return true;
}

/**
 * Reads the text to its end, or until it is seen that the file cannot be covered. NOT_READABLE
 * where reading failed; another error ends all.
 */
static sx_status read_text(sx_build_worker *w, const sx_file_stream *stream,
                           sx_index_state *state) {
  sx_file_text_kind kind = SX_FILE_TEXT_BYTES;
  size_t kept = 0, got, mark_bytes = 0;
  uint64_t bytes = 0;
  *state = SX_INDEX_OPEN;
  for (bool is_first = true, is_end = false; !is_end; is_first = false) {
    size_t room = SX_BUILD_PIECE_BYTES - kept;
    sx_status status = sx_file_stream_read(stream, w->bytes + kept, room, &got);
    if (status) return status;
    is_end = got < room;
    bytes += got;
    if (bytes > SX_INDEX_MAX_FILE_BYTES) return SX_OK;
    sx_str piece = sx_str_make(w->bytes, kept + got);
    if (is_first) kind = sx_file_text_kind_of(piece, &mark_bytes);
    if (kind == SX_FILE_TEXT_BINARY) {
      *state = SX_INDEX_BINARY;
      return SX_OK;
    }
    if (is_first) piece = sx_str_slice(piece, mark_bytes, piece.len);
    size_t used = is_end ? piece.len : whole_bytes(kind, piece);
    sx_str text = sx_str_slice(piece, 0, used);
    if (!decode(w, kind, &text, &status)) return status;
    status = sx_collector_add(w->collector, text);
    if (!status) status = sx_build__progress(w->builder, 0, got);
    if (status) return status;
    kept = piece.len - used;
    if (kept) memmove(w->bytes, piece.ptr + used, kept);
  }
  *state = SX_INDEX_COVERED;
  return SX_OK;
}

/** Reads an open file between two looks at it. */
static sx_status read_open_file(sx_build_worker *w, const sx_file_stream *stream,
                                sx_build_file *file, sx_index_state *state) {
  sx_file_info after;
  sx_collector_begin_file(w->collector);
  sx_status status = read_text(w, stream, state);
  sx_status ended = sx_collector_end_file(w->collector, &file->blocks);
  if (ended || (status && status != SX_NOT_READABLE)) return status ? status : ended;
  if (!status) status = sx_file_stream_stat(stream, &after);
  if (status == SX_NOMEM) return status;
  sx_index_stamp stamp = {0};
  if (!status) stamp = stamp_of(&after);
  if (status || !sx_index_stamp_is_same(&stamp, &file->stamp)) {
    *state = SX_INDEX_OPEN;
    file->stamp = (sx_index_stamp){0};
  }
  return SX_OK;
}

static const char *absolute_path(sx_build_worker *w, sx_str path) {
  sx_buf_clear(&w->path);
  sx_buf_add(&w->path, w->builder->build->root);
  sx_buf_add_char(&w->path, '/');
  sx_buf_add(&w->path, path);
  return w->path.status || memchr(path.ptr, 0, path.len) ? NULL : w->path.ptr;
}

sx_status sx_build__read_file(sx_build_worker *w, size_t number) {
  const sx_index_build *build = w->builder->build;
  sx_build_file *file = &w->builder->files[number];
  sx_str path = build->paths->items[number];
  sx_file_stream stream;
  sx_file_info info;
  sx_index_state state = SX_INDEX_OPEN;
  file->state = SX_INDEX_OPEN;
  const char *name = absolute_path(w, path);
  if (w->path.status == SX_NOMEM) return SX_NOMEM;
  if (!name) return SX_OK; /* no file has such a name */
  bool is_poisoned = build->is_poisoned && build->is_poisoned(build->arg, path);
  if (build->begin && !is_poisoned) build->begin(build->arg, w->index, path);
  sx_status status = sx_file_stream_open(&stream, &info, name);
  if (status == SX_NOMEM) return status;
  file->stamp = stamp_of(&info);
  if (status) return SX_OK;
  if (!build->trusts_young && sx_index_stamp_is_young(&file->stamp, sx_clock_day_ns()))
    file->stamp = (sx_index_stamp){0};
  else if (!is_poisoned && info.size_bytes <= SX_INDEX_MAX_FILE_BYTES)
    status = read_open_file(w, &stream, file, &state);
  sx_file_stream_close(&stream);
  file->state = (uint8_t)state;
  return status;
}
