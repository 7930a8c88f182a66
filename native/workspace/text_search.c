#include "workspace/text_search_parts.h"

#include "base/mem.h"
#include "base/utf8.h"
#include "host/requests.h"
#include "os/file.h"
#include "os/file_text.h"
#include "text/scan.h"
#include "workspace/document.h"
#include "workspace/files.h"
#include "workspace/paths.h"

#define MAX_PATH_BYTES ((size_t)1 << 20)
#define MAX_WORKER_BYTES ((size_t)256 << 20)
/* In one question to the editor, and so many of them are opened in it. */
#define MAX_ASKED_FILES 2000
#define MAX_OPENED_FILES 100
/* Steps of the glob on one path: more than any pattern of a person takes. */
#define GLOB_WORK 1000000

static sx_status check_call(void *call) {
  return sx_port_call_check(((sx_call *)call)->wait);
}

/* ---- one text ---------------------------------------------------------------------------- */

static void leave_out(sx_left_out *out, sx_str path, sx_arena *arena) {
  if (!out->count++) out->first = sx_arena_dup(arena, path);
}

/** A text, and what is known of it. */
typedef struct found_text {
  sx_str text, shown;
  bool is_ascii, is_editors;
} found_text;

static sx_status search_text(sx_text_searcher *own, const found_text *of) {
  sx_grep_hit hit;
  sx_status status = SX_OK;
  sx_text_file file = {.is_editors = of->is_editors};
  size_t first;
  own->found.searched++;
  sx_grep_begin(own->grep, of->text, of->is_ascii);
  while (sx_grep_next(&hit, own->grep, &status)) {
    file.hits++;
    file.hash = file.hash * 1099511628211u ^ hit.start;
  }
  /* Hits count that were found before the time was over. */
  if (status && status != SX_DEADLINE) return status;
  if (sx_grep_passed_over(own->grep, &first)) leave_out(&own->found.slow, of->shown, &own->arena);
  sx_text_file *added = file.hits ? SX_ARRAY_ADD(&own->found.files, &own->arena) : NULL;
  if (added) {
    file.path = sx_arena_dup(&own->arena, of->shown);
    *added = file;
  }
  return own->arena.status ? own->arena.status : status;
}

/** The path as the editor names it, in `own->path` after the real one. */
static sx_str shown_path(const sx_text_search_state *s, sx_text_searcher *own, sx_str below) {
  size_t start = own->path.len;
  sx_buf_add(&own->path, s->shown);
  sx_buf_add(&own->path, below);
  return sx_str_slice(sx_buf_str(&own->path), start, own->path.len);
}

static bool is_binary(sx_str start) {
  size_t mark_bytes;
  return sx_file_text_kind_of(start, &mark_bytes) == SX_FILE_TEXT_BINARY;
}

/** `below` is the path in the folder. */
static sx_status search_file(sx_text_search_state *s, sx_text_searcher *own, sx_str below) {
  sx_str bytes, text;
  sx_status decoding = SX_OK;
  sx_buf_clear(&own->path);
  sx_buf_add(&own->path, s->folder);
  sx_buf_add(&own->path, below);
  if (own->path.status) return own->path.status;
  sx_status status =
      sx_file_reader_read(&bytes, &own->reader, own->path.ptr, SX_TEXT_SEARCH_MAX_BYTES);
  if (status == SX_NOT_FOUND) return SX_OK; /* gone since */
  if (status == SX_NOMEM) return status;
  sx_str shown = shown_path(s, own, below);
  if (own->path.status) return own->path.status;
  if (status == SX_TOO_BIG && is_binary(bytes)) {
    own->found.binary++;
    return SX_OK;
  }
  if (status) {
    leave_out(status == SX_TOO_BIG ? &own->found.too_big : &own->found.unreadable, shown,
              &own->arena);
    return own->arena.status;
  }
  if (!sx_file_text_decode(&text, &own->decoded, bytes, &decoding)) {
    own->found.binary += !decoding;
    return decoding;
  }
  /* The editor may know in which encoding it is. */
  size_t ascii = sx_scan_ascii(text);
  const found_text of = {.text = text, .shown = shown, .is_ascii = ascii == text.len};
  bool is_utf8 = of.is_ascii || sx_utf8_is_valid(text.ptr + ascii, text.len - ascii);
  if (!is_utf8 && own->broken.len < MAX_ASKED_FILES) {
    sx_str *added = SX_ARRAY_ADD(&own->broken, &own->arena);
    if (added) *added = sx_arena_dup(&own->arena, shown);
    return own->arena.status;
  }
  return search_text(own, &of);
}

/* ---- the walk ---------------------------------------------------------------------------- */

size_t sx_text_search__find_dirty(const sx_text_search_state *s, sx_str below) {
  for (size_t i = 0; i < s->dirty.len; i++) {
    sx_str path = s->dirty.items[i];
    if (path.len == s->shown.len + below.len && sx_str_has_suffix(path, below) &&
        sx_str_has_prefix(path, s->shown))
      return i;
  }
  return s->dirty.len;
}

bool sx_text_search__has(const sx_text_search_state *s, sx_str below) {
  uint64_t work = GLOB_WORK;
  if (s->query->type && !sx_file_type_has(s->query->type, below)) return false;
  if (s->query->has && !s->query->has(s->query->arg, below)) return false;
  return !s->query->glob || sx_glob_match(s->query->glob, below, false, &work);
}

sx_status sx_text_search__visit(sx_text_search_state *s, size_t worker, sx_str below) {
  sx_text_searcher *own = &s->workers[worker];
  if (!sx_text_search__has(s, below)) return SX_OK;
  size_t dirty = sx_text_search__find_dirty(s, below);
  if (dirty < s->dirty.len)
    s->is_dirty_found[dirty] = true;
  else
    own->status = search_file(s, own, below);
  return own->status;
}

static bool visit(void *arg, size_t worker, const sx_files_entry *entry) {
  sx_text_search_state *s = arg;
  if (entry->is_link) return true;
  if (s->only.len && !sx_str_is_equal(s->only, entry->path)) return true;
  return sx_text_search__visit(s, worker, entry->path) == SX_OK;
}

static bool may_enter(void *arg, sx_str folder) {
  const sx_text_search_state *s = arg;
  if (s->only.len) return false;
  return !s->query->glob || sx_glob_may_match_below(s->query->glob, folder);
}

static sx_status walk(sx_text_search_state *s, sx_err *err) {
  sx_files_seen seen;
  sx_files_query query = {.folder = sx_str_slice(s->folder, 0, s->folder.len - 1),
                          .with_ignored = s->query->with_ignored || s->only.len,
                          .may_enter = may_enter,
                          .visit = visit,
                          .arg = s};
  sx_status status = sx_files_visit(s->call, &query, &seen, err);
  if (!seen.unreadable) return status;
  sx_text_searcher *own = &s->workers[0];
  sx_buf_clear(&own->path);
  leave_out(&own->found.unreadable, shown_path(s, own, seen.first_unreadable), &own->arena);
  own->found.unreadable.count += seen.unreadable - 1;
  return status ? status : own->arena.status;
}

/* ---- texts of the editor ------------------------------------------------------------------ */

/** Searches the editor's text of a file; one that it has not any more is searched on the disk. */
static sx_status search_document(sx_text_search_state *s, sx_str path, sx_err *err) {
  sx_text_searcher *own = &s->workers[0];
  const sx_document *document;
  sx_status status = sx_document_peek(s->call, path, &document, NULL);
  if (sx_status_ends_call(status)) return sx_fail(err, status, NULL);
  if (status == SX_BINARY) own->found.binary++;
  if (status && status != SX_BINARY && status != SX_NOT_FOUND)
    leave_out(status == SX_TOO_BIG ? &own->found.too_big : &own->found.unreadable, path,
              &own->arena);
  if (status) return own->arena.status;
  const found_text of = {.text = document->text, .shown = path, .is_editors = true};
  return search_text(own, &of);
}

static sx_status search_dirty(sx_text_search_state *s, sx_err *err) {
  sx_status status = SX_OK;
  for (size_t i = 0; i < s->dirty.len && !status; i++)
    if (s->is_dirty_found[i]) status = search_document(s, s->dirty.items[i], err);
  return status;
}

/** Files that are not UTF-8: as the editor decodes them where the settings have an encoding. */
static sx_status search_broken(sx_text_search_state *s, const sx_strs *paths, sx_err *err) {
  sx_batch batch;
  sx_host_held_documents held = {0};
  sx_batch_init(&batch, s->call->wait, s->call->arena);
  size_t slot = sx_batch_held_documents(&batch, paths), opened = 0;
  sx_status status = sx_batch_run(&batch, err);
  if (!status) status = sx_batch_get_held(&batch, slot, &held, NULL);
  sx_batch_release(&batch);
  if (sx_status_ends_call(status) || status == SX_DEADLINE) return status;
  sx_text_searcher *own = &s->workers[0];
  for (size_t i = 0; i < paths->len; i++) {
    const sx_host_held *one = i < held.len ? &held.items[i] : NULL;
    bool is_editors = one && (one->is_foreign || (one->is_held && one->document.has_text));
    sx_str bytes, path = paths->items[i];
    status = SX_OK;
    if (is_editors && ++opened <= MAX_OPENED_FILES)
      status = search_document(s, path, err);
    else {
      sx_str below = sx_str_slice(path, s->shown.len, path.len);
      if (is_editors) leave_out(&own->found.foreign, path, &own->arena);
      sx_buf_clear(&own->path);
      sx_buf_add(&own->path, s->folder);
      sx_buf_add(&own->path, below);
      if (own->path.status) return own->path.status;
      sx_status reading =
          sx_file_reader_read(&bytes, &own->reader, own->path.ptr, SX_TEXT_SEARCH_MAX_BYTES);
      if (reading == SX_NOMEM) return reading;
      found_text read = {.shown = path};
      if (!reading && sx_file_text_decode(&read.text, &own->decoded, bytes, &status))
        status = search_text(own, &read);
    }
    if (status) return status;
  }
  return SX_OK;
}

static sx_status ask_for_dirty(sx_text_search_state *s, sx_err *err) {
  sx_batch batch;
  sx_batch_init(&batch, s->call->wait, s->call->arena);
  size_t slot = sx_batch_dirty_documents(&batch);
  sx_status status = sx_batch_run(&batch, err);
  if (!status) status = sx_batch_get_paths(&batch, slot, &s->dirty, err);
  sx_batch_release(&batch);
  if (status) return status;
  s->is_dirty_found = sx_arena_calloc(s->call->arena, s->dirty.len + 1, sizeof(bool));
  return s->is_dirty_found ? SX_OK : sx_fail(err, SX_NOMEM, NULL);
}

/* ---- the whole --------------------------------------------------------------------------- */

static void join_left_out(sx_left_out *into, const sx_left_out *more, sx_arena *arena) {
  bool is_before = more->count && (!into->count || sx_str_compare(more->first, into->first) < 0);
  if (is_before) into->first = sx_arena_dup(arena, more->first);
  into->count += more->count;
}

static sx_status join_found(sx_text_found *found, const sx_text_found *more, sx_arena *arena) {
  found->searched += more->searched;
  found->binary += more->binary;
  join_left_out(&found->too_big, &more->too_big, arena);
  join_left_out(&found->unreadable, &more->unreadable, arena);
  join_left_out(&found->slow, &more->slow, arena);
  join_left_out(&found->foreign, &more->foreign, arena);
  for (size_t i = 0; i < more->files.len && !arena->status; i++) {
    sx_text_file *added = SX_ARRAY_ADD(&found->files, arena);
    if (!added) break;
    *added = more->files.items[i];
    added->path = sx_arena_dup(arena, added->path);
  }
  return arena->status;
}

static sx_status begin_workers(sx_text_search_state *s, size_t count) {
  s->check = (sx_regex_check){check_call, s->call};
  for (size_t i = 0; i < count; i++) {
    sx_text_searcher *own = &s->workers[i];
    sx_file_reader_init(&own->reader);
    sx_buf_init(&own->path, MAX_PATH_BYTES);
    sx_buf_init(&own->decoded, SX_TEXT_SEARCH_MAX_BYTES * 2);
    sx_arena_init(&own->arena, MAX_WORKER_BYTES);
  }
  for (size_t i = 0; i < count; i++) {
    s->workers[i].grep = sx_grep_worker_new(s->query->grep, &s->check);
    if (!s->workers[i].grep) return SX_NOMEM;
  }
  return SX_OK;
}

static void end_workers(sx_text_search_state *s, size_t count) {
  for (size_t i = 0; i < count; i++) {
    sx_text_searcher *own = &s->workers[i];
    sx_grep_worker_free(own->grep);
    sx_file_reader_release(&own->reader);
    sx_buf_release(&own->path);
    sx_buf_release(&own->decoded);
    sx_arena_release(&own->arena);
  }
}

/** The one file, or the folder by all threads, and then the texts that only the editor has. */
static sx_status search_path(sx_text_search_state *s, size_t count, sx_err *err) {
  sx_strs broken = {0};
  bool is_done;
  sx_status status = sx_text_search__by_index(s, &is_done, err);
  if (!status && !is_done) status = walk(s, err);
  for (size_t i = 0; i < count; i++) {
    if (s->workers[i].status && !status) status = s->workers[i].status;
    for (size_t k = 0; k < s->workers[i].broken.len && !status; k++) {
      sx_str path = sx_arena_dup(s->call->arena, s->workers[i].broken.items[k]);
      status = sx_strs_add(&broken, path, s->call->arena, err);
    }
  }
  if (!status) status = search_dirty(s, err);
  if (!status && broken.len) status = search_broken(s, &broken, err);
  return status;
}

/** The folder without links, and as the editor names it; of a file, that which it is in. */
static sx_status set_folder(sx_text_search_state *s, sx_str path, bool is_folder, sx_err *err) {
  sx_arena *arena = s->call->arena;
  if (!is_folder && sx_file_is_link(path, arena)) {
    sx_status status = sx_file_real_path(&path, path, arena, err);
    if (status) return status;
  }
  sx_str folder = is_folder ? path : sx_path_folder(path), real;
  while (folder.len > 1 && folder.ptr[folder.len - 1] == '/') folder.len--;
  s->only = is_folder ? SX_STR("") : sx_path_name(path);
  sx_status status = sx_file_real_path(&real, folder, arena, err);
  if (status) return status;
  bool is_top = sx_str_is_equal(real, SX_STR("/"));
  s->folder = is_top ? real : sx_arena_printf(arena, "%.*s/", SX_STR_ARG(real));
  is_top = sx_str_is_equal(folder, SX_STR("/"));
  s->shown = is_top ? folder : sx_arena_printf(arena, "%.*s/", SX_STR_ARG(folder));
  return arena->status ? sx_fail(err, arena->status, NULL) : SX_OK;
}

sx_status sx_text_search_run(sx_text_found *found, sx_call *call, const sx_text_search *search,
                             sx_str path, bool is_folder, sx_err *err) {
  sx_text_search_state *s = sx_calloc(1, sizeof *s);
  if (!s) return sx_fail(err, SX_NOMEM, NULL);
  s->call = call;
  s->query = search;
  size_t count = sx_files_workers();
  sx_status status = begin_workers(s, count);
  if (!status) status = set_folder(s, path, is_folder, err);
  if (!status) status = ask_for_dirty(s, err);
  if (!status) status = search_path(s, count, err);
  if (status == SX_DEADLINE) {
    found->is_cut = true;
    status = SX_OK;
  }
  for (size_t i = 0; i < count && !status; i++)
    status = join_found(found, &s->workers[i].found, call->arena);
  end_workers(s, count);
  sx_free(s);
  /* Statuses of the threads have no message yet. */
  if (status && err && err->status != status) sx_fail(err, status, NULL);
  return status;
}

/* ---- lines ------------------------------------------------------------------------------- */

static sx_status read_text(sx_str *text, sx_call *call, const sx_text_file *file, sx_arena *arena,
                           sx_err *err) {
  const sx_document *document;
  sx_str bytes;
  sx_buf decoded;
  sx_status status;
  *text = SX_STR("");
  if (file->is_editors) {
    status = sx_document_peek(call, file->path, &document, NULL);
    if (!status) *text = document->text;
    return sx_status_ends_call(status) ? sx_fail(err, status, NULL) : SX_OK;
  }
  status = sx_file_read(&bytes, file->path, SX_TEXT_SEARCH_MAX_BYTES, arena, NULL);
  if (status) return status == SX_NOMEM ? sx_fail(err, status, NULL) : SX_OK;
  sx_buf_init(&decoded, SX_TEXT_SEARCH_MAX_BYTES * 2);
  bool is_text = sx_file_text_decode(text, &decoded, bytes, &status);
  if (!is_text)
    *text = SX_STR("");
  else if (text->ptr == decoded.ptr)
    *text = sx_arena_dup(arena, *text);
  sx_buf_release(&decoded);
  if (!status) status = arena->status;
  return status ? sx_fail(err, status, NULL) : SX_OK;
}

sx_status sx_text_search_lines(sx_text_lines *out, sx_call *call, const sx_text_search *search,
                               const sx_text_file *file, sx_arena *arena, sx_err *err) {
  const sx_regex_check check = {check_call, call};
  sx_grep_hit hit;
  *out = (sx_text_lines){0};
  sx_status status = read_text(&out->text, call, file, arena, err);
  if (status) return status;
  sx_grep_worker *worker = sx_grep_worker_new(search->grep, &check);
  if (!worker) return sx_fail(err, SX_NOMEM, NULL);
  sx_grep_begin(worker, out->text, false);
  while (sx_grep_next(&hit, worker, &status)) {
    sx_grep_hit *added = SX_ARRAY_ADD(&out->hits, arena);
    if (!added) break;
    *added = hit;
  }
  sx_grep_worker_free(worker);
  out->is_cut = status == SX_DEADLINE;
  if (out->is_cut) status = SX_OK;
  if (!status) status = arena->status;
  return status ? sx_fail(err, status, NULL) : SX_OK;
}
