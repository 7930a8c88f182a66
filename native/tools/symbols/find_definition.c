#include "engine/args.h"
#include "semantic/certainty.h"
#include "semantic/reconcile.h"
#include "semantic/place_list.h"
#include "semantic/place_filter.h"
#include "semantic/target.h"
#include "workspace/document.h"
#include "servers/state.h"

#define DEFAULT_TOKENS 2000

sx_status sx_tool_find_definition(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err);

enum { DEFINITION, DECLARATION, TYPE_DEFINITION, KINDS };

typedef struct found {
  sx_places places[KINDS];
  bool is_asked[KINDS];
  sx_str failure; /* not empty: what one of the providers reported, or that it returned nothing */
  size_t left_out;
  sx_certainty certainty;
  bool is_gone;        /* the server's definition is in a file that no longer exists */
  sx_reconcile behind; /* where it may be now */
} found;

/* One provider that fails does not spoil what the others return. */
static sx_status take_kinds(sx_call *call, sx_batch *batch, found *out, sx_err *err) {
  size_t slot = 0;
  for (size_t i = 0; i < KINDS; i++) {
    size_t left_out = 0;
    out->places[i] = (sx_places){0};
    if (!out->is_asked[i]) continue;
    sx_status status = sx_batch_get_places(batch, slot++, &out->places[i], err);
    size_t count = out->places[i].len;
    if (!status) status = sx_places_keep_sound(call, &out->places[i], &left_out, err);
    out->left_out += left_out;
    if (i == DEFINITION) out->is_gone = !status && count && !out->places[i].len && !left_out;
    if (status != SX_HOST && status != SX_DEADLINE) {
      if (status) return status;
      continue;
    }
    out->places[i].len = 0;
    out->failure = status == SX_DEADLINE
                       ? SX_STR("A provider did not answer in time.")
                       : sx_arena_dup(call->arena, sx_str_from(err ? err->message : ""));
  }
  return SX_OK;
}

/* Types and functions have no type definition worth asking for. */
static bool may_have_type(const sx_symbol *symbol) {
  static const char *const kinds[] = {"Variable",   "Constant", "Property", "Field",
                                      "EnumMember", "Object",   "Array",    "Key"};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (sx_str_is_equal(symbol->kind, sx_str_from(kinds[i]))) return true;
  return !symbol->kind.len;
}

static void choose_kinds(sx_call *call, const sx_target *target, found *out) {
  const sx_document *document;
  sx_str language =
      sx_document_open(call, target->path, &document, NULL) ? SX_STR("") : document->language_id;
  out->is_asked[DEFINITION] = true;
  out->is_asked[DECLARATION] = !sx_servers_lacks_declarations(call->services->servers, language);
  out->is_asked[TYPE_DEFINITION] = may_have_type(target->symbol);
}

/* A provider that fails is one. */
static void note_declaration(sx_call *call, const sx_target *target, const found *all) {
  const sx_document *document;
  if (!all->places[DEFINITION].len || all->failure.len) return;
  if (sx_document_open(call, target->path, &document, NULL)) return;
  sx_servers_note_declaration(call->services->servers, document->language_id,
                              all->places[DECLARATION].len > 0);
}

static sx_status ask_kinds(sx_call *call, const sx_target *target, found *out, sx_err *err) {
  static const sx_places_kind kinds[KINDS] = {SX_PLACES_DEFINITION, SX_PLACES_DECLARATION,
                                              SX_PLACES_TYPE_DEFINITION};
  sx_batch batch;
  sx_batch_init(&batch, call->wait, call->arena);
  out->failure = SX_STR("");
  out->left_out = 0;
  choose_kinds(call, target, out);
  for (size_t i = 0; i < KINDS; i++)
    if (out->is_asked[i]) sx_batch_places(&batch, kinds[i], target->path, target->at);
  sx_status status = call->may_be_early ? sx_batch_run_within(&batch, SX_PATIENCE_MS, err)
                                        : sx_batch_run(&batch, err);
  if (!status || status == SX_DEADLINE) status = take_kinds(call, &batch, out, err);
  if (!status) note_declaration(call, target, out);
  sx_batch_release(&batch);
  return status;
}

typedef struct question {
  sx_call *call;
  const sx_target *target;
  found *out;
} question;

static sx_status ask_round(void *arg, sx_round *round, sx_err *err) {
  const sx_places none = {0};
  const question *ask = arg;
  bool again = false;
  sx_status status = ask_kinds(ask->call, ask->target, ask->out, err);
  if (!status && ask->out->is_gone)
    status = sx_reconcile_wait(&ask->out->behind, ask->call, ask->target, &none, &again, err);
  *round = again ? SX_ROUND_AGAIN : SX_ROUND_ENOUGH;
  return status;
}

static sx_status find_definitions(sx_call *call, const sx_target *target, found *out, sx_err *err) {
  question ask = {call, target, out};
  sx_status status = sx_inquiry_run(&out->certainty, call, target->path, ask_round, &ask, err);
  if (!status && out->is_gone)
    out->failure = SX_STR(
        "The language server returned a file that no longer exists. Call again in a few seconds.");
  return status;
}

/* In C the text shows which declarations are definitions, even before the server has read them. */
static sx_status add_declared(sx_call *call, const sx_c_symbol *c, found *out, sx_err *err) {
  sx_places own[2] = {{0}};
  for (size_t i = 0; i < c->declared.len; i++) {
    bool is_definition = sx_c_symbol_is_definition(c, &c->declared.items[i]);
    sx_place *place = SX_ARRAY_ADD(&own[is_definition ? DEFINITION : DECLARATION], call->arena);
    if (!place) return sx_fail(err, call->arena->status, NULL);
    *place = c->declared.items[i].place;
  }
  if (!own[DEFINITION].len) return SX_OK;
  out->places[DEFINITION] = own[DEFINITION];
  out->places[DECLARATION] = own[DECLARATION];
  return SX_OK;
}

/* The place found while resolving counts if the providers return nothing; of the index those of
 * all overloads, of which a line means one. */
static sx_status add_resolved(sx_call *call, const sx_target *target, sx_places *definitions,
                              sx_err *err) {
  const sx_symbol *symbol = target->symbol;
  const sx_symbols *all = &target->resolution.symbols;
  bool is_one = symbol->from != SX_FROM_INDEX || target->locator.has_line;
  if (definitions->len || !symbol->is_declaration_known) return SX_OK;
  for (size_t i = 0; i < (is_one ? 1 : all->len); i++) {
    const sx_symbol *one = i ? &all->items[i] : symbol;
    if (i && !sx_target_is_overload(target, one)) continue;
    sx_place *place = SX_ARRAY_ADD(definitions, call->arena);
    if (!place) return sx_fail(err, SX_NOMEM, NULL);
    *place = (sx_place){one->path, {one->at, one->at}};
  }
  return SX_OK;
}

/* A declaration or type that is the definition itself is not listed twice. */
static sx_status write_kind(sx_call *call, size_t kind, const found *all, sx_answer *answer,
                            sx_err *err) {
  static const char *const titles[KINDS] = {"Defined at", "Declared at", "Its type is defined at"};
  static const char *const names[KINDS] = {"definitions", "declarations", "type_definitions"};
  const sx_places *listed = kind == DEFINITION ? NULL : &all->places[DEFINITION];
  sx_place_list list;
  sx_status status = sx_place_list_init(&list, call, &all->places[kind], listed, err);
  if (status || !list.items.len) return status;
  cJSON *facts = cJSON_CreateArray();
  if (!facts) return sx_fail(err, SX_NOMEM, NULL);
  sx_buf_addf(&answer->text, list.items.len == 1 ? "%s " : "%s:\n", titles[kind]);
  status = sx_place_list_write(&list, call, SX_STR(""), answer, facts, err);
  sx_answer_put(answer->facts, names[kind], facts);
  return status;
}

/* Where it is stands in the next line, if that is where it is defined. */
static void write_head(sx_call *call, const sx_target *target, const sx_places *definitions,
                       sx_answer *answer) {
  const sx_symbol *symbol = target->symbol;
  const sx_place own = {symbol->path, {symbol->at, symbol->at}};
  bool is_listed = definitions->len == 1 && sx_places_have(definitions, &own);
  if (is_listed && symbol->kind.len)
    sx_buf_addf(&answer->text, "%.*s (%.*s)", SX_STR_ARG(symbol->name), SX_STR_ARG(symbol->kind));
  else
    sx_target_write_name(target, call, answer);
  sx_buf_add_char(&answer->text, '\n');
}

static sx_status write_all(sx_call *call, const sx_target *target, const found *all,
                           sx_answer *answer, sx_err *err) {
  sx_status status = SX_OK;
  write_head(call, target, &all->places[DEFINITION], answer);
  for (size_t i = 0; i < KINDS && !status; i++) status = write_kind(call, i, all, answer, err);
  bool is_unsure = all->failure.len || all->left_out || target->resolution.is_behind;
  /* Where only the type is known, as at `f(name=1)` of any keywords, the definition is not. */
  bool is_defined = all->places[DEFINITION].len || all->places[DECLARATION].len;
  bool is_found = is_defined && (all->places[DEFINITION].len || !is_unsure);
  /* The symbol is there, and so it is defined somewhere. */
  bool is_early = all->certainty.is_early;
  bool is_guess = target->symbol->from == SX_FROM_INDEX && !sx_target_is_defined_in_file(target);
  answer->status = is_found && !is_early && !is_guess ? SX_ANSWER_FOUND : SX_ANSWER_UNKNOWN;
  if (is_early)
    sx_certainty_write_early(&all->certainty, &answer->text);
  else if (is_guess)
    sx_certainty_add(&answer->text,
                     "by its name alone, as no language server resolved it in the given file. It "
                     "may be another symbol there.");
  sx_certainty_write_part(all->failure, &answer->text);
  sx_places_write_left_out(&answer->text, all->left_out);
  sx_c_symbol_write_other_names(&target->c, call, &answer->text);
  if (!is_defined && !status)
    sx_certainty_add(&answer->text, "no language server returned a definition.");
  sx_target_write_others(target, call, answer);
  sx_answer_put(answer->facts, "symbol", sx_target_fact(target, call));
  return status;
}

sx_status sx_tool_find_definition(sx_call *call, const cJSON *args, sx_answer *answer,
                                  sx_err *err) {
  sx_target target;
  found all = {.failure = SX_STR("")};
  answer->max_tokens = (size_t)sx_args_int(args, "max_tokens", DEFAULT_TOKENS);
  sx_status status = sx_target_find(&target, call, args, err);
  if (!status && !target.symbol) status = sx_target_write_missing(&target, call, answer, err);
  if (!status && target.symbol) {
    status = find_definitions(call, &target, &all, err);
    if (!status) status = add_declared(call, &target.c, &all, err);
    if (!status) status = add_resolved(call, &target, &all.places[DEFINITION], err);
    if (!status) status = write_all(call, &target, &all, answer, err);
  }
  cJSON_AddStringToObject(answer->facts, "status", sx_answer_status_name(answer->status));
  cJSON_AddBoolToObject(answer->facts, "truncated", answer->is_truncated);
  return status;
}
