#include "refactor/signature_find.h"

#include "workspace/paths.h"

#define MAX_ASKED 200

/* A place of the name that is not among the references. */
typedef struct stray {
  const sx_document *document;
  sx_place place;
  size_t slot;
  bool is_in_macro; /* which servers do not look into */
} stray;

typedef struct search {
  sx_signature *change;
  SX_ARRAY(stray) items;
} search;

static bool is_listed(const sx_signature *change, const sx_place *place, size_t offset) {
  for (size_t i = 0; i < change->files.len; i++) {
    const sx_signature_file *file = &change->files.items[i];
    if (!sx_str_is_equal(file->document->path, place->path)) continue;
    for (size_t k = 0; k < file->renamed.len; k++)
      if (sx_nodes_get(&file->nodes, file->renamed.items[k])->start == offset) return true;
  }
  return false;
}

static bool is_compiled(const sx_signature *change) {
  return change->family == SX_SIGNATURE_GO || change->family == SX_SIGNATURE_C;
}

/* The name that declares it is one of those that are changed. */
static bool is_bound_to_own(const sx_signature *change, const sx_document *document,
                            const sx_names *names, const sx_name *name) {
  uint32_t first = names->bindings.items[name->binding].first;
  sx_place place = {sx_path_own(change->call, document->path), {{0}, {0}}};
  return is_listed(change, &place, names->names.items[first].start);
}

static bool is_in_folder(const sx_signature *change, const sx_document *document) {
  return sx_str_is_equal(sx_path_folder(change->target.symbol->path),
                         sx_path_folder(sx_path_own(change->call, document->path)));
}

/* C: any function of the name may be the same one, by linkage. Go: one of the same package that is
 * built elsewhere, as `//go:build` says. */
static bool may_declare(const sx_signature *change, const sx_document *document,
                        const sx_nodes *nodes, uint32_t node) {
  uint32_t function = sx_parameters_function_of(nodes, node);
  if (change->family == SX_SIGNATURE_C) return true;
  if (change->family != SX_SIGNATURE_GO || !is_in_folder(change, document)) return false;
  if (!change->is_member) return sx_nodes_is(nodes, function, "function_declaration");
  uint32_t receiver = sx_nodes_field(nodes, function, "receiver");
  for (uint32_t one = receiver; one != SX_NODE_NONE && one < nodes->ends[receiver]; one++)
    for (size_t i = 0; i < change->classes.len && sx_nodes_is(nodes, one, "type_identifier"); i++)
      if (sx_str_is_equal(sx_nodes_text(nodes, one), change->classes.items[i])) return true;
  return false;
}

/* Whether the text alone shows it to be something else: another function, a key, a variable. */
static bool is_another(const sx_signature *change, const sx_document *document,
                       const sx_nodes *nodes, const sx_names *names, uint32_t node) {
  uint32_t parent = sx_nodes_parent(nodes, node);
  if (sx_parameters_function_of(nodes, node) != SX_NODE_NONE)
    return !may_declare(change, document, nodes, node);
  bool is_other = sx_nodes_is_comment(nodes, node) ||
                  (sx_nodes_is(nodes, parent, "keyword_argument pair class_definition") &&
                   !sx_nodes_is_field(nodes, node, "value")) ||
                  sx_nodes_is(nodes, node, "string string_content string_fragment");
  const sx_name *name = sx_names_at(names, node);
  if (!name || is_other || name->binding == SX_BINDING_FREE) return is_other;
  if (is_bound_to_own(change, document, names, name)) return false;
  uint8_t kind = names->bindings.items[name->binding].kind;
  return kind != SX_BINDING_IMPORT && !(is_compiled(change) && kind == SX_BINDING_FUNCTION);
}

/* C: of a structure, of a function's own, or a tag. */
static bool is_of_another_space(const sx_text_use *use) {
  return use->is_member || use->is_local || use->is_tag;
}

static sx_status look_into(search *find, const sx_text_uses *uses, size_t *at, sx_err *err) {
  sx_call *call = find->change->call;
  sx_str path = uses->items.items[*at].place.path;
  const sx_document *document = NULL;
  sx_nodes nodes;
  sx_names names;
  sx_status status = sx_document_peek_any(call, path, &document, err);
  if (!status && document) status = sx_nodes_read(&nodes, call, document, err);
  if (!status && document) status = sx_names_find(&names, &nodes, call->arena, err);
  if (status == SX_UNSUPPORTED) status = SX_OK, document = NULL;
  for (; *at < uses->items.len && sx_str_is_equal(uses->items.items[*at].place.path, path); ++*at) {
    const sx_place *place = &uses->items.items[*at].place;
    if (status || !document) continue;
    size_t start = sx_document_offset(document, place->range.start);
    size_t end = start + find->change->name.len;
    sx_place own = {sx_path_own(call, path), place->range};
    if (is_listed(find->change, &own, start)) continue;
    if (is_of_another_space(&uses->items.items[*at])) continue;
    uint32_t leaf = sx_signature_leaf(&nodes, start, end);
    status = sx_signature_judge_alike(find->change, document, &nodes, leaf, err);
    if (status || is_another(find->change, document, &nodes, &names, leaf)) continue;
    stray *added = SX_ARRAY_ADD(&find->items, call->arena);
    if (!added) return sx_fail(err, call->arena->status, NULL);
    *added = (stray){.document = document, .place = own};
    added->is_in_macro = sx_nodes_is(&nodes, leaf, "preproc_arg");
  }
  return status;
}

bool sx_signature_is_own(const sx_signature *change, const sx_places *definitions) {
  for (size_t i = 0; i < definitions->len; i++) {
    sx_place place = definitions->items[i];
    place.path = sx_path_own(change->call, place.path);
    for (size_t k = 0; k < change->files.len; k++) {
      const sx_signature_file *file = &change->files.items[k];
      if (!sx_str_is_equal(file->document->path, place.path)) continue;
      if (is_listed(change, &place, sx_document_offset(file->document, place.range.start)))
        return true;
    }
  }
  return false;
}

static sx_status refuse(sx_signature *change, const stray *one, bool is_unknown, sx_err *err) {
  const char *why = one->is_in_macro ? "a macro uses it: its text is not rewritten."
                    : is_unknown
                        ? "it is not known whether this is the function: the server does not know "
                          "what has the name here."
                        : "this is the function by its definition, and the server does not list it "
                          "among the references.";
  size_t offset = sx_document_offset(one->document, one->place.range.start);
  if (change->is_inlined)
    return sx_refactoring_refuse(change->r, one->document, offset, err, "%s", why);
  if (!change->is_partial)
    return sx_refactoring_refuse(change->r, one->document, offset, err,
                                 "%s partial=true leaves such places as they are.", why);
  change->calls_left++;
  return sx_refactoring_warn(change->r, one->document, offset, "%s", why);
}

static sx_status ask_all(search *find, sx_err *err) {
  sx_signature *change = find->change;
  sx_batch batch;
  bool is_renamed = !sx_str_is_equal(change->name, change->new_name);
  if (!find->items.len || (change->is_shape_same && !is_renamed)) return SX_OK;
  sx_batch_init(&batch, change->call->wait, change->call->arena);
  for (size_t i = 0; i < find->items.len && i < MAX_ASKED; i++)
    find->items.items[i].slot = sx_batch_definition(&batch, find->items.items[i].place.path,
                                                    find->items.items[i].place.range.start);
  sx_status status = sx_batch_run(&batch, err);
  for (size_t i = 0; i < find->items.len && !status; i++) {
    const stray *one = &find->items.items[i];
    sx_places places = {0};
    if (i < MAX_ASKED && sx_batch_get_places(&batch, one->slot, &places, NULL)) places.len = 0;
    if (one->is_in_macro || !places.len || sx_signature_is_own(change, &places))
      status = refuse(change, one, !places.len, err);
  }
  sx_batch_release(&batch);
  return status;
}

/* Members, and what is declared for a whole package or program, meet in other files than those that
 * are changed. */
static sx_status check_new_name(sx_signature *change, sx_err *err) {
  sx_text_uses uses;
  bool is_wide = change->is_member || is_compiled(change);
  if (!is_wide || sx_str_is_equal(change->name, change->new_name)) return SX_OK;
  sx_status status = sx_text_uses_find(&uses, change->call, change->new_name,
                                       change->target.symbol->path, SX_TEXT_USES_SOME, err);
  if (status || !uses.items.len) return status;
  const sx_place *place = &uses.items.items[0].place;
  return sx_fail(err, SX_REFUSED,
                 "%.*s:%u:%u: '%.*s' is in use here already, maybe beside it. Choose another "
                 "new_name. Nothing was changed.",
                 SX_STR_ARG(sx_path_display(change->call, place->path)),
                 place->range.start.line + 1, place->range.start.character + 1,
                 SX_STR_ARG(change->new_name));
}

sx_status sx_signature_find_strays(sx_signature *change, sx_err *err) {
  sx_text_uses uses;
  search find = {.change = change};
  size_t at = 0;
  sx_status status = check_new_name(change, err);
  if (!status)
    status = sx_text_uses_find(&uses, change->call, change->name, change->target.symbol->path,
                               SX_TEXT_USES_SOME, err);
  if (!status && uses.is_cut && !change->is_partial)
    return sx_fail(err, SX_REFUSED,
                   "'%.*s' is a name of too many things to look at each. Nothing was changed.%s",
                   SX_STR_ARG(change->name),
                   change->is_inlined ? ""
                                      : " partial=true changes the uses that the server knows.");
  while (!status && at < uses.items.len) status = look_into(&find, &uses, &at, err);
  if (!status) status = ask_all(&find, err);
  return status ? status : sx_signature_check_unions(change, err);
}
