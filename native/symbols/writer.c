#include "symbols/writer.h"

#include "base/mem.h"
#include "symbols/names.h"
#include "symbols/place.h"

#include <string.h>

struct sx_symbols_writer {
  sqlite3 *db;
  sqlite3_stmt *put_file, *put_symbol, *put_parts;
  int64_t next; /* id */
  int64_t *ids; /* of the facts of a file, those that have rows */
  size_t ids_cap;
  uint64_t *seen; /* hashes of names whose parts are there; 0: none */
  size_t seen_count, seen_cap;
};

static const char put_file[] = "INSERT INTO file(first,entry,language,state) VALUES(?,?,?,?)";
static const char put_symbol[] = "INSERT INTO symbol(id,hash,name,place) VALUES(?,?,?,?)";
static const char put_parts[] = "INSERT INTO part(rowid,name) VALUES(?,?)";

static int prepare(sqlite3 *db, const char *sql, sqlite3_stmt **out) {
  return sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, out, NULL);
}

sx_status sx_symbols_writer_new(sx_symbols_writer **out, sqlite3 *db, sx_err *err) {
  sx_symbols_writer *writer = *out = sx_calloc(1, sizeof *writer);
  if (!writer) return sx_fail(err, SX_NOMEM, NULL);
  writer->db = db;
  writer->next = 1;
  int code = prepare(db, put_file, &writer->put_file);
  if (!code) code = prepare(db, put_symbol, &writer->put_symbol);
  if (!code) code = prepare(db, put_parts, &writer->put_parts);
  if (!code) return SX_OK;
  sx_symbols_writer_free(writer);
  *out = NULL;
  return sx_symbols_fail(db, code, err);
}

void sx_symbols_writer_free(sx_symbols_writer *writer) {
  if (!writer) return;
  sqlite3_finalize(writer->put_file);
  sqlite3_finalize(writer->put_symbol);
  sqlite3_finalize(writer->put_parts);
  sx_free(writer->ids);
  sx_free(writer->seen);
  sx_free(writer);
}

static int bind_text(sqlite3_stmt *to, int at, sx_str text) {
  return sqlite3_bind_text64(to, at, text.ptr, text.len, SQLITE_STATIC, SQLITE_UTF8);
}

static int step(sqlite3_stmt *statement) {
  int code = sqlite3_step(statement);
  int reset = sqlite3_reset(statement);
  return code == SQLITE_DONE ? reset : code;
}

static int add_file(sx_symbols_writer *writer, const sx_symbols_file *file) {
  sqlite3_stmt *to = writer->put_file;
  int code = bind_text(to, 3, file->language);
  if (code) return code;
  sqlite3_bind_int64(to, 1, writer->next++);
  sqlite3_bind_int64(to, 2, file->entry);
  sqlite3_bind_int(to, 4, (int)file->state);
  return step(to);
}

/* ---- the parts of names ------------------------------------------------------------------- */

static bool grow_seen(sx_symbols_writer *writer) {
  if (writer->seen_count * 3 < writer->seen_cap * 2) return true;
  size_t cap = writer->seen_cap ? writer->seen_cap * 2 : 1024;
  uint64_t *larger = sx_calloc(cap, sizeof *larger);
  if (!larger) return false;
  for (size_t i = 0; i < writer->seen_cap; i++) {
    size_t at = writer->seen[i] & (cap - 1);
    while (writer->seen[i] && larger[at]) at = (at + 1) & (cap - 1);
    if (writer->seen[i]) larger[at] = writer->seen[i];
  }
  sx_free(writer->seen);
  writer->seen = larger;
  writer->seen_cap = cap;
  return true;
}

/* FNV-1a; never 0. Where two names have one hash, the second is not found by its parts: one of some
   10^13 pairs. */
static uint64_t hash_whole(sx_str name) {
  uint64_t hash = 0xCBF29CE484222325u;
  for (size_t i = 0; i < name.len; i++) hash = (hash ^ (unsigned char)name.ptr[i]) * 0x100000001B3u;
  return (hash ^ hash >> 32) | 1;
}

/* Whether it is new. */
static bool see(sx_symbols_writer *writer, uint64_t hash) {
  size_t at = hash >> 1 & (writer->seen_cap - 1);
  for (; writer->seen[at]; at = (at + 1) & (writer->seen_cap - 1))
    if (writer->seen[at] == hash) return false;
  writer->seen[at] = hash;
  writer->seen_count++;
  return true;
}

static int add_parts(sx_symbols_writer *writer, sx_str name, int64_t id) {
  char text[2 * SX_SYMBOLS_PARTS_BYTES];
  if (!grow_seen(writer)) return SQLITE_NOMEM;
  if (!see(writer, hash_whole(name))) return SQLITE_OK;
  size_t len = sx_symbols_parts(text, name);
  if (!len) return SQLITE_OK;
  sqlite3_bind_int64(writer->put_parts, 1, id);
  int code = bind_text(writer->put_parts, 2, sx_str_make(text, len));
  return code ? code : step(writer->put_parts);
}

/* ---- symbols ------------------------------------------------------------------------------ */

/* Rows of ascending places: each line end is counted once. */
typedef struct rows {
  sx_str text;
  size_t at;
  uint32_t row;
} rows;

static uint32_t row_at(rows *r, size_t at) {
  if (at < r->at) *r = (rows){.text = r->text};
  while (r->at < at) {
    const char *end = memchr(r->text.ptr + r->at, '\n', at - r->at);
    if (!end) break;
    r->row++;
    r->at = (size_t)(end - r->text.ptr) + 1;
  }
  return r->row;
}

/* The id of the nearest one around it that has a row; 0: none. */
static int64_t id_above(const sx_symbols_writer *writer, const sx_facts *facts, size_t i) {
  for (uint32_t at = facts->items[i].parent; at != SX_FACT_TOP; at = facts->items[at].parent)
    if (writer->ids[at]) return writer->ids[at];
  return 0;
}

static int add_row(sx_symbols_writer *writer, int64_t id, sx_str name,
                   const sx_symbols_place *place) {
  sqlite3_stmt *to = writer->put_symbol;
  unsigned char bytes[SX_SYMBOLS_PLACE_BYTES];
  size_t len = sx_symbols_place_write(bytes, place);
  int code = bind_text(to, 3, name);
  if (!code) code = sqlite3_bind_blob64(to, 4, bytes, len, SQLITE_STATIC);
  if (code) return code;
  sqlite3_bind_int64(to, 1, id);
  sqlite3_bind_int64(to, 2, sx_symbols_hash(name));
  code = step(to);
  return code ? code : add_parts(writer, name, id);
}

static int add_symbol(sx_symbols_writer *writer, const sx_symbols_file *file, size_t i,
                      rows *starts, rows *ends) {
  const sx_fact *fact = &file->facts->items[i];
  int64_t id = writer->next++, above = id_above(writer, file->facts, i);
  uint32_t row = row_at(starts, fact->start);
  if (ends->at < starts->at || ends->at > fact->end) *ends = *starts;
  const sx_symbols_place place = {.kind = (uint8_t)sx_fact_shown_kind(file->facts, i),
                                  .flags = fact->flags,
                                  .up = above ? (uint32_t)(id - above) : 0,
                                  .row = row,
                                  .end_row = row_at(ends, fact->end),
                                  .start = fact->start,
                                  .end = fact->end,
                                  .name_at = fact->name_start,
                                  .body = fact->body};
  writer->ids[i] = id;
  return add_row(writer, id, sx_fact_name(fact, file->text), &place);
}

/* One has no name, or the same as what it is declared with. */
static bool is_shown(const sx_fact *fact) {
  return fact->name_end > fact->name_start && !(fact->flags & SX_FACT_TWIN);
}

static bool make_ids(sx_symbols_writer *writer, size_t count) {
  if (count > writer->ids_cap) {
    sx_free(writer->ids);
    writer->ids_cap = 0;
    writer->ids = sx_calloc(count, sizeof *writer->ids);
    if (!writer->ids) return false;
    writer->ids_cap = count;
  }
  if (count) memset(writer->ids, 0, count * sizeof *writer->ids);
  return true;
}

sx_status sx_symbols_writer_put(sx_symbols_writer *writer, const sx_symbols_file *file,
                                sx_err *err) {
  sx_symbols_file one = *file;
  size_t macros = 0, count = file->facts ? file->facts->len : 0;
  rows starts = {.text = file->text}, ends = starts;
  if (!make_ids(writer, count)) return sx_fail(err, SX_NOMEM, NULL);
  for (size_t i = 0; i < count; i++) macros += file->facts->items[i].kind == SX_FACT_MACRO;
  if (macros > SX_SYMBOLS_MAX_MACROS) one.state = SX_SYMBOLS_CUT;
  int code = add_file(writer, &one);
  macros = 0;
  for (size_t i = 0; i < count && !code; i++) {
    const sx_fact *fact = &file->facts->items[i];
    bool is_macro = fact->kind == SX_FACT_MACRO;
    if (is_macro && ++macros > SX_SYMBOLS_MAX_MACROS) continue;
    if (is_shown(fact)) code = add_symbol(writer, file, i, &starts, &ends);
  }
  return code ? sx_symbols_fail(writer->db, code, err) : SX_OK;
}

sx_status sx_symbols_writer_copy(sx_symbols_writer *writer, const sx_symbols_file *file,
                                 const sx_symbols_rows *from, sx_err *err) {
  int code = add_file(writer, file);
  for (size_t i = 0; i < from->len && !code; i++)
    code = add_row(writer, writer->next++, from->items[i].name, &from->items[i].place);
  return code ? sx_symbols_fail(writer->db, code, err) : SX_OK;
}
