#ifndef SX_SEMANTIC_REFERENCES_H
#define SX_SEMANTIC_REFERENCES_H

#include "semantic/certainty.h"
#include "semantic/reconcile.h"
#include "semantic/text_uses.h"
#include "semantic/unresolved_uses.h"

/** The references to a symbol, and how far they are known. In the call's arena. */
typedef struct sx_references {
  sx_places places;      /* with the declaration */
  sx_places earlier;     /* from the rounds before, where a server knows what is open */
  sx_places definitions; /* of the symbol */
  size_t left_out;       /* places that no file has */
  size_t aliases_left;   /* names in imports whose uses are not known */
  sx_certainty certainty;
  sx_reconcile behind; /* files that changed a moment ago, and what is missing of them */
  bool is_silent;      /* not even the declaration came: that is not an answer */
  bool is_by_text;     /* no server knows the language */
  sx_text_uses text;
  sx_unresolved_uses unresolved;
} sx_references;

/** Asks ahead what sx_references_find will ask first. */
void sx_references_ask_ahead(sx_call *call, const sx_target *target);
/**
 * Finds the references to the target's symbol, which there must be: by the server, which is waited
 * for while it starts, else by the text of all files, of those with more than about `most` uses of
 * some. Errors: HOST; CANCELLED, CLOSED, NOMEM.
 */
sx_status sx_references_find(sx_references *out, sx_call *call, const sx_target *target,
                             size_t most, sx_err *err) SX_MUST_USE;

/** The status of an answer that lists `listed` of them. */
sx_answer_status sx_references_status(const sx_references *found, size_t listed);

/** Lines on what such an answer may lack, and on where it comes from if that is not a server. */
void sx_references_write_doubts(const sx_references *found, const sx_target *target, size_t listed,
                                sx_call *call, sx_buf *text);

#endif
