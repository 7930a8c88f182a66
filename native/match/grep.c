#include "match/grep_plan.h"

#include "base/buf.h"
#include "base/byte.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "match/regex_parts.h"

#define INDEXED_BYTES 3

/* ---- compiling ---------------------------------------------------------------------------- */

static bool has_upper_case(sx_str pattern, bool is_literal) {
  for (size_t i = 0; i < pattern.len; i++) {
    char c = pattern.ptr[i];
    if (c == '\\' && !is_literal)
      i++; /* not a letter, but a class: \W, \S */
    else if (c >= 'A' && c <= 'Z')
      return true;
  }
  return false;
}

static bool has_line_end(sx_str text) {
  return sx_str_find_char(text, '\n', 0) != SX_STR_NONE ||
         sx_str_find_char(text, '\r', 0) != SX_STR_NONE;
}

/* For an index, which takes strings from three bytes on: those of classes only where it has no
 * others to go by. */
static sx_status make_need(sx_grep *grep, sx_str pattern, const sx_regex_literals *ascii,
                           const sx_regex_literals_options *usual, sx_arena *a, sx_err *err) {
  sx_regex_literals literals = *ascii;
  sx_regex_literals_options options = *usual;
  options.with_classes = true;
  sx_status status = sx_needed_has_string(literals.needed, INDEXED_BYTES)
                         ? SX_OK
                         : sx_regex_literals_read(&literals, pattern, &options, a, err);
  grep->need = (sx_grep_need){literals.needed, literals.folds_case, !grep->options.multi_line};
  return status;
}

static sx_status make_plans(sx_grep *grep, sx_str pattern, sx_arena *a, sx_err *err) {
  sx_regex_literals any, ascii;
  sx_regex_literals_options options = {.ignore_case = grep->options.ignore_case,
                                       .literal = grep->options.literal};
  sx_status status = sx_regex_literals_read(&any, pattern, &options, a, err);
  options.is_text_ascii = true;
  if (!status) status = sx_regex_literals_read(&ascii, pattern, &options, a, err);
  if (status) return status;
  sx_grep__plan_make(&grep->any, &any);
  sx_grep__plan_make(&grep->ascii, &ascii);
  grep->plans_differ = any.folds_case;
  return make_need(grep, pattern, &ascii, &options, a, err);
}

sx_status sx_grep_compile(sx_grep **out, sx_str pattern, const sx_grep_options *options,
                          sx_arena *a, sx_err *err) {
  *out = NULL;
  sx_grep *grep = SX_ARENA_NEW(a, sx_grep);
  if (!grep) return sx_fail(err, a->status, NULL);
  grep->options = *options;
  if (options->smart_case) grep->options.ignore_case = !has_upper_case(pattern, options->literal);
  grep->options.multi_line |=
      has_line_end(pattern) || (!options->literal && sx_regex__names_line_end(pattern));
  const sx_regex_options regex = {.ignore_case = grep->options.ignore_case,
                                  .literal = options->literal,
                                  .whole_word = options->whole_word};
  sx_status status = make_plans(grep, pattern, a, err);
  if (!status) status = sx_regex_many_compile(&grep->regex, pattern, &regex, a, err);
  if (!status) *out = grep;
  return status;
}

sx_grep_need sx_grep_get_need(const sx_grep *grep) {
  return grep->need;
}

void sx_grep_release(sx_grep *grep) {
  if (!grep) return;
  sx_regex_many_release(grep->regex);
  grep->regex = NULL;
}

/* ---- a thread's part ---------------------------------------------------------------------- */

/** The places of one string. */
typedef struct finder {
  size_t looked, at, count;
  size_t places[SX_SCAN_BATCH];
} finder;

struct sx_grep_worker {
  const sx_grep *grep;
  sx_regex_worker regex;
  sx_buf repaired, repaired_piece; /* without broken bytes */
  sx_regex_subject piece;          /* lines that are tried at once: [piece_start, piece_end) */
  size_t piece_start, piece_end;
  sx_str text;
  size_t at; /* all before it is done: the start of a line */
  const sx_grep__plan *plan;
  bool is_ascii; /* all of the text; false: not known */
  size_t passed_over, first_passed_over;
  sx_status status;
  bool is_over, has_looked;
  sx_match_span ahead; /* of the lines after the last hit: found, and not given yet */
  finder finders[SX_GREP__MAX_NEEDLES];
};

sx_grep_worker *sx_grep_worker_new(const sx_grep *grep, const sx_regex_check *check) {
  sx_grep_worker *worker = sx_calloc(1, sizeof *worker);
  if (!worker) return NULL;
  worker->grep = grep;
  sx_buf_init(&worker->repaired, SIZE_MAX / 2);
  sx_buf_init(&worker->repaired_piece, SIZE_MAX / 2);
  if (!sx_regex_worker_init(&worker->regex, grep->regex, check)) return worker;
  sx_grep_worker_free(worker);
  return NULL;
}

void sx_grep_worker_free(sx_grep_worker *worker) {
  if (!worker) return;
  sx_regex_worker_release(&worker->regex);
  sx_buf_release(&worker->repaired);
  sx_buf_release(&worker->repaired_piece);
  sx_free(worker);
}

void sx_grep_begin(sx_grep_worker *worker, sx_str text, bool is_ascii) {
  const sx_grep *grep = worker->grep;
  if (grep->plans_differ && !is_ascii) is_ascii = sx_scan_ascii(text) == text.len;
  worker->plan = is_ascii ? &grep->ascii : &grep->any;
  worker->is_ascii = is_ascii;
  worker->text = text;
  worker->at = worker->piece_start = worker->piece_end = 0;
  worker->has_looked = false;
  worker->passed_over = worker->first_passed_over = 0;
  worker->is_over = !text.len;
  worker->status = SX_OK;
  worker->ahead.start = SX_STR_NONE;
  for (size_t i = 0; i < worker->plan->count; i++)
    worker->finders[i].looked = worker->finders[i].at = worker->finders[i].count = 0;
}

static bool fail(sx_grep_worker *worker, sx_status status) {
  worker->status = status;
  worker->is_over = true;
  return false;
}

static void pass_over(sx_grep_worker *worker, size_t at) {
  if (!worker->passed_over++) worker->first_passed_over = at;
}

size_t sx_grep_passed_over(const sx_grep_worker *worker, size_t *first) {
  *first = worker->first_passed_over;
  return worker->passed_over;
}

/* ---- lines -------------------------------------------------------------------------------- */

/* In steps: a text may have one kind of line end only. */
static size_t find_line_end(sx_str text, size_t at) {
  for (size_t step = 256; at < text.len; at += step, step *= 2) {
    size_t len = text.len - at < step ? text.len - at : step;
    const char *newline = memchr(text.ptr + at, '\n', len);
    if (newline) len = (size_t)(newline - text.ptr) - at;
    const char *cr = memchr(text.ptr + at, '\r', len);
    if (cr) return (size_t)(cr - text.ptr);
    if (newline) return at + len;
  }
  return text.len;
}

static size_t find_line_start(sx_str text, size_t at, size_t least) {
  while (at > least && !sx_byte_is_line_end(text.ptr[at - 1])) at--;
  return at;
}

/** After the line end at `end`, which may be the text's. */
static size_t next_line(sx_str text, size_t end) {
  if (sx_str_at(text, end) == '\r' && sx_str_at(text, end + 1) == '\n') return end + 2;
  return end < text.len ? end + 1 : end;
}

/** A piece of the text as the regular expression takes it. False without memory. */
static bool make_subject(sx_regex_subject *out, sx_grep_worker *worker, sx_buf *repaired,
                         sx_str piece) {
  bool is_ascii = worker->is_ascii || sx_scan_ascii(piece) == piece.len;
  *out = (sx_regex_subject){.text = piece, .is_ascii = is_ascii};
  if (out->is_ascii || sx_utf8_is_valid(piece.ptr, piece.len)) return true;
  sx_buf_clear(repaired);
  if (!sx_buf_reserve(repaired, piece.len)) return fail(worker, SX_NOMEM);
  sx_regex__repair(repaired->ptr, piece);
  out->text.ptr = repaired->ptr;
  return true;
}

/** Makes the text up to `to` the piece that is tried at once. */
static bool take_piece(sx_grep_worker *worker, size_t from, size_t to) {
  worker->piece_start = from;
  worker->piece_end = to;
  sx_str piece = sx_str_slice(worker->text, from, to);
  return make_subject(&worker->piece, worker, &worker->repaired_piece, piece);
}

/** The first match from `from` on: slowly where it may take long. */
static sx_status find_match(sx_match_span *out, sx_grep_worker *worker, sx_regex_subject *subject,
                            size_t from) {
  subject->may_take_long = false;
  sx_status status = sx_regex_worker_find(out, &worker->regex, subject, from);
  if (status != SX_MATCH_LIMIT) return status;
  subject->may_take_long = true;
  return sx_regex_worker_find(out, &worker->regex, subject, from);
}

/**
 * Tries the line [start, end) from `from` on. False where it does not match, or the search is over.
 */
static bool try_line(sx_grep_hit *hit, sx_grep_worker *worker, size_t start, size_t end,
                     size_t from) {
  sx_regex_subject subject;
  sx_match_span match;
  sx_str line = sx_str_slice(worker->text, start, end);
  if (!make_subject(&subject, worker, &worker->repaired, line)) return false;
  sx_status status = find_match(&match, worker, &subject, from - start);
  if (status == SX_MATCH_LIMIT) {
    pass_over(worker, start);
    return false;
  }
  if (status) return fail(worker, status);
  if (match.start == SX_STR_NONE) return false;
  *hit = (sx_grep_hit){start, end, {start + match.start, start + match.end}};
  return true;
}

/* ---- by the strings that a match needs ----------------------------------------------------- */

static bool is_string_at(const sx_grep__plan *plan, sx_str string, const char *at) {
  if (!plan->folds_case) return memcmp(at, string.ptr, string.len) == 0;
  for (size_t i = 0; i < string.len; i++)
    if (sx_byte_lower(at[i]) != string.ptr[i]) return false;
  return true;
}

/** The first place at or after `from` of one string, the text's length where there is none. */
static size_t find_string(sx_grep_worker *worker, size_t number, size_t from) {
  const sx_grep__plan *plan = worker->plan;
  finder *f = &worker->finders[number];
  for (;; f->at++) {
    if (f->at == f->count) {
      if (f->looked < from) f->looked = from;
      f->at = 0;
      f->count = sx_scan_candidates(&plan->needles[number], worker->text, &f->looked, f->places);
      if (!f->count) return worker->text.len;
    }
    size_t place = f->places[f->at];
    if (place < from) continue;
    if (is_string_at(plan, plan->strings[number], worker->text.ptr + place)) return place;
  }
}

static size_t find_any_string(sx_grep_worker *worker, size_t from) {
  size_t first = worker->text.len;
  for (size_t i = 0; i < worker->plan->count; i++) {
    size_t place = find_string(worker, i, from);
    if (place < first) first = place;
  }
  return first;
}

typedef enum verdict { IS_MATCH, IS_NO_MATCH, IS_UNDECIDED } verdict;

/** Whether the string itself at [start, end) is the match. */
static verdict judge_exact(const sx_grep_worker *worker, size_t start, size_t end) {
  sx_str text = worker->text;
  if (!worker->plan->is_exact) return IS_UNDECIDED;
  if (!worker->grep->options.whole_word) return IS_MATCH;
  char before = start ? text.ptr[start - 1] : '\n', after = end < text.len ? text.ptr[end] : '\n';
  bool is_ascii = (signed char)before >= 0 && (signed char)after >= 0 &&
                  (signed char)text.ptr[start] >= 0 && (signed char)text.ptr[end - 1] >= 0;
  bool is_word = sx_byte_is_word(text.ptr[start]) && sx_byte_is_word(text.ptr[end - 1]);
  if (!is_ascii || !is_word) return IS_UNDECIDED;
  return sx_byte_is_word(before) || sx_byte_is_word(after) ? IS_NO_MATCH : IS_MATCH;
}

static bool next_by_strings(sx_grep_hit *hit, sx_grep_worker *worker) {
  sx_str text = worker->text;
  size_t from = worker->at;
  while (!worker->is_over) {
    size_t place = find_any_string(worker, from);
    if (place == text.len) break;
    size_t end = place + worker->plan->strings[0].len;
    verdict decided = judge_exact(worker, place, end);
    if (decided == IS_NO_MATCH) {
      from = place + 1;
      continue;
    }
    size_t line_start = find_line_start(text, place, worker->at);
    size_t line_end = find_line_end(text, place);
    from = worker->at = next_line(text, line_end);
    *hit = (sx_grep_hit){line_start, line_end, {place, end}};
    if (decided == IS_MATCH) return true;
    if (try_line(hit, worker, line_start, line_end, line_start)) return true;
  }
  worker->is_over = true;
  return false;
}

/* ---- without such strings ------------------------------------------------------------------ */

static bool next_line_by_line(sx_grep_hit *hit, sx_grep_worker *worker, size_t to) {
  while (!worker->is_over && worker->at < to) {
    size_t start = worker->at, end = find_line_end(worker->text, start);
    worker->at = next_line(worker->text, end);
    if (try_line(hit, worker, start, end, start)) return true;
  }
  return false;
}

static size_t find_piece_end(sx_str text, size_t at, size_t piece_bytes) {
  if (text.len - at <= piece_bytes) return text.len;
  size_t end = find_line_start(text, at + piece_bytes, at);
  /* Not between \r and \n. */
  if (end > at && text.ptr[end - 1] == '\r' && sx_str_at(text, end) == '\n') end++;
  return end > at ? end : next_line(text, find_line_end(text, at));
}

/**
 * Tries the rest of the piece at once. A match that goes on over a line's end stands for nothing
 * yet, but no line before it has one.
 */
static bool next_in_piece(sx_grep_hit *hit, sx_grep_worker *worker) {
  size_t base = worker->piece_start, to = worker->piece_end;
  while (!worker->is_over && worker->at < to) {
    sx_match_span match;
    sx_status status =
        sx_regex_worker_find(&match, &worker->regex, &worker->piece, worker->at - base);
    if (status == SX_MATCH_LIMIT) return next_line_by_line(hit, worker, to);
    if (status) return fail(worker, status);
    bool is_after = match.start != SX_STR_NONE && base + match.start >= to;
    is_after &= sx_byte_is_line_end(worker->text.ptr[to - 1]);
    if (match.start == SX_STR_NONE || is_after) break;
    size_t start = find_line_start(worker->text, base + match.start, worker->at);
    size_t end = find_line_end(worker->text, start), from = base + match.start;
    worker->at = next_line(worker->text, end);
    *hit = (sx_grep_hit){start, end, {from, base + match.end}};
    if (base + match.end <= end) return true;
    if (from > end) continue; /* between \r and \n */
    if (try_line(hit, worker, start, end, from)) return true;
  }
  if (!worker->is_over) worker->at = to;
  return false;
}

static bool next_by_pieces(sx_grep_hit *hit, sx_grep_worker *worker) {
  size_t piece_bytes = sx_regex_many_piece_bytes(worker->grep->regex);
  while (!worker->is_over && worker->at < worker->text.len) {
    if (worker->at >= worker->piece_end) {
      size_t to = find_piece_end(worker->text, worker->at, piece_bytes);
      if (!take_piece(worker, worker->at, to)) return false;
    }
    size_t to = worker->piece_end;
    bool is_hit =
        worker->plan->is_local ? next_in_piece(hit, worker) : next_line_by_line(hit, worker, to);
    if (is_hit) return true;
  }
  worker->is_over = true;
  return false;
}

/* ---- matches that may span lines ----------------------------------------------------------- */

/** The next match from `from` on, in `ahead`. */
static bool look_ahead(sx_grep_worker *worker, size_t from) {
  worker->ahead.start = SX_STR_NONE;
  if (from > worker->text.len) return false;
  sx_status status = find_match(&worker->ahead, worker, &worker->piece, from);
  if (status == SX_MATCH_LIMIT) {
    pass_over(worker, from);
    return false;
  }
  if (status) return fail(worker, status);
  return worker->ahead.start != SX_STR_NONE;
}

/** Before the first match. */
static bool begin_over_lines(sx_grep_worker *worker) {
  worker->has_looked = true;
  if (worker->plan->count && find_any_string(worker, 0) == worker->text.len) return false;
  if (!take_piece(worker, 0, worker->text.len)) return false;
  return look_ahead(worker, 0);
}

/** Where to look after a match: past it, and past a character where it is empty. */
static size_t after_match(sx_str text, sx_match_span match) {
  if (match.end > match.start) return match.end;
  uint32_t c;
  return match.end < text.len
             ? match.end + sx_utf8_decode(text.ptr + match.end, text.len - match.end, &c)
             : text.len + 1;
}

/** The end of the last line that a match takes part of. */
static size_t find_last_line_end(sx_str text, sx_match_span match) {
  size_t last = match.end > match.start ? match.end - 1 : match.end;
  if (last > match.start && text.ptr[last] == '\n' && text.ptr[last - 1] == '\r') last--;
  return find_line_end(text, last);
}

static bool next_over_lines(sx_grep_hit *hit, sx_grep_worker *worker) {
  sx_str text = worker->text;
  bool has_match = worker->has_looked || begin_over_lines(worker);
  sx_match_span match = worker->ahead;
  size_t start = has_match ? find_line_start(text, match.start, 0) : text.len;
  if (start == text.len) { /* also after the last line's end */
    worker->is_over = true;
    return false;
  }
  *hit = (sx_grep_hit){start, find_last_line_end(text, match), match};
  /* Matches that begin in the same lines belong to the hit. */
  while (look_ahead(worker, after_match(text, match)) &&
         (worker->ahead.start <= hit->end || worker->ahead.start < next_line(text, hit->end))) {
    match = worker->ahead;
    size_t end = find_last_line_end(text, match);
    if (end > hit->end) hit->end = end;
  }
  worker->is_over |= worker->ahead.start == SX_STR_NONE;
  return worker->status == SX_OK;
}

bool sx_grep_next(sx_grep_hit *hit, sx_grep_worker *worker, sx_status *status) {
  bool is_hit = false;
  if (worker->is_over)
    is_hit = false;
  else if (worker->grep->options.multi_line)
    is_hit = next_over_lines(hit, worker);
  else if (worker->plan->count)
    is_hit = next_by_strings(hit, worker);
  else
    is_hit = next_by_pieces(hit, worker);
  *status = worker->status;
  return is_hit;
}
