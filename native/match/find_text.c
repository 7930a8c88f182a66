#include "match/find_text.h"

#include "base/array.h"
#include "base/buf.h"
#include "match/loose.h"
#include "match/search.h"
#include "text/lines.h"

#define SCRATCH_MAX_BYTES ((size_t)2 << 30)
#define UNIT_SAMPLE_LINES 4000
/* Lines of places that look right but are not shifted alike: what hostile texts are made of. */
#define MAX_REJECTED_LINES 2000000

typedef struct finder {
  sx_str document;
  const sx_find_text_options *options;
  SX_ARRAY(sx_found_place) places;
  SX_ARRAY(sx_found_shift) shifts;
  size_t total;
  sx_found *out;
  sx_arena *arena, scratch;
  sx_err *err;
  /* The document's, made when they are needed. */
  sx_lines index;
  const sx_str *lines;
  size_t line_count; /* without the empty one after the last line end */
  const uint64_t *keys[SX_LOOSE_QUOTES + 1];
  sx_str lf; /* with \n for each line end */
  uint8_t unit;
  bool has_lf, has_cr;
} finder;

/* ---- the document ---- */

/** The lines of a text, without an empty one after its last line end. */
static sx_status split(sx_lines *index, const sx_str **out, size_t *count, sx_str text, finder *f) {
  sx_status status = sx_lines_init(index, text, &f->scratch, f->err);
  if (status) return status;
  *count = index->count - (index->starts[index->count - 1] == text.len);
  sx_str *items = sx_arena_calloc(&f->scratch, *count, sizeof *items);
  if (!items) return sx_fail(f->err, f->scratch.status, NULL);
  for (uint32_t row = 0; row < *count; row++) items[row] = sx_lines_get(index, row);
  *out = items;
  return SX_OK;
}

static sx_status need_lines(finder *f) {
  if (f->lines) return SX_OK;
  sx_status status = split(&f->index, &f->lines, &f->line_count, f->document, f);
  if (status) return status;
  size_t sample = f->line_count < UNIT_SAMPLE_LINES ? f->line_count : UNIT_SAMPLE_LINES;
  f->unit = sx_indent_guess_unit(f->lines, sample, 4);
  return SX_OK;
}

/** The most frequent line end of a text, the earlier one in this list where they are as many. */
static sx_str line_ending_of(sx_str text) {
  sx_line_ends ends = sx_line_ends_count(text);
  if (!ends.lf && !ends.crlf && !ends.cr) return SX_STR("");
  if (ends.lf >= ends.crlf && ends.lf >= ends.cr) return SX_STR("\n");
  return ends.crlf >= ends.cr ? SX_STR("\r\n") : SX_STR("\r");
}

/** A text with \n for each line end; itself where it has no other. */
static sx_status normalize(sx_str *out, sx_str text, sx_arena *arena, sx_err *err) {
  *out = text;
  if (sx_str_find_char(text, '\r', 0) == SX_STR_NONE) return SX_OK;
  char *copy = sx_arena_alloc(arena, text.len);
  if (!copy) return sx_fail(err, arena->status, NULL);
  size_t len = 0;
  for (size_t i = 0; i < text.len; i++) {
    bool is_half = text.ptr[i] == '\r' && i + 1 < text.len && text.ptr[i + 1] == '\n';
    if (!is_half) copy[len++] = (char)(text.ptr[i] == '\r' ? '\n' : text.ptr[i]);
  }
  *out = sx_str_make(copy, len);
  return SX_OK;
}

/* ---- places ---- */

static sx_status add_place(finder *f, size_t start, size_t end) {
  f->total++;
  if (f->options->max_places && f->places.len >= f->options->max_places) return SX_OK;
  sx_found_place before = {0, 0, 0, 0};
  if (f->places.len) before = f->places.items[f->places.len - 1];
  sx_found_place *place = SX_ARRAY_ADD(&f->places, f->arena);
  if (!place) return sx_fail(f->err, f->arena->status, NULL);
  size_t rows = sx_scan_lines(f->document, before.start, start).count;
  *place = (sx_found_place){start, end, before.first_row + (uint32_t)rows, 1};
  if (end > start) place->row_count += (uint32_t)sx_scan_lines(f->document, start, end - 1).count;
  return SX_OK;
}

static sx_status finish(finder *f, sx_found_how how, sx_str written) {
  f->out->how = how;
  f->out->written = written;
  return SX_OK;
}

static sx_status find_exact(finder *f, sx_str old) {
  sx_search search;
  size_t at;
  sx_search_init(&search, f->document, old, &f->scratch);
  for (;;) {
    sx_status status = sx_search_next(&at, &search, f->err);
    if (!status && at == SX_STR_NONE) break;
    if (!status) status = add_place(f, at, at + old.len);
    if (status) return status;
  }
  return f->total ? finish(f, SX_FOUND_EXACT, old) : SX_OK;
}

/** Walks through the document and its copy with other line ends side by side. */
typedef struct walk {
  sx_str document;
  size_t at, copied;
} walk;

static size_t walk_to(walk *w, size_t copied) {
  while (w->copied < copied) {
    bool is_pair = w->document.ptr[w->at] == '\r' && w->at + 1 < w->document.len &&
                   w->document.ptr[w->at + 1] == '\n';
    w->at += is_pair ? 2 : 1;
    w->copied++;
  }
  return w->at;
}

static sx_status find_line_endings(finder *f, sx_str old) {
  sx_str needle;
  if (!f->has_lf) {
    sx_status status = normalize(&f->lf, f->document, &f->scratch, f->err);
    if (status) return status;
    f->has_lf = true;
    f->has_cr = f->lf.ptr != f->document.ptr;
  }
  sx_status status = normalize(&needle, old, &f->scratch, f->err);
  if (status || (!f->has_cr && needle.ptr == old.ptr)) return status;
  sx_search search;
  walk w = {f->document, 0, 0};
  size_t at;
  sx_search_init(&search, f->lf, needle, &f->scratch);
  for (;;) {
    status = sx_search_next(&at, &search, f->err);
    if (!status && at == SX_STR_NONE) break;
    size_t start = status ? 0 : walk_to(&w, at);
    if (!status) status = add_place(f, start, walk_to(&w, at + needle.len));
    if (status) return status;
  }
  return f->total ? finish(f, SX_FOUND_LINE_ENDINGS, old) : SX_OK;
}

/* ---- whole lines ---- */

typedef struct wanted {
  const sx_str *lines;
  size_t count;
  bool ends_line;
  sx_loose loose;
} wanted;

static bool measure(const finder *f, const wanted *w, size_t row, sx_found_shift *shift) {
  const sx_str *standing = f->lines + row;
  shift->skips_first = shift->lacks_ending = false;
  if (sx_indent_measure(&shift->shift, w->lines, standing, w->count, f->unit)) return true;
  /* Who copies from the middle of a line leaves out the indentation of the first. */
  bool is_bare = !sx_indent_bytes(w->lines[0]) && sx_indent_bytes(standing[0]);
  shift->skips_first = is_bare && w->count > 1;
  if (shift->skips_first &&
      sx_indent_measure(&shift->shift, w->lines + 1, standing + 1, w->count - 1, f->unit))
    return true;
  shift->skips_first = false;
  if (w->loose == SX_LOOSE_INDENT) return false;
  /* The first line decides where there is no rule. */
  if (!sx_indent_measure(&shift->shift, w->lines, standing, 1, f->unit))
    shift->shift = (sx_shift){SX_SHIFT_NONE, 0, f->unit, f->unit, ' '};
  return true;
}

static bool is_same_lines(const finder *f, const wanted *w, size_t row) {
  for (size_t i = 0; i < w->count; i++)
    if (!sx_loose_is_equal(w->lines[i], f->lines[row + i], w->loose)) return false;
  return true;
}

static sx_status add_lines(finder *f, const wanted *w, size_t row, sx_found_shift shift) {
  size_t start = f->index.starts[row];
  size_t end = sx_lines_end(&f->index, (uint32_t)(row + w->count - 1));
  if (shift.skips_first) start += sx_indent_bytes(f->lines[row]);
  if (w->ends_line && end == f->document.len)
    shift.lacks_ending = true;
  else if (w->ends_line)
    end += sx_str_has_prefix(sx_str_slice(f->document, end, end + 2), SX_STR("\r\n")) ? 2 : 1;
  size_t known = f->places.len;
  sx_status status = add_place(f, start, end);
  if (status || f->places.len == known) return status;
  sx_found_shift *added = SX_ARRAY_ADD(&f->shifts, f->arena);
  if (!added) return sx_fail(f->err, f->arena->status, NULL);
  *added = shift;
  return SX_OK;
}

static sx_status search_lines(finder *f, const wanted *w) {
  const uint64_t *needle = sx_loose_keys(w->lines, w->count, w->loose, &f->scratch);
  if (!f->keys[w->loose])
    f->keys[w->loose] = sx_loose_keys(f->lines, f->line_count, w->loose, &f->scratch);
  if (!needle || !f->keys[w->loose]) return sx_fail(f->err, f->scratch.status, NULL);
  sx_key_search search = {
      .text = f->keys[w->loose],
      .text_count = f->line_count,
      .needle = needle,
      .needle_count = w->count,
  };
  sx_status status = sx_key_search_begin(&search, &f->scratch, f->err);
  if (status) return status;
  size_t row, next = 0, rejected = 0;
  while (rejected < MAX_REJECTED_LINES && (row = sx_key_search_next(&search)) != SX_STR_NONE) {
    sx_found_shift shift;
    if (row < next) continue;
    if (!is_same_lines(f, w, row) || !measure(f, w, row, &shift)) {
      rejected += w->count;
      continue;
    }
    status = add_lines(f, w, row, shift);
    if (status) return status;
    next = row + w->count;
  }
  return SX_OK;
}

static sx_status find_lines(finder *f, sx_str old, sx_loose loose) {
  wanted w = {NULL, 0, false, loose};
  size_t before = 0, after = 0;
  sx_lines index;
  sx_status status = need_lines(f);
  if (!status) status = split(&index, &w.lines, &w.count, old, f);
  if (status || !w.lines) return status;
  if (!w.count || !f->line_count) return SX_OK;
  w.ends_line = old.ptr[old.len - 1] == '\n' || old.ptr[old.len - 1] == '\r';
  while (before < w.count && sx_indent_is_blank(w.lines[before])) before++;
  while (after < w.count - before && sx_indent_is_blank(w.lines[w.count - 1 - after])) after++;
  if (before == w.count) return SX_OK; /* blank lines are found exactly or not at all */
  if (loose == SX_LOOSE_INDENT) before = after = 0;
  w.lines += before;
  w.count -= before + after;
  if (w.count > f->line_count) return SX_OK;
  status = search_lines(f, &w);
  if (status || !f->total) return status;
  f->out->blank_before = before;
  f->out->blank_after = after;
  size_t end = sx_lines_end(&index, (uint32_t)(before + w.count - 1));
  bool is_shifted = loose == SX_LOOSE_INDENT;
  return finish(f, is_shifted ? SX_FOUND_INDENTATION : SX_FOUND_WHITESPACE,
                sx_str_slice(old, index.starts[before], end));
}

/* ---- all together ---- */

/** Tries one reading of `old`, the strict kinds first. */
static sx_status find_in_order(finder *f, sx_str old) {
  sx_status status = find_exact(f, old);
  if (!status && !f->total) status = find_line_endings(f, old);
  if (f->options->exact_only) return status;
  if (!status && !f->total) status = find_lines(f, old, SX_LOOSE_INDENT);
  if (!status && !f->total) status = find_lines(f, old, SX_LOOSE_BLANKS);
  return status;
}

static sx_status find_rewritten(finder *f, sx_str old) {
  sx_status status = SX_OK;
  for (int i = SX_REWRITE_NONE + 1; i < SX_REWRITE_COUNT && !status && !f->total; i++) {
    sx_str text;
    f->out->rewrite = (sx_rewrite)i;
    status = sx_rewrite_undo(&text, old, f->out->rewrite, true, f->arena, f->err);
    if (!status && text.len && text.len < old.len) status = find_in_order(f, text);
    bool is_last = i == SX_REWRITE_QUOTES && !status && !f->total;
    if (is_last && sx_str_find(f->document, SX_STR("\xE2\x80"), 0) != SX_STR_NONE)
      status = find_lines(f, text, SX_LOOSE_QUOTES);
  }
  if (!f->total) f->out->rewrite = SX_REWRITE_NONE;
  return status;
}

static sx_status find_closest(finder *f, sx_str old) {
  sx_lines index;
  const sx_str *lines;
  size_t count, before = 0;
  sx_str text;
  sx_status status = need_lines(f);
  if (!status)
    status = sx_rewrite_undo(&text, old, SX_REWRITE_LINE_NUMBERS, true, &f->scratch, f->err);
  if (!status) status = split(&index, &lines, &count, text, f);
  if (status) return status;
  while (before < count && sx_indent_is_blank(lines[before])) before++;
  while (count > before && sx_indent_is_blank(lines[count - 1])) count--;
  const sx_rows all = {f->lines, f->line_count}, sought = {lines + before, count - before};
  return sx_closest_find(&f->out->closest, all, sought, &f->scratch, f->err);
}

sx_status sx_find_text(sx_found *out, sx_str document, sx_str old,
                       const sx_find_text_options *options, sx_arena *a, sx_err *err) {
  finder f = {.document = document, .options = options, .out = out, .arena = a, .err = err};
  *out = (sx_found){.document = document, .line_ending = SX_STR(""), .written = SX_STR("")};
  if (!old.len)
    return sx_fail(err, SX_INVALID_ARGUMENT,
                   "The text to replace is empty. Give the text to replace.");
  if (document.len > SX_LINES_MAX_BYTES || old.len > SX_LINES_MAX_BYTES)
    return sx_fail(err, SX_TOO_BIG, "Texts of 4 GB and more cannot be searched.");
  out->line_ending = line_ending_of(document);
  sx_arena_init(&f.scratch, SCRATCH_MAX_BYTES);
  sx_status status = find_in_order(&f, old);
  if (!status && !f.total && !options->exact_only) status = find_rewritten(&f, old);
  if (!status && !f.total) status = find_closest(&f, old);
  sx_arena_release(&f.scratch);
  out->places = f.places.items;
  out->shifts = f.shifts.items;
  out->count = f.places.len;
  out->total = f.total;
  return status;
}

const char *sx_found_describe(const sx_found *found) {
  static const char *const how[] = {"nowhere", "exactly", "with other line ends",
                                    "with other indentation", "with other white space"};
  static const char *const rewrite[] = {
      "", "without the line numbers", "without the backslashes before quotes",
      "without the backslashes", "with plain quotes for typographic ones"};
  return found->rewrite ? rewrite[found->rewrite] : how[found->how];
}
