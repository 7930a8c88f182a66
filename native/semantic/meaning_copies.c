#include "semantic/meaning_parts.h"

#include "meaning/reader.h"
#include "workspace/paths.h"

static bool has_direction(const sx_packed_direction *direction) {
  static const sx_packed_direction none;
  return memcmp(direction, &none, sizeof none) != 0;
}

/* The same words as often, in the same fields but for the path. */
static bool has_same_words(const sx_meaning_hit *a, const sx_meaning_hit *b) {
  for (size_t f = 0; f < SX_MEANING_FIELDS; f++)
    if (f != SX_MEANING_PATH &&
        (a->fields[f] != b->fields[f] || a->record.lengths[f] != b->record.lengths[f]))
      return false;
  return a->related == b->related;
}

/* Files of one name, of which one is copied from the other or both from a third: all that is known
 * of the unit is the same in both. */
static bool is_copy(const sx_meaning_hit *a, const sx_meaning_hit *b) {
  const sx_meaning_record *one = &a->record, *other = &b->record;
  return one->kind == other->kind && one->flags == other->flags &&
         one->name_len == other->name_len &&
         one->end_row - one->row == other->end_row - other->row && has_same_words(a, b) &&
         has_direction(a->direction) &&
         memcmp(a->direction, b->direction, sizeof *a->direction) == 0 &&
         sx_str_is_equal(sx_path_name(a->path), sx_path_name(b->path)) &&
         !sx_str_is_equal(a->path, b->path);
}

sx_status sx_meaning__note_copy(sx_meaning_hits *hits, const sx_meaning_hit *hit, bool *is_one,
                                sx_arena *arena) {
  *is_one = false;
  for (size_t i = 0; i < hits->len; i++) {
    if (!is_copy(&hits->items[i], hit)) continue;
    sx_meaning_copy *added = SX_ARRAY_ADD(&hits->items[i].copies, arena);
    if (!added) return arena->status;
    *added = (sx_meaning_copy){hit->path, hit->record.row};
    *is_one = true;
    return SX_OK;
  }
  return SX_OK;
}
