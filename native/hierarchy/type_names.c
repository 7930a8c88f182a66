#include "hierarchy/type_names.h"

#include "resolve/c_sources.h"
#include "semantic/declared.h"
#include "symbols/names.h"
#include "syntax/languages.h"
#include "workspace/document.h"
#include "workspace/paths.h"

/* The most of one type: each is compared with all others, and a tree has room for fewer. */
#define MAX_SUBTYPES ((size_t)2500)

typedef struct named_type {
  sx_declared one;
  const sx_syntax_language *language;
} named_type;

struct sx_type_names {
  sx_call *call;
  sx_declared_search search;
  /* Those of the name that was looked up last, as all subtypes of a type ask for the same. */
  sx_str known_name;
  SX_ARRAY(named_type) known;
  sx_declared_list found; /* by find_types, until the next search */
  /* The declarations of a member: all types that may have it ask for the same. */
  sx_str member_name;
  sx_declared_list members;
  size_t several; /* the most types that have one name */
  sx_str several_name;
  sx_str outside; /* a base that no file of the workspace declares, or empty */
  size_t outside_count;
};

/* ---- life --------------------------------------------------------------------------------- */

static const sx_syntax_language *language_of(sx_str path) {
  return sx_syntax_language_find(SX_STR(""), path, SX_STR(""));
}

bool sx_type_names_may_know(sx_str path) {
  const sx_syntax_language *language = language_of(path);
  bool is_read = language && language->reader == SX_SYNTAX_GRAMMAR;
  return sx_c_is_header(path) || (is_read && sx_syntax_language_is_code(language));
}

sx_status sx_type_names_begin(sx_type_names **out, sx_call *call, sx_err *err) {
  bool has_more;
  sx_type_names *names = *out = SX_ARENA_NEW(call->arena, sx_type_names);
  if (!names) return sx_fail(err, call->arena->status, NULL);
  *names = (sx_type_names){.call = call,
                           .known_name = SX_STR(""),
                           .member_name = SX_STR(""),
                           .several_name = SX_STR(""),
                           .outside = SX_STR("")};
  sx_status status = sx_declared_begin(&names->search, call, err);
  return status ? status : sx_declared_wait(&names->search, SX_STR(""), &has_more, err);
}

void sx_type_names_end(sx_type_names *names) {
  if (names) sx_declared_end(&names->search);
}

/* ---- types -------------------------------------------------------------------------------- */

static bool is_type(const sx_declared *one) {
  switch (one->kind) {
  case SX_FACT_CLASS:
  case SX_FACT_INTERFACE:
  case SX_FACT_STRUCT:
  case SX_FACT_UNION:
  case SX_FACT_ENUM:
  case SX_FACT_TYPEDEF:
  case SX_FACT_TYPE_ALIAS:
  case SX_FACT_EXTENSION:
  case SX_FACT_OBJECT:
  case SX_FACT_MODULE: return true;
  default: return false;
  }
}

/* TypeScript and JavaScript, and C and C++, use each other's types. */
static bool are_one_language(const sx_syntax_language *one, const sx_syntax_language *other) {
  if (!one || !other) return false;
  bool is_c = sx_language_has_word("c cpp", sx_str_from(one->row), false) &&
              sx_language_has_word("c cpp", sx_str_from(other->row), false);
  return is_c || strcmp(one->row, other->row) == 0;
}

static bool is_of_one_language(sx_str a, sx_str b) {
  return are_one_language(language_of(a), language_of(b));
}

/* `out->path` is empty where the file is gone. */
static sx_status item_of(sx_call *call, const sx_declared *one, sx_host_item *out, sx_err *err) {
  const sx_document *document = NULL;
  *out = (sx_host_item){.path = SX_STR("")};
  sx_status status = sx_document_peek_any(call, one->path, &document, err);
  if (status || !document) return status;
  *out = (sx_host_item){.token = SX_HOST_NO_TOKEN,
                        .name = one->name,
                        .kind = sx_fact_kind_name((sx_fact_kind)one->kind),
                        .path = document->path,
                        .range = {sx_document_position(document, one->start),
                                  sx_document_position(document, one->end)},
                        .name_at = sx_document_position(document, one->name_at)};
  return SX_OK;
}

/* Looks up all types of a name, spelled so. */
static sx_status look_up(sx_type_names *names, sx_str name, sx_err *err) {
  sx_declared_list all = {0};
  sx_arena *arena = names->call->arena;
  if (name.len && sx_str_is_equal(names->known_name, name)) return SX_OK;
  names->known_name = SX_STR("");
  names->known.len = 0;
  sx_status status = sx_declared_find(&names->search, name, &all, err);
  for (size_t i = 0; i < all.len && !status; i++) {
    const sx_declared *one = &all.items[i];
    if (!is_type(one) || !sx_str_is_equal(one->name, name) || one->flags & SX_FACT_DECLARATION)
      continue;
    named_type *added = SX_ARRAY_ADD(&names->known, arena);
    if (!added) return sx_fail(err, arena->status, NULL);
    *added = (named_type){*one, language_of(one->path)};
  }
  if (!status) names->known_name = name;
  return status;
}

/* Finds the types of a name that a file of the language at `path` may mean: in `found`. */
static sx_status find_types(sx_type_names *names, sx_str name, sx_str path, sx_err *err) {
  const sx_syntax_language *language = language_of(path);
  sx_status status = look_up(names, name, err);
  bool is_here = false;
  sx_declared_list *out = &names->found;
  out->len = 0;
  for (size_t i = 0; i < names->known.len && !status; i++) {
    const named_type *type = &names->known.items[i];
    if (!are_one_language(type->language, language)) continue;
    bool is_its = sx_str_is_equal(type->one.path, path);
    if (is_its && !is_here) out->len = 0;
    if (is_here && !is_its) continue;
    is_here |= is_its;
    sx_declared *added = SX_ARRAY_ADD(out, names->call->arena);
    if (!added) return sx_fail(err, names->call->arena->status, NULL);
    *added = type->one;
  }
  return status;
}

static void note_several(sx_type_names *names, sx_str name, size_t count) {
  if (count < 2 || count <= names->several) return;
  names->several = count;
  names->several_name = name;
}

/* ---- supertypes --------------------------------------------------------------------------- */

static sx_status add(sx_type_names *names, const sx_host_item *item, sx_host_relatives *out,
                     sx_err *err) {
  for (size_t i = 0; i < out->len; i++)
    if (sx_pos16_is_equal(out->items[i].item.name_at, item->name_at) &&
        sx_str_is_equal(out->items[i].item.path, item->path))
      return SX_OK;
  sx_host_relative *added = SX_ARRAY_ADD(out, names->call->arena);
  if (!added) return sx_fail(err, names->call->arena->status, NULL);
  added->item = *item;
  return SX_OK;
}

/* One of a library is shown where it is named. */
static sx_status add_outside(sx_type_names *names, const sx_declared_base *base,
                             sx_host_relatives *out, sx_err *err) {
  sx_declared there = base->type;
  sx_host_item item;
  there.name = base->name;
  there.kind = base->kind == SX_BASE_IMPLEMENTS ? SX_FACT_INTERFACE : SX_FACT_CLASS;
  there.start = there.name_at = base->at;
  there.end = base->at + (uint32_t)base->name.len;
  sx_status status = item_of(names->call, &there, &item, err);
  if (!names->outside_count++) names->outside = base->name;
  return status || !item.path.len ? status : add(names, &item, out, err);
}

/* Whether a base may mean a type: not itself, and in Go no `http.Handler` of its own package. */
static bool may_name(const sx_declared_base *base, sx_str path, uint32_t row) {
  const sx_declared *own = &base->type;
  bool is_itself = own->row == row && sx_str_is_equal(own->path, path);
  bool is_qualified = sx_str_has_suffix(own->path, SX_STR(".go")) &&
                      sx_str_find_char(base->name, '.', 0) != SX_STR_NONE;
  bool is_near = sx_str_is_equal(sx_path_folder(own->path), sx_path_folder(path));
  return !is_itself && !(is_qualified && is_near);
}

static void keep_named(sx_declared_list *types, const sx_declared_base *base) {
  size_t kept = 0;
  for (size_t i = 0; i < types->len; i++)
    if (may_name(base, types->items[i].path, types->items[i].row))
      types->items[kept++] = types->items[i];
  types->len = kept;
}

static sx_status add_supertype(sx_type_names *names, const sx_declared_base *base,
                               sx_host_relatives *out, sx_err *err) {
  sx_declared_list *types = &names->found;
  sx_str word = sx_symbols_last_word(base->name);
  sx_status status = find_types(names, word, base->type.path, err);
  keep_named(types, base);
  if (!status && !types->len) return add_outside(names, base, out, err);
  note_several(names, word, types->len);
  for (size_t i = 0; i < types->len && !status; i++) {
    sx_host_item item;
    status = item_of(names->call, &types->items[i], &item, err);
    if (!status && item.path.len) status = add(names, &item, out, err);
  }
  return status;
}

/* Whether it is the declaration of an item, or adds to it from elsewhere. */
static bool is_of_item(const sx_declared *one, const sx_host_item *item) {
  if (!sx_str_is_equal(one->name, item->name)) return false;
  return one->kind == SX_FACT_EXTENSION
             ? is_of_one_language(one->path, item->path)
             : sx_str_is_equal(one->path, item->path) && one->row == item->range.start.line;
}

static sx_status add_supertypes(sx_type_names *names, const sx_host_item *item,
                                sx_host_relatives *out, sx_err *err) {
  sx_declared_bases bases = {0};
  sx_status status = sx_declared_find_bases(&names->search, item->name, &bases, err);
  for (size_t i = 0; i < bases.len && !status; i++) {
    const sx_declared_base *base = &bases.items[i];
    if (base->kind != SX_BASE_OWNER && is_of_item(&base->type, item))
      status = add_supertype(names, base, out, err);
  }
  return status;
}

/* ---- subtypes ----------------------------------------------------------------------------- */

/* A base means the type of its own file that has the name, if there is one. */
static sx_status may_mean(sx_type_names *names, const sx_declared_base *base,
                          const sx_host_item *item, bool *out, sx_err *err) {
  sx_declared_list *types = &names->found;
  *out = false;
  if (base->kind == SX_BASE_OWNER || !is_type(&base->type) ||
      !sx_str_is_equal(sx_symbols_last_word(base->name), item->name) ||
      !is_of_one_language(base->type.path, item->path))
    return SX_OK;
  sx_status status = find_types(names, item->name, base->type.path, err);
  if (status) return status;
  if (!may_name(base, item->path, item->range.start.line)) return SX_OK;
  keep_named(types, base);
  bool is_elsewhere = types->len && sx_str_is_equal(types->items[0].path, base->type.path) &&
                      !sx_str_is_equal(types->items[0].path, item->path);
  *out = !is_elsewhere;
  if (*out) note_several(names, item->name, types->len);
  return status;
}

static sx_status add_subtypes(sx_type_names *names, const sx_host_item *item,
                              sx_host_relatives *out, sx_err *err) {
  sx_declared_bases bases = {0};
  sx_status status = sx_declared_find_subtypes(&names->search, item->name, &bases, err);
  for (size_t i = 0; i < bases.len && !status && out->len < MAX_SUBTYPES; i++) {
    sx_host_item subtype;
    bool is_meant;
    status = may_mean(names, &bases.items[i], item, &is_meant, err);
    if (status || !is_meant) continue;
    status = item_of(names->call, &bases.items[i].type, &subtype, err);
    if (!status && subtype.path.len) status = add(names, &subtype, out, err);
  }
  return status;
}

/* ---- questions ---------------------------------------------------------------------------- */

static sx_status expand(const sx_relatives_source *self, sx_relation relation,
                        const sx_host_item *items, size_t count, sx_host_relatives *out,
                        sx_err *err) {
  sx_status status = SX_OK;
  for (size_t i = 0; i < count && !status; i++)
    status = relation == SX_SUBTYPES ? add_subtypes(self->names, &items[i], &out[i], err)
                                     : add_supertypes(self->names, &items[i], &out[i], err);
  return status;
}

sx_relatives_source sx_type_names_source(sx_type_names *names) {
  return (sx_relatives_source){.expand = expand, .call = names->call, .names = names};
}

/* The innermost type of the name `name` in the file that has the row in it. */
static sx_status find_around(sx_type_names *names, const sx_declared *member, sx_host_item *out,
                             sx_err *err) {
  const sx_declared_list *types = &names->found;
  const sx_declared *found = NULL;
  sx_str name = sx_symbols_last_word(member->container);
  if (!name.len) return SX_OK;
  sx_status status = find_types(names, name, member->path, err);
  for (size_t i = 0; i < types->len && !status; i++) {
    const sx_declared *one = &types->items[i];
    bool has = sx_str_is_equal(one->path, member->path) && one->start <= member->start &&
               one->end >= member->end;
    if (has && (!found || one->start > found->start)) found = one;
  }
  return status || !found ? status : item_of(names->call, found, out, err);
}

static bool is_path(void *arg, sx_str path) {
  const sx_str *wanted = arg;
  return sx_str_is_equal(*wanted, path);
}

sx_status sx_type_names_find(sx_type_names *names, const sx_place *place, sx_str name,
                             sx_host_item *out, bool *is_member, sx_err *err) {
  sx_declared_list all = {0};
  sx_str path = place->path;
  const sx_declared_filter here = {.has = is_path, .arg = &path, .name = SX_STR("")};
  *out = (sx_host_item){.path = SX_STR("")};
  *is_member = false;
  sx_status status = sx_declared_find_fitting(&names->search, name, &here, &all, err);
  for (size_t i = 0; i < all.len && !status && !out->path.len; i++) {
    const sx_declared *one = &all.items[i];
    sx_host_item item;
    status = item_of(names->call, one, &item, err);
    bool is_there = !status && item.path.len && sx_pos16_is_equal(item.name_at, place->range.start);
    if (!is_there) continue;
    *is_member = !is_type(one);
    if (*is_member)
      status = find_around(names, one, out, err);
    else
      *out = item;
  }
  return status;
}

static sx_status look_up_members(sx_type_names *names, sx_str member, sx_err *err) {
  if (member.len && sx_str_is_equal(names->member_name, member)) return SX_OK;
  names->member_name = SX_STR("");
  names->members.len = 0;
  sx_status status = sx_declared_find(&names->search, member, &names->members, err);
  if (!status) names->member_name = member;
  return status;
}

sx_status sx_type_names_add_members(sx_type_names *names, const sx_host_item *type, sx_str member,
                                    sx_places *out, sx_err *err) {
  sx_status status = look_up_members(names, member, err);
  for (size_t i = 0; i < names->members.len && !status; i++) {
    const sx_declared *one = &names->members.items[i];
    sx_host_item item;
    bool is_its = sx_str_is_equal(one->name, member) && sx_str_is_equal(one->path, type->path) &&
                  sx_str_is_equal(sx_symbols_last_word(one->container), type->name);
    if (!is_its) continue;
    status = item_of(names->call, one, &item, err);
    if (status || !item.path.len || !sx_range16_has(type->range, item.name_at)) continue;
    sx_place *added = SX_ARRAY_ADD(out, names->call->arena);
    if (!added) return sx_fail(err, names->call->arena->status, NULL);
    *added = (sx_place){item.path, {item.name_at, item.name_at}};
  }
  return status;
}

void sx_type_names_write(const sx_type_names *names, sx_buf *text) {
  if (names->several)
    sx_buf_addf(text, "%zu types are named '%.*s': what names one of them may mean another.\n",
                names->several, SX_STR_ARG(names->several_name));
  if (names->outside_count)
    sx_buf_addf(text, "Not declared in this workspace, and shown where %s named: %.*s%s.\n",
                names->outside_count > 1 ? "they are" : "it is", SX_STR_ARG(names->outside),
                names->outside_count > 1 ? " and others" : "");
  sx_declared_write_lack(&names->search, text);
}
