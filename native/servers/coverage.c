#include "servers/coverage.h"

#include "base/map.h"
#include "host/requests.h"
#include "imports/imports.h"
#include "os/clock.h"
#include "os/file.h"
#include "servers/freshness.h"
#include "servers/state.h"
#include "text/file_type.h"
#include "workspace/paths.h"
#include "workspace/workspace_files.h"

#define MAX_SOURCE_BYTES ((size_t)1024 * 1024)

/* ---- what the server knows ----------------------------------------------------------------- */

/* Without memory there is none; the call's arena then has the status. */
static bool has_project(sx_call *call, sx_str path) {
  sx_imports *imports = sx_imports_new(call);
  bool has = imports && sx_imports_has_project(imports, path);
  sx_imports_free(imports);
  return has;
}

sx_str sx_coverage_project(sx_call *call, sx_str path) {
  sx_imports *imports = sx_imports_new(call);
  sx_str folder = imports ? sx_imports_project_folder(imports, path) : SX_STR("");
  sx_imports_free(imports);
  return folder;
}

sx_coverage sx_coverage_get(sx_call *call, const sx_family *family, sx_str path,
                            sx_str language_id) {
  if (sx_path_is_uri(path) && !family->has_index) return SX_KNOWS_ALL;
  if (!family->has_index) return has_project(call, path) ? SX_KNOWS_PROJECTS : SX_KNOWS_OPEN_ONLY;
  uint64_t since_ms = sx_servers_ready_since(call->services->servers, language_id);
  bool is_indexing = !since_ms || sx_clock_since_ms(since_ms) < SX_FIRST_INDEX_MS;
  return is_indexing ? SX_KNOWS_INDEXED : SX_KNOWS_OLD;
}

/* ---- what it may not know ------------------------------------------------------------------ */

typedef struct search {
  sx_call *call;
  const sx_gap_query *query;
  sx_imports *imports; /* NULL: what projects name counts, too */
  sx_map passed;       /* files that are in the list, or that the server knows */
  sx_map loaded;       /* projects that the server has loaded */
  bool has_loaded;     /* `loaded` has those of what the server listed */
  sx_map users;        /* other projects -> whether they may use the symbol */
  bool is_full;        /* no more files can be noted */
  sx_gaps *out;
} search;

/* Those that changed are in the list; beside projects the server knows files that it listed. */
static sx_status pass_known(search *s) {
  const sx_strs *files = &s->out->files;
  const sx_places *listed = s->imports ? s->query->listed : NULL;
  sx_status status = SX_OK;
  sx_map_init(&s->passed, s->call->arena);
  for (size_t i = 0; i < files->len && !status; i++)
    status = sx_map_put(&s->passed, files->items[i], 1);
  for (size_t i = 0; listed && i < listed->len && !status; i++)
    status = sx_map_put(&s->passed, listed->items[i].path, 1);
  return status;
}

/*
 * Without memory the call's arena has the status. `project` is not loaded, or empty: where the text
 * names the package of the symbol, it is one of its users.
 */
static bool has_name(search *s, sx_str path, sx_str project) {
  sx_arena scratch;
  sx_str text;
  uint64_t is_user = true;
  sx_arena_init(&scratch, MAX_SOURCE_BYTES + 64 * 1024);
  sx_status status = sx_file_read(&text, path, MAX_SOURCE_BYTES, &scratch, NULL);
  bool has = !status && sx_str_find(text, s->query->name, 0) != SX_STR_NONE;
  if (has && project.len && sx_map_find(&s->users, project, &is_user) && !is_user &&
      sx_imports_names_package(s->imports, path, text, s->query->path))
    status = sx_map_put(&s->users, project, true);
  sx_arena_release(&scratch);
  if (status == SX_NOMEM) s->call->arena->status = status;
  if (status == SX_TOO_BIG && !s->imports) s->out->is_cut = true; /* it may have the name */
  return has;
}

/* Without memory the call's arena has the status, here and below. */
static void note_loaded(search *s, sx_str project) {
  if (project.len && sx_map_put(&s->loaded, project, 1)) return;
}

/* Those of the files that the editor holds. */
static void note_held(search *s, const sx_strs *paths, const sx_strs *projects) {
  sx_host_held_documents held = {0};
  sx_batch batch;
  sx_batch_init(&batch, s->call->wait, s->call->arena);
  size_t slot = sx_batch_held_documents(&batch, paths);
  sx_status status = sx_batch_run(&batch, NULL);
  if (!status && sx_batch_get_held(&batch, slot, &held, NULL)) held.len = 0;
  for (size_t i = 0; i < held.len && i < projects->len; i++)
    if (held.items[i].is_held) note_loaded(s, projects->items[i]);
  sx_batch_release(&batch);
}

/*
 * Which projects have a file that was listed and that the editor holds. A file that was listed is
 * not enough: another project may import it.
 */
static void note_listed(search *s) {
  const sx_places *listed = s->query->listed;
  sx_strs paths = {0}, projects = {0};
  sx_status status = SX_OK;
  for (size_t i = 0; listed && i < listed->len && !status; i++) {
    uint64_t ignored;
    sx_str path = listed->items[i].path;
    if (i && sx_str_is_equal(path, listed->items[i - 1].path)) continue;
    sx_str project = sx_imports_project_of(s->imports, path);
    if (!project.len || sx_map_find(&s->loaded, project, &ignored)) continue;
    status = sx_strs_add(&paths, path, s->call->arena, NULL);
    if (!status) status = sx_strs_add(&projects, project, s->call->arena, NULL);
  }
  if (paths.len && !status) note_held(s, &paths, &projects);
}

/* A server loads the projects of files that are open, and those that these refer to. */
static bool is_loaded(search *s, sx_str project) {
  uint64_t ignored;
  if (!s->query->in_projects) return true;
  if (!s->loaded.arena) {
    sx_map_init(&s->loaded, s->call->arena);
    note_loaded(s, sx_imports_project_of(s->imports, s->query->path));
  }
  if (sx_map_find(&s->loaded, project, &ignored)) return true;
  if (!s->has_loaded) note_listed(s);
  s->has_loaded = true;
  return sx_map_find(&s->loaded, project, &ignored);
}

static sx_status note_user(search *s, sx_str project) {
  uint64_t ignored;
  if (!s->users.arena) sx_map_init(&s->users, s->call->arena);
  if (sx_map_find(&s->users, project, &ignored)) return SX_OK;
  return sx_map_put(&s->users, project, sx_imports_may_use(s->imports, project, s->query->path));
}

/* `*project` names the file and is not loaded; it is empty where there is no such project. */
static bool may_be_unknown(search *s, sx_str path, sx_str *project) {
  uint64_t ignored;
  *project = SX_STR("");
  if (sx_path_is_uri(path) || sx_file_is_typings(path)) return false;
  if (sx_map_find(&s->passed, path, &ignored)) return false;
  if (s->imports) *project = sx_imports_project_of(s->imports, path);
  if (project->len && (is_loaded(s, *project) || note_user(s, *project))) return false;
  return has_name(s, path, *project);
}

static sx_status add_gap(search *s, sx_str path, sx_str project, sx_err *err) {
  s->is_full = s->out->files.len == SX_MAX_SOURCES;
  s->out->is_cut |= s->is_full;
  if (s->is_full) return SX_OK;
  sx_status status = sx_strs_add(&s->out->files, path, s->call->arena, err);
  if (status || !s->imports) return status;
  return sx_strs_add(&s->out->projects, project, s->call->arena, err);
}

/* Once all files of other projects were looked into, it is known which of these may use the symbol.
 */
static sx_status add_of_users(search *s, const sx_strs *files, const sx_strs *projects,
                              sx_err *err) {
  sx_status status = SX_OK;
  for (size_t i = 0; i < files->len && !status; i++) {
    uint64_t is_user = false;
    if (sx_map_find(&s->users, projects->items[i], &is_user) && is_user)
      status = add_gap(s, files->items[i], projects->items[i], err);
  }
  return status;
}

static sx_status look_through(search *s, const sx_strs *sources, sx_err *err) {
  sx_strs files = {0}, projects = {0};
  sx_status status = pass_known(s);
  for (size_t i = 0; i < sources->len && !status; i++) {
    sx_str path = sources->items[i], project;
    status = sx_port_call_check(s->call->wait);
    if (status || !may_be_unknown(s, path, &project)) continue;
    if (!project.len) status = add_gap(s, path, project, err);
    if (s->is_full) break;
    if (!project.len || status) continue;
    status = sx_strs_add(&files, path, s->call->arena, err);
    if (!status) status = sx_strs_add(&projects, project, s->call->arena, err);
  }
  if (!status) status = add_of_users(s, &files, &projects, err);
  return status ? status : s->call->arena->status;
}

static sx_status add_sources(search *s, const char *glob, sx_err *err) {
  sx_strs sources = {0};
  sx_str name = s->query->name;
  const sx_workspace_wanted wanted = {.glob = sx_str_from(glob),
                                      .texts = {.items = &name, .len = name.len > 0},
                                      .max = s->imports ? SX_MAX_NAMED : SX_MAX_SOURCES};
  sx_status status = sx_workspace_files_narrowed(s->call, &wanted, &sources, &s->out->is_cut, err);
  if (!status) status = look_through(s, &sources, err);
  s->out->is_cut |= status != SX_OK;
  return sx_status_ends_call(status) ? sx_fail(err, status, NULL) : SX_OK;
}

sx_status sx_coverage_find_gaps(sx_gaps *out, sx_call *call, const sx_gap_query *query,
                                sx_err *err) {
  const sx_family *family = sx_family_of(query->language_id);
  bool is_typed =
      family->typed_sources && sx_str_has_prefix(query->language_id, SX_STR("typescript"));
  bool has_projects = query->knowledge == SX_KNOWS_PROJECTS;
  search s = {.call = call, .query = query, .out = out};
  sx_status status = SX_OK;
  *out = (sx_gaps){0};
  if (has_projects && !(s.imports = sx_imports_new(call))) return sx_fail(err, SX_NOMEM, NULL);
  if (query->knowledge == SX_KNOWS_OLD || query->knowledge == SX_KNOWS_INDEXED)
    status = sx_freshness_get_changed(call, &out->files, err);
  if (!status && query->knowledge != SX_KNOWS_OLD && query->knowledge != SX_KNOWS_ALL)
    status = add_sources(&s, is_typed ? family->typed_sources : family->sources, err);
  sx_imports_free(s.imports);
  return status;
}
