#include "answer/facts.h"
#include "text/tokens.h"
#include "documentation/documentation.h"
#include "servers/missing_server.h"
#include "workspace/paths.h"

#define MAX_CANDIDATES 50
#define MIN_DOCUMENTATION_TOKENS 32
#define MAX_NOTE_BYTES 1024

typedef struct writer {
  sx_call *call;
  const sx_documentation *doc;
  sx_answer *answer;
  cJSON *result;
  cJSON *notes;
  size_t max_tokens;
  size_t start; /* where this symbol's part of the text begins */
} writer;

static const char *provenance_name(sx_provenance from) {
  static const char *const names[] = {"lsp", "index", "text"};
  return names[from];
}

static sx_str shown_path(const writer *w, sx_str path) {
  return sx_path_display(w->call, path);
}

/* Fields that only help with another call, or repeat the arguments, are not for people. */
static bool is_for_person(const writer *w) {
  return w->answer->format == SX_FORMAT_MARKDOWN;
}

/* ---- lines -------------------------------------------------------------------------------- */

static void begin_field(writer *w, const char *name) {
  sx_buf_addf(&w->answer->text, is_for_person(w) ? "**%s:** " : "%s: ", name);
}

/* Two spaces make Markdown break the line. */
static void end_line(writer *w) {
  sx_buf_add_text(&w->answer->text, is_for_person(w) ? "  \n" : "\n");
}

static void add_field(writer *w, const char *name, sx_str value) {
  begin_field(w, name);
  sx_buf_add(&w->answer->text, value);
  end_line(w);
}

static void add_place_field(writer *w, const char *name, sx_str path, sx_pos16 at) {
  begin_field(w, name);
  sx_answer_add_place(w->answer, path, shown_path(w, path), at.line, at.character);
  end_line(w);
}

static void add_note(writer *w, sx_str note) {
  add_field(w, "Note", note);
  sx_buf copy;
  sx_buf_init(&copy, SX_ANSWER_MAX_BYTES);
  sx_buf_add(&copy, note);
  cJSON *item = copy.status ? NULL : cJSON_CreateString(copy.ptr);
  sx_buf_release(&copy);
  sx_answer_push(w->notes, item);
}

/* ---- facts --------------------------------------------------------------------------------- */

static void fill_symbol(writer *w, cJSON *object, const sx_symbol *symbol) {
  sx_facts_symbol(object, symbol, shown_path(w, symbol->path), w->call->arena);
  if (symbol->declared_as.len) sx_answer_fact(object, "declared_as", symbol->declared_as);
  sx_answer_fact(object, "provenance", sx_str_from(provenance_name(symbol->from)));
}

/* ---- the described symbol ------------------------------------------------------------------ */

static void add_use(writer *w, sx_str path, sx_pos16 at) {
  if (!is_for_person(w)) add_place_field(w, "Referenced in", path, at);
  cJSON *use = cJSON_AddObjectToObject(w->result, "referenced_in");
  if (use) sx_facts_place(use, shown_path(w, path), at);
}

static void add_relation(writer *w) {
  const sx_documentation *doc = w->doc;
  const sx_symbol *symbol = doc->target.symbol;
  bool is_defined = sx_target_is_defined_in_file(&doc->target) && symbol->is_declaration_known,
       is_named = sx_target_is_only_named(&doc->target);
  /* The file contains only the last name of a name path, which may be another symbol's. */
  if (is_named && symbol->is_found_by_path) return;
  if (sx_target_is_elsewhere(&doc->target)) {
    if (!is_for_person(w))
      add_field(w, "Not directly referenced in", shown_path(w, doc->target.file));
  } else {
    if (!is_for_person(w))
      add_field(w, "Status",
                is_defined ? SX_STR("Defined in file") : SX_STR("Imported/Referenced"));
    sx_answer_fact(w->result, "relation", is_defined ? SX_STR("defined") : SX_STR("referenced"));
  }
  if (is_named)
    add_use(w, doc->target.file, doc->target.resolution.mentioned_at);
  else if (!is_defined && symbol->is_used_at)
    add_use(w, symbol->used_in, symbol->used_at);
}

static void add_absence(writer *w) {
  sx_buf note;
  sx_buf_init(&note, MAX_NOTE_BYTES);
  sx_buf_add_text(&note, "The reason: ");
  sx_missing_server_write(&note, w->doc->absent_language);
  sx_buf_add_char(&note, '.');
  sx_str text = sx_arena_dup(w->call->arena, sx_buf_str(&note));
  sx_buf_release(&note);
  add_note(w, text);
}

static void add_notes(writer *w) {
  const sx_documentation *doc = w->doc;
  const sx_resolution *resolution = &doc->target.resolution;
  sx_arena *arena = w->call->arena;
  bool is_by_path = doc->target.symbol && doc->target.symbol->is_found_by_path;
  if (doc->target.symbol && doc->target.symbol->from != SX_FROM_LSP &&
      !resolution->unready_language.len)
    add_note(w, SX_STR("No language server answered for this symbol: this comes from the text "
                       "alone (the declaration and the comment above it)."));
  if (doc->absent_language.len) add_absence(w);
  if (doc->target.symbol && sx_target_is_only_named(&doc->target))
    add_note(w, sx_arena_printf(arena,
                                "The language server did not resolve '%.*s' in that file: this is "
                                "%s%.*s in the workspace.",
                                SX_STR_ARG(doc->target.locator.name),
                                is_by_path ? "" : "the symbol of that name",
                                SX_STR_ARG(is_by_path ? doc->target.locator.given : SX_STR(""))));
  if (doc->target.symbol && doc->target.symbol->inherited_by.len)
    add_note(w, sx_arena_printf(arena, "%.*s inherits it.",
                                SX_STR_ARG(doc->target.symbol->inherited_by)));
  if (doc->target.symbol && doc->target.symbol->is_other)
    add_note(w, sx_arena_printf(arena, "The symbol at the given place is not '%.*s'.",
                                SX_STR_ARG(doc->target.locator.given)));
  if (resolution->is_line_moved && doc->target.symbol)
    add_note(w, sx_arena_printf(
                    arena, "Line %u does not contain '%.*s': the nearest occurrence was used.",
                    doc->target.locator.line + 1, SX_STR_ARG(doc->target.locator.name)));
  if (doc->target.symbol && resolution->is_file_text_only)
    add_note(w, sx_arena_printf(arena, "'%.*s' contains the name only in comments or strings.",
                                SX_STR_ARG(shown_path(w, doc->target.file))));
  if (doc->target.symbol && resolution->is_scan_partial)
    add_note(w, SX_STR("The text search of the workspace is incomplete: there may be more symbols "
                       "of that name."));
}

static void add_head(writer *w) {
  const sx_symbol *symbol = w->doc->target.symbol;
  sx_buf *text = &w->answer->text;
  if (w->answer->format == SX_FORMAT_MARKDOWN)
    sx_buf_addf(text, "## %.*s\n\n", SX_STR_ARG(symbol->name));
  else
    add_field(w, "Symbol", symbol->name);
  add_place_field(w, "Location", symbol->path, symbol->at);
}

static void add_overload_counts(writer *w) {
  const sx_documentation *doc = w->doc;
  sx_buf *text = &w->answer->text;
  sx_buf_addf(text, "%zu", doc->overload_count);
  if (doc->deprecated_count) sx_buf_addf(text, ", %zu deprecated", doc->deprecated_count);
  if (doc->shown_count < doc->overload_count) sx_buf_addf(text, ", %zu shown", doc->shown_count);
}

static void add_lines_of(writer *w, sx_overload_role role, const char *before) {
  const sx_documentation *doc = w->doc;
  sx_buf *text = &w->answer->text;
  size_t count = 0, written = 0;
  for (size_t i = 0; i < doc->roles.len; i++) count += doc->roles.items[i] == role;
  if (count) sx_buf_addf(text, "%s%s", before, count == 1 ? "" : "s");
  for (size_t i = 0; i < doc->roles.len; i++) {
    if (doc->roles.items[i] != role) continue;
    uint32_t line = doc->target.declarations.items[i].line + 1;
    if (written < MAX_CANDIDATES) sx_buf_addf(text, "%s %u", written ? "," : "", line);
    written++;
  }
  if (count > MAX_CANDIDATES) sx_buf_add_text(text, ", …");
}

/* Several: they are overloads, or the same thing declared more than once. */
static void add_declarations(writer *w) {
  const sx_documentation *doc = w->doc;
  size_t count = doc->target.declarations.len;
  cJSON *lines = count > 1 ? cJSON_AddArrayToObject(w->result, "declaration_lines") : NULL;
  if (!lines) return;
  for (size_t i = 0; i < count; i++)
    sx_answer_push(lines, cJSON_CreateNumber(doc->target.declarations.items[i].line + 1));
  begin_field(w, doc->is_overloaded ? "Overloads" : "Declarations");
  if (doc->is_overloaded) {
    add_overload_counts(w);
    add_lines_of(w, SX_OVERLOAD, "; on line");
    add_lines_of(w, SX_OVERLOAD_AGAIN, "; declared again on line");
    add_lines_of(w, SX_OVERLOAD_BODY, "; implemented on line");
  } else {
    sx_buf_addf(&w->answer->text, "%zu, on lines", count);
    for (size_t i = 0; i < count && i < MAX_CANDIDATES; i++)
      sx_buf_addf(&w->answer->text, "%s %u", i ? "," : "",
                  doc->target.declarations.items[i].line + 1);
    if (count > MAX_CANDIDATES) sx_buf_add_text(&w->answer->text, ", …");
  }
  end_line(w);
}

/* A server's outline may leave out what a member is in, as a type without a name. */
static bool may_be_global(const sx_symbol *symbol) {
  return !sx_language_has_word("Method Property Field Constructor EnumMember", symbol->kind, false);
}

static void add_details(writer *w) {
  const sx_symbol *symbol = w->doc->target.symbol;
  if (symbol->declared_as.len) add_field(w, "Declared as", symbol->declared_as);
  if (symbol->kind.len) add_field(w, "Kind", symbol->kind);
  if (symbol->container.len)
    add_field(w, "Container", symbol->container);
  else if (!is_for_person(w) && symbol->kind.len && symbol->from == SX_FROM_LSP &&
           may_be_global(symbol) && sx_path_is_inside(w->call, symbol->path))
    add_field(w, "Container", SX_STR("Global Scope"));
  add_relation(w);
  add_declarations(w);
  add_notes(w);
}

/* ---- other symbols of that name ------------------------------------------------------------ */

/* Writes into `out` what fits into `max_tokens`; then the number of the others. */
static void write_candidates(writer *w, size_t total, size_t max_tokens, sx_buf *out, cJSON *list) {
  const sx_symbols *symbols = &w->doc->target.resolution.symbols;
  size_t written = 0;
  sx_buf_addf(out, "\nOther symbols named '%.*s' (%s%zu):\n",
              SX_STR_ARG(w->doc->target.locator.name),
              w->doc->target.resolution.is_least ? "at least " : "", total);
  if (w->answer->format == SX_FORMAT_MARKDOWN) sx_buf_add_char(out, '\n');
  for (size_t i = 1; i < symbols->len && written < MAX_CANDIDATES; i++) {
    const sx_symbol *symbol = &symbols->items[i];
    if (sx_target_is_overload(&w->doc->target, symbol)) continue;
    size_t before = out->len;
    sx_target_write_candidate(w->call, w->answer->format, symbol, out);
    if (sx_tokens_count(sx_buf_str(out)) > max_tokens) {
      sx_buf_truncate(out, before);
      break;
    }
    cJSON *object = cJSON_CreateObject();
    if (object) fill_symbol(w, object, symbol);
    sx_answer_push(list, object);
    written++;
  }
  if (written == total) return;
  w->answer->is_truncated = true;
  /* A person has no arguments to give. */
  sx_buf_addf(out, "- and %zu more: %s a name path such as Container.name\n", total - written,
              w->answer->format == SX_FORMAT_MARKDOWN ? "look up" : "give file_path, or");
}

static void collect_candidates(writer *w, sx_buf *out) {
  size_t total = 0;
  for (size_t i = 1; i < w->doc->target.resolution.symbols.len; i++)
    total += !sx_target_is_overload(&w->doc->target, &w->doc->target.resolution.symbols.items[i]);
  cJSON *list = total ? cJSON_AddArrayToObject(w->result, "candidates") : NULL;
  if (!list) return;
  cJSON_AddNumberToObject(w->result, "candidate_count", (double)total);
  write_candidates(w, total, w->max_tokens / 4, out, list);
}

/* ---- documentation -------------------------------------------------------------------------- */

sx_status sx_documentation_format(const sx_documentation *doc, sx_call *call, size_t max_tokens,
                                  sx_hover_text *out, sx_err *err) {
  const sx_symbol *symbol = doc->target.symbol;
  sx_arena *arena = call->arena;
  if (symbol->from == SX_FROM_LSP) {
    *out = SX_HOVER_NOTHING;
    out->is_empty = true;
    if (!doc->parts.len) return SX_OK;
    return sx_hover_format(out, doc->parts.items, doc->parts.len, max_tokens, arena, err);
  }
  /* For people, whose page colors it. */
  bool is_colored = call->caller == SX_CALLER_PERSON && sx_language_has_file(symbol->path);
  sx_str language =
      is_colored ? sx_language_name(sx_language_find(SX_STR(""), symbol->path)) : SX_STR("");
  sx_hover_part parts[2] = {
      {.kind = SX_HOVER_CODE, .value = symbol->text_signature, .language = language},
      {.kind = SX_HOVER_MARKDOWN, .value = symbol->text_comment, .language = SX_STR("")},
  };
  return sx_hover_format(out, parts, symbol->text_comment.len ? 2 : 1, max_tokens, arena, err);
}

static sx_status write_found(writer *w, sx_err *err) {
  sx_buf others;
  sx_hover_text hover;
  sx_buf_init(&others, SX_ANSWER_MAX_BYTES);
  collect_candidates(w, &others);
  sx_buf *text = &w->answer->text;
  const sx_symbol *symbol = w->doc->target.symbol;
  /* Whether there is documentation decides the first line, so it is formatted before. */
  sx_status status = sx_documentation_format(w->doc, w->call, w->max_tokens, &hover, err);
  if (status) goto done;
  bool is_documented = hover.is_documented;
  if (is_documented || w->answer->format == SX_FORMAT_MARKDOWN) {
    add_head(w);
  } else {
    sx_buf_addf(text, "Symbol: %.*s found at ", SX_STR_ARG(symbol->name));
    sx_answer_add_place(w->answer, symbol->path, shown_path(w, symbol->path), symbol->at.line,
                        symbol->at.character);
    end_line(w);
  }
  add_details(w);
  size_t used = sx_tokens_count(sx_str_slice(sx_buf_str(text), w->start, text->len)) +
                sx_tokens_count(sx_buf_str(&others)) + 16;
  size_t room = used + MIN_DOCUMENTATION_TOKENS < w->max_tokens ? w->max_tokens - used
                                                                : MIN_DOCUMENTATION_TOKENS;
  status = sx_documentation_format(w->doc, w->call, room, &hover, err);
  if (status) goto done;
  if (hover.is_truncated) w->answer->is_truncated = true;
  cJSON_AddBoolToObject(w->result, "documented", is_documented);
  if (hover.signature.len) sx_answer_fact(w->result, "signature", hover.signature);
  if (is_documented) sx_answer_fact(w->result, "documentation", hover.text);
  if (hover.text.len) {
    sx_buf_add_char(text, '\n');
    if (!is_for_person(w))
      sx_buf_addf(text, "%s:\n", is_documented ? "Documentation" : "Signature");
    sx_buf_add(text, hover.text);
    sx_buf_add_char(text, '\n');
    if (hover.is_truncated)
      sx_buf_add_text(text,
                      is_for_person(w) ? "\n*Shortened.*\n" : "\n[shortened: raise max_tokens]\n");
  }
  sx_buf_add(text, sx_buf_str(&others));
  if (!is_documented) sx_buf_add_text(text, "\nNo documentation is available for this symbol.\n");
done:
  sx_buf_release(&others);
  return status;
}

/* ---- not known, or wrong ------------------------------------------------------------------- */

static sx_status write_unknown(writer *w, sx_err *err) {
  sx_target_add_reason(&w->doc->target, w->call, w->answer, w->notes);
  sx_buf_add_text(&w->answer->text, "Known so far:\n\n");
  return write_found(w, err);
}

static void write_error(writer *w) {
  const sx_documentation *doc = w->doc;
  sx_buf_addf(&w->answer->text, "Error for '%.*s': %s\n", SX_STR_ARG(doc->target.locator.given),
              doc->err.message);
  cJSON *error = cJSON_AddObjectToObject(w->result, "error");
  if (!error) return;
  cJSON_AddStringToObject(error, "code", sx_status_code(doc->error));
  cJSON_AddStringToObject(error, "message", doc->err.message);
}

sx_status sx_documentation_write(sx_call *call, const sx_documentation *doc, size_t max_tokens,
                                 sx_answer *answer, cJSON *results, sx_err *err) {
  cJSON *result = cJSON_CreateObject();
  if (!result) return sx_fail(err, SX_NOMEM, NULL);
  sx_answer_push(results, result);
  writer w = {call, doc, answer, result, cJSON_CreateArray(), max_tokens, answer->text.len};
  sx_answer_fact(result, "query", doc->target.locator.given);
  cJSON_AddStringToObject(result, "status", sx_answer_status_name(doc->status));
  if (doc->target.symbol) {
    cJSON *symbol = cJSON_AddObjectToObject(result, "symbol");
    if (symbol) fill_symbol(&w, symbol, doc->target.symbol);
  }
  sx_status status = SX_OK;
  if (doc->error)
    write_error(&w);
  else if (!doc->target.symbol)
    sx_target_add_missing(&doc->target, call, answer, result, w.notes);
  else if (doc->status == SX_ANSWER_FOUND)
    status = write_found(&w, err);
  else
    status = write_unknown(&w, err);
  if (cJSON_GetArraySize(w.notes))
    sx_answer_put(result, "notes", w.notes);
  else
    cJSON_Delete(w.notes);
  return status;
}
