#include "change/verify_parts.h"

#include "imports/graph.h"
#include "os/clock.h"

/* More do not help. */
#define MAX_ERRORS 50
/*
 * Servers see a file that is gone by a watch, and have no text to answer for. Go's reports a second
 * later what it finds in the other files of a package, which use each other without an import.
 */
#define LATE_WAIT_MS 2500
#define POLL_MS 100

static sx_status ask(sx_call *call, sx_host_error_files *out, sx_err *err) {
  sx_batch batch;
  sx_batch_init(&batch, call->wait, call->arena);
  size_t slot = sx_batch_all_errors(&batch);
  sx_status status = sx_batch_run(&batch, err);
  if (!status) status = sx_batch_get_all_errors(&batch, slot, out, err);
  sx_batch_release(&batch);
  return status == SX_HOST ? SX_OK : status;
}

sx_status sx_verify__take_elsewhere(sx_verifying *v, sx_err *err) {
  return ask(v->watched.call, &v->elsewhere, err);
}

static bool is_watched(const sx_verifying *v, sx_str path) {
  for (size_t i = 0; i < v->watched.files.len; i++) {
    const sx_file_change *file = &v->watched.files.items[i];
    if (sx_str_is_equal(file->path, path) || sx_str_is_equal(file->new_path, path)) return true;
  }
  return false;
}

static bool is_same_language(sx_str path, sx_str other) {
  const sx_language *one = sx_language_find(SX_STR(""), path);
  const sx_language *two = sx_language_find(SX_STR(""), other);
  sx_import_family family = sx_import_family_of(one);
  return one == two || (family != SX_IMPORTS_NONE && family == sx_import_family_of(two));
}

static bool is_gone(const sx_file_change *file) {
  return file->action == SX_ACTION_DELETE || file->action == SX_ACTION_RENAME;
}

/* Whether the file's server has seen its text before, and its text after. */
static bool is_seen(const sx_verifying *v, const sx_outcome *watched, size_t i) {
  const sx_file_outcome *file = &watched->files.items[i];
  sx_readiness readiness = v->before.readiness.items[i];
  if (!is_gone(file->file))
    return readiness == SX_READY && file->diagnostics == SX_DIAGNOSTICS_KNOWN &&
           file->is_before_known;
  sx_str language = sx_language_name(sx_language_find(file->file->language, file->file->path));
  sx_status status = sx_readiness_get(v->watched.call, language, &readiness, NULL);
  return !status && readiness == SX_READY;
}

static bool is_checked(const sx_verifying *v, const sx_outcome *watched, sx_str path) {
  for (size_t i = 0; i < v->before.own_count && i < watched->files.len; i++)
    if (is_same_language(path, watched->files.items[i].file->path) && is_seen(v, watched, i))
      return true;
  return false;
}

static const sx_host_error_file *find(const sx_host_error_files *files, sx_str path) {
  for (size_t i = 0; i < files->len; i++)
    if (sx_str_is_equal(files->items[i].path, path)) return &files->items[i];
  return NULL;
}

/* Lines shift, messages stay. */
static size_t count_same(const sx_host_error_file *file, const sx_diagnostic *error) {
  size_t count = 0;
  for (size_t i = 0; file && i < file->items.len; i++)
    count += sx_diagnostic_is_same(&file->items.items[i], error);
  return count;
}

static sx_status add_new(const sx_host_error_file *before, const sx_host_error_file *now,
                         sx_verification *out, sx_arena *arena) {
  for (size_t i = 0; i < now->items.len && out->errors.len < MAX_ERRORS; i++) {
    const sx_diagnostic *error = &now->items.items[i];
    if (count_same(now, error) <= count_same(before, error)) continue;
    sx_made_error *added = SX_ARRAY_ADD(&out->errors, arena);
    if (!added) return arena->status;
    *added =
        (sx_made_error){now->path, error->range.start, error->source, error->code, error->message};
  }
  return SX_OK;
}

static sx_status compare(const sx_verifying *v, const sx_outcome *watched, sx_verification *out,
                         sx_err *err) {
  sx_host_error_files now = {0};
  sx_call *call = v->watched.call;
  sx_status status = ask(call, &now, err);
  for (size_t i = 0; i < now.len && !status; i++) {
    const sx_host_error_file *file = &now.items[i];
    if (is_watched(v, file->path) || !is_checked(v, watched, file->path)) continue;
    status = add_new(find(&v->elsewhere, file->path), file, out, call->arena);
  }
  return status ? sx_fail(err, status, NULL) : SX_OK;
}

sx_status sx_verify__add_elsewhere(const sx_verifying *v, const sx_outcome *watched,
                                   sx_verification *out, sx_err *err) {
  bool is_late = false;
  uint64_t end_ms = sx_clock_ms() + LATE_WAIT_MS;
  for (size_t i = 0; i < v->before.own_count && i < watched->files.len; i++)
    is_late |= is_gone(watched->files.items[i].file) ||
               sx_import_graph_unlisted(watched->files.items[i].file->path);
  sx_status status = compare(v, watched, out, err);
  while (!status && is_late && !out->errors.len && sx_clock_ms() < end_ms) {
    status = sx_port_call_sleep(v->watched.call->wait, POLL_MS);
    if (!status) status = compare(v, watched, out, err);
  }
  return status;
}
