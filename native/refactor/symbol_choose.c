#include "refactor/symbol_edit.h"

#include "base/buf.h"
#include "refactor/symbol_place.h"
#include "workspace/paths.h"

#define MAX_LISTED 6

static bool is_same(const sx_unit *a, const sx_unit *b) {
  return a->node == b->node;
}

static sx_status refuse_twins(const sx_symbol_edit *edit, sx_err *err) {
  sx_buf list;
  sx_buf_init(&list, 8192);
  for (size_t i = 0; i < edit->twins.len && i < MAX_LISTED; i++) {
    const sx_tree_node *at = sx_nodes_get(&edit->nodes, edit->twins.items[i].name);
    size_t start = sx_nodes_get(&edit->nodes, edit->twins.items[i].node)->start;
    sx_str line = sx_str_slice(edit->nodes.text, start, sx_text_line_stop(edit->nodes.text, start));
    sx_buf_addf(&list, "- %.*s#%.*s  %.*s\n", SX_STR_ARG(sx_symbol_edit__place(edit, at->start)),
                SX_STR_ARG(edit->target.symbol->name), SX_STR_ARG(sx_str_slice(line, 0, 100)));
  }
  sx_status status = sx_symbol_fail_ambiguous(&edit->target, &list, edit->twins.len, err);
  sx_buf_release(&list);
  return status;
}

/* ---- overloads ------------------------------------------------------------------------------- */

static bool is_accessor(const sx_nodes *nodes, const sx_unit *unit) {
  return sx_nodes_token(nodes, unit->node, "get") != SX_NODE_NONE ||
         sx_nodes_token(nodes, unit->node, "set") != SX_NODE_NONE;
}

/* In TypeScript and Python: signatures before the declaration with the code. */
static bool is_overload_signature(const sx_symbol_edit *edit, const sx_unit *unit) {
  if (edit->is_python) return sx_unit_has_decorator(&edit->nodes, unit, "overload");
  return sx_unit_is_signature(&edit->nodes, unit) && !is_accessor(&edit->nodes, unit);
}

static bool is_c(const sx_symbol_edit *edit) {
  return sx_str_is_equal(edit->nodes.grammar, SX_STR("cpp")) ||
         sx_str_is_equal(edit->nodes.grammar, SX_STR("c"));
}

/* All are one function: the last one may have the code, those before it are signatures. */
static bool are_overloads(const sx_symbol_edit *edit) {
  for (size_t i = 0; i + 1 < edit->twins.len; i++)
    if (!is_overload_signature(edit, &edit->twins.items[i])) return false;
  return edit->twins.len > 1 && !is_c(edit);
}

/* In C: the one definition of a function, whose prototypes are the others. */
static const sx_unit *find_definition(const sx_symbol_edit *edit) {
  const sx_unit *found = NULL;
  for (size_t i = 0; i < edit->twins.len; i++) {
    const sx_unit *one = &edit->twins.items[i];
    if (sx_unit_is_signature(&edit->nodes, one)) continue;
    if (found) return NULL;
    found = one;
  }
  return is_c(edit) ? found : NULL;
}

static bool is_next(const sx_symbol_edit *edit, const sx_unit *unit, const sx_unit *next) {
  return unit->list == next->list && sx_symbol_edit__item_after(edit, unit) == next->node;
}

/* Nothing is inserted between declarations of one name that follow each other. */
static void widen(sx_symbol_edit *edit) {
  size_t at = 0, first, last;
  while (at < edit->twins.len && !is_same(&edit->twins.items[at], &edit->unit)) at++;
  if (at == edit->twins.len) return;
  for (first = last = at; first > 0; first--)
    if (!is_next(edit, &edit->twins.items[first - 1], &edit->twins.items[first])) break;
  while (last + 1 < edit->twins.len &&
         is_next(edit, &edit->twins.items[last], &edit->twins.items[last + 1]))
    last++;
  edit->first = edit->twins.items[first];
  edit->last = edit->twins.items[last];
}

static sx_status warn_of_prototypes(sx_symbol_edit *edit, sx_err *err) {
  sx_status status = SX_OK;
  bool may_differ = edit->operation == SX_SYMBOL_REPLACE || edit->operation == SX_SYMBOL_DELETE;
  if (!may_differ) return status;
  for (size_t i = 0; i < edit->twins.len && !status; i++) {
    const sx_unit *one = &edit->twins.items[i];
    if (is_same(one, &edit->unit)) continue;
    size_t at = sx_nodes_get(&edit->nodes, one->node)->start;
    status = sx_symbol_edit__warn(edit, at, err, "it is declared here, too; that stays as it is.");
  }
  return status;
}

/* Whether the content declares the name more than once, as all overloads together do. */
static bool has_all(const sx_symbol_edit *edit) {
  size_t count = 0, at = 0;
  sx_str name = edit->target.symbol->name;
  while ((at = sx_str_find(edit->content, name, at)) != SX_STR_NONE) {
    sx_str before = sx_str_slice(edit->content, sx_str_line_start(edit->content, at), at);
    sx_str line = sx_str_trim(before);
    bool is_head = !line.len || sx_str_has_suffix(line, SX_STR("def")) ||
                   sx_str_has_suffix(line, SX_STR("function"));
    count += is_head;
    at += name.len;
  }
  return count > 1;
}

static sx_status choose_overload(sx_symbol_edit *edit, sx_err *err) {
  const sx_unit *last = &edit->twins.items[edit->twins.len - 1];
  bool is_given = sx_symbol_is_placed(&edit->target.locator);
  if (edit->operation == SX_SYMBOL_REPLACE_BODY) {
    edit->unit = edit->first = edit->last = is_given ? edit->unit : *last;
    return SX_OK;
  }
  if (is_given) return SX_OK;
  if (edit->operation == SX_SYMBOL_REPLACE && !has_all(edit)) return refuse_twins(edit, err);
  widen(edit);
  return edit->first.node == edit->twins.items[0].node && edit->last.node == last->node
             ? SX_OK
             : refuse_twins(edit, err);
}

sx_status sx_symbol_edit__choose(sx_symbol_edit *edit, sx_err *err) {
  edit->first = edit->last = edit->unit;
  sx_status status = sx_symbol_check_alone(edit->call, &edit->target, err);
  if (!status)
    status = sx_unit_find_twins(&edit->twins, &edit->nodes, &edit->unit, edit->call->arena, err);
  if (status || edit->twins.len < 2 || !edit->twins.items) return status;
  bool is_insertion =
      edit->operation == SX_SYMBOL_INSERT_BEFORE || edit->operation == SX_SYMBOL_INSERT_AFTER;
  const sx_unit *definition = find_definition(edit);
  if (definition) {
    if (!sx_symbol_is_placed(&edit->target.locator))
      edit->unit = edit->first = edit->last = *definition;
    return warn_of_prototypes(edit, err);
  }
  if (is_insertion && !is_c(edit)) {
    widen(edit);
    bool is_all = is_same(&edit->first, &edit->twins.items[0]) &&
                  is_same(&edit->last, &edit->twins.items[edit->twins.len - 1]);
    return is_all || sx_symbol_is_placed(&edit->target.locator) ? SX_OK : refuse_twins(edit, err);
  }
  if (are_overloads(edit)) return choose_overload(edit, err);
  return sx_symbol_is_placed(&edit->target.locator) ? SX_OK : refuse_twins(edit, err);
}
