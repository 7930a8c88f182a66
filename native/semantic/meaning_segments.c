#include "semantic/meaning_parts.h"

#include "base/folder.h"
#include "meaning/reader.h"

/* A segment, while its pool is made. */
typedef struct segment {
  sx_meaning_asking *asking;
  const sx_declared_root *root;
  size_t number;
  const sx_meaning_reader *reader;
  uint64_t *current;       /* bitmap by entry: files that count */
  sx_meaning_ranges stale; /* units of those that do not */
} segment;

bool sx_meaning_filter_has_all(const sx_meaning_filter *filter) {
  return !filter->below.len && !filter->type_count && (!filter->globs || !filter->globs->items);
}

bool sx_meaning__has(const sx_meaning_filter *filter, sx_str path) {
  bool is_below = !filter->below.len || sx_str_is_equal(filter->below, path) ||
                  sx_folder_has(filter->below, path);
  bool is_of_type = !filter->type_count;
  for (size_t i = 0; i < filter->type_count && is_below && !is_of_type; i++)
    is_of_type = sx_file_type_has(&filter->types[i], path);
  return is_below && is_of_type && (!filter->globs || sx_declared_globs_fit(filter->globs, path));
}

static sx_arena *arena_of(const segment *s) {
  return &s->asking->scratch;
}

static sx_str path_of(const segment *s, sx_str below) {
  return sx_arena_printf(arena_of(s), "%.*s/%.*s", SX_STR_ARG(s->root->root->path),
                         SX_STR_ARG(below));
}

/* Files that count by their texts of now do not count here, and neither do hidden ones. */
static void drop_others(const segment *s, const sx_strs *paths) {
  sx_str root = s->root->root->path;
  for (size_t i = 0; i < paths->len; i++) {
    if (!sx_folder_has(root, paths->items[i])) continue;
    sx_str below = sx_str_slice(paths->items[i], root.len + 1, paths->items[i].len);
    size_t entry = sx_text_declared_find(&s->root->index, s->number, below);
    if (entry != SX_STR_NONE) s->current[entry / 64] &= ~((uint64_t)1 << entry % 64);
  }
}

static bool is_set(const uint64_t *bitmap, size_t i) {
  return bitmap[i / 64] >> i % 64 & 1;
}

/* Ranges that follow each other are one. */
static sx_status add_range(sx_meaning_ranges *ranges, uint32_t first, uint32_t end,
                           sx_arena *arena) {
  if (ranges->len && ranges->items[ranges->len - 1].end == first) {
    ranges->items[ranges->len - 1].end = end;
    return SX_OK;
  }
  sx_meaning_range *added = SX_ARRAY_ADD(ranges, arena);
  if (!added) return arena->status;
  *added = (sx_meaning_range){first, end};
  return SX_OK;
}

/* Units of files that do not count. */
static sx_status find_stale(segment *s) {
  size_t count = sx_meaning_count_entries(s->reader);
  uint32_t first, end;
  sx_meaning_state state;
  for (size_t i = 0; i < count; i++) {
    if (i % 64 == 0 && s->current[i / 64] == UINT64_MAX) {
      i += 63;
      continue;
    }
    if (is_set(s->current, i)) continue;
    sx_status status = sx_meaning_get_file(s->reader, i, &first, &end, &state);
    if (!status && first < end) status = add_range(&s->stale, first, end, arena_of(s));
    if (status) return status;
  }
  return SX_OK;
}

/* Units of files that count, and may not answer. */
static sx_status find_others(const segment *s, sx_meaning_ranges *others) {
  const sx_meaning_filter *filter = s->asking->filter;
  size_t count = sx_meaning_count_entries(s->reader);
  uint32_t first, end;
  sx_meaning_state state;
  sx_str below;
  if (sx_meaning_filter_has_all(filter)) return SX_OK;
  for (size_t i = 0; i < count; i++) {
    sx_status status = sx_meaning_get_file(s->reader, i, &first, &end, &state);
    if (!status && first == end) continue;
    if (!status) status = sx_text_declared_path(&s->root->index, s->number, (uint32_t)i, &below);
    if (status) return status;
    sx_str path = path_of(s, below);
    if (path.len && !sx_meaning__has(filter, path))
      status = add_range(others, first, end, arena_of(s));
    if (status) return status;
  }
  return arena_of(s)->status;
}

/* The lengths of all units that count. */
static sx_status count_units(const segment *s) {
  sx_meaning_asking *a = s->asking;
  sx_meaning_record record;
  a->units += sx_meaning_count_units(s->reader);
  for (size_t f = 0; f < SX_MEANING_FIELDS; f++)
    a->sums[f] += sx_meaning_sum(s->reader, (sx_meaning_field)f);
  for (size_t i = 0; i < s->stale.len; i++)
    for (uint32_t unit = s->stale.items[i].first; unit < s->stale.items[i].end; unit++) {
      sx_status status = sx_meaning_get_record(s->reader, unit, &record);
      if (status) return status;
      a->units--;
      for (size_t f = 0; f < SX_MEANING_FIELDS; f++)
        a->sums[f] -= f == SX_MEANING_PATH ? 0 : sx_meaning_length_read(record.lengths[f]);
    }
  return SX_OK;
}

static void drop_stale(const segment *s, sx_meaning_postings *postings) {
  size_t kept = 0, at = 0;
  for (size_t i = 0; i < postings->len; i++) {
    uint32_t unit = postings->items[i].unit;
    while (at < s->stale.len && s->stale.items[at].end <= unit) at++;
    bool is_stale = at < s->stale.len && s->stale.items[at].first <= unit;
    if (!is_stale) postings->items[kept++] = postings->items[i];
  }
  postings->len = kept;
}

static sx_status make_pool(segment *s, sx_meaning_pool *pool) {
  const sx_question *question = s->asking->question;
  sx_arena *arena = arena_of(s);
  size_t words = question->terms.len + question->related.len;
  sx_meaning_postings *postings = sx_arena_calloc(arena, words + 1, sizeof *postings);
  if (!postings) return arena->status;
  *pool = (sx_meaning_pool){.reader = s->reader,
                            .units = (uint32_t)sx_meaning_count_units(s->reader),
                            .postings = postings};
  sx_status status = find_stale(s);
  if (!status) status = find_others(s, &pool->others);
  for (size_t i = 0; i < words && !status; i++) {
    status =
        sx_meaning_find_postings(s->reader, sx_question_stem(question, i), &postings[i], arena);
    if (!status) drop_stale(s, &postings[i]);
  }
  return status ? status : count_units(s);
}

static sx_status add_segment(segment *s) {
  sx_meaning_asking *a = s->asking;
  sx_arena *arena = arena_of(s), *lasting = a->search->call->arena;
  sx_meaning_pool pool;
  size_t entries = sx_text_declared_entries(&s->root->index, s->number);
  if (entries != sx_meaning_count_entries(s->reader)) return SX_CORRUPT;
  s->current = sx_arena_calloc(arena, entries / 64 + 1, sizeof *s->current);
  if (!s->current) return arena->status;
  sx_text_declared_current(&s->root->index, s->number, s->current);
  drop_others(s, &a->search->fresh_paths);
  drop_others(s, &a->hidden);
  sx_status status = make_pool(s, &pool);
  if (status) return status;
  sx_meaning_pool *added = SX_ARRAY_ADD(&a->pools, lasting);
  sx_meaning_origin *origin = added ? SX_ARRAY_ADD(&a->origins, lasting) : NULL;
  if (!origin) return lasting->status;
  *added = pool;
  *origin = (sx_meaning_origin){.root = s->root, .segment = s->number};
  return SX_OK;
}

/* One that is damaged counts as not written until it is written again. */
static void put_away(const segment *s, sx_declared_root *root) {
  sx_declared_lack *lack = &s->asking->search->lack;
  lack->unwritten += root->index.is_whole && root->index.has_meaning;
  lack->is_due = true;
  sx_text_index_remove_meaning(s->asking->search->call, &root->index, s->number);
}

sx_status sx_meaning__add_segments(sx_meaning_asking *a, sx_err *err) {
  for (size_t i = 0; i < a->search->roots.len; i++) {
    sx_declared_root *root = &a->search->roots.items[i];
    for (size_t k = 0; k < SX_INDEX_SEGMENTS; k++) {
      segment s = {.asking = a, .root = root, .number = k, .reader = root->index.meaning[k]};
      const uint64_t units = a->units;
      uint64_t sums[SX_MEANING_FIELDS];
      memcpy(sums, a->sums, sizeof sums);
      if (!s.reader) continue;
      sx_status status = add_segment(&s);
      if (status == SX_CORRUPT) {
        put_away(&s, root);
        a->units = units;
        memcpy(a->sums, sums, sizeof sums);
        status = SX_OK;
      }
      if (status) return sx_fail(err, status, NULL);
    }
  }
  return SX_OK;
}
