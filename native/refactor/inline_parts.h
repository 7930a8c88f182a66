#ifndef SX_REFACTOR_INLINE_PARTS_H
#define SX_REFACTOR_INLINE_PARTS_H

#include "flow/names.h"
#include "refactor/inline.h"
#include "refactor/refactoring.h"
#include "refactor/statement_room.h"
#include "refactor/text_edits.h"
#include "semantic/references.h"

/*
 * Inside of refactor/inline: what is inlined (`sx_inline_definition`), the texts that use it, and
 * what a use becomes. Nodes and names of a definition belong to `definition.in`; those of a use to
 * its own text.
 */

/** Kinds of nodes, as grammars name them, by blanks. */
typedef struct sx_inline_language {
  const char *grammars;
  const char *literals;  /* that are the same whenever they are evaluated */
  const char *operators; /* that do nothing but compute a value from what is in them */
  const char *reads;     /* the same, but what is read may change: members, subscripts */
  const char *groups;    /* closed by themselves: they need no parentheses anywhere */
  const char *open;      /* in which, as a whole item, any expression needs no parentheses */
  const char *loose;     /* that always get them, but in `open` ones whose items they may be */
  const char *deferred;  /* what is in them is evaluated later, or again and again */
  const char *inside;    /* parts of the others, which mean nothing by themselves */
  const char *functions;
  const char *blocks;  /* of statements */
  const char *end;     /* of a statement: ";" */
  const char *empty;   /* a statement that does nothing */
  const char *nothing; /* what a call without a result gives */
  bool is_typed;       /* C, Go: arguments and results are converted to types that are written */
  bool is_go;
} sx_inline_language;

/** One text of the change. */
typedef struct sx_inline_text {
  const sx_document *document;
  const sx_inline_language *language;
  sx_nodes nodes;
  sx_names names;
  sx_text_edits edits;               /* none within another */
  SX_ARRAY(sx_statement_room) rooms; /* that uses have opened */
  sx_strs added;   /* names that edits have added, each after the node that it is seen in */
  uint32_t import; /* the binding that imports what is inlined; FREE: none */
  sx_strs needs;   /* further names of the definition's file, to be imported beside it */
} sx_inline_text;

typedef struct sx_inline_parameter {
  sx_str name;
  uint32_t binding;
  uint32_t value;   /* its default; NONE */
  bool is_named;    /* Python: only by its name */
  bool is_placed;   /* Python: only by its place */
  bool is_optional; /* JavaScript: it may be left out, and is undefined then */
  bool is_receiver; /* `self`, `this`, Go's receiver: a call gives it before its list */
  sx_str type;      /* C, Go: as it is written; else empty */
  size_t uses;      /* in the code */
  bool is_written, is_captured, is_called;
} sx_inline_parameter;

typedef SX_ARRAY(uint32_t) sx_inline_nodes;

/** Go, C: what a function gives back. C's has no name; of `void` there is none. */
typedef struct sx_inline_result {
  sx_str type;
  sx_str name;      /* Go: empty where it has none */
  uint32_t binding; /* FREE, likewise */
} sx_inline_result;

typedef struct sx_inline_definition {
  sx_inline_text *in;
  uint32_t name;     /* its identifier */
  uint32_t binding;  /* of it; FREE: a method, which is a member */
  uint32_t item;     /* what is removed: the statement with `export`, or one of its declarators */
  uint32_t function; /* NONE: a variable */
  bool is_method;
  uint32_t owner; /* the class of a method; of Go, and of what is none: NONE */
  SX_ARRAY(sx_inline_parameter) parameters;
  sx_inline_nodes statements; /* of the code, without a docstring and the `return` at the end */
  uint32_t result;            /* the expression at the end, or a variable's; NONE */
  SX_ARRAY(sx_inline_result) results; /* C, Go; of a variable its type, where one is written */
  bool is_exported;
} sx_inline_definition;

typedef struct sx_inline_use {
  sx_inline_text *in;
  uint32_t node;   /* its identifier */
  uint32_t call;   /* the call of it; of a variable: the identifier */
  uint32_t object; /* of a method: what it is called on; NONE: the list gives it */
} sx_inline_use;

/** C: a declaration of the function beside its definition. */
typedef struct sx_inline_prototype {
  sx_inline_text *in;
  uint32_t node;
} sx_inline_prototype;

struct sx_inlining {
  sx_refactoring r;
  sx_target target;
  SX_ARRAY(sx_inline_text *) texts;
  sx_inline_definition definition;
  SX_ARRAY(sx_inline_use) uses;
  SX_ARRAY(sx_inline_prototype) prototypes;
  bool keeps_definition;
};

/** How much evaluating an expression may do. */
typedef enum sx_inline_level {
  SX_INLINE_FIXED,   /* a literal or a name that means the same value all the time */
  SX_INLINE_PURE,    /* computed from such */
  SX_INLINE_CHANGES, /* reads what may change */
  SX_INLINE_ACTS     /* may change something itself, by a call, say */
} sx_inline_level;

/** How an argument gets into the code. */
typedef struct sx_inline_argument {
  uint32_t node; /* in the call's text; in the definition's for a default; NONE: undefined */
  bool is_default;
  sx_str text;  /* what stands for the parameter: the argument, or the name of a variable */
  sx_str value; /* the argument */
  sx_inline_level level;
  bool is_enclosed;  /* it always needs parentheses, as a call in its place was inlined */
  bool is_bound;     /* to a variable first */
  bool is_converted; /* C, Go: `text` converts it to the parameter's type */
} sx_inline_argument;

typedef struct sx_inline_call {
  sx_inlining *inlining;
  const sx_inline_use *use;
  SX_ARRAY(sx_inline_argument) arguments; /* by parameter */
  sx_inline_nodes order;  /* in which they are evaluated: parameters that the call gives */
  sx_strs locals;         /* by binding of the definition's text: its new name, or empty */
  uint32_t statement;     /* around the call, where it can be replaced; NONE */
  uint32_t root;          /* the expression in it that is evaluated first */
  sx_statement_room room; /* where statements are put before it */
} sx_inline_call;

/* ---- texts: inline_text.c ---- */

/** The text of a file, read once. UNSUPPORTED; as reading a document fails. */
sx_status sx_inline_open(sx_inlining *in, sx_str path, sx_inline_text **out,
                         sx_err *err) SX_MUST_USE;
sx_status sx_inline_edit_add(sx_inlining *in, sx_inline_text *text, uint32_t start, uint32_t end,
                             sx_str with, sx_err *err) SX_MUST_USE;
/** Plans the change of all texts that have edits. */
sx_status sx_inline_plan(sx_inlining *in, sx_err *err) SX_MUST_USE;
/** REFUSED at a node. */
#define sx_inline_refuse(in, text, node, err, ...)                                                 \
  sx_refactoring_refuse(&(in)->r, (text)->document, sx_nodes_get(&(text)->nodes, node)->start,     \
                        err, __VA_ARGS__)
/** The identifier at a place; NONE. */
uint32_t sx_inline_identifier_at(const sx_inline_text *text, uint32_t offset);

/* ---- the definition: inline_definition.c, inline_python.c, inline_script.c … ---- */

sx_status sx_inline_find_definition(sx_inlining *in, sx_answer *answer, sx_err *err) SX_MUST_USE;
sx_status sx_inline_read_python(sx_inlining *in, sx_inline_definition *out,
                                sx_err *err) SX_MUST_USE;
/** Parameters and code of the function, whatever is around it. */
sx_status sx_inline_read_python_function(sx_inlining *in, sx_inline_definition *out,
                                         sx_err *err) SX_MUST_USE;
sx_status sx_inline_read_script_function(sx_inlining *in, sx_inline_definition *out,
                                         sx_err *err) SX_MUST_USE;
sx_status sx_inline_read_go_function(sx_inlining *in, sx_inline_definition *out,
                                     sx_err *err) SX_MUST_USE;
sx_status sx_inline_read_script(sx_inlining *in, sx_inline_definition *out,
                                sx_err *err) SX_MUST_USE;

/** Reads a body's statements into `out->statements`; a return at its end into `out->result` and
 * `last`. */
sx_status sx_inline_read_statements(sx_inlining *in, sx_inline_definition *out, uint32_t body,
                                    uint32_t *last, sx_err *err) SX_MUST_USE;
/** Adds a parameter of C or Go, whose type is known. `node`: its identifier. NOMEM. */
sx_status sx_inline_add_parameter(sx_inlining *in, sx_inline_definition *out, uint32_t node,
                                  sx_str type, sx_err *err) SX_MUST_USE;
/** REFUSED at a node of the definition. */
sx_status sx_inline_refuse_definition(sx_inlining *in, const sx_inline_definition *out,
                                      uint32_t node, const char *why, sx_err *err);

/* ---- uses: inline_uses.c ---- */

/** All uses, each a call, or of a variable a read. REFUSED at one that is none. */
sx_status sx_inline_find_uses(sx_inlining *in, sx_err *err) SX_MUST_USE;

/** Those that the server has. REFUSED where they may not be all. */
sx_status sx_inline_ask_uses(sx_inlining *in, sx_references *found, sx_err *err) SX_MUST_USE;

/* ---- another language: served_inline.c ---- */

/** By a code action of the language's server. */
sx_status sx_inline_by_server(sx_inlining *in, sx_answer *answer, sx_err *err) SX_MUST_USE;

/* ---- methods: inline_method.c, inline_receiver.c ---- */

/** Takes the method whose name is at a place, if there is one: `out->is_method`. */
void sx_inline_find_method(sx_inlining *in, uint32_t offset);
/** Reads what is particular to it: its receiver as the first parameter. REFUSED. */
sx_status sx_inline_read_method(sx_inlining *in, sx_inline_definition *out,
                                sx_err *err) SX_MUST_USE;
/** All calls of it. REFUSED where something else uses it, or it is not the only one of its name. */
sx_status sx_inline_find_method_uses(sx_inlining *in, sx_err *err) SX_MUST_USE;
/** Whether what its code uses of its class can be used at the call, too. */
sx_status sx_inline_check_members(sx_inline_call *call, sx_err *err) SX_MUST_USE;
/** Go: whether a receiver that is a pointer is the same whatever the code does. */
bool sx_inline_is_fixed_pointer(const sx_inline_call *call, uint32_t object);
/** Go: what the receiver's name becomes. False: it must be bound to a variable, see `value`. */
bool sx_inline_receive(sx_inline_call *call, size_t parameter);
/** Go: the object as a value of the receiver's type. REFUSED where the object's is not known. */
sx_status sx_inline_take_receiver(sx_inline_call *call, size_t parameter, sx_err *err) SX_MUST_USE;

/* ---- values: inline_value.c ---- */

sx_inline_level sx_inline_judge(const sx_inline_text *text, uint32_t node);
/** The same, where calls of a function only read; "*": where no call counts. */
sx_inline_level sx_inline_judge_but(const sx_inline_text *text, uint32_t node, sx_str callee);
/** The highest level of what is in [from, to) of an expression. */
sx_inline_level sx_inline_judge_part(const sx_inline_text *text, uint32_t from, uint32_t to);
/** Whether evaluating `root` always evaluates `node` in it, once. */
bool sx_inline_is_certain(const sx_inline_text *text, uint32_t root, uint32_t node);
/** Whether an expression of this kind needs parentheses at the place of `at`. */
bool sx_inline_needs_parentheses(const sx_inline_text *of, uint32_t expression,
                                 const sx_inline_text *where, uint32_t at);
/** Whether it is a member, which is called with its object as `this`. NONE: no. */
bool sx_inline_is_member(const sx_inline_text *text, uint32_t node);
/** Without the parentheses around it. */
uint32_t sx_inline_bare(const sx_inline_text *text, uint32_t node);

/* ---- a call: inline_call.c, inline_body.c, inline_statement.c ---- */

sx_status sx_inline_call_replace(sx_inlining *in, const sx_inline_use *use,
                                 sx_err *err) SX_MUST_USE;
/**
 * A part of the definition's text, with arguments and new names in it, its lines indented as the
 * statement is. REFUSED where an argument cannot stand.
 */
sx_status sx_inline_write(sx_inline_call *call, uint32_t start, uint32_t end, sx_str *out,
                          sx_err *err) SX_MUST_USE;
/** The function's result, in parentheses where it stands for the call: `None` for nothing. */
sx_status sx_inline_write_result(sx_inline_call *call, sx_str *out, sx_err *err) SX_MUST_USE;
/** A statement's text, which no line before it that lacks its semicolon goes on with. */
sx_str sx_inline_begin_statement(sx_inline_call *call, sx_str text);
/** Warns of comments in what is replaced that no argument has. NOMEM. */
sx_status sx_inline_warn_comments(sx_inline_call *call, uint32_t replaced, sx_err *err) SX_MUST_USE;
/** Makes the place before the statement. `is_written`: as of sx_statement_room. */
sx_status sx_inline_room_open(sx_inline_call *call, bool is_written, sx_err *err) SX_MUST_USE;
/** Ends the opened places within [start, end): nothing more is put into them. */
sx_status sx_inline_rooms_close(sx_inlining *in, sx_inline_text *text, size_t start, size_t end,
                                sx_err *err) SX_MUST_USE;
/** The statement around a call, and where others can stand before it: statement, root, room. */
void sx_inline_find_statement(sx_inline_call *call);
/** Whether nothing else of the statement happens before the call, so that code may stand before.
 * C, Go: as far as the language says an order. */
bool sx_inline_may_stand_before(const sx_inline_call *call);
/** Binds an argument to a variable. */
sx_status sx_inline_bind(sx_inline_call *call, size_t parameter, sx_err *err) SX_MUST_USE;
/** The statements that bind arguments, each with its line's end and the indentation after it. */
sx_status sx_inline_write_binders(sx_inline_call *call, sx_buf *out, sx_err *err) SX_MUST_USE;
/** The code in place of the statement with the call. */
sx_status sx_inline_body_replace(sx_inline_call *call, sx_err *err) SX_MUST_USE;
/** Whether all names in the code mean the same at the call. */
sx_status sx_inline_check_names(sx_inline_call *call, uint32_t root, sx_err *err) SX_MUST_USE;
/** A name that nothing in the texts has. */
sx_str sx_inline_fresh_name(sx_inline_call *call, sx_str wanted);

/* ---- C and Go: inline_types_c.c, inline_types_go.c, inline_typed.c, inline_order.c … ---- */

sx_status sx_inline_read_c(sx_inlining *in, sx_inline_definition *out, sx_err *err) SX_MUST_USE;
sx_status sx_inline_read_go(sx_inlining *in, sx_inline_definition *out, sx_err *err) SX_MUST_USE;
/** The type that the declaration around a name gives it, in one way of writing; empty: unknown. */
sx_str sx_inline_c_declared(const sx_inline_text *text, uint32_t name, sx_arena *arena);
/** One way of writing a C type: words by one blank, no storage class, no outermost const. */
sx_str sx_inline_c_plain_type(sx_str type, sx_arena *arena);
/** The type of an expression from those of its parts, `types[i]` of node `first + i`. */
sx_str sx_inline_c_type(const sx_inline_text *text, uint32_t node, const sx_str *types,
                        uint32_t first, sx_arena *arena);
sx_str sx_inline_go_type(const sx_inline_text *text, uint32_t node, const sx_str *types,
                         uint32_t first, sx_arena *arena);
/** C: whether a cast to it is allowed, as to no struct; and whether it is a struct or a union. */
bool sx_inline_c_is_scalar(const sx_inline_text *text, sx_str type);
bool sx_inline_c_is_aggregate(const sx_inline_text *text, sx_str type);
/** The type of an expression, empty where it is not known. */
sx_str sx_inline_type_of(const sx_inline_text *text, uint32_t node, sx_arena *arena);
/** Go: whether it may be a constant, which has no type yet, or is computed by the compiler. */
bool sx_inline_may_be_constant(const sx_inline_text *text, uint32_t node);
/**
 * `value`, which `node` is, as a value of `type`, as an assignment would make it. False where no
 * expression is known that does.
 */
bool sx_inline_convert(const sx_inline_text *text, uint32_t node, sx_str value, sx_str type,
                       sx_str *out, bool *is_converted, sx_arena *arena);
/** Whether a conversion needs parentheses at the place of `at`. */
bool sx_inline_encloses_conversion(const sx_inline_text *where, uint32_t at);
/** Decides which arguments stand in the code as they are. REFUSED. */
sx_status sx_inline_prepare_typed(sx_inline_call *call, bool is_body, bool *has_bound,
                                  sx_err *err) SX_MUST_USE;
sx_status sx_inline_write_result_typed(sx_inline_call *call, sx_str *out, sx_err *err) SX_MUST_USE;
sx_status sx_inline_write_binders_typed(sx_inline_call *call, sx_buf *out, sx_err *err) SX_MUST_USE;
/**
 * The highest level of what is evaluated in no certain order with a node, up to one above it;
 * `callee`: a function that is known to only read; or empty.
 */
sx_inline_level sx_inline_judge_beside(const sx_inline_text *text, uint32_t top, uint32_t node,
                                       sx_str callee);
/** The whole expression or statement in which the language leaves an order open. */
uint32_t sx_inline_full_expression(const sx_inline_text *text, uint32_t node);
bool sx_inline_is_fixed_typed(const sx_inline_text *text, const sx_name *name);
/** The level of a Go call that is a conversion or len, cap; ACTS for others. */
sx_inline_level sx_inline_judge_go_call(const sx_inline_text *text, uint32_t call);
/** A C macro: what it stands for, as far as its text shows that. */
sx_inline_level sx_inline_judge_macro(const sx_inline_text *text, const sx_binding *macro);
bool sx_inline_is_prototype(const sx_inline_text *text, uint32_t node);
/** C, Go: all uses and prototypes in a text. */
sx_status sx_inline_take_text_typed(sx_inlining *in, sx_inline_text *text, sx_err *err) SX_MUST_USE;
/** C: from a prototype to the definition, which the server knows. */
sx_status sx_inline_find_code(sx_inlining *in, sx_err *err) SX_MUST_USE;
sx_status sx_inline_check_other_typed(sx_inline_call *call, const sx_name *name, uint32_t found,
                                      sx_err *err) SX_MUST_USE;
/** Whether names of macros and includes mean the same at the call. */
sx_status sx_inline_check_place_typed(sx_inline_call *call, sx_err *err) SX_MUST_USE;
sx_status sx_inline_add_use(sx_inlining *in, sx_inline_text *text, uint32_t node,
                            sx_err *err) SX_MUST_USE;

/* ---- removing: inline_remove.c ---- */

sx_status sx_inline_remove_definition(sx_inlining *in, sx_err *err) SX_MUST_USE;
sx_status sx_inline_remove_imports(sx_inlining *in, sx_err *err) SX_MUST_USE;

/** Go: the imports that inlined code needs, and, in a new text, those that nothing uses any more.
 */
sx_status sx_inline_add_imports(sx_inlining *in, sx_inline_text *text, sx_err *err) SX_MUST_USE;
sx_status sx_inline_drop_imports(sx_inlining *in, const sx_inline_text *text, sx_str *after,
                                 sx_err *err) SX_MUST_USE;

/** An item of an import, or the whole import where it is the only one. REFUSED beside others. */
sx_status sx_inline_remove_import(sx_inlining *in, sx_inline_text *text, uint32_t item,
                                  sx_err *err) SX_MUST_USE;

/* ---- variables: inline_variable.c ---- */

sx_status sx_inline_variable_replace(sx_inlining *in, sx_err *err) SX_MUST_USE;

#endif
