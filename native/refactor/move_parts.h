#ifndef SX_REFACTOR_MOVE_PARTS_H
#define SX_REFACTOR_MOVE_PARTS_H

/* Shared by the files that move declarations of single languages. */

#include "base/buf.h"
#include "base/map.h"
#include "flow/names.h"
#include "imports/graph.h"
#include "refactor/import_items.h"
#include "refactor/move_commonjs.h"
#include "refactor/refactoring.h"
#include "refactor/text_edits.h"
#include "resolve/mentions.h"

/** A declaration that moves. */
typedef struct sx_moved {
  sx_str name;
  uint32_t first, last; /* nodes directly in the file: several for overloads */
  uint32_t start, end;  /* whole lines, with the comment above and what stands after it */
  bool is_exported;     /* JavaScript: others can import it */
  bool is_listed;       /* by `export { name }`, and not by its own statement */
  bool is_default;      /* by `export default`, or as all of a module, not by its name */
  bool is_type;         /* nothing at run time */
  bool is_eager;        /* it runs code of its module when that is loaded */
  sx_str shown;         /* CommonJS: the name that it is exported under; or empty */
  bool is_inline;       /* CommonJS: by the statement that exports it: exports.f = function … */
  bool has_this;        /* CommonJS: a function that uses what it is called on */
  bool is_needed;       /* CommonJS: the source requires it */
} sx_moved;

/** A file of the move with its text before, and what is to be done with it. */
typedef struct sx_move_text {
  sx_str path;
  const sx_document *document; /* NULL: it is to be made */
  sx_nodes nodes;
  sx_names names;
  sx_import_items imports;
  sx_text_edits edits;
  sx_str newline;
  bool is_commonjs; /* its requires and exports are those of CommonJS */
  sx_cjs_exports exports;
} sx_move_text;

/** An import statement that the move changes. Empty: there was, or will be, none. */
typedef struct sx_move_update {
  sx_str path, before, after;
} sx_move_update;

typedef struct sx_moving {
  sx_call *call;
  sx_refactoring *refactoring;
  sx_imports *imports;
  bool with_dependencies;
  sx_move_text source, target;
  SX_ARRAY(sx_moved) moved; /* by their start */
  SX_ARRAY(sx_move_update) updates;
  bool needs_source; /* the moved code imports names of it */
  bool needs_eager;  /* and reads them while it is loaded */
  sx_str like;       /* JavaScript: how another file names the source; or empty */
  sx_map reached;    /* files that the target's imports lead to */
  sx_map importers;  /* files that import the source, and the source itself */
  sx_strs importing; /* the same */
  sx_strs needed;    /* Python: names of the source's top that the moved code uses */
  bool is_commonjs;  /* the source and the target are modules of CommonJS */
  bool is_kept;      /* CommonJS: a package names the source to others, so it exports all it did */
  bool is_imported;  /* CommonJS: modules with import take it by its name */
  sx_text_edits inner; /* CommonJS, Go: of the source's text, in what moves */
} sx_moving;

/* ---- move_text.c -------------------------------------------------------------------------- */

/** Reads a file with its tree, names and imports. */
sx_status sx_move_text_read(sx_move_text *out, sx_moving *moving, sx_str path,
                            sx_err *err) SX_MUST_USE;
/** REFUSED: "path:line:column: ", a reason, and that nothing was changed. */
sx_status sx_move_refuse(const sx_moving *moving, const sx_move_text *text, size_t offset,
                         sx_err *err, const char *format, ...) SX_PRINTF(5, 6);
sx_status sx_move_edit(sx_moving *moving, sx_move_text *text, size_t start, size_t end, sx_str to,
                       sx_err *err) SX_MUST_USE;
/** The file's new text into the change. */
sx_status sx_move_plan(sx_moving *moving, sx_move_text *text, sx_err *err) SX_MUST_USE;

static inline uint32_t sx_move_start(const sx_move_text *text, uint32_t node) {
  return sx_nodes_get(&text->nodes, node)->start;
}
static inline uint32_t sx_move_end(const sx_move_text *text, uint32_t node) {
  return sx_nodes_get(&text->nodes, node)->end;
}
/** After the line's end that the offset is on. */
size_t sx_move_line_end(sx_str text, size_t at);
/** The blanks at the start of a line. */
sx_str sx_move_indent(sx_str text, size_t at);
/** Whether nothing but blanks and a comment stands beside a node on its lines. */
bool sx_move_is_alone(const sx_move_text *text, uint32_t node);
/** Whether the part is among what moves. */
bool sx_move_has(const sx_moving *moving, size_t offset);
const sx_moved *sx_move_find(const sx_moving *moving, sx_str name);

/** Whether a module's name in a file means a file. `member`: a name of it that may be a module. */
sx_status sx_move_leads_to(sx_moving *moving, sx_str file, sx_str module, sx_str member,
                           sx_str path, bool *out, sx_err *err) SX_MUST_USE;
/** Notes what becomes of a statement. */
sx_status sx_move_note(sx_moving *moving, const sx_move_text *text, sx_str before, sx_str after,
                       sx_err *err) SX_MUST_USE;

/**
 * Takes items of one statement away, those that are marked; with all of them the statement goes.
 * `*is_whole`: it went.
 */
sx_status sx_move_drop_items(sx_moving *moving, sx_move_text *text, uint32_t statement,
                             const bool *marks, bool *is_whole, sx_err *err) SX_MUST_USE;
/** Takes a whole statement away, with its lines; in a block that it is all of, `pass` is left. */
sx_status sx_move_drop_statement(sx_moving *moving, sx_move_text *text, uint32_t node,
                                 sx_err *err) SX_MUST_USE;

/** Adds a file and all that its imports lead to, to those that the target reaches. */
sx_status sx_move_follow(sx_moving *moving, sx_str path, sx_err *err) SX_MUST_USE;
bool sx_move_is_reached(const sx_moving *moving, sx_str path);
/** Finds the files that import the source. REFUSED where not all are known. */
sx_status sx_move_find_importers(sx_moving *moving, sx_err *err) SX_MUST_USE;

/** Its whole lines, with the comments directly above. */
void sx_move_find_extent(const sx_move_text *text, sx_moved *moved);
/** Adds it to what moves, which is by place. NOMEM. */
sx_status sx_move_add(sx_moving *moving, const sx_moved *found, sx_err *err) SX_MUST_USE;
/** Takes what moves away from the source, with the blank lines below it. */
sx_status sx_move_cut(sx_moving *moving, sx_err *err) SX_MUST_USE;
/**
 * The files that may use what moves: with one of the names, and those that import the source and by
 * their texts may take all of it. REFUSED where not all are known.
 */
sx_status sx_move_list_files(sx_moving *moving, bool (*takes_all)(sx_str), sx_strs *out,
                             sx_err *err) SX_MUST_USE;

/** The comment of a license at the beginning of the source; or empty. */
sx_str sx_move_license(const sx_move_text *text);
/** Where top-level imports may be put: after those at the beginning. */
size_t sx_move_import_place(const sx_move_text *text, bool *has_imports);

/* ---- move_place.c ------------------------------------------------------------------------ */

/** The lines of a text, each with such an end. */
void sx_move_add_lines(sx_buf *out, sx_str text, sx_str newline);
/** The end of a node without blanks and line ends, which some grammars count to it. */
size_t sx_move_text_end(const sx_move_text *text, uint32_t node);
/** REFUSED where the declaration shares its lines with something else. */
sx_status sx_move_check_lines(const sx_moving *moving, const sx_move_text *text,
                              const sx_moved *moved, sx_err *err) SX_MUST_USE;
/** Puts declarations at a place of the target that is there, a blank line apart from others. */
sx_status sx_move_append(sx_moving *moving, sx_str pieces, size_t place, sx_err *err) SX_MUST_USE;

/* ---- move_order.c ------------------------------------------------------------------------ */

/**
 * REFUSED where what moves does something when its module is loaded, or reads what changes then,
 * and something else of the two modules does, too. Python, JavaScript.
 */
sx_status sx_move_check_order(sx_moving *moving, sx_err *err) SX_MUST_USE;
/** The first node of a module, beside what moves, that calls or writes something when it is loaded;
 * NONE. */
sx_status sx_move_acts(sx_moving *moving, const sx_move_text *text, uint32_t *node,
                       sx_err *err) SX_MUST_USE;

/* ---- move_go*.c -------------------------------------------------------------------------- */

/** An import of Go. */
typedef struct sx_move_go_import {
  uint32_t spec;    /* its node */
  sx_str path;      /* without quotes */
  sx_str alias;     /* `_`, `.` or a name; or empty */
  sx_str name;      /* what the file calls it; empty: that is not known */
  uint32_t binding; /* FREE: its path does not say its name */
} sx_move_go_import;

typedef SX_ARRAY(sx_move_go_import) sx_move_go_imports;

/** The imports of a file, with the names that they have in it. */
sx_status sx_move_go_imports_find(sx_move_go_imports *out, sx_moving *moving,
                                  const sx_move_text *text, sx_err *err) SX_MUST_USE;
/** Those of the source that the moved code uses, into `needed`; others that nothing uses any more
 * go. REFUSED where it is not known what a name is. */
sx_status sx_move_go_needs(sx_moving *moving, sx_move_go_imports *needed, sx_err *err) SX_MUST_USE;
/** REFUSED where a package that the moved code uses may be one whose import does not say its name.
 */
sx_status sx_move_go_check_unknown(sx_moving *moving, const sx_move_go_imports *imports,
                                   sx_err *err) SX_MUST_USE;
/** Adds them to a target that is there. */
sx_status sx_move_go_add(sx_moving *moving, const sx_move_go_imports *needed,
                         sx_err *err) SX_MUST_USE;
/** Those that a target has not yet. REFUSED where another one has such a name there. */
sx_status sx_move_go_missing(sx_move_go_imports *added, sx_moving *moving,
                             const sx_move_go_imports *needed, sx_err *err) SX_MUST_USE;
/** Writes imports into any file, as it has others. */
sx_status sx_move_go_insert(sx_moving *moving, sx_move_text *text, sx_move_go_imports *added,
                            sx_err *err) SX_MUST_USE;
/** Takes those away that are marked. */
sx_status sx_move_go_drop(sx_moving *moving, sx_move_text *text, const bool *drops,
                          const sx_move_go_imports *imports, sx_err *err) SX_MUST_USE;
/** The declaration of imports of a new file. */
sx_str sx_move_go_block(sx_moving *moving, const sx_move_go_imports *needed);
/** `name "path"`. */
sx_str sx_move_go_spec(sx_moving *moving, const sx_move_go_import *import);
/** Whether it is of Go's own library, by its path. */
bool sx_move_go_is_standard(sx_str path);
/** Whether a name stands before a dot, as that of a package does. */
bool sx_move_go_is_package(const sx_move_text *text, const sx_name *name);
/** Whether it is the name of an import. */
bool sx_move_go_is_use(const sx_move_text *text, const sx_name *name,
                       const sx_move_go_import *import);
/** Adds the declaration at a place, and a type's methods, to what moves. */
sx_status sx_move_go_take(sx_moving *moving, uint32_t name_at, sx_err *err) SX_MUST_USE;
/** Adds all that they use of the source's file. */
sx_status sx_move_go_take_used(sx_moving *moving, sx_err *err) SX_MUST_USE;
/** The type that a method is of; empty. */
sx_str sx_move_go_receiver(const sx_nodes *nodes, uint32_t method);
/** REFUSED where the order in which variables of the package get their values could change. */
sx_status sx_move_go_check_order(sx_moving *moving, sx_err *err) SX_MUST_USE;
/** The node of a file that runs when its package is loaded: `init`, a variable that code makes, an
 * import for what it does; NONE. */
uint32_t sx_move_go_acts(const sx_moving *moving, const sx_move_text *text);

/** Whether the target is in another folder, and so of another package. */
bool sx_move_go_is_far(const sx_moving *moving);
/** The name in the clause of a file. */
sx_str sx_move_go_package_of(const sx_move_text *text);
bool sx_move_go_is_test(sx_str path);
/** REFUSED where the two files are not built alike, or have C. */
sx_status sx_move_go_check_files(sx_moving *moving, sx_err *err) SX_MUST_USE;
/** REFUSED where a comment is for a compiler. */
sx_status sx_move_go_check_comments(sx_moving *moving, const sx_move_text *text,
                                    sx_err *err) SX_MUST_USE;
/** The declarations that move, as the target has them. */
sx_str sx_move_go_write(const sx_moving *moving);
/** Makes the target. */
sx_status sx_move_go_create(sx_moving *moving, sx_str package, const sx_move_go_imports *needed,
                            sx_err *err) SX_MUST_USE;
/** The whole, to a file of another package (move_go_package.c). */
sx_status sx_move_go_far(sx_moving *moving, uint32_t name_at, sx_err *err) SX_MUST_USE;

/* ---- move_python*.c -------------------------------------------------------------------------- */

/** An import that a file needs at its top. `name` empty: the module itself. */
typedef struct sx_move_import {
  sx_str module, name, local;
} sx_move_import;

typedef SX_ARRAY(sx_move_import) sx_move_imports;

/**
 * How `file` names the module at `path`, relative to itself or not. REFUSED where it cannot: it is
 * outside of what the file's imports reach.
 */
sx_status sx_move_python_module(sx_str *out, sx_moving *moving, const sx_move_text *file,
                                sx_str path, bool is_relative, sx_err *err) SX_MUST_USE;
/** The file that a relative import of the source means, as a path that need not be there. */
sx_str sx_move_python_path(sx_moving *moving, sx_str file, sx_str module);
/** Whether imports of the file are relative: where it has some. */
bool sx_move_python_is_relative(const sx_move_text *file);
/** "from a import b as c". */
sx_str sx_move_python_line(sx_moving *moving, const sx_move_import *import);
/** The statements of imports, as a new file has them. */
sx_str sx_move_python_block(sx_moving *moving, const sx_move_text *text,
                            const sx_move_imports *imports);
/** Adds imports at the top of a file that is there, to statements that it has where it can. */
sx_status sx_move_python_add(sx_moving *moving, sx_move_text *text, const sx_move_imports *imports,
                             sx_err *err) SX_MUST_USE;
/** The imports that the moved code needs, into `imports`; what it needs of the source, too, and
 * moves along. */
sx_status sx_move_python_needs(sx_moving *moving, sx_move_imports *imports,
                               sx_err *err) SX_MUST_USE;
/** Finds the statements of a top-level name of the source, and adds them to what moves. */
sx_status sx_move_python_take(sx_moving *moving, sx_str name, uint32_t name_at,
                              sx_err *err) SX_MUST_USE;
/** Imports of the source that only moved code used are taken away. */
sx_status sx_move_python_clean(sx_moving *moving, sx_err *err) SX_MUST_USE;
/** Whether `__all__` of the source has a name, and where: others may import it from there. */
bool sx_move_python_is_exported(const sx_moving *moving, sx_str name, size_t *place);
/** `__all__` of the target gets what that of the source has. */
sx_status sx_move_python_exports(sx_moving *moving, sx_err *err) SX_MUST_USE;
/** The target's own imports of what moves. */
sx_status sx_move_python_in_target(sx_moving *moving, sx_err *err) SX_MUST_USE;
/** All other files that import what moves, but for the source. */
sx_status sx_move_python_users(sx_moving *moving, sx_err *err) SX_MUST_USE;

/** Whether something is assigned to `module.name`, or it is deleted. */
bool sx_move_python_is_written(const sx_nodes *nodes, uint32_t attribute);
/** Whether a file that imports the source may take any name of it, by its text. */
bool sx_move_python_takes_all(sx_str text);
/** REFUSED where the source looks its own names up: `globals()`, `eval(code)`. */
sx_status sx_move_python_reach_home(sx_moving *moving, sx_err *err) SX_MUST_USE;
/** REFUSED where a test replaces what moves by a string: `patch("module.name")`. */
sx_status sx_move_python_check_patches(sx_moving *moving, const sx_move_text *text,
                                       sx_err *err) SX_MUST_USE;
/** REFUSED where another file replaces, in the source, what the moved code uses. */
sx_status sx_move_python_reach_needs(sx_moving *moving, sx_err *err) SX_MUST_USE;

/* ---- move_script*.c -------------------------------------------------------------------------- */

/** An import of JavaScript. `name` empty: all of the module; "default". */
typedef struct sx_move_script_import {
  sx_str module, name, local;
  bool is_type;
} sx_move_script_import;

typedef SX_ARRAY(sx_move_script_import) sx_move_script_imports;

/**
 * How `file` names the module at `path` if it names the source, or another one, as `like`: relative
 * or by an alias, with an extension or without. REFUSED where that does not say it.
 */
sx_status sx_move_script_module(sx_str *out, sx_moving *moving, const sx_move_text *file,
                                sx_str like, sx_str path, sx_err *err) SX_MUST_USE;
/** The specifier of an import of the source as the target has to write it. */
sx_str sx_move_script_remade(sx_moving *moving, sx_str module);
/** The name that others take it by. */
static inline sx_str sx_move_shown(const sx_moved *moved) {
  return moved->shown.len ? moved->shown : moved->name;
}
/** The moved declaration that is exported under `name`, which may be "default"; NULL. */
const sx_moved *sx_move_script_exported(const sx_moving *moving, sx_str name);
/** A specifier that files around the source use, for its style; may be empty. */
sx_str sx_move_script_style(const sx_moving *moving, const sx_move_text *first);
/** The statement, without an end of line, in the style of the file. */
sx_str sx_move_script_line(sx_moving *moving, const sx_move_text *text,
                           const sx_move_script_import *import);
/** Whether the file ends statements by `;`, and the quotes that it has. */
bool sx_move_script_find_style(const sx_moving *moving, const sx_move_text *text, char *quote);
bool sx_move_script_ends(const sx_moving *moving, const sx_move_text *text);
/** CommonJS: whether the file takes names out of what it requires: older programs cannot. */
bool sx_move_script_has_patterns(const sx_moving *moving, const sx_move_text *text);
/** Adds an import at the top. */
sx_status sx_move_script_add(sx_moving *moving, sx_move_text *text,
                             const sx_move_script_imports *imports, sx_err *err) SX_MUST_USE;
/** The statements of imports, as a new file has them. */
sx_str sx_move_script_block(sx_moving *moving, const sx_move_text *text,
                            const sx_move_script_imports *imports);
sx_status sx_move_script_take(sx_moving *moving, sx_str name, uint32_t name_at,
                              sx_err *err) SX_MUST_USE;
sx_status sx_move_script_needs(sx_moving *moving, sx_move_script_imports *imports,
                               sx_err *err) SX_MUST_USE;
sx_status sx_move_script_clean(sx_moving *moving, sx_err *err) SX_MUST_USE;
sx_status sx_move_script_in_target(sx_moving *moving, sx_err *err) SX_MUST_USE;
/** `like` by the first file that imports the source, if neither it nor the target shows it. */
sx_status sx_move_script_find_like(sx_moving *moving, sx_err *err) SX_MUST_USE;
sx_status sx_move_script_users(sx_moving *moving, sx_err *err) SX_MUST_USE;

/** The uses of a moved name in the rest of the source, and when they are made. */
typedef struct sx_move_rest {
  bool is_used, is_value, is_eager;
  size_t place;
} sx_move_rest;

sx_move_rest sx_move_script_rest(const sx_moving *moving, const sx_moved *moved);
/** REFUSED where a file that would import the target is one that the target leads to, or where it
 * would not import the source any more, which acts when it is loaded. */
sx_status sx_move_script_check_import(sx_moving *moving, const sx_move_text *text, size_t at,
                                      bool is_whole, sx_err *err) SX_MUST_USE;
/** Whether the name is used for anything in the file. */
bool sx_move_script_is_bound(const sx_move_text *text, sx_str name);

/* ---- move_commonjs*.c ------------------------------------------------------------------------ */

/** REFUSED where the files are not both modules of CommonJS, or it is not known what they export.
 */
sx_status sx_move_cjs_check(sx_moving *moving, sx_err *err) SX_MUST_USE;
/** An export by `exports.name = …` at the top, by name, or by its line from 1 on: its name and
 * place. */
bool sx_move_cjs_find(const sx_move_text *source, sx_str name, int64_t line, sx_str *out,
                      uint32_t *at);
/** How a declaration that was found is exported. One without `first` may be an export itself. */
sx_status sx_move_cjs_take(sx_moving *moving, sx_moved *found, uint32_t name_at,
                           sx_err *err) SX_MUST_USE;
/** Where the target cannot get another export. */
sx_status sx_move_cjs_check_target(sx_moving *moving, sx_err *err) SX_MUST_USE;
/** A name that a `require` at the top has: the same for the target. `*is_done`: it was one. */
sx_status sx_move_cjs_need(sx_moving *moving, const sx_name *use, sx_move_script_import *wanted,
                           bool *is_done, sx_err *err) SX_MUST_USE;
/** Sees to it that the source exports a name, which is `*shown` there; "default": all of it. */
sx_status sx_move_cjs_export_own(sx_moving *moving, const sx_name *use, sx_str *shown,
                                 sx_err *err) SX_MUST_USE;
/** Names of a module in the moved code that mean something else in another one. */
sx_status sx_move_cjs_need_free(sx_moving *moving, const sx_name *use, sx_str name,
                                sx_err *err) SX_MUST_USE;
/** The source's exports without those of what moves, and with those that the target needs. */
sx_status sx_move_cjs_drop_exports(sx_moving *moving, sx_err *err) SX_MUST_USE;
/** `exports.f` in the source becomes the name that is required now. */
sx_status sx_move_cjs_reads(sx_moving *moving, sx_err *err) SX_MUST_USE;
/** The declarations as the target has them, with their exports. */
sx_str sx_move_cjs_write(const sx_moving *moving, sx_str newline);
/** Where the target gets them; at its end, or above what exports all. */
size_t sx_move_cjs_place(const sx_moving *moving);
/** Entries in the object that the target exports. */
sx_status sx_move_cjs_fill_exports(sx_moving *moving, sx_err *err) SX_MUST_USE;
/** `require` of the source in a file: by a list, as an object, or in an expression. */
sx_status sx_move_cjs_user(sx_moving *moving, sx_move_text *text, bool is_target,
                           sx_err *err) SX_MUST_USE;
/** Whether a statement directly in the file does nothing but require. */
bool sx_move_cjs_is_require(const sx_move_text *text, uint32_t statement);
/** "const" or "var", as the file, or else the source, declares what it requires. */
sx_str sx_move_cjs_keyword(const sx_moving *moving, const sx_move_text *text);

/* ---- each language -------------------------------------------------------------------------- */

/** Everything between the symbol, which is found, and the plan. `name_at`: its name in the source.
 */
sx_status sx_move_python(sx_moving *moving, sx_str name, uint32_t name_at, sx_err *err) SX_MUST_USE;
sx_status sx_move_script(sx_moving *moving, sx_str name, uint32_t name_at, sx_err *err) SX_MUST_USE;
sx_status sx_move_go(sx_moving *moving, uint32_t name_at, sx_err *err) SX_MUST_USE;
sx_status sx_move_c(sx_moving *moving, uint32_t name_at, sx_err *err) SX_MUST_USE;
/** Whether a file is C: a header that has nothing of C++ is, whatever the editor calls it. */
bool sx_move_c_is_for(const sx_move_text *source);

#endif
