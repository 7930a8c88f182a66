#ifndef SX_FLOW_NODES_H
#define SX_FLOW_NODES_H

#include "syntax/languages.h"
#include "syntax/tree.h"
#include "workspace/document.h"

/*
 * The syntax tree of a whole text, with ways up, down and sideways. A node is its index in
 * `tree.nodes`: each comes before what is in it. Punctuation and keywords are nodes, too; their
 * kind is their text. Offsets are bytes of `text`.
 */

#define SX_NODE_NONE UINT32_MAX

typedef struct sx_nodes {
  sx_str text;
  sx_str grammar; /* that has read it: a name of syntax/languages.h; C is read as "cpp" */
  sx_syntax_tree tree;
  uint32_t *parents; /* of each node; NONE: the first */
  uint32_t *ends;    /* of each node: the first node after all that are in it */
} sx_nodes;

/**
 * Reads a document's tree.
 *
 * Memory  in the call's arena; the text is borrowed.
 * Errors  UNSUPPORTED where nothing reads the language, or the text is too big, or the parser has
 *         not answered: the message says which. CANCELLED, CLOSED, NOMEM, TOO_BIG.
 */
sx_status sx_nodes_read(sx_nodes *out, sx_call *call, const sx_document *document,
                        sx_err *err) SX_MUST_USE;
/** The same of a text that is not, or not yet, a document's: what an edit makes of it, say. */
sx_status sx_nodes_read_text(sx_nodes *out, sx_call *call, const sx_document *document, sx_str text,
                             sx_err *err) SX_MUST_USE;
/** Takes a tree that is there, whole and with tokens. NOMEM. */
sx_status sx_nodes_make(sx_nodes *out, const sx_syntax_tree *tree, sx_str grammar, sx_str text,
                        sx_arena *arena, sx_err *err) SX_MUST_USE;

static inline const sx_tree_node *sx_nodes_get(const sx_nodes *nodes, uint32_t node) {
  return &nodes->tree.nodes.items[node];
}
/** The grammar's name of it, "call_expression", or the token itself, "+=". NONE: empty. */
sx_str sx_nodes_kind(const sx_nodes *nodes, uint32_t node);
/** Its text. NONE: empty. */
sx_str sx_nodes_text(const sx_nodes *nodes, uint32_t node);
/** Whether it is named, and its kind one of some, by blanks: "if_statement for_statement". */
bool sx_nodes_is(const sx_nodes *nodes, uint32_t node, const char *kinds);
/** Whether it is in the one above it as this field: "body". */
bool sx_nodes_is_field(const sx_nodes *nodes, uint32_t node, const char *field);
bool sx_nodes_is_named(const sx_nodes *nodes, uint32_t node);

/* NONE where there is none, and for NONE. */
uint32_t sx_nodes_parent(const sx_nodes *nodes, uint32_t node);
/** The first that is directly in it, tokens and comments included; then the next one beside it. */
uint32_t sx_nodes_first(const sx_nodes *nodes, uint32_t node);
uint32_t sx_nodes_next(const sx_nodes *nodes, uint32_t node);
/** The same without tokens and comments. */
uint32_t sx_nodes_first_named(const sx_nodes *nodes, uint32_t node);
uint32_t sx_nodes_next_named(const sx_nodes *nodes, uint32_t node);
/** The first with the field. */
uint32_t sx_nodes_field(const sx_nodes *nodes, uint32_t node, const char *field);
/** The first token of such a text directly in it. */
uint32_t sx_nodes_token(const sx_nodes *nodes, uint32_t node, const char *token);
/** The first above it of one of the kinds. */
uint32_t sx_nodes_above(const sx_nodes *nodes, uint32_t node, const char *kinds);
bool sx_nodes_has_in(const sx_nodes *nodes, uint32_t node, uint32_t inner);
/** The smallest node that has the part in it: the outer one of several of the same extent. */
uint32_t sx_nodes_around(const sx_nodes *nodes, uint32_t start, uint32_t end);
/** Comments are beside what they are on. */
bool sx_nodes_is_comment(const sx_nodes *nodes, uint32_t node);

#endif
