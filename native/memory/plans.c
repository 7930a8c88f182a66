#include "memory/plans.h"

#include "base/buf.h"
#include "base/utf8.h"
#include "memory/plan_files.h"
#include "workspace/call_store.h"

#define SELECT "SELECT title, text, is_active, is_completed FROM plan "
#define MAX_SHOWN 20
/* A longer number is the beginning of a text. */
#define MAX_DIGITS 6
#define SHOWN_BYTES 100

/* ---- rows ---------------------------------------------------------------------------------- */

static void read_row(sx_query *query, sx_plan *out, sx_arena *arena) {
  *out = (sx_plan){.title = sx_query_text(query, 0, arena),
                   .text = sx_query_text(query, 1, arena),
                   .is_active = sx_query_int(query, 2) != 0,
                   .is_completed = sx_query_int(query, 3) != 0};
  out->boxes = sx_plan_count_boxes(out->text, &out->done);
}

/* Without a title there is none: of this one, or an active one. */
static sx_status find(const sx_store_access *access, sx_str title, sx_plan *out, sx_arena *arena,
                      sx_err *err) {
  sx_query query;
  *out = (sx_plan){.title = SX_STR(""), .text = SX_STR("")};
  sx_query_begin(&query, access,
                 title.len ? SELECT "WHERE title=?" : SELECT "WHERE is_active ORDER BY id DESC");
  if (title.len) sx_query_bind_text(&query, title);
  if (sx_query_next(&query)) read_row(&query, out, arena);
  return sx_query_end(&query, err);
}

static sx_status list_all(const sx_store_access *access, sx_plans *out, sx_arena *arena,
                          sx_err *err) {
  sx_query query;
  *out = (sx_plans){0};
  sx_query_begin(&query, access, SELECT "ORDER BY is_active DESC, is_completed, title");
  while (sx_query_next(&query)) {
    sx_plan *plan = SX_ARRAY_ADD(out, arena);
    if (!sx_query_has_memory(&query, arena)) break;
    read_row(&query, plan, arena);
  }
  return sx_query_end(&query, err);
}

static sx_status deactivate_all(const sx_store_access *access, sx_err *err) {
  sx_query query;
  sx_query_begin(&query, access, "UPDATE plan SET is_active=0 WHERE is_active");
  return sx_query_end(&query, err);
}

static sx_status write(const sx_store_access *access, const sx_plan *plan, sx_err *err) {
  sx_query query;
  sx_query_begin(&query, access,
                 "INSERT INTO plan(title, text, is_active, is_completed) VALUES(?1, ?2, ?3, ?4)"
                 " ON CONFLICT(title) DO UPDATE SET text=?2, is_active=?3, is_completed=?4");
  sx_query_bind_text(&query, plan->title);
  sx_query_bind_text(&query, plan->text);
  sx_query_bind_int(&query, plan->is_active);
  sx_query_bind_int(&query, plan->is_completed);
  return sx_query_end(&query, err);
}

/* ---- for both places ------------------------------------------------------------------------ */

sx_status sx_plan_prepare(sx_plan *plan, const sx_plan *before, const sx_plans *all, sx_err *err) {
  bool has_active = all->len && all->items[0].is_active;
  if (!before && all->len >= SX_PLANS_MAX)
    return sx_fail(err, SX_TOO_BIG,
                   "There are %d plans already. Nothing was changed. Save it under the title of "
                   "one that is completed.",
                   SX_PLANS_MAX);
  plan->is_active = !has_active || (before && before->is_active);
  plan->is_completed = false;
  plan->boxes = sx_plan_count_boxes(plan->text, &plan->done);
  return SX_OK;
}

void sx_plan_set_state(sx_plan *plan, sx_plan_action action) {
  if (action != SX_PLAN_ACTIVATE && action != SX_PLAN_COMPLETE) return;
  plan->is_active = action == SX_PLAN_ACTIVATE;
  plan->is_completed = action == SX_PLAN_COMPLETE;
}

sx_str sx_plan_tick(sx_str text, size_t mark, bool is_done, sx_arena *arena) {
  char *made = sx_arena_alloc(arena, text.len + 1);
  if (!made) return SX_STR("");
  memcpy(made, text.ptr, text.len);
  made[mark] = is_done ? 'x' : ' ';
  return sx_str_make(made, text.len);
}

sx_status sx_plan_fail_absent(const sx_plans *all, sx_str title, sx_err *err) {
  sx_buf titles;
  sx_status status;
  if (!all->len)
    return sx_fail(err, SX_NOT_FOUND, "There are no plans yet: plan(content=\"…\") saves one.");
  sx_buf_init(&titles, SX_ERR_MESSAGE_BYTES);
  for (size_t i = 0; i < all->len && i < MAX_SHOWN; i++)
    sx_buf_addf(&titles, "%s'%.*s'",
                i ? ", " : " Plans: ", SX_STR_ARG(sx_utf8_cut(all->items[i].title, SHOWN_BYTES)));
  if (title.len)
    status = sx_fail(err, SX_NOT_FOUND, "There is no plan '%.*s'.%s",
                     SX_STR_ARG(sx_utf8_cut(title, SHOWN_BYTES)), titles.ptr);
  else
    status =
        sx_fail(err, SX_NOT_FOUND, "No plan is active. Give the `title` of one.%s", titles.ptr);
  sx_buf_release(&titles);
  return status;
}

sx_status sx_plan_find_box(const sx_plan *plan, sx_str item, sx_plan_box *out, sx_err *err) {
  uint64_t number = 0;
  size_t at = 0, found = 0;
  sx_plan_box box;
  if (item.len <= MAX_DIGITS) (void)!sx_str_read_number(item, &number);
  for (size_t i = 1; sx_plan_next_box(plan->text, &at, &box); i++) {
    bool is_begun =
        box.text.len >= item.len && sx_str_is_equal_fold(sx_str_slice(box.text, 0, item.len), item);
    if (number ? i != number : !is_begun) continue;
    *out = box;
    out->number = i;
    found++;
  }
  if (found == 1) return SX_OK;
  item = sx_utf8_cut(item, SHOWN_BYTES);
  if (found)
    return sx_fail(err, SX_AMBIGUOUS, "%zu items of '%.*s' begin with '%.*s'. Give the number.",
                   found, SX_STR_ARG(plan->title), SX_STR_ARG(item));
  return sx_fail(err, SX_NOT_FOUND,
                 "'%.*s' has no item '%.*s': it has %zu check box%s. Give the number of one, from "
                 "1, or the beginning of its text.",
                 SX_STR_ARG(plan->title), SX_STR_ARG(item), plan->boxes,
                 plan->boxes == 1 ? "" : "es");
}

/* ---- work ---------------------------------------------------------------------------------- */

typedef struct plan_work {
  sx_call *call;
  const sx_plan_change *change;
  sx_plan *plan;
  sx_plans *all;
} plan_work;

static sx_status save(const sx_store_access *access, void *arg, sx_err *err) {
  const plan_work *work = arg;
  sx_arena *arena = work->call->arena;
  sx_plan before;
  sx_plans all;
  sx_status status = find(access, work->plan->title, &before, arena, err);
  if (!status) status = list_all(access, &all, arena, err);
  if (!status) status = sx_plan_prepare(work->plan, before.title.len ? &before : NULL, &all, err);
  return status ? status : write(access, work->plan, err);
}

sx_status sx_plans_save(sx_call *call, const sx_memory_place *place, sx_plan *plan, sx_err *err) {
  if (place->is_files) return sx_plan_files_save(call, place, plan, err);
  plan_work work = {.call = call, .plan = plan};
  return sx_call_store_run(call, true, save, &work, err);
}

static sx_status tick(const plan_work *work, sx_err *err) {
  sx_plan *plan = work->plan;
  sx_plan_box box = {0};
  sx_status status = sx_plan_find_box(plan, work->change->item, &box, err);
  if (status) return status;
  plan->text = sx_plan_tick(plan->text, box.mark, work->change->is_done, work->call->arena);
  plan->boxes = sx_plan_count_boxes(plan->text, &plan->done);
  return work->call->arena->status ? sx_fail(err, work->call->arena->status, NULL) : SX_OK;
}

static sx_status run_change(const sx_store_access *access, void *arg, sx_err *err) {
  const plan_work *work = arg;
  sx_plan_action action = work->change->action;
  sx_plan *plan = work->plan;
  sx_status status = find(access, work->change->title, plan, work->call->arena, err);
  if (!status && !plan->title.len) {
    sx_plans all;
    status = list_all(access, &all, work->call->arena, err);
    if (!status) status = sx_plan_fail_absent(&all, work->change->title, err);
  }
  if (status || action == SX_PLAN_GET) return status;
  if (action == SX_PLAN_UPDATE) status = tick(work, err);
  if (action == SX_PLAN_ACTIVATE) status = deactivate_all(access, err);
  sx_plan_set_state(plan, action);
  return status ? status : write(access, plan, err);
}

sx_status sx_plans_change(sx_call *call, const sx_memory_place *place, const sx_plan_change *change,
                          sx_plan *out, sx_err *err) {
  if (place->is_files) return sx_plan_files_change(call, place, change, out, err);
  plan_work work = {.call = call, .change = change, .plan = out};
  return sx_call_store_run(call, change->action != SX_PLAN_GET, run_change, &work, err);
}

static sx_status run_list(const sx_store_access *access, void *arg, sx_err *err) {
  const plan_work *work = arg;
  return list_all(access, work->all, work->call->arena, err);
}

sx_status sx_plans_list(sx_call *call, const sx_memory_place *place, sx_plans *out, sx_err *err) {
  if (place->is_files) return sx_plan_files_list(call, place, out, err);
  plan_work work = {.call = call, .all = out};
  return sx_call_store_run(call, false, run_list, &work, err);
}

static sx_status run_find(const sx_store_access *access, void *arg, sx_err *err) {
  const plan_work *work = arg;
  return find(access, SX_STR(""), work->plan, work->call->arena, err);
}

sx_status sx_plans_find_active(sx_call *call, const sx_memory_place *place, sx_plan *out,
                               sx_err *err) {
  if (place->is_files) return sx_plan_files_find_active(call, place, out, err);
  plan_work work = {.call = call, .plan = out};
  return sx_call_store_run(call, false, run_find, &work, err);
}
