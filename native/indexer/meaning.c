#include "indexer/meaning.h"

#include "index/manifest.h"
#include "indexer/text.h"
#include "meaning/reader.h"
#include "os/own_folder.h"
#include "syntax/languages.h"

#include <inttypes.h>

#define MADE "meaning-new"
#define SCRATCH "meaning-scratch"
#define MAX_FILE_BYTES ((uint64_t)32 << 20)
#define FILE_BYTES ((size_t)512 << 20) /* memory for one, its text included */
#define PATH_BYTES ((size_t)64 << 10)
#define FILES_A_CHECK 64

typedef struct meaning {
  const sx_indexer_symbols *wanted;
  sx_symbols_reader *symbols;
  sx_meaning_writer *writer;
  sx_buf path;
  sx_err *err;
} meaning;

/* ---- one file ------------------------------------------------------------------------------- */

static sx_status declare(sx_meaning_declareds *out, const sx_symbols_contents *contents,
                         sx_arena *arena) {
  for (size_t i = 0; i < contents->rows.len; i++) {
    const sx_symbols_row *row = &contents->rows.items[i];
    sx_meaning_declared *one = SX_ARRAY_ADD(out, arena);
    if (!one) return arena->status;
    *one = (sx_meaning_declared){.start = row->place.start,
                                 .end = row->place.end,
                                 .body = row->place.body,
                                 .name_start = row->place.name_at,
                                 .name_end = row->place.name_at + (uint32_t)row->name.len,
                                 .flags = row->place.flags,
                                 .kind = row->place.kind};
  }
  return SX_OK;
}

/* Without symbols of it, a file has one unit. */
static sx_status make_units(sx_meaning_units *out, sx_str text, sx_str path,
                            const sx_symbols_contents *contents, sx_arena *arena) {
  sx_meaning_declareds declared = {0};
  if (!contents) return sx_meaning_sections_make(out, text, arena);
  const sx_syntax_language *language = sx_syntax_language_named(contents->language);
  sx_str id = language ? sx_str_from(language->row) : SX_STR("");
  sx_status status = declare(&declared, contents, arena);
  if (status) return status;
  return sx_meaning_units_make(out, text, sx_language_find(id, path), &declared, arena);
}

static sx_status read_text(meaning *m, const sx_index_entry *entry, sx_str *text, bool *is_read,
                           sx_arena *arena) {
  sx_file_stream stream;
  sx_file_info info;
  *is_read = false;
  if (entry->stamp.size_bytes > MAX_FILE_BYTES) return SX_OK;
  sx_buf_clear(&m->path);
  sx_buf_addf(&m->path, "%.*s/%.*s", SX_STR_ARG(m->wanted->root), SX_STR_ARG(entry->path));
  if (m->path.status) return m->path.status;
  sx_status status = sx_file_stream_open(&stream, &info, m->path.ptr);
  if (status) return status == SX_NOMEM ? status : SX_OK;
  status = sx_indexer_text_read(text, is_read, &stream, &entry->stamp, SX_STR(""), arena);
  sx_file_stream_close(&stream);
  return status;
}

/* `contents`: NULL of prose. */
static sx_status put_file(meaning *m, size_t number, const sx_index_entry *entry,
                          const sx_symbols_contents *contents, sx_arena *arena) {
  sx_meaning_units units;
  sx_meaning_text file = {.entry = number, .path = entry->path, .state = SX_MEANING_UNREAD};
  bool is_read;
  sx_status status = read_text(m, entry, &file.text, &is_read, arena);
  if (status) return sx_fail(m->err, status, NULL);
  if (is_read) {
    status = make_units(&units, file.text, entry->path, contents, arena);
    if (status == SX_NOMEM) return sx_fail(m->err, status, NULL);
    if (!status) file.units = &units;
    if (!status) file.state = SX_MEANING_READ;
  }
  return sx_meaning_writer_put(m->writer, &file, m->err);
}

static sx_status put_entry(meaning *m, size_t number, const sx_index_entry *entry) {
  sx_arena arena;
  sx_symbols_contents contents = {0};
  sx_status status = SX_OK;
  if (entry->state != SX_INDEX_COVERED && entry->state != SX_INDEX_OPEN) return SX_OK;
  bool is_prose = sx_meaning_is_prose(entry->path);
  sx_arena_init(&arena, FILE_BYTES);
  if (!is_prose)
    status = sx_symbols_of_entry(m->symbols, (uint32_t)number, &contents, &arena, m->err);
  if (!status && (is_prose || contents.language.len))
    status = put_file(m, number, entry, is_prose ? NULL : &contents, &arena);
  sx_arena_release(&arena);
  return status;
}

/* ---- all of them ---------------------------------------------------------------------------- */

static sx_status put_all(meaning *m) {
  const sx_indexer_symbols *wanted = m->wanted;
  size_t count = sx_index_segment_count(wanted->segment);
  uint64_t bytes = 0;
  sx_index_entry entry;
  sx_status status = SX_OK;
  for (size_t i = 0; i < count && !status; i++) {
    status = sx_index_segment_get(wanted->segment, i, &entry);
    if (status) return sx_fail(m->err, status, NULL);
    bytes += entry.stamp.size_bytes;
    status = put_entry(m, i, &entry);
    if (!status && i % FILES_A_CHECK == 0) status = wanted->check(wanted->arg, i, count, bytes);
  }
  return status ? status : sx_meaning_writer_finish(m->writer, m->err);
}

static bool is_good(const char *path, uint32_t mark) {
  sx_meaning_reader *reader;
  sx_status status = sx_meaning_open(&reader, path, mark, NULL);
  sx_meaning_free(reader);
  return !status;
}

bool sx_indexer_meaning_is_there(const char *store, uint64_t number) {
  sx_buf path;
  sx_file_info info = {0};
  sx_buf_init(&path, PATH_BYTES);
  sx_buf_addf(&path, "%s/" SX_INDEX_MEANING "%" PRIu64, store, number);
  bool is_there =
      number && !path.status && !sx_file_stat(&info, sx_buf_str(&path), NULL) && info.exists;
  sx_buf_release(&path);
  return is_there;
}

static sx_status make(meaning *m, const char *name, sx_arena *arena) {
  const sx_indexer_symbols *wanted = m->wanted;
  const char *store = wanted->store;
  uint32_t mark = sx_index_segment_mark(wanted->segment);
  sx_str path = sx_arena_printf(arena, "%s/%s", store, name);
  sx_str made = sx_arena_printf(arena, "%s/" MADE, store);
  sx_str scratch = sx_arena_printf(arena, "%s/" SCRATCH, store);
  sx_str symbols = sx_arena_printf(arena, "%s/" SX_INDEX_SYMBOLS "%" PRIu64, store, wanted->number);
  if (arena->status) return sx_fail(m->err, arena->status, NULL);
  if (is_good(path.ptr, mark)) return SX_OK;
  const sx_meaning_target target = {made.ptr, scratch.ptr, mark,
                                    sx_index_segment_count(wanted->segment)};
  sx_status status = sx_own_folder_remove(store, MADE, m->err);
  if (!status) status = sx_symbols_open(&m->symbols, symbols.ptr, mark, m->err);
  if (!status) status = sx_meaning_writer_new(&m->writer, &target, m->err);
  if (!status) status = put_all(m);
  sx_meaning_writer_free(m->writer);
  sx_symbols_free(m->symbols);
  if (!status) status = sx_own_folder_rename(store, MADE, name, m->err);
  if (status) sx_own_folder_remove(store, MADE, NULL);
  return status;
}

sx_status sx_indexer_meaning_write(const sx_indexer_symbols *wanted, sx_err *err) {
  meaning m = {.wanted = wanted, .err = err};
  char name[64];
  sx_arena arena;
  snprintf(name, sizeof name, SX_INDEX_MEANING "%" PRIu64, wanted->number);
  sx_arena_init(&arena, PATH_BYTES);
  sx_buf_init(&m.path, PATH_BYTES);
  sx_status status = make(&m, name, &arena);
  sx_buf_release(&m.path);
  sx_arena_release(&arena);
  return status;
}
