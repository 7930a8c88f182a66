/*
 * Fuzz target: what an embeddings endpoint answers, and what the shim says of it.
 *
 * Byte 0 has how many texts were asked for; the shim's reply ends with the first line end, the
 * server's follows. There is a vector of length 1 for each text, all as long as each other, or a
 * reason.
 */
#include "host/embeddings.h"
#include "host/json.h"

#include <math.h>
#include <stdint.h>

#define MAX_BYTES 16384
#define MAX_TEXTS 4
#define ARENA_BYTES ((size_t)32 << 20)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static sx_str head, body;

/* In place of the port: its request is this input. */
sx_status sx_request_status(const sx_request *request) {
  (void)request;
  return SX_OK;
}

sx_str sx_request_json(const sx_request *request) {
  (void)request;
  return head;
}

sx_str sx_request_text(const sx_request *request) {
  (void)request;
  return body;
}

static void check(bool holds) {
  if (!holds) __builtin_trap();
}

static void check_vectors(const sx_vector *vectors, size_t count) {
  for (size_t i = 0; i < count; i++) {
    double sum = 0;
    check(vectors[i].items && vectors[i].len && vectors[i].len <= SX_VECTOR_MAX_LEN);
    check(vectors[i].len == vectors[0].len);
    for (uint32_t k = 0; k < vectors[i].len; k++)
      sum += (double)vectors[i].items[k] * (double)vectors[i].items[k];
    check(fabs(sum - 1) < 1e-3);
    check(isfinite(sx_vector_cosine(vectors[0], vectors[i])));
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  sx_request *slot = NULL;
  sx_vector vectors[MAX_TEXTS];
  sx_arena arena;
  sx_str why;
  if (size < 1 || size > MAX_BYTES) return 0;
  size_t count = 1 + data[0] % MAX_TEXTS;
  sx_str text = sx_str_make((const char *)data + 1, size - 1);
  size_t line = sx_str_find_char(text, '\n', 0);
  head = line == SX_STR_NONE ? text : sx_str_slice(text, 0, line);
  body = line == SX_STR_NONE ? SX_STR("") : sx_str_slice(text, line + 1, text.len);
  sx_json_init();
  sx_arena_init(&arena, ARENA_BYTES);
  sx_batch batch = {.arena = &arena, .requests = {&slot, 1, 1}};
  sx_status status = sx_batch_get_embedded(&batch, 0, vectors, count, &why, NULL);
  check(status == SX_OK || status == SX_DEADLINE || status == SX_TOO_BIG || status == SX_NOMEM);
  if (!status && !why.len) check_vectors(vectors, count);
  sx_arena_release(&arena);
  return 0;
}
