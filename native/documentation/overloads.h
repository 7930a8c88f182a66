#ifndef SX_DOCUMENTATION_OVERLOADS_H
#define SX_DOCUMENTATION_OVERLOADS_H

#include "documentation/documentation.h"

/**
 * Finds the declarations of `doc->target.symbol` in its file, in their order, to
 * `doc->target.declarations`, and whether these are overloads. Then `doc->roles` are BODY where the
 * text has a body (Python: no mark of an overload), else OVERLOAD. CANCELLED, CLOSED, NOMEM.
 */
sx_status sx_overloads_collect(sx_call *call, sx_documentation *doc, sx_err *err) SX_MUST_USE;

/** Whether overloads are declarations without bodies, and one body for all: TypeScript. */
bool sx_overloads_end_with_body(const sx_document *document);

/**
 * Makes one hover of those at the declarations (`doc->hovers`) in `doc->parts`: each signature on
 * one line, the most useful first and at most a few, then what is written on them, where the hover
 * has nothing the comment above the declaration. Makes `doc->roles` final; `doc->is_overloaded` is
 * false where all of them declare one overload.
 */
sx_status sx_overloads_join(sx_call *call, sx_documentation *doc, sx_err *err) SX_MUST_USE;

/** A signature on one line, without "(+2 overloads)". In `arena`. */
sx_str sx_overloads_compact(sx_str signature, sx_arena *arena);

/** A signature without the kind that servers put before it: `(method) A.b(): void`. */
sx_str sx_overloads_without_kind(sx_str signature);

/**
 * Where the hovers have nothing on the symbol: the comment at a declaration of it in its file, or
 * where the definition and declaration providers know another one, to `doc->parts`. Without any
 * hover the declaration's own text, too.
 */
sx_status sx_documentation_add_comment(sx_call *call, sx_documentation *doc,
                                       sx_err *err) SX_MUST_USE;

/** The comment at a declaration as Markdown, or "". CANCELLED, CLOSED, NOMEM. */
sx_status sx_documentation_comment(sx_call *call, sx_str path, sx_pos16 at, sx_str *out,
                                   sx_err *err) SX_MUST_USE;

#endif
