#ifndef SX_SYNTAX_TREE_H
#define SX_SYNTAX_TREE_H

#include "base/array.h"
#include "syntax/facts.h"

/*
 * The syntax tree of one text, or of a part of it, as a grammar reads it: the nodes that it names,
 * the tokens that have a role (an operator, say), and what does not fit. Offsets are bytes of the
 * text; the text itself is not kept.
 */

/* Deeper levels are never listed, only counted. */
#define SX_TREE_MAX_DEPTH 200
#define SX_TREE_MAX_NODES 400000
#define SX_TREE_MAX_ERRORS 200
/* The nearest nodes around the part that is asked for. */
#define SX_TREE_MAX_OUTER 24

typedef enum sx_tree_flags {
  SX_TREE_NAMED = 1,  /* the grammar's own name; else a token, whose kind is its text */
  SX_TREE_ERROR = 2,  /* what is in it fits no rule */
  SX_TREE_MISSING = 4 /* it is not in the text: the grammar went on as if it were */
} sx_tree_flags;

typedef struct sx_tree_node {
  uint32_t start, end;
  uint32_t depth; /* 0: the first */
  uint32_t inner; /* how many nodes are in it, listed or not */
  uint16_t kind;  /* an index in `names` */
  uint16_t field; /* what it is to the node above it, in `names`; 0: nothing */
  uint32_t flags;
} sx_tree_node;

typedef enum sx_tree_error_kind {
  SX_TREE_UNEXPECTED, /* its text fits nowhere */
  SX_TREE_ABSENT,     /* something of the kind `name` should be here */
  SX_TREE_UNCLOSED,   /* a bracket, whose text is there, that nothing closes */
  SX_TREE_ERROR_KINDS
} sx_tree_error_kind;

typedef struct sx_tree_error {
  uint32_t start, end;
  uint16_t name; /* ABSENT: of what; in `names` */
  uint16_t kind;
} sx_tree_error;

typedef SX_ARRAY(sx_tree_node) sx_tree_nodes;
typedef SX_ARRAY(sx_tree_error) sx_tree_errors;

typedef struct sx_syntax_tree {
  sx_facts_extent extent;
  sx_strs names;         /* the first one is empty */
  sx_tree_nodes nodes;   /* each before what is in it; levels below `depth` are left out */
  sx_tree_errors errors; /* by their start */
  uint32_t outer;        /* so many of the first nodes lie around the part, one in the other */
  uint32_t depth;        /* of the deepest level that is whole in `nodes` */
  uint32_t deepest;      /* … and of all that there are, at most SX_TREE_MAX_DEPTH */
  uint32_t total;        /* how many nodes there are in the part, at all levels */
  uint32_t error_count;  /* likewise */
  bool is_cut;           /* the first levels have more nodes than were asked for */
  bool is_by_plain;      /* macros were passed over: with them it had errors (parse/plain.h) */
} sx_syntax_tree;

/** A question about a text. */
typedef struct sx_tree_query {
  uint32_t from, to;  /* the part, in bytes; [0, length) is the whole text */
  uint32_t max_depth; /* below the first node, or the one around the part */
  uint32_t max_nodes; /* 0: no node is listed or counted, only what does not fit */
  bool has_tokens;    /* punctuation and keywords count, too */
} sx_tree_query;

#endif
