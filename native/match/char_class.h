#ifndef SX_MATCH_CHAR_CLASS_H
#define SX_MATCH_CHAR_CLASS_H

#include "base/str.h"

/* The classes of POSIX, `[:alpha:]`, in ASCII: in globs and in ignore rules. */

/** Whether there is a class of this name. */
bool sx_char_class_is_name(sx_str name);
/** Whether the class has the byte; `name` is one. No byte past ASCII is in any. */
bool sx_char_class_has(sx_str name, unsigned char c);

#endif
