#include "base/map.h"
#include "match/ignore_parts.h"

/* Fewer are looked at one after the other. */
#define LEAST_GROUPED 6

/* ---- what is known of a rule before it is matched ---------------------------------------- */

static bool takes(const sx_ignore_step *one, unsigned char c) {
  switch (one->kind) {
  case STEP_CHAR: return one->c == c;
  case STEP_ANY_CHAR:
  case STEP_ANY_NAME: return c != '/';
  case STEP_CLASS: return c != '/' && (one->set[c / 8] >> c % 8 & 1);
  case STEP_ANY_PATH: return true;
  case STEP_NO_FOLDER: break;
  }
  return false;
}

static bool is_fixed(sx_ignore_step_kind kind) {
  return kind == STEP_CHAR || kind == STEP_ANY_CHAR || kind == STEP_CLASS;
}

/* The longest text in it. A slash after `**` may stand for nothing. */
static sx_status find_inner(sx_ignore_rule *rule, sx_arena *arena) {
  size_t best = 0, best_len = 0, start = 0;
  rule->inner = SX_STR("");
  for (size_t i = 0; i <= rule->len; i++) {
    if (i < rule->len && rule->steps[i].kind == STEP_CHAR) continue;
    if (start && start < i && rule->steps[start - 1].kind == STEP_ANY_PATH) start++;
    if (i > start && i - start > best_len) best = start, best_len = i - start;
    start = i + 1;
  }
  if (!best_len) return SX_OK;
  char *text = sx_arena_alloc(arena, best_len);
  if (!text) return arena->status;
  for (size_t i = 0; i < best_len; i++) text[i] = (char)rule->steps[best + i].c;
  rule->inner = sx_str_make(text, best_len);
  return SX_OK;
}

sx_status sx_ignore__measure(sx_ignore_rule *rule, sx_arena *arena) {
  size_t stars = 0;
  bool has_any_path = false;
  for (size_t i = 0; i < rule->len; i++) {
    sx_ignore_step_kind kind = rule->steps[i].kind;
    stars += kind == STEP_ANY_NAME;
    has_any_path |= kind == STEP_ANY_PATH;
    rule->slashes += kind == STEP_CHAR && rule->steps[i].c == '/';
  }
  if (has_any_path) rule->slashes = SIZE_MAX;
  while (rule->head < rule->len && is_fixed(rule->steps[rule->head].kind)) rule->head++;
  while (rule->tail < rule->len && is_fixed(rule->steps[rule->len - 1 - rule->tail].kind))
    rule->tail++;
  rule->is_simple = !has_any_path && stars <= 1;
  rule->has_star = stars > 0;
  if (rule->head == rule->len) rule->tail = 0;
  /* The slash after `**` may stand for nothing. */
  if (rule->tail && rule->steps[rule->len - 1 - rule->tail].kind == STEP_ANY_PATH) rule->tail--;
  return rule->is_simple ? SX_OK : find_inner(rule, arena);
}

/* ---- the table --------------------------------------------------------------------------- */

/* Names, extensions and paths are apart. */
static uint64_t hash_key(sx_str key, sx_ignore_key kind) {
  return sx_hash(key) + (uint64_t)kind * 0x9E3779B97F4A7C15u;
}

static size_t count_slashes(sx_str path) {
  size_t count = 0;
  for (size_t i = 0; i < path.len; i++) count += path.ptr[i] == '/';
  return count;
}

static uint64_t depth_bit(size_t slashes) {
  return (uint64_t)1 << (slashes < 63 ? slashes : 63);
}

static void note_key(sx_ignore_rules *rules, const sx_ignore_rule *rule) {
  rules->has_names |= rule->key_kind == KEY_NAME;
  rules->has_extensions |= rule->key_kind == KEY_EXTENSION;
  if (rule->key_kind == KEY_PATH) rules->path_depths |= depth_bit(count_slashes(rule->key));
}

/* By the last byte if that is fixed, else by the first. Those with a slash are not for names. */
static void note_bytes(struct sx_ignore_group *group, const sx_ignore_rule *rule, size_t at) {
  bool has_last = rule->len && is_fixed(rule->steps[rule->len - 1].kind);
  bool has_first = rule->len && is_fixed(rule->steps[0].kind) && !rule->has_slash;
  uint64_t bit = (uint64_t)1 << at;
  for (size_t c = 0; c < 256; c++) {
    if (has_last) {
      if (takes(&rule->steps[rule->len - 1], (unsigned char)c)) group->by_last[c] |= bit;
    } else if (!has_first || takes(&rule->steps[0], (unsigned char)c)) {
      group->by_first[c] |= bit;
    }
  }
}

static sx_status group_others(sx_ignore_rules *rules, sx_arena *arena) {
  size_t count = (rules->others.len + SX_IGNORE_GROUP - 1) / SX_IGNORE_GROUP;
  if (rules->others.len < LEAST_GROUPED) return SX_OK;
  rules->groups = sx_arena_calloc(arena, count, sizeof *rules->groups);
  if (!rules->groups) return arena->status;
  for (size_t i = 0; i < rules->others.len; i++)
    note_bytes(&rules->groups[i / SX_IGNORE_GROUP], rules->others.items[i], i % SX_IGNORE_GROUP);
  return SX_OK;
}

sx_status sx_ignore__index(sx_ignore_rules *rules, sx_arena *arena) {
  size_t keyed = 0;
  for (size_t i = 0; i < rules->list.len; i++) keyed += rules->list.items[i]->key_kind != KEY_NONE;
  if (keyed) {
    for (rules->slot_count = 4; rules->slot_count < keyed * 2;) rules->slot_count *= 2;
    rules->slots = sx_arena_calloc(arena, rules->slot_count, sizeof *rules->slots);
    if (!rules->slots) return arena->status;
  }
  for (size_t i = 0; i < rules->list.len; i++) {
    sx_ignore_rule *rule = rules->list.items[i];
    rule->index = (uint32_t)i;
    if (rule->key_kind == KEY_NONE) {
      sx_ignore_rule **other = SX_ARRAY_ADD(&rules->others, arena);
      if (!other) return arena->status;
      *other = rule;
      continue;
    }
    rule->hash = hash_key(rule->key, rule->key_kind);
    sx_ignore_rule **slot = &rules->slots[rule->hash & (rules->slot_count - 1)];
    rule->next = *slot;
    *slot = rule;
    note_key(rules, rule);
  }
  return group_others(rules, arena);
}

/* Takes steps from those that a path may cost. False: they are used up. */
static bool has_work_left(uint64_t *work, uint64_t steps) {
  *work = *work > steps ? *work - steps : 0;
  return *work > 0;
}

/* The last rule with this key. */
static const sx_ignore_rule *find_key(const sx_ignore_rules *rules, sx_str key, sx_ignore_key kind,
                                      uint64_t hash, bool is_folder, uint64_t *work) {
  const sx_ignore_rule *rule = rules->slots[hash & (rules->slot_count - 1)];
  for (; rule && has_work_left(work, 1); rule = rule->next)
    if (rule->hash == hash && rule->key_kind == kind && (is_folder || !rule->is_for_folders) &&
        sx_str_is_equal(rule->key, key))
      return rule;
  return NULL;
}

static const sx_ignore_rule *later_of(const sx_ignore_rule *a, const sx_ignore_rule *b) {
  if (!a || !b) return a ? a : b;
  return a->index > b->index ? a : b;
}

static const sx_ignore_rule *find_keyed(const sx_ignore_rules *rules,
                                        const sx_ignore_subject *subject, sx_str path,
                                        uint64_t *work) {
  const sx_ignore_rule *best = NULL;
  bool is_folder = subject->is_folder;
  if (rules->has_names)
    best = find_key(rules, subject->name, KEY_NAME, subject->name_hash, is_folder, work);
  if (rules->has_extensions && subject->has_extension)
    best = later_of(best, find_key(rules, subject->extension, KEY_EXTENSION,
                                   subject->extension_hash, is_folder, work));
  if (!rules->path_depths) return best;
  if (path.len == subject->name.len ? !(rules->path_depths & 1)
                                    : !(rules->path_depths & depth_bit(count_slashes(path))))
    return best;
  return later_of(best, find_key(rules, path, KEY_PATH, hash_key(path, KEY_PATH), is_folder, work));
}

sx_ignore_subject sx_ignore_subject_of(sx_str path, bool is_folder) {
  size_t slash = sx_str_find_last_char(path, '/');
  sx_ignore_subject subject = {
      .name = slash == SX_STR_NONE ? path : sx_str_slice(path, slash + 1, path.len),
      .extension = SX_STR(""),
      .is_folder = is_folder};
  size_t dot = sx_str_find_last_char(subject.name, '.');
  subject.name_hash = hash_key(subject.name, KEY_NAME);
  subject.has_extension = dot != SX_STR_NONE;
  if (!subject.has_extension) return subject;
  subject.extension = sx_str_slice(subject.name, dot + 1, subject.name.len);
  subject.extension_hash = hash_key(subject.extension, KEY_EXTENSION);
  return subject;
}

/* ---- matching step by step --------------------------------------------------------------- */

static bool may_be_nothing(sx_ignore_step_kind kind) {
  return kind == STEP_ANY_NAME || kind == STEP_ANY_PATH || kind == STEP_NO_FOLDER;
}

/* Places of a pattern, from `first` to `last`, that the text so far can have led to. */
typedef struct places {
  bool at[SX_IGNORE_MAX_PATTERN_BYTES + 1];
  size_t first, last; /* `first > last`: none */
} places;

/* Only the places of the old range have to be cleared. */
static void clear(places *p) {
  if (p->first <= p->last) memset(p->at + p->first, 0, p->last - p->first + 1);
  p->first = SIZE_MAX;
  p->last = 0;
}

static void reach(places *p, size_t at) {
  p->at[at] = true;
  if (at < p->first) p->first = at;
  if (at > p->last) p->last = at;
}

/* Steps that may stand for nothing are passed at once, also after places that this reaches. */
static void spread(const sx_ignore_rule *rule, places *p) {
  for (size_t i = p->first; i <= p->last && i < rule->len; i++) {
    if (!p->at[i] || !may_be_nothing(rule->steps[i].kind)) continue;
    reach(p, i + 1);
    if (rule->steps[i].kind == STEP_NO_FOLDER) reach(p, i + 3);
  }
}

/* Step by step, without going back. `*work` is less by the steps; at 0 it ends. */
static bool is_match_of_all(const sx_ignore_rule *rule, sx_str text, uint64_t *work) {
  places both[2];
  places *here = &both[0], *next = &both[1];
  memset(here->at, 0, rule->len + 1);
  memset(next->at, 0, rule->len + 1);
  next->first = here->first = SIZE_MAX;
  next->last = here->last = 0;
  reach(here, 0);
  spread(rule, here);
  for (size_t at = 0; at < text.len; at++) {
    if (!has_work_left(work, here->last - here->first + 1)) return false;
    clear(next);
    for (size_t i = here->first; i <= here->last && i < rule->len; i++) {
      const sx_ignore_step *one = &rule->steps[i];
      if (!here->at[i] || !takes(one, (unsigned char)text.ptr[at])) continue;
      bool stays = one->kind == STEP_ANY_NAME || one->kind == STEP_ANY_PATH;
      reach(next, stays ? i : i + 1);
    }
    if (next->first > next->last) return false;
    spread(rule, next);
    places *last = here;
    here = next;
    next = last;
  }
  return here->at[rule->len];
}

/* Most rules begin or end in a text that the path does not have. */
static bool has_ends(const sx_ignore_rule *rule, sx_str text, uint64_t *work) {
  const sx_ignore_step *end = rule->steps + rule->len;
  size_t tail = 0, head = 0;
  if (text.len < rule->head + rule->tail) return has_work_left(work, 1) && false;
  while (tail < rule->tail && takes(end - 1 - tail, (unsigned char)text.ptr[text.len - 1 - tail]))
    tail++;
  if (tail == rule->tail)
    while (head < rule->head && takes(rule->steps + head, (unsigned char)text.ptr[head])) head++;
  return has_work_left(work, (head + tail) / 4 + rule->len / 16) && tail == rule->tail &&
         head == rule->head;
}

static bool is_match(const sx_ignore_rule *rule, sx_str text, uint64_t *work) {
  if (!has_ends(rule, text, work)) return false;
  if (!rule->is_simple) {
    if (rule->inner.len && (!has_work_left(work, 4 + text.len / 4) ||
                            sx_str_find(text, rule->inner, 0) == SX_STR_NONE))
      return false;
    return is_match_of_all(rule, text, work);
  }
  size_t fixed = rule->head + rule->tail;
  if (!rule->has_star) return text.len == fixed;
  return !rule->has_slash || memchr(text.ptr + rule->head, '/', text.len - fixed) == NULL;
}

/* Rules of the same depth only, as far as that is known. */
static bool has_depth(const sx_ignore_rule *rule, sx_str path, size_t *slashes) {
  if (!rule->has_slash || rule->slashes == SIZE_MAX) return true;
  if (*slashes == SIZE_MAX) *slashes = count_slashes(path);
  return *slashes == rule->slashes;
}

/* The highest bit of those that are set, of which there is one. */
static size_t highest_bit(uint64_t bits) {
#ifdef __GNUC__
  return 63 - (size_t)__builtin_clzll(bits);
#else
  size_t at = 63;
  while (!(bits >> at & 1)) at--;
  return at;
#endif
}

/* The last of the others before `end` that may match; SIZE_MAX: none. */
static size_t find_candidate(const sx_ignore_rules *rules, const sx_ignore_subject *subject,
                             size_t end) {
  if (!rules->groups) return end ? end - 1 : SIZE_MAX;
  unsigned char first = (unsigned char)subject->name.ptr[0];
  unsigned char last = (unsigned char)subject->name.ptr[subject->name.len - 1];
  while (end) {
    size_t at = (end - 1) / SX_IGNORE_GROUP, below = end - at * SX_IGNORE_GROUP;
    uint64_t bits = rules->groups[at].by_first[first] | rules->groups[at].by_last[last];
    if (below < SX_IGNORE_GROUP) bits &= ((uint64_t)1 << below) - 1;
    if (bits) return at * SX_IGNORE_GROUP + highest_bit(bits);
    end = at * SX_IGNORE_GROUP;
  }
  return SIZE_MAX;
}

sx_ignore_verdict sx_ignore_match_subject(const sx_ignore_rules *rules,
                                          const sx_ignore_subject *subject, sx_str path,
                                          uint64_t *work) {
  if (!subject->name.len) return SX_IGNORE_NONE;
  const sx_ignore_rule *best = find_keyed(rules, subject, path, work);
  size_t slashes = SIZE_MAX;
  for (size_t at = rules->others.len; (at = find_candidate(rules, subject, at)) != SIZE_MAX;) {
    const sx_ignore_rule *rule = rules->others.items[at];
    if ((best && rule->index < best->index) || !has_work_left(work, 4)) break;
    if (rule->is_for_folders && !subject->is_folder) continue;
    if (!has_depth(rule, path, &slashes)) continue;
    if (!is_match(rule, rule->has_slash ? path : subject->name, work)) continue;
    best = rule;
    break;
  }
  if (!best || !*work) return SX_IGNORE_NONE;
  return best->is_negated ? SX_IGNORE_NO : SX_IGNORE_YES;
}

sx_ignore_verdict sx_ignore_match(const sx_ignore_rules *rules, sx_str path, bool is_folder,
                                  uint64_t *work) {
  sx_ignore_subject subject = sx_ignore_subject_of(path, is_folder);
  return sx_ignore_match_subject(rules, &subject, path, work);
}
