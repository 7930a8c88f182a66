#include "commands/environment.h"

#include "base/mem.h"

#ifdef _WIN32
#define environ _environ
#else
extern char **environ;
#endif

/* They make Electron's programs run as Node, or programs talk to the editor. */
static const char *const hidden[] = {"ELECTRON_", "VSCODE_", "CHROME_"};

/*
 * The last ones win over the window's own. git takes no repository without a work tree that is not
 * named: its settings would run programs, and any folder can be one.
 */
static const char *const own[] = {
    "GIT_CONFIG_COUNT=1",
    "GIT_CONFIG_KEY_0=safe.bareRepository",
    "GIT_CONFIG_VALUE_0=explicit",
    "PAGER=cat",
    "GIT_PAGER=cat",
    "MANPAGER=cat",
    "GIT_TERMINAL_PROMPT=0",
    "GIT_EDITOR=true",
    "TERM=dumb",
    "NO_COLOR=1",
    "PYTHONUNBUFFERED=1",
};

static sx_str name_of(sx_str variable) {
  size_t end = sx_str_find_char(variable, '=', 1);
  return end == SX_STR_NONE ? variable : sx_str_slice(variable, 0, end);
}

static bool is_hidden(sx_str variable) {
  for (size_t i = 0; i < sizeof hidden / sizeof *hidden; i++)
    if (sx_str_has_prefix(variable, sx_str_from(hidden[i]))) return true;
  return false;
}

static bool has_name(const sx_str *variables, size_t count, sx_str name) {
  for (size_t i = 0; i < count; i++)
    if (sx_str_is_equal(name_of(variables[i]), name)) return true;
  return false;
}

static bool add(char **list, size_t *count, sx_str variable) {
  list[*count] = sx_str_copy(variable);
  return list[*count] && ++*count;
}

void sx_command_environment_free_list(char **list) {
  for (size_t i = 0; list && list[i]; i++) sx_free(list[i]);
  sx_free(list);
}

bool sx_command_environment_take(sx_command_environment *out) {
  enum { OWN = sizeof own / sizeof *own };
  sx_str fixed[OWN];
  size_t all = 0, count = 0;
  *out = (sx_command_environment){0};
  for (size_t i = 0; i < OWN; i++) fixed[i] = sx_str_from(own[i]);
  while (environ && environ[all]) all++;
  char **list = sx_calloc(all + OWN + 1, sizeof *list);
  bool is_whole = list != NULL;
  for (size_t i = 0; i < all && is_whole; i++) {
    sx_str variable = sx_str_from(environ[i]);
    if (is_hidden(variable) || has_name(fixed, OWN, name_of(variable))) continue;
    is_whole = add(list, &count, variable);
  }
  for (size_t i = 0; i < OWN && is_whole; i++) is_whole = add(list, &count, fixed[i]);
  *out = (sx_command_environment){list, count};
  if (!is_whole) sx_command_environment_release(out);
  return is_whole;
}

void sx_command_environment_release(sx_command_environment *environment) {
  sx_command_environment_free_list(environment->variables);
  *environment = (sx_command_environment){0};
}

sx_str sx_command_environment_get(const sx_command_environment *environment, sx_str name) {
  for (size_t i = 0; i < environment->count; i++) {
    sx_str variable = sx_str_from(environment->variables[i]);
    if (sx_str_is_equal(name_of(variable), name) && name.len < variable.len)
      return sx_str_slice(variable, name.len + 1, variable.len);
  }
  return SX_STR("");
}

char **sx_command_environment_list(const sx_command_environment *environment, const sx_strs *more) {
  size_t count = 0;
  char **list = sx_calloc(environment->count + more->len + 1, sizeof *list);
  bool is_whole = list != NULL;
  for (size_t i = 0; i < environment->count && is_whole; i++) {
    sx_str variable = sx_str_from(environment->variables[i]);
    if (!has_name(more->items, more->len, name_of(variable)))
      is_whole = add(list, &count, variable);
  }
  for (size_t i = 0; i < more->len && is_whole; i++) is_whole = add(list, &count, more->items[i]);
  if (is_whole) return list;
  sx_command_environment_free_list(list);
  return NULL;
}
