#include "memory/checkpoints.h"

#include "base/utf8.h"
#include "memory/checkpoint_words.h"
#include "memory/list_column.h"
#include "memory/notes.h"
#include "os/clock.h"
#include "workspace/call_store.h"

/* An id in an error is cut. */
#define SHOWN_BYTES 100

/* ---- saving -------------------------------------------------------------------------------- */

typedef struct saving {
  const sx_checkpoint *checkpoint;
  sx_str tags, files, symbols, words;
  int64_t id;
} saving;

static sx_status save(const sx_store_access *access, void *arg, sx_err *err) {
  saving *one = arg;
  const sx_checkpoint *checkpoint = one->checkpoint;
  sx_query query;
  sx_query_begin(&query, access,
                 "INSERT INTO checkpoint VALUES(NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
                 " RETURNING id");
  sx_query_bind_int(&query, checkpoint->time_ms);
  sx_query_bind_text(&query, checkpoint->client);
  sx_query_bind_text(&query, checkpoint->branch);
  sx_query_bind_text(&query, checkpoint->commit);
  sx_query_bind_text(&query, one->tags);
  sx_query_bind_text(&query, one->files);
  sx_query_bind_text(&query, one->symbols);
  sx_query_bind_text(&query, checkpoint->tests);
  sx_query_bind_text(&query, checkpoint->description);
  sx_query_bind_text(&query, one->words);
  if (sx_query_next(&query)) one->id = sx_query_int(&query, 0);
  return sx_query_end(&query, err);
}

static sx_status save_row(sx_call *call, sx_checkpoint *checkpoint, sx_err *err) {
  saving one = {.checkpoint = checkpoint};
  one.tags = sx_list_column_write(&checkpoint->tags, SX_COLUMN_TAGS, call->arena);
  one.files = sx_list_column_write(&checkpoint->files, SX_COLUMN_LINES, call->arena);
  one.symbols = sx_list_column_write(&checkpoint->symbols, SX_COLUMN_LINES, call->arena);
  const sx_str texts[] = {checkpoint->description,
                          checkpoint->branch,
                          checkpoint->tests,
                          one.tags,
                          one.files,
                          one.symbols};
  one.words = sx_checkpoint_make_words(texts, sizeof texts / sizeof *texts, call->arena);
  if (call->arena->status) return sx_fail(err, call->arena->status, NULL);
  sx_status status = sx_call_store_run(call, true, save, &one, err);
  if (status) return status;
  checkpoint->id = sx_arena_printf(call->arena, "%lld", (long long)one.id);
  return call->arena->status ? sx_fail(err, call->arena->status, NULL) : SX_OK;
}

sx_status sx_checkpoint_save(sx_call *call, const sx_memory_place *place, sx_checkpoint *checkpoint,
                             sx_err *err) {
  checkpoint->time_ms = sx_clock_day_ns() / 1000000;
  return place->is_files ? sx_notes_save(call, place, checkpoint, err)
                         : save_row(call, checkpoint, err);
}

/* ---- forgetting ----------------------------------------------------------------------------- */

typedef struct forgetting {
  int64_t id;
  bool is_there;
} forgetting;

static sx_status forget(const sx_store_access *access, void *arg, sx_err *err) {
  forgetting *one = arg;
  sx_query query;
  sx_query_begin(&query, access, "DELETE FROM checkpoint WHERE id=? RETURNING id");
  sx_query_bind_int(&query, one->id);
  one->is_there = sx_query_next(&query);
  return sx_query_end(&query, err);
}

sx_status sx_checkpoint_forget(sx_call *call, const sx_memory_place *place, sx_str id,
                               sx_err *err) {
  if (place->is_files) return sx_notes_forget(call, place, id, err);
  uint64_t number;
  bool is_number = sx_str_read_number(id, &number);
  forgetting one = {.id = is_number ? (int64_t)number : 0};
  sx_status status = is_number ? sx_call_store_run(call, true, forget, &one, err) : SX_OK;
  if (status || one.is_there) return status;
  return sx_fail(err, SX_NOT_FOUND,
                 "There is no checkpoint '%.*s'. recall lists them with their ids.",
                 SX_STR_ARG(sx_utf8_cut(id, SHOWN_BYTES)));
}
