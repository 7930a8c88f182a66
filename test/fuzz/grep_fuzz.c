/*
 * Fuzz target: any pattern on any text.
 *
 * Where it matches, the text has the strings that the reader of patterns demands, and the lines
 * that a search finds are those in which the plain regular expression matches. The input is an
 * options byte, `pattern` NUL `text`.
 */
#include "needed.h"

#include "match/grep.h"
#include "text/scan.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds) {
  if (!holds) __builtin_trap();
}

static sx_status stop_after(void *arg) {
  size_t *left = arg;
  return *left && --*left ? SX_OK : SX_DEADLINE;
}

/** 1: it matches; 0: it does not; -1: that takes too long to know. */
static int matches(const sx_regex *regex, sx_str text) {
  sx_regex_scan scan;
  sx_regex_match match;
  size_t left = 5;
  const sx_regex_check limit = {stop_after, &left};
  sx_status status = sx_regex_scan_init(&scan, regex, text, &limit, NULL);
  if (!status) status = sx_regex_scan_next(&match, &scan, NULL);
  int is_match = status ? -1 : match.spans != NULL;
  sx_regex_scan_release(&scan);
  return is_match;
}

static void check_needed(sx_str pattern, const sx_grep_options *options, sx_str text,
                         sx_arena *arena) {
  sx_regex_literals literals;
  sx_regex_literals_options read = {.ignore_case = options->ignore_case,
                                    .literal = options->literal};
  check(!sx_regex_literals_read(&literals, pattern, &read, arena, NULL));
  check(sx_needed_is_in(literals.needed, text, literals.folds_case));
  read.with_classes = true;
  check(!sx_regex_literals_read(&literals, pattern, &read, arena, NULL));
  check(sx_needed_is_in(literals.needed, text, literals.folds_case));
  if (sx_scan_ascii(text) < text.len) return;
  read.is_text_ascii = true;
  check(!sx_regex_literals_read(&literals, pattern, &read, arena, NULL));
  check(sx_needed_is_in(literals.needed, text, literals.folds_case));
  read.with_classes = false;
  check(!sx_regex_literals_read(&literals, pattern, &read, arena, NULL));
  check(sx_needed_is_in(literals.needed, text, literals.folds_case));
}

/** Each line is a hit, or no match. */
static void check_lines(const sx_grep *grep, const sx_regex *regex, sx_str text) {
  sx_grep_worker *worker = sx_grep_worker_new(grep, NULL);
  sx_grep_hit hit;
  sx_status status = SX_OK;
  size_t at = 0, first;
  if (!worker) return;
  sx_grep_begin(worker, text, false);
  for (bool is_hit = true; is_hit;) {
    is_hit = sx_grep_next(&hit, worker, &status);
    size_t stop = is_hit ? hit.start : text.len;
    check(!is_hit || (hit.start >= at && hit.start <= hit.match.start &&
                      hit.match.start <= hit.match.end && hit.match.end <= hit.end));
    while (at < stop && !sx_grep_passed_over(worker, &first) && !status) {
      size_t end = at;
      while (end < text.len && text.ptr[end] != '\n' && text.ptr[end] != '\r') end++;
      check(matches(regex, sx_str_slice(text, at, end)) != 1);
      bool is_pair = sx_str_at(text, end) == '\r' && sx_str_at(text, end + 1) == '\n';
      at = end + (is_pair ? 2 : 1);
    }
    if (!is_hit) break;
    check(matches(regex, sx_str_slice(text, hit.start, hit.end)) != 0);
    at = hit.end +
         (sx_str_at(text, hit.end) == '\r' && sx_str_at(text, hit.end + 1) == '\n' ? 2 : 1);
  }
  sx_grep_worker_free(worker);
}

/** A line end, as itself or as `\n`: matches may span lines then. */
static bool may_span_lines(sx_str pattern) {
  for (size_t i = 0; i < pattern.len; i++) {
    char next = sx_str_at(pattern, i + 1);
    if (pattern.ptr[i] == '\n' || pattern.ptr[i] == '\r') return true;
    if (pattern.ptr[i] == '\\' && (next == 'n' || next == 'r' || next == 'R')) return true;
  }
  return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (!size) return 0;
  sx_str rest = sx_str_make((const char *)data + 1, size - 1);
  size_t nul = sx_str_find_char(rest, 0, 0);
  sx_str pattern = sx_str_slice(rest, 0, nul);
  sx_str text = nul == SX_STR_NONE ? SX_STR("") : sx_str_slice(rest, nul + 1, rest.len);
  sx_grep_options options = {
      .ignore_case = *data & 1, .literal = *data & 2, .whole_word = *data & 4};
  const sx_regex_options plain = {.ignore_case = options.ignore_case,
                                  .literal = options.literal,
                                  .whole_word = options.whole_word};
  sx_arena arena;
  sx_err err = {SX_OK, ""};
  sx_regex *regex;
  sx_grep *grep;
  sx_arena_init(&arena, 64 << 20);
  if (!sx_regex_compile(&regex, pattern, &plain, &arena, &err) &&
      !sx_grep_compile(&grep, pattern, &options, &arena, &err)) {
    if (matches(regex, text) == 1) check_needed(pattern, &options, text, &arena);
    if (!may_span_lines(pattern)) check_lines(grep, regex, text);
    sx_grep_release(grep);
  }
  sx_arena_release(&arena);
  return 0;
}
