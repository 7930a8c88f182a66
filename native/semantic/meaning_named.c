#include "semantic/declared_parts.h"
#include "semantic/meaning.h"
#include "workspace/text_search.h"

#include <stdlib.h>

/* The search for them ends then. */
#define NAMED_MS 2500
#define MAX_NAMED_FILES 100
#define PATTERN_BYTES ((size_t)16 << 10)
/* Shorter beginnings are in too many words. */
#define LEAST_STEM 3

/* Any of the stems, as words begin with them; those of letters and digits need no escapes. */
static void write_pattern(const sx_question *question, sx_buf *out) {
  for (size_t i = 0; i < question->terms.len; i++) {
    sx_str stem = question->terms.items[i].stem;
    if (stem.len < LEAST_STEM) continue;
    sx_buf_addf(out, "%s%.*s", out->len ? "|" : "", SX_STR_ARG(stem));
  }
}

static int compare(const void *a, const void *b) {
  const sx_text_file *one = a, *other = b;
  if (one->hits != other->hits) return one->hits < other->hits ? 1 : -1;
  return sx_str_compare(one->path, other->path);
}

static bool has_file(const void *arg, sx_str below) {
  (void)arg;
  return sx_declared__may_declare(below) || sx_meaning_is_prose(below);
}

static sx_status search_roots(sx_declared_search *s, const sx_text_search *search,
                              sx_text_found *found, sx_err *err) {
  sx_status status = SX_OK;
  sx_port_call_limit(s->call->wait, NAMED_MS);
  for (size_t i = 0; i < s->roots.len && !status && !found->is_cut; i++) {
    const sx_declared_root *one = &s->roots.items[i];
    if (one->index.has_meaning && one->index.is_whole) continue;
    status = sx_text_search_run(found, s->call, search, one->root->path, true, err);
    if (!status || sx_status_ends_call(status)) continue;
    *err = (sx_err){0};
    status = SX_OK;
  }
  sx_port_call_reserve(s->call->wait, 0);
  return status;
}

sx_status sx_meaning_find_named(sx_declared_search *s, const sx_question *question, bool *has_more,
                                sx_err *err) {
  const sx_grep_options options = {.ignore_case = true};
  sx_text_found found = {0};
  sx_grep *grep = NULL;
  sx_buf pattern;
  *has_more = false;
  sx_buf_init(&pattern, PATTERN_BYTES);
  write_pattern(question, &pattern);
  sx_status status = pattern.status ? sx_fail(err, pattern.status, NULL) : SX_OK;
  if (!status && pattern.len)
    status = sx_grep_compile(&grep, sx_buf_str(&pattern), &options, s->call->arena, err);
  const sx_text_search search = {.grep = grep, .has = has_file};
  if (!status && grep) status = search_roots(s, &search, &found, err);
  if (!status && found.files.len)
    qsort(found.files.items, found.files.len, sizeof *found.files.items, compare);
  for (size_t i = 0; i < found.files.len && i < MAX_NAMED_FILES && !status; i++)
    status = sx_strs_add_new(&s->named_paths, found.files.items[i].path, s->call->arena, err);
  sx_grep_release(grep);
  sx_buf_release(&pattern);
  if (status || !s->named_paths.len) return status;
  *has_more = true;
  return sx_declared__take_fresh(s, err);
}
