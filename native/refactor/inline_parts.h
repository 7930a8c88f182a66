#ifndef SX_REFACTOR_INLINE_PARTS_H
#define SX_REFACTOR_INLINE_PARTS_H

#include "flow/names.h"
#include "refactor/inline.h"
#include "refactor/refactoring.h"
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
  const char *nothing; /* what a call without a result gives */
} sx_inline_language;

typedef struct sx_inline_edit {
  uint32_t start, end;
  sx_str text;
} sx_inline_edit;

typedef SX_ARRAY(sx_inline_edit) sx_inline_edits;

/** One text of the change. */
typedef struct sx_inline_text {
  const sx_document *document;
  const sx_inline_language *language;
  sx_nodes nodes;
  sx_names names;
  sx_inline_edits edits; /* none within another */
  sx_strs added;         /* names that edits have added, each after the node that it is seen in */
  uint32_t import;       /* the binding that imports what is inlined; FREE: none */
  sx_strs needs;         /* further names of the definition's file, to be imported beside it */
} sx_inline_text;

typedef struct sx_inline_parameter {
  sx_str name;
  uint32_t binding;
  uint32_t value;   /* its default; NONE */
  bool is_named;    /* Python: only by its name */
  bool is_placed;   /* Python: only by its place */
  bool is_optional; /* JavaScript: it may be left out, and is undefined then */
  sx_str type;      /* C, Go: as it is written; else empty */
  size_t uses;      /* in the code */
  bool is_written, is_captured, is_called;
} sx_inline_parameter;

typedef SX_ARRAY(uint32_t) sx_inline_nodes;

typedef struct sx_inline_definition {
  sx_inline_text *in;
  uint32_t name;     /* its identifier */
  uint32_t binding;  /* of it */
  uint32_t item;     /* what is removed: the statement with `export`, or one of its declarators */
  uint32_t function; /* NONE: a variable */
  SX_ARRAY(sx_inline_parameter) parameters;
  sx_inline_nodes statements; /* of the code, without a docstring and the `return` at the end */
  uint32_t result;            /* the expression at the end, or a variable's; NONE */
  sx_str type;                /* C, Go: of the result or the variable, as it is written */
  bool is_exported;
} sx_inline_definition;

typedef struct sx_inline_use {
  sx_inline_text *in;
  uint32_t node; /* its identifier */
  uint32_t call; /* the call of it; of a variable: the identifier */
} sx_inline_use;

struct sx_inlining {
  sx_refactoring r;
  sx_target target;
  SX_ARRAY(sx_inline_text *) texts;
  sx_inline_definition definition;
  SX_ARRAY(sx_inline_use) uses;
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
  bool is_enclosed; /* it always needs parentheses, as a call in its place was inlined */
  bool is_bound;    /* to a variable first */
} sx_inline_argument;

typedef struct sx_inline_call {
  sx_inlining *inlining;
  const sx_inline_use *use;
  SX_ARRAY(sx_inline_argument) arguments; /* by parameter */
  sx_inline_nodes order; /* in which they are evaluated: parameters that the call gives */
  sx_strs locals;        /* by binding of the definition's text: its new name, or empty */
  uint32_t statement;    /* around the call, where it can be replaced; NONE */
  uint32_t root;         /* the expression in it that is evaluated first */
  sx_str indent;         /* of the statement */
} sx_inline_call;

/* ---- texts: inline_text.c ---- */

/** The text of a file, read once. UNSUPPORTED; as reading a document fails. */
sx_status sx_inline_open(sx_inlining *in, sx_str path, sx_inline_text **out,
                         sx_err *err) SX_MUST_USE;
sx_status sx_inline_edit_add(sx_inlining *in, sx_inline_text *text, uint32_t start, uint32_t end,
                             sx_str with, sx_err *err) SX_MUST_USE;
/** Plans the change of all texts that have edits. */
sx_status sx_inline_plan(sx_inlining *in, sx_err *err) SX_MUST_USE;
/** A part of a text with the edits within it, which are taken from the list. */
sx_str sx_inline_take_part(sx_inlining *in, sx_inline_text *text, uint32_t start, uint32_t end);
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
sx_status sx_inline_read_script(sx_inlining *in, sx_inline_definition *out,
                                sx_err *err) SX_MUST_USE;

/* ---- uses: inline_uses.c ---- */

/** All uses, each a call, or of a variable a read. REFUSED at one that is none. */
sx_status sx_inline_find_uses(sx_inlining *in, sx_err *err) SX_MUST_USE;

/** Those that the server has. REFUSED where they may not be all. */
sx_status sx_inline_ask_uses(sx_inlining *in, sx_references *found, sx_err *err) SX_MUST_USE;

/* ---- another language: served_inline.c ---- */

/** By a code action of the language's server. */
sx_status sx_inline_by_server(sx_inlining *in, sx_answer *answer, sx_err *err) SX_MUST_USE;

/* ---- values: inline_value.c ---- */

sx_inline_level sx_inline_judge(const sx_inline_text *text, uint32_t node);
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

/* ---- a call: inline_call.c, inline_body.c ---- */

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

/* ---- removing: inline_remove.c ---- */

sx_status sx_inline_remove_definition(sx_inlining *in, sx_err *err) SX_MUST_USE;
sx_status sx_inline_remove_imports(sx_inlining *in, sx_err *err) SX_MUST_USE;

/* ---- variables: inline_variable.c ---- */

sx_status sx_inline_variable_replace(sx_inlining *in, sx_err *err) SX_MUST_USE;

#endif
