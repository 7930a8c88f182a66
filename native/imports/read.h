#ifndef SX_IMPORTS_READ_H
#define SX_IMPORTS_READ_H

#include "base/array.h"
#include "text/language.h"

#include <stdint.h>

/** How files of a language name each other. */
typedef enum sx_import_family {
  SX_IMPORTS_NONE, /* not known */
  SX_IMPORTS_SCRIPT,
  SX_IMPORTS_PYTHON,
  SX_IMPORTS_C,
  SX_IMPORTS_GO,
  SX_IMPORTS_RUST,
  SX_IMPORTS_JAVA,
} sx_import_family;

typedef enum sx_import_kind {
  SX_IMPORT_PLAIN,
  SX_IMPORT_TYPE,     /* import type {…}: nothing at run time */
  SX_IMPORT_EXPORT,   /* export … from */
  SX_IMPORT_REQUIRE,  /* require("x") */
  SX_IMPORT_DYNAMIC,  /* import("x") */
  SX_IMPORT_MEMBER,   /* the last part may be a name in the module: from a import b, static a.B.c */
  SX_IMPORT_QUOTED,   /* #include "x" */
  SX_IMPORT_ANGLE,    /* #include <x> */
  SX_IMPORT_MOD,      /* Rust's mod x; */
  SX_IMPORT_MOD_PATH, /* the same with #[path = "x"] */
  SX_IMPORT_KINDS
} sx_import_kind;

/** "import", "type", "export", "require", "dynamic", "from", "include", "module". Static. */
const char *sx_import_kind_name(sx_import_kind kind);

/**
 * One import as it is written, but lists are taken apart:
 *
 *   from .a import (b, c)        `.a.b` and `.a.c`, MEMBER
 *   from .a import *             `.a`
 *   use a::{self, b as x}        `a` and `a::b`; inside of `mod m {…}` as from the file's top
 *   import a.b.*;                `a.b.*`
 */
typedef struct sx_import_line {
  sx_str specifier;
  sx_import_kind kind;
  uint32_t line; /* 1-based */
  bool is_all;   /* the file exports all names of the module: `from a import *`, `export *`, and
                    `pub use a::*` at the top of a file */
} sx_import_line;

typedef SX_ARRAY(sx_import_line) sx_import_lines;

sx_import_family sx_import_family_of(const sx_language *language);

/**
 * Adds the imports of a text, in their order. Those in comments and strings are none; nor are those
 * whose module is not a literal.
 *
 * Memory  in `arena`.
 * Errors  NOMEM.
 * Cost    One pass of text/lexer.
 */
sx_status sx_imports_read(sx_import_lines *out, sx_str text, const sx_language *language,
                          sx_arena *arena, sx_err *err) SX_MUST_USE;

#endif
