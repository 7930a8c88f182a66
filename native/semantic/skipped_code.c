#include "semantic/skipped_code.h"

#include "workspace/paths.h"
#include "workspace/workspace_files.h"

#define MAX_ASKED 64

sx_status sx_skipped_code_visit(sx_skipped_search *search, sx_call *call, sx_err *err) {
  sx_strs sources = {0};
  sx_status status =
      sx_workspace_files(call, search->glob, search->most, &sources, &search->is_cut, err);
  for (size_t i = 0; i < sources.len && !status; i++) {
    status = sx_port_call_check(call->wait);
    if (status) return sx_fail(err, status, NULL);
    sx_str path = sx_path_own(call, sources.items[i]);
    if (!sx_path_is_uri(path)) status = search->visit(search->context, path, err);
  }
  return status;
}

sx_status sx_skipped_code_keep(sx_call *call, sx_places *names, sx_places *found, uint64_t most_ms,
                               sx_err *err) {
  sx_batch batch;
  size_t kept = 0, asked = names->len < MAX_ASKED ? names->len : MAX_ASKED;
  if (!asked) return SX_OK;
  sx_batch_init(&batch, call->wait, call->arena);
  for (size_t i = 0; i < asked; i++)
    sx_batch_definition(&batch, names->items[i].path, names->items[i].range.start);
  sx_status status = sx_batch_run_within(&batch, most_ms, err);
  for (size_t i = 0; i < names->len && !sx_status_ends_call(status); i++) {
    sx_places places = {0};
    bool is_known = i < asked && !sx_batch_get_places(&batch, i, &places, NULL) && places.len;
    if (is_known) continue;
    names->items[kept] = names->items[i];
    found->items[kept++] = found->items[i];
  }
  sx_batch_release(&batch);
  names->len = found->len = kept;
  return sx_status_ends_call(status) ? status : SX_OK;
}
