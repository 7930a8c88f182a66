#include "meaning/file.h"

#include "base/mem.h"

/* On a file system that is not known to be local it is read into memory, up to this size. */
#define MAX_COPIED ((size_t)256 << 20)
#define MAX_CHECKSUM_BYTES ((size_t)64 << 20)

/* ---- writing ------------------------------------------------------------------------------ */

sx_status sx_meaning_out_open(sx_meaning_out *o, const char *path, sx_err *err) {
  static const unsigned char header[SX_MEANING_HEADER_BYTES];
  sx_crc32c_init(&o->crc);
  sx_buf_init(&o->checksums, MAX_CHECKSUM_BYTES);
  sx_status status = sx_file_out_open(&o->out, sx_str_from(path), false, err);
  /* Its place; what it says is known at the end. */
  if (!status) sx_file_out_add(&o->out, header, sizeof header);
  return status;
}

void sx_meaning_out_begin(sx_meaning_out *o, sx_meaning_section section) {
  o->section = (size_t)section + 1;
  o->sections[section].at = o->body_bytes;
}

static void end_page(sx_meaning_out *o) {
  unsigned char bytes[4];
  sx_store32(bytes, o->checksum);
  sx_buf_add(&o->checksums, sx_str_make((const char *)bytes, sizeof bytes));
  o->checksum = 0;
  o->page_bytes = 0;
}

void sx_meaning_out_add(sx_meaning_out *o, const void *bytes, size_t len) {
  const unsigned char *from = bytes;
  sx_file_out_add(&o->out, from, len);
  o->body_bytes += len;
  o->sections[o->section - 1].len += len;
  while (len) {
    size_t piece = (size_t)(SX_MEANING_PAGE_BYTES - o->page_bytes);
    if (piece > len) piece = len;
    o->checksum = sx_crc32c_add(&o->crc, o->checksum, from, piece);
    o->page_bytes += piece;
    from += piece;
    len -= piece;
    if (o->page_bytes == SX_MEANING_PAGE_BYTES) end_page(o);
  }
}

static void write_header(sx_meaning_out *o, const sx_meaning_head *head) {
  unsigned char header[SX_MEANING_HEADER_BYTES], *p = header + 48;
  sx_store64(header, SX_MEANING_MAGIC);
  sx_store32(header + 8, SX_MEANING_VERSION);
  sx_store32(header + 12, head->mark);
  sx_store64(header + 16, o->body_bytes);
  sx_store64(header + 24, head->entries);
  sx_store64(header + 32, head->units);
  sx_store64(header + 40, head->terms);
  for (size_t i = 0; i < SX_MEANING_FIELDS; i++, p += 8) sx_store64(p, head->sums[i]);
  for (size_t i = 0; i < SX_MEANING_SECTIONS; i++, p += 16) {
    sx_store64(p, o->sections[i].at);
    sx_store64(p + 8, o->sections[i].len);
  }
  sx_store32(p, sx_crc32c_add(&o->crc, 0, o->checksums.ptr, o->checksums.len));
  sx_store32(p + 4, sx_crc32c_add(&o->crc, 0, header, sizeof header - 4));
  sx_file_out_put(&o->out, 0, header, sizeof header);
}

sx_status sx_meaning_out_end(sx_meaning_out *o, const sx_meaning_head *head, sx_err *err) {
  if (o->page_bytes) end_page(o);
  sx_status status = o->checksums.status ? sx_fail(err, o->checksums.status, NULL) : SX_OK;
  if (!status) {
    sx_file_out_add(&o->out, o->checksums.ptr, o->checksums.len);
    write_header(o, head);
    sx_file_out_sync(&o->out);
    status = sx_file_out_check(&o->out, err);
  }
  if (!status) sx_file_out_close(&o->out);
  sx_meaning_out_discard(o);
  return status;
}

void sx_meaning_out_discard(sx_meaning_out *o) {
  sx_file_out_discard(&o->out);
  sx_buf_release(&o->checksums);
}

/* ---- reading ------------------------------------------------------------------------------ */

static bool read_sections(sx_meaning_in *in, const unsigned char *p) {
  uint64_t at = 0;
  for (size_t i = 0; i < SX_MEANING_SECTIONS; i++, p += 16) {
    const sx_meaning_place place = {sx_load64(p), sx_load64(p + 8)};
    if (place.at != at || place.len > in->body_bytes - at) return false;
    in->sections[i] = place;
    at += place.len;
  }
  return at == in->body_bytes;
}

/* Whether the sections have the size that so many entries and units have. */
static bool fits(const sx_meaning_in *in) {
  const sx_meaning_place *places = in->sections;
  const sx_meaning_head *head = &in->head;
  uint64_t groups = (head->terms + SX_MEANING_GROUP - 1) / SX_MEANING_GROUP;
  return head->entries < UINT32_MAX && head->units < UINT32_MAX && head->terms < UINT32_MAX &&
         places[SX_MEANING_UNITS].len == head->units * SX_MEANING_UNIT_BYTES &&
         places[SX_MEANING_FIRST_UNITS].len == (head->entries + 1) * 4 &&
         places[SX_MEANING_STATES].len == head->entries &&
         places[SX_MEANING_DIRECTIONS].len == head->units * SX_WORDS_DIM &&
         places[SX_MEANING_GROUPS].len == groups * SX_MEANING_GROUP_BYTES;
}

static bool read_header(sx_meaning_in *in, uint32_t mark) {
  if (in->map.len < SX_MEANING_HEADER_BYTES) return false;
  const unsigned char *p = in->map.bytes, *end = p + SX_MEANING_HEADER_BYTES;
  if (sx_load64(p) != SX_MEANING_MAGIC || sx_load32(p + 8) != SX_MEANING_VERSION) return false;
  if (sx_load32(end - 4) != sx_crc32c_add(&in->crc, 0, p, SX_MEANING_HEADER_BYTES - 4))
    return false;
  uint64_t rest = in->map.len - SX_MEANING_HEADER_BYTES;
  in->head = (sx_meaning_head){.mark = sx_load32(p + 12),
                               .entries = sx_load64(p + 24),
                               .units = sx_load64(p + 32),
                               .terms = sx_load64(p + 40)};
  in->body_bytes = sx_load64(p + 16);
  if (in->head.mark != mark || in->body_bytes > rest) return false;
  in->page_count =
      in->body_bytes / SX_MEANING_PAGE_BYTES + (in->body_bytes % SX_MEANING_PAGE_BYTES != 0);
  if (rest - in->body_bytes != in->page_count * 4) return false;
  size_t checksum_bytes = (size_t)in->page_count * 4;
  if (sx_load32(end - 8) != sx_crc32c_add(&in->crc, 0, end + in->body_bytes, checksum_bytes))
    return false;
  p += 48;
  for (size_t i = 0; i < SX_MEANING_FIELDS; i++, p += 8) in->head.sums[i] = sx_load64(p);
  return read_sections(in, p) && fits(in);
}

sx_status sx_meaning_in_open(sx_meaning_in *in, const char *path, uint32_t mark, sx_err *err) {
  *in = (sx_meaning_in){0};
  sx_crc32c_init(&in->crc);
  sx_status status = sx_map_open(&in->map, path, MAX_COPIED, err);
  if (!status && !read_header(in, mark))
    status = sx_fail(err, SX_CORRUPT, "'%s' is damaged, or of another version.", path);
  if (!status) {
    in->checked = sx_calloc((size_t)(in->page_count / 64 + 1), sizeof *in->checked);
    if (!in->checked) status = sx_fail(err, SX_NOMEM, NULL);
  }
  if (status) sx_meaning_in_close(in);
  return status;
}

void sx_meaning_in_close(sx_meaning_in *in) {
  sx_map_close(&in->map);
  sx_free(in->checked);
  in->checked = NULL;
}

/* Whether a page is as it was written. */
static bool check_page(const sx_meaning_in *in, uint64_t page) {
  _Atomic uint64_t *word = &in->checked[page / 64];
  uint64_t bit = (uint64_t)1 << page % 64;
  if (atomic_load_explicit(word, memory_order_relaxed) & bit) return true;
  const unsigned char *body = in->map.bytes + SX_MEANING_HEADER_BYTES;
  uint64_t at = page * SX_MEANING_PAGE_BYTES, len = in->body_bytes - at;
  if (len > SX_MEANING_PAGE_BYTES) len = SX_MEANING_PAGE_BYTES;
  uint32_t wanted = sx_load32(body + in->body_bytes + page * 4);
  if (sx_crc32c_add(&in->crc, 0, body + at, (size_t)len) != wanted) return false;
  atomic_fetch_or_explicit(word, bit, memory_order_relaxed);
  return true;
}

const unsigned char *sx_meaning_in_bytes(const sx_meaning_in *in, sx_meaning_section section,
                                         uint64_t at, uint64_t len) {
  const sx_meaning_place *place = &in->sections[section];
  if (at > place->len || len > place->len - at) return NULL;
  at += place->at;
  const unsigned char *found = in->map.bytes + SX_MEANING_HEADER_BYTES + at;
  if (!len) return found;
  uint64_t last = (at + len - 1) / SX_MEANING_PAGE_BYTES;
  for (uint64_t page = at / SX_MEANING_PAGE_BYTES; page <= last; page++)
    if (!check_page(in, page)) return NULL;
  return found;
}
