#include "workspace/git_excludes.h"

#include "base/folder.h"
#include "match/git_config.h"
#include "os/environment.h"
#include "os/file.h"

#define MAX_CONFIG_BYTES (1024u * 1024)
/* Files that a file includes, and those that they include: git allows as many. */
#define MAX_INCLUDED 10

typedef struct search {
  sx_str home;
  sx_str found; /* as it is written, the last one */
  bool has_found;
  sx_strs *read;
  sx_arena *arena;
} search;

/* `~/x`, and what is relative to a folder. */
static sx_str absolute(const search *s, sx_str path, sx_str folder) {
  if (sx_str_has_prefix(path, SX_STR("~/")))
    return sx_arena_printf(s->arena, "%.*s%.*s", SX_STR_ARG(s->home), (int)path.len - 1,
                           path.ptr + 1);
  if (!path.len || path.ptr[0] == '/' || path.ptr[0] == '\\' || sx_str_at(path, 1) == ':')
    return path;
  return sx_arena_printf(s->arena, "%.*s/%.*s", SX_STR_ARG(folder), SX_STR_ARG(path));
}

static bool is_setting(const sx_git_setting *one, const char *section, const char *name) {
  return !one->subsection.len && sx_str_is_equal_fold(one->section, sx_str_from(section)) &&
         sx_str_is_equal_fold(one->name, sx_str_from(name));
}

/* One file, and where it includes another one, that one in its place. */
static void read_config(search *s, sx_str first) {
  struct {
    sx_git_config reader;
    sx_str folder;
  } open[MAX_INCLUDED + 1];
  size_t depth = 0;
  sx_str next = first;
  for (;;) {
    sx_str text;
    sx_git_setting one;
    sx_str *read = next.len && depth <= MAX_INCLUDED ? SX_ARRAY_ADD(s->read, s->arena) : NULL;
    if (read) *read = next;
    if (next.len && depth <= MAX_INCLUDED &&
        sx_file_read(&text, next, MAX_CONFIG_BYTES, s->arena, NULL) == SX_OK) {
      open[depth].reader = sx_git_config_of(text);
      open[depth++].folder = sx_folder_of(next);
    }
    next = SX_STR("");
    if (!depth) return;
    if (!sx_git_config_next(&open[depth - 1].reader, &one, s->arena)) {
      depth--;
    } else if (is_setting(&one, "core", "excludesfile")) {
      s->found = one.value;
      s->has_found = true;
    } else if (is_setting(&one, "include", "path")) {
      next = absolute(s, one.value, open[depth - 1].folder);
    }
  }
}

static sx_str settings_folder(const search *s) {
  sx_str folder = sx_environment_get("XDG_CONFIG_HOME", s->arena);
  if (folder.len || !s->home.len) return folder;
  return sx_arena_printf(s->arena, "%.*s/.config", SX_STR_ARG(s->home));
}

static void read_system(search *s) {
  if (sx_environment_get("GIT_CONFIG_NOSYSTEM", s->arena).len) return;
  sx_str given = sx_environment_get("GIT_CONFIG_SYSTEM", s->arena);
  read_config(s, given.len ? given : SX_STR("/etc/gitconfig"));
}

static void read_global(search *s, sx_str folder) {
  sx_str given = sx_environment_get("GIT_CONFIG_GLOBAL", s->arena);
  if (given.len) {
    read_config(s, given);
    return;
  }
  if (folder.len) read_config(s, sx_arena_printf(s->arena, "%.*s/git/config", SX_STR_ARG(folder)));
  if (s->home.len)
    read_config(s, sx_arena_printf(s->arena, "%.*s/.gitconfig", SX_STR_ARG(s->home)));
}

sx_status sx_git_excludes_find(sx_str *out, sx_str repository, sx_str store, sx_strs *read,
                               sx_arena *arena) {
  search s = {
      .arena = arena, .read = read, .home = sx_environment_home(arena), .found = SX_STR("")};
  sx_str folder = settings_folder(&s);
  *out = SX_STR("");
  read_system(&s);
  read_global(&s, folder);
  read_config(&s, sx_arena_printf(arena, "%.*s/config", SX_STR_ARG(store)));
  if (s.has_found)
    *out = absolute(&s, s.found, repository);
  else if (folder.len)
    *out = sx_arena_printf(arena, "%.*s/git/ignore", SX_STR_ARG(folder));
  return arena->status == SX_NOMEM ? SX_NOMEM : SX_OK;
}
