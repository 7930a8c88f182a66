/*
 * Fuzz target: the file of a segment of the index, given the right checksums so that reading goes
 * past them.
 *
 * Reading ends with OK, CORRUPT, or without memory for the sizes in a header; entries are in
 * bounds, and no file is selected that is not an entry, or not covered.
 */
#include "base/folder.h"
#include "index/segment_parts.h"
#include "index/select.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#define MAX_BYTES 65536
#define ARENA_BYTES ((size_t)16 << 20)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds) {
  if (!holds) __builtin_trap();
}

/** The bytes as a file that the reader gets to the end of; its size. */
static size_t repair(unsigned char *file, const uint8_t *data, size_t size) {
  sx_crc32c crc;
  sx_crc32c_init(&crc);
  memcpy(file, data, size);
  size_t body = size - SX_SEGMENT_HEADER_BYTES, len = size;
  /* A whole segment has its checksums at the end. */
  if (sx_load64(data + 16) < body) body = (size_t)sx_load64(data + 16);
  len = SX_SEGMENT_HEADER_BYTES + body;
  unsigned char *end = file + SX_SEGMENT_HEADER_BYTES, *checksums = file + len;
  for (size_t at = 0; at < body; at += SX_SEGMENT_PAGE_BYTES) {
    size_t page = body - at < SX_SEGMENT_PAGE_BYTES ? body - at : SX_SEGMENT_PAGE_BYTES;
    sx_store32(file + len, sx_crc32c_add(&crc, 0, end + at, page));
    len += 4;
  }
  sx_store64(file, SX_SEGMENT_MAGIC);
  sx_store32(file + 8, SX_SEGMENT_VERSION);
  sx_store32(file + 12, SX_SEGMENT_PAGE_BYTES);
  sx_store64(file + 16, body);
  sx_store32(end - 8, sx_crc32c_add(&crc, 0, checksums, (size_t)(file + len - checksums)));
  sx_store32(end - 4, sx_crc32c_add(&crc, 0, file, SX_SEGMENT_HEADER_BYTES - 4));
  return len;
}

static void read_entries(const sx_index_segment *segment) {
  size_t count = sx_index_segment_count(segment), found;
  for (size_t i = 0; i < count && i < 200; i++) {
    sx_index_entry entry;
    sx_status status = sx_index_segment_get(segment, i, &entry);
    check(status == SX_OK || status == SX_CORRUPT);
    if (status) continue;
    check(entry.state <= SX_INDEX_GONE);
    check(sx_path_compare(entry.path, entry.path) == 0);
    status = sx_index_segment_find(segment, entry.path, &found);
    check(status == SX_OK || status == SX_CORRUPT);
    check(status || found == SX_STR_NONE || found < count);
  }
}

static void select_files(const sx_index_segment *segment, const sx_needed *needed, bool folds_case,
                         bool per_block) {
  sx_arena arena;
  bool is_narrowed;
  sx_index_entry entry;
  size_t count = sx_index_segment_count(segment);
  uint64_t *bitmap = calloc(SX_INDEX_WORDS(count) + 1, sizeof *bitmap);
  check(bitmap != NULL);
  sx_arena_init(&arena, ARENA_BYTES);
  sx_status status =
      sx_index_select(segment, needed, folds_case, per_block, bitmap, &is_narrowed, &arena);
  check(status == SX_OK || status == SX_CORRUPT || status == SX_TOO_BIG || status == SX_NOMEM);
  for (size_t i = count; i < SX_INDEX_WORDS(count) * 64 && !status; i++)
    check(!(bitmap[i / 64] >> i % 64 & 1));
  for (size_t i = 0; i < count && !status; i++)
    if (bitmap[i / 64] >> i % 64 & 1 && !sx_index_segment_get(segment, i, &entry))
      check(entry.state == SX_INDEX_COVERED);
  sx_arena_release(&arena);
  free(bitmap);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static unsigned char file[MAX_BYTES * 2];
  static const sx_needed strings[] = {{.kind = SX_NEEDED_STRING, .string = {"static", 6}},
                                      {.kind = SX_NEEDED_STRING, .string = {"resume", 6}},
                                      {.kind = SX_NEEDED_STRING, .string = {"st", 2}}};
  static const sx_needed *const parts[] = {&strings[0], &strings[1], &strings[2]};
  char path[64];
  if (size < SX_SEGMENT_HEADER_BYTES || size > MAX_BYTES) return 0;
  size_t len = repair(file, data, size);
  int fd = memfd_create("segment", MFD_CLOEXEC);
  check(fd >= 0 && write(fd, file, len) == (ssize_t)len);
  snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
  sx_index_segment *segment;
  sx_status status = sx_index_segment_open(&segment, path, NULL);
  close(fd);
  check(status == SX_OK || status == SX_CORRUPT || status == SX_NOMEM);
  if (status) return 0;
  read_entries(segment);
  for (sx_needed_kind kind = SX_NEEDED_ALL; kind <= SX_NEEDED_ONE; kind++) {
    const sx_needed needed = {.kind = kind, .parts = parts, .part_count = 2};
    select_files(segment, &needed, kind == SX_NEEDED_ALL, kind == SX_NEEDED_ONE);
    select_files(segment, &needed, kind == SX_NEEDED_ONE, kind == SX_NEEDED_ONE);
    select_files(segment, &needed, kind == SX_NEEDED_ONE, kind == SX_NEEDED_ALL);
  }
  select_files(segment, parts[2], false, true);
  sx_index_segment_free(segment);
  return 0;
}
