#include "reports/cargo_parts.h"

static bool read_end(sx_cargo_line *result, sx_str end) {
  result->reason = SX_STR("");
  /* `ok <0.001s>` where times are asked for. */
  if (sx_str_is_equal(end, SX_STR("ok")) || sx_str_has_prefix(end, SX_STR("ok <")) ||
      sx_str_has_prefix(end, SX_STR("bench:"))) {
    result->outcome = SX_TEST_PASSED;
  } else if (sx_str_is_equal(end, SX_STR("FAILED")) || sx_str_has_prefix(end, SX_STR("FAILED <")) ||
             sx_str_has_prefix(end, SX_STR("FAILED (time"))) {
    result->outcome = SX_TEST_FAILED;
  } else if (sx_str_is_equal(end, SX_STR("ignored"))) {
    result->outcome = SX_TEST_SKIPPED;
  } else if (sx_str_has_prefix(end, SX_STR("ignored, "))) {
    result->outcome = SX_TEST_SKIPPED;
    result->reason = sx_str_slice(end, 9, end.len);
  } else {
    return false;
  }
  return true;
}

bool sx_cargo_end_read(sx_cargo_line *result, sx_str line) {
  return read_end(result, sx_str_trim(line));
}

bool sx_cargo_line_read(sx_cargo_line *result, sx_str line) {
  sx_str start = SX_STR("test "), mark = SX_STR(" ... "), panics = SX_STR(" - should panic");
  *result = (sx_cargo_line){.name = SX_STR(""), .reason = SX_STR("")};
  if (!sx_str_has_prefix(line, start)) return false;
  size_t at = sx_str_find(line, mark, 0);
  if (at == SX_STR_NONE && sx_str_has_suffix(line, SX_STR(" ..."))) at = line.len - 4;
  if (at == SX_STR_NONE) return false;
  result->name = sx_str_slice(line, start.len, at);
  if (sx_str_has_suffix(result->name, panics))
    result->name = sx_str_slice(result->name, 0, result->name.len - panics.len);
  sx_str end = sx_str_trim(sx_str_slice(line, at + mark.len, line.len));
  result->is_open = !read_end(result, end);
  return true;
}

bool sx_cargo_block_read(sx_str line, sx_str *name) {
  static const char *const ends[] = {" stdout ----", " stderr ----"};
  if (!sx_str_has_prefix(line, SX_STR("---- "))) return false;
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
    sx_str end = sx_str_from(ends[i]);
    if (line.len < 5 + end.len || !sx_str_has_suffix(line, end)) continue;
    *name = sx_str_slice(line, 5, line.len - end.len);
    return true;
  }
  return false;
}

bool sx_cargo_doctest_read(sx_str name, sx_str *file, uint32_t *line) {
  sx_str mark = SX_STR(" (line ");
  size_t dash = sx_str_find(name, SX_STR(".rs - "), 0);
  size_t at = sx_str_find(name, mark, 0);
  if (dash == SX_STR_NONE || at == SX_STR_NONE) return false;
  at += mark.len;
  *file = sx_str_slice(name, 0, dash + 3);
  *line = sx_report_number(name, &at);
  return true;
}
