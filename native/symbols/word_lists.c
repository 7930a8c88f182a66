#include "symbols/word_lists.h"

#include "symbols/place.h"

#include <stdlib.h>

/* A word then has a row for each time that so much was collected. */
#define COLLECTED_BYTES ((size_t)24 << 20)
#define CEILING_BYTES ((size_t)512 << 20)

static void forget(sx_symbols_word_lists *lists) {
  sx_arena_release(&lists->arena);
  sx_arena_init(&lists->arena, CEILING_BYTES);
  sx_map_init(&lists->found, &lists->arena);
  lists->lists.items = NULL;
  lists->lists.len = lists->lists.cap = 0;
}

int sx_symbols_word_lists_open(sx_symbols_word_lists *out, sqlite3 *db) {
  static const char text[] = "INSERT INTO word(text,first,names) VALUES(?,?,?)";
  *out = (sx_symbols_word_lists){0};
  forget(out);
  int code = sx_symbols_words_open(&out->words, db);
  if (!code) code = sqlite3_prepare_v3(db, text, -1, SQLITE_PREPARE_PERSISTENT, &out->put, NULL);
  return code;
}

void sx_symbols_word_lists_close(sx_symbols_word_lists *lists) {
  sx_symbols_words_close(&lists->words);
  sqlite3_finalize(lists->put);
  sx_arena_release(&lists->arena);
  *lists = (sx_symbols_word_lists){0};
}

/* ---- adding ------------------------------------------------------------------------------- */

typedef struct adding {
  sx_symbols_word_lists *lists;
  int64_t id;
} adding;

/* A new one is of the name that is added. */
static sx_symbols_word_list *list_of(sx_symbols_word_lists *lists, sx_str word, int64_t id) {
  uint64_t at = lists->lists.len;
  if (sx_map_find(&lists->found, word, &at)) return &lists->lists.items[at];
  sx_symbols_word_list *added = SX_ARRAY_ADD(&lists->lists, &lists->arena);
  if (!added) return NULL;
  *added =
      (sx_symbols_word_list){.word = sx_arena_dup(&lists->arena, word), .first = id, .last = id};
  return sx_map_put(&lists->found, added->word, at) ? NULL : added;
}

static int add_word(void *arg, sx_str word) {
  adding *a = arg;
  unsigned char bytes[SX_SYMBOLS_NUMBER_BYTES];
  sx_symbols_word_list *list = list_of(a->lists, word, a->id);
  if (!list) return SQLITE_NOMEM;
  if (list->last == a->id) return SQLITE_OK;
  if (a->id - list->last > UINT32_MAX) return SQLITE_TOOBIG;
  size_t len = sx_symbols_number_write(bytes, (uint32_t)(a->id - list->last));
  for (size_t i = 0; i < len; i++) {
    unsigned char *added = SX_ARRAY_ADD(&list->names, &a->lists->arena);
    if (!added) return SQLITE_NOMEM;
    *added = bytes[i];
  }
  list->last = a->id;
  return SQLITE_OK;
}

int sx_symbols_word_lists_add(sx_symbols_word_lists *lists, sx_str parts, int64_t id) {
  adding a = {lists, id};
  int code = sx_symbols_words_each(&lists->words, parts, add_word, &a);
  if (!code && lists->arena.status) code = SQLITE_NOMEM;
  return code || lists->arena.used_bytes < COLLECTED_BYTES ? code
                                                           : sx_symbols_word_lists_write(lists);
}

/* ---- writing ------------------------------------------------------------------------------ */

static int compare_lists(const void *a, const void *b) {
  return sx_str_compare(((const sx_symbols_word_list *)a)->word,
                        ((const sx_symbols_word_list *)b)->word);
}

static int put(const sx_symbols_word_lists *lists, const sx_symbols_word_list *list) {
  sqlite3_stmt *to = lists->put;
  int code = sqlite3_bind_text64(to, 1, list->word.ptr, list->word.len, SQLITE_STATIC, SQLITE_UTF8);
  if (!code) code = sqlite3_bind_int64(to, 2, list->first);
  if (!code)
    code = list->names.len
               ? sqlite3_bind_blob64(to, 3, list->names.items, list->names.len, SQLITE_STATIC)
               : sqlite3_bind_zeroblob(to, 3, 0);
  if (code) return code;
  code = sqlite3_step(to);
  int reset = sqlite3_reset(to);
  return code == SQLITE_DONE ? reset : code;
}

int sx_symbols_word_lists_write(sx_symbols_word_lists *lists) {
  int code = SQLITE_OK;
  if (lists->lists.len)
    qsort(lists->lists.items, lists->lists.len, sizeof *lists->lists.items, compare_lists);
  for (size_t i = 0; i < lists->lists.len && !code; i++) code = put(lists, &lists->lists.items[i]);
  forget(lists);
  return code;
}
