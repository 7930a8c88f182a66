#ifndef SX_FLOW_NAMES_PARTS_H
#define SX_FLOW_NAMES_PARTS_H

#include "flow/names.h"

/*
 * How names are found: the nodes are visited in their order, each by its language's visitor, which
 * says where its names are looked up, what scope it makes, and what it does with a name. Once all
 * are visited, what is declared later may be found earlier: then names are looked up.
 */

typedef enum sx_scope_kind {
  SX_SCOPE_FILE,
  SX_SCOPE_FUNCTION,
  SX_SCOPE_CLASS, /* its names are seen in it, and not in the functions within it */
  SX_SCOPE_BLOCK,
  SX_SCOPE_COMPREHENSION /* a block that does not see the names of the class around it */
} sx_scope_kind;

#define SX_SCOPE_NONE UINT32_MAX

typedef struct sx_scope {
  uint32_t node;
  uint32_t outer;    /* NONE: the file's, which is 0 */
  uint32_t function; /* a node, as in sx_binding */
  uint8_t kind;
} sx_scope;

/** A kind of node, and the number that a visitor knows it by: 1 or more. */
typedef struct sx_names_kind {
  const char *kind;
  uint8_t number;
} sx_names_kind;

typedef struct sx_names_walk {
  sx_names *names;
  const sx_nodes *nodes;
  sx_arena *arena;
  sx_scopes *scopes;
  uint8_t *contexts; /* of each node: what a visitor notes for those within it; 0 at first */
  uint8_t *numbers;  /* of each kind in tree.names */
  sx_err *err;
} sx_names_walk;

/** A name to add. */
typedef struct sx_names_use {
  uint32_t roles;
  uint32_t scope; /* where it is declared, with DECLARES */
  uint32_t since;
  uint32_t from, to; /* the part of the node that is the name; 0, 0: all of it */
  sx_str key;        /* what it is found by where its text is not enough: "struct s"; or empty */
  uint8_t kind;      /* of the binding */
  uint8_t spaces;    /* that are searched, or declared in; 0: both */
} sx_names_use;

/**
 * A language: visits one node. Before it, the node's scope is that of the node above it, and its
 * context 0.
 */
typedef struct sx_names_language {
  const char *grammars; /* by blanks */
  const sx_names_kind *kinds;
  size_t kind_count;
  sx_status (*visit)(sx_names_walk *walk, uint32_t node);
  void (*finish)(sx_names *names); /* once all are looked up; or NULL */
} sx_names_language;

extern const sx_names_language sx_names__python, sx_names__script, sx_names__c, sx_names__go;

/** By the table of the language; 0: a token, or no kind of it. NONE: 0. */
uint8_t sx_names__number(const sx_names_walk *walk, uint32_t node);

/** Makes a scope in another one; NONE when there is no memory, which the arena keeps as status. */
uint32_t sx_names__open(sx_names_walk *walk, uint32_t node, sx_scope_kind kind, uint32_t outer);
/** The node's last scope that was opened for it; NONE. */
uint32_t sx_names__made(const sx_names_walk *walk, uint32_t node);
/** Where a node's names, and those in it, are looked up. */
uint32_t sx_names__scope(const sx_names_walk *walk, uint32_t node);
void sx_names__set_scope(sx_names_walk *walk, uint32_t node, uint32_t scope);
const sx_scope *sx_names__get_scope(const sx_names_walk *walk, uint32_t scope);
/** This scope, or the first around it that is a function's or the file's. */
uint32_t sx_names__function_scope(const sx_names_walk *walk, uint32_t scope);

/** Adds the name at a node. NOMEM, TOO_BIG. */
sx_status sx_names__add(sx_names_walk *walk, uint32_t node, const sx_names_use *use) SX_MUST_USE;
/** In `scope` the name at `node` means what it means in the file, or else in a function around. */
sx_status sx_names__redirect(sx_names_walk *walk, uint32_t node, uint32_t scope,
                             bool is_global) SX_MUST_USE;
/** Notes that here names may be looked up as nothing can say. */
void sx_names__note_dynamic(sx_names_walk *walk, uint32_t node);

#endif
