#include "refactor/move_parts.h"

#include "base/byte.h"
#include "base/folder.h"
#include "workspace/paths.h"

/*
 * A declaration of Go to another file of its package: there it has all names that it had, but for
 * the imports, which are a file's own.
 */

/* ---- files -------------------------------------------------------------------------------- */

static const char systems[] =
    "aix android darwin dragonfly freebsd hurd illumos ios js linux nacl netbsd openbsd plan9 "
    "solaris wasip1 windows zos";
static const char processors[] =
    "386 amd64 amd64p32 arm armbe arm64 arm64be loong64 mips mipsle mips64 mips64le mips64p32 "
    "mips64p32le ppc ppc64 ppc64le riscv riscv64 s390 s390x sparc sparc64 wasm";

sx_str sx_move_go_package_of(const sx_move_text *text) {
  const sx_nodes *nodes = &text->nodes;
  uint32_t node = sx_nodes_first_named(nodes, 0);
  while (node != SX_NODE_NONE && !sx_nodes_is(nodes, node, "package_clause"))
    node = sx_nodes_next_named(nodes, node);
  return sx_nodes_text(nodes, sx_nodes_first_named(nodes, node));
}

/* The part of a file's name that says for which systems it is built: "_linux_amd64". */
static sx_str system_of(sx_str path) {
  sx_str name = sx_path_name(path), last;
  name = sx_str_slice(name, 0, sx_str_find_char(name, '.', 0));
  if (sx_str_has_suffix(name, SX_STR("_test"))) name.len -= 5;
  size_t end = name.len, at = sx_str_find_last_char(name, '_');
  if (at == SX_STR_NONE) return SX_STR("");
  last = sx_str_slice(name, at + 1, end);
  if (sx_language_has_word(systems, last, false)) return sx_str_slice(name, at, end);
  if (!sx_language_has_word(processors, last, false)) return SX_STR("");
  size_t before = sx_str_find_last_char(sx_str_slice(name, 0, at), '_');
  bool is_both = before != SX_STR_NONE &&
                 sx_language_has_word(systems, sx_str_slice(name, before + 1, at), false);
  return sx_str_slice(name, is_both ? before : at, end);
}

bool sx_move_go_is_test(sx_str path) {
  return sx_str_has_suffix(path, SX_STR("_test.go"));
}

/* The comments that say when the file is built. */
static sx_str constraints_of(const sx_move_text *text, sx_arena *arena) {
  const sx_nodes *nodes = &text->nodes;
  sx_buf buf;
  sx_buf_init(&buf, 65536);
  for (uint32_t node = sx_nodes_first(nodes, 0); sx_nodes_is_comment(nodes, node);
       node = sx_nodes_next(nodes, node)) {
    sx_str line = sx_str_trim(sx_nodes_text(nodes, node));
    if (sx_str_has_prefix(line, SX_STR("//go:build")) ||
        sx_str_has_prefix(line, SX_STR("// +build")) || sx_str_has_prefix(line, SX_STR("//+build")))
      sx_buf_add(&buf, line), sx_buf_add_char(&buf, '\n');
  }
  return sx_buf_keep(&buf, arena);
}

bool sx_move_go_is_far(const sx_moving *moving) {
  return !sx_str_is_equal(sx_folder_of(moving->source.path), sx_folder_of(moving->target.path));
}

static sx_status check_names(sx_moving *moving, sx_err *err) {
  sx_str from = moving->source.path, to = moving->target.path, name = sx_path_name(to);
  const sx_move_text *source = &moving->source, *target = &moving->target;
  if (!sx_str_has_suffix(name, SX_STR(".go")) || name.ptr[0] == '_' || name.ptr[0] == '.')
    return sx_move_refuse(moving, target, 0, err, "this is not a file that Go builds");
  if (!sx_move_go_is_far(moving) && target->document &&
      !sx_str_is_equal(sx_move_go_package_of(source), sx_move_go_package_of(target)))
    return sx_move_refuse(
        moving, target, 0, err,
        "the file is of package %.*s, and not of %.*s: give a file of the same package",
        SX_STR_ARG(sx_move_go_package_of(target)), SX_STR_ARG(sx_move_go_package_of(source)));
  if (sx_move_go_is_test(from) != sx_move_go_is_test(to))
    return sx_move_refuse(
        moving, target, 0, err,
        "one of the two files is built for tests only, and the other always: give another file");
  if (!sx_str_is_equal(system_of(from), system_of(to)))
    return sx_move_refuse(
        moving, target, 0, err,
        "by their names the two files are built for different systems: give another file");
  return SX_OK;
}

static sx_status check_built(sx_moving *moving, sx_err *err) {
  sx_arena *arena = moving->call->arena;
  sx_str from = constraints_of(&moving->source, arena);
  sx_str to = moving->target.document ? constraints_of(&moving->target, arena) : SX_STR("");
  if (sx_str_is_equal(from, to)) return SX_OK;
  const sx_move_text *where = from.len ? &moving->source : &moving->target;
  return sx_move_refuse(
      moving, where, 0, err,
      "the two files are not built under the same conditions (//go:build): give another file");
}

/* Comments that a program reads. */
sx_status sx_move_go_check_comments(sx_moving *moving, const sx_move_text *text, sx_err *err) {
  static const char *const kept[] = {"//go:noinline", "//go:nosplit", "//go:norace",
                                     "//go:noescape", "//go:build",   "//go:debug"};
  const sx_nodes *nodes = &text->nodes;
  for (uint32_t i = 0; i < nodes->tree.nodes.len; i++) {
    if (!sx_nodes_is_comment(nodes, i)) continue;
    sx_str line = sx_nodes_text(nodes, i);
    bool is_moved = text == &moving->source && sx_move_has(moving, sx_move_start(text, i));
    bool is_bad = sx_str_has_prefix(line, SX_STR("//line ")) ||
                  sx_str_has_prefix(line, SX_STR("/*line ")) ||
                  sx_str_has_prefix(line, SX_STR("//export ")) ||
                  (is_moved && sx_str_has_prefix(line, SX_STR("//go:")));
    for (size_t k = 0; k < sizeof kept / sizeof *kept && is_bad; k++)
      is_bad = !sx_str_has_prefix(line, sx_str_from(kept[k]));
    if (is_bad)
      return sx_move_refuse(moving, text, sx_move_start(text, i), err,
                            "this comment is for a compiler or another program, and may mean "
                            "something else in another file: move it by hand");
  }
  return SX_OK;
}

static sx_status check_imports(sx_moving *moving, const sx_move_text *text, sx_err *err) {
  sx_move_go_imports imports = {0};
  sx_status status = sx_move_go_imports_find(&imports, moving, text, err);
  for (size_t i = 0; i < imports.len && !status; i++) {
    const sx_move_go_import *one = &imports.items[i];
    size_t place = sx_move_start(text, one->spec);
    if (sx_str_is_equal(one->path, SX_STR("C")))
      status = sx_move_refuse(moving, text, place, err, "the file has code of C (cgo)");
    else if (text == &moving->source && sx_str_is_equal(one->alias, SX_STR(".")))
      status = sx_move_refuse(moving, text, place, err,
                              "the file imports all names of a package, so what its own names mean "
                              "is not known: import it by its name first");
  }
  return status;
}

sx_status sx_move_go_check_files(sx_moving *moving, sx_err *err) {
  sx_status status = check_names(moving, err);
  if (!status) status = check_built(moving, err);
  if (!status) status = check_imports(moving, &moving->source, err);
  if (status || !moving->target.document) return status;
  status = check_imports(moving, &moving->target, err);
  return status ? status : sx_move_go_check_comments(moving, &moving->target, err);
}

/* ---- what moves along ----------------------------------------------------------------------- */

sx_status sx_move_go_take_used(sx_moving *moving, sx_err *err) {
  const sx_names *names = &moving->source.names;
  sx_status status = SX_OK;
  size_t known;
  do { /* what moves along may use more */
    known = moving->moved.len;
    for (size_t i = 0; i < names->names.len && !status; i++) {
      const sx_name *one = &names->names.items[i];
      if (one->binding == SX_BINDING_FREE || !sx_move_has(moving, one->start)) continue;
      const sx_binding *binding = &names->bindings.items[one->binding];
      size_t place = names->names.items[binding->first].start;
      if (binding->scope || binding->kind == SX_BINDING_IMPORT || sx_move_has(moving, place))
        continue;
      status = sx_move_go_take(moving, (uint32_t)place, err);
    }
  } while (!status && moving->moved.len > known);
  return status;
}

/* ---- the texts ------------------------------------------------------------------------------ */

/* A part of the source as it moves: its names of packages may be others in the target. */
static sx_str edited(const sx_moving *moving, size_t start, size_t end) {
  return sx_text_edits_get(&moving->inner, start, end, moving->call->arena);
}

static sx_str edited_node(const sx_moving *moving, uint32_t node) {
  return edited(moving, sx_move_start(&moving->source, node), sx_move_end(&moving->source, node));
}

/* A line within a string in backquotes keeps its blanks. */
static bool is_in_string(const sx_move_text *text, size_t line) {
  uint32_t node = sx_nodes_around(&text->nodes, (uint32_t)line, (uint32_t)line + 1);
  for (; node != SX_NODE_NONE; node = sx_nodes_parent(&text->nodes, node))
    if (sx_nodes_is(&text->nodes, node, "raw_string_literal") && sx_move_start(text, node) < line)
      return true;
  return false;
}

/* `A    = 1` with single blanks, in the line of its name. */
static void add_unaligned(sx_buf *out, const sx_moving *moving, uint32_t spec) {
  const sx_move_text *text = &moving->source;
  const sx_nodes *nodes = &text->nodes;
  size_t at = sx_move_start(text, spec);
  for (uint32_t node = sx_nodes_first(nodes, spec); node != SX_NODE_NONE;
       node = sx_nodes_next(nodes, node)) {
    sx_str gap = sx_str_slice(nodes->text, at, sx_move_start(text, node));
    bool is_wide = gap.len > 1 && !sx_str_trim(gap).len;
    sx_buf_add(out, is_wide ? SX_STR(" ") : gap);
    sx_buf_add(out, edited_node(moving, node));
    at = sx_move_end(text, node);
  }
  sx_buf_add(out, sx_str_slice(nodes->text, at, sx_move_end(text, spec)));
}

/* One of a group in brackets, as a declaration of its own. */
static void add_ungrouped(sx_buf *out, const sx_moving *moving, const sx_moved *moved,
                          uint32_t group) {
  const sx_move_text *text = &moving->source;
  sx_str all = text->document->text, line;
  sx_buf own;
  size_t start = sx_move_start(text, moved->first), at = moved->start;
  sx_buf_init(&own, SX_DOCUMENT_MAX_BYTES);
  sx_buf_add(&own, sx_str_slice(all, moved->start, start));
  sx_buf_addf(&own, "%.*s ",
              SX_STR_ARG(sx_nodes_text(&text->nodes, sx_nodes_first(&text->nodes, group))));
  sx_str spec = edited_node(moving, moved->first);
  if (sx_str_find_char(spec, '\n', 0) == SX_STR_NONE)
    add_unaligned(&own, moving, moved->first);
  else
    sx_buf_add(&own, spec);
  sx_buf_add(&own, sx_str_slice(all, sx_move_end(text, moved->first), moved->end));
  sx_str rest = sx_buf_keep(&own, moving->call->arena);
  while (sx_str_next_line(&rest, &line)) { /* their starts are those of the lines in the file */
    bool has_tab = sx_str_at(line, 0) == '\t' && !is_in_string(text, at);
    sx_buf_add(out, sx_str_slice(line, has_tab, line.len));
    sx_buf_add_char(out, '\n');
    at = sx_move_line_end(all, at);
  }
}

static bool is_short(const sx_moving *moving, const sx_moved *moved) {
  sx_str text = sx_str_slice(moving->source.document->text, moved->start, moved->end);
  return sx_nodes_is(&moving->source.nodes, moved->first,
                     "const_declaration var_declaration const_spec var_spec") &&
         sx_move_line_end(text, 0) >= text.len;
}

sx_str sx_move_go_write(const sx_moving *moving) {
  const sx_move_text *source = &moving->source;
  sx_buf buf;
  sx_buf_init(&buf, SX_DOCUMENT_MAX_BYTES);
  for (size_t i = 0; i < moving->moved.len; i++) {
    const sx_moved *moved = &moving->moved.items[i];
    uint32_t parent = sx_nodes_parent(&source->nodes, moved->first);
    bool is_beside = i && is_short(moving, moved) && is_short(moving, moved - 1);
    if (i && !is_beside) sx_buf_add_char(&buf, '\n');
    uint32_t group = sx_nodes_is(&source->nodes, parent, "var_spec_list")
                         ? sx_nodes_parent(&source->nodes, parent)
                         : parent;
    if (group)
      add_ungrouped(&buf, moving, moved, group);
    else
      sx_move_add_lines(&buf, sx_str_trim_end(edited(moving, moved->start, moved->end)),
                        SX_STR("\n"));
  }
  return sx_buf_keep(&buf, moving->call->arena);
}

sx_status sx_move_go_create(sx_moving *moving, sx_str package, const sx_move_go_imports *needed,
                            sx_err *err) {
  sx_buf buf, lines;
  sx_str license = sx_move_license(&moving->source);
  sx_buf_init(&buf, SX_DOCUMENT_MAX_BYTES);
  sx_buf_init(&lines, SX_DOCUMENT_MAX_BYTES);
  if (license.len) sx_buf_addf(&lines, "%.*s\n\n", SX_STR_ARG(license));
  sx_buf_addf(&lines, "package %.*s\n\n", SX_STR_ARG(package));
  if (needed->len) sx_buf_addf(&lines, "%.*s\n", SX_STR_ARG(sx_move_go_block(moving, needed)));
  sx_buf_add(&lines, sx_move_go_write(moving));
  sx_move_add_lines(&buf, sx_buf_keep(&lines, moving->call->arena), moving->source.newline);
  return sx_change_create(&moving->refactoring->change, moving->target.path,
                          sx_buf_keep(&buf, moving->call->arena), err);
}

static sx_status fill_target(sx_moving *moving, const sx_move_go_imports *needed, sx_err *err) {
  if (!moving->target.document)
    return sx_move_go_create(moving, sx_move_go_package_of(&moving->source), needed, err);
  sx_status status = sx_move_go_add(moving, needed, err);
  if (!status)
    status =
        sx_move_append(moving, sx_move_go_write(moving), moving->target.document->text.len, err);
  return status ? status : sx_move_plan(moving, &moving->target, err);
}

sx_status sx_move_go(sx_moving *moving, uint32_t name_at, sx_err *err) {
  sx_move_go_imports needed = {0};
  moving->inner.text = moving->source.document->text;
  sx_status status = sx_move_go_check_files(moving, err);
  if (!status && sx_move_go_is_far(moving)) return sx_move_go_far(moving, name_at, err);
  if (!status) status = sx_move_go_take(moving, name_at, err);
  if (!status && moving->with_dependencies) status = sx_move_go_take_used(moving, err);
  if (!status) status = sx_move_go_check_comments(moving, &moving->source, err);
  if (!status) status = sx_move_go_check_order(moving, err);
  if (!status) status = sx_move_go_needs(moving, &needed, err);
  if (!status) status = sx_move_cut(moving, err);
  if (!status) status = sx_move_plan(moving, &moving->source, err);
  return status ? status : fill_target(moving, &needed, err);
}
