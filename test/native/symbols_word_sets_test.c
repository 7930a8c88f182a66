#include "symbols_scene.h"

#include "symbols/names.h"
#include "symbols/word_lists.h"
#include "symbols/word_sets.h"

#include "harness.h"

enum { NAMES = 6000, WRITTEN_TIMES = 3, QUESTIONS = 200, MAX_GAP = 900 };

static const char *const words[] = {"set",  "Get", "get",      "settings", "u",    "user", "users",
                                    "ID",   "a",   "b",        "page",     "mm",   "Mask", "rx",
                                    "rare", "2",   "\xC3\xA9", "tag",      "tags", "x86"};
enum { WORDS = sizeof words / sizeof *words };

/* The first ones are in most names, the last ones in few. */
static const char *some_word(void) {
  return words[sx_test_below(1 + sx_test_below(1 + sx_test_below(WORDS)))];
}

typedef struct named {
  sx_str name;
  uint32_t id;
} named;

static named *make_names(void) {
  named *all = sx_arena_calloc(sx_test_arena(), NAMES, sizeof *all);
  uint32_t id = 0;
  for (size_t i = 0; all && i < NAMES; i++) {
    sx_str name = SX_STR("_");
    for (size_t n = 1 + sx_test_below(4); n; n--)
      name = sx_arena_printf(sx_test_arena(), "%.*s_%s", SX_STR_ARG(name), some_word());
    id += 1 + (uint32_t)sx_test_below(MAX_GAP);
    all[i] = (named){name, id};
  }
  return all;
}

/* In several parts, as of a workspace with more words than are collected at a time. */
static int write_names(sqlite3 *db, const named *all) {
  sx_symbols_word_lists lists;
  char parts[2 * SX_SYMBOLS_PARTS_BYTES];
  int code = sx_symbols_word_lists_open(&lists, db);
  for (size_t i = 0; i < NAMES && !code; i++) {
    size_t len = sx_symbols_parts(parts, all[i].name);
    code = sx_symbols_word_lists_add(&lists, sx_str_make(parts, len), all[i].id);
    if (!code && i % (NAMES / WRITTEN_TIMES) == 0) code = sx_symbols_word_lists_write(&lists);
  }
  if (!code) code = sx_symbols_word_lists_write(&lists);
  sx_symbols_word_lists_close(&lists);
  return code;
}

static sx_strs some_parts(void) {
  sx_strs parts = {0};
  for (size_t n = 1 + sx_test_below(3); n; n--) {
    sx_str word = sx_str_from(some_word());
    bool is_beginning = sx_test_below(2);
    if (is_beginning && word.len > 2) word.len--;
    sx_str part =
        sx_arena_printf(sx_test_arena(), "%.*s%s", SX_STR_ARG(word), is_beginning ? "*" : "");
    (void)!sx_strs_add(&parts, part, sx_test_arena(), NULL);
  }
  return parts;
}

/* Each name is in the set exactly if it has the parts. */
static void expect_set(const sx_symbols_word_set *set, const named *all, const sx_strs *parts) {
  size_t at = 0;
  for (size_t i = 0; i < NAMES; i++) {
    bool is_listed = at < set->ids.len && set->ids.items[at] == all[i].id;
    at += is_listed;
    bool is_found =
        is_listed && (!set->unchecked.len || sx_symbols_has_parts(all[i].name, &set->unchecked));
    SX_EXPECT(is_found == sx_symbols_has_parts(all[i].name, parts));
  }
  SX_EXPECT_SIZE(at, set->ids.len);
}

typedef struct opened {
  sqlite3 *db;
  sx_symbols_word_sets sets;
} opened;

static void close_opened(void *arg) {
  opened *o = arg;
  sx_symbols_word_sets_close(&o->sets);
  sx_symbols_close_file(o->db);
}

/* An empty database; it is closed after the case. */
static opened *make(void) {
  const symbols_scene *scene = symbols_scene_new();
  opened *o = sx_test_memory(sizeof *o);
  *o = (opened){0};
  sx_test_defer(close_opened, o);
  sx_status status = sx_symbols_prepare();
  if (!status) status = sx_symbols_make(&o->db, scene->path.ptr, SYMBOLS_SCENE_MARK, sx_test_err());
  return status ? NULL : o;
}

static sx_status read_sets(opened *o) {
  sx_symbols_word_sets_close(&o->sets);
  int code = sx_symbols_word_sets_open(&o->sets, o->db);
  return code ? sx_symbols_fail(o->db, code, sx_test_err()) : SX_OK;
}

static sx_status find(const opened *o, const sx_strs *parts, uint32_t last,
                      sx_symbols_word_set *out) {
  int code = sx_symbols_word_sets_find(&o->sets, parts, last, out, sx_test_arena());
  return code ? sx_symbols_fail(NULL, code, sx_test_err()) : SX_OK;
}

SX_TEST(a_set_has_the_names_that_have_all_parts) {
  const named *all = make_names();
  opened *o = make();
  size_t unchecked = 0;
  SX_EXPECT_ALLOC(o);
  SX_EXPECT_ALLOC(all);
  int code = write_names(o->db, all);
  SX_EXPECT_OK(code ? sx_symbols_fail(o->db, code, sx_test_err()) : SX_OK);
  SX_EXPECT_OK(read_sets(o));
  for (size_t i = 0; i < QUESTIONS; i++) {
    sx_symbols_word_set set;
    const sx_strs parts = some_parts();
    SX_EXPECT_OK(find(o, &parts, all[NAMES - 1].id, &set));
    expect_set(&set, all, &parts);
    if (sx_test_is_over()) return;
    unchecked += set.unchecked.len > 0;
  }
  SX_EXPECT(unchecked > 0);
}

/* A damaged list leads to an error, and to no memory outside of the set. */
SX_TEST(a_name_past_the_last_is_an_error) {
  opened *o = make();
  const sx_strs parts = {.items = (sx_str[]){SX_STR("set")}, .len = 1};
  SX_EXPECT_ALLOC(o);
  for (int first = -1; first < 300; first += 50) {
    sx_symbols_word_set set;
    char sql[100];
    snprintf(sql, sizeof sql, "DELETE FROM word; INSERT INTO word VALUES('set',%d,x'05')", first);
    int code = sqlite3_exec(o->db, sql, NULL, NULL, NULL);
    SX_EXPECT_OK(code ? sx_symbols_fail(o->db, code, sx_test_err()) : SX_OK);
    SX_EXPECT_OK(read_sets(o));
    SX_EXPECT_STATUS(find(o, &parts, 100, &set), first == 49 || first == 99 ? SX_OK : SX_CORRUPT);
  }
}

/* Another program may leave any bytes, texts, numbers and nothing in place of a list. */
SX_TEST(any_bytes_in_place_of_a_list_are_an_error_or_a_set) {
  enum { TIMES = 400, LAST = 5000 };
  static const char *const values[] = {"randomblob(abs(random()) % 40)",
                                       "NULL",
                                       "9e300",
                                       "-1",
                                       "'text'",
                                       "zeroblob(70000)",
                                       "X'FFFFFFFFFF7F'",
                                       "X'80'"};
  static const char *const firsts[] = {"abs(random()) % 6000", "NULL", "-9e18", "9e18", "'text'"};
  const sx_strs parts = {.items = (sx_str[]){SX_STR("s*"), SX_STR("set")}, .len = 2};
  if (sx_test_is_failing_allocations()) return;
  opened *o = make();
  SX_EXPECT_ALLOC(o);
  SX_EXPECT_OK(read_sets(o));
  for (size_t i = 0; i < TIMES && !sx_test_is_over(); i++) {
    sx_symbols_word_set set;
    sx_str sql = sx_arena_printf(sx_test_arena(),
                                 "DELETE FROM word; INSERT INTO word(text,first,names) "
                                 "VALUES('set',%s,%s)",
                                 firsts[sx_test_below(sizeof firsts / sizeof *firsts)],
                                 values[sx_test_below(sizeof values / sizeof *values)]);
    /* Some are refused by the table itself. */
    (void)sqlite3_exec(o->db, sql.ptr, NULL, NULL, NULL);
    if (find(o, &parts, LAST, &set)) continue;
    for (size_t k = 0; k < set.ids.len; k++)
      SX_EXPECT(set.ids.items[k] <= LAST + 64 && (!k || set.ids.items[k - 1] < set.ids.items[k]));
  }
}

SX_SUITE(symbols_word_sets_test, SX_CASE(a_set_has_the_names_that_have_all_parts),
         SX_CASE(a_name_past_the_last_is_an_error),
         SX_CASE(any_bytes_in_place_of_a_list_are_an_error_or_a_set));
