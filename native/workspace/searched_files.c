#include "workspace/searched_files.h"

#include "text/language.h"
#include "workspace/text_index.h"
#include "workspace/text_search.h"

/* The index of fewer is there in a moment. */
#define MIN_FILES 5000

struct sx_searched_list {
  SX_ARRAY(sx_searched_files *) items;
};

static const sx_searched_files *find_known(const sx_call *call, sx_str folder, sx_str text) {
  for (size_t i = 0; call->searched && i < call->searched->items.len; i++) {
    const sx_searched_files *one = call->searched->items.items[i];
    if (sx_str_is_equal(one->folder, folder) && sx_str_is_equal(one->text, text)) return one;
  }
  return NULL;
}

static sx_status is_worth_it(bool *out, sx_call *call, const sx_root *root, sx_err *err) {
  sx_text_declared index;
  sx_status status = sx_text_index_declared(&index, call, root, false, err);
  *out = false;
  if (status) return status;
  *out = !index.list && index.is_writing && index.files >= MIN_FILES;
  sx_text_index_release_declared(call, &index);
  return SX_OK;
}

static sx_status keep(sx_call *call, sx_searched_files *one) {
  if (!call->searched) {
    call->searched = SX_ARENA_NEW(call->arena, struct sx_searched_list);
    if (!call->searched) return call->arena->status;
    *call->searched = (struct sx_searched_list){0};
  }
  sx_searched_files **added = SX_ARRAY_ADD(&call->searched->items, call->arena);
  if (!added) return call->arena->status;
  *added = one;
  return SX_OK;
}

/* Other files are not what is looked for. */
static bool has_source(const sx_left_out *files) {
  return files->count && sx_language_has_file(files->first);
}

static sx_status take(sx_searched_files *one, const sx_text_found *found) {
  sx_status status = SX_OK;
  one->is_cut = found->is_cut || has_source(&found->too_big) || has_source(&found->unreadable) ||
                has_source(&found->slow) || has_source(&found->foreign);
  for (size_t i = 0; i < found->files.len && !status; i++) {
    sx_str path = found->files.items[i].path;
    if (path.len <= one->folder.len) continue;
    status = sx_map_put(&one->paths, sx_str_slice(path, one->folder.len + 1, path.len), 1);
  }
  return status;
}

static sx_status search(sx_searched_files *one, sx_call *call, sx_err *err) {
  const sx_grep_options options = {.literal = true};
  sx_text_found found = {0};
  sx_grep *grep;
  sx_status status = sx_grep_compile(&grep, one->text, &options, call->arena, err);
  if (status) return status;
  const sx_text_search wanted = {.grep = grep};
  status = sx_text_search_run(&found, call, &wanted, one->folder, true, err);
  sx_grep_release(grep);
  if (status) return status;
  status = take(one, &found);
  return status ? sx_fail(err, status, NULL) : SX_OK;
}

sx_status sx_searched_files_find(const sx_searched_files **out, sx_call *call, const sx_root *root,
                                 sx_str text, sx_err *err) {
  bool is_worth;
  *out = find_known(call, root->path, text);
  if (*out) return SX_OK;
  sx_status status = is_worth_it(&is_worth, call, root, err);
  if (status || !is_worth) return status;
  sx_searched_files *one = SX_ARENA_NEW(call->arena, sx_searched_files);
  if (!one || call->arena->status) return sx_fail(err, call->arena->status, NULL);
  *one = (sx_searched_files){.folder = root->path, .text = sx_arena_dup(call->arena, text)};
  sx_map_init(&one->paths, call->arena);
  status = search(one, call, err);
  if (sx_status_ends_call(status)) return status;
  if (status) { /* the folder is gone */
    if (err) *err = (sx_err){0};
    return SX_OK;
  }
  *out = one;
  status = keep(call, one);
  return status ? sx_fail(err, status, NULL) : SX_OK;
}
