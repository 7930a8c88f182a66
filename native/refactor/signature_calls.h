#ifndef SX_REFACTOR_SIGNATURE_CALLS_H
#define SX_REFACTOR_SIGNATURE_CALLS_H

/* Shared by the files that rewrite a call: signature_map, signature_calls. */

#include "refactor/signature.h"

/** Which argument of a call is for which old parameter. */
typedef struct sx_call_map {
  sx_signature *change;
  const sx_nodes *nodes;
  const sx_arguments *arguments;
  size_t *given;          /* by old parameter: its argument; SX_STR_NONE: it is left out */
  SX_ARRAY(size_t) rest;  /* arguments of `*args`, `...rest` */
  SX_ARRAY(size_t) tail;  /* a spread of unknown length, and what comes after it by position */
  SX_ARRAY(size_t) extra; /* keywords of `**options`, and spreads of keywords */
  size_t tail_from;       /* the old parameter that the tail begins at */
  bool has_spread_keywords;
  size_t receivers; /* 1: the first argument is the object */
} sx_call_map;

/** REFUSED where the call does not fit the old list, or it cannot be said how. NOMEM. */
sx_status sx_call_map_make(sx_call_map *out, sx_signature *change, const sx_nodes *nodes,
                           const sx_signature_site *site, sx_err *err) SX_MUST_USE;

#endif
