#include "call_scene.h"
#include "change/merge.h"
#include "harness.h"

static sx_status place(call_scene *s, sx_str *out, sx_str base, sx_str target, sx_str current,
                       bool may_adjoin) {
  const sx_merge_texts texts = {SX_STR("a.ts"), base, target, current, may_adjoin};
  return sx_change_merge(out, &s->call, &texts, sx_test_err());
}

typedef struct row {
  const char *base, *target, *current, *expected; /* NULL: refused */
} row;

static void check_rows(const row *rows, size_t count, bool may_adjoin) {
  call_scene *s = call_scene_new(call_scene_refuse, NULL);
  SX_EXPECT_ALLOC(s);
  for (size_t i = 0; i < count; i++) {
    sx_str out;
    const row *r = &rows[i];
    sx_status status = place(s, &out, sx_str_from(r->base), sx_str_from(r->target),
                             sx_str_from(r->current), may_adjoin);
    SX_EXPECT_STATUS(status, r->expected ? SX_OK : SX_CONFLICT);
    if (r->expected)
      SX_EXPECT_STR(out, sx_str_from(r->expected));
    else
      SX_EXPECT(strstr(sx_test_err()->message, "Nothing was changed"));
  }
}

#define CHECK_WITH(may_adjoin, ...)                                                                \
  do {                                                                                             \
    static const row rows[] = {__VA_ARGS__};                                                       \
    check_rows(rows, sizeof rows / sizeof *rows, may_adjoin);                                      \
  } while (0)
#define CHECK(...) CHECK_WITH(false, __VA_ARGS__)

SX_TEST(texts_that_have_not_moved) {
  CHECK({"", "", "", ""}, {"a\n", "b\n", "a\n", "b\n"}, {"", "x\n", "", "x\n"},
        {"a\nb\n", "a\n", "a\nb\n", "a\n"}, {"a", "a\n", "a", "a\n"},
        /* it has happened already */
        {"a\n", "b\n", "b\n", "b\n"}, {"a\nb\n", "", "", ""});
}

SX_TEST(edits_go_where_their_lines_are) {
  CHECK({"a\nb\nc\n", "a\nB\nc\n", "new\na\nb\nc\n", "new\na\nB\nc\n"},
        {"a\nb\nc\nd\n", "a\nb\nc\nD\n", "b\nc\nd\n", "b\nc\nD\n"},
        {"a\nb\nc\nd\n", "x\na\nb\nc\nd\n", "a\nb\nc\nD\n", "x\na\nb\nc\nD\n"},
        {"a\nb\nc\nd\n", "a\nb\nc\nd\ny\n", "A\nb\nc\nd\n", "A\nb\nc\nd\ny\n"},
        {"a\nb\nc", "A\nb\nc", "a\nb\nc\n", "A\nb\nc\n"},
        {"a\r\nb\r\nc\r\n", "a\r\nB\r\nc\r\n", "x\r\na\r\nb\r\nc\r\n", "x\r\na\r\nB\r\nc\r\n"},
        /* the same on both sides, and more on each */
        {"a\nb\nc\nd\ne\n", "A\nb\nc\nd\nE\n", "A\nb\nC\nd\ne\n", "A\nb\nC\nd\nE\n"});
}

SX_TEST(what_others_touched_is_refused) {
  CHECK({"a\nb\nc\n", "a\nB\nc\n", "a\nX\nc\n", NULL}, {"a\nb\nc\n", "a\nB\nc\n", "a\nc\n", NULL},
        {"a\nb\nc\n", "a\nB\nc\n", "A\nb\nc\n", NULL},
        {"a\nb\nc\n", "a\nB\nc\n", "a\nb\nC\n", NULL}, {"a\nb\n", "a\nx\nb\n", "a\ny\nb\n", NULL},
        {"", "x\n", "y\n", NULL}, {"a\nb\nc\n", "a\nB\nc\n", "", NULL},
        {"a\n", "a\nx\n", "a\ny\n", NULL}, {"a", "a\nx", "a\ny", NULL});
}

SX_TEST(lines_next_to_those_that_others_touched_are_placed_where_that_is_allowed) {
  CHECK_WITH(
      true, {"a\nb\nc\n", "a\nB\nc\n", "A\nb\nc\n", "A\nB\nc\n"},
      {"a\nb\nc\n", "a\nB\nc\n", "a\nb\nC\n", "a\nB\nC\n"},
      {"a\nb\nc\n", "a\nB\nc\n", "A\nb\nC\n", "A\nB\nC\n"},
      {"a\nb\nc\n", "a\nB\nc\n", "a\nnew\nb\nc\n", "a\nnew\nB\nc\n"},
      {"a\nb\nc\n", "a\nB\nc\n", "a\nb\nnew\nc\n", "a\nB\nnew\nc\n"},
      {"a\nb\nc\n", "a\nB\nc\n", "b\n", "B\n"},
      /* a line goes, or comes back */
      {"a\nb\nc\n", "a\nc\n", "A\nb\nC\n", "A\nC\n"},
      {"a\nc\n", "a\nb\nc\n", "A\nc\n", "A\nb\nc\n"},
      {"a\nc\n", "a\nb\nc\n", "a\nC\n", "a\nb\nC\n"},
      /* one side is enough to be sure which of two it is */
      {"f\nx\ny\ng\nx\nz\n", "f\nx\ny\ng\nX\nz\n", "f\nx\ny\ng\nx\nZ\n", "f\nx\ny\ng\nX\nZ\n"},
      {"g\nx\ng\nx\nz\n", "g\nx\ng\nX\nz\n", "g\nx\nnew\ng\nx\nZ\n", NULL},
      /* it may be back already, in other words */
      {"a\nc\n", "a\nb\nc\n", "a\nb2\nC\n", NULL}, {"a\nc\n", "a\nb\nc\n", "a\nb2\nc\n", NULL},
      {"a\nc\n", "a\nb\nc\n", "c\n", NULL}, {"a\nc\n", "a\nb\nc\n", "A\nC\n", NULL},
      /* the lines themselves */
      {"a\nb\nc\n", "a\nB\nc\n", "a\nX\nc\n", NULL}, {"a\nb\nc\n", "a\nB\nc\n", "a\nX\nC\n", NULL},
      {"a\nb\nc\nd\n", "a\nX\nd\n", "a\nb\nnew\nc\nd\n", NULL},
      {"a\nb\nc\n", "a\nB\nc\n", "", NULL}, {"a\nb\nc\n", "a\nB\nc\n", "a\nB\nC\n", NULL});
}

/* Lines that stand there twice: which of them was meant is in doubt once the text has moved. */
SX_TEST(lines_that_read_the_same_are_refused) {
  CHECK({"x\nx\nx\nx\nx\nx\nx\nx\nx\nx\n", "x\nx\nx\nx\ny\nx\nx\nx\nx\nx\nx\n",
         "z\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\n", NULL},
        {"{\na\n}\n", "{\nA\n}\n", "{\na\n}\n{\na\n}\n", NULL},
        /* together with the lines around it, it is one */
        {"f {\n  a\n}\ng {\n  a\n}\n", "f {\n  a\n}\ng {\n  b\n}\n",
         "new\nf {\n  a\n}\ng {\n  a\n}\n", "new\nf {\n  a\n}\ng {\n  b\n}\n"});
}

/* ---- random texts ------------------------------------------------------------------------ */

#define MAX_LINES 40

/* The edit of one side to a base line: none, or other lines instead of it. */
typedef struct side {
  bool is_replaced[MAX_LINES];
  uint32_t instead[MAX_LINES];     /* how many lines */
  bool is_inserted[MAX_LINES + 1]; /* a line before it */
} side;

typedef struct texts {
  uint32_t count, kinds;
  uint32_t kind[MAX_LINES];
  bool has_end;
  side sides[2];
} texts;

static void add_line(sx_buf *out, const char *what, size_t by, uint32_t line, uint32_t part) {
  sx_buf_addf(out, "side %zu %s %u.%u\n", by, what, line, part);
}

/* The base with the edits of the sides in `mask`. */
static sx_str write_text(const texts *t, unsigned mask, sx_buf *out) {
  sx_buf_clear(out);
  for (uint32_t i = 0; i <= t->count; i++) {
    const side *by = NULL;
    for (size_t k = 0; k < 2; k++) {
      if (!(mask & (1u << k))) continue;
      if (t->sides[k].is_inserted[i]) add_line(out, "before", k, i, 0);
      if (i < t->count && t->sides[k].is_replaced[i]) {
        by = &t->sides[k];
        for (uint32_t n = 0; n < by->instead[i]; n++) add_line(out, "for", k, i, n);
      }
    }
    if (!by && i < t->count) sx_buf_addf(out, "line %u\n", t->kind[i]);
  }
  if (!t->has_end && out->len) sx_buf_truncate(out, out->len - 1);
  return sx_buf_str(out);
}

/*
 * Each side takes parts of the base; between parts of both are at least `gap` lines. Without an end
 * the last line changes when one is taken after it.
 */
static void make_texts(texts *t, uint32_t kinds, uint32_t gap, bool may_be_open) {
  memset(t, 0, sizeof *t);
  t->count = 3 + (uint32_t)sx_test_below(MAX_LINES - 3);
  t->kinds = kinds;
  t->has_end = !may_be_open || sx_test_below(3) != 0;
  for (uint32_t i = 0; i < t->count; i++) t->kind[i] = kinds ? (uint32_t)sx_test_below(kinds) : i;
  uint32_t i = (uint32_t)sx_test_below(4);
  while (i < t->count) {
    side *by = &t->sides[sx_test_below(2)];
    if (sx_test_below(2)) by->is_inserted[i] = true;
    for (size_t n = sx_test_below(3); n > 0 && i < t->count; n--, i++) {
      by->is_replaced[i] = true;
      by->instead[i] = (uint32_t)sx_test_below(3);
    }
    i += gap + (uint32_t)sx_test_below(6);
  }
}

/*
 * `may_refuse`: a refusal is right as well, but never another text. Where nearly all lines read the
 * same (`kinds` < 6) one difference has several readings, and where edits adjoin, the lines of both
 * have no order of their own: only the sum is certain.
 */
static void check_random(uint32_t kinds, uint32_t gap, bool may_refuse, bool may_adjoin,
                         size_t rounds) {
  call_scene *s = call_scene_new(call_scene_refuse, NULL);
  SX_EXPECT_ALLOC(s);
  sx_buf *bufs[4] = {sx_test_buf(), sx_test_buf(), sx_test_buf(), sx_test_buf()};
  texts *t = sx_test_memory(sizeof *t);
  size_t placed = 0;
  for (size_t round = 0; round < rounds; round++) {
    sx_arena arena;
    sx_str out;
    make_texts(t, kinds, gap, may_refuse && !(kinds && kinds < 6));
    sx_str base = write_text(t, 0, bufs[0]), target = write_text(t, 1, bufs[1]);
    sx_str current = write_text(t, 2, bufs[2]), both = write_text(t, 3, bufs[3]);
    for (size_t i = 0; i < 4; i++) SX_EXPECT_OK(bufs[i]->status);
    sx_arena_init(&arena, 64 * 1024 * 1024);
    s->call.arena = &arena;
    sx_status status = place(s, &out, base, target, current, may_adjoin);
    bool is_sum = may_adjoin || (kinds && kinds < 6);
    bool is_good = status   ? status == SX_NOMEM || (may_refuse && status == SX_CONFLICT)
                   : is_sum ? out.len + base.len == target.len + current.len
                            : sx_str_is_equal(out, both);
    if (!is_good)
      sx_test_fail(
          __FILE__, __LINE__,
          "round %zu: %s\n--- base\n%.*s--- target\n%.*s--- current\n%.*s--- expected\n%.*s"
          "--- actual\n%.*s",
          round, status ? sx_test_err()->message : "placed wrongly", SX_STR_ARG(base),
          SX_STR_ARG(target), SX_STR_ARG(current), SX_STR_ARG(both),
          SX_STR_ARG(status ? SX_STR("") : out));
    placed += status == SX_OK;
    sx_arena_release(&arena);
    if (!is_good || status == SX_NOMEM) return;
  }
  SX_EXPECT(placed > 0 || sx_test_is_failing_allocations());
}

static size_t rounds(size_t count) {
  return sx_test_is_failing_allocations() ? 3 : count;
}

SX_TEST(edits_that_are_apart_are_both_there) {
  check_random(0, 1, false, false, rounds(3000));
}

SX_TEST(edits_that_touch_are_both_there_or_refused) {
  check_random(0, 0, true, false, rounds(2000));
  if (!sx_test_is_over()) check_random(0, 0, true, true, rounds(2000));
}

SX_TEST(lines_that_repeat_never_lead_astray) {
  check_random(12, 2, true, false, rounds(3000));
  if (!sx_test_is_over()) check_random(4, 1, true, false, rounds(3000));
  if (!sx_test_is_over()) check_random(12, 1, true, true, rounds(3000));
  if (!sx_test_is_over()) check_random(4, 1, true, true, rounds(3000));
}

SX_SUITE(change_place_test, SX_CASE(texts_that_have_not_moved),
         SX_CASE(edits_go_where_their_lines_are), SX_CASE(what_others_touched_is_refused),
         SX_CASE(lines_next_to_those_that_others_touched_are_placed_where_that_is_allowed),
         SX_CASE(lines_that_read_the_same_are_refused),
         SX_CASE(edits_that_are_apart_are_both_there),
         SX_CASE(edits_that_touch_are_both_there_or_refused),
         SX_CASE(lines_that_repeat_never_lead_astray));
