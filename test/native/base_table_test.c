#include "base/table.h"
#include "harness.h"

static void free_table(void *table) {
  sx_table_free(table);
}

static sx_table *new_table(size_t max) {
  sx_table *table = sx_table_new(sizeof(int), max);
  if (table) sx_test_defer(free_table, table);
  return table;
}

/* Good until the next 4. */
static sx_str numbered(int number) {
  static char names[4][32];
  static int next;
  char *name = names[next++ % 4];
  snprintf(name, sizeof names[0], "/ws/%d.ts", number);
  return sx_str_from(name);
}

SX_TEST(finds_what_was_put) {
  sx_table *table = new_table(100000);
  SX_EXPECT_ALLOC(table);
  int count = sx_test_is_failing_allocations() ? 100 : 5000;
  for (int i = 0; i < count; i++) {
    int *value = sx_table_put(table, numbered(i));
    SX_EXPECT_ALLOC(value);
    SX_EXPECT_INT(*value, 0);
    *value = i;
  }
  for (int i = 0; i < count; i++) {
    int *value = sx_table_find(table, numbered(i));
    SX_EXPECT(value != NULL && *value == i);
    SX_EXPECT_STR(sx_table_key(value), numbered(i));
  }
  SX_EXPECT(sx_table_find(table, SX_STR("key")) == NULL);
  SX_EXPECT_SIZE(sx_table_count(table), (size_t)count);
  for (int i = 0; i < count; i += 2) sx_table_remove(table, sx_table_find(table, numbered(i)));
  for (int i = 0; i < count; i++)
    SX_EXPECT((sx_table_find(table, numbered(i)) != NULL) == (i % 2 == 1));
  sx_table_clear(table);
  SX_EXPECT_SIZE(sx_table_count(table), 0);
  SX_EXPECT(sx_table_newest(table) == NULL);
}

SX_TEST(pushes_the_oldest_out) {
  sx_table *table = new_table(3);
  SX_EXPECT_ALLOC(table);
  for (int i = 0; i < 3; i++) SX_EXPECT_ALLOC(sx_table_put(table, numbered(i)));
  SX_EXPECT_ALLOC(sx_table_put(table, numbered(0))); /* the newest now */
  SX_EXPECT_ALLOC(sx_table_put(table, numbered(3)));
  SX_EXPECT(sx_table_find(table, numbered(1)) == NULL);
  SX_EXPECT_SIZE(sx_table_take_lost(table), 1);
  SX_EXPECT_SIZE(sx_table_take_lost(table), 0);
  int *one = sx_table_newest(table);
  SX_EXPECT_STR(sx_table_key(one), numbered(3));
  one = sx_table_older(one);
  SX_EXPECT_STR(sx_table_key(one), numbered(0));
  one = sx_table_older(one);
  SX_EXPECT_STR(sx_table_key(one), numbered(2));
  SX_EXPECT(sx_table_older(one) == NULL);
}

SX_SUITE(base_table_test, SX_CASE(finds_what_was_put), SX_CASE(pushes_the_oldest_out));
