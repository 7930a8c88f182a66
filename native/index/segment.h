#ifndef SX_INDEX_SEGMENT_H
#define SX_INDEX_SEGMENT_H

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * An immutable file that says which of a folder's files may have which trigrams: three bytes of
 * the text as searching sees it. A checksum of each page is compared when the page is first used: a
 * damaged one is CORRUPT, never a missed match. Several threads may use a segment.
 */

/** The state of a file when it was read; another stamp: it is read again. */
typedef struct sx_index_stamp {
  uint64_t size_bytes;
  int64_t mtime_ns, ctime_ns;
  uint64_t inode;
} sx_index_stamp;

/** A file that was written so shortly ago may be written again without its times changing. */
#define SX_INDEX_YOUNG_NS ((int64_t)2000000000)

bool sx_index_stamp_is_same(const sx_index_stamp *a, const sx_index_stamp *b);
/** By either time: one who writes can set the time of writing back, and may be writing on. */
bool sx_index_stamp_is_young(const sx_index_stamp *stamp, int64_t now_ns);

typedef enum sx_index_state {
  SX_INDEX_COVERED, /* its trigrams are in the index */
  SX_INDEX_BINARY,  /* not searched: os/file_text */
  SX_INDEX_OPEN, /* always searched: too big, not UTF-8, poisoned, no right to read it. One that was
                    changing, or failed, has a stamp of zeros: it should be read again. */
  SX_INDEX_GONE, /* of a delta only: the base's file is no more */
} sx_index_state;

typedef struct sx_index_entry {
  sx_str path; /* relative to the root; borrowed from the segment */
  sx_index_stamp stamp;
  sx_index_state state;
} sx_index_entry;

typedef struct sx_index_segment sx_index_segment;

/** On a file system that is not known to be local a segment is read into memory: up to this size.
 */
#define SX_INDEX_MAX_COPIED ((size_t)256 << 20)

/** Maps it; `path` is a C string. Errors: NOT_FOUND, NOT_READABLE, TOO_BIG (SX_INDEX_MAX_COPIED),
 * CORRUPT (also another version), NOMEM. */
sx_status sx_index_segment_open(sx_index_segment **out, const char *path, sx_err *err) SX_MUST_USE;
void sx_index_segment_free(sx_index_segment *segment); /* NULL is allowed */
/** False where the file was cut since: nothing of the segment may be used then. */
bool sx_index_segment_is_whole(const sx_index_segment *segment);
/** A checksum of all that it has: another segment has another one. */
uint32_t sx_index_segment_mark(const sx_index_segment *segment);
size_t sx_index_segment_count(const sx_index_segment *segment);
/** Entries ascend as sx_files_list sorts. CORRUPT where a page is damaged; `i` is below count. */
sx_status sx_index_segment_get(const sx_index_segment *segment, size_t i,
                               sx_index_entry *out) SX_MUST_USE;
/** SX_STR_NONE in *i where it has no such path. CORRUPT. */
sx_status sx_index_segment_find(const sx_index_segment *segment, sx_str path,
                                size_t *i) SX_MUST_USE;

#endif
