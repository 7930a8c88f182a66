#include "workspace/known_files.h"

#include "base/mem.h"
#include "workspace/change_log.h"
#include "workspace/known_parts.h"
#include "workspace/paths.h"
#include "workspace/root_table.h"

/* How long the watch is waited for while it walks through new folders, and through all at first: by
 * those that would have to walk twice otherwise. */
#define WATCH_MS 40
#define START_MS 150

typedef struct known_root {
  sx_root_entry entry;   /* by its path as the editor names it */
  sx_kept_list *current; /* or NULL */
  uint64_t turn;         /* of what came and went, that `current` has */
  size_t asked;          /* for a list that there was not */
} known_root;

struct sx_known_files {
  uv_mutex_t mutex; /* of the users of lists, and `walks` */
  sx_root_table roots;
  size_t walks;
};

/* The list is no longer the root's, or the user's. The last frees it, and its base likewise. */
static void drop(sx_known_files *known, sx_kept_list *kept) {
  while (kept) {
    uv_mutex_lock(&known->mutex);
    bool is_last = kept->users-- == 1;
    uv_mutex_unlock(&known->mutex);
    if (!is_last) return;
    sx_kept_list *base = kept->base;
    sx_kept_list_free(kept);
    kept = base;
  }
}

static sx_root_entry *new_root(void *known, sx_call *call, sx_str path) {
  (void)known, (void)call, (void)path;
  known_root *one = sx_calloc(1, sizeof *one);
  return one ? &one->entry : NULL;
}

static void free_root(void *known, sx_root_entry *entry) {
  known_root *one = (known_root *)(void *)entry;
  drop(known, one->current);
  sx_free(one);
}

sx_known_files *sx_known_files_new(void) {
  sx_known_files *known = sx_calloc(1, sizeof *known);
  if (!known) return NULL;
  known->roots = (sx_root_table){.make = new_root, .free = free_root, .owner = known};
  if (uv_mutex_init(&known->mutex)) goto no_mutex;
  if (sx_root_table_init(&known->roots)) return known;
  uv_mutex_destroy(&known->mutex);
no_mutex:
  sx_free(known);
  return NULL;
}

void sx_known_files_free(sx_known_files *known) {
  if (!known) return;
  sx_root_table_release(&known->roots);
  uv_mutex_destroy(&known->mutex);
  sx_free(known);
}

void sx_known_list_release(sx_known_files *known, const sx_known_list *list) {
  drop(known, (sx_kept_list *)(void *)list);
}

size_t sx_known_files_walks(sx_known_files *known) {
  uv_mutex_lock(&known->mutex);
  size_t walks = known->walks;
  uv_mutex_unlock(&known->mutex);
  return walks;
}

/* ---- roots ------------------------------------------------------------------------------- */

const sx_root *sx_known_root(const sx_call *call, sx_str path) {
  for (size_t i = 0; i < call->roots.len; i++) {
    const sx_root *root = &call->roots.items[i];
    if (sx_path_is_uri(root->path)) continue;
    if (sx_str_is_equal(root->path, path) || sx_str_is_equal(root->real_path, path)) return root;
  }
  return NULL;
}

static sx_status fail_root(sx_err *err, sx_str path) {
  return sx_fail(err, SX_NOT_FOUND, "'%.*s' is not a folder of the workspace.", SX_STR_ARG(path));
}

/* ---- what came and went ------------------------------------------------------------------ */

/* Whether the list is right but for single paths. */
static bool is_usable(sx_call *call, const known_root *one, bool is_whole,
                      const sx_event_turns *turns) {
  const sx_kept_list *kept = one->current;
  if (!kept || !kept->is_lasting || !is_whole) return false;
  if (turns->names > one->turn || turns->rules > one->turn) return false;
  if (sx_kept_list_is_same(call, kept)) return true;
  /* Rules outside of the watch, by which it passes over folders. */
  sx_watching_change_rules(sx_change_log_watching(call->services->change_log));
  return false;
}

/* ---- a new list -------------------------------------------------------------------------- */

/* Whether a file was not watched and is now: what was known of it before may be old. */
static bool begins_to_watch(const sx_known_list *before, const sx_known_list *now) {
  for (size_t i = 0; i < before->paths.len && before->unwatched_count; i++)
    if (sx_known_list_is_unwatched(before, i) &&
        !sx_known_list_is_unwatched_path(now, before->paths.items[i]))
      return true;
  return false;
}

static void replace(sx_known_files *known, known_root *one, sx_kept_list *made, uint64_t turn) {
  uv_mutex_lock(&known->mutex);
  sx_kept_list *former = one->current;
  made->users = 1;
  if (made->base) made->base->users++;
  one->current = made;
  one->turn = turn;
  uv_mutex_unlock(&known->mutex);
  drop(known, former);
}

static sx_status walk(sx_call *call, const sx_root *root, known_root *one, bool is_whole,
                      sx_err *err) {
  sx_known_files *known = call->services->known_files;
  sx_event_log *events = sx_change_log_watching(call->services->change_log)->events;
  uint64_t turn = sx_event_log_begin_turn(events);
  const sx_known_query query = {root, turn, is_whole};
  sx_kept_list *made;
  sx_status status = sx_kept_list_make(call, &query, &made, err);
  if (status) return status;
  if (one->current && begins_to_watch(&one->current->list, &made->list))
    sx_event_log_lose_writes(events, turn);
  uv_mutex_lock(&known->mutex);
  known->walks++;
  uv_mutex_unlock(&known->mutex);
  replace(known, one, made, turn);
  return SX_OK;
}

static uint64_t wait_of(sx_call *call, bool is_patient) {
  sx_watch *watch = sx_change_log_watch(call->services->change_log);
  if (sx_watch_await_start(watch, 0)) return WATCH_MS;
  return is_patient ? START_MS : 0;
}

/* False: it must be walked for. */
static bool bring_up_to_date(sx_call *call, const sx_root *root, known_root *one, bool is_patient,
                             bool *is_whole) {
  sx_strs names;
  if (one->current && !sx_kept_list_is_of(one->current, root->real_path))
    sx_roots_renew(call->services->roots); /* another folder is in its place */
  *is_whole = sx_watching_settle(call, wait_of(call, is_patient));
  const sx_watching *watching = sx_change_log_watching(call->services->change_log);
  sx_event_turns turns = sx_event_log_turns(watching->events);
  if (!is_usable(call, one, *is_whole, &turns)) return false;
  if (one->turn == turns.now) return true;
  if (sx_event_log_get(watching->events, root->path, one->turn, true, &names, call->arena))
    return false;
  sx_kept_list *made = sx_kept_list_change(call, root, one->current, &names, turns.now);
  if (made == one->current)
    one->turn = turns.now;
  else if (made)
    replace(call->services->known_files, one, made, turns.now);
  return made != NULL;
}

sx_status sx_known_files_get(sx_call *call, sx_str root, sx_known_need need,
                             const sx_known_list **out, sx_err *err) {
  sx_known_files *known = call->services->known_files;
  sx_root_entry *entry;
  bool is_whole;
  *out = NULL;
  const sx_root *found = sx_known_root(call, root);
  if (!found) return fail_root(err, root);
  sx_status status = sx_root_table_begin(&known->roots, call, found->path, 0, &entry);
  if (status) return sx_fail(err, status, NULL);
  known_root *one = (known_root *)(void *)entry;
  bool is_current = bring_up_to_date(call, found, one, need == SX_KNOWN_LIST, &is_whole);
  bool is_worth_it = is_whole && (need == SX_KNOWN_ALL || one->asked > 0);
  one->asked += !is_current && is_whole;
  if (!is_current && (need == SX_KNOWN_LIST || is_worth_it)) {
    status = walk(call, found, one, is_whole, err);
    is_current = !status;
  }
  if (is_current) {
    uv_mutex_lock(&known->mutex);
    one->current->users++;
    uv_mutex_unlock(&known->mutex);
    *out = &one->current->list;
  }
  sx_root_table_end(&known->roots, entry);
  return status;
}

sx_status sx_known_files_changed(sx_call *call, sx_str root, uint64_t turn, sx_strs *out,
                                 bool *is_lost, sx_err *err) {
  const sx_root *found = sx_known_root(call, root);
  *out = (sx_strs){0};
  *is_lost = true;
  if (!found) return fail_root(err, root);
  bool is_whole = sx_watching_settle(call, WATCH_MS);
  const sx_watching *watching = sx_change_log_watching(call->services->change_log);
  sx_event_turns turns = sx_event_log_turns(watching->events);
  sx_status status = sx_event_log_get(watching->events, found->path, turn, false, out, call->arena);
  *is_lost = !is_whole || turns.lost > turn || turn > turns.now ||
             !sx_watch_has(watching->watch, found->path);
  return status ? sx_fail(err, status, NULL) : SX_OK;
}
