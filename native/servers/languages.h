#ifndef SX_SERVERS_LANGUAGES_H
#define SX_SERVERS_LANGUAGES_H

#include "host/languages.h"
#include "servers/state.h"
#include "workspace/call.h"

/** The answers to be expected of a language's server now. */
typedef enum sx_language_state {
  SX_LANGUAGE_READY,
  SX_LANGUAGE_INDEXING, /* it answers, so shortly that it may not have loaded the project yet */
  SX_LANGUAGE_STARTING, /* it was asked and has not answered yet */
  SX_LANGUAGE_SILENT,   /* the same, for so long that it is not waited for any more */
  SX_LANGUAGE_IDLE,     /* an extension serves the language and has not been asked yet */
  SX_LANGUAGE_ABSENT,   /* no extension serves it */
} sx_language_state;

/** A language of the workspace's files, or one that was asked for. */
typedef struct sx_workspace_language {
  sx_str id;
  sx_strs files; /* paths */
  sx_host_servers servers;
  sx_language_use use;
  sx_language_state state;
} sx_workspace_language;

typedef SX_ARRAY(sx_workspace_language) sx_workspace_languages;

/**
 * All of them, most files first. `*is_partial`: some folders could not be listed.
 *
 * Memory  in the call's arena.
 * Errors  as any request to the editor.
 */
sx_status sx_languages_list(sx_call *call, sx_workspace_languages *out, bool *is_partial,
                            sx_err *err) SX_MUST_USE;

#endif
