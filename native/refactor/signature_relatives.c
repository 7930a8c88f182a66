#include "refactor/signature_find.h"

#include "workspace/paths.h"

#define MAX_CLASSES 300

/* A class that inherits the method, or passes it on. */
typedef struct met_class {
  sx_place place; /* of its name */
  const sx_document *document;
  const sx_nodes *nodes;
  uint32_t node;
  uint32_t method;     /* the name of its own one; NONE */
  bool is_up, is_down; /* which way it was met */
} met_class;

typedef struct search {
  sx_signature *change;
  SX_ARRAY(met_class) items;
} search;

static sx_status refuse(const search *find, const met_class *one, uint32_t node, const char *why,
                        sx_err *err) {
  return sx_refactoring_refuse(find->change->r, one->document,
                               sx_nodes_get(one->nodes, node)->start, err, "%s", why);
}

/* ---- classes --------------------------------------------------------------------------------- */

static uint32_t method_of(const sx_nodes *nodes, uint32_t class_node, sx_str name) {
  uint32_t one = sx_nodes_first_named(nodes, sx_nodes_field(nodes, class_node, "body"));
  for (; one != SX_NODE_NONE; one = sx_nodes_next_named(nodes, one)) {
    uint32_t function = sx_nodes_is(nodes, one, "decorated_definition")
                            ? sx_nodes_field(nodes, one, "definition")
                            : one;
    uint32_t its = sx_nodes_field(nodes, function, "name");
    if (sx_nodes_is(nodes, function, "function_definition") &&
        sx_str_is_equal(sx_nodes_text(nodes, its), name))
      return its;
  }
  return SX_NODE_NONE;
}

static sx_status add_class(search *find, const met_class *given, sx_err *err) {
  for (size_t i = 0; i < find->items.len; i++) {
    met_class *known = &find->items.items[i];
    if (!sx_str_is_equal(known->place.path, given->place.path) || known->node != given->node)
      continue;
    known->is_up |= given->is_up;
    known->is_down |= given->is_down;
    return SX_OK;
  }
  if (find->items.len >= MAX_CLASSES)
    return refuse(find, given, given->node, "more than 300 classes inherit it.", err);
  met_class *added = SX_ARRAY_ADD(&find->items, find->change->call->arena);
  if (!added) return sx_fail(err, find->change->call->arena->status, NULL);
  *added = *given;
  added->method = method_of(given->nodes, given->node, find->change->name);
  if (added->method != SX_NODE_NONE) added->is_up = added->is_down = true;
  sx_str name = sx_nodes_text(given->nodes, sx_nodes_field(given->nodes, given->node, "name"));
  return sx_strs_add_new(&find->change->classes, name, find->change->call->arena, err);
}

static void place_class(met_class *one) {
  const sx_tree_node *name =
      sx_nodes_get(one->nodes, sx_nodes_field(one->nodes, one->node, "name"));
  one->place.path = one->document->path;
  one->place.range.start = sx_document_position(one->document, name->start);
  one->place.range.end = sx_document_position(one->document, name->end);
}

/* A file of the workspace or of a library. */
static sx_status open_file(search *find, sx_str path, met_class *out, sx_err *err) {
  sx_nodes *nodes = SX_ARENA_NEW(find->change->call->arena, sx_nodes);
  if (!nodes) return sx_fail(err, find->change->call->arena->status, NULL);
  for (size_t i = 0; i < find->items.len; i++) {
    const met_class *known = &find->items.items[i];
    if (!sx_str_is_equal(known->document->path, path)) continue;
    out->document = known->document;
    out->nodes = known->nodes;
    return SX_OK;
  }
  sx_status status = sx_document_peek(find->change->call, path, &out->document, err);
  if (!status) status = sx_nodes_read(nodes, find->change->call, out->document, err);
  out->nodes = nodes;
  return status;
}

/* ---- upwards --------------------------------------------------------------------------------- */

/* The node by which a base is asked for; NONE for those that have no methods of their own. */
static uint32_t base_name(const sx_nodes *nodes, uint32_t base) {
  static const char *const plain[] = {"object", "ABC",       "Protocol",   "Generic",
                                      "Enum",   "Exception", "NamedTuple", "TypedDict"};
  if (sx_nodes_is(nodes, base, "keyword_argument")) return SX_NODE_NONE;
  if (sx_nodes_is(nodes, base, "subscript")) base = sx_nodes_field(nodes, base, "value");
  if (sx_nodes_is(nodes, base, "attribute")) base = sx_nodes_field(nodes, base, "attribute");
  for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
    if (sx_str_is_equal(sx_nodes_text(nodes, base), sx_str_from(plain[i]))) return SX_NODE_NONE;
  return base;
}

static sx_status ask_base(search *find, const met_class *from, uint32_t name, sx_places *out,
                          sx_err *err) {
  sx_batch batch;
  sx_batch_init(&batch, find->change->call->wait, find->change->call->arena);
  sx_pos16 at = sx_document_position(from->document, sx_nodes_get(from->nodes, name)->start);
  size_t slot = sx_batch_definition(&batch, from->document->path, at);
  sx_status status = sx_batch_run(&batch, err);
  if (!status) status = sx_batch_get_places(&batch, slot, out, err);
  sx_batch_release(&batch);
  return status;
}

static sx_status add_base(search *find, const met_class *from, uint32_t name, sx_err *err) {
  sx_places places = {0};
  sx_status status = ask_base(find, from, name, &places, err);
  if (status) return status;
  if (!places.len)
    return refuse(find, from, name,
                  "the server does not know this base class, which may have the method, too.", err);
  met_class base = {.is_up = true};
  status = open_file(find, sx_path_own(find->change->call, places.items[0].path), &base, err);
  if (status) return status;
  size_t start = sx_document_offset(base.document, places.items[0].range.start);
  size_t end = sx_language_ident_end(base.document->language, base.document->text, start);
  uint32_t leaf = sx_signature_leaf(base.nodes, start, end);
  base.node =
      sx_nodes_is(base.nodes, leaf, "class_definition") ? leaf : sx_nodes_parent(base.nodes, leaf);
  if (!sx_nodes_is(base.nodes, base.node, "class_definition"))
    return refuse(find, from, name, "this base class is not one that the text shows.", err);
  place_class(&base);
  bool is_inside = sx_path_is_inside(find->change->call, base.document->path);
  if (find->change->is_inlined && !is_inside)
    return refuse(
        find, from, name,
        "this base class is outside the workspace, and may call the method by a name that "
        "it puts together.",
        err);
  bool has_method = method_of(base.nodes, base.node, find->change->name) != SX_NODE_NONE;
  if (has_method && !is_inside)
    return refuse(find, from, name,
                  "this base class is outside the workspace and has the method, too.", err);
  return add_class(find, &base, err);
}

static sx_status add_bases(search *find, size_t index, sx_err *err) {
  const met_class from = find->items.items[index];
  uint32_t list = sx_nodes_field(from.nodes, from.node, "superclasses");
  sx_status status = SX_OK;
  for (uint32_t one = sx_nodes_first_named(from.nodes, list); one != SX_NODE_NONE && !status;
       one = sx_nodes_next_named(from.nodes, one)) {
    uint32_t name = base_name(from.nodes, one);
    if (name != SX_NODE_NONE) status = add_base(find, &from, name, err);
  }
  return status;
}

/* ---- downwards ------------------------------------------------------------------------------- */

/* A use of the class among the bases of another. */
static sx_status add_subclass(search *find, const sx_place *use, sx_err *err) {
  met_class below = {.is_down = true};
  sx_status status = open_file(find, sx_path_own(find->change->call, use->path), &below, err);
  if (status || !below.nodes) return status;
  size_t start = sx_document_offset(below.document, use->range.start);
  size_t end = sx_document_offset(below.document, use->range.end);
  uint32_t leaf = sx_signature_leaf(below.nodes, start, end);
  below.node = sx_nodes_above(below.nodes, leaf, "class_definition");
  uint32_t list = sx_nodes_field(below.nodes, below.node, "superclasses");
  if (list == SX_NODE_NONE || !sx_nodes_has_in(below.nodes, list, leaf)) return SX_OK;
  place_class(&below);
  return add_class(find, &below, err);
}

static sx_status add_subclasses(search *find, size_t index, sx_err *err) {
  const met_class from = find->items.items[index];
  sx_target target;
  sx_references found;
  sx_str name = sx_nodes_text(from.nodes, sx_nodes_field(from.nodes, from.node, "name"));
  if (!sx_path_is_inside(find->change->call, from.document->path)) return SX_OK;
  sx_status status = sx_signature_target_at(find->change, &target, from.place.path,
                                            from.place.range.start, name, err);
  if (!status && !target.symbol)
    return refuse(find, &from, from.node, "what inherits this class is not known.", err);
  if (!status) status = sx_signature_references(find->change, &target, &found, err);
  for (size_t i = 0; !status && i < found.places.len; i++)
    status = add_subclass(find, &found.places.items[i], err);
  return status;
}

/* ---- all of it ------------------------------------------------------------------------------- */

static sx_status add_relatives(search *find, sx_err *err) {
  for (size_t i = 0; i < find->items.len; i++) {
    const met_class *one = &find->items.items[i];
    if (one->method == SX_NODE_NONE) continue;
    const sx_tree_node *name = sx_nodes_get(one->nodes, one->method);
    sx_place *added = SX_ARRAY_ADD(&find->change->relatives, find->change->call->arena);
    if (!added) return sx_fail(err, find->change->call->arena->status, NULL);
    added->path = one->document->path;
    added->range.start = sx_document_position(one->document, name->start);
    added->range.end = sx_document_position(one->document, name->end);
  }
  return SX_OK;
}

sx_status sx_signature_find_relatives(sx_signature *change, sx_err *err) {
  search find = {.change = change};
  size_t index;
  if (change->family != SX_SIGNATURE_PYTHON || !change->is_member) return SX_OK;
  sx_status status = sx_signature_file_at(change, change->target.symbol->path, &index, err);
  if (status) return status;
  sx_nodes *nodes = SX_ARENA_NEW(change->call->arena, sx_nodes);
  if (!nodes) return sx_fail(err, change->call->arena->status, NULL);
  *nodes = change->files.items[index].nodes;
  met_class own = {.document = change->files.items[index].document, .nodes = nodes};
  own.node = sx_nodes_above(own.nodes, change->old.function, "class_definition");
  place_class(&own);
  status = add_class(&find, &own, err);
  for (size_t i = 0; i < find.items.len && !status; i++) {
    if (find.items.items[i].is_up) status = add_bases(&find, i, err);
    if (!status && find.items.items[i].is_down) status = add_subclasses(&find, i, err);
  }
  return status ? status : add_relatives(&find, err);
}
