#include "os/clock.h"
#include "text/c/c_code.h"
#include "text/declaration.h"
#include "text/qualifier.h"
#include "servers/freshness.h"
#include "workspace/outline.h"
#include "workspace/paths.h"
#include "servers/inquiry.h"
#include "resolve/declared_place.h"
#include "resolve/hover_signs.h"
#include "resolve/resolve.h"
#include "workspace/allowed.h"
#include "servers/state.h"

#define MAX_POSITIONS 8
#define MAX_OCCURRENCES 100000
#define LINE_TOLERANCE 2
/* So many places are looked at for declarations, and so many of these asked about. */
#define MAX_RATED 200
#define MAX_DECLARED 2
#define SURE_RATE 50

enum {
  SCORE_DECLARED = 1000,
  SCORE_ON_LINE = 5000,
  SCORE_DECLARED_BY_TEXT = 200,
  SCORE_UNQUALIFIED = 50,
  SCORE_USE = 1
};

typedef struct file_search {
  sx_call *call;
  const sx_locator *locator;
  const sx_document *document;
  sx_resolution *out;
  const sx_occurrences *found;                   /* all places of the name in the file */
  size_t symbols_before;                         /* of `out`: found elsewhere */
  const sx_occurrence *positions[MAX_POSITIONS]; /* where to ask */
  size_t position_count;
  const sx_occurrence *meant; /* the one place that the locator names; NULL: none in particular */
  uint64_t began_ms;
  uint64_t alias_seen_ms; /* when an import led nowhere that hovers know; 0: never */
  bool has_declared;      /* `positions` have what the text declares */
  bool is_alive;          /* a provider of the language gave something */
  bool is_loading;        /* by a hover, or a definition looks so */
  bool says_loading;      /* a hover did */
} file_search;

static sx_pos16 position_of(const sx_occurrence *occurrence) {
  return (sx_pos16){occurrence->point.row, occurrence->col_u16};
}

/* ---- which places of the text to ask at --------------------------------------------------- */

static uint32_t distance(uint32_t a, uint32_t b) {
  return a > b ? a - b : b - a;
}

static bool is_line_text(const file_search *search, const sx_occurrence *one) {
  sx_str line = sx_lines_get(&search->document->lines, one->point.row);
  return sx_locator_is_line_text(search->locator, line);
}

/* The occurrence nearest to the line and column that the locator gives. */
static const sx_occurrence *nearest(const file_search *search, const sx_occurrences *found) {
  const sx_locator *locator = search->locator;
  const sx_occurrence *best = NULL;
  uint64_t best_cost = UINT64_MAX;
  for (size_t i = 0; i < found->len; i++) {
    const sx_occurrence *one = &found->items[i];
    uint64_t cost = 0;
    if (locator->line_text.len && !is_line_text(search, one)) cost += 1ull << 60;
    if (locator->has_line) cost += (uint64_t)distance(one->point.row, locator->line) << 24;
    if (locator->has_column) {
      uint32_t off = distance(one->col_u16, locator->column_u16);
      cost += off < 1u << 22 ? off : 1u << 22;
    }
    if (one->use == SX_USE_COMMENT || one->use == SX_USE_STRING) cost += 1u << 23;
    if (cost >= best_cost) continue;
    best_cost = cost;
    best = one;
  }
  return best;
}

/* Facts of one file do not apply to another. */
static bool is_given_file(const file_search *search) {
  return search->out->file.len && sx_str_is_equal(search->document->path, search->out->file);
}

static void choose_meant(file_search *search, const sx_occurrences *found) {
  const sx_locator *locator = search->locator;
  if (locator->has_occurrence && locator->occurrence <= found->len)
    search->meant = &found->items[locator->occurrence - 1];
  else if (locator->has_line || locator->has_column || locator->line_text.len)
    search->meant = nearest(search, found);
  if (!search->meant || !locator->has_line || !is_given_file(search)) return;
  search->out->is_line_moved = search->meant->point.row != locator->line;
}

/* `os.path.join` in the text, where that is what was asked for. */
static bool is_written_so(const file_search *search, const sx_occurrence *one) {
  const sx_locator *locator = search->locator;
  sx_qualifier written;
  if (!locator->parent_count) return false;
  sx_qualifier_find(&written, search->document->text, one->offset, search->document->language);
  if (written.count < locator->parent_count) return false;
  for (size_t i = 0; i < locator->parent_count; i++)
    if (!sx_str_is_equal(written.parts[i], locator->parents[locator->parent_count - 1 - i]))
      return false;
  return !written.is_open || written.count > locator->parent_count;
}

/* Those that are written as the name path come first. */
static void choose_written_so(file_search *search, const sx_occurrences *found) {
  for (size_t i = 0; i < found->len && search->position_count < MAX_POSITIONS / 2; i++)
    if (found->items[i].use == SX_USE_CODE && is_written_so(search, &found->items[i]))
      search->positions[search->position_count++] = &found->items[i];
}

static bool is_chosen(const file_search *search, const sx_occurrence *one) {
  for (size_t i = 0; i < search->position_count; i++)
    if (search->positions[i] == one) return true;
  return false;
}

/* The text looks as if it were declared there, where the name path leads. */
static bool is_declared_by_text(const file_search *search, const sx_occurrence *one) {
  const sx_document *document = search->document;
  const sx_locator *locator = search->locator;
  const char *kind;
  if (one->use != SX_USE_CODE) return false;
  int score = sx_declaration_rate(document->text, one->offset, locator->name.len,
                                  document->language, &kind);
  if (score < SURE_RATE || !locator->parent_count) return score >= SURE_RATE;
  sx_container container =
      sx_container_find(document->text, one->offset, document->language, search->call->arena);
  return sx_locator_fits(locator, document->path, container.path);
}

/* At most MAX_POSITIONS of the occurrences with this use, spread over the file. */
static void choose_spread(file_search *search, const sx_occurrences *found, sx_use use) {
  size_t count = 0;
  for (size_t i = 0; i < found->len; i++)
    count += found->items[i].use == use && !is_chosen(search, &found->items[i]);
  size_t room = MAX_POSITIONS - search->position_count;
  size_t wanted = count < room ? count : room;
  for (size_t i = 0, seen = 0, taken = 0; i < found->len && taken < wanted; i++) {
    if (found->items[i].use != use || is_chosen(search, &found->items[i])) continue;
    if (seen * wanted >= taken * count) {
      search->positions[search->position_count++] = &found->items[i];
      taken++;
    }
    seen++;
  }
}

/* False when there is nowhere to ask: the name is not in the code of this file. */
static bool choose_positions(file_search *search, const sx_occurrences *found) {
  choose_meant(search, found);
  if (search->meant) {
    search->positions[search->position_count++] = search->meant;
  } else {
    choose_written_so(search, found);
    choose_spread(search, found, SX_USE_CODE);
    choose_spread(search, found, SX_USE_IMPORT);
  }
  sx_resolution *out = search->out;
  bool is_mentioned = search->position_count > 0;
  if (!is_given_file(search)) return is_mentioned;
  out->is_mentioned = is_mentioned;
  if (is_mentioned) out->mentioned_at = position_of(search->positions[0]);
  out->is_file_text_only = !is_mentioned && found->len > 0;
  return is_mentioned;
}

/* ---- the outline --------------------------------------------------------------------------- */

/* Where the name of an outline's symbol is; providers are not always exact. */
static sx_pos16 name_position(const file_search *search, const sx_host_symbol *symbol,
                              const sx_occurrences *found) {
  size_t from = sx_document_offset(search->document, symbol->name_at);
  size_t to = sx_document_offset(search->document, symbol->range.end);
  if (!symbol->has_name_at) from = sx_document_offset(search->document, symbol->range.start);
  const sx_occurrence *quoted = NULL; /* a provider may give the place of its quote */
  for (size_t i = 0; i < found->len; i++) {
    const sx_occurrence *one = &found->items[i];
    if (one->offset < from || one->offset >= to) continue;
    if (one->use == SX_USE_CODE) return position_of(one);
    if (one->use == SX_USE_STRING && !quoted) quoted = one;
  }
  return quoted ? position_of(quoted) : symbol->name_at;
}

/* The meant place is code on the very line that was given: its neighbours are not meant. */
static bool is_on_given_line(const file_search *search) {
  const sx_locator *locator = search->locator;
  const sx_occurrence *meant = search->meant;
  if (meant->use != SX_USE_CODE) return false;
  if (locator->line_text.len) return is_line_text(search, meant);
  return locator->has_line && locator->line == meant->point.row;
}

static bool is_meant_here(const file_search *search, sx_pos16 at) {
  const sx_occurrence *meant = search->meant;
  if (!meant) return true;
  if (sx_pos16_is_equal(at, position_of(meant))) return true;
  const sx_locator *locator = search->locator;
  if (locator->has_occurrence || locator->has_column) return false;
  /* Several lines may contain it: all of them are meant. */
  const sx_occurrence here = {.point = {.row = at.line}};
  if (locator->line_text.len && !locator->has_line && is_line_text(search, &here)) return true;
  return distance(at.line, meant->point.row) <= (is_on_given_line(search) ? 0 : LINE_TOLERANCE);
}

static bool is_named(const sx_locator *locator, const sx_host_symbol *symbol) {
  return sx_str_is_equal(sx_locator_bare_name(symbol->name), locator->name) ||
         sx_str_is_equal(symbol->name, locator->given);
}

static sx_str container_of(const file_search *search, const sx_host_symbol *symbol) {
  return sx_locator_own_container(symbol->name, symbol->container, search->call->arena);
}

static bool is_in(const file_search *search, const sx_host_symbol *symbol) {
  return sx_locator_fits(search->locator, search->document->path, container_of(search, symbol));
}

static const sx_occurrence *occurrence_at(const sx_occurrences *found, sx_pos16 at) {
  for (size_t i = 0; i < found->len; i++)
    if (sx_pos16_is_equal(position_of(&found->items[i]), at)) return &found->items[i];
  return NULL;
}

/*
 * After an edit above, the line and column of `Till.save` may be those of, or nearest to, another
 * `save`: the declaration that fits the name path is meant then. Where
 * several fit, a use that stands exactly there counts: its definition is the symbol.
 */
static void mean_by_path(file_search *search, const sx_host_symbols *symbols,
                         const sx_occurrences *found) {
  const sx_locator *locator = search->locator;
  if (!search->meant || !locator->parent_count || locator->has_occurrence) return;
  uint32_t line = locator->has_line ? locator->line : search->meant->point.row;
  bool is_use = is_on_given_line(search) &&
                (!locator->has_column || search->meant->col_u16 == locator->column_u16);
  const sx_occurrence *best = NULL;
  size_t fitting = 0;
  for (size_t i = 0; i < symbols->len; i++) {
    const sx_host_symbol *symbol = &symbols->items[i];
    if (!is_named(locator, symbol)) continue;
    const sx_occurrence *one = occurrence_at(found, name_position(search, symbol, found));
    if (one == search->meant) is_use = false;
    if (!one || !is_in(search, symbol)) continue;
    if (one == search->meant && is_on_given_line(search)) return;
    fitting++;
    if (!best || distance(one->point.row, line) < distance(best->point.row, line)) best = one;
  }
  if (best && (fitting == 1 || !is_use)) search->positions[0] = search->meant = best;
}

/* `x.save` is less specific than `save` alone. */
static bool is_qualified(const sx_document *document, const sx_occurrence *use) {
  sx_str text = document->text;
  size_t i = use->offset;
  if (i >= 1 && text.ptr[i - 1] == '.') return true;
  return i >= 2 &&
         (memcmp(text.ptr + i - 2, "->", 2) == 0 || memcmp(text.ptr + i - 2, "::", 2) == 0);
}

/* Which of several of its name in its container the symbol is, by its handle. */
static void number_overload(sx_symbol *out, sx_call *call, const sx_host_symbols *symbols,
                            size_t own) {
  sx_locator locator;
  sx_str container = symbols->items[own].container;
  sx_str name = sx_locator_member_name(container, out->name, call->arena);
  if (sx_locator_parse_name(&locator, "symbol", name, NULL)) return;
  for (size_t i = 0; i < symbols->len; i++) {
    const sx_host_symbol *other = &symbols->items[i];
    if (!is_named(&locator, other) || !sx_locator_is_in(&locator, other->container)) continue;
    if (i < own) out->index++;
    if (i != own && sx_str_is_equal(other->container, container)) out->has_index = true;
  }
}

void sx_resolve__ask_at_use(sx_call *call, const sx_document *document, const sx_occurrences *found,
                            sx_symbol *symbol) {
  const sx_occurrence *declared = occurrence_at(found, symbol->at);
  if (!declared || declared->use != SX_USE_STRING) return;
  for (size_t i = 0; i < found->len && i < MAX_RATED; i++) {
    const sx_occurrence *one = &found->items[i];
    if (one->use != SX_USE_CODE || !is_qualified(document, one)) continue;
    sx_container container =
        sx_container_find(document->text, one->offset, document->language, call->arena);
    if (!sx_str_has_prefix(container.path, symbol->container)) continue;
    symbol->is_used_at = true;
    symbol->used_in = document->path;
    symbol->used_at = position_of(one);
    return;
  }
}

static void add_declared(file_search *search, const sx_host_symbols *symbols, size_t i, sx_pos16 at,
                         const sx_occurrences *found) {
  const sx_host_symbol *symbol = &symbols->items[i];
  sx_symbol *added = sx_resolve__add(search->call, search->out, search->document->path, at);
  if (!added) return;
  added->name = sx_arena_dup(search->call->arena, search->locator->name);
  added->kind = symbol->kind;
  added->container = container_of(search, symbol);
  added->container_kind = sx_outline_parent_kind(symbols, i);
  added->is_declaration_known = true;
  number_overload(added, search->call, symbols, i);
  added->score = SCORE_DECLARED;
  sx_resolve__ask_at_use(search->call, search->document, found, added);
  if (search->meant)
    added->score += SCORE_ON_LINE - (int)distance(at.line, search->meant->point.row);
}

/* The declaration exactly at the handle's place, in a container that has been renamed since. */
static void take_renamed(file_search *search, const sx_host_symbols *symbols,
                         const sx_occurrences *found) {
  const sx_locator *locator = search->locator;
  if (!locator->parent_count || !locator->has_line || !locator->has_column) return;
  const sx_pos16 wanted = {locator->line, locator->column_u16};
  for (size_t i = 0; i < symbols->len; i++) {
    if (!is_named(locator, &symbols->items[i])) continue;
    sx_pos16 at = name_position(search, &symbols->items[i], found);
    if (sx_pos16_is_equal(at, wanted)) add_declared(search, symbols, i, at, found);
  }
}

static void take_outline(file_search *search, const sx_host_symbols *symbols,
                         const sx_occurrences *found) {
  const sx_locator *locator = search->locator;
  size_t before = search->out->symbols.len;
  if (symbols->len) search->is_alive = true;
  mean_by_path(search, symbols, found);
  uint32_t index = 0;
  for (size_t i = 0; i < symbols->len; i++) {
    const sx_host_symbol *symbol = &symbols->items[i];
    if (!is_named(locator, symbol) || !is_in(search, symbol)) continue;
    if (locator->has_index && index++ != locator->index) continue;
    sx_pos16 at = name_position(search, symbol, found);
    if (locator->has_index || is_meant_here(search, at))
      add_declared(search, symbols, i, at, found);
  }
  if (search->out->symbols.len == before) take_renamed(search, symbols, found);
}

static sx_status ask_outline(file_search *search, const sx_occurrences *found, sx_err *err) {
  sx_host_symbols symbols;
  sx_status status = sx_outline_get(search->call, search->document, SX_PATIENCE_MS, &symbols, err);
  if (status == SX_HOST && err) {
    search->out->failure = sx_arena_dup(search->call->arena, sx_str_from(err->message));
    return SX_OK;
  }
  if (!status) take_outline(search, &symbols, found);
  return status;
}

/* ---- the uses ------------------------------------------------------------------------------ */

/* Servers with an index go on naming a file for a while that is no longer there. */
static bool is_first_gone(file_search *search, const sx_places *places) {
  bool gone = false;
  if (!places->len || sx_freshness_is_gone(search->call, places->items[0].path, &gone, NULL))
    return false;
  if (gone && sx_freshness_is_recent(search->call)) search->is_loading = true;
  if (gone) search->out->is_behind = true;
  return gone;
}

/* Or a place in a changed file where the name was before. */
static bool is_first_moved(file_search *search, const sx_places *places) {
  const sx_document *there;
  sx_call *call = search->call;
  if (!places->len || !sx_freshness_has_index(search->document->language_id)) return false;
  sx_str path = sx_path_own(call, places->items[0].path);
  if (!sx_freshness_is_indexing(call, path)) return false;
  if (sx_document_peek(call, path, &there, NULL)) return false;
  size_t at = sx_document_offset(there, places->items[0].range.start);
  return !sx_str_has_prefix(sx_str_slice(there->text, at, there->text.len), search->locator->name);
}

/* Whether a place of C is the name of a `#define`. */
static bool is_defined_there(const file_search *search, const sx_occurrence *use) {
  const sx_document *document = search->document;
  if (!sx_freshness_has_index(document->language_id)) return false;
  sx_str line = sx_lines_get(&document->lines, use->point.row);
  size_t start = (size_t)(line.ptr - document->text.ptr);
  sx_c_macro macro;
  return sx_c_next_macro(&macro, document->text, &start) && macro.name_start == use->offset;
}

static void add_use(file_search *search, const sx_occurrence *use, const sx_places *places,
                    const sx_hover_parts *hover) {
  bool is_known = places->len > 0 && !is_first_gone(search, places);
  const sx_place *declared =
      is_known ? sx_declared_place_choose(search->call, places, search->locator->name) : NULL;
  /* A macro may be defined in each branch of an #if: the server gives the compiled one. */
  const sx_place own = {search->document->path, {position_of(use), position_of(use)}};
  if (declared && search->meant == use && is_defined_there(search, use)) declared = &own;
  sx_str path = sx_path_own(search->call, declared ? declared->path : search->document->path);
  sx_pos16 at = declared ? sx_declared_place_name(search->call, declared) : position_of(use);
  sx_symbol *symbol = sx_resolve__add(search->call, search->out, path, at);
  if (!symbol) {
    /* One more use of a symbol that is there: it counts for it. */
    for (size_t i = 0; i < search->out->symbols.len; i++) {
      sx_symbol *known = &search->out->symbols.items[i];
      if (sx_str_is_equal(known->path, path) && sx_pos16_is_equal(known->at, at)) {
        known->is_written_so |= is_given_file(search) && is_written_so(search, use);
        known->score += is_qualified(search->document, use) ? SCORE_USE : SCORE_UNQUALIFIED;
        if (!known->hover.len) known->hover = *hover;
      }
    }
    return;
  }
  sx_allowed_add(search->call->services->allowed, path);
  symbol->name = sx_arena_dup(search->call->arena, search->locator->name);
  /* In code that it takes for unreachable a server knows no definitions; the text has them. */
  bool is_declared_here = !is_known && !places->len && is_declared_by_text(search, use);
  symbol->is_declaration_known = is_known || is_declared_here;
  symbol->is_used_at = !is_declared_here;
  bool counts = is_known ? is_given_file(search) : search->out->is_last_resort;
  symbol->is_written_so = counts && is_written_so(search, use);
  symbol->used_in = search->document->path;
  symbol->used_at = position_of(use);
  /* A module begins where none of its names stands: only a use leads to it again. */
  bool is_module = is_known && !at.line && !at.character &&
                   !sx_declared_place_has(search->call, declared, search->locator->name);
  if (is_module) symbol->module_used_in = sx_path_display(search->call, search->document->path);
  symbol->hover = *hover;
  symbol->score = is_qualified(search->document, use) ? SCORE_USE : SCORE_UNQUALIFIED;
  if (is_declared_here) symbol->score = SCORE_DECLARED_BY_TEXT;
  if (search->meant) symbol->score += SCORE_ON_LINE;
}

static bool is_own_import(const file_search *search, const sx_occurrences *found,
                          const sx_places *places) {
  if (!places->len || !sx_str_is_equal(places->items[0].path, search->document->path)) return false;
  for (size_t i = 0; i < found->len; i++)
    if (found->items[i].use == SX_USE_IMPORT &&
        sx_pos16_is_equal(position_of(&found->items[i]), places->items[0].range.start))
      return true;
  return false;
}

/* The definition is the import itself, and the hover knows more: the server was still loading when
 * it gave the definition. */
static bool is_alias_unfollowed(file_search *search, const sx_hover_parts *hover) {
  if (!sx_hover_is_alias(hover)) return false;
  if (!search->alias_seen_ms) search->alias_seen_ms = sx_clock_ms();
  return sx_clock_since_ms(search->alias_seen_ms) < SX_INDEX_WAIT_MS;
}

static bool is_settling(const file_search *search) {
  uint64_t since =
      sx_servers_asked_since(search->call->services->servers, search->document->language_id);
  return sx_clock_since_ms(since) < SX_SETTLING_MS;
}

/*
 * Where no outline has it, what the text declares comes first: a server may know nothing of that
 * code, and then no use leads there.
 */
static void choose_declared(file_search *search, const sx_occurrences *found) {
  const sx_occurrence *declared[MAX_DECLARED];
  size_t count = 0;
  if (search->meant || search->has_declared) return;
  search->has_declared = true; /* once, however often it is asked */
  for (size_t i = 0; i < found->len && i < MAX_RATED && count < MAX_DECLARED; i++)
    if (!is_chosen(search, &found->items[i]) && is_declared_by_text(search, &found->items[i]))
      declared[count++] = &found->items[i];
  size_t kept = search->position_count;
  if (kept > MAX_POSITIONS - count) kept = MAX_POSITIONS - count;
  memmove(search->positions + count, search->positions, kept * sizeof *search->positions);
  memcpy(search->positions, declared, count * sizeof *declared);
  search->position_count = kept + count;
}

static sx_status ask_uses(file_search *search, const sx_occurrences *found, sx_err *err) {
  sx_batch batch;
  size_t hover_slots[MAX_POSITIONS], definition_slots[MAX_POSITIONS];
  sx_batch_init(&batch, search->call->wait, search->call->arena);
  for (size_t i = 0; i < search->position_count; i++) {
    sx_pos16 at = position_of(search->positions[i]);
    hover_slots[i] = sx_batch_hover(&batch, search->document->path, at);
    definition_slots[i] = sx_batch_definition(&batch, search->document->path, at);
  }
  sx_status status = sx_batch_run_within(&batch, SX_PATIENCE_MS, err);
  for (size_t i = 0; i < search->position_count && !status; i++) {
    sx_hover_parts hover = {0};
    sx_places places = {0};
    status = sx_batch_get_hover(&batch, hover_slots[i], &hover, err);
    if (!status || status == SX_HOST)
      status = sx_batch_get_places(&batch, definition_slots[i], &places, err);
    if (status == SX_HOST && err) {
      search->out->failure = sx_arena_dup(search->call->arena, sx_str_from(err->message));
      status = SX_OK;
    }
    if (hover.len || places.len) search->is_alive = true;
    if (is_own_import(search, found, &places) &&
        (is_settling(search) || is_alias_unfollowed(search, &hover)))
      search->is_loading = true;
    if (is_first_moved(search, &places) && sx_clock_since_ms(search->began_ms) < SX_INDEX_WAIT_MS)
      search->is_loading = true;
    if (sx_hover_is_loading(&hover, search->call->arena)) {
      search->is_loading = search->says_loading = true;
      hover.len = 0;
    }
    if ((hover.len || places.len) &&
        !sx_declared_place_is_keyword(search->call, search->document->language,
                                      search->locator->name, &places))
      add_use(search, search->positions[i], &places, &hover);
  }
  sx_batch_release(&batch);
  return status;
}

/* ---- until the server is there ------------------------------------------------------------- */

static sx_status look_once(file_search *search, const sx_occurrences *found, sx_err *err) {
  search->is_loading = search->says_loading = false; /* of the round before */
  sx_status status = ask_outline(search, found, err);
  if (status || search->out->symbols.len) return status;
  choose_declared(search, found);
  return ask_uses(search, found, err);
}

static sx_status ask_round(void *arg, sx_round *round, sx_err *err) {
  file_search *search = arg;
  sx_call *call = search->call;
  sx_resolution *out = search->out;
  /* Answers given while the server was loading may be wrong. */
  if (search->is_loading) out->symbols.len = search->symbols_before;
  sx_status status = look_once(search, search->found, err);
  /* Providers that do not answer are asked again, as long as there is time. */
  bool is_stuck = sx_port_call_outlasts(call->wait, status);
  bool is_over = status == SX_DEADLINE && !is_stuck;
  search->is_loading |= is_stuck;
  if (search->is_alive)
    sx_servers_set_ready(call->services->servers, search->document->language_id);
  if (status == SX_DEADLINE) status = SX_OK;
  if (!status && search->says_loading)
    status = sx_readiness_urge(call, search->document->path, err);
  if (is_over)
    *round = SX_ROUND_AGAIN; /* which ends the waiting */
  else if (search->is_loading)
    *round = SX_ROUND_LOADING;
  else
    *round = out->symbols.len > search->symbols_before ? SX_ROUND_ENOUGH : SX_ROUND_SILENT;
  return status;
}

static sx_status look(file_search *search, sx_err *err) {
  sx_certainty certainty;
  const sx_document *document = search->document;
  sx_servers_asked_since(search->call->services->servers, document->language_id);
  sx_status status =
      sx_inquiry_run(&certainty, search->call, document->path, ask_round, search, err);
  if (!status && sx_inquiry_is_unanswered(&certainty))
    search->out->unready_language = document->language_id;
  return status;
}

static sx_status search_file(sx_call *call, const sx_locator *locator, const sx_document *document,
                             sx_resolution *out, bool *is_in_code, sx_err *err) {
  sx_occurrences found = {0};
  file_search search = {.call = call,
                        .locator = locator,
                        .document = document,
                        .out = out,
                        .found = &found,
                        .symbols_before = out->symbols.len,
                        .began_ms = sx_clock_ms()};
  sx_status status = sx_occurrences_find(&found, document->text, locator->name, document->language,
                                         MAX_OCCURRENCES, call->arena, err);
  if (!status) sx_occurrences_classify(&found, document->text, document->language);
  if (status) return status;
  if (!choose_positions(&search, &found)) return SX_OK;
  *is_in_code =
      !search.meant || search.meant->use == SX_USE_CODE || search.meant->use == SX_USE_IMPORT;
  return look(&search, err);
}

sx_status sx_resolve__file(sx_call *call, const sx_locator *locator, const sx_document *document,
                           sx_resolution *out, sx_err *err) {
  bool is_in_code = true;
  sx_status status = search_file(call, locator, document, out, &is_in_code, err);
  if (status || is_in_code || out->symbols.len) return status;
  /* A word in a string or a comment, as in `__all__`: it is of what the file's own code means. */
  sx_locator anywhere = *locator;
  sx_pos16 at = out->mentioned_at;
  anywhere.has_line = anywhere.has_column = anywhere.has_occurrence = false;
  anywhere.line_text = SX_STR("");
  status = search_file(call, &anywhere, document, out, &is_in_code, err);
  out->mentioned_at = at;
  return status;
}
