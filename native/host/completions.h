#ifndef SX_HOST_COMPLETIONS_H
#define SX_HOST_COMPLETIONS_H

#include "host/requests.h"

/* Completions at a place. Batches as in host/requests.h. */

typedef struct sx_host_completion {
  sx_str kind;        /* "Method", "Keyword", …: the names of LSP's CompletionItemKind; static */
  sx_str label;       /* not always the name alone: " strlen(const char *s)" */
  sx_str name;        /* compared with the beginning of a word */
  sx_str description; /* where it comes from, as a module; may be empty */
  sx_str detail;      /* its type or signature; often empty until it is resolved */
  sx_str documentation; /* Markdown; likewise */
  bool is_deprecated;
  uint32_t place; /* in the editor's order, from 0 */
} sx_host_completion;

typedef struct sx_host_completions {
  bool is_incomplete; /* the server has more for a longer beginning */
  SX_ARRAY(sx_host_completion) items;
} sx_host_completions;

/** Asks for all, in the editor's order, and resolves the first `resolve`. */
size_t sx_batch_completions(sx_batch *batch, sx_str path, sx_pos16 at, uint32_t resolve);

/**
 * Without words of the text and snippets, which the editor adds by itself.
 * Errors  HOST, NOMEM.
 */
sx_status sx_batch_get_completions(sx_batch *batch, size_t slot, sx_host_completions *out,
                                   sx_err *err) SX_MUST_USE;

#endif
