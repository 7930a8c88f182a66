#include "workspace/document.h"

#include "base/utf8.h"
#include "host/edits.h"
#include "os/file.h"
#include "workspace/encoding.h"
#include "workspace/file_log.h"
#include "workspace/hidden.h"
#include "workspace/paths.h"
#include "workspace/change_log.h"

/* The editor keeps the last 50 that were opened so: one may be gone before it is here. */
#define REOPEN_TRIES 2
#define REOPEN_WAIT_MS 20
#define RELOAD_WAIT_MS 25
#define RELOAD_TRIES 20
#define EXACT_TRIES 80
#define EXACT_WAIT_MS 100 /* once RELOAD_TRIES are over */
/* After this time the editor would have reloaded it if its watcher had seen the change. */
#define RELOAD_TRY 12

/* A document that was opened replaces one that was only peeked into. */
static const sx_document *find_known(const sx_call *call, sx_str path, bool with_peeked) {
  const sx_document *peeked = NULL;
  for (size_t i = 0; i < call->documents.len; i++) {
    const sx_document *document = call->documents.items[i];
    if (!sx_str_is_equal(document->path, path)) continue;
    if (!document->is_peeked) return document;
    if (with_peeked) peeked = document;
  }
  return peeked;
}

/* A document of this call, known when it is whole: `keep` makes it so. */
static sx_document *new_document(sx_call *call, sx_str path, sx_err *err) {
  sx_document *document = SX_ARENA_NEW(call->arena, sx_document);
  struct sx_document **slot = document ? SX_ARRAY_ADD(&call->documents, call->arena) : NULL;
  if (slot) {
    call->documents.len--;
    document->path = sx_arena_dup(call->arena, path);
  }
  if (slot && !call->arena->status) return document;
  sx_fail(err, SX_NOMEM, NULL);
  return NULL;
}

static const sx_document *keep(sx_call *call, sx_document *document) {
  return call->documents.items[call->documents.len++] = document;
}

static sx_status ask_editor(sx_call *call, sx_str path, bool want_text, sx_host_document *out,
                            sx_err *err) {
  sx_batch batch;
  sx_batch_init(&batch, call->wait, call->arena);
  size_t slot = sx_batch_document(&batch, path, want_text);
  sx_status status = sx_batch_run(&batch, err);
  if (!status) status = sx_batch_get_document(&batch, slot, out, err);
  sx_batch_release(&batch);
  return status;
}

/* The editor goes on reading it as UTF-8, whatever it is now; a pipe it would never read to the
 * end. */
static bool may_reload(sx_str path) {
  sx_arena scratch;
  sx_str bytes;
  sx_arena_init(&scratch, SX_DOCUMENT_MAX_BYTES + 64 * 1024);
  bool may = sx_file_read(&bytes, path, SX_DOCUMENT_MAX_BYTES, &scratch, NULL) == SX_OK &&
             sx_utf8_is_valid(bytes.ptr, bytes.len);
  sx_arena_release(&scratch);
  return may;
}

sx_status sx_documents_reload(sx_call *call, const sx_str *paths, size_t count, sx_err *err) {
  sx_batch batch;
  sx_batch_init(&batch, call->wait, call->arena);
  for (size_t i = 0; i < count; i++)
    if (may_reload(paths[i])) sx_batch_reload(&batch, paths[i]);
  sx_status status = sx_batch_run(&batch, err);
  sx_batch_release(&batch);
  return status;
}

static void add_dependency(sx_call *call, sx_str path, const sx_file_info *info) {
  struct sx_dependency *added = SX_ARRAY_ADD(&call->dependencies, call->arena);
  if (added)
    *added = (struct sx_dependency){path, info->size_bytes, info->mtime_ns, info->inode, false};
  sx_file_log_care(sx_change_log_files(call->services->change_log), path, info);
}

/* Refused before the editor is asked to load it. */
static sx_status check_file(sx_call *call, sx_str path, sx_err *err) {
  sx_file_info info;
  sx_status status = sx_hidden_check(call, NULL, path, err);
  if (!status) status = sx_file_stat(&info, path, err);
  if (status) return status;
  if (!info.exists)
    return sx_fail(err, SX_NOT_FOUND, "File '%.*s' does not exist.",
                   SX_STR_ARG(sx_path_display(call, path)));
  /* Opening a pipe waits for its other end, and a device may have no end. */
  if (!info.is_directory && !info.is_regular)
    return sx_fail(err, SX_NOT_READABLE,
                   "'%.*s' is not a regular file: it is a pipe, a socket or a device.",
                   SX_STR_ARG(sx_path_display(call, path)));
  if (info.size_bytes > SX_DOCUMENT_MAX_BYTES)
    return sx_fail(err, SX_TOO_BIG,
                   "File '%.*s' has %llu bytes. Editors and their language servers do not load "
                   "files over %u bytes; search in it as text instead.",
                   SX_STR_ARG(sx_path_display(call, path)), (unsigned long long)info.size_bytes,
                   SX_DOCUMENT_MAX_BYTES);
  add_dependency(call, path, &info);
  return SX_OK;
}

/* The file's text as the editor shows it: broken pieces are U+FFFD, the mark is hidden. */
static sx_status take_bytes(sx_document *document, sx_str bytes, sx_arena *arena, sx_err *err) {
  document->has_mark = sx_lines_mark_bytes(bytes) > 0;
  bytes = sx_str_slice(bytes, sx_lines_mark_bytes(bytes), bytes.len);
  document->text = bytes;
  document->is_lossy = !sx_utf8_is_valid(bytes.ptr, bytes.len);
  if (!document->is_lossy) return SX_OK;
  char *repaired = sx_arena_calloc(arena, bytes.len + 1, 3);
  if (!repaired) return sx_fail(err, arena->status, NULL);
  document->text = sx_str_make(repaired, sx_utf8_repair(bytes.ptr, bytes.len, repaired));
  return SX_OK;
}

static sx_status read_disk(sx_call *call, sx_document *document, sx_err *err) {
  sx_str bytes;
  sx_status status = sx_file_read(&bytes, document->path, SX_DOCUMENT_MAX_BYTES, call->arena, err);
  return status ? status : take_bytes(document, bytes, call->arena, err);
}

/* Unsaved, in another encoding, or without a file: only the editor has such a text. */
static bool is_editors_own(const sx_document *document, const sx_host_document *host) {
  bool is_clean = !host->is_dirty && !sx_path_is_uri(document->path);
  return host->has_text && !(is_clean && sx_encoding_is_utf8(host->encoding));
}

/* A mark that came or went on the disk leaves the text as it is, but the editor would not save it.
 */
static bool has_same_mark(const sx_document *document, const sx_host_document *host) {
  return document->has_mark == sx_str_is_equal(host->encoding, SX_STR("utf8bom"));
}

/*
 * A clean buffer's text is read from the disk, which costs the main thread nothing. The number of
 * lines reveals most cases in which the editor has not seen a new version of the file yet; an edit,
 * which goes by places in the buffer, needs its text (`exact`).
 */
static sx_status take_text(sx_call *call, sx_document *document, sx_host_document *host, bool exact,
                           sx_err *err) {
  int last = exact ? EXACT_TRIES : RELOAD_TRIES;
  for (int try = 0;; try++) {
    bool is_own = is_editors_own(document, host) || (document->is_behind && host->has_text);
    sx_status status = is_own ? SX_OK : read_disk(call, document, err);
    if (status) return status;
    if (is_own) document->text = host->text;
    status = sx_lines_init(&document->lines, document->text, call->arena, err);
    if (status) return status;
    bool is_loaded = document->lines.count == host->line_count &&
                     (!exact || !host->has_text || sx_text_is_same(document->text, host->text));
    /* A person may have chosen the encoding: then no time makes it the file's. */
    if (exact && try < RELOAD_TRIES) is_loaded &= has_same_mark(document, host);
    if (is_own || is_loaded) return SX_OK;
    status = sx_port_call_sleep(call->wait, try < RELOAD_TRIES ? RELOAD_WAIT_MS : EXACT_WAIT_MS);
    if (status) return sx_fail(err, status, NULL);
    if (try == RELOAD_TRY) status = sx_documents_reload(call, &document->path, 1, err);
    if (status) return status;
    if (try > last) return sx_fail(err, SX_HOST, "The editor returned no text for the file.");
    document->is_behind = try >= last;
    status = ask_editor(call, document->path, exact || document->is_behind, host, err);
    if (status) return status;
  }
}

static sx_status check_binary(sx_call *call, sx_str path, sx_err *err) {
  sx_arena scratch;
  sx_arena_init(&scratch, SX_DOCUMENT_MAX_BYTES + 64 * 1024);
  sx_str bytes;
  sx_status status = sx_file_read(&bytes, path, SX_DOCUMENT_MAX_BYTES, &scratch, err);
  bool is_binary = !status && sx_file_is_binary(bytes);
  sx_arena_release(&scratch);
  if (is_binary)
    return sx_fail(err, SX_BINARY, "File '%.*s' is binary and has no text.",
                   SX_STR_ARG(sx_path_display(call, path)));
  return status;
}

static sx_status take_document(sx_call *call, sx_str path, sx_host_document *host, bool exact,
                               const sx_document **out, sx_err *err) {
  sx_document *document = new_document(call, path, err);
  if (!document) return SX_NOMEM;
  sx_status status = take_text(call, document, host, exact, err);
  if (status) return status;
  document->language_id = host->language;
  document->language = sx_language_find(host->language, path);
  document->version = host->version;
  document->is_dirty = host->is_dirty;
  document->encoding = host->encoding;
  *out = keep(call, document);
  return SX_OK;
}

static sx_status open_document(sx_call *call, sx_str path, bool exact, const sx_document **out,
                               sx_err *err) {
  *out = find_known(call, path, false);
  if (*out) return SX_OK;
  bool is_on_disk = !sx_path_is_uri(path);
  sx_status status =
      is_on_disk ? check_file(call, path, err) : sx_hidden_check(call, NULL, path, err);
  sx_host_document host = {0};
  if (!status) status = ask_editor(call, path, exact || !is_on_disk, &host, err);
  for (int try = 0; status == SX_HOST && is_on_disk && try < REOPEN_TRIES; try++) {
    status = sx_port_call_sleep(call->wait, REOPEN_WAIT_MS);
    if (!status) status = ask_editor(call, path, exact || !is_on_disk, &host, err);
  }
  if (status == SX_HOST && is_on_disk) {
    sx_status binary = check_binary(call, path, err);
    return binary ? binary
                  : sx_fail(err, SX_HOST, "The editor could not open '%.*s'.",
                            SX_STR_ARG(sx_path_display(call, path)));
  }
  if (status) return status;
  return take_document(call, path, &host, exact, out, err);
}

sx_status sx_document_open(sx_call *call, sx_str path, const sx_document **out, sx_err *err) {
  return open_document(call, path, false, out, err);
}

/* A file as it was read while the editor was asked whether it holds it. */
typedef struct read_ahead {
  sx_str bytes;
  sx_status status;
} read_ahead;

static sx_status read_file(sx_call *call, sx_str path, sx_str *out, sx_err *err) {
  sx_status status = check_file(call, path, err);
  return status ? status : sx_file_read(out, path, SX_DOCUMENT_MAX_BYTES, call->arena, err);
}

/*
 * For each of `paths` whether the editor has loaded it, and what its file has: reading that takes
 * about as long as the editor's reply, and few of them are loaded.
 */
static sx_status ask_held(sx_call *call, const sx_strs *paths, sx_host_held_documents *held,
                          read_ahead **files, sx_err *err) {
  sx_batch batch;
  *files = sx_arena_calloc(call->arena, paths->len + 1, sizeof **files);
  if (!*files) return sx_fail(err, SX_NOMEM, NULL);
  sx_batch_init(&batch, call->wait, call->arena);
  size_t slot = sx_batch_held_documents(&batch, paths);
  for (size_t i = 0; i < paths->len; i++)
    (*files)[i].status = read_file(call, paths->items[i], &(*files)[i].bytes, NULL);
  sx_status status = sx_batch_run(&batch, err);
  if (!status) status = sx_batch_get_held(&batch, slot, held, err);
  sx_batch_release(&batch);
  return status;
}

/* The text of a file that the editor does not hold, and reads as UTF-8. */
static sx_status take_file(sx_call *call, sx_str path, const read_ahead *file, bool exact,
                           const sx_document **out, sx_err *err) {
  sx_str bytes = file->bytes;
  sx_status status = file->status ? read_file(call, path, &bytes, err) : SX_OK;
  if (status) return status;
  if (sx_file_is_binary(bytes) || !sx_utf8_is_valid(bytes.ptr, bytes.len))
    return open_document(call, path, exact, out, err);
  sx_document *document = new_document(call, path, err);
  if (!document) return SX_NOMEM;
  status = take_bytes(document, bytes, call->arena, err);
  document->language = sx_language_find(SX_STR(""), path);
  document->language_id = sx_language_name(document->language);
  document->encoding = sx_lines_mark_bytes(bytes) ? SX_STR("utf8bom") : SX_STR("utf8");
  document->is_peeked = true;
  if (!status) status = sx_lines_init(&document->lines, document->text, call->arena, err);
  if (!status) *out = keep(call, document);
  return status;
}

/* The text of a file, from where it is; `one` as the editor has it, or NULL. */
static sx_status take_peeked(sx_call *call, sx_str path, const sx_host_held *one,
                             const read_ahead *file, bool exact, const sx_document **out,
                             sx_err *err) {
  if (!one || !(one->is_held || one->is_foreign))
    return take_file(call, path, file, exact, out, err);
  sx_host_document host = one->document;
  if (exact || one->is_foreign || host.has_text) return open_document(call, path, exact, out, err);
  sx_status status = check_file(call, path, err);
  return status ? status : take_document(call, path, &host, false, out, err);
}

static sx_status peek(sx_call *call, sx_str path, bool exact, const sx_document **out,
                      sx_err *err) {
  const sx_strs paths = {.items = &path, .len = 1};
  sx_host_held_documents held = {0};
  read_ahead *files;
  *out = find_known(call, path, true);
  if (*out) return SX_OK;
  if (sx_path_is_uri(path)) return open_document(call, path, exact, out, err);
  sx_status status = ask_held(call, &paths, &held, &files, err);
  const sx_host_held *one = held.len ? held.items : NULL;
  return status ? status : take_peeked(call, path, one, files, exact, out, err);
}

sx_status sx_document_peek(sx_call *call, sx_str path, const sx_document **out, sx_err *err) {
  return peek(call, path, false, out, err);
}

sx_status sx_document_peek_any(sx_call *call, sx_str path, const sx_document **out, sx_err *err) {
  sx_status status = sx_document_peek(call, path, out, err);
  if (status) *out = NULL;
  return sx_status_ends_call(status) ? status : SX_OK;
}

sx_status sx_document_take(sx_call *call, sx_str path, bool may_peek, const sx_document **out,
                           sx_err *err) {
  return may_peek ? peek(call, path, true, out, err) : open_document(call, path, true, out, err);
}

/* ---- many at once -------------------------------------------------------------------------- */

static sx_status open_all(sx_call *call, const sx_strs *paths, bool exact, sx_err *err) {
  sx_batch batch;
  bool *is_asked = sx_arena_calloc(call->arena, paths->len + 1, sizeof *is_asked);
  if (!is_asked) return sx_fail(err, SX_NOMEM, NULL);
  sx_batch_init(&batch, call->wait, call->arena);
  for (size_t i = 0; i < paths->len; i++) {
    is_asked[i] = !check_file(call, paths->items[i], NULL);
    if (is_asked[i]) sx_batch_document(&batch, paths->items[i], exact);
  }
  sx_status status = sx_batch_run(&batch, err);
  for (size_t i = 0, slot = 0; i < paths->len && !status; i++) {
    sx_host_document host = {0};
    const sx_document *document;
    if (!is_asked[i]) continue;
    status = sx_batch_get_document(&batch, slot++, &host, NULL);
    if (!status) status = take_document(call, paths->items[i], &host, exact, &document, NULL);
    if (!sx_status_ends_call(status)) status = SX_OK;
  }
  sx_batch_release(&batch);
  return status;
}

/* Those of the files that are not known yet; neighbours in the list may be the same. */
static sx_status choose_unknown(sx_strs *out, sx_call *call, const sx_strs *paths, bool with_peeked,
                                sx_err *err) {
  for (size_t i = 0; i < paths->len; i++) {
    sx_str path = paths->items[i];
    bool is_same = i && sx_str_is_equal(path, paths->items[i - 1]);
    if (is_same || sx_path_is_uri(path) || find_known(call, path, with_peeked)) continue;
    sx_str *added = SX_ARRAY_ADD(out, call->arena);
    if (!added) return sx_fail(err, SX_NOMEM, NULL);
    *added = path;
  }
  if (out->len == 1) out->len = 0; /* nothing is spared */
  return SX_OK;
}

static sx_status open_many(sx_call *call, const sx_strs *paths, bool exact, sx_err *err) {
  sx_strs unknown = {0};
  sx_status status = choose_unknown(&unknown, call, paths, false, err);
  if (!status && unknown.len) status = open_all(call, &unknown, exact, err);
  return sx_status_ends_call(status) ? sx_fail(err, status, NULL) : SX_OK;
}

static sx_status peek_many(sx_call *call, const sx_strs *paths, bool exact, sx_err *err) {
  sx_strs unknown = {0};
  sx_host_held_documents held = {0};
  read_ahead *files = NULL;
  sx_status status = choose_unknown(&unknown, call, paths, true, err);
  if (!status && unknown.len) status = ask_held(call, &unknown, &held, &files, err);
  for (size_t i = 0; i < unknown.len && !status; i++) {
    const sx_document *document;
    const sx_host_held *one = i < held.len ? &held.items[i] : NULL;
    status = take_peeked(call, unknown.items[i], one, &files[i], exact, &document, NULL);
    if (!sx_status_ends_call(status)) status = SX_OK;
  }
  return sx_status_ends_call(status) ? sx_fail(err, status, NULL) : SX_OK;
}

sx_status sx_documents_open(sx_call *call, const sx_strs *paths, sx_err *err) {
  return open_many(call, paths, false, err);
}

sx_status sx_documents_peek(sx_call *call, const sx_strs *paths, sx_err *err) {
  return peek_many(call, paths, false, err);
}

sx_status sx_documents_take(sx_call *call, const sx_strs *paths, bool may_peek, sx_err *err) {
  return may_peek ? peek_many(call, paths, true, err) : open_many(call, paths, true, err);
}

void sx_document_forget(sx_call *call, sx_str path) {
  size_t kept = 0;
  for (size_t i = 0; i < call->documents.len; i++)
    if (!sx_str_is_equal(call->documents.items[i]->path, path))
      call->documents.items[kept++] = call->documents.items[i];
  call->documents.len = kept;
}

sx_pos16 sx_document_position(const sx_document *document, size_t offset) {
  return sx_pos16_at(&document->lines, offset);
}

size_t sx_document_offset(const sx_document *document, sx_pos16 at) {
  return sx_pos16_offset(&document->lines, at);
}
