#ifndef SX_SERVERS_READINESS_H
#define SX_SERVERS_READINESS_H

#include "servers/traits.h"
#include "workspace/call.h"

/** Whether "nothing" from a language's providers means nothing. */
typedef enum sx_readiness {
  SX_READY,    /* a provider of the language has answered before */
  SX_STARTING, /* an extension serves the language and has not answered yet */
  SX_SILENT, /* the same, for so long that more waiting does not help; it may still answer later */
  SX_ABSENT, /* no extension serves it */
} sx_readiness;

/**
 * Errors: as any request to the editor. The editor has no API that lists providers, so this
 * is put together from what has answered and from the extensions' own manifests.
 */
sx_status sx_readiness_get(sx_call *call, sx_str language, sx_readiness *out,
                           sx_err *err) SX_MUST_USE;

/**
 * Waits until the server of `path` has loaded its project, where it can be asked for that
 * (TypeScript): before, it answers from the files that are open. `*is_loaded` is false when that
 * took too long, and true where no provider can be asked. Errors: CANCELLED, CLOSED, NOMEM.
 */
sx_status sx_readiness_load_project(sx_call *call, sx_str path, bool *is_loaded,
                                    sx_err *err) SX_MUST_USE;
/**
 * The same for a project that was loaded before, or for a file that was just opened: the server
 * drops a project when its last file is closed, and loads it again with the next one. It is asked
 * once, for one of `part` parts of the time that is left.
 */
sx_status sx_readiness_load_again(sx_call *call, sx_str path, unsigned part, bool *is_loaded,
                                  sx_err *err) SX_MUST_USE;
/**
 * Asks it again, for a few seconds, as it reports itself that it is loading, also where it was
 * loaded before. CANCELLED, CLOSED, NOMEM.
 */
sx_status sx_readiness_urge(sx_call *call, sx_str path, sx_err *err) SX_MUST_USE;
/**
 * Whether the server of `path` has yet to answer, also if it is silent, or to load the file's
 * project. It is asked only for a moment, which starts it. Errors: as any request to the editor,
 * but HOST and DEADLINE.
 */
sx_status sx_readiness_is_starting(sx_call *call, sx_str path, bool *out, sx_err *err) SX_MUST_USE;
/** Whether a language that is served would be SX_SILENT. */
bool sx_readiness_is_silent(sx_call *call, sx_str language);
/** Whether the server has reported that. */
bool sx_readiness_is_project_loaded(sx_call *call, sx_str path);

#endif
