#ifndef SX_TEXT_SCOPES_H
#define SX_TEXT_SCOPES_H

#include "base/array.h"
#include "text/lexer.h"

/*
 * Where the names of a text are visible, by brackets or indentation, without a parser. Made for
 * deciding whether two names meet: a part that is not understood makes a scope larger, never
 * smaller.
 */

/** The kind of `{`…`}`, `(`…`)` or `[`…`]`; in languages with indentation also a def or class. */
typedef enum sx_block_kind {
  SX_BLOCK_OTHER,    /* brackets of an expression, a type, a pattern, a literal: no scope */
  SX_BLOCK_CODE,     /* statements of their own scope */
  SX_BLOCK_FUNCTION, /* the body of a function; with indentation the whole def */
  SX_BLOCK_CLASS     /* members */
} sx_block_kind;

typedef struct sx_block {
  size_t start, end; /* brackets included */
  size_t name_at;    /* of a def or class by indentation: its name */
  size_t body_at;    /* … and where its body begins */
  size_t parent;     /* the index of the block that it is in; SX_STR_NONE */
  sx_block_kind kind;
  char bracket; /* 0: by indentation */
} sx_block;

typedef struct sx_scopes {
  sx_str text;
  sx_str code; /* the same length: comments are spaces, strings a quote and spaces */
  const sx_language *language;
  SX_ARRAY(sx_block) blocks; /* by their start */
} sx_scopes;

/** A part of a text in which a name is visible. */
typedef struct sx_scope {
  size_t start, end;
  bool is_class; /* a member's: how far it is visible depends on the language */
} sx_scope;

/** The role of a name at a place. */
typedef enum sx_role {
  SX_ROLE_NAME,     /* found by looking outwards from where it stands */
  SX_ROLE_MEMBER,   /* after a dot or the like */
  SX_ROLE_KEY,      /* of an object, or of an argument */
  SX_ROLE_DECLARED, /* the declaration of a member */
  SX_ROLE_TAG,      /* after struct, union, enum, where these have names of their own */
  SX_ROLE_FOREIGN   /* another module's name for it: `name` of `import { name as other }` */
} sx_role;

/** Memory: in `arena`; `text` is borrowed. Errors: NOMEM, TOO_BIG. */
sx_status sx_scopes_find(sx_scopes *out, sx_str text, const sx_language *language, sx_arena *arena,
                         sx_err *err) SX_MUST_USE;

/** Where a name that is declared at `offset` is visible: at the top of the text, all of it. */
sx_scope sx_scopes_of(const sx_scopes *scopes, size_t offset, size_t name_len);

/** Whether a name of `scope` is found by its mere name at `offset`. */
bool sx_scopes_sees(const sx_scopes *scopes, sx_scope scope, size_t offset);

/** Whether a name that is declared at `offset` is visible in all of the text, by its mere name. */
bool sx_scopes_is_global(const sx_scopes *scopes, size_t offset, size_t name_len);

sx_role sx_scopes_role(const sx_scopes *scopes, size_t offset, size_t name_len);

/** TypeScript keeps types and values apart: one name may be one of each. */
typedef enum sx_space { SX_SPACE_VALUE = 1, SX_SPACE_TYPE = 2, SX_SPACE_BOTH = 3 } sx_space;

/** Which of them the declaration at `offset` makes; BOTH in doubt, and in other languages. */
sx_space sx_scopes_space(const sx_scopes *scopes, size_t offset, size_t name_len);

/** The innermost bracket or def that `offset` is directly in; NULL at the top. */
const sx_block *sx_scopes_block_at(const sx_scopes *scopes, size_t offset);
/** The innermost class around `offset`; NULL: none. */
const sx_block *sx_scopes_class_at(const sx_scopes *scopes, size_t offset);
/** The class whose name or bases stand at `offset`: NULL when it is in no class's head. */
const sx_block *sx_scopes_headed_class(const sx_scopes *scopes, size_t offset);
/** Where the head of a class begins: from there to `block->start` (or body) it names its bases. */
size_t sx_scopes_head_start(const sx_scopes *scopes, const sx_block *block);

/** Whether the language's scopes are those of indentation. */
bool sx_scopes_is_indented(const sx_language *language);

#endif
