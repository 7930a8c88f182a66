#include "semantic/unresolved_uses.h"

#include "base/byte.h"
#include "base/map.h"
#include "imports/imports.h"
#include "os/clock.h"
#include "resolve/mentions.h"
#include "semantic/certainty.h"
#include "text/occurrences.h"
#include "text/scopes.h"
#include "workspace/document.h"
#include "workspace/paths.h"

#define MENTIONS_MS 1000
#define ASK_MS 1500
#define LOOK_MS 1500
#define MAX_FILES 200
#define SCRATCH_BYTES ((size_t)64 << 20)
#define MAX_OCCURRENCES 1000
#define MAX_ASKED 50
/* Places of a member that the server is asked about: they may be any type's. */
#define MAX_MEMBERS 200
#define MAX_MEMBERS_OF_FILE 10

typedef struct search {
  sx_call *call;
  sx_str name;
  const sx_places *listed;
  sx_places asked;
  sx_unresolved_uses *out;
  sx_imports *imports; /* of a member: the files whose settings do not count; NULL: of no member */
} search;

static bool is_script(const sx_document *document) {
  return sx_language_has_word("typescript vue", sx_language_name(document->language), false);
}

/* Only these are imported. `*is_member`: it is one of a type, or of an object. */
static sx_status is_of_module(search *s, const sx_target *target, bool *out, bool *is_member,
                              sx_err *err) {
  const sx_document *document;
  sx_scopes scopes;
  *out = *is_member = false;
  sx_status status = sx_document_peek(s->call, target->symbol->path, &document, NULL);
  if (status) return sx_status_ends_call(status) ? sx_fail(err, status, NULL) : SX_OK;
  if (!is_script(document)) return SX_OK;
  status = sx_scopes_find(&scopes, document->text, document->language, s->call->arena, err);
  if (status) return status;
  size_t at = sx_document_offset(document, target->symbol->at);
  sx_role role = sx_scopes_role(&scopes, at, s->name.len);
  *out = sx_scopes_is_global(&scopes, at, s->name.len) && role == SX_ROLE_NAME;
  *is_member = role == SX_ROLE_DECLARED || role == SX_ROLE_KEY;
  return SX_OK;
}

/* `z` of `z.core.name`; empty where something else is in front. */
static sx_str root_before(const sx_document *document, size_t offset) {
  sx_str text = document->text;
  size_t start = offset;
  while (start > 1 && text.ptr[start - 1] == '.') {
    size_t end = start - 1;
    start = sx_language_ident_start(document->language, text, end);
    if (start == end) return SX_STR("");
    if (!start || text.ptr[start - 1] != '.') return sx_str_slice(text, start, end);
  }
  return SX_STR("");
}

/** A file that is looked into; its memory goes with it. */
typedef struct source {
  const sx_document *document;
  sx_map roots; /* name -> 2: it is imported; 1: it is not */
  size_t taken; /* places of it that the server is asked about */
  sx_arena scratch;
} source;

static sx_status is_imported(source *f, sx_str name, bool *out) {
  sx_occurrences found = {0};
  uint64_t known = 1;
  *out = false;
  if (!name.len) return SX_OK;
  if (sx_map_find(&f->roots, name, &known)) {
    *out = known > 1;
    return SX_OK;
  }
  const sx_document *document = f->document;
  sx_status status = sx_occurrences_find(&found, document->text, name, document->language,
                                         MAX_OCCURRENCES, &f->scratch, NULL);
  if (status) return status;
  sx_occurrences_classify(&found, document->text, document->language);
  for (size_t i = 0; i < found.len && !*out; i++) *out = found.items[i].use == SX_USE_IMPORT;
  return sx_map_put(&f->roots, name, *out ? 2 : 1);
}

/* `.name`, `?.name`. */
static bool is_after_dot(const sx_document *document, size_t offset) {
  while (offset && sx_byte_is_space(document->text.ptr[offset - 1])) offset--;
  return offset && document->text.ptr[offset - 1] == '.';
}

static sx_status take_place(search *s, source *f, const sx_occurrence *one) {
  const sx_pos16 at = {one->point.row, one->col_u16};
  const sx_place place = {f->document->path, {at, at}};
  bool may_be = one->use == SX_USE_IMPORT;
  sx_status status = SX_OK;
  if (s->imports)
    may_be = one->use == SX_USE_CODE && is_after_dot(f->document, one->offset);
  else if (one->use == SX_USE_CODE)
    status = is_imported(f, root_before(f->document, one->offset), &may_be);
  if (status || !may_be || sx_places_have(s->listed, &place)) return status;
  if (s->asked.len == (s->imports ? MAX_MEMBERS : MAX_ASKED) ||
      (s->imports && f->taken == MAX_MEMBERS_OF_FILE)) {
    s->out->is_cut = true;
    return SX_OK;
  }
  f->taken++;
  sx_place *added = SX_ARRAY_ADD(&s->asked, s->call->arena);
  if (!added) return s->call->arena->status;
  *added = place;
  return SX_OK;
}

static sx_status look_into(search *s, source *f) {
  sx_occurrences found = {0};
  const sx_document *document = f->document;
  sx_status status = sx_occurrences_find(&found, document->text, s->name, document->language,
                                         MAX_OCCURRENCES, &f->scratch, NULL);
  if (!status) sx_occurrences_classify(&found, document->text, document->language);
  for (size_t i = 0; i < found.len && !status; i++) status = take_place(s, f, &found.items[i]);
  return status;
}

static sx_status look_into_file(search *s, sx_str path, sx_err *err) {
  source f = {0};
  sx_status status = sx_document_peek(s->call, path, &f.document, NULL);
  if (status) return sx_status_ends_call(status) ? sx_fail(err, status, NULL) : SX_OK;
  if (!is_script(f.document)) return SX_OK;
  sx_arena_init(&f.scratch, SCRATCH_BYTES);
  sx_map_init(&f.roots, &f.scratch);
  status = look_into(s, &f);
  sx_arena_release(&f.scratch);
  if (status == SX_TOO_BIG) s->out->is_cut = true, status = SX_OK;
  return status ? sx_fail(err, status, NULL) : SX_OK;
}

/* An import that leads nowhere is the definition of what it imports. */
static bool leads_nowhere(const search *s, const sx_places *definitions, const sx_place *place) {
  for (size_t i = 0; i < definitions->len; i++) {
    const sx_place *one = &definitions->items[i];
    if (s->imports) return false;
    bool is_there = sx_str_is_equal(sx_path_own(s->call, one->path), place->path) &&
                    one->range.start.line == place->range.start.line;
    if (!is_there) return false;
  }
  return true;
}

static sx_status ask(search *s, sx_err *err) {
  sx_batch batch;
  if (!s->asked.len) return SX_OK;
  sx_batch_init(&batch, s->call->wait, s->call->arena);
  for (size_t i = 0; i < s->asked.len; i++)
    sx_batch_definition(&batch, s->asked.items[i].path, s->asked.items[i].range.start);
  sx_status status = sx_batch_run_within(&batch, ASK_MS, err);
  bool is_late = status == SX_DEADLINE || status == SX_HOST;
  if (is_late && err) *err = (sx_err){0};
  if (is_late) s->out->is_cut = true, status = SX_OK;
  for (size_t i = 0; i < s->asked.len && !status && !is_late; i++) {
    sx_places definitions = {0};
    sx_status got = sx_batch_get_places(&batch, i, &definitions, NULL);
    if (sx_status_ends_call(got)) status = sx_fail(err, got, NULL);
    if (got) continue;
    if (!leads_nowhere(s, &definitions, &s->asked.items[i])) continue;
    sx_place *added = SX_ARRAY_ADD(&s->out->items, s->call->arena);
    if (!added) status = sx_fail(err, s->call->arena->status, NULL);
    if (added) *added = s->asked.items[i];
  }
  sx_batch_release(&batch);
  return status;
}

static sx_status look_into_files(search *s, sx_strs *paths, uint64_t end_ms, sx_err *err) {
  if (paths->len > MAX_FILES) paths->len = MAX_FILES, s->out->is_cut = true;
  sx_status status = sx_documents_peek(s->call, paths, err);
  for (size_t i = 0; i < paths->len && !status; i++) {
    status = sx_port_call_check(s->call->wait);
    bool is_over = status == SX_DEADLINE || (!status && sx_clock_ms() > end_ms);
    s->out->is_cut |= is_over;
    if (is_over) break;
    status = status ? sx_fail(err, status, NULL) : look_into_file(s, paths->items[i], err);
  }
  return status;
}

/* A member is of an unknown type where what the file imports, or what that imports, is not found.
 */
static void keep_without_paths(search *s, sx_strs *paths) {
  size_t kept = 0;
  for (size_t i = 0; i < paths->len; i++)
    if (sx_imports_lacks_paths(s->imports, paths->items[i])) paths->items[kept++] = paths->items[i];
  paths->len = kept;
}

static sx_status find(search *s, sx_err *err) {
  sx_mentions found = {0};
  uint64_t end_ms = sx_clock_ms() + LOOK_MS;
  sx_status status = sx_mentions_find(&found, s->call, &s->name, 1, MENTIONS_MS, err);
  s->out->is_cut = found.is_cut;
  if (!status && s->imports) keep_without_paths(s, &found.paths);
  if (!status) status = look_into_files(s, &found.paths, end_ms, err);
  if (status == SX_DEADLINE) return SX_OK;
  return status ? status : ask(s, err);
}

sx_status sx_unresolved_uses_find(sx_unresolved_uses *out, sx_call *call, const sx_target *target,
                                  const sx_places *listed, sx_err *err) {
  search s = {.call = call, .name = target->symbol->name, .listed = listed, .out = out};
  bool is_wanted, is_member;
  *out = (sx_unresolved_uses){0};
  sx_status status = is_of_module(&s, target, &is_wanted, &is_member, err);
  return status || !is_wanted ? status : find(&s, err);
}

sx_status sx_unresolved_members_find(sx_unresolved_uses *out, sx_call *call,
                                     const sx_target *target, const sx_places *listed,
                                     sx_err *err) {
  search s = {.call = call, .name = target->symbol->name, .listed = listed, .out = out};
  bool is_wanted, is_member;
  sx_status status = is_of_module(&s, target, &is_wanted, &is_member, err);
  if (status || !is_member) return status;
  if (!(s.imports = sx_imports_new(call))) return sx_fail(err, SX_NOMEM, NULL);
  out->is_of_member = true;
  status = find(&s, err);
  sx_imports_free(s.imports);
  return status;
}

void sx_unresolved_uses_write(const sx_unresolved_uses *uses, size_t listed, sx_call *call,
                              sx_buf *text) {
  if (!uses->items.len && uses->is_cut && !listed)
    sx_certainty_add_part(text, "not all files that have the name were looked into. Call again.");
  if (!uses->items.len) return;
  const sx_place *first = &uses->items.items[0];
  size_t count = uses->items.len;
  sx_certainty_add_part(text, "%s%zu place%s with the name may be uses: %s: %.*s:%u:%u%s.",
                        uses->is_cut ? "at least " : "", count, count == 1 ? "" : "s",
                        uses->is_of_member
                            ? "the types there are not known, as no tsconfig.json or jsconfig.json "
                              "includes the file, so that its 'paths' do not count"
                            : "what is imported there was not found",
                        SX_STR_ARG(sx_path_display(call, first->path)), first->range.start.line + 1,
                        first->range.start.character + 1, count > 1 ? " and others" : "");
}
