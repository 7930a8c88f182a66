#ifndef SX_WORKSPACE_WORD_FILTERS_H
#define SX_WORKSPACE_WORD_FILTERS_H

#include "os/file.h"

/**
 * Which words a file can have, of files that were read before: a search for a name reads only those
 * that may have it, as long as they are unchanged. Bounded; all functions may be called from any
 * thread.
 */
typedef struct sx_word_filters sx_word_filters;

sx_word_filters *sx_word_filters_new(void); /* NULL without memory */
void sx_word_filters_free(sx_word_filters *filters);

/** Words are runs of ASCII letters, digits and underscores; a name may be several, or none. */
typedef struct sx_word_hashes {
  uint64_t items[8]; /* of its first words */
  size_t len;
} sx_word_hashes;

sx_word_hashes sx_word_hashes_of(sx_str name);

/** False: the file, as it is in `info`, has not all of the words. True also where nothing is known.
 */
bool sx_word_filters_may_have(sx_word_filters *filters, sx_str path, const sx_file_info *info,
                              const sx_word_hashes *words);
/** Keeps what the file has; `info` is from before it was read. Without memory nothing is kept. */
void sx_word_filters_put(sx_word_filters *filters, sx_str path, const sx_file_info *info,
                         sx_str text);

#endif
