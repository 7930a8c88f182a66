#include "semantic/macro_uses.h"

#include "text/occurrences.h"
#include "workspace/document.h"
#include "workspace/paths.h"
#include "servers/state.h"

/* Files that a call shows to the server, each of which it compiles. */
#define MAX_SHOWN 64
#define SHOWN_TOGETHER 8
#define SHOW_MS 15000
#define ASK_MS 3000
#define MAX_BODIES 200
#define MAX_PLACES 20000

/* ---- files that use a macro ------------------------------------------------------------------ */

bool sx_c_has_code(sx_call *call, sx_str path) {
  const sx_document *document;
  if (sx_document_peek(call, path, &document, NULL)) return true;
  sx_str code = sx_c_code(document->text, document->language, false, call->arena);
  return !code.len || sx_str_trim(code).len > 0;
}

/* Opens some and waits for their outlines: the server has read them then. */
static sx_status show_some(sx_call *call, const sx_strs *paths, size_t *read, sx_err *err) {
  sx_batch batch;
  sx_status status = sx_documents_open(call, paths, err);
  if (status) return status;
  sx_batch_init(&batch, call->wait, call->arena);
  for (size_t i = 0; i < paths->len; i++) sx_batch_outline(&batch, paths->items[i]);
  status = sx_batch_run_within(&batch, SHOW_MS, err);
  for (size_t i = 0; i < paths->len && !status; i++) {
    sx_host_symbols outline = {0};
    if (sx_batch_get_symbols(&batch, i, &outline, NULL)) continue;
    if (!outline.len && sx_c_has_code(call, paths->items[i])) continue;
    sx_servers_set_shown(call->services->servers, paths->items[i]);
    ++*read;
  }
  sx_batch_release(&batch);
  return sx_status_ends_call(status) ? status : SX_OK;
}

static sx_status show_users(sx_reconcile *behind, sx_call *call, const sx_c_symbol *c,
                            sx_err *err) {
  sx_strs some = {0};
  size_t wanted = 0, shown = 0, read = 0;
  sx_status status = SX_OK;
  for (size_t i = 0; i < c->sources.files.len && !status; i++) {
    const sx_c_mention *file = &c->sources.files.items[i];
    if (!file->has_macro || sx_servers_is_shown(call->services->servers, file->path)) continue;
    wanted++;
    if (shown == MAX_SHOWN || sx_port_call_check(call->wait)) continue;
    status = sx_strs_add(&some, file->path, call->arena, err);
    if (!status) status = sx_strs_add(&behind->shown, file->path, call->arena, err);
    shown++;
    if (status || some.len < SHOWN_TOGETHER) continue;
    status = show_some(call, &some, &read, err);
    some.len = 0;
  }
  if (!status && some.len) status = show_some(call, &some, &read, err);
  behind->unread_files = wanted - read;
  return status;
}

/* ---- bodies of macros ------------------------------------------------------------------------ */

/* A body that has it as a parameter of the macro means no symbol. */
static bool is_in_body(sx_str text, size_t at, sx_str name) {
  sx_c_macro macro;
  return sx_c_macro_at(&macro, text, at) && sx_c_macro_find(&macro, text, name, at) == at;
}

static sx_status find_in_file(sx_call *call, sx_str path, sx_str name, sx_places *out,
                              sx_err *err) {
  const sx_document *document;
  sx_occurrences found = {0};
  sx_status status = sx_document_peek(call, path, &document, err);
  if (status) return sx_status_ends_call(status) ? status : SX_OK;
  status = sx_occurrences_find(&found, document->text, name, document->language, MAX_PLACES,
                               call->arena, err);
  if (status) return status;
  sx_occurrences_classify(&found, document->text, document->language);
  for (size_t i = 0; i < found.len; i++) {
    const sx_occurrence *one = &found.items[i];
    if (one->use != SX_USE_CODE || !is_in_body(document->text, one->offset, name)) continue;
    sx_place *added = SX_ARRAY_ADD(out, call->arena);
    if (!added) return sx_fail(err, call->arena->status, NULL);
    sx_pos16 at = {one->point.row, one->col_u16};
    *added = (sx_place){path, {at, sx_document_position(document, one->offset + name.len)}};
  }
  return SX_OK;
}

/* Whether the name has no other meaning in any of the texts. */
static bool is_only_one(const sx_c_symbol *c) {
  size_t declared = 0;
  if (c->is_macro || !c->declared.len || c->sources.is_cut) return false;
  for (size_t i = 0; i < c->sources.declarations.len; i++)
    declared += c->sources.declarations.items[i].look.role != SX_C_MACRO;
  return c->declared.len == declared;
}

/*
 * For a macro, which a server does not follow into the bodies of others: whether the file has it
 * and no other, or only its file, under any #if, has one of its name.
 */
static bool is_macro_of(const sx_c_symbol *c, sx_str path) {
  bool has_own = false, has_other = false, is_here = false, is_other_here = false;
  if (!c->is_macro || c->sources.is_cut) return false;
  sx_str own = c->declared.items[0].place.path;
  for (size_t i = 0; i < c->sources.declarations.len; i++) {
    const sx_c_declaration *one = &c->sources.declarations.items[i];
    bool is_own = sx_str_is_equal(one->path, own), is_there = sx_str_is_equal(one->path, path);
    has_own |= is_own;
    has_other |= !is_own;
    is_here |= is_own && is_there;
    is_other_here |= !is_own && is_there;
  }
  return has_own && (is_here || !has_other) && !is_other_here;
}

/* Another symbol, by the server's answer, or a file with a macro of that name of its own. */
static bool is_known_other(const sx_c_symbol *c, const sx_place *body, bool has_definition) {
  if (!c->is_macro) return has_definition;
  for (size_t i = 0; i < c->sources.declarations.len; i++)
    if (sx_str_is_equal(c->sources.declarations.items[i].path, body->path)) return true;
  return has_definition;
}

/* A member of C stands after `.` or `->`; where it does not, a server only guesses. */
static bool fits_member(sx_call *call, const sx_c_symbol *c, const sx_place *body) {
  const sx_document *document;
  if (!c->is_member) return true;
  if (sx_document_peek(call, body->path, &document, NULL)) return false;
  size_t end = sx_document_offset(document, body->range.start);
  sx_str before = sx_str_trim(sx_str_slice(document->text, end > 64 ? end - 64 : 0, end));
  return sx_str_has_suffix(before, SX_STR(".")) || sx_str_has_suffix(before, SX_STR("->"));
}

/* Enumerators are declared by no statement of their own. */
static bool is_declaration(const sx_target *target, const sx_place *place) {
  const sx_symbol *symbol = target->symbol;
  return sx_c_symbol_has(&target->c, place) ||
         (symbol->is_declaration_known && sx_pos16_is_equal(symbol->at, place->range.start) &&
          sx_str_is_equal(symbol->path, place->path));
}

/* `definitions` of the name in the body, as the server lists them; none where it was not asked. */
static sx_status judge_macro_use(sx_reconcile *behind, sx_call *call, const sx_target *target,
                                 const sx_place *body, const sx_places *definitions, sx_err *err) {
  const sx_c_symbol *c = &target->c;
  if (!fits_member(call, c, body)) return SX_OK;
  size_t own = 0, count = definitions->len;
  for (size_t i = 0; i < count; i++) {
    const sx_place *one = &definitions->items[i];
    const sx_place place = {sx_path_own(call, one->path), one->range};
    own += is_declaration(target, &place);
  }
  /* Where the server lists another symbol, too, it has only compared names. */
  bool is_own = (own && own == count) || (!count && is_only_one(c)) || is_macro_of(c, body->path);
  bool is_guess = own && own < count;
  if (!is_own) {
    behind->macro_mentions += is_guess || !is_known_other(c, body, count > 0);
    return SX_OK;
  }
  sx_place *added = SX_ARRAY_ADD(&behind->in_macros, call->arena);
  if (!added) return sx_fail(err, call->arena->status, NULL);
  *added = *body;
  return SX_OK;
}

static sx_status find_bodies(sx_reconcile *behind, sx_call *call, const sx_target *target,
                             sx_err *err) {
  const sx_c_symbol *c = &target->c;
  sx_places bodies = {0};
  sx_batch batch;
  sx_status status = SX_OK;
  for (size_t i = 0; i < c->sources.files.len && !status; i++)
    if (c->sources.files.items[i].has_name &&
        !sx_c_symbol_is_others(c, c->sources.files.items[i].path))
      status =
          find_in_file(call, c->sources.files.items[i].path, target->symbol->name, &bodies, err);
  if (status || !bodies.len) return status;
  size_t asked = bodies.len < MAX_BODIES ? bodies.len : MAX_BODIES;
  sx_batch_init(&batch, call->wait, call->arena);
  for (size_t i = 0; i < asked; i++)
    sx_batch_definition(&batch, bodies.items[i].path, bodies.items[i].range.start);
  status = sx_batch_run_within(&batch, ASK_MS, err);
  if (status && !sx_status_ends_call(status)) asked = 0, status = SX_OK;
  for (size_t i = 0; i < bodies.len && !status; i++) {
    sx_places found = {0};
    if (i < asked && sx_batch_get_places(&batch, i, &found, NULL)) found.len = 0;
    status = judge_macro_use(behind, call, target, &bodies.items[i], &found, err);
  }
  sx_batch_release(&batch);
  return status;
}

sx_status sx_macro_uses_find(sx_reconcile *behind, sx_call *call, const sx_target *target,
                             sx_err *err) {
  const sx_c_symbol *c = &target->c;
  bool may_lack = !c->is_listed || behind->knowledge == SX_KNOWS_INDEXED;
  sx_status status = SX_OK;
  if (!c->family || (c->is_local && !c->declared.len)) return SX_OK;
  if (may_lack) status = show_users(behind, call, c, err);
  return status ? status : find_bodies(behind, call, target, err);
}
