#ifndef SX_IMPORTS_SCRIPT_PARTS_H
#define SX_IMPORTS_SCRIPT_PARTS_H

/* Shared by script*.c: modules as TypeScript finds them. */

#include "imports/imports_parts.h"

typedef enum sx_script_mode {
  SX_SCRIPT_BUNDLER, /* also where there are no settings */
  SX_SCRIPT_NODE10,  /* without `exports` of packages */
  SX_SCRIPT_NODE16,  /* in a module no extension is added */
} sx_script_mode;

/** A list of paths or patterns, and the folder of the file that has it. Borrowed from its JSON. */
typedef struct sx_script_list {
  const cJSON *items; /* NULL: none is given */
  sx_str folder;
} sx_script_list;

/** The settings of tsconfig.json that count here. Borrowed from its JSON. */
typedef struct sx_script_options {
  sx_script_mode mode;
  sx_str base_url; /* absolute; or empty */
  const cJSON *paths;
  sx_str paths_folder;
  const cJSON *root_dirs;
  sx_str root_folder;
  const cJSON *conditions;
  sx_str top_folder; /* without a slash at its end */
  sx_script_list files, include, exclude;
  bool takes_scripts; /* JavaScript, too */
  bool is_unread;     /* one of the files is damaged or too big: what it has is not known */
} sx_script_options;

enum { SX_SCRIPT_TS = 1, SX_SCRIPT_DTS = 2, SX_SCRIPT_JS = 4, SX_SCRIPT_JSON = 8 };

typedef struct sx_script_lookup {
  sx_imports *imports;
  const sx_script_options *options;
  unsigned wanted; /* kinds of files, of those above */
  bool is_module;  /* an `import`, not a `require`, by what the file is */
  bool is_strict;  /* files have the extension that is written, and folders no index */
} sx_script_lookup;

/** The settings for the files of a folder. Never NULL but without memory. */
const sx_script_options *sx_script__options(sx_imports *imports, sx_str file);

/**
 * The next settings file in a folder, which ends with a slash: tsconfig.json, then jsconfig.json.
 * `*next` begins as 0.
 */
bool sx_script__next_config(sx_imports *imports, sx_str folder, size_t *next, sx_str *out);
/** The settings of one tsconfig.json or jsconfig.json. NULL without memory. */
const sx_script_options *sx_script__config(sx_imports *imports, sx_str path);
/** The tsconfig.json that a reference or an `extends` names by its path. */
bool sx_script__find_config(sx_imports *imports, sx_str path, sx_str *out);
/** Adds those that the file `from` refers to and that are not in the list. False without memory. */
bool sx_script__add_references(sx_strs *out, sx_imports *imports, sx_str from);
/** A path of settings in `folder`, absolute; it may begin with `${configDir}`. */
sx_str sx_script__below(sx_imports *imports, const sx_script_options *options, sx_str folder,
                        sx_str path);

/** `./x.js` as x.ts; false where there is no file. `candidate` is absolute. */
bool sx_script__load_written(sx_script_lookup *lookup, sx_str candidate, sx_str *out);
/** The same, and `./x` as x.ts, and folders by their package.json or index. */
bool sx_script__load(sx_script_lookup *lookup, sx_str candidate, bool is_folder, sx_str *out);

/** Whether `name` fits a pattern with at most one `*`; what that stands for, borrowed. */
bool sx_script__fits(sx_str pattern, sx_str name, sx_str *star);

/** The member of an object of patterns that fits best: the same name, or the longest start. */
const cJSON *sx_script__find_pattern(const cJSON *object, sx_str name, sx_str *star);

/** The nearest folder from that of `file` on upward that has a package.json; empty: none. */
sx_str sx_script__package_of(sx_imports *imports, sx_str file);
/** Its package.json. */
const cJSON *sx_script__package_json(sx_imports *imports, sx_str folder);

/**
 * The file that a package exports under a name ("." or "./x"), by its package.json.
 */
bool sx_script__load_export(sx_script_lookup *lookup, sx_str folder, const cJSON *exports,
                            sx_str name, sx_str *out);
/**
 * The file or the package (`*again`, else empty) that `#x` stands for in the package that `file` is
 * in.
 */
bool sx_script__load_import(sx_script_lookup *lookup, sx_str file, sx_str name, sx_str *out,
                            sx_str *again);
/** The file that a whole package or a path in it means. */
bool sx_script__load_package(sx_script_lookup *lookup, sx_str folder, sx_str rest, sx_str *out);

/** `node_modules/NAME` of the nearest folder that has it, or its types alone; empty: none has. */
sx_str sx_script__find_installed(sx_imports *imports, sx_str file, sx_str name, bool *is_types);

enum { SX_SCRIPT_DEPENDENCY_LISTS = 4 };
/** The members of package.json that name other packages. */
extern const char *const sx_script__dependency_lists[SX_SCRIPT_DEPENDENCY_LISTS];

/** `@a/b/c` -> `@a/b`, and `*rest`: `c`. */
sx_str sx_script__package_name(sx_str specifier, sx_str *rest);

/** Whether Node has a module of this name itself. */
bool sx_script__is_builtin(sx_str specifier);

#endif
