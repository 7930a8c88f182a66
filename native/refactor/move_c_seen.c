#include "refactor/move_c.h"

#include "base/word.h"
#include "text/c/c_code.h"
#include "text/language.h"
#include "workspace/paths.h"

/*
 * Files that include a header see all that it declares: where that becomes more, none of them may
 * have another meaning for it.
 */

/* ---- which files ----------------------------------------------------------------------------- */

void sx_move_c_reach(const sx_moving_c *c, size_t from, bool certainly, bool *reached) {
  bool is_more = true;
  memset(reached, 0, SX_MOVE_C_MAX_FILES * sizeof *reached);
  reached[from] = true;
  while (is_more) {
    is_more = false;
    for (size_t i = 0; i < c->files.len; i++)
      for (size_t k = 0; reached[i] && k < c->files.items[i].includes.len; k++) {
        const sx_move_c_include *one = &c->files.items[i].includes.items[k];
        size_t found = one->is_certain || !certainly ? one->file : SIZE_MAX;
        if (found == SIZE_MAX || reached[found]) continue;
        reached[found] = is_more = true;
      }
  }
}

/* The files that include one, directly or not, and what they include. */
static sx_status read_includers(sx_moving_c *c, sx_str path) {
  sx_import_graph graph = {0};
  sx_status status =
      sx_import_graph_backward(&graph, c->moving->imports, c->moving->call, path, 100, c->err);
  if (!status && (graph.is_cut || graph.is_late || graph.unread))
    return sx_move_refuse(c->moving, &c->moving->source, 0, c->err,
                          "not all files that include the header could be read; call again");
  for (size_t i = 0; i < graph.nodes.len && !status; i++)
    status = sx_move_c_read_more(c, graph.nodes.items[i].path);
  return status;
}

static bool is_c_file(sx_str path) {
  static const char *const ends[] = {".c",   ".h",   ".cc",  ".cpp", ".cxx", ".hpp", ".hh",
                                     ".hxx", ".inc", ".def", ".inl", ".tpp", ".ipp", ".m",
                                     ".mm",  ".cu",  ".y",   ".l",   ".S",   ".x",   ".i"};
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
    if (sx_str_has_suffix(path, sx_str_from(ends[i]))) return true;
  return false;
}

/* The files with a name of what moves. */
static sx_status read_mentions(sx_moving_c *c) {
  sx_status status = SX_OK;
  for (size_t i = 0; i < c->moving->moved.len && !status; i++) {
    sx_mentions found;
    sx_str name = c->moving->moved.items[i].name;
    status = sx_mentions_find(&found, c->moving->call, &name, 1, 20000, c->err);
    if (!status && (found.is_cut || found.is_late))
      return sx_move_refuse(c->moving, &c->moving->source, c->moving->moved.items[i].start, c->err,
                            "not all files that may use '%.*s' could be searched in time; call "
                            "again",
                            SX_STR_ARG(name));
    for (size_t k = 0; k < found.paths.len && !status; k++)
      if (is_c_file(found.paths.items[k])) status = sx_move_c_read_more(c, found.paths.items[k]);
  }
  return status;
}

sx_status sx_move_c_read_others(sx_moving_c *c) {
  sx_status status = read_mentions(c);
  if (!status && c->from_header) status = read_includers(c, c->moving->source.path);
  if (!status && c->has_target) status = read_includers(c, c->moving->target.path);
  return status ? status : sx_move_c_read_rest(c);
}

/* ---- other meanings -------------------------------------------------------------------------- */

static const sx_binding *binding_of(const sx_move_c_file *file, sx_str name) {
  for (size_t i = 0; i < file->text.names.bindings.len; i++) {
    const sx_binding *binding = &file->text.names.bindings.items[i];
    if (!binding->scope && sx_str_is_equal(binding->name, name)) return binding;
  }
  return NULL;
}

/* Whether a file declares it `static`, and so another one. */
static bool is_own(const sx_move_c_file *file, const sx_binding *binding) {
  const sx_names *names = &file->text.names;
  const sx_nodes *nodes = &file->text.nodes;
  uint32_t top = sx_move_c_top(nodes, names->names.items[binding->first].node);
  sx_str text = sx_nodes_text(nodes, top);
  return sx_word_is_in(sx_str_slice(text, 0, 200), SX_STR("static"));
}

/* Whether a file has another meaning for a name that it sees from now on. */
static bool is_clash(const sx_move_c_file *viewer, sx_str name, sx_binding_kind kind) {
  const sx_binding *other = binding_of(viewer, name);
  if (kind == SX_BINDING_MACRO) return sx_word_is_in(viewer->code, name);
  if (!other) return sx_move_c_may_declare(viewer, name);
  bool is_linked = (kind == SX_BINDING_FUNCTION && other->kind == SX_BINDING_FUNCTION) ||
                   (kind <= SX_BINDING_CONSTANT && other->kind <= SX_BINDING_CONSTANT);
  return !is_linked || is_own(viewer, other);
}

static sx_status refuse_clash(sx_moving_c *c, const sx_move_c_file *viewer, sx_str name) {
  size_t at = sx_word_find(viewer->code, name, 0);
  return sx_move_refuse(c->moving, &viewer->text, at == SX_STR_NONE ? 0 : at, c->err,
                        "'%.*s' is something else here, and this file would see it from the target",
                        SX_STR_ARG(name));
}

static sx_binding_kind kind_of(const sx_moving_c *c, const sx_moved *moved) {
  const sx_binding *binding = binding_of(&c->files.items[0], moved->name);
  return binding ? (sx_binding_kind)binding->kind : SX_BINDING_MACRO;
}

/* A macro of a source is seen above its line, too, once the source includes it. */
static sx_status check_above(sx_moving_c *c) {
  for (size_t i = 0; i < c->moving->moved.len && !c->from_header; i++) {
    const sx_moved *moved = &c->moving->moved.items[i];
    if (kind_of(c, moved) != SX_BINDING_MACRO) continue;
    for (size_t at = 0; (at = sx_word_find(c->code, moved->name, at)) < moved->start; at++)
      if (!sx_c_is_in_macro(c->code, at))
        return sx_move_refuse(c->moving, &c->moving->source, at, c->err,
                              "'%.*s' is something else here, above the macro",
                              SX_STR_ARG(moved->name));
    if (c->has_target && sx_word_is_in(c->files.items[1].code, moved->name))
      return refuse_clash(c, &c->files.items[1], moved->name);
  }
  return SX_OK;
}

/* The moved names, in all that is compiled with the target and did not see them. */
static sx_status check_moved(sx_moving_c *c, const bool *seen, const bool *with_source) {
  for (size_t v = 0; v < c->files.len; v++) {
    const sx_move_c_file *viewer = &c->files.items[v];
    if (!seen[v] || !v || (c->has_target && v == 1) || (c->from_header && with_source[v])) continue;
    for (size_t i = 0; i < c->moving->moved.len; i++) {
      const sx_moved *moved = &c->moving->moved.items[i];
      if (is_clash(viewer, moved->name, kind_of(c, moved)))
        return refuse_clash(c, viewer, moved->name);
    }
  }
  return SX_OK;
}

/* Whether one of some files, but for those that are brought, defines a macro that these name. */
static sx_status check_macros(sx_moving_c *c, const sx_move_c_file *file, size_t end,
                              const bool *brought) {
  for (size_t i = 0; i < file->text.names.bindings.len; i++) {
    const sx_binding *binding = &file->text.names.bindings.items[i];
    size_t at = file->text.names.names.items[binding->first].start;
    if (binding->kind != SX_BINDING_MACRO || binding->scope || at > end) continue;
    for (size_t b = 0; b < c->files.len; b++)
      if (brought[b] && sx_word_is_in(c->files.items[b].code, binding->name))
        return sx_move_refuse(
            c->moving, &file->text, at, c->err,
            "this macro may be for %.*s, which would be included in another order",
            SX_STR_ARG(sx_path_display(c->moving->call, c->files.items[b].path)));
  }
  return SX_OK;
}

/* The include at or after which a file sees the target: `*has_target`: as it does already. */
static size_t include_of_target(const sx_moving_c *c, const sx_move_c_file *file,
                                bool *has_target) {
  bool reached[SX_MOVE_C_MAX_FILES];
  size_t with_source = SIZE_MAX;
  *has_target = false;
  for (size_t k = 0; k < file->includes.len; k++) {
    size_t found = file->includes.items[k].file;
    if (found == SIZE_MAX) continue;
    sx_move_c_reach(c, found, false, reached);
    *has_target = c->has_target && reached[1];
    if (*has_target) return k;
    if (c->from_header && reached[0] && with_source == SIZE_MAX) with_source = k;
  }
  return with_source == SIZE_MAX ? file->includes.len : with_source;
}

/* A macro between includes may be for one of them, which comes earlier now. */
static sx_status check_settings(sx_moving_c *c, size_t viewer, const bool *brought) {
  bool reached[SX_MOVE_C_MAX_FILES], moved[SX_MOVE_C_MAX_FILES], has_target;
  const sx_move_c_file *file = &c->files.items[viewer];
  size_t at = include_of_target(c, file, &has_target), last = 0;
  sx_status status = SX_OK;
  memcpy(moved, brought, sizeof moved);
  for (size_t k = 0; k < file->includes.len && !status; k++) {
    last = sx_move_start(&file->text, file->includes.items[k].node);
    if (file->includes.items[k].file == SIZE_MAX) continue;
    sx_move_c_reach(c, file->includes.items[k].file, false, reached);
    for (size_t i = 0; i < c->files.len && !status; i++) {
      if (k <= at && reached[i]) moved[i] = false; /* it is there as before */
      if (k > at && reached[i] && !brought[i])
        status = check_macros(c, &c->files.items[i], SIZE_MAX, moved);
    }
  }
  return status || brought[viewer] ? status : check_macros(c, file, last, moved);
}

sx_status sx_move_c_check_seen(sx_moving_c *c, size_t viewer, size_t brought) {
  bool old[SX_MOVE_C_MAX_FILES], new[SX_MOVE_C_MAX_FILES];
  sx_move_c_reach(c, viewer, false, old);
  sx_move_c_reach(c, brought, false, new);
  sx_status status = check_settings(c, viewer, new);
  if (status) return status;
  for (size_t b = 0; b < c->files.len; b++) {
    const sx_names *names = &c->files.items[b].text.names;
    if (!new[b] || old[b]) continue;
    for (size_t i = 0; i < names->bindings.len; i++) {
      const sx_binding *binding = &names->bindings.items[i];
      if (binding->scope) continue;
      for (size_t v = 0; v < c->files.len; v++)
        if (old[v] && !new[v] && !sx_move_find(c->moving, binding->name) &&
            is_clash(&c->files.items[v], binding->name, (sx_binding_kind)binding->kind))
          return refuse_clash(c, &c->files.items[v], binding->name);
    }
  }
  return SX_OK;
}

sx_status sx_move_c_check_viewers(sx_moving_c *c) {
  bool reached[SX_MOVE_C_MAX_FILES], seen[SX_MOVE_C_MAX_FILES] = {false};
  bool with_source[SX_MOVE_C_MAX_FILES] = {false};
  sx_status status = SX_OK;
  for (size_t v = 0; v < c->files.len; v++) {
    sx_move_c_reach(c, v, false, reached);
    with_source[v] = reached[0];
    if (!c->has_target || !reached[1]) continue;
    for (size_t i = 0; i < c->files.len; i++) seen[i] |= reached[i];
  }
  if (!c->from_header) { /* also what its source includes */
    sx_move_c_reach(c, 0, false, reached);
    for (size_t i = 0; i < c->files.len; i++) seen[i] |= reached[i];
  }
  status = check_above(c);
  if (!status) status = check_moved(c, seen, with_source);
  for (size_t v = 2; v < c->files.len && !status; v++) {
    sx_move_c_reach(c, v, false, reached);
    if (!c->has_target || !reached[1]) continue;
    for (size_t i = 0; i < c->files.len && !status; i++)
      if (c->files.items[i].is_added || (!i && c->needs_source))
        status = sx_move_c_check_seen(c, v, i);
  }
  return status;
}
