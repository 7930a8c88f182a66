#include "workspace/members.h"

#include "base/utf8.h"
#include "text/keyword.h"
#include "text/qualifier.h"
#include "workspace/outline.h"
#include "workspace/paths.h"
#include "workspace/readiness.h"

#define MAX_SCOPES 64
/* Bases of bases, and modules that export all of others. */
#define MAX_DEPTH 6
#define MAX_HEADER_BYTES 2000
#define MAX_BASES 8
#define MAX_IMPORTS 64
#define MAX_OCCURRENCES 2000

typedef struct lookup {
  sx_call *call;
  sx_str name;
  sx_scopes *out;
  bool *is_sure;
  sx_scopes seen; /* scopes that were looked into: bases may form a ring */
} lookup;

static sx_status look(lookup *find, const sx_scope *scope, size_t depth, sx_err *err);

sx_status sx_scopes_add(sx_call *call, sx_scopes *out, const sx_scope *scope, sx_err *err) {
  for (size_t i = 0; i < out->len; i++) {
    const sx_scope *known = &out->items[i];
    if (known->is_module == scope->is_module && sx_pos16_is_equal(known->at, scope->at) &&
        sx_str_is_equal(known->path, scope->path))
      return SX_OK;
  }
  if (out->len >= MAX_SCOPES) return SX_OK; /* so many of one name: more would say nothing more */
  sx_scope *added = SX_ARRAY_ADD(out, call->arena);
  if (!added) return sx_fail(err, call->arena->status, NULL);
  *added = *scope;
  return SX_OK;
}

sx_status sx_members_of_places(sx_call *call, const sx_places *places, sx_str name, sx_scopes *out,
                               sx_err *err) {
  for (size_t i = 0; i < places->len; i++) {
    const sx_document *document;
    sx_scope scope = {.path = sx_path_own(call, places->items[i].path),
                      .at = places->items[i].range.start,
                      .name = name,
                      .kind = SX_STR(""),
                      .container = SX_STR(""),
                      .inherited_by = SX_STR("")};
    if (!scope.at.line && !scope.at.character) {
      sx_status status = sx_document_peek(call, scope.path, &document, err);
      if (sx_status_ends_call(status) || status == SX_DEADLINE) return status;
      scope.is_module = !status && !sx_str_has_prefix(document->text, name);
    }
    sx_status status = sx_scopes_add(call, out, &scope, err);
    if (status) return status;
  }
  return SX_OK;
}

/* Definitions, or types, at several places of one document; those that fail are left out. */
static sx_status ask_places(sx_call *call, const sx_document *document, const size_t *offsets,
                            size_t count, sx_places_kind kind, sx_places *out, sx_err *err) {
  sx_batch batch;
  size_t slots[MAX_IMPORTS];
  *out = (sx_places){0};
  if (!count) return SX_OK;
  sx_batch_init(&batch, call->wait, call->arena);
  for (size_t i = 0; i < count; i++)
    slots[i] =
        sx_batch_places(&batch, kind, document->path, sx_document_position(document, offsets[i]));
  sx_status status = sx_batch_run_within(&batch, SX_PATIENCE_MS, err);
  for (size_t i = 0; i < count && !status; i++) {
    sx_places found = {0};
    status = sx_batch_get_places(&batch, slots[i], &found, err);
    for (size_t k = 0; k < found.len && !status; k++) {
      sx_place *place = SX_ARRAY_ADD(out, call->arena);
      if (!place) status = sx_fail(err, call->arena->status, NULL);
      if (place) *place = found.items[k];
    }
    if (status == SX_HOST) status = SX_OK;
  }
  sx_batch_release(&batch);
  bool is_stuck = sx_port_call_outlasts(call->wait, status);
  return is_stuck ? SX_OK : status;
}

/* ---- the outline ----------------------------------------------------------------------------- */

/* The entry of the scope itself; SIZE_MAX: none. */
static size_t own_entry(const sx_host_symbols *outline, const sx_scope *scope) {
  size_t best = SIZE_MAX;
  for (size_t i = 0; i < outline->len; i++) {
    const sx_host_symbol *entry = &outline->items[i];
    if (entry->has_name_at && sx_pos16_is_equal(entry->name_at, scope->at)) return i;
    if (sx_range16_holds(&entry->range, scope->at) &&
        sx_str_is_equal(sx_locator_bare_name(entry->name), scope->name))
      best = i;
  }
  return best;
}

static bool is_child(const sx_host_symbols *outline, size_t own, size_t i, sx_arena *arena) {
  const sx_host_symbol *scope = &outline->items[own], *entry = &outline->items[i];
  if (scope->has_name_at && entry->depth) {
    if (i <= own || entry->depth != scope->depth + 1) return false;
    for (size_t k = own + 1; k < i; k++)
      if (outline->items[k].depth <= scope->depth) return false;
    return true;
  }
  /* Flat outlines, and members that are defined outside: `void Till::save()`. */
  const sx_str parts[] = {sx_locator_bare_name(scope->name)};
  sx_locator locator = {.parent_count = 1};
  locator.parents[0] = parts[0];
  sx_str container = sx_locator_own_container(entry->name, entry->container, arena);
  return i != own && container.len && sx_locator_is_in(&locator, container);
}

static sx_scope scope_of(const sx_document *document, const sx_host_symbol *entry,
                         sx_arena *arena) {
  sx_str name = sx_locator_bare_name(entry->name);
  return (sx_scope){.path = document->path,
                    .at = sx_outline_name_at(document, entry, name),
                    .name = name,
                    .kind = entry->kind,
                    .container = sx_locator_own_container(entry->name, entry->container, arena),
                    .inherited_by = SX_STR("")};
}

/* Of a declaration its children, of a module what is at the top. `own` may be SIZE_MAX. */
static bool is_member(const sx_host_symbols *outline, const sx_scope *scope, size_t own, size_t i,
                      sx_arena *arena) {
  const sx_host_symbol *entry = &outline->items[i];
  if (!scope->is_module) return own != SIZE_MAX && is_child(outline, own, i, arena);
  sx_str container = sx_locator_own_container(entry->name, entry->container, arena);
  return !entry->depth && !container.len;
}

static sx_status take_members(lookup *find, const sx_document *document,
                              const sx_host_symbols *outline, const sx_scope *scope, size_t own,
                              sx_err *err) {
  for (size_t i = 0; i < outline->len; i++) {
    const sx_host_symbol *entry = &outline->items[i];
    if (!sx_str_is_equal(sx_locator_bare_name(entry->name), find->name) ||
        !is_member(outline, scope, own, i, find->call->arena))
      continue;
    sx_scope member = scope_of(document, entry, find->call->arena);
    sx_status status = sx_scopes_add(find->call, find->out, &member, err);
    if (status) return status;
  }
  return SX_OK;
}

/* ---- bases ----------------------------------------------------------------------------------- */

static bool may_have_bases(sx_str kind) {
  static const char *const kinds[] = {"Class",  "Interface", "Struct", "Object",
                                      "Module", "Enum",      "Union"};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (sx_str_is_equal(kind, sx_str_from(kinds[i]))) return true;
  return false;
}

/* Offsets of the names in a declaration's head that may be bases: no arguments of types. */
static size_t find_bases(const sx_document *document, size_t from, size_t offsets[MAX_BASES]) {
  sx_str text = document->text;
  size_t end = from + MAX_HEADER_BYTES < text.len ? from + MAX_HEADER_BYTES : text.len;
  size_t count = 0, brackets = 0, parentheses = 0;
  for (size_t at = from; at < end && count < MAX_BASES;) {
    uint32_t c;
    size_t bytes = sx_utf8_decode(text.ptr + at, end - at, &c), start = at;
    bool is_scope = c == ':' && at + 1 < end && text.ptr[at + 1] == ':';
    bool is_python = document->language->flags & SX_LANGUAGE_DOCSTRING;
    if (c == '{' || c == ';' || (is_python && c == ':' && !parentheses && !brackets)) break;
    if (is_python && c == '\n' && !parentheses) break;
    if (c == '(') parentheses++;
    if (c == ')' && parentheses) parentheses--;
    if (c == '<' || c == '[') brackets++;
    if ((c == '>' || c == ']') && brackets) brackets--;
    if (is_scope) bytes = 2;
    at += bytes ? bytes : 1;
    if (!sx_language_is_ident(document->language, c) || (c >= '0' && c <= '9')) continue;
    at = sx_language_ident_end(document->language, text, start);
    sx_str word = sx_str_slice(text, start, at);
    size_t next = at;
    while (next < end && (text.ptr[next] == ' ' || text.ptr[next] == '\n')) next++;
    bool is_part = next < end && (text.ptr[next] == '.' || text.ptr[next] == '=' ||
                                  sx_str_has_prefix(sx_str_slice(text, next, end), SX_STR("::")));
    if (brackets || is_part || sx_keyword_of(document->language, word)) continue;
    offsets[count++] = start;
  }
  return count;
}

static sx_status look_into_all(lookup *find, const sx_scopes *scopes, sx_str by, size_t depth,
                               sx_err *err) {
  sx_status status = SX_OK;
  size_t before = find->out->len;
  for (size_t i = 0; i < scopes->len && !status; i++)
    status = look(find, &scopes->items[i], depth + 1, err);
  for (size_t i = before; i < find->out->len && by.len; i++) find->out->items[i].inherited_by = by;
  return status;
}

static sx_status look_into_bases(lookup *find, const sx_document *document, const sx_scope *scope,
                                 size_t depth, sx_err *err) {
  size_t offsets[MAX_BASES] = {0};
  size_t head = sx_document_offset(document, scope->at) + scope->name.len;
  size_t count = find_bases(document, head, offsets);
  if (count == MAX_BASES) *find->is_sure = false;
  sx_scopes bases = {0};
  sx_status status = SX_OK;
  for (size_t i = 0; i < count && !status; i++) {
    sx_places places;
    size_t end = sx_language_ident_end(document->language, document->text, offsets[i]);
    status = ask_places(find->call, document, &offsets[i], 1, SX_PLACES_DEFINITION, &places, err);
    if (!status && !places.len) *find->is_sure = false;
    if (!status)
      status = sx_members_of_places(find->call, &places,
                                    sx_str_slice(document->text, offsets[i], end), &bases, err);
  }
  return status ? status : look_into_all(find, &bases, scope->name, depth, err);
}

/* ---- types of variables, and what is assigned to the object itself --------------------------- */

static sx_status look_into_type(lookup *find, const sx_document *document, const sx_scope *scope,
                                size_t depth, sx_err *err) {
  size_t offset = sx_document_offset(document, scope->at);
  sx_places places;
  sx_scopes types = {0};
  sx_status status =
      ask_places(find->call, document, &offset, 1, SX_PLACES_TYPE_DEFINITION, &places, err);
  for (size_t i = 0; i < places.len && !status; i++) {
    const sx_document *there;
    const sx_places one = {.items = &places.items[i], .len = 1};
    status = sx_document_peek(find->call, places.items[i].path, &there, err);
    if (status) return sx_status_ends_call(status) ? status : SX_OK;
    size_t at = sx_document_offset(there, places.items[i].range.start);
    size_t end = sx_language_ident_end(there->language, there->text, at);
    status =
        sx_members_of_places(find->call, &one, sx_str_slice(there->text, at, end), &types, err);
  }
  if (!status && !types.len) *find->is_sure = false;
  return status ? status : look_into_all(find, &types, SX_STR(""), depth, err);
}

/* `self._loop` in a method of the class: no outline has it. */
static sx_status take_own_attributes(lookup *find, const sx_document *document,
                                     const sx_range16 *range, const sx_scope *scope, sx_err *err) {
  sx_occurrences found = {0};
  size_t offsets[MAX_IMPORTS] = {0}, count = 0;
  size_t from = sx_document_offset(document, range->start);
  size_t to = sx_document_offset(document, range->end);
  sx_str text = sx_str_slice(document->text, 0, to);
  sx_status status = sx_occurrences_find(&found, text, find->name, document->language,
                                         MAX_OCCURRENCES, find->call->arena, err);
  if (status) return status;
  sx_occurrences_classify(&found, text, document->language);
  for (size_t i = 0; i < found.len && count < 2; i++) {
    sx_qualifier before;
    if (found.items[i].offset < from || found.items[i].use != SX_USE_CODE) continue;
    sx_qualifier_find(&before, text, found.items[i].offset, document->language);
    bool is_own = before.count == 1 && (sx_str_is_equal(before.parts[0], SX_STR("self")) ||
                                        sx_str_is_equal(before.parts[0], SX_STR("this")) ||
                                        sx_str_is_equal(before.parts[0], SX_STR("cls")));
    if (is_own) offsets[count++] = found.items[i].offset;
  }
  sx_places places;
  status = ask_places(find->call, document, offsets, count, SX_PLACES_DEFINITION, &places, err);
  for (size_t i = 0; i < places.len && !status; i++) {
    const sx_place *place = &places.items[i];
    bool is_here = sx_str_is_equal(sx_path_own(find->call, place->path), document->path);
    if (!is_here || !sx_range16_holds(range, place->range.start)) continue;
    sx_scope member = {.path = document->path,
                       .at = place->range.start,
                       .name = find->name,
                       .kind = SX_STR("Property"),
                       .container = scope->name,
                       .inherited_by = SX_STR("")};
    status = sx_scopes_add(find->call, find->out, &member, err);
    if (!status) break;
  }
  return status;
}

/* ---- modules --------------------------------------------------------------------------------- */

static bool is_js(const sx_document *document) {
  return sx_str_is_equal(sx_language_name(document->language), SX_STR("typescript"));
}

/* The start of the statement's line; imports that go on over lines are one span of the lexer. */
static size_t statement_start(sx_str text, size_t at) {
  while (at > 0 && text.ptr[at - 1] != '\n') at--;
  while (at < text.len && (text.ptr[at] == ' ' || text.ptr[at] == '\t')) at++;
  return at;
}

/* What the module imports by name is a name of its own, in JavaScript only where it exports it. */
static sx_status follow_imports(lookup *find, const sx_document *document, sx_scopes *to,
                                sx_err *err) {
  sx_occurrences found = {0};
  size_t offsets[MAX_IMPORTS] = {0}, count = 0;
  sx_str text = document->text;
  sx_status status = sx_occurrences_find(&found, text, find->name, document->language,
                                         MAX_OCCURRENCES, find->call->arena, err);
  if (status) return status;
  sx_occurrences_classify(&found, text, document->language);
  for (size_t i = 0; i < found.len && count < 4; i++) {
    size_t at = found.items[i].offset;
    if (found.items[i].use != SX_USE_IMPORT) continue;
    char quote = at > 0 ? text.ptr[at - 1] : 0;
    if (quote == '/' || quote == '"' || quote == '\'' || quote == '.') continue;
    if (is_js(document)) {
      size_t start = at;
      while (start > 0 && text.ptr[start - 1] != ';' && text.ptr[start - 1] != '\n' &&
             text.ptr[start - 1] != '{')
        start--;
      if (start > 0 && text.ptr[start - 1] == '{') start = statement_start(text, start - 1);
      start = statement_start(text, start);
      if (!sx_str_has_prefix(sx_str_slice(text, start, text.len), SX_STR("export"))) continue;
    }
    offsets[count++] = at;
  }
  sx_places places;
  status = ask_places(find->call, document, offsets, count, SX_PLACES_DEFINITION, &places, err);
  if (!status && count && !places.len) *find->is_sure = false;
  return status ? status : sx_members_of_places(find->call, &places, find->name, to, err);
}

/* Whether a module that lists what it exports does not list the name. */
static sx_status is_kept_back(lookup *find, const sx_document *document, bool *out, sx_err *err) {
  *out = false;
  if (is_js(document)) return SX_OK;
  if (sx_str_has_prefix(find->name, SX_STR("_"))) *out = true;
  sx_occurrences found = {0};
  sx_str text = document->text;
  bool is_list = sx_occurrences_has(text, SX_STR("__all__"), document->language);
  if (!is_list) return SX_OK;
  sx_status status = sx_occurrences_find(&found, text, find->name, document->language,
                                         MAX_OCCURRENCES, find->call->arena, err);
  if (status) return status;
  sx_occurrences_classify(&found, text, document->language);
  *out = true;
  for (size_t i = 0; i < found.len && *out; i++) *out = found.items[i].use != SX_USE_STRING;
  return SX_OK;
}

/* Where the modules are named that `from .queues import *` and `export * from './queues'` take. */
static size_t find_stars(const sx_document *document, size_t offsets[MAX_IMPORTS]) {
  sx_lexer lexer;
  sx_span span;
  sx_str text = document->text;
  size_t count = 0, begin = 0, end = 0;
  sx_lexer_init(&lexer, text, document->language);
  for (bool more = true; more && count < MAX_IMPORTS;) {
    more = sx_lexer_next(&lexer, &span);
    if (more && span.use == SX_USE_IMPORT && (span.start == end || begin == end)) {
      if (begin == end) begin = span.start;
      end = span.end;
      continue;
    }
    sx_str rest = sx_str_slice(text, begin, end), line;
    begin = end = 0;
    while (sx_str_next_line(&rest, &line)) {
      size_t star = sx_str_find_char(line, '*', 0);
      size_t from = sx_str_find(line, SX_STR("from "), 0);
      bool is_renamed =
          star != SX_STR_NONE && sx_str_find(line, SX_STR(" as "), star) != SX_STR_NONE;
      if (star == SX_STR_NONE || from == SX_STR_NONE || is_renamed || count == MAX_IMPORTS)
        continue;
      if (is_js(document) && !sx_str_has_prefix(sx_str_trim(line), SX_STR("export"))) continue;
      size_t at = from + 5;
      if (!is_js(document)) { /* its last name */
        at = sx_str_find(line, SX_STR(" import"), from);
        if (at == SX_STR_NONE) continue;
        while (at > 0 && line.ptr[at - 1] == ' ') at--;
        if (at > 0) at--;
      } else {
        while (at < line.len && strchr(" '\"./", line.ptr[at])) at++;
      }
      if (at < line.len) offsets[count++] = (size_t)(line.ptr - text.ptr) + at;
    }
  }
  return count;
}

static sx_status follow_stars(lookup *find, const sx_document *document, size_t depth,
                              sx_err *err) {
  size_t offsets[MAX_IMPORTS] = {0};
  size_t count = find_stars(document, offsets);
  if (count == MAX_IMPORTS) *find->is_sure = false;
  sx_places places;
  sx_scopes modules = {0};
  sx_status status =
      ask_places(find->call, document, offsets, count, SX_PLACES_DEFINITION, &places, err);
  if (!status) status = sx_members_of_places(find->call, &places, SX_STR("\n"), &modules, err);
  for (size_t i = 0; i < modules.len && !status; i++) {
    const sx_document *there;
    bool is_hidden = false;
    status = sx_document_peek(find->call, modules.items[i].path, &there, err);
    if (!status) status = is_kept_back(find, there, &is_hidden, err);
    if (status && !sx_status_ends_call(status) && status != SX_DEADLINE) status = SX_OK;
    modules.items[i].is_module = true;
    if (!status && !is_hidden) status = look(find, &modules.items[i], depth + 1, err);
  }
  return status;
}

/* `asyncio.queues`: the module's neighbour, or a package below it. */
static sx_status take_submodule(lookup *find, const sx_document *document, sx_err *err) {
  static const char *const forms[] = {"", "/__init__", "/index"};
  sx_str path = document->path, file = sx_path_name(path);
  size_t dot = sx_str_find_char(file, '.', 0);
  sx_str stem = sx_str_slice(file, 0, dot == SX_STR_NONE ? file.len : dot);
  bool is_package =
      sx_str_is_equal(stem, SX_STR("__init__")) || sx_str_is_equal(stem, SX_STR("index"));
  if (!is_package || sx_path_is_uri(path) || dot == SX_STR_NONE) return SX_OK;
  sx_str folder = sx_str_slice(path, 0, path.len - file.len);
  sx_str ending = sx_str_slice(file, dot, file.len);
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
    const sx_document *there;
    sx_str made = sx_arena_printf(find->call->arena, "%.*s%.*s%s%.*s", SX_STR_ARG(folder),
                                  SX_STR_ARG(find->name), forms[i], SX_STR_ARG(ending));
    if (sx_document_peek(find->call, made, &there, NULL)) continue;
    sx_scope module = {.path = there->path,
                       .name = find->name,
                       .kind = SX_STR("Module"),
                       .container = SX_STR(""),
                       .inherited_by = SX_STR(""),
                       .is_module = true};
    return sx_scopes_add(find->call, find->out, &module, err);
  }
  return SX_OK;
}

static sx_status look_into_module(lookup *find, const sx_document *document, size_t depth,
                                  sx_err *err) {
  size_t before = find->out->len;
  sx_status status = follow_imports(find, document, find->out, err);
  if (!status && find->out->len == before) status = take_submodule(find, document, err);
  if (!status && find->out->len == before) status = follow_stars(find, document, depth, err);
  return status;
}

/* ---- all of it ------------------------------------------------------------------------------- */

static bool was_seen(lookup *find, const sx_scope *scope) {
  for (size_t i = 0; i < find->seen.len; i++) {
    const sx_scope *one = &find->seen.items[i];
    if (one->is_module == scope->is_module && sx_pos16_is_equal(one->at, scope->at) &&
        sx_str_is_equal(one->path, scope->path))
      return true;
  }
  return false;
}

static sx_status open_outline(lookup *find, const sx_scope *scope, const sx_document **document,
                              sx_host_symbols *outline, sx_err *err) {
  *outline = (sx_host_symbols){0};
  sx_status status = sx_document_peek(find->call, scope->path, document, err);
  if (!status) status = sx_outline_get(find->call, *document, SX_PATIENCE_MS, outline, err);
  bool is_stuck = sx_port_call_outlasts(find->call->wait, status);
  if (is_stuck || status == SX_HOST ||
      (status && !sx_status_ends_call(status) && status != SX_DEADLINE)) {
    *find->is_sure = false;
    return SX_NOT_FOUND;
  }
  if (!status && !outline->len) *find->is_sure = false;
  return status;
}

/* What its members are by its type; a typedef and an alias are names of one. */
static bool has_type(sx_str kind) {
  static const char *const kinds[] = {"Variable", "Constant", "Property",
                                      "Field",    "Typedef",  "TypeAlias"};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (sx_str_is_equal(kind, sx_str_from(kinds[i]))) return true;
  return false;
}

static sx_status look(lookup *find, const sx_scope *scope, size_t depth, sx_err *err) {
  const sx_document *document;
  sx_host_symbols outline;
  if (was_seen(find, scope)) return SX_OK;
  if (depth > MAX_DEPTH || find->seen.len >= MAX_SCOPES) {
    *find->is_sure = false;
    return SX_OK;
  }
  sx_scope *seen = SX_ARRAY_ADD(&find->seen, find->call->arena);
  if (!seen) return sx_fail(err, find->call->arena->status, NULL);
  *seen = *scope;
  sx_status status = open_outline(find, scope, &document, &outline, err);
  if (status) return status == SX_NOT_FOUND ? SX_OK : status;
  size_t before = find->out->len, own = scope->is_module ? SIZE_MAX : own_entry(&outline, scope);
  status = take_members(find, document, &outline, scope, own, err);
  if (status || find->out->len > before) return status;
  if (scope->is_module) return look_into_module(find, document, depth, err);
  if (own == SIZE_MAX) return look_into_type(find, document, scope, depth, err);
  const sx_host_symbol *entry = &outline.items[own];
  if (!may_have_bases(entry->kind)) {
    bool is_value = has_type(entry->kind);
    return is_value ? look_into_type(find, document, scope, depth, err) : SX_OK;
  }
  status = take_own_attributes(find, document, &entry->range, scope, err);
  if (status || find->out->len > before) return status;
  return look_into_bases(find, document, scope, depth, err);
}

sx_status sx_members_find(sx_call *call, const sx_scope *scope, sx_str name, sx_scopes *out,
                          bool *is_sure, sx_err *err) {
  lookup find = {.call = call, .name = name, .out = out, .is_sure = is_sure};
  return look(&find, scope, 0, err);
}

static bool is_named_already(const sx_scopes *scopes, const sx_scope *one) {
  for (size_t i = 0; i < scopes->len; i++)
    if (sx_str_is_equal(scopes->items[i].name, one->name) &&
        sx_str_is_equal(scopes->items[i].path, one->path) &&
        sx_str_is_equal(scopes->items[i].container, one->container))
      return true;
  return false;
}

sx_status sx_members_near(sx_call *call, const sx_scope *scope, sx_str name, size_t max,
                          sx_scopes *out, sx_err *err) {
  bool is_sure;
  lookup find = {.call = call, .name = name, .out = out, .is_sure = &is_sure};
  const sx_document *document;
  sx_host_symbols outline;
  sx_status status = open_outline(&find, scope, &document, &outline, err);
  if (status) return status == SX_NOT_FOUND ? SX_OK : status;
  size_t own = scope->is_module ? SIZE_MAX : own_entry(&outline, scope), before = out->len;
  size_t limit = name.len / 3 + 1;
  for (int round = 0; round < 2 && out->len == before; round++)
    for (size_t i = 0; i < outline.len && out->len < before + max && !status; i++) {
      sx_scope member = scope_of(document, &outline.items[i], call->arena);
      bool is_close = sx_str_distance(member.name, name, limit) <= limit ||
                      sx_str_is_equal_fold(member.name, name) ||
                      (name.len > 3 && sx_str_find(member.name, name, 0) != SX_STR_NONE);
      if (is_named_already(out, &member)) continue; /* an overload */
      if (is_member(&outline, scope, own, i, call->arena) && (round || is_close))
        status = sx_scopes_add(call, out, &member, err);
    }
  return status;
}
