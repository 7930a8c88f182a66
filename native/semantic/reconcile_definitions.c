#include "semantic/reconcile_parts.h"

#include "os/clock.h"
#include "semantic/macro_uses.h"
#include "servers/freshness.h"
#include "servers/state.h"
#include "text/c/c_code.h"
#include "workspace/paths.h"

/* Places that are asked about at a time, in all files. */
#define MAX_ASKED 600
#define MAX_ASKED_OF_C 200
/*
 * Places of a file that are asked about first: once it is open the server may know the rest by
 * itself.
 */
#define ASKED_AT_FIRST 8
#define ASKED_MS 5000
/* How long a call goes on to wait for a server that does not come to an end with a file. */
#define BUSY_MS 3000
#define SCRATCH_BYTES 65536

/*
 * The places of the target itself: where it is asked for, defined and declared. `*is_known`: its
 * definition was returned.
 */
static sx_status find_own(const sx_comparison *with, sx_places *out, bool *is_known, sx_err *err) {
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
static bool is_undeclared(const sx_comparison *with, const sx_place *place) {
  bool is_function = false;
  for (size_t i = 0; with->c && i < with->c->declared.len; i++)
    is_function |= with->c->declared.items[i].role == SX_C_FUNCTION;
  return is_function && !with->c->is_local &&
         sx_c_symbol_is_implicit(with->call, place, with->name.len);
}

/*
 * Whether definitions are those of the target: a use that the server returns for it may be one of
 * its overloads. A place without the name comes from an old text, and may be any symbol's.
 */
static bool is_own(const sx_comparison *with, const sx_places *definitions, const sx_places *own) {
  for (size_t i = 0; i < definitions->len; i++) {
    const sx_document *document;
    sx_place place = definitions->items[i];
    place.path = sx_path_own(with->call, place.path);
    if (sx_places_have(own, &place) || sx_document_peek(with->call, place.path, &document, NULL) ||
        !sx_reconcile__is_name_at(with, document, place.range.start) || is_undeclared(with, &place))
      return true;
  }
  return false;
}

/* Without memory for it the call ends soon enough. */
static void note_place(const sx_comparison *with, sx_places *places, sx_str path, sx_pos16 at) {
  const sx_place place = {path, {at, {at.line, at.character + (uint32_t)with->name.len}}};
  if (sx_places_have(places, &place)) return;
  sx_place *added = SX_ARRAY_ADD(places, with->call->arena);
  if (added) *added = place;
}

/* A place that the server knows nothing of is not compiled only where an #if is around it. NULL: it
 * cannot be the target. */
static sx_places *unknown_to_server(const sx_comparison *with, sx_str path, sx_pos16 at) {
  sx_places *out = &with->behind->not_compiled;
  const sx_document *document;
  sx_arena scratch;
  if (sx_document_peek(with->call, path, &document, NULL)) return out;
  size_t offset = sx_document_offset(document, at);
  sx_arena_init(&scratch, 2 * document->text.len + SCRATCH_BYTES);
  sx_str code = sx_c_code(document->text, document->language, true, &scratch);
  if (code.len && !sx_c_is_conditional(code, offset)) {
    bool is_member = sx_c_is_of_member(code, offset);
    bool is_wanted = with->c && with->c->is_member
                         ? is_member
                         : !is_member || with->target->symbol->container.len;
    out = is_wanted ? &with->behind->unresolved : NULL;
  }
  sx_arena_release(&scratch);
  return out;
}

/* Beside projects the server returns places of the current texts. */
static bool is_led_to_own(const sx_comparison *with, const sx_places *definitions, sx_str path,
                          sx_pos16 at, const sx_places *own) {
  bool is = false;
  for (size_t i = 0; i < definitions->len && !is; i++) {
    sx_place place = definitions->items[i];
    place.path = sx_path_own(with->call, place.path);
    is = sx_places_have(own, &place);
  }
  note_place(with, is ? &with->behind->confirmed : &with->behind->elsewhere, path, at);
  return is;
}

/*
 * In C, a place without a hover is not compiled, such as in an #if that is false, or was not
 * understood; definitions are guessed there.
 */
static bool is_same_symbol(const sx_comparison *with, sx_batch *batch, size_t slot, sx_str path,
                           sx_pos16 at, const sx_places *own) {
  sx_places definitions = {0};
  sx_hover_parts hover = {0};
  if (sx_batch_get_places(batch, slot, &definitions, NULL)) return true;
  if (sx_reconcile__is_beside(with->behind))
    return is_led_to_own(with, &definitions, path, at, own);
  if (with->family->has_index && sx_batch_get_hover(batch, slot + 1, &hover, NULL)) return true;
  /* A server that is busy may return nothing at first. */
  bool is_silent = with->c && !definitions.len && !hover.len;
  if (is_silent && !with->behind->began_ms) return true;
  if (!is_silent && !is_own(with, &definitions, own)) return false;
  if (!with->family->has_index) return true;
  sx_places *places = hover.len ? &with->behind->confirmed : unknown_to_server(with, path, at);
  if (places) note_place(with, places, path, at);
  return hover.len > 0;
}

/* How many of the first files are asked about at a time; the first one always is. */
static size_t count_askable(const sx_comparison *with, const sx_differences *list, size_t limit) {
  size_t most = with->c ? MAX_ASKED_OF_C : MAX_ASKED;
  size_t count = 0, places = 0;
  for (; count < list->len; count++) {
    size_t unlisted = list->items[count].unlisted.len;
    places += unlisted < limit ? unlisted : limit;
    if (count && places > most) break;
  }
  return count;
}

/* Questions about the first `count` files of the list, at most `limit` places of each. */
typedef struct asking {
  sx_batch batch;
  const sx_differences *list;
  size_t count, limit;
  size_t first, step; /* the slot of the first place, and how many each has */
} asking;

/* How many places of a file are asked about. */
static size_t count_asked(const asking *a, size_t index) {
  const sx_difference *one = &a->list->items[index];
  if (index >= a->count || one->is_endless) return 0;
  return one->unlisted.len < a->limit ? one->unlisted.len : a->limit;
}

/* For a file in C the outline, too: a server that does not even give that has not read it. */
static void ask_places(const sx_comparison *with, asking *a) {
  for (size_t i = 0; i < a->count && with->family->has_index; i++)
    sx_batch_outline(&a->batch, a->list->items[i].path);
  for (size_t i = 0; i < a->count; i++)
    for (size_t k = 0; k < count_asked(a, i); k++) {
      sx_batch_definition(&a->batch, a->list->items[i].path, a->list->items[i].unlisted.items[k]);
      if (with->family->has_index)
        sx_batch_hover(&a->batch, a->list->items[i].path, a->list->items[i].unlisted.items[k]);
    }
}

/*
 * A server answers one question after the other. One that answered some, and then none in all the
 * time, is at work on the first that is open: TypeScript's uses up its memory over some types, and
 * ends with all that it had loaded. It is not asked about that file again, and the call does not
 * wait for it much longer.
 */
static void note_endless(const sx_comparison *with, asking *a) {
  size_t slot = a->first;
  bool is_answering = false;
  for (size_t i = 0; i < a->count; i++)
    for (size_t k = 0; k < count_asked(a, i); k++, slot += a->step) {
      sx_places ignored = {0};
      sx_status status = sx_batch_get_places(&a->batch, slot, &ignored, NULL);
      if (status != SX_DEADLINE) {
        is_answering = true;
        continue;
      }
      if (is_answering) {
        sx_servers_set_endless(with->call->services->servers, a->list->items[i].path);
        if (sx_port_call_remaining_ms(with->call->wait) > BUSY_MS)
          sx_port_call_set_soft_deadline(with->call->wait, sx_clock_ms() + BUSY_MS);
      }
      return;
    }
}

static sx_status ask(const sx_comparison *with, asking *a, sx_err *err) {
  sx_batch_init(&a->batch, with->call->wait, with->call->arena);
  ask_places(with, a);
  sx_status status = sx_batch_run_within(&a->batch, ASKED_MS, err);
  if (status != SX_DEADLINE) return status;
  note_endless(with, a);
  return sx_port_call_check(with->call->wait);
}

static bool is_read(const sx_comparison *with, sx_batch *batch, size_t index, sx_str path) {
  sx_host_symbols outline = {0};
  if (!with->family->has_index) return true;
  if (sx_batch_get_symbols(batch, index, &outline, NULL)) return false;
  return outline.len > 0 || !sx_c_has_code(with->call, path);
}

static void find_endless(const sx_comparison *with, sx_differences *list) {
  for (size_t i = 0; i < list->len; i++)
    list->items[i].is_endless =
        sx_servers_is_endless(with->call->services->servers, list->items[i].path);
}

/*
 * Asks in the files, in as many as can be asked at once, and leaves those in the list where it is
 * the target, or where no server was asked.
 */
sx_status sx_reconcile__keep_same(const sx_comparison *with, sx_differences *list, sx_strs *others,
                                  bool is_first, sx_err *err) {
  sx_places own = {0};
  size_t limit = !with->c ? MAX_ASKED : is_first ? ASKED_AT_FIRST : MAX_ASKED_OF_C;
  size_t kept = 0, asked = count_askable(with, list, limit);
  bool has_index = with->family->has_index, is_known = false;
  asking a = {.list = list,
              .count = asked,
              .limit = limit,
              .first = has_index ? asked : 0,
              .step = has_index ? 2 : 1};
  if (!list->len) return SX_OK;
  sx_status status = find_own(with, &own, &is_known, err);
  if (status || !is_known) return status;
  find_endless(with, list);
  status = ask(with, &a, err);
  for (size_t i = 0, slot = a.first; i < list->len && !status; i++) {
    sx_difference one = list->items[i];
    size_t count = count_asked(&a, i);
    /* A file that has just changed may have been asked about with its old text: once more. */
    bool is_same =
        (is_first && one.is_recent) || one.is_moved || one.is_unseen || count < one.unlisted.len;
    bool is_unread = i < asked && !is_read(with, &a.batch, i, one.path);
    for (size_t k = 0; k < count; k++, slot += a.step)
      is_same |=
          is_unread || is_same_symbol(with, &a.batch, slot, one.path, one.unlisted.items[k], &own);
    if (is_same)
      list->items[kept++] = one;
    else
      status = sx_strs_add(others, one.path, with->call->arena, err);
  }
  sx_batch_release(&a.batch);
  if (!status) list->len = kept;
  return sx_status_ends_call(status) ? sx_fail(err, status, NULL) : SX_OK;
}

/* ---- calls in other projects ----------------------------------------------------------------- */

static sx_status note_calls(const sx_comparison *with, const sx_places *references, sx_err *err) {
  for (size_t i = 0; i < references->len; i++) {
    const sx_document *document;
    sx_range16 range = references->items[i].range;
    sx_str path = sx_path_own(with->call, references->items[i].path);
    if (!sx_reconcile__project_of(with->behind, path).len) continue;
    sx_status status = sx_document_peek(with->call, path, &document, err);
    if (sx_status_ends_call(status)) return status;
    if (!status && sx_reconcile__is_call(document, range))
      note_place(with, &with->behind->confirmed, path, range.start);
  }
  return with->call->arena->status ? sx_fail(err, with->call->arena->status, NULL) : SX_OK;
}

sx_status sx_reconcile__add_calls_elsewhere(const sx_comparison *with, sx_err *err) {
  sx_batch batch;
  sx_places references = {0};
  sx_batch_init(&batch, with->call->wait, with->call->arena);
  size_t slot = sx_batch_places(&batch, SX_PLACES_REFERENCES, with->target->path, with->target->at);
  sx_status status = sx_batch_run(&batch, err);
  /* A server that fails lists none. */
  if (!status && sx_batch_get_places(&batch, slot, &references, NULL)) references.len = 0;
  if (!status) status = note_calls(with, &references, err);
  sx_batch_release(&batch);
  return status;
}
