#include "memory/notes.h"

#include "base/utf8.h"

#include "memory/note_text.h"
#include "memory/notes_index.h"
#include "os/file_write.h"
#include "workspace/call_store.h"
#include "workspace/paths.h"

#define MAX_SLUG_BYTES 40
#define MAX_TAKEN 1000
#define SHOWN_BYTES 100

/* ---- names ---------------------------------------------------------------------------------- */

sx_str sx_notes_slug(sx_str text, sx_arena *arena) {
  sx_buf slug;
  sx_buf_init(&slug, MAX_SLUG_BYTES + 1);
  for (size_t i = 0; i < text.len && text.ptr[i] != '\n' && slug.len < MAX_SLUG_BYTES; i++) {
    char c = text.ptr[i];
    if (c >= 'A' && c <= 'Z') c = (char)(c + 'a' - 'A');
    bool is_kept = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    bool is_gap = slug.len && slug.ptr[slug.len - 1] != '-';
    if (is_kept || is_gap) sx_buf_add_char(&slug, is_kept ? c : '-');
  }
  /* The last word is cut. */
  size_t dash = sx_str_find_last_char(sx_buf_str(&slug), '-');
  bool is_cut = slug.len == MAX_SLUG_BYTES && dash != SX_STR_NONE && dash > MAX_SLUG_BYTES / 2;
  if (is_cut) sx_buf_truncate(&slug, dash);
  while (slug.len && slug.ptr[slug.len - 1] == '-') sx_buf_truncate(&slug, slug.len - 1);
  if (!slug.len) sx_buf_add_text(&slug, "note");
  return sx_buf_keep(&slug, arena);
}

/* "2025-11-29T20:05:12.345Z" */
static sx_str make_time(int64_t time_ms, sx_arena *arena) {
  int64_t days = time_ms / 86400000, ms = time_ms % 86400000;
  /* Civil dates by eras of 400 years, which begin in March. */
  int64_t shifted = days + 719468, era = shifted / 146097, of_era = shifted % 146097;
  int64_t year_of_era = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
  int64_t of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  int64_t month = (5 * of_year + 2) / 153, day = of_year - (153 * month + 2) / 5 + 1;
  month = month < 10 ? month + 3 : month - 9;
  int64_t year = year_of_era + era * 400 + (month <= 2);
  return sx_arena_printf(arena, "%04d-%02d-%02dT%02d:%02d:%02d.%03dZ", (int)year, (int)month,
                         (int)day, (int)(ms / 3600000), (int)(ms / 60000 % 60),
                         (int)(ms / 1000 % 60), (int)(ms % 1000));
}

/* ---- saving --------------------------------------------------------------------------------- */

/* A folder below that of the notes may be a link, to anywhere. */
static sx_status check_folder(sx_call *call, sx_str full, sx_err *err) {
  sx_str real, folder = sx_path_folder(full);
  folder.len--; /* the separator */
  folder = sx_arena_dup(call->arena, folder);
  sx_status status = sx_path_find_written(call, folder, &real, err);
  if (status || sx_str_is_equal(real, folder)) return status;
  return sx_fail(err, SX_OUTSIDE_WORKSPACE,
                 "'%.*s' is a link, through which nothing is written. Nothing was changed. A "
                 "person has to remove the link.",
                 SX_STR_ARG(sx_path_display(call, folder)));
}

static sx_status write_as(sx_call *call, sx_str full, sx_str text, sx_err *err) {
  size_t made = 0;
  sx_status status = check_folder(call, full, err);
  if (!status) status = sx_file_make_parents(full, &made, err);
  if (!status) status = sx_file_write_new(full, &text, 1, 0, err);
  if (status && made) sx_file_remove_parents(full, made);
  return status;
}

sx_status sx_notes_write_new(sx_str *path, sx_call *call, const sx_memory_place *place,
                             sx_str below, sx_str name, sx_str text, sx_err *err) {
  sx_status status = SX_EXISTS;
  sx_arena *arena = call->arena;
  for (int i = 1; status == SX_EXISTS && i <= MAX_TAKEN; i++) {
    sx_str end = i == 1 ? SX_STR("") : sx_arena_printf(arena, "-%d", i);
    *path = sx_arena_printf(arena, "%.*s%.*s%.*s" SX_MEMORY_SUFFIX, SX_STR_ARG(below),
                            SX_STR_ARG(name), SX_STR_ARG(end));
    sx_str full = sx_memory_full_path(place, *path, arena);
    if (arena->status) return sx_fail(err, arena->status, NULL);
    if (err) *err = (sx_err){0};
    status = write_as(call, full, text, err);
  }
  return status;
}

sx_status sx_notes_save(sx_call *call, const sx_memory_place *place, sx_checkpoint *checkpoint,
                        sx_err *err) {
  sx_buf text;
  sx_str path;
  sx_arena *arena = call->arena;
  sx_str time = make_time(checkpoint->time_ms, arena);
  const sx_note_text note = {.title = SX_STR(""),
                             .status = SX_STR(""),
                             .time = time,
                             .client = checkpoint->client,
                             .branch = checkpoint->branch,
                             .commit = checkpoint->commit,
                             .tests = checkpoint->tests,
                             .tags = checkpoint->tags,
                             .files = checkpoint->files,
                             .symbols = checkpoint->symbols,
                             .body = checkpoint->description};
  sx_buf_init(&text, SX_NOTE_TEXT_MAX_BYTES);
  sx_note_text_write(&text, &note);
  sx_str day = sx_str_slice(time, 0, 10), hour = sx_str_slice(time, 11, 13);
  sx_str name = sx_arena_printf(arena, "%.*s-%.*s%.*s-%.*s", SX_STR_ARG(day), SX_STR_ARG(hour),
                                SX_STR_ARG(sx_str_slice(time, 14, 16)),
                                SX_STR_ARG(sx_notes_slug(checkpoint->description, arena)));
  sx_status status = arena->status ? arena->status : text.status;
  if (status) {
    sx_buf_release(&text);
    return sx_fail(err, status, NULL);
  }
  status = sx_notes_write_new(&path, call, place, SX_STR(""), name, sx_buf_str(&text), err);
  sx_buf_release(&text);
  if (!status) checkpoint->id = sx_memory_without_suffix(path);
  return status;
}

/* ---- forgetting ----------------------------------------------------------------------------- */

typedef struct finding {
  sx_str path;
  bool is_there, is_own; /* own: a checkpoint has made it */
} finding;

static sx_status find(const sx_store_access *access, void *arg, sx_err *err) {
  finding *one = arg;
  sx_query query;
  one->is_there = one->is_own = false;
  sx_query_begin(&query, access,
                 "SELECT state='" SX_NOTE_MADE "' FROM note WHERE path=? AND kind=0");
  sx_query_bind_text(&query, one->path);
  if (sx_query_next(&query)) {
    one->is_there = true;
    one->is_own = sx_query_int(&query, 0) != 0;
  }
  return sx_query_end(&query, err);
}

/* Only what the index has is removed: no id is a path that leads elsewhere. */
sx_status sx_notes_forget(sx_call *call, const sx_memory_place *place, sx_str id, sx_err *err) {
  sx_arena *arena = call->arena;
  if (sx_str_has_suffix(id, SX_STR(SX_MEMORY_SUFFIX))) id = sx_memory_without_suffix(id);
  if (sx_str_has_prefix(id, SX_STR(SX_MEMORY_FOLDER "/")))
    id = sx_str_slice(id, sizeof SX_MEMORY_FOLDER, id.len);
  finding one = {.path = sx_arena_printf(arena, "%.*s" SX_MEMORY_SUFFIX, SX_STR_ARG(id))};
  sx_status status = arena->status ? sx_fail(err, arena->status, NULL) : SX_OK;
  if (!status) status = sx_notes_index_update(call, place, err);
  if (!status) status = sx_call_store_run(call, false, find, &one, err);
  if (status) return status;
  sx_str shown = sx_utf8_cut(id, SHOWN_BYTES);
  if (!one.is_there)
    return sx_fail(err, SX_NOT_FOUND,
                   "There is no note '%.*s' in " SX_MEMORY_FOLDER
                   ". recall lists them with their ids.",
                   SX_STR_ARG(shown));
  if (!one.is_own)
    return sx_fail(err, SX_NOT_ALLOWED,
                   "'%.*s' was not made by checkpoint. Nothing was changed. A person has to remove "
                   "the file.",
                   SX_STR_ARG(shown));
  sx_str full = sx_memory_full_path(place, one.path, arena);
  return arena->status ? sx_fail(err, arena->status, NULL) : sx_file_remove(full, err);
}
