#include "web/visit.h"

#include "approval/question.h"
#include "base/utf8.h"
#include "web/reasons.h"
#include "workspace/paths.h"

#define SHOWN_BYTES 200
/* So much is left of the call for its answer. */
#define RESERVE_MS 1000

sx_str sx_web_show(sx_call *call, sx_str url) {
  bool is_long = url.len > SHOWN_BYTES;
  sx_str head =
      sx_str_slice(url, 0, is_long ? sx_utf8_floor(url.ptr, url.len, SHOWN_BYTES) : url.len);
  return sx_path_clean(
      call, sx_arena_printf(call->arena, "%.*s%s", SX_STR_ARG(head), is_long ? "…" : ""));
}

/* ---- a URL ------------------------------------------------------------------------------------
 */

static sx_status look(sx_call *call, sx_str url, sx_web_place *out, sx_err *err) {
  sx_batch batch;
  sx_batch_init(&batch, call->wait, call->arena);
  size_t slot = sx_batch_web_look(&batch, url);
  sx_status status = sx_batch_run(&batch, err);
  if (!status) status = sx_batch_get_web_place(&batch, slot, out, err);
  sx_batch_release(&batch);
  if (status || !out->why.len) return status;
  return sx_web_fail(out->why, out->detail, sx_web_show(call, url), call->arena, err);
}

static sx_status ask_person(sx_call *call, const sx_web_place *place, const char *doing,
                            sx_err *err) {
  sx_approval approval = {
      .title = sx_arena_printf(call->arena, "wants to %s %.*s", doing,
                               SX_STR_ARG(sx_web_show(call, place->url))),
      .host = place->host,
      .is_allowed = place->is_allowed,
      .is_persons = call->caller == SX_CALLER_PERSON,
  };
  sx_status status = sx_strs_add(&approval.toolsets, call->toolset, call->arena, err);
  return status ? status : sx_approval_ask(call, &approval, err);
}

sx_status sx_web_admit(sx_call *call, sx_str url, const char *doing, sx_web_place *out,
                       sx_err *err) {
  sx_status status = look(call, url, out, err);
  return status ? status : ask_person(call, out, doing, err);
}

/* ---- a page -----------------------------------------------------------------------------------
 */

static sx_status get(sx_call *call, const sx_web_wanted *wanted, sx_web_page *out, sx_err *err) {
  sx_batch batch;
  sx_web_wanted asked = *wanted;
  uint64_t left_ms = sx_port_call_remaining_ms(call->wait);
  left_ms = left_ms > 2 * RESERVE_MS ? left_ms - RESERVE_MS : left_ms / 2;
  asked.call = call->id;
  if (asked.limit_ms > left_ms) asked.limit_ms = left_ms;
  sx_batch_init(&batch, call->wait, call->arena);
  size_t slot = sx_batch_web_get(&batch, &asked);
  sx_status status = sx_batch_run(&batch, err);
  if (!status) status = sx_batch_get_web_page(&batch, slot, out, err);
  sx_batch_release(&batch);
  if (status || !out->why.len || out->status) return status;
  if (wanted->is_kept) return SX_OK;
  return sx_web_fail(out->why, out->detail, sx_web_show(call, wanted->url), call->arena, err);
}

static sx_status check_redirect(sx_call *call, sx_str from, sx_str to, const sx_strs *seen,
                                sx_err *err) {
  sx_str shown = sx_web_show(call, to);
  if (sx_str_has_prefix(from, SX_STR("https:")) && sx_str_has_prefix(to, SX_STR("http:")))
    return sx_web_fail(SX_STR("downgrade"), shown, sx_web_show(call, from), call->arena, err);
  if (sx_strs_have(seen, to))
    return sx_fail(err, SX_IO, "%.*s redirects in a loop: it leads back to %.*s.",
                   SX_STR_ARG(sx_web_show(call, seen->items[0])), SX_STR_ARG(shown));
  if (seen->len > SX_WEB_MAX_REDIRECTS)
    return sx_fail(err, SX_IO, "%.*s redirects more than %d times, the last time to %.*s.",
                   SX_STR_ARG(sx_web_show(call, seen->items[0])), SX_WEB_MAX_REDIRECTS,
                   SX_STR_ARG(shown));
  return SX_OK;
}

static bool is_kept(sx_call *call, sx_web_wanted *wanted, sx_web_page *out, sx_status *status,
                    sx_err *err) {
  wanted->is_kept = true;
  *status = get(call, wanted, out, err);
  wanted->is_kept = false;
  return !*status && !out->why.len;
}

sx_status sx_web_visit(sx_call *call, sx_web_wanted *wanted, sx_web_page *out, sx_err *err) {
  sx_strs seen = {0};
  sx_web_place place = {0};
  sx_status status = SX_OK;
  bool may_be_kept = wanted->is_kept;
  for (sx_str next = wanted->url; next.len && !status; next = out->location) {
    status = look(call, next, &place, err);
    if (!status && seen.len) status = check_redirect(call, wanted->url, place.url, &seen, err);
    if (!status) status = sx_strs_add(&seen, place.url, call->arena, err);
    if (status) break;
    wanted->url = place.url;
    if (may_be_kept && is_kept(call, wanted, out, &status, err)) break;
    if (!status) status = ask_person(call, &place, seen.len > 1 ? "be led to" : "fetch", err);
    if (!status) status = get(call, wanted, out, err);
    if (status) break;
  }
  if (!status && out->url.len) wanted->url = out->url;
  return status;
}
