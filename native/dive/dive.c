#include "dive/dive.h"

#include "hierarchy/implementations.h"
#include "hierarchy/relatives.h"
#include "semantic/certainty.h"
#include "semantic/outline_symbol.h"
#include "semantic/references.h"
#include "servers/freshness.h"
#include "servers/state.h"
#include "workspace/document.h"

#define OVERVIEW_TOKENS 200
#define CONTEXT_TOKENS 600
#define FULL_TOKENS 1500
#define OVERVIEW_ITEMS 10
#define CONTEXT_ITEMS 15
#define FULL_ITEMS 100 /* more than the budget has room for */

size_t sx_dive_tokens(sx_dive_depth depth) {
  static const size_t tokens[] = {OVERVIEW_TOKENS, CONTEXT_TOKENS, FULL_TOKENS};
  return tokens[depth];
}

/* ---- sections ------------------------------------------------------------------------------ */

size_t sx_dive__most(const sx_dive *dive) {
  static const size_t items[] = {OVERVIEW_ITEMS, CONTEXT_ITEMS, FULL_ITEMS};
  return items[dive->depth];
}

sx_dive_section *sx_dive__section(sx_dive *dive, const char *title, const char *fact) {
  if (dive->count == SX_DIVE_MAX_SECTIONS) return NULL;
  sx_dive_section *section = &dive->sections[dive->count++];
  *section = (sx_dive_section){.title = title, .fact = fact};
  return section;
}

void sx_dive__add(sx_dive *dive, sx_dive_section *section, sx_dive_item item) {
  section->total++;
  if (section->items.len >= sx_dive__most(dive)) return;
  sx_dive_item *added = SX_ARRAY_ADD(&section->items, dive->call->arena);
  if (!added) return;
  item.is_own = item.path.len && sx_str_is_equal(item.path, dive->path);
  *added = item;
}

/* Advice that a longer answer has. */
static sx_str without_advice(const sx_dive *dive, sx_str line) {
  size_t from = sx_str_find(line, SX_STR("; VS Code recommends"), 0), to;
  if (dive->depth != SX_DIVE_OVERVIEW || from == SX_STR_NONE) return line;
  to = sx_str_find(line, SX_STR(" for it"), from);
  if (to == SX_STR_NONE) return line;
  return sx_arena_printf(dive->call->arena, "%.*s%.*s", SX_STR_ARG(sx_str_slice(line, 0, from)),
                         SX_STR_ARG(sx_str_slice(line, to + sizeof " for it" - 1, line.len)));
}

/* Whether a note has the line; one that is the beginning of it becomes it. */
static bool is_said(sx_dive *dive, sx_str line) {
  for (size_t i = 0; i < dive->notes.len; i++) {
    sx_str known = dive->notes.items[i];
    if (sx_str_has_prefix(known, line)) return true;
    if (!sx_str_has_prefix(line, known)) continue;
    dive->notes.items[i] = sx_arena_dup(dive->call->arena, line);
    return true;
  }
  return false;
}

void sx_dive__note(sx_dive *dive, sx_str text) {
  sx_str line;
  while (sx_str_next_line(&text, &line)) {
    line = without_advice(dive, sx_str_trim(line));
    if (!line.len || is_said(dive, line)) continue;
    sx_str *added = SX_ARRAY_ADD(&dive->notes, dive->call->arena);
    if (added) *added = sx_arena_dup(dive->call->arena, line);
  }
}

void sx_dive__note_all(sx_dive *dive, sx_buf *text) {
  if (text->status) dive->lost = text->status;
  sx_dive__note(dive, sx_buf_str(text));
  sx_buf_release(text);
}

/* Without memory there is less than the answer would say. */
static sx_status check_memory(const sx_dive *dive, sx_status status, sx_err *err) {
  if (status) return status;
  if (dive->call->arena->status) return sx_fail(err, dive->call->arena->status, NULL);
  return dive->lost ? sx_fail(err, dive->lost, NULL) : SX_OK;
}

sx_status sx_dive__fail(sx_dive *dive, sx_dive_section *section, sx_status status, sx_err *err) {
  sx_arena *arena = dive->call->arena;
  if (!status && arena->status) return sx_fail(err, arena->status, NULL);
  if (!status || sx_status_ends_call(status)) return status;
  if (section) section->is_unknown = true;
  const char *reason = status == SX_DEADLINE ? "the call timed out." : err ? err->message : "";
  sx_dive__note(dive, sx_arena_printf(arena, SX_UNKNOWN_IN_PART "%s%s%s",
                                      section ? section->title : "", section ? ": " : "", reason));
  return SX_OK;
}

/* ---- by kind ------------------------------------------------------------------------------- */

typedef enum group { CALLABLE, INTERFACE, TYPE, ENUM, SCOPE, VALUE } group;

static group group_of(sx_str kind) {
  static const struct {
    const char *kinds;
    group is;
  } rows[] = {{"Interface", INTERFACE},
              {"Class Struct Union Object", TYPE},
              {"Enum", ENUM},
              {"Namespace Module Package", SCOPE}};
  if (sx_outline_is_function(kind)) return CALLABLE;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (sx_language_has_word(rows[i].kinds, kind, false)) return rows[i].is;
  return VALUE;
}

/* A function without callers may be handed on: as a callback, in a table. */
static sx_status look_at_function(sx_dive *dive, sx_err *err) {
  sx_status status = sx_dive__calls(dive, err);
  bool is_called = dive->sections[0].total || dive->sections[0].is_unknown;
  if (!status && !is_called && dive->depth != SX_DIVE_FULL) status = sx_dive__uses(dive, true, err);
  if (!status) status = sx_dive__types(dive, false, err);
  if (!status && dive->depth == SX_DIVE_FULL) status = sx_dive__uses(dive, true, err);
  return status;
}

static sx_status look_at_type(sx_dive *dive, group is, sx_err *err) {
  sx_status status = SX_OK;
  sx_dive__members(dive);
  if (is != ENUM && is != SCOPE) status = sx_dive__types(dive, true, err);
  if (!status && is == INTERFACE) status = sx_dive__implementations(dive, err);
  return status ? status : sx_dive__uses(dive, false, err);
}

/* ---- asked ahead ----------------------------------------------------------------------------- */

/*
 * Most of the time of an answer is the way to the server and back, once for each question: those
 * that are sure to come are asked together. Not of a server that may be taking something in, as the
 * later a question is then, the better is its answer; nor in C, whose questions depend on what the
 * texts have.
 */
static bool may_ask_ahead(const sx_dive *dive) {
  const sx_document *document;
  const sx_target *target = dive->target;
  const sx_symbol *symbol = target->symbol;
  sx_call *call = dive->call;
  if (symbol->from != SX_FROM_LSP || !symbol->is_declaration_known || target->is_loading ||
      target->c.family || call->early.len || sx_freshness_is_recent(call))
    return false;
  return sx_document_open(call, target->path, &document, NULL) == SX_OK &&
         sx_servers_is_ready(call->services->servers, document->language_id);
}

static void ask_ahead(sx_dive *dive) {
  sx_batch batch;
  sx_call *call = dive->call;
  const sx_symbol *symbol = dive->target->symbol;
  group is = group_of(symbol->kind);
  if (!symbol->kind.len || !may_ask_ahead(dive)) return;
  sx_batch_init_ahead(&batch, call->wait, call->arena);
  if (!symbol->hover.len) sx_batch_hover(&batch, symbol->path, symbol->at);
  if (is == CALLABLE && !sx_relatives_place(&dive->calls.place, call, dive->target, NULL))
    sx_hierarchy_ask_ahead(&dive->calls, call);
  if (is == INTERFACE) sx_implementations_ask_ahead(call, dive->target);
  if (is != CALLABLE || dive->depth == SX_DIVE_FULL) sx_references_ask_ahead(call, dive->target);
}

/* The names are known with the outline. */
static void ask_types_ahead(sx_dive *dive) {
  group is = group_of(dive->target->symbol->kind);
  if (!sx_port_call_is_ahead(dive->call->wait)) return;
  if (is == CALLABLE || is == INTERFACE || is == TYPE) sx_dive__types_ahead(dive, is != CALLABLE);
}

static sx_status look_at_all(sx_dive *dive, sx_err *err) {
  ask_ahead(dive);
  sx_status status = sx_dive__read_outline(dive, err);
  if (status) return status;
  ask_types_ahead(dive);
  status = sx_dive__describe(dive, err);
  if (status) return status;
  group is = group_of(dive->kind);
  if (is == VALUE) return sx_dive__uses(dive, false, err);
  return is == CALLABLE ? look_at_function(dive, err) : look_at_type(dive, is, err);
}

sx_status sx_dive_symbol(sx_dive *out, sx_call *call, const sx_target *target, sx_dive_depth depth,
                         sx_err *err) {
  *out = (sx_dive){.call = call, .depth = depth, .target = target, .path = target->symbol->path};
  sx_status status = look_at_all(out, err);
  sx_hierarchy_drop_ahead(&out->calls, call);
  return check_memory(out, status, err);
}

sx_status sx_dive_file(sx_dive *out, sx_call *call, sx_str path, sx_dive_depth depth, sx_err *err) {
  *out = (sx_dive){.call = call, .depth = depth, .path = path, .kind = SX_STR("File")};
  sx_status status = sx_dive__exports(out, err);
  if (!status) status = sx_dive__imports(out, err);
  return check_memory(out, status, err);
}
