#include "servers/traits.h"

#include "text/language.h"

static const sx_family families[] = {
    {.languages = {"c", "cpp", "objective-c", "objective-cpp", "cuda-cpp"},
     .sources = "**/*.{c,h,cc,cpp,cxx,hh,hpp,hxx,m,mm,cu}",
     .has_index = true},
    {.languages = {"typescript", "typescriptreact", "javascript", "javascriptreact"},
     .sources = "**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs}",
     .typed_sources = "**/*.{ts,tsx,mts,cts}",
     .can_load = true},
};

bool sx_family_has(const sx_family *family, sx_str language_id) {
  for (size_t i = 0; family->languages[i]; i++)
    if (sx_str_is_equal(language_id, sx_str_from(family->languages[i]))) return true;
  return false;
}

const sx_family *sx_family_of(sx_str language_id) {
  for (size_t i = 0; i < sizeof families / sizeof *families; i++)
    if (sx_family_has(&families[i], language_id)) return &families[i];
  return NULL;
}

const sx_family *sx_family_of_file(sx_str path) {
  return sx_family_of(sx_language_name(sx_language_find(SX_STR(""), path)));
}
