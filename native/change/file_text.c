#include "change/file_text.h"

#include "base/utf8.h"
#include "host/json.h"
#include "host/requests.h"
#include "os/file.h"
#include "workspace/encoding.h"
#include "resolve/libraries.h"
#include "workspace/paths.h"

#define MAX_BYTES ((size_t)200 * 1024 * 1024)
#define MAX_NOTEBOOK_BYTES (SX_DOCUMENT_MAX_BYTES)

/* ---- kinds ------------------------------------------------------------------------------- */

const char *sx_file_kind_name(sx_file_kind kind) {
  static const char *const names[] = {"text", "notebook", "image", "pdf", "binary"};
  return names[kind];
}

const char *sx_file_kind_describe(sx_file_kind kind) {
  static const char *const names[] = {"a text", "a notebook", "an image", "a PDF", "a binary file"};
  return names[kind];
}

const char *sx_file_kind_advice(sx_file_kind kind) {
  switch (kind) {
  case SX_KIND_IMAGE: return "It has no text. Use a tool that shows images.";
  case SX_KIND_PDF: return "Extract its text with a program such as pdftotext.";
  case SX_KIND_BINARY: return "It has no text. Use a program that reads its format.";
  case SX_KIND_TEXT:
  case SX_KIND_NOTEBOOK: break;
  }
  return "";
}

static bool begins_with(sx_str bytes, sx_str magic) {
  return sx_str_has_prefix(bytes, magic);
}

static bool is_image(sx_str bytes) {
  bool is_webp = begins_with(bytes, SX_STR("RIFF")) &&
                 sx_str_is_equal(sx_str_slice(bytes, 8, 12), SX_STR("WEBP"));
  return is_webp || begins_with(bytes, SX_STR("\x89PNG\r\n")) ||
         begins_with(bytes, SX_STR("\xFF\xD8\xFF")) || begins_with(bytes, SX_STR("GIF8")) ||
         begins_with(bytes, SX_STR("II*\0")) || begins_with(bytes, SX_STR("MM\0*")) ||
         (begins_with(bytes, SX_STR("BM")) && sx_file_is_binary(bytes)) ||
         begins_with(bytes, SX_STR("\0\0\1\0"));
}

static bool is_utf16(sx_str bytes) {
  return begins_with(bytes, SX_STR("\xFF\xFE")) || begins_with(bytes, SX_STR("\xFE\xFF"));
}

static sx_file_kind kind_of(sx_str path, sx_str bytes) {
  if (is_image(bytes)) return SX_KIND_IMAGE;
  if (begins_with(bytes, SX_STR("%PDF-"))) return SX_KIND_PDF;
  if (sx_file_is_binary(bytes) && !is_utf16(bytes)) return SX_KIND_BINARY;
  if (sx_str_has_suffix(path, SX_STR(".ipynb"))) return SX_KIND_NOTEBOOK;
  return SX_KIND_TEXT;
}

/* ---- notebooks ---------------------------------------------------------------------------- */

static void write_source(sx_buf *out, const cJSON *source) {
  const cJSON *piece;
  if (cJSON_IsString(source)) sx_buf_add_text(out, source->valuestring);
  cJSON_ArrayForEach (piece, source) {
    if (cJSON_IsString(piece)) sx_buf_add_text(out, piece->valuestring);
  }
  if (out->len && out->ptr[out->len - 1] != '\n') sx_buf_add_char(out, '\n');
}

/* Its cells as text; false when it is not a notebook that can be read. */
static bool write_notebook(sx_file_text *file, sx_arena *arena) {
  cJSON *root = sx_json_parse(file->text);
  const cJSON *cells = sx_json_get(root, "cells"), *cell;
  sx_buf out;
  sx_buf_init(&out, MAX_NOTEBOOK_BYTES);
  size_t count = 0;
  cJSON_ArrayForEach (cell, cells) {
    sx_str type = sx_json_get_str(cell, "cell_type", arena);
    sx_buf_addf(&out, "%s--- cell %zu (%.*s) ---\n", count ? "\n" : "", count + 1,
                SX_STR_ARG(type));
    write_source(&out, sx_json_get(cell, "source"));
    count++;
  }
  bool is_good = cJSON_IsArray(cells) && !out.status;
  if (is_good) file->text = sx_arena_dup(arena, sx_buf_str(&out));
  sx_buf_release(&out);
  cJSON_Delete(root);
  return is_good;
}

/* ---- reading ------------------------------------------------------------------------------ */

static sx_status is_dirty(sx_call *call, sx_str path, bool *out, sx_err *err) {
  sx_batch batch;
  sx_strs dirty = {0};
  sx_batch_init(&batch, call->wait, call->arena);
  size_t slot = sx_batch_dirty_documents(&batch);
  sx_status status = sx_batch_run(&batch, err);
  if (!status) status = sx_batch_get_paths(&batch, slot, &dirty, err);
  sx_batch_release(&batch);
  *out = false;
  for (size_t i = 0; i < dirty.len; i++) *out |= sx_str_is_equal(dirty.items[i], path);
  return status;
}

static sx_status read_in_editor(sx_file_text *out, sx_call *call, sx_err *err) {
  const sx_document *document;
  sx_status status = sx_document_open(call, out->path, &document, err);
  if (status) return status;
  out->text = document->text;
  out->is_dirty = document->is_dirty;
  out->encoding = document->encoding;
  out->has_text = true;
  if (document->is_lossy) out->note = SX_ENCODING_NOTE;
  return SX_OK;
}

static sx_status read_on_disk(sx_file_text *out, sx_call *call, sx_err *err) {
  sx_str bytes;
  sx_status status = sx_file_read(&bytes, out->path, MAX_BYTES, call->arena, err);
  if (status) return status;
  out->size_bytes = bytes.len;
  out->kind = kind_of(out->path, bytes);
  if (out->kind == SX_KIND_IMAGE || out->kind == SX_KIND_PDF || out->kind == SX_KIND_BINARY)
    return SX_OK;
  if (is_utf16(bytes) || !sx_utf8_is_valid(bytes.ptr, bytes.len))
    return read_in_editor(out, call, err);
  size_t mark = sx_lines_mark_bytes(bytes);
  out->text = sx_str_slice(bytes, mark, bytes.len);
  out->encoding = mark ? SX_STR("utf8bom") : SX_STR("utf8");
  out->has_text = true;
  return SX_OK;
}

static sx_status fail_reading(sx_err *err, sx_status status, sx_str given) {
  char reason[SX_ERR_MESSAGE_BYTES];
  snprintf(reason, sizeof reason, "%s",
           err && err->message[0] ? err->message : sx_status_message(status));
  return sx_fail(err, status, "Could not read file '%.*s'. %s",
                 SX_STR_ARG(sx_str_slice(given, 0, 300)), reason);
}

static sx_status read_any(sx_file_text *out, sx_call *call, const char *argument, sx_str given,
                          sx_err *err) {
  bool is_unsaved = false;
  sx_status status = sx_library_resolve(call, argument, given, &out->path, err);
  if (status) return status;
  out->shown_path = sx_path_display(call, out->path);
  if (sx_path_is_uri(out->path)) return read_in_editor(out, call, err);
  status = is_dirty(call, out->path, &is_unsaved, err);
  if (!status) status = read_on_disk(out, call, err);
  if (!status && is_unsaved) status = read_in_editor(out, call, err);
  if (!status && out->kind == SX_KIND_NOTEBOOK && out->has_text) {
    bool is_notebook = write_notebook(out, call->arena);
    out->note = is_notebook ? " (the notebook's cells, without outputs)" : "";
    if (!is_notebook) out->kind = SX_KIND_TEXT;
  }
  return status ? status : call->arena->status;
}

sx_status sx_file_text_read(sx_file_text *out, sx_call *call, const char *argument, sx_str given,
                            sx_err *err) {
  sx_str none = SX_STR("");
  *out =
      (sx_file_text){.path = none, .shown_path = none, .text = none, .encoding = none, .note = ""};
  if (!given.len)
    return sx_fail(err, SX_INVALID_ARGUMENT, "%s is missing. Give the path of a file.", argument);
  sx_status status = read_any(out, call, argument, given, err);
  return status ? fail_reading(err, status, given) : SX_OK;
}
