#include "refactor/signature.h"

#include "base/byte.h"
#include "base/word.h"

/*
 * Comments that describe parameters: `@param name`, `:param name:`, and the sections "Args:" and
 * "Parameters" of Python. An entry goes with its parameter; a parameter that is new gets no entry,
 * as there is nothing to say.
 */

#define MAX_ENTRIES 200

/* The lines on one parameter. */
typedef struct entry {
  size_t parameter; /* the old one */
  size_t start, end;
  size_t names[2]; /* where its name is: in `:type name:`, too */
  size_t name_count;
  bool is_edge; /* the comment begins or ends in it */
} entry;

typedef struct reading {
  const sx_signature *change;
  const sx_parameters *own;
  sx_str text; /* the whole document's */
  SX_ARRAY(entry) entries;
  bool is_open;          /* the last entry goes on */
  bool is_section;       /* "Args:" or "Parameters" was read */
  bool is_underlined;    /* numpy's: entries are as far in as the heading */
  size_t section_indent; /* of its heading; then of its entries */
  bool has_indent;
} reading;

static size_t receivers_of(const sx_parameters *list) {
  return list->items.len && list->items.items[0].kind == SX_PARAMETER_RECEIVER;
}

static size_t find_parameter(const reading *r, sx_str name) {
  size_t skip = receivers_of(r->own);
  for (size_t i = skip; i < r->own->items.len; i++)
    if (name.len && sx_str_is_equal(r->own->items.items[i].name, name)) return i - skip;
  return SX_STR_NONE;
}

static bool takes_word(sx_str line, size_t *at, const char *words) {
  size_t end = sx_word_end(line, *at);
  if (!sx_language_has_word(words, sx_str_slice(line, *at, end), false)) return false;
  *at = end;
  return true;
}

/* `@param {number} [name=1]`, `\param[in] name`: where the name begins; SX_STR_NONE. */
static size_t name_after_tag(sx_str line) {
  size_t at = 1;
  if (!line.len || !strchr("@\\", *line.ptr)) return SX_STR_NONE;
  if (!takes_word(line, &at, "param arg argument")) return SX_STR_NONE;
  if (sx_str_at(line, at) == '[') at = sx_str_find_char(line, ']', at);
  if (at == SX_STR_NONE) return at;
  at = sx_str_skip_blanks(line, at + (sx_str_at(line, at) == ']'));
  if (sx_str_at(line, at) == '{') {
    int depth = 0;
    for (; at < line.len; at++) {
      if (line.ptr[at] == '{') depth++;
      if (line.ptr[at] == '}' && !--depth) break;
    }
    at = sx_str_skip_blanks(line, at + 1);
  }
  return at + (sx_str_at(line, at) == '[');
}

/* `:param int name:`, `:type name:` */
static size_t name_after_field(sx_str line) {
  size_t at = 1, end = sx_str_find_char(line, ':', 1);
  if (sx_str_at(line, 0) != ':' || end == SX_STR_NONE) return SX_STR_NONE;
  if (!takes_word(line, &at, "param parameter arg argument key keyword type")) return SX_STR_NONE;
  size_t start = end;
  while (start > at && sx_byte_is_ident(line.ptr[start - 1])) start--;
  return start;
}

/* An entry of a section: `name (int): what`, `name : int`. */
static size_t name_in_section(reading *r, sx_str line, size_t indent) {
  size_t at = 0;
  if (!r->is_section || !line.len) return SX_STR_NONE;
  if (!r->has_indent && !r->is_underlined && indent > r->section_indent) {
    r->section_indent = indent;
    r->has_indent = true;
  }
  if (indent < r->section_indent) r->is_section = false;
  if (indent != r->section_indent || (!r->has_indent && !r->is_underlined)) return SX_STR_NONE;
  while (sx_str_at(line, at) == '*') at++;
  size_t end = sx_word_end(line, at);
  char next = sx_str_at(line, sx_str_skip_blanks(line, end));
  bool is_entry = next == ':' || next == '(' || (r->is_underlined && (!next || next == ','));
  return end > at && is_entry ? at : SX_STR_NONE;
}

static void note_heading(reading *r, sx_str line, size_t indent) {
  bool is_heading =
      sx_str_is_equal(line, SX_STR("Args:")) || sx_str_is_equal(line, SX_STR("Arguments:")) ||
      sx_str_is_equal(line, SX_STR("Parameters:")) || sx_str_is_equal(line, SX_STR("Parameters"));
  if (is_heading) {
    r->is_section = true;
    r->has_indent = r->is_underlined = false;
    r->section_indent = indent;
  } else if (r->is_section && line.len > 2 && sx_str_has_prefix(line, SX_STR("---"))) {
    r->is_underlined = indent == r->section_indent;
  } else if (sx_str_has_suffix(line, SX_STR(":")) && indent <= r->section_indent) {
    r->is_section = false;
  }
}

static sx_status add_entry(reading *r, size_t parameter, size_t start, size_t end, size_t name,
                           sx_err *err) {
  entry *last = r->entries.len ? &r->entries.items[r->entries.len - 1] : NULL;
  if (last && last->parameter == parameter && last->end == start && last->name_count < 2) {
    last->end = end;
    last->names[last->name_count++] = name;
    return SX_OK;
  }
  if (r->entries.len >= MAX_ENTRIES) return SX_OK;
  entry *added = SX_ARRAY_ADD(&r->entries, r->change->call->arena);
  if (!added) return sx_fail(err, r->change->call->arena->status, NULL);
  *added =
      (entry){.parameter = parameter, .start = start, .end = end, .names = {name}, .name_count = 1};
  return SX_OK;
}

/* One line, with its end. `from`: where its own text begins, after a star. */
static sx_status read_line(reading *r, size_t start, size_t end, sx_err *err) {
  sx_str line = sx_str_slice(r->text, start, end);
  size_t from = sx_str_skip_blanks(line, 0);
  size_t stars = from;
  while (sx_str_at(line, stars) == '*' || sx_str_at(line, stars) == '/') stars++;
  bool is_edge = sx_str_find(line, SX_STR("/*"), 0) != SX_STR_NONE ||
                 sx_str_find(line, SX_STR("*/"), 0) != SX_STR_NONE ||
                 sx_str_find(line, SX_STR("\"\"\""), 0) != SX_STR_NONE ||
                 sx_str_find(line, SX_STR("'''"), 0) != SX_STR_NONE;
  size_t indent = from;
  if (r->change->family != SX_SIGNATURE_PYTHON) from = sx_str_skip_blanks(line, stars);
  sx_str own = sx_str_trim_end(sx_str_slice(line, from, line.len));
  size_t at = name_after_tag(own);
  if (at == SX_STR_NONE) at = name_after_field(own);
  if (at == SX_STR_NONE) at = name_in_section(r, own, indent);
  size_t parameter =
      at == SX_STR_NONE ? at : find_parameter(r, sx_str_slice(own, at, sx_word_end(own, at)));
  sx_status status = SX_OK;
  if (parameter != SX_STR_NONE) {
    status = add_entry(r, parameter, start, end, start + from + at, err);
    r->is_open = true;
    if (!status && is_edge && r->entries.len) r->entries.items[r->entries.len - 1].is_edge = true;
    return status;
  }
  bool is_other = !own.len || is_edge || strchr("@\\:", *own.ptr) ||
                  (r->is_section && indent <= r->section_indent);
  if (is_other) r->is_open = false;
  if (r->is_open) r->entries.items[r->entries.len - 1].end = end;
  note_heading(r, own, indent);
  return status;
}

static sx_status read_all(reading *r, size_t start, size_t end, sx_err *err) {
  sx_status status = SX_OK;
  start = sx_str_line_start(r->text, start);
  while (start < end && !status) {
    size_t next = sx_str_find_char(r->text, '\n', start);
    next = next == SX_STR_NONE ? r->text.len : next + 1;
    status = read_line(r, start, next, err);
    start = next;
  }
  return status;
}

/* ---- writing --------------------------------------------------------------------------------- */

static sx_status rename_in(const reading *r, sx_text_edits *edits, const entry *one, sx_err *err) {
  size_t at = sx_signature_new_of(r->change, one->parameter);
  sx_arena *arena = r->change->call->arena;
  sx_status status = SX_OK;
  if (at == SX_STR_NONE || !r->change->items.items[at].is_renamed) return SX_OK;
  for (size_t i = 0; i < one->name_count && !status; i++)
    status = sx_text_edits_set(edits, one->names[i], sx_word_end(r->text, one->names[i]),
                               r->change->items.items[at].as.name, arena, err);
  return status;
}

static bool are_together(const reading *r) {
  for (size_t i = 0; i < r->entries.len; i++) {
    if (r->entries.items[i].is_edge) return false;
    if (i && r->entries.items[i].start != r->entries.items[i - 1].end) return false;
  }
  return r->entries.len > 0;
}

/* All that stand one below the other, in the new order, without those that are removed. */
static sx_status write_together(const reading *r, sx_text_edits *edits, sx_err *err) {
  sx_arena *arena = r->change->call->arena;
  sx_buf out;
  sx_buf_init(&out, SIZE_MAX);
  for (size_t i = 0; i < r->change->items.len; i++) {
    for (size_t k = 0; k < r->entries.len; k++) {
      const entry *one = &r->entries.items[k];
      if (one->parameter != r->change->items.items[i].from) continue;
      sx_buf_add(&out, sx_text_edits_get(edits, one->start, one->end, arena));
    }
  }
  sx_str text = sx_buf_keep(&out, arena);
  return sx_text_edits_set(edits, r->entries.items[0].start,
                           r->entries.items[r->entries.len - 1].end, text, arena, err);
}

static sx_status write_entries(const reading *r, sx_text_edits *edits, sx_err *err) {
  sx_status status = SX_OK;
  for (size_t i = 0; i < r->entries.len && !status; i++)
    status = rename_in(r, edits, &r->entries.items[i], err);
  if (status) return status;
  if (are_together(r)) return write_together(r, edits, err);
  for (size_t i = 0; i < r->entries.len && !status; i++) {
    const entry *one = &r->entries.items[i];
    bool is_gone = sx_signature_new_of(r->change, one->parameter) == SX_STR_NONE;
    if (is_gone && !one->is_edge)
      status =
          sx_text_edits_set(edits, one->start, one->end, SX_STR(""), r->change->call->arena, err);
  }
  return status;
}

/* ---- the comment ----------------------------------------------------------------------------- */

static uint32_t docstring_of(const sx_nodes *nodes, uint32_t body) {
  uint32_t first = sx_nodes_first_named(nodes, body);
  uint32_t text = sx_nodes_first_named(nodes, first);
  bool is_doc =
      sx_nodes_is(nodes, first, "expression_statement") && sx_nodes_is(nodes, text, "string");
  return is_doc ? text : SX_NODE_NONE;
}

/* The last comment before what declares the function. */
static uint32_t comment_before(const sx_nodes *nodes, uint32_t function) {
  uint32_t top = function, parent = sx_nodes_parent(nodes, top);
  while (sx_nodes_is(nodes, parent,
                     "export_statement lexical_declaration variable_declarator "
                     "variable_declaration function_definition declaration pointer_declarator "
                     "pair public_field_definition field_definition init_declarator")) {
    top = parent;
    parent = sx_nodes_parent(nodes, top);
  }
  uint32_t last = SX_NODE_NONE;
  for (uint32_t one = sx_nodes_first(nodes, parent); one != SX_NODE_NONE && one < top;
       one = sx_nodes_next(nodes, one))
    if (!sx_str_is_equal(sx_nodes_kind(nodes, one), SX_STR(",")))
      last = sx_nodes_is_comment(nodes, one) ? one : SX_NODE_NONE;
  return last;
}

sx_status sx_signature_write_docs(sx_signature *change, sx_signature_file *file,
                                  const sx_signature_site *site, sx_err *err) {
  const sx_nodes *nodes = &file->nodes;
  reading r = {.change = change, .own = &site->parameters, .text = file->document->text};
  bool is_python = change->family == SX_SIGNATURE_PYTHON;
  uint32_t doc =
      is_python ? docstring_of(nodes, site->parameters.body) : comment_before(nodes, site->where);
  if (doc == SX_NODE_NONE || change->family == SX_SIGNATURE_GO) return SX_OK;
  const sx_tree_node *at = sx_nodes_get(nodes, doc);
  sx_status status = read_all(&r, at->start, at->end, err);
  return status ? status : write_entries(&r, &file->edits, err);
}
