#ifndef SX_APPROVAL_PROTECTED_NAME_H
#define SX_APPROVAL_PROTECTED_NAME_H

#include "base/str.h"

/* Names have 255 units at most, which are 765 bytes in UTF-8. */
#define SX_PROTECTED_NAME_BYTES 1024

/* Why a file is protected, after "An agent wants to change X: …". */
#define SX_PROTECTED_GIT "it can change what git runs"
#define SX_PROTECTED_EDITOR "it can change what the editor runs or allows"
#define SX_PROTECTED_AGENT "it can change what agents may do"
#define SX_PROTECTED_SHELL "a shell or another program can run it automatically"

/**
 * A name as any file system may read it: in small letters, without the characters that have no
 * width, and without the dots and blanks that Windows leaves out at the end. Ligatures, letters and
 * digits of full width, circled letters (U+24B6 to U+24E9), mathematical letters and digits
 * (U+1D400 to U+1D6A3, U+1D7CE to U+1D7FF) and the one dot leader (U+2024) are the ASCII that they
 * stand for; other characters stay. `has_streams`: what follows a colon is a stream of the file, as
 * on Windows; elsewhere it is part of the name.
 */
sx_str sx_protected_fold(sx_str name, bool has_streams, char out[SX_PROTECTED_NAME_BYTES]);

/**
 * Why a file or folder of this folded name, in a folder of that folded name, is protected with
 * all it contains; NULL where it is an ordinary one. Static.
 */
const char *sx_protected_find_name(sx_str folder, sx_str name);

#endif
