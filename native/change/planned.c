#include "change/planned.h"

#include "os/file.h"
#include "servers/freshness.h"
#include "workspace/document_edit.h"
#include "workspace/paths.h"

#include <stdlib.h>

/* ---- one text ----------------------------------------------------------------------------- */

/* Where an edit ends up, and its number: edits at one place stay in their order. */
typedef struct placed {
  sx_byte_replacement bytes;
  size_t number;
} placed;

static int compare_placed(const void *a, const void *b) {
  const placed *one = a, *other = b;
  if (one->bytes.start != other->bytes.start) return one->bytes.start < other->bytes.start ? -1 : 1;
  if (one->bytes.end != other->bytes.end) return one->bytes.end < other->bytes.end ? -1 : 1;
  return one->number < other->number ? -1 : one->number > other->number;
}

/*
 * Servers mean "to the end" by a place past it, and TypeScript's means the end of a line by one
 * past that: the editor takes both so. An edit that begins after the text is of another text.
 */
static bool is_start_inside(const sx_document *document, sx_pos16 start) {
  uint32_t count = document->lines.count;
  return start.line < count || (start.line == count && start.character == 0);
}

static sx_status fail_misfit(sx_call *call, sx_str path, const char *what, sx_err *err) {
  return sx_fail(err, SX_CONFLICT,
                 "The language server's edits of '%.*s' %s. Nothing was changed. Call again: the "
                 "server may have seen an older text.",
                 SX_STR_ARG(sx_path_display(call, path)), what);
}

/* The same once more, as servers return it for overloads. Two equal insertions may both be meant.
 */
static bool is_repeated(const placed *edit, const placed *before) {
  return edit->bytes.start < edit->bytes.end && edit->bytes.start == before->bytes.start &&
         edit->bytes.end == before->bytes.end &&
         sx_str_is_equal(edit->bytes.text, before->bytes.text);
}

static size_t drop_repeated(placed *sorted, size_t count) {
  size_t kept = 0;
  for (size_t i = 0; i < count; i++)
    if (!kept || !is_repeated(&sorted[i], &sorted[kept - 1])) sorted[kept++] = sorted[i];
  return kept;
}

/* `*count`: how many are left when each is there once. */
static sx_status place_edits(placed *out, size_t *count, sx_call *call,
                             const sx_host_file_edit *file, const sx_document *document,
                             sx_err *err) {
  sx_str line_end = sx_text_line_end(document->text);
  for (size_t i = 0; i < file->edits.len; i++) {
    const sx_host_edit *edit = &file->edits.items[i];
    if (!is_start_inside(document, edit->range.start))
      return fail_misfit(call, file->path, "are outside its text", err);
    out[i].bytes.start = sx_document_offset(document, edit->range.start);
    out[i].bytes.end = sx_document_offset(document, edit->range.end);
    out[i].bytes.text = sx_text_with_line_end(edit->text, line_end, call->arena);
    out[i].number = i;
    if (out[i].bytes.end < out[i].bytes.start)
      return fail_misfit(call, file->path, "end before they start", err);
  }
  qsort(out, file->edits.len, sizeof *out, compare_placed);
  *count = drop_repeated(out, file->edits.len);
  for (size_t i = 1; i < *count; i++)
    if (out[i].bytes.start < out[i - 1].bytes.end)
      return fail_misfit(call, file->path, "overlap", err);
  return SX_OK;
}

sx_status sx_planned_edit_text(sx_str *after, sx_call *call, const sx_host_file_edit *file,
                               const sx_document *document, sx_err *err) {
  size_t count = file->edits.len;
  placed *sorted = sx_arena_calloc(call->arena, count + 1, sizeof *sorted);
  sx_byte_replacement *bytes = sx_arena_calloc(call->arena, count + 1, sizeof *bytes);
  if (!sorted || !bytes) return sx_fail(err, call->arena->status, NULL);
  sx_status status = place_edits(sorted, &count, call, file, document, err);
  if (status) return status;
  for (size_t i = 0; i < count; i++) bytes[i] = sorted[i].bytes;
  return sx_document_replace_bytes(after, document, bytes, count, call->arena, err);
}

/* ---- files -------------------------------------------------------------------------------- */

/* Typed in since the server was asked, or before and after the look at its text. */
static sx_status check_version(sx_call *call, const sx_host_file_edit *file,
                               const sx_document *document, sx_err *err) {
  bool is_other =
      document->is_peeked ? file->version > 1 : file->version && file->version != document->version;
  return is_other || file->has_changed ? fail_misfit(call, file->path, "are of another text", err)
                                       : SX_OK;
}

static sx_status add_edit(sx_change *change, const sx_host_file_edit *file, sx_err *err) {
  const sx_document *document;
  sx_str after = SX_STR("");
  sx_status status = sx_document_peek(change->call, file->path, &document, err);
  if (!status) status = check_version(change->call, file, document, err);
  if (!status) status = sx_planned_edit_text(&after, change->call, file, document, err);
  return status ? status : sx_change_edit(change, document, after, err);
}

/* A new file gets its text as such, or by edits of nothing. */
static sx_status add_create(sx_change *change, const sx_host_file_edit *file, sx_err *err) {
  sx_call *call = change->call;
  sx_document empty = {.path = file->path, .text = file->text};
  sx_str text = file->text;
  sx_file_info info = {0};
  sx_status status = SX_OK;
  if (file->ignore_if_exists && !sx_path_is_uri(file->path))
    status = sx_file_stat(&info, file->path, err);
  if (status) return status;
  if (info.exists) return add_edit(change, file, err);
  status = sx_lines_init(&empty.lines, empty.text, call->arena, err);
  if (!status) status = sx_planned_edit_text(&text, call, file, &empty, err);
  return status ? status : sx_change_create(change, file->path, text, err);
}

static sx_status add_delete(sx_change *change, const sx_host_file_edit *file, sx_err *err) {
  const sx_document *document;
  sx_status status = sx_document_peek(change->call, file->path, &document, err);
  return status ? status : sx_change_delete(change, document, err);
}

static sx_status add_file(sx_change *change, const sx_host_file_edit *file, sx_err *err) {
  switch (file->action) {
  case SX_HOST_EDIT_FILE: return add_edit(change, file, err);
  case SX_HOST_CREATE_FILE: return add_create(change, file, err);
  case SX_HOST_DELETE_FILE: return add_delete(change, file, err);
  case SX_HOST_RENAME_FILE: break;
  }
  if (!file->edits.len) return sx_change_rename(change, file->path, file->new_path, err);
  return sx_fail(err, SX_HOST,
                 "The language server renames and edits '%.*s' in one change, which is not "
                 "supported. Nothing was changed.",
                 SX_STR_ARG(sx_path_display(change->call, file->path)));
}

/* ---- links -------------------------------------------------------------------------------- */

static bool has_edit(const sx_host_file_edit *file, const sx_host_edit *edit) {
  for (size_t i = 0; i < file->edits.len; i++) {
    const sx_range16 *one = &file->edits.items[i].range, *other = &edit->range;
    if (sx_pos16_is_equal(one->start, other->start) && sx_pos16_is_equal(one->end, other->end))
      return true;
  }
  return false;
}

static sx_host_file_edit *find_edited(sx_host_planned *planned, size_t count, sx_str path) {
  for (size_t i = 0; i < count; i++) {
    sx_host_file_edit *file = &planned->files.items[i];
    if (file->action == SX_HOST_EDIT_FILE && sx_str_is_equal(file->path, path)) return file;
  }
  return NULL;
}

void sx_planned_unite_versions(sx_host_file_edit *into, const sx_host_file_edit *from) {
  bool are_known = into->version && from->version;
  into->has_changed |= from->has_changed || (are_known && into->version != from->version);
  if (!into->version) into->version = from->version;
}

sx_status sx_planned_unite_links(sx_call *call, sx_host_planned *planned, sx_err *err) {
  size_t kept = 0;
  for (size_t i = 0; i < planned->files.len; i++) {
    sx_host_file_edit file = planned->files.items[i];
    bool is_edit = file.action == SX_HOST_EDIT_FILE;
    if (is_edit) file.path = sx_path_own(call, file.path);
    sx_host_file_edit *same = is_edit ? find_edited(planned, kept, file.path) : NULL;
    if (same) sx_planned_unite_versions(same, &file);
    if (!same) planned->files.items[kept++] = file;
    for (size_t k = 0; same && k < file.edits.len; k++) {
      if (has_edit(same, &file.edits.items[k])) continue;
      sx_host_edit *added = SX_ARRAY_ADD(&same->edits, call->arena);
      if (!added) return sx_fail(err, call->arena->status, NULL);
      *added = file.edits.items[k];
    }
  }
  planned->files.len = kept;
  return SX_OK;
}

static sx_status peek_into_all(sx_call *call, const sx_host_planned *planned, sx_err *err) {
  sx_strs paths = {0};
  for (size_t i = 0; i < planned->files.len; i++) {
    const sx_host_file_edit *file = &planned->files.items[i];
    if (file->action != SX_HOST_EDIT_FILE && file->action != SX_HOST_DELETE_FILE) continue;
    sx_str *path = SX_ARRAY_ADD(&paths, call->arena);
    if (!path) return sx_fail(err, SX_NOMEM, NULL);
    *path = file->path;
  }
  sx_status status = sx_documents_peek(call, &paths, err);
  sx_str which;
  if (status || !sx_freshness_has_changed(call, paths.items, paths.len, &which)) return status;
  return fail_misfit(call, which, "are of a text that was changed meanwhile", err);
}

sx_status sx_change_add_planned(sx_change *change, const sx_host_planned *planned, sx_err *err) {
  if (planned->has_snippet)
    return sx_fail(err, SX_HOST,
                   "The edit inserts a snippet with placeholders, which a person has to fill in. "
                   "Nothing was changed. Make the edit as text instead.");
  if (planned->is_partial)
    return sx_fail(err, SX_HOST,
                   "The language server changes more than text and files (notebook cells, for "
                   "example), which is not supported. Nothing was changed.");
  sx_status status = peek_into_all(change->call, planned, err);
  for (size_t i = 0; i < planned->files.len && !status; i++)
    status = add_file(change, &planned->files.items[i], err);
  return status;
}
