#ifndef SX_REFACTOR_MOVE_GO_PACKAGE_H
#define SX_REFACTOR_MOVE_GO_PACKAGE_H

/* Shared by the files that move declarations of Go to another package. */

#include "refactor/move_parts.h"

/** A file in the folder of a package. */
typedef struct sx_go_file {
  sx_move_text *text;
  bool is_own; /* of the package itself, and not of x_test or a program beside it */
} sx_go_file;

typedef SX_ARRAY(sx_go_file) sx_go_files;

/** A name that a file of a package declares at its top. */
typedef struct sx_go_top {
  sx_str name;
  const sx_move_text *text;
  uint32_t node; /* its name */
} sx_go_top;

typedef struct sx_go_package {
  sx_str folder, path, name;
  sx_go_files files; /* all in the folder that are Go */
  SX_ARRAY(sx_go_top) tops;
  sx_map top_numbers; /* name -> its first one in `tops` */
} sx_go_package;

/** An import that a file of a folder gains, or loses. */
typedef struct sx_go_edge {
  sx_str folder, file, path;
  bool is_outside; /* of x_test: nothing imports that */
} sx_go_edge;

typedef SX_ARRAY(sx_go_edge) sx_go_edges;

/** A package of the module with the paths that its files import. */
typedef struct sx_go_node {
  sx_str folder;
  sx_go_edges edges;
  size_t from;                /* the node that led to it */
  const sx_move_text *acting; /* a file that does something when it is loaded; or NULL */
  uint32_t acts;              /* its node that does */
  bool is_read, is_seen, is_judged;
  bool is_outside; /* of another module, or of Go's: `folder` is its path, and it is not read */
} sx_go_node;

/** The name of the package in a folder of the module; empty: it is not known. */
typedef struct sx_go_name {
  sx_str folder, name;
} sx_go_name;

typedef struct sx_go_far {
  sx_moving *moving;
  sx_str root, module; /* the folder of go.mod, and its name */
  sx_go_package old, to;
  bool is_test;               /* what moves is for tests */
  bool has_far_old;           /* the moved code names the old package */
  sx_str old_local;           /* and so the target calls it */
  sx_move_go_imports needed;  /* of the target */
  sx_move_go_imports imports; /* of the source */
  sx_go_edges gained, lost;
  SX_ARRAY(sx_go_node) nodes; /* of the graph */
  sx_map numbers;             /* folder -> its node */
  SX_ARRAY(sx_go_name) names; /* of packages that were asked for */
} sx_go_far;

/** A file with its uses of what moves. */
typedef struct sx_go_user {
  sx_move_text *text;
  sx_move_go_imports imports, added;
  bool *drops;  /* of `imports` */
  sx_str local; /* what it calls the target's package */
} sx_go_user;

static inline sx_str sx_go_text(const sx_move_text *text, const sx_name *name) {
  return sx_str_slice(text->nodes.text, name->start, name->end);
}
/** Whether other packages may use a name, by its first letter; one beyond ASCII is not taken for
 * such a letter. */
bool sx_go_is_exported(sx_str name);
/** Whether it is one of what moves, and no method. */
const sx_moved *sx_go_moved(const sx_go_far *far, sx_str name);
/** Whether an offset of a text is in what moves. */
static inline bool sx_go_is_moved(const sx_go_far *far, const sx_move_text *text, size_t offset) {
  return text == &far->moving->source && sx_move_has(far->moving, offset);
}

/* ---- move_go_package_files.c ---------------------------------------------------------------- */

/** The module and both packages with all their files. REFUSED where they are not known. */
sx_status sx_go_load(sx_go_far *far, sx_err *err) SX_MUST_USE;
/** The declaration of a package that has a name; NULL. */
const sx_go_top *sx_go_find_top(const sx_go_package *package, sx_str name);
/** REFUSED where code in `folder` may not import `path`. */
sx_status sx_go_check_internal(const sx_go_far *far, const sx_move_text *text, size_t place,
                               sx_str folder, sx_str path, sx_err *err) SX_MUST_USE;
/** REFUSED where a program has made the file. */
sx_status sx_go_check_written(const sx_go_far *far, const sx_move_text *text,
                              sx_err *err) SX_MUST_USE;
/** Gives imports of the module's own packages the names that these have. */
sx_status sx_go_name_imports(sx_go_far *far, const sx_move_text *text, sx_move_go_imports *imports,
                             sx_err *err) SX_MUST_USE;
/** The path of a folder of the module. */
sx_str sx_go_path(const sx_go_far *far, sx_str folder);
/** The folder of a path of the module; empty: it is of another. */
sx_str sx_go_folder(const sx_go_far *far, sx_str path);

/* ---- move_go_package_members.c -------------------------------------------------------------- */

/** REFUSED where code of one package would use members of the other that are not exported. */
sx_status sx_go_check_members(sx_go_far *far, sx_err *err) SX_MUST_USE;

/* ---- move_go_package_types.c ---------------------------------------------------------------- */

/** A type as it is written; NONE: it is not known. */
typedef struct sx_go_type {
  const sx_move_text *text;
  uint32_t node;
} sx_go_type;

/** The name that a type has, without pointers and arguments; empty: it has none, or not here. */
sx_str sx_go_type_name(sx_go_type type);
/** The type that a literal's values in braces are of. */
sx_go_type sx_go_type_of_literal(const sx_go_far *far, const sx_move_text *text, uint32_t value);
/** The type of what a selector takes a member of, where its declaration says so. */
sx_go_type sx_go_type_of_operand(const sx_go_far *far, const sx_move_text *text, uint32_t node);
/** The type that a name of the old package stands for, through other names. */
sx_go_type sx_go_type_under(const sx_go_far *far, sx_go_type type);
/** A name in a literal, before a colon, that may be a field's. */
bool sx_go_is_key(const sx_nodes *nodes, uint32_t node);
/** Whether such a name is surely a field's: of a struct of the package, or beside another key that
 * nothing declares. */
bool sx_go_is_field(const sx_go_far *far, const sx_move_text *text, uint32_t node);

/* ---- move_go_package_needs.c ---------------------------------------------------------------- */

/** Takes the names of both packages in the moved code, and the imports that it needs. */
sx_status sx_go_take_needs(sx_go_far *far, sx_err *err) SX_MUST_USE;

/* ---- move_go_package_users.c ---------------------------------------------------------------- */

/** All files that use what moves, but for the source and the target, which get their changes. */
sx_status sx_go_take_users(sx_go_far *far, sx_go_user *source, sx_go_user *target,
                           sx_err *err) SX_MUST_USE;
/** A file with its imports. */
sx_status sx_go_user_begin(sx_go_user *user, sx_go_far *far, sx_move_text *text,
                           sx_err *err) SX_MUST_USE;
/** Writes the file's imports and plans its new text. */
sx_status sx_go_user_finish(sx_go_user *user, sx_go_far *far, sx_err *err) SX_MUST_USE;

/* ---- move_go_package_mentions.c ------------------------------------------------------------- */

/** The files of Go outside of both folders that have a name of what moves. Warns of texts that name
 * it with its path. REFUSED where a hidden file uses it, or not all are known. */
sx_status sx_go_list_users(sx_go_far *far, sx_strs *out, sx_err *err) SX_MUST_USE;

/* ---- move_go_package_tests.c ---------------------------------------------------------------- */

/** REFUSED where a test would run otherwise in another package. */
sx_status sx_go_check_tests(const sx_go_far *far, sx_err *err) SX_MUST_USE;

/* ---- move_go_package_graph.c ---------------------------------------------------------------- */

/** Notes an import that a file gains or loses. */
sx_status sx_go_edge_add(sx_go_far *far, sx_go_edges *edges, const sx_move_text *text, sx_str path,
                         sx_err *err) SX_MUST_USE;
/** REFUSED where packages would import each other in a circle, or something would be loaded that
 * does something then, or no longer. */
sx_status sx_go_check_graph(sx_go_far *far, sx_err *err) SX_MUST_USE;

#endif
