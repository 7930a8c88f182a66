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

/* Without memory the call's arena has the status. */
static bool has_name(const search *s, sx_str path) {
  sx_arena scratch;
  sx_str text;
  sx_arena_init(&scratch, MAX_SOURCE_BYTES + 64 * 1024);
  sx_status status = sx_file_read(&text, path, MAX_SOURCE_BYTES, &scratch, NULL);
  bool has = !status && sx_str_find(text, s->query->name, 0) != SX_STR_NONE;
  sx_arena_release(&scratch);
  if (status == SX_NOMEM) s->call->arena->status = status;
  if (status == SX_TOO_BIG && !s->imports) s->out->is_cut = true; /* it may have the name */
  return has;
}

static bool may_be_unknown(const search *s, sx_str path) {
  uint64_t ignored;
  if (sx_path_is_uri(path) || sx_file_is_typings(path)) return false;
  if (sx_map_find(&s->passed, path, &ignored)) return false;
  if (s->imports && sx_imports_is_in_project(s->imports, path)) return false;
  return has_name(s, path);
}

static sx_status look_through(search *s, const sx_strs *sources, sx_err *err) {
  sx_status status = pass_known(s);
  for (size_t i = 0; i < sources->len && !status; i++) {
    status = sx_port_call_check(s->call->wait);
    if (status || !may_be_unknown(s, sources->items[i])) continue;
    if (s->out->files.len == SX_MAX_SOURCES) {
      s->out->is_cut = true;
      break;
    }
    status = sx_strs_add(&s->out->files, sources->items[i], s->call->arena, err);
  }
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
