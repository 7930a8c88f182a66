#ifndef SX_SEMANTIC_C_SYMBOL_H
#define SX_SEMANTIC_C_SYMBOL_H

#include "base/buf.h"
#include "resolve/resolve.h"
#include "resolve/c_sources.h"

/**
 * One symbol of C as a person sees it, where its server knows several: a prototype and its
 * definition (a header is read as C++, in which functions have other identities), a tag and a
 * typedef of the same name.
 */

struct sx_target;

typedef struct sx_c_declared {
  sx_place place;
  sx_c_role role;
  bool is_extern;
} sx_c_declared;

typedef struct sx_c_other_name {
  sx_str name;
  sx_place place;
} sx_c_other_name;

typedef struct sx_c_symbol {
  const sx_family *family; /* NULL: it is of another language, and nothing else is set */
  bool is_listed;          /* the server has a list of all sources: its index has them */
  bool is_local;           /* only its own file can contain it */
  bool is_macro;
  bool is_member; /* of a struct or union in C */
  /* That stands in another one, in a header that the server reads as C++: to C it is another. */
  bool is_nested;
  sx_c_sources sources;
  SX_ARRAY(sx_c_declared) declared;      /* under its name; empty: not known by the text */
  SX_ARRAY(sx_c_other_name) other_names; /* of the same type, by a typedef */
  sx_strs others_files;                  /* which define another type of its name for themselves */
  sx_str only_file; /* not empty: it is seen in this file alone, beside such others */
  sx_places asked;  /* where providers are asked about it: the target's own place first */
} sx_c_symbol;

/**
 * Looks at the symbol of `target`, asked for at `at` in `path`, and takes what is the same symbol
 * out of the others of its name. A symbol that no file or place was given for becomes its
 * definition. CANCELLED, CLOSED, NOMEM.
 */
sx_status sx_c_symbol_find(sx_c_symbol *out, sx_call *call, struct sx_target *target, sx_str path,
                           sx_pos16 at, sx_err *err) SX_MUST_USE;

/** Whether the role is that of a definition of the symbol, and not only of a declaration. */
bool sx_c_symbol_is_definition(const sx_c_symbol *symbol, const sx_c_declared *declared);

/** Whether the place is one of its declarations. */
bool sx_c_symbol_has(const sx_c_symbol *symbol, const sx_place *place);

/**
 * Whether a server's answer for the file is of another symbol: two files may each have a struct of
 * one name, which clangd takes for one.
 */
bool sx_c_symbol_is_others(const sx_c_symbol *symbol, sx_str path);

/**
 * Whether a name of `len` bytes is a call where nothing declares the function, as a header was not
 * found: C declares it there itself, and a server returns that place as its definition.
 */
bool sx_c_symbol_is_implicit(sx_call *call, const sx_place *place, size_t len);

/** A line on the names that the same type has besides, which answers leave out. */
void sx_c_symbol_write_other_names(const sx_c_symbol *symbol, sx_call *call, sx_buf *text);

#endif
