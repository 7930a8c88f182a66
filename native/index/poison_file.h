#ifndef SX_INDEX_POISON_FILE_H
#define SX_INDEX_POISON_FILE_H

#include "base/array.h"
#include "index/segment.h"

#define SX_INDEX_POISON "poison"
/** At which the process ended so often without saying why: it is left alone until it changes. */
#define SX_INDEX_POISON_COUNT 2

typedef struct sx_index_poisoned {
  sx_str path;          /* relative */
  sx_index_stamp stamp; /* counted for the file as it was then */
  uint64_t count;
} sx_index_poisoned;

typedef SX_ARRAY(sx_index_poisoned) sx_index_poison_list;

/** The file `poison` of a store; one that is missing or damaged has none. NOMEM. */
sx_status sx_index_poison_read(sx_index_poison_list *out, const char *folder, sx_arena *arena,
                               sx_err *err) SX_MUST_USE;
/** Replaces it; those with a count of 0 are left out. IO, READ_ONLY, NOMEM. */
sx_status sx_index_poison_write(const sx_index_poison_list *list, const char *folder,
                                sx_err *err) SX_MUST_USE;

#endif
