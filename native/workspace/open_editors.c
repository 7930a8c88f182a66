#include "workspace/open_editors.h"

#include "workspace/paths.h"

/* A file and its folder never have one key: that of a folder ends with a slash. */
static sx_status add(sx_open_editors *out, sx_str path) {
  sx_str folder = sx_path_folder(path);
  sx_status status = sx_map_put(&out->places, path, SX_OPEN_FILE);
  return status || !folder.len ? status : sx_map_put(&out->places, folder, SX_OPEN_BESIDE);
}

sx_status sx_open_editors_take(sx_open_editors *out, sx_batch *batch, size_t slot, sx_err *err) {
  sx_strs paths;
  *out = (sx_open_editors){0};
  sx_map_init(&out->places, batch->arena);
  sx_status status = sx_batch_get_paths(batch, slot, &paths, err);
  if (status == SX_HOST) {
    if (err) *err = (sx_err){0};
    return SX_OK;
  }
  for (size_t i = 0; !status && i < paths.len && i < SX_MAX_OPEN_EDITORS; i++) {
    status = add(out, paths.items[i]);
    if (status) return sx_fail(err, status, NULL);
  }
  return status;
}

sx_open_place sx_open_editors_find(const sx_open_editors *editors, sx_str path) {
  uint64_t place = SX_OPEN_NOT;
  if (editors->places.len && !sx_map_find(&editors->places, path, &place))
    (void)sx_map_find(&editors->places, sx_path_folder(path), &place);
  return (sx_open_place)place;
}
