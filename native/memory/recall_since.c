#include "memory/checkpoints.h"

#include "base/utf8.h"
#include "os/clock.h"
#include "workspace/call_store.h"

#define MAX_SINCE_BYTES 40

/* "12h", "3d", "2 weeks" -> milliseconds; 0: it is something else */
static int64_t read_span(sx_str text) {
  int64_t number = 0;
  size_t at = 0;
  for (; at < text.len && at < 6 && text.ptr[at] >= '0' && text.ptr[at] <= '9'; at++)
    number = 10 * number + (text.ptr[at] - '0');
  sx_str unit = sx_str_trim(sx_str_slice(text, at, text.len));
  if (!at || !unit.len || (unit.ptr[0] >= '0' && unit.ptr[0] <= '9') || unit.ptr[0] == '-')
    return 0;
  switch (unit.ptr[0]) {
  case 'm': return unit.len > 1 && unit.ptr[1] == 'o' ? number * 30 * 86400000 : number * 60000;
  case 'h': return number * 3600000;
  case 'd': return number * 86400000;
  case 'w': return number * 7 * 86400000;
  default: return 0;
  }
}

typedef struct reading {
  sx_str text;
  int64_t seconds;
  bool is_time;
} reading;

static sx_status read_time(const sx_store_access *access, void *arg, sx_err *err) {
  reading *one = arg;
  sx_query query;
  char last = one->text.ptr[one->text.len - 1];
  bool has_zone = last == 'Z' || last == 'z' || sx_str_at(one->text, one->text.len - 6) == '+';
  sx_query_begin(&query, access,
                 has_zone ? "SELECT t, t IS NOT NULL FROM (SELECT unixepoch(?) AS t)"
                          : "SELECT t, t IS NOT NULL FROM (SELECT unixepoch(?, 'utc') AS t)");
  sx_query_bind_text(&query, one->text);
  if (sx_query_next(&query)) {
    one->seconds = sx_query_int(&query, 0);
    one->is_time = sx_query_int(&query, 1) != 0;
  }
  return sx_query_end(&query, err);
}

sx_status sx_recall_read_since(int64_t *out, sx_call *call, sx_str text, sx_err *err) {
  *out = 0;
  text = sx_str_trim(text);
  if (!text.len) return SX_OK;
  int64_t span_ms = read_span(text), today = sx_clock_day_ns() / 1000000;
  if (span_ms) *out = span_ms < today ? today - span_ms : 1;
  if (span_ms) return SX_OK;
  reading one = {.text = text};
  bool is_date = text.len >= 10 && text.len <= MAX_SINCE_BYTES && sx_str_at(text, 4) == '-';
  sx_status status = is_date ? sx_call_store_run(call, false, read_time, &one, err) : SX_OK;
  if (status) return status;
  *out = one.seconds > 0 ? one.seconds * 1000 : 1;
  if (one.is_time) return SX_OK;
  return sx_fail(err, SX_INVALID_ARGUMENT,
                 "since must be a date such as 2025-11-29, with a time if you like, or how long "
                 "ago: 12h, 3d, 2w; not '%.*s'.",
                 SX_STR_ARG(sx_utf8_cut(text, MAX_SINCE_BYTES)));
}
