#ifndef SX_REFACTOR_SIGNATURE_H
#define SX_REFACTOR_SIGNATURE_H

#include "flow/names.h"
#include "refactor/parameters.h"
#include "refactor/refactoring.h"
#include "refactor/text_edits.h"
#include "semantic/references.h"

/*
 * A change of a function's signature: what is wanted (signature_plan), where the function is
 * declared and used (signature_uses), and the new text of each list (signature_calls,
 * signature_declare, signature_body, signature_docs).
 */

/** A parameter as it will be. */
typedef struct sx_new_parameter {
  size_t from;     /* which of the old ones it was; SX_STR_NONE: it is new */
  sx_parameter as; /* of a kept one: with what stays as it is */
  bool is_renamed, is_retyped, has_new_value;
  sx_str for_calls; /* what calls that do not give it will give; empty: nothing */
} sx_new_parameter;

typedef SX_ARRAY(sx_new_parameter) sx_new_parameters;

/** How a parameter takes arguments by its place among Python's separators. */
typedef enum sx_parameter_mode {
  SX_MODE_ANY,
  SX_MODE_POSITION, /* before `/`; everything in other languages */
  SX_MODE_KEYWORD   /* after `*` or `*args` */
} sx_parameter_mode;

/** A list of a file that will be rewritten. */
typedef enum sx_signature_site_kind { SX_SITE_DECLARATION, SX_SITE_CALL } sx_signature_site_kind;

typedef struct sx_signature_site {
  sx_signature_site_kind kind;
  uint32_t name;  /* node */
  uint32_t where; /* the function or the call */
  uint32_t start; /* of its list: the inner ones are written first */
  sx_parameters parameters;
  sx_arguments arguments;
  bool has_receiver; /* a call that gives it in its list: `Till.pay(till, 1)` */
} sx_signature_site;

typedef struct sx_signature_file {
  const sx_document *document;
  sx_nodes nodes;
  bool has_names;
  sx_names names;
  sx_text_edits edits;
  SX_ARRAY(sx_signature_site) sites;
  SX_ARRAY(uint32_t) renamed; /* offsets of the function's name where it is used */
} sx_signature_file;

typedef struct sx_signature {
  sx_refactoring *r;
  sx_call *call;
  sx_target target;
  sx_signature_family family;
  bool is_typed;   /* TypeScript, against JavaScript */
  bool is_member;  /* of a class: others may override it */
  bool is_partial; /* calls that cannot be rewritten are left, and listed */
  bool is_inlined; /* its code goes to its calls, which alone are asked for: nothing is written */
  sx_str name, new_name,
      return_type; /* new_name: `name` where it stays; return_type may be empty */
  sx_parameters old;
  sx_new_parameters items; /* without the receiver */
  size_t receiver_count;   /* 0, 1 */
  bool is_shape_same;      /* calls are the same for any caller: only names and types change */
  bool is_grown;           /* … or there are further ones after that may be left out */
  SX_ARRAY(sx_signature_file) files;
  sx_places relatives; /* Python: overrides, and what is overridden */
  sx_strs classes;     /* their classes' names */
  bool has_instance;   /* Python: a method whose receiver is an object, not a class */
  size_t calls_updated, calls_left;
  size_t calls_fitting; /* that need no other text */
} sx_signature;

/** Which parameters of the old list, without the receiver, are kept at their place: see
 * `is_shape_same`. */
sx_parameter_mode sx_signature_mode(const sx_signature *change, bool is_new, size_t index);
/** The old parameter without counting the receiver. */
const sx_parameter *sx_signature_old(const sx_signature *change, size_t index);
size_t sx_signature_old_count(const sx_signature *change);
/** Which new one an old one became; SX_STR_NONE: it is removed. */
size_t sx_signature_new_of(const sx_signature *change, size_t old);

/**
 * Reads `new_params`, `new_name`, `return_type` and `partial` for the function whose `old` list is
 * there. INVALID_ARGUMENT with what to do; REFUSED; NOMEM.
 */
sx_status sx_signature_plan(sx_signature *change, const sx_document *document, const cJSON *args,
                            sx_err *err) SX_MUST_USE;

/** A file of the change, read when it is first asked for. Errors of sx_nodes_read. */
sx_status sx_signature_file_at(sx_signature *change, sx_str path, size_t *out,
                               sx_err *err) SX_MUST_USE;
/** The names of a file. */
sx_status sx_signature_names(sx_signature *change, sx_signature_file *file,
                             sx_err *err) SX_MUST_USE;

/** Finds where the function is declared and used, as sites. REFUSED with the place. */
sx_status sx_signature_find_uses(sx_signature *change, sx_err *err) SX_MUST_USE;

/** Writes a call's list. REFUSED with the reason alone. */
sx_status sx_signature_write_call(sx_signature *change, sx_signature_file *file,
                                  const sx_signature_site *site, sx_err *err) SX_MUST_USE;

/** Whether it is declared alike everywhere, and called by nothing but the calls that the text
 * shows. REFUSED with the place. */
sx_status sx_signature_check_declaration(const sx_signature *change, const sx_signature_file *file,
                                         const sx_signature_site *site, sx_err *err) SX_MUST_USE;
/** Writes a declaration's list, its result and its names in the body. REFUSED with the place. */
sx_status sx_signature_write_declaration(sx_signature *change, sx_signature_file *file,
                                         const sx_signature_site *site, sx_err *err) SX_MUST_USE;
/** Strings that are its name: changes those of `__all__`, and refuses those of getattr. */
sx_status sx_signature_write_strings(sx_signature *change, sx_signature_file *file,
                                     sx_err *err) SX_MUST_USE;
/** Gives it its new name in a file. REFUSED where the file has that name already. */
sx_status sx_signature_write_name(sx_signature *change, sx_signature_file *file,
                                  sx_err *err) SX_MUST_USE;
/** Uses of its parameters in the body: renames them, and refuses where one is removed. */
sx_status sx_signature_write_body(sx_signature *change, sx_signature_file *file,
                                  const sx_signature_site *site, sx_err *err) SX_MUST_USE;
/**
 * All of it: what change_signature does between its beginning and its end. `before` and `after`:
 * the signatures, in the call's arena.
 */
sx_status sx_signature_change(sx_signature *change, const cJSON *args, sx_str *before,
                              sx_str *after, sx_err *err) SX_MUST_USE;
/**
 * For inline_function: reads the function that the target names, and finds all its calls as sites,
 * the calls of others that share its name and class included. REFUSED where something else uses it.
 */
sx_status sx_signature_find_calls(sx_signature *change, sx_err *err) SX_MUST_USE;
/** The comment that describes its parameters. NOMEM. */
sx_status sx_signature_write_docs(sx_signature *change, sx_signature_file *file,
                                  const sx_signature_site *site, sx_err *err) SX_MUST_USE;

#endif
