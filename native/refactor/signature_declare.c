#include "refactor/signature.h"

#include "base/word.h"

static sx_status refuse(const sx_signature *change, const sx_signature_file *file, uint32_t node,
                        const char *why, sx_err *err) {
  return sx_refactoring_refuse(change->r, file->document, sx_nodes_get(&file->nodes, node)->start,
                               err, "%s", why);
}

static size_t receivers_of(const sx_parameters *list) {
  return list->items.len && list->items.items[0].kind == SX_PARAMETER_RECEIVER;
}

/* ---- who else calls it ----------------------------------------------------------------------- */

static sx_status check_decorators(const sx_signature *change, const sx_signature_file *file,
                                  uint32_t function, sx_err *err) {
  const sx_nodes *nodes = &file->nodes;
  uint32_t above = sx_nodes_parent(nodes, function);
  uint32_t from = sx_nodes_is(nodes, above, "decorated_definition class_body") ? above : function;
  uint32_t last = SX_NODE_NONE;
  for (uint32_t one = sx_nodes_first_named(nodes, from); one != SX_NODE_NONE && one <= function;
       one = sx_nodes_next_named(nodes, one)) {
    bool is_mark = sx_nodes_is(nodes, one, "decorator");
    if (is_mark && !sx_signature_is_known_decorator(sx_nodes_text(nodes, one))) last = one;
    if (!is_mark && one != function) last = SX_NODE_NONE;
  }
  uint32_t inner = sx_nodes_first_named(nodes, function);
  if (sx_nodes_is(nodes, inner, "decorator")) last = inner;
  if (last == SX_NODE_NONE) return SX_OK;
  return refuse(change, file, last,
                "this decorator gets the function, and it is not known how it calls it.", err);
}

/* Names that a language, a library or a test runner calls by itself. */
static bool is_called_by_others(const sx_signature *change, const sx_signature_file *file) {
  sx_str name = change->name, path = file->document->path;
  static const char go[] =
      "String Error Write Read Close Len Less Swap Push Pop MarshalJSON UnmarshalJSON "
      "MarshalText UnmarshalText MarshalBinary UnmarshalBinary ServeHTTP Format GoString Scan "
      "Value Is As Unwrap Seek ReadAt WriteAt ReadFrom WriteTo WriteString Set Get RoundTrip";
  if (sx_signature_is_special(change->family, name, change->is_member)) return true;
  if (change->family == SX_SIGNATURE_PYTHON) return sx_str_has_prefix(name, SX_STR("test"));
  if (change->family != SX_SIGNATURE_GO) return false;
  return (change->is_member && sx_language_has_word(go, name, false)) ||
         (sx_str_has_suffix(path, SX_STR("_test.go")) &&
          (sx_str_has_prefix(name, SX_STR("Test")) || sx_str_has_prefix(name, SX_STR("Fuzz")) ||
           sx_str_has_prefix(name, SX_STR("Benchmark")) ||
           sx_str_has_prefix(name, SX_STR("Example"))));
}

static bool is_accessor(const sx_signature_file *file, uint32_t function) {
  return sx_nodes_token(&file->nodes, function, "get") != SX_NODE_NONE ||
         sx_nodes_token(&file->nodes, function, "set") != SX_NODE_NONE;
}

/* `//export pay`, `//go:linkname pay …`: the place of the comment; SX_STR_NONE. */
static size_t find_directive(const sx_signature_file *file, uint32_t function) {
  sx_str text = file->nodes.text;
  size_t start = sx_str_line_start(text, sx_nodes_get(&file->nodes, function)->start);
  while (start) {
    size_t above = sx_str_line_start(text, start - 1);
    sx_str line = sx_str_slice(text, above, start);
    if (!sx_str_has_prefix(line, SX_STR("//"))) break;
    if (sx_str_has_prefix(line, SX_STR("//export ")) ||
        sx_str_has_prefix(line, SX_STR("//go:linkname ")))
      return above;
    start = above;
  }
  return SX_STR_NONE;
}

static sx_status check_other_languages(const sx_signature *change, const sx_signature_file *file,
                                       const sx_signature_site *site, sx_err *err) {
  if (change->family != SX_SIGNATURE_GO ||
      !sx_nodes_is(&file->nodes, site->where, "function_declaration method_declaration"))
    return SX_OK;
  if (!sx_parameters_has_body(&site->parameters))
    return refuse(change, file, site->name, "its body is in another language.", err);
  size_t directive = find_directive(file, site->where);
  if (directive == SX_STR_NONE) return SX_OK;
  return sx_refactoring_refuse(change->r, file->document, directive, err,
                               "code in other languages may use it by this.");
}

static sx_status check_callers(const sx_signature *change, const sx_signature_file *file,
                               const sx_signature_site *site, sx_err *err) {
  if (change->is_shape_same && sx_str_is_equal(change->name, change->new_name)) return SX_OK;
  if (is_called_by_others(change, file))
    return refuse(change, file, site->name,
                  "the language, a library or a test runner calls a function of this name by "
                  "itself.",
                  err);
  if (is_accessor(file, site->where))
    return refuse(change, file, site->name, "it is a getter or a setter.", err);
  sx_status status = check_other_languages(change, file, site, err);
  return status ? status : check_decorators(change, file, site->where, err);
}

/* ---- the parameters -------------------------------------------------------------------------- */

static sx_status check_same(const sx_signature *change, const sx_signature_file *file,
                            const sx_signature_site *site, sx_err *err) {
  const sx_parameters *own = &site->parameters;
  size_t skip = receivers_of(own), count = own->items.len - skip;
  bool is_same = count == sx_signature_old_count(change);
  for (size_t i = 0; i < count && is_same; i++)
    is_same = own->items.items[i + skip].kind == sx_signature_old(change, i)->kind;
  if (is_same) return SX_OK;
  return refuse(change, file, site->name,
                "this declaration of it has other parameters. Make them alike first.", err);
}

static bool has_names(const sx_parameters *list) {
  for (size_t i = 0; i < list->items.len; i++)
    if (list->items.items[i].name.len) return true;
  return !list->items.len;
}

/* A parameter of this declaration, which may have names and types of its own. */
static bool combine(const sx_signature *change, const sx_signature_site *site,
                    const sx_new_parameter *one, sx_parameter *out) {
  const sx_parameters *own = &site->parameters;
  *out = one->as;
  if (one->from == SX_STR_NONE) {
    bool is_plain = change->family == SX_SIGNATURE_GO || change->family == SX_SIGNATURE_C;
    if (is_plain && !has_names(own)) out->name = SX_STR("");
    return true;
  }
  const sx_parameter *base = &own->items.items[one->from + receivers_of(own)];
  const sx_parameter *old = sx_signature_old(change, one->from);
  *out = *base;
  bool is_renamed = one->is_renamed && base->name.len && sx_str_is_equal(base->name, old->name);
  if (is_renamed) out->name = one->as.name;
  if (one->is_retyped) out->type = one->as.type;
  if (one->has_new_value) out->value = one->as.value;
  bool is_marked = one->as.is_optional && !old->is_optional;
  if (is_marked) out->is_optional = true;
  return is_renamed || one->is_retyped || one->has_new_value || is_marked;
}

/* C: the size of an array may be a parameter before it. */
static sx_status check_type(const sx_signature *change, const sx_signature_file *file,
                            const sx_signature_site *site, size_t index, sx_str type, sx_err *err) {
  if (change->family != SX_SIGNATURE_C || sx_str_find_char(type, '[', 0) == SX_STR_NONE)
    return SX_OK;
  bool is_lost = false;
  for (size_t i = index + 1; i < change->items.len; i++)
    is_lost |= sx_word_is_in(type, change->items.items[i].as.name);
  for (size_t i = 0; i < sx_signature_old_count(change); i++) {
    size_t at = sx_signature_new_of(change, i);
    bool is_own = at == index;
    is_lost |= !is_own && (at == SX_STR_NONE || change->items.items[at].is_renamed) &&
               sx_word_is_in(type, sx_signature_old(change, i)->name);
  }
  if (!is_lost) return SX_OK;
  return refuse(change, file, site->name,
                "the size of an array is a parameter that would come after it or be another one.",
                err);
}

/* JavaScript: a default may use the parameters before it. */
static sx_status check_default(const sx_signature *change, const sx_signature_file *file,
                               const sx_signature_site *site, size_t index, sx_str value,
                               sx_err *err) {
  if (change->family != SX_SIGNATURE_SCRIPT || !value.len) return SX_OK;
  bool is_lost = false;
  for (size_t i = index; i < change->items.len; i++)
    is_lost |= sx_word_is_in(value, change->items.items[i].as.name);
  for (size_t i = 0; i < sx_signature_old_count(change); i++) {
    size_t at = sx_signature_new_of(change, i);
    is_lost |= (at == SX_STR_NONE || change->items.items[at].is_renamed) &&
               sx_word_is_in(value, sx_signature_old(change, i)->name);
  }
  if (!is_lost) return SX_OK;
  return refuse(change, file, site->name,
                "a default uses a parameter that would come after it or be another one. Change the "
                "default first.",
                err);
}

/* Go: a name alone, where the next one is of the same type and the two were written so. */
static bool is_grouped(const sx_signature *change, const sx_signature_site *site, size_t index) {
  sx_parameter one, next;
  if (change->family != SX_SIGNATURE_GO || index + 1 >= change->items.len) return false;
  combine(change, site, &change->items.items[index], &one);
  combine(change, site, &change->items.items[index + 1], &next);
  return one.is_grouped && one.name.len && next.name.len && one.kind == next.kind &&
         one.kind == SX_PARAMETER_PLAIN && sx_str_is_equal(one.type, next.type);
}

/* TypeScript writes a default as `?` where there is no body, and wants none of these before a
 * parameter that must be given. */
static sx_status check_bodiless(const sx_signature *change, const sx_signature_file *file,
                                const sx_signature_site *site, sx_err *err) {
  bool has_default = false;
  if (!change->is_typed || sx_parameters_has_body(&site->parameters)) return SX_OK;
  for (size_t i = 0; i < change->items.len; i++) {
    const sx_parameter *one = &change->items.items[i].as;
    bool is_plain = one->kind == SX_PARAMETER_PLAIN;
    if (is_plain && has_default && !one->value.len && !one->is_optional)
      return sx_refactoring_refuse(
          change->r, file->document, sx_nodes_get(&file->nodes, site->name)->start, err,
          "a parameter with a default cannot stand before one without in this declaration, which "
          "has no body. Put it after the others.");
    has_default |= is_plain && one->value.len;
  }
  return SX_OK;
}

static sx_status add_items(const sx_signature *change, const sx_signature_file *file,
                           const sx_signature_site *site, sx_new_items *items, sx_err *err) {
  const sx_parameters *own = &site->parameters;
  size_t skip = receivers_of(own);
  sx_arena *arena = change->call->arena;
  bool has_body = sx_parameters_has_body(own);
  sx_status status = check_bodiless(change, file, site, err);
  for (size_t i = 0; i < skip + change->items.len && !status; i++) {
    sx_new_item *item = SX_ARRAY_ADD(items, arena);
    if (!item) return sx_fail(err, arena->status, NULL);
    const sx_parameter *old = i < own->items.len ? &own->items.items[i] : NULL;
    if (i < skip) {
      *item = (sx_new_item){i, sx_text_edits_get(&file->edits, old->start, old->end, arena)};
      continue;
    }
    const sx_new_parameter *one = &change->items.items[i - skip];
    sx_parameter as;
    bool is_changed = combine(change, site, one, &as);
    status = check_default(change, file, site, i - skip, as.value, err);
    if (!status) status = check_type(change, file, site, i - skip, as.type, err);
    if (status) return status;
    item->from = one->from == SX_STR_NONE ? one->from : one->from + skip;
    bool is_mark = as.kind == SX_PARAMETER_SLASH || as.kind == SX_PARAMETER_STAR;
    /* A mark that stays where it was is the old item: comments beside it stay, too. */
    if (is_mark && old && old->kind == as.kind) item->from = i;
    if (!is_changed && change->family != SX_SIGNATURE_GO) {
      old = &own->items.items[item->from];
      item->text = sx_text_edits_get(&file->edits, old->start, old->end, arena);
      continue;
    }
    item->text = is_grouped(change, site, i - skip)
                     ? as.name
                     : sx_parameter_write(change->family, &as, has_body, change->is_typed, arena);
  }
  return status;
}

static bool is_list_same(const sx_signature *change, const sx_signature_site *site) {
  size_t count = sx_signature_old_count(change);
  sx_parameter as;
  if (change->items.len != count) return false;
  for (size_t i = 0; i < count; i++) {
    const sx_new_parameter *one = &change->items.items[i];
    bool is_mark = sx_signature_old(change, i)->kind == one->as.kind && !one->as.name.len &&
                   one->from == SX_STR_NONE;
    if (is_mark) continue;
    if (one->from != i || combine(change, site, one, &as)) return false;
  }
  return true;
}

static sx_status put_list(const sx_signature *change, sx_signature_file *file,
                          const sx_signature_site *site, sx_str text, sx_err *err) {
  const sx_parameters *own = &site->parameters;
  sx_arena *arena = change->call->arena;
  if (own->is_bare) text = sx_arena_printf(arena, "(%.*s)", SX_STR_ARG(text));
  if (change->family == SX_SIGNATURE_C && !change->items.len) text = SX_STR("void");
  if (arena->status) return sx_fail(err, arena->status, NULL);
  return sx_text_edits_set(&file->edits, own->start, own->end, text, arena, err);
}

static sx_status write_list(const sx_signature *change, sx_signature_file *file,
                            const sx_signature_site *site, sx_err *err) {
  const sx_parameters *own = &site->parameters;
  sx_arena *arena = change->call->arena;
  sx_new_items items = {0};
  sx_str text;
  uint32_t comment = SX_NODE_NONE;
  if (is_list_same(change, site)) return SX_OK;
  sx_listed_item *old = sx_arena_calloc(arena, own->items.len + 1, sizeof *old);
  if (!old) return sx_fail(err, arena->status, NULL);
  for (size_t i = 0; i < own->items.len; i++)
    old[i] = (sx_listed_item){own->items.items[i].start, own->items.items[i].end};
  sx_status status = add_items(change, file, site, &items, err);
  if (!status)
    status = sx_list_write(&text, &file->nodes,
                           &(sx_old_list){own->start, own->end, old, own->items.len}, &items, arena,
                           &comment, err);
  if (status == SX_REFUSED && comment != SX_NODE_NONE)
    return sx_refactoring_refuse(change->r, file->document, comment, err,
                                 "this comment between parameters would lose what it is on. Take "
                                 "it out first.");
  return status ? status : put_list(change, file, site, text, err);
}

/* ---- the result ------------------------------------------------------------------------------ */

/* C: from the first word of the type to the name; storage classes stay. */
static sx_status write_c_result(const sx_signature *change, sx_signature_file *file,
                                const sx_signature_site *site, sx_err *err) {
  const sx_nodes *nodes = &file->nodes;
  uint32_t top = sx_nodes_above(nodes, site->where, "function_definition declaration");
  uint32_t from = SX_NODE_NONE;
  size_t end = sx_nodes_get(nodes, site->where)->start;
  for (uint32_t one = sx_nodes_first_named(nodes, top); one != SX_NODE_NONE;
       one = sx_nodes_next_named(nodes, one)) {
    bool is_type =
        sx_nodes_is(nodes, one, "type_qualifier") || sx_nodes_is_field(nodes, one, "type");
    if (sx_nodes_get(nodes, one)->start >= end || sx_nodes_has_in(nodes, one, site->where)) break;
    if (is_type && from == SX_NODE_NONE) from = one;
    if (!is_type && from != SX_NODE_NONE)
      return refuse(change, file, one, "this word is within the type of the result.", err);
  }
  if (from == SX_NODE_NONE || sx_nodes_token(nodes, top, ",") != SX_NODE_NONE)
    return refuse(change, file, site->name, "its type is not written alone.", err);
  bool is_pointer = sx_str_has_suffix(change->return_type, SX_STR("*"));
  sx_str text = sx_arena_printf(change->call->arena, "%.*s%s", SX_STR_ARG(change->return_type),
                                is_pointer ? "" : " ");
  return sx_text_edits_set(&file->edits, sx_nodes_get(nodes, from)->start, end, text,
                           change->call->arena, err);
}

static sx_status write_result(const sx_signature *change, sx_signature_file *file,
                              const sx_signature_site *site, sx_err *err) {
  const sx_nodes *nodes = &file->nodes;
  bool is_go = change->family == SX_SIGNATURE_GO, is_python = change->family == SX_SIGNATURE_PYTHON;
  if (!change->return_type.len) return SX_OK;
  if (change->family == SX_SIGNATURE_C) return write_c_result(change, file, site, err);
  if (sx_nodes_is(nodes, site->where, "lambda") ||
      sx_str_is_equal(change->name, SX_STR("constructor")))
    return refuse(change, file, site->name, "it cannot have a return type.", err);
  uint32_t old = sx_nodes_field(nodes, site->where, is_go ? "result" : "return_type");
  size_t start = site->parameters.end + 1, end = start;
  if (site->parameters.is_bare)
    return refuse(change, file, site->name, "put its parameter into brackets first.", err);
  if (old != SX_NODE_NONE) {
    start = sx_nodes_get(nodes, old)->start;
    end = sx_nodes_get(nodes, old)->end;
  }
  const char *before = old == SX_NODE_NONE ? (is_go       ? " "
                                              : is_python ? " -> "
                                                          : ": ")
                                           : (is_go || is_python ? "" : ": ");
  sx_str text =
      sx_arena_printf(change->call->arena, "%s%.*s", before, SX_STR_ARG(change->return_type));
  return sx_text_edits_set(&file->edits, start, end, text, change->call->arena, err);
}

sx_status sx_signature_check_declaration(const sx_signature *change, const sx_signature_file *file,
                                         const sx_signature_site *site, sx_err *err) {
  sx_status status = check_same(change, file, site, err);
  return status ? status : check_callers(change, file, site, err);
}

sx_status sx_signature_write_declaration(sx_signature *change, sx_signature_file *file,
                                         const sx_signature_site *site, sx_err *err) {
  sx_status status = write_list(change, file, site, err);
  return status ? status : write_result(change, file, site, err);
}
