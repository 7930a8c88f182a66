#include "refactor/move_go_package.h"

#include "base/byte.h"
#include "base/folder.h"
#include "base/word.h"
#include "workspace/files.h"

/*
 * The files outside of both packages that may use what moves: those with its name. Files that are
 * hidden are not changed, and other texts than Go may have the name with its path.
 */

#define SEARCH_MS 20000

typedef struct search {
  sx_go_far *far;
  sx_strs *users; /* files of Go with the name */
  sx_str wanted;  /* the name with the path of its package */
  sx_strs named;  /* files that have it */
} search;

/* ---- names in texts ------------------------------------------------------------------------- */

/* Where a text has the name with its path, and no longer name; NONE. */
static size_t find_full(sx_str text, sx_str wanted) {
  size_t at = sx_str_find(text, wanted, 0);
  while (at != SX_STR_NONE && sx_byte_is_word(sx_str_at(text, at + wanted.len)))
    at = sx_str_find(text, wanted, at + 1);
  return at;
}

static sx_status take(void *arg, sx_str path, sx_str text, sx_err *err) {
  search *s = arg;
  sx_arena *arena = s->far->moving->call->arena;
  sx_status status = SX_OK;
  if (sx_str_has_suffix(path, SX_STR(".go"))) status = sx_strs_add_new(s->users, path, arena, err);
  if (!status && find_full(text, s->wanted) != SX_STR_NONE)
    status = sx_strs_add(&s->named, path, arena, err);
  return status;
}

/* Flags of the linker (-X) and documents name it so; they are not changed. */
static sx_status warn(const search *s, sx_err *err) {
  sx_status status = SX_OK;
  for (size_t i = 0; i < s->named.len && !status; i++) {
    const sx_document *document;
    status = sx_document_peek_any(s->far->moving->call, s->named.items[i], &document, err);
    if (status || !document) continue;
    size_t place = find_full(document->text, s->wanted);
    if (place == SX_STR_NONE) continue;
    status = sx_refactoring_warn(s->far->moving->refactoring, document, place,
                                 "this names '%.*s', which is in \"%.*s\" from now on; it is not "
                                 "changed.",
                                 SX_STR_ARG(s->wanted), SX_STR_ARG(s->far->to.path));
    if (status) return sx_fail(err, status, NULL);
  }
  return status;
}

/* Whether other files may have the name: in code, or with its path. */
static bool is_sought(const sx_go_far *far, const sx_moved *moved) {
  const sx_nodes *nodes = &far->moving->source.nodes;
  char first = sx_str_at(moved->name, 0);
  bool is_variable = sx_nodes_is(nodes, moved->first, "var_declaration var_spec");
  bool is_public = sx_byte_lower(first) != first || (unsigned char)first >= 0x80;
  return sx_go_moved(far, moved->name) && !far->is_test && (is_public || is_variable);
}

static sx_status find_name(search *s, const sx_moved *moved, sx_err *err) {
  sx_moving *moving = s->far->moving;
  bool is_main = sx_str_is_equal(s->far->old.name, SX_STR("main"));
  sx_mentions found;
  sx_mentions_visit visit = {.name = moved->name, .ms = SEARCH_MS, .take = take, .arg = s};
  s->named = (sx_strs){0};
  s->wanted = sx_arena_printf(moving->call->arena, "%.*s.%.*s",
                              SX_STR_ARG(is_main ? s->far->old.name : s->far->old.path),
                              SX_STR_ARG(moved->name));
  sx_status status = sx_mentions_each(&found, moving->call, &visit, err);
  if (!status && (found.is_cut || found.is_late))
    return sx_move_refuse(moving, &moving->source, moved->start, err,
                          "not all files that may use '%.*s' could be searched; call again",
                          SX_STR_ARG(moved->name));
  return status ? status : warn(s, err);
}

/* ---- files that are hidden ------------------------------------------------------------------ */

static bool may_enter(void *arg, sx_str folder) {
  (void)arg;
  sx_str name = sx_str_slice(folder, sx_folder_of(folder).len, folder.len);
  while (sx_str_at(name, 0) == '/') name = sx_str_slice(name, 1, name.len);
  return !sx_language_has_word("vendor node_modules", name, false) && sx_str_at(name, 0) != '.';
}

static sx_status list(const sx_go_far *far, bool with_ignored, sx_strs *out, sx_err *err) {
  sx_files_seen seen;
  sx_files_query query = {.folder = far->root,
                          .with_ignored = with_ignored,
                          .without_hidden = true,
                          .without_links = true,
                          .may_enter = may_enter};
  return sx_files_list(far->moving->call, &query, out, &seen, err);
}

static sx_status check_hidden(sx_go_far *far, sx_str path, sx_err *err) {
  const sx_document *document;
  sx_moving *moving = far->moving;
  sx_str import = sx_arena_printf(moving->call->arena, "\"%.*s\"", SX_STR_ARG(far->old.path));
  sx_status status = sx_document_peek_any(moving->call, path, &document, err);
  if (status || !document) return status;
  size_t place = sx_str_find(document->text, import, 0);
  for (size_t i = 0; i < moving->moved.len && place != SX_STR_NONE; i++) {
    sx_str name = moving->moved.items[i].name;
    if (!is_sought(far, &moving->moved.items[i]) || !sx_word_is_in(document->text, name)) continue;
    sx_move_text text = {.path = path, .document = document};
    return sx_move_refuse(moving, &text, place, err,
                          "this file uses '%.*s', and would not be changed, as .gitignore or "
                          "files.exclude hides it: show it first, or delete it where a program "
                          "makes it",
                          SX_STR_ARG(name));
  }
  return SX_OK;
}

/* Files of Go that the search passes over, and that Go builds. */
static sx_status check_all_hidden(sx_go_far *far, sx_err *err) {
  sx_strs shown = {0}, all = {0};
  size_t next = 0;
  sx_status status = list(far, false, &shown, err);
  if (!status) status = list(far, true, &all, err);
  for (size_t i = 0; i < all.len && !status; i++) {
    sx_str name = all.items[i];
    while (next < shown.len && sx_path_compare(shown.items[next], name) < 0) next++;
    bool is_shown = next < shown.len && sx_str_is_equal(shown.items[next], name);
    if (is_shown || !sx_str_has_suffix(name, SX_STR(".go"))) continue;
    sx_str path = sx_arena_printf(far->moving->call->arena, "%.*s/%.*s", SX_STR_ARG(far->root),
                                  SX_STR_ARG(name));
    sx_str folder = sx_folder_of(path);
    if (!sx_str_is_equal(folder, far->old.folder) && !sx_str_is_equal(folder, far->to.folder))
      status = check_hidden(far, path, err);
  }
  return status;
}

sx_status sx_go_list_users(sx_go_far *far, sx_strs *out, sx_err *err) {
  search s = {.far = far, .users = out};
  bool is_sought_any = false;
  sx_status status = SX_OK;
  for (size_t i = 0; i < far->moving->moved.len && !status; i++) {
    const sx_moved *moved = &far->moving->moved.items[i];
    if (!is_sought(far, moved)) continue;
    is_sought_any = true;
    status = find_name(&s, moved, err);
  }
  if (!status && is_sought_any) status = check_all_hidden(far, err);
  return status ? status : sx_documents_peek(far->moving->call, out, err);
}
