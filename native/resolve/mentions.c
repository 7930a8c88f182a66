#include "resolve/mentions.h"

#include "base/map.h"
#include "os/clock.h"
#include "os/file.h"
#include "os/file_text.h"
#include "text/occurrences.h"
#include "workspace/document.h"
#include "workspace/paths.h"
#include "resolve/resolve.h"
#include "workspace/word_filters.h"

#include <stdlib.h>

#define MAX_BYTES ((size_t)32 * 1024 * 1024)
#define MAX_NAMES 4
#define CHECK_EVERY 64

typedef struct search {
  sx_call *call;
  sx_mentions *out;
  const sx_str *names;
  size_t count;
  sx_word_hashes words[MAX_NAMES];
  const sx_mentions_visit *visit; /* or NULL */
} search;

static void cut(search *find) {
  for (size_t i = 0; i < find->count; i++) find->out[i].is_cut = find->out[i].is_late = true;
}

static bool is_enough(const search *find) {
  return find->visit && find->visit->is_enough && *find->visit->is_enough;
}

static void pass_over(search *find, sx_str path, bool is_too_large) {
  for (size_t i = 0; i < find->count; i++) {
    sx_str *first = is_too_large ? &find->out[i].too_large : &find->out[i].unreadable;
    find->out[i].is_cut = true;
    if (!first->len) *first = path;
  }
}

static sx_status add(search *find, size_t name, sx_str path, sx_err *err) {
  sx_str *added = SX_ARRAY_ADD(&find->out[name].paths, find->call->arena);
  if (!added) return sx_fail(err, find->call->arena->status, NULL);
  *added = path;
  return SX_OK;
}

/* ---- which files there are ------------------------------------------------------------------- */

/* Those that may have one of the names, each once. */
static sx_status list_files(search *find, sx_strs *out, sx_strs *dirty, sx_err *err) {
  sx_call *call = find->call;
  sx_map seen;
  sx_status status = SX_OK;
  sx_map_init(&seen, call->arena);
  for (size_t i = 0; i < find->count && !status; i++) {
    sx_resolution found = {0};
    sx_strs listed = {0};
    *dirty = (sx_strs){0};
    status = sx_resolve__list_files(call, find->names[i], &found, &listed, dirty, err);
    if (found.is_scan_partial) cut(find);
    for (size_t k = 0; k < listed.len && !status; k++) {
      uint64_t number;
      if (sx_map_find(&seen, listed.items[k], &number)) continue;
      status = sx_map_put(&seen, listed.items[k], k);
      if (!status) status = sx_strs_add(out, listed.items[k], call->arena, err);
    }
  }
  return status;
}

/* ---- their texts ----------------------------------------------------------------------------- */

static sx_status take(search *find, sx_str path, sx_str text, sx_err *err) {
  const sx_language *language = sx_language_find(SX_STR(""), path);
  sx_status status = SX_OK;
  for (size_t i = 0; i < find->count && !status; i++) {
    if (!sx_occurrences_has(text, find->names[i], language)) continue;
    status = add(find, i, path, err);
    if (!status && find->visit) status = find->visit->take(find->visit->arg, path, text, err);
  }
  return status;
}

static sx_status look_into(search *find, sx_str path, sx_err *err) {
  sx_call *call = find->call;
  sx_word_filters *filters = call->services->word_filters;
  sx_arena scratch;
  sx_file_info info = {0};
  sx_str text;
  bool may_have = false;
  if (sx_path_is_uri(path) || sx_file_stat(&info, path, NULL) || !info.is_regular) return SX_OK;
  for (size_t i = 0; i < find->count && !may_have; i++)
    may_have = sx_word_filters_may_have(filters, path, &info, &find->words[i]);
  if (!may_have) return SX_OK;
  if (info.size_bytes > MAX_BYTES) {
    pass_over(find, path, true);
    return SX_OK;
  }
  sx_arena_init(&scratch, 2 * MAX_BYTES);
  sx_status status = sx_file_text_load(&text, path, MAX_BYTES, &scratch);
  if (!status || status == SX_BINARY) sx_word_filters_put(filters, path, &info, text);
  if (!status)
    status = take(find, path, text, err);
  else if (status == SX_NOMEM)
    (void)!sx_fail(err, status, NULL);
  else {
    bool is_lost =
        status == SX_TOO_BIG || (status == SX_NOT_READABLE && sx_language_has_file(path));
    if (is_lost) pass_over(find, path, status == SX_TOO_BIG);
    status = SX_OK;
  }
  sx_arena_release(&scratch);
  return status;
}

static sx_status look_into_dirty(search *find, const sx_strs *dirty, sx_err *err) {
  sx_status status = SX_OK;
  for (size_t i = 0; i < dirty->len && !status; i++) {
    const sx_document *document;
    status = sx_document_peek(find->call, dirty->items[i], &document, err);
    if (!status)
      status = take(find, document->path, document->text, err);
    else if (!sx_status_ends_call(status))
      status = SX_OK;
  }
  return status;
}

static int compare(const void *a, const void *b) {
  return sx_str_compare(*(const sx_str *)a, *(const sx_str *)b);
}

static sx_status run(search *find, uint64_t ms, sx_err *err) {
  sx_call *call = find->call;
  sx_strs files = {0}, dirty = {0};
  uint64_t end_ms = sx_clock_ms() + ms;
  if (find->count > MAX_NAMES) return sx_fail(err, SX_INTERNAL, "too many names at once");
  for (size_t i = 0; i < find->count; i++) {
    find->out[i] = (sx_mentions){0};
    find->words[i] = sx_word_hashes_of(find->names[i]);
  }
  sx_status status = list_files(find, &files, &dirty, err);
  if (!status) status = look_into_dirty(find, &dirty, err);
  for (size_t i = 0; i < files.len && !status; i++) {
    if (is_enough(find)) {
      find->out[0].is_cut = true;
      break;
    }
    if (i % CHECK_EVERY == 0) status = sx_port_call_check(call->wait);
    if (status || sx_clock_ms() > end_ms) {
      cut(find);
      break;
    }
    if (!sx_strs_have(&dirty, files.items[i])) status = look_into(find, files.items[i], err);
  }
  if (status != SX_HOST && status != SX_DEADLINE) return status;
  cut(find);
  return SX_OK;
}

sx_status sx_mentions_find(sx_mentions *out, sx_call *call, const sx_str *names, size_t count,
                           uint64_t ms, sx_err *err) {
  search find = {.call = call, .out = out, .names = names, .count = count};
  sx_status status = run(&find, ms, err);
  for (size_t i = 0; i < count && !status; i++)
    if (out[i].paths.len) qsort(out[i].paths.items, out[i].paths.len, sizeof(sx_str), compare);
  return status;
}

sx_status sx_mentions_each(sx_mentions *out, sx_call *call, const sx_mentions_visit *visit,
                           sx_err *err) {
  search find = {.call = call, .out = out, .names = &visit->name, .count = 1, .visit = visit};
  return run(&find, visit->ms, err);
}
