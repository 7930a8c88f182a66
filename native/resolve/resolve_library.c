#include "os/file.h"
#include "os/file_write.h"
#include "text/declaration.h"
#include "text/keyword.h"
#include "text/qualifier.h"
#include "workspace/paths.h"
#include "servers/readiness.h"
#include "resolve/resolve.h"
#include "workspace/word_filters.h"
#include "workspace/workspace_files.h"

#define MAX_FILE_BYTES ((size_t)8 * 1024 * 1024)
#define MAX_OCCURRENCES 400
#define MAX_FILES 500
#define MAX_SAMPLES 3
#define MAX_CANDIDATES 4
#define SURE_RATE 50

/** Where a language's own names are declared, which no code needs to import. */
typedef struct library {
  const char *language;
  const char *files; /* in it: a glob */
  const char *words; /* names of it that most code contains: their definitions lead there */
  const char *prefix, *suffix; /* of the names of its files */
} library;

static const library libraries[] = {
    {"typescript", "**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs}", "Promise Array Error Object Map Date",
     "lib.", ".d.ts"},
    {"python", "**/*.{py,pyi}", "len isinstance str int Exception object", "builtins", ".pyi"},
};

typedef struct library_search {
  sx_call *call;
  const library *in;
  sx_str name;
  sx_str sample; /* one of its files */
  sx_places candidates;
} library_search;

static bool is_of(const library *in, sx_str path) {
  sx_str name = sx_path_name(path);
  return sx_str_has_prefix(name, sx_str_from(in->prefix)) &&
         sx_str_has_suffix(name, sx_str_from(in->suffix));
}

/* ---- where the library is ------------------------------------------------------------------ */

static sx_status take_sample(library_search *search, const sx_document *document, size_t offset,
                             sx_err *err) {
  sx_batch batch;
  sx_places places = {0};
  sx_batch_init(&batch, search->call->wait, search->call->arena);
  size_t slot = sx_batch_definition(&batch, document->path, sx_document_position(document, offset));
  sx_status status = sx_batch_run_within(&batch, SX_PATIENCE_MS, err);
  if (!status) status = sx_batch_get_places(&batch, slot, &places, err);
  for (size_t i = 0; i < places.len && !status && !search->sample.len; i++)
    if (is_of(search->in, places.items[i].path)) search->sample = places.items[i].path;
  sx_batch_release(&batch);
  bool is_stuck = sx_port_call_outlasts(search->call->wait, status);
  return is_stuck || status == SX_HOST ? SX_OK : status;
}

/* The offset of one of the words by itself in code; SX_STR_NONE. */
static size_t find_word(const library_search *search, const sx_document *document) {
  sx_str rest = sx_str_from(search->in->words), word;
  while (rest.len) {
    sx_occurrences found = {0};
    size_t space = sx_str_find_char(rest, ' ', 0), end = space == SX_STR_NONE ? rest.len : space;
    word = sx_str_slice(rest, 0, end);
    rest = sx_str_slice(rest, end < rest.len ? end + 1 : end, rest.len);
    if (sx_occurrences_find(&found, document->text, word, document->language, MAX_OCCURRENCES,
                            search->call->arena, NULL))
      continue;
    sx_occurrences_classify(&found, document->text, document->language);
    for (size_t i = 0; i < found.len; i++) {
      sx_qualifier before;
      if (found.items[i].use != SX_USE_CODE) continue;
      sx_qualifier_find(&before, document->text, found.items[i].offset, document->language);
      if (!before.count && !before.is_open) return found.items[i].offset;
    }
  }
  return SX_STR_NONE;
}

/* A few files that contain one of the words are enough: most lead there. */
static sx_status find_sample(library_search *search, sx_err *err) {
  sx_strs files = {0};
  size_t asked = 0;
  bool is_cut;
  sx_status status = sx_workspace_files(search->call, sx_str_from(search->in->files), MAX_FILES,
                                        &files, &is_cut, err);
  for (size_t i = 0; i < files.len && asked < MAX_SAMPLES && !search->sample.len && !status; i++) {
    const sx_document *document;
    status = sx_port_call_check(search->call->wait);
    if (!status) status = sx_document_peek(search->call, files.items[i], &document, err);
    if (sx_status_ends_call(status) || status == SX_DEADLINE) return status;
    size_t at = status ? SX_STR_NONE : find_word(search, document);
    status = SX_OK;
    if (at == SX_STR_NONE) continue;
    asked++;
    status = take_sample(search, document, at, err);
    if (status) return status;
  }
  if (search->call->arena->status) return sx_fail(err, search->call->arena->status, NULL);
  return status == SX_HOST ? SX_OK : status;
}

/* ---- what it declares ---------------------------------------------------------------------- */

/* Declarations at the top of a file; those inside of others have names of their own. */
static sx_status weigh(library_search *search, sx_str path, sx_str text, sx_arena *scratch) {
  const sx_language *language = sx_language_find(SX_STR(""), path);
  sx_occurrences found = {0};
  sx_status status =
      sx_occurrences_find(&found, text, search->name, language, MAX_OCCURRENCES, scratch, NULL);
  if (status) return status == SX_NOMEM ? status : SX_OK;
  for (size_t i = 0; i < found.len && search->candidates.len < MAX_CANDIDATES; i++) {
    const char *kind;
    const sx_occurrence *one = &found.items[i];
    if (sx_declaration_rate(text, one->offset, search->name.len, language, &kind) < SURE_RATE)
      continue;
    sx_container container = sx_container_find(text, one->offset, language, scratch);
    if (container.path.len || scratch->status) continue;
    const sx_pos16 at = {one->point.row, one->col_u16};
    sx_place *added = SX_ARRAY_ADD(&search->candidates, search->call->arena);
    if (!added) return SX_NOMEM;
    *added = (sx_place){path, {at, at}};
    break;
  }
  return scratch->status;
}

static sx_status look_into(library_search *search, sx_str path) {
  sx_arena scratch;
  sx_file_info info;
  sx_str text;
  sx_status status = SX_OK;
  sx_word_filters *filters = search->call->services->word_filters;
  const sx_word_hashes words = sx_word_hashes_of(search->name);
  if (sx_file_stat(&info, path, NULL) || !info.is_regular) return SX_OK;
  if (!sx_word_filters_may_have(filters, path, &info, &words)) return SX_OK;
  sx_arena_init(&scratch, 8 * MAX_FILE_BYTES);
  if (!sx_file_read(&text, path, MAX_FILE_BYTES, &scratch, NULL)) {
    sx_word_filters_put(filters, path, &info, text);
    status = weigh(search, path, text, &scratch);
  }
  sx_arena_release(&scratch);
  return status;
}

static sx_status look_into_all(library_search *search, sx_err *err) {
  sx_dir_list entries;
  sx_arena *arena = search->call->arena;
  sx_str file = sx_path_name(search->sample);
  sx_str folder = sx_str_slice(search->sample, 0, search->sample.len - file.len);
  if (sx_dir_read(&entries, folder, arena, NULL))
    return arena->status ? sx_fail(err, arena->status, NULL) : SX_OK;
  sx_status status = SX_OK;
  for (size_t i = 0; i < entries.count && !status; i++) {
    sx_str path =
        sx_arena_printf(arena, "%.*s%.*s", SX_STR_ARG(folder), SX_STR_ARG(entries.items[i].name));
    if (!path.len) return sx_fail(err, arena->status, NULL);
    if (!is_of(search->in, path)) continue;
    status = sx_port_call_check(search->call->wait);
    if (!status) status = look_into(search, path);
  }
  return status ? sx_fail(err, status, NULL) : SX_OK;
}

/* The first of the files that declare it that the server knows, with the whole answer. */
static sx_status confirm(library_search *search, sx_places *out, sx_err *err) {
  sx_status status = SX_OK;
  for (size_t i = 0; i < search->candidates.len && !out->len && !status; i++) {
    const sx_place *one = &search->candidates.items[i];
    sx_batch batch;
    sx_batch_init(&batch, search->call->wait, search->call->arena);
    size_t slot = sx_batch_definition(&batch, one->path, one->range.start);
    status = sx_batch_run_within(&batch, SX_PATIENCE_MS, err);
    if (!status) status = sx_batch_get_places(&batch, slot, out, err);
    sx_batch_release(&batch);
    if (sx_port_call_outlasts(search->call->wait, status) || status == SX_HOST) status = SX_OK;
  }
  return status;
}

sx_status sx_resolve__library(sx_call *call, sx_str name, const sx_language *language,
                              sx_places *out, sx_err *err) {
  sx_status status = SX_OK;
  *out = (sx_places){0};
  for (size_t i = 0; i < sizeof libraries / sizeof *libraries && !status && !out->len; i++) {
    library_search search = {.call = call, .in = &libraries[i], .name = name};
    const char *own = search.in->language;
    if (language && !sx_str_is_equal(sx_language_name(language), sx_str_from(own))) continue;
    status = find_sample(&search, err);
    if (!status && search.sample.len) status = look_into_all(&search, err);
    if (!status) status = confirm(&search, out, err);
  }
  return status == SX_HOST || status == SX_DEADLINE ? SX_OK : status;
}
