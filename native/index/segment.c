#include "index/segment_parts.h"

#include "base/folder.h"
#include "base/mem.h"

/* ---- opening ----------------------------------------------------------------------------- */

static bool read_sections(sx_index_segment *segment, const unsigned char *p) {
  uint64_t at = 0;
  for (size_t i = 0; i < SX_SECTION_COUNT; i++, p += 16) {
    sx_section_place place = {sx_load64(p), sx_load64(p + 8)};
    if (place.at != at || place.len > segment->body_bytes - at) return false;
    segment->sections[i] = place;
    at += place.len;
  }
  return at == segment->body_bytes;
}

/** Whether the sections of as many entries have the size that they must have. */
static bool fits(const sx_index_segment *segment, uint64_t count) {
  const sx_section_place *places = segment->sections;
  return count < UINT32_MAX && segment->blocks < UINT32_MAX &&
         places[SX_SECTION_STAMPS].len == count * SX_STAMP_BYTES &&
         places[SX_SECTION_PATH_ENDS].len == count * 8 && places[SX_SECTION_STATES].len == count &&
         places[SX_SECTION_FIRST_BLOCKS].len == (count + 1) * 4 &&
         places[SX_SECTION_GROUPS].len % SX_GROUP_BYTES == 0;
}

static bool read_header(sx_index_segment *segment) {
  const sx_map *map = &segment->map;
  if (map->len < SX_SEGMENT_HEADER_BYTES) return false;
  const unsigned char *p = map->bytes, *end = p + SX_SEGMENT_HEADER_BYTES;
  if (sx_load64(p) != SX_SEGMENT_MAGIC || sx_load32(p + 8) != SX_SEGMENT_VERSION ||
      sx_load32(p + 12) != SX_SEGMENT_PAGE_BYTES)
    return false;
  if (sx_load32(end - 4) != sx_crc32c_add(&segment->crc, 0, p, SX_SEGMENT_HEADER_BYTES - 4))
    return false;
  uint64_t rest = map->len - SX_SEGMENT_HEADER_BYTES, count = sx_load64(p + 24);
  segment->body_bytes = sx_load64(p + 16);
  segment->blocks = sx_load64(p + 32);
  if (segment->body_bytes > rest) return false;
  segment->page_count = segment->body_bytes / SX_SEGMENT_PAGE_BYTES +
                        (segment->body_bytes % SX_SEGMENT_PAGE_BYTES != 0);
  if (rest - segment->body_bytes != segment->page_count * 4) return false;
  const unsigned char *checksums = end + segment->body_bytes;
  if (sx_load32(end - 8) !=
      sx_crc32c_add(&segment->crc, 0, checksums, (size_t)segment->page_count * 4))
    return false;
  segment->count = (size_t)count;
  return read_sections(segment, p + 40) && fits(segment, count);
}

sx_status sx_index_segment_open(sx_index_segment **out, const char *path, sx_err *err) {
  *out = NULL;
  sx_index_segment *segment = sx_calloc(1, sizeof *segment);
  if (!segment) return sx_fail(err, SX_NOMEM, NULL);
  sx_crc32c_init(&segment->crc);
  sx_status status = sx_map_open(&segment->map, path, SX_INDEX_MAX_COPIED, err);
  if (!status && !read_header(segment))
    status = sx_fail(err, SX_CORRUPT, "'%s' is damaged, or of another version.", path);
  if (!status) {
    segment->checked = sx_calloc((size_t)(segment->page_count / 64 + 1), sizeof *segment->checked);
    if (!segment->checked) status = sx_fail(err, SX_NOMEM, NULL);
  }
  if (status)
    sx_index_segment_free(segment);
  else
    *out = segment;
  return status;
}

void sx_index_segment_free(sx_index_segment *segment) {
  if (!segment) return;
  sx_map_close(&segment->map);
  sx_free(segment->checked);
  sx_free(segment);
}

bool sx_index_segment_is_whole(const sx_index_segment *segment) {
  return sx_map_is_whole(&segment->map);
}

/* That of the header, which has the checksum of all others. */
uint32_t sx_index_segment_mark(const sx_index_segment *segment) {
  return sx_load32(segment->map.bytes + SX_SEGMENT_HEADER_BYTES - 4);
}

/* ---- bytes ------------------------------------------------------------------------------- */

/** Whether a page is as it was written. */
static bool check_page(const sx_index_segment *segment, uint64_t page) {
  _Atomic uint64_t *word = &segment->checked[page / 64];
  uint64_t bit = (uint64_t)1 << page % 64;
  if (atomic_load_explicit(word, memory_order_relaxed) & bit) return true;
  const unsigned char *body = segment->map.bytes + SX_SEGMENT_HEADER_BYTES;
  uint64_t at = page * SX_SEGMENT_PAGE_BYTES, len = segment->body_bytes - at;
  if (len > SX_SEGMENT_PAGE_BYTES) len = SX_SEGMENT_PAGE_BYTES;
  uint32_t wanted = sx_load32(body + segment->body_bytes + page * 4);
  if (sx_crc32c_add(&segment->crc, 0, body + at, (size_t)len) != wanted) return false;
  atomic_fetch_or_explicit(word, bit, memory_order_relaxed);
  return true;
}

const unsigned char *sx_segment__bytes(const sx_index_segment *segment, sx_section section,
                                       uint64_t at, uint64_t len) {
  const sx_section_place *place = &segment->sections[section];
  if (at > place->len || len > place->len - at) return NULL;
  at += place->at;
  const unsigned char *found = segment->map.bytes + SX_SEGMENT_HEADER_BYTES + at;
  if (!len) return found;
  uint64_t last = (at + len - 1) / SX_SEGMENT_PAGE_BYTES;
  for (uint64_t page = at / SX_SEGMENT_PAGE_BYTES; page <= last; page++)
    if (!check_page(segment, page)) return NULL;
  return found;
}

/* ---- entries ----------------------------------------------------------------------------- */

size_t sx_index_segment_count(const sx_index_segment *segment) {
  return segment->count;
}

static sx_status get_path(const sx_index_segment *segment, size_t i, sx_str *out) {
  const unsigned char *ends =
      sx_segment__bytes(segment, SX_SECTION_PATH_ENDS, (i ? i - 1 : 0) * 8, i ? 16 : 8);
  if (!ends) return SX_CORRUPT;
  uint64_t start = i ? sx_load64(ends) : 0, end = sx_load64(i ? ends + 8 : ends);
  if (end < start) return SX_CORRUPT;
  const unsigned char *path = sx_segment__bytes(segment, SX_SECTION_PATHS, start, end - start);
  if (!path) return SX_CORRUPT;
  *out = sx_str_make((const char *)path, (size_t)(end - start));
  return SX_OK;
}

sx_status sx_index_segment_get(const sx_index_segment *segment, size_t i, sx_index_entry *out) {
  const unsigned char *state = sx_segment__bytes(segment, SX_SECTION_STATES, i, 1);
  const unsigned char *stamp =
      sx_segment__bytes(segment, SX_SECTION_STAMPS, i * SX_STAMP_BYTES, SX_STAMP_BYTES);
  if (!state || !stamp || *state > SX_INDEX_GONE) return SX_CORRUPT;
  out->state = (sx_index_state)*state;
  out->stamp = (sx_index_stamp){.size_bytes = sx_load64(stamp),
                                .mtime_ns = (int64_t)sx_load64(stamp + 8),
                                .ctime_ns = (int64_t)sx_load64(stamp + 16),
                                .inode = sx_load64(stamp + 24)};
  return get_path(segment, i, &out->path);
}

bool sx_index_stamp_is_same(const sx_index_stamp *a, const sx_index_stamp *b) {
  return a->size_bytes == b->size_bytes && a->mtime_ns == b->mtime_ns &&
         a->ctime_ns == b->ctime_ns && a->inode == b->inode;
}

static bool is_around(int64_t now_ns, int64_t time_ns) {
  return time_ns > now_ns - SX_INDEX_YOUNG_NS && time_ns < now_ns + SX_INDEX_YOUNG_NS;
}

bool sx_index_stamp_is_young(const sx_index_stamp *stamp, int64_t now_ns) {
  return is_around(now_ns, stamp->mtime_ns) || is_around(now_ns, stamp->ctime_ns);
}

sx_status sx_index_segment_find(const sx_index_segment *segment, sx_str path, size_t *i) {
  size_t low = 0, high = segment->count;
  *i = SX_STR_NONE;
  while (low < high) {
    sx_str found;
    size_t middle = low + (high - low) / 2;
    sx_status status = get_path(segment, middle, &found);
    if (status) return status;
    int order = sx_path_compare(path, found);
    if (!order) *i = middle;
    if (!order) return SX_OK;
    if (order < 0)
      high = middle;
    else
      low = middle + 1;
  }
  return SX_OK;
}

/* ---- trigrams ---------------------------------------------------------------------------- */

static const unsigned char *group_at(const sx_index_segment *segment, uint64_t group) {
  return sx_segment__bytes(segment, SX_SECTION_GROUPS, group * SX_GROUP_BYTES, SX_GROUP_BYTES);
}

/** The last group that begins at or before the trigram; NULL in *out where there is none. */
static sx_status find_group(const sx_index_segment *segment, uint32_t trigram,
                            const unsigned char **out, uint64_t *number) {
  uint64_t low = 0, high = segment->sections[SX_SECTION_GROUPS].len / SX_GROUP_BYTES;
  *out = NULL;
  while (low < high) {
    uint64_t middle = low + (high - low) / 2;
    const unsigned char *group = group_at(segment, middle);
    if (!group) return SX_CORRUPT;
    if (sx_load32(group) > trigram) {
      high = middle;
      continue;
    }
    low = middle + 1;
    *out = group;
    *number = middle;
  }
  return SX_OK;
}

sx_status sx_segment__find_postings(const sx_index_segment *segment, uint32_t trigram,
                                    sx_postings *out) {
  const unsigned char *group;
  uint64_t number = 0, count, len, gap, groups_len = segment->sections[SX_SECTION_GROUPS].len;
  *out = (sx_postings){0};
  sx_status status = find_group(segment, trigram, &group, &number);
  if (status || !group) return status;
  uint64_t at = sx_load32(group + 4), postings = sx_load64(group + 8);
  uint64_t end = segment->sections[SX_SECTION_DIRECTORY].len;
  if ((number + 1) * SX_GROUP_BYTES < groups_len) {
    const unsigned char *next = group_at(segment, number + 1);
    if (!next) return SX_CORRUPT;
    end = sx_load32(next + 4);
  }
  if (end < at) return SX_CORRUPT;
  const unsigned char *p = sx_segment__bytes(segment, SX_SECTION_DIRECTORY, at, end - at);
  if (!p) return SX_CORRUPT;
  const unsigned char *stop = p + (end - at);
  uint64_t here = sx_load32(group);
  for (bool is_first = true; p < stop; is_first = false, postings += len) {
    if (!is_first && !sx_varint_read(&p, stop, &gap)) return SX_CORRUPT;
    if (!is_first) here += gap;
    if (!sx_varint_read(&p, stop, &count) || !sx_varint_read(&p, stop, &len)) return SX_CORRUPT;
    if (here > trigram) return SX_OK;
    if (here < trigram) continue;
    const unsigned char *bytes = sx_segment__bytes(segment, SX_SECTION_POSTINGS, postings, len);
    if (!bytes || !count) return SX_CORRUPT;
    *out = (sx_postings){bytes, (size_t)len, count};
    return SX_OK;
  }
  return SX_OK;
}
