#include "semantic/declared_parts.h"

#include "base/folder.h"
#include "host/requests.h"
#include "meaning/units.h"
#include "os/clock.h"
#include "os/file.h"
#include "semantic/declared_container.h"
#include "symbols/names.h"
#include "syntax/languages.h"
#include "workspace/document_facts.h"
#include "workspace/hidden.h"

#define MAX_FRESH_FILES 300 /* that are read for one answer */
/* After that time no other file is read, but those of the editor. */
#define FRESH_MS 1000
#define TEXTS_A_CHECK 8 /* after so many the call is asked whether it has ended */
#define FRESH_PART 4    /* of the call's memory, for them: the answer needs some, too */
/* The most that is read of one file, as of those in the index; and the most that it declares, as
   one can declare more than there is memory for. */
#define MAX_FRESH_BYTES ((size_t)4 << 20)
#define MAX_FRESH_FACTS ((size_t)400000)
#define UNREADABLE_BYTES ((size_t)4096)
/* Searching a text as often takes as long as reading it once. */
#define MAX_LOOKS 32

static void count_unread(sx_declared_search *s, sx_str path) {
  /* The answer reports already that its folder has no index. */
  if (sx_strs_have(&s->named_paths, path)) return;
  if (!s->lack.unread++) s->lack.first_unread = path;
}

/* Binary files declare nothing; one that is gone has nothing. */
static sx_status note_unreadable(sx_declared_search *s, sx_str path, sx_err *err) {
  sx_arena scratch;
  sx_str start;
  sx_arena_init(&scratch, UNREADABLE_BYTES);
  sx_status status = sx_file_read(&start, path, 0, &scratch, NULL);
  sx_arena_release(&scratch);
  if (status == SX_NOT_READABLE && !s->lack.unreadable++) s->lack.first_unreadable = path;
  return status == SX_NOMEM ? sx_fail(err, status, NULL) : SX_OK;
}

bool sx_declared__may_declare(sx_str path) {
  const sx_syntax_language *language = sx_syntax_language_find(SX_STR(""), path, SX_STR(""));
  return language ? sx_syntax_language_is_code(language) : sx_syntax_language_may_be_script(path);
}

/* `with_grammars`: also a file that is not read in this process. */
static sx_status add_path(sx_declared_search *s, sx_str path, bool with_grammars, sx_err *err) {
  const sx_syntax_language *language = sx_syntax_language_find(SX_STR(""), path, SX_STR(""));
  bool is_prose = s->with_meaning && sx_meaning_is_prose(path);
  if (!is_prose && !sx_declared__may_declare(path)) return SX_OK;
  bool may_read = with_grammars || is_prose || !language || language->reader == SX_SYNTAX_SCAN;
  if (may_read && s->fresh_paths.len < MAX_FRESH_FILES)
    return sx_strs_add_new(&s->fresh_paths, path, s->call->arena, err);
  count_unread(s, path);
  return SX_OK;
}

/* The next stale file from `from` on, or `len`: mostly none is, so that whole words are passed. */
static size_t next_stale(const uint64_t *stale, size_t from, size_t len) {
  size_t i = from;
  while (i < len && !(stale[i / 64] >> (i % 64) & 1)) {
    bool has_more = stale[i / 64] >> (i % 64) != 0;
    i = has_more ? i + 1 : (i / 64 + 1) * 64;
  }
  return i < len ? i : len;
}

/* A writer that reads all files is faster than one process that is asked for each. */
static sx_status add_stale(sx_declared_search *s, const sx_declared_root *one, sx_err *err) {
  const sx_text_declared *index = &one->index;
  size_t len = index->list ? index->list->paths.len : 0;
  size_t i = next_stale(index->stale, 0, len);
  sx_status status = SX_OK;
  for (; i < len && !status; i = next_stale(index->stale, i + 1, len)) {
    sx_str path = index->list->paths.items[i];
    sx_str full =
        sx_arena_printf(s->call->arena, "%.*s/%.*s", SX_STR_ARG(one->root->path), SX_STR_ARG(path));
    status = full.len ? add_path(s, full, index->is_whole, err)
                      : sx_fail(err, s->call->arena->status, NULL);
  }
  return status;
}

/* Whether a search looks into the file: it is in the workspace, and no rule leaves it out. */
static bool is_searched(const sx_declared_search *s, sx_str path) {
  for (size_t i = 0; i < s->roots.len; i++) {
    const sx_declared_root *one = &s->roots.items[i];
    sx_str root = one->root->path, below = sx_str_slice(path, root.len + 1, path.len);
    const sx_known_list *list = one->index.list;
    if (!sx_folder_has(root, path)) continue;
    if (!list || sx_known_list_has(list, below) || sx_known_list_has_link(list, below)) return true;
  }
  return false;
}

/* Asks the editor for what it has: which files are open comes with those that are not saved. */
static sx_status add_dirty(sx_declared_search *s, sx_err *err) {
  sx_batch batch;
  sx_strs dirty;
  sx_batch_init(&batch, s->call->wait, s->call->arena);
  size_t slot = sx_batch_dirty_documents(&batch);
  size_t open_slot = sx_batch_open_editors(&batch);
  sx_status status = sx_batch_run(&batch, err);
  if (!status) status = sx_batch_get_paths(&batch, slot, &dirty, err);
  if (!status) status = sx_open_editors_take(&s->open, &batch, open_slot, err);
  sx_batch_release(&batch);
  for (size_t i = 0; !status && i < dirty.len; i++)
    if (is_searched(s, dirty.items[i])) status = add_path(s, dirty.items[i], true, err);
  return status;
}

/* As it is written outside of the type that it is a member of; empty where it stands in that. */
static sx_str owner_of(const sx_text_facts *all, size_t fact, sx_str text) {
  for (size_t i = 0; i < all->bases.len; i++) {
    const sx_base *base = &all->bases.items[i];
    if (base->fact == fact && base->kind == SX_BASE_OWNER)
      return sx_str_slice(text, base->start, base->end);
  }
  return SX_STR("");
}

static sx_str container_of(const sx_text_facts *all, size_t fact, sx_str text, sx_arena *arena) {
  sx_declared_container c;
  const sx_fact *facts = all->facts.items;
  sx_str owner = owner_of(all, fact, text);
  uint32_t at = facts[fact].parent;
  bool is_in_it =
      at != SX_FACT_TOP && sx_declared_container_is_owner(owner, sx_fact_name(&facts[at], text));
  sx_declared_container_init(&c);
  bool has_room = is_in_it || sx_declared_container_put_owner(&c, owner);
  for (; has_room && at != SX_FACT_TOP; at = facts[at].parent)
    has_room = sx_declared_container_put(&c, sx_fact_name(&facts[at], text));
  return sx_declared_container_take(&c, arena);
}

static uint32_t folder_of(const sx_declared_search *s, sx_str path) {
  for (size_t i = 0; i < s->roots.len; i++) {
    sx_str root = s->roots.items[i].root->path;
    if (sx_folder_has(root, path)) return (uint32_t)root.len;
  }
  return 0;
}

/* `places`: by the number of a fact, one more than that of its declaration; 0: it is not one. */
static sx_status add_fresh_bases(sx_declared_search *s, const sx_document *document,
                                 const sx_text_facts *all, const size_t *places, sx_err *err) {
  for (size_t i = 0; i < all->bases.len; i++) {
    const sx_base *base = &all->bases.items[i];
    size_t place = places[base->fact];
    if (!place) continue;
    sx_declared_base *one = SX_ARRAY_ADD(&s->fresh_bases, s->call->arena);
    if (!one) return sx_fail(err, s->call->arena->status, NULL);
    sx_str name = sx_str_slice(document->text, base->start, base->end);
    *one = (sx_declared_base){s->fresh.items[place - 1], name, base->kind, base->start};
  }
  return SX_OK;
}

static sx_status add_facts(sx_declared_search *s, const sx_document *document, bool *is_read,
                           sx_err *err) {
  sx_text_facts all;
  sx_arena *arena = s->call->arena;
  uint32_t folder = folder_of(s, document->path);
  sx_status status = sx_document_all_facts(&all, is_read, s->call, document, err);
  *is_read = *is_read && all.facts.len <= MAX_FRESH_FACTS;
  if (status || !*is_read) return status;
  const sx_facts facts = all.facts;
  size_t *places = sx_arena_calloc(arena, facts.len + 1, sizeof *places);
  const sx_str *spaces = sx_declared__spaces(&facts, document, arena);
  if (!places || !spaces) return sx_fail(err, arena->status, NULL);
  for (size_t i = 0; i < facts.len; i++) {
    const sx_fact *fact = &facts.items[i];
    if (fact->name_end == fact->name_start || (fact->flags & SX_FACT_TWIN)) continue;
    sx_declared *one = SX_ARRAY_ADD(&s->fresh, arena);
    if (!one) return sx_fail(err, arena->status, NULL);
    *one = (sx_declared){.path = document->path,
                         .folder = folder,
                         .name = sx_fact_name(fact, document->text),
                         .container = container_of(&all, i, document->text, arena),
                         .space = spaces[i],
                         .kind = (uint8_t)sx_fact_shown_kind(&facts, i),
                         .flags = fact->flags,
                         .row = sx_document_position(document, fact->start).line,
                         .end_row = sx_document_position(document, fact->end).line,
                         .start = fact->start,
                         .end = fact->end,
                         .name_at = fact->name_start,
                         .body = fact->body};
    places[i] = s->fresh.len;
  }
  return add_fresh_bases(s, document, &all, places, err);
}

static const sx_syntax_language *language_of(const sx_document *document) {
  return sx_syntax_language_find(document->language_id, document->path, document->text);
}

static bool has_room(const sx_arena *arena) {
  return arena->used_bytes < arena->max_bytes / FRESH_PART;
}

/* Takes the texts, which are read when they may matter to a question. One that cannot be read is
 * as the index has it, if it does. */
static sx_status open_fresh(sx_declared_search *s, sx_err *err) {
  size_t kept = 0;
  sx_strs *paths = &s->fresh_paths;
  sx_status status = sx_documents_peek(s->call, paths, err);
  for (size_t i = 0; i < paths->len && !status; i++) {
    const sx_document *document = NULL;
    sx_str path = paths->items[i];
    bool is_hidden = sx_hidden_has(s->call, path);
    bool may_read = !is_hidden && has_room(s->call->arena);
    if (may_read) status = sx_document_peek_any(s->call, path, &document, err);
    if (may_read && !status && !document) status = note_unreadable(s, path, err);
    bool is_code = !status && document && language_of(document);
    bool is_small = is_code && document->text.len <= MAX_FRESH_BYTES;
    sx_declared_text *text = is_small ? SX_ARRAY_ADD(&s->fresh_texts, s->call->arena) : NULL;
    if (text) *text = (sx_declared_text){.document = document};
    if (is_small && !text) status = sx_fail(err, s->call->arena->status, NULL);
    if (text || is_hidden || (may_read && !is_code))
      paths->items[kept++] = path;
    else
      count_unread(s, path);
  }
  paths->len = kept;
  return status;
}

/* ---- reading them -------------------------------------------------------------------------- */

/* The editor's own text is nowhere else, and C takes no time. */
static bool is_late(const sx_declared_search *s, const sx_document *document) {
  return !document->is_dirty && language_of(document)->reader == SX_SYNTAX_GRAMMAR &&
         s->fresh_ms > FRESH_MS;
}

static void leave_unread(sx_declared_search *s, sx_str path) {
  size_t kept = 0;
  sx_strs *paths = &s->fresh_paths;
  for (size_t i = 0; i < paths->len; i++)
    if (!sx_str_is_equal(paths->items[i], path)) paths->items[kept++] = paths->items[i];
  paths->len = kept;
  count_unread(s, path);
}

/* Each stretch of that length is in one of the pieces that a text is searched in. */
#define PIECE_BYTES ((size_t)1024)
#define PIECE_STEP (PIECE_BYTES - SX_SYMBOLS_PARTS_BYTES)

static bool has_all(sx_str text, const sx_strs *parts) {
  for (size_t i = 0; i < parts->len; i++)
    if (!sx_str_has_fold(text, parts->items[i])) return false;
  return true;
}

/* Names that are longer than a piece is for have no parts. */
static bool has_near(sx_str text, const sx_strs *parts) {
  if (parts->len < 2) return has_all(text, parts);
  for (size_t at = 0; at < text.len; at += PIECE_STEP)
    if (has_all(sx_str_slice(text, at, at + PIECE_BYTES), parts)) return true;
  return false;
}

/* Many questions one after another must not search one text each time. */
static bool may_have(sx_declared_text *text, const sx_strs *parts) {
  return ++text->looks > MAX_LOOKS || has_near(text->document->text, parts);
}

sx_status sx_declared__read_fresh(sx_declared_search *s, const sx_strs *parts, sx_err *err) {
  uint64_t begin_ms = sx_clock_ms(), before_ms = s->fresh_ms;
  sx_status status = SX_OK;
  for (size_t i = 0; i < s->fresh_texts.len && !status; i++) {
    sx_declared_text *text = &s->fresh_texts.items[i];
    const sx_document *document = text->document;
    sx_status ended = i % TEXTS_A_CHECK == 0 ? sx_port_call_check(s->call->wait) : SX_OK;
    if (sx_status_ends_call(ended)) return sx_fail(err, ended, NULL);
    /* One that there is no time to read is not searched either. */
    bool has_time = !is_late(s, document), is_read = false;
    if (text->is_done || (has_time && !may_have(text, parts))) continue;
    text->is_done = true;
    if (has_room(s->call->arena) && has_time) status = add_facts(s, document, &is_read, err);
    if (!is_read) leave_unread(s, document->path);
    s->fresh_ms = before_ms + sx_clock_since_ms(begin_ms);
  }
  return status;
}

sx_status sx_declared__each_fresh(sx_declared_search *s, sx_declared_visit visit, void *arg,
                                  sx_err *err) {
  uint64_t begin_ms = sx_clock_ms(), before_ms = s->fresh_ms;
  sx_status status = SX_OK;
  for (size_t i = 0; i < s->fresh_texts.len && !status; i++) {
    const sx_document *document = s->fresh_texts.items[i].document;
    sx_status ended = i % TEXTS_A_CHECK == 0 ? sx_port_call_check(s->call->wait) : SX_OK;
    if (sx_status_ends_call(ended)) return sx_fail(err, ended, NULL);
    bool is_read = false;
    if (has_room(s->call->arena) && !is_late(s, document))
      status = visit(arg, document, &is_read, err);
    if (!status && !is_read) leave_unread(s, document->path);
    s->fresh_ms = before_ms + sx_clock_since_ms(begin_ms);
  }
  return status;
}

/* ---- all of it ----------------------------------------------------------------------------- */

/* Those that count already, as they have unsaved edits or changed, are left out of it. */
static sx_status add_named(sx_declared_search *s, sx_err *err) {
  size_t kept = 0;
  sx_strs *named = &s->named_paths;
  for (size_t i = 0; i < named->len; i++)
    if (!sx_strs_have(&s->fresh_paths, named->items[i])) named->items[kept++] = named->items[i];
  named->len = kept;
  sx_status status = SX_OK;
  for (size_t i = 0; i < named->len && !status; i++)
    status = add_path(s, named->items[i], true, err);
  return status;
}

sx_status sx_declared__take_fresh(sx_declared_search *s, sx_err *err) {
  s->fresh.len = s->fresh_bases.len = s->fresh_paths.len = s->lack.unread = s->lack.unreadable = 0;
  s->fresh_texts.len = 0;
  s->fresh_ms = 0;
  sx_status status = add_dirty(s, err);
  for (size_t i = 0; i < s->roots.len && !status; i++)
    status = add_stale(s, &s->roots.items[i], err);
  if (!status) status = add_named(s, err);
  return status ? status : open_fresh(s, err);
}

bool sx_declared__is_fresh(const sx_declared_search *search, sx_str path) {
  return sx_strs_have(&search->fresh_paths, path);
}
