#include "resolve/declared_text.h"

#include "markdown/comment.h"
#include "resolve/c_sources.h"
#include "text/doc_comment.h"
#include "text/qualifier.h"
#include "workspace/document_facts.h"

#define MAX_PLACES 2000

/*
 * The rules for lines rate a definition so, and are as sure of it as the scanner. The macro of a
 * source file counts less than a prototype.
 */
enum { SCORE_SURE = 85, SCORE_DEFINED = 90, SCORE_DECLARED = 60, SCORE_OF_FILE = 55 };

sx_str sx_declared_comment(const sx_document *document, size_t offset, sx_arena *arena) {
  sx_str comment = sx_doc_comment_find(document->text, offset, document->language, arena);
  bool has_tags = !(document->language->flags & SX_LANGUAGE_DOCSTRING);
  return has_tags ? sx_comment_to_markdown(comment, arena) : comment;
}

static sx_status describe(sx_declaration *out, const sx_document *document, sx_arena *arena,
                          sx_err *err) {
  out->signature = sx_declaration_signature(document->text, out->offset, document->language, arena);
  out->comment = sx_declared_comment(document, out->offset, arena);
  return arena->status ? sx_fail(err, arena->status, NULL) : SX_OK;
}

/* The best of the declarations that stand where the name path leads. */
static sx_status find_in_container(sx_declaration *out, const sx_locator *locator,
                                   const sx_document *document, sx_arena *arena, sx_err *err) {
  sx_occurrences places = {0};
  sx_str text = document->text;
  sx_status status =
      sx_occurrences_find(&places, text, locator->name, document->language, MAX_PLACES, arena, err);
  if (status) return status;
  sx_occurrences_classify(&places, text, document->language);
  for (size_t i = 0; i < places.len; i++) {
    const char *kind;
    size_t offset = places.items[i].offset;
    if (places.items[i].use != SX_USE_CODE) continue;
    int score = sx_declaration_rate(text, offset, locator->name.len, document->language, &kind);
    if (score <= out->score) continue;
    sx_container container = sx_container_find(text, offset, document->language, arena);
    if (!sx_locator_fits(locator, document->path, container.path)) continue;
    *out = (sx_declaration){.offset = offset, .kind = kind, .score = score};
  }
  if (out->score) return describe(out, document, arena, err);
  return arena->status ? sx_fail(err, arena->status, NULL) : SX_OK;
}

/* Fields and enumerators are as the rules for lines have them. */
static int score_of(const sx_fact *fact) {
  bool is_member = fact->parent != SX_FACT_TOP || fact->kind == SX_FACT_FIELD ||
                   fact->kind == SX_FACT_ENUM_MEMBER;
  if (is_member || (fact->flags & (SX_FACT_NAMELESS | SX_FACT_TWIN))) return 0;
  return fact->flags & SX_FACT_DECLARATION ? SCORE_DECLARED : SCORE_DEFINED;
}

static const sx_fact *choose(const sx_facts *facts, sx_str name, sx_str text, int *score) {
  const sx_fact *best = NULL;
  for (size_t i = 0; i < facts->len; i++) {
    const sx_fact *fact = &facts->items[i];
    if (!sx_str_is_equal(sx_fact_name(fact, text), name) || score_of(fact) <= *score) continue;
    best = fact;
    *score = score_of(fact);
  }
  return best;
}

/* By the scanner of C, which needs no macro to be known. */
static sx_status find_scanned(sx_declaration *out, const sx_locator *locator,
                              const sx_document *document, sx_arena *arena, sx_err *err) {
  sx_facts facts = {0};
  bool is_read = false;
  int score = out->score;
  sx_str text = document->text;
  sx_status status = sx_document_facts_in(&facts, &is_read, NULL, document, arena, err);
  const sx_fact *fact = !status && is_read ? choose(&facts, locator->name, text, &score) : NULL;
  if (!fact) return status;
  *out = (sx_declaration){.offset = fact->name_start,
                          .kind = sx_fact_kind_name((sx_fact_kind)fact->kind).ptr,
                          .score = score};
  return describe(out, document, arena, err);
}

/* A macro of a source file means nothing in others, where a function of that name is meant. */
static bool is_macro_of_file(const sx_declaration *declaration, const sx_document *document) {
  sx_str text = document->text;
  if (!declaration->score || sx_c_is_header(document->path)) return false;
  if (!(document->language->flags & SX_LANGUAGE_C_FUNCTIONS)) return false;
  size_t start = sx_str_line_start(text, declaration->offset);
  sx_str before = sx_str_trim(sx_str_slice(text, start, declaration->offset));
  return sx_str_at(before, 0) == '#' && sx_str_has_suffix(before, SX_STR("define"));
}

sx_status sx_declared_text_find(sx_declaration *out, const sx_locator *locator,
                                const sx_document *document, sx_arena *arena, sx_err *err) {
  sx_status status = SX_OK;
  *out = (sx_declaration){.kind = "", .signature = SX_STR(""), .comment = SX_STR("")};
  if (locator->parent_count) status = find_in_container(out, locator, document, arena, err);
  /* Another one of the name is listed as near. */
  if (!status && !out->score)
    status =
        sx_declaration_find(out, document->text, locator->name, document->language, arena, err);
  if (!status && out->score) out->comment = sx_declared_comment(document, out->offset, arena);
  if (!status && arena->status) status = sx_fail(err, arena->status, NULL);
  if (!status && !locator->parent_count && out->score < SCORE_SURE)
    status = find_scanned(out, locator, document, arena, err);
  if (is_macro_of_file(out, document) && out->score > SCORE_OF_FILE) out->score = SCORE_OF_FILE;
  return status;
}
