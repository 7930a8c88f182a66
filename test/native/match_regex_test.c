#include "harness.h"

#include "match/template.h"

/* ---- the corpus: /pattern/replacement/ in the first lines, the text after them ---- */

static sx_regex_options options_of(sx_str title, bool *keeps_case) {
  size_t end = sx_str_find_char(title, ':', 0);
  sx_str flags = sx_str_slice(title, 0, end == SX_STR_NONE ? 0 : end);
  *keeps_case = sx_str_find_char(flags, 'k', 0) != SX_STR_NONE;
  return (sx_regex_options){
      .ignore_case = sx_str_find_char(flags, 'i', 0) != SX_STR_NONE,
      .single_line = sx_str_find_char(flags, 's', 0) != SX_STR_NONE,
      .dot_all = sx_str_find_char(flags, 'd', 0) != SX_STR_NONE,
      .literal = sx_str_find_char(flags, 'l', 0) != SX_STR_NONE,
      .whole_word = sx_str_find_char(flags, 'w', 0) != SX_STR_NONE,
  };
}

/** <CR> and <FF> stand for these bytes. */
static sx_str decode(sx_str text) {
  char *made = sx_arena_alloc(sx_test_arena(), text.len + 1);
  size_t len = 0;
  for (size_t at = 0; made && at < text.len; at++) {
    sx_str rest = sx_str_slice(text, at, text.len);
    bool is_cr = sx_str_has_prefix(rest, SX_STR("<CR>"));
    bool is_ff = sx_str_has_prefix(rest, SX_STR("<FF>"));
    made[len++] = (char)(is_cr ? '\r' : is_ff ? 0xFF : text.ptr[at]);
    at += is_cr || is_ff ? 3 : 0;
  }
  return sx_str_make(made, len);
}

static void encode(sx_buf *out, sx_str text) {
  for (size_t i = 0; i < text.len; i++) {
    if (text.ptr[i] == '\r')
      sx_buf_add_text(out, "<CR>");
    else if (text.ptr[i] == '\xFF')
      sx_buf_add_text(out, "<FF>");
    else if (text.ptr[i] == '\t')
      sx_buf_add_text(out, "<TAB>");
    else
      sx_buf_add_char(out, text.ptr[i]);
  }
}

typedef struct replace {
  sx_str pattern, replacement, text;
  sx_regex_options options;
  bool keeps_case;
} replace;

static sx_status run_replace(const replace *r, sx_buf *actual) {
  sx_arena *arena = sx_test_arena();
  sx_err *err = sx_test_err();
  sx_regex *regex;
  sx_template template;
  sx_regex_matches found;
  sx_status status = sx_regex_compile(&regex, r->pattern, &r->options, arena, err);
  if (!status)
    status =
        sx_template_parse(&template, r->replacement, r->options.literal ? NULL : regex, arena, err);
  if (!status) status = sx_regex_find_all(&found, regex, r->text, NULL, arena, err);
  if (status) return status;
  size_t at = 0;
  for (size_t i = 0; i < found.count; i++) {
    sx_match_span span = found.items[i].spans[0];
    encode(actual, sx_str_slice(r->text, at, span.start));
    if (r->keeps_case)
      sx_template_keep_case(actual, r->replacement, sx_str_slice(r->text, span.start, span.end));
    else
      sx_template_expand(actual, &template, r->text, &found.items[i]);
    at = span.end;
  }
  encode(actual, sx_str_slice(r->text, at, r->text.len));
  if (actual->len && actual->ptr[actual->len - 1] != '\n') sx_buf_add_text(actual, "<END>\n");
  return actual->status;
}

static sx_status run_case(sx_str title, sx_str input, sx_buf *actual) {
  replace r;
  size_t end = sx_str_find(input, SX_STR("/\n"), 1);
  size_t middle = sx_str_find_char(input, '/', 1);
  r.options = options_of(title, &r.keeps_case);
  r.pattern = sx_str_slice(input, 1, middle);
  r.replacement = sx_str_slice(input, middle + 1, end);
  r.text = decode(sx_str_slice(input, end + 2, input.len));
  if (sx_test_arena()->status) return sx_test_arena()->status;
  sx_status status = run_replace(&r, actual);
  if (!status || status == SX_NOMEM) return status;
  sx_buf_addf(actual, "%s: %s\n", sx_status_code(status), sx_test_err()->message);
  return actual->status;
}

SX_TEST(corpus) {
  sx_test_corpus("match_replace", run_case);
}

/* ---- hostile patterns ---- */

static sx_status stop_after(void *arg) {
  size_t *left = arg;
  return *left && --*left ? SX_OK : SX_DEADLINE;
}

static void expect_end(const char *pattern, const char *piece, size_t bytes, sx_status expected) {
  if (sx_test_is_failing_allocations()) bytes = 200;
  size_t len = strlen(piece), count = bytes / len;
  size_t left = expected == SX_DEADLINE ? 30 : SIZE_MAX;
  char *text = sx_test_memory(len * count + 1);
  for (size_t i = 0; i < count; i++) memcpy(text + i * len, piece, len);
  text[len * count] = '!';
  sx_regex_options options = {.dot_all = true};
  sx_regex *regex;
  sx_regex_matches found;
  sx_arena *arena = sx_test_arena();
  SX_EXPECT_OK(sx_regex_compile(&regex, sx_str_from(pattern), &options, arena, sx_test_err()));
  const sx_regex_check check = {stop_after, &left};
  sx_status status = sx_regex_find_all(&found, regex, sx_str_make(text, len * count + 1), &check,
                                       arena, sx_test_err());
  if (!sx_test_is_failing_allocations())
    SX_EXPECT_STATUS(status, expected);
  else
    SX_EXPECT(status == expected || status == SX_NOMEM || status == SX_DEADLINE || !status);
}

SX_TEST(hostile_patterns_end) {
  expect_end("a.*[xy]", "a", 100000, SX_DEADLINE);
  if (sx_test_is_failing_allocations()) return;
  /* One step may go over all of the text. */
  expect_end("\\A.*a[a-c]*+e", "ab", 20000, SX_DEADLINE);
  expect_end("(a+)+$", "a", 100000, SX_MATCH_LIMIT);
  expect_end("(a|aa)+$", "a", 100000, SX_MATCH_LIMIT);
  expect_end("(?:a|b|ab)*[cd]", "ab", 100000, SX_MATCH_LIMIT);
  expect_end("(.*)*[xy]", "a", 5000, SX_MATCH_LIMIT);
  expect_end("((a*)*)*[bc]", "a", 5000, SX_MATCH_LIMIT);
  expect_end("(a?){60}a{60}[bc]", "a", 3000, SX_MATCH_LIMIT);
  expect_end("(?:.|\\n)*[xy]", "a", 8 << 20, SX_MATCH_LIMIT);
  expect_end("(?R)?a.*[bc]", "a", 100000, SX_INVALID_ARGUMENT);
}

SX_TEST(hostile_patterns_do_not_compile_for_long) {
  static const char *const parts[][3] = {{"(", "a", ")"},
                                         {"(?:", "a", "){2}"},
                                         {"[", "a", "]"},
                                         {"(?=", "a", ")"},
                                         {"(a|", "b", ")*"}};
  sx_buf *pattern = sx_test_buf();
  for (size_t i = 0; i < sizeof parts / sizeof *parts && !sx_test_is_over(); i++)
    for (size_t depth = 10; depth <= (sx_test_is_failing_allocations() ? 10 : 10000); depth *= 10) {
      sx_regex *regex;
      sx_regex_options options = {0};
      sx_buf_clear(pattern);
      for (size_t k = 0; k < depth; k++) sx_buf_add_text(pattern, parts[i][0]);
      sx_buf_add_text(pattern, parts[i][1]);
      for (size_t k = 0; k < depth; k++) sx_buf_add_text(pattern, parts[i][2]);
      SX_EXPECT_OK(pattern->status);
      sx_arena arena;
      sx_arena_init(&arena, 64 << 20);
      sx_status status =
          sx_regex_compile(&regex, sx_buf_str(pattern), &options, &arena, sx_test_err());
      sx_arena_release(&arena);
      if (status == SX_NOMEM) SX_EXPECT_OK(status);
      SX_EXPECT(!status || status == SX_INVALID_ARGUMENT || status == SX_TOO_BIG);
    }
}

/* Neither the memory of the call nor its time are used up by what repeats stand for. */
SX_TEST(compiled_patterns_are_bounded) {
  static const char *const patterns[] = {"(?:(?:a|b){500}){500}", "(((a{99}){99}){99}){99}",
                                         "(?:[a-f\xC3\xA9]x?){9999}"};
  for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
    sx_regex *regex;
    sx_regex_options options = {0};
    sx_arena arena;
    sx_arena_init(&arena, 2 << 20);
    sx_status status =
        sx_regex_compile(&regex, sx_str_from(patterns[i]), &options, &arena, sx_test_err());
    sx_arena_release(&arena);
    SX_EXPECT_STATUS(status, SX_INVALID_ARGUMENT);
  }
}

/* ---- properties ---- */

SX_TEST(literal_patterns_find_themselves) {
  static const char alphabet[] = "a.*+?()[]{}^$|\\/-#& _\"'\x01";
  size_t rounds = sx_test_is_failing_allocations() ? 2 : 2000;
  for (size_t i = 0; i < rounds; i++) {
    char text[24];
    size_t len = 1 + sx_test_below(sizeof text - 1);
    for (size_t k = 0; k < len; k++) text[k] = alphabet[sx_test_below(sizeof alphabet)];
    sx_regex_options options = {.literal = true};
    sx_regex *regex;
    sx_regex_matches found;
    sx_str all = sx_str_make(text, len);
    SX_EXPECT_OK(sx_regex_compile(&regex, all, &options, sx_test_arena(), sx_test_err()));
    SX_EXPECT_OK(sx_regex_find_all(&found, regex, all, NULL, sx_test_arena(), sx_test_err()));
    SX_EXPECT_SIZE(found.count, 1);
    SX_EXPECT_SIZE(found.items[0].spans[0].end, len);
  }
}

static void expect_sound(sx_str pattern, sx_str text) {
  sx_regex_options options = {.ignore_case = sx_test_below(2), .whole_word = sx_test_below(4) == 0};
  sx_regex *regex;
  sx_regex_matches found;
  size_t end = 0, left = 10000;
  sx_arena *arena = sx_test_arena();
  sx_status status = sx_regex_compile(&regex, pattern, &options, arena, sx_test_err());
  if (status == SX_INVALID_ARGUMENT) return;
  SX_EXPECT_OK(status);
  const sx_regex_check check = {stop_after, &left};
  SX_EXPECT_OK(sx_regex_find_all(&found, regex, text, &check, arena, sx_test_err()));
  for (size_t i = 0; i < found.count; i++) {
    sx_match_span span = found.items[i].spans[0];
    SX_EXPECT(span.start >= end && span.end >= span.start && span.end <= text.len);
    SX_EXPECT(i == 0 || span.start > found.items[i - 1].spans[0].start);
    end = span.end;
  }
}

SX_TEST(random_patterns_give_sound_matches) {
  static const char signs[] = "ab.*+?()[]|^$\\nKb1\xC3\xA9\r\n";
  static const char letters[] = "ab\xC3\xA9\r\n \xFF";
  size_t rounds = sx_test_is_failing_allocations() ? 2 : 5000;
  for (size_t i = 0; i < rounds && !sx_test_is_over(); i++) {
    char pattern[12], text[40];
    size_t pattern_len = 1 + sx_test_below(sizeof pattern - 1), len = sx_test_below(sizeof text);
    for (size_t k = 0; k < pattern_len; k++) pattern[k] = signs[sx_test_below(sizeof signs - 1)];
    for (size_t k = 0; k < len; k++) text[k] = letters[sx_test_below(sizeof letters - 1)];
    expect_sound(sx_str_make(pattern, pattern_len), sx_str_make(text, len));
  }
}

SX_SUITE(match_regex_test, SX_CASE(corpus), SX_LONG_CASE(hostile_patterns_end),
         SX_CASE(hostile_patterns_do_not_compile_for_long), SX_CASE(compiled_patterns_are_bounded),
         SX_CASE(literal_patterns_find_themselves), SX_CASE(random_patterns_give_sound_matches));
