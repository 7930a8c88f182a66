#include "workspace/ignore_scope.h"

#include "base/byte.h"
#include "base/folder.h"
#include "match/ignore.h"
#include "os/file.h"
#include "workspace/git_settings.h"
#include "workspace/paths.h"

/* Limits: a repository may contain rules that are made to cost time. */
#define MAX_RULES_BYTES (1024u * 1024)
/* Steps of matching one path, about 0.2 ms; what rules of that size do not decide is not ignored.
 */
#define MAX_WORK 200000
/* Longer paths do not exist. */
#define MAX_FOLDED_BYTES 4096
#define MAX_GIT_MEMORY (64u * 1024 * 1024)

/* The rules of one file; those above it are asked next. */
struct sx_ignore_file {
  const sx_ignore_file *above;
  size_t folder_len; /* of the path that they are relative to, without a slash at its end */
  bool folds_case;   /* .sextantignore: they are in small letters, for any case opens the file */
  sx_ignore_rules rules;
};

bool sx_ignore_is_store(sx_str name) {
  return name.len && name.ptr[0] == '.' &&
         (sx_str_is_equal(name, SX_STR(".git")) || sx_str_is_equal(name, SX_STR(".hg")) ||
          sx_str_is_equal(name, SX_STR(".svn")));
}

/* ---- asking ------------------------------------------------------------------------------ */

static sx_ignore_verdict ask_files(const sx_ignore_file *file, sx_str path,
                                   const sx_ignore_subject *subject, uint64_t *work) {
  for (; file; file = file->above) {
    sx_str relative = sx_str_slice(path, file->folder_len + 1, path.len);
    sx_ignore_verdict verdict = sx_ignore_match_subject(&file->rules, subject, relative, work);
    if (verdict != SX_IGNORE_NONE) return verdict;
  }
  return SX_IGNORE_NONE;
}

/* In a file system that folds case each way of writing a path leads to the file. */
static sx_ignore_verdict ask_folded(const sx_ignore_file *file, sx_str path, bool is_folder,
                                    uint64_t *work) {
  char buf[MAX_FOLDED_BYTES];
  if (path.len > sizeof buf) return SX_IGNORE_YES;
  for (size_t i = 0; i < path.len; i++) buf[i] = sx_byte_lower(path.ptr[i]);
  sx_str folded = sx_str_make(buf, path.len);
  const sx_ignore_subject subject = sx_ignore_subject_of(folded, is_folder);
  return sx_ignore_match_subject(&file->rules, &subject,
                                 sx_str_slice(folded, file->folder_len + 1, folded.len), work);
}

/* As ask_files; what rules are too costly to decide is hidden. */
static bool ask_never(const sx_ignore_file *file, sx_str path, const sx_ignore_subject *subject,
                      sx_str *folder) {
  uint64_t work = MAX_WORK;
  for (; file; file = file->above) {
    sx_str relative = sx_str_slice(path, file->folder_len + 1, path.len);
    sx_ignore_verdict verdict =
        file->folds_case ? ask_folded(file, path, subject->is_folder, &work)
                         : sx_ignore_match_subject(&file->rules, subject, relative, &work);
    if (!work) verdict = SX_IGNORE_YES;
    if (verdict == SX_IGNORE_YES && folder) *folder = sx_str_slice(path, 0, file->folder_len);
    if (verdict != SX_IGNORE_NONE) return verdict == SX_IGNORE_YES;
  }
  return false;
}

bool sx_ignore_scope_hides(const sx_ignore_scope *scope, sx_str path, bool is_folder,
                           sx_str *folder) {
  if (!scope->never) return false;
  sx_ignore_subject subject = sx_ignore_subject_of(path, is_folder);
  return ask_never(scope->never, path, &subject, folder);
}

sx_ignore_answer sx_ignore_scope_ask(const sx_ignore_scope *scope, sx_str path, bool is_folder) {
  uint64_t work = MAX_WORK;
  if (!scope->never && !scope->own && !scope->git) return SX_IGNORE_SHOWN;
  sx_ignore_subject subject = sx_ignore_subject_of(path, is_folder);
  if (ask_never(scope->never, path, &subject, NULL)) return SX_IGNORE_NEVER;
  sx_ignore_verdict verdict = ask_files(scope->own, path, &subject, &work);
  if (verdict == SX_IGNORE_YES) return SX_IGNORE_IGNORED;
  if (verdict == SX_IGNORE_NONE) verdict = ask_files(scope->git, path, &subject, &work);
  return verdict == SX_IGNORE_YES ? SX_IGNORE_UNTRACKED : SX_IGNORE_SHOWN;
}

sx_status sx_ignore_scope_ask_git(const sx_ignore_scope *scope, sx_str path, bool is_folder,
                                  sx_ignore_answer *out, const sx_ignore_scope **inner,
                                  sx_arena *arena) {
  *inner = scope;
  *out = sx_ignore_scope_ask(scope, path, is_folder);
  if (scope->is_only_tracked && *out == SX_IGNORE_SHOWN) *out = SX_IGNORE_UNTRACKED;
  if (*out != SX_IGNORE_UNTRACKED || !scope->tracked) return SX_OK;
  if (!sx_git_tracked_has(scope->tracked, path)) return SX_OK;
  *out = SX_IGNORE_SHOWN;
  if (!is_folder || scope->is_only_tracked) return SX_OK;
  sx_ignore_scope *made = SX_ARENA_NEW(arena, sx_ignore_scope);
  if (!made) return arena->status;
  *made = *scope;
  made->is_only_tracked = true;
  *inner = made;
  return SX_OK;
}

/* ---- the rules of one folder ------------------------------------------------------------- */

/* Without rules for which there is no room; NOMEM. */
static sx_status add_rules(const sx_ignore_file **link, sx_str text, sx_str folder,
                           sx_arena *arena) {
  sx_ignore_file *file = SX_ARENA_NEW(arena, sx_ignore_file);
  if (!file || sx_ignore_parse(&file->rules, text, arena))
    return arena->status == SX_NOMEM ? SX_NOMEM : SX_OK;
  file->above = *link;
  file->folder_len = folder.len;
  if (file->rules.list.len) *link = file;
  return SX_OK;
}

static sx_status add_file(const sx_ignore_file **link, sx_str path, sx_str folder,
                          sx_arena *arena) {
  sx_arena scratch;
  sx_str text;
  sx_arena_init(&scratch, MAX_RULES_BYTES + 64u * 1024);
  sx_status status = sx_file_read(&text, path, MAX_RULES_BYTES, &scratch, NULL);
  if (!status)
    status = add_rules(link, text, folder, arena);
  else if (status != SX_NOMEM)
    status = SX_OK; /* it has none */
  sx_arena_release(&scratch);
  return status;
}

static sx_status add_read(const sx_ignore_file **link, const sx_ignore_reader *reader,
                          const char *name, sx_str folder, sx_arena *arena) {
  sx_arena scratch;
  sx_str text = SX_STR("");
  sx_arena_init(&scratch, MAX_RULES_BYTES + 64u * 1024);
  sx_status status = reader->read(reader->arg, name, &text, &scratch);
  if (!status)
    status = add_rules(link, text, folder, arena);
  else if (status != SX_NOMEM)
    status = SX_OK;
  sx_arena_release(&scratch);
  return status;
}

/* Whether another case of the name opens the file, too. */
static bool folds_case(sx_str folder, const sx_file_info *info, sx_arena *scratch) {
  sx_file_info other = {0};
  sx_str path = sx_arena_printf(scratch, "%.*s/.SEXTANTIGNORE", SX_STR_ARG(folder));
  return path.len && !sx_file_stat(&other, path, NULL) && other.exists &&
         other.inode == info->inode;
}

static sx_str to_lower(sx_str text, sx_arena *scratch) {
  char *out = sx_arena_alloc(scratch, text.len + 1);
  if (!out) return SX_STR("*");
  for (size_t i = 0; i < text.len; i++) out[i] = sx_byte_lower(text.ptr[i]);
  return sx_str_make(out, text.len);
}

/*
 * A .sextantignore, also one that a link leads to. Where it cannot be read, all is hidden: what it
 * was written for must not be shown.
 */
static sx_status add_never(const sx_ignore_file **link, sx_str folder, sx_git_tracked_list *noted,
                           sx_arena *arena) {
  sx_arena scratch;
  sx_file_info info = {0};
  sx_str text = SX_STR("*");
  sx_arena_init(&scratch, 4 * MAX_RULES_BYTES);
  sx_str path = sx_arena_printf(&scratch, "%.*s/.sextantignore", SX_STR_ARG(folder));
  sx_status status = path.len ? sx_file_stat(&info, path, NULL) : SX_NOMEM;
  bool is_there = !status && info.exists && !info.is_directory;
  if (!is_there) {
    sx_arena_release(&scratch);
    return status == SX_NOMEM ? status : SX_OK;
  }
  const sx_ignore_file *above = *link;
  status = sx_file_read(&text, path, MAX_RULES_BYTES, &scratch, NULL);
  bool folds = !status && folds_case(folder, &info, &scratch);
  if (status) text = SX_STR("*");
  if (folds) text = to_lower(text, &scratch);
  if (status != SX_NOMEM) status = scratch.status == SX_NOMEM ? SX_NOMEM : SX_OK;
  if (!status) status = add_rules(link, text, folder, arena);
  /* No event of the folder shows that its target changed. */
  if (!status && noted && sx_file_is_link(path, &scratch))
    status = sx_git_tracked_note(noted, path);
  if (!status && *link != above) ((sx_ignore_file *)*link)->folds_case = folds;
  sx_arena_release(&scratch);
  return status;
}

/* The files that were read, and those that decided where the store is. */
static sx_status note_repository(const sx_strs *sources, sx_str folder, sx_str store,
                                 sx_git_tracked_list *tracked, sx_arena *scratch) {
  if (!tracked) return SX_OK;
  sx_str link = sx_arena_printf(scratch, "%.*s/.git", SX_STR_ARG(folder));
  sx_str shared = sx_arena_printf(scratch, "%.*s/commondir", SX_STR_ARG(store));
  sx_status status = sx_git_tracked_note(tracked, link);
  if (!status) status = sx_git_tracked_note(tracked, shared);
  for (size_t i = 0; i < sources->len && !status; i++)
    status = sx_git_tracked_note(tracked, sources->items[i]);
  return status;
}

static sx_status begin_repository(sx_ignore_scope *scope, sx_str folder,
                                  sx_git_tracked_list *tracked, sx_arena *arena) {
  sx_arena scratch;
  sx_str own;
  sx_arena_init(&scratch, MAX_GIT_MEMORY);
  scope->git = NULL;
  scope->is_only_tracked = false;
  sx_str store = sx_git_find_store(folder, &scratch), shared = sx_git_find_shared(store, &scratch);
  sx_strs sources = {0};
  sx_status status = sx_git_excludes_find(&own, folder, shared, &sources, &scratch);
  sx_str exclude = sx_arena_printf(&scratch, "%.*s/info/exclude", SX_STR_ARG(shared));
  scope->tracked = tracked && store.len ? sx_git_tracked_add(tracked, folder, store) : NULL;
  if (own.len && !status) status = sx_strs_add(&sources, own, &scratch, NULL);
  if (!status) status = sx_strs_add(&sources, exclude, &scratch, NULL);
  if (!status) status = note_repository(&sources, folder, store, tracked, &scratch);
  if (scratch.status == SX_NOMEM || (tracked && !scope->tracked)) status = SX_NOMEM;
  if (!status && own.len) status = add_file(&scope->git, own, folder, arena);
  if (!status) status = add_file(&scope->git, exclude, folder, arena);
  sx_arena_release(&scratch);
  return status;
}

sx_status sx_ignore_scope_enter(sx_ignore_scope *out, const sx_ignore_scope *outer, sx_str folder,
                                const sx_ignore_reader *reader, sx_arena *arena) {
  sx_status status = SX_OK;
  sx_ignore_scope scope = *outer;
  if (reader->has_git) status = begin_repository(&scope, folder, reader->tracked, arena);
  if (!status && reader->has_gitignore)
    status = add_read(&scope.git, reader, ".gitignore", folder, arena);
  if (!status && reader->has_ignore)
    status = add_read(&scope.own, reader, ".ignore", folder, arena);
  if (!status && reader->has_sextantignore)
    status = add_never(&scope.never, folder, reader->tracked, arena);
  *out = scope;
  return status;
}

/* ---- the rules above a folder ------------------------------------------------------------ */

size_t sx_ignore_find_top(sx_str folder, const sx_strs *roots) {
  size_t up = 0, top = 0;
  for (sx_str at = folder;; at = sx_folder_of(at), up++) {
    if (sx_strs_have(roots, at)) top = up;
    if (sx_ignore_is_repository(at)) {
      top = up;
      if (!sx_folders_have(roots, at)) break;
    }
    if (!at.len || up == SX_IGNORE_MAX_DEPTH) break;
  }
  return top;
}

static size_t count_above(sx_str folder) {
  size_t count = 0;
  for (; folder.len && count < SX_IGNORE_MAX_DEPTH; folder = sx_folder_of(folder)) count++;
  return count;
}

sx_status sx_ignore_scope_find(sx_ignore_scope *out, sx_str folder, const sx_strs *roots,
                               sx_git_tracked_list *tracked, sx_ignore_answer *is,
                               sx_arena *arena) {
  bool is_ignored = false;
  sx_ignore_scope scope = {0};
  sx_status status = SX_OK;
  *out = scope;
  *is = SX_IGNORE_NEVER;
  size_t top = sx_ignore_find_top(folder, roots);
  for (size_t up = count_above(folder) + 1; up-- > 0 && !status;) {
    sx_str at = sx_folder_above(folder, up);
    bool is_root = sx_strs_have(roots, at);
    if (sx_ignore_scope_hides(&scope, at, true, NULL)) return SX_OK;
    if (up < top) {
      sx_ignore_answer answer = sx_ignore_scope_ask(&scope, at, true);
      if (answer == SX_IGNORE_NEVER || (sx_ignore_is_store(sx_path_name(at)) && !is_root))
        return SX_OK;
      is_ignored |= answer != SX_IGNORE_SHOWN;
    }
    if (up == 0) *is = is_ignored && !is_root ? SX_IGNORE_IGNORED : SX_IGNORE_SHOWN;
    if (is_ignored && (is_root || up == 0)) {
      scope.git = scope.own = NULL;
      is_ignored = false;
    }
    if (up == 0) break;
    sx_ignore_reader reader = sx_ignore_reader_at(&at);
    reader.tracked = tracked;
    if (is_ignored || up > top) reader.has_git = reader.has_gitignore = reader.has_ignore = false;
    status = sx_ignore_scope_enter(&scope, &scope, at, &reader, arena);
  }
  *out = scope;
  return status;
}
