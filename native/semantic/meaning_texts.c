#include "semantic/declared_parts.h"
#include "semantic/meaning_parts.h"

#include "base/folder.h"
#include "meaning/direction.h"
#include "meaning/terms.h"
#include "workspace/document_facts.h"

#define MAX_WORDS (SX_QUESTION_MAX_TERMS + SX_QUESTION_MAX_RELATED)

/* The units of texts as they are now, and which of them have which terms. */
typedef struct texts {
  sx_meaning_asking *asking;
  SX_ARRAY(sx_meaning_record) records;
  SX_ARRAY(const sx_document *) documents; /* of each unit */
  SX_ARRAY(sx_packed_direction) directions;
  sx_meaning_postings *postings; /* of each term, and of each related word */
  sx_meaning_ranges others;
  uint32_t lengths[SX_MEANING_FIELDS]; /* of the unit that is being counted */
  sx_meaning_counts counts[MAX_WORDS];
  sx_meaning_counts *often;   /* each of meaning/words.h is in that unit */
  SX_ARRAY(uint32_t) pointed; /* those that are, as they come */
} texts;

static sx_arena *arena_of(const texts *t) {
  return t->asking->search->call->arena;
}

static void count_word(texts *t, sx_meaning_field field, sx_str stem) {
  uint32_t word = sx_words_find(stem);
  if (word == SX_WORDS_NONE) return;
  uint32_t *added = t->often[word] ? NULL : SX_ARRAY_ADD(&t->pointed, arena_of(t));
  if (added) *added = word;
  t->often[word] = sx_meaning_count_add(t->often[word], field, 1);
}

static void count(void *arg, sx_meaning_field field, sx_str word) {
  texts *t = arg;
  const sx_question *question = t->asking->question;
  char bytes[SX_TERM_BYTES];
  if (sx_term_is_stop(word)) return;
  t->lengths[field]++;
  sx_str stem = sx_term_stem(word, bytes);
  count_word(t, field, stem);
  for (size_t i = 0; i < question->terms.len + question->related.len; i++)
    if (sx_str_is_equal(sx_question_stem(question, i), stem))
      t->counts[i] = sx_meaning_count_add(t->counts[i], field, 1);
}

static void point(texts *t, sx_packed_direction *out) {
  sx_direction sum = {0};
  for (size_t i = 0; i < t->pointed.len; i++) {
    uint32_t word = t->pointed.items[i];
    sx_direction_add(&sum, word, SX_WORDS_CODE, sx_meaning_presence(t->often[word]));
    t->often[word] = 0;
  }
  t->pointed.len = 0;
  sx_direction_pack(out, &sum);
}

/* As the index has it: the path counts from its folder on. */
static sx_str path_below(const texts *t, sx_str path) {
  const sx_declared_search *search = t->asking->search;
  for (size_t i = 0; i < search->roots.len; i++) {
    sx_str root = search->roots.items[i].root->path;
    if (sx_folder_has(root, path)) return sx_str_slice(path, root.len + 1, path.len);
  }
  return path;
}

static sx_status add_postings(texts *t, uint32_t unit) {
  const sx_question *question = t->asking->question;
  for (size_t i = 0; i < question->terms.len + question->related.len; i++) {
    if (!t->counts[i]) continue;
    sx_meaning_posting *added = SX_ARRAY_ADD(&t->postings[i], arena_of(t));
    if (!added) return arena_of(t)->status;
    *added = (sx_meaning_posting){unit, t->counts[i]};
  }
  return SX_OK;
}

static sx_status add_unit(texts *t, const sx_document *document, const sx_meaning_units *units,
                          size_t unit, sx_meaning_rows *rows) {
  uint32_t number = (uint32_t)t->records.len;
  sx_meaning_record *record = SX_ARRAY_ADD(&t->records, arena_of(t));
  const sx_document **owner = record ? SX_ARRAY_ADD(&t->documents, arena_of(t)) : NULL;
  sx_packed_direction *direction = owner ? SX_ARRAY_ADD(&t->directions, arena_of(t)) : NULL;
  if (!direction) return arena_of(t)->status;
  *owner = document;
  memset(t->lengths, 0, sizeof t->lengths);
  memset(t->counts, 0, sizeof t->counts);
  sx_meaning_each_word(units, unit, document->text, path_below(t, document->path), count, t);
  point(t, direction);
  sx_meaning_record_make(record, rows, &units->units.items[unit]);
  for (size_t f = 0; f < SX_MEANING_FIELDS; f++) {
    record->lengths[f] = sx_meaning_length_write(t->lengths[f]);
    t->asking->sums[f] += sx_meaning_length_read(record->lengths[f]);
  }
  t->asking->units++;
  return add_postings(t, number);
}

static sx_status add_units(texts *t, const sx_document *document, const sx_meaning_units *units) {
  sx_meaning_rows rows = {.text = document->text};
  uint32_t first = (uint32_t)t->records.len;
  sx_status status = SX_OK;
  for (size_t i = 0; i < units->units.len && !status; i++)
    status = add_unit(t, document, units, i, &rows);
  if (status || sx_meaning__has(t->asking->filter, document->path)) return status;
  sx_meaning_range *added = SX_ARRAY_ADD(&t->others, arena_of(t));
  if (!added) return arena_of(t)->status;
  *added = (sx_meaning_range){first, (uint32_t)t->records.len};
  return SX_OK;
}

static sx_status read_units(texts *t, const sx_document *document, sx_meaning_units *units,
                            bool *is_read, sx_err *err) {
  sx_call *call = t->asking->search->call;
  sx_text_facts facts;
  sx_meaning_declareds declared;
  *is_read = true;
  if (sx_meaning_is_prose(document->path))
    return sx_meaning_sections_make(units, document->text, call->arena);
  sx_status status = sx_document_all_facts(&facts, is_read, call, document, err);
  if (status || !*is_read) return status;
  status = sx_meaning_declare(&declared, &facts.facts, call->arena);
  return status ? status
                : sx_meaning_units_make(units, document->text, document->language, &declared,
                                        call->arena);
}

static sx_status add_text(void *arg, const sx_document *document, bool *is_read, sx_err *err) {
  texts *t = arg;
  sx_meaning_units units = {0};
  sx_status status = read_units(t, document, &units, is_read, err);
  if (!status && *is_read) status = add_units(t, document, &units);
  return status ? sx_fail(err, status, NULL) : SX_OK;
}

sx_status sx_meaning__add_texts(sx_meaning_asking *a, sx_err *err) {
  sx_arena *arena = a->search->call->arena;
  texts *t = SX_ARENA_NEW(arena, texts);
  if (!t) return sx_fail(err, arena->status, NULL);
  t->asking = a;
  t->postings = sx_arena_calloc(arena, MAX_WORDS, sizeof *t->postings);
  t->often = sx_arena_calloc(arena, sx_words_count(), sizeof *t->often);
  if (!t->postings || !t->often) return sx_fail(err, arena->status, NULL);
  sx_status status = sx_declared__each_fresh(a->search, add_text, t, err);
  if (status) return status;
  sx_meaning_pool *added = SX_ARRAY_ADD(&a->pools, arena);
  sx_meaning_origin *origin = added ? SX_ARRAY_ADD(&a->origins, arena) : NULL;
  if (!origin) return sx_fail(err, arena->status, NULL);
  *added = (sx_meaning_pool){.records = t->records.items,
                             .units = (uint32_t)t->records.len,
                             .postings = t->postings,
                             .directions = t->directions.items,
                             .others = t->others};
  *origin = (sx_meaning_origin){.documents = t->documents.items};
  return SX_OK;
}
