#ifndef SX_INDEX_SEGMENT_PARTS_H
#define SX_INDEX_SEGMENT_PARTS_H

#include "base/crc32c.h"
#include "base/number.h"
#include "index/segment.h"
#include "os/map.h"

#include <stdatomic.h>

/*
 * The file of a segment, for index/ alone. All numbers are little-endian.
 *
 *   header   magic, version, counts, where the sections are, the checksum of the checksums, its own
 *   body     the sections, one after the other
 *   the checksum of each page of the body
 *
 * A file of the list has blocks: pieces of its text that end with a line. Blocks are numbered
 * through, in the order of the files. The postings of a trigram are the blocks in which it begins:
 * the first in as many bits as the count of blocks needs, then the distance to each next one,
 * gamma-coded (as many zeros as the number has bits after its first, that one, then these), with
 * the lowest bit first. No trigram has a line end in it, so that none goes on in another block.
 */

#define SX_SEGMENT_MAGIC 0x0A6D6172676E7873u /* sxngram and a line end */
#define SX_SEGMENT_VERSION 1u
#define SX_SEGMENT_PAGE_BYTES ((uint64_t)64 << 10)
/* Trigrams that share a row of the directory's table. */
#define SX_SEGMENT_GROUP 64

typedef enum sx_section {
  SX_SECTION_STAMPS,       /* SX_STAMP_BYTES each */
  SX_SECTION_PATH_ENDS,    /* 8 bytes each: where the path ends */
  SX_SECTION_PATHS,        /* one after the other */
  SX_SECTION_STATES,       /* 1 byte each */
  SX_SECTION_FIRST_BLOCKS, /* 4 bytes each, and the count of blocks */
  SX_SECTION_POSTINGS,
  SX_SECTION_DIRECTORY, /* of each trigram as varints: distance to the one before (except the first
                           of a group), count of blocks, bytes of postings */
  SX_SECTION_GROUPS, /* SX_GROUP_BYTES each: first trigram (4), its place in the directory (4) and
                        in the postings (8) */
  SX_SECTION_COUNT
} sx_section;

#define SX_STAMP_BYTES 32u
#define SX_GROUP_BYTES 16u
/* Magic, version, page bytes, body bytes, entries, blocks, sections, two checksums. */
#define SX_SEGMENT_HEADER_BYTES (8u + 4 + 4 + 8 + 8 + 8 + SX_SECTION_COUNT * 16u + 4 + 4)

typedef struct sx_section_place {
  uint64_t at, len; /* in the body */
} sx_section_place;

struct sx_index_segment {
  sx_map map;
  sx_crc32c crc;
  uint64_t body_bytes, page_count;
  size_t count; /* entries */
  uint64_t blocks;
  sx_section_place sections[SX_SECTION_COUNT];
  _Atomic uint64_t *checked; /* a bit a page */
};

/** Bytes of a section, their pages compared with the checksums; NULL: outside of it, or damaged. */
const unsigned char *sx_segment__bytes(const sx_index_segment *segment, sx_section section,
                                       uint64_t at, uint64_t len);

/** The postings of a trigram. */
typedef struct sx_postings {
  const unsigned char *bytes;
  size_t len;
  uint64_t count; /* of blocks; 0: the trigram is in none */
} sx_postings;

sx_status sx_segment__find_postings(const sx_index_segment *segment, uint32_t trigram,
                                    sx_postings *out) SX_MUST_USE;

#endif
