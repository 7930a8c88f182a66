#include "servers/languages.h"

#include "base/map.h"
#include "os/clock.h"
#include "workspace/paths.h"
#include "servers/readiness.h"
#include "servers/state.h"
#include "workspace/workspace_files.h"

#include <stdlib.h>

/* A file name longer than any that an extension contributes. */
#define MAX_NAME_BYTES 128

/** The editor's list, and how its names lead to `out`. */
typedef struct listing {
  sx_call *call;
  sx_host_languages known;
  sx_map by_file; /* extension or file name -> index in `known` */
  sx_map by_id;   /* id -> index in `out` */
  sx_workspace_languages *out;
} listing;

static sx_status ask(listing *list, sx_strs *files, bool *is_partial, sx_err *err) {
  sx_batch batch;
  sx_batch_init(&batch, list->call->wait, list->call->arena);
  size_t language_slot = sx_batch_languages(&batch);
  sx_status status = sx_batch_run(&batch, err);
  if (!status) status = sx_batch_get_languages(&batch, language_slot, &list->known, err);
  sx_batch_release(&batch);
  return status ? status
                : sx_workspace_files(list->call, SX_STR("**"), SIZE_MAX, files, is_partial, err);
}

/* An extension may add to a language of another's: both rows count. */
static sx_status index_files(listing *list) {
  sx_status status = SX_OK;
  for (size_t i = 0; i < list->known.len && !status; i++)
    for (size_t k = 0; k < list->known.items[i].files.len && !status; k++)
      status = sx_map_put(&list->by_file, list->known.items[i].files.items[k], i);
  return status;
}

/* By the whole name, then by what follows its first dot, its second one … */
static bool find_language(const listing *list, sx_str path, uint64_t *index) {
  char lower[MAX_NAME_BYTES];
  sx_str name = sx_path_name(path);
  if (name.len > sizeof lower) return false;
  for (size_t i = 0; i < name.len; i++) {
    char c = name.ptr[i];
    lower[i] = (char)(c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c);
  }
  name = sx_str_make(lower, name.len);
  if (sx_map_find(&list->by_file, name, index)) return true;
  for (size_t dot = 0; (dot = sx_str_find_char(name, '.', dot)) != SX_STR_NONE; dot++)
    if (sx_map_find(&list->by_file, sx_str_slice(name, dot, name.len), index)) return true;
  return false;
}

static sx_workspace_language *find_or_add(listing *list, sx_str id) {
  uint64_t index;
  if (sx_map_find(&list->by_id, id, &index)) return &list->out->items[index];
  sx_workspace_language *added = SX_ARRAY_ADD(list->out, list->call->arena);
  if (!added || sx_map_put(&list->by_id, id, list->out->len - 1)) return NULL;
  added->id = id;
  for (size_t i = 0; i < list->known.len; i++)
    if (sx_str_is_equal(list->known.items[i].id, id)) added->servers = list->known.items[i].servers;
  return added;
}

static sx_status add_files(listing *list, const sx_strs *files) {
  for (size_t i = 0; i < files->len; i++) {
    uint64_t known;
    if (!find_language(list, files->items[i], &known)) continue;
    sx_workspace_language *language = find_or_add(list, list->known.items[known].id);
    sx_str *file = language ? SX_ARRAY_ADD(&language->files, list->call->arena) : NULL;
    if (!file) return SX_NOMEM;
    *file = files->items[i];
  }
  return SX_OK;
}

static sx_status add_uses(listing *list) {
  sx_language_uses uses;
  sx_status status = sx_servers_list(list->call->services->servers, &uses, list->call->arena);
  for (size_t i = 0; i < uses.len && !status; i++) {
    sx_workspace_language *language = find_or_add(list, uses.items[i].language);
    if (language)
      language->use = uses.items[i];
    else
      status = SX_NOMEM;
  }
  return status;
}

static sx_language_state judge(const sx_workspace_language *language, uint64_t now_ms) {
  const sx_language_use *use = &language->use;
  if (use->ready_since_ms)
    return sx_clock_span_ms(use->ready_since_ms, now_ms) < SX_LOADING_MS ? SX_LANGUAGE_INDEXING
                                                                         : SX_LANGUAGE_READY;
  if (!language->servers.len) return SX_LANGUAGE_ABSENT;
  if (!use->asked_since_ms) return SX_LANGUAGE_IDLE;
  return sx_clock_span_ms(use->asked_since_ms, now_ms) > SX_READINESS_GRACE_MS
             ? SX_LANGUAGE_SILENT
             : SX_LANGUAGE_STARTING;
}

static int compare(const void *a, const void *b) {
  const sx_workspace_language *one = a, *other = b;
  if (one->files.len != other->files.len) return one->files.len > other->files.len ? -1 : 1;
  return sx_str_compare(one->id, other->id);
}

sx_status sx_languages_list(sx_call *call, sx_workspace_languages *out, bool *is_partial,
                            sx_err *err) {
  listing list = {.call = call, .out = out};
  sx_strs files = {0};
  *out = (sx_workspace_languages){0};
  sx_map_init(&list.by_file, call->arena);
  sx_map_init(&list.by_id, call->arena);
  sx_status status = ask(&list, &files, is_partial, err);
  if (status) return status;
  status = index_files(&list);
  if (!status) status = add_files(&list, &files);
  if (!status) status = add_uses(&list);
  if (status) return sx_fail(err, status, NULL);
  uint64_t now_ms = sx_clock_ms();
  for (size_t i = 0; i < out->len; i++) out->items[i].state = judge(&out->items[i], now_ms);
  if (out->len) qsort(out->items, out->len, sizeof *out->items, compare);
  return SX_OK;
}
