#ifndef SX_PARSE_QUERY_H
#define SX_PARSE_QUERY_H

#include "base/status.h"
#include "parse/grammars.h"

#include <stdint.h>

/* How the captures of queries/NAME.scm are called:
 *   @function, @enum_member, …   a declaration, by its kind (SX_FACT_KINDS in lower case)
 *   @name @body                  its parts
 *   @owner                       the type that it is a member of, though it is not in it
 *   @qualified                   a name with that type before it: A::b, a.b
 *   @declarator                  what C++ has its name in: see declarator.h
 *   @outer and in it @inner      the declaration @inner begins and ends with @outer
 *   @attribute                   what belongs to the declaration after it, and
 *   @comment                     what may stand between both
 *   @extends @implements         names of types, in the declaration that names them
 *   @import, @import.from, …     what is imported (sx_text_import_kind in lower case)
 *   @callee @callee.mixin, …     the match counts only if it is one of sx_grammar.calls; in HTML
 *                                they are the names of elements and attributes
 *   @again                       in brackets: read once more by itself, if it is without errors
 *   @static, @exported, …        words that are flags of what they stand before the name of
 * The first pattern that finds a declaration counts. Predicates are not looked at. */
typedef enum sx_role_what {
  SX_ROLE_NONE,
  SX_ROLE_KIND, /* value: sx_fact_kind */
  SX_ROLE_NAME,
  SX_ROLE_BODY,
  SX_ROLE_OWNER,
  SX_ROLE_QUALIFIED,
  SX_ROLE_DECLARATOR,
  SX_ROLE_OUTER,
  SX_ROLE_INNER,
  SX_ROLE_AGAIN,
  SX_ROLE_ATTRIBUTE,
  SX_ROLE_COMMENT,
  SX_ROLE_CALLEE, /* value: sx_grammar_calls */
  SX_ROLE_BASE,   /* value: sx_base_kind */
  SX_ROLE_IMPORT, /* value: sx_text_import_kind */
  SX_ROLE_FLAG    /* value: sx_fact_flags */
} sx_role_what;

typedef struct sx_role {
  sx_role_what what;
  uint16_t value;
} sx_role;

typedef struct sx_query {
  const sx_grammar *grammar;
  TSQuery *compiled;
  sx_role *roles; /* of each capture */
} sx_query;

/** Frees with sx_query_free. NOMEM; INTERNAL for a query that the grammar does not fit. */
sx_status sx_query_new(sx_query **out, const sx_grammar *grammar, sx_err *err) SX_MUST_USE;
void sx_query_free(sx_query *query);

#endif
