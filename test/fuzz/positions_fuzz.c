/*
 * Fuzz target: byte offsets, points and UTF-16 positions of any text. Byte 0 chooses the
 * kernels; the rest is the text. Every offset is compared with the slow oracle.
 */
#include "text/scan.h"
#include "text_oracle.h"

#include <stdint.h>
#include <stdio.h>

#define MAX_BYTES 140
#define ARENA_BYTES (1u << 20)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  sx_arena arena;
  sx_lines lines;
  if (size < 1 || size > MAX_BYTES) return 0;
  sx_scan_force((sx_scan_kind)(data[0] % 3));
  sx_arena_init(&arena, ARENA_BYTES);
  sx_str text = sx_str_make((const char *)data + 1, size - 1);
  if (sx_lines_init(&lines, text, &arena, NULL)) __builtin_trap();
  for (size_t offset = 0; offset <= text.len + 1; offset++) {
    const char *wrong = oracle_check_positions(&lines, offset);
    if (!wrong) continue;
    fprintf(stderr, "offset %zu: %s\n", offset, wrong);
    __builtin_trap();
  }
  sx_arena_release(&arena);
  return 0;
}
