#ifndef SX_SEMANTIC_DECLARED_QUERY_H
#define SX_SEMANTIC_DECLARED_QUERY_H

#include "match/glob.h"
#include "semantic/declared.h"
#include "text/file_type.h"

/** A search for declarations, as it is written. */
typedef struct sx_declared_query {
  sx_str text;              /* a name, `Till.open`, or words of names */
  const sx_file_type *type; /* of files; or NULL */
  const sx_strs *patterns;  /* of files (workspace/folder_patterns) */
  sx_str context;           /* a path whose neighbours come first; or empty */
  size_t limit;             /* of `others` */
  bool with_files;          /* the text may be the end of a path */
} sx_declared_query;

typedef struct sx_declared_found {
  sx_strs files;     /* some whose paths end as the text does; then nothing else is looked for */
  size_t file_count; /* in all */
  sx_declared_list exact;  /* all of that name, the best first */
  sx_declared_list others; /* of names like it, the best name first */
  size_t other_names;      /* in all */
  bool is_about;           /* so many, or some more or less */
  bool is_least;           /* so many, and names whose words only begin as those of the query */
  bool is_by_typo;         /* `others` has names that differ in a letter or two */
  bool is_by_some;         /* `others` has names with some of the query's words */
  bool has_alike;          /* `others` begins with the name in another case or container */
  size_t alike;            /* declarations of it, in all */
  bool is_sentence;        /* the query is not a name, but words that names may have */
  sx_declared_gaps gaps;   /* of the files that are wanted, where a filter was given and nothing
                              found */
  sx_str gap;              /* one of them, if possible one whose text has the name; or empty */
  bool has_no_gap;         /* the texts of these do not have the name */
} sx_declared_found;

/** Errors: INVALID_ARGUMENT of the text or of a pattern; CANCELLED, CLOSED, NOMEM. */
sx_status sx_declared_answer(sx_declared_found *out, sx_declared_search *search,
                             const sx_declared_query *query, sx_err *err) SX_MUST_USE;

#endif
