#include "refactor/extract.h"

#include "base/word.h"
#include "refactor/hovers.h"
#include "text/language.h"

/*
 * C: macros in the selection. Their texts must not name variables of the function, or leave
 * it. The server knows those of headers.
 */

#define MAX_MACROS 200
#define MAX_ASKED 60

typedef struct macros {
  sx_extraction *x;
  sx_err *err;
  SX_ARRAY(uint32_t) bindings; /* that are used, or used by those; with each looked at once */
  uint32_t asked[MAX_ASKED];   /* names, by their index */
  size_t asked_count;
} macros;

/* ---- a macro's text -------------------------------------------------------------------------- */

static bool is_local(const sx_extraction *x, sx_str word) {
  for (size_t i = 0; i < x->names.bindings.len; i++) {
    const sx_binding *b = &x->names.bindings.items[i];
    if (b->scope != 0 && b->function == x->part.function && sx_str_is_equal(b->name, word))
      return true;
  }
  return false;
}

/* The word that forbids it: a variable's name, or a jump; or empty. */
static sx_str find_word(const sx_extraction *x, sx_str parameters, sx_str text) {
  bool has_loop = sx_word_is_in(text, SX_STR("for")) || sx_word_is_in(text, SX_STR("while")) ||
                  sx_word_is_in(text, SX_STR("switch"));
  size_t end = 0;
  for (sx_str word = sx_word_next(text, &end); word.len; word = sx_word_next(text, &end)) {
    size_t at = end - word.len;
    bool is_member = at > 0 && (text.ptr[at - 1] == '.' ||
                                (at > 1 && text.ptr[at - 1] == '>' && text.ptr[at - 2] == '-'));
    if (is_member || sx_word_is_in(parameters, word)) continue;
    if (sx_language_has_word("return goto asm __asm__ setjmp va_arg va_start cleanup __cleanup__",
                             word, false))
      return word;
    if (!has_loop && sx_language_has_word("break continue case default", word, false)) return word;
    if (is_local(x, word)) return word;
  }
  return SX_STR("");
}

static sx_status fail(const macros *m, uint32_t node, sx_str macro, sx_str word) {
  return sx_extract_refuse(m->x, node, m->err,
                           "The macro '%.*s' has '%.*s' in its text, which means something else in "
                           "another function. Select code without it.",
                           SX_STR_ARG(macro), SX_STR_ARG(word));
}

/* ---- what a macro sees of its arguments ------------------------------------------------------ */

/* The value of the selection that a name is; NULL. */
static const sx_extract_value *value_of(const sx_extraction *x, const sx_name *name) {
  for (size_t i = 0; i < x->part.values.len && name->binding != SX_BINDING_FREE; i++)
    if (x->part.values.items[i].binding == name->binding) return &x->part.values.items[i];
  return NULL;
}

static bool is_macro_call(const sx_extraction *x, uint32_t list, sx_str macro) {
  uint32_t callee = sx_nodes_field(&x->nodes, sx_nodes_parent(&x->nodes, list), "function");
  const sx_name *name = sx_names_at(&x->names, callee);
  if (!name) return false;
  if (sx_str_is_equal(sx_nodes_text(&x->nodes, callee), macro)) return true;
  return name->binding != SX_BINDING_FREE &&
         x->names.bindings.items[name->binding].kind == SX_BINDING_MACRO;
}

/* Whether a name is in what a macro is given, or is that as a whole: the macro itself, or another
 * one of the file, which may use it. */
static bool is_given(const sx_extraction *x, uint32_t node, sx_str macro, bool is_whole) {
  for (; node != SX_NODE_NONE && !sx_extract_is_list(x, node);
       node = sx_nodes_parent(&x->nodes, node)) {
    uint32_t parent = sx_nodes_parent(&x->nodes, node);
    if (sx_nodes_is(&x->nodes, parent, "argument_list") && is_macro_call(x, parent, macro))
      return true;
    if (is_whole && !sx_nodes_is(&x->nodes, parent, "parenthesized_expression")) return false;
  }
  return false;
}

static bool takes_address(sx_str text) {
  for (size_t at = 0; at < text.len; at++) {
    if (text.ptr[at] != '&') continue;
    if (sx_str_at(text, at + 1) != '&') return true;
    at++;
  }
  return false;
}

static bool measures(sx_str text) {
  static const char *const words[] = {"sizeof",     "_Alignof", "alignof",  "__alignof__", "typeof",
                                      "__typeof__", "__typeof", "_Generic", "__auto_type"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (sx_word_is_in(text, sx_str_from(words[i]))) return true;
  return takes_address(text);
}

/* `#x` shows how its argument is written, `x##1` makes another name of it, and `sizeof(x)` of an
 * array is that of a pointer elsewhere. */
static sx_status check_given(const macros *m, sx_str macro, sx_str text) {
  const sx_extraction *x = m->x;
  bool is_shown =
      sx_str_find_char(text, '#', 0) != SX_STR_NONE && !sx_str_is_equal(macro, SX_STR("assert"));
  bool is_measured = measures(text);
  if (!is_shown && !is_measured) return SX_OK;
  for (size_t i = sx_names_from(&x->names, x->part.start);
       i < x->names.names.len && x->names.names.items[i].start < x->part.end; i++) {
    const sx_name *name = &x->names.names.items[i];
    const sx_extract_value *value = value_of(x, name);
    sx_extract_declared declared;
    if (!value || !value->is_shared) continue;
    bool is_array = sx_extract_c_declared(x, value->binding, &declared) && declared.is_array;
    if (is_array ? !is_measured || !is_given(x, name->node, macro, true)
                 : !is_shown || !is_given(x, name->node, macro, false))
      continue;
    return sx_extract_refuse(x, name->node, m->err,
                             "The macro '%.*s' shows how '%.*s' is written, or uses its size or "
                             "address, which would be others in another function. Select code "
                             "without it.",
                             SX_STR_ARG(macro), SX_STR_ARG(sx_nodes_text(&x->nodes, name->node)));
  }
  return SX_OK;
}

/* ---- macros of the file ---------------------------------------------------------------------- */

static sx_status note(macros *m, uint32_t binding) {
  for (size_t i = 0; i < m->bindings.len; i++)
    if (m->bindings.items[i] == binding) return SX_OK;
  if (m->bindings.len >= MAX_MACROS)
    return sx_extract_refuse(m->x, m->x->part.first, m->err,
                             "The selection uses too many macros. Select less.");
  uint32_t *added = SX_ARRAY_ADD(&m->bindings, m->x->call->arena);
  if (!added) return sx_fail(m->err, m->x->call->arena->status, NULL);
  *added = binding;
  return SX_OK;
}

static sx_status look_at_definition(macros *m, uint32_t node, sx_str macro) {
  const sx_extraction *x = m->x;
  uint32_t definition = sx_nodes_parent(&x->nodes, node);
  uint32_t value = sx_nodes_field(&x->nodes, definition, "value");
  sx_str word =
      find_word(x, sx_nodes_text(&x->nodes, sx_nodes_field(&x->nodes, definition, "parameters")),
                sx_nodes_text(&x->nodes, value));
  if (word.len) return fail(m, node, macro, word);
  if (value == SX_NODE_NONE) return SX_OK;
  const sx_tree_node *at = sx_nodes_get(&x->nodes, value);
  sx_status status = check_given(m, macro, sx_nodes_text(&x->nodes, value));
  for (size_t i = sx_names_from(&x->names, at->start);
       i < x->names.names.len && x->names.names.items[i].start < at->end && !status; i++) {
    uint32_t binding = x->names.names.items[i].binding;
    if (binding != SX_BINDING_FREE && x->names.bindings.items[binding].kind == SX_BINDING_MACRO)
      status = note(m, binding);
  }
  return status;
}

static sx_status look_at_binding(macros *m, uint32_t binding) {
  const sx_extraction *x = m->x;
  sx_status status = SX_OK;
  for (size_t i = 0; i < x->names.names.len && !status; i++) {
    const sx_name *name = &x->names.names.items[i];
    if (name->binding == binding && (name->roles & SX_NAME_DECLARES))
      status = look_at_definition(m, name->node, x->names.bindings.items[binding].name);
  }
  return status;
}

/* ---- macros of headers ----------------------------------------------------------------------- */

static bool is_capital(sx_str text) {
  for (size_t i = 0; i < text.len; i++)
    if (text.ptr[i] >= 'a' && text.ptr[i] <= 'z') return false;
  return true;
}

static bool is_call(const sx_extraction *x, uint32_t node) {
  return sx_nodes_is_field(&x->nodes, node, "function");
}

static bool is_by_value(const sx_extraction *x, uint32_t binding) {
  for (size_t i = 0; i < x->part.values.len; i++)
    if (x->part.values.items[i].binding == binding) return !x->part.values.items[i].is_shared;
  return false;
}

/* The names had it that a function is called, which writes no variable that it is given. */
static sx_status check_argument(macros *m, uint32_t node, sx_str own, sx_str parameters,
                                sx_str text) {
  const sx_extraction *x = m->x;
  size_t index = 0;
  for (uint32_t i = sx_nodes_first_named(&x->nodes, node); i != SX_NODE_NONE;
       i = sx_nodes_next_named(&x->nodes, i), index++) {
    const sx_name *given = sx_names_at(&x->names, i);
    if (!given || given->binding == SX_BINDING_FREE || !is_by_value(x, given->binding) ||
        !sx_extract_c_may_write(parameters, text, index))
      continue;
    return sx_extract_refuse(x, i, m->err,
                             "The macro '%.*s' may write '%.*s' here, or use its address. Select "
                             "code without it.",
                             SX_STR_ARG(own), SX_STR_ARG(sx_nodes_text(&x->nodes, i)));
  }
  return SX_OK;
}

static sx_status check_arguments(macros *m, sx_str own, sx_str parameters, sx_str text) {
  const sx_extraction *x = m->x;
  sx_status status = SX_OK;
  for (uint32_t i = x->part.first; i < x->nodes.ends[x->part.last] && !status; i++)
    if (sx_nodes_is(&x->nodes, i, "call_expression") &&
        sx_str_is_equal(sx_nodes_text(&x->nodes, sx_nodes_field(&x->nodes, i, "function")), own))
      status = check_argument(m, sx_nodes_field(&x->nodes, i, "arguments"), own, parameters, text);
  return status;
}

/* "#define NAME(a, b) text" */
static sx_status judge(macros *m, const sx_name *name, const sx_hover_text *hover) {
  const sx_extraction *x = m->x;
  sx_str text = hover->signature, own = sx_nodes_text(&x->nodes, name->node);
  size_t at = sx_str_find(text, SX_STR("#define "), 0);
  bool is_macro = at != SX_STR_NONE;
  if (!is_macro) {
    bool is_named = sx_str_is_equal(hover->subject_kind, SX_STR("macro"));
    if (!is_named && (text.len || !is_capital(own) || !is_call(x, name->node))) return SX_OK;
    if (!is_named && sx_language_has_word("NULL EOF", own, false)) return SX_OK;
    return sx_extract_refuse(m->x, name->node, m->err,
                             "'%.*s' may be a macro, and its text is not known here: it may use "
                             "variables or leave the function. Select code without it.",
                             SX_STR_ARG(own));
  }
  size_t from = at + 8 + own.len;
  size_t open = sx_str_at(text, from) == '(' ? from : SX_STR_NONE;
  size_t close = open == SX_STR_NONE ? from : sx_str_find_char(text, ')', from);
  sx_str parameters = open == SX_STR_NONE ? SX_STR("") : sx_str_slice(text, open, close);
  sx_str word = find_word(x, parameters, sx_str_slice(text, close, text.len));
  if (word.len) return fail(m, name->node, own, word);
  sx_status status = check_given(m, own, sx_str_slice(text, close, text.len));
  return status ? status : check_arguments(m, own, parameters, sx_str_slice(text, close, text.len));
}

static sx_status ask(macros *m, sx_err *err) {
  sx_hover_text hovers[MAX_ASKED];
  uint32_t offsets[MAX_ASKED];
  const sx_extraction *x = m->x;
  for (size_t i = 0; i < m->asked_count; i++) offsets[i] = x->names.names.items[m->asked[i]].start;
  sx_status status = sx_hovers_ask(x->call, x->document, offsets, m->asked_count, hovers, err);
  for (size_t i = 0; i < m->asked_count && !status; i++)
    status = judge(m, &x->names.names.items[m->asked[i]], &hovers[i]);
  return status;
}

static sx_status note_asked(macros *m, size_t index) {
  const sx_extraction *x = m->x;
  sx_str text = sx_nodes_text(&x->nodes, x->names.names.items[index].node);
  for (size_t i = 0; i < m->asked_count; i++)
    if (sx_str_is_equal(text, sx_nodes_text(&x->nodes, x->names.names.items[m->asked[i]].node)))
      return SX_OK;
  if (m->asked_count == MAX_ASKED)
    return sx_extract_refuse(x, x->names.names.items[index].node, m->err,
                             "The selection uses too many names that this file does not declare. "
                             "Select less.");
  m->asked[m->asked_count++] = (uint32_t)index;
  return SX_OK;
}

sx_status sx_extract_c_check_macros(sx_extraction *x, sx_err *err) {
  macros m = {.x = x, .err = err};
  sx_status status = SX_OK;
  for (size_t i = sx_names_from(&x->names, x->part.start);
       i < x->names.names.len && x->names.names.items[i].start < x->part.end && !status; i++) {
    const sx_name *name = &x->names.names.items[i];
    bool is_type = (name->roles & SX_NAME_TYPE) != 0;
    if (name->binding == SX_BINDING_FREE)
      status = is_type ? SX_OK : note_asked(&m, i);
    else if (x->names.bindings.items[name->binding].kind == SX_BINDING_MACRO)
      status = note(&m, name->binding);
  }
  for (size_t i = 0; i < m.bindings.len && !status; i++)
    status = look_at_binding(&m, m.bindings.items[i]);
  return status || !m.asked_count ? status : ask(&m, err);
}
