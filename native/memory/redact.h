#ifndef SX_MEMORY_REDACT_H
#define SX_MEMORY_REDACT_H

#include "base/arena.h"

/** A text without its secrets (text/secrets.h), in `arena`, which has the status where it fails. */
sx_str sx_memory_redact(sx_str text, sx_arena *arena);

#endif
