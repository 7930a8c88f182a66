/* One row by its key out of a SQLite file, again and again: the library alone. */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now_ms(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static int ask(const char *path, const char *sql, const char *key) {
  sqlite3 *db = NULL;
  sqlite3_stmt *row = NULL;
  int code = sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL);
  if (!code) code = sqlite3_prepare_v2(db, sql, -1, &row, NULL);
  if (!code) code = sqlite3_bind_text(row, 1, key, -1, SQLITE_STATIC);
  if (!code) code = sqlite3_step(row) == SQLITE_ROW && sqlite3_column_text(row, 1) ? 0 : 1;
  sqlite3_finalize(row);
  sqlite3_close(db);
  return code;
}

int main(int count, char **args) {
  if (count != 6) return 2;
  int calls = atoi(args[3]), rows = atoi(args[4]);
  srand((unsigned)atoi(args[5])); /* other keys in each run, as db_query gets them */
  for (int i = 0; i < calls; i++) {
    char key[32];
    snprintf(key, sizeof key, "key%09d", (int)((unsigned)rand() % (unsigned)rows));
    double start = now_ms();
    if (ask(args[1], args[2], key)) return 1;
    printf("%f\n", now_ms() - start);
  }
  return 0;
}
