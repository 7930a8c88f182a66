#include "match/loose.h"

#include "base/map.h"
#include "match/indent.h"

/** Reads a line byte by byte, without what does not count. */
typedef struct reader {
  sx_str line;
  size_t at;
  sx_loose loose;
} reader;

static reader reader_of(sx_str line, sx_loose loose) {
  return (reader){line, sx_indent_bytes(line), loose};
}

size_t sx_loose_quote(sx_str text, char *plain) {
  if (text.len < 3 || (unsigned char)text.ptr[0] != 0xE2 || (unsigned char)text.ptr[1] != 0x80)
    return 0;
  unsigned char last = (unsigned char)text.ptr[2];
  if (last < 0x98 || last > 0x9F) return 0; /* U+2018 to U+201F */
  *plain = last < 0x9C ? '\'' : '"';
  return 3;
}

/** The next byte that counts, -1 at the end. */
static int read_byte(reader *from) {
  sx_str line = from->line;
  if (from->at >= line.len) return -1;
  char c = line.ptr[from->at];
  if (from->loose >= SX_LOOSE_BLANKS && (c == ' ' || c == '\t')) {
    from->at += sx_indent_bytes(sx_str_slice(line, from->at, line.len));
    return from->at == line.len ? -1 : ' ';
  }
  if (from->loose >= SX_LOOSE_QUOTES) {
    size_t bytes = sx_loose_quote(sx_str_slice(line, from->at, line.len), &c);
    from->at += bytes ? bytes - 1 : 0;
  }
  from->at++;
  return (unsigned char)c;
}

uint64_t sx_loose_key(sx_str line, sx_loose loose) {
  if (loose == SX_LOOSE_INDENT) return sx_hash(sx_str_slice(line, sx_indent_bytes(line), line.len));
  reader from = reader_of(line, loose);
  uint64_t key = 0xcbf29ce484222325u;
  for (int c; (c = read_byte(&from)) >= 0;) key = (key ^ (unsigned)c) * 0x100000001b3u;
  return key;
}

bool sx_loose_is_equal(sx_str a, sx_str b, sx_loose loose) {
  reader left = reader_of(a, loose), right = reader_of(b, loose);
  int c;
  do {
    c = read_byte(&left);
    if (c != read_byte(&right)) return false;
  } while (c >= 0);
  return true;
}

uint64_t *sx_loose_keys(const sx_str *lines, size_t count, sx_loose loose, sx_arena *arena) {
  uint64_t *keys = sx_arena_calloc(arena, count, sizeof *keys);
  if (!keys) return NULL;
  for (size_t i = 0; i < count; i++) keys[i] = sx_loose_key(lines[i], loose);
  return keys;
}

sx_status sx_key_search_begin(sx_key_search *search, sx_arena *arena, sx_err *err) {
  const uint64_t *needle = search->needle;
  search->borders = sx_arena_calloc(arena, search->needle_count, sizeof *search->borders);
  if (!search->borders) return sx_fail(err, arena->status, NULL);
  uint32_t border = 0;
  for (size_t i = 1; i < search->needle_count; i++) {
    while (border && needle[i] != needle[border]) border = search->borders[border - 1];
    border += needle[i] == needle[border];
    search->borders[i] = border;
  }
  return SX_OK;
}

size_t sx_key_search_next(sx_key_search *search) {
  while (search->at < search->text_count) {
    uint64_t key = search->text[search->at++];
    while (search->same && key != search->needle[search->same])
      search->same = search->borders[search->same - 1];
    search->same += key == search->needle[search->same];
    if (search->same < search->needle_count) continue;
    search->same = search->borders[search->same - 1];
    return search->at - search->needle_count;
  }
  return SX_STR_NONE;
}
