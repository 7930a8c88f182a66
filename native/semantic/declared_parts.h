#ifndef SX_SEMANTIC_DECLARED_PARTS_H
#define SX_SEMANTIC_DECLARED_PARTS_H

#include "semantic/declared.h"

/**
 * Takes the texts of files that are not as the indexes have them which are open now, instead of
 * those that were taken before. Errors as sx_declared_begin.
 */
sx_status sx_declared__take_fresh(sx_declared_search *search, sx_err *err) SX_MUST_USE;
/**
 * Reads what those of them declare that were not read yet and have all parts near each other, in
 * any case of ASCII letters, to `fresh` and `fresh_bases`: others declare no name with these parts.
 * Errors as sx_declared_begin.
 */
sx_status sx_declared__read_fresh(sx_declared_search *search, const sx_strs *parts,
                                  sx_err *err) SX_MUST_USE;
static inline sx_status sx_declared__read_fresh_of(sx_declared_search *search, sx_str name,
                                                   sx_err *err) {
  const sx_strs names = {.items = &name, .len = 1};
  return sx_declared__read_fresh(search, &names, err);
}
/**
 * Visits the texts of all of them, as far as there is time and memory. `*is_read` is false where
 * the visitor could not read one, which is left out then. Errors as sx_declared_begin, and the
 * visitor's.
 */
typedef sx_status (*sx_declared_visit)(void *arg, const sx_document *document, bool *is_read,
                                       sx_err *err);
sx_status sx_declared__each_fresh(sx_declared_search *search, sx_declared_visit visit, void *arg,
                                  sx_err *err) SX_MUST_USE;
/** Files, by the likelihood that they declare a name. */
typedef enum sx_named_part {
  SX_NAMED_ALL,
  SX_NAMED_LIKELY, /* their paths have a part of the name, and headers that are for others */
  SX_NAMED_OTHERS
} sx_named_part;
/**
 * Adds the files that have `word` in their texts, of folders without a whole index, to
 * `named_paths`, where sx_declared__take_fresh takes them from; what is found in `most_ms`. Errors
 * as sx_declared_begin.
 */
sx_status sx_declared__find_named(sx_declared_search *search, sx_str word, sx_named_part part,
                                  uint64_t most_ms, sx_err *err) SX_MUST_USE;
/** Whether a file is of code that is read, as far as its name shows. */
bool sx_declared__may_declare(sx_str path);
/** Whether a file counts by what was read of it, and not by the index. */
bool sx_declared__is_fresh(const sx_declared_search *search, sx_str path);

/** The file of the last row: those of a file follow each other. */
typedef struct sx_declared_file {
  bool is_set;
  uint32_t entry;
  sx_str path; /* empty: it is left out */
} sx_declared_file;

/** One database, and the folder whose files it has. */
typedef struct sx_declared_source {
  sx_declared_search *search;
  const sx_declared_root *root;
  size_t segment;
  sx_symbols_reader *symbols;
  sx_declared_file *last;
} sx_declared_source;

/** Finds what a row declares; its path is empty where the file is left out. Errors as above. */
sx_status sx_declared__of_row(const sx_declared_source *from, const sx_symbols_row *row,
                              sx_declared *out, sx_err *err) SX_MUST_USE;
/** Whether `one`, which is the row, is where the filter's name path leads; its space is set where
 * it counts. */
sx_status sx_declared__leads_to_row(const sx_declared_source *from, const sx_symbols_row *row,
                                    const sx_locator *locator, sx_declared *one, bool *out,
                                    sx_err *err) SX_MUST_USE;
/** The same for one that has its space. */
bool sx_declared__leads_to(const sx_locator *locator, const sx_declared *one);
/** The spaces of a text's facts: one for each, empty where there is none. In `arena`. */
sx_str *sx_declared__spaces(const sx_facts *facts, const sx_document *document, sx_arena *arena);

typedef sx_status (*sx_declared_question)(const sx_declared_source *from, void *arg, sx_err *err);
/**
 * Asks each database. One that fails is damaged: its folder counts as not covered until it is
 * written again. Other errors are those of `question`.
 */
sx_status sx_declared__ask_all(sx_declared_search *search, sx_declared_question question, void *arg,
                               sx_err *err) SX_MUST_USE;

#endif
