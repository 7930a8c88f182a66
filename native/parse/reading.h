#ifndef SX_PARSE_READING_H
#define SX_PARSE_READING_H

/* Shared by parse.c and recover.c; no other file includes it. */

#include "parse/gather.h"
#include "parse/parse.h"
#include "parse/trees.h"

typedef struct sx_deadline {
  uint64_t start_ms;
  uint32_t time_ms;
  uint32_t looks; /* how often a parser asked */
  bool has_passed;
} sx_deadline;

/** One text that is read. */
typedef struct sx_reading {
  sx_parser *parser;
  const sx_query *query;
  sx_str text;   /* as the grammar is given it: see plain.h */
  uint32_t file; /* as sx_parse_facts_of_file has it; 0: no tree is kept for it */
  uint32_t time_ms;
  sx_deadline *until;
  sx_gathered gathered;
} sx_reading;

/** All of it, or what is in these ranges. NULL: the time was over. Freed by the caller. */
TSTree *sx_reading__parse(sx_reading *reading, const TSRange *ranges, uint32_t count);

/**
 * The whole text, by the tree of its file's last text; SX_TREES_NO_FILE: by that of a text like it.
 * `*bytes`: those that the tree takes. NULL: the time was over. Given to sx_reading__keep.
 */
TSTree *sx_reading__parse_file(sx_reading *reading, size_t *bytes);
/** Takes the tree, for the next text of its file. */
void sx_reading__keep(sx_reading *reading, TSTree *tree, size_t bytes);

void sx_reading__match(sx_reading *reading, const TSTree *tree);

/**
 * Reads the declarations once more that are in, or after, mistakes that go on over lines, each by
 * itself, in what it is in. `language`: its id in text/language.h.
 *
 * A grammar that does not know a construct may take all that follows for one mistake, to the end of
 * the text; so does one that is confused by a character.
 */
void sx_reading__recover(sx_reading *reading, const TSTree *tree, sx_str language);

#endif
