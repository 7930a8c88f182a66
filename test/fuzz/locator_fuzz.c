/*
 * Fuzz target: names, name paths and handles from agents, names and containers from providers.
 *
 * All that is read off a text lies in that text; a handle written from what was read names the
 * same place. The input is `name`, or `name` NUL `container`.
 */
#include "base/utf8.h"
#include "resolve/locator.h"

#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds) {
  if (!holds) __builtin_trap();
}

static void check_within(sx_str part, sx_str whole) {
  check(!part.len || (part.ptr >= whole.ptr && part.ptr + part.len <= whole.ptr + whole.len));
}

static void check_locator(const sx_locator *locator, sx_str given) {
  check(locator->name.len > 0);
  check_within(locator->name, given);
  check(locator->parent_count < SX_LOCATOR_MAX_PARTS);
  for (size_t i = 0; i < locator->parent_count; i++) {
    check_within(locator->parents[i], given);
    check(locator->parents[i].len > 0 && locator->parents[i].ptr < locator->name.ptr);
  }
  check(!locator->has_occurrence || locator->occurrence > 0);
  /* The parsers cut at ASCII only, so they cut no character. */
  if (sx_utf8_is_valid(given.ptr, given.len))
    check(sx_utf8_is_valid(locator->name.ptr, locator->name.len));
}

static void check_handle(sx_str given) {
  sx_locator locator = {0}, again = {0};
  sx_arena arena;
  sx_err err = {SX_OK, ""};
  if (sx_locator_parse_handle(&locator, "handle", given, &err)) {
    check(err.status == SX_INVALID_ARGUMENT && err.message[0]);
    return;
  }
  check_locator(&locator, given);
  if (locator.file.len) check_within(locator.file, given);
  check(locator.has_line && locator.has_column);
  sx_arena_init(&arena, 16 * 1024 * 1024);
  sx_pos16 at = {locator.line, locator.column_u16};
  sx_str file = locator.file.len ? locator.file : SX_STR("a.c");
  sx_str written = sx_locator_handle(file, at, locator.name, &arena);
  check(sx_locator_parse_handle(&again, "handle", written, NULL) == SX_OK);
  check(sx_str_is_equal(again.file, file));
  check(again.line == locator.line && again.column_u16 == locator.column_u16);
  sx_arena_release(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  sx_str input = sx_str_make((const char *)data, size);
  size_t nul = sx_str_find_char(input, 0, 0);
  sx_str given = sx_str_slice(input, 0, nul);
  sx_str container = nul == SX_STR_NONE ? given : sx_str_slice(input, nul + 1, input.len);
  sx_locator locator = {0};
  if (sx_locator_parse_name(&locator, "symbol_name", given, NULL) == SX_OK) {
    check_locator(&locator, given);
    bool is_in = sx_locator_is_in(&locator, container);
    check(is_in || locator.parent_count);
  }
  check_handle(given);
  sx_str bare = sx_locator_bare_name(container);
  check_within(bare, container);
  check(bare.len || !container.len);
  return 0;
}
