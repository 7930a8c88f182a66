#ifndef SX_REFACTOR_MOVE_C_H
#define SX_REFACTOR_MOVE_C_H

/* Shared by the files that move declarations of C. */

#include "refactor/move_parts.h"

typedef struct sx_move_c_include {
  uint32_t node;
  sx_str given;    /* with its quotes or brackets */
  sx_str path;     /* the file of the workspace; or empty */
  size_t file;     /* its index, once all are read; SIZE_MAX */
  bool is_certain; /* under no condition */
} sx_move_c_include;

/** A part that does not fit the grammar. */
typedef struct sx_move_c_doubt {
  uint32_t start, end;
  bool is_body; /* of a function: what it declares is its own */
} sx_move_c_doubt;

/** A definition of a macro. */
typedef struct sx_move_c_macro {
  sx_str parameters, body; /* without strings and comments */
  bool has_parameters;
  size_t before; /* another one of the name, by its place; SIZE_MAX */
} sx_move_c_macro;

/** A source or header with the names that it declares. Any word of a part that does not fit
 * the grammar may be declared, but for that of functions' bodies. */
typedef struct sx_move_c_file {
  sx_str path;
  sx_move_text text;
  sx_str code;                      /* with its directives, without strings and comments */
  SX_ARRAY(sx_move_c_doubt) doubts; /* by their start */
  bool has_unknown;                 /* it includes what a macro names */
  SX_ARRAY(sx_move_c_include) includes;
  bool is_in_source, is_in_target; /* what these include, directly or not */
  bool is_surely_in_target;        /* under no condition */
  bool is_added;                   /* and the target does not include it yet */
} sx_move_c_file;

typedef struct sx_moving_c {
  sx_moving *moving;
  sx_str code; /* of the source, as that of files */
  bool from_header, to_header;
  bool needs_source;      /* a header: the moved code uses what stays in it */
  bool is_reading_others; /* which are not compiled with both, and may include what is not there */
  size_t plain_count;     /* so many of the files were read without macros */
  SX_ARRAY(sx_move_c_file) files; /* [0]: the source; [1]: the target, if it is there */
  bool has_target;
  SX_ARRAY(sx_move_c_macro) macros;
  sx_map macro_places;    /* of the last one of a name, in `macros` */
  bool has_unknown_words; /* in what moves: of headers that are not read */
  sx_strs settings;       /* macros for the first lines of a new target */
  sx_strs macro_words;    /* that macros of headers stand for */
  sx_strs added;          /* includes to add to the target, as they are written */
  sx_err *err;
} sx_moving_c;

#define SX_MOVE_C_MAX_FILES 600

/** Nodes whose declarations are those of the file. */
#define SX_MOVE_C_CONTAINERS                                                                       \
  "translation_unit preproc_ifdef preproc_if preproc_else preproc_elif preproc_elifdef "           \
  "linkage_specification declaration_list"

/** Reads the source, the target and all that they include. REFUSED where one is not found. */
sx_status sx_move_c_read(sx_moving_c *c) SX_MUST_USE;
/** Reads one more, if it is not yet; then what all of them include. */
sx_status sx_move_c_read_more(sx_moving_c *c, sx_str path) SX_MUST_USE;
sx_status sx_move_c_read_rest(sx_moving_c *c) SX_MUST_USE;
/** The index of a file that was read, or SIZE_MAX. */
size_t sx_move_c_find(const sx_moving_c *c, sx_str path);
/** Whether a file declares a name for all who include it, or may. `macros`: only as a macro. */
bool sx_move_c_declares(const sx_move_c_file *file, sx_str name, bool macros);
/** The same without what may. */
bool sx_move_c_surely_declares(const sx_move_c_file *file, sx_str name, bool macros);

/** Keeps the macros that a file's code defines. NOMEM. */
sx_status sx_move_c_note_macros(sx_moving_c *c, sx_str code) SX_MUST_USE;
/** Whether words of a text say a word, or are macros that do. */
bool sx_move_c_says(const sx_moving_c *c, sx_str text, sx_str word);
/** Reads a text with syntax errors once more, without macros that are the cause. */
sx_status sx_move_c_read_plain(sx_moving_c *c, sx_move_text *text) SX_MUST_USE;
/** REFUSED where a new text has more syntax errors than the one before. */
sx_status sx_move_c_check_syntax(sx_moving_c *c) SX_MUST_USE;

/** Finds what of a file does not fit the grammar. NOMEM. */
sx_status sx_move_c_find_doubts(sx_moving_c *c, sx_move_c_file *file) SX_MUST_USE;
/** The part that a place is in; NULL. */
const sx_move_c_doubt *sx_move_c_doubt_at(const sx_move_c_file *file, size_t place);
/** Whether a file may declare a name in a part that does not fit. */
bool sx_move_c_may_declare(const sx_move_c_file *file, sx_str name);
/** REFUSED where it is not sure where the declaration that moves begins and ends. */
sx_status sx_move_c_check_extent(sx_moving_c *c, const sx_moved *moved) SX_MUST_USE;
typedef enum sx_move_c_words {
  SX_MOVE_C_MOVING,  /* in what moves, with those of attributes */
  SX_MOVE_C_NEEDED,  /* without these */
  SX_MOVE_C_STAYING, /* in what stays, with them */
} sx_move_c_words;
/** The next word of the source that no name of the tree is: in what macros are given, or where the
 * grammar found no sense. Empty: there is none. */
sx_str sx_move_c_next_loose(const sx_moving_c *c, sx_move_c_words which, size_t *at);

/** The statement of the file that a node is in; the guard of a header is none. */
uint32_t sx_move_c_top(const sx_nodes *nodes, uint32_t node);
/** Whether a statement of the source declares what only its own file sees. */
bool sx_move_c_is_static(const sx_moving_c *c, uint32_t node);
/** Whether others that use it see it by a linker, and not by its text. */
bool sx_move_c_is_shared(const sx_moving_c *c, uint32_t node);
/** Whether a name of a function is declared there for one of other files: `extern int total;`. */
bool sx_move_c_is_linked(const sx_move_text *text, const sx_binding *binding);
/** Whether a condition is the include guard of its file. */
bool sx_move_c_is_guard(const sx_nodes *nodes, uint32_t node);

/** REFUSED where files of these kinds are not moved from or to, or one is included as code. */
sx_status sx_move_c_check_files(sx_moving *moving, sx_err *err) SX_MUST_USE;
/** REFUSED where macros above includes change what these declare in one of both files. */
sx_status sx_move_c_check_settings(sx_moving_c *c) SX_MUST_USE;
/** REFUSED where a line changes the meaning of what moves: a pragma, say. */
sx_status sx_move_c_check_lines(sx_moving_c *c) SX_MUST_USE;
/** REFUSED where a header, as one of a pair around a struct, changes what is below its include. */
sx_status sx_move_c_check_leaks(sx_moving_c *c) SX_MUST_USE;
/** REFUSED where what stays uses what moves, and would not see it. */
sx_status sx_move_c_check_rest(sx_moving_c *c) SX_MUST_USE;
/** Finds what the moved code needs of headers. REFUSED where it would mean something else. */
sx_status sx_move_c_needs(sx_moving_c *c) SX_MUST_USE;
/** Adds the include by which the source has a file. REFUSED where that is not known. */
sx_status sx_move_c_need_file(sx_moving_c *c, size_t index, size_t place, sx_str word) SX_MUST_USE;
/** The headers of members that it reaches, and of `bool`. REFUSED where the target has another. */
sx_status sx_move_c_check_members(sx_moving_c *c) SX_MUST_USE;
/** Puts what moves into the target, with its includes. */
sx_status sx_move_c_fill_target(sx_moving_c *c) SX_MUST_USE;
/** Looks for build files that have the source and not the target. */
sx_status sx_move_c_check_builds(sx_moving_c *c) SX_MUST_USE;

/* ---- headers -------------------------------------------------------------------------------- */

/** The parts of a header. */
typedef struct sx_move_c_layout {
  sx_str guard;                      /* its macro; empty: #pragma once */
  size_t start, end;                 /* what is in the guard */
  size_t linkage_start, linkage_end; /* what is in extern "C" for C++; NONE */
} sx_move_c_layout;

/** False where it has no guard around all of it. */
bool sx_move_c_find_layout(sx_move_c_layout *out, const sx_move_text *text);
/** The lines around what a new header declares, like those of its neighbours. */
void sx_move_c_choose_guard(sx_moving_c *c, sx_str *before, sx_str *after);
/** Where the declarations go in a target that is there. REFUSED where they fit nowhere. */
sx_status sx_move_c_find_place(sx_moving_c *c, size_t *out) SX_MUST_USE;

/** Which files one leads to, itself as well: of SX_MOVE_C_MAX_FILES. `certainly`: in any case. */
void sx_move_c_reach(const sx_moving_c *c, size_t from, bool certainly, bool *reached);
/** REFUSED where it is `extern "C"` for C++ in one header and not in the other. */
sx_status sx_move_c_check_linkage(sx_moving_c *c) SX_MUST_USE;
/** Reads files that include the headers, and those that have the names that move. */
sx_status sx_move_c_read_others(sx_moving_c *c) SX_MUST_USE;
/** REFUSED where something that a file brings is something else in one that includes it newly. */
sx_status sx_move_c_check_seen(sx_moving_c *c, size_t viewer, size_t brought) SX_MUST_USE;
/** REFUSED where what moves, or what it brings, is something else in a file that includes the
 * target. */
sx_status sx_move_c_check_viewers(sx_moving_c *c) SX_MUST_USE;
/** The target's include, for all files that need it. REFUSED where they cannot have it. */
sx_status sx_move_c_give_users(sx_moving_c *c) SX_MUST_USE;
/** The target's include of the source, where the moved code uses what stays in it. */
sx_status sx_move_c_need_source(sx_moving_c *c) SX_MUST_USE;

#endif
