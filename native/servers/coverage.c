#include "servers/coverage.h"

#include "host/requests.h"
#include "imports/imports.h"
#include "os/clock.h"
#include "os/file.h"
#include "servers/freshness.h"
#include "workspace/paths.h"
#include "servers/state.h"
#include "workspace/workspace_files.h"

#define MAX_SOURCE_BYTES ((size_t)1024 * 1024)
#define MAX_CONFIG_BYTES ((size_t)64 * 1024)

/* ---- what the server knows ----------------------------------------------------------------- */

/* Its text, for as long as `scratch` lives; empty where it cannot be read. */
static sx_str read_text(sx_str path, size_t max_bytes, sx_arena *scratch) {
  sx_str text;
  sx_arena_init(scratch, max_bytes + 64 * 1024);
  return sx_file_read(&text, path, max_bytes, scratch, NULL) ? SX_STR("") : text;
}

static bool is_there(sx_call *call, sx_str folder, const char *name, sx_str *path) {
  sx_file_info info = {0};
  *path = sx_arena_printf(call->arena, "%.*s%s", SX_STR_ARG(folder), name);
  return path->len && !sx_file_stat(&info, *path, NULL) && info.is_regular;
}

static bool has_word(sx_str line, const char *word) {
  return sx_str_find(line, sx_str_from(word), 0) != SX_STR_NONE;
}

/*
 * A tsconfig.json includes JavaScript only by a line of its own, or of what it builds on. The one
 * that the compiler writes has the line in a comment.
 */
static bool takes_scripts(sx_str config) {
  sx_arena scratch;
  bool takes = false;
  sx_str text = read_text(config, MAX_CONFIG_BYTES, &scratch);
  for (size_t start = 0; start < text.len && !takes;) {
    size_t end = sx_str_find_char(text, '\n', start);
    if (end == SX_STR_NONE) end = text.len;
    sx_str line = sx_str_trim(sx_str_slice(text, start, end));
    start = end + 1;
    bool is_comment =
        sx_str_has_prefix(line, SX_STR("//")) || sx_str_has_prefix(line, SX_STR("/*"));
    if (is_comment) continue;
    bool is_allowed =
        (has_word(line, "allowJs") || has_word(line, "checkJs")) && has_word(line, "true");
    takes = is_allowed || has_word(line, "\"extends\"") || has_word(line, "\"references\"");
  }
  sx_arena_release(&scratch);
  return takes;
}

static bool has_project(sx_call *call, sx_str path, sx_str language_id) {
  bool is_script = sx_str_has_prefix(language_id, SX_STR("javascript"));
  sx_str folder = sx_str_slice(path, 0, path.len - sx_path_name(path).len), config;
  while (folder.len) { /* ends with a slash */
    if (is_there(call, folder, "tsconfig.json", &config) && (!is_script || takes_scripts(config)))
      return true;
    if (is_there(call, folder, "jsconfig.json", &config)) return true;
    sx_str parent = sx_str_slice(folder, 0, folder.len - 1);
    folder = sx_str_slice(parent, 0, parent.len - sx_path_name(parent).len);
  }
  return false;
}

sx_str sx_coverage_project(sx_call *call, sx_str path) {
  sx_str folder = sx_str_slice(path, 0, path.len - sx_path_name(path).len), config;
  while (folder.len && !is_there(call, folder, "tsconfig.json", &config) &&
         !is_there(call, folder, "jsconfig.json", &config)) {
    sx_str parent = sx_str_slice(folder, 0, folder.len - 1);
    folder = sx_str_slice(parent, 0, parent.len - sx_path_name(parent).len);
  }
  return folder;
}

sx_coverage sx_coverage_get(sx_call *call, const sx_family *family, sx_str path,
                            sx_str language_id) {
  if (sx_path_is_uri(path) && !family->has_index) return SX_KNOWS_ALL;
  if (!family->has_index)
    return has_project(call, path, language_id) ? SX_KNOWS_PROJECTS : SX_KNOWS_OPEN_ONLY;
  uint64_t since_ms = sx_servers_ready_since(call->services->servers, language_id);
  bool is_indexing = !since_ms || sx_clock_since_ms(since_ms) < SX_FIRST_INDEX_MS;
  return is_indexing ? SX_KNOWS_INDEXED : SX_KNOWS_OLD;
}

/* ---- what it may not know ------------------------------------------------------------------ */

/* Whether it contains the name; one that is too big to be looked into may. */
static bool may_contain(sx_str path, sx_str name, bool *is_cut) {
  sx_arena scratch;
  sx_file_info info = {0};
  if (sx_file_stat(&info, path, NULL) || !info.is_regular) return false;
  if (info.size_bytes > MAX_SOURCE_BYTES) {
    *is_cut = true;
    return false;
  }
  bool does = sx_str_find(read_text(path, MAX_SOURCE_BYTES, &scratch), name, 0) != SX_STR_NONE;
  sx_arena_release(&scratch);
  return does;
}

/* Files that a compiler has written for others to import. */
static bool is_declaration_file(sx_str path) {
  static const char *const endings[] = {".d.ts", ".d.mts", ".d.cts"};
  for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
    if (sx_str_has_suffix(path, sx_str_from(endings[i]))) return true;
  return false;
}

static bool has_place_in(const sx_places *places, sx_str path) {
  for (size_t i = 0; places && i < places->len; i++)
    if (sx_str_is_equal(places->items[i].path, path)) return true;
  return false;
}

typedef struct search {
  sx_call *call;
  const sx_gap_query *query;
  sx_imports *imports; /* NULL: what projects name counts, too */
  sx_gaps *out;
} search;

static bool may_be_unknown(const search *s, sx_str path) {
  bool ignored = false;
  if (sx_path_is_uri(path) || is_declaration_file(path)) return false;
  if (sx_strs_have(&s->out->files, path)) return false;
  if (!s->imports) return may_contain(path, s->query->name, &s->out->is_cut);
  return !has_place_in(s->query->listed, path) && !sx_imports_is_in_project(s->imports, path) &&
         may_contain(path, s->query->name, &ignored);
}

static sx_status look_through(const search *s, const sx_strs *sources, sx_err *err) {
  sx_status status = SX_OK;
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
