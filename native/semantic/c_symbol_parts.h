#ifndef SX_SEMANTIC_C_SYMBOL_PARTS_H
#define SX_SEMANTIC_C_SYMBOL_PARTS_H

/* Shared by the files of c_symbol. Results are in the call's arena. */

#include "semantic/c_symbol.h"
#include "semantic/target.h"

/*
 * Declarations that are compared with each other; further ones of the name count as other symbols.
 */
#define SX_C_MAX_DECLARATIONS 32
/* How long a server is waited for. */
#define SX_C_ASKED_MS 3000

/** The sorting: the declarations of the name, and which are the symbol's. */
typedef struct sx_c_sorting {
  sx_call *call;
  sx_c_symbol *symbol;
  sx_str name;
  sx_places own; /* known to be the symbol's */
  size_t count;
  bool is_own[SX_C_MAX_DECLARATIONS];
} sx_c_sorting;

/** Adds a place once. NOMEM. */
sx_status sx_c_symbol__add_place(sx_places *out, sx_call *call, sx_place place,
                                 sx_err *err) SX_MUST_USE;
sx_place sx_c_symbol__place_of(const sx_c_declaration *one);

const sx_c_declaration *sx_c_symbol__declaration(const sx_c_sorting *s, size_t i);
bool sx_c_symbol__is_function(const sx_c_name *look);
bool sx_c_symbol__is_plain_c(sx_str path);
/** Whether no other file can mean it. */
bool sx_c_symbol__is_bound_to_file(const sx_c_declaration *one);

/** Asks the server where the symbol at the place is declared and defined, to `s->own`. */
sx_status sx_c_symbol__ask_for_own(sx_c_sorting *s, const sx_target *target, sx_str path,
                                   sx_pos16 at, sx_err *err) SX_MUST_USE;

/** Sorts out which of the declarations that the sources have are the symbol's: `s->is_own`. */
sx_status sx_c_symbol__sort(sx_c_sorting *s, const sx_target *target, sx_str path,
                            sx_err *err) SX_MUST_USE;

#endif
