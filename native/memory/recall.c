#include "base/utf8.h"
#include "meaning/terms.h"
#include "memory/checkpoint_words.h"
#include "memory/checkpoints.h"
#include "memory/list_column.h"
#include "memory/notes_index.h"
#include "workspace/call_store.h"

#include <stdlib.h>

/* The best by their words, which are then ordered by their meaning, too. */
#define BEST " ORDER BY rank LIMIT 100"
/*
 * How much each part of a score counts: full text search, which takes a word that only goes with
 * one of the question for as good; how many of the question's own words there are; the meaning.
 */
#define TEXT_SHARE 0.4f
#define COVERAGE_SHARE 0.4f
#define MEANING_SHARE 0.2f
#define MAX_SQL_BYTES ((size_t)8 << 10)
/* More than a note, its tags, files and symbols together. */
#define MAX_FOLDED_BYTES ((size_t)4 << 20)

typedef struct candidate {
  int64_t id, order; /* the later one has the higher order */
  float score;
} candidate;
typedef SX_ARRAY(candidate) candidates;

/* The statements for one of the places; the conditions follow them. */
typedef struct recall_source {
  const char *match, *best, *best_count, *match_count, *newest, *newest_order, *newest_count, *row;
} recall_source;

#define ROW                                                                                        \
  "time, strftime('%Y-%m-%d', time / 1000, 'unixepoch', 'localtime'),"                             \
  " strftime('%H:%M', time / 1000, 'unixepoch', 'localtime'), client, branch, revision, tags,"     \
  " files, symbols, tests, description"
#define BEST_OF(table)                                                                             \
  " FROM " table "_words JOIN " table " ON " table ".id=" table "_words.rowid WHERE 1"

#define BY_WORDS(table, order)                                                                     \
  .match = " AND " table "_words MATCH ?",                                                         \
  .best = "SELECT " table ".id, " order ", " table                                                 \
          ".words, CAST(rank * 1000000 AS INTEGER)" BEST_OF(table),                                \
  .best_count = "SELECT count(*)" BEST_OF(table),                                                  \
  .match_count = "SELECT count(*) FROM " table "_words WHERE 1"

static const recall_source in_store = {
    BY_WORDS("checkpoint", "checkpoint.id"),
    .newest = "SELECT id, id FROM checkpoint WHERE 1",
    .newest_order = " ORDER BY id DESC",
    .newest_count = "SELECT count(*) FROM checkpoint WHERE 1",
    .row = "SELECT " ROW ", id, '' FROM checkpoint WHERE id=?",
};
static const recall_source in_files = {
    BY_WORDS("note", "time"),
    .newest = "SELECT id, time FROM note WHERE kind=0",
    .newest_order = " ORDER BY time DESC, id DESC",
    .newest_count = "SELECT count(*) FROM note WHERE +kind=0",
    .row = "SELECT " ROW ", substr(path, 1, length(path) - 3), flaw FROM note WHERE id=?",
};

typedef struct recalling {
  sx_call *call;
  const recall_source *source;
  const sx_recall *recall;
  sx_checkpoint_question question;
  candidates found;
  sx_recalled *out;
} recalling;

/* ---- what is wanted ------------------------------------------------------------------------ */

/* In small letters: SQLite's own lower() knows those of ASCII only. */
static void fold(sqlite3_context *context, int count, sqlite3_value **values) {
  sx_buf out;
  const char *text = (const char *)sqlite3_value_text(values[0]);
  size_t len = (size_t)sqlite3_value_bytes(values[0]);
  (void)count;
  sx_buf_init(&out, MAX_FOLDED_BYTES);
  for (size_t at = 0; text && at < len && !out.status;) {
    uint32_t c;
    char letter[4];
    at += sx_utf8_decode(text + at, len - at, &c);
    sx_buf_add(&out, sx_str_make(letter, sx_utf8_encode(sx_term_fold(c), letter)));
  }
  if (out.status)
    sqlite3_result_error_nomem(context);
  else
    sqlite3_result_text64(context, out.ptr, out.len, SQLITE_TRANSIENT, SQLITE_UTF8);
  sx_buf_release(&out);
}

/* A statement with the conditions of words, tags and time. */
static void begin(sx_query *query, const sx_store_access *access, const recalling *one,
                  const char *select, const char *end, sx_arena *arena) {
  sx_buf sql;
  const sx_strs *tags = one->recall->tags;
  sx_buf_init(&sql, MAX_SQL_BYTES);
  sx_buf_add_text(&sql, select);
  if (one->question.match.len) sx_buf_add_text(&sql, one->source->match);
  if (one->recall->since_ms) sx_buf_add_text(&sql, " AND time>=?");
  for (size_t i = 0; i < tags->len; i++) sx_buf_add_text(&sql, " AND instr(fold(tags), fold(?))");
  if (one->question.is_bare)
    sx_buf_add_text(&sql, " AND instr(fold(description || tags || files || symbols), fold(?))");
  sx_buf_add_text(&sql, end);
  int code = sqlite3_create_function(access->db, "fold", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC,
                                     NULL, fold, NULL, NULL);
  sx_query_begin(query, access, sx_buf_keep(&sql, arena).ptr);
  if (code) query->code = code;
  sx_query_has_memory(query, arena);
  if (one->question.match.len) sx_query_bind_text(query, one->question.match);
  if (one->recall->since_ms) sx_query_bind_int(query, one->recall->since_ms);
  for (size_t i = 0; i < tags->len; i++)
    sx_query_bind_text(query, sx_arena_printf(arena, ",%.*s,", SX_STR_ARG(tags->items[i])));
  if (one->question.is_bare) sx_query_bind_text(query, one->recall->query);
}

static sx_status count(const sx_store_access *access, recalling *one, const char *select,
                       sx_err *err) {
  sx_query query;
  begin(&query, access, one, select, "", one->call->arena);
  one->out->total = sx_query_next(&query) ? (uint64_t)sx_query_int(&query, 0) : 0;
  return sx_query_end(&query, err);
}

static int by_order(const void *a, const void *b) {
  const candidate *one = a, *other = b;
  if (one->order != other->order) return one->order > other->order ? -1 : 1;
  return one->id > other->id ? -1 : one->id < other->id;
}

static int by_score(const void *a, const void *b) {
  const candidate *one = a, *other = b;
  if (one->score != other->score) return one->score > other->score ? -1 : 1;
  return by_order(a, b);
}

/* `rank` is below 0, the better the lower. */
static float weigh(const recalling *one, int64_t rank, int64_t best_rank, sx_str words) {
  sx_checkpoint_fit fit = sx_checkpoint_compare(&one->question, words);
  float text = best_rank < 0 ? (float)rank / (float)best_rank : 0;
  return TEXT_SHARE * text + COVERAGE_SHARE * fit.coverage + MEANING_SHARE * fit.nearness;
}

static sx_status find_best(const sx_store_access *access, recalling *one, sx_err *err) {
  sx_query query;
  int64_t best_rank = 0;
  bool is_free = !one->recall->since_ms && !one->recall->tags->len;
  sx_arena *arena = one->call->arena;
  begin(&query, access, one, one->source->best, BEST, arena);
  while (sx_query_next(&query)) {
    candidate *added = SX_ARRAY_ADD(&one->found, arena);
    if (!sx_query_has_memory(&query, arena)) break;
    int64_t rank = sx_query_int(&query, 3);
    if (one->found.len == 1) best_rank = rank;
    *added = (candidate){sx_query_int(&query, 0), sx_query_int(&query, 1),
                         weigh(one, rank, best_rank, sx_query_text(&query, 2, arena))};
  }
  sx_status status = sx_query_end(&query, err);
  if (!status)
    status = count(access, one, is_free ? one->source->match_count : one->source->best_count, err);
  if (status) return status;
  if (one->found.len) qsort(one->found.items, one->found.len, sizeof(candidate), by_score);
  return SX_OK;
}

static sx_status find_newest(const sx_store_access *access, recalling *one, sx_err *err) {
  sx_query query;
  sx_arena *arena = one->call->arena;
  begin(&query, access, one, one->source->newest, one->source->newest_order, arena);
  while (one->found.len < one->recall->most && sx_query_next(&query)) {
    candidate *added = SX_ARRAY_ADD(&one->found, arena);
    if (!sx_query_has_memory(&query, arena)) break;
    *added = (candidate){sx_query_int(&query, 0), sx_query_int(&query, 1), 0};
  }
  sx_query_stop(&query); /* the others are only counted */
  sx_status status = sx_query_end(&query, err);
  return status ? status : count(access, one, one->source->newest_count, err);
}

/* ---- reading ------------------------------------------------------------------------------- */

static sx_status read_one(const sx_store_access *access, const recalling *one, int64_t id,
                          sx_checkpoint *out, sx_err *err) {
  sx_query query;
  sx_arena *arena = one->call->arena;
  sx_str tags = SX_STR(""), files = SX_STR(""), symbols = SX_STR("");
  sx_query_begin(&query, access, one->source->row);
  sx_query_bind_int(&query, id);
  if (sx_query_next(&query)) {
    *out = (sx_checkpoint){.time_ms = sx_query_int(&query, 0)};
    out->day = sx_query_text(&query, 1, arena);
    out->hour = sx_query_text(&query, 2, arena);
    out->client = sx_query_text(&query, 3, arena);
    out->branch = sx_query_text(&query, 4, arena);
    out->commit = sx_query_text(&query, 5, arena);
    tags = sx_query_text(&query, 6, arena);
    files = sx_query_text(&query, 7, arena);
    symbols = sx_query_text(&query, 8, arena);
    out->tests = sx_query_text(&query, 9, arena);
    out->description = sx_query_text(&query, 10, arena);
    out->id = sx_query_text(&query, 11, arena);
    out->flaw = sx_query_text(&query, 12, arena);
  }
  sx_status status = sx_query_end(&query, err);
  if (!status) status = sx_list_column_read(&out->tags, tags, SX_COLUMN_TAGS, arena, err);
  if (!status) status = sx_list_column_read(&out->symbols, symbols, SX_COLUMN_LINES, arena, err);
  return status ? status : sx_list_column_read(&out->files, files, SX_COLUMN_LINES, arena, err);
}

static sx_status run(const sx_store_access *access, void *arg, sx_err *err) {
  recalling *one = arg;
  sx_arena *arena = one->call->arena;
  one->out->list = (sx_checkpoints){0};
  one->found = (candidates){0};
  sx_status status =
      one->question.match.len ? find_best(access, one, err) : find_newest(access, one, err);
  size_t count_shown = one->found.len < one->recall->most ? one->found.len : one->recall->most;
  if (!status && count_shown) qsort(one->found.items, count_shown, sizeof(candidate), by_order);
  for (size_t i = 0; i < count_shown && !status; i++) {
    sx_checkpoint *read = SX_ARRAY_ADD(&one->out->list, arena);
    if (!read) return sx_fail(err, arena->status, NULL);
    status = read_one(access, one, one->found.items[i].id, read, err);
  }
  return status;
}

sx_status sx_recall_run(sx_recalled *out, sx_call *call, const sx_memory_place *place,
                        const sx_recall *recall, sx_err *err) {
  recalling one = {.call = call,
                   .source = place->is_files ? &in_files : &in_store,
                   .recall = recall,
                   .out = out};
  *out = (sx_recalled){0};
  sx_status status = sx_checkpoint_ask(&one.question, recall->query, call->arena);
  if (status) return sx_fail(err, status, NULL);
  one.question.is_bare &= recall->query.len > 0;
  if (place->is_files) status = sx_notes_index_update(call, place, err);
  if (status) return status;
  bool is_empty = recall->query.len && !one.question.match.len && !one.question.is_bare;
  if (!is_empty) status = sx_call_store_run(call, false, run, &one, err);
  out->has_words = one.question.match.len || out->total;
  return status;
}
