#include "host/databases.h"

#include "host/requests_parts.h"
#include "os/clock.h"

#include <stdlib.h>

#define MAX_ARGS_BYTES ((size_t)8 << 20)
/* The server ends a statement before the call's time is over: its answer is still to come. */
#define RESERVE_MS 500
/* A change that was cancelled is rolled back, which takes its time. */
#define KEEP_GRACE_MS 5000

/* ---- asking ---------------------------------------------------------------------------------- */

static void write_request(sx_buf *args, const sx_db_request *request, uint64_t ms) {
  static const char *const modes[] = {"read", "try", "keep"};
  sx_buf_addf(args, "[%llu,", (unsigned long long)request->call);
  sx_json_write_str(args, request->connection);
  sx_buf_add_text(args, ",{\"sql\":");
  if (request->sql.len) {
    sx_json_write_str(args, request->sql);
  } else {
    sx_buf_add_text(args, "{\"postgresql\":");
    sx_json_write_str(args, sx_str_from(request->pg));
    sx_buf_add_text(args, ",\"mysql\":");
    sx_json_write_str(args, sx_str_from(request->my));
    sx_buf_add_char(args, '}');
  }
  sx_buf_add_text(args, ",\"params\":");
  sx_buf_add(args, request->params.len ? request->params : SX_STR("[]"));
  sx_buf_addf(args, ",\"skip\":%llu,\"maxRows\":%llu,\"maxBytes\":%llu,\"countMs\":%llu",
              (unsigned long long)request->skip, (unsigned long long)request->most_rows,
              (unsigned long long)request->most_bytes, (unsigned long long)request->count_ms);
  sx_buf_addf(args, ",\"timeoutMs\":%llu,\"mode\":\"%s\",\"expected\":%llu}",
              (unsigned long long)ms, modes[request->mode], (unsigned long long)request->expected);
}

static uint64_t time_for(sx_port_call *wait, const sx_db_request *request) {
  uint64_t left = sx_port_call_remaining_ms(wait);
  left = left > 2 * RESERVE_MS ? left - RESERVE_MS : left / 2 + 1;
  return request->most_ms && request->most_ms < left ? request->most_ms : left;
}

static void tell_cancelled(sx_port_call *wait, uint64_t id) {
  sx_buf args;
  sx_buf_init(&args, 64);
  sx_buf_addf(&args, "[%llu]", (unsigned long long)id);
  if (!args.status) sx_port_tell_ended(wait, "cancelDatabase", sx_buf_str(&args));
  sx_buf_release(&args);
}

static sx_status await_kept(sx_batch *batch, sx_err *err) {
  sx_status status =
      sx_request_wait_out(batch->wait, batch->requests.items, batch->requests.len, KEEP_GRACE_MS);
  if (status && sx_request_was_taken(batch->requests.items[0]))
    return sx_fail(err, status,
                   "The server did not answer in time: the change may or may not have been kept. "
                   "Look at the rows before you try again.");
  return status ? sx_fail(err, status, NULL) : SX_OK;
}

/* ---- the reply ------------------------------------------------------------------------------- */

static int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static sx_str read_hex(sx_str hex, sx_arena *arena) {
  size_t len = hex.len / 2;
  char *bytes = sx_arena_calloc(arena, len + 1, 1);
  if (!bytes) return SX_STR("");
  for (size_t i = 0; i < len; i++) {
    int high = hex_digit(hex.ptr[2 * i]), low = hex_digit(hex.ptr[2 * i + 1]);
    if (high < 0 || low < 0) return sx_str_make(bytes, i);
    bytes[i] = (char)(high * 16 + low);
  }
  return sx_str_make(bytes, len);
}

/* A letter and a text, or these and how many bytes the whole has. */
static sx_db_value read_value(const cJSON *item, sx_arena *arena) {
  static const struct {
    char letter;
    sx_db_kind kind;
  } kinds[] = {{'i', SX_DB_INTEGER}, {'f', SX_DB_REAL}, {'n', SX_DB_DECIMAL}, {'l', SX_DB_BOOLEAN},
               {'t', SX_DB_TEXT},    {'z', SX_DB_TEXT}, {'b', SX_DB_BLOB}};
  sx_db_value value = {.text = SX_STR("")};
  const cJSON *text = cJSON_IsArray(item) ? item->child : item;
  if (!cJSON_IsString(text) || !*text->valuestring) return value;
  char letter = *text->valuestring;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (kinds[i].letter == letter) value.kind = kinds[i].kind;
  sx_str rest = sx_str_from(text->valuestring + 1);
  value.text = letter == 'b' || letter == 'z' ? read_hex(rest, arena) : sx_arena_dup(arena, rest);
  value.bytes = cJSON_IsArray(item) ? sx_json_u64(text->next) : value.text.len;
  if (value.kind == SX_DB_REAL) value.real = strtod(value.text.ptr, NULL);
  return value;
}

static void read_rows(sx_db_reply *out, const cJSON *rows, sx_arena *arena) {
  const cJSON *row, *item;
  size_t width = out->columns.len;
  cJSON_ArrayForEach (row, rows) {
    size_t at = 0;
    sx_db_value *values = sx_arena_calloc(arena, width + 1, sizeof *values);
    const sx_db_value **slot = values ? SX_ARRAY_ADD(&out->rows, arena) : NULL;
    if (!slot) return;
    *slot = values;
    cJSON_ArrayForEach (item, row) {
      if (at < width) values[at++] = read_value(item, arena);
    }
  }
}

static void read_columns(sx_db_reply *out, const cJSON *columns, sx_arena *arena) {
  const cJSON *row;
  cJSON_ArrayForEach (row, columns) {
    sx_db_column *column = SX_ARRAY_ADD(&out->columns, arena);
    if (!column) return;
    column->name = sx_json_str(row->child, arena);
    column->type = sx_json_str(row->child ? row->child->next : NULL, arena);
  }
}

static void clear_reply(sx_db_reply *out) {
  const sx_str none = SX_STR("");
  *out = (sx_db_reply){.at = -1, .server = none, .failure = none, .message = none};
}

static void read_reply(sx_db_reply *out, const cJSON *root, sx_arena *arena) {
  const cJSON *at = sx_json_get(root, "at");
  out->server = sx_json_get_str(root, "type", arena);
  out->failure = sx_json_get_str(root, "failure", arena);
  out->message = sx_json_get_str(root, "message", arena);
  out->at = cJSON_IsNumber(at) && at->valuedouble >= 0 ? (int64_t)sx_json_u64(at) : -1;
  out->seen = sx_json_get_u64(root, "seen");
  out->is_counted = sx_json_get_bool(root, "isCounted");
  out->is_write = sx_json_get_bool(root, "isWrite");
  out->is_schema = sx_json_get_bool(root, "isSchema");
  out->changed = sx_json_get_u64(root, "changed");
  out->all = sx_json_get_u64(root, "all");
  read_columns(out, sx_json_get(root, "columns"), arena);
  read_rows(out, sx_json_get(root, "rows"), arena);
}

size_t sx_batch_database(sx_batch *batch, const sx_db_request *request) {
  sx_buf args;
  sx_buf_init(&args, MAX_ARGS_BYTES);
  write_request(&args, request, time_for(batch->wait, request));
  return sx_batch__post_list(batch, "queryDatabase", &args);
}

sx_status sx_batch_get_database(sx_batch *batch, size_t slot, sx_db_reply *out, sx_err *err) {
  sx_status status;
  clear_reply(out);
  cJSON *root = sx_batch__fetch(batch, slot, false, &status, err);
  if (!root) return status;
  read_reply(out, root, batch->arena);
  return sx_batch__end_fetch(batch, root, err);
}

sx_status sx_db_ask(sx_port_call *wait, sx_arena *arena, const sx_db_request *request,
                    sx_db_reply *out, sx_err *err) {
  sx_batch batch;
  sx_status status;
  clear_reply(out);
  sx_batch_init(&batch, wait, arena);
  size_t slot = sx_batch_database(&batch, request);
  if (batch.is_out_of_memory)
    status = sx_fail(err, SX_NOMEM, NULL);
  else if (request->mode == SX_DB_KEEP)
    status = await_kept(&batch, err);
  else
    status = sx_batch_run(&batch, err);
  if (status) tell_cancelled(wait, request->call);
  if (!status) status = sx_batch_get_database(&batch, slot, out, err);
  sx_batch_release(&batch);
  return status;
}
