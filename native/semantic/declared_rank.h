#ifndef SX_SEMANTIC_DECLARED_RANK_H
#define SX_SEMANTIC_DECLARED_RANK_H

#include "semantic/declared.h"

/** The purpose of a file, the more useful the lower. */
typedef enum sx_file_role {
  SX_ROLE_SOURCE,
  SX_ROLE_TEST,
  SX_ROLE_DOCS,     /* and samples, and scripts and tools beside the code */
  SX_ROLE_GENERATED /* built, vendored */
} sx_file_role;
sx_file_role sx_file_role_of(sx_str path);

/** A file whose own declarations, and those near it, come first. */
typedef struct sx_declared_context {
  sx_str path;                 /* or empty: none */
  sx_str package;              /* the folder of the package that it is in; or empty */
  const sx_open_editors *open; /* or NULL: what is open does not count */
} sx_declared_context;

/**
 * Sorts declarations of one name: the case of `name` first, then definitions in the file of
 * `context`, in its folder and in its package, sources before what is built of them (by
 * workspace/built_twins), types and functions before members, definitions
 * before mere declarations, source files before tests and generated ones, files that are open in
 * the editor before others, in C what other files can name before what they cannot, and functions
 * before structs, files near that of `context` first, those beside an open one, files that more
 * others import, and what is in
 * fewer others; then by path and place. Each once. Without memory they stay as they are.
 */
void sx_declared_sort(sx_declared_list *list, sx_str name, const sx_declared_context *context,
                      sx_arena *arena);

/** Only its own file can name it: in C what is static, and types and macros of a source file. */
bool sx_declared_is_of_file(const sx_declared *one);

/** How useful a declaration is by its kind and its file: higher is better, at most 8. */
int sx_declared_rate(const sx_declared *one);
/** Whether code, not a test of it, defines a type, a function, a method or a macro. */
bool sx_declared_is_definition(const sx_declared *one);
/**
 * Whether an index that is being written need not be waited for: it has one of these, and not only
 * a header or a test; or nothing is unwritten, and there is any.
 */
bool sx_declared_has_definition(const sx_declared_search *search, const sx_declared_list *list);

/** How well a name that has all of the parts fits them: higher is better. */
int sx_declared_rate_name(sx_str name, const sx_strs *parts);

#endif
