#ifndef SX_MEANING_VECTOR_CACHE_H
#define SX_MEANING_VECTOR_CACHE_H

#include "base/array.h"
#include "meaning/vector.h"

/*
 * Vectors of texts, so that a text is sent once: the file `vectors` of SQLite in a folder of its
 * own, which all windows share. It has no texts, only hashes of them.
 *
 * Each row has a checksum. A file that is damaged, or of another version, is set aside as
 * `vectors.damaged`, and another one is begun. It grows to `max_bytes`; then the oldest quarter
 * goes. Where it cannot be opened, vectors are kept as long as the window.
 */
typedef struct sx_vector_cache sx_vector_cache;

#define SX_VECTOR_CACHE_BYTES ((uint64_t)64 << 20)
#define SX_VECTOR_CACHE_FILE "vectors"
#define SX_VECTOR_CACHE_DAMAGED "vectors.damaged"

/** The text that a vector is of, and which model of which server made it. */
typedef struct sx_vector_key {
  uint64_t hash;
  uint64_t proof; /* other texts of that hash have another one */
} sx_vector_key;

/** NOMEM. */
sx_status sx_vector_key_make(sx_vector_key *out, sx_str url, sx_str model, sx_str text) SX_MUST_USE;

/** `folder` is made where it is missing; empty: nothing is kept on the disk. NOMEM. */
sx_status sx_vector_cache_open(sx_vector_cache **out, sx_str folder, uint64_t max_bytes,
                               sx_err *err) SX_MUST_USE;
/** NULL is allowed. */
void sx_vector_cache_close(sx_vector_cache *cache);

/** The vectors that are known, in `arena`; of the others `items` is NULL. NOMEM, TOO_BIG. */
sx_status sx_vector_cache_find(sx_vector_cache *cache, const sx_vector_key *keys, size_t count,
                               sx_vector *out, sx_arena *arena, sx_err *err) SX_MUST_USE;
/** Keeps vectors, or nothing where that is not possible now. NOMEM. */
sx_status sx_vector_cache_put(sx_vector_cache *cache, const sx_vector_key *keys,
                              const sx_vector *vectors, size_t count, sx_err *err) SX_MUST_USE;

#endif
