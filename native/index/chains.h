#ifndef SX_INDEX_CHAINS_H
#define SX_INDEX_CHAINS_H

#include "os/file_out.h"

#include <stdbool.h>
#include <stddef.h>

/* The postings of each trigram in memory, gamma-coded in chains of pieces that grow. */

/** The bits of one trigram. */
typedef struct sx_chain {
  uint32_t count, last; /* blocks; the last of them */
  uint32_t bits;
  uint32_t head; /* the first word of the chain */
  uint32_t at,
      left; /* the word that is being filled, and how many are left after it in its piece */
} sx_chain;

/** Begins zeroed. All is in `words`, from the first on; rows of chains, too. */
typedef struct sx_chains {
  uint32_t *rows;    /* of each sixteen trigrams the place of their chains; 0: none */
  uint64_t *has_row; /* a bit for each row */
  uint32_t *words;
  size_t used, cap;
} sx_chains;

#define SX_CHAINS_ROW 16u
#define SX_CHAINS_ROWS (((size_t)1 << 24) / SX_CHAINS_ROW)
#define SX_CHAINS_FIXED_BYTES (SX_CHAINS_ROWS * sizeof(uint32_t) + SX_CHAINS_ROWS / 8)

bool sx_chains_init(sx_chains *chains, size_t bytes); /* false without memory */
void sx_chains_release(sx_chains *chains);
bool sx_chains_is_empty(const sx_chains *chains);
/** Whether there is room for 256 blocks of any one trigram. */
bool sx_chains_has_room(const sx_chains *chains);
/** The chain of a trigram; there is room. */
sx_chain *sx_chains_get(sx_chains *chains, uint32_t trigram);
/** Adds a block after the last one; there is room. */
void sx_chain_add(sx_chains *chains, sx_chain *chain, uint32_t block);
/** Writes all as a run (index/collector.h), and forgets it. */
void sx_chains_write(sx_chains *chains, sx_file_out *out);

#endif
