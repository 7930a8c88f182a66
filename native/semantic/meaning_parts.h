#ifndef SX_SEMANTIC_MEANING_PARTS_H
#define SX_SEMANTIC_MEANING_PARTS_H

/* Shared by meaning*.c; no other file includes it. */

#include "semantic/meaning.h"

/** Where the units of a pool are. */
typedef struct sx_meaning_origin {
  const sx_declared_root *root; /* of a segment; NULL: of texts as they are now */
  size_t segment;
  const sx_document **documents; /* of each unit, of texts */
} sx_meaning_origin;

typedef struct sx_meaning_asking {
  sx_declared_search *search;
  sx_question *question;
  const sx_meaning_filter *filter;
  SX_ARRAY(sx_meaning_pool) pools;
  SX_ARRAY(sx_meaning_origin) origins; /* of each pool */
  uint64_t units;                      /* that count */
  uint64_t sums[SX_MEANING_FIELDS];
  sx_arena scratch;  /* of the segments' pools */
  sx_arena compared; /* paths, for a moment */
  sx_strs hidden;    /* files that are found to be; paths as the editor names them */
} sx_meaning_asking;

/** Whether the filter has a file. */
bool sx_meaning__has(const sx_meaning_filter *filter, sx_str path);
/** Adds a pool for each segment. Errors as sx_declared_begin. */
sx_status sx_meaning__add_segments(sx_meaning_asking *asking, sx_err *err) SX_MUST_USE;
/** Adds a pool of the texts as they are now. Errors as sx_declared_begin. */
sx_status sx_meaning__add_texts(sx_meaning_asking *asking, sx_err *err) SX_MUST_USE;
/** The file of a unit, and how many bytes of it are the folder's; the rows of the unit. */
sx_status sx_meaning__locate(const sx_meaning_asking *asking, const sx_meaning_found *found,
                             sx_meaning_hit *out, sx_arena *arena) SX_MUST_USE;

/** Whether the unit is the same as one of the hits, in a copy of its file; notes it there. */
sx_status sx_meaning__note_copy(sx_meaning_hits *hits, const sx_meaning_hit *hit, bool *is_one,
                                sx_arena *arena) SX_MUST_USE;

/** Where the comment above a unit begins, or else the unit. */
uint32_t sx_meaning__first_row(const sx_document *document, const sx_meaning_record *record);
/** Whether a row is of a unit in it. */
bool sx_meaning__is_inner(const sx_meaning_hit *hit, uint32_t row);
/** Empty where it has none, or the text has just changed. */
sx_str sx_meaning__name(const sx_document *document, const sx_meaning_record *record);

/** Notes the rows of units in a hit, which are not a part of it. Errors as sx_meaning__locate. */
sx_status sx_meaning__find_inner(const sx_meaning_asking *asking, const sx_meaning_found *found,
                                 sx_meaning_hit *hit) SX_MUST_USE;

#endif
