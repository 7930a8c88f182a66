#include "memory/checkpoints.h"

#include "base/byte.h"
#include "base/utf8.h"
#include "os/clock.h"
#include "workspace/call_store.h"

#define MAX_SINCE_BYTES 40

/* "12h", "3d", "2 weeks" -> milliseconds; 0: it is something else */
static int64_t read_span(sx_str text) {
  int64_t number = 0;
  size_t at = 0;
  for (; at < text.len && at < 6 && sx_byte_is_digit(text.ptr[at]); at++)
    number = 10 * number + (text.ptr[at] - '0');
  sx_str unit = sx_str_trim(sx_str_slice(text, at, text.len));
  if (!at || !unit.len || sx_byte_is_digit(unit.ptr[0]) || unit.ptr[0] == '-') return 0;
  switch (unit.ptr[0]) {
  case 'm': return unit.len > 1 && unit.ptr[1] == 'o' ? number * 30 * 86400000 : number * 60000;
  case 'h': return number * 3600000;
  case 'd': return number * 86400000;
  case 'w': return number * 7 * 86400000;
  case 'y': return number * 365 * 86400000;
  default: return 0;
  }
}

typedef struct reading {
  const char *sql; /* of the time and whether it is one */
  sx_str text;     /* its parameter; empty: it has none */
  int64_t seconds;
  bool is_time;
} reading;

/* "…Z", "…+02:00", "…-05:00" after the time */
static bool has_zone(sx_str text) {
  char last = text.ptr[text.len - 1], sign = sx_str_at(text, text.len - 6);
  bool is_offset = text.len > 16 && sx_str_at(text, text.len - 3) == ':';
  return last == 'Z' || last == 'z' || (is_offset && (sign == '+' || sign == '-'));
}

static sx_status read_time(const sx_store_access *access, void *arg, sx_err *err) {
  reading *one = arg;
  sx_query query;
  sx_query_begin(&query, access, one->sql);
  if (one->text.len) sx_query_bind_text(&query, one->text);
  if (sx_query_next(&query)) {
    one->seconds = sx_query_int(&query, 0);
    one->is_time = sx_query_int(&query, 1) != 0;
  }
  return sx_query_end(&query, err);
}

/* NULL: the text is not a time that the database could read. */
static const char *choose_sql(sx_str *text) {
  bool is_today = sx_str_is_equal_fold(*text, SX_STR("today"));
  bool is_yesterday = sx_str_is_equal_fold(*text, SX_STR("yesterday"));
  bool is_date = text->len >= 10 && text->len <= MAX_SINCE_BYTES && sx_str_at(*text, 4) == '-';
  if (is_today || is_yesterday) *text = SX_STR("");
  if (is_today) return "SELECT unixepoch('now', 'localtime', 'start of day', 'utc'), 1";
  if (is_yesterday)
    return "SELECT unixepoch('now', 'localtime', 'start of day', '-1 day', 'utc'), 1";
  if (!is_date) return NULL;
  return has_zone(*text) ? "SELECT t, t IS NOT NULL FROM (SELECT unixepoch(?) AS t)"
                         : "SELECT t, t IS NOT NULL FROM (SELECT unixepoch(?, 'utc') AS t)";
}

sx_status sx_recall_read_since(int64_t *out, sx_call *call, sx_str text, sx_err *err) {
  *out = 0;
  text = sx_str_trim(text);
  if (!text.len) return SX_OK;
  int64_t span_ms = read_span(text), today = sx_clock_day_ns() / 1000000;
  if (span_ms) *out = span_ms < today ? today - span_ms : 1;
  if (span_ms) return SX_OK;
  reading one = {.text = text};
  one.sql = choose_sql(&one.text);
  sx_status status = one.sql ? sx_call_store_run(call, false, read_time, &one, err) : SX_OK;
  if (status) return status;
  *out = one.seconds > 0 ? one.seconds * 1000 : 1;
  if (one.is_time) return SX_OK;
  return sx_fail(err, SX_INVALID_ARGUMENT,
                 "since must be a date such as 2025-11-29, with a time if you like, or how long "
                 "ago: 12h, 3d, 2w, 1y, today, yesterday; not '%.*s'.",
                 SX_STR_ARG(sx_utf8_cut(text, MAX_SINCE_BYTES)));
}
