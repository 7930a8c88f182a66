#ifndef SX_REFACTOR_MOVE_COMMONJS_H
#define SX_REFACTOR_MOVE_COMMONJS_H

#include "flow/names.h"

/*
 * The exports of a module of CommonJS, as its text says them at the top.
 */

typedef enum sx_cjs_form {
  SX_CJS_MEMBER, /* exports.f = …, module.exports.f = … */
  SX_CJS_ENTRY,  /* module.exports = { f, g: h, k() {} } */
  SX_CJS_WHOLE   /* module.exports = f */
} sx_cjs_form;

typedef struct sx_cjs_export {
  sx_cjs_form form;
  sx_str name;        /* as others take it; WHOLE: empty */
  sx_str local;       /* the name at the top that it is; empty: a value of its own */
  uint32_t statement; /* directly in the file */
  uint32_t node;      /* the entry, or the assignment */
  uint32_t value;     /* what it is; ENTRY: NONE for a method */
  bool is_shared;     /* exports.a = exports.b = f */
} sx_cjs_export;

/** `exports.f` where it is read. */
typedef struct sx_cjs_read {
  sx_str name;
  uint32_t node;
} sx_cjs_read;

typedef struct sx_cjs_exports {
  SX_ARRAY(sx_cjs_export) items;
  SX_ARRAY(sx_cjs_read) reads;
  uint32_t object, object_statement; /* of `module.exports = {…}`; NONE */
  sx_str prefix;                     /* what members are set on: "exports"; or empty */
  uint32_t unknown; /* the first use of them from which it is not known what is exported; NONE */
  sx_strs added;    /* entries that the object gets */
} sx_cjs_exports;

/** Reads them. Memory in `arena`. NOMEM. */
sx_status sx_cjs_exports_find(sx_cjs_exports *out, const sx_names *names, sx_arena *arena,
                              sx_err *err) SX_MUST_USE;
/** Whether a text is a module of CommonJS: by its ending, or by what it uses. */
bool sx_cjs_is_module(const sx_names *names, sx_str path);
/** The first export that is this name of the top; NULL. */
const sx_cjs_export *sx_cjs_export_of(const sx_cjs_exports *exports, sx_str local);
/** The name that the key of an object or a pattern gives; false where it is computed or escaped. */
bool sx_cjs_key(const sx_nodes *nodes, uint32_t key, sx_str *out);
/** The one below an export that gives its name another value, or may do so: `...rest`; NULL. */
const sx_cjs_export *sx_cjs_replacement(const sx_cjs_exports *exports, const sx_nodes *nodes,
                                        const sx_cjs_export *one);
/** `module.exports = …`, but for an object in braces; NULL. */
const sx_cjs_export *sx_cjs_whole(const sx_cjs_exports *exports);
/** Whether a node is all that one of them is. */
bool sx_cjs_is_exported(const sx_cjs_exports *exports, uint32_t node);
/** Whether what a member stands on is `exports` or `module.exports`. */
bool sx_cjs_is_of_exports(const sx_names *names, uint32_t member);
/** The first `this` of the module itself among nodes, which is what it exports; NONE. */
uint32_t sx_cjs_own_this(const sx_nodes *nodes, uint32_t first, uint32_t end);
/** The string of a node that is `require("…")`; NONE. */
uint32_t sx_cjs_required(const sx_names *names, uint32_t call);

#endif
