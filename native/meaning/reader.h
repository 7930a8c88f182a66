#ifndef SX_MEANING_READER_H
#define SX_MEANING_READER_H

#include "meaning/postings.h"
#include "meaning/record.h"
#include "meaning/words.h"
#include "meaning/writer.h"

/** The words of a segment's units, open for questions. Threads may share it. */
typedef struct sx_meaning_reader sx_meaning_reader;

/** `mark`: of the segment. Errors: NOT_FOUND, NOT_READABLE, TOO_BIG, CORRUPT, NOMEM. */
sx_status sx_meaning_open(sx_meaning_reader **out, const char *path, uint32_t mark,
                          sx_err *err) SX_MUST_USE;
void sx_meaning_free(sx_meaning_reader *reader); /* NULL is allowed */
/** False where the file was cut since: nothing of it may be used then. */
bool sx_meaning_is_whole(const sx_meaning_reader *reader);
size_t sx_meaning_count_units(const sx_meaning_reader *reader);
size_t sx_meaning_count_entries(const sx_meaning_reader *reader);
/** The sum of the lengths of a field of all units. */
uint64_t sx_meaning_sum(const sx_meaning_reader *reader, sx_meaning_field field);

/* Errors of these: CORRUPT where the file is damaged. */

/** The units of an entry: [*first, *end). */
sx_status sx_meaning_get_file(const sx_meaning_reader *reader, size_t entry, uint32_t *first,
                              uint32_t *end, sx_meaning_state *state) SX_MUST_USE;
/** The entry that has a unit. */
sx_status sx_meaning_find_entry(const sx_meaning_reader *reader, uint32_t unit,
                                uint32_t *entry) SX_MUST_USE;
sx_status sx_meaning_get_record(const sx_meaning_reader *reader, uint32_t unit,
                                sx_meaning_record *out) SX_MUST_USE;

/** The records of units [first, first + count) as the file has them (meaning/record.h); borrows. */
sx_status sx_meaning_get_records(const sx_meaning_reader *reader, uint32_t first, uint32_t count,
                                 const unsigned char **out) SX_MUST_USE;

/** Where a unit's words point; borrows from the file. */
sx_status sx_meaning_get_direction(const sx_meaning_reader *reader, uint32_t unit,
                                   const sx_packed_direction **out) SX_MUST_USE;

typedef SX_ARRAY(sx_meaning_posting) sx_meaning_postings;
/** The units that have a term, ascending; none are added where it is absent. In `arena`; also
 * NOMEM, TOO_BIG. */
sx_status sx_meaning_find_postings(const sx_meaning_reader *reader, sx_str term,
                                   sx_meaning_postings *out, sx_arena *arena) SX_MUST_USE;

#endif
