#ifndef SX_IMPORTS_IMPORTS_PARTS_H
#define SX_IMPORTS_IMPORTS_PARTS_H

/* Shared by the files that resolve the imports of single languages. */

#include "base/buf.h"
#include "base/map.h"
#include "imports/imports.h"
#include "workspace/paths.h"

#include <cJSON.h>

/** A file that decides what imports mean is not larger. */
#define SX_IMPORTS_MAX_SETTINGS_BYTES ((size_t)64 << 20)

struct sx_imports {
  bool is_omitting; /* places that were looked at */
  sx_call *call;
  sx_arena *arena;
  sx_map places;            /* path -> sx_imports_place */
  sx_map settings;          /* path -> cJSON of it, or NULL */
  sx_map texts;             /* path -> sx_str of it */
  SX_ARRAY(cJSON *) owned;  /* to be deleted */
  sx_map options;           /* folder -> sx_script_options that apply there */
  sx_map projects;          /* tsconfig.json -> the files that it names */
  sx_map project_folders;   /* folder -> the tsconfig.json there, and what that refers to */
  sx_map commands;          /* folder -> the commands of C that apply there */
  void *command_words;      /* room for those of one command at a time; NULL before the first */
  sx_strs compilers;        /* folders of the headers of C that every compiler has */
  sx_map roots;             /* folder -> where modules of Python are */
  sx_map packages;          /* folder -> where packages of Java are */
  sx_map owned_paths;       /* path -> its one name for the editor */
  sx_map suffixes;          /* end of a path -> the files that were found */
  sx_import_target *target; /* that is being filled */
};

typedef enum sx_imports_place { SX_PLACE_NONE, SX_PLACE_FILE, SX_PLACE_FOLDER } sx_imports_place;

/* Without memory these find nothing; the arena then has the status, which is checked at the end. */

/** Whether a file is there that is not hidden. A miss is one of the places looked at. */
bool sx_imports__is_file(sx_imports *imports, sx_str path);
bool sx_imports__is_folder(sx_imports *imports, sx_str path);
/** `rest` below `folder`, or alone where it is absolute, without `.` and `..`. */
sx_str sx_imports__join(sx_imports *imports, sx_str folder, sx_str rest);
/** The text of a file; empty where there is none. */
sx_str sx_imports__text(sx_imports *imports, sx_str path);
/** The same as JSON, in which comments and last commas are allowed; NULL where there is none. */
const cJSON *sx_imports__json(sx_imports *imports, sx_str path);
/** A string of an object, borrowed; empty where it is none. */
sx_str sx_imports__member(const cJSON *object, const char *name);

/**
 * Adds a file that was found, by the one name that the editor has for it. One outside of the
 * workspace or in a library is external, and `package` what it belongs to.
 */
void sx_imports__found(sx_imports *imports, sx_str path, sx_str package);
void sx_imports__external(sx_imports *imports, sx_str name, bool is_standard);
/** Whether it is a file of the workspace, and of no library in it. */
bool sx_imports__is_own(const sx_imports *imports, sx_str path);

/** The folder of a path, or the one above a folder, without a slash at its end; empty: none. */
sx_str sx_imports__folder(sx_str path);
/** The names in a folder, sorted; none where there is no such folder. */
void sx_imports__list(sx_strs *out, sx_imports *imports, sx_str folder);

/**
 * Files of the workspace whose paths end with `/` and `suffix`, or that are in a folder whose path
 * ends so where `suffix` ends with a slash: at most `max`.
 */
sx_status sx_imports__by_suffix(sx_strs *out, sx_imports *imports, sx_str suffix, size_t max,
                                sx_err *err) SX_MUST_USE;

/** The name of the module of Go whose top folder a file is in; empty: it is below one. */
sx_str sx_imports__go_top(sx_imports *imports, sx_str file);

/* Each language. They leave `target->outcome` MISSING where they find nothing. */
typedef sx_status (*sx_imports_resolver)(sx_imports *imports, sx_str file,
                                         const sx_import_line *line, sx_err *err);
sx_status sx_imports__resolve_script(sx_imports *imports, sx_str file, const sx_import_line *line,
                                     sx_err *err) SX_MUST_USE;
sx_status sx_imports__resolve_python(sx_imports *imports, sx_str file, const sx_import_line *line,
                                     sx_err *err) SX_MUST_USE;
sx_status sx_imports__resolve_c(sx_imports *imports, sx_str file, const sx_import_line *line,
                                sx_err *err) SX_MUST_USE;
sx_status sx_imports__resolve_go(sx_imports *imports, sx_str file, const sx_import_line *line,
                                 sx_err *err) SX_MUST_USE;
sx_status sx_imports__resolve_rust(sx_imports *imports, sx_str file, const sx_import_line *line,
                                   sx_err *err) SX_MUST_USE;
sx_status sx_imports__resolve_java(sx_imports *imports, sx_str file, const sx_import_line *line,
                                   sx_err *err) SX_MUST_USE;

#endif
