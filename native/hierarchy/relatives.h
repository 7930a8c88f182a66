#ifndef SX_HIERARCHY_RELATIVES_H
#define SX_HIERARCHY_RELATIVES_H

#include "hierarchy/type_names.h"
#include "semantic/certainty.h"
#include "semantic/reconcile.h"

/** Callers and callees of a function, or super- and subtypes of a type: asked, and found. */
typedef struct sx_relatives {
  bool is_of_types;         /* set by the caller, as the next five */
  sx_relation relations[2]; /* incoming calls before outgoing ones */
  size_t relation_count;
  uint32_t depth;
  bool is_brief;               /* only names and places are wanted */
  sx_hierarchy_question ahead; /* asked before all else; or zeros */

  sx_call *call;
  const sx_target *target;
  sx_place place; /* that is asked for */
  sx_hierarchy trees[2];
  bool has_root; /* there are trees */
  bool is_by_references, is_by_text;
  sx_type_names *names; /* of types by the text; else NULL */
  sx_certainty certainty;
  sx_reconcile behind; /* files that changed a moment ago, and whose calls are missing */
  sx_places calls;     /* that no provider listed: `behind.confirmed`, or those by a stub */
  size_t known_calls;  /* of them: those that the trees were made with */
  bool is_stub_asked;
  sx_str failure;
} sx_relatives;

/**
 * Where the hierarchy of the target's symbol is asked for: of an overload without a body, at the
 * declaration that has it. CANCELLED, CLOSED, NOMEM.
 */
sx_status sx_relatives_place(sx_place *out, sx_call *call, const sx_target *target,
                             sx_err *err) SX_MUST_USE;

/** Whether a symbol of such a kind has no such hierarchy, whoever is asked. */
bool sx_relatives_is_of_other_kind(const sx_relatives *ask);

/** Whether the text can stand in for a server: that it reads the language. `target` is set. */
bool sx_relatives_may_be_by_text(const sx_relatives *ask);

/**
 * Finds them for the target's symbol, which there must be: by the server, which is waited for while
 * it starts, else by references, else by the text. `target` is borrowed.
 * Errors: HOST; CANCELLED, CLOSED, NOMEM.
 */
sx_status sx_relatives_find(sx_relatives *ask, sx_call *call, const sx_target *target,
                            sx_err *err) SX_MUST_USE;

/**
 * Lines on what the trees may lack, on where they come from if that is not a server, and on why
 * there are none; the status of an answer with them.
 */
sx_answer_status sx_relatives_write_doubts(const sx_relatives *found, sx_buf *text);

/** "lsp", "references" or "text". Static. */
const char *sx_relatives_provenance(const sx_relatives *found);

#endif
