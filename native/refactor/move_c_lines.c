#include "refactor/move_c.h"

#include "base/byte.h"
#include "base/word.h"
#include "workspace/paths.h"

/* Lines of the preprocessor that give what is below them another meaning in both files of a move.
 */

/* ---- pragmas --------------------------------------------------------------------------------- */

/* Those that only say how a compiler reports, or that a file counts once. */
static bool is_harmless(sx_str pragma) {
  static const char *const starts[] = {"once",    "GCC diagnostic", "clang diagnostic", "warning",
                                       "message", "region",         "endregion",        "mark"};
  for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
    if (sx_str_has_prefix(pragma, sx_str_from(starts[i]))) return true;
  return false;
}

/* The part of a line after `#pragma`; empty: it is another line. */
static sx_str pragma_of(const sx_nodes *nodes, uint32_t node) {
  sx_str line = sx_str_trim(sx_nodes_text(nodes, node));
  if (!sx_nodes_is(nodes, node, "preproc_call") || sx_str_at(line, 0) != '#') return SX_STR("");
  line = sx_str_trim(sx_str_slice(line, 1, line.len));
  if (!sx_str_has_prefix(line, SX_STR("pragma"))) return SX_STR("");
  return sx_str_trim(sx_str_slice(line, strlen("pragma"), line.len));
}

/* REFUSED where a pragma above the place goes on there: none that a `pop` has ended. */
static sx_status check_pragmas(sx_moving_c *c, const sx_move_text *text, size_t place) {
  const sx_nodes *nodes = &text->nodes;
  size_t depth = 0;
  uint32_t open = SX_NODE_NONE;
  for (uint32_t i = 0; i < nodes->tree.nodes.len && sx_move_start(text, i) < place; i++) {
    sx_str line = sx_str_trim(sx_nodes_text(nodes, i)), said = pragma_of(nodes, i);
    if (!sx_nodes_is(nodes, i, "preproc_call") || sx_str_at(line, 0) != '#') continue;
    line = sx_str_trim(sx_str_slice(line, 1, line.len));
    if (sx_str_has_prefix(line, SX_STR("line"))) open = i;
    if (!said.len || is_harmless(said)) continue;
    bool is_push = sx_word_is_in(said, SX_STR("push"));
    bool is_pop = sx_word_is_in(said, SX_STR("pop"));
    if (is_pop && depth && !--depth) open = SX_NODE_NONE;
    if (is_pop) continue;
    if (is_push) depth++;
    if (open == SX_NODE_NONE || !depth) open = i;
    if (!is_push && !depth) break;
  }
  if (open == SX_NODE_NONE) return SX_OK;
  return sx_move_refuse(c->moving, text, sx_move_start(text, open), c->err,
                        "this line changes the meaning of those below it");
}

/* A pragma of a header that goes on below its include, or ends one that does; NONE. */
static uint32_t find_leak(const sx_nodes *nodes) {
  uint32_t first = SX_NODE_NONE, packed = SX_NODE_NONE;
  size_t depth = 0;
  for (uint32_t i = 0; i < nodes->tree.nodes.len; i++) {
    sx_str said = pragma_of(nodes, i);
    bool is_pack = sx_str_has_prefix(said, SX_STR("pack"));
    bool is_push = sx_word_is_in(said, SX_STR("push"));
    bool is_pop = sx_word_is_in(said, SX_STR("pop"));
    if (!said.len || (!is_push && !is_pop && !is_pack) || is_harmless(said)) continue;
    if (is_pop && !depth) return i;
    if (is_push && !depth++) first = i;
    if (is_pop) depth--;
    if (is_push || is_pop || depth) continue;
    size_t open = sx_str_find_char(said, '(', 0);
    bool is_reset =
        open != SX_STR_NONE && sx_str_at(said, sx_str_skip_blanks(said, open + 1)) == ')';
    packed = is_reset ? SX_NODE_NONE : i;
  }
  return depth ? first : packed;
}

sx_status sx_move_c_check_leaks(sx_moving_c *c) {
  for (size_t i = 1 + (size_t)c->has_target; i < c->files.len; i++) {
    const sx_move_c_file *file = &c->files.items[i];
    bool is_seen = file->is_in_source || file->is_in_target || c->is_reading_others;
    uint32_t leak = is_seen ? find_leak(&file->text.nodes) : SX_NODE_NONE;
    if (leak != SX_NODE_NONE)
      return sx_move_refuse(
          c->moving, &file->text, sx_move_start(&file->text, leak), c->err,
          "this line changes the meaning of what is below an include of its file");
  }
  return SX_OK;
}

/* A number that counts on in each file. */
static sx_status check_counter(sx_moving_c *c) {
  for (size_t k = 0; k < c->moving->moved.len; k++) {
    const sx_moved *moved = &c->moving->moved.items[k];
    if (sx_nodes_is(&c->moving->source.nodes, moved->first, "preproc_def preproc_function_def"))
      continue;
    if (sx_move_c_says(c, sx_str_slice(c->code, moved->start, moved->end), SX_STR("__COUNTER__")))
      return sx_move_refuse(c->moving, &c->moving->source, moved->start, c->err,
                            "the code uses '__COUNTER__', which has another value in another "
                            "place");
  }
  return SX_OK;
}

/* `#undef` of what the moved code names: which of two meanings it has depends on the place. */
static sx_status check_undefined(sx_moving_c *c, const sx_move_text *text) {
  const sx_nodes *nodes = &text->nodes;
  for (uint32_t i = 0; i < nodes->tree.nodes.len; i++) {
    sx_str line = sx_str_trim(sx_nodes_text(nodes, i));
    if (!sx_nodes_is(nodes, i, "preproc_call") || !sx_word_is_in(line, SX_STR("undef"))) continue;
    size_t at = sx_word_find(line, SX_STR("undef"), 0) + strlen("undef");
    sx_str name = sx_word_next(line, &at);
    for (size_t k = 0; k < c->moving->moved.len; k++) {
      const sx_moved *moved = &c->moving->moved.items[k];
      sx_str code = sx_str_slice(c->code, moved->start, moved->end);
      if (!sx_move_c_says(c, code, name)) continue;
      return sx_move_refuse(c->moving, text, sx_move_start(text, i), c->err,
                            "the code uses '%.*s', which this line undefines", SX_STR_ARG(name));
    }
  }
  return SX_OK;
}

/* A name that goes on in the next line, which no search finds. */
static sx_status check_split(sx_moving_c *c, const sx_move_c_file *file) {
  sx_str code = file->code;
  for (size_t at = 0; (at = sx_str_find_char(code, '\\', at)) != SX_STR_NONE; at++) {
    size_t next = at + 1 + (sx_str_at(code, at + 1) == '\r');
    if (at && sx_byte_is_word(code.ptr[at - 1]) && sx_str_at(code, next) == '\n' &&
        sx_byte_is_word(sx_str_at(code, next + 1)))
      return sx_move_refuse(c->moving, &file->text, at, c->err,
                            "a name goes on in the next line here, where no search finds it");
  }
  return SX_OK;
}

sx_status sx_move_c_check_lines(sx_moving_c *c) {
  sx_moving *moving = c->moving;
  sx_status status = SX_OK;
  for (size_t i = 0; i < moving->moved.len && !status; i++)
    status = check_pragmas(c, &moving->source, moving->moved.items[i].start);
  if (!status && c->has_target)
    status = check_pragmas(c, &moving->target, moving->target.document->text.len);
  if (!status) status = sx_move_c_check_leaks(c);
  if (!status) status = check_counter(c);
  for (size_t i = 0; i < c->files.len && !status; i++) {
    const sx_move_c_file *file = &c->files.items[i];
    bool is_other = i > (size_t)c->has_target && !file->is_in_source && !file->is_in_target;
    if (!is_other) status = check_undefined(c, &file->text);
    if (!is_other && !status) status = check_split(c, file);
  }
  return status;
}

/* ---- macros above includes ------------------------------------------------------------------- */

static bool is_macro_node(const sx_nodes *nodes, uint32_t node) {
  return sx_nodes_is(nodes, node, "preproc_def preproc_function_def");
}

/* Whether there is an include below a node, which one in a function is not for others. */
static bool has_include_below(const sx_nodes *nodes, uint32_t node) {
  for (uint32_t i = node; i < nodes->tree.nodes.len; i++)
    if (sx_nodes_is(nodes, i, "preproc_include") &&
        sx_nodes_above(nodes, i, "function_definition") == SX_NODE_NONE)
      return true;
  return false;
}

/* Whether headers may ask for a macro. Those of the system ask for some with an underscore. */
static bool is_asked_for(const sx_moving_c *c, sx_str name) {
  if (sx_str_has_prefix(name, SX_STR("_CRT_"))) return false; /* how a compiler reports */
  if (sx_str_at(name, 0) == '_') return true;
  for (size_t i = c->has_target ? 2 : 1; i < c->files.len; i++)
    if (sx_word_is_in(c->files.items[i].text.document->text, name)) return true;
  return false;
}

static bool has_setting(const sx_move_text *text, sx_str line) {
  const sx_nodes *nodes = &text->nodes;
  for (uint32_t i = 0; i < nodes->tree.nodes.len; i++)
    if (is_macro_node(nodes, i) && !sx_nodes_parent(nodes, i) && has_include_below(nodes, i) &&
        sx_str_is_equal(sx_str_trim(sx_nodes_text(nodes, i)), line))
      return true;
  return false;
}

/* Macros above includes that change what these declare are in both files, or a new one gets them.
 */
static sx_status check_settings(sx_moving_c *c, size_t from, size_t to) {
  const sx_move_text *text = &c->files.items[from].text;
  const sx_nodes *nodes = &text->nodes;
  sx_status status = SX_OK;
  for (uint32_t i = 0; i < nodes->tree.nodes.len && !status; i++) {
    if (!is_macro_node(nodes, i) || !has_include_below(nodes, i)) continue;
    sx_str line = sx_str_trim(sx_nodes_text(nodes, i));
    if (!is_asked_for(c, sx_nodes_text(nodes, sx_nodes_field(nodes, i, "name")))) continue;
    bool is_plain = !sx_nodes_parent(nodes, i);
    if (is_plain && c->has_target && has_setting(&c->files.items[to].text, line)) continue;
    if (!is_plain || c->has_target)
      return sx_move_refuse(c->moving, text, sx_move_start(text, i), c->err,
                            "this macro may change what the headers included below declare");
    status = sx_strs_add(&c->settings, line, c->moving->call->arena, c->err);
  }
  return status;
}

sx_status sx_move_c_check_settings(sx_moving_c *c) {
  if (c->to_header) return SX_OK; /* the source has them above its include */
  sx_status status = check_settings(c, 0, 1);
  return status || !c->has_target ? status : check_settings(c, 1, 0);
}

/* ---- files ----------------------------------------------------------------------------------- */

static sx_status check_included(sx_moving *moving, const sx_move_text *text, sx_err *err) {
  sx_import_graph graph = {0};
  sx_status status =
      sx_import_graph_backward(&graph, moving->imports, moving->call, text->path, 1, err);
  for (size_t i = 0; i < graph.nodes.len && !status; i++)
    if (!sx_str_is_equal(graph.nodes.items[i].path, text->path))
      return sx_move_refuse(moving, text, 0, err, "%.*s includes this source",
                            SX_STR_ARG(sx_path_display(moving->call, graph.nodes.items[i].path)));
  if (!status && (graph.is_cut || graph.is_late || graph.unread))
    return sx_move_refuse(moving, text, 0, err,
                          "not all files that may include this one could be read; call again");
  return status;
}

static bool is_header(const sx_move_text *text) {
  return sx_str_has_suffix(text->path, SX_STR(".h"));
}

static bool is_source(const sx_move_text *text) {
  return sx_str_has_suffix(text->path, SX_STR(".c"));
}

sx_status sx_move_c_check_files(sx_moving *moving, sx_err *err) {
  const sx_move_text *source = &moving->source, *target = &moving->target;
  if (!is_header(target) && (!is_source(source) || !is_source(target)))
    return sx_move_refuse(moving, is_source(target) || is_header(target) ? source : target, 0, err,
                          is_header(source)
                              ? "declarations of a header are moved to another header"
                              : "declarations of C are moved to a .c file or a header");
  if (!is_source(source) && !is_header(source))
    return sx_move_refuse(moving, source, 0, err,
                          "declarations of C are moved from a .c file or a header");
  sx_status status = is_source(source) ? check_included(moving, source, err) : SX_OK;
  bool has_target = target->document && is_source(target);
  return status || !has_target ? status : check_included(moving, target, err);
}
