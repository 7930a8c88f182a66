#ifndef SX_REFACTOR_SIGNATURE_FIND_H
#define SX_REFACTOR_SIGNATURE_FIND_H

/* Shared by the files that find a function's uses: signature_uses, signature_relatives,
 * signature_methods, signature_alike, signature_strays and signature_spelled. */

#include "refactor/signature.h"

/** The innermost node of an extent. */
uint32_t sx_signature_leaf(const sx_nodes *nodes, size_t start, size_t end);
/** The symbol whose name is at a place. */
sx_status sx_signature_target_at(sx_signature *change, sx_target *out, sx_str path, sx_pos16 at,
                                 sx_str name, sx_err *err) SX_MUST_USE;
/** Its references, which must be all. REFUSED. */
sx_status sx_signature_references(sx_signature *change, const sx_target *target,
                                  sx_references *found, sx_err *err) SX_MUST_USE;
sx_status sx_signature_add_uses_of(sx_signature *change, const sx_target *target,
                                   sx_err *err) SX_MUST_USE;
sx_status sx_signature_add_use(sx_signature *change, const sx_place *place,
                               sx_err *err) SX_MUST_USE;
/**
 * Python: what the function overrides, and what overrides it, as `relatives`, with the names of
 * their `classes`. REFUSED where that is not known. The servers of other languages list these among
 * the references.
 */
sx_status sx_signature_find_relatives(sx_signature *change, sx_err *err) SX_MUST_USE;
/**
 * Go: the methods that go with the function by interfaces, as `relatives`, with the names of their
 * types as `classes`. REFUSED where these are not known.
 */
sx_status sx_signature_find_methods(sx_signature *change, sx_err *err) SX_MUST_USE;

/** The operand of a method of Go: a type gets the object as the call's first argument. */
typedef enum sx_signature_operand {
  SX_OPERAND_UNSURE,
  SX_OPERAND_VALUE,
  SX_OPERAND_TYPE
} sx_signature_operand;
sx_status sx_signature_judge_operand(sx_signature *change, sx_signature_file *file,
                                     uint32_t operand, sx_signature_operand *out,
                                     sx_err *err) SX_MUST_USE;
/** Whether a definition is one of those that are changed. */
bool sx_signature_is_own(const sx_signature *change, const sx_places *definitions);
/**
 * TypeScript: whether the type that a name is a member of fits the function's, or the other way
 * round, by its members alone. REFUSED.
 */
sx_status sx_signature_judge_alike(sx_signature *change, const sx_document *document,
                                   const sx_nodes *nodes, uint32_t node, sx_err *err) SX_MUST_USE;
/** TypeScript: calls that may also be of a member of another type. REFUSED. */
sx_status sx_signature_check_unions(sx_signature *change, sx_err *err) SX_MUST_USE;
/** Warns of places that may have the function's name as text: they stay as they are. */
sx_status sx_signature_find_spelled(sx_signature *change, sx_err *err) SX_MUST_USE;
/** Uses of the name that no server says anything about. REFUSED, or warnings with `partial`. */
sx_status sx_signature_find_strays(sx_signature *change, sx_err *err) SX_MUST_USE;

#endif
