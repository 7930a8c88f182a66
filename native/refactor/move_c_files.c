#include "refactor/move_c.h"

#include "base/byte.h"
#include "base/word.h"
#include "text/c/c_code.h"
#include "text/language.h"
#include "workspace/paths.h"

/*
 * Files that the source and the target of C include, as far as they are in the workspace.
 */

size_t sx_move_c_find(const sx_moving_c *c, sx_str path) {
  for (size_t i = 0; i < c->files.len; i++)
    if (sx_str_is_equal(c->files.items[i].path, path)) return i;
  return SIZE_MAX;
}

bool sx_move_c_surely_declares(const sx_move_c_file *file, sx_str name, bool macros) {
  const sx_names *names = &file->text.names;
  for (size_t i = 0; i < names->bindings.len; i++) {
    const sx_binding *binding = &names->bindings.items[i];
    if (!binding->scope && sx_str_is_equal(binding->name, name) &&
        (!macros || binding->kind == SX_BINDING_MACRO))
      return true;
  }
  return false;
}

bool sx_move_c_declares(const sx_move_c_file *file, sx_str name, bool macros) {
  return sx_move_c_surely_declares(file, name, macros) || sx_move_c_may_declare(file, name);
}

/* The first conditional that makes all of the file: an include guard. */
bool sx_move_c_is_guard(const sx_nodes *nodes, uint32_t node) {
  sx_str name = sx_nodes_text(nodes, sx_nodes_field(nodes, node, "name"));
  if (!sx_nodes_is(nodes, node, "preproc_ifdef") || sx_nodes_parent(nodes, node)) return false;
  if (sx_nodes_field(nodes, node, "alternative") != SX_NODE_NONE) return false;
  for (uint32_t child = sx_nodes_first_named(nodes, node); child != SX_NODE_NONE;
       child = sx_nodes_next_named(nodes, child))
    if (sx_nodes_is(nodes, child, "preproc_def"))
      return sx_str_is_equal(sx_nodes_text(nodes, sx_nodes_field(nodes, child, "name")), name);
  return false;
}

/* `node`: the include, or what the grammar has around it. */
static sx_status add_include(sx_moving_c *c, sx_move_c_file *file, uint32_t node, sx_str given) {
  const sx_nodes *nodes = &file->text.nodes;
  sx_arena *arena = c->moving->call->arena;
  uint32_t above = sx_nodes_parent(nodes, node);
  bool is_angle = sx_str_at(given, 0) == '<';
  bool is_macro = given.len < 3 || (!is_angle && given.ptr[0] != '"');
  if (is_macro && (c->is_reading_others || sx_str_has_suffix(file->path, SX_STR(".h")))) {
    file->has_unknown = true;
    return SX_OK;
  }
  if (is_macro)
    return sx_move_refuse(c->moving, &file->text, sx_move_start(&file->text, node), c->err,
                          "it is not known what this includes");
  sx_import_line line = {.specifier = sx_str_slice(given, 1, given.len - 1),
                         .kind = is_angle ? SX_IMPORT_ANGLE : SX_IMPORT_QUOTED};
  sx_import_target target;
  sx_status status = sx_imports_resolve(&target, c->moving->imports, file->path, &line, c->err);
  if (status) return status;
  sx_move_c_include *added = SX_ARRAY_ADD(&file->includes, arena);
  if (!added) return sx_fail(c->err, arena->status, NULL);
  *added = (sx_move_c_include){.node = node, .given = given, .file = SIZE_MAX};
  added->is_certain =
      sx_nodes_is(nodes, node, "preproc_include") && (!above || sx_move_c_is_guard(nodes, above));
  if (target.outcome == SX_IMPORT_FOUND && target.files.len) added->path = target.files.items[0];
  if (target.outcome == SX_IMPORT_MISSING && !is_angle && !c->is_reading_others)
    return sx_move_refuse(c->moving, &file->text, sx_move_start(&file->text, node), c->err,
                          "the file that this includes is not found, so what it declares is not "
                          "known");
  return SX_OK;
}

/* Includes where the grammar has none: in the values of an array. */
static sx_status read_other_includes(sx_moving_c *c, sx_move_c_file *file) {
  const sx_nodes *nodes = &file->text.nodes;
  sx_str text = file->text.document->text;
  sx_status status = SX_OK;
  for (size_t at = 0; at < file->code.len && !status; at = sx_move_line_end(text, at)) {
    size_t mark = sx_str_skip_blanks(file->code, at);
    size_t word = sx_str_skip_blanks(file->code, mark + 1);
    if (sx_str_at(file->code, mark) != '#' ||
        !sx_str_has_prefix(sx_str_slice(file->code, word, file->code.len), SX_STR("include")))
      continue;
    uint32_t node = sx_nodes_around(nodes, (uint32_t)mark, (uint32_t)mark + 1);
    for (uint32_t above = node; above != SX_NODE_NONE; above = sx_nodes_parent(nodes, above))
      if (sx_nodes_is(nodes, above, "preproc_include")) node = SX_NODE_NONE;
    size_t from = sx_str_skip_blanks(text, sx_word_end(text, word)), end = from + 1;
    char close = sx_str_at(text, from) == '<' ? '>' : '"';
    while (end < text.len && text.ptr[end] != close && !sx_byte_is_line_end(text.ptr[end])) end++;
    if (node != SX_NODE_NONE)
      status = add_include(c, file, node, sx_str_slice(text, from, end + 1));
  }
  return status;
}

static sx_status read_includes(sx_moving_c *c, size_t index) {
  sx_move_c_file file = c->files.items[index];
  sx_status status = SX_OK;
  for (uint32_t i = 0; i < file.text.nodes.tree.nodes.len && !status; i++)
    if (sx_nodes_is(&file.text.nodes, i, "preproc_include"))
      status = add_include(c, &file, i,
                           sx_str_trim(sx_nodes_text(&file.text.nodes,
                                                     sx_nodes_field(&file.text.nodes, i, "path"))));
  if (!status) status = read_other_includes(c, &file);
  c->files.items[index] = file;
  return status;
}

/* Code that nothing here parses, as a list that is included: its words alone. */
static sx_status read_words(sx_moving_c *c, sx_move_c_file *file) {
  sx_arena *arena = c->moving->call->arena;
  if (!c->is_reading_others)
    return sx_move_refuse(c->moving, &c->moving->source, 0, c->err,
                          "it is not known what %.*s declares and uses, which is included",
                          SX_STR_ARG(sx_path_display(c->moving->call, file->path)));
  file->code = sx_c_code(file->text.document->text, sx_language_find(SX_STR("cpp"), SX_STR("")),
                         true, arena);
  file->text.nodes = (sx_nodes){.text = file->text.document->text};
  file->text.names = (sx_names){.nodes = &file->text.nodes, .dynamic = SX_NODE_NONE};
  return arena->status ? sx_fail(c->err, arena->status, NULL) : SX_OK;
}

static sx_status read_file(sx_moving_c *c, sx_str path) {
  sx_call *call = c->moving->call;
  sx_move_c_file *file = SX_ARRAY_ADD(&c->files, call->arena);
  if (!file) return sx_fail(c->err, call->arena->status, NULL);
  size_t index = c->files.len - 1;
  *file = (sx_move_c_file){.path = path, .text = {.path = path}};
  sx_status status = sx_document_peek(call, path, &file->text.document, c->err);
  if (!status) status = sx_nodes_read(&file->text.nodes, call, file->text.document, c->err);
  if (!status) status = sx_names_find(&file->text.names, &file->text.nodes, call->arena, c->err);
  if (status == SX_UNSUPPORTED) return read_words(c, file);
  if (status) return status;
  file->text.newline = sx_str_newline(file->text.document->text);
  file->text.edits.text = file->text.document->text;
  file->code = sx_c_code(file->text.document->text, sx_language_find(SX_STR("cpp"), SX_STR("")),
                         true, call->arena);
  status = sx_move_c_note_macros(c, file->code);
  return status ? status : read_includes(c, index);
}

/* All that a file leads to. */
static sx_status follow(sx_moving_c *c, size_t first, bool is_source) {
  sx_status status = SX_OK;
  bool is_more = true;
  for (size_t turn = 0; is_more && turn < SX_MOVE_C_MAX_FILES && !status; turn++) {
    is_more = false;
    for (size_t i = 0; i < c->files.len && !status; i++) {
      bool is_reached = i == first || (is_source ? c->files.items[i].is_in_source
                                                 : c->files.items[i].is_in_target);
      for (size_t k = 0; is_reached && k < c->files.items[i].includes.len && !status; k++) {
        sx_str path = c->files.items[i].includes.items[k].path;
        if (!path.len) continue;
        size_t found = sx_move_c_find(c, path);
        if (found == SIZE_MAX) {
          found = c->files.len;
          status = found < SX_MOVE_C_MAX_FILES
                       ? read_file(c, path)
                       : sx_move_refuse(c->moving, &c->moving->source, 0, c->err,
                                        "the file includes too many others");
        }
        if (status) break;
        bool *flag =
            is_source ? &c->files.items[found].is_in_source : &c->files.items[found].is_in_target;
        is_more |= !*flag && found != first;
        *flag = true;
      }
    }
  }
  return status;
}

/* Once all macros are known. */
static sx_status read_plain(sx_moving_c *c) {
  sx_status status = SX_OK;
  for (size_t i = 0; i < c->files.len; i++)
    for (size_t k = 0; k < c->files.items[i].includes.len; k++) {
      sx_move_c_include *one = &c->files.items[i].includes.items[k];
      if (one->file == SIZE_MAX && one->path.len) one->file = sx_move_c_find(c, one->path);
    }
  for (; c->plain_count < c->files.len && !status; c->plain_count++) {
    status = sx_move_c_read_plain(c, &c->files.items[c->plain_count].text);
    if (!status) status = sx_move_c_find_doubts(c, &c->files.items[c->plain_count]);
  }
  return status;
}

sx_status sx_move_c_read_more(sx_moving_c *c, sx_str path) {
  if (sx_move_c_find(c, path) != SIZE_MAX) return SX_OK;
  if (c->files.len >= SX_MOVE_C_MAX_FILES)
    return sx_move_refuse(c->moving, &c->moving->source, 0, c->err,
                          "more than %d files include the headers or have the name",
                          SX_MOVE_C_MAX_FILES);
  c->is_reading_others = true;
  return read_file(c, path);
}

sx_status sx_move_c_read_rest(sx_moving_c *c) {
  sx_status status = SX_OK;
  for (size_t i = 0; i < c->files.len && !status; i++)
    for (size_t k = 0; k < c->files.items[i].includes.len && !status; k++)
      if (c->files.items[i].includes.items[k].path.len)
        status = sx_move_c_read_more(c, c->files.items[i].includes.items[k].path);
  return status ? status : read_plain(c);
}

/* The source and the target as they are read now. */
static void take_texts(sx_moving_c *c) {
  bool reached[SX_MOVE_C_MAX_FILES];
  sx_move_text *source = &c->moving->source, *target = &c->moving->target;
  source->nodes = c->files.items[0].text.nodes;
  source->names = c->files.items[0].text.names;
  if (!c->has_target) return;
  target->nodes = c->files.items[1].text.nodes;
  target->names = c->files.items[1].text.names;
  sx_move_c_reach(c, 1, true, reached);
  for (size_t i = 0; i < c->files.len; i++) c->files.items[i].is_surely_in_target = reached[i];
}

sx_status sx_move_c_read(sx_moving_c *c) {
  sx_arena *arena = c->moving->call->arena;
  sx_map_init(&c->macro_places, arena);
  sx_status status = read_file(c, c->moving->source.path);
  c->has_target = c->moving->target.document != NULL;
  if (!status && c->has_target) status = read_file(c, c->moving->target.path);
  if (!status) status = follow(c, 0, true);
  if (!status && c->has_target) status = follow(c, 1, false);
  if (!status) status = read_plain(c);
  if (status) return status;
  c->code = c->files.items[0].code;
  take_texts(c);
  return SX_OK;
}

/* ---- build files ---------------------------------------------------------------------------- */

static bool is_build_file(sx_str path) {
  sx_str name = sx_path_name(path);
  return sx_language_has_word("Makefile makefile GNUmakefile Makefile.am Makefile.in "
                              "CMakeLists.txt meson.build BUILD BUILD.bazel SConstruct SConscript "
                              "binding.gyp wscript premake5.lua xmake.lua build.ninja",
                              name, false) ||
         sx_str_has_suffix(name, SX_STR(".mk")) || sx_str_has_suffix(name, SX_STR(".gyp")) ||
         sx_str_has_suffix(name, SX_STR(".gypi")) || sx_str_has_suffix(name, SX_STR(".cmake"));
}

/* Where a text has the source, or what is built of it; NONE. */
static size_t find_unit(sx_call *call, sx_str text, sx_str stem) {
  static const char *const ends[] = {".c", ".o", ".lo", ".obj"};
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
    sx_str name = sx_arena_printf(call->arena, "%.*s%s", SX_STR_ARG(stem), ends[i]);
    for (size_t at = 0; (at = sx_word_find(text, name, at)) != SX_STR_NONE; at++)
      if (!at || text.ptr[at - 1] != '-') return at;
  }
  return SX_STR_NONE;
}

static sx_str stem_of(sx_str path) {
  sx_str name = sx_path_name(path);
  size_t dot = sx_str_find_last_char(name, '.');
  return sx_str_slice(name, 0, dot == SX_STR_NONE ? name.len : dot);
}

sx_status sx_move_c_check_builds(sx_moving_c *c) {
  sx_moving *moving = c->moving;
  sx_call *call = moving->call;
  sx_str from = stem_of(moving->source.path), to = stem_of(moving->target.path);
  sx_mentions found;
  sx_status status = sx_mentions_find(&found, call, &from, 1, 10000, c->err);
  for (size_t i = 0; i < found.paths.len && !status; i++) {
    const sx_document *document;
    if (!is_build_file(found.paths.items[i])) continue;
    status = sx_document_peek_any(call, found.paths.items[i], &document, c->err);
    if (status || !document) continue;
    size_t place = find_unit(call, document->text, from);
    if (place == SX_STR_NONE || find_unit(call, document->text, to) != SX_STR_NONE) continue;
    if (c->has_target)
      return sx_refactoring_refuse(moving->refactoring, document, place, c->err,
                                   "this builds %.*s and does not name the target, so that a "
                                   "program may lack the code. Add the target there first.",
                                   SX_STR_ARG(sx_path_name(moving->source.path)));
    status = sx_refactoring_warn(moving->refactoring, document, place,
                                 "this builds %.*s; add the new file %.*s.",
                                 SX_STR_ARG(sx_path_name(moving->source.path)),
                                 SX_STR_ARG(sx_path_name(moving->target.path)));
  }
  return status;
}
