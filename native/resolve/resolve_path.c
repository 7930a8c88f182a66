#include "text/keyword.h"
#include "text/qualifier.h"
#include "resolve/members.h"
#include "workspace/paths.h"
#include "servers/readiness.h"
#include "workspace/allowed.h"

#define MAX_NEAR 8

enum { SCORE_BY_PATH = 1000 };

/* How far a name path was followed. */
typedef struct path_walk {
  sx_call *call;
  const sx_locator *locator;
  sx_resolution *out;
  size_t reached;      /* as many parents are known */
  sx_referents owners; /* what all parents together mean */
  bool is_sure;        /* nothing that could not be asked */
} path_walk;

static sx_str parent_name(const path_walk *walk, size_t i) {
  return i < walk->locator->parent_count ? sx_locator_bare_name(walk->locator->parents[i])
                                         : walk->locator->name;
}

/* ---- what the first name means --------------------------------------------------------------- */

static bool is_container_kind(sx_str kind) {
  static const char kinds[] = "Class Interface Struct Enum Module Namespace Package Object Union "
                              "Typedef TypeAlias";
  return sx_language_has_word(kinds, kind, false);
}

/* A symbol that only the body of a function knows is not meant outside of it. */
static bool is_local(path_walk *walk, const sx_referent *referent) {
  const sx_document *document;
  if (referent->is_module || sx_document_peek(walk->call, referent->path, &document, NULL))
    return false;
  size_t offset = sx_document_offset(document, referent->at);
  return sx_container_is_local(document->text, offset, document->language, walk->call->arena);
}

static sx_status add_symbols(path_walk *walk, const sx_resolution *found, bool is_given_file,
                             sx_referents *roots, sx_err *err) {
  sx_status status = SX_OK;
  for (size_t i = 0; i < found->symbols.len && !status; i++) {
    const sx_symbol *symbol = &found->symbols.items[i];
    if (symbol->from != SX_FROM_LSP || !symbol->is_declaration_known) continue;
    const sx_place place = {symbol->path, {symbol->at, symbol->at}};
    const sx_places one = {.items = (sx_place *)&place, .len = 1};
    sx_referents made = {0};
    status = sx_referents_of_places(walk->call, &one, parent_name(walk, 0), &made, err);
    if (status || !made.len) continue;
    sx_referent referent = made.items[0];
    referent.kind = symbol->kind;
    referent.container = symbol->container;
    bool is_member = referent.container.len && !is_container_kind(referent.kind);
    if (!is_given_file && (is_member || is_local(walk, &referent))) continue;
    status = sx_referents_add(walk->call, roots, &referent, err);
  }
  return status;
}

/* In the file that was given: what is declared, imported or used there. */
static sx_status add_from_file(path_walk *walk, sx_referents *roots, sx_err *err) {
  const sx_document *document;
  sx_locator first = {0};
  sx_resolution found = {.unready_language = SX_STR(""), .failure = SX_STR("")};
  if (!walk->out->file.len) return SX_OK;
  first.name = first.given = parent_name(walk, 0);
  sx_status status = sx_document_open(walk->call, walk->out->file, &document, err);
  if (!status) status = sx_resolve__file(walk->call, &first, document, &found, err);
  if (found.unready_language.len) walk->out->unready_language = found.unready_language;
  if (!status) return add_symbols(walk, &found, true, roots, err);
  return sx_status_ends_call(status) ? status : SX_OK;
}

static bool is_kin(const path_walk *walk, sx_str path) {
  const sx_language *language = sx_language_find(SX_STR(""), path);
  return sx_language_is_code(language) &&
         (!walk->out->language || sx_language_is_kin(walk->out->language, language));
}

/* Files that are the module of the first `count` parents. */
static sx_status find_modules(path_walk *walk, const sx_strs *files, size_t count,
                              sx_referents *out, sx_err *err) {
  sx_locator module = *walk->locator;
  sx_status status = SX_OK;
  module.parent_count = count;
  for (size_t i = 0; i < files->len && !status; i++) {
    sx_str path = files->items[i];
    if (!sx_locator_fits(&module, path, SX_STR("")) || !is_kin(walk, path)) continue;
    sx_referent referent = {.path = sx_path_own(walk->call, path),
                            .name = parent_name(walk, count - 1),
                            .kind = SX_STR("Module"),
                            .container = SX_STR(""),
                            .inherited_by = SX_STR(""),
                            .is_module = true};
    status = sx_referents_add(walk->call, out, &referent, err);
  }
  return status;
}

/* ---- from name to name ----------------------------------------------------------------------- */

static sx_status add_found(path_walk *walk, const sx_referents *found, sx_err *err) {
  for (size_t i = 0; i < found->len; i++) {
    const sx_referent *referent = &found->items[i];
    sx_symbol *symbol = sx_resolve__add(walk->call, walk->out, referent->path, referent->at);
    if (walk->call->arena->status) return sx_fail(err, walk->call->arena->status, NULL);
    if (!symbol) continue;
    sx_allowed_add(walk->call->services->allowed, referent->path);
    symbol->name = sx_arena_dup(walk->call->arena, walk->locator->name);
    if (!referent->is_module && !sx_str_is_equal(referent->name, walk->locator->name))
      symbol->declared_as = referent->name;
    symbol->kind = referent->is_module ? SX_STR("Module") : referent->kind;
    symbol->container = referent->container;
    symbol->inherited_by = referent->inherited_by;
    symbol->is_declaration_known = true;
    symbol->is_found_by_path = true;
    symbol->score = SCORE_BY_PATH + (sx_path_is_inside(walk->call, referent->path) ? 1 : 0);
  }
  return SX_OK;
}

/* Follows the parents from `count` on, and then the name, which ends the search. */
static sx_status follow(path_walk *walk, const sx_referents *roots, size_t count, bool *is_found,
                        sx_err *err) {
  sx_referents current = *roots;
  sx_status status = SX_OK;
  *is_found = false;
  for (size_t i = count; i <= walk->locator->parent_count && current.len && !status; i++) {
    sx_referents next = {0};
    if (i > walk->reached) walk->reached = i;
    if (i == walk->locator->parent_count)
      for (size_t k = 0; k < current.len && !status; k++)
        status = sx_referents_add(walk->call, &walk->owners, &current.items[k], err);
    for (size_t k = 0; k < current.len && !status; k++) {
      /* A library declares one thing in many places: the first that has the name is enough. */
      if (next.len && !sx_path_is_inside(walk->call, current.items[k].path)) continue;
      status = sx_members_find(walk->call, &current.items[k], parent_name(walk, i), &next,
                               &walk->is_sure, err);
    }
    current = next;
  }
  if (status || !current.len) return status;
  *is_found = true;
  return add_found(walk, &current, err);
}

static sx_status follow_modules(path_walk *walk, bool *is_found, sx_err *err) {
  sx_strs files = {0}, dirty = {0};
  sx_status status = sx_resolve__list_files(walk->call, SX_STR(""), walk->out, &files, &dirty, err);
  for (size_t count = walk->locator->parent_count; count > 0 && !status && !*is_found; count--) {
    sx_referents modules = {0};
    status = find_modules(walk, &files, count, &modules, err);
    if (!status && modules.len) status = follow(walk, &modules, count, is_found, err);
  }
  return status == SX_HOST ? SX_OK : status;
}

/* A class that lacks the name is the answer; a variable may share its name with a library's. */
static bool has_container(const sx_referents *owners) {
  for (size_t i = 0; i < owners->len; i++)
    if (!owners->items[i].is_module && is_container_kind(owners->items[i].kind)) return true;
  return false;
}

/* Declared somewhere in the workspace, or used there and declared in a library. */
static sx_status follow_workspace(path_walk *walk, bool *is_found, sx_err *err) {
  sx_locator first = {0};
  sx_resolution found = {.unready_language = SX_STR(""),
                         .failure = SX_STR(""),
                         .language = walk->out->language,
                         .file = SX_STR("")};
  sx_referents roots = {0};
  first.name = first.given = parent_name(walk, 0);
  sx_status status = sx_resolve__scan(walk->call, &first, &found, err);
  if (found.unready_language.len) walk->out->unready_language = found.unready_language;
  if (found.is_scan_partial) walk->out->is_scan_partial = true;
  if (!status) status = add_symbols(walk, &found, false, &roots, err);
  if (!status && roots.len) status = follow(walk, &roots, 1, is_found, err);
  if (status || *is_found || has_container(&walk->owners)) return status;
  sx_places places = {0};
  status = sx_resolve__uses(walk->call, first.name, walk->out->language, &places, err);
  if (!status) status = sx_referents_of_places(walk->call, &places, first.name, &roots, err);
  size_t kept = 0;
  for (size_t i = 0; i < roots.len && !status; i++)
    if (!sx_path_is_inside(walk->call, roots.items[i].path) || roots.items[i].is_module ||
        !is_local(walk, &roots.items[i]))
      roots.items[kept++] = roots.items[i];
  roots.len = kept;
  if (!status && roots.len) return follow(walk, &roots, 1, is_found, err);
  if (!status)
    status = sx_resolve__library(walk->call, first.name, walk->out->language, &places, err);
  if (!status) status = sx_referents_of_places(walk->call, &places, first.name, &roots, err);
  if (!status && roots.len) status = follow(walk, &roots, 1, is_found, err);
  return status;
}

/* ---- where it ends -------------------------------------------------------------------------- */

/* A class is meant rather than the module of its name. */
static void keep_meant(sx_referents *owners) {
  size_t kept = 0;
  if (!has_container(owners)) return;
  for (size_t i = 0; i < owners->len; i++)
    if (!owners->items[i].is_module && is_container_kind(owners->items[i].kind))
      owners->items[kept++] = owners->items[i];
  owners->len = kept;
}

static sx_symbol symbol_of(const sx_referent *referent) {
  return (sx_symbol){.name = referent->name,
                     .declared_as = SX_STR(""),
                     .kind = referent->kind,
                     .container = referent->container,
                     .inherited_by = SX_STR(""),
                     .path = referent->path,
                     .at = referent->at,
                     .is_declaration_known = true,
                     .used_in = SX_STR(""),
                     .text_signature = SX_STR(""),
                     .text_comment = SX_STR("")};
}

static sx_status describe_owner(path_walk *walk, sx_err *err) {
  sx_resolution *out = walk->out;
  keep_meant(&walk->owners);
  const sx_referent *owner = &walk->owners.items[0];
  sx_referents near = {0};
  sx_status status = SX_OK;
  out->has_owner = true;
  out->owner = symbol_of(owner);
  for (size_t i = 0; i < walk->owners.len && !status && near.len < MAX_NEAR; i++)
    status = sx_members_near(walk->call, &walk->owners.items[i], walk->locator->name,
                             MAX_NEAR - near.len, &near, err);
  for (size_t i = 0; i < near.len && !status; i++) {
    sx_symbol *symbol = SX_ARRAY_ADD(&out->near, walk->call->arena);
    if (!symbol) return sx_fail(err, walk->call->arena->status, NULL);
    *symbol = symbol_of(&near.items[i]);
  }
  return status;
}

/* Where members may be declared outside of what has them, another file may have this one. */
static bool is_closed(const sx_referent *owner) {
  static const char open[] =
      "go rust ruby swift cpp csharp objective-c lua scala kotlin julia elixir";
  sx_str language = sx_language_name(sx_language_find(SX_STR(""), owner->path));
  return !sx_language_has_word(open, language, false);
}

sx_status sx_resolve__path(sx_call *call, const sx_locator *locator, sx_resolution *out,
                           bool *is_settled, sx_err *err) {
  path_walk walk = {.call = call, .locator = locator, .out = out, .is_sure = true};
  sx_referents roots = {0};
  bool is_found = false;
  *is_settled = false;
  sx_status status = add_from_file(&walk, &roots, err);
  if (!status && roots.len) status = follow(&walk, &roots, 1, &is_found, err);
  if (!status && !is_found) status = follow_modules(&walk, &is_found, err);
  if (!status && !is_found) status = follow_workspace(&walk, &is_found, err);
  out->is_path_unsure = !is_found && !walk.is_sure;
  if (status || is_found || !walk.owners.len) return status;
  status = describe_owner(&walk, err);
  *is_settled = walk.is_sure;
  for (size_t i = 0; i < walk.owners.len; i++) *is_settled &= is_closed(&walk.owners.items[i]);
  return status;
}
