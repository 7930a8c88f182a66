#ifndef SX_SEMANTIC_OUTLINE_SYMBOL_H
#define SX_SEMANTIC_OUTLINE_SYMBOL_H

#include "semantic/outline_read.h"

/** A symbol of a list. */
typedef struct sx_outline_entry {
  const sx_host_symbol *symbol;
  uint32_t depth; /* below the top of the list */
  bool has_code;  /* to be written with it */
} sx_outline_entry;

/**
 * Writes a symbol: its lines and its signature, or its code, which is cut where it has more than
 * `code_tokens`. `facts` gets the same; `with_file`: with the file, too.
 */
void sx_outline_symbol_write(const sx_outline *outline, const sx_outline_entry *entry,
                             size_t code_tokens, bool with_file, sx_call *call, sx_answer *answer,
                             cJSON *facts);

/**
 * The declaration without its body, in one line; empty where the name does not stand in the text:
 * names of servers' own are none. In `arena`.
 */
sx_str sx_outline_symbol_signature(const sx_outline *outline, const sx_host_symbol *symbol,
                                   sx_arena *arena);

/** Whether what has the kind has a body that runs. */
bool sx_outline_is_function(sx_str kind);

/** The declaration's text, from the beginning of its line where nothing else stands there. */
sx_str sx_outline_symbol_code(const sx_outline *outline, const sx_host_symbol *symbol);

/** As many whole lines of code as fit, and how many do not. */
sx_str sx_outline_code_cut(sx_str code, size_t tokens, size_t *left_out);

#endif
