#ifndef SX_SEMANTIC_MEANING_SNIPPET_H
#define SX_SEMANTIC_MEANING_SNIPPET_H

#include "semantic/meaning.h"

/** The lines of a unit that answer: that of its name, and those with most of the question. */
typedef struct sx_meaning_snippet {
  sx_str code; /* each line with its number, "12| …"; "…" where lines are left out between */
  sx_str name; /* of the unit; empty where it has none, or the text has just changed */
} sx_meaning_snippet;

/** At most `lines` lines. In `arena`; its status is that of the memory. */
void sx_meaning_snippet_make(sx_meaning_snippet *out, const sx_document *document,
                             const sx_meaning_hit *hit, const sx_question *question, size_t lines,
                             sx_arena *arena);

#endif
