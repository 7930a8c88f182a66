#include "data/statement.h"

#include "approval/policy.h"
#include "approval/question.h"
#include "base/utf8.h"
#include "host/json.h"
#include "workspace/paths.h"

#include <inttypes.h>
#include <math.h>

/* A person decides by what is shown of the statement and its values. */
#define MOST_SHOWN_SQL ((size_t)10000)
#define MOST_SHOWN_VALUE 100
#define MOST_SHOWN_VALUES 600
/* No column of whole numbers holds those. */
#define MOST_WHOLE 18446744073709551616.0
#define MOST_DISTANCE 3
#define MOST_NEAREST 3

int sx_db_count_params(const sx_db_question *question) {
  return cJSON_GetArraySize(question->params);
}

sx_status sx_db_check_params(const sx_db_question *question, sx_err *err) {
  const cJSON *value;
  int at = 0;
  cJSON_ArrayForEach (value, question->params) {
    at++;
    bool is_whole = cJSON_IsNumber(value) && floor(value->valuedouble) == value->valuedouble;
    if (!is_whole || fabs(value->valuedouble) <= SX_JSON_MAX_WHOLE ||
        fabs(value->valuedouble) >= MOST_WHOLE)
      continue;
    return sx_fail(err, SX_INVALID_ARGUMENT,
                   "Value %d of params is a whole number beyond 2^53, of which JSON loses digits. "
                   "Give it as a text, and cast it in sql.",
                   at);
  }
  return SX_OK;
}

sx_status sx_db_fail_params(const sx_db_question *question, int wanted, sx_err *err) {
  int given = sx_db_count_params(question);
  return sx_fail(err, SX_INVALID_ARGUMENT, "sql has %d parameter%s, and params %d value%s.", wanted,
                 wanted == 1 ? "" : "s", given, given == 1 ? "" : "s");
}

void sx_db_add_place(sx_buf *out, sx_str sql, int64_t at) {
  size_t line = 1, start = 0;
  if (at < 0 || (size_t)at >= sql.len) return;
  for (size_t i = 0; i < (size_t)at; i++)
    if (sql.ptr[i] == '\n') {
      line++;
      start = i + 1;
    }
  sx_buf_addf(out, "line %zu, column %zu: ", line, (size_t)at - start + 1);
}

/* A qualified name is like one that is not. */
static sx_str last_part(sx_str name) {
  size_t dot = sx_str_find_last_char(name, '.');
  return dot == SX_STR_NONE ? name : sx_str_slice(name, dot + 1, name.len);
}

static size_t distance_of(sx_str own, sx_str name) {
  size_t whole = sx_str_distance(own, name, MOST_DISTANCE + 1);
  size_t part = sx_str_distance(last_part(own), last_part(name), MOST_DISTANCE + 1);
  return part < whole ? part : whole;
}

void sx_db_add_nearest(sx_buf *out, const sx_strs *names, sx_str name) {
  size_t count = 0;
  for (size_t distance = 0; distance <= MOST_DISTANCE; distance++)
    for (size_t i = 0; i < names->len && count < MOST_NEAREST; i++) {
      if (distance_of(names->items[i], name) != distance) continue;
      sx_buf_addf(out, "%s%.*s", count++ ? ", " : " Nearest: ", SX_STR_ARG(names->items[i]));
    }
  if (count) sx_buf_add_text(out, ".");
}

/* ---- the question to the person -------------------------------------------------------------- */

static sx_str cut(sx_call *call, sx_str text, size_t most) {
  if (text.len <= most) return text;
  return sx_arena_printf(call->arena, "%.*s…", SX_STR_ARG(sx_utf8_cut(text, most)));
}

static void add_value(sx_call *call, sx_buf *out, const cJSON *value) {
  if (cJSON_IsNull(value)) {
    sx_buf_add_text(out, "NULL");
  } else if (cJSON_IsString(value)) {
    sx_json_write_str(out, cut(call, sx_str_from(value->valuestring), MOST_SHOWN_VALUE));
  } else {
    char *printed = cJSON_PrintUnformatted(value);
    sx_buf_add(out, cut(call, sx_str_from(printed), MOST_SHOWN_VALUE));
    cJSON_free(printed);
  }
}

static sx_str show_values(sx_call *call, const sx_db_question *question) {
  sx_buf out;
  const cJSON *value;
  int left = sx_db_count_params(question);
  if (!left) return SX_STR("");
  sx_buf_init(&out, 64 * MOST_SHOWN_VALUES);
  sx_buf_add_text(&out, left == 1 ? " with the value " : " with the values ");
  cJSON_ArrayForEach (value, question->params) {
    if (out.len > MOST_SHOWN_VALUES) break;
    add_value(call, &out, value);
    if (--left) sx_buf_add_text(&out, ", ");
  }
  if (left) sx_buf_addf(&out, "and %d more", left);
  return sx_buf_keep(&out, call->arena);
}

static sx_str describe_change(sx_call *call, const sx_db_change *change) {
  if (change->is_schema) return SX_STR("the schema");
  return sx_arena_printf(call->arena, "%" PRIu64 " row%s", change->all,
                         change->all == 1 ? "" : "s");
}

/* The part that is not shown could be the change. */
static sx_str explain_unshown(sx_call *call, sx_str sql) {
  if (sql.len <= MOST_SHOWN_SQL) return SX_STR("");
  return sx_arena_printf(call->arena,
                         "The statement has %zu bytes, and the person who is asked sees %zu at "
                         "most. Give its values in params, or make several statements of it.",
                         sql.len, MOST_SHOWN_SQL);
}

/* In one line. A line break ends a comment, so it must show; a "?" would be a parameter. */
static sx_str show_sql(sx_call *call, sx_str sql) {
  static const char mark[] = " \xe2\x8f\x8e "; /* U+23CE, the sign of the key */
  char *out = sx_arena_alloc(call->arena, sql.len * (sizeof mark - 1) + 1);
  size_t len = 0;
  if (!out) return SX_STR("");
  for (size_t i = 0; i < sql.len; i++) {
    bool is_end = sql.ptr[i] == '\n';
    if (sql.ptr[i] == '\r' && i + 1 < sql.len && sql.ptr[i + 1] == '\n') continue;
    memcpy(out + len, is_end ? mark : sql.ptr + i, is_end ? sizeof mark - 1 : 1);
    len += is_end ? sizeof mark - 1 : 1;
  }
  return sx_path_clean(call, sx_str_make(out, len));
}

sx_status sx_db_ask_person(sx_call *call, const sx_db_question *question,
                           const sx_db_change *change, sx_err *err) {
  sx_approval approval = {0};
  bool is_file = question->path.len > 0;
  sx_str target = is_file ? sx_path_show(call, question->path)
                          : sx_arena_printf(call->arena, "the database '%.*s'",
                                            SX_STR_ARG(question->connection));
  sx_str sql = sx_str_trim(question->sql);
  approval.unshown = explain_unshown(call, sql);
  approval.title = sx_arena_printf(call->arena, "wants to change %.*s of %.*s: %.*s%.*s",
                                   SX_STR_ARG(describe_change(call, change)), SX_STR_ARG(target),
                                   SX_STR_ARG(show_sql(call, sql)),
                                   SX_STR_ARG(sx_path_clean(call, show_values(call, question))));
  sx_status status = sx_strs_add(&approval.toolsets, call->toolset, call->arena, err);
  sx_approval_path *path = status || !is_file ? NULL : SX_ARRAY_ADD(&approval.paths, call->arena);
  if (path) *path = (sx_approval_path){question->path, SX_APPROVAL_FILE};
  if (!status && call->arena->status) status = sx_fail(err, call->arena->status, NULL);
  return status ? status : sx_approval_ask(call, &approval, err);
}

sx_status sx_db_check_trust(sx_call *call, sx_err *err) {
  bool is_restricted = false;
  sx_status status = sx_policy_find_restricted(call, &is_restricted, err);
  if (status || !is_restricted) return status;
  return sx_fail(err, SX_NOT_ALLOWED,
                 "The folder is not trusted in the editor, so statements can only read, and a "
                 "change is not tried either. Nothing was changed.");
}

/* ---- what was changed ------------------------------------------------------------------------ */

sx_status sx_db_fail_conflict(uint64_t now, uint64_t expected, sx_err *err) {
  return sx_fail(err, SX_CONFLICT,
                 "The database has changed: %" PRIu64 " rows would change now, and not the %" PRIu64
                 " of before. Nothing was changed; call again.",
                 now, expected);
}

void sx_db_write_change(sx_answer *answer, const sx_db_change *change, bool is_kept) {
  sx_buf *out = &answer->text;
  uint64_t changed = change->changed;
  sx_buf_addf(out, "%s: ", is_kept ? "APPLIED" : "PREVIEW");
  if (change->is_schema) {
    sx_buf_addf(out, "the schema %s", is_kept ? "has changed" : "would change");
  } else {
    sx_buf_add_count(out, changed);
    sx_buf_addf(out, " row%s %s", changed == 1 ? "" : "s", is_kept ? "changed" : "would change");
  }
  if (change->all > changed && !change->is_schema) {
    sx_buf_add_text(out, ", and ");
    sx_buf_add_count(out, change->all - changed);
    sx_buf_add_text(out, " more by triggers and foreign keys");
  }
  bool is_any = change->is_schema || change->all;
  sx_buf_add_text(out, is_kept || !is_any ? ".\n"
                                          : ". Nothing is kept: call again with preview: false.\n");
  cJSON_AddNumberToObject(answer->facts, "affected", (double)changed);
  cJSON_AddBoolToObject(answer->facts, "preview", !is_kept);
}
