#include "semantic/expansions.h"

#include "base/map.h"
#include "semantic/reconcile_parts.h"
#include "workspace/document.h"
#include "workspace/paths.h"

/* The text and its code. */
#define SCRATCH_BYTES ((size_t)8 * 1024 * 1024)
/* Macros in files, and places, that a server is asked about. */
#define MAX_ASKED 64
#define MAX_ASKED_PLACES 400
#define ASK_MS 5000

/** A `#define` of a macro that may lead to the symbol. */
typedef struct definition {
  sx_str name;
  sx_place place;   /* of its name */
  sx_str code;      /* from its name to its end */
  sx_c_macro macro; /* by offsets into that */
  bool leads;       /* its body contains the symbol, or a macro that leads */
  bool is_sure;     /* that is nothing else, and no other macro can drop it */
  bool is_unclear;  /* a macro in its body has several definitions, which do not all lead */
} definition;

enum lead_flags {
  LEADS_SURELY = 1,
  LEADS_BARE = 2,   /* one of these macros has no parameters: no '(' need follow it */
  LEADS_UNCLEAR = 4 /* one of these is_unclear */
};

typedef struct expansion {
  sx_str name;
  sx_place place;
  bool is_asked_for; /* of its macro and file the references are asked for here */
  size_t slot;       /* of that question */
  size_t own_slot;   /* of the definition there, or at the place itself where `is_shared` */
  bool is_shared;    /* other macros have the name, too */
  bool is_sure, is_unclear;
} expansion;

typedef struct search {
  sx_call *call;
  const sx_reconcile *behind;
  const sx_c_symbol *c;
  const sx_places *listed;
  SX_ARRAY(definition) definitions;
  sx_map leading; /* names -> lead_flags */
  SX_ARRAY(expansion) expansions;
} search;

/* ---- macros that lead to it ------------------------------------------------------------------ */

/* A member of which several are: what a body means depends on what is handed to the macro. */
static bool is_only_one(const sx_c_symbol *c) {
  size_t declared = 0;
  for (size_t i = 0; i < c->sources.declarations.len; i++)
    declared += c->sources.declarations.items[i].look.role != SX_C_MACRO;
  return !c->sources.is_cut && c->declared.len == declared;
}

/*
 * Whether a place in a body is in the arguments of something, which may be a macro that drops them:
 * `check_exp(is_table(o), o)`.
 */
static bool is_argument(sx_str code, size_t body_start, size_t at) {
  size_t depth = 0;
  while (at-- > body_start) {
    char c = code.ptr[at];
    if (c == ')') depth++;
    if (c != '(') continue;
    if (depth) {
      depth--;
      continue;
    }
    size_t end = at;
    while (end > body_start && strchr(" \t\\\r\n", code.ptr[end - 1])) end--;
    size_t start = end;
    while (start > body_start && sx_c_is_word(code.ptr[start - 1])) start--;
    sx_str word = sx_str_slice(code, start, end);
    if (word.len && !sx_language_has_word("sizeof return if while for switch", word, false))
      return true;
  }
  return false;
}

/* Whether places in its body are the symbol, and one of them is not an argument. */
static bool says_symbol(const search *s, const sx_document *document, sx_str code,
                        const sx_c_macro *macro, bool *is_sure) {
  bool is_there = false;
  for (size_t i = 0; i < s->behind->in_macros.len; i++) {
    const sx_place *one = &s->behind->in_macros.items[i];
    if (!sx_str_is_equal(one->path, document->path)) continue;
    size_t at = sx_document_offset(document, one->range.start);
    if (at < macro->body_start || at >= macro->body_end) continue;
    is_there = true;
    *is_sure |= !is_argument(code, macro->body_start, at);
  }
  return is_there;
}

/* A macro with parameters is expanded only before a parenthesis: `int next;` is not `next(ls)`. */
static bool is_called(sx_str code, size_t at) {
  while (at < code.len && strchr(" \t\\\r\n", code.ptr[at]) && code.ptr[at]) at++;
  return at < code.len && code.ptr[at] == '(';
}

static bool is_bare(const definition *one) {
  return one->code.len == one->name.len || one->code.ptr[one->name.len] != '(';
}

static bool says_macro(const definition *one, const definition *other, bool *is_sure) {
  size_t at = sx_c_macro_find(&one->macro, one->code, other->name, 0);
  bool is_there = false;
  for (; at != SX_STR_NONE; at = sx_c_macro_find(&one->macro, one->code, other->name, at + 1)) {
    if (!is_bare(other) && !is_called(one->code, at + other->name.len)) continue;
    is_there = true;
    *is_sure |= !is_argument(one->code, one->macro.body_start, at);
  }
  return is_there;
}

static sx_status take_definition(search *s, const sx_document *document, sx_str code,
                                 const sx_c_macro *macro, sx_err *err) {
  sx_arena *arena = s->call->arena;
  definition *added = SX_ARRAY_ADD(&s->definitions, arena);
  if (!added) return sx_fail(err, arena->status, NULL);
  size_t from = macro->name_start;
  sx_pos16 at = sx_document_position(document, from);
  added->code = sx_arena_dup(arena, sx_str_slice(code, from, macro->body_end));
  added->name = sx_str_slice(added->code, 0, macro->name_end - from);
  added->place = (sx_place){document->path, {at, at}};
  added->macro = (sx_c_macro){0,
                              macro->name_end - from,
                              macro->parameters_start - from,
                              macro->parameters_end - from,
                              macro->body_start - from,
                              macro->body_end - from};
  added->leads = says_symbol(s, document, code, macro, &added->is_sure);
  if (s->c->is_member && !is_only_one(s->c)) added->is_sure = false;
  return arena->status ? sx_fail(err, arena->status, NULL) : SX_OK;
}

static sx_status take_definitions(search *s, sx_str path, sx_err *err) {
  const sx_document *document;
  sx_arena scratch;
  sx_c_macro macro;
  sx_status status = sx_document_peek(s->call, path, &document, err);
  if (status) return sx_status_ends_call(status) ? status : SX_OK;
  if (sx_str_find(document->text, SX_STR("define"), 0) == SX_STR_NONE) return SX_OK;
  sx_arena_init(&scratch, SCRATCH_BYTES);
  sx_str code = sx_c_code(document->text, document->language, true, &scratch);
  if (scratch.status == SX_NOMEM) status = sx_fail(err, SX_NOMEM, NULL);
  for (size_t at = 0; !status && sx_c_next_macro(&macro, code, &at);)
    if (sx_strs_have(&s->c->sources.macros, sx_str_slice(code, macro.name_start, macro.name_end)))
      status = take_definition(s, document, code, &macro, err);
  sx_arena_release(&scratch);
  return status;
}

/* Whether all macros of a name lead to the symbol, surely. */
static bool is_name_sure(const search *s, sx_str name) {
  for (size_t i = 0; i < s->definitions.len; i++) {
    const definition *one = &s->definitions.items[i];
    if (sx_str_is_equal(one->name, name) && !one->is_sure) return false;
  }
  return true;
}

/* From those that contain it to those that contain these. */
static sx_status follow(search *s, sx_err *err) {
  size_t count = s->definitions.len;
  for (bool goes_on = true; goes_on;) {
    goes_on = false;
    for (size_t i = 0; i < count; i++) {
      const definition *to = &s->definitions.items[i];
      if (!to->leads) continue;
      for (size_t j = 0; j < count; j++) {
        definition *from = &s->definitions.items[j];
        bool is_sure = false;
        if (from->is_sure || !says_macro(from, to, &is_sure)) continue;
        from->is_unclear |= is_sure && !is_name_sure(s, to->name);
        is_sure = is_sure && is_name_sure(s, to->name);
        goes_on |= !from->leads || is_sure;
        from->leads = true;
        from->is_sure = is_sure;
      }
    }
  }
  sx_map_init(&s->leading, s->call->arena);
  for (size_t i = 0; i < s->definitions.len; i++) {
    const definition *one = &s->definitions.items[i];
    uint64_t before = LEADS_SURELY;
    if (!one->leads) continue;
    sx_map_find(&s->leading, one->name, &before);
    uint64_t flags = before & ~(one->is_sure ? 0ull : (uint64_t)LEADS_SURELY);
    if (is_bare(one)) flags |= LEADS_BARE;
    if (one->is_unclear && !one->is_sure) flags |= LEADS_UNCLEAR;
    sx_status status = sx_map_put(&s->leading, one->name, flags);
    if (status) return sx_fail(err, status, NULL);
  }
  return SX_OK;
}

/* ---- uses of them ---------------------------------------------------------------------------- */

static sx_status take_expansion(search *s, const sx_document *document, size_t start, size_t end,
                                uint64_t flags, sx_err *err) {
  sx_place place = {document->path,
                    {sx_document_position(document, start), sx_document_position(document, end)}};
  bool is_listed = sx_places_have(s->listed, &place) || sx_reconcile__is_judged(s->behind, &place);
  if (is_listed) return SX_OK;
  expansion *added = SX_ARRAY_ADD(&s->expansions, s->call->arena);
  if (!added) return sx_fail(err, s->call->arena->status, NULL);
  added->name = sx_str_slice(document->text, start, end);
  added->place = place;
  added->is_sure = flags & LEADS_SURELY;
  added->is_unclear = flags & LEADS_UNCLEAR;
  return SX_OK;
}

static sx_status take_expansions(search *s, sx_str path, sx_err *err) {
  const sx_document *document;
  sx_arena scratch;
  sx_status status = sx_document_peek(s->call, path, &document, err);
  if (status) return sx_status_ends_call(status) ? status : SX_OK;
  sx_arena_init(&scratch, SCRATCH_BYTES);
  sx_str code = sx_c_code(document->text, document->language, false, &scratch);
  if (scratch.status == SX_NOMEM) status = sx_fail(err, SX_NOMEM, NULL);
  for (size_t at = 0; at < code.len && !status;) {
    size_t start = at;
    uint64_t flags;
    while (at < code.len && sx_c_is_word(code.ptr[at])) at++;
    sx_str word = sx_str_slice(code, start, at);
    if (word.len && sx_map_find(&s->leading, word, &flags) &&
        ((flags & LEADS_BARE) || is_called(code, at)))
      status = take_expansion(s, document, start, at, flags, err);
    at += !word.len;
  }
  sx_arena_release(&scratch);
  return status;
}

static sx_status collect(search *s, sx_err *err) {
  const sx_c_sources *sources = &s->c->sources;
  sx_status status = SX_OK;
  for (size_t i = 0; i < sources->files.len && !status; i++)
    status = take_definitions(s, sources->files.items[i].path, err);
  if (!status) status = follow(s, err);
  for (size_t i = 0; i < sources->files.len && !status && s->leading.len; i++) {
    const sx_c_mention *file = &sources->files.items[i];
    if (file->has_macro && !sx_c_symbol_is_others(s->c, file->path))
      status = take_expansions(s, file->path, err);
  }
  return status;
}

/* ---- asking ---------------------------------------------------------------------------------- */

static bool is_shared(const search *s, sx_str name) {
  size_t count = 0;
  for (size_t i = 0; i < s->definitions.len; i++)
    count += sx_str_is_equal(s->definitions.items[i].name, name);
  return count > 1;
}

/* The references of a macro in a file are asked for once, where it is first used. */
static bool find_question(const search *s, size_t before, expansion *of) {
  for (size_t i = before; i-- > 0;) {
    const expansion *one = &s->expansions.items[i];
    if (!one->is_asked_for || !sx_str_is_equal(one->place.path, of->place.path) ||
        !sx_str_is_equal(one->name, of->name))
      continue;
    of->slot = one->slot;
    of->own_slot = one->own_slot;
    return true;
  }
  return false;
}

/* Adds the questions; how many of the expansions, from the first, they are about. */
static size_t add_questions(search *s, sx_batch *batch) {
  size_t asked = 0;
  for (size_t i = 0; i < s->expansions.len; i++) {
    expansion *one = &s->expansions.items[i];
    if (i == MAX_ASKED_PLACES) return i;
    if (!one->is_sure) continue;
    one->is_shared = is_shared(s, one->name);
    bool is_new = !find_question(s, i, one);
    if (is_new) {
      if (asked++ == MAX_ASKED) return i;
      one->is_asked_for = true;
      one->slot =
          sx_batch_places(batch, SX_PLACES_REFERENCES, one->place.path, one->place.range.start);
    }
    if (is_new || one->is_shared)
      one->own_slot = sx_batch_definition(batch, one->place.path, one->place.range.start);
  }
  return s->expansions.len;
}

/* A variable may have the macro's name. */
static bool leads_to_own(const search *s, sx_batch *batch, const expansion *one) {
  sx_places found = {0};
  if (sx_batch_get_places(batch, one->own_slot, &found, NULL)) return false;
  for (size_t i = 0; i < found.len; i++) {
    const sx_place place = {sx_path_own(s->call, found.items[i].path), found.items[i].range};
    for (size_t k = 0; k < s->definitions.len; k++) {
      const definition *macro = &s->definitions.items[k];
      bool is_here = sx_str_is_equal(macro->place.path, place.path) &&
                     macro->place.range.start.line == place.range.start.line;
      if (is_here && macro->leads) return true;
    }
  }
  return false;
}

/*
 * Places where a macro is compiled: not within an #if that is false, nor as an argument that
 * another macro drops.
 */
static sx_status judge_expansion(search *s, sx_batch *batch, const expansion *one,
                                 sx_reconcile *out, sx_err *err) {
  sx_places uses = {0};
  bool is_compiled = false;
  bool is_answered = !sx_batch_get_places(batch, one->slot, &uses, NULL);
  /* A header that includes nothing itself has the macros of its users: the server reads it alone.
   */
  if (!is_answered || (!uses.len && sx_c_is_header(one->place.path))) {
    out->unchecked_expansions++;
    return SX_OK;
  }
  for (size_t i = 0; i < uses.len && !is_compiled; i++)
    is_compiled = sx_pos16_is_equal(uses.items[i].range.start, one->place.range.start) &&
                  sx_str_is_equal(sx_path_own(s->call, uses.items[i].path), one->place.path);
  if (!is_compiled || !leads_to_own(s, batch, one)) return SX_OK;
  sx_place *added = SX_ARRAY_ADD(&out->confirmed, s->call->arena);
  if (!added) return sx_fail(err, s->call->arena->status, NULL);
  *added = one->place;
  return SX_OK;
}

static sx_status open_files(search *s, sx_err *err) {
  sx_strs paths = {0};
  for (size_t i = 0; i < s->expansions.len; i++) {
    const expansion *one = &s->expansions.items[i];
    if (!one->is_asked_for || sx_strs_have(&paths, one->place.path)) continue;
    sx_str *added = SX_ARRAY_ADD(&paths, s->call->arena);
    if (!added) return sx_fail(err, s->call->arena->status, NULL);
    *added = one->place.path;
  }
  return sx_documents_open(s->call, &paths, err);
}

static sx_status ask_expansions(search *s, sx_reconcile *out, sx_err *err) {
  sx_batch batch;
  sx_batch_init(&batch, s->call->wait, s->call->arena);
  size_t asked = add_questions(s, &batch);
  sx_status status = open_files(s, err);
  if (!status) status = sx_batch_run_within(&batch, ASK_MS, err);
  if (status && !sx_status_ends_call(status)) asked = 0, status = SX_OK;
  for (size_t i = 0; i < s->expansions.len && !status; i++) {
    const expansion *one = &s->expansions.items[i];
    /* For others the server's own list counts, unless it cannot know the member. */
    if (!one->is_sure)
      out->unchecked_expansions += s->c->is_nested || one->is_unclear;
    else if (i < asked)
      status = judge_expansion(s, &batch, one, out, err);
    else
      out->unchecked_expansions++;
  }
  sx_batch_release(&batch);
  return status;
}

sx_status sx_expansions_confirm(sx_reconcile *behind, sx_call *call, const sx_target *target,
                                const sx_places *listed, sx_err *err) {
  search s = {.call = call, .behind = behind, .c = &target->c, .listed = listed};
  behind->unchecked_expansions = 0;
  if (target->c.is_macro || !behind->in_macros.len) return SX_OK;
  sx_status status = collect(&s, err);
  if (status || !s.expansions.len) return status;
  status = ask_expansions(&s, behind, err);
  if (status != SX_DEADLINE) return status;
  behind->unchecked_expansions = s.expansions.len;
  return SX_OK;
}
