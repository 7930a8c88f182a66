#include "symbols/writer.h"

#include "base/buf.h"
#include "base/map.h"
#include "base/mem.h"
#include "symbols/names.h"
#include "symbols/place.h"
#include "symbols/word_lists.h"

#include <string.h>

#define SPECIFIER_BYTES ((size_t)512 << 20)
#define MAX_SPECIFIERS (UINT32_MAX / SX_SYMBOLS_IMPORT_KINDS)

/** As an import names what it means. */
typedef struct specifier {
  sx_str text;
  uint32_t files, last; /* how many have it, and the entry of the last one */
} specifier;

enum { PUT_FILE, PUT_SYMBOL, PUT_BASE, PUT_IMPORTS, PUT_SPECIFIER, STATEMENTS };

struct sx_symbols_writer {
  sqlite3 *db;
  sqlite3_stmt *put[STATEMENTS];
  int64_t next; /* id */
  int64_t *ids; /* of the facts of a file, those that have rows */
  size_t ids_cap;
  uint64_t *seen; /* hashes of names whose parts are there; 0: none */
  size_t seen_count, seen_cap;
  sx_symbols_word_lists words;
  sx_arena arena; /* of the specifiers */
  sx_map numbers; /* of a specifier: where it stands */
  SX_ARRAY(specifier) specifiers;
};

static const char *const texts[STATEMENTS] = {
    [PUT_FILE] = "INSERT INTO file(first,entry,language,state) VALUES(?,?,?,?)",
    [PUT_SYMBOL] = "INSERT INTO symbol(id,hash,name,place) VALUES(?,?,?,?)",
    [PUT_BASE] = "INSERT INTO base(symbol,n,hash,kind,at,name) VALUES(?,?,?,?,?,?)",
    [PUT_IMPORTS] = "INSERT INTO import(file,list) VALUES(?,?)",
    [PUT_SPECIFIER] = "INSERT INTO specifier(id,text,files) VALUES(?,?,?)",
};

sx_status sx_symbols_writer_new(sx_symbols_writer **out, sqlite3 *db, sx_err *err) {
  sx_symbols_writer *writer = *out = sx_calloc(1, sizeof *writer);
  if (!writer) return sx_fail(err, SX_NOMEM, NULL);
  writer->db = db;
  writer->next = 1;
  sx_arena_init(&writer->arena, SPECIFIER_BYTES);
  sx_map_init(&writer->numbers, &writer->arena);
  int code = SQLITE_OK;
  for (size_t i = 0; i < STATEMENTS && !code; i++)
    code = sqlite3_prepare_v3(db, texts[i], -1, SQLITE_PREPARE_PERSISTENT, &writer->put[i], NULL);
  if (!code) code = sx_symbols_word_lists_open(&writer->words, db);
  if (!code) return SX_OK;
  sx_symbols_writer_free(writer);
  *out = NULL;
  return sx_symbols_fail(db, code, err);
}

void sx_symbols_writer_free(sx_symbols_writer *writer) {
  if (!writer) return;
  for (size_t i = 0; i < STATEMENTS; i++) sqlite3_finalize(writer->put[i]);
  sx_symbols_word_lists_close(&writer->words);
  sx_arena_release(&writer->arena);
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
  sqlite3_stmt *to = writer->put[PUT_FILE];
  int code = bind_text(to, 3, file->language);
  if (code) return code;
  sqlite3_bind_int64(to, 1, writer->next++);
  sqlite3_bind_int64(to, 2, file->entry);
  sqlite3_bind_int(to, 4, (int)file->state);
  return step(to);
}

/* ---- the parts of names ------------------------------------------------------------------- */

/* Where a hash is looked for first: its lowest bit is always set. */
static size_t slot_of(uint64_t hash, size_t cap) {
  return hash >> 1 & (cap - 1);
}

static bool grow_seen(sx_symbols_writer *writer) {
  if (writer->seen_count * 3 < writer->seen_cap * 2) return true;
  size_t cap = writer->seen_cap ? writer->seen_cap * 2 : 1024;
  uint64_t *larger = sx_calloc(cap, sizeof *larger);
  if (!larger) return false;
  for (size_t i = 0; i < writer->seen_cap; i++) {
    size_t at = slot_of(writer->seen[i], cap);
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
  size_t at = slot_of(hash, writer->seen_cap);
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
  return sx_symbols_word_lists_add(&writer->words, sx_str_make(text, len), id);
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
  sqlite3_stmt *to = writer->put[PUT_SYMBOL];
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
  const sx_facts *facts = &file->facts->facts;
  const sx_fact *fact = &facts->items[i];
  int64_t id = writer->next++, above = id_above(writer, facts, i);
  uint32_t row = row_at(starts, fact->start);
  if (ends->at < starts->at || ends->at > fact->end) *ends = *starts;
  const sx_symbols_place place = {.kind = (uint8_t)sx_fact_shown_kind(facts, i),
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

/* ---- bases and imports --------------------------------------------------------------------- */

static int add_base(sx_symbols_writer *writer, const sx_symbols_base *base, size_t n) {
  sqlite3_stmt *to = writer->put[PUT_BASE];
  int code = bind_text(to, 6, base->name);
  if (code) return code;
  sqlite3_bind_int64(to, 1, base->symbol);
  sqlite3_bind_int64(to, 2, (int64_t)n);
  sqlite3_bind_int64(to, 3, sx_symbols_hash(sx_symbols_last_word(base->name)));
  sqlite3_bind_int64(to, 4, base->kind);
  sqlite3_bind_int64(to, 5, base->at);
  return step(to);
}

static int add_bases(sx_symbols_writer *writer, const sx_symbols_file *file) {
  const sx_bases *bases = &file->facts->bases;
  int code = SQLITE_OK;
  for (size_t i = 0; i < bases->len && !code; i++) {
    const sx_base *one = &bases->items[i];
    const sx_symbols_base base = {.symbol = writer->ids[one->fact],
                                  .kind = one->kind,
                                  .at = one->start,
                                  .name = sx_str_slice(file->text, one->start, one->end)};
    if (base.symbol && base.name.len <= SX_SYMBOLS_MAX_BASE_BYTES)
      code = add_base(writer, &base, i);
  }
  return code;
}

/* Where the specifier stands in the list; SIZE_MAX without memory. */
static size_t number_of(sx_symbols_writer *writer, sx_str text) {
  uint64_t number = writer->specifiers.len;
  if (sx_map_find(&writer->numbers, text, &number)) return (size_t)number;
  sx_str kept = sx_arena_dup(&writer->arena, text);
  specifier *added = SX_ARRAY_ADD(&writer->specifiers, &writer->arena);
  if (!added || writer->arena.status || sx_map_put(&writer->numbers, kept, number)) return SIZE_MAX;
  *added = (specifier){.text = kept};
  return (size_t)number;
}

/* The list of the imports of a file, in its memory. */
typedef struct import_list {
  sx_buf bytes;
  uint32_t entry, row;
} import_list;

static void add_number(sx_buf *to, size_t number) {
  unsigned char bytes[SX_SYMBOLS_NUMBER_BYTES];
  size_t len = sx_symbols_number_write(bytes, (uint32_t)number);
  sx_buf_add(to, sx_str_make((const char *)bytes, len));
}

static int add_import(sx_symbols_writer *writer, import_list *list,
                      const sx_symbols_import *import) {
  size_t number = number_of(writer, import->specifier);
  if (number == SIZE_MAX) return SQLITE_NOMEM;
  if (number >= MAX_SPECIFIERS) return SQLITE_TOOBIG;
  specifier *one = &writer->specifiers.items[number];
  if (!one->files || one->last != list->entry) one->files++;
  one->last = list->entry;
  add_number(&list->bytes, number * SX_SYMBOLS_IMPORT_KINDS + import->kind);
  add_number(&list->bytes, import->row - list->row);
  list->row = import->row;
  return list->bytes.status ? SQLITE_NOMEM : SQLITE_OK;
}

/* `first`: the file's. Ends the list. */
static int put_imports(sx_symbols_writer *writer, import_list *list, int64_t first, int code) {
  sqlite3_stmt *to = writer->put[PUT_IMPORTS];
  sqlite3_bind_int64(to, 1, first);
  if (!code && list->bytes.len) {
    code = sqlite3_bind_blob64(to, 2, list->bytes.ptr, list->bytes.len, SQLITE_STATIC);
    if (!code) code = step(to);
  }
  sx_buf_release(&list->bytes);
  return code;
}

static int add_imports(sx_symbols_writer *writer, const sx_symbols_file *file, int64_t first) {
  const sx_text_imports *imports = &file->facts->imports;
  import_list list = {.entry = file->entry};
  rows starts = {.text = file->text};
  int code = SQLITE_OK;
  sx_buf_init(&list.bytes, SPECIFIER_BYTES);
  for (size_t i = 0; i < imports->len && !code; i++) {
    const sx_text_import *one = &imports->items[i];
    const sx_symbols_import import = {.kind = one->kind,
                                      .row = row_at(&starts, one->start),
                                      .specifier = sx_str_slice(file->text, one->start, one->end)};
    code = add_import(writer, &list, &import);
  }
  return put_imports(writer, &list, first, code);
}

/* ---- files -------------------------------------------------------------------------------- */

sx_status sx_symbols_writer_put(sx_symbols_writer *writer, const sx_symbols_file *file,
                                sx_err *err) {
  sx_symbols_file one = *file;
  size_t macros = 0, count = file->facts ? file->facts->facts.len : 0;
  rows starts = {.text = file->text}, ends = starts;
  int64_t first = writer->next;
  if (!make_ids(writer, count)) return sx_fail(err, SX_NOMEM, NULL);
  for (size_t i = 0; i < count; i++) macros += file->facts->facts.items[i].kind == SX_FACT_MACRO;
  if (macros > SX_SYMBOLS_MAX_MACROS) one.state = SX_SYMBOLS_CUT;
  int code = add_file(writer, &one);
  macros = 0;
  for (size_t i = 0; i < count && !code; i++) {
    const sx_fact *fact = &file->facts->facts.items[i];
    bool is_macro = fact->kind == SX_FACT_MACRO;
    if (is_macro && ++macros > SX_SYMBOLS_MAX_MACROS) continue;
    if (is_shown(fact)) code = add_symbol(writer, file, i, &starts, &ends);
  }
  if (!code && file->facts) code = add_bases(writer, file);
  if (!code && file->facts) code = add_imports(writer, file, first);
  return code ? sx_symbols_fail(writer->db, code, err) : SX_OK;
}

static int copy_bases(sx_symbols_writer *writer, const sx_symbols_contents *from, int64_t first) {
  int code = SQLITE_OK;
  for (size_t i = 0; i < from->bases.len && !code; i++) {
    sx_symbols_base base = from->bases.items[i];
    base.symbol += first - from->first;
    code = add_base(writer, &base, i);
  }
  return code;
}

static int copy_imports(sx_symbols_writer *writer, const sx_symbols_contents *from, uint32_t entry,
                        int64_t first) {
  import_list list = {.entry = entry};
  int code = SQLITE_OK;
  sx_buf_init(&list.bytes, SPECIFIER_BYTES);
  for (size_t i = 0; i < from->imports.len && !code; i++)
    code = add_import(writer, &list, &from->imports.items[i]);
  return put_imports(writer, &list, first, code);
}

sx_status sx_symbols_writer_copy(sx_symbols_writer *writer, const sx_symbols_file *file,
                                 const sx_symbols_contents *from, sx_err *err) {
  int64_t first = writer->next;
  int code = add_file(writer, file);
  for (size_t i = 0; i < from->rows.len && !code; i++)
    code = add_row(writer, writer->next++, from->rows.items[i].name, &from->rows.items[i].place);
  if (!code) code = copy_bases(writer, from, first);
  if (!code) code = copy_imports(writer, from, file->entry, first);
  return code ? sx_symbols_fail(writer->db, code, err) : SX_OK;
}

/* ---- the end ------------------------------------------------------------------------------ */

static int put_specifier(const sx_symbols_writer *writer, size_t number) {
  sqlite3_stmt *to = writer->put[PUT_SPECIFIER];
  const specifier *one = &writer->specifiers.items[number];
  int code = bind_text(to, 2, one->text);
  if (code) return code;
  sqlite3_bind_int64(to, 1, (int64_t)number);
  sqlite3_bind_int64(to, 3, one->files);
  return step(to);
}

sx_status sx_symbols_writer_finish(sx_symbols_writer *writer, sx_err *err) {
  int code = SQLITE_OK;
  for (size_t i = 0; i < writer->specifiers.len && !code; i++) code = put_specifier(writer, i);
  if (!code) code = sx_symbols_word_lists_write(&writer->words);
  return code ? sx_symbols_fail(writer->db, code, err) : sx_symbols_finish(writer->db, err);
}
