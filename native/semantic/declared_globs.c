#include "semantic/declared_globs.h"

#include "base/folder.h"
#include "workspace/folder_patterns.h"

#define GLOB_WORK 1000000

sx_status sx_declared_globs_parse(sx_declared_globs *out, const sx_declared_search *search,
                                  const sx_strs *patterns, sx_err *err) {
  const sx_glob_options options = {.any_depth = true};
  const sx_folder_patterns given = {patterns, false};
  sx_call *call = search->call;
  *out = (sx_declared_globs){.search = search};
  if (!patterns->len) return SX_OK;
  out->items = sx_arena_calloc(call->arena, search->roots.len + 1, sizeof(sx_glob *));
  if (!out->items) return sx_fail(err, call->arena->status, NULL);
  sx_status status = SX_OK;
  for (size_t i = 0; i < search->roots.len && !status; i++) {
    const sx_root *root = search->roots.items[i].root;
    const sx_searched_folder folder = {root->path, root->real_path};
    sx_strs own;
    status = sx_folder_patterns_take(&own, call, &given, &folder, err);
    if (!status && own.len)
      status = sx_glob_parse(&out->items[i], &own, NULL, &options, call->arena, err);
  }
  return status;
}

bool sx_declared_globs_fit(const sx_declared_globs *globs, sx_str path) {
  uint64_t work = GLOB_WORK;
  if (!globs->items) return true;
  for (size_t i = 0; i < globs->search->roots.len; i++) {
    sx_str root = globs->search->roots.items[i].root->path;
    if (!globs->items[i] || !sx_folder_has(root, path)) continue;
    if (sx_glob_match(globs->items[i], sx_str_slice(path, root.len + 1, path.len), false, &work))
      return true;
  }
  return false;
}
