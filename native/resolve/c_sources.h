#ifndef SX_RESOLVE_C_SOURCES_H
#define SX_RESOLVE_C_SOURCES_H

#include "host/requests.h"
#include "text/c/c_name.h"
#include "servers/coverage.h"

/**
 * A name in the texts of all C, Objective-C and C++ sources: which of them contain it, which have a
 * macro that leads to it, and where it is declared outside of functions. A server without a list of
 * the sources (compile_commands.json) knows only the files that it was shown.
 */

/** A source that contains the name, or a macro whose body leads to it. */
typedef struct sx_c_mention {
  sx_str path;
  bool has_name;  /* in code */
  bool has_macro; /* uses one */
} sx_c_mention;

/** A place that declares the name as a type, a function, a variable or a macro. */
typedef struct sx_c_declaration {
  sx_str path;
  sx_pos16 at;
  sx_c_name look;
} sx_c_declaration;

typedef struct sx_c_sources {
  SX_ARRAY(sx_c_mention) files; /* in the order of the editor's list */
  SX_ARRAY(sx_c_declaration) declarations;
  sx_strs macros; /* whose bodies contain the name, or the name of another one of these */
  bool is_cut;    /* not all sources were looked into, or not all macros followed */
} sx_c_sources;

/**
 * Looks into up to SX_MAX_SOURCES files, of those that may have the name where the folder has an
 * index of its texts, and of more sources than that up to 500 that have it; unsaved texts count.
 * `first`: sources that are known to declare it, which are among these in any case.
 * Memory  in the call's arena. Errors: CANCELLED, DEADLINE, CLOSED, NOMEM.
 * Cost    Each file is read once, and once more for each step from macro to macro.
 */
sx_status sx_c_sources_find(sx_c_sources *out, sx_call *call, const sx_family *family, sx_str name,
                            const sx_strs *first, sx_err *err) SX_MUST_USE;

/** The same of one file, for a name that no other file sees. */
sx_status sx_c_sources_find_in_file(sx_c_sources *out, sx_call *call, sx_str path, sx_str name,
                                    sx_err *err) SX_MUST_USE;

/** Whether a list of all sources for the server lies in a folder above `path`, or in its build/. */
bool sx_c_sources_are_listed(sx_call *call, sx_str path);

/** Whether it is included by others, by its name: .h, .hpp, .inc. */
bool sx_c_is_header(sx_str path);

#endif
