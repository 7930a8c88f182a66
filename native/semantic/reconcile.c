#include "semantic/reconcile_parts.h"

#include "os/clock.h"
#include "semantic/macro_uses.h"
#include "semantic/passed_over.h"
#include "servers/readiness.h"

#define DELAY_MS 100
/* So many are opened and asked about at a time: each takes the server some time. */
#define MAX_OPENED 20
/* Beside projects, where they are only opened. The editor keeps fifty. */
#define MAX_OPENED_BESIDE 40
/* Loading a project may take the server seconds, and it does nothing else meanwhile. */
#define MAX_LOADED 4
/* They get this part of the time that is left. */
#define LOAD_PART 3

bool sx_reconcile__is_beside(const sx_reconcile *behind) {
  return behind->knowledge == SX_KNOWS_PROJECTS;
}

bool sx_reconcile__is_settling(const sx_comparison *with) {
  return !with->family->has_index && with->behind->uses == SX_BEHIND_ALL;
}

size_t sx_reconcile__most(const sx_reconcile *behind) {
  return sx_reconcile__is_beside(behind) ? MAX_OPENED_BESIDE : MAX_OPENED;
}

static sx_status add_difference(sx_differences *list, const sx_difference *one, sx_call *call,
                                sx_err *err) {
  sx_difference *added = SX_ARRAY_ADD(list, call->arena);
  if (!added) return sx_fail(err, call->arena->status, NULL);
  *added = *one;
  return SX_OK;
}

/*
 * Beside projects, takes those out of the list that were not open before: the server lists their
 * places when it is asked again, and few are left to be asked about.
 */
static sx_status take_out_new(sx_reconcile *behind, const sx_comparison *with, sx_differences *list,
                              sx_differences *new_ones, sx_err *err) {
  size_t kept = 0;
  sx_status status = SX_OK;
  if (!sx_reconcile__is_beside(behind)) return SX_OK;
  for (size_t i = 0; i < list->len && !status; i++) {
    const sx_difference *one = &list->items[i];
    if (one->is_held || sx_strs_have(&behind->shown, one->path))
      list->items[kept++] = *one;
    else
      status = add_difference(new_ones, one, with->call, err);
  }
  list->len = kept;
  return status;
}

static sx_status note_shown(sx_reconcile *behind, const sx_comparison *with,
                            const sx_differences *list, sx_strs *paths, sx_err *err) {
  sx_status status = SX_OK;
  for (size_t i = 0; i < list->len && !status; i++) {
    const sx_difference *one = &list->items[i];
    status = sx_strs_add(paths, one->path, with->call->arena, err);
    if (!status && !one->is_held)
      status = sx_strs_add_new(&behind->shown, one->path, with->call->arena, err);
  }
  return status;
}

/* All at once. One that cannot be opened does not fit in the next round either. */
static sx_status open_files(sx_call *call, const sx_strs *paths, sx_err *err) {
  sx_status status = sx_documents_open(call, paths, err);
  for (size_t i = 0; i < paths->len && !status; i++) {
    const sx_document *document;
    status = sx_document_open(call, paths->items[i], &document, err);
    if (!sx_status_ends_call(status)) status = SX_OK;
  }
  return status;
}

/* Opens them, and drops those that have another symbol; `*opened` ones are asked about later. */
static sx_status check(sx_reconcile *behind, const sx_comparison *with, sx_differences *list,
                       size_t *opened, sx_err *err) {
  sx_strs paths = {0};
  sx_differences new_ones = {0};
  sx_status status = take_out_new(behind, with, list, &new_ones, err);
  if (!status) status = note_shown(behind, with, list, &paths, err);
  if (!status) status = note_shown(behind, with, &new_ones, &paths, err);
  if (!status) status = open_files(with->call, &paths, err);
  if (!status)
    status = sx_reconcile__keep_same(with, list, &behind->others, !behind->began_ms, err);
  for (size_t i = 0; i < new_ones.len && !status; i++)
    status = add_difference(list, &new_ones.items[i], with->call, err);
  *opened = new_ones.len;
  /* Until it has loaded their projects the server answers from the files that are open. */
  bool is_loaded = true;
  if (!status && new_ones.len)
    status = sx_readiness_load_again(with->call, new_ones.items[new_ones.len - 1].path, LOAD_PART,
                                     &is_loaded, err);
  behind->has_more_sources |= !is_loaded;
  bool has_others = behind->uses == SX_BEHIND_CALLS && behind->projects.len;
  if (!status && has_others) status = sx_reconcile__add_calls_elsewhere(with, err);
  return status;
}

/* Whether it can be opened with what is chosen so far: only some projects are loaded at a time. */
static bool fits(const sx_reconcile *behind, const sx_difference *one, sx_strs *projects,
                 sx_arena *arena) {
  bool is_new = !one->is_held && !sx_strs_have(&behind->shown, one->path);
  if (!one->project.len || !is_new || sx_strs_have(projects, one->project)) return true;
  return projects->len < MAX_LOADED && !sx_strs_add(projects, one->project, arena, NULL);
}

/*
 * Drops settled differences, and leaves to later rounds what is too much for this one. A place
 * without the name can be legitimate (a macro), so it counts only until the index must have read
 * the files that it was shown.
 */
static sx_status choose_suspects(sx_reconcile *behind, const sx_comparison *with,
                                 sx_differences *list, sx_err *err) {
  size_t kept = 0, most = sx_reconcile__most(behind);
  sx_strs projects = {0};
  sx_status status = SX_OK;
  for (size_t i = 0; i < list->len && !status; i++) {
    const sx_difference *one = &list->items[i];
    bool is_old = one->is_held && !one->is_recent && !sx_strs_have(&behind->shown, one->path);
    if (sx_strs_have(&behind->others, one->path) || (!one->unlisted.len && is_old)) continue;
    if (kept < most && fits(behind, one, &projects, with->call->arena))
      list->items[kept++] = *one;
    else
      status = sx_strs_add(&behind->waiting, one->path, with->call->arena, err);
  }
  list->len = kept;
  return status;
}

/* Those that still do not fit come first in the next round. */
static sx_status keep_waiting(sx_reconcile *behind, const sx_comparison *with,
                              const sx_differences *list, sx_err *err) {
  sx_strs waiting = {0};
  sx_arena *arena = with->call->arena;
  sx_status status = SX_OK;
  for (size_t i = 0; i < list->len && !status; i++)
    status = sx_strs_add(&waiting, list->items[i].path, arena, err);
  for (size_t i = 0; i < behind->waiting.len && !status; i++)
    status = sx_strs_add(&waiting, behind->waiting.items[i], arena, err);
  behind->waiting = waiting;
  return status;
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
  bool is_known_if_open =
      behind->knowledge == SX_KNOWS_OPEN_ONLY || sx_reconcile__is_beside(behind);
  bool helps = !is_known_if_open || is_first || left < behind->left;
  uint64_t wait_ms = sx_reconcile__is_beside(behind) ? SX_OPEN_WAIT_MS : SX_INDEX_WAIT_MS;
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
 * A function `parse` is seldom meant by `any.parse()` in a file that imports no `any`: beside
 * projects such files are passed over where there are more than can be opened at once, and in other
 * projects always.
 */
static sx_status drop_unlikely(sx_reconcile *behind, const sx_comparison *with,
                               sx_differences *list, sx_err *err) {
  size_t kept = 0;
  sx_status status = SX_OK;
  bool are_many = list->len > MAX_OPENED_BESIDE;
  if (!sx_reconcile__is_beside(behind)) return SX_OK;
  for (size_t i = 0; i < list->len && !status; i++)
    if (list->items[i].is_unlikely && (are_many || list->items[i].project.len))
      status = sx_strs_add(&behind->others, list->items[i].path, with->call->arena, err);
    else
      list->items[kept++] = list->items[i];
  list->len = kept;
  return status;
}

/*
 * One file of each other project is opened: the server then loads the project, and lists the places
 * in all of it. One that the editor holds already shows that it is loaded.
 */
static sx_status keep_one_of_each(const sx_reconcile *behind, const sx_comparison *with,
                                  sx_differences *list, sx_err *err) {
  sx_map chosen;
  size_t kept = 0;
  sx_status status = SX_OK;
  if (!sx_reconcile__is_beside(behind)) return SX_OK;
  sx_map_init(&chosen, with->call->arena);
  for (size_t i = 0; i < list->len && !status; i++) {
    const sx_difference one = list->items[i];
    uint64_t at;
    if (one.project.len && sx_map_find(&chosen, one.project, &at)) {
      if (one.is_held) list->items[at] = one;
      continue;
    }
    if (one.project.len) status = sx_map_put(&chosen, one.project, kept);
    list->items[kept++] = one;
  }
  list->len = kept;
  return status ? sx_fail(err, status, NULL) : SX_OK;
}

/* The files that do not fit, as many as can be opened, if there are. */
static sx_status compare(sx_reconcile *behind, const sx_comparison *with, sx_differences *list,
                         sx_err *err) {
  bool is_first = !behind->began_ms, is_settling = sx_reconcile__is_settling(with);
  size_t most = sx_reconcile__most(behind);
  sx_status status;
  if (!is_settling) behind->waiting = (sx_strs){0};
  do {
    sx_strs paths = {0};
    status = sx_reconcile__choose_files(behind, with, &paths, err);
    if (!status) status = sx_reconcile__find_different(with, &paths, list, err);
  } while (!status && list->len < most && behind->waiting.len);
  if (!status && is_first) status = drop_unlikely(behind, with, list, err);
  if (!status && is_first) status = keep_one_of_each(behind, with, list, err);
  for (size_t i = 0; i < list->len && !status && is_first && !is_settling; i++)
    status = sx_strs_add(&behind->suspects, list->items[i].path, with->call->arena, err);
  return status ? status : choose_suspects(behind, with, list, err);
}

/* Notes what the answer lacks, and whether to ask again. */
static sx_status look_for_differences(sx_reconcile *behind, const sx_comparison *with,
                                      bool *goes_on, sx_err *err) {
  sx_differences list = {0};
  size_t opened = 0, confirmed = behind->confirmed.len;
  bool is_first = !behind->began_ms;
  sx_status status =
      is_first && with->c ? sx_macro_uses_find(behind, with->call, with->target, err) : SX_OK;
  if (!status) status = compare(behind, with, &list, err);
  if (!status) status = check(behind, with, &list, &opened, err);
  if (is_first) behind->began_ms = sx_clock_ms(); /* opening takes its own time */
  size_t checked = list.len, waiting = behind->waiting.len;
  if (!status && sx_reconcile__is_settling(with)) status = keep_waiting(behind, with, &list, err);
  if (!status && behind->confirmed.len) drop_confirmed(behind, &list);
  note_missing(behind, &list, waiting);
  /* Opening a file can bring more than the missing places, such as overrides of the symbol. */
  bool is_lost = sx_reconcile__is_beside(behind) && behind->confirmed.len > confirmed;
  size_t left = list.len + waiting;
  *goes_on =
      may_come(behind, left, is_first) || (is_first && behind->shown.len) || opened || is_lost;
  /* As long as each round brings something the others will come, too. */
  bool is_progress = list.len < checked || left < behind->left;
  if (!is_first && is_progress && !sx_reconcile__is_beside(behind))
    behind->began_ms = sx_clock_ms();
  behind->left = left;
  return status;
}

/* A script without `import` and `export`: all that it declares is seen everywhere. */
static bool is_global(const sx_document *document) {
  return sx_str_find(document->text, SX_STR("import"), 0) == SX_STR_NONE &&
         sx_str_find(document->text, SX_STR("export"), 0) == SX_STR_NONE &&
         sx_str_find(document->text, SX_STR("require"), 0) == SX_STR_NONE;
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
  with.is_global = is_global(document);
  with.behind = behind;
  behind->is_unlisted = with.c && !with.c->is_listed;
  sx_status status = look_for_differences(behind, &with, &goes_on, err);
  if (status == SX_DEADLINE) behind->has_more_sources = true;
  if (status || !goes_on) return status == SX_DEADLINE ? SX_OK : status;
  return wait_a_little(&with, again, err);
}
