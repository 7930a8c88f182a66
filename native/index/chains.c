#include "index/chains.h"

#include "base/mem.h"
#include "index/postings.h"

/* A piece has so many words, by how many the chain has, and one that leads to the next piece. */
#define MIN_PIECE 2u
#define MAX_PIECE 64u
#define ROW_WORDS (SX_CHAINS_ROW * sizeof(sx_chain) / sizeof(uint32_t))
/* A row, and 256 codes of 63 bits, in pieces of which each may have one word more, and the last be
 * long. */
#define ROOM_WORDS (ROW_WORDS + 256 * 2 + 256 + MAX_PIECE + 2)

bool sx_chains_init(sx_chains *chains, size_t bytes) {
  *chains = (sx_chains){.used = 1, .cap = bytes / sizeof(uint32_t)};
  if (chains->cap < ROOM_WORDS + 1) chains->cap = ROOM_WORDS + 1;
  if (chains->cap > UINT32_MAX) chains->cap = UINT32_MAX;
  chains->rows = sx_calloc(SX_CHAINS_ROWS, sizeof *chains->rows);
  chains->has_row = sx_calloc(SX_CHAINS_ROWS / 64, sizeof *chains->has_row);
  chains->words = sx_malloc(chains->cap * sizeof *chains->words);
  return chains->rows && chains->has_row && chains->words;
}

void sx_chains_release(sx_chains *chains) {
  sx_free(chains->rows);
  sx_free(chains->has_row);
  sx_free(chains->words);
  *chains = (sx_chains){0};
}

bool sx_chains_is_empty(const sx_chains *chains) {
  return chains->used == 1;
}

bool sx_chains_has_room(const sx_chains *chains) {
  return chains->cap - chains->used >= ROOM_WORDS;
}

static uint32_t take_words(sx_chains *chains, size_t count) {
  uint32_t at = (uint32_t)chains->used;
  memset(chains->words + at, 0, count * sizeof *chains->words);
  chains->used += count;
  return at;
}

static sx_chain *row_at(const sx_chains *chains, uint32_t row) {
  /* A chain is nothing but words. */
  return (sx_chain *)(void *)(chains->words + row);
}

sx_chain *sx_chains_get(sx_chains *chains, uint32_t trigram) {
  size_t number = trigram / SX_CHAINS_ROW;
  if (!chains->rows[number]) {
    chains->rows[number] = take_words(chains, ROW_WORDS);
    chains->has_row[number / 64] |= (uint64_t)1 << number % 64;
  }
  return row_at(chains, chains->rows[number]) + trigram % SX_CHAINS_ROW;
}

/** Words of the piece that follows so many words of a chain. */
static uint32_t piece_after(uint32_t words) {
  uint32_t size = words / 2;
  if (size < MIN_PIECE) return MIN_PIECE;
  return size > MAX_PIECE ? MAX_PIECE : size;
}

/** Moves on to the next word, which is in a new piece if this one is full. */
static void next_word(sx_chains *chains, sx_chain *chain) {
  if (chain->left) {
    chain->at++;
    chain->left--;
    return;
  }
  uint32_t size = piece_after(chain->bits / 32);
  uint32_t piece = take_words(chains, size + 1);
  if (chain->bits)
    chains->words[chain->at + 1] = piece;
  else
    chain->head = piece;
  chain->at = piece;
  chain->left = size - 1;
}

void sx_chain_add(sx_chains *chains, sx_chain *chain, uint32_t block) {
  unsigned len;
  uint64_t code = sx_gamma_code(chain->count ? block - chain->last : (uint64_t)block + 1, &len);
  while (len) {
    unsigned used = chain->bits % 32, take = 32 - used < len ? 32 - used : len;
    if (!used) next_word(chains, chain);
    chains->words[chain->at] |= (uint32_t)(code << used);
    code >>= take;
    len -= take;
    chain->bits += take;
  }
  chain->count++;
  chain->last = block;
}

static void write_bits(const sx_chains *chains, const sx_chain *chain, sx_file_out *out) {
  uint32_t at = chain->head, left = piece_after(0), words = 0;
  unsigned char bytes[4];
  for (uint32_t bits = chain->bits; bits; words++, left--) {
    if (!left) {
      at = chains->words[at];
      left = piece_after(words);
    }
    unsigned len = bits < 32 ? (bits + 7) / 8 : 4;
    sx_store32(bytes, chains->words[at++]);
    sx_file_out_add(out, bytes, len);
    bits = bits < 32 ? 0 : bits - 32;
  }
}

/** Writes the chains of a row, and forgets it; `*before` is the trigram before. */
static void write_row(sx_chains *chains, uint32_t row, sx_file_out *out, uint32_t *before) {
  unsigned char bytes[4 * SX_VARINT_BYTES];
  const sx_chain *chain = row_at(chains, chains->rows[row]);
  for (uint32_t i = 0; i < SX_CHAINS_ROW; i++, chain++) {
    if (!chain->count) continue;
    uint32_t trigram = row * SX_CHAINS_ROW + i;
    size_t len = sx_varint_write(bytes, trigram - *before);
    len += sx_varint_write(bytes + len, chain->count);
    len += sx_varint_write(bytes + len, chain->last);
    len += sx_varint_write(bytes + len, chain->bits);
    sx_file_out_add(out, bytes, len);
    write_bits(chains, chain, out);
    *before = trigram;
  }
  chains->rows[row] = 0;
}

void sx_chains_write(sx_chains *chains, sx_file_out *out) {
  uint32_t before = 0;
  for (size_t i = 0; i < SX_CHAINS_ROWS / 64; i++) {
    uint64_t rows = chains->has_row[i];
    for (uint32_t k = 0; rows; k++, rows >>= 1)
      if (rows & 1) write_row(chains, (uint32_t)i * 64 + k, out, &before);
    chains->has_row[i] = 0;
  }
  chains->used = 1;
}
