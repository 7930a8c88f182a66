#include "memory/plan_boxes.h"

#include "base/byte.h"

/* Where the item of a list begins whose mark is at `at`; SX_STR_NONE: there is none. */
static size_t skip_bullet(sx_str line, size_t at) {
  char mark = sx_str_at(line, at);
  size_t digits = 0;
  while (digits < 9 && sx_byte_is_digit(sx_str_at(line, at + digits))) digits++;
  char after = sx_str_at(line, at + digits);
  bool is_bullet = mark == '-' || mark == '*' || mark == '+';
  bool is_number = digits && (after == '.' || after == ')');
  size_t end = is_bullet ? at + 1 : at + digits + 1;
  bool is_item = (is_bullet || is_number) && sx_str_at(line, end) == ' ';
  return is_item ? sx_str_skip_blanks(line, end) : SX_STR_NONE;
}

static bool read_box(sx_str line, sx_plan_box *out) {
  size_t at = skip_bullet(line, sx_str_skip_blanks(line, 0));
  if (at == SX_STR_NONE || sx_str_at(line, at) != '[' || sx_str_at(line, at + 2) != ']')
    return false;
  char mark = sx_str_at(line, at + 1), after = sx_str_at(line, at + 3);
  if ((mark != ' ' && mark != 'x' && mark != 'X') || (after && after != ' ')) return false;
  *out = (sx_plan_box){at + 1, sx_str_trim(sx_str_slice(line, at + 3, line.len)), mark != ' ', 0};
  return true;
}

bool sx_plan_next_box(sx_str text, size_t *at, sx_plan_box *out) {
  sx_str rest = sx_str_slice(text, *at, text.len), line;
  while (sx_str_next_line(&rest, &line)) {
    *at = text.len - rest.len;
    if (!read_box(line, out)) continue;
    out->mark += (size_t)(line.ptr - text.ptr);
    return true;
  }
  *at = text.len;
  return false;
}

size_t sx_plan_count_boxes(sx_str text, size_t *done) {
  size_t at = 0, count = 0;
  sx_plan_box box;
  *done = 0;
  for (; sx_plan_next_box(text, &at, &box); count++) *done += box.is_done;
  return count;
}
