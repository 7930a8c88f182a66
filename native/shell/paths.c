#include "shell/paths.h"

#include "base/byte.h"
#include "shell/wrappers.h"

#define MAX_PATH_BYTES 4096

/* ---- paths --------------------------------------------------------------------------------- */

bool sx_shell_is_static(const sx_shell_word *word) {
  return !(word->flags & (SX_SHELL_DYNAMIC | SX_SHELL_GLOB | SX_SHELL_BRACES));
}

bool sx_shell_is_within(sx_str path, sx_str folder) {
  if (!folder.len || !sx_str_has_prefix(path, folder)) return false;
  return path.len == folder.len || folder.ptr[folder.len - 1] == '/' || path.ptr[folder.len] == '/';
}

bool sx_shell_is_in_workspace(const sx_shell_rules *rules, sx_str path) {
  for (size_t i = 0; i < rules->folders.len; i++)
    if (sx_shell_is_within(path, rules->folders.items[i])) return true;
  return false;
}

/* Adds the names of a path to `out`, which has room for them. */
static size_t add_names(char *out, size_t len, sx_str path) {
  for (size_t at = 0; at < path.len;) {
    size_t end = sx_str_find_char(path, '/', at);
    if (end == SX_STR_NONE) end = path.len;
    sx_str name = sx_str_slice(path, at, end);
    at = end + 1;
    if (!name.len || sx_str_is_equal(name, SX_STR("."))) continue;
    if (sx_str_is_equal(name, SX_STR(".."))) {
      while (len && out[--len] != '/') continue;
    } else {
      out[len++] = '/';
      memcpy(out + len, name.ptr, name.len);
      len += name.len;
    }
  }
  return len;
}

sx_str sx_shell_join_path(sx_str folder, sx_str path, sx_arena *a) {
  char *out = sx_arena_alloc(a, folder.len + path.len + 3);
  size_t len = 0;
  if (!out) return SX_STR("");
  if (sx_str_at(path, 0) != '/') len = add_names(out, 0, folder);
  len = add_names(out, len, path);
  if (!len) out[len++] = '/';
  return sx_str_make(out, len);
}

/* The folder that the word begins with, if it does; `*rest`: what follows. */
static bool take_lead(const sx_shell_walk *walk, const sx_shell_word *word, sx_str text,
                      sx_str *dir, sx_str *rest) {
  *rest = sx_str_slice(text, word->lead_len, text.len);
  if (!(word->flags & (SX_SHELL_HOME | SX_SHELL_PWD))) return true;
  if (walk->home_changes) return false;
  if (word->flags & SX_SHELL_HOME) *dir = walk->rules->home;
  /* `$HOME-old` is beside it. */
  if (rest->len && rest->ptr[0] != '/' && dir->len)
    *dir = sx_arena_printf(walk->arena, "%.*s%.*s", SX_STR_ARG(*dir), SX_STR_ARG(*rest)),
    *rest = SX_STR("");
  while (rest->len && rest->ptr[0] == '/') *rest = sx_str_slice(*rest, 1, rest->len);
  return dir->len > 0;
}

static sx_str resolve_text(const sx_shell_walk *walk, const sx_shell_word *word, sx_str text,
                           sx_str dir) {
  sx_str rest;
  if (!take_lead(walk, word, text, &dir, &rest)) return SX_STR("");
  if (!dir.len && sx_str_at(rest, 0) != '/') return SX_STR("");
  return sx_shell_join_path(dir, rest, walk->arena);
}

sx_str sx_shell_resolve(const sx_shell_walk *walk, const sx_shell_word *word, sx_str dir) {
  if (!sx_shell_is_static(word)) return SX_STR("");
  return resolve_text(walk, word, word->text, dir);
}

sx_str sx_shell_resolve_pattern(const sx_shell_walk *walk, const sx_shell_word *word, sx_str dir,
                                sx_str *rest) {
  sx_str known = sx_str_slice(word->text, 0, word->known_len);
  size_t slash = sx_str_find_last_char(known, '/');
  size_t end = slash == SX_STR_NONE ? 0 : slash + 1;
  if (end < word->lead_len) end = word->lead_len;
  *rest = sx_str_slice(word->text, end, word->text.len);
  if (word->flags & (SX_SHELL_DYNAMIC | SX_SHELL_BRACES)) return SX_STR("");
  return resolve_text(walk, word, sx_str_slice(word->text, 0, end), dir);
}

/* ---- folders ------------------------------------------------------------------------------- */

static void add_dir(sx_shell_dirs *dirs, sx_str dir) {
  for (uint8_t i = 0; i < dirs->len; i++)
    if (sx_str_is_equal(dirs->items[i], dir)) return;
  if (!dir.len || dir.len > MAX_PATH_BYTES || dirs->len == SX_SHELL_MAX_DIRS)
    dirs->is_unknown = true;
  else
    dirs->items[dirs->len++] = dir;
}

static void add_dirs(sx_shell_dirs *dirs, const sx_shell_dirs *more) {
  for (uint8_t i = 0; i < more->len; i++) add_dir(dirs, more->items[i]);
  dirs->is_unknown = dirs->is_unknown || more->is_unknown;
}

static bool is_named(const sx_shell_command *command, const char *names) {
  return command->word_count && sx_shell_list_has(names, command->words[0].text);
}

static bool changes_folder(const sx_shell_command *command) {
  return is_named(command, "cd pushd popd chdir");
}

static void mark_names(sx_shell_walk *walk, sx_str name) {
  walk->home_changes = walk->home_changes || sx_shell_list_has("HOME PWD OLDPWD", name);
  walk->path_changes = walk->path_changes || sx_str_is_equal(name, SX_STR("CDPATH"));
}

/* Variables that the script sets, also by words such as those of `export` and `read`. */
static void look_at_variables(sx_shell_walk *walk, const sx_shell_command *command) {
  for (uint32_t i = 0; i < command->assignment_count; i++)
    mark_names(walk, command->assignments[i].name);
  if (!is_named(
          command,
          "export declare typeset local readonly read printf unset mapfile readarray getopts env"))
    return;
  for (uint32_t i = 1; i < command->word_count; i++) {
    sx_str text = command->words[i].text;
    size_t equals = sx_str_find_char(text, '=', 0);
    mark_names(walk, sx_str_slice(text, 0, equals));
  }
}

/* In a part that runs more than once or later, what follows a `cd` may come before it. */
static void look_at_scopes(sx_shell_walk *walk, uint32_t scope) {
  const sx_shell_scope *scopes = walk->script->scopes.items;
  for (;;) {
    sx_shell_scope_kind kind = scopes[scope].kind;
    if (kind == SX_SHELL_SCOPE_BRANCH || kind == SX_SHELL_SCOPE_FUNCTION)
      walk->places[scope].is_lost = true;
    if (kind == SX_SHELL_SCOPE_TOP || kind == SX_SHELL_SCOPE_CHILD) return;
    scope = scopes[scope].parent;
  }
}

sx_status sx_shell_walk_init(sx_shell_walk *walk, const sx_shell_script *script,
                             const sx_shell_rules *rules, sx_arena *a, sx_err *err) {
  *walk = (sx_shell_walk){.script = script, .rules = rules, .arena = a};
  walk->places = sx_arena_calloc(a, script->scopes.len + 1, sizeof *walk->places);
  if (!walk->places) return sx_fail(err, a->status, NULL);
  for (size_t i = 0; i < script->commands.len; i++) {
    const sx_shell_command *command = &script->commands.items[i];
    look_at_variables(walk, command);
    if (changes_folder(command)) look_at_scopes(walk, command->scope);
  }
  for (size_t i = 0; i < script->set_names.len; i++) {
    sx_str name = script->set_names.items[i];
    mark_names(walk, name.len ? name : SX_STR("HOME"));
    mark_names(walk, name.len ? name : SX_STR("CDPATH"));
  }
  walk->places[0].is_open = true;
  add_dir(&walk->places[0].all, rules->cwd);
  walk->places[0].now = walk->places[0].all;
  return SX_OK;
}

/* Scopes between the one that is wanted and the next that has begun: at most as deep as the parser
 * goes. */
static sx_shell_place *open_scope(sx_shell_walk *walk, uint32_t scope) {
  uint32_t path[SX_SHELL_MAX_DEPTH + 1];
  size_t len = 0;
  while (!walk->places[scope].is_open && len < SX_SHELL_MAX_DEPTH) {
    path[len++] = scope;
    scope = walk->script->scopes.items[scope].parent;
  }
  while (len) {
    const sx_shell_place *parent = &walk->places[scope];
    scope = path[--len];
    sx_shell_place *place = &walk->places[scope];
    uint8_t join = walk->script->scopes.items[scope].join;
    place->is_open = true;
    place->all = join == SX_SHELL_AND || join == SX_SHELL_PIPE ? parent->now : parent->all;
    place->all.is_unknown = place->all.is_unknown || place->is_lost;
    place->now = place->all;
  }
  return &walk->places[scope];
}

/* Where a `cd` leads to; not known without a word that is. */
static sx_shell_dirs follow(const sx_shell_walk *walk, const sx_shell_command *command,
                            const sx_shell_dirs *from) {
  sx_shell_dirs to = {0};
  uint32_t at = 1;
  while (at < command->word_count &&
         sx_shell_list_has("-L -P -e -@ -- -LP -PL", command->words[at].text))
    at++;
  const sx_shell_word *word = at < command->word_count ? &command->words[at] : NULL;
  bool is_cd = is_named(command, "cd chdir");
  if (!word) {
    add_dir(&to, is_cd && !walk->home_changes ? walk->rules->home : SX_STR(""));
    return to;
  }
  bool is_known = !is_named(command, "popd") && !walk->path_changes &&
                  !sx_str_is_equal(word->text, SX_STR("-")) && sx_str_at(word->text, 0) != '+';
  if (!is_known || from->is_unknown)
    add_dir(&to, is_known ? sx_shell_resolve(walk, word, SX_STR("")) : SX_STR(""));
  for (uint8_t i = 0; is_known && i < from->len; i++)
    add_dir(&to, sx_shell_resolve(walk, word, from->items[i]));
  return to;
}

/* A folder that was changed in braces or a branch is the one after them, too. */
static void pass_up(sx_shell_walk *walk, uint32_t scope, const sx_shell_dirs *to) {
  const sx_shell_scope *scopes = walk->script->scopes.items;
  while (scopes[scope].kind != SX_SHELL_SCOPE_TOP && scopes[scope].kind != SX_SHELL_SCOPE_CHILD) {
    scope = scopes[scope].parent;
    add_dirs(&walk->places[scope].all, to);
    add_dirs(&walk->places[scope].now, to);
  }
}

/* Whether the shell ends here: only by a number, and not in a pipe or in the background. */
static bool ends_shell(const sx_shell_command *command) {
  if (!is_named(command, "exit") || command->word_count > 2) return false;
  if (command->flags & (SX_SHELL_PIPED_IN | SX_SHELL_PIPED_OUT | SX_SHELL_BACKGROUND)) return false;
  sx_str code = command->word_count > 1 ? command->words[1].text : SX_STR("");
  for (size_t i = 0; i < code.len; i++)
    if (!sx_byte_is_digit(code.ptr[i])) return false;
  return command->word_count == 1 || code.len;
}

sx_shell_dirs sx_shell_walk_next(sx_shell_walk *walk, uint32_t index) {
  const sx_shell_command *command = &walk->script->commands.items[index];
  sx_shell_place *place = open_scope(walk, command->scope);
  bool goes_on = command->join == SX_SHELL_AND || command->join == SX_SHELL_PIPE;
  sx_shell_dirs dirs = goes_on ? place->now : place->all;
  if (command->join == SX_SHELL_OR && ends_shell(command)) {
    place->all = place->now; /* `cd x || exit`: what follows is in x */
    return dirs;
  }
  if (!goes_on) place->now = place->all;
  if (command->flags & (SX_SHELL_OTHER_FOLDER | SX_SHELL_REMOTE))
    dirs = (sx_shell_dirs){.is_unknown = true};
  if (!changes_folder(command)) return dirs;
  sx_shell_dirs to = follow(walk, command, &dirs);
  add_dirs(&place->all, &to);
  /* A command that another program runs may not change the shell's own folder. */
  bool is_given = command->outer != SX_SHELL_NO_COMMAND &&
                  walk->script->commands.items[command->outer].scope == command->scope;
  place->now = is_given || command->join == SX_SHELL_OR ? place->all : to;
  pass_up(walk, command->scope, &to);
  return dirs;
}
