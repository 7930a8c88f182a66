#ifndef SX_SYNTAX_LANGUAGES_H
#define SX_SYNTAX_LANGUAGES_H

#include "base/str.h"

#include <stdbool.h>

/*
 * The languages whose declarations are read from the text. The table of text/language.h has a
 * file's language; this one adds how it is read, and which of the languages of a row is meant.
 */

typedef enum sx_syntax_reader {
  SX_SYNTAX_SCAN,   /* by c_scan, in any process */
  SX_SYNTAX_GRAMMAR /* by tree-sitter, in sextant-indexer only */
} sx_syntax_reader;

typedef struct sx_syntax_language {
  const char *name;         /* also that of its queries' file */
  const char *row;          /* the first id of its row in text/language.h */
  const char *ids, *files;  /* of that row's the ones that are its own; NULL: all */
  const char *interpreters; /* in a first line with #!, or the mode in one with -*-; or NULL */
  sx_syntax_reader reader;
} sx_syntax_language;

/**
 * By VS Code's language id, else by the file's name, else by the text's first line where that
 * begins with #! or names a mode. All may be empty. NULL: none that is read. A header is C's,
 * whatever its id: its text says whether it is C++.
 */
const sx_syntax_language *sx_syntax_language_find(sx_str language_id, sx_str path, sx_str text);

/** Whether its first line decides: a file without an extension, of no language by its name. */
bool sx_syntax_language_may_be_script(sx_str path);

/** False for data and prose, whose keys and headings declare nothing for code. */
bool sx_syntax_language_is_code(const sx_syntax_language *language);

/** By its name; NULL. */
const sx_syntax_language *sx_syntax_language_named(sx_str name);

/** All rows, `*count` of them. */
const sx_syntax_language *sx_syntax_language_list(size_t *count);

/** Where it stands in the list. */
size_t sx_syntax_language_index(const sx_syntax_language *language);

#endif
