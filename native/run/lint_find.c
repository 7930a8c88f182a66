#include "base/folder.h"
#include "base/map.h"
#include "run/lint.h"
#include "run/lint_files.h"
#include "run/lint_script.h"
#include "workspace/paths.h"
#include "workspace/workspace_files.h"

#define MAX_FOLDERS 2000
#define MAX_SHARED 16
#define MAX_LINTERS 32

/* ---- how a folder is configured ------------------------------------------------------------ */

/** The file of a folder that configures each linter; empty: none does. */
typedef struct folder_facts {
  sx_str folder;
  sx_str configs[MAX_LINTERS];
} folder_facts;

typedef struct finder {
  sx_lint *lint;
  sx_map known; /* folder -> index of facts */
  SX_ARRAY(folder_facts *) facts;
} finder;

typedef struct shared_file {
  const char *name;
  sx_str text;
} shared_file;

typedef struct shared_files {
  shared_file items[MAX_SHARED];
  size_t len;
} shared_files;

/* The text of a file that several linters share, read once a folder; empty where it is absent. */
static sx_str read_shared(sx_call *call, shared_files *files, sx_str folder, const char *name) {
  for (size_t i = 0; i < files->len; i++)
    if (!strcmp(files->items[i].name, name)) return files->items[i].text;
  sx_str text = sx_lint_read_text(call, folder, name);
  if (files->len < MAX_SHARED) files->items[files->len++] = (shared_file){name, text};
  return text;
}

static bool is_word_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-';
}

/* A mark is not followed by more of a word: "ruff" is not in "ruff-lsp". One that begins with a
 * word begins a line, as in requirements.txt. */
static bool has_mark(sx_str text, sx_str mark) {
  if (!mark.len) return false;
  bool is_at_line = is_word_char(mark.ptr[0]) && sx_str_find_char(mark, ' ', 0) == SX_STR_NONE;
  bool ends_word = is_word_char(mark.ptr[mark.len - 1]);
  for (size_t at = sx_str_find(text, mark, 0); at != SX_STR_NONE;
       at = sx_str_find(text, mark, at + 1)) {
    bool is_whole = !ends_word || !is_word_char(sx_str_at(text, at + mark.len));
    if (is_whole && (!is_at_line || sx_str_line_start(text, at) == at)) return true;
  }
  return false;
}

static sx_str find_config(finder *f, const sx_linter *linter, sx_str folder, shared_files *shared) {
  sx_call *call = f->lint->call;
  sx_strs words = {0};
  for (const char *const *name = linter->configs; *name; name++)
    if (sx_lint_has_file(call, folder, *name)) return sx_str_from(*name);
  for (const sx_linter_mark *mark = linter->marks; mark->file; mark++)
    if (has_mark(read_shared(call, shared, folder, mark->file), sx_str_from(mark->text)))
      return sx_str_from(mark->file);
  bool has_scripts =
      linter->home == SX_LINTER_NODE && read_shared(call, shared, folder, "package.json").len > 0;
  bool is_in_script =
      has_scripts && sx_lint_script_words(call, folder, sx_str_from(linter->program), &words);
  return is_in_script ? SX_STR("package.json") : SX_STR("");
}

/* NULL without memory. */
static const folder_facts *look(finder *f, sx_str folder) {
  uint64_t index;
  sx_arena *arena = f->lint->call->arena;
  if (sx_map_find(&f->known, folder, &index)) return f->facts.items[index];
  folder_facts **added = SX_ARRAY_ADD(&f->facts, arena);
  folder_facts *facts = SX_ARENA_NEW(arena, folder_facts);
  if (!added || !facts || sx_map_put(&f->known, folder, f->facts.len - 1)) return NULL;
  *added = facts;
  facts->folder = folder;
  shared_files shared = {.len = 0};
  for (size_t i = 0; i < sx_linters_count && i < MAX_LINTERS; i++)
    facts->configs[i] = find_config(f, &sx_linters[i], folder, &shared);
  return facts;
}

/* ---- jobs ---------------------------------------------------------------------------------- */

static size_t index_of(const sx_linter *linter) {
  return (size_t)(linter - sx_linters);
}

static bool is_asked_for(const sx_lint *lint, const sx_linter *linter) {
  const sx_strs *names = &lint->request.linters;
  for (size_t i = 0; i < names->len; i++)
    if (sx_linter_find(names->items[i]) == linter) return true;
  return !names->len;
}

/* A path is added to the job of its linter and folder; an empty one makes it of the whole. */
static sx_status add_job(sx_lint *lint, const sx_linter *linter, sx_str folder, sx_str config,
                         sx_str path, sx_err *err) {
  sx_arena *arena = lint->call->arena;
  sx_lint_job *job = NULL;
  for (size_t i = 0; i < lint->jobs.len && !job; i++)
    if (lint->jobs.items[i].linter == linter && sx_str_is_equal(lint->jobs.items[i].folder, folder))
      job = &lint->jobs.items[i];
  if (job && !job->paths.len) return SX_OK; /* the whole already */
  if (job && !path.len) job->paths.len = 0;
  if (!job) {
    job = SX_ARRAY_ADD(&lint->jobs, arena);
    if (!job) return sx_fail(err, arena->status, NULL);
    *job = (sx_lint_job){.linter = linter,
                         .call = lint->call,
                         .folder = folder,
                         .config = config,
                         .why = SX_STR(""),
                         .install = SX_STR("")};
  }
  return path.len ? sx_strs_add_new(&job->paths, path, arena, err) : SX_OK;
}

/* A member of a Cargo workspace is checked with all of it: paths are relative to its folder. */
static sx_str lift_to_workspace(finder *f, sx_str folder, sx_str root) {
  shared_files shared = {.len = 0};
  sx_str best = folder;
  for (sx_str at = folder; at.len >= root.len; at = sx_folder_of(at)) {
    shared.len = 0;
    if (has_mark(read_shared(f->lint->call, &shared, at, "Cargo.toml"), SX_STR("[workspace")))
      best = at;
  }
  return best;
}

/* The nearest folder at or above that configures it; empty where none does. */
static sx_status find_nearest(finder *f, const sx_linter *linter, sx_str from, sx_str root,
                              sx_str *folder, sx_str *config, sx_err *err) {
  *folder = *config = SX_STR("");
  for (sx_str at = from; at.len >= root.len && at.len; at = sx_folder_of(at)) {
    const folder_facts *facts = look(f, at);
    if (!facts) return sx_fail(err, SX_NOMEM, NULL);
    if (!facts->configs[index_of(linter)].len) continue;
    *folder = at;
    *config = facts->configs[index_of(linter)];
    if (sx_str_is_equal(sx_str_from(linter->name), SX_STR("clippy")))
      *folder = lift_to_workspace(f, at, root);
    return SX_OK;
  }
  return SX_OK;
}

/* Jobs for one file or folder by what configures it, or, of a linter that was named, anyhow. */
static sx_status add_target(finder *f, sx_str path, bool is_folder, sx_str root, sx_err *err) {
  sx_lint *lint = f->lint;
  sx_status status = SX_OK;
  for (size_t i = 0; i < sx_linters_count && !status; i++) {
    const sx_linter *linter = &sx_linters[i];
    sx_str folder, config;
    bool is_named = lint->request.linters.len > 0;
    if (!is_asked_for(lint, linter)) continue;
    if (!is_folder && !is_named && !sx_linter_takes(linter, path)) continue;
    sx_str from = is_folder ? path : sx_folder_of(path);
    status = find_nearest(f, linter, from, root, &folder, &config, err);
    if (status || (!folder.len && !is_named)) continue;
    if (!folder.len) folder = root;
    bool is_whole = is_folder && sx_str_is_equal(folder, path);
    status = add_job(lint, linter, folder, config, is_whole ? SX_STR("") : path, err);
  }
  return status;
}

/* ---- folders below ------------------------------------------------------------------------- */

static void add_glob_name(sx_buf *glob, const char *name) {
  sx_str text = sx_str_from(name);
  sx_buf_add_char(glob, ',');
  sx_buf_add(glob, text);
}

/* All names of files that configure a linter. */
static sx_str write_glob(sx_call *call) {
  sx_buf glob;
  sx_buf_init(&glob, (size_t)64 << 10);
  sx_buf_add_text(&glob, "**/{package.json");
  for (size_t i = 0; i < sx_linters_count; i++) {
    for (const char *const *name = sx_linters[i].configs; *name; name++)
      add_glob_name(&glob, *name);
    for (const sx_linter_mark *mark = sx_linters[i].marks; mark->file; mark++)
      add_glob_name(&glob, mark->file);
  }
  sx_buf_add_char(&glob, '}');
  return sx_buf_keep(&glob, call->arena);
}

static bool has_outer_job(const sx_lint *lint, const sx_linter *linter, sx_str folder) {
  for (size_t i = 0; i < lint->jobs.len; i++) {
    const sx_lint_job *job = &lint->jobs.items[i];
    if (job->linter == linter && !job->paths.len && sx_folder_has(job->folder, folder)) return true;
  }
  return false;
}

static sx_status add_below(finder *f, sx_str folder, sx_str root, sx_err *err) {
  sx_status status = SX_OK;
  for (size_t i = 0; i < sx_linters_count && !status; i++) {
    const folder_facts *facts = look(f, folder);
    if (!facts) return sx_fail(err, SX_NOMEM, NULL);
    const sx_linter *linter = &sx_linters[i];
    if (!facts->configs[i].len || !is_asked_for(f->lint, linter)) continue;
    if (linter->is_nested && has_outer_job(f->lint, linter, folder)) continue;
    sx_str where = folder;
    if (sx_str_is_equal(sx_str_from(linter->name), SX_STR("clippy")))
      where = lift_to_workspace(f, folder, root);
    status = add_job(f->lint, linter, where, facts->configs[i], SX_STR(""), err);
  }
  return status;
}

/* Configurations in the folders below a folder: the packages of a monorepo. */
static sx_status add_all_below(finder *f, sx_str folder, sx_str root, const sx_strs *configs,
                               sx_err *err) {
  sx_status status = SX_OK;
  sx_str last = SX_STR("");
  for (size_t i = 0; i < configs->len && !status; i++) {
    sx_str below = sx_folder_of(configs->items[i]);
    if (!sx_folder_has(folder, below) || sx_str_is_equal(below, last)) continue;
    last = below;
    status = add_below(f, below, root, err);
  }
  return status;
}

/* ---- the whole ----------------------------------------------------------------------------- */

static sx_status add_folder(finder *f, sx_str folder, sx_str root, sx_strs *configs, sx_err *err) {
  bool is_cut;
  sx_status status = add_target(f, folder, true, root, err);
  if (!status && !configs->len) {
    sx_call *call = f->lint->call;
    sx_str glob = write_glob(call);
    if (call->arena->status) return sx_fail(err, call->arena->status, NULL);
    status = sx_workspace_files(call, glob, MAX_FOLDERS, configs, &is_cut, err);
  }
  return status ? status : add_all_below(f, folder, root, configs, err);
}

static sx_status add_file(finder *f, sx_str path, sx_strs *configs, sx_err *err) {
  sx_str below;
  sx_file_info info = {0};
  const sx_root *root = sx_path_find_root(f->lint->call, path, &below);
  sx_status status = sx_file_stat(&info, path, err);
  if (status || !root) return status;
  if (info.is_regular && sx_lint_is_report(path)) return sx_lint_read_report(f->lint, path, err);
  return info.is_directory ? add_folder(f, path, root->path, configs, err)
                           : add_target(f, path, false, root->path, err);
}

/* The outer run of a linter that finds the configurations below by itself checks all. */
static void drop_inner(sx_lint *lint) {
  size_t kept = 0;
  for (size_t i = 0; i < lint->jobs.len; i++) {
    sx_lint_job job = lint->jobs.items[i];
    if (!job.linter->is_nested || job.paths.len || !has_outer_job(lint, job.linter, job.folder))
      lint->jobs.items[kept++] = job;
  }
  lint->jobs.len = kept;
}

sx_status sx_lint_find(sx_lint *lint, sx_err *err) {
  finder f = {.lint = lint};
  sx_strs configs = {0};
  sx_status status = SX_OK;
  sx_call *call = lint->call;
  sx_map_init(&f.known, call->arena);
  for (size_t i = 0; i < lint->request.files.len && !status; i++)
    status = add_file(&f, lint->request.files.items[i], &configs, err);
  for (size_t i = 0; !lint->request.files.len && i < call->roots.len && !status; i++) {
    sx_str root = call->roots.items[i].path;
    if (sx_path_is_uri(root))
      status = sx_strs_add(&lint->not_on_disk, root, call->arena, err);
    else
      status = add_folder(&f, root, root, &configs, err);
  }
  drop_inner(lint);
  return status;
}
