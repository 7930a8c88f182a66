#include "semantic/declared_rank.h"

#include "base/folder.h"
#include "resolve/c_sources.h"
#include "semantic/place_list.h"
#include "symbols/names.h"
#include "workspace/built_twins.h"
#include "workspace/paths.h"

#include <stdlib.h>

/* ---- files --------------------------------------------------------------------------------- */

static bool has_any(sx_str path, const char *const *parts, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (sx_str_find(path, sx_str_from(parts[i]), 0) != SX_STR_NONE) return true;
  return false;
}

sx_file_role sx_file_role_of(sx_str path) {
  static const char *const generated[] = {
      "/dist/",  "/build/", "/out/",    "/generated/", ".generated.",   ".min.",
      "_pb2.py", ".pb.go",  "/vendor/", ".g.dart",     "/third_party/", "/node_modules/"};
  static const char *const docs[] = {"/doc/",     "/docs/",    "/Documentation/", "/examples/",
                                     "/samples/", "/scripts/", "/tools/",         "/contrib/"};
  if (has_any(path, generated, sizeof generated / sizeof *generated)) return SX_ROLE_GENERATED;
  if (sx_place_is_test_below(path)) return SX_ROLE_TEST;
  return has_any(path, docs, sizeof docs / sizeof *docs) ? SX_ROLE_DOCS : SX_ROLE_SOURCE;
}

/* By the path in the workspace: the folders above it have names of their own. */
static sx_file_role role_of(const sx_declared *one) {
  sx_file_role role = sx_file_role_of(sx_str_slice(one->path, one->folder, one->path.len));
  bool is_test = one->flags & SX_FACT_TEST; /* it may stand beside what it tests */
  return is_test && role < SX_ROLE_TEST ? SX_ROLE_TEST : role;
}

/* ---- declarations --------------------------------------------------------------------------- */

static int rate_kind(const sx_declared *one) {
  switch ((sx_fact_kind)one->kind) {
  case SX_FACT_FIELD:
  case SX_FACT_PROPERTY:
  case SX_FACT_KEY:
  case SX_FACT_HEADING: return 3;
  case SX_FACT_VARIABLE:
  case SX_FACT_CONSTANT:
  case SX_FACT_ENUM_MEMBER: return 2;
  case SX_FACT_METHOD:
  case SX_FACT_CONSTRUCTOR:
  case SX_FACT_MACRO: return 1;
  default: return 0;
  }
}

/* 3: in the file itself, 2: in its folder, 1: in its package, 0: elsewhere. A mere declaration
   there is not nearer than the definition. */
static int same_place(const sx_declared *one, const sx_declared_context *context) {
  sx_str path = one->path;
  if (!context->path.len || (one->flags & SX_FACT_DECLARATION)) return 0;
  if (sx_str_is_equal(path, context->path)) return 3;
  if (sx_str_is_equal(sx_path_folder(path), sx_path_folder(context->path))) return 2;
  return context->package.len && sx_folder_has(context->package, path);
}

/* The more folders two paths share, the nearer. */
static int shared_folders(sx_str path, sx_str context) {
  int count = 0;
  for (size_t i = 0; i < path.len && i < context.len && path.ptr[i] == context.ptr[i]; i++)
    count += path.ptr[i] == '/';
  return count + sx_str_is_equal(path, context);
}

bool sx_declared_is_of_file(const sx_declared *one) {
  const sx_language *language = sx_language_find(SX_STR(""), one->path);
  bool is_c = sx_language_has_word("c cpp objective-c", sx_language_name(language), false);
  bool is_header = sx_c_is_header(one->path);
  /* A method beside its class's file is the class's, which a header mostly has. */
  bool is_member = one->kind == SX_FACT_METHOD || one->kind == SX_FACT_CONSTRUCTOR ||
                   one->kind == SX_FACT_OPERATOR;
  if (is_member) return false;
  bool is_of_file = one->kind != SX_FACT_FUNCTION && one->kind != SX_FACT_VARIABLE &&
                    one->kind != SX_FACT_CONSTANT;
  return is_c && !is_header && (is_of_file || (one->flags & SX_FACT_STATIC));
}

/* Without what it is a member of, the name cannot mean it: an extern variable is more likely. */
static bool is_c_field(const sx_declared *one) {
  const sx_language *language = sx_language_find(SX_STR(""), one->path);
  return one->kind == SX_FACT_FIELD && (language->flags & SX_LANGUAGE_C_FUNCTIONS);
}

/* In how many others it is. */
static int depth_of(sx_str container) {
  int depth = container.len > 0;
  for (size_t i = 0; i < container.len; i++) depth += container.ptr[i] == '.';
  return depth;
}

/* In C a name alone is the function's: the struct needs its keyword. */
static bool needs_keyword(const sx_declared *one) {
  const sx_language *language = sx_language_find(SX_STR(""), one->path);
  bool is_tag =
      one->kind == SX_FACT_STRUCT || one->kind == SX_FACT_UNION || one->kind == SX_FACT_ENUM;
  return is_tag && sx_str_is_equal(sx_language_name(language), SX_STR("c"));
}

/* Others can name it by the name alone, and it is mostly a function: `export const parse = …`. */
static bool is_module_constant(const sx_declared *one) {
  const sx_language *language = sx_language_find(SX_STR(""), one->path);
  bool is_script = sx_language_has_word("typescript typescriptreact javascript javascriptreact",
                                        sx_language_name(language), false);
  return is_script && one->kind == SX_FACT_CONSTANT && !one->container.len;
}

/* As rate_kind, with such a constant between functions and methods. */
static int order_of_kind(const sx_declared *one) {
  return is_module_constant(one) ? 1 : 2 * rate_kind(one);
}

#define LAST_OF_FUNCTIONS 2

typedef struct ranked {
  sx_declared one;
  bool is_other_case, is_mere, is_local, is_behind, is_c_field, is_built;
  int place, kind, role, nearness, depth;
  sx_open_place open;
} ranked;

static int compare(const void *a, const void *b) {
  const ranked *x = a, *y = b;
  const int orders[] = {x->is_other_case - y->is_other_case,
                        y->place - x->place,
                        x->is_built - y->is_built,
                        (x->kind > LAST_OF_FUNCTIONS) - (y->kind > LAST_OF_FUNCTIONS),
                        x->is_c_field - y->is_c_field,
                        x->is_mere - y->is_mere,
                        x->role - y->role,
                        (y->open == SX_OPEN_FILE) - (x->open == SX_OPEN_FILE),
                        x->is_local - y->is_local,
                        x->is_behind - y->is_behind,
                        x->kind - y->kind,
                        y->nearness - x->nearness,
                        (int)y->open - (int)x->open,
                        (x->one.importers < y->one.importers) -
                            (x->one.importers > y->one.importers),
                        x->depth - y->depth,
                        sx_str_compare(x->one.path, y->one.path)};
  for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
    if (orders[i]) return orders[i];
  return (x->one.name_at > y->one.name_at) - (x->one.name_at < y->one.name_at);
}

static sx_open_place open_place(const sx_declared *one, const sx_declared_context *context) {
  return context->open ? sx_open_editors_find(context->open, one->path) : SX_OPEN_NOT;
}

static bool is_same(const sx_declared *a, const sx_declared *b) {
  return a->name_at == b->name_at && a->start == b->start && sx_str_is_equal(a->path, b->path);
}

void sx_declared_sort(sx_declared_list *list, sx_str name, const sx_declared_context *context,
                      sx_arena *arena) {
  size_t kept = 0;
  sx_built_twins twins;
  ranked *all = list->len ? sx_arena_calloc(arena, list->len, sizeof *all) : NULL;
  sx_built_twins_init(&twins, arena);
  if (!all) return;
  for (size_t i = 0; i < list->len; i++)
    if (sx_built_twins_add(&twins, list->items[i].path)) return;
  for (size_t i = 0; i < list->len; i++) {
    const sx_declared *one = &list->items[i];
    all[i] = (ranked){.one = *one,
                      .is_other_case = !sx_str_is_equal(one->name, name),
                      .is_mere = (one->flags & SX_FACT_DECLARATION) != 0,
                      .is_local = sx_declared_is_of_file(one),
                      .is_built = sx_built_twins_is_built(&twins, one->path),
                      .is_behind = needs_keyword(one),
                      .is_c_field = is_c_field(one),
                      .place = same_place(one, context),
                      .kind = order_of_kind(one),
                      .role = (int)role_of(one),
                      .nearness = shared_folders(one->path, context->path),
                      .depth = depth_of(one->container),
                      .open = open_place(one, context)};
  }
  qsort(all, list->len, sizeof *all, compare);
  for (size_t i = 0; i < list->len; i++)
    if (!kept || !is_same(&list->items[kept - 1], &all[i].one)) list->items[kept++] = all[i].one;
  list->len = kept;
}

int sx_declared_rate(const sx_declared *one) {
  bool is_mere = (one->flags & SX_FACT_DECLARATION) != 0;
  return 8 - rate_kind(one) - (int)role_of(one) - is_mere;
}

bool sx_declared_is_definition(const sx_declared *one) {
  bool is_mere = (one->flags & SX_FACT_DECLARATION) != 0;
  return !is_mere && rate_kind(one) <= 1 && role_of(one) == SX_ROLE_SOURCE;
}

bool sx_declared_has_definition(const sx_declared_search *search, const sx_declared_list *list) {
  bool is_any = list->len && !search->lack.unwritten;
  for (size_t i = 0; i < list->len && !is_any; i++)
    is_any = sx_declared_is_definition(&list->items[i]);
  return is_any;
}

/* ---- names ---------------------------------------------------------------------------------- */

enum { WHOLE = 100, ORDERED = 20, FIRST = 15, EXTRA_PART = 6, WHOLE_PART = 4, SAME_CASE = 3 };

/* The number of the name's part that begins with the wanted one, from part `from` on; or -1. */
static int find_part(sx_str parts, sx_str wanted, int from, int *rate) {
  int number = 0;
  for (size_t at = 0; at < parts.len; number++) {
    size_t end = sx_str_find_char(parts, ' ', at);
    sx_str part = sx_str_slice(parts, at, end == SX_STR_NONE ? parts.len : end);
    bool fits =
        part.len >= wanted.len && sx_str_is_equal_fold(sx_str_slice(part, 0, wanted.len), wanted);
    bool is_same = sx_str_has_prefix(part, wanted);
    *rate = (part.len == wanted.len ? WHOLE_PART : 0) + (is_same ? SAME_CASE : 0);
    if (fits && number >= from) return number;
    at += part.len + 1;
  }
  return -1;
}

int sx_declared_rate_name(sx_str name, const sx_strs *parts) {
  char text[2 * SX_SYMBOLS_PARTS_BYTES];
  sx_str own = sx_str_make(text, sx_symbols_parts(text, name));
  int count = own.len ? 1 : 0, last = -1, rate = 0;
  bool is_ordered = true, is_first = false;
  for (size_t i = 0; i < own.len; i++) count += own.ptr[i] == ' ';
  for (size_t i = 0; i < parts->len; i++) {
    int more, at = find_part(own, parts->items[i], last + 1, &more);
    is_first |= i == 0 && at == 0;
    is_ordered = is_ordered && at == last + 1;
    if (at >= 0) rate += more;
    if (at >= 0) last = at;
  }
  int extra = count - (int)parts->len;
  if (extra == 0 && is_ordered) rate += WHOLE;
  return rate + (is_ordered ? ORDERED : 0) + (is_first ? FIRST : 0) - EXTRA_PART * extra;
}
