#include "workspace/document.h"

#include "base/utf8.h"
#include "host/edits.h"
#include "os/file.h"
#include "workspace/paths.h"

/* The editor keeps the last 50 that were opened so: one may be gone before it is here. */
#define REOPEN_TRIES 2
#define REOPEN_WAIT_MS 20
#define RELOAD_WAIT_MS 25
#define RELOAD_TRIES 20

static const sx_document *find_open(const sx_call *call, sx_str path) {
  for (size_t i = 0; i < call->documents.len; i++)
    if (sx_str_is_equal(call->documents.items[i]->path, path)) return call->documents.items[i];
  return NULL;
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

static void add_dependency(sx_call *call, sx_str path, const sx_file_info *info) {
  struct sx_dependency *added = SX_ARRAY_ADD(&call->dependencies, call->arena);
  if (added) *added = (struct sx_dependency){path, info->size_bytes, info->mtime_ns, info->inode};
}

/* Refused before the editor is asked to load it. */
static sx_status check_file(sx_call *call, sx_str path, sx_err *err) {
  sx_file_info info;
  sx_status status = sx_file_stat(&info, path, err);
  if (status) return status;
  if (!info.exists)
    return sx_fail(err, SX_NOT_FOUND, "File '%.*s' does not exist.",
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

static sx_status read_disk(sx_call *call, sx_str path, sx_str *out, sx_err *err) {
  sx_status status = sx_file_read(out, path, SX_DOCUMENT_MAX_BYTES, call->arena, err);
  if (status) return status;
  if (sx_str_has_prefix(*out, SX_STR("\xEF\xBB\xBF"))) *out = sx_str_slice(*out, 3, out->len);
  return SX_OK;
}

/*
 * A clean buffer's text is read from the disk, which costs the main thread nothing. The number
 * of lines tells most cases in which the editor has not seen a new version of the file yet.
 */
static sx_status take_text(sx_call *call, sx_str path, sx_host_document *host, sx_str *text,
                           sx_lines *lines, bool *is_behind, sx_err *err) {
  for (int try = 0;; try++) {
    sx_status status = host->has_text ? SX_OK : read_disk(call, path, text, err);
    if (status) return status;
    if (host->has_text) *text = host->text;
    status = sx_lines_init(lines, *text, call->arena, err);
    if (status) return status;
    if (host->has_text || lines->count == host->line_count) return SX_OK;
    status = sx_port_call_sleep(call->wait, RELOAD_WAIT_MS);
    if (status) return sx_fail(err, status, NULL);
    if (try > RELOAD_TRIES) return sx_fail(err, SX_HOST, "The editor gave no text of the file.");
    *is_behind = try >= RELOAD_TRIES;
    status = ask_editor(call, path, *is_behind, host, err);
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
    return sx_fail(err, SX_BINARY, "File '%.*s' is binary: it has no text to look into.",
                   SX_STR_ARG(sx_path_display(call, path)));
  return status;
}

sx_status sx_document_open(sx_call *call, sx_str path, const sx_document **out, sx_err *err) {
  *out = find_open(call, path);
  if (*out) return SX_OK;
  bool is_on_disk = !sx_path_is_uri(path);
  sx_status status = is_on_disk ? check_file(call, path, err) : SX_OK;
  sx_host_document host = {0};
  if (!status) status = ask_editor(call, path, !is_on_disk, &host, err);
  for (int try = 0; status == SX_HOST && is_on_disk && try < REOPEN_TRIES; try++) {
    status = sx_port_call_sleep(call->wait, REOPEN_WAIT_MS);
    if (!status) status = ask_editor(call, path, !is_on_disk, &host, err);
  }
  if (status == SX_HOST && is_on_disk) {
    sx_status binary = check_binary(call, path, err);
    return binary ? binary
                  : sx_fail(err, SX_HOST, "The editor could not open '%.*s'.",
                            SX_STR_ARG(sx_path_display(call, path)));
  }
  if (status) return status;
  sx_document *document = SX_ARENA_NEW(call->arena, sx_document);
  struct sx_document **slot = document ? SX_ARRAY_ADD(&call->documents, call->arena) : NULL;
  if (!slot) return sx_fail(err, SX_NOMEM, NULL);
  call->documents.len--; /* counted when it is whole */
  status =
      take_text(call, path, &host, &document->text, &document->lines, &document->is_behind, err);
  if (status) return status;
  document->path = sx_arena_dup(call->arena, path);
  document->language_id = host.language;
  document->language = sx_language_find(host.language, path);
  document->version = host.version;
  document->is_dirty = host.is_dirty;
  document->encoding = host.encoding;
  call->documents.items[call->documents.len++] = document;
  *out = document;
  return SX_OK;
}

static sx_status ask_buffer(sx_call *call, sx_str path, sx_host_buffer *out, sx_err *err) {
  sx_batch batch;
  sx_batch_init(&batch, call->wait, call->arena);
  size_t slot = sx_batch_buffer(&batch, path);
  sx_status status = sx_batch_run(&batch, err);
  if (!status) status = sx_batch_get_buffer(&batch, slot, out, err);
  sx_batch_release(&batch);
  return status;
}

sx_status sx_document_peek(sx_call *call, sx_str path, const sx_document **out, sx_err *err) {
  sx_host_buffer buffer;
  sx_str bytes;
  *out = find_open(call, path);
  if (*out) return SX_OK;
  if (sx_path_is_uri(path)) return sx_document_open(call, path, out, err);
  sx_status status = ask_buffer(call, path, &buffer, err);
  if (!status && buffer.is_loaded) return sx_document_open(call, path, out, err);
  if (!status) status = check_file(call, path, err);
  if (!status) status = sx_file_read(&bytes, path, SX_DOCUMENT_MAX_BYTES, call->arena, err);
  if (status) return status;
  if (sx_file_is_binary(bytes) || !sx_utf8_is_valid(bytes.ptr, bytes.len))
    return sx_document_open(call, path, out, err);
  size_t mark = sx_lines_mark_bytes(bytes);
  sx_document *document = SX_ARENA_NEW(call->arena, sx_document);
  if (!document) return sx_fail(err, SX_NOMEM, NULL);
  document->path = path;
  document->text = sx_str_slice(bytes, mark, bytes.len);
  document->language = sx_language_find(SX_STR(""), path);
  document->language_id = sx_language_name(document->language);
  document->encoding = mark ? SX_STR("utf8bom") : SX_STR("utf8");
  document->is_peeked = true;
  status = sx_lines_init(&document->lines, document->text, call->arena, err);
  *out = document;
  return status;
}

void sx_document_forget(sx_call *call, sx_str path) {
  for (size_t i = 0; i < call->documents.len; i++)
    if (sx_str_is_equal(call->documents.items[i]->path, path))
      call->documents.items[i] = call->documents.items[--call->documents.len];
}

sx_pos16 sx_document_position(const sx_document *document, size_t offset) {
  return sx_pos16_at(&document->lines, offset);
}

size_t sx_document_offset(const sx_document *document, sx_pos16 at) {
  return sx_pos16_offset(&document->lines, at);
}
