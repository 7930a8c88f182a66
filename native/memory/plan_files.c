#include "memory/plan_files.h"

#include "base/utf8.h"

#include "memory/note_text.h"
#include "memory/notes.h"
#include "memory/notes_index.h"
#include "memory/plan_boxes.h"
#include "os/file.h"
#include "os/file_text.h"
#include "os/file_write.h"
#include "text/secrets.h"
#include "workspace/call_store.h"

#define ACTIVE "active"
#define COMPLETED "completed"
#define SHOWN_BYTES 100
#define MAX_SHOWN 10

/* ---- reading ------------------------------------------------------------------------------- */

typedef struct plan_listing {
  sx_call *call;
  sx_plans *out;
} plan_listing;

static sx_status read_rows(const sx_store_access *access, void *arg, sx_err *err) {
  const plan_listing *one = arg;
  sx_arena *arena = one->call->arena;
  sx_query query;
  bool has_active = false;
  *one->out = (sx_plans){0};
  sx_query_begin(&query, access,
                 "SELECT title, description, lower(state), path, flaw FROM note WHERE kind=1 ORDER "
                 "BY lower(state)='" ACTIVE "' DESC,"
                 " CASE lower(state) WHEN '" ACTIVE "' THEN -changed END,"
                 " lower(state)='" COMPLETED "', title COLLATE NOCASE, path");
  while (sx_query_next(&query)) {
    sx_plan *plan = SX_ARRAY_ADD(one->out, arena);
    if (!sx_query_has_memory(&query, arena)) break;
    *plan = (sx_plan){.title = sx_query_text(&query, 0, arena),
                      .text = sx_query_text(&query, 1, arena),
                      .path = sx_query_text(&query, 3, arena),
                      .flaw = sx_query_text(&query, 4, arena)};
    sx_str state = sx_query_text(&query, 2, arena);
    plan->claims_active = sx_str_is_equal(state, SX_STR(ACTIVE));
    plan->is_active = plan->claims_active && !has_active;
    plan->is_completed = sx_str_is_equal(state, SX_STR(COMPLETED));
    plan->boxes = sx_plan_count_boxes(plan->text, &plan->done);
    has_active |= plan->is_active;
  }
  return sx_query_end(&query, err);
}

sx_status sx_plan_files_list(sx_call *call, const sx_memory_place *place, sx_plans *out,
                             sx_err *err) {
  plan_listing one = {call, out};
  *out = (sx_plans){0};
  sx_status status = sx_notes_index_update(call, place, err);
  return status ? status : sx_call_store_run(call, false, read_rows, &one, err);
}

sx_status sx_plan_files_find_active(sx_call *call, const sx_memory_place *place, sx_plan *out,
                                    sx_err *err) {
  sx_plans all;
  *out = (sx_plan){.title = SX_STR(""), .text = SX_STR("")};
  sx_status status = sx_plan_files_list(call, place, &all, err);
  if (!status && all.len && all.items[0].is_active) *out = all.items[0];
  return status;
}

/* "plans/new-parser.md" -> "new-parser" */
static sx_str name_of(const sx_plan *plan) {
  sx_str path = sx_memory_without_suffix(plan->path);
  return sx_str_slice(path, sizeof SX_MEMORY_PLANS, path.len);
}

static sx_status fail_ambiguous(const sx_plans *all, sx_str title, sx_err *err) {
  sx_buf names;
  size_t shown = 0;
  sx_buf_init(&names, SX_ERR_MESSAGE_BYTES);
  for (size_t i = 0; i < all->len && shown < MAX_SHOWN; i++)
    if (sx_str_is_equal_fold(all->items[i].title, title))
      sx_buf_addf(&names, "%s'%.*s'", shown++ ? ", " : "", SX_STR_ARG(name_of(&all->items[i])));
  sx_status status = sx_fail(err, SX_AMBIGUOUS,
                             "Several files have the title '%.*s'. Nothing was changed. Give the "
                             "name of one as the title: %s.",
                             SX_STR_ARG(sx_utf8_cut(title, SHOWN_BYTES)), names.ptr);
  sx_buf_release(&names);
  return status;
}

/* NULL in *out: there is none. Without a title the active one is meant. */
static sx_status find(sx_plan **out, const sx_plans *all, sx_str title, sx_err *err) {
  size_t count = 0;
  *out = NULL;
  for (size_t i = 0; i < all->len; i++) {
    sx_plan *plan = &all->items[i];
    if (title.len && sx_str_is_equal(name_of(plan), title)) {
      *out = plan;
      return SX_OK;
    }
    bool is_it = title.len ? sx_str_is_equal_fold(plan->title, title) : plan->is_active;
    if (is_it && !count++) *out = plan;
  }
  return count > 1 ? fail_ambiguous(all, title, err) : SX_OK;
}

/* ---- writing ------------------------------------------------------------------------------- */

/* The bytes of its file, which can be changed. */
static sx_status load(sx_str *bytes, sx_call *call, const sx_memory_place *place,
                      const sx_plan *plan, sx_err *err) {
  size_t mark;
  sx_str path = sx_memory_full_path(place, plan->path, call->arena);
  *bytes = SX_STR("");
  if (call->arena->status) return sx_fail(err, call->arena->status, NULL);
  sx_status status = sx_file_read(bytes, path, SX_NOTE_TEXT_MAX_BYTES, call->arena, err);
  if (status) return status;
  if (sx_file_text_kind_of(*bytes, &mark) != SX_FILE_TEXT_BYTES)
    return sx_fail(err, SX_ENCODING,
                   "'%.*s' is not in UTF-8. Nothing was changed. A person has to save it so.",
                   SX_STR_ARG(plan->path));
  if (sx_note_text_has_conflict(*bytes))
    return sx_fail(err, SX_CONFLICT,
                   "'" SX_MEMORY_FOLDER "/%.*s' has the markers of a merge conflict. Nothing was "
                   "changed. Resolve the conflict in the file, then call again.",
                   SX_STR_ARG(plan->path));
  return SX_OK;
}

static sx_status replace(sx_call *call, const sx_memory_place *place, const sx_plan *plan,
                         sx_str before, sx_str now, sx_err *err) {
  sx_str path = sx_memory_full_path(place, plan->path, call->arena);
  if (call->arena->status) return sx_fail(err, call->arena->status, NULL);
  return sx_str_is_equal(before, now) ? SX_OK : sx_file_replace(path, &before, 1, &now, 1, err);
}

/* Its text as it is in the file now. */
static void take_text(sx_plan *plan, sx_str bytes, sx_arena *arena) {
  sx_note_text text;
  sx_note_text_read(&text, bytes, arena);
  plan->text = sx_secrets_redact_note(text.body, arena);
  plan->boxes = sx_plan_count_boxes(plan->text, &plan->done);
}

static sx_str set_state(sx_str bytes, const sx_plan *plan, sx_arena *arena) {
  sx_str state = plan->is_active      ? SX_STR(ACTIVE)
                 : plan->is_completed ? SX_STR(COMPLETED)
                                      : SX_STR("");
  return sx_note_text_set(bytes, SX_STR("status"), state, arena);
}

/* The others are active no more. */
static sx_status deactivate(sx_call *call, const sx_memory_place *place, const sx_plans *all,
                            const sx_plan *active, sx_err *err) {
  sx_status status = SX_OK;
  for (size_t i = 0; i < all->len && !status; i++) {
    sx_str bytes;
    const sx_plan *other = &all->items[i];
    if (!other->claims_active || sx_str_is_equal(other->path, active->path)) continue;
    const sx_plan quiet = {0};
    status = load(&bytes, call, place, other, err);
    if (!status)
      status = replace(call, place, other, bytes, set_state(bytes, &quiet, call->arena), err);
  }
  return status;
}

static sx_status save_new(sx_call *call, const sx_memory_place *place, sx_plan *plan, sx_err *err) {
  sx_buf text;
  const sx_str none = SX_STR("");
  const sx_note_text note = {.title = plan->title,
                             .status = plan->is_active ? SX_STR(ACTIVE) : none,
                             .time = none,
                             .client = none,
                             .branch = none,
                             .commit = none,
                             .tests = none,
                             .body = plan->text};
  sx_str name = sx_notes_slug(plan->title, call->arena);
  /* Windows reserves some short names. */
  if (name.len <= 4) name = sx_arena_printf(call->arena, "%.*s-plan", SX_STR_ARG(name));
  sx_buf_init(&text, SX_NOTE_TEXT_MAX_BYTES);
  sx_note_text_write(&text, &note);
  sx_status status = call->arena->status ? call->arena->status : text.status;
  if (status)
    sx_fail(err, status, NULL);
  else
    status = sx_notes_write_new(&plan->path, call, place, SX_STR(SX_MEMORY_PLANS "/"), name,
                                sx_buf_str(&text), err);
  sx_buf_release(&text);
  return status;
}

static sx_status save_over(sx_call *call, const sx_memory_place *place, sx_plan *plan,
                           sx_err *err) {
  sx_buf text;
  sx_str bytes;
  sx_status status = load(&bytes, call, place, plan, err);
  if (status) return status;
  size_t body = sx_note_text_body_at(bytes);
  sx_buf_init(&text, body + plan->text.len + 2);
  sx_buf_add(&text, sx_str_slice(bytes, 0, body));
  if (body) sx_buf_add_char(&text, '\n');
  sx_buf_add(&text, plan->text);
  sx_buf_add_char(&text, '\n');
  sx_str now = set_state(sx_buf_keep(&text, call->arena), plan, call->arena);
  return replace(call, place, plan, bytes, now, err);
}

sx_status sx_plan_files_save(sx_call *call, const sx_memory_place *place, sx_plan *plan,
                             sx_err *err) {
  sx_plans all;
  sx_plan *before = NULL;
  sx_status status = sx_plan_files_list(call, place, &all, err);
  if (!status) status = find(&before, &all, plan->title, err);
  if (!status) status = sx_plan_prepare(plan, before, &all, err);
  if (status) return status;
  plan->path = before ? before->path : SX_STR("");
  return before ? save_over(call, place, plan, err) : save_new(call, place, plan, err);
}

static sx_status tick(sx_str *bytes, sx_call *call, const sx_plan *plan,
                      const sx_plan_change *change, sx_err *err) {
  sx_plan_box box;
  size_t body = sx_note_text_body_at(*bytes);
  sx_plan raw = *plan;
  raw.text = sx_str_slice(*bytes, body, bytes->len);
  raw.boxes = sx_plan_count_boxes(raw.text, &raw.done);
  sx_status status = sx_plan_find_box(&raw, change->item, &box, err);
  if (status) return status;
  *bytes = sx_plan_tick(*bytes, body + box.mark, change->is_done, call->arena);
  return call->arena->status ? sx_fail(err, call->arena->status, NULL) : SX_OK;
}

static sx_status apply(sx_call *call, const sx_memory_place *place, const sx_plan_change *change,
                       const sx_plans *all, sx_plan *plan, sx_err *err) {
  sx_str bytes, now;
  sx_status status = load(&bytes, call, place, plan, err);
  now = bytes;
  if (!status && change->action == SX_PLAN_UPDATE) status = tick(&now, call, plan, change, err);
  if (status) return status;
  sx_plan_set_state(plan, change->action);
  if (change->action != SX_PLAN_UPDATE) now = set_state(now, plan, call->arena);
  status = replace(call, place, plan, bytes, now, err);
  if (!status && change->action == SX_PLAN_ACTIVATE)
    status = deactivate(call, place, all, plan, err);
  if (!status) take_text(plan, now, call->arena);
  return status;
}

sx_status sx_plan_files_change(sx_call *call, const sx_memory_place *place,
                               const sx_plan_change *change, sx_plan *out, sx_err *err) {
  sx_plans all;
  sx_plan *found = NULL;
  sx_status status = sx_plan_files_list(call, place, &all, err);
  if (!status) status = find(&found, &all, change->title, err);
  if (status) return status;
  if (!found) return sx_plan_fail_absent(&all, change->title, err);
  *out = *found;
  return change->action == SX_PLAN_GET ? SX_OK : apply(call, place, change, &all, out, err);
}
