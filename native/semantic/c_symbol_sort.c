#include "semantic/c_symbol_parts.h"

#include "workspace/document.h"
#include "workspace/paths.h"

sx_status sx_c_symbol__add_place(sx_places *out, sx_call *call, sx_place place, sx_err *err) {
  if (sx_places_have(out, &place)) return SX_OK;
  sx_place *added = SX_ARRAY_ADD(out, call->arena);
  if (!added) return sx_fail(err, call->arena->status, NULL);
  *added = place;
  return SX_OK;
}

sx_place sx_c_symbol__place_of(const sx_c_declaration *one) {
  return (sx_place){one->path, {one->at, one->at}};
}

static bool is_name_at(sx_call *call, const sx_place *place, sx_str name) {
  const sx_document *document;
  if (sx_document_peek(call, place->path, &document, NULL)) return false;
  size_t at = sx_document_offset(document, place->range.start);
  return sx_str_has_prefix(sx_str_slice(document->text, at, document->text.len), name);
}

/* ---- what the server returns ----------------------------------------------------------------- */

static void ask_at(sx_batch *batch, sx_str path, sx_pos16 at) {
  sx_batch_definition(batch, path, at);
  sx_batch_places(batch, SX_PLACES_DECLARATION, path, at);
}

/* Where the definition and the declaration of question `index` are, by the files' own paths. */
static sx_status take_answers(sx_c_sorting *s, sx_batch *batch, size_t index, sx_places *out,
                              sx_err *err) {
  sx_status status = SX_OK;
  for (size_t slot = 2 * index; slot < 2 * index + 2 && !status; slot++) {
    sx_places places = {0};
    if (sx_batch_get_places(batch, slot, &places, NULL)) continue;
    for (size_t i = 0; i < places.len && !status; i++) {
      sx_place place = {sx_path_own(s->call, places.items[i].path), places.items[i].range};
      if (is_name_at(s->call, &place, s->name))
        status = sx_c_symbol__add_place(out, s->call, place, err);
    }
  }
  return status;
}

sx_status sx_c_symbol__ask_for_own(sx_c_sorting *s, const sx_target *target, sx_str path,
                                   sx_pos16 at, sx_err *err) {
  sx_batch batch;
  const sx_symbol *symbol = target->symbol;
  sx_batch_init(&batch, s->call->wait, s->call->arena);
  ask_at(&batch, path, at);
  sx_status status = sx_batch_run_within(&batch, SX_C_ASKED_MS, err);
  if (!status) status = take_answers(s, &batch, 0, &s->own, err);
  sx_batch_release(&batch);
  if (status && !sx_status_ends_call(status)) status = SX_OK;
  if (!status && symbol->is_declaration_known)
    status = sx_c_symbol__add_place(&s->own, s->call,
                                    (sx_place){symbol->path, {symbol->at, symbol->at}}, err);
  return status;
}

/* ---- which declarations are the symbol's ---------------------------------------------------- */

const sx_c_declaration *sx_c_symbol__declaration(const sx_c_sorting *s, size_t i) {
  return &s->symbol->sources.declarations.items[i];
}

static bool is_type(const sx_c_name *look) {
  return look->role == SX_C_TAG || look->role == SX_C_TAG_BODY;
}

bool sx_c_symbol__is_function(const sx_c_name *look) {
  return look->role == SX_C_PROTOTYPE || look->role == SX_C_FUNCTION;
}

static bool is_alike(const sx_c_name *a, const sx_c_name *b) {
  return (is_type(a) && is_type(b)) ||
         (sx_c_symbol__is_function(a) && sx_c_symbol__is_function(b)) ||
         (a->role == SX_C_VARIABLE && b->role == SX_C_VARIABLE);
}

/* A prototype and a definition that are static, in one file. */
static bool is_one_in_file(const sx_c_declaration *a, const sx_c_declaration *b) {
  return is_alike(&a->look, &b->look) && a->look.is_static && b->look.is_static &&
         sx_str_is_equal(a->path, b->path);
}

/* One statement declares both a tag and a typedef: `typedef struct Table {…} Table;` */
static bool is_together(const sx_c_declaration *a, const sx_c_declaration *b) {
  return a->look.is_typedef && b->look.is_typedef && a->look.statement == b->look.statement &&
         sx_str_is_equal(a->path, b->path);
}

static void join_statements(sx_c_sorting *s) {
  for (bool goes_on = true; goes_on;) {
    goes_on = false;
    for (size_t i = 0; i < s->count; i++)
      for (size_t k = 0; k < s->count; k++) {
        if (!s->is_own[i] || s->is_own[k]) continue;
        if (!is_together(sx_c_symbol__declaration(s, i), sx_c_symbol__declaration(s, k))) continue;
        s->is_own[k] = goes_on = true;
      }
  }
}

bool sx_c_symbol__is_plain_c(sx_str path) {
  return sx_str_has_suffix(path, SX_STR(".c")) || sx_str_has_suffix(path, SX_STR(".h"));
}

bool sx_c_symbol__is_bound_to_file(const sx_c_declaration *one) {
  return one->look.is_static && !sx_c_is_header(one->path);
}

static bool is_body(const sx_c_name *look) {
  bool is_variable = look->role == SX_C_VARIABLE && !look->is_extern;
  return look->role == SX_C_FUNCTION || look->role == SX_C_TAG_BODY || is_variable;
}

/* In C what is not static and is defined once is one thing in all files. */
static bool is_one_by_linkage(const sx_c_sorting *s, const sx_c_declaration *own) {
  size_t bodies = 0;
  if (sx_c_symbol__is_bound_to_file(own)) return false;
  for (size_t i = 0; i < s->count; i++) {
    const sx_c_declaration *one = sx_c_symbol__declaration(s, i);
    if (!is_alike(&own->look, &one->look) || sx_c_symbol__is_bound_to_file(one)) continue;
    if (!sx_c_symbol__is_plain_c(one->path)) return false;
    bodies += is_body(&one->look);
  }
  return bodies <= 1;
}

static bool has_own_body(const sx_c_sorting *s) {
  for (size_t i = 0; i < s->count; i++)
    if (s->is_own[i] && sx_c_symbol__declaration(s, i)->look.role == SX_C_TAG_BODY) return true;
  return false;
}

/*
 * A function that each program has for itself, as `main`: both have a body, and no header declares
 * it. A server takes them for one.
 */
static bool is_of_other_program(const sx_c_sorting *s, const sx_c_declaration *own,
                                const sx_c_declaration *one) {
  if (own->look.role != SX_C_FUNCTION || one->look.role != SX_C_FUNCTION ||
      sx_str_is_equal(own->path, one->path))
    return false;
  for (size_t i = 0; i < s->count; i++)
    if (sx_c_symbol__is_function(&sx_c_symbol__declaration(s, i)->look) &&
        sx_c_is_header(sx_c_symbol__declaration(s, i)->path))
      return false;
  return true;
}

/* Asks at the declarations that may be the symbol's, too: those that lead to its places are. */
static sx_status join_by_server(sx_c_sorting *s, const sx_c_declaration *own, sx_err *err) {
  size_t asked[SX_C_MAX_DECLARATIONS], count = 0;
  sx_places led[SX_C_MAX_DECLARATIONS] = {{0}};
  sx_batch batch;
  sx_batch_init(&batch, s->call->wait, s->call->arena);
  for (size_t i = 0; i < s->count; i++) {
    const sx_c_declaration *one = sx_c_symbol__declaration(s, i);
    if (s->is_own[i] || !is_alike(&own->look, &one->look) || sx_c_symbol__is_bound_to_file(one))
      continue;
    if (one->look.role == SX_C_TAG_BODY && has_own_body(s)) continue;
    if (is_of_other_program(s, own, one)) continue;
    ask_at(&batch, one->path, one->at);
    asked[count++] = i;
  }
  sx_status status = count ? sx_batch_run_within(&batch, SX_C_ASKED_MS, err) : SX_OK;
  for (size_t i = 0; i < count && !status; i++) status = take_answers(s, &batch, i, &led[i], err);
  sx_batch_release(&batch);
  if (status) return sx_status_ends_call(status) ? status : SX_OK;
  for (bool goes_on = true; goes_on;) {
    goes_on = false;
    for (size_t i = 0; i < count; i++) {
      bool is_led = false;
      for (size_t k = 0; k < led[i].len; k++) is_led |= sx_places_have(&s->own, &led[i].items[k]);
      if (s->is_own[asked[i]] || !is_led) continue;
      s->is_own[asked[i]] = goes_on = true;
      status = sx_c_symbol__add_place(
          &s->own, s->call, sx_c_symbol__place_of(sx_c_symbol__declaration(s, asked[i])), err);
      if (status) return status;
    }
  }
  return SX_OK;
}

/*
 * The server knows one of several structs of one name: the symbol's own, a header's, or the first.
 */
static void keep_one_body(sx_c_sorting *s, const sx_target *target, sx_str path) {
  size_t best = SIZE_MAX;
  int best_score = -1;
  for (size_t i = 0; i < s->count; i++) {
    const sx_c_declaration *one = sx_c_symbol__declaration(s, i);
    if (!s->is_own[i] || one->look.role != SX_C_TAG_BODY) continue;
    int score = sx_c_is_header(one->path) ? 1 : 0;
    if (sx_str_is_equal(one->path, path)) score = 2;
    if (sx_str_is_equal(one->path, target->symbol->path) && one->at.line == target->symbol->at.line)
      score = 3;
    if (score > best_score) best = i, best_score = score;
  }
  for (size_t i = 0; i < s->count; i++)
    s->is_own[i] &= i == best || sx_c_symbol__declaration(s, i)->look.role != SX_C_TAG_BODY;
}

static bool has_other_program(const sx_c_sorting *s, const sx_c_declaration *one) {
  for (size_t i = 0; i < s->count; i++)
    if (s->is_own[i] && is_of_other_program(s, sx_c_symbol__declaration(s, i), one)) return true;
  return false;
}

/* Files that define a type of the name for themselves, and whether the symbol's is such a one. */
static sx_status note_others(sx_c_sorting *s, sx_err *err) {
  sx_str only = SX_STR("");
  bool is_spread = false;
  for (size_t i = 0; i < s->count; i++) {
    const sx_c_declaration *one = sx_c_symbol__declaration(s, i);
    if (s->is_own[i]) {
      is_spread |= sx_c_is_header(one->path) || (only.len && !sx_str_is_equal(only, one->path));
      only = one->path;
      continue;
    }
    bool is_others_type =
        one->look.role == SX_C_TAG_BODY && !sx_c_is_header(one->path) && has_own_body(s);
    if (!is_others_type && !has_other_program(s, one)) continue;
    sx_str *added = SX_ARRAY_ADD(&s->symbol->others_files, s->call->arena);
    if (!added) return sx_fail(err, s->call->arena->status, NULL);
    *added = one->path;
  }
  bool has_others = false;
  for (size_t i = 0; i < s->count; i++)
    has_others |= !s->is_own[i] && sx_c_symbol__declaration(s, i)->look.role == SX_C_TAG_BODY;
  if (has_others && !is_spread && has_own_body(s)) s->symbol->only_file = only;
  return SX_OK;
}

bool sx_c_symbol_is_others(const sx_c_symbol *symbol, sx_str path) {
  if (symbol->only_file.len) return !sx_str_is_equal(symbol->only_file, path);
  return sx_strs_have(&symbol->others_files, path);
}

/* A server returns the function of another program as the definition of this one's. */
static void drop_other_programs(sx_c_sorting *s, const sx_target *target) {
  const sx_symbol *symbol = target->symbol;
  const sx_c_declaration *own = NULL;
  for (size_t i = 0; i < s->count && symbol->is_declaration_known; i++)
    if (sx_pos16_is_equal(sx_c_symbol__declaration(s, i)->at, symbol->at) &&
        sx_str_is_equal(sx_c_symbol__declaration(s, i)->path, symbol->path))
      own = sx_c_symbol__declaration(s, i);
  for (size_t i = 0; i < s->count && own; i++)
    s->is_own[i] &= !is_of_other_program(s, own, sx_c_symbol__declaration(s, i));
}

sx_status sx_c_symbol__sort(sx_c_sorting *s, const sx_target *target, sx_str path, sx_err *err) {
  sx_status status = SX_OK;
  s->count = s->symbol->sources.declarations.len;
  if (s->count > SX_C_MAX_DECLARATIONS) s->count = SX_C_MAX_DECLARATIONS;
  for (size_t i = 0; i < s->count; i++) {
    sx_place place = sx_c_symbol__place_of(sx_c_symbol__declaration(s, i));
    s->is_own[i] = sx_places_have(&s->own, &place);
  }
  keep_one_body(s, target, path);
  drop_other_programs(s, target);
  join_statements(s);
  for (size_t i = 0; i < s->count && !status; i++) {
    const sx_c_declaration *own = sx_c_symbol__declaration(s, i);
    if (!s->is_own[i] || own->look.scope == SX_C_MEMBER || own->look.role == SX_C_MACRO) continue;
    bool is_one = is_one_by_linkage(s, own);
    for (size_t k = 0; k < s->count; k++)
      s->is_own[k] |=
          sx_c_symbol__is_bound_to_file(own) && is_one_in_file(own, sx_c_symbol__declaration(s, k));
    for (size_t k = 0; k < s->count && is_one; k++)
      s->is_own[k] |= is_alike(&own->look, &sx_c_symbol__declaration(s, k)->look) &&
                      !sx_c_symbol__is_bound_to_file(sx_c_symbol__declaration(s, k));
    if (!is_one && !sx_c_symbol__is_bound_to_file(own)) status = join_by_server(s, own, err);
    break;
  }
  join_statements(s);
  return status ? status : note_others(s, err);
}
