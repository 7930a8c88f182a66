#ifndef SX_REFACTOR_EXTRACT_H
#define SX_REFACTOR_EXTRACT_H

#include "flow/control.h"
#include "refactor/refactoring.h"

/*
 * Extracting: statements become the body of a new function, an expression its result or a
 * variable's value. From the selection to the new text:
 *
 *   extract_select   which statements or which expression is meant
 *   extract_flow     what goes in and comes out, by what is read and written
 *   extract_exits    what leaves the selection, or means something else elsewhere: refused
 *   extract_place    where the new function goes
 *   extract_python, extract_script …  how the language writes it
 */

typedef enum sx_extract_kind {
  SX_EXTRACT_ANY, /* a method where the receiver is used, else a function */
  SX_EXTRACT_FUNCTION,
  SX_EXTRACT_METHOD,
  SX_EXTRACT_VARIABLE
} sx_extract_kind;

typedef struct sx_extract_request {
  sx_str name;
  uint32_t start_line, end_line;     /* 1-based, both included */
  uint32_t start_column, end_column; /* 1-based, UTF-16 units, the end excluded; 0: whole lines */
  uint32_t target_line;              /* 1-based; 0: beside what the selection is in */
  sx_extract_kind kind;
  bool replaces_duplicates;
} sx_extract_request;

/** A variable that goes in or comes out. */
typedef struct sx_extract_value {
  uint32_t binding;
  uint32_t node; /* where the selection uses it first */
  bool is_parameter, is_result;
  bool is_new;     /* the selection declares it */
  bool is_local;   /* it is declared around, and only written here: the new function has its own */
  bool is_changed; /* it is written elsewhere, too */
  sx_str type;     /* TypeScript; or empty */
} sx_extract_value;

/** Statements of one list, or an expression, and what they need. */
typedef struct sx_extract_part {
  uint32_t start, end;
  uint32_t first, last; /* nodes: statements beside each other; the expression */
  uint32_t function;    /* the function, method, lambda around; NONE */
  SX_ARRAY(sx_extract_value) values;
  uint32_t receiver; /* a node that uses this, self, super; NONE */
  bool needs_class;  /* uses what is only seen in the class: super, private names */
  bool is_expression;
  bool is_returning; /* the call's value is returned in place of the statements */
  bool has_value;    /* … and is one */
  bool is_async;
} sx_extract_part;

typedef enum sx_extract_style { SX_EXTRACT_PYTHON, SX_EXTRACT_SCRIPT } sx_extract_style;

typedef struct sx_extraction {
  sx_refactoring *r;
  sx_call *call;
  const sx_document *document;
  sx_extract_request request;
  sx_extract_style style;
  bool is_typed; /* TypeScript */
  sx_nodes nodes;
  sx_names names;
  sx_control control;
  sx_extract_part part;
  bool is_snapped;
  bool is_method; /* as it is done */
  uint32_t owner; /* METHOD: the method around */
  uint32_t place; /* the statement of the file, or member of the class, beside which it is put */
  size_t at;      /* where its text is put */
  bool is_below;  /* … below something, and not above it */
  sx_str generics, result_type; /* TypeScript; or empty */
  SX_ARRAY(sx_extract_part) duplicates;
} sx_extraction;

/** Plans the change in `x->r->change`. `document`, `request` are set. REFUSED, UNSUPPORTED, … */
sx_status sx_extract_plan(sx_extraction *x, sx_err *err) SX_MUST_USE;

/* The steps; each refuses what it finds. */
sx_status sx_extract_select(sx_extraction *x, sx_err *err) SX_MUST_USE;
sx_status sx_extract_check_exits(sx_extraction *x, sx_extract_part *part, sx_err *err) SX_MUST_USE;
sx_status sx_extract_find_values(sx_extraction *x, sx_extract_part *part, sx_err *err) SX_MUST_USE;
sx_status sx_extract_find_place(sx_extraction *x, sx_err *err) SX_MUST_USE;
/** TypeScript: that no type gets lost. */
sx_status sx_extract_check_narrowing(sx_extraction *x, sx_err *err) SX_MUST_USE;
sx_status sx_extract_find_types(sx_extraction *x, sx_err *err) SX_MUST_USE;
sx_status sx_extract_check_name(sx_extraction *x, sx_err *err) SX_MUST_USE;
sx_status sx_extract_find_duplicates(sx_extraction *x, sx_err *err) SX_MUST_USE;
sx_status sx_extract_place_for_all(sx_extraction *x, sx_err *err) SX_MUST_USE;

/** Fails with REFUSED at a node. */
#define sx_extract_refuse(x, node, err, ...)                                                       \
  sx_refactoring_refuse((x)->r, (x)->document, sx_nodes_get(&(x)->nodes, (node))->start, (err),    \
                        __VA_ARGS__)

/* ---- text ------------------------------------------------------------------------------------ */

/** Whether a node lies in the part. */
bool sx_extract_has(const sx_extraction *x, const sx_extract_part *part, uint32_t node);
/** Whether an expression may stand there, and its value be taken. */
bool sx_extract_is_expression(const sx_extraction *x, uint32_t node);
/** A list of statements. */
bool sx_extract_is_list(const sx_extraction *x, uint32_t node);
/** The blanks that a line begins with. */
sx_str sx_extract_indent(const sx_extraction *x, uint32_t offset);
/** One step of indentation, as the file has it. */
sx_str sx_extract_unit(const sx_extraction *x);
/** The part's text, its lines indented by `indent` in place of what they had. */
void sx_extract_add_body(const sx_extraction *x, const sx_extract_part *part, sx_str indent,
                         sx_buf *out);
/** "a, b": the names of parameters or results. How many. */
size_t sx_extract_add_names(const sx_extraction *x, const sx_extract_part *part, bool results,
                            sx_buf *out);
size_t sx_extract_count(const sx_extract_part *part, bool results);

/** The new function; what stands in place of the part. */
void sx_extract_python_function(const sx_extraction *x, sx_buf *out);
void sx_extract_python_call(const sx_extraction *x, const sx_extract_part *part, sx_buf *out);
void sx_extract_script_function(const sx_extraction *x, sx_buf *out);
void sx_extract_script_call(const sx_extraction *x, const sx_extract_part *part, sx_buf *out);

#endif
