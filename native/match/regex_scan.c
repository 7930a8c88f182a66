#include "match/regex_parts.h"

#include "base/array.h"
#include "base/mem.h"
#include "base/utf8.h"

/*
 * Steps from one place: a lazy run over some megabytes fits; `(a+)+$` ends in a tenth of a second.
 */
#define MAX_STEPS 3000000
#define MAX_HEAP_KIB (32u << 10)
/*
 * Replaces a broken byte: a character that no text contains and that only negated classes match.
 */
#define BROKEN_BYTE '\x1A'

static void *take(size_t size, void *unused) {
  (void)unused;
  return sx_malloc(size);
}

static void give_back(void *piece, void *unused) {
  (void)unused;
  sx_free(piece);
}

/** Called where a match is tried, and before parts of patterns that may take long at one place. */
static int on_try(pcre2_callout_block *block, void *arg) {
  (void)block;
  sx_regex_scan *scan = arg;
  if (!scan->check || ++scan->stops < scan->stops_between_checks) return 0;
  scan->stops = 0;
  scan->stopped = scan->check->run(scan->check->arg);
  return scan->stopped ? PCRE2_ERROR_CALLOUT : 0;
}

void sx_regex__repair(char *copy, sx_str text) {
  memcpy(copy, text.ptr, text.len);
  for (size_t at = 0; at < text.len;) {
    uint32_t codepoint;
    size_t bytes = sx_utf8_decode(text.ptr + at, text.len - at, &codepoint);
    if (bytes == 1 && codepoint == SX_UTF8_REPLACEMENT) copy[at] = BROKEN_BYTE;
    at += bytes;
  }
}

sx_status sx_regex_scan_init(sx_regex_scan *scan, const sx_regex *regex, sx_str text,
                             const sx_regex_check *check, sx_err *err) {
  *scan = (sx_regex_scan){.regex = regex, .text = text, .check = check};
  scan->stops_between_checks = sx_regex__stops_between_checks(regex, text.len);
  bool is_broken = !sx_utf8_is_valid(text.ptr, text.len);
  if (is_broken && !(scan->repaired = sx_malloc(text.len))) return sx_fail(err, SX_NOMEM, NULL);
  if (is_broken) sx_regex__repair(scan->repaired, text);
  scan->spans = sx_calloc((size_t)regex->group_count + 1, sizeof *scan->spans);
  scan->general = pcre2_general_context_create(take, give_back, NULL);
  if (!scan->spans || !scan->general) return sx_fail(err, SX_NOMEM, NULL);
  scan->block = pcre2_match_data_create_from_pattern(regex->code, scan->general);
  scan->context = pcre2_match_context_create(scan->general);
  if (!scan->block || !scan->context) return sx_fail(err, SX_NOMEM, NULL);
  pcre2_set_match_limit(scan->context, MAX_STEPS);
  pcre2_set_heap_limit(scan->context, MAX_HEAP_KIB);
  pcre2_set_callout(scan->context, on_try, scan);
  return SX_OK;
}

void sx_regex_scan_release(sx_regex_scan *scan) {
  pcre2_match_data_free(scan->block);
  pcre2_match_context_free(scan->context);
  pcre2_general_context_free(scan->general);
  sx_free(scan->spans);
  sx_free(scan->repaired);
  *scan = (sx_regex_scan){0};
}

static sx_status fail_match(const sx_regex_scan *scan, int code, sx_err *err) {
  switch (code) {
  case PCRE2_ERROR_CALLOUT: return sx_fail(err, scan->stopped, NULL);
  case PCRE2_ERROR_NOMEMORY: return sx_fail(err, SX_NOMEM, NULL);
  case PCRE2_ERROR_MATCHLIMIT:
  case PCRE2_ERROR_DEPTHLIMIT:
  case PCRE2_ERROR_HEAPLIMIT:
    return sx_fail(
        err, SX_MATCH_LIMIT,
        "The regular expression takes too long after byte %zu of the text: it tries too many ways "
        "to match. Avoid nested repeats such as (a+)+, and write [^\"]* instead of .*.",
        scan->at);
  case PCRE2_ERROR_RECURSELOOP:
    return sx_fail(err, SX_INVALID_ARGUMENT, "The regular expression recurses endlessly.");
  default: return sx_fail(err, SX_INTERNAL, NULL);
  }
}

/** The offset after the character at `at`, \r\n being one. */
static size_t step_over(sx_str text, size_t at) {
  uint32_t codepoint;
  if (sx_str_has_prefix(sx_str_slice(text, at, at + 2), SX_STR("\r\n"))) return at + 2;
  return at + sx_utf8_decode(text.ptr + at, text.len - at, &codepoint);
}

sx_status sx_regex_scan_next(sx_regex_match *match, sx_regex_scan *scan, sx_err *err) {
  match->spans = NULL;
  if (scan->is_over) return SX_OK;
  const char *subject = scan->repaired ? scan->repaired : scan->text.ptr;
  int code = pcre2_match(scan->regex->code, (const unsigned char *)subject, scan->text.len,
                         scan->at, PCRE2_NO_UTF_CHECK, scan->block, scan->context);
  scan->is_over = code < 0;
  if (code == PCRE2_ERROR_NOMATCH) return SX_OK;
  if (code < 0) return fail_match(scan, code, err);
  const size_t *ends = pcre2_get_ovector_pointer(scan->block);
  if (!ends || !scan->spans) return sx_fail(err, SX_INTERNAL, NULL);
  for (size_t i = 0; i <= scan->regex->group_count; i++) {
    bool is_set = ends[2 * i] != PCRE2_UNSET;
    scan->spans[i].start = is_set ? ends[2 * i] : SX_STR_NONE;
    scan->spans[i].end = is_set ? ends[2 * i + 1] : SX_STR_NONE;
  }
  sx_match_span whole = scan->spans[0];
  if (whole.start < scan->at || whole.end < whole.start) return sx_fail(err, SX_INTERNAL, NULL);
  match->spans = scan->spans;
  if (whole.end > whole.start)
    scan->at = whole.end;
  else if (whole.end == scan->text.len)
    scan->is_over = true;
  else
    scan->at = step_over(scan->text, whole.end);
  return SX_OK;
}

sx_status sx_regex_find_all(sx_regex_matches *out, const sx_regex *regex, sx_str text,
                            const sx_regex_check *check, sx_arena *a, sx_err *err) {
  SX_ARRAY(sx_regex_match) found = {0};
  sx_regex_match match;
  sx_regex_scan scan;
  size_t count = (size_t)regex->group_count + 1;
  sx_status status = sx_regex_scan_init(&scan, regex, text, check, err);
  while (!status) {
    status = sx_regex_scan_next(&match, &scan, err);
    if (status || !match.spans) break;
    sx_match_span *spans = sx_arena_calloc(a, count, sizeof *spans);
    sx_regex_match *kept = spans ? SX_ARRAY_ADD(&found, a) : NULL;
    if (!kept)
      status = sx_fail(err, a->status, NULL);
    else {
      memcpy(spans, match.spans, count * sizeof *spans);
      kept->spans = spans;
    }
  }
  sx_regex_scan_release(&scan);
  *out = (sx_regex_matches){found.items, found.len};
  return status;
}
