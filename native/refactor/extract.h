#ifndef SX_REFACTOR_EXTRACT_H
#define SX_REFACTOR_EXTRACT_H

#include "flow/control.h"
#include "refactor/refactoring.h"
#include "refactor/text_edits.h"

/*
 * Extracting: statements become the body of a new function, an expression its result or a
 * variable's value. From the selection to the new text:
 *
 *   extract_select   which statements or which expression is meant
 *   extract_flow     what goes in and comes out, by what is read and written
 *   extract_exits    what leaves the selection, or means something else elsewhere: refused
 *   extract_place    where the new function goes
 *   extract_python, extract_script …  how the language writes it
 *   extract_variable …  all of this for a variable
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
  bool is_shared;  /* C, Go: a parameter that is a pointer to it */
  sx_str type;     /* TypeScript, Go; or empty */
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

typedef enum sx_extract_style {
  SX_EXTRACT_PYTHON,
  SX_EXTRACT_SCRIPT,
  SX_EXTRACT_C,
  SX_EXTRACT_GO
} sx_extract_style;

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
  SX_ARRAY(uint32_t) dropped;       /* C, Go: declarations that go away */
  sx_text_edits edits;              /* C, Go: of the part, in the new function */
  sx_str *types;                    /* Go: of each binding; or empty */
  SX_ARRAY(sx_extract_part) others; /* VARIABLE: the same code, which may have another value */
} sx_extraction;

/** Plans the change in `x->r->change`. `document`, `request` are set. REFUSED, UNSUPPORTED, … */
sx_status sx_extract_plan(sx_extraction *x, sx_err *err) SX_MUST_USE;

/** The same of a variable. */
sx_status sx_extract_variable_plan(sx_extraction *x, sx_err *err) SX_MUST_USE;

/** The same of a language that is left to its server, from the request to the answer. */
sx_status sx_extract_by_server(sx_extraction *x, sx_answer *answer, sx_err *err) SX_MUST_USE;

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
/** Drops declarations of scripts that only the selection has used. NOMEM. */
sx_status sx_extract_script_finish(sx_extraction *x, sx_err *err) SX_MUST_USE;
void sx_extract_script_function(const sx_extraction *x, sx_buf *out);
void sx_extract_script_call(const sx_extraction *x, const sx_extract_part *part, sx_buf *out);

/* ---- C --------------------------------------------------------------------------------------- */

/** How a declarator writes its variable: `specifiers before name after`. */
typedef struct sx_extract_declared {
  sx_str specifiers, before, after;
  bool is_array, is_register, is_plain; /* plain: it can be a function's result */
} sx_extract_declared;

/** Takes back what the names say of macros whose text shows that it does not happen. */
void sx_extract_c_read(sx_extraction *x);
/**
 * Whether a macro that is given a variable's name may write that variable or take its address, by
 * the list of its parameters and its text. `index` is that of the argument.
 */
bool sx_extract_c_may_write(sx_str parameters, sx_str text, size_t index);
/** Refuses what a new function of C cannot have, or would do in another way. */
sx_status sx_extract_c_check(sx_extraction *x, const sx_extract_part *part,
                             sx_err *err) SX_MUST_USE;
/** Whether a variable's declaration can be written as a parameter. */
bool sx_extract_c_declared(const sx_extraction *x, uint32_t binding, sx_extract_declared *out);
/** Whether only its address can be given: what it names is then the same everywhere. */
bool sx_extract_c_is_shared(const sx_extraction *x, uint32_t binding);
/** Makes all results but one parameters, and looks at the types. */
sx_status sx_extract_c_settle(sx_extraction *x, sx_extract_part *part, sx_err *err) SX_MUST_USE;
sx_status sx_extract_c_finish(sx_extraction *x, sx_err *err) SX_MUST_USE;
sx_status sx_extract_c_check_macros(sx_extraction *x, sx_err *err) SX_MUST_USE;
/** Whether it needs the same declarations. */
bool sx_extract_c_is_same(const sx_extraction *x, const sx_extract_part *other);
void sx_extract_c_function(const sx_extraction *x, sx_buf *out);
void sx_extract_c_call(const sx_extraction *x, const sx_extract_part *part, sx_buf *out);
/** C, Go: refuses two variables of one name, an outer and an inner one, that would share a scope.
 */
sx_status sx_extract_check_twins(const sx_extraction *x, const sx_extract_part *part,
                                 const sx_name *name, sx_err *err) SX_MUST_USE;
/** C, Go: whether nothing comes after the part in the function, so that it may be what ends it. */
bool sx_extract_is_tail(const sx_extraction *x, const sx_extract_part *part);
/**
 * C, Go: takes the declaration of a variable away that nothing but the part uses, if it stands on a
 * line of its own and does nothing else. `*out`: whether it does.
 */
sx_status sx_extract_drop_declaration(sx_extraction *x, const sx_extract_part *part,
                                      uint32_t binding, bool *out, sx_err *err) SX_MUST_USE;
/** C, Go: finds the edits for what is shared. */
sx_status sx_extract_find_edits(sx_extraction *x, sx_err *err) SX_MUST_USE;

/* ---- Go -------------------------------------------------------------------------------------- */

/** Learns the types of the variables, and what is written by that. */
sx_status sx_extract_go_read(sx_extraction *x, sx_err *err) SX_MUST_USE;
sx_status sx_extract_go_check(sx_extraction *x, const sx_extract_part *part,
                              sx_err *err) SX_MUST_USE;
/** The type of a result of a function, and how many it has; or empty. */
sx_str sx_extract_go_result(const sx_extraction *x, uint32_t function, size_t index, size_t *count);
/** Whether an expression compares or combines truth values. */
bool sx_extract_go_is_truth(const sx_nodes *nodes, uint32_t node);
/** Whether the file declares a type of its own that is a bool, which truth values may have. */
bool sx_extract_go_has_truths(const sx_nodes *nodes);
/** The type of an expression, or of one of the values of a call, as the text says it; or empty. */
sx_str sx_extract_go_infer(const sx_extraction *x, uint32_t node, size_t index);
sx_str sx_extract_go_declared(const sx_extraction *x, uint32_t binding, bool *is_said);
/** Whether a type can be written at the new place. */
bool sx_extract_go_is_usable(const sx_extraction *x, sx_str type);
bool sx_extract_go_is_vague(const sx_extraction *x, uint32_t binding);
bool sx_extract_go_is_shared(const sx_extraction *x, uint32_t binding);
sx_status sx_extract_go_settle(sx_extraction *x, sx_extract_part *part, sx_err *err) SX_MUST_USE;
sx_status sx_extract_go_finish(sx_extraction *x, sx_err *err) SX_MUST_USE;
bool sx_extract_go_is_same(const sx_extraction *x, const sx_extract_part *other);
void sx_extract_go_function(const sx_extraction *x, sx_buf *out);
void sx_extract_go_call(const sx_extraction *x, const sx_extract_part *part, sx_buf *out);

#endif
