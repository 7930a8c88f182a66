#ifndef SX_SERVERS_MISSING_SERVER_H
#define SX_SERVERS_MISSING_SERVER_H

#include "base/buf.h"

/* A language that no extension in this editor serves, and what would. */

/**
 * The id of the extension that VS Code recommends for a language (an id of its own); empty where
 * there is none. Static. Editors have that in their product.json, most builds leave it out.
 */
sx_str sx_missing_server_recommended(sx_str language);

/** "no extension that serves lua is installed in this editor; VS Code recommends 'sumneko.lua' for
 * it". */
void sx_missing_server_write(sx_buf *out, sx_str language);

#endif
