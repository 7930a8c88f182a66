#include "text/occurrences.h"
#include "resolve/members_parts.h"
#include "workspace/paths.h"

#define MAX_IMPORTS 64
#define MAX_OCCURRENCES 2000

static bool is_js(const sx_document *document) {
  return sx_str_is_equal(sx_language_name(document->language), SX_STR("typescript"));
}

/* Imports that export nothing count as code. One pass: a statement's first span has its word. */
static void pass_over_imports(sx_occurrences *found, const sx_document *document) {
  sx_lexer lexer;
  sx_span span = {0};
  bool is_export = false;
  sx_str text = document->text;
  sx_lexer_init(&lexer, text, document->language);
  for (size_t i = 0; i < found->len; i++) {
    sx_occurrence *one = &found->items[i];
    while (span.end <= one->offset && sx_lexer_next(&lexer, &span)) {
      sx_str rest = sx_str_slice(text, span.start, span.end);
      if (span.use != SX_USE_IMPORT) continue;
      if (sx_str_has_prefix(rest, SX_STR("export"))) is_export = true;
      if (sx_str_has_prefix(rest, SX_STR("import"))) is_export = false;
    }
    if (one->use == SX_USE_IMPORT && !is_export) one->use = SX_USE_CODE;
  }
}

/* A name that the module imports is its own, in JavaScript only if it exports the name. */
static sx_status follow_imports(sx_member_search *find, const sx_document *document,
                                sx_referents *to, sx_err *err) {
  sx_occurrences found = {0};
  size_t offsets[MAX_IMPORTS] = {0}, count = 0;
  sx_str text = document->text;
  sx_status status = sx_occurrences_find(&found, text, find->name, document->language,
                                         MAX_OCCURRENCES, find->call->arena, err);
  if (status) return status;
  sx_occurrences_classify(&found, text, document->language);
  if (is_js(document)) pass_over_imports(&found, document);
  for (size_t i = 0; i < found.len && count < 4; i++) {
    size_t at = found.items[i].offset;
    if (found.items[i].use != SX_USE_IMPORT) continue;
    char quote = at > 0 ? text.ptr[at - 1] : 0;
    if (quote == '/' || quote == '"' || quote == '\'' || quote == '.') continue;
    offsets[count++] = at;
  }
  sx_places places;
  status = sx_members__ask_definitions(find->call, document, offsets, count, &places, err);
  if (!status && count && !places.len) *find->is_sure = false;
  return status ? status : sx_referents_of_places(find->call, &places, find->name, to, err);
}

/* Whether a module that lists what it exports does not list the name. */
static sx_status is_kept_back(sx_member_search *find, const sx_document *document, bool *out,
                              sx_err *err) {
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

/* The offset in a statement's line of the module's name, or the last part of it; SX_STR_NONE. */
static size_t star_in_line(sx_str line, bool is_script) {
  size_t star = sx_str_find_char(line, '*', 0), from = sx_str_find(line, SX_STR("from "), 0);
  bool is_renamed = star != SX_STR_NONE && sx_str_find(line, SX_STR(" as "), star) != SX_STR_NONE;
  if (star == SX_STR_NONE || from == SX_STR_NONE || is_renamed) return SX_STR_NONE;
  size_t at = from + 5;
  if (is_script) {
    if (!sx_str_has_prefix(sx_str_trim(line), SX_STR("export"))) return SX_STR_NONE;
    while (at < line.len && strchr(" '\"./", line.ptr[at])) at++;
  } else {
    at = sx_str_find(line, SX_STR(" import"), from);
    if (at == SX_STR_NONE) return SX_STR_NONE;
    while (at > 0 && line.ptr[at - 1] == ' ') at--;
    if (at > 0) at--;
  }
  return at < line.len ? at : SX_STR_NONE;
}

static void take_stars(const sx_document *document, size_t begin, size_t end,
                       size_t offsets[MAX_IMPORTS], size_t *count) {
  sx_str rest = sx_str_slice(document->text, begin, end), line;
  while (*count < MAX_IMPORTS && sx_str_next_line(&rest, &line)) {
    size_t at = star_in_line(line, is_js(document));
    if (at != SX_STR_NONE) offsets[(*count)++] = (size_t)(line.ptr - document->text.ptr) + at;
  }
}

/* Where the modules are named that `from .queues import *` and `export * from './queues'` take. */
static size_t find_stars(const sx_document *document, size_t offsets[MAX_IMPORTS]) {
  sx_lexer lexer;
  sx_span span;
  size_t count = 0, begin = 0, end = 0;
  sx_lexer_init(&lexer, document->text, document->language);
  for (bool more = true; more && count < MAX_IMPORTS;) {
    more = sx_lexer_next(&lexer, &span);
    /* The module's name in quotes is a span of its own. */
    bool goes_on = more && begin != end && span.start == end &&
                   (span.use == SX_USE_IMPORT || span.use == SX_USE_STRING);
    if (goes_on) {
      end = span.end;
      continue;
    }
    take_stars(document, begin, end, offsets, &count);
    begin = end = 0;
    if (more && span.use == SX_USE_IMPORT) begin = span.start, end = span.end;
  }
  return count;
}

static sx_status follow_stars(sx_member_search *find, const sx_document *document, size_t depth,
                              sx_err *err) {
  size_t offsets[MAX_IMPORTS] = {0};
  size_t count = find_stars(document, offsets);
  if (count == MAX_IMPORTS) *find->is_sure = false;
  sx_places places;
  sx_referents modules = {0};
  sx_status status =
      sx_members__ask_definitions(find->call, document, offsets, count, &places, err);
  if (!status && count && !places.len) *find->is_sure = false;
  if (!status) status = sx_referents_of_places(find->call, &places, SX_STR("\n"), &modules, err);
  for (size_t i = 0; i < modules.len && !status; i++) {
    const sx_document *there;
    bool is_hidden = false;
    status = sx_document_peek(find->call, modules.items[i].path, &there, err);
    if (!status) status = is_kept_back(find, there, &is_hidden, err);
    if (status && !sx_status_ends_call(status) && status != SX_DEADLINE) status = SX_OK;
    modules.items[i].is_module = true;
    if (!status && !is_hidden) status = sx_members__look(find, &modules.items[i], depth + 1, err);
  }
  return status;
}

/* `asyncio.queues`: the module's neighbour, or a package below it. */
static sx_status take_submodule(sx_member_search *find, const sx_document *document, sx_err *err) {
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
    sx_referent module = {.path = there->path,
                          .name = find->name,
                          .kind = SX_STR("Module"),
                          .container = SX_STR(""),
                          .inherited_by = SX_STR(""),
                          .is_module = true};
    return sx_referents_add(find->call, find->out, &module, err);
  }
  return SX_OK;
}

sx_status sx_members__look_into_module(sx_member_search *find, const sx_document *document,
                                       size_t depth, sx_err *err) {
  size_t before = find->out->len;
  sx_status status = follow_imports(find, document, find->out, err);
  if (!status && find->out->len == before) status = take_submodule(find, document, err);
  if (!status && find->out->len == before) status = follow_stars(find, document, depth, err);
  return status;
}
