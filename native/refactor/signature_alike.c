#include "refactor/signature_find.h"

#include "base/byte.h"

/*
 * TypeScript: types that fit each other by their members alone, though none names the other, and
 * calls of one of several types.
 */

#define MAX_ASKED 200
#define BODIES "class_body interface_body object_type object"
#define MEMBERS                                                                                    \
  "method_definition method_signature abstract_method_signature property_signature pair "          \
  "public_field_definition field_definition"

static bool is_looked_at(const sx_signature *change) {
  bool is_renamed = !sx_str_is_equal(change->name, change->new_name);
  return change->is_typed && change->is_member && (is_renamed || !change->is_shape_same);
}

static uint32_t name_of_member(const sx_nodes *nodes, uint32_t member) {
  uint32_t name = sx_nodes_field(nodes, member, "name");
  if (name == SX_NODE_NONE) name = sx_nodes_field(nodes, member, "key");
  return name;
}

static bool has_member(const sx_nodes *nodes, uint32_t body, sx_str name) {
  for (uint32_t one = sx_nodes_first_named(nodes, body); one != SX_NODE_NONE;
       one = sx_nodes_next_named(nodes, one))
    if (sx_str_is_equal(sx_nodes_text(nodes, name_of_member(nodes, one)), name) ||
        sx_str_is_equal(sx_nodes_text(nodes, one), name))
      return true;
  return false;
}

/* It has further ones that the body does not show. */
static bool is_open(const sx_nodes *nodes, uint32_t body) {
  uint32_t type = sx_nodes_parent(nodes, body);
  for (uint32_t one = sx_nodes_first_named(nodes, type); one != SX_NODE_NONE;
       one = sx_nodes_next_named(nodes, one))
    if (sx_nodes_is(nodes, one, "class_heritage extends_clause extends_type_clause")) return true;
  for (uint32_t one = sx_nodes_first_named(nodes, body); one != SX_NODE_NONE;
       one = sx_nodes_next_named(nodes, one))
    if (sx_nodes_is(nodes, one, "spread_element")) return true;
  return false;
}

/* A member that a value has to have to fit; its name, or empty. `*is_private`: then none fits. */
static sx_str required(const sx_nodes *nodes, uint32_t member, bool *is_private) {
  sx_str name = sx_nodes_text(nodes, name_of_member(nodes, member));
  bool is_hidden = sx_str_has_prefix(name, SX_STR("#"));
  for (uint32_t one = sx_nodes_first(nodes, member); one != SX_NODE_NONE;
       one = sx_nodes_next(nodes, one)) {
    sx_str text = sx_nodes_text(nodes, one);
    is_hidden |= sx_nodes_is(nodes, one, "accessibility_modifier") &&
                 !sx_str_is_equal(text, SX_STR("public"));
    if (sx_str_is_equal(text, SX_STR("?")) || sx_str_is_equal(text, SX_STR("static")))
      return SX_STR("");
  }
  if (sx_str_is_equal(name, SX_STR("constructor"))) return SX_STR("");
  *is_private |= is_hidden;
  return name;
}

/* Whether what has the one's members fits where the other is wanted. */
static bool fits(const sx_nodes *nodes, uint32_t body, const sx_nodes *wanted_nodes,
                 uint32_t wanted) {
  bool is_private = false, is_whole = true, has_more = is_open(nodes, body);
  for (uint32_t one = sx_nodes_first_named(wanted_nodes, wanted); one != SX_NODE_NONE;
       one = sx_nodes_next_named(wanted_nodes, one)) {
    if (!sx_nodes_is(wanted_nodes, one, MEMBERS)) continue;
    sx_str name = required(wanted_nodes, one, &is_private);
    if (name.len && !has_more) is_whole &= has_member(nodes, body, name);
  }
  return is_whole && !is_private;
}

sx_status sx_signature_judge_alike(sx_signature *change, const sx_document *document,
                                   const sx_nodes *nodes, uint32_t node, sx_err *err) {
  const sx_nodes *own_nodes = &change->files.items[0].nodes;
  uint32_t member = sx_nodes_parent(nodes, node);
  if (!is_looked_at(change) || !sx_nodes_is(nodes, member, MEMBERS)) return SX_OK;
  if (name_of_member(nodes, member) != node) return SX_OK;
  uint32_t body = sx_nodes_parent(nodes, member);
  uint32_t own = sx_nodes_above(own_nodes, change->old.name, BODIES);
  if (own == SX_NODE_NONE || !sx_nodes_is(nodes, body, BODIES)) return SX_OK;
  if (!fits(nodes, body, own_nodes, own) && !fits(own_nodes, own, nodes, body)) return SX_OK;
  return sx_refactoring_refuse(change->r, document, sx_nodes_get(nodes, node)->start, err,
                               "this type has the same members, so that one may be given for the "
                               "other though none names it.");
}

/* ---- calls of several types ------------------------------------------------------------------ */

typedef struct asked {
  const sx_signature_file *file;
  uint32_t name;
  size_t slot, hover;
} asked;

typedef struct question {
  sx_batch batch;
  size_t own_hover;
  SX_ARRAY(asked) items;
} question;

static sx_status ask_site(sx_signature *change, question *ask, const sx_signature_file *file,
                          uint32_t name, sx_err *err) {
  uint32_t at = sx_nodes_get(&file->nodes, name)->start;
  if (ask->items.len >= MAX_ASKED)
    return sx_refactoring_refuse(change->r, file->document, at, err,
                                 "more than %d calls of this member are too many to look at each.",
                                 MAX_ASKED);
  asked *added = SX_ARRAY_ADD(&ask->items, change->call->arena);
  if (!added) return sx_fail(err, change->call->arena->status, NULL);
  *added = (asked){.file = file, .name = name};
  sx_pos16 place = sx_document_position(file->document, at);
  added->slot = sx_batch_definition(&ask->batch, file->document->path, place);
  added->hover = sx_batch_hover(&ask->batch, file->document->path, place);
  return SX_OK;
}

/* `(method) pay(…)`, and not `(method) Till.pay(…)`: no type alone has it, as where it is called on
 * one of several types. The definition of such a call is one of them only. */
static sx_status is_of_no_type(const sx_signature *change, question *ask, size_t slot, bool *out,
                               sx_err *err) {
  static const char *const kinds[] = {"(method) ", "(property) "};
  sx_hover_parts parts = {0};
  *out = false;
  sx_status status = sx_batch_get_hover(&ask->batch, slot, &parts, NULL);
  if (status) return sx_status_ends_call(status) ? sx_fail(err, status, NULL) : SX_OK;
  for (size_t i = 0; i < parts.len; i++)
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
      sx_str text = parts.items[i].value, kind = sx_str_from(kinds[k]);
      size_t at = sx_str_find(text, kind, 0);
      if (at == SX_STR_NONE) continue;
      sx_str shown = sx_str_slice(text, at + kind.len, text.len);
      *out |= sx_str_has_prefix(shown, change->name) &&
              sx_byte_is_one_of(sx_str_at(shown, change->name.len), "(<:?");
    }
  return SX_OK;
}

static sx_status refuse_union(const sx_signature *change, const asked *one, sx_err *err) {
  return sx_refactoring_refuse(change->r, one->file->document,
                               sx_nodes_get(&one->file->nodes, one->name)->start, err,
                               "this may be a member of another type, too.");
}

static sx_status judge_site(sx_signature *change, question *ask, const asked *one, sx_err *err) {
  sx_places places = {0};
  bool is_union, is_own_union;
  sx_status status = sx_batch_get_places(&ask->batch, one->slot, &places, NULL);
  if (sx_status_ends_call(status)) return sx_fail(err, status, NULL);
  for (size_t i = 0; !status && i < places.len; i++) {
    sx_places single = {&places.items[i], 1, 1};
    if (sx_signature_is_own(change, &single)) continue;
    return refuse_union(change, one, err);
  }
  status = is_of_no_type(change, ask, one->hover, &is_union, err);
  if (!status && is_union) status = is_of_no_type(change, ask, ask->own_hover, &is_own_union, err);
  if (status || !is_union || is_own_union) return status;
  return refuse_union(change, one, err);
}

sx_status sx_signature_check_unions(sx_signature *change, sx_err *err) {
  question ask = {0};
  sx_status status = SX_OK;
  if (!is_looked_at(change) && !change->is_inlined) return SX_OK;
  sx_batch_init(&ask.batch, change->call->wait, change->call->arena);
  const sx_symbol *symbol = change->target.symbol;
  ask.own_hover = sx_batch_hover(&ask.batch, symbol->path, symbol->at);
  for (size_t i = 0; i < change->files.len; i++) {
    const sx_signature_file *file = &change->files.items[i];
    for (size_t k = 0; k < file->sites.len && !status; k++)
      if (file->sites.items[k].kind == SX_SITE_CALL)
        status = ask_site(change, &ask, file, file->sites.items[k].name, err);
  }
  if (!status && ask.items.len) status = sx_batch_run(&ask.batch, err);
  for (size_t i = 0; i < ask.items.len && !status; i++)
    status = judge_site(change, &ask, &ask.items.items[i], err);
  sx_batch_release(&ask.batch);
  return status;
}
