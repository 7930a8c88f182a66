#include "semantic/declaring_files.h"

#include "semantic/declared.h"
#include "semantic/declared_rank.h"
#include "text/keyword.h"

/* More are not the one that is meant. */
#define MAX_FILES 24

static bool has_path(void *arg, sx_str path) {
  const sx_language *language = arg;
  return !language || sx_language_is_kin(language, sx_language_find(SX_STR(""), path));
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
  const sx_declared_context context = {SX_STR(""), SX_STR(""), &search.open};
  *out = (sx_strs){0};
  sx_status status = sx_declared_begin(&search, call, err);
  const sx_declared_filter filter = {has_path, NULL, (void *)language, locator->name, locator};
  if (!status) status = sx_declared_find_fitting(&search, locator->name, &filter, &all, err);
  if (!status) status = sx_declared_count_importers(&search, &all, err);
  if (!status) sx_declared_sort(&all, locator->name, &context, call->arena);
  if (!status && all.len) status = sx_strs_add(out, all.items[0].path, call->arena, err);
  if (!status) status = take(out, call, &all, false, err);
  if (!status) status = take(out, call, &all, true, err);
  sx_declared_end(&search);
  return status;
}
