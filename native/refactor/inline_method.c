#include "refactor/inline_parts.h"

#include "refactor/signature.h"
#include "text/keyword.h"
#include "text/language.h"
#include "workspace/paths.h"

/*
 * A method is a function whose first parameter is its receiver. Which calls are of it is found as
 * change_signature does; it goes only where no other class or interface has a say in that.
 */

#define CLASSES "class_declaration class abstract_class_declaration"
#define FUNCTIONS                                                                                  \
  "function_declaration function_expression method_definition generator_function "                 \
  "generator_function_declaration class_body"

/* ---- the definition -------------------------------------------------------------------------- */

static uint32_t class_of(const sx_nodes *nodes, uint32_t function) {
  uint32_t list = sx_nodes_parent(nodes, function);
  if (sx_nodes_is(nodes, list, "decorated_definition")) list = sx_nodes_parent(nodes, list);
  uint32_t owner = sx_nodes_parent(nodes, list);
  bool is_class = sx_nodes_is(nodes, function, "function_definition")
                      ? sx_nodes_is(nodes, owner, "class_definition")
                      : sx_nodes_is(nodes, owner, CLASSES);
  return is_class ? owner : SX_NODE_NONE;
}

void sx_inline_find_method(sx_inlining *in, uint32_t offset) {
  sx_inline_definition *out = &in->definition;
  const sx_nodes *nodes = &out->in->nodes;
  bool is_hashed = offset && nodes->text.ptr[offset - 1] == '#';
  uint32_t name = sx_inline_identifier_at(out->in, is_hashed ? offset - 1 : offset);
  uint32_t function = sx_nodes_parent(nodes, name);
  if (name == SX_NODE_NONE || !sx_nodes_is_field(nodes, name, "name") ||
      !sx_nodes_is(nodes, function, "function_definition method_definition method_declaration"))
    return;
  bool is_go = sx_nodes_is(nodes, function, "method_declaration");
  out->owner = class_of(nodes, function);
  out->is_method = is_go || out->owner != SX_NODE_NONE;
  if (!out->is_method) return;
  out->name = name;
  out->function = function;
  out->item = function;
  out->binding = SX_BINDING_FREE;
  out->result = SX_NODE_NONE;
}

/* The name of a variable for an object of the class: `till` for Till. */
static sx_str name_of_object(sx_inlining *in, const sx_inline_definition *out) {
  const sx_nodes *nodes = &out->in->nodes;
  sx_str class = sx_nodes_text(nodes, sx_nodes_field(nodes, out->owner, "name"));
  bool is_python = sx_nodes_is(nodes, out->owner, "class_definition");
  sx_buf text;
  sx_buf_init(&text, 1 << 12);
  for (size_t i = 0; i < class.len; i++) {
    char c = class.ptr[i], next = i + 1 < class.len ? class.ptr[i + 1] : 'A';
    bool is_upper = c >= 'A' && c <= 'Z', is_next_upper = next >= 'A' && next <= 'Z';
    bool is_first =
        !i || (class.ptr[i - 1] >= 'A' && class.ptr[i - 1] <= 'Z' && (is_next_upper || i == 1));
    if (is_upper && i && !is_first && is_python) sx_buf_add_text(&text, "_");
    char lower = is_upper && (is_python || is_first) ? (char)(c - 'A' + 'a') : c;
    if (c != '_' || text.len) sx_buf_add(&text, (sx_str){&lower, 1});
  }
  sx_str name = sx_buf_keep(&text, in->r.call->arena);
  bool is_plain = name.len && !sx_str_is_equal(name, class) &&
                  sx_keyword_of(out->in->document->language, name) == SX_NO_KEYWORD;
  return is_plain ? name : SX_STR("receiver");
}

static sx_status refuse(sx_inlining *in, const sx_inline_definition *out, uint32_t node,
                        const char *why, sx_err *err) {
  return sx_inline_refuse(in, out->in, node, err, "%s", why);
}

/* ---- Python ---------------------------------------------------------------------------------- */

static sx_status check_class_python(sx_inlining *in, const sx_inline_definition *out, sx_err *err) {
  const sx_nodes *nodes = &out->in->nodes;
  uint32_t above = sx_nodes_parent(nodes, out->owner);
  uint32_t one = sx_nodes_is(nodes, above, "decorated_definition")
                     ? sx_nodes_first_named(nodes, above)
                     : SX_NODE_NONE;
  for (; sx_nodes_is(nodes, one, "decorator"); one = sx_nodes_next_named(nodes, one)) {
    sx_str text = sx_nodes_text(nodes, one);
    bool is_known =
        sx_str_has_prefix(text, SX_STR("@dataclass")) ||
        sx_language_has_word("@final @total_ordering @dataclasses.dataclass", text, false);
    if (!is_known) return refuse(in, out, one, "its class has a decorator, which may use it.", err);
  }
  one = sx_nodes_first_named(nodes, sx_nodes_field(nodes, out->owner, "superclasses"));
  for (; one != SX_NODE_NONE; one = sx_nodes_next_named(nodes, one)) {
    sx_str text = sx_nodes_text(nodes, one);
    if (sx_nodes_is(nodes, one, "keyword_argument"))
      return refuse(in, out, one, "its class is made by a metaclass, which may use it.", err);
    if (sx_str_find(text, SX_STR("Protocol"), 0) != SX_STR_NONE)
      return refuse(in, out, one, "its class is a protocol, which others fit.", err);
  }
  for (uint32_t i = out->owner; i < nodes->ends[out->owner]; i++)
    if (sx_nodes_is(nodes, i, "function_definition") &&
        sx_language_has_word("__getattribute__ __getattr__",
                             sx_nodes_text(nodes, sx_nodes_field(nodes, i, "name")), false))
      return refuse(in, out, i, "members of its class are looked up by code.", err);
  return SX_OK;
}

/* `*is_static`, `*is_of_class`: what its decorator makes of the first parameter. */
static sx_status read_decorator(sx_inlining *in, sx_inline_definition *out, bool *is_static,
                                bool *is_of_class, sx_err *err) {
  const sx_nodes *nodes = &out->in->nodes;
  uint32_t above = sx_nodes_parent(nodes, out->function);
  if (!sx_nodes_is(nodes, above, "decorated_definition")) return SX_OK;
  uint32_t one = sx_nodes_first_named(nodes, above);
  out->item = above;
  *is_static = sx_str_is_equal(sx_nodes_text(nodes, one), SX_STR("@staticmethod"));
  *is_of_class = sx_str_is_equal(sx_nodes_text(nodes, one), SX_STR("@classmethod"));
  if (sx_nodes_next_named(nodes, one) == out->function && (*is_static || *is_of_class))
    return SX_OK;
  return refuse(in, out, above, "it has a decorator, which changes what a call of it does.", err);
}

static sx_status read_python(sx_inlining *in, sx_inline_definition *out, sx_err *err) {
  sx_str name = sx_nodes_text(&out->in->nodes, out->name);
  bool is_static = false, is_of_class = false;
  if (sx_str_has_prefix(name, SX_STR("_")) && sx_str_has_suffix(name, SX_STR("_")))
    return refuse(in, out, out->name, "the language calls it by itself.", err);
  sx_status status = read_decorator(in, out, &is_static, &is_of_class, err);
  if (!status) status = check_class_python(in, out, err);
  if (!status) status = sx_inline_read_python_function(in, out, err);
  if (status || is_static) return status;
  sx_inline_parameter *first = out->parameters.len ? &out->parameters.items[0] : NULL;
  if (!first || first->value != SX_NODE_NONE || first->is_named)
    return refuse(in, out, out->function, "its first parameter does not take the object.", err);
  first->is_receiver = first->is_placed = true;
  first->name = is_of_class ? SX_STR("cls") : name_of_object(in, out);
  return SX_OK;
}

/* ---- JavaScript, TypeScript ------------------------------------------------------------------ */

static bool is_this(const sx_inline_definition *out, uint32_t node) {
  const sx_nodes *nodes = &out->in->nodes;
  return sx_nodes_is(nodes, node, "this") &&
         sx_nodes_above(nodes, node, FUNCTIONS) == out->function;
}

/* The names that begin before an offset, from `*at` on. */
static sx_status copy_names(sx_names *to, const sx_names *from, size_t *at, uint32_t before,
                            uint32_t *moved, sx_arena *arena, sx_err *err) {
  for (; *at < from->names.len && from->names.items[*at].start < before; ++*at) {
    sx_name *kept = SX_ARRAY_ADD(&to->names, arena);
    if (!kept) return sx_fail(err, arena->status, NULL);
    moved[*at] = (uint32_t)to->names.len - 1;
    *kept = from->names.items[*at];
  }
  return SX_OK;
}

/* `this` becomes a name among the others, as it is replaced like one. */
static sx_status name_this(sx_inlining *in, sx_inline_definition *out, sx_err *err) {
  sx_arena *arena = in->r.call->arena;
  const sx_nodes *nodes = &out->in->nodes;
  sx_names *names = &out->in->names;
  uint32_t *moved = sx_arena_calloc(arena, names->names.len + 1, sizeof *moved);
  sx_binding *binding = SX_ARRAY_ADD(&names->bindings, arena);
  if (!moved || !binding) return sx_fail(err, arena->status, NULL);
  uint32_t index = (uint32_t)names->bindings.len - 1;
  *binding = (sx_binding){.name = SX_STR("this"),
                          .scope = out->function,
                          .function = out->function,
                          .first = UINT32_MAX, /* nothing declares it */
                          .declarations = 1,
                          .kind = SX_BINDING_PARAMETER};
  const sx_names old = *names;
  size_t at = 0;
  sx_status status = SX_OK;
  names->names.items = NULL;
  names->names.len = names->names.cap = 0;
  for (uint32_t node = out->function; node < nodes->ends[out->function] && !status; node++) {
    if (!is_this(out, node)) continue;
    const sx_tree_node *of = sx_nodes_get(nodes, node);
    status = copy_names(names, &old, &at, of->start, moved, arena, err);
    sx_name *added = status ? NULL : SX_ARRAY_ADD(&names->names, arena);
    if (added)
      *added = (sx_name){of->start, of->end, node, index, SX_NAME_READS};
    else if (!status)
      status = sx_fail(err, arena->status, NULL);
  }
  if (!status) status = copy_names(names, &old, &at, UINT32_MAX, moved, arena, err);
  for (uint32_t i = 0; i < index && !status; i++)
    names->bindings.items[i].first = moved[names->bindings.items[i].first];
  return status;
}

static sx_status check_script(sx_inlining *in, const sx_inline_definition *out, sx_err *err) {
  static const char *const words[] = {"get", "set", "*", "override", "?", "abstract"};
  const sx_nodes *nodes = &out->in->nodes;
  sx_str name = sx_nodes_text(nodes, out->name);
  if (!sx_nodes_is(nodes, out->name, "property_identifier private_property_identifier"))
    return refuse(in, out, out->name, "its name is computed.", err);
  if (sx_language_has_word("constructor toString valueOf toJSON then", name, false))
    return refuse(in, out, out->name, "the language calls it by itself.", err);
  uint32_t before = SX_NODE_NONE, one = sx_nodes_first(nodes, sx_nodes_parent(nodes, out->item));
  for (; one != SX_NODE_NONE && one < out->item; one = sx_nodes_next(nodes, one)) before = one;
  if (sx_nodes_is(nodes, before, "decorator"))
    return refuse(in, out, before, "it has a decorator, which changes what a call of it does.",
                  err);
  for (one = sx_nodes_first(nodes, out->function); one != SX_NODE_NONE && one <= out->name + 1;
       one = sx_nodes_next(nodes, one))
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
      bool is_word =
          one != out->name && sx_str_is_equal(sx_nodes_text(nodes, one), sx_str_from(words[i]));
      if (is_word || sx_nodes_is(nodes, one, "decorator"))
        return refuse(in, out, one, "it is an accessor, a generator, an override or decorated.",
                      err);
    }
  return SX_OK;
}

/* The base classes must be known, as they may call the method. */
static sx_status ask_base(sx_inlining *in, const sx_inline_text *text, uint32_t name,
                          sx_inline_text **base, uint32_t *class, sx_err *err) {
  sx_places places = {0};
  sx_batch batch;
  sx_batch_init(&batch, in->r.call->wait, in->r.call->arena);
  sx_pos16 at = sx_document_position(text->document, sx_nodes_get(&text->nodes, name)->start);
  size_t slot = sx_batch_definition(&batch, text->document->path, at);
  sx_status status = sx_batch_run(&batch, err);
  if (!status && sx_batch_get_places(&batch, slot, &places, NULL)) places.len = 0;
  sx_batch_release(&batch);
  if (status) return status;
  if (places.len != 1 || !sx_path_is_inside(in->r.call, places.items[0].path))
    return sx_inline_refuse(
        in, text, name, err,
        "this base class is not one of the workspace, and may call the method.");
  status = sx_inline_open(in, sx_path_own(in->r.call, places.items[0].path), base, err);
  if (status) return status;
  uint32_t offset = (uint32_t)sx_document_offset((*base)->document, places.items[0].range.start);
  *class = sx_nodes_parent(&(*base)->nodes, sx_inline_identifier_at(*base, offset));
  if (sx_nodes_is(&(*base)->nodes, *class, CLASSES)) return SX_OK;
  return sx_inline_refuse(in, text, name, err, "this base class is not one that the text shows.");
}

static sx_status check_bases(sx_inlining *in, const sx_inline_definition *out, sx_err *err) {
  sx_inline_text *text = out->in;
  uint32_t class = out->owner;
  for (int left = 32; left; left--) {
    const sx_nodes *nodes = &text->nodes;
    uint32_t heritage = sx_nodes_first_named(nodes, class);
    while (heritage != SX_NODE_NONE && !sx_nodes_is(nodes, heritage, "class_heritage"))
      heritage = sx_nodes_next_named(nodes, heritage);
    uint32_t clause = sx_nodes_first_named(nodes, heritage);
    if (sx_nodes_is(nodes, clause, "implements_clause") || clause == SX_NODE_NONE) return SX_OK;
    uint32_t name = sx_nodes_is(nodes, clause, "extends_clause")
                        ? sx_nodes_field(nodes, clause, "value")
                        : clause;
    bool is_error = sx_language_has_word("Error TypeError RangeError Object",
                                         sx_nodes_text(nodes, name), false);
    if (is_error) return SX_OK;
    if (!sx_nodes_is(nodes, name, "identifier"))
      return sx_inline_refuse(in, text, name, err, "this base class is not named plainly.");
    sx_status status = ask_base(in, text, name, &text, &class, err);
    if (status) return status;
  }
  return refuse(in, out, out->owner, "its class has too many base classes.", err);
}

static sx_status read_script(sx_inlining *in, sx_inline_definition *out, sx_err *err) {
  sx_inline_parameter *receiver = SX_ARRAY_ADD(&out->parameters, in->r.call->arena);
  if (!receiver) return sx_fail(err, in->r.call->arena->status, NULL);
  sx_status status = check_script(in, out, err);
  if (!status) status = check_bases(in, out, err);
  if (!status) status = name_this(in, out, err);
  if (status) return status;
  *receiver = (sx_inline_parameter){.name = name_of_object(in, out),
                                    .binding = (uint32_t)out->in->names.bindings.len - 1,
                                    .value = SX_NODE_NONE,
                                    .is_placed = true,
                                    .is_receiver = true};
  uint32_t above = sx_nodes_parent(&out->in->nodes, out->owner);
  out->is_exported = sx_nodes_is(&out->in->nodes, above, "export_statement") &&
                     sx_nodes_is(&out->in->nodes, out->name, "property_identifier");
  return sx_inline_read_script_function(in, out, err);
}

/* ---- Go -------------------------------------------------------------------------------------- */

static sx_status read_go(sx_inlining *in, sx_inline_definition *out, sx_err *err) {
  const sx_nodes *nodes = &out->in->nodes;
  uint32_t receiver = sx_nodes_field(nodes, out->function, "receiver");
  for (uint32_t i = receiver; i < nodes->ends[receiver]; i++)
    if (sx_nodes_is(nodes, i, "generic_type type_arguments"))
      return refuse(in, out, i, "its type is generic.", err);
  sx_status status = sx_inline_read_go_function(in, out, err);
  if (status) return status;
  if (!out->parameters.len) return refuse(in, out, receiver, "its receiver has no name.", err);
  out->parameters.items[0].is_receiver = true;
  return SX_OK;
}

sx_status sx_inline_read_method(sx_inlining *in, sx_inline_definition *out, sx_err *err) {
  const sx_nodes *nodes = &out->in->nodes;
  if (sx_nodes_is(nodes, out->function, "method_declaration")) return read_go(in, out, err);
  return sx_nodes_is(nodes, out->function, "function_definition") ? read_python(in, out, err)
                                                                  : read_script(in, out, err);
}

/* ---- calls ----------------------------------------------------------------------------------- */

static sx_status check_call(sx_inlining *in, const sx_inline_text *text, const sx_inline_use *use,
                            sx_err *err) {
  const sx_nodes *nodes = &text->nodes;
  const sx_inline_definition *of = &in->definition;
  uint32_t above = sx_nodes_parent(nodes, use->call);
  uint32_t member = sx_nodes_field(nodes, use->call, "function");
  sx_str object = sx_nodes_text(nodes, use->object);
  bool is_optional = sx_nodes_token(nodes, use->call, "?.") != SX_NODE_NONE ||
                     sx_nodes_field(nodes, use->call, "optional_chain") != SX_NODE_NONE ||
                     sx_nodes_field(nodes, member, "optional_chain") != SX_NODE_NONE ||
                     sx_nodes_token(nodes, member, "?.") != SX_NODE_NONE;
  if (text == of->in && sx_nodes_has_in(nodes, of->function, use->call))
    return sx_inline_refuse(in, text, use->node, err, "it calls itself.");
  if (sx_nodes_is(nodes, above, "decorator go_statement defer_statement"))
    return sx_inline_refuse(in, text, use->node, err,
                            "a call of it by go, defer or a decorator, which needs the function "
                            "itself.");
  if (is_optional || sx_str_find(object, SX_STR("?."), 0) != SX_STR_NONE)
    return sx_inline_refuse(in, text, use->node, err, "a call on what may be missing (`?.`).");
  if (sx_str_is_equal(object, SX_STR("super")) || sx_str_has_prefix(object, SX_STR("super(")))
    return sx_inline_refuse(in, text, use->node, err, "a call of it by super.");
  return SX_OK;
}

static sx_status add_call(sx_inlining *in, const sx_signature_file *file,
                          const sx_signature_site *site, sx_err *err) {
  sx_inline_text *text;
  sx_inline_use use = {.object = SX_NODE_NONE};
  sx_status status = sx_inline_open(in, file->document->path, &text, err);
  if (status) return status;
  const sx_nodes *nodes = &text->nodes;
  use.in = text;
  use.node = sx_inline_identifier_at(text, sx_nodes_get(&file->nodes, site->name)->start);
  uint32_t member = sx_nodes_parent(nodes, use.node);
  use.call = sx_nodes_parent(nodes, member);
  bool is_call =
      sx_nodes_is(nodes, member, "attribute member_expression selector_expression") &&
      sx_nodes_is(nodes, use.call, "call call_expression") &&
      sx_nodes_is_field(nodes, member, "function") &&
      sx_nodes_is(nodes, sx_nodes_field(nodes, use.call, "arguments"), "argument_list arguments");
  if (!is_call)
    return sx_refactoring_refuse(
        &in->r, file->document, sx_nodes_get(&file->nodes, site->name)->start, err,
        "a use of it other than a call on an object. Change this use first.");
  /* The first that is named: an object, an operand. */
  if (!site->has_receiver) use.object = sx_nodes_first_named(nodes, member);
  status = check_call(in, text, &use, err);
  sx_inline_use *added = status ? NULL : SX_ARRAY_ADD(&in->uses, in->r.call->arena);
  if (status) return status;
  if (!added) return sx_fail(err, in->r.call->arena->status, NULL);
  *added = use;
  return SX_OK;
}

static sx_status take_site(sx_inlining *in, const sx_signature_file *file,
                           const sx_signature_site *site, sx_err *err) {
  const sx_inline_definition *of = &in->definition;
  if (site->kind == SX_SITE_CALL) return add_call(in, file, site, err);
  uint32_t start = sx_nodes_get(&file->nodes, site->name)->start;
  bool is_own = sx_str_is_equal(file->document->path, of->in->document->path) &&
                start == sx_nodes_get(&of->in->nodes, of->name)->start;
  if (is_own) return SX_OK;
  return sx_refactoring_refuse(&in->r, file->document, start, err,
                               "it is declared here, too: an override, an interface or an overload "
                               "decides which code a call runs.");
}

/* Another class or interface has a method that may be called in its place. */
static sx_status check_relatives(sx_inlining *in, const sx_signature *found, sx_err *err) {
  const sx_symbol *symbol = in->target.symbol;
  for (size_t i = 0; i < found->relatives.len; i++) {
    const sx_place *one = &found->relatives.items[i];
    bool is_own = sx_str_is_equal(one->path, symbol->path) &&
                  one->range.start.line == symbol->at.line &&
                  one->range.start.character == symbol->at.character;
    if (is_own) continue;
    return sx_fail(
        err, SX_REFUSED,
        "%.*s:%u:%u: a class or an interface has this method, too, and which code a call "
        "runs is decided when it runs. Nothing was changed.",
        SX_STR_ARG(sx_path_display(in->r.call, one->path)), one->range.start.line + 1,
        one->range.start.character + 1);
  }
  return SX_OK;
}

sx_status sx_inline_find_method_uses(sx_inlining *in, sx_err *err) {
  const sx_inline_definition *of = &in->definition;
  sx_signature found = {.r = &in->r, .call = in->r.call, .target = in->target};
  sx_status status = sx_signature_find_calls(&found, err);
  if (!status) status = check_relatives(in, &found, err);
  for (size_t i = 0; i < found.files.len && !status; i++)
    for (size_t k = 0; k < found.files.items[i].sites.len && !status; k++)
      status = take_site(in, &found.files.items[i], &found.files.items[i].sites.items[k], err);
  if (status || in->uses.len) return status;
  return sx_inline_refuse(in, of->in, of->name, err,
                          "%.*s is used nowhere. edit_symbol deletes it.",
                          SX_STR_ARG(sx_nodes_text(&of->in->nodes, of->name)));
}
