#ifndef SX_REFACTOR_MOVE_C_H
#define SX_REFACTOR_MOVE_C_H

/* Shared by the files that move declarations of C. */

#include "refactor/move_parts.h"

typedef struct sx_move_c_include {
  uint32_t node;
  sx_str given;    /* with its quotes or brackets */
  sx_str path;     /* the file of the workspace; or empty */
  bool is_certain; /* under no condition */
} sx_move_c_include;

/** A source or header with the names that it declares. Texts with syntax errors count as well. */
typedef struct sx_move_c_file {
  sx_str path;
  sx_move_text text;
  bool has_errors;  /* any word of it may be declared */
  bool has_unknown; /* it includes what a macro names */
  SX_ARRAY(sx_move_c_include) includes;
  bool is_in_source, is_in_target; /* what these include, directly or not */
  bool is_added;                   /* and the target does not include it yet */
} sx_move_c_file;

typedef struct sx_moving_c {
  sx_moving *moving;
  SX_ARRAY(sx_move_c_file) files; /* [0]: the source; [1]: the target, if it is there */
  bool has_target;
  sx_strs settings;    /* macros for the first lines of a new target */
  sx_strs macro_words; /* that macros of headers stand for */
  sx_strs added;       /* includes to add to the target, as they are written */
  sx_err *err;
} sx_moving_c;

#define SX_MOVE_C_MAX_FILES 300

/** Reads the source, the target and all that they include. REFUSED where one is not found. */
sx_status sx_move_c_read(sx_moving_c *c) SX_MUST_USE;
/** The index of a file that was read, or SIZE_MAX. */
size_t sx_move_c_find(const sx_moving_c *c, sx_str path);
/** Whether a file declares a name for all who include it. `macros`: only as a macro. */
bool sx_move_c_declares(const sx_move_c_file *file, sx_str name, bool macros);
/** Finds what the moved code needs of headers. REFUSED where it would mean something else. */
sx_status sx_move_c_needs(sx_moving_c *c) SX_MUST_USE;
/** Adds the include by which the source has a file. REFUSED where that is not known. */
sx_status sx_move_c_need_file(sx_moving_c *c, size_t index, size_t place, sx_str word) SX_MUST_USE;
/** The headers of members that it reaches, and of `bool`. REFUSED where the target has another. */
sx_status sx_move_c_check_members(sx_moving_c *c) SX_MUST_USE;
/** Adds includes to the target that is there. */
sx_status sx_move_c_add_includes(sx_moving_c *c) SX_MUST_USE;
/** Looks for build files that have the source and not the target. */
sx_status sx_move_c_check_builds(sx_moving_c *c) SX_MUST_USE;

#endif
