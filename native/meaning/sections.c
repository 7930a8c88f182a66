#include "meaning/units.h"

#include "base/byte.h"
#include "syntax/languages.h"

#define MAX_LEVEL 6
/* A longer front matter is text. */
#define MAX_FRONT_BYTES ((size_t)32 << 10)

bool sx_meaning_is_prose(sx_str path) {
  const sx_syntax_language *language = sx_syntax_language_find(SX_STR(""), path, SX_STR(""));
  return language && sx_str_is_equal(sx_str_from(language->name), SX_STR("markdown"));
}

/* The text of `## Heading ##`; empty where the line is none. */
static sx_str heading_of(sx_str line) {
  size_t marks = 0;
  while (sx_str_at(line, marks) == '#') marks++;
  bool is_heading = marks && marks <= MAX_LEVEL && sx_byte_is_blank(sx_str_at(line, marks));
  sx_str name = sx_str_trim(sx_str_slice(line, marks, line.len));
  while (name.len && name.ptr[name.len - 1] == '#') name.len--;
  return is_heading ? sx_str_trim(name) : SX_STR("");
}

/* A line of = or - makes a heading of the text above it. */
static bool is_underline(sx_str line) {
  sx_str bare = sx_str_trim(line);
  for (size_t i = 0; i < bare.len; i++)
    if (bare.ptr[i] != bare.ptr[0]) return false;
  return bare.len >= 3 && (bare.ptr[0] == '=' || bare.ptr[0] == '-');
}

/* A line of three or more of these begins code, and one of as many and no text ends it. */
typedef struct fence {
  char mark; /* 0: none is open */
  size_t count;
} fence;

static void take_fence(fence *open, sx_str line) {
  sx_str bare = sx_str_trim(line);
  char mark = sx_str_at(bare, 0);
  size_t count = 0;
  while (mark && sx_str_at(bare, count) == mark) count++;
  if (count < 3 || (mark != '`' && mark != '~')) return;
  bool has_mark = sx_str_find_char(bare, mark, count) != SX_STR_NONE;
  if (!open->mark && (mark == '~' || !has_mark))
    *open = (fence){mark, count};
  else if (open->mark == mark && count >= open->count && count == bare.len)
    *open = (fence){0, 0};
}

/* Where the front matter between two lines of `---` ends; 0: the text has none. */
static size_t front_end(sx_str text) {
  sx_str rest = sx_str_slice(text, 0, MAX_FRONT_BYTES), line;
  const char *start = text.ptr;
  if (!sx_str_next_line(&rest, &line) || !sx_str_is_equal(sx_str_trim_end(line), SX_STR("---")))
    return 0;
  while (sx_str_next_line(&rest, &line))
    if (sx_str_is_equal(sx_str_trim_end(line), SX_STR("---")))
      return (size_t)(line.ptr + line.len - start);
  return 0;
}

typedef struct section {
  uint32_t start, body; /* of its heading, and what is below */
  sx_str name;
} section;

static uint32_t offset_of(sx_str text, const char *at) {
  return (uint32_t)(at - text.ptr);
}

/* The text above the first heading is the file's own. Where there is none it is not a unit. */
static bool end_section(sx_meaning_units *out, sx_str text, const section *s, uint32_t end,
                        sx_arena *arena) {
  bool is_file = !s->name.len;
  bool is_blank = !sx_str_trim(sx_str_slice(text, s->start, end)).len;
  if (is_file && is_blank && end < text.len) return true;
  uint32_t name = is_file ? 0 : offset_of(text, s->name.ptr);
  const sx_meaning_unit unit = {.start = s->start,
                                .end = end,
                                .name_start = name,
                                .name_end = name + (uint32_t)s->name.len,
                                .kind = is_file ? SX_MEANING_FILE : SX_FACT_HEADING};
  if (!sx_meaning_add_unit(out, &unit, arena)) return false;
  size_t number = out->units.len - 1;
  return sx_meaning_add_piece(out, number, SX_MEANING_NAME, unit.name_start, unit.name_end,
                              arena) &&
         sx_meaning_add_piece(out, number, SX_MEANING_BODY, s->body, end, arena);
}

sx_status sx_meaning_sections_make(sx_meaning_units *out, sx_str text, sx_arena *arena) {
  section open = {.name = SX_STR("")};
  sx_str rest = text, line, above = SX_STR("");
  fence code = {0, 0};
  bool has_room = true;
  size_t front = front_end(text);
  *out = (sx_meaning_units){0};
  if (text.len >= UINT32_MAX) return SX_TOO_BIG;
  while (has_room && sx_str_next_line(&rest, &line)) {
    bool was_code = code.mark != 0, is_front = (size_t)(line.ptr - text.ptr) < front;
    if (!is_front) take_fence(&code, line);
    bool is_code = is_front || was_code || code.mark;
    sx_str name = is_code ? SX_STR("") : heading_of(line);
    uint32_t start = line.len ? offset_of(text, line.ptr) : open.start;
    if (!is_code && !name.len && above.len && is_underline(line)) {
      name = above;
      start = offset_of(text, above.ptr);
    }
    above = is_code || name.len ? SX_STR("") : sx_str_trim(line);
    if (!name.len) continue;
    has_room = end_section(out, text, &open, start, arena);
    open = (section){start, offset_of(text, line.ptr) + (uint32_t)line.len, name};
  }
  has_room = has_room && end_section(out, text, &open, (uint32_t)text.len, arena);
  return has_room ? SX_OK : arena->status;
}
