#include "change/store_disk.h"

#include "base/crc32c.h"

/*
 * All of a change, for this machine alone:
 *
 *   magic and version, 8 bytes; checksum of what follows, 8
 *   title, the number of toolsets and each, the number of files and each
 *
 * Numbers have 8 bytes, the lowest first; texts are their length and their bytes.
 */
#define MAGIC "SXCHANG1"
#define NUMBER_BYTES 8
#define HEADER_BYTES (2 * NUMBER_BYTES)
/* The least that a file takes: none of its texts has a byte. */
#define MIN_FILE_BYTES (9 * NUMBER_BYTES)

static void write_number(unsigned char *out, uint64_t number) {
  for (int i = 0; i < NUMBER_BYTES; i++) out[i] = (unsigned char)(number >> (8 * i));
}

static uint64_t read_number(const char *bytes) {
  uint64_t number = 0;
  for (int i = 0; i < NUMBER_BYTES; i++) number |= (uint64_t)(unsigned char)bytes[i] << (8 * i);
  return number;
}

static uint32_t checksum_of(sx_str bytes) {
  sx_crc32c crc;
  sx_crc32c_init(&crc);
  return sx_crc32c_add(&crc, 0, bytes.ptr, bytes.len);
}

/* ---- writing ------------------------------------------------------------------------------- */

static void add_number(sx_buf *out, uint64_t number) {
  unsigned char bytes[NUMBER_BYTES];
  write_number(bytes, number);
  sx_buf_add(out, sx_str_make((const char *)bytes, sizeof bytes));
}

static void add_text(sx_buf *out, sx_str text) {
  add_number(out, text.len);
  sx_buf_add(out, text);
}

static void add_file(sx_buf *out, const sx_file_change *file) {
  add_number(out, file->action);
  add_number(out, file->is_append);
  add_number(out, file->mode);
  add_text(out, file->path);
  add_text(out, file->new_path);
  add_text(out, file->language);
  add_text(out, file->before);
  add_text(out, file->after);
  add_text(out, file->bytes);
}

void sx_change__encode(const sx_change *change, sx_buf *out) {
  sx_buf_add_text(out, MAGIC);
  add_number(out, 0);
  add_text(out, change->title);
  add_number(out, change->toolsets.len);
  for (size_t i = 0; i < change->toolsets.len; i++) add_text(out, change->toolsets.items[i]);
  add_number(out, change->files.len);
  for (size_t i = 0; i < change->files.len; i++) add_file(out, &change->files.items[i]);
  if (out->status) return;
  sx_str body = sx_str_slice(sx_buf_str(out), HEADER_BYTES, out->len);
  write_number((unsigned char *)out->ptr + NUMBER_BYTES, checksum_of(body));
}

/* ---- reading ------------------------------------------------------------------------------- */

/* Sticky: after the first thing that does not fit all is empty. */
typedef struct reader {
  sx_str rest;
  bool is_bad;
} reader;

static uint64_t take_number(reader *r) {
  r->is_bad |= r->rest.len < NUMBER_BYTES;
  if (r->is_bad) return 0;
  uint64_t number = read_number(r->rest.ptr);
  r->rest = sx_str_slice(r->rest, NUMBER_BYTES, r->rest.len);
  return number;
}

static sx_str take_text(reader *r) {
  uint64_t len = take_number(r);
  r->is_bad |= len > r->rest.len;
  if (r->is_bad) return SX_STR("");
  sx_str text = sx_str_slice(r->rest, 0, (size_t)len);
  r->rest = sx_str_slice(r->rest, (size_t)len, r->rest.len);
  return text;
}

/* A count of things that have so many bytes at least. */
static uint64_t take_count(reader *r, size_t min_bytes) {
  uint64_t count = take_number(r);
  r->is_bad |= count > r->rest.len / min_bytes;
  return r->is_bad ? 0 : count;
}

static void take_file(reader *r, sx_file_change *out) {
  uint64_t action = take_number(r), is_append = take_number(r), mode = take_number(r);
  r->is_bad |= action > SX_ACTION_RENAME || is_append > 1 || mode > UINT32_MAX;
  out->action = r->is_bad ? SX_ACTION_EDIT : (sx_file_action)action;
  out->is_append = is_append == 1;
  out->mode = (uint32_t)mode;
  out->path = take_text(r);
  out->new_path = take_text(r);
  out->language = take_text(r);
  out->before = take_text(r);
  out->after = take_text(r);
  out->bytes = take_text(r);
  bool has_new_path = out->new_path.len > 0;
  r->is_bad |= !out->path.len || has_new_path != (out->action == SX_ACTION_RENAME);
}

sx_status sx_change__decode(sx_change *out, sx_str bytes, sx_arena *arena) {
  *out = (sx_change){.title = SX_STR("")};
  bool is_whole = bytes.len >= HEADER_BYTES && sx_str_has_prefix(bytes, SX_STR(MAGIC));
  reader r = {sx_str_slice(bytes, is_whole ? HEADER_BYTES : bytes.len, bytes.len), !is_whole};
  if (is_whole) r.is_bad = read_number(bytes.ptr + NUMBER_BYTES) != checksum_of(r.rest);
  out->title = take_text(&r);
  uint64_t toolsets = take_count(&r, NUMBER_BYTES);
  for (uint64_t i = 0; i < toolsets && !r.is_bad; i++) {
    sx_str *toolset = SX_ARRAY_ADD(&out->toolsets, arena);
    if (!toolset) return arena->status;
    *toolset = take_text(&r);
  }
  uint64_t files = take_count(&r, MIN_FILE_BYTES);
  for (uint64_t i = 0; i < files && !r.is_bad; i++) {
    sx_file_change *file = SX_ARRAY_ADD(&out->files, arena);
    if (!file) return arena->status;
    take_file(&r, file);
  }
  return r.is_bad || r.rest.len || !out->files.len ? SX_CORRUPT : SX_OK;
}
