#include "commands/effects.h"

#include "approval/protected.h"
#include "host/requests.h"
#include "os/file.h"
#include "os/file_write.h"
#include "workspace/change_log.h"
#include "workspace/hidden.h"
#include "workspace/known_files.h"
#include "workspace/paths.h"

/* For what the command wrote at its end to be seen. */
#define SETTLE_MS 200u
/* Named in an answer; and looked at. */
#define MAX_NAMED 12
#define MAX_LOOKED 2000

static sx_event_log *events_of(const sx_call *call) {
  return sx_change_log_watching(call->services->change_log)->events;
}

/* ---- before it ---------------------------------------------------------------------------- */

static sx_status find_unsaved(sx_effects *effects, sx_call *call, sx_err *err) {
  sx_strs all;
  sx_batch batch;
  sx_batch_init(&batch, call->wait, call->arena);
  size_t slot = sx_batch_dirty_documents(&batch);
  sx_status status = sx_batch_run(&batch, err);
  if (!status && sx_batch_get_paths(&batch, slot, &all, err)) all = (sx_strs){0};
  sx_batch_release(&batch);
  for (size_t i = 0; !status && i < all.len; i++) {
    sx_str path = all.items[i];
    bool is_meant = !sx_path_is_uri(path) && sx_path_is_inside(call, path);
    if (is_meant && !sx_hidden_has(call, path))
      status = sx_strs_add(&effects->unsaved, path, call->arena, err);
  }
  return status;
}

static sx_status list_root(sx_effects *effects, sx_call *call, const sx_root *root, sx_err *err) {
  const sx_known_list *list = NULL;
  sx_status status = SX_OK;
  if (!sx_path_is_uri(root->path))
    status = sx_known_files_get(call, root->path, SX_KNOWN_ALL, &list, err);
  if (sx_status_ends_call(status)) return status;
  const sx_known_list **added = SX_ARRAY_ADD(&effects->lists, call->arena);
  if (added)
    *added = status ? NULL : list;
  else if (!status && list)
    sx_known_list_release(call->services->known_files, list);
  return added ? SX_OK : sx_fail(err, call->arena->status, NULL);
}

/* Empty where there is none. A repository of its own never has it: its work trees do. */
static sx_str find_shared(const sx_call *call, const sx_root *root) {
  sx_file_info info = {0};
  if (sx_path_is_uri(root->path)) return SX_STR("");
  sx_str path = sx_arena_printf(call->arena, "%.*s/.git/commondir", SX_STR_ARG(root->real_path));
  bool is_link = path.len && sx_file_is_link(path, call->arena);
  return path.len && (is_link || (!sx_file_stat(&info, path, NULL) && info.exists)) ? path
                                                                                    : SX_STR("");
}

sx_status sx_effects_begin(sx_effects *effects, sx_call *call, sx_err *err) {
  *effects = (sx_effects){0};
  sx_status status = find_unsaved(effects, call, err);
  if (status) return status;
  for (size_t i = 0; i < call->roots.len && !status; i++) {
    sx_str shared = find_shared(call, &call->roots.items[i]);
    if (shared.len) status = sx_strs_add(&effects->shared, shared, call->arena, err);
  }
  if (status) return status;
  effects->is_known = sx_watching_settle(call, 0);
  for (size_t i = 0; i < call->roots.len && effects->is_known && !status; i++)
    status = list_root(effects, call, &call->roots.items[i], err);
  effects->turn = sx_event_log_turns(events_of(call)).now;
  return status;
}

void sx_effects_end(sx_effects *effects, sx_call *call) {
  for (size_t i = 0; i < effects->lists.len; i++)
    if (effects->lists.items[i])
      sx_known_list_release(call->services->known_files, effects->lists.items[i]);
  effects->lists.len = 0;
}

/* ---- after it ----------------------------------------------------------------------------- */

typedef struct changed {
  sx_strs running; /* those that make other programs run something */
  sx_strs names;   /* as they are shown, with what happened */
  size_t count;
  bool is_whole;
} changed;

static bool is_of_git(sx_str below) {
  return sx_str_has_prefix(below, SX_STR(".git/")) ||
         sx_str_find(below, SX_STR("/.git/"), 0) != SX_STR_NONE;
}

/* Files in the folder of git that decide what it runs. */
static bool is_git_setting(sx_str below) {
  bool is_hook = sx_str_find(below, SX_STR(".git/hooks/"), 0) != SX_STR_NONE;
  return (is_hook && !sx_str_has_suffix(below, SX_STR(".sample"))) ||
         sx_str_has_suffix(below, SX_STR("/config")) ||
         sx_str_has_suffix(below, SX_STR("/config.worktree")) ||
         sx_str_has_suffix(below, SX_STR("/commondir"));
}

static sx_status note_running(sx_call *call, sx_str path, sx_str below, changed *out, sx_err *err) {
  sx_file_info info = {0};
  const char *why = NULL;
  if (out->running.len > MAX_NAMED || (is_of_git(below) && !is_git_setting(below))) return SX_OK;
  if (sx_file_stat(&info, path, NULL) || !info.exists || info.is_directory) return SX_OK;
  sx_status status = sx_protected_find(call, path, &why, err);
  if (sx_status_ends_call(status)) return status;
  if (status || !why || sx_hidden_has(call, path)) return SX_OK;
  return sx_strs_add_new(&out->running, sx_path_display(call, path), call->arena, err);
}

static sx_status take(const sx_known_list *before, sx_call *call, const sx_root *root, sx_str below,
                      changed *out, sx_err *err) {
  sx_file_info info = {0};
  sx_str path =
      sx_arena_printf(call->arena, "%.*s/%.*s", SX_STR_ARG(root->path), SX_STR_ARG(below));
  sx_status status = note_running(call, path, below, out, err);
  if (status) return status;
  if (is_of_git(below) || sx_file_stat(&info, path, NULL) || info.is_directory) return SX_OK;
  bool was_there = sx_known_list_has(before, below);
  if (!info.exists && !was_there) return SX_OK;
  if (sx_ignored_has(sx_change_log_ignored(call->services->change_log), path, false) && !was_there)
    return SX_OK;
  if (sx_hidden_has(call, path)) return SX_OK;
  if (out->count++ >= MAX_NAMED) return SX_OK;
  const char *how = !info.exists ? " (deleted)" : was_there ? "" : " (new)";
  sx_str shown = sx_path_display(call, path);
  return sx_strs_add_new(&out->names,
                         sx_arena_printf(call->arena, "%.*s%s", SX_STR_ARG(shown), how),
                         call->arena, err);
}

static sx_status look(const sx_effects *effects, sx_call *call, size_t i, changed *out,
                      sx_err *err) {
  sx_strs paths = {0};
  const sx_root *root = &call->roots.items[i];
  if (!effects->lists.items[i]) {
    out->is_whole = out->is_whole && sx_path_is_uri(root->path);
    return SX_OK;
  }
  sx_status status =
      sx_event_log_get(events_of(call), root->real_path, effects->turn, false, &paths, call->arena);
  if (status) return sx_fail(err, status, NULL);
  out->is_whole = out->is_whole && paths.len <= MAX_LOOKED;
  for (size_t n = 0; n < paths.len && n < MAX_LOOKED && !status; n++)
    status = take(effects->lists.items[i], call, root, paths.items[n], out, err);
  return status;
}

static void write_names(sx_answer *answer, const char *before, const sx_strs *names, size_t count,
                        const char *fact) {
  cJSON *facts = cJSON_AddArrayToObject(answer->facts, fact);
  sx_buf_add_text(&answer->text, before);
  for (size_t i = 0; i < names->len && i < MAX_NAMED; i++) {
    sx_buf_addf(&answer->text, "%s%.*s", i ? ", " : "", SX_STR_ARG(names->items[i]));
    sx_answer_push(facts,
                   cJSON_CreateString(names->items[i].ptr)); /* of the arena: they end with NUL */
  }
  if (count > names->len || names->len > MAX_NAMED)
    sx_buf_addf(&answer->text, " and %zu more",
                count - (names->len < MAX_NAMED ? names->len : MAX_NAMED));
  sx_buf_add_text(&answer->text, ".\n");
}

static sx_status remove_shared(const sx_effects *effects, sx_call *call, sx_answer *answer) {
  for (size_t i = 0; i < call->roots.len; i++) {
    sx_str shared = find_shared(call, &call->roots.items[i]);
    if (!shared.len || sx_strs_have(&effects->shared, shared)) continue;
    bool is_removed = !sx_file_remove(shared, NULL);
    sx_buf_addf(
        &answer->text,
        "The command made .git/commondir, by which git would take its settings from another "
        "folder. It %s.\n",
        is_removed ? "was removed" : "could not be removed: a person has to do that");
  }
  return call->arena->status;
}

sx_status sx_effects_write(const sx_effects *effects, sx_call *call, sx_answer *answer,
                           sx_err *err) {
  changed found = {.is_whole = effects->is_known && sx_watching_settle(call, SETTLE_MS)};
  sx_status status = SX_OK;
  sx_strs unsaved = {0};
  for (size_t i = 0; i < effects->lists.len && !status; i++)
    status = look(effects, call, i, &found, err);
  if (sx_event_log_turns(events_of(call)).lost > effects->turn) found.is_whole = false;
  for (size_t i = 0; i < effects->unsaved.len && !status; i++)
    status =
        sx_strs_add(&unsaved, sx_path_display(call, effects->unsaved.items[i]), call->arena, err);
  if (status) return status;
  if (found.count) {
    write_names(answer, "Changed files: ", &found.names, found.count, "changed_files");
    cJSON_AddNumberToObject(answer->facts, "changed_count", (double)found.count);
  }
  if (found.running.len)
    write_names(answer, "Changed files that make other programs run something: ", &found.running,
                found.running.len, "running_files");
  if (remove_shared(effects, call, answer)) return sx_fail(err, call->arena->status, NULL);
  if (!found.is_whole)
    sx_buf_add_text(&answer->text, "It may have changed more files: not all are watched.\n");
  if (unsaved.len) {
    const char *count = sx_arena_printf(call->arena,
                                        "%zu file%s unsaved changes, which the command "
                                        "did not see: ",
                                        unsaved.len, unsaved.len == 1 ? " has" : "s have")
                            .ptr;
    write_names(answer, count, &unsaved, unsaved.len, "unsaved_files");
  }
  return call->arena->status ? sx_fail(err, call->arena->status, NULL) : SX_OK;
}
