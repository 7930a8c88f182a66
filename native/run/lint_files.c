#include "run/lint_files.h"

#include "os/file.h"

#define MAX_BYTES ((size_t)8 << 20)

static void note_status(sx_call *call, sx_status status) {
  if (status == SX_NOMEM && !call->arena->status) call->arena->status = SX_NOMEM;
}

static sx_file_info look(sx_call *call, sx_str path) {
  sx_file_info info = {0};
  if (path.len) note_status(call, sx_file_stat(&info, path, NULL));
  return info;
}

static sx_str join(sx_call *call, sx_str folder, const char *name) {
  return sx_arena_printf(call->arena, "%.*s/%s", SX_STR_ARG(folder), name);
}

bool sx_lint_has_file(sx_call *call, sx_str folder, const char *name) {
  return look(call, join(call, folder, name)).is_regular;
}

bool sx_lint_has_path(sx_call *call, sx_str path) {
  return look(call, path).exists;
}

bool sx_lint_is_folder(sx_call *call, sx_str path) {
  return look(call, path).is_directory;
}

sx_str sx_lint_read_text(sx_call *call, sx_str folder, const char *name) {
  sx_str text = SX_STR(""), path = join(call, folder, name);
  sx_status status =
      path.len ? sx_file_read(&text, path, MAX_BYTES, call->arena, NULL) : SX_NOT_FOUND;
  note_status(call, status);
  return status ? SX_STR("") : text;
}
