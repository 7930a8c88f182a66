#include "memory/notes_index.h"

#include "memory/checkpoint_words.h"
#include "memory/list_column.h"
#include "memory/note_text.h"
#include "os/clock.h"
#include "os/file.h"
#include "os/file_reader.h"
#include "os/file_text.h"
#include "text/secrets.h"
#include "workspace/call_store.h"
#include "workspace/files.h"
#include "workspace/hidden.h"
#include "workspace/seen_folder.h"

#include <stdlib.h>

/* So many files are read before they are written: others wait for the store meanwhile. */
#define BATCH 200
#define BATCH_BYTES ((size_t)256 << 20)
#define MAX_UNREAD_BYTES ((size_t)256 << 10)
/* Stamps are coarser than the clock: what was written that lately may be written again unseen. */
#define STAMP_NS 20000000
#define NEVER_SAME (-1)
#define MAX_UNREAD_SHOWN 5

/* ---- what is there and what is known ------------------------------------------------------- */

typedef struct note_file {
  sx_str path; /* relative to the folder */
  int64_t changed, size, inode;
} note_file;
typedef SX_ARRAY(note_file) note_files;

static int by_path(const void *a, const void *b) {
  return sx_str_compare(((const note_file *)a)->path, ((const note_file *)b)->path);
}

static sx_status add_file(note_files *out, sx_call *call, const sx_memory_place *place, sx_str path,
                          sx_err *err) {
  sx_file_info info;
  sx_str full = sx_memory_full_path(place, path, call->arena);
  if (call->arena->status) return sx_fail(err, call->arena->status, NULL);
  sx_status status = sx_file_stat(&info, full, NULL);
  if (status == SX_NOMEM) return sx_fail(err, status, NULL);
  if (status || !info.is_regular) return SX_OK;
  note_file *file = SX_ARRAY_ADD(out, call->arena);
  if (!file) return sx_fail(err, call->arena->status, NULL);
  *file = (note_file){path, info.changed_ns, (int64_t)info.size_bytes, (int64_t)info.inode};
  return SX_OK;
}

static sx_status list_files(note_files *out, sx_call *call, const sx_memory_place *place,
                            sx_err *err) {
  sx_strs paths = {0};
  sx_files_seen seen = {0};
  const sx_files_query query = {
      .folder = place->folder, .with_ignored = true, .without_links = true};
  sx_status status = place->exists ? sx_files_list(call, &query, &paths, &seen, err) : SX_OK;
  if (status == SX_NOT_FOUND) return SX_OK; /* it went just now */
  for (size_t i = 0; i < paths.len && !status; i++) {
    if (i % BATCH == 0) status = sx_port_call_check(call->wait);
    if (status) return sx_fail(err, status, NULL);
    if (sx_str_has_suffix(paths.items[i], SX_STR(SX_MEMORY_SUFFIX)))
      status = add_file(out, call, place, paths.items[i], err);
  }
  if (!status && out->len) qsort(out->items, out->len, sizeof *out->items, by_path);
  return status;
}

typedef struct known_files {
  sx_call *call;
  note_files items;
} known_files;

static sx_status read_known(const sx_store_access *access, void *arg, sx_err *err) {
  known_files *known = arg;
  sx_query query;
  sx_arena *arena = known->call->arena;
  known->items = (note_files){0};
  sx_query_begin(&query, access, "SELECT path, changed, size, inode FROM note ORDER BY path");
  while (sx_query_next(&query)) {
    note_file *file = SX_ARRAY_ADD(&known->items, arena);
    if (!sx_query_has_memory(&query, arena)) break;
    *file = (note_file){sx_query_text(&query, 0, arena), sx_query_int(&query, 1),
                        sx_query_int(&query, 2), sx_query_int(&query, 3)};
  }
  return sx_query_end(&query, err);
}

/* ---- reading ------------------------------------------------------------------------------- */

/* A row of the table. */
typedef struct note_row {
  note_file file;
  sx_note_kind kind;
  const char *flaw;
  sx_note_text text;
  int64_t mtime_ms;
  sx_str tags, list_of_files, symbols, words;
} note_row;

static sx_str write_list(const sx_strs *items, char between, sx_arena *arena) {
  return sx_secrets_redact_note(sx_list_column_write(items, between, arena), arena);
}

/* "#naming" is the tag of that name, as people write it. */
static void strip_marks(sx_strs *tags) {
  for (size_t i = 0; i < tags->len; i++)
    while (sx_str_at(tags->items[i], 0) == '#')
      tags->items[i] = sx_str_slice(tags->items[i], 1, tags->items[i].len);
}

static sx_str make_words(const note_row *row, sx_arena *arena) {
  const sx_str texts[] = {row->file.path,  row->text.title, row->text.body,     row->text.branch,
                          row->text.tests, row->tags,       row->list_of_files, row->symbols};
  return sx_checkpoint_make_words(texts, sizeof texts / sizeof *texts, arena);
}

/* That of the front matter, the first heading, or the name of the file. */
static sx_str choose_title(const note_row *row) {
  sx_str rest = row->text.body, line;
  if (row->text.title.len) return row->text.title;
  while (sx_str_next_line(&rest, &line)) {
    size_t marks = 0;
    while (sx_str_at(line, marks) == '#') marks++;
    sx_str heading = sx_str_trim(sx_str_slice(line, marks, line.len));
    if (marks && sx_str_at(line, marks) == ' ' && heading.len) return heading;
  }
  return sx_memory_without_suffix(sx_memory_name(row->file.path));
}

static void fill(note_row *row, sx_str bytes, sx_arena *arena) {
  sx_note_text_read(&row->text, bytes, arena);
  sx_str *const texts[] = {&row->text.title,  &row->text.client, &row->text.branch,
                           &row->text.commit, &row->text.tests,  &row->text.body};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    if (texts[i]->len) *texts[i] = sx_secrets_redact_note(*texts[i], arena);
  bool is_plan = sx_str_has_prefix(row->file.path, SX_STR(SX_MEMORY_PLANS "/"));
  row->kind = is_plan ? SX_NOTE_IS_PLAN : SX_NOTE_IS_NOTE;
  if (is_plan) row->text.title = choose_title(row);
  if (!is_plan) row->text.status = row->text.has_client ? SX_STR(SX_NOTE_MADE) : SX_STR("");
  row->flaw = row->text.has_conflict ? "it has the markers of a merge conflict" : "";
  strip_marks(&row->text.tags);
  row->tags = write_list(&row->text.tags, SX_COLUMN_TAGS, arena);
  row->list_of_files = write_list(&row->text.files, SX_COLUMN_LINES, arena);
  row->symbols = write_list(&row->text.symbols, SX_COLUMN_LINES, arena);
  if (!is_plan) row->words = make_words(row, arena);
}

static const char *describe(sx_status status) {
  return status == SX_TOO_BIG  ? "larger than 256 KB"
         : status == SX_BINARY ? "no text"
                               : "it cannot be opened";
}

/* False: the file is gone. */
static sx_status read_file(note_row *row, const sx_memory_place *place, sx_file_reader *reader,
                           sx_arena *arena, bool *exists) {
  sx_str bytes = SX_STR(""), text = SX_STR("");
  sx_buf decoded;
  sx_file_info info = {0};
  sx_status status = SX_OK;
  sx_str full = sx_memory_full_path(place, row->file.path, arena);
  bool is_large = row->file.size > (int64_t)SX_NOTE_TEXT_MAX_BYTES;
  if (sx_file_stat(&info, full, NULL)) info = (sx_file_info){0};
  row->mtime_ms = info.mtime_ns / 1000000;
  sx_buf_init(&decoded, 2 * SX_NOTE_TEXT_MAX_BYTES);
  status =
      is_large ? SX_TOO_BIG : sx_file_reader_read(&bytes, reader, full.ptr, SX_NOTE_TEXT_MAX_BYTES);
  sx_status decoding = SX_OK;
  bool is_text = status || sx_file_text_decode(&text, &decoded, bytes, &decoding);
  if (!status) status = decoding;
  if (!status && !is_text) status = SX_BINARY;
  *exists = status != SX_NOT_FOUND;
  row->kind = SX_NOTE_NOT_READ;
  if (status)
    row->flaw = describe(status);
  else
    fill(row, text, arena);
  sx_buf_release(&decoded);
  if (status == SX_NOMEM) return status;
  return arena->status;
}

/* ---- writing ------------------------------------------------------------------------------- */

typedef struct note_batch {
  SX_ARRAY(note_row) rows; /* that are to be written */
  sx_strs gone;            /* and the paths of others */
  sx_arena arena;
} note_batch;

/* Also those in the folder of that name: '0' follows '/'. */
static sx_status remove_row(const sx_store_access *access, sx_str path, sx_err *err) {
  sx_query query;
  sx_query_begin(&query, access,
                 "DELETE FROM note WHERE path=?1 OR (path>?1||'/' AND path<?1||'0')");
  sx_query_bind_text(&query, path);
  return sx_query_end(&query, err);
}

/* That of the front matter if it is one, or else of the name, or else of the file. */
#define TIME_OF(text)                                                                              \
  "CASE WHEN " text " GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]*' THEN"                     \
  " CASE WHEN " text " GLOB '*[Zz]' OR substr(" text ", 11) GLOB '*[+-][0-9][0-9]:[0-9][0-9]'"     \
  " THEN unixepoch(" text ", 'subsec') ELSE unixepoch(" text ", 'utc', 'subsec') END END"

static sx_status insert_row(const sx_store_access *access, const note_row *row, sx_err *err) {
  sx_query query;
  int64_t now_ns = sx_clock_day_ns();
  bool is_recent = row->file.changed > now_ns - STAMP_NS;
  sx_query_begin(
      &query, access,
      "INSERT INTO note SELECT NULL, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, coalesce(round(1000 * "
      "coalesce(" TIME_OF("?9") ", " TIME_OF("?10") ")), ?11),"
                                                    " ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20");
  sx_query_bind_text(&query, row->file.path);
  sx_query_bind_int(&query, row->file.changed);
  sx_query_bind_int(&query, is_recent ? NEVER_SAME : row->file.size);
  sx_query_bind_int(&query, row->file.inode);
  sx_query_bind_int(&query, row->kind);
  const sx_str texts[] = {row->text.status, row->text.title, sx_str_from(row->flaw), row->text.time,
                          sx_str_slice(sx_memory_name(row->file.path), 0, 10)};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) sx_query_bind_text(&query, texts[i]);
  sx_query_bind_int(&query, row->mtime_ms);
  const sx_str rest[] = {row->text.client, row->text.branch,   row->text.commit,
                         row->tags,        row->list_of_files, row->symbols,
                         row->text.tests,  row->text.body,     row->words};
  for (size_t i = 0; i < sizeof rest / sizeof *rest; i++) sx_query_bind_text(&query, rest[i]);
  return sx_query_end(&query, err);
}

static sx_status write_batch(const sx_store_access *access, void *arg, sx_err *err) {
  const note_batch *batch = arg;
  sx_status status = SX_OK;
  for (size_t i = 0; i < batch->gone.len && !status; i++)
    status = remove_row(access, batch->gone.items[i], err);
  for (size_t i = 0; i < batch->rows.len && !status; i++) {
    status = remove_row(access, batch->rows.items[i].file.path, err);
    if (!status) status = insert_row(access, &batch->rows.items[i], err);
  }
  return status;
}

/* ---- all of it ------------------------------------------------------------------------------ */

typedef struct updating {
  sx_call *call;
  const sx_memory_place *place;
  sx_file_reader reader;
  note_batch batch;
} updating;

static void begin_batch(note_batch *batch) {
  *batch = (note_batch){0};
  sx_arena_init(&batch->arena, BATCH_BYTES);
}

static sx_status end_batch(updating *one, sx_err *err) {
  note_batch *batch = &one->batch;
  sx_status status = SX_OK;
  if (batch->rows.len || batch->gone.len)
    status = sx_call_store_run(one->call, true, write_batch, batch, err);
  sx_arena_release(&batch->arena);
  begin_batch(batch);
  return status;
}

static sx_status add_row(updating *one, const note_file *file, sx_err *err) {
  const sx_str none = SX_STR("");
  note_batch *batch = &one->batch;
  bool exists;
  note_row *row = SX_ARRAY_ADD(&batch->rows, &batch->arena);
  if (!row) return sx_fail(err, batch->arena.status, NULL);
  *row = (note_row){.file = *file, .tags = none, .list_of_files = none, .symbols = none};
  row->words = none;
  sx_note_text_read(&row->text, none, &batch->arena);
  sx_status status = read_file(row, one->place, &one->reader, &batch->arena, &exists);
  if (status) return sx_fail(err, status, NULL);
  if (exists) return SX_OK;
  batch->rows.len--;
  return sx_strs_add(&batch->gone, file->path, &batch->arena, err);
}

static bool is_same(const note_file *a, const note_file *b) {
  return a->changed == b->changed && a->size == b->size && a->inode == b->inode;
}

/* Both lists are ordered by the path. */
static sx_status compare(updating *one, const note_files *files, const note_files *known,
                         sx_err *err) {
  size_t i = 0, j = 0;
  sx_status status = SX_OK;
  while ((i < files->len || j < known->len) && !status) {
    int order = i == files->len   ? 1
                : j == known->len ? -1
                                  : by_path(&files->items[i], &known->items[j]);
    bool is_other = order || !is_same(&files->items[i], &known->items[j]);
    if (order > 0)
      status = sx_strs_add(&one->batch.gone, known->items[j].path, &one->batch.arena, err);
    else if (is_other)
      status = add_row(one, &files->items[i], err);
    i += order <= 0;
    j += order >= 0;
    bool is_full = one->batch.rows.len + one->batch.gone.len >= BATCH;
    if (!status && is_full) status = end_batch(one, err);
  }
  return status ? status : end_batch(one, err);
}

static void begin(updating *one, sx_call *call, const sx_memory_place *place) {
  *one = (updating){.call = call, .place = place};
  sx_file_reader_init(&one->reader);
  begin_batch(&one->batch);
}

static void end(updating *one) {
  sx_arena_release(&one->batch.arena);
  sx_file_reader_release(&one->reader);
}

static sx_status look_at_all(sx_call *call, const sx_memory_place *place, sx_err *err) {
  note_files files = {0};
  known_files known = {.call = call};
  updating one;
  sx_status status = list_files(&files, call, place, err);
  if (!status) status = sx_call_store_run(call, false, read_known, &known, err);
  if (status) return status;
  begin(&one, call, place);
  status = compare(&one, &files, &known.items, err);
  end(&one);
  return status;
}

/* A path of which the watch has seen something. A folder that came has more in it: *is_folder. */
static sx_status look_at_one(updating *one, sx_str path, bool *is_folder, sx_err *err) {
  sx_call *call = one->call;
  note_files found = {0};
  sx_file_info info = {0};
  sx_str full = sx_memory_full_path(one->place, path, call->arena);
  if (call->arena->status) return sx_fail(err, call->arena->status, NULL);
  bool is_link = sx_file_is_link(full, call->arena), is_hidden = sx_hidden_has(call, full);
  if (!is_link && sx_file_stat(&info, full, NULL)) info = (sx_file_info){0};
  *is_folder = info.is_directory;
  sx_status status = SX_OK;
  if (!is_link && !is_hidden && sx_str_has_suffix(path, SX_STR(SX_MEMORY_SUFFIX)))
    status = add_file(&found, call, one->place, path, err);
  if (status || *is_folder) return status;
  return found.len ? add_row(one, &found.items[0], err)
                   : sx_strs_add(&one->batch.gone, path, &one->batch.arena, err);
}

static sx_status look_at(sx_call *call, const sx_memory_place *place, const sx_strs *names,
                         sx_err *err) {
  updating one;
  bool has_folder = false;
  sx_status status = SX_OK;
  begin(&one, call, place);
  for (size_t i = 0; i < names->len && !status && !has_folder; i++)
    status = look_at_one(&one, names->items[i], &has_folder, err);
  if (!status && !has_folder) status = end_batch(&one, err);
  end(&one);
  return status || !has_folder ? status : look_at_all(call, place, err);
}

static sx_status read_mark(const sx_store_access *access, void *arg, sx_err *err) {
  sx_query query;
  sx_query_begin(&query, access, "SELECT mark FROM note_index");
  if (sx_query_next(&query)) *(int64_t *)arg = sx_query_int(&query, 0);
  return sx_query_end(&query, err);
}

sx_status sx_notes_index_update(sx_call *call, const sx_memory_place *place, sx_err *err) {
  sx_seen_folder seen;
  int64_t mark = 0;
  sx_status status = sx_call_store_run(call, false, read_mark, &mark, err);
  if (status) return status;
  status = sx_seen_folder_begin(&seen, call, place->root, SX_STR(SX_MEMORY_FOLDER), (uint64_t)mark);
  if (status) return sx_fail(err, status, NULL);
  if (seen.has_names)
    status = look_at(call, place, &seen.names, err);
  else if (!seen.is_same)
    status = look_at_all(call, place, err);
  sx_seen_folder_end(&seen, call, !status);
  return status;
}

/* ---- what was not read ---------------------------------------------------------------------- */

typedef struct unread {
  sx_call *call;
  sx_buf text;
  size_t count;
} unread;

static sx_status list_unread(const sx_store_access *access, void *arg, sx_err *err) {
  unread *one = arg;
  sx_query query;
  sx_buf_clear(&one->text);
  one->count = 0;
  sx_query_begin(&query, access, "SELECT path, flaw FROM note WHERE kind=2 ORDER BY +path");
  while (sx_query_next(&query)) {
    sx_str path = sx_query_text(&query, 0, one->call->arena);
    sx_str flaw = sx_query_text(&query, 1, one->call->arena);
    if (one->count++ < MAX_UNREAD_SHOWN)
      sx_buf_addf(&one->text, "%s%.*s (%.*s)", one->text.len ? ", " : "", SX_STR_ARG(path),
                  SX_STR_ARG(flaw));
  }
  return sx_query_end(&query, err);
}

sx_status sx_notes_index_unread(sx_str *out, sx_call *call, sx_err *err) {
  unread one = {.call = call};
  *out = SX_STR("");
  sx_buf_init(&one.text, MAX_UNREAD_BYTES);
  sx_status status = sx_call_store_run(call, false, list_unread, &one, err);
  if (!status && one.count)
    *out = sx_arena_printf(call->arena, "%zu file%s of " SX_MEMORY_FOLDER " %s not read: %.*s%s",
                           one.count, one.count == 1 ? "" : "s", one.count == 1 ? "was" : "were",
                           SX_STR_ARG(sx_buf_str(&one.text)),
                           one.count > MAX_UNREAD_SHOWN ? " and others." : ".");
  sx_buf_release(&one.text);
  return status;
}
