#ifndef SX_SEMANTIC_PLACE_LIST_H
#define SX_SEMANTIC_PLACE_LIST_H

#include "host/requests.h"
#include "engine/tool.h"
#include "workspace/document.h"

/** A place that an answer lists. */
typedef struct sx_listed_place {
  sx_str path;
  sx_range16 range;
  bool is_test;     /* in a test's file */
  const char *kind; /* as sx_place_use returns it; NULL: not known (yet) */
} sx_listed_place;

/**
 * Places in the order in which they are shown: by file, tests last, then by line; each once.
 *
 * Long lists continue with a cursor, which is refused if the list has changed.
 */
typedef struct sx_place_list {
  SX_ARRAY(sx_listed_place) items;
  size_t file_count;
  bool has_ids;       /* each fact has an `id`, "path:line:column" */
  bool has_kinds;     /* of uses: set these after the beginning where they are wanted */
  sx_str symbol_kind; /* of what is used there, as LSP names it; may be empty */
} sx_place_list;

/** Whether a file is a test's, by its path in its workspace folder. */
bool sx_place_is_test(const sx_call *call, sx_str path);
/** The same by that path alone, with a slash before it. */
bool sx_place_is_test_below(sx_str path);

/**
 * How the name is used there: "import", "call", "write", "type", "read", or "declaration"
 * where the line declares it; NULL where neither
 * the text nor the kind of the symbol shows it.
 */
const char *sx_place_use(const sx_document *document, sx_range16 range, sx_str symbol_kind);

/** Adds those that are not in `without` (may be NULL). NOMEM. */
sx_status sx_place_list_init(sx_place_list *out, sx_call *call, const sx_places *places,
                             const sx_places *without, sx_err *err) SX_MUST_USE;

/** Leaves those of one kind, or of tests ("test"). Errors of reading the files. */
sx_status sx_place_list_keep(sx_place_list *list, sx_call *call, sx_str kind,
                             sx_err *err) SX_MUST_USE;

/**
 * Writes the places under a line for each file, as far as the answer's budget goes; places of which
 * all is the same have one line, and a file's only place follows its path:
 *
 *   src/checkout.ts (3)
 *    15:39 call in checkout: return checkout(order);
 *    20:9, 26:9 call in pay: total += tax(order);
 *   src/index.ts:3:10 import
 *
 * and the same as objects {file, line, column, text, kind?, in?} into `facts`, with the answer's
 * `cursor` where it did not fit. `cursor` is the one given, or empty.
 * Errors  INVALID_ARGUMENT, CONFLICT for a cursor; what reading the files may give.
 */
sx_status sx_place_list_write(sx_place_list *list, sx_call *call, sx_str cursor, sx_answer *answer,
                              cJSON *facts, sx_err *err) SX_MUST_USE;

#endif
