#include "semantic/reconcile_parts.h"

#include "os/clock.h"
#include "semantic/macro_uses.h"
#include "semantic/passed_over.h"

#define DELAY_MS 100
/* So many are opened and asked about at a time: each takes the server some time. */
#define MAX_OPENED 20

/* Opens them, and drops those that have another symbol. */
static sx_status check(sx_reconcile *behind, const sx_comparison *with, sx_differences *list,
                       sx_err *err) {
  sx_strs paths = {0};
  sx_status status = SX_OK;
  for (size_t i = 0; i < list->len && !status; i++) {
    status = sx_strs_add(&paths, list->items[i].path, with->call->arena, err);
    if (!status && !list->items[i].is_held)
      status = sx_strs_add(&behind->shown, list->items[i].path, with->call->arena, err);
  }
  if (!status) status = sx_documents_open(with->call, &paths, err);
  for (size_t i = 0; i < paths.len && !status; i++) {
    const sx_document *document;
    status = sx_document_open(with->call, paths.items[i], &document, err);
    if (!sx_status_ends_call(status)) status = SX_OK;
  }
  return status ? status
                : sx_reconcile__keep_same(with, list, &behind->others, !behind->began_ms, err);
}

/*
 * Drops settled differences. A place without the name can be legitimate (a macro), so it counts
 * only until the index must have read the files that it was shown.
 */
static void choose_suspects(const sx_reconcile *behind, sx_differences *list, size_t *unchecked) {
  size_t kept = 0;
  for (size_t i = 0; i < list->len; i++) {
    const sx_difference *one = &list->items[i];
    bool is_old = one->is_held && !one->is_recent && !sx_strs_have(&behind->shown, one->path);
    if (sx_strs_have(&behind->others, one->path) || (!one->unlisted.len && is_old)) continue;
    list->items[kept++] = *one;
  }
  *unchecked = kept > MAX_OPENED ? kept - MAX_OPENED : 0;
  list->len = kept - *unchecked;
}

static void note_missing(sx_reconcile *behind, const sx_differences *list, size_t unchecked) {
  behind->file = SX_STR("");
  behind->more_files = unchecked;
  for (size_t i = 0; i < list->len; i++) {
    const sx_difference *one = &list->items[i];
    if (!one->unlisted.len && !one->is_recent && !one->is_unseen) continue;
    if (behind->file.len)
      behind->more_files++;
    else
      behind->file = one->path;
  }
}

static sx_status wait_a_little(const sx_comparison *with, bool *again, sx_err *err) {
  sx_status status = sx_port_call_sleep(with->call->wait, DELAY_MS);
  *again = !status;
  return status && status != SX_DEADLINE ? sx_fail(err, status, NULL) : SX_OK;
}

/* Without a project nothing but opening files helps: what that does not bring in never comes. */
static bool may_come(const sx_reconcile *behind, size_t left, bool is_first) {
  bool helps = behind->knowledge != SX_KNOWS_OPEN_ONLY || is_first || left < behind->left;
  return left && helps && sx_clock_since_ms(behind->began_ms) < SX_INDEX_WAIT_MS;
}

/* Files all of whose places are confirmed lack nothing. */
static void drop_confirmed(const sx_reconcile *behind, sx_differences *list) {
  size_t kept = 0;
  for (size_t i = 0; i < list->len; i++) {
    const sx_difference *one = &list->items[i];
    size_t confirmed = 0;
    for (size_t k = 0; k < one->unlisted.len; k++) {
      const sx_pos16 at = one->unlisted.items[k];
      const sx_place place = {one->path, {at, at}};
      confirmed += sx_reconcile__is_judged(behind, &place);
    }
    if (one->is_moved || one->is_unseen || confirmed < one->unlisted.len)
      list->items[kept++] = *one;
  }
  list->len = kept;
}

/* Notes what the answer lacks, and whether to ask again. */
static sx_status look_for_differences(sx_reconcile *behind, const sx_comparison *with,
                                      bool *goes_on, sx_err *err) {
  sx_differences list = {0};
  sx_strs paths = {0};
  size_t unchecked = 0;
  bool is_first = !behind->began_ms;
  sx_status status =
      is_first && with->c ? sx_macro_uses_find(behind, with->call, with->target, err) : SX_OK;
  if (!status) status = sx_reconcile__choose_files(behind, with, &paths, err);
  if (!status) status = sx_reconcile__find_different(with, &paths, &list, err);
  for (size_t i = 0; i < list.len && !status && is_first; i++)
    status = sx_strs_add(&behind->suspects, list.items[i].path, with->call->arena, err);
  choose_suspects(behind, &list, &unchecked);
  if (!status) status = check(behind, with, &list, err);
  if (is_first) behind->began_ms = sx_clock_ms(); /* opening takes its own time */
  size_t checked = list.len;
  if (!status && behind->confirmed.len) drop_confirmed(behind, &list);
  note_missing(behind, &list, unchecked);
  /* Opening a file can bring more than the missing places, such as overrides of the symbol. */
  *goes_on = may_come(behind, list.len + unchecked, is_first) || (is_first && behind->shown.len);
  /* As long as each round brings something the others will come, too. */
  bool is_progress = list.len < checked || list.len + unchecked < behind->left;
  if (!is_first && is_progress) behind->began_ms = sx_clock_ms();
  behind->left = list.len + unchecked;
  return status;
}

sx_status sx_reconcile_wait(sx_reconcile *behind, sx_call *call, const sx_target *target,
                            const sx_places *listed, bool *again, sx_err *err) {
  const sx_document *document;
  sx_comparison with = {
      .call = call, .target = target, .name = target->symbol->name, .listed = listed};
  bool goes_on = false;
  *again = false;
  if (sx_document_open(call, target->path, &document, NULL)) return SX_OK;
  with.family = sx_family_of(document->language_id);
  if (!with.family) return sx_passed_over_find(behind, call, target, listed, err);
  with.language_id = document->language_id;
  if (!behind->began_ms)
    behind->knowledge = sx_coverage_get(call, with.family, target->path, document->language_id);
  if (behind->knowledge == SX_KNOWS_ALL) return SX_OK;
  with.c = target->c.family ? &target->c : NULL;
  with.behind = behind;
  behind->is_unlisted = with.c && !with.c->is_listed;
  sx_status status = look_for_differences(behind, &with, &goes_on, err);
  if (status == SX_DEADLINE) behind->has_more_sources = true;
  if (status || !goes_on) return status == SX_DEADLINE ? SX_OK : status;
  return wait_a_little(&with, again, err);
}
