#ifndef SX_SERVERS_TRAITS_H
#define SX_SERVERS_TRAITS_H

#include "base/str.h"

/* Built-in knowledge about language servers: a row for each family, and the times they take. */

/** Languages that one server serves. */
typedef struct sx_family {
  const char *languages[6]; /* VS Code's ids */
  const char *sources;      /* a glob */
  /* Files compiled from these contain the same again; NULL: there are none. */
  const char *typed_sources;
  bool has_index; /* it lags behind the files */
  bool can_load;  /* it can be asked whether its project is loaded */
} sx_family;

/** NULL: servers of that language are taken to know all files. */
const sx_family *sx_family_of(sx_str language_id);
/** The same by a file's name. */
const sx_family *sx_family_of_file(sx_str path);
bool sx_family_has(const sx_family *family, sx_str language_id);

/* ---- starting ----------------------------------------------------------------------------- */

/** How long a server is asked whether it is there, by a call that does not wait for it. */
#define SX_GLANCE_MS 150
/** How long a silent server is waited for, since its language was first asked for. */
#define SX_READINESS_GRACE_MS 30000
/** How long providers are waited for before they are asked again. */
#define SX_PATIENCE_MS 8000
/** How long a call that need not wait for servers gives them, where the index can answer as well.
 */
#define SX_IN_TIME_MS 10000
/** The same for a server that was late, and how long after that. */
#define SX_LATE_PATIENCE_MS 1000
#define SX_LATE_MS 20000
/** How long such a call asks a server again that may be loading the project and knows little yet.
 */
#define SX_YOUNG_PATIENCE_MS 1500
/**
 * How long after its first answer a server may still be loading the project: it knows some files
 * already, and not yet all.
 */
#define SX_LOADING_MS 10000
/** The same after it has loaded a second project: it has been seen to know one file only. */
#define SX_JUST_LOADED_MS 1500
/**
 * A server that is loading its project may take a file for itself alone: a definition then is the
 * file's own import statement. So soon after the language was first asked that is not believed;
 * later it is what it seems, an import that leads nowhere.
 */
#define SX_SETTLING_MS 10000

/* ---- following the files ------------------------------------------------------------------ */

/** How long servers take to see a change of another file. */
#define SX_RECENT_MS 3000
/** How long an index takes to see a change, on a busy machine too. */
#define SX_INDEX_LAG_MS 8000
/** How long a call waits for an index that lags behind a changed file. */
#define SX_INDEX_WAIT_MS 2500
/** How long a call goes on to open files that no project names, after the first ones. */
#define SX_OPEN_WAIT_MS 6000
/** How long an index is built after the server's first answer. */
#define SX_FIRST_INDEX_MS 120000

#endif
