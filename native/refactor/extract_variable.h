#ifndef SX_REFACTOR_EXTRACT_VARIABLE_H
#define SX_REFACTOR_EXTRACT_VARIABLE_H

#include "refactor/extract.h"
#include "refactor/statement_room.h"
#include "text/language.h"

/*
 * Inside of extract_variable: an expression becomes the value of a variable that is declared before
 * the statement with it. Tables say what its language does: kinds, as grammars name them, by
 * blanks: a kind that no table has is refused, or taken as acting.
 */

typedef struct sx_variable_language {
  const char *grammar;
  const char *expressions; /* NULL: as for functions */
  const char *lists;       /* of statements */
  const char *through;     /* all in them is evaluated once, in the order of the text */
  const char *steps;       /* the same of one field: "if_statement.condition" */
  const char *last;        /* "kind.field": evaluated after all beside it, or not at all */
  const char *fixed;       /* the same value whenever they are evaluated, or no code */
  const char *operators;   /* compute a value from what is in them */
  const char *reads;       /* … and from what may change */
  const char *targets;     /* members, which a statement may write */
  const char *deferred;    /* their bodies are evaluated later */
  const char *fresh;       /* make another object each time */
  const char *quiet_calls; /* of functions that only read */
  bool is_unordered;       /* C: what stands beside may be evaluated before or after it */
} sx_variable_language;

/** How much evaluating code may do. */
typedef enum sx_variable_level {
  SX_VARIABLE_FIXED, /* a literal, or a name that means the same value all the time */
  SX_VARIABLE_PURE,  /* computed from such */
  SX_VARIABLE_READS, /* reads what other code may change */
  SX_VARIABLE_ACTS   /* may change something itself */
} sx_variable_level;

typedef struct sx_variable {
  sx_extraction *x;
  const sx_variable_language *language;
  uint32_t value;     /* the expression without parentheses that are not needed */
  uint32_t statement; /* before which it is declared */
  uint32_t list;
  bool has_room;          /* the statement gets a block, or is the value of an arrow function */
  sx_statement_room room; /* … that one */
  struct {
    sx_variable_level level;
    bool divides;
    uint32_t worst; /* where that is; NONE */
  } before;         /* what the statement evaluates before the expression */
  uint32_t later;   /* Go: a call beside the expression and after it; NONE */
  sx_str type;      /* C */
  bool is_constant; /* Go: of the constants that have no type before they are used */
} sx_variable;

#define sx_variable_refuse(v, node, err, ...) sx_extract_refuse((v)->x, node, err, __VA_ARGS__)

/** Whether "kind.field" of a node, or its kind alone, is in a table. */
bool sx_variable_is_step(const sx_variable *v, uint32_t node, const char *steps);

/* extract_variable_value.c */
sx_variable_level sx_variable_judge(const sx_variable *v, uint32_t node);
/** The code of [from, to), bytes, but for the part itself. */
sx_variable_level sx_variable_judge_range(const sx_variable *v, uint32_t from, uint32_t to);
/** A callee is FIXED if nothing that an argument does may change it; else it has its level. */
sx_variable_level sx_variable_judge_callee(const sx_variable *v, uint32_t node);
/** Whether its operators may fail for numbers. */
bool sx_variable_divides(const sx_variable *v, uint32_t node);

/* extract_variable_place.c */
/** Whether an expression may be replaced by a name; the reason, else NULL. */
const char *sx_variable_why_not(const sx_variable *v, uint32_t node);
/** Sets statement, list and before; refuses what is not evaluated once and always. */
sx_status sx_variable_find_place(sx_variable *v, sx_err *err) SX_MUST_USE;
/** Refuses what would be evaluated earlier than what it depends on. */
sx_status sx_variable_check_order(const sx_variable *v, sx_err *err) SX_MUST_USE;
/** Whether a node in the list is code by steps that are known, lazy ones too. */
bool sx_variable_is_known_code(const sx_variable *v, uint32_t node);

/* extract_variable_type.c: C */
sx_status sx_variable_find_type(sx_variable *v, sx_err *err) SX_MUST_USE;
/** Whether the server knows a name as that of a function, and not of a macro. */
sx_status sx_variable_ask_function(const sx_variable *v, uint32_t node, bool *out,
                                   sx_err *err) SX_MUST_USE;

/* extract_variable_same.c */
sx_status sx_variable_find_duplicates(sx_variable *v, sx_err *err) SX_MUST_USE;

/* extract_variable_c.c, _go.c, _script.c: what only these have to check. */
/** C: whether a macro between two offsets may write a variable, or call what does. */
bool sx_variable_has_acting_macro(const sx_variable *v, uint32_t from, uint32_t to);
sx_status sx_variable_check_c(sx_variable *v, sx_err *err) SX_MUST_USE;
sx_status sx_variable_check_go(sx_variable *v, sx_err *err) SX_MUST_USE;
sx_status sx_variable_check_script(sx_variable *v, sx_err *err) SX_MUST_USE;
sx_status sx_variable_check_python(sx_variable *v, sx_err *err) SX_MUST_USE;

/** Whether the language's grammar is one of some, by blanks. */
static inline bool sx_variable_is(const sx_variable *v, const char *grammars) {
  return sx_language_has_word(grammars, v->x->nodes.grammar, false);
}

#endif
