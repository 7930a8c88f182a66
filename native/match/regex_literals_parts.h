#ifndef SX_MATCH_REGEX_LITERALS_PARTS_H
#define SX_MATCH_REGEX_LITERALS_PARTS_H

/* Shared by regex_literals.c and regex_strings.c; no other file includes it. */

#include "base/array.h"
#include "match/regex_literals.h"

/**
 * A set of strings, each once. `is_known` is false for one that would have too many: then it holds
 * nothing, and stands for any string.
 */
typedef struct sx_string_set {
  bool is_known;
  size_t most; /* strings of it, or of one that is made of it and others */
  sx_strs strings;
} sx_string_set;

/**
 * The strings that a part of a pattern takes, as far as they are known. Each of them is one of
 * `exact`, if that is known; otherwise it begins with one of `first`, ends with one of `last` (both
 * are always known, and may have the empty string) and fulfils `needed`.
 */
typedef struct sx_part {
  sx_string_set exact;
  sx_string_set first, last;
  const sx_needed *needed;
} sx_part;

/** A part that takes just this string. */
sx_part sx_part__string(sx_str string, sx_arena *a);
/** A part that takes one of these characters. */
sx_part sx_part__one_of(const sx_strs *characters, sx_arena *a);
/** A part that takes any string. */
sx_part sx_part__any(sx_arena *a);
/** One part after the other. */
sx_part sx_part__join(const sx_part *one, const sx_part *other, sx_arena *a);
/** One part or the other. */
sx_part sx_part__either(const sx_part *one, const sx_part *other, sx_arena *a);
/** The part once or more. */
sx_part sx_part__more(const sx_part *part, sx_arena *a);
/** The condition on a text that has such a string. */
const sx_needed *sx_part__needed(const sx_part *part, sx_arena *a);

#endif
