#include "semantic/declaring_files.h"

#include "semantic/declared.h"
#include "semantic/declared_rank.h"
#include "text/keyword.h"

/* More are not the one that is meant. */
#define MAX_FILES 24

static bool fits(const sx_declared *one, const sx_locator *locator, const sx_language *language) {
  const sx_language *own = sx_language_find(SX_STR(""), one->path);
  return sx_str_is_equal(one->name, locator->name) &&
         sx_locator_fits(locator, one->path, one->container) &&
         (!language || sx_language_is_kin(language, own));
}

static sx_status take(sx_strs *out, sx_call *call, const sx_declared_list *all, bool is_mere,
                      sx_err *err) {
  sx_status status = SX_OK;
  for (size_t i = 0; i < all->len && out->len < MAX_FILES && !status; i++)
    if (((all->items[i].flags & SX_FACT_DECLARATION) != 0) == is_mere)
      status = sx_strs_add_new(out, all->items[i].path, call->arena, err);
  return status;
}

sx_status sx_declaring_files_find(sx_strs *out, sx_call *call, const sx_locator *locator,
                                  const sx_language *language, sx_err *err) {
  sx_declared_search search;
  sx_declared_list all = {0};
  size_t kept = 0;
  const sx_declared_context context = {SX_STR(""), SX_STR(""), &search.open};
  *out = (sx_strs){0};
  sx_status status = sx_declared_begin(&search, call, err);
  if (!status) status = sx_declared_find(&search, locator->name, &all, err);
  for (size_t i = 0; i < all.len && !status; i++)
    if (fits(&all.items[i], locator, language)) all.items[kept++] = all.items[i];
  all.len = kept;
  if (!status) status = sx_declared_count_importers(&search, &all, err);
  if (!status) sx_declared_sort(&all, locator->name, &context, call->arena);
  if (!status && all.len) status = sx_strs_add(out, all.items[0].path, call->arena, err);
  if (!status) status = take(out, call, &all, false, err);
  if (!status) status = take(out, call, &all, true, err);
  sx_declared_end(&search);
  return status;
}
