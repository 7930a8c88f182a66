#include "semantic/declared_parts.h"

#include "workspace/text_search.h"

#include <stdlib.h>

/* At first sight of a big workspace, reading all texts for a name takes a tenth of the time that
 * its index takes to be written. */

#define MAX_NAMED_FILES 200
/* A second or two, but where others keep the processor busy: a name that is found late is worth
   more than none. */
#define SEARCH_MS 5000

/* A file that declares a name mostly has it more often than one that uses it. */
static int compare(const void *a, const void *b) {
  const sx_text_file *one = a, *other = b;
  if (one->hits != other->hits) return one->hits < other->hits ? 1 : -1;
  return sx_str_compare(one->path, other->path);
}

static sx_status take(sx_declared_search *s, sx_text_found *found, sx_err *err) {
  sx_status status = SX_OK;
  if (found->files.len)
    qsort(found->files.items, found->files.len, sizeof *found->files.items, compare);
  for (size_t i = 0; i < found->files.len && !status; i++) {
    if (s->named_paths.len == MAX_NAMED_FILES) break;
    if (sx_declared__may_declare(found->files.items[i].path))
      status = sx_strs_add_new(&s->named_paths, found->files.items[i].path, s->call->arena, err);
  }
  return status;
}

sx_status sx_declared__find_named(sx_declared_search *s, sx_str word, sx_err *err) {
  const sx_grep_options options = {.literal = true, .whole_word = true};
  sx_text_found found = {0};
  sx_grep *grep;
  sx_status status = sx_grep_compile(&grep, word, &options, s->call->arena, err);
  if (status) return status;
  sx_port_call_limit(s->call->wait, SEARCH_MS);
  const sx_text_search search = {.grep = grep};
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
  return status ? status : take(s, &found, err);
}
