#include "semantic/meaning.h"

#include "base/folder.h"
#include "semantic/declared_rank.h"
#include "semantic/meaning_parts.h"
#include "workspace/built_twins.h"
#include "workspace/hidden.h"

#include <stdlib.h>

/* So many are looked at more closely. */
#define MAX_CANDIDATES 500
/* How much where its words point counts beside the words themselves. */
#define DIRECTION_SHARE 0.6f
/* A question that names a file is about that; others count so much. */
#define NOT_NAMED 0.6f
/* A score is a share of the best that there can be: every word, in a name that has no others. */
#define BEST_SHARE 1.1f
/* Hidden files among the best are left out, and others ranked in their place: so often. */
#define MAX_ROUNDS 50
/* For the postings of the words, of which some are in every unit. */
#define SCRATCH_BYTES ((size_t)256 << 20)
/* For paths that are compared. */
#define COMPARED_BYTES ((size_t)1 << 20)

/* A candidate with what decides beside its words. */
typedef struct candidate {
  sx_meaning_hit hit;
  bool is_named; /* its file, or a folder of it, by the question */
  sx_meaning_found found;
} candidate;

/* ---- their order ---------------------------------------------------------------------------- */

static int compare_places(const sx_meaning_hit *a, const sx_meaning_hit *b) {
  int order = sx_path_compare(a->path, b->path);
  if (order) return order;
  if (a->record.row != b->record.row) return a->record.row < b->record.row ? -1 : 1;
  return (a->record.name_column > b->record.name_column) -
         (a->record.name_column < b->record.name_column);
}

/* Only for those that score the same, which may be all of a million: those of a segment are in the
 * order of their places, and the paths of others are not kept. One that is damaged comes last. */
static int order_of(void *arg, const sx_meaning_found *a, const sx_meaning_found *b) {
  sx_meaning_asking *asking = arg;
  sx_arena *paths = &asking->compared;
  sx_meaning_hit one = {.path = SX_STR("")}, other = {.path = SX_STR("")};
  if (a->pool == b->pool && asking->origins.items[a->pool].root)
    return (a->unit > b->unit) - (a->unit < b->unit);
  if (paths->status || paths->used_bytes > COMPARED_BYTES / 2) {
    sx_arena_release(paths);
    sx_arena_init(paths, COMPARED_BYTES);
  }
  bool is_bad = sx_meaning__locate(asking, a, &one, paths) != SX_OK;
  if (is_bad || sx_meaning__locate(asking, b, &other, paths)) return is_bad ? 1 : -1;
  return compare_places(&one, &other);
}

/* ---- what decides beside words --------------------------------------------------------------- */

static bool asks_for(const sx_question *question, const char *const *words, size_t count) {
  size_t term;
  for (size_t i = 0; i < count; i++)
    if (sx_question_find(question, sx_str_from(words[i]), &term)) return true;
  return false;
}

/* A question is mostly about what is done. */
static float prior_of_kind(uint8_t kind) {
  switch (kind) {
  case SX_MEANING_FILE: return 0.8f;
  case SX_FACT_FUNCTION:
  case SX_FACT_METHOD:
  case SX_FACT_HEADING: return 1.0f;
  case SX_FACT_CLASS:
  case SX_FACT_STRUCT:
  case SX_FACT_INTERFACE: return 0.9f;
  default: return 0.8f;
  }
}

/* Demotion never excludes. */
static float prior_of(const sx_question *question, const sx_meaning_hit *hit, bool is_built) {
  static const char *const tests[] = {"test", "spec", "mock", "fixture", "benchmark"};
  static const char *const built[] = {"generated", "vendor", "dist", "build", "third"};
  static const char *const docs[] = {"example", "sample", "script", "tool", "doc", "document"};
  sx_file_role role = sx_file_role_of(sx_str_slice(hit->path, hit->folder, hit->path.len));
  float prior = 1.0f;
  bool is_test = role == SX_ROLE_TEST || (hit->record.flags & SX_MEANING_TEST);
  if (is_test && !asks_for(question, tests, sizeof tests / sizeof *tests)) prior *= 0.6f;
  is_built = is_built || role == SX_ROLE_GENERATED;
  if (is_built && !asks_for(question, built, sizeof built / sizeof *built)) prior *= 0.5f;
  if (role == SX_ROLE_DOCS && !asks_for(question, docs, sizeof docs / sizeof *docs)) prior *= 0.9f;
  if (hit->record.flags & SX_MEANING_PRIVATE) prior *= 0.95f;
  if (hit->record.flags & SX_MEANING_MERE) prior *= 0.8f;
  return prior * prior_of_kind(hit->record.kind);
}

static int compare_candidates(const void *a, const void *b) {
  const candidate *one = a, *other = b;
  if (one->hit.score != other->hit.score) return one->hit.score > other->hit.score ? -1 : 1;
  return compare_places(&one->hit, &other->hit);
}

/* ---- all of it ------------------------------------------------------------------------------- */

static const sx_meaning_posting *find_posting(const sx_meaning_postings *postings, uint32_t unit) {
  size_t low = 0, high = postings->len;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (postings->items[middle].unit < unit)
      low = middle + 1;
    else
      high = middle;
  }
  bool is_there = low < postings->len && postings->items[low].unit == unit;
  return is_there ? &postings->items[low] : NULL;
}

/* Which terms a unit has, by field, and which related words. */
static void note_fields(const sx_meaning_asking *a, candidate *c) {
  const sx_meaning_pool *pool = &a->pools.items[c->found.pool];
  size_t terms = a->question->terms.len;
  for (size_t t = 0; t < terms; t++) {
    const sx_meaning_posting *posting = find_posting(&pool->postings[t], c->found.unit);
    for (size_t f = 0; posting && f < SX_MEANING_FIELDS; f++)
      if (sx_meaning_count(posting->counts, (sx_meaning_field)f))
        c->hit.fields[f] |= (uint64_t)1 << t;
  }
  for (size_t i = 0; i < a->question->related.len; i++)
    if (find_posting(&pool->postings[terms + i], c->found.unit)) c->hit.related |= (uint64_t)1 << i;
}

static sx_status find_direction(const sx_meaning_asking *a, candidate *c) {
  const sx_meaning_pool *pool = &a->pools.items[c->found.pool];
  if (pool->reader) return sx_meaning_get_direction(pool->reader, c->found.unit, &c->hit.direction);
  c->hit.direction = &pool->directions[c->found.unit];
  return SX_OK;
}

/* How much each counts beside its words. */
static sx_status find_priors(const sx_meaning_asking *a, candidate *all, size_t count) {
  sx_built_twins twins;
  bool is_any_named = false;
  sx_built_twins_init(&twins, a->search->call->arena);
  for (size_t i = 0; i < count; i++) {
    sx_meaning_hit *hit = &all[i].hit;
    sx_status status = sx_built_twins_add(&twins, hit->path);
    if (status) return status;
    all[i].is_named =
        sx_question_names(a->question, sx_str_slice(hit->path, hit->folder + 1, hit->path.len));
    is_any_named |= all[i].is_named;
  }
  for (size_t i = 0; i < count; i++) {
    bool is_built = sx_built_twins_is_built(&twins, all[i].hit.path);
    all[i].hit.prior = prior_of(a->question, &all[i].hit, is_built);
    if (is_any_named && !all[i].is_named) all[i].hit.prior *= NOT_NAMED;
  }
  return SX_OK;
}

/* By its words as a share of all of the question's, and by where they point: as much as the words
 * of the best. */
static sx_status weigh(const sx_meaning_asking *a, candidate *all, size_t count) {
  float sum = 0, best = 0;
  sx_status status = find_priors(a, all, count);
  if (status) return status;
  for (size_t t = 0; t < a->question->terms.len; t++) sum += a->question->terms.items[t].idf;
  for (size_t i = 0; i < count; i++) {
    float share = sum > 0 ? all[i].found.score / (sum * BEST_SHARE) : 0;
    all[i].hit.score = share * all[i].hit.prior;
    if (all[i].hit.score > best) best = all[i].hit.score;
  }
  for (size_t i = 0; i < count; i++) {
    status = find_direction(a, &all[i]);
    if (status) return status;
    float nearness = sx_direction_nearness(&a->question->direction, all[i].hit.direction);
    float pointed = DIRECTION_SHARE * best * nearness * all[i].hit.prior;
    all[i].hit.score = (all[i].hit.score + pointed) / (1.0f + DIRECTION_SHARE);
  }
  qsort(all, count, sizeof *all, compare_candidates);
  return SX_OK;
}

/* Without any of its own words a question has no answer. */
static bool has_any_term(const sx_question *question) {
  for (size_t t = 0; t < question->terms.len; t++)
    if (question->terms.items[t].units) return true;
  return false;
}

/* In folders that are in one another it is there twice. */
static bool is_known(const sx_meaning_hits *hits, const sx_meaning_hit *hit) {
  for (size_t i = 0; i < hits->len; i++)
    if (compare_places(&hits->items[i], hit) == 0) return true;
  return false;
}

static sx_status take_hits(const sx_meaning_asking *a, candidate *all, size_t count, size_t most,
                           sx_meaning_hits *out) {
  sx_arena *arena = a->search->call->arena;
  for (size_t i = 0; i < count; i++) {
    bool is_copy;
    if (is_known(out, &all[i].hit)) continue;
    note_fields(a, &all[i]);
    sx_status status = sx_meaning__note_copy(out, &all[i].hit, &is_copy, arena);
    if (!status && !is_copy && out->len < most) {
      status = sx_meaning__find_inner(a, &all[i].found, &all[i].hit);
      sx_meaning_hit *added = status ? NULL : SX_ARRAY_ADD(out, arena);
      if (!added && !status) status = arena->status;
      if (added) *added = all[i].hit;
    }
    if (status) return status;
  }
  return SX_OK;
}

/* Where the best are, without those that are hidden; `*has_hidden`: there were some. */
static sx_status locate_all(sx_meaning_asking *a, const sx_meaning_founds *founds, candidate *all,
                            size_t *count, bool *has_hidden) {
  sx_call *call = a->search->call;
  *count = 0;
  for (size_t i = 0; i < founds->len; i++) {
    candidate c = {.found = founds->items[i], .hit.path = SX_STR("")};
    sx_status status = sx_meaning__locate(a, &c.found, &c.hit, call->arena);
    if (status) return status;
    bool is_hidden = sx_hidden_has(call, c.hit.path);
    if (call->arena->status) return call->arena->status;
    if (is_hidden && sx_strs_add_new(&a->hidden, c.hit.path, call->arena, NULL)) return SX_NOMEM;
    *has_hidden |= is_hidden;
    if (!is_hidden) all[(*count)++] = c;
  }
  return SX_OK;
}

/* The texts of now are read once; `texts` has how many units these have, and their lengths. */
static sx_status make_pools(sx_meaning_asking *a, const sx_meaning_asking *texts, sx_err *err) {
  sx_arena_release(&a->scratch);
  sx_arena_init(&a->scratch, SCRATCH_BYTES);
  a->pools.len = a->origins.len = texts->pools.len;
  a->units = texts->units;
  memcpy(a->sums, texts->sums, sizeof a->sums);
  sx_status status = sx_meaning__add_segments(a, err);
  sx_status ended = sx_port_call_check(a->search->call->wait);
  return status || !sx_status_ends_call(ended) ? status : sx_fail(err, ended, NULL);
}

static sx_status rank(sx_meaning_asking *a, sx_meaning_founds *founds, sx_err *err) {
  sx_question *question = a->question;
  float *idf = sx_arena_calloc(&a->scratch, question->terms.len + 1, sizeof *idf);
  sx_meaning_ranking ranking = {.pools = a->pools.items,
                                .pool_count = a->pools.len,
                                .term_count = question->terms.len,
                                .related_count = question->related.len,
                                .related = question->relations.items,
                                .units = a->units,
                                .most = MAX_CANDIDATES,
                                .order = order_of,
                                .arg = a};
  if (!idf) return sx_fail(err, a->scratch.status, NULL);
  memcpy(ranking.sums, a->sums, sizeof ranking.sums);
  sx_status status = sx_meaning_rank(&ranking, founds, idf, &a->scratch);
  for (size_t t = 0; t < question->terms.len; t++) {
    question->terms.items[t].idf = idf[t];
    question->terms.items[t].units = 0;
    for (size_t p = 0; p < a->pools.len; p++)
      question->terms.items[t].units += a->pools.items[p].postings[t].len;
  }
  return status ? sx_fail(err, status, NULL) : SX_OK;
}

static sx_status ask(sx_meaning_asking *a, size_t most, sx_meaning_hits *out, sx_err *err) {
  sx_meaning_founds founds = {0};
  candidate *all = sx_arena_calloc(a->search->call->arena, MAX_CANDIDATES, sizeof *all);
  size_t count = 0;
  bool has_hidden = true;
  if (!all) return sx_fail(err, a->search->call->arena->status, NULL);
  sx_status status = sx_meaning__add_texts(a, err);
  const sx_meaning_asking texts = *a;
  for (size_t i = 0; i < MAX_ROUNDS && has_hidden && !status; i++) {
    has_hidden = false;
    status = make_pools(a, &texts, err);
    if (!status) status = rank(a, &founds, err);
    if (status) return status;
    status = locate_all(a, &founds, all, &count, &has_hidden);
    if (status) sx_fail(err, status, NULL);
  }
  if (status) return status;
  if (!has_any_term(a->question)) return SX_OK;
  status = weigh(a, all, count);
  if (!status) status = take_hits(a, all, count, most, out);
  return status ? sx_fail(err, status, NULL) : SX_OK;
}

sx_status sx_meaning_ask(sx_meaning_hits *out, sx_declared_search *search, sx_question *question,
                         const sx_meaning_filter *filter, size_t most, sx_err *err) {
  sx_meaning_asking a = {.search = search, .question = question, .filter = filter};
  *out = (sx_meaning_hits){0};
  sx_arena_init(&a.scratch, SCRATCH_BYTES);
  sx_arena_init(&a.compared, COMPARED_BYTES);
  sx_status status = ask(&a, most, out, err);
  sx_arena_release(&a.compared);
  sx_arena_release(&a.scratch);
  return status;
}
