#ifndef SX_SYNTAX_C_DEFINING_H
#define SX_SYNTAX_C_DEFINING_H

#include "base/str.h"

/*
 * Macros that define what they are given, though no word of C does: `static DEFINE_MUTEX(name);`,
 * `LIST_HEAD(name);`, `DEFINE_PER_CPU(type, name);`, `SYSCALL_DEFINE2(name, …) {`. Others of such
 * names make further names of what they are given, and are not among these.
 */

typedef enum sx_c_defining {
  SX_C_DEFINES_NOTHING,
  SX_C_DEFINES_VARIABLE,
  SX_C_DECLARES_VARIABLE, /* it is defined elsewhere */
  SX_C_DEFINES_FUNCTION   /* where a body follows */
} sx_c_defining;

/** `*name`: the name, a part of `arguments`, the text in the macro's parentheses. */
sx_c_defining sx_c_defining_find(sx_str *name, sx_str macro, sx_str arguments);

#endif
