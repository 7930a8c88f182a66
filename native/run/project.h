#ifndef SX_RUN_PROJECT_H
#define SX_RUN_PROJECT_H

#include "os/file_write.h"
#include "workspace/call.h"

/**
 * A folder of the workspace as programs find it: what is in it, on the disk, and in the folders
 * above it. Everything lives in the call's arena, and every function blocks.
 */

/** The parts of a package.json that decide how its tests and linters run. */
typedef struct sx_package {
  bool is_there;
  sx_strs script_names, scripts; /* pairs: `test`, `vitest run` */
  sx_strs dependencies;          /* names, of every kind of dependency */
  sx_strs keys;                  /* names at the top: `jest`, `mocha` */
} sx_package;

typedef struct sx_project {
  sx_call *call;
  sx_str folder; /* absolute, without a slash at its end */
  sx_str top;    /* the workspace folder that it is in, or `folder` */
  sx_dir_list entries;
  sx_package package;
} sx_project;

/** Errors: CANCELLED, NOMEM. A folder that cannot be read is an empty one. */
sx_status sx_project_open(sx_project *out, sx_call *call, sx_str folder, sx_err *err) SX_MUST_USE;

/** Whether the folder itself has a file or folder of this name. */
bool sx_project_has(const sx_project *project, const char *name);
/** A file whose name ends or begins so. */
bool sx_project_has_ending(const sx_project *project, const char *ending);
bool sx_project_has_beginning(const sx_project *project, const char *beginning);
/** Whether there is something at a path below the folder: `tests/conftest.py`. */
bool sx_project_has_path(const sx_project *project, const char *path);
/** The text of a small file below it; empty where there is none. */
sx_str sx_project_read(const sx_project *project, const char *path);
/** Whether that file has the text. */
bool sx_project_says(const sx_project *project, const char *path, const char *text);

/** `path` below the folder, or below the nearest one above it that has it; empty: none does. */
sx_str sx_project_find_up(const sx_project *project, const char *path);
/** The same in no folder above the workspace folder. */
sx_str sx_project_find_inside(const sx_project *project, const char *path);

/** Whether package.json names the dependency, or has the key at its top. */
bool sx_package_needs(const sx_package *package, const char *dependency);
bool sx_package_has_key(const sx_package *package, const char *key);

/** `folder`/`name`, in the call's arena. */
sx_str sx_project_path(const sx_project *project, sx_str name);
/** `path` as it is written from the folder: `.` for the folder itself; others stay as they are. */
sx_str sx_project_relative(const sx_project *project, sx_str path);

#endif
