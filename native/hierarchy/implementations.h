#ifndef SX_HIERARCHY_IMPLEMENTATIONS_H
#define SX_HIERARCHY_IMPLEMENTATIONS_H

#include "hierarchy/type_names.h"
#include "semantic/certainty.h"
#include "semantic/target.h"

/** The implementations of one symbol, as far as they are known. In the call's arena. */
typedef struct sx_implementations {
  sx_call *call;
  const sx_target *target;
  sx_places found, self; /* self: where it is defined */
  sx_certainty certainty;
  bool has_no_provider; /* none that is known of */
  bool is_by_types;     /* found by the types that derive from it */
  sx_type_names *names; /* found by the names of bases; else NULL */
  size_t left_out;      /* places that no file has */
  sx_str gap;           /* not empty: why there may be more */
} sx_implementations;

/** Asks ahead what sx_implementations_find will ask first. */
void sx_implementations_ask_ahead(sx_call *call, const sx_target *target);
/**
 * Finds them for the target's symbol, which there must be: by the server, which is waited for while
 * it starts, else by the types that derive from it. `target` is borrowed.
 * Errors: HOST; CANCELLED, CLOSED, NOMEM.
 */
sx_status sx_implementations_find(sx_implementations *out, sx_call *call, const sx_target *target,
                                  sx_err *err) SX_MUST_USE;

/** "lsp", "references" or "text". Static. */
const char *sx_implementations_provenance(const sx_implementations *found);

/** Whether none is listed because the symbol is of a kind that nothing implements. */
bool sx_implementations_is_other_kind(const sx_implementations *found, size_t listed);

/** The status of an answer that lists `listed` of them: `found` without `self`, each once. */
sx_answer_status sx_implementations_status(const sx_implementations *found, size_t listed);

/** Lines on what such an answer may lack, and on where it comes from if that is not a server. */
void sx_implementations_write_doubts(const sx_implementations *found, size_t listed, sx_buf *text);

#endif
