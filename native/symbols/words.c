#include "symbols/words.h"

#include <limits.h>

static int find_api(fts5_api **out, sqlite3 *db) {
  sqlite3_stmt *ask;
  *out = NULL;
  int code = sqlite3_prepare_v2(db, "SELECT fts5(?1)", -1, &ask, NULL);
  if (!code) code = sqlite3_bind_pointer(ask, 1, out, "fts5_api_ptr", NULL);
  if (!code) (void)sqlite3_step(ask);
  int ended = sqlite3_finalize(ask);
  if (code || ended) return code ? code : ended;
  return *out ? SQLITE_OK : SQLITE_ERROR;
}

int sx_symbols_words_open(sx_symbols_words *out, sqlite3 *db) {
  /* Only spaces separate. */
  static const char *options[] = {"remove_diacritics",    "0",          "categories",
                                  "L* M* N* P* S* Z* C*", "separators", " "};
  fts5_api *api;
  void *of_tokenizer = NULL;
  *out = (sx_symbols_words){0};
  int code = find_api(&api, db);
  if (!code) code = api->xFindTokenizer(api, "unicode61", &of_tokenizer, &out->methods);
  if (code) return code;
  return out->methods.xCreate(of_tokenizer, options, sizeof options / sizeof *options,
                              &out->tokenizer);
}

void sx_symbols_words_close(sx_symbols_words *words) {
  if (words->tokenizer) words->methods.xDelete(words->tokenizer);
  words->tokenizer = NULL;
}

typedef struct visiting {
  int (*visit)(void *arg, sx_str word);
  void *arg;
} visiting;

static int visit_one(void *arg, int flags, const char *text, int len, int start, int end) {
  const visiting *v = arg;
  (void)flags, (void)start, (void)end;
  return v->visit(v->arg, sx_str_make(text, (size_t)len));
}

int sx_symbols_words_each(const sx_symbols_words *words, sx_str text,
                          int (*visit)(void *arg, sx_str word), void *arg) {
  visiting v = {visit, arg};
  if (text.len > INT_MAX) return SQLITE_TOOBIG;
  return words->methods.xTokenize(words->tokenizer, &v, FTS5_TOKENIZE_DOCUMENT, text.ptr,
                                  (int)text.len, visit_one);
}
