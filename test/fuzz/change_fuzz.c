/*
 * Fuzz target: an applied change as a file that any program may have written.
 *
 * The magic and the checksum are put right, so that the rest is looked at. A change that is read
 * has texts of the file alone, and is written as the same bytes; a byte that is changed without its
 * checksum is noticed.
 */
#include "base/crc32c.h"
#include "change/store_disk.h"

#include <stdint.h>
#include <stdlib.h>

#define MAX_BYTES 4096
#define MAGIC_BYTES 8
#define HEADER_BYTES 16

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds) {
  if (!holds) __builtin_trap();
}

static void put_right(char *bytes, size_t len) {
  sx_crc32c crc;
  sx_crc32c_init(&crc);
  uint32_t sum = sx_crc32c_add(&crc, 0, bytes + HEADER_BYTES, len - HEADER_BYTES);
  memcpy(bytes, "SXCHANG1", MAGIC_BYTES);
  for (int i = 0; i < MAGIC_BYTES; i++) bytes[MAGIC_BYTES + i] = i < 4 ? (char)(sum >> 8 * i) : 0;
}

static void check_text(sx_str all, sx_str text) {
  check(!text.len || (text.ptr >= all.ptr && text.ptr + text.len <= all.ptr + all.len));
}

static void check_same(const sx_change *change, sx_str all) {
  sx_buf again;
  for (size_t i = 0; i < change->files.len; i++) {
    const sx_file_change *file = &change->files.items[i];
    const sx_str texts[] = {file->path,   file->new_path, file->language,
                            file->before, file->after,    file->bytes};
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) check_text(all, texts[k]);
  }
  sx_buf_init(&again, 2 * MAX_BYTES);
  sx_change__encode(change, &again);
  check(!again.status && sx_str_is_equal(sx_buf_str(&again), all));
  sx_buf_release(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < HEADER_BYTES || size > MAX_BYTES) return 0;
  char *bytes = malloc(size); /* of this size, so that a byte past it is noticed */
  sx_change change;
  sx_arena arena;
  if (!bytes) return 0;
  memcpy(bytes, data, size);
  put_right(bytes, size);
  sx_arena_init(&arena, (size_t)1 << 20);
  sx_str all = sx_str_make(bytes, size);
  if (!sx_change__decode(&change, all, &arena)) {
    check_same(&change, all);
    bytes[data[0] % size] ^= 1;
    check(sx_change__decode(&change, all, &arena) == SX_CORRUPT);
  }
  sx_arena_release(&arena);
  free(bytes);
  return 0;
}
