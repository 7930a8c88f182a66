#include "web/visit.h"

#include "approval/policy.h"
#include "approval/question.h"
#include "base/utf8.h"
#include "web/reasons.h"
#include "workspace/paths.h"

#define SHOWN_BYTES 200
/* So much is left of the call for its answer. */
#define RESERVE_MS 1000

sx_str sx_web_show(sx_call *call, sx_str text) {
  sx_str head = sx_utf8_cut(text, SHOWN_BYTES);
  const char *end = head.len < text.len ? "…" : "";
  return sx_path_clean(call, sx_arena_printf(call->arena, "%.*s%s", SX_STR_ARG(head), end));
}

/* ---- a URL ----------------------------------------------------------------------------------- */

static sx_status look(sx_call *call, sx_str url, sx_web_place *out, sx_err *err) {
  sx_batch batch;
  sx_batch_init(&batch, call->wait, call->arena);
  size_t slot = sx_batch_web_look(&batch, url);
  sx_status status = sx_batch_run(&batch, err);
  if (!status) status = sx_batch_get_web_place(&batch, slot, out, err);
  sx_batch_release(&batch);
  if (status || !out->why.len) return status;
  return sx_web_fail(out->why, out->detail, sx_web_show(call, url), err);
}

/* Where the host is allowed, the file alone is a reason to ask. */
static sx_status add_file(sx_call *call, const sx_web_place *place, sx_str path,
                          sx_approval *approval, sx_err *err) {
  sx_strs asking = {0};
  sx_status status = SX_OK;
  if (place->is_allowed) {
    status = sx_policy_check(call, &approval->toolsets, approval->is_persons, &asking, err);
    approval->toolsets = (sx_strs){0};
  }
  if (!status) status = sx_strs_add(&approval->toolsets, SX_STR("files"), call->arena, err);
  if (status) return status;
  approval->is_allowed = false;
  approval->host = SX_STR("");
  sx_approval_path *added = SX_ARRAY_ADD(&approval->paths, call->arena);
  if (!added) return sx_fail(err, SX_NOMEM, NULL);
  *added = (sx_approval_path){path, SX_APPROVAL_FILE};
  return SX_OK;
}

sx_status sx_web_ask(sx_call *call, const sx_web_place *place, sx_str title, sx_str path,
                     sx_err *err) {
  sx_approval approval = {.title = title,
                          .host = place->host,
                          .is_allowed = place->is_allowed,
                          .is_persons = call->caller == SX_CALLER_PERSON};
  sx_status status = sx_strs_add(&approval.toolsets, call->toolset, call->arena, err);
  if (!status && path.len) status = add_file(call, place, path, &approval, err);
  return status ? status : sx_approval_ask(call, &approval, err);
}

static sx_status ask_person(sx_call *call, const sx_web_place *place, const sx_web_wanted *wanted,
                            bool is_led, sx_err *err) {
  sx_str url = sx_web_show(call, place->url);
  if (is_led || !wanted->path.len) {
    const char *doing = is_led ? "follow a redirect to" : "fetch";
    return sx_web_ask(call, place,
                      sx_arena_printf(call->arena, "wants to %s %.*s", doing, SX_STR_ARG(url)),
                      SX_STR(""), err);
  }
  sx_str title = sx_arena_printf(call->arena, "wants to save %.*s as %.*s", SX_STR_ARG(url),
                                 SX_STR_ARG(sx_path_show(call, wanted->path)));
  return sx_web_ask(call, place, title, wanted->path, err);
}

/* ---- a page ---------------------------------------------------------------------------------- */

uint64_t sx_web_limit_ms(sx_call *call, uint64_t most) {
  uint64_t left_ms = sx_port_call_remaining_ms(call->wait);
  left_ms = left_ms > 2 * RESERVE_MS ? left_ms - RESERVE_MS : left_ms / 2;
  return most < left_ms ? most : left_ms;
}

static sx_status get(sx_call *call, const sx_web_wanted *wanted, sx_web_page *out, sx_err *err) {
  sx_batch batch;
  sx_web_wanted asked = *wanted;
  asked.call = call->id;
  asked.limit_ms = sx_web_limit_ms(call, wanted->limit_ms);
  sx_batch_init(&batch, call->wait, call->arena);
  size_t slot = sx_batch_web_get(&batch, &asked);
  sx_status status = sx_batch_run(&batch, err);
  if (!status) status = sx_batch_get_web_page(&batch, slot, out, err);
  sx_batch_release(&batch);
  if (status || !out->why.len || out->status) return status;
  if (wanted->is_kept || wanted->path.len) return SX_OK;
  return sx_web_fail(out->why, out->detail, sx_web_show(call, wanted->url), err);
}

static sx_status check_redirect(sx_call *call, sx_str from, sx_str to, const sx_strs *seen,
                                sx_err *err) {
  sx_str shown = sx_web_show(call, to);
  if (sx_str_has_prefix(from, SX_STR("https:")) && sx_str_has_prefix(to, SX_STR("http:")))
    return sx_web_fail(SX_STR("downgrade"), shown, sx_web_show(call, from), err);
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

/* A download has a time of its own, which no question gets: the person may be away. */
static void extend(sx_call *call, uint64_t limit_ms) {
  uint64_t left_ms = sx_port_call_remaining_ms(call->wait), wanted_ms = limit_ms + RESERVE_MS;
  if (left_ms < wanted_ms) sx_port_call_extend(call->wait, wanted_ms - left_ms);
}

static sx_status ask_within(sx_call *call, uint64_t limit_ms, const sx_web_place *place,
                            const sx_web_wanted *wanted, bool is_led, sx_err *err) {
  sx_port_call_limit(call->wait, limit_ms > 2 * RESERVE_MS ? limit_ms - RESERVE_MS : limit_ms);
  sx_status status = ask_person(call, place, wanted, is_led, err);
  sx_port_call_reserve(call->wait, 0);
  return status;
}

sx_status sx_web_visit(sx_call *call, sx_web_wanted *wanted, sx_web_page *out, sx_err *err) {
  sx_strs seen = {0}, admitted = {0};
  sx_web_place place = {0};
  sx_status status = SX_OK;
  bool may_be_kept = wanted->is_kept;
  uint64_t own_ms = sx_port_call_remaining_ms(call->wait);
  for (sx_str next = wanted->url; next.len && !status; next = out->location) {
    status = look(call, next, &place, err);
    if (!status && seen.len) status = check_redirect(call, wanted->url, place.url, &seen, err);
    if (!status) status = sx_strs_add(&seen, place.url, call->arena, err);
    if (status) break;
    wanted->url = place.url;
    if (may_be_kept && is_kept(call, wanted, out, &status, err)) break;
    bool is_new = !sx_strs_have(&admitted, place.host);
    if (!status && is_new) status = ask_within(call, own_ms, &place, wanted, seen.len > 1, err);
    if (!status && is_new) status = sx_strs_add(&admitted, place.host, call->arena, err);
    if (!status && wanted->path.len && seen.len == 1) extend(call, wanted->limit_ms);
    if (!status) status = get(call, wanted, out, err);
    if (status) break;
  }
  if (!status && out->url.len) wanted->url = out->url;
  return status;
}
