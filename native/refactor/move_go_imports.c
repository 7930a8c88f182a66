#include "refactor/move_parts.h"

#include "base/byte.h"

#include <stdlib.h>

/*
 * Imports of Go. The files of a package give its name, and are not read: it is the end of the path,
 * if the file uses such a name, as it must use each import.
 */

/* ---- names ---------------------------------------------------------------------------------- */

/* `name.Member`, in code or in a type. */
bool sx_move_go_is_package(const sx_move_text *text, const sx_name *name) {
  uint32_t parent = sx_nodes_parent(&text->nodes, name->node);
  return sx_nodes_is(&text->nodes, parent, "qualified_type") ||
         (sx_nodes_is(&text->nodes, parent, "selector_expression") &&
          sx_nodes_is_field(&text->nodes, name->node, "operand"));
}

static sx_str text_of(const sx_move_text *text, const sx_name *name) {
  return sx_str_slice(text->document->text, name->start, name->end);
}

bool sx_move_go_is_use(const sx_move_text *text, const sx_name *name,
                       const sx_move_go_import *import) {
  if (name->roles & SX_NAME_DECLARES || !import->name.len) return false;
  if (import->binding != SX_BINDING_FREE) return name->binding == import->binding;
  return name->binding == SX_BINDING_FREE && sx_move_go_is_package(text, name) &&
         sx_str_is_equal(text_of(text, name), import->name);
}

static bool is_used(const sx_move_text *text, const sx_move_go_import *import) {
  for (size_t i = 0; i < text->names.names.len; i++)
    if (sx_move_go_is_use(text, &text->names.names.items[i], import)) return true;
  return false;
}

/* The only name without a declaration that is a part of the path: "yaml" of "yaml.v3". */
static sx_str guess_name(const sx_move_text *text, sx_str path) {
  sx_str found = SX_STR("");
  for (size_t i = 0; i < text->names.names.len; i++) {
    const sx_name *name = &text->names.names.items[i];
    if (name->binding != SX_BINDING_FREE || !sx_move_go_is_package(text, name)) continue;
    sx_str one = text_of(text, name);
    if (sx_str_find(path, one, 0) == SX_STR_NONE || sx_str_is_equal(one, found)) continue;
    if (found.len) return SX_STR("");
    found = one;
  }
  return found;
}

static sx_move_go_import read_spec(const sx_move_text *text, uint32_t spec) {
  const sx_nodes *nodes = &text->nodes;
  uint32_t alias = sx_nodes_field(nodes, spec, "name"), path = sx_nodes_field(nodes, spec, "path");
  sx_str quoted = sx_nodes_text(nodes, path);
  sx_move_go_import one = {.spec = spec,
                           .path = sx_str_slice(quoted, 1, quoted.len - 1),
                           .alias = sx_nodes_text(nodes, alias),
                           .binding = SX_BINDING_FREE};
  if (sx_language_has_word("_ .", one.alias, false)) return one;
  const sx_name *name = sx_names_at(&text->names, alias == SX_NODE_NONE ? path : alias);
  if (name && name->binding != SX_BINDING_FREE &&
      text->names.bindings.items[name->binding].declarations == 1) {
    one.name = text->names.bindings.items[name->binding].name;
    one.binding = name->binding;
  }
  if (alias != SX_NODE_NONE || (one.name.len && is_used(text, &one))) return one;
  one.binding = SX_BINDING_FREE;
  one.name = guess_name(text, one.path);
  return one;
}

sx_status sx_move_go_imports_find(sx_move_go_imports *out, sx_moving *moving,
                                  const sx_move_text *text, sx_err *err) {
  for (uint32_t i = 0; i < text->nodes.tree.nodes.len; i++) {
    if (!sx_nodes_is(&text->nodes, i, "import_spec")) continue;
    sx_move_go_import *added = SX_ARRAY_ADD(out, moving->call->arena);
    if (!added) return sx_fail(err, moving->call->arena->status, NULL);
    *added = read_spec(text, i);
  }
  return SX_OK;
}

/* ---- statements ----------------------------------------------------------------------------- */

sx_str sx_move_go_spec(sx_moving *moving, const sx_move_go_import *import) {
  return sx_arena_printf(moving->call->arena, "%.*s%s\"%.*s\"", SX_STR_ARG(import->alias),
                         import->alias.len ? " " : "", SX_STR_ARG(import->path));
}

bool sx_move_go_is_standard(sx_str path) {
  size_t slash = sx_str_find_char(path, '/', 0);
  sx_str first = sx_str_slice(path, 0, slash == SX_STR_NONE ? path.len : slash);
  return sx_str_find_char(first, '.', 0) == SX_STR_NONE;
}

static int by_path(const void *a, const void *b) {
  const sx_move_go_import *left = a, *right = b;
  bool is_left = sx_move_go_is_standard(left->path), is_right = sx_move_go_is_standard(right->path);
  if (is_left != is_right) return is_left ? -1 : 1;
  return sx_str_compare(left->path, right->path);
}

sx_str sx_move_go_block(sx_moving *moving, const sx_move_go_imports *needed) {
  sx_buf buf;
  sx_buf_init(&buf, SX_DOCUMENT_MAX_BYTES);
  qsort(needed->items, needed->len, sizeof *needed->items, by_path);
  if (needed->len == 1)
    sx_buf_addf(&buf, "import %.*s\n", SX_STR_ARG(sx_move_go_spec(moving, &needed->items[0])));
  if (needed->len > 1) sx_buf_add_text(&buf, "import (\n");
  for (size_t i = 0; i < needed->len && needed->len > 1; i++) {
    const sx_move_go_import *one = &needed->items[i];
    if (i && sx_move_go_is_standard(one[-1].path) && !sx_move_go_is_standard(one->path))
      sx_buf_add_char(&buf, '\n');
    sx_buf_addf(&buf, "\t%.*s\n", SX_STR_ARG(sx_move_go_spec(moving, one)));
  }
  if (needed->len > 1) sx_buf_add_text(&buf, ")\n");
  return sx_buf_keep(&buf, moving->call->arena);
}

/* ---- what is needed ------------------------------------------------------------------------- */

/* A name that may be that of a package, where it is not known of which. */
sx_status sx_move_go_check_unknown(sx_moving *moving, const sx_move_go_imports *imports,
                                   sx_err *err) {
  const sx_move_text *source = &moving->source;
  const sx_move_go_import *unknown = NULL;
  for (size_t i = 0; i < imports->len; i++) {
    const sx_move_go_import *one = &imports->items[i];
    if (!one->name.len && !one->alias.len) unknown = one;
  }
  for (size_t i = 0; i < source->names.names.len && unknown; i++) {
    const sx_name *name = &source->names.names.items[i];
    if (name->binding == SX_BINDING_FREE && sx_move_go_is_package(source, name) &&
        sx_move_has(moving, name->start))
      return sx_move_refuse(moving, source, name->start, err,
                            "it is not known whether '%.*s' is the package \"%.*s\"; give that "
                            "import a name first",
                            SX_STR_ARG(text_of(source, name)), SX_STR_ARG(unknown->path));
  }
  return SX_OK;
}

static void count_uses(const sx_moving *moving, const sx_move_go_import *import, size_t *kept,
                       size_t *moved) {
  const sx_move_text *source = &moving->source;
  for (size_t i = 0; i < source->names.names.len; i++) {
    const sx_name *name = &source->names.names.items[i];
    if (sx_move_go_is_use(source, name, import))
      ++*(sx_move_has(moving, name->start) ? moved : kept);
  }
}

/* ---- what the source needs no longer -------------------------------------------------------- */

/* The lines of a list, without some; no blank lines at its ends, and none beside each other. */
static sx_str shortened(sx_moving *moving, const sx_move_text *text, uint32_t list,
                        const bool *drops, const sx_move_go_imports *imports) {
  sx_str all = text->document->text, line;
  size_t at = sx_move_start(text, list), end = sx_move_end(text, list);
  sx_buf buf;
  bool was_blank = true;
  size_t blank = 0;
  sx_buf_init(&buf, SX_DOCUMENT_MAX_BYTES);
  while (at < end) {
    size_t next = sx_move_line_end(all, at);
    bool is_gone = false;
    for (size_t i = 0; i < imports->len; i++) {
      size_t place = sx_move_start(text, imports->items[i].spec);
      is_gone |= drops[i] && place >= at && place < next;
    }
    line = sx_str_slice(all, at, next < end ? next : end);
    at = next;
    if (is_gone) continue;
    bool is_blank = !sx_str_trim(line).len;
    bool is_end = sx_str_at(sx_str_trim(line), 0) == ')';
    if (is_blank && !was_blank) blank = 1;
    if (is_blank) continue;
    if (blank && !is_end) sx_buf_add(&buf, text->newline);
    blank = 0;
    sx_buf_add(&buf, line);
    was_blank = sx_str_at(sx_str_trim(line), 0) == '(';
  }
  return sx_buf_keep(&buf, moving->call->arena);
}

static sx_status drop_of(sx_moving *moving, sx_move_text *text, uint32_t declaration,
                         const bool *drops, const sx_move_go_imports *imports, sx_err *err) {
  const sx_nodes *nodes = &text->nodes;
  size_t count = 0, gone = 0;
  for (size_t i = 0; i < imports->len; i++) {
    uint32_t spec = imports->items[i].spec;
    if (!sx_nodes_has_in(nodes, declaration, spec)) continue;
    count++;
    gone += drops[i];
    if (drops[i] && sx_nodes_parent(nodes, spec) != declaration && !sx_move_is_alone(text, spec))
      return sx_move_refuse(moving, text, sx_move_start(text, spec), err,
                            "another import is on the line of this one; put each on a line");
  }
  if (!gone) return SX_OK;
  if (gone == count) return sx_move_drop_statement(moving, text, declaration, err);
  uint32_t list = sx_nodes_first_named(nodes, declaration);
  return sx_move_edit(moving, text, sx_move_start(text, list), sx_move_end(text, list),
                      shortened(moving, text, list, drops, imports), err);
}

sx_status sx_move_go_drop(sx_moving *moving, sx_move_text *text, const bool *drops,
                          const sx_move_go_imports *imports, sx_err *err) {
  const sx_nodes *nodes = &text->nodes;
  sx_status status = SX_OK;
  for (uint32_t node = sx_nodes_first_named(nodes, 0); node != SX_NODE_NONE && !status;
       node = sx_nodes_next_named(nodes, node))
    if (sx_nodes_is(nodes, node, "import_declaration"))
      status = drop_of(moving, text, node, drops, imports, err);
  return status;
}

sx_status sx_move_go_needs(sx_moving *moving, sx_move_go_imports *needed, sx_err *err) {
  sx_move_text *source = &moving->source;
  sx_move_go_imports imports = {0};
  sx_status status = sx_move_go_imports_find(&imports, moving, source, err);
  if (!status) status = sx_move_go_check_unknown(moving, &imports, err);
  bool *drops = sx_arena_calloc(moving->call->arena, imports.len + 1, sizeof *drops);
  if (!drops) return sx_fail(err, SX_NOMEM, NULL);
  for (size_t i = 0; i < imports.len && !status; i++) {
    const sx_move_go_import *one = &imports.items[i];
    size_t kept = 0, moved = 0;
    count_uses(moving, one, &kept, &moved);
    if (!moved) continue;
    drops[i] = !kept;
    if (!kept) status = sx_move_note(moving, source, sx_move_go_spec(moving, one), SX_STR(""), err);
    sx_move_go_import *added = SX_ARRAY_ADD(needed, moving->call->arena);
    if (!added) return sx_fail(err, moving->call->arena->status, NULL);
    *added = *one;
  }
  if (!status) status = sx_move_go_drop(moving, source, drops, &imports, err);
  for (size_t i = 0; i < needed->len && !status && !moving->target.document; i++)
    status = sx_move_note(moving, &moving->target, SX_STR(""),
                          sx_move_go_spec(moving, &needed->items[i]), err);
  return status;
}

/* ---- the target ----------------------------------------------------------------------------- */

/* Whether the target has it; REFUSED where it has another under that name. */
static sx_status find_in_target(sx_moving *moving, const sx_move_text *target,
                                const sx_move_go_imports *there, const sx_move_go_import *wanted,
                                bool *is_there, sx_err *err) {
  for (size_t i = 0; i < there->len; i++) {
    const sx_move_go_import *one = &there->items[i];
    bool is_same = sx_str_is_equal(one->path, wanted->path);
    if (sx_language_has_word("_ .", one->alias, false)) continue;
    if (is_same &&
        (sx_str_is_equal(one->alias, wanted->alias) || sx_str_is_equal(one->name, wanted->name))) {
      *is_there = true;
      return SX_OK;
    }
    if (sx_str_is_equal(one->name, wanted->name) || !one->name.len)
      return sx_move_refuse(moving, target, sx_move_start(target, one->spec), err,
                            "the code needs '%.*s' of \"%.*s\", and here another package has that "
                            "name: rename that import first",
                            SX_STR_ARG(wanted->name), SX_STR_ARG(wanted->path));
  }
  return SX_OK;
}

/* Names that the moved code takes from the package or the language are not those of imports. */
static sx_status check_hidden(sx_moving *moving, const sx_move_go_imports *there, sx_err *err) {
  const sx_move_text *source = &moving->source;
  for (size_t i = 0; i < source->names.names.len; i++) {
    const sx_name *name = &source->names.names.items[i];
    if (!sx_move_has(moving, name->start) || name->binding != SX_BINDING_FREE ||
        sx_move_go_is_package(source, name))
      continue;
    for (size_t k = 0; k < there->len; k++)
      if (sx_str_is_equal(there->items[k].name, text_of(source, name)))
        return sx_move_refuse(moving, source, name->start, err,
                              "in the target '%.*s' is a package: rename that import first",
                              SX_STR_ARG(text_of(source, name)));
  }
  return SX_OK;
}

/* Whether an import is of code of C, which is the comment above it. */
static bool is_c(const sx_nodes *nodes, uint32_t spec) {
  return sx_str_is_equal(sx_nodes_text(nodes, sx_nodes_field(nodes, spec, "path")),
                         SX_STR("\"C\""));
}

/* The group of imports, or the last import without brackets; NONE. */
static uint32_t find_group(const sx_nodes *nodes) {
  uint32_t last = SX_NODE_NONE;
  for (uint32_t node = sx_nodes_first_named(nodes, 0); node != SX_NODE_NONE;
       node = sx_nodes_next_named(nodes, node)) {
    if (!sx_nodes_is(nodes, node, "import_declaration")) continue;
    if (is_c(nodes, sx_nodes_first_named(nodes, node))) continue;
    last = node;
    if (sx_nodes_is(nodes, sx_nodes_first_named(nodes, node), "import_spec_list")) return node;
  }
  return last;
}

/* The end of a block of imports that stand without blank lines, for one of these. */
static size_t end_of_block(const sx_move_text *text, const sx_move_go_imports *there,
                           size_t first) {
  sx_str all = text->document->text;
  size_t i = first;
  for (; i + 1 < there->len; i++) {
    size_t end = sx_move_line_end(all, sx_move_end(text, there->items[i].spec));
    size_t next = sx_move_start(text, there->items[i + 1].spec);
    sx_str between = sx_str_slice(all, end, next);
    bool is_apart = sx_str_find_char(between, '\n', 0) != SX_STR_NONE;
    if (is_apart) break;
  }
  return i + 1;
}

static bool is_in_group(const sx_move_text *text, uint32_t group, const sx_move_go_import *one) {
  return sx_nodes_has_in(&text->nodes, group, one->spec);
}

/* In the order of the block with imports of its kind; in one of its own where there is none. */
static sx_status add_to_group(sx_moving *moving, sx_move_text *target, uint32_t group,
                              const sx_move_go_imports *there, const sx_move_go_import *wanted,
                              sx_err *err) {
  sx_str all = target->document->text, newline = target->newline;
  sx_str line = sx_arena_printf(moving->call->arena, "\t%.*s%.*s",
                                SX_STR_ARG(sx_move_go_spec(moving, wanted)), SX_STR_ARG(newline));
  for (size_t first = 0; first < there->len;) {
    size_t stop = end_of_block(target, there, first), i = first;
    bool is_kind =
        is_in_group(target, group, &there->items[first]) &&
        sx_move_go_is_standard(there->items[first].path) == sx_move_go_is_standard(wanted->path);
    while (is_kind && i < stop && sx_str_compare(there->items[i].path, wanted->path) < 0) i++;
    first = stop;
    if (!is_kind) continue;
    size_t place = i < stop && is_in_group(target, group, &there->items[i])
                       ? sx_str_line_start(all, sx_move_start(target, there->items[i].spec))
                       : sx_move_line_end(all, sx_move_end(target, there->items[i - 1].spec));
    return sx_move_edit(moving, target, place, place, line, err);
  }
  uint32_t list = sx_nodes_first_named(&target->nodes, group);
  bool is_first = sx_move_go_is_standard(wanted->path);
  size_t place = is_first ? sx_move_line_end(all, sx_move_start(target, list))
                          : sx_str_line_start(all, sx_move_end(target, list) - 1);
  sx_str block = sx_arena_printf(moving->call->arena, "%.*s%.*s%.*s",
                                 SX_STR_ARG(is_first ? SX_STR("") : newline), SX_STR_ARG(line),
                                 SX_STR_ARG(is_first ? newline : SX_STR("")));
  return sx_move_edit(moving, target, place, place, block, err);
}

/* Imports that stand alone become a group with those that are added. */
static sx_status make_group(sx_moving *moving, sx_move_text *target, uint32_t group,
                            const sx_move_go_imports *there, const sx_move_go_imports *added,
                            sx_err *err) {
  const sx_nodes *nodes = &target->nodes;
  sx_move_go_imports all = {0};
  sx_buf buf;
  for (size_t i = 0; i < there->len + added->len; i++) {
    const sx_move_go_import *from =
        i < there->len ? &there->items[i] : &added->items[i - there->len];
    if (i < there->len && sx_nodes_parent(nodes, from->spec) != group) continue;
    sx_move_go_import *one = SX_ARRAY_ADD(&all, moving->call->arena);
    if (!one) return sx_fail(err, moving->call->arena->status, NULL);
    *one = *from;
  }
  sx_buf_init(&buf, SX_DOCUMENT_MAX_BYTES);
  sx_move_add_lines(&buf, sx_str_trim_end(sx_move_go_block(moving, &all)), target->newline);
  sx_str text = sx_str_trim_end(sx_buf_keep(&buf, moving->call->arena));
  return sx_move_edit(moving, target, sx_move_start(target, group), sx_move_end(target, group),
                      text, err);
}

/* Whether the brackets of a list stand on lines of their own, between which others can be put. */
static bool has_own_lines(const sx_move_text *text, uint32_t list) {
  sx_str all = text->document->text;
  size_t start = sx_move_start(text, list) + 1, end = sx_move_end(text, list) - 1;
  sx_str first = sx_str_trim(sx_str_slice(all, start, sx_move_line_end(all, start)));
  sx_str last = sx_str_trim(sx_str_slice(all, sx_str_line_start(all, end), end));
  return (!first.len || sx_str_has_prefix(first, SX_STR("//"))) && !last.len;
}

/* Below the clause that says of what package the file is. */
static sx_status add_block(sx_moving *moving, sx_move_text *target, const sx_move_go_imports *added,
                           sx_err *err) {
  const sx_nodes *nodes = &target->nodes;
  uint32_t clause = sx_nodes_first_named(nodes, 0);
  sx_buf buf;
  while (!sx_nodes_is(nodes, clause, "package_clause")) clause = sx_nodes_next_named(nodes, clause);
  size_t place = sx_move_line_end(target->document->text, sx_move_end(target, clause));
  if (!sx_move_is_alone(target, clause))
    return sx_move_refuse(moving, target, sx_move_start(target, clause), err,
                          "the file needs an import below this clause, and the line goes on: put "
                          "what follows on a line of its own first");
  sx_buf_init(&buf, SX_DOCUMENT_MAX_BYTES);
  bool is_cut = target->document->text.ptr[place - 1] != '\n';
  if (is_cut) sx_buf_add(&buf, target->newline);
  sx_buf_add(&buf, target->newline);
  sx_move_add_lines(&buf, sx_move_go_block(moving, added), target->newline);
  return sx_move_edit(moving, target, place, place, sx_buf_keep(&buf, moving->call->arena), err);
}

sx_status sx_move_go_insert(sx_moving *moving, sx_move_text *text, sx_move_go_imports *added,
                            sx_err *err) {
  sx_move_go_imports there = {0};
  uint32_t group = find_group(&text->nodes);
  sx_status status = sx_move_go_imports_find(&there, moving, text, err);
  if (status || !added->len) return status;
  bool is_list =
      group != SX_NODE_NONE &&
      sx_nodes_is(&text->nodes, sx_nodes_first_named(&text->nodes, group), "import_spec_list");
  if (group == SX_NODE_NONE ||
      (is_list && !has_own_lines(text, sx_nodes_first_named(&text->nodes, group))))
    return add_block(moving, text, added, err);
  if (!is_list) return make_group(moving, text, group, &there, added, err);
  qsort(added->items, added->len, sizeof *added->items, by_path);
  for (size_t i = 0; i < added->len && !status; i++)
    status = add_to_group(moving, text, group, &there, &added->items[i], err);
  return status;
}

sx_status sx_move_go_missing(sx_move_go_imports *added, sx_moving *moving,
                             const sx_move_go_imports *needed, sx_err *err) {
  const sx_move_text *target = &moving->target;
  sx_move_go_imports there = {0};
  sx_status status = sx_move_go_imports_find(&there, moving, target, err);
  if (!status) status = check_hidden(moving, &there, err);
  for (size_t i = 0; i < needed->len && !status; i++) {
    bool is_there = false;
    status = find_in_target(moving, target, &there, &needed->items[i], &is_there, err);
    if (status || is_there) continue;
    sx_move_go_import *one = SX_ARRAY_ADD(added, moving->call->arena);
    if (!one) return sx_fail(err, moving->call->arena->status, NULL);
    *one = needed->items[i];
  }
  return status;
}

sx_status sx_move_go_add(sx_moving *moving, const sx_move_go_imports *needed, sx_err *err) {
  sx_move_go_imports added = {0};
  sx_status status = sx_move_go_missing(&added, moving, needed, err);
  for (size_t i = 0; i < added.len && !status; i++)
    status = sx_move_note(moving, &moving->target, SX_STR(""),
                          sx_move_go_spec(moving, &added.items[i]), err);
  return status || !added.len ? status : sx_move_go_insert(moving, &moving->target, &added, err);
}
