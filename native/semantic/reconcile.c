#include "semantic/reconcile.h"

#include "os/clock.h"
#include "text/occurrences.h"
#include "semantic/place_list.h"
#include "semantic/macro_uses.h"
#include "semantic/passed_over.h"
#include "workspace/document.h"
#include "servers/freshness.h"
#include "workspace/paths.h"

#define WAIT_MS 2500
#define DELAY_MS 100
/* So many are opened and asked about at a time: each takes the server some time. */
#define MAX_OPENED 20
#define MAX_OCCURRENCES 1000
/* Places that are asked about at a time, in all files. */
#define MAX_ASKED 600
#define MAX_ASKED_OF_C 200
/* Of a file at first: once it is open the server may know the rest by itself. */
#define ASKED_AT_FIRST 8
#define ASKED_MS 5000
/* Places that a line of the answer names. */
#define MAX_WRITTEN 5

/** The name as the file's text has it, against what was told. */
typedef struct difference {
  sx_str path;
  SX_ARRAY(sx_pos16) untold;
  bool is_moved;  /* the name is no longer where an index has it */
  bool is_held;   /* by the editor */
  bool is_recent; /* the file changed so lately that an index may not have it */
  bool is_unseen; /* its text could not be had just now */
} difference;

typedef SX_ARRAY(difference) differences;

typedef struct comparison {
  sx_call *call;
  const sx_target *target;
  sx_str name;
  sx_reconcile_uses uses;
  const sx_places *told;
  const sx_family *family;
  sx_str language_id;   /* of the target's file */
  const sx_c_symbol *c; /* NULL: of another language */
  sx_reconcile *behind;
} comparison;

static sx_status add_path(sx_call *call, sx_strs *paths, sx_str path, sx_err *err) {
  sx_str *added = SX_ARRAY_ADD(paths, call->arena);
  if (!added) return sx_fail(err, call->arena->status, NULL);
  *added = path;
  return SX_OK;
}

/* ---- by their texts ------------------------------------------------------------------------ */

static bool is_wanted(const comparison *with, const sx_document *document,
                      const sx_occurrence *one) {
  bool is_import = one->use == SX_USE_IMPORT && !with->family->has_index;
  if (with->uses == SX_BEHIND_ALL) return one->use == SX_USE_CODE || is_import;
  if (one->use != SX_USE_CODE) return false;
  sx_range16 range = {{one->point.row, one->col_u16},
                      sx_document_position(document, one->offset + with->name.len)};
  const char *kind = sx_place_use(document, range, SX_STR(""));
  return kind && strcmp(kind, "call") == 0;
}

static bool is_name_at(const comparison *with, const sx_document *document, sx_pos16 at) {
  size_t offset = sx_document_offset(document, at);
  return sx_str_has_prefix(sx_str_slice(document->text, offset, document->text.len), with->name);
}

/* A use through a macro is told where the macro is used. */
static bool is_macro_at(const comparison *with, const sx_document *document, sx_pos16 at) {
  size_t start = sx_document_offset(document, at), end = start;
  while (end < document->text.len && sx_c_is_word(document->text.ptr[end])) end++;
  return with->c &&
         sx_strs_have(&with->c->sources.macros, sx_str_slice(document->text, start, end));
}

/* Two functions of one name, as `main` is in each program, are one to a server: it tells the calls
 * of one as the other's. */
static bool is_other_files(const comparison *with, const sx_place *place) {
  for (size_t i = 0; i < with->behind->confirmed.len; i++) {
    const sx_place *one = &with->behind->confirmed.items[i];
    if (sx_pos16_is_equal(one->range.start, place->range.start) &&
        !sx_str_is_equal(one->path, place->path))
      return true;
  }
  return false;
}

static sx_status compare_file(const comparison *with, sx_str path, difference *out, sx_err *err) {
  sx_call *call = with->call;
  const sx_document *document;
  sx_occurrences found = {0};
  *out = (difference){.path = path};
  sx_status status = sx_document_peek(call, path, &document, err);
  bool is_cut_short = sx_status_ends_call(status) || status == SX_DEADLINE;
  if (is_cut_short) return status;
  bool has_no_text = status == SX_NOT_FOUND || status == SX_BINARY || status == SX_TOO_BIG;
  out->is_unseen = status && !has_no_text; /* the editor is opening or closing it, say */
  if (status) return SX_OK;
  if (!sx_family_has(with->family, document->language_id)) return SX_OK;
  out->is_held = !document->is_peeked;
  status = sx_occurrences_find(&found, document->text, with->name, document->language,
                               MAX_OCCURRENCES, call->arena, err);
  if (status) return status;
  sx_occurrences_classify(&found, document->text, document->language);
  for (size_t i = 0; i < found.len; i++) {
    const sx_occurrence *one = &found.items[i];
    sx_place place = {path, {{one->point.row, one->col_u16}, {0}}};
    if (!is_wanted(with, document, one) || sx_places_have(with->told, &place)) continue;
    if (sx_places_have(&with->behind->confirmed, &place)) continue;
    if (sx_places_have(&with->behind->not_compiled, &place)) continue;
    if (with->c && sx_c_is_in_macro(document->text, one->offset)) continue;
    sx_pos16 *added = SX_ARRAY_ADD(&out->untold, call->arena);
    if (!added) return sx_fail(err, call->arena->status, NULL);
    *added = place.range.start;
  }
  bool may_be_moved = with->family->has_index;
  for (size_t i = 0; i < with->told->len && may_be_moved && !out->is_moved; i++) {
    const sx_place *place = &with->told->items[i];
    out->is_moved = sx_str_is_equal(place->path, path) &&
                    !is_name_at(with, document, place->range.start) &&
                    !is_macro_at(with, document, place->range.start) &&
                    !(with->uses == SX_BEHIND_CALLS && is_other_files(with, place));
  }
  return SX_OK;
}

/* The files that the answer does not fit, by their texts as they are now. */
static sx_status find_different(const comparison *with, const sx_strs *paths, differences *out,
                                sx_err *err) {
  sx_strs own = {0};
  sx_status status = SX_OK;
  for (size_t i = 0; i < paths->len && !status; i++) {
    sx_str path = sx_path_own(with->call, paths->items[i]);
    if (!sx_family_has(with->family, sx_language_name(sx_language_find(SX_STR(""), path))))
      continue;
    sx_document_forget(with->call, path);
    status = add_path(with->call, &own, path, err);
  }
  if (!status) status = sx_documents_peek(with->call, &own, err);
  for (size_t i = 0; i < own.len && !status; i++) {
    difference one;
    status = compare_file(with, own.items[i], &one, err);
    if (status || !(one.untold.len || one.is_moved || one.is_unseen)) continue;
    difference *added = SX_ARRAY_ADD(out, with->call->arena);
    if (!added) return sx_fail(err, with->call->arena->status, NULL);
    *added = one;
    added->is_recent = sx_freshness_is_indexing(with->call, one.path);
  }
  return status;
}

/* The first time all that the server may not know, then what did not fit, and what changed since.
 */
static sx_status choose_c_files(sx_reconcile *behind, const comparison *with, sx_strs *out,
                                sx_err *err) {
  const sx_c_sources *sources = &with->c->sources;
  if (with->c->is_local) return SX_OK;
  sx_status status = sx_freshness_get_changed(with->call, out, err);
  bool may_lack = behind->is_unlisted || behind->knowledge == SX_KNOWS_INDEXED;
  behind->has_more_sources = may_lack && sources->is_cut;
  for (size_t i = 0; i < sources->files.len && may_lack && !status; i++)
    if (sources->files.items[i].has_name && !sx_strs_have(out, sources->files.items[i].path) &&
        !sx_c_symbol_is_others(with->c, sources->files.items[i].path))
      status = add_path(with->call, out, sources->files.items[i].path, err);
  return status;
}

static sx_status choose_files(sx_reconcile *behind, const comparison *with, sx_strs *out,
                              sx_err *err) {
  sx_call *call = with->call;
  if (!behind->began_ms && with->c) return choose_c_files(behind, with, out, err);
  if (!behind->began_ms)
    return sx_coverage_find_gaps(call, with->family, behind->knowledge, with->language_id,
                                 with->name, out, &behind->has_more_sources, err);
  sx_status status = with->family->has_index ? sx_freshness_get_recent(call, out, err) : SX_OK;
  for (size_t i = 0; i < behind->suspects.len && !status; i++)
    if (!sx_strs_have(out, behind->suspects.items[i]))
      status = add_path(call, out, behind->suspects.items[i], err);
  return status;
}

/* ---- by their definitions ------------------------------------------------------------------ */

/*
 * The places of the target itself: where it is asked for, defined and declared. `*is_known`: its
 * definition was told.
 */
static sx_status find_own(const comparison *with, sx_places *out, bool *is_known, sx_err *err) {
  const sx_target *target = with->target;
  sx_batch batch;
  for (size_t i = 0; with->c && i < with->c->declared.len; i++) {
    sx_place *declared = SX_ARRAY_ADD(out, with->call->arena);
    if (declared) *declared = with->c->declared.items[i].place;
  }
  sx_batch_init(&batch, with->call->wait, with->call->arena);
  sx_batch_definition(&batch, target->path, target->at);
  sx_batch_places(&batch, SX_PLACES_DECLARATION, target->path, target->at);
  sx_status status = sx_batch_run_within(&batch, ASKED_MS, err);
  sx_place *own = SX_ARRAY_ADD(out, with->call->arena);
  if (own) *own = (sx_place){target->path, {target->at, target->at}};
  *is_known = !status;
  for (size_t slot = 0; slot < 2 && !status; slot++) {
    sx_places places = {0};
    if (sx_batch_get_places(&batch, slot, &places, NULL)) {
      *is_known &= slot != 0;
      continue;
    }
    for (size_t i = 0; i < places.len; i++) {
      own = SX_ARRAY_ADD(out, with->call->arena);
      if (own)
        *own = (sx_place){sx_path_own(with->call, places.items[i].path), places.items[i].range};
    }
  }
  sx_batch_release(&batch);
  if (with->call->arena->status) return sx_fail(err, with->call->arena->status, NULL);
  return sx_status_ends_call(status) ? status : SX_OK;
}

/* A call of a function that its file does not declare is of the one that is seen from outside. */
static bool is_undeclared(const comparison *with, const sx_place *place) {
  bool is_function = false;
  for (size_t i = 0; with->c && i < with->c->declared.len; i++)
    is_function |= with->c->declared.items[i].role == SX_C_FUNCTION;
  return is_function && !with->c->is_local &&
         sx_c_symbol_is_implicit(with->call, place, with->name.len);
}

/*
 * Whether definitions are those of the target: what is told as a use of it may be one of its
 * overloads. A place where the name is not comes from an old text, and may be anybody's.
 */
static bool is_own(const comparison *with, const sx_places *definitions, const sx_places *own) {
  for (size_t i = 0; i < definitions->len; i++) {
    const sx_document *document;
    sx_place place = definitions->items[i];
    place.path = sx_path_own(with->call, place.path);
    if (sx_places_have(own, &place) || sx_document_peek(with->call, place.path, &document, NULL) ||
        !is_name_at(with, document, place.range.start) || is_undeclared(with, &place))
      return true;
  }
  return false;
}

/* Without memory for it the call ends soon enough. */
static void note_place(const comparison *with, sx_places *places, sx_str path, sx_pos16 at) {
  const sx_place place = {path, {at, {at.line, at.character + (uint32_t)with->name.len}}};
  if (sx_places_have(places, &place)) return;
  sx_place *added = SX_ARRAY_ADD(places, with->call->arena);
  if (added) *added = place;
}

/*
 * In C, what has no hover is in no compiled text, as behind an #if; definitions are guessed there.
 */
static bool is_same_symbol(const comparison *with, sx_batch *batch, size_t slot, sx_str path,
                           sx_pos16 at, const sx_places *own) {
  sx_places definitions = {0};
  sx_hover_parts hover = {0};
  if (sx_batch_get_places(batch, slot, &definitions, NULL)) return true;
  if (with->family->has_index && sx_batch_get_hover(batch, slot + 1, &hover, NULL)) return true;
  /* A server that is busy may say nothing at first. */
  bool is_silent = with->c && !definitions.len && !hover.len;
  if (is_silent && !with->behind->began_ms) return true;
  if (!is_silent && !is_own(with, &definitions, own)) return false;
  if (!with->family->has_index) return true;
  note_place(with, hover.len ? &with->behind->confirmed : &with->behind->not_compiled, path, at);
  return hover.len > 0;
}

/* How many of the first files are asked about at a time; the first one always is. */
static size_t count_askable(const comparison *with, const differences *list, size_t limit) {
  size_t most = with->c ? MAX_ASKED_OF_C : MAX_ASKED;
  size_t count = 0, places = 0;
  for (; count < list->len; count++) {
    size_t untold = list->items[count].untold.len;
    places += untold < limit ? untold : limit;
    if (count && places > most) break;
  }
  return count;
}

/* Of a file in C the outline, too: a server that does not even give that has not read it. */
static void ask_places(const comparison *with, sx_batch *batch, const differences *list,
                       size_t count, size_t limit) {
  for (size_t i = 0; i < count && with->family->has_index; i++)
    sx_batch_outline(batch, list->items[i].path);
  for (size_t i = 0; i < count; i++)
    for (size_t k = 0; k < list->items[i].untold.len && k < limit; k++) {
      sx_batch_definition(batch, list->items[i].path, list->items[i].untold.items[k]);
      if (with->family->has_index)
        sx_batch_hover(batch, list->items[i].path, list->items[i].untold.items[k]);
    }
}

static bool is_read(const comparison *with, sx_batch *batch, size_t index, sx_str path) {
  sx_host_symbols outline = {0};
  if (!with->family->has_index) return true;
  if (sx_batch_get_symbols(batch, index, &outline, NULL)) return false;
  return outline.len > 0 || !sx_c_has_code(with->call, path);
}

/*
 * Asks in the files, in as many as can be asked at once, and leaves those in the list where it is
 * the target, or where nobody was asked.
 */
static sx_status keep_same(const comparison *with, differences *list, sx_strs *others,
                           bool is_first, sx_err *err) {
  sx_places own = {0};
  sx_batch batch;
  size_t limit = !with->c ? MAX_ASKED : is_first ? ASKED_AT_FIRST : MAX_ASKED_OF_C;
  size_t slot = 0, kept = 0, asked = count_askable(with, list, limit);
  size_t step = with->family->has_index ? 2 : 1;
  bool is_known = false;
  if (!list->len) return SX_OK;
  sx_status status = find_own(with, &own, &is_known, err);
  if (status || !is_known) return status;
  sx_batch_init(&batch, with->call->wait, with->call->arena);
  ask_places(with, &batch, list, asked, limit);
  slot = with->family->has_index ? asked : 0;
  status = sx_batch_run_within(&batch, ASKED_MS, err);
  if (status == SX_DEADLINE) status = sx_port_call_check(with->call->wait);
  for (size_t i = 0; i < list->len && !status; i++) {
    difference one = list->items[i];
    /* What changed a moment ago may have been asked about with its old text: once more. */
    bool is_same = (is_first && one.is_recent) || one.is_moved || one.is_unseen || i >= asked ||
                   one.untold.len > limit;
    bool is_unread = i < asked && !is_read(with, &batch, i, one.path);
    for (size_t k = 0; k < one.untold.len && k < limit && i < asked; k++, slot += step)
      is_same |=
          is_unread || is_same_symbol(with, &batch, slot, one.path, one.untold.items[k], &own);
    if (is_same)
      list->items[kept++] = one;
    else
      status = add_path(with->call, others, one.path, err);
  }
  sx_batch_release(&batch);
  if (!status) list->len = kept;
  return sx_status_ends_call(status) ? sx_fail(err, status, NULL) : SX_OK;
}

/* ---- waiting ------------------------------------------------------------------------------- */

/* Opens them, and drops those that have another symbol. */
static sx_status check(sx_reconcile *behind, const comparison *with, differences *list,
                       sx_err *err) {
  sx_strs paths = {0};
  sx_status status = SX_OK;
  for (size_t i = 0; i < list->len && !status; i++) {
    status = add_path(with->call, &paths, list->items[i].path, err);
    if (!status && !list->items[i].is_held)
      status = add_path(with->call, &behind->shown, list->items[i].path, err);
  }
  if (!status) status = sx_documents_open(with->call, &paths, err);
  for (size_t i = 0; i < paths.len && !status; i++) {
    const sx_document *document;
    status = sx_document_open(with->call, paths.items[i], &document, err);
    if (!sx_status_ends_call(status)) status = SX_OK;
  }
  return status ? status : keep_same(with, list, &behind->others, !behind->began_ms, err);
}

/*
 * What still counts. That the name is not where it was told may be right, as with a macro: it
 * counts until the index must have taken in what was shown.
 */
static void choose_suspects(const sx_reconcile *behind, differences *list, size_t *unchecked) {
  size_t kept = 0;
  for (size_t i = 0; i < list->len; i++) {
    const difference *one = &list->items[i];
    bool is_old = one->is_held && !one->is_recent && !sx_strs_have(&behind->shown, one->path);
    if (sx_strs_have(&behind->others, one->path) || (!one->untold.len && is_old)) continue;
    list->items[kept++] = *one;
  }
  *unchecked = kept > MAX_OPENED ? kept - MAX_OPENED : 0;
  list->len = kept - *unchecked;
}

static void note_missing(sx_reconcile *behind, const differences *list, size_t unchecked) {
  behind->file = SX_STR("");
  behind->more_files = unchecked;
  for (size_t i = 0; i < list->len; i++) {
    const difference *one = &list->items[i];
    if (!one->untold.len && !one->is_recent && !one->is_unseen) continue;
    if (behind->file.len)
      behind->more_files++;
    else
      behind->file = one->path;
  }
}

static sx_status wait_a_little(const comparison *with, bool *again, sx_err *err) {
  sx_status status = sx_port_call_sleep(with->call->wait, DELAY_MS);
  *again = !status;
  return status && status != SX_DEADLINE ? sx_fail(err, status, NULL) : SX_OK;
}

/* Without a project nothing but opening files helps: what that does not bring in never comes. */
static bool may_come(const sx_reconcile *behind, size_t left, bool is_first) {
  bool helps = behind->knowledge != SX_KNOWS_OPEN_ONLY || is_first || left < behind->left;
  return left && helps && sx_clock_ms() - behind->began_ms < WAIT_MS;
}

/* Files all of whose places are confirmed lack nothing. */
static void drop_confirmed(const sx_reconcile *behind, differences *list) {
  size_t kept = 0;
  for (size_t i = 0; i < list->len; i++) {
    const difference *one = &list->items[i];
    size_t confirmed = 0;
    for (size_t k = 0; k < one->untold.len; k++) {
      const sx_pos16 at = one->untold.items[k];
      const sx_place place = {one->path, {at, at}};
      confirmed += sx_places_have(&behind->confirmed, &place) ||
                   sx_places_have(&behind->not_compiled, &place);
    }
    if (one->is_moved || one->is_unseen || confirmed < one->untold.len) list->items[kept++] = *one;
  }
  list->len = kept;
}

/* Notes what the answer lacks, and whether to ask again. */
static sx_status look_for_differences(sx_reconcile *behind, const comparison *with, bool *goes_on,
                                      sx_err *err) {
  differences list = {0};
  sx_strs paths = {0};
  size_t unchecked = 0;
  bool is_first = !behind->began_ms;
  sx_status status =
      is_first && with->c ? sx_macro_uses_find(behind, with->call, with->target, err) : SX_OK;
  if (!status) status = choose_files(behind, with, &paths, err);
  if (!status) status = find_different(with, &paths, &list, err);
  for (size_t i = 0; i < list.len && !status && is_first; i++)
    status = add_path(with->call, &behind->suspects, list.items[i].path, err);
  choose_suspects(behind, &list, &unchecked);
  if (!status) status = check(behind, with, &list, err);
  if (is_first) behind->began_ms = sx_clock_ms(); /* opening takes its own time */
  size_t checked = list.len;
  if (!status && behind->confirmed.len) drop_confirmed(behind, &list);
  note_missing(behind, &list, unchecked);
  /* What was opened brings more than what was missing: overrides of the symbol, say. */
  *goes_on = may_come(behind, list.len + unchecked, is_first) || (is_first && behind->shown.len);
  /* As long as each round brings something the others will come, too. */
  bool is_progress = list.len < checked || list.len + unchecked < behind->left;
  if (!is_first && is_progress) behind->began_ms = sx_clock_ms();
  behind->left = list.len + unchecked;
  return status;
}

sx_status sx_reconcile_wait(sx_reconcile *behind, sx_call *call, const sx_target *target,
                            sx_reconcile_uses uses, const sx_places *told, bool *again,
                            sx_err *err) {
  const sx_document *document;
  comparison with = {
      .call = call, .target = target, .name = target->symbol->name, .uses = uses, .told = told};
  bool goes_on = false;
  *again = false;
  if (sx_document_open(call, target->path, &document, NULL)) return SX_OK;
  with.family = sx_family_of(document->language_id);
  if (!with.family) return sx_passed_over_find(behind, call, target, uses, told, err);
  with.language_id = document->language_id;
  if (!behind->began_ms)
    behind->knowledge = sx_coverage_get(call, with.family, target->path, document->language_id);
  if (behind->knowledge == SX_KNOWS_ALL) return SX_OK;
  with.c = target->c.family ? &target->c : NULL;
  with.behind = behind;
  behind->is_unlisted = with.c && !with.c->is_listed;
  sx_status status = look_for_differences(behind, &with, &goes_on, err);
  if (status == SX_DEADLINE) behind->has_more_sources = true;
  if (status || !goes_on) return status == SX_DEADLINE ? SX_OK : status;
  return wait_a_little(&with, again, err);
}

/* ---- the answer ---------------------------------------------------------------------------- */

bool sx_reconcile_is_unsure(const sx_reconcile *behind) {
  return behind->file.len || behind->more_files || behind->has_more_sources ||
         behind->unread_files || behind->macro_mentions || behind->unchecked_expansions;
}

bool sx_reconcile_has_unread_code(const sx_reconcile *behind) {
  return behind->not_compiled.len || behind->passed_over.len;
}

static void write_cause(const sx_reconcile *behind, sx_buf *text) {
  if (behind->is_unlisted && behind->has_more_sources)
    sx_buf_add_text(text, "the language server knows only files that were opened. Add a "
                          "compile_commands.json that lists all sources.\n");
  else if (behind->knowledge == SX_KNOWS_OPEN_ONLY)
    sx_buf_add_text(text,
                    "no tsconfig.json or jsconfig.json includes them, so the language server knows "
                    "only open files and what they import. Add one that includes them.\n");
  else if (behind->has_more_sources && behind->knowledge == SX_KNOWS_INDEXED)
    sx_buf_add_text(text, "the language server has just begun to index the workspace. Call again "
                          "in a few minutes.\n");
  else
    sx_buf_add_text(
        text, "the language server may not have indexed that yet. Call again in a few seconds.\n");
}

static void write_places(const sx_places *places, sx_call *call, sx_buf *text) {
  for (size_t i = 0; i < places->len && i < MAX_WRITTEN; i++) {
    const sx_place *one = &places->items[i];
    sx_buf_addf(text, "%s%.*s:%u:%u", i ? ", " : " ", SX_STR_ARG(sx_path_display(call, one->path)),
                one->range.start.line + 1, one->range.start.character + 1);
  }
  if (places->len > MAX_WRITTEN) sx_buf_addf(text, " and %zu more", places->len - MAX_WRITTEN);
  sx_buf_add_text(text, ".\n");
}

static void write_of_c(const sx_reconcile *behind, sx_call *call, sx_buf *text) {
  if (behind->unread_files)
    sx_buf_addf(
        text,
        "Unknown in part: %zu file%s that use%s a macro of this %s not read by the language "
        "server. Call again, or add a compile_commands.json.\n",
        behind->unread_files, behind->unread_files == 1 ? "" : "s",
        behind->unread_files == 1 ? "s" : "", behind->unread_files == 1 ? "was" : "were");
  if (behind->macro_mentions)
    sx_buf_addf(text,
                "Unknown in part: %zu place%s in macros contain%s the name, and the language "
                "server cannot resolve it there.\n",
                behind->macro_mentions, behind->macro_mentions == 1 ? "" : "s",
                behind->macro_mentions == 1 ? "s" : "");
  if (behind->unchecked_expansions)
    sx_buf_addf(
        text, "Unknown in part: %zu use%s of macros that contain the name could not be checked.\n",
        behind->unchecked_expansions, behind->unchecked_expansions == 1 ? "" : "s");
  if (!behind->not_compiled.len) return;
  sx_buf_addf(text, "Not included, because it is not compiled here (#if), %zu place%s:",
              behind->not_compiled.len, behind->not_compiled.len == 1 ? "" : "s");
  write_places(&behind->not_compiled, call, text);
}

static void write_missing(const sx_reconcile *behind, sx_call *call, sx_buf *text) {
  size_t more = behind->more_files;
  sx_buf_add_text(text, "Unknown in part: ");
  if (behind->file.len) sx_buf_add(text, sx_path_display(call, behind->file));
  if (behind->file.len && more) sx_buf_add_text(text, " and ");
  if (more)
    sx_buf_addf(text, "%zu %sfile%s", more, behind->file.len ? "more " : "", more == 1 ? "" : "s");
  size_t count = more + (behind->file.len ? 1 : 0);
  if (count)
    sx_buf_addf(text, " contain%s the name in places that are not listed: ", count == 1 ? "s" : "");
  else
    sx_buf_add_text(text, "not all sources were searched: ");
  write_cause(behind, text);
}

void sx_reconcile_write(const sx_reconcile *behind, sx_call *call, sx_buf *text) {
  if (behind->file.len || behind->more_files || behind->has_more_sources)
    write_missing(behind, call, text);
  write_of_c(behind, call, text);
  if (!behind->passed_over.len) return;
  sx_buf_addf(text,
              "Not included, as the language server does not analyze code for another platform or "
              "version, %zu place%s that may be it:",
              behind->passed_over.len, behind->passed_over.len == 1 ? "" : "s");
  write_places(&behind->passed_over, call, text);
}
