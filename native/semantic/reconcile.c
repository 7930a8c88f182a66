#include "semantic/reconcile_parts.h"

#include "os/clock.h"
#include "semantic/macro_uses.h"
#include "semantic/passed_over.h"

#define DELAY_MS 100
/* So many are opened and asked about at a time: each takes the server some time. */
#define MAX_OPENED 20
/* Beside projects, where they are only opened. The editor keeps fifty. */
#define MAX_OPENED_BESIDE 40

static bool is_beside(const sx_reconcile *behind) {
  return behind->knowledge == SX_KNOWS_PROJECTS;
}

/*
 * Beside projects, takes those out of the list that were not open before: the server lists their
 * places when it is asked again, and few are left to be asked about.
 */
static sx_status take_out_new(sx_reconcile *behind, const sx_comparison *with, sx_differences *list,
                              sx_differences *new_ones, sx_err *err) {
  size_t kept = 0;
  for (size_t i = 0; i < list->len; i++) {
    bool was_shown = list->items[i].is_held || sx_strs_have(&behind->shown, list->items[i].path);
    sx_difference *added = NULL;
    if (was_shown || !is_beside(behind))
      list->items[kept++] = list->items[i];
    else if (!(added = SX_ARRAY_ADD(new_ones, with->call->arena)))
      return sx_fail(err, with->call->arena->status, NULL);
    if (added) *added = list->items[i];
  }
  list->len = kept;
  return SX_OK;
}

/* Opens them, and drops those that have another symbol; `*opened` ones are asked about later. */
static sx_status check(sx_reconcile *behind, const sx_comparison *with, sx_differences *list,
                       size_t *opened, sx_err *err) {
  sx_strs paths = {0};
  sx_differences new_ones = {0};
  sx_status status = SX_OK;
  for (size_t i = 0; i < list->len && !status; i++)
    status = sx_strs_add(&paths, list->items[i].path, with->call->arena, err);
  if (!status) status = take_out_new(behind, with, list, &new_ones, err);
  const sx_differences *shown = is_beside(behind) ? &new_ones : list;
  for (size_t i = 0; i < shown->len && !status; i++)
    if (!shown->items[i].is_held)
      status = sx_strs_add(&behind->shown, shown->items[i].path, with->call->arena, err);
  if (!status) status = sx_documents_open(with->call, &paths, err);
  for (size_t i = 0; i < paths.len && !status; i++) {
    const sx_document *document;
    status = sx_document_open(with->call, paths.items[i], &document, err);
    if (!sx_status_ends_call(status)) status = SX_OK;
  }
  if (!status)
    status = sx_reconcile__keep_same(with, list, &behind->others, !behind->began_ms, err);
  for (size_t i = 0; i < new_ones.len && !status; i++) {
    sx_difference *added = SX_ARRAY_ADD(list, with->call->arena);
    if (!added) return sx_fail(err, with->call->arena->status, NULL);
    *added = new_ones.items[i];
  }
  *opened = new_ones.len;
  return status;
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
  size_t most = is_beside(behind) ? MAX_OPENED_BESIDE : MAX_OPENED;
  *unchecked = kept > most ? kept - most : 0;
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

/* Beside projects nothing but opening files helps: what that does not bring in never comes. */
static bool may_come(const sx_reconcile *behind, size_t left, bool is_first) {
  bool is_known_if_open = behind->knowledge == SX_KNOWS_OPEN_ONLY || is_beside(behind);
  bool helps = !is_known_if_open || is_first || left < behind->left;
  uint64_t wait_ms = is_beside(behind) ? SX_OPEN_WAIT_MS : SX_INDEX_WAIT_MS;
  return left && helps && sx_clock_since_ms(behind->began_ms) < wait_ms;
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

/*
 * A function `parse` is seldom meant by `any.parse()` in a file that imports no `any`: such files
 * are passed over where there are more than can be opened at once.
 */
static sx_status drop_unlikely(sx_reconcile *behind, const sx_comparison *with,
                               sx_differences *list, sx_err *err) {
  size_t kept = 0;
  sx_status status = SX_OK;
  if (!is_beside(behind) || list->len <= MAX_OPENED_BESIDE) return SX_OK;
  for (size_t i = 0; i < list->len && !status; i++)
    if (list->items[i].is_unlikely)
      status = sx_strs_add(&behind->others, list->items[i].path, with->call->arena, err);
    else
      list->items[kept++] = list->items[i];
  list->len = kept;
  return status;
}

/* Notes what the answer lacks, and whether to ask again. */
static sx_status look_for_differences(sx_reconcile *behind, const sx_comparison *with,
                                      bool *goes_on, sx_err *err) {
  sx_differences list = {0};
  sx_strs paths = {0};
  size_t unchecked = 0, opened = 0, confirmed = behind->confirmed.len;
  bool is_first = !behind->began_ms;
  sx_status status =
      is_first && with->c ? sx_macro_uses_find(behind, with->call, with->target, err) : SX_OK;
  if (!status) status = sx_reconcile__choose_files(behind, with, &paths, err);
  if (!status) status = sx_reconcile__find_different(with, &paths, &list, err);
  if (!status && is_first) status = drop_unlikely(behind, with, &list, err);
  for (size_t i = 0; i < list.len && !status && is_first; i++)
    status = sx_strs_add(&behind->suspects, list.items[i].path, with->call->arena, err);
  choose_suspects(behind, &list, &unchecked);
  if (!status) status = check(behind, with, &list, &opened, err);
  if (is_first) behind->began_ms = sx_clock_ms(); /* opening takes its own time */
  size_t checked = list.len;
  if (!status && behind->confirmed.len) drop_confirmed(behind, &list);
  note_missing(behind, &list, unchecked);
  /* Opening a file can bring more than the missing places, such as overrides of the symbol. */
  bool is_lost = is_beside(behind) && behind->confirmed.len > confirmed;
  *goes_on = may_come(behind, list.len + unchecked, is_first) || (is_first && behind->shown.len) ||
             opened || is_lost;
  /* As long as each round brings something the others will come, too. */
  bool is_progress = list.len < checked || list.len + unchecked < behind->left;
  if (!is_first && is_progress && !is_beside(behind)) behind->began_ms = sx_clock_ms();
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
  if (call->arena->status) return sx_fail(err, call->arena->status, NULL);
  if (behind->knowledge == SX_KNOWS_ALL) return SX_OK;
  with.c = target->c.family ? &target->c : NULL;
  with.behind = behind;
  behind->is_unlisted = with.c && !with.c->is_listed;
  sx_status status = look_for_differences(behind, &with, &goes_on, err);
  if (status == SX_DEADLINE) behind->has_more_sources = true;
  if (status || !goes_on) return status == SX_DEADLINE ? SX_OK : status;
  return wait_a_little(&with, again, err);
}
