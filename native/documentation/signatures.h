#ifndef SX_DOCUMENTATION_SIGNATURES_H
#define SX_DOCUMENTATION_SIGNATURES_H

#include "host/signatures.h"
#include "semantic/place_list.h"
#include "documentation/documentation.h"

/** A question for the signatures of a function: of a call at a place, or of a name. */
typedef struct sx_signatures {
  sx_call *call;
  sx_documentation doc; /* of the function: by its name, or whose call is at the place */
  bool is_by_name;
  sx_place place;    /* otherwise: where the call is */
  sx_str callee;     /* there, as the text has it; may be empty */
  uint32_t argument; /* there: how many commas of the call are before the place */
  bool is_call;      /* there: the text has a call around the place */
  bool may_be_call;  /* calls of the language need no parentheses that could show one */
  sx_host_signatures found;
  sx_place at;      /* of the call that gave `found` */
  sx_strs declared; /* without such a call: the declarations, each on one line */
  bool has_call;    /* of a name: something that reads as a call of it was asked about */
  sx_str failure;   /* not empty: why the calls could not be asked, or not all of them */
  sx_str language;  /* of the file that was asked about */
  bool is_absent;   /* no extension serves it */
  bool is_sure;     /* without both: that is all there is */
  bool is_unproven; /* nothing came, and no call of the language has ever had a signature here */
} sx_signatures;

/** Reads the text around the place: `callee`, `argument`, `is_call`. CANCELLED, CLOSED, NOMEM. */
sx_status sx_signatures_read_place(sx_signatures *ask, sx_err *err) SX_MUST_USE;

/**
 * Asks at calls of the target: in its file first, where the definition is the target's, then where
 * it is referenced, which is waited for shortly. CANCELLED, CLOSED, NOMEM.
 */
sx_status sx_signatures_ask_calls(sx_signatures *ask, sx_err *err) SX_MUST_USE;

/** Asks at the place itself, and inside of the parentheses after a name that it is on. */
sx_status sx_signatures_ask_place(sx_signatures *ask, sx_err *err) SX_MUST_USE;

/** Takes `declared` from the declaration of the target, or of the function called at the place. */
sx_status sx_signatures_ask_declaration(sx_signatures *ask, sx_err *err) SX_MUST_USE;

/** Appends what was found to the answer's text and facts. */
sx_status sx_signatures_write(const sx_signatures *ask, sx_answer *answer, sx_err *err) SX_MUST_USE;

#endif
