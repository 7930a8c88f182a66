#include "refactor/fixes.h"

#include "os/clock.h"
#include "semantic/file_diagnostics.h"

/* A list does not wait longer for the fixes of one file, and of all. */
#define FIXES_MS 3000
#define ALL_FIXES_MS 6000
#define MAX_SHOWN 6

/* Those of the file of the first one, which are asked together; the rows that they cover. */
static size_t gather(sx_fixes *fixes, size_t first, size_t count, sx_fixes **group,
                     sx_range16 *rows) {
  size_t len = 0;
  *rows = fixes[first].diagnostic->range;
  for (size_t i = first; i < count; i++) {
    sx_fixes *one = &fixes[i];
    const sx_range16 *range = &one->diagnostic->range;
    if (one->is_asked || !sx_str_is_equal(one->path, fixes[first].path)) continue;
    one->is_asked = true;
    group[len++] = one;
    if (range->start.line < rows->start.line) rows->start = range->start;
    if (range->end.line > rows->end.line) rows->end = range->end;
  }
  return len;
}

static sx_status ask_group(sx_fixes **group, size_t len, sx_call *call, bool *is_whole,
                           sx_err *err) {
  const sx_document *document;
  sx_actions *each = sx_arena_calloc(call->arena, len, sizeof *each);
  if (!each) return sx_fail(err, call->arena->status, NULL);
  sx_status status = sx_document_open(call, group[0]->path, &document, err);
  if (status) return status;
  for (size_t i = 0; i < len; i++)
    each[i] = (sx_actions){
        .document = document, .range = group[i]->diagnostic->range, .kind = SX_STR("quickfix")};
  status = sx_actions_ask_each(each, len, call, FIXES_MS, is_whole, err);
  for (size_t i = 0; i < len; i++) group[i]->actions = each[i];
  return status;
}

/* Fixes belong to diagnostics, which have to be there, and stay, until all were asked for. */
static sx_status ask_file(sx_fixes **group, size_t len, const sx_range16 *rows, sx_call *call,
                          bool *is_whole, sx_err *err) {
  sx_file_diagnostics found;
  sx_status status = sx_file_diagnostics_begin(&found, call, group[0]->path, err);
  if (!status)
    status = sx_file_diagnostics_publish(&found, call, rows->start.line, rows->end.line, err);
  if (!status) status = ask_group(group, len, call, is_whole, err);
  sx_file_diagnostics_end(&found, call);
  return status;
}

/* As ask_file, for at most `within_ms`. One that fails or is late lacks its fixes only. */
static sx_status ask_file_within(sx_fixes **group, size_t len, const sx_range16 *rows,
                                 sx_call *call, uint64_t within_ms, bool *is_whole, sx_err *err) {
  sx_port_call_limit(call->wait, within_ms);
  sx_status status = ask_file(group, len, rows, call, is_whole, err);
  sx_port_call_reserve(call->wait, 0);
  *is_whole &= !status;
  return sx_status_ends_call(status) ? status : SX_OK;
}

sx_status sx_fixes_ask(sx_fixes *fixes, size_t count, sx_call *call, bool *is_whole, sx_err *err) {
  sx_fixes **group = sx_arena_calloc(call->arena, count + 1, sizeof *group);
  uint64_t begin_ms = sx_clock_ms();
  *is_whole = true;
  if (!group) return sx_fail(err, call->arena->status, NULL);
  for (size_t i = 0; i < count; i++) {
    sx_range16 rows;
    bool is_file_whole = false;
    if (fixes[i].is_asked) continue;
    uint64_t spent_ms = sx_clock_since_ms(begin_ms);
    if (spent_ms >= ALL_FIXES_MS) {
      *is_whole = false;
      break;
    }
    size_t len = gather(fixes, i, count, group, &rows);
    sx_status status =
        ask_file_within(group, len, &rows, call, ALL_FIXES_MS - spent_ms, &is_file_whole, err);
    if (status) return status;
    *is_whole &= is_file_whole;
  }
  return SX_OK;
}

void sx_fixes_write(const sx_fixes *fixes, sx_answer *answer, cJSON *facts) {
  const sx_host_actions *rows = &fixes->actions.rows;
  for (size_t i = 0; i < rows->len; i++) {
    const sx_host_action_row *row = &rows->items[i];
    char id[SX_ACTION_ID_BYTES];
    if (i == MAX_SHOWN) {
      sx_buf_addf(&answer->text, "  … and %zu more\n", rows->len - i);
      break;
    }
    bool is_plain = sx_str_is_equal(row->kind, SX_STR("quickfix")) || !row->kind.len;
    sx_actions_id(&fixes->actions, i, id);
    sx_buf_addf(&answer->text, "  [%s] %.*s%s%.*s%s\n", id,
                SX_STR_ARG(is_plain ? SX_STR("") : row->kind), is_plain ? "" : ": ",
                SX_STR_ARG(row->title), row->is_preferred ? " (preferred)" : "");
    cJSON *fact = cJSON_CreateObject();
    cJSON_AddStringToObject(fact, "id", id);
    sx_answer_fact(fact, "title", row->title);
    sx_answer_fact(fact, "kind", row->kind);
    cJSON_AddBoolToObject(fact, "preferred", row->is_preferred);
    sx_answer_push(facts, fact);
  }
}
