#include "match/git_index.h"

#define HEAD_BYTES 12
/* An entry begins with these; then come a hash, and two bytes of flags, or four. */
#define STAT_BYTES 40
#define NAME_MASK 0xFFFu
#define EXTENDED 0x4000u
/* The least that an entry takes: a stat, a hash, flags and a name of one byte. */
#define LEAST_ENTRY_BYTES 64

typedef struct parsing {
  sx_str bytes;
  uint32_t version, count;
  size_t hash_bytes;
  sx_arena *arena;
} parsing;

static uint32_t read_number(sx_str bytes, size_t at, size_t len) {
  uint32_t number = 0;
  for (size_t i = 0; i < len; i++) number = number << 8 | (unsigned char)sx_str_at(bytes, at + i);
  return number;
}

/* How many bytes of the name before it are not in this one: seven bits a byte, the highest first.
 */
static bool read_cut(const parsing *p, size_t *at, size_t *cut) {
  for (*cut = 0; *at < p->bytes.len; *cut += 1) {
    unsigned char c = (unsigned char)p->bytes.ptr[(*at)++];
    *cut = *cut << 7 | (c & 0x7F);
    if (!(c & 0x80)) return true;
    if (*cut > p->bytes.len) return false;
  }
  return false;
}

/* The name that is the rest of the one before it with another end. */
static bool join_name(const parsing *p, sx_str last, size_t cut, sx_str rest, sx_str *out) {
  if (cut > last.len) return false;
  size_t kept = last.len - cut;
  char *name = sx_arena_alloc(p->arena, kept + rest.len + 1);
  if (!name) return false;
  memcpy(name, last.ptr, kept);
  memcpy(name + kept, rest.ptr, rest.len);
  *out = sx_str_make(name, kept + rest.len);
  return true;
}

/* False where there is no entry at `*at`, which is that of the next one afterwards. */
static bool read_entry(const parsing *p, size_t *at, sx_str last, sx_str *out) {
  size_t start = *at, flags_at = start + STAT_BYTES + p->hash_bytes, name_at = flags_at + 2,
         cut = 0;
  if (name_at >= p->bytes.len) return false;
  uint32_t flags = read_number(p->bytes, flags_at, 2);
  if (flags & EXTENDED) name_at += 2;
  if (p->version == 4 && !read_cut(p, &name_at, &cut)) return false;
  size_t end = sx_str_find_char(p->bytes, 0, name_at);
  if (end == SX_STR_NONE) return false;
  sx_str name = sx_str_slice(p->bytes, name_at, end);
  if (p->version == 4 && !join_name(p, last, cut, name, &name)) return false;
  size_t told = flags & NAME_MASK;
  if (!name.len || (told == NAME_MASK ? name.len < told : name.len != told)) return false;
  *out = name;
  *at = p->version == 4 ? end + 1 : start + ((end - start) / 8 + 1) * 8;
  return true;
}

static sx_status parse_entries(sx_strs *out, const parsing *p) {
  sx_str last = SX_STR("");
  size_t at = HEAD_BYTES;
  out->len = 0;
  for (uint32_t i = 0; i < p->count; i++) {
    sx_str name;
    if (!read_entry(p, &at, last, &name))
      return p->arena->status ? p->arena->status : SX_BAD_MESSAGE;
    if (sx_str_compare(last, name) > 0) return SX_BAD_MESSAGE;
    out->items[out->len++] = last = name;
  }
  return SX_OK;
}

sx_status sx_git_index_parse(sx_strs *out, sx_str bytes, sx_arena *arena) {
  parsing p = {.bytes = bytes, .arena = arena, .hash_bytes = 20};
  *out = (sx_strs){0};
  if (bytes.len < HEAD_BYTES || !sx_str_has_prefix(bytes, SX_STR("DIRC"))) return SX_BAD_MESSAGE;
  p.version = read_number(bytes, 4, 4);
  p.count = read_number(bytes, 8, 4);
  if (p.version < 2 || p.version > 4 || p.count > bytes.len / LEAST_ENTRY_BYTES)
    return SX_BAD_MESSAGE;
  out->items = sx_arena_calloc(arena, p.count, sizeof *out->items);
  if (!out->items) return arena->status;
  out->cap = p.count;
  sx_status status = parse_entries(out, &p);
  if (status != SX_BAD_MESSAGE) return status;
  p.hash_bytes = 32;
  status = parse_entries(out, &p);
  if (status) *out = (sx_strs){0};
  return status;
}

/* Compares `path`, with a slash after it where `has_slash`, with an item. */
static int compare(sx_str path, bool has_slash, sx_str item) {
  size_t len = path.len < item.len ? path.len : item.len;
  int order = memcmp(path.ptr, item.ptr, len);
  if (order) return order;
  if (path.len > item.len) return 1;
  if (path.len == item.len) return has_slash;
  if (!has_slash) return -1;
  unsigned char c = (unsigned char)item.ptr[path.len];
  return c == '/' ? (item.len == path.len + 1 ? 0 : -1) : (c < '/' ? 1 : -1);
}

/* The first that is not before it. */
static size_t find_first(const sx_strs *paths, sx_str path, bool has_slash) {
  size_t from = 0, to = paths->len;
  while (from < to) {
    size_t middle = from + (to - from) / 2;
    if (compare(path, has_slash, paths->items[middle]) > 0)
      from = middle + 1;
    else
      to = middle;
  }
  return from;
}

bool sx_git_index_has(const sx_strs *paths, sx_str path) {
  size_t at = find_first(paths, path, false);
  if (at < paths->len && sx_str_is_equal(paths->items[at], path)) return true;
  at = find_first(paths, path, true);
  return at < paths->len && paths->items[at].len > path.len &&
         sx_str_has_prefix(paths->items[at], path) && paths->items[at].ptr[path.len] == '/';
}
