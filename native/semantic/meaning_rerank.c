#include "semantic/meaning_rerank.h"

#include "host/embeddings.h"
#include "host/endpoint.h"
#include "os/clock.h"
#include "workspace/document.h"

#include <stdlib.h>

/* From the first request on, and what the editor may take beyond that. */
#define LIMIT_MS 2000
#define GRACE_MS 150
/* No address and no name of a model is longer. */
#define MAX_NAME_BYTES ((size_t)8 << 10)
/* Texts of the first request: how quick the model is decides about the next. */
#define FIRST_TEXTS 8
#define MOST_TEXTS 64

/* Texts, each with its vector as soon as that is known: the first is the question. */
typedef struct reranking {
  sx_call *call;
  sx_endpoint *endpoint;
  sx_endpoint_state state;
  sx_str *texts;
  sx_vector_key *keys;
  sx_vector *vectors;
  size_t count;
  uint64_t until_ms;
  bool is_short; /* there was less time than for others */
  bool is_late;
  sx_str why; /* it has failed */
} reranking;

/* ---- texts ----------------------------------------------------------------------------------- */

static sx_status make_texts(reranking *r, sx_str query, const sx_meaning_hits *hits, sx_err *err) {
  sx_arena *arena = r->call->arena;
  sx_strs paths = {0};
  sx_status status = SX_OK;
  r->count = hits->len + 1;
  r->texts = sx_arena_calloc(arena, r->count, sizeof *r->texts);
  r->keys = sx_arena_calloc(arena, r->count, sizeof *r->keys);
  r->vectors = sx_arena_calloc(arena, r->count, sizeof *r->vectors);
  if (!r->texts || !r->keys || !r->vectors) return sx_fail(err, arena->status, NULL);
  status = sx_meaning_sent_part(&r->texts[0], r->call, query, err);
  for (size_t i = 0; i < hits->len && !status; i++)
    status = sx_strs_add_new(&paths, hits->items[i].path, arena, err);
  if (!status) status = sx_documents_peek(r->call, &paths, err);
  for (size_t i = 0; i < hits->len && !status; i++) {
    const sx_document *document = NULL;
    const sx_meaning_hit *hit = &hits->items[i];
    status = sx_document_peek_any(r->call, hit->path, &document, err);
    if (!status) status = sx_meaning_sent_text(&r->texts[i + 1], r->call, document, hit, err);
  }
  for (size_t i = 0; i < r->count && !status; i++) {
    status = sx_vector_key_make(&r->keys[i], r->state.url, r->state.model, r->texts[i]);
    if (status) sx_fail(err, status, NULL);
  }
  return status;
}

/* A model of that name may have been replaced: then vectors of the former one do not count. */
static void drop_others(reranking *r) {
  for (size_t i = 1; i < r->count; i++)
    if (r->vectors[i].len != r->vectors[0].len) r->vectors[i].items = NULL;
}

static bool is_complete(const reranking *r) {
  for (size_t i = 0; i < r->count; i++)
    if (!r->vectors[i].items) return false;
  return true;
}

/* The question is asked with whatever is missing, as it says which vectors are of one model. */
static sx_status find_known(reranking *r, sx_err *err) {
  sx_status status =
      sx_endpoint_find(r->endpoint, r->keys, r->count, r->vectors, r->call->arena, err);
  if (status) return status;
  if (r->vectors[0].items) drop_others(r);
  if (!is_complete(r)) r->vectors[0].items = NULL;
  return SX_OK;
}

/* ---- asking ---------------------------------------------------------------------------------- */

/* Those that one request asks for. */
typedef struct portion {
  size_t numbers[MOST_TEXTS], count;
  sx_str texts[MOST_TEXTS];
  sx_vector_key keys[MOST_TEXTS];
  sx_vector vectors[MOST_TEXTS];
} portion;

static void choose(const reranking *r, size_t most, portion *out) {
  out->count = 0;
  for (size_t i = 0; i < r->count && out->count < most; i++) {
    if (r->vectors[i].items) continue;
    out->texts[out->count] = r->texts[i];
    out->keys[out->count] = r->keys[i];
    out->numbers[out->count++] = i;
  }
}

static sx_status take(reranking *r, const portion *asked, sx_err *err) {
  uint32_t len = asked->numbers[0] ? r->vectors[0].len : asked->vectors[0].len;
  if (asked->vectors[0].len != len) {
    r->why = SX_STR("sent vectors of different lengths");
    return SX_OK;
  }
  for (size_t i = 0; i < asked->count; i++) r->vectors[asked->numbers[i]] = asked->vectors[i];
  if (!asked->numbers[0]) drop_others(r);
  return sx_endpoint_keep(r->endpoint, asked->keys, asked->vectors, asked->count, err);
}

static sx_status ask(reranking *r, portion *asked, sx_err *err) {
  uint64_t now = sx_clock_ms();
  uint64_t left_ms = now < r->until_ms ? r->until_ms - now : 0;
  sx_batch batch;
  sx_batch_init(&batch, r->call->wait, r->call->arena);
  size_t slot =
      sx_batch_embed(&batch, r->state.url, r->state.model, asked->texts, asked->count, left_ms);
  sx_status status = sx_batch_run_until(&batch, r->until_ms + GRACE_MS, err);
  if (!status)
    status = sx_batch_get_embedded(&batch, slot, asked->vectors, asked->count, &r->why, err);
  r->is_late = sx_port_call_outlasts(r->call->wait, status);
  sx_batch_release(&batch);
  if (r->is_late) {
    *err = (sx_err){0};
    return SX_OK;
  }
  if (status) return status;
  r->is_late = sx_clock_ms() >= r->until_ms;
  return r->why.len ? SX_OK : take(r, asked, err);
}

/* As many as are done in half of the time that is left. */
static size_t next_count(const reranking *r, size_t count, uint64_t took_ms) {
  uint64_t now = sx_clock_ms();
  uint64_t left_ms = now < r->until_ms ? r->until_ms - now : 0;
  uint64_t next = count * (left_ms / 2) / (took_ms ? took_ms : 1);
  return next < FIRST_TEXTS ? FIRST_TEXTS : next < MOST_TEXTS ? (size_t)next : MOST_TEXTS;
}

static sx_status ask_all(reranking *r, sx_err *err) {
  portion *asked = SX_ARENA_NEW(r->call->arena, portion);
  size_t count = FIRST_TEXTS;
  sx_status status = SX_OK;
  if (!asked) return sx_fail(err, r->call->arena->status, NULL);
  uint64_t left_ms = sx_port_call_remaining_ms(r->call->wait) / 2;
  r->is_short = left_ms < LIMIT_MS;
  r->until_ms = sx_clock_ms() + (r->is_short ? left_ms : LIMIT_MS);
  while (!status && !r->is_late && !r->why.len && !is_complete(r)) {
    uint64_t began_ms = sx_clock_ms();
    choose(r, count, asked);
    status = ask(r, asked, err);
    count = next_count(r, asked->count, sx_clock_since_ms(began_ms));
  }
  return status;
}

/* ---- ranking --------------------------------------------------------------------------------- */

typedef struct ranked {
  sx_meaning_hit hit;
  size_t place; /* by words */
} ranked;

static int compare(const void *a, const void *b) {
  const ranked *one = a, *other = b;
  if (one->hit.score != other->hit.score) return one->hit.score > other->hit.score ? -1 : 1;
  return (one->place > other->place) - (one->place < other->place);
}

/* Only those up to the first that is not known, so that none comes later only for that. */
static sx_status rank(const reranking *r, sx_meaning_hits *hits, size_t *known, sx_err *err) {
  sx_arena *arena = r->call->arena;
  ranked *all = sx_arena_calloc(arena, hits->len + 1, sizeof *all);
  sx_blend *blends = sx_arena_calloc(arena, hits->len + 1, sizeof *blends);
  float *scores = sx_arena_calloc(arena, hits->len + 1, sizeof *scores);
  if (!all || !blends || !scores) return sx_fail(err, arena->status, NULL);
  *known = 0;
  while (*known < hits->len && r->vectors[*known + 1].items) ++*known;
  for (size_t i = 0; i < hits->len; i++) {
    const sx_meaning_hit *hit = &hits->items[i];
    blends[i] = (sx_blend){.local = hit->score, .prior = hit->prior, .has_cosine = i < *known};
    if (i < *known) blends[i].cosine = sx_vector_cosine(r->vectors[0], r->vectors[i + 1]);
    all[i] = (ranked){*hit, i};
  }
  sx_blend_scores(blends, hits->len, scores);
  for (size_t i = 0; i < hits->len; i++) all[i].hit.score = scores[i];
  qsort(all, hits->len, sizeof *all, compare);
  for (size_t i = 0; i < hits->len; i++) hits->items[i] = all[i].hit;
  return SX_OK;
}

static sx_status rerank(reranking *r, sx_str query, sx_meaning_hits *hits, sx_reranked *out,
                        sx_err *err) {
  if (r->state.url.len + r->state.model.len > MAX_NAME_BYTES) {
    out->why = SX_STR("has an address or a model with too long a name");
    return SX_OK;
  }
  sx_status status = make_texts(r, query, hits, err);
  if (!status) status = find_known(r, err);
  if (status) return status;
  if (!is_complete(r) && r->state.failed.len) {
    out->why = r->state.failed;
    out->is_resting = true;
    return SX_OK;
  }
  status = ask_all(r, err);
  if (status) return status;
  bool has_any = r->vectors[0].items && r->vectors[1].items;
  if (r->is_late && !has_any)
    r->why = r->is_short ? SX_STR("did not answer in the time that was left")
                         : SX_STR("did not answer within 2 s");
  if (r->why.len) {
    sx_endpoint_rest(r->endpoint, &r->state, r->why);
    out->why = r->why;
    return SX_OK;
  }
  return rank(r, hits, &out->count, err);
}

bool sx_meaning_has_endpoint(sx_call *call) {
  sx_endpoint_state state;
  return !sx_endpoint_get(call->services->endpoint, &state, call->arena) && state.url.len > 0;
}

sx_status sx_meaning_rerank(sx_reranked *out, sx_call *call, sx_str query, sx_meaning_hits *hits,
                            sx_err *err) {
  reranking *r = SX_ARENA_NEW(call->arena, reranking);
  *out = (sx_reranked){.why = SX_STR(""), .model = SX_STR("")};
  if (!r) return sx_fail(err, call->arena->status, NULL);
  r->call = call;
  r->endpoint = call->services->endpoint;
  r->why = SX_STR("");
  sx_status status = sx_endpoint_get(r->endpoint, &r->state, call->arena);
  if (status) return sx_fail(err, status, NULL);
  if (!r->state.url.len || hits->len < 2) return SX_OK;
  *out =
      (sx_reranked){.is_asked = true, .why = SX_STR(""), .of = hits->len, .model = r->state.model};
  return rerank(r, query, hits, out, err);
}
