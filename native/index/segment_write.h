#ifndef SX_INDEX_SEGMENT_WRITE_H
#define SX_INDEX_SEGMENT_WRITE_H

#include "index/segment_parts.h"
#include "os/file_out.h"

/** Writes the file of a segment, section by section. Begins zeroed. */
typedef struct sx_segment_writer {
  sx_file_out out;
  sx_crc32c crc;
  uint32_t checksum;   /* of the page so far */
  uint64_t page_bytes; /* of it */
  uint64_t body_bytes;
  size_t section; /* that is being written + 1 */
  sx_section_place sections[SX_SECTION_COUNT];
  unsigned char *checksums;
  size_t checksums_len, checksums_cap;
  sx_status status; /* NOMEM; errors of writing are those of `out` */
} sx_segment_writer;

sx_status sx_segment_writer_open(sx_segment_writer *writer, const char *to,
                                 sx_err *err) SX_MUST_USE;
/** Sections come in their order, each once. */
void sx_segment_writer_begin(sx_segment_writer *writer, sx_section section);
void sx_segment_writer_add(sx_segment_writer *writer, const void *bytes, size_t len);
/** Writes the rest and waits until the disk has it; closes the file in any case, and removes it if
 * something failed. */
sx_status sx_segment_writer_end(sx_segment_writer *writer, uint64_t entries, uint64_t blocks,
                                uint64_t *file_bytes, sx_err *err) SX_MUST_USE;
/** Gives it up. */
void sx_segment_writer_discard(sx_segment_writer *writer);

#endif
