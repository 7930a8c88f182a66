#ifndef SX_TEXT_QUALIFIER_H
#define SX_TEXT_QUALIFIER_H

#include "base/arena.h"
#include "text/language.h"

#define SX_QUALIFIER_MAX_PARTS 8

/** The qualifier directly before a name: `os.path.` of `os.path.join`. */
typedef struct sx_qualifier {
  sx_str parts[SX_QUALIFIER_MAX_PARTS]; /* the nearest first: "path", "os". Borrowed. */
  size_t count;
  bool is_open; /* something other than a name comes before them: `list().` */
} sx_qualifier;

/** The qualifier of the name at `offset`; `.`, `?.`, `!.`, `->` and `::` join, blanks aside. */
void sx_qualifier_find(sx_qualifier *out, sx_str text, size_t offset, const sx_language *language);

/** The declaration that a place stands in. */
typedef struct sx_container {
  sx_str path;      /* "Outer.Inner", in the arena; "" at the top level */
  const char *kind; /* of the innermost: "Class", "Function"…; "" at the top level. Static. */
} sx_container;

/**
 * By the text alone: of the lines above, those that declare and are indented less, which is how
 * nearly all code is written. NOMEM is left in the arena.
 */
sx_container sx_container_find(sx_str text, size_t offset, const sx_language *language,
                               sx_arena *arena);

/**
 * The same, and of a name in the head of a declaration, as `T` of `class Box<T>` or a parameter,
 * what the line declares.
 */
sx_container sx_container_find_with_head(sx_str text, size_t offset, const sx_language *language,
                                         sx_arena *arena);

/** Whether the place is in the body of a function, which nothing outside can name. */
bool sx_container_is_local(sx_str text, size_t offset, const sx_language *language,
                           sx_arena *arena);

#endif
