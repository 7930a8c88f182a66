#ifndef SX_IMPORTS_IMPORTS_H
#define SX_IMPORTS_IMPORTS_H

#include "imports/read.h"
#include "workspace/call.h"

/**
 * Which files an import means, as its language finds them: no server is asked and no program runs.
 * The settings (tsconfig.json, package.json, go.mod, Cargo.toml, compile_commands.json, …) are
 * read from the disk when they are needed, also above the folders of the workspace and in
 * libraries, and kept for this call. Files that are hidden from agents are as if they were not
 * there.
 */
typedef struct sx_imports sx_imports;

typedef enum sx_import_outcome {
  SX_IMPORT_FOUND,    /* files of the workspace */
  SX_IMPORT_EXTERNAL, /* a package, or of the standard library */
  SX_IMPORT_MISSING,
} sx_import_outcome;

typedef struct sx_import_target {
  sx_import_outcome outcome;
  sx_strs files;    /* FOUND: as the editor names them. EXTERNAL: where it is, if that is known */
  sx_str name;      /* EXTERNAL: of the package or module */
  bool is_standard; /* EXTERNAL: of the language's own library */
  bool is_absent;   /* EXTERNAL: neither installed nor, in Go and Rust, declared */
  bool is_by_name;  /* FOUND: guessed by its name; no setting says that it is meant */
  sx_strs looked;   /* MISSING: paths where nothing is */
} sx_import_target;

/** NULL without memory. In the call's arena, which must outlive it; sx_imports_free at the end. */
sx_imports *sx_imports_new(sx_call *call);
/** Targets from now on have no `looked`: that takes most of the memory. */
void sx_imports_omit_places(sx_imports *imports, bool is_omitted);
void sx_imports_free(sx_imports *imports); /* NULL is allowed */

/**
 * Finds what `line`, which stands in `file`, means.
 *
 * Memory  in the call's arena.
 * Errors  CANCELLED, CLOSED, DEADLINE, NOMEM.
 */
sx_status sx_imports_resolve(sx_import_target *out, sx_imports *imports, sx_str file,
                             const sx_import_line *line, sx_err *err) SX_MUST_USE;

/** JavaScript: whether Node takes a file for a module with import and export, by its name and by
 * package.json. It need not be there. */
bool sx_imports_is_module(sx_imports *imports, sx_str file);
/** JavaScript: whether a package that can be published names the file to those that use it. */
bool sx_imports_is_entry(sx_imports *imports, sx_str file);

/*
 * Projects of TypeScript and JavaScript. Those that may name a file are the tsconfig.json and
 * jsconfig.json in its folder and above it, and those that such a file refers to.
 *
 * Without memory these are false or empty; the arena then has the status.
 */

/**
 * The settings file of the nearest one that names the file by `files`, `include` and `exclude`;
 * empty: none does. A file that is only imported by others is not named.
 */
sx_str sx_imports_project_of(sx_imports *imports, sx_str file);
/**
 * Whether files of the project with that settings file may use what `target`, of another project,
 * declares: they are of one package, or it depends on that of `target`, itself or by other packages
 * of the workspace, or `references` or `paths` lead there.
 */
bool sx_imports_may_use(sx_imports *imports, sx_str project, sx_str target);
/** Whether the text of a file has the name of the package of `target`, or a path out of its own. */
bool sx_imports_names_package(sx_imports *imports, sx_str file, sx_str text, sx_str target);
/** Whether there is one at all; for JavaScript one that takes that. */
bool sx_imports_has_project(sx_imports *imports, sx_str file);
/** The folder of the nearest one above the file, with a slash; empty: there is none. */
sx_str sx_imports_project_folder(sx_imports *imports, sx_str file);

/**
 * TypeScript and JavaScript: whether no project names the file, and the settings nearest to it say
 * where imports are found (`paths`, `baseUrl`, `rootDirs`). A server takes such a file on without
 * these settings.
 */
bool sx_imports_lacks_paths(sx_imports *imports, sx_str file);

/** Go: the folder and the name of the module that a file is in, by the nearest go.mod above it.
 * False where there is none. */
bool sx_imports_go_module(sx_imports *imports, sx_str file, sx_str *folder, sx_str *name);

/** Whether Cargo.toml in the folder is that of Rust's crate of this name. */
bool sx_imports_is_crate(sx_imports *imports, sx_str folder, sx_str name);

#endif
