#include "refactor/move_parts.h"

#include "base/byte.h"
#include "text/ident.h"
#include "workspace/paths.h"

#define MAX_GRAPH_DEPTH 100

/* ---- a file --------------------------------------------------------------------------------- */

sx_status sx_move_text_read(sx_move_text *out, sx_moving *moving, sx_str path, sx_err *err) {
  sx_call *call = moving->call;
  *out = (sx_move_text){.path = path};
  sx_status status = sx_document_peek(call, path, &out->document, err);
  if (status) return status;
  out->edits.text = out->document->text;
  out->newline = sx_str_newline(out->document->text);
  status = sx_nodes_read(&out->nodes, call, out->document, err);
  /* Those of C may be macros, which the files say that it includes (move_c_macros.c). */
  bool is_c = sx_language_has_word("c cpp", out->nodes.grammar, false);
  if (!status && out->nodes.tree.error_count && !is_c)
    status =
        sx_move_refuse(moving, out, out->nodes.tree.errors.items[0].start, err,
                       "the file has a syntax error here, or what the parser does not know, so "
                       "what it uses is not known");
  if (!status) status = sx_names_find(&out->names, &out->nodes, call->arena, err);
  if (!status) status = sx_import_items_find(&out->imports, &out->nodes, call->arena, err);
  if (status || !sx_cjs_is_module(&out->names, path)) return status;
  out->is_commonjs = true;
  return sx_cjs_exports_find(&out->exports, &out->names, call->arena, err);
}

sx_status sx_move_refuse(const sx_moving *moving, const sx_move_text *text, size_t offset,
                         sx_err *err, const char *format, ...) {
  sx_buf buf;
  va_list args;
  sx_str shown = sx_path_display(moving->call, text->path);
  sx_buf_init(&buf, SX_ERR_MESSAGE_BYTES);
  va_start(args, format);
  sx_buf_addv(&buf, format, args);
  va_end(args);
  sx_str why = sx_buf_keep(&buf, moving->call->arena);
  sx_pos16 at = text->document ? sx_document_position(text->document, offset) : (sx_pos16){0, 0};
  return sx_fail(err, SX_REFUSED, "%.*s:%u:%u: %.*s. Nothing was changed.", SX_STR_ARG(shown),
                 at.line + 1, at.character + 1, SX_STR_ARG(why));
}

sx_status sx_move_edit(sx_moving *moving, sx_move_text *text, size_t start, size_t end, sx_str to,
                       sx_err *err) {
  return sx_text_edits_add(&text->edits, start, end, to, moving->call->arena, err);
}

sx_status sx_move_plan(sx_moving *moving, sx_move_text *text, sx_err *err) {
  sx_str after;
  const sx_document *document;
  if (!text->edits.len) return SX_OK;
  sx_status status = sx_text_edits_apply(&after, &text->edits, moving->call->arena, err);
  while (sx_byte_is_line_end(sx_str_at(after, 0)) &&
         !sx_byte_is_line_end(sx_str_at(text->document->text, 0)))
    after = sx_str_slice(after, 1, after.len);
  if (!status) status = sx_document_take(moving->call, text->path, true, &document, err);
  if (!status && !sx_str_is_equal(document->text, text->document->text))
    status = sx_fail(err, SX_CONFLICT, NULL);
  return status ? status : sx_refactoring_edit(moving->refactoring, document, after, err);
}

size_t sx_move_line_end(sx_str text, size_t at) {
  size_t end = sx_str_find_char(text, '\n', at);
  return end == SX_STR_NONE ? text.len : end + 1;
}

sx_str sx_move_indent(sx_str text, size_t at) {
  size_t start = sx_str_line_start(text, at);
  return sx_str_slice(text, start, sx_str_skip_blanks(text, start));
}

/* Whether a comment that begins there is all that is left of its line. */
static bool is_last_comment(sx_str text, size_t at) {
  char first = sx_str_at(text, at), second = sx_str_at(text, at + 1);
  if (first == '#' || (first == '/' && second == '/')) return true;
  if (first != '/' || second != '*') return false;
  size_t stop = sx_str_find(text, SX_STR("*/"), at + 2), end = sx_move_line_end(text, at);
  return stop < end && !sx_str_trim(sx_str_slice(text, stop + 2, end)).len;
}

bool sx_move_is_alone(const sx_move_text *text, uint32_t node) {
  sx_str all = text->document->text;
  size_t start = sx_move_start(text, node), end = sx_move_text_end(text, node);
  size_t line = sx_str_line_start(all, start);
  if (sx_str_skip_blanks(all, line) != start) return false;
  end = sx_str_skip_blanks(all, end);
  if (sx_str_at(all, end) == ';') end = sx_str_skip_blanks(all, end + 1);
  char next = sx_str_at(all, end);
  return end == all.len || next == '\n' || next == '\r' || is_last_comment(all, end);
}

bool sx_move_has(const sx_moving *moving, size_t offset) {
  for (size_t i = 0; i < moving->moved.len; i++)
    if (offset >= moving->moved.items[i].start && offset < moving->moved.items[i].end) return true;
  return false;
}

const sx_moved *sx_move_find(const sx_moving *moving, sx_str name) {
  for (size_t i = 0; i < moving->moved.len; i++)
    if (sx_str_is_equal(moving->moved.items[i].name, name)) return &moving->moved.items[i];
  return NULL;
}

sx_status sx_move_note(sx_moving *moving, const sx_move_text *text, sx_str before, sx_str after,
                       sx_err *err) {
  sx_arena *arena = moving->call->arena;
  sx_move_update *update = SX_ARRAY_ADD(&moving->updates, arena);
  if (!update) return sx_fail(err, arena->status, NULL);
  *update = (sx_move_update){text->path, sx_str_trim(before), sx_str_trim(after)};
  return SX_OK;
}

/* ---- what moves
 * -------------------------------------------------------------------------------- */

/* A comment at the beginning that is on the whole file. */
static bool is_of_file(const sx_nodes *nodes, uint32_t comment) {
  static const char *const words[] = {"copyright", "license", "licence",     "spdx-",
                                      "@file",     "@module", "@packagedoc", "@ts-",
                                      "eslint-",   "coding:", "@jsx",        "@flow"};
  sx_str text = sx_nodes_text(nodes, comment);
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (sx_str_has_fold(text, sx_str_from(words[i]))) return true;
  return sx_str_has_prefix(text, SX_STR("#!"));
}

/* Where the line begins, if nothing else stands before. */
static size_t start_of_line(sx_str text, size_t at) {
  size_t start = sx_str_line_start(text, at);
  return sx_str_skip_blanks(text, start) == at ? start : at;
}

/* With the comment lines directly above, and the blank lines below. */
void sx_move_find_extent(const sx_move_text *text, sx_moved *moved) {
  const sx_nodes *nodes = &text->nodes;
  sx_str all = text->document->text;
  size_t own = start_of_line(all, sx_move_start(text, moved->first)), start = own;
  size_t end = sx_move_line_end(all, sx_move_text_end(text, moved->last));
  for (uint32_t node = sx_nodes_first(nodes, sx_nodes_parent(nodes, moved->first));
       node < moved->first; node = sx_nodes_next(nodes, node)) {
    if (!sx_nodes_is_comment(nodes, node) || !sx_move_is_alone(text, node)) continue;
    size_t at = start_of_line(all, sx_move_start(text, node));
    uint32_t next = node; /* to the declaration, line by line */
    size_t line = sx_move_line_end(all, sx_move_end(text, node));
    while ((next = sx_nodes_next(nodes, next)) != moved->first &&
           sx_nodes_is_comment(nodes, next) &&
           start_of_line(all, sx_move_start(text, next)) == line)
      line = sx_move_line_end(all, sx_move_end(text, next));
    bool is_header = !sx_str_trim(sx_str_slice(all, 0, at)).len && is_of_file(nodes, node);
    if (next == moved->first && line == own && !is_header) {
      start = at;
      break;
    }
  }
  moved->start = (uint32_t)start;
  moved->end = (uint32_t)end;
}

sx_status sx_move_add(sx_moving *moving, const sx_moved *found, sx_err *err) {
  sx_moved *added = SX_ARRAY_ADD(&moving->moved, moving->call->arena);
  if (!added) return sx_fail(err, moving->call->arena->status, NULL);
  size_t at = moving->moved.len - 1;
  for (; at && moving->moved.items[at - 1].start > found->start; at--)
    moving->moved.items[at] = moving->moved.items[at - 1];
  moving->moved.items[at] = *found;
  return SX_OK;
}

/* Files with one of the names, and those that import all of the source's. */
sx_status sx_move_list_files(sx_moving *moving, bool (*takes_all)(sx_str), sx_strs *out,
                             sx_err *err) {
  sx_call *call = moving->call;
  sx_status status = SX_OK;
  for (size_t i = 0; i < moving->moved.len && !status; i++) {
    sx_mentions found;
    status = sx_mentions_find(&found, call, &moving->moved.items[i].name, 1, 20000, err);
    if (!status && (found.is_cut || found.is_late))
      status = sx_move_refuse(moving, &moving->source, moving->moved.items[i].start, err,
                              "not all files that may use '%.*s' could be searched in time; call "
                              "again",
                              SX_STR_ARG(moving->moved.items[i].name));
    for (size_t k = 0; !status && k < found.paths.len; k++)
      status = sx_strs_add_new(out, found.paths.items[k], call->arena, err);
  }
  if (!status) status = sx_documents_peek(call, &moving->importing, err);
  for (size_t i = 0; i < moving->importing.len && !status; i++) {
    const sx_document *document;
    status = sx_document_peek_any(call, moving->importing.items[i], &document, err);
    if (!status && document && takes_all(document->text))
      status = sx_strs_add_new(out, document->path, call->arena, err);
  }
  return status ? status : sx_documents_peek(call, out, err); /* one question for all */
}

static size_t blank_lines_above(sx_str text, size_t end) {
  size_t count = 0;
  while (end) {
    size_t start = sx_str_line_start(text, end - 1);
    if (sx_str_trim(sx_str_slice(text, start, end)).len) return count;
    end = start;
    count++;
  }
  return count + 1; /* the beginning of the file needs no gap */
}

/* Where as many blank lines end, or all that are there. */
static size_t skip_blank_lines(sx_str text, size_t offset, size_t count) {
  size_t stop = sx_str_line_start(text, sx_str_skip_spaces(text, offset));
  while (count-- && offset < stop) offset = sx_move_line_end(text, offset);
  return offset;
}

/* As many blank lines below go with a declaration as there are above it; at the end of the file, or
 * of a group of Go's, those above. */
sx_status sx_move_cut(sx_moving *moving, sx_err *err) {
  sx_str all = moving->source.document->text;
  sx_status status = SX_OK;
  size_t last = SX_STR_NONE, gap = 0;
  for (size_t i = 0; i < moving->moved.len && !status; i++) {
    size_t start = moving->moved.items[i].start, end = moving->moved.items[i].end;
    size_t below = sx_str_skip_spaces(all, end);
    if (start != last) gap = blank_lines_above(all, start);
    last = end;
    if (below == all.len || all.ptr[below] == ')') {
      size_t run = i; /* others that go right before it */
      while (run && sx_str_skip_spaces(all, moving->moved.items[run - 1].end) >=
                        moving->moved.items[run].start)
        start = moving->moved.items[--run].start;
      size_t above = sx_str_trim_end(sx_str_slice(all, 0, start)).len;
      start = above ? sx_move_line_end(all, above) : 0;
      end = below == all.len ? below : sx_str_line_start(all, below);
    } else {
      end = skip_blank_lines(all, end, gap);
    }
    status = sx_move_edit(moving, &moving->source, start, end, SX_STR(""), err);
  }
  return status;
}

/* ---- where imports lead ---------------------------------------------------------------------- */

sx_status sx_move_leads_to(sx_moving *moving, sx_str file, sx_str module, sx_str member,
                           sx_str path, bool *out, sx_err *err) {
  sx_import_target target;
  bool is_dot = sx_str_has_suffix(module, SX_STR("."));
  sx_import_line line = {.specifier = module, .kind = SX_IMPORT_PLAIN};
  *out = false;
  if (!module.len) return SX_OK;
  if (member.len) {
    line.kind = SX_IMPORT_MEMBER;
    line.specifier = sx_arena_printf(moving->call->arena, "%.*s%s%.*s", SX_STR_ARG(module),
                                     is_dot ? "" : ".", SX_STR_ARG(member));
  }
  sx_status status = sx_imports_resolve(&target, moving->imports, file, &line, err);
  *out = !status && target.outcome == SX_IMPORT_FOUND && sx_strs_have(&target.files, path);
  return status;
}

sx_status sx_move_follow(sx_moving *moving, sx_str path, sx_err *err) {
  sx_import_graph graph = {0};
  sx_status status =
      sx_import_graph_forward(&graph, moving->imports, moving->call, path, MAX_GRAPH_DEPTH, err);
  if (status) return sx_status_ends_call(status) ? status : SX_OK; /* it is not there yet */
  for (size_t i = 0; i < graph.nodes.len && !status; i++)
    if (sx_map_put(&moving->reached, graph.nodes.items[i].path, 1))
      status = sx_fail(err, moving->call->arena->status, NULL);
  return status;
}

bool sx_move_is_reached(const sx_moving *moving, sx_str path) {
  uint64_t found;
  return sx_map_find(&moving->reached, path, &found);
}

sx_status sx_move_find_importers(sx_moving *moving, sx_err *err) {
  sx_import_graph graph = {0};
  sx_status status =
      sx_import_graph_backward(&graph, moving->imports, moving->call, moving->source.path, 1, err);
  if (status) return status;
  if (graph.is_cut || graph.is_late || graph.unread)
    return sx_move_refuse(moving, &moving->source, 0, err,
                          "not all files that import this one could be found in time; call again");
  for (size_t i = 0; i < graph.nodes.len && !status; i++)
    if (sx_map_put(&moving->importers, graph.nodes.items[i].path, 1) ||
        sx_strs_add(&moving->importing, graph.nodes.items[i].path, moving->call->arena, NULL))
      status = sx_fail(err, moving->call->arena->status, NULL);
  return status;
}

/* ---- statements
 * -------------------------------------------------------------------------------- */

sx_status sx_move_drop_statement(sx_moving *moving, sx_move_text *text, uint32_t node,
                                 sx_err *err) {
  sx_str all = text->document->text;
  uint32_t block = sx_nodes_parent(&text->nodes, node);
  size_t start = sx_move_start(text, node), end = sx_move_end(text, node);
  bool is_only = sx_nodes_first_named(&text->nodes, block) == node &&
                 sx_nodes_next_named(&text->nodes, node) == SX_NODE_NONE;
  if (!sx_move_is_alone(text, node))
    return sx_move_refuse(moving, text, start, err,
                          "another statement is on the line of this one; put each on a line");
  if (block && is_only && sx_nodes_is(&text->nodes, block, "block"))
    return sx_move_edit(moving, text, start, end, SX_STR("pass"), err);
  start = sx_str_line_start(all, start);
  end = sx_move_line_end(all, end);
  size_t above = sx_str_trim_end(sx_str_slice(all, 0, start)).len;
  size_t blank = above ? sx_move_line_end(all, above) : 0;
  bool is_between = end == all.len || sx_byte_is_line_end(all.ptr[end]);
  return sx_move_edit(moving, text, is_between ? blank : start, end, SX_STR(""), err);
}

/* With items before and after it, the blanks and the comma after one go with it. */
static sx_status drop_listed(sx_moving *moving, sx_move_text *text,
                             const sx_import_statement *statement, const bool *marks, sx_err *err) {
  const sx_import_item *items = text->imports.items.items + statement->first;
  size_t kept_end = SX_STR_NONE; /* of the last one before that stays */
  sx_status status = SX_OK;
  for (uint32_t i = 0; i < statement->count && !status; i++) {
    if (!items[i].is_listed) continue;
    if (!marks[i]) {
      kept_end = items[i].end;
      continue;
    }
    uint32_t last = i;
    while (last + 1 < statement->count && marks[last + 1]) last++;
    if (last + 1 < statement->count)
      status = sx_move_edit(moving, text, items[i].start, items[last + 1].start, SX_STR(""), err);
    else if (kept_end != SX_STR_NONE)
      status = sx_move_edit(moving, text, kept_end, items[last].end, SX_STR(""), err);
    i = last;
  }
  return status;
}

sx_status sx_move_drop_items(sx_moving *moving, sx_move_text *text, uint32_t index,
                             const bool *marks, bool *is_whole, sx_err *err) {
  const sx_import_statement *statement = &text->imports.statements.items[index];
  const sx_import_item *items = text->imports.items.items + statement->first;
  uint32_t marked = 0, listed = 0, marked_listed = 0;
  for (uint32_t i = 0; i < statement->count; i++) {
    marked += marks[i];
    listed += items[i].is_listed;
    marked_listed += marks[i] && items[i].is_listed;
  }
  *is_whole = marked == statement->count;
  if (!marked) return SX_OK;
  if (*is_whole) return sx_move_drop_statement(moving, text, statement->node, err);
  if (marked_listed == marked && listed < statement->count && marked_listed == listed) {
    const sx_import_item *last = &items[statement->count - 1]; /* import D, { a } */
    uint32_t list = sx_nodes_parent(&text->nodes, last->node);
    return sx_move_edit(moving, text, items[0].end, sx_move_end(text, list), SX_STR(""), err);
  }
  if (marked_listed < marked)
    return sx_move_refuse(moving, text, sx_move_start(text, statement->node), err,
                          "this import has a default and a list; write it as two imports");
  return drop_listed(moving, text, statement, marks, err);
}

/* ---- the beginning of a file ----------------------------------------------------------------- */

static bool has_blank_line(sx_str text) {
  size_t first = sx_str_find_char(text, '\n', 0);
  return first != SX_STR_NONE && sx_str_find_char(text, '\n', first + 1) != SX_STR_NONE;
}

/* The first comment that has one, up to a blank line: what the file is about comes below that. */
sx_str sx_move_license(const sx_move_text *text) {
  const sx_nodes *nodes = &text->nodes;
  sx_str all = text->document->text;
  uint32_t node = sx_nodes_first(nodes, 0);
  size_t start = SX_STR_NONE, end = 0;
  bool is_license = false;
  for (; sx_nodes_is_comment(nodes, node) || sx_nodes_is(nodes, node, "hash_bang_line");
       node = sx_nodes_next(nodes, node)) {
    sx_str comment = sx_nodes_text(nodes, node);
    if (start != SX_STR_NONE && has_blank_line(sx_str_slice(all, end, sx_move_start(text, node)))) {
      if (is_license) break;
      start = SX_STR_NONE;
    }
    if (sx_str_has_prefix(comment, SX_STR("#!")) ||
        sx_str_find(comment, SX_STR("coding:"), 0) != SX_STR_NONE)
      continue;
    if (start == SX_STR_NONE) start = sx_move_start(text, node);
    end = sx_move_end(text, node);
    is_license |= sx_str_has_fold(comment, SX_STR("copyright")) ||
                  sx_str_has_fold(comment, SX_STR("license")) ||
                  sx_str_has_fold(comment, SX_STR("licence")) ||
                  sx_str_has_fold(comment, SX_STR("spdx-"));
  }
  return is_license ? sx_str_trim(sx_str_slice(all, start, end)) : SX_STR("");
}

static bool is_first_string(const sx_nodes *nodes, uint32_t node, bool is_first) {
  return sx_nodes_is(nodes, node, "expression_statement") &&
         sx_nodes_is(nodes, sx_nodes_first_named(nodes, node), "string") &&
         (is_first || !sx_str_is_equal(nodes->grammar, SX_STR("python")));
}

/* `__all__ = […]`, `__version__ = "1"`, which may stand above the imports of Python. */
static bool is_dunder(const sx_nodes *nodes, uint32_t node) {
  uint32_t assignment = sx_nodes_first_named(nodes, node);
  sx_str left = sx_nodes_text(nodes, sx_nodes_field(nodes, assignment, "left"));
  return sx_nodes_is(nodes, node, "expression_statement") &&
         sx_nodes_is(nodes, assignment, "assignment") && sx_str_has_prefix(left, SX_STR("__")) &&
         sx_str_has_suffix(left, SX_STR("__"));
}

size_t sx_move_import_place(const sx_move_text *text, bool *has_imports) {
  const sx_nodes *nodes = &text->nodes;
  sx_str all = text->document->text;
  size_t place = 0, header = 0;
  bool is_first = true;
  *has_imports = false;
  for (uint32_t node = sx_nodes_first(nodes, 0); node != SX_NODE_NONE;
       node = sx_nodes_next(nodes, node)) {
    size_t end = sx_move_line_end(all, sx_move_end(text, node));
    if (sx_nodes_is_comment(nodes, node) || sx_nodes_is(nodes, node, "hash_bang_line")) {
      char next = sx_str_at(all, sx_str_skip_blanks(all, end));
      bool is_apart = next == '\n' || next == '\r' ||
                      sx_str_has_prefix(sx_nodes_text(nodes, node), SX_STR("#!")) ||
                      sx_nodes_is(nodes, node, "hash_bang_line");
      if (is_first && is_apart) header = end;
      continue;
    }
    bool is_import =
        sx_nodes_is(nodes, node,
                    "import_statement import_from_statement future_import_statement") ||
        (text->is_commonjs && sx_move_cjs_is_require(text, node));
    bool is_above = is_import || is_first_string(nodes, node, is_first);
    is_first = false;
    if (is_dunder(nodes, node)) continue;
    if (!is_above) break;
    *has_imports |= is_import;
    place = end;
  }
  return place ? place : header;
}
