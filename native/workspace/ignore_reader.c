#include "os/file.h"
#include "workspace/ignore_scope.h"

#define MAX_RULES_BYTES (1024u * 1024)

/* ---- in a walk --------------------------------------------------------------------------- */

static sx_status read_entry(void *arg, const char *name, sx_str *text, sx_arena *arena) {
  return sx_walk_read(text, arg, name, MAX_RULES_BYTES, arena);
}

sx_ignore_reader sx_ignore_reader_of(sx_walk_folder *folder) {
  sx_ignore_reader reader = {.read = read_entry, .arg = folder};
  for (size_t i = 0; i < folder->count; i++) {
    sx_str name = folder->entries[i].name;
    if (!name.len || name.ptr[0] != '.') continue;
    bool is_file = folder->entries[i].kind == SX_WALK_FILE;
    reader.has_git |= sx_str_is_equal(name, SX_STR(".git"));
    reader.has_gitignore |= is_file && sx_str_is_equal(name, SX_STR(".gitignore"));
    reader.has_ignore |= is_file && sx_str_is_equal(name, SX_STR(".ignore"));
    reader.has_sextantignore |= sx_str_is_equal_fold(name, SX_STR(".sextantignore"));
  }
  return reader;
}

/* ---- by a path --------------------------------------------------------------------------- */

static sx_status read_below(void *arg, const char *name, sx_str *text, sx_arena *arena) {
  const sx_str *folder = arg;
  sx_str path = sx_arena_printf(arena, "%.*s/%s", SX_STR_ARG(*folder), name);
  if (!path.len) return arena->status;
  sx_status status = sx_file_read(text, path, MAX_RULES_BYTES, arena, NULL);
  /* git does not follow these links, for they may lead out of the repository. */
  return !status && sx_file_is_link(path, arena) ? SX_NOT_READABLE : status;
}

sx_ignore_reader sx_ignore_reader_at(const sx_str *folder) {
  return (sx_ignore_reader){.read = read_below,
                            .arg = (void *)folder,
                            .has_git = sx_ignore_is_repository(*folder),
                            .has_gitignore = true,
                            .has_ignore = true,
                            .has_sextantignore = true};
}

bool sx_ignore_is_repository(sx_str folder) {
  sx_arena scratch;
  sx_file_info info = {0};
  sx_arena_init(&scratch, 64 * 1024);
  sx_str path = sx_arena_printf(&scratch, "%.*s/.git", SX_STR_ARG(folder));
  bool is = path.len && sx_file_stat(&info, path, NULL) == SX_OK && info.exists;
  sx_arena_release(&scratch);
  return is;
}
