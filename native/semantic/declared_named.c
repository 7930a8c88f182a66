#include "semantic/declared_parts.h"

#include "resolve/c_sources.h"
#include "symbols/names.h"
#include "workspace/text_search.h"

#include <stdlib.h>

/* At first sight of a big workspace, reading all texts for a name takes a tenth of the time that
 * its index takes to be written. */

#define MAX_NAMED_FILES 200
/* Likely files leave room for others, where they do not declare the name. */
#define MAX_LIKELY_FILES 100
/* A shorter part of a name is in far too many paths. */
#define LEAST_PART_BYTES 3

/* ---- which files ----------------------------------------------------------------------------- */

typedef struct likely {
  sx_str parts; /* of the name, with spaces between them */
  bool is_wanted;
} likely;

static bool is_likely(sx_str parts, sx_str path) {
  if (sx_c_is_header(path) && sx_str_find(path, SX_STR("include/"), 0) != SX_STR_NONE) return true;
  for (size_t at = 0; at < parts.len;) {
    size_t end = sx_str_find_char(parts, ' ', at);
    sx_str part = sx_str_slice(parts, at, end == SX_STR_NONE ? parts.len : end);
    if (part.len >= LEAST_PART_BYTES && sx_str_has_fold(path, part)) return true;
    at += part.len + 1;
  }
  return false;
}

static bool has_file(const void *arg, sx_str below) {
  const likely *l = arg;
  return is_likely(l->parts, below) == l->is_wanted;
}

/* ---- the search ------------------------------------------------------------------------------ */

/* A file that declares a name mostly has it more often than one that uses it. */
static int compare(const void *a, const void *b) {
  const sx_text_file *one = a, *other = b;
  if (one->hits != other->hits) return one->hits < other->hits ? 1 : -1;
  return sx_str_compare(one->path, other->path);
}

static sx_status take(sx_declared_search *s, sx_text_found *found, size_t most, sx_err *err) {
  sx_status status = SX_OK;
  if (found->files.len)
    qsort(found->files.items, found->files.len, sizeof *found->files.items, compare);
  for (size_t i = 0; i < found->files.len && !status; i++) {
    if (s->named_paths.len >= most) break;
    if (sx_declared__may_declare(found->files.items[i].path))
      status = sx_strs_add_new(&s->named_paths, found->files.items[i].path, s->call->arena, err);
  }
  return status;
}

sx_status sx_declared__find_named(sx_declared_search *s, sx_str word, sx_named_part part,
                                  uint64_t most_ms, sx_err *err) {
  const sx_grep_options options = {.literal = true, .whole_word = true};
  char text[2 * SX_SYMBOLS_PARTS_BYTES];
  const likely files = {sx_str_make(text, sx_symbols_parts(text, word)), part == SX_NAMED_LIKELY};
  sx_text_found found = {0};
  sx_grep *grep;
  sx_status status = sx_grep_compile(&grep, word, &options, s->call->arena, err);
  if (status) return status;
  sx_port_call_limit(s->call->wait, most_ms);
  const sx_text_search search = {
      .grep = grep, .has = part == SX_NAMED_ALL ? NULL : has_file, .arg = &files};
  for (size_t i = 0; i < s->roots.len && !status && !found.is_cut; i++) {
    const sx_declared_root *one = &s->roots.items[i];
    if (one->index.is_whole) continue;
    status = sx_text_search_run(&found, s->call, &search, one->root->path, true, err);
    /* One that is gone has no declarations; the answer reports that there is no index of it. */
    if (!status || sx_status_ends_call(status)) continue;
    *err = (sx_err){0};
    status = SX_OK;
  }
  sx_port_call_reserve(s->call->wait, 0);
  sx_grep_release(grep);
  if (status) return status;
  return take(s, &found, part == SX_NAMED_LIKELY ? MAX_LIKELY_FILES : MAX_NAMED_FILES, err);
}
