#ifndef SX_MEANING_FILE_H
#define SX_MEANING_FILE_H

#include "base/buf.h"
#include "base/crc32c.h"
#include "base/number.h"
#include "meaning/units.h"
#include "meaning/words.h"
#include "os/file_out.h"
#include "os/map.h"

#include <stdatomic.h>

/*
 * The file beside a segment that has the words of its files' units, for meaning/ alone. All
 * numbers are little-endian; it is laid out as a segment is (index/segment_parts.h):
 *
 *   header   magic, version, the segment's mark, counts, sums, where the sections are, checksums
 *   body     the sections, one after the other
 *   the checksum of each page of the body
 */

#define SX_MEANING_MAGIC 0x0A6E61656D746E78u /* xntmean and a line end */
/* Another way to split words, to choose units or to count them needs another one, and so does
 * another table of words (deps/words/). */
#define SX_MEANING_VERSION 6u
#define SX_MEANING_PAGE_BYTES ((uint64_t)64 << 10)
/* Terms that share a row of the directory's table. */
#define SX_MEANING_GROUP 32

typedef enum sx_meaning_section {
  SX_MEANING_UNITS,       /* SX_MEANING_UNIT_BYTES each, in the order of the entries */
  SX_MEANING_FIRST_UNITS, /* 4 bytes an entry, and the count of units */
  SX_MEANING_STATES,      /* 1 byte an entry: sx_meaning_state */
  SX_MEANING_DIRECTIONS,  /* SX_WORDS_DIM bytes a unit: where its words point (meaning/words.h) */
  SX_MEANING_POSTINGS,
  SX_MEANING_DIRECTORY, /* of each term: how many bytes it has in common with the one before (none:
                           the first of a group), how many more, these; as varints how many units
                           have it, and bytes of postings */
  SX_MEANING_GROUPS,    /* SX_MEANING_GROUP_BYTES each: places in the directory (8) and in the
                           postings (8) */
  SX_MEANING_SECTIONS
} sx_meaning_section;

#define SX_MEANING_UNIT_BYTES 16u
#define SX_MEANING_GROUP_BYTES 16u
/* Magic, version, mark, body, entries, units, terms, sums, sections, two checksums. */
#define SX_MEANING_HEADER_BYTES                                                                    \
  (8u + 4 + 4 + 8 + 8 + 8 + 8 + SX_MEANING_FIELDS * 8u + SX_MEANING_SECTIONS * 16u + 4 + 4)

typedef struct sx_meaning_place {
  uint64_t at, len; /* in the body */
} sx_meaning_place;

/** The rest of the header, beside the sections. */
typedef struct sx_meaning_head {
  uint32_t mark;
  uint64_t entries, units, terms;
  uint64_t sums[SX_MEANING_FIELDS]; /* of the lengths of all units */
} sx_meaning_head;

/* ---- writing ------------------------------------------------------------------------------ */

/** Begins zeroed. */
typedef struct sx_meaning_out {
  sx_file_out out;
  sx_crc32c crc;
  uint32_t checksum; /* of the page so far */
  uint64_t page_bytes, body_bytes;
  size_t section; /* that is being written + 1 */
  sx_meaning_place sections[SX_MEANING_SECTIONS];
  sx_buf checksums;
} sx_meaning_out;

sx_status sx_meaning_out_open(sx_meaning_out *out, const char *path, sx_err *err) SX_MUST_USE;
/** Sections come in their order, each once. */
void sx_meaning_out_begin(sx_meaning_out *out, sx_meaning_section section);
void sx_meaning_out_add(sx_meaning_out *out, const void *bytes, size_t len);
/** Writes the rest, waits until the disk has it, and closes the file; it is gone where that failed.
 */
sx_status sx_meaning_out_end(sx_meaning_out *out, const sx_meaning_head *head,
                             sx_err *err) SX_MUST_USE;
void sx_meaning_out_discard(sx_meaning_out *out);

/* ---- reading ------------------------------------------------------------------------------ */

typedef struct sx_meaning_in {
  sx_map map;
  sx_crc32c crc;
  uint64_t body_bytes, page_count;
  sx_meaning_head head;
  sx_meaning_place sections[SX_MEANING_SECTIONS];
  _Atomic uint64_t *checked; /* a bit a page */
} sx_meaning_in;

/** Errors: NOT_FOUND, NOT_READABLE, TOO_BIG, CORRUPT (another version or mark, too), NOMEM. */
sx_status sx_meaning_in_open(sx_meaning_in *in, const char *path, uint32_t mark,
                             sx_err *err) SX_MUST_USE;
void sx_meaning_in_close(sx_meaning_in *in);
/** Bytes of a section, their pages compared with the checksums; NULL: outside of it, or damaged. */
const unsigned char *sx_meaning_in_bytes(const sx_meaning_in *in, sx_meaning_section section,
                                         uint64_t at, uint64_t len);

#endif
