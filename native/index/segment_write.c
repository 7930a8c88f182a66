#include "index/segment_write.h"

#include "base/mem.h"

sx_status sx_segment_writer_open(sx_segment_writer *w, const char *to, sx_err *err) {
  static const unsigned char header[SX_SEGMENT_HEADER_BYTES];
  sx_crc32c_init(&w->crc);
  sx_status status = sx_file_out_open(&w->out, sx_str_from(to), false, err);
  /* Its place; what it says is known at the end. */
  if (!status) sx_file_out_add(&w->out, header, sizeof header);
  return status;
}

void sx_segment_writer_begin(sx_segment_writer *w, sx_section section) {
  w->section = (size_t)section + 1;
  w->sections[section].at = w->body_bytes;
}

static void end_page(sx_segment_writer *w) {
  if (w->checksums_len == w->checksums_cap) {
    size_t cap = w->checksums_cap ? w->checksums_cap * 2 : 1024;
    unsigned char *grown = sx_realloc(w->checksums, cap);
    if (!grown) {
      w->status = SX_NOMEM;
      return;
    }
    w->checksums = grown;
    w->checksums_cap = cap;
  }
  sx_store32(w->checksums + w->checksums_len, w->checksum);
  w->checksums_len += 4;
  w->checksum = 0;
  w->page_bytes = 0;
}

void sx_segment_writer_add(sx_segment_writer *w, const void *bytes, size_t len) {
  const unsigned char *from = bytes;
  if (w->status) return;
  sx_file_out_add(&w->out, from, len);
  w->body_bytes += len;
  w->sections[w->section - 1].len += len;
  while (len && !w->status) {
    size_t piece = (size_t)(SX_SEGMENT_PAGE_BYTES - w->page_bytes);
    if (piece > len) piece = len;
    w->checksum = sx_crc32c_add(&w->crc, w->checksum, from, piece);
    w->page_bytes += piece;
    from += piece;
    len -= piece;
    if (w->page_bytes == SX_SEGMENT_PAGE_BYTES) end_page(w);
  }
}

static void write_header(sx_segment_writer *w, uint64_t entries, uint64_t blocks) {
  unsigned char header[SX_SEGMENT_HEADER_BYTES], *p = header + 40;
  sx_store64(header, SX_SEGMENT_MAGIC);
  sx_store32(header + 8, SX_SEGMENT_VERSION);
  sx_store32(header + 12, SX_SEGMENT_PAGE_BYTES);
  sx_store64(header + 16, w->body_bytes);
  sx_store64(header + 24, entries);
  sx_store64(header + 32, blocks);
  for (size_t i = 0; i < SX_SECTION_COUNT; i++, p += 16) {
    sx_store64(p, w->sections[i].at);
    sx_store64(p + 8, w->sections[i].len);
  }
  sx_store32(p, sx_crc32c_add(&w->crc, 0, w->checksums, w->checksums_len));
  sx_store32(p + 4, sx_crc32c_add(&w->crc, 0, header, sizeof header - 4));
  sx_file_out_put(&w->out, 0, header, sizeof header);
}

sx_status sx_segment_writer_end(sx_segment_writer *w, uint64_t entries, uint64_t blocks,
                                uint64_t *file_bytes, sx_err *err) {
  if (w->page_bytes && !w->status) end_page(w);
  if (!w->status) {
    sx_file_out_add(&w->out, w->checksums, w->checksums_len);
    write_header(w, entries, blocks);
    sx_file_out_sync(&w->out);
  }
  *file_bytes = w->out.size_bytes;
  sx_status status = w->status ? sx_fail(err, w->status, NULL) : sx_file_out_check(&w->out, err);
  if (!status) sx_file_out_close(&w->out);
  sx_segment_writer_discard(w);
  return status;
}

void sx_segment_writer_discard(sx_segment_writer *w) {
  sx_file_out_discard(&w->out);
  sx_free(w->checksums);
  w->checksums = NULL;
}
