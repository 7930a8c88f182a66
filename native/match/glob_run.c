#include "deps/pcre2/case.h"
#include "match/glob_parts.h"

#define SET_WORDS (SX_GLOB__MAX_TEXT / 64 + 1)

/*
 * Steps are taken from all places of the text at once where those before them can end, so that no
 * pattern makes it go back.
 */
typedef struct places {
  uint64_t bits[SET_WORDS];
} places;

typedef struct run {
  const sx_glob__subject *subject;
  size_t words; /* of each set that count */
} run;

/* ---- sets --------------------------------------------------------------------------------- */

static void clear(const run *r, places *set) {
  memset(set->bits, 0, r->words * sizeof *set->bits);
}

static void copy(const run *r, places *to, const places *from) {
  memcpy(to->bits, from->bits, r->words * sizeof *to->bits);
}

static bool has(const places *set, size_t at) {
  return set->bits[at / 64] >> at % 64 & 1;
}

static void add(places *set, size_t at) {
  set->bits[at / 64] |= (uint64_t)1 << at % 64;
}

/* The first place at or after `from`; SX_STR_NONE if there is none. */
static size_t next_of(const run *r, const places *set, size_t from) {
  for (size_t word = from / 64; word < r->words; word++) {
    uint64_t bits = set->bits[word];
    if (word == from / 64) bits &= ~(uint64_t)0 << from % 64;
    if (!bits) continue;
    size_t bit = 0;
#ifdef __GNUC__
    bit = (size_t)__builtin_ctzll(bits);
#else
    while (!(bits >> bit & 1)) bit++;
#endif
    return word * 64 + bit;
  }
  return SX_STR_NONE;
}

static bool is_empty(const run *r, const places *set) {
  return next_of(r, set, 0) == SX_STR_NONE;
}

/* Adds what `more` has; false: it had all of it. `fresh` (may be NULL) becomes what was new. */
static bool join(const run *r, places *set, const places *more, places *fresh) {
  uint64_t any = 0;
  for (size_t i = 0; i < r->words; i++) {
    uint64_t bits = more->bits[i] & ~set->bits[i];
    if (fresh) fresh->bits[i] = bits;
    set->bits[i] |= bits;
    any |= bits;
  }
  return any != 0;
}

/* False: they are used up. */
static bool take_work(const run *r, size_t steps) {
  uint64_t *work = r->subject->work;
  *work = *work > steps ? *work - steps : 0;
  return *work > 0;
}

/* ---- characters --------------------------------------------------------------------------- */

/* A dot that a name begins with, which only a dot fits. */
static bool is_guarded(const run *r, size_t at) {
  sx_str text = r->subject->text;
  return r->subject->explicit_dots && at < text.len && text.ptr[at] == '.' &&
         (at == 0 || text.ptr[at - 1] == '/');
}

static bool is_in_ranges(const sx_glob__class *chars, uint32_t c) {
  for (size_t i = 0; i < chars->ranges.len; i++)
    if (chars->ranges.items[i].first <= c && c <= chars->ranges.items[i].last) return true;
  return false;
}

static uint32_t other_case(uint32_t c) {
  uint32_t lower = c < 0x110000 ? sx_pcre2_lower(c) : c;
  return lower == c && c < 0x110000 ? sx_pcre2_upper(c) : lower;
}

static bool is_in_class(const sx_glob__class *chars, uint32_t c, bool ignore_case) {
  bool is_in = is_in_ranges(chars, c) || (ignore_case && is_in_ranges(chars, other_case(c)));
  return is_in != chars->is_negated;
}

static bool takes(const run *r, const sx_glob__step *step, size_t at, uint32_t c) {
  bool ignore_case = r->subject->ignore_case;
  if (step->kind == SX_GLOB__CHAR) return (ignore_case ? sx_glob__fold(c) : c) == step->c;
  if (c == '/' || is_guarded(r, at)) return false;
  return step->kind == SX_GLOB__ANY_CHAR || is_in_class(step->chars, c, ignore_case);
}

/* ---- steps -------------------------------------------------------------------------------- */

static void take_char(const run *r, const sx_glob__step *step, const places *from, places *to) {
  sx_str text = r->subject->text;
  for (size_t at = next_of(r, from, 0); at < text.len; at = next_of(r, from, at + 1)) {
    uint32_t c = 0;
    size_t bytes = sx_glob__read_char(text, at, &c);
    if (!take_work(r, 1)) return;
    if (takes(r, step, at, c)) add(to, at + bytes);
  }
}

/* From each place on, to the end of the name. It is nothing before a dot that is guarded, too. */
static void take_star(const run *r, const places *from, places *to) {
  sx_str text = r->subject->text;
  bool is_on = false;
  uint32_t c;
  (void)take_work(r, text.len / 8 + 1);
  for (size_t at = next_of(r, from, 0); at <= text.len;) {
    is_on = (is_on || has(from, at)) && !is_guarded(r, at);
    if (is_on) add(to, at);
    if (at == text.len) break;
    if (text.ptr[at] == '/') is_on = false;
    at += sx_glob__read_char(text, at, &c);
  }
}

static size_t next_name(sx_str text, size_t at) {
  size_t slash = sx_str_find_char(text, '/', at);
  return slash == SX_STR_NONE ? slash : slash + 1;
}

static void take_folders(const run *r, const places *from, places *to) {
  sx_str text = r->subject->text;
  bool is_on = false;
  (void)take_work(r, text.len / 8 + 1);
  for (size_t at = next_of(r, from, 0); at <= text.len; at = next_name(text, at)) {
    if (has(from, at)) is_on = true;
    if (is_on) add(to, at);
    if (is_guarded(r, at)) is_on = false;
  }
}

static void take_rest(const run *r, const places *from, places *to) {
  sx_str text = r->subject->text;
  size_t first = next_of(r, from, 0), last_dot = 0;
  bool has_dot = false;
  (void)take_work(r, text.len / 8 + 1);
  for (size_t at = first; at < text.len; at = next_name(text, at))
    if (is_guarded(r, at)) last_dot = at, has_dot = true;
  for (size_t at = first; at < text.len; at = next_of(r, from, at + 1))
    if (!has_dot || at > last_dot) add(to, text.len);
}

/* NOLINTBEGIN(misc-no-recursion): groups are nested 8 deep at most. */
static void take_program(const run *r, const sx_glob__program *program, places *set);

/* The ends of all alternatives from the places of `from`. */
static void take_any_of(const run *r, const sx_glob__step *group, const places *from, places *to) {
  places one;
  clear(r, to);
  for (size_t i = 0; i < group->count; i++) {
    copy(r, &one, from);
    take_program(r, &group->alternatives[i], &one);
    (void)join(r, to, &one, NULL);
  }
}

/* One after the other, until that leads nowhere new. */
static void take_repeated(const run *r, const sx_glob__step *group, places *all) {
  places here, next;
  copy(r, &here, all);
  do take_any_of(r, group, &here, &next);
  while (*r->subject->work && join(r, all, &next, &here));
}

/* Every end in the same name that no alternative has. */
static void take_others(const run *r, const sx_glob__step *group, const places *from, places *to) {
  places one, star, ends;
  clear(r, to);
  for (size_t at = next_of(r, from, 0); at != SX_STR_NONE; at = next_of(r, from, at + 1)) {
    clear(r, &one);
    clear(r, &star);
    add(&one, at);
    take_any_of(r, group, &one, &ends);
    take_star(r, &one, &star);
    if (!*r->subject->work) return;
    for (size_t i = 0; i < r->words; i++) to->bits[i] |= star.bits[i] & ~ends.bits[i];
  }
}

static void take_group(const run *r, const sx_glob__step *group, const places *from, places *to) {
  if (group->op == '!') {
    take_others(r, group, from, to);
    return;
  }
  if (group->op == '*')
    copy(r, to, from);
  else
    take_any_of(r, group, from, to);
  if (group->op == '*' || group->op == '+') take_repeated(r, group, to);
  if (group->op == '?') (void)join(r, to, from, NULL);
}

static void take_step(const run *r, const sx_glob__step *step, const places *from, places *to) {
  switch (step->kind) {
  case SX_GLOB__STAR: take_star(r, from, to); break;
  case SX_GLOB__GROUP: take_group(r, step, from, to); break;
  case SX_GLOB__FOLDERS: take_folders(r, from, to); break;
  case SX_GLOB__REST: take_rest(r, from, to); break;
  default: take_char(r, step, from, to);
  }
}

/* Replaces the places by those where the program can end. Nested as deep as groups are. */
static void take_program(const run *r, const sx_glob__program *program, places *set) {
  places next;
  for (size_t i = 0; i < program->steps.len && !is_empty(r, set); i++) {
    clear(r, &next);
    if (!take_work(r, r->words)) {
      clear(r, set);
      return;
    }
    take_step(r, &program->steps.items[i], set, &next);
    copy(r, set, &next);
  }
}
/* NOLINTEND(misc-no-recursion) */

bool sx_glob__run(const sx_glob__program *program, const sx_glob__subject *subject) {
  run r = {subject, subject->text.len / 64 + 1};
  places set;
  if (subject->text.len > SX_GLOB__MAX_TEXT) {
    *subject->work = 0;
    return false;
  }
  clear(&r, &set);
  add(&set, 0);
  take_program(&r, program, &set);
  return *subject->work > 0 && has(&set, subject->text.len);
}

/* ---- a name ------------------------------------------------------------------------------- */

static bool has_ends(const sx_glob__part *part, sx_str name) {
  size_t len = part->begin.len + part->end.len;
  return name.len >= len && sx_str_has_prefix(name, part->begin) &&
         sx_str_has_suffix(name, part->end);
}

bool sx_glob__fits(const sx_glob__part *part, const sx_glob__subject *name) {
  sx_str text = name->text;
  bool is_guarded = name->explicit_dots && text.len && text.ptr[0] == '.';
  switch (part->kind) {
  case SX_GLOB__ANY_NAMES:
  case SX_GLOB__ANY: return !is_guarded;
  case SX_GLOB__TEXT: return sx_str_is_equal(text, part->begin);
  case SX_GLOB__ENDS: return !is_guarded && sx_str_has_suffix(text, part->end);
  case SX_GLOB__BEGINS:
  case SX_GLOB__BOTH: return has_ends(part, text);
  case SX_GLOB__HAS: return !is_guarded && sx_str_find(text, part->begin, 0) != SX_STR_NONE;
  case SX_GLOB__STEPS: break;
  }
  if (!name->ignore_case && !has_ends(part, text)) return false;
  return sx_glob__run(&part->program, name);
}
