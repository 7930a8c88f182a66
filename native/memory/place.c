#include "memory/place.h"

#include "base/buf.h"
#include "host/memory_settings.h"
#include "workspace/call_store.h"
#include "workspace/files.h"
#include "workspace/hidden.h"
#include "workspace/paths.h"

#define SETTING "sextant.memory.location"
#define MAX_COUNTS_BYTES ((size_t)200)

static sx_status ask(sx_memory_settings *out, sx_call *call, sx_err *err) {
  sx_batch batch;
  sx_batch_init(&batch, call->wait, call->arena);
  size_t slot = sx_batch_memory_settings(&batch);
  sx_status status = sx_batch_run(&batch, err);
  if (!status) status = sx_batch_get_memory_settings(&batch, slot, out, err);
  sx_batch_release(&batch);
  return status;
}

static void find_folder(sx_memory_place *out, const sx_call *call) {
  for (size_t i = 0; i < call->roots.len && !out->root; i++)
    if (!sx_path_is_uri(call->roots.items[i].path)) out->root = &call->roots.items[i];
  if (out->root)
    out->folder =
        sx_arena_printf(call->arena, "%.*s/" SX_MEMORY_FOLDER, SX_STR_ARG(out->root->real_path));
}

/* A link may lead to a folder of the workspace, and nowhere else. */
static sx_status follow(sx_memory_place *out, sx_call *call, sx_err *err) {
  sx_file_info info;
  sx_str named = out->folder;
  sx_status status = sx_path_find_written(call, named, &out->folder, err);
  if (!status && !sx_path_is_inside(call, out->folder))
    return sx_fail(err, SX_OUTSIDE_WORKSPACE,
                   "A link of '" SX_MEMORY_FOLDER
                   "' leads out of the workspace, to '%.*s'. Nothing "
                   "was changed. A person has to remove the link.",
                   SX_STR_ARG(out->folder));
  if (!status) status = sx_hidden_check(call, NULL, named, err);
  if (!status) status = sx_file_stat(&info, out->folder, err);
  if (status) return status;
  out->exists = info.exists;
  if (!info.exists || info.is_directory) return SX_OK;
  return sx_fail(err, SX_NOT_A_DIRECTORY,
                 "'" SX_MEMORY_FOLDER "' is not a folder. Nothing was changed. A person has to "
                 "move it away.");
}

sx_status sx_memory_place_find(sx_memory_place *out, sx_call *call, sx_err *err) {
  sx_memory_settings settings;
  *out = (sx_memory_place){.folder = SX_STR("")};
  sx_status status = ask(&settings, call, err);
  if (status) return status;
  out->is_files = settings.is_in_workspace;
  find_folder(out, call);
  if (call->arena->status) return sx_fail(err, call->arena->status, NULL);
  if (!out->is_files) return SX_OK;
  if (!out->root)
    return sx_fail(err, SX_UNSUPPORTED,
                   "Notes are kept in " SX_MEMORY_FOLDER " by the setting " SETTING
                   ", but this window has no folder on the disk. Nothing was changed. A person "
                   "has to open one, or to set it to \"storage\".");
  if (!settings.is_trusted)
    return sx_fail(err, SX_NOT_ALLOWED,
                   "Notes are kept in " SX_MEMORY_FOLDER " by the setting " SETTING
                   ", and the person has not trusted this folder: its notes are neither read nor "
                   "written. A person has to trust it, or to set it to \"storage\".");
  return follow(out, call, err);
}

/* ---- paths ---------------------------------------------------------------------------------- */

sx_str sx_memory_full_path(const sx_memory_place *place, sx_str path, sx_arena *arena) {
  return sx_arena_printf(arena, "%.*s/%.*s", SX_STR_ARG(place->folder), SX_STR_ARG(path));
}

sx_str sx_memory_without_suffix(sx_str path) {
  return sx_str_slice(path, 0, path.len - (sizeof SX_MEMORY_SUFFIX - 1));
}

sx_str sx_memory_name(sx_str path) {
  size_t slash = sx_str_find_last_char(path, '/');
  return slash == SX_STR_NONE ? path : sx_str_slice(path, slash + 1, path.len);
}

/* ---- the other place ------------------------------------------------------------------------ */

typedef struct counting {
  int64_t notes, plans;
} counting;

static sx_status count(const sx_store_access *access, void *arg, sx_err *err) {
  counting *one = arg;
  sx_query query;
  sx_query_begin(&query, access,
                 "SELECT (SELECT count(*) FROM checkpoint), (SELECT count(*) FROM plan)");
  if (sx_query_next(&query)) *one = (counting){sx_query_int(&query, 0), sx_query_int(&query, 1)};
  return sx_query_end(&query, err);
}

static sx_status look_in_store(sx_str *out, sx_call *call, sx_err *err) {
  counting one = {0};
  sx_status status = sx_call_store_run(call, false, count, &one, err);
  if (!one.notes && !one.plans) return status;
  sx_buf what;
  sx_buf_init(&what, MAX_COUNTS_BYTES);
  if (one.notes) sx_buf_addf(&what, "%lld note%s", (long long)one.notes, one.notes == 1 ? "" : "s");
  if (one.plans)
    sx_buf_addf(&what, "%s%lld plan%s", one.notes ? " and " : "", (long long)one.plans,
                one.plans == 1 ? "" : "s");
  *out = sx_arena_printf(call->arena,
                         "not searched: %.*s outside of the project, from when " SETTING
                         " was \"storage\".",
                         SX_STR_ARG(sx_buf_str(&what)));
  sx_buf_release(&what);
  return status;
}

/* Ends the walk with the first one. Each thread has a place of its own. */
static bool find_first(void *arg, size_t worker, const sx_files_entry *entry) {
  bool *has_note = arg;
  has_note[worker] |= sx_str_has_suffix(entry->path, SX_STR(SX_MEMORY_SUFFIX));
  return !has_note[worker];
}

/* A folder that cannot be looked at has no note that an agent could read. */
static sx_status look_in_folder(sx_str *out, sx_call *call, const sx_memory_place *place,
                                sx_err *err) {
  bool has_note[SX_WALK_MAX_WORKERS] = {false}, has_one = false;
  sx_files_seen seen;
  sx_str real;
  if (sx_file_real_path(&real, place->folder, call->arena, NULL)) return SX_OK;
  if (!sx_path_is_inside(call, real) || sx_hidden_has(call, place->folder)) return SX_OK;
  const sx_files_query query = {.folder = real,
                                .with_ignored = true,
                                .without_links = true,
                                .visit = find_first,
                                .arg = has_note};
  sx_status status = sx_files_visit(call, &query, &seen, err);
  for (size_t i = 0; i < SX_WALK_MAX_WORKERS; i++) has_one |= has_note[i];
  if (has_one)
    *out = SX_STR("There are notes in " SX_MEMORY_FOLDER ", which are not searched: " SETTING
                  " is \"storage\".");
  return sx_status_ends_call(status) ? status : SX_OK;
}

sx_status sx_memory_place_other(sx_str *out, sx_call *call, const sx_memory_place *place,
                                sx_err *err) {
  *out = SX_STR("");
  if (place->is_files) return look_in_store(out, call, err);
  return place->root ? look_in_folder(out, call, place, err) : SX_OK;
}
