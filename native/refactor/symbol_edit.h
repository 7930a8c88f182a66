#ifndef SX_REFACTOR_SYMBOL_EDIT_H
#define SX_REFACTOR_SYMBOL_EDIT_H

#include "engine/change_answer.h"
#include "flow/unit.h"
#include "semantic/target.h"

/*
 * An edit of a declaration that is named as a symbol: what edit_symbol, its only user, plans. It
 * comes to one place of the text that becomes another text, in which the lines of `content` are
 * indented as the place is.
 */

typedef enum sx_symbol_operation {
  SX_SYMBOL_REPLACE,
  SX_SYMBOL_REPLACE_BODY,
  SX_SYMBOL_INSERT_BEFORE,
  SX_SYMBOL_INSERT_AFTER,
  SX_SYMBOL_DELETE,
} sx_symbol_operation;

/** Bytes [start, end) become `before`, the content, `after`; line ends are \n here. */
typedef struct sx_splice {
  size_t start, end;
  sx_str before, after;
  sx_str indent; /* of the content's lines */
  bool has_content;
  bool begins_in_line; /* its first line follows what stands there */
} sx_splice;

typedef struct sx_symbol_edit {
  sx_call *call;
  sx_symbol_operation operation;
  sx_str content; /* with \n, without blank lines around it */
  bool ignores_uses;
  sx_target target;
  const sx_document *document;
  sx_nodes nodes; /* of the document */
  sx_unit unit;   /* that is meant */
  sx_units twins; /* all declarations of the name in its scope */
  /* The unit, or with it the overloads that belong to it. */
  sx_unit first, last;
  bool is_python;
  sx_splice splice;
  sx_str after; /* the new text, once it is planned */
  sx_strs warnings;
} sx_symbol_edit;

/** Looks for the symbol in what the given file's text declares, where `target` has none. */
sx_status sx_symbol_edit_find_in_outline(sx_symbol_edit *edit, sx_err *err) SX_MUST_USE;

/**
 * Finds the declaration that is meant and plans the new text, as far as it has to be done: with
 * `target` found, and `operation`, `content` and `ignores_uses` set.
 *
 * Errors  REFUSED with the reason and the place; AMBIGUOUS with the candidates; UNSUPPORTED where
 *         the language is not parsed; those of sx_document_take; CANCELLED, CLOSED, NOMEM.
 */
sx_status sx_symbol_edit_plan(sx_symbol_edit *edit, sx_err *err) SX_MUST_USE;

/* ---- its parts ------------------------------------------------------------------------------- */

/** Chooses the declaration among those of its name. */
sx_status sx_symbol_edit__choose(sx_symbol_edit *edit, sx_err *err) SX_MUST_USE;
sx_status sx_symbol_edit__replace(sx_symbol_edit *edit, sx_err *err) SX_MUST_USE;
sx_status sx_symbol_edit__replace_body(sx_symbol_edit *edit, sx_err *err) SX_MUST_USE;
sx_status sx_symbol_edit__insert(sx_symbol_edit *edit, sx_err *err) SX_MUST_USE;
sx_status sx_symbol_edit__delete(sx_symbol_edit *edit, sx_err *err) SX_MUST_USE;
/** C, Go: refuses to delete a field whose struct gets values by their places. */
sx_status sx_symbol_edit__check_fields(sx_symbol_edit *edit, sx_err *err) SX_MUST_USE;
/** Refuses where the symbol is used outside of [start, end) of the document, or may be. */
sx_status sx_symbol_edit__check_uses(sx_symbol_edit *edit, size_t start, size_t end,
                                     sx_err *err) SX_MUST_USE;
/** Makes `after` of `splice`, parses it, and refuses what does not fit there. */
sx_status sx_symbol_edit__finish(sx_symbol_edit *edit, sx_err *err) SX_MUST_USE;

/** "src/a.ts:3:7" of an offset in the document. */
sx_str sx_symbol_edit__place(const sx_symbol_edit *edit, size_t offset);
/** The blanks that the line of `offset` begins with. */
sx_str sx_symbol_edit__indent(const sx_symbol_edit *edit, size_t offset);
/** A level of indentation, as the document has it. */
sx_str sx_symbol_edit__level(const sx_symbol_edit *edit);
/** So many line ends. */
sx_str sx_symbol_edit__breaks(const sx_symbol_edit *edit, size_t count);
sx_status sx_symbol_edit__warn(sx_symbol_edit *edit, size_t offset, sx_err *err, const char *format,
                               ...) SX_PRINTF(4, 5) SX_MUST_USE;

/** The items of its list before and after `unit`: NONE where it is the first or last. */
uint32_t sx_symbol_edit__item_before(const sx_symbol_edit *edit, const sx_unit *unit);
uint32_t sx_symbol_edit__item_after(const sx_symbol_edit *edit, const sx_unit *unit);
/** Blank lines right before and after an offset. */
size_t sx_symbol_edit__gap_before(const sx_symbol_edit *edit, size_t at);
size_t sx_symbol_edit__gap_after(const sx_symbol_edit *edit, size_t at);

#endif
