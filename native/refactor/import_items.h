#ifndef SX_REFACTOR_IMPORT_ITEMS_H
#define SX_REFACTOR_IMPORT_ITEMS_H

#include "flow/nodes.h"

/*
 * The import statements of a text of Python, JavaScript or TypeScript with the places of their
 * parts, so that a name can be added, taken away or be taken from another module.
 */

typedef enum sx_import_form {
  SX_IMPORT_FROM,     /* from a import b; import b, { c } from "a"; import * as d from "a" */
  SX_IMPORT_MODULES,  /* import a.b, c as d */
  SX_IMPORT_REEXPORT, /* export { b } from "a"; export * from "a" */
  SX_IMPORT_REQUIRED, /* const { b } = require("a"); const d = require("a") */
  SX_IMPORT_BARE,     /* import "a" */
  SX_IMPORT_CALL      /* import("a"), require("a") elsewhere: what becomes of it is not known */
} sx_import_form;

/** One thing that a statement imports. */
typedef struct sx_import_item {
  uint32_t statement;  /* its index */
  uint32_t node;       /* `b as c`, `* as d`, the whole name */
  uint32_t start, end; /* of the node, with `type` before it */
  sx_str module;       /* as it is written, without quotes: ".a", "a.b", "./a" */
  sx_str name;  /* in the module: "b", "default", "*": all of them; empty: the module itself */
  sx_str local; /* what it is called here; `import a.b`: "a"; in a re-export: as others see it */
  bool has_alias, is_type;
  bool is_listed; /* one of a list in braces or of Python's: others stand beside it */
} sx_import_item;

typedef struct sx_import_statement {
  uint32_t node;  /* the whole statement */
  uint32_t block; /* the node that it is directly in: the first one of all, a function's body, … */
  sx_import_form form;
  sx_str module; /* MODULES: empty */
  uint32_t module_start, module_end;
  uint32_t first, count; /* its items, beside each other */
  bool is_type;          /* import type … */
} sx_import_statement;

typedef struct sx_import_items {
  SX_ARRAY(sx_import_statement) statements; /* by their start */
  SX_ARRAY(sx_import_item) items;           /* likewise */
} sx_import_items;

/**
 * Finds them, at all levels. `import x = require("a")` and forms of require() that are not listed
 * above are CALL. Other languages have none.
 *
 * Memory  in `arena`; strings are of the text.
 * Errors  NOMEM.
 */
sx_status sx_import_items_find(sx_import_items *out, const sx_nodes *nodes, sx_arena *arena,
                               sx_err *err) SX_MUST_USE;

#endif
