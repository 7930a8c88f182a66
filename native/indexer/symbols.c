#include "indexer/symbols.h"

#include "base/buf.h"
#include "base/folder.h"
#include "base/mem.h"
#include "index/manifest.h"
#include "indexer/text.h"
#include "os/parallel.h"
#include "os/self.h"
#include "parse/memory.h"
#include "parse/parse.h"
#include "symbols/writer.h"
#include "syntax/languages.h"

#include <inttypes.h>

#define THREADS ((size_t)2)
/* The time of the processor since a file was begun. It takes 0.2 s at most, unless a scanner hangs.
 */
#define FILE_SECONDS 20
/* So much is read before it is written: files, and bytes unless one file has more. */
#define BATCH_FILES ((size_t)512)
#define BATCH_BYTES ((uint64_t)16 << 20)
#define MAX_FILE_BYTES ((uint64_t)32 << 20)
#define FACTS_BYTES ((size_t)256 << 20)
#define MADE "symbols-new"
#define PATH_BYTES ((size_t)64 << 10)

/* A file, from its entry to its facts. */
typedef struct slot {
  sx_index_entry entry;
  uint32_t number;
  sx_str language; /* empty until a script's first line names it */
  sx_arena arena;  /* has the text and the facts */
  sx_str text;
  sx_text_facts facts;
  sx_symbols_contents before; /* if `is_copied` */
  bool is_copied;
  sx_symbols_state state;
} slot;

typedef struct batch {
  const sx_indexer_symbols *wanted;
  sx_parser *parsers[THREADS];
  slot *slots;
  size_t count;
  uint64_t bytes;
} batch;

/* ---- reading one file ---------------------------------------------------------------------- */

static bool may_be_read_by_us(sx_str path, sx_str *language) {
  const sx_syntax_language *found = sx_syntax_language_find(SX_STR(""), path, SX_STR(""));
  *language = found ? sx_str_from(found->name) : SX_STR("");
  return found ? sx_syntax_language_is_code(found) : sx_syntax_language_may_be_script(path);
}

/* Its text, in the arena; of a file that may be a script, and is none, the first bytes. */
static sx_status read_text(slot *s, const sx_file_stream *stream) {
  bool is_same;
  sx_str head = s->language.len ? SX_STR("") : SX_STR("#"); /* of a line that has the language */
  sx_status status =
      sx_indexer_text_read(&s->text, &is_same, stream, &s->entry.stamp, head, &s->arena);
  s->state = is_same ? SX_SYMBOLS_READ : SX_SYMBOLS_CHANGED;
  return status;
}

static sx_status read_facts(slot *s, sx_parser *parser) {
  static const sx_symbols_state states[SX_FACTS_EXTENT_COUNT] = {
      [SX_FACTS_WHOLE] = SX_SYMBOLS_READ,
      [SX_FACTS_CUT] = SX_SYMBOLS_CUT,
      [SX_FACTS_TOO_BIG] = SX_SYMBOLS_TOO_BIG,
      [SX_FACTS_UNREAD] = SX_SYMBOLS_FOREIGN};
  const sx_syntax_language *language = sx_syntax_language_find(SX_STR(""), s->entry.path, s->text);
  const sx_parse_limits limits = SX_PARSE_LIMITS;
  if (!language) return SX_OK;
  sx_status status =
      sx_parse_facts(&s->facts, parser, &language, s->text, &limits, &s->arena, NULL);
  s->language = sx_str_from(language->name);
  s->state = status ? SX_SYMBOLS_TOO_BIG : states[s->facts.extent];
  if (status) s->facts = (sx_text_facts){0};
  return status == SX_TOO_BIG ? SX_OK : status;
}

static sx_status read_slot(batch *b, size_t worker, slot *s, sx_buf *path) {
  sx_file_stream stream;
  sx_file_info info;
  s->state = SX_SYMBOLS_FAILED;
  if (sx_indexer_poison_has(b->wanted->poison, s->entry.path)) return SX_OK;
  if (s->entry.stamp.size_bytes > MAX_FILE_BYTES) {
    s->state = SX_SYMBOLS_TOO_BIG;
    return SX_OK;
  }
  sx_buf_clear(path);
  sx_buf_addf(path, "%.*s/%.*s", SX_STR_ARG(b->wanted->root), SX_STR_ARG(s->entry.path));
  if (path->status) return path->status;
  sx_status status = sx_file_stream_open(&stream, &info, path->ptr);
  if (status) return status == SX_NOMEM ? status : SX_OK;
  status = read_text(s, &stream);
  sx_file_stream_close(&stream);
  return status || s->state != SX_SYMBOLS_READ ? status : read_facts(s, b->parsers[worker]);
}

static sx_status read_slots(void *arg, size_t worker, size_t from, size_t to) {
  batch *b = arg;
  sx_status status = SX_OK;
  sx_buf path;
  sx_buf_init(&path, PATH_BYTES);
  for (size_t i = from; i < to && !status; i++) {
    if (b->slots[i].is_copied) continue;
    sx_indexer_poison_work(b->wanted->poison, worker, b->slots[i].entry.path);
    sx_self_limit_step(FILE_SECONDS);
    status = read_slot(b, worker, &b->slots[i], &path);
  }
  sx_buf_release(&path);
  return status;
}

static void empty(batch *b) {
  for (size_t i = 0; i < b->count; i++) sx_arena_release(&b->slots[i].arena);
  b->count = 0;
  b->bytes = 0;
}

/* ---- files as they were before -------------------------------------------------------------- */

/* The files of a former segment in their order, beside those that are written. */
typedef struct cursor {
  size_t at;
  sx_index_entry entry;
  bool has_entry;
} cursor;

/* False: it has no such file, or another state of it. */
static bool find_former(const sx_indexer_former *former, cursor *c, const sx_index_entry *wanted) {
  size_t count = former->symbols ? sx_index_segment_count(former->segment) : 0;
  for (; c->at < count; c->at++, c->has_entry = false) {
    if (!c->has_entry && sx_index_segment_get(former->segment, c->at, &c->entry)) return false;
    c->has_entry = true;
    int order = sx_path_compare(c->entry.path, wanted->path);
    if (order > 0) return false;
    if (order == 0) return sx_index_stamp_is_same(&c->entry.stamp, &wanted->stamp);
  }
  return false;
}

static bool was_read(sx_symbols_state state) {
  return state == SX_SYMBOLS_READ || state == SX_SYMBOLS_CUT;
}

static sx_status copy_former(slot *s, const sx_indexer_former *former, uint32_t entry) {
  sx_status status = sx_symbols_of_entry(former->symbols, entry, &s->before, &s->arena, NULL);
  s->is_copied = !status && was_read(s->before.state);
  if (s->is_copied) s->state = s->before.state, s->language = s->before.language;
  return status == SX_NOMEM ? status : SX_OK; /* a damaged one is read again */
}

static sx_status take_former(const batch *b, cursor *cursors, slot *s) {
  for (size_t i = b->wanted->former_count; i-- > 0 && !s->is_copied;) {
    const sx_indexer_former *former = &b->wanted->former[i];
    if (!find_former(former, &cursors[i], &s->entry)) continue;
    sx_status status = copy_former(s, former, (uint32_t)cursors[i].at);
    if (status) return status;
  }
  return SX_OK;
}

void sx_indexer_former_open(sx_indexer_former *out, const char *store, uint64_t number,
                            sx_index_segment *segment) {
  sx_arena arena;
  sx_arena_init(&arena, PATH_BYTES);
  *out = (sx_indexer_former){.segment = segment};
  sx_str path = sx_arena_printf(&arena, "%s/" SX_INDEX_SYMBOLS "%" PRIu64, store, number);
  if (segment && path.len &&
      sx_symbols_open(&out->symbols, path.ptr, sx_index_segment_mark(segment), NULL))
    out->symbols = NULL;
  sx_arena_release(&arena);
}

/* ---- all of them ---------------------------------------------------------------------------- */

static sx_status write_slot(const slot *s, sx_symbols_writer *writer, sx_err *err) {
  const sx_symbols_file file = {s->number, s->language, s->text, s->state, &s->facts};
  if (!s->language.len) return SX_OK; /* no script */
  return s->is_copied ? sx_symbols_writer_copy(writer, &file, &s->before, err)
                      : sx_symbols_writer_put(writer, &file, err);
}

static sx_status write_slots(batch *b, sx_symbols_writer *writer, sx_err *err) {
  const sx_parallel work = {.count = b->count,
                            .chunk = 1,
                            .threads = THREADS,
                            .stack_bytes = SX_PARSE_STACK_BYTES,
                            .run = read_slots,
                            .arg = b};
  sx_status status = sx_parallel_run(&work);
  sx_self_limit_step(0);
  if (status) return sx_fail(err, status, NULL);
  for (size_t i = 0; i < b->count && !status; i++) status = write_slot(&b->slots[i], writer, err);
  empty(b);
  return status;
}

static sx_status write_all(batch *b, sx_symbols_writer *writer, sx_err *err) {
  const sx_indexer_symbols *wanted = b->wanted;
  size_t count = sx_index_segment_count(wanted->segment);
  uint64_t bytes = 0;
  cursor cursors[SX_INDEXER_MAX_FORMER] = {{0}};
  sx_status status = SX_OK;
  for (size_t i = 0; i < count && !status; i++) {
    slot *s = &b->slots[b->count];
    *s = (slot){.number = (uint32_t)i};
    status = sx_index_segment_get(wanted->segment, i, &s->entry);
    if (status) return sx_fail(err, status, NULL);
    bool is_text = s->entry.state == SX_INDEX_COVERED || s->entry.state == SX_INDEX_OPEN;
    bytes += s->entry.stamp.size_bytes;
    if (!is_text || !may_be_read_by_us(s->entry.path, &s->language)) continue;
    sx_arena_init(&s->arena, FACTS_BYTES);
    b->count++;
    status = take_former(b, cursors, s);
    if (status) return sx_fail(err, status, NULL);
    /* Copied files take memory, too: many times their bytes where they declare much. */
    b->bytes += s->entry.stamp.size_bytes;
    if (b->count < BATCH_FILES && b->bytes < BATCH_BYTES) continue;
    status = write_slots(b, writer, err);
    if (!status) status = wanted->check(wanted->arg, i, count, bytes);
  }
  return status ? status : write_slots(b, writer, err);
}

static sx_status fill(const sx_indexer_symbols *wanted, sqlite3 *db, sx_err *err) {
  sx_symbols_writer *writer;
  batch b = {.wanted = wanted, .slots = sx_calloc(BATCH_FILES + 1, sizeof *b.slots)};
  if (!b.slots) return sx_fail(err, SX_NOMEM, NULL);
  sx_status status = sx_symbols_writer_new(&writer, db, err);
  for (size_t i = 0; i < THREADS && !status; i++) status = sx_parser_new(&b.parsers[i], err);
  if (!status) status = write_all(&b, writer, err);
  if (!status) status = sx_symbols_writer_finish(writer, err);
  for (size_t i = 0; i < THREADS; i++) sx_parser_free(b.parsers[i]);
  empty(&b);
  sx_free(b.slots);
  sx_symbols_writer_free(writer);
  return status;
}

static bool is_there(const char *path, uint32_t mark) {
  sx_symbols_reader *reader;
  sx_status status = sx_symbols_open(&reader, path, mark, NULL);
  sx_symbols_free(reader);
  return !status;
}

static sx_status make(const sx_indexer_symbols *wanted, sx_arena *arena, sx_err *err) {
  sqlite3 *db;
  char name[64];
  uint32_t mark = sx_index_segment_mark(wanted->segment);
  snprintf(name, sizeof name, SX_INDEX_SYMBOLS "%" PRIu64, wanted->number);
  sx_str path = sx_arena_printf(arena, "%s/%s", wanted->store, name);
  sx_str made = sx_arena_printf(arena, "%s/" MADE, wanted->store);
  if (arena->status) return sx_fail(err, arena->status, NULL);
  if (is_there(path.ptr, mark)) return SX_OK;
  sx_status status = sx_own_folder_remove(wanted->store, MADE, err);
  if (!status) status = sx_indexer_poison_begin(wanted->poison, THREADS, err);
  if (status) return status;
  status = sx_symbols_make(&db, made.ptr, mark, err);
  if (!status) status = fill(wanted, db, err);
  sx_symbols_close_file(db);
  sx_indexer_poison_end(wanted->poison);
  if (!status) status = sx_own_folder_rename(wanted->store, MADE, name, err);
  if (status) sx_own_folder_remove(wanted->store, MADE, NULL);
  return status;
}

sx_status sx_indexer_symbols_write(const sx_indexer_symbols *wanted, sx_err *err) {
  sx_arena arena;
  sx_arena_init(&arena, PATH_BYTES);
  sx_status status = sx_symbols_prepare();
  sx_parse_set_memory();
  status = status ? sx_fail(err, status, NULL) : make(wanted, &arena, err);
  sx_arena_release(&arena);
  return status;
}
