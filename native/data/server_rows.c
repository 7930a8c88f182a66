#include "answer/pager.h"
#include "base/map.h"
#include "data/page.h"
#include "data/server.h"

#include <math.h>

/* Rows after those that are answered are counted so long: the editor has other work, too. */
#define COUNT_MS 100
/* A token has seldom more bytes than that; a page ends where it has. */
#define BYTES_PER_TOKEN 16
#define MIN_BYTES ((uint64_t)64 << 10)
#define MAX_BYTES ((uint64_t)4 << 20)

typedef struct asking {
  sx_call *call;
  const sx_db_question *question;
  sx_answer *answer;
  sx_db_request request;
  sx_db_reply reply;
  sx_db_page page;
  uint64_t numbers[2]; /* of the cursor: rows before the page, and a hash of the last of them */
  uint32_t hash;       /* of the question */
} asking;

/* ---- the question ---------------------------------------------------------------------------- */

/* One value; cJSON writes 15 digits of some numbers that have more. */
static void add_param(sx_buf *out, const cJSON *value) {
  if (cJSON_IsNumber(value) && isfinite(value->valuedouble)) {
    sx_db_add_number(out, value->valuedouble);
    return;
  }
  char *printed = cJSON_PrintUnformatted(value);
  if (printed)
    sx_buf_add_text(out, printed);
  else
    out->status = SX_NOMEM;
  cJSON_free(printed);
}

static sx_status write_params(asking *a, sx_err *err) {
  sx_buf out;
  const cJSON *value;
  a->request.params = SX_STR("");
  if (!a->question->params) return SX_OK;
  sx_buf_init(&out, SX_ANSWER_MAX_BYTES);
  cJSON_ArrayForEach (value, a->question->params) {
    sx_buf_add_char(&out, out.len ? ',' : '[');
    add_param(&out, value);
  }
  sx_buf_add_text(&out, out.len ? "]" : "[]");
  a->request.params = sx_buf_keep(&out, a->call->arena);
  return a->call->arena->status ? sx_fail(err, a->call->arena->status, NULL) : SX_OK;
}

static sx_status read_cursor(asking *a, sx_err *err) {
  const sx_db_question *q = a->question;
  uint64_t hash = sx_pager_hash(sx_hash(q->connection), sx_hash(q->sql));
  a->hash = sx_cursor_hash(sx_pager_hash(hash, sx_hash(a->request.params)));
  const sx_cursor_rule rule = {"statement", a->hash, 2, {UINT32_MAX, UINT32_MAX}};
  return q->cursor.len ? sx_cursor_read(a->numbers, q->cursor, &rule, err) : SX_OK;
}

static sx_status begin(asking *a, sx_err *err) {
  uint64_t bytes = (uint64_t)a->answer->max_tokens * BYTES_PER_TOKEN;
  sx_status status = write_params(a, err);
  if (!status) status = read_cursor(a, err);
  if (status) return status;
  a->request.call = a->call->id;
  a->request.connection = a->question->connection;
  a->request.sql = a->question->sql;
  /* The last row of the page before comes again, to see that it is the same. */
  a->request.skip = a->numbers[0] ? a->numbers[0] - 1 : 0;
  a->request.most_rows = a->question->most + (a->numbers[0] ? 1 : 0);
  a->request.most_bytes = bytes < MIN_BYTES ? MIN_BYTES : bytes > MAX_BYTES ? MAX_BYTES : bytes;
  a->request.count_ms = COUNT_MS;
  return SX_OK;
}

static sx_status ask(asking *a, sx_db_mode mode, uint64_t expected, sx_err *err) {
  a->request.mode = mode;
  a->request.expected = expected;
  sx_status status = sx_db_ask(a->call->wait, a->call->arena, &a->request, &a->reply, err);
  if (status || !a->reply.failure.len) return status;
  if (!sx_str_is_equal(a->reply.failure, SX_STR("conflict")))
    return sx_server_fail(a->call, a->question, &a->reply, err);
  uint64_t now = 0;
  (void)!sx_str_read_number(a->reply.message, &now);
  return sx_db_fail_conflict(now, expected, err);
}

/* ---- the answer ------------------------------------------------------------------------------ */

/* Rows are counted by the statement's own order: another one before the page means others on it. */
static sx_status check_last(const asking *a, sx_err *err) {
  const sx_db_reply *reply = &a->reply;
  bool is_same =
      reply->rows.len &&
      (uint32_t)sx_db_hash_row(reply->rows.items[0], reply->columns.len) == (uint32_t)a->numbers[1];
  if (is_same) return SX_OK;
  return sx_fail(err, SX_CONFLICT,
                 "The rows have changed since the answer with this cursor, or come in another "
                 "order. Call again without it, and with ORDER BY.");
}

static sx_status write_rows(asking *a, sx_err *err) {
  const sx_db_reply *reply = &a->reply;
  sx_db_page *page = &a->page;
  size_t first = a->numbers[0] ? 1 : 0;
  sx_status status = first ? check_last(a, err) : SX_OK;
  if (status) return status;
  *page = (sx_db_page){.call = a->call,
                       .answer = a->answer,
                       .columns = &reply->columns,
                       .skip = a->numbers[0],
                       .most = a->question->most,
                       .is_write = reply->is_write};
  status = sx_db_page_begin(page, err);
  if (status) return status;
  page->rows = a->numbers[0];
  for (size_t i = first; i < reply->rows.len; i++) sx_db_page_take(page, reply->rows.items[i]);
  page->rows = reply->seen;
  page->is_full |= reply->seen > a->numbers[0] + page->written;
  page->is_counted = reply->is_counted;
  const uint64_t numbers[] = {a->numbers[0] + page->written, (uint32_t)page->last_hash};
  return sx_db_page_end(page, numbers, 2, a->hash, err);
}

static sx_status write_change(asking *a, bool is_kept, sx_err *err) {
  const sx_db_change done = {a->reply.changed, a->reply.all, a->reply.is_schema};
  sx_db_write_change(a->answer, &done, is_kept);
  return write_rows(a, err);
}

static sx_status answer_change(asking *a, sx_err *err) {
  sx_status status = sx_db_check_trust(a->call, err);
  a->numbers[0] = a->request.skip = 0;
  if (!status) status = ask(a, SX_DB_TRY, 0, err);
  /* A plan of a change, which has none itself. */
  if (!status && !a->reply.is_write) return write_rows(a, err);
  if (status || a->question->is_preview) return status ? status : write_change(a, false, err);
  const sx_db_change tried = {a->reply.changed, a->reply.all, a->reply.is_schema};
  status = sx_db_ask_person(a->call, a->question, &tried, err);
  if (!status) status = ask(a, SX_DB_KEEP, tried.all, err);
  return status ? status : write_change(a, true, err);
}

sx_status sx_server_answer(sx_call *call, const sx_db_question *question, sx_answer *answer,
                           sx_err *err) {
  asking a = {.call = call, .question = question, .answer = answer};
  sx_status status = begin(&a, err);
  if (!status) status = ask(&a, SX_DB_READ, 0, err);
  if (!status) status = a.reply.is_write ? answer_change(&a, err) : write_rows(&a, err);
  sx_db_page_release(&a.page);
  return status;
}
