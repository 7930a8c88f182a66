#ifndef SX_TOOLS_SYMBOLS_BEHIND_H
#define SX_TOOLS_SYMBOLS_BEHIND_H

#include "base/buf.h"
#include "host/requests.h"
#include "workspace/workspace.h"

/**
 * Whether a server's answer is behind files that changed a moment ago, told by their texts.
 *
 * Most servers answer from the texts that they were last shown. Those of C and C++ have an index,
 * too, which takes a changed file in some time after it was shown: a call or a prototype that was
 * just written is missing until then. When the editor closes a changed file the index falls back to
 * what it was before, and in the first minutes it has nothing of files that were never opened.
 * Begins as {0}.
 */
typedef struct sx_behind {
  uint64_t began_ms; /* since when it is waited for */
  sx_str file;       /* not empty: this one says the name where the answer does not */
  sx_strs shown;     /* files that were opened, as they say the name otherwise */
} sx_behind;

/** The places of a name that an answer has to have. */
typedef enum sx_behind_uses { SX_BEHIND_ALL, SX_BEHIND_CALLS } sx_behind_uses;

/**
 * Compares what the server of `path` told with the texts of the files that changed, and waits a
 * little where they say `name` otherwise: then `*again`. When it has been waited for long enough
 * `file` says what is still missing of what changed lately; what changed before then is another
 * symbol of that name. Errors: CANCELLED, CLOSED, NOMEM.
 */
sx_status sx_behind_wait(sx_behind *behind, sx_call *call, sx_str path, sx_str name,
                         sx_behind_uses uses, const sx_places *told, bool *again,
                         sx_err *err) SX_MUST_USE;

/** Says it in the answer's text, where something is missing. */
void sx_behind_write(const sx_behind *behind, sx_call *call, sx_buf *text);

#endif
