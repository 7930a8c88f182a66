#ifndef SX_IMPORTS_C_COMMANDS_H
#define SX_IMPORTS_C_COMMANDS_H

#include "imports/imports_parts.h"

/** Where a compiler looks for headers. Absolute folders, in its order. */
typedef struct sx_c_paths {
  sx_strs quoted; /* -iquote: only for #include "x" */
  sx_strs all;    /* -I, then -isystem, then -idirafter */
} sx_c_paths;

/**
 * The folders for a file by compile_commands.json, compile_flags.txt or .clangd in a folder above
 * it or in the folder `build` of one. A file without a command of its own, as a header, has those
 * of all commands. Empty where there is none; NULL without memory.
 */
const sx_c_paths *sx_c_commands_find(sx_imports *imports, sx_str file);

#endif
