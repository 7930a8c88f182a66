#include "os/clock.h"
#include "os/file.h"
#include "os/file_text.h"
#include "os/parallel.h"
#include "text/keyword.h"
#include "workspace/files.h"
#include "servers/readiness.h"
#include "resolve/declared_text.h"
#include "resolve/resolve.h"
#include "workspace/word_filters.h"
#include "workspace/workspace_files.h"

#define MAX_FILES 2000000
#define MAX_SCAN_BYTES (32u * 1024 * 1024)
#define SCRATCH_BYTES (256u * 1024 * 1024)
#define MAX_HITS 6
/* When language servers have answered, the text only adds what they may not know. */
#define EXTRA_SCAN_MS 40
#define CHECK_EVERY 64
/* More than a declaration's score, which is only that the name is one. */
#define QUALIFIED_SCORE 200
#define FILES_A_THREAD 500

/* A file whose code contains the name. */
typedef struct scan_hit {
  sx_str path;
  int score;
} scan_hit;

typedef struct file_scan {
  sx_call *call;
  const sx_locator *locator;
  sx_resolution *out;
  scan_hit hits[MAX_HITS]; /* best first */
  size_t hit_count;
  sx_word_hashes words; /* of the name */
} file_scan;

static bool is_better(const scan_hit *hit, sx_str path, int score) {
  return hit->score != score ? hit->score < score : sx_str_compare(path, hit->path) < 0;
}

static void add_hit(file_scan *scan, sx_str path, int score) {
  size_t i = scan->hit_count < MAX_HITS ? scan->hit_count++ : MAX_HITS;
  while (i > 0 && is_better(&scan->hits[i - 1], path, score)) {
    if (i < MAX_HITS) scan->hits[i] = scan->hits[i - 1];
    i--;
  }
  if (i < MAX_HITS) scan->hits[i] = (scan_hit){path, score};
}

static void remember_text_place(file_scan *scan, sx_str path, const sx_occurrences *found) {
  sx_resolution *out = scan->out;
  if (!out->text_count) {
    sx_pos16 at = {found->items[0].point.row, found->items[0].col_u16};
    out->text_place = (sx_place){path, {at, at}};
  }
  out->text_count += found->total;
  out->is_only_in_text = true;
}

/* Where the qualifier occurs, too, or is the module's own name, the name path may lead to it. */
static int qualifier_score(const file_scan *scan, sx_str path, sx_str text,
                           const sx_language *language) {
  const sx_locator *locator = scan->locator;
  if (!locator->parent_count) return 0;
  sx_str parent = locator->parents[locator->parent_count - 1];
  bool is_said = sx_occurrences_has(text, sx_locator_bare_name(parent), language);
  return is_said || sx_locator_fits(locator, path, SX_STR("")) ? QUALIFIED_SCORE : 0;
}

/* Whether the given file could name what a file of this language declares. */
static bool is_kin(const file_scan *scan, const sx_language *language) {
  return !scan->out->language || sx_language_is_kin(scan->out->language, language);
}

/* A key of a data file that is a keyword elsewhere is not what a name by itself means. */
static bool is_keyword_in_data(const file_scan *scan, const sx_language *language) {
  const sx_locator *locator = scan->locator;
  return !locator->parent_count && !sx_language_is_code(language) &&
         sx_keyword_of(language, locator->name) != SX_NO_KEYWORD;
}

static sx_status weigh(file_scan *scan, sx_str path, sx_str text, sx_arena *scratch) {
  const sx_language *language = sx_language_find(SX_STR(""), path);
  if (!is_kin(scan, language) || is_keyword_in_data(scan, language)) return SX_OK;
  if (!sx_occurrences_has(text, scan->locator->name, language)) return SX_OK;
  sx_occurrences found = {0};
  sx_declaration declaration = {0};
  const sx_locator bare = {.name = scan->locator->name};
  const sx_document document = {
      .path = path, .language_id = SX_STR(""), .language = language, .text = text};
  bool is_in_code = false;
  sx_status status =
      sx_occurrences_find(&found, text, scan->locator->name, language, 1000, scratch, NULL);
  if (!status) sx_occurrences_classify(&found, text, language);
  if (!status) status = sx_declared_text_find(&declaration, &bare, &document, scratch, NULL);
  if (status) return status;
  for (size_t i = 0; i < found.len && !is_in_code; i++)
    is_in_code = found.items[i].use == SX_USE_CODE || found.items[i].use == SX_USE_IMPORT;
  if (!is_in_code && found.len)
    remember_text_place(scan, path, &found);
  else if (is_in_code)
    add_hit(scan, path,
            sx_resolve__path_score(path) + (declaration.score ? declaration.score : -30) +
                (declaration.score ? qualifier_score(scan, path, text, language) : 0));
  return SX_OK;
}

/* A source that cannot be read may declare the name; other files are passed over. */
static sx_status scan_file(file_scan *scan, sx_str path) {
  sx_arena scratch;
  sx_file_info info;
  sx_str text;
  sx_word_filters *filters = scan->call->services->word_filters;
  if (sx_file_stat(&info, path, NULL) || !info.is_regular) return SX_OK;
  if (!sx_word_filters_may_have(filters, path, &info, &scan->words)) return SX_OK;
  sx_arena_init(&scratch, SCRATCH_BYTES);
  sx_status status = sx_file_text_load(&text, path, MAX_SCAN_BYTES, &scratch);
  if (!status || status == SX_BINARY) sx_word_filters_put(filters, path, &info, text);
  if (!status)
    status = weigh(scan, path, text, &scratch);
  else if (status == SX_TOO_BIG || (status == SX_NOT_READABLE && sx_language_has_file(path)))
    scan->out->is_scan_partial = true;
  sx_arena_release(&scratch);
  return status == SX_NOMEM ? status : SX_OK;
}

sx_status sx_resolve__list_files(sx_call *call, sx_str text, sx_resolution *out, sx_strs *files,
                                 sx_strs *dirty, sx_err *err) {
  const sx_workspace_wanted wanted = {
      .glob = SX_STR("**"), .texts = {.items = &text, .len = text.len > 0}, .max = MAX_FILES};
  sx_batch batch;
  bool is_cut;
  sx_batch_init(&batch, call->wait, call->arena);
  size_t dirty_slot = sx_batch_dirty_documents(&batch);
  sx_status status = sx_workspace_files_narrowed(call, &wanted, files, &is_cut, err);
  if (!status) status = sx_batch_run(&batch, err);
  if (!status) status = sx_batch_get_paths(&batch, dirty_slot, dirty, err);
  sx_batch_release(&batch);
  out->is_scan_partial |= is_cut;
  return status;
}

/* Unsaved text counts, saved text that it replaced does not. */
static sx_status scan_dirty(file_scan *scan, const sx_strs *dirty, sx_err *err) {
  for (size_t i = 0; i < dirty->len; i++) {
    const sx_document *document;
    sx_status status = sx_document_open(scan->call, dirty->items[i], &document, err);
    if (sx_status_ends_call(status)) return status;
    if (status) continue;
    status = weigh(scan, document->path, document->text, scan->call->arena);
    if (status) return sx_fail(err, status, NULL);
  }
  return SX_OK;
}

/* ---- on several threads -------------------------------------------------------------------- */

typedef struct scan_part {
  file_scan scan;
  sx_resolution found; /* by the text, in this part */
} scan_part;

typedef struct shared_scan {
  scan_part parts[SX_PARALLEL_MAX_THREADS];
  const sx_strs *files, *dirty;
  uint64_t stop_ms;
} shared_scan;

static sx_status scan_some(void *arg, size_t worker, size_t from, size_t to) {
  shared_scan *shared = arg;
  scan_part *part = &shared->parts[worker];
  sx_status status = sx_port_call_check(part->scan.call->wait);
  bool is_over = !status && sx_clock_ms() > shared->stop_ms;
  if (is_over) status = SX_DEADLINE;
  if (status) part->found.is_scan_partial = true;
  for (size_t i = from; i < to && !status; i++)
    if (!sx_strs_have(shared->dirty, shared->files->items[i]))
      status = scan_file(&part->scan, shared->files->items[i]);
  return status;
}

/* The result does not depend on which thread came to which file. */
static void add_part(file_scan *scan, const scan_part *part) {
  sx_resolution *out = scan->out;
  for (size_t i = 0; i < part->scan.hit_count; i++)
    add_hit(scan, part->scan.hits[i].path, part->scan.hits[i].score);
  bool is_first =
      part->found.text_count &&
      (!out->text_count || sx_str_compare(part->found.text_place.path, out->text_place.path) < 0);
  if (is_first) out->text_place = part->found.text_place;
  out->text_count += part->found.text_count;
  out->is_only_in_text |= part->found.is_only_in_text;
  out->is_scan_partial |= part->found.is_scan_partial;
}

static sx_status scan_all(file_scan *scan, const sx_strs *files, const sx_strs *dirty,
                          uint64_t stop_ms) {
  sx_arena *arena = scan->call->arena;
  shared_scan *shared = SX_ARENA_NEW(arena, shared_scan);
  if (!shared) return arena->status;
  *shared = (shared_scan){.files = files, .dirty = dirty, .stop_ms = stop_ms};
  for (size_t i = 0; i < SX_PARALLEL_MAX_THREADS; i++) {
    scan_part *part = &shared->parts[i];
    part->scan = (file_scan){.call = scan->call, .locator = scan->locator, .words = scan->words};
    part->found.language = scan->out->language;
    part->scan.out = &part->found;
  }
  /* A thread is not worth its start for a few files. */
  size_t useful = files->len / FILES_A_THREAD + 1, threads = sx_files_workers();
  const sx_parallel work = {.count = files->len,
                            .chunk = CHECK_EVERY,
                            .threads = useful < threads ? useful : threads,
                            .run = scan_some,
                            .arg = shared};
  sx_status status = sx_parallel_run(&work);
  for (size_t i = 0; i < SX_PARALLEL_MAX_THREADS; i++) add_part(scan, &shared->parts[i]);
  return status;
}

static sx_status scan_files(file_scan *scan, sx_err *err) {
  sx_strs files = {0}, dirty = {0};
  sx_status status =
      sx_resolve__list_files(scan->call, scan->locator->name, scan->out, &files, &dirty, err);
  if (status == SX_HOST) {
    scan->out->is_scan_partial = true;
    return SX_OK;
  }
  if (!status) status = scan_dirty(scan, &dirty, err);
  uint64_t stop_ms = scan->out->symbols.len ? sx_clock_ms() + EXTRA_SCAN_MS : UINT64_MAX;
  if (!status) status = scan_all(scan, &files, &dirty, stop_ms);
  if (status == SX_DEADLINE) return SX_OK; /* what was found until then counts */
  return status ? sx_fail(err, status, NULL) : SX_OK;
}

static bool is_known_path(const file_scan *scan, sx_str path) {
  for (size_t i = 0; i < scan->out->symbols.len; i++)
    if (sx_str_is_equal(scan->out->symbols.items[i].path, path)) return true;
  return false;
}

/* Asks the language server in the files that look like the declaration, then the text. */
static sx_status follow(file_scan *scan, sx_str path, bool has_symbols, sx_err *err) {
  const sx_document *document;
  if (is_known_path(scan, path)) return SX_OK;
  sx_status status = sx_document_open(scan->call, path, &document, err);
  if (sx_status_ends_call(status)) return status;
  if (status) return SX_OK;
  sx_readiness readiness = SX_READY;
  bool must_wait = !has_symbols;
  if (!must_wait) {
    status = sx_readiness_get(scan->call, document->language_id, &readiness, err);
    if (status) return status == SX_DEADLINE ? SX_OK : status;
  }
  size_t before = scan->out->symbols.len;
  if (must_wait || readiness == SX_READY) {
    status = sx_resolve__file(scan->call, scan->locator, document, scan->out, err);
    if (status) return status;
  }
  if (scan->out->symbols.len > before) return SX_OK;
  return sx_resolve__text(scan->call, scan->locator, document, scan->out, err);
}

/* The index has read whole files: it knows what a line alone does not show. */
static sx_status follow_declaring(file_scan *scan, sx_strs files, bool has_symbols, sx_err *err) {
  sx_resolution *out = scan->out;
  sx_status status = SX_OK;
  if (files.len) out->declared_in = files.items[0];
  for (size_t i = 0; i < files.len && i < MAX_HITS && !status; i++)
    status = follow(scan, files.items[i], has_symbols || out->symbols.len > 0, err);
  return status;
}

static sx_status follow_indexed(file_scan *scan, bool has_symbols, sx_err *err) {
  const sx_declaring *declaring = &scan->out->declaring;
  sx_strs files = {0};
  if (!declaring->find || declaring->files.len) return SX_OK;
  sx_status status = declaring->find(&files, scan->call, scan->locator, scan->out->language, err);
  return status ? status : follow_declaring(scan, files, has_symbols, err);
}

sx_status sx_resolve__scan(sx_call *call, const sx_locator *locator, sx_resolution *out,
                           sx_err *err) {
  file_scan scan = {.call = call, .locator = locator, .out = out};
  scan.words = sx_word_hashes_of(locator->name);
  bool had_symbols = out->symbols.len > 0;
  /* Without an index all texts would be read, which takes seconds in a big workspace. */
  sx_status status = follow_declaring(&scan, out->declaring.files, had_symbols, err);
  if (!status) status = scan_files(&scan, err);
  if (!status) status = follow_indexed(&scan, had_symbols, err);
  for (size_t i = 0; i < scan.hit_count && !status; i++) {
    const scan_hit *hit = &scan.hits[i];
    /* Uses matter only where no declaration was found. */
    if (hit->score < 0 && out->symbols.len) break;
    status = follow(&scan, hit->path, had_symbols || out->symbols.len > 0, err);
  }
  if (scan.hit_count || out->symbols.len) out->is_only_in_text = false;
  return status;
}
