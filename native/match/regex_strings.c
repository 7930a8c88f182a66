#include "match/regex_literals_parts.h"

/* Past these, sets and strings grow longer without finding less. */
#define MAX_STRINGS 16
/* Where classes are read: each two letters. */
#define MAX_OF_CLASSES 700
#define MAX_STRING_BYTES 64
#define MAX_LOOKED_DEPTH 4

static const sx_needed nothing = {SX_NEEDED_NOTHING, {"", 0}, NULL, 0};

/* ---- conditions --------------------------------------------------------------------------- */

/* Without memory nothing is needed; the arena's status is checked at the end. */
static const sx_needed *make_needed(sx_needed value, sx_arena *a) {
  sx_needed *made = SX_ARENA_NEW(a, sx_needed);
  if (!made) return &nothing;
  *made = value;
  return made;
}

static const sx_needed *both_needed(sx_needed_kind kind, const sx_needed *one,
                                    const sx_needed *other, sx_arena *a) {
  const sx_needed **parts = sx_arena_calloc(a, 2, sizeof *parts);
  if (!parts) return &nothing;
  parts[0] = one;
  parts[1] = other;
  return make_needed((sx_needed){kind, SX_STR(""), parts, 2}, a);
}

/* NOLINTBEGIN(misc-no-recursion): MAX_LOOKED_DEPTH limits it. */
/** Whether what has the one has the other, a string, as is seen at once. */
static bool implies(const sx_needed *one, const sx_needed *other, size_t depth) {
  if (other->kind != SX_NEEDED_STRING || depth > MAX_LOOKED_DEPTH) return false;
  if (one->kind == SX_NEEDED_STRING)
    return sx_str_find(one->string, other->string, 0) != SX_STR_NONE;
  for (size_t i = 0; one->kind == SX_NEEDED_ALL && i < one->part_count; i++)
    if (implies(one->parts[i], other, depth + 1)) return true;
  return false;
}
/* NOLINTEND(misc-no-recursion) */

static const sx_needed *need_all(const sx_needed *one, const sx_needed *other, sx_arena *a) {
  if (one->kind == SX_NEEDED_NOTHING || implies(other, one, 0)) return other;
  if (other->kind == SX_NEEDED_NOTHING || implies(one, other, 0)) return one;
  return both_needed(SX_NEEDED_ALL, one, other, a);
}

static const sx_needed *need_one(const sx_needed *one, const sx_needed *other, sx_arena *a) {
  if (one->kind == SX_NEEDED_NOTHING || other->kind == SX_NEEDED_NOTHING) return &nothing;
  return both_needed(SX_NEEDED_ONE, one, other, a);
}

/** One of the strings is in the text. */
static const sx_needed *need_set(const sx_string_set *set, sx_arena *a) {
  size_t count = set->strings.len;
  if (!set->is_known || !count) return &nothing;
  const sx_needed **parts = sx_arena_calloc(a, count, sizeof *parts);
  if (!parts) return &nothing;
  for (size_t i = 0; i < count; i++) {
    sx_str string = set->strings.items[i];
    if (!string.len) return &nothing;
    parts[i] = make_needed((sx_needed){SX_NEEDED_STRING, string, NULL, 0}, a);
    if (parts[i] == &nothing) return &nothing;
  }
  if (count == 1) return parts[0];
  return make_needed((sx_needed){SX_NEEDED_ONE, SX_STR(""), parts, count}, a);
}

/* ---- sets --------------------------------------------------------------------------------- */

static sx_string_set set_of(sx_str string, sx_arena *a) {
  sx_string_set set = {.is_known = true, .most = MAX_STRINGS};
  if (sx_strs_add(&set.strings, string, a, NULL)) set.is_known = false;
  return set;
}

/* In a large set a string may be twice, as it would take long to find that. */
static void add_string(sx_string_set *set, sx_str string, sx_arena *a) {
  if (!set->is_known) return;
  sx_status status = set->strings.len > MAX_STRINGS
                         ? sx_strs_add(&set->strings, string, a, NULL)
                         : sx_strs_add_new(&set->strings, string, a, NULL);
  if (status || set->strings.len > set->most) *set = (sx_string_set){.is_known = false};
}

static sx_string_set empty_set(const sx_string_set *one, const sx_string_set *other) {
  return (sx_string_set){.is_known = one->is_known && other->is_known,
                         .most = one->most > other->most ? one->most : other->most};
}

static sx_string_set unite(const sx_string_set *one, const sx_string_set *other, sx_arena *a) {
  sx_string_set set = empty_set(one, other);
  for (size_t i = 0; set.is_known && i < one->strings.len; i++)
    add_string(&set, one->strings.items[i], a);
  for (size_t i = 0; set.is_known && i < other->strings.len; i++)
    add_string(&set, other->strings.items[i], a);
  return set;
}

static sx_str concatenate(sx_str head, sx_str tail, sx_arena *a) {
  if (!head.len || !tail.len) return head.len ? head : tail;
  char *whole = sx_arena_alloc(a, head.len + tail.len);
  if (!whole) return SX_STR("");
  memcpy(whole, head.ptr, head.len);
  memcpy(whole + head.len, tail.ptr, tail.len);
  return sx_str_make(whole, head.len + tail.len);
}

/** Each string of the one before each of the other; not known where they get too many or long. */
static sx_string_set cross(const sx_string_set *one, const sx_string_set *other, sx_arena *a) {
  sx_string_set set = empty_set(one, other);
  if (one->strings.len * other->strings.len > set.most) set.is_known = false;
  for (size_t i = 0; set.is_known && i < one->strings.len; i++)
    for (size_t k = 0; set.is_known && k < other->strings.len; k++) {
      sx_str head = one->strings.items[i], tail = other->strings.items[k];
      if (head.len + tail.len > MAX_STRING_BYTES) return (sx_string_set){.is_known = false};
      add_string(&set, concatenate(head, tail, a), a);
    }
  return set;
}

/* The ends of the strings, two bytes long: of many strings these are few. */
static sx_string_set shorten(const sx_string_set *set, sx_arena *a) {
  sx_string_set ends = {.is_known = set->is_known && set->most > MAX_STRINGS, .most = set->most};
  for (size_t i = 0; ends.is_known && i < set->strings.len; i++) {
    sx_str string = set->strings.items[i];
    size_t from = string.len > 2 ? string.len - 2 : 0;
    if (sx_strs_add_new(&ends.strings, sx_str_slice(string, from, string.len), a, NULL))
      ends.is_known = false;
  }
  return ends;
}

/* ---- parts -------------------------------------------------------------------------------- */

sx_part sx_part__string(sx_str string, sx_arena *a) {
  sx_part part = {.exact = set_of(string, a), .needed = &nothing};
  return part.exact.is_known ? part : sx_part__any(a);
}

sx_part sx_part__one_of(const sx_strs *characters, sx_arena *a) {
  sx_part part = {.exact = {.is_known = true, .most = MAX_OF_CLASSES}, .needed = &nothing};
  for (size_t i = 0; i < characters->len; i++) add_string(&part.exact, characters->items[i], a);
  return part.exact.is_known ? part : sx_part__any(a);
}

sx_part sx_part__any(sx_arena *a) {
  sx_part part = {.first = set_of(SX_STR(""), a), .needed = &nothing};
  part.last = part.first;
  return part;
}

/** The same as a part whose strings are known by their ends only. */
static sx_part loosen(const sx_part *part) {
  if (!part->exact.is_known) return *part;
  return (sx_part){.first = part->exact, .last = part->exact, .needed = &nothing};
}

const sx_needed *sx_part__needed(const sx_part *part, sx_arena *a) {
  if (part->exact.is_known) return need_set(&part->exact, a);
  const sx_needed *ends = need_all(need_set(&part->first, a), need_set(&part->last, a), a);
  return need_all(part->needed, ends, a);
}

/** `set`, or, where that is too big, `instead`, and the condition `lost` keeps of the other. */
static sx_string_set choose_set(sx_string_set set, const sx_string_set *instead,
                                const sx_string_set *lost, const sx_needed **needed, sx_arena *a) {
  if (set.is_known) return set;
  *needed = need_all(*needed, need_set(lost, a), a);
  return *instead;
}

sx_part sx_part__join(const sx_part *one, const sx_part *other, sx_arena *a) {
  sx_part joined = {.exact = cross(&one->exact, &other->exact, a)};
  joined.needed = &nothing;
  if (joined.exact.is_known) return joined;
  joined.exact = (sx_string_set){.is_known = false};
  const sx_part head = loosen(one), tail = loosen(other);
  joined.needed = need_all(head.needed, tail.needed, a);
  joined.first = head.first;
  joined.last = tail.last;
  if (one->exact.is_known)
    joined.first =
        choose_set(cross(&one->exact, &tail.first, a), &one->exact, &tail.first, &joined.needed, a);
  if (other->exact.is_known) {
    const sx_string_set ends = shorten(&head.last, a);
    const sx_string_set shorter = cross(&ends, &other->exact, a);
    joined.last =
        choose_set(cross(&head.last, &other->exact, a), shorter.is_known ? &shorter : &other->exact,
                   &head.last, &joined.needed, a);
  }
  if (!one->exact.is_known && !other->exact.is_known) {
    /* They meet in the middle. */
    sx_string_set middle = cross(&head.last, &tail.first, a);
    const sx_needed *apart = need_all(need_set(&head.last, a), need_set(&tail.first, a), a);
    joined.needed = need_all(joined.needed, middle.is_known ? need_set(&middle, a) : apart, a);
  }
  return joined;
}

sx_part sx_part__either(const sx_part *one, const sx_part *other, sx_arena *a) {
  sx_part both = {.exact = unite(&one->exact, &other->exact, a), .needed = &nothing};
  if (both.exact.is_known) return both;
  const sx_part left = loosen(one), right = loosen(other);
  both.exact = (sx_string_set){.is_known = false};
  both.needed = need_one(sx_part__needed(one, a), sx_part__needed(other, a), a);
  both.first = unite(&left.first, &right.first, a);
  both.last = unite(&left.last, &right.last, a);
  if (!both.first.is_known) both.first = set_of(SX_STR(""), a);
  if (!both.last.is_known) both.last = set_of(SX_STR(""), a);
  return both;
}

sx_part sx_part__more(const sx_part *part, sx_arena *a) {
  sx_part more = loosen(part);
  more.needed = sx_part__needed(part, a);
  return more;
}
