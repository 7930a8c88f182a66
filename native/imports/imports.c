#include "imports/imports_parts.h"

sx_imports *sx_imports_new(sx_call *call) {
  sx_imports *imports = SX_ARENA_NEW(call->arena, sx_imports);
  if (!imports) return NULL;
  imports->call = call;
  imports->arena = call->arena;
  sx_map_init(&imports->places, call->arena);
  sx_map_init(&imports->settings, call->arena);
  sx_map_init(&imports->texts, call->arena);
  sx_map_init(&imports->options, call->arena);
  sx_map_init(&imports->projects, call->arena);
  sx_map_init(&imports->project_folders, call->arena);
  sx_map_init(&imports->commands, call->arena);
  sx_map_init(&imports->roots, call->arena);
  sx_map_init(&imports->packages, call->arena);
  sx_map_init(&imports->suffixes, call->arena);
  sx_map_init(&imports->owned_paths, call->arena);
  return imports;
}

void sx_imports_omit_places(sx_imports *imports, bool is_omitted) {
  imports->is_omitting = is_omitted;
}

void sx_imports_free(sx_imports *imports) {
  for (size_t i = 0; imports && i < imports->owned.len; i++) cJSON_Delete(imports->owned.items[i]);
}

sx_status sx_imports_resolve(sx_import_target *out, sx_imports *imports, sx_str file,
                             const sx_import_line *line, sx_err *err) {
  static const sx_imports_resolver resolvers[] = {
      [SX_IMPORTS_SCRIPT] = sx_imports__resolve_script,
      [SX_IMPORTS_PYTHON] = sx_imports__resolve_python,
      [SX_IMPORTS_C] = sx_imports__resolve_c,
      [SX_IMPORTS_GO] = sx_imports__resolve_go,
      [SX_IMPORTS_RUST] = sx_imports__resolve_rust,
      [SX_IMPORTS_JAVA] = sx_imports__resolve_java,
  };
  const sx_import_family family = sx_import_family_of(sx_language_find(SX_STR(""), file));
  *out = (sx_import_target){.outcome = SX_IMPORT_MISSING, .name = SX_STR("")};
  sx_status status = sx_port_call_check(imports->call->wait);
  if (status) return sx_fail(err, status, NULL);
  if (family >= sizeof resolvers / sizeof *resolvers || !resolvers[family]) return SX_OK;
  imports->target = out;
  status = resolvers[family](imports, file, line, err);
  imports->target = NULL;
  if (!status && imports->arena->status) status = sx_fail(err, imports->arena->status, NULL);
  return status;
}
