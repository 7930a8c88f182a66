#include "semantic/c_symbol_parts.h"

#include "semantic/declaring_files.h"

#include "text/occurrences.h"
#include "workspace/document.h"
#include "workspace/paths.h"

/* Places where a server is asked about one symbol. */
#define MAX_ASKED 8
#define SCRATCH_BYTES 65536

/* ---- what it comes to ----------------------------------------------------------------------- */

static sx_status add_other_name(sx_c_sorting *s, const sx_c_declaration *of, sx_c_word word,
                                sx_err *err) {
  const sx_document *document;
  if (word.end <= word.start || sx_document_peek(s->call, of->path, &document, NULL)) return SX_OK;
  sx_str name = sx_str_slice(document->text, word.start, word.end);
  if (sx_str_is_equal(name, s->name)) return SX_OK;
  for (size_t i = 0; i < s->symbol->other_names.len; i++)
    if (sx_str_is_equal(s->symbol->other_names.items[i].name, name)) return SX_OK;
  sx_c_other_name *added = SX_ARRAY_ADD(&s->symbol->other_names, s->call->arena);
  if (!added) return sx_fail(err, s->call->arena->status, NULL);
  sx_pos16 at = sx_document_position(document, word.start);
  *added = (sx_c_other_name){name, {of->path, {at, at}}};
  return SX_OK;
}

static bool is_member_of_c(const sx_c_declaration *one) {
  return one->look.scope == SX_C_MEMBER && !one->look.is_enumerator &&
         one->look.role == SX_C_VARIABLE && sx_c_symbol__is_plain_c(one->path);
}

/* In a header, beside sources of C that contain the name, or use a macro that does. */
static bool is_shared_with_c(const sx_c_sorting *s, const sx_c_declaration *one) {
  const sx_c_sources *sources = &s->symbol->sources;
  if (!sx_str_has_suffix(one->path, SX_STR(".h"))) return false;
  for (size_t i = 0; i < sources->files.len; i++)
    if (sx_str_has_suffix(sources->files.items[i].path, SX_STR(".c"))) return true;
  return false;
}

static sx_status take_own(sx_c_sorting *s, sx_err *err) {
  sx_status status = SX_OK;
  for (size_t i = 0; i < s->count && !status; i++) {
    const sx_c_declaration *one = sx_c_symbol__declaration(s, i);
    if (!s->is_own[i]) continue;
    sx_c_declared *added = SX_ARRAY_ADD(&s->symbol->declared, s->call->arena);
    if (!added) return sx_fail(err, s->call->arena->status, NULL);
    *added = (sx_c_declared){sx_c_symbol__place_of(one), one->look.role, one->look.is_extern};
    s->symbol->is_macro |= one->look.role == SX_C_MACRO;
    s->symbol->is_member |= is_member_of_c(one);
    s->symbol->is_nested |=
        one->look.is_nested && !s->symbol->is_listed && is_shared_with_c(s, one);
    if (!one->look.is_typedef) continue;
    status = add_other_name(s, one, one->look.tag, err);
    for (size_t k = 0; k < one->look.name_count && !status; k++)
      status = add_other_name(s, one, one->look.names[k], err);
  }
  return status;
}

/*
 * For a function that only headers declare, a use in a file that is not a header: headers are read
 * as C++.
 */
static sx_status ask_at_use(sx_c_sorting *s, sx_err *err) {
  const sx_c_symbol *symbol = s->symbol;
  bool is_prototype = symbol->declared.len > 0;
  for (size_t i = 0; i < symbol->declared.len; i++)
    is_prototype &= symbol->declared.items[i].role == SX_C_PROTOTYPE;
  for (size_t i = 0; i < symbol->asked.len; i++)
    is_prototype &= sx_c_is_header(symbol->asked.items[i].path);
  for (size_t i = 0; i < symbol->sources.files.len && is_prototype; i++) {
    const sx_c_mention *file = &symbol->sources.files.items[i];
    const sx_document *document;
    sx_occurrences found = {0};
    if (!file->has_name || !sx_str_has_suffix(file->path, SX_STR(".c"))) continue;
    if (sx_document_peek(s->call, file->path, &document, NULL)) continue;
    sx_status status = sx_occurrences_find(&found, document->text, s->name, document->language, 64,
                                           s->call->arena, err);
    if (status) return status;
    sx_occurrences_classify(&found, document->text, document->language);
    for (size_t k = 0; k < found.len; k++) {
      sx_pos16 at = {found.items[k].point.row, found.items[k].col_u16};
      if (found.items[k].use == SX_USE_CODE)
        return sx_c_symbol__add_place(&s->symbol->asked, s->call, (sx_place){file->path, {at, at}},
                                      err);
    }
  }
  return SX_OK;
}

static sx_status choose_asked(sx_c_sorting *s, sx_str path, sx_pos16 at, sx_err *err) {
  sx_c_symbol *symbol = s->symbol;
  sx_status status =
      sx_c_symbol__add_place(&symbol->asked, s->call, (sx_place){path, {at, at}}, err);
  for (size_t i = 0; i < symbol->declared.len && !status; i++)
    if (symbol->asked.len < MAX_ASKED)
      status =
          sx_c_symbol__add_place(&symbol->asked, s->call, symbol->declared.items[i].place, err);
  return status ? status : ask_at_use(s, err);
}

/* ---- the others of its name ------------------------------------------------------------------ */

bool sx_c_symbol_has(const sx_c_symbol *symbol, const sx_place *place) {
  const sx_pos16 *at = &place->range.start;
  for (size_t i = 0; i < symbol->declared.len; i++) {
    const sx_place *own = &symbol->declared.items[i].place;
    if (sx_pos16_is_equal(own->range.start, *at) && sx_str_is_equal(own->path, place->path))
      return true;
  }
  return false;
}

bool sx_c_symbol_is_definition(const sx_c_symbol *symbol, const sx_c_declared *declared) {
  if (declared->role == SX_C_TYPEDEF) {
    for (size_t i = 0; i < symbol->declared.len; i++)
      if (symbol->declared.items[i].role == SX_C_TAG_BODY) return false;
    return true;
  }
  return declared->role == SX_C_FUNCTION || declared->role == SX_C_TAG_BODY ||
         declared->role == SX_C_MACRO || (declared->role == SX_C_VARIABLE && !declared->is_extern);
}

static bool is_same(const sx_c_symbol *symbol, const sx_symbol *other) {
  const sx_place place = {other->path, {other->at, other->at}};
  return sx_c_symbol_has(symbol, &place);
}

static const sx_c_declared *find_definition(const sx_c_symbol *symbol) {
  for (size_t i = 0; i < symbol->declared.len; i++)
    if (sx_c_symbol_is_definition(symbol, &symbol->declared.items[i]))
      return &symbol->declared.items[i];
  return NULL;
}

/* A symbol for which only the name was given is shown where it is defined. */
static bool move_to_definition(const sx_c_symbol *symbol, sx_target *target) {
  const sx_locator *locator = &target->locator;
  const sx_c_declared *definition = find_definition(symbol);
  if (target->is_file_known || locator->has_line || locator->line_text.len || !definition)
    return false;
  const sx_pos16 at = definition->place.range.start;
  sx_symbols *symbols = &target->resolution.symbols;
  for (size_t i = 0; i < symbols->len; i++) {
    sx_symbol other = symbols->items[i];
    if (!sx_pos16_is_equal(other.at, at) || !sx_str_is_equal(other.path, definition->place.path))
      continue;
    symbols->items[i] = *target->symbol;
    *target->symbol = other;
    return true;
  }
  target->symbol->path = definition->place.path;
  target->symbol->at = at;
  target->symbol->is_declaration_known = true;
  target->symbol->is_used_at = false;
  return true;
}

static void drop_same(const sx_c_symbol *symbol, sx_target *target) {
  sx_symbols *symbols = &target->resolution.symbols;
  size_t kept = 1;
  if (!symbol->declared.len) return;
  for (size_t i = 1; i < symbols->len; i++)
    if (!is_same(symbol, &symbols->items[i])) symbols->items[kept++] = symbols->items[i];
  symbols->len = kept;
}

/* ---- functions that nothing declares where they are called ----------------------------------- */

/*
 * Whether a name that parentheses follow is called there, and not declared: no type is before it.
 */
static bool is_called(sx_str code, size_t at, size_t len) {
  size_t next = at + len, end = at;
  while (next < code.len && strchr(" \t\r\n", code.ptr[next])) next++;
  if (next >= code.len || code.ptr[next] != '(') return false;
  while (end > 0 && strchr(" \t\r\n", code.ptr[end - 1])) end--;
  size_t start = end;
  while (start > 0 && sx_c_is_word(code.ptr[start - 1])) start--;
  sx_str word = sx_str_slice(code, start, end);
  if (word.len) return sx_language_has_word("return else do case goto", word, false);
  return end > 0 && code.ptr[end - 1] != '*';
}

bool sx_c_symbol_is_implicit(sx_call *call, const sx_place *place, size_t len) {
  const sx_document *document;
  sx_c_name look;
  if (!sx_str_has_suffix(place->path, SX_STR(".c"))) return false;
  if (sx_document_peek(call, place->path, &document, NULL)) return false;
  size_t at = sx_document_offset(document, place->range.start);
  if (!is_called(document->text, at, len)) return false;
  sx_arena scratch;
  sx_arena_init(&scratch, 2 * document->text.len + SCRATCH_BYTES);
  sx_c_reader reader = {.code = sx_c_code(document->text, document->language, false, &scratch)};
  bool is_read = reader.code.len && is_called(reader.code, at, len);
  if (is_read) sx_c_name_look(&look, &reader, at, len);
  sx_arena_release(&scratch);
  return is_read && look.scope == SX_C_LOCAL && look.role == SX_C_USE;
}

/* Its definition is the one function of the name that files see from outside. */
static void take_by_linkage(sx_c_sorting *s) {
  size_t bodies = 0;
  for (size_t i = 0; i < s->count; i++) {
    const sx_c_declaration *one = sx_c_symbol__declaration(s, i);
    if (!sx_c_symbol__is_function(&one->look) || sx_c_symbol__is_bound_to_file(one)) continue;
    if (s->is_own[i] || !sx_c_symbol__is_plain_c(one->path)) return;
    bodies += one->look.role == SX_C_FUNCTION;
  }
  for (size_t i = 0; i < s->count && bodies == 1; i++)
    s->is_own[i] = sx_c_symbol__is_function(&sx_c_symbol__declaration(s, i)->look) &&
                   !sx_c_symbol__is_bound_to_file(sx_c_symbol__declaration(s, i));
}

/* ---- all of it ------------------------------------------------------------------------------- */

/* By the text around its declaration: a local one, or a static one of a file. */
static sx_status look_at_scope(sx_c_symbol *symbol, sx_call *call, const sx_place *place,
                               size_t len, bool *is_static, sx_err *err) {
  const sx_document *document;
  sx_c_name look;
  if (sx_document_peek(call, place->path, &document, NULL)) return SX_OK;
  sx_c_reader reader = {.code = sx_c_code(document->text, document->language, false, call->arena)};
  sx_str all = sx_c_code(document->text, document->language, true, call->arena);
  if (!reader.code.len || !all.len)
    return call->arena->status ? sx_fail(err, call->arena->status, NULL) : SX_OK;
  size_t at = sx_document_offset(document, place->range.start);
  if (sx_c_is_in_macro(all, at) || sx_str_trim(sx_str_slice(reader.code, at, at + len)).len < len)
    return SX_OK; /* a macro */
  sx_c_name_look(&look, &reader, at, len);
  bool is_static_one = look.is_static && look.scope == SX_C_FILE && look.role != SX_C_USE;
  *is_static = is_static_one && !sx_c_is_header(place->path);
  symbol->is_local = look.scope == SX_C_LOCAL || *is_static;
  return SX_OK;
}

/* Once for a target: the texts stay the same. */
static sx_status find_sources(sx_c_sorting *s, sx_target *target, sx_err *err) {
  sx_status status = SX_OK;
  if (!sx_str_is_equal(target->sources_name, s->name)) {
    sx_strs first = {0};
    const sx_locator locator = {.name = s->name};
    const sx_language *language = sx_language_find(SX_STR(""), target->symbol->path);
    status = sx_declaring_files_find(&first, s->call, &locator, language, err);
    if (!status)
      status =
          sx_c_sources_find(&target->sources, s->call, s->symbol->family, s->name, &first, err);
    target->sources_name = status ? SX_STR("") : s->name;
  }
  s->symbol->sources = target->sources;
  return status;
}

sx_status sx_c_symbol_find(sx_c_symbol *out, sx_call *call, sx_target *target, sx_str path,
                           sx_pos16 at, sx_err *err) {
  const sx_document *document;
  sx_c_sorting s = {.call = call, .symbol = out, .name = target->symbol->name};
  *out = (sx_c_symbol){.only_file = SX_STR("")};
  if (sx_path_is_uri(path)) return SX_OK;
  if (sx_document_open(call, path, &document, NULL)) return SX_OK;
  const sx_family *family = sx_family_of(document->language_id);
  if (!family || !family->has_index) return SX_OK;
  out->family = family;
  out->is_listed = sx_c_sources_are_listed(call, path);
  bool is_static = false;
  sx_status status = sx_c_symbol__ask_for_own(&s, target, path, at, err);
  if (!status && s.own.len)
    status = look_at_scope(out, call, &s.own.items[s.own.len - 1], s.name.len, &is_static, err);
  bool is_implicit = !status && s.own.len && out->is_local && !is_static &&
                     sx_c_symbol_is_implicit(call, &s.own.items[s.own.len - 1], s.name.len);
  if (is_implicit) out->is_local = false;
  if (!status && (is_static || !out->is_local)) {
    status = is_static ? sx_c_sources_find_in_file(&out->sources, call,
                                                   s.own.items[s.own.len - 1].path, s.name, err)
                       : find_sources(&s, target, err);
    if (!status) status = sx_c_symbol__sort(&s, target, path, err);
    if (!status && is_implicit) take_by_linkage(&s);
    if (!status) status = take_own(&s, err);
  }
  if (status == SX_DEADLINE) out->sources.is_cut = true, status = SX_OK;
  if (status) return status;
  if (move_to_definition(out, target)) path = target->symbol->path, at = target->symbol->at;
  drop_same(out, target);
  return choose_asked(&s, path, at, err);
}

void sx_c_symbol_write_other_names(const sx_c_symbol *symbol, sx_call *call, sx_buf *text) {
  for (size_t i = 0; i < symbol->other_names.len; i++) {
    const sx_c_other_name *one = &symbol->other_names.items[i];
    sx_buf_addf(text, "%s%.*s (%.*s:%u:%u)", i ? ", " : "The same type is also named ",
                SX_STR_ARG(one->name), SX_STR_ARG(sx_path_display(call, one->place.path)),
                one->place.range.start.line + 1, one->place.range.start.character + 1);
  }
  if (symbol->other_names.len)
    sx_buf_addf(text, "; uses of %s name are not included.\n",
                symbol->other_names.len == 1 ? "that" : "such a");
}
