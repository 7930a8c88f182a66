#include "semantic/inherited.h"

#include "semantic/reexports.h"
#include "symbols/names.h"
#include "text/keyword.h"

#define MAX_TYPES ((size_t)40) /* above one, that are looked into */
#define MAX_SAME 50            /* types of one name */

/* A type above, and the language that names it. */
typedef struct above_type {
  sx_str name;
  const sx_language *language;
} above_type;
typedef SX_ARRAY(above_type) above_types;

/* NULL as the language: any. */
typedef struct filtering {
  const sx_declared_filter *former; /* of the members; or NULL */
  const sx_language *language;
} filtering;

static bool has_path(void *arg, sx_str path) {
  const filtering *f = arg;
  if (f->former && !f->former->has(f->former->arg, path)) return false;
  return !f->language || sx_language_is_kin(sx_language_find(SX_STR(""), path), f->language);
}

static bool fits(void *arg, const sx_declared *one) {
  const filtering *f = arg;
  return !f->former || !f->former->fits || f->former->fits(f->former->arg, one);
}

static sx_status find_types(sx_declared_search *search, const sx_locator *type,
                            const sx_language *language, sx_declared_list *out, sx_err *err) {
  filtering f = {NULL, language};
  const sx_declared_filter filter = {has_path, NULL, &f, type->name, type};
  const sx_declared_filter *former = search->filter;
  search->filter = &filter;
  sx_status status = sx_declared_find_some(search, type->name, MAX_SAME, out, err);
  if (!status && !out->len) status = sx_reexports_find(search, type, out, err);
  search->filter = former;
  return status;
}

static bool has(const sx_declared_list *types, const sx_declared *one) {
  for (size_t i = 0; i < types->len; i++)
    if (types->items[i].name_at == one->name_at && sx_str_is_equal(types->items[i].path, one->path))
      return true;
  return false;
}

static sx_status add_above(above_types *out, sx_str name, const sx_language *language,
                           sx_arena *arena, sx_err *err) {
  for (size_t i = 0; i < out->len; i++)
    if (sx_str_is_equal(out->items[i].name, name) && out->items[i].language == language)
      return SX_OK;
  above_type *added = SX_ARRAY_ADD(out, arena);
  if (!added) return sx_fail(err, arena->status, NULL);
  *added = (above_type){name, language};
  return SX_OK;
}

/* Adds the types that these name as their bases. */
static sx_status add_bases(sx_declared_search *search, sx_str name, const sx_declared_list *types,
                           above_types *out, sx_err *err) {
  sx_declared_bases bases = {0};
  const sx_declared_filter *former = search->filter;
  search->filter = NULL;
  sx_status status = sx_declared_find_bases(search, name, &bases, err);
  search->filter = former;
  for (size_t i = 0; i < bases.len && out->len < MAX_TYPES && !status; i++) {
    const sx_declared_base *one = &bases.items[i];
    if (one->kind == SX_BASE_OWNER || !has(types, &one->type)) continue;
    sx_str word = sx_symbols_last_word(one->name);
    const sx_language *language = sx_language_find(SX_STR(""), one->type.path);
    if (word.len) status = add_above(out, word, language, search->call->arena, err);
  }
  return status;
}

static sx_status find_members(sx_declared_search *search, const sx_locator *locator,
                              const above_type *type, sx_declared_list *out, sx_err *err) {
  sx_locator member = *locator;
  filtering f = {search->filter, type->language};
  member.parents[0] = type->name;
  member.parent_count = 1;
  const sx_declared_filter filter = {has_path, fits, &f, locator->name, &member};
  return sx_declared_find_fitting(search, locator->name, &filter, out, err);
}

sx_status sx_inherited_find(sx_declared_search *search, const sx_locator *locator,
                            sx_declared_list *out, sx_err *err) {
  above_types above = {0};
  sx_declared_list types = {0};
  if (!locator->parent_count) return SX_OK;
  sx_locator type = *locator;
  sx_str last = locator->parents[--type.parent_count];
  type.name = sx_locator_take_last_name(&last);
  sx_status status = find_types(search, &type, NULL, &types, err);
  if (!status && types.len) status = add_bases(search, type.name, &types, &above, err);
  for (size_t i = 0; i < above.len && !out->len && !status; i++) {
    const above_type one = above.items[i];
    status = find_members(search, locator, &one, out, err);
    if (status || out->len) break;
    const sx_locator next = {.name = one.name, .given = one.name};
    types.len = 0;
    status = find_types(search, &next, one.language, &types, err);
    if (!status) status = add_bases(search, next.name, &types, &above, err);
  }
  return status;
}
