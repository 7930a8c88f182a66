#ifndef SX_PARSE_GATHER_H
#define SX_PARSE_GATHER_H

/* Shared by parse.c and gather*.c; no other file includes it. */

#include "parse/branches.h"
#include "parse/query.h"
#include "syntax/facts.h"

typedef struct sx_raw_fact {
  sx_fact fact;
  uint32_t pattern;
  uint32_t reading;                /* which one of the text found it */
  uint32_t branches;               /* in which of the texts of branches.h; 0: in the text itself */
  uint32_t owner_start, owner_end; /* equal: there is none */
  bool is_friend;                  /* of the type that it stands in */
} sx_raw_fact;

/** A declaration that begins and ends further out. */
typedef struct sx_raw_wrap {
  uint32_t inner_start, inner_end, outer_start, outer_end;
} sx_raw_wrap;

/** A word that is a flag. */
typedef struct sx_raw_flag {
  uint32_t at;
  uint16_t flag;
} sx_raw_flag;

/** A comment or an attribute. */
typedef struct sx_raw_note {
  uint32_t start, end;
  bool is_attribute;
} sx_raw_note;

typedef struct sx_raw_import {
  sx_text_import import;
  uint32_t pattern;
} sx_raw_import;

/** The captures of a query's matches, until they are facts. */
typedef struct sx_gathered {
  const sx_query *query;
  sx_str text;
  sx_arena *scratch;
  SX_ARRAY(sx_raw_fact) facts;
  SX_ARRAY(sx_raw_wrap) wraps;
  SX_ARRAY(sx_raw_flag) flags;
  SX_ARRAY(sx_raw_note) notes;
  SX_ARRAY(TSRange) again; /* what is to be parsed by itself, too */
  SX_ARRAY(sx_raw_import) imports;
  sx_bases bases;
  const sx_text_range *within; /* where facts may be, in order; `within_count` 0: anywhere */
  size_t within_count;
  uint32_t reading;  /* parts of a text are read again, each time better */
  uint32_t branches; /* which of the texts of branches.h is read; 0: the text itself */
} sx_gathered;

/** Memory: all in `scratch`, whose status is to be looked at. */
void sx_gathered_init(sx_gathered *gathered, const sx_query *query, sx_str text, sx_arena *scratch);
void sx_gathered_add(sx_gathered *gathered, const TSQueryMatch *match);
/** Sorts and nests what was added. In `arena`. NOMEM, TOO_BIG. */
sx_status sx_gathered_finish(sx_gathered *gathered, sx_text_facts *out, sx_arena *arena,
                             sx_err *err) SX_MUST_USE;

/** Sets where each begins and ends, and the flags that words before it are. They are in the order
 * of their names. */
void sx_gathered__join(sx_gathered *gathered);

#endif
