#include "workspace/git_settings.h"

#include "base/folder.h"
#include "match/git_config.h"
#include "os/environment.h"
#include "os/file.h"

#define MAX_CONFIG_BYTES (1024u * 1024)
#define MAX_LINK_BYTES (64u * 1024)
/* Files that a file includes, and those that they include: git allows as many. */
#define MAX_INCLUDED 10
/* Files that are read for hooks. */
#define MAX_SETTINGS 200

/* The path in a file such as `.git` of a work tree, which is relative to the folder of that. */
static sx_str read_path(sx_str file, sx_str prefix, sx_str folder, sx_arena *arena) {
  sx_str text;
  if (sx_file_read(&text, file, MAX_LINK_BYTES, arena, NULL)) return SX_STR("");
  if (!sx_str_has_prefix(text, prefix)) return SX_STR("");
  text = sx_str_trim(sx_str_slice(text, prefix.len, text.len));
  if (!text.len || text.ptr[0] == '/' || sx_str_at(text, 1) == ':') return text;
  return sx_arena_printf(arena, "%.*s/%.*s", SX_STR_ARG(folder), SX_STR_ARG(text));
}

sx_str sx_git_find_store(sx_str folder, sx_arena *arena) {
  sx_str own = sx_arena_printf(arena, "%.*s/.git", SX_STR_ARG(folder));
  sx_str store = read_path(own, SX_STR("gitdir:"), folder, arena);
  return store.len ? store : own;
}

sx_str sx_git_find_shared(sx_str store, sx_arena *arena) {
  sx_str link = sx_arena_printf(arena, "%.*s/commondir", SX_STR_ARG(store));
  sx_str shared = read_path(link, SX_STR(""), store, arena);
  return shared.len ? shared : store;
}

typedef struct search {
  const char *name; /* of the section `core` */
  sx_str home;
  sx_git_hooks *hooks; /* each value is wanted; NULL: the last one is */
  sx_str repository;
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

/* Whether it is a file that this one includes, with or without a condition. */
static bool is_include(const search *s, const sx_git_setting *one) {
  bool is_conditional = s->hooks && sx_str_is_equal_fold(one->section, SX_STR("includeif"));
  bool is_plain = !one->subsection.len && sx_str_is_equal_fold(one->section, SX_STR("include"));
  return (is_conditional || is_plain) && sx_str_is_equal_fold(one->name, SX_STR("path"));
}

/* A second reading adds no hooks, and a file may include itself. */
static bool may_read(search *s, sx_str path) {
  if (!s->hooks) return true;
  if (sx_strs_have(s->read, path)) return false;
  if (s->read->len < MAX_SETTINGS) return true;
  s->hooks->is_cut = true;
  return false;
}

static void take(search *s, sx_str value) {
  s->found = value;
  s->has_found = true;
  if (!s->hooks || !value.len) return;
  sx_str folder = absolute(s, value, s->repository);
  /* Without a repository nothing is known of what is relative to one. */
  bool is_known = s->repository.len || folder.ptr == value.ptr || value.ptr[0] == '~';
  sx_str *added = is_known ? SX_ARRAY_ADD(&s->hooks->folders, s->arena) : NULL;
  if (added) *added = folder;
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
    sx_str text = SX_STR("");
    sx_git_setting one;
    sx_status status = SX_NOT_FOUND;
    bool is_wanted = next.len && depth <= MAX_INCLUDED && may_read(s, next);
    sx_str *read = is_wanted ? SX_ARRAY_ADD(s->read, s->arena) : NULL;
    if (read) *read = next;
    if (is_wanted) status = sx_file_read(&text, next, MAX_CONFIG_BYTES, s->arena, NULL);
    if (!status) {
      open[depth].reader = sx_git_config_of(text);
      open[depth++].folder = sx_folder_of(next);
    }
    if (s->hooks) s->hooks->is_cut |= status == SX_TOO_BIG;
    next = SX_STR("");
    if (!depth) return;
    if (!sx_git_config_next(&open[depth - 1].reader, &one, s->arena))
      depth--;
    else if (is_setting(&one, "core", s->name))
      take(s, one.value);
    else if (is_include(s, &one))
      next = absolute(s, one.value, open[depth - 1].folder);
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

static void read_all(search *s, sx_str folder, sx_str shared) {
  read_system(s);
  read_global(s, folder);
  read_config(s, sx_arena_printf(s->arena, "%.*s/config", SX_STR_ARG(shared)));
}

sx_status sx_git_excludes_find(sx_str *out, sx_str repository, sx_str shared, sx_strs *read,
                               sx_arena *arena) {
  search s = {.name = "excludesfile",
              .arena = arena,
              .read = read,
              .home = sx_environment_home(arena),
              .found = SX_STR("")};
  sx_str folder = settings_folder(&s);
  *out = SX_STR("");
  read_all(&s, folder, shared);
  if (s.has_found)
    *out = absolute(&s, s.found, repository);
  else if (folder.len)
    *out = sx_arena_printf(arena, "%.*s/git/ignore", SX_STR_ARG(folder));
  return arena->status == SX_NOMEM ? SX_NOMEM : SX_OK;
}

sx_status sx_git_hooks_find(sx_git_hooks *out, sx_str folder, sx_arena *arena) {
  *out = (sx_git_hooks){0};
  search s = {.name = "hookspath",
              .arena = arena,
              .read = &out->settings,
              .hooks = out,
              .home = sx_environment_home(arena),
              .repository = folder,
              .found = SX_STR("")};
  sx_str store = SX_STR(""), shared = SX_STR("");
  if (folder.len) store = sx_git_find_store(folder, arena);
  if (folder.len) shared = sx_git_find_shared(store, arena);
  sx_str *own = folder.len ? SX_ARRAY_ADD(&out->folders, arena) : NULL;
  if (own) *own = sx_arena_printf(arena, "%.*s/hooks", SX_STR_ARG(shared));
  read_system(&s);
  read_global(&s, settings_folder(&s));
  if (folder.len) {
    read_config(&s, sx_arena_printf(arena, "%.*s/config", SX_STR_ARG(shared)));
    read_config(&s, sx_arena_printf(arena, "%.*s/config.worktree", SX_STR_ARG(store)));
  }
  return arena->status == SX_NOMEM ? SX_NOMEM : SX_OK;
}
