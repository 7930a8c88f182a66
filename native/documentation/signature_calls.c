#include "text/occurrences.h"
#include "semantic/code_words.h"
#include "documentation/overloads.h"
#include "documentation/signatures.h"

/* A call that is looked for by its name is asked for at so many places at most. */
#define MAX_PLACES 8
#define MAX_OCCURRENCES 200
/* Between a name and its parenthesis: type arguments. */
#define MAX_GAP_BYTES 1000
/* A call gives more than the declaration does; without one that is the answer. */
#define CALLS_MS 2000
#define REFERENCES_MS 1500
/* How far back the parenthesis of a call is looked for. */
#define MAX_CALL_BYTES 8000

typedef struct candidate {
  sx_place inside; /* of the parentheses */
  sx_pos16 name;
  bool is_member; /* `x.name(` */
} candidate;

typedef struct candidates {
  candidate items[MAX_PLACES];
  size_t len;
} candidates;

/* ---- the text ----------------------------------------------------------------------------- */

/* The offset after the parenthesis that follows a name, past type arguments; 0 if none does. */
static size_t inside_parentheses(const sx_document *document, size_t name_end, sx_arena *arena) {
  sx_str code = sx_code_of(document, name_end, name_end + MAX_GAP_BYTES, arena);
  uint32_t depth = 0;
  for (size_t i = 0; i < code.len; i++) {
    char c = code.ptr[i];
    if (c == '(' && depth == 0) return name_end + i + 1;
    if (c == '<') depth++;
    if (c == '>' && depth > 0) depth--;
    if (depth == 0 && !strchr(" \t\r\n>!?.:", c)) return 0;
  }
  return 0;
}

static void add_candidate(candidates *all, const sx_document *document, size_t name_start,
                          size_t name_end, sx_arena *arena) {
  size_t inside = inside_parentheses(document, name_end, arena);
  if (!inside || all->len == MAX_PLACES) return;
  sx_pos16 at = sx_document_position(document, inside);
  char before = name_start ? document->text.ptr[name_start - 1] : ' ';
  all->items[all->len++] =
      (candidate){.inside = {document->path, {at, at}},
                  .name = sx_document_position(document, name_start),
                  .is_member = before == '.' || before == '>' || before == ':'};
}

/** The name that ends at `end`, past type arguments. */
static sx_str name_before(const sx_document *document, sx_str code, size_t end) {
  size_t depth = 0;
  while (end > 0) {
    char c = code.ptr[end - 1];
    if (c == '>') depth++;
    if (c == '<' && depth)
      depth--;
    else if (!depth && c != ' ' && c != '>')
      break;
    end--;
  }
  return sx_str_slice(code, sx_language_ident_start(document->language, code, end), end);
}

/* Whether what ends there can be called: a name, or what another call, an index or types end. */
static bool is_callable(const sx_document *document, sx_str code) {
  code = sx_str_trim(code);
  size_t start = sx_language_ident_start(document->language, code, code.len);
  sx_str name = sx_str_slice(code, start, code.len);
  if (name.len) return !sx_str_is_equal(name, SX_STR("async"));
  if (!code.len || sx_str_has_suffix(code, SX_STR("=>"))) return false;
  return sx_str_find_char(SX_STR(")]}>?!."), code.ptr[code.len - 1], 0) != SX_STR_NONE;
}

sx_status sx_signatures_read_place(sx_signatures *ask, sx_err *err) {
  const sx_document *document;
  sx_status status = sx_document_open(ask->call, ask->place.path, &document, err);
  if (status) return status;
  size_t at = sx_document_offset(document, ask->place.range.start);
  size_t before = at > MAX_CALL_BYTES ? at - MAX_CALL_BYTES : 0;
  sx_str until = sx_code_of(document, before, at, ask->call->arena);
  /* Not that of a function which is an argument: `find((one) => one.id)`. */
  bool is_on_opening =
      at < document->text.len && document->text.ptr[at] == '(' && is_callable(document, until);
  if (is_on_opening) { /* the call of this parenthesis is meant */
    at++;
    ask->place.range.start.character++;
    ask->place.range.end = ask->place.range.start;
  }
  size_t from = at > MAX_CALL_BYTES ? at - MAX_CALL_BYTES : 0;
  sx_str code = sx_code_of(document, from, at, ask->call->arena);
  size_t depth = 0;
  ask->callee = SX_STR("");
  ask->may_be_call = (document->language->flags & SX_LANGUAGE_BARE_CALLS) != 0;
  for (size_t i = code.len; i-- > 0 && !ask->is_call;) {
    char c = code.ptr[i];
    if (c == ')' || c == ']' || c == '}') depth++;
    if (c == ',' && !depth) ask->argument++;
    if (c != '(' && c != '[' && c != '{') continue;
    if (depth > 0) {
      depth--;
      continue;
    }
    if (c == '{') return SX_OK; /* in a body */
    if (c == '(') ask->callee = name_before(document, code, i);
    if (!ask->callee.len) { /* in an array or a group, which is an argument itself */
      ask->argument = 0;
      continue;
    }
    ask->is_call = true;
    size_t name = from + (size_t)(ask->callee.ptr - code.ptr);
    sx_locator *locator = &ask->doc.target.locator;
    status = sx_locator_parse_name(locator, "symbol", ask->callee, err);
    if (status) {
      ask->is_call = false;
      return SX_OK;
    }
    sx_pos16 there = sx_document_position(document, name);
    locator->file = ask->place.path;
    locator->has_line = locator->has_column = true;
    locator->line = there.line;
    locator->column_u16 = there.character;
  }
  return SX_OK;
}

/* ---- whose call it is ----------------------------------------------------------------------- */

static bool is_declared_at(const sx_documentation *doc, const sx_place *place) {
  const sx_symbol *symbol = doc->target.symbol;
  if (!sx_str_is_equal(place->path, symbol->path)) return false;
  for (size_t i = 0; i < doc->target.declarations.len; i++)
    if (doc->target.declarations.items[i].line == place->range.start.line) return true;
  return symbol->at.line == place->range.start.line;
}

/*
 * Whether the name at a call is the target: its definition shows that. For `x.get(` and `y.get(`
 * only the definition does; a name that stands alone may also have its definition in another file
 * than its declaration.
 */
static bool is_of_target(const sx_signatures *ask, const candidate *one, const sx_places *found) {
  const sx_documentation *doc = &ask->doc;
  for (size_t i = 0; i < found->len; i++)
    if (is_declared_at(doc, &found->items[i])) return true;
  if (one->is_member || doc->target.symbol->container.len) return false;
  for (size_t i = 0; i < found->len; i++)
    if (sx_str_is_equal(found->items[i].path, doc->target.symbol->path)) return false;
  return true;
}

/** The name that a signature's label begins with: `map` of "map<T>(x: T): T"; empty: none. */
static sx_str label_name(sx_str label) {
  size_t open = sx_str_find_char(label, '(', 0), depth = 0;
  if (open == SX_STR_NONE) return SX_STR("");
  size_t end = open;
  while (end > 0) {
    char c = label.ptr[end - 1];
    if (c == '>') depth++;
    if (c == '<' && depth)
      depth--;
    else if (!depth && c != '>')
      break;
    end--;
  }
  size_t start = end;
  while (start > 0 && !strchr(" .:*&)~", label.ptr[start - 1])) start--;
  return sx_str_slice(label, start, end);
}

static bool is_label_of_target(const sx_signatures *ask, const sx_host_signatures *found) {
  const sx_symbol *symbol = ask->doc.target.symbol;
  if (!found->items.len) return false;
  sx_str name = label_name(found->items.items[0].label);
  return !name.len || sx_str_is_equal(name, symbol->name) ||
         sx_str_is_equal(name, symbol->declared_as);
}

/* A declaration has parentheses, too. */
static bool is_call_of_target(const sx_signatures *ask, const candidate *one) {
  const sx_documentation *doc = &ask->doc;
  if (!sx_str_is_equal(one->inside.path, doc->target.symbol->path)) return true;
  for (size_t i = 0; i < doc->target.declarations.len; i++)
    if (sx_pos16_is_equal(doc->target.declarations.items[i], one->name)) return false;
  return !sx_pos16_is_equal(doc->target.symbol->at, one->name);
}

/*
 * Asked at calls a provider may fail, or not answer in time: a signature found then is reported
 * with that.
 */
static sx_status note_failure(sx_signatures *ask, sx_status status, const sx_err *why) {
  if (status == SX_HOST)
    ask->failure = sx_arena_dup(ask->call->arena, sx_str_from(why->message));
  else if (status == SX_DEADLINE)
    ask->failure = SX_STR("The signature provider did not answer.");
  return sx_status_ends_call(status) ? status : SX_OK;
}

static sx_status ask_candidates(sx_signatures *ask, const candidates *all, bool is_sure,
                                sx_err *err) {
  sx_batch batch;
  size_t definitions[MAX_PLACES], slots[MAX_PLACES];
  if (!all->len) return SX_OK;
  sx_batch_init(&batch, ask->call->wait, ask->call->arena);
  for (size_t i = 0; i < all->len; i++) {
    const candidate *one = &all->items[i];
    ask->has_call |= is_call_of_target(ask, one);
    slots[i] = sx_batch_signatures(&batch, one->inside.path, one->inside.range.start);
    if (!is_sure) definitions[i] = sx_batch_definition(&batch, one->inside.path, one->name);
  }
  sx_err why = {0};
  sx_status status = sx_batch_run_within(&batch, CALLS_MS, &why);
  for (size_t i = 0; i < all->len && !status; i++) {
    sx_places places = {0};
    sx_host_signatures found = {0};
    status = sx_batch_get_signatures(&batch, slots[i], &found, &why);
    if (!status && !is_sure) status = sx_batch_get_places(&batch, definitions[i], &places, &why);
    if (status == SX_HOST) {
      status = note_failure(ask, status, &why);
      continue;
    }
    if (status || !is_label_of_target(ask, &found)) continue;
    if (!is_sure && !is_of_target(ask, &all->items[i], &places)) continue;
    ask->found = found;
    ask->at = all->items[i].inside;
    break;
  }
  sx_batch_release(&batch);
  if (sx_status_ends_call(status) && err) *err = why;
  return note_failure(ask, status, &why);
}

/* ---- calls by name --------------------------------------------------------------------------- */

/* The use that is meant, then the other places of its file. */
static sx_status calls_in_file(sx_signatures *ask, candidates *all, sx_err *err) {
  const sx_document *document;
  sx_occurrences uses = {0};
  sx_arena *arena = ask->call->arena;
  sx_str name = ask->doc.target.symbol->name;
  sx_status status = sx_document_open(ask->call, ask->doc.target.path, &document, err);
  if (status) return status;
  size_t meant = sx_document_offset(document, ask->doc.target.at);
  add_candidate(all, document, meant, meant + name.len, arena);
  status = sx_occurrences_find(&uses, document->text, name, document->language, MAX_OCCURRENCES,
                               arena, err);
  if (!status) sx_occurrences_classify(&uses, document->text, document->language);
  for (size_t i = 0; i < uses.len && !status; i++) {
    size_t at = uses.items[i].offset;
    if (uses.items[i].use == SX_USE_CODE && at != meant)
      add_candidate(all, document, at, at + name.len, arena);
  }
  return status;
}

/* Calls anywhere, where its own file has none. */
static sx_status calls_anywhere(sx_signatures *ask, candidates *all, sx_err *err) {
  sx_batch batch;
  sx_places uses = {0};
  sx_batch_init(&batch, ask->call->wait, ask->call->arena);
  size_t slot =
      sx_batch_places(&batch, SX_PLACES_REFERENCES, ask->doc.target.path, ask->doc.target.at);
  sx_status status = sx_batch_run_within(&batch, REFERENCES_MS, err);
  if (!status) status = sx_batch_get_places(&batch, slot, &uses, err);
  sx_batch_release(&batch);
  for (size_t i = 0; i < uses.len && !status && all->len < MAX_PLACES; i++) {
    const sx_document *document;
    status = sx_document_open(ask->call, uses.items[i].path, &document, err);
    if (!status)
      add_candidate(all, document, sx_document_offset(document, uses.items[i].range.start),
                    sx_document_offset(document, uses.items[i].range.end), ask->call->arena);
    else if (!sx_status_ends_call(status))
      status = SX_OK;
  }
  return sx_status_ends_call(status) ? status : SX_OK;
}

sx_status sx_signatures_ask_calls(sx_signatures *ask, sx_err *err) {
  candidates here = {.len = 0}, anywhere = {.len = 0};
  sx_status status = sx_overloads_collect(ask->call, &ask->doc, err);
  if (!status) status = calls_in_file(ask, &here, err);
  if (!status) status = ask_candidates(ask, &here, false, err);
  if (!status && !ask->found.items.len) status = calls_anywhere(ask, &anywhere, err);
  /* The references of a method have the calls of those that it overrides. */
  bool is_sure = !ask->doc.target.symbol->container.len;
  if (!status && !ask->found.items.len) status = ask_candidates(ask, &anywhere, is_sure, err);
  return status;
}

sx_status sx_signatures_ask_place(sx_signatures *ask, sx_err *err) {
  const sx_document *document;
  candidates all = {.items = {{.inside = ask->place}}, .len = 1};
  sx_status status = sx_document_open(ask->call, ask->place.path, &document, err);
  if (status) return status;
  /* On the name of a call its own parentheses are meant. */
  size_t end = sx_document_offset(document, ask->place.range.start);
  end = sx_language_ident_end(document->language, document->text, end);
  add_candidate(&all, document, end, end, ask->call->arena);
  sx_batch batch;
  sx_batch_init(&batch, ask->call->wait, ask->call->arena);
  for (size_t i = 0; i < all.len; i++)
    sx_batch_signatures(&batch, all.items[i].inside.path, all.items[i].inside.range.start);
  status = sx_batch_run(&batch, err);
  for (size_t i = 0; i < all.len && !status && !ask->found.items.len; i++) {
    status = sx_batch_get_signatures(&batch, i, &ask->found, err);
    ask->at = all.items[i].inside;
    if (status == SX_HOST) status = SX_OK;
  }
  sx_batch_release(&batch);
  return status;
}
