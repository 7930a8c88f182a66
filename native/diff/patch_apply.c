#include "diff/patch.h"

#ifdef SX_DEBUG
#define SEARCH_STEPS (1 << 20)
#else
#define SEARCH_STEPS (1 << 28)
#endif
#define BYTES_A_STEP 64

/** The lines that a hunk wants to find: of one side, by their place in the hunk. */
typedef struct pattern {
  const sx_patch_hunk *hunk;
  char other_sign;             /* of lines that stand on the other side only */
  uint32_t count, lead, trail; /* lines; those of context at both ends */
} pattern;

typedef struct applier {
  sx_line_index lines;
  const sx_patch_options *options;
  int64_t steps_left;
  uint32_t frozen; /* lines that the hunks before have taken */
  int64_t moved;   /* how far the last one was from the place in its header */
} applier;

/** A place for a pattern of which context was cut off: hunk lines [from, to). */
typedef struct fitting {
  uint32_t from, to;
  uint32_t first, count; /* lines of the text */
  bool at_start, at_end; /* it may stand there only */
} fitting;

/** The place in the header of the hunk. */
static int64_t stated_line(const applier *a, const sx_patch_hunk *hunk) {
  return a->options->reverse ? hunk->after_line : hunk->before_line;
}

static pattern pattern_of(const sx_patch_hunk *hunk, bool is_reverse) {
  pattern p = {hunk, is_reverse ? '-' : '+', 0, 0, 0};
  for (uint32_t i = 0; i < hunk->line_count; i++) p.count += hunk->lines[i].sign != p.other_sign;
  while (p.lead < hunk->line_count && hunk->lines[p.lead].sign == ' ') p.lead++;
  while (p.trail < hunk->line_count - p.lead &&
         hunk->lines[hunk->line_count - 1 - p.trail].sign == ' ')
    p.trail++;
  return p;
}

/** Where the pattern's lines first differ from the text at `at`; hunk->line_count: nowhere. */
static uint32_t find_difference(applier *a, const pattern *p, const fitting *f, uint32_t at) {
  for (uint32_t i = f->from; i < f->to; i++) {
    const sx_patch_line *line = &p->hunk->lines[i];
    if (line->sign == p->other_sign) continue;
    if (at >= a->lines.count) return i;
    a->steps_left--;
    sx_str text = sx_line_index_get(&a->lines, at++, 1);
    if (text.len != line->text.len) return i;
    a->steps_left -= (int64_t)(text.len / BYTES_A_STEP);
    if (memcmp(text.ptr, line->text.ptr, text.len) != 0) return i;
  }
  return p->hunk->line_count;
}

static bool fits_at(applier *a, const pattern *p, const fitting *f, uint32_t at) {
  return find_difference(a, p, f, at) == p->hunk->line_count;
}

/** Whether what the hunk makes ends without a line end, which only the end of a text can. */
static bool makes_open_end(const pattern *p) {
  for (uint32_t i = p->hunk->line_count; i > 0; i--) {
    const sx_patch_line *line = &p->hunk->lines[i - 1];
    if (line->sign == ' ' || line->sign == p->other_sign)
      return !line->text.len || line->text.ptr[line->text.len - 1] != '\n';
  }
  return false;
}

/** The rest of the pattern with so much fuzz, and where it may be. */
static fitting fit(const applier *a, const pattern *p, uint32_t fuzz) {
  uint32_t context = p->lead > p->trail ? p->lead : p->trail;
  int64_t lead_cut = (int64_t)fuzz + p->lead - context;
  int64_t trail_cut = (int64_t)fuzz + p->trail - context;
  /* Less context at one end than at the other: there the text ended. */
  fitting f = {.at_start = lead_cut < 0 && stated_line(a, p->hunk) == 0, .at_end = trail_cut < 0};
  if (a->options->loose_ends) f.at_start = f.at_end = false;
  f.from = lead_cut > 0 ? (uint32_t)lead_cut : 0;
  f.to = p->hunk->line_count - (trail_cut > 0 ? (uint32_t)trail_cut : 0);
  f.count = p->count - f.from - (p->hunk->line_count - f.to);
  if (makes_open_end(p)) f.at_end = true;
  return f;
}

/** Looks for the fitting around `guess`, later places before earlier ones; true: f->first. */
static bool search_around(applier *a, const pattern *p, fitting *f, int64_t guess) {
  if (f->count > a->lines.count) return false;
  int64_t lowest = a->frozen, highest = (int64_t)a->lines.count - f->count;
  if (f->at_start) highest = 0;
  if (f->at_end) lowest = lowest > (int64_t)a->lines.count - f->count ? lowest : highest;
  if (lowest > highest || (f->at_start && f->at_end && a->lines.count != f->count)) return false;
  int64_t reach = a->options->max_offset;
  if (guess - reach > lowest) lowest = guess - reach;
  if (guess + reach < highest) highest = guess + reach;
  for (int64_t way = 0; guess + way <= highest || guess - way >= lowest; way++) {
    int64_t places[] = {guess + way, guess - way};
    for (int i = 0; i < (way ? 2 : 1); i++) {
      if (places[i] < lowest || places[i] > highest) continue;
      if (a->steps_left < 0) return false;
      if (!fits_at(a, p, f, (uint32_t)places[i])) continue;
      f->first = (uint32_t)places[i];
      return true;
    }
    /* Far outside, the way to the nearest place has nothing to look at. */
    if (guess > highest && guess - way > highest) way = guess - highest - 1;
    if (guess < lowest && guess + way < lowest) way = lowest - guess - 1;
  }
  return false;
}

/** Finds a place for the hunk, with as little fuzz as does it. */
static bool find_place(applier *a, const pattern *p, uint32_t max_fuzz, fitting *f,
                       uint32_t *fuzz) {
  uint32_t context = p->lead > p->trail ? p->lead : p->trail;
  int64_t guess = stated_line(a, p->hunk) + a->moved;
  for (*fuzz = 0; *fuzz <= max_fuzz && *fuzz <= context; ++*fuzz) {
    *f = fit(a, p, *fuzz);
    /* Without its first lines it begins so much later. */
    if (search_around(a, p, f, guess + f->from)) return true;
  }
  return false;
}

/** Explains why a hunk fits nowhere: the first difference at its place, or that it is applied. */
static void explain(applier *a, const pattern *p, sx_patch_place *place) {
  int64_t expected = stated_line(a, p->hunk) + a->moved;
  if (expected < 0) expected = 0;
  if (expected > a->lines.count) expected = a->lines.count;
  pattern made = pattern_of(p->hunk, p->other_sign == '+');
  fitting f;
  uint32_t fuzz;
  place->line = (uint32_t)expected;
  if (made.count && find_place(a, &made, 0, &f, &fuzz)) {
    place->outcome = SX_PATCH_ALREADY_APPLIED;
    place->line = f.first;
    return;
  }
  place->outcome = SX_PATCH_NOT_FOUND;
  f = (fitting){.from = 0, .to = p->hunk->line_count};
  uint32_t different = find_difference(a, p, &f, (uint32_t)expected);
  if (different == p->hunk->line_count) different = 0;
  place->patch_line = p->hunk->patch_line + 1 + different;
}

/** Finds the place of one hunk; what it takes is then frozen. */
static void place_hunk(applier *a, const sx_patch_hunk *hunk, sx_patch_place *place,
                       fitting *found) {
  pattern p = pattern_of(hunk, a->options->reverse);
  if (!find_place(a, &p, a->options->max_fuzz, found, &place->fuzz)) {
    place->fuzz = 0;
    explain(a, &p, place);
    return;
  }
  place->outcome = SX_PATCH_APPLIED;
  place->line = found->first > found->from ? found->first - found->from : 0;
  place->offset = (int64_t)found->first - found->from - stated_line(a, hunk);
  a->moved = place->offset;
  a->frozen = found->first + found->count;
}

/** Bytes that are written, or only counted while `to` is NULL. */
typedef struct writer {
  char *to;
  size_t len;
  bool is_open; /* the last byte is not \n */
} writer;

static void write_bytes(writer *w, sx_str bytes) {
  if (!bytes.len) return;
  if (w->is_open) {
    /* A line that the patch took for whole: it ends before the next begins. */
    if (w->to) w->to[w->len] = '\n';
    w->len++;
  }
  if (w->to) memcpy(w->to + w->len, bytes.ptr, bytes.len);
  w->len += bytes.len;
  w->is_open = bytes.ptr[bytes.len - 1] != '\n';
}

/** Writes the text with those hunks that were placed. */
static void write_text(const applier *a, writer *w, const sx_patch_hunk *hunks, size_t count,
                       const sx_patch_place *places, const fitting *found) {
  char removed = a->options->reverse ? '+' : '-';
  uint32_t at = 0;
  for (size_t i = 0; i < count; i++) {
    if (places[i].outcome != SX_PATCH_APPLIED) continue;
    write_bytes(w, sx_line_index_get(&a->lines, at, found[i].first - at));
    at = found[i].first;
    for (uint32_t k = found[i].from; k < found[i].to; k++) {
      const sx_patch_line *line = &hunks[i].lines[k];
      if (line->sign == ' ')
        write_bytes(w, sx_line_index_get(&a->lines, at, 1));
      else if (line->sign != removed)
        write_bytes(w, line->text);
      at += line->sign == ' ' || line->sign == removed;
    }
  }
  write_bytes(w, sx_line_index_get(&a->lines, at, a->lines.count - at));
}

static sx_status make_text(sx_patch_result *out, const applier *a, const sx_patch_hunk *hunks,
                           const fitting *found, sx_arena *arena) {
  writer w = {NULL, 0, false};
  out->text = a->lines.text;
  if (out->failed == out->count) return SX_OK;
  write_text(a, &w, hunks, out->count, out->places, found);
  char *bytes = sx_arena_alloc(arena, w.len);
  if (!bytes) return arena->status;
  w = (writer){bytes, 0, false};
  write_text(a, &w, hunks, out->count, out->places, found);
  out->text = sx_str_make(bytes, w.len);
  return SX_OK;
}

static sx_status apply(sx_patch_result *out, applier *a, const sx_patch_hunk *hunks,
                       sx_arena *scratch, sx_arena *arena) {
  sx_patch_place *places = sx_arena_calloc(arena, out->count, sizeof *places);
  fitting *found = sx_arena_calloc(scratch, out->count, sizeof *found);
  if (!places) return arena->status;
  if (!found) return scratch->status;
  for (size_t i = 0; i < out->count; i++) {
    place_hunk(a, &hunks[i], &places[i], &found[i]);
    out->failed += places[i].outcome != SX_PATCH_APPLIED;
  }
  out->places = places;
  return make_text(out, a, hunks, found, arena);
}

sx_status sx_patch_apply(sx_patch_result *out, sx_str before, const sx_patch_file *file,
                         const sx_patch_options *options, sx_arena *arena, sx_err *err) {
  static const sx_patch_options defaults = {.max_offset = UINT32_MAX};
  sx_arena scratch;
  applier a = {.options = options ? options : &defaults, .steps_left = SEARCH_STEPS};
  *out = (sx_patch_result){before, NULL, file->hunk_count, 0};
  sx_arena_init(&scratch, arena->max_bytes - arena->used_bytes);
  sx_status status = sx_line_index_init(&a.lines, before, &scratch, err);
  if (!status) {
    status = apply(out, &a, file->hunks, &scratch, arena);
    if (status) sx_fail(err, status, NULL);
  }
  sx_arena_release(&scratch);
  return status;
}
